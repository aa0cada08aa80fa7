"""Panzerarmee Afrika as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Interrupt, Rulebook, Rules, Screen, Sight, Title, Trials
from sandtable.games.panzerarmee_afrika import benchmark, invariants, setup
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.reach import forget_floods
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.pieces.routes import prepare_routes
from sandtable.games.panzerarmee_afrika.pieces.zones import forget_fronts
from sandtable.games.panzerarmee_afrika.saved_position import Position
from sandtable.games.panzerarmee_afrika.sight import calendar as track
from sandtable.games.panzerarmee_afrika.sight import layers as overlays
from sandtable.games.panzerarmee_afrika.sight import offers as clicks
from sandtable.games.panzerarmee_afrika.sight import questions as answers
from sandtable.games.panzerarmee_afrika.sight import story
from sandtable.games.panzerarmee_afrika.sight import view as views
from sandtable.games.panzerarmee_afrika.state import NOUNS, SIDES, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import forget_networks
from sandtable.games.panzerarmee_afrika.victory import evaluation
from sandtable.games.panzerarmee_afrika.victory import standing as prospects
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import plain_staff


class PanzerarmeeAfrikaTitle(Title[PanzerarmeeAfrika]):
    key: ClassVar[str] = "panzerarmee-afrika"
    name: ClassVar[str] = "Panzerarmee Afrika"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "April 1941 to November 1942, 20 monthly turns from El Agheila to Alexandria"
    }
    options: ClassVar[Mapping[str, str]] = {
        "single-command-roll": "one roll names the Allied hexes out of command, instead of a roll for each hex (10.1)",
        "no-tobruk-award": "long possession of Tobruk does not change the level of victory (14.1)",
        "reaction": "defenders may bring in nearby units before a combat (15.1)",
        "reliability": "Italian infantry grows unreliable with its losses and may surrender (15.2, 15.3)",
    }
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[PanzerarmeeAfrika](
        Position,
        board,
        NOTATION,
        setup.campaign,
        interrupts={"reaction": Interrupt("Reaction movement to a hex under attack (15.1)", {"never": "never react"})},
        prepare=prepare_routes,
        forgetting=(forget_fronts, forget_floods, forget_networks),
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
        calendar=track.calendar,
        questions=answers.QUESTIONS,
        explain=answers.explain,
    )
    staff = replace(
        plain_staff(__package__, rules, sight, EVERY_RANK),
        evaluate=evaluation.evaluate,
        crowding="4",
    )
    trials = Trials(invariants.broken_invariants, bench_reach=benchmark.bench_reach)


def title() -> PanzerarmeeAfrikaTitle:
    return PanzerarmeeAfrikaTitle()
