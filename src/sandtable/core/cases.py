"""The cases of a rulebook and the register of rulings: what each of them says."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeVar

import msgspec

from sandtable.core.typed import from_toml
from sandtable.core.values import Value

Kind = Literal["rule", "descriptive"]
Shape = TypeVar("Shape")
NUMBER = re.compile(r"[A-Z]?\d+(?:\.\d+)*[a-z]?")  # of a case


class BadCaseTable(ValueError):
    """A table of cases or a register of rulings that contradicts itself or leaves something out."""


class Case(Value, frozen=True, forbid_unknown_fields=True):
    """One numbered case, in our own words. A rule needs code and a test; anything else says why it needs neither."""

    number: str
    title: str
    summary: str
    kind: Kind
    reason: str = ""


class Ruling(Value, frozen=True, forbid_unknown_fields=True):
    """A question the rulebook leaves open, and our answer."""

    id: str
    question: str
    cases: tuple[str, ...]
    evidence: str
    enforced: str
    why: str
    option: str = ""  # the game option that changes the answer
    tests: tuple[str, ...] = ()  # that prove it, as pytest names them


class CaseTable(Value, frozen=True):
    """All cases of one rulebook in its order, with the rulings that touch them."""

    cases: dict[str, Case]
    rulings: dict[str, Ruling]

    @classmethod
    def read(cls, cases: str, rulings: str = "") -> "CaseTable":
        """The table from the text of its two TOML files. Raises `BadCaseTable`."""
        table = cls(_numbered(_decode(cases, _CaseFile).case), _named(_decode(rulings, _RulingFile).ruling))
        for case in table:
            _check_case(case)
        for ruling in table.rulings.values():
            _check_ruling(ruling, table)
        return table

    def __len__(self) -> int:
        return len(self.cases)

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases.values())

    def __contains__(self, number: object) -> bool:
        return number in self.cases

    def __getitem__(self, number: str) -> Case:
        return self.cases[number]

    def search(self, word: str) -> list[Case]:
        """The cases that mention this word, in upper or lower case."""
        wanted = word.casefold()
        return [case for case in self if wanted in f"{case.title}\n{case.summary}".casefold()]

    def rulings_on(self, number: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings.values() if number in ruling.cases]


class _CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...] = ()


class _RulingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruling: tuple[Ruling, ...] = ()


def _decode(text: str, shape: type[Shape]) -> Shape:
    try:
        return from_toml(text, shape)
    except msgspec.DecodeError as error:
        raise BadCaseTable(str(error)) from error


def _numbered(cases: Iterable[Case]) -> dict[str, Case]:
    by_number: dict[str, Case] = {}
    for case in cases:
        if case.number in by_number:
            raise BadCaseTable(f"case {case.number} appears twice in the table")
        by_number[case.number] = case
    return by_number


def _named(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    by_id: dict[str, Ruling] = {}
    for ruling in rulings:
        if ruling.id in by_id:
            raise BadCaseTable(f"ruling {ruling.id} appears twice in the register")
        by_id[ruling.id] = ruling
    return by_id


def _check_case(case: Case) -> None:
    if not NUMBER.fullmatch(case.number):
        raise BadCaseTable(f"{case.number!r} is not a case number")
    if not case.title.strip():
        raise BadCaseTable(f"case {case.number} has no title")
    if not case.summary.strip():
        raise BadCaseTable(f"case {case.number} has no summary")
    if case.kind == "descriptive" and not case.reason.strip():
        raise BadCaseTable(f"case {case.number} is descriptive without a reason")
    if case.kind == "rule" and case.reason:
        raise BadCaseTable(f"case {case.number} is a rule and needs code, not a reason")


def _check_ruling(ruling: Ruling, table: CaseTable) -> None:
    for part in ("question", "evidence", "enforced", "why"):
        if not getattr(ruling, part).strip():
            raise BadCaseTable(f"ruling {ruling.id} has no {part}")
    if not ruling.cases:
        raise BadCaseTable(f"ruling {ruling.id} refers to no case")
    for number in ruling.cases:
        if number not in table:
            raise BadCaseTable(f"ruling {ruling.id} refers to case {number}, which does not exist")
