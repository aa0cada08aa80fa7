"""[60.3, 60.4, 61.3, 61.4, 62.3, 62.4, 32.8] Setting up and deploying."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice
from sandtable.core.frames import Draft
from sandtable.core.title import Setup
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.arrivals.deployment import (
    Deployment,
    SettingUp,
    free_forts,
    lay_minefields,
    lay_out_supplies,
)
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import deliver, open_arrivals
from sandtable.games.campaign_for_north_africa.arrivals.releases import candidates, open_releases
from sandtable.games.campaign_for_north_africa.capability.held_units import check_free, free_assaulted, is_free
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.contents import Minefield, Ship
from sandtable.games.campaign_for_north_africa.fleet.phase import _join
from sandtable.games.campaign_for_north_africa.fleet.ships import why_not_sail
from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, counters, in_land_game, land_toe
from sandtable.games.campaign_for_north_africa.raiders.raids import hunts_left
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.repair.repair_phase import open_repair
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.scenario_files import scenario, scenarios
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, TRIPOLI, WITHDRAWN, Campaign, Side, top_of
from sandtable.games.campaign_for_north_africa.verbs import leave, mark, place
from tests.campaign_for_north_africa.positions import listed, position, refusal, where
from tests.campaign_for_north_africa.positions import play as play_orders
from tests.playing import Rolls

DICE = SecretDice(b"set-up")


def started(key: str) -> Campaign:
    state: Campaign = begin(Setup(key))
    return frames.begin(state, DICE)[0]


def ready(key: str) -> Campaign:
    """After both players have taken the defaults."""
    state = started(key)
    for side in ("commonwealth", "axis"):
        state, _ = frames.play(state, side, Done(), DICE)
    return state


def ever_listed(state: Campaign) -> list[str]:
    """What the list offers, now or after another event."""
    return list(dict.fromkeys(order for count in range(40) for order in listed(replace(state, count=count))))


@pytest.mark.case("60.3", "60.4", "4.25")
def test_graziani_stands_where_the_scenario_puts_him_with_formations_whole() -> None:
    state = begin(Setup("grazianis-offensive"))
    assert isinstance(state, Position) and (state.turn, state.stage, state.last_turn) == (1, 1, 6)
    assert where(state, "63Cir") == "C4120" and top_of(state, "I/157") == "63Cir"
    assert top_of(state, "LXIII(L)") == "63Cir"  # attached besides those assigned
    assert state.units["I/157"].toe == dict(land_toe("I/157")) and state.units["I/157"].assigned == "157Fant"
    assert where(state, "11Hus") == "C3020" and where(state, "2CCNN") == "tripoli"
    assert state.units["63Cir"].motors == 50 and state.motors["axis"][TRIPOLI] == 180
    assert state.railway == board().hex("D3714") and state.spares == {"C4807/italian/AB40": 2}


@pytest.mark.case("32.8", "32.81", "32.83", "4.25")
def test_anti_air_units_are_left_out() -> None:
    state = begin(Setup("grazianis-offensive"))
    assert state.units["9HAA"].at == DUE and not in_land_game("9HAA")
    on_map = [name for names in state.stacks.values() for name in names]
    assert not [name for name in on_map if counters()[name].is_anti_air_type and not state.units[name].toe]


@pytest.mark.case("60.3", "60.4")
def test_every_unit_of_a_scenario_is_in_play() -> None:
    for key in scenarios():
        state = begin(Setup(key))
        missing = [
            name
            for name in scenario(key).placed
            if in_land_game(name) and state.units[name].at in (DUE, WITHDRAWN, ELIMINATED)
        ]
        assert missing == []


@pytest.mark.parametrize("key", tuple(scenarios()))
def test_every_scenario_is_deployed_by_those_who_leave_it_as_it_stands(key: str) -> None:
    state = ready(key)
    assert not any(isinstance(frame, SettingUp | Deployment) for frame in state.stack)
    assert broken_invariants(state) == []
    assert (state.turn, state.stage) == scenario(key).start


@pytest.mark.case("61.3", "61.4")
def test_the_desert_fox_begins_in_the_last_stage_of_march() -> None:
    state = begin(Setup("race-for-tobruk"))
    assert (state.turn, state.stage, state.last_turn) == (26, 3, 38)
    assert state.rommel == state.units["DAK"].at == board().hex("A1716")
    assert state.units["4In"].at == WITHDRAWN and state.units["I/85"].at == ELIMINATED
    assert state.units["63Cir"].at == ELIMINATED and state.units["15SchBde"].at == DUE
    assert len(state.forts) == 4 and state.prisoners == {"commonwealth": 10}
    assert state.units["6RTR"].toe == {"M13/40": 5}


@pytest.mark.case("61.3", "21.4")
def test_the_7th_armoured_division_lies_broken_down_at_alexandria() -> None:
    state = begin(Setup("race-for-tobruk"))
    assert state.units["1RTR"].toe == {} and where(state, "1RTR") == "E3613"
    lying = {wreck.unit: wreck.points for wreck in state.wrecks.values()}
    assert lying == {"7Hus": 10, "4RTR": 10, "1RTR": 7, "8Hus": 7}
    whose = {(wreck.side, wreck.nation, wreck.destroyed) for wreck in state.wrecks.values()}
    assert whose == {("commonwealth", "commonwealth", False)}


@pytest.mark.case("32.41", "32.18")
def test_supply_units_are_laid_out_and_their_numbers_do_not_tell_the_dummies() -> None:
    state = ready("grazianis-offensive")
    axis = [each for each in state.supply.values() if each.side == "axis"]
    assert sum(not each.dummy for each in axis) == 22 and sum(each.dummy for each in axis) == 6
    numbers = {}
    for secret in (b"1", b"2"):
        fresh: Campaign = begin(Setup("grazianis-offensive"))
        draft = Draft(fresh, SecretDice(secret))
        draft.settle()
        numbers[secret] = [name for name, each in draft.state.supply.items() if each.dummy]
    assert numbers[b"1"] != numbers[b"2"]


@pytest.mark.case("60.4", "60.3")
def test_stacks_with_a_choice_are_deployed_within_their_zone() -> None:
    state = started("grazianis-offensive")
    assert isinstance(state.stack[-1], Deployment)
    assert "deploy 8Med at D3615" in ever_listed(state) and "deploy 11Hus at D3615" not in ever_listed(state)
    moved = play_orders(state, "deploy 8Med at D3615")
    assert where(moved, "8Med") == "D3615" and not [order for order in ever_listed(moved) if "8Med" in order]
    assert refusal(state, "deploy 8Med at C4807").case == "60.3"
    assert refusal(state, "deploy 11Hus at D3615").case == "60.3"
    assert refusal(state, "deploy 8Med at nowhere").case == "60.3" and refusal(state, "stay").case == "60.3"


@pytest.mark.case("61.3", "60.4")
def test_counters_of_one_zone_are_deployed_one_by_one_and_what_is_attached_with_its_counter() -> None:
    state = started("race-for-tobruk")
    moved = play_orders(state, "deploy 11Czech at E1931")
    assert (where(moved, "11Czech"), where(moved, "1Ches")) == ("E1931", "E1830")
    moved = play_orders(state, "deploy 20Aus at B5501")
    assert (where(moved, "20Aus"), where(moved, "2/13Aus")) == ("B5501", "B5501")
    assert refusal(state, "deploy 2/13Aus at B5501").case == "61.3"  # it is attached


@pytest.mark.case("60.3", "32.14", "32.18")
def test_dumps_go_together_away_from_the_enemy_and_so_do_dummies() -> None:
    state = ready_for_axis()
    frame = state.stack[-1]
    assert isinstance(frame, Deployment)
    dummy = next(name for name, each in state.supply.items() if each.dummy and each.side == "axis")
    group = frame.group(state, dummy)
    assert len(group) == 3 and all(state.supply[name].dummy for name in group)
    moved = play_orders(state, f"deploy {dummy} at C4507")
    assert {board().name(moved.supply[name].at) for name in group} == {"C4507"}
    assert refusal(state, f"deploy {dummy} at C3919").case == "60.3"  # too near the enemy
    assert refusal(state, f"deploy {dummy} at D3714").case == "60.3"


@pytest.mark.case("60.3")
def test_two_units_may_get_armoured_cars() -> None:
    state = ready_for_axis()
    given = play_orders(state, "deploy AB40 at I(M)", "deploy AB40 at IX(L)")
    assert given.units["I(M)"].toe["AB40"] == 1 and given.spares == {}
    assert refusal(given, "deploy AB40 at I/157").case == "60.3"
    assert refusal(play_orders(state, "deploy AB40 at I(M)"), "deploy AB40 at I(M)").case == "60.3"
    for name in ("11Hus", "60Eng", "VIII(M)", "Nobody"):  # an enemy, engineers, a battalion still due, and no unit
        assert refusal(state, f"deploy AB40 at {name}").case == "60.3", name
    assert refusal(started("grazianis-offensive"), "deploy AB40 at I(M)").case == "60.3"  # the Commonwealth has none
    later = replace(state, scenario="race-for-tobruk")
    assert refusal(later, "deploy AB40 at I(M)").case == "60.3"  # nor has the Axis in 1941


def ready_for_axis(key: str = "grazianis-offensive") -> Campaign:
    state = started(key)
    return frames.play(state, "commonwealth", Done(), DICE)[0]


@pytest.mark.case("60.33", "60.43", "61.71", "62.34", "62.44", "63.34", "63.44", "32.51")
@pytest.mark.parametrize(
    ("key", "axis", "commonwealth"),
    [
        ("grazianis-offensive", 305, 115),
        ("race-for-tobruk", 290, 240),  # what German and Italian formations share is not there yet
        ("operation-crusader", 250, 550),
        ("long-retreat", 425, 950),
    ],
)
def test_unattached_motorization_points_of_a_scenario_are_on_the_map_from_the_start(
    key: str, axis: int, commonwealth: int
) -> None:
    state = begin(Setup(key))
    assert {side: sum(state.motors[side].values()) for side in SIDES} == {"axis": axis, "commonwealth": commonwealth}


@pytest.mark.case("61.3", "61.4", "61.6", "61.71")
def test_fortifications_motors_and_divisions_of_1941_are_deployed() -> None:
    state = started("race-for-tobruk")
    fort = next(order for order in ever_listed(state) if order.startswith("deploy fort-1 at"))
    before = set(state.forts)
    after = play_orders(state, fort)
    assert len(after.forts) == 4 and len(before - set(after.forts)) == 1
    pool = next(order for order in ever_listed(state) if order.startswith("deploy motors-1 at"))
    place = pool.split()[-1]
    assert play_orders(state, pool).motors["commonwealth"][board().hex(place)] == 150
    axis = ready_for_axis("race-for-tobruk")
    assert refusal(axis, "deploy 17Pav at A2208").case == "61.3"  # another division is there
    assert "deploy 17Pav at A2110" in ever_listed(axis)


@pytest.mark.case("61.4", "32.52")
def test_unattached_motorization_points_may_be_divided() -> None:
    state = started("race-for-tobruk")
    after = play_orders(state, "deploy motors-2:30 at B4921", "deploy motors-2:10 at C4321", "deploy motors-2 at A4827")
    at = {board().name(hex): points for hex, points in after.motors["commonwealth"].items()}
    assert (at["B4921"], at["C4321"], at["A4827"]) == (30, 10, 50) and "C4807" not in at
    assert refusal(after, "deploy motors-2:50 at B4921").case == "61.3"  # no more than fifty are left of it
    assert refusal(state, "deploy motors-2:30 at E1830").case == "61.3"  # these stay on maps A to D
    assert refusal(state, "deploy fort-1:1 at C4707").case == "61.3"


@pytest.mark.case("60.4", "32.14")
def test_mersa_matruh_begins_with_five_supply_units_and_takes_no_more() -> None:
    state = ready("grazianis-offensive")
    matruh = board().hex("D3714")
    assert len(state.supply_at(matruh, "commonwealth")) == 5
    with pytest.raises(Refusal, match=r"32\.14"):
        check_room(state, "commonwealth", matruh, 1)


@pytest.mark.case("32.43", "60.6")
def test_after_the_deployment_the_first_stage_begins() -> None:
    state = ready("race-for-tobruk")
    assert isinstance(state.stack[-1], Declaration) and state.initiative == "axis"
    assert {each.turn for each in state.plans["axis"]} >= {27, 28}


# Who may not move yet


@pytest.mark.case("60.4")
def test_the_garrison_of_matruh_stands_until_december_or_until_it_is_assaulted() -> None:
    state = ready("grazianis-offensive")
    assert "Selby" in state.held and not is_free(state, "Selby")
    with pytest.raises(Refusal) as caught:
        check_free(state, ("Selby",))
    assert caught.value.case == "60.4"
    draft = Draft(state, Rolls())
    free_assaulted(draft, state.units["Selby"].at)
    assert draft.state.held == () and is_free(draft.state, "Selby")
    for now, held in (((12, 1), True), ((12, 2), False)):
        draft = Draft(state, Rolls())
        draft.change(turn=now[0], stage=now[1])
        open_releases(draft)
        assert bool(draft.state.held) == held


def releasing(turn: int, stage: int) -> Campaign:
    draft = Draft(ready("race-for-tobruk"), Rolls())
    draft.change(turn=turn, stage=stage)
    open_releases(draft)
    return draft.state


@pytest.mark.case("61.3")
def test_nothing_in_egypt_moves_in_26_3_then_one_battalion_a_stage() -> None:
    state = ready("race-for-tobruk")
    with pytest.raises(Refusal) as caught:
        check_free(state, ("Polish",))
    assert caught.value.case == "61.3"
    check_free(state, ("9Aus",))  # at Tobruk
    assert isinstance(releasing(26, 3).stack[-1], Declaration)
    april = releasing(27, 1)
    assert "release 1Pol" in listed(april) and "release 22Gds" in listed(april)
    assert not {"Polish", "70Inf"} & set(april.held)  # headquarters are free
    after = play_orders(april, "release 1Pol")
    assert "1Pol" not in after.held and "release 2Pol" not in listed(after)
    assert refusal(after, "release 2Pol").case == "61.3" and refusal(april, "release 1Pol, 2Pol").case == "61.3"


@pytest.mark.case("61.3")
def test_the_guards_brigade_goes_as_one_battalion() -> None:
    april = releasing(27, 1)
    assert "release 1Buffs" not in listed(april)
    after = play_orders(april, "release 22Gds")
    assert not {"22Gds", "1Buffs", "2SctGds", "3CldGds"} & set(after.held)


@pytest.mark.case("61.3")
def test_tanks_of_the_7th_armoured_go_when_three_quarters_are_repaired() -> None:
    april = releasing(27, 1)
    assert "release 1KRRC" in listed(april) and "release 1RTR" not in listed(april)
    draft = Draft(april, Rolls())
    mark(draft, "1RTR", toe={"A9": 5})
    assert "1RTR" not in candidates(draft.state, ())
    mark(draft, "1RTR", toe={"A9": 6})
    assert "1RTR" in candidates(draft.state, ())
    after = play_orders(draft.state, "release 1RTR", "release 1KRRC", "release 1Pol")
    assert isinstance(after.stack[-1], Declaration)  # one of each lot, and no more


@pytest.mark.case("61.3")
def test_the_18th_australian_brigade_stands_at_alexandria_in_april() -> None:
    april = releasing(27, 1)
    assert where(april, "18Aus") == "E3613" and not is_free(april, "18Aus")
    assert "2/9Aus" in april.parts["18Aus"] and "release 2/9Aus" not in listed(april)
    draft = Draft(april, Rolls())
    draft.change(stage=2, stack=april.stack[:-1])
    open_releases(draft)
    assert is_free(draft.state, "18Aus")


@pytest.mark.case("61.3", "32.13", "32.56")
def test_the_australians_take_the_trucks_that_the_enemy_has_left_in_alexandria() -> None:
    draft = Draft(ready("race-for-tobruk"), Rolls())
    draft.change(turn=27, stage=1, motors={"axis": {board().hex("E3613"): 4}})
    open_releases(draft)
    assert where(draft.state, "18Aus") == "E3613"
    assert draft.state.motors == {"axis": {}, "commonwealth": {board().hex("E3613"): 4}}


# [62] Operation Crusader

CRUSADER = "operation-crusader"


@pytest.mark.case("62.3", "62.4", "62.5")
def test_crusader_begins_in_the_last_stage_of_november_with_its_forts_and_roads() -> None:
    state = begin(Setup(CRUSADER))
    assert (state.turn, state.stage, state.last_turn) == (57, 3, 65)
    assert {board().name(at): level for at, level in state.forts.items()} == {
        **dict.fromkeys(("C4221", "C4220", "C4320", "C4420"), 1),
        **dict.fromkeys(("C4708", "C4707", "C4806"), 2),
    }
    assert state.railway == board().hex("C3430") and "Derna Bypass" in state.built
    assert board().hex("D2001") in state.laid and board().hex("D1901") not in state.laid  # towards Siwa
    assert top_of(state, "22ArmBde") == "22ArmBde" and state.units["22ArmBde"].assigned == "7Arm"
    assert top_of(state, "2KOR") == "70Inf" and state.units["2/15Aus"].toe == {"": 4}
    assert state.units["5Le"].at == ELIMINATED and state.units["21PzDiv"].at == board().hex("C4216")


@pytest.mark.case("62.5", "22.31")
def test_benghazi_has_a_major_repair_facility_in_crusader() -> None:
    state = ready(CRUSADER)
    assert facilities(state, "axis")[board().hex("A4827")] == "major"
    assert facilities(state, "axis")[board().hex("B5925")] == "temporary"
    assert board().hex("A4827") not in facilities(state, "commonwealth")


@pytest.mark.case("62.4")
def test_two_tank_battalions_begin_attached_to_an_italian_infantry_division() -> None:
    state = ready_for_axis(CRUSADER)
    assert refusal(state, "deploy III(M) at C4108").case == "62.3"  # the Ariete is no infantry division
    moved = play_orders(state, "deploy III(M) at C4804")
    after, _ = frames.play(moved, "axis", Done(), DICE)
    assert top_of(after, "III(M)") == "27Bre" and top_of(after, "LII(M)") == "25Bol"


@pytest.mark.case("62.3")
def test_matildas_reach_the_42nd_tank_regiment_a_stage_later_if_it_has_moved() -> None:
    def matildas(turn: int, stage: int, state: Campaign) -> Campaign:
        draft = Draft(state, Rolls())
        draft.change(turn=turn, stage=stage)
        deliver(draft)
        return draft.state

    arriving = Draft(ready(CRUSADER), Rolls())
    arriving.change(turn=58, stage=1)
    open_arrivals(arriving)
    assert arriving.state.units["42RTR"].toe == {"Matilda": 10}
    still = matildas(58, 1, ready(CRUSADER))
    assert still.units["42RTR"].toe == {"Matilda": 10}
    assert matildas(58, 2, still).units["42RTR"].toe == {"Matilda": 10}  # not twice
    draft = Draft(ready(CRUSADER), Rolls())
    leave(draft, "42RTR")
    place(draft, "42RTR", board().hex("C3522"))
    gone = matildas(58, 1, draft.state)
    assert gone.units["42RTR"].toe == {"Matilda": 3}
    assert matildas(58, 2, gone).units["42RTR"].toe == {"Matilda": 10}


@pytest.mark.case("62.3", "22.12")
def test_nothing_is_repaired_in_the_first_stage_of_crusader() -> None:
    for now, opens in (((57, 3), False), ((58, 1), True)):
        draft = Draft(ready(CRUSADER), Rolls())
        draft.change(turn=now[0], stage=now[1])
        before = len(draft.state.stack)
        open_repair(draft, "commonwealth")
        assert (len(draft.state.stack) > before) == opens


@pytest.mark.case("62.7")
def test_the_commonwealth_has_the_initiative_in_the_first_stage_of_crusader() -> None:
    assert ready(CRUSADER).initiative == "commonwealth" and scenario(CRUSADER).initiative_until == 57


@pytest.mark.case("62.3", "30.16")
def test_the_fleet_may_sail_at_once_in_crusader() -> None:
    draft = Draft(ready(CRUSADER), Rolls())
    draft.amend("ships", "Valiant", Ship(6))
    assert why_not_sail(draft.state, "Valiant") is None


@pytest.mark.case("62.3", "62.4", "32.56")
def test_trucks_keep_their_guard_where_the_enemy_may_yet_set_up() -> None:
    state = play_orders(
        started(CRUSADER), "deploy 32Army at C4707", "deploy 2/13Aus at C4708", "deploy 2/15Aus at C4708"
    )
    assert refusal(state, "deploy 70Inf at C4707").case == "62.3"  # the trucks in Tobruk would stand alone
    assert "deploy 70Inf at C4707" not in ever_listed(state)
    after = play_orders(state, "deploy motors-1 at C4806", "deploy 70Inf at C4707")  # with the Poles
    assert where(after, "70Inf") == "C4707" and after.motors["commonwealth"][board().hex("C4806")] == 30


@pytest.mark.case("62.3", "62.4", "32.13")
def test_nobody_sets_up_on_a_dump_of_the_enemy() -> None:
    state = ready_for_axis(CRUSADER)
    assert state.supply_at(board().hex("C3029"), "commonwealth") and not state.holder(board().hex("C3029"))
    assert refusal(state, "deploy DAK at C3029").case == "62.3"
    assert where(play_orders(state, "deploy DAK at C3028"), "DAK") == "C3028"


# [63] El Alamein

ALAMEIN = "long-retreat"


@pytest.mark.case("63.3", "63.4", "32.56")
def test_trucks_stand_alone_only_where_the_enemy_cannot_set_up() -> None:
    state = started(ALAMEIN)
    assert refusal(state, "deploy motors-1 at D3520").case == "63.3"  # on the Axis half of the map
    assert refusal(state, "deploy motors-1:30 at D3520").case == "63.3"
    behind = play_orders(state, "deploy motors-1:30 at D3033", "deploy motors-1 at E2105")  # with the 51st, and alone
    at = {board().name(hex): points for hex, points in behind.motors["commonwealth"].items()}
    assert at == {"D3033": 30, "E2105": 920}


@pytest.mark.case("63.3", "63.4", "32.56")
def test_who_sets_up_last_leaves_his_trucks_alone_where_he_likes() -> None:
    state = ready_for_axis(ALAMEIN)
    assert play_orders(state, "deploy motors-1 at D3520").motors["axis"] == {board().hex("D3520"): 425}


@pytest.mark.case("63.4")
def test_axis_infantry_at_alamein_has_two_thirds_of_its_strength_fractions_up() -> None:
    state = begin(Setup(ALAMEIN))
    for name in ("I/125", "I/61", "IKroh"):
        assert sum(state.units[name].toe.values()) == -(-2 * counters()[name].maximum // 3), name
    assert state.units["I/5Pz"].toe == {"PzII": 2, "PzIIIH": 4, "PzIIIE": 1, "PzIIIJ": 4}


@pytest.mark.case("63.3")
def test_commonwealth_infantry_at_alamein_has_six_pounders() -> None:
    state = begin(Setup(ALAMEIN))
    assert state.units["2/13Aus"].toe["6pdr"] == 1 and "6pdr" not in state.units["20Aus"].toe
    assert top_of(state, "1RTR") == "7Arm" and top_of(state, "8RTR") == "1SA"


@pytest.mark.case("62.3", "62.4", "63.3", "63.4")
@pytest.mark.parametrize("key", [ALAMEIN, "operation-crusader"])
def test_only_infantry_at_alamein_differs_from_the_arrival_chart(key: str) -> None:
    """Two thirds for the Axis, a six-pounder for each battalion of the Commonwealth, two for those with a plus."""
    state, chosen = begin(Setup(key)), scenario(key)
    there = [name for stack in chosen.stacks for name in stack.units if in_land_game(name) and name not in chosen.toe]
    broken = {each.unit for each in state.wrecks.values()}
    seen = set()
    for name in (each for each in there if each not in broken):
        unit, usual = counters()[name], dict(land_toe(name))
        if key == ALAMEIN and unit.is_infantry_type and not unit.is_hq:
            if unit.side == "axis":
                usual = {weapon: -(-2 * points // 3) for weapon, points in usual.items()}
            elif unit.level == "battalion":
                usual["6pdr"] = 2 if unit.plus else 1
            seen.add((unit.side, unit.level == "battalion", unit.plus))
        assert state.units[name].toe == usual, name
    if key == ALAMEIN:
        assert {("axis", True, False), ("commonwealth", True, False)} <= seen


@pytest.mark.case("63.7", "26.11")
def test_dice_say_which_minefields_of_alamein_are_dummies() -> None:
    laid = []
    for secret in (b"1", b"2"):
        fresh: Campaign = begin(Setup(ALAMEIN))
        draft = Draft(fresh, SecretDice(secret))
        draft.settle()
        own = {at: each for at, each in draft.state.minefields.items() if each.side == "commonwealth"}
        assert sum(each.dummy for each in own.values()) == 5 and len(own) == 15
        laid.append({at for at, each in own.items() if each.dummy})
        assert all(not event.heard_by("axis") for event in draft.events if "dummy" in str(event.facts))
    assert laid[0] != laid[1]


@pytest.mark.case("63.7")
def test_the_railway_west_of_alamein_is_cut_and_forts_stand_around_the_ports() -> None:
    state = begin(Setup(ALAMEIN))
    assert {board().name(at) for at in state.cut} == {"E3001", "E3101", "D3133"}
    assert len(state.forts) == 6 and state.forts[board().hex("C4707")] == 1
    axis = ready_for_axis(ALAMEIN)
    moved = play_orders(axis, "deploy fort-1 at C4420")
    assert board().hex("C4420") in moved.forts and board().hex("C4221") not in moved.forts


@pytest.mark.case("63.3", "30.6")
def test_few_ships_are_left_in_alexandria() -> None:
    draft = Draft(ready(ALAMEIN), Rolls())
    _join(draft)
    assert len(draft.state.ships) == 9 and "Valiant" not in draft.state.ships


@pytest.mark.case("63.3", "27.64")
def test_rommel_is_not_raided_at_alamein() -> None:
    assert hunts_left(ready(ALAMEIN)) == 0 and hunts_left(ready(CRUSADER)) == 1


@pytest.mark.case("63.91", "20.12")
def test_nobody_is_reinforced_in_the_last_chance() -> None:
    landed = []
    for key in ("last-chance", ALAMEIN):
        draft = Draft(position(scenario=key, turn=11, stage=1), Rolls())
        open_arrivals(draft)
        landed.append(draft.state.units["106RHA"].at != DUE)
    assert landed == [False, True]


# [64] The short campaign


@pytest.mark.case("64.53", "64.54")
def test_the_short_campaign_begins_with_less_in_its_charts() -> None:
    drawn = begin(Setup("short-campaign")).drawn
    assert drawn["italian/infantry"].total == 50  # of a hundred that could have been planned to Game-Turn 24
    assert drawn["italian/47/32"].total == 4 and drawn["italian/105/28"].total == 2  # fractions up
    assert drawn["italian/CV33"].total == 8  # 60 are left
    assert drawn["commonwealth/25pdr"].total == 20 and drawn["commonwealth/Matilda"].total == 5
    assert not [key for key in drawn if key.startswith("german")]
    assert begin(Setup("campaign")).drawn == {}


@pytest.mark.case("63.92", "20.61")
def test_little_is_left_of_the_charts_at_alamein() -> None:
    drawn = begin(Setup(ALAMEIN)).drawn
    assert drawn["commonwealth/25pdr"].total == 225 and drawn["german/infantry"].total == 380
    assert drawn["german/PzII"].total == 5  # fractions down: none is left


@pytest.mark.case("61.6")
def test_only_fortifications_with_a_choice_are_offered_to_their_own_side() -> None:
    chosen = scenarios()
    assert [at for _, at in free_forts(chosen["last-chance"], "axis").values()] == ["C4221", "C4220", "C4320"]
    assert free_forts(chosen["last-chance"], "commonwealth") == {}
    assert list(free_forts(chosen["race-for-tobruk"], "commonwealth")) == ["fort-1", "fort-2", "fort-3", "fort-4"]
    assert free_forts(chosen["operation-crusader"], "axis") == {}


@pytest.mark.case("32.18", "32.41", "60.92", "61.72", "62.62", "63.82")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
@pytest.mark.parametrize("key", ["grazianis-offensive", "race-for-tobruk"])
def test_supply_units_are_laid_out_as_listed_and_dummies_are_empty(key: str, side: str) -> None:
    rows = [row for row in scenario(key).supplies if row.side == side]
    count = sum(len(row.at) for row in rows)
    draft = Draft(position(scenario=key), Rolls(*[1] * count))
    lots = lay_out_supplies(draft, "axis" if side == "axis" else "commonwealth")
    laid = [draft.state.supply[name] for name in lots]
    planned = [(board().location(at), number < row.count, row) for row in rows for number, at in enumerate(row.at)]
    assert len(laid) == count, "with a one each time they are numbered as they are listed"
    for unit, (at, is_real, row) in zip(laid, planned, strict=True):
        assert (unit.at, unit.dummy) == (at, not is_real)
        assert (unit.ammo, unit.fuel) == ((row.ammo, row.fuel) if is_real else (0, 0))


@pytest.mark.case("26.11", "63.7")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
def test_the_dice_say_which_minefields_are_dummies_and_all_others_are_real(side: Side) -> None:
    """With a one each time the first that are listed."""
    rows = [row for row in scenario(ALAMEIN).minefields if row.side == side]
    draft = Draft(position(scenario=ALAMEIN), Rolls(*[1] * sum(row.dummies for row in rows)))
    lay_minefields(draft, side)
    expected = {
        board().hex(name): Minefield(side, dummy=number < row.dummies)
        for row in rows
        for number, name in enumerate(row.at)
    }
    assert draft.state.minefields == expected and expected
