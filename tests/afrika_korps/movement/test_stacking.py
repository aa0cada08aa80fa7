"""[6.1, 6.3] The stacking limit binds when movement ends, and what overfills a hex before that can be put right."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.values import Action
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.movement.stacking import overstacked, quarters
from sandtable.games.afrika_korps.orders import Done, Embark, Move
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.movement.moves import ends, moving, with_trek
from tests.afrika_korps.positions import at, play, refused, top

SIEGE = "9A/20, 7A/1, 7A/2 G25, 7/4, 4I/5, 4I/7 H26"
RING = "21/5 I27, 15/8 H24"


def besieged() -> AfrikaKorps:
    return moving(RING, f"{SIEGE}, AlS1 G25", side="allied")


@pytest.mark.case("6.3", "8.1", "23.1")
def test_two_units_of_full_hexes_change_places() -> None:
    """H26 lies in the zone of I27, so nobody stops over there and goes on; Tobruch feels no zone."""
    state = play(besieged(), "move 9A/20 G25-H26")
    assert refused(state, "done") == "6.1" and "4 at H26" in top(state).prompt(state)
    state = play(state, "move 7/4 H26-G25")
    assert (at(state, "9A/20"), at(state, "7/4")) == ("H26", "G25")
    assert refused(state, "done") == ""
    other = play(besieged(), "move 7/4 H26-G25", "move 9A/20 G25-H26")
    assert refused(other, "done") == ""


@pytest.mark.case("6.3")
def test_nobody_else_takes_the_room_that_a_change_of_places_needs() -> None:
    """With H25 and G24 held as well there are two hexes for six units: whoever comes, one must be able to go."""
    state = moving("21/5 I27, 15/8 H25, ariete G24", f"{SIEGE}, AlS1 G25", side="allied")
    state = play(state, "move 9A/20 G25-H26")
    assert ends(state, "7/4") == {"G25"} == ends(state, "4I/5")
    assert refused(state, "move 7A/1 G25-H26") == "", "two of H26 can go to Tobruch"
    state = play(state, "move 4I/5 H26-G25")
    for name in ("4I/7", "7/4"):
        state = with_trek(state, name, halted=True)
    assert refused(state, "move 7A/1 G25-H26") == "6.1" and not ends(state, "7A/1")


@pytest.mark.case("6.3")
def test_a_newcomer_does_not_take_the_last_room_for_a_unit_in_an_overfull_hex() -> None:
    """7/4 has gone into Bengasi as the fourth and can only come back to G2, where one place is left."""
    allied = "9A/20, 7A/1, 7A/2, AlS1 H2, 7/4, 4I/5, 4I/7 G2, 22gds F2"
    state = moving("21/5 H3, 15/8 I3, ariete I2", allied, side="allied")
    for name in ("9A/20", "7A/1", "7A/2", "4I/5", "4I/7"):
        state = with_trek(state, name, halted=True)
    state = play(state, "move 7/4 G2-H2")
    assert refused(state, "move 22gds F2-G2") == "6.1" and "G2" not in ends(state, "22gds")
    assert refused(state, "move AlS1 H2-G2") != "6.1"


@pytest.mark.case("6.3", "6.1")
def test_a_fourth_unit_may_not_be_brought_where_all_four_would_have_to_stay() -> None:
    """R36 and R35 lie in zones: who goes in stops there."""
    state = moving("21/5, 21/3, ariete R35, brescia R34", "9A/20 R36")
    for name in ("21/5", "21/3", "ariete"):
        state = with_trek(state, name, points=1, halted=True)
    assert refused(state, "move brescia R34-R35") == "6.1"
    assert "R35" not in ends(state, "brescia")
    two = moving("21/5, 21/3 R35, brescia, ariete R34", "9A/20 R36")
    for name in ("21/5", "21/3"):
        two = with_trek(two, name, points=1, halted=True)
    assert refused(two, "move brescia, ariete R34-R35") == "6.1" and refused(two, "move brescia R34-R35") == ""


@pytest.mark.case("6.3", "9.2")
def test_an_automatic_victory_that_would_freeze_a_fourth_unit_in_a_hex_is_refused() -> None:
    state = moving("21/5, 21/104, ariete R35, 15/8, AxS1 R34", "7A/2, 7A/1 R36")
    state = play(state, "move 15/8 R34-R35")
    assert refused(state, "av 7A/2, 7A/1 with 15/8, 21/5, 21/104, ariete supply AxS1") == "6.1"
    state = play(state, "av 7A/2, 7A/1 with 15/8, 21/5 supply AxS1")
    assert refused(state, "done") == "6.1"
    assert refused(play(state, "move ariete R35-R34"), "done") == ""


@pytest.mark.case("6.3", "23.4")
def test_an_overfull_port_may_be_cleared_by_sea() -> None:
    state = moving("21/5 H25", "9A/20, 7A/1, 7A/2 G25, 7/4 H26, AlS1 G25", side="allied")
    state = play(state, "move 7/4 H26-G25")
    assert refused(state, "done") == "6.1"
    assert refused(play(state, "embark 7A/1"), "done") == ""


@pytest.mark.case("22.1", "6.3")
def test_rommel_brings_a_unit_along_onto_a_full_stack() -> None:
    state = moving("21/5, 21/3, ariete R36, brescia, rommel R33")
    assert "R36" in ends(state, "brescia", "rommel")
    state = play(state, "move brescia, rommel R33-R36", "move brescia R36-R39")
    assert refused(state, "done") == ""


@given(seed=st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
@pytest.mark.case("6.1", "6.3")
def test_however_units_crowd_nobody_is_lost_and_movement_can_be_ended(seed: int) -> None:
    """Random moves about Tobruch, most of them onto full hexes, then only such as clear up."""
    random = Random(seed)
    state = moving("21/5 I27, 15/8 I25", f"{SIEGE}, 22gds, 7/3I, 2/3 G24, AlS1 G25", side="allied")
    for _ in range(12):
        listed = [action for action in top(state).actions(state, "allied") if isinstance(action, Move)]
        crowding = [move for move in listed if len(state.at(board().hex(move.path[-1]), "allied")) >= 3]
        if not listed:
            break
        state = play(state, str(random.choice(crowding if crowding and random.random() < 0.8 else listed)))
        assert quarters(state, "allied").homeless == 0
    for _ in range(60):
        if not overstacked(state, "allied"):
            break
        frame = top(state)
        assert isinstance(frame, Movement)
        state = play(state, str(random.choice([a for a in frame.actions(state, "allied") if _clears(state, a)])))
    assert refused(state, "done") == "" and not overstacked(state, "allied")


def _clears(state: AfrikaKorps, action: Action) -> bool:
    """Out of an overfull hex, by land or sea."""
    if isinstance(action, Move | Embark):
        name = action.units[0] if isinstance(action, Move) else action.unit
        return state.units[name].at in overstacked(state, "allied")
    return isinstance(action, Done)
