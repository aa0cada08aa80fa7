"""The one door. People, machines, the network, replays and tests all act through `Game.play`."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, overload

from sandtable.core import frames, parley
from sandtable.core.dice import Dice, RecordedDice, Roll
from sandtable.core.frames import Decision, Over, S, Sealed
from sandtable.core.learning import teaches
from sandtable.core.listing import Listing
from sandtable.core.nouns import player
from sandtable.core.parley import Flag, Parley
from sandtable.core.past import Past
from sandtable.core.title import Setup, Title
from sandtable.core.values import Action, Event, Refusal, Value
from sandtable.core.views import View


class Marks(Value, frozen=True, array_like=True):
    """Who may know what of an entry, noted when it is made."""

    secret: bool = False  # decided under seal or in secret: others learn what the events tell them
    open: int = 0  # events that everybody hears
    only: dict[str, int] = {}  # events that one side alone hears
    dice: tuple[str, ...] = ()  # for each die the side that rolls it in secret, or nobody's name

    def heard(self, sides: tuple[str, ...]) -> int:
        """How many events these sides hear: two at one screen hear what both may."""
        return self.open + (self.only.get(sides[0], 0) if len(sides) == 1 else 0)


def marks_of(events: Sequence[Event], decision: Decision[Any] | None = None) -> Marks:
    everybody, only, dice = 0, dict[str, int](), list[str]()
    for event in events:
        side = str(event.facts.get("only", ""))
        if side:
            only[side] = only.get(side, 0) + 1
        else:
            everybody += 1
        if event.kind == "roll":
            dice.append(side)
    secret = isinstance(decision, Sealed) or (decision is not None and decision.secret)
    return Marks(secret, everybody, only, tuple(dice))


class Line(Value, frozen=True, array_like=True, omit_defaults=True):
    """What a record keeps of an entry: who, what, and the dice it rolled."""

    side: str
    action: str
    rolls: tuple[Roll, ...] = ()


class Entry(Value, frozen=True):
    """One line of the game record."""

    side: str
    action: Action
    events: tuple[Event, ...]
    marks: Marks = Marks()

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return rolls_of(self.events)

    @property
    def final(self) -> bool:
        """Undo never goes past a die roll, a reveal or what players said to each other."""
        return isinstance(self.action, Parley) or any(event.kind in ("roll", "reveal") for event in self.events)


def rolls_of(events: Sequence[Event]) -> tuple[Roll, ...]:
    return tuple(
        Roll(event.n, str(event.facts["purpose"]), int(str(event.facts["sides"])), int(str(event.facts["value"])))
        for event in events
        if event.kind == "roll"
    )


class Noted(Value, frozen=True, array_like=True):
    """What is known of an entry that was not played here, until somebody asks for more."""

    side: str
    action: str
    rolls: tuple[Roll, ...]
    marks: Marks


Told: TypeAlias = Entry | Noted  # of an entry that was not played here its line is known until somebody asks for more


class Entries(Sequence[Entry], Generic[S]):
    """The entries of a game; what happened in those that were not played here is found out when it is asked for."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game

    def __len__(self) -> int:
        return len(self._game.record)

    @overload
    def __getitem__(self, i: int) -> Entry: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Entry]: ...
    def __getitem__(self, i: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        return self._game.entry(range(len(self))[i])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class Game(Generic[S]):
    """A game in progress: its title, its state, the record of how it came about."""

    def __init__(self, title: Title[S], setup: Setup, dice: Dice) -> None:
        self.title, self.setup, self.dice = title, setup, dice
        self.state, opening = frames.begin(title.rules.start(setup), dice)
        self.opening: tuple[Event, ...] = tuple(opening)
        self.record: list[Told] = []
        self.exchanged = 0  # the last entry in which players changed sides
        self.offered = ""  # the side whose offer of a draw stands; said for good, so that undo never changes it
        self._learnt: tuple[Entry, bool] | None = None  # whether the last entry taught its side something
        self._past: Past[S] = Past(self._again, self.pack, self.unpack)

    @classmethod
    def resumed(
        cls, title: Title[S], setup: Setup, dice: Dice, record: Sequence[Noted], packed: Sequence[bytes], exchanged: int
    ) -> Game[S]:
        """A game that was played elsewhere, without playing it again: its record, the positions it had after every
        `past.BLOCK` entries, the last of them the one to go on from, and the last entry that exchanged sides."""
        game = cls(title, setup, dice)
        if packed:
            game.record += record
            game.exchanged = exchanged
            for told in record:
                game.offered = parley.offer_after(game.offered, told.side, told.action)
            game._past = Past(game._again, game.pack, game.unpack, [game.pack(game.state), *packed[:-1]])
            game.state = game.unpack(packed[-1])
        return game

    def still(self) -> Game[S]:
        """The same game as it stands now, to be read while this one carries on."""
        same: Game[S] = object.__new__(type(self))
        same.title, same.setup, same.dice, same.opening = self.title, self.setup, self.dice, self.opening
        same.state, same.record = self.state, list(self.record)
        same.exchanged, same._learnt, same.offered = self.exchanged, self._learnt, self.offered
        same._past = self._past.copy(same._again)
        return same

    def pack(self, state: S) -> bytes:
        return zlib.compress(self.title.rules.encode(state), 1)

    def unpack(self, packed: bytes) -> S:
        return self.title.rules.decode(zlib.decompress(packed))

    @property
    def entries(self) -> Sequence[Entry]:
        return Entries(self)

    def entry(self, number: int) -> Entry:
        told = self.record[number]
        if isinstance(told, Entry):
            return told
        before = self._past[number]  # with its block all entries before it are told
        self._again(before, number)
        return self.entry(number)

    def _again(self, state: S, number: int) -> S:
        """The position after an entry, from the one before it."""
        told = self.record[number]
        action = told.action if isinstance(told, Entry) else self.read(told.action)
        after, entry = self._carried_out(state, told.side, action, RecordedDice(told.rolls))
        if isinstance(told, Noted):
            self.record[number] = entry
        return after

    def _carried_out(self, state: S, side: str, action: Action, dice: Dice) -> tuple[S, Entry]:
        """The position after an action, and what the record has of it."""
        if isinstance(action, Parley):
            after, events = parley.carried_out(self.title.sides, state, side, action)
            return after, Entry(side, action, tuple(events), marks_of(events))
        after, events = frames.play(state, side, action, dice)
        return after, Entry(side, action, tuple(events), marks_of(events, self.title.rules.asks(state)))

    @property
    def asked(self) -> tuple[str, ...]:
        decision = self.title.rules.asks(self.state)
        return decision.asked(self.state) if decision else ()

    @property
    def outcome(self) -> Over | None:
        return self.title.rules.outcome(self.state)

    def actions(self, side: str = "") -> Sequence[Action]:
        """What a side may do now: nothing while it is not asked."""
        decision, asked = self.title.rules.asks(self.state), self.asked
        side = side or (asked[0] if asked else "")
        return decision.actions(self.state, side) if decision and side in asked else ()

    def view(self, side: str) -> View:
        return self.title.sight.view(self.state, side)

    def play(self, action: Action, side: str = "") -> tuple[Event, ...]:
        """Carry out an action or raise `Refusal` and change nothing."""
        side = side or (self.asked[0] if self.asked else "")
        title, before = self.title, self.state
        if isinstance(action, Parley):
            self._check_parley(side, action)
        after, entry = self._carried_out(before, side, action, self.dice)
        self._past.append(before)
        self.record.append(entry)
        self.state = after
        self.offered = parley.offer_after(self.offered, side, action)
        seat, sides = title.rules.seat, title.sides
        if [seat(after, each) for each in sides] != [seat(before, each) for each in sides]:
            self.exchanged = len(self.record)
        return entry.events

    def play_text(self, text: str, side: str = "") -> tuple[Event, ...]:
        return self.play(self.read(text), side)

    def read(self, text: str) -> Action:
        """An order of the game, or what players say beside it. Raises `BadNotation`."""
        return parley.read(self.title, text)

    def _check_parley(self, side: str, action: Parley) -> None:
        if self.outcome is not None:
            raise Refusal("over", "the game is over")
        if isinstance(action, Flag) and side not in self.asked:
            raise Refusal("turn", "the clock of a side that is not asked does not run")
        last = next((told.action for told in reversed(self.record) if told.side == side), "")
        parley.check(self.title, self.offered, last, side, action)

    def undo(self, side: str = "") -> Entry:
        """Take back the last action: the side's own, not past a die roll, a reveal or another side's decision."""
        refusal = self.undo_refused(side or (self.asked[0] if self.asked else ""))
        if refusal is not None:
            raise refusal
        return self.take_back()

    def undo_refused(self, side: str) -> Refusal | None:
        """Why a side may not take back the last action, if it may not."""
        if self.outcome:
            return Refusal("undo", "the game is over and the secret of its dice is open")
        if side not in self.asked:  # before anything is said that the others change by what they do in secret
            return Refusal("undo", f"the decision lies with {' and '.join(map(player, self.asked))} now")
        last = self.entries[-1] if self.record else None
        if last is not None and isinstance(last.action, Parley):
            return Refusal("undo", "what was said between the players stands")
        if last is None or last.side != side:
            return _nothing_to_undo()
        if last.final or self._taught(last):
            return Refusal("undo", "a die was rolled or something was revealed")
        return None

    def _taught(self, last: Entry) -> bool:
        """Whether its side learnt from the last entry what it could not know before."""
        if self._learnt is None or self._learnt[0] is not last:
            learnt = teaches(self.title, self._past[-1], last.side, last.action, self.state)
            self._learnt = last, learnt
        return self._learnt[1]

    def is_final(self, number: int) -> bool:
        """Whether an entry is never taken back, whoever agrees: a die, a reveal, a word between the players, or
        something that its side has learnt by it."""
        entry = self.entry(number)
        after = self.states[number + 1]
        return entry.final or teaches(self.title, self.states[number], entry.side, entry.action, after)

    def take_back(self) -> Entry:
        """Without asking whether it is allowed: for a record in which it was done."""
        last = self.entries[-1]
        self.state = self._past.pop()
        self.record.pop()
        return last

    @property
    def events(self) -> list[Event]:
        """The whole story."""
        return [*self.opening, *(event for entry in self.entries for event in entry.events)]

    @property
    def states(self) -> Sequence[S]:
        """Every position of the game, the present one last."""
        return Listing(self._past, (self.state,))


def _nothing_to_undo() -> Refusal:
    """The same sentence whether nobody has decided anything or another side has: that may be a secret."""
    return Refusal("undo", "there is nothing to undo: no decision of yours is left to take back")
