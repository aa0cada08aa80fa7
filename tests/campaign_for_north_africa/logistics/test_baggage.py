"""[32.33, 32.58, 32.24] Supply Units on their Motorization Points beside units that move, fight and retreat."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.retreats import open_retreat
from sandtable.games.campaign_for_north_africa.combat.segment import charge_hex
from sandtable.games.campaign_for_north_africa.logistics.baggage import fall_back
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import truck_ground
from sandtable.games.campaign_for_north_africa.losses.casualties import Battle
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import WITHDRAWAL, options, order, refused, scene
from tests.campaign_for_north_africa.positions import asking, play, position, refusal, where
from tests.playing import Rolls, draft_of

SIDE: Side = "commonwealth"
TRAIN = {"AX-S1": ("C3918", 40, 60), "CW-S1": ("C3818", 40, 60), "CW-S2": ("C3818", 40, 60, 30)}


class Waiting(Battle, frozen=True):
    """Stands below a retreat."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()


def beaten(*units: str, hexes: int = 1, **fields: Any) -> Campaign:
    """Defenders of C3818 who have to retreat from an enemy in C3918."""
    fields.setdefault("supply", TRAIN)
    draft = Draft(asking(position(*units, phasing="axis", **fields), Waiting()), Rolls())
    open_retreat(draft, SIDE, board().hex("C3818"), hexes, (board().hex("C3918"),))
    return draft.state


def moving(*units: str, **fields: Any) -> Campaign:
    return asking(position(*units, phasing=SIDE, **fields), Movement(SIDE))


def depot(state: Campaign, name: str) -> tuple[str, float, int]:
    """Where it is, the Capability Points it has spent, and its Fuel."""
    unit = state.supply[name]
    return board().name(unit.at), unit.spent / 2, unit.fuel


def hauled(state: Campaign, points: int) -> Campaign:
    """The same after CW-S2 has spent so many Capability Points with the trucks."""
    tired = replace(state.supply["CW-S2"], spent=2 * points, moved="trucks")
    return replace(state, supply={**state.supply, "CW-S2": tired})


# Retreats after combat


@pytest.mark.case("32.58", "32.24")
def test_a_supply_unit_on_wheels_is_taken_along_in_a_retreat_and_another_stays() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918")
    assert options(state, SIDE)[0].startswith("retreat 2SctGds, CW-S2 C3818-")
    after = order(state, SIDE, "retreat 2SctGds, CW-S2 C3818-C3718")
    assert where(after, "2SctGds") == "C3718"
    assert depot(after, "CW-S2") == ("C3718", 1, 59)  # along a track
    assert depot(after, "CW-S1") == ("C3818", 0, 60)


@pytest.mark.case("32.58", "32.32")
def test_only_supply_units_of_the_hex_with_carriers_go_and_never_alone() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918", supply=TRAIN | {"CW-S3": ("C3718", 1, 1, 30)})
    assert refused(state, SIDE, "retreat 2SctGds, CW-S1 C3818-C3718") == "32.32"
    assert refused(state, SIDE, "retreat 2SctGds, CW-S3 C3818-C3718") == "32.33"
    assert refused(state, SIDE, "retreat 2SctGds, AX-S1 C3818-C3718") == "32.33"
    assert refused(state, SIDE, "retreat CW-S2 C3818-C3718") == "32.58"


@pytest.mark.case("32.58")
def test_who_would_exceed_fifteen_points_is_left_in_the_last_hex_within_them() -> None:
    """Thirteen points are spent: the track costs one more, the desert behind it would be one too many."""
    state = beaten("2SctGds C3818", "I/125 C3918", hexes=2)
    after = order(hauled(state, 13), SIDE, "retreat 2SctGds, CW-S2 C3818-C3718-C3618")
    assert where(after, "2SctGds") == "C3618"
    assert depot(after, "CW-S2") == ("C3718", 14, 60)  # its Fuel of this stage was paid before


@pytest.mark.case("32.58")
def test_a_supply_unit_falls_back_to_the_last_of_its_points_and_not_where_no_truck_goes() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918")
    after = order(hauled(state, 14), SIDE, "retreat 2SctGds, CW-S2 C3818-C3718")
    assert depot(after, "CW-S2") == ("C3718", 15, 60)
    marsh = draft_of(position(supply={"CW-S2": ("B5529", 40, 60, 30)}))  # B5530 has no track
    way = board().hex("B5529"), board().hex("B5530")
    fall_back(marsh, ("CW-S2",), way, truck_ground(marsh.state, SIDE))
    assert depot(marsh.state, "CW-S2") == ("B5529", 0, 60)
    empty = draft_of(position(supply={"CW-S2": ("C3818", 40, 0, 30)}))
    fall_back(empty, ("CW-S2",), (board().hex("C3818"), board().hex("C3718")), truck_ground(empty.state, SIDE))
    assert depot(empty.state, "CW-S2") == ("C3818", 0, 0)


@pytest.mark.case("32.58", "32.14")
def test_a_full_hex_is_passed_and_not_stopped_in() -> None:
    heap = {f"CW-S{n}": ("C3718", 1, 1) for n in (5, 6, 7)}
    state = beaten("2SctGds C3818", "I/125 C3918", supply=TRAIN | heap)
    after = order(state, SIDE, "retreat 2SctGds, CW-S2 C3818-C3718")
    assert depot(after, "CW-S2") == ("C3818", 0, 60)


