"""A table's game taken up again from the store: checked against its promise, and not played again where a position was
kept from which it can go on."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.core import past
from sandtable.core.dice import SecretDice, commitment
from sandtable.core.game import Game, Noted
from sandtable.core.journal import SaveError
from sandtable.core.title import Title, begun
from sandtable.core.values import BadNotation, Refusal
from sandtable.table.stores.base import EventStore, Kept, Line, Row, StoreError

log = logging.getLogger("sandtable.table")


def check_promise(row: Row, secret: bytes) -> None:
    """Raises `SaveError` where the dice are not those that were promised when the table was made."""
    if commitment(secret) != row.commitment:
        raise SaveError("the secret of its dice is not the one that was promised")


def position_to_keep(game: Game[Any]) -> Kept | None:
    """Where a game stands, if it is time to keep that."""
    entries = len(game.record)
    return kept_at(game, entries) if entries and entries % past.BLOCK == 0 else None


def kept_at(game: Game[Any], entries: int) -> Kept:
    marks = tuple(told.marks for told in game.record[entries - past.BLOCK : entries])
    exchanged = game.exchanged if game.exchanged <= entries else 0
    return Kept(entries, game.title.rules_version, game.pack(game.states[entries]), marks, exchanged)


def resumed(title: Title[Any], row: Row, dice: SecretDice, lines: Sequence[Line], store: EventStore) -> Game[Any]:
    """The game of these entries. Raises `SaveError` naming the first that cannot be played, in a sentence."""
    standing = standing_lines(lines)
    check_dice(dice, standing)
    kept = [position for position in store.positions(row.id) if position.entries <= len(standing)]
    if row.rules != title.rules_version:
        return _under_other_rules(title, row, dice, standing, kept, store)
    game = _from_the_last(title, row, dice, standing, kept)
    if game is None:
        game = replayed(title, row, dice, standing)
        keep_all(game, row, store)
    return game


def resumed_before(
    title: Title[Any], row: Row, dice: SecretDice, lines: Sequence[Line], store: EventStore
) -> Game[Any]:
    """The game as it stood after these of its entries. A position that was kept serves as far as nothing before it was
    taken back since. Raises `SaveError`."""
    then, since = standing_lines(lines), standing_lines(store.lines(row.id))
    pairs = enumerate(zip(then, since, strict=False))
    same = next((n for n, (one, other) in pairs if one.n != other.n), min(len(then), len(since)))
    kept = [position for position in store.positions(row.id) if position.entries <= same]
    game = _from_the_last(title, row, dice, then[:same], kept)
    if game is None:
        return replayed(title, row, dice, lines)
    _play_on(game, then[same:])
    return game


def standing_lines(lines: Sequence[Line]) -> list[Line]:
    """What was not taken back."""
    standing: list[Line] = []
    for line in lines:
        if line.kind == "play":
            standing.append(line)
        elif not standing:
            raise SaveError(f"entry {line.n} takes back what is not there")
        else:
            standing.pop()
    return standing


def check_dice(dice: SecretDice, lines: Sequence[Line]) -> None:
    """Every die that was rolled is the one that the secret gives."""
    for line in lines:
        if any(dice.roll(roll.n, roll.purpose, roll.sides) != roll.value for roll in line.rolls):
            raise _wrong_dice(line)


def _wrong_dice(line: Line) -> SaveError:
    return SaveError(f"entry {line.n}, {line.side}> {line.action}: the dice differ from the record")


def _from_the_last(
    title: Title[Any], row: Row, dice: SecretDice, lines: Sequence[Line], kept: Sequence[Kept]
) -> Game[Any] | None:
    """From the last position that was kept; nothing if they are not all there or cannot be read."""
    every = range(past.BLOCK, len(lines) + 1, past.BLOCK)
    if not every or [position.entries for position in kept] != list(every):
        return None
    if any(position.rules != title.rules_version or len(position.marks) != past.BLOCK for position in kept):
        return None
    last = every[-1]
    marks = (one for position in kept for one in position.marks)
    record = [Noted(line.side, line.action, line.rolls, one) for line, one in zip(lines[:last], marks, strict=True)]
    setup = begun(title, row.setup, row.rules)
    try:
        game = Game.resumed(title, setup, dice, record, [one.state for one in kept], kept[-1].exchanged)
    except (zlib.error, msgspec.MsgspecError, ValueError, TypeError) as error:
        log.warning("table %s: the position after entry %d cannot be read: %s", row.id, last, error)
        return None
    _play_on(game, lines[last:])
    return game


def replayed(title: Title[Any], row: Row, dice: SecretDice, lines: Sequence[Line]) -> Game[Any]:
    """From the set-up on, as if it had never been kept."""
    game: Game[Any] = Game(title, begun(title, row.setup, row.rules), dice)
    _play_on(game, standing_lines(lines))
    return game


def _play_on(game: Game[Any], lines: Sequence[Line]) -> None:
    for line in lines:
        try:
            game.play_text(line.action, line.side)
        except (Refusal, BadNotation) as error:
            raise SaveError(f"entry {line.n}, {line.side}> {line.action}: {error}") from None
        except Exception as error:
            raise SaveError(f"entry {line.n}, {line.side}> {line.action}: the rules fail with {error!r}") from error
        if game.record[-1].rolls != line.rolls:
            raise _wrong_dice(line)


def follow(game: Game[Any], line: Line) -> None:
    """An entry that another server has written, on the game that is open here. Raises `SaveError`."""
    if line.kind == "play":
        _play_on(game, [line])
    elif not game.record:
        raise SaveError(f"entry {line.n} takes back what is not there")
    else:
        game.take_back()


def _under_other_rules(
    title: Title[Any], row: Row, dice: SecretDice, lines: Sequence[Line], kept: Sequence[Kept], store: EventStore
) -> Game[Any]:
    """A game begun under other rules carries on if they make no difference to what has happened in it."""
    if kept and all(position.rules == title.rules_version for position in kept):
        game = _from_the_last(title, row, dice, lines, kept)  # already found out
        if game is not None:
            return game
    try:
        game = replayed(title, row, dice, lines)
        for position in kept:
            if game.unpack(position.state) != game.states[position.entries]:
                raise SaveError(f"entry {position.entries} leads to another position")
    except (SaveError, zlib.error, msgspec.MsgspecError) as error:
        told = f"it was begun under rules {row.rules}; under rules {title.rules_version}, which are here, {error}"
        raise SaveError(told) from None
    keep_all(game, row, store)
    return game


def keep_all(game: Game[Any], row: Row, store: EventStore) -> None:
    every = range(past.BLOCK, len(game.record) + 1, past.BLOCK)
    positions = [kept_at(game, entries) for entries in every]
    try:
        if positions:
            store.keep_positions(row.id, positions)
    except StoreError as error:  # then it is replayed another time
        log.warning("table %s: its positions were not kept: %s", row.id, error)
