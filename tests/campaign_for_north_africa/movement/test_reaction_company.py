"""[8.53, 8.56, 8.98, 10.29, 31.0] Reaction of those who are no combat units: Rommel, headquarters, trucks."""

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import drive_left
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import open_movement
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from tests.campaign_for_north_africa.approaches import FUEL, moving, question
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent, where, with_unit
from tests.playing import asked, draft_of

# Rommel

APPROACH = "move 4ArmBde C3513-C3512 to assault"


def rommel(*units: str) -> Campaign:
    """The Commonwealth moves, from the east, upon Rommel at C3511."""
    return moving("DAK C3511", "4ArmBde+ C3513", *units, side="commonwealth", rommel="C3511", phasing="commonwealth")


@pytest.mark.case("31.0", "8.53")
def test_rommel_alone_reacts_before_he_is_captured_however_fast_the_enemy_is() -> None:
    state = play(
        moving(
            "DAK C3511 spent=40",
            "11Hus, KDGd C3513",
            side="commonwealth",
            rommel="C3511",
            supply={"CW-S1": ("C3513", 40, 60)},
        ),
        "move 11Hus, KDGd C3513-C3512 to assault",
    )
    frame = question(state)
    assert frame is not None and frame.tops == ("DAK",) and asked(state) == "axis"
    away = play(state, "react DAK C3511-C3510-C3509")
    assert (where(away, "DAK"), board().name(away.rommel), spent(away, "DAK")) == ("C3509", "C3509", 44)


@pytest.mark.case("31.0", "10.29", "3.36")
def test_rommel_who_stays_alone_in_an_enemy_zone_is_taken() -> None:
    state = play(rommel(), APPROACH, "stay")
    assert state.rommel == ELIMINATED and state.prisoners["commonwealth"] == 1
    guarded = play(rommel("I/5Pz C3511"), APPROACH, "stay")
    assert where(guarded, "DAK") == "C3511"


@pytest.mark.case("31.0", "8.55")
def test_rommel_passes_enemy_zones_and_nobody_else_does() -> None:
    """He is surrounded by the zones of C3512 and of C3610."""
    state = play(rommel("5Pz[], I/5Pz C3511", "7ArmBde+ C3610"), APPROACH)
    frame = question(state)
    assert frame is not None and "DAK" in frame.tops
    assert where(play(state, "react DAK C3511-C3510-C3509"), "DAK") == "C3509"
    assert any(order.endswith("C3509") for order in listed(state) if order.startswith("react DAK"))
    assert frame.tops == ("DAK",)  # the others are in a zone already and do not react at all


@pytest.mark.case("31.0", "13.26", "13.22")
def test_rommel_retreats_before_assault_through_zones_at_no_cost_to_break_off() -> None:
    state = position(
        "DAK, I/5Pz C3511", "4ArmBde+ C3512, 7ArmBde+ C3610", supply=FUEL, rommel="C3511", phasing="commonwealth"
    )
    state = asking(state, RetreatBeforeAssault("axis"))
    after = play(state, "withdraw DAK C3511-C3510-C3509")
    assert (where(after, "DAK"), spent(after, "DAK")) == ("C3509", 4)
    assert where(play(state, "withdraw I/5Pz C3511-C3510-C3509"), "I/5Pz") == "C3511"  # from zone to zone


@pytest.mark.case("31.0")
def test_rommel_gets_away_from_units_that_have_used_his_five_points_and_they_suffer_for_it() -> None:
    state = moving(
        "DAK C3511, I/5Pz C3511 spent=28, 3Aufk C3511",
        "4ArmBde+ C3513",
        side="commonwealth",
        rommel="C3511",
        escort=("I/5Pz", "3Aufk"),
        phasing="commonwealth",
    )
    came = play(state, "move 4ArmBde C3513-C3512")
    assert refusal(came, "react I/5Pz C3511-C3510").case == "31.0"
    after = play(came, "react DAK C3511-C3510")
    assert cpa(after, "I/5Pz") == 24 and [after.units[name].cohesion for name in ("I/5Pz", "3Aufk")] == [-4, 0]


