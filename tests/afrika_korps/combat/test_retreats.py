"""Retreats: which ways are open, who leads, what is lost and what is taken on the way."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.games.afrika_korps.combat.retreats import (
    RetreatRoute,
    Retreats,
    can_survive_retreat,
    retreat_paths,
    surrounded,
)
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.positions import (
    THE_END,
    Rolls,
    asked,
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refusal,
    refused,
)


def retreating(axis: str, allied: str, units: str, winner: str = "axis", **fields: Any) -> AfrikaKorps:
    """The winner leads these units; what happens by itself has happened."""
    in_use = fields.pop("in_use", ())
    state = asking(position(axis, allied, **fields), Retreats(winner, tuple(units.split(", ")), tuple(in_use)))
    return frames.begin(state, Rolls())[0]


def beaten_brigade(allied: str = "", axis: str = "", **fields: Any) -> AfrikaKorps:
    """A brigade at Q41 in open desert, driven back from Q40."""
    return retreating(f"ariete Q40, {axis}", f"9A/20 Q41, {allied}", "9A/20", **fields)


def names(paths: list[tuple[int, int]]) -> set[str]:
    return {"-".join(board().name(hexagon) for hexagon in path) for path in paths}


def over(state: AfrikaKorps) -> bool:
    return state.stack == (THE_END,)


# --- ways


@pytest.mark.case("7.6", "7.62")
def test_ways_lead_out_of_the_zone_and_may_bend() -> None:
    found = names(retreat_paths(beaten_brigade(), "9A/20"))
    assert "Q42-Q43" in found
    assert "R42-Q42" in found  # ends next to the start
    assert {way.split("-")[0] for way in found} == {"Q42", "R42", "P41"}
    assert not any(way.endswith(("Q41", "R41", "P40", "Q40")) for way in found)
    assert len(found) == 13


@pytest.mark.case("7.6", "7.62", "7.61", "7.5")
def test_refused_ways() -> None:
    state = beaten_brigade("22gds Q45")
    assert refused(state, "retreat 9A/20 R41-R42") == "7.62"  # through a zone
    assert refused(state, "retreat 9A/20 R42-R41") == "7.62"  # into a zone
    assert refused(state, "retreat 9A/20 Q40-Q39") == "7.62"  # over the enemy
    assert refused(state, "retreat 9A/20 Q42-Q44") == "7.61"  # not adjacent
    assert refused(state, "retreat 9A/20 Q42-Z99") == "7.61"
    assert refused(state, "retreat 9A/20 Q42-Q41") == "7.6"  # back to where it was
    assert refused(state, "retreat 9A/20 Q42") == "7.5"
    assert refused(state, "retreat 9A/20 Q42-Q43-Q44") == "7.5"
    assert refused(state, "retreat 22gds Q46-Q47") == "7.5"
    assert refused(state, "done") == "7.5"
    assert refused(state, "retreat 9A/20 Q42-Q43") == ""


@pytest.mark.case("7.62")
def test_a_refused_way_is_told_what_lies_in_it() -> None:
    state = beaten_brigade()
    assert "held by the enemy" in str(refusal(state, "retreat 9A/20 Q40-Q39"))
    assert "in an enemy zone" in str(refusal(state, "retreat 9A/20 R42-R41"))


@pytest.mark.case("7.5", "10.1")
def test_the_winner_leads_and_every_way_listed_is_lawful() -> None:
    state = beaten_brigade()
    assert asked(state) == "axis"
    assert all(refused(state, order) == "" for order in orders(state))
    assert len(orders(state)) == 13
    assert over(play(state, "retreat 9A/20 P41-O41"))


@pytest.mark.case("7.6", "18.3")
def test_a_retreat_crosses_escarpments_freely() -> None:
    state = retreating("ariete K38", "9A/20 K39", "9A/20")
    assert at(play(state, "retreat 9A/20 L40-M41"), "9A/20") == "M41"


@pytest.mark.case("7.6", "6.3")
def test_a_retreat_passes_through_a_full_stack() -> None:
    state = beaten_brigade("7A/1, 7A/2, 4I/5 Q42")
    assert at(play(state, "retreat 9A/20 Q42-Q43"), "9A/20") == "Q43"


@pytest.mark.case("7.61")
def test_without_a_way_the_unit_is_lost() -> None:
    state = retreating("ariete Q40, savena Q42", "9A/20 Q41", "9A/20")
    assert at(state, "9A/20") == "dead"
    assert over(state)


@pytest.mark.case("7.61", "5.7")
def test_no_retreat_over_an_all_water_hexside() -> None:
    state = retreating("ariete E17", "9A/20 E18", "9A/20")
    assert at(state, "9A/20") == "dead"


@pytest.mark.case("7.61", "5.6")
def test_no_retreat_into_the_qattara_depression() -> None:
    ways = names(retreat_paths(position("ariete P59", "9A/20 Q60"), "9A/20"))
    assert "Q61-Q62" in ways
    assert not any("R60" in way or "R61" in way for way in ways)


@pytest.mark.case("7.6", "10.1")
def test_the_only_way_is_taken_without_asking() -> None:
    state = retreating("21/5 Q40, savena P42, brescia S44", "9A/20 Q41", "9A/20")
    assert len(retreat_paths(position("21/5 Q40, savena P42, brescia S44", "9A/20 Q41"), "9A/20")) == 1
    assert over(state)
    assert at(state, "9A/20") == "S42"


@pytest.mark.case("9.1", "7.1")
def test_the_zone_of_a_unit_under_automatic_victory_closes_no_way() -> None:
    beaten = AutomaticVictory(("7A/1",), ("21/5",), ())
    axis, allied = "ariete Q40", "9A/20 Q41, 7A/1 Q38"
    assert not any(way.startswith("Q39") for way in names(retreat_paths(position(axis, allied), "ariete")))
    opened = position(axis, allied, victories=(beaten,))
    assert any(way.startswith("Q39") for way in names(retreat_paths(opened, "ariete")))
    assert not any("Q38" in way for way in names(retreat_paths(opened, "ariete")))  # but its hex is held


@pytest.mark.case("7.5")
def test_several_units_are_led_one_by_one_in_any_order() -> None:
    state = retreating("ariete Q40", "9A/20, 22gds Q41", "9A/20, 22gds")
    state = play(state, "retreat 22gds Q42-Q43", "retreat 9A/20 P41-O41")
    assert (at(state, "22gds"), at(state, "9A/20")) == ("Q43", "O41")
    assert over(state)


# --- fortresses


@pytest.mark.case("11.7")
def test_a_vacant_fortress_is_no_way_while_there_is_another() -> None:
    state = retreating("21/5 J28", "9A/18 I27", "9A/18")
    assert refused(state, "retreat 9A/18 H26-G25") == "11.7"
    garrisoned = retreating("21/5 J28", "9A/18 I27, 4I/5 G25", "9A/18")
    assert refused(garrisoned, "retreat 9A/18 H26-G25") == ""


@pytest.mark.case("11.7")
def test_a_supply_does_not_make_a_fortress_held() -> None:
    assert refused(retreating("21/5 J28", "9A/18 I27, AlS1 G25", "9A/18"), "retreat 9A/18 H26-G25") == "11.7"


@pytest.mark.case("11.7")
def test_a_vacant_fortress_is_taken_when_it_is_the_only_way() -> None:
    state = retreating("21/5 J28, savena H28, brescia J26, pavia H24", "9A/18 I27", "9A/18")
    assert at(state, "9A/18") == "G25"


@pytest.mark.case("11.7", "7.5")
def test_the_defender_may_lead_an_attacker_back_into_a_vacant_fortress() -> None:
    state = asking(position("ariete I27", "9A/18 J28"), Retreats("allied", ("ariete",)))
    state, _ = frames.begin(state, Rolls())
    assert refused(state, "retreat ariete H26-G25") == "" and "retreat ariete H26-G25" in orders(state)
    assert refused(state, "retreat ariete H26-H25") == ""


@pytest.mark.case("23.7", "7.61")
def test_a_garrison_shut_in_by_zones_and_sea_is_lost() -> None:
    state = asking(position("ariete H25", "4I/5 G25"), Retreats("axis", ("4I/5",)))
    state, events = frames.begin(state, Rolls())
    assert at(state, "4I/5") == "dead"
    assert [event.facts["case"] for event in events if event.kind == "eliminated"] == ["23.7"]


@pytest.mark.case("7.6")
def test_a_garrison_does_not_go_out_and_back() -> None:
    state = position("ariete G24", "4I/5 G25")
    assert names(retreat_paths(state, "4I/5")) == {"H26-H27", "H26-I27", "H26-I26"}


@pytest.mark.case("23.1", "7.61")
def test_an_enemy_garrison_closes_no_hex_around_its_fortress() -> None:
    ways = names(retreat_paths(position("ariete H26", "4I/5 G25"), "ariete"))
    assert "H25-G24" in ways
    assert not any("G25" in way for way in ways)


# --- surrounded


@pytest.mark.case("9.1", "9.3")
def test_surrounded_by_two_units_on_opposite_sides() -> None:
    state = position("ariete Q40, savena Q42", "9A/20 Q41")
    assert surrounded(state, ["9A/20"], ["ariete", "savena"])
    assert not surrounded(state, ["9A/20"], ["ariete"])
    assert can_survive_retreat(position("ariete Q40", "9A/20 Q41"), "9A/20")
    assert not can_survive_retreat(state, "9A/20")


@pytest.mark.case("9.1")
def test_only_units_that_are_named_surround_and_friends_do_not() -> None:
    axis, allied = "ariete Q40, savena P42", "9A/20 Q41, 7A/1, 7A/2, 4I/5 R43, 4I/7, 4I/11, pol S42"
    state = position(axis, allied)
    assert not surrounded(state, ["9A/20"], ["ariete", "savena"])
    assert not surrounded(state, ["9A/20", "7A/1"], ["ariete"])


@pytest.mark.case("9.1", "5.7")
def test_terrain_surrounds_too() -> None:
    assert surrounded(position("ariete E17", "9A/20 E18"), ["9A/20"], ["ariete"])


@pytest.mark.case("9.1")
def test_one_defender_who_can_escape_is_enough() -> None:
    state = position("ariete E17", "9A/20 E18, 22gds D16")
    assert not surrounded(state, ["9A/20", "22gds"], ["ariete"])


# --- too many in one hex


ONE_WAY = "21/5 Q40, savena P42, brescia S44"  # from Q41 the only retreat ends at S42


@pytest.mark.case("7.61")
def test_a_unit_whose_only_way_ends_on_a_full_stack_is_lost() -> None:
    state = retreating(ONE_WAY, "9A/20 Q41, 7A/1, 7A/2, 4I/5 S42", "9A/20")
    assert at(state, "9A/20") == "dead"
    assert [at(state, name) for name in ("7A/1", "7A/2", "4I/5")] == ["S42"] * 3


@pytest.mark.case("7.61")
def test_the_owner_chooses_among_the_units_that_came() -> None:
    state = retreating(ONE_WAY, "9A/20, 22gds Q41, 7A/1, 7A/2 S42", "9A/20, 22gds")
    assert asked(state) == "allied"
    assert orders(state) == ["lose 9A/20", "lose 22gds"]
    assert refused(state, "lose 7A/1") == "7.61"
    assert refused(state, "done") == "7.61"
    state = play(state, "lose 9A/20")
    assert (at(state, "9A/20"), at(state, "22gds")) == ("dead", "S42")
    assert over(state)


@pytest.mark.case("7.61")
def test_two_of_three_that_came_are_lost() -> None:
    state = retreating(ONE_WAY, "9A/20, 22gds, 4I/5 Q41, 7A/1, 7A/2 S42", "9A/20, 22gds, 4I/5")
    state = play(state, "lose 9A/20")
    assert orders(state) == ["lose 22gds", "lose 4I/5"]
    assert over(play(state, "lose 4I/5"))


@pytest.mark.case("7.61", "7.62")
def test_no_unit_is_lost_to_stacking_while_another_way_saves_it() -> None:
    state = retreating("ariete Q40", "9A/20, 22gds Q41, 7A/1, 7A/2 Q43", "9A/20, 22gds")
    state = play(state, "retreat 9A/20 Q42-Q43")
    assert refused(state, "retreat 22gds Q42-Q43") == "7.62"
    assert refused(state, "retreat 22gds Q42-R43") == ""
    assert all(refused(state, order) == "" for order in orders(state))


@pytest.mark.case("7.62")
def test_the_last_room_is_kept_for_the_unit_that_needs_it() -> None:
    """7A/1 can only end at S42, where one more finds room; 9A/20 may not take it away."""
    state = asking(position(ONE_WAY, "7A/1 Q41, 9A/20 R40, 4I/5, 4I/7 S42"), Retreats("axis", ("7A/1", "9A/20")))
    rout = state.stack[-1]
    assert isinstance(rout, Retreats)
    assert {path[1] for path in retreat_paths(state, "7A/1")} == {board().hex("S42")}
    assert board().hex("S42") in {path[1] for path in retreat_paths(state, "9A/20")}
    assert board().hex("S42") not in {path[1] for path in rout.paths(state, "9A/20")}
    assert rout.paths(state, "9A/20")
    turned = Retreats("axis", ("9A/20", "7A/1"))
    assert turned.paths(state, "9A/20") == rout.paths(state, "9A/20"), "whoever is named first"


@pytest.mark.case("7.62", "7.61")
def test_the_last_room_is_kept_whichever_hex_it_is() -> None:
    """The same turned half round: 7A/1 can only end at O40."""
    axis = "21/5 Q42, savena R40, brescia O38"
    state = asking(position(axis, "7A/1 Q41, 9A/20 P42, 4I/5, 4I/7 O40"), Retreats("axis", ("9A/20", "7A/1")))
    rout = state.stack[-1]
    assert isinstance(rout, Retreats)
    assert {path[1] for path in retreat_paths(state, "7A/1")} == {board().hex("O40")}
    assert board().hex("O40") in {path[1] for path in retreat_paths(state, "9A/20")}
    assert board().hex("O40") not in {path[1] for path in rout.paths(state, "9A/20")}


@pytest.mark.case("7.61")
def test_of_two_that_go_different_ways_only_the_one_without_room_is_lost() -> None:
    """9A/20 ends on a full stack at S42, 22gds goes elsewhere; who fills a stack costs nobody anything."""
    beaten = Retreats("axis", ("9A/20", "22gds"))
    state = asking(position(ONE_WAY, "9A/20 Q41, 22gds R40, 7A/1, 7A/2, 4I/5 S42"), beaten)
    state = frames.begin(state, Rolls())[0]
    while not over(state):
        assert asked(state) == "axis", "the owner has nothing to choose"
        state = play(state, orders(state)[0])
    assert at(state, "9A/20") == "dead" and at(state, "22gds") not in ("dead", "R40", "S42")
    full = retreating(ONE_WAY, "9A/20 Q41, 7A/1, 7A/2 S42", "9A/20")
    assert over(full) and at(full, "9A/20") == "S42"


@pytest.mark.case("7.62", "11.7")
def test_an_empty_hex_that_others_need_is_refused_for_its_room_and_not_as_a_fortress() -> None:
    """Three at Q41 can only end at S42; a fourth may go elsewhere, and 11.7 has no part in it."""
    beaten = Retreats("axis", ("7A/1", "7A/2", "4I/5", "9A/20"))
    state = asking(position(ONE_WAY, "7A/1, 7A/2, 4I/5 Q41, 9A/20 R40"), RetreatRoute(beaten))
    (way,) = (way for way in names(retreat_paths(state, "9A/20")) if way.endswith("S42"))
    assert refused(state, f"retreat 9A/20 {way}") == "7.62"


@pytest.mark.case("7.62", "11.7")
def test_a_fortress_with_a_full_garrison_is_refused_for_its_room() -> None:
    state = retreating("21/5 J28", "9A/18 I27, 4I/5, 4I/7, 7A/1 G25", "9A/18")
    assert refused(state, "retreat 9A/18 H26-G25") == "7.62"


# --- supplies on the way


@pytest.mark.case("15.22")
def test_a_retreating_unit_takes_a_lone_supply_it_passes() -> None:
    state, events = play_noting(beaten_brigade(axis="AxS2 P42"), "retreat 9A/20 Q42-R43")
    assert (at(state, "AxS2"), at(state, "AlC1")) == ("pool", "P42")
    assert kinds(events).count("captured") == 1
    assert over(state)  # taken from a neighbouring hex it stays there


@pytest.mark.case("15.22")
def test_a_supply_far_from_the_way_or_guarded_is_not_taken() -> None:
    state = play(beaten_brigade(axis="AxS2 O42, AxS3 S46, savena S46"), "retreat 9A/20 Q42-R43")
    assert (at(state, "AxS2"), at(state, "AxS3")) == ("O42", "S46")


@pytest.mark.case("15.22")
def test_a_prize_goes_along_if_its_captor_wishes() -> None:
    state = play(beaten_brigade(axis="AxS2 Q42"), "retreat 9A/20 Q42-Q43")
    assert asked(state) == "allied"
    assert orders(state) == ["move AlC1 Q42-Q43", "done"]
    assert refused(state, "move AlC1 Q42-R43") == "15.22"
    assert refused(state, "retreat 9A/20 Q42-Q43") == "15.22"
    assert at(play(state, "done"), "AlC1") == "Q42"
    along = play(state, "move AlC1 Q42-Q43")
    assert at(along, "AlC1") == "Q43"
    assert over(along)


@pytest.mark.case("15.22")
def test_a_supply_that_sustains_attacks_this_turn_cannot_be_overrun() -> None:
    state = play(beaten_brigade(axis="AxS2 Q42", in_use=["AxS2"]), "retreat 9A/20 Q42-Q43")
    assert at(state, "AxS2") == "Q42"
    assert over(state)


@pytest.mark.case("15.23")
def test_a_supply_in_a_fortress_is_taken_only_by_moving_in() -> None:
    passed = play(retreating("21/5 I5, AxS2 H2", "9A/20 I4", "9A/20"), "retreat 9A/20 H3-G2")
    assert at(passed, "AxS2") == "H2"
    entered = retreating("brescia H5, pavia J4, savena F2, AxS2 H2", "9A/20 I4", "9A/20")
    assert (at(entered, "9A/20"), at(entered, "AxS2"), at(entered, "AlC1")) == ("H2", "pool", "H2")


@pytest.mark.case("15.22", "5.7")
def test_no_capture_over_an_all_water_hexside() -> None:
    state = play(retreating("21/5 E15, AxS2 F19", "9A/20 E16", "9A/20"), "retreat 9A/20 E17-E18")
    assert at(state, "AxS2") == "F19"


# --- Rommel


@pytest.mark.case("7.63", "22.4")
def test_rommel_does_not_retreat_but_is_put_with_the_closest_unit() -> None:
    state = retreating("ariete, rommel Q40, bologna W6", "9A/20 Q41", "ariete", winner="allied")
    state, events = play_noting(state, "retreat ariete Q39-Q38")
    assert kinds(events) == ["retreated", "displaced"]
    assert at(state, "rommel") == "Q38"


@pytest.mark.case("7.63")
def test_rommel_stays_with_units_that_remain() -> None:
    state = retreating("ariete, savena, rommel Q40", "9A/20 Q41", "ariete", winner="allied")
    assert at(play(state, "retreat ariete Q39-Q38"), "rommel") == "Q40"


@pytest.mark.case("7.61", "7.63", "22.4")
def test_rommel_is_put_with_the_closest_unit_when_those_with_him_have_no_way() -> None:
    state = retreating("ariete, rommel Q40, bologna W6", "9A/20 Q41, 22gds Q39", "ariete", winner="allied")
    assert (at(state, "ariete"), at(state, "rommel")) == ("dead", "W6")
