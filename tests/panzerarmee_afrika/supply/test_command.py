"""Command and control: which Allied hexes have no orders, by either method."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.command import allied_hexes, last_digit, open_command
from sandtable.games.panzerarmee_afrika.turn import end_turn
from tests.panzerarmee_afrika.phases import after, noting
from tests.panzerarmee_afrika.positions import asking, position

ARMY = "au-24, au-26, allied-depot-1 1925, au-20 1351, allied-lorry-1 1440, allied-depot-2 1537"


def adrift(state: PanzerarmeeAfrika) -> set[str]:
    return {name for name, unit in state.units.items() if unit.adrift}


@pytest.mark.case("10", "10.1", "10.2")
def test_hexes_with_units_lorries_or_installations_are_in_question_and_no_others() -> None:
    state = position("de-104 1007, axis-depot-1 0703", ARMY)
    assert [board().name(at) for at in allied_hexes(state)] == ["1351", "1440", "1537", "1925"]


@pytest.mark.case("10.1", "2.1")
@pytest.mark.parametrize(
    ("die", "lost"),
    [
        (1, {"au-20", "allied-depot-2"}),  # digits 1, 3, 7
        (2, set()),  # 2, 4, 8
        (3, {"au-24", "au-26", "allied-depot-1"}),  # 3, 5, 9
        (4, {"allied-lorry-1"}),  # 4, 6, 0
        (5, {"au-24", "au-26", "allied-depot-1", "au-20", "allied-depot-2"}),  # 5, 7, 1
        (6, {"allied-lorry-1"}),  # 6, 0, 2
    ],
)
def test_one_roll_names_the_last_digits_of_all_hexes(die: int, lost: set[str]) -> None:
    state = position("", ARMY, options=("single-command-roll",))
    assert adrift(after(open_command, state, "allied", die)) == lost


@pytest.mark.case("10.2", "10.3")
def test_each_hex_has_its_own_roll_in_the_order_of_the_map() -> None:
    state, events = noting(open_command, position("", ARMY), "allied", 1, 1, 5, 5)
    assert adrift(state) == {"au-20", "au-24", "au-26", "allied-depot-1"}
    purposes = [event.facts["purpose"] for event in events if event.kind == "roll"]
    assert purposes == [f"Allied command at {at}" for at in ("1351", "1440", "1537", "1925")]
    assert [event.facts["at"] for event in events if event.kind == "adrift"] == ["1351", "1925"]


@pytest.mark.case("10.2")
@pytest.mark.parametrize("place", ["1351", "1440", "1343", "1925", "1826"])
def test_by_a_roll_for_each_hex_every_hex_has_one_chance_in_six(place: str) -> None:
    state = position("", f"au-20 {place}")
    lost = [die for die in range(1, 7) if adrift(after(open_command, state, "allied", die))]
    assert len(lost) == 1


@pytest.mark.case("10", "7.1")
def test_the_axis_rolls_for_no_command() -> None:
    assert adrift(after(open_command, position("de-104 1007", ARMY), "axis")) == set()


@pytest.mark.case("10.3")
def test_it_lasts_to_the_end_of_the_allied_turn_and_supply_is_another_matter() -> None:
    state = position("it-19 0702", "au-20!* 1351, au-24! 1925")
    ended = after(end_turn, asking(state), "allied")
    assert adrift(ended) == set()
    assert adrift(state) == {"au-20", "au-24"} and state.units["au-20"].out
    assert (state.units["au-20"].adrift, state.units["au-20"].out) == (True, True)


@pytest.mark.case("2.1")
def test_the_last_digit_is_that_of_the_printed_number() -> None:
    assert [last_digit(board().hex(at)) for at in ("1351", "1440", "1925")] == [1, 0, 5]