# Headquarters that stand with combat units


@pytest.mark.case("8.51", "8.53")
def test_a_bare_headquarters_reacts_with_the_combat_unit_it_stands_with_and_not_alone() -> None:
    state = play(moving("I/157 C3509", "2RTR, 7Arm C3511"), "move I/157 C3509-C3510")
    frame = question(state)
    assert frame is not None and set(frame.tops) == {"2RTR", "7Arm"}
    after = play(state, "react 2RTR, 7Arm C3511-C3512")
    assert (where(after, "2RTR"), where(after, "7Arm")) == ("C3512", "C3512")
    assert question(play(moving("I/157 C3509", "7Arm C3511"), "move I/157 C3509-C3510")) is None


@pytest.mark.case("10.29", "3.36")
def test_a_headquarters_whose_guard_reacts_is_left_alone_in_the_zone_and_captured() -> None:
    state = play(moving("157Fant+ C3509", "2RTR, 7Spt C3511"), "move 157Fant C3509-C3510")
    gone = play(state, "react 2RTR C3511-C3512", "stay")
    assert gone.units["7Spt"].at == ELIMINATED and where(gone, "2RTR") == "C3512"
    small = play(moving("I/157 C3509", "2RTR, 7Spt C3511"), "move I/157 C3509-C3510", "react 2RTR C3511-C3512", "stay")
    assert where(small, "7Spt") == "C3511"  # one battalion has no zone


@pytest.mark.case("10.29", "3.36")
def test_a_headquarters_alone_in_a_zone_is_captured_when_the_enemys_phase_begins() -> None:
    draft = draft_of(position("157Fant+ C3510", "7Spt C3511, 7Arm, 2RTR C3410"))
    open_movement(draft, "axis")
    assert draft.state.units["7Spt"].at == ELIMINATED and where(draft.state, "7Arm") == "C3410"
    other = draft_of(position("157Fant+ C3510", "7Spt C3511"))
    open_movement(other, "commonwealth")
    assert where(other.state, "7Spt") == "C3511"  # only in the enemy's Movement and Combat Phase


# Unattached Motorization Points

COME = "move I/157 C3509-C3510"


def trucks(*units: str, points: int = 20, **fields: Any) -> Campaign:
    return moving(*units, motors={"commonwealth": {"C3511": points}}, **fields)


def to_and_fro(here: str, there: str, steps: int) -> str:
    """A way of so many steps of two points each."""
    return "-".join((here, there)[i % 2] for i in range(steps + 1))


@pytest.mark.case("8.53", "8.98")
def test_unattached_trucks_react_from_a_hex_with_a_combat_unit_and_never_alone() -> None:
    state = play(trucks("I/157 C3509", "1KRRC C3511"), COME)
    frame = question(state)
    assert frame is not None and frame.tops == () and frame.motors == (board().hex("C3511"),)
    after = play(state, "react motors C3511-C3513")
    assert after.motors["commonwealth"] == {board().hex("C3513"): 20} and asked(after) == "axis"
    alone = moving("I/157 C3509", "1KRRC C3611", motors={"commonwealth": {"C3511": 20}})
    assert question(play(alone, COME)) is None


@pytest.mark.case("8.53", "8.98", "8.51")
def test_some_of_the_trucks_go_and_the_others_stay() -> None:
    state = play(trucks("I/157 C3509", "1KRRC C3511"), COME)
    after = play(state, "react motors C3511-C3512 with 12")
    assert after.motors["commonwealth"] == {board().hex("C3511"): 8, board().hex("C3512"): 12}
    assert refusal(state, "react motors C3511-C3512 with 21").case == "8.98"
    assert refusal(state, "react motors C3611-C3612").case == "8.53"
    assert refusal(state, "react motors, 1KRRC C3511-C3512").case == "8.53"


