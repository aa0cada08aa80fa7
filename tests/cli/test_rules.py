"""`rules`: the case table against code and tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.core.cases import CaseTable
from tests.cli.conftest import AskableWadi
from tests.core.toy import WadiBook
from tests.core.toy_board import CASES

CODE = '"""[3] Movement, [4] combat."""\n'
TESTS = """
import pytest


@pytest.mark.case("3")
def test_a_unit_moves_once() -> None: ...
"""
RULINGS = """
[[ruling]]
id = "over-the-wadi"
question = "May a unit jump?"
cases = ["3"]
evidence = "Nothing is said."
enforced = "No."
why = "Units do not jump."
"""


@pytest.fixture
def checked_out(table: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a game that lives in one line and has one test."""
    package = table / "src" / "sandtable" / "games" / "wadi"
    for folder in (package, table / "tests" / "wadi"):
        folder.mkdir(parents=True)
    (package / "rules.py").write_text(CODE)
    (table / "tests" / "wadi" / "test_wadi.py").write_text(TESTS)
    cases = CaseTable.read(
        CASES.replace('number = "1"', 'reason = "a heading"\nnumber = "1"', 1).replace(
            'won."\nkind = "rule"', 'won."\nkind = "descriptive"', 1
        ),
        RULINGS,
    )
    monkeypatch.setattr(WadiBook, "cases", lambda self: cases)
    monkeypatch.setattr(AskableWadi, "book", WadiBook(package))
    monkeypatch.setattr("sandtable.cli.rules.checkout", lambda: table)
    return table


@pytest.fixture
def installed(checked_out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.rules.checkout", lambda: None)


@pytest.mark.usefixtures("checked_out")
def test_every_case_is_told_with_its_home_and_its_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi"]) == 0
    out = capsys.readouterr().out
    assert "3  Movement [tested]\n    Each unit moves once" in out
    assert "    lives in: wadi.rules:1\n    tested by: tests/wadi/test_wadi.py::test_a_unit_moves_once\n" in out
    assert "4  Combat [no test]" in out
    assert "1.1  Camps [no code and no test]" in out
    assert "not a rule: a heading" in out
    assert "7 cases: 1 tested, 1 descriptive, 5 missing" in out


@pytest.mark.usefixtures("checked_out")
def test_the_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"total": 7, "tested": 1, "descriptive": 1, "missing": ["1.1", "1.2", "2", "4", "4.1"]}


@pytest.mark.usefixtures("checked_out")
def test_one_case_comes_with_the_rulings_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("3  Movement [tested]") and "ruling over-the-wadi (3)" in out and "enforced: No." in out
    assert main(["rules", "wadi", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["number"] == "3" and told["proofs"] == ["tests/wadi/test_wadi.py::test_a_unit_moves_once"]
    assert [ruling["id"] for ruling in told["rulings"]] == ["over-the-wadi"]


@pytest.mark.usefixtures("checked_out")
def test_search_finds_the_cases_that_speak_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "--search", "CAMP"]) == 0
    out = capsys.readouterr().out
    assert "1.1  Camps" in out and "Bids" not in out and "1 of 7 cases mention 'CAMP'" in out
    assert main(["rules", "wadi", "--search", "camp", "--json"]) == 0
    assert [case["number"] for case in json.loads(capsys.readouterr().out)] == ["1.1"]


@pytest.mark.usefixtures("checked_out")
def test_an_unknown_case_or_game_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "99"]) == 2
    assert "there is no case '99'; the cases run from 1 to 4.1" in capsys.readouterr().err
    assert main(["rules", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_an_installed_copy_says_that_it_has_no_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi"]) == 0
    out, err = capsys.readouterr()
    assert "no proofs are listed" in err and err.count("\n") == 1
    assert "lives in: wadi.rules:1" in out and "tested" not in out and "no test" not in out
    assert main(["rules", "wadi", "3"]) == 0
    assert "over-the-wadi" in capsys.readouterr().out
    assert main(["rules", "wadi", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"total": 7, "tested": None, "descriptive": 1, "missing": ["1.1", "1.2", "2", "4.1"]}


@pytest.mark.long
@pytest.mark.usefixtures("checked_out")
def test_a_fault_that_the_tests_of_a_case_miss_is_told(checked_out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = checked_out / "src" / "sandtable" / "games" / "wadi" / "rules.py"
    rules.write_text(CODE + "MOVES = 1  # [3] each unit once\n")
    assert main(["rules", "wadi", "--mutate", "3", "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert (
        "    - MOVES = 1 # [3] each unit once\n    + MOVES = 2 # [3] each unit once\n1 mutants: 0 killed, 1 lived"
        in out
    )
    assert main(["rules", "wadi", "--sample", "5", "--workers", "1", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["mutants"] == 1 and told["percent"] == 0.0 and told["lived"][0]["now"].startswith("MOVES = 2")


@pytest.mark.usefixtures("checked_out")
def test_a_case_without_lines_of_its_own_has_no_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "--mutate", "3"]) == 0
    assert "0 mutants" in capsys.readouterr().out
    assert main(["rules", "wadi", "--mutate", "99"]) == 2
    assert "there is no case '99'" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_an_installed_copy_has_no_tests_to_try_mutants_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wadi", "--sample", "5"]) == 2
    assert "nothing can notice a fault" in capsys.readouterr().err
