"""[8.5] Reaction: getting out of the way."""

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.contents import Minefield
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.reaction import can_pin
from sandtable.games.campaign_for_north_africa.movement.segment import end_segment, open_movement
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.approaches import FUEL, moving, question, reactors
from tests.campaign_for_north_africa.positions import listed, play, refusal, spent, where, with_unit
from tests.playing import THE_END, asked, draft_of

COME = "move I/157 C3509-C3510"


# When and how


@pytest.mark.case("8.51")
def test_a_unit_whom_an_enemy_combat_unit_approaches_is_asked_and_may_go() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511"), COME)
    assert asked(state) == "commonwealth" and reactors(state) == ("2RTR",)
    after = play(state, "react 2RTR C3511-C3512-C3513")
    assert (where(after, "2RTR"), spent(after, "2RTR")) == ("C3513", 4)
    assert asked(after) == "axis" and where(after, "I/157") == "C3510"


@pytest.mark.case("8.51")
def test_who_is_not_next_to_the_mover_is_not_asked() -> None:
    assert question(play(moving("I/157 C3508", "2RTR C3511"), "move I/157 C3508-C3509")) is None


@pytest.mark.case("8.51", "10.29")
def test_an_approaching_headquarters_without_combat_units_alarms_nobody() -> None:
    assert question(play(moving("Ariete[] C3509", "1KRRC C3511"), "move Ariete C3509-C3510")) is None


@pytest.mark.case("8.52")
def test_one_may_stay() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511"), COME, "stay")
    assert (where(state, "2RTR"), spent(state, "2RTR"), asked(state)) == ("C3511", 0, "axis")


@pytest.mark.case("8.55", "8.52")
def test_at_a_table_nobody_is_kept_waiting_for_one_who_has_no_way_out() -> None:
    choice = play(moving("I/157 C3509", "2RTR C3511"), COME)
    assert title().rules.forced(choice, "commonwealth") is None
    dry = play(moving("I/157 C3509", "2RTR C3511", supply={"AX-S1": FUEL["AX-S1"]}), COME)
    assert str(title().rules.forced(dry, "commonwealth")) == "stay"
    assert title().rules.forced(moving("I/157 C3509"), "axis") is None


@pytest.mark.case("8.52")
def test_a_unit_reacts_as_often_as_it_is_approached() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511"), COME, "react 2RTR C3511-C3512", "move I/157 C3510-C3511")
    assert (where(state, "I/157"), reactors(state)) == ("C3511", ("2RTR",))
    state = play(state, "react 2RTR C3512-C3513-C3514")
    assert (where(state, "I/157"), where(state, "2RTR"), spent(state, "2RTR")) == ("C3511", "C3514", 6)


@pytest.mark.case("8.51", "8.13")
def test_the_mover_goes_on_when_the_others_have_answered() -> None:
    state = moving("I/157 C3509", "2RTR C3611")
    away = play(state, "move I/157 C3509-C3510-C3511-C3512", "react 2RTR C3611-C3711")
    assert (where(away, "I/157"), spent(away, "I/157")) == ("C3512", 6)
    stays = play(moving("I/157 C3509", "2RTR C3611"), "move I/157 C3509-C3510-C3511", "stay")
    assert where(stays, "I/157") == "C3511"


@pytest.mark.case("8.52", "8.24")
def test_reaction_pays_for_movement_and_nothing_to_break_off() -> None:
    state = play(moving("I/157, II/157 C3509", "2RTR C3511"), "move I/157, II/157 C3509-C3510")
    after = play(state, "react 2RTR C3511-C3512")
    assert spent(after, "2RTR") == 2


@pytest.mark.case("8.51", "8.55", "32.23")
def test_reaction_takes_fuel_and_wears_vehicles_and_has_no_limit() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511 spent=30"), COME, "react 2RTR C3511-C3512-C3513-C3514")
    assert (spent(state, "2RTR"), state.units["2RTR"].cohesion) == (36, -6)
    assert state.supply["CW-S1"].fuel == 56 and state.units["2RTR"].breakdown > 0
    dry = play(moving("I/157 C3509", "2RTR C3511", supply={}), COME)
    assert refusal(dry, "react 2RTR C3511-C3512").case == "32.23"


@pytest.mark.case("8.55")
def test_reacting_units_never_enter_an_enemy_zone() -> None:
    state = moving("I/157 C3509, I/158, II/158 C3613", "2RTR C3511", supply={"CW-S1": ("C3511", 40, 60)})
    after = play(state, COME, "react 2RTR C3511-C3411-C3412")
    assert where(after, "2RTR") == "C3412"
    stopped = play(state, COME, "react 2RTR C3511-C3512-C3513")
    assert where(stopped, "2RTR") == "C3512"  # C3513 is in the zone of C3613
    assert not [order for order in listed(play(state, COME)) if order.endswith("-C3513")]


