"""Machine players that know no game, and the arena where players meet."""

from __future__ import annotations

from typing import Any

from sandtable.bots.greedy import GreedyPlayer
from sandtable.bots.random_player import RandomPlayer
from sandtable.core.title import Player, Title

GENERIC = ("random", "greedy")


def player_names(title: Title[Any]) -> tuple[str, ...]:
    """The machine players of a game, the weakest first."""
    return (*GENERIC, *title.players)


def player(title: Title[Any], name: str, seed: int) -> Player:
    """A machine player by its name. Raises `UnknownChoice`."""
    if name == "random":
        return RandomPlayer(title, seed)
    if name == "greedy":
        return GreedyPlayer(title, seed)
    return title.player(name, seed)
