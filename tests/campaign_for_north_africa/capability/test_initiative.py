"""[7.0] Initiative."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.capability.initiative import (
    Declaration,
    axis_command,
    determine_initiative,
    rating,
)
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, WITHDRAWN, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import Rolls, asked


def determined(state: Campaign, *rolls: int) -> Campaign:
    dice = Rolls(*rolls)
    draft = Draft(state, dice)
    determine_initiative(draft)
    assert not dice.values
    return draft.state


@pytest.mark.case("7.14", "7.13", "7.12", "7.0")
def test_initiative_oct_1940_each_side_adds_a_die_to_its_rating() -> None:
    state = position("I/157 C3920", turn=4, scenario="grazianis-offensive", initiative="commonwealth")
    assert (rating(state, "axis"), rating(state, "commonwealth")) == (1, 3)
    assert determined(state, 4, 1).initiative == "axis"  # 5 to 4
    assert determined(state, 3, 2).initiative == "commonwealth"


@pytest.mark.case("7.14")
def test_a_tie_is_rolled_again() -> None:
    state = position("I/157 C3920", turn=4, scenario="grazianis-offensive")
    assert determined(state, 5, 3, 1, 6).initiative == "commonwealth"


@pytest.mark.case("7.15")
def test_the_scenario_gives_the_first_turns() -> None:
    first = position(turn=1, scenario="grazianis-offensive", initiative="commonwealth")
    assert determined(first).initiative == "axis"
    race = position(turn=27, scenario="race-for-tobruk", initiative="commonwealth")
    assert determined(race).initiative == "axis"
    assert determined(replace(race, turn=28), 1, 6).initiative == "commonwealth"


@pytest.mark.case("7.2", "31.0")
def test_the_axis_rating_is_rommels_the_germans_or_neither() -> None:
    alone = position("I/157 C3920", turn=27)
    germans = position("I/5Pz>5Pz, 5Pz A1816", turn=27)
    assert axis_command(alone) == "neither" and rating(alone, "axis") == 1
    assert axis_command(germans) == "germans" and rating(germans, "axis") == 3
    leading = position("I/5Pz>5Pz, 5Pz A1816, DAK A1816", turn=27, rommel="A1816")
    assert axis_command(leading) == "rommel" and rating(leading, "axis") == 6
    assert axis_command(replace(leading, rommel=WITHDRAWN)) == "germans"


@pytest.mark.case("7.2")
def test_units_in_the_boxes_are_not_on_the_map_and_a_bare_headquarters_is_no_combat_unit() -> None:
    assert axis_command(position("I/5Pz tripoli", turn=27)) == "neither"
    assert axis_command(position("5Pz A1816", turn=27)) == "neither"
    assert axis_command(position("DAK tripoli", turn=27, rommel=TRIPOLI)) == "neither"


@pytest.mark.case("7.2")
def test_the_commonwealth_rating_grows_with_the_years() -> None:
    assert [rating(position(turn=turn), "commonwealth") for turn in (1, 42, 43, 90, 91, 111)] == [3, 3, 4, 4, 5, 5]


@pytest.mark.case("7.11", "7.16")
def test_who_has_it_chooses_stage_by_stage_to_be_player_a_or_b() -> None:
    state = asking(position(initiative="commonwealth", first="axis"), Declaration())
    assert listed(state) == ["first", "last"]
    assert play(state, "first").first == "commonwealth"
    assert play(state, "last").first == "axis"
    assert play(state, "last").phasing == "axis" and play(state, "last").stack == state.stack[:-1]
    assert refusal(state, "done").case == "7.11"
    assert asked(state) == "commonwealth"


@pytest.mark.case("31.0", "7.2")
@pytest.mark.parametrize(
    ("units", "fields", "command"),
    [
        ("I/5Pz A1816, DAK A1816", {"rommel": "A1816"}, "rommel"),
        ("I/5Pz A1816, DAK A1816", {"rommel": "A1816", "wounded": 26}, "rommel"),  # he has recovered
        ("I/5Pz A1816, DAK A1816", {"rommel": "A1816", "wounded": 27}, "germans"),
        ("I/157 A1816", {"rommel": WITHDRAWN}, "germans"),  # an army whose leader is in Germany
        ("5Pz[] A1816, I/157 A1816", {}, "neither"),  # a headquarters is no combat unit
        ("I/5Pz tripoli, I/157 A1816", {}, "neither"),  # the boxes are no part of the map
        ("I/157 A1816, I/5Pz A1816", {}, "germans"),
    ],
)
def test_who_leads_the_axis(units: str, fields: dict[str, object], command: str) -> None:
    assert axis_command(position(units, turn=27, **fields)) == command
