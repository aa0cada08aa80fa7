"""Tables of the chapters on replacements, raiders and the fleet; the worked examples each under its own name."""

from itertools import pairwise

import pytest

from sandtable.games.campaign_for_north_africa.arrivals.replacement_tables import (
    Source,
    conversion,
    item,
    raider_returns,
    replacement_sources,
)
from sandtable.games.campaign_for_north_africa.fleet.tables import warships
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons

# Replacements


@pytest.mark.case("32.52")
def test_replacement_tons() -> None:
    """20.62"""
    assert item("italian", "infantry").tonnage(10) == 300


@pytest.mark.case("32.52")
def test_light_aa_total() -> None:
    """20.66; the turns of arrival by 20.63"""
    found = item("italian", "light_aa")
    assert found.total == 60 and found.periods[0].total == 15
    assert found.periods[0].arrivals() == (4, 26)


@pytest.mark.case("19.63")
def test_conversion_hq() -> None:
    assert conversion("any_headquarters") == ({"infantry": 2},)


@pytest.mark.case("19.64")
def test_some_units_have_alternatives_and_one_kind_none() -> None:
    assert conversion("armoured_car") == ({"armoured_recce": 2}, {"light_tank": 1})
    assert conversion("heavy_weapons") == ({"infantry": 1, "gun": 1},)
    assert conversion("road_or_railroad_construction") == ()
    with pytest.raises(KeyError):
        conversion("camel_corps")


@pytest.mark.case("32.52")
@pytest.mark.parametrize(
    ("source", "name", "total", "tons"),
    [
        ("trucks", "medium", 2890, 80),
        ("german", "PzIIIJ", 17, 220),
        ("german", "infantry", 400, 30),
        ("italian", "infantry", 1200, 30),
        ("italian", "M13/40", 49, 70),
        ("italian", "L6/40", 26, 28),
    ],
)
def test_lines_of_the_pool(source: Source, name: str, total: int, tons: int) -> None:
    found = item(source, name)
    assert (found.total, found.tons) == (total, tons)
    assert all(a.last is not None and a.last + 1 == b.first for a, b in pairwise(found.periods))


@pytest.mark.case("32.52")
def test_the_pool_names_weapons_as_everywhere_and_the_m11_is_not_in_it() -> None:
    assert item("german", "PzIIIH") and "PzIIIH" in weapons() and item("italian", "149mmVF").tunis_box
    with pytest.raises(KeyError):
        item("italian", "M11/39")
    assert set(replacement_sources()) == {"conversion", "pool", "raiders"}


def test_raider_return() -> None:
    """27.16"""
    assert raider_returns(55) == 59


# The fleet


def test_ship_qe() -> None:
    """30.12"""
    found = warships()["Queen-Elizabeth"]
    assert (found.kind, found.guns, found.anti_air) == ("BB", 6, 12)


@pytest.mark.case("30.34", "30.13")
def test_ship_ajax_damage() -> None:
    found = warships()["Ajax"]
    assert (found.guns, found.anti_air) == (4, 8)
    assert (found.guns - 2, found.anti_air_with(2), found.anti_air_with(0)) == (2, 4, 0)
