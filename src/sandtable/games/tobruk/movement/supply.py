"""[3.1, 5.0, 5.1, 5.2] Supply paths, of any length, and what the want of one does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from sandtable.core import fields
from sandtable.core.frames import Draft
from sandtable.core.values import Explanation
from sandtable.games.tobruk.map import board, escarpment, road, rough, supply_sources, trail
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.casualties import reduce
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.state import SIDES, Tobruk, amend, enemy_of, side_of


@cache
def _paths() -> tuple[tuple[int, ...], ...]:
    """[5.1] Steps of a supply path: rough hexes and escarpments only along a road or trail."""
    return tuple(
        tuple(there for there in board().adjacent[here] if _passes(here, there)) for here in range(len(board()))
    )


def _passes(here: int, there: int) -> bool:
    if road(here, there) or trail(here, there):
        return True
    return not (escarpment(here, there) or here in rough() or there in rough())


@cache
def _first_steps(hexagon: int) -> tuple[int, ...]:
    """[5.1] Out of a rough hex the path is not passing through it: any hexside but an escarpment will do."""
    return tuple(there for there in board().adjacent[hexagon] if _leads(hexagon, there))


def _leads(here: int, there: int) -> bool:
    return _passes(here, there) or (here in rough() and there not in rough() and not escarpment(here, there))


def free_sources(state: Tobruk, side: str) -> tuple[int, ...]:
    """[5.1] The supply sources that no enemy unit occupies."""
    held = state.layout.held[enemy_of(side)]
    return tuple(sorted(hexagon for hexagon in supply_sources(side) if hexagon not in held))


def cut_hexes(state: Tobruk, side: str) -> bytearray:
    """[5.1, 8.0] Hexes that no path of this side enters: the enemy's own, and his zone where no friend stands."""
    facing = front(state, side)
    cut = bytearray(facing.zone)
    for hexagon in state.layout.held[side]:
        cut[hexagon] = 0
    for hexagon in facing.held:
        cut[hexagon] = 1
    return cut


def supplied(state: Tobruk, side: str) -> dict[int, int]:
    """[5.1] Every hex that a supply path reaches, with its length."""
    found: dict[int, int] | None = state.layout.derived.get(("supplied", side))
    if found is None:
        cut = cut_hexes(state, side)
        sources = [hexagon for hexagon in free_sources(state, side) if not cut[hexagon]]
        reached = fields.spread(_paths(), sources, cut)
        found = {hexagon: length for hexagon, length in reached.items() if not cut[hexagon]}
        found |= _out_of_the_rough(found, [hexagon for hexagon in state.layout.held[side] if hexagon in rough()])
        state.layout.derived["supplied", side] = found
    return found


def _out_of_the_rough(reached: Mapping[int, int], stands: Sequence[int]) -> dict[int, int]:
    """[5.1] Units in rough hexes that no path enters, but that are next to one. Nobody's path goes through them."""
    near = {
        hexagon: [reached[there] + 1 for there in _first_steps(hexagon) if there in reached]
        for hexagon in stands
        if hexagon not in reached
    }
    return {hexagon: min(lengths) for hexagon, lengths in near.items() if lengths}


def supplied_if_held(state: Tobruk, side: str) -> frozenset[int]:
    """[5.1] Every hex in which a unit would have a supply path: those of the enemy's zone too, next to one that has."""
    found: frozenset[int] | None = state.layout.derived.get(("supplied if held", side))
    if found is None:
        reached, foes = supplied(state, side), state.layout.held[enemy_of(side)]
        beyond = {there for here in reached for there in _paths()[here] if there not in foes}
        found = state.layout.derived["supplied if held", side] = frozenset(beyond.union(reached))
    return found


def has_path(state: Tobruk, name: str) -> bool:
    return state.units[name].at in supplied(state, side_of(name))


def path_of(state: Tobruk, name: str) -> tuple[int, ...] | None:
    """A shortest supply path from the unit to its source; None when there is none."""
    side, here = side_of(name), state.units[name].at
    reached = supplied(state, side)
    if here not in reached:
        return None
    path = [here]
    while reached[path[-1]]:
        ways = _paths()[path[-1]] if len(path) > 1 else _first_steps(path[-1])
        path.append(min((there for there in ways if there in reached), key=lambda there: reached[there]))
    return tuple(path)


def supply_phase(draft: Draft[Tobruk]) -> None:
    """[3.1, 5.0] Everybody's status for the turn; only then are the units reduced that went without for too long."""
    state = draft.state
    starving: list[str] = []
    for side in SIDES:
        for name in state.layout.forces[side]:
            unit = state.units[name]
            turns = 0 if has_path(state, name) else unit.unsupplied + 1
            if turns != unit.unsupplied:
                amend(draft, name, unsupplied=turns)
            if turns:
                draft.note("cut_off", unit=name, turns=turns, case="5.2")
            if turns >= limits().reduction_turns:
                starving.append(name)
    for name in starving:
        reduce(draft, name, "5.2", "without supply for three turns or more")


def status(state: Tobruk, name: str) -> str:
    """[5.2] In words."""
    turns = state.units[name].unsupplied
    if turns >= limits().out_of_supply_turns:
        return "out of supply"
    return "low supply" if turns >= limits().low_supply_turns else "in supply"


def explain_supply(state: Tobruk, name: str) -> Explanation:
    """The status of this turn, and the path that the unit has or lacks as things stand now."""
    at = state.units[name].at
    if at < 0:
        return Explanation(f"{name} is not on the map", "5.1")
    parts = [Explanation(f"this turn {name} is {status(state, name)}", "5.2", _penalties(state, name))]
    path = path_of(state, name)
    if path is None:
        parts.append(Explanation(f"as things stand no path leads from {board().name(at)} to a free source", "5.1"))
    else:
        parts.append(Explanation(f"its path is {'-'.join(board().name(hexagon) for hexagon in path)}", "5.1"))
    return Explanation(f"{name} at {board().name(at)}: {status(state, name)}", "5.1", tuple(parts))


def _penalties(state: Tobruk, name: str) -> tuple[Explanation, ...]:
    turns, counter = state.units[name].unsupplied, counters()[name]
    found = []
    if turns >= limits().out_of_supply_turns:
        if counter.is_combat:
            found.append(Explanation("attack and defence are halved, rounded down", "5.2"))
        else:
            found.append(Explanation("it gives no artillery support", "5.2"))
        if counter.motorised:
            found.append(Explanation("its movement is halved, rounded up", "5.2"))
        if turns >= limits().reduction_turns - 1:
            found.append(Explanation("it is reduced in the next Supply Phase without a path", "5.2"))
    elif turns >= limits().low_supply_turns and counter.is_combat:
        found.append(Explanation("its attack is halved, rounded up", "5.2"))
    return tuple(found)
