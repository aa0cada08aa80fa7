"""Machine players that know no game, and the arena where players meet."""

from __future__ import annotations

from typing import Any

from sandtable.bots.greedy import GreedyPlayer
from sandtable.bots.random_player import RandomPlayer
from sandtable.core.title import Player, Title
from sandtable.kit.staff.ranks import OFFICER

GENERIC = ("random", "greedy")


def player_names(title: Title[Any]) -> tuple[str, ...]:
    """The machine players of a game, the weakest first."""
    return (*GENERIC, *title.staff.players)


def is_known(title: Title[Any], name: str) -> bool:
    """Whether a machine player goes by this name, or did in an older save."""
    return title.staff.aliases.get(name, name) in player_names(title)


def suggested(title: Title[Any]) -> str:
    """The machine for whoever names none: strong, and quick to answer."""
    return OFFICER if OFFICER in title.staff.players else GENERIC[-1]


def player(title: Title[Any], name: str, seed: int) -> Player:
    """A machine player by its name. Raises `UnknownChoice`."""
    if name == "random":
        return RandomPlayer(title, seed)
    if name == "greedy":
        return GreedyPlayer(title, seed)
    return title.staff.player(title, name, seed)
