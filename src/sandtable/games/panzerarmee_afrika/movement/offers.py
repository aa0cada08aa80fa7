"""[11] What the screen offers in the movement phase: moves with their cost, overruns, hauls, trains and ships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.core.listing import Branches
from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.factors.strength import counter_differential
from sandtable.games.panzerarmee_afrika.map import board, railroad, sea_lanes
from sandtable.games.panzerarmee_afrika.movement.haulage import hauled, hauls, open_railway, rail_path, rails
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Overrun, Rail, Ship
from sandtable.games.panzerarmee_afrika.movement.overruns import overruns, overruns_by, planned
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, check_done, crowds
from sandtable.games.panzerarmee_afrika.movement.reach import reach, written
from sandtable.games.panzerarmee_afrika.movement.sea import ships
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.reading import hexes_of
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from, front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, room_in, side_of


class Selection(NamedTuple):
    """Own counters that stand together, by kind."""

    units: tuple[str, ...]
    lorries: tuple[str, ...]
    depots: tuple[str, ...]
    at: int


def gathered(state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> Selection | None:
    """The chosen counters, if all are own ones in one hex of the map."""
    if any(side_of(name) != side for name in pieces):
        return None
    places = {state.units[name].at for name in pieces}
    if len(places) != 1 or min(places) < 0:
        return None
    units, lorries, depots = (
        tuple(name for name in pieces if role_of(name) == role) for role in ("unit", "lorry", "depot")
    )
    return Selection(units, lorries, depots, places.pop())


def moving_offers(state: PanzerarmeeAfrika, side: Side, top: Movement, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen overruns and the end; with pieces of one hex everything they can do."""
    if not pieces:
        found = [_overrun(state, side, action) for action in overruns(state, side)]
        if may(check_done, state, side, top.prizes):
            found.append(Offer(str(Done()), "end movement"))
        return found
    chosen = gathered(state, side, pieces)
    if chosen is None:
        return []
    if chosen.units:
        return [*_marches(state, side, chosen), *_sorties(state, side, chosen, top)]
    return [*_drives(state, side, chosen), *_loads(state, side, chosen, top)]


# --- regular units


