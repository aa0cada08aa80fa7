"""[22.1, 22.2, 22.41] Rommel on the move, and what he gives to those who go with him."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.ground.reach import points_left
from sandtable.games.afrika_korps.movement.stacking import joint_destinations
from tests.afrika_korps.movement.moves import barred, ends, moving, walked, with_trek
from tests.afrika_korps.positions import at, orders, play, refused

WEST = "W6-W7-W8"


# --- the bonus


@pytest.mark.case("22.1")
@pytest.mark.parametrize(("unit", "factor"), [("21/5", 10), ("brescia", 4), ("AxS1", 10)])
def test_two_hexes_with_rommel_give_two_hexes_more(unit: str, factor: int) -> None:
    state = moving(f"{unit}, rommel R36")
    together = play(state, f"move {unit}, rommel R36-R38")
    assert points_left(together, unit, together.trek(unit)) == factor
    assert refused(together, f"move {unit} R38-R{38 + factor}") == ""
    assert refused(together, f"move {unit} R38-R{39 + factor}") == "5.2"


@pytest.mark.case("22.1")
def test_the_extra_hexes_may_be_spent_in_the_joint_move_itself() -> None:
    state = moving("brescia, rommel R36")
    assert refused(state, "move brescia, rommel R36-R42") == ""
    assert refused(state, "move brescia, rommel R36-R43") == "5.2"
    assert refused(state, "move brescia R36-R41") == "5.2"
    assert {"R42"} <= ends(state, "brescia", "rommel")
    assert not {"R43"} & ends(state, "brescia", "rommel")


@pytest.mark.case("22.1")
def test_rommel_may_leave_after_two_hexes_and_the_unit_goes_on_alone() -> None:
    state = play(moving("brescia, rommel R36"), "move brescia, rommel R36-R38", "move rommel R38-R48")
    assert refused(state, "move brescia R38-R42") == ""
    assert not ends(state, "rommel")


@pytest.mark.case("22.1")
def test_the_hexes_together_may_be_the_last_of_the_move() -> None:
    """brescia has gone its four hexes; then Rommel comes and takes it two more."""
    state = play(moving("brescia R36, rommel R44"), "move brescia R36-R40", "move rommel R44-R40")
    assert not ends(state, "brescia")
    assert refused(state, "move brescia R40-R41") == "5.2"
    assert refused(state, "move brescia, rommel R40-R41") == "5.2"  # one hex together earns nothing
    assert ends(state, "brescia", "rommel") >= {"R42", "P40", "T40"}
    after = play(state, "move brescia, rommel R40-R41-R42")
    assert at(after, "brescia") == "R42"
    assert not ends(after, "brescia") and not {"R43", "R44"} & ends(after, "brescia", "rommel")


@pytest.mark.case("22.1", "17.1")
def test_a_unit_that_used_factors_and_road_alike_is_still_helped() -> None:
    state = with_trek(moving("21/5, rommel R36"), "21/5", points=10, road=10)
    assert ends(state, "21/5", "rommel") == {
        *("P34", "P35", "P36", "Q34", "Q37", "R34", "R38", "S35", "S38", "T36", "T37", "T38"),
    }
    for end in ("R38", "P34"):
        assert refused(state, f"move 21/5, rommel R36-{end}") == ""


@pytest.mark.case("22.1")
def test_two_hexes_together_may_be_made_one_at_a_time() -> None:
    state = play(moving("brescia, rommel R36"), "move brescia, rommel R36-R37", "move brescia R37-R38")
    assert points_left(state, "brescia", state.trek("brescia")) == 2
    state = play(state, "move rommel R37-R38", "move brescia, rommel R38-R39")
    assert points_left(state, "brescia", state.trek("brescia")) == 3


@pytest.mark.case("22.1")
def test_each_unit_is_helped_once_a_turn_but_any_number_of_units() -> None:
    state = moving("brescia, pavia, trenta, rommel R36")
    state = play(state, "move brescia, pavia, trenta, rommel R36-R40")
    for name in ("brescia", "pavia", "trenta"):
        assert points_left(state, name, state.trek(name)) == 2  # four hexes together are no more than two
    in_turn = moving("brescia, pavia, rommel R36")
    in_turn = play(in_turn, "move brescia, rommel R36-R38", "move rommel R38-R36", "move pavia, rommel R36-S38")
    for name in ("brescia", "pavia"):
        assert points_left(in_turn, name, in_turn.trek(name)) == 4


@pytest.mark.case("22.1")
def test_rommel_helps_neither_himself_nor_those_who_only_pass_him() -> None:
    state = play(moving("brescia R36, rommel R37"), "move brescia R36-R37-R38")
    assert points_left(state, "brescia", state.trek("brescia")) == 2
    rommel = moving("brescia, rommel R36")
    assert refused(rommel, "move rommel R36-R48") == ""
    assert refused(rommel, "move rommel R36-R49") == "5.2"
    after = play(rommel, "move brescia, rommel R36-R38")
    assert points_left(after, "rommel", after.trek("rommel")) == 10


@pytest.mark.case("22.1", "6.2")
def test_rommel_himself_may_be_the_slower() -> None:
    state = with_trek(moving("21/5, rommel R36"), "rommel", points=9)
    assert refused(state, "move 21/5, rommel R36-R39") == ""
    assert refused(state, "move 21/5, rommel R36-R40") == "5.2"
    assert "R39" in ends(state, "21/5", "rommel") and "R40" not in ends(state, "21/5", "rommel")


@pytest.mark.case("22.1", "17.1")
def test_on_the_first_turn_w6_to_w8_with_rommel_leaves_the_road_bonus_and_the_whole_factor() -> None:
    """Two hexes are gone and two are won: ten hexes of road and the factor remain, less what the road paid."""
    state = play(moving("21/5, rommel W6"), f"move 21/5, rommel {WEST}")
    trek = state.trek("21/5")
    assert points_left(state, "21/5", trek) + (10 - trek.road) == 20
    assert refused(state, "move 21/5 W8-W9-W10-W11-V11-U11-T10-S9-R9-Q8-P7-P17") == ""


@pytest.mark.case("22.1", "17.1")
def test_rommel_may_have_used_road_that_the_unit_has_not() -> None:
    """He came five hexes by road; together they still go as far as the unit alone could, and two more."""
    state = play(moving("brescia W8, rommel W3"), "move rommel W3-W8")
    assert state.trek("rommel").road == 5
    far = "W8-W9-W10-W11-V11-U11-T10-S9-R9-Q8-P7-O6-N5-M4-L3-K3-J3"  # ten of road, four factors, two of the bonus
    assert refused(state, f"move brescia, rommel {far}") == ""
    assert "J3" in ends(state, "brescia", "rommel")
    assert refused(state, "move brescia, rommel W8-J3") == ""
    assert refused(state, f"move brescia, rommel {far}-I2") == "5.2"


@pytest.mark.case("22.1", "6.2", "17.1")
def test_together_they_go_no_further_by_road_than_rommel_has_road_and_factors_left() -> None:
    """He has used the road bonus up: twelve factors, where the unit has sixteen hexes."""
    state = with_trek(moving("brescia, rommel W8"), "rommel", road=10)
    assert "N5" in ends(state, "brescia", "rommel") and "J3" not in ends(state, "brescia", "rommel")


@pytest.mark.case("22.1", "18.1")
def test_the_bonus_does_not_carry_a_unit_on_from_an_escarpment_or_a_zone() -> None:
    state = moving("brescia, rommel R31", "9A/20 X50")
    assert barred(state, "brescia", "R31-R30-R29-R28", "rommel") == "18.1"
    zone = moving("brescia, rommel R33", "9A/20 R36")
    assert barred(zone, "brescia", "R33-R34-R35-Q34", "rommel") == "8.1"


@pytest.mark.case("22.1", "8.1", "18.1")
def test_nobody_goes_on_with_rommel_when_either_of_them_can_move_no_further() -> None:
    state = moving("brescia, rommel R36")
    assert ends(state, "brescia", "rommel")
    for name, spent in (
        ("rommel", {"points": 12, "road": 10}),
        ("rommel", {"halted": True}),
        ("brescia", {"halted": True}),
    ):
        assert not ends(with_trek(state, name, **spent), "brescia", "rommel")


# --- the tournament scale


@pytest.mark.case("22.1")
@pytest.mark.parametrize(("options", "extra"), [((), 0), (("rommel-partial",), 1), (("tournament",), 1)])
def test_one_hex_together_gives_one_hex_by_the_tournament_ruling_only(options: tuple[str, ...], extra: int) -> None:
    state = play(moving("brescia, rommel R36", options=options), "move brescia, rommel R36-R37")
    assert points_left(state, "brescia", state.trek("brescia")) == 3 + extra
    assert refused(state, f"move brescia R37-R{40 + extra}") == ""
    assert refused(state, f"move brescia R37-R{41 + extra}") == "5.2"
    used_up = with_trek(moving("brescia, rommel R36", options=options), "brescia", points=4)
    assert refused(used_up, "move brescia, rommel R36-R37") == ("" if extra else "5.2")
    assert ("R37" in ends(used_up, "brescia", "rommel")) is bool(extra)


@pytest.mark.case("22.1")
@pytest.mark.parametrize("options", [(), ("rommel-partial",)])
def test_two_hexes_together_give_two_either_way(options: tuple[str, ...]) -> None:
    state = play(moving("brescia, rommel R36", options=options), "move brescia, rommel R36-R38")
    assert points_left(state, "brescia", state.trek("brescia")) == 4


# --- where Rommel goes


@pytest.mark.case("22.2", "6.1")
def test_rommel_stands_with_a_full_stack() -> None:
    state = play(moving("21/5, 21/3, ariete R36, rommel R37"), "move rommel R37-R36")
    assert refused(state, "done") == ""
    assert refused(state, "move 21/5, 21/3, ariete, rommel R36-R38") == ""


@pytest.mark.case("22.41")
def test_rommel_does_not_go_into_an_enemy_zone_alone() -> None:
    state = moving("rommel R33, AxS1 R32, 21/5 V40", "9A/20 R36")
    assert refused(state, "move rommel R33-R35") == "22.41"
    assert not {"R35", "Q35", "S36"} & ends(state, "rommel")
    assert "R34" in ends(state, "rommel")
    supply = moving("rommel, AxS1 R33, 21/5 S36", "9A/20 R36")  # a supply is no combat unit
    assert refused(supply, "move AxS1, rommel R33-R35") == "22.41"
    assert "R35" in ends(supply, "AxS1") and "R35" not in ends(supply, "AxS1", "rommel")


@pytest.mark.case("22.41")
def test_with_a_combat_unit_or_to_one_he_does() -> None:
    joint = moving("rommel, 21/5 R33", "9A/20 R36")
    assert refused(joint, "move 21/5, rommel R33-R35") == ""
    assert "R35" in ends(joint, "21/5", "rommel")
    after = play(joint, "move 21/5, rommel R33-R35")
    assert at(after, "rommel") == "R35"
    there = moving("rommel R33, 21/5 R35", "9A/20 R36")
    assert refused(there, "move rommel R33-R35") == ""
    assert "R35" in ends(there, "rommel")


@pytest.mark.case("22.41", "22.1")
def test_a_tired_rommel_is_led_by_the_way_his_company_can_take() -> None:
    """With three factors left he limits the pair; the straight way leads through the zone of 9A/20."""
    state = with_trek(moving("21/5, rommel R33", "9A/20 R36"), "rommel", points=8)
    for end in ends(state, "21/5", "rommel"):
        assert refused(state, f"move 21/5, rommel R33-{end}") == "", end
    assert {"R35", "Q35", "S36"} <= ends(state, "21/5", "rommel")


@pytest.mark.case("22.41", "8.1")
def test_rommel_stops_in_a_zone_like_everybody() -> None:
    state = play(moving("rommel, 21/5 R33", "9A/20 R36"), "move 21/5, rommel R33-R35")
    assert not ends(state, "rommel")
    assert refused(state, "move rommel R35-R34") == "8.1"


@pytest.mark.case("22.41", "22.4")
def test_left_alone_in_a_zone_rommel_joins_the_nearest_unit_when_movement_ends() -> None:
    state = play(moving("rommel, 21/5 R35, ariete R32", "9A/20 R36"), "move 21/5 R35-R34-S34")
    assert at(state, "rommel") == "R35"
    after = play(state, "done")
    assert at(after, "rommel") == "S34"


@pytest.mark.case("22.1")
def test_the_list_offers_each_unit_with_rommel_and_checks_what_it_offers() -> None:
    state = moving("21/5, brescia, AxS1, rommel R33, 15/8 R31", "9A/20 R36, AlS1 T35")
    pairs = [order for order in orders(state) if ", rommel " in order]
    assert {order.split(",")[0] for order in pairs} == {"move 21/5", "move brescia", "move AxS1"}
    assert [order for order in pairs if refused(state, order)] == []


@pytest.mark.case("22.1")
def test_walking_with_rommel_counts_hexes_together_for_the_unit_only() -> None:
    state = moving("brescia, rommel R36")
    assert walked(state, "brescia", "R36-R37-R38", "rommel").together == 2
    assert walked(state, "rommel", "R36-R37-R38", "brescia").together == 0
    assert walked(state, "brescia", "R36-R37-R38").together == 0


@pytest.mark.case("22.1")
def test_nobody_sets_out_with_rommel_from_another_hex() -> None:
    assert joint_destinations(moving("21/5, rommel R36"), "21/5")
    assert joint_destinations(moving("21/5 R36, rommel R38"), "21/5") == ()
