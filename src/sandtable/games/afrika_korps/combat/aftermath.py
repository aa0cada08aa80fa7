"""[11.7, 15.22, 15.3, 15.32, 16] What follows a battle: supplies change hands, victors advance."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.ground.reach import near_enemy_supply, walk
from sandtable.games.afrika_korps.ground.rommel import displace
from sandtable.games.afrika_korps.ground.routes import routes
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, escarpments, fortresses
from sandtable.games.afrika_korps.orders import Advance, Done, Move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import (
    FRESH,
    AfrikaKorps,
    AutomaticVictory,
    Trek,
    capture,
    eliminate,
    enemy_of,
    place,
    side_of,
)


def present(state: AfrikaKorps, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the units that are still on the map."""
    return tuple(name for name in names if name in state.units and state.units[name].at >= 0)


def overrun(draft: Draft[AfrikaKorps], name: str, in_use: Collection[str] = ()) -> tuple[str, ...]:
    """[15.22, 15.23] A retreating or advancing unit takes the lone supplies on and next to its hex.

    A fortress protects its supply until somebody enters. Supplies in use cannot be taken."""
    state, side, here = draft.state, side_of(name), draft.state.units[name].at
    guarded = state.layout.combat[enemy_of(side)]
    beside = frozenset(board().adjacent[here]) - fortresses() | {here}
    found = [
        supply
        for supply, at in state.layout.supplies[enemy_of(side)].items()
        if at in beside and at not in guarded and supply not in in_use
    ]
    return tuple(capture(draft, supply, side, "15.22") for supply in sorted(found))


class AfterBattle(Step[AfrikaKorps], frozen=True):
    """When losses and retreats are over: newcomers, captures, advances, the move of captured supplies."""

    side: str  # the attacker
    attackers: tuple[str, ...]
    hexes: tuple[int, ...]  # where the defenders stood
    guards: tuple[str, ...]  # who stood there this turn, dead or retreated
    newcomers: tuple[str, ...] = ()  # [11.7] retreated into the fortress before this attack on it

    def run(self, draft: Draft[AfrikaKorps]) -> None:
        draft.pop()
        self._lose_newcomers(draft)
        foe = enemy_of(self.side)
        vacated = tuple(hexagon for hexagon in self.hexes if not draft.state.at(hexagon, foe))
        taken = [supply for hexagon in vacated for supply in self._capture(draft, hexagon)]
        for supply in reversed(taken):
            draft.push(OfferMove(supply, self.guards))
        offer_advance(draft, self.side, vacated, self.attackers)
        displace(draft)

    def with_parts(self, substitute: str, parts: Sequence[str]) -> AfterBattle:
        """[21.3] The parts of a substitute that was broken down in this battle take its place."""
        if substitute not in self.attackers:
            return self
        return replace(self, attackers=(*(name for name in self.attackers if name != substitute), *parts))

    def _lose_newcomers(self, draft: Draft[AfrikaKorps]) -> None:
        """[11.7] They are lost if all other defenders of the fortress are."""
        state = draft.state
        for hexagon in self.hexes:
            garrison = state.at(hexagon, enemy_of(self.side))
            if all(name in self.newcomers for name in garrison):
                for name in garrison:
                    eliminate(draft, name, "11.7", "retreated into a fortress whose garrison was lost")

    def _capture(self, draft: Draft[AfrikaKorps], hexagon: int) -> list[str]:
        """[15.321] By an attacker still adjacent, or because the supply is left in a zone."""
        state, foe = draft.state, enemy_of(self.side)
        adjacent = board().adjacent[hexagon]
        if not (
            front(state, foe).zone[hexagon]
            or any(state.units[name].at in adjacent for name in present(state, self.attackers))
        ):
            return []
        found = sorted(name for name, at in state.layout.supplies[foe].items() if at == hexagon)
        return [capture(draft, supply, self.side, "15.321") for supply in found]


# --- advance


def offer_advance(draft: Draft[AfrikaKorps], side: str, vacated: Sequence[int], units: Sequence[str]) -> None:
    """[16.1] Ask whether units advance, hex by hex, wherever any can."""
    for number, hexagon in enumerate(vacated):
        if hexagon in fortresses() or hexagon in escarpments():
            frame = AdvanceAfterCombat(side, hexagon, present(draft.state, units), tuple(vacated[number + 1 :]))
            if frame.able(draft.state):
                draft.push(frame)
                return


