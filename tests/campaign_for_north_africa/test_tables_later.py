"""Tables of the chapters on replacements, raiders and the fleet; the worked examples each under its own name."""

from itertools import pairwise

import pytest

from sandtable.games.campaign_for_north_africa.calendar import date
from sandtable.games.campaign_for_north_africa.fleet.tables import warships
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import (
    Source,
    class_of,
    commonwealth_infantry,
    conversion,
    delay,
    item,
    land_items,
    raider_returns,
    replacement_figures,
    replacement_sources,
    upgrade_turns,
    weapon_of,
    window,
)
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons

# Replacements


@pytest.mark.case("20.62")
def test_ten_points_of_italian_infantry_are_300_tons() -> None:
    assert 10 * item("italian", "infantry").tons == 300


@pytest.mark.case("20.66")
def test_the_points_of_a_line_are_those_of_its_periods() -> None:
    found = item("italian", "light_aa")
    assert found.total == 60 and found.periods[0].total == 15
    assert item("italian", "infantry").total == 1200  # of three periods the second has no ceiling of its own


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
    assert set(replacement_sources()) == {"conversion", "pool", "production", "raiders", "counter", "upgrades", "loans"}


@pytest.mark.case("20.66", "20.67")
def test_a_line_with_two_totals_has_the_first_as_its_ceiling_in_the_first_period() -> None:
    """20.66: of Italian infantry no more than 100 points are planned before Game-Turn 25."""
    found = item("italian", "infantry")
    assert [found.ceiling(turn) for turn in (4, 5, 24, 25)] == [0, 100, 100, 1200]
    periods = [found.period(turn) for turn in (4, 8, 9, 25)]
    assert [period and period.most for period in periods] == [None, 5, 10, 25]


@pytest.mark.case("20.61", "20.67")
def test_how_many_points_could_have_been_planned_so_far() -> None:
    """Italian infantry: five a turn from the fifth, ten from the ninth, 25 from the 25th; 100 before that."""
    found = [item("italian", "infantry").plannable(turn) for turn in (4, 5, 8, 9, 16, 17, 24, 25)]
    assert found == [0, 5, 20, 30, 100, 100, 100, 205]


@pytest.mark.case("20.67")
def test_limits_by_the_fortnight_and_the_month_begin_anew_with_it() -> None:
    """Game-Turns 7 to 10 are the weeks of November 1940."""
    assert len({window("month", turn) for turn in (7, 8, 9, 10)}) == 1 and window("month", 11) != window("month", 10)
    assert window("fortnight", 7) == window("fortnight", 8) != window("fortnight", 9) == window("fortnight", 10)
    assert window("turn", 7) != window("turn", 8)
    a_year_later = 55
    assert date(7).month == date(a_year_later).month and date(7).year != date(a_year_later).year
    assert window("month", 7) != window("month", a_year_later)
    assert window("fortnight", 7) != window("fortnight", 11) and window("fortnight", 7) != window("fortnight", 55)


@pytest.mark.case("20.78")
@pytest.mark.parametrize(
    ("turn", "dice", "points"),
    [(2, 8, 0), (2, 12, 0), (3, 12, 20), (30, 4, 15), (31, 11, 25), (102, 11, 35), (111, 8, 13)],
)
def test_commonwealth_infantry_by_the_date_of_arrival(turn: int, dice: int, points: int) -> None:
    assert commonwealth_infantry(turn, dice) == points


@pytest.mark.case("20.78")
def test_production_names_weapons_as_everywhere() -> None:
    found = land_items("commonwealth")
    assert found["Stuart"].total == 44 and found["25pdr"].total == 250
    assert all(name in weapons() or name == "armoured_recce" for name in found)
    assert (class_of("commonwealth", "Stuart"), class_of("commonwealth", "2pdr")) == ("tank", "gun")
    assert class_of("commonwealth", "armoured_recce") == "recce" and class_of("german", "infantry") == "infantry"


@pytest.mark.case("20.66", "32.81", "32.82", "32.83")
def test_anti_air_points_without_the_air_game() -> None:
    assert "light_aa" not in land_items("commonwealth") and "heavy_aa" not in land_items("commonwealth")
    assert "light_aa" not in land_items("german") and weapon_of("german", "heavy_aa") == "88mm"
    assert not {"75/46", "90/53"} & set(land_items("italian"))
    assert {(rate.most, rate.per) for rate in land_items("italian")["light_aa"].periods} == {(1, "month")}


def test_delays_and_figures() -> None:
    """20.21, 20.42, 20.43, 20.77"""
    assert (delay("italian"), delay("german"), delay("commonwealth")) == (2, 2, 4)
    assert (replacement_figures().battalion, replacement_figures().morale) == (5, -3)
    assert upgrade_turns().infantry == 87


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
