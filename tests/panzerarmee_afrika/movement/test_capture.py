"""[11.1.6] Taking enemy installations."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.capture import capture_depots
from sandtable.games.panzerarmee_afrika.movement.phase import finds_on
from sandtable.games.panzerarmee_afrika.pieces.counters import depots
from sandtable.games.panzerarmee_afrika.state import enemy_of, take_control
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, offered, refused, spent
from tests.panzerarmee_afrika.positions import play, play_noting, position, where
from tests.playing import draft_of


@pytest.mark.case("11.1.6")
@pytest.mark.parametrize(
    ("turn", "die", "taken"),
    [
        (1, 1, True),
        (1, 2, True),
        (1, 3, True),
        (1, 4, True),
        (1, 5, False),
        (1, 6, False),
        (2, 1, True),
        (2, 2, True),
        (2, 3, False),
        (2, 4, False),
        (2, 5, False),
        (2, 6, False),
    ],
)
def test_the_axis_captures_more_easily_on_the_first_turn(turn: int, die: int, taken: bool) -> None:
    state = play(axis_moves("de-104 1115", "allied-depot-1 1116", turn=turn), "move de-104 1115-1116", rolls=(die,))
    assert where(state, "allied-depot-1") == "due"
    assert where(state, "axis-depot-1") == ("1116" if taken else "due")


@pytest.mark.case("11.1.6")
@pytest.mark.parametrize(("turn", "die", "taken"), [(1, 2, True), (1, 3, False), (5, 2, True), (5, 3, False)])
def test_the_allies_capture_on_one_and_two_on_every_turn(turn: int, die: int, taken: bool) -> None:
    state = play(allies_move("axis-depot-1 1247", "uk-7-a 1248", turn=turn), "move uk-7-a 1248-1247", rolls=(die,))
    assert where(state, "axis-depot-1") == "due"
    assert where(state, "allied-depot-1") == ("1247" if taken else "due")


@pytest.mark.case("11.1.6")
def test_without_an_installation_of_its_own_to_put_there_a_capture_only_destroys() -> None:
    every = ", ".join(f"{depot} 07{number:02}" for number, depot in enumerate(depots("axis"), 5))
    state = play(axis_moves(f"de-104 1115, {every}", "allied-depot-1 1116"), "move de-104 1115-1116", rolls=(1,))
    assert where(state, "allied-depot-1") == "due"
    assert all(where(state, depot) != "1116" for depot in depots("axis"))


@pytest.mark.case("11.1.6")
def test_installations_are_taken_in_passing_one_roll_each_and_the_units_go_on() -> None:
    state = axis_moves("de-104 1115", "allied-depot-1 1116, allied-depot-2 1117")
    after, events = play_noting(state, "move de-104 1115-1116-1117-1118", rolls=(1, 6))
    assert where(after, "de-104") == "1118" and spent(after, "de-104") == 9  # nothing extra
    assert (where(after, "axis-depot-1"), where(after, "allied-depot-2")) == ("1116", "due")
    assert [event.kind for event in events if event.kind in ("moved", "captured", "eliminated", "roll")] == [
        "moved",
        "roll",
        "eliminated",
        "captured",
        "roll",
        "eliminated",
    ]
    assert offered(after, "move", "de-104")  # the list offers it again
    assert refused(after, "move de-104 1118-1119") == ""


@pytest.mark.case("11.1.6", "2.3.2")
def test_a_transport_unit_captures_too() -> None:
    state = axis_moves("axis-lorry-1 1530", "allied-depot-1 1531")
    after = play(state, "move axis-lorry-1 1530-1531-1532", rolls=(2,))
    assert (where(after, "axis-depot-1"), where(after, "axis-lorry-1")) == ("1531", "1532")


@pytest.mark.case("11.1.6", "11.4")
@pytest.mark.parametrize("guard", ["au-18", "allied-lorry-1"])
def test_an_installation_that_is_not_alone_is_not_simply_taken(guard: str) -> None:
    assert refused(axis_moves("de-104 1115", f"allied-depot-1, {guard} 1116"), "move de-104 1115-1116") == "11.1"


@pytest.mark.case("11.1.6")
def test_nobody_is_stopped_by_an_installation_nor_made_to_take_it() -> None:
    state = axis_moves("de-104 1115", "allied-depot-1 1116")
    assert where(play(state, "move de-104 1115-1214-1215-1216"), "allied-depot-1") == "1116"


@pytest.mark.case("11.1.6", "8.5")
def test_what_was_captured_serves_at_once() -> None:
    state = axis_moves("de-104 0803, axis-depot-1 0702", "allied-depot-1 0906")
    before = attack_sources(state, "axis", board().hex("0906"))
    after = play(state, "move de-104 0803-0906", rolls=(1,))
    assert before == [] or board().hex("0906") not in before
    assert board().hex("0906") in attack_sources(after, "axis", board().hex("0906"))


@pytest.mark.case("11.1.6", "13.2.1")
def test_a_lost_installation_waits_on_the_order_of_battle_and_may_be_the_next_prize() -> None:
    state = position("axis-depot-1 1115", "allied-depot-1 1116")
    draft = draft_of(state, 6, 1)
    assert capture_depots(draft, "allied", board().hex("1115")) == []
    assert capture_depots(draft, "axis", board().hex("1116")) == ["axis-depot-1"]
    assert where(draft.state, "axis-depot-1") == "1116" and where(draft.state, "allied-depot-1") == "due"


@pytest.mark.case("11.1.6")
def test_an_empty_hex_asks_for_no_die() -> None:
    assert capture_depots(draft_of(position("de-104 1115")), "axis", board().hex("1115")) == []


@pytest.mark.case("11.1.6", "11.1.1", "8.4.2")
def test_an_italian_counts_on_a_capture_only_when_it_is_made() -> None:
    """From the installation at 0803 he is in supply as far as 1012; the one at 1011 would serve him further on."""
    state = axis_moves("it-132-a 1010, axis-depot-1 0803", "allied-depot-1 1011")
    assert refused(state, "move it-132-a 1010-1011-1012-1013") == "11.1.1"
    assert refused(play(state, "move it-132-a 1010-1011", rolls=(1,)), "move it-132-a 1011-1012-1013") == ""
    assert refused(play(state, "move it-132-a 1010-1011", rolls=(5,)), "move it-132-a 1011-1012-1013") == "11.1.1"


@pytest.mark.case("11.1.6")
def test_an_installation_is_met_in_every_hex_of_the_way_but_the_first() -> None:
    state = position("de-8 1408", "allied-depot-1 1409")
    near, beyond = board().hex("1409"), board().hex("1410")
    assert finds_on(state, "axis", (board().hex("1408"), near, beyond))
    assert finds_on(state, "axis", (board().hex("1408"), near))
    assert not finds_on(state, "axis", (near, beyond)) and not finds_on(state, "allied", (board().hex("1408"), near))


@pytest.mark.case("5")
def test_what_is_held_already_is_not_taken_again() -> None:
    name, side = next(iter(position().control.items()))
    draft = draft_of(position())
    take_control(draft, board().hex(name), side)
    assert draft.events == []
    take_control(draft, board().hex(name), enemy_of(side))
    assert [event.kind for event in draft.events] == ["controlled"] and draft.state.control[name] == enemy_of(side)
