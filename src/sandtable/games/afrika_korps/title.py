"""Afrika Korps as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Player, Setup, Title
from sandtable.core.values import Action, Event, Explanation, Notation
from sandtable.core.views import View
from sandtable.games.afrika_korps import measure, offers, questions, view
from sandtable.games.afrika_korps.actions import NOTATION
from sandtable.games.afrika_korps.evaluation import evaluate
from sandtable.games.afrika_korps.invariants import broken_invariants
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.position import Position
from sandtable.games.afrika_korps.setup import campaign
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps


class AfrikaKorpsTitle(Title[AfrikaKorps]):
    key: ClassVar[str] = "afrika-korps"
    name: ClassVar[str] = "Afrika Korps"
    rules_version: ClassVar[str] = "2"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "April 1941 to October 1942, 38 half-month turns from El Agheila to El Alamein"
    }
    options: ClassVar[Mapping[str, str]] = {
        "tournament": "all the 2016 tournament rulings below",
        "rommel-partial": "one hex moved together with Rommel gives one extra hex (22.1)",
        "supply-zone": "the zone of an attacked unit does not cut the supply line of that attack (14.2)",
        "capture-needs-attack": "no lone supply is taken by a unit that would then have no legal attack (15.21)",
    }
    state_type = Position
    notation: ClassVar[Notation] = NOTATION

    @property
    def board(self) -> Board:
        return board()

    def start(self, setup: Setup) -> AfrikaKorps:
        return campaign(setup)

    def view(self, state: AfrikaKorps, side: str) -> View:
        return view.view(state, side)

    def tell(self, event: Event) -> str:
        return view.tell(event)

    def evaluate(self, state: AfrikaKorps, side: str) -> float:
        return evaluate(state, side)

    def broken_invariants(self, state: AfrikaKorps) -> list[str]:
        return broken_invariants(state)

    @property
    def players(self) -> tuple[str, ...]:
        return ("staff",)

    def player(self, name: str, seed: int) -> Player:
        from sandtable.games.afrika_korps.staff import Staff  # slow to load, and seldom wanted

        return Staff(seed) if name == "staff" else super().player(name, seed)

    def offers(self, state: AfrikaKorps, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return offers.offers(state, side, pieces)

    def propose(self, state: AfrikaKorps, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return offers.propose(state, side, pieces, at)

    def forecast(self, state: AfrikaKorps, side: str, pieces: Sequence[str]) -> Forecast:
        return offers.forecast(state, side, pieces)

    def layers(self, state: AfrikaKorps, side: str) -> Sequence[Layer]:
        return offers.layers(state)

    def bench_reach(self) -> int:
        return measure.bench_reach()

    def path_of(self, state: AfrikaKorps, side: str, action: Action) -> Sequence[str]:
        return offers.path_of(state, side, action)

    def questions(self) -> Mapping[str, str]:
        return questions.QUESTIONS

    def explain(self, state: AfrikaKorps, side: str, question: str) -> Explanation:
        return questions.explain(state, side, question)


def title() -> AfrikaKorpsTitle:
    return AfrikaKorpsTitle()
