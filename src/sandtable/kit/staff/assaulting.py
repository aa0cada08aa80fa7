"""Assaults as ordered in any game: who is to take a place and stands beside it attacks where that promises well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal
from sandtable.kit.staff.plan import Task

ATTACK = "attack"  # what an order to fight in a combat phase begins with; who overruns somebody is moving


def next_assault(title: Title[Any], known: Any, side: str, tasks: Iterable[Task]) -> Action | None:
    """The next attack that a task asks for; nothing where the rules admit none or it would cost more than it brings."""
    pieces = title.sight.view(known, side).pieces
    places = {piece.id: piece.at for piece in pieces if piece.side == side}
    board = title.rules.board()
    for task in tasks:
        foes = [piece.id for piece in pieces if piece.at == task.at and piece.side not in ("", side)]
        if task.verb != "take" or not foes:
            continue
        beside = {board.name(hex) for hex in board.neighbours[board.index[task.at]] if hex >= 0}
        near = [name for name in task.units if places.get(name) in beside]
        for some in _bands(near, places):
            if action := _worthwhile(title, known, side, task.at, some, foes):
                return action
    return None


def _bands(names: Sequence[str], places: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Those who might attack together: all of them, else one stack by itself."""
    stacks = dict.fromkeys(places[name] for name in names)
    if names:
        yield tuple(names)
    if len(stacks) > 1:
        yield from (tuple(name for name in names if places[name] == at) for at in stacks)


def _worthwhile(
    title: Title[Any], known: Any, side: str, at: str, some: Sequence[str], foes: Sequence[str]
) -> Action | None:
    """What pointing at these and at the enemy would mean, if that is an attack there that costs less than it brings."""
    pieces = (*some, *foes)
    try:
        odds = title.screen.forecast(known, side, pieces)
        action = title.screen.propose(known, side, pieces, "")
    except Refusal:
        return None
    first, *words = re.split(r"[\s,]+", str(action))
    is_meant = first == ATTACK and {at, *some} <= set(words)
    return action if is_meant and odds.defender_loss > odds.attacker_loss and admits(known, side, action) else None
