"""The set-up of the scenarios, against the counters and the map."""

from collections import Counter as Tally
from itertools import combinations

import pytest

from sandtable.games.campaign_for_north_africa.arrivals.deployment_zones import hexes
from sandtable.games.campaign_for_north_africa.map import TRIPOLI_TUNISIA, board, stretches
from sandtable.games.campaign_for_north_africa.pieces.counters import DEPLOYED, SIDES, counter, counters, tree
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapon
from sandtable.games.campaign_for_north_africa.scenario_files import scenario, scenarios
from sandtable.games.campaign_for_north_africa.scenarios import Scenario, Zone

KEYS = (
    "grazianis-offensive",
    "italian-campaign",
    "race-for-tobruk",
    "operation-crusader",
    "last-chance",
    "long-retreat",
    "campaign",
    "short-campaign",
)
EARLY = {
    "race-for-tobruk": ["4RTR"],
    "short-campaign": ["4RTR"],
    "operation-crusader": ["21PzDiv", "708SchInf"],
}  # as the scenarios print them
every_scenario = pytest.mark.parametrize("key", KEYS)


def enemy_hexes(found: Scenario, side: str) -> list[int]:
    return [board().hex(stack.at) for stack in found.stacks if stack.side != side and not stack.zone.box]


def test_the_scenarios_and_their_dates() -> None:
    assert tuple(scenarios()) == KEYS
    assert [(each.start, each.end) for each in scenarios().values()] == [
        ((1, 1), (6, 3)),
        ((1, 1), (20, 3)),
        ((26, 3), (38, 3)),
        ((57, 3), (65, 1)),
        ((102, 1), (102, 3)),
        ((102, 1), (110, 3)),
        ((1, 1), (111, 3)),
        ((26, 3), (111, 3)),
    ]
    with pytest.raises(ValueError, match="no scenario"):
        scenario("gazala")


@every_scenario
def test_every_unit_stands_in_one_place_and_on_its_side(key: str) -> None:
    found = scenario(key)
    assert len(set(found.placed)) == len(found.placed)
    for stack in found.stacks:
        assert stack.units
        assert {counter(name).side for name in stack.units} == {stack.side}


@every_scenario
def test_nobody_is_set_up_before_he_arrives_but_those_the_scenarios_print_so(key: str) -> None:
    found = scenario(key)
    early = [name for name in found.placed if (counter(name).arrival or DEPLOYED) > found.start]
    assert early == EARLY.get(key, [])


@every_scenario
def test_what_serves_when_nobody_chooses_is_allowed(key: str) -> None:
    found = scenario(key)
    chosen = [(stack.at, stack.zone) for stack in found.stacks] + [(pool.at, pool.zone) for pool in found.pools]
    for at, zone in chosen:
        if zone.box:
            assert at in TRIPOLI_TUNISIA
        else:
            assert board().hex(at) in hexes(zone), (at, zone)
    for supplies in found.supplies:
        assert len(supplies.at) == supplies.count + supplies.dummies
        if supplies.zone.box:
            continue
        assert all(board().hex(place) in hexes(supplies.zone) for place in supplies.at)
        if supplies.most_in_a_hex:
            assert max(Tally(supplies.at).values()) <= supplies.most_in_a_hex
        if supplies.zone.together:
            assert len(set(supplies.at)) == 1


@every_scenario
def test_dumps_and_divisions_keep_their_distance(key: str) -> None:
    found = scenario(key)
    for supplies in found.supplies:
        for place in supplies.at if supplies.zone.clear_of_enemy else ():
            near = min(board().distance(board().hex(place), enemy) for enemy in enemy_hexes(found, supplies.side))
            assert near > supplies.zone.clear_of_enemy
    apart = [stack for stack in found.stacks if stack.zone.apart]
    for one, other in combinations(apart, 2):
        assert board().distance(board().hex(one.at), board().hex(other.at)) >= one.zone.apart


@every_scenario
def test_overrides_name_units_that_are_set_up_and_weapons_that_exist(key: str) -> None:
    found = scenario(key)
    placed = found.placed
    for unit, parent in found.attached.items():
        assert unit in placed and counter(parent).is_hq
        assert found.place_of(unit) == found.place_of(parent)
    for unit, parent in found.assigned.items():
        assert unit in placed and (not parent or counter(parent).is_hq)
    for unit, toe in found.toe.items():
        assert unit in placed
        assert all(not name or weapon(name) for name, _ in toe)
    for lying in found.broken_down:
        assert weapon(lying.weapon) and bool(lying.unit) != bool(lying.at)
        if lying.unit:
            assert dict(found.toe.get(lying.unit) or counter(lying.unit).toe)[lying.weapon] >= lying.points
    for delivery in found.deliveries:
        assert found.place_of(delivery.unit) == delivery.still_at and delivery.when < delivery.otherwise
    for stack in found.stacks:
        assert all(counter(name).is_hq and name in placed for name in stack.joins)
    for works in found.fortifications:
        assert {board().hex(at) for at in works.at} <= set(hexes(works.zone))
    assert not set(found.eliminated) & set(placed)
    assert all(name in stretches() for name in found.roads_built)


