"""Tobruk: Operation Crusader as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Interrupt, Rulebook, Rules, Screen, Sight, Title, Trials
from sandtable.games.tobruk import benchmark, invariants, setup
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.zones import forget_fronts
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.saved_position import Position
from sandtable.games.tobruk.scenario import evaluation
from sandtable.games.tobruk.scenario.opening import seat
from sandtable.games.tobruk.sight import layers as overlays
from sandtable.games.tobruk.sight import offers as clicks
from sandtable.games.tobruk.sight import prospects, story
from sandtable.games.tobruk.sight import questions as answers
from sandtable.games.tobruk.sight import view as views
from sandtable.games.tobruk.state import NOUNS, SIDES, Tobruk
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.kit.wargame import plain_staff


class TobrukTitle(Title[Tobruk]):
    key: ClassVar[str] = "tobruk"
    name: ClassVar[str] = "Tobruk: Operation Crusader"
    rules_version: ClassVar[str] = "3"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {
        "first-sidi-rezegh": "18 to 25 November 1941, four turns: 30th Corps strikes for Sidi Rezegh",
        "second-sidi-rezegh": "28 November to 7 December 1941, five turns: the corridor to Tobruk is fought for",
        "battle-for-tobruk": "18 November to 7 December 1941, ten turns: the whole battle, sides by secret bid",
    }
    options: ClassVar[Mapping[str, str]] = {
        setup.FIRST_RESULTS: "the combat results of rules 1 and 2: most retreats cost a reduction as well (10.3)",
    }
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[Tobruk](
        Position,
        board,
        NOTATION,
        setup.start,
        interrupts={"anti-tank-fire": Interrupt("Targets of anti-tank guns under attack (13.0)")},
        implied=dict.fromkeys(("1", "2"), (setup.FIRST_RESULTS,)),
        seat=seat,
        forgetting=(forget_fronts,),
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
        crowding="7.1",
        neglects=prospects.neglects,
    )
    trials = Trials(invariants.broken_invariants, bench_reach=benchmark.bench_reach)


def title() -> TobrukTitle:
    return TobrukTitle()
