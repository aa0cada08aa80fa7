"""[24, 18.7.5, 18.8] The Delay Phase; what the markers cost is tested with movement."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.resources.delay import Delaying, open_delay
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal
from tests.playing import THE_END, draft_of


def phase(side: Side = "axis", axis: str = "ge-dak 1604", allied: str = "br-kdg 2011", **fields: Any) -> NorthAfrica:
    return asking(position(axis, allied, phasing=side, **fields), Delaying(side))


def lying(state: NorthAfrica, side: str) -> dict[int, str]:
    return {number: board().name(at) for number, at in state.books[side].delays.items()}


@pytest.mark.case("24.1", "24.3", "24.3.1", "24.3.2")
def test_two_markers_are_placed_and_two_dice_take_off_their_numbers() -> None:
    once = play(phase(), "delay 1 at 2513")
    assert refusal(once, "delay 1 at 2520").case == "24.3.1"  # not on the display
    assert lying(play(once, "delay 2 at 2717", rolls=(2, 3)), "axis") == {1: "2513"}
    assert lying(play(once, "delay 2 at 2717", rolls=(3, 6)), "axis") == {1: "2513", 2: "2717"}
    assert lying(play(once, "done", rolls=(1, 1)), "axis") == {}


@pytest.mark.case("24.3.1", "9.5.4")
def test_where_a_delay_marker_may_not_lie() -> None:
    state = phase(
        allied="br-kdg 2011, allied-truck-1 2418",
        supply={"allied": {"2711": 1}},
        forts={"3037": "allied"},
        delays={"axis": ("2825",)},
        works={"2230": "allied"},
    )
    for at in ("2011", "2010", "2418", "2419", "2711", "2712", "3037", "3038", "2825", "2826", "3212", "3828"):
        assert refusal(state, f"delay 2 at {at}").case == "24.3.1"
        assert f"delay 2 at {at}" not in listed(state)
    assert refusal(state, "delay 2 at 3915").case == "24.3.1"  # the sea
    assert "delay 2 at 2230" in listed(state)  # an unfinished Fortification does not matter
    assert lying(play(state, "delay 2 at 2230", "done", rolls=(6, 6)), "axis") == {1: "2825", 2: "2230"}
    passed = phase(control={"2937": "allied"}, scenario="crusader")
    assert lying(play(passed, "delay 2 at 2937"), "axis") == {2: "2937"}, "El Adem has neither port nor airfield"
    play(phase(control={"3212": "axis"}, allied=""), "delay 1 at 3212")


@pytest.mark.case("24.3.3")
def test_after_the_roll_the_owner_may_take_markers_back() -> None:
    rolled = play(phase(delays={"axis": ("2825",)}), "done", rolls=(4, 4))
    assert listed(rolled) == ["done", "lift 1"]
    assert refusal(rolled, "lift 2").case == "24.3.3" == refusal(rolled, "accept").case
    assert lying(play(rolled, "lift 1"), "axis") == {}
    assert play(rolled, "lift 1").stack == (THE_END,)  # nothing is left to take back
    assert lying(play(rolled, "done"), "axis") == {1: "2825"} and play(rolled, "done").stack == (THE_END,)


@pytest.mark.case("24.3.4")
def test_markers_with_enemy_units_in_their_hex_come_off_in_every_delay_phase() -> None:
    state = phase(delays={"axis": ("2011",), "allied": ("1604", "3030")})
    after = play(state, "done", rolls=(4, 4))
    assert lying(after, "axis") == {} and lying(after, "allied") == {2: "3030"}


@pytest.mark.case("18.7.5", "18.7.3", "24.3.5")
def test_strafing_in_range_once_a_hex_and_not_on_a_delay_marker() -> None:
    state = phase(assets={"axis": {"strafing": 2}}, delays={"axis": ("1811",)})
    placed = play(state, "delay strafing at 2011")
    assert placed.books["axis"].strafing == (board().hex("2011"),)
    assert refusal(placed, "delay strafing at 2011").case == "18.7.5"
    assert refusal(placed, "delay strafing at 1811").case == "18.7.5"
    assert refusal(placed, "delay strafing at 2560").case == "18.7.3"
    assert refusal(phase(), "delay strafing at 2011").case == "18.7.5"
    assert refusal(placed, "delay 2 at 2011").case == "18.7.5"
    assert "delay 2 at 2011" not in listed(placed)


@pytest.mark.case("18.8")
def test_the_desert_group_keeps_away_from_the_enemy() -> None:
    state = phase("allied", assets={"allied": {"lrdg": 1}})
    assert refusal(state, "delay lrdg at 1604").case == "18.8"
    assert refusal(state, "delay lrdg at 1605").case == "18.8"
    after = play(state, "delay lrdg at 1701")
    assert after.books["allied"].patrols == (board().hex("1701"),) and after.books["allied"].assets == {}
    assert refusal(phase("allied"), "delay lrdg at 1701").case == "18.8"


@pytest.mark.case("18.7.5", "18.8", "24.3.5")
def test_strafing_and_the_desert_group_come_off_in_the_next_friendly_delay_phase() -> None:
    state = position(
        "ge-dak 1604",
        "br-kdg 2011",
        phasing="allied",
        strafing={"allied": ("1611",), "axis": ("2012",)},
        patrols={"allied": ("1701",)},
    )
    draft = draft_of(asking(state))
    open_delay(draft, "allied")
    assert draft.state.books["allied"].strafing == () and draft.state.books["allied"].patrols == ()
    assert draft.state.books["axis"].strafing == (board().hex("2012"),)
    planes = draft_of(asking(position("ge-dak 1604", phasing="allied", strafing={"allied": ("1611",)})))
    open_delay(planes, "allied")
    assert planes.state.books["allied"].strafing == ()


@pytest.mark.case("23.2.1", "18.7.5")
def test_markers_can_be_bought_in_the_phase() -> None:
    after = play(phase(resources={"axis": 1}), "buy strafing", "delay strafing at 2011")
    assert after.books["axis"].assets == {"strafing": 1}


@pytest.mark.case("24.3.1", "18.7.5")
def test_nobody_is_asked_when_all_markers_lie_and_nothing_is_to_be_had() -> None:
    state = position("ge-dak 1604", "br-kdg 2011", delays={"axis": ("2825", "3020")})
    draft = draft_of(asking(state), 1, 2)
    open_delay(draft, "axis")
    assert draft.state.stack == (THE_END,)
    bought = draft_of(asking(position("ge-dak 1604", "br-kdg 2011", assets={"axis": {"strafing": 1}})))
    open_delay(bought, "axis")
    assert isinstance(bought.state.stack[-1], Delaying)
