"""[14.0, 15.1, 15.2, 15.3] Victory points, the margin, the draw, and the town of Tobruk."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Over
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.scenario.victory import (
    casualties,
    explain_victory,
    judge,
    lead,
    objective_points,
    points,
    supply_route,
    winner,
)
from sandtable.games.tobruk.state import Air, Tobruk
from tests.playing import draft_of
from tests.tobruk.positions import activated, attacking, facts, fighting, moving, noting, play, play_noting, position

OBJECTIVES = ("2607", "2708", "3306", "4417", "4813", "4709", "4915")
# No way leads out of Tobruk: one of these controls what the other leaves open.
SIEGE = "19/Bre 1802, 20/Bre 1804, 27/Bre 2006, 27/Pav 2207, 28/Pav 2407, 39/Bol 2606, 40/Bol 2705"


def ended(state: Tobruk) -> Over:
    over = state.stack[-1]
    assert isinstance(over, Over)
    return over


# Points


@pytest.mark.case("14.0", "15.1", "15.2", "15.3")
def test_casualties_by_nation_and_arm() -> None:
    state = position("I/8/15 dead, 33Pi/15 dead, 7Md/Art dead, 19/Bre dead", "8Hus/4Arm dead, 11Hus/7Arm dead")
    assert casualties(state, "axis") == 2 + 2 + 1 + 1
    assert casualties(state, "commonwealth") == 2 + 1
    assert casualties(position("15PzHQ dead, AriHQ dead", "7ArmHQ dead"), "axis") == 2 + 1
    assert casualties(position("15PzHQ dead, AriHQ dead", "7ArmHQ dead"), "commonwealth") == 1


@pytest.mark.case("15.1", "12.0", "4.1")
def test_units_waiting_to_return_count() -> None:
    assert casualties(position("15PzHQ track3, I/8/15* track4, 65/Tri due3", ""), "axis") == 2 + 2


@pytest.mark.case("15.1", "12.0")
def test_a_unit_that_is_back_in_play_counts_for_nobody() -> None:
    state = activated("15PzHQ 2820, I/8/15* track3", "", "15pz", turn=3)
    assert casualties(state, "axis") == 2
    assert casualties(play(state, "place I/8/15 at 2820"), "axis") == 0


@pytest.mark.case("14.0", "15.1")
def test_belhammed_and_sidi_rezegh_count_two() -> None:
    assert [objective_points(position(held=(name,))) for name in OBJECTIVES] == [2, 2, 1, 1, 1, 1, 1]
    assert objective_points(position(held=OBJECTIVES)) == 9 and objective_points(position()) == 0


@pytest.mark.case("14.0", "15.1")
def test_the_axis_earns_nothing_but_casualties() -> None:
    state = position(SIEGE, "8Hus/4Arm dead", held=("2607",))
    assert (points(state, "axis"), points(state, "commonwealth"), lead(state)) == (2, 2, 0)


# The supply route


@pytest.mark.case("15.1", "15.2", "15.3")
def test_five_points_for_a_way_from_tobruk_to_an_entry_hex() -> None:
    route = supply_route(position("I/8/15 2404"))
    assert route is not None and board().name(route[0]) == "2403" and board().name(route[-1]).startswith("52")
    assert points(position("I/8/15 2404"), "commonwealth") == 5
    assert points(position(SIEGE), "commonwealth") == 0
    assert supply_route(position("15PzHQ 2404, 21PzHQ 2303, AfkHQ 2304, AriHQ 2504")) is None  # hexes, not zones


@pytest.mark.case("15.1", "8.0")
def test_a_friendly_unit_does_not_open_a_zone_for_the_supply_route() -> None:
    assert supply_route(position(SIEGE, "2YL/14 2306, 70HQ 2105")) is None


@pytest.mark.case("15.1")
def test_escarpments_and_rough_ground_do_not_stop_the_route_but_the_sea_does() -> None:
    route = supply_route(position())
    assert route is not None and all(board().playable[hexagon] for hexagon in route)


# Objectives


@pytest.mark.case("15.1", "9.0")
def test_passing_through_an_objective_takes_it() -> None:
    state = moving("", "2NZHQ, 18/4NZ 2807", "xiii")
    state, events = play_noting(state, "move 18/4NZ 2807-2707-2607-2507")
    assert state.held == ("2607",)
    assert facts(events, "seized") == [{"hex": "2607", "side": "commonwealth", "case": "15.1"}]
    back = moving("15PzHQ, I/8/15 2708", "", "15pz", held=("2607", "4417"))
    back = play(back, "move I/8/15 2708-2707-2607-2507")
    assert back.held == ("4417",)


@pytest.mark.case("15.1", "10.4", "2.4")
def test_an_advance_or_a_headquarters_takes_it_too() -> None:
    state = attacking("27/Bre* 2607", "18/4NZ, 19/4NZ 2707", "xiii")
    state = play(state, "attack 2607 with 18/4NZ, 19/4NZ", rolls=(6, 6))
    assert play(state, "done").held == ()
    assert play(state, "advance 18/4NZ 2607").held == ("2607",)
    assert play(moving("", "2NZHQ 2707", "xiii"), "move 2NZHQ 2707-2607").held == ("2607",)


# The verdict


def judged(**fields: Any) -> Over:
    """Twelve points: six German battalions are lost, and no way leads to Tobruk."""
    dead = "I/5/21 dead, II/5/21 dead, 3/21 dead, 605/21 dead, 39/21 dead, 200/21 dead"
    state = position(f"{SIEGE}, {dead}", "", turn=4, **fields)
    return ended(noting(judge, state)[0])


@pytest.mark.case("14.0", "15.1", "15.2")
@pytest.mark.parametrize(
    ("held", "scenario", "margin", "winner", "case"),
    [
        (("4417",), "first-sidi-rezegh", 13, "commonwealth", "15.1"),
        ((), "first-sidi-rezegh", 13, "axis", "15.1"),
        (("2607", "4417"), "second-sidi-rezegh", 15, "commonwealth", "15.2"),
        (("2607",), "second-sidi-rezegh", 15, "axis", "15.2"),
        (("2607",), "battle-for-tobruk", 14, "commonwealth", "15.3"),
        (("2607",), "battle-for-tobruk", 20, "axis", "15.3"),
    ],
)
def test_the_commonwealth_needs_the_margin_and_not_a_point_less(
    held: tuple[str, ...], scenario: str, margin: int, winner: str, case: str
) -> None:
    over = judged(held=held, scenario=scenario, margin=margin)
    assert (over.winner, over.case) == (winner, case)


@pytest.mark.case("15.1", "15.2", "15.3", "11.1")
def test_three_more_air_units_lost_than_the_axis_turn_a_victory_into_a_draw() -> None:
    won = {"held": OBJECTIVES}
    lost = {"axis": Air(lost_fighters=1), "commonwealth": Air(lost_fighters=2, lost_support=2)}
    assert judged(**won, air=lost).winner is None and "air units" in judged(**won, air=lost).reason
    fewer = {**lost, "axis": Air(lost_fighters=1, lost_support=1)}
    assert judged(**won, air=fewer).winner == "commonwealth"
    assert judged(air=lost).winner == "axis"  # a defeat stays one


@pytest.mark.case("15.1")
def test_losses_of_the_commonwealth_count_against_the_margin() -> None:
    state = position(SIEGE + ", I/5/21 dead", "18/4NZ dead, 19/4NZ dead", held=OBJECTIVES, margin=9)
    assert lead(state) == 9 + 2 - 2 and winner(state) == "commonwealth"
    assert winner(replace(state, margin=10)) == "axis"


@pytest.mark.case("14.0", "15.1")
def test_the_points_are_explained() -> None:
    told = explain_victory(position("I/8/15 dead", "8Hus/4Arm dead", held=("2607",)))
    assert told.text == "the Commonwealth leads by 7 and needs 13"
    lines = "\n".join(told.lines())
    for part in ("5 for the supply route", "Belhammed 2", "Axis units lost 2", "Commonwealth units lost 2"):
        assert part in lines


# The town


@pytest.mark.case("15.1", "15.2", "15.3")
@pytest.mark.parametrize(
    ("scenario", "case"), [("first-sidi-rezegh", "15.1"), ("second-sidi-rezegh", "15.2"), ("battle-for-tobruk", "15.3")]
)
def test_an_axis_unit_that_passes_through_tobruk_wins(scenario: str, case: str) -> None:
    state = moving("15PzHQ, I/8/15 2404", "", "15pz", scenario=scenario, margin=1, held=OBJECTIVES)
    over = ended(play(state, "move I/8/15 2404-2403-2303"))
    assert (over.winner, over.case) == ("axis", case)
    assert ended(play(state, "move 15PzHQ 2404-2403")).winner == "axis"


@pytest.mark.case("15.1", "10.4", "9.4")
def test_an_advance_into_the_town_wins_too() -> None:
    state = fighting("15PzHQ!!, I/8/15, II/8/15 2404", "70HQ 2403", "15pz")
    state = play(state, "attack 2403 with I/8/15, II/8/15", rolls=(6, 6))
    assert ended(play(state, "advance I/8/15 2403")).winner == "axis"
    assert ended(play(state, "done")).case == "test"  # not to advance is to go without


@pytest.mark.case("15.1")
def test_the_commonwealth_is_at_home_there() -> None:
    state = play(moving("", "70HQ, 2YL/14 2404", "tobruk"), "move 2YL/14 2404-2403")
    assert state.held == ()


@pytest.mark.case("15.1", "14.0")
def test_the_score_is_noted_at_the_end() -> None:
    draft = draft_of(position(SIEGE, "8Hus/4Arm dead", held=("2607",), turn=4))
    judge(draft)
    assert facts(draft.events, "scored") == [{"commonwealth": 2, "axis": 2, "margin": 13, "case": "15.1"}]
