"""[12] Retreats: how far, where to, with whom."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.state import DELTA, DISRUPTED, ELIMINATED, FULL_RETREAT, GOOD, SURRENDERED
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
    assert refusal(after, "retreat br-5rtr, br-kdg 2534-2535-2536").case == "12.1.2"
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
        DISRUPTED,
        FULL_RETREAT,
        FULL_RETREAT,
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
def test_enemy_zones_are_avoided_where_they_can_be() -> None:
    state = beaten(position("ge-i-5 2533, ge-mg8 2633, ge-mg2 2433", "br-3hus 2534"))
    refused = refusal(state, "retreat br-3hus 2534-2434-2435")
    assert refused.case == "12.1.3" and "third guideline" in refused.why
    assert where(play(state, "retreat br-3hus 2534-2535-2435"), "br-3hus") == "2435"


@pytest.mark.case("12.1.3")
def test_zones_go_before_direction() -> None:
    # by 2634 or 2433 two hexes lead straight away, but through a zone
    state = position("ge-i-5 2533, ge-mg8 2633, ge-mg2 2636, ge-3rec 2336, ge-115 2234", "br-3hus 2534")
    assert where(beaten(state), "br-3hus") == "2535"  # the only way, by 2434


@pytest.mark.case("12.1.3")
def test_each_hex_should_lead_farther_away() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus 2534"))
    refused = refusal(state, "retreat br-3hus 2534-2535-2434")
    assert refused.case == "12.1.3" and "fourth guideline" in refused.why


@pytest.mark.case("12.1.3")
def test_a_retreat_should_end_in_supply() -> None:
    state = beaten(position("ge-i-5 2535, ge-mg8 2533", "br-3hus 2534"))
    refused = refusal(state, "retreat br-3hus 2534-2434-2334")
    assert refused.case == "12.1.3" and "fifth guideline" in refused.why
    assert where(play(state, "retreat br-3hus 2534-2434-2335"), "br-3hus") == "2335"


@pytest.mark.case("12.1.3", "12.2.1")
def test_friends_who_did_not_retreat_in_this_phase_negate_a_zone() -> None:
    state = position("ge-i-5 2533, ge-mg8 2536", "br-3hus 2534, br-kdg 2435")
    assert where(play(beaten(state), "retreat br-3hus 2534-2434-2435"), "br-3hus") == "2435"
    again = beaten(position("ge-i-5 2533, ge-mg8 2536", "br-3hus 2534, br-kdg 2435", retreats={"br-kdg": 1}))
    assert "third guideline" in refusal(again, "retreat br-3hus 2534-2434-2435").why  # avoided, though not deadly


@pytest.mark.case("12.1.2")
def test_nobody_is_asked_about_a_retreat_without_a_choice() -> None:
    state = position("ge-i-5 2535, ge-mg8 2433, ge-mg2 2633", "br-3hus, br-5rtr 2534, br-kdg 2634")
    after, events = beaten_noting(state)
    assert after.stack == (THE_END,)
    assert where(after, "br-3hus") == where(after, "br-5rtr") == "2735"
    assert [event.facts["path"] for event in events if event.kind == "retreated"] == [["2534", "2634", "2735"]] * 2


# --- elimination


@pytest.mark.case("12.2.1", "7.4")
def test_the_example_of_one_zone_two_zones_and_overlapping_ones() -> None:
    # A and B can retreat through one enemy zone without penalty, but neither through two nor into overlapping ones.
    state = beaten(position("ge-i-5 2633, ge-mg8 2434", "br-3hus, br-16 2534"))
    assert refusal(state, "retreat br-3hus 2534-2535-2435").why == "2435 would be the second enemy zone entered"
    assert where(play(state, "retreat br-3hus, br-16 2534-2535-2536"), "br-16") == "2536"
    overlapping = beaten(position("ge-i-5 2533, ge-mg8 2633, ge-mg2 2635", "br-3hus 2534"))
    assert refusal(overlapping, "retreat br-3hus 2534-2634-2735").why == "enemy zones overlap in 2634"
    # D, with enemies in every other hex around it, has no way at all.
    surrounded = position("ge-i-5 2535, ge-mg8 2433, ge-mg2 2633", "br-3hus 2534")
    assert not can_retreat(surrounded)
    assert beaten(surrounded).units["br-3hus"].at == ELIMINATED


@pytest.mark.case("11.5.2", "12.2.1")
def test_a_stack_has_a_way_out_while_one_of_its_units_has() -> None:
    assert can_retreat(position("ge-i-5 2533", "br-16, al-tob 2534")), "who cannot move has none"
    assert not can_retreat(position("ge-i-5 2533", "al-tob 2534"))


@pytest.mark.case("12.2.1")
def test_friends_negate_zones_unless_they_are_in_full_retreat_or_part_of_the_stack() -> None:
    ring = "ge-i-5 2535, ge-mg8 2433, ge-mg2 2633"
    assert can_retreat(position(ring, "br-3hus 2534, br-kdg 2634"))
    assert can_retreat(position(ring, "br-3hus 2534, br-kdg~ 2634"))
    assert not can_retreat(position(ring, "br-3hus 2534, br-kdg~~ 2634"))
    assert can_retreat(position(ring, "br-3hus 2534, br-kdg~~, br-trd 2634")), "one who stands firm is enough"


@pytest.mark.case("12.2.1")
def test_neither_enemy_units_nor_the_end_in_a_zone_are_survived() -> None:
    state = beaten(position("ge-i-5 2533, ge-mg8 2536, ge-3rec~~ 2334", "br-3hus 2534"))
    assert refusal(state, "retreat br-3hus 2534-2535-2536").why == "enemy Combat Units are at 2536"
    assert refusal(state, "retreat br-3hus 2534-2434-2334").why == "enemy Combat Units are at 2334"
    assert "ends in the enemy zone" in refusal(state, "retreat br-3hus 2534-2634-2635").why


@pytest.mark.case("12.2.1")
def test_one_hex_more_saves_mechanised_units_from_ending_in_a_zone() -> None:
    trap = "ge-i-5 2434, ge-mg8 2533, ge-mg2 2834, ge-3rec 2536, ge-115 2733"
    state = beaten(position(trap, "br-3hus, br-16 2534"))
    assert state.units["br-16"].at == ELIMINATED  # on foot nobody goes a third hex
    assert listed(state) == ["retreat br-3hus 2534-2634-2635-2736"]
    assert can_retreat(position(trap, "br-3hus 2534")) and not can_retreat(position(trap, "br-16 2534"))
    assert where(play(state, "retreat br-3hus 2534-2634-2735-2736"), "br-3hus") == "2736"
    free = beaten(position("ge-i-5 2533", "br-3hus 2534"))
    assert refusal(free, "retreat br-3hus 2534-2535-2536-2537").case == "12.1.1"


@pytest.mark.case("12.2.1", "5.5", "5.7")
def test_ground_that_is_closed_to_movement_is_closed_to_retreats() -> None:
    desert = beaten(position("ge-i-5 1941", "br-3hus 1940"), "1940", "DR4")
    assert refusal(desert, "retreat br-3hus 1940-1939-1938-1937-1936").why.startswith("1936 would be the third")
    cliff = beaten(position("ge-i-5 2747", "br-3hus, br-16 2746"), "2746")
    assert refusal(cliff, "retreat br-3hus 2746-2645-2644").case == "12.2.1"
    assert where(play(cliff, "retreat br-16 2746-2645-2644"), "br-16") == "2644"


@pytest.mark.case("12.2.1", "6.3.3")
def test_a_friendly_box_fulfils_any_retreat_and_an_enemy_one_none() -> None:
    state = beaten(position("ge-i-5 2378", "br-16 2379"), "2379", "DR4")
    assert state.units["br-16"].at == DELTA and state.stack == (THE_END,)
    nearer = beaten(position("ge-i-5 2479", "br-3hus 2480"), "2480")
    assert nearer.units["br-3hus"].at == DELTA and nearer.stack == (THE_END,), "no enemy zone is entered for more hexes"
    west = beaten(position("ge-i-5 1502", "br-3hus, br-5rtr 1501"), "1501")
    assert refusal(west, "retreat br-3hus 1501-tripoli").case == "12.2.1"


@pytest.mark.case("17.1.2", "12.2.1")
def test_the_artillery_of_tobruk_is_lost_when_it_has_to_retreat() -> None:
    assert beaten(position("ge-i-5 3037", "al-tob 3138"), "3138").units["al-tob"].at == ELIMINATED


# --- stopping short


@pytest.mark.case("12.4")
def test_a_friendly_port_or_fortification_may_end_a_retreat_after_one_hex() -> None:
    port = beaten(position("ge-i-5 3036", "br-3hus, br-5rtr 3037"), "3037", "DR4")
    assert where(play(port, "retreat br-3hus 3037-3138"), "br-3hus") == "3138"
    assert where(play(port, "retreat br-3hus 3037-3038-3039-3040-3041"), "br-3hus") == "3041"
    assert play(port, "retreat br-3hus 3037-3138").units["br-3hus"].order == FULL_RETREAT
    fort = position("ge-i-5 2533", "br-3hus 2534", forts={"2535": "allied"})
    assert where(play(beaten(fort), "retreat br-3hus 2534-2535"), "br-3hus") == "2535"
    works = position("ge-i-5 2533", "br-3hus 2534", works={"2535": "allied"})
    assert refusal(beaten(works), "retreat br-3hus 2534-2535").case == "12.1.1"
    enemy = position("ge-i-5 3036", "br-3hus, br-5rtr 3037", control={"3138": "axis"})
    assert refusal(beaten(enemy, "3037", "DR4"), "retreat br-3hus 3037-3138").case == "12.1.1"


@pytest.mark.case("12.4", "12.1.3")
def test_to_stop_is_an_option_that_must_not_cost_an_enemy_zone() -> None:
    allied = "br-3hus 2534, br-kdg 2635"
    state = beaten(position("ge-i-5 2533, ge-mg8 2633", allied, forts={"2635": "allied"}), result="DR4")
    assert where(play(state, "retreat br-3hus 2534-2535-2635"), "br-3hus") == "2635"
    assert "third guideline" in refusal(state, "retreat br-3hus 2534-2634-2635").why


@pytest.mark.case("12.4", "7.3", "12.2.1")
def test_a_limited_zone_bars_no_retreat() -> None:
    axis = "ge-i-5 2533, ge-mg8 2435"
    state = beaten(position(axis, "br-3hus 2534", forts={"2535": "allied"}))
    assert where(play(state, "retreat br-3hus 2534-2535"), "br-3hus") == "2535"
    bare = beaten(position(axis, "br-3hus 2534"))
    assert "third guideline" in refusal(bare, "retreat br-3hus 2534-2535-2635").why


@pytest.mark.case("12.4", "27.4")
def test_by_option_a_port_without_a_garrison_is_no_refuge() -> None:
    pieces = ("ge-i-5 2942", "br-16 2943")
    assert where(beaten(position(*pieces), "2943", "DR4"), "br-16") == "2945"
    lost = beaten(position(*pieces, options=("port-garrisons",)), "2943", "DR4")
    assert lost.units["br-16"].at == SURRENDERED


# --- Trucks and what they carry


@pytest.mark.case("12.1.1", "12.1.5")
def test_a_truck_takes_a_unit_on_foot_as_far_as_it_must_go() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, br-14, allied-truck-1 2534"), result="DR4")
    assert refusal(state, "retreat br-16 2534-2535-2536-2537-2538").case == "12.2.1"
    assert refusal(state, "retreat br-16, br-14, allied-truck-1 2534-2535-2536-2537-2538").case == "12.2.1"
    after = play(state, "retreat br-16, allied-truck-1 2534-2535-2536-2537-2538")
    assert where(after, "br-16") == where(after, "allied-truck-1") == "2538"
    assert after.units["br-14"].at < 0  # nobody carries the other brigade


@pytest.mark.case("12.1.5")
def test_the_truck_that_is_listed_for_a_unit_on_foot_is_an_empty_one() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, allied-truck-1^, allied-truck-2 2534"), result="DR4")
    assert any(order.startswith("retreat br-16, allied-truck-2 ") for order in listed(state))


@pytest.mark.case("12.1.5")
def test_a_truck_takes_up_a_supply_point_that_lies_on_its_way() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus, allied-truck-1 2534", supply={"allied": {"2535": 1}}))
    after = play(state, "retreat br-3hus, allied-truck-1, supply 2534-2535-2536")
    assert after.units["allied-truck-1"].loaded and after.books["allied"].stores == {}


@pytest.mark.case("12.1.1", "12.5.1")
def test_units_with_vehicles_that_go_too_far_are_told_the_length_and_none_goes_twice() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus, br-5rtr 2534"))
    assert refusal(state, "retreat br-3hus 2534-2535-2536-2537").case == "12.1.1"
    assert refusal(state, "retreat br-3hus, br-3hus 2534-2535-2536").case == "12.1.1"


@pytest.mark.case("12.1.1", "12.1.5", "12.5.1")
def test_a_truck_carries_no_replacement_and_no_unit_beside_a_supply_point() -> None:
    way = "2534-2535-2536-2537-2538"
    lorries = "allied-truck-1, allied-truck-2"
    state = beaten(position("ge-i-5 2533", f"br-16, repl-british-infantry-1, {lorries} 2534"), result="DR4")
    assert refusal(state, f"retreat br-16, repl-british-infantry-1, {lorries} {way}").case.startswith("12.")
    assert where(play(state, f"retreat br-16, {lorries} {way}"), "br-16") == "2538"
    heaped = position("ge-i-5 2533", "br-16, allied-truck-1, allied-truck-2 2534", supply={"allied": {"2534": 1}})
    state = beaten(heaped, result="DR4")
    assert refusal(state, f"retreat br-16, allied-truck-1, supply {way}").case.startswith("12.")
    both = play(state, f"retreat br-16, {lorries}, supply {way}")
    assert where(both, "br-16") == "2538" and supply_at(both, "allied", "2534") == 0


@pytest.mark.case("12.1.1", "12.1.5", "12.5.1")
def test_one_who_has_retreated_already_keeps_his_companions_on_foot_from_retreating() -> None:
    pieces = position("ge-i-5 2533", "br-16~, br-14, allied-truck-1 2534", retreats={"br-16": 1})
    state = beaten(pieces, kind="breakthrough")
    assert refusal(state, "retreat br-16, br-14 2534-2535-2536").case.startswith("12.")
    assert where(play(state, "retreat br-14 2534-2535-2536"), "br-14") == "2536"
    assert where(play(state, "retreat br-16, allied-truck-1 2534-2535-2536"), "br-16") == "2536"


@pytest.mark.case("12.1.1", "12.1.5", "13.3.2", "17.1.2")
def test_a_party_is_bound_by_the_one_in_full_retreat_and_by_the_one_that_cannot_move() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus~~, br-5rtr 2534", forts={"2536": "axis"}))
    assert refusal(state, "retreat br-3hus, br-5rtr 2534-2535-2536").case == "13.3.2"
    assert where(play(state, "retreat br-5rtr 2534-2535-2536"), "br-5rtr") == "2536"
    guns = beaten(position("ge-i-5 2533", "al-tob, br-3hus, br-5rtr 2534"))
    assert refusal(guns, "retreat br-3hus, al-tob 2534-2535-2536").case.startswith("12.")


@pytest.mark.case("12.1.5")
def test_trucks_and_replacements_may_retreat_or_stay() -> None:
    pieces = "br-3hus, allied-truck-1, allied-truck-2^, repl-british-infantry-1 2534"
    state = play(beaten(position("ge-i-5 2533", pieces)), "retreat br-3hus, allied-truck-1 2534-2535-2536")
    assert asked(state) == "allied" and isinstance(top(state), RetreatRoute)
    after = play(state, "retreat allied-truck-2, repl-british-infantry-1 2534-2434-2435")
    assert where(after, "repl-british-infantry-1") == where(after, "allied-truck-2") == "2435"
    assert after.units["allied-truck-2"].loaded
    assert where(play(state, "done"), "allied-truck-2") == "2534"
    whole = beaten(position("ge-i-5 2533", pieces))
    assert state.retreats == {"br-3hus": 1}, "only Combat Units count their retreats"
    assert refusal(whole, "retreat repl-british-infantry-1, allied-truck-1 2533-2535").case.startswith("12.")


@pytest.mark.case("12.1.1", "12.1.5", "17.2.1", "17.2.4")
def test_supply_points_retreat_only_on_trucks() -> None:
    state = position("ge-i-5 2533", "br-3hus, allied-truck-1 2534", supply={"allied": {"2534": 2}})
    after = play(beaten(state), "retreat br-3hus, allied-truck-1, supply 2534-2535-2536")
    assert after.units["allied-truck-1"].loaded and supply_at(after, "allied", "2534") == 1
    assert refusal(beaten(state), "retreat br-3hus, supply 2534-2535-2536").case == "12.1.5"
    assert refusal(beaten(state), "retreat br-3hus, allied-truck-1, supply, supply 2534-2535-2536").case == "12.1.5"
    laden = with_unit(state, "allied-truck-1", loaded=True)
    assert refusal(beaten(laden), "retreat allied-truck-1, supply 2534-2535-2536").case == "12.1.5"


@pytest.mark.case("10.2.2", "12.1.5")
def test_what_is_left_of_a_stack_that_is_lost_falls_to_the_enemy() -> None:
    ring = "ge-i-5 2535, ge-mg8 2433, ge-mg2 2633"
    state = position(ring, "br-3hus, allied-truck-1 2534", supply={"allied": {"2534": 1}})
    after = beaten(state, rolls=(6,))
    assert after.units["br-3hus"].at == after.units["allied-truck-1"].at == ELIMINATED
    assert supply_at(after, "axis", "2534") == 1


@pytest.mark.case("10.2.2", "12.1.5")
def test_what_units_that_escape_leave_behind_is_theirs_until_the_enemy_comes() -> None:
    state = position("ge-i-5 2533", "br-3hus, allied-truck-1 2534", supply={"allied": {"2534": 1}})
    after = play(beaten(state), "retreat br-3hus 2534-2535-2536", "done")
    assert where(after, "allied-truck-1") == "2534"
    assert supply_at(after, "allied", "2534") == 1


# --- others whom they meet


@pytest.mark.case("8.7", "16.3.5", "9.5.7")
def test_retreating_units_overrun_trucks_and_take_what_is_vacant() -> None:
    state = beaten(position("ge-i-5 2533, axis-truck-1 2535", "br-3hus 2534", forts={"2536": "axis"}))
    after = play(state, "retreat br-3hus 2534-2535-2536")
    assert after.units["axis-truck-1"].at == ELIMINATED and not after.forts


@pytest.mark.case("5.8.3", "12.1.5", "12.2.1")
def test_trucks_that_retreat_by_themselves_enter_no_hex_of_enemy_non_combat_units() -> None:
    for prey, supply in ((", axis-truck-1 2536", {}), ("", {"axis": {"2536": 1}})):
        state = beaten(position(f"ge-i-5 2533{prey}", "br-3hus, allied-truck-1 2534", supply=supply))
        alone = play(state, "retreat br-3hus 2534-2535-2635")
        assert refusal(alone, "retreat allied-truck-1 2534-2535-2536").case == "5.8.3"
        assert where(play(alone, "retreat allied-truck-1 2534-2535-2635"), "allied-truck-1") == "2635"
        with_it = play(state, "retreat br-3hus, allied-truck-1 2534-2535-2536", rolls=(1,) if supply else ())
        assert where(with_it, "allied-truck-1") == "2536" and where(with_it, "axis-truck-1") != "2536"


@pytest.mark.case("12.1.1", "12.1.2", "12.5.1")
def test_units_retreat_before_anything_else_and_what_is_with_them_may_stay() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus, allied-truck-1 2534"))
    assert refusal(state, "done").case == "12.1.1" and refusal(state, "surrender br-3hus").case == "12.5.1"
    assert not any(order.startswith("surrender") for order in listed(state))
    left = play(state, "retreat br-3hus 2534-2535-2536")
    assert isinstance(left.stack[-1], RetreatRoute) and listed(left)[-1] == "done"
    assert refusal(left, "surrender allied-truck-1").case == "12.1.1"
    after = play(left, "done")
    assert where(after, "allied-truck-1") == "2534" and after.stack == (THE_END,)
