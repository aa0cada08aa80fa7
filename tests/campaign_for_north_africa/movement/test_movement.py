"""[8.0, 8.1, 10.2] Moving counters: what a move costs, what it refuses, what it meets."""

from typing import Any

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat.retreat_routes import Terms, check_way
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.reach import reach
from sandtable.games.campaign_for_north_africa.movement.segment import Movement, open_movement
from sandtable.games.campaign_for_north_africa.state import POINT
from tests.campaign_for_north_africa.marches import FUEL, moving
from tests.campaign_for_north_africa.positions import (
    listed,
    play,
    play_noting,
    position,
    refusal,
    spent,
    where,
    with_unit,
)
from tests.playing import draft_of

# The way and its cost


@pytest.mark.case("8.0", "8.11", "8.31")
def test_a_battalion_walks_and_pays_for_every_hex() -> None:
    state = play(moving("1KRRC C3510"), "move 1KRRC C3510-C3511-C3512")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3512", 4)


@pytest.mark.case("8.0", "6.15")
def test_a_formation_moves_as_one_and_all_of_it_pays() -> None:
    state = play(moving("7Spt+ C3510"), "move 7Spt C3510-C3511")
    assert {where(state, name) for name in ("7Spt", "1KRRC", "3RHA")} == {"C3511"}
    assert {spent(state, name) for name in ("7Spt", "1KRRC", "3RHA")} == {2}


@pytest.mark.case("8.0")
def test_a_stack_moves_together_and_pays_what_is_dearest_for_any_of_it() -> None:
    state = play(moving("2RTR, 1KRRC C4807", supply={"CW-S1": ("C4807", 40, 60)}), "move 2RTR, 1KRRC C4807-C4708")
    assert spent(state, "2RTR") == spent(state, "1KRRC") == 1  # the road, on foot
    assert where(state, "2RTR") == "C4708"


@pytest.mark.case("8.13")
def test_hexes_left_out_are_found_the_cheapest_way() -> None:
    state = play(moving("2RTR C4807", supply={"CW-S1": ("C4807", 40, 60)}), "move 2RTR C4807-C4609")
    assert (where(state, "2RTR"), spent(state, "2RTR")) == ("C4609", 1.5)


@pytest.mark.case("8.13")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("move 1KRRC C3511-C3512", "8.13"),  # it does not stand there
        ("move 1KRRC C3510-C9999", "8.13"),
        ("move 1KRRC C3510-C3511-C3510", "8.13"),
        ("move I/157 C3610-C3611", "8.0"),  # not yours
        ("move Nobody C3510-C3511", "8.0"),
        ("move 1KRRC, 1KRRC C3510-C3511", "8.0"),
        ("move 1KRRC, 2RTR C3510-C3511", "8.0"),  # elsewhere
    ],
)
def test_a_move_begins_where_the_units_stand_together(order: str, case: str) -> None:
    assert refusal(moving("1KRRC C3510, 2RTR C3505", "I/157 C3610"), order).case == case


@pytest.mark.case("8.13")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    state = moving("1KRRC C3510", "I/157 C3511")
    assert refusal(state, "move 1KRRC C3510-C3511").case == "8.13"
    assert board().hex("C3511") not in reach(state, ("1KRRC",))


@pytest.mark.case("8.11", "9.32")
def test_friends_are_passed_through_freely() -> None:
    state = play(moving("1KRRC C3510, 2RTR, 1RTR, 6RTR, 7Hus, 8Hus, 3RTR C3511"), "move 1KRRC C3510-C3511-C3512")
    assert where(state, "1KRRC") == "C3512"


@pytest.mark.case("8.32", "8.42")
def test_a_step_that_the_ground_forbids_is_refused_with_its_case() -> None:
    state = moving("2RTR C3922, 1KRRC C3922", supply={"CW-S1": ("C3922", 40, 60)})
    assert refusal(state, "move 2RTR C3922-C3921").case == "8.42"
    assert refusal(state, "move 2RTR, 1KRRC C3922-C3921").case == "8.42"
    assert refusal(state, "move 1KRRC C3922-C4022").case == "8.32"
    assert spent(play(state, "move 1KRRC C3922-C3921"), "1KRRC") == 8


