"""[15.3] The secret bid for the Commonwealth."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.values import BadNotation, Event, Refusal
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.scenario.opening import Bid, Bidding, Deployment
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title
from tests.playing import Rolls, top
from tests.tobruk.positions import facts


def opened() -> Tobruk:
    return frames.begin(title().rules.start(title().setup("battle-for-tobruk")), Rolls())[0]


def bids(axis: int, commonwealth: int, *rolls: int) -> tuple[Tobruk, list[Event]]:
    """By the side at which each player sat down."""
    dice = Rolls(*rolls)
    state, _ = frames.play(opened(), "axis", Bid(axis), dice)
    state, events = frames.play(state, "commonwealth", Bid(commonwealth), dice)
    assert not dice.values
    return state, events


@pytest.mark.case("15.3")
def test_both_players_bid_before_anything_else() -> None:
    state = opened()
    assert isinstance(top(state), Bidding) and top(state).asked(state) == ("axis", "commonwealth")
    assert state.margin == 0
    assert isinstance(
        top(frames.begin(title().rules.start(title().setup("first-sidi-rezegh")), Rolls())[0]), Deployment
    )


@pytest.mark.case("15.3")
def test_the_higher_bid_plays_the_commonwealth_and_is_the_margin() -> None:
    state, events = bids(20, 5)
    assert (state.margin, state.bidder) == (20, "axis")
    assert [title().rules.seat(state, side) for side in ("axis", "commonwealth")] == ["commonwealth", "axis"]
    assert facts(events, "seated") == [{"commonwealth": "axis", "axis": "commonwealth", "margin": 20, "case": "15.3"}]
    state, _ = bids(5, 20)
    assert (state.margin, state.bidder) == (20, "commonwealth")
    assert [title().rules.seat(state, side) for side in ("axis", "commonwealth")] == ["axis", "commonwealth"]


@pytest.mark.case("15.3")
@pytest.mark.parametrize(("die", "bidder"), [(1, "axis"), (3, "axis"), (4, "commonwealth"), (6, "commonwealth")])
def test_equal_bids_are_decided_by_a_die(die: int, bidder: str) -> None:
    state, _ = bids(12, 12, die)
    assert (state.margin, state.bidder) == (12, bidder)


@pytest.mark.case("15.3")
def test_a_bid_is_one_point_at_least() -> None:
    state = opened()
    listed = list(top(state).actions(state, "axis"))
    assert (str(listed[0]), str(listed[-1])) == ("bid 1", "bid 99")
    for action in (Bid(0), Bid(100), NOTATION.parse("done")):
        with pytest.raises(Refusal) as refused:
            frames.check(state, "axis", action)
        assert refused.value.case == "15.3"
    frames.check(state, "axis", Bid(99))
    frames.check(state, "axis", Bid(1))
    for text in ("bid -1", "bid 100", "bid many", "bid 07"):
        with pytest.raises(BadNotation):
            NOTATION.parse(text)


@pytest.mark.case("15.3")
def test_nobody_bids_twice() -> None:
    state, _ = frames.play(opened(), "axis", Bid(5), Rolls())
    assert top(state).asked(state) == ("commonwealth",)
    with pytest.raises(Refusal):
        frames.check(state, "axis", Bid(6))


@pytest.mark.case("15.3")
def test_a_bid_stays_hidden_until_both_are_in() -> None:
    """What the other sees and observes is the same whatever was bid."""
    low, high = (frames.play(opened(), "axis", Bid(points), Rolls())[0] for points in (3, 40))
    for side in ("commonwealth", ""):
        assert title().sight.view(low, side) == title().sight.view(high, side)
    assert title().sight.observe(low, "commonwealth") == title().sight.observe(high, "commonwealth")
    assert title().sight.observe(low, "axis") != title().sight.observe(high, "axis")


@pytest.mark.case("15.3", "15.1")
def test_the_garrison_is_placed_after_the_bid() -> None:
    state, _ = bids(20, 5)
    assert isinstance(top(state), Deployment) and top(state).asked(state) == ("commonwealth",)
