"""The counters and the set-up agree with what the rulebook says of them."""

from collections import Counter as Tally
from collections.abc import MutableMapping

import pytest

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import (
    Counter,
    counters,
    depots,
    logistics,
    lorries,
    printed,
    setup,
    setup_sources,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import limits

SIDES = ("allied", "axis")


def unit(name: str) -> Counter:
    return counters()[name]


def of(side: str) -> list[Counter]:
    return [counter for counter in counters().values() if counter.side == side]


# The sheet as a whole


@pytest.mark.case("2", "2.3", "6")
def test_the_sheet_holds_162_allied_and_71_axis_counters() -> None:
    assert printed("allied") == 162
    assert printed("axis") == 71


@pytest.mark.case("2.3.1")
def test_the_units_of_both_sides_are_counted_by_nation() -> None:
    assert Tally(counter.nation for counter in of("allied")) == {
        "UK": 34,
        "IN": 12,
        "SA": 6,
        "AU": 4,
        "NZ": 3,
        "US": 3,
        "FR": 2,
        "PL": 2,
        "GK": 2,
        "BE": 1,
    }
    assert Tally(counter.nation for counter in of("axis")) == {"DE": 32, "IT": 29}


@pytest.mark.case("2.3.1")
def test_every_type_of_the_legend_is_there_and_belongs_to_one_category() -> None:
    categories = {counter.type: counter.category for counter in counters().values()}
    assert categories == {
        "infantry": "infantry",
        "motorised": "infantry",
        "airborne": "infantry",
        "air-assault": "infantry",
        "mechanised": "armoured",
        "reconnaissance": "armoured",
        "armoured": "armoured",
    }


@pytest.mark.case("2.3.1")
@pytest.mark.parametrize("side", SIDES)
def test_a_unit_is_known_by_its_nation_and_name(side: str) -> None:
    labels = [counter.label for counter in of(side)]
    assert len(set(labels)) == len(labels)
    assert unit("de-5-1-a").label == "DE 5/1/A"


@pytest.mark.case("2.3.1")
def test_every_id_begins_with_its_nation() -> None:
    assert all(counter.id.startswith(f"{counter.nation.lower()}-") for counter in counters().values())
    assert all((counter.side == "axis") == (counter.nation in ("DE", "IT")) for counter in counters().values())


@pytest.mark.case("2.3.1")
def test_the_echelons_are_brigades_for_the_allies_and_smaller_for_the_axis() -> None:
    assert {counter.echelon for counter in of("axis")} == {"battalion", "regiment"}
    assert {counter.echelon for counter in of("allied") if counter.nation != "US"} == {"brigade"}


# Factors


@pytest.mark.case("2.3.1")
@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("uk-sg-2", 2),
        ("au-20", 2),
        ("de-104", 4),
        ("de-5-1-a", 3),
        ("de-10-1-a", 3),
        ("de-10-2-a", 3),
        ("de-8-ar", 2),
        ("de-28-ai", 4),
    ],
)
def test_the_combat_factors_that_the_rulebook_names(name: str, factor: int) -> None:
    assert unit(name).combat_factor == factor
    assert unit(name).source.combat.startswith("rulebook")


@pytest.mark.case("2.3.1", "11.4")
def test_the_italians_of_the_overrun_have_five_factors_together() -> None:
    assert unit("it-132-a").combat_factor + unit("it-b8-ai").combat_factor == 5


@pytest.mark.case("2.3.1")
@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("de-382", "infantry"),
        ("au-18", "infantry"),
        ("uk-7-a", "armoured"),
        ("de-5-1-a", "armoured"),
        ("it-b8-ai", "mechanised"),
        ("de-8-ar", "reconnaissance"),
        ("de-28-ai", "mechanised"),
    ],
)
def test_the_types_that_the_figures_name(name: str, symbol: str) -> None:
    assert unit(name).type == symbol


@pytest.mark.case("2.3.1")
def test_the_factors_of_each_side_add_up() -> None:
    assert {side: sum(counter.combat_factor for counter in of(side)) for side in SIDES} == {"allied": 156, "axis": 141}
    assert {counter.movement_factor for counter in of("allied")} == {50}
    assert {counter.movement_factor for counter in of("axis")} == {45, 50, 60}
    assert all(counter.combat_factor >= limits().minimum_factor for counter in counters().values())


@pytest.mark.case("2.3.1", "13.4")
def test_only_allied_units_have_reinforced_counters_each_one_factor_stronger() -> None:
    assert not any(counter.reinforced for counter in of("axis"))
    for counter in of("allied"):
        most = 3 if counter.category == "infantry" else 5
        assert counter.reinforced == tuple(range(counter.combat_factor + 1, most + 1)), counter.id


