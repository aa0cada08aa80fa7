"""The case table: loading, lookup, and the audit over sources and tests."""

import json
from pathlib import Path

import pytest

from sandtable.conformance.audit import Entry, audit, homes, proofs, ruling_lines
from sandtable.core.cases import BadCaseTable, Case, CaseTable

CASES = """
[[case]]
number = "8"
title = "Attacking"
kind = "descriptive"
summary = "How attacks come about."
reason = "heading"

[[case]]
number = "8.1"
title = "Stop"
kind = "rule"
summary = "A unit stops in the first hex of a Zone."

[[case]]
number = "8.3"
title = "Zone to zone"
kind = "rule"
summary = "No step within one zone."

[[case]]
number = "8.31"
title = "Exception"
kind = "rule"
summary = "Advances are free."
"""

RULINGS = """
[[ruling]]
id = "free-advance"
question = "May it?"
cases = ["8.31", "8.3"]
evidence = "The text."
enforced = "It may."
why = "Nothing forbids it."
option = "friendly"
"""


@pytest.fixture
def table() -> CaseTable:
    return CaseTable.read(CASES, RULINGS)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


# Loading and lookup.


def test_cases_keep_the_order_of_the_book(table: CaseTable) -> None:
    assert list(table.cases) == ["8", "8.1", "8.3", "8.31"]
    assert [case.title for case in table] == ["Attacking", "Stop", "Zone to zone", "Exception"]


def test_lookup_knows_only_the_cases_of_the_table(table: CaseTable) -> None:
    assert table["8.3"].summary == "No step within one zone."
    assert "8.3" in table and "8.30" not in table
    with pytest.raises(KeyError):
        table["9.9"]


def test_search_finds_words_in_title_and_summary_whatever_their_capitals(table: CaseTable) -> None:
    assert [case.number for case in table.search("zone")] == ["8.1", "8.3"]
    assert [case.number for case in table.search("EXCEPTION")] == ["8.31"]
    assert table.search("submarine") == []


