"""[5.1, 5.4, 5.5, 5.7, 7.2, 7.3, 24.2] Moving over land."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.ground.fitness import enemy_holdings, prey
from sandtable.games.north_africa_41.map import board, ports
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.resources.air import is_held_by
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, position, refusal, where, with_unit


@pytest.mark.case("5.1", "2.3.2")
def test_a_unit_moves_as_far_as_its_movement_allowance_pays() -> None:
    state = moving("it-27pav 2614")
    assert where(play(state, "move it-27pav 2614-2615-2715-2716"), "it-27pav") == "2716"
    assert refusal(state, "move it-27pav 2614-2615-2715-2716-2816").case == "5.1"


@pytest.mark.case("5.1")
def test_a_unit_that_has_moved_does_not_move_again() -> None:
    state = play(moving("ge-mg8 1604"), "move ge-mg8 1604-1605")
    assert refusal(state, "move ge-mg8 1605-1606").case == "5.1"
    assert refusal(state, "tactical ge-mg8 1605-1606").case == "5.1"
    assert not any("ge-mg8" in order for order in listed(state))


@pytest.mark.case("5.1", "5.9.1", "21.1.4")
def test_a_unit_that_has_been_transported_does_not_march() -> None:
    for transport, case in (("rail", "5.9.1"), ("sea", "21.1.4")):
        state = with_unit(moving("ge-mg8 1604"), "ge-mg8", transport=transport)
        assert refusal(state, "move ge-mg8 1604-1605").case == case
        assert not any("ge-mg8" in order for order in listed(state))


@pytest.mark.case("5.1")
def test_a_stack_moves_at_the_pace_of_its_slowest_unit() -> None:
    state = moving("ge-mg8, it-27pav 2614")
    assert refusal(state, "move ge-mg8, it-27pav 2614-2615-2715-2716-2816").case == "5.1"
    both = play(state, "move ge-mg8, it-27pav 2614-2615-2715")
    assert (where(both, "ge-mg8"), where(both, "it-27pav")) == ("2715", "2715")


@pytest.mark.case("5.1")
def test_a_unit_dropped_off_on_the_way_is_one_that_moved_less_far() -> None:
    state = play(moving("ge-mg8, ge-mg2 2614"), "move ge-mg2 2614-2615", "move ge-mg8 2614-2615-2715-2716")
    assert (where(state, "ge-mg2"), where(state, "ge-mg8")) == ("2615", "2716")
    assert refusal(state, "move ge-mg2 2615-2715").case == "5.1"


@pytest.mark.case("5.1")
def test_nobody_enters_a_hex_of_enemy_combat_units() -> None:
    state = moving("ge-mg8 2314", "br-3hus 2414")
    assert refusal(state, "move ge-mg8 2314-2414").case == "5.1"
    assert refusal(state, "tactical ge-mg8 2314-2414").case == "5.1"


@pytest.mark.case("5.1")
def test_orders_that_make_no_sense_are_refused() -> None:
    state = moving("ge-mg8 2314, ge-mg2 2315", "br-3hus 1604")
    assert refusal(state, "move ge-mg8 2315-2316").case == "5.1"
    assert refusal(state, "move br-3hus 1604-1605").case == "5.1"
    assert refusal(state, "move ge-mg8, ge-mg2 2314-2414").case == "5.1"
    assert refusal(state, "move ge-mg8, ge-mg8 2314-2414").case == "5.1"
    assert refusal(state, "move nobody 2314-2414").case == "5.1"
    assert refusal(state, "move ge-mg8 2314-9999").case == "5.1"
    assert refusal(state, "move ge-i-5 2314-2414").case == "5.1"
    assert refusal(state, "move ge-mg8 2314-2315-2314").case == "5.1"
    assert refusal(state, "tactical ge-mg8 2314-2317").case == "5.1"


@pytest.mark.case("5.1")
def test_hexes_left_out_of_a_path_are_filled_with_the_cheapest_way() -> None:
    state, events = play_noting(moving("ge-mg8 1604"), "move ge-mg8 1604-1708")
    assert events[0].facts["path"] == ["1604", "1605", "1606", "1707", "1708"]
    assert where(state, "ge-mg8") == "1708"
    _, events = play_noting(moving("ge-mg8 1604"), "move ge-mg8 1604-1506-1708")
    assert events[0].facts["path"] == ["1604", "1605", "1506", "1606", "1707", "1708"]


@pytest.mark.case("5.5", "2.2.1")
def test_the_example_of_two_units_in_the_trackless_desert() -> None:
    # A crosses two desert hexes and goes on across hexes with a grid; B stops after the second.
    state = moving("ge-3rec 1919")
    assert where(play(state, "move ge-3rec 1919-1818-1718-1617"), "ge-3rec") == "1617"
    state = moving("ge-33rec 1664")  # south-east of it lies nothing but desert
    assert where(play(state, "move ge-33rec 1664-1565-1465"), "ge-33rec") == "1465"
    assert refusal(state, "move ge-33rec 1664-1565-1465-1366").case == "5.5"


@pytest.mark.case("5.5")
def test_a_unit_that_begins_in_the_desert_may_enter_two_more_desert_hexes() -> None:
    state = moving("ge-33rec 1464")
    assert where(play(state, "move ge-33rec 1464-1463-1462"), "ge-33rec") == "1462"
    assert refusal(state, "move ge-33rec 1464-1463-1462-1461").case == "5.5"


@pytest.mark.case("5.7")
def test_example_a_of_a_unit_on_foot_over_an_escarpment_and_two_rough_hexes() -> None:
    state = moving("it-27pav 3113")
    assert where(play(state, "move it-27pav 3113-3114-3115"), "it-27pav") == "3115"  # 1 + 1, and 1
    assert refusal(state, "move it-27pav 3113-3114-3115-3116").case == "5.1"


@pytest.mark.case("5.7")
def test_mechanised_units_cross_an_escarpment_only_along_a_road() -> None:
    state = moving("ge-mg8, ge-i-5 3112, ge-mg2 3212")
    assert refusal(state, "move ge-mg8 3112-3113-3114").case == "5.7"
    assert refusal(state, "tactical ge-i-5 3112-3113-3114").case == "5.7"
    assert where(play(state, "move ge-mg2 3212-3213"), "ge-mg2") == "3213"
    assert where(play(state, "move ge-mg8 3112-3114"), "ge-mg8") == "3114"  # by way of Benina and its road


@pytest.mark.case("7.2")
def test_whoever_enters_an_enemy_zone_stops() -> None:
    state = moving("ge-mg8 2313", "br-3hus 2415")
    assert where(play(state, "move ge-mg8 2313-2314-2315"), "ge-mg8") == "2315"
    assert refusal(state, "move ge-mg8 2313-2314-2315-2316").case == "7.2"


@pytest.mark.case("7.2")
def test_leaving_an_enemy_zone_costs_two_points_and_entering_none() -> None:
    # 2 and four clear hexes off the road are 6 points, more than the 5 of the unit but not beyond Extended Movement
    state = moving("it-27pav 2115", "br-1rnf 2015")
    assert where(play(state, "move it-27pav 2115-2215"), "it-27pav") == "2215"
    assert refusal(state, "move it-27pav 2115-2215-2315").case == "5.1"
    into = moving("it-27pav 2315", "br-1rnf 2015")
    assert where(play(into, "move it-27pav 2315-2215-2115"), "it-27pav") == "2115"


@pytest.mark.case("7.2")
def test_from_one_zone_straight_into_another_a_unit_moves_and_stops() -> None:
    state = moving("ge-mg8 2115", "br-1rnf 2015")
    assert where(play(state, "move ge-mg8 2115-2116"), "ge-mg8") == "2116"  # 2116 touches 2015 too
    assert refusal(state, "move ge-mg8 2115-2116-2216").case == "7.2"


@pytest.mark.case("7.3")
def test_a_limited_zone_does_not_stop_and_costs_one_point_to_leave() -> None:
    # 3114 lies above the enemy at 3113; on foot each of these rough hexes is a point.
    state = moving("it-27pav 3115, it-28pav 3114", "br-1thr 3113")
    assert where(play(state, "move it-27pav 3115-3114-3014"), "it-27pav") == "3014"  # 1, then 1 for leaving and 1
    assert refusal(state, "move it-27pav 3115-3114-3014-3015").case == "5.1"
    assert where(play(state, "move it-28pav 3114-3115-3116"), "it-28pav") == "3116"
    assert refusal(state, "move it-28pav 3114-3115-3116-3117").case == "5.1"


@pytest.mark.case("7.2", "7.1")
def test_enemy_trucks_and_supplies_stop_nobody() -> None:
    state = moving("ge-mg8 2313", "allied-truck-1 2415", supply={"allied": {"2416": 1}})
    assert where(play(state, "move ge-mg8 2313-2314-2315-2316"), "ge-mg8") == "2316"


@pytest.mark.case("5.4")
def test_tactical_movement_is_one_or_two_hexes_whatever_they_cost() -> None:
    state = moving("it-27pav 3114, ge-mg8 2313")
    assert where(play(state, "tactical it-27pav 3114-3214-3314"), "it-27pav") == "3314"  # two jebel hexes
    assert refusal(state, "tactical ge-mg8 2313-2213-2113-2013").case == "5.4"
    assert where(play(state, "tactical ge-mg8 2313-2113"), "ge-mg8") == "2113"  # the hex between is found


@pytest.mark.case("5.4", "7.2", "7.3")
def test_tactical_movement_stops_in_a_zone_but_not_in_a_limited_one() -> None:
    state = moving("ge-mg8 2313, it-27pav 3115", "br-3hus 2415, br-1thr 3113")
    assert where(play(state, "tactical ge-mg8 2313-2314"), "ge-mg8") == "2314"
    assert where(play(state, "tactical it-27pav 3115-3114-3214"), "it-27pav") == "3214"
    held = moving("ge-mg8 2313", "br-3hus 2315")
    assert refusal(held, "tactical ge-mg8 2313-2314-2214").case == "7.2"
    inside = moving("ge-mg8 2314", "br-3hus 2315")
    assert where(play(inside, "tactical ge-mg8 2314-2313-2212"), "ge-mg8") == "2212"  # leaving costs no points


@pytest.mark.case("17.1.2")
def test_the_tobruk_artillery_never_moves() -> None:
    state = moving(allied="al-tob 3138", phasing="allied")
    assert refusal(state, "move al-tob 3138-3137").case == "17.1.2"
    assert refusal(state, "tactical al-tob 3138-3137").case == "17.1.2"
    assert refusal(state, "flee al-tob").case == "17.1.2"


@pytest.mark.case("S1.2")
def test_the_polish_brigade_stays_in_alexandria_until_turn_11() -> None:
    early = moving(allied="po-carp 2478", phasing="allied", turn=10)
    assert refusal(early, "tactical po-carp 2478-2479").case == "S1.2"
    assert refusal(early, "rail po-carp to delta").case == "S1.2"
    late = moving(allied="po-carp 2478", phasing="allied", turn=11)
    assert where(play(late, "tactical po-carp 2478-2479"), "po-carp") == "2479"


# --- what hinders a unit


@pytest.mark.case("13.2.1")
def test_a_disrupted_unit_moves_only_tactically() -> None:
    state = moving("ge-mg8~ 2313")
    assert refusal(state, "move ge-mg8 2313-2213").case == "13.2.1"
    assert where(play(state, "tactical ge-mg8 2313-2213"), "ge-mg8") == "2213"


@pytest.mark.case("16.4", "7.4")
def test_a_unit_out_of_supply_moves_only_tactically_and_not_into_overlapping_zones() -> None:
    state = moving("ge-mg8* 2113, ge-mg2 2113", "br-3hus 2311, br-5rtr 2314")
    assert refusal(state, "move ge-mg8 2113-2112").case == "16.4"
    assert where(play(state, "tactical ge-mg8 2113-2112"), "ge-mg8") == "2112"
    trapped = moving("ge-mg8* 2213, ge-mg2 2213", "br-3hus 2312, br-5rtr 2314")
    assert refusal(trapped, "tactical ge-mg8 2213-2313").case == "16.4"
    assert where(play(trapped, "tactical ge-mg2 2213-2313"), "ge-mg2") == "2313"
    assert "tactical ge-mg8 2213-2313" not in listed(trapped)


@pytest.mark.case("16.4", "7.4")
def test_a_friend_in_the_hex_opens_overlapping_zones_to_a_unit_out_of_supply() -> None:
    state = moving("ge-mg8* 2213, ge-mg2 2313", "br-3hus 2312, br-5rtr 2314")
    assert where(play(state, "tactical ge-mg8 2213-2313"), "ge-mg8") == "2313"


@pytest.mark.case("19.5")
def test_a_unit_with_a_replacement_marker_moves_one_hex() -> None:
    state = moving("ge-mg8+ 2313, ge-mg2+ tripoli")
    assert refusal(state, "move ge-mg8 2313-2213").case == "19.5"
    assert refusal(state, "tactical ge-mg8 2313-2213-2113").case == "19.5"
    assert where(play(state, "tactical ge-mg8 2313-2213"), "ge-mg8") == "2213"
    assert refusal(state, "tactical ge-mg2 tripoli-1701").case == "19.5"


# --- markers that slow movement


@pytest.mark.case("24.2", "24.1")
def test_an_enemy_delay_marker_makes_its_hex_a_point_dearer() -> None:
    state = moving("it-27pav 2614", delays={"allied": ("2615",), "axis": ("2715",)})
    assert refusal(state, "move it-27pav 2614-2615-2715-2716").case == "5.1"
    assert where(play(state, "move it-27pav 2614-2615-2715"), "it-27pav") == "2715"  # 2 + 1, one's own costs nothing
    assert where(play(state, "tactical it-27pav 2614-2615-2715"), "it-27pav") == "2715"


@pytest.mark.case("18.7.5")
def test_a_strafing_marker_does_the_same() -> None:
    state = moving("it-27pav 2614", strafing={"allied": ("2615",)})
    assert refusal(state, "move it-27pav 2614-2615-2715-2716").case == "5.1"
    assert where(play(state, "move it-27pav 2614-2615-2715"), "it-27pav") == "2715"


@pytest.mark.case("18.8")
def test_the_long_range_desert_group_costs_two_points() -> None:
    state = moving("it-27pav 2614", patrols={"allied": ("2615",)})
    assert refusal(state, "move it-27pav 2614-2615-2715").case == "5.1"
    assert where(play(state, "move it-27pav 2614-2615"), "it-27pav") == "2615"
    assert where(play(state, "tactical it-27pav 2614-2615-2715"), "it-27pav") == "2715"


@pytest.mark.case("17.4")
def test_regular_movement_costs_the_free_supply_point_and_tactical_movement_does_not() -> None:
    state = moving("ge-mg8, ge-mg2 2313")
    tactical = play(state, "tactical ge-mg8 2313-2213")
    assert tactical.books["axis"].restful
    assert not play(tactical, "move ge-mg2 2313-2213").books["axis"].restful


@pytest.mark.case("17.4", "5.4")
def test_tactical_movement_is_offered_for_every_step_while_the_free_supply_point_can_be_earned() -> None:
    state = moving("ge-mg8, ge-mg2 2313")
    assert "tactical ge-mg8 2313-2213" in listed(state)
    busy = play(state, "move ge-mg2 2313-2213")
    assert "tactical ge-mg8 2313-2213" not in listed(busy) and "move ge-mg8 2313-2213" in listed(busy)
    play(busy, "tactical ge-mg8 2313-2213")  # it may all the same


@pytest.mark.case("27.4", "16.3.5")
def test_by_option_a_port_is_closed_by_its_garrison_alone() -> None:
    port = ports()["Tobruk"]
    options = ("port-garrisons",)
    assert port in enemy_holdings(position(), "axis")
    assert port not in enemy_holdings(position(options=options), "axis")
    assert port in enemy_holdings(position("", f"au-20 {board().name(port)}", options=options), "axis")


@pytest.mark.case("2.3.1")
def test_reconnaissance_is_what_bears_its_symbol() -> None:
    assert counters()["ge-3rec"].reconnaissance and not counters()["ge-i-5"].reconnaissance


@pytest.mark.case("2.3.1")
def test_a_hex_is_held_by_units_of_any_kind_and_by_supply_points() -> None:
    state = position("ge-i-5 2534, axis-truck-1 2535", "", supply={"axis": {"2536": 1}})
    held = [is_held_by(state, "axis", board().hex(name)) for name in ("2534", "2535", "2536", "2537")]
    assert held == [True, True, True, False]
    assert not is_held_by(state, "allied", board().hex("2534"))


@pytest.mark.case("8.7")
def test_what_stands_without_a_combat_unit_is_prey_and_nothing_in_a_box_is() -> None:
    allied = "allied-truck-1 2534, allied-truck-2, br-kdg 2535, allied-truck-3 delta"
    state = position("", allied, supply={"allied": {"2536": 1, "2535": 1, "delta": 2}})
    assert {board().name(at) for at in prey(state, "axis")} == {"2534", "2536"}
