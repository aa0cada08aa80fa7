"""Retreat Before Assault."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import (
    RetreatBeforeAssault,
    may_withdraw,
    suggest,
)
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import WITHDRAWAL, options, order, refused, scene, who
from tests.campaign_for_north_africa.positions import spent, where
from tests.campaign_for_north_africa.screens import row

AXIS = "I/104, II/104 C3918"
SIDE: Side = "commonwealth"


def retreating(*units: str, **segment: tuple[str, ...]) -> Campaign:
    state = scene(*units, step=WITHDRAWAL, segment=Segment(**segment))  # type: ignore[arg-type]
    assert isinstance(state.stack[-1], RetreatBeforeAssault)
    return state


@pytest.mark.case("13.0", "13.1", "13.27")
def test_the_non_phasing_side_is_asked_and_need_not_retreat() -> None:
    state = retreating(AXIS, "1RNF C3818")
    assert who(state) == (SIDE,)
    state = order(state, SIDE, "done")
    assert isinstance(state.stack[-1], ForceAssignment) and where(state, "1RNF") == "C3818"


@pytest.mark.case("6.26", "13.1")
def test_who_has_lost_all_cohesion_does_not_withdraw() -> None:
    sound = retreating(AXIS, "1RNF, 2SctGds C3818")
    assert where(order(sound, SIDE, "withdraw 1RNF C3818-C3719"), "1RNF") == "C3719"
    broken = retreating(AXIS, "1RNF C3818 cohesion=-26, 2SctGds C3818")
    assert refused(broken, SIDE, "withdraw 1RNF C3818-C3719") == "6.26"
    assert may_withdraw(sound, SIDE, "1RNF") and not may_withdraw(broken, SIDE, "1RNF")


@pytest.mark.case("6.14", "13.21", "13.22", "13.23")
def test_the_northumberland_fusiliers_of_the_example_retreat_three_hexes() -> None:
    """A single battalion of Italians, so that there is no contact: six Capability Points, two are left."""
    state = retreating("I/35 C3918", "1RNF C3818")
    state = order(state, SIDE, "withdraw 1RNF C3818-C3719-C3619-C3519")
    assert where(state, "1RNF") == "C3519" and spent(state, "1RNF") == 6
    assert state.retreating == ("C3818",)


@pytest.mark.case("13.22")
def test_units_in_contact_pay_to_break_off() -> None:
    state = order(retreating(AXIS, "1RNF C3818"), SIDE, "withdraw 1RNF C3818-C3719")
    assert spent(state, "1RNF") == 4


@pytest.mark.case("13.1", "12.44")
def test_pinned_units_stay_and_so_does_a_formation_with_a_pinned_battalion() -> None:
    state = retreating(AXIS, "1RNF, 2SctGds C3818", pinned=("1RNF",))
    assert refused(state, SIDE, "withdraw 1RNF C3818-C3718") == "12.44"
    assert where(order(state, SIDE, "withdraw 2SctGds C3818-C3718"), "2SctGds") == "C3718"
    formation = retreating(AXIS, "7Spt C3818, 1KRRC>7Spt, 1RNF C3719", pinned=("1KRRC",))
    assert refused(formation, SIDE, "withdraw 7Spt C3818-C3718") == "12.44"


@pytest.mark.case("13.1")
def test_a_spent_force_may_not_retreat() -> None:
    state = retreating(AXIS, "1RNF C3818 cohesion=-26, 2SctGds C3818")
    assert refused(state, SIDE, "withdraw 1RNF C3818-C3718") == "6.26"


@pytest.mark.case("13.1")
def test_phasing_units_do_not_retreat_before_assault() -> None:
    assert refused(retreating(AXIS, "1RNF C3818"), SIDE, "withdraw I/104 C3918-C4018") == "8.0"


@pytest.mark.case("13.24")
def test_units_that_are_not_adjacent_go_four_points_or_one_hex() -> None:
    state = retreating(AXIS, "1RNF C3818, 2SctGds C3718")
    assert refused(state, SIDE, "withdraw 2SctGds C3718-C3618-C3518-C3418") == "13.24"
    assert spent(order(state, SIDE, "withdraw 2SctGds C3718-C3618-C3518"), "2SctGds") == 4


@pytest.mark.case("13.24", "13.21", "13.1", "12.44")
def test_one_hex_is_allowed_whatever_it_costs_and_two_only_for_four_points() -> None:
    """From C4514 to C4413 infantry pays five points."""
    state = retreating(AXIS, "1RNF C3818, 2SctGds C4514")
    assert spent(order(state, SIDE, "withdraw 2SctGds C4514-C4413"), "2SctGds") == 5
    assert refused(state, SIDE, "withdraw 2SctGds C4514-C4413-C4412") == "13.24"
    pinned = retreating(AXIS, "1RNF C3818, 2SctGds C4514", pinned=("2SctGds",))
    assert refused(pinned, SIDE, "withdraw 2SctGds C4514-C4413") == "12.44"


@pytest.mark.case("13.25")
def test_units_only_move_in_this_step() -> None:
    state = retreating(AXIS, "1RNF C3818")
    assert refused(state, SIDE, "commit none") == "13.25"
    assert refused(state, SIDE, "barrage none") == "13.25"


@pytest.mark.case("13.25", "32.17", "13.1")
def test_supplies_are_blown_up_before_anybody_goes_and_not_afterwards() -> None:
    state = retreating(AXIS, "1RNF, 2SctGds C3818")
    assert "destroy CW-S1" in options(state, SIDE)
    gone = order(state, SIDE, "withdraw 1RNF C3818-C3718")
    assert refused(gone, SIDE, "destroy CW-S1") == "32.17" and "destroy CW-S1" not in options(gone, SIDE)
    burnt = order(state, SIDE, "destroy CW-S1", (3,))
    assert "CW-S1" not in burnt.supply and spent(burnt, "1RNF") == 4 and spent(burnt, "2SctGds") == 5
    assert where(order(burnt, SIDE, "withdraw 1RNF C3818-C3718"), "1RNF") == "C3718"
    spared = order(state, SIDE, "destroy CW-S1", (4,))
    assert "CW-S1" in spared.supply and refused(spared, SIDE, "destroy CW-S1") == "32.17"


@pytest.mark.case("13.25", "32.17")
def test_one_sees_that_ones_own_supply_unit_has_gone() -> None:
    gone = retreating(AXIS, "1RNF C3818", withdrew=("CW-S1",))
    assert "destroy CW-S1" not in options(observe(gone, SIDE), SIDE)
    assert observe(gone, "axis").segment.withdrew == ()
    assert row(gone, SIDE, "combat", "Retreated before assault").text == "CW-S1"


@pytest.mark.case("13.25", "8.17")
def test_men_who_have_marched_too_far_have_no_strength_left_to_blow_anything_up() -> None:
    assert refused(retreating(AXIS, "1RNF C3818 spent=10"), SIDE, "destroy CW-S1") == "8.17"
    assert refused(retreating(AXIS, "1RNF C3818"), SIDE, "destroy AX-S1") == "32.17"


@pytest.mark.case("13.26", "13.28")
def test_nobody_retreats_from_one_zone_into_another() -> None:
    state = retreating("I/104, II/104 C3918, I/125, II/125 C3719", "1RNF C3818")
    after = order(state, SIDE, "withdraw 1RNF C3818-C3718")
    assert where(after, "1RNF") == "C3818" and "1RNF" not in after.segment.withdrew
    assert where(order(state, SIDE, "withdraw 1RNF C3818-C3817"), "1RNF") == "C3818"


@pytest.mark.case("13.28", "13.1")
def test_who_has_retreated_is_remembered_and_goes_once() -> None:
    state = order(retreating(AXIS, "7Spt C3818, 1KRRC>7Spt"), SIDE, "withdraw 7Spt C3818-C3718")
    assert state.segment.withdrew == ("7Spt", "1KRRC")


@pytest.mark.case("13.1")
def test_a_unit_retreats_once_in_a_segment() -> None:
    state = order(retreating(AXIS, "1RNF, 2SctGds C3818"), SIDE, "withdraw 1RNF C3818-C3718")
    assert refused(state, SIDE, "withdraw 1RNF C3718-C3618") == "13.1"


@pytest.mark.case("13.21", "32.23")
def test_vehicles_need_fuel_to_retreat() -> None:
    state = scene(AXIS, "6RTR C3818", step=WITHDRAWAL, supply={"AX-S1": ("C3918", 40, 60)})
    assert refused(state, SIDE, "withdraw 6RTR C3818-C3718") == "32.23"
    fed = order(retreating(AXIS, "6RTR C3818"), SIDE, "withdraw 6RTR C3818-C3718")
    assert fed.supply["CW-S1"].fuel == 58 and fed.units["6RTR"].breakdown > 0


@pytest.mark.case("13.0", "13.1")
def test_where_nobody_near_the_enemy_can_go_nobody_is_asked() -> None:
    state = scene(AXIS, "1RNF C3818", step=WITHDRAWAL, segment=Segment(pinned=("1RNF",)))
    assert not isinstance(state.stack[-1], RetreatBeforeAssault)


@pytest.mark.case("13.23")
def test_what_is_listed_is_legal_and_leads_away() -> None:
    state = retreating(AXIS, "1RNF, 2SctGds C3818")
    listed = options(state, SIDE)
    assert listed[0] == "done" and "withdraw 2SctGds, 1RNF C3818-C3718" in listed
    assert str(suggest(state, SIDE)) == "done"
    hopeless = retreating("5Le+ C3918", "1RNF C3818")
    assert str(suggest(hopeless, SIDE)).startswith("withdraw 1RNF C3818-")
