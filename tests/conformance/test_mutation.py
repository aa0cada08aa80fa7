"""Mutants: which lines carry a case, what is done to them, and who notices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sandtable.conformance.audit import homes, proofs
from sandtable.conformance.court import Hopeless
from sandtable.conformance.mutation import Equivalent, Mutant, equivalents, in_room, mutants, sample
from sandtable.conformance.trials import try_mutants
from sandtable.core.cases import CaseTable

CASES = "".join(
    f'[[case]]\nnumber = "{number}"\ntitle = "T"\nsummary = "S."\nkind = "rule"\n'
    for number in ("1", "2", "3", "4", "5")
)
RULES = '''
"""[5] The whole module is about five."""


class Refusal(Exception): ...


STACKING = 3  # [1] units in a hex


def check_stacking(units: int) -> None:
    if units > STACKING:
        raise Refusal("2", f"{units + 1} are too many")
    elif units == 99:
        raise ValueError


def odds(attack: int, defence: int) -> int:
    """[3] In favour of the defender."""
    assert defence != 0
    return attack // defence


def zones(hexes: list[int]) -> list[int]:
    for hex in hexes:
        # [4] no zone
        if hex < 0 and hex != -7:
            return []
    return hexes
'''
TESTS = """
import pytest
from toy_desert.rules import STACKING, Refusal, check_stacking, odds, zones

@pytest.mark.case("1")
def test_three_units(): assert STACKING == 3

@pytest.mark.case("2")
def test_four_are_refused():
    with pytest.raises(Refusal):
        check_stacking(5)
    check_stacking(1)

@pytest.mark.case("3")
def test_odds():
    assert odds(7, 2) == 3

@pytest.mark.case("4")
def test_zones():
    assert zones([1]) == [1] and zones([-1]) == []
