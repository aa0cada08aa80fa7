"""Saves: what they hold, what they keep to themselves, and that nothing forged or foreign gets through."""

from __future__ import annotations

import dataclasses
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core import journal
from sandtable.core.dice import Roll, SecretDice, commitment, promise_of, secret_of_seed
from sandtable.core.game import Game, Line
from sandtable.core.journal import Keyring, Record, Save, SaveError
from sandtable.core.title import Setup
from tests.core.test_game import RED_TAKES_THE_CAMP
from tests.core.toy import WadiTitle

TITLE = WadiTitle()


class StricterTitle(WadiTitle):
    """The same game after an update that plays out otherwise."""

    rules_version = "2"


class RoughTitle(StricterTitle):
    """Hills cost something extra since rules 2."""

    rules = dataclasses.replace(StricterTitle.rules, implied={"1": ("flat",)})


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    return Keyring(tmp_path / "secrets")


def sealed_game(keyring: Keyring, *texts: str) -> Record:
    record = journal.new(TITLE, TITLE.setup(), keyring=keyring, players={"red": "anna", "blue": "staff"})
    for text in texts:
        side, _, action = text.partition("> ")
        record.game.play_text(action, side)
    return record


def finished_game(seed: int = 3) -> Record:
    record = journal.new(TITLE, TITLE.setup("long", ["flat"]), seed=seed)
    play_out(record.game, {side: RandomPlayer(TITLE, seed) for side in TITLE.sides})
    return record


def sealed_again(save: Save) -> Save:
    """A finished game as it would be between people: the secret is open, there is no seed."""
    return replace(save, seed=None)


HALF = RED_TAKES_THE_CAMP[:6]


# Round trips


def test_game_goes_on_after_a_round_trip_over_the_disk(tmp_path: Path, keyring: Keyring) -> None:
    record = sealed_game(keyring, *HALF)
    journal.write(record, tmp_path / "game.json")
    again = journal.resume(TITLE, journal.read(tmp_path / "game.json"), keyring)
    assert again.game.state == record.game.state
    assert again.game.events == record.game.events
    assert again.players == {"red": "anna", "blue": "staff"}
    for table in (record.game, again.game):
        play_out(table, {side: RandomPlayer(TITLE, 7) for side in TITLE.sides})
    assert again.game.events == record.game.events, "the same dice are still to come"


def test_undo_works_after_loading(tmp_path: Path, keyring: Keyring) -> None:
    journal.write(sealed_game(keyring, *HALF), tmp_path / "game.json")
    again = journal.resume(TITLE, journal.read(tmp_path / "game.json"), keyring)
    assert str(again.game.undo("blue").action) == "move b2 A5"


def test_replay_stops_where_it_is_told() -> None:
    record = finished_game()
    save = record.save()
    for upto in (0, 1, 5, len(save.lines)):
        assert journal.replay(TITLE, save, journal.recorded_dice(save), upto).state == record.game.states[upto]


def test_later_save_of_the_same_game_replaces_the_earlier(tmp_path: Path, keyring: Keyring) -> None:
    record = sealed_game(keyring, *HALF)
    journal.write(record, tmp_path / "game.json")
    record.game.play_text("done", "blue")
    journal.write(record, tmp_path / "game.json")
    assert len(journal.read(tmp_path / "game.json").lines) == len(HALF) + 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "secrets"]


# Nothing is lost


@pytest.mark.parametrize("content", [b"my diary", b"{}", b"", b'{"format": "other"}'])
def test_foreign_file_is_not_overwritten(tmp_path: Path, keyring: Keyring, content: bytes) -> None:
    path = tmp_path / "notes.json"
    path.write_bytes(content)
    with pytest.raises(SaveError, match="nothing was written"):
        journal.write(sealed_game(keyring), path)
    assert path.read_bytes() == content


def test_save_of_another_game_is_not_overwritten(tmp_path: Path, keyring: Keyring) -> None:
    journal.write(finished_game(), tmp_path / "game.json")
    before = (tmp_path / "game.json").read_bytes()
    with pytest.raises(SaveError, match="not an earlier save"):
        journal.write(sealed_game(keyring), tmp_path / "game.json")
    assert (tmp_path / "game.json").read_bytes() == before