def _marches(state: PanzerarmeeAfrika, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[11.1] Where regular units can go together; transport units and installations of their hex stay."""
    left = ", leaving the transport" if chosen.lorries or chosen.depots else ""
    yield from _ways(state, side, chosen.units, chosen.at, left)


def _ways(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], here: int, remark: str = "") -> Iterator[Offer]:
    reached = reach(state, names)
    for end in reached:
        action = Move(names, written(reached, here, end))
        path = tuple(board().name(at) for at in reached.path(end))
        yield Offer(
            str(action),
            f"move to {path[-1]}{remark}",
            names,
            path[-1],
            str(reached.points(end)),
            _stop(state, side, names, end),
            path,
        )


def _stop(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], end: int) -> str:
    """Why the way ends in a hex, or the hex is no place to stay."""
    fort = fort_besieged_from(state, side, end)
    if fort >= 0 and role_of(names[0]) == "unit":
        return f"enters the zone of the fort {board().name(fort)} and must attack it (12.1.1)"
    if front(state, side).zone[end]:
        return "enters an enemy zone (11.1.4)"
    there = state.at(end, side)
    if role_of(names[0]) == "unit" and len(there) + len(names) > room_in(end):
        return f"{plural(len(there), 'unit is', 'units are')} there, {room_in(end)} may stay (4)"
    return ""


def _sorties(state: PanzerarmeeAfrika, side: Side, chosen: Selection, top: Movement) -> Iterator[Offer]:
    """[11.4, 11.2] Overruns by just these units, those that need their whole stack, and voyages."""
    by_these = overruns_by(state, side, chosen.units)
    for action in by_these:
        yield _overrun(state, side, action)
    taken = {action.path[-1] for action in by_these}
    for action in overruns(state, side):
        if set(chosen.units) < set(action.units) and action.path[-1] not in taken:
            offer = _overrun(state, side, action)
            # without a place, so that a click on the enemy does not move more than was chosen
            yield Offer(offer.action, offer.label, offer.pieces, "", offer.cost, "", offer.path)
    for voyage in ships(state, side, top.prizes):
        if chosen.units == (voyage.name,):
            yield _ship(state, voyage)


def _overrun(state: PanzerarmeeAfrika, side: Side, action: Overrun) -> Offer:
    plan = planned(state, side, action)
    cost = max(trek.spent - state.trek(name).spent for name, trek in plan.treks.items())
    path = tuple(board().name(at) for at in plan.path)
    enemies = ", ".join((*plan.defenders, *plan.lorries))
    back = f"{counter_differential(state, (), action.units):+d}"  # [11.4] a die falls, though nobody is left to strike
    return Offer(
        str(action),
        f"overrun {enemies} at {path[-1]} with {', '.join(action.units)}: {cost} MF,"
        f" and a die for the counter-attack at {back} (11.4)",
        (*action.units, *plan.defenders),
        path[-1],
        str(cost),
        "",
        path,
    )


def _ship(state: PanzerarmeeAfrika, action: Ship) -> Offer:
    here = board().name(state.units[action.name].at)
    return Offer(
        str(action), f"ship {action.name} from {here} to {action.at}", (action.name,), action.at, path=(here, action.at)
    )


# --- transport units and installations


def _drives(state: PanzerarmeeAfrika, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[11.1.3]"""
    if len(chosen.lorries) == 1 and not chosen.depots:
        yield from _ways(state, side, chosen.lorries, chosen.at)


def _loads(state: PanzerarmeeAfrika, side: Side, chosen: Selection, top: Movement) -> Iterator[Offer]:
    """[11.2, 11.3, 11.3.1] What carries the chosen installation, or what the chosen transport unit can carry."""
    wanted = {*chosen.lorries, *chosen.depots}
    if len(chosen.lorries) > 1 or len(chosen.depots) > 1:
        return
    for block in hauls(state, side):
        for haul in block.make():
            if not isinstance(haul, Haul) or not wanted <= {haul.lorry, haul.depot}:
                break
            yield _haul(state, side, haul)
    if chosen.lorries:
        return
    for train in Branches(*rails(state, side, _crowded(state, side))):
        if isinstance(train, Rail) and train.name in wanted:
            yield _rail(state, train)
    for voyage in ships(state, side, top.prizes):
        if voyage.name in wanted:
            yield _ship(state, voyage)


def _crowded(state: PanzerarmeeAfrika, side: Side) -> set[int]:
    return {crowd.at for crowd in crowds(state, side)}


def _haul(state: PanzerarmeeAfrika, side: Side, action: Haul) -> Offer:
    way, trek = hauled(state, side, action)
    path = tuple(board().name(at) for at in way)
    stop = "enters an enemy zone (11.1.4)" if trek.halted else ""
    cost = trek.spent - state.trek(action.lorry).spent
    return Offer(
        str(action),
        f"carry {action.depot} to {path[-1]} with {action.lorry}",
        (action.lorry, action.depot),
        path[-1],
        str(cost),
        stop,
        path,
    )


def _rail(state: PanzerarmeeAfrika, action: Rail) -> Offer:
    way = rail_path(state.units[action.name].at, board().index[action.at])
    path = tuple(board().name(at) for at in way)
    return Offer(str(action), f"send {action.name} by rail to {action.at}", (action.name,), action.at, "rail", "", path)


# --- what a choice of pieces and a hex means


def meant(state: PanzerarmeeAfrika, side: Side, own: tuple[str, ...], foes: tuple[str, ...], at: str) -> Action:
    """The order that these clicks would be; whether it is lawful is for the decision to say."""
    chosen = gathered(state, side, own)
    if chosen is None:
        raise Refusal("11.1", "choose counters of yours in one hex")
    if foes:
        targets = sorted({board().name(state.units[name].at) for name in foes})
        if len(targets) > 1:
            raise Refusal("11.4", f"one hex is overrun at a time, not {' and '.join(targets)}")
        at = targets[0]
    (goal,) = hexes_of((at,), "11.1")
    here = board().name(chosen.at)
    if chosen.units:
        occupied = goal in front(state, side).occupied
        return Overrun(chosen.units, (here, at)) if occupied else Move(chosen.units, (here, at))
    if chosen.depots:
        return _carried(state, side, chosen, goal)
    return Move(chosen.lorries, (here, at))


def _carried(state: PanzerarmeeAfrika, side: Side, chosen: Selection, goal: int) -> Action:
    """[11.2, 11.3, 11.3.1] How an installation would get there: by lorry, by rail, by sea."""
    depot, at, here = chosen.depots[0], board().name(goal), board().name(chosen.at)
    lorries = chosen.lorries or tuple(state.layout.lorries[side].get(chosen.at, ()))
    by_rail = side == "allied" and {chosen.at, goal} <= railroad().keys()
    if not chosen.lorries and by_rail and (not lorries or goal in open_railway(state)):
        return Rail(depot, at)
    if not chosen.lorries and goal in sea_lanes().get(chosen.at, ()):
        return Ship(depot, at)
    if not lorries:
        raise Refusal("11.3", f"{depot} does not move by itself: a transport unit must fetch it from {here}")
    return Haul(lorries[0], depot, (here, at))
