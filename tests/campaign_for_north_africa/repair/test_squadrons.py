"""Tank Delivery Squadrons and the German repair squad."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Squadron, Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.entering import claim
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, stacking
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.squadrons import end_squadrons_stage, helpers, open_squadrons
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, TRIPOLI, Campaign
from tests.campaign_for_north_africa.positions import asking, play, position, refusal, spent, where
from tests.campaign_for_north_africa.staffwork import carried_out
from tests.playing import draft_of

CW = "commonwealth"


def wreck(at: str, points: int, destroyed: bool = False, nation: str = CW, weapon: str = "A9") -> Wreck:
    return Wreck(board().hex(at), "commonwealth" if nation == CW else "axis", nation, weapon, points, destroyed)


def standing(*units: str, **fields: Any) -> Campaign:
    """A position in which every squadron named has come."""
    state = position(*units, **{"scenario": "race-for-tobruk", "control": {}} | fields)
    names = [name for name in ("CW-TDS1", "CW-TDS2", "GE-TRS1") if name in state.units]
    return state if "squadrons" in fields else replace(state, squadrons={name: Squadron() for name in names})


def mending(*units: str, side: str = CW, **fields: Any) -> Campaign:
    return asking(standing(*units, **fields), Maintenance("commonwealth" if side == CW else "axis"))


def refused(state: Campaign, order: str) -> str:
    return refusal(state, order).case


@pytest.mark.case("22.61", "22.63", "22.7")
def test_three_squadrons_come_to_cairo_and_one_to_tripoli() -> None:
    early = draft_of(position(turn=24, stage=2))
    open_squadrons(early)
    assert not early.state.squadrons
    german = draft_of(position(turn=24, stage=3))
    open_squadrons(german)
    assert list(german.state.squadrons) == ["GE-TRS1"] and german.state.units["GE-TRS1"].at == TRIPOLI
    later = draft_of(replace(german.state, turn=29, stage=2))
    open_squadrons(later)
    assert sorted(later.state.squadrons) == ["CW-TDS1", "CW-TDS2", "CW-TDS3", "GE-TRS1"]
    assert where(later.state, "CW-TDS2") == "E1829"


@pytest.mark.case("22.62", "22.66", "22.7")
def test_a_squadron_takes_one_off_the_die_for_broken_down_tanks() -> None:
    """A 5 repairs nothing in the field, a 4 a tenth."""
    tanks = {"W1": wreck("D3612", 4)}
    helped, alone = mending("1RNF, CW-TDS1 D3612", wrecks=tanks), mending("1RNF D3612", wrecks=tanks)
    assert play(helped, "repair W1", rolls=(5,)).spares == {"D3612/commonwealth/A9": 1}
    assert play(alone, "repair W1", rolls=(5,)).spares == {}


@pytest.mark.case("22.62", "22.63", "22.65", "22.66", "22.7", "22.41")
def test_it_repairs_destroyed_tanks_of_its_own_on_a_one_and_junks_none() -> None:
    state = mending("1RNF, CW-TDS1 D3612", wrecks={"W1": wreck("D3612", 2, destroyed=True)})
    after = play(state, "repair W1", rolls=(1, 6))
    assert after.spares == {"D3612/commonwealth/A9": 1} and after.wrecks["W1"].points == 1
    alone = mending("1RNF D3612", wrecks={"W1": wreck("D3612", 2, destroyed=True)})
    assert refused(alone, "repair W1") == "22.41"
    enemy = replace(wreck("D3612", 1, destroyed=True, nation="italian", weapon="CV33"), side="commonwealth")
    assert refused(mending("1RNF, CW-TDS1 D3612", wrecks={"W1": enemy}), "repair W1") == "22.41"
    italian = {"W1": wreck("C3918", 1, destroyed=True, nation="italian", weapon="CV33")}
    assert refused(mending("I/125, GE-TRS1 C3918", side="axis", wrecks=italian), "repair W1") == "22.41"
    german = {"W1": wreck("C3918", 1, destroyed=True, nation="german", weapon="PzII")}
    play(mending("I/125, GE-TRS1 C3918", side="axis", wrecks=german), "repair W1", rolls=(1,))


@pytest.mark.case("22.62", "22.66", "22.7")
def test_it_helps_with_tanks_only() -> None:
    """Armoured cars, and guns that drive themselves, are repaired as without it."""
    cars = replace(wreck("D3612", 4, weapon=""), code="ll")
    assert helpers(standing("CW-TDS1 D3612"), CW, cars) == []
    assert helpers(standing("CW-TDS1 D3612"), CW, wreck("D3612", 4, weapon="Bishop")) == []
    assert helpers(standing("CW-TDS1, CW-TDS2 D3612"), CW, wreck("D3612", 4)) == ["CW-TDS1", "CW-TDS2"]
    assert helpers(standing("CW-TDS1 D3613"), CW, wreck("D3612", 4)) == []


@pytest.mark.case("22.63")
def test_it_has_an_allowance_of_25_no_stacking_points_and_exceeds_nothing_by_choice() -> None:
    state = standing("CW-TDS1 D3714", phasing=CW)
    assert cpa(state, "CW-TDS1") == 25 and stacking(state, "CW-TDS1") == 0
    far = asking(standing("CW-TDS1 D3714 spent=25", phasing=CW), Movement("commonwealth"))
    assert refused(far, "move CW-TDS1 D3714-D3715") == "22.63"


@pytest.mark.case("22.61", "22.63", "22.65", "22.66", "22.7")
def test_alone_in_an_enemy_zone_it_is_lost_and_returns_after_eight_turns() -> None:
    draft = draft_of(standing("CW-TDS1 C3818, 157Fant+ C3918", turn=30, stage=1))
    claim(draft, "axis")
    assert draft.state.units["CW-TDS1"].at == ELIMINATED
    end_squadrons_stage(draft)
    assert draft.state.squadrons["CW-TDS1"].due == 38
    later = draft_of(replace(draft.state, turn=33))
    end_squadrons_stage(later)
    assert later.state.squadrons["CW-TDS1"].due == 38, "it is counted from the turn of its loss"
    for turn, back in ((37, False), (38, True)):
        again = draft_of(replace(draft.state, turn=turn))
        open_squadrons(again)
        assert (again.state.units["CW-TDS1"].at != ELIMINATED) == back


@pytest.mark.case("22.64", "19.68", "20.49")
def test_it_holds_three_tanks_for_whoever_needs_them() -> None:
    state = asking(
        standing("CW-TDS1, 1RTR[A9:1] D3714", spares={"D3714/commonwealth/A9": 4}), Organisation("commonwealth")
    )
    assert refused(state, "absorb CW-TDS1:A9:4") == "19.61"
    state = play(state, "absorb CW-TDS1:A9:3")
    assert state.units["CW-TDS1"].toe == {"A9": 3} and stacking(state, "CW-TDS1") == 0
    state = replace(state, spares={})
    after = play(state, "absorb 1RTR:A9:2")
    assert after.units["1RTR"].toe == {"A9": 3} and after.units["CW-TDS1"].toe == {"A9": 1}


@pytest.mark.case("21.63", "22.62", "22.63", "22.65", "22.66", "22.7")
def test_it_tows_three_tanks_twice_as_far_and_then_repairs_nothing() -> None:
    way = "D3206-D3207-D3208-D3309-D3310-D3311-D3411-D3512-D3612-D3613-D3714"  # 15 Capability Points
    held = {"D3714": CW}
    lying = standing("CW-TDS1, 1RNF D3206", wrecks={"W1": wreck("D3206", 3)}, control=held)
    state = asking(lying, Towing("commonwealth"))
    after = play(state, f"tow W1 {way}")
    assert where(after, "CW-TDS1") == "D3714" and after.squadrons["CW-TDS1"].towed
    assert after.wrecks["W1"].at == board().hex("D3714")
    for units, points in (("1RNF", 3), ("CW-TDS1, 1RNF", 4)):
        other = standing(f"{units} D3206", wrecks={"W1": wreck("D3206", points)}, control=held)
        assert refused(asking(other, Towing("commonwealth")), f"tow W1 {way}") == "21.63"
    busy = {"CW-TDS1": Squadron(towed=True)}
    done = mending("1RNF, CW-TDS1 D3612", wrecks={"W1": wreck("D3612", 1, destroyed=True)}, squadrons=busy)
    assert refused(done, "repair W1") == "22.41"


@pytest.mark.case("22.66")
def test_whoever_exceeded_his_allowance_repairs_nothing_in_the_next_stage() -> None:
    draft = draft_of(standing("CW-TDS1 D3612 spent=26, CW-TDS2 D3612 spent=25"))
    end_squadrons_stage(draft)
    assert spent(draft.state, "CW-TDS1") == 26
    assert [draft.state.squadrons[name].tired for name in ("CW-TDS1", "CW-TDS2")] == [True, False]
    tired = {"CW-TDS1": Squadron(tired=True)}
    state = mending("1RNF, CW-TDS1 D3612", wrecks={"W1": wreck("D3612", 1, destroyed=True)}, squadrons=tired)
    assert refused(state, "repair W1") == "22.41"


@pytest.mark.case("22.62")
def test_the_staff_sends_a_squadron_where_tanks_lie() -> None:
    tanks = {"W1": wreck("D3612", 4), "W2": wreck("D3714", 1)}
    state = standing("CW-TDS1 D3714, 1RNF D3612, 157Fant+ C4019", wrecks=tanks, phasing=CW, first=CW, turn=30)
    after, _ = carried_out(state, Movement("commonwealth"))
    assert where(after, "CW-TDS1") == "D3612"


@pytest.mark.case("22.64")
def test_the_enemy_sees_the_squadron_but_not_what_it_holds() -> None:
    state = standing("CW-TDS1[A9:3] D3714, I/157 C3918")
    seen = observe(state, "axis")
    assert seen.units["CW-TDS1"].toe == {} and seen.units["CW-TDS1"].at == board().hex("D3714")
    for other in disguises(state, "axis"):
        assert view(other, "axis") == view(state, "axis")
