"""Desert raiders: formed out of armoured cars, moved out of sight, spotted, and what they raid."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.capability.initiative import rating
from sandtable.games.campaign_for_north_africa.contents import Minefield, Raider, Replacement
from sandtable.games.campaign_for_north_africa.ground.zones import controlled
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.forming import (
    begin_raiders_part,
    end_raiders_stage,
    stage_of_war,
)
from sandtable.games.campaign_for_north_africa.raiders.interception import interception
from sandtable.games.campaign_for_north_africa.raiders.prowling import quiet_reach, step
from sandtable.games.campaign_for_north_africa.raiders.raids import hunts_left
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign, Side
from sandtable.games.campaign_for_north_africa.turn import OPERATIONS_STAGE, OperationsStage
from tests.campaign_for_north_africa.positions import (
    asking,
    listed,
    play,
    play_noting,
    position,
    refusal,
    where,
    with_unit,
)
from tests.playing import Rolls, draft_of, top

AXIS, CW = "axis", "commonwealth"
HEX = board().hex


def group(at: str, side: Side = "commonwealth", **fields: Any) -> Raider:
    """A raider out of sight that has spent nothing."""
    fields.setdefault("shown", False)
    return Raider(side, HEX(at), **fields)


def prowling(*units: str, side: Side = "commonwealth", frame: Frame | None = None, **fields: Any) -> Campaign:
    """A position in the Movement Segment of a side."""
    return asking(position(*units, phasing=side, **fields), frame or Movement(side))


def organising(*units: str, side: Side = "commonwealth", **fields: Any) -> Campaign:
    return asking(position(*units, **fields), Organisation(side))


def at(state: Campaign, name: str = "LRDG1") -> str:
    return board().name(state.raiders[name].at)


def spent(state: Campaign, name: str = "LRDG1") -> float:
    return state.raiders[name].spent / POINT


# Formed [27.1, 27.2]


@pytest.mark.case("27.13", "27.15")
def test_a_group_takes_the_place_of_a_point_of_armoured_cars_at_no_cost() -> None:
    state = play(organising("11Hus C3818"), "form 11Hus")
    assert state.raiders == {"LRDG1": Raider("commonwealth", HEX("C3818"), fuelled=0)}
    assert state.units["11Hus"].toe == {"": 5} and state.units["11Hus"].spent == 0


@pytest.mark.case("27.13")
def test_groups_are_formed_of_armoured_cars_alone_and_the_last_point_may_go() -> None:
    state = organising("1KRRC, 11Hus[1] C3818")
    assert refusal(state, "form 1KRRC").case == "27.13"
    assert refusal(state, "form 44Rec").case == "27.13"  # not on the map
    assert refusal(state, "form 3Aufk").case == "27.13"
    assert refusal(state, "form Nobody").case == "27.13"
    assert refusal(organising("11Hus C3818, 33Aufk C3930"), "form 33Aufk").case == "27.13"  # the enemy's
    assert where(play(state, "form 11Hus"), "11Hus") == "eliminated"
    assert refusal(asking(state, Movement("commonwealth")), "form 11Hus").case == "8.0"


@pytest.mark.case("27.11")
def test_there_are_never_more_than_two_groups() -> None:
    state = play(organising("11Hus C3818"), "form 11Hus", "form 11Hus")
    assert set(state.raiders) == {"LRDG1", "LRDG2"}
    assert refusal(state, "form 11Hus").case == "27.11"


@pytest.mark.case("27.12")
def test_who_has_not_reached_his_highest_morale_forms_no_group() -> None:
    assert refusal(organising("KDGd C3818 morale=1"), "form KDGd").case == "27.12"
    assert "LRDG1" in play(organising("KDGd C3818 morale=2"), "form KDGd").raiders


@pytest.mark.case("27.2")
def test_the_axis_forms_one_raider_of_german_cars() -> None:
    state = organising("3Aufk, NizCav C3818", side="axis")
    assert refusal(state, "form NizCav").case == "27.2"
    state = play(state, "form 3Aufk")
    assert set(state.raiders) == {"DSA"} and state.raiders["DSA"].side == AXIS
    assert refusal(state, "form 3Aufk").case == "27.2"


@pytest.mark.case("27.14")
def test_a_group_has_fifty_points_no_stacking_and_no_zone() -> None:
    assert raider_table().allowance.value == 50
    state = prowling("11Hus C3818", "I/157 C3918", raiders={"LRDG1": group("C3919")})
    assert not controlled(state, HEX("C3918"), CW)
    assert not state.holder(HEX("C3919"))


@pytest.mark.case("27.16", "27.14")
def test_a_lost_group_is_formed_anew_four_game_turns_later() -> None:
    state = prowling(
        "11Hus C3818", "I/157, II/157, III/157 C3618", turn=55, stage=2, raiders={"LRDG1": group("C3718", fuelled=55)}
    )
    lost = play(state, "prowl LRDG1 C3718-C3719", rolls=(6,))
    assert lost.raiders == {} and lost.reforming == {"LRDG1": stage_of_war(59, 3)}
    both = replace(lost, reforming={"LRDG1": stage_of_war(59, 3), "LRDG2": stage_of_war(70, 1)})
    early = asking(replace(both, turn=59, stage=2), Organisation("commonwealth"))
    assert refusal(early, "form 11Hus").case == "27.16"
    assert "LRDG1" in play(asking(replace(both, turn=59, stage=3), Organisation("commonwealth")), "form 11Hus").raiders


# Moved [27.3]


@pytest.mark.case("27.32", "27.31")
def test_a_group_moves_like_armoured_cars_up_to_its_allowance() -> None:
    state = prowling("11Hus C3818", raiders={"LRDG1": Raider("commonwealth", HEX("C3818"))})
    state, events = play_noting(state, "prowl LRDG1 C3818-C3830")
    assert at(state) == "C3830" and spent(state) == 17.5 and not state.raiders["LRDG1"].shown
    assert [event.facts["only"] for event in events] == [CW]
    assert refusal(state, "prowl LRDG1 C3818-C3819").case == "27.32"
    assert refusal(state, "prowl LRDG2 C3830-C3831").case == "27.31"


@pytest.mark.case("27.37")
def test_a_group_never_goes_beyond_fifty_points() -> None:
    state = prowling("11Hus C3818", raiders={"LRDG1": group("C3818", spent=99)})
    assert refusal(state, "prowl LRDG1 C3818-C3718").case == "27.37"
    state = prowling("11Hus C3818", raiders={"LRDG1": group("C3818", spent=98)})
    assert spent(play(state, "prowl LRDG1 C3818-C3718")) == 50


@pytest.mark.case("27.34")
def test_enemy_zones_do_not_stop_a_group_and_it_exerts_none() -> None:
    state = prowling("I/157, II/157, III/157 C3918", raiders={"LRDG1": group("C3818")})
    assert controlled(state, HEX("C3919"), AXIS)
    state = play(state, "prowl LRDG1 C3818-C3919-C3920", rolls=(5,))
    assert at(state) == "C3920"


@pytest.mark.case("27.42", "27.34", "8.19")
def test_a_group_enters_no_enemy_hex_but_to_raid_it() -> None:
    state = prowling("I/157 C3918", raiders={"LRDG1": group("C3818")})
    assert refusal(state, "prowl LRDG1 C3818-C3918").case == "27.42"
    west = prowling("I/157 C3918", raiders={"LRDG1": group("A4012")})
    assert refusal(west, "prowl LRDG1 A4012-A2802").case == "8.19"


@pytest.mark.case("27.32")
def test_a_way_leads_around_enemy_zones_where_it_can() -> None:
    state = prowling("I/157, II/157, III/157 C3918", raiders={"LRDG1": group("C3818")})
    assert at(play(state, "prowl LRDG1 C3818-C3922")) == "C3922"  # no die


@pytest.mark.case("27.32", "26.21")
def test_enemy_mines_cost_a_group_its_whole_allowance_and_so_keep_it_out() -> None:
    state = prowling("11Hus C3718", minefields={"C3819": Minefield("axis")}, raiders={"LRDG1": group("C3818")})
    assert refusal(state, "prowl LRDG1 C3818-C3819").case == "27.37"
    own = replace(state, minefields={HEX("C3819"): Minefield("commonwealth")})
    assert at(play(own, "prowl LRDG1 C3818-C3819")) == "C3819"


@pytest.mark.case("27.35")
def test_a_group_draws_once_a_game_turn_where_it_passes() -> None:
    dumps = {"CW-S1": ("C3719", 40, 60)}
    state = prowling("11Hus C3818", turn=5, supply=dumps, raiders={"LRDG1": group("C3818", fuelled=4)})
    state = play(state, "prowl LRDG1 C3818-C3719-C3720", "prowl LRDG1 C3720-C3719")
    assert (state.supply["CW-S1"].ammo, state.supply["CW-S1"].fuel) == (39, 58)
    assert (state.raiders["LRDG1"].fuelled, state.raiders["LRDG1"].watered) == (5, 5)


@pytest.mark.case("27.35", "27.13")
def test_a_new_group_draws_where_it_is_formed_and_else_has_the_fuel_of_its_unit() -> None:
    state = play(organising("11Hus C3818", turn=5, supply={"CW-S1": ("C3818", 40, 60)}), "form 11Hus")
    assert (state.raiders["LRDG1"].fuelled, state.raiders["LRDG1"].watered, state.supply["CW-S1"].fuel) == (5, 5, 58)
    dry = play(organising("11Hus C3818", turn=5), "form 11Hus").raiders["LRDG1"]
    assert (dry.fuelled, dry.watered) == (4, 0)


@pytest.mark.case("27.35")
@pytest.mark.parametrize(("ammo", "fuel"), [(40, 1), (0, 60)])
def test_a_dump_without_the_ammo_or_the_fuel_gives_water_only(ammo: int, fuel: int) -> None:
    dumps = {"CW-S1": ("C3719", ammo, fuel)}
    state = prowling("11Hus C3818", turn=5, supply=dumps, raiders={"LRDG1": group("C3818", fuelled=4)})
    after = play(state, "prowl LRDG1 C3818-C3719")
    assert after.supply == state.supply
    assert (after.raiders["LRDG1"].fuelled, after.raiders["LRDG1"].watered) == (4, 5)


@pytest.mark.case("27.35")
def test_a_well_gives_water_and_no_fuel_and_a_dummy_nothing() -> None:
    start = {"LRDG1": group("C3420", fuelled=4)}
    state = prowling("11Hus C3818", turn=5, supply={"CW-S1": ("C3421",)}, raiders=start)
    dry = play(state, "prowl LRDG1 C3420-C3421").raiders["LRDG1"]
    assert (dry.fuelled, dry.watered) == (4, 0)
    wet = play(state, "prowl LRDG1 C3420-C3419").raiders["LRDG1"]  # Bir Scheferzen
    assert (wet.fuelled, wet.watered) == (4, 5)


@pytest.mark.case("27.35")
def test_fuel_lasts_to_the_end_of_the_next_game_turn_and_then_a_group_waits_for_a_dump() -> None:
    start = {"LRDG1": group("C3818", fuelled=4)}
    assert at(play(prowling("11Hus C3818", turn=5, raiders=start), "prowl LRDG1 C3818-C3718")) == "C3718"
    state = prowling("11Hus C3818", turn=6, raiders=start)
    assert refusal(state, "prowl LRDG1 C3818-C3718").case == "27.35"
    draft = draft_of(replace(state, supply=prowling(supply={"CW-S1": ("C3818", 1, 2)}).supply))
    begin_raiders_part(draft, "commonwealth")
    assert draft.state.raiders["LRDG1"].fuelled == 6 and "CW-S1" not in draft.state.supply


@pytest.mark.case("27.35")
def test_a_group_without_water_at_the_end_of_a_game_turn_is_lost_and_the_enemy_hears_nothing() -> None:
    thirsty = {"LRDG1": group("C3818", watered=4), "LRDG2": group("C3419", watered=4), "DSA": group("C3718", "axis")}
    draft = draft_of(position("11Hus C3818", turn=5, stage=2, raiders=thirsty))
    end_raiders_stage(draft)
    assert set(draft.state.raiders) == {*thirsty}
    draft = draft_of(position("11Hus C3818", turn=5, stage=3, raiders=thirsty))
    end_raiders_stage(draft)
    assert set(draft.state.raiders) == {"LRDG2"}
    assert {event.facts["only"] for event in draft.events} == {CW, AXIS}


@pytest.mark.case("27.38")
def test_a_group_burns_no_fuel_and_does_not_break_down() -> None:
    state = prowling(
        "11Hus C3818", turn=5, supply={"CW-S1": ("C3818", 40, 60)}, raiders={"LRDG1": group("C3818", fuelled=5)}
    )
    moved = play(state, "prowl LRDG1 C3818-C3830")
    assert moved.supply == state.supply and moved.wrecks == {}


@pytest.mark.case("27.32", "27.35")
def test_a_group_far_from_the_enemy_moves_no_more_in_the_phase_after_its_segment() -> None:
    state = prowling("11Hus C3718", "I/157 C3918", raiders={"LRDG1": group("C3620"), "LRDG2": group("C3919")})
    after = play(state, "done")
    assert [after.raiders[name].halted for name in ("LRDG1", "LRDG2")] == [True, False]
    assert refusal(asking(after, Movement("commonwealth")), "prowl LRDG1 C3620-C3621").case == "8.23"
    draft = draft_of(after)
    begin_raiders_part(draft, "axis")
    assert not draft.state.raiders["LRDG1"].halted


@pytest.mark.case("27.14", "27.44", "27.91")
def test_a_new_operations_stage_gives_all_points_back() -> None:
    worn = group("C3818", spent=40, raided=("AX-S1",), halted=True, watered=1)
    draft = draft_of(position("11Hus C3818", raiders={"LRDG1": worn}, seekers=("I/157",)))
    end_raiders_stage(draft)
    assert draft.state.raiders == {"LRDG1": group("C3818", watered=1)} and draft.state.seekers == ()


# Spotted [27.4]


@pytest.mark.case("27.41", "27.43", "27.33")
def test_in_an_enemy_zone_a_group_is_announced_and_lost_on_a_six() -> None:
    state = prowling("I/157, II/157, III/157 C3918", raiders={"LRDG1": group("C3818")})
    lost, events = play_noting(state, "prowl LRDG1 C3818-C3919-C3920", rolls=(6,))
    assert lost.raiders == {}
    assert [(event.kind, event.facts.get("only")) for event in events if event.kind != "roll"] == [
        ("raider_announced", None),
        ("raider_lost", None),
        ("prowled", CW),
    ]
    seen = play(state, "prowl LRDG1 C3818-C3919", rolls=(1,))
    assert seen.raiders["LRDG1"].shown and not play(seen, "prowl LRDG1 C3919-C3920").raiders["LRDG1"].shown


@pytest.mark.case("27.41")
def test_weak_enemies_without_a_zone_spot_nobody() -> None:
    state = prowling("I/157 C3918", raiders={"LRDG1": group("C3818")})
    assert at(play(state, "prowl LRDG1 C3818-C3919")) == "C3919"


def met(*units: str, **fields: Any) -> Campaign:
    """Units of the Axis move over a raider at C3919."""
    raiders = {"LRDG1": group("C3919", spent=60)}
    dumps = {"AX-S1": ("C3918", 40, 60)}
    return prowling(*units, side="axis", supply=dumps, raiders=raiders, **fields)


@pytest.mark.case("27.41", "27.44")
def test_a_unit_that_comes_upon_a_group_may_look_for_it_at_a_point() -> None:
    state = play(met("I/157 C3918"), "move I/157 C3918-C3919-C3920")
    assert isinstance(top(state), Encounter) and where(state, "I/157") == "C3919"
    assert state.raiders["LRDG1"].shown
    passed = play(state, "done")
    assert where(passed, "I/157") == "C3920" and "LRDG1" in passed.raiders
    found = play(state, "spot I/157", rolls=(6,))
    assert found.raiders == {} and where(found, "I/157") == "C3920"
    assert found.units["I/157"].spent == passed.units["I/157"].spent + POINT
    assert refusal(state, "spot II/157").case == "27.44"
    assert refusal(state, "move I/157 C3919-C3920").case == "27.44"


@pytest.mark.case("27.44")
def test_a_unit_looks_for_a_group_once_in_an_operations_stage() -> None:
    state = play(met("I/157, II/157 C3918"), "move I/157, II/157 C3918-C3919", "spot I/157", "done", rolls=(1,))
    assert state.seekers == ("I/157",)
    encounter = asking(state, Encounter("axis", ("I/157", "II/157"), "LRDG1"))
    assert refusal(encounter, "spot I/157").case == "27.44"
    assert listed(encounter) == ["done", "spot II/157"]


@pytest.mark.case("27.44")
def test_only_combat_units_that_can_spend_the_point_look_for_a_group() -> None:
    state = play(met("I/157, 1Libyan C3918"), "move I/157, 1Libyan C3918-C3919")
    assert listed(state) == ["done", "spot I/157"]
    worn = asking(with_unit(state, "I/157", spent=15), Encounter("axis", ("I/157",), "LRDG1"))
    assert refusal(worn, "spot I/157").case == "8.17" and listed(worn) == ["done"]


@pytest.mark.case("27.41")
def test_trucks_and_bare_headquarters_come_upon_nobody() -> None:
    state = play(met("1Libyan C3918"), "move 1Libyan C3918-C3919-C3920")
    assert where(state, "1Libyan") == "C3920" and not state.raiders["LRDG1"].shown


@pytest.mark.case("27.36", "27.37")
def test_a_group_that_was_looked_for_in_vain_may_make_off() -> None:
    state = play(met("I/157 C3918"), "move I/157 C3918-C3919", "spot I/157", rolls=(5,))
    assert isinstance(top(state), Getaway)
    away = play(state, "prowl LRDG1 C3919-C3922")
    assert at(away) == "C3922" and not away.raiders["LRDG1"].shown
    assert at(play(state, "done")) == "C3919"
    assert refusal(state, "prowl LRDG1 C3919-C0127").case == "27.37"  # only what is left of fifty
    assert refusal(state, "prowl LRDG2 C3919-C3920").case == "27.36"
    assert refusal(state, "spot I/157").case == "27.36"


@pytest.mark.case("27.36", "27.37", "27.59")
def test_a_group_without_points_or_fuel_is_not_asked_whether_to_make_off() -> None:
    for raider in (group("C3919", spent=100), group("C3919", fuelled=3)):
        state = replace(met("I/157 C3918"), raiders={"LRDG1": raider}, turn=5)
        state = play(state, "move I/157 C3918-C3919", "spot I/157", rolls=(5,))
        assert isinstance(top(state), Movement) and at(state) == "C3919"


# Raids on dumps [27.55, 27.56]

DUMP = {"AX-S1": ("C3819", 40, 60)}


@pytest.mark.case("27.51", "27.55", "27.91", "27.33", "11.32")
def test_a_dump_without_guards_loses_a_tenth_on_a_one_or_two() -> None:
    state = prowling("I/157 C4118", supply=DUMP, raiders={"LRDG1": group("C3818")})
    hit, events = play_noting(state, "strike LRDG1 at AX-S1", rolls=(2,))
    assert (hit.supply["AX-S1"].ammo, hit.supply["AX-S1"].fuel) == (36, 54)
    assert at(hit) == "C3819" and spent(hit) == 7 and hit.raiders["LRDG1"].shown
    assert "raid" in [event.kind for event in events]
    missed = play(state, "strike LRDG1 at AX-S1", rolls=(3,))
    assert missed.supply == state.supply and "LRDG1" in missed.raiders
    assert "LRDG1" in play(state, "strike LRDG1 at AX-S1", rolls=(6,)).raiders


@pytest.mark.case("27.55", "27.37")
def test_a_raid_wants_a_dump_of_the_enemy_near_by_and_five_points() -> None:
    dumps = {**DUMP, "CW-S1": ("C3818", 40, 60), "AX-S2": ("C3822", 40, 60)}
    state = prowling("I/157 C4118", supply=dumps, raiders={"LRDG1": group("C3818")})
    assert refusal(state, "strike LRDG1 at CW-S1").case == "27.51"
    assert refusal(state, "strike LRDG1 at AX-S2").case == "27.51"
    tired = prowling("I/157 C4118", supply=DUMP, raiders={"LRDG1": group("C3818", spent=88)})
    assert refusal(tired, "strike LRDG1 at AX-S1").case == "27.37"


@pytest.mark.case("27.55", "8.23")
def test_dumps_in_major_cities_are_not_raided() -> None:
    state = prowling("I/157 C4118", supply={"AX-S1": ("C4807", 40, 60)}, raiders={"LRDG1": group("C4806")})
    assert refusal(state, "strike LRDG1 at AX-S1").case == "27.55"


@pytest.mark.case("27.91", "27.55")
def test_a_group_does_not_raid_the_same_dump_twice_in_an_operations_stage() -> None:
    state = prowling("I/157 C4118", supply=DUMP, raiders={"LRDG1": group("C3818")})
    state = play(state, "strike LRDG1 at AX-S1", rolls=(4,))
    assert refusal(state, "strike LRDG1 at AX-S1").case == "27.91"


@pytest.mark.case("27.55")
def test_guards_are_overcome_by_two_dice_higher_than_their_strength() -> None:
    state = prowling("I/157 C3819", supply=DUMP, raiders={"LRDG1": group("C3818")})  # seven points
    caught = play(state, "strike LRDG1 at AX-S1", rolls=(3, 4))
    assert caught.raiders == {} and caught.supply == state.supply
    past = play(state, "strike LRDG1 at AX-S1", rolls=(4, 4, 1))
    assert past.supply["AX-S1"].fuel == 54 and at(past) == "C3819"
    assert play(state, "strike LRDG1 at AX-S1", rolls=(4, 4, 6)).raiders == {}
    assert "LRDG1" in play(state, "strike LRDG1 at AX-S1", rolls=(4, 4, 5)).raiders


@pytest.mark.case("27.56")
def test_a_dummy_is_found_out_once_the_guards_are_dealt_with() -> None:
    state = prowling("I/157 C4118", supply={"AX-S1": ("C3819",)}, raiders={"LRDG1": group("C3818")})
    found, events = play_noting(state, "strike LRDG1 at AX-S1")  # no die
    assert found.supply == {} and "discovered" in [event.kind for event in events]
    loaded = prowling("I/157 C4118", supply={"AX-S1": ("C3819", 0, 0, 5)}, raiders={"LRDG1": group("C3818")})
    assert play(loaded, "strike LRDG1 at AX-S1").motors["axis"] == {HEX("C3819"): 5}, "its carriers are left behind"
    state = prowling("I/157 C3819", supply={"AX-S1": ("C3819",)}, raiders={"LRDG1": group("C3818")})
    caught = play(state, "strike LRDG1 at AX-S1", rolls=(3, 4))
    assert "AX-S1" in caught.supply and caught.raiders == {}
    off = play(state, "strike LRDG1 at AX-S1", rolls=(4, 4, 6))
    assert off.supply == {} and off.raiders == {}


# Raids on trucks [27.57, 27.58]


@pytest.mark.case("27.57", "27.58")
def test_trucks_in_the_hex_of_a_group_lose_a_point_on_a_one_or_two() -> None:
    state = prowling("I/157 C4118", motors={"axis": {"C3818": 8}}, raiders={"LRDG1": group("C3818")})
    hit = play(state, "waylay LRDG1 with nothing", rolls=(2,))
    assert hit.motors["axis"] == {HEX("C3818"): 7} and spent(hit) == 5 and hit.raiders["LRDG1"].shown
    assert play(state, "waylay LRDG1 with nothing", rolls=(3,)).motors == state.motors
    assert refusal(state, "waylay LRDG1 with fuel").case == "27.57"
    assert refusal(state, "waylay LRDG1 with rum").case == "27.58"
    assert refusal(hit, "waylay LRDG1 with nothing").case == "27.91"


@pytest.mark.case("27.58")
def test_the_raider_chooses_which_load_goes_with_the_truck() -> None:
    state = prowling("I/157 C4118", supply={"AX-S1": ("C3818", 40, 60, 30)}, raiders={"LRDG1": group("C3818")})
    lost = play(state, "waylay LRDG1 with fuel", rolls=(1,)).supply["AX-S1"]
    assert (lost.ammo, lost.fuel, lost.motors) == (40, 58, 29)
    lost = play(state, "waylay LRDG1 with ammo", rolls=(1,)).supply["AX-S1"]
    assert (lost.ammo, lost.fuel, lost.motors) == (38, 60, 29)


@pytest.mark.case("27.58")
def test_of_several_loads_on_wheels_the_largest_of_the_kind_that_is_wanted_is_hit() -> None:
    dumps = {"AX-S1": ("C3818", 40, 20, 10), "AX-S2": ("C3818", 10, 60, 30), "AX-S3": ("C3818", 90, 90)}
    state = prowling("I/157 C4118", supply=dumps, motors={"axis": {"C3818": 4}}, raiders={"LRDG1": group("C3818")})
    fuel, ammo = (play(state, f"waylay LRDG1 with {load}", rolls=(1,)) for load in ("fuel", "ammo"))
    assert (fuel.supply["AX-S2"].motors, fuel.supply["AX-S2"].fuel) == (29, 58)
    assert (ammo.supply["AX-S1"].motors, ammo.supply["AX-S1"].ammo) == (9, 36)
    for after in (fuel, ammo):
        assert after.supply["AX-S3"] == state.supply["AX-S3"] and after.motors == state.motors
    assert play(state, "waylay LRDG1 with nothing", rolls=(1,)).motors["axis"] == {HEX("C3818"): 3}


@pytest.mark.case("27.57", "27.91")
def test_trucks_in_a_major_city_are_not_raided() -> None:
    state = prowling("I/157 C4118", motors={"axis": {"C4807": 8}}, raiders={"LRDG1": group("C4807")})
    assert refusal(state, "waylay LRDG1 with nothing").case == "27.91"
    tired = prowling("I/157 C4118", motors={"axis": {"C3818": 8}}, raiders={"LRDG1": group("C3818", spent=92)})
    assert refusal(tired, "waylay LRDG1 with nothing").case == "27.37"


@pytest.mark.case("27.33", "27.55", "27.88")
def test_a_raid_in_the_hex_of_the_group_costs_no_step_and_passengers_ride_for_what_it_costs() -> None:
    dump = {"AX-S1": ("C3818", 40, 60)}
    for passenger, ridden in (("", 0), ("SAS", 5 * POINT)):
        state = prowling("I/157 C4118", supply=dump, raiders={"LRDG1": group("C3818", passenger=passenger)})
        after = play(state, "strike LRDG1 at AX-S1", rolls=(6,)).raiders["LRDG1"]
        assert (after.spent, after.ridden, after.raided) == (5 * POINT, ridden, ("AX-S1",))


@pytest.mark.case("27.57")
def test_trucks_with_an_escort_are_not_raided() -> None:
    state = prowling("I/157 C3818", motors={"axis": {"C3818": 8}}, raiders={"LRDG1": group("C3818")})
    assert refusal(state, "waylay LRDG1 with nothing").case == "27.57"


def column(*units: str, men: str = "IT-Inf1[5] C3818 motors=5", **fields: Any) -> Campaign:
    """Replacement Points of the Axis on their trucks in the hex of a group."""
    given: dict[str, Any] = {"replacements": {"IT-Inf1": Replacement()}, "raiders": {"LRDG1": group("C3818")}} | fields
    return prowling(*units, men, **given)


@pytest.mark.case("27.58", "20.46")
def test_with_men_aboard_one_is_added_to_the_die_and_a_six_is_the_end_of_the_group() -> None:
    state = column(motors={"axis": {"C3818": 8}})
    assert play(state, "waylay LRDG1 with nothing", rolls=(1,)).motors["axis"] == {HEX("C3818"): 7}
    assert play(state, "waylay LRDG1 with nothing", rolls=(2,)).motors == state.motors
    assert "LRDG1" in play(state, "waylay LRDG1 with nothing", rolls=(4,)).raiders
    assert play(state, "waylay LRDG1 with nothing", rolls=(5,)).raiders == {}
    hit = play(state, "waylay LRDG1 with men", rolls=(1,)).units["IT-Inf1"]
    assert hit.toe == {"": 4} and hit.motors == 4


@pytest.mark.case("27.58")
def test_a_group_that_attacks_trucks_full_of_men_is_lost() -> None:
    lost = play(column(), "waylay LRDG1 with men")  # no die
    assert lost.raiders == {} and lost.units["IT-Inf1"].motors == 5
    on_foot = column(men="IT-Inf1[5] C3818")
    assert "LRDG1" in play(on_foot, "waylay LRDG1 with men").raiders  # no trucks at all
    assert refusal(column("I/157 C3818"), "waylay LRDG1 with men").case == "27.57"


@pytest.mark.case("27.58")
def test_with_the_last_point_of_men_their_other_trucks_are_left_standing() -> None:
    state = column(men="IT-Inf1[1] C3818 motors=3", motors={"axis": {"C3818": 8}})
    hit = play(state, "waylay LRDG1 with men", rolls=(1,))
    assert "IT-Inf1" not in hit.units and hit.motors["axis"] == {HEX("C3818"): 10}


@pytest.mark.case("27.57", "27.42")
def test_a_group_enters_a_hex_with_a_column_of_replacements_but_none_with_units() -> None:
    state = column(raiders={"LRDG1": group("C3819")})
    assert at(play(state, "prowl LRDG1 C3819-C3818")) == "C3818"
    guarded = column("I/157 C3818", raiders={"LRDG1": group("C3819")})
    assert refusal(guarded, "prowl LRDG1 C3819-C3818").case == "27.42"


# Interception [27.59]


def convoy(**fields: Any) -> Campaign:
    """Trucks of the Axis drive from C4020 past a raider at C3818."""
    raider = group("C3818", **{"ambush": "fuel", **fields})
    state = position("11Hus D3706", motors={"axis": {"C4020": 8}}, phasing="axis", raiders={"LRDG1": raider})
    return asking(state, TruckConvoys("axis"))


@pytest.mark.case("27.57", "27.59")
def test_a_convoy_that_passes_a_group_in_wait_is_stopped_and_raided() -> None:
    state = play(convoy(), "drive 8 C4020-C3920-C3820-C3720", rolls=(1,))
    assert state.motors["axis"] == {HEX("C3820"): 7} or state.motors["axis"] == {HEX("C3920"): 7}
    assert isinstance(top(state), Getaway) and state.raiders["LRDG1"].shown


@pytest.mark.case("27.59")
def test_the_group_may_then_spend_five_points_to_leave_and_the_convoy_drives_on() -> None:
    state = play(convoy(), "drive 8 C4020-C3920-C3820-C3720", rolls=(5,))
    here = at(state)
    assert refusal(state, f"prowl LRDG1 {here}-C3808").case == "27.37"
    away = play(state, f"prowl LRDG1 {here}-C3819")
    assert at(away) == "C3819" and spent(away) <= 4 + 5 + 5
    gone = play(away, f"drive 8 {here}-C3720")
    assert gone.motors["axis"] == {HEX("C3720"): 8}
    lost, tired = gone.driven["axis"][HEX("C3720")]
    assert lost == 8 and tired >= 5 * POINT


@pytest.mark.case("27.59")
def test_only_groups_in_wait_within_four_points_that_can_pay_intercept() -> None:
    way = "drive 8 C4020-C3920-C3820-C3720"
    for fields in ({"ambush": ""}, {"spent": 91}, {"at": HEX("C3414")}):
        state = convoy()
        raider = replace(state.raiders["LRDG1"], **fields)
        assert play(replace(state, raiders={"LRDG1": raider}), way).motors["axis"] == {HEX("C3720"): 8}


@pytest.mark.case("27.59")
def test_an_escort_on_the_way_keeps_raiders_off_a_convoy() -> None:
    state = convoy()
    guarded = position("I/157 C3920", "II/157 C3820", "III/157 C3720", "11Hus D3706", motors={"axis": {"C4020": 8}})
    state = asking(replace(guarded, raiders=state.raiders, phasing="axis"), TruckConvoys("axis"))
    assert play(state, "drive 8 C4020-C3920-C3820-C3720").motors["axis"] == {HEX("C3720"): 8}


@pytest.mark.case("27.59", "27.91")
def test_a_convoy_in_a_major_city_is_not_intercepted() -> None:
    waiting = position("11Hus D3706", raiders={"LRDG1": group("C4806", ambush="fuel")})
    assert HEX("C4807") in quiet_reach(waiting, waiting.raiders["LRDG1"], 4 * POINT)
    assert interception(waiting, "axis", (HEX("C4706"), HEX("C4807")), lambda hex: True) is None
    found = interception(waiting, "axis", (HEX("C4706"), HEX("C4807"), HEX("C4806")), lambda hex: True)
    assert found is not None and (found.leg, found.way) == (2, (HEX("C4806"),))
    assert interception(waiting, "axis", (HEX("C4706"), HEX("C4806")), lambda hex: False) is None


@pytest.mark.case("27.59")
def test_supply_units_on_wheels_lose_a_truck_and_the_load_that_was_waited_for() -> None:
    state = convoy()
    laden = position("11Hus D3706", supply={"AX-S1": ("C4020", 40, 60, 30)}, raiders=state.raiders, phasing="axis")
    state = play(asking(laden, TruckConvoys("axis")), "haul AX-S1 C4020-C3920-C3820-C3720", "done", rolls=(2,))
    unit = state.supply["AX-S1"]
    assert (unit.ammo, unit.motors) == (40, 29) and unit.fuel in (56, 57)  # [32.24] with the Fuel of the convoy
    assert unit.spent >= 5 * POINT and board().name(unit.at) != "C3720"


@pytest.mark.case("27.59")
def test_a_group_is_told_to_lie_in_wait_and_to_stop_it() -> None:
    state = prowling("11Hus C3818", raiders={"LRDG1": group("C3818")})
    laid, events = play_noting(state, "ambush LRDG1 for fuel")
    assert laid.raiders["LRDG1"].ambush == "fuel" and [event.facts["only"] for event in events] == [CW]
    assert refusal(laid, "ambush LRDG1 for fuel").case == "27.59"
    assert refusal(laid, "ambush LRDG1 for rum").case == "27.59"
    assert play(laid, "ambush LRDG1 for nothing").raiders["LRDG1"].ambush == ""


# The raid on Rommel [27.6]


def hunt(*company: str, **fields: Any) -> Campaign:
    raider = group("C3818", **fields)
    return prowling(*(f"{name} C3819" for name in ("DAK", *company)), rommel="C3819", raiders={"LRDG1": raider}, turn=1)


@pytest.mark.case("27.61", "27.62", "27.63")
def test_a_group_enters_the_hex_of_rommel_and_pays_ten_points() -> None:
    state = play(hunt(), "strike LRDG1 at Rommel", rolls=(3, 4))
    assert at(state) == "C3819" and spent(state) == 12 and state.rommel == HEX("C3819")
    assert refusal(hunt(spent=77), "strike LRDG1 at Rommel").case == "27.37"
    far = replace(hunt(), raiders={"LRDG1": group("C3816")})
    assert refusal(far, "strike LRDG1 at Rommel").case == "27.51"
    gone = replace(hunt(), rommel=ELIMINATED)
    assert refusal(gone, "strike LRDG1 at Rommel").case == "27.62"


@pytest.mark.case("27.61", "27.62", "27.63", "27.64")
def test_a_group_that_cannot_move_does_not_raid_rommel() -> None:
    assert refusal(hunt(halted=True), "strike LRDG1 at Rommel").case == "8.23"


@pytest.mark.case("27.61")
def test_the_axis_does_not_raid_rommel() -> None:
    state = prowling("DAK C3819", side="axis", rommel="C3819", raiders={"DSA": group("C3818", "axis")})
    assert refusal(state, "strike DSA at Rommel").case == "27.61"


@pytest.mark.case("27.92", "27.63")
def test_a_two_wounds_rommel_for_two_game_turns() -> None:
    state = play(hunt(), "strike LRDG1 at Rommel", rolls=(1, 1))
    assert [rating(replace(state, turn=turn), "axis") for turn in (2, 3, 4)] == [3, 3, 6]
    assert raider_table().rommel.initiative.value == 3


@pytest.mark.case("27.92", "27.63")
def test_a_twelve_takes_rommel_out_of_the_game() -> None:
    state = play(hunt(), "strike LRDG1 at Rommel", rolls=(6, 6))
    assert state.rommel == ELIMINATED and where(state, "DAK") == "eliminated"


@pytest.mark.case("27.92", "27.63")
@pytest.mark.parametrize("dice", [(1, 2), (4, 5), (5, 6)])
def test_the_escort_of_rommel_catches_the_group_if_he_has_one(dice: tuple[int, int]) -> None:
    assert play(hunt("I/157"), "strike LRDG1 at Rommel", rolls=dice).raiders == {}
    assert "LRDG1" in play(hunt(), "strike LRDG1 at Rommel", rolls=dice).raiders


@pytest.mark.case("27.92")
@pytest.mark.parametrize("total", [4, 5, 6, 7, 8, 10])
def test_most_raids_on_rommel_come_to_nothing(total: int) -> None:
    dice = (total - total // 2, total // 2)
    state = play(hunt("I/157"), "strike LRDG1 at Rommel", rolls=dice)
    assert "LRDG1" in state.raiders and state.rommel == HEX("C3819") and state.wounded == 0


@pytest.mark.case("27.63")
def test_a_group_with_no_points_left_after_the_raid_is_lost() -> None:
    assert play(hunt(spent=76), "strike LRDG1 at Rommel", rolls=(3, 4)).raiders == {}
    assert "LRDG1" in play(hunt(spent=74), "strike LRDG1 at Rommel", rolls=(3, 4)).raiders


@pytest.mark.case("27.92", "27.63")
def test_a_headquarters_or_anybody_attached_to_rommel_is_an_escort_and_engineers_are_none() -> None:
    for company, is_caught in (("157Fant", True), ("16Eng", False)):
        assert ("LRDG1" not in play(hunt(company), "strike LRDG1 at Rommel", rolls=(1, 2)).raiders) is is_caught
    attached = prowling("DAK C3819, I/157>DAK", rommel="C3819", raiders={"LRDG1": group("C3818")}, turn=1)
    assert play(attached, "strike LRDG1 at Rommel", rolls=(1, 2)).raiders == {}


@pytest.mark.case("27.64")
def test_rommel_is_raided_once_in_a_scenario() -> None:
    state = play(hunt(), "strike LRDG1 at Rommel", rolls=(3, 4))
    assert hunts_left(state) == 0
    assert refusal(state, "strike LRDG1 at Rommel").case == "27.64"
    assert raider_table().hunts.value["campaign"] == 4


# The sequence of play


def test_the_end_of_a_stage_and_the_beginning_of_a_part_take_care_of_raiders() -> None:
    dumps = {"CW-S1": ("C3818", 40, 60)}
    raiders = {"LRDG1": group("C3818", fuelled=29, spent=8)}
    fields: dict[str, Any] = {"scenario": "race-for-tobruk", "turn": 30, "last_turn": 40, "supply": dumps}
    state = position("11Hus C3818", "I/157 C4118", raiders=raiders, **fields)
    state = replace(state, stack=(*state.stack, OperationsStage(phase=len(OPERATIONS_STAGE) - 1)))
    state, _ = frames.begin(state, Rolls(*[3] * 12))
    assert state.stage == 2 and state.raiders["LRDG1"].spent == 0


@pytest.mark.case("27.59", "27.91")
def test_a_group_in_wait_keeps_five_points_for_the_raid_itself() -> None:
    """Of its fifty points: with five left it attacks only who comes into its hex, with four nobody."""
    way = [HEX(name) for name in ("C4020", "C3920", "C3820", "C3720")]
    for spent_before, lurking, stops in ((45, "C3820", True), (46, "C3820", False), (45, "C3819", False)):
        raiders = {"LRDG1": group(lurking, ambush="fuel", spent=spent_before * POINT)}
        found = interception(replace(convoy(), raiders=raiders), "axis", way, lambda hex: True)
        assert (found is not None) == stops, (spent_before, lurking)


@pytest.mark.case("27.51", "27.55")
def test_what_is_no_supply_unit_of_the_enemy_is_not_raided() -> None:
    state = prowling(raiders={"LRDG1": group("C3818")}, supply={"CW-S1": ("C3818", 10, 10)})
    assert refusal(state, "strike LRDG1 at AX-S9").case == "27.51"
    assert refusal(state, "strike LRDG1 at CW-S1").case == "27.51"


@pytest.mark.case("27.32", "27.38")
def test_the_capability_points_of_a_passenger_are_counted_with_every_step() -> None:
    draft = draft_of(position(raiders={"LRDG1": group("C3818", passenger="SAS", ridden=4), "LRDG2": group("C3616")}))
    step(draft, "LRDG1", HEX("C3817"), 3)
    step(draft, "LRDG2", HEX("C3615"), 3)
    found = draft.state.raiders
    assert (found["LRDG1"].ridden, found["LRDG1"].spent, found["LRDG1"].at) == (7, 3, HEX("C3817"))
    assert (found["LRDG2"].ridden, found["LRDG2"].spent) == (0, 3)