def test_a_ruling_is_found_from_each_of_its_cases(table: CaseTable) -> None:
    assert [ruling.id for ruling in table.rulings_on("8.3")] == ["free-advance"]
    assert table.rulings_on("8.1") == []
    assert table.rulings["free-advance"].tests == ()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('number = "8.3"', 'number = "8.1"'), "case 8.1 appears twice"),
        (('summary = "No step within one zone."', 'summary = " "'), "case 8.3 has no summary"),
        (('summary = "No step within one zone."', ""), "summary"),
        (('title = "Stop"', 'title = ""'), "case 8.1 has no title"),
        (('reason = "heading"', ""), "case 8 is descriptive without a reason"),
        (('title = "Stop"', 'title = "Stop"\nreason = "too hard"'), "case 8.1 is a rule"),
        (('kind = "descriptive"', 'kind = "advice"'), "advice"),
        (('number = "8.31"', 'number = "eight"'), "'eight' is not a case number"),
        (('title = "Stop"', 'title = "Stop"\ncolour = "red"'), "colour"),
        (("[[case]]", "[[case"), "line 2"),
    ],
)
def test_a_table_with_a_fault_is_refused(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(BadCaseTable, match=complaint):
        CaseTable.read(CASES.replace(*change))


@pytest.mark.parametrize(
    ("rulings", "complaint"),
    [
        (RULINGS + RULINGS, "ruling free-advance appears twice"),
        (RULINGS.replace('"8.3"', '"8.4"'), "case 8.4, which does not exist"),
        (RULINGS.replace('["8.31", "8.3"]', "[]"), "refers to no case"),
        (RULINGS.replace('"The text."', '""'), "has no evidence"),
    ],
)
def test_a_register_with_a_fault_is_refused(rulings: str, complaint: str) -> None:
    with pytest.raises(BadCaseTable, match=complaint):
        CaseTable.read(CASES, rulings)


# Homes.


def test_tags_in_comments_and_docstrings_are_homes(tmp_path: Path, table: CaseTable) -> None:
    package = write(
        tmp_path / "desert",
        {
            "movement.py": '"""[8] Attacking.\n\nStops: [8.1, 8.3].\n"""\nstop = True  # [8.1] why\n',
            "rules/zones.py": 'def step() -> None:\n    """[8.31]"""\n',
            "rules/__init__.py": "# [8.3] gathered here\n",
            "notes.txt": "[8.31]",
        },
    )
    assert homes(package, table) == {
        "8": ["desert.movement:1"],
        "8.1": ["desert.movement:3", "desert.movement:5"],
        "8.3": ["desert.movement:3", "desert.rules:1"],
        "8.31": ["desert.rules.zones:2"],
    }


def test_a_refusal_is_a_home_wherever_its_case_stands(tmp_path: Path, table: CaseTable) -> None:
    package = write(
        tmp_path / "desert",
        {
            "movement.py": 'raise Refusal("8.3", "no")\nvalues.Refusal(\n    "8.1",\n    "no",\n)\n'
            'Refusal(case, "8.31")\n',
        },
    )
    assert homes(package, table) == {"8.3": ["desert.movement:1"], "8.1": ["desert.movement:2"]}


@pytest.mark.parametrize(
    "source",
    [
        "x = table[8]\n",  # code
        "x = [8]\n",
        "x = 1  # the unit in row[8] or grid(2)[8]\n",  # an index, though in a comment
        'x = f"{row} [8.1] {[8]}"\n',  # brackets of an f-string may be code
        "x = 1  # [8.2] and [9.1] are no cases of this table\n",
        "x = 1  # [8.1-8.3] is a range, [8.1 8.3] no list\n",
        'Other("8.3")\n',
    ],
)
def test_what_only_looks_like_a_tag_is_no_home(tmp_path: Path, table: CaseTable, source: str) -> None:
    assert homes(write(tmp_path / "desert", {"a.py": source}), table) == {}


def test_a_line_that_names_a_case_twice_counts_once(tmp_path: Path, table: CaseTable) -> None:
    package = write(tmp_path / "desert", {"a.py": 'raise Refusal("8.3", "no")  # [8.3]\n'})
    assert homes(package, table) == {"8.3": ["desert.a:1"]}


# Proofs.


def test_a_marked_function_is_a_proof_of_each_of_its_cases(tmp_path: Path) -> None:
    tests = write(
        tmp_path / "tests",
        {
            "game/test_a.py": (
                'import pytest\n\n@pytest.mark.case("8.1", "8.3")\ndef test_stop(): ...\n'
                '@pytest.mark.case("8.3")\nasync def test_wait(): ...\n'
            )
        },
    )
    assert proofs(tests) == {
        "8.1": ["tests/game/test_a.py::test_stop"],
        "8.3": ["tests/game/test_a.py::test_stop", "tests/game/test_a.py::test_wait"],
    }


def test_files_are_named_from_the_root_that_is_given(tmp_path: Path) -> None:
    write(
        tmp_path / "tests",
        {
            "game/test_a.py": '@pytest.mark.case("8.1")\ndef test_a(): ...\n',
            "other/test_b.py": '@pytest.mark.case("8.1")\ndef test_b(): ...\n',
        },
    )
    assert proofs(tmp_path / "tests" / "game", tmp_path) == {"8.1": ["tests/game/test_a.py::test_a"]}


def test_a_parametrised_test_counts_once(tmp_path: Path) -> None:
    tests = write(
        tmp_path / "tests",
        {
            "test_a.py": (
                '@pytest.mark.case("8.1")\n'
                '@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.case("8.3")),\n'
                '                               pytest.param(3, marks=[pytest.mark.case("8.3")])])\n'
                "def test_stop(x): ...\n"
            )
        },
    )
    assert proofs(tests) == {"8.1": ["tests/test_a.py::test_stop"], "8.3": ["tests/test_a.py::test_stop"]}


def test_a_marked_class_counts_once_and_its_methods_for_their_own_marks(tmp_path: Path) -> None:
    tests = write(
        tmp_path / "tests",
        {
            "test_a.py": (
                '@pytest.mark.case("8.1")\nclass TestStop:\n    pytestmark = pytest.mark.case("8.31")\n'
                '    def test_one(self): ...\n    @pytest.mark.case("8.3")\n    def test_two(self): ...\n'
            )
        },
    )
    assert proofs(tests) == {
        "8.1": ["tests/test_a.py::TestStop"],
        "8.31": ["tests/test_a.py::TestStop"],
        "8.3": ["tests/test_a.py::TestStop::test_two"],
    }


@pytest.mark.parametrize("mark", ['pytest.mark.case("8.1")', '[pytest.mark.long, pytest.mark.case("8.1")]'])
def test_a_marked_file_counts_once(tmp_path: Path, mark: str) -> None:
    tests = write(
        tmp_path / "tests",
        {
            "test_a.py": f"pytestmark = {mark}\n\ndef test_one(): ...\n\ndef test_two(): ...\n",
        },
    )
    assert proofs(tests) == {"8.1": ["tests/test_a.py"]}


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.case("8.1")\ndef helper(): ...\n\ndef test_other(): ...\n',
        '@pytest.mark.case("8.1")\nclass Helper:\n    def test_one(self): ...\n\ndef test_other(): ...\n',
        '@pytest.mark.case("8.1")\nclass TestNothing:\n    x = 1\n\ndef test_other(): ...\n',
        'pytestmark = pytest.mark.case("8.1")\n',
        '@pytest.mark.skip\n@pytest.mark.case("8.1")\ndef test_one(): ...\n',
        '@pytest.mark.xfail(reason="later")\n@pytest.mark.case("8.1")\ndef test_one(): ...\n',
        'pytestmark = [pytest.mark.skip(reason="later")]\n\n@pytest.mark.case("8.1")\ndef test_one(): ...\n',
        '@pytest.mark.skip\nclass TestStop:\n    @pytest.mark.case("8.1")\n    def test_one(self): ...\n',
        '@pytest.mark.long("8.1")\ndef test_one(): ...\n',
        '# @pytest.mark.case("8.1")\ndef test_one(): ...\n',
    ],
)
def test_a_mark_that_no_running_test_carries_proves_nothing(tmp_path: Path, source: str) -> None:
    assert proofs(write(tmp_path / "tests", {"test_a.py": source})) == {}


