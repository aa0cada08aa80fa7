"""Mutants: the lines that carry a case, each with one small fault, as somebody might mistype a rule.

A mutant is kept as the change of a few characters. Nothing here runs anything; `trials` does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sandtable.conformance.audit import TELLING
from sandtable.core.typed import from_toml
from sandtable.core.values import Value


class Mutant(Value, frozen=True):
    """One fault in one line, and the cases that the line carries, with those of a step that it leaves out; the tests
    of any of them may notice it."""

    cases: tuple[str, ...]
    module: str  # dotted, as it is imported
    path: str
    line: int
    function: str
    start: int  # the bytes of the source that are replaced
    end: int
    text: str
    was: str  # the lines before and after, blanks folded
    now: str

    def source(self) -> bytes:
        """The whole module with the fault in it."""
        told = Path(self.path).read_bytes()
        return told[: self.start] + self.text.encode() + told[self.end :]

    @property
    def place(self) -> str:
        return f"{self.module}:{self.line}"


class Equivalent(Value, frozen=True, forbid_unknown_fields=True):
    """A mutant that no test can tell from the rule, and why. It is known by its text, so that it may move."""

    function: str
    was: str
    now: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        return (self.function, self.was, self.now) == (mutant.function, mutant.was, mutant.now)


class _EquivalentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    equivalent: tuple[Equivalent, ...] = ()


def equivalents(package: Path) -> tuple[Equivalent, ...]:
    """The mutants that a game lists as equivalent: `mutants.toml` of its data."""
    file = package / "data" / "mutants.toml"
    return from_toml(file.read_bytes(), _EquivalentFile).equivalent if file.exists() else ()


def mutants(package: Path, name: str, homes: Mapping[str, Sequence[str]]) -> dict[str, list[Mutant]]:
    """The mutants of each case, by the homes of the cases in a package; `name` is how the package is imported."""
    modules: dict[str, Module] = {}
    carried: dict[Mutant, list[str]] = {}
    called: dict[Function, list[str]] = {}
    for case, places in homes.items():
        for place in places:
            inner, _, line = place.rpartition(":")
            parts = inner.split(".")[1:]
            if TELLING.isdisjoint(word for part in parts for word in part.split("_")):
                if inner not in modules:
                    modules[inner] = Module(_file(package, parts), ".".join((name, *parts)))
                for mutant in modules[inner].mutants(int(line)):
                    carried.setdefault(mutant, []).append(case)
                if function := modules[inner].explained_by(int(line)):
                    called.setdefault(function, []).append(case)
    found: dict[str, list[Mutant]] = {case: [] for case in homes}
    by_name = {module.name: module for module in modules.values()}
    for mutant, cases in carried.items():
        more = called.get(by_name[mutant.module].dropped_call(mutant), [])
        whole = replace(mutant, cases=tuple(dict.fromkeys((*cases, *more))))
        for case in dict.fromkeys(cases):
            found[case].append(whole)
    return found


def _file(package: Path, parts: Sequence[str]) -> Path:
    plain = package.joinpath(*parts).with_suffix(".py") if parts else package / "__init__.py"
    return plain if plain.exists() else package.joinpath(*parts) / "__init__.py"


def in_room(by_case: Mapping[str, Sequence[Mutant]], room: str) -> dict[str, list[Mutant]]:
    """Those of one module, or of the modules below one folder; `room` is how it is imported."""
    return {
        case: [mutant for mutant in found if f"{mutant.module}.".startswith(f"{room}.")]
        for case, found in by_case.items()
    }


def sample(by_case: Mapping[str, Sequence[Mutant]], wanted: int, seed: int) -> list[Mutant]:
    """This many mutants, drawn so that no case gets its second before every case has its first.

    What is drawn depends on the words of each mutant alone: a seed draws the same when other lines have changed."""
    by_luck = sorted(by_case.items(), key=lambda each: _luck(seed, each[0]))
    decks = [sorted(found, key=lambda each: _luck(seed, each.function, each.was, each.now)) for _, found in by_luck]
    dealt = dict.fromkeys(mutant for turn in zip_longest(*decks) for mutant in turn if mutant is not None)
    return list(dealt)[:wanted]


def _luck(seed: int, *words: str) -> bytes:
    return sha256("\n".join((str(seed), *words)).encode()).digest()


Function = tuple[str, str]  # the module as it is imported, and the name
NO_FUNCTION: Function = ("", "")


class Module:
    """One source file: which part of it a line speaks for, and the mutants of that part."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.bytes = path.read_bytes()
        self.lines = self.bytes.splitlines(keepends=True)
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))
        self.tree = ast.parse(self.bytes)
        nodes = list(ast.walk(self.tree))
        self.parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        self.told = [(each, told) for each in nodes if isinstance(each, SCOPES) and (told := _docstring(each))]
        self.statements = [each for each in nodes if isinstance(each, ast.stmt)]
        self.made: dict[int, list[Mutant]] = {}
        self.imported: dict[str, Function] = {
            name.asname or name.name: (node.module or "", name.name)
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }

    def explained_by(self, line: int) -> Function | None:
        """The function of which this line is part of the docstring."""
        for scope in self.tree.body:
            if isinstance(scope, ast.FunctionDef) and (told := _docstring(scope)) and _holds(told, line):
                return self.name, scope.name
        return None

    def dropped_call(self, mutant: Mutant) -> Function:
        """What a mutant no longer calls: who leaves out a step breaks the cases of that step as well."""
        if mutant.text != "pass":
            return NO_FUNCTION
        dropped = ast.parse(self.bytes[mutant.start : mutant.end]).body[0]
        if not (isinstance(dropped, ast.Expr) and isinstance(call := dropped.value, ast.Call)):
            return NO_FUNCTION
        name = getattr(call.func, "id", "")
        return self.imported.get(name, (self.name, name))

    def mutants(self, line: int) -> list[Mutant]:
        """A line may carry several cases: what it speaks for is looked at once."""
        if line not in self.made:
            self.made[line] = [
                self.mutant(node, text)
                for carrier, only in self.carriers(line)
                for node, text in changes(carrier)
                if only is None or getattr(node, "lineno", 0) == only
            ]
        return self.made[line]

    def carriers(self, line: int) -> list[tuple[ast.AST, int | None]]:
        """What the tag in this line speaks for, and the one line of it that is meant, if only one is: a function or
        class by its docstring, a guard by its refusal, otherwise the statement at the tag or below it. The docstring
        of a module says what the module is about and carries nothing."""
        for scope, told in self.told:
            if _holds(told, line):
                return [] if isinstance(scope, ast.Module) else [(scope, None)]
        line = self.code_line(line)
        around = [node for node in self.statements if _holds(node, line)]
        if not around:
            return []
        statement = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
        if isinstance(statement, ast.ClassDef):
            return []
        guard = self.parents[statement]
        if isinstance(guard, ast.If) and guard.body == [statement] and _refuses(statement):
            return [(ast.If(guard.test, guard.body, []), None)]
        return [(statement, None if _begins(statement) == line else line)]

    def code_line(self, line: int) -> int:
        """The line, or the first one below it that holds code."""
        while line < len(self.lines) and self.lines[line - 1].strip().startswith(b"#"):
            line += 1
        return line

    def mutant(self, node: ast.AST, text: str) -> Mutant:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self.offsets[node.lineno - 1] + node.col_offset
        end = self.offsets[node.end_lineno - 1] + node.end_col_offset
        first, last = self.offsets[node.lineno - 1], self.offsets[node.end_lineno]
        was = self.bytes[first:last].decode()
        now = (self.bytes[first:start] + text.encode() + self.bytes[end:last]).decode()
        place = ((), self.name, str(self.path), node.lineno, self.function(node))
        return Mutant(*place, start, end, text, " ".join(was.split()), " ".join(now.split()))

    def function(self, node: ast.AST) -> str:
        """The name of the function or class around a node."""
        names: list[str] = []
        while node in self.parents:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.append(node.name)
            node = self.parents[node]
        return ".".join(reversed(names))


SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _docstring(scope: ast.AST) -> ast.stmt | None:
    first: ast.stmt | None = next(iter(getattr(scope, "body", ())), None)
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return first if is_text else None


def _holds(node: ast.stmt, line: int) -> bool:
    return _begins(node) <= line <= (node.end_lineno or node.lineno)


def _begins(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return min([node.lineno, *(each.lineno for each in decorators)])


def _refuses(statement: ast.AST) -> bool:
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(func, ast.Name) and func.id == "Refusal" for func in calls)


# The faults.

OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
BOUNDARY: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
SUMS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
UP_TO = (ast.Lt, ast.GtE)
PLACES = ("at", "hex", "hexagon", "here", "there", "start", "goal", "fort", "place", "source", "rommel")
CALLS: Mapping[str, str] = {"min": "max", "max": "min", "any": "all", "all": "any"}

Change = tuple[ast.AST, str]


def changes(carrier: ast.AST) -> Iterator[Change]:
    """Every fault within: the node that is replaced, and by what."""
    if _guards_the_code(carrier):
        return
    yield from _of_node(carrier)
    for child in _inner(carrier):
        if not (isinstance(carrier, ast.If) and isinstance(child, ast.Raise)):  # who drops the guard drops it too
            yield from changes(child)


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: no texts for players, no types, no assertions for the type checker."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if _is_negative(node) or _is_about_the_class(node) or _is_wording(node) or _only_tells(node):
        return
    if isinstance(node, ast.FunctionDef) and node.name in ("prompt", "words", "__str__"):
        return
    if isinstance(node, ast.Call) and (_is_note(node) or _refuses(node)):
        return
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.ClassDef) and name == "keywords":
            continue
        if name not in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST) and not _is_mark(node, each) and not _is_moved_already(node, each):
                    yield each


