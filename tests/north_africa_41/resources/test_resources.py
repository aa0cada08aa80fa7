"""[23.2] Spending Resource Points."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.pieces.assets import markers_left, receive_markers, receive_point
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.state import Books, NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal, where, with_unit
from tests.playing import draft_of


def phase(side: Side = "axis", points: int = 4, **fields: Any) -> NorthAfrica:
    given = {"axis": "ge-3rec 1604", "allied": "br-kdg 1709", "resources": {side: points}, "phasing": side} | fields
    return asking(position(**given), Movement(side))


def bought(state: NorthAfrica) -> list[str]:
    return [order.removeprefix("buy ") for order in listed(state) if order.startswith("buy")]


@pytest.mark.case("23.2", "23.2.2")
def test_the_list_has_what_a_side_may_buy_and_pay_for() -> None:
    assert set(bought(phase("axis", 1))) == {
        "comando-supremo",
        "air-support german-air-support",
        "air-support italian-air-support",
        "strafing",
        "air-transport",
        *(f"bombing-raid {port}" for port in ("3211", "3828", "3138", "2945", "2560", "delta")),
    }
    assert set(bought(phase("allied", 4, turn=8))) == {
        "coastal-convoy",
        "malta-reinforced",
        "air-support",
        "strafing",
        "lrdg",
        "bombing-raid tripoli",
    }
    assert not bought(phase("axis", 0))


@pytest.mark.case("23.2", "23.2.2")
def test_purchases_that_are_refused() -> None:
    assert refusal(phase("axis", 0), "buy strafing").case == "23.2"
    assert refusal(phase("axis", 1), "buy u-boats").case == "23.2"
    assert refusal(phase("axis"), "buy lrdg").case == "23.2.2"
    assert refusal(phase("axis"), "buy tanks").case == "23.2.2"
    assert refusal(phase("axis"), "buy fortification 1604").case == "23.2.2"
    assert refusal(phase("axis"), "buy air-support").case == "18.7.1"
    assert refusal(phase("axis"), "buy bombing-raid 2011").case == "21.4.3"
    assert refusal(phase("axis"), "buy truck").case == "19.1.2"
    assert refusal(phase("axis"), "buy truck 2011").case == "23.2.2", "it is not named"


@pytest.mark.case("23.1", "23.2")
def test_a_side_that_has_received_no_resource_points_has_none() -> None:
    state = phase("axis", Books().resources)
    assert not bought(state) and refusal(state, "buy strafing").case == "23.2"


@pytest.mark.case("18.7.1", "23.2.2")
def test_the_axis_says_whose_air_support_it_buys_and_the_allies_have_one_kind() -> None:
    assert refusal(phase("axis"), "buy air-support").case == "18.7.1"
    assert refusal(phase("axis"), "buy air-support strafing").case == "18.7.1"
    assert refusal(phase("axis"), "buy strafing german-air-support").case == "18.7.1"
    german = play(phase("axis"), "buy air-support german-air-support").books["axis"].assets
    assert german.get("german-air-support") == 1 and "italian-air-support" not in german
    allied = phase("allied", turn=8)
    assert refusal(allied, "buy air-support german-air-support").case == "18.7.1"
    assert play(allied, "buy air-support").books["allied"].assets.get("air-support") == 1


@pytest.mark.case("18.6")
def test_air_support_and_strafing_are_not_for_sale_against_air_superiority() -> None:
    allied = phase("allied", turn=3)  # the Axis has it
    assert refusal(allied, "buy air-support").case == "18.6"
    assert refusal(allied, "buy strafing").case == "18.6"
    assert "lrdg" in bought(allied) and not {"air-support", "strafing"} & set(bought(allied))
    play(phase("allied", turn=8), "buy air-support")  # contested


@pytest.mark.case("18.7.1", "18.7.2", "23.2.3")
def test_markers_are_kept_on_the_disk_up_to_their_number() -> None:
    state = play(phase("axis"), "buy air-support german-air-support", "buy strafing", "buy comando-supremo")
    assert state.books["axis"].assets == {"german-air-support": 1, "strafing": 2, "comando-supremo": 1}
    assert state.books["axis"].resources == 1
    assert refusal(state, "buy air-support german-air-support").case == "23.2.3"
    assert refusal(state, "buy strafing").case == "23.2.3"
    play(state, "buy air-support italian-air-support")


@pytest.mark.case("18.7.1", "23.2.3")
def test_a_marker_beyond_the_limit_is_forfeited_and_one_on_the_map_is_not_on_the_display() -> None:
    state = position(strafing={"axis": ("2011",)}, assets={"axis": {"strafing": 1}})
    assert markers_left(state, "axis", "strafing") == 0
    whole = markers_left(position(), "allied", "lrdg")
    assert markers_left(position(patrols={"allied": ("2011",)}), "allied", "lrdg") == whole - 1
    assert markers_left(position(patrols={"axis": ("2011",)}), "axis", "comando-supremo") == markers_left(
        position(), "axis", "comando-supremo"
    )
    comando, flown = "comando-supremo", with_unit(position("it-7ar 2534"), "it-7ar", transport="air")
    assert markers_left(position(comando=True), "axis", comando) == markers_left(position(), "axis", comando) - 1
    assert markers_left(position(comando=True), "axis", "air-transport") == markers_left(
        position(), "axis", "air-transport"
    )
    assert markers_left(flown, "axis", "air-transport") == markers_left(position(), "axis", "air-transport") - 1
    draft = draft_of(state)
    receive_markers(draft, "axis", "strafing", 2, "18.7.1")
    assert draft.state.books == state.books and draft.events[-1].kind == "wasted"


@pytest.mark.case("23.1", "21.4.3")
def test_no_side_keeps_more_than_four_points_and_a_debt_takes_the_next() -> None:
    draft = draft_of(position(resources={"axis": 4}))
    receive_point(draft, "axis")
    assert draft.state.books["axis"].resources == 4
    raided = phase("axis", 1)
    after = play(raided, "buy bombing-raid delta", rolls=(6,))
    assert after.books["allied"].owes
    draft = draft_of(after)
    receive_point(draft, "allied")
    assert draft.state.books["allied"].resources == 0
    receive_point(draft, "allied")
    assert draft.state.books["allied"].resources == 1


@pytest.mark.case("22.3.4")
def test_u_boats_and_reinforcements_move_the_malta_marker() -> None:
    assert play(phase("axis", malta=0), "buy u-boats").malta == -1
    assert play(phase("allied", malta=0), "buy malta-reinforced").malta == 1
    assert refusal(phase("axis", malta=-3), "buy u-boats").case == "22.3.4"
    assert "malta-reinforced" not in bought(phase("allied", malta=3))


@pytest.mark.case("19.1.2", "19.4.2", "19.5", "17.1.2")
def test_trucks_and_corps_headquarters_come_back_to_the_base() -> None:
    state = with_unit(phase("axis"), "axis-truck-1", at="eliminated")
    state = with_unit(with_unit(state, "ge-dak", at="eliminated", steps=1), "ge-arko104", at="eliminated", steps=1)
    after = play(state, "buy truck", "buy corps-headquarters ge-dak")
    assert [where(after, name) for name in ("axis-truck-1", "ge-dak")] == ["italy", "italy"]
    assert after.units["ge-dak"].depleted and after.units["ge-dak"].replaced and after.units["axis-truck-1"].replaced
    assert refusal(after, "buy corps-headquarters ge-arko104").case == "17.1.2"
    assert refusal(after, "buy truck").case == "19.1.2"


@pytest.mark.case("27.1", "19.1.2")
def test_a_captured_truck_is_not_replaced() -> None:
    state = with_unit(phase("axis"), "captured-truck-1", at="removed")
    assert refusal(state, "buy truck").case == "19.1.2"


@pytest.mark.case("23.2.1")
def test_points_are_spent_in_ones_own_player_turn() -> None:
    state = asking(position(phasing="allied", resources={"axis": 1}), Movement("axis"))
    assert refusal(state, "buy strafing").case == "23.2.1"


@pytest.mark.case("18.7.5", "23.2.3")
def test_with_one_strafing_marker_left_a_purchase_brings_that_one() -> None:
    state = phase("axis", 1, assets={"axis": {"strafing": 1}})
    assert play(state, "buy strafing").books["axis"].assets == {"strafing": 2}
