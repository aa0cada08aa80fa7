"""What an action taught the side that took it. Once you have looked under a counter you cannot unsee it."""

from __future__ import annotations

from itertools import chain
from typing import Any

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import RecordedDice
from sandtable.core.frames import State
from sandtable.core.title import Title
from sandtable.core.values import Action

NO_DICE = RecordedDice(())


def teaches(title: Title[Any], before: State, side: str, action: Action, after: State) -> bool:
    """Whether the side now sees what it could not have predicted: the same action, played on what it knew and on
    positions that it could not tell from the true one, would have left it with another view. For actions that rolled
    no dice."""
    known = title.sight.observe(before, side)
    if known is before:
        return False  # nothing is hidden from it
    seen = _uncounted(title.sight.observe(after, side))
    others = chain((known,), title.sight.disguises(before, side))
    return any(_sight_after(title, other, side, action) != seen for other in others)


def _sight_after(title: Title[Any], state: State, side: str, action: Action) -> State | None:
    """What the side would see, or None when the action would turn out differently altogether."""
    try:
        after, _ = frames.play(state, side, action, NO_DICE)
        return _uncounted(title.sight.observe(after, side))
    except Exception:  # refused, or dice would be rolled, or a disguise that could never come about breaks a rule
        return None


def _uncounted(state: State) -> State:
    """Nobody sees how many events there were, as that includes secret ones."""
    return replace(state, count=0)
