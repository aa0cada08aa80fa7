"""[4.0, 6.0, 9.0, 9.3] A move: who may make it, the way it takes, and carrying it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal, may
from sandtable.core.ways import straight
from sandtable.games.tobruk.arrivals.reinforcements import entry_hexes
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.orders import Enter, Move
from sandtable.games.tobruk.movement.reach import enter, points_left, reach_from, walk
from sandtable.games.tobruk.pieces.command import reinforcements_of
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.state import Tobruk, Trek, known, occupy, place


def marched(state: Tobruk, side: str, action: Move | Enter) -> tuple[tuple[int, ...], dict[str, Trek]]:
    """The path of a move and what each unit will have spent, worked out once: to check it and to carry it out."""
    found: tuple[tuple[int, ...], dict[str, Trek]] | None = state.layout.derived.get(action)
    if found is None:
        check_movers(state, side, action)
        path = _route(state, action)
        found = path, treks_along(state, action.units, path, isinstance(action, Enter))
        state.layout.derived[action] = found
    return found


def treks_along(state: Tobruk, names: Sequence[str], path: Sequence[int], entering: bool) -> dict[str, Trek]:
    if entering:
        return {name: enter(state, name, path) for name in names}
    return {name: walk(state, name, path, state.trek(name)) for name in names}


def check_movers(state: Tobruk, side: str, action: Move | Enter) -> None:
    """[4.0, 6.0, 9.0, 9.3] Who may move, and together."""
    if len(set(action.units)) < len(action.units):
        raise Refusal("9.0", "a unit is named twice")
    for name in action.units:
        if isinstance(action, Enter):
            _check_reinforcement(state, name, action.path[0])
        else:
            _check_mover(state, side, name, action.path)
    begun = [name for name in action.units if name in state.treks]
    if begun and len(begun) < len(action.units):
        raise Refusal("9.3", f"{begun[0]} has already begun its move; a stack must move together from its starting hex")


def _check_mover(state: Tobruk, side: str, name: str, path: tuple[str, ...]) -> None:
    if known(state, name, side) is None:
        raise Refusal("9.0", f"{name} is not yours to move")
    at = board().name(state.units[name].at)
    if name not in state.formation:
        raise Refusal("6.0", f"{name} is not activated: of another corps, or out of range of its headquarters")
    if at != path[0]:
        raise Refusal("9.0", f"{name} is at {at}, not at {path[0]}")
    if len(path) < 2:
        raise Refusal("9.0", "a move has at least two hexes, the first where it begins")
    if name in state.treks and name not in state.moving:
        raise Refusal("9.0", f"{name} has completed its move: others have moved since")


def _check_reinforcement(state: Tobruk, name: str, first: str) -> None:
    if name not in reinforcements_of(state, state.active):
        raise Refusal("4.0", f"{name} is not a reinforcement of this corps that may enter now")
    places = [board().name(hexagon) for hexagon in entry_hexes(state, name)]
    if first not in places:
        raise Refusal("4.0", f"{name} enters at {' or '.join(places)}, not at {first}")


def _route(state: Tobruk, action: Move | Enter) -> tuple[int, ...]:
    """The hexes of a move. Adjacent hexes are a step, gaps are filled the cheapest way; so is a step that cannot be
    taken when no other hex is named."""
    points = [board().named_hex(name, "9.0") for name in action.path]
    entering = isinstance(action, Enter)
    path = [points[0]]
    for there in points[1:]:
        adjacent = there in board().neighbours[path[-1]]
        if adjacent and (len(points) > 2 or may(treks_along, state, action.units, (*path, there), entering)):
            path.append(there)
        else:
            path.extend(_way(state, action.units, path, there, entering)[1:])
    if path[-1] == path[0] and len(points) > 1:
        raise Refusal("9.0", f"the path ends where it begins, at {action.path[0]}")
    return tuple(path)


def _way(state: Tobruk, names: Sequence[str], path: Sequence[int], there: int, entering: bool) -> tuple[int, ...]:
    """The cheapest way to a hex that all can take, from where a path has brought them."""
    treks = treks_along(state, names, path, entering)
    for name in sorted(names, key=lambda name: points_left(state, name, treks[name])):
        found = reach_from(state, name, path[-1], treks[name])
        if there in found:
            way = found.path(there)
            if len(names) == 1 or may(treks_along, state, names, (*path, *way[1:]), entering):
                return way
    return straight(board(), path[-1], there)


def carry_out(
    draft: Draft[Tobruk],
    side: str,
    path: tuple[int, ...],
    treks: Mapping[str, Trek],
    entering: bool,
    mined: str = "",
    until: int = 0,
) -> None:
    """Move units along a path, which leaves them with these treks; the one that met a minefield goes only as far as
    `until`, an index of the path."""
    names = tuple(treks)
    if mined:
        treks = {**treks, **treks_along(draft.state, (mined,), path[: until + 1], entering)}
    for name in names:
        end = path[until] if name == mined else path[-1]
        draft.amend("treks", name, treks[name])
        place(draft, name, end, road=treks[name].spared > 0)
    draft.change(moving=names)
    note_active(draft, names)
    others = [name for name in names if name != mined]
    kind = "entered" if entering else "moved"
    if others:
        draft.note(kind, units=others, path=[board().name(hexagon) for hexagon in path])
    if mined:
        draft.note(kind, units=[mined], path=[board().name(hexagon) for hexagon in path[: until + 1]])
    if entering:
        draft.change(arrived=(*draft.state.arrived, *names), formation=(*draft.state.formation, *names))
    if not mined:
        occupy(draft, side, path)
        return
    draft.change(mined=mined)
    spent = points_left(draft.state, mined, treks[mined]) == 0
    draft.amend("treks", mined, replace(treks[mined], halted=treks[mined].halted or spent))
    draft.note("mined", unit=mined, at=board().name(path[until]), case="9.6")
    occupy(draft, side, path if others else path[: until + 1])


def note_active(draft: Draft[Tobruk], names: Sequence[str]) -> None:
    """[6.1] An unassigned unit that has done something bears an Activated marker until the turn ends."""
    fresh = [name for name in names if counters()[name].command is None and name not in draft.state.activated]
    if fresh:
        draft.change(activated=(*draft.state.activated, *fresh))
