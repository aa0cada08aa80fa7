"""North Africa '41 as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Player, Setup, Title
from sandtable.core.values import Action, Event, Explanation, Notation
from sandtable.core.views import View
from sandtable.games.north_africa_41 import benchmark
from sandtable.games.north_africa_41.invariants import broken_invariants
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.saved_position import Position
from sandtable.games.north_africa_41.setup import begin
from sandtable.games.north_africa_41.sight import layers, offers, questions, view
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica
from sandtable.games.north_africa_41.victory.evaluation import evaluate


class NorthAfrica41Title(Title[NorthAfrica]):
    key: ClassVar[str] = "north-africa-41"
    name: ClassVar[str] = "North Africa '41"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "enter-rommel": "March to June 1941, seven turns: seven of ten airfields and ports for the Axis",
        "campaign": "March to December 1941, 19 turns: airfields against a benchmark, turn by turn",
        "crusader": "November and December 1941, three turns: three of five places around Tobruk",
    }
    options: ClassVar[Mapping[str, str]] = {  # [27.0]
        "truck-capture": "Allied Trucks of a stack that surrenders serve the Axis (27.1)",
        "oasis-supply": "each oasis supplies one unit like a port (27.2)",
        "tag-along": "units stacked with attackers advance with them, and others join a retreat (27.3)",
        "port-garrisons": "a port without a Combat Unit in or next to it is out of control (27.4)",
        "disengagement": "units may try to break away in their own Combat Phase (27.5)",
    }
    state_type = Position
    notation: ClassVar[Notation] = NOTATION

    @property
    def board(self) -> Board:
        return board()

    def start(self, setup: Setup) -> NorthAfrica:
        return begin(setup)

    def view(self, state: NorthAfrica, side: str) -> View:
        return view.view(state, side)

    def tell(self, event: Event) -> str:
        return view.tell(event)

    def evaluate(self, state: NorthAfrica, side: str) -> float:
        return evaluate(state, side)

    def broken_invariants(self, state: NorthAfrica) -> list[str]:
        return broken_invariants(state)

    @property
    def players(self) -> tuple[str, ...]:
        return ("staff",)

    def player(self, name: str, seed: int) -> Player:
        from sandtable.games.north_africa_41.staff import Staff  # slow to load, and seldom wanted

        return Staff(seed) if name == "staff" else super().player(name, seed)

    def offers(self, state: NorthAfrica, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return offers.offers(state, side, pieces)

    def propose(self, state: NorthAfrica, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return offers.propose(state, side, pieces, at)

    def forecast(self, state: NorthAfrica, side: str, pieces: Sequence[str]) -> Forecast:
        return offers.forecast(state, side, pieces)

    def layers(self, state: NorthAfrica, side: str) -> Sequence[Layer]:
        return layers.layers(state)

    def path_of(self, state: NorthAfrica, side: str, action: Action) -> Sequence[str]:
        return offers.path_of(state, side, action)

    def questions(self) -> Mapping[str, str]:
        return questions.QUESTIONS

    def explain(self, state: NorthAfrica, side: str, question: str) -> Explanation:
        return questions.explain(state, side, question)

    def bench_reach(self) -> int:
        return benchmark.bench_reach()


def title() -> NorthAfrica41Title:
    return NorthAfrica41Title()
