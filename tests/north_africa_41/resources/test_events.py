"""[23.1] Events."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.resources.events import open_event
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal
from tests.playing import draft_of, top


def after_event(side: Side, first: int, second: int, *more: int, **fields: Any) -> NorthAfrica:
    draft = draft_of(asking(position(phasing=side, **fields)), first, second, *more)
    open_event(draft, side)
    return draft.state


@pytest.mark.case("23.1")
def test_two_dice_bring_a_resource_point_or_an_asset_at_once() -> None:
    assert after_event("axis", 3, 4).books["axis"].resources == 1
    assert after_event("axis", 4, 6).books["axis"].assets == {"comando-supremo": 1}
    assert after_event("axis", 2, 2).books["axis"].assets == {"strafing": 2}
    assert after_event("allied", 1, 2).books["allied"].assets == {"lrdg": 1}
    assert after_event("allied", 5, 6).books["allied"].assets == {"coastal-shipping": 1}


@pytest.mark.case("23.1", "18.7.1", "23.2.3")
def test_what_there_is_no_room_or_marker_for_is_forfeited() -> None:
    assert after_event("axis", 3, 4, resources={"axis": 4}).books["axis"].resources == 4
    held = {"axis": {"german-air-support": 1}}
    assert after_event("axis", 2, 3, assets=held).books["axis"].assets == held["axis"]


@pytest.mark.case("18.6", "23.1")
def test_an_event_brings_air_support_whoever_has_air_superiority() -> None:
    assert after_event("allied", 2, 3, turn=3).books["allied"].assets == {"air-support": 1}


@pytest.mark.case("21.4.3", "23.1")
def test_a_bombing_raid_is_flown_at_once_against_a_target_of_choice() -> None:
    state = after_event("axis", 1, 1)
    assert top(state).asked(state) == ("axis",)
    assert listed(state) == [f"choose {at}" for at in ("3211", "3828", "3138", "2945", "2560", "delta")]
    assert refusal(state, "choose tripoli").case == "21.4.3"
    assert refusal(state, "done").case == "21.4.3"
    assert play(state, "choose 3138", rolls=(5,)).damage == {"3138": 1}
    assert play(state, "choose 3138", rolls=(3,)).damage == {}


@pytest.mark.case("21.4.3")
def test_nobody_is_asked_when_there_is_one_target() -> None:
    state = after_event("allied", 1, 1, 4, resources={"axis": 2})
    assert state.books["axis"].resources == 1
