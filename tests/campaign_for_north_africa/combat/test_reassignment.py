"""Anti-Armour points that find no armour."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment, limit
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign, Commitment
from tests.campaign_for_north_africa.combat_segments import (
    COMMITMENT,
    REASSIGNMENT,
    end_after,
    options,
    order,
    refused,
    scene,
    who,
)

AT = board().hex("C3818")


@pytest.fixture(autouse=True)
def _stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    end_after(REASSIGNMENT, monkeypatch)


def assigned(attackers: str, defenders: str, attack: str, defence: str) -> Campaign:
    state = scene(attackers, defenders, step=COMMITMENT)
    return order(order(state, "axis", f"commit {attack}"), "commonwealth", f"commit {defence}")


def lost_guns() -> Campaign:
    return assigned(
        "I/104, 190PzJg C3918",
        "1RNF, 3RHA C3818",
        "C3818 close I/104:7; C3818 anti 190PzJg:4",
        "C3818 close 1RNF:3; C3818 anti 3RHA:5",
    )


@pytest.mark.case("14.23")
def test_up_to_half_of_the_points_go_over_to_close_assault() -> None:
    state = lost_guns()
    assert isinstance(state.stack[-1], Reassignment) and who(state) == ("axis",)
    assert limit(state, "axis", AT) == 2
    assert refused(state, "axis", "commit C3818 close 190PzJg:3") == "14.23"
    state = order(state, "axis", "commit C3818 close 190PzJg:2")
    assert Commitment(AT, "close_assault", "190PzJg", "5Pak38", 2) in state.segment.forces
    assert Commitment(AT, "anti_armour", "190PzJg", "5Pak38", 2) in state.segment.forces


@pytest.mark.case("14.23", "15.21", "15.34")
def test_half_is_rounded_down_and_both_sides_may() -> None:
    """I/104 rides in no halftrack, so that the defender finds no armour either."""
    state = order(lost_guns(), "axis", "commit none")
    assert who(state) == ("commonwealth",) and limit(state, "commonwealth", AT) == 2
    assert options(state, "commonwealth") == ["commit C3818 close 3RHA:2", "commit none"]
    state = order(state, "commonwealth", "commit C3818 close 3RHA:2")
    assert Commitment(AT, "close_assault", "3RHA", "2pdr", 2) in state.segment.forces
    assert who(state) == ()


@pytest.mark.case("14.23", "15.21", "15.34")
@pytest.mark.parametrize("text", ["C3818 close I/104:1", "C3818 anti 190PzJg:1", "C3817 close 190PzJg:1"])
def test_nothing_else_is_reassigned(text: str) -> None:
    assert refused(lost_guns(), "axis", f"commit {text}") == "14.23"


@pytest.mark.case("14.23", "11.14")
def test_where_there_is_any_armour_nothing_is_reassigned() -> None:
    state = assigned(
        "I/104, 190PzJg C3918", "1RNF, 6RTR C3818", "C3818 close I/104:7; C3818 anti 190PzJg:4", "C3818 close 1RNF:3"
    )
    assert not isinstance(state.stack[-1], Reassignment)
    state = assigned(
        "I/104, I/5Pz C3918",
        "1RNF, 3RHA C3818",
        "C3818 close I/104:7, I/5Pz:PzIIIH:7",
        "C3818 close 1RNF:3; C3818 anti 3RHA:5",
    )
    assert not isinstance(state.stack[-1], Reassignment)


@pytest.mark.case("14.23", "10.31", "10.36", "18.23")
def test_a_hex_that_must_be_attacked_is_when_guns_join_the_assault_after_all() -> None:
    """All points of 190PzJg fire at armour that is not there."""
    state = assigned("190PzJg C3918", "1RNF, 2SctGds C3818", "C3818 anti 190PzJg:4", "C3818 close 1RNF:3, 2SctGds:6")
    state = replace(state, segment=replace(state.segment, unmet=((board().hex("C3918"), AT, 3),)))
    kept = order(state, "axis", "commit none")
    assert kept.segment.unmet and kept.units["190PzJg"].assaults == 0
    met = order(state, "axis", "commit C3818 close 190PzJg:2")
    assert met.segment.unmet == () and met.units["190PzJg"].assaults == 1
