"""[13.6] Units that give up their transport for a lorry, and take it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Dismount, Remount
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster
from sandtable.games.panzerarmee_afrika.map import board, roads, tracks
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, lorries
from sandtable.games.panzerarmee_afrika.pieces.reading import check_counter, check_own, hex_of
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import (
    DUE,
    PanzerarmeeAfrika,
    Unit,
    is_enemy_in,
    mark,
    role_of,
    strength_of,
    total_strength,
)
from sandtable.games.panzerarmee_afrika.supply.network import network

Line = Mapping[int, tuple[int, ...]]


# --- what both ways have in common


def lines_through(hexes: Sequence[int]) -> Iterator[Line]:
    """[13.6] The roads, or the tracks, along which these hexes lie one beside the other."""
    for line in (roads(), tracks()):
        if _joined(line, hexes):
            yield line


def _joined(line: Line, hexes: Sequence[int]) -> bool:
    wanted = set(hexes)
    if not wanted <= line.keys():
        return False
    reached, edge = {hexes[0]}, [hexes[0]]
    while edge:
        fresh = [near for near in line[edge.pop()] if near in wanted and near not in reached]
        reached.update(fresh)
        edge += fresh
    return reached == wanted


def beside(hexes: Sequence[int]) -> list[int]:
    """[13.6] Where the lorry of units in these hexes stands: on their road or track, adjacent to one of them."""
    return sorted({near for line in lines_through(hexes) for hexagon in hexes for near in line[hexagon]})


def _stand(state: PanzerarmeeAfrika, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(state.units[name].at for name in names))


def _check_group(state: PanzerarmeeAfrika, muster: Muster, names: Sequence[str]) -> None:
    """Own regular units on the map, each named once, that have not yet dismounted or remounted in this phase."""
    for name in names:
        check_own(state, muster.side, name, "13.6")
        if role_of(name) != "unit":
            raise Refusal("13.6", f"{name} is not a regular unit")
        if name in muster.turned:
            raise Refusal("13.6", f"{name} has only just dismounted or remounted")
    if len(set(names)) < len(names):
        raise Refusal("13.6", "name each unit once")


def _check_line(state: PanzerarmeeAfrika, names: Sequence[str], lorry_at: int) -> None:
    hexes = _stand(state, names)
    if not any(lines_through(hexes)):
        raise Refusal("13.6", "the units must be adjacent to each other and all on one road or one track")
    if lorry_at not in beside(hexes):
        raise Refusal("13.6", f"{board().name(lorry_at)} is not adjacent to these units on their road or track")


# --- dismounting


def spare_lorry(state: PanzerarmeeAfrika, side: Side) -> str | None:
    """[13.6] A transport unit off the map: rather one that nobody waits for than one that is to come back."""
    waiting = [name for name in lorries(side) if state.units[name].at == DUE]
    return min(waiting, key=lambda name: (state.units[name].due > 0, -state.units[name].due, name), default=None)


def check_dismounting(state: PanzerarmeeAfrika, muster: Muster, action: Dismount) -> None:
    _check_group(state, muster, action.units)
    for name in action.units:
        if state.units[name].dismounted:
            raise Refusal("13.6", f"{name} is already dismounted")
    needed, offered = limits().dismount_factors, total_strength(state, action.units)
    if offered < needed:
        raise Refusal("13.6", f"a lorry takes {plural(needed, 'combat factor')}, and these units have {offered}")
    if spare_lorry(state, muster.side) is None:
        raise Refusal("13.6", f"all {len(lorries(muster.side))} transport units are on the map")
    at = hex_of(action.at, "13.6")
    _check_line(state, action.units, at)
    if is_enemy_in(state, muster.side, at):
        raise Refusal("13.6", f"the enemy holds {action.at}")


def dismountings(state: PanzerarmeeAfrika, muster: Muster) -> list[Action]:
    """The plain ones: along each road and track, runs of stacks that just make up the factors."""
    if spare_lorry(state, muster.side) is None:
        return []
    found: dict[tuple[str, ...], None] = {}
    for line in (roads(), tracks()):
        for start in state.layout.stands[muster.side]:
            if start not in line:
                continue
            for run in _runs(state, muster, line, start):
                found.setdefault(tuple(sorted(run)))
    return [
        Dismount(names, board().name(at))
        for names in found
        for at in beside(_stand(state, names))
        if not is_enemy_in(state, muster.side, at)
    ]


def _runs(state: PanzerarmeeAfrika, muster: Muster, line: Line, start: int) -> Iterator[list[str]]:
    """From one hex along the line, one neighbour after the other, until there are factors enough."""
    for first in (None, *line[start]):
        names, here, reached = list[str](), start, {start}
        while True:
            names += _mounted(state, muster, here)
            if total_strength(state, names) >= limits().dismount_factors:
                yield _fewest(state, names, here)
                break
            onward = first if here == start else next((at for at in line[here] if at not in reached), None)
            if onward is None or not _mounted(state, muster, onward):
                break
            here = onward
            reached.add(here)


def _mounted(state: PanzerarmeeAfrika, muster: Muster, at: int) -> list[str]:
    names = [
        name for name in state.at(at, muster.side) if not state.units[name].dismounted and name not in muster.turned
    ]
    return sorted(names, key=lambda name: (-strength_of(state, name), name))


def _fewest(state: PanzerarmeeAfrika, names: list[str], last: int) -> list[str]:
    """Without those of the last hex that are not needed."""
    kept = list(names)
    for name in reversed(names):
        others = [each for each in kept if each != name]
        if state.units[name].at != last or total_strength(state, others) < limits().dismount_factors:
            continue
        if any(state.units[each].at == last for each in others) or len(_stand(state, kept)) == 1:
            kept = others
    return kept


def dismount(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Dismount) -> Muster:
    """[13.6, 8.4] They count as out of supply from now on; a lorry that was to come back later will not."""
    lorry = spare_lorry(draft.state, muster.side)
    assert lorry is not None
    for name in action.units:
        mark(draft, name, dismounted=True, out=True)
    at = board().hex(action.at)
    served = network(draft.state, muster.side).would_supply(at)
    draft.amend("units", lorry, Unit(at, out=not served))
    draft.note(
        "dismounted",
        side=muster.side,
        units=list(action.units),
        lorry=lorry,
        at=board().name(at),
        case="13.6",
    )
    return replace(muster, turned=(*muster.turned, *action.units, lorry))


# --- remounting


def check_remounting(state: PanzerarmeeAfrika, muster: Muster, action: Remount) -> None:
    _check_group(state, muster, action.units)
    for name in action.units:
        if not state.units[name].dismounted:
            raise Refusal("13.6", f"{name} is not dismounted")
    lorry = check_counter(state, muster.side, action.lorry, "13.6")
    if role_of(lorry) != "lorry" or state.units[lorry].at < 0:
        raise Refusal("13.6", f"{lorry} is not a transport unit on the map")
    if lorry in muster.turned:
        raise Refusal("13.6", f"{lorry} was formed in this phase")
    if state.units[lorry].out:
        raise Refusal("13.6", f"{lorry} is out of supply")
    offered, most = total_strength(state, action.units), 2 * limits().dismount_factors
    if offered >= most:
        why = f"{limits().dismount_factors} factors make up a lorry, so one lorry cannot remount {offered}"
        raise Refusal("13.6", why)
    _check_line(state, action.units, state.units[lorry].at)


def remountings(state: PanzerarmeeAfrika, muster: Muster) -> list[Action]:
    """The plain ones: for each lorry the dismounted units of each adjacent hex, and those of the next hex with them."""
    found: dict[Remount, None] = {}
    for lorry in lorries(muster.side):
        unit = state.units[lorry]
        if unit.at < 0 or unit.out or lorry in muster.turned:
            continue
        for line in (roads(), tracks()):
            for near in line.get(unit.at, ()):
                for further in (near, *line[near]):
                    names = tuple(_on_foot(state, muster, (near, further)))
                    if not names or not _on_foot(state, muster, (near,)):
                        continue
                    if total_strength(state, names) < 2 * limits().dismount_factors:
                        found.setdefault(Remount(names, lorry))
    return list(found)


def _on_foot(state: PanzerarmeeAfrika, muster: Muster, hexes: Sequence[int]) -> list[str]:
    return [
        name
        for at in dict.fromkeys(hexes)
        for name in state.at(at, muster.side)
        if state.units[name].dismounted and name not in muster.turned
    ]


def remount(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Remount) -> Muster:
    """[13.6] The lorry leaves the map; who has a line is in supply again."""
    draft.amend("units", action.lorry, Unit(DUE))
    draft.strike("treks", action.lorry)
    net = network(draft.state, muster.side)
    for name in action.units:
        served = net.would_supply(draft.state.units[name].at)
        mark(draft, name, dismounted=False, out=not served)
    draft.note("remounted", side=muster.side, units=list(action.units), lorry=action.lorry, case="13.6")
    return replace(muster, turned=(*muster.turned, *action.units))
