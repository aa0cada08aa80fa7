"""Forms that orders take in many games: their fields in a row, with keywords between."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar, Self

from msgspec.structs import fields

from sandtable.core.values import Action
from sandtable.core.wording import names, number, one, path, split


class Phrase(Action, frozen=True):
    """An order that names its fields in turn, each but the first behind a keyword: `form X from A, B`. The type of a
    field says what stands there: a name, a number, or names with commas between them."""

    keywords: ClassVar[tuple[str, ...]] = ()
    examples: ClassVar[tuple[str, ...]] = ()  # a text for each field

    def words(self) -> str:
        return _phrase((_text(getattr(self, field)) for field in self.__struct_fields__), self.keywords)

    @classmethod
    def read(cls, words: str) -> Self:
        usage = cls.usage()
        parts = []
        for keyword in cls.keywords:
            part, words = split(words, keyword, usage)
            parts.append(part)
        readers = zip(_readers(cls), (*parts, words), strict=True)
        return cls(*(reader(part, usage) for reader, part in readers))

    @classmethod
    def usage(cls) -> str:
        return f"{cls.verb} {_phrase(cls.examples, cls.keywords)}"


def _phrase(parts: Iterable[str], keywords: Iterable[str]) -> str:
    first, *rest = parts
    return " ".join((first, *(f"{keyword} {part}" for keyword, part in zip(keywords, rest, strict=True))))


def _text(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


READERS: dict[Any, Callable[[str, str], Any]] = {str: one, int: number, tuple[str, ...]: names}


@cache
def _readers(cls: type[Phrase]) -> tuple[Callable[[str, str], Any], ...]:
    return tuple(READERS[field.type] for field in fields(cls))


class UnitsOnPath(Action, frozen=True):
    """Units that go together along a path: `move A, B W6-W8`."""

    example: ClassVar[str] = ""
    least: ClassVar[int] = 2  # hexes that the path has
    units: tuple[str, ...]
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{', '.join(self.units)} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} {cls.example}"
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, cls.least))


class UnitOnPath(Action, frozen=True):
    """One unit that goes along a path: `retreat A H26-I27`."""

    example: ClassVar[str] = ""
    unit: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.unit} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} {cls.example}"
        unit, _, way = words.rpartition(" ")
        return cls(one(unit, usage), path(way, usage))
