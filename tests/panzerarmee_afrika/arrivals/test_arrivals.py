"""Reinforcements: what arrives when and where, and what happens to what was not placed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements, open_arrivals
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, expected, rooms
from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.pieces.counters import counters, depots
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.phases import after, mustering
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where, with_unit
from tests.playing import THE_END, asked, top


def due(turn: int, axis: str = "it-19 0702", allied: str = "", **fields: Any) -> PanzerarmeeAfrika:
    """A turn on which everything of the turns before has arrived already; it sits in the cadre."""
    state = position(axis, allied, turn=turn, **fields)
    for name, counter in counters().items():
        if 0 < counter.arrives < turn and not counter.option and where(state, name) == "due":
            state = with_unit(state, name, at="cadre")
    return state


# --- what


@pytest.mark.case("13.2", "13.2.2", "2.2")
def test_the_units_of_the_turn_may_arrive() -> None:
    assert expected(due(4), "allied") == ["nz-4", "nz-5", "nz-6", "sa-3"]
    assert expected(due(4), "axis") == []
    assert expected(due(7), "axis") == ["de-361", "de-200", "it-gf"]


@pytest.mark.case("13.2.2", "13.1")
def test_units_that_found_no_room_earlier_are_still_due() -> None:
    late = with_unit(due(7), "de-155", at="due")
    assert expected(late, "axis") == ["de-155", "de-361", "de-200", "it-gf"]


@pytest.mark.case("13.2.2", "13.5")
def test_later_units_and_units_of_options_do_not_come_by_themselves() -> None:
    state = mustering(due(4), "allied")
    assert refusal(state, "arrive sa-4 at 1351").case == "13.2.2"
    assert refusal(state, "arrive uk-53 at 1351").case == "13.2.2"
    assert refusal(state, "arrive it-19 at 1351").case == "13.2"
    assert refusal(state, "arrive nobody at 1351").case == "13.2"


@pytest.mark.case("13.2.2")
def test_a_unit_on_the_map_or_in_the_cadre_is_no_reinforcement() -> None:
    state = mustering(due(4, allied="au-20 1925"), "allied")
    assert refusal(state, "arrive au-20 at 1351").case == "13.2"
    assert refusal(state, "arrive au-26 at 1351").case == "13.2"


@pytest.mark.case("13.5.2", "13.2.2")
@pytest.mark.parametrize(
    ("turn", "malta", "comes"),
    [
        (15, "not-attempted", False),
        (16, "not-attempted", True),
        (17, "success", False),
        (18, "success", True),
        (20, "success", True),
        (16, "failure", False),
        (20, "failure", False),
    ],
)
def test_the_units_marked_m_come_as_malta_decides(turn: int, malta: str, comes: bool) -> None:
    assert ("de-r1" in expected(due(turn, malta=malta), "axis")) is comes
    if not comes:
        assert refusal(mustering(due(turn, malta=malta), "axis"), "arrive de-r1 at 0702").case == "13.2.2"


@pytest.mark.case("13.2.1")
def test_one_installation_arrives_a_turn_the_next_of_those_left() -> None:
    state = mustering(due(5, axis="it-19 0702, axis-depot-1 1007"), "axis")
    assert listed(state)[:-1] == [f"arrive axis-depot-2 at {board().name(at)}" for at in base("axis")]
    assert refusal(state, "arrive axis-depot-3 at 0702").case == "13.2.1"
    state = play(state, "arrive axis-depot-2 at 0703")
    assert where(state, "axis-depot-2") == "0703"
    second = refusal(state, "arrive axis-depot-3 at 0702")
    assert second.case == "13.2.1" and "no further installation" in second.why


@pytest.mark.case("13.2.1")
def test_no_installation_arrives_when_the_order_of_battle_has_none_left() -> None:
    everywhere = ", ".join(f"{name} {at}" for name, at in zip(depots("axis"), range(1107, 1115), strict=False))
    state = due(5, axis=f"it-19 0702, {everywhere}")
    assert mustering(state, "axis").stack == (THE_END,)


@pytest.mark.case("13.2.1", "13.5.2")
@pytest.mark.parametrize(
    ("turn", "malta", "comes"),
    [
        (15, "failure", False),
        (16, "failure", False),
        (17, "failure", True),
        (15, "success", True),
        (16, "success", True),
    ],
)
def test_after_failing_at_malta_no_installation_comes_on_turns_15_and_16(turn: int, malta: str, comes: bool) -> None:
    state = mustering(due(turn, malta=malta), "axis")
    orders = [] if state.stack == (THE_END,) else listed(state)
    assert any("depot" in order for order in orders) is comes


@pytest.mark.case("12.4.6")
def test_an_eliminated_lorry_comes_back_on_its_turn() -> None:
    """The book's example: lost on turn 3, back on turn 5."""
    lost = with_unit(due(4), "allied-lorry-1", due=5)
    assert "allied-lorry-1" not in expected(lost, "allied")
    assert refusal(mustering(lost, "allied"), "arrive allied-lorry-1 at 1351").case == "12.4.6"
    back = mustering(with_unit(due(5), "allied-lorry-1", due=5), "allied")
    state = play(back, "arrive allied-lorry-1 at 1350")
    assert where(state, "allied-lorry-1") == "1350" and state.units["allied-lorry-1"].due == 0


