"""`rules`: the case table of a game, compared with its code and its tests."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.cli.common import BadInput, checkout, print_json, title_of
from sandtable.cli.measures import FOUND_SOMETHING, show_progress

if TYPE_CHECKING:
    from sandtable.conformance.audit import Entry, Report
    from sandtable.conformance.mutation import Mutant
    from sandtable.core.title import Title


def rules(arguments: Namespace) -> int:
    title = title_of(arguments.game)
    tests = tests_of(title)
    report = audited(title, tests)
    if arguments.mutate is not None or arguments.sample or arguments.room:
        return mutate(title, report, arguments)
    if tests is None:
        print(f"the tests of {title.key} are not installed: no proofs are listed", file=sys.stderr)
    if arguments.case:
        one_case(report, arguments.case, arguments.json, proofs=tests is not None)
    elif arguments.search:
        search(report, arguments.search, arguments.json, proofs=tests is not None)
    elif arguments.json:
        print_json(summary(report, proofs=tests is not None))
    else:
        print(report.text() if tests is not None else without_proofs(report))
    return 0


def tests_of(title: Title[Any]) -> Path | None:
    """A game's tests are in the folder of tests that is named like its package."""
    root = checkout()
    folder = root / "tests" / title.book.package.name if root else None
    return folder if folder and folder.is_dir() else None


def audited(title: Title[Any], tests: Path | None) -> Report:
    from sandtable.conformance.audit import audit, compare, homes

    table = title.book.cases()
    return (
        audit(table, title.book.package, tests, checkout())
        if tests
        else compare(table, homes(title.book.package, table), {})
    )


def mutate(title: Title[Any], report: Report, arguments: Namespace) -> int:
    """Put faults into the lines that carry a case and see whether its own tests notice."""
    root, tests = checkout(), tests_of(title)
    if root is None or tests is None:
        raise BadInput(f"the tests of {title.key} are not installed: nothing can notice a fault")
    try:
        from sandtable.conformance.court import Hopeless
        from sandtable.conformance.trials import try_mutants
    except ImportError as error:
        raise BadInput(f"mutants need what the tests need: {error}") from None
    from sandtable.conformance.mutation import equivalents

    chosen = chosen_mutants(title, report, arguments)
    proofs = {number: entry.proofs for number, entry in report.entries.items()}
    known = equivalents(title.book.package)
    try:
        trials = try_mutants(title.key, chosen, proofs, root, known, arguments.workers, show_progress)
    except Hopeless as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        print_json(trials.report())
    else:
        print(trials.text())
    return FOUND_SOMETHING if trials.of("lived") else 0


def chosen_mutants(title: Title[Any], report: Report, arguments: Namespace) -> list[Mutant]:
    """Those of the case that is named, or of every rule; in one room, or anywhere; all of them, or a sample."""
    from sandtable.conformance.mutation import in_room, mutants, sample

    number = arguments.mutate or arguments.case
    if number and number not in report.entries:
        raise BadInput(f"there is no case '{number}'; the cases run from {ends(report)}")
    wanted = [report.entries[number]] if number else [each for each in report.entries.values() if each.is_proved]
    name = type(title).__module__.rpartition(".")[0]
    by_case = mutants(title.book.package, name, {entry.case.number: entry.homes for entry in wanted})
    if room := arguments.room:
        by_case = in_room(by_case, f"{name}.{room}")
        if not any(by_case.values()):
            raise BadInput(f"no line of '{room}' in {title.book.package} carries a case")
    count = arguments.sample or sum(len(found) for found in by_case.values())
    return sample(by_case, count, arguments.seed)


def one_case(report: Report, number: str, as_json: bool, proofs: bool) -> None:
    if number not in report.entries:
        raise BadInput(f"there is no case '{number}'; the cases run from {ends(report)}")
    if as_json:
        print_json(facts(report, report.entries[number], proofs))
    elif proofs:
        print(report.case_text(number))
    else:
        print("\n".join([*unproved(report.entries[number]), *rulings(report, number)]))


def ends(report: Report) -> str:
    numbers = list(report.entries)
    return f"{numbers[0]} to {numbers[-1]}" if numbers else "nowhere to nowhere"


def search(report: Report, word: str, as_json: bool, proofs: bool) -> None:
    found = [report.entries[case.number] for case in report.table.search(word)]
    if as_json:
        print_json([facts(report, entry, proofs) for entry in found])
        return
    for entry in found:
        print("\n".join(entry.lines() if proofs else unproved(entry)))
    print(f"{len(found)} of {report.total} cases mention '{word}'")


def summary(report: Report, proofs: bool) -> dict[str, object]:
    """The audit in figures; without the tests nobody can say what is tested, only what has no code."""
    if proofs:
        return {
            "total": report.total,
            "tested": report.tested,
            "descriptive": report.descriptive,
            "missing": report.missing,
        }
    homeless = [number for number, entry in report.entries.items() if is_homeless(entry)]
    return {"total": report.total, "tested": None, "descriptive": report.descriptive, "missing": homeless}


def is_homeless(entry: Entry) -> bool:
    return entry.case.kind == "rule" and not entry.homes


def facts(report: Report, entry: Entry, proofs: bool) -> dict[str, object]:
    case = entry.case
    told: dict[str, object] = {
        "number": case.number,
        "title": case.title,
        "summary": case.summary,
        "kind": case.kind,
        "reason": case.reason,
        "homes": entry.homes,
    }
    if proofs:
        told["proofs"] = entry.proofs
    return {**told, "rulings": report.table.rulings_on(case.number)}


def without_proofs(report: Report) -> str:
    lines = [line for entry in report.entries.values() for line in unproved(entry)]
    return "\n".join([*lines, f"{report.total} cases, {report.descriptive} of them descriptive"])


def unproved(entry: Entry) -> list[str]:
    lines = [f"{entry.case.number}  {entry.case.title}", f"    {entry.case.summary}"]
    if entry.case.reason:
        lines.append(f"    not a rule: {entry.case.reason}")
    return [*lines, *entry.places()]


def rulings(report: Report, number: str) -> list[str]:
    from sandtable.conformance.audit import ruling_lines

    return [line for ruling in report.table.rulings_on(number) for line in ("", *ruling_lines(ruling))]
