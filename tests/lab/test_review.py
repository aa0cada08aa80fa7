"""A finished game looked back on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.bots.roster import typed_player
from sandtable.bots.series import play_out
from sandtable.cli import main
from sandtable.core import journal
from sandtable.core.game import Game
from sandtable.core.journal import Record
from sandtable.kit.staff.chances import curves
from sandtable.lab.page import on_paper, page
from sandtable.lab.review import Review, Unfinished, review
from sandtable.lab.sheet import sheet
from sandtable.lab.telling import lines, throw_in_words


@pytest.fixture(scope="module")
def finished() -> Record:
    title = games.title("afrika-korps")
    record = journal.new(title, title.setup(), seed=9)
    players = {"axis": typed_player(title, "officer", 1), "allied": typed_player(title, "cadet", 2)}
    assert play_out(record.game, players).outcome is not None
    return record


@pytest.fixture(scope="module")
def found(finished: Record) -> Review:
    return review(finished.game)


def test_every_turn_stands_where_the_one_before_it_left_off(found: Review) -> None:
    assert [turn.turn for turn in found.turns] == list(range(1, len(found.turns) + 1))
    for before, after in zip(found.turns, found.turns[1:], strict=False):
        assert before.stood + before.change == pytest.approx(after.stood)


def test_what_the_dice_brought_and_what_play_brought_make_the_change(found: Review) -> None:
    assert found.throws > 0
    for turn in found.turns:
        assert turn.luck + turn.play == pytest.approx(turn.change)
    assert sum(turn.luck for turn in found.turns) == pytest.approx(found.luck)
    assert 0 <= found.percentile <= 100


def test_a_throw_that_mattered_names_its_dice_and_is_one_of_the_ways_they_fall(found: Review, finished: Record) -> None:
    assert found.telling
    for throw in found.telling:
        assert finished.game.record[throw.entry].rolls
        assert 0 < throw.rarely <= 1


def test_a_supply_die_belongs_to_the_turn_it_is_rolled_in_though_the_enemys_last_order_let_it_fall(
    found: Review, finished: Record
) -> None:
    supplies = [throw for throw in found.telling if throw.dice.startswith("Axis supply")]
    assert supplies
    for throw in supplies:
        after = finished.game.title.sight.view(finished.game.states[throw.entry + 1], "")
        assert (throw.whose, throw.side) == ("axis", "allied") and throw.turn == after.turn


def test_the_deciding_turns_have_a_plan_of_the_staff_for_the_side_that_lost_by_them(found: Review) -> None:
    assert found.turning
    assert all(advice.text.startswith(f"plan of {advice.side} for turn {advice.turn}") for advice in found.turning)


def test_the_same_game_is_reviewed_the_same_way(found: Review, finished: Record) -> None:
    assert review(finished.game) == found


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    title = games.title("afrika-korps")
    game: Game[Any] = journal.new(title, title.setup(), seed=9).game
    with pytest.raises(Unfinished, match="not over"):
        review(game)


def test_the_page_needs_nothing_beside_it(found: Review) -> None:
    written = page(games.title("afrika-korps"), found)
    assert "<svg" in written and "Turn by turn" in written
    assert "http" not in written and "<script" not in written


def test_the_page_shows_the_front_line_and_where_it_was_fought(found: Review) -> None:
    written = page(games.title("afrika-korps"), found)
    assert "The front line" in written and "Map of battles" in written and "Map of traffic" in written
    assert [name for name, _ in found.course.places if f">{name}</text>" not in written] == []


def test_the_course_counts_what_the_story_tells(found: Review, finished: Record) -> None:
    kinds = [event.kind for event in finished.game.events]
    lost = sum(sum(turn.losses.values()) for turn in found.course.turns)
    assert lost == kinds.count("eliminated") > 0
    assert [turn.turn for turn in found.course.turns][:-1] == [turn.turn for turn in found.turns]
    west, east = (bounds(x for x, _ in finished.game.title.rules.board().centre) for bounds in (min, max))
    assert all(turn.front is None or west <= turn.front <= east for turn in found.course.turns)


def test_a_throw_says_what_was_rolled_and_what_it_meant(found: Review) -> None:
    for throw in found.telling:
        told = throw_in_words(games.title("afrika-korps"), found, throw)
        assert re.search(r" rolled, which (brought|cost) the Axis (\d+|less than a) percentage points?; ", told)
        assert ("brought" in told) == (throw.luck >= 0)


def test_a_review_tells_chances_and_how_far_such_forecasts_missed(found: Review) -> None:
    title = games.title("afrika-korps")
    assert found.in_chances and all(0 < turn.stood < 1 for turn in found.turns)
    assert found.error == curves(title)["campaign"].error() > 0
    (told,) = (line for line in lines(title, found) if line.startswith("Chance of a win for the Axis, in per cent"))
    assert f"was {round(100 * found.error)} percentage points out on average" in told


def test_on_paper_nothing_is_folded_away(found: Review) -> None:
    written = on_paper(page(games.title("afrika-korps"), found))
    assert "<details open>" in written and "<details>" not in written


def test_without_chromium_a_pdf_is_refused_before_the_game_is_looked_at(
    finished: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    save = tmp_path / "a.game"
    journal.write(finished, save)
    assert main(["review", str(save), "--pdf", str(tmp_path / "a.pdf")]) != 0
    assert "a PDF needs Chromium" in capsys.readouterr().err and not (tmp_path / "a.pdf").exists()


@pytest.mark.long
def test_chromium_prints_a_review(finished: Record, tmp_path: Path) -> None:
    save, target = tmp_path / "a.game", tmp_path / "a.pdf"
    journal.write(finished, save)
    assert main(["review", str(save), "--pdf", str(target)]) == 0
    assert target.read_bytes().startswith(b"%PDF-")


def test_the_terminal_tells_it_and_writes_the_page(
    finished: Record, found: Review, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save, target = tmp_path / "a.game", tmp_path / "a.html"
    journal.write(finished, save)
    assert main(["review", str(save)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == list(lines(games.title("afrika-korps"), found))
    assert told[0].startswith("Afrika Korps, The campaign: ")  # by its name, not by its key
    assert main(["review", str(save), "--html", str(target)]) == 0 and target.exists()
    assert main(["review", str(save), "--html", str(target)]) != 0
    assert "exists; nothing was written" in capsys.readouterr().err


def test_a_sheet_names_the_entry_behind_every_throw_and_every_advice(found: Review, finished: Record) -> None:
    shown = sheet(finished.game.title, found)
    assert [throw.entry for throw in shown.throws] == [throw.entry for throw in found.telling]
    begins = {turn.turn: turn.entry for turn in shown.turns}
    assert shown.advice and all(begins[advice.turn] == advice.entry for advice in shown.advice)
    assert shown.winner == found.winner and "less lucky" in shown.luck
