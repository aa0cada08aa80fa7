"""[8.2] Moving, fighting and moving again: the Movement Segment and who is free in the next one."""

import pytest

from sandtable.games.campaign_for_north_africa.movement.segment import Movement, end_segment, open_movement
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.marches import moving
from tests.campaign_for_north_africa.positions import listed, play, position, refusal, spent, where, with_unit
from tests.playing import draft_of


def again(state: Campaign, side: Side = "commonwealth") -> Campaign:
    """The same position in the next Movement Segment of the phase."""
    draft = draft_of(state)
    open_movement(draft, side)
    return draft.state


# One after the other


@pytest.mark.case("8.0", "8.22")
def test_units_move_one_after_the_other_until_the_player_is_done() -> None:
    state = play(moving("1KRRC, 1RNF C3510"), "move 1KRRC C3510-C3511", "move 1RNF C3510-C3509", "done")
    assert (where(state, "1KRRC"), where(state, "1RNF")) == ("C3511", "C3509")
    assert not isinstance(state.stack[-1], Movement)


@pytest.mark.case("8.0")
def test_the_unit_that_moved_last_may_go_on_but_not_after_another_has_moved() -> None:
    state = play(moving("1KRRC, 1RNF C3510"), "move 1KRRC C3510-C3511", "move 1KRRC C3511-C3512")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3512", 4)
    state = play(state, "move 1RNF C3510-C3509")
    assert refusal(state, "move 1KRRC C3512-C3513").case == "8.14"


@pytest.mark.case("8.0", "21.29")
def test_a_unit_on_its_way_takes_another_along() -> None:
    """As the first recce unit of the example in 21.29 does with the second."""
    state = play(
        moving("11Hus C3510, KDGd C3512"),
        "move 11Hus C3510-C3511-C3512",
        "move 11Hus, KDGd C3512-C3513",
    )
    assert (where(state, "11Hus"), where(state, "KDGd")) == ("C3513", "C3513")
    assert state.units["11Hus"].breakdown > state.units["KDGd"].breakdown > 0


@pytest.mark.case("8.0")
def test_a_stack_on_its_way_leaves_somebody_behind_who_then_has_stopped() -> None:
    state = play(moving("1KRRC, 1RNF C3510"), "move 1KRRC, 1RNF C3510-C3511", "move 1KRRC C3511-C3512")
    assert refusal(state, "move 1RNF C3511-C3512").case == "8.14"


@pytest.mark.case("8.14")
def test_when_one_unit_has_stopped_the_others_may_still_move() -> None:
    state = play(moving("1KRRC C3510, 2KRRC C3505, 1RNF C3507"), "move 1KRRC C3510-C3511", "move 1RNF C3507-C3508")
    segment = state.stack[-1]
    assert isinstance(segment, Movement) and set(segment.movable(state)) == {"2KRRC", "1RNF"}


@pytest.mark.case("19.44")
def test_of_a_parent_and_a_unit_detached_on_the_way_only_one_goes_on() -> None:
    state = play(moving("7Spt+ C3510"), "move 7Spt C3510-C3511", "detach 1KRRC with 0", "move 7Spt C3511-C3512")
    assert (where(state, "7Spt"), where(state, "1KRRC")) == ("C3512", "C3511")
    assert refusal(state, "move 1KRRC C3511-C3512").case == "8.14"


@pytest.mark.case("19.44", "19.43")
def test_a_unit_detached_from_a_parent_that_has_stopped_does_not_move() -> None:
    state = play(
        moving("7Spt+ C3510, 1RNF C3505"),
        "move 7Spt C3510-C3511",
        "move 1RNF C3505-C3506",
        "detach 1KRRC with 0",
    )
    assert refusal(state, "move 1KRRC C3511-C3512").case == "8.14"


@pytest.mark.case("19.41", "19.43")
def test_units_are_attached_and_detached_between_moves() -> None:
    state = play(moving("7Spt+ C3510"), "detach 1KRRC with 0", "move 1KRRC C3510-C3511")
    assert (where(state, "7Spt"), where(state, "1KRRC")) == ("C3510", "C3511")
    state = play(state, "move 1KRRC C3511-C3510", "attach 1KRRC to 7Spt")
    assert state.units["1KRRC"].attached == "7Spt"


@pytest.mark.case("6.26", "19.43")
def test_a_formation_leaves_behind_a_battalion_that_has_lost_all_cohesion() -> None:
    state = with_unit(moving("7Spt+ C3510"), "1KRRC", cohesion=-26)
    assert refusal(state, "move 7Spt C3510-C3511").case == "6.26"
    for order in ("detach 1KRRC with 0", "detach 4RHA with 0"):
        freed = play(state, order)
        mover = "7Spt" if "1KRRC" in order else "4RHA"
        assert where(play(freed, f"move {mover} C3510-C3511"), mover) == "C3511"
    alone = play(state, "detach 1KRRC with 0")
    assert refusal(alone, "move 1KRRC C3510-C3511").case == "6.26"
    assert refusal(alone, "attach 1KRRC to 7Spt").case == "6.26"


# The next segment


