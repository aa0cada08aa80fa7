"""[8.2] What a Movement Segment remembers while it is under way; `movement.segment` has what its player may order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign


class MovementSegment(Decision[Campaign], frozen=True):
    """The part of the question that marches, surrenders and retreats read and write."""

    side: Side
    done: tuple[str, ...] = ()  # counters that have stopped in this segment and move no further
    going: tuple[str, ...] = ()  # the counters that moved last: they may go on while nobody else has moved
    begun: bool = False  # [32.17] whether anybody has moved
    left: tuple[str, ...] = ()  # [10.24] hexes the enemy had left when the segment began
    contact: tuple[str, ...] = ()  # [8.62] hexes in which units stood in an enemy zone when it began
    declined: tuple[str, ...] = ()  # [17.54] hexes whose surrender nobody could accept
    bound: tuple[str, ...] = ()  # [8.68] of those who go on, who has taken up units that stood where they were


def close(draft: Draft[Campaign], names: Iterable[str]) -> None:
    """[8.14, 10.23] Counters have had to stop: write it into the segment that is under way."""
    stack = list(draft.state.stack)
    for place, frame in enumerate(stack):
        if not isinstance(frame, MovementSegment):
            continue
        fresh = tuple(name for name in names if name not in frame.done)
        stack[place] = replace(frame, done=(*frame.done, *fresh))
    draft.change(stack=tuple(stack))


def decline(draft: Draft[Campaign], name: str) -> None:
    """[17.54] Write down that nobody could accept the surrender of a hex: it is not offered again in this segment."""
    draft.change(
        stack=tuple(
            replace(frame, declined=(*frame.declined, name)) if isinstance(frame, MovementSegment) else frame
            for frame in draft.state.stack
        )
    )
