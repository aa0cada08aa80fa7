"""What the staff warns a side of before it ends its phase, what it would do itself, and how it looks back on a game.
It takes its time, so the table does not wait for it: a `Sight` gives out what may be known, and the rest is worked out
of that alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sandtable.bots.advice import answer, perils, plan
from sandtable.core import journal
from sandtable.core.title import Title
from sandtable.core.values import Explanation
from sandtable.kit.staff.acceptance import as_orders
from sandtable.kit.staff.plan import Plan
from sandtable.kit.staff.situation import Situation
from sandtable.kit.staff.unused import unused
from sandtable.kit.staff.warnings import NEGLECTED, Peril, neglected
from sandtable.lab.review import review
from sandtable.lab.sheet import Sheet, sheet
from sandtable.table.messages.positions import Suggested, Warned
from sandtable.table.thinking import jobs
from sandtable.table.thinking.limits import limits


class Outpost(NamedTuple):
    """A position as a side knows it."""

    title: Title[Any]
    known: Any
    side: str

    @property
    def warning(self) -> jobs.Warn:
        """`warnings`, for a worker to find."""
        return jobs.Warn(
            game=self.title.key,
            rules=self.title.rules_version,
            known=self.title.rules.encode(self.known),
            side=self.side,
        )

    @property
    def drawing(self) -> jobs.Draw:
        """`plan`, for a worker to draw up."""
        return jobs.Draw(
            game=self.title.key,
            rules=self.title.rules_version,
            known=self.title.rules.encode(self.known),
            side=self.side,
        )

    def warnings(self) -> tuple[Warned, ...]:
        """What can be lost before the side moves again, those of one hex together."""
        return _by_hex(perils(self.title, self.known, self.side, limits().warning_seconds))

    def duties(self, idle: Sequence[str] = ()) -> tuple[Warned, ...]:
        """Those of the warnings that take no look ahead; `idle`: who could still act, as the player's page knows."""
        forgotten = unused(self.title, self.known, self.side, idle)
        told = (Warned(each.text, "", each.pieces, (), "", (), False) for each in forgotten)
        return (*told, *_by_hex(neglected(self.title, self.known, self.side)))

    def plan(self) -> tuple[Plan, tuple[Suggested, ...]]:
        """What the staff would do, and the orders that carry it out."""
        found = plan(self.title, self.known, self.side)
        orders = as_orders(found, Situation(self.title, self.known, self.side))
        return found, tuple(Suggested(order.verb, order.at, order.units) for order in orders)


class Inquiry(NamedTuple):
    """A question about a position, as a side knows it."""

    title: Title[Any]
    known: Any
    side: str
    question: str

    @property
    def job(self) -> jobs.Answer:
        """For a worker to answer: the staff takes its time."""
        title = self.title
        return jobs.Answer(
            game=title.key, rules=title.rules_version, known=title.rules.encode(self.known), side=self.side,
            question=self.question,
        )  # fmt: skip

    def answer(self) -> Explanation:
        return answer(self.title, self.known, self.side, self.question)


def looked_back(title: Title[Any], save: bytes) -> Sheet:
    """The review of a finished game."""
    return sheet(title, review(journal.check(title, journal.written(save, "the record"))))


def _by_hex(found: Iterable[Peril]) -> tuple[Warned, ...]:
    by_hex: dict[tuple[str, str, int], list[Peril]] = {}
    for peril in found:
        by_hex.setdefault((peril.kind, peril.at, peril.times), []).append(peril)
    return tuple(map(_warned, by_hex.values()))


def _warned(found: Sequence[Peril]) -> Warned:
    first = found[0]
    odds = f"in {first.times} of {first.looks} trials"
    if first.kind == "over":
        return Warned(f"The game can be lost, {odds}", "", (), (first.how,), first.case, (), first.later)
    names = ", ".join(dict.fromkeys(peril.name for peril in found))
    if first.kind == NEGLECTED:
        return Warned(names, first.at, (), (), first.case, (), False)
    if first.kind == "place":
        how = tuple(peril.how for peril in found if peril.how)
        return Warned(f"{names} can fall to the enemy, {odds}", first.at, (), how, first.case, (), _may_wait(found))
    return Warned(
        text=f"{names} can be lost, {odds}",
        at=first.at,
        pieces=tuple(peril.piece for peril in found),
        how=tuple(dict.fromkeys(peril.how for peril in found if peril.how)),
        case=first.case,
        orders=tuple(dict.fromkeys(peril.remedy for peril in found if peril.remedy)),
        later=_may_wait(found),
    )


def _may_wait(found: Sequence[Peril]) -> bool:
    return all(peril.later for peril in found)
