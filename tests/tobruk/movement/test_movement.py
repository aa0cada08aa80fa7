"""[9.0, 9.1, 9.3] Movement: costs, allowances, the one hex that is always granted, stacks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.listing import Branches
from sandtable.core.values import Refusal
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.reach import allowance, can_move, explain_reach, reach, reach_from, walk
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.state import FRESH, Tobruk, Trek
from tests.tobruk.positions import at, is_over, listed, moving, play, position, refusal, where

TANKS = "15PzHQ, I/8/15"


def spent(state: Tobruk, name: str) -> float:
    return state.treks[name].points / 2


def price(axis: str, commonwealth: str, active: str, order: str) -> float:
    """What the first unit of a move pays."""
    state = play(moving(axis, commonwealth, active), order)
    return spent(state, order.split()[1].rstrip(","))


# What a hex costs


@pytest.mark.case("9.0", "2.1")
@pytest.mark.parametrize(
    ("start", "end", "wheels", "boots"),
    [
        ("2820", "2819", 1, 1),  # clear
        ("2620", "2521", 3, 2),  # rough
        ("2521", "2620", 1, 1),  # out of it
        ("2806", "2805", 5, 3),  # down an escarpment
        ("2805", "2806", 5, 3),  # and up
        ("3106", "3005", 7, 4),  # into rough across one
        ("2708", "2707", 1, 1),  # by a trail
        ("3105", "3005", 0.5, 0.5),  # by road, whatever the ground
        ("2606", "2507", 0.5, 0.5),  # and the escarpment
        ("2506", "2405", 2, 2),  # enemy fortifications
        ("2405", "2506", 2, 2),
        ("4510", "4610", 1, 1),  # one's own
        ("4812", "4813", 1, 1),  # a city
    ],
)
def test_the_price_of_a_step(start: str, end: str, wheels: float, boots: float) -> None:
    assert price(f"15PzHQ, I/8/15 {start}", "", "15pz", f"move I/8/15 {start}-{end}") == wheels
    assert price(f"AfkHQ, I/361/Afk {start}", "", "afrika", f"move I/361/Afk {start}-{end}") == boots


@pytest.mark.case("9.0")
def test_the_owner_of_a_fort_crosses_its_fortifications_free() -> None:
    assert price("", "70HQ, 2YL/14 2506", "tobruk", "move 2YL/14 2506-2405") == 1
    assert price("", "2NZHQ, 21/5NZ 4510", "xiii", "move 21/5NZ 4510-4610") == 2


@pytest.mark.case("9.0")
def test_a_unit_spends_its_allowance_and_no_more() -> None:
    """Eight points over clear ground."""
    state = moving("XXIHQ, 19/Bre 2820", "", "xxi")
    assert where(play(state, "move 19/Bre 2820-2812"), "19/Bre") == "2812"
    assert refusal(state, "move 19/Bre 2820-2811").case == "9.0"


@pytest.mark.case("9.0", "9.1")
def test_a_reduced_unit_has_the_movement_of_its_back() -> None:
    state = moving("XXIHQ, 19/Bre* 2820", "", "xxi")
    assert where(play(state, "move 19/Bre 2820-2812"), "19/Bre") == "2812"


@pytest.mark.case("9.0")
def test_nobody_moves_into_the_sea_or_off_the_map_or_over_hexes() -> None:
    state = moving("15PzHQ, I/8/15 3203", "", "15pz")
    assert refusal(state, "move I/8/15 3203-3202").case == "9.0"
    assert refusal(state, "move I/8/15 3203-3002").case == "9.0"
    assert refusal(state, "move I/8/15 3203-3200").case == "9.0"
    assert refusal(state, "move I/8/15 3203").case == "9.0"
    assert refusal(state, "move I/8/15 3204-3205").case == "9.0"  # it is not there
    assert refusal(state, "move I/8/15, I/8/15 3203-3204").case == "9.0"
    assert refusal(state, "move I/8/15 3203-3204-3203").case == "9.0"


@pytest.mark.case("9.0")
def test_an_enemy_unit_is_not_yours_to_move() -> None:
    assert refusal(moving("15PzHQ 2820", "Duke/1SA 2920", "15pz"), "move Duke/1SA 2920-2919").case == "9.0"


@pytest.mark.case("9.0")
def test_nobody_attacks_in_the_move_mode() -> None:
    state = moving("15PzHQ, I/8/15 2820", "Duke/1SA 2821", "15pz")
    assert refusal(state, "attack 2821 with I/8/15").case == "9.0"


@pytest.mark.case("9.0")
def test_gaps_in_a_path_are_filled_the_cheapest_way() -> None:
    """From 2521 round the rough hex to the south of it, instead of through it."""
    state = play(moving("15PzHQ, I/8/15 2520", "", "15pz"), "move I/8/15 2520-2523")
    assert where(state, "I/8/15") == "2523" and spent(state, "I/8/15") == 4


@pytest.mark.case("8.0", "9.0")
def test_a_step_from_zone_to_zone_costs_the_extra_point_too() -> None:
    assert price("15PzHQ, I/8/15 2820", "Duke/1SA 2821", "15pz", "move I/8/15 2820-2721") == 2


@pytest.mark.case("8.0", "9.2")
def test_a_road_serves_as_a_trail_into_and_out_of_an_enemy_zone() -> None:
    """The road climbs the escarpment between 2507 and 2606: a point, and no four for the climb."""
    assert price("15PzHQ, I/8/15 2507", "2Kng/16 2605", "15pz", "move I/8/15 2507-2606") == 1
    assert price("15PzHQ, I/8/15 2606", "2Kng/16 2605", "15pz", "move I/8/15 2606-2507") == 2
    assert price("15PzHQ, I/8/15 2507", "", "15pz", "move I/8/15 2507-2606") == 0.5


# The one hex


@pytest.mark.case("9.1", "5.2")
def test_one_hex_is_granted_whatever_it_costs() -> None:
    """Heavy tanks without petrol have six points, and the climb into the rough takes seven."""
    state = moving("", "70HQ, 4RTR/32Tk!! 3106", "tobruk")
    assert allowance(state, "4RTR/32Tk") == 2 * 6
    assert "move 4RTR/32Tk 3106-3005" in listed(state)
    cut = moving("III/255 3107", "70HQ, 4RTR/32Tk!! 3106", "tobruk")  # nor is there a way round
    assert "move 4RTR/32Tk 3106-3005" in listed(cut)
    state = play(state, "move 4RTR/32Tk 3106-3005")
    assert where(state, "4RTR/32Tk") == "3005" and spent(state, "4RTR/32Tk") == 6
    assert refusal(state, "move 4RTR/32Tk 3005-3004").case == "9.0"


@pytest.mark.case("9.1")
def test_it_is_the_first_hex_that_is_granted_and_no_other() -> None:
    state = moving("", "70HQ, 4RTR/32Tk!! 3107", "tobruk")
    assert refusal(state, "move 4RTR/32Tk 3107-3106-3005").case == "9.0"
    way_round = play(state, "move 4RTR/32Tk 3107-3106", "move 4RTR/32Tk 3106-3005")
    assert spent(way_round, "4RTR/32Tk") == 5.5  # by the track to Gambut and back along the coast road


@pytest.mark.case("9.1", "9.3")
def test_the_one_hex_is_not_listed_for_a_stack_of_which_one_alone_can_have_it() -> None:
    """Heavy tanks with petrol pay for the climb, those without are granted it when they go by themselves."""
    state = moving("III/255 3107", "70HQ, 1RTR/32Tk, 4RTR/32Tk!! 3106", "tobruk")
    assert {"move 1RTR/32Tk 3106-3005", "move 4RTR/32Tk 3106-3005"} <= set(listed(state))
    assert "move 1RTR/32Tk, 4RTR/32Tk 3106-3005" not in listed(state)
    assert "move 1RTR/32Tk, 4RTR/32Tk 3106-3006" in listed(state)


@pytest.mark.case("9.1", "7.0")
def test_the_one_hex_is_not_the_enemys() -> None:
    state = moving("III/255 3005", "70HQ, 4RTR/32Tk!! 3106", "tobruk")
    assert refusal(state, "move 4RTR/32Tk 3106-3005").case == "7.0"


# Stacks, and one after the other


@pytest.mark.case("9.3", "9.0")
def test_a_stack_moves_as_far_as_its_slowest_unit() -> None:
    state = moving("", "70HQ, 1RTR/32Tk, 4RTR/32Tk 2810", "tobruk")
    together = play(state, "move 1RTR/32Tk, 4RTR/32Tk 2810-2822")
    assert where(together, "1RTR/32Tk") == where(together, "4RTR/32Tk") == "2822"
    assert refusal(state, "move 1RTR/32Tk, 4RTR/32Tk 2810-2823").case == "9.0"
    assert where(play(state, "move 1RTR/32Tk 2810-2823"), "1RTR/32Tk") == "2823"


@pytest.mark.case("9.3")
def test_a_stack_drops_a_unit_and_goes_on() -> None:
    state = moving("", "70HQ, 1RTR/32Tk, 4RTR/32Tk 2810", "tobruk")
    state = play(state, "move 1RTR/32Tk, 4RTR/32Tk 2810-2820", "move 1RTR/32Tk 2820-2823")
    assert (where(state, "1RTR/32Tk"), where(state, "4RTR/32Tk")) == ("2823", "2820")
    assert spent(state, "1RTR/32Tk") > spent(state, "4RTR/32Tk") == 10
    assert refusal(state, "move 4RTR/32Tk 2820-2821").case == "9.0"


@pytest.mark.case("9.0", "9.3")
def test_nobody_goes_on_after_others_have_moved() -> None:
    state = moving("15PzHQ, I/8/15, II/8/15 2820", "", "15pz")
    state = play(state, "move I/8/15 2820-2819", "move I/8/15 2819-2818", "move II/8/15 2820-2821")
    assert refusal(state, "move I/8/15 2818-2817").case == "9.0"
    assert where(play(state, "move II/8/15 2821-2822"), "II/8/15") == "2822"


@pytest.mark.case("9.3")
def test_a_stack_must_have_begun_together() -> None:
    state = moving("15PzHQ, I/8/15 2820, II/8/15 2819, 33Pi/15 2821", "", "15pz")
    assert refusal(state, "move I/8/15, II/8/15 2820-2720").case == "9.0"  # it is elsewhere
    state = play(state, "move I/8/15 2820-2819")
    assert refusal(state, "move I/8/15, II/8/15 2819-2818").case == "9.3"


@pytest.mark.case("9.0", "9.3")
def test_units_of_both_classes_move_together_each_at_its_own_price() -> None:
    state = play(moving("AfkHQ, I/361/Afk, 288vzb 2620", "", "afrika"), "move I/361/Afk, 288vzb 2620-2521")
    assert (spent(state, "I/361/Afk"), spent(state, "288vzb")) == (2, 3)


@pytest.mark.case("9.0")
def test_points_are_not_saved_from_one_activation_to_the_next() -> None:
    state = play(moving(f"{TANKS} 2820", "", "15pz"), "done")
    assert state.treks == {} and allowance(state, "I/8/15") == 2 * 18
    moved = play(moving(f"{TANKS} 2820", "", "15pz"), "move I/8/15 2820-2819", "done")
    assert is_over(moved) and moved.moving == ()


# The flood and the walk


@pytest.mark.case("9.0", "9.1", "9.2", "8.0")
@pytest.mark.parametrize("unit", ["I/8/15 2606", "I/361/Afk 2405", "AriHQ!! 2707", "19/Bre 3105", "33Rc/15 2507"])
def test_what_is_in_reach_is_what_can_be_walked(unit: str) -> None:
    """And nothing beyond: every step out of reach is refused."""
    state = position(unit, "2Kng/16 2504, 4Bdr/23 2604, 18/4NZ 2808, 7ArmHQ 2706, 20/4NZ 3306")
    name = unit.split()[0].rstrip("!")
    found = reach(state, name)
    assert len(found) > 15
    for end in found:
        assert walk(state, name, found.path(end), FRESH).points == found.points(end)
    for end in (at(unit.split()[1]), *found):
        path = found.path(end) if end in found else (end,)
        for beyond in board().adjacent[end]:
            if beyond in found or beyond == path[0]:
                continue
            with pytest.raises(Refusal):
                walk(state, name, (*path, beyond), FRESH)


@pytest.mark.case("9.0", "4.0")
def test_nobody_is_told_of_fewer_moves_than_there_are_before_they_are_worked_out() -> None:
    state = moving(f"{TANKS}, II/8/15 2820", "8Hus/4Arm 2824", "15pz")
    actions = state.stack[-1].actions(state, "axis")
    assert isinstance(actions, Branches) and actions.overfull() == []
    assert any(len(part) for part in actions.parts()) and "move I/8/15 2820-2819" in listed(state)
    assert refusal(state, "move I/8/15 2820-4820").case == "9.0" and "move I/8/15 2820-4820" not in listed(state)


@pytest.mark.case("9.0", "7.1")
def test_the_list_offers_units_and_stacks_where_there_is_room() -> None:
    state = moving(f"{TANKS}, II/8/15 2820, 19/Bre, 20/Bre 2819", "", "15pz")
    orders = listed(state)
    assert "move I/8/15 2820-2818" in orders and "move I/8/15, II/8/15 2820-2818" in orders
    assert "move I/8/15 2820-2819" not in orders  # full
    assert "done" in orders
    assert "move 15PzHQ 2820-2819" in orders  # headquarters need no room


@pytest.mark.case("9.0", "9.6", "5.2", "8.0")
def test_a_reach_is_explained() -> None:
    state = position("I/8/15 4820", "1SAHQ!! 2820, 8Hus/4Arm 4821", mined="1SAHQ")
    told = [part.text for part in explain_reach(state, "1SAHQ").parts]
    assert told == ["printed movement 12", "halved by a minefield", "halved for lack of supply, rounded up"]
    assert "18 points" in explain_reach(state, "I/8/15").text
    assert explain_reach(state, "I/8/15").parts[-1].case == "8.0"
    assert counters()["1SAHQ"].movement == 12


@pytest.mark.case("9.3", "9.0")
def test_stacks_are_listed_that_stand_together_and_have_not_moved() -> None:
    state = moving("15PzHQ, I/8/15, II/8/15 2820, 33AT/15 2720, 33Pi/15 dead, 2/15 dead", "", "15pz")
    lost = replace(state, formation=(*state.formation, "33Pi/15", "2/15"))
    assert len(set(listed(lost))) == len(listed(lost))
    together = {order.split(" 2")[0] for order in listed(lost) if ", " in order}
    assert together == {"move I/8/15, II/8/15"}
    after = play(state, "move I/8/15 2820-2819")
    assert not [order for order in listed(after) if ", " in order]


@pytest.mark.case("9.3", "9.0")
def test_a_stack_of_which_one_has_begun_does_not_set_out_together() -> None:
    state = play(moving("15PzHQ, I/8/15, II/8/15 2820", "", "15pz"), "move I/8/15 2820-2819", "move II/8/15 2820-2819")
    assert "move I/8/15, II/8/15" not in " ".join(listed(state))
    fresh = moving("15PzHQ 2821, I/8/15, II/8/15 2820, 33AT/15 2819", "", "15pz")
    joined = play(fresh, "move I/8/15, II/8/15 2820-2819")
    refused = refusal(joined, "move I/8/15, 33AT/15 2819-2818")
    assert refused.case == "9.3" and refused.why.startswith("I/8/15 has already begun")
    assert where(play(joined, "move I/8/15, II/8/15 2819-2818"), "II/8/15") == "2818"


@pytest.mark.case("9.0", "9.1")
def test_the_last_point_is_spent_on_the_last_hex_and_half_a_point_on_a_road() -> None:
    """Seventeen points by open ground, then one more; by road there are two hexes to a point."""
    state = position("I/8/15 2820", "")
    left = reach_from(state, "I/8/15", at("2820"), Trek(2 * 17, 17))
    assert {board().name(there) for there in left} == {"2819", "2821", "2720", "2721", "2920", "2921"}
    assert not len(reach_from(state, "I/8/15", at("2820"), Trek(2 * 18, 18)))
    on_the_road = replace(position("I/8/15 2905", "", moving=("I/8/15",)), treks={"I/8/15": Trek(2 * 18 - 1, 30)})
    assert can_move(on_the_road, "I/8/15") and len(reach(on_the_road, "I/8/15"))
    halted = replace(on_the_road, treks={"I/8/15": Trek(2, 1, True)})
    assert not can_move(halted, "I/8/15")


@pytest.mark.case("7.1", "9.0")
def test_the_list_leaves_room_for_a_column_on_a_road_and_for_six_battalions_elsewhere() -> None:
    road = moving("15PzHQ, I/8/15, II/8/15 2805, 33Pi/15, 33AT/15 2905", "", "15pz")
    assert "move I/8/15 2805-2905" in listed(road) and "move I/8/15, II/8/15 2805-2905" not in listed(road)
    open_ground = moving("15PzHQ, I/8/15, II/8/15 2820, 19/Bre, 33Pi/15, 33AT/15 2819", "", "15pz")
    assert "move I/8/15 2820-2819" in listed(open_ground)
    assert "move I/8/15, II/8/15 2820-2819" not in listed(open_ground)
    two_regiments = moving("15PzHQ 2805, 19/Bre, 20/Bre 2905", "", "15pz")
    assert "move 15PzHQ 2805-2905" in listed(two_regiments), "headquarters take up no room in a column either"


@pytest.mark.case("9.0")
@pytest.mark.parametrize(
    ("start", "end", "why"), [("1801", "1901", "no unit may enter"), ("2820", "2823", "are not adjacent")]
)
def test_why_a_step_cannot_be_taken(start: str, end: str, why: str) -> None:
    state = moving(f"15PzHQ, I/8/15 {start}", "", "15pz")
    with pytest.raises(Refusal, match=why):
        walk(state, "I/8/15", (board().hex(start), board().hex(end)), FRESH)


@pytest.mark.case("9.0")
def test_where_a_unit_stands_it_has_spent_nothing() -> None:
    state = moving("15PzHQ, I/8/15 2820", "", "15pz")
    assert reach(state, "I/8/15").points(board().hex("2820")) == 0


@pytest.mark.case("9.0")
def test_who_has_moved_is_listed_no_more_but_may_go_on_until_another_moves() -> None:
    state = play(moving(f"{TANKS} 2820", "", "15pz"), "move I/8/15 2820-2819")
    assert not [order for order in listed(state) if "I/8/15" in order]
    assert where(play(state, "move I/8/15 2819-2818"), "I/8/15") == "2818"
