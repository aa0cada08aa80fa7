"""What is told: what everybody who has found the table may know of it, and no word more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core.nouns import plural
from sandtable.core.title import Title
from sandtable.core.values import Value
from sandtable.table.pace import moment
from sandtable.table.stores.base import Row

HOUR, DAY = 3600, 86_400


class Message(Value, frozen=True):
    title: str
    text: str
    link: str


def told(title: Title[Any], row: Row, side: str, public: str) -> Message:
    """Of one table: that it waits for a side, or how it has ended."""
    link = f"{public}/t/{row.id}"
    summary = row.summary
    if summary.over:
        return Message(f"{title.name}: the game is over", summary.over[:1].upper() + summary.over[1:], link)
    where = f"turn {summary.turn} of {summary.last_turn}"
    text = f"You play {title.screen.the(side)}: {', '.join(filter(None, (summary.phase, where, summary.date)))}."
    return Message(f"{title.name}: it is your move", f"{text}{time_left(row, side)}", link)


def time_left(row: Row, side: str) -> str:
    hand = row.clock.hands.get(side) if row.clock is not None else None
    if hand is None or not hand.since:
        return ""
    seconds = max(0, int(hand.left(moment.seconds())))
    if seconds >= DAY:
        return f" You have {seconds // DAY} d {seconds % DAY // HOUR} h left."
    return f" You have {seconds // HOUR} h {seconds % HOUR // 60:02} min left."


def together(messages: Sequence[Message], public: str) -> Message:
    """Several at once."""
    if len(messages) == 1:
        return messages[0]
    lines = [f"{each.title}. {each.text} {each.link}" for each in messages]
    return Message(f"{plural(len(messages), 'game waits', 'games wait')} for you", "\n".join(lines), f"{public}/")
