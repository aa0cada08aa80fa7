"""Forward and Back positions of guns."""

from __future__ import annotations

import pytest

from sandtable.core.frames import veiled
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions, guns, suggest
from tests.campaign_for_north_africa.combat_segments import options, order, ordered, refused, scene, who
from tests.campaign_for_north_africa.positions import position

AXIS = "I/104, I/220Art, 39PzJg C3918"
ALLIES = "1RNF, 11RHA, 1Spt C3818, 76AT>1Spt"


@pytest.mark.case("12.11", "12.0")
def test_all_gun_units_next_to_the_enemy_take_a_position() -> None:
    state = position(AXIS, ALLIES, "2RHA C3618", phasing="axis")
    assert set(guns(state, "axis")) == {"I/220Art", "39PzJg"}
    assert set(guns(state, "commonwealth")) == {"11RHA", "76AT"}


@pytest.mark.case("12.0", "12.16", "3.34")
def test_heavy_weapons_and_headquarters_with_guns_are_artillery_here() -> None:
    state = position("III/65, 65Fant, I/35 C3918", "1RNF C3818", phasing="axis")
    assert set(guns(state, "axis")) == {"III/65", "65Fant"}


@pytest.mark.case("12.11")
def test_positions_are_noted_by_unit() -> None:
    state = scene(AXIS, ALLIES)
    state = order(state, "axis", "back I/220Art")
    assert who(state) == ("commonwealth",)
    state = order(state, "commonwealth", "back none")
    assert state.segment.back == ("I/220Art",)


@pytest.mark.case("12.11")
@pytest.mark.parametrize("text", ["back I/104", "back 11RHA", "back I/220Art, I/220Art", "back 2RHA", "commit none"])
def test_only_own_guns_at_the_front_are_placed_each_once(text: str) -> None:
    assert refused(scene(AXIS, ALLIES), "axis", text) == "12.11"


@pytest.mark.case("12.12")
def test_positions_are_not_asked_for_again_in_the_same_segment() -> None:
    state = order(order(scene(AXIS, ALLIES), "axis", "back I/220Art"), "commonwealth", "back none")
    assert not any(isinstance(frame, Positions) for frame in state.stack)


@pytest.mark.case("3.6", "12.11")
def test_nobody_learns_where_the_guns_of_the_other_are() -> None:
    state = order(scene(AXIS, ALLIES), "axis", "back I/220Art")
    top = veiled(state, "commonwealth").stack[-1]
    assert isinstance(top, Positions) and top.answers == {}
    _, events = ordered(state, "commonwealth", "back none")
    assert [event.kind for event in events if event.heard_by("commonwealth")] == ["reveal", "positioned"]
    assert all("I/220Art" not in str(event.facts) for event in events if event.heard_by("commonwealth"))


@pytest.mark.case("12.11")
def test_what_is_listed_is_legal_and_the_attacker_keeps_his_guns_forward() -> None:
    state = scene("I/104, I/220Art C3918", "1RNF, 1FrArt C3818")
    assert options(state, "axis") == ["back none", "back I/220Art"]
    assert str(suggest(state, "commonwealth")) == "back 1FrArt"
    assert options(state, "commonwealth")[0] == "back 1FrArt"
