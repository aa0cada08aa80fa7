"""Games on disk: record, save, load, replay, verify, check.

A save is the game's record: set-up, the actions in their notation and the dice each one rolled. Loading replays it
through the one door. The secret behind the dice is not in the save while the game lasts; a `Keyring` keeps it on
the machine that rolls, and the save of a finished game reveals it.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core.dice import (
    SECRET_BYTES,
    DiceMismatch,
    RecordedDice,
    Roll,
    SecretDice,
    commitment,
    fresh_secret,
    promise_of,
    secret_of_seed,
)
from sandtable.core.game import Game, Line, rolls_of
from sandtable.core.title import Setup, Title, begun
from sandtable.core.typed import from_json
from sandtable.core.values import Refusal, Value

FORMAT = "sandtable-game"
MOST_BYTES = 64_000_000  # of a save; the longest game we know has five million


class SaveError(ValueError):
    """A save that cannot be used, in one clear line."""


class Save(Value, frozen=True, omit_defaults=True):
    format: str
    game: str
    rules: str  # the rules version that wrote it
    setup: Setup
    commitment: str
    opening: tuple[Roll, ...] = ()
    lines: tuple[Line, ...] = ()
    seed: int | None = None  # open dice, for study
    secret: str | None = None  # revealed when the game is over
    promises: tuple[str, ...] = ()  # of the guests' shares in the dice
    shares: tuple[str, ...] = ()  # in the order of the promises, revealed when the game is over
    fingerprint: str = ""  # of the position after the last line; not in what a table gives away of a game in progress
    players: dict[str, str] = {}
    orders: dict[str, tuple[str, ...]] = {}  # side -> its standing orders: a secret of that side
    desks: dict[str, tuple[str, ...]] = {}  # side -> what its player has handed to the machine
    settled: dict[str, dict[str, str]] = {}  # side -> its standing answers: a secret of that side


def fingerprint(title: Title[Any], state: Any) -> str:
    return hashlib.blake2b(title.rules.encode(state), digest_size=16).hexdigest()


class Keyring:
    """Secrets of games in progress, one private file each, named by its commitment."""

    def __init__(self, folder: Path | None = None) -> None:
        home = os.environ.get("SANDTABLE_HOME")
        self.folder = folder or (Path(home) if home else Path.home() / ".local" / "share" / "sandtable") / "secrets"

    def keep(self, secret: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / commitment(secret)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secret.hex())

    def find(self, promised: str) -> bytes:
        path = self.folder / promised
        if not (promised.isalnum() and path.is_file()):
            raise SaveError("the dice of this game are sealed on another machine: it can be checked, not played on")
        secret = _secret_written(path.read_bytes())
        if commitment(secret) != promised:
            raise SaveError("the sealed dice of this game do not match its commitment")
        return secret


class Record:
    """A game together with what a save of it needs."""

    def __init__(self, game: Game[Any], dice: SecretDice, seed: int | None, players: dict[str, str]) -> None:
        self.game, self.dice, self.seed, self.players = game, dice, seed, players
        self.orders: dict[str, tuple[str, ...]] = {}  # beside the game, as a side has written them down
        self.desks: dict[str, tuple[str, ...]] = {}
        self.settled: dict[str, dict[str, str]] = {}
        self.commitment = commitment(dice.secret)

    def save(self) -> Save:
        game = self.game
        over = game.outcome is not None
        shares = sorted(self.dice.shares, key=promise_of)
        return Save(
            format=FORMAT,
            game=game.title.key,
            rules=game.title.rules_version,
            setup=game.setup,
            commitment=self.commitment,
            opening=rolls_of(game.opening),
            lines=tuple(Line(entry.side, str(entry.action), entry.rolls) for entry in game.record),
            seed=self.seed,
            secret=self.dice.secret.hex() if over else None,
            promises=tuple(map(promise_of, shares)),
            shares=tuple(share.hex() for share in shares) if over else (),
            fingerprint=fingerprint(game.title, game.state),
            players=self.players,
            orders={side: lines for side, lines in self.orders.items() if lines},
            desks={side: desks for side, desks in self.desks.items() if desks},
            settled={side: answers for side, answers in self.settled.items() if answers},
        )


def new(
    title: Title[Any],
    setup: Setup,
    *,
    seed: int | None = None,
    keyring: Keyring | None = None,
    players: dict[str, str] | None = None,
) -> Record:
    """Start a game: with open dice from a seed, or with a fresh secret put on the keyring."""
    secret = fresh_secret() if seed is None else secret_of_seed(seed)
    if seed is None and keyring is not None:
        keyring.keep(secret)
    dice = SecretDice(secret)
    return Record(Game(title, setup, dice), dice, seed, players or {})


def write(record: Record, path: Path) -> None:
    """Durably and all at once. A file that is not an earlier save of the same game is never overwritten."""
    if path.exists():
        try:
            same = read(path).commitment == record.commitment
        except SaveError:
            same = False
        if not same:
            raise SaveError(f"{path} exists and is not an earlier save of this game; nothing was written")
    data = msgspec.json.format(msgspec.json.encode(record.save()), indent=1)
    scratch = path.with_name(path.name + ".part")
    try:
        with scratch.open("wb") as file:
            file.write(data + b"\n")
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> Save:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise SaveError(f"{path} is not one of our saves: it has more than {MOST_BYTES // 1_000_000} MB")
    return written(data, str(path))


def written(data: bytes, name: str) -> Save:
    """A save from the bytes of a file of this name."""
    try:
        save = from_json(data, Save)
    except (msgspec.MsgspecError, ValueError) as error:  # bad UTF-8 and endless numbers are ValueErrors
        raise SaveError(f"{name} is not one of our saves: {error}") from None
    except RecursionError:
        raise SaveError(f"{name} is not one of our saves: it is nested too deeply") from None
    if save.format != FORMAT:
        raise SaveError(f"{name} is not one of our saves: its format is '{save.format}'")
    return save


def secret_of(save: Save, keyring: Keyring) -> bytes:
    """The secret that the commitment promises."""
    if save.secret is not None:
        secret = _secret_written(save.secret)
    elif save.seed is not None:
        secret = secret_of_seed(save.seed)
    else:
        return keyring.find(save.commitment)
    if commitment(secret) != save.commitment:
        raise SaveError("the revealed secret does not match the commitment: these dice were tampered with")
    return secret


def dice_of(save: Save, keyring: Keyring) -> SecretDice:
    """The dice to play on with, or prove: the secret that was promised, and the share behind every guest's promise."""
    secret = secret_of(save, keyring)
    shares = [_secret_written(share) for share in save.shares]
    if tuple(map(promise_of, shares)) != save.promises:
        raise SaveError("the guests' shares in the dice are not those that were promised")
    return SecretDice(secret, shares)


