"""Every question takes its own answers and refuses those of another, with the case that it asks by."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.frames import Frame
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import Landing
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Due, Foundering
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.rommel.rommel import RommelReturns
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, COMMITMENT, POSITIONS, scene
from tests.campaign_for_north_africa.positions import asking, position

STATE = position("I/104, I/220Art C3918", "1RNF, 11RHA C3818", phasing="axis")


def refused(state: Campaign, side: str, order: str = "stay") -> str:
    with pytest.raises(Refusal) as caught:
        frames.check(state, side, NOTATION.parse(order))
    return caught.value.case


def asked(frame: Frame) -> Campaign:
    return asking(STATE, frame)


@pytest.mark.case("12.11", "12.23", "15.14")
def test_the_steps_of_a_combat_segment() -> None:
    for step, case in ((POSITIONS, "12.11"), (BARRAGE, "12.23"), (COMMITMENT, "15.14")):
        state = scene("I/104, I/220Art C3918", "1RNF, 11RHA C3818", step=step)
        assert refused(state, "axis") == case == refused(state, "commonwealth")


@pytest.mark.case("18.12", "18.13", "20.14")
def test_reserves_and_reinforcements() -> None:
    assert refused(asked(Designation("axis")), "axis") == "18.12"
    assert refused(asked(ReserveRelease("axis")), "axis") == "18.13"
    assert refused(asked(Landing("axis", ("I/104",))), "axis") == "20.14"


@pytest.mark.case("30.52", "32.35", "32.36", "32.65")
def test_ships_and_convoys() -> None:
    assert refused(asked(TroopTransport()), "commonwealth") == "30.52"
    assert refused(asked(CoastalShipping("axis")), "axis") == "32.35"
    assert refused(asked(SeaTransport("commonwealth")), "commonwealth") == "32.36"
    convoy = Consignment(3, 1, 0, 2, (Cargo("italian", "CV33", 2),))
    sinking = Foundering("axis", convoy, (Due("italian", ("CV33",), 1),))
    assert refused(asked(sinking), "axis") == "32.65"


@pytest.mark.case("32.57", "31.0", "8.51")
def test_losses_of_a_month_the_return_of_rommel_and_reaction() -> None:
    assert refused(asked(MonthlyLoss("axis", 5)), "axis") == "32.57"
    rommel = asked(RommelReturns())
    for order in ("stay", "land I/104 at tripoli", "land DAK at C3818", "land DAK at C3510"):
        assert refused(rommel, "axis", order) == "31.0", order
    frames.check(rommel, "axis", NOTATION.parse("land DAK at C3918"))
    near = Reaction("commonwealth", ("I/104",), board().hex("C3918"), tops=("1RNF",))
    assert refused(asked(near), "commonwealth", "reserve 1RNF") == "8.51"
