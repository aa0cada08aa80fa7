"""Automatic DS: ten to one in the Movement Phase, and the advance at the end of the Combat Phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.combat.automatic_ds import listed_shatter
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.state import FULL_RETREAT, NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import facts, is_over, opened, with_supply
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, where, with_books, with_unit
from tests.playing import asked, top

# The example of 8.9: 21 to 3 with two Tank Shifts and one for Elite Combined Arms. Stack B waits behind.
EXAMPLE = "ge-i-8, ge-115 2929, ge-104-15, ge-33rec 2829"
STACK_B = "ge-ii-8, ge-k15 2828"
UNITS = "ge-i-8, ge-115, ge-104-15, ge-33rec"
ORDER = f"shatter 2930 with {UNITS}"


def poised(axis: str = EXAMPLE, allied: str = "br-1thr 2930", **fields: Any) -> NorthAfrica:
    return with_books(moving(axis, allied, **fields), "axis", restful=False)


# --- the example


@pytest.mark.case("8.9.1", "8.9", "8.5.3")
def test_the_example_shatters_the_battalion_at_once(fates: Fates) -> None:
    state, events = play_noting(poised(f"{EXAMPLE}, {STACK_B}", "br-1thr 2930, au-20 2931"), ORDER)
    assert isinstance(top(state), Movement)
    assert where(state, "br-1thr") == "eliminated"
    (shattering,) = state.shattered
    assert shattering.units == tuple(UNITS.split(", "))
    assert facts(events, "fought")[0]["result"] == "DS"
    assert not facts(events, "roll")
    assert refusal(state, "move ge-i-8 2929-2930").case == "8.9.1"


@pytest.mark.case("8.9.1", "8.3")
def test_the_example_leaves_stack_b_an_attack_at_four_to_one() -> None:
    state = poised("ge-ii-8, ge-k15 2930", "au-20 2931")
    found = with_supply(state, "ge-ii-8, ge-k15", "2931")
    assert (found.attack, found.defence, found.place) == (12, 7, 4)


@pytest.mark.case("8.9.1")
def test_shattered_units_that_survive_retreat_four_hexes_in_full_retreat(fates: Fates) -> None:
    state = poised(f"{EXAMPLE}, ge-i-5, ge-ii-5 3029", "br-5rtr~ 2930")
    state = play(state, f"shatter 2930 with {UNITS}, ge-i-5, ge-ii-5")
    assert fates.retreats == [(("br-5rtr",), 4, 4, FULL_RETREAT)]
    assert state.units["br-5rtr"].steps == 1


@pytest.mark.case("8.9.1", "10.2.1", "10.1")
def test_the_attacker_chooses_the_step_that_is_lost(fates: Fates) -> None:
    state = play(poised(f"{EXAMPLE}, ge-i-5 3029", "br-1thr~, br-kdg~ 2930"), f"shatter 2930 with {UNITS}, ge-i-5")
    assert (asked(state), listed(state)) == ("axis", ["lose br-kdg", "lose br-1thr"])


@pytest.mark.case("18.1", "8.9.1")
def test_reconnaissance_alone_is_driven_off_whole(fates: Fates) -> None:
    state = play(poised(allied="br-kdg 2930"), ORDER)
    assert fates.retreats == [(("br-kdg",), 4, 4, FULL_RETREAT)]
    assert state.units["br-kdg"].steps == 1


# --- who may


@pytest.mark.case("8.9.1")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("shatter 2930 with ge-i-8, ge-115", "8.9.1"),
        ("shatter 2931 with ge-i-8", "8.1"),
        ("shatter 2930 with ge-i-8, ge-i-8", "8.2"),
        ("shatter 2930 with ge-k15", "8.1"),
        ("shatter 2930 with ge-i-8, it-8b", "8.4.1"),
        ("shatter nowhere with ge-i-8", "8.1"),
    ],
)
def test_automatic_ds_that_may_not_be_declared(order: str, case: str) -> None:
    assert refusal(poised(f"{EXAMPLE}, it-8b 2929, ge-k15 2828"), order).case == case


@pytest.mark.case("8.9.1")
def test_artillery_and_aircraft_do_not_help(fates: Fates) -> None:
    state = poised("ge-i-8, ge-115 2929, ge-104-15, ge-arko104 2829", assets={"axis": {"german-air-support": 1}})
    assert refusal(state, "shatter 2930 with ge-i-8, ge-115, ge-104-15").case == "8.9.1"


@pytest.mark.case("8.9.1", "19.5", "13.2.1")
def test_only_units_that_could_attack_take_part() -> None:
    assert refusal(poised(EXAMPLE.replace("ge-33rec", "ge-33rec+")), ORDER).case == "19.5"
    assert refusal(poised(EXAMPLE.replace("ge-33rec", "ge-33rec~")), ORDER).case == "13.2.1"
    assert refusal(with_unit(poised(), "ge-33rec", transport="air"), ORDER).case == "18.7.6"


@pytest.mark.case("4.4.1", "8.9.1")
def test_an_overstacked_hex_makes_no_automatic_ds() -> None:
    state = poised(f"{EXAMPLE}, ge-200, it-19bre 2929")
    assert refusal(state, ORDER).case == "4.4.1"
    assert listed_shatter(state, "axis") == []


@pytest.mark.case("8.9.1")
def test_a_unit_takes_part_in_one_automatic_ds_only(fates: Fates) -> None:
    state = play(poised(allied="br-1thr 2930, br-kdg~~ 2928"), ORDER)
    assert refusal(state, "shatter 2928 with ge-i-8").case == "8.9.1"


@pytest.mark.case("17.4", "8.9.1")
def test_an_automatic_ds_costs_the_free_supply_point(fates: Fates) -> None:
    state = play(moving(EXAMPLE, "br-1thr 2930"), ORDER)
    assert not state.books["axis"].restful


@pytest.mark.case("8.4.1", "8.9.1")
def test_a_mixed_automatic_ds_takes_comando_supremo(fates: Fates) -> None:
    axis = "ge-i-8, ge-115, it-8b 2929, ge-104-15, ge-33rec 2829"
    state = poised(axis, assets={"axis": {"comando-supremo": 1}})
    assert play(state, f"{ORDER}, it-8b").comando


# --- the list


@pytest.mark.case("8.9.1")
def test_the_list_offers_all_units_and_as_few_as_will_do() -> None:
    state = poised(f"{EXAMPLE}, ge-k15 3029")
    orders = [str(order) for order in listed_shatter(state, "axis")]
    assert len(orders) == 2
    assert orders[1].count(",") < orders[0].count(",")
    for action in listed_shatter(state, "axis"):
        top(state).check(state, "axis", action)
    assert listed_shatter(poised(allied="au-20 2930"), "axis") == []


# --- the advance


@pytest.mark.case("8.9.2", "8.9.1")
def test_marked_units_do_not_fight_and_advance_when_all_combats_are_over(fates: Fates) -> None:
    state = opened(play(poised(f"{EXAMPLE}, ge-k15 3030", "br-1thr 2930, br-2rb 3031"), ORDER))
    assert [order for order in listed(state) if "ge-i-8" in order] == []
    assert fates.advances == []
    state = play(state, "done")
    (battle,) = fates.advances
    assert (battle.kind, battle.allowance, battle.limited, battle.attackers) == (
        "automatic",
        4,
        False,
        tuple(UNITS.split(", ")),
    )
    assert (battle.overwhelming, battle.supplied) == (True, False)
    assert state.shattered == ()
    assert is_over(state)


@pytest.mark.case("8.9.2")
def test_of_several_the_player_chooses_the_order(fates: Fates) -> None:
    axis = f"{EXAMPLE}, ge-ii-8, ge-200, ge-k15, ge-3rec 2433"
    state = poised(axis, "br-1thr 2930, br-2rb~ 2434")
    state = opened(play(state, ORDER, "shatter 2434 with ge-ii-8, ge-200, ge-k15, ge-3rec"))
    assert (asked(state), listed(state)) == ("axis", ["choose 2930", "choose 2434"])
    assert refusal(state, "choose 2929").case == "8.9.2"
    play(state, "choose 2434")
    assert len(fates.advances) == 2
    assert fates.advances[0].attackers[0] == "ge-ii-8"
