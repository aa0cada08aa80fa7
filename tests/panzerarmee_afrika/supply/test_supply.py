"""The supply phase: who is judged when, and how long a judgement lasts."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, mark
from sandtable.games.panzerarmee_afrika.supply.phase import judge_supply, open_supply
from sandtable.games.panzerarmee_afrika.turn import move_units
from tests.panzerarmee_afrika.phases import after, noting, turn_of
from tests.panzerarmee_afrika.positions import play, position, refusal
from tests.playing import draft_of

FAR = "it-19 1634, axis-depot-1 0703"


def out(state: PanzerarmeeAfrika) -> list[str]:
    return [name for name, unit in state.units.items() if unit.out]


@pytest.mark.case("8", "7.1", "8.4")
def test_the_phasing_side_judges_its_units_and_lorries_and_nobody_elses() -> None:
    state = position(f"{FAR}, axis-lorry-1 1634, de-104 1007", "au-20 1407")
    assert out(after(open_supply, state, "axis")) == ["it-19", "axis-lorry-1"]
    assert out(after(open_supply, state, "allied")) == ["au-20"]


@pytest.mark.case("8.4")
def test_a_unit_that_finds_a_line_is_in_supply_again() -> None:
    state, events = noting(open_supply, position("it-19* 1007, de-104 1634, axis-depot-1 0703"), "axis")
    assert out(state) == ["de-104"]
    assert [(event.kind, event.facts["units"]) for event in events] == [
        ("cut_off", ["de-104"]),
        ("restored", ["it-19"]),
    ]


@pytest.mark.case("8.4", "13.6")
def test_a_dismounted_unit_is_out_of_supply_whatever_lines_it_has() -> None:
    assert out(after(open_supply, position("it-19_ 1007, axis-depot-1 0703"), "axis")) == ["it-19"]


@pytest.mark.case("8.4")
def test_nothing_is_told_when_nothing_has_changed() -> None:
    assert noting(judge_supply, position("it-19* 1634"), "axis")[1] == []


@pytest.mark.case("8.4")
def test_who_is_cut_off_is_told_also_after_units_have_changed_and_the_dice_of_games_in_progress_stay() -> None:
    """Once nobody was told then, so that a number for it would change every later die."""
    draft = draft_of(position(f"{FAR}, de-104! 1634"))
    mark(draft, "de-104", adrift=False)
    judge_supply(draft, "axis")
    assert [(event.kind, event.facts["units"]) for event in draft.events] == [("cut_off", ["it-19", "de-104"])]
    assert draft.state.count == 0


@pytest.mark.case("8.4", "11")
def test_the_other_side_is_judged_before_anybody_moves() -> None:
    state = after(move_units, position("it-19 1634", "au-20 1351"), "allied")
    assert out(state) == ["it-19"]


@pytest.mark.case("8.4", "8.4.2")
def test_who_began_the_turn_in_supply_counts_as_supplied_to_its_end() -> None:
    """A German unit drives out of reach; it is judged again only in its own next supply phase or the enemy's turn."""
    state = turn_of("axis", position("de-5-1-a 0907, axis-depot-1 0703, axis-lorry-1 0702", "au-24 1925"))
    state = play(state, "move de-5-1-a 0907-2318")
    assert not state.units["de-5-1-a"].out
    assert "de-5-1-a" in out(after(move_units, state, "allied"))


@pytest.mark.case("8.4", "11")
def test_a_unit_out_of_supply_stands_still() -> None:
    state = turn_of("axis", position("it-19 1634, it-20 0702, axis-depot-1 0703", "au-24 1925"))
    assert refusal(state, "move it-19 1634-1535").case == "11"
