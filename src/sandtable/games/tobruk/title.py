"""Tobruk: Operation Crusader as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Layer
from sandtable.core.title import Interrupt
from sandtable.core.values import Notation
from sandtable.games.tobruk import benchmark, invariants, setup
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.saved_position import Position
from sandtable.games.tobruk.scenario import evaluation
from sandtable.games.tobruk.sight import layers as overlays
from sandtable.games.tobruk.sight import offers as clicks
from sandtable.games.tobruk.sight import prospects, story
from sandtable.games.tobruk.sight import questions as answers
from sandtable.games.tobruk.sight import view as screen
from sandtable.games.tobruk.state import SIDES, Tobruk, enemy_of
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import Wargame


class TobrukTitle(Wargame[Tobruk]):
    key: ClassVar[str] = "tobruk"
    name: ClassVar[str] = "Tobruk: Operation Crusader"
    rules_version: ClassVar[str] = "2"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "first-sidi-rezegh": "18 to 25 November 1941, four turns: 30th Corps strikes for Sidi Rezegh",
        "second-sidi-rezegh": "28 November to 7 December 1941, five turns: the corridor to Tobruk is fought for",
        "battle-for-tobruk": "18 November to 7 December 1941, ten turns: the whole battle, sides by secret bid",
    }
    options: ClassVar[Mapping[str, str]] = {}
    state_type = Position
    notation: ClassVar[Notation] = NOTATION
    interrupts: ClassVar[Mapping[str, Interrupt]] = {
        "anti-tank-fire": Interrupt("Targets of anti-tank guns under attack (13.0)")
    }
    crowding: ClassVar[str] = "7.1"
    ranks: ClassVar[tuple[str, ...]] = EVERY_RANK

    @property
    def board(self) -> Board:
        return board()

    start = staticmethod(setup.start)
    view = staticmethod(screen.view)
    called = staticmethod(screen.called)
    tell = staticmethod(story.tell)
    evaluate = staticmethod(evaluation.evaluate)
    broken_invariants = staticmethod(invariants.broken_invariants)

    offers = staticmethod(clicks.offers)
    propose = staticmethod(clicks.propose)
    forecast = staticmethod(clicks.forecast)

    def layers(self, state: Tobruk, side: str) -> Sequence[Layer]:
        return overlays.layers(state)

    standing = staticmethod(prospects.standing)
    calendar = staticmethod(prospects.calendar)
    path_of = staticmethod(clicks.path_of)

    questions: ClassVar[Mapping[str, str]] = answers.QUESTIONS

    explain = staticmethod(answers.explain)
    bench_reach = staticmethod(benchmark.bench_reach)

    def seating(self, state: Tobruk) -> Mapping[str, str]:
        """[15.3] The higher bid plays the Commonwealth, whichever side its bidder sat down at."""
        bidder = state.bidder or "commonwealth"
        return {"axis": enemy_of(bidder), "commonwealth": bidder}


def title() -> TobrukTitle:
    return TobrukTitle()
