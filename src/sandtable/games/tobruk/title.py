"""Tobruk: Operation Crusader as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Player, Setup, Title
from sandtable.core.values import Action, Event, Explanation, Notation
from sandtable.core.views import View
from sandtable.games.tobruk import benchmark
from sandtable.games.tobruk.invariants import broken_invariants
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.saved_position import Position
from sandtable.games.tobruk.scenario.evaluation import evaluate
from sandtable.games.tobruk.setup import start
from sandtable.games.tobruk.sight import layers, offers, questions, view
from sandtable.games.tobruk.state import SIDES, Tobruk, enemy_of


class TobrukTitle(Title[Tobruk]):
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

    @property
    def board(self) -> Board:
        return board()

    def start(self, setup: Setup) -> Tobruk:
        return start(setup)

    def view(self, state: Tobruk, side: str) -> View:
        return view.view(state, side)

    def tell(self, event: Event) -> str:
        return view.tell(event)

    def evaluate(self, state: Tobruk, side: str) -> float:
        return evaluate(state, side)

    def broken_invariants(self, state: Tobruk) -> list[str]:
        return broken_invariants(state)

    @property
    def players(self) -> tuple[str, ...]:
        return ("staff",)

    def player(self, name: str, seed: int) -> Player:
        from sandtable.games.tobruk.staff import Staff  # slow to load, and seldom wanted

        return Staff(seed) if name == "staff" else super().player(name, seed)

    def offers(self, state: Tobruk, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return offers.offers(state, side, pieces)

    def propose(self, state: Tobruk, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return offers.propose(state, side, pieces, at)

    def forecast(self, state: Tobruk, side: str, pieces: Sequence[str]) -> Forecast:
        return offers.forecast(state, side, pieces)

    def layers(self, state: Tobruk, side: str) -> Sequence[Layer]:
        return layers.layers(state)

    def path_of(self, state: Tobruk, side: str, action: Action) -> Sequence[str]:
        return offers.path_of(state, side, action)

    def questions(self) -> Mapping[str, str]:
        return questions.QUESTIONS

    def explain(self, state: Tobruk, side: str, question: str) -> Explanation:
        return questions.explain(state, side, question)

    def bench_reach(self) -> int:
        return benchmark.bench_reach()

    def seating(self, state: Tobruk) -> Mapping[str, str]:
        """[15.3] The higher bid plays the Commonwealth, whichever side its bidder sat down at."""
        bidder = state.bidder or "commonwealth"
        return {"axis": enemy_of(bidder), "commonwealth": bidder}


def title() -> TobrukTitle:
    return TobrukTitle()
