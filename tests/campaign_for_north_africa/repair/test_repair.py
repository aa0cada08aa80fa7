"""[21.5, 21.6, 22.0] Towing and repair."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.barrage.shelling import resolve
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated, stated
from sandtable.games.campaign_for_north_africa.contents import Shot, Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance, open_repair
from sandtable.games.campaign_for_north_africa.repair.towing import Towing, nearest
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import THE_END, Rolls, draft_of

SIXTY = "grazianis-offensive"
CONTROL = {"C4807": "axis", "D3714": "commonwealth", "E3613": "commonwealth", "E3714": "commonwealth"}


def wreck(at: str, weapon: str = "MarkVI", points: int = 4, **fields: object) -> Wreck:
    given = {"side": "commonwealth", "nation": "commonwealth", "destroyed": False, "unit": "3Hus"} | fields
    return Wreck(at=board().location(at), weapon=weapon, points=points, **given)  # type: ignore[arg-type]


def lying(*wrecks: Wreck, units: str = "3Hus C3922", **fields: object) -> Campaign:
    return position(
        units,
        wrecks={f"W{number}": each for number, each in enumerate(wrecks, 1)},
        scenario=SIXTY,
        control=CONTROL,
        **fields,
    )


def repairing(state: Campaign, side: str = "commonwealth") -> Campaign:
    return asking(state, Maintenance("axis" if side == "axis" else "commonwealth"))


# Facilities


@pytest.mark.case("22.31", "22.38", "8.82")
def test_facilities_are_those_of_the_rules_and_of_the_scenario_while_they_are_held() -> None:
    state = lying()
    own = facilities(state, "commonwealth")
    assert own[board().hex("E3613")] == "major" and own[board().hex("D3714")] == "temporary"
    axis = facilities(state, "axis")
    assert axis[TRIPOLI] == "major" and axis[board().hex("C4807")] == "major"  # Tobruk for whoever holds it
    taken = replace(state, control={**CONTROL, "C4807": "commonwealth", "D3714": "axis"})
    assert facilities(taken, "commonwealth").get(board().hex("C4807")) == "major"
    assert board().hex("D3714") not in facilities(taken, "commonwealth")
    assert TRIPOLI not in facilities(taken, "commonwealth")


# Field repair


@pytest.mark.case("22.25", "22.21", "22.5", "22.22", "22.8")
def test_tanks_are_repaired_in_the_field_by_the_table_where_a_friend_stands() -> None:
    state = repairing(lying(wreck("C3922", points=6)))
    after = play(state, "repair W1", rolls=(1,))  # 25 percent, fractions up
    assert after.wrecks["W1"].points == 4 and after.spares == {"C3922/commonwealth/MarkVI": 2}
    assert play(state, "repair W1", rolls=(5,)).spares == {}
    alone = repairing(lying(wreck("C3926", points=6)))
    assert refusal(alone, "repair W1").case == "22.22"


@pytest.mark.case("22.25")
def test_a_single_tank_ignores_ten_percent() -> None:
    state = repairing(lying(wreck("C3922", points=1)))
    assert play(state, "repair W1", rolls=(3,)).spares == {}
    assert play(state, "repair W1", rolls=(1,)).spares == {"C3922/commonwealth/MarkVI": 1}


@pytest.mark.case("22.25", "22.14", "22.33")
def test_each_type_and_each_nation_has_a_die_of_its_own() -> None:
    state = repairing(lying(wreck("C3922"), wreck("C3922", "A9"), wreck("C3922", "A9", nation="italian", unit="")))
    after = play(state, "repair W1, W2, W3", rolls=(1, 6, 1))
    assert after.spares == {"C3922/commonwealth/MarkVI": 1, "C3922/italian/A9": 1}


@pytest.mark.case("22.24", "22.5")
def test_repair_recce_1_one_point_of_all_recce_in_the_hex() -> None:
    cars, recce = wreck("C3922", "", 3, code="ll", unit="11Hus"), wreck("C3922", "", 2, code="pp", unit="KDGd")
    state = repairing(lying(cars, recce))
    assert play(state, "repair W1, W2", rolls=(1,)).spares == {"C3922/commonwealth/ll": 1}
    assert play(state, "repair W1, W2", rolls=(2,)).spares == {}


@pytest.mark.case("22.13", "22.27")
def test_nothing_is_repaired_in_a_storm_or_in_the_reach_of_the_enemy() -> None:
    stormy = repairing(lying(wreck("C3922"), weather="sandstorm", foul=("C",)))
    assert refusal(stormy, "repair W1").case == "22.13"
    elsewhere = repairing(lying(wreck("C3922"), weather="sandstorm", foul=("A",)))
    assert listed(elsewhere) == ["repair W1", "done"]
    near = repairing(lying(wreck("C3922"), units="3Hus C3922, 157Fant C3923, I/157>157Fant, II/157>157Fant"))
    assert refusal(near, "repair W1").case == "22.13"


@pytest.mark.case("22.13", "29.41")
def test_sand_does_not_blow_in_the_delta_nor_in_the_boxes_but_rain_falls_in_the_delta() -> None:
    there = next(hex for hex, name in enumerate(board().terrain) if name == "delta" and board().playable[hex])
    place = board().name(there)

    def state(weather: str, at: str) -> Campaign:
        return repairing(lying(wreck(at), units=f"3Hus {at}", weather=weather, foul=("A", "B", "C", "D", "E")))

    assert listed(state("sandstorm", place)) == ["repair W1", "done"]
    assert refusal(state("rainstorm", place), "repair W1").case == "22.13"
    assert refusal(state("sandstorm", "C3922"), "repair W1").case == "22.13"
    assert listed(state("sandstorm", "tunis")) == ["repair W1", "done"]
    assert listed(state("hot", "C3922")) == ["repair W1", "done"]


@pytest.mark.case("22.11", "22.12", "21.66")
def test_only_wrecks_under_control_and_each_once_a_phase() -> None:
    state = repairing(lying(wreck("C3922"), wreck("C3922", "A9"), wreck("C3922", side="axis")))
    assert refusal(state, "repair W3").case == "22.11" and refusal(state, "repair W9").case == "22.11"
    once = play(state, "repair W1", rolls=(6,))
    assert refusal(once, "repair W1").case == "22.12" and "repair W1" not in listed(once)
    assert refusal(state, "repair W1, W1").case == "22.12" and refusal(state, "stay").case == "22.12"
    assert refusal(once, "tow W1 C3922-C3923").case == "22.12"  # nothing is towed any more


# Facilities at work


@pytest.mark.case("22.32", "22.34", "22.36", "22.31", "22.26", "22.35")
def test_a_major_facility_repairs_more_in_any_weather_and_no_supplies_are_counted() -> None:
    state = repairing(lying(wreck("E3613", "A9", 8), weather="rainstorm", foul=("E",)))
    assert play(state, "repair W1", rolls=(1,)).spares == {"E3613/commonwealth/A9": 6}
    assert play(state, "repair W1", rolls=(6,)).spares == {"E3613/commonwealth/A9": 3}  # a third, fractions up


@pytest.mark.case("22.34", "22.36", "22.37")
def test_a_temporary_facility_repairs_less_and_stops_for_storms_and_enemies() -> None:
    plain = repairing(lying(wreck("D3714", "A9", 8)))
    assert play(plain, "repair W1", rolls=(1,)).spares == {"D3714/commonwealth/A9": 4}
    assert refusal(repairing(lying(wreck("D3714"), weather="rainstorm", foul=("D",))), "repair W1").case == "22.13"
    near = lying(wreck("D3714"), units="157Fant D3713, I/157>157Fant, II/157>157Fant")
    assert refusal(repairing(near), "repair W1").case == "22.37"


@pytest.mark.case("22.34", "12.53", "25.15")
def test_every_level_that_a_city_has_lost_makes_repair_there_harder() -> None:
    """A six repairs a third of eight at a major facility, a seven a quarter, an eight a tenth."""
    ready = {}
    for level in (3, 2, 1, 0):
        state = repairing(lying(wreck("E3613", "A9", 8), forts={"E3613": level}))
        ready[level] = play(state, "repair W1", rolls=(6,)).spares["E3613/commonwealth/A9"]
    assert ready == {3: 3, 2: 2, 1: 1, 0: 1}


@pytest.mark.case("22.34", "12.51", "12.53")
def test_a_facility_outside_a_city_is_silenced_for_the_stage_by_a_barrage() -> None:
    state = lying(wreck("D3714", "A9", 8), units="45Art D3715")
    assert Stated(board().hex("D3714"), "fortification", 1) in stated(state, "axis", (board().hex("D3715"),))
    shot = Shot(board().hex("D3714"), "fortification", 1, (("45Art", next(iter(state.units["45Art"].toe)), 4),))
    draft = draft_of(state, 6, 6)
    resolve(draft, {"axis": (shot,)})
    assert draft.state.forts == {}
    assert refusal(repairing(draft.state), "repair W1").case == "22.34"
    clear_stage(draft)
    assert listed(repairing(draft.state)) == ["repair W1", "done"]
    missed = draft_of(state, 1, 1)
    resolve(missed, {"axis": (shot,)})
    assert listed(repairing(missed.state)) == ["repair W1", "done"]


@pytest.mark.case("22.34", "22.21")
def test_where_a_silenced_facility_is_gone_wrecks_are_repaired_in_the_field() -> None:
    state = repairing(lying(wreck("C3922", points=6), idle=(board().hex("C3922"),)))
    assert play(state, "repair W1", rolls=(1,)).spares == {"C3922/commonwealth/MarkVI": 2}


@pytest.mark.case("22.4", "22.41", "22.42", "22.43", "22.44", "22.21")
def test_destroyed_tanks_are_repaired_only_in_a_facility_point_by_point() -> None:
    field = repairing(lying(wreck("C3922", destroyed=True)))
    assert refusal(field, "repair W1").case == "22.41"
    state = repairing(lying(wreck("E3613", "A9", 3, destroyed=True)))
    after = play(state, "repair W1", rolls=(2, 4, 6))  # repaired, nothing, junked
    assert after.spares == {"E3613/commonwealth/A9": 1} and after.wrecks["W1"].points == 1


@pytest.mark.case("22.43", "22.44")
def test_a_temporary_facility_adds_one_to_the_die_for_destroyed_tanks() -> None:
    state = repairing(lying(wreck("D3714", "A9", 1, destroyed=True)))
    assert play(state, "repair W1", rolls=(1,)).spares == {"D3714/commonwealth/A9": 1}
    assert play(state, "repair W1", rolls=(2,)).spares == {}
    assert not play(state, "repair W1", rolls=(5,)).wrecks


@pytest.mark.case("22.11", "22.43", "22.14")
def test_captured_tanks_are_repaired_by_the_column_of_their_nation() -> None:
    taken = wreck("C4807", "A9", 1, side="axis", destroyed=True)
    italian = wreck("C4807", "M13/40", 1, side="axis", nation="italian", destroyed=True)
    state = repairing(lying(taken, italian), "axis")
    after = play(state, "repair W1, W2", rolls=(5, 5))  # nothing, junked
    assert list(after.wrecks) == ["W1"] and after.spares == {}


# Towing


@pytest.mark.case("21.61", "21.63", "21.65", "21.67", "21.62")
def test_wrecks_are_towed_ten_points_towards_the_nearest_facility_and_then_not_repaired() -> None:
    state = asking(lying(wreck("D3612")), Towing("commonwealth"))
    orders = [order for order in listed(state) if order.startswith("tow")]
    assert len(orders) == 1
    after = play(state, orders[0])
    assert after.wrecks["W1"].towed and after.units["3Hus"].spent == 0
    end = board().name(after.wrecks["W1"].at)
    assert board().distance(board().hex(end), board().hex("D3714")) < 2
    assert refusal(after, f"tow W1 {end}-D3714").case in ("21.63", "21.67")
    assert refusal(repairing(after), "repair W1").case == "22.13"


@pytest.mark.case("21.63", "21.67", "8.13")
def test_a_tow_keeps_to_its_points_and_its_direction() -> None:
    state = asking(lying(wreck("D3612")), Towing("commonwealth"))
    assert refusal(state, "tow W1 D3612-D3611").case == "21.67"
    assert refusal(state, "tow W1 D3611-D3612").case == "21.63"
    assert refusal(state, "tow W1 D3612-D3614").case == "8.13"
    assert refusal(state, "tow W9 D3612-D3613").case == "22.11"
    assert refusal(state, "repair W1").case == "21.62"


@pytest.mark.case("21.64", "21.62", "21.66")
def test_a_part_is_towed_under_a_marker_of_its_own_and_the_rest_is_repaired() -> None:
    state = asking(lying(wreck("D3612", points=5), units="3Hus D3612", serial=1), Towing("commonwealth"))
    whole = next(order for order in listed(state) if order.startswith("tow W1 "))
    assert refusal(state, whole.replace("W1", "W1:6")).case == "21.64"
    after = play(state, whole.replace("W1", "W1:2"))
    assert (after.wrecks["W1"].points, after.wrecks["W2"].points) == (3, 2)
    assert after.wrecks["W2"].towed and after.wrecks["W2"].at != after.wrecks["W1"].at
    mended = play(repairing(after), "repair W1", rolls=(1,))
    assert mended.spares == {"D3612/commonwealth/MarkVI": 1}


@pytest.mark.case("21.64")
def test_nothing_is_towed_where_the_enemy_controls_the_hex() -> None:
    enemy = "157Fant D3613, I/157>157Fant, II/157>157Fant"
    state = asking(lying(wreck("D3612"), units=enemy), Towing("commonwealth"))
    assert listed(state) == ["done"]
    assert refusal(state, "tow W1 D3612-D3713").case == "21.64"
    guarded = asking(lying(wreck("D3612"), units=f"{enemy}, 3Hus D3612"), Towing("commonwealth"))
    assert refusal(guarded, "tow W1 D3612-D3713").case == "21.64"  # out of it, into the next


@pytest.mark.case("22.0", "22.12", "5.2", "22.13")
def test_the_repair_phase_tows_first_then_repairs_and_forgets_who_was_towed() -> None:
    state = lying(wreck("D3612"), wreck("E3613", "A9"))
    draft = Draft(state, Rolls())
    open_repair(draft, "commonwealth")
    draft.settle()
    asked = draft.state
    assert isinstance(asked.stack[-1], Towing)
    order = next(each for each in listed(asked) if each.startswith("tow W1"))
    asked = play(asked, order, "done")
    assert isinstance(asked.stack[-1], Maintenance) and listed(asked) == ["repair W2", "done"]
    after = play(asked, "done")
    assert after.stack == (THE_END,) and not any(each.towed for each in after.wrecks.values())


@pytest.mark.case("22.12")
def test_without_wrecks_there_is_no_repair_phase() -> None:
    draft = Draft(lying(), Rolls())
    open_repair(draft, "commonwealth")
    assert draft.state.stack == (THE_END,)


@pytest.mark.case("21.62", "21.63", "21.64", "21.65")
def test_a_tow_of_exactly_ten_points_is_allowed_and_not_a_step_more() -> None:
    """D3604 to D3609 costs ten Capability Points."""
    state = asking(lying(wreck("D3604")), Towing("commonwealth"))
    way = "D3604-D3605-D3606-D3607-D3608-D3609"
    for order in (f"tow W1 {way}", f"tow W1:4 {way}"):
        assert play(state, order).wrecks["W1"].at == board().hex("D3609")
    assert refusal(state, f"tow W1:5 {way}").case == "21.64"
    assert refusal(state, f"tow W1 {way}-D3610").case == "21.63"
    assert play(state, "done").stack == (THE_END,)
    cliff = asking(lying(wreck("D3414")), Towing("commonwealth"))
    assert refusal(cliff, "tow W1 D3414-D3514").case == "21.63", "no truck goes down there"


@pytest.mark.case("21.62", "21.67", "22.11")
def test_only_ones_own_wrecks_are_towed_and_only_nearer_to_a_facility_that_there_is() -> None:
    theirs = asking(lying(wreck("D3604", side="axis")), Towing("commonwealth"))
    assert refusal(theirs, "tow W1 D3604-D3605").case == "22.11"
    state = asking(lying(wreck("D3604")), Towing("commonwealth"))
    here = board().hex("D3604")
    level = [at for at in board().adjacent[here] if nearest(state, "commonwealth", at) == 10]
    assert nearest(state, "commonwealth", here) == 10 and level
    for at in level:
        assert refusal(state, f"tow W1 D3604-{board().name(at)}").case == "21.67"
    lost = replace(state, control=dict.fromkeys(facilities_by_name(state), "axis"))
    assert not facilities(lost, "commonwealth") and refusal(lost, "tow W1 D3604-D3605").case == "21.67"


def facilities_by_name(state: Campaign) -> list[str]:
    return [board().name(at) for at in facilities(state, "commonwealth") if at >= 0]


@pytest.mark.case("21.62", "21.63")
def test_a_wreck_from_which_no_truck_gets_away_is_not_listed() -> None:
    """In the salt marsh at C3902, without a track."""
    assert listed(asking(lying(wreck("C3902")), Towing("commonwealth"))) == ["done"]
