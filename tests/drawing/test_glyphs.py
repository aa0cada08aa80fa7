"""Glyphs and colours: one table, legible on every ground."""

from __future__ import annotations

import json
import re

import pytest

from sandtable.drawing.colours import NATIONS, SIDE_COLOURS, THEMES, UNKNOWN_NATION, Nation, Theme, contrast, nation
from sandtable.drawing.glyphs import FIELD, GLYPHS, MARKS, SIZES, SYNONYMS, glyph_key, glyphs_json, mark_key
from sandtable.games.afrika_korps.pieces.counters import printed_counters

EVERY_NATION = {**NATIONS, "unknown": UNKNOWN_NATION}


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("name", EVERY_NATION)
def test_figures_stand_out_on_their_ground(name: str) -> None:
    look: Nation = EVERY_NATION[name]
    assert contrast(look.ink, look.ground) >= 4.5
    assert contrast(look.ink, look.field) >= 3, "lines of the symbol"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_lettering_stands_out_on_the_map(theme: Theme) -> None:
    for ground in (theme.land, theme.page, theme.panel, theme.halo, *theme.sea):
        assert contrast(theme.ink, ground) >= 4.5
    assert contrast(theme.quiet_ink, theme.land) >= 4.5
    assert min(contrast(theme.sea_ink, water) for water in theme.sea) >= 4.5
    for line in (theme.road, theme.hachure, theme.barrier):
        assert contrast(line, theme.land) >= 3


def test_sides_differ_in_greyscale() -> None:
    axis = [NATIONS[name].ground for name in ("German", "Italian", "Luftwaffe")]
    allied = ["British", "Australian", "Indian", "South African", "New Zealand", "Polish", "Free French", "Czech"]
    assert all(contrast(dark, NATIONS[name].ground) > 2.2 for dark in axis for name in allied)
    assert contrast(SIDE_COLOURS["axis"], SIDE_COLOURS["allied"]) > 1.5


def test_nations_of_one_side_differ_in_ground_or_stripe() -> None:
    assert len({(look.ground, look.stripe) for look in NATIONS.values()}) == len(NATIONS)


def test_every_counter_of_afrika_korps_has_symbol_size_and_nation() -> None:
    for counter in printed_counters():
        assert glyph_key(counter.kind) != "unknown"
        assert counter.size in SIZES or not counter.size
        assert nation(counter.nation) is not UNKNOWN_NATION


def test_symbols_that_nobody_drew_are_question_marks() -> None:
    assert glyph_key("space_marine") == "unknown"
    assert glyph_key("mechanised") == "armoured_infantry"
    assert set(SYNONYMS.values()) <= set(GLYPHS) and not set(SYNONYMS) & set(GLYPHS)


def test_marks_are_known_by_their_first_words() -> None:
    assert mark_key("isolated") == "isolated"
    assert mark_key("isolated 2 turns") == "isolated"
    assert mark_key("out of supply") == "out_of_supply"
    assert mark_key("unheard of") == "other"


def test_no_two_glyphs_look_the_same() -> None:
    for table in (GLYPHS, MARKS):
        assert len({(glyph.stroke, glyph.fill) for glyph in table.values()}) == len(table)
    assert len(set(SIZES.values())) == len(SIZES)


@pytest.mark.parametrize("key", [key for key in GLYPHS if key != "headquarters"])
def test_glyph_stays_in_its_field(key: str) -> None:
    glyph = GLYPHS[key]
    assert glyph.stroke or glyph.fill
    for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", glyph.stroke + glyph.fill):
        assert 0 <= float(x) <= FIELD[0] and 0 <= float(y) <= FIELD[1]


def test_json_holds_the_whole_table() -> None:
    table = json.loads(glyphs_json())
    assert set(table["glyphs"]) == set(GLYPHS)
    assert table["glyphs"]["infantry"] == {"title": "infantry", "stroke": GLYPHS["infantry"].stroke, "fill": ""}
    assert set(table["sizes"]) == set(SIZES) and set(table["marks"]) == set(MARKS)
    assert table["nations"]["German"]["ground"] == NATIONS["German"].ground
    assert set(table["themes"]) == {"paper", "night"}