@every_scenario
def test_places_of_the_victory_conditions_are_on_the_map(key: str) -> None:
    victory = scenario(key).victory
    for goal in victory.goals:
        for place in (*goal.all_of, *goal.any_of):
            board().hex(place)
    for prize in victory.prizes:
        board().hex(prize.hex)
    assert bool(victory.goals) == (victory.kind in ("levels", "breakthrough"))
    for side in SIDES:
        assert victory.kind != "levels" or any(goal.side == side for goal in victory.goals)


# [60] The Italians


def test_the_italian_scenarios_place_all_who_begin_deployed() -> None:
    deployed = {each.name for each in counters().values() if each.arrival == DEPLOYED}
    for key in KEYS[:2]:
        assert set(scenario(key).placed) == deployed
    assert Tally(counter(name).nation for name in deployed) == {"italian": 218, "commonwealth": 68}


def test_motorization_points_of_the_blackshirts_in_the_example() -> None:
    stack = next(stack for stack in scenario("italian-campaign").stacks if "4CCNN" in stack.units)
    assert (stack.at, stack.motorization_points) == ("C4507", 35)


@pytest.mark.case("4.44")
def test_two_battalions_begin_with_the_matruh_garrison() -> None:
    found = scenario("grazianis-offensive")
    for name in ("1Buffs", "1Hamp"):
        assert found.assigned[name] == "Selby" and found.attached[name] == "Selby"
        assert found.place_of(name) == "D3714"


@pytest.mark.case("9.16")
def test_garrisons_begin_in_their_towns() -> None:
    found = scenario("grazianis-offensive")
    for name in found.placed:
        if counter(name).garrison:
            assert found.place_of(name) == counter(name).garrison, name


@pytest.mark.case("60.33", "60.43", "60.92")
def test_supply_and_trucks_of_the_italian_scenarios() -> None:
    found = scenario("grazianis-offensive")
    units = {side: sum(each.count for each in found.supplies if each.side == side) for side in SIDES}
    dummies = {side: sum(each.dummies for each in found.supplies if each.side == side) for side in SIDES}
    pools = {side: sum(each.points for each in found.pools if each.side == side) for side in SIDES}
    assert units == {"axis": 22, "commonwealth": 15}
    assert dummies == {"axis": 6, "commonwealth": 3}
    assert pools == {"axis": 305, "commonwealth": 115}
    assert (found.initiative, found.initiative_until) == ("axis", 1)
    assert found.roads_built == () and found.railway_end == "D3714"


def test_the_italian_campaign_counts_places() -> None:
    victory = scenario("italian-campaign").victory
    assert victory.kind == "points"
    assert sum(prize.axis for prize in victory.prizes) == 210
    assert sum(prize.commonwealth for prize in victory.prizes) == 225


# [61] The Desert Fox


def test_the_race_for_tobruk_places_so_many_of_each_nation() -> None:
    found = scenario("race-for-tobruk")
    assert Tally(counter(name).nation for name in found.placed) == {"commonwealth": 80, "italian": 106, "german": 22}


def test_every_german_due_before_the_race_is_there() -> None:
    found = scenario("race-for-tobruk")
    due = {
        each.name
        for each in counters().values()
        if each.nation == "german" and each.arrival is not None and each.arrival < found.start
    }
    assert due == {name for name in found.placed if counter(name).nation == "german"}


def test_shares_of_the_first_line_trucks_add_up() -> None:
    found = scenario("race-for-tobruk")
    for pool in found.pools:
        if pool.shared_by is None:
            continue
        held = sum(
            stack.motorization_points for stack in found.stacks if counter(stack.units[0]).nation == pool.shared_by
        )
        assert held == pool.points


@pytest.mark.case("61.5", "61.71", "61.72")
def test_supply_trucks_and_initiative_of_the_race() -> None:
    found = scenario("race-for-tobruk")
    assert sum(each.count for each in found.supplies if each.side == "axis") == 18
    assert sum(each.count for each in found.supplies if each.side == "commonwealth") == 19
    assert [each.points for each in found.pools if each.shared_by is None] == [290, 150, 90]
    assert (found.initiative, found.initiative_until) == ("axis", 27)


def test_the_7th_armoured_division_begins_broken_down() -> None:
    found = scenario("race-for-tobruk")
    assert {lying.unit for lying in found.broken_down} == {"7Hus", "4RTR", "1RTR", "8Hus"}
    assert set(found.eliminated) < set(tree("60Sab"))
    assert found.toe["6RTR"] == (("M13/40", 5),)


