"""Looking ahead: a position played on by machines, with dice of their own, until a side is on the move again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over
from sandtable.core.title import Player, Title
from sandtable.core.values import Action, Event, Refusal

MOST_ACTIONS = 3_000  # of one look; a turn of the largest game has about a thousand
END_OF_PHASE = "done"  # the order that ends a phase, in every game that has one


class Deed(NamedTuple):
    """An action of a look ahead and what came of it."""

    phasing: str  # whose turn it was
    side: str
    action: Action
    events: list[Event]


class Course(NamedTuple):
    """What might happen."""

    state: Any
    deeds: list[Deed]
    over: Over | None


def play_on(
    title: Title[Any], state: Any, players: Mapping[str, Player], seed: int, until: Callable[[Any], bool]
) -> Course:
    """The course that these players and these dice take from a position. What they know is what it shows them."""
    dice, deeds = SecretDice(secret_of_seed(seed)), list[Deed]()
    for _ in range(MOST_ACTIONS):
        decision = title.rules.asks(state)
        if decision is None or until(state):
            break
        side = decision.asked(state)[0]
        action = players[side].choose(title.sight.observe(state, side), side)
        after, events = frames.play(state, side, action, dice)
        deeds.append(Deed(state.phasing, side, action, events))
        state = after
    return Course(state, deeds, title.rules.outcome(state))


def names(action: Action, piece: str) -> bool:
    """Whether an order is for a piece."""
    fields = (getattr(action, field) for field in action.__struct_fields__)
    return any(piece == value or (isinstance(value, tuple) and piece in value) for value in fields)


class NextTurn:
    """Whether a side is on the move again: it was not for a while, or a whole turn has passed."""

    def __init__(self, state: Any, side: str) -> None:
        self.side, self.turn, self.away = side, state.turn, False

    def __call__(self, state: Any) -> bool:
        if state.phasing != self.side:
            self.away = True
            return bool(state.turn > self.turn + 1)
        return self.away


def held_up(title: Title[Any], state: Any, side: str) -> Refusal | None:
    """Why a side on the move cannot end its phase as it stands; nothing when it can, or when nobody would end one."""
    end = title.rules.notation.classes.get(END_OF_PHASE)
    if end is None or state.phasing != side or side not in state.stack[-1].asked(state):
        return None
    try:
        frames.check(state, side, end())
    except Refusal as refusal:
        return refusal
    return None


class Waiting:
    """Ends its own phases as soon as they can end, and until then answers as its staff would."""

    def __init__(self, title: Title[Any], staff: Player) -> None:
        self.title, self.staff = title, staff
        self.end = title.rules.notation.classes[END_OF_PHASE]()

    def choose(self, observed: Any, side: str) -> Action:
        if observed.phasing == side and frames.admits(observed, side, self.end):
            return self.end
        return self.staff.choose(observed, side)


class OneWaiting:
    """Ends the phase it is in as `Waiting` does, and plays as its staff would from the next one on."""

    def __init__(self, title: Title[Any], staff: Player) -> None:
        self.staff, self.waiting = staff, Waiting(title, staff)
        self.has_ended = False

    def choose(self, observed: Any, side: str) -> Action:
        if self.has_ended:
            return self.staff.choose(observed, side)
        action = self.waiting.choose(observed, side)
        self.has_ended = observed.phasing == side and action == self.waiting.end
        return action
