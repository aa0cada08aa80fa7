"""Ports, convoys and Malta, with both worked convoys of the example page."""

import pytest

from sandtable.games.north_africa_41.map import damageable_ports
from sandtable.games.north_africa_41.map import ports as map_ports
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.tables import (
    MALTA_BOXES,
    anti_shipping,
    coastal_modifier,
    convoy_column,
    hits_port,
    malta_box,
    malta_moves,
    malta_needs,
    ports,
    sea_sources,
    shipping_points,
    sinks,
)

TABLE = """
- - - - -
- - - - 2
- - - 2 3
- - 2 2 3
- 2 2 3 4
- 2 3 3 4
2 3 3 4 5
2 3 4 4 5
2 4 4 5 5
3 4 5 5 5
3 5 5 5 5
"""


# Ports


@pytest.mark.case("21.3.2")
def test_the_ports_of_the_map_are_those_of_the_table() -> None:
    assert set(map_ports()) == set(ports()) - {"italy", "tripoli", "delta"}


@pytest.mark.case("21.4.2")
def test_five_ports_can_be_damaged() -> None:
    assert (
        {name for name, port in ports().items() if port.damageable}
        == {"Benghazi", "Derna", "Tobruk", "Bardia", "Mersa Matruh"}
        == set(damageable_ports())
    )


@pytest.mark.case("21.3.1", "21.3.2")
def test_capacity_falls_with_every_box() -> None:
    for port in ports().values():
        assert list(port.track) == sorted(port.track, reverse=True)
        if port.damageable:
            assert port.capacity(port.worst) == 0


@pytest.mark.case("21.3.2", "21.4.2")
def test_the_tracks_the_book_tells() -> None:
    assert ports()["Benghazi"].track == (7, 5, 3, 1, 0)
    assert ports()["tripoli"].capacity() == 14
    assert ports()["Tobruk"].capacity() == 4
    assert ports()["italy"].capacity() is None


@pytest.mark.case("16.2")
def test_tobruk_at_four_supplies_eight_units_and_at_zero_none() -> None:
    tobruk = ports()["Tobruk"]
    assert tobruk.supplied_units() == 8
    assert tobruk.supplied_units(tobruk.worst) == 0
    assert ports()["Alexandria"].supplied_units() is None


@pytest.mark.case("21.4.1", "21.4.2")
def test_the_demolition_of_benghazi() -> None:
    hits = sum(hits_port(die) for die in (5, 4, 2, 1))
    assert ports()["Benghazi"].capacity(hits) == 3
    assert ports()["Benghazi"].damage(3) == 2
    assert [hits_port(die) for die in range(1, 7)] == [False] * 3 + [True] * 3


# Shipping Points


@pytest.mark.case("21.2")
@pytest.mark.parametrize(
    ("unit", "steps", "points"),
    [
        ("ge-104-15", 2, 2),
        ("ge-104-15", 1, 2),
        ("ge-i-8", 3, 3),
        ("ge-i-8", 1, 1),
        ("ge-3rec", 1, 1),
        ("ge-dak", 1, 1),
        ("ge-i-33flak", 2, 2),
        ("au-20", 3, 2),
        ("au-20", 1, 1),
    ],
)
def test_shipping_points_by_stacking_value_or_else_by_step(unit: str, steps: int, points: int) -> None:
    assert shipping_points(counters()[unit], steps) == points


@pytest.mark.case("21.1.2", "21.2", "22.2.5")
def test_figures_of_convoys() -> None:
    assert (limits().coastal_points, limits().free_coastal_convoys, limits().mobile_supply_points) == (2, 1, 2)
    assert limits().troop_modifier == 1


@pytest.mark.case("21.2", "21.3.2")
def test_the_italy_convoy_of_the_example_takes_eight_of_fourteen_points() -> None:
    units = shipping_points(counters()["ge-i-8"], 3) + shipping_points(counters()["ge-104-15"], 2)
    replacement, supply = 1, 2
    assert units + replacement + supply == 8 <= (ports()["tripoli"].capacity() or 0)


# The Anti-Shipping Table


@pytest.mark.case("22.2.1")
def test_every_cell_of_the_anti_shipping_table() -> None:
    for roll, row in enumerate(TABLE.split("\n")[1:-1], start=2):
        assert [anti_shipping(place, roll) or "-" for place in range(5)] == [
            cell if cell == "-" else int(cell) for cell in row.split()
        ]


