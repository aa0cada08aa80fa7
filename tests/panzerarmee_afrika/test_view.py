"""What the players see and how the story is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sandtable
from sandtable.core.values import Event
from sandtable.drawing.glyphs import GLYPHS
from sandtable.games.panzerarmee_afrika.counters import counters
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.manoeuvre import Movement
from sandtable.games.panzerarmee_afrika.story import TELLERS, tell
from sandtable.games.panzerarmee_afrika.title import title
from sandtable.games.panzerarmee_afrika.view import SYMBOLS, view
from tests.panzerarmee_afrika.positions import asking, position, with_books

PACKAGE = Path(sandtable.__file__).parent / "games" / "panzerarmee_afrika"


def noted_kinds() -> set[str]:
    """The first argument of every call of `note` in the package, both arms of a choice."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                found |= {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
    return {kind for kind in found if isinstance(kind, str)}


def test_every_event_has_a_line_in_the_story() -> None:
    assert noted_kinds() <= TELLERS.keys()
    assert tell(Event(0, "unheard of")) == ""


def test_every_type_of_unit_has_a_glyph() -> None:
    assert {counter.type for counter in counters().values()} <= SYMBOLS.keys()
    assert set(SYMBOLS.values()) | {"transport", "supply"} <= GLYPHS.keys()


@pytest.mark.case("2.3.1", "2.3.2")
def test_a_piece_shows_its_strength_and_its_state() -> None:
    state = position("de-104* 1007, it-19_ 0702, axis-lorry-1 0702", "uk-3-a++ 1351, au-20! 1925")
    state = asking(state, Movement("allied"))
    pieces = {piece.id: piece for piece in view(state, "allied").pieces}
    assert pieces["uk-3-a"].factors == (5, 50) and pieces["uk-3-a"].marks == ("reinforced twice",)
    assert "out of supply" in pieces["de-104"].marks
    assert pieces["it-19"].marks == ("dismounted",)
    assert pieces["au-20"].marks == ("out of command",)
    assert (pieces["axis-lorry-1"].symbol, pieces["axis-depot-1"].at) == ("transport", "due")


def test_the_ledger_holds_control_factors_points_and_options() -> None:
    state = asking(position("de-104 0702", "uk-3-a 1351", turn=17, malta="failure"), Movement("allied"))
    state = with_books(state, "axis", taken={"F": 16}, points={**state.books["axis"].points, "german-infantry": 4})
    facts = {(fact.label, fact.side): fact.text for fact in view(state, "").facts}
    assert facts["Controls", "allied"] == "Bardia, Tobruk, Alexandria"
    assert facts["Factors in supply", "axis"] == "4, 18 off for options"
    assert facts["Replacement points", "axis"] == "4 german infantry"
    assert (facts["Options exercised", "axis"], facts["Malta", "axis"]) == ("F", "failure")


def test_the_phase_and_the_month_are_told() -> None:
    seen = view(asking(position(turn=15), Movement("allied")), "axis")
    assert (seen.phase, seen.date, seen.asked) == ("Allied Movement", "June 1942", ("allied",))
    assert view(asking(position(), Deployment("axis")), "axis").phase == "Axis Set-up"
    assert title().guide().introduction
