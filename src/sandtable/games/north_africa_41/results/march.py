"""Pieces on their way: what they meet hex by hex, enemies in Full Retreat who give way among it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.ground.fitness import is_prey
from sandtable.games.north_africa_41.ground.ranges import Mode
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.results.retreats import alarm
from sandtable.games.north_africa_41.state import NorthAfrica, is_combat, write_books


class March(Step[NorthAfrica], frozen=True):
    """Pieces at the first place of a path, with the rest of it before them."""

    side: Side
    units: tuple[str, ...]
    path: tuple[int, ...]
    alarmed: bool = False  # [13.3.2] whether those in Full Retreat next to the first place have given way

    def run(self, draft: Draft[NorthAfrica]) -> None:
        if not self.alarmed and _alarms(draft.state, self.side, self.units, self.path[0]):
            draft.swap(replace(self, alarmed=True))
            alarm(draft, self.side, self.path[0])
        elif len(self.path) == 1 or self.path[1] in front(draft.state, self.side).occupied:
            draft.pop()
        else:
            gone = _uneventful(draft.state, self.side, self.units, self.path)
            draft.swap(replace(self, path=self.path[gone:], alarmed=False))
            put_down(draft, self.side, self.units, self.path[gone])


def set_out(draft: Draft[NorthAfrica], side: Side, units: Sequence[str], path: Sequence[int], mode: Mode | str) -> None:
    """[5.1] Start pieces along a path that was checked; where nothing will happen on it they are there at once."""
    quiet = _is_quiet(draft.state, side, units, path)
    draft.note("moved", units=list(units), path=[board().name(each) for each in path], mode=mode)
    if not quiet:
        draft.push(March(side, tuple(units), tuple(path)))
    else:
        put_down(draft, side, units, path[-1])


def complete(draft: Draft[NorthAfrica], units: Sequence[str]) -> None:
    """[5.1] Note that pieces have moved and do not move again this phase."""
    draft.change(moved=tuple(sorted({*draft.state.moved, *units})))


def disturb(draft: Draft[NorthAfrica], side: Side) -> None:
    """[17.4] Regular land movement and the Special Transfer cost the side its free Supply Point."""
    if draft.state.books[side].restful:
        write_books(draft, side, restful=False)


def _alarms(state: NorthAfrica, side: Side, units: Sequence[str], at: int) -> bool:
    """[13.3.2] Whether Combat Units here make enemies in Full Retreat give way."""
    fleeing = front(state, side).fleeing
    if at < 0 or not fleeing or not any(is_combat(name) for name in units):
        return False
    return not fleeing.isdisjoint(board().adjacent[at])


def _is_quiet(state: NorthAfrica, side: Side, units: Sequence[str], path: Sequence[int]) -> bool:
    if not any(is_combat(name) for name in units):
        return True
    last = path[-1]
    return (
        _uneventful(state, side, units, path) == len(path) - 1
        and not is_prey(state, side, last)
        and not any(_alarms(state, side, units, at) for at in (path[0], last))
    )


def _uneventful(state: NorthAfrica, side: Side, units: Sequence[str], path: Sequence[int]) -> int:
    """How many steps of a path bring the pieces to its end or to a place where something happens."""
    last = len(path) - 1
    if not any(is_combat(name) for name in units):
        return last
    for i in range(1, last):
        at = path[i]
        fort = state.forts.get(at)
        if is_prey(state, side, at) or state.holder(at) not in (None, side):
            return i
        if fort is not None and fort.side != side:
            return i
        if _alarms(state, side, units, at):
            return i
    return last
