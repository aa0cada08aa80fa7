"""Counted nouns: one helper knows the plural, and whatever is told to players goes through it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.core.nouns import plural, proper

TOLD = [Path(sandtable.__file__).parent / room for room in ("games", "kit", "table")]
COUNTED = re.compile(
    r"\{(?!plural)([^{}]+)\} (?:(?:[A-Z]\w+|raw|movement|combat|attack|more|half|whole|full) ){0,2}"
    r"(?:[Pp]oints|hexes|units|factors|turns|steps|markers|Stages)\b"
)
# Words that stand before a plural, and figures of a rulebook that are never one.
WORDS = {
    "board().name(here)",
    "kind.title()",
    "each.nation.title()",
    "whose",
    "counter.category",
    "loser.title()",
    "side.title()",
}
NEVER_ONE = {"PULL", "limits().stacking", "limits().dismount_factors", "limits().overrun_move", "intent.odds:.1f"}


@pytest.mark.parametrize(
    ("count", "noun", "told"),
    [
        (1, ("Actual Barrage Point",), "1 Actual Barrage Point"),
        (0, ("hex",), "0 hexes"),
        (2, ("loss",), "2 losses"),
        (1, ("company", "companies"), "1 company"),
        (3, ("game waits", "games wait"), "3 games wait"),
        ("1", ("point",), "1 point"),
        ("1½", ("point",), "1½ points"),
    ],
)
def test_one_is_singular_and_all_else_plural(count: object, noun: tuple[str, ...], told: str) -> None:
    assert plural(count, *noun) == told


def uncounted(text: str) -> list[str]:
    """Plurals behind a figure that might be one; errors in code and what docstrings say are told to nobody."""
    lines = [line for line in text.splitlines() if "ValueError" not in line and '"""' not in line]
    return [match[0] for line in lines for match in COUNTED.finditer(line) if match[1] not in WORDS | NEVER_ONE]


def test_a_bare_plural_behind_a_figure_is_found() -> None:
    assert uncounted('f"{count} Actual Barrage Points"') and uncounted('f"it is {far} hexes away"')
    assert not uncounted("f\"{plural(count, 'Actual Barrage Point')} in {where}\"")


def test_counted_nouns_everywhere_go_through_the_helper() -> None:
    files = [path for room in TOLD for path in room.rglob("*.py") if path.name != "invariants.py"]
    assert len(files) > 300
    assert {f"{path.name}: {each}" for path in files for each in uncounted(path.read_text(encoding="utf-8"))} == set()


def test_a_side_has_its_capital_wherever_a_die_is_named() -> None:
    assert proper("axis supply: 5 rolled", ("axis", "allied")) == "Axis supply: 5 rolled"
    assert proper("delay markers, allied", ("axis", "allied")) == "delay markers, Allied"
    assert proper("taxis and axistas", ("axis", "allied")) == "taxis and axistas"
