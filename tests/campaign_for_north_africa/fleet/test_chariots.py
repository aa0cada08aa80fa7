"""[30.4] The raid of the chariots on Alexandria."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.calendar import turn_of
from sandtable.games.campaign_for_north_africa.contents import Ship
from sandtable.games.campaign_for_north_africa.fleet.chariots import ChariotRaid, stage_number
from sandtable.games.campaign_for_north_africa.fleet.damage import RaidDamage
from sandtable.games.campaign_for_north_africa.fleet.phase import open_fleet
from sandtable.games.campaign_for_north_africa.fleet.raids import RaidPlot
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import CHARIOTS_SPENT, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.campaign_for_north_africa.staffwork import carried_out
from tests.playing import Rolls

JULY = turn_of(1941, 7, 1)
FLEET = {"Valiant": Ship(6), "Ajax": Ship(4), "Nubian": Ship(2)}


def plotting(turn: int = JULY, scenario: str = "campaign", **fields: Any) -> Campaign:
    fields = {"ships": FLEET, "raids": 1} | fields
    return asking(position(turn=turn, scenario=scenario, **fields), RaidPlot())


@pytest.mark.case("30.41", "30.45")
def test_chariots_are_ready_in_july_1941_and_only_in_a_campaign_game() -> None:
    assert "chariots" in listed(plotting())
    assert refusal(plotting(JULY - 1), "chariots").case == "30.41"
    assert refusal(plotting(scenario="race-for-tobruk"), "chariots").case == "30.45"
    assert "chariots" in listed(plotting(scenario="short-campaign"))


@pytest.mark.case("30.42", "30.45", "3.61")
def test_the_raid_is_planned_once_in_secret_for_the_seventh_stage_after() -> None:
    state = plotting(stage=2)
    planned = play(state, "chariots")
    assert planned.chariots == stage_number(state) + 7 == stage_number(replace(state, turn=JULY + 2, stage=3))
    assert observe(planned, "commonwealth").chariots == 0 and observe(planned, "axis").chariots
    assert refusal(asking(planned, RaidPlot()), "chariots").case == "30.45"
    assert isinstance(planned.stack[-1], RaidPlot) and listed(planned) == ["done", "raid"]  # besides a raid by air
    assert not isinstance(play(plotting(raids=0), "chariots").stack[-1], RaidPlot)
    flown = play(state, "raid")
    assert flown.raids == 0 and listed(flown) == ["done", "chariots"]
    assert not isinstance(play(state, "done").stack[-1], RaidPlot)


def raided(*rolls: int, ships: dict[str, Ship] | None = None, late: int = 0) -> Campaign:
    state = position(scenario="campaign", turn=JULY + 2, stage=3, ships=ships or FLEET)
    draft = Draft(replace(state, chariots=stage_number(state) + late), Rolls(*rolls))
    open_fleet(draft)
    draft.settle()
    return draft.state


@pytest.mark.case("30.43", "30.44", "30.46", "30.14")
@pytest.mark.parametrize(("die", "dice"), [(1, (1, 2, 3)), (2, (2, 4)), (4, (5,)), (6, ())])
def test_a_die_says_how_many_dice_of_damage_the_axis_distributes(die: int, dice: tuple[int, ...]) -> None:
    ships = {name: ship for name, ship in FLEET.items() if name in ("Valiant", "Ajax")}
    state = raided(die, *dice, ships=ships)
    assert state.chariots == CHARIOTS_SPENT
    if not dice:
        assert state.ships["Valiant"].guns == 6 and not isinstance(state.stack[-1], RaidDamage)
        return
    assert state.stack[-1] == RaidDamage(sum(dice), "30.44")
    assert listed(state)[0] == f"lose Valiant:{sum(dice)}"
    assert refusal(state, f"lose Ajax:{sum(dice) - 1}").case == "30.44"
    after = play(state, f"lose Valiant:{sum(dice)}")
    assert after.ships["Valiant"].guns == 6 - sum(dice)


@pytest.mark.case("30.43")
def test_ships_that_are_not_in_the_harbour_are_safe_and_nothing_happens_before_its_time() -> None:
    away = {"Valiant": Ship(6, port="valletta"), "Nubian": Ship(2)}
    draft = Draft(asking(position(ships=away, chariots=1), ChariotRaid()), Rolls(2, 6, 6))
    draft.settle()
    assert (draft.state.ships["Valiant"].guns, draft.state.ships["Nubian"].guns) == (6, 0)
    assert raided(late=1).chariots > 0


@pytest.mark.case("30.42")
def test_the_staff_plans_it_as_soon_as_it_can() -> None:
    assert carried_out(plotting(raids=0), RaidPlot())[1] == ["chariots"]
