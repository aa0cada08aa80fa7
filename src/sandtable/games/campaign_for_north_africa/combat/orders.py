"""[11.0, 12.0, 13.0, 14.0, 15.0, 17.3, 17.5] Orders of the Combat Segment; training and surrender."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar

from sandtable.core.forms import Phrase, Text, or_none
from sandtable.core.values import BadNotation, Value
from sandtable.core.wording import names, number, one, split
from sandtable.games.campaign_for_north_africa.order_forms import Name, Names, Points, Way, read_points, write_points


class Back(Phrase, frozen=True):
    """[12.11] These gun units take Back positions, all others Forward ones; `back none`."""

    form: ClassVar[str] = "{units:4RHA, 7Med}"
    units: Annotated[tuple[str, ...], or_none(Text(names, ", ".join))]


def _each(read: Callable[[str, str], Value]) -> Text:
    """What stands between semicolons, or `none`."""
    return or_none(
        Text(
            lambda words, usage: tuple(read(part.strip(), usage) for part in words.split(";")),
            lambda values: "; ".join(map(str, values)),
        )
    )


class Fire(Value, frozen=True):
    """[12.23] One barrage: the target by hex, class and number, and the points that fire at it."""

    at: str
    target: str
    number: int
    guns: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.target} {self.number} with {write_points(self.guns)}"


def _fire(text: str, usage: str) -> Fire:
    aim, guns = split(text, "with", usage)
    pieces = aim.split()
    if len(pieces) != 3:
        raise BadNotation(f"write it as: {usage}")
    return Fire(pieces[0], pieces[1], number(pieces[2], usage), read_points(guns, usage))


class Barrage(Phrase, frozen=True):
    """[12.23] All barrages of a side in this Combat Segment; `barrage none`."""

    form: ClassVar[str] = "{fires:C3922 infantry 2 with 4RHA:6; C3923 gun 1 with 31Fld:6}"
    fires: Annotated[tuple[Fire, ...], _each(_fire)]


ROLES = {"close": "close_assault", "anti": "anti_armour"}


class Force(Value, frozen=True):
    """[11.0] Points committed to a role against a hex, or in its defence."""

    at: str
    role: str  # close or anti
    points: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.role} {write_points(self.points)}"


def _force(text: str, usage: str) -> Force:
    at, _, rest = text.partition(" ")
    role, _, points = rest.partition(" ")
    if role not in ROLES:
        raise BadNotation(f"write it as: {usage}")
    return Force(one(at, usage), role, read_points(points, usage))


class Commit(Phrase, frozen=True):
    """[11.0] All that a side commits in this Combat Segment; the rest is withheld. `commit none`."""

    form: ClassVar[str] = "{forces:C3922 close I/157:7, II/157:7; C3922 anti 63AT:3}"
    forces: Annotated[tuple[Force, ...], _each(_force)]


class Assault(Name, frozen=True):
    """[15.22] Resolve the Close Assault on a hex next."""

    form: ClassVar[str] = "{name:C3922}"


class Retreat(Way, frozen=True):
    """[15.82] Some counters of a beaten stack retreat along a way."""


class Stand(Names, frozen=True):
    """[15.82] They do not, or no further, and lose ten percent for each hex."""
