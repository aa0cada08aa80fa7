"""The invasion of Malta: when it is asked for, how it falls, and what it closes."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion, allied_in_libya
from tests.panzerarmee_afrika.phases import turn_of
from tests.panzerarmee_afrika.positions import asking, listed, play, position, refusal
from tests.playing import asked, top

AXIS = "it-19 1107, de-104 1629, axis-depot-1 1007, axis-depot-2 1906, axis-depot-3 2418, axis-depot-4 1828"


def question(allied: str = "au-20 1351", turn: int = 15) -> PanzerarmeeAfrika:
    return turn_of("axis", position(AXIS, allied, turn=turn))


@pytest.mark.case("9", "8")
def test_the_axis_is_asked_in_its_supply_phase_of_turn_15_and_never_else() -> None:
    state = question()
    assert isinstance(top(state), MaltaInvasion) and asked(state) == "axis"
    assert listed(state) == ["malta", "decline"]
    for turn in (14, 16):
        assert isinstance(top(question(turn=turn)), Movement)


@pytest.mark.case("9", "7.1")
def test_nothing_else_happens_before_the_answer() -> None:
    assert refusal(question(), "move it-19 1107-1207").case == "9"
    assert refusal(question(), "done").case == "9"


@pytest.mark.case("9")
@pytest.mark.parametrize("die", range(1, 7))
def test_without_allies_in_libya_the_island_falls_on_one_to_four(die: int) -> None:
    state = play(question(), "malta", rolls=(die,))
    assert state.malta == ("success" if die <= 4 else "failure")
    assert isinstance(top(state), Movement)


@pytest.mark.case("9")
@pytest.mark.parametrize("die", range(1, 7))
def test_with_allies_in_libya_it_falls_on_one_or_two(die: int) -> None:
    assert play(question("au-24 1925"), "malta", rolls=(die,)).malta == ("success" if die <= 2 else "failure")


@pytest.mark.case("9", "8.4")
def test_only_regular_units_in_supply_west_of_the_border_count() -> None:
    def in_libya(allied: str) -> list[str]:
        return allied_in_libya(position("de-8 1908, de-2 1807", allied))

    assert in_libya("au-24 1925") == ["au-24"]
    assert in_libya("au-20 1906") == []  # nothing supplies it
    assert in_libya("allied-lorry-1, allied-depot-1 1925") == []
    assert in_libya("au-24_ 1925") == []
    assert in_libya("au-20 1531") == [] and in_libya("au-20 1530") == ["au-20"]  # either side of the border


@pytest.mark.case("9")
def test_who_lost_his_supply_in_the_meantime_is_judged_as_the_lines_run_now() -> None:
    state = position("", "au-20* 1925, au-26 1906")
    assert allied_in_libya(state) == ["au-20"]


@pytest.mark.case("9")
def test_declining_costs_nothing_and_rolls_nothing() -> None:
    state = play(question(), "decline")
    assert state.malta == "not-attempted"
    assert refusal(state, "malta").case == "11"


@pytest.mark.case("9", "11.1")
@pytest.mark.parametrize("die", [1, 6])
def test_after_an_attempt_nobody_crosses_into_egypt_that_turn(die: int) -> None:
    state = play(question(), "malta", rolls=(die,))
    crossing = refusal(state, "move de-104 1629-1530-1531")
    assert crossing.case == "9"
    assert not any(order.startswith("move de-104") and order.endswith("1531") for order in listed(state))
    free = play(question(), "decline", "move de-104 1629-1530-1531")
    assert free.units["de-104"].at == play(question(turn=16), "move de-104 1629-1530-1531").units["de-104"].at


@pytest.mark.case("9")
def test_units_already_in_egypt_move_as_they_like() -> None:
    state = turn_of("axis", position(f"{AXIS}, de-8 1531", "au-20 1351", turn=15))
    state = play(state, "malta", rolls=(6,))
    assert play(state, "move de-8 1531-1532").units["de-8"] != state.units["de-8"]
    assert play(state, "move de-8 1531-1530").units["de-8"] != state.units["de-8"]


@pytest.mark.case("9")
def test_the_prompt_tells_the_chances() -> None:
    assert "1 to 4" in top(question()).prompt(question())
    with_allies = question("au-24 1925")
    assert "1 to 2" in top(with_allies).prompt(with_allies)
    assert asking(with_allies, MaltaInvasion()).stack[-1] == MaltaInvasion()
