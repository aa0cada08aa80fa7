"""[12.1, 12.23, 11.0, 14.43, 15.82] What the screen offers in a Combat Segment.

Positions, barrages and commitments are one order for the whole segment. With nothing chosen there are a few complete
plans; with pieces chosen the first of them is changed for these: a block is put in its place, the rest stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.combat.anti_armour import hexside_shift
from sandtable.games.campaign_for_north_africa.combat.barrage.offers import plot_offers
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.combat.commitment import able, has_role
from sandtable.games.campaign_for_north_africa.combat.firepower import ammo_text, written
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred
from sandtable.games.campaign_for_north_africa.combat.orders import Assault, Commit, Force, Retreat, Stand
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import (
    FARTHER_BACK,
    RetreatBeforeAssault,
    check_may_withdraw,
    is_adjacent,
)
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.logistics.offers import destroying_offer
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing, Share, suggest
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import check as check_toll
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.fuel import can_pay
from sandtable.games.campaign_for_north_africa.movement.offers import (
    cost_text,
    holds_all,
    pays_everywhere,
    piece_of,
    points_to_spare,
)
from sandtable.games.campaign_for_north_africa.movement.orders import Withdraw
from sandtable.games.campaign_for_north_africa.movement.reach import leaving_cost, party_of, reach
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.raiders.orders import Board
from sandtable.games.campaign_for_north_africa.selection import (
    Selection,
    foe_hexes,
    listed,
    named,
    of_counters,
    shared_out,
    so_many,
    spot,
    suggested_first,
    title_named,
    title_of,
    told,
)
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, enemy_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

SPARED = 1000  # what losing a point means that the owner wants to keep


# Positions [12.11]


# Barrage [12.23]


# Force Assignment [11.0]


def commit_offers(state: Campaign, side: str, top: ForceAssignment, chosen: Selection) -> list[Offer]:
    if chosen.counters:
        return list(_commit_blocks(state, side, top, chosen))
    plans = [action for action in top.actions(state, side) if isinstance(action, Commit)]
    return [
        Offer(str(action), suggested_first(number, commit_text(state, side, action)))
        for number, action in enumerate(plans)
    ]


def commit_text(state: Campaign, side: str, action: Commit) -> str:
    """By hex and role, with the units that do it."""
    attacks = side == state.phasing
    parts = []
    for force in action.forces:
        units = listed(dict.fromkeys(points.unit for points in force.points), 4)
        if force.role == "close":
            verb = "assault" if attacks else "defend"
        else:
            verb = "fire at armour at" if attacks else "fire at armour from"
        parts.append(f"{verb} {title_named(force.at)} with {so_many(force.points)} of {units}")
    if not parts:
        return "commit nobody"
    spent = ammo_text(state, side, (points.unit for force in action.forces for points in force.points), "assault")
    return f"{'; '.join(parts)}{f': {spent}' if spent else ''}"


def _commit_blocks(state: Campaign, side: str, top: ForceAssignment, chosen: Selection) -> Iterator[Offer]:
    """The chosen counters do something else; the others as suggested, or nothing."""
    mine = of_counters(state, able(state, side), chosen.counters)
    if not mine:
        return
    pieces = (*chosen.counters, *chosen.foes)
    plan = next((action for action in top.actions(state, side) if isinstance(action, Commit)), Commit(()))
    rest = _other_forces(plan, mine)
    blocks: list[tuple[str, tuple[Force, ...], tuple[str, ...]]] = []
    ways = _attack_blocks(state, mine, chosen) if side == state.phasing else _defence_blocks(state, mine)
    blocks += [(text, forces, pieces) for text, forces in ways]
    blocks.append((f"withhold {listed(mine, 4)}", (), pieces))
    if side == state.phasing and len(pieces) == len(chosen.counters):
        blocks += _possible_attacks(state, side, mine, chosen)
    seen: set[str] = set()
    for text, forces, pieces in blocks:
        for others, tail in ((rest, "; the others as suggested" if rest else ""), ((), "; nobody else")):
            action = Commit((*forces, *others))
            if str(action) in seen or not may(top.check, state, side, action):
                continue
            seen.add(str(action))
            yield Offer(str(action), f"{text}{tail}", pieces)


def _possible_attacks(
    state: Campaign, side: str, mine: Sequence[str], chosen: Selection
) -> Iterator[tuple[str, tuple[Force, ...], tuple[str, ...]]]:
    """While no enemy is chosen: the best against each hex beside them, with the enemies who stand there."""
    foe = enemy_of(side)
    for at in dict.fromkeys(there for name in mine for there in neighbours()[state.units[name].at]):
        best = next(_attack_on(state, mine, at), None) if state.at(at, foe) else None
        if best is not None:
            yield *best, (*chosen.counters, *state.at(at, foe))


def _other_forces(plan: Commit, mine: Sequence[str]) -> tuple[Force, ...]:
    found = []
    for force in plan.forces:
        kept = tuple(points for points in force.points if points.unit not in mine)
        if kept:
            found.append(Force(force.at, force.role, kept))
    return tuple(found)


def _attack_blocks(state: Campaign, mine: Sequence[str], chosen: Selection) -> Iterator[tuple[str, tuple[Force, ...]]]:
    """[15.21] Against the one hex chosen in every way there is; against several with all that stand beside each."""
    hexes = foe_hexes(state, chosen)
    if chosen.foe_supply:
        return
    if len(hexes) == 1:
        yield from _attack_on(state, mine, hexes[0])
        return
    for shares in shared_out(state, mine, hexes):
        assaults = [next(_attack_on(state, names, at), None) for at, names in shares.items()]
        found = [each for each in assaults if each is not None]
        if len(found) == len(hexes):
            yield "; ".join(text for text, _ in found), tuple(force for _, forces in found for force in forces)


def _attack_on(state: Campaign, mine: Sequence[str], at: int) -> Iterator[tuple[str, tuple[Force, ...]]]:
    """[15.21, 14.11, 15.91] Assault with everything, with guns at armour, or as a Probe."""
    near = [name for name in mine if at in neighbours()[state.units[name].at]]
    where, place = board().name(at), title_of(at)
    fists = [name for name in near if not is_barred(state, name, state.units[name].at, at)]
    close = _points(state, fists, "close_assault")
    if not close:
        return
    who = listed(dict.fromkeys(each.unit for each in close), 4)
    yield f"assault {place} with {who}", (Force(where, "close", close),)
    lit = [name for name in near if hexside_shift(state.units[name].at, at) is not None]
    yield from _with_guns(state, where, place, lit, fists, "assault")
    probe = tuple(Points(each.unit, each.weapon, (each.points - 1) // 2) for each in close if each.points > 2)
    if probe:
        yield f"probe {place} with less than half of them (15.91)", (Force(where, "close", probe),)


def _defence_blocks(state: Campaign, mine: Sequence[str]) -> Iterator[tuple[str, tuple[Force, ...]]]:
    """[15.14] In the hexes where they stand."""
    hexes: dict[int, list[str]] = {}
    for name in mine:
        hexes.setdefault(state.units[name].at, []).append(name)
    for at, names in hexes.items():
        where, place = board().name(at), title_of(at)
        close = _points(state, names, "close_assault")
        if close:
            yield f"defend {place} with everything against assault", (Force(where, "close", close),)
        yield from _with_guns(state, where, place, names, names, "defend")


def _with_guns(
    state: Campaign,
    where: str,
    place: str,
    lit: Sequence[str],
    fists: Sequence[str],
    verb: str,
) -> Iterator[tuple[str, tuple[Force, ...]]]:
    """[14.11] Guns fire at armour, the others fight."""
    anti = _points(state, [name for name in lit if _is_gun(name)], "anti_armour")
    gunners_ = {each.unit for each in anti}
    close = _points(state, [name for name in fists if name not in gunners_], "close_assault")
    if not anti:
        return
    forces = (Force(where, "anti", anti), *((Force(where, "close", close),) if close else ()))
    yield f"{verb} {place}, guns at armour: {listed(gunners_)}", forces


def _is_gun(name: str) -> bool:
    """[3.22] Guns in the main, which assault badly."""
    unit = facts(name).counter
    return unit.is_anti_tank_type or unit.is_artillery_type or unit.is_anti_air_type


def _points(state: Campaign, names: Iterable[str], role: str) -> tuple[Points, ...]:
    return tuple(
        written(state, (name, weapon, count))
        for name in names
        for weapon, count in state.units[name].toe.items()
        if has_role(state, name, weapon, role)
    )


def reassignment_offers(state: Campaign, top: Reassignment) -> list[Offer]:
    """[14.23]"""
    found = []
    for action in top.actions(state, top.side):
        if not isinstance(action, Commit):
            continue
        joining = told(action.forces[0].points) if action.forces else ""
        text = f"join the Close Assault: {joining}" if joining else "keep them on Anti-Armour fire"
        found.append(Offer(str(action), text))
    return found


# Losses [14.43, 15.83, 15.86]


def loss_offers(state: Campaign, top: Absorbing, chosen: Selection) -> list[Offer]:
    """The cheapest answer first; with counters chosen, as much as possible from these, if they can bear any of it."""
    if chosen.counters:
        bearing = {name for counter in chosen.counters for name in all_of(state, counter)}
        points = suggest(top.toll, lambda share: _price(share, share.unit in bearing))
        if not any(each.unit in bearing for each in points) or not may(check_toll, top.toll, points):
            return []
        return [Offer(str(top.answer(points)), f"{_verb(top)} {told(points)}", chosen.counters)]
    found = []
    for number, action in enumerate(top.actions(state, top.side)):
        points = top.answered(state, action)
        found.append(Offer(str(action), suggested_first(number, f"{_verb(top)} {told(points)}")))
    return found


def _price(share: Share, bearing: bool) -> int:
    return share.price if bearing else SPARED * share.price


def _verb(top: Absorbing) -> str:
    return "yield" if type(top).__name__ == "Yielding" else "lose"


# Retreats [15.82]


def retreat_offers(state: Campaign, top: Retreats, chosen: Selection) -> list[Offer]:
    """Ways by their ends; of those with the same end the first, which is the best."""
    found: dict[tuple[str, ...], Offer] = {}
    for action in top.actions(state, top.terms.side):
        _retreat(state, top, action, found)
    offers = list(found.values())
    if not chosen.counters:
        return offers
    own = [offer for offer in offers if {*offer.pieces} == {*chosen.counters}]
    if len(chosen.counters) < len(top.left) and may(top.check, state, top.terms.side, Stand(chosen.counters)):
        own.append(Offer(str(Stand(chosen.counters)), _stand_text(top, chosen.counters), chosen.counters))
    return own or [offer for offer in offers if {*chosen.counters} <= {*offer.pieces}]


def _retreat(state: Campaign, top: Retreats, action: Action, found: dict[tuple[str, ...], Offer]) -> None:
    match action:
        case Retreat(units=units, path=path):
            pieces = tuple(dict.fromkeys(top_of(state, name) if name in state.units else name for name in units))
            label = f"{listed(units)} retreat to {title_named(path[-1])}, {plural(len(path) - 1, 'hex')} (15.82)"
            offer = Offer(str(action), label, pieces, path[-1], str(len(path) - 1), "", path)
            found.setdefault((*units, path[-1]), offer)
        case Board(name=name):
            label = f"{name} goes aboard its ship, and that satisfies the retreat (27.77)"
            found.setdefault((name, str(action)), Offer(str(action), label, (name,)))
        case Stand(units=units):
            found.setdefault(units, Offer(str(action), _stand_text(top, units)))


def _stand_text(top: Retreats, units: Sequence[str]) -> str:
    if top.terms.forced:
        return f"{listed(units)} cannot retreat and surrender (10.36)"
    return f"{listed(units)} stand: ten percent more lost for each of the {plural(top.terms.hexes, 'hex')} (15.82)"


def meant_retreat(state: Campaign, top: Retreats, chosen: Selection, at: str) -> Action:
    names = chosen.counters or top.left
    for action in top.actions(state, top.terms.side):
        if isinstance(action, Retreat) and {*action.units} == {*names} and action.path[-1] == at:
            return action
    return Retreat(tuple(names), (board().name(top.terms.start), at))


# The order of assaults [15.22]


def assault_offers(state: Campaign, top: NextAssault) -> list[Offer]:
    found = []
    for action in top.actions(state, state.phasing):
        if not isinstance(action, Assault):
            continue
        hexes = action.name.split("+")
        label = f"resolve the assault on {' and '.join(map(title_named, hexes))} next"
        found.append(Offer(str(action), label, (), hexes[0] if len(hexes) == 1 else ""))
    return found


# What a choice of pieces means


def meant_attack(state: Campaign, side: str, top: Plot | ForceAssignment, chosen: Selection) -> str:
    """The order that own and enemy pieces together stand for."""
    offers = plot_offers(state, side, top, chosen) if isinstance(top, Plot) else commit_offers(state, side, top, chosen)
    if offers:
        return offers[0].action
    where = " and ".join(map(title_of, foe_hexes(state, chosen)))
    if not where:
        raise Refusal("15.21", "choose enemies to attack")
    raise Refusal("15.21", f"{listed(chosen.counters)} can do nothing against {where} now")


def withdrawing_offers(state: Campaign, top: RetreatBeforeAssault, chosen: Selection) -> list[Offer]:
    """With nothing chosen the cheapest ways of each stack; with counters wherever they may go together."""
    if not chosen.counters:
        found = [Offer(str(Done()), "stand and fight")]
        plain = top.actions(state, top.side)
        ways = [action for action in plain if isinstance(action, Withdraw)]
        if chosen.own:
            return [_withdrawal(action) for action in ways if piece_of(action) in chosen.own]
        found += map(_withdrawal, ways)
        return found + [destroying_offer(action.name) for action in plain if isinstance(action, Destroy)]
    try:
        party = party_of(state, top.side, chosen.counters, "withdraw")
    except Refusal:
        return []
    if not all(may(check_may_withdraw, state, top.side, name) for name in chosen.counters):
        return []
    reached = reach(state, chosen.counters, kind="withdraw")
    adjacent, off = is_adjacent(state, party), max(leaving_cost(state, party, counter) for counter in party.counters)
    spare, paid = points_to_spare(state, party), pays_everywhere(state, party)
    offers = []
    for end in reached:
        if not holds_all(state, party, end) or not (paid or can_pay(state, party, reached, end)):
            continue
        path = reached.path(end)
        if not adjacent and reached.points(end) > FARTHER_BACK and len(path) > 2:
            continue
        cost = reached.points(end) + off
        action = Withdraw(chosen.counters, named(path))
        label = f"retreat to {title_of(end)}: {cost_text(cost, off, max(0, cost - spare) // POINT)} (13.1)"
        offers.append(Offer(str(action), label, chosen.counters, spot(end), in_words(cost)))
    return offers


def _withdrawal(action: Withdraw) -> Offer:
    goal = action.path[-1]
    pieces = (piece_of(action), *action.units[1:])
    return Offer(str(action), f"{listed(action.units)} retreat to {title_named(goal)} (13.1)", pieces, goal)


def meant_withdrawal(state: Campaign, chosen: Selection, at: str) -> Withdraw:
    if chosen.at is None:
        raise Refusal("13.1", "choose counters of yours in the same hex")
    ways = reach(state, chosen.counters, kind="withdraw")
    goal = board().index.get(at, -1)
    path = named(ways.path(goal)) if goal in ways else (board().name(chosen.at), at)
    return Withdraw(chosen.counters, path)