def _secret_written(text: str | bytes) -> bytes:
    try:
        secret = bytes.fromhex(text.decode() if isinstance(text, bytes) else text)
    except ValueError:
        raise SaveError("the secret of the dice is damaged") from None
    if len(secret) != SECRET_BYTES:
        raise SaveError("the secret of the dice is damaged")
    return secret


def recorded_dice(save: Save) -> RecordedDice:
    return RecordedDice([*save.opening, *(roll for line in save.lines for roll in line.rolls)])


def replay(title: Title[Any], save: Save, dice: RecordedDice | SecretDice, upto: int | None = None) -> Game[Any]:
    """Replay a record, to its end or up to an entry. A line that the rules refuse is named."""
    setup = _checked_setup(title, save)
    try:
        game: Game[Any] = Game(title, setup, dice)
    except DiceMismatch as error:
        raise SaveError(f"set-up: {error}") from None
    if rolls_of(game.opening) != save.opening:
        raise SaveError("set-up: the dice differ from the record")
    for number, line in enumerate(save.lines[:upto], 1):
        try:
            game.play_text(line.action, line.side)
        except (Refusal, ValueError) as error:  # not notation, not a hex of this board, not a die of this record
            raise SaveError(f"entry {number}, {line.side}> {line.action}: {error}") from None
        if game.entries[-1].rolls != line.rolls:
            raise SaveError(f"entry {number}, {line.side}> {line.action}: the dice differ from the record")
    return game


def _checked_setup(title: Title[Any], save: Save) -> Setup:
    try:
        return begun(title, save.setup, save.rules)
    except ValueError as error:
        raise SaveError(str(error)) from None


def resume(title: Title[Any], save: Save, keyring: Keyring) -> Record:
    """Load a game to play on."""
    dice = dice_of(save, keyring)
    game = replay(title, save, dice)
    _same_end(title, save, game)
    record = Record(game, dice, save.seed, dict(save.players))
    record.orders, record.desks, record.settled = dict(save.orders), dict(save.desks), dict(save.settled)
    return record


def check(title: Title[Any], save: Save) -> Game[Any]:
    """Replay a save against the current rules with its own dice; `SaveError` names the first entry that breaks. Dice
    whose secret is open must be those of the secret."""
    if save.secret is not None or save.seed is not None:
        _same_dice(save, dice_of(save, Keyring()))
    game = replay(title, save, recorded_dice(save))
    _same_end(title, save, game)
    return game


def _same_dice(save: Save, dice: SecretDice) -> None:
    for number, rolls in enumerate([save.opening, *(line.rolls for line in save.lines)]):
        for roll in rolls:
            if roll.sides < 1 or dice.roll(roll.n, roll.purpose, roll.sides) != roll.value:
                where = f"entry {number}" if number else "set-up"
                raise SaveError(f"{where}: the dice differ from the record: {roll.value} for {roll.purpose}")


def verify(title: Title[Any], save: Save) -> Game[Any]:
    """Prove a finished game: every action legal, every die from the secret that was promised at the start."""
    if save.secret is None and save.seed is None:
        raise SaveError("the game is not finished: its secret is still sealed")
    game = replay(title, save, dice_of(save, Keyring()))
    if game.outcome is None:
        raise SaveError("the game is not finished")
    _same_end(title, save, game)
    return game


def _same_end(title: Title[Any], save: Save, game: Game[Any]) -> None:
    same_rules = save.rules == title.rules_version
    if same_rules and save.fingerprint and save.fingerprint != fingerprint(title, game.state):
        raise SaveError("the record replays to another position than it was saved with")