def _guards_the_code(node: ast.AST) -> bool:
    """What is asked, as by an assertion, whether the code is in order: no position and no player leads there."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if not (isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse):
        return False
    raised = node.body[0].exc if isinstance(node.body[0], ast.Raise) else None
    return isinstance(raised, ast.Call) and ast.unparse(raised.func) == "ValueError"


def _is_negative(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def _is_mark(node: ast.AST, child: ast.AST) -> bool:
    """A -1 that stands for the last of a list, a step back or a hex that there is not; another mark would do as well.
    Any other negative number is one, and so is a -1 that is reckoned with."""
    if not (_is_negative(child) and ast.unparse(child) == "-1"):
        return False
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2] in ("get", "next", "range")
    return isinstance(node, ast.Subscript | ast.Slice | ast.keyword | ast.AnnAssign | ast.arguments | ast.Compare)


def _is_wording(node: ast.AST) -> bool:
    """A choice between two sentences, or one where there is nothing to name: how it is put, not whether it is so."""
    if isinstance(node, ast.BoolOp):
        return isinstance(node.op, ast.Or) and _is_sentence(node.values[-1])
    return isinstance(node, ast.IfExp) and _is_sentence(node.body) and _is_sentence(node.orelse)


def _is_sentence(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return any(_is_sentence(part) for part in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _is_about_the_class(node: ast.AST) -> bool:
    """What a frame or a title tells the engine of itself is tested for all games alike."""
    return isinstance(node, ast.AnnAssign) and "ClassVar" in ast.unparse(node.annotation)


def _is_moved_already(node: ast.AST, child: ast.AST) -> bool:
    """Who moves the boundary of `a < 3` or `a >= 3` has made 4 of the 3."""
    if not isinstance(node, ast.Compare):
        return False
    if child is node.left and isinstance(child, ast.Constant) and _asks_for_the_map(node):
        return True
    return any(child is right for right, by in zip(node.comparators, node.ops, strict=True) if type(by) in UP_TO)


def _is_note(node: ast.AST) -> bool:
    """A line of the story is told here; what it says is tested where stories are."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note"


def _only_tells(node: ast.AST) -> bool:
    """Whether there is anything to tell: nothing but the story changes with the answer."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return all(isinstance(each, ast.Expr) and _is_note(each.value) for each in node.body)


def _of_node(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, ast.BoolOp) and not _is_wording(node):
        yield from _joined(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, _inside(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
        yield node, str(not node.value if isinstance(node.value, bool) else node.value + 1)
    elif _is_negative(node):
        yield node, str(ast.literal_eval(node) + 1)
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        yield node, _inside(ast.BinOp(node.left, SUMS[type(node.op)](), node.right))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield node.func, CALLS[node.func.id]
    elif isinstance(node, ast.AugAssign) and type(node.op) in SUMS:
        yield node, ast.unparse(ast.AugAssign(node.target, SUMS[type(node.op)](), node.value))
    elif isinstance(node, ast.If | ast.IfExp) and not _is_wording(node) and not _only_tells(node):
        yield from _guarded(node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield test, "True"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        if not _is_note(node.value):
            yield node, "pass"
    elif isinstance(node, ast.Raise):
        yield node, "pass"


def _compared(node: ast.Compare) -> Iterator[Change]:
    for i, operator in enumerate(node.ops):
        for table in (OPPOSITE, BOUNDARY):
            if type(operator) in table and not (table is BOUNDARY and _asks_for_the_map(node)):
                operators = [*node.ops[:i], table[type(operator)](), *node.ops[i + 1 :]]
                yield node, _inside(ast.Compare(node.left, operators, node.comparators))


def _asks_for_the_map(node: ast.Compare) -> bool:
    """Whether a place is on the map, below 0 being the boxes beside it; which hex has the number 0 is no rule. So with
    `0 <= home == at`, where a hex is meant that there need not be."""
    if ast.unparse(node.left) == "0" and isinstance(node.ops[0], ast.LtE) and isinstance(node.ops[-1], ast.Eq):
        return True
    left = node.left.target if isinstance(node.left, ast.NamedExpr) else node.left
    name = getattr(left, "attr", getattr(left, "id", ""))
    zero = isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value == 0
    return name in PLACES and zero and type(node.ops[0]) in UP_TO


def _joined(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield node, _inside(ast.BoolOp(other, node.values))
    for i in range(len(node.values)):
        kept = node.values[:i] + node.values[i + 1 :]
        yield node, _inside(kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept))


def _guarded(test: ast.expr) -> Iterator[Change]:
    """The guard dropped, and turned round where no comparison in it is."""
    yield test, "False"
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield test, f"not {_inside(test)}"


def _inside(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