def test_folder_that_is_missing_is_told_in_one_line(tmp_path: Path, keyring: Keyring) -> None:
    with pytest.raises(SaveError, match="cannot be written"):
        journal.write(sealed_game(keyring), tmp_path / "nowhere" / "game.json")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"not json", "not one of our saves"),
        (b"[1, 2]", "not one of our saves"),
        (b"{}", "not one of our saves"),
        (b"\xff\xfe\x00", "not one of our saves"),
        (b'{"format": "\xff"}', "not one of our saves"),
        (b'{"oddity": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"format": "sandtable-game", "seed": ' + b"9" * 10_000 + b"}", "not one of our saves"),
    ],
)
def test_file_that_is_no_save_is_told_in_one_line(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=why) as error:
        journal.read(path)
    assert "\n" not in str(error.value)
    with pytest.raises(SaveError, match="cannot be read"):
        journal.read(tmp_path / "missing.json")


def test_file_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_BYTES", 1_000_000)
    (tmp_path / "huge.json").write_bytes(b" " * 1_000_001)
    with pytest.raises(SaveError, match="more than 1 MB"):
        journal.read(tmp_path / "huge.json")


def test_save_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(replace(finished_game().save(), format="other")))
    with pytest.raises(SaveError, match="its format is 'other'"):
        journal.read(path)


# Secrets


def test_secret_is_not_in_the_save_while_the_game_lasts(keyring: Keyring) -> None:
    record = sealed_game(keyring, *HALF)
    dice = record.game.dice
    assert isinstance(dice, SecretDice)
    data = msgspec.json.encode(record.save())
    assert dice.secret.hex().encode() not in data and dice.secret not in data
    assert record.save().secret is None and record.save().seed is None


def test_secret_is_opened_with_the_end(keyring: Keyring) -> None:
    record = sealed_game(keyring, *RED_TAKES_THE_CAMP)
    save = record.save()
    assert save.secret is not None
    assert commitment(bytes.fromhex(save.secret)) == save.commitment
    assert journal.verify(TITLE, save).state == record.game.state


def test_keyring_is_private_and_needed_to_play_on(tmp_path: Path, keyring: Keyring) -> None:
    save = sealed_game(keyring, *HALF).save()
    path = keyring.folder / save.commitment
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert journal.resume(TITLE, save, keyring).game.entries
    with pytest.raises(SaveError, match="another machine"):
        journal.resume(TITLE, save, Keyring(tmp_path / "elsewhere"))
    assert journal.check(TITLE, save).entries, "without the secret it can still be checked"


@pytest.mark.parametrize("content", [b"00" * 32, b"no hex", b"", b"\xff\xfe", b"00" * 100])
def test_damaged_secret_is_noticed(keyring: Keyring, content: bytes) -> None:
    save = sealed_game(keyring, *HALF).save()
    (keyring.folder / save.commitment).write_bytes(content)
    with pytest.raises(SaveError):
        journal.resume(TITLE, save, keyring)


@pytest.mark.parametrize("promised", ["../../etc/passwd", "", "nothing"])
def test_keyring_reads_only_its_own_files(keyring: Keyring, promised: str) -> None:
    with pytest.raises(SaveError):
        keyring.find(promised)


def test_unfinished_game_cannot_be_verified(keyring: Keyring) -> None:
    with pytest.raises(SaveError, match="not finished"):
        journal.verify(TITLE, sealed_game(keyring, *HALF).save())
    with pytest.raises(SaveError, match="not finished"):
        journal.verify(TITLE, replace(finished_game().save(), lines=finished_game().save().lines[:-1], secret=None))


# Forgery


def with_roll(save: Save, change: int) -> Save:
    """One die of the record altered."""
    number = next(i for i, line in enumerate(save.lines) if line.rolls)
    line = save.lines[number]
    roll = line.rolls[0]
    forged = replace(line, rolls=(replace(roll, value=(roll.value + change - 1) % 6 + 1), *line.rolls[1:]))
    return replace(save, lines=(*save.lines[:number], forged, *save.lines[number + 1 :]))


