"""The staff: what it does in positions with an obvious answer."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.capability.orders import GoFirst, GoLast
from sandtable.games.campaign_for_north_africa.combat.orders import Stand
from sandtable.games.campaign_for_north_africa.combat.retreat_routes import Terms
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.orders import Again, Stay
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.assaults import column, mean, merit
from sandtable.games.campaign_for_north_africa.staff.desks import DESKS, desk_of
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, field
from sandtable.games.campaign_for_north_africa.staff.garrison import garrisons
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.turn import Repetition
from tests.campaign_for_north_africa.positions import asking, position, where
from tests.campaign_for_north_africa.staffwork import DUMPS, GRAZIANI, ITALIANS, TOBRUK, carried_out, moved

# Movement


def test_a_division_goes_next_to_a_battalion_it_can_beat() -> None:
    state, orders = moved("63Cir+ C4020 motors=60", "2SctGds C3922", supply=DUMPS)
    assert board().distance(state.units["63Cir"].at, board().hex("C3922")) == 1, orders


def test_a_battalion_does_not_go_next_to_a_division() -> None:
    state, _ = moved("63Cir+ C4020 motors=60", "2SctGds C3924 motors=6", supply=DUMPS, side="commonwealth")
    assert board().distance(state.units["2SctGds"].at, board().hex("C4020")) > 1


def test_a_battalion_in_the_open_leaves_the_zone_of_a_division() -> None:
    """[10.31] It would have to attack."""
    state, orders = moved("63Cir+ C3923", "2SctGds C3824 motors=6", supply=DUMPS, side="commonwealth")
    assert board().distance(state.units["2SctGds"].at, board().hex("C3923")) > 1, orders


def test_an_empty_place_that_wins_is_garrisoned() -> None:
    state, orders = moved("63Cir+ C4120 motors=60, Scfzrn C4218", "4In+ D3714", supply=DUMPS)
    assert where(state, "63Cir") == "C4021" or where(state, "Scfzrn") == "C4021", orders


def test_nobody_marches_on_without_fuel() -> None:
    state, _ = moved("63Cir+ C4120 motors=60", "4In+ D3714", supply={"AX-S1": ("A4827", 40, 60)})
    assert where(state, "63Cir") == "C4120"


def test_who_finds_the_road_ahead_full_stops_in_the_last_hex_with_room() -> None:
    """[9.31] Four divisions that cannot move any more stand in the hexes where the march would end."""
    jam = ", ".join(
        f"{name} {at} cohesion=-26"
        for name, at in (("1Libyan+", "C4519"), ("2Libyan+", "C4518"), ("62Mrm+", "C4517"), ("64Cat+", "C4516"))
    )
    supply = DUMPS | {"AX-S2": ("C4604", 40, 60), "AX-S3": ("C4321", 40, 60)}
    for others, end in (("", "C4519"), (f", {jam}", "C4615")):
        state, orders = moved(f"63Cir+ C4604 motors=60{others}", "4In+ D3714", supply=supply)
        assert where(state, "63Cir") == end, orders


def test_guards_are_not_called_away_from_a_place_that_wins() -> None:
    """Sollum is dearer than Halfaya Pass, but the battalion there is all there is."""
    state = position("4In+ C3926, 1RNF C3922 motors=6", "63Cir+ C4707", scenario=GRAZIANI, supply=DUMPS)
    picture = Picture(state, "commonwealth")
    found = garrisons(picture, aims(GRAZIANI, "commonwealth"))
    assert found["1RNF"] == board().hex("C3922")


@pytest.mark.case("9.31", "20.45")
def test_the_staff_makes_room_for_replacement_points_and_ends_its_movement() -> None:
    """Seven battalions of points stay in a hex for six; the battalion leaves, a headquarters and a company need not."""
    state, orders = moved("CW-Inf7[35], 1RNF, 7Spt, 14BdeAT C3926", "63Cir+ C4707", supply=DUMPS, side="commonwealth")
    assert where(state, "1RNF") != "C3926" and where(state, "CW-Inf7") == "C3926", orders


# Single questions


def test_the_initiative_is_used_to_go_first_but_for_the_last_move_of_the_game() -> None:
    state = position("63Cir+ C4120", "4In+ D3714", scenario=GRAZIANI, last_turn=6)
    staff = Staff(1)
    early = asking(state, Declaration())
    assert staff.choose(early, "axis") == GoFirst()
    last = asking(
        position("63Cir+ C4120", "4In+ D3714", scenario=GRAZIANI, last_turn=6, turn=6, stage=3), Declaration()
    )
    assert staff.choose(last, "axis") == GoLast()


@pytest.mark.parametrize(("at", "stands"), [("C3922", True), ("C3923", False)])
def test_who_is_beaten_stands_in_a_place_that_wins_and_goes_elsewhere(at: str, stands: bool) -> None:
    state = position(f"1RNF {at} motors=6", "63Cir+ C3821", scenario=GRAZIANI, phasing="axis", supply=DUMPS)
    frame = Retreats(Terms("commonwealth", board().hex(at), 1, (board().hex("C3821"),)), ("1RNF",))
    answer = Staff(1).choose(observe(asking(state, frame), "commonwealth"), "commonwealth")
    assert isinstance(answer, Stand) == stands


def test_a_battalion_reacts_to_a_division_in_the_open_only() -> None:
    for at, stays in (("C3922", True), ("C3824", False)):
        near = {"C3922": "C3821", "C3824": "C3823"}[at]
        state = position(f"2SctGds {at} motors=6", f"63Cir+ {near}", scenario=GRAZIANI, phasing="axis", supply=DUMPS)
        frame = Reaction("commonwealth", ("63Cir",), board().hex(near), tops=("2SctGds",))
        answer = Staff(1).choose(observe(asking(state, frame), "commonwealth"), "commonwealth")
        assert (answer == Stay()) == stays, answer


def test_the_segments_are_repeated_while_the_enemy_gives_way_and_no_more_than_three_times() -> None:
    fields: dict[str, Any] = {"scenario": GRAZIANI, "retreating": ("C3922",), "supply": DUMPS}
    state = asking(position("63Cir+ C4021", "1RNF C3926", cycle=1, **fields), Repetition("axis"))
    assert Staff(1).choose(state, "axis") == Again()
    later = asking(position("63Cir+ C4021", "1RNF C3926", cycle=3, **fields), Repetition("axis"))
    assert Staff(1).choose(later, "axis") == Done()


# Supplies


def test_a_supply_unit_on_trucks_goes_to_the_stack_at_the_front() -> None:
    state = position("63Cir+ C4120", "4In+ C3926", scenario=GRAZIANI, supply={"AX-S1": ("C4707", 40, 60, 30)})
    state, orders = carried_out(state, TruckConvoys("axis"))
    assert state.supply["AX-S1"].at == board().hex("C4120"), orders


def test_loose_trucks_fetch_a_supply_unit() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        supply={"AX-S1": ("C4707", 40, 60)},
        motors={"axis": {"C4120": 30}},
    )
    state, orders = carried_out(state, TruckConvoys("axis"))
    assert state.motors["axis"] == {board().hex("C4707"): 30}, orders


def test_supply_units_are_loaded_and_empty_ones_give_up_their_trucks() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        motors={"axis": {"C4120": 30}},
        supply={"AX-S1": ("C4120", 40, 60), "AX-S2": ("C4021", 1, 2, 30)},
    )
    state, _ = carried_out(state, Organisation("axis"))
    assert (state.supply["AX-S1"].motors, state.supply["AX-S2"].motors) == (30, 0)


def test_supply_units_go_west_by_rail() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        railway="D3714",
        phasing="commonwealth",
        supply={"CW-S1": ("E3613", 40, 60)},
    )
    state, orders = carried_out(state, RailMovement("commonwealth"))
    assert board().distance(state.supply["CW-S1"].at, board().hex("D3714")) <= 2, orders


def test_units_that_stand_with_their_headquarters_are_attached() -> None:
    state = position("63Cir, 157Fant C4120", "4In+ C3926", scenario=GRAZIANI)
    state, _ = carried_out(state, Organisation("axis"))
    assert state.units["157Fant"].attached == "63Cir"


# What it reckons with


def test_a_way_to_a_place_leads_nearer_with_every_hex() -> None:
    state = position("63Cir+ C4120", "4In+ C3926")
    toward = field(state, board().hex("D3714"), ("motor",))
    here = board().hex("C4807")
    assert toward.cost(board().hex("D3714")) == 0
    while here != board().hex("D3714"):
        assert toward.cost(toward.ahead(here)) < toward.cost(here) < FAR
        here = toward.ahead(here)


def test_more_strength_and_larger_units_make_an_assault_better() -> None:
    weak, strong = column(30, 30, 1, 1, 0), column(90, 30, 1, 1, 0)
    assert weak < strong < column(90, 30, 5, 1, 0)
    assert mean(strong).defender > mean(weak).defender
    assert merit(90, 30, strong, 10.0) > merit(30, 30, weak, 10.0)


def test_the_places_of_a_scenario_are_worth_what_winning_needs() -> None:
    tobruk = board().hex("C4807")
    assert aims(TOBRUK, "axis")[0].at == aims(TOBRUK, "commonwealth")[0].at == tobruk
    worth = {aim.at: aim.own for aim in aims(ITALIANS, "axis")}
    assert worth[board().hex("D3714")] > worth[tobruk] > worth[board().hex("B5925")] > 0
    assert aims("", "axis") == ()


def test_only_what_is_seen_counts_of_the_enemy() -> None:
    """[3.61] What is attached to an enemy counter makes no difference."""
    state = position("63Cir+ C4120", "4In+ C3926", scenario=GRAZIANI)
    bare = position("63Cir C4120", "4In+ C3926", scenario=GRAZIANI)
    whole, hollow = (Picture(observe(each, "commonwealth"), "commonwealth").enemies for each in (state, bare))
    assert whole == hollow
    assert whole[board().hex("C4120")].defence > 30


# Desks


def test_every_question_lies_on_a_desk_or_before_the_commander() -> None:
    state = position("63Cir+ C4120", "4In+ C3926", scenario=GRAZIANI)
    found = {
        type(frame).__name__: desk_of(asking(state, frame))
        for frame in (
            Movement("axis"),
            TruckConvoys("axis"),
            Organisation("axis"),
            RailMovement("commonwealth"),
            Reaction("axis", (), 0),
            Repetition("axis"),
            Declaration(),
        )
    }
    assert found == {
        "Movement": "march",
        "TruckConvoys": "supply",
        "Organisation": "rear",
        "RailMovement": "supply",
        "Reaction": "reaction",
        "Repetition": "march",
        "Declaration": "corps",
    }
    assert {desk for desk in found.values() if desk} <= set(DESKS)
