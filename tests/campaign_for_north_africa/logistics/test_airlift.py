"""[32.37] Supply Units by air."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.logistics.airlift import airlift, airlifts, check_airlift
from sandtable.games.campaign_for_north_africa.logistics.orders import Airlift
from sandtable.games.campaign_for_north_africa.logistics.supply_range import reachable
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of

BARDIA, TOBRUK, BENGHAZI = "C4321", "C4807", "A4827"


def lift(*units: str, **fields: Any) -> Campaign:
    """A division at Bardia, a Supply Unit at Benghazi and another at Tobruk."""
    supply = {"AX-S1": (BENGHAZI, 40, 60, 30), "AX-S2": (TOBRUK, 40, 60), "AX-S3": ("B2222", 40, 60)}
    return position(f"63Cir+ {BARDIA}", *units, **{"supply": supply, "turn": 3} | fields)


def case_of(state: Campaign, name: str, to: str, side: str = "axis") -> str:
    with pytest.raises(Refusal) as refusal:
        check_airlift(state, side, Airlift(name, to))
    return refusal.value.case


@pytest.mark.case("32.37", "32.31")
def test_a_supply_unit_is_put_down_at_a_headquarters_for_twelve_fuel_points() -> None:
    state = lift()
    check_airlift(state, "axis", Airlift("AX-S1", BARDIA))
    draft = draft_of(state)
    airlift(draft, "axis", Airlift("AX-S1", BARDIA))
    unit = draft.state.supply["AX-S1"]
    assert (board().name(unit.at), unit.fuel, unit.motors, unit.moved) == (BARDIA, 48, 0, "air")
    assert draft.state.motors["axis"] == {board().hex(BENGHAZI): 30}
    assert "AX-S1" in reachable(draft.state, "I/157")


@pytest.mark.case("32.37")
def test_one_a_game_turn() -> None:
    draft = draft_of(lift())
    airlift(draft, "axis", Airlift("AX-S1", BARDIA))
    assert case_of(draft.state, "AX-S2", BARDIA) == "32.37"
    assert list(airlifts(draft.state, "axis")) == []
    draft.change(turn=4)
    check_airlift(draft.state, "axis", Airlift("AX-S2", BARDIA))


@pytest.mark.case("32.37")
def test_another_supply_unit_of_the_place_may_pay() -> None:
    draft = draft_of(lift(supply={"AX-S1": (BENGHAZI, 40, 0), "AX-S2": (BENGHAZI, 0, 12, 30)}))
    airlift(draft, "axis", Airlift("AX-S1", BARDIA))
    assert sorted(draft.state.supply) == ["AX-S1"]
    poor = lift(supply={"AX-S1": (BENGHAZI, 40, 11), "AX-S2": (TOBRUK, 0, 60)})
    assert case_of(poor, "AX-S1", BARDIA) == "32.37"


@pytest.mark.case("32.37", "8.82")
def test_from_and_to_cities_villages_and_boxes_only() -> None:
    state = lift("157Fant B2223", "62Mrm+ tripoli")
    assert case_of(state, "AX-S3", BARDIA) == "32.37"
    assert case_of(state, "AX-S1", "B2223") == "32.37"
    check_airlift(state, "axis", Airlift("AX-S1", "tripoli"))
    check_airlift(state, "axis", Airlift("AX-S1", BARDIA))  # as far as the foremost of two divisions
    box = lift(f"1Buffs {board().name(len(board()) + TRIPOLI)}", supply={"AX-S1": ("tripoli", 40, 60)})
    check_airlift(box, "axis", Airlift("AX-S1", BARDIA))  # no enemy is near a box


@pytest.mark.case("32.37")
def test_not_with_enemies_within_five_hexes_of_the_start() -> None:
    land = [hex for hex in range(len(board())) if board().terrain[hex] not in ("sea", "lake")]
    fifth, sixth = (next(hex for hex in land if board().distance(hex, board().hex(TOBRUK)) == far) for far in (5, 6))
    assert case_of(lift(f"1Buffs {board().name(fifth)}"), "AX-S2", BARDIA) == "32.37"
    check_airlift(lift(f"1Buffs {board().name(sixth)}"), "axis", Airlift("AX-S2", BARDIA))


@pytest.mark.case("32.37")
def test_to_a_division_or_brigade_headquarters_only() -> None:
    supply = {"AX-S1": (BENGHAZI, 40, 60)}
    assert case_of(lift("I/65 B5925", supply=supply), "AX-S1", "B5925") == "32.37"
    check_airlift(lift("65Fant B5925", supply=supply), "axis", Airlift("AX-S1", "B5925"))


@pytest.mark.case("32.37", "8.82")
def test_not_beyond_the_foremost_division() -> None:
    """Sollum lies east of the division at Bardia or beside it; a bare headquarters is no division."""
    ahead = lift("157Fant D3714")
    assert case_of(ahead, "AX-S1", "D3714") == "32.37"
    bare = position(f"63Cir {BARDIA}", supply={"AX-S1": (BENGHAZI, 40, 60)})
    assert case_of(bare, "AX-S1", BARDIA) == "32.37"
    british = position("7Arm+ D3714", "4ArmBde C4807", supply={"CW-S1": ("E1829", 40, 60)})
    check_airlift(british, "commonwealth", Airlift("CW-S1", "D3714"))
    assert case_of(british, "CW-S1", "C4807", "commonwealth") == "32.37"
    assert case_of(british, "CW-S1", "tripoli", "commonwealth") == "8.82"


@pytest.mark.case("32.37", "32.14")
def test_only_supply_units_of_ones_own_and_where_there_is_room() -> None:
    full = {f"AX-S{n}": (BARDIA, 1, 1) for n in range(2, 7)}
    state = lift(supply={"AX-S1": (BENGHAZI, 40, 60), "CW-S9": ("E1829", 40, 60), **full})
    assert case_of(state, "AX-S1", BARDIA) == "32.14"
    del full["AX-S6"]
    check_airlift(lift(supply={"AX-S1": (BENGHAZI, 40, 60), **full}), "axis", Airlift("AX-S1", BARDIA))
    assert case_of(state, "CW-S9", BARDIA) == "32.37"
    captured = lift(supply={"AX-S1": (BENGHAZI, 40, 60), "CW-S9": (BENGHAZI, 40, 60)})
    assert case_of(captured, "CW-S9", BARDIA) == "32.37"
    assert case_of(state, "I/157", BENGHAZI) == "32.37"
    assert case_of(state, "AX-S1", "Z9999") == "32.37"
    assert case_of(state, "AX-S2", BARDIA) == "32.37"


@pytest.mark.case("32.37")
def test_engineers_threaten_no_airfield_unless_troops_are_with_them() -> None:
    near = next(each for each in sorted(board().neighbours[board().hex(TOBRUK)]) if board().terrain[each] != "sea")
    check_airlift(lift(f"10NZRR {board().name(near)}"), "axis", Airlift("AX-S2", BARDIA))
    assert case_of(lift(f"10NZRR, 1Buffs {board().name(near)}"), "AX-S2", BARDIA) == "32.37"


@pytest.mark.case("32.37")
def test_who_burns_all_it_holds_to_fly_is_no_more_and_nothing_flies_to_where_it_is() -> None:
    draft = draft_of(lift(supply={"AX-S1": (BENGHAZI, 0, 12, 30)}))
    airlift(draft, "axis", Airlift("AX-S1", BARDIA))
    assert not draft.state.supply and draft.state.motors["axis"] == {board().hex(BENGHAZI): 30}
    assert case_of(lift(supply={"AX-S1": (BARDIA, 40, 60)}), "AX-S1", BARDIA) == "32.37"


@pytest.mark.case("32.37", "32.18")
def test_a_dummy_flies_like_the_real_thing() -> None:
    draft = draft_of(lift(supply={"AX-S1": (BENGHAZI,), "AX-S2": (BENGHAZI, 0, 20)}))
    airlift(draft, "axis", Airlift("AX-S1", BARDIA))
    assert board().name(draft.state.supply["AX-S1"].at) == BARDIA
    assert draft.state.supply["AX-S2"].fuel == 8


@pytest.mark.case("32.37")
def test_the_list_of_airlifts_is_legal() -> None:
    state = lift()
    found = list(airlifts(state, "axis"))
    assert found == [Airlift("AX-S1", BARDIA), Airlift("AX-S2", BARDIA)]
    for order in found:
        check_airlift(state, "axis", order)


@pytest.mark.case("29.43", "29.52")
def test_nothing_flies_into_or_out_of_a_storm() -> None:
    for weather, case in (("sandstorm", "29.43"), ("rainstorm", "29.52")):
        assert case_of(lift(weather=weather, foul=("A",)), "AX-S1", BARDIA) == case  # over Benghazi
        landing = lift(weather=weather, foul=("C",))
        assert case_of(landing, "AX-S1", BARDIA) == case
        assert list(airlifts(landing, "axis")) == []
        check_airlift(lift(weather=weather, foul=("B",)), "axis", Airlift("AX-S1", BARDIA))
    check_airlift(lift(weather="hot"), "axis", Airlift("AX-S1", BARDIA))
