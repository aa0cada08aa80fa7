"""Orders above the unit in the Campaign: what the staff does with a player's formations, and with nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.sight.muster import muster
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.staff.desks import CORPS, MARCH
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import OrderBook, given, still_standing
from sandtable.kit.staff.situation import Situation
from tests.campaign_for_north_africa.positions import asking, position, where
from tests.campaign_for_north_africa.staffwork import DUMPS, GRAZIANI

FUEL = {"AX-S1": ("C4020", 200, 300), "AX-S2": ("C3925", 200, 300), "CW-S1": ("D3714", 200, 300)}


def field(*units: str, **fields: Any) -> Campaign:
    """An Axis Movement Segment."""
    return asking(
        position(*units, scenario=GRAZIANI, phasing="axis", first="axis", **{"supply": FUEL, **fields}),
        Movement("axis"),
    )


def book(state: Campaign, *texts: str) -> OrderBook:
    orders: OrderBook = ()
    for text in texts:
        orders = given(
            orders, Situation(title(), title().sight.observe(state, "axis"), "axis").understood(text), state.turn
        )
    return orders


def obeyed(state: Campaign, orders: OrderBook, *desks: str) -> tuple[Campaign, OrderBook, list[str]]:
    """All that is done of a Movement Segment before it is the player's, or over."""
    chief, done = ChiefOfStaff(title(), Staff(1)), list[str]()
    dice = SecretDice(secret_of_seed(1))
    while isinstance(state.stack[-1], Movement):
        action, orders = chief.answer(title().sight.observe(state, "axis"), "axis", orders, desks)
        if action is None:
            break
        done.append(str(action))
        state, _ = frames.play(state, "axis", action, dice)
    return state, orders, done


def next_stage(state: Campaign) -> Campaign:
    """The same position an Operations Stage later."""
    draft = frames.Draft(state, SecretDice(secret_of_seed(1)))
    clear_stage(draft)
    return asking(draft.state, Movement("axis"))


@pytest.mark.case("4.25", "19.2")
def test_a_formation_is_all_that_is_assigned_to_it_and_stands_by_itself() -> None:
    state = field("7Arm+ D3612, 11Hus C3020 assigned=7Arm", "63Cir+ C4120")
    assert muster(state, "commonwealth")["7Arm"] == ["7Arm", "11Hus"]
    assert muster(state, "axis") == {**muster(state, "axis"), "63Cir": ["63Cir"]}
    ours = muster(state, "commonwealth")
    assert "63Cir" not in ours and ours["11Hus"] == ["11Hus"]
    assert ours["4ArmBde"] == [] and "6RTR" in ours, "what is attached goes with its counter"
    assert "2NZ" not in ours, "not in play"


def test_a_division_is_ordered_by_its_name() -> None:
    state = field("63Cir+ C4120 motors=60", "4In+ D3714")
    [order] = book(state, "take Sollum with 63rd Cirene Division")
    assert str(order.order) == "take C4021 with 63Cir"


def test_an_order_is_carried_out_over_several_stages_and_nobody_else_moves() -> None:
    state = field("63Cir+ C4120, 62Mrm+ C4218", "4In+ E1829")
    orders = book(state, "move 63Cir to C4131")
    far = title().rules.board().distance
    goal = title().rules.board().hex("C4131")
    before = far(state.units["63Cir"].at, goal)
    state, orders, done = obeyed(state, orders)
    nearer = far(state.units["63Cir"].at, goal)
    assert nearer < before and len(done) == 1 and still_standing(orders)
    for _ in range(6):
        state, orders, _ = obeyed(next_stage(state), orders)
    assert where(state, "63Cir") == "C4131" and where(state, "62Mrm") == "C4218"
    assert str(orders[0]).endswith("done in turn 1: 63Cir is there")


def test_an_order_to_take_a_place_goes_next_to_who_holds_it() -> None:
    state = field("63Cir+ C4020 motors=60", "2SctGds C3922", supply=DUMPS)
    state, orders, _ = obeyed(state, book(state, "take C3922 with 63Cir"))
    assert title().rules.board().distance(state.units["63Cir"].at, state.units["2SctGds"].at) == 1
    assert still_standing(orders)


def test_who_holds_a_place_stays_there_and_leaves_it_to_others_to_go() -> None:
    """The staff alone would send both towards Sollum."""
    state = field("63Cir+ C4120 motors=60, 62Mrm+ C4218 motors=60", "4In+ D3714")
    state, orders, done = obeyed(state, book(state, "hold C4120 with 63Cir"), MARCH, CORPS)
    assert where(state, "63Cir") == "C4120" and where(state, "62Mrm") != "C4218", done
    assert done[-1] == "done" and still_standing(orders)


def test_the_march_desk_moves_nobody_without_orders_and_ends_the_segment() -> None:
    state = field("63Cir+ C4120 motors=60, 62Mrm+ C4218 motors=60", "4In+ D3714")
    _, _, done = obeyed(state, book(state, "hold C4120 with 63Cir"), MARCH)
    assert done == ["done"]


def test_an_order_for_a_lost_division_is_impossible() -> None:
    state = field("63Cir+ C4120 motors=60, 62Mrm+ C4218", "4In+ D3714")
    orders = book(state, "take C4021 with 63Cir", "follow 63Cir with 62Mrm")
    _, orders, done = obeyed(field("62Mrm+ C4218", "4In+ D3714"), orders)
    assert not done
    assert [each.why for each in orders] == ["63Cir is lost", "63Cir is lost"]


def test_who_is_to_be_supplied_comes_first() -> None:
    """Both divisions lack Ammo, and the only convoy would go to the one that is nearer to the enemy."""
    supply = {"AX-S1": ("C4807", 40, 60, 30)}
    units = "63Cir+ C3919, 62Mrm+ C4419"

    def driven(*orders: str) -> list[str]:
        state = asking(
            position(units, "4In+ C3926", scenario=GRAZIANI, phasing="axis", first="axis", supply=supply),
            TruckConvoys("axis"),
        )
        found, chief, book_of = list[str](), ChiefOfStaff(title(), Staff(1)), book(state, *orders)
        while isinstance(state.stack[-1], TruckConvoys):
            action, _ = chief.answer(title().sight.observe(state, "axis"), "axis", book_of, ("supply",))
            assert action is not None
            found.append(str(action))
            state, _ = frames.play(state, "axis", action, SecretDice(secret_of_seed(1)))
        return found

    assert driven()[0] == "haul AX-S1 C4807-C3919"
    assert driven("supply 62Mrm")[0] == "haul AX-S1 C4807-C4419"
