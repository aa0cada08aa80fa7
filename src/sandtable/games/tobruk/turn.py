"""[3.0, 3.1, 3.2, 3.3, 3.4] The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.games.tobruk.activation import ChitDraw, fill_cup
from sandtable.games.tobruk.arrivals.recovery import end_recovery
from sandtable.games.tobruk.arrivals.reinforcements import return_headquarters
from sandtable.games.tobruk.combat.air import allot
from sandtable.games.tobruk.movement.supply import supply_phase
from sandtable.games.tobruk.pieces.tables import date, scenarios
from sandtable.games.tobruk.scenario.victory import judge
from sandtable.games.tobruk.state import Tobruk


class GameTurn(Step[Tobruk], frozen=True):
    """[3.0] One turn, phase by phase in the order of the book."""

    phase: int = 0

    def run(self, draft: Draft[Tobruk]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        SEQUENCE_OF_PLAY[self.phase](draft)


def begin_turn(draft: Draft[Tobruk]) -> None:
    draft.note("turn", turn=draft.state.turn, date=date(draft.state.turn))


def draw_chits(draft: Draft[Tobruk]) -> None:
    draft.push(ChitDraw())


def allot_air(draft: Draft[Tobruk]) -> None:
    """[3.3] The air units for the turn to come: those of the first turn were there from the start."""
    if draft.state.turn < scenarios()[draft.state.scenario].last_turn:
        allot(draft, draft.state.turn + 1)


def end_turn(draft: Draft[Tobruk]) -> None:
    """[3.4] All markers come off but those of road movement; the turn marker moves on, or the scenario ends."""
    draft.change(cup=(), drawn=(), activated=(), arrived=(), mined="")
    if draft.state.turn == scenarios()[draft.state.scenario].last_turn:
        judge(draft)
        return
    draft.change(turn=draft.state.turn + 1)
    draft.swap(GameTurn())


SEQUENCE_OF_PLAY: tuple[Callable[[Draft[Tobruk]], None], ...] = (
    begin_turn,
    supply_phase,  # [3.1]
    return_headquarters,  # [4.1]
    fill_cup,  # [3.2]
    draw_chits,
    end_recovery,  # [12.0]
    allot_air,  # [3.3]
    end_turn,  # [3.4]
)