def test_honest_game_is_proved() -> None:
    record = finished_game()
    assert any(entry.rolls for entry in record.game.entries)
    for save in (record.save(), sealed_again(record.save())):
        assert journal.verify(TITLE, save).events == record.game.events
        assert journal.check(TITLE, save).events == record.game.events


@pytest.mark.parametrize("change", [1, 3, 5])
def test_altered_die_is_found(change: int) -> None:
    forged = with_roll(sealed_again(finished_game().save()), change)
    with pytest.raises(SaveError, match=r"entry \d+, (red|blue)> .*the dice differ from the record"):
        journal.verify(TITLE, forged)


def sealed(save: Save) -> Save:
    """As it is kept while the game lasts: nobody has the secret yet."""
    return replace(save, secret=None, seed=None)


def with_value(save: Save, value: int) -> Save:
    number = next(i for i, line in enumerate(save.lines) if line.rolls)
    line = save.lines[number]
    forged = replace(line, rolls=(replace(line.rolls[0], value=value), *line.rolls[1:]))
    return replace(save, lines=(*save.lines[:number], forged, *save.lines[number + 1 :]))


@pytest.mark.parametrize("value", [99, 7, 0, -3])
def test_die_that_shows_what_no_die_can_is_found_without_the_secret(value: int) -> None:
    with pytest.raises(SaveError, match=rf"entry \d+, .*shows {value} on a die of 6"):
        journal.check(TITLE, sealed(with_value(finished_game().save(), value)))


def test_die_that_does_not_follow_from_an_open_secret_is_found_by_check_too() -> None:
    save = finished_game().save()
    roll = next(line.rolls[0] for line in save.lines if line.rolls)
    for opened in (save, replace(save, seed=None), replace(save, secret=None)):
        with pytest.raises(SaveError, match=r"entry \d+: the dice differ"):
            journal.check(TITLE, with_value(opened, roll.value % 6 + 1))


def test_invented_die_is_found() -> None:
    save = finished_game().save()
    with pytest.raises(SaveError, match="set-up: the dice differ"):
        journal.verify(TITLE, replace(save, opening=(Roll(0, "weather", 6, 6),)))
    extra = replace(save.lines[0], rolls=(Roll(1, "luck", 6, 6),))
    with pytest.raises(SaveError, match="entry 1, "):
        journal.verify(TITLE, replace(save, lines=(extra, *save.lines[1:])))


def test_other_secret_than_promised_is_found() -> None:
    save = sealed_again(finished_game().save())
    for secret in (secret_of_seed(4).hex(), "no hex"):
        with pytest.raises(SaveError, match="secret"):
            journal.verify(TITLE, replace(save, secret=secret))
    with pytest.raises(SaveError, match="tampered"):
        journal.verify(TITLE, replace(save, commitment=commitment(secret_of_seed(4))))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (Line("red", "bet 9"), "not so much"),
        (Line("red", "dance"), "not an order in this game"),
        (Line("green", "bet 1"), "not up to the Green"),
    ],
)
def test_illegal_entry_is_named(line: Line, why: str) -> None:
    save = finished_game().save()
    for prove in (journal.check, journal.verify):
        with pytest.raises(SaveError, match=f"^entry 1, {line.side}> {line.action}: .*{why}"):
            prove(TITLE, replace(save, lines=(line, *save.lines[1:])))


def test_position_that_is_not_where_the_record_leads_is_found() -> None:
    save = replace(finished_game().save(), fingerprint="0" * 32)
    with pytest.raises(SaveError, match="another position"):
        journal.check(TITLE, save)
    with pytest.raises(SaveError, match="another position"):
        journal.verify(TITLE, save)


@pytest.mark.parametrize("setup", [Setup("no such scenario"), Setup("long", ("no such option",))])
def test_unknown_setup_is_told(setup: Setup) -> None:
    with pytest.raises(SaveError, match="no such"):
        journal.check(TITLE, replace(finished_game().save(), setup=setup))


# Shares


