"""The set-ups and the reinforcements, unit by unit as the book lists them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from sandtable.games.tobruk import map as ground
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import Counter, counters
from sandtable.games.tobruk.pieces.tables import Placement, arrivals, limits, scenarios, setup

# Printed factors and name of each unit, hex by hex; a star is a depleted unit, a word after a colon tells units of the
# same name apart.

NOVEMBER_18 = """
Tobruk Garrison
    2303 3-9-12=70th_British_HQ
    2305 4-5-12=2Y&L/14 4-5-12=1B&H/14 4-5-12=2BW/14
    2405 4-5-12=2Kng/16 4-5-12=2Liec/16 4-5-12=2Qns/16
    2205 4-5-12=4Bdr/23 4-5-12=1DLI/23 4-5-12=1Esx/23
    2103 4-5-12=1Rfl/Car 3-4-12=HMG/Car
    2102 4-5-12=2Rfl/Car 4-3-18=Lnr/Car
    2104 4-5-12=3Rfl/Car 4-5-12=11Cz
    2304 6-4-16=1RTR/32Tk 7-5-12=4RTR/32Tk 2-3-12=149
    2504 5-4-12=2/13Aus 3-2-12=2/15Aus 3-4-12=RNF_MG
XIII Corps
    4318 2-9-12=4th_Indian_HQ 4-5-12=1RS/7Ind 4-5-12=4/11Sk/7Ind 4-5-12=4/16Pb/7Ind
    5015 4-5-12=2CH/11Ind 4-5-12=2/5Mh/11Ind 4-5-12=1/6Rj/11Ind 2-3-12=65
    4717 4-3-18=CIH/4Ind
Afrika Korps
    3305 1-9-18=15th_Panzer_HQ 9-6-18=I/8/15 9-6-18=II/8/15 6-5-18=I/115/15 3-4-18=33/15:Pioneer 3-4-18=2/15
        4-5-18=I/33/LW
    3413 5-4-18=33/15 3-4-18=33/15:AT
    4011 9-6-18=II/5/21 5-4-18=3/21
    3007 2-9-18=21st_Panzer_HQ 9-6-18=I/5/21 5-4-18=II/104/21 3-4-18=200/21 4-5-18=I/18/LW
    3910 3-4-18=15/21 3-4-18=605/21 3-4-18=39/21
    2607 1-9-12=Afrika_HQ 4-3-18=288vzb 5-4-18=II/115/Afk
    2506 3-4-12=I/155/Afk 3-4-12=II/155/Afk 3-4-12=III/155/Afk 3-4-12=617/DAK
    2606 4-5-12=I/361/Afk 4-5-12=II/361/Afk 3-4-12=900/Afk 3-4-12=606/DAK
CAM Corps
    2514 1-9-16=Ariete_HQ 3-2-16=2Lt/Art 4-3-16=7Md/Art 4-3-16=8Md/Art
    2613 3-2-16=1Lt/Art 4-3-16=9Md/Art 3-4-16=8Brs/Art 2-3-12=1Mil
XXI Corps
    2208 3-9-12=XXI_Corps_HQ 2-3-8=Aos/Pav
    1802 3-4-8=19/Bre
    1803 2-3-8=27/Bre
    1804 3-4-8=20/Bre
    2705 3-4-8=39/Bol
    2704 3-4-8=40/Bol
    2207 3-4-8=27/Pav
    2407 3-4-8=28/Pav 3-2-16=5Lt/Pav
    2007 3-4-12=7Brs/Tre
    2006 2-3-12=62/Tre
    2106 2-3-12=61/Tre
    4815 6-5-18=I/104/21
    4417 3-4-8=15/Sav
    4715 3-4-8=16/Sav 2-3-8=155/Sav
    4813 2-3-8=Det/Sol
    4710 2-3-8=III/255 2-3-8=Gen/Sav
    4610 2-3-8=III/347 2-3-8=Det/Sav
    4609 2-3-8=Det/Bol 2-3-8=28GAF
"""

NOVEMBER_28 = """
XXX Corps
    3110 3-9-18=7th_Armoured_HQ 6-4-16=8Hus/4Arm* 6-4-16=3RTR/4Arm* 6-4-16=5RTR/4Arm*
    3209 4-5-18=2SG/4Arm* 5-3-16=3CLY/22Arm* 5-3-16=4CLY/22Arm*
    3011 4-5-18=2RB/7Sup* 4-3-18=11Hus/7Arm* 4-3-18=KDG/7Arm*
    2612 3-4-12=1RNC/1SA* 6-4-16=2RTR/7Arm*
    2514 2-9-12=1st_South_African_HQ 3-4-12=1TS/1SA* 6-4-16=6RTR/7Arm*