@pytest.mark.case("8.11", "8.17")
def test_reaction_is_not_voluntary_movement_in_ones_own_part() -> None:
    state = play(moving("I/157 C3509", "1KRRC C3511 spent=19 motors=6"), COME)
    assert spent(play(state, "react 1KRRC C3511-C3512"), "1KRRC") == 21


@pytest.mark.case("9.31", "8.13")
def test_reaction_obeys_stacking_and_the_ground() -> None:
    full = "1RflBde, 2KRRC, 1RNF, 2RflBde, 1Ranger, 1Ches C3512"
    state = play(moving("I/157 C3509", f"2RTR C3511, {full}"), COME)
    assert refusal(state, "react 2RTR C3511-C3512").case == "9.31"
    assert refusal(state, "react 2RTR C3511-C3510").case == "8.13"


# Who may not


@pytest.mark.case("8.53")
def test_men_on_foot_and_camels_never_react() -> None:
    assert question(play(moving("I/157 C3509", "1KRRC C3511"), COME)) is None
    assert reactors(play(moving("I/157 C3509", "1KRRC C3511 motors=6"), COME)) == ("1KRRC",)
    camels = moving("Mhrsti C3511", "1KRRC C3509", side="commonwealth")
    assert question(play(camels, "move 1KRRC C3509-C3510")) is None


@pytest.mark.case("8.53")
def test_a_formation_with_one_battalion_on_foot_does_not_react_as_a_whole() -> None:
    state = play(moving("I/157 C3509", "7Spt+ C3511"), COME)
    frame = question(state)
    assert frame is not None and frame.tops == () and set(frame.parts) == {"3RHA", "4RHA"}
    assert refusal(state, "react 3RHA, 3RHA C3511-C3512").case == "8.56"


@pytest.mark.case("8.53")
def test_react_tank_vs_lorried_and_react_recce_vs_lorried() -> None:
    """A motorised battalion of 20 gets away from tanks of 24, not from reconnaissance of 45 that will assault."""
    tanks = play(moving("I/5Pz C3509", "1KRRC C3511 motors=6"), "move I/5Pz C3509-C3510 to assault")
    assert reactors(tanks) == ("1KRRC",)
    recce = play(moving("3Aufk C3509", "1KRRC C3511 motors=6"), "move 3Aufk C3509-C3510 to assault")
    assert question(recce) is None
    assert recce.promised == {"3Aufk": board().hex("C3511")}


@pytest.mark.case("8.53")
def test_a_fast_enemy_who_announces_nothing_pins_nobody() -> None:
    state = play(moving("3Aufk C3509", "1KRRC C3511 motors=6"), "move 3Aufk C3509-C3510")
    assert reactors(state) == ("1KRRC",) and state.promised == {}


@pytest.mark.case("8.53")
def test_an_announced_assault_names_its_hex_if_there_are_several() -> None:
    state = moving("3Aufk C3509", "1KRRC C3511 motors=6, 2KRRC C3611 motors=6")
    both = moving("3Aufk C3510", "1KRRC C3512 motors=6, 2KRRC C3611 motors=6")
    assert refusal(both, "move 3Aufk C3510-C3511 to assault").case == "8.53"
    named = play(both, "move 3Aufk C3510-C3511-C3512 to assault")
    assert reactors(named) == ("2KRRC",)
    assert named.promised == {"3Aufk": board().hex("C3512")}
    assert refusal(state, "move 3Aufk C3509-C3508 to assault").case == "8.53"


@pytest.mark.case("8.53")
def test_a_unit_that_is_in_an_enemy_zone_already_does_not_react() -> None:
    state = play(moving("I/157 C3509, I/158, II/158 C3612", "2RTR C3511"), COME)
    assert reactors(state) == ("2RTR",)  # C3612 is not next to it
    held = play(moving("I/157 C3509, I/158, II/158 C3611", "2RTR C3511"), COME)
    assert question(held) is None


@pytest.mark.case("8.53")
def test_the_zone_of_the_mover_itself_does_not_keep_anybody_from_reacting() -> None:
    state = play(moving("I/157, II/157 C3509", "2RTR C3511"), "move I/157, II/157 C3509-C3510")
    assert reactors(state) == ("2RTR",)


@pytest.mark.case("8.53")
def test_engaged_units_do_not_react_nor_do_those_without_cohesion() -> None:
    assert question(play(moving("I/157 C3509", "2RTR C3511 engaged=1"), COME)) is None
    beaten = moving("I/157 C3509", "2RTR C3511 cohesion=-25")
    assert reactors(play(beaten, COME)) == ("2RTR",)