@pytest.mark.case("4.25", "3.4")
def test_an_attached_unit_and_an_emplaced_gun_do_not_move_by_themselves() -> None:
    assert refusal(moving("7Spt+ C3510"), "move 1KRRC C3510-C3511").case == "4.25"
    assert refusal(moving("VCD C3530", side="axis"), "move VCD C3530-C3529").case == "3.4"


@pytest.mark.case("8.19")
def test_no_commonwealth_unit_goes_west_of_marble_arch() -> None:
    state = moving("1KRRC A2109", supply={})
    assert refusal(state, "move 1KRRC A2109-A2208").case == "8.19"
    assert where(play(state, "move 1KRRC A2109-A2110"), "1KRRC") == "A2110"
    assert not any(board().name(hex) == "A2208" for hex in reach(state, ("1KRRC",)))
    italian = moving("I/157 A2109", side="axis", supply={})
    assert where(play(italian, "move I/157 A2109-A2208"), "I/157") == "A2208"


@pytest.mark.case("8.19", "15.82")
def test_not_even_a_beaten_unit_retreats_west_of_marble_arch() -> None:
    for unit, side, case in (("1KRRC", "commonwealth", "8.19"), ("I/157", "axis", "")):
        terms = Terms("axis" if side == "axis" else "commonwealth", board().hex("A2109"), 1, (board().hex("A2110"),))
        try:
            check_way(position(f"{unit} A2109"), terms, (unit,), ("A2109", "A2208"), {})
        except Refusal as refused:
            assert refused.case == case
        else:
            assert not case


@pytest.mark.case("29.44")
def test_a_sandstorm_makes_the_same_move_dearer() -> None:
    state = play(moving("1KRRC C3510", weather="sandstorm", foul=("C",)), "move 1KRRC C3510-C3511")
    assert spent(state, "1KRRC") == 4


# How much one may do


@pytest.mark.case("8.16", "6.21")
def test_beyond_its_allowance_a_unit_goes_on_and_loses_cohesion() -> None:
    state = play(moving("1KRRC C3510 spent=9"), "move 1KRRC C3510-C3511-C3512")
    assert (spent(state, "1KRRC"), state.units["1KRRC"].cohesion) == (13, -3)


@pytest.mark.case("8.17")
def test_cp_limit_foot_is_half_again_the_allowance() -> None:
    assert spent(play(moving("1KRRC C3510 spent=13"), "move 1KRRC C3510-C3511"), "1KRRC") == 15
    assert refusal(moving("1KRRC C3510 spent=14"), "move 1KRRC C3510-C3511").case == "8.17"
    assert spent(play(moving("1RNF C3510 spent=10"), "move 1RNF C3510-C3511"), "1RNF") == 12
    assert refusal(moving("1RNF C3510 spent=11"), "move 1RNF C3510-C3511").case == "8.17"


@pytest.mark.case("6.13", "8.17")
def test_a_stack_goes_as_far_as_the_slowest_in_it() -> None:
    state = moving("2RTR, 1RNF C3510 spent=2")
    assert set(reach(state, ("2RTR", "1RNF")).hexes) == set(reach(state, ("1RNF",)).hexes)


@pytest.mark.case("8.17", "8.92")
def test_men_on_trucks_are_not_held_to_it() -> None:
    state = play(moving("1KRRC C3510 spent=29 motors=6"), "move 1KRRC C3510-C3511")
    assert (spent(state, "1KRRC"), state.units["1KRRC"].cohesion) == (31, -2)


@pytest.mark.case("8.17", "6.26")
def test_at_minus_26_nobody_moves_and_nobody_goes_on_when_he_gets_there() -> None:
    assert refusal(moving("2RTR C3510 cohesion=-26"), "move 2RTR C3510-C3511").case == "6.26"
    state = moving("2RTR C3510 cohesion=-24 spent=30")
    assert refusal(state, "move 2RTR C3510-C3511-C3512").case == "6.26"
    assert play(state, "move 2RTR C3510-C3511").units["2RTR"].cohesion == -26


