"""Panzerarmee Afrika as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Player, Setup, Title
from sandtable.core.values import Action, Event, Explanation, Notation
from sandtable.core.views import View
from sandtable.games.panzerarmee_afrika import benchmark
from sandtable.games.panzerarmee_afrika.invariants import broken_invariants
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.saved_position import Position
from sandtable.games.panzerarmee_afrika.setup import campaign
from sandtable.games.panzerarmee_afrika.sight import layers, offers, questions, view
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.victory.evaluation import evaluate


class PanzerarmeeAfrikaTitle(Title[PanzerarmeeAfrika]):
    key: ClassVar[str] = "panzerarmee-afrika"
    name: ClassVar[str] = "Panzerarmee Afrika"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "April 1941 to November 1942, 20 monthly turns from El Agheila to Alexandria"
    }
    options: ClassVar[Mapping[str, str]] = {
        "single-command-roll": "one roll names the Allied hexes without orders, not a roll for each hex (10.1)",
        "no-tobruk-award": "long possession of Tobruk does not change the level of victory (14.1)",
        "reaction": "defenders may call in units from nearby before a combat (15.1)",
        "reliability": "Italian infantry grows unreliable with its losses and may surrender (15.2, 15.3)",
    }
    state_type = Position
    notation: ClassVar[Notation] = NOTATION

    @property
    def board(self) -> Board:
        return board()

    def start(self, setup: Setup) -> PanzerarmeeAfrika:
        return campaign(setup)

    def view(self, state: PanzerarmeeAfrika, side: str) -> View:
        return view.view(state, side)

    def tell(self, event: Event) -> str:
        return view.tell(event)

    def evaluate(self, state: PanzerarmeeAfrika, side: str) -> float:
        return evaluate(state, side)

    def broken_invariants(self, state: PanzerarmeeAfrika) -> list[str]:
        return broken_invariants(state)

    @property
    def players(self) -> tuple[str, ...]:
        return ("staff",)

    def player(self, name: str, seed: int) -> Player:
        from sandtable.games.panzerarmee_afrika.staff import Staff  # slow to load, and seldom wanted

        return Staff(seed) if name == "staff" else super().player(name, seed)

    def offers(self, state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return offers.offers(state, side, pieces)

    def propose(self, state: PanzerarmeeAfrika, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return offers.propose(state, side, pieces, at)

    def forecast(self, state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> Forecast:
        return offers.forecast(state, side, pieces)

    def layers(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Layer]:
        return layers.layers(state)

    def path_of(self, state: PanzerarmeeAfrika, side: str, action: Action) -> Sequence[str]:
        return offers.path_of(state, side, action)

    def questions(self) -> Mapping[str, str]:
        return questions.QUESTIONS

    def explain(self, state: PanzerarmeeAfrika, side: str, question: str) -> Explanation:
        return questions.explain(state, side, question)

    def bench_reach(self) -> int:
        return benchmark.bench_reach()


def title() -> PanzerarmeeAfrikaTitle:
    return PanzerarmeeAfrikaTitle()
