"""[18.6, 18.7] Air Superiority, range and Air Transport; Air Support in combat is tested there."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.resources.air import in_air_range, may_fly_in_defence
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.turn import remove_transport_markers
from tests.north_africa_41.positions import asking, listed, play, position, refusal, where
from tests.playing import draft_of

BENINA = {"3212": "axis", "3211": "axis"}


def reached(state: NorthAfrica, side: str, name: str) -> bool:
    return in_air_range(state, side, board().hex(name))


@pytest.mark.case("18.7.3")
def test_aircraft_reach_sixteen_hexes_from_a_supplied_airfield() -> None:
    state = position("ge-3rec 2011", control=BENINA)
    near, far = "3228", "3229"
    assert board().distance(board().hex("3212"), board().hex(near)) == 16
    assert reached(state, "axis", near) and not reached(state, "axis", far)
    cut = position("ge-3rec 2011", "br-kdg 1604", control=BENINA)
    assert not reached(cut, "axis", near)


@pytest.mark.case("18.7.3")
def test_a_corps_headquarters_in_good_order_is_a_base_and_one_in_disorder_is_none() -> None:
    assert reached(position("ge-dak 1604"), "axis", "2011")
    assert not reached(position("ge-dak~ 1604"), "axis", "2011")
    assert not reached(position("ge-arko104 1604"), "axis", "2011")
    beside = position("ge-dak tripoli")
    assert not any(in_air_range(beside, "axis", at) for at in range(len(board()))), "nor is one in a box"


@pytest.mark.case("18.6", "18.7.4")
def test_without_air_superiority_nobody_flies_in_defence() -> None:
    axis_skies, contested = position(turn=3), position(turn=8)
    assert may_fly_in_defence(axis_skies, "axis") and not may_fly_in_defence(axis_skies, "allied")
    assert may_fly_in_defence(contested, "allied") and may_fly_in_defence(contested, "axis")


def transport(axis: str = "repl-italian-infantry-1, it-gaf, it-27pav, ge-i-8 italy", **fields: Any) -> NorthAfrica:
    given: dict[str, Any] = {"assets": {"axis": {"air-transport": 1}}, "control": BENINA} | fields
    return asking(position(axis, str(given.pop("allied", "")), **given), Movement("axis"))


@pytest.mark.case("18.7.6", "6.3.2")
def test_an_infantry_replacement_flies_from_italy_to_a_supplied_airfield() -> None:
    state = transport()
    assert "fly repl-italian-infantry-1 to 3212" in listed(state)
    after = play(state, "fly repl-italian-infantry-1 to 3212")
    assert where(after, "repl-italian-infantry-1") == "3212"
    assert after.units["repl-italian-infantry-1"].transport == "air" and after.books["axis"].assets == {}
    assert refusal(after, "fly it-gaf to 3212").case == "18.7.6"  # one marker
    assert refusal(after, "move repl-italian-infantry-1 3212-3213").case == "5.1"
    draft = draft_of(after)
    remove_transport_markers(draft, "axis")
    assert draft.state.units["repl-italian-infantry-1"].transport == ""


@pytest.mark.case("18.7.6")
def test_what_does_not_fly_and_where_nobody_lands() -> None:
    state = transport()
    assert refusal(state, "fly ge-i-8 to 3212").case == "18.7.6"
    assert refusal(state, "fly it-27pav to 3212").case == "18.7.6"  # more than one step
    assert refusal(state, "fly it-gaf to 3211").case == "18.7.6"  # no airfield
    assert refusal(state, "fly it-gaf to 3041").case == "18.7.6"  # the enemy's
    assert refusal(transport(allied="br-kdg 3313"), "fly it-gaf to 3212").case == "18.7.6"
    assert refusal(transport(allied="br-kdg 1604"), "fly it-gaf to 3212").case == "18.7.6"
    assert refusal(transport("it-gaf tripoli"), "fly it-gaf to 3212").case == "18.7.6"
    assert refusal(transport(assets={}), "fly it-gaf to 3212").case == "18.7.6"


@pytest.mark.case("18.7.3", "16.2")
def test_a_headquarters_without_full_supply_is_no_base() -> None:
    assert not reached(position("ge-dak 2513", "br-kdg 1604"), "axis", "2011")
    assert reached(position("ge-dak 2513"), "axis", "2011")


@pytest.mark.case("18.7.6")
def test_even_a_truck_of_the_enemy_next_to_the_airfield_keeps_aircraft_away() -> None:
    assert refusal(transport(allied="allied-truck-1 3313"), "fly it-gaf to 3212").case == "18.7.6"


@pytest.mark.case("18.7.6", "5.8.3")
def test_nobody_lands_on_an_airfield_on_which_an_enemy_truck_stands() -> None:
    beset = transport(allied="allied-truck-1 3212")
    assert refusal(beset, "fly it-gaf to 3212").case == "18.7.6"
    assert refusal(beset, "fly repl-italian-infantry-1 to 3212").case == "18.7.6"
    assert not any(order.startswith("fly") for order in listed(beset))
    assert refusal(transport(supply={"allied": {"3212": 1}}), "fly it-gaf to 3212").case == "18.7.6"


@pytest.mark.case("18.7.6")
def test_the_allies_have_no_air_transport() -> None:
    refused = refusal(asking(position("", "br-16 delta", phasing="allied"), Movement("allied")), "fly br-16 to 3212")
    assert refused.case == "18.7.6" and "only the Axis" in refused.why
