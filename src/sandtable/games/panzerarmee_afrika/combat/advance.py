"""[12.4.7, 11.1.5] Attackers enter the hexes from which every defender is gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.combat.orders import Advance
from sandtable.games.panzerarmee_afrika.factors.losses import hex_names, present, vacated
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.capture import capture_depots
from sandtable.games.panzerarmee_afrika.movement.reach import stranding_case
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, counted_hexes, enemy_of, mark, place, room_in
from sandtable.games.panzerarmee_afrika.supply.network import broken_line, dependants, network


class OfferAdvance(Step[PanzerarmeeAfrika], frozen=True):
    """[12.4.7] When losses are over: ask only if there is an open hex and somebody to enter it."""

    side: Side  # the attacker
    units: tuple[str, ...]  # his units in the combat
    hexes: tuple[int, ...]  # that were attacked

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        draft.pop()
        state = draft.state
        opened = vacated(state, enemy_of(self.side), self.hexes)
        offer(draft, AdvanceAfterCombat(self.side, present(state, self.units), opened))


def offer(draft: Draft[PanzerarmeeAfrika], frame: AdvanceAfterCombat) -> None:
    if frame.choices(draft.state):
        draft.push(frame)


class AdvanceAfterCombat(Decision[PanzerarmeeAfrika], frozen=True):
    """[12.4.7] Units that won advance one by one, each into one of the hexes, as far as stacking allows."""

    side: Side
    units: tuple[str, ...]  # that have not advanced
    hexes: tuple[int, ...]  # that stand open

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        return f"Advance into {hex_names(self.hexes)}, unit by unit; `done` gives up the rest of the advance."

    def choices(self, state: PanzerarmeeAfrika) -> list[tuple[str, int]]:
        ways = product(self.units, self.hexes)
        return [(name, at) for name, at in ways if may(check_advance, state, self.side, name, at)]

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Listing[Action](Made(self.choices(state), _action), [Done()])

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Advance):
            raise Refusal("12.4.7", f"first advance into {hex_names(self.hexes)}, or done")
        if action.name not in self.units:
            raise Refusal("12.4.7", f"{action.name} is not one of the attackers that may still advance")
        at = board().index.get(action.at, -1)
        if at not in self.hexes:
            raise Refusal("12.4.7", f"{action.at} is not a hex cleared by this combat")
        check_advance(state, self.side, action.name, at)

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Done):
            return
        assert isinstance(action, Advance)
        name, at = action.name, board().index[action.at]
        advance(draft, self.side, name, at)
        offer(draft, replace(self, units=tuple(unit for unit in self.units if unit != name)))


def _action(choice: tuple[str, int]) -> Advance:
    name, at = choice
    return Advance(name, board().name(at))


def check_advance(state: PanzerarmeeAfrika, side: Side, name: str, at: int) -> None:
    """[4, 8.4.1, 8.4.2, 8.5, 10.3] Refuse what stacking, command and supply forbid."""
    unit = state.units[name]
    if unit.out:
        raise Refusal("8.5", f"{name} is out of supply and cannot move")
    if unit.adrift:
        raise Refusal("10.3", f"{name} is out of command and cannot move")
    if len(state.at(at, side)) >= room_in(at):
        raise Refusal("4", f"{board().name(at)} is full")
    after = _advanced(state, side, name, at)
    stranded = dependants(state, side, network(after, side), {name: at})
    if stranded:
        line = broken_line(after, side, after.units[stranded[0]].at)
        why = f"{stranded[0]} would be out of supply when {name} advances to {board().name(at)}: {line}"
        raise Refusal(stranding_case(side), why)


def _advanced(state: PanzerarmeeAfrika, side: Side, name: str, at: int) -> PanzerarmeeAfrika:
    """The position after the advance, but for installations that may be captured."""
    units = {**state.units, name: replace(state.units[name], at=at)}
    control = {**state.control, board().name(at): side} if at in counted_hexes() else state.control
    return replace(state, units=units, control=control)


def advance(draft: Draft[PanzerarmeeAfrika], side: Side, name: str, at: int) -> None:
    origin = board().name(draft.state.units[name].at)
    place(draft, name, at)
    draft.note("advanced", unit=name, origin=origin, at=board().name(at), case="12.4.7")
    capture_depots(draft, side, at)
    fort = fort_besieged_from(draft.state, side, at)  # [11.1.5] it must attack the fort before it leaves again
    mark(draft, name, owes=fort)
