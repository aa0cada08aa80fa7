"""The Turn Track: dates, impulses, arrivals and departures."""

from datetime import timedelta
from itertools import pairwise

import pytest

from sandtable.games.north_africa_41.map import board, place
from sandtable.games.north_africa_41.pieces.counters import Nation, ReplacementKind, Side, counters, remnants, trucks
from sandtable.games.north_africa_41.pieces.schedule import (
    Received,
    air_superiority,
    alike,
    amalgamations,
    arrival_place,
    arrival_turn,
    arrived_reduced,
    choices,
    confinements,
    crete,
    reserves,
    returning,
    schedule_sources,
    turn,
    turns,
)

NUMBERS = range(1, 20)

ALLIED = {
    3: "br-2rtr br-4rtr br-2rb in-5",
    4: "br-8hus in-11",
    5: "nz-6",
    7: "sa-5 sa-3 sa-6 sa-4ac sa-6ac",
    8: "br-42rtr in-cih allied-truck-5",
    9: "br-44rtr br-8rtr in-7 nz-4 sa-1 al-7med",
    10: "nz-5 sa-2",
    11: "sa-4",
    12: "sa-3rc",
    13: "br-14 in-29 nz-cav",
    14: "br-3cly br-4cly br-2rgh br-23 cz-11 al-xxx",
    18: "br-qubay br-9l br-10hus br-trd br-12rl",
    19: "br-2krrc br-1rb",
}
AXIS = {
    2: "ge-i-18flak it-61tren it-62tren",
    3: "ge-33rec ge-k15 ge-115 it-7b",
    4: "ge-i-8 ge-104-15",
    5: "ge-ii-8",
    6: "it-8ar axis-truck-5",
    8: "it-gaf it-rc",
    9: "it-xxi",
    10: "ge-oa300 it-9ar it-ggff",
    11: "ge-arko104 it-65trie it-66trie",
    12: "it-9b it-rg",
    13: "ge-155 it-xx",
    14: "it-re",
    15: "ge-361 ge-255 ge-347",
}
UPGRADES = {6: "br-2rtr-u br-6rtr-u", 10: "br-8hus-u", 12: "br-7hus-u br-5rtr-u", 13: "br-3rtr-u"}


# The calendar


@pytest.mark.case("2.2.1", "S2.2")
def test_nineteen_half_months_without_a_gap() -> None:
    assert [each.number for each in turns()] == list(NUMBERS)
    assert all(before.last_day + timedelta(days=1) == after.first_day for before, after in pairwise(turns()))
    assert all(13 <= (each.last_day - each.first_day).days + 1 <= 16 for each in turns())
    assert (turn(1).label, turn(7).label, turn(19).label) == ("March II", "June II", "December II")


@pytest.mark.case("2.2.1")
@pytest.mark.parametrize("number", [0, 20])
def test_there_are_no_other_turns(number: int) -> None:
    with pytest.raises(ValueError, match="no turn"):
        turn(number)


@pytest.mark.case("3.1")
def test_the_second_impulse_is_left_out_in_summer() -> None:
    assert [number for number in NUMBERS if turn(number).summer] == [8, 9, 10, 11]
    assert turn(11).impulses == (1, 3)
    assert turn(12).impulses == (1, 2, 3)


@pytest.mark.case("S3.2")
def test_crusader_has_nine_impulses() -> None:
    assert sum(len(turn(number).impulses) for number in (17, 18, 19)) == 9


@pytest.mark.case("18.6", "S1.1", "S3.1")
def test_air_superiority_passes_from_the_axis_to_the_allies() -> None:
    assert {air_superiority(number) for number in range(1, 7)} == {"axis"}
    assert {air_superiority(number) for number in range(7, 17)} == {None}
    assert [air_superiority(number) for number in (17, 18, 19)] == ["allied", "allied", None]


@pytest.mark.case("22.3.2")
def test_the_luftwaffe_side_of_the_malta_marker() -> None:
    assert [number for number in NUMBERS if turn(number).malta == "axis"] == [1, 2, 3, 4, 5, 19]


@pytest.mark.case("22.2.2")
def test_crete_falls_on_turn_6() -> None:
    assert [crete(number) for number in (1, 5, 6, 19)] == ["allied", "allied", "axis", "axis"]


@pytest.mark.case("3.1")
def test_two_supply_points_a_turn_once_there_is_a_preparation_phase() -> None:
    assert [turn(number).supply_points for number in NUMBERS] == [0] + [2] * 18


@pytest.mark.case("S2.3.1")
def test_the_benchmark_of_airfields() -> None:
    assert [turn(number).benchmark for number in NUMBERS] == [0, 2] + [3] * 15 + [2, 0]