@pytest.mark.case("8.53")
def test_trucks_of_thirty_are_pinned_by_an_enemy_of_36_who_will_assault_and_not_otherwise() -> None:
    fast = trucks("3Aufk C3509", "1KRRC C3511")
    assert question(play(fast, "move 3Aufk C3509-C3510 to assault")) is None
    threat = question(play(fast, "move 3Aufk C3509-C3510"))
    assert threat is not None and threat.motors
    tanks = question(play(trucks("I/5Pz C3509", "1KRRC C3511"), "move I/5Pz C3509-C3510 to assault"))
    assert tanks is not None and tanks.motors


@pytest.mark.case("8.53", "8.55", "10.29")
def test_trucks_in_a_zone_stay_and_none_drives_into_one() -> None:
    held = trucks("I/157 C3509, I/158, II/158 C3611", "1KRRC C3511")
    assert question(play(held, COME)) is None
    state = play(trucks("I/157 C3509, I/158, II/158 C3613", "1KRRC C3511"), COME)
    assert refusal(state, "react motors C3511-C3512-C3513").case == "10.29"
    assert not [order for order in listed(state) if order.endswith("-C3513")]
    for order in listed(state)[1:20]:
        play(state, order)


@pytest.mark.case("8.98", "6.14")
def test_what_trucks_spend_in_the_enemys_part_they_lack_in_their_own_of_the_same_stage() -> None:
    state = play(trucks("I/157 C3509", "1KRRC C3511"), COME, "react motors C3511-C3512-C3513-C3514")
    assert drive_left(state, "commonwealth", board().hex("C3514"), 20) == 24 * POINT
    convoy = asking(state, TruckConvoys("commonwealth"))
    assert refusal(convoy, f"drive 20 {to_and_fro('C3514', 'C3515', 13)}").case == "8.98"
    after = play(convoy, f"drive 20 {to_and_fro('C3514', 'C3515', 11)}")
    assert after.motors["commonwealth"] == {board().hex("C3515"): 20}
    draft = draft_of(state)
    clear_stage(draft)
    assert drive_left(draft.state, "commonwealth", board().hex("C3514"), 20) == 30 * POINT


@pytest.mark.case("8.98")
def test_trucks_that_have_driven_all_their_points_do_not_react_any_more() -> None:
    convoy = asking(position("1KRRC C3511", motors={"commonwealth": {"C3512": 20}}), TruckConvoys("commonwealth"))
    driven = play(convoy, f"drive 20 {to_and_fro('C3512', 'C3511', 15)}")
    assert drive_left(driven, "commonwealth", board().hex("C3511"), 20) == 0
    state = moving("I/157 C3509", "1KRRC C3511", motors={"commonwealth": {"C3511": 20}}, driven=driven.driven)
    assert question(play(state, COME)) is None
    more = trucks("I/157 C3509", "1KRRC C3511", points=25, driven=driven.driven)
    fresh = play(more, COME)
    assert refusal(fresh, "react motors C3511-C3512").case == "8.98"
    assert play(fresh, "react motors C3511-C3512 with 5").motors["commonwealth"][board().hex("C3512")] == 5


# Trucks between a parent and the unit that leaves it


@pytest.mark.case("8.56", "8.97")
def test_trucks_are_freely_divided_between_the_parent_and_the_unit_that_reacts() -> None:
    state = with_unit(moving("I/157 C3509", "7Spt+ C3511"), "7Spt", motors=10)
    come = play(state, COME)
    more = play(come, "react 1KRRC C3511-C3512 with 9", "stay")
    assert (more.units["1KRRC"].motors, more.units["7Spt"].motors) == (9, 1)
    assert refusal(come, "react 1KRRC C3511-C3512 with 11").case == "8.97"
    assert refusal(come, "react 1KRRC C3511-C3512 with 3").case == "8.53"  # too few to ride on
    assert refusal(play(moving("I/157 C3509", "2RTR C3511"), COME), "react 2RTR C3511-C3512 with 1").case == "8.56"


