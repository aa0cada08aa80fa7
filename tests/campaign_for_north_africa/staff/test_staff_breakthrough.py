"""The staff at Alamein, where strength beyond the line wins [63.91]."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.ground.zones import expected
from sandtable.games.campaign_for_north_africa.map import section
from sandtable.games.campaign_for_north_africa.movement.reach import budget, party_of, reach_of
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff.breakthrough import crossers, goers, way_over
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.planner import make
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import supply_unit


@cache
def alamein(stage: int) -> Campaign:
    return replace(begin(Setup("last-chance")), stage=stage)


def looking(stage: int, side: Side) -> Picture:
    return Picture(observe(alamein(stage), side), side)


def test_before_the_last_stage_those_on_wheels_go_and_nobody_who_holds_the_line() -> None:
    going = goers(looking(1, "axis"), ())
    assert {"33Aufk", "580Aufk", "Ariete", "90Le"} <= set(going)
    assert "12Brs" not in going  # next to the enemy, and alone
    assert "Ariete" not in goers(looking(1, "axis"), ("Ariete",))  # somebody else needs it


def test_in_the_last_stage_everybody_goes_who_is_not_there() -> None:
    going = goers(looking(3, "commonwealth"), ())
    assert {"9Aus", "2NZ", "7Arm"} <= set(going)
    assert "51Inf" not in going  # in D3033 already


def test_in_the_last_stage_who_takes_most_points_over_for_his_fuel_goes_first() -> None:
    picture = looking(3, "axis")
    going = goers(picture, ())
    petrol = {name: picture.forces[name].petrol for name in going}
    assert [name for name in going if not petrol[name]] == going[: sum(not each for each in petrol.values())]
    assert petrol["XXVCp"] == 1 and petrol["Ariete"] > 10  # twelve guns for one, a division for the rest
    assert going.index("XXVCp") < going.index("Ariete")
    wheels = goers(looking(1, "axis"), ())
    assert wheels == sorted(wheels, key=lambda name: -picture.forces[name].cpa)  # before that the fast go first


def test_nobody_goes_where_places_decide() -> None:
    state = observe(begin(Setup("long-retreat")), "axis")
    assert goers(Picture(state, "axis"), ()) == []


def test_a_way_over_the_line_ends_beyond_it_in_the_last_stage_and_short_of_it_before() -> None:
    for stage, over in ((1, False), (3, True)):
        picture = looking(stage, "axis")
        party = party_of(picture.state, "axis", ("33Aufk",))
        way = way_over(picture, party, lambda hex: True)
        assert way[0] == party.at
        assert (section(way[-1]) == "E") == over
        assert way[-1] in reach_of(picture.state, party, budget(picture.state, party))
        assert not expected(picture.state, "axis")[0][way[-1]]


def test_in_the_last_stage_nobody_spares_his_strength_to_get_over_the_line() -> None:
    picture = looking(3, "axis")
    party = party_of(picture.state, "axis", ("17Pav",))
    way = way_over(picture, party, lambda hex: True)
    assert section(way[-1]) == "E"
    assert way[-1] not in reach_of(picture.state, party, budget(picture.state, party))


def test_in_the_last_stage_who_gets_over_the_line_has_no_part_in_an_assault() -> None:
    stores = {f"AX-S{i}": supply_unit(f"AX-S{i}", at, 40, 60) for i, at in enumerate(("D2532", "D3133"))}
    picture = Picture(observe(replace(alamein(3), supply=stores), "axis"), "axis")
    over = crossers(picture)
    assert {"33Aufk", "580Aufk", "17Pav"} <= set(over)
    assert "Ramcke" not in over  # on foot, and too far
    tasks = {task.name: task.kind for task in make(picture.state, "axis", (102, 3, 1, "axis")).tasks}
    assert {tasks[name] for name in over} == {"cross"}
    assert "strike" in tasks.values()  # the others fight


def test_before_the_last_stage_an_assault_comes_before_the_way_over() -> None:
    assert crossers(looking(1, "axis")) == []


def test_nobody_waits_where_there_is_no_fuel_to_go_on() -> None:
    picture = looking(1, "axis")
    party = party_of(picture.state, "axis", ("33Aufk",))
    assert way_over(picture, party, lambda hex: False) == ()
