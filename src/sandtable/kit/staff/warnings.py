"""Warnings: what the enemy can do to a side in his coming turn, found by letting machines play it out.

Each look plays on from what the side may know: its own phases are ended as they stand, the enemy's staff moves and
fights with dice of its own. What is lost in some of the looks can be lost, and the share of the looks is its odds.
The same looks with one's own staff at work tell whether, and how, it can be prevented. Nothing here is ever certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.core.title import Player, Title
from sandtable.core.values import Explanation, Refusal, Value
from sandtable.core.views import Piece
from sandtable.kit.staff.ahead import END_OF_PHASE, Course, Deed, NextTurn, OneWaiting, Waiting, names, play_on

Make = Callable[[int], Player]  # a machine player by its seed

LOOKS = 6
LEAST_LOOKS = 2
SHOWN = 12  # warnings told at once, the likeliest first
KINDS = ("over", "place", "lost")  # the gravest first
NEGLECTED = "neglected"


class Peril(Value, frozen=True):
    """Something that can happen before the side moves again."""

    kind: str  # `lost`: a counter; `place`: one that counts for victory; `over`: the game; `neglected`: a duty
    piece: str
    at: str
    times: int  # of the looks in which it happened
    looks: int
    name: str  # of the counter, as players know it; of a duty, what comes of it
    how: str  # as the log puts it
    case: str
    by_enemy: bool = True  # in his turn, or in the side's own
    remedy: str = ""  # what the staff would order instead
    later: bool = False  # whether it can still be prevented in a later phase of its turn, so that this one may end

    @property
    def what(self) -> tuple[str, ...]:
        """The same in other looks: there it may be told otherwise."""
        return (self.kind, self.piece, self.at, self.name) if self.kind != "over" else (self.kind, self.how)


def warnings(
    title: Title[Any], state: Any, side: str, make: Make, looks: int = LOOKS, seconds: float = inf, seed: int = 1
) -> tuple[Peril, ...]:
    """What a side ought to know before it ends its phase, found in this many looks or this many seconds."""
    known = title.sight.observe(state, side)
    mine = {
        piece.id: piece
        for piece in title.sight.view(known, side).pieces
        if piece.side == side and _on_map(title, piece)
    }
    found = _Looks(title, known, side, make, looks, seconds, seed)
    as_it_stands = found.played(partial(Waiting, title))
    perils = _perils(title, known, as_it_stands, side, mine)
    told: list[Peril] = []
    if perils and _phases_left(as_it_stands[0], side) > 1:
        # What the staff can still prevent when this phase has ended as it stands need not hold it up.
        put_off = found.played(partial(OneWaiting, title))
        still = _still(_perils(title, known, put_off, side, mine), len(put_off))
        told = [_with_orders(peril, put_off, side, later=True) for peril in perils if still.eases(peril)]
        perils = [peril for peril in perils if not still.eases(peril)]
    if perils:
        acting = found.played(lambda staff: staff)
        still = _still(_perils(title, known, acting, side, mine), len(acting))
        perils = [peril for peril in perils if not still.is_fate(peril)]
        told += [_with_orders(peril, acting, side) if still.eases(peril) else peril for peril in perils]
    return tuple(sorted(told, key=lambda each: (KINDS.index(each.kind), -each.times, each.piece, each.at))[:SHOWN])


def neglected(title: Title[Any], state: Any, side: str) -> tuple[Peril, ...]:
    """What the side leaves undone: no look ahead is needed to see it."""
    found = title.staff.neglects(title.sight.observe(state, side), side)
    return tuple(Peril(NEGLECTED, "", each.at, 0, 0, each.text, "", each.case) for each in found)


class _Still(NamedTuple):
    """How often things happen nevertheless, in so many looks."""

    times: Counter[tuple[str, ...]]
    looks: int

    def eases(self, peril: Peril) -> bool:
        """Whether the danger is at least halved."""
        return self.times[peril.what] * peril.looks * 2 <= peril.times * self.looks

    def is_fate(self, peril: Peril) -> bool:
        """Whether it happens in the side's own turn whatever it orders, like a scheduled withdrawal."""
        return not peril.by_enemy and peril.kind == "lost" and self.times[peril.what] == self.looks


def explained(found: Sequence[Peril], held_up: Refusal | None = None) -> Explanation:
    """The warnings as the answer to a question, those of one hex together; and where the phase cannot end as it stands,
    that the trials are of what the staff would make of it."""
    if held_up is not None:
        return _until_it_can_end(found, held_up)
    if not found:
        return Explanation("The staff sees nothing that the enemy can take before you move again.")
    return Explanation("What can happen before you move again:", "", _by_hex(found))


def _until_it_can_end(found: Sequence[Peril], held_up: Refusal) -> Explanation:
    """A look at a position that cannot stay as it is: said first, so that nobody takes it for his own."""
    reason = Explanation(held_up.why, held_up.case)
    said = "The phase cannot end as it stands. In the trials the staff gave orders until it could;"
    told = "then this can happen before you move again:" if found else "then nothing was lost before you move again."
    return Explanation(f"{said} {told}", "", (reason, *_by_hex(found)))


def _by_hex(found: Sequence[Peril]) -> tuple[Explanation, ...]:
    by_hex: dict[tuple[str, str, int], list[Peril]] = {}
    for peril in found:
        by_hex.setdefault((peril.kind, peril.at, peril.times), []).append(peril)
    return tuple(map(_of_one_hex, by_hex.values()))


