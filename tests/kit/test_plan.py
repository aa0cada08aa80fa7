"""Plans: a value, and its text both ways."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.bots import player
from sandtable.bots.advice import answer, plan, questions
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.values import Refusal
from sandtable.kit.staff.plan import Assault, BadPlan, March, Objective, Plan, Risk, Store, Task
from sandtable.template.title import title
from tests.template.test_rules import position

FULL = Plan(
    "red",
    4,
    2,
    "take the well",
    "siege",
    "the garrison can be stormed",
    (Objective("take", "C6", "Bir Hakeim", 12.5, 9), Objective("hold", "A1")),
    (Task("besiege", "C6", ("1/A", "2/A"), "from two sides"), Task("hold", "A1", ("3/A",))),
    (
        Assault("C6", ("x", "y"), ("1/A", "2/A"), ("C5", "B6"), "2-1", 50, 33, 17, ("s1",)),
        Assault("B7", ("z",), ("4/A",), ("B6",), "1-6", 0, 0, 100, (), True),
    ),
    (March("1/A", "C5"), March("s1", "C4")),
    ("C5", "B6"),
    ("3/A",),
    (Store("s1", "C4", "sustains the attacks of this turn"), Store("s2", "A1")),
    (Risk("C5", 40, ("1/A",), "a counter-attack from C7"),),
)


def test_a_plan_is_text_both_ways() -> None:
    assert Plan.read(str(FULL)) == FULL


def test_a_bare_plan_is_text_both_ways() -> None:
    bare = Plan("red", 1, 1, "wait", "delay", "time is on our side")
    assert Plan.read(str(bare)) == bare


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("plan of red for turn 1, kept since turn 1", "begins with"),
        (str(FULL).replace("besiege", "sit before"), "sit before"),
        (str(FULL).replace("tasks:", "wishes:"), "no section 'wishes'"),
        (str(FULL).replace("objectives:\n", ""), "stands in no section"),
    ],
)
def test_what_is_no_plan_is_refused_with_the_line(text: str, complaint: str) -> None:
    with pytest.raises(BadPlan, match=complaint):
        Plan.read(text)


def test_the_sentence_names_the_aim_and_the_attacks_by_place() -> None:
    assert FULL.sentence() == "take the well; attacking Bir Hakeim at 2-1"


def test_the_answer_to_the_question_keeps_the_sections() -> None:
    told = FULL.explained()
    assert told.text.startswith("plan of red")
    assert [len(part.parts) for part in told.parts if part.text == "tasks:"] == [2]


# A game whose staff writes no plans


def test_a_plan_is_read_off_from_the_orders_of_a_game_without_plans() -> None:
    state = position("red-1 0101, blue-1 1010")
    made = plan(title(), state, "red")
    assert {name for task in made.tasks for name in task.units} == {"red-1"}
    assert Plan.read(str(made)) == made


def test_a_plan_is_for_ones_own_turn() -> None:
    with pytest.raises(Refusal, match="own turn"):
        plan(title(), position("red-1 0101, blue-1 1010"), "blue")


def test_the_plan_is_a_question_beside_the_games_own() -> None:
    assert "plan" in questions(title())
    assert answer(title(), position("red-1 0101, blue-1 1010"), "red", "plan").text.startswith("plan of red")


# Games whose staff writes them


@pytest.mark.parametrize("key", ["afrika-korps", "north-africa-41", "panzerarmee-afrika", "tobruk"])
def test_every_staff_writes_down_what_it_is_about_to_do(key: str) -> None:
    game_title = games.title(key)
    game = Game(game_title, game_title.setup(), SecretDice(secret_of_seed(2)))
    staffs = {side: player(game_title, "officer", 1) for side in game_title.sides}
    while not (moving := type(game.state.stack[-1]).__name__ in ("Movement", "Order")) or game.state.phasing == "":
        side = game.asked[0]
        game.play(staffs[side].choose(game_title.sight.observe(game.state, side), side), side)
    assert moving
    side = game.state.phasing
    made = plan(game_title, game_title.sight.observe(game.state, side), side)
    assert Plan.read(str(made)) == made
    assert made.posture != "as ordered" and made.objectives and made.tasks
    assert {march.piece for march in made.marches} <= set(game.state.units)