# Reinforcements and Replacements


@pytest.mark.case("20.1")
@pytest.mark.parametrize("number", NUMBERS)
def test_what_arrives_on_a_turn(number: int) -> None:
    assert set(turn(number).reinforcements["allied"]) == set(ALLIED.get(number, "").split())
    assert set(turn(number).reinforcements["axis"]) == set(AXIS.get(number, "").split())
    assert set(turn(number).upgrades) == set(UPGRADES.get(number, "").split())


@pytest.mark.case("20.1")
def test_everything_that_arrives_is_a_piece_and_arrives_once() -> None:
    arriving = [unit for each in turns() for side in ("allied", "axis") for unit in each.reinforcements[side]]
    arriving += [unit for each in turns() for unit in each.upgrades]
    assert len(set(arriving)) == len(arriving)
    assert set(arriving) <= {*counters(), *trucks()}


@pytest.mark.case("20.1")
def test_the_turn_printed_on_a_counter() -> None:
    told = {name: arrival_turn(name) for name in ("ge-i-8", "ge-ii-8", "br-6rtr-u", "ge-i-5-21", "ge-bach", "ge-i-5")}
    assert told == {"ge-i-8": 4, "ge-ii-8": 5, "br-6rtr-u": 6, "ge-i-5-21": 10, "ge-bach": 13, "ge-i-5": 0}


@pytest.mark.case("2.3.2")
def test_one_reinforcement_arrives_reduced() -> None:
    assert arrived_reduced() == ("br-2rtr",)


@pytest.mark.case("19.1.1", "22.2.5")
def test_the_axis_convoy_of_turn_4() -> None:
    assert turn(4).reinforcements["axis"] == ("ge-i-8", "ge-104-15")
    assert turn(4).replacements["axis"] == ("italian-tank",)


@pytest.mark.case("19.1.1")
def test_replacements_are_of_their_side() -> None:
    axis = {"german-tank", "italian-tank", "german-infantry", "italian-infantry"}
    for each in turns():
        assert set(each.replacements["axis"]) <= axis
        assert not set(each.replacements["allied"]) & axis


@pytest.mark.case("19.2.4", "19.2.3", "19.2.5")
@pytest.mark.parametrize(
    ("received", "offered"),
    [
        ("british-or-indian", [("british", "infantry"), ("indian", "infantry")]),
        (
            "any",
            [
                ("british", "infantry"),
                ("indian", "infantry"),
                ("australian", "infantry"),
                ("new-zealand", "infantry"),
                ("south-african", "infantry"),
            ],
        ),
        ("tank", [("british", "tank")]),
        ("heavy-tank", [("british", "heavy-tank")]),
        ("german-tank", [("german", "tank")]),
        ("italian-infantry", [("italian", "infantry")]),
        ("australian-infantry", [("australian", "infantry")]),
        ("south-african-infantry", [("south-african", "infantry")]),
    ],
)
def test_what_an_entry_lets_the_player_pick(received: Received, offered: list[tuple[Nation, ReplacementKind]]) -> None:
    assert list(choices(received)) == offered


@pytest.mark.case("19.2.4")
def test_both_free_choices_occur() -> None:
    assert {"any", "british-or-indian"} <= {each for turn in turns() for each in turn.replacements["allied"]}


# Reserves


@pytest.mark.case("S2.2", "S1.2")
def test_three_new_zealand_and_three_south_african_brigades_go_to_the_reserve() -> None:
    newzealand, southafrican = reserves()
    assert [counters()[unit].formation for unit in newzealand.units] == ["2nd New Zealand"] * 3
    assert [counters()[unit].formation for unit in southafrican.units] == ["2nd South African"] * 3
    assert (newzealand.turn, southafrican.turn) == (12, 14)
    assert board().name(place("Sidi Barrani")) == newzealand.hex
    assert board().name(place("Mersa Matruh")) == southafrican.hex


@pytest.mark.case("S2.2")
def test_the_first_three_new_zealand_units_are_meant() -> None:
    kept = reserves()[0].units
    others = [each.id for each in counters().values() if each.nation == "new-zealand" and each.id not in kept]
    assert max(map(arrival_turn, kept)) < min(map(arrival_turn, others))


@pytest.mark.case("S2.2", "20.1")
def test_reserves_arrive_in_their_box_and_all_others_at_the_base() -> None:
    assert arrival_place("nz-6") == arrival_place("sa-4") == "reserve"
    assert arrival_place("nz-cav") == arrival_place("ge-i-8") == "base"