def _of_one_hex(perils: Sequence[Peril]) -> Explanation:
    first = perils[0]
    odds = f"in {first.times} of {first.looks} trials"
    if first.kind == "over":
        return Explanation(f"The game can be lost {odds}: {first.how}", first.case)
    names = ", ".join(dict.fromkeys(peril.name for peril in perils))
    if first.kind == NEGLECTED:
        return Explanation(names, first.case)
    if first.kind == "place":
        return Explanation(f"{names} can fall to the enemy, {odds}", first.case, _reasons(perils))
    remedies = dict.fromkeys(peril.remedy for peril in perils if peril.remedy)
    parts = [*_reasons(perils)]
    parts += [Explanation(f"the staff would order: {remedy}") for remedy in remedies]
    return Explanation(f"{first.at}: {names} can be lost, {odds}", "", tuple(parts))


def _reasons(perils: Sequence[Peril]) -> tuple[Explanation, ...]:
    return tuple(Explanation(peril.how, peril.case) for peril in perils if peril.how)


# Looking


class _Looks:
    """The same looks, one after the other, at what comes of what the side itself does."""

    def __init__(
        self, title: Title[Any], known: Any, side: str, make: Make, looks: int, seconds: float, seed: int
    ) -> None:
        self.title, self.known, self.side, self.make, self.seed = title, known, side, make, seed
        self.looks, self.seconds = looks, seconds

    def played(self, own: Callable[[Player], Player]) -> list[Course]:
        """`own`: who plays the side, by what the staff would do. There are never more than the time before."""
        courses, end = list[Course](), monotonic() + self.seconds
        for number in range(self.seed, self.seed + self.looks):
            if len(courses) >= LEAST_LOOKS and monotonic() > end:
                break
            players: dict[str, Player] = {each: self.make(number) for each in self.title.sides}
            players[self.side] = own(players[self.side])
            courses.append(play_on(self.title, self.known, players, number, NextTurn(self.known, self.side)))
        self.looks = len(courses)
        return courses


def _phases_left(course: Course, side: str) -> int:
    """Of the side's own turn, with the one it is in."""
    return sum(deed.side == deed.phasing == side and str(deed.action) == END_OF_PHASE for deed in course.deeds)


def _on_map(title: Title[Any], piece: Piece) -> bool:
    return piece.at in title.rules.board().index


# What happened


def _still(perils: Sequence[Peril], looks: int) -> _Still:
    return _Still(Counter({peril.what: peril.times for peril in perils}), looks)


def _perils(
    title: Title[Any], known: Any, courses: Sequence[Course], side: str, mine: Mapping[str, Piece]
) -> list[Peril]:
    return [*_defeats(courses, side), *_places(title, known, courses, side), *_losses(title, courses, side, mine)]


def _defeats(courses: Sequence[Course], side: str) -> list[Peril]:
    ends = [course.over for course in courses if course.over and course.over.winner not in (None, side)]
    found = []
    for reason, times in Counter(over.reason for over in ends).items():
        case = next(over.case for over in ends if over.reason == reason)
        found.append(Peril("over", "", "", times, len(courses), "", reason, case))
    return found


def _places(title: Title[Any], known: Any, courses: Sequence[Course], side: str) -> list[Peril]:
    """Places that count for victory and are the side's now, in the looks after which the enemy has them."""
    ours = {
        (goal.label, goal.at): goal
        for goal in title.screen.standing(known, side).goals
        if goal.at and goal.side == side
    }
    fallen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for course in courses:
        now = {(goal.label, goal.at): goal.side for goal in title.screen.standing(course.state, side).goals}
        fallen.update(key for key in ours if now.get(key, side) not in (side, ""))
    return [
        Peril("place", "", goal.at[0], fallen[key], len(courses), goal.label, goal.missing, goal.case)
        for key, goal in ours.items()
        if fallen[key]
    ]


def _losses(title: Title[Any], courses: Sequence[Course], side: str, mine: Mapping[str, Piece]) -> list[Peril]:
    found: dict[str, list[Course]] = {}
    for course in courses:
        for name in _lost(title, course, side, mine):
            found.setdefault(name, []).append(course)
    return [_loss(title, mine[name], seen, len(courses), side) for name, seen in found.items()]


def _lost(title: Title[Any], course: Course, side: str, mine: Mapping[str, Piece]) -> list[str]:
    left = {
        piece.id
        for piece in title.sight.view(course.state, side).pieces
        if piece.side == side and _on_map(title, piece)
    }
    return [name for name in mine if name not in left]


def _loss(title: Title[Any], piece: Piece, seen: Sequence[Course], looks: int, side: str) -> Peril:
    how, case, phasing = _told(title, piece.id, seen[0].deeds)
    name = title.screen.called().get(piece.id) or piece.title or piece.name or piece.id
    return Peril("lost", piece.id, piece.at, len(seen), looks, name, how, case, phasing != side)


def _told(title: Title[Any], name: str, deeds: Sequence[Deed]) -> tuple[str, str, str]:
    """The last that the log says of a counter, the case behind it and in whose turn it was."""
    for deed in reversed(deeds):
        for event in reversed(deed.events):
            line = title.screen.tell(event) if name in event.facts.values() else ""
            if line:
                return line, str(event.facts.get("case", "")), deed.phasing
    return "", "", ""


# What the staff would do


def _with_orders(peril: Peril, courses: Sequence[Course], side: str, later: bool = False) -> Peril:
    """What the staff orders in the first of the looks in which it eases the danger."""
    orders = _orders(courses[0].deeds, side, peril.piece) if peril.kind == "lost" else ()
    return replace(peril, remedy="; ".join(orders), later=later)


def _orders(deeds: Sequence[Deed], side: str, piece: str) -> list[str]:
    """The orders for a counter in the rest of its own player turn."""
    own = []
    for deed in deeds:
        if deed.phasing != side:
            break
        if deed.side == side and names(deed.action, piece):
            own.append(str(deed.action))
    return own
