"""Control of ports, and what lands there: supplies, reinforcements, replacements, units from the sea."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.core.values import Event, Refusal
from sandtable.games.afrika_korps.actions import NOTATION, Land
from sandtable.games.afrika_korps.arrivals import (
    Arrivals,
    SupplyArrival,
    accrue_replacements,
    controls,
    open_arrivals,
    open_supply_arrival,
    ports_controlled,
)
from sandtable.games.afrika_korps.counters import counters
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement import can_move, points_left
from sandtable.games.afrika_korps.state import AfrikaKorps, Trek
from sandtable.games.afrika_korps.supply import served_by
from tests.afrika_korps.positions import (
    asked,
    asking,
    at,
    draft_of,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    with_books,
    with_unit,
)

BESIEGERS = "21/5 H25, AxS1 W6"  # one unit there closes every way out of Tobruch


def opened(
    opening: Callable[[Draft[AfrikaKorps], str], None], state: AfrikaKorps, side: str, *rolls: int
) -> tuple[AfrikaKorps, list[Event]]:
    draft = draft_of(state, *rolls)
    opening(draft, side)
    return draft.state, draft.events


def names(hexes: tuple[int, ...]) -> list[str]:
    return [board().name(hexagon) for hexagon in hexes]


def landing(axis: str = "", allied: str = "", turn: int = 1, side: str = "axis") -> AfrikaKorps:
    """A position in which this side is asked for its arrivals."""
    return asking(position(axis, allied, turn, phasing=side), Arrivals(side))


def besieged() -> AfrikaKorps:
    """Tobruch without a supply, on the Allied turn in which 7/4 and others are due."""
    return landing(BESIEGERS, "9A/20 G25, AlS1 J62", turn=5, side="allied")


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
    _, events = opened(open_supply_arrival, position(axis, allied, turn=2), side)
    assert kinds(events) == ["no_supply"]


@pytest.mark.case("12.3")
def test_captured_supplies_leave_room_for_own_ones() -> None:
    state = position("AxS1, AxS2, AxC1, AxC2 W3", turn=2)
    after, _ = opened(open_supply_arrival, state, "axis", 6)
    assert orders(after) == ["land AxS3 at W3", "decline"]


@pytest.mark.case("12.2")
def test_supply_at_sea_is_not_on_the_board_but_its_counter_is_in_use() -> None:
    after, _ = opened(open_supply_arrival, position("AxS1 W3, AxS2 sea", turn=2), "axis", 6)
    assert orders(after) == ["land AxS3 at W3", "decline"]
    _, events = opened(open_supply_arrival, position("AxS1, AxS3 W3, AxS2 sea", turn=2), "axis")
    assert kinds(events) == ["no_supply"]


@pytest.mark.case("12.4", "19.5")
def test_supply_lands_in_besieged_tobruch() -> None:
    state = asking(position(BESIEGERS, "9A/20 G25"), SupplyArrival("allied"))
    assert at(play(state, "land AlS1 at G25"), "AlS1") == "G25"


@pytest.mark.case("12.4")
def test_supply_is_not_kept_off_the_board_to_land_with_the_reinforcements() -> None:
    assert refused(landing("21/5 W3", turn=3), "land AxS1 at W3") == "12.4"


# --- reinforcements


@pytest.mark.case("19.1", "19.3")
@pytest.mark.parametrize(("turn", "case"), [(2, "19.1"), (3, ""), (4, ""), (38, "")])
def test_reinforcement_lands_from_its_turn_on(turn: int, case: str) -> None:
    state = landing("21/5 W3", turn=turn)
    assert refused(state, "land 15/8 at W3") == case
    assert ("land 15/8 at W3" in orders(state)) == (not case)


@pytest.mark.case("19.2", "3.1", "3.3")
def test_reinforcements_land_at_either_port_or_both_and_move_at_once() -> None:
    state = landing("21/5 W3, ariete G25", turn=3)
    state, events = play_noting(state, "land 15/8 at W3", "land 15/115 at G25", "done")
    assert kinds(events) == ["landed", "landed"]
    assert (at(state, "15/8"), at(state, "15/115"), at(state, "15/33")) == ("W3", "G25", "due")
    assert can_move(state, "15/8")
    assert points_left(state, "15/8", state.trek("15/8")) == 10


@pytest.mark.case("19.2", "23.3", "19.7")
@pytest.mark.parametrize(("place", "case"), [("G25", "19.2"), ("W6", "19.2"), ("H2", "23.3"), ("J62", "19.7")])
def test_reinforcements_land_nowhere_else(place: str, case: str) -> None:
    state = landing("21/5 W3, ariete J62, brescia H2, pavia W6", turn=3)
    assert refused(state, f"land 15/8 at {place}") == case


@pytest.mark.case("19.2", "23.44")
def test_control_when_the_turn_began_decides_about_landing() -> None:
    lost = with_books(landing("21/5 W6, trenta sea", turn=3), "axis", ports=["W3"])
    assert refused(lost, "land 15/8 at W3") == ""
    assert refused(lost, "land trenta at W3") == ""
    won = with_books(landing("21/5, ariete G25, trenta sea", turn=3), "axis", ports=["W3"])
    assert refused(won, "land 15/8 at G25") == "19.2"
    assert refused(won, "land trenta at G25") == "23.44"


@pytest.mark.case("19.3", "19.8")
@pytest.mark.parametrize(("turn", "fate"), [(37, "due"), (38, "dead")])
def test_reinforcements_may_wait_until_the_last_turn(turn: int, fate: str) -> None:
    after = play(landing("21/5 W3", turn=turn), "done")
    assert at(after, "15/8") == fate


@pytest.mark.case("19.8")
def test_reinforcements_without_a_port_on_the_last_turn_are_lost_unasked() -> None:
    state, events = opened(open_arrivals, position("21/5 W6", turn=38), "axis")
    assert at(state, "15/8") == "dead"
    assert set(kinds(events)) == {"eliminated"}
    assert at(state, "7/4") == "due"  # the other side has its own last turn


@pytest.mark.case("19.4")
def test_arrivals_pay_no_heed_to_stacking() -> None:
    state = landing("21/5, ariete, brescia W3", turn=3)
    state = play(state, "land 15/8 at W3", "land 15/115 at W3")
    assert len(state.at(board().hex("W3"), "axis")) == 5


@pytest.mark.case("19.5", "19.2")
def test_reinforcements_land_in_besieged_tobruch() -> None:
    assert at(play(besieged(), "land 7/4 at G25"), "7/4") == "G25"


@pytest.mark.case("19.6")
def test_reinforcements_land_only_in_the_turn_of_their_side() -> None:
    state = landing("21/5 W3", "4I/5 J62", turn=5)
    assert refused(state, "land 7/4 at J62") == "19.6"
    with pytest.raises(Refusal, match="turn"):
        frames.check(state, "allied", Land("7/4", "J62"))


@pytest.mark.case("19.2", "20.1")
def test_units_elsewhere_do_not_land() -> None:
    state = landing("21/5 W3", turn=3)
    assert refused(state, "land 21/5 at W3") == "19.2"
    assert refused(state, "land brescia at W3") == "20.1"
    assert refused(state, "land nobody at W3") == "19.1"
    assert refused(state, "move 21/5 W3-W4") == "3.1"


@pytest.mark.case("3.1", "3.3")
def test_nobody_is_asked_when_nothing_can_land() -> None:
    for state in (position("21/5 W3", turn=2), position("21/5 W6", turn=3)):
        after, events = opened(open_arrivals, state, "axis")
        assert not isinstance(after.stack[-1], Arrivals)
        assert events == []
        assert at(after, "15/8") == "due"
    after, _ = opened(open_arrivals, position("21/5 W3", turn=3), "axis")
    assert isinstance(after.stack[-1], Arrivals)


@pytest.mark.case("3.1")
def test_every_landing_that_is_allowed_is_listed() -> None:
    state = landing("21/5 W3, ariete G25, rommel, trenta, AxC1, AxS2 sea", "9A/20 J62", turn=24)
    state = with_books(state, "axis", replacements=2)
    tried = [
        f"{verb} {unit} at {place}"
        for verb, unit, place in product(("land", "raise"), state.units, ("W3", "G25", "H2", "J62", "W6"))
    ]
    assert sorted(order for order in [*tried, "done", "decline"] if not refused(state, order)) == sorted(orders(state))


# --- replacements


def accrued(state: AfrikaKorps, side: str) -> int:
    draft = draft_of(state)
    accrue_replacements(draft, side)
    assert (kinds(draft.events) == ["replacements"]) == (draft.state.books[side] != state.books[side])
    return draft.state.books[side].replacements


@pytest.mark.case("20.1")
@pytest.mark.parametrize(("turn", "factors"), [(22, 0), (23, 2)])
def test_replacements_accrue_from_march_1942(turn: int, factors: int) -> None:
    assert accrued(position("21/5 W3, ariete G25", turn=turn), "axis") == factors


@pytest.mark.case("20.2", "20.3")
@pytest.mark.parametrize(
    ("side", "ports", "factors"),
    [
        ("axis", ["W3"], 1), ("axis", ["G25"], 1), ("axis", ["W3", "G25"], 2), ("axis", [], 0),
        ("allied", ["J62"], 2), ("allied", ["G25"], 1), ("allied", ["J62", "G25"], 3), ("allied", [], 0),
    ],
)
def test_replacements_follow_the_ports_of_the_beginning(side: str, ports: list[str], factors: int) -> None:
    assert accrued(with_books(position(turn=23), side, ports=ports), side) == factors


@pytest.mark.case("20.2", "4.3")
def test_enemy_home_base_brings_no_replacements() -> None:
    assert accrued(position("21/5 J62", turn=23), "axis") == 0


@pytest.mark.case("20.5", "20.6")
def test_replacements_are_saved_and_never_lost() -> None:
    held = with_books(position("21/5 W3", turn=23), "axis", replacements=5)
    assert accrued(held, "axis") == 6
    lost = with_books(position("21/5 W6", turn=23), "axis", replacements=5)
    assert accrued(lost, "axis") == 5


@pytest.mark.case("20.1", "20.4", "20.5")
def test_eliminated_unit_comes_back_for_its_attack_factor() -> None:
    state = with_books(landing("21/5 W3", turn=23), "axis", replacements=5)
    after, events = play_noting(state, "raise ariete at W3")
    assert kinds(events) == ["raised"]
    assert at(after, "ariete") == "W3"
    assert after.books["axis"].replacements == 1
    assert can_move(after, "ariete")
    assert refused(after, "raise brescia at W3") == "20.2"


@pytest.mark.case("20.1")
def test_no_replacement_before_march_1942() -> None:
    state = with_books(landing("21/5 W3", turn=22), "axis", replacements=5)
    assert refused(state, "raise ariete at W3") == "20.1"
    assert not any(order.startswith("raise") for order in orders(state))


@pytest.mark.case("20.1")
@pytest.mark.parametrize("unit", ["21/5", "folgere", "rommel", "AxS1", "9A/20", "trenta"])
def test_only_eliminated_combat_units_of_the_side_come_back(unit: str) -> None:
    state = with_books(landing("21/5 W3, trenta sea, rommel dead", turn=23), "axis", replacements=9)
    assert refused(state, f"raise {unit} at W3") == "20.1"
    assert f"raise {unit} at W3" not in orders(state)


@pytest.mark.case("20.2", "20.3")
@pytest.mark.parametrize(
    ("side", "unit", "port", "factors", "case"),
    [
        ("axis", "ariete", "W3", 4, ""), ("axis", "ariete", "W3", 3, "20.2"),
        ("allied", "2/3", "J62", 4, ""), ("allied", "2/3", "J62", 3, "20.3"),
    ],
)
def test_factors_in_hand_must_suffice(side: str, unit: str, port: str, factors: int, case: str) -> None:
    state = with_books(landing("21/5 W3", "9A/20 J62", turn=23, side=side), side, replacements=factors)
    assert refused(state, f"raise {unit} at {port}") == case


@pytest.mark.case("20.4", "19.7", "23.3")
@pytest.mark.parametrize(
    ("place", "case"), [("W3", ""), ("G25", "20.4"), ("W6", "20.4"), ("H2", "23.3"), ("J62", "19.7")]
)
def test_replacements_land_where_reinforcements_do(place: str, case: str) -> None:
    state = with_books(landing("21/5 W3, brescia J62", turn=23), "axis", replacements=9)
    assert refused(state, f"raise ariete at {place}") == case


@pytest.mark.case("20.4", "19.4", "19.5")
def test_replacements_land_under_siege_above_the_stacking_limit() -> None:
    state = landing(BESIEGERS, "9A/20, 22gds, 7A/1 G25", turn=23, side="allied")
    state = with_books(state, "allied", replacements=1)
    assert at(play(state, "raise pol at G25"), "pol") == "G25"


@pytest.mark.case("21.6")
def test_substitutes_neither_land_nor_come_as_replacements() -> None:
    state = with_books(landing("", "9A/20 J62", turn=33, side="allied"), "allied", replacements=9)
    assert refused(state, "raise sub_inf_3 at J62") == "21.6"
    assert refused(state, "land sub_inf_3 at J62") == "21.6"
    assert not any("sub_" in order for order in orders(state))


@pytest.mark.case("21.6", "20.1")
def test_units_behind_a_substitute_are_not_eliminated() -> None:
    state = landing("", "9A/20 J62, 7A/1 exchanged", turn=33, side="allied")
    state = with_books(state, "allied", replacements=9)
    assert refused(state, "raise 7A/1 at J62") == "20.1"
    assert refused(state, "land 7A/1 at J62") == "21.6"


# --- by sea


@pytest.mark.case("23.4", "23.43", "23.41")
def test_unit_at_sea_lands_at_any_controlled_port_the_one_it_left_included() -> None:
    state = landing(BESIEGERS, "4I/5 J62, 9A/20 G25, 22gds sea", side="allied")
    assert [order for order in orders(state) if "22gds" in order] == ["land 22gds at G25", "land 22gds at J62"]
    for port in ("G25", "J62"):
        after = play(state, f"land 22gds at {port}", "done")
        assert at(after, "22gds") == port
        assert can_move(after, "22gds")


@pytest.mark.case("23.42", "23.41")
def test_who_landed_is_marked_and_does_not_sail_again_this_turn() -> None:
    state = landing("21/5 W3, trenta sea", turn=23)
    state = with_books(state, "axis", replacements=4)
    after = play(state, "land trenta at W3", "land 15/8 at W3", "raise ariete at W3")
    assert after.treks == {name: Trek(landed=True) for name in ("trenta", "15/8", "ariete")}


@pytest.mark.case("23.42")
def test_who_stays_at_sea_is_lost() -> None:
    state = landing("21/5 W3, trenta, AxS1, AxC1 sea", "9A/20 sea")
    after, events = play_noting(state, "done")
    assert kinds(events) == ["eliminated"] * 3
    assert (at(after, "trenta"), at(after, "AxS1"), at(after, "AxC1")) == ("dead", "pool", "")
    assert at(after, "9A/20") == "sea"  # its own turn is still to come


@pytest.mark.case("23.42", "23.44")
def test_without_a_controlled_port_everything_at_sea_is_lost_unasked() -> None:
    state, events = opened(open_arrivals, position("21/5 W6, trenta sea"), "axis")
    assert at(state, "trenta") == "dead"
    assert kinds(events) == ["eliminated"]
    assert not isinstance(state.stack[-1], Arrivals)


@pytest.mark.case("23.44", "23.5", "23.3", "23.4")
@pytest.mark.parametrize(
    ("place", "case"), [("W3", ""), ("G25", "23.44"), ("J62", "23.5"), ("H2", "23.3"), ("W6", "23.4")]
)
def test_units_at_sea_land_only_at_own_controlled_ports(place: str, case: str) -> None:
    state = landing("21/5 W3, ariete J62, brescia H2, trenta sea")
    assert refused(state, f"land trenta at {place}") == case


@pytest.mark.case("23.42", "22.4")
def test_rommel_may_not_be_left_at_sea() -> None:
    state = landing("21/5 W3, rommel sea")
    assert refused(state, "done") == "23.42"
    assert "done" not in orders(state)
    after = play(state, "land rommel at W3", "done")
    assert at(after, "rommel") == "W3"


@pytest.mark.case("22.4", "23.42")
def test_rommel_without_a_port_joins_the_closest_combat_unit() -> None:
    state, events = opened(open_arrivals, position("21/5 W11, ariete W6, pavia sea, rommel sea"), "axis")
    assert at(state, "rommel") == "W6"
    assert at(state, "pavia") == "dead"
    assert kinds(events) == ["eliminated", "displaced"]


# --- supply status on landing


@pytest.mark.case("24.3")
@pytest.mark.parametrize("isolated", [0, 1])
def test_who_lands_in_a_cut_off_port_shares_the_status_of_the_garrison(isolated: int) -> None:
    state = with_unit(besieged(), "9A/20", isolated=isolated, cut_off=True)
    landed = play(state, "land 7/4 at G25").units["7/4"]
    assert (landed.isolated, landed.cut_off) == (isolated, True)


@pytest.mark.case("24.3")
def test_who_lands_in_a_supplied_port_is_supplied() -> None:
    state = with_unit(besieged(), "9A/20", isolated=1, cut_off=True)
    there = play(state, "land 7/4 at J62").units["7/4"]
    assert (there.isolated, there.cut_off) == (0, False)
    stocked = landing(BESIEGERS, "9A/20, AlS1 G25", turn=5, side="allied")
    here = play(stocked, "land 7/4 at G25").units["7/4"]
    assert (here.isolated, here.cut_off) == (0, False)


@pytest.mark.case("24.3", "24.2")
def test_supply_that_lands_does_not_undo_how_the_turn_began() -> None:
    state = with_unit(besieged(), "9A/20", isolated=1, cut_off=True)
    state = play(asking(state, Arrivals("allied"), SupplyArrival("allied")), "land AlS2 at G25", "land 7/4 at G25")
    assert (state.units["7/4"].isolated, state.units["7/4"].cut_off) == (1, True)
    assert (state.units["9A/20"].isolated, state.units["9A/20"].cut_off) == (1, True)


@pytest.mark.case("24.3", "24.4")
def test_unit_isolated_at_sea_takes_the_status_of_the_port() -> None:
    state = with_unit(landing("21/5, AxS1 W3, trenta sea"), "trenta", isolated=1, cut_off=True)
    landed = play(state, "land trenta at W3").units["trenta"]
    assert (landed.isolated, landed.cut_off) == (0, False)


@pytest.mark.case("24.3", "22.5")
def test_cut_off_port_held_by_rommel_alone_counts_from_the_first_turn() -> None:
    landed = play(landing("rommel W3", turn=3), "land 15/8 at W3").units["15/8"]
    assert (landed.isolated, landed.cut_off) == (0, True)


@pytest.mark.case("21.4", "23.4")
def test_substitute_from_the_sea_still_knows_its_components() -> None:
    state = landing("", "9A/20, AlS1 J62, sub_inf_3 sea, 7A/1, 7A/2, pol exchanged", turn=34, side="allied")
    state = with_unit(state, "sub_inf_3", made_of=("7A/1", "7A/2", "pol"))
    assert play(state, "land sub_inf_3 at J62").units["sub_inf_3"].made_of == ("7A/1", "7A/2", "pol")


@pytest.mark.case("3.1", "3.3")
def test_prompts_name_what_waits() -> None:
    state = with_books(landing("21/5 W3, trenta sea", turn=24), "axis", replacements=2)
    prompt = Arrivals("axis").prompt(state)
    assert "15/8" in prompt
    assert "trenta" in prompt
    assert "2" in prompt
    assert "AxS1" in SupplyArrival("axis").prompt(state)


def test_listed_orders_can_be_read_back() -> None:
    state = with_books(landing("21/5 W3, trenta sea", turn=24), "axis", replacements=2)
    assert [str(NOTATION.parse(order)) for order in orders(state)] == orders(state)
