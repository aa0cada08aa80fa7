"""Who is forgotten when a phase ends: units that could still act, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core.title import Title
from sandtable.core.values import Value
from sandtable.core.views import Piece

NAMED = 3  # of many


class Unused(Value, frozen=True):
    """Some of a side who could still act in this phase."""

    pieces: tuple[str, ...]
    text: str


def unused(title: Title[Any], state: Any, side: str, idle: Sequence[str]) -> tuple[Unused, ...]:
    """These of a side, as it sees them: first those who wait beside the map, then those on it."""
    pieces = {piece.id: piece for piece in title.sight.view(title.sight.observe(state, side), side).pieces}
    own = [pieces[name] for name in dict.fromkeys(idle) if name in pieces and pieces[name].side == side]
    hexes = title.rules.board().index
    beside, on_map = [[each for each in own if (each.at in hexes) is there] for there in (False, True)]
    groups = ((beside, "can still act, beside the map"), (on_map, "can still act"))
    return tuple(
        Unused(tuple(piece.id for piece in group), f"{_few(title, group)} {text}") for group, text in groups if group
    )


def _few(title: Title[Any], group: Sequence[Piece]) -> str:
    """The first of them by name, and how many others there are."""
    called = title.screen.called()
    shown = group if len(group) == NAMED + 1 else group[:NAMED]
    named = ", ".join(called.get(piece.id) or piece.title or piece.name or piece.id for piece in shown)
    return f"{named} and {len(group) - len(shown)} more" if len(shown) < len(group) else named
