"""[12, 14, 15] What the screen offers after a combat: ways to retreat, advances, Breakthrough step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.advance_routes import Path, hexes_of, reach
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.combat.breakthrough import BreakthroughGroup, Exploiting, fighters_of
from sandtable.games.north_africa_41.combat.disengagement import Disengaging
from sandtable.games.north_africa_41.combat.ledger import told
from sandtable.games.north_africa_41.combat.offers import drives_off
from sandtable.games.north_africa_41.combat.orders import Advance, Break, Drop, Group
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.zones import FULL, front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.selection import SUPPLY, Selection, named, selection_from, spot, title_of
from sandtable.games.north_africa_41.results.retreat_orders import Retreat, Surrender, carriers
from sandtable.games.north_africa_41.results.retreat_routes import Terms, ends_in_supply, ways_of
from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.sea.convoy_chances import percent
from sandtable.games.north_africa_41.state import NorthAfrica, is_combat

# --- retreats


def retreating_offers(state: NorthAfrica, top: RetreatRoute | Disengaging, pieces: Sequence[str]) -> list[Offer]:
    """[12.1.2] With nothing chosen everybody goes to the hex that is pointed at, or each by himself; with pieces these,
    on a Truck where that leads farther."""
    terms, units, train = _leaving(state, top)
    if pieces:
        chosen = selection_from(state, terms.side, pieces)
        leaving = tuple(
            name for name in chosen.pieces if name in (*units, *train) or state.units[name].at != terms.start
        )
        names = (*leaving, *[SUPPLY] * len(chosen.stores))
        return list(_together(state, top, terms, names, train)) if leaving else []
    found = [*_everybody(state, top, terms, units, train)]
    if len(units) + len(train) > 1:
        found += [offer for name in (units or train) for offer in _together(state, top, terms, (name,), train)]
    found += [
        Offer(str(order), f"{name} surrenders (12.5.1)", (name,), folded="Surrender")
        for name in units
        if may(top.check, state, terms.side, order := Surrender((name,)))
    ]
    if may(top.check, state, terms.side, Done()):
        found.append(Offer(str(Done()), "leave the rest"))
    return found


def _leaving(state: NorthAfrica, top: RetreatRoute | Disengaging) -> tuple[Terms, tuple[str, ...], tuple[str, ...]]:
    """What is asked, of which Combat Units, and with which train."""
    if isinstance(top, RetreatRoute):
        return top.retreats.terms, top.retreats.units, top.retreats.train(state)
    names = top.slipping.names
    return top.slipping.terms, tuple(filter(is_combat, names)), tuple(name for name in names if not is_combat(name))


def _everybody(
    state: NorthAfrica, top: RetreatRoute | Disengaging, terms: Terms, units: tuple[str, ...], train: tuple[str, ...]
) -> Iterator[Offer]:
    """The hexes to which all go together, with their train if it can follow."""
    if len(units) + len(train) == 1:
        yield from _together(state, top, terms, (*units, *train), ())
        return
    ends: dict[int, tuple[tuple[str, ...], Path]] = {}
    for names in ((*units, *train), units):
        if not names:
            continue
        for end, path in ways_of(state, terms, names).ends().items():
            ends.setdefault(end, (names, path))
    for names, path in ends.values():
        offer = retreat_offer(state, names, path)
        if may(top.check, state, terms.side, _order(names, path)):
            yield replace(offer, pieces=())


def _together(
    state: NorthAfrica, top: RetreatRoute | Disengaging, terms: Terms, names: tuple[str, ...], train: tuple[str, ...]
) -> Iterator[Offer]:
    ends: Mapping[int, Path] = ways_of(state, terms, names).ends()
    parties = {end: (names, path) for end, path in ends.items()}
    if len(names) == 1 and gait_of(names[0]) == "foot":
        for truck in carriers(state, terms, train):
            for end, path in ways_of(state, terms, (*names, truck)).ends().items():
                parties.setdefault(end, ((*names, truck), path))
    for party, path in parties.values():
        if may(top.check, state, terms.side, _order(party, path)):
            yield retreat_offer(state, party, path)


def _order(names: Sequence[str], path: Path) -> Retreat:
    return Retreat(tuple(names), named(path))


def retreat_offer(state: NorthAfrica, names: tuple[str, ...], path: Path) -> Offer:
    end, pieces = path[-1], tuple(name for name in names if name != SUPPLY)
    stop = "" if ends_in_supply(state, pieces, end) else "Out of Supply there (12.1.3)"
    label = f"retreat {', '.join(names)} to {title_of(end)}"
    return Offer(str(_order(names, path)), label, pieces, spot(end), str(len(path) - 1), stop, named(path))


# --- advances


def advancing_offers(state: NorthAfrica, top: Advancing, pieces: Sequence[str]) -> list[Offer]:
    """[14.3, 15.2.1] Where units that stand together may advance, and who may form the Breakthrough Group."""
    side = top.battle.side
    if pieces:
        return list(_advances(state, top, selection_from(state, side, pieces)))
    found = [_group(action) for action in top.groups(state) if isinstance(action, Group)]
    found += [_advance(state, side, action) for action in top.advances(state) if isinstance(action, Advance)]
    return [*found, Offer(str(Done()), "end the advance")]


def _advances(state: NorthAfrica, top: Advancing, chosen: Selection) -> Iterator[Offer]:
    battle, at = top.battle, chosen.at
    names = tuple(name for name in chosen.pieces if name in top.waiting)
    if not names:
        return
    if may(top.check, state, battle.side, Group(names)):
        yield _group(Group(names))
    if at is None:
        return
    for path in reach(state, battle, names, (at,), hexes_of(state, battle, names)).values():
        order = Advance(names, named(path))
        if may(top.check, state, battle.side, order):
            yield _advance(state, battle.side, order)


def _group(action: Group) -> Offer:
    label = f"Breakthrough Group of {', '.join(action.units)} (15.2.2)"
    return Offer(str(action), label, action.units)


def _advance(state: NorthAfrica, side: Side, action: Advance) -> Offer:
    end = board().location(action.path[-1])
    label = f"advance with {', '.join(action.units)} to {title_of(end)}"
    return Offer(
        str(action), label, action.units, spot(end), str(len(action.path) - 1), _stop(state, side, end), action.path
    )


def _stop(state: NorthAfrica, side: Side, end: int) -> str:
    return "enters an enemy Zone of Control (14.4)" if end >= 0 and front(state, side).zone[end] == FULL else ""


# --- the Breakthrough Group


def exploiting_offers(state: NorthAfrica, top: Exploiting, pieces: Sequence[str]) -> list[Offer]:
    """[15.2] The group goes to the hex that is pointed at, attacks the enemies that are chosen, drops units off."""
    group, side = top.group, top.group.battle.side
    assaults = [_assault(state, group, action) for action in top.targets(state) if isinstance(action, Break)]
    if not pieces:
        ways = [_exploitation(state, group, action) for action in top.ways(state) if isinstance(action, Advance)]
        return [*ways, *assaults, Offer(str(Done()), "end the breakthrough here")]
    chosen = selection_from(state, side, pieces)
    if chosen.foes:
        return [offer for offer in assaults if {*chosen.foes} <= {*offer.pieces}]
    if set(chosen.pieces) == set(group.units):
        ways = [_exploitation(state, group, action) for action in top.ways(state) if isinstance(action, Advance)]
        return [replace(offer, pieces=group.units) for offer in ways]
    order = Drop(chosen.pieces)
    if not may(top.check, state, side, order):
        return []
    return [Offer(str(order), f"leave {', '.join(order.units)} here (15.2.13)", order.units)]


def _exploitation(state: NorthAfrica, group: BreakthroughGroup, action: Advance) -> Offer:
    """[15.2.10] Entering the hex just cleared is free."""
    offer = _advance(state, group.battle.side, action)
    entered = group.opened is not None and action.path[1] == board().name(group.opened)
    label = f"advance the group to {title_of(board().location(action.path[-1]))}"
    return replace(offer, pieces=(), cost=str(len(action.path) - 1 - entered), label=label)


def _assault(state: NorthAfrica, group: BreakthroughGroup, action: Break) -> Offer:
    """[15.2.6, 15.2.8] With its odds."""
    at, units = board().hex(action.at), fighters_of(state, group)
    battle = battle_of(state, group.battle.side, units, at, "breakthrough")
    odds = weigh_best(state, replace(battle, supplied=group.battle.supplied))
    label = (
        f"Breakthrough Combat against {title_of(at)} at {told(odds)}, {percent(drives_off(odds))} to drive him "
        f"off, for 1 hex (15.2.6)"
    )
    return Offer(str(action), label, (*units, *battle.defenders))
