"""Cadet, officer, general: the ranks of the machine."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import msgspec
import pytest

from sandtable import games
from sandtable.bots import is_known, player, player_names, suggested
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, UnknownChoice
from sandtable.core.values import Action
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title as afrika_korps
from sandtable.games.campaign_for_north_africa.title import title as campaign
from sandtable.kit.staff.cadet import OVERLOOKED, Cadet, named
from sandtable.kit.staff.courses import JUDGEMENT, Budget, Course, bent, course_named
from sandtable.kit.staff.general import Answered, General, Trial, finalists
from sandtable.kit.staff.player import StaffPlayer
from sandtable.kit.staff.ranks import EVERY_RANK
from sandtable.template.title import title as template
from tests.afrika_korps.positions import asking, position

BRIEF = Budget(answers=1, first=1, best=2, more=1)


def first_turn(axis: Player) -> Game[AfrikaKorps]:
    game = Game(afrika_korps(), afrika_korps().setup(), SecretDice(secret_of_seed(3)))
    while game.asked == ("axis",) and game.state.turn == 1:
        game.play(axis.choose(game.state, "axis"), "axis")
    return game


def orders(game: Game[AfrikaKorps]) -> list[str]:
    return [str(entry.action) for entry in game.entries]


def test_players_choose_among_ranks() -> None:
    assert player_names(afrika_korps()) == ("random", "greedy", *EVERY_RANK)
    assert suggested(afrika_korps()) == "officer"
    assert suggested(template()) == "greedy"


def test_the_name_in_older_saves_is_an_officer() -> None:
    assert is_known(afrika_korps(), "staff") and isinstance(player(afrika_korps(), "staff", 1), Staff)
    assert not is_known(template(), "staff")


def test_a_game_whose_staff_knows_no_courses_has_no_general() -> None:
    with pytest.raises(UnknownChoice, match="no player 'general'"):
        player(campaign(), "general", 1)


@pytest.mark.parametrize("key", ["afrika-korps", "tobruk", "panzerarmee-afrika", "north-africa-41"])
def test_four_games_have_generals_whose_courses_are_all_different(key: str) -> None:
    title = games.title(key)
    assert isinstance(player(title, "general", 1), General) and isinstance(player(title, "marshal", 1), General)
    staff = title.staff.player(title, "officer", 1)
    assert isinstance(staff, StaffPlayer)
    for side in title.sides:
        courses = staff.courses(side)
        assert len(courses) > 4 and len(set(courses)) == len(courses)
        assert [staff.following(course).course for course in courses] == list(courses)


# A general


def test_a_general_follows_the_course_that_fared_best() -> None:
    general = General(afrika_korps(), 1, Staff, BRIEF)
    first_turn(general)
    tried = {trial.course: trial.mean for trial in general.trials}
    assert set(tried) == {"", *Staff.courses("axis")}
    finals = [trial for trial in general.trials if len(trial.values) == 2]
    assert "" in {trial.course for trial in finals}
    assert general.course == max(finals, key=lambda trial: trial.mean).course


def test_the_own_judgement_is_always_compared_and_twins_are_not() -> None:
    tried = [Trial("", (1.0, 2.0)), Trial("twin", (1.0, 2.0)), Trial("best", (5.0, 4.0)), Trial("second", (3.0, 3.0))]
    assert [trial.course for trial in finalists(tried, 3)] == ["", "best", "second"]
    assert [trial.course for trial in finalists(tried[:2], 3)] == [""]


def test_a_general_plays_the_same_game_for_the_same_seed() -> None:
    first, second = (first_turn(General(afrika_korps(), 1, Staff, BRIEF)) for _ in range(2))
    assert orders(first) == orders(second)


def test_a_general_follows_its_course_as_its_staff_would() -> None:
    general = General(afrika_korps(), 1, Staff, BRIEF)
    assert orders(first_turn(general)) == orders(first_turn(Staff(1, general.course)))


def test_a_marshal_makes_more_playouts_of_the_same_length() -> None:
    usual = Budget(answers=2, first=1, best=3, more=2)
    assert usual.times(4) == Budget(answers=2, first=4, best=3, more=8)


class Moment(NamedTuple):
    """As much of a position as a horizon looks at."""

    phasing: str
    drawn: str


@pytest.mark.parametrize(
    ("course", "times", "seen"),
    [
        (["axis 1", "allied 1", "axis 2", "allied 2", "axis 3"], 1, 3),
        (["axis 1", "allied 1", "axis 2", "allied 2", "axis 3"], 2, 5),
        (["axis XV", "axis XX", "allied 30", "allied 13", "axis XV"], 1, 4),  # chits from a cup
        (["axis XV", "allied 30", " ", "allied 30", "axis XV"], 2, 5),  # nobody is active between two draws
    ],
)
def test_a_playout_ends_when_the_enemy_has_answered(course: list[str], times: int, seen: int) -> None:
    moments = [Moment(*text.split(" ")) for text in course]
    answered = Answered(moments[0], "axis", lambda moment: moment.drawn, times)
    assert [answered(moment) for moment in moments].index(True) == seen - 1


# Courses


class Habits(msgspec.Struct, frozen=True):
    risk: float
    pull: float


class Book(msgspec.Struct, frozen=True):
    habits: Habits
    worth: dict[str, float]


def test_a_course_bends_the_weights_it_names_and_no_others() -> None:
    plain = Book(Habits(2.0, 3.0), {"port": 4.0, "base": 5.0})
    changed = bent(plain, {"habits.risk": 0.5, "worth.port": 2.0})
    assert changed == Book(Habits(1.0, 3.0), {"port": 8.0, "base": 5.0})
    assert plain == Book(Habits(2.0, 3.0), {"port": 4.0, "base": 5.0})


def test_a_course_that_nobody_listed_is_the_own_judgement() -> None:
    listed = (Course("daring", weights={"risk": 0.5}),)
    assert course_named(listed, "daring") is listed[0]
    assert course_named(listed, "folly") == course_named(listed, "") == JUDGEMENT


# A cadet


def test_a_cadet_overlooks_some_units_that_the_staff_would_move() -> None:
    by_cadet, by_staff = (orders(first_turn(player(afrika_korps(), name, 5))) for name in ("cadet", "officer"))
    assert set(by_cadet) < set(by_staff)


class Dictated:
    """A staff that says what it is told to say."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def choose(self, observed: AfrikaKorps, side: str) -> Action:
        return afrika_korps().rules.notation.parse(self.texts.pop(0))


@pytest.mark.parametrize(("unseen", "given"), [(1, True), (2, False)])
def test_a_cadet_forgets_a_stack_of_which_he_has_seen_less_than_half(unseen: int, given: bool) -> None:
    army = ("21/5", "21/104", "21/3", "ariete", "brescia", "pavia")
    state = asking(
        position("21/5, 21/104, 21/3 W6, ariete, brescia, pavia, AxS1 W3", "9A/20, AlS1 G25"), Movement("axis")
    )
    seen = {name: Random(f"7 {state.turn} {name}").random() >= OVERLOOKED for name in army}
    stack = [*[n for n in seen if not seen[n]][:unseen], *[n for n in seen if seen[n]][: 3 - unseen]]
    assert len(stack) == 3
    march = f"move {', '.join(stack)} W6-W5"
    cadet = Cadet(afrika_korps(), Dictated(march, "done"), 7)
    assert (str(cadet.choose(state, "axis")) == march) == given


def test_an_order_is_for_the_names_it_begins_with() -> None:
    read = afrika_korps().rules.notation.parse
    assert named(read("move 21/5, rommel W6-W8")) == ("21/5", "rommel")
    assert named(read("done")) == ()
