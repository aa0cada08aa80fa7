"""Isolation: who has a line to a supply, at the beginning and at the end of a turn, and who dies of it."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.values import Event
from sandtable.games.afrika_korps.ground.supply import isolated_units
from sandtable.games.afrika_korps.orders import Decline, Done
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.positions import asking, at, play, play_noting, position, refused, with_unit

ELSEWHERE = "brescia W6", "pol J62"


def isolated(axis: str, allied: str, side: str = "axis") -> set[str]:
    state = position(f"{axis}, {ELSEWHERE[0]}", f"{allied}, {ELSEWHERE[1]}", phasing=side)
    return set(isolated_units(state, side)) - {"brescia", "pol"}


def turn_of(side: str, axis: str, allied: str, turn: int = 2) -> AfrikaKorps:
    """The beginning of a player turn, before anything is judged."""
    state = position(f"{axis}, {ELSEWHERE[0]}", f"{allied}, {ELSEWHERE[1]}", turn=turn, phasing=side)
    return asking(state, PlayerTurn(side))


class Fours:
    """No ship is sunk."""

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return 4


def begun(state: AfrikaKorps) -> AfrikaKorps:
    return frames.begin(state, Fours())[0]


def skip(state: AfrikaKorps, side: str) -> tuple[AfrikaKorps, list[Event]]:
    """Say no to everything until the other side is on turn."""
    events: list[Event] = []
    while state.phasing == side:
        action = Decline() if refused(state, "decline") == "" else Done()
        state, noted = frames.play(state, side, action, Fours())
        events += noted
    return state, events


def eliminated(events: list[Event]) -> dict[str, str]:
    return {str(e.facts["unit"]): str(e.facts["case"]) for e in events if e.kind == "eliminated"}


# --- the line


@pytest.mark.case("24.1")
def test_a_line_of_any_length_and_shape_will_do() -> None:
    assert isolated("21/5 P41, AxS1 X69", "9A/20 R60") == set()
    assert isolated("21/5 P41", "9A/20 R60") == {"21/5"}


@pytest.mark.case("24.1")
def test_supplies_of_the_enemy_do_not_count_and_captured_ones_do() -> None:
    assert isolated("21/5 P41", "AlS1 P44") == {"21/5"}
    assert isolated("21/5 P41, AxC1 P44", "9A/20 R60") == set()


RING = "9A/20 S43, 9A/18 S40, 22gds P40"  # whose zones touch all six neighbours of R41


@pytest.mark.case("24.1", "7.1")
def test_zones_all_around_cut_the_line_and_a_gap_lets_it_through() -> None:
    assert isolated("21/5 R41, AxS1 W3", RING) == {"21/5"}
    assert isolated("21/5 R41, AxS1 W3", "9A/20 S43, 22gds P40") == set()


@pytest.mark.case("24.1", "7.1")
def test_a_friend_in_the_gap_does_not_cancel_the_zone() -> None:
    assert isolated("21/5 R41, ariete Q41, AxS1 W3", RING) == {"21/5"}


@pytest.mark.case("24.1")
def test_the_hex_of_the_unit_itself_may_lie_in_a_zone() -> None:
    assert isolated("21/5 R41, AxS1 W3", "9A/20 R42") == set()
    assert isolated("21/5, AxS1 R41", RING) == set()


@pytest.mark.case("24.1")
def test_a_supply_in_an_enemy_zone_serves_only_its_own_hex() -> None:
    assert isolated("21/5 P43, ariete P41, AxS1 P41", "9A/20 Q42") == {"21/5"}


@pytest.mark.case("24.1")
def test_supplies_and_rommel_are_never_isolated() -> None:
    assert isolated("rommel, AxS2 R41, AxS1 W3", RING) == set() == isolated("rommel R41, AxS1 W3", RING)


@pytest.mark.case("24.1", "5.7")
def test_the_line_does_not_cross_water() -> None:
    """From F19 the sea and two zones leave nothing but the closed hexside to E18."""
    shut = "9A/20 G18, 9A/18 G21"
    assert isolated("21/5 F19, AxS1 E18", shut) == {"21/5"}
    assert isolated("21/5 F18, AxS1 E18", shut) == set()


@pytest.mark.case("24.1", "23.6", "19.5")
def test_a_garrison_shut_in_by_zones_and_sea_is_isolated_unless_it_has_a_supply_inside() -> None:
    siege = "21/5 H26, ariete H24"
    assert isolated(siege, "9A/20 G25, AlS1 J62", "allied") == {"9A/20"}
    assert isolated(siege, "9A/20, AlS2 G25, AlS1 J62", "allied") == set()
    assert isolated("ariete H24", "9A/20 G25, AlS1 J62", "allied") == set()


@pytest.mark.case("24.4", "23.6")
def test_no_line_runs_from_port_to_port() -> None:
    assert isolated("21/5 H26, ariete H24", "9A/20 G25, AlS1 J62, AlS2 sea", "allied") == {"9A/20"}


@pytest.mark.case("24.4")
def test_units_at_sea_are_supplied_by_a_supply_at_sea_only() -> None:
    assert isolated("brescia W3", "9A/20 sea, AlS1 J62", "allied") == {"9A/20"}
    assert isolated("brescia W3", "9A/20 sea, AlS1 sea, AlS2 J62", "allied") == set()
    assert isolated("brescia W3, AxS1 sea", "9A/20 sea, AlS2 J62", "allied") == {"9A/20"}


# --- two turns


@pytest.mark.case("24.2", "24.1")
def test_two_turns_isolated_at_beginning_and_end_are_fatal() -> None:
    state = begun(turn_of("axis", "21/5 R41, AxS1 W3", RING))
    state, events = skip(state, "axis")
    assert eliminated(events) == {} and state.units["21/5"].isolated == 1
    state, events = skip(state, "allied")
    assert state.units["21/5"].isolated == 1
    state, events = skip(state, "axis")
    assert eliminated(events) == {"21/5": "24.2"}


@pytest.mark.case("24.2")
def test_a_line_at_the_end_of_a_turn_starts_the_count_anew() -> None:
    state = begun(with_unit(turn_of("axis", "21/5 R41, AxS1 W3", RING), "21/5", isolated=1))
    state = play(state, "decline", "move AxS1 W3-W4")
    supplied = with_unit(state, "AxS1", at="R41")
    assert skip(supplied, "axis")[0].units["21/5"].isolated == 0
    assert eliminated(skip(state, "axis")[1]) == {"21/5": "24.2"}


@pytest.mark.case("24.2")
def test_a_line_at_the_beginning_of_a_turn_starts_the_count_anew() -> None:
    free = turn_of("axis", "21/5 R41, AxS1 W3", "9A/20 S43, 22gds P40")
    state = begun(with_unit(free, "21/5", isolated=1))
    state = play(state, "decline")
    shut = with_unit(state, "9A/18", at="S40")
    state, events = skip(shut, "axis")
    assert eliminated(events) == {} and state.units["21/5"].isolated == 0


@pytest.mark.case("24.2")
def test_only_the_player_on_turn_is_judged() -> None:
    state = turn_of("allied", "21/5 R41, AxS1 W3", f"{RING}, AlS1 J62")
    state, events = skip(begun(with_unit(state, "21/5", isolated=1)), "allied")
    assert "21/5" not in eliminated(events) and state.units["21/5"].isolated == 1


@pytest.mark.case("24.2", "14.1")
def test_supply_that_is_landed_and_used_up_within_the_turn_relieves_nobody() -> None:
    """Two of the garrison sally and are lost; the third is no better off for the supply that they used."""
    state = turn_of("allied", "21/5 H26, ariete H24", "9A/20, 7/7, 4I/5 G25, AlS1 J62")
    state = begun(with_unit(state, "4I/5", isolated=1))
    state = play(state, "land AlS2 at G25")
    assert eliminated(skip(state, "allied")[1]) == {}
    state = play(state, "done", "attack 21/5 with 7/7, 9A/20", "done", "fight 1", rolls=(5,))
    state, events = skip(state, "allied")
    assert eliminated(events) == {"AlS2": "14.1", "4I/5": "24.2"}


ENCIRCLED = "15/33 X47, AxS1 S45, AxS2 W3", "1SA/1 X44, 1SA/2 W50, 1SA/5 U44, 1SA/3 U47"


@pytest.mark.case("24.2", "24.1")
def test_recce_that_breaks_out_to_attack_and_is_thrown_back_was_isolated_all_the_turn() -> None:
    """The worked example: four brigades around 15/33, a supplied 2-1 on one of them, and A back 2 into the pocket."""
    state = begun(turn_of("axis", *ENCIRCLED))
    assert set(isolated_units(state, "axis")) >= {"15/33"}
    state = play(state, "decline", "move 15/33 X47-U46", "done")
    assert "15/33" not in isolated_units(state, "axis")
    state, events = play_noting(state, "attack 1SA/3 with 15/33")
    assert (events[0].facts["odds"], events[0].facts["supplies"]) == ("2-1", ["AxS1"])
    state = play(state, "done", "fight 1", "retreat 15/33 V46-W46", rolls=(4,))
    state, events = skip(state, "axis")
    assert eliminated(events) == {"AxS1": "14.1"}
    assert at(state, "15/33") == "W46" and state.units["15/33"].isolated == 1
    state, _ = skip(state, "allied")
    _, events = skip(state, "axis")
    assert eliminated(events) == {"15/33": "24.2"}


@pytest.mark.case("24.2")
def test_the_same_recce_is_free_if_it_ends_its_turn_outside_the_pocket() -> None:
    state = begun(turn_of("axis", *ENCIRCLED))
    state = play(state, "decline", "move 15/33 X47-U46", "done", "attack 1SA/3 with 15/33", "done")
    state = play(state, "fight 1", "retreat 15/33 T45-S44", rolls=(4,))
    assert skip(state, "axis")[0].units["15/33"].isolated == 0


# --- the sea


@pytest.mark.case("24.4", "24.2")
def test_a_unit_in_its_second_turn_of_isolation_is_lost_at_sea_without_a_supply_at_sea() -> None:
    siege = turn_of("allied", "21/5 H26, ariete H24", "9A/20 G25, AlS1 J62")
    state = play(begun(with_unit(siege, "9A/20", isolated=1)), "decline", "embark 9A/20")
    assert eliminated(skip(state, "allied")[1]) == {"9A/20": "24.2"}
    state = play(state, "embark AlS1")
    state, events = skip(state, "allied")
    assert eliminated(events) == {} and state.units["9A/20"].isolated == 0


@pytest.mark.case("24.3", "23.44")
def test_who_lands_in_a_port_without_supply_shares_its_isolation() -> None:
    siege = turn_of("allied", "21/5 H26, ariete H24", "9A/20 G25, 9A/18 sea, 4I/5, AlS1 J62")
    state = begun(with_unit(siege, "9A/20", isolated=1))
    ashore = play(state, "decline", "land 9A/18 at G25")
    assert set(eliminated(skip(ashore, "allied")[1])) == {"9A/20", "9A/18"}
    home = play(state, "decline", "land 9A/18 at J62")
    assert set(eliminated(skip(home, "allied")[1])) == {"9A/20"}


@pytest.mark.case("23.6", "24.2", "12.4")
def test_the_besieged_survive_if_a_supply_comes_in_by_sea_on_their_second_turn() -> None:
    """The end of the example in chapter 23: the supply sails away, and another must come before it is too late."""
    siege = turn_of("allied", "21/5 H26, ariete H24, AxS1 H24", "7/7, AlS1 G25, AlS2 J62")
    state = play(begun(siege), "decline", "embark AlS1")
    counts = []
    for _ in range(2):
        state, events = skip(state, "allied")
        assert "7/7" not in eliminated(events)
        counts.append(state.units["7/7"].isolated)
        state, _ = skip(state, "axis")
    assert counts == [0, 1]  # the supply was there when its first turn began
    relieved = play(state, "land AlS1 at G25")
    assert "7/7" not in eliminated(skip(relieved, "allied")[1])
    assert eliminated(skip(state, "allied")[1])["7/7"] == "24.2"
