"""What is lettered on a counter: factors with a raised rating, the line of its quality, a short name in their place."""

from __future__ import annotations

import re

from msgspec.structs import replace

from sandtable.core.views import Piece
from sandtable.drawing.counters import draw_counter, factors_text, tooltip

TANKS = Piece(
    id="ge-i-5",
    name="I/5",
    side="axis",
    nation="German",
    symbol="armour",
    size="II",
    factors=(9, 6, 5),
    at="1604",
    rating="3",
)


def figures(piece: Piece) -> str:
    found = re.search(r'<text class="f"[^>]*>([^<]*)</text>', draw_counter(piece, 0, 0))
    return found.group(1) if found else ""


def test_a_rating_is_raised_beside_the_first_factor() -> None:
    assert factors_text(TANKS) == figures(TANKS) == "9³-6-5" and "9³-6-5" in tooltip(TANKS)
    assert factors_text(replace(TANKS, rating="")) == "9-6-5" and factors_text(replace(TANKS, factors=())) == ""
    assert factors_text(replace(TANKS, factors=(5,), rating="0")) == "5⁰"


def test_quality_is_a_line_under_the_second_factor_whole_or_broken() -> None:
    plain, elite, low = (draw_counter(replace(TANKS, quality=quality), 0, 0) for quality in ("", "elite", "low"))
    assert plain.count("<path") == 0 and elite.count("<path") == 1 and "dasharray" not in elite
    assert low.count("<path") == 1 and "stroke-dasharray" in low


def test_a_marker_without_factors_shows_its_short_name_large() -> None:
    marker = replace(TANKS, name="D&1", factors=(), rating="")
    assert figures(marker) == "D&amp;1" and 'class="d"' not in draw_counter(marker, 0, 0)
    named = replace(marker, name="Rommel")
    assert figures(named) == "" and 'class="d"' in draw_counter(named, 0, 0)
