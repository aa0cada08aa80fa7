"""[13.3, 13.4] Replacement points: received, spent on eliminated units and on reinforcing, and lost above ten."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from sandtable.core.frames import Draft
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Rebuild, Reinforce
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, bring, check_room, rooms, with_arrival
from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.reading import check_counter
from sandtable.games.panzerarmee_afrika.pieces.schedule import Pool, points, pool_name, pool_of, reinforcing_limit
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import (
    CADRE,
    PanzerarmeeAfrika,
    mark,
    role_of,
    side_of,
    strength_of,
    write_books,
)

# --- points


def receive_points(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[13.3.1] At the start of the phase, each pool by itself."""
    gained = points(draft.state.turn, side)
    if not any(gained.values()):
        return
    held = draft.state.books[side].points
    write_books(draft, side, points={pool: held[pool] + gained[pool] for pool in gained})
    draft.note("points", side=side, gained=dict(gained), held=draft.state.books[side].points, case="13.3.1")


def lose_excess(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[2.1.4, 13.3.1] No pool holds more than ten at the end of the phase."""
    held, most = draft.state.books[side].points, limits().most_points
    lost = {pool: count - most for pool, count in held.items() if count > most}
    if not lost:
        return
    write_books(draft, side, points={pool: min(count, most) for pool, count in held.items()})
    draft.note("points_lost", side=side, lost=lost, case="13.3.1")


def _spend(draft: Draft[PanzerarmeeAfrika], side: Side, pool: Pool, count: int) -> int:
    held = draft.state.books[side].points
    write_books(draft, side, points={**held, pool: held[pool] - count})
    return held[pool] - count


def _check_points(state: PanzerarmeeAfrika, name: str, count: int, case: str) -> None:
    pool = pool_of(counters()[name])
    held = state.books[side_of(name)].points[pool]
    if held < count:
        raise Refusal(case, f"{name} takes {plural(count, f'{pool_name(pool)} point')}, and {held} are in hand")


# --- rebuilding


def rebuildable(state: PanzerarmeeAfrika, side: Side) -> list[str]:
    """[2.1.3, 13.3.2] Units in the cadre that the points of their own pool suffice for."""
    held = state.books[side].points
    return [
        name
        for name, unit in state.units.items()
        if unit.at == CADRE
        and side_of(name) == side
        and counters()[name].combat_factor <= held[pool_of(counters()[name])]
    ]


def rebuildings(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    pairs = [pair for name in rebuildable(state, muster.side) for pair in product([name], rooms(state, name))]
    return Made(pairs, lambda pair: Rebuild(*pair))


def check_rebuilding(state: PanzerarmeeAfrika, muster: Muster, action: Rebuild) -> None:
    name = check_counter(state, muster.side, action.name, "13.3.2")
    if state.units[name].at != CADRE:
        raise Refusal("13.3.2", f"{name} is not in the cadre but at {board().name(state.units[name].at)}")
    _check_points(state, name, counters()[name].combat_factor, "13.3.2")
    check_room(state, name, action.at)


def rebuild(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Rebuild) -> Muster:
    counter = counters()[action.name]
    left = _spend(draft, muster.side, pool_of(counter), counter.combat_factor)
    bring(draft, action.name, action.at)
    draft.note(
        "rebuilt",
        side=muster.side,
        unit=action.name,
        at=action.at,
        points=counter.combat_factor,
        left=left,
        case="13.3.2",
    )
    return with_arrival(muster, action.name)


# --- reinforcing


def reinforceable(state: PanzerarmeeAfrika, muster: Muster) -> list[str]:
    """[13.4] The Allied units in the Alexandria base that may gain a factor now."""
    if muster.side != "allied":
        return []
    at_hand = dict.fromkeys((*muster.present, *muster.arrived))  # who left and was reinstated is both
    return [name for name in at_hand if not _why_not_reinforced(state, muster, name)]


def reinforcings(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    return Made(reinforceable(state, muster), Reinforce)


def check_reinforcing(state: PanzerarmeeAfrika, muster: Muster, action: Reinforce) -> None:
    if muster.side != "allied":
        raise Refusal("13.4", "only the Allies reinforce their units")
    name = check_counter(state, muster.side, action.name, "13.4")
    if why := _why_not_reinforced(state, muster, name):
        raise Refusal("13.4", why)


def _why_not_reinforced(state: PanzerarmeeAfrika, muster: Muster, name: str) -> str:
    if role_of(name) != "unit":
        return f"{name} has no combat factor to raise"
    if name not in (*muster.present, *muster.arrived) or state.units[name].at not in base("allied"):
        return f"{name} was not in the Alexandria base when the phase began, nor has it just arrived"
    counter = counters()[name]
    most = reinforcing_limit(state.turn, counter.category)
    if not most:
        return f"{counter.category} units cannot be reinforced yet"
    stands = strength_of(state, name)
    if stands >= most:
        return f"{counter.category} units are reinforced up to {most} on this turn; {name} has {stands}"
    if state.units[name].step >= len(counter.reinforced):
        return f"{name} cannot be made stronger than {stands}"
    pool = pool_of(counter)
    return "" if state.books["allied"].points[pool] else f"no {pool_name(pool)} point is in hand"


def reinforce(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Reinforce) -> Muster:
    name = action.name
    left = _spend(draft, muster.side, pool_of(counters()[name]), 1)
    mark(draft, name, step=draft.state.units[name].step + 1)
    draft.note("reinforced", unit=name, factors=strength_of(draft.state, name), left=left, case="13.4")
    return muster
