"""The set-ups of the three scenarios."""

import pytest

from sandtable.games.north_africa_41.arrivals.scenarios import (
    BOXES,
    Key,
    Scenario,
    full_steps,
    scenario,
    scenario_sources,
    scenarios,
)
from sandtable.games.north_africa_41.lines.tracing import in_full_supply, in_supply
from sandtable.games.north_africa_41.map import airfields, board, groundworks, perimeter, place, ports
from sandtable.games.north_africa_41.pieces.counters import SIDES, counters, side_of, trucks
from sandtable.games.north_africa_41.pieces.schedule import air_superiority, arrival_turn, turn
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.tables import ports as port_table
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import position as pieces

KEYS: tuple[Key, ...] = ("enter-rommel", "campaign", "crusader")


def stacking(position: Scenario, at: str) -> int:
    units = [counters()[unit] for unit, where in position.places.items() if where == at and unit in counters()]
    silhouetted = sum(each.silhouetted for each in units)
    return sum(each.face().stacking for each in units) + max(0, silhouetted - limits().free_silhouetted)


def begun(key: Key) -> NorthAfrica:
    """The pieces, Fortifications and controlled hexes of a scenario."""
    start = scenario(key)
    text = {
        side: ", ".join(f"{unit} {at}" for unit, at in start.places.items() if side_of(unit) == side) for side in SIDES
    }
    control = {board().name(hex): start.ports[name] for name, hex in ports().items()}
    control |= {board().name(hex): start.airfields[name] for name, hex in airfields().items()}
    forts = {at: side for side, hexes in start.fortifications.items() for at in hexes}
    return pieces(
        text["axis"],
        text["allied"],
        start.start.turn,
        start.start.impulse,
        start.start.side,
        control=control,
        forts=forts,
    )


# What holds for every scenario


@pytest.mark.case("S1.1", "S2.1", "S3.1")
def test_there_are_three_scenarios() -> None:
    assert tuple(each.key for each in scenarios()) == KEYS


@pytest.mark.case("S1.1", "S3.1")
@pytest.mark.parametrize("key", KEYS)
def test_every_piece_stands_in_a_box_or_a_playable_hex(key: Key) -> None:
    position = scenario(key)
    places = {*position.places.values(), *(stock.place for stock in position.stocks)}
    places |= {hex for hexes in position.fortifications.values() for hex in hexes}
    for at in places - set(BOXES):
        assert board().playable[board().hex(at)], at
    assert set(BOXES) <= set(board().boxes)


@pytest.mark.case("4.1", "4.3")
@pytest.mark.parametrize("key", KEYS)
def test_no_hex_is_overstacked(key: Key) -> None:
    position = scenario(key)
    for at in set(position.places.values()) - set(BOXES):
        assert stacking(position, at) <= limits().stacking, at


@pytest.mark.case("5.1", "6.1.2")
@pytest.mark.parametrize("key", KEYS)
def test_no_place_holds_pieces_of_both_sides(key: Key) -> None:
    position = scenario(key)
    holders: dict[str, set[str]] = {}
    for unit, at in position.places.items():
        holders.setdefault(at, set()).add(side_of(unit))
    for stock in position.stocks:
        holders.setdefault(stock.place, set()).add(stock.side)
    for side, hexes in position.fortifications.items():
        for at in hexes:
            holders.setdefault(at, set()).add(side)
    assert all(len(sides) == 1 for sides in holders.values())
    assert holders["tripoli"] == {"axis"} and holders["delta"] == {"allied"}


@pytest.mark.case("20.1")
@pytest.mark.parametrize("key", KEYS)
def test_every_piece_is_placed_due_or_out_of_the_scenario(key: Key) -> None:
    position = scenario(key)
    for unit in (*counters(), *(name for name, truck in trucks().items() if not truck.captured)):
        assert [unit in position.places, position.due(unit) > 0, unit in position.unused].count(True) == 1, unit


@pytest.mark.case("16.3.5")
@pytest.mark.parametrize("key", KEYS)
def test_every_port_and_airfield_has_an_owner_and_none_stands_under_an_enemy(key: Key) -> None:
    position = scenario(key)
    assert (set(position.ports), set(position.airfields)) == (set(ports()), set(airfields()))
    owners = {board().name(hex): position.ports[name] for name, hex in ports().items()}
    owners |= {board().name(hex): position.airfields[name] for name, hex in airfields().items()}
    for unit, at in position.places.items():
        assert owners.get(at, side_of(unit)) == side_of(unit), unit


@pytest.mark.case("16.2", "S1.1", "S3.1")
@pytest.mark.parametrize("key", KEYS)
def test_everybody_begins_in_supply_and_only_besieged_tobruk_by_its_port(key: Key) -> None:
    state, start = begun(key), scenario(key)
    assert all(in_supply(state, unit) for unit in start.places)
    by_port = {start.places[unit] for unit in start.places if not in_full_supply(state, unit)}
    assert by_port == (set() if key != "crusader" else {board().name(hex) for hex in perimeter()})


@pytest.mark.case("21.3.2")
@pytest.mark.parametrize("key", KEYS)
def test_a_damaged_port_stands_on_its_track(key: Key) -> None:
    for name, capacity in scenario(key).port_capacity.items():
        assert port_table()[name].damage(capacity) > 0


@pytest.mark.case("9.5.6")
@pytest.mark.parametrize("key", KEYS)
def test_fortifications_are_within_the_limit(key: Key) -> None:
    for hexes in scenario(key).fortifications.values():
        assert len(set(hexes)) == len(hexes) <= limits().fortifications


