"""[2, 12] Control of ports, and the supplies that land there."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.arrivals.phase import (
    Arrivals,
    FullStores,
    SupplyArrival,
    controls,
    open_supply_arrival,
    ports_controlled,
)
from sandtable.games.afrika_korps.ground.reach import can_move, points_left
from sandtable.games.afrika_korps.ground.supply import served_by
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from tests.afrika_korps.arrivals.landings import BESIEGERS, landing, names, opened
from tests.afrika_korps.positions import (
    THE_END,
    asked,
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    top,
)

# --- control


@pytest.mark.case("4.3", "22.5")
@pytest.mark.parametrize("unit", ["brescia", "AxS1", "rommel"])
def test_any_unit_controls_a_fortress_while_it_stands_there(unit: str) -> None:
    there, gone = position(f"{unit} G25"), position(f"{unit} G23")
    assert controls(there, "axis", board().hex("G25"))
    assert not controls(there, "allied", board().hex("G25"))
    assert not controls(gone, "axis", board().hex("G25"))


@pytest.mark.case("4.3")
def test_home_base_in_an_enemy_zone_is_not_controlled() -> None:
    far, near = position("brescia W3", "9A/20 W6"), position("brescia W3", "9A/20 W4")
    assert controls(far, "axis", board().hex("W3"))
    assert not controls(near, "axis", board().hex("W3"))
    assert ports_controlled(near, "axis") == ()


@pytest.mark.case("4.3")
def test_enemy_supply_casts_no_zone_over_a_home_base() -> None:
    assert controls(position("brescia W3", "AlS1 W4"), "axis", board().hex("W3"))


@pytest.mark.case("4.3", "19.5")
def test_fortress_is_controlled_under_siege() -> None:
    assert names(ports_controlled(position("21/5 H25, ariete H26", "9A/20 G25"), "allied")) == ["G25"]


@pytest.mark.case("4.3", "19.7", "23.5")
def test_enemy_home_base_is_controlled_but_no_port() -> None:
    state = position("21/5 J62, ariete W3")
    assert controls(state, "axis", board().hex("J62"))
    assert names(ports_controlled(state, "axis")) == ["W3"]


@pytest.mark.case("23.3")
def test_bengasi_is_controlled_but_no_port() -> None:
    state = position("21/5 H2")
    assert controls(state, "axis", board().hex("H2"))
    assert ports_controlled(state, "axis") == ()


# --- supply


@pytest.mark.case("12.2", "3.1")
def test_axis_without_a_port_does_not_roll() -> None:
    state, events = opened(open_supply_arrival, position("21/5 W6, AxS1 W6"), "axis")
    assert kinds(events) == ["no_supply"]
    assert not isinstance(state.stack[-1], SupplyArrival)


@pytest.mark.case("12.2")
@pytest.mark.parametrize(
    ("turn", "sinking"), [(2, {1, 2}), (6, {1, 2}), (7, {1, 2, 3}), (16, {1, 2, 3}), (17, {1}), (38, {1})]
)
def test_axis_supply_is_sunk_by_the_roll_of_its_season(turn: int, sinking: set[int]) -> None:
    state = position("21/5 W3", turn=turn)
    sunk = set()
    for roll in range(1, 7):
        after, events = opened(open_supply_arrival, state, "axis", roll)
        if "sunk" in kinds(events):
            sunk.add(roll)
            assert at(after, "AxS1") == "pool"
        assert isinstance(after.stack[-1], SupplyArrival) == ("sunk" not in kinds(events))
    assert sunk == sinking


@pytest.mark.case("12.1", "3.3")
def test_allies_get_their_supply_without_a_roll() -> None:
    state, events = opened(open_supply_arrival, position(allied="9A/20 G25, 4I/5 J62"), "allied")
    assert events == []
    assert asked(state) == "allied"
    assert orders(state) == ["land AlS1 at G25", "land AlS1 at J62", "decline"]


@pytest.mark.case("12.1", "12.4")
def test_allies_without_a_port_forfeit_the_supply() -> None:
    state, events = opened(open_supply_arrival, position(allied="9A/20 L59"), "allied")
    assert kinds(events) == ["no_supply"]
    assert at(state, "AlS1") == "pool"


@pytest.mark.case("3.1", "12.2", "13.1")
def test_supply_lands_at_the_chosen_port_and_may_move_and_serve_at_once() -> None:
    state, _ = opened(open_supply_arrival, position("21/5 W3, AxS1 G25", turn=2), "axis", 6)
    state, events = play_noting(state, "land AxS2 at W3")
    assert kinds(events) == ["landed"]
    assert at(state, "AxS2") == "W3"
    assert can_move(state, "AxS2")
    assert points_left(state, "AxS2", state.trek("AxS2")) == counters()["AxS2"].movement
    assert board().hex("W6") in served_by(state, "AxS2", "axis")


@pytest.mark.case("12.2")
def test_one_supply_a_turn_and_no_more() -> None:
    state, _ = opened(open_supply_arrival, position("21/5 W3", turn=2), "axis", 6)
    state = play(state, "land AxS1 at W3")
    assert not isinstance(state.stack[-1], SupplyArrival)


@pytest.mark.case("12.5")
def test_supply_may_be_declined() -> None:
    state = asking(position("21/5 W3"), SupplyArrival("axis"))
    after, events = play_noting(state, "decline")
    assert kinds(events) == ["declined"]
    assert at(after, "AxS1") == "pool"
    assert not isinstance(after.stack[-1], SupplyArrival)


@pytest.mark.case("12.4", "4.3", "23.3")
@pytest.mark.parametrize(
    ("place", "case"), [("W3", ""), ("G25", "12.4"), ("W6", "12.4"), ("H2", "23.3"), ("J62", "4.3"), ("Z99", "12.4")]
)
def test_supply_lands_only_at_a_controlled_port(place: str, case: str) -> None:
    state = asking(position("21/5 W3, ariete J62, brescia H2"), SupplyArrival("axis"))
    assert refused(state, f"land AxS1 at {place}") == case


@pytest.mark.case("12.2", "3.1")
def test_only_the_supply_that_is_due_is_dealt_with() -> None:
    state = asking(position("21/5 W3", turn=3), SupplyArrival("axis"))
    assert refused(state, "land AxS2 at W3") == "12.2"
    assert refused(state, "land 15/8 at W3") == "12.2"
    assert refused(state, "done") == "3.1"


@pytest.mark.case("12.1", "12.2")
@pytest.mark.parametrize(
    ("side", "axis", "allied"),
    [("axis", "AxS1, AxS2, AxS3 W3", ""), ("allied", "", "AlS1, AlS2, AlS3, AlS4 J62")],
)
def test_no_supply_beyond_the_limit(side: str, axis: str, allied: str) -> None:
    state, events = opened(open_supply_arrival, position(axis, allied, turn=2), side)
    assert events == [] and not any(order.startswith("land") for order in orders(state))
    _, events = play_noting(state, "done")
    assert kinds(events) == ["no_supply"] and "the limit" in str(events[0].facts["why"])


@pytest.mark.case("15.4", "12.1", "12.2")
def test_at_the_limit_a_supply_may_be_destroyed_before_the_next_is_due() -> None:
    axis, _ = opened(open_supply_arrival, position("AxS1, AxS2, AxS3, AxC1 W3", turn=2), "axis")
    assert orders(axis) == ["done", "destroy AxS1", "destroy AxS2", "destroy AxS3", "destroy AxC1"]
    assert refused(axis, "destroy AlS1") == "15.4" and refused(axis, "land AxS1 at W3") == "3.1"
    kept = play(axis, "destroy AxC1")
    assert isinstance(top(kept), FullStores), "a captured one takes up no room"
    rolled, events = play_noting(axis, "destroy AxS2", rolls=(6,))
    assert "roll" in kinds(events) and "land AxS2 at W3" in orders(rolled)
    assert not any(isinstance(frame, FullStores) for frame in rolled.stack)
    sunk, events = play_noting(axis, "destroy AxS2", rolls=(1,))
    assert "sunk" in kinds(events) and at(sunk, "AxS2") == "pool"
    allied, _ = opened(open_supply_arrival, position(allied="AlS1, AlS2, AlS3, AlS4 J62", turn=2), "allied")
    assert "land AlS1 at J62" in orders(play(allied, "destroy AlS1"))


@pytest.mark.case("15.4", "12.4", "19.2")
def test_a_supply_may_be_destroyed_before_others_land() -> None:
    before = position("AxS1 W6, 21/5 W3", "AlS1 J62", turn=2)
    for frame in (SupplyArrival("axis"), Arrivals("axis")):
        state = asking(before, frame)
        assert refused(state, "destroy AlS1") == "15.4"
        after = play(state, "destroy AxS1")
        assert at(after, "AxS1") == "pool" and top(after) == frame


@pytest.mark.case("12.3")
def test_captured_supplies_leave_room_for_own_ones() -> None:
    state = position("AxS1, AxS2, AxC1, AxC2 W3", turn=2)
    after, _ = opened(open_supply_arrival, state, "axis", 6)
    assert orders(after) == ["land AxS3 at W3", "decline"]


@pytest.mark.case("12.2")
def test_supply_at_sea_is_not_on_the_board_but_its_counter_is_in_use() -> None:
    after, _ = opened(open_supply_arrival, position("AxS1 W3, AxS2 sea", turn=2), "axis", 6)
    assert orders(after) == ["land AxS3 at W3", "decline"]
    full, _ = opened(open_supply_arrival, position("AxS1, AxS3 W3, AxS2 sea", turn=2), "axis")
    assert isinstance(top(full), FullStores)


@pytest.mark.case("12.4", "19.5")
def test_supply_lands_in_besieged_tobruch() -> None:
    state = asking(position(BESIEGERS, "9A/20 G25"), SupplyArrival("allied"))
    assert at(play(state, "land AlS1 at G25"), "AlS1") == "G25"


@pytest.mark.case("12.4")
def test_supply_is_not_kept_off_the_board_to_land_with_the_reinforcements() -> None:
    assert refused(landing("21/5 W3", turn=3), "land AxS1 at W3") == "12.4"


@pytest.mark.case("12.4", "3.1", "12.2")
def test_nothing_else_is_ordered_before_the_supply_and_no_other_counter_lands() -> None:
    state = asking(position("AxS1 W6, 21/5 W3", turn=2), SupplyArrival("axis"))
    assert refused(state, "done") == "3.1" and refused(state, "move 21/5 W3-W4") == "3.1"
    assert refused(state, "land AxS3 at W3") == "12.2" and refused(state, "land AxS2 at W3") == ""


@pytest.mark.case("12.2")
def test_where_every_supply_is_at_sea_none_is_rolled_for() -> None:
    state, events = opened(open_supply_arrival, position("21/5 W3, AxS1, AxS2, AxS3 sea", turn=2), "axis")
    assert [(event.kind, event.facts["case"]) for event in events] == [("no_supply", "12.2")]
    assert state.stack[-1] == THE_END
