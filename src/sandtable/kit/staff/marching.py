"""Marching as ordered in any game: each counter the legal move that brings it nearest to its goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal
from sandtable.kit.staff.plan import Task

Way: TypeAlias = Callable[[int], Sequence[float]]  # to a hex: how far it is from every other

MARCHING = ("take", "hold", "screen", "move")  # tasks for which somebody goes somewhere
TRIES = 6  # moves that are tried for a counter, the one that brings it nearest first


def as_the_crow_flies(title: Title[Any]) -> Way:
    board = title.rules.board()
    return lambda goal: [board.distance(goal, hex) for hex in range(len(board))]


def next_march(title: Title[Any], known: Any, side: str, tasks: Iterable[Task], way: Way) -> Action | None:
    """The next move that a task asks for; nothing when everybody is as near as he can get now."""
    places = {piece.id: piece.at for piece in title.sight.view(known, side).pieces if piece.side == side}
    index = title.rules.board().index
    for task in tasks:
        if task.verb not in MARCHING:
            continue
        far = way(index[task.at])
        for name in task.units:
            at = places.get(name, "")
            if at not in index or at == task.at:
                continue
            if action := _nearer(title, known, side, name, far[index[at]], far) or _straight(
                title, known, side, name, task.at
            ):
                return action
    return None


def _straight(title: Title[Any], known: Any, side: str, name: str, at: str) -> Action | None:
    """The move that pointing at the goal would mean, which need not be among those that are offered."""
    try:
        action = title.screen.propose(known, side, (name,), at)
    except Refusal:
        return None
    return action if _goes(title, known, side, action, name, at) else None


def _nearer(title: Title[Any], known: Any, side: str, name: str, least: float, far: Sequence[float]) -> Action | None:
    """The best of the moves that are offered, if one brings it nearer."""
    index = title.rules.board().index
    offered = [
        offer for offer in title.screen.offers(known, side, (name,)) if offer.at in index and offer.pieces == (name,)
    ]
    nearer = [offer for offer in offered if far[index[offer.at]] < least]
    for offer in sorted(nearer, key=lambda offer: (far[index[offer.at]], offer.at))[:TRIES]:
        action = title.rules.notation.parse(offer.action)
        if _goes(title, known, side, action, name, offer.at):
            return action
    return None


def _goes(title: Title[Any], known: Any, side: str, action: Action, name: str, there: str) -> bool:
    """Whether it is a move to that hex and nothing else: nobody throws a die for it."""
    try:
        after, events = frames.play(known, side, action, SecretDice(secret_of_seed(0)))
    except Refusal:
        return False
    pieces = title.sight.view(after, side).pieces
    return all(event.kind != "roll" for event in events) and any(
        piece.id == name and piece.at == there for piece in pieces
    )
