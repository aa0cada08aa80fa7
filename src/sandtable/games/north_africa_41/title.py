"""North Africa '41 as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Interrupt, Rulebook, Rules, Screen, Sight, Title, Trials
from sandtable.games.north_africa_41 import benchmark, dares, invariants, setup
from sandtable.games.north_africa_41.ground.routes import prepare_routes
from sandtable.games.north_africa_41.ground.zones import forget_fronts
from sandtable.games.north_africa_41.lines.tracing import forget_lines
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.pieces.counters import NOUNS
from sandtable.games.north_africa_41.saved_position import Position
from sandtable.games.north_africa_41.sight import layers as overlays
from sandtable.games.north_africa_41.sight import offers as clicks
from sandtable.games.north_africa_41.sight import prospects, story
from sandtable.games.north_africa_41.sight import questions as answers
from sandtable.games.north_africa_41.sight import view as views
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica
from sandtable.games.north_africa_41.victory import evaluation
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import plain_staff


class NorthAfrica41Title(Title[NorthAfrica]):
    key: ClassVar[str] = "north-africa-41"
    name: ClassVar[str] = "North Africa '41"
    rules_version: ClassVar[str] = "5"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "enter-rommel": "March to June 1941, seven turns: seven of ten airfields and ports for the Axis",
        "campaign": "March to December 1941, 19 turns: airfields against a benchmark, turn by turn",
        "crusader": "November and December 1941, three turns: three of five places around Tobruk",
    }
    options: ClassVar[Mapping[str, str]] = {  # [27.0]
        "truck-capture": "the Axis captures the Allied Trucks of a stack that surrenders (27.1)",
        "oasis-supply": "each oasis supplies one unit as a port does (27.2)",
        "tag-along": "units stacked with attackers advance with them, and others join a retreat (27.3)",
        "port-garrisons": "a port without a Combat Unit in or next to it is uncontrolled (27.4)",
        "disengagement": "units may try to disengage in their own Combat Phase (27.5)",
    }
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[NorthAfrica](
        Position,
        board,
        NOTATION,
        setup.begin,
        interrupts={
            "determined-defence": Interrupt(
                "Determined Defence, or retreat (11.2)",
                {
                    "never": "always retreat",
                    "worse-than-half": "retreat when the chance to hold is worse than a half",
                    "worse-than-a-third": "retreat when the chance to hold is worse than a third",
                },
            ),
            "rommels-reroll": Interrupt("A defence rolled again with Rommel (18.5)", {"never": "never reroll"}),
        },
        prepare=prepare_routes,
        forgetting=(forget_fronts, forget_lines),
    )
    sight = Sight(views.view)
    screen = Screen(
        tell=story.tell,
        nouns=NOUNS,
        called=views.called,
        offers=clicks.offers,
        propose=clicks.propose,
        path_of=clicks.path_of,
        forecast=clicks.forecast,
        layers=lambda state, side: overlays.layers(state),
        standing=prospects.standing,
        calendar=prospects.calendar,
        questions=answers.QUESTIONS,
        explain=answers.explain,
    )
    staff = replace(
        plain_staff(__package__, rules, sight, EVERY_RANK),
        evaluate=evaluation.evaluate,
        crowding="4.4.1",
    )
    trials = Trials(invariants.broken_invariants, dares.dares, bench_reach=benchmark.bench_reach)


def title() -> NorthAfrica41Title:
    return NorthAfrica41Title()
