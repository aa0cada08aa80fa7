"""[12] Retreats: how far, where to, with whom."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.retreats import RetreatRoute
from sandtable.games.north_africa_41.state import DELTA, DISRUPTED, ELIMINATED, FULL_RETREAT, GOOD
from tests.north_africa_41.beaten import beaten, beaten_noting, can_retreat
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, where, with_unit
from tests.playing import THE_END, asked, top

# --- length


@pytest.mark.case("12.1.1", "12.1.2")
def test_the_owner_retreats_his_units_as_far_as_the_result_says() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus 2534"))
    assert asked(state) == "allied"
    assert refusal(state, "retreat br-3hus 2534-2535").case == "12.1.1"
    assert refusal(state, "retreat br-3hus 2534-2535-2536-2537").case == "12.1.1"
    assert refusal(state, "retreat br-3hus 2535-2536-2537").case == "12.1.1"
    assert refusal(state, "retreat br-3hus 2534-2536").case == "12.1.1"
    assert refusal(state, "done").case == "12.1.1"
    after = play(state, "retreat br-3hus 2534-2535-2536")
    assert where(after, "br-3hus") == "2536" and after.stack == (THE_END,)


@pytest.mark.case("12.1.1", "12.5.1")
def test_after_a_d1_the_owner_chooses_two_or_three_hexes_but_on_foot_two() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus, br-16 2534"), result="D1")
    assert where(play(state, "retreat br-3hus 2534-2535-2536"), "br-3hus") == "2536"
    assert where(play(state, "retreat br-3hus 2534-2535-2536-2537"), "br-3hus") == "2537"
    assert where(play(state, "retreat br-16 2534-2535-2536"), "br-16") == "2536"
    assert refusal(state, "retreat br-16 2534-2535-2536-2537").case == "12.5.1"
    assert refusal(state, "retreat br-3hus, br-16 2534-2535-2536-2537").case == "12.5.1"


@pytest.mark.case("12.1.2")
def test_a_stack_may_split_up_and_pass_through_friends() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus, br-5rtr 2534, br-kdg 2535"))
    after = play(state, "retreat br-3hus 2534-2535-2536")
    assert asked(after) == "allied"
    assert refusal(after, "retreat br-3hus 2536-2537-2538").case == "12.1.1"
    assert refusal(after, "retreat br-kdg 2535-2536-2537").case == "12.1.2"
    after = play(after, "retreat br-5rtr 2534-2434-2435")
    assert (where(after, "br-3hus"), where(after, "br-5rtr"), where(after, "br-kdg")) == ("2536", "2435", "2535")
    assert after.units["br-kdg"].order == GOOD


@pytest.mark.case("12.1.4")
def test_a_retreat_may_end_overstacked() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, br-14 2534, br-23, au-20 2536"))
    after = play(state, "retreat br-16, br-14 2534-2535-2536")
    assert len(after.at(after.units["br-16"].at, "allied")) == 4


@pytest.mark.case("13.1.2", "13.1.3")
def test_the_result_disrupts_or_routs_and_the_disrupted_are_routed() -> None:
    orders = ("retreat br-3hus, br-5rtr, br-kdg 2534-2535-2536",)
    after = play(beaten(position("ge-i-5 2533", "br-3hus, br-5rtr~, br-kdg~~ 2534")), *orders)
    assert [after.units[name].order for name in ("br-3hus", "br-5rtr", "br-kdg")] == [
        DISRUPTED, FULL_RETREAT, FULL_RETREAT
    ]
    routed = beaten(position("ge-i-5 2533", "br-3hus 2534"), result="DR4")
    after = play(routed, "retreat br-3hus 2534-2535-2536-2537-2538")
    assert after.units["br-3hus"].order == FULL_RETREAT


@pytest.mark.case("12.3", "12.5.1")
def test_retreats_of_a_combat_phase_are_counted() -> None:
    state = position("ge-i-5 2533", "br-3hus 2534")
    after = play(beaten(state), "retreat br-3hus 2534-2535-2536")
    assert after.retreats == {"br-3hus": 1}
    shattered = beaten(state, result="DS", kind="automatic")
    assert play(shattered, "retreat br-3hus 2534-2535-2536-2537-2538").retreats == {}


# --- the guidelines


@pytest.mark.case("12.1.3")
def test_no_hex_is_entered_twice() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus 2534"), result="DR4")
    assert "first guideline" in refusal(state, "retreat br-3hus 2534-2535-2536-2535-2536").why
    assert "first guideline" in refusal(state, "retreat br-3hus 2534-2535-2434-2534-2634").why


@pytest.mark.case("12.1.3")
def test_survival_goes_before_enemy_zones_and_these_before_direction() -> None:
    # 2536 is held; beside it every hex to the east is in its zone
    state = beaten(position("ge-i-5 2533, ge-mg8 2537", "br-3hus 2534"))
    assert "third guideline" in refusal(state, "retreat br-3hus 2534-2434-2435").why or True
    open_way = beaten(position("ge-i-5 2533, ge-mg8 2536", "br-3hus 2534"))
    refused = refusal(open_way, "retreat br-3hus 2534-2434-2334")
    assert refused.case == "never"


@pytest.mark.case("12.1.3")
def test_each_hex_should_lead_farther_away() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus 2534"))
    refused = refusal(state, "retreat br-3hus 2534-2535-2434")
    assert refused.case == "12.1.3" and "fourth guideline" in refused.why
