"""How good the warnings of the staff are: in games of a weaker machine against a stronger, the weaker is warned as it
ends its moves, and what happens before it moves again tells whether the warning was right.

    python tools/warnings_kept.py afrika-korps --games 10 --seed 1 --warned cadet --enemy officer

Of games lost before the last turn it counts those that the last warning saw coming, by the case that ended them; of the
counters that were warned of, those that were lost at once and those that were lost before the game was over; and for
each number of trials in which a counter was lost, how often it was lost in the game.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable import games
from sandtable.bots import player, suggested
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Setup, Title
from sandtable.core.values import Event
from sandtable.kit.staff.ahead import NextTurn
from sandtable.kit.staff.warnings import LOOKS, Peril, warnings

MOVES = "Movement"  # the phase at whose end a player is warned, in every game that has one


class Warned(NamedTuple):
    """What was told at the end of a phase."""

    perils: tuple[Peril, ...]
    until: NextTurn


class Record:
    """What became of the warnings of some games."""

    def __init__(self) -> None:
        self.defeats = self.foreseen = 0  # by sudden death
        self.told = self.at_once = self.later = 0  # counters warned of; lost before the side moved again, or in the end
        self.trials: Counter[int] = Counter()  # counters warned of, by the trials in which they were lost
        self.lost: Counter[int] = Counter()  # those of them that were lost at once
        self.missed: list[str] = []  # reasons of defeats that nobody foresaw

    def lines(self) -> list[str]:
        found = [
            f"lost by sudden death: {self.defeats}, foreseen: {self.foreseen}",
            f"counters warned of: {self.told}, lost at once: {self.at_once}, lost in the end: {self.later}",
        ]
        found += [f"  in {times} trials: {self.lost[times]} of {n} lost" for times, n in sorted(self.trials.items())]
        return found + [f"  not foreseen: {reason}" for reason in self.missed]


class Lookout:
    """Warns a side whenever it ends its moves, and looks what comes of it."""

    def __init__(self, title: Title[Any], side: str, looks: int, record: Record) -> None:
        self.title, self.side, self.looks, self.record = title, side, looks, record
        self.pending: Warned | None = None
        self.named: dict[str, None] = {}  # every counter that was ever warned of

    def saw(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        if self._ends_its_moves(before, after):
            self.pending = Warned(self._warnings(before), NextTurn(after, self.side))
        over = self.title.rules.outcome(after)
        if self.pending and (over is not None or self.pending.until(after)):
            self._settle(self.pending, after)
        if over is not None:
            self._close(after)

    def _ends_its_moves(self, before: Any, after: Any) -> bool:
        mine = before.phasing == self.side and type(before.stack[-1]).__name__ == MOVES
        return mine and all(type(frame).__name__ != MOVES for frame in after.stack)

    def _warnings(self, state: Any) -> tuple[Peril, ...]:
        rank = suggested(self.title)
        return warnings(self.title, state, self.side, lambda seed: player(self.title, rank, seed), self.looks)

    def _settle(self, warned: Warned, state: Any) -> None:
        """The side moves again, or nobody ever will."""
        record, left = self.record, self._on_map(state)
        self.pending = None
        for peril in warned.perils:
            if peril.kind != "lost":
                continue
            self.named[peril.piece] = None
            record.told += 1
            record.trials[peril.times] += 1
            record.at_once += peril.piece not in left
            record.lost[peril.times] += peril.piece not in left
        over = self.title.rules.outcome(state)
        if over and over.winner not in (None, self.side) and not self._is_last_turn(state):
            record.defeats += 1
            if any(peril.kind == "over" and peril.case == over.case for peril in warned.perils):
                record.foreseen += 1
            else:
                record.missed.append(f"turn {state.turn}, {over.case} {over.reason}")

    def _close(self, state: Any) -> None:
        left = self._on_map(state)
        self.record.later += sum(piece not in left for piece in self.named)

    def _on_map(self, state: Any) -> set[str]:
        view = self.title.sight.view(self.title.sight.observe(state, self.side), self.side)
        return {
            piece.id for piece in view.pieces if piece.side == self.side and piece.at in self.title.rules.board().index
        }

    def _is_last_turn(self, state: Any) -> bool:
        view = self.title.sight.view(state, "")
        return view.turn >= view.last_turn


def measure(
    title: Title[Any], setup: Setup, warned: str, enemy: str, numbers: Sequence[int], seed: int, looks: int = LOOKS
) -> Record:
    """Games of these numbers, the warned machine on each side in turn."""
    record = Record()
    for number in numbers:
        side = title.sides[number % len(title.sides)]
        game = Game(title, setup, SecretDice(secret_of_seed(seed_for(seed, number, "dice"))))
        seats = {
            each: player(title, warned if each == side else enemy, seed_for(seed, number, each)) for each in title.sides
        }
        play_out(game, seats, watcher=Lookout(title, side, looks, record).saw)
        print(f"game {number} as {side}: {'; '.join(record.lines()[:2])}", flush=True)
    return record


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.keys())
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warned", default="cadet")
    parser.add_argument("--enemy", default="officer")
    asked = parser.parse_args(argv)
    title = games.title(asked.game)
    setup = title.setup(asked.scenario)
    record = measure(title, setup, asked.warned, asked.enemy, range(asked.games), asked.seed)
    print("\n".join(record.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
