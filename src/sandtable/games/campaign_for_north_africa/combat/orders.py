"""[11.0, 12.0, 13.0, 14.0, 15.0, 17.3, 17.5] Orders of the Combat Segment; training and surrender."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action, BadNotation, Value
from sandtable.core.wording import number, one, split
from sandtable.games.campaign_for_north_africa.order_forms import (
    Name,
    Names,
    Points,
    Way,
    read_points,
    write_points,
)


class Back(Names, frozen=True):
    """[12.11] These gun units take Back positions, all others Forward ones; `back none`."""

    verb: ClassVar[str] = "back"
    examples: ClassVar[tuple[str, ...]] = ("4RHA, 7Med",)

    def words(self) -> str:
        return super().words() or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(()) if words == "none" else super().read(words)


class Fire(Value, frozen=True):
    """[12.23] One barrage: the target by hex, class and number, and the points that fire at it."""

    at: str
    target: str
    number: int
    guns: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.target} {self.number} with {write_points(self.guns)}"


class Barrage(Action, frozen=True):
    """[12.23] All barrages of a side in this Combat Segment; `barrage none`."""

    verb: ClassVar[str] = "barrage"
    fires: tuple[Fire, ...]

    def words(self) -> str:
        return "; ".join(map(str, self.fires)) or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        if words == "none":
            return cls(())
        return cls(tuple(_fire(part.strip()) for part in words.split(";")))


def _fire(text: str) -> Fire:
    usage = "barrage C3922 infantry 2 with 4RHA:6; C3923 gun 1 with 31Fld:6"
    aim, guns = split(text, "with", usage)
    pieces = aim.split()
    if len(pieces) != 3:
        raise BadNotation(f"write it as: {usage}")
    return Fire(pieces[0], pieces[1], number(pieces[2], usage), read_points(guns, usage))


ROLES = {"close": "close_assault", "anti": "anti_armour"}


class Force(Value, frozen=True):
    """[11.0] Points committed to a role against a hex, or in its defence."""

    at: str
    role: str  # close or anti
    points: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.role} {write_points(self.points)}"


class Commit(Action, frozen=True):
    """[11.0] All that a side commits in this Combat Segment; the rest is withheld. `commit none`."""

    verb: ClassVar[str] = "commit"
    forces: tuple[Force, ...]

    def words(self) -> str:
        return "; ".join(map(str, self.forces)) or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        if words == "none":
            return cls(())
        return cls(tuple(_force(part.strip()) for part in words.split(";")))


def _force(text: str) -> Force:
    usage = "commit C3922 close I/157:7, II/157:7; C3922 anti 63AT:3"
    at, _, rest = text.partition(" ")
    role, _, points = rest.partition(" ")
    if role not in ROLES:
        raise BadNotation(f"write it as: {usage}")
    return Force(one(at, usage), role, read_points(points, usage))


class Assault(Name, frozen=True):
    """[15.22] Resolve the Close Assault on a hex next."""

    verb: ClassVar[str] = "assault"
    examples: ClassVar[tuple[str, ...]] = ("C3922",)


class Retreat(Way, frozen=True):
    """[15.82] Some counters of a beaten stack retreat along a way."""

    verb: ClassVar[str] = "retreat"


class Stand(Names, frozen=True):
    """[15.82] They do not, or no further, and lose ten percent for each hex."""

    verb: ClassVar[str] = "stand"
