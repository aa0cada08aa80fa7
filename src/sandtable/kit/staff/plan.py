"""A plan as a value: what a staff means to do and why, made from the view of one side, as text both ways.

A plan is drawn up when a player turn begins, carried out, and revised when the next one does; orders follow from it.
Whoever changes the value changes the orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, TypeVar

from sandtable.core.values import Explanation, Value

VERBS = ("take", "hold", "screen", "move", "besiege", "withdraw", "feed", "refit")  # what units can be told to do


UNKNOWN = -1  # a share that was not worked out


class BadPlan(ValueError):
    """A text that is not a plan."""


class Objective(Value, frozen=True):
    """A place that counts, and what for."""

    form: ClassVar[str] = (
        r"(?P<verb>take|hold) (?P<at>\S+)(?: \((?P<place>.*)\))?, worth (?P<worth>[\d.]+)(?: by turn (?P<by>\d+))?"
    )

    verb: str  # `take` or `hold`
    at: str
    place: str = ""  # as players name it
    worth: float = 0.0  # in the staff's own currency, to one decimal
    by: int = 0  # the turn; 0: whenever the game ends

    def __str__(self) -> str:
        place = f" ({self.place})" if self.place else ""
        return f"{self.verb} {self.at}{place}, worth {self.worth:.1f}" + (f" by turn {self.by}" if self.by else "")

    @classmethod
    def read(cls, text: str) -> Objective:
        found = _match(cls.form, text)
        return cls(found["verb"], found["at"], found["place"], float(found["worth"]), int(found["by"] or 0))


class Task(Value, frozen=True):
    """What some units are told to do."""

    form: ClassVar[str] = rf"(?P<verb>{'|'.join(VERBS)}) (?P<at>\S+): (?P<units>[^;]+)(?:; (?P<why>.+))?"

    verb: str  # one of `VERBS`
    at: str
    units: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.at}: {', '.join(self.units)}" + (f"; {self.why}" if self.why else "")

    @classmethod
    def read(cls, text: str) -> Task:
        found = _match(cls.form, text)
        return cls(found["verb"], found["at"], _names(found["units"]), found["why"])


class Assault(Value, frozen=True):
    """An attack with its exact odds and what it brings on average, in hundredths."""

    form: ClassVar[str] = (
        r"(?P<kind>attack|soak off) (?P<at>\S+) \((?P<defenders>.+?)\) with (?P<attackers>.+?) at (?P<odds>\S+)"
        r"(?: on (?P<supply>.+?))?: cleared in (?P<cleared>\d+)%"
        r"(?:, (?P<theirs>\d+)% of them and (?P<ours>\d+)% of ours lost)?"
    )

    at: str
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]  # from where each of the attackers fights
    odds: str
    cleared: int = 0  # how often the hex is empty afterwards
    theirs: int = UNKNOWN  # share of the defenders lost
    ours: int = UNKNOWN  # share of the attackers lost
    supply: tuple[str, ...] = ()  # what sustains it
    soak_off: bool = False  # made because the rules ask for it, not for its own sake

    def __str__(self) -> str:
        who = ", ".join(f"{name} from {at}" for name, at in zip(self.attackers, self.hexes, strict=True))
        kind, fed = "soak off" if self.soak_off else "attack", f" on {', '.join(self.supply)}" if self.supply else ""
        brings = f"cleared in {self.cleared}%"
        if self.theirs != UNKNOWN:
            brings += f", {self.theirs}% of them and {self.ours}% of ours lost"
        return f"{kind} {self.at} ({', '.join(self.defenders)}) with {who} at {self.odds}{fed}: {brings}"

    @classmethod
    def read(cls, text: str) -> Assault:
        found = _match(cls.form, text)
        pairs = [part.rpartition(" from ") for part in _names(found["attackers"])]
        return cls(
            found["at"],
            _names(found["defenders"]),
            tuple(name for name, _, _ in pairs),
            tuple(at for _, _, at in pairs),
            found["odds"],
            int(found["cleared"]),
            int(found["theirs"] or UNKNOWN),
            int(found["ours"] or UNKNOWN),
            _names(found["supply"]),
            found["kind"] == "soak off",
        )


class March(Value, frozen=True):
    """Where a piece stands when the moves of this turn are made."""

    form: ClassVar[str] = r"(?P<piece>.+) to (?P<at>\S+)"

    piece: str
    at: str

    def __str__(self) -> str:
        return f"{self.piece} to {self.at}"

    @classmethod
    def read(cls, text: str) -> March:
        found = _match(cls.form, text)
        return cls(found["piece"], found["at"])


class Store(Value, frozen=True):
    """A supply, where it goes, and for whom."""

    form: ClassVar[str] = r"(?P<piece>.+?) at (?P<at>\S+)(?:: (?P<use>.+))?"

    piece: str
    at: str
    use: str = ""

    def __str__(self) -> str:
        return f"{self.piece} at {self.at}" + (f": {self.use}" if self.use else "")

    @classmethod
    def read(cls, text: str) -> Store:
        found = _match(cls.form, text)
        return cls(found["piece"], found["at"], found["use"])


class Risk(Value, frozen=True):
    """What the plan accepts: a loss the enemy can inflict, in hundredths of what stands there."""

    form: ClassVar[str] = r"(?P<at>\S+): (?P<share>\d+)% of (?P<units>.+?)(?:; (?P<why>.+))?"

    at: str
    share: int
    units: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.share}% of {', '.join(self.units)}" + (f"; {self.why}" if self.why else "")

    @classmethod
    def read(cls, text: str) -> Risk:
        found = _match(cls.form, text)
        return cls(found["at"], int(found["share"]), _names(found["units"]), found["why"])


class Plan(Value, frozen=True):
    """All that one side means to do in a turn."""

    side: str
    turn: int
    since: int  # the turn from which this posture has been kept
    aim: str
    posture: str
    why: str  # the reason for the posture, in a sentence
    objectives: tuple[Objective, ...] = ()
    tasks: tuple[Task, ...] = ()
    assaults: tuple[Assault, ...] = ()
    marches: tuple[March, ...] = ()
    line: tuple[str, ...] = ()  # hexes that face the enemy
    reserve: tuple[str, ...] = ()  # units behind it without a place of their own to hold
    stores: tuple[Store, ...] = ()
    risks: tuple[Risk, ...] = ()

    def task_of(self, unit: str) -> Task | None:
        return next((task for task in self.tasks if unit in task.units), None)

    def sentence(self) -> str:
        """What it is about, in short."""
        places = {goal.at: goal.place or goal.at for goal in self.objectives}
        blows = [f"{places.get(blow.at, blow.at)} at {blow.odds}" for blow in self.assaults if not blow.soak_off]
        return "; ".join((self.aim, f"attacking {', '.join(blows)}" if blows else "no attack worth its supply"))

    def __str__(self) -> str:
        return "\n".join(_written(self))

    def explained(self) -> Explanation:
        """The plan as the answer to a question."""
        first, *rest = _written(self)
        parts: list[Explanation] = []
        for line in rest:
            if line.startswith("  "):
                last = parts[-1]
                parts[-1] = Explanation(last.text, last.case, (*last.parts, Explanation(line.strip())))
            else:
                parts.append(Explanation(line))
        return Explanation(first, "", tuple(parts))

    @classmethod
    def read(cls, text: str) -> Plan:
        """The inverse of `str`. Raises `BadPlan`."""
        head, sections = _sections(text)
        first = _match(r"plan of (?P<side>\S+) for turn (?P<turn>\d+), kept since turn (?P<since>\d+)", head[0])
        stance = _match(r"posture: (?P<posture>.+?), because (?P<why>.+)", head[2])
        return cls(
            first["side"],
            int(first["turn"]),
            int(first["since"]),
            _match(r"aim: (?P<aim>.+)", head[1])["aim"],
            stance["posture"],
            stance["why"],
            _each(sections, "objectives", Objective.read),
            _each(sections, "tasks", Task.read),
            _each(sections, "attacks", Assault.read),
            _each(sections, "marches", March.read),
            _each(sections, "line", str),
            _each(sections, "reserve", str),
            _each(sections, "supply", Store.read),
            _each(sections, "risks", Risk.read),
        )


def _written(plan: Plan) -> Iterator[str]:
    yield f"plan of {plan.side} for turn {plan.turn}, kept since turn {plan.since}"
    yield f"aim: {plan.aim}"
    yield f"posture: {plan.posture}, because {plan.why}"
    sections: tuple[tuple[str, Sequence[object]], ...] = (
        ("objectives", plan.objectives),
        ("tasks", plan.tasks),
        ("attacks", plan.assaults),
        ("marches", plan.marches),
        ("line", plan.line),
        ("reserve", plan.reserve),
        ("supply", plan.stores),
        ("risks", plan.risks),
    )
    for name, entries in sections:
        if entries:
            yield f"{name}:"
            yield from (f"  {entry}" for entry in entries)


HEAD = 3  # lines before the sections
SECTIONS = ("objectives", "tasks", "attacks", "marches", "line", "reserve", "supply", "risks")


def _sections(text: str) -> tuple[list[str], dict[str, list[str]]]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < HEAD:
        raise BadPlan("a plan begins with whose it is, its aim and its posture")
    found: dict[str, list[str]] = {}
    entries: list[str] | None = None
    for line in lines[HEAD:]:
        if line.startswith(" "):
            if entries is None:
                raise BadPlan(f"'{line.strip()}' stands in no section")
            entries.append(line.strip())
        elif line.removesuffix(":") in SECTIONS:
            entries = found.setdefault(line.removesuffix(":"), [])
        else:
            raise BadPlan(f"a plan has no section '{line.removesuffix(':')}'; it has: {', '.join(SECTIONS)}")
    return lines[:HEAD], found


T = TypeVar("T")


def _each(sections: dict[str, list[str]], name: str, read: Callable[[str], T]) -> tuple[T, ...]:
    return tuple(read(line) for line in sections.get(name, ()))


def _match(form: str, text: str) -> dict[str, str]:
    found = re.fullmatch(form, text.strip())
    if found is None:
        raise BadPlan(f"'{text.strip()}' is not understood")
    return {name: value or "" for name, value in found.groupdict().items()}


def _names(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(", ") if part)


def percent(share: float) -> int:
    """A share in hundredths, as plans write it."""
    return round(100 * min(1.0, max(0.0, share)))


def tasks_of(assigned: Iterable[tuple[str, str, str, str]]) -> tuple[Task, ...]:
    """Tasks from (unit, verb, hex, reason), those of one verb and hex together."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for unit, verb, at, why in assigned:
        found.setdefault((verb, at, why), []).append(unit)
    return tuple(Task(verb, at, tuple(units), why) for (verb, at, why), units in found.items())
