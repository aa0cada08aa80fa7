"""Panzerarmee Afrika as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Layer
from sandtable.core.title import Interrupt
from sandtable.core.values import Notation
from sandtable.games.panzerarmee_afrika import benchmark, invariants, setup
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.pieces.routes import prepare_routes
from sandtable.games.panzerarmee_afrika.saved_position import Position
from sandtable.games.panzerarmee_afrika.sight import calendar as track
from sandtable.games.panzerarmee_afrika.sight import layers as overlays
from sandtable.games.panzerarmee_afrika.sight import offers as clicks
from sandtable.games.panzerarmee_afrika.sight import questions as answers
from sandtable.games.panzerarmee_afrika.sight import story
from sandtable.games.panzerarmee_afrika.sight import view as screen
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.victory import evaluation
from sandtable.games.panzerarmee_afrika.victory import standing as prospects
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import Wargame


class PanzerarmeeAfrikaTitle(Wargame[PanzerarmeeAfrika]):
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
    state_type = Position
    notation: ClassVar[Notation] = NOTATION
    interrupts: ClassVar[Mapping[str, Interrupt]] = {
        "reaction": Interrupt("Reaction movement to a hex under attack (15.1)", {"never": "never react"})
    }
    crowding: ClassVar[str] = "4"
    ranks: ClassVar[tuple[str, ...]] = EVERY_RANK

    @property
    def board(self) -> Board:
        return board()

    start = staticmethod(setup.campaign)
    view = staticmethod(screen.view)
    called = staticmethod(screen.called)
    tell = staticmethod(story.tell)
    evaluate = staticmethod(evaluation.evaluate)
    broken_invariants = staticmethod(invariants.broken_invariants)

    offers = staticmethod(clicks.offers)
    propose = staticmethod(clicks.propose)
    forecast = staticmethod(clicks.forecast)

    prepare = staticmethod(prepare_routes)

    def layers(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Layer]:
        return overlays.layers(state)

    standing = staticmethod(prospects.standing)
    calendar = staticmethod(track.calendar)
    path_of = staticmethod(clicks.path_of)

    questions: ClassVar[Mapping[str, str]] = answers.QUESTIONS

    explain = staticmethod(answers.explain)
    bench_reach = staticmethod(benchmark.bench_reach)


def title() -> PanzerarmeeAfrikaTitle:
    return PanzerarmeeAfrikaTitle()
