"""Afrika Korps as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.board import Board
from sandtable.core.offers import Layer
from sandtable.core.title import Interrupt
from sandtable.core.values import Notation
from sandtable.games.afrika_korps import benchmark, evaluation, invariants, setup
from sandtable.games.afrika_korps.dares import dares
from sandtable.games.afrika_korps.map import board, fortresses, home_bases, ports
from sandtable.games.afrika_korps.orders import NOTATION
from sandtable.games.afrika_korps.saved_position import Position
from sandtable.games.afrika_korps.sight import offers as clicks
from sandtable.games.afrika_korps.sight import prospects, story
from sandtable.games.afrika_korps.sight import questions as answers
from sandtable.games.afrika_korps.sight import view as screen
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import Wargame


class AfrikaKorpsTitle(Wargame[AfrikaKorps]):
    key: ClassVar[str] = "afrika-korps"
    name: ClassVar[str] = "Afrika Korps"
    rules_version: ClassVar[str] = "3"
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
    interrupts: ClassVar[Mapping[str, Interrupt]] = {
        "exchange": Interrupt("Losses of an exchange when you are attacked (7.5)")
    }
    crowding: ClassVar[str] = "6.1"
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

    def layers(self, state: AfrikaKorps, side: str) -> Sequence[Layer]:
        return clicks.layers(state)

    standing = staticmethod(prospects.standing)
    calendar = staticmethod(prospects.calendar)
    bench_reach = staticmethod(benchmark.bench_reach)
    daring = staticmethod(dares)
    path_of = staticmethod(clicks.path_of)

    def muster(self, state: AfrikaKorps, side: str) -> Mapping[str, Sequence[str]]:
        """A formation goes by the number before the stroke, or by its name."""
        found: dict[str, list[str]] = {}
        for piece in self.view(state, side).pieces:
            if piece.side == side and piece.at in board().index:
                formation, _, number = piece.id.partition("/")
                names = {piece.id, formation, piece.title.rpartition(", ")[2]} if number else {piece.id}
                for name in sorted(names):
                    found.setdefault(name, []).append(piece.id)
        return found

    def decisive(self, side: str) -> Sequence[str]:
        """[4.1, 4.2] The Axis need all four sites; the Allies may give up Bengasi, which is no port."""
        sites = home_bases() | (ports() if side == "allied" else fortresses())
        return tuple(board().name(at) for at in sorted(sites))

    questions: ClassVar[Mapping[str, str]] = answers.QUESTIONS

    explain = staticmethod(answers.explain)


def title() -> AfrikaKorpsTitle:
    return AfrikaKorpsTitle()
