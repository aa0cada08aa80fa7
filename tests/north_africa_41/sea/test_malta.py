"""[22.3] The Malta Status Track."""

import pytest

from sandtable.games.north_africa_41.sea.convoy_attacks import Cargo
from sandtable.games.north_africa_41.sea.malta import roll_for_malta
from tests.north_africa_41.positions import position
from tests.playing import draft_of


def after_roll(turn: int, box: int, *rolls: int) -> int:
    draft = draft_of(position(turn=turn, malta=box), *rolls)
    roll_for_malta(draft)
    return draft.state.malta


@pytest.mark.case("22.3.2", "22.3.3")
def test_the_luftwaffe_needs_a_five_to_leave_the_box_minus_one() -> None:
    assert after_roll(4, -1, 5) == -2
    assert after_roll(4, -1, 4) == -1


@pytest.mark.case("22.3.2", "22.3.3")
def test_from_turn_six_malta_recovers_and_on_turn_nineteen_the_luftwaffe_is_back() -> None:
    assert after_roll(6, -1, 3) == 0
    assert after_roll(6, -1, 2) == -1
    assert after_roll(18, 2, 6) == 3
    assert after_roll(19, 2, 2) == 1


@pytest.mark.case("22.3.3")
def test_at_the_ends_it_moves_by_itself_or_not_at_all() -> None:
    assert after_roll(6, -3) == -2
    assert after_roll(19, 3) == 2
    assert after_roll(4, -3) == -3
    assert after_roll(7, 3) == 3


@pytest.mark.case("22.1")
def test_a_convoy_with_one_supply_point_or_one_unit_sails_and_an_empty_one_does_not() -> None:
    assert Cargo(supply=1) and Cargo(units=("ge-mg8",)) and not Cargo()