"""


@pytest.fixture
def desert(tmp_path: Path) -> Path:
    package = tmp_path / "toy_desert"
    (tmp_path / "proofs").mkdir()
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    (tmp_path / "conftest.py").write_text(f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    case: which\n    long: slow\n")
    (tmp_path / "proofs" / "test_desert.py").write_text(TESTS)
    return package


def made(desert: Path) -> dict[str, list[Mutant]]:
    return mutants(desert, "toy_desert", homes(desert, CaseTable.read(CASES)))


def now(found: Sequence[Mutant]) -> set[str]:
    return {mutant.now for mutant in found}


def fates(desert: Path, case: str, known: Sequence[Equivalent] = ()) -> dict[str, str]:
    root = desert.parent
    report = try_mutants("desert", made(desert)[case], proofs(root / "proofs"), root, known, workers=1)
    return {verdict.mutant.now: verdict.fate for verdict in report.verdicts}


def test_a_constant_beside_its_tag_is_shifted(desert: Path) -> None:
    assert now(made(desert)["1"]) == {"STACKING = 4 # [1] units in a hex"}


def test_the_guard_of_a_refusal_is_dropped_turned_round_and_moved_by_one(desert: Path) -> None:
    """But neither the branch after it nor the words of the refusal."""
    assert now(made(desert)["2"]) == {"if False:", "if (units <= STACKING):", "if (units >= STACKING):"}


def test_a_docstring_speaks_for_its_function_but_not_for_the_type_checker(desert: Path) -> None:
    found = made(desert)["3"]
    assert now(found) == {"return (attack * defence)"}
    assert found[0].function == "odds" and found[0].place.startswith("toy_desert.rules:")


def test_a_comment_speaks_for_the_statement_below_it(desert: Path) -> None:
    assert now(made(desert)["4"]) == {
        "if False:",
        "if (hex < 0 or hex != -7):",
        "if (hex != -7):",
        "if (hex < 0):",
        "if (hex >= 0) and hex != -7:",
        "if hex < 0 and (hex == -7):",
        "if hex < 0 and hex != -6:",
    }


def test_no_two_mutants_are_the_same_and_none_moves_the_edge_of_the_map(desert: Path) -> None:
    rules = desert / "rules.py"
    rules.write_text("def f(at: int, x: int) -> bool:\n    # [1]\n    return at >= 0 and x < 3 and x != -1\n")
    found = now(made(desert)["1"])
    assert "return at >= 0 and (x <= 3) and x != -1" in found and "return (at < 0) and x < 3 and x != -1" in found
    assert not any("x < 4" in text or "at > 0" in text or ">= 1" in text or "-2" in text for text in found)
    rules.write_text("def f(x: int) -> bool:\n    # [1]\n    return (at := x) >= 0\n")
    assert now(made(desert)["1"]) == {"return ((at := x) < 0)"}
    rules.write_text("def f(home: int, at: int) -> bool:\n    # [1]\n    return 0 <= home == at\n")
    assert now(made(desert)["1"]) == {"return (0 > home == at)", "return (0 <= home != at)"}
    rules.write_text('class Frame:\n    """[1]"""\n\n    hides: ClassVar[bool] = True\n    most: int = 3\n')
    assert now(made(desert)["1"]) == {"most: int = 4"}


def test_a_negative_number_is_part_of_a_rule_but_a_minus_one_for_nowhere_is_not(desert: Path) -> None:
    (desert / "rules.py").write_text("BROKEN = -11  # [1]\n")
    assert now(made(desert)["1"]) == {"BROKEN = -10 # [1]"}
    (desert / "rules.py").write_text(
        "def f(a: A, at: int = -1) -> A:\n    # [1]\n    return a.get(a[-1], -1) + Shift(-1)\n"
    )
    assert now(made(desert)["1"]) == {"return (a.get(a[-1], -1) - Shift(-1))", "return a.get(a[-1], -1) + Shift(0)"}


def test_what_guards_the_code_against_itself_is_no_rule(desert: Path) -> None:
    guard = "def f(die: int) -> None:\n    # [1]\n    if not 1 <= die <= 6:\n"
    (desert / "rules.py").write_text(f"{guard}        raise ValueError(die)\n")
    assert now(made(desert)["1"]) == set()
    (desert / "rules.py").write_text(f"{guard}        raise Refusal('1', 'no such die')\n")
    assert "if False:" in now(made(desert)["1"])
    (desert / "rules.py").write_text(
        "def f(a: A) -> A:\n    # [1]\n    return pairs(zip(a, a, strict=True), key=True)\n"
    )
    assert now(made(desert)["1"]) == {"return pairs(zip(a, a, strict=True), key=False)"}


def test_whether_there_is_anything_to_tell_is_no_rule_but_what_else_depends_on_it_is(desert: Path) -> None:
    guard = "def f(draft: Draft, lost: int) -> None:\n    # [1]\n    if lost > 2:\n"
    body = f"{guard}        draft.note('lost', points=lost + 1)\n"
    (desert / "rules.py").write_text(body)
    assert now(made(desert)["1"]) == set()
    for more in ("        draft.pop()\n", "    else:\n        draft.pop()\n"):
        (desert / "rules.py").write_text(body + more)
        assert {"if False:", "if (lost >= 2):"} <= now(made(desert)["1"])


@pytest.mark.long
def test_the_tests_of_every_case_that_a_line_carries_may_kill(desert: Path) -> None:
    rules = RULES.replace("    if units > STACKING:", "    # [4] and two more cases\n    if units > STACKING:")
    (desert / "rules.py").write_text(rules)
    by_case = made(desert)
    shared = [mutant for mutant in by_case["4"] if set(mutant.cases) == {"2", "4"}]
    assert now(shared) == {"if False:", "if (units <= STACKING):", "if (units >= STACKING):"}
    assert (
        fates(desert, "4")["if (units <= STACKING):"] == "killed"
    )  # by the test of 2: that of 4 does not stack anybody


def test_who_leaves_out_a_step_is_tried_by_the_tests_of_that_step_too(desert: Path) -> None:
    (desert / "rules.py").write_text(
        "from toy_desert.steps import count\n\n\n"
        'def turn() -> None:\n    """[1] All of it."""\n    count(3)\n    own()\n\n\n'
        'def own() -> None:\n    """[3]"""\n'
    )
    (desert / "steps.py").write_text('def count(n: int) -> None:\n    """[2] How many."""\n    n += 1\n')
    found = made(desert)["1"]
    assert {(mutant.was, mutant.now, mutant.cases) for mutant in found} == {
        ("count(3)", "pass", ("1", "2")),
        ("count(3)", "count(4)", ("1",)),
        ("own()", "pass", ("1", "3")),
    }
    assert "pass" not in now(made(desert)["2"]), "but it is a mutant of its own case alone"


def test_the_docstring_of_a_module_carries_nothing(desert: Path) -> None:
    assert made(desert)["5"] == []


def test_advice_to_a_machine_player_and_what_a_player_reads_are_no_rules(desert: Path) -> None:
    (desert / "staff").mkdir()
    (desert / "staff" / "plans.py").write_text("LEAST = 2  # [1] what to leave behind\n")
    (desert / "combat_panel.py").write_text("ROWS = 2  # [1] for the units of a hex\n")
    assert len(made(desert)["1"]) == 1


def test_a_choice_of_words_is_no_rule_but_a_choice_of_sides_is(desert: Path) -> None:
    words = 'return "it is too far" if x > 3 else f"{x} is too near"'
    (desert / "rules.py").write_text(f"def f(x: int) -> str:\n    # [1]\n    {words}\n")
    assert made(desert)["1"] == []
    (desert / "rules.py").write_text(
        'def f(x: list[str]) -> str:\n    # [1]\n    return ", ".join(x) or "nobody at all"\n'
    )
    assert made(desert)["1"] == []
    (desert / "rules.py").write_text('def f(x: int) -> str:\n    # [1]\n    return "axis" if x else "allied"\n')
    assert now(made(desert)["1"]) == {
        'return "axis" if False else "allied"',
        'return "axis" if not (x) else "allied"',
    }


def test_a_mutant_differs_from_its_source_in_one_place(desert: Path) -> None:
    mutant = made(desert)["1"][0]
    assert mutant.source().decode() == RULES.replace("STACKING = 3", "STACKING = 4")


def test_every_case_has_its_first_mutant_before_another_has_its_second(desert: Path) -> None:
    by_case = made(desert)
    assert sorted(mutant.cases for mutant in sample(by_case, 4, seed=7)) == [("1",), ("2",), ("3",), ("4",)]
    assert sample(by_case, 6, seed=7) == sample(by_case, 6, seed=7)
    assert len(sample(by_case, 1000, seed=7)) == sum(len(found) for found in by_case.values())


def test_a_room_is_a_module_or_a_folder_with_all_below_it(desert: Path) -> None:
    (desert / "supply").mkdir()
    (desert / "supply" / "lines.py").write_text("REACH = 5  # [1]\n")
    (desert / "supply_dumps.py").write_text("DUMPS = 6  # [1]\n")
    assert now(in_room(made(desert), "toy_desert.supply")["1"]) == {"REACH = 6 # [1]"}
    assert now(in_room(made(desert), "toy_desert.supply_dumps")["1"]) == {"DUMPS = 7 # [1]"}


def test_the_tests_of_a_case_kill_what_they_notice(desert: Path) -> None:
    """Nobody tried four units, which is where the limit is."""
    assert fates(desert, "2") == {
        "if False:": "killed",
        "if (units <= STACKING):": "killed",
        "if (units >= STACKING):": "lived",
    }
    assert (desert / "rules.py").read_text() == RULES


@pytest.mark.long
def test_a_fault_in_what_is_worked_out_once_is_found_by_the_whole_trial(desert: Path) -> None:
    """The limit is known before the fault can be swapped in; a mutant that outlives that is imported in its place."""
    (desert / "rules.py").write_text(
        RULES.replace(
            "STACKING = 3  # [1] units in a hex", "def limit() -> int:\n    return 3  # [1]\n\n\nSTACKING = limit()"
        )
    )
    assert fates(desert, "1") == {"return 4 # [1]": "killed"}


@pytest.mark.long
def test_a_fault_that_only_the_neighbours_of_who_ran_its_line_notice_is_found(desert: Path) -> None:
    """The first test works the limit out and asks for nothing; the one after it reads what is kept."""
    (desert / "rules.py").write_text(
        RULES
        + "\n\nKEPT = []\n\n\ndef limit() -> int:\n"
        + "    if not KEPT:\n        KEPT.append(3)  # [3]\n    return KEPT[0]\n"
    )
    tests = desert.parent / "proofs" / "test_desert.py"
    marked = '@pytest.mark.case("3")\n'
    tests.write_text(
        TESTS
        + f"\nfrom toy_desert.rules import limit\n{marked}def test_asking(): limit()\n"
        + f"\n{marked}def test_limit(): assert limit() == 3\n"
    )
    assert fates(desert, "3")["KEPT.append(4) # [3]"] == "killed"


@pytest.mark.long
def test_a_fault_in_a_line_that_no_test_of_its_case_runs_lives(desert: Path) -> None:
    (desert / "rules.py").write_text(RULES + "\n\ndef unused() -> int:\n    return 3  # [3]\n")
    assert fates(desert, "3") == {"return (attack * defence)": "killed", "return 4 # [3]": "lived"}


@pytest.mark.long
def test_a_fault_within_a_method_that_is_wrapped_is_found(desert: Path) -> None:
    (desert / "rules.py").write_text(
        RULES + "\n\nclass Hex:\n    @property\n    def room(self) -> int:\n        # [3]\n        return 2\n"
    )
    tests = desert.parent / "proofs" / "test_desert.py"
    tests.write_text(
        TESTS.replace("assert odds(7, 2) == 3", "from toy_desert.rules import Hex\n    assert Hex().room == 2")
    )
    assert fates(desert, "3") == {"return (attack * defence)": "lived", "return 3": "killed"}


@pytest.mark.long
def test_tests_that_cannot_be_collected_prove_nothing(desert: Path) -> None:
    by_case = made(desert)
    tests = desert.parent / "proofs" / "test_desert.py"
    found = proofs(desert.parent / "proofs")
    tests.write_text("import nowhere\n" + TESTS)
    with pytest.raises(Hopeless, match=r"proofs/test_desert\.py do not pass"):
        try_mutants("desert", by_case["1"], found, desert.parent, workers=1)
    tests.write_text("")
    with pytest.raises(Hopeless, match="cannot be collected"):
        try_mutants("desert", by_case["1"], found, desert.parent, workers=1)


@pytest.mark.long
def test_an_equivalent_mutant_is_listed_with_its_reason_and_not_tried(desert: Path) -> None:
    (desert / "data" / "mutants.toml").write_text(
        '[[equivalent]]\nfunction = "check_stacking"\nwas = "if units > STACKING:"\nnow = "if (units >= STACKING):"\n'
        'reason = "units come in pairs"\n'
    )
    known = equivalents(desert)
    assert fates(desert, "2", known)["if (units >= STACKING):"] == "equivalent"
    assert known[0].reason == "units come in pairs"


@pytest.mark.long
def test_a_mutant_that_never_ends_is_killed(desert: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.conformance.court.LEAST_SECONDS", 1)
    rules = desert / "rules.py"
    rules.write_text(RULES.replace("    return attack // defence", "    while defence != 2: pass\n    return 3"))
    assert fates(desert, "3")["while (defence == 2): pass"] == "killed"


def test_tests_that_fail_by_themselves_prove_nothing(desert: Path) -> None:
    (desert / "rules.py").write_text(RULES.replace("STACKING = 3", "STACKING = 2"))
    with pytest.raises(Hopeless, match=r"proofs/test_desert\.py do not pass"):
        fates(desert, "1")


@pytest.mark.long
def test_the_report_counts_what_can_be_killed(desert: Path) -> None:
    root, known = desert.parent, (Equivalent("odds", "return attack // defence", "return (attack * defence)", "no"),)
    chosen = [*made(desert)["1"], *made(desert)["2"], *made(desert)["3"]]
    report = try_mutants("desert", chosen, proofs(root / "proofs"), root, known, workers=1)
    told = report.report()
    lived = told.pop("lived")
    assert told == {"game": "desert", "cases": 3, "mutants": 5, "killed": 3, "equivalent": 1, "percent": 75.0}
    assert isinstance(lived, list) and [each["was"] for each in lived] == ["if units > STACKING:"]
    assert "    + if (units >= STACKING):\n5 mutants: 3 killed, 1 lived, 1 equivalent; 75.0 %" in report.text()