@pytest.mark.case("S1.2")
def test_the_three_reserves_of_enter_rommel_arrive_within_seven_turns() -> None:
    early = {unit for reserve in reserves() for unit in reserve.units if arrival_turn(unit) <= 7}
    assert early == {"nz-6", "sa-3", "sa-6"}


@pytest.mark.case("S1.2")
def test_the_poles_stay_in_alexandria_until_turn_11() -> None:
    (poles,) = confinements()
    assert (poles.unit, poles.hex, poles.turn) == ("po-carp", "2478", 11)


# Departures


@pytest.mark.case("20.2")
def test_four_australian_brigades_leave_between_turns_12_and_16() -> None:
    leaving = {each.number: departure.unit for each in turns() for departure in each.removals}
    assert leaving == {12: "au-18", 13: "au-24", 15: "au-26", 16: "au-20"}
    assert all(departure.returns == 0 for each in turns() for departure in each.removals)


@pytest.mark.case("20.3")
def test_an_indian_and_a_british_brigade_are_withdrawn_and_come_back() -> None:
    leaving = {each.number: (departure.unit, departure.returns) for each in turns() for departure in each.withdrawals}
    assert leaving == {5: ("in-5", 9), 7: ("br-16", 13)}
    assert [departure.unit for departure in returning(9)] == ["in-5"]
    assert returning(10) == ()


@pytest.mark.case("20.2")
@pytest.mark.parametrize(
    ("unit", "like"),
    [
        ("au-18", {"au-18", "au-20", "au-24", "au-26"}),
        ("in-5", {"in-5", "in-7", "in-11"}),
        ("br-16", {"br-14", "br-16", "br-22gds", "br-23"}),
        ("br-6rtr", {"br-1rtr", "br-2rtr", "br-2rtr-u", "br-5rtr", "br-6rtr"}),
    ],
)
def test_another_unit_of_the_same_type_nationality_and_rating_will_do(unit: str, like: set[str]) -> None:
    assert set(alike(unit)) == like


# Upgrades and conversions


@pytest.mark.case("20.4.1")
def test_an_upgrade_is_a_new_tank_unit() -> None:
    upgrades = [counters()[unit] for each in turns() for unit in each.upgrades]
    assert len(upgrades) == 6
    assert all(each.tank and each.nation == "british" for each in upgrades)
    older = [
        each
        for each in counters().values()
        if each.tank and each.nation == "british" and arrival_turn(each.id) < 6 and not each.matilda
    ]
    assert len(older) > len(upgrades)


@pytest.mark.case("20.4.2")
def test_every_unit_of_the_5th_light_division_joins_the_21st_panzer_division() -> None:
    division = {each.id for each in counters().values() if each.formation == "5th Light"}
    assert {conversion.old for conversion in turn(10).conversions} == division
    for conversion in turn(10).conversions:
        assert counters()[conversion.new].formation == "21st Panzer"
        assert counters()[conversion.old].faces == counters()[conversion.new].faces


@pytest.mark.case("20.4.4")
def test_the_guards_brigade_gets_its_lorries_on_turn_6() -> None:
    (guards,) = turn(6).conversions
    assert (guards.old, guards.new) == ("br-22gds", "br-22gds-m")
    old, new = counters()[guards.old], counters()[guards.new]
    assert not old.mechanised and new.mechanised
    assert old.steps == new.steps
    assert remnants()["allied-motorised-infantry"].face == new.face(1)


@pytest.mark.case("20.4.3")
def test_two_pairs_become_three_units_with_as_many_steps() -> None:
    pairs = amalgamations()
    assert len(pairs) == 2
    assert sum(len(pair.new) for pair in pairs) == 3
    for pair in pairs:
        assert pair.turn == 13
        assert sum(counters()[unit].steps for unit in pair.old) == sum(counters()[unit].steps for unit in pair.new)


@pytest.mark.case("20.4.3")
def test_no_unit_is_of_two_pairs_and_every_one_exists_by_then() -> None:
    old = [unit for pair in amalgamations() for unit in pair.old]
    assert len(set(old)) == 4
    assert all(0 < arrival_turn(unit) < 13 for unit in old)


@pytest.mark.case("3.1")
def test_every_entry_names_its_source() -> None:
    sources = schedule_sources()
    for each in turns():
        sides: tuple[Side, ...] = ("allied", "axis")
        for unit in (*each.upgrades, *(unit for side in sides for unit in each.reinforcements[side])):
            assert f"turn {each.number} {unit}" in sources
    assert all(source.startswith(("rulebook", "published", "history", "reconstructed")) for source in sources.values())