@pytest.mark.case("23.1", "S1.1", "S3.1")
@pytest.mark.parametrize("key", KEYS)
def test_nobody_begins_with_resource_points(key: Key) -> None:
    assert scenario(key).resource_points == {"allied": 0, "axis": 0}


@pytest.mark.case("S1.3", "S3.3")
@pytest.mark.parametrize("key", ["enter-rommel", "crusader"])
def test_the_objectives_are_places_of_the_map(key: Key) -> None:
    objectives = scenario(key).objectives
    assert objectives is not None
    for name, hex in objectives.hexes.items():
        assert board().name(place(name)) == hex


@pytest.mark.case("S1.1")
def test_every_part_of_a_setup_names_its_source() -> None:
    assert all(
        source.startswith(("rulebook", "published", "history", "reconstructed"))
        for source in scenario_sources().values()
    )


# Enter Rommel and the campaign


@pytest.mark.case("S2.1")
def test_the_campaign_is_set_up_as_enter_rommel() -> None:
    short, long = scenario("enter-rommel"), scenario("campaign")
    assert (short.places, short.stocks, short.start) == (long.places, long.stocks, long.start)
    assert (short.ports, short.airfields, short.malta) == (long.ports, long.airfields, long.malta)


@pytest.mark.case("S1.1", "S1.2")
def test_march_1941() -> None:
    position = scenario("enter-rommel")
    assert (position.start.turn, position.start.impulse, position.start.side) == (1, 3, "axis")
    assert (position.malta, turn(1).malta) == (-2, "axis")
    assert set(position.airfields.values()) == {"allied"}
    assert position.port_capacity == {"Benghazi": 3}
    assert position.fortifications == {"allied": (), "axis": ()}
    assert air_superiority(1) == "axis"


@pytest.mark.case("S1.1", "S1.2", "S1.3")
def test_enter_rommel_lasts_seven_turns_and_leaves_three_reserves_out() -> None:
    position = scenario("enter-rommel")
    assert (position.last_turn, turn(position.last_turn).label) == (7, "June II")
    assert position.unused == ("nz-6", "sa-3", "sa-6")
    assert position.due("sa-3") == 0 and scenario("campaign").due("sa-3") == 7


@pytest.mark.case("S1.3")
def test_the_axis_needs_seven_of_ten_airfields_and_ports() -> None:
    objectives = scenario("enter-rommel").objectives
    assert objectives is not None
    assert (objectives.needed, objectives.side, len(objectives.hexes)) == (7, "axis", 10)
    assert set(objectives.hexes) == {*airfields(), *ports()} - {"Alexandria"}


@pytest.mark.case("S2.2", "S2.3.2")
def test_the_campaign_lasts_nineteen_turns_with_a_track_to_twelve() -> None:
    position = scenario("campaign")
    assert (position.last_turn, position.objectives, position.unused) == (19, None, ())
    track = position.victory_points
    assert track is not None
    assert (track.start, track.axis, track.allied) == (0, 12, -12)


@pytest.mark.case("S1.1", "17.1.2")
def test_who_stands_where_in_march_1941() -> None:
    places = scenario("campaign").places
    assert places["po-carp"] == limits().alexandria
    assert places["al-tob"] == "3138"
    assert places["ge-i-5"] == limits().el_agheila
    assert [places[f"axis-truck-{number}"] for number in (1, 2, 3, 4)] == ["tripoli"] * 4
    assert all(arrival_turn(unit) == 0 for unit in places)


@pytest.mark.case("2.3.5", "20.4.1")
def test_units_that_begin_reduced() -> None:
    assert (full_steps("campaign", "br-7hus"), full_steps("campaign", "br-7rtr")) == (1, 1)
    assert (full_steps("campaign", "br-2rtr"), full_steps("campaign", "ge-i-5")) == (1, 3)
    assert full_steps("crusader", "br-2rtr-u") == 2


# Crusader


@pytest.mark.case("S3.1", "S3.2")
def test_november_1941() -> None:
    position = scenario("crusader")
    assert (position.start.turn, position.start.impulse, position.start.side) == (17, 1, "allied")
    assert position.last_turn == 19
    assert (position.malta, turn(17).malta) == (3, "allied")
    assert {name for name, side in position.airfields.items() if side == "axis"} == {"Benina", "Martuba", "Gambut"}
    assert position.port_capacity == {}
    assert air_superiority(17) == "allied"


@pytest.mark.case("S3.3")
def test_three_of_five_hexes_decide_crusader() -> None:
    objectives = scenario("crusader").objectives
    assert objectives is not None
    assert (objectives.needed, objectives.side) == (3, "")
    assert objectives.hexes == {
        "Tobruk": "3138",
        "El Adem": "2937",
        "Gambut": "3041",
        "Martuba": "3629",
        "Tmimi": "3332",
    }


@pytest.mark.case("S3.1", "9.5.5")
def test_the_garrison_of_tobruk_sits_in_its_fortifications() -> None:
    allied = {board().hex(name) for name in scenario("crusader").fortifications["allied"]}
    assert allied == perimeter() & groundworks()


@pytest.mark.case("S3.1", "20.4.2", "20.4.3", "20.4.4")
def test_what_the_summer_has_changed_is_out_of_play_in_november() -> None:
    position = scenario("crusader")
    assert {"ge-i-5", "ge-mg2-21", "ge-104-15", "br-22gds", "br-6rtr", "au-18"} <= set(position.unused)
    assert {"ge-i-5-21", "ge-200", "ge-bach", "br-22gds-m", "br-6rtr-u"} <= set(position.places)


@pytest.mark.case("S3.1", "20.1")
def test_first_armoured_division_comes_in_december() -> None:
    assert scenario("crusader").due("br-qubay") == 18
    assert scenario("crusader").due("br-1rb") == 19
