"""[8.0] Zones of control: who casts them, where they end, what they do to movement."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.map import board, cities, fort_hexes, place
from sandtable.games.tobruk.movement.reach import allowance, reach
from sandtable.games.tobruk.movement.routes import flood, ground, leaving_zone
from sandtable.games.tobruk.movement.zones import front, in_enemy_zone
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.title import title
from tests.tobruk.positions import at, moving, play, position, refusal, where


def controlled(axis: str, commonwealth: str, side: str) -> set[str]:
    """The hexes in which this side meets enemy zones."""
    zone = front(position(axis, commonwealth), side).zone
    return {board().name(hexagon) for hexagon in range(len(board())) if zone[hexagon]}


@pytest.mark.case("8.0", "2.3")
def test_a_combat_unit_controls_the_six_hexes_around_it() -> None:
    around = {"2819", "2920", "2921", "2821", "2721", "2720"}
    assert controlled("", "Duke/1SA* 2820", "axis") == around
    assert controlled("27/Bre 2820", "", "commonwealth") == around
    assert controlled("27/Bre 2820", "", "axis") == set()


@pytest.mark.case("8.0", "2.4")
def test_a_headquarters_controls_nothing() -> None:
    assert controlled("15PzHQ, AriHQ 2820", "", "commonwealth") == set()


@pytest.mark.case("8.0")
def test_no_zone_reaches_into_a_city() -> None:
    assert cities() == {place("Tobruk"), place("Bardia"), place("Sollum")}
    assert "2403" not in controlled("I/8/15 2404", "", "commonwealth")
    assert "4813" not in controlled("", "18/4NZ 4814", "axis")
    assert "4814" in controlled("Det/Sol 4813", "", "commonwealth")  # but out of one it does


@pytest.mark.case("8.0", "15.1")
@pytest.mark.parametrize("name", ["Belhammed", "Sidi Rezegh", "Gambut", "Sidi Omar", "Halfaya Pass"])
def test_objectives_that_are_no_cities_feel_zones(name: str) -> None:
    target = place(name)
    beside = next(near for near in board().adjacent[target] if near not in cities())
    assert in_enemy_zone(position("I/8/15 " + board().name(beside)), "commonwealth", target)


@pytest.mark.case("8.0")
def test_no_zone_reaches_from_outside_into_a_fort() -> None:
    reached = controlled("27/Pav 2306, 28/Pav 2506, 39/Bol 2605, 19/Bre 2003", "", "commonwealth")
    assert reached and {at(name) for name in reached}.isdisjoint(fort_hexes())
    into_bardia = controlled("", "21/5NZ 4510, 22/5NZ 4711, 23/5NZ 4608", "axis")
    assert into_bardia and {at(name) for name in into_bardia}.isdisjoint(fort_hexes())


@pytest.mark.case("8.0")
def test_a_garrison_controls_the_fort_hexes_around_it() -> None:
    """And the ground before the works."""
    assert controlled("", "2YL/14 2305", "axis") == {"2304", "2404", "2405", "2306", "2205", "2204"}
    assert controlled("28GAF 4609", "", "commonwealth") == {"4608", "4509", "4510", "4610", "4710"}  # 4709 is a city


@pytest.mark.case("8.0")
def test_who_has_broken_into_a_fort_controls_none_of_its_hexes() -> None:
    """But the ground before the works as ever."""
    assert controlled("I/8/15 2305", "", "commonwealth") == {"2306"}
    assert "4610" not in controlled("", "18/4NZ 4609", "axis")
    outside = controlled("", "2YL/14 2306", "axis")  # nor does the garrison look in from outside
    assert "2406" in outside and "2305" not in outside


@pytest.mark.case("8.0", "15.2")
def test_by_the_letter_of_the_exception_tobruk_would_fall_on_the_first_move() -> None:
    """Why the garrison controls its own works: with no zones in fort hexes at all, 25 could reach the town."""
    state = title().rules.start(title().setup("second-sidi-rezegh"))
    axis = [name for name in state.layout.forces["axis"] if state.units[name].at >= 0]
    assert not [name for name in axis if place("Tobruk") in reach(state, name)]
    facing = front(state, "axis")
    zone = bytes(facing.zone[hexagon] and hexagon not in fort_hexes() for hexagon in range(len(board())))
    through = [name for name in axis if place("Tobruk") in flood(
        ground("axis", counters()[name].motorised), state.units[name].at, allowance(state, name), zone, facing.held,
        facing.near, leaving_zone(), least=True,
    )]  # fmt: skip
    assert len(through) == 25


# What they do


@pytest.mark.case("8.0", "9.0")
def test_a_unit_that_enters_a_zone_stops() -> None:
    state = moving("15PzHQ, I/8/15 2818", "Duke/1SA 2821", "15pz")
    assert refusal(state, "move I/8/15 2818-2819-2820-2920").case == "8.0"
    state = play(state, "move I/8/15 2818-2819-2820")
    assert where(state, "I/8/15") == "2820" and state.treks["I/8/15"].halted
    assert refusal(state, "move I/8/15 2820-2819").case == "8.0"


@pytest.mark.case("8.0")
def test_a_unit_moves_from_zone_to_zone_but_only_one_hex() -> None:
    state = moving("15PzHQ, I/8/15 2820", "Duke/1SA 2821", "15pz")
    assert refusal(state, "move I/8/15 2820-2721-2722").case == "8.0"
    assert where(play(state, "move I/8/15 2820-2721"), "I/8/15") == "2721"


@pytest.mark.case("8.0", "9.0")
def test_to_leave_a_zone_costs_a_point_more() -> None:
    state = moving("15PzHQ, I/8/15 2820, II/8/15 2818", "Duke/1SA 2821", "15pz")
    state = play(state, "move I/8/15 2820-2819-2818", "move II/8/15 2818-2817-2816")
    assert state.treks["I/8/15"].points == 2 * 3
    assert state.treks["II/8/15"].points == 2 * 2


@pytest.mark.case("8.0")
def test_a_friend_in_the_hex_does_not_take_the_zone_away() -> None:
    state = moving("15PzHQ, I/8/15 2818, II/8/15 2820", "Duke/1SA 2821", "15pz")
    assert refusal(state, "move I/8/15 2818-2819-2820-2920").case == "8.0"


@pytest.mark.case("8.0", "9.2")
def test_there_is_no_road_movement_into_or_out_of_a_zone() -> None:
    """Along the coast road, with an enemy south of 3405."""
    state = moving("15PzHQ, I/8/15 3205", "18/4NZ 3406", "15pz")
    state = play(state, "move I/8/15 3205-3305-3405")
    assert state.treks["I/8/15"].points == 1 + 2 and not state.units["I/8/15"].road
    out = play(moving("15PzHQ, I/8/15 3405", "18/4NZ 3406", "15pz"), "move I/8/15 3405-3305-3205")
    assert out.treks["I/8/15"].points == 2 + 2 + 1  # a trail, the extra point, and a road hex
