"""Afrika Korps as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Interrupt, Rulebook, Rules, Screen, Sight, Title, Trials
from sandtable.games.afrika_korps import benchmark, evaluation, features, invariants, setup
from sandtable.games.afrika_korps.dares import dares
from sandtable.games.afrika_korps.ground.reach import forget_floods
from sandtable.games.afrika_korps.ground.zones import forget_fronts
from sandtable.games.afrika_korps.map import board, decisive
from sandtable.games.afrika_korps.orders import NOTATION
from sandtable.games.afrika_korps.saved_position import Position
from sandtable.games.afrika_korps.sight import offers as clicks
from sandtable.games.afrika_korps.sight import prospects, story
from sandtable.games.afrika_korps.sight import questions as answers
from sandtable.games.afrika_korps.sight import view as views
from sandtable.games.afrika_korps.state import NOUNS, SIDES, AfrikaKorps
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import plain_staff


class AfrikaKorpsTitle(Title[AfrikaKorps]):
    key: ClassVar[str] = "afrika-korps"
    name: ClassVar[str] = "Afrika Korps"
    rules_version: ClassVar[str] = "3"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "April 1941 to October 1942, 38 half-month turns from El Agheila to El Alamein"
    }
    options: ClassVar[Mapping[str, str]] = {
        "tournament": "all three tournament rulings of 2016",
        "rommel-partial": "one hex moved together with Rommel gives one extra hex (22.1)",
        "supply-zone": "the zone of an attacked unit does not cut the supply line of that attack (14.2)",
        "capture-needs-attack": "no lone supply is taken by a unit that would then have no legal attack (15.21)",
    }
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[AfrikaKorps](
        Position,
        board,
        NOTATION,
        setup.campaign,
        interrupts={"exchange": Interrupt("Losses of an exchange when you are attacked (7.5)")},
        forgetting=(forget_fronts, forget_floods),
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
        layers=lambda state, side: clicks.layers(state),
        standing=prospects.standing,
        calendar=prospects.calendar,
        questions=answers.QUESTIONS,
        explain=answers.explain,
    )
    staff = replace(
        plain_staff(__package__, rules, sight, EVERY_RANK),
        evaluate=evaluation.evaluate,
        features=features.features,
        decisive=decisive,
        crowding="6.1",
        neglects=prospects.neglects,
        muster=views.muster,
    )
    trials = Trials(invariants.broken_invariants, dares, benchmark.bench_reach)


def title() -> AfrikaKorpsTitle:
    return AfrikaKorpsTitle()
