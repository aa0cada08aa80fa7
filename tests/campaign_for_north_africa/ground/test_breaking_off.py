"""[8.6, 8.24] Contact and Engaged."""

import pytest

from sandtable.games.campaign_for_north_africa.ground.contact import break_off, break_off_cost, in_contact, release_all
from sandtable.games.campaign_for_north_africa.movement.reach import budget, party_of
from sandtable.games.campaign_for_north_africa.movement.segment import Movement, open_movement
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import POINT
from tests.campaign_for_north_africa.marches import moving
from tests.campaign_for_north_africa.positions import play, position, refusal, spent, where, with_unit
from tests.playing import draft_of


@pytest.mark.case("8.15", "8.24", "8.61", "8.62", "8.64", "8.65")
def test_a_unit_that_begins_in_an_enemy_zone_pays_two_points_to_move() -> None:
    state = play(moving("1KRRC C3511", "I/157, II/157 C3512"), "move 1KRRC C3511-C3510")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3510", 4)


@pytest.mark.case("8.15", "8.24", "8.63", "8.66")
def test_an_engaged_unit_pays_four_zone_or_no_zone() -> None:
    engaged = moving("1KRRC C3511 engaged=1", "I/157 C3512 engaged=1")
    state = play(engaged, "move 1KRRC C3511-C3510")
    assert spent(state, "1KRRC") == 6
    zoned = moving("1KRRC C3511 engaged=1", "I/157, II/157 C3512 engaged=1")
    assert spent(play(zoned, "move 1KRRC C3511-C3510"), "1KRRC") == 6  # not two points on top
    part = moving("7Spt C3511, 1KRRC>7Spt engaged=1", "I/157 C3512 engaged=1")
    assert spent(play(part, "move 7Spt C3511-C3510"), "7Spt") == 6  # for one of them is engaged


@pytest.mark.case("8.62")
def test_who_is_not_in_a_zone_and_not_engaged_pays_nothing() -> None:
    assert spent(play(moving("1KRRC C3511", "I/157 C3512"), "move 1KRRC C3511-C3510"), "1KRRC") == 2


@pytest.mark.case("8.62", "15.93")
def test_a_bare_headquarters_next_to_the_enemy_is_in_contact() -> None:
    assert in_contact(position("7Arm C3511", "I/157, II/157 C3512"), "7Arm")
    assert not in_contact(position("7Arm C3510", "I/157, II/157 C3512"), "7Arm")


@pytest.mark.case("8.64")
def test_the_cost_counts_against_what_a_unit_may_do() -> None:
    state = moving("1KRRC C3511 spent=12", "I/157, II/157 C3512")
    assert refusal(state, "move 1KRRC C3511-C3510").case == "8.17"
    party = party_of(position("1KRRC C3511", "I/157, II/157 C3512"), "commonwealth", ("1KRRC",))
    assert budget(position("1KRRC C3511", "I/157, II/157 C3512"), party) == 8 * POINT


@pytest.mark.case("8.67")
def test_an_enemy_whose_last_opponent_breaks_off_is_engaged_no_more() -> None:
    state = moving("1KRRC C3511 engaged=1", "I/157 C3512 engaged=1")
    after = play(state, "move 1KRRC C3511-C3510")
    assert not after.units["1KRRC"].engaged and not after.units["I/157"].engaged


@pytest.mark.case("8.67")
def test_while_another_opponent_stays_engaged_so_does_the_enemy() -> None:
    state = moving("1KRRC C3511 engaged=1, 1RNF C3611 engaged=1", "I/157 C3512 engaged=1")
    after = play(state, "move 1KRRC C3511-C3510")
    assert after.units["I/157"].engaged and after.units["1RNF"].engaged


@pytest.mark.case("8.68")
def test_who_comes_into_the_hex_of_others_is_not_in_contact() -> None:
    state = moving("1KRRC C3510, 1RNF C3511", "I/157, II/157 C3512")
    state = play(state, "move 1KRRC C3510-C3511", "move 1KRRC C3511-C3410")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == ("C3410", 4)


