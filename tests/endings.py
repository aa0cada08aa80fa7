"""Whole games that are kept as saves: how they are proved, and written anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.core import journal
from sandtable.core.dice import SecretDice
from sandtable.core.frames import S
from sandtable.core.game import Game
from sandtable.core.journal import Keyring, Record
from sandtable.core.title import Title


def prove(title: Title[S], path: Path) -> Game[S]:
    """The game of a save, played again die by die. Raises `SaveError`."""
    return journal.verify(title, journal.read(path))


def prove_without_last_order(title: Title[Any], path: Path) -> None:
    save = journal.read(path)
    journal.verify(title, replace(save, lines=save.lines[:-1]))


def rewrite(title: Title[Any], folder: Path) -> None:
    """Play the orders of all saves in a folder again and write what becomes of them."""
    for path in sorted(folder.glob("*.json")):
        save = journal.read(path)
        setup = title.setup(save.setup.scenario, save.setup.options)
        dice = SecretDice(journal.secret_of(save, Keyring()))
        game = Game(title, setup, dice)
        for line in save.lines:
            game.play_text(line.action, line.side)
        path.unlink()
        journal.write(Record(game, dice, save.seed, dict(save.players)), path)
