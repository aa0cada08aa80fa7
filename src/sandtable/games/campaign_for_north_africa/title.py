"""The Campaign for North Africa as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Player, Setup, Title
from sandtable.core.values import Action, Event, Explanation, Notation
from sandtable.core.views import View
from sandtable.games.campaign_for_north_africa import benchmark, offers
from sandtable.games.campaign_for_north_africa.evaluation import evaluate
from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight import layers, observe, questions, view
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.staff.desks import DESKS, desk_of
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign


class CampaignForNorthAfricaTitle(Title[Campaign]):
    key: ClassVar[str] = "campaign-for-north-africa"
    name: ClassVar[str] = "The Campaign for North Africa"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "grazianis-offensive": "September and October 1940, six turns: Sidi Barrani, Matruh or the Delta for Italy",
        "race-for-tobruk": "March to June 1941, thirteen turns: Rommel's arrival, and who holds Tobruk",
        "italian-campaign": "September 1940 to February 1941, 20 turns: points for places from Matruh to Mersa Brega",
    }
    options: ClassVar[Mapping[str, str]] = {}
    state_type = Position
    notation: ClassVar[Notation] = NOTATION
    desks: ClassVar[Mapping[str, str]] = DESKS

    @property
    def board(self) -> Board:
        return board()

    def start(self, setup: Setup) -> Campaign:
        return begin(setup)

    def view(self, state: Campaign, side: str) -> View:
        return view.view(state, side)

    def tell(self, event: Event) -> str:
        return view.tell(event)

    def evaluate(self, state: Campaign, side: str) -> float:
        return evaluate(state, side)

    def broken_invariants(self, state: Campaign) -> list[str]:
        return broken_invariants(state)

    def observe(self, state: Campaign, side: str) -> Campaign:
        return observe.observe(state, side)

    def disguises(self, state: Campaign, side: str) -> Iterable[Campaign]:
        return observe.disguises(state, side)

    def player(self, name: str, seed: int) -> Player:
        return Staff(seed) if name == "staff" else super().player(name, seed)

    @property
    def players(self) -> tuple[str, ...]:
        return ("staff",)

    def desk(self, state: Campaign, side: str) -> str:
        return desk_of(state)

    def forced(self, state: Campaign, side: str) -> Action | None:
        """[8.55] Who has no way out of the enemy's way stays."""
        top = self.asks(state)
        if not isinstance(top, Reaction):
            return None
        answers = top.actions(state, side)
        return answers[0] if len(answers) == 1 else None

    def offers(self, state: Campaign, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return offers.offers(state, side, pieces)

    def propose(self, state: Campaign, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return offers.propose(state, side, pieces, at)

    def forecast(self, state: Campaign, side: str, pieces: Sequence[str]) -> Forecast:
        return offers.forecast(state, side, pieces)

    def layers(self, state: Campaign, side: str) -> Sequence[Layer]:
        return layers.layers(state, side)

    def path_of(self, state: Campaign, side: str, action: Action) -> Sequence[str]:
        return offers.path_of(state, side, action)

    def questions(self) -> Mapping[str, str]:
        return questions.QUESTIONS

    def explain(self, state: Campaign, side: str, question: str) -> Explanation:
        return questions.explain(state, side, question)

    def bench_reach(self) -> int:
        return benchmark.bench_reach()

    def bench_start(self) -> Campaign:
        return benchmark.muster()


def title() -> CampaignForNorthAfricaTitle:
    return CampaignForNorthAfricaTitle()
