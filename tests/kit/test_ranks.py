"""Cadet, officer, general: the ranks of the machine."""

from __future__ import annotations

import pytest

from sandtable.bots import is_known, player, player_names, suggested
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, UnknownChoice
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title as afrika_korps
from sandtable.games.tobruk.title import title as tobruk
from sandtable.kit.staff.cadet import named
from sandtable.kit.staff.general import Budget, General, Trial, finalists
from sandtable.template.title import title as template

BRIEF = Budget(turns=1, first=1, best=2, more=1)


def first_turn(axis: Player) -> Game[AfrikaKorps]:
    game = Game(afrika_korps(), afrika_korps().setup(), SecretDice(secret_of_seed(3)))
    while game.asked == ("axis",) and game.state.turn == 1:
        game.play(axis.choose(game.state, "axis"), "axis")
    return game


def orders(game: Game[AfrikaKorps]) -> list[str]:
    return [str(entry.action) for entry in game.entries]


def test_players_choose_among_ranks() -> None:
    assert player_names(afrika_korps()) == ("random", "greedy", "cadet", "officer", "general")
    assert suggested(afrika_korps()) == "officer"
    assert suggested(template()) == "greedy"


def test_the_name_in_older_saves_is_an_officer() -> None:
    assert is_known(afrika_korps(), "staff") and isinstance(player(afrika_korps(), "staff", 1), Staff)
    assert not is_known(template(), "staff")


def test_a_game_without_courses_has_no_general() -> None:
    with pytest.raises(UnknownChoice, match="no player 'general'"):
        player(tobruk(), "general", 1)


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


# A cadet


def test_a_cadet_overlooks_some_units_that_the_staff_would_move() -> None:
    by_cadet, by_staff = (orders(first_turn(player(afrika_korps(), name, 5))) for name in ("cadet", "officer"))
    assert set(by_cadet) < set(by_staff)


def test_an_order_is_for_the_names_it_begins_with() -> None:
    read = afrika_korps().notation.parse
    assert named(read("move 21/5, rommel W6-W8")) == ("21/5", "rommel")
    assert named(read("done")) == ()