@pytest.mark.case("18.22", "8.17")
def test_reserve_one_moves_one_hex_and_reserve_two_none() -> None:
    state = moving("1KRRC C3510 reserve=1 spent=14")
    assert spent(play(state, "move 1KRRC C3510-C3511"), "1KRRC") == 16
    assert refusal(state, "move 1KRRC C3510-C3511-C3512").case == "18.22"
    assert refusal(moving("1KRRC C3510 reserve=2"), "move 1KRRC C3510-C3511").case == "18.22"
    once = play(moving("1KRRC C3510 reserve=1"), "move 1KRRC C3510-C3511")
    assert refusal(once, "move 1KRRC C3511-C3512").case == "18.22"


@pytest.mark.case("18.22")
def test_reserve_one_does_not_enter_an_enemy_zone() -> None:
    state = moving("1KRRC C3510 reserve=1", "I/157, II/157 C3512")
    assert where(play(state, "move 1KRRC C3510-C3511"), "1KRRC") == "C3510"


# Fuel and wear


@pytest.mark.case("32.23")
def test_the_first_move_of_a_stage_takes_fuel_and_the_next_does_not() -> None:
    state = play(moving("2RTR C3510"), "move 2RTR C3510-C3511")
    assert (state.supply["CW-S1"].fuel, state.units["2RTR"].fuel) == (58, 1)
    assert play(state, "move 2RTR C3511-C3512").supply["CW-S1"].fuel == 58


@pytest.mark.case("32.23")
def test_without_fuel_in_range_vehicles_do_not_move_and_men_do() -> None:
    assert refusal(moving("2RTR C3510", supply={}), "move 2RTR C3510-C3511").case == "32.23"
    assert where(play(moving("1KRRC C3510", supply={}), "move 1KRRC C3510-C3511"), "1KRRC") == "C3511"


@pytest.mark.case("32.23")
def test_more_fuel_is_taken_the_moment_the_allowance_is_passed_and_without_it_the_march_ends() -> None:
    state = moving("2RTR C3510 spent=26")
    assert play(state, "move 2RTR C3510-C3511-C3512-C3513").supply["CW-S1"].fuel == 56
    short = moving("2RTR C3510 spent=26", supply={"CW-S1": ("C3510", 40, 2)})
    after, events = play_noting(short, "move 2RTR C3510-C3511-C3512-C3513")
    assert (where(after, "2RTR"), spent(after, "2RTR")) == ("C3512", 30)
    (stopped,) = [event for event in events if event.kind == "stopped"]
    assert stopped.facts["case"] == "32.23" and stopped.heard_by("commonwealth")
    assert not stopped.heard_by("axis") and not stopped.heard_by("")  # [3.62] who is told why would know of their Fuel


@pytest.mark.case("8.11", "21.23", "21.21")
def test_vehicles_gather_breakdown_points_and_men_on_foot_none() -> None:
    state = play(moving("7Spt+ C3510"), "move 7Spt C3510-C3511-C3512")
    assert state.units["4RHA"].breakdown == 8 * POINT and state.units["4RHA"].marched == 4 * POINT
    assert state.units["1KRRC"].breakdown == 0


@pytest.mark.case("21.21", "8.37", "29.56")
def test_a_march_wears_by_the_hexes_it_enters_the_hexsides_it_crosses_and_the_weather() -> None:
    """Clear C3511 and C3512, the coast road at B5726, and down the escarpment by track at C4020."""
    supply = {"CW-S1": ("B5726", 40, 60), "CW-S2": ("C4020", 40, 60), "CW-S3": ("C3510", 40, 60)}

    def worn(at: str, there: str, **fields: Any) -> float:
        state = play(moving(f"2RTR {at}", supply=supply, **fields), f"move 2RTR {at}-{there}")
        return state.units["2RTR"].breakdown / POINT

    assert worn("C3510", "C3511") == 4
    assert worn("B5726", "B5727") == 0.5
    assert worn("B5726", "B5727", weather="rainstorm", foul=("B",)) == 2
    assert worn("C4020", "C4121") == 8  # six for the hexside and half of the hex
    sand = moving("2RTR C3510", supply=supply, weather="sandstorm", foul=("C",))
    assert play(sand, "move 2RTR C3510-C3511").units["2RTR"].in_sand == 4 * POINT  # all of the doubled cost
    assert play(moving("2RTR C3510", supply=supply), "move 2RTR C3510-C3511").units["2RTR"].in_sand == 0


