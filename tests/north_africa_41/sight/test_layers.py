"""What may be laid over the map."""

from __future__ import annotations

import pytest

from sandtable.core.offers import Layer
from sandtable.games.north_africa_41.map import board, section_hexes
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.positions import position

STATE = position(
    "ge-i-5 2930, ge-arko104 2927, it-27pav 2932, ge-dak! 1604",
    "br-16 3138, br-3hus 1930",
    scenario="enter-rommel",
    supply={"axis": {"1604": 1}},
    forts={"3138": "allied"},
    works={"1605": "axis"},
)


def layer(key: str) -> Layer:
    return next(each for each in title().screen.layers(STATE, "axis") if each.key == key)


def test_every_layer_has_its_own_key_and_names_hexes_of_the_map() -> None:
    found = title().screen.layers(STATE, "allied")
    assert len({each.key for each in found}) == len(found)
    places = {name for each in found for line in (each.hexes, each.broken, *each.lines) for name in line}
    assert places <= set(board().index)


@pytest.mark.case("16.2", "16.3")
def test_supply_is_full_by_port_or_broken() -> None:
    assert layer("supply-allied").broken == ("1930",)
    assert any(line[0] == "1604" for line in layer("supply-axis").lines)
    assert "1604" in layer("full-supply-axis").hexes and "3138" not in layer("full-supply-axis").hexes
    assert not layer("full-supply-allied").hexes.keys() & layer("port-supply-allied").hexes.keys()


@pytest.mark.case("7.1", "7.3", "7.4")
def test_zones_are_full_limited_or_overlapping() -> None:
    assert layer("zones-axis").hexes["2929"] == "axis"
    assert "2931" in layer("overlapping-axis").hexes and "2929" not in layer("overlapping-axis").hexes
    assert not layer("zones-axis").hexes.keys() & layer("limited-axis").hexes.keys()


@pytest.mark.case("17.3", "18.7.3", "9.4.1")
def test_ranges_of_supply_guns_and_aircraft() -> None:
    assert {"1604", "1607"} <= layer("attack-supply-axis").hexes.keys()
    assert "2930" in layer("artillery-axis").hexes and "1604" not in layer("artillery-axis").hexes
    assert layer("air-axis").hexes and "2478" not in layer("air-axis").hexes


@pytest.mark.case("16.3.5", "9.5.5", "25.1.1", "S1.3", "26.1")
def test_control_works_sections_and_objectives() -> None:
    assert layer("control").hexes["3138"] == "allied" and "2930" not in layer("control").hexes
    assert layer("forts").hexes["3138"] == "allied" and layer("forts").hexes["1605"] == "axis"
    assert "" in layer("forts").hexes.values()  # groundworks that nobody has improved
    assert set(layer("section-tobruk").hexes) == {board().name(at) for at in section_hexes("Tobruk")}
    assert {"3138", "2478", "1604"} <= layer("objectives").hexes.keys()
