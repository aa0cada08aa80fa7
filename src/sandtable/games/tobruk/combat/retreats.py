"""[10.3, 8.0] Retreats: every hex nearer to a free source of supply, each unit by its own way."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.orders import Retreat
from sandtable.games.tobruk.map import board, ports
from sandtable.games.tobruk.movement.supply import free_sources
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.casualties import eliminate, reduce
from sandtable.games.tobruk.pieces.stacking import make_way, room_in_battle
from sandtable.games.tobruk.state import Tobruk, enemy_of, occupy, place, present, side_of

Path = tuple[int, ...]


def havens(state: Tobruk, side: str) -> tuple[int, ...]:
    """[10.3] The sources that no enemy unit occupies or holds in its zone."""
    zone = front(state, side).zone
    return tuple(hexagon for hexagon in free_sources(state, side) if not zone[hexagon])


def retreat_paths(state: Tobruk, name: str, hexes: int) -> list[Path]:
    """[10.3] The ways of a beaten unit: the whole distance clear of enemy zones if it can, otherwise into the first
    zone it meets; nothing when it is trapped."""
    side, start = side_of(name), state.units[name].at
    clear: dict[Path, None] = {}
    stopped: dict[Path, None] = {}
    for haven in havens(state, side):
        for path in _ways(state, side, (start,), haven, hexes):
            if room_in_battle(state, side, path[-1], (name,)):
                (stopped if front(state, side).zone[path[-1]] else clear).setdefault(path)
    return list(clear or stopped)


def _ways(state: Tobruk, side: str, path: Path, haven: int, hexes: int) -> list[Path]:
    """[10.3] Ways on from here that end after so many hexes, in a zone, or in the port that is the source, where no
    hex is nearer; without their first hex."""
    here, facing = path[-1], front(state, side)
    if len(path) > 1 and (hexes == 0 or facing.zone[here] or (here == haven and haven in ports())):
        return [path[1:]]
    if hexes == 0:
        return []
    far = board().distance(here, haven)
    return [
        way
        for there in board().adjacent[here]
        if board().distance(there, haven) < far and there not in facing.held
        for way in _ways(state, side, (*path, there), haven, hexes - 1)
    ]


def open_retreats(draft: Draft[Tobruk], names: Sequence[str], hexes: int) -> None:
    units = present(draft.state, names)
    if hexes and units:
        draft.push(Retreats(side_of(units[0]), units, hexes))


class Retreats(Step[Tobruk], frozen=True):
    """[10.3] The beaten units of one battle. Units without a choice go, or die, by themselves; where they are in each
    other's way the owner says who goes first."""

    side: str
    units: tuple[str, ...]  # still to retreat
    hexes: int

    def run(self, draft: Draft[Tobruk]) -> None:
        if not self.units:
            draft.pop()
            return
        ways = {name: retreat_paths(draft.state, name, self.hexes) for name in self.units}
        for name, paths in ways.items():
            if not paths:
                draft.swap(self.without(name))
                eliminate(draft, name, "10.3", "no way to retreat", recoverable=False)
                return
        for name, paths in ways.items():
            end = paths[0][-1]
            rivals = [other for other, theirs in ways.items() if any(path[-1] == end for path in theirs)]
            if len(paths) == 1 and room_in_battle(draft.state, self.side, end, rivals):
                self.go(draft, name, paths[0])
                return
        draft.swap(RetreatRoute(self))

    def without(self, name: str) -> Retreats:
        return replace(self, units=tuple(unit for unit in self.units if unit != name))

    def go(self, draft: Draft[Tobruk], name: str, path: Path) -> None:
        """[8.0, 10.3] An enemy zone on the way stops the unit and costs it a reduction."""
        start = draft.state.units[name].at
        draft.swap(self.without(name))
        place(draft, name, path[-1])
        make_way(draft, self.side, path[-1])
        draft.note("retreated", unit=name, path=[board().name(hexagon) for hexagon in (start, *path)], case="10.3")
        if front(draft.state, self.side).zone[path[-1]]:
            reduce(draft, name, "10.3", "retreated into an enemy zone")
        occupy(draft, self.side, path)


class RetreatRoute(Decision[Tobruk], frozen=True):
    """[10.3] The owner chooses the way of a beaten unit."""

    retreats: Retreats

    def asked(self, state: Tobruk) -> tuple[str, ...]:
        return (self.retreats.side,)

    def prompt(self, state: Tobruk) -> str:
        return f"Retreat {plural(self.retreats.hexes, 'hex')}: {', '.join(self.retreats.units)}."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        hexes = self.retreats.hexes
        keys = [(name, path) for name in self.retreats.units for path in retreat_paths(state, name, hexes)]
        return Made(keys, lambda key: Retreat(key[0], tuple(board().name(hexagon) for hexagon in key[1])))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        retreats = self.retreats
        if not isinstance(action, Retreat) or action.unit not in retreats.units:
            raise Refusal("10.3", f"units retreat first: {', '.join(retreats.units)}")
        path = tuple(board().index.get(name, -1) for name in action.path)
        if path not in retreat_paths(state, action.unit, retreats.hexes):
            _refuse(state, retreats, action, path)

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Retreat)
        self.retreats.go(draft, action.unit, tuple(board().hex(name) for name in action.path))


def _refuse(state: Tobruk, retreats: Retreats, action: Retreat, path: Path) -> None:
    """Say what is wrong with a way that is not one of the lawful ones."""
    side, here = retreats.side, state.units[action.unit].at
    facing = front(state, side)
    stopped = False
    for there, name in zip(path, action.path, strict=True):
        if there < 0 or there not in board().adjacent[here]:
            raise Refusal("10.3", f"{action.unit} cannot retreat from {board().name(here)} to {name}")
        if there in state.layout.held[enemy_of(side)]:
            raise Refusal("10.3", f"{name} is held by the enemy")
        if stopped:
            raise Refusal("10.3", f"{action.unit} must stop in the enemy zone at {board().name(here)}")
        here, stopped = there, bool(facing.zone[there])
    if stopped:
        raise Refusal("10.3", f"{action.unit} has a retreat that does not end in an enemy zone")
    if len(path) != retreats.hexes:
        raise Refusal("10.3", f"{action.unit} retreats {plural(retreats.hexes, 'hex')}")
    if not room_in_battle(state, side, here, (action.unit,)):
        raise Refusal("10.3", f"{action.path[-1]} has no room for {action.unit}")
    raise Refusal("10.3", "every hex of a retreat must be nearer to a free source of supply than the one before it")
