"""[15.23, 15.322, 15.4] Supplies that change hands or are burnt while battles are resolved."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.combat.resolution import Battle, odds_of
from sandtable.games.afrika_korps.pieces.tables import combat_results
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.combat.resolutions import field, over, resolving, two_battles
from tests.afrika_korps.positions import at, kinds, orders, play, play_noting, position, refused, with_unit

# --- destroying supplies


@pytest.mark.case("15.4", "14.1")
def test_own_supply_is_destroyed_during_and_after_combat_unless_an_attack_needs_it() -> None:
    state = two_battles()
    assert refused(state, "destroy AxS1") == "14.1"
    assert refused(state, "destroy AxS3") == ""
    assert refused(state, "destroy AlS1") == "15.4"
    assert refused(state, "destroy 21/5") == "15.4"
    state = play(state, "fight 1", "fight 2", rolls=(1, 1))
    assert refused(state, "destroy AxS1") == "14.1"  # spent already
    assert orders(state) == ["destroy AxS3", "done"]
    state = play(state, "destroy AxS3")
    assert at(state, "AxS3") == "pool"
    assert over(state)


# --- the lone supply in a fortress


def lone_supply(axis: str = "21/5 H26", *battles: Battle, allied: str = "AlS1 G25") -> AfrikaKorps:
    return resolving(field(axis, allied), *battles)


@pytest.mark.case("15.23", "15.24", "16.3")
def test_a_lone_supply_in_a_fortress_is_taken_without_a_battle_and_the_captor_may_move_in() -> None:
    state = lone_supply()
    assert orders(state) == ["seize AlS1 with 21/5", "done"]
    state, events = play_noting(state, "seize AlS1 with 21/5")
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "G25")
    assert "roll" not in kinds(events)
    assert state.fought == ()
    assert orders(state) == ["advance 21/5", "done"]
    state = play(state, "advance 21/5")
    assert at(state, "21/5") == "G25"
    assert at(state, "AxC1") == "G25"  # it moves no more this turn
    assert over(state)


@pytest.mark.case("15.23")
def test_the_captor_need_not_take_the_supply_or_move_in() -> None:
    assert over(play(lone_supply(), "done"))
    state = play(lone_supply(), "seize AlS1 with 21/5", "done")
    assert at(state, "21/5") == "H26"


@pytest.mark.case("15.23", "15.322")
def test_what_cannot_be_seized_so() -> None:
    garrisoned = lone_supply("21/5 H26, 15/8 I2", allied="AlS1, 4I/5 G25, AlS2 H2")
    assert refused(garrisoned, "seize AlS1 with 21/5") == "15.23"
    assert refused(garrisoned, "seize AlS2 with 15/8") == ""
    state = lone_supply("21/5 H26, 15/8 W10, AxS1 H26, rommel H26")
    for order in (
        "seize AlS1 with 15/8",
        "seize AlS1 with AxS1",
        "seize AlS1 with rommel",
        "seize AlS1 with pol",
        "seize AlS1 with nobody",
        "seize AlS2 with 21/5",
        "seize AxS1 with 21/5",
    ):
        assert refused(state, order) == "15.23", order
    assert refused(lone_supply("21/5 Q40", allied="AlS1 Q41"), "seize AlS1 with 21/5") == "15.23"  # no fortress


@pytest.mark.case("15.23", "15.24")
def test_a_unit_that_also_fights_must_come_through_its_battle_first() -> None:
    battle = Battle(("9A/20",), ("21/5",), ("AxS1",))
    state = lone_supply("21/5 H26, AxS1 H26", battle, allied="AlS1 G25, 9A/20 I27")
    assert refused(state, "seize AlS1 with 21/5") == "15.23"
    won = play(state, "fight 1", "done", rolls=(1,))
    assert refused(won, "seize AlS1 with 21/5") == ""


@pytest.mark.case("15.23")
def test_a_unit_driven_back_takes_nothing_even_next_to_the_fortress() -> None:
    battle = Battle(("9A/20",), ("ariete",), ("AxS1",))
    state = lone_supply("ariete H26, AxS1 H26", battle, allied="AlS1 G25, 9A/20 H27")
    state = play(state, "fight 1", rolls=(4,))
    state = play(state, "retreat ariete H25-G24")
    assert at(state, "ariete") == "G24"
    assert over(state)  # nobody is left who could take it


# --- the guarded supply


def guarded(allied: str = "2SA/4 Q41, 32 Q39", *battles: Battle) -> AfrikaKorps:
    """The example to 15.34: an Axis supply with 15/8, one unit after the supply, the others after its guard."""
    state = position("15/8, AxS1 Q40, bologna W6", f"{allied}, pol J62", phasing="allied")
    return resolving(state, Battle((), ("2SA/4",), (), "AxS1"), *(battles or (Battle(("15/8",), ("32",)),)))


@pytest.mark.case("15.322", "15.34", "15.33")
def test_one_unit_takes_the_supply_while_another_fights_its_guard() -> None:
    state = guarded()
    assert str(odds_of(state, state.stack[-1].battles[1])) == "1-4"
    assert combat_results().chances("1-4")["AE"] * 2 == 1
    state = play(state, "fight 1")
    assert (at(state, "AxS1"), at(state, "AlC1")) == ("pool", "Q40")
    state = play(state, "move AlC1 Q40-Q44")  # out of the zone of 15/8, past its own captor
    assert at(state, "AlC1") == "Q44"
    state = play(state, "fight 2", rolls=(2,))
    assert at(state, "32") == "dead"
    assert at(state, "15/8") == "Q40"


@pytest.mark.case("15.322", "15.33", "13.2")
def test_the_captured_supply_keeps_out_of_the_zone_of_an_enemy_driven_back_elsewhere() -> None:
    """Savena never guarded it: led from Q47 to Q45 it bars Q44."""
    state = position(
        "15/8, AxS1 Q40, savena Q47, bologna W6", "2SA/4 Q41, 32 Q39, 7/4 Q48, AlS1 Q49, pol J62", phasing="allied"
    )
    seizing, fight = Battle((), ("2SA/4",), (), "AxS1"), Battle(("15/8",), ("32",))
    state = resolving(state, seizing, fight, Battle(("savena",), ("7/4",), ("AlS1",)))
    assert refused(play(state, "fight 1"), "move AlC1 Q40-Q41-Q42-Q43-Q44") == ""
    driven = play(state, "fight 3", "retreat savena Q46-Q45", "fight 1", rolls=(3,))
    assert refused(driven, "move AlC1 Q40-Q41-Q42-Q43-Q44") == "13.2"
    assert refused(driven, "move AlC1 Q40-Q43") == ""


@pytest.mark.case("15.322", "15.34")
def test_the_captor_closes_the_retreat_of_the_guard() -> None:
    battle = Battle(("15/8",), ("32", "1arm"), ("AlS1",))
    state = guarded("2SA/4 Q41, 32, 1arm Q39, AlS1 Q38", battle)
    assert str(odds_of(state, battle)) == "1-2"
    state = play(state, "fight 1", "done", "fight 2", rolls=(1,))  # D back 2
    assert at(state, "15/8") == "dead"


@pytest.mark.case("15.322", "15.321")
def test_seizing_lapses_when_the_supply_fell_with_its_guard() -> None:
    battle = Battle(("15/8",), ("32", "1arm", "2/3"), ("AlS1",))
    state = guarded("2SA/4 Q41, 32, 1arm, 2/3 Q39, AlS1 Q38", battle)
    state = play(state, "fight 2", rolls=(1,))
    assert at(state, "AlC1") == "Q40"
    state, events = play_noting(state, "done", "fight 1")
    assert "lapsed" in kinds(events)
    assert "captured" not in kinds(events)


@pytest.mark.case("15.322")
def test_who_takes_a_guarded_supply_takes_none_elsewhere() -> None:
    state = with_unit(guarded(), "AxS3", at="W10")
    assert at(play(state, "fight 1"), "AxS3") == "W10"