@pytest.mark.case("21.23", "21.26")
def test_the_march_of_the_tank_battalion_in_the_example_gathers_fifteen_points() -> None:
    """Two hexes of road, then rough, then over a ridge into a clear hex: as 21.23 draws it, found on this map."""
    from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Sky, ground
    from sandtable.games.campaign_for_north_africa.terrain_chart import hexside, road_breakdown, terrain

    parts = (road_breakdown(), road_breakdown(), terrain("rough").breakdown, hexside("ridge").breakdown)
    assert sum(parts) + terrain("clear").breakdown == 15 * POINT
    walk = ground(("motor",), Sky())
    assert walk.breakdown(board().hex("C4603"), board().hex("C4504")) == 6 * POINT  # a ridge into clear ground


@pytest.mark.case("29.45", "21.37")
def test_what_is_marched_in_a_sandstorm_is_written_down() -> None:
    state = moving("2RTR C3501", weather="sandstorm", foul=("C",), supply={"CW-S1": ("C3501", 40, 60)})
    after = play(state, "move 2RTR C3501-C3502-C3503")
    assert (after.units["2RTR"].in_sand, after.units["2RTR"].marched) == (8 * POINT, 8 * POINT)
    assert play(moving("2RTR C3510"), "move 2RTR C3510-C3511").units["2RTR"].in_sand == 0


@pytest.mark.case("21.41")
def test_where_a_unit_set_out_near_a_large_enemy_is_remembered() -> None:
    near = play(moving("2RTR C3510", "157Fant+ C3512"), "move 2RTR C3510-C3509")
    assert near.units["2RTR"].began == board().hex("C3510")
    small = play(moving("2RTR C3510", "I/157 C3512"), "move 2RTR C3510-C3509")
    assert small.units["2RTR"].began == -1
    passing = play(moving("2RTR C3508", "157Fant+ C3512"), "move 2RTR C3508-C3510", "move 2RTR C3510-C3509")
    assert passing.units["2RTR"].began == -1  # it has only come by


# Zones on the way


@pytest.mark.case("8.14", "10.23", "10.22", "10.6")
def test_a_unit_stops_in_an_enemy_zone_at_no_extra_cost_and_goes_no_further_in_the_segment() -> None:
    state, events = play_noting(moving("1KRRC C3510", "I/157, II/157 C3512"), "move 1KRRC C3510-C3511-C3611")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3511", 2)
    assert [event.facts["case"] for event in events if event.kind == "stopped"] == ["10.23"]
    assert refusal(state, "move 1KRRC C3511-C3510").case == "8.14"


@pytest.mark.case("10.25")
def test_hexes_next_to_an_enemy_without_a_zone_are_passed() -> None:
    state = play(moving("1KRRC C3510", "I/157 C3512"), "move 1KRRC C3510-C3511-C3611")
    assert where(state, "1KRRC") == "C3611"


@pytest.mark.case("10.26", "10.24")
def test_a_friend_in_the_hex_lets_others_pass_through_a_zone() -> None:
    state = play(moving("1KRRC C3510, 2RTR C3511", "I/157, II/157 C3512"), "move 1KRRC C3510-C3511-C3411")
    assert where(state, "1KRRC") == "C3411"  # in the zone again, and stopped there


@pytest.mark.case("8.15", "10.24")
def test_nobody_goes_straight_from_one_zone_into_another() -> None:
    state, events = play_noting(moving("1KRRC C3511", "I/157, II/157 C3512"), "move 1KRRC C3511-C3611")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3511", 0)
    assert [event.facts["case"] for event in events if event.kind == "stopped"] == ["10.24"]
    assert board().hex("C3611") not in reach(state, ("1KRRC",), 2 * POINT)


@pytest.mark.case("10.24")
def test_a_hex_that_the_enemy_has_left_may_be_entered_from_zone_to_zone() -> None:
    before = position("1KRRC C3511", "I/157, II/157 C3512", retreating=("C3611",), supply=FUEL)
    draft = draft_of(before)
    open_movement(draft, "commonwealth")
    state = draft.state
    assert where(play(state, "move 1KRRC C3511-C3611"), "1KRRC") == "C3611"
    assert board().hex("C3611") in reach(state, ("1KRRC",))


