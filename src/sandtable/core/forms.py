"""Orders that are written as a form says: `attack {target:0904} with {units:A, B} [supply {supply:S1}]`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple, Self, get_args

from msgspec.structs import fields

from sandtable.core.values import Action, BadNotation
from sandtable.core.wording import names, number, one, path


class Text(NamedTuple):
    """How the value of a field stands in an order. `Annotated[type, Text(...)]` gives it to a type of a game's own."""

    read: Callable[[str, str], Any]  # of a text and of the usage that a `BadNotation` tells
    write: Callable[[Any], str] = str


def or_none(text: Text) -> Text:
    """The same, with the word `none` for an empty tuple."""
    return Text(
        lambda words, usage: () if words == "none" else text.read(words, usage),
        lambda values: text.write(values) if values else "none",
    )


TEXTS = {str: Text(one), int: Text(number), tuple[str, ...]: Text(names, ", ".join)}
Path = Annotated[tuple[str, ...], Text(path, "-".join)]  # hexes with dashes between them
Journey = Annotated[tuple[str, ...], Text(partial(path, least=2), "-".join)]  # from one hex to another


class Phrase(Action, frozen=True):
    """An order whose `form` has every field in braces, with an example; keywords stand between them. What is in
    brackets is left out when its field has its default. The type of a field says what stands there: a name, a number,
    names with commas between them, a path; of a `bool` its very words."""

    form: ClassVar[str] = ""

    def words(self) -> str:
        form = _form(type(self))
        written = ""
        for slot in form.slots:
            value = getattr(self, slot.field)
            if not slot.optional or value != slot.default:
                written += slot.before + slot.text.write(value)
        return written + form.tail

    @classmethod
    def read(cls, words: str) -> Self:
        (first, *others), tail, usage = _form(cls)
        if not words.endswith(tail):
            raise BadNotation(f"write it as: {usage}")
        rest, values = words.removesuffix(tail), {}
        for slot in reversed(others):
            before, found, part = rest.rpartition(slot.before)
            if found:
                rest, values[slot.field] = before, slot.text.read(part, usage)
            elif not slot.optional:
                raise BadNotation(f"write it as: {usage}")
        values[first.field] = first.text.read(rest, usage)
        return cls(**values)


class _Slot(NamedTuple):
    """One field of a form."""

    field: str
    before: str  # what stands before it, spaces and all
    optional: bool
    default: Any
    text: Text


_FIELD = re.compile(
    r"(?P<space>[^][{}]*)(?P<optional>\[?)(?P<keyword>[^][{}]*)\{(?P<field>\w+):(?P<example>[^{}]*)\}\]?"
)


class _Form(NamedTuple):
    slots: tuple[_Slot, ...]  # the fields in the order in which they are written
    tail: str  # what stands behind the last one
    usage: str  # the verb, and the form filled with its examples


@cache
def _form(order: type[Phrase]) -> _Form:
    known, slots, end = {field.name: field for field in fields(order)}, [], 0
    for found in _FIELD.finditer(order.form):
        field, before, end = known[found["field"]], found["space"] + found["keyword"], found.end()
        if field.type is bool:  # its words are the keyword
            before, text = before + found["example"], _FLAG
        else:
            text = TEXTS.get(field.type) or next(each for each in get_args(field.type) if isinstance(each, Text))
        slots.append(_Slot(field.name, before, bool(found["optional"]), field.default, text))
    filled = re.sub(r"\{\w+:([^{}]*)\}", r"\1", order.form).replace("[", "").replace("]", "")
    return _Form(tuple(slots), order.form[end:], f"{order.verb} {filled}")


def _set(words: str, usage: str) -> bool:
    if words:
        raise BadNotation(f"write it as: {usage}")
    return True


_FLAG = Text(_set, lambda value: "")


class UnitsOnPath(Phrase, frozen=True):
    """Units that go together along a path: `move A, B W6-W8`."""

    form: ClassVar[str] = "{units:A, B} {path:W6-W8}"
    units: tuple[str, ...]
    path: Journey


class UnitOnPath(Phrase, frozen=True):
    """One unit that goes along a path: `retreat A H26-I27`."""

    form: ClassVar[str] = "{unit:A} {path:H26-I27}"
    unit: str
    path: Path