@pytest.mark.case("8.54")
@pytest.mark.parametrize(
    ("pinning", "pinned", "pins"),
    [
        (1, 5, False),
        (2, 5, True),
        (0, 2, False),
        (0, 3, False),
        (0, 5, False),
        (1, 2, True),
        (0, 1, True),
        (1, 3, True),
    ],
)
def test_a_battalion_never_pins_a_division_nor_a_company_a_brigade(pinning: int, pinned: int, pins: bool) -> None:
    assert can_pin(pinning, pinned) is pins


@pytest.mark.case("8.54", "8.53")
def test_a_recce_battalion_does_not_pin_a_division_on_trucks_though_it_is_faster() -> None:
    state = moving("3Aufk C3509", "7Arm+ C3511")
    truck = with_unit(state, "7Arm", motors=12)
    frame = question(play(truck, "move 3Aufk C3509-C3510 to assault"))
    assert frame is not None and frame.tops == ("7Arm",)


@pytest.mark.case("8.53", "8.54", "10.15")
def test_battalions_hold_no_division_and_a_brigade_without_a_zone_holds_nobody() -> None:
    """Two battalions exert a zone on the division, too small to pin it; the brigade beside it has nine raw points."""
    division, battalions = "7Arm+ C3511 motors=12", "I/158, II/158 C3611"
    weak = "1LibRgt[] C3411, VIII/1L[3]>1LibRgt, IX/1L[3]>1LibRgt, X/1L[3]>1LibRgt"
    assert "7Arm" in reactors(play(moving("I/157 C3509", battalions, division), COME))
    assert "7Arm" in reactors(play(moving("I/157 C3509", battalions, weak, division), COME))
    strong = weak.replace("X/1L[3]", "X/1L[4]")
    held = play(moving("I/157 C3509", battalions, strong, division), COME)
    assert "7Arm" not in reactors(held)


@pytest.mark.case("8.54", "10.14")
def test_a_brigade_that_has_lost_all_cohesion_does_not_hold_a_division_by_the_zone_of_battalions() -> None:
    fresh = moving("I/157 C3509", "I/158, II/158 C3611", "1LibRgt+ C3611", "7Arm+ C3511 motors=12")
    assert "7Arm" not in reactors(play(fresh, COME))
    broken = fresh
    for name in ("1LibRgt", "VIII/1L", "IX/1L", "X/1L"):
        broken = with_unit(broken, name, cohesion=-26)
    assert "7Arm" in reactors(play(broken, COME))


# Attached units


@pytest.mark.case("8.56", "19.43")
def test_an_attached_unit_pays_to_detach_and_reacts() -> None:
    state = play(moving("I/157 C3509", "7Spt+ C3511"), COME, "react 4RHA C3511-C3512", "stay")
    assert (where(state, "4RHA"), state.units["4RHA"].attached, spent(state, "4RHA")) == ("C3512", "", 3)
    assert (where(state, "7Spt"), spent(state, "7Spt"), spent(state, "3RHA")) == ("C3511", 1, 0)


@pytest.mark.case("8.56")
def test_a_brigade_leaves_its_division_with_all_that_is_attached_to_it() -> None:
    state = play(moving("I/157 C3509", "7Arm+ C3511"), COME, "react 4ArmBde C3511-C3512", "stay")
    assert {where(state, name) for name in ("4ArmBde", "6RTR", "7Hus")} == {"C3512"}
    assert state.units["6RTR"].attached == "4ArmBde" and where(state, "7Arm") == "C3511"


@pytest.mark.case("8.56", "8.97")
def test_a_detached_battalion_takes_the_trucks_that_carry_it() -> None:
    state = with_unit(moving("I/157 C3509", "7Spt+ C3511"), "7Spt", motors=6)
    after = play(state, COME, "react 1KRRC C3511-C3512", "stay")
    assert (after.units["1KRRC"].motors, after.units["7Spt"].motors, where(after, "1KRRC")) == (6, 0, "C3512")


@pytest.mark.case("8.56", "8.51")
def test_a_parent_that_could_not_react_cannot_after_slow_units_have_left() -> None:
    state = with_unit(moving("I/157 C3509", "7Spt+ C3511"), "7Spt", motors=6)
    one_left = play(state, COME, "react 1KRRC C3511-C3512")
    assert refusal(one_left, "react 7Spt C3511-C3512").case in ("8.56", "8.53")


@pytest.mark.case("8.56", "8.54")
def test_no_unit_leaves_so_that_its_parent_is_pinned_as_a_shell() -> None:
    """A brigade that cannot be pinned by a company may be, once its battalions have gone and it is a shell."""
    state = moving("60Brs C3509", "4ArmBde+ C3511")
    slow = with_unit(state, "7Hus", toe={"A10": 10})
    frame_state = play(slow, "move 60Brs C3509-C3510 to assault")
    assert reactors(frame_state)[0] == "4ArmBde"
    assert refusal(frame_state, "react 6RTR C3511-C3512").case == "8.56"
    assert where(play(frame_state, "react 4ArmBde C3511-C3512"), "6RTR") == "C3512"