@pytest.mark.case("12.4.6", "13.6")
def test_a_lorry_that_nobody_waits_for_does_not_arrive() -> None:
    assert refusal(mustering(due(4), "allied"), "arrive allied-lorry-1 at 1351").case == "12.4.6"


# --- where


@pytest.mark.case("13.1", "5.1")
def test_arrivals_are_placed_in_any_hex_of_the_own_base_and_nowhere_else() -> None:
    state = mustering(due(4), "allied")
    assert rooms(state, "nz-4") == [board().name(at) for at in base("allied")]
    assert where(play(state, "arrive nz-4 at 1250"), "nz-4") == "1250"
    assert refusal(state, "arrive nz-4 at 1925").case == "13.1"
    assert refusal(state, "arrive nz-4 at 0702").case == "13.1"
    assert refusal(state, "arrive nz-4 at 9999").case == "13.1"
    lost = asking(due(4, control={"1351": "axis"}), Reinforcements(Muster("allied", (), 0)))
    assert refusal(lost, "arrive nz-4 at 1250").case == "13.1"  # nothing lands beside an Alexandria in enemy hands


@pytest.mark.case("13.1", "4")
def test_not_where_the_hex_is_full() -> None:
    state = mustering(due(4, allied="au-20, au-24, au-26 1351, allied-depot-1 1451"), "allied")
    assert refusal(state, "arrive nz-4 at 1351").case == "4"
    assert refusal(state, "arrive allied-depot-2 at 1451").case == "4"
    assert where(play(state, "arrive allied-depot-2 at 1351"), "allied-depot-2") == "1351"


@pytest.mark.case("13.1", "11.1.3")
def test_a_lorry_arrives_on_a_road_or_track() -> None:
    state = mustering(with_unit(due(5), "allied-lorry-1", due=5), "allied")
    assert rooms(state, "allied-lorry-1") == ["1351", "1350"]
    assert refusal(state, "arrive allied-lorry-1 at 1451").case == "4"


@pytest.mark.case("13.1", "5.1")
def test_nothing_arrives_while_the_enemy_controls_the_base_and_everything_waits() -> None:
    state = due(7, allied="au-20 0703", control={"0702": "allied"})
    ended = after(open_arrivals, state, "axis")
    assert ended.stack == (THE_END,)
    assert where(ended, "de-361") == "due"
    assert expected(with_unit(ended, "au-20", at="1351"), "axis") == ["de-361", "de-200", "it-gf"]


@pytest.mark.case("13.1")
@pytest.mark.parametrize("intruder", ["au-20", "allied-lorry-1", "allied-depot-1"])
def test_not_where_an_enemy_stands(intruder: str) -> None:
    state = mustering(due(7, allied=f"{intruder} 0703"), "axis")
    assert refusal(state, "arrive de-361 at 0703").case == "13.1"
    assert "0703" not in rooms(state, "de-361")


@pytest.mark.case("13.1", "8.4")
def test_who_arrives_is_in_supply_or_not_as_the_lines_run() -> None:
    hungry = mustering(due(7), "axis")
    assert play(hungry, "arrive de-361 at 0702").units["de-361"].out
    fed = play(hungry, "arrive axis-depot-1 at 0703", "arrive de-361 at 0702")
    assert not fed.units["de-361"].out


# --- the phase


@pytest.mark.case("13", "7.1")
def test_the_phase_belongs_to_the_phasing_side_and_holds_no_other_orders() -> None:
    state = mustering(due(4), "allied")
    assert isinstance(top(state), Reinforcements) and asked(state) == "allied"
    assert refusal(state, "move au-20 1351-1350").case == "7.1"
    assert refusal(state, "attack 1351 with au-20").case == "7.1"


@pytest.mark.case("13", "13.1")
def test_done_brings_what_was_not_placed_into_the_first_hexes_with_room() -> None:
    state = mustering(due(4, allied="au-20, au-24 1351"), "allied")
    assert "`done` places" in top(state).prompt(state) and "nz-4" in top(state).prompt(state)
    state, events = play_noting(state, "arrive sa-3 at 1250", "done")
    assert [where(state, name) for name in ("nz-4", "nz-5", "nz-6")] == ["1351", "1451", "1451"]
    assert where(state, "allied-depot-1") == "1351" and state.stack == (THE_END,)
    assert [event.facts["unit"] for event in events if event.kind == "arrived"] == [
        "sa-3",
        "nz-4",
        "nz-5",
        "nz-6",
        "allied-depot-1",
    ]


@pytest.mark.case("13", "13.1")
def test_what_finds_no_room_waits() -> None:
    coming = expected(due(4), "allied")
    units = [name for name, counter in counters().items() if counter.side == "allied" and name not in coming]
    crowd = ", ".join(f"{name} {board().name(base('allied')[number // 3])}" for number, name in enumerate(units[:17]))
    state = play(mustering(due(4, allied=crowd), "allied"), "done")
    assert [where(state, name) for name in ("nz-4", "nz-5", "nz-6", "sa-3")] == ["1251", "due", "due", "due"]


@pytest.mark.case("13")
def test_where_nothing_can_be_done_nobody_is_asked() -> None:
    assert after(open_arrivals, due(15, malta="failure"), "axis").stack == (THE_END,)
