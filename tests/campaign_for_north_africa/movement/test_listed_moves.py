"""[8.0] What is listed in a Movement Segment: some of all lawful moves, and never one that would be refused."""

import pytest
from msgspec.structs import replace

from sandtable.core.listing import by_turns, evenly_spaced, rotated
from sandtable.games.campaign_for_north_africa.movement.segment import CONTACTS, GOALS, MOVERS, STACKS, Movement
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.marches import moving
from tests.campaign_for_north_africa.positions import listed, play, refusal

SIX = "1KRRC, 2KRRC, 2RflBde, 1RflBde, 1Ches, 2Ches, 1Ranger"


def moves(state: Campaign) -> list[str]:
    return [order for order in listed(state) if order.startswith("move")]


def test_a_few_are_taken_evenly_and_others_when_the_wheel_turns() -> None:
    assert evenly_spaced(range(100), 4, 0) == [0, 25, 50, 75] and evenly_spaced(range(100), 4, 26) == [26, 51, 76, 1]
    assert evenly_spaced("abc", 4, 7) == ["a", "b", "c"] and evenly_spaced((), 4, 7) == []
    assert rotated("abcd", 6) == ["c", "d", "a", "b"] and rotated((), 3) == []
    assert by_turns("abc", "xbz") == ["a", "x", "b", "c", "z"] and by_turns("", "ab") == ["a", "b"]


@pytest.mark.case("8.0", "8.16")
def test_the_list_is_short_and_holds_other_moves_after_every_event() -> None:
    state = moving(*(f"{name} C35{10 + i}" for i, name in enumerate(SIX.split(", "))))
    first, later = moves(state), moves(replace(state, count=state.count + 1))
    assert 0 < len(first) <= (MOVERS + STACKS) * (GOALS + 2 * CONTACTS) and len(set(first)) == len(first)
    assert set(first) != set(later)
    for order in (*first[::5], *later[::5]):
        play(state, order)


@pytest.mark.case("8.53", "8.0")
def test_moves_next_to_the_enemy_are_always_listed_alone_and_as_a_stack_and_with_an_announced_assault() -> None:
    far = (f"{name} C35{20 + i}" for i, name in enumerate(("1RflBde", "1Ches", "2Ches", "1Ranger")))
    state = moving("1KRRC, 2KRRC C3510, 157Fant+ C3514", *far)
    every = [moves(replace(state, count=count)) for count in range(20)]
    for found in every:
        assert any(order.endswith("to assault") for order in found)
        assert any("1KRRC" in order and "2KRRC" in order for order in found)
    for order in {order for found in every for order in found}:
        play(state, order)


@pytest.mark.case("18.22")
def test_a_unit_in_reserve_that_has_made_its_step_is_not_listed() -> None:
    state = moving("1KRRC C3510 reserve=1")
    assert moves(state)
    assert not moves(play(state, "move 1KRRC C3510-C3511"))


@pytest.mark.case("8.32", "8.42")
def test_a_neighbour_behind_a_barrier_is_listed_by_the_way_around_it() -> None:
    state = moving("11Hus C4801", supply={"CW-S1": ("C4801", 40, 60)})
    assert refusal(state, "move 11Hus C4801-B4833").case.startswith("8.")
    around = {order for count in range(400) for order in moves(replace(state, count=count)) if order.endswith("-B4833")}
    assert around == {"move 11Hus C4801-C4701-B4733-B4833"}
    for order in around:
        play(state, order)


@pytest.mark.case("9.31", "9.14")
def test_from_a_hex_that_is_too_full_every_way_out_counts_whatever_it_costs() -> None:
    state = moving(f"{SIX} C3511, 2RTR C3511 spent=50")
    assert refusal(state, "done").case == "9.31"
    for order in moves(state):
        play(state, order)
    assert any(" 2RTR " in order for order in moves(state))


@pytest.mark.case("9.31", "32.23")
def test_a_hex_stays_too_full_when_those_who_could_leave_it_have_no_fuel() -> None:
    tanks = "6RTR, 2RTR, 1RTR, 3Hus, 4Hus, 7Hus"
    state = moving(f"{tanks} C3511", supply={})
    assert not moves(state)
    assert not isinstance(play(state, "done").stack[-1], Movement)


@pytest.mark.case("19.41", "9.31")
def test_what_relieves_a_full_hex_is_listed_once() -> None:
    state = moving("Polish, 1Pol, 2Pol C3511", f"{SIX} C3511")
    found = [order for order in listed(state) if order.startswith("attach")]
    assert found and len(set(found)) == len(found)