Tobruk Garrison
    2303 3-9-12=70th_British_HQ 3-4-18=Lnr/Car
    2205 4-5-12=2BW/14 4-5-12=1B&H/14
    2305 4-5-12=2Y&L/14 4-5-12=2Liec/16
    2405 4-5-12=2Kng/16 4-5-12=2Qns/16
    2406 4-5-12=11Cz 3-2-12=2/15Aus 7-5-12=4RTR/32Tk*
    2407 4-5-12=4Bdr/23 4-5-12=1DLI/23 4-5-12=1Esx/23 6-4-16=1RTR/32Tk
    2103 4-5-12=1Rfl/Car
    2102 4-5-12=2Rfl/Car 3-4-12=HMG/Car
    2104 4-5-12=3Rfl/Car
    2304 2-3-12=149
    2504 5-4-12=2/13Aus 3-4-12=RNF_MG
XIII Corps
    2707 2-9-12=2nd_New_Zealand_HQ 4-5-12=18/4NZ 4-5-12=19/4NZ 4-5-12=20/4NZ
    4513 4-5-12=21/5NZ 4-5-12=22/5NZ
    4411 4-5-12=23/5NZ
    2708 4-5-12=24/6NZ 4-5-12=26/6NZ
    2507 4-5-12=25/6NZ* 5-4-12=8RTR/1Tk*
    4508 5-4-12=28Mo/2NZ 4-3-18=DC/2NZ
    4318 2-9-12=4th_Indian_HQ 4-5-12=1Bfs/5Ind 4-5-12=3/1Pb/5Ind 4-5-12=4/6Rj/5Ind
    4417 4-5-12=1RS/7Ind 4-5-12=4/11Sk/7Ind 4-5-12=4/16Pb/7Ind
    5015 4-5-12=2CH/11Ind 4-5-12=2/5Mh/11Ind 4-5-12=1/6Rj/11Ind
    4717 4-3-18=CIH/4Ind
    3417 5-4-12=42RTR/1Tk 5-4-12=44RTR/1Tk 2-3-12=65
Afrika Korps
    3308 1-9-18=15th_Panzer_HQ 9-6-18=I/8/15* 6-5-18=I/115/15 3-4-18=33/15:Pioneer 3-4-18=2/15*
    4011 2-9-18=21st_Panzer_HQ 9-6-18=II/5/21* 6-5-18=I/104/21* 5-4-18=3/21* 3-4-18=15/21* 3-4-18=200/21* 3-4-18=39/21
    2706 1-9-12=Afrika_HQ 5-4-18=II/115/Afk 3-4-12=I/155/Afk 3-4-12=II/155/Afk 4-5-12=I/361/Afk 4-5-12=II/361/Afk
        3-4-12=900/Afk
    2806 3-4-12=III/155/Afk 3-4-12=606/DAK 4-5-18=I/18/LW 4-5-18=I/33/LW
CAM Corps
    4215 1-9-16=Ariete_HQ 3-2-16=2Lt/Art 4-3-16=8Md/Art* 4-3-16=9Md/Art* 3-4-16=8Brs/Art*
    2408 1-9-12=Trieste_HQ 3-4-12=9Brs/Tri 3-4-12=65/Tri 2-3-12=66/Tri
    2307 3-2-16=3Lt/Tri
XXI Corps
    2208 3-9-12=XXI_Corps_HQ 3-4-8=27/Pav 3-2-16=5Lt/Pav 2-3-8=Aos/Pav
    2307 4-3-18=288vzb 2-3-12=1Mil
    2407 3-4-8=28/Pav
    1802 3-4-8=19/Bre 2-3-8=27/Bre
    1804 3-4-8=20/Bre
    2606 3-4-8=39/Bol
    2704 3-4-8=40/Bol
    2006 3-4-12=7Brs/Tre 2-3-12=61/Tre 2-3-12=62/Tre
    4815 5-4-18=II/104/21
    4715 3-4-8=16/Sav 2-3-8=155/Sav
    4813 2-3-8=Det/Sol
    4710 2-3-8=III/255 2-3-8=Gen/Sav
    4610 2-3-8=III/347 2-3-8=Det/Sav
    4609 2-3-8=Det/Bol 2-3-8=28GAF
