"""[5.8, 17.2.4] Trucks."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.ground.zones import in_enemy_zone
from sandtable.games.north_africa_41.map import board
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, supply_at, where, with_unit


@pytest.mark.case("5.8.1", "5.3")
def test_a_truck_carries_a_unit_on_foot_at_the_mechanised_rate_extended_too() -> None:
    state = moving("it-27pav, axis-truck-1 1604")
    after = play(state, "carry it-27pav with axis-truck-1 1604-2011-2414")  # 9 highway and 5 track hexes: 4 3/4 points
    assert (where(after, "it-27pav"), where(after, "axis-truck-1")) == ("2414", "2414")
    far, events = play_noting(state, "carry it-27pav with axis-truck-1 1604-2011-2717")
    assert where(far, "it-27pav") == "2717"
    assert events[-1].facts["mode"] == "extended"  # 6 3/4 points
    assert refusal(state, "carry it-27pav with axis-truck-1 1604-2011-3120").case == "5.1"


@pytest.mark.case("5.8.1")
def test_a_truck_fetches_its_load_on_the_way() -> None:
    state = moving("axis-truck-1 1604, it-27pav 1708")
    after = play(state, "carry it-27pav with axis-truck-1 1604-1708-2011-2112")
    assert (where(after, "it-27pav"), where(after, "axis-truck-1")) == ("2112", "2112")
    assert after.moved == ("axis-truck-1", "it-27pav")
    assert refusal(state, "carry it-27pav with axis-truck-1 1604-2011").case == "5.8.1"  # the load is not named


@pytest.mark.case("5.8.1", "17.2.4")
def test_a_supply_point_makes_the_truck_a_mobile_supply_unit() -> None:
    state = moving("axis-truck-1 1604", supply={"axis": {"1604": 2}})
    after = play(state, "carry supply with axis-truck-1 1604-1707")
    assert after.units["axis-truck-1"].loaded
    assert supply_at(after, "axis", "1604") == 1
    assert supply_at(after, "axis", "1707") == 0
    assert refusal(moving("axis-truck-1 1604"), "carry supply with axis-truck-1 1604-1707").case == "5.8.1"


@pytest.mark.case("5.8.1", "5.9.1", "21.1.4")
def test_a_supply_point_under_a_transport_marker_is_not_carried_on() -> None:
    state = moving("axis-truck-1 1604", supply={"axis": {"1604": 1}}, landed={"axis": {"1604": 1}})
    assert refusal(state, "carry supply with axis-truck-1 1604-1707").case == "5.8.1"


@pytest.mark.case("5.8.1")
def test_one_truck_has_one_load() -> None:
    state = moving("axis-truck-1^, it-27pav, axis-truck-2 1604", supply={"axis": {"1604": 1}})
    assert refusal(state, "carry it-27pav with axis-truck-1 1604-1707").case == "5.8.1"
    assert refusal(state, "carry supply with axis-truck-1 1604-1707").case == "5.8.1"
    assert refusal(state, "carry axis-truck-1 with axis-truck-2 1604-1707").case == "5.8.1"
    assert refusal(state, "carry supply with it-27pav 1604-1707").case == "5.8.1"
    assert refusal(state, "carry it-27pav with axis-truck-2 1604").case == "5.8.1"


@pytest.mark.case("5.8.1")
def test_any_combat_unit_may_ride_even_a_slow_tank() -> None:
    state = moving(allied="br-7rtr, allied-truck-1 2560", phasing="allied")
    assert refusal(state, "move br-7rtr 2560-2647").case == "5.1"  # 7 points by track; extended it has 6
    assert where(play(state, "carry br-7rtr with allied-truck-1 2560-2647"), "br-7rtr") == "2647"


@pytest.mark.case("5.8.2")
def test_a_truck_that_carried_something_stays_with_it() -> None:
    state = play(moving("it-27pav, it-28pav, axis-truck-1 1604"), "carry it-27pav with axis-truck-1 1604-1605")
    assert refusal(state, "move axis-truck-1 1605-1606").case == "5.1"
    assert refusal(state, "carry it-28pav with axis-truck-1 1605-1604-1603").case == "5.1"
    assert refusal(state, "move it-27pav 1605-1606").case == "5.1"


@pytest.mark.case("5.8.1", "5.1")
def test_nobody_who_has_marched_is_fetched_by_a_truck() -> None:
    state = moving("it-27pav 1606, axis-truck-1 1604")
    order = "carry it-27pav with axis-truck-1 1604-1605-1604"
    assert refusal(play(state, "move it-27pav 1606-1605"), order).case == "5.1"
    waiting = moving("it-27pav 1605, axis-truck-1 1604")
    assert where(play(waiting, order), "it-27pav") == "1604"


@pytest.mark.case("5.8.2")
def test_a_truck_may_leave_one_unit_behind_and_fetch_another() -> None:
    state = moving("axis-truck-1^ 1604, it-27pav 1606")
    after = play(state, "unload axis-truck-1", "carry it-27pav with axis-truck-1 1604-1606-1707")
    assert supply_at(after, "axis", "1604") == 1
    assert where(after, "it-27pav") == "1707"


@pytest.mark.case("17.2.4", "5.8.2")
def test_a_supply_point_is_put_down_before_the_truck_moves_and_not_after() -> None:
    state = moving("axis-truck-1^, axis-truck-2 1604")
    assert refusal(play(state, "move axis-truck-1 1604-1605"), "unload axis-truck-1").case == "5.8.2"
    assert refusal(state, "unload axis-truck-2").case == "17.2.4"
    assert refusal(state, "unload axis-truck-99").case == "5.1"
    shipped = with_unit(state, "axis-truck-1", transport="sea")
    assert refusal(shipped, "unload axis-truck-1").case == "21.1.4"
    down = play(state, "unload axis-truck-1")
    assert not down.units["axis-truck-1"].loaded
    assert where(play(down, "move axis-truck-1 1604-1605"), "axis-truck-1") == "1605"
    assert where(play(state, "move axis-truck-1 1604-1605"), "axis-truck-1") == "1605"


@pytest.mark.case("5.8.1", "7.1")
def test_a_carried_unit_keeps_its_zone() -> None:
    state = play(moving("it-27pav, axis-truck-1 1604", "br-3hus 1710"), "carry it-27pav with axis-truck-1 1604-1708")
    assert in_enemy_zone(state, "allied", board().hex("1709"))


@pytest.mark.case("5.8.3", "5.1")
def test_a_truck_by_itself_enters_no_hex_of_enemy_non_combat_units() -> None:
    for foe, fields in (("allied-truck-1 1606", {}), ("", {"supply": {"allied": {"1606": 1}}})):
        state = moving("axis-truck-1, ge-mg8 1604", foe, **fields)
        assert refusal(state, "move axis-truck-1 1604-1605-1606").case == "5.8.3"
        rolls = (1,) if fields else ()
        with_it = play(state, "move ge-mg8, axis-truck-1 1604-1605-1606", rolls=rolls)
        assert where(with_it, "axis-truck-1") == "1606"
        alone = moving("repl-german-tank-1 1604", foe, **fields)
        assert refusal(alone, "move repl-german-tank-1 1604-1605-1606").case == "5.8.3"
    fled = moving("axis-truck-1 1604", "br-3hus~~ 1606")
    assert refusal(fled, "move axis-truck-1 1604-1605-1606").case == "5.1"


@pytest.mark.case("5.8.3", "8.7")
def test_a_truck_with_a_combat_unit_may() -> None:
    state = moving("axis-truck-1, it-27pav 1604", "allied-truck-1 1606")
    after = play(state, "carry it-27pav with axis-truck-1 1604-1605-1606-1707")
    assert (where(after, "axis-truck-1"), where(after, "allied-truck-1")) == ("1707", "eliminated")


@pytest.mark.case("13.2.3", "16.4", "19.5")
def test_units_that_may_only_move_tactically_are_carried_no_farther() -> None:
    state = moving("axis-truck-1, it-27pav~, it-28pav*, it-39bol+ 1604, axis-truck-2* 1604")
    for name, case in (("it-27pav", "13.2.3"), ("it-28pav", "16.4"), ("it-39bol", "19.5")):
        assert refusal(state, f"carry {name} with axis-truck-1 1604-1605-1606-1707").case == case
        assert where(play(state, f"carry {name} with axis-truck-1 1604-1605"), name) == "1605"
    assert where(play(state, "carry it-27pav with axis-truck-1 1604-1605-1606"), "it-27pav") == "1606"
    assert refusal(state, "carry it-39bol with axis-truck-1 1604-1605-1606").case == "19.5"
    assert refusal(state, "move axis-truck-2 1604-1605").case == "16.4"
    with_supply = moving("axis-truck-1 1604", supply={"axis": {"1604": 1}})
    after = play(with_supply, "carry supply with axis-truck-1 1604-1605-1606-1707")
    assert where(after, "axis-truck-1") == "1707", "a Supply Point is never Disrupted"


@pytest.mark.case("13.2.3", "5.8.3")
def test_a_disrupted_unit_protects_its_truck_from_the_first_step_on() -> None:
    state = moving("axis-truck-1, it-27pav~ 1604", "allied-truck-1 1605")
    after = play(state, "carry it-27pav with axis-truck-1 1604-1605")
    assert (where(after, "axis-truck-1"), where(after, "allied-truck-1")) == ("1605", "eliminated")
    assert refusal(state, "move axis-truck-1 1604-1605").case == "5.8.3"


@pytest.mark.case("5.4", "17.4", "5.8.1")
def test_a_load_taken_one_or_two_hexes_goes_by_tactical_movement() -> None:
    state = moving("axis-truck-1 2534, axis-truck-2* 2535", supply={"axis": {"2534": 1, "2535": 1}})
    for order in ("2534-2634", "2534-2536", "2534-2535-2536"):
        after, events = play_noting(state, f"carry supply with axis-truck-1 {order}")
        assert after.units["axis-truck-1"].loaded and after.books["axis"].restful
        assert events[-1].facts["mode"] == "tactical"
    waiting = moving("axis-truck-1 2534", supply={"axis": {"2535": 1}})
    fetched = play(waiting, "carry supply with axis-truck-1 2534-2535-2536")
    assert where(fetched, "axis-truck-1") == "2536" and fetched.books["axis"].restful
    assert not play(state, "carry supply with axis-truck-1 2534-2535-2536-2537").books["axis"].restful
    assert "carry supply with axis-truck-2 2535-2537" in listed(state)
    assert refusal(state, "carry supply with axis-truck-2 2535-2536-2537-2538").case == "16.4"


@pytest.mark.case("5.4", "7.2", "16.4")
def test_a_truck_that_moves_tactically_stops_in_zones_and_keeps_out_of_overlapping_ones() -> None:
    state = moving("axis-truck-1* 2532", "br-3hus 2535, br-5rtr 2433", supply={"axis": {"2532": 1}})
    assert refusal(state, "carry supply with axis-truck-1 2532-2533-2534").case == "16.4"
    assert not any(order.startswith("carry supply") and order.endswith("-2534") for order in listed(state))
    near = moving("axis-truck-1* 2532", "br-3hus 2534", supply={"axis": {"2532": 1}})
    assert refusal(near, "carry supply with axis-truck-1 2532-2533-2432").case == "16.4"
    assert where(play(near, "carry supply with axis-truck-1 2532-2431-2432"), "axis-truck-1") == "2432"
    assert where(play(near, "carry supply with axis-truck-1 2532-2533"), "axis-truck-1") == "2533"
    between = moving("axis-truck-1* 2532", "br-3hus 2534, br-5rtr 2632", supply={"axis": {"2532": 1}})
    assert refusal(between, "carry supply with axis-truck-1 2532-2533").case == "16.4", "zones overlap there"
    leaving = moving("axis-truck-1* 2533", "br-3hus 2534", supply={"axis": {"2533": 1}})
    assert where(play(leaving, "carry supply with axis-truck-1 2533-2532"), "axis-truck-1") == "2532"


@pytest.mark.case("19.2.1")
def test_replacements_on_foot_go_by_truck_and_mechanised_ones_do_not() -> None:
    state = moving("axis-truck-1, repl-italian-infantry-1, repl-german-tank-1 1604")
    after = play(state, "carry repl-italian-infantry-1 with axis-truck-1 1604-2011")
    assert where(after, "repl-italian-infantry-1") == "2011"
    assert refusal(state, "carry repl-german-tank-1 with axis-truck-1 1604-2011").case == "19.2.1"
    assert where(play(state, "move repl-german-tank-1 1604-2011"), "repl-german-tank-1") == "2011"


@pytest.mark.case("13.3.1", "13.3.2")
def test_a_unit_in_full_retreat_is_carried_and_its_bounds_hold_for_the_truck() -> None:
    state = moving("axis-truck-1, it-27pav~~ 3312")
    assert refusal(state, "carry it-27pav with axis-truck-1 3312-3211-3111").case == "13.3.2"  # Benghazi is Allied
    assert where(play(state, "carry it-27pav with axis-truck-1 3312-3313"), "it-27pav") == "3313"


@pytest.mark.case("5.8.4")
def test_the_special_transfer_leads_to_a_box_or_to_a_combat_unit_in_full_supply() -> None:
    state = moving("axis-truck-1, ge-mg8 2011, it-27pav 1707, ge-oa300 0612", "br-3hus 2314")
    assert where(play(state, "transfer axis-truck-1 to tripoli"), "axis-truck-1") == "tripoli"
    assert where(play(state, "transfer axis-truck-1 to 1707"), "axis-truck-1") == "1707"
    assert refusal(state, "transfer axis-truck-1 to 1604").case == "5.8.4"  # nobody is there
    marked = with_unit(state, "axis-truck-1", replaced=True)
    assert refusal(marked, "transfer axis-truck-1 to tripoli").case == "19.5"
    assert refusal(state, "transfer axis-truck-1 to 0612").case == "5.8.4"  # no supply
    assert refusal(state, "transfer axis-truck-1 to delta").case == "5.8.4"
    assert refusal(state, "transfer axis-truck-1 to 2011").case == "5.8.4"
    assert refusal(state, "transfer ge-mg8 to tripoli").case == "5.8.4"


@pytest.mark.case("5.8.4", "6.3.2")
def test_the_special_transfer_leads_out_of_a_box_and_asks_only_for_supply_at_that_instant() -> None:
    state = moving("axis-truck-1 tripoli, axis-truck-2* 1604, ge-mg8* 2011")
    assert where(play(state, "transfer axis-truck-1 to 2011"), "axis-truck-1") == "2011"
    assert where(play(state, "transfer axis-truck-2 to 2011"), "axis-truck-2") == "2011"


@pytest.mark.case("5.8.4", "17.4")
def test_the_special_transfer_is_a_move_and_no_rest() -> None:
    state = play(moving("axis-truck-1 2011"), "transfer axis-truck-1 to tripoli")
    assert refusal(state, "move axis-truck-1 tripoli-1701").case == "5.1"
    assert refusal(state, "transfer axis-truck-1 to italy").case == "5.1"
    assert not state.books["axis"].restful


@pytest.mark.case("5.8.4", "17.2.4")
def test_laden_or_unsupplied_trucks_stay() -> None:
    state = moving("axis-truck-1^ 2011, axis-truck-2 0612, axis-truck-3+ tripoli")
    assert refusal(state, "transfer axis-truck-1 to tripoli").case == "17.2.4"
    assert refusal(state, "transfer axis-truck-2 to tripoli").case == "5.8.4"
    assert refusal(state, "transfer axis-truck-3 to tripoli").case == "19.5"


@pytest.mark.case("5.8.4", "16.2")
def test_a_truck_that_lives_on_a_port_alone_stays() -> None:
    besieged = moving(
        "ge-mg8 3036, ge-mg2 2937, ge-i-5 2838, ge-115 3039, ge-k15 3140, ge-104-15 3136",
        "allied-truck-1 3138",
        phasing="allied",
    )
    assert refusal(besieged, "transfer allied-truck-1 to delta").case == "5.8.4"
    relieved = moving("", "allied-truck-1 3138", phasing="allied")
    assert where(play(relieved, "transfer allied-truck-1 to delta"), "allied-truck-1") == "delta"


@pytest.mark.case("5.8.1", "5.8.4")
def test_what_is_listed_is_accepted() -> None:
    state = moving(
        "it-27pav, axis-truck-1, axis-truck-2^ 1604, it-28pav 1707, axis-truck-3, it-39bol, ge-mg8 tripoli",
        "br-3hus 2314",
        supply={"axis": {"tripoli": 1, "1707": 1}},
    )
    orders = [order for order in listed(state) if order.split()[0] in ("carry", "transfer", "unload")]
    kinds = {order.split()[0] for order in orders}
    assert kinds == {"carry", "transfer", "unload"}
    assert any(order.startswith("carry it-28pav with axis-truck-1 1604-1707-") for order in orders)
    assert any(order.startswith("carry supply with axis-truck-3 tripoli-") for order in orders)
    for order in orders[::7]:
        play(state, order)


@pytest.mark.case("5.8.1")
def test_a_load_next_door_is_fetched_the_cheaper_way_round() -> None:
    state = moving("axis-truck-1 1504", supply={"axis": {"1603": 1}})
    fetched = [order for order in listed(state) if order.startswith("carry supply with axis-truck-1")]
    assert fetched and all(order.split()[-1].startswith("1504-1604-1603-") for order in fetched)
    for order in fetched:
        play(state, order)


@pytest.mark.case("5.8.1")
def test_a_neighbour_too_dear_for_one_step_is_reached_by_road() -> None:
    state = moving("it-19bre 3415, axis-truck-1, ge-dak 3224", "", control=dict.fromkeys(("3211", "3212"), "axis"))
    assert where(play(state, "carry it-19bre with axis-truck-1 3224-3415-3316"), "it-19bre") == "3316"


@pytest.mark.case("5.8.1", "5.3", "7.3")
def test_a_load_fetched_across_a_limited_zone_is_not_carried_on_by_extended_movement() -> None:
    state = moving("axis-truck-1 2939, it-27pav 2941", "br-3hus 3039")
    orders = [order for order in listed(state) if order.startswith("carry it-27pav")]
    assert orders
    for order in orders:
        assert where(play(state, order), "it-27pav") == order.rpartition("-")[2]
    assert refusal(state, "carry it-27pav with axis-truck-1 2939-2941-2845").case == "5.3"


@pytest.mark.case("5.8.1", "6.3.4", "19.5")
def test_a_load_that_has_to_stay_in_a_box_is_not_taken_out_of_it_by_truck() -> None:
    state = moving("axis-truck-1, it-27pav~, it-28pav+, it-39bol tripoli")
    for name, case in (("it-27pav", "6.3.4"), ("it-28pav", "19.5")):
        assert refusal(state, f"carry {name} with axis-truck-1 tripoli-1604").case == case