@pytest.mark.case("10.29")
def test_a_bare_headquarters_does_not_enter_an_enemy_zone_unless_a_friend_is_there() -> None:
    state = moving("7Spt C3510", "I/157, II/157 C3512")
    assert where(play(state, "move 7Spt C3510-C3511"), "7Spt") == "C3510"
    joined = moving("7Spt C3510, 1KRRC C3511", "I/157, II/157 C3512")
    assert where(play(joined, "move 7Spt C3510-C3511"), "7Spt") == "C3511"


@pytest.mark.case("10.6", "3.61")
def test_whether_a_headquarters_has_units_with_it_is_found_out_by_going_there() -> None:
    for units, answers, end in (("157Fant C3512", ["stay"], "C3611"), ("157Fant+ C3512", [], "C3511")):
        state = moving("1KRRC C3510", units)
        assert reach(state, ("1KRRC",)).path(board().hex("C3611"))[1] != board().hex("C3511")
        assert where(play(state, "move 1KRRC C3510-C3511-C3611", *answers), "1KRRC") == end


# What lies on the way


@pytest.mark.case("32.13")
def test_a_supply_unit_in_a_hex_that_is_entered_is_captured() -> None:
    state = moving("1KRRC C3510", supply={"AX-S1": ("C3511", 30, 20)})
    after = play(state, "move 1KRRC C3510-C3511-C3512")
    assert (after.supply["AX-S1"].side, where(after, "1KRRC")) == ("commonwealth", "C3512")


@pytest.mark.case("8.18", "8.98")
def test_unattached_trucks_stay_when_units_move_and_attached_ones_go_along() -> None:
    state = play(moving("1KRRC C3510 motors=6", motors={"commonwealth": {"C3510": 20}}), "move 1KRRC C3510-C3511")
    assert state.motors["commonwealth"] == {board().hex("C3510"): 20}
    assert state.units["1KRRC"].motors == 6 and where(state, "1KRRC") == "C3511"


def test_cities_and_villages_remember_who_was_last_there() -> None:
    state = moving("2RTR C4708", supply={"CW-S1": ("C4708", 40, 60)}, control={"C4807": "axis"})
    assert play(state, "move 2RTR C4708-C4807").control["C4807"] == "commonwealth"


# Supply Units along


@pytest.mark.case("32.33", "32.58", "32.24")
def test_a_supply_unit_on_motorization_points_goes_along_with_combat_units() -> None:
    supply = {"CW-S1": ("C3510", 40, 60, 30), "CW-S2": ("C3510", 40, 60)}
    state = play(moving("2RTR C3510", supply=supply), "move 2RTR, CW-S1 C3510-C3511 from CW-S2")
    train = state.supply["CW-S1"]
    assert (board().name(train.at), train.spent, train.moved, train.fuel) == ("C3511", 4, "movement", 59)
    assert state.supply["CW-S2"].fuel == 58


@pytest.mark.case("32.33", "32.32", "32.58", "32.14")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("move CW-S1 C3510-C3511", "32.33"),  # by itself
        ("move 7Spt, CW-S1 C3510-C3511", "32.33"),  # with a bare headquarters
        ("move 2RTR, CW-S2 C3510-C3511", "32.32"),  # without carriers
        ("move 2RTR, CW-S1 C3510-C3511-C3512-C3513-C3514-C3515-C3516-C3517-C3617-C3717", "32.58"),
        ("move 2RTR, CW-S1 C3510-C3410", "32.14"),  # three are there
    ],
)
def test_a_supply_unit_needs_company_carriers_points_and_room(order: str, case: str) -> None:
    heap = {f"CW-S{n}": ("C3410", 1, 1) for n in (3, 4, 5)}
    supply = {"CW-S1": ("C3510", 40, 60, 30), "CW-S2": ("C3510", 40, 60)} | heap
    assert refusal(moving("2RTR, 7Spt C3510", supply=supply), order).case == case


