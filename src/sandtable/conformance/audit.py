"""Where each case of a rulebook lives in the code of its game, and which tests prove it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

import msgspec

from sandtable.core.cases import NUMBER, Case, CaseTable, Ruling
from sandtable.core.values import Value

# Parts of a game that describe the rules, to a player or to a machine player: what they name they do not enforce.
TO_MACHINES = ("staff", "advice", "evaluation", "benchmark", "measure", "invariants")
TO_PLAYERS = (
    "view",
    "layers",
    "story",
    "words",
    "standing",
    "offers",
    "panel",
    "panels",
    "questions",
    "forecasts",
    "chances",
    "prospects",
    "sheets",
    "ledgers",
    "arrows",
    "calculator",
)
TELLING = frozenset((*TO_MACHINES, *TO_PLAYERS))

# A tag stands alone: `unit[1]` in a comment is an index, not chapter 1.
_TAG = re.compile(rf"(?<![\w\])])\[({NUMBER.pattern}(?:,\s*{NUMBER.pattern})*)\]")


def homes(package: Path, known: Container[str]) -> dict[str, list[str]]:
    """The lines, as `module:line`, where the sources of a game name each known case.

    A case is named by a tag such as `[8.3]` or `[7.6, 7.61]` in a comment or a plain string, or by
    `Refusal("8.3", ...)`.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        module = ".".join((package.name, *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")
        source = path.read_text(encoding="utf-8")
        for line, number in sorted({*_tags(source), *_refusals(source)}):
            if number in known:
                found.setdefault(number, []).append(f"{module}:{line}")
    return found


def _tags(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and not _is_formatted(token.string)):
            for tag in _TAG.finditer(token.string):
                line = token.start[0] + token.string.count("\n", 0, tag.start())
                for number in tag.group(1).split(","):
                    yield line, number.strip()


def _is_formatted(literal: str) -> bool:
    """Whether it is an f-string, whose brackets may be code; from Python 3.12 on it is not a string token at all."""
    return "f" in re.split("['\"]", literal, maxsplit=1)[0].casefold()


def _refusals(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _dotted(node.func).split(".")[-1] == "Refusal":
            for number in _texts(node.args[:1]):
                yield node.lineno, number


# Which tests prove a case: marks in the test files.


def proofs(tests: Path, root: Path | None = None) -> dict[str, list[str]]:
    """The tests, as pytest names them, that are marked with each case.

    What carries the mark counts once: a function with all its parameters, a class with all its methods, a file with all
    its tests. Tests that are skipped or expected to fail prove nothing. Files are named from `root`, by default the
    folder above `tests`.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(root or tests.parent).as_posix()
        for node, number in _marks(ast.parse(path.read_text(encoding="utf-8")), name):
            places = found.setdefault(number, [])
            if node not in places:
                places.append(node)
    return found


def _marks(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, str]]:
    """The marks on a file or a class, then those on what it holds."""
    own = _assigned_marks(scope) + (scope.decorator_list if isinstance(scope, ast.ClassDef) else [])
    if _is_idle(own) or not _holds_a_test(scope):
        return
    for number in _cases_marked(own):
        yield name, number
    for node in scope.body:
        if _is_test_class(node):
            yield from _marks(node, f"{name}::{node.name}")
        elif _is_test(node) and not _is_idle(node.decorator_list):
            for number in _cases_marked(node.decorator_list):
                yield f"{name}::{node.name}", number


def _is_test(node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")


def _is_test_class(node: ast.stmt) -> TypeGuard[ast.ClassDef]:
    return isinstance(node, ast.ClassDef) and node.name.startswith("Test")


def _holds_a_test(scope: ast.Module | ast.ClassDef) -> bool:
    return any(_is_test(node) or (_is_test_class(node) and _holds_a_test(node)) for node in scope.body)


def _assigned_marks(scope: ast.Module | ast.ClassDef) -> list[ast.expr]:
    return [
        node.value
        for node in scope.body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
    ]


def _is_idle(marks: Iterable[ast.expr]) -> bool:
    flat = [mark for entry in marks for mark in (entry.elts if isinstance(entry, ast.List | ast.Tuple) else [entry])]
    names = {_dotted(mark.func if isinstance(mark, ast.Call) else mark) for mark in flat}
    return not names.isdisjoint({"pytest.mark.skip", "pytest.mark.xfail"})


def _cases_marked(marks: Iterable[ast.expr]) -> Iterator[str]:
    """The numbers in every `pytest.mark.case(...)`, those on single parameters included."""
    for mark in marks:
        for node in ast.walk(mark):
            if isinstance(node, ast.Call) and _dotted(node.func) == "pytest.mark.case":
                yield from _texts(node.args)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


# The audit: the table against the code and the tests.


def _with_lines(module: str, by_module: Mapping[str, list[str]]) -> str:
    return f"{module}:{','.join(by_module[module])}"


class Entry(Value, frozen=True):
    """One case with the evidence for it."""

    case: Case
    homes: tuple[str, ...]
    proofs: tuple[str, ...]

    @property
    def is_missing(self) -> bool:
        return self.case.kind == "rule" and not (self.homes and self.proofs)

    @property
    def is_proved(self) -> bool:
        return self.case.kind == "rule" and bool(self.homes and self.proofs)

    @property
    def verdict(self) -> str:
        if self.case.kind == "descriptive":
            return "descriptive"
        lacking = [name for name, found in (("code", self.homes), ("test", self.proofs)) if not found]
        return f"no {' and no '.join(lacking)}" if lacking else "tested"

    def places(self) -> list[str]:
        """Where the case is enforced, line by line, and the modules that mention it besides."""
        by_module: dict[str, list[str]] = {}
        for place in self.homes:
            module, _, line = place.rpartition(":")
            by_module.setdefault(module, []).append(line)
        enforcing = [module for module in by_module if TELLING.isdisjoint(module.split("."))] or list(by_module)
        most = max((len(by_module[module]) for module in enforcing), default=0)
        home = [module for module in enforcing if len(by_module[module]) == most]
        rest = [module for module in by_module if module not in home]
        told = [f"    lives in: {'; '.join(_with_lines(module, by_module) for module in home)}"] if home else []
        return [*told, f"    mentioned in: {', '.join(rest)}"] if rest else told

    def lines(self) -> list[str]:
        """The case for a reader: what it says, how it stands, where it lives and what tests it."""
        told = [f"{self.case.number}  {self.case.title} [{self.verdict}]", f"    {self.case.summary}"]
        if self.case.reason:
            told.append(f"    not a rule: {self.case.reason}")
        told += self.places()
        if self.proofs:
            told.append(f"    tested by: {', '.join(self.proofs)}")
        return told


class Report(Value, frozen=True):
    """What `audit` found: every case of the table, and the numbers that marks name but the table does not hold."""

    table: CaseTable
    entries: dict[str, Entry]
    unknown: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return len(self.entries)

    @property
    def tested(self) -> int:
        return sum(entry.verdict == "tested" for entry in self.entries.values())

    @property
    def descriptive(self) -> int:
        return sum(entry.verdict == "descriptive" for entry in self.entries.values())

    @property
    def missing(self) -> list[str]:
        return [number for number, entry in self.entries.items() if entry.is_missing]

    def to_json(self) -> bytes:
        return msgspec.json.encode(
            {"total": self.total, "tested": self.tested, "descriptive": self.descriptive, "missing": self.missing}
        )

    def text(self) -> str:
        """Every case with its evidence, then the total."""
        told = [line for entry in self.entries.values() for line in entry.lines()]
        told.append(
            f"{self.total} cases: {self.tested} tested, {self.descriptive} descriptive, {len(self.missing)} missing"
        )
        if self.missing:
            told.append(f"missing: {', '.join(self.missing)}")
        if self.unknown:
            told.append(f"tests name cases that do not exist: {', '.join(self.unknown)}")
        return "\n".join(told)

    def case_text(self, number: str) -> str:
        """One case with its evidence and the rulings on it."""
        told = self.entries[number].lines()
        for ruling in self.table.rulings_on(number):
            told += ["", *ruling_lines(ruling)]
        return "\n".join(told)


def ruling_lines(ruling: Ruling) -> list[str]:
    """A ruling for a reader."""
    told = [
        f"ruling {ruling.id} ({', '.join(ruling.cases)})",
        f"    question: {ruling.question}",
        f"    evidence: {ruling.evidence}",
        f"    enforced: {ruling.enforced}",
        f"    why: {ruling.why}",
    ]
    if ruling.option:
        told.append(f"    option: {ruling.option}")
    if ruling.tests:
        told.append(f"    tested by: {', '.join(ruling.tests)}")
    return told


def audit(table: CaseTable, package: Path, tests: Path, root: Path | None = None) -> Report:
    """Compare the table with the sources and tests of one game; other games use the same numbers."""
    return compare(table, homes(package, table), proofs(tests, root))


def compare(table: CaseTable, lives: Mapping[str, list[str]], proves: Mapping[str, list[str]]) -> Report:
    entries = {
        case.number: Entry(case, tuple(lives.get(case.number, ())), tuple(proves.get(case.number, ())))
        for case in table
    }
    return Report(table, entries, tuple(sorted(set(proves) - set(entries))))
