"""What players say to each other beside the rules: who may, when, and that the record keeps it."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core import journal, parley
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game, Line, Noted
from sandtable.core.journal import SaveError
from sandtable.core.past import BLOCK
from sandtable.core.values import BadNotation, Refusal
from tests.core.test_game import RED_FIRST, TITLE, assert_no_undo, game


def lines(*texts: str) -> list[str]:
    table = game(*texts)
    return [line for entry in table.entries for event in entry.events if (line := parley.tell(TITLE, event))]


@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_resigns_has_lost_whoever_is_asked(side: str) -> None:
    table = game(*RED_FIRST, f"{side}> resign")
    assert table.asked == () and table.outcome is not None
    assert table.outcome.winner == {"red": "blue", "blue": "red"}[side]
    view = table.view("")
    assert (view.over, view.winner) == (f"the {side.title()} player resigns", table.outcome.winner)
    assert lines(*RED_FIRST, f"{side}> resign")[-1] == f"The {side.title()} player resigns"


def test_the_draw_that_is_accepted_ends_the_game_without_a_winner() -> None:
    table = game(*RED_FIRST, "blue> offer-draw")
    assert table.offered == "blue" and table.asked == ("red",) and table.outcome is None
    table.play_text("accept-draw", "red")
    assert table.outcome is not None and table.outcome.winner is None and table.view("red").over
    told = lines(*RED_FIRST, "blue> offer-draw", "red> accept-draw")[-2:]
    assert told == ["The Blue player offers a draw", "The players agree to a draw"]


def test_after_a_draw_was_declined_the_game_goes_on_and_who_offered_it_plays_on_first() -> None:
    table = game(*RED_FIRST, "red> offer-draw", "blue> decline-draw")
    assert table.offered == "" and table.asked == ("red",)
    with pytest.raises(Refusal, match="play on before you offer another"):
        table.play_text("offer-draw", "red")
    table.play_text("offer-draw", "blue")
    table.play_text("decline-draw", "red")
    table.play_text("move r1 A2", "red")
    table.play_text("offer-draw", "red")
    assert table.offered == "red"


def test_an_offer_stands_until_it_is_answered_or_withdrawn_whatever_is_decided_in_secret() -> None:
    table = game("red> offer-draw", "blue> bet 1", "red> bet 2")
    assert table.offered == "red"
    table.play_text("withdraw-offer", "red")
    assert table.offered == ""
    with pytest.raises(Refusal, match="has not offered a draw"):
        table.play_text("accept-draw", "blue")


@pytest.mark.parametrize(
    ("before", "said", "why"),
    [
        ((), "red> accept-draw", "has not offered"),
        ((), "red> decline-draw", "has not offered"),
        ((), "red> withdraw-offer", "no offer"),
        (("red> offer-draw",), "red> accept-draw", "has not offered"),
        (("red> offer-draw",), "red> offer-draw", "not been answered"),
        (("red> offer-draw",), "blue> offer-draw", "accept it or decline it"),
        (("red> offer-draw",), "blue> withdraw-offer", "no offer"),
        (("red> resign",), "blue> resign", "the game is over"),
        (("red> resign",), "blue> offer-draw", "the game is over"),
        ((), "nobody> resign", "only a player"),
    ],
)
def test_what_cannot_be_said_is_refused_and_changes_nothing(before: tuple[str, ...], said: str, why: str) -> None:
    table = game(*RED_FIRST, *before)
    state, entries = table.state, len(table.entries)
    side, _, text = said.partition("> ")
    with pytest.raises(Refusal, match=why):
        table.play_text(text, side)
    assert table.state is state and len(table.entries) == entries


def test_more_words_than_the_word_itself_are_not_understood() -> None:
    with pytest.raises(BadNotation, match="written alone"):
        game().play_text("resign now", "red")


def test_what_was_said_is_not_taken_back_and_no_move_before_it() -> None:
    assert_no_undo(game(*RED_FIRST, "red> move r1 A2", "red> offer-draw"), "red", "stands")
    assert_no_undo(game(*RED_FIRST, "red> move r1 A2", "red> offer-draw", "blue> decline-draw"), "red", "stands")


def test_a_game_that_is_taken_up_again_knows_what_is_offered() -> None:
    title = games.title("afrika-korps")
    played: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    play_out(played, {side: RandomPlayer(title, 3) for side in title.sides}, limit=BLOCK - 1)
    played.play_text("offer-draw", "allied")
    record = [Noted(told.side, str(told.action), told.rolls, told.marks) for told in played.entries]
    again = Game.resumed(title, title.setup(), played.dice, record, [played.pack(played.state)], 0)
    assert again.offered == "allied" and again.still().offered == "allied"
    assert again.entries[-1] == played.entries[-1], "told anew from the record"


def test_the_record_of_a_game_that_was_given_up_is_replayed_and_proven(tmp_path: Path) -> None:
    record = journal.new(TITLE, TITLE.setup(), seed=3)
    for side, text in (("red", "bet 2"), ("blue", "bet 1"), ("red", "offer-draw"), ("blue", "decline-draw")):
        record.game.play_text(text, side)
    record.game.play_text("resign", "red")
    journal.write(record, tmp_path / "game.json")
    save = journal.read(tmp_path / "game.json")
    assert save.secret is not None, "the game is over: its dice are open"
    assert journal.check(TITLE, save).outcome == journal.verify(TITLE, save).outcome == record.game.outcome


def test_a_draw_that_nobody_offered_breaks_the_record_where_it_was_taken() -> None:
    record = journal.new(TITLE, TITLE.setup(), seed=3)
    forged = replace(record.save(), lines=(Line("red", "accept-draw"),))
    with pytest.raises(SaveError, match=r"entry 1, red> accept-draw: .*has not offered"):
        journal.check(TITLE, forged)


@pytest.mark.parametrize("key", games.keys())
def test_every_game_ends_when_it_is_given_up_and_shows_it(key: str) -> None:
    title = games.title(key)
    for seed, side in zip(count(1), title.sides, strict=False):
        table = Game(title, title.setup(), SecretDice(secret_of_seed(seed)))
        for _ in range(3):
            table.play(table.actions()[0], table.asked[0])
        table.play_text("resign", side)
        for eye in ("", *title.sides):
            view = table.view(eye)
            assert view.over == f"the {side.title()} player resigns" and view.winner not in (None, side)
            assert view.asked == ()
        assert title.rules.decode(title.rules.encode(table.state)) == table.state
        assert title.trials.broken_invariants(table.state) == []
