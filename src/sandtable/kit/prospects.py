"""How a game stands and its turn track, as far as both follow from the board and the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sandtable.core.board import Board
from sandtable.core.standing import Goal, Standing, TurnBox
from sandtable.core.views import View


def holders(view: View) -> dict[str, str]:
    """The side of the pieces in each place; empty where both are."""
    found: dict[str, set[str]] = {}
    for piece in view.pieces:
        found.setdefault(piece.at, set()).add(piece.side)
    return {at: next(iter(sides)) if len(sides) == 1 else "" for at, sides in found.items()}


def places_held(board: Board, view: View, sides: Sequence[str], decisive: Callable[[str], Sequence[str]]) -> Standing:
    """The places a side must not lose for nothing count, for whoever stands there; the side with more is ahead."""
    wanted = dict.fromkeys(name for each in sides for name in decisive(each))
    goals = tuple(_places(board, holders(view), wanted))
    counts = {each: sum(goal.side == each for goal in goals) for each in sides}
    most = [each for each in sides if counts[each] == max(counts.values())]
    told = ", ".join(f"{each.title()} {count}" for each, count in counts.items())
    return Standing(f"Places held: {told}" if goals else "", most[0] if len(most) == 1 else "", goals)


def _places(board: Board, held: dict[str, str], wanted: Iterable[str]) -> Iterator[Goal]:
    called = {board.name(site.hex): site.name for site in board.sites}
    for name in wanted:
        holder = held.get(name, "")
        yield Goal(called.get(name) or name, "", holder, "" if holder else "nobody holds it", (name,))


def bare_track(view: View) -> tuple[TurnBox, ...]:
    """A box for every turn; only today's date is known."""
    return tuple(TurnBox(n, view.date if n == view.turn else "") for n in range(1, view.last_turn + 1))
