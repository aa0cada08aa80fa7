"""Assaults as ordered in any game: who is to take a place and stands beside it attacks where that promises well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import admits
from sandtable.core.offers import Forecast
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal
from sandtable.kit.staff.plan import Task

ATTACK = "attack"  # what an order to fight in a combat phase begins with; who overruns somebody is moving


class Blow(NamedTuple):
    """Some of those who are to take a place, beside the enemy who is in it."""

    at: str
    some: tuple[str, ...]
    foes: tuple[str, ...]


def next_assault(title: Title[Any], known: Any, side: str, tasks: Iterable[Task]) -> Action | None:
    """The next attack that a task asks for; nothing where the rules admit none or it would cost more than it brings."""
    for blow in _blows(title, known, side, tasks):
        if action := _worthwhile(title, known, side, blow):
            return action
    return None


def certain_assault(title: Title[Any], known: Any, side: str, tasks: Iterable[Task]) -> Action | None:
    """The next attack that a task asks for and that cannot fail, where one is declared while units still move: it
    opens the way for those behind."""
    for blow in _blows(title, known, side, tasks):
        if action := _certain(title, known, side, blow):
            return action
    return None


def _blows(title: Title[Any], known: Any, side: str, tasks: Iterable[Task]) -> Iterator[Blow]:
    pieces = title.sight.view(known, side).pieces
    places = {piece.id: piece.at for piece in pieces if piece.side == side}
    board = title.rules.board()
    for task in tasks:
        foes = tuple(piece.id for piece in pieces if piece.at == task.at and piece.side not in ("", side))
        if task.verb != "take" or not foes:
            continue
        beside = {board.name(hex) for hex in board.neighbours[board.index[task.at]] if hex >= 0}
        near = [name for name in task.units if places.get(name) in beside]
        yield from (Blow(task.at, some, foes) for some in _bands(near, places))


def _bands(names: Sequence[str], places: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Those who might attack together: all of them, else one stack by itself."""
    stacks = dict.fromkeys(places[name] for name in names)
    if names:
        yield tuple(names)
    if len(stacks) > 1:
        yield from (tuple(name for name in names if places[name] == at) for at in stacks)


def _worthwhile(title: Title[Any], known: Any, side: str, blow: Blow) -> Action | None:
    """What pointing at these and at the enemy would mean, if that is an attack there that costs less than it brings."""
    odds, action = _meant(title, known, side, blow)
    if odds is None or action is None:
        return None
    first, *words = _words(action)
    is_meant = first == ATTACK and {blow.at, *blow.some} <= set(words)
    return action if is_meant and odds.defender_loss > odds.attacker_loss and admits(known, side, action) else None


def _certain(title: Title[Any], known: Any, side: str, blow: Blow) -> Action | None:
    odds, action = _meant(title, known, side, blow)
    if odds is None or action is None or odds.attacker_loss > 0 or odds.defender_loss <= 0:
        return None
    first, *words = _words(action)
    is_meant = first != ATTACK and {*blow.foes, *blow.some} <= set(words)
    return action if is_meant and _declares(title, known, side, action) else None


def _meant(title: Title[Any], known: Any, side: str, blow: Blow) -> tuple[Forecast | None, Action | None]:
    pieces = (*blow.some, *blow.foes)
    try:
        return title.screen.forecast(known, side, pieces), title.screen.propose(known, side, pieces, "")
    except Refusal:
        return None, None


def _declares(title: Title[Any], known: Any, side: str, action: Action) -> bool:
    """Whether the rules admit it, nobody throws a die for it, and all of the side stay where they are."""
    try:
        after, events = frames.play(known, side, action, SecretDice(secret_of_seed(0)))
    except Refusal:
        return False
    before, now = (
        {piece.id: piece.at for piece in title.sight.view(state, side).pieces if piece.side == side}
        for state in (known, after)
    )
    return before == now and all(event.kind != "roll" for event in events)


def _words(action: Action) -> list[str]:
    return re.split(r"[\s,]+", str(action))
