"""What the screen is offered to the quartermaster, to repair crews and to patrols."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from tests.campaign_for_north_africa.positions import Wreck, asking, position
from tests.campaign_for_north_africa.screens import by_hex, deeds, labels, not_proposed, offered, proposed, way


@pytest.mark.case("32.33", "8.98")
def test_supply_units_and_trucks_are_driven_by_pointing() -> None:
    field = position(
        "I/157 C3918",
        supply={"AX-S1": ("C3818", 40, 60, 50), "AX-S2": ("C3818", 40, 60)},
        motors={"axis": {"C3818": 25}},
    )
    state = asking(field, TruckConvoys("axis"))
    assert deeds(state) == ["done"]
    found = by_hex(state, "AX-S1")
    assert found["C3918"].action == "haul AX-S1 C3818-C3918" and found["C3918"].cost
    assert by_hex(state, "AX-S2") == {} and not_proposed(state, "AX-S2", at="C3918") == "32.32"
    drives = [offer.action for offer in offered(state, "motors@C3818") if offer.at == "C3918"]
    assert {"drive 25 C3818-C3918", "drive 10 C3818-C3918"} <= set(drives)
    assert proposed(state, "motors@C3818", at="C3718") == "drive 25 C3818-C3718"
    assert way(state, "haul AX-S1 C3818-C3918") == ("C3818", "C3918")


@pytest.mark.case("8.72", "32.34")
def test_trains_go_along_the_line() -> None:
    field = position("1RNF D3714", supply={"CW-S1": ("D3714", 40, 60)})
    state = asking(field, RailMovement("commonwealth"))
    goals = by_hex(state, "CW-S1")
    assert goals and all(offer.action.startswith("rail CW-S1 to ") for offer in goals.values())
    assert by_hex(state, "1RNF")
    goal = next(iter(goals))
    assert way(state, f"rail CW-S1 to {goal}")[0] == "D3714"


@pytest.mark.case("32.61", "32.62")
def test_convoys_are_a_choice_of_lane_units_and_points() -> None:
    state = asking(position("I/157 C4807", control={"C4807": "axis", "A4827": "axis"}), Sailing("axis", 2, 3))
    found = offered(state)
    assert found[-1].action == "done" and "Tripoli: 2 Supply Units and 3 Motorization Points" in found[0].label
    assert {"convoy 2 supply 2 motors 3", "convoy 2 supply 1 motors 0"} <= {offer.action for offer in found}
    assert "convoy 2 supply 1 motors 2" not in [offer.action for offer in found]


@pytest.mark.case("32.57")
def test_monthly_losses_are_suggested() -> None:
    state = asking(position("I/157 C3918", motors={"axis": {"tripoli": 50, "C3918": 20}}), MonthlyLoss("axis", 10))
    assert deeds(state)[0] == "lose tripoli:10" and "(suggested)" in labels(state)[0]


@pytest.mark.case("21.63", "22.2")
def test_wrecks_are_towed_by_pointing_and_repaired_together() -> None:
    here = board().hex("C4704")
    wreck = Wreck(here, "axis", "italian", "M13/40", 3, destroyed=False, unit="VII(M)")
    field = position(
        "I/157 C4704, I/27 C4807",
        wrecks={"W1": wreck, "W2": wreck},
        control={"C4807": "axis"},
        scenario="grazianis-offensive",
    )
    towing = asking(field, Towing("axis"))
    assert "done" in deeds(towing)
    goals = by_hex(towing, "W1")
    assert goals and all(offer.path[0] == "C4704" for offer in goals.values())
    mending = asking(field, Maintenance("axis"))
    assert "repair W1, W2" in deeds(mending) and deeds(mending, "W2") == ["repair W2"]


@pytest.mark.case("16.12", "16.13", "16.14")
def test_patrols_look_at_enemies_that_are_pointed_at() -> None:
    state = asking(position("I/157 C3918", "11Hus C3816, 1KRRC C3816 motors=6"), Patrols("commonwealth"))
    assert deeds(state) == ["done"]
    assert by_hex(state, "11Hus")["C3918"].action.startswith("patrol C3918 with 11Hus:")
    joint = deeds(state, "11Hus", "I/157")
    assert joint == ["patrol C3918 with 11Hus:2"]
    assert proposed(state, "11Hus", "I/157") == joint[0]
