"""[7.1, 8.1-8.3] Zones of control as a moving unit meets them."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.ground.zones import front, in_enemy_zone
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.movement.moves import barred, beaten, ends, moving, reached, walked, with_trek
from tests.afrika_korps.positions import at, play, position, refused

AROUND_R36 = {"R35", "R37", "Q35", "Q36", "S36", "S37"}


def controlled(state: AfrikaKorps, side: str) -> set[str]:
    """The hexes in zones of the enemies of this side."""
    return {board().name(hexagon) for hexagon, zone in enumerate(front(state, side).zone) if zone}


# --- who controls what


@pytest.mark.case("7.1")
@pytest.mark.parametrize("unit", ["9A/20", "2/3", "7A/1"])
def test_a_combat_unit_controls_the_six_hexes_around_it(unit: str) -> None:
    state = position("21/5 R40", f"{unit} R36")
    assert controlled(state, "axis") == AROUND_R36
    assert not in_enemy_zone(state, "allied", board().hex("R36"))


@pytest.mark.case("7.1")
def test_a_friendly_zone_does_not_cancel_an_enemy_one() -> None:
    state = moving("21/5 R33, ariete R34", "9A/20 R36")
    assert "R35" in controlled(state, "axis")
    assert barred(state, "21/5", "R33-S34-S35-R35-R34") == "8.1"
    occupied = moving("21/5 R33, ariete R35", "9A/20 R36")
    assert barred(occupied, "21/5", "R33-R34-R35-Q35") == "8.1"


@pytest.mark.case("7.1", "15.1", "22.3")
def test_supplies_and_rommel_control_nothing() -> None:
    assert not controlled(position("21/5 R40", "AlS1, AlS2 R36"), "axis")
    assert not controlled(position("rommel, AxS1 R36", "9A/20 R40"), "allied")
    state = moving("21/5 R33", "AlS1 R36")
    assert barred(state, "21/5", "R33-R34-R35-R36-R37") == ""


@pytest.mark.case("7.1", "23.1", "23.2", "19.5")
def test_no_zone_reaches_out_of_a_fortress_or_into_one() -> None:
    inside = position("21/5 H24", "9A/20, 2/3 G25, 22gds H2")
    assert not controlled(inside, "axis")
    outside = position("21/5 G24, 15/8 H26", "9A/20 G25")
    assert not in_enemy_zone(outside, "allied", board().hex("G25"))
    assert {"G23", "H24", "H25", "H27"} <= controlled(outside, "allied")


@pytest.mark.case("23.1", "7.1")
def test_a_unit_passes_before_the_walls_of_tobruch_without_stopping() -> None:
    state = moving("21/5 H23", "9A/20 G25")
    assert barred(state, "21/5", "H23-H24-H25-H26-H27") == ""
    field = moving("21/5 H23", "9A/20 G24")  # the same garrison one hex outside
    assert barred(field, "21/5", "H23-H24-H25") == "8.1"


@pytest.mark.case("7.1", "5.7")
@pytest.mark.parametrize(
    ("here", "there"), [("E18", "F19"), ("F19", "E18"), ("W62", "X62"), ("X62", "W62"), ("W61", "X62"), ("R65", "S65")]
)
def test_no_zone_crosses_a_closed_hexside(here: str, there: str) -> None:
    state = position(f"21/5 {there}", f"9A/20 {here}")
    assert there not in controlled(state, "axis")
    assert here not in controlled(state, "allied")
    assert controlled(state, "axis") == {board().name(h) for h in board().adjacent[board().hex(here)]}


@pytest.mark.case("7.1", "5.7")
def test_a_unit_passes_f19_though_an_enemy_stands_at_e18() -> None:
    """From the south F19 is free, and so is the road on to G20; F18, west of it, is in the zone."""
    state = moving("21/5 G19", "9A/20 E18")
    assert barred(state, "21/5", "G19-F19-G20") == ""
    assert barred(state, "21/5", "G19-F18-F19") == "8.1"


@pytest.mark.case("7.1", "9.1")
def test_a_unit_beaten_by_automatic_victory_controls_nothing() -> None:
    state = position("21/5 R40", "9A/20 R36, 22gds S40")
    assert controlled(beaten(state, "9A/20"), "axis") == controlled(position("", "22gds S40"), "axis")


@pytest.mark.case("7.1", "9.1")
def test_a_stack_keeps_its_zone_until_all_of_it_is_beaten() -> None:
    state = position("21/5 R40", "9A/20, 22gds R36")
    assert controlled(beaten(state, "9A/20"), "axis") == AROUND_R36
    assert not controlled(beaten(state, "9A/20", "22gds"), "axis")


# --- entering


@pytest.mark.case("8.1")
def test_a_unit_stops_in_the_first_hex_of_a_zone() -> None:
    state = moving("21/5 R33", "9A/20 R36")
    assert barred(state, "21/5", "R33-R34-R35") == ""
    assert barred(state, "21/5", "R33-R34-R35-R34") == "8.1"
    assert barred(state, "21/5", "R33-R34-R35-S36") == "8.1"


@pytest.mark.case("8.1")
def test_a_unit_stopped_by_a_zone_has_no_move_left_however_many_factors_it_has() -> None:
    state = play(moving("21/5 R33", "9A/20 R36"), "move 21/5 R33-R35")
    assert walked(moving("21/5 R33", "9A/20 R36"), "21/5", "R33-R34-R35").points == 2
    assert not ends(state, "21/5")
    assert refused(state, "move 21/5 R35-R34") == "8.1"


@pytest.mark.case("8.1", "5.4")
def test_the_hexes_behind_a_line_of_zones_are_out_of_reach() -> None:
    """Brigades two rows apart control every gap between them, from the southern edge to the coast."""
    line = "9A/20 P36, 22gds R36, 7A/1 T36, 7A/2 N36, pol V36, 4I/5 L36, 4I/7 X36, 4I/11 J36"
    state = moving("21/3 R33", line)
    assert {"R35", "Q35", "S35"} <= reached(state, "21/3")
    behind = {f"{row}{number}" for row in "MNOPQRSTUVWX" for number in range(38, 50)}
    assert not behind & reached(state, "21/3")
    assert behind & reached(moving("21/3 R33", line.replace("22gds R36, ", "")), "21/3")


@pytest.mark.case("8.1", "17.1")
def test_a_zone_stops_a_unit_on_the_coast_road_too() -> None:
    state = moving("21/5 W6", "9A/20 V9")
    assert barred(state, "21/5", "W6-W7-W8-W9") == ""
    assert barred(state, "21/5", "W6-W7-W8-W9-W10") == "8.1"


@pytest.mark.case("8.2", "6.1")
def test_as_many_units_enter_a_zone_as_there_is_room_for() -> None:
    state = moving("21/5, 21/3, ariete, brescia R34, 15/8 S35", "9A/20 R36")
    state = play(state, "move 21/5, 21/3, ariete R34-R35", "move 15/8 S35-S36", "move brescia R34-Q34-Q35")
    assert [at(state, name) for name in ("21/5", "21/3", "ariete", "brescia", "15/8")] == [
        *("R35", "R35", "R35"),
        "Q35",
        "S36",
    ]
    full = play(moving("21/5, 21/3, ariete, brescia R34", "9A/20 R36"), "move 21/5, 21/3, ariete R34-R35")
    assert refused(full, "move brescia R34-R35") == "6.1"


# --- leaving


@pytest.mark.case("8.3")
def test_a_unit_does_not_step_within_the_zone_of_one_enemy() -> None:
    state = moving("21/5 R35", "9A/20 R36")
    for neighbour in ("Q35", "S36"):
        assert refused(state, f"move 21/5 R35-{neighbour}-R34") == "8.3"
        assert barred(state, "21/5", f"R35-{neighbour}") == "8.3"
    for free in ("R34", "Q34", "S35"):
        assert barred(state, "21/5", f"R35-{free}") == ""


@pytest.mark.case("8.3", "11.8")
def test_a_unit_leaves_a_zone_altogether_and_comes_back_to_another_hex_of_it() -> None:
    state = moving("21/5 R35", "9A/20 R36")
    assert barred(state, "21/5", "R35-R34-Q34-Q35") == ""
    assert barred(state, "21/5", "R35-R34-Q34-Q35-Q36") == "8.1"
    assert AROUND_R36 - {"R35"} <= ends(state, "21/5")
    assert at(play(state, "move 21/5 R35-R37"), "21/5") == "R37"


@pytest.mark.case("8.3", "11.8")
def test_a_unit_that_left_may_come_back_to_the_hex_it_left() -> None:
    state = play(moving("21/5 R35", "9A/20 R36"), "move 21/5 R35-R34", "move 21/5 R34-R35")
    assert at(state, "21/5") == "R35"
    assert not ends(state, "21/5")


@pytest.mark.case("8.3")
def test_a_unit_steps_from_one_enemys_zone_straight_into_another_enemys() -> None:
    """R34 lies in the zone of R33 only, R35 in the zone of R36 only."""
    state = moving("21/5 R34", "9A/20 R33, 22gds R36")
    assert barred(state, "21/5", "R34-R35") == ""
    assert barred(state, "21/5", "R34-R35-S35") == "8.1"
    assert at(play(state, "move 21/5 R34-R35"), "21/5") == "R35"


@pytest.mark.case("8.3")
def test_a_hex_that_both_enemies_control_is_closed_to_that_step() -> None:
    """S35 lies in the zone of R34 and of S36: who starts next to R34 may not go there directly."""
    state = moving("21/5 S34", "9A/20 R34, 22gds S36")
    assert barred(state, "21/5", "S34-S35") == "8.3"
    assert barred(state, "21/5", "S34-T35") == ""
    assert barred(state, "21/5", "S34-T35-T36") == ""


@pytest.mark.case("8.3")
def test_a_unit_between_two_enemies_may_step_into_neither_zone() -> None:
    state = moving("21/5 R35", "9A/20 R36, 22gds Q34")
    assert barred(state, "21/5", "R35-R34") == "8.3"  # next to Q34
    assert barred(state, "21/5", "R35-S36") == "8.3"  # next to R36
    assert barred(state, "21/5", "R35-S35") == ""


@pytest.mark.case("8.3")
def test_a_stack_of_enemies_is_left_like_one() -> None:
    state = moving("21/5 R35", "9A/20, 22gds, 2/3 R36")
    assert barred(state, "21/5", "R35-Q35") == "8.3"
    assert barred(state, "21/5", "R35-R34") == ""


@pytest.mark.case("8.3")
def test_a_surrounded_unit_cannot_move() -> None:
    """Two enemies on opposite sides control all six hexes around it."""
    state = moving("21/5 R36", "9A/20 R37, 22gds R35")
    assert not ends(state, "21/5")
    for neighbour in ("Q35", "Q36", "S36", "S37"):
        assert barred(state, "21/5", f"R36-{neighbour}") == "8.3"


@pytest.mark.case("8.3", "16.2", "15.34")
@pytest.mark.parametrize("unit", ["21/5", "rommel", "AxS1"])
def test_movement_knows_no_exception_from_it_for_any_unit(unit: str) -> None:
    """Advances and captured supplies after combat are no part of movement."""
    state = moving(f"21/5, rommel, AxS1 R35, {'ariete' if unit == '21/5' else 'brescia'} Q35", "9A/20 R36")
    assert barred(state, unit, "R35-Q35") == "8.3"
    assert barred(state, unit, "R35-R34") == ""


# --- zones that vanish


@pytest.mark.case("9.1", "8.1")
def test_a_unit_that_had_to_stop_stays_though_the_zone_vanishes() -> None:
    """15/8 enters the zone, 21/104 does not; when 7A/2 is beaten only the unit that did not have to stop goes on."""
    state = moving("21/5, 15/8 R34, 21/104 Q33, AxS1 R33", "7A/2 R36")
    state = play(state, "move 21/5 R34-R35", "move 15/8 R34-S35-S36", "move 21/104 Q33-Q34")
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move 15/8 S36-S37") == "8.1"
    assert not ends(state, "15/8")
    assert barred(state, "21/104", "Q34-Q35-Q36-Q37") == ""


@pytest.mark.case("9.1", "8.3")
def test_a_unit_that_began_in_the_zone_and_has_not_moved_is_free_when_it_vanishes() -> None:
    state = moving("21/5 R35, 15/8 S36, AxS1 R33", "7A/2 R36")
    assert barred(state, "15/8", "S36-S37") == "8.3"
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert barred(state, "15/8", "S36-S37-R37-Q36") == ""


@pytest.mark.case("8.1")
def test_who_has_begun_to_move_goes_on_in_the_open_but_not_out_of_a_zone() -> None:
    begun = with_trek(moving("ariete Q40", "9A/20 Q45"), "ariete", points=1)
    assert "Q39" in ends(begun, "ariete") and refused(begun, "move ariete Q40-Q39") == ""
    held = with_trek(moving("ariete Q40", "9A/20 Q41"), "ariete", points=1)
    assert not ends(held, "ariete") and refused(held, "move ariete Q40-Q39") == "8.1"