@pytest.mark.case("13.4")
def test_a_reinforced_unit_counts_for_the_counter_it_shows() -> None:
    assert [unit("uk-7-a").strength(step) for step in (0, 1, 2)] == [3, 4, 5]
    assert [unit("au-20").strength(step) for step in (0, 1)] == [2, 3]
    with pytest.raises(IndexError):
        unit("au-20").strength(2)
    with pytest.raises(IndexError):
        unit("de-104").strength(1)


# Logistics


@pytest.mark.case("2.3.2", "13.6")
@pytest.mark.parametrize("side", SIDES)
def test_each_side_has_three_lorries_and_seven_installations(side: str) -> None:
    assert lorries(side) == tuple(f"{side}-lorry-{number}" for number in (1, 2, 3))
    assert depots(side) == tuple(f"{side}-depot-{number}" for number in range(1, 8))
    assert all(logistics()[name].side == side for name in (*lorries(side), *depots(side)))


@pytest.mark.case("2.3.2", "11.3")
def test_lorries_move_and_installations_do_not() -> None:
    assert {each.movement_factor for each in logistics().values() if each.kind == "lorry"} == {50}
    assert {each.movement_factor for each in logistics().values() if each.kind == "depot"} == {0}
    assert not set(logistics()) & set(counters())


# The set-up


@pytest.mark.case("6")
def test_the_units_on_the_map_are_those_that_no_turn_announces() -> None:
    assert {counter.id for counter in counters().values() if counter.at_start} == set(setup()) - set(logistics())
    assert all(counter.at_start == bool(counter.hex) for counter in counters().values())
    assert Tally(unit(name).side for name in setup() if name in counters()) == {"axis": 13, "allied": 9}


@pytest.mark.case("6", "5.1")
def test_all_axis_units_begin_in_their_base() -> None:
    assert {counter.hex for counter in of("axis") if counter.at_start} == {"0702"}
    assert [counter.id for counter in of("allied") if counter.hex == "1351"] == ["au-18", "uk-22", "uk-sg-7"]


@pytest.mark.case("6", "2.3.2")
def test_some_installations_wait_on_the_order_of_battle_but_no_lorry_does() -> None:
    standing = Tally((each.side, each.kind) for each in logistics().values() if each.hex)
    assert standing == {("axis", "depot"): 3, ("axis", "lorry"): 3, ("allied", "depot"): 5, ("allied", "lorry"): 3}


@pytest.mark.case("6", "4")
def test_no_hex_outside_the_bases_is_overfull_and_no_hex_holds_two_installations() -> None:
    units = Tally(counter.hex for counter in counters().values() if counter.at_start)
    assert all(count <= limits().stacking for hex, count in units.items() if hex not in ("0702", "1351"))
    assert units["0702"] <= 5 * limits().stacking  # the base has five hexes
    stores = Tally(each.hex for each in logistics().values() if each.hex and each.kind == "depot")
    assert set(stores.values()) == {limits().depots_in_a_hex}


@pytest.mark.case("6")
def test_everything_begins_in_a_hex_that_can_be_entered() -> None:
    ground = board()
    assert all(ground.playable[ground.hex(hex)] for hex in setup().values())


# Sources


def test_every_counter_names_the_source_of_each_of_its_parts() -> None:
    tags = ("rulebook", "published", "history", "recalled", "reconstructed")
    for counter in counters().values():
        source = counter.source
        for text in (source.combat, source.movement, source.type, source.arrival, source.name):
            assert text.startswith(tags), (counter.id, text)
    assert all(each.source.startswith(tags) for each in logistics().values())
    assert all(text.startswith(tags) for text in setup_sources().values())


def test_what_the_rulebook_does_not_say_is_marked_as_such() -> None:
    assert unit("de-115").source.combat.startswith("reconstructed")
    assert {counter.source.movement.split(":")[0] for counter in counters().values()} == {"reconstructed"}
    assert unit("de-r1").source.arrival.startswith("reconstructed")
    assert unit("pl-1").source.name.startswith("rulebook")


def test_neither_a_counter_nor_the_lists_of_them_can_be_changed() -> None:
    for field in ("combat_factor", "side", "source"):
        with pytest.raises(AttributeError):
            setattr(unit("de-104"), field, 9)
    assert not any(isinstance(each, MutableMapping) for each in (counters(), logistics(), setup()))