# What is left


@pytest.mark.case("10.24", "8.51", "10.25")
def test_a_hex_left_by_reaction_may_be_entered_from_zone_to_zone_in_the_next_segment_only() -> None:
    """I/158 stands in the zone of C3512, which covers the hex that 2RTR leaves as well."""
    state = moving("I/157 C3509, I/158 C3611", "2RTR C3511, 4ArmBde+ C3512", phasing="axis")
    left = play(state, COME, "react 2RTR C3511-C3411-C3412")
    assert left.retreating == ("C3511",)
    assert where(play(left, "move I/158 C3611-C3511"), "I/158") == "C3611"
    draft = draft_of(replace(left, stack=(THE_END,)))
    end_segment(draft, "axis")
    open_combat(draft, "axis")
    after = replace(draft.state, stack=(THE_END,))
    draft = draft_of(after)
    open_movement(draft, "axis")
    assert where(play(draft.state, "move I/158 C3611-C3511"), "I/158") == "C3511"


@pytest.mark.case("10.24", "8.51")
def test_a_hex_in_which_somebody_stayed_is_not_left() -> None:
    two = play(moving("I/157 C3509", "2RTR, 1RTR C3511"), COME, "react 2RTR C3511-C3512")
    assert two.retreating == ()
    one = play(moving("I/157 C3509", "2RTR C3511"), COME, "react 2RTR C3511-C3512")
    assert one.retreating == ("C3511",)


@pytest.mark.case("8.51", "6.26")
def test_those_without_cohesion_surrender_before_anybody_is_asked() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511 cohesion=-26, 1RTR C3611"), COME)
    assert state.units["2RTR"].at < 0
    assert reactors(state) in ((), ("1RTR",))


@pytest.mark.case("10.29")
def test_a_headquarters_without_any_strength_alone_in_an_enemy_zone_is_captured() -> None:
    state = play(moving("I/157, II/157 C3509", "7Spt C3511"), "move I/157, II/157 C3509-C3510")
    assert state.units["7Spt"].at < 0
    guarded = play(moving("I/157, II/157 C3509", "7Spt, 1KRRC C3511"), "move I/157, II/157 C3509-C3510")
    assert where(guarded, "7Spt") == "C3511"


# Supply Units


@pytest.mark.case("32.58", "8.53", "8.51")
def test_a_supply_unit_with_a_guard_reacts_unless_the_mover_is_very_fast() -> None:
    supply = FUEL | {"CW-S2": ("C3511", 40, 60, 30)}
    state = play(moving("I/157 C3509", "1KRRC C3511", supply=supply), COME)
    frame = question(state)
    assert frame is not None and frame.trains == ("CW-S2",)
    after = play(state, "react CW-S2 C3511-C3513")
    unit = after.supply["CW-S2"]
    assert (board().name(unit.at), unit.spent, unit.fuel) == ("C3513", 8, 59)
    fast = moving("3Aufk C3509", "1KRRC C3511", supply=supply)
    assert question(play(fast, "move 3Aufk C3509-C3510")) is None
    alone = moving("I/157 C3509", supply=supply)
    assert question(play(alone, COME)) is None


@pytest.mark.case("32.58", "26.21")
def test_a_supply_unit_reacts_where_there_are_mines_and_not_through_them() -> None:
    supply = FUEL | {"CW-S2": ("C3511", 40, 60, 30)}
    mines = {"C3512": Minefield("axis")}
    state = play(moving("I/157 C3509", "1KRRC C3511", supply=supply, minefields=mines), COME)
    assert refusal(state, "react CW-S2 C3511-C3512").case == "32.58"
    assert board().name(play(state, "react CW-S2 C3511-C3611").supply["CW-S2"].at) == "C3611"


@pytest.mark.case("32.58")
def test_a_supply_unit_does_not_exceed_its_fifteen_points() -> None:
    supply = FUEL | {"CW-S2": ("C3511", 40, 60, 30)}
    state = play(moving("I/157 C3509", "1KRRC C3511", supply=supply), COME)
    assert refusal(state, "react CW-S2 C3511-C3530").case == "32.58"
    assert refusal(state, "react CW-S1 C3514-C3515").case == "32.58"


@pytest.mark.case("8.51")
def test_the_list_offers_to_stay_and_only_what_is_accepted() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511 spent=24"), COME)
    orders = listed(state)
    assert orders[0] == "stay" and "react 2RTR C3511-C3512" in orders
    for order in orders[1:]:
        play(state, order)