class AdvanceAfterCombat(Decision[AfrikaKorps], frozen=True):
    """[16.1, 16.2, 16.3] Surviving attackers may enter the fortress or escarpment that their attack emptied."""

    side: str
    hexagon: int
    units: tuple[str, ...]  # that have not advanced
    later: tuple[int, ...] = ()  # other hexes emptied by the same attack

    def able(self, state: AfrikaKorps) -> list[str]:
        if len(state.at(self.hexagon, self.side)) >= limits().stacking:
            return []
        return [name for name in self.units if state.units[name].at in board().adjacent[self.hexagon]]

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Advance into {board().name(self.hexagon)}?"

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Listing(Made(self.able(state), Advance), [Done()])

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        where = board().name(self.hexagon)
        if not isinstance(action, Advance):
            raise Refusal("16.1", f"first the advance into {where}: advance units, or done")
        if action.unit not in self.units:
            raise Refusal("16.1", f"{action.unit} is not one of the attackers that may advance into {where}")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Done):
            offer_advance(draft, self.side, self.later, self.units)
            return
        assert isinstance(action, Advance)
        origin = draft.state.units[action.unit].at
        place(draft, action.unit, self.hexagon)
        draft.note(
            "advanced", unit=action.unit, origin=board().name(origin), at=board().name(self.hexagon), case="16.1"
        )
        overrun(draft, action.unit)
        left = tuple(name for name in self.units if name != action.unit)
        offer_advance(draft, self.side, (self.hexagon, *self.later), left)
        displace(draft)


# --- the move of a captured supply


def unguarded(state: AfrikaKorps, guards: Sequence[str]) -> AfrikaKorps:
    """[15.34] The position without the zones of the units that accompanied the supply."""
    return replace(state, victories=(*state.victories, AutomaticVictory(tuple(guards), (), ())))


class OfferMove(Step[AfrikaKorps], frozen=True):
    """[15.33] Ask for the move of a captured supply if it can go anywhere."""

    supply: str
    guards: tuple[str, ...]

    def run(self, draft: Draft[AfrikaKorps]) -> None:
        draft.pop()
        frame = CapturedSupply(self.supply, self.guards)
        if frame.reach(draft.state):
            draft.push(frame)


class CapturedSupply(Decision[AfrikaKorps], frozen=True):
    """[15.33, 15.34] A supply taken in battle may move at once, out of the zones of its former companions.

    It cannot sustain a battle this turn, so it enters no zone of others [13.2]."""

    supply: str
    guards: tuple[str, ...]

    @property
    def owner(self) -> str:
        return side_of(self.supply)

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (self.owner,)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Move the captured {self.supply} from {board().name(state.units[self.supply].at)}?"

    def _shut(self, state: AfrikaKorps) -> frozenset[int]:
        """Hexes it may not enter, its former companions' own ones included."""
        stands, shy = state.layout.combat[self.owner], near_enemy_supply(state, self.owner)
        controlled = front(unguarded(state, self.guards), self.owner).controlled
        return frozenset((*controlled, *state.layout.combat[enemy_of(self.owner)], *(shy - stands.keys())))

    def reach(self, state: AfrikaKorps) -> Reach:
        at, factor = state.units[self.supply].at, counters()[self.supply].movement
        never = bytes(len(board()))
        graph, node = routes().graph, routes().node(at, FRESH)
        return fields.reach(graph, node, Going(factor, limits().road_bonus, self._shut(state), never))

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        here = board().name(state.units[self.supply].at)
        found = self.reach(state)
        return Listing(
            [Done()],
            Made(list(found.hexes), lambda there: Move((self.supply,), (here, board().name(there)))),
        )

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Move) or action.units != (self.supply,):
            raise Refusal("15.33", f"only the captured {self.supply} moves now, on its own; or done")
        self._walk(state, action)

    def _walk(self, state: AfrikaKorps, action: Move) -> tuple[tuple[int, ...], Trek]:
        path = self._path(state, action)
        seen = unguarded(state, self.guards)
        held = state.layout.combat[enemy_of(self.owner)]
        for hexagon in path[1:]:
            if hexagon in held:
                raise Refusal("5.4", f"{board().name(hexagon)} is held by enemy combat units")
            if front(seen, self.owner).zone[hexagon]:
                raise Refusal(
                    "13.2",
                    f"{self.supply} sustains no attack this turn and may not enter the zone at {board().name(hexagon)}",
                )
        return path, walk(seen, self.supply, path, (self.supply,))

    def _path(self, state: AfrikaKorps, action: Move) -> tuple[int, ...]:
        """Every hex of the way; two hexes mean the cheapest way between them."""
        path = tuple(board().index.get(name, -1) for name in action.path)
        if path[0] != state.units[self.supply].at:
            raise Refusal("5.2", f"{self.supply} starts at {board().name(state.units[self.supply].at)}")
        if -1 in path:
            raise Refusal("5.8", f"{action.path[path.index(-1)]} is not a playable hex")
        if len(path) == 2:
            found = self.reach(state)
            if path[1] in found:
                return found.path(path[1])
            if path[1] not in board().neighbours[path[0]]:
                raise Refusal("15.33", f"{self.supply} cannot reach {action.path[1]}")
        return path

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Done):
            return
        assert isinstance(action, Move)
        path, trek = self._walk(draft.state, action)
        draft.amend("treks", self.supply, trek)
        place(draft, self.supply, path[-1])
        draft.note("moved", units=[self.supply], path=[board().name(at) for at in path], case="15.33")