def shared_game(*shares: bytes) -> Record:
    """A game between people, finished: its dice follow from a secret and from what guests gave."""
    dice = SecretDice(secret_of_seed(3), shares)
    record = Record(Game(TITLE, TITLE.setup("long"), dice), dice, None, {})
    play_out(record.game, {side: RandomPlayer(TITLE, 3) for side in TITLE.sides})
    return record


ONE, TWO = b"\x01" * 32, b"\x02" * 32


@pytest.mark.parametrize("shares", [(ONE,), (ONE, TWO), (TWO, ONE)])
def test_game_with_shares_is_proved_from_all_of_them(shares: tuple[bytes, ...]) -> None:
    record = shared_game(*shares)
    save = record.save()
    assert save.promises == tuple(sorted(map(promise_of, shares)))
    assert journal.verify(TITLE, save).events == record.game.events
    assert journal.check(TITLE, save).events == record.game.events


def test_dice_follow_from_every_share_and_not_from_their_order() -> None:
    games = [shared_game(*shares).game.events for shares in [(), (ONE,), (TWO,), (ONE, TWO)]]
    assert all(one != other for i, one in enumerate(games) for other in games[:i])
    assert shared_game(TWO, ONE).game.events == games[-1]


def test_shares_are_not_in_the_save_while_the_game_lasts() -> None:
    dice = SecretDice(secret_of_seed(3), [ONE])
    save = Record(Game(TITLE, TITLE.setup(), dice), dice, None, {}).save()
    assert (save.promises, save.shares, save.secret) == ((promise_of(ONE),), (), None)


def test_share_that_was_not_promised_is_found() -> None:
    save = shared_game(ONE).save()
    for forged in (
        replace(save, shares=(TWO.hex(),)),
        replace(save, shares=()),
        replace(save, promises=()),
        replace(save, shares=(*save.shares, TWO.hex())),
    ):
        with pytest.raises(SaveError, match="shares in the dice are not those that were promised"):
            journal.verify(TITLE, forged)
    with pytest.raises(SaveError, match="damaged"):
        journal.verify(TITLE, replace(save, shares=("01",)))


def test_dice_chosen_without_the_guest_are_found() -> None:
    """Whoever leaves the guest's share out, or puts another in its place and promises that, has rolled other dice."""
    save = shared_game(ONE).save()
    for forged in (
        replace(save, shares=(), promises=()),
        replace(save, shares=(TWO.hex(),), promises=(promise_of(TWO),)),
    ):
        with pytest.raises(SaveError, match="dice differ"):
            journal.verify(TITLE, forged)


# Updates


def test_save_of_older_rules_may_end_elsewhere_as_long_as_every_entry_is_legal() -> None:
    save = replace(finished_game().save(), fingerprint="0" * 32)
    assert journal.check(StricterTitle(), save).outcome is not None


def test_update_that_rolls_a_die_the_record_does_not_hold_is_named() -> None:
    save = finished_game().save()
    number = next(i for i, line in enumerate(save.lines) if line.rolls)
    silent = replace(save.lines[number], rolls=())
    with pytest.raises(SaveError, match=rf"entry {number + 1}, .*no roll number \d+ for"):
        journal.check(TITLE, replace(save, lines=(*save.lines[:number], silent, *save.lines[number + 1 :])))


# Fingerprints


def test_equal_states_have_one_fingerprint_however_they_came_about() -> None:
    def start(scenario: str) -> Any:
        return Game(TITLE, TITLE.setup(scenario), SecretDice(secret_of_seed(1))).state

    # A text that equals a default without being the same object must not be written otherwise.
    one, other = start("short"), start("".join(["sho", "rt"]))
    assert one == other
    assert journal.fingerprint(TITLE, one) == journal.fingerprint(TITLE, other)
    assert journal.fingerprint(TITLE, one) != journal.fingerprint(TITLE, start("long"))


def test_a_game_begun_under_earlier_rules_goes_on_under_the_option_that_stands_for_them() -> None:
    save = journal.new(TITLE, TITLE.setup(), seed=3).save()
    title = RoughTitle()
    assert journal.check(title, save).setup == replace(save.setup, options=("flat",))
    assert journal.check(title, replace(save, rules="2", fingerprint="")).setup == save.setup
