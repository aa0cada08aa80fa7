"""[10.3, 8.0] Retreats."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.retreats import havens, retreat_paths
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import at, attacking, facts, is_over, listed, play, play_noting, position, refusal, where

PANZERS = "I/8/15, II/8/15 2820"
R2, R3, LOSS = (2, 3), (3, 5), (5, 6)  # at 4:1: two hexes, three, and three with a loss


def beaten(commonwealth: str, rolls: tuple[int, int] = R2, axis: str = PANZERS) -> Tobruk:
    """Two tank battalions have beaten somebody of four points at 2821."""
    return play(attacking(axis, commonwealth, "15pz"), "attack 2821 with I/8/15, II/8/15", rolls=rolls)


def ways(state: Tobruk, name: str, hexes: int) -> list[list[str]]:
    return [[board().name(hexagon) for hexagon in path] for path in retreat_paths(state, name, hexes)]


@pytest.mark.case("10.3")
@pytest.mark.parametrize(("rolls", "hexes", "reduced"), [(R2, 2, False), (R3, 3, False), (LOSS, 3, True)])
def test_all_survivors_retreat_so_many_hexes(rolls: tuple[int, int], hexes: int, reduced: bool) -> None:
    state = beaten("Duke/1SA 2821", rolls)
    assert asked(state) == "commonwealth"
    assert all(order.count("-") == hexes - 1 for order in listed(state))
    assert refusal(state, "done").case == "10.3"
    order = listed(state)[0]
    state = play(state, order)
    assert isinstance(top(state), Advances)  # the retreat is over
    assert where(state, "Duke/1SA") == order[-4:] and state.units["Duke/1SA"].reduced == reduced
    assert board().distance(at("2821"), state.units["Duke/1SA"].at) == hexes


@pytest.mark.case("10.3")
def test_attackers_never_retreat_and_nobody_does_without_an_r() -> None:
    state = attacking("I/8/15 2820", "18/4NZ, Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15", "lose Duke/1SA", rolls=(4, 4))
    assert is_over(state) and where(state, "Duke/1SA") == where(state, "18/4NZ") == "2821"


@pytest.mark.case("10.3", "5.1")
def test_nobody_retreats_towards_a_source_that_an_enemy_occupies_be_it_a_headquarters() -> None:
    assert at("2403") in havens(position("", "Duke/1SA 2821"), "commonwealth")
    assert at("2403") not in havens(position("AfkHQ 2403", "Duke/1SA 2821"), "commonwealth")


@pytest.mark.case("10.3", "5.1")
def test_every_hex_of_a_retreat_is_nearer_to_the_same_source() -> None:
    state = position(PANZERS, "Duke/1SA 2821")
    lawful = retreat_paths(state, "Duke/1SA", 2)
    assert lawful
    for path in lawful:
        assert any(
            all(
                board().distance(there, haven) < board().distance(here, haven)
                for here, there in pairwise((at("2821"), *path))
            )
            for haven in havens(state, "commonwealth")
        )
    state = attacking("I/8/15, II/8/15 3521", "Duke/1SA 3520", "15pz")
    state = play(state, "attack 3520 with I/8/15, II/8/15", rolls=R2)
    refused = refusal(state, "retreat Duke/1SA 3619-3618")  # towards Egypt, and then towards Tobruk
    assert refused.case == "10.3" and "nearer" in refused.why
    state = beaten("Duke/1SA 2821")
    assert refusal(state, "retreat Duke/1SA 2722-2622").case == "10.3"  # west, towards nobody
    assert refusal(state, "retreat Duke/1SA 2922").case == "10.3"  # too short
    far = refusal(state, "retreat Duke/1SA 3022-3122")
    assert far.case == "10.3" and "cannot retreat from 2821 to 3022" in far.why
    victor = refusal(state, "retreat I/8/15 2822-2922")
    assert victor.case == "10.3" and victor.why.startswith("units retreat first: Duke/1SA")


@pytest.mark.case("10.3")
def test_a_source_that_the_enemy_holds_or_controls_draws_nobody() -> None:
    state = position("15PzHQ 5224, I/5/21 5220, 27/Bre 2404", "")
    free = {board().name(hexagon) for hexagon in havens(state, "commonwealth")}
    assert free == {"5214", "5215", "5216", "5217", "2403"}  # no zone reaches into the town
    assert {board().name(hexagon) for hexagon in havens(position(), "axis")} == {"0801", "0808", "0812"}


@pytest.mark.case("10.3", "8.0")
def test_a_clear_way_must_be_taken() -> None:
    """The zone of the attackers covers 2921; to the south-east the desert is open."""
    state = beaten("Duke/1SA 2821")
    assert refusal(state, "retreat Duke/1SA 2921").case == "10.3"
    assert refusal(state, "retreat Duke/1SA 2921-3021").case == "10.3"
    assert listed(state) == ["retreat Duke/1SA 2922-3022", "retreat Duke/1SA 2922-3021"]


# The only hex left to whoever is beaten at 2821 is 2922, in front of a third battalion.
SURROUNDED = "I/5/21 2923, AfkHQ 2921, 21PzHQ 2721"


@pytest.mark.case("10.3", "8.0")
def test_a_zone_on_the_way_stops_and_reduces() -> None:
    state = attacking(f"{PANZERS}, {SURROUNDED}", "Duke/1SA 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with I/8/15, II/8/15", rolls=R2)
    assert where(state, "Duke/1SA") == "2922" and state.units["Duke/1SA"].reduced
    assert facts(events, "retreated")[0]["path"] == ["2821", "2922"]
    assert facts(events, "reduced")[0]["case"] == "10.3"


@pytest.mark.case("10.3", "8.0")
def test_a_reduced_unit_is_eliminated_in_the_zone() -> None:
    """10 to 3, and a retreat without a loss."""
    state = attacking(f"I/8/15*, II/8/15* 2820, {SURROUNDED}", "18/4NZ* 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with I/8/15, II/8/15", rolls=(3, 3))
    assert facts(events, "retreated") and state.units["18/4NZ"].at == DEAD


@pytest.mark.case("10.3", "2.4", "8.0")
def test_a_headquarters_is_lost_in_a_zone() -> None:
    state = beaten("Duke/1SA, 1SAHQ 2821", R2, f"{PANZERS}, {SURROUNDED}")
    assert state.units["1SAHQ"].at == TURN_TRACK
    assert where(state, "Duke/1SA") == "2922" and state.units["Duke/1SA"].reduced


@pytest.mark.case("10.3")
def test_who_cannot_retreat_is_eliminated() -> None:
    closed = "XXIHQ 2922, 21PzHQ 2921, AfkHQ 2822, AriHQ 2721"
    state = attacking(f"{PANZERS}, {closed}", "Duke/1SA 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with I/8/15, II/8/15", rolls=R2)
    assert state.units["Duke/1SA"].at == DEAD and not facts(events, "retreated")
    assert facts(events, "eliminated")[0]["case"] == "10.3"


@pytest.mark.case("10.3")
def test_nobody_retreats_off_the_map() -> None:
    """In the corner the other sources are north and west."""
    assert ways(position("", "Duke/1SA 5224"), "Duke/1SA", 1) == [["5124"], ["5223"]]
    shut = "15PzHQ 5214, 21PzHQ 5215, AfkHQ 5216, AriHQ 5217, TriHQ 5219, XXIHQ 5221, I/8/15 2403"
    assert ways(position(shut, "Duke/1SA 5224"), "Duke/1SA", 1) == []  # nothing is nearer to where it stands


@pytest.mark.case("10.3")
def test_units_of_one_hex_may_go_different_ways() -> None:
    state = beaten("Duke/1SA*, 1RNC/1SA* 2821")
    state = play(state, "retreat 1RNC/1SA 2922-3022", "retreat Duke/1SA 2922-3021")
    assert (where(state, "Duke/1SA"), where(state, "1RNC/1SA")) == ("3021", "3022")


@pytest.mark.case("10.3", "7.1")
def test_a_retreat_ends_where_there_is_room() -> None:
    six = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ"
    assert where(beaten(f"Duke/1SA 2821, {six} 3022"), "Duke/1SA") == "3021"  # the one way that is left
    state = beaten(f"Duke/1SA 2821, {six} 3122", R3)
    full = refusal(state, "retreat Duke/1SA 2922-3022-3122")
    assert full.case == "10.3" and "no room" in full.why
    through = beaten(f"Duke/1SA 2821, {six} 3022", R3)
    assert "retreat Duke/1SA 2922-3022-3123" in listed(through)


@pytest.mark.case("10.3", "7.1")
def test_where_two_are_in_each_others_way_the_owner_says_who_goes_first() -> None:
    """One way is open, and at its end there is room for one battalion; the other must go into the zone."""
    friends = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ 3022"
    axis = f"{PANZERS}, XXIHQ 2822, 21PzHQ 3021"
    state = beaten(f"Duke/1SA*, 1RNC/1SA* 2821, {friends}", R2, axis)
    assert listed(state) == ["retreat Duke/1SA 2922-3022", "retreat 1RNC/1SA 2922-3022"]
    state = play(state, "retreat 1RNC/1SA 2922-3022")
    assert where(state, "1RNC/1SA") == "3022"
    assert {order.split()[2] for order in listed(state)} <= {"2921", "2721"}


@pytest.mark.case("10.3", "5.1")
def test_the_garrison_retreats_towards_the_town() -> None:
    """Every hex of the fort is free of zones from outside."""
    state = position("I/8/15 2506, II/8/15 2306", "2Kng/16 2405, 2Qns/16 2405")
    assert ways(state, "2Kng/16", 2) == [["2404", "2403"], ["2505", "2604"]]  # or east along the works


@pytest.mark.case("10.3", "5.1")
def test_who_reaches_the_port_has_retreated_far_enough() -> None:
    """Next to the empty town there is no second hex that is nearer to it."""
    state = position("I/8/15, II/8/15 2505", "RNF-MG 2404")
    assert ["2403"] in ways(state, "RNF-MG", 2) and ["2403"] in ways(state, "RNF-MG", 3)
    taken = position("I/8/15, II/8/15 2505, 27/Bre 2403", "RNF-MG 2404")
    assert ["2403"] not in ways(taken, "RNF-MG", 2)
    in_town = position("I/8/15, II/8/15 2404", "RNF-MG 2403")
    assert all(len(path) == 2 for path in ways(in_town, "RNF-MG", 2))  # towards another source, if any


@pytest.mark.case("10.3", "5.1")
def test_an_entry_hex_ends_no_retreat() -> None:
    """The map ends there, and nobody retreats off it."""
    state = position("27/Bre 0902", "")
    assert all(len(path) == 2 for path in ways(state, "27/Bre", 2))


@pytest.mark.case("10.3", "8.0")
def test_an_intruder_in_the_works_takes_no_step_of_a_retreat_through_them() -> None:
    state = attacking("I/8/15, II/8/15 2604", "RNF-MG 2504", "15pz")
    state = play(state, "attack 2504 with I/8/15, II/8/15", rolls=R2)
    assert listed(state) == ["retreat RNF-MG 2403", "retreat RNF-MG 2505-2506"]
    state = play(state, "retreat RNF-MG 2505-2506")  # 2505 is next to the intruders
    assert where(state, "RNF-MG") == "2506" and not state.units["RNF-MG"].reduced


@pytest.mark.case("10.3", "9.2")
def test_a_retreat_costs_no_points_and_takes_the_road_marker_off() -> None:
    state = beaten("Duke/1SA= 2821")
    state = play(state, listed(state)[0])
    assert state.treks == {} and not state.units["Duke/1SA"].road


@pytest.mark.case("10.3")
def test_a_retreat_goes_hex_by_hex() -> None:
    refused = refusal(beaten("Duke/1SA 2821"), "retreat Duke/1SA 2922-3122")
    assert refused.case == "10.3" and "from 2922 to 3122" in refused.why
