"""The one door. People, machines, the network, replays and tests all act through `Game.play`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Generic

from sandtable.core import frames
from sandtable.core.dice import Dice, RecordedDice, Roll
from sandtable.core.frames import Over, S
from sandtable.core.listing import Listing
from sandtable.core.past import Past
from sandtable.core.title import Setup, Title
from sandtable.core.values import Action, Event, Refusal, Value
from sandtable.core.views import View


class Entry(Value, frozen=True):
    """One line of the game record."""

    side: str
    action: Action
    events: tuple[Event, ...]

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return rolls_of(self.events)

    @property
    def final(self) -> bool:
        """Undo never goes behind a die or a reveal."""
        return any(event.kind in ("roll", "reveal") for event in self.events)


def rolls_of(events: Sequence[Event]) -> tuple[Roll, ...]:
    return tuple(
        Roll(event.n, str(event.facts["purpose"]), int(str(event.facts["sides"])), int(str(event.facts["value"])))
        for event in events
        if event.kind == "roll"
    )


class Game(Generic[S]):
    """A game in progress: its title, its state, the record of how it came about."""

    def __init__(self, title: Title[S], setup: Setup, dice: Dice) -> None:
        self.title, self.setup, self.dice = title, setup, dice
        self.state, opening = frames.begin(title.start(setup), dice)
        self.opening: tuple[Event, ...] = tuple(opening)
        self.entries: list[Entry] = []
        self._past: Past[S] = Past(partial(_again, self.entries))

    @property
    def asked(self) -> tuple[str, ...]:
        decision = self.title.asks(self.state)
        return decision.asked(self.state) if decision else ()

    @property
    def outcome(self) -> Over | None:
        return self.title.outcome(self.state)

    def actions(self, side: str = "") -> Sequence[Action]:
        """What a side may do now: nothing while it is not asked."""
        decision, asked = self.title.asks(self.state), self.asked
        side = side or (asked[0] if asked else "")
        return decision.actions(self.state, side) if decision and side in asked else ()

    def view(self, side: str) -> View:
        return self.title.view(self.state, side)

    def play(self, action: Action, side: str = "") -> tuple[Event, ...]:
        """Carry out an action or raise `Refusal` and change nothing."""
        side = side or (self.asked[0] if self.asked else "")
        after, events = frames.play(self.state, side, action, self.dice)
        self._past.append(self.state)
        self.entries.append(Entry(side, action, tuple(events)))
        self.state = after
        return self.entries[-1].events

    def play_text(self, text: str, side: str = "") -> tuple[Event, ...]:
        return self.play(self.title.notation.parse(text), side)

    def undo(self, side: str = "") -> Entry:
        """Take back the last action: one's own, not behind a die, a reveal or another's decision."""
        side = side or (self.asked[0] if self.asked else "")
        if not self.entries:
            raise Refusal("undo", "there is nothing to take back")
        last = self.entries[-1]
        if last.side != side:
            raise Refusal("undo", f"the last decision was {last.side}'s")
        if last.final:
            raise Refusal("undo", "a die was rolled or something was revealed")
        if self.outcome:
            raise Refusal("undo", "the game is over and the secret of its dice is open")
        if side not in self.asked:
            raise Refusal("undo", f"{' and '.join(self.asked)} has been asked since")
        self.state = self._past.pop()
        return self.entries.pop()

    @property
    def events(self) -> list[Event]:
        """The whole story."""
        return [*self.opening, *(event for entry in self.entries for event in entry.events)]

    @property
    def states(self) -> Sequence[S]:
        """Every position of the game, the present one last."""
        return Listing(self._past, (self.state,))


def _again(entries: Sequence[Entry], state: S, number: int) -> S:
    """The position after an entry, from the one before it."""
    entry = entries[number]
    return frames.play(state, entry.side, entry.action, RecordedDice(entry.rolls))[0]
