"""[27.5] Disengagement."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, GOOD, NorthAfrica, Shattering
from tests.north_africa_41.fighting import phase
from tests.north_africa_41.positions import listed, play, refusal, where
from tests.playing import THE_END, asked, top


def engaged(axis: str, allied: str, **fields: Any) -> NorthAfrica:
    return phase(axis, allied, options=("disengagement",), **fields)


@pytest.mark.case("27.5.1", "27.5.2", "27.5.3", "27.5.4")
def test_the_example_of_a_panzer_unit_that_slips_away() -> None:
    # It has had to stop beside the enemy and gets away with +2: mechanised and Elite.
    state = engaged("ge-i-5 2533", "br-3hus 2534")
    away = play(state, "disengage ge-i-5", rolls=(3,))
    after = play(away, "retreat ge-i-5 2533-2532-2531", "done")
    assert where(after, "ge-i-5") == "2531" and after.units["ge-i-5"].order == DISRUPTED


@pytest.mark.case("27.5.2")
@pytest.mark.parametrize(
    ("unit", "no", "yes"), [("ge-i-5", 1, 3), ("it-rc", 2, 4), ("ge-155", 3, 5), ("it-19bre", 4, 6)]
)
def test_the_die_is_modified_by_vehicles_and_quality(unit: str, no: int, yes: int) -> None:
    state = engaged(f"{unit} 2533", "br-3hus 2534")
    failed = play(state, f"disengage {unit}", rolls=(no,))
    assert where(failed, unit) == "2533" and failed.units[unit].order == GOOD
    assert failed.stack == (THE_END,), "nobody is asked for a way"
    assert listed(play(state, f"disengage {unit}", rolls=(yes,)))[-1] == "done"


@pytest.mark.case("27.5.2", "27.5.4", "5.8.1")
def test_a_group_has_the_worst_of_its_units_and_a_truck_counts() -> None:
    mixed = engaged("ge-mg8, ge-155 2533", "br-3hus 2534")
    assert where(play(mixed, "disengage ge-mg8, ge-155", rolls=(3,)), "ge-mg8") == "2533"
    trucked = engaged("ge-155, axis-truck-1 2533", "br-3hus 2534")
    away = play(trucked, "disengage ge-155, axis-truck-1", rolls=(4,))
    gone = play(away, "retreat ge-155, axis-truck-1 2533-2532-2531")
    assert listed(gone) == ["done", "flee ge-155"], "a Truck knows no disorder"
    after = play(gone, "done")
    assert where(after, "ge-155") == where(after, "axis-truck-1") == "2531"


@pytest.mark.case("27.5.4", "10.3")
def test_a_four_costs_a_step_of_the_owners_choice() -> None:
    state = engaged("it-19bre, it-20bre 2533", "br-3hus 2534")
    away = play(state, "disengage it-19bre, it-20bre", "lose it-20bre", rolls=(5,))
    after = play(away, "retreat it-19bre, it-20bre 2533-2532-2531", "done")
    assert (after.units["it-19bre"].steps, after.units["it-20bre"].steps) == (2, 1)
    alone = play(engaged("it-rc, it-7ar 2533", "br-3hus 2534"), "disengage it-7ar", rolls=(3,))
    assert alone.units["it-7ar"].steps == 1


@pytest.mark.case("27.5.4", "13.1.3")
def test_the_owner_chooses_disruption_or_full_retreat_but_not_for_the_disrupted() -> None:
    state = engaged("ge-mg8, ge-mg2, ge-3rec~ 2533", "br-3hus 2534")
    names = "ge-mg8, ge-mg2, ge-3rec"
    away = play(state, f"disengage {names}", f"retreat {names} 2533-2532-2531", rolls=(4,))
    after = play(away, "flee ge-mg2", "done")
    assert [after.units[name].order for name in ("ge-mg8", "ge-mg2", "ge-3rec")] == [
        DISRUPTED,
        FULL_RETREAT,
        FULL_RETREAT,
    ]
    assert listed(away) == ["done", "flee ge-mg8, ge-mg2", "flee ge-mg8", "flee ge-mg2"]
    assert listed(play(away, "flee ge-mg2")) == ["done", "flee ge-mg8"]
    assert refusal(away, "flee ge-3rec").case == "27.5.4"
    assert refusal(away, "disengage ge-mg8").case == "27.5.4"


@pytest.mark.case("27.5.4", "12.2.1")
def test_who_disengages_into_his_own_box_has_the_same_choice_and_the_enemys_is_closed() -> None:
    """Good Order is what lets units leave a box again [6.3.4], and one level comes back in each Recovery Phase."""
    state = play(engaged("ge-mg8, ge-mg2 1501", "br-3hus 1502"), "disengage ge-mg8, ge-mg2", rolls=(6,))
    inside = play(state, "retreat ge-mg8 1501-tripoli", "retreat ge-mg2 1501-tripoli")
    assert listed(inside) == ["done", "flee ge-mg8, ge-mg2", "flee ge-mg8", "flee ge-mg2"]
    after = play(inside, "flee ge-mg2", "done")
    assert [after.units[name].order for name in ("ge-mg8", "ge-mg2")] == [DISRUPTED, FULL_RETREAT]
    assert where(after, "ge-mg8") == where(after, "ge-mg2") == "tripoli"
    routed = play(engaged("ge-mg8~ 1501", "br-3hus 1502"), "disengage ge-mg8", rolls=(6,))
    assert play(routed, "retreat ge-mg8 1501-tripoli").units["ge-mg8"].order == FULL_RETREAT
    east = play(engaged("ge-mg8 2479", "br-3hus 2478"), "disengage ge-mg8", rolls=(6,))
    assert refusal(east, "retreat ge-mg8 2479-2480-delta").case == "12.2.1"


@pytest.mark.case("27.5.4", "12.1.3")
def test_it_is_a_retreat_of_one_or_two_hexes_into_no_enemy_zone_without_a_friend() -> None:
    state = play(engaged("ge-mg8 2533", "br-3hus 2534, br-5rtr 2430"), "disengage ge-mg8", rolls=(6,))
    assert refusal(state, "retreat ge-mg8 2533-2633").case == "27.5.4"
    assert refusal(state, "retreat ge-mg8 2533-2532-2531").case == "27.5.4"
    assert refusal(state, "retreat ge-mg8 2533-2532-2632").case == "12.1.3"
    assert where(play(state, "retreat ge-mg8 2533-2532"), "ge-mg8") == "2532"
    friend = play(engaged("ge-mg8 2533, ge-k15 2531", "br-3hus 2534, br-5rtr 2430"), "disengage ge-mg8", rolls=(6,))
    assert where(play(friend, "retreat ge-mg8 2533-2532-2531"), "ge-mg8") == "2531"


@pytest.mark.case("27.5.4", "12.2.1")
def test_a_friend_who_is_no_part_of_the_group_lets_one_unit_after_the_other_into_a_zone() -> None:
    allied, order = "br-3hus 2534, br-5rtr 2430", "disengage ge-mg8, ge-mg2"
    state = play(engaged("ge-mg8, ge-mg2 2533, ge-k15 2531", allied), order, rolls=(6,))
    after = play(state, "retreat ge-mg8 2533-2532-2531", "retreat ge-mg2 2533-2532-2531")
    assert where(after, "ge-mg8") == where(after, "ge-mg2") == "2531"
    routed = play(engaged("ge-mg8, ge-mg2 2533, ge-k15~~ 2531", allied), order, rolls=(6,))
    assert refusal(routed, "retreat ge-mg8 2533-2532-2531").case == "27.5.4"


@pytest.mark.case("27.5.4", "5.8.3")
def test_a_zone_is_closed_to_a_combat_unit_whoever_stands_there() -> None:
    """Trucks alone would be kept out by those of the enemy; a battalion would take them."""
    state = play(engaged("ge-i-5 2533", "br-3hus 2534, allied-truck-1 2433"), "disengage ge-i-5", rolls=(6,))
    assert refusal(state, "retreat ge-i-5 2533-2433-2432").case == "27.5.4"
    group = engaged("ge-i-5, axis-truck-1 2533", "br-3hus 2534, allied-truck-1 2432")
    away = play(group, "disengage ge-i-5, axis-truck-1", "retreat ge-i-5 2533-2532", rolls=(6,))
    assert refusal(away, "retreat axis-truck-1 2533-2433").case == "27.5.4"
    assert refusal(away, "retreat axis-truck-1 2533-2432").case == "5.8.3"


@pytest.mark.case("27.5.4")
def test_success_allows_a_retreat_and_does_not_command_it() -> None:
    state = play(engaged("ge-mg8 2533", "br-3hus 2534"), "disengage ge-mg8", rolls=(6,))
    stayed = play(state, "done")
    assert where(stayed, "ge-mg8") == "2533" and stayed.units["ge-mg8"].order == GOOD
    assert stayed.stack == (THE_END,)
    trapped = engaged("ge-mg8 2534", "br-3hus 2535, br-5rtr 2433, br-6rtr 2633")
    after = play(trapped, "disengage ge-mg8", rolls=(6,))
    assert where(after, "ge-mg8") == "2534"  # no way, no loss


@pytest.mark.case("27.5.3", "19.5")
def test_a_unit_attacks_or_disengages_once() -> None:
    state = engaged("ge-mg8, ge-mg2, ge-k15 2533, ge-3rec+ 2433", "br-16 2534")
    groups = [order for order in listed(state) if order.startswith("disengage") and "," in order]
    assert groups == ["disengage ge-mg2, ge-mg8, ge-k15"], "the stack as a group, and no group of one"
    failed = play(state, "disengage ge-mg8", rolls=(1,))
    alone = [order for order in listed(engaged("ge-i-5 2533", "br-3hus 2534")) if order.startswith("disengage")]
    assert alone == ["disengage ge-i-5"]
    assert refusal(failed, "disengage ge-mg8").case == "27.5.3"
    assert refusal(failed, "attack 2534 with ge-mg8").case == "8.1"
    assert "disengage ge-mg2" in listed(failed) and isinstance(top(failed), Combat)
    assert refusal(state, "disengage ge-3rec").case == "19.5"
    assert refusal(state, "disengage ge-mg8, ge-mg8").case == "27.5.3"
    assert refusal(state, "disengage br-16").case == "5.1"
    assert refusal(state, "disengage ge-mg8, ge-3rec").case in ("27.5.3", "19.5")
    assert asked(failed) == "axis"


@pytest.mark.case("27.5.3", "8.9.1")
def test_who_disengages_together_is_one_stack_with_a_combat_unit_and_no_part_of_an_automatic_ds() -> None:
    state = engaged("ge-mg8, axis-truck-1 2533, ge-mg2 2633", "br-16 2534")
    assert refusal(state, "disengage ge-mg8, ge-mg2").case == "27.5.3"
    assert refusal(state, "disengage axis-truck-1").case == "27.5.3"
    away = play(state, "disengage ge-mg8, axis-truck-1", rolls=(1,))
    assert refusal(away, "disengage ge-mg8, axis-truck-1").case == "27.5.3", "once"
    marked = replace(state, shattered=(Shattering(board().hex("2432"), ("ge-mg8",)),))
    assert refusal(marked, "disengage ge-mg8").case == "8.9.1"


@pytest.mark.case("27.5.3", "17.1.2")
def test_the_artillery_of_tobruk_does_not_disengage() -> None:
    state = engaged("ge-i-5 3037", "al-tob, br-16 3138", phasing="allied")
    assert refusal(state, "disengage al-tob").case == "27.5.3"
    assert "disengage br-16" in listed(state) and "disengage al-tob" not in listed(state)


@pytest.mark.case("27.5.1")
def test_without_the_option_nobody_disengages() -> None:
    state = phase("ge-i-5 2533", "br-3hus 2534")
    assert refusal(state, "disengage ge-i-5").case == "27.5.1"
    assert not any(order.startswith("disengage") for order in listed(state))


@pytest.mark.case("S1.2", "27.5.3")
def test_the_polish_brigade_does_not_slip_out_of_alexandria_before_its_turn() -> None:
    early, late = (engaged("ge-i-5 2378", "po-carp 2478", phasing="allied", turn=turn) for turn in (10, 11))
    assert refusal(early, "disengage po-carp").case == "S1.2"
    assert "disengage po-carp" in listed(late)
