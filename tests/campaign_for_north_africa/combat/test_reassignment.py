"""Anti-Armour points that find no armour."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.reassignment import (
    Reassignment,
    has_armour_against,
    limit,
    movable,
    unmask,
)
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import committed
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
from tests.playing import draft_of

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


# To the point


@pytest.mark.case("14.12", "14.23")
def test_armour_is_what_comes_at_this_hex_from_the_other_side() -> None:
    state = committed(
        "I/5Pz[PzIIIH:8], I/104 C3918",
        "6RTR, 3RHA C3818, 2SctGds C3919",
        attack="C3818 close I/104:7; C3919 close I/5Pz:8",
        defence="C3818 anti 3RHA:6; C3818 close 6RTR:10; C3919 close 2SctGds:6",
    )
    assert not has_armour_against(state, "commonwealth", AT)  # tanks come at C3919 only, and one's own do not count
    assert has_armour_against(state, "commonwealth", board().hex("C3919"))
    assert has_armour_against(state, "axis", AT) and not has_armour_against(state, "axis", board().hex("C3919"))


@pytest.mark.case("15.21", "15.34", "14.23")
def test_points_go_over_only_where_they_can_do_anything() -> None:
    supply = {"AX-S1": ("A5533", 40, 0)}
    hill = board().hex("A5433")
    tanks = committed("I/5Pz, 33PzJg A5533", "1RNF A5433", attack="A5433 anti I/5Pz:PzIIIH:4", supply=supply)
    assert not list(movable(tanks, "axis", hill))  # motorised units assault up no escarpment
    here = committed("I/5Pz C3918", "1RNF C3818", attack="C3818 anti I/5Pz:PzIIIH:4")
    assert [force.unit for force in movable(here, "axis", AT)] == ["I/5Pz"]
    flak = committed("132Art[Breda20:4] C3918", "1RNF C3818", attack="C3818 anti 132Art:4")
    assert not list(movable(flak, "axis", AT))  # a rating in parentheses does not assault
    marsh = committed(
        "I/35 A3928", "6RTR[A9:5] A3827", attack="A3827 close I/35:7", defence="A3827 anti 6RTR:A9:2", supply=supply
    )
    assert [force.unit for force in movable(marsh, "commonwealth", board().hex("A3827"))] == ["6RTR"]


@pytest.mark.case("14.23")
def test_as_many_points_go_over_as_were_assigned_and_nothing_else_is_answered() -> None:
    state = assigned("I/104, 190PzJg C3918", "1RNF C3818", "C3818 close I/104:7; C3818 anti 190PzJg:4", "none")
    assert refused(state, "axis", "done") == "14.23"
    one = assigned(
        "I/104, 190PzJg, 33PzJg C3918",
        "1RNF C3818",
        "C3818 close I/104:7; C3818 anti 190PzJg:1, 33PzJg:3.7Pak:3",
        "none",
    )
    assert limit(one, "axis", AT) == 2
    assert order(one, "axis", "commit C3818 close 190PzJg:1") != one  # all that it had at the guns
    assert refused(one, "axis", "commit C3818 close 190PzJg:2") == "14.23"


@pytest.mark.case("16.46")
def test_a_dummy_in_a_hex_that_is_not_attacked_is_not_found_out() -> None:
    far = board().hex("C3922")
    state = committed(
        "I/104 C3918", "1RNF C3818, 2SctGds C3922", attack="C3818 close I/104:7", defence="C3818 close 1RNF:3"
    )
    draft = draft_of(replace(state, decoys={"commonwealth": (far,)}))
    before = draft.state
    unmask(draft)
    assert draft.state is before and not draft.events
