"""[26.0] Minefields, real and dummy: what it costs to enter them, what they hide and what they destroy."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.games.campaign_for_north_africa.combat.anti_armour import mine_shift
from sandtable.games.campaign_for_north_africa.combat.differential import Fight, terrain_shifts
from sandtable.games.campaign_for_north_africa.contents import Commitment, Minefield, Segment
from sandtable.games.campaign_for_north_africa.ground.minefields import mobility_of
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.supply_range import in_range
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.prowling import allowance, step_cost
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign
from tests.campaign_for_north_africa.positions import asking, play, play_noting, position, refusal, spent, where
from tests.campaign_for_north_africa.sites import site, stage_over
from tests.playing import Rolls, asked

AXIS: Side = "axis"
CW: Side = "commonwealth"
HEX, ORDER = board().hex, NOTATION.parse
HERE, MINED, BEYOND = "C3614", "C3615", "C3616"  # all clear, without road or track
FUEL = {"CW-S1": (HERE, 40, 60), "AX-S1": (HERE, 40, 60)}
ENEMY, OWN = {MINED: Minefield(AXIS)}, {MINED: Minefield(CW)}
DUMMY = {MINED: Minefield(AXIS, dummy=True)}
CLEAR = 2  # points of the ground


def moving(*units: str, minefields: dict[str, Minefield] | None = None, **fields: Any) -> Campaign:
    given = {
        "supply": {"CW-S1": FUEL["CW-S1"]},
        "phasing": CW,
        "minefields": ENEMY if minefields is None else minefields,
    }
    return asking(position(*units, **(given | fields)), Movement(CW))


# What it costs


@pytest.mark.case("26.21", "26.22", "26.12")
@pytest.mark.parametrize(
    ("units", "name", "hostile", "friendly"),
    [
        ("4RHA C3614", "4RHA", 15, 4),  # the book's example: the whole of its own Allowance
        ("1RTR C3614", "1RTR", 25, 4),
        ("2KRRC C3614", "2KRRC", 4, 1),  # on foot
        ("2KRRC C3614 motors=6", "2KRRC", 20, 4),  # on trucks
    ],
)
def test_a_minefield_costs_by_side_and_by_the_movers_own_rating(
    units: str, name: str, hostile: int, friendly: int
) -> None:
    rolls = (1,) if hostile > 4 and name != "4RHA" else ()  # guns have neither tanks nor infantry to lose
    entered = play(moving(units), f"move {name} {HERE}-{MINED}", rolls=rolls)
    assert spent(entered, name) == CLEAR + hostile
    assert spent(play(moving(units, minefields=OWN), f"move {name} {HERE}-{MINED}"), name) == CLEAR + friendly


@pytest.mark.case("26.22", "6.21")
def test_who_has_no_engineers_goes_far_beyond_his_allowance() -> None:
    after = play(moving("1RTR C3614"), f"move 1RTR {HERE}-{MINED}", rolls=(1,))
    assert after.units["1RTR"].cohesion == 25 - (CLEAR + 25)
    leaving = play(asking(after, Movement(CW)), f"move 1RTR {MINED}-{BEYOND}")
    assert spent(leaving, "1RTR") == 2 * CLEAR + 25  # nothing to leave it


@pytest.mark.case("26.24", "23.21", "26.25", "23.13")
def test_engineers_know_the_way_through() -> None:
    """With the headquarters of the 7th Armoured Division, which has engineers, four points; on foot two."""
    state = moving("7Arm, 1RTR C3614")
    after = play(state, f"move 7Arm, 1RTR {HERE}-{MINED}")  # no die is thrown
    assert spent(after, "1RTR") == CLEAR + 4
    through_own = play(moving("7Arm, 1RTR C3614", minefields=OWN), f"move 7Arm, 1RTR {HERE}-{MINED}")
    assert spent(through_own, "1RTR") == CLEAR


@pytest.mark.case("26.24", "23.15", "23.13")
def test_only_a_battalion_of_engineers_or_enough_flail_tanks_leads_others() -> None:
    mines = {MINED: Minefield(CW)}
    fields: dict[str, Any] = {"minefields": mines, "phasing": AXIS, "supply": {"AX-S1": FUEL["AX-S1"]}}
    both = asking(position("288Pio, I/5Pz C3614", **fields), Movement(AXIS))
    led = play(both, f"move 288Pio, I/5Pz {HERE}-{MINED}", rolls=(1,))  # a company leads nobody
    assert spent(led, "I/5Pz") == CLEAR + 24
    assert spent(play(both, f"move 288Pio {HERE}-{MINED}"), "288Pio") == CLEAR + 4  # but goes through by itself
    italians = asking(position("Ariete, I/5Pz C3614", **fields), Movement(AXIS))  # nor does an Axis headquarters
    assert spent(play(italians, f"move Ariete, I/5Pz {HERE}-{MINED}", rolls=(1,)), "I/5Pz") > CLEAR + 4
    battalion = asking(position("33Pio, I/5Pz C3614", **fields), Movement(AXIS))
    assert spent(play(battalion, f"move 33Pio, I/5Pz {HERE}-{MINED}"), "I/5Pz") == CLEAR + 4
    assert spent(play(moving("42RTR[Scorpion:6] C3614"), f"move 42RTR {HERE}-{MINED}"), "42RTR") == CLEAR + 4
    few = play(moving("42RTR[Scorpion:5] C3614"), f"move 42RTR {HERE}-{MINED}", rolls=(1,))
    assert spent(few, "42RTR") == CLEAR + 25
    builders = moving("1SARC, 1RTR C3614")  # a battalion, but of road builders
    assert spent(play(builders, f"move 1SARC, 1RTR {HERE}-{MINED}", rolls=(1,)), "1RTR") == CLEAR + 25


@pytest.mark.case("26.21", "21.21")
def test_an_enemy_minefield_wears_vehicles_out() -> None:
    worn = play(moving("1RTR C3614"), f"move 1RTR {HERE}-{MINED}", rolls=(1,)).units["1RTR"].breakdown
    own = play(moving("1RTR C3614", minefields=OWN), f"move 1RTR {HERE}-{MINED}").units["1RTR"].breakdown
    assert worn - own == 2 * POINT


@pytest.mark.case("26.12", "26.22", "29.44")
def test_in_a_sandstorm_the_price_is_doubled_with_the_rest() -> None:
    state = moving("2KRRC C3614", minefields=OWN, weather="sandstorm", foul=("C",))
    assert spent(play(state, f"move 2KRRC {HERE}-{MINED}"), "2KRRC") == 2 * (CLEAR + 1)


@pytest.mark.case("26.12", "26.21", "8.98")
def test_trucks_pay_as_well_and_supply_lines_are_traced_around() -> None:
    convoy = {"CW-S1": (HERE, 40, 60, 30)}
    state = asking(position(supply=convoy, minefields=ENEMY, phasing=CW), TruckConvoys(CW))
    assert refusal(state, f"haul CW-S1 {HERE}-{MINED}").case == "8.98"
    mined = asking(position(supply=convoy, minefields=OWN, phasing=CW), TruckConvoys(CW))
    assert play(mined, f"haul CW-S1 {HERE}-{MINED}").supply["CW-S1"].spent == POINT * (CLEAR + 4)
    far = {"CW-S1": (MINED, 40, 60)}
    for minefields, reached in (({}, {"CW-S1": CLEAR * POINT}), (OWN, {"CW-S1": (CLEAR + 1) * POINT}), (ENEMY, {})):
        state = position("2KRRC C3614", supply=far, minefields=minefields)
        assert in_range(state, CW, HEX(HERE), 10, foot=True) == reached
    assert in_range(state, CW, HEX(HERE), 25, foot=False) == {}  # nor as a truck drives


# Real and dummy


@pytest.mark.case("26.11", "26.15", "26.23")
@pytest.mark.parametrize("dummy", [True, False])
def test_a_minefield_is_turned_over_as_soon_as_it_is_entered(dummy: bool) -> None:
    state = moving("2KRRC C3614", minefields={MINED: Minefield(AXIS, dummy=dummy)})
    assert observe(state, CW).minefields[HEX(MINED)] == Minefield(AXIS)  # both look alike
    after, events = play_noting(state, f"move 2KRRC {HERE}-{MINED}")
    assert spent(after, "2KRRC") == CLEAR + 4  # the price is the same
    (told,) = [event for event in events if event.kind == "turned_over"]
    assert told.facts["dummy"] is dummy and told.heard_by(CW)
    assert observe(after, CW).minefields[HEX(MINED)] == Minefield(AXIS, dummy, revealed=True)
    assert not [event for event in play_noting(moving("2KRRC C3614", minefields=OWN), f"move 2KRRC {HERE}-{MINED}")[1]
                if event.kind == "turned_over"]  # fmt: skip


@pytest.mark.case("26.14", "26.15", "26.23")
def test_a_dummy_is_removed_at_the_end_of_the_segment_and_costs_until_then() -> None:
    state = moving("2KRRC, 1KRRC C3614", minefields=DUMMY)
    entered, events = play_noting(play(state, f"move 2KRRC {HERE}-{MINED}"), f"move 1KRRC {HERE}-{MINED}")
    assert not [event for event in events if event.kind == "turned_over"]  # it lies open already
    assert spent(entered, "1KRRC") == CLEAR + 4 and HEX(MINED) in entered.minefields
    over, events = play_noting(entered, "done")
    assert over.minefields == {} and [event for event in events if event.kind == "lifted_dummy"]
    untouched = play(moving("2KRRC C3614", minefields=DUMMY), f"move 2KRRC {HERE}-C3613", "done")
    assert HEX(MINED) in untouched.minefields
    real = play(moving("2KRRC C3614"), f"move 2KRRC {HERE}-{MINED}", "done")
    assert HEX(MINED) in real.minefields


@pytest.mark.case("26.11", "3.62")
def test_the_map_shows_the_enemy_a_minefield_and_its_owner_what_it_is() -> None:
    state = moving("2KRRC C3614", minefields=DUMMY)
    titles = {
        side: [piece.title for piece in view(state, side).pieces if piece.id == f"mines@{MINED}"] for side in (AXIS, CW)
    }
    assert titles == {AXIS: ["Dummy minefield"], CW: ["Minefield"]}


# Mines


@pytest.mark.case("26.25")
@pytest.mark.parametrize(("die", "lost"), [(4, 0), (5, 1), (6, 1)])
def test_a_five_or_six_destroys_a_point_of_tanks(die: int, lost: int) -> None:
    after = play(moving("1RTR C3614"), f"move 1RTR {HERE}-{MINED}", rolls=(die,))
    assert after.units["1RTR"].toe == {"A9": 7 - lost} and where(after, "1RTR") == MINED


@pytest.mark.case("26.25")
def test_a_die_for_each_battalion_on_vehicles_none_on_foot_none_in_a_dummy() -> None:
    """Two tank battalions and a carried one; the gunners have nothing that mines take."""
    state = moving("1RTR, 2RTR, 31Fld C3614, 2KRRC C3614 motors=6")
    after, events = play_noting(state, f"move 1RTR, 2RTR, 31Fld, 2KRRC {HERE}-{MINED}", rolls=(5, 1, 6))
    assert (sum(after.units["1RTR"].toe.values()), after.units["2KRRC"].toe) == (6, {"": 5})
    dice = [event for event in events if event.kind == "roll"]
    assert len(dice) == 3 and not any(event.heard_by(AXIS) for event in dice)
    play(moving("2KRRC C3614"), f"move 2KRRC {HERE}-{MINED}")  # no die at all
    play(moving("1RTR C3614", minefields=DUMMY), f"move 1RTR {HERE}-{MINED}")


@pytest.mark.case("26.25")
def test_a_battalion_can_end_on_mines() -> None:
    state = moving("1RTR[A9:1], 2RTR C3614")
    after = play(state, f"move 1RTR, 2RTR {HERE}-{MINED}-{BEYOND}", rolls=(6, 1))
    assert after.units["1RTR"].at == ELIMINATED and where(after, "2RTR") == BEYOND
    alone = play(moving("1RTR[A9:1] C3614"), f"move 1RTR {HERE}-{MINED}-{BEYOND}", rolls=(6,))
    assert alone.units["1RTR"].at == ELIMINATED and isinstance(alone.stack[-1], Movement)


@pytest.mark.case("26.25", "8.51")
def test_those_who_are_left_go_on_when_the_enemy_beside_the_mines_has_been_asked() -> None:
    """A battalion without a zone stands next to the minefield and may react."""
    state = moving("1RTR[A9:1], 2RTR C3614", "15Krad C3715")
    halfway = play(state, f"move 1RTR, 2RTR {HERE}-{MINED}-{BEYOND}", rolls=(6, 1))
    assert where(halfway, "2RTR") == MINED and asked(halfway) == AXIS
    after = play(halfway, "stay")
    assert where(after, "2RTR") == BEYOND and after.units["1RTR"].at == ELIMINATED
    assert all("1RTR" not in names for names in after.stacks.values())


@pytest.mark.case("26.25", "26.21")
def test_trucks_by_themselves_cannot_afford_an_enemy_minefield() -> None:
    state = asking(position(motors={CW: {HERE: 12}}, minefields=ENEMY, phasing=CW), TruckConvoys(CW))
    assert refusal(state, f"drive 12 {HERE}-{MINED}").case == "8.98"
    own = asking(position(motors={CW: {HERE: 12}}, minefields=OWN, phasing=CW), TruckConvoys(CW))
    assert play(own, f"drive 12 {HERE}-{MINED}").motors[CW] == {HEX(MINED): 12}


# Combat


def assault(minefields: dict[str, Minefield]) -> list[tuple[int, str]]:
    state = position("2KRRC C3614, I/157 C3615", minefields=minefields, phasing=CW)
    fight = Fight((HEX(MINED),), (("2KRRC", "", 6),), (("I/157", "", 5),))
    return [(shift.columns, shift.case) for shift in terrain_shifts(state, fight)]


@pytest.mark.case("26.26", "15.27")
def test_who_assaults_into_or_out_of_an_enemy_minefield_is_a_column_worse_off() -> None:
    assert assault({MINED: Minefield(AXIS)}) == [(-1, "26.26")]
    assert assault({HERE: Minefield(AXIS)}) == [(-1, "26.26")]
    assert assault({HERE: Minefield(AXIS), MINED: Minefield(AXIS)}) == [(-1, "26.26")]  # not twice
    for harmless in ({MINED: Minefield(CW)}, {MINED: Minefield(AXIS, dummy=True)}, {"C3616": Minefield(AXIS)}):
        assert assault(harmless) == []


@pytest.mark.case("26.26", "14.32")
def test_anti_armour_fire_is_shifted_in_favour_of_the_defender_whoever_fires() -> None:
    forces = (
        Commitment(HEX(MINED), "anti_armour", "1RTR", "A9", 7),
        Commitment(HEX(MINED), "anti_armour", "I/5Pz", "PzII", 4),
    )
    for minefields, columns in (
        ({HERE: Minefield(AXIS)}, 1),
        ({MINED: Minefield(AXIS)}, 1),
        ({MINED: Minefield(CW)}, 0),
    ):
        segment = Segment(forces=forces)
        state = position("1RTR C3614, I/5Pz C3615", minefields=minefields, phasing=CW, segment=segment)
        assert (mine_shift(state, HEX(MINED), CW), mine_shift(state, HEX(MINED), AXIS)) == (-columns, columns)


@pytest.mark.case("26.15")
def test_an_order_that_turns_a_minefield_over_is_refused_nobody_and_costs_what_was_told() -> None:
    """The price that the owner of the units is told does not depend on what he cannot know."""
    for dummy in (True, False):
        state = moving("1RTR C3614", minefields={MINED: Minefield(AXIS, dummy=dummy)})
        seen = observe(state, CW)
        frames.check(seen, CW, ORDER(f"move 1RTR {HERE}-{MINED}"))
        rolls = Rolls(*(() if dummy else (1,)))
        after, _ = frames.play(state, CW, ORDER(f"move 1RTR {HERE}-{MINED}"), rolls)
        assert spent(after, "1RTR") == CLEAR + 25


@pytest.mark.case("25.21")
def test_fortifications_change_neither_movement_nor_breakdown() -> None:
    plain, fortified = (moving("1RTR C3614", minefields={}, forts=forts) for forts in ({}, {MINED: 2}))
    ends = [play(state, f"move 1RTR {HERE}-{MINED}").units["1RTR"] for state in (plain, fortified)]
    assert (ends[0].spent, ends[0].breakdown) == (ends[1].spent, ends[1].breakdown)
    assert ends[0].spent == CLEAR * POINT


@pytest.mark.case("26.13", "24.12")
def test_engineers_who_have_just_entered_clear_it_from_the_next_stage_on() -> None:
    """They must begin the Operations Stage in the hex, and one who moves does not."""
    entered = play(moving("7Arm C3614"), f"move 7Arm {HERE}-{MINED}")
    order = f"demolish minefield at {MINED} with 7Arm"
    assert refusal(asking(entered, Organisation(CW)), order).case == "24.12"
    rested = play(stage_over(asking(entered, Organisation(CW))), order)
    assert HEX(MINED) in rested.minefields and not stage_over(rested).minefields


@pytest.mark.case("25.13")
def test_nobody_builds_higher_than_level_two_but_in_cairo_and_alexandria() -> None:
    crew = "64Eng, I/157"
    field = site(f"{crew} C3818", forts={"C3818": 1})
    order = f"build fortification at C3818 with {crew}"
    second = stage_over(play(field, order), 3)
    assert second.forts[HEX("C3818")] == 2
    assert refusal(second, order).case == "24.48"
    tobruk = site(f"{crew} C4807", forts={"C4807": 2})
    assert refusal(tobruk, f"build fortification at C4807 with {crew}").case == "24.48"
    alexandria = site("7Arm, 2SctGds E3613", side=CW, forts={"E3613": 2})
    rebuilt = stage_over(play(alexandria, "build fortification at E3613 with 7Arm, 2SctGds"), 3)
    assert rebuilt.forts[HEX("E3613")] == 3


@pytest.mark.case("26.21", "27.37")
def test_raiders_keep_out_of_enemy_minefields_and_pay_for_their_own() -> None:
    costs = [step_cost(position(minefields=mines), CW, HEX(HERE), HEX(MINED)) for mines in ({}, OWN, ENEMY)]
    assert costs[0] == CLEAR * POINT and costs[1] == (CLEAR + 4) * POINT and costs[2] > allowance()


@pytest.mark.case("8.92", "26.22")
def test_a_column_with_one_vehicle_in_it_is_motorized() -> None:
    assert mobility_of(("foot",)) == mobility_of(("foot", "camel")) == "non_motorized"
    assert mobility_of(("foot", "motor")) == mobility_of(("motor",)) == "motorized"