@pytest.mark.case("8.23")
def test_who_ends_a_segment_more_than_two_hexes_from_every_enemy_moves_no_more() -> None:
    state = again(play(moving("1KRRC C3510, 1RNF C3506", "I/157 C3512"), "done"))
    assert refusal(state, "move 1RNF C3506-C3507").case == "8.23"
    assert where(play(state, "move 1KRRC C3510-C3509"), "1KRRC") == "C3509"


@pytest.mark.case("8.23")
def test_all_that_is_attached_halts_with_its_counter() -> None:
    state = play(moving("7Spt+ C3506", "I/157 C3512"), "done")
    assert all(state.units[name].halted for name in ("7Spt", "1KRRC", "4RHA"))
    apart = play(again(state), "detach 1KRRC with 0")  # [19.43] at any time, but it does not move
    assert not apart.units["1KRRC"].attached and refusal(apart, "move 1KRRC C3506-C3507").case == "8.23"


@pytest.mark.case("8.23", "19.41", "18.22")
def test_a_parent_does_not_take_along_who_has_halted_or_waits_in_reserve() -> None:
    """7Spt is free to move and comes to a battalion of its own that is not."""
    for mark, case in (("halted=1", "8.23"), ("reserve=2", "18.22")):
        state = moving(f"7Spt C3511, 1KRRC C3510 {mark}", "I/157 C3513")
        joined = play(state, "move 7Spt C3511-C3510", "attach 1KRRC to 7Spt")
        assert refusal(joined, "move 7Spt C3510-C3509").case == case


@pytest.mark.case("8.14", "19.41")
def test_a_parent_does_not_take_along_who_has_stopped_in_this_segment() -> None:
    state = play(
        moving("7Spt C3510, 1KRRC C3512, 1RNF C3505"),
        "move 1KRRC C3512-C3511",
        "move 7Spt C3510-C3511",
        "attach 1KRRC to 7Spt",
    )
    assert refusal(state, "move 7Spt C3511-C3510").case == "8.14"


@pytest.mark.case("8.64", "8.68", "19.41")
def test_who_takes_up_a_unit_in_contact_on_his_way_breaks_off_like_it() -> None:
    state = moving("7Spt C3510, 4RHA>7Spt, 1KRRC C3511", "I/157, II/157 C3512")
    came = play(state, "move 7Spt C3510-C3511")
    assert spent(play(came, "move 7Spt C3511-C3410"), "7Spt") == 4  # it has only passed the hex of friends
    both = play(came, "attach 1KRRC to 7Spt", "move 7Spt C3511-C3410")
    assert spent(both, "7Spt") == 7 and spent(both, "1KRRC") == 5  # one point to attach, two to break off, two a hex
    again = play(came, "attach 1KRRC to 7Spt", "detach 1KRRC with 0", "move 1KRRC C3511-C3410")
    assert spent(again, "1KRRC") == 6  # nor does it get away by being taken up and put down
    apart = moving("7Spt, 1KRRC C3510, 4RHA>7Spt, 1RNF C3511", "I/157, II/157 C3512")
    gone = play(apart, "attach 1KRRC to 7Spt", "move 7Spt C3510-C3511", "move 7Spt C3511-C3410")
    assert spent(gone, "7Spt") == 5  # taken up before it set out: nothing to break off from


@pytest.mark.case("8.23", "18.25")
def test_units_in_reserve_are_not_halted() -> None:
    state = play(moving("1KRRC C3506 reserve=1", "I/157 C3512"), "done")
    assert not state.units["1KRRC"].halted


@pytest.mark.case("8.21", "8.22", "8.16")
def test_a_unit_near_the_enemy_moves_segment_after_segment() -> None:
    state = moving("1KRRC C3510", "I/157 C3512")
    for order in ("move 1KRRC C3510-C3610", "move 1KRRC C3610-C3510", "move 1KRRC C3510-C3610"):
        state = again(play(state, order, "done"))
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3610", 6)


@pytest.mark.case("8.25")
def test_a_segment_without_any_movement_is_a_segment_all_the_same() -> None:
    state = play(moving("1KRRC C3510", "I/157 C3511"), "done")
    assert spent(state, "1KRRC") == 0 and not state.units["1KRRC"].halted


@pytest.mark.case("10.24")
def test_a_hex_the_enemy_left_may_be_entered_in_the_next_segment_and_not_in_the_one_after() -> None:
    draft = draft_of(position("1KRRC C3511", "I/157, II/157 C3512", retreating=("C3611", "C3411")))
    end_segment(draft, "commonwealth", ("C3611",))
    assert draft.state.retreating == ("C3411",)


@pytest.mark.case("8.0")
def test_what_does_not_belong_to_the_segment_is_refused() -> None:
    state = moving("1KRRC C3510")
    assert refusal(state, "rail 1KRRC to D3714").case == "8.0"


@pytest.mark.case("32.17")
def test_supply_units_are_destroyed_before_anybody_moves() -> None:
    state = moving("1KRRC, 1RNF C3510", supply={"CW-S1": ("C3510", 40, 60)})
    assert play(state, "destroy CW-S1", rolls=(1,)).supply == {}
    assert refusal(play(state, "move 1KRRC C3510-C3511"), "destroy CW-S1").case == "32.17"
    assert any(each.startswith("move") for each in listed(play(state, "move 1KRRC C3510-C3511")))