def test_only_test_files_hold_proofs(tmp_path: Path) -> None:
    assert proofs(write(tmp_path / "tests", {"helpers.py": '@pytest.mark.case("8.1")\ndef test_one(): ...\n'})) == {}


# The audit.


@pytest.fixture
def house(tmp_path: Path) -> Path:
    write(tmp_path / "desert", {"movement.py": "# [8.1] stop\n# [8.3] step\n"})
    write(tmp_path / "tests", {"test_a.py": '@pytest.mark.case("8.1", "8.31", "7.7")\ndef test_stop(): ...\n'})
    return tmp_path


def test_a_rule_is_missing_without_code_or_without_test(house: Path, table: CaseTable) -> None:
    report = audit(table, house / "desert", house / "tests")
    assert (report.total, report.tested, report.descriptive) == (4, 1, 1)
    assert report.missing == ["8.3", "8.31"]
    assert report.entries["8.3"].verdict == "no test"
    assert report.entries["8.31"].verdict == "no code"


def test_a_rule_without_anything_lacks_both(tmp_path: Path, table: CaseTable) -> None:
    report = audit(table, tmp_path, tmp_path)
    assert report.missing == ["8.1", "8.3", "8.31"]
    assert report.entries["8.1"].verdict == "no code and no test"


def test_marks_with_unknown_numbers_are_reported(house: Path, table: CaseTable) -> None:
    assert audit(table, house / "desert", house / "tests").unknown == ("7.7",)


def test_the_json_has_the_sums_and_the_missing_cases(house: Path, table: CaseTable) -> None:
    told = json.loads(audit(table, house / "desert", house / "tests").to_json())
    assert told == {"total": 4, "tested": 1, "descriptive": 1, "missing": ["8.3", "8.31"]}


def test_the_text_lists_every_case_with_its_evidence(house: Path, table: CaseTable) -> None:
    lines = audit(table, house / "desert", house / "tests").text().splitlines()
    assert lines[:3] == ["8  Attacking [descriptive]", "    How attacks come about.", "    not a rule: heading"]
    assert lines[3:7] == [
        "8.1  Stop [tested]",
        "    A unit stops in the first hex of a Zone.",
        "    lives in: desert.movement:1",
        "    tested by: tests/test_a.py::test_stop",
    ]
    assert lines[-3:] == [
        "4 cases: 1 tested, 1 descriptive, 2 missing",
        "missing: 8.3, 8.31",
        "tests name cases that do not exist: 7.7",
    ]


def test_one_case_is_told_with_its_rulings(house: Path, table: CaseTable) -> None:
    text = audit(table, house / "desert", house / "tests").case_text("8.3")
    assert text.startswith("8.3  Zone to zone [no test]\n")
    assert "\n".join(ruling_lines(table.rulings["free-advance"])) in text
    assert text.endswith("    option: friendly")


def test_a_ruling_names_the_tests_that_prove_it() -> None:
    table = CaseTable.read(CASES, RULINGS + 'tests = ["tests/test_a.py::test_b"]\n')
    assert ruling_lines(table.rulings["free-advance"])[-1] == "    tested by: tests/test_a.py::test_b"


def test_where_a_case_is_enforced_is_told_apart_from_where_it_is_mentioned() -> None:
    case = Case("8.3", "Leaving zones", "A unit that begins in a zone may not go on in it.", "rule")
    homes = ("desert.movement:3", "desert.movement:9", "desert.staff.orders:1", "desert.staff.orders:2")
    entry = Entry(case, (*homes, "desert.staff.orders:3", "desert.combat:5"), ("test_zones",))
    assert entry.places() == [
        "    lives in: desert.movement:3,9",
        "    mentioned in: desert.staff.orders, desert.combat",
    ]
