"""[1] The sequence of play, and how the game ends."""

from __future__ import annotations

from sandtable.core.frames import Draft, Over, Step
from sandtable.template.combat import Combat, RetreatAfterCombat
from sandtable.template.map import well
from sandtable.template.movement import Movement
from sandtable.template.state import LAST_TURN, SIDES, Outpost, counters, enemy_of, next_player_turn


class Turn(Step[Outpost], frozen=True):
    """[1] A player turn: movement, combat, then the other side's."""

    phase: int = 0

    def run(self, draft: Draft[Outpost]) -> None:
        if annihilated(draft):
            return
        draft.swap(Turn(self.phase + 1))
        if self.phase == 0:
            draft.push(Movement(draft.state.phasing))
        elif self.phase == 1:
            draft.push(Combat(draft.state.phasing))
        else:
            next_player_turn(draft)
            draft.swap(Turn())
            if draft.state.turn > LAST_TURN:
                end_of_game(draft)


def annihilated(draft: Draft[Outpost]) -> bool:
    """[1.1]"""
    for side in SIDES:
        if not draft.state.on_map(side):
            draft.end(enemy_of(side), "1.1", f"{side} has no units left")
            return True
    return False


def end_of_game(draft: Draft[Outpost]) -> None:
    """[1.1]"""
    holder = draft.state.stands.get(well())
    winner = counters()[holder].side if holder else None
    draft.end(winner, "1.1", f"{winner} holds the well" if winner else "nobody holds the well")


class Position(Outpost, frozen=True, dict=True):
    """A game in progress, as it is stored: with the frames that its stack may hold."""

    stack: tuple[Turn | Movement | Combat | RetreatAfterCombat | Over, ...] = ()
