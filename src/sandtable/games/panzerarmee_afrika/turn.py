"""[7, 7.1] The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.games.panzerarmee_afrika.arrivals.phase import open_arrivals
from sandtable.games.panzerarmee_afrika.arrivals.replacements import receive_points
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import open_withdrawals
from sandtable.games.panzerarmee_afrika.combat.declarations import open_combat
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.schedule import turn
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, enemy_of
from sandtable.games.panzerarmee_afrika.supply.command import open_command, restore_command
from sandtable.games.panzerarmee_afrika.supply.phase import judge_supply, open_supply
from sandtable.games.panzerarmee_afrika.victory.conditions import conclude, count_tobruk, is_over


class PlayerTurn(Step[PanzerarmeeAfrika], frozen=True):
    """[7.1] One faction turn, phase by phase in the order of the book."""

    side: Side
    phase: int = 0

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        SEQUENCE_OF_PLAY[self.phase](draft, self.side)


def begin_turn(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    draft.change(phasing=side)
    number = draft.state.turn
    draft.note("turn", turn=number, side=side, date=turn(number).month)


def move_units(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[8.4, 11] The supply of the other side is judged before anybody moves."""
    judge_supply(draft, enemy_of(side))
    draft.change(treks={}, sailed=())
    draft.push(Movement(side))


def end_turn(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[7.1, 10.3, 14]"""
    restore_command(draft)
    count_tobruk(draft)
    if is_over(draft.state):
        conclude(draft)
        return
    if side == SIDES[-1]:
        draft.change(turn=draft.state.turn + 1)
    draft.swap(PlayerTurn(enemy_of(side)))


SEQUENCE_OF_PLAY: tuple[Callable[[Draft[PanzerarmeeAfrika], Side], None], ...] = (
    begin_turn,
    open_supply,  # [8]
    open_command,  # [10]
    move_units,  # [11]
    open_combat,  # [12]
    receive_points,  # [13.3.1]
    open_withdrawals,  # [13.2.3]
    open_arrivals,  # [13]
    end_turn,
)
