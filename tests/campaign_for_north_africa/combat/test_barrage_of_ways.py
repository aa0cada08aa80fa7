"""Barrages that tear up roads and railways. D3715 is the coast road and the railway east of Mersa Matruh."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.ground.passage import has_railway, has_road
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.rail import line
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, ordered, refused, scene

COAST, BEFORE = board().hex("D3715"), board().hex("D3714")


def plotting(**fields: Any) -> Campaign:
    """Guns next to an enemy and to the road, on which nobody stands."""
    return scene("I/220Art D3614", "1RNF D3515", step=BARRAGE, supply={"AX-S1": ("D3614", 40, 0)}, **fields)


def fired(target: str, *rolls: int) -> Campaign:
    state, events = ordered(plotting(), "axis", f"barrage D3715 {target} 1 with I/220Art:6", rolls)
    (facts,) = (event.facts for event in events if event.kind == "battered")
    assert (facts["points"], facts["target"], facts["case"]) == (5, target, "12.53")
    return state


@pytest.mark.case("12.51", "12.52", "12.53", "12.31")
def test_a_road_that_is_hit_becomes_a_track_even_where_nobody_stands() -> None:
    """Five Actual Points use the column 5-6 of the table of bombardment."""
    torn, whole = fired("road", 6, 6), fired("road", 1, 1)
    assert torn.ruined == (COAST,) and not has_road(torn, COAST) and has_road(torn, BEFORE)
    assert whole.ruined == () and has_road(whole, COAST)
    costs = [ground_of(state, ("motor",)).cost(BEFORE, COAST) for state in (whole, torn)]
    assert costs == [POINT // 2, POINT]  # half a point by road; half of the two points of clear ground by track
    assert ground_of(torn, ("motor",)).cost(COAST, BEFORE) == POINT


@pytest.mark.case("12.51", "12.53", "8.76", "12.0")
def test_no_train_enters_a_hex_whose_railway_is_destroyed() -> None:
    cut, whole = fired("railway", 6, 6), fired("railway", 1, 1)
    assert cut.cut == (COAST,) and not has_railway(cut, COAST)
    assert COAST in line(whole) and COAST not in line(cut)
    assert BEFORE in line(cut) and line(cut)[BEFORE] == ()


@pytest.mark.case("12.51", "12.32")
def test_what_is_destroyed_or_never_was_there_is_no_target() -> None:
    state = plotting(ruined=(COAST,), cut=(COAST,))
    for target in ("road", "railway"):
        assert refused(state, "axis", f"barrage D3715 {target} 1 with I/220Art:6") == "12.31"
    assert refused(plotting(), "axis", "barrage D3613 railway 1 with I/220Art:6") == "12.31"  # west of the railhead
    tracks = scene("I/220Art C3918", "1RNF C3818", step=BARRAGE)  # two tracks meet at C3818
    assert refused(tracks, "axis", "barrage C3818 road 1 with I/220Art:6") == "12.31"
    twice = "barrage D3715 road 1 with I/220Art:3; D3715 road 1 with I/220Art:3"
    assert refused(plotting(), "axis", twice) == "12.32"


@pytest.mark.case("10.33", "10.34", "12.52")
def test_shells_on_a_road_hold_nobody_off() -> None:
    state, events = ordered(plotting(), "axis", "barrage D3715 road 1 with I/220Art:6", (1, 1))
    assert not any(event.kind == "held_off" for event in events) and state.segment.held_off == ()
