"""[7.6, 11.7, 15.22] Retreats: two hexes, led by the winner, one unit after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.combat.aftermath import overrun
from sandtable.games.afrika_korps.ground.rommel import displace
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.orders import Done, Lose, Move, Retreat
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import AfrikaKorps, eliminate, enemy_of, place, side_of

Path = tuple[int, int]

# --- where to


def ways_out(start: int, zone: Sequence[int], held: Collection[int]) -> list[Path]:
    """[7.6, 7.61] Every way of two hexes that avoids zones and enemies; it may bend, but not come back."""
    adjacent = board().adjacent
    return [
        (first, second)
        for first in adjacent[start]
        if not zone[first] and first not in held
        for second in adjacent[first]
        if second != start and not zone[second] and second not in held
    ]


def retreat_paths(state: AfrikaKorps, name: str) -> list[Path]:
    """[7.61, 7.62, 23.7] The ways on which a beaten unit survives, stacking apart."""
    side = side_of(name)
    found = ways_out(state.units[name].at, front(state, side).zone, state.layout.combat[enemy_of(side)])
    if side == state.phasing:  # [11.7] the defender may lead an attacker back into a vacant fortress
        return found
    # [11.7] the attacker may not retreat a unit into a vacant fortress if there is another route
    return [path for path in found if path[1] not in fortresses() or state.at(path[1], side)] or found


def surrounded(state: AfrikaKorps, defenders: Iterable[str], blocking_units: Iterable[str]) -> bool:
    """[9.1] Whether these enemy units and the terrain alone leave no defender a retreat; friends do not matter."""
    held = frozenset(state.units[name].at for name in blocking_units)
    zone = fields.zones(board().adjacent, held, fortresses())
    return not any(ways_out(state.units[name].at, zone, held) for name in defenders)


def can_survive_retreat(state: AfrikaKorps, name: str) -> bool:
    """Whether a 'back 2' would leave the unit alive as things stand."""
    return bool(retreat_paths(state, name))


# --- all units of one result


class Retreats(Step[AfrikaKorps], frozen=True):
    """[7.63, 10.1] The beaten units of one battle, never Rommel. Units without a choice go, or die, by themselves."""

    winner: str
    units: tuple[str, ...]  # still to be led
    in_use: tuple[str, ...] = ()  # supplies that sustain attacks this turn and cannot be overrun [15.22]
    led: tuple[str, ...] = ()

    def run(self, draft: Draft[AfrikaKorps]) -> None:
        if not self.units:
            draft.pop()
            thin_out(draft, self.led)
            return
        for name in self.units:
            paths = self.paths(draft.state, name)
            if not paths:  # [7.61]
                self._trap(draft, name)
                return
            if len(paths) == 1:
                self.lead(draft, name, paths[0])
                return
        draft.swap(RetreatRoute(self))

    def paths(self, state: AfrikaKorps, name: str) -> list[Path]:
        """[7.61, 7.62] The ways the winner may choose from: none that loses a unit to the stacking limit while another
        saves it."""
        found = retreat_paths(state, name)
        ends = {unit: {path[1] for path in retreat_paths(state, unit)} for unit in self.units}
        best = self._saved(state, ends)
        kept = {end for end in ends[name] if self._saved(state, {**ends, name: {end}}) == best}
        return [path for path in found if path[1] in kept]

    def _saved(self, state: AfrikaKorps, ends: dict[str, set[int]]) -> int:
        """[7.61, 7.62] How many units can find room at their ends: a matching of units to free places."""
        side = side_of(self.units[0])
        places: dict[tuple[int, int], str] = {}

        def room(hexagon: int) -> int:
            return limits().stacking - sum(name not in self.units for name in state.at(hexagon, side))

        def settle(name: str, tried: set[tuple[int, int]]) -> bool:
            for seat in ((end, number) for end in sorted(ends[name]) for number in range(room(end))):
                if seat not in tried:
                    tried.add(seat)
                    if seat not in places or settle(places[seat], tried):
                        places[seat] = name
                        return True
            return False

        return sum(settle(name, set()) for name in self.units)

    def _trap(self, draft: Draft[AfrikaKorps], name: str) -> None:
        """[7.61, 23.7] Nobody is saved by staying where he was beaten."""
        draft.swap(self._without(name))
        case = "23.7" if draft.state.units[name].at in fortresses() else "7.61"
        eliminate(draft, name, case, "no way to retreat")
        displace(draft)

    def lead(self, draft: Draft[AfrikaKorps], name: str, path: Path) -> None:
        """[7.6, 15.22] Two hexes, taking lone supplies on the way."""
        first, second = path
        origin = draft.state.units[name].at
        draft.swap(replace(self._without(name), led=(*self.led, name)))
        draft.note("retreated", unit=name, path=[board().name(at) for at in (origin, first, second)], case="7.6")
        place(draft, name, first)
        prizes = [taken for taken in overrun(draft, name, self.in_use) if draft.state.units[taken].at == first]
        place(draft, name, second)
        overrun(draft, name, self.in_use)
        for taken in prizes:
            draft.push(Prize(taken, name, first, second))
        displace(draft)

    def _without(self, name: str) -> Retreats:
        return replace(self, units=tuple(unit for unit in self.units if unit != name))


class RetreatRoute(Decision[AfrikaKorps], frozen=True):
    """[7.5, 7.62] The winner leads a beaten unit."""

    retreats: Retreats

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (self.retreats.winner,)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Retreat {', '.join(self.retreats.units)}."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        keys = [(name, path) for name in self.retreats.units for path in self.retreats.paths(state, name)]
        return Made(keys, lambda key: Retreat(key[0], tuple(board().name(at) for at in key[1])))

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if not isinstance(action, Retreat):
            raise Refusal("7.5", f"retreats come first: {', '.join(self.retreats.units)}")
        if action.unit not in self.retreats.units:
            raise Refusal("7.5", f"{action.unit} is not retreating; these are: {', '.join(self.retreats.units)}")
        path = tuple(board().index.get(name, -1) for name in action.path)
        if len(path) != limits().retreat:
            raise Refusal("7.5", f"a retreat is {plural(limits().retreat, 'hex')} long: name each hex")
        if path in self.retreats.paths(state, action.unit):
            return
        _refuse_path(state, action, path)

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        assert isinstance(action, Retreat)
        first, second = (board().hex(name) for name in action.path)
        self.retreats.lead(draft, action.unit, (first, second))


def _refuse_path(state: AfrikaKorps, action: Retreat, path: Sequence[int]) -> None:
    """Say what is wrong with a route that is not legal."""
    side, here = side_of(action.unit), state.units[action.unit].at
    start = here
    for there, name in zip(path, action.path, strict=True):
        if there not in board().adjacent[here]:
            raise Refusal("7.61", f"{action.unit} cannot retreat from {board().name(here)} to {name}")
        if there == start:
            raise Refusal("7.6", f"a retreat ends at least one hex from {name}, where it began")
        if state.at(there, enemy_of(side)):
            raise Refusal("7.62", f"{name} is held by the enemy, and {action.unit} has a safe route")
        if front(state, side).zone[there]:
            raise Refusal("7.62", f"{name} is in an enemy zone, and {action.unit} has a safe route")
        here = there
    if here in fortresses() and not state.at(here, side):
        raise Refusal("11.7", f"{action.unit} may retreat into the vacant fortress only if it has no other route")
    raise Refusal(
        "7.62", f"at {board().name(here)} units would be lost to the stacking limit; another route saves them"
    )


class Prize(Decision[AfrikaKorps], frozen=True):
    """[15.22] A supply taken on the way may go along with its captor to the end of the retreat."""

    supply: str
    captor: str
    here: int
    there: int

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (side_of(self.captor),)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Take {self.supply} along with {self.captor} to {board().name(self.there)}?"

    def _along(self) -> Move:
        return Move((self.supply,), (board().name(self.here), board().name(self.there)))

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return [self._along(), Done()]

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if action not in (self._along(), Done()):
            raise Refusal("15.22", f"{self.supply} goes along with {self.captor} ({self._along()}) or stays (done)")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Move):
            place(draft, self.supply, self.there)
            draft.note("moved", units=[self.supply], path=list(action.path), case="15.22")


# --- too many in one hex


def thin_out(draft: Draft[AfrikaKorps], led: Sequence[str]) -> None:
    """[7.61] What retreated onto a full stack and exceeds it is lost."""
    units = draft.state.units
    ends = sorted({units[name].at for name in led})
    for hexagon in ends:
        arrived = tuple(name for name in led if units[name].at == hexagon)
        excess = len(draft.state.at(hexagon, side_of(arrived[0]))) - limits().stacking
        if excess >= len(arrived):
            for name in arrived:
                eliminate(draft, name, "7.61", "no room where its retreat ended")
        elif excess > 0:
            draft.push(OverstackLoss(hexagon, arrived))


class OverstackLoss(Decision[AfrikaKorps], frozen=True):
    """[7.61] The owner chooses which of the units that retreated into a hex are lost."""

    hexagon: int
    units: tuple[str, ...]

    @property
    def owner(self) -> str:
        return side_of(self.units[0])

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (self.owner,)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"{board().name(self.hexagon)} is overstacked: eliminate one of the units that retreated there."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Made(self.units, Lose)

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if not isinstance(action, Lose):
            raise Refusal(
                "7.61", f"{board().name(self.hexagon)} is overstacked: eliminate one of {', '.join(self.units)}"
            )
        if action.unit not in self.units:
            raise Refusal("7.61", f"only a unit that retreated there may be eliminated: {', '.join(self.units)}")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        eliminate(draft, action.unit, "7.61", "no room where its retreat ended")
        if len(draft.state.at(self.hexagon, self.owner)) > limits().stacking:
            draft.swap(replace(self, units=tuple(name for name in self.units if name != action.unit)))
        else:
            draft.pop()