@pytest.mark.case("22.2.1")
def test_rolls_beyond_the_table_use_its_ends() -> None:
    assert [anti_shipping(place, -4) for place in range(5)] == [0] * 5
    assert anti_shipping(0, 15) == 3


@pytest.mark.case("22.2.1")
@pytest.mark.parametrize(
    ("side", "embarked", "debarked", "place"),
    [
        ("axis", "italy", "tripoli", 0),
        ("axis", "italy", "Benghazi", 1),
        ("axis", "tripoli", "Benghazi", 1),
        ("axis", "Tobruk", "Benghazi", 3),
        ("axis", "tripoli", "Mersa Matruh", 4),
        ("allied", "delta", "Mersa Matruh", 0),
        ("allied", "delta", "Tobruk", 2),
        ("allied", "Benghazi", "Tobruk", 4),
        ("allied", "Alexandria", "delta", 0),
    ],
)
def test_the_less_favourable_port_counts(side: Side, embarked: str, debarked: str, place: int) -> None:
    assert convoy_column(side, embarked, debarked) == place


@pytest.mark.case("22.2.1")
def test_the_allies_have_no_column_for_italy() -> None:
    with pytest.raises(ValueError, match="no allied convoy"):
        convoy_column("allied", "italy", "tripoli")


@pytest.mark.case("22.2.2", "22.2.3")
def test_modifiers_of_coastal_convoys() -> None:
    assert coastal_modifier(airfields=0, crete=False, impulse=1) == 0
    assert coastal_modifier(airfields=5, crete=True, impulse=3) == -7
    assert coastal_modifier(airfields=3, crete=False, impulse=2) == -3


@pytest.mark.case("22.2.4", "22.2.5")
def test_escorted_troops_are_harder_to_hit_than_supply() -> None:
    assert [sinks(die, 2, troops=False) for die in (1, 2, 3)] == [True, True, False]
    assert [sinks(die, 2, troops=True) for die in (1, 2, 3)] == [True, False, False]
    assert not any(sinks(die, 0, troops=False) for die in range(1, 7))


@pytest.mark.case("22.2.4", "22.3.1", "22.3.2")
def test_the_convoy_past_malta() -> None:
    attack = anti_shipping(convoy_column("axis", "italy", "tripoli"), 10 - 2)
    assert attack == 2
    assert [sinks(die, attack, troops=False) for die in (2, 1, 4)] == [True, True, False]  # replacement, two SPs
    assert sum(sinks(die, attack, troops=True) for die in (1, 2, 4, 3, 6)) == 1


@pytest.mark.case("22.2.2")
def test_the_coastal_convoy_to_benghazi() -> None:
    roll = 8 + coastal_modifier(airfields=3, crete=False, impulse=1)
    assert (roll, anti_shipping(convoy_column("axis", "tripoli", "Benghazi"), roll)) == (5, 0)


# Malta


@pytest.mark.case("22.3.3")
def test_it_gets_harder_the_farther_the_marker_is() -> None:
    assert [malta_needs("axis", box) for box in MALTA_BOXES] == [None, 6, 5, 4, 3, 2, 1]
    assert [malta_needs("allied", box) for box in MALTA_BOXES] == [1, 2, 3, 4, 5, 6, None]


@pytest.mark.case("22.3.3")
def test_the_luftwaffe_at_minus_one_needs_a_five() -> None:
    assert [malta_moves("axis", -1, die) for die in range(1, 7)] == [False] * 4 + [True] * 2
    assert not malta_moves("axis", -3, 6)
    assert malta_moves("allied", -3, 1)


@pytest.mark.case("22.3.2", "22.3.4")
def test_the_marker_stays_on_its_track() -> None:
    assert (malta_box("axis", -2), malta_box("axis", -3)) == (-3, -3)
    assert (malta_box("allied", 2), malta_box("allied", 3)) == (3, 3)
    with pytest.raises(ValueError, match="no box"):
        malta_needs("axis", 4)


@pytest.mark.case("21.3.2")
def test_every_table_of_the_sea_names_its_source() -> None:
    assert all(source.startswith(("rulebook", "published", "reconstructed")) for source in sea_sources().values())
