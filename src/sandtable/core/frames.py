"""Where a game stands: a stack of small frames in the state, and a draft on which rules write the next state.

A `Decision` waits for one side or, sealed, for several. A `Step` runs by itself: the sequence of play, what
happens between decisions. The top of the stack is what happens now; the frames below know where to carry on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast

from msgspec.structs import replace

from sandtable.core.dice import Dice
from sandtable.core.nouns import player
from sandtable.core.values import Action, Event, Refusal, Value, may

STEP_LIMIT = 10_000


class Frame(Value, frozen=True, tag=True):
    """One place on the stack."""


class State(Value, frozen=True, dict=True):
    """A game in progress. Games add their fields and name the frames their stack may hold."""

    stack: tuple[Frame, ...] = ()
    count: int = 0  # events so far; it names each die

    @property
    def phasing(self) -> str:
        """The side whose turn it is; nobody where the game knows no such thing."""
        return ""

    def come_of(self, before: Self) -> None:
        """A draft made this state of that one, of which it may keep what was worked out and is quicker to correct than
        to work out anew; nothing that rests on a table itself, for the draft goes on writing in its tables."""

    def written(self, table: str, before: Any, after: Any) -> None:
        """A draft has put one thing in the place of another in a table of this state; nothing where there was none, or
        is none any more. What was kept of the state before and rests on that is to be given up."""


S = TypeVar("S", bound=State)


class _OfOneSide(Protocol):
    """A decision whose field `side` says whose it is."""

    @property
    def side(self) -> str: ...


ASK, NEVER, STAFF = "ask", "never", "staff"  # standing answers that mean the same in every game


class Decision(Frame, Generic[S], frozen=True):
    """The game waits for somebody."""

    # Whether `actions` lists every legal action. A frame whose actions are subsets of many units lists the plain
    # ones and leaves the rest to `check`.
    exhaustive: ClassVar[bool] = True
    # Whether what is decided here stays unknown to the other sides; all they learn of it is in the events.
    secret: ClassVar[bool] = False

    def asked(self, state: S) -> tuple[str, ...]:
        """The sides that are to answer now: the one in the field `side`, unless the decision says otherwise."""
        return (cast(_OfOneSide, self).side,)

    def prompt(self, state: S) -> str:
        """What is asked, in a sentence."""
        raise NotImplementedError

    def actions(self, state: S, side: str) -> Sequence[Action]:
        """The legal actions, lazily."""
        raise NotImplementedError

    def check(self, state: S, side: str, action: Action) -> None:
        """Refuse an illegal action without listing the legal ones."""
        raise NotImplementedError

    def do(self, draft: Draft[S], side: str, action: Action) -> None:
        """Carry out an action that was checked."""
        raise NotImplementedError

    def interrupt(self, state: S, side: str) -> str:
        """The kind of question with which this interrupts the other side's turn, if it does: one of the title's
        `interrupts`, which a player may answer once and for all."""
        return ""

    def settled(self, state: S, side: str, choice: str) -> Action | None:
        """What a standing answer to that comes to; nothing: ask. `never` is what is written alone, without a unit."""
        listed = self.actions(state, side) if choice == NEVER else ()
        ends = (listed[0], listed[-1]) if listed else ()
        return next((action for action in ends if not action.words()), None)


class Step(Frame, Generic[S], frozen=True):
    """Something that happens by itself; it pops or swaps itself."""

    def run(self, draft: Draft[S]) -> None:
        raise NotImplementedError


class Over(Frame, frozen=True):
    """The end: who won (nobody in a draw) and by which case."""

    winner: str | None
    case: str
    reason: str


class Sealed(Decision[S], Generic[S], frozen=True):
    """A simultaneous choice: answers stay hidden until the last one is in, those of a secret one for good."""

    answers: dict[str, Any] = {}

    def sides(self, state: S) -> tuple[str, ...]:
        raise NotImplementedError

    def reveal(self, draft: Draft[S], answers: Mapping[str, Action]) -> None:
        raise NotImplementedError

    def asked(self, state: S) -> tuple[str, ...]:
        return tuple(side for side in self.sides(state) if side not in self.answers)

    def do(self, draft: Draft[S], side: str, action: Action) -> None:
        answers = {**self.answers, side: action}
        if len(answers) < len(self.sides(draft.state)):
            draft.swap(replace(self, answers=answers))
            return
        draft.pop()
        # A secret reveal is noted too, because nobody may take back an answer once all are in.
        draft.note("reveal", **({} if self.secret else {who: str(answer) for who, answer in answers.items()}))
        self.reveal(draft, answers)


def veiled(state: S, side: str) -> S:
    """The same state as if nobody else had given a sealed answer yet."""
    if not any(isinstance(frame, Sealed) and frame.answers for frame in state.stack):
        return state
    return replace(state, stack=tuple(_veil(frame, side) for frame in state.stack))


def _veil(frame: Frame, side: str) -> Frame:
    if not isinstance(frame, Sealed):
        return frame
    own = {who: answer for who, answer in frame.answers.items() if who == side}
    return replace(frame, answers=own)


class Draft(Generic[S]):
    """What rules write on. Verbs change the next state and write the event in one go."""

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.events: list[Event] = []
        self._dice = dice
        self._owned: dict[str, dict[Any, Any]] = {}

    def note(self, kind: str, **facts: object) -> None:
        self.events.append(Event(self.state.count, kind, facts))
        self.change(count=self.state.count + 1)

    def remark(self, kind: str, **facts: object) -> None:
        """Tell of something without taking a number, for games in progress in which nobody was told: the numbers of
        their dice stay."""
        self.events.append(Event(self.state.count, kind, facts))

    def roll(self, purpose: str, sides: int = 6, only: str = "", by: str = "") -> int:
        """A die, thrown by the side whose turn it is unless it is another's. `only`: the side that rolls it in
        secret."""
        value = self._dice.roll(self.state.count, purpose, sides)
        secret = {"only": only} if only else {}
        self.note("roll", purpose=purpose, sides=sides, value=value, by=by or only or self.state.phasing, **secret)
        return value

    def change(self, **fields: Any) -> None:
        before = self.state
        self.state = replace(before, **fields)
        self.state.come_of(before)

    def amend(self, table: str, key: Any, value: Any) -> None:
        """Set one entry of a dictionary field; the dictionary is copied once per draft."""
        owned = self._own(table)
        before = owned.get(key)
        owned[key] = value
        self.state.written(table, before, value)

    def alter(self, table: str, key: Any, **changes: Any) -> None:
        """Change fields of one entry of a dictionary field, where that makes a difference."""
        before = getattr(self.state, table)[key]
        after = replace(before, **changes)
        if after != before:
            self.amend(table, key, after)

    def strike(self, table: str, key: Any) -> None:
        """Remove one entry of a dictionary field, if it is there."""
        owned = self._own(table)
        self.state.written(table, owned.pop(key, None), None)

    def has_written(self, table: str) -> bool:
        """Whether an entry of a dictionary field has been written or struck in this draft."""
        return self._owned.get(table) is getattr(self.state, table)

    def _own(self, table: str) -> dict[Any, Any]:
        owned = self._owned.get(table)
        if owned is None or owned is not getattr(self.state, table):
            owned = self._owned[table] = dict(getattr(self.state, table))
        self.change(**{table: owned})  # a new state, so that nothing derived from the old one is kept
        return owned

    @property
    def top(self) -> Frame:
        return self.state.stack[-1]

    def push(self, frame: Frame) -> None:
        self.change(stack=(*self.state.stack, frame))

    def pop(self) -> None:
        self.change(stack=self.state.stack[:-1])

    def swap(self, frame: Frame) -> None:
        self.change(stack=(*self.state.stack[:-1], frame))

    def end(self, winner: str | None, case: str, reason: str) -> None:
        self.note("over", winner=winner, case=case, reason=reason)
        self.change(stack=(Over(winner, case, reason),))

    def settle(self) -> None:
        """Run steps until somebody is asked or the game is over."""
        for _ in range(STEP_LIMIT):
            top = self.top
            if not isinstance(top, Step):
                return
            top.run(self)
        raise RuntimeError(f"{STEP_LIMIT} steps without a decision, at {self.top}")


def begin(state: S, dice: Dice) -> tuple[S, list[Event]]:
    """Run a fresh game to its first decision."""
    draft = Draft(state, dice)
    draft.settle()
    return draft.state, draft.events


def question_to(state: S, side: str) -> Decision[S] | None:
    """The decision that the game waits for, if it is this side's."""
    top = state.stack[-1]
    return top if isinstance(top, Decision) and side in top.asked(state) else None


def check(state: State, side: str, action: Action) -> Decision[Any]:
    """The decision that admits this action, or a refusal."""
    top = state.stack[-1]
    if not isinstance(top, Decision):
        raise Refusal("over", "the game is over")
    if side not in top.asked(state):
        raise out_of_turn(side, top.asked(state))
    top.check(state, side, action)
    return top


def out_of_turn(side: str, asked: Iterable[str]) -> Refusal:
    others = " and ".join(map(player, asked))
    return Refusal("turn", f"it is not up to {player(side)} now; the game is waiting for {others}")


def admits(state: State, side: str, action: Action) -> bool:
    """Whether an action would be carried out now."""
    return may(check, state, side, action)


def play(state: S, side: str, action: Action, dice: Dice) -> tuple[S, list[Event]]:
    """The one way from a state to the next."""
    top = check(state, side, action)
    draft = Draft(state, dice)
    top.do(draft, side, action)
    draft.settle()
    return draft.state, draft.events
