"""The figures of a stack are kept from one look to the next, and follow whatever they depend on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.sight.sheets import control_sheet, standing, strengths
from sandtable.games.campaign_for_north_africa.state import ROMMEL, Campaign
from sandtable.games.campaign_for_north_africa.verbs import mark, place
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of


def line(state: Campaign, side: str, name: str) -> tuple[str, ...]:
    return next(row.cells for row in control_sheet(state, side).rows if row.label == name)


def test_what_a_counter_spends_shows_at_once() -> None:
    state = position("1RNF, 2KOR D3714")
    assert standing(state, "1RNF").startswith("CP 0 of 8") and line(state, "commonwealth", "1RNF")[0] == "0/8"
    draft = draft_of(state)
    mark(draft, "1RNF", spent=6, cohesion=-2)
    assert standing(draft.state, "1RNF").startswith("CP 3 of 8, Cohesion -2")
    assert line(draft.state, "commonwealth", "1RNF")[:2] == ("3/8", "-2")
    assert standing(draft.state, "2KOR") == standing(state, "2KOR")


@pytest.mark.case("3.4", "11.32")
def test_points_in_parentheses_count_once_nobody_is_with_them() -> None:
    """The guns that are left defend themselves: their figures change although they did nothing."""
    state = position("102AA[Breda20:8], I/157 C4807")
    together = strengths(state, "102AA")
    draft = draft_of(state)
    place(draft, "I/157", board().hex("C4708"))
    assert strengths(draft.state, "102AA") != together
    place(draft, "I/157", board().hex("C4807"))
    assert strengths(draft.state, "102AA") == together


@pytest.mark.case("31.0")
def test_the_allowance_follows_rommel() -> None:
    state = position(f"5Le+, {ROMMEL} A1816", turn=30)
    led = replace(state, escort=("5Le",), rommel=board().hex("A1816"))
    plain, with_him = (line(each, "axis", "5Le")[0] for each in (state, led))
    assert int(with_him.split("/")[1]) == int(plain.split("/")[1]) + 5
    gone = replace(led, rommel=board().hex("C4807"))
    assert line(gone, "axis", "5Le")[0] == plain
