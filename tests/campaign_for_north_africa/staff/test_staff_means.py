"""The staff and its supplies: who has none does not fight for long, and what lies in the rear goes to the front."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.orders import Again
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff import Staff, battle
from sandtable.games.campaign_for_north_africa.staff.assaults import strikes
from sandtable.games.campaign_for_north_africa.staff.means import can_defend, is_dry
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import Repetition
from sandtable.games.campaign_for_north_africa.verbs import learn, place
from tests.campaign_for_north_africa.positions import asking, position, where
from tests.campaign_for_north_africa.staffwork import DUMPS, GRAZIANI, carried_out, moved
from tests.playing import draft_of

FAR_DUMPS = {"AX-S1": ("C4020", 40, 60), "CW-S1": ("D3714", 40, 60)}


# Ammo


def test_who_has_no_ammo_is_not_ready_and_who_has_is() -> None:
    state = position("63Cir+ C4020, I/157 C4707", "4In+ C3926", scenario=GRAZIANI, supply=DUMPS)
    picture = Picture(state, "axis")
    assert can_defend(picture, picture.force("63Cir"), board().hex("C4020"))
    assert not can_defend(picture, picture.force("63Cir"), board().hex("C4707"))


def test_an_enemy_far_from_his_supply_units_is_known_to_have_no_ammo() -> None:
    for dumps, dry in ((DUMPS, False), (FAR_DUMPS, True)):
        state = position("63Cir+ C4020", "2SctGds C3924", scenario=GRAZIANI, supply=dumps)
        picture = Picture(observe(state, "axis"), "axis")
        assert is_dry(picture, board().hex("C3924")) == dry


def test_a_battalion_assaults_a_division_that_has_no_ammo_and_leaves_one_with_ammo_alone() -> None:
    """[15.15] Units that cannot be supplied surrender."""
    for dumps, struck in (({"AX-S1": ("C4020", 40, 60), "CW-S1": ("C3924", 40, 60)}, False), (FAR_DUMPS, True)):
        state = position("I/157 C4020", "4In+ C3921", scenario=GRAZIANI, supply=dumps, phasing="axis")
        picture = Picture(observe(state, "axis"), "axis")
        assert bool(strikes(picture, {}, {})) == struck


def test_no_assault_is_planned_that_uses_the_last_ammo() -> None:
    for ammo, struck in ((60, True), (14, False)):
        dumps = {
            "AX-S1": ("C4020", min(ammo, 40), 60),
            "AX-S2": ("C4020", max(0, ammo - 40), 60),
            "CW-S1": ("C3924", 40, 60),
        }
        state = position("63Cir+ C4020", "2SctGds C3921", scenario=GRAZIANI, supply=dumps, phasing="axis")
        assert bool(strikes(Picture(observe(state, "axis"), "axis"), {}, {})) == struck


def test_a_battalion_without_ammo_falls_back_to_a_dump() -> None:
    state, orders = moved(
        "63Cir+ C3823 motors=60",
        "2SctGds C3926 motors=6",
        side="commonwealth",
        supply={"AX-S1": ("C3823", 40, 60), "CW-S1": ("C4131", 40, 60), "CW-S2": ("C3926", 0, 9)},
    )
    picture = Picture(state, "commonwealth")
    assert can_defend(picture, picture.force("2SctGds"), state.units["2SctGds"].at), orders


def test_guns_do_not_go_alone_to_where_the_enemy_is_near() -> None:
    state, _ = moved(
        "63Cir+ C4120 motors=60",
        "8Fld D3714, 2SctGds C3926",
        side="commonwealth",
        supply={"CW-S1": ("D3714", 40, 60), "CW-S2": ("C3926", 40, 60)},
    )
    at = state.units["8Fld"].at
    assert at == state.units["2SctGds"].at or board().distance(at, board().hex("C4120")) > 7


def test_guns_fire_in_defence_only_against_danger_and_with_ammo_to_spare() -> None:
    for ammo, fires in ((40, True), (5, False)):
        state = position(
            "63Cir+ C3921",
            "2SctGds, 8Fld C3922",
            scenario=GRAZIANI,
            phasing="axis",
            supply={"AX-S1": ("C3921", 40, 60), "CW-S1": ("C3922", ammo, 60)},
        )
        frame = Plot(who=("commonwealth",), told={"commonwealth": (Stated(board().hex("C3921"), "infantry", 3),)})
        answer = battle.barrage(frame, asking(state, frame), "commonwealth")
        assert (answer != Barrage(())) == fires


def test_who_is_attacked_by_little_burns_no_more_ammo_than_holds_the_hex() -> None:
    """[32.21] Each battalion that defends needs a point."""
    dumps = {"AX-S1": ("C3920", 40, 60), "AX-S2": ("C3920", 40, 60), "CW-S1": ("C3921", 40, 60)}
    committed = []
    for enemy in ("I/157 C3920", "63Cir+, 62Mrm+ C3920"):
        state = position(enemy, "7Arm+ C3921", scenario=GRAZIANI, phasing="axis", supply=dumps)
        state = asking(state, ForceAssignment(who=("axis", "commonwealth")))
        order = battle.defend(observe(state, "commonwealth"), "commonwealth")
        committed.append(len({points.unit for force in order.forces for points in force.points}))
    assert 0 < committed[0] < committed[1]


def test_who_is_worn_out_leaves_before_the_assault() -> None:
    for cohesion, leaves in ((0, False), (-12, True)):
        state = position(
            "I/157 C3923",
            f"2SctGds C3924 motors=6 cohesion={cohesion}",
            scenario=GRAZIANI,
            phasing="axis",
            supply={"AX-S1": ("C3923", 40, 60), "CW-S1": ("C3924", 40, 60)},
        )
        state, orders = carried_out(state, RetreatBeforeAssault("commonwealth"))
        assert (where(state, "2SctGds") != "C3924") == leaves, orders


# Trucks and trains


def test_trucks_change_from_a_supply_unit_without_ammo_to_a_full_one() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        supply={"AX-S1": ("C4120", 40, 60), "AX-S2": ("C4120", 0, 50, 30)},
    )
    state, _ = carried_out(state, Organisation("axis"))
    assert (state.supply["AX-S1"].motors, state.supply["AX-S2"].motors) == (30, 0)


def test_trucks_that_nothing_waits_for_carry_infantry_if_there_is_fuel() -> None:
    many = {f"AX-S{number}": ("C4807", 0, 60, 30) for number in range(1, 16)}
    for dumps, carried in ((many, True), ({"AX-S1": ("C4807", 40, 60, 30)}, False)):
        state = position(
            "1LibRgt+ C4807", "4In+ C3926", scenario=GRAZIANI, supply=dumps, motors={"axis": {"C4807": 60}}
        )
        state, orders = carried_out(state, Organisation("axis"))
        assert (state.units["1LibRgt"].motors > 0) == carried, orders


def test_small_lots_of_trucks_gather_at_a_supply_unit() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        supply={"AX-S1": ("C4707", 40, 60)},
        motors={"axis": {"C4120": 15, "C4807": 20}},
    )
    state, orders = carried_out(state, TruckConvoys("axis"))
    assert state.motors["axis"] == {board().hex("C4707"): 35}, orders


def test_one_lot_of_trucks_is_divided_among_the_supply_units_that_wait() -> None:
    """[8.98] Thirty for each, and what nobody needs stays where it is."""
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        supply={"AX-S1": ("C4707", 40, 60), "AX-S2": ("C4615", 40, 60)},
        motors={"axis": {"C4120": 100}},
    )
    state, orders = carried_out(state, TruckConvoys("axis"))
    assert state.motors["axis"] == {
        board().hex(at): count for at, count in (("C4120", 40), ("C4615", 30), ("C4707", 30))
    }, orders


def test_trucks_that_stand_with_a_supply_unit_wait_to_be_loaded_with_it() -> None:
    state = position(
        "63Cir+ C4120",
        "4In+ C3926",
        scenario=GRAZIANI,
        supply={"AX-S1": ("C4707", 40, 60), "AX-S2": ("C4615", 40, 60)},
        motors={"axis": {"C4707": 60}},
    )
    state, orders = carried_out(state, TruckConvoys("axis"))
    assert state.motors["axis"] == {board().hex("C4615"): 30, board().hex("C4707"): 30}, orders


def test_a_supply_unit_goes_on_to_a_stack_that_is_near_but_cannot_draw_on_it() -> None:
    """[32.16] Five hexes off the road are too far for a division of infantry, one hex along it is near enough."""
    for start, goes_on in (("C3917", True), ("C4220", False)):
        state = position("63Cir+ C4120", "4In+ C3926", scenario=GRAZIANI, supply={"AX-S1": (start, 40, 60, 30)})
        state, orders = carried_out(state, TruckConvoys("axis"))
        assert (state.supply["AX-S1"].at == board().hex("C4120")) == goes_on, orders


def test_a_train_lays_a_dump_where_a_column_would_come_to_a_halt() -> None:
    """Between Alexandria and the railhead at Mersa Matruh."""
    state = position(
        "63Cir+ C4120",
        "7Arm+ E3613, 4In+ C3926",
        scenario=GRAZIANI,
        phasing="commonwealth",
        railway="D3714",
        supply={f"CW-S{number}": ("E3613", 40, 60) for number in (1, 2, 3)} | {"CW-S4": ("D3714", 40, 60)},
    )
    state, orders = carried_out(state, RailMovement("commonwealth"))
    laid = [unit.at for unit in state.supply.values() if unit.at not in (board().hex("E3613"), board().hex("D3714"))]
    assert laid and all(board().distance(at, board().hex("D3714")) >= 12 for at in laid), orders


def test_a_train_carries_battalions_when_there_are_supplies_enough_at_the_railhead() -> None:
    dumps = {"CW-S1": ("E1829", 40, 60)}
    stock = {
        f"CW-S{number}": (at, 40, 60)
        for number, at in enumerate(("D3714", "D3714", "D3714", "D3615", "D3615", "D3615"), 2)
    }
    for supply, rides in ((dumps, False), (dumps | stock, True)):
        state = position(
            "63Cir+ C4120",
            "1Wlch E1829, 4In+ C3926",
            scenario=GRAZIANI,
            phasing="commonwealth",
            railway="D3714",
            supply=supply,
        )
        state, orders = carried_out(state, RailMovement("commonwealth"))
        assert (where(state, "1Wlch") != "E1829") == rides, orders


# Patrols


def test_scouts_look_at_a_headquarters_of_which_nothing_is_known() -> None:
    state = position("63Cir+ C3920", "11Hus C3922", scenario=GRAZIANI, phasing="commonwealth", supply=DUMPS)
    state = asking(state, Patrols("commonwealth"))
    answer = str(Staff(1).choose(observe(state, "commonwealth"), "commonwealth"))
    assert answer.startswith("patrol C3920"), answer


# Reserves


def test_who_follows_an_assault_on_vehicles_is_held_in_reserve_and_released_after_it() -> None:
    for enemy, kept in (("2SctGds C3921", True), ("2SctGds D3714", False)):
        state = position(
            "63Cir+ C4020, 62Mrm+ C3714 motors=60",
            enemy,
            scenario=GRAZIANI,
            phasing="axis",
            supply={"AX-S1": ("C4020", 40, 60), "AX-S2": ("C3714", 40, 60), "CW-S1": ("C3924", 40, 60)},
        )
        state, orders = carried_out(state, Designation("axis"))
        assert ("reserve 62Mrm" in orders) == kept, orders
        if not kept:
            continue
        after, orders = carried_out(state, ReserveRelease("axis"))
        assert orders == ["release 62Mrm"]
        assert Staff(1).choose(asking(replace(after, cycle=1), Repetition("axis")), "axis") == Again()


# The enemy


def test_what_is_expected_behind_a_headquarters_is_less_once_some_of_it_is_seen_elsewhere() -> None:
    """Also by whoever has looked before; a report of a battalion tells on the headquarters it is assigned to."""
    before = position("63Cir+ C4020", "7Arm C3926", turn=1, scenario=GRAZIANI)
    draft = draft_of(before)
    place(draft, "1RTR", board().hex("D3714"))
    apart = draft.state
    learn(draft, "axis", "7Hus", toe=0)
    expected = []
    for state in (before, apart, draft.state):
        found = Picture(observe(state, "axis"), "axis").enemies
        assert found == {at: _anew(state).enemies[at] for at in found}
        expected.append(found[board().hex("C3926")].offence)
    assert expected[0] > expected[1] > expected[2] > 0


def _anew(state: Campaign) -> Picture:
    """What somebody sees who has never looked before."""
    picture = Picture(replace(observe(state, "axis")), "axis")
    picture._known_of_enemies = {}
    return picture