def test_a_wreck_that_is_nobodys_is_left_alone() -> None:
    own = Wreck(board().hex("C3511"), "commonwealth", "commonwealth", "MarkVI", 2, destroyed=True)
    state = moving("1KRRC C3510", wrecks={"W1": own})
    assert "W1" in play(state, "move 1KRRC C3510-C3511").wrecks


@pytest.mark.case("31.0")
def test_a_unit_that_used_what_rommel_adds_does_not_leave_him() -> None:
    state = moving("I/5Pz, DAK C3530", side="axis", rommel="C3530", escort=("I/5Pz",))
    used = with_unit(state, "I/5Pz", spent=27)
    assert refusal(used, "move I/5Pz C3530-C3529").case == "31.0"
    assert where(play(used, "move I/5Pz, DAK C3530-C3529"), "DAK") == "C3529"


# What is offered


@pytest.mark.case("8.0", "3.61")
def test_every_move_that_is_listed_is_accepted_and_ends_where_it_says() -> None:
    state = moving("2RTR C3510 spent=24, 1RNF C3510, 7Spt C3505", "157Fant+ C3512")
    orders = [order for order in listed(state) if order.startswith("move")]
    assert {order.rpartition(" ")[0] for order in orders if "assault" not in order} == {
        "move 2RTR",
        "move 1RNF",
        "move 7Spt",
        "move 2RTR, 1RNF",
    }
    for order in orders[::5]:
        after = play(state, order)
        while not isinstance(after.stack[-1], Movement):
            after = play(after, "stay")
        assert where(after, order.split()[1].strip(",")) == order.removesuffix(" to assault").rpartition("-")[2]


@pytest.mark.case("3.61", "10.6")
def test_what_is_listed_and_accepted_does_not_tell_what_the_enemy_hides() -> None:
    bare, full = moving("1KRRC C3510", "157Fant C3512"), moving("1KRRC C3510", "157Fant+ C3512")
    assert listed(bare) == listed(full)


@pytest.mark.case("14.52", "21.52")
def test_enemy_wrecks_on_the_way_are_come_upon() -> None:
    tank = Wreck(board().hex("C3511"), "axis", "italian", "M13/40", 2, destroyed=True)
    state = play(moving("1KRRC C3510", wrecks={"W1": tank}), "move 1KRRC C3510-C3511-C3512")
    assert where(state, "1KRRC") == "C3511"
    assert where(play(state, "capture W1 to none"), "1KRRC") == "C3512"


@pytest.mark.case("6.26", "8.0", "8.17", "8.23", "8.83", "18.22", "60.4", "61.3", "20.46")
def test_who_does_not_move_at_all() -> None:
    refused: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("1KRRC C3510 cohesion=-26", {}, "6.26"),
        ("1KRRC C3510 halted=1", {}, "8.23"),
        ("1KRRC C3510 reserve=2", {}, "18.22"),
        ("1KRRC C3510", {"held": ("1KRRC",), "turn": 3}, "60.4"),
        ("1KRRC C3510", {"held": ("1KRRC",), "turn": 27}, "61.3"),
        ("2KRRC C3510", {}, "8.83"),  # not in play
    )
    for units, fields, case in refused:
        assert refusal(moving(units, **fields), "move 1KRRC C3510-C3511").case == case, units
    assert refusal(moving("1KRRC C3510, I/157 C3520"), "move I/157 C3520-C3521").case == "8.0"
    assert refusal(moving("1KRRC C3510"), "move Nobody C3510-C3511").case == "8.0"
    assert refusal(moving("I/157 tripoli", side="axis"), "move I/157 A1816-A1817").case == "8.83"
    away = moving("7Spt C3510, 1KRRC>7Spt halted=1")
    assert refusal(away, "move 7Spt C3510-C3511").case == "8.23", "what has been attached is bound as it was"


@pytest.mark.case("8.68", "8.64", "8.24")
def test_who_has_come_in_this_segment_into_a_hex_in_contact_leaves_it_for_nothing() -> None:
    state = moving("1KRRC C3510, 2KRRC C3511", "I/157, II/157 C3512")
    came = play(state, "move 1KRRC C3510-C3511")
    assert spent(play(came, "move 1KRRC C3511-C3510"), "1KRRC") == 4
    assert spent(play(came, "move 2KRRC C3511-C3510"), "2KRRC") == 4, "two of them to break off"