@pytest.mark.case("8.68")
def test_who_has_stood_there_since_the_segment_began_pays_even_if_friends_stay() -> None:
    state = play(moving("1KRRC, 1RNF C3511", "I/157, II/157 C3512"), "move 1KRRC C3511-C3510")
    assert spent(state, "1KRRC") == 4


@pytest.mark.case("8.61", "8.67")
def test_when_the_enemy_has_gone_there_is_no_contact_left() -> None:
    state = position("1KRRC C3511", "I/157, II/157 C3512")
    assert break_off_cost(state, "1KRRC") == 2 * POINT
    assert break_off_cost(position("1KRRC C3511"), "1KRRC") == 0


@pytest.mark.case("8.62", "8.64", "8.51")
def test_an_enemy_who_reacts_next_to_a_unit_does_not_bring_it_into_contact() -> None:
    """I/104 and II/104 on trucks get away from 2RTR to C3512, next to 1KRRC, which has not moved yet."""
    pair = "I/104, II/104 C3514 motors=7"
    fuel = {"CW-S1": ("C3517", 40, 60), "AX-S1": ("C3514", 40, 60)}
    state = moving(pair, "2RTR C3517, 1KRRC C3511", supply=fuel)
    come = play(state, "move 2RTR C3517-C3516-C3515", "react I/104, II/104 C3514-C3513-C3512")
    assert where(come, "I/104") == where(come, "II/104") == "C3512"
    assert spent(play(come, "move 1KRRC C3511-C3510"), "1KRRC") == 2
    facing = moving("I/104, II/104 C3512", "1KRRC C3511")
    assert spent(play(facing, "move 1KRRC C3511-C3510"), "1KRRC") == 4


@pytest.mark.case("8.62", "10.6")
def test_contact_is_written_down_when_the_segment_begins_and_told_to_the_mover_alone() -> None:
    draft = draft_of(position("1KRRC C3511, 1RNF C3410", "I/157, II/157 C3512"))
    open_movement(draft, "commonwealth")
    (segment,) = (frame for frame in draft.state.stack if isinstance(frame, Movement))
    assert segment.contact == ("C3511",)
    for side, seen in (("commonwealth", ("C3511",)), ("axis", ()), ("", ())):
        assert [frame.contact for frame in observe(draft.state, side).stack if isinstance(frame, Movement)] == [seen]


@pytest.mark.case("8.66")
def test_a_formation_with_one_engaged_unit_is_engaged() -> None:
    state = with_unit(position("7Spt+ C3511"), "1KRRC", engaged=True)
    assert break_off_cost(state, "7Spt") == 4 * POINT


@pytest.mark.case("8.67", "8.63")
def test_nobody_stays_engaged_with_an_enemy_who_is_no_more() -> None:
    alone = draft_of(position("1KRRC C3511 engaged=1, 1RNF C3410 engaged=1", "I/157 C3409 engaged=1"))
    open_movement(alone, "commonwealth")
    assert not alone.state.units["1KRRC"].engaged
    assert alone.state.units["1RNF"].engaged and alone.state.units["I/157"].engaged


@pytest.mark.case("8.66", "8.67")
def test_who_was_not_engaged_releases_nobody_by_leaving() -> None:
    state = position("1KRRC, 2KRRC C3511", "I/157 C3512 engaged=1, II/157 C3510")
    draft = draft_of(state)
    break_off(draft, ("1KRRC",))
    assert draft.state.units["I/157"].engaged and not draft.events
    held = draft_of(with_unit(state, "1KRRC", engaged=True))
    break_off(held, ("2KRRC", "1KRRC"))
    assert not held.state.units["I/157"].engaged and not held.state.units["1KRRC"].engaged
    assert [event.facts["at"] for event in held.events] == ["C3512"]  # nobody was engaged in C3510


@pytest.mark.case("8.67")
def test_those_whose_enemy_is_gone_are_free_and_others_are_not() -> None:
    state = position("1KRRC C3511 engaged=1, 2KRRC C3522 engaged=1, 1RNF C3530", "I/157 C3523 engaged=1")
    draft = draft_of(state)
    release_all(draft)
    engaged = [name for name in ("1KRRC", "2KRRC", "I/157") if draft.state.units[name].engaged]
    assert engaged == ["2KRRC", "I/157"]
    assert [event.facts["at"] for event in draft.events] == ["C3511"]
