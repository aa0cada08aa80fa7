"""What a side may lay over its map."""

from __future__ import annotations

import pytest

from sandtable.core.offers import Layer
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import TRUCK
from sandtable.games.campaign_for_north_africa.logistics.supply_range import in_range, supply_range
from sandtable.games.campaign_for_north_africa.map import board, section
from sandtable.games.campaign_for_north_africa.sight.layers import layers, ways_to
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position

STATE = position(
    "27Bre+ C3918, I/157 C3920 engaged",
    "7Arm+ C3818, 11Hus C3816",
    scenario="grazianis-offensive",
    supply={"AX-S1": ("C4018", 40, 60), "AX-S2": ("C3618",), "CW-S1": ("C3714", 40, 60)},
    weather="sandstorm",
    foul=("C",),
    control={"C4131": "commonwealth"},
)


def layer(key: str, side: str = "axis", state: Campaign = STATE) -> Layer:
    return next(each for each in layers(observe(state, side), side) if each.key == key)


def test_every_layer_has_its_own_key_and_names_hexes_of_the_map() -> None:
    for side in ("axis", "commonwealth", ""):
        found = layers(observe(STATE, side), side)
        assert len({each.key for each in found}) == len(found)
        places = {name for each in found for line in (each.hexes, each.broken, *each.lines) for name in line}
        assert places <= set(board().index)


@pytest.mark.case("10.6", "10.11")
def test_enemy_zones_are_those_that_must_be_expected() -> None:
    assert layer("enemy-zones").hexes["C3918"] == "commonwealth" and "C3815" not in layer("enemy-zones").hexes
    assert "C3817" in layer("own-zones", "commonwealth").hexes


@pytest.mark.case("8.62", "15.81")
def test_contact_and_engaged_units_are_shown() -> None:
    assert layer("contact").hexes == {"C3918": "axis"} and layer("engaged").hexes == {"C3920": "axis"}
    assert layer("engaged", "commonwealth").hexes == {"C3920": "axis"}


@pytest.mark.case("32.16")
def test_the_range_of_a_dump_is_where_units_could_draw_on_it() -> None:
    near = layer("dump-C4018").hexes
    assert "C4018" in near and "dump-C3618" not in [each.key for each in layers(observe(STATE, "axis"), "axis")]
    known = observe(STATE, "axis")
    served = ways_to(known, "axis", (board().hex("C4018"),), TRUCK, supply_range(20))
    for at in (*list(served)[:40], board().hex("C4414"), board().hex("C3714")):
        assert (at in served) == ("AX-S1" in in_range(known, "axis", at, 20, False)), board().name(at)
    assert layer("supply-motor").hexes.keys() > layer("supply-foot").hexes.keys()


@pytest.mark.case("32.16")
def test_lines_of_supply_lead_to_a_dump_or_are_broken() -> None:
    assert ("C3918", "C4018") in [(line[0], line[-1]) for line in layer("supply-lines").lines]
    starved = position("I/157 C3920", "1RNF C3818", supply={"AX-S1": ("A2802", 40, 60)})
    assert layer("supply-lines", state=starved).broken == ("C3920",)


@pytest.mark.case("29.1", "8.71", "60.81")
def test_weather_railway_control_and_objectives() -> None:
    storm = layer("weather").hexes
    assert "C3918" in storm and all(section(board().hex(name)) == "C" for name in storm)
    assert not any(each.key == "weather" for each in layers(position("I/157 C3918"), "axis"))
    assert "D3714" in layer("railway").hexes and layer("railway").lines
    assert layer("control").hexes["C4131"] == "commonwealth" and layer("objectives").hexes["C4131"] == "commonwealth"


@pytest.mark.case("3.6", "30.42", "10.6")
def test_layers_do_not_tell_what_is_hidden() -> None:
    for side in ("axis", "commonwealth"):
        plain = layers(observe(STATE, side), side)
        assert all(layers(observe(hidden, side), side) == plain for hidden in disguises(STATE, side))
    assert "supply-lines" not in [each.key for each in layers(observe(STATE, ""), "")]
