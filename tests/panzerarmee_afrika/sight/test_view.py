"""What the players see and how the story is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sandtable
from sandtable.core.values import Event
from sandtable.drawing.colours import NATIONS as COLOURS
from sandtable.drawing.glyphs import GLYPHS, mark_key
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.sight.story import TELLERS, tell
from sandtable.games.panzerarmee_afrika.sight.view import NATIONS, SYMBOLS, view
from sandtable.games.panzerarmee_afrika.title import title
from tests.panzerarmee_afrika.positions import asking, play, position, with_books

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
    assert (pieces["de-104"].nation, pieces["au-20"].nation, pieces["axis-lorry-1"].nation) == (
        "German",
        "Australian",
        "Axis",
    )


def test_every_nation_has_its_colours_and_every_state_its_mark() -> None:
    assert {counter.nation for counter in counters().values()} <= NATIONS.keys()
    assert set(NATIONS.values()) | {"Axis", "Allied"} <= COLOURS.keys()
    states = ("out of supply", "out of command", "dismounted", "reinforced", "reinforced twice", "moved", "halted")
    keys = [mark_key(state) for state in states]
    assert "other" not in keys and len(set(keys)) == len(states)


@pytest.mark.case("11.1.4", "8.5", "11.3")
def test_a_unit_that_goes_no_further_is_marked_while_units_move() -> None:
    state = position("de-104 1115, axis-lorry-1, axis-depot-1 0803", "au-20 1118", phasing="axis")
    state = asking(state, Movement("axis"))
    state = play(state, "move de-104 1115-1116", "haul axis-depot-1 with axis-lorry-1 0803-0804")
    marks = {piece.id: piece.marks for piece in view(state, "axis").pieces}
    assert marks["de-104"] == () and marks["axis-depot-1"] == ("moved",)
    halted = play(state, "move de-104 1116-1117")
    assert {piece.id: piece.marks for piece in view(halted, "axis").pieces}["de-104"] == ("moved",)
    later = {piece.id: piece.marks for piece in view(asking(halted), "axis").pieces}
    assert later["de-104"] == () and later["axis-depot-1"] == ("moved",), "no attack supply from it this turn"


def test_the_ledger_holds_control_factors_points_and_options() -> None:
    state = asking(position("de-104 0702", "uk-3-a 1351", turn=17, malta="failure"), Movement("allied"))
    state = with_books(state, "axis", taken={"F": 16}, points={**state.books["axis"].points, "german-infantry": 4})
    facts = {(fact.label, fact.side): fact.text for fact in view(state, "").facts}
    assert facts["Controls", "allied"] == "Bardia, Tobruk, Alexandria"
    assert facts["Factors in supply", "axis"] == "4, 18 off for options"
    assert facts["Replacement points", "axis"] == "4 German infantry"
    assert facts["Allied to Axis factors", ""].endswith("today a decisive Allied victory")
    assert (facts["Options exercised", "axis"], facts["Malta", "axis"]) == ("F", "failure")


@pytest.mark.case("14.1", "8.4")
def test_the_ledger_counts_tobruk_and_what_is_cut_off() -> None:
    state = with_books(position("de-104* 1508", "au-24 1925", turn=6), "allied", tobruk=11)
    facts = {(fact.label, fact.side): fact.text for fact in view(state, "").facts}
    assert facts["Half turns in Tobruk", "allied"] == "11 of 21"
    assert facts["Factors out of supply", "axis"] == "4"
    assert facts["Allied to Axis factors", ""].startswith("all to nothing")


@pytest.mark.case("10.2")
def test_of_the_rolls_for_command_only_their_effect_is_told() -> None:
    rolled = {"purpose": "Allied command at 1925", "sides": 6, "value": 3}
    assert tell(Event(0, "roll", rolled)) == ""
    assert tell(Event(0, "roll", {**rolled, "purpose": "combat 1, de-104 on 1509 at +3"})) == "Die for combat 1: 3"
    assert tell(Event(0, "adrift", {"at": "1925", "units": ["au-24"]})) == "Out of command at 1925: au-24"


def test_the_phase_and_the_month_are_told() -> None:
    seen = view(asking(position(turn=15), Movement("allied")), "axis")
    assert (seen.phase, seen.date, seen.asked) == ("Allied Movement", "June 1942", ("allied",))
    assert view(asking(position(), Deployment("axis")), "axis").phase == "Axis Set-up"
    assert title().book.guide().introduction
