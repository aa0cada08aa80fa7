"""What the kit checks once, what it leaves behind for the repair, and the pieces it is made of."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.conformance import Care, Failure, check_same_everywhere, check_title, fuzz, playthrough, walk
from sandtable.conformance.checks import ENGINE_CASES, Offers, check_refused_or_listed, mutations, read_actions, sample
from sandtable.core import journal
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Draft
from sandtable.core.game import Game
from sandtable.core.journal import Keyring
from sandtable.core.title import Setup
from sandtable.core.values import Action, BadNotation
from tests.conformance.faults import TITLE, OpenPurses, Patch, Unsound, caught
from tests.core import toy
from tests.core.toy import Combat, Wadi, WadiTitle
from tests.core.toy_actions import Attack, Bet, Done
from tests.core.toy_board import board

# Dumps


def test_crash_dump_is_a_game_that_loads_up_to_the_failing_entry(monkeypatch: Patch, tmp_path: Path) -> None:
    honest = Combat.do

    def do(self: Combat, draft: Draft[Wadi], side: str, action: Action) -> None:
        if isinstance(action, Attack):
            raise KeyError("the combat table is missing")
        honest(self, draft, side, action)

    with monkeypatch.context() as broken:
        broken.setattr(Combat, "do", do)
        failure = caught(care=Care(every=1000), dumps=tmp_path / "new" / "dumps")
    assert failure.check == "exception"
    assert failure.dump is not None
    save = journal.read(failure.dump)
    game = journal.check(TITLE, save)
    assert isinstance(game.state.stack[-1], Combat)
    resumed = journal.resume(TITLE, save, Keyring(tmp_path / "secrets"))
    assert resumed.game.state == game.state
    told = failure.dump.with_suffix(".txt").read_text()
    assert f"after entry {len(save.lines)}" in told
    assert "the combat table is missing" in told and "Traceback" in told


def test_failing_check_is_dumped_too(tmp_path: Path) -> None:
    failure = caught(Unsound(), dumps=tmp_path)
    assert failure.dump is not None
    assert journal.check(TITLE, journal.read(failure.dump)).state.turn == 2


# Fuzz


def test_fuzz_of_a_sound_game_is_clean_and_counts() -> None:
    seen: list[tuple[int, int]] = []
    report = fuzz(TITLE, 12, 5, workers=1, progress=lambda done, total: seen.append((done, total)))
    assert report.clean and report.games == 12
    assert sum(report.outcomes.values()) == 12
    assert report.shortest <= report.actions / 12 <= report.longest
    assert seen == [(i, 12) for i in range(1, 13)]
    assert report.lines()[-1] == "clean"
    assert report.report()["clean"] is True


def test_a_seed_is_the_same_game_whichever_came_first_and_each_is_told_of() -> None:
    heard: list[Any] = []
    whole = fuzz(TITLE, 5, 1, workers=1, heard=heard.append)
    assert [game.seed for game in heard] == [1, 2, 3, 4, 5] and any(game.setup != heard[0].setup for game in heard)
    again: list[Any] = []
    fuzz(TITLE, 2, 4, workers=1, heard=again.append)
    assert again == heard[3:] and whole.clean


def test_fuzz_finds_the_same_on_two_cores(tmp_path: Path) -> None:
    one = fuzz(OpenPurses(), 3, 1, workers=1, dumps=tmp_path / "one")
    two = fuzz(OpenPurses(), 3, 1, workers=2, dumps=tmp_path / "two")
    assert [(fault.seed, fault.check, fault.text) for fault in one.failures] == [
        (fault.seed, fault.check, fault.text) for fault in two.failures
    ]
    assert [fault.seed for fault in one.failures] == [1, 2, 3]
    assert not one.clean
    assert all(Path(fault.dump).is_file() for fault in (*one.failures, *two.failures))
    assert one.lines()[-1] == "3 games failed"


# What is checked once


def start_in_any_order(setup: Setup) -> Wadi:
    state = toy.start(setup)
    return replace(state, units={name: state.units[name] for name in set(state.units)})


class Unordered(WadiTitle):
    """Its units come in another order in every process."""

    rules = dataclasses.replace(WadiTitle.rules, start=start_in_any_order)


class OpenToAll(WadiTitle):
    staff = dataclasses.replace(WadiTitle.staff, player=lambda title, name, seed: toy.RudePlayer())


class Nameless(WadiTitle):
    """One of its sides has no noun for a sentence."""

    screen = dataclasses.replace(WadiTitle.screen, nouns={"red": "Red"})


def start_of_one_scenario(setup: Setup) -> Wadi:
    if setup.scenario == "none":
        raise NotImplementedError
    return toy.start(setup)


class HalfMade(WadiTitle):
    scenarios = {"short": "three turns", "none": "not made yet"}
    rules = dataclasses.replace(WadiTitle.rules, start=start_of_one_scenario)


def test_game_that_differs_between_processes_is_caught() -> None:
    with pytest.raises(Failure, match="reproducible"):
        check_same_everywhere(Unordered(), 1)


def test_title_that_knows_every_player_is_caught() -> None:
    with pytest.raises(Failure, match="unknown player"):
        check_title(OpenToAll())


def test_title_that_does_not_say_what_a_side_is_called_is_caught() -> None:
    with pytest.raises(Failure, match="called in a sentence"):
        check_title(Nameless())


def test_setup_that_does_not_start_is_caught() -> None:
    with pytest.raises(NotImplementedError):
        check_title(HalfMade())
    with pytest.raises(Failure, match="does not start"):
        walk(HalfMade(), 1, Setup("none"))


def test_playthrough_is_the_same_text_every_time_and_shows_a_changed_rule(monkeypatch: Patch) -> None:
    text = playthrough(TITLE, 2)
    assert text == playthrough(TITLE, 2)
    assert text.startswith("wadi 1, short, seed 2\n")
    assert "over: " in text
    assert "to be continued" in playthrough(TITLE, 2, limit=3)
    monkeypatch.setattr(toy, "POINTS", 1)
    assert playthrough(TITLE, 2) != text


# Pieces of the kit


def combat_with_two() -> Game[Wadi]:
    game = Game(TITLE, TITLE.setup(), SecretDice(secret_of_seed(1)))
    units = {
        name: replace(unit, at=board().hex(at))
        for (name, unit), at in zip(game.state.units.items(), ("B2", "C3", "B3", "A5"), strict=True)
    }
    game.state = replace(game.state, units=units, stack=(toy.Turn(3), Combat("red")))
    return game


def test_legal_action_that_a_frame_need_not_list_is_found_legal() -> None:
    game, cases = combat_with_two(), frozenset(TITLE.book.cases().cases) | ENGINE_CASES
    offers = Offers(TITLE, game.state)
    assert check_refused_or_listed(game, "red", Attack("b1", ("r1", "r2")), cases, offers)
    assert not offers.holds("red", Attack("b1", ("r1", "r2"))) and offers.holds("red", Attack("b1", ("r1",)))
    assert not check_refused_or_listed(game, "red", Attack("b2", ("r1", "r2")), cases, offers)
    assert not check_refused_or_listed(game, "blue", Done(), cases, offers)
    assert game.entries == []


def test_mutations_are_near_the_texts_and_reproducible() -> None:
    texts = ["move r1 A2", "attack b1 with r1, r2", "done"]
    made = mutations(texts, Random(1), 200)
    assert made == mutations(texts, Random(1), 200)
    assert {"move r1", "attack b1 with r1"} <= {text.strip(" ,") for text in made}
    assert len(read_actions(TITLE, made)) > 20
    assert mutations([], Random(1), 5) == []


def test_reader_tells_what_is_no_action() -> None:
    with pytest.raises(BadNotation):
        TITLE.rules.notation.parse("bet two")
    assert read_actions(TITLE, ["bet two", "bet 2", "", "done done"]) == [Bet(2)]


def test_sample_holds_both_ends_and_no_action_twice() -> None:
    listing = [Bet(coins) for coins in range(100)]
    some = sample(listing, Random(1), 10)
    assert len(some) == len({str(action) for action in some}) == 10
    assert (some[0], some[-1]) == (Bet(0), Bet(99))
    assert sample(listing[:5], Random(1), 10) == listing[:5]
