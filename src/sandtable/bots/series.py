"""One game between players, from where it stands to its end: the loop behind arena, bench and self-play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from sandtable.core.frames import Over
from sandtable.core.game import Game
from sandtable.core.listing import pick
from sandtable.core.title import Player, PlayerFault
from sandtable.core.values import Action, Event, Refusal, Value

LIMIT = 200_000  # actions in one game: the longest, of 111 turns with a thousand counters, has some 60,000


class PlayedOut(Value, frozen=True):
    """How a game went on."""

    outcome: Over | None  # nothing when the limit came first
    winner: str | None  # by the side that player sat down as
    actions: int
    refused: tuple[str, ...] = ()  # what players tried and were refused: each one is a bug in the player
    refusals: dict[str, int] = {}


Watcher = Callable[[Any, Any, Sequence[Event]], None]  # is told of every action: the state before, after, the events


def play_out(
    game: Game[Any], players: Mapping[str, Player], limit: int = LIMIT, seed: int = 0, watcher: Watcher | None = None
) -> PlayedOut:
    """Let the players finish the game. A player whose action is refused, or who gives none,
    gets a random legal one instead."""
    stand_in = Random(seed)
    refused: list[str] = []
    refusals = dict.fromkeys(players, 0)
    actions = 0
    while actions < limit and game.outcome is None:
        side = game.asked[0]
        seat = game.title.rules.seat(game.state, side)
        before = game.state
        action: Action | None = None
        try:
            action = players[seat].choose(game.title.sight.observe(before, side), side)
            events = game.play(action, side)
        except (Refusal, PlayerFault) as fault:
            refusals[seat] += 1
            refused.append(f"{side}> {action or 'no answer'}: {fault}")
            events = game.play(pick(game.actions(side), stand_in), side)
        if watcher is not None:
            watcher(before, game.state, events)
        actions += 1
    over = game.outcome
    winner = game.title.rules.seat(game.state, over.winner) if over and over.winner else None
    return PlayedOut(over, winner, actions, tuple(refused), refusals)


def seed_for(*parts: object) -> int:
    """A seed of its own for every purpose, the same on every machine."""
    text = ":".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")