"""

SCHEDULE = """
1 G-F 3-9-18=7th_Armoured_HQ 4-3-18=11Hus/7Arm 4-3-18=KDG/7Arm 4-3-18=4SA/7Arm 6-4-16=8Hus/4Arm 6-4-16=3RTR/4Arm
    6-4-16=5RTR/4Arm 4-5-18=2SG/4Arm 6-4-16=7Hus/7Arm 6-4-16=2RTR/7Arm 6-4-16=6RTR/7Arm 5-3-16=2RGH/22Arm
    5-3-16=3CLY/22Arm 5-3-16=4CLY/22Arm 4-5-18=1KRRC/7Sup 4-5-18=2RB/7Sup 2-3-12=3RHA/7Sup 2-3-12=102/7Arm
1 G 2-9-12=1st_South_African_HQ 3-4-12=Duke/1SA 3-4-12=1RNC/1SA 3-4-12=1TS/1SA 3-4-12=Botha/5SA 3-4-12=Irish/5SA
    3-4-12=3TS/5SA 4-3-18=3SA/1SA
1 E 2-9-12=2nd_New_Zealand_HQ 4-5-12=18/4NZ 4-5-12=19/4NZ 4-5-12=20/4NZ 4-5-12=21/5NZ 4-5-12=22/5NZ 4-5-12=23/5NZ
    4-5-12=24/6NZ 4-5-12=25/6NZ 4-5-12=26/6NZ 5-4-12=28Mo/2NZ 4-3-18=DC/2NZ 5-4-12=8RTR/1Tk 5-4-12=42RTR/1Tk
    5-4-12=44RTR/1Tk
4 D 4-5-12=1Bfs/5Ind 4-5-12=3/1Pb/5Ind 4-5-12=4/6Rj/5Ind
9 C 2-9-12=2nd_South_African_HQ 3-4-12=ILH/3SA 3-4-12=Rand/3SA 3-4-12=1RDI/3SA 3-4-12=Kaff/4SA 3-4-12=2RDI/4SA
    3-4-12=UMR/4SA 3-4-12=1Pol/6SA 3-4-12=2Pol/6SA 3-4-12=2TS/6SA
