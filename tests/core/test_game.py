"""The one door, and what may be taken back through it."""

from __future__ import annotations

import pytest

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.values import BadNotation, Refusal
from tests.core.toy import Bid, Movement, Wadi, WadiTitle
from tests.core.toy_actions import Done

TITLE = WadiTitle()


def game(*texts: str, seed: int = 1) -> Game[Wadi]:
    """A game in which these were played, each `side> action`."""
    made: Game[Wadi] = Game(TITLE, TITLE.setup(), SecretDice(secret_of_seed(seed)))
    for text in texts:
        side, _, action = text.partition("> ")
        made.play_text(action, side)
    return made


RED_FIRST = ("red> bet 2", "blue> bet 1")
RED_TAKES_THE_CAMP = (
    *RED_FIRST, "red> move r2 C3", "red> done", "red> done", "blue> move b2 A5", "blue> move b1 A4", "blue> done",
    "blue> done", "red> bet 1", "blue> bet 0", "red> move r2 C5", "red> done", "red> done", "blue> done", "blue> done",
    "red> bet 0", "blue> bet 1", "blue> done", "blue> done", "red> move r2 C6",
)  # fmt: skip


def assert_no_undo(table: Game[Wadi], side: str, why: str) -> None:
    state, entries = table.state, list(table.entries)
    with pytest.raises(Refusal, match=why):
        table.undo(side)
    assert table.state is state and table.entries == entries


def test_actions_are_played_and_remembered_with_their_events() -> None:
    table = game(*RED_FIRST, "red> move r1 A2")
    assert [(entry.side, str(entry.action)) for entry in table.entries][-1] == ("red", "move r1 A2")
    assert [event.kind for event in table.events] == ["turn", "reveal", "counted", "counted", "moved"]
    assert [event.n for event in table.events] == [0, 1, 2, 3, 4]
    assert len(table.states) == 4 and table.states[-1] is table.state


def test_refused_action_leaves_the_game_as_it_was() -> None:
    table = game(*RED_FIRST)
    state = table.state
    for side, text in (("red", "move b1 C5"), ("blue", "done"), ("red", "bet 1")):
        with pytest.raises(Refusal):
            table.play_text(text, side)
    with pytest.raises(BadNotation, match="not an order in this game; the orders are: attack, bet"):
        table.play_text("dance r1", "red")
    with pytest.raises(BadNotation, match="is written alone"):
        table.play_text("done now", "red")
    assert table.state is state and len(table.entries) == 2


def test_side_that_is_not_asked_has_no_actions() -> None:
    table = game(*RED_FIRST)
    assert table.asked == ("red",)
    assert len(table.actions("red")) == len(table.actions()) > 0
    assert len(table.actions("blue")) == 0
    assert len(game("blue> bet 1").actions("blue")) == 0


def test_own_action_is_taken_back_step_by_step() -> None:
    table = game(*RED_FIRST)
    start = table.state
    table.play_text("move r1 A2")
    middle = table.state
    table.play_text("move r2 B2")
    assert str(table.undo("red").action) == "move r2 B2"
    assert table.state == middle
    table.undo()
    assert table.state == start
    table.play_text("move r1 A3")
    assert [str(entry.action) for entry in table.entries][2:] == ["move r1 A3"]


def test_leaving_a_phase_of_ones_own_is_taken_back() -> None:
    table = game(*RED_FIRST, "red> done")
    table.undo("red")
    assert table.state.stack[-1] == Movement("red")


def test_nothing_is_taken_back_at_the_start() -> None:
    assert_no_undo(game(), "red", "nothing to undo")


def test_nothing_is_left_to_take_back_after_ones_own_undo() -> None:
    table = game(*RED_FIRST, "red> move r1 A2")
    table.undo("red")
    assert_no_undo(table, "red", "no decision of yours is left to take back")


def test_other_sides_action_is_not_taken_back() -> None:
    assert_no_undo(game(*RED_FIRST, "red> move r1 A2"), "blue", "the decision lies with the Red player now")


def test_nothing_is_taken_back_once_the_other_side_is_asked() -> None:
    assert_no_undo(game(*RED_FIRST, "red> done", "red> done"), "red", "the decision lies with the Blue player now")


def test_sealed_answer_is_not_taken_back() -> None:
    table = game("red> bet 2")
    assert isinstance(table.state.stack[-1], Bid)
    assert_no_undo(table, "red", "the decision lies with the Blue player now")


def test_nothing_is_taken_back_behind_a_reveal() -> None:
    table = game("blue> bet 1", "red> bet 2")  # red answers last and moves first
    assert table.asked == ("red",)
    assert_no_undo(table, "red", "revealed")


def test_nothing_is_taken_back_behind_a_die() -> None:
    tie = game("red> bet 1", "blue> bet 1")
    last = tie.entries[-1]
    assert [roll.purpose for roll in last.rolls] == ["first move"]
    assert last.final and tie.asked == ("blue",)
    assert_no_undo(tie, "blue", "a die was rolled")


def test_who_waits_does_not_learn_from_a_refusal_what_the_others_do_meanwhile() -> None:
    tie = game("blue> bet 1", "red> bet 1")
    assert tie.entries[-1].final and tie.asked == ("blue",)
    assert_no_undo(tie, "red", "the decision lies with the Blue player now")
    tie.play(tie.actions("blue")[0], "blue")
    assert tie.asked == ("blue",)
    assert_no_undo(tie, "red", "the decision lies with the Blue player now")


def test_nothing_is_taken_back_after_the_end() -> None:
    # The secret of the dice is open then: whoever could go back would know every roll to come.
    table = game(*RED_TAKES_THE_CAMP)
    assert table.outcome is not None and table.outcome.winner == "red"
    assert not table.entries[-1].final
    assert_no_undo(table, "red", "the game is over")
    assert_no_undo(table, "blue", "the game is over")
    with pytest.raises(Refusal, match="over"):
        table.play(Done(), "red")
    assert table.asked == () and len(table.actions()) == 0


def test_same_secret_gives_the_same_game_and_another_gives_another() -> None:
    fights = (*RED_FIRST, "red> move r2 B4", "red> done", "red> attack b2 with r2")
    values = {game(*fights, seed=seed).entries[-1].rolls[0].value for seed in range(20)}
    assert game(*fights).events == game(*fights).events
    assert len(values) > 3
