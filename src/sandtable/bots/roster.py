"""Which machine players can be had: those of the games, and programs that were named by whoever started this.

A program is only ever run because its command line was typed on this machine: never because a save, a stored table or
a guest says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable import bots
from sandtable.bots.engine.player import EnginePlayer
from sandtable.bots.engine.remote import ADDRESSES
from sandtable.core.title import Player, Title, UnknownChoice

COMMAND = "cmd:"  # before a command line, where a player is named


class Roster:
    """`engines`: the names of programs, each with its command line."""

    def __init__(self, engines: Mapping[str, str] | None = None) -> None:
        self._engines = dict(engines or {})

    def names(self, title: Title[Any]) -> tuple[str, ...]:
        """The weakest of the game's own first, then the programs."""
        return (*bots.player_names(title), *self._engines)

    def is_known(self, title: Title[Any], name: str) -> bool:
        return name in self._engines or bots.is_known(title, name)

    def is_program(self, title: Title[Any], name: str) -> bool:
        """Whether it is one of the programs, and not of the game's own players. Raises `UnknownChoice`."""
        if name in self._engines:
            return True
        if not bots.is_known(title, name):
            raise UnknownChoice(f"no player called '{name}' is here; start the table with --engine {name}=COMMAND")
        return False

    def player(self, title: Title[Any], name: str, seed: int) -> Player:
        """Raises `UnknownChoice`."""
        if self.is_program(title, name):
            return EnginePlayer(title, self._engines[name], seed)
        return bots.player(title, name, seed)


def is_program(name: str) -> bool:
    """Whether a name on a command line is that of a program."""
    return name.startswith((COMMAND, *ADDRESSES))


def typed_player(title: Title[Any], name: str, seed: int) -> Player:
    """A player as somebody named it on a command line: `cmd:` and a command line is a program, an address one that
    lives elsewhere. Raises `UnknownChoice`."""
    if is_program(name):
        return EnginePlayer(title, name.removeprefix(COMMAND), seed)
    return bots.player(title, name, seed)
