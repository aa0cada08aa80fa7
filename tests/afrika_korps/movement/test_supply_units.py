"""[13, 15.1-15.31, 15.4] Supplies on the move, and how they change hands before combat."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.arrivals.phase import Arrivals
from sandtable.games.afrika_korps.ground.reach import points_left, road_left
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import Trek
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.movement.moves import barred, ends, moving, walked
from tests.afrika_korps.positions import asking, at, kinds, orders, play, play_noting, position, refused, with_books

# --- moving supplies


@pytest.mark.case("13.1", "23.4")
def test_a_supply_that_lands_moves_and_sustains_in_the_same_turn() -> None:
    state = asking(position("21/5 W3, AxS1 sea"), Movement("axis"), Arrivals("axis"))
    state = play(state, "land AxS1 at W3", "done")
    trek = state.trek("AxS1")
    assert (points_left(state, "AxS1", trek), road_left(trek)) == (10, 10)
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)
    assert at(play(state, "move AxS1 W3-S9"), "AxS1") == "S9"


@pytest.mark.case("13.1")
def test_a_supply_moves_turn_after_turn_until_it_is_used() -> None:
    state = moving("AxS1 R36, 21/5 R40", "9A/20 J57")
    assert refused(state, "move AxS1 R36-R46") == ""
    assert refused(state, "move AxS1 R36-R47") == "5.2"
    assert play(state, "move AxS1 R36-R46").spent == ()


@pytest.mark.case("13.2")
def test_a_supply_enters_a_zone_only_where_its_own_units_attack() -> None:
    alone = moving("AxS1 R33, 21/5 S30", "9A/20 R36")
    assert refused(alone, "move AxS1 R33-R35") == "13.2"
    assert "R35" not in ends(alone, "AxS1")
    attack = moving("AxS1 R33, 21/5 S36", "9A/20 R36")
    assert refused(attack, "move AxS1 R33-R35") == ""
    assert "R35" in ends(attack, "AxS1")


@pytest.mark.case("13.2", "14.1")
def test_a_supply_that_entered_a_zone_is_spent_used_or_not() -> None:
    state = play(moving("AxS1, AxS2 R33, 21/5 S36", "9A/20 R36"), "move AxS1 R33-R35", "move AxS2 R33-R34")
    assert state.spent == ("AxS1",)


@pytest.mark.case("13.2", "8.1")
def test_a_supply_stops_in_the_zone_it_enters() -> None:
    state = moving("AxS1 R33, 21/5 S36", "9A/20 R36")
    assert barred(state, "AxS1", "R33-R34-R35-R34") == "8.1"
    assert not ends(play(state, "move AxS1 R33-R35"), "AxS1")


@pytest.mark.case("13.2")
def test_every_enemy_whose_zone_it_enters_must_be_faced() -> None:
    """S36 lies in the zones of R36 and T37."""
    assert barred(moving("AxS1 S35, 21/5 R35", "9A/20 R36, 22gds T37"), "AxS1", "S35-S36") == "13.2"
    assert barred(moving("AxS1 S35, 21/5 R35, 15/8 T36", "9A/20 R36, 22gds T37"), "AxS1", "S35-S36") == ""


@pytest.mark.case("13.3", "15.1")
@pytest.mark.parametrize(("unit", "case"), [("AxS1", "13.3"), ("rommel", "15.1")])
def test_a_lone_supply_or_rommel_keeps_away_from_enemy_supplies(unit: str, case: str) -> None:
    state = moving(f"{unit} R33, 21/5 V30", "AlS1 R36")
    for end in ("R35", "R36"):
        assert refused(state, f"move {unit} R33-{end}") == case
        assert end not in ends(state, unit)
    assert refused(state, f"move {unit} R33-R34") == ""


@pytest.mark.case("13.3", "15.1")
@pytest.mark.parametrize(("unit", "case"), [("AxS1", "13.3"), ("rommel", "15.1")])
def test_the_ban_holds_during_the_move_as_at_its_end(unit: str, case: str) -> None:
    state = moving(f"{unit} R34", "AlS1 R36")
    assert barred(state, unit, "R34-R35-S35") == case
    assert barred(state, unit, "R34-S35-T36-T37-T38-S38-R38") == ""  # two hexes away all the time


@pytest.mark.case("13.3", "15.21")
def test_with_a_combat_unit_a_supply_goes_next_to_an_enemy_supply() -> None:
    joint = moving("AxS1, 21/5 R33", "AlS1 R36, 9A/20 T39")
    assert refused(joint, "move AxS1 R33-R35") == "13.3"
    after = play(joint, "move 21/5, AxS1 R33-R35")
    assert (at(after, "AxS1"), at(after, "AxC1")) == ("R35", "R36")
    waiting = moving("AxS1 R33, 21/5 R35", "AlS1, 9A/20 R36")  # 21/5 is there already
    assert refused(waiting, "move AxS1 R33-R35") == ""


@pytest.mark.case("13.3", "5.7")
@pytest.mark.parametrize(("path", "beyond"), [("G20-F19", "E18"), ("X64-X63-X62", "W61"), ("Q65-R65", "S65")])
def test_across_a_closed_hexside_enemy_supplies_are_not_adjacent(path: str, beyond: str) -> None:
    assert barred(moving(f"AxS1 {path[:3]}", f"AlS1 {beyond}"), "AxS1", path) == ""


@pytest.mark.case("13.3", "15.23")
def test_a_fortress_keeps_the_enemy_supply_in_it_apart() -> None:
    state = moving("AxS1 H23", "AlS1 G25")
    assert barred(state, "AxS1", "H23-H24-H25-H26") == ""
    assert barred(state, "AxS1", "H23-H24-H25-G25") == "13.3"


@pytest.mark.case("13.3", "22.3")
def test_an_enemy_supply_may_go_next_to_rommel_and_onto_him() -> None:
    state = moving("rommel R36", "AlS1 R33", side="allied")
    assert refused(state, "move AlS1 R33-R35") == ""
    after = play(state, "move AlS1 R33-R36")
    assert (at(after, "AlS1"), at(after, "rommel")) == ("R36", "R36")
    guarded = moving("rommel, 21/5 R36", "AlS1 R33", side="allied")
    assert refused(guarded, "move AlS1 R33-R36") in {"5.4", "13.2"}


@pytest.mark.case("13.3", "22.3")
def test_supplies_and_rommel_capture_nothing() -> None:
    state = moving("AxS1, rommel R34, 21/5 R35", "AlS1, 9A/20 R36")
    after, events = play_noting(state, "move AxS1 R34-R35", "move rommel R34-R35")
    assert "captured" not in kinds(events)
    assert at(after, "AlS1") == "R36"


# --- capture in passing


@pytest.mark.case("15.21", "15.2", "12.3")
def test_a_combat_unit_that_comes_next_to_a_lone_supply_takes_it_at_once() -> None:
    state, events = play_noting(moving("21/5 R33", "AlS1 R36, 9A/20 J57"), "move 21/5 R33-R35")
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "R36")
    assert [event.facts["case"] for event in events if event.kind == "captured"] == ["15.21"]


@pytest.mark.case("15.21", "15.1", "15.24")
def test_the_captor_goes_on_without_penalty_and_may_fight() -> None:
    state = moving("21/5 R33", "AlS1 R36, 9A/20 R42")
    after = play(state, "move 21/5 R33-R34-R35-R36-R37-R38-R39-R40-R41")
    assert (at(after, "21/5"), at(after, "AxC1")) == ("R41", "R36")
    assert after.trek("21/5").points == 8
    onto = play(state, "move 21/5 R33-R36")
    assert (at(onto, "21/5"), at(onto, "AxC1")) == ("R36", "R36")


@pytest.mark.case("15.24", "15.21")
def test_a_captor_may_attack_combat_units_in_the_same_turn_with_the_supply_it_took() -> None:
    state = asking(position("21/5 R33", "AlS1 R36, 9A/20 T37"), PlayerTurn("axis", 4), Movement("axis"))
    state = play(state, "move 21/5 R33-R35", "move 21/5 R35-S36", "done")
    assert refused(state, "attack 9A/20 with 21/5 supply AxC1") == ""


@pytest.mark.case("15.21", "13.1")
def test_a_captured_supply_moves_and_sustains_like_ones_own() -> None:
    state = play(moving("21/5 R33", "AlS1 R36, 9A/20 R42"), "move 21/5 R33-R35-R41")
    assert sustaining(state, "axis", ["21/5"]) == ("AxC1",)  # R36 to R41 is five hexes
    assert refused(state, "move AxC1 R36-R40") == ""
    assert refused(state, "move AxC1 R36-R36") == "5.2"
    assert points_left(state, "AxC1", state.trek("AxC1")) == 10


@pytest.mark.case("15.21", "15.2")
def test_every_lone_supply_along_the_way_is_taken() -> None:
    state = play(moving("21/5 R33", "AlS1 Q36, AlS2, AlS3 S38"), "move 21/5 R33-R41")
    assert [at(state, name) for name in ("AxC1", "AxC2", "AxC3")] == ["Q36", "S38", "S38"]
    assert {at(state, name) for name in ("AlS1", "AlS2", "AlS3")} == {"pool"}


@pytest.mark.case("15.2", "15.3", "15.21")
def test_a_guarded_supply_is_not_taken_in_passing() -> None:
    state, events = play_noting(moving("21/5 R33", "AlS1, 9A/20 R36"), "move 21/5 R33-R35")
    assert at(state, "AlS1") == "R36"
    assert "captured" not in kinds(events)


@pytest.mark.case("15.211")
def test_enemy_combat_units_next_to_the_supply_do_not_protect_it() -> None:
    state = play(moving("21/5 R33", "AlS1 R36, 9A/20 R37, 22gds Q36"), "move 21/5 R33-R34-S35")
    assert at(state, "AlS1") == "R36"
    state = play(moving("21/5 R33", "AlS1 R36, 9A/20 R37, 22gds Q36"), "move 21/5 R33-R34-R35")
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "R36")


@pytest.mark.case("15.212", "8.3")
def test_a_captured_supply_meets_the_zones_of_its_former_friends() -> None:
    """AxC1 lies next to 9A/20 at R37: it may not slip along that zone, but may step straight out of it."""
    state = play(moving("21/5 R33", "AlS1 R36, 9A/20 R37"), "move 21/5 R33-R34-R35")
    assert barred(state, "AxC1", "R36-Q36") == "8.3"
    assert barred(state, "AxC1", "R36-S37") == "8.3"
    assert barred(state, "AxC1", "R36-R35-R34") == ""
    assert barred(state, "AxC1", "R36-S36-S35") == ""


@pytest.mark.case("15.212", "13.2")
def test_a_captured_supply_enters_no_zone_where_nobody_attacks() -> None:
    state = play(moving("21/5 R33", "AlS1 R36, 9A/20 R39"), "move 21/5 R33-R34-R35")
    assert barred(state, "AxC1", "R36-R37-R38") == "13.2"
    assert barred(state, "AxC1", "R36-R37") == ""


@pytest.mark.case("15.21", "5.7")
@pytest.mark.parametrize(("path", "supply"), [("G20-F19", "E18"), ("X64-X63-X62", "W61"), ("Q65-R65", "S65")])
def test_no_capture_across_a_closed_hexside(path: str, supply: str) -> None:
    state = play(moving(f"21/5 {path[:3]}", f"AlS1 {supply}"), f"move 21/5 {path}")
    assert (at(state, "21/5"), at(state, "AlS1")) == (path[-3:], supply)


@pytest.mark.case("15.21", "22.3")
def test_rommel_on_the_way_is_no_prize_and_is_put_with_the_nearest_unit() -> None:
    state = play(moving("rommel R36, 21/5 T40", "2/3 R33", side="allied"), "move 2/3 R33-R36")
    assert (at(state, "2/3"), at(state, "rommel")) == ("R36", "T40")


@pytest.mark.case("15.21", "15.2")
def test_a_lone_supply_already_adjacent_when_movement_begins_is_taken_then() -> None:
    """Its guards moved off, retreated or died; the captor need not step away and back."""
    state = asking(position("21/5 R35, AxS1 W3", "AlS1 R36, 9A/20 J57"), PlayerTurn("axis", 3), Arrivals("axis"))
    state = play(state, "done")
    assert isinstance(state.stack[-1], Movement)
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "R36")
    guarded = asking(position("21/5 R35, AxS1 W3", "AlS1, 9A/20 R36"), PlayerTurn("axis", 3), Arrivals("axis"))
    assert at(play(guarded, "done"), "AlS1") == "R36"
    fortress = asking(position("21/5 H25, AxS1 W3", "AlS1 G25, 9A/20 J57"), PlayerTurn("axis", 3), Arrivals("axis"))
    assert at(play(fortress, "done"), "AlS1") == "G25"


# --- the fortress


@pytest.mark.case("15.23")
def test_a_lone_supply_in_a_fortress_is_safe_from_units_beside_it_while_they_move() -> None:
    state, events = play_noting(moving("21/5 H23", "AlS1 G25"), "move 21/5 H23-H24-H25-H26")
    assert at(state, "AlS1") == "G25"
    assert "captured" not in kinds(events)


@pytest.mark.case("15.23")
def test_a_unit_that_moves_into_the_fortress_takes_the_supply_there() -> None:
    state, events = play_noting(moving("21/5 H23", "AlS1, AlS2 G25"), "move 21/5 H23-G25")
    assert (at(state, "21/5"), at(state, "AxC1"), at(state, "AxC2")) == ("G25", "G25", "G25")
    assert [event.facts["case"] for event in events if event.kind == "captured"] == ["15.23", "15.23"]
    through = play(moving("21/5 H23", "AlS1 G25"), "move 21/5 H23-H24-H25-G25-H26")
    assert at(through, "AxC1") == "G25"


# --- supplies of beaten units


@pytest.mark.case("15.31", "9.1")
def test_automatic_victory_over_the_guards_takes_the_supply_at_once() -> None:
    state = moving("21/5 R35, AxS1 R33", "7A/2, AlS1 R36")
    after, events = play_noting(state, "av 7A/2 with 21/5 supply AxS1")
    assert (at(after, "AlS1"), at(after, "AxC1"), at(after, "7A/2")) == ("pool", "R36", "R36")
    assert [event.facts["case"] for event in events if event.kind == "captured"] == ["15.31"]
    assert refused(after, "move AxC1 R36-R40") == ""
    assert refused(after, "move 21/5 R35-R36") == "9.2"


@pytest.mark.case("15.31")
def test_the_supply_stays_while_one_of_its_guards_is_not_beaten() -> None:
    state = moving("21/5 R35, AxS1 R33", "7A/2, 7A/1, AlS1 R36")
    after = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert at(after, "AlS1") == "R36"


@pytest.mark.case("15.31", "15.23")
def test_in_a_fortress_the_supply_of_beaten_guards_waits_for_the_end_of_movement() -> None:
    state = moving("21/5, 15/8 H25, AxS1 H24", "7A/2, AlS1 G25")
    after = play(state, "av 7A/2 with 21/5, 15/8 supply AxS1")
    assert at(after, "AlS1") == "G25"


@pytest.mark.case("15.31", "9.6")
def test_the_captured_supply_of_the_victims_serves_other_attacks_but_not_that_one() -> None:
    state = moving("21/5 R35", "7A/2, AlS1 R36")
    assert refused(state, "av 7A/2 with 21/5 supply AlS1") == "14.1"
    supplied = moving("21/5 R35, AxS1 R32, 15/8 R38", "7A/2, AlS1 R36, 9A/20 R39")
    assert sustaining(supplied, "axis", ["15/8"]) is None
    after = play(supplied, "av 7A/2 with 21/5 supply AxS1")
    assert sustaining(after, "axis", ["15/8"]) == ("AxC1",)  # AxS1 is six hexes away


# --- burning


@pytest.mark.case("15.4")
def test_a_player_destroys_his_own_and_captured_supplies_in_his_turn() -> None:
    state = moving("21/5, AxS1, AxC1 R36", "AlS1 J62, 9A/20 J57")
    after, events = play_noting(state, "destroy AxS1", "destroy AxC1")
    assert (at(after, "AxS1"), at(after, "AxC1")) == ("pool", "")
    assert kinds(events) == ["eliminated", "eliminated"]
    assert refused(state, "destroy AlS1") == "15.4"
    assert refused(state, "destroy 21/5") == "15.4"
    assert {"destroy AxS1", "destroy AxC1"} == {order for order in orders(state) if order.startswith("destroy")}


@pytest.mark.case("15.4")
def test_a_supply_at_sea_or_in_the_pool_cannot_be_destroyed_while_moving() -> None:
    state = with_books(moving("21/5 R36, AxS1 sea"), "axis", ports=())
    assert refused(state, "destroy AxS1") == "15.4"
    assert refused(state, "destroy AxS2") == "15.4"


@pytest.mark.case("15.4", "14.5")
def test_a_supply_that_carries_an_automatic_victory_cannot_be_destroyed() -> None:
    state = play(moving("21/5 R35, AxS1, AxS2 R33", "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "destroy AxS1") == ""  # AxS2 covers 21/5 too
    assert refused(play(state, "destroy AxS2"), "destroy AxS1") == "14.5"


# --- the tournament ruling on lone supplies that a strong enemy covers


@pytest.mark.case("7.4", "15.21")
def test_with_capture_needs_attack_no_unit_takes_a_lone_supply_where_it_has_no_lawful_attack() -> None:
    """32 is 2-2-7; 15/8 defends with 14 on the escarpment R29, worse than 1-6, and covers R30 beside the supply."""
    text = {"axis": "15/8 R29, AxS1 S31", "allied": "32 R32", "side": "allied"}
    free, strict = moving(**text), moving(**text, options=("capture-needs-attack",))
    assert refused(free, "move 32 R32-R30") == ""
    assert refused(strict, "move 32 R32-R30") == "7.4"
    assert "R30" in ends(free, "32") and "R30" not in ends(strict, "32")
    assert refused(strict, "move 32 R32-R31") == ""  # next to the supply, but in no zone


@pytest.mark.case("7.4", "15.21")
def test_with_capture_needs_attack_a_lawful_attack_or_help_permits_the_capture() -> None:
    options = ("tournament",)
    clear = moving("15/8 R36, AxS1 S37", "32 R33", side="allied", options=options)
    assert refused(clear, "move 32 R33-S36") == ""  # 2 to 7 is 1-4
    assert at(play(clear, "move 32 R33-S36"), "AlC1") == "S37"
    helped = moving("15/8 R29, AxS1 S31", "32 R32, 2/3 R28", side="allied", options=options)
    assert refused(helped, "move 32 R32-R30") == ""  # 2 and 4 to 14 is 1-3
    together = moving("15/8 R29, AxS1 S31", "32, 1arm R32", side="allied", options=options)
    assert refused(together, "move 32 R32-R30") == "7.4"
    assert refused(together, "move 32, 1arm R32-R30") == ""  # 4 to 14 is 1-4
    weak_friend = moving("15/8, folgere R29, AxS1 S31", "32 R32", side="allied", options=options)
    assert refused(weak_friend, "move 32 R32-R30") == "", "of two in a hex the weaker may be attacked alone"


@pytest.mark.case("7.4", "15.21")
def test_with_capture_needs_attack_who_stands_beside_the_strong_enemy_already_counts_once() -> None:
    """32 comes from S29, next to 15/8 on the escarpment R29: 2 to 14, not 4."""
    text = {"axis": "15/8 R29, AxS1 S31", "allied": "32 S29", "side": "allied"}
    assert "R30" in ends(moving(**text), "32")
    assert "R30" not in ends(moving(**text, options=("capture-needs-attack",)), "32")


@pytest.mark.case("7.4", "15.21", "15.322")
def test_with_capture_needs_attack_guarded_supplies_and_bare_combat_units_are_approached_freely() -> None:
    options = ("capture-needs-attack",)
    guarded = moving("15/8, AxS1 R29", "32 R32", side="allied", options=options)
    assert refused(guarded, "move 32 R32-R30") == "" and "R30" in ends(guarded, "32")
    bare = moving("15/8 R29", "32 R32", side="allied", options=options)
    assert refused(bare, "move 32 R32-R30") == ""


@pytest.mark.case("13.3")
def test_walking_a_supply_costs_what_walking_anybody_costs() -> None:
    assert walked(moving("AxS1 R36"), "AxS1", "R36-R37-R38").points == 2


@pytest.mark.case("15.21", "15.4")
def test_a_captured_counter_that_comes_again_has_its_whole_move() -> None:
    state = moving("ariete R34, AxC1 S40", "AlS1 R37")
    state = play(state, "move AxC1 S40-S45", "destroy AxC1", "move ariete R34-R36")
    assert at(state, "AxC1") == "R37" and state.trek("AxC1") == Trek()