# Retreat Before Assault without combat units


def assaulted(*units: str, **fields: Any) -> Campaign:
    return asking(position(*units, phasing="axis", **fields), RetreatBeforeAssault("commonwealth"))


@pytest.mark.case("13.1", "32.33", "32.58", "32.32")
def test_a_supply_unit_on_wheels_retreats_before_assault_by_itself_and_moves_in_its_own_phase_later() -> None:
    state = assaulted("I/157 C3510", "1RNF C3511", supply={"CW-S1": ("C3511", 40, 60, 30), "CW-S2": ("C3511", 40, 60)})
    assert [order for order in listed(state) if order.startswith("withdraw CW-S1")]
    after = play(state, "withdraw CW-S1 C3511-C3512-C3513")
    moved = after.supply["CW-S1"]
    assert (board().name(moved.at), moved.spent, moved.moved) == ("C3513", 4 * POINT, "")
    assert where(after, "1RNF") == "C3511"
    assert refusal(after, "withdraw CW-S1 C3513-C3514").case == "13.1"
    assert refusal(state, "withdraw CW-S2 C3511-C3512").case == "32.32"  # nothing carries it
    assert refusal(state, "withdraw CW-S1, CW-S2 C3511-C3512").case == "13.1"  # one at a time


@pytest.mark.case("13.23", "13.24", "32.33")
def test_a_supply_unit_away_from_the_enemy_retreats_four_points_and_one_beside_him_as_far_as_it_can() -> None:
    far = assaulted("I/157 C3510", "1RNF C3511", supply={"CW-S1": ("C3514", 40, 60, 30)})
    assert board().name(play(far, "withdraw CW-S1 C3514-C3515-C3516").supply["CW-S1"].at) == "C3516"
    assert refusal(far, "withdraw CW-S1 C3514-C3515-C3516-C3517").case == "13.24"
    near = assaulted("I/157 C3510", "1RNF C3511", supply={"CW-S1": ("C3511", 40, 60, 30)})
    assert board().name(play(near, "withdraw CW-S1 C3511-C3512-C3513-C3514").supply["CW-S1"].at) == "C3514"


@pytest.mark.case("13.22", "13.24", "8.98", "21.23")
def test_trucks_retreat_before_assault_and_pay_to_break_off() -> None:
    state = assaulted("157Fant+ C3510", "1RNF C3511", motors={"commonwealth": {"C3511": 20, "C3514": 5}})
    after = play(state, "withdraw motors C3511-C3512")
    assert after.motors["commonwealth"] == {board().hex("C3512"): 20, board().hex("C3514"): 5}
    assert drive_left(after, "commonwealth", board().hex("C3512"), 20) == 26 * POINT
    assert refusal(state, "withdraw motors C3514-C3515-C3516-C3517").case == "13.24"
    assert play(state, "withdraw motors C3514-C3515-C3516").motors["commonwealth"][board().hex("C3516")] == 5
    for order in listed(state):
        play(state, order)


@pytest.mark.case("13.1", "13.27")
def test_a_standing_answer_retreats_only_when_outnumbered_so_much() -> None:
    state = assaulted("I/157 C3510", "II/157 C3510", "1RNF C3511")
    frame = state.stack[-1]
    assert isinstance(frame, RetreatBeforeAssault)
    assert str(frame.settled(state, "commonwealth", "outnumbered-4")) == "done"
    assert str(frame.settled(state, "commonwealth", "outnumbered-2")).startswith("withdraw 1RNF")
    assert str(frame.settled(state, "commonwealth", "never")) == "done"
    assert frame.settled(state, "commonwealth", "ask") is None