def test_the_zone_of_el_agheila_has_two_hexes() -> None:
    zone = Zone(within=1, of=("A1816",), not_east=True)
    assert sorted(board().name(hex) for hex in hexes(zone)) == ["A1716", "A1816"]


# [62] Operation Crusader


@pytest.mark.case("62.3", "62.4")
def test_crusader_places_so_many_of_each_nation_and_rommel() -> None:
    found = scenario("operation-crusader")
    assert Tally(counter(name).nation for name in found.placed) == {"commonwealth": 165, "italian": 119, "german": 50}
    assert found.place_of("21PzDiv") == "C4216" and found.place_of("7ArmBde") == "C4111"
    assert found.toe["7Hus"] == (("CrusaderI", 4), ("A13", 3), ("A10", 4))


@pytest.mark.case("62.34", "62.44", "62.62")
def test_supply_and_trucks_of_crusader() -> None:
    found = scenario("operation-crusader")
    units = {side: sum(each.count for each in found.supplies if each.side == side) for side in SIDES}
    dummies = {side: sum(each.dummies for each in found.supplies if each.side == side) for side in SIDES}
    pools = {side: sum(each.points for each in found.pools if each.side == side) for side in SIDES}
    assert units == {"axis": 20, "commonwealth": 22}
    assert dummies == {"axis": 2, "commonwealth": 2}
    assert pools == {"axis": 250, "commonwealth": 550}


@pytest.mark.case("62.34")
def test_most_trucks_of_crusader_stay_clear_of_tobruk() -> None:
    few, many = (pool for pool in scenario("operation-crusader").pools if pool.side == "commonwealth")
    assert (few.points, many.points) == (30, 520)
    tobruk = board().hex("C4807")
    assert tobruk in hexes(few.zone) and min(board().distance(tobruk, hex) for hex in hexes(many.zone)) == 6
    assert board().hex("B4933") not in hexes(few.zone)


@pytest.mark.case("62.62")
def test_some_dumps_of_crusader_lie_at_three_places_or_on_map_d_but_not_at_matruh() -> None:
    zone = next(each.zone for each in scenario("operation-crusader").supplies if each.most_in_a_hex)
    names = {board().name(hex) for hex in hexes(zone)}
    assert {"C3532", "C3419", "C3721", "D3616"} <= names and not {"D3714", "C4131"} & names


# [63] El Alamein


@pytest.mark.case("63.3", "63.4")
def test_alamein_places_so_many_of_each_nation_and_rommel() -> None:
    found = scenario("long-retreat")
    assert Tally(counter(name).nation for name in found.placed) == {"commonwealth": 240, "italian": 148, "german": 131}
    assert scenario("last-chance").stacks == found.stacks
    assert found.toe["II/8Pz"][-1] == ("PzIVF2", 3) and found.place_of("51Inf") == "D3033"


@pytest.mark.case("63.34", "63.44", "63.82", "63.6")
def test_supply_trucks_and_initiative_at_alamein() -> None:
    found = scenario("long-retreat")
    units = {side: sum(each.count for each in found.supplies if each.side == side) for side in SIDES}
    dummies = {side: sum(each.dummies for each in found.supplies if each.side == side) for side in SIDES}
    pools = {side: sum(each.points for each in found.pools if each.side == side) for side in SIDES}
    assert units == {"axis": 28, "commonwealth": 15} and dummies == {"axis": 3, "commonwealth": 0}
    assert pools == {"axis": 425, "commonwealth": 950}
    assert (found.initiative, found.initiative_until) == ("axis", 102)


@pytest.mark.case("63.7")
def test_no_two_minefields_of_alamein_share_a_hex() -> None:
    rows = scenario("long-retreat").minefields
    hexes = [board().hex(name) for row in rows for name in row.at]
    assert len(set(hexes)) == len(hexes) and all(board().playable[hex] for hex in hexes)
    assert {row.side: sum(each.real for each in rows if each.side == row.side) for row in rows} == {
        "commonwealth": 10,
        "axis": 18,
    }


# [64] The campaign


@pytest.mark.case("64.73")
def test_the_campaigns_begin_as_other_scenarios_do_and_count_places() -> None:
    for key, like in (("campaign", "italian-campaign"), ("short-campaign", "race-for-tobruk")):
        assert scenario(key).stacks == scenario(like).stacks
        assert scenario(key).supplies == scenario(like).supplies
    prizes = scenario("campaign").victory.prizes
    assert (sum(prize.axis for prize in prizes), sum(prize.commonwealth for prize in prizes)) == (620, 370)


@pytest.mark.case("64.0")
def test_a_campaign_lifts_what_a_scenario_forbids_for_its_own_sake() -> None:
    assert "fleet_stays_at_first" in scenario("italian-campaign").special
    assert {"campaign_game", "matruh_garrison_stands"} <= set(scenario("campaign").special)
    assert not {"fleet_stays_at_first", "replacements_from_turn_7"} & set(scenario("campaign").special)
