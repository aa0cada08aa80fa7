"""The Campaign for North Africa as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Interrupt, Rulebook, Rules, Screen, Sight, Title, Trials
from sandtable.games.campaign_for_north_africa import benchmark, evaluation, invariants, setup
from sandtable.games.campaign_for_north_africa import offers as clicks
from sandtable.games.campaign_for_north_africa.dares import dares
from sandtable.games.campaign_for_north_africa.ground.zones import forget_zones
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import forced_reaction
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.pieces.counters import NOUNS
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.sight import layers as overlays
from sandtable.games.campaign_for_north_africa.sight import observe as knowledge
from sandtable.games.campaign_for_north_africa.sight import prospects, story
from sandtable.games.campaign_for_north_africa.sight import questions as answers
from sandtable.games.campaign_for_north_africa.sight import view as views
from sandtable.games.campaign_for_north_africa.sight.muster import muster
from sandtable.games.campaign_for_north_africa.sight.zones_told import zones_told
from sandtable.games.campaign_for_north_africa.staff.desks import DESKS, REACTION, desk_of
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign
from sandtable.kit.wargame import plain_staff


class CampaignForNorthAfricaTitle(Title[Campaign]):
    key: ClassVar[str] = "campaign-for-north-africa"
    name: ClassVar[str] = "The Campaign for North Africa"
    rules_version: ClassVar[str] = "8"
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
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[Campaign](
        Position,
        board,
        NOTATION,
        setup.begin,
        forgetting=(forget_zones,),
        interrupts={
            "reaction": Interrupt("Reaction to an enemy who moves up (8.5)", {"never": "never react"}, REACTION),
            "retreat-before-assault": Interrupt(
                "Retreat before assault (13.0)",
                {
                    "never": "never retreat",
                    "outnumbered-2": "retreat when outnumbered 2 to 1 or worse",
                    "outnumbered-3": "retreat when outnumbered 3 to 1 or worse",
                    "outnumbered-4": "retreat when outnumbered 4 to 1 or worse",
                },
                REACTION,
            ),
        },
        forced=forced_reaction,
    )
    # [3.6] Sides have secrets.
    sight = Sight(views.view, hides=True, observe=knowledge.observe, disguises=knowledge.disguises, said=zones_told)
    screen = Screen(
        tell=story.tell,
        nouns=NOUNS,
        called=views.called,
        offers=clicks.offers,
        propose=clicks.propose,
        path_of=clicks.path_of,
        forecast=clicks.forecast,
        layers=overlays.layers,
        standing=prospects.standing,
        calendar=prospects.calendar,
        questions=answers.QUESTIONS,
        explain=answers.explain,
    )
    staff = replace(
        plain_staff(__package__, rules, sight),
        evaluate=evaluation.evaluate,
        muster=muster,
        desks=DESKS,
        desk=lambda state, side: desk_of(state),
    )
    trials = Trials(invariants.broken_invariants, dares, benchmark.bench_reach, benchmark.muster)


def title() -> CampaignForNorthAfricaTitle:
    return CampaignForNorthAfricaTitle()
