"""[32.32, 32.5] Motorization Points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.calendar import begins_month, month
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import (
    MonthlyLoss,
    check_demotorise,
    check_motorise,
    demotorise,
    holdings,
    is_rear,
    motorise,
    motorizations,
    open_monthly_losses,
    total,
)
from sandtable.games.campaign_for_north_africa.logistics.orders import Demotorise, Motorise
from sandtable.games.campaign_for_north_africa.losses.surrender import collapse
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, Campaign
from sandtable.games.campaign_for_north_africa.verbs import remove
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import draft_of


def at(name: str) -> int:
    return board().location(name)


# Supply Units


@pytest.mark.case("32.32", "8.97")
def test_thirty_points_for_a_real_supply_unit_and_six_for_a_dummy() -> None:
    state = position(supply={"CW-S1": ("B2222", 40, 60), "CW-S2": ("B2222",)}, motors={"commonwealth": {"B2222": 40}})
    assert list(motorizations(state, "commonwealth")) == [Motorise("CW-S1", 30), Motorise("CW-S2", 6)]
    draft = draft_of(state)
    motorise(draft, "commonwealth", Motorise("CW-S1", 30))
    assert draft.state.supply["CW-S1"].motors == 30
    assert draft.state.motors["commonwealth"] == {at("B2222"): 10}
    demotorise(draft, "commonwealth", Demotorise("CW-S1", 30))
    assert draft.state.motors["commonwealth"] == {at("B2222"): 40}


@pytest.mark.case("32.32", "8.84")
def test_points_that_are_not_there_are_not_given_or_taken() -> None:
    state = position(
        supply={"CW-S1": ("B2222", 40, 60, 5), "AX-S2": ("B2230", 1, 1)},
        motors={"commonwealth": {"B2222": 10, "B2223": 30}},
    )
    for order in (Motorise("CW-S1", 11), Motorise("CW-S1", 0), Motorise("AX-S2", 1)):
        with pytest.raises(Refusal) as given:
            check_motorise(state, "commonwealth", order)
        assert given.value.case == "32.32"
    for off in (Demotorise("CW-S1", 6), Demotorise("CW-S1", 0), Demotorise("AX-S2", 1)):
        with pytest.raises(Refusal) as taken:
            check_demotorise(state, "commonwealth", off)
        assert taken.value.case == "32.32"


@pytest.mark.case("8.88")
def test_what_is_loaded_in_a_box_waits_for_the_next_stage() -> None:
    draft = draft_of(position(supply={"AX-S1": ("tripoli", 40, 60)}, motors={"axis": {"tripoli": 30}}))
    motorise(draft, "axis", Motorise("AX-S1", 30))
    assert draft.state.supply["AX-S1"].moved == "loaded"


@pytest.mark.case("8.88", "8.83", "32.51")
def test_points_that_have_unloaded_in_a_box_do_not_drive_on_in_the_same_stage() -> None:
    draft = draft_of(position(supply={"AX-S1": ("tripoli", 40, 60, 30)}, motors={"axis": {"tripoli": 20}}))
    demotorise(draft, "axis", Demotorise("AX-S1", 30))
    state = asking(draft.state, TruckConvoys("axis"))
    assert refusal(state, "drive 21 tripoli-tripolitania").case == "8.83"
    play(state, "drive 20 tripoli-tripolitania")
    on_map = draft_of(position(supply={"AX-S1": ("B2222", 40, 60, 30)}))
    demotorise(on_map, "axis", Demotorise("AX-S1", 30))
    assert on_map.state.driven == {}


# Lost and captured


@pytest.mark.case("32.56")
def test_points_are_lost_with_their_unit() -> None:
    draft = draft_of(position("1KRRC B2222 motors=6"))
    remove(draft, "1KRRC")
    assert draft.state.units["1KRRC"].at == ELIMINATED
    assert total(draft.state, "commonwealth") == 0


@pytest.mark.case("32.56", "32.51")
def test_points_of_a_captured_unit_are_the_captors() -> None:
    draft = draft_of(position("1KRRC B2222 motors=6"))
    collapse(draft, ("1KRRC",), "axis")
    assert draft.state.motors["axis"] == {at("B2222"): 6}
    assert total(draft.state, "commonwealth") == 0


@pytest.mark.case("32.56", "17.25")
def test_points_taken_from_a_hex_in_which_the_enemy_stays_come_to_the_captors() -> None:
    """Of an attacking stack only one battalion gives up."""
    draft = draft_of(position("1KRRC B2222 motors=6, 2RflBde B2222", "I/157 B2223"))
    collapse(draft, ("1KRRC",), "axis")
    assert draft.state.motors["axis"] == {at("B2223"): 6}


# Month by month


def worn() -> Campaign:
    """200 points of the Commonwealth, 60 of the Axis."""
    return position(
        "1KRRC E1829 motors=6",
        "1Buffs C3922 motors=4",
        "I/157 tripoli motors=7",
        supply={"CW-S1": ("E3613", 40, 60, 30)},
        motors={"commonwealth": {"E1829": 50, "E3613": 60, "D3714": 50}, "axis": {"tripoli": 33, "C4807": 20}},
    )


def after_october() -> int:
    """The first Game-Turn of November 1940."""
    return next(turn for turn in range(2, 20) if begins_month(turn) and month(turn - 1) == "1940-10")


@pytest.mark.case("32.57")
def test_all_points_on_the_map_and_in_the_boxes_count() -> None:
    assert total(worn(), "commonwealth") == 200
    assert total(worn(), "axis") == 60
    assert [name for name, _ in holdings(worn(), "commonwealth")][:4] == ["E3613", "D3714", "E1829", "CW-S1"]


@pytest.mark.case("32.57")
def test_losses_are_taken_in_the_rear() -> None:
    state = worn()
    assert [is_rear(state, "commonwealth", name) for name in ("E1829", "CW-S1", "1KRRC", "D3714", "1Buffs")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    axis = [is_rear(state, "axis", name) for name in ("tripoli", "I/157", "C4807", "A4827")]
    assert axis == [True, True, False, True]


@pytest.mark.case("32.57", "32.59")
def test_in_the_first_turn_of_a_month_the_percentage_of_the_month_before_is_lost() -> None:
    """October 1940: six in the hundred of 200, two of 60."""
    turn = after_october()
    draft = draft_of(replace(worn(), turn=turn))
    open_monthly_losses(draft)
    state = draft.state
    assert state.stack[-1] == MonthlyLoss("axis", 1)
    state = play(state, "lose tripoli:1")
    assert state.stack[-1] == MonthlyLoss("commonwealth", 12)
    assert listed(state)[0] == "lose E3613:12"
    state = play(state, "lose E1829:5, CW-S1:3, 1KRRC:4")
    assert total(state, "commonwealth") == 188
    assert (state.supply["CW-S1"].motors, state.units["1KRRC"].motors) == (27, 2)
    later = draft_of(state)
    later.change(turn=turn + 1)
    open_monthly_losses(later)
    assert later.state.stack == state.stack


@pytest.mark.case("32.57")
def test_the_points_lost_are_so_many_and_from_there() -> None:
    state = asking(worn(), MonthlyLoss("commonwealth", 12))
    for order in (
        "lose E1829:11",
        "lose E1829:13",
        "lose D3714:12",
        "lose 1Buffs:4, E1829:8",
        "lose 1KRRC:7, E1829:5",
        "lose nowhere:12",
        "lose E1829:6, E1829:6",
        "lose 1KRRC:CV33:6, E1829:6",
        "done",
    ):
        assert refusal(state, order).case == "32.57"


@pytest.mark.case("32.57")
def test_with_one_lot_nobody_is_asked_and_with_too_few_in_the_rear_the_rest_comes_from_elsewhere() -> None:
    draft = draft_of(position(turn=after_october(), motors={"commonwealth": {"D3714": 100}}))
    open_monthly_losses(draft)
    assert total(draft.state, "commonwealth") == 94
    frame = MonthlyLoss("commonwealth", 12)
    state = position(motors={"commonwealth": {"E1829": 5, "D3714": 50}})
    assert str(frame.usual(state)) == "lose E1829:5, D3714:7"
    few = draft_of(position(turn=after_october(), motors={"commonwealth": {"E1829": 1, "E3613": 1}}))
    open_monthly_losses(few)
    assert few.state.stack == position().stack  # six in the hundred of two are none
