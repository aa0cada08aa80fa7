"""Blunders: what no player would do, counted while machines play each other.

A blunder is counted when it has cost something: a headquarters, a supply or a lorry that its owner left alone in a hex
and the enemy took in his next turn; a town of the victory conditions that was left without a combat unit and that the
enemy walked into; own units given up because a hex held too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.core.title import Title
from sandtable.core.values import Event, Value
from sandtable.core.views import Piece

PRECIOUS = frozenset(("headquarters", "supply", "transport"))  # symbols of what must not be left alone
NO_GUARD = PRECIOUS | {"air", "garrison", "marker"}  # symbols of what guards nothing
LOSSES = frozenset(("captured", "eliminated", "destroyed", "reduced", "displaced"))  # events

ALONE, EMPTY, CROWDED = "left alone and lost", "town left empty and lost", "lost by overstacking"


class Blunder(Value, frozen=True):
    """Something that was lost for nothing."""

    kind: str  # `ALONE`, `EMPTY` or `CROWDED`
    side: str  # whose fault it was
    turn: int
    piece: str  # or the name of the town
    at: str

    def __str__(self) -> str:
        return f"turn {self.turn} {self.side}: {self.piece} at {self.at}, {self.kind}"


def counted(blunders: Iterable[Blunder], side: str) -> dict[str, int]:
    """How many of each kind a side has made."""
    return dict(sorted(Counter(blunder.kind for blunder in blunders if blunder.side == side).items()))


class Watch:
    """Looks on while a game is played, as nobody at the table can: it sees both sides."""

    def __init__(self, title: Title[Any], state: Any) -> None:
        self._title = title
        self.blunders: list[Blunder] = []
        self._alone: dict[str, dict[str, Piece]] = {side: {} for side in title.sides}
        self._empty: dict[str, dict[str, str]] = {side: {} for side in title.sides}  # hex -> town, left by its holder
        self._owner: dict[str, str] = {}  # of pieces, as they were seen last
        self._holder: dict[str, str] = {}  # of towns
        self._towns = {side: frozenset(title.staff.decisive(side)) for side in title.sides}
        self._names = {title.rules.board().name(site.hex): site.name for site in title.rules.board().sites}
        for side in title.sides:
            self._look(state, side)

    def saw(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        """An action was carried out."""
        for event in events:
            self._crowding(before, event)
            if event.kind in LOSSES:
                self._losses(before, event)
        by = _phasing(before)
        if by in self._alone and (_phasing(after) != by or self._title.rules.outcome(after) is not None):
            self._towns_entered(after, by)
            self._look(after, by)

    # What happened

    def _crowding(self, before: Any, event: Event) -> None:
        crowding = self._title.staff.crowding
        unit = event.facts.get("unit")
        if crowding and event.kind in LOSSES and event.facts.get("case") == crowding and isinstance(unit, str):
            side = self._owner.get(unit, _phasing(before))
            self._blame(CROWDED, side, before.turn, unit, str(event.facts.get("at", "")))

    def _losses(self, before: Any, event: Event) -> None:
        """Who was left alone and is named by a loss in the enemy's turn, or lay in a hex where something was taken."""
        for side, alone in self._alone.items():
            if side == _phasing(before):
                continue
            for name, piece in list(alone.items()):
                if name in event.facts.values() or ("what" in event.facts and event.facts.get("at") == piece.at):
                    self._blame(ALONE, side, before.turn, name, piece.at)
                    del alone[name]

    def _towns_entered(self, state: Any, by: str) -> None:
        for side, empty in self._empty.items():
            if side == by:
                continue
            entered = {piece.at for piece in self._pieces(state, by) if piece.symbol not in NO_GUARD}
            for at in sorted(empty.keys() & entered):
                self._blame(EMPTY, side, state.turn, empty.pop(at), at)

    def _blame(self, kind: str, side: str, turn: int, piece: str, at: str) -> None:
        self.blunders.append(Blunder(kind, side, turn, piece, at))

    # What is left behind at the end of a turn

    def _look(self, state: Any, side: str) -> None:
        pieces = self._pieces(state, side)
        self._owner.update((piece.id, side) for piece in pieces)
        guarded = {piece.at for piece in pieces if piece.symbol not in NO_GUARD}
        precious = [piece for piece in pieces if piece.symbol in PRECIOUS and piece.at not in guarded]
        self._alone[side] = {piece.id: piece for piece in precious}
        left = [at for at in self._towns[side] if self._holder.get(at) == side and at not in guarded]
        self._empty[side] = {at: self._names.get(at, at) for at in left}
        self._holder.update((at, side) for at in guarded)

    def _pieces(self, state: Any, side: str) -> list[Piece]:
        view = self._title.sight.view(self._title.sight.observe(state, side), side)
        return [piece for piece in view.pieces if piece.side == side and piece.at in self._title.rules.board().index]


def _phasing(state: Any) -> str:
    """Whose turn it is; a game in which nobody has a turn to himself has no such blunders."""
    return str(getattr(state, "phasing", ""))


def lines(found: Mapping[str, Mapping[str, int]], games: int) -> list[str]:
    """The counts for a reader."""
    told = []
    for side, kinds in found.items():
        each = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        told.append(f"blunders of {side}: {each or 'none'} in {games} games")
    return told
