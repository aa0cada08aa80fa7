"""[14, 15.32] Supplies that sustain attacks, and a guarded supply beside them."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.obligations import guarded_supplies
from sandtable.games.afrika_korps.map import board
from tests.afrika_korps.combat.declarations import FIFTEENTH, battles, declaring, field, odds, opened, supplies
from tests.afrika_korps.positions import asking, kinds, orders, play, play_noting, refusal, refused

# --- supply


@pytest.mark.case("14.1", "14.3")
def test_an_attack_at_1_2_needs_supply_and_one_at_1_3_does_not() -> None:
    state = asking(field("21/3 P40, 21/104 Q42", "1/2 P41, 1/22 P42"), Battles("axis"))
    assert refused(state, "attack 1/2 with 21/3") == "14.1"
    assert odds(state, "attack 1/2, 1/22 with 21/104") == "1-3"
    assert supplies(state, "attack 1/2, 1/22 with 21/104") == []
    supplied = declaring("21/3 P40, 21/104 Q42, AxS1 P38", "1/2 P41, 1/22 P42")
    assert supplies(supplied, "attack 1/2 with 21/3") == ["AxS1"]


@pytest.mark.case("14.3")
def test_no_supply_is_used_for_an_attack_that_needs_none() -> None:
    state = declaring("21/3 P40, AxS1 P39", "1/2, 9A/24 P41")
    assert refused(state, "attack 1/2, 9A/24 with 21/3 supply AxS1") == "14.3"
    assert supplies(state, "attack 1/2, 9A/24 with 21/3") == []


@pytest.mark.case("14.2")
@pytest.mark.parametrize(("place", "case"), [("P39", ""), ("P35", ""), ("P34", "14.2")])
def test_the_supply_is_at_most_five_hexes_away_counting_its_own_hex(place: str, case: str) -> None:
    state = field(f"ariete P40, AxS1 {place}", "9A/20 P41")
    assert refused(asking(state, Battles("axis")), "attack 9A/20 with ariete supply AxS1") == case


@pytest.mark.case("14.2")
def test_the_line_of_five_hexes_is_cut_by_an_enemy_zone() -> None:
    free = field("ariete P40, AxS1 P37", "9A/20 P41")
    assert refused(asking(free, Battles("axis")), "attack 9A/20 with ariete") == ""
    shut = field("ariete P40, AxS1 P37", "9A/20 P41, 7A/1 Q39, 7A/2 O37")
    assert refused(asking(shut, Battles("axis")), "attack 9A/20 with ariete") == "14.1"
    assert refused(asking(shut, Battles("axis")), "attack 9A/20 with ariete supply AxS1") == "14.2"


@pytest.mark.case("14.2")
def test_every_attacker_needs_the_line_not_only_one() -> None:
    near_and_far = "ariete P40, littorio P42, AxS1 P36"
    state = asking(field(near_and_far, "9A/20 P41"), Battles("axis"))
    assert refused(state, "attack 9A/20 with ariete supply AxS1") == ""
    assert refused(state, "attack 9A/20 with ariete, littorio supply AxS1") == "14.2"
    helped = asking(field(f"{near_and_far}, AxS2 P45", "9A/20 P41"), Battles("axis"))
    assert refused(helped, "attack 9A/20 with ariete, littorio supply AxS1, AxS2") == ""


@pytest.mark.case("14.1")
@pytest.mark.parametrize("supply", ["AlS1", "AxS2", "brescia", "nothing"])
def test_only_own_supplies_on_the_map_sustain(supply: str) -> None:
    state = declaring("ariete P40, AxS1 P39", "9A/20, AlS1 P41")
    assert refused(state, f"attack 9A/20 with ariete supply {supply}") == "14.1"


@pytest.mark.case("14.4")
def test_one_supply_sustains_all_attacks_in_its_reach_and_the_others_are_kept() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 S41, AxS2 R41", "9A/20 P40, 9A/18 P41")
    state = play(state, "attack 9A/18 with 21/5 supply AxS2", "attack 9A/20 with ariete")
    assert [battle.supplies for battle in battles(state)] == [("AxS2",), ("AxS2",)]
    state = play(state, "done", "fight 1", rolls=(3,))
    while orders(state)[0].startswith("retreat"):
        state = play(state, orders(state)[0])
    assert state.spent == ("AxS2",)


@pytest.mark.case("14.4", "14.6")
def test_a_supply_that_nobody_needs_is_not_used() -> None:
    state = declaring("ariete P40, AxS1 P39, AxS2 P38", "9A/20 P41")
    assert refused(state, "attack 9A/20 with ariete supply AxS1, AxS2") == "14.4"
    assert supplies(state, "attack 9A/20 with ariete supply AxS2") == ["AxS2"]
    far = declaring("ariete P40, AxS1 P35, 21/5 P42, AxS2 P47", "9A/20 P41")  # each reaches one of the two
    assert supplies(far, "attack 9A/20 with ariete, 21/5 supply AxS1, AxS2") == ["AxS1", "AxS2"]


@pytest.mark.case("14.6")
def test_the_supply_is_stated_with_the_attack_before_any_die() -> None:
    state = declaring("ariete P40, AxS1 P39, AxS2 P38", "9A/20 P41")
    state, events = play_noting(state, "attack 9A/20 with ariete supply AxS2", "done")
    assert events[0].facts["supplies"] == ["AxS2"]
    assert battles(state)[0].supplies == ("AxS2",) and state.spent == ()
    _, events = play_noting(state, "fight 1", rolls=(6,))
    assert kinds(events)[0] == "roll"


@pytest.mark.case("14.2", "13.2")
def test_by_the_option_the_zone_of_the_attacked_unit_does_not_cut_the_line() -> None:
    """Ariete stands in a corner of zones: its only way out is controlled by the very unit that it attacks."""
    axis, allied = "ariete P40, AxS1 P37", "9A/20 P41, 7A/1 Q40, 7A/2 N38"
    order = "attack 7A/1 with ariete"
    strict = asking(field(axis, allied), Battles("axis"))
    assert refused(strict, "attack 9A/20 with ariete") == "14.1"
    assert refused(strict, order) == "14.1"
    lenient = asking(field(axis, allied, options=("supply-zone",)), Battles("axis"))
    assert refused(lenient, order) == ""
    assert refused(lenient, "attack 9A/20 with ariete") == "14.1"


@pytest.mark.case("14.2", "11.9")
def test_by_the_option_such_a_unit_is_not_lost_before_combat() -> None:
    axis, allied = "21/104 P40, AxS1 P37", "9A/20 P41, 7A/1 Q40, 7A/2 N38"
    _, events = opened(field(axis, allied))
    assert [event.facts["unit"] for event in events] == ["21/104"]
    state = declaring(axis, allied, options=("supply-zone",))
    state = play(state, "attack 9A/20, 7A/1 with 21/104")
    assert refused(state, "done") == ""


# --- a guarded supply


@pytest.mark.case("15.322", "11.7")
def test_a_unit_that_has_its_battle_is_not_set_aside_for_the_supply() -> None:
    state = declaring("15/8, AxS1 P41", "2SA/4 P42, 32 Q41, 1arm Q42", "allied")
    fought = play(state, "attack 15/8 with 32")
    assert refused(fought, "seize AxS1 with 32") == "11.7" and refused(fought, "seize AxS1 with 1arm") == ""


@pytest.mark.case("15.322")
def test_a_supply_that_nobody_guards_is_not_taken_in_battle() -> None:
    state = declaring("brescia P41, AxS1 P43", "2SA/4 P42", "allied")
    assert refused(state, "seize AxS1 with 2SA/4") == "15.322"
    assert "not an enemy supply" in str(refusal(state, "seize AxS2 with 2SA/4"))


@pytest.mark.case("15.322")
def test_guarded_supplies_are_those_next_door_outside_fortresses() -> None:
    state = field("15/8, AxS1 P41, AxS2 Q43, 21/5, AxS3 S46", "2SA/4 P42")
    assert guarded_supplies(state, "allied", board().location("P42")) == ["AxS1"]
    walls = field("15/8, AxS1 G25, 21/5, AxS2 I26", "2SA/4 H26")
    assert guarded_supplies(walls, "allied", board().location("H26")) == ["AxS2"]


@pytest.mark.case("15.322", "15.32", "15.34", "14.3")
def test_one_brigade_takes_the_supply_while_the_other_attacks_its_guards_at_1_4() -> None:
    state = declaring(FIFTEENTH, "2SA/4 P42, 32 Q41", "allied")
    state = play(state, "seize AxS1 with 2SA/4")
    assert refused(state, "done") == "8.4"
    assert refused(state, "attack 15/8 with 32, 2SA/4") == "11.7"
    assert odds(state, "attack 15/8 with 32") == "1-4"
    state = play(state, "attack 15/8 with 32")
    assert refused(state, "done") == ""


@pytest.mark.case("15.322", "15.34")
def test_only_one_unit_takes_the_supply_and_a_second_one_attacks_with_supply_of_its_own() -> None:
    state = declaring(FIFTEENTH, "2SA/4 P42, 32, 1arm Q41", "allied")
    state = play(state, "seize AxS1 with 2SA/4")
    assert refused(state, "seize AxS1 with 1arm") == "15.322" == refused(state, "seize AxS1 with nobody")
    assert refused(state, "attack 15/8 with 32, 1arm") == "14.1"
    supplied = declaring(FIFTEENTH, "2SA/4 P42, 32, 1arm Q41, AlS1 R41", "allied")
    supplied = play(supplied, "seize AxS1 with 2SA/4")
    assert refused(supplied, "attack 15/8 with 32, 1arm supply AxS1") == "14.1"
    assert odds(supplied, "attack 15/8 with 32, 1arm") == "1-2"


@pytest.mark.case("15.322", "15.24")
def test_taking_a_guarded_supply_needs_no_supply_and_saves_a_unit_without_any() -> None:
    """The 4-4-7 could attack only at 1-2, for which it has no supply."""
    state = declaring(FIFTEENTH, "1/2 P42, 32 Q41", "allied")
    state = play(state, "seize AxS1 with 1/2", "attack 15/8 with 32")
    assert refused(state, "done") == ""
    _, events = opened(field("15/8 P41", "1/2 P42, 32 Q41", "allied"))
    assert [event.facts["unit"] for event in events] == ["1/2"]


@pytest.mark.case("15.322")
@pytest.mark.parametrize(
    ("axis", "allied", "order"),
    [
        ("15/8, AxS1 G25", "2SA/4 H26, 32 H25", "seize AxS1 with 2SA/4"),
        ("15/8 P41, AxS1 P38", "2SA/4 P42, 32 Q41", "seize AxS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P43, 32 Q41", "seize AxS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P42, AlS1 Q42, 32 Q41", "seize AxS1 with AlS1"),
        ("15/8, AxS1 P41", "2SA/4 P42, 32 Q41, AlS1 R41", "seize AlS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P42, 32 Q41", "seize AxS2 with 2SA/4"),
    ],
    ids=["in a fortress", "alone", "too far", "by a supply", "one's own", "off the map"],
)
def test_what_cannot_be_taken_beside_a_fight(axis: str, allied: str, order: str) -> None:
    state = asking(field(axis, allied, "allied"), Battles("allied"))
    assert refused(state, order) == "15.322"
