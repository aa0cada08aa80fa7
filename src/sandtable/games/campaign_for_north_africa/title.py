"""The Campaign for North Africa as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.title import Interrupt
from sandtable.core.values import Action, Notation
from sandtable.games.campaign_for_north_africa import benchmark, evaluation, invariants, setup
from sandtable.games.campaign_for_north_africa import offers as clicks
from sandtable.games.campaign_for_north_africa.dares import dares
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.sight import layers as overlays
from sandtable.games.campaign_for_north_africa.sight import observe as knowledge
from sandtable.games.campaign_for_north_africa.sight import prospects, story
from sandtable.games.campaign_for_north_africa.sight import questions as answers
from sandtable.games.campaign_for_north_africa.sight import view as screen
from sandtable.games.campaign_for_north_africa.sight.muster import muster
from sandtable.games.campaign_for_north_africa.staff.desks import DESKS, desk_of
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign
from sandtable.kit.wargame import Wargame


class CampaignForNorthAfricaTitle(Wargame[Campaign]):
    key: ClassVar[str] = "campaign-for-north-africa"
    name: ClassVar[str] = "The Campaign for North Africa"
    rules_version: ClassVar[str] = "6"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "grazianis-offensive": "September and October 1940, six turns: Sidi Barrani, Matruh or the Delta for Italy",
        "race-for-tobruk": "March to June 1941, thirteen turns: Rommel's arrival, and who holds Tobruk",
        "italian-campaign": "September 1940 to February 1941, 20 turns: points for places from Matruh to Mersa Brega",
        "operation-crusader": "November 1941 to January 1942, eight turns: the relief of Tobruk and the frontier forts",
        "last-chance": "October 1942, one turn: Alamein, and whether Rommel breaks through to Alexandria",
        "long-retreat": "October to December 1942, nine turns: Alamein and the Axis retreat to Marble Arch",
        "short-campaign": "March 1941 to January 1943, 86 turns: from Rommel's arrival on; the ratio of points decides",
        "campaign": "September 1940 to January 1943, 111 turns: the whole war; the ratio of points decides",
    }
    options: ClassVar[Mapping[str, str]] = {}
    state_type = Position
    notation: ClassVar[Notation] = NOTATION
    interrupts: ClassVar[Mapping[str, Interrupt]] = {
        "reaction": Interrupt("Reaction to an enemy who moves up (8.5)", {"never": "never react"}),
        "retreat-before-assault": Interrupt(
            "Retreat before assault (13.0)",
            {
                "never": "never retreat",
                "outnumbered-2": "retreat when outnumbered 2 to 1 or worse",
                "outnumbered-3": "retreat when outnumbered 3 to 1 or worse",
                "outnumbered-4": "retreat when outnumbered 4 to 1 or worse",
            },
        ),
    }
    hides: ClassVar[bool] = True  # [3.6]
    desks: ClassVar[Mapping[str, str]] = DESKS

    @property
    def board(self) -> Board:
        return board()

    start = staticmethod(setup.begin)
    view = staticmethod(screen.view)
    called = staticmethod(screen.called)
    tell = staticmethod(story.tell)
    evaluate = staticmethod(evaluation.evaluate)
    broken_invariants = staticmethod(invariants.broken_invariants)
    observe = staticmethod(knowledge.observe)
    disguises = staticmethod(knowledge.disguises)
    muster = staticmethod(muster)

    def desk(self, state: Campaign, side: str) -> str:
        return desk_of(state)

    def forced(self, state: Campaign, side: str) -> Action | None:
        """[8.55] Who has no way out of the enemy's way stays."""
        top = self.asks(state)
        if not isinstance(top, Reaction):
            return None
        answers = top.actions(state, side)
        return answers[0] if len(answers) == 1 else None

    offers = staticmethod(clicks.offers)
    propose = staticmethod(clicks.propose)
    forecast = staticmethod(clicks.forecast)
    layers = staticmethod(overlays.layers)
    standing = staticmethod(prospects.standing)
    calendar = staticmethod(prospects.calendar)
    path_of = staticmethod(clicks.path_of)

    questions: ClassVar[Mapping[str, str]] = answers.QUESTIONS

    explain = staticmethod(answers.explain)
    bench_reach = staticmethod(benchmark.bench_reach)
    bench_start = staticmethod(benchmark.muster)
    daring = staticmethod(dares)


def title() -> CampaignForNorthAfricaTitle:
    return CampaignForNorthAfricaTitle()
