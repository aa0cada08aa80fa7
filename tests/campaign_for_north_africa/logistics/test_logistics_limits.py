"""Supply Units and Motorization Points at their limits: whose they are, what is enough, what is one too many."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Journey, SupplyUnit
from sandtable.games.campaign_for_north_africa.logistics.depots import (
    capacity,
    capture,
    check_destroy,
    do_destroy,
    listed_destroy,
    rearrangements,
    receive,
    room,
)
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import (
    MonthlyLoss,
    holdings,
    is_rear,
    loose,
    motorizations,
    open_monthly_losses,
    total,
)
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import drive_left
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.state import GABES, POINT, TRIPOLI, Campaign, Side
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent
from tests.playing import THE_END, draft_of

AXIS: Side = "axis"
CW: Side = "commonwealth"
HEX = board().hex


def organising(*units: str, side: Side = AXIS, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), Organisation(side))


# Room, rearranging, receiving [32.14, 32.15, 32.18]


@pytest.mark.case("32.14")
def test_what_a_place_holds_and_still_takes() -> None:
    assert [capacity(at) for at in (HEX("B2222"), HEX("C4807"), TRIPOLI)] == [3, 5, 10**6]
    for count, left in ((0, 3), (2, 1), (3, 0), (4, 0)):
        state = position(supply={f"AX-S{number}": ("B2222", 1, 1) for number in range(count)})
        assert room(state, AXIS, HEX("B2222")) == left


@pytest.mark.case("32.15")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("rearrange AX-S1 to AX-S2 ammo 0 fuel 0", "32.15"),
        ("rearrange AX-S1 to AX-S2 ammo 5 fuel 0", "32.15"),
        ("rearrange AX-S1 to AX-S2 ammo 0 fuel 7", "32.15"),
        ("rearrange AX-S1 to AX-S3 ammo 3 fuel 0", "32.15"),
        ("rearrange AX-S1 to AX-S3 ammo 0 fuel 3", "32.15"),
        ("rearrange AX-S1 to AX-S1 ammo 1 fuel 0", "32.15"),
        ("rearrange AX-S1 to AX-S4 ammo 1 fuel 0", "32.15"),
    ],
)
def test_supplies_are_rearranged_up_to_what_is_there_and_what_a_supply_unit_holds(order: str, case: str) -> None:
    """AX-S3 has room for two points of each."""
    supply = {
        "AX-S1": ("B2222", 4, 6),
        "AX-S2": ("B2222", 1, 1),
        "AX-S3": ("B2222", 38, 58),
        "AX-S4": ("B2223", 1, 1),
    }
    state = organising("I/157 B2230", supply=supply)
    assert refusal(state, order).case == case
    for target, ammo, fuel in (("AX-S2", 4, 0), ("AX-S2", 0, 6), ("AX-S2", 1, 0), ("AX-S3", 2, 2)):
        moved = play(state, f"rearrange AX-S1 to {target} ammo {ammo} fuel {fuel}").supply
        before = state.supply[target]
        assert (moved[target].ammo, moved[target].fuel) == (before.ammo + ammo, before.fuel + fuel)


@pytest.mark.case("32.15")
def test_rearrangements_are_listed_for_ones_own_real_supply_units_of_a_place() -> None:
    supply = {"AX-S1": ("B2222", 4, 0), "AX-S2": ("B2222", 40, 60), "CW-S3": ("B2222", 4, 6), "AX-S4": ("B2223", 1, 1)}
    found = [str(each) for each in rearrangements(position(supply=supply), AXIS)]
    assert found == ["rearrange AX-S2 to AX-S1 ammo 36 fuel 60"]


@pytest.mark.case("32.15", "32.18")
@pytest.mark.parametrize(
    ("before", "count", "dummies"), [(0, 2, 0), (0, 3, 1), (2, 1, 1), (3, 2, 0), (4, 2, 1), (0, 6, 2)]
)
def test_every_third_supply_unit_received_brings_a_dummy(before: int, count: int, dummies: int) -> None:
    rolls = (1,) * dummies
    draft = draft_of(position(received={AXIS: before} if before else {}), *rolls)
    assert len(receive(draft, AXIS, TRIPOLI, count)) == count
    assert sum(each.dummy for each in draft.state.supply.values()) == dummies
    assert draft.state.received == {AXIS: before + count}
    assert all(each.dummy or (each.ammo, each.fuel) == (40, 60) for each in draft.state.supply.values())
    sides = [event.facts["sides"] for event in draft.events if event.kind == "roll"]
    assert sides == [count + 1] * dummies  # any of the new names may be that of the dummy


# Destroying and capturing [32.17, 32.13]


@pytest.mark.case("32.17")
def test_who_is_with_a_supply_unit_tries_once_to_destroy_it() -> None:
    supply = {"AX-S1": ("B2222", 1, 1), "AX-S2": ("tripoli", 1, 1), "CW-S3": ("B2222", 1, 1), "AX-S4": ("B2223", 1, 1)}
    state = position("I/157 B2222", "I/158 tripoli", supply=supply, phasing=AXIS, cycle=1)
    for name in ("AX-S2", "CW-S3", "AX-S4", "AX-S9"):
        with pytest.raises(Refusal, match=r"32\.17"):
            check_destroy(state, AXIS, Destroy(name))
    assert listed_destroy(state, AXIS) == (Destroy("AX-S1"),) and listed_destroy(state, CW) == ()
    draft = draft_of(state, 6)
    do_destroy(draft, AXIS, Destroy("AX-S1"))
    assert "AX-S1" in draft.state.supply and spent(draft.state, "I/157") == 5


@pytest.mark.case("32.17")
def test_one_stacking_point_is_thin_and_two_are_not() -> None:
    for units, die, is_left in (("I/157", 2, False), ("I/157", 3, True), ("I/157, II/157", 3, False)):
        state = position(f"{units} B2222", supply={"AX-S1": ("B2222", 1, 1)}, phasing=AXIS, cycle=1)
        draft = draft_of(state, die)
        do_destroy(draft, AXIS, Destroy("AX-S1"))
        assert ("AX-S1" in draft.state.supply) == is_left


@pytest.mark.case("32.17")
def test_of_two_supply_units_only_the_one_not_tried_is_rolled_for() -> None:
    supply = {"AX-S1": ("B2222", 1, 1), "AX-S2": ("B2222", 1, 1)}
    state = position("I/157, II/157 B2222", supply=supply, phasing=AXIS, cycle=1, turn=3, stage=2)
    tried = replace(state.supply["AX-S1"], tried="3/2 axis 1")
    draft = draft_of(replace(state, supply={**state.supply, "AX-S1": tried}), 1)
    do_destroy(draft, AXIS, Destroy("AX-S2"))
    assert list(draft.state.supply) == ["AX-S1"]


@pytest.mark.case("32.13", "32.18", "32.56")
def test_a_dummy_without_wheels_leaves_nothing_and_a_journey_ends_with_capture() -> None:
    state = position(supply={"CW-S1": ("B2222",), "AX-S2": ("B2222", 1, 1)})
    draft = draft_of(state)
    capture(draft, AXIS, HEX("B2222"))
    assert list(draft.state.supply) == ["AX-S2"] and not draft.state.motors


# Motorization Points of Supply Units [32.32, 8.88]

WHEELS = {"AX-S1": ("B2222", 1, 1, 4), "CW-S2": ("B2230", 1, 1, 4), "AX-S3": ("tripoli", 1, 1, 4)}


@pytest.mark.case("32.32", "8.97", "32.51")
@pytest.mark.parametrize(
    "order",
    [
        "motorise AX-S1 0",
        "motorise AX-S1 10",
        "motorise CW-S2 1",
        "motorise AX-S9 1",
        "demotorise AX-S1 0",
        "demotorise AX-S1 5",
        "demotorise CW-S2 1",
    ],
)
def test_points_are_put_on_and_taken_off_as_far_as_they_are_there(order: str) -> None:
    state = organising("I/157 B2225", supply=WHEELS, motors={AXIS: {"B2222": 9}, CW: {"B2230": 9}})
    assert refusal(state, order).case in ("32.32", "8.97")
    on, off = play(state, "motorise AX-S1 9"), play(state, "demotorise AX-S1 4")
    assert (on.supply["AX-S1"].motors, loose(on, AXIS, HEX("B2222"))) == (13, 0)
    assert (off.supply["AX-S1"].motors, loose(off, AXIS, HEX("B2222"))) == (0, 13)
    assert on.supply["AX-S1"].moved == "" and not off.driven


@pytest.mark.case("8.88", "32.32")
def test_what_is_loaded_or_unloaded_in_a_box_waits_for_the_next_stage() -> None:
    state = organising("I/157 B2225", supply=WHEELS, motors={AXIS: {"tripoli": 9}})
    assert play(state, "motorise AX-S3 1").supply["AX-S3"].moved == "loaded"
    off = play(state, "demotorise AX-S3 3")
    assert off.driven[AXIS] == {TRIPOLI: (3, POINT)} and loose(off, AXIS, TRIPOLI) == 12
    again = play(off, "demotorise AX-S3 1")
    assert again.driven[AXIS] == {TRIPOLI: (4, POINT)}


@pytest.mark.case("8.84", "32.32")
def test_nothing_is_put_on_or_taken_off_in_transit() -> None:
    state = organising("I/157 B2225", motors={AXIS: {"tripoli": 9}})
    going = SupplyUnit(AXIS, TRIPOLI, 1, 1, motors=4, journey=Journey(TRIPOLI, GABES, 1))
    state = replace(state, supply={"AX-S1": going})
    assert refusal(state, "motorise AX-S1 1").case == "8.84" == refusal(state, "demotorise AX-S1 1").case
    assert list(motorizations(state, AXIS)) == []


@pytest.mark.case("32.32", "32.51")
@pytest.mark.parametrize(
    ("have", "free", "orders"),
    [
        (0, 30, ["motorise AX-S1 30"]),
        (0, 29, []),
        (25, 5, ["motorise AX-S1 5", "demotorise AX-S1 25"]),
        (30, 9, ["demotorise AX-S1 30"]),
    ],
)
def test_what_makes_a_difference_is_listed(have: int, free: int, orders: list[str]) -> None:
    supply = {"AX-S1": ("B2222", 1, 1, have), "CW-S2": ("B2230", 1, 1, 4)}
    state = position(supply=supply, motors={AXIS: {"B2222": free}})
    assert [str(each) for each in motorizations(state, AXIS)] == orders


# Lost month by month [32.57]


@pytest.mark.case("32.57")
def test_where_motorization_points_are_and_where_losses_are_taken() -> None:
    supply = {"AX-S1": ("C3922", 1, 1, 7), "AX-S2": ("C3922", 1, 1), "CW-S3": ("C3920", 1, 1, 5)}
    motors = {AXIS: {"A2802": 3, "B2222": 9, "tripoli": 4}, CW: {"E1829": 8}}
    state = position("I/157 A2803 motors=2, II/157 A2803, 1RNF E1829 motors=1", supply=supply, motors=motors)
    assert holdings(state, AXIS) == [("B2222", 9), ("tripoli", 4), ("A2802", 3), ("AX-S1", 7), ("I/157", 2)]
    assert total(state, AXIS) == 25 and total(state, CW) == 14
    rear = {name: is_rear(state, AXIS, name) for name, _ in holdings(state, AXIS)}
    assert rear == {"B2222": False, "tripoli": True, "A2802": True, "AX-S1": False, "I/157": True}
    assert [is_rear(state, CW, name) for name, _ in holdings(state, CW)] == [True, False, True]
    assert not is_rear(state, CW, "tripoli")


@pytest.mark.case("32.57")
@pytest.mark.parametrize(
    "order",
    [
        "lose A2802:3",
        "lose A2802:6",
        "lose A2802:5, A2802:0",
        "lose B2222:5",
        "lose A2802:2, A2802:3",
        "done",
        "lose Q:5",
    ],
)
def test_exactly_so_many_points_are_lost_in_the_rear_each_named_once(order: str) -> None:
    state = position("I/157 A2803 motors=6", motors={AXIS: {"A2802": 5, "B2222": 9}})
    asked = asking(state, MonthlyLoss(AXIS, 5))
    assert refusal(asked, order).case == "32.57"
    assert refusal(asked, "lose A2802:A9:5").case == "32.57"
    assert listed(asked) == ["lose A2802:5", "lose I/157:5"]
    lost = play(asked, "lose A2802:1, I/157:4")
    assert lost.motors[AXIS] == {HEX("A2802"): 4, HEX("B2222"): 9} and lost.units["I/157"].motors == 2
    assert lost.stack == (THE_END,)
    assert play(asked, "lose A2802:5").motors[AXIS] == {HEX("B2222"): 9}
    exact = asking(position("I/157 A2803 motors=5", motors={AXIS: {"A2802": 9}}), MonthlyLoss(AXIS, 5))
    assert listed(exact) == ["lose A2802:5", "lose I/157:5"]


@pytest.mark.case("32.57")
def test_where_the_rear_has_too_few_everything_is_open_to_choice() -> None:
    state = position(motors={AXIS: {"A2802": 4, "B2222": 9}}, supply={"AX-S1": ("C3922", 1, 1, 7)})
    asked = asking(state, MonthlyLoss(AXIS, 5))
    assert listed(asked) == ["lose A2802:4, B2222:1", "lose B2222:5", "lose AX-S1:5"]
    assert play(asked, "lose AX-S1:5").supply["AX-S1"].motors == 2
    enough = asking(state, MonthlyLoss(AXIS, 4))
    assert listed(enough) == ["lose A2802:4"]


@pytest.mark.case("32.57")
def test_nothing_is_lost_in_the_first_turn_nor_within_a_month() -> None:
    motors = {AXIS: {"A2802": 400}, CW: {"E1829": 400}}
    for turn in (1, 2):
        draft = draft_of(position(motors=motors, turn=turn))
        open_monthly_losses(draft)
        assert draft.state.motors[AXIS] == {HEX("A2802"): 400}


# Trucks [6.14, 8.98]


@pytest.mark.case("6.14", "8.98")
def test_points_that_have_not_driven_go_first() -> None:
    """Three of eight have driven ten Capability Points of thirty."""
    state = position(motors={CW: {"B2220": 8}}, driven={CW: {HEX("B2220"): (3, 10 * POINT)}})
    assert [drive_left(state, CW, HEX("B2220"), count) for count in (1, 5, 6, 8)] == [60, 60, 40, 40]
    assert drive_left(state, AXIS, HEX("B2220"), 1) == 60


@pytest.mark.case("8.98", "8.31", "8.83")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("drive 9 B2220-B2221", "8.98"),
        ("drive 0 B2220-B2221", "8.98"),
        ("drive 8 B2220-B2220", "8.98"),
        ("drive 8 B2220-B2221-B2220", "8.98"),
        ("drive 8 B2220-B2221-B2221", "8.98"),
        ("drive 8 B2220-tripoli", "8.82"),
        ("drive 8 B2220-tripoli-B2221", "8.83"),
        ("drive 1 B2225-B2226", "8.98"),
    ],
)
def test_where_unattached_points_do_not_drive(order: str, case: str) -> None:
    state = asking(position(motors={CW: {"B2220": 8}}), TruckConvoys(CW))
    assert refusal(state, order).case == case
    assert play(state, "drive 8 B2220-B2221").motors[CW] == {HEX("B2221"): 8}
    assert play(state, "drive 1 B2220-B2221").motors[CW] == {HEX("B2220"): 7, HEX("B2221"): 1}


@pytest.mark.case("8.98")
def test_what_points_have_driven_goes_with_them() -> None:
    """Three of eight have driven ten Capability Points; a step costs two."""
    state = position(motors={CW: {"B2220": 8}}, driven={CW: {HEX("B2220"): (3, 10 * POINT)}})
    for count, driven in (
        (5, {HEX("B2220"): (3, 10 * POINT), HEX("B2221"): (5, 2 * POINT)}),
        (6, {HEX("B2220"): (2, 10 * POINT), HEX("B2221"): (6, 12 * POINT)}),
        (8, {HEX("B2221"): (8, 12 * POINT)}),
    ):
        assert play(asking(state, TruckConvoys(CW)), f"drive {count} B2220-B2221").driven[CW] == driven
    all_tired = asking(replace(state, driven={CW: {HEX("B2220"): (8, 10 * POINT)}}), TruckConvoys(CW))
    assert play(all_tired, "drive 8 B2220-B2221").driven[CW] == {HEX("B2221"): (8, 12 * POINT)}


# By air and by sea [32.35, 32.36, 32.37]


@pytest.mark.case("32.37", "8.84")
def test_who_is_in_transit_or_nobody_does_not_fly_and_twelve_points_of_its_own_are_enough() -> None:
    going = SupplyUnit(AXIS, TRIPOLI, 40, 60, journey=Journey(TRIPOLI, GABES, 1))
    state = organising("63Cir+ C4321", supply={"AX-S2": ("A4827", 1, 12), "AX-S3": ("A4827", 1, 11)})
    state = replace(state, supply={**state.supply, "AX-S1": going})
    assert refusal(state, "airlift AX-S1 to C4321").case == "8.84"
    assert refusal(state, "airlift AX-S9 to C4321").case == "32.37"
    flown = play(state, "airlift AX-S2 to C4321")
    assert (flown.supply["AX-S2"].at, flown.supply["AX-S2"].fuel) == (HEX("C4321"), 0)
    poor = organising("63Cir+ C4321", supply={"AX-S3": ("A4827", 1, 11)})
    assert refusal(poor, "airlift AX-S3 to C4321").case == "32.37"


@pytest.mark.case("32.35", "32.36", "8.84")
@pytest.mark.parametrize(("side", "start", "case"), [(AXIS, "tripoli", "32.35"), (CW, "E3613", "32.36")])
def test_what_has_moved_is_in_transit_or_is_not_there_is_not_shipped(side: Side, start: str, case: str) -> None:
    at, code = board().location(start), "AX" if side == AXIS else "CW"
    plain = SupplyUnit(side, at, 5, 60)
    supply = {
        f"{code}-S1": plain,
        f"{code}-S2": replace(plain, moved="trucks"),
        f"{code}-S3": replace(plain, journey=Journey(TRIPOLI, GABES, 1)),
    }
    frame = CoastalShipping(side) if side == AXIS else SeaTransport(side)
    state = asking(replace(position(control={"C4807": side}), supply=supply), frame)
    cases = [refusal(state, f"ship {code}-S{number} to C4807").case for number in (2, 3, 9)]
    assert cases == [case, "8.84", case]
    assert play(state, f"ship {code}-S1 to C4807").supply[f"{code}-S1"].at == HEX("C4807")
    assert all(f"{code}-S1" in order or order == "done" for order in listed(state))
