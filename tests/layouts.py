"""That what a state took over of who stands where is what would be gathered afresh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title


def ordered(value: Any) -> Any:
    """With the order of everything, on which the lists of actions rest."""
    return [(key, ordered(each)) for key, each in value.items()] if isinstance(value, dict) else value


def check_followed(
    title: Title[Any], scenario: str, told: Callable[[Any], tuple[object, ...]], limit: int = 250
) -> None:
    """In a random game, after every action. `told`: what a layout of this game says."""

    def check(before: Any, after: Any, events: object) -> None:
        for mine, fresh in zip(told(after.layout), told(replace(after).layout), strict=True):
            assert ordered(mine) == ordered(fresh)

    game: Game[Any] = Game(title, title.setup(scenario), SecretDice(secret_of_seed(3)))
    play_out(game, {side: RandomPlayer(title, 3) for side in title.sides}, limit=limit, watcher=check)
    assert len(game.record) > 100