@pytest.mark.case("32.14", "32.33")
@pytest.mark.parametrize(("start", "goal", "room"), [("C3818", "C3718", 3), ("C4806", "C4807", 5)])
def test_a_supply_unit_goes_with_a_unit_into_the_last_room_and_not_beyond(start: str, goal: str, room: int) -> None:
    """Three in a hex, five in Tobruk; of those that were captured there may be more, and units come and go."""
    order = f"move 1RNF, CW-S2 {start}-{goal}"
    there = {f"CW-S{n}": (goal, 1, 1) for n in range(10, 10 + room)}
    full = moving(f"1RNF {start}", supply={"CW-S2": (start, 40, 60, 30), **there})
    assert refusal(full, order).case == "32.14"
    assert where(play(full, f"move 1RNF {start}-{goal}"), "1RNF") == goal
    heap = moving(f"1RNF {start}", supply={**there, "CW-S99": (goal, 1, 1)})
    assert where(play(heap, f"move 1RNF {start}-{goal}"), "1RNF") == goal
    del there["CW-S10"]
    state = moving(f"1RNF {start}", supply={"CW-S2": (start, 40, 60, 30), **there})
    assert depot(play(state, order), "CW-S2")[0] == goal


@pytest.mark.case("32.33")
def test_a_supply_unit_goes_with_one_combat_unit_among_others_and_not_with_a_headquarters() -> None:
    state = moving("1RNF, 7Arm C3818", supply={"CW-S2": TRAIN["CW-S2"], "AX-S1": ("C3818", 40, 60, 30)})
    assert refusal(state, "move 7Arm, CW-S2 C3818-C3718").case == "32.33"
    assert where(play(state, "move 7Arm C3818-C3718"), "7Arm") == "C3718"
    assert depot(play(state, "move 1RNF, 7Arm, CW-S2 C3818-C3718"), "CW-S2")[0] == "C3718"
    assert refusal(state, "move 1RNF, AX-S1 C3818-C3718").case == "32.33"


# Retreat Before Assault and the phases of the owner


@pytest.mark.case("32.33", "13.21")
def test_what_it_does_in_the_enemys_part_leaves_its_own_phase_free() -> None:
    state = scene("I/104, II/104 C3918", "1RNF C3818", supply=TRAIN, step=WITHDRAWAL)
    after = order(state, SIDE, "withdraw 1RNF, CW-S2 C3818-C3719")
    assert depot(after, "CW-S2") == ("C3719", 2, 59)
    assert after.supply["CW-S2"].moved == ""


@pytest.mark.case("32.33")
def test_having_moved_by_truck_it_still_retreats_but_moves_with_no_unit_of_the_phasing_player() -> None:
    state = hauled(moving("1RNF C3818", supply={"CW-S2": TRAIN["CW-S2"]}), 2)
    assert refusal(state, "move 1RNF, CW-S2 C3818-C3718").case == "32.33"
    fleeing = hauled(scene("I/104, II/104 C3918", "1RNF C3818", supply=TRAIN, step=WITHDRAWAL), 2)
    assert depot(order(fleeing, SIDE, "withdraw 1RNF, CW-S2 C3818-C3719"), "CW-S2") == ("C3719", 4, 60)


# Fuel


@pytest.mark.case("32.24", "32.23")
def test_units_do_not_burn_what_their_train_needs() -> None:
    """Two points of Fuel are there: the tanks need both, and so the lorries of the Supply Unit would stay."""
    state = moving("2RTR C3510", supply={"CW-S1": ("C3510", 40, 2, 30)})
    assert refusal(state, "move 2RTR, CW-S1 C3510-C3511").case == "32.23"
    assert where(play(state, "move 2RTR C3510-C3511"), "2RTR") == "C3511"
    enough = moving("2RTR C3510", supply={"CW-S1": ("C3510", 40, 3, 30)})
    assert depot(play(enough, "move 2RTR, CW-S1 C3510-C3511"), "CW-S1") == ("C3511", 2, 0)


@pytest.mark.case("32.24")
def test_fuel_for_the_carriers_is_burnt_once_a_stage_however_often_they_move() -> None:
    state = scene("I/104, II/104 C3918", "1RNF C3818", supply=TRAIN, step=WITHDRAWAL)
    once = order(state, SIDE, "withdraw 1RNF, CW-S2 C3818-C3719")
    again = asking(once, Movement(SIDE))
    assert depot(play(again, "move 1RNF, CW-S2 C3719-C3619"), "CW-S2") == ("C3619", 4, 59)


@pytest.mark.case("32.23")
def test_who_is_attached_to_a_formation_that_has_paid_pays_when_it_goes_on() -> None:
    state = moving("7Spt C3510, 4RHA>7Spt, 1KRRC C3511 motors=6", supply={"CW-S1": ("C3510", 40, 60)})
    state = play(state, "move 7Spt C3510-C3511", "attach 1KRRC to 7Spt")
    assert state.supply["CW-S1"].fuel == 59
    assert play(state, "move 7Spt C3511-C3512").supply["CW-S1"].fuel == 58


# Combat


@pytest.mark.case("32.58")
def test_combat_beside_it_costs_a_supply_unit_nothing() -> None:
    draft = draft_of(position("1RNF C3818", supply=TRAIN, phasing="axis"))
    charge_hex(draft, board().hex("C3818"), "defend")
    assert draft.state.units["1RNF"].spent > 0
    assert draft.state.supply["CW-S2"].spent == 0