9 D 4-5-18=3CG/22Gd 4-5-18=9RB/22Gd
3 1 1-9-12=Tri_HQ 3-4-12=9Brs/Tri 3-4-12=65/Tri 2-3-12=66/Tri
5 1 3-2-16=3Lt/Tri
"""


class Listed(msgspec.Struct, frozen=True):
    group: str
    hex: str
    factors: str
    name: str
    depleted: bool


def read(text: str) -> Iterator[Listed]:
    group = hex = ""
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            group = line
            continue
        for word in line.split():
            if "=" not in word:
                hex = word
                continue
            factors, name = word.removesuffix("*").split("=")
            yield Listed(group, hex, factors, name, word.endswith("*"))


def counter_of(name: str, factors: str) -> Counter:
    """The unit that a list means."""
    printed, _, kind = name.replace("_", " ").partition(":")
    if printed == "Tri HQ":
        printed = "Trieste HQ"
    kinds = {"Pioneer": {"pioneer"}, "AT": {"anti_tank"}}.get(kind, {each.kind for each in counters().values()})
    found = [each for each in counters().values() if each.name == printed and each.kind in kinds]
    if len(found) > 1:
        found = [each for each in found if each.factors == factors]
    (unit,) = found
    return unit


def listed(text: str) -> dict[str, Listed]:
    """The entries of a list by the id of the unit."""
    found: dict[str, Listed] = {}
    for entry in read(text):
        unit = counter_of(entry.name, entry.factors).id
        assert unit not in found, unit
        found[unit] = entry
    return found


def placed(scenario: str) -> dict[str, Placement]:
    return {placement.unit: placement for placement in setup(scenario)}


FIRST, SECOND, LAST = scenarios()

# [15.2] puts the Italian 28/Pav into a hex that the garrison holds.
CORRECTED = {"28/Pav": "2207"}


@pytest.mark.case("15.1")
def test_first_scenario_sets_up_every_unit_where_the_book_lists_it() -> None:
    book, ours = listed(NOVEMBER_18), placed(FIRST)
    assert len(ours) == len(setup(FIRST)) == 93
    assert {unit: entry.hex for unit, entry in book.items()} == {unit: each.hex for unit, each in ours.items()}
    assert not [unit for unit, each in ours.items() if each.depleted]


@pytest.mark.case("15.2")
def test_second_scenario_sets_up_every_unit_where_the_book_lists_it_but_for_one_slip() -> None:
    book, ours = listed(NOVEMBER_28), placed(SECOND)
    assert len(ours) == len(setup(SECOND)) == 122
    assert {unit: entry.hex for unit, entry in book.items()} | CORRECTED == {
        unit: each.hex for unit, each in ours.items()
    }


@pytest.mark.case("15.2")
def test_second_scenario_depletes_exactly_the_units_the_book_says() -> None:
    book, ours = listed(NOVEMBER_28), placed(SECOND)
    depleted = {unit for unit, each in ours.items() if each.depleted}
    assert depleted == {unit for unit, entry in book.items() if entry.depleted}
    assert Tally(counters()[unit].side for unit in depleted) == {"commonwealth": 16, "axis": 10}


@pytest.mark.case("15.2")
def test_the_unit_listed_among_its_enemies_goes_to_the_empty_hex_of_its_division() -> None:
    book, ours = listed(NOVEMBER_28), placed(SECOND)
    assert {counters()[unit].side for unit, entry in book.items() if entry.hex == "2407"} == {"axis", "commonwealth"}
    assert ours["28/Pav"].hex == "2207" == placed(FIRST)["27/Pav"].hex
    assert [unit for unit, each in ours.items() if each.hex == "2207"] == ["28/Pav"]


@pytest.mark.case("15.3")
def test_third_scenario_begins_as_the_first_and_has_all_reinforcements() -> None:
    assert setup(LAST) == setup(FIRST)
    assert len(setup(LAST)) + sum(len(each.units) for each in arrivals(LAST)) == len(counters()) == 154


@pytest.mark.case("2.3", "15.0", "15.1", "15.2")
@pytest.mark.parametrize("text", [NOVEMBER_18, NOVEMBER_28])
def test_factors_are_those_of_the_lists_but_for_the_lancers(text: str) -> None:
    differ = {unit: entry.factors for unit, entry in listed(text).items() if counters()[unit].factors != entry.factors}
    assert differ == ({"Lnr/Car": "3-4-18"} if text == NOVEMBER_28 else {})


@pytest.mark.case("2.3")
def test_the_lancers_are_as_every_commonwealth_reconnaissance_unit() -> None:
    recon = [each for each in counters().values() if each.is_recon and each.side == "commonwealth"]
    assert counters()["Lnr/Car"] in recon
    assert {each.factors for each in recon} == {"4-3-18"}


@pytest.mark.case("15.1", "15.2")
@pytest.mark.parametrize(("scenario", "text"), [(FIRST, NOVEMBER_18), (SECOND, NOVEMBER_28)])
def test_the_garrison_is_the_one_of_the_lists(scenario: str, text: str) -> None:
    book, ours = listed(text), placed(scenario)
    garrison = {unit for unit, each in ours.items() if each.garrison}
    assert garrison == {unit for unit, entry in book.items() if entry.group == "Tobruk Garrison"}
    assert {counters()[unit].command for unit in garrison} == {"tobruk"}


# What the headings of the lists are for us; Germans listed under the Italian corps of the frontier keep their own.
HEADINGS: dict[str, set[str | None]] = {
    "Tobruk Garrison": {"tobruk"},
    "XIII Corps": {"xiii"},
    "XXX Corps": {"xxx"},
    "CAM Corps": {"cam", None},
    "Afrika Korps": {"15pz", "21pz", "afrika"},
    "XXI Corps": {"xxi"},
}
STRANGERS: dict[str, str | None] = {
    "I/104/21": "21pz",
    "II/104/21": "21pz",
    "III/255": None,
    "III/347": None,
    "288vzb": "afrika",
    "1Mil": None,
}


@pytest.mark.case("2.3", "6.1")
@pytest.mark.parametrize("text", [NOVEMBER_18, NOVEMBER_28])
def test_units_wear_the_colour_of_their_heading(text: str) -> None:
    for unit, entry in listed(text).items():
        command = counters()[unit].command
        assert command in HEADINGS[entry.group] or STRANGERS[unit] == command, unit


# Reinforcements


@pytest.mark.case("4.0", "15.4", "15.5")
def test_reinforcements_arrive_as_the_schedules_say() -> None:
    book = []
    for paragraph in SCHEDULE.strip().replace("\n    ", " ").splitlines():
        turn, entries, *units = paragraph.split()
        names = tuple(counter_of(*reversed(word.split("="))).id for word in units)
        book.append((int(turn), tuple(entries.split("-")), names))
    assert book == [(each.turn, each.entries, each.units) for each in arrivals(LAST)]


@pytest.mark.case("15.4", "15.5")
def test_factors_of_reinforcements_are_those_of_the_schedules() -> None:
    for word in SCHEDULE.split():
        if "=" not in word:
            continue
        factors, name = word.split("=")
        assert counter_of(name, factors).factors == factors


@pytest.mark.case("15.1", "15.2", "15.4", "15.5")
def test_a_scenario_has_the_reinforcements_of_its_turns() -> None:
    assert {each.turn for each in arrivals(FIRST)} == {1, 3, 4}
    assert {each.turn for each in arrivals(SECOND)} == {9}
    assert {each.turn for each in arrivals(LAST)} == {1, 3, 4, 5, 9}


@pytest.mark.case("15.4")
def test_only_the_seventh_armoured_may_enter_along_the_edge() -> None:
    spread = [each for each in arrivals(LAST) if each.along_edge]
    assert [each.entries for each in spread] == [("G", "F")]
    assert {counters()[unit].command for unit in spread[0].units} == {"xxx"}


@pytest.mark.parametrize("scenario", [FIRST, SECOND, LAST])
def test_no_unit_is_set_up_and_arrives(scenario: str) -> None:
    units = [*(each.unit for each in setup(scenario)), *(unit for each in arrivals(scenario) for unit in each.units)]
    assert len(set(units)) == len(units)


# The set-ups on the map


@pytest.mark.case("7.0")
@pytest.mark.parametrize("scenario", [FIRST, SECOND])
def test_no_hex_of_a_set_up_holds_both_sides(scenario: str) -> None:
    sides: dict[str, set[str]] = {}
    for each in setup(scenario):
        sides.setdefault(each.hex, set()).add(counters()[each.unit].side)
    assert {len(there) for there in sides.values()} == {1}


@pytest.mark.case("7.1")
@pytest.mark.parametrize(("scenario", "over"), [(FIRST, {}), (SECOND, {"2408": 7})])
def test_set_ups_keep_to_the_stacking_limit_but_for_the_trieste(scenario: str, over: dict[str, int]) -> None:
    load: Tally[str] = Tally()
    for each in setup(scenario):
        load[each.hex] += counters()[each.unit].battalions
    assert {hex: count for hex, count in load.items() if count > limits().stacking} == over


@pytest.mark.case("15.1")
def test_set_up_hexes_are_land() -> None:
    hexes = {each.hex for scenario in scenarios() for each in setup(scenario)}
    assert len(hexes) == 58
    assert all(board().playable[board().hex(hex)] for hex in hexes)


def supplied(scenario: str, side: str, sources: Iterable[int]) -> frozenset[int]:
    """[5.1] The hexes from which a path leads to one of the sources, by the set-up alone."""
    friends = {board().hex(each.hex) for each in setup(scenario) if counters()[each.unit].side == side}
    enemies = {board().hex(each.hex) for each in setup(scenario) if counters()[each.unit].side != side}
    barred = enemies | zones(scenario, side) - friends
    reached = {hex for hex in sources if hex not in enemies}
    waiting = sorted(reached)
    while waiting:
        here = waiting.pop()
        for near in board().adjacent[here]:
            if near in reached or near in barred or not open_way(near, here):
                continue
            reached.add(near)
            waiting.append(near)
    return frozenset(reached)


def zones(scenario: str, side: str) -> set[int]:
    fighters = (
        each for each in setup(scenario) if counters()[each.unit].side != side and counters()[each.unit].is_combat
    )
    near = {hex for each in fighters for hex in board().adjacent[board().hex(each.hex)]}
    return near - ground.cities() - ground.fort_hexes()


def open_way(a: int, b: int) -> bool:
    if ground.road(a, b) or ground.trail(a, b):
        return True
    return not ground.escarpment(a, b) and b not in ground.rough()


def unsupplied(scenario: str, side: str, sources: Iterable[int]) -> set[str]:
    paths = supplied(scenario, side, sources)
    return {
        each.unit
        for each in setup(scenario)
        if counters()[each.unit].side == side and board().hex(each.hex) not in paths
    }


@pytest.mark.case("5.1")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
@pytest.mark.parametrize("scenario", [FIRST, SECOND])
def test_every_unit_begins_in_supply(scenario: str, side: str) -> None:
    assert unsupplied(scenario, side, ground.supply_sources(side)) == set()


@pytest.mark.case("5.1")
def test_only_the_port_supplies_the_garrison_of_the_first_scenario() -> None:
    garrison = {each.unit for each in setup(FIRST) if each.garrison}
    assert unsupplied(FIRST, "commonwealth", ground.entries("commonwealth").values()) == garrison
