"""[3.2] The Movement Phase as a whole."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement, open_movement
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import ORDERS, listed, play, position, refusal
from tests.playing import draft_of, top


@pytest.mark.case("3.2", "21.1.4")
def test_the_phase_opens_with_nobody_moved_and_the_ports_of_this_moment() -> None:
    state = position("ge-mg8 1604", control={"3211": "axis"}, moved=("ge-mg8",), railed=True)
    draft = draft_of(state)
    open_movement(draft, "axis")
    after = draft.state
    assert isinstance(after.stack[-1], Movement)
    assert (after.moved, after.railed) == ((), False)
    assert after.books["axis"].ports == (board().hex("3211"),)


@pytest.mark.case("3.2", "5.1")
def test_moving_is_voluntary() -> None:
    assert len(play(moving("ge-mg8 1604"), "done").stack) == 1


@pytest.mark.case("3.2")
def test_orders_of_other_phases_are_refused() -> None:
    state = moving("ge-mg8 1604", "br-3hus 1605")
    assert refusal(state, "attack 1605 with ge-mg8").case == "3.2"
    assert refusal(state, "lose ge-mg8").case == "3.2"


@pytest.mark.case("3.2", "21.4.2")
def test_ports_are_demolished_last_of_all() -> None:
    state = moving(allied="br-3hus 3138, br-5rtr 3137", phasing="allied")
    before = [order for order in listed(state) if order.startswith("demolish")]
    assert before
    after = play(state, "demolish 3138 1", rolls=(1,))
    assert refusal(after, "move br-5rtr 3137-3136").case == "3.2"
    assert refusal(after, "tactical br-5rtr 3137-3136").case == "3.2"
    assert not any(order.split()[0] in ("move", "tactical", "carry", "rail", "flee") for order in listed(after))
    assert len(play(after, "done").stack) == 1


@pytest.mark.case("3.2", "5.1")
def test_whatever_is_listed_is_accepted() -> None:
    state = moving(
        "ge-i-5, ge-mg8, axis-truck-1, it-27pav 2112, ge-3rec~, it-28pav~~ 2414, axis-truck-2^ 2011, it-39bol, it-7ar,"
        " axis-truck-3 tripoli, ge-dak! 2011, ge-mg2* 2717, ge-115+ 2312",
        "br-3hus 2515, br-5rtr~~ 2316, allied-truck-1 2212, br-1thr 2616",
        supply={"axis": {"2011": 1, "tripoli": 2}},
    )
    decision = top(state)
    count = 0
    for action in decision.actions(state, "axis"):
        frames.check(state, "axis", action)
        assert ORDERS.notation.parse(str(action)) == action
        count += 1
    assert count == len(decision.actions(state, "axis")) > 1000
