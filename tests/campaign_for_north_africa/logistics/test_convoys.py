"""[32.42, 32.6] Axis convoys and their bombing, Commonwealth supplies in the Delta."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import (
    Due,
    attack,
    motors_lost,
    qualifying_division,
    replacements_lost,
    supply_lost,
)
from sandtable.games.campaign_for_north_africa.logistics.convoys import (
    Sailing,
    land_convoys,
    open_convoy_arrival,
    open_sailing,
)
from sandtable.games.campaign_for_north_africa.logistics.delta import (
    DeltaLanding,
    city_hexes,
    land_motors,
    land_production,
)
from sandtable.games.campaign_for_north_africa.logistics.freight import open_lanes
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import Threshold
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import draft_of


def sailing(units: int, points: int = 0, **fields: Any) -> Campaign:
    return asking(position(**{"turn": 40} | fields), Sailing("axis", units, points))


def where(state: Campaign, side: str) -> list[str]:
    return sorted(board().name(unit.at) for unit in state.supply.values() if unit.side == side and not unit.dummy)


# Lanes


@pytest.mark.case("32.61")
def test_lanes_open_by_date_and_by_the_ports_in_axis_hands() -> None:
    assert open_lanes(position(turn=1)) == (2, 3, 6)
    assert open_lanes(position(turn=32)) == (2, 3, 4, 5, 6)
    assert open_lanes(position(turn=40, control={"tunis": "axis"})) == (1, 2, 3, 4, 5, 6)
    assert open_lanes(position(turn=40, control={"A4827": "commonwealth"})) == (2, 5, 6)
    assert open_lanes(position("1Buffs C4807", turn=40)) == (2, 3, 4)
    assert open_lanes(position(turn=26, scenario="race-for-tobruk", control={"C4807": "commonwealth"})) == (2,)


@pytest.mark.case("32.61", "32.62")
def test_supplies_are_divided_among_the_lanes() -> None:
    state = play(sailing(5, 30), "convoy 2 supply 3 motors 20", "convoy 6 supply 2 motors 10")
    assert state.plans["axis"] == (Consignment(40, 3, 20, 2), Consignment(40, 2, 10, 6))
    assert len(state.stack) == 1


@pytest.mark.case("32.62")
def test_three_supply_units_and_twenty_motorization_points_a_lane() -> None:
    state = sailing(6, 30)
    for order in ("convoy 2 supply 4 motors 0", "convoy 2 supply 0 motors 21", "convoy 2 supply 7 motors 0"):
        assert refusal(state, order).case == "32.62"
    state = play(state, "convoy 2 supply 2 motors 15")
    assert refusal(state, "convoy 2 supply 2 motors 0").case == "32.62"
    assert refusal(state, "convoy 2 supply 0 motors 6").case == "32.62"
    play(state, "convoy 2 supply 1 motors 5")


@pytest.mark.case("32.61", "32.14")
def test_closed_lanes_and_full_ports_take_nothing() -> None:
    state = sailing(3, turn=1, supply={f"AX-S{n}": ("C4807", 1, 1) for n in range(4)})
    assert refusal(state, "convoy 4 supply 1 motors 0").case == "32.61"
    assert refusal(state, "convoy 9 supply 1 motors 0").case == "32.61"
    assert refusal(state, "convoy 2 supply 0 motors 0").case == "32.61"
    assert refusal(state, "convoy 6 supply 2 motors 0").case == "32.62"
    assert "convoy 6 supply 1 motors 0" in listed(state)
    for order in listed(state):
        play(state, order)


@pytest.mark.case("32.61", "32.62")
def test_the_axis_is_asked_as_long_as_a_single_order_is_left() -> None:
    """Benghazi and Tobruk are full."""
    full = {f"AX-S{n}": (port, 1, 1) for n, port in enumerate(("A4827", "C4807") * 5)}
    state = play(sailing(2, turn=1, supply=full), "convoy 2 supply 1 motors 0")
    assert listed(state) == ["convoy 2 supply 1 motors 0", "done"]


@pytest.mark.case("32.61", "32.44")
def test_what_is_not_sent_does_not_sail_later() -> None:
    state = play(sailing(5), "convoy 2 supply 3 motors 0", "done")
    assert state.plans["axis"] == (Consignment(40, 3, 0, 2),)


@pytest.mark.case("32.61", "32.43")
def test_the_axis_is_asked_when_several_lanes_are_open_and_something_sails() -> None:
    draft = draft_of(position(turn=3, plans={"axis": (Consignment(3, 2), Consignment(4, 1))}))
    open_sailing(draft)
    assert draft.state.stack[-1] == Sailing("axis", 2, 0)
    assert draft.state.plans["axis"] == (Consignment(4, 1),)
    draft = draft_of(position(turn=3, plans={"axis": (Consignment(3, 0), Consignment(4, 1))}))
    open_sailing(draft)
    assert len(draft.state.stack) == 1


# The attack


@pytest.mark.case("32.64")
def test_the_second_most_westerly_division_that_is_no_shell_counts() -> None:
    assert qualifying_division(position("7Arm+ C3922")) is None
    state = position("7Arm+ C3922", "4In+ D3714")
    assert qualifying_division(state) == Threshold("D", 14)
    shell = position("7Arm+ C3922", "4In C4110", "6Aus+ D3705")
    assert qualifying_division(shell) == Threshold("D", 5)
    brigade = position("7Arm+ C3922", "4NZ+ C4110", "6Aus+ D3705")
    assert qualifying_division(brigade) == Threshold("D", 5)


@pytest.mark.case("32.63", "32.64", "32.65")
def test_a_convoy_under_attack() -> None:
    """Lane 6 from C01 to C10: 161 to 200 Bomb Points; a 65 costs a fifth."""
    draft = draft_of(position(weather="sandstorm", foul=("A", "B", "C", "D", "E")), 6, 5)
    left, owed = attack(draft, Consignment(40, 3, 20, 6), Threshold("C", 1))
    assert left == Consignment(40, 2, 16, 6) and not owed
    bombed = draft.events[-2]
    assert (bombed.kind, bombed.facts["points"], bombed.facts["percent"]) == ("bombed", "161-200", 20)
    assert bombed.heard_by("axis")
    assert bombed.heard_by("commonwealth")
    assert not draft.events[-1].heard_by("commonwealth") and "points" not in draft.events[-1].facts


@pytest.mark.case("32.64", "32.65")
def test_of_replacement_points_of_one_kind_a_fifth_goes_down_and_there_is_nothing_to_choose() -> None:
    tanks = Consignment(40, 0, 0, 6, (Cargo("italian", "CV33", 10),))
    draft = draft_of(position(), 6, 5)
    left, owed = attack(draft, tanks, Threshold("C", 1))
    assert left.points == (Cargo("italian", "CV33", 8),) and owed == ()
    assert "CV33" in str(draft.events[-1].facts["points"])  # its owner is told what has gone down


@pytest.mark.case("32.63", "32.64", "32.65")
def test_of_two_types_of_tanks_the_axis_chooses_before_the_convoy_lands() -> None:
    tanks = Cargo("italian", "CV33", 5), Cargo("italian", "M13/40", 5)
    left, owed = attack(draft_of(position(), 6, 5), Consignment(40, 0, 0, 6, tanks), Threshold("C", 1))
    assert left.points == tanks and owed == (Due("italian", ("CV33", "M13/40"), 2),)
    plans = {"axis": (Consignment(12, 0, 0, 6, tanks),)}
    draft = draft_of(position("7Arm+ C3501, 4In+ C3601", turn=12, plans=plans), 6, 5)
    land_convoys(draft)
    assert listed(draft.state) == ["forfeit italian/CV33:1", "forfeit italian/M13/40:1"]
    assert not draft.state.replacements


@pytest.mark.case("32.64")
def test_without_a_division_near_enough_there_is_no_attack() -> None:
    draft = draft_of(position())
    convoy = Consignment(40, 3, 20, 2)
    assert attack(draft, convoy, None) == (convoy, ())
    assert attack(draft, convoy, Threshold("E", 10)) == (convoy, ())


@pytest.mark.case("32.65")
@pytest.mark.parametrize(("percent", "supply", "motors"), [(0, 0, 0), (5, 0, 0), (10, 0, 1), (20, 1, 3), (50, 1, 8)])
def test_losses_of_three_supply_units_and_sixteen_motorization_points(percent: int, supply: int, motors: int) -> None:
    assert (supply_lost(percent, 3), motors_lost(percent, 16)) == (supply, motors)


@pytest.mark.case("32.65")
def test_a_great_loss_takes_at_least_one_of_each_that_is_there() -> None:
    assert (supply_lost(20, 1), motors_lost(20, 1), replacements_lost(20, 1)) == (1, 1, 1)
    assert (supply_lost(50, 4), motors_lost(50, 4), replacements_lost(50, 4)) == (2, 2, 2)
    assert (supply_lost(20, 0), motors_lost(20, 0), replacements_lost(20, 0)) == (0, 0, 0)


@pytest.mark.case("32.65")
def test_convoy_loss_of_replacement_points_by_nationality() -> None:
    """Ten in the hundred of one Italian tank and of six German ones, each rounded up."""
    assert (replacements_lost(10, 1), replacements_lost(10, 6)) == (1, 1)
    assert [replacements_lost(10, points) for points in (20, 21, 101)] == [2, 3, 11]
    assert replacements_lost(20, 6) == 1  # a great result is rounded down


# Arrival


@pytest.mark.case("32.63", "32.42", "5.2")
def test_convoys_arrive_in_the_first_stage_at_their_ports() -> None:
    plans = {"axis": (Consignment(3, 2, 7, 2), Consignment(4, 9), Consignment(3, 1, 0, 6))}
    state = position(turn=3, stage=1, plans=plans)
    draft = draft_of(state, 4)
    open_convoy_arrival(draft)
    assert where(draft.state, "axis") == ["C4807", "tripoli", "tripoli"]
    assert draft.state.motors["axis"] == {TRIPOLI: 7}
    assert draft.state.plans["axis"] == (Consignment(4, 9),)
    announced = next(event for event in draft.events if event.kind == "announced")
    assert announced.facts["lanes"] == [2, 6]
    assert announced.heard_by("commonwealth")
    later = draft_of(position(turn=3, stage=2, plans=plans))
    open_convoy_arrival(later)
    assert later.state.supply == {}


@pytest.mark.case("32.14", "32.62", "32.36")
def test_what_finds_no_room_or_no_port_goes_to_tripoli() -> None:
    full = {f"AX-S9{n}": ("C4807", 1, 1) for n in range(4)}
    draft = draft_of(position(turn=3, supply=full, plans={"axis": (Consignment(3, 2, 0, 6),)}))
    open_convoy_arrival(draft)
    assert where(draft.state, "axis") == ["C4807"] * 5 + ["tripoli"]
    draft = draft_of(position("1Buffs C4807", turn=3, plans={"axis": (Consignment(3, 1, 5, 6),)}))
    open_convoy_arrival(draft)
    assert where(draft.state, "axis") == ["tripoli"]
    assert draft.state.motors["axis"] == {TRIPOLI: 5}


@pytest.mark.case("32.42", "32.41", "32.36")
def test_commonwealth_supply_units_come_to_cairo() -> None:
    draft = draft_of(position(turn=3, plans={"commonwealth": (Consignment(3, 3), Consignment(4, 1))}), 4)
    open_convoy_arrival(draft)
    assert where(draft.state, "commonwealth") == ["E1829"] * 3
    assert len(draft.state.stack) == 1
    assert draft.state.plans["commonwealth"] == (Consignment(4, 1),)


@pytest.mark.case("32.42", "32.14")
def test_of_more_than_three_one_in_three_may_go_to_alexandria() -> None:
    draft = draft_of(position(turn=3, plans={"commonwealth": (Consignment(3, 7),)}), 6, 6)
    open_convoy_arrival(draft)
    state = draft.state
    frame = state.stack[-1]
    assert isinstance(frame, DeltaLanding)
    assert frame.left == 2
    first, second, third = frame.units[:3]
    state = play(state, f"land {first} at E3613")
    assert refusal(state, f"land {first} at E3714").case == "32.42"
    assert not [each for each in listed(state) if first in each]
    assert refusal(state, f"land {second} at D3714").case == "32.42"
    assert refusal(state, "land CW-S99 at E3613").case == "32.42"
    state = play(state, f"land {second} at E3714")
    assert len(state.stack) == 1
    assert where(state, "commonwealth").count("E3613") == 1
    assert board().name(state.supply[third].at).startswith("E1")


# Motorization Points as Replacements


def arriving(stage: int, motors: int, **fields: Any) -> Campaign:
    draft = draft_of(position(turn=8, stage=stage, plans={"commonwealth": (Consignment(8, 0, motors),)}, **fields))
    open_convoy_arrival(draft)
    return draft.state


@pytest.mark.case("32.52")
def test_commonwealth_motorization_points_come_in_three_equal_parts_to_cairo() -> None:
    first = play(arriving(1, 20), "done")
    assert first.motors["commonwealth"] == {board().hex("E1829"): 7}
    assert first.plans["commonwealth"] == (Consignment(8, 0, 13),)
    second = arriving(2, 13)
    assert second.motors["commonwealth"] == {board().hex("E1829"): 7} and len(second.stack) == 1
    third = arriving(3, 6)
    assert third.motors["commonwealth"] == {board().hex("E1829"): 6} and third.plans["commonwealth"] == ()


@pytest.mark.case("32.52")
def test_a_quarter_of_them_may_be_put_down_in_alexandria() -> None:
    state = arriving(1, 20)
    assert listed(state) == ["done", "land motors at E3613", "land motors at E3714"]
    after = play(state, "land motors at E3714")
    assert after.motors["commonwealth"] == {board().hex("E1829"): 2, board().hex("E3714"): 5} and len(after.stack) == 1
    assert refusal(state, "land motors at D3714").case == "32.52"
    assert len(arriving(1, 3).stack) == 1  # a quarter of three is none


@pytest.mark.case("32.52", "20.74", "20.76")
def test_nobody_is_asked_about_alexandria_when_the_enemy_has_it() -> None:
    plans = {"commonwealth": (Consignment(8, 0, 20),)}
    lost = dict.fromkeys((board().name(hex) for hex in city_hexes("Alexandria")), "axis")
    draft = draft_of(position(turn=8, stage=1, plans=plans, control=lost))
    land_motors(draft)
    assert len(draft.state.stack) == 1 and draft.state.motors["commonwealth"] == {board().hex("E1829"): 7}
    half = draft_of(position(turn=8, stage=1, plans=plans, control={"E3613": "axis"}))
    land_motors(half)
    assert listed(half.state) == ["done", "land motors at E3714"]
    cairo = dict.fromkeys((board().name(hex) for hex in city_hexes("Cairo")), "axis")
    there = draft_of(position(turn=8, stage=1, plans=plans, control=cairo))
    land_motors(there)
    assert listed(there.state) == ["done", "land motors at E3714"]  # they are at E3613 already


@pytest.mark.case("32.63", "32.61")
def test_where_no_convoy_sails_none_is_announced() -> None:
    plans = {"axis": (Consignment(3, 2, 0), Consignment(4, 9))}
    draft = draft_of(position(turn=3, stage=1, plans=plans))
    land_convoys(draft)
    assert not draft.events and draft.state.plans == plans


@pytest.mark.case("32.52", "32.42")
def test_supply_units_and_motorization_points_of_a_turn_do_not_wait_for_each_other() -> None:
    draft = draft_of(position(turn=8, plans={"commonwealth": (Consignment(8, 1, 3), Consignment(9, 2, 12))}))
    open_convoy_arrival(draft)
    assert where(draft.state, "commonwealth") == ["E1829"]
    assert draft.state.plans["commonwealth"] == (Consignment(8, 0, 2), Consignment(9, 2, 12))
    last = draft_of(position(turn=8, plans={"commonwealth": (Consignment(8, 1, 1),)}))
    open_convoy_arrival(last)
    assert where(last.state, "commonwealth") == ["E1829"] and last.state.plans["commonwealth"] == ()


@pytest.mark.case("32.52", "32.61", "32.62")
def test_axis_motorization_points_of_which_one_lane_takes_twenty_stay_behind() -> None:
    control = {"A4827": "commonwealth", "C4807": "commonwealth"}
    draft = draft_of(position(turn=28, control=control, plans={"axis": (Consignment(28, 1, 50),)}))
    open_sailing(draft)
    assert draft.state.plans["axis"] == (Consignment(28, 1, 20, 2),)


@pytest.mark.case("32.61", "32.62", "32.14")
def test_lanes_to_one_port_share_its_room_and_nobody_sends_more_than_he_has() -> None:
    """Lanes 3 and 4 both lead to Benghazi, a city that holds five."""
    state = play(sailing(6, 3), "convoy 3 supply 3 motors 0")
    assert refusal(state, "convoy 4 supply 3 motors 0").case == "32.62"
    assert play(state, "convoy 4 supply 2 motors 0").plans["axis"][-1] == Consignment(40, 2, 0, 4)
    assert play(state, "convoy 6 supply 3 motors 0").plans["axis"][-1] == Consignment(40, 3, 0, 6)  # to Tobruk
    assert refusal(state, "convoy 2 supply 0 motors 4").case == "32.62"
    assert play(state, "convoy 2 supply 3 motors 3").plans["axis"][-1] == Consignment(40, 3, 3, 2)
    assert refusal(state, "stay").case == "32.61"


@pytest.mark.case("32.42", "32.14")
def test_new_supply_units_go_to_a_hex_of_alexandria_that_is_held_and_has_room() -> None:
    crowd = {f"CW-S9{number}": ("E3613", 1, 1) for number in range(5)}
    plans = {"commonwealth": (Consignment(3, 4),)}
    draft = draft_of(position("I/157 E3714", turn=3, plans=plans, supply=crowd), 6)
    open_convoy_arrival(draft)
    assert len(draft.state.stack) == 1, "one hex is full, the other lost"
    draft = draft_of(position(turn=3, plans=plans, supply=crowd), 6)
    open_convoy_arrival(draft)
    new = next(name for name, unit in draft.state.supply.items() if unit.at == city_hexes("Cairo")[0])
    assert refusal(draft.state, f"land {new} at E3613").case == "32.14"
    draft = draft_of(position("I/157 E3714", turn=3, plans=plans), 6)
    open_convoy_arrival(draft)
    frame = draft.state.stack[-1]
    assert isinstance(frame, DeltaLanding) and frame.left == 1
    name = frame.units[0]
    assert listed(draft.state) == ["done", *(f"land {each} at E3613" for each in frame.units)]
    assert refusal(draft.state, f"land {name} at E3714").case == "32.42" == refusal(draft.state, "stay").case
    assert len(play(draft.state, f"land {name} at E3613").stack) == 1


@pytest.mark.case("32.36", "5.2")
def test_ships_sail_in_every_stage_when_convoys_arrive() -> None:
    held = {"C4807": "commonwealth"}
    draft = draft_of(position(turn=3, stage=2, supply={"CW-S1": ("E3613", 40, 60)}, control=held))
    open_convoy_arrival(draft)
    assert listed(draft.state) == ["done", "ship CW-S1 to C4807"]


@pytest.mark.case("32.42", "32.14")
def test_a_single_supply_unit_in_cairo_may_still_go_to_alexandria() -> None:
    """Cairo has room for one of four, and the Axis one hex of Alexandria."""
    cairo = [board().name(hex) for hex in city_hexes("Cairo")]
    crowd = {f"CW-S{n}": (cairo[n // 5], 1, 1) for n in range(100, 0, -1) if n // 5 < len(cairo)}
    draft = draft_of(position("I/157 E3714", turn=3, plans={"commonwealth": (Consignment(3, 4),)}, supply=crowd), 6)
    open_convoy_arrival(draft)
    assert len(listed(draft.state)) == 2
    assert play(draft.state, "done").stack == position().stack


@pytest.mark.case("32.42", "32.14")
def test_alexandria_is_asked_for_as_long_as_one_may_still_go_there() -> None:
    """Two of six are in Cairo, E3613 is full with the others, and E3714 has room for two."""
    cairo = [board().name(hex) for hex in city_hexes("Cairo")]
    crowd = {f"CW-S{n}": (cairo[n // 5], 1, 1) for n in range(100, 1, -1) if n // 5 < len(cairo)}
    harbour = {f"CW-S{n}": ("E3714", 1, 1) for n in (200, 201, 202)}
    plans = {"commonwealth": (Consignment(3, 6),)}
    draft = draft_of(position(turn=3, plans=plans, supply=crowd | harbour), 6)
    open_convoy_arrival(draft)
    first, second = listed(draft.state)[1:]
    after = play(draft.state, first)
    assert listed(after) == ["done", second]
    assert play(after, second).stack == position().stack


@pytest.mark.case("32.61", "32.62")
def test_what_was_sent_by_one_lane_in_two_orders_arrives_as_one_convoy() -> None:
    plans = {"axis": (Consignment(3, 1, 2, 2), Consignment(3, 1, 3, 2))}
    draft = draft_of(position(turn=3, plans=plans))
    land_convoys(draft)
    assert where(draft.state, "axis") == ["tripoli", "tripoli"] and draft.state.motors["axis"] == {TRIPOLI: 5}
    assert next(event for event in draft.events if event.kind == "announced").facts["lanes"] == [2]
    assert "convoy 2 supply 0 motors 5" in listed(sailing(0, 5))


@pytest.mark.case("32.52", "32.42", "20.74")
def test_nothing_lands_in_a_delta_that_is_lost() -> None:
    lost = dict.fromkeys((board().name(hex) for city in ("Cairo", "Alexandria") for hex in city_hexes(city)), "axis")
    plans = {"commonwealth": (Consignment(8, 0, 20),)}
    draft = draft_of(position(turn=8, stage=1, plans=plans, control=lost))
    land_motors(draft)
    assert draft.state.plans == plans and not draft.state.motors
    nothing = draft_of(position(turn=8, stage=1))
    land_production(nothing)
    land_motors(nothing)
    assert nothing.state == position(turn=8, stage=1)
