"""What may be laid over the map, held against the rules it pictures."""

from __future__ import annotations

import pytest

from sandtable.core.offers import Layer
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.zones import in_enemy_zone
from sandtable.games.tobruk.pieces.command import in_range
from sandtable.games.tobruk.sight.layers import layers
from sandtable.games.tobruk.state import Tobruk
from tests.tobruk.positions import position


def found(state: Tobruk) -> dict[str, Layer]:
    return {layer.key: layer for layer in layers(state)}


@pytest.mark.case("6.0")
def test_the_range_of_each_headquarters_is_a_layer() -> None:
    state = position("15PzHQ 2820, AriHQ 2010", "7ArmHQ 4020")
    laid = found(state)
    assert {key for key in laid if key.startswith("range-")} == {"range-15PzHQ", "range-AriHQ", "range-7ArmHQ"}
    inside = {
        name
        for name in board().names
        if board().playable[board().index[name]] and in_range(state, "15pz", board().index[name])
    }
    assert set(laid["range-15PzHQ"].hexes) == inside and set(laid["range-15PzHQ"].hexes.values()) == {"axis"}
    assert laid["range-7ArmHQ"].label == "Range of 7th Armoured HQ (XXX Corps)"


@pytest.mark.case("6.0")
def test_the_active_formation_has_its_range_its_units_and_those_left_behind() -> None:
    state = position("15PzHQ 2820, I/8/15 2823, II/8/15 4020", "7ArmHQ 4022", "15pz")
    laid = found(state)["formation"]
    assert laid.label == "Active formation: 15th Panzer Division"
    assert laid.lines == (("2820", "2823"),) and laid.broken == ("4020",) and laid.hexes["2824"] == "axis"
    assert "formation" not in found(position("15PzHQ 2820", ""))


@pytest.mark.case("5.1", "5.2")
def test_supply_runs_hex_by_hex_to_its_source_or_is_broken() -> None:
    state = position("I/8/15 0910, 33Rc/15!! 5020", "18/4NZ 5120, 19/4NZ 4920, 20/4NZ 5021, 21/5NZ 4919")
    laid = found(state)
    lines = laid["supply-axis"].lines
    assert [line[0] for line in lines] == ["0910"] and lines[0][-1] in ("0808", "0812")
    assert laid["supply-axis"].broken == ("5020",) and laid["short-axis"].broken == ("5020",)
    assert laid["supply-commonwealth"].broken == () and laid["short-commonwealth"].broken == ()
    assert "0910" in laid["supplied-axis"].hexes and "5020" not in laid["supplied-axis"].hexes


@pytest.mark.case("8.0")
def test_zones_are_those_that_the_enemy_meets() -> None:
    state = position("I/8/15 2820", "7ArmHQ 3020")
    zone = {name for name in board().names if in_enemy_zone(state, "commonwealth", board().index[name])}
    assert set(found(state)["zones-axis"].hexes) == zone and found(state)["zones-commonwealth"].hexes == {}


@pytest.mark.case("15.1")
def test_the_route_to_tobruk_is_drawn_or_crossed_out() -> None:
    free = found(position("", "18/4NZ 2403"))["route"]
    assert free.lines[0][0] == "2403" and not free.broken
    ring = "15/Sav 2304, 16/Sav 2303, 3Lt/Tri 2504, II/361/Afk 2404"
    shut = found(position(ring, "18/4NZ 2403"))["route"]
    assert shut.lines == () and shut.broken == ("2403",)


@pytest.mark.case("15.1")
def test_objectives_show_who_was_there_last() -> None:
    laid = found(position("", "", held=("2607", "4709")))["objectives"]
    assert laid.hexes["2607"] == laid.hexes["4709"] == "commonwealth" and laid.hexes["2708"] == "axis"
