"""[9, 14.5] Automatic victory."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.obligations import forced_losses
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.movement.automatic_victory import check_overwhelm
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.orders import Overwhelm
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.movement.moves import barred, ends, moving, overwhelms, reached, walked, with_trek
from tests.afrika_korps.positions import asking, at, kinds, orders, play, play_noting, position, refused, top


def in_turn(axis: str, allied: str, *victories: AutomaticVictory) -> AfrikaKorps:
    """The movement portion of an Axis turn that goes on to the battles."""
    return asking(position(axis, allied, victories=victories), PlayerTurn("axis", 4), Movement("axis"))


# --- when it is one


@pytest.mark.case("9.1", "7.1")
def test_seven_to_one_beats_a_unit_and_its_zone_is_gone_at_once() -> None:
    state = moving("21/5 R35, 15/8 R34, AxS1 R33", "7A/2 R36")
    assert overwhelms(state) == ["av 7A/2 with 21/5 supply AxS1"]
    assert barred(state, "15/8", "R34-Q34-Q35-Q36") == "8.1"
    after = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert barred(after, "15/8", "R34-Q34-Q35-Q36") == ""
    assert not overwhelms(after)


@pytest.mark.case("9.1", "7.3")
@pytest.mark.parametrize(
    ("attackers", "defender", "case"),
    [("21/5", "7A/2", ""), ("ariete, brescia", "7A/2", "9.1"), ("21/5", "9A/20", "9.1"), ("21/5, 15/8", "9A/20", "")],
)
def test_seven_to_one_it_must_be_where_the_defender_can_retreat(attackers: str, defender: str, case: str) -> None:
    """7 to 1, 6 to 1, 7 to 2 and 14 to 2 on open ground."""
    state = moving(f"{attackers} R35, AxS1 R33", f"{defender} R36")
    assert refused(state, f"av {defender} with {attackers} supply AxS1") == case
    assert bool(overwhelms(state)) is (case == "")


@pytest.mark.case("9.1", "10.2")
def test_a_doubled_defence_counts_double() -> None:
    """R29 is an escarpment: 7 to 2 is 3-1."""
    state = moving("21/5 R30, AxS1 R32", "7A/2 R29")
    assert refused(state, "av 7A/2 with 21/5 supply AxS1") == "9.1"
    assert not overwhelms(state)
    double = moving("21/5, 15/8 R30, AxS1 R32", "7A/2 R29")
    assert refused(double, "av 7A/2 with 21/5, 15/8 supply AxS1") == ""


@pytest.mark.case("9.1", "9.3")
@pytest.mark.parametrize(("second", "case"), [("brescia", ""), ("folgere", "9.1")])
def test_five_to_one_suffices_against_a_surrounded_defender_and_four_to_one_does_not(second: str, case: str) -> None:
    """21/104 at R35 and another at R37 control every hex around R36 that they do not hold."""
    state = moving(f"21/104 R35, {second} R37, AxS1 R33, AxS2 R39", "7A/2 R36")
    assert refused(state, f"av 7A/2 with 21/104, {second} supply AxS1, AxS2") == case
    assert bool(overwhelms(state)) is (case == "")


@pytest.mark.case("9.1")
def test_five_to_one_is_none_while_one_way_of_two_hexes_is_open() -> None:
    state = moving("21/104, brescia R35, AxS1 R33", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1") == "9.1"
    assert not overwhelms(state)


@pytest.mark.case("9.1", "9.3")
def test_units_two_hexes_away_can_close_the_retreat() -> None:
    """The attackers at R35 leave Q36, R37 and S37 open; ariete at Q37 and trieste at S38 control them."""
    state = moving("21/104, brescia R35, ariete Q37, trieste S38, AxS1 R33", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste") == ""
    wide = moving("21/104, brescia R35, ariete P37, trieste S39, AxS1 R33", "7A/2 R36")
    assert refused(wide, "av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste") == "9.1"


@pytest.mark.case("9.1", "23.7")
def test_sea_and_zones_together_surround() -> None:
    """Around Tobruch there are G24, H25 and H26; one stack at H25 leaves no way out. 10 to doubled 1 is 5-1."""
    state = moving("21/5, 21/104 H25, AxS1 H24", "7A/2 G25")
    assert refused(state, "av 7A/2 with 21/5, 21/104 supply AxS1") == ""
    open_side = moving("21/5, 21/104 H26, AxS1 I26", "7A/2 G25")  # G24 is free, and F23 beyond it is not land
    assert refused(open_side, "av 7A/2 with 21/5, 21/104 supply AxS1") == "9.1"


@pytest.mark.case("9.1", "5.6")
def test_the_depression_surrounds_like_the_sea() -> None:
    """T57 has full depression on three sides; one stack at S56 controls what is left."""
    state = moving("21/104, brescia S56, AxS1 S53", "7A/2 T57")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1") == ""
    assert overwhelms(state) == ["av 7A/2 with 21/104, brescia supply AxS1"]


@pytest.mark.case("9.1")
def test_friends_around_a_defender_do_not_surround_him() -> None:
    """Three brigades at R37 leave no room there, yet the hex is a refuge."""
    state = moving("21/104, brescia R35, AxS1 R33", "7A/2 R36, 9A/20, 22gds, pol R37, 4I/5, 4I/7, 4I/11 Q36")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1") == "9.1"


@pytest.mark.case("9.1", "11.2")
def test_a_whole_stack_or_two_hexes_can_be_beaten_together() -> None:
    state = moving("21/5, 15/8 R35, AxS1 R33", "7A/2, 7A/1 R36")
    assert overwhelms(state) == ["av 7A/1, 7A/2 with 21/5, 15/8 supply AxS1"]
    apart = moving("21/5, 15/8 R35, AxS1 R33", "7A/2 R36, 7A/1 Q35")
    assert refused(apart, "av 7A/2, 7A/1 with 21/5, 15/8 supply AxS1") == ""
    assert refused(apart, "av 7A/2 with 21/5 supply AxS1") == ""


@pytest.mark.case("9.1", "8.5")
def test_only_combat_units_next_to_the_defender_count() -> None:
    state = moving("21/5 R34, rommel, AxS1 R35", "7A/2 R36, AlS1 Q36")
    assert refused(state, "av 7A/2 with 21/5 supply AxS1") == "8.5"
    assert refused(state, "av 7A/2 with rommel supply AxS1") == "8.5"
    assert refused(state, "av AlS1 with 21/5 supply AxS1") == "8.5"
    assert refused(state, "av 7A/2 with 15/8 supply AxS1") == "8.5"  # not on the map
    with pytest.raises(Exception, match="attackers and defenders"):
        check_overwhelm(state, "axis", Overwhelm((), (), ()))


# --- the field after it


@pytest.mark.case("9.1", "5.4")
def test_units_move_over_the_beaten_unit_but_do_not_end_on_it() -> None:
    state = play(moving("21/5 R35, 15/8 R34, AxS1 R33", "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move 15/8 R34-R35-R36-R37") == ""
    assert refused(state, "move 15/8 R34-R36") == "9.1"
    assert refused(state, "move 15/8 R34-R35-R36") == "9.1"
    assert "R36" not in ends(state, "15/8")
    assert {"R37", "R38", "S37", "Q36"} <= ends(state, "15/8")
    assert walked(state, "15/8", "R34-R35-R36-R37").points == 3


@pytest.mark.case("9.1", "10.1")
def test_the_beaten_unit_stays_on_the_board_until_the_battles() -> None:
    state = in_turn("21/5 R35, AxS1 R33", "7A/2 R36, 9A/20 J57")
    state, events = play_noting(state, "av 7A/2 with 21/5 supply AxS1")
    assert at(state, "7A/2") == "R36"
    assert kinds(events) == ["overwhelmed"]
    fought = play(state, "done")
    while at(fought, "7A/2") == "R36":
        fought = play(fought, next(order for order in orders(fought) if order.startswith("fight") or order == "done"))
    assert at(fought, "7A/2") == "dead"


@pytest.mark.case("9.1")
def test_other_enemies_keep_their_zones() -> None:
    state = moving("21/5 R35, 15/8 R34, AxS1 R33", "7A/2 R36, 9A/20 P37")
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert barred(state, "15/8", "R34-Q34-Q35-Q36-Q37") == ""
    assert barred(state, "15/8", "R34-Q34-Q35-Q36-Q37-R38") == "8.1"


# --- those who gained it


@pytest.mark.case("9.2")
def test_the_victors_move_no_further() -> None:
    state = moving("21/5, 15/8 R35, AxS1 R33", "7A/2 R36")
    assert ends(state, "21/5")
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move 21/5 R35-R34") == "9.2"
    assert not ends(state, "21/5")
    assert refused(state, "move 15/8 R35-R36-R37") == ""  # he took no part


@pytest.mark.case("9.2", "23.4")
def test_nor_do_they_put_to_sea() -> None:
    state = moving("21/5, 15/8 G25, AxS1 H24", "7A/2 H26")
    assert refused(state, "embark 21/5") == ""
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "embark 21/5") == "9.2"
    assert "embark 21/5" not in orders(state)


@pytest.mark.case("9.2", "14.2")
@pytest.mark.parametrize(("supply", "case"), [("R30", ""), ("R29", "14.2")])
def test_each_victor_needs_a_supply_within_five_hexes_at_that_instant(supply: str, case: str) -> None:
    state = moving(f"21/5 R35, AxS1 {supply}", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/5 supply AxS1") == case
    assert bool(overwhelms(state)) is (case == "")


@pytest.mark.case("9.2", "14.1")
def test_the_supply_must_be_ones_own_and_on_the_map() -> None:
    state = moving("21/5 R35, AxS1 W3", "7A/2 R36, AlS1 R34")
    for supply in ("AlS1", "AxS2", "AxC1", "21/5"):
        assert refused(state, f"av 7A/2 with 21/5 supply {supply}") == "14.1"


@pytest.mark.case("9.2", "14.2")
def test_units_out_of_supply_are_left_out_and_the_rest_may_do() -> None:
    """15/33 beyond the victim is cut off by his zone and that of 9A/20; 21/5 alone suffices."""
    state = moving("21/5 R35, 15/33 R37, AxS1 R33", "7A/2 R36, 9A/20 R39")
    assert sustaining(state, "axis", ["15/33"]) is None
    assert refused(state, "av 7A/2 with 21/5, 15/33 supply AxS1") == "14.2"
    assert overwhelms(state) == ["av 7A/2 with 21/5 supply AxS1"]


@pytest.mark.case("9.2", "14.4")
def test_two_supplies_may_sustain_one_victory() -> None:
    state = moving("21/104, ariete R35, AxS1 R30, trieste R37, AxS2 R42", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/104, ariete, trieste supply AxS1") == "14.2"
    assert refused(state, "av 7A/2 with 21/104, ariete, trieste supply AxS1, AxS2") == ""


@pytest.mark.case("9.3")
def test_those_who_close_the_retreat_move_no_further_either() -> None:
    state = moving("21/104, brescia R35, ariete R38, AxS1 R33", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1") == "9.1"
    closed = moving("21/104, brescia R35, ariete Q37, trieste S38, AxS1 R33", "7A/2 R36")
    assert overwhelms(closed) == ["av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste"]
    state = play(closed, "av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste")
    for name, here in (("ariete", "Q37"), ("trieste", "S38"), ("brescia", "R35")):
        assert not ends(state, name)
        assert refused(state, f"move {name} {here}-{here[0]}{int(here[1:]) + 1}") == "9.2"


@pytest.mark.case("9.3")
def test_the_zones_of_units_that_are_not_named_do_not_count() -> None:
    state = moving("21/104, brescia R35, ariete Q37, trieste S38, AxS1 R33", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/104, brescia supply AxS1 blockers ariete") == "9.1"


@pytest.mark.case("9.3")
@pytest.mark.parametrize(
    "blocker", ["rommel", "AxS1", "21/104", "7A/2", "15/8", "AxC1", "AxC40", "sub_inf_3", "nobody"]
)
def test_only_further_combat_units_of_ones_own_on_the_map_close_a_retreat(blocker: str) -> None:
    state = moving("21/104, brescia R35, ariete Q37, trieste S38, rommel, AxS1 R33", "7A/2 R36")
    order = f"av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste, {blocker}"
    assert refused(state, order) == "9.3"


@pytest.mark.case("9.3", "9.1")
def test_at_seven_to_one_nobody_closes_the_retreat() -> None:
    state = moving("21/5 R35, ariete Q37, AxS1 R33", "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/5 supply AxS1 blockers ariete") == "9.3"


@pytest.mark.case("9.4")
def test_units_pass_the_vanished_zone_and_stay_next_to_other_enemies_to_join_the_attack() -> None:
    """15/8 goes over R36 to R37, next to 9A/20 at R38; it may join against 7A/2 while 21/3 soaks off."""
    state = in_turn("21/5 R35, 15/8, 21/3 R34, AxS1 R33", "7A/2 R36, 9A/20 R38")
    state = play(state, "av 7A/2 with 21/5 supply AxS1", "move 15/8 R34-R35-R36-R37", "move 21/3 R34-R35-R36-R37")
    assert at(state, "15/8") == at(state, "21/3") == "R37"
    state = play(state, "done")
    assert refused(state, "attack 7A/2 with 15/8") == ""
    joined = play(state, "attack 7A/2 with 15/8", "attack 9A/20 with 21/3")
    assert refused(joined, "done") == ""
    assert refused(play(state, "attack 7A/2 with 15/8"), "done") == "8.4"


@pytest.mark.case("9.4", "9.2")
def test_newcomers_do_not_release_the_victors() -> None:
    state = play(moving("21/5 R35, 15/8 R34, AxS1 R33", "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    state = play(state, "move 15/8 R34-R35-R36-R37")
    assert refused(state, "move 21/5 R35-R34") == "9.2"
    assert refused(state, "av 7A/2 with 15/8 supply AxS1") == "9.4"
    assert not overwhelms(state)


@pytest.mark.case("9.4", "11.7")
def test_victors_and_blockers_serve_one_victory_only() -> None:
    state = moving("21/5 R35, AxS1 R33", "7A/2 R36, 7A/1 Q35")
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "av 7A/1 with 21/5 supply AxS1") == "9.4"
    blocked = moving("21/104, brescia R35, ariete Q37, trieste S38, 15/8 P36, AxS1 R33, AxS2 R39", "7A/2 R36, 7A/1 P37")
    blocked = play(blocked, "av 7A/2 with 21/104, brescia supply AxS1 blockers ariete, trieste")
    assert refused(blocked, "av 7A/1 with ariete, 15/8 supply AxS1") == "9.4"


# --- the units of the second example: 15/115 shut in by 1SA/1, 1/22 and 32

SHUT_IN = "1SA/1 R37, 1/22 Q35, 32 S36"
RELIEF = "15/115 R36, 21/104, brescia R38, AxS1 R40"


@pytest.mark.case("9.5", "11.9", "14.1")
def test_a_unit_doomed_for_lack_of_supply_makes_no_automatic_victory() -> None:
    """5-1 against 1SA/1, surrounded only with 15/115, who could attack 1/22 and 32 at 1-2 if he had supply."""
    state = moving(RELIEF, SHUT_IN)
    assert sustaining(state, "axis", ["15/115"]) is None
    assert refused(state, "av 1SA/1 with 21/104, brescia supply AxS1 blockers 15/115") == "9.5"
    assert refused(state, "av 1SA/1 with 21/104, brescia, 15/115 supply AxS1") == "9.5"
    assert refused(state, "av 1SA/1 with 21/104, brescia supply AxS1") == "9.1"
    assert not overwhelms(state)


@pytest.mark.case("9.5", "11.9", "14.3")
def test_it_is_lost_before_combat_and_the_attack_is_a_plain_five_to_one() -> None:
    state, events = play_noting(in_turn(RELIEF, SHUT_IN), "done")
    assert [event.facts["unit"] for event in events if event.kind == "eliminated"] == ["15/115"]
    assert at(state, "15/115") == "dead"
    state, events = play_noting(state, "attack 1SA/1 with 21/104, brescia supply AxS1")
    assert events[0].facts["odds"] == "5-1"


@pytest.mark.case("9.5", "9.1", "14.2")
def test_at_seven_to_one_the_trapped_unit_is_saved_and_supplied_through_the_gap() -> None:
    state = in_turn(RELIEF.replace("brescia", "brescia, pavia"), SHUT_IN)
    state = play(state, "av 1SA/1 with 21/104, brescia, pavia supply AxS1")
    assert sustaining(state, "axis", ["15/115"]) == ("AxS1",)
    assert forced_losses(state, "axis") == []
    stays = play(state, "done")
    assert at(stays, "15/115") == "R36"
    assert refused(stays, "attack 1/22, 32 with 15/115 supply AxS1") == ""


@pytest.mark.case("9.5", "9.1", "8.3")
def test_or_it_moves_away_through_the_hole() -> None:
    state = moving(RELIEF.replace("brescia", "brescia, pavia"), SHUT_IN)
    assert not ends(state, "15/115")
    state = play(state, "av 1SA/1 with 21/104, brescia, pavia supply AxS1")
    assert refused(state, "move 15/115 R36-R37-R38-R39") == ""
    assert barred(state, "15/115", "R36-S37") == "8.3"  # still next to 32
    assert at(play(state, "move 15/115 R36-R45"), "15/115") == "R45"


@pytest.mark.case("9.5", "14.3", "9.3")
def test_against_a_defence_of_seven_the_trapped_unit_attacks_without_supply_and_takes_part() -> None:
    """7/7 defends with 3 in place of 32: 3 to 7 is 1-3 and needs no supply."""
    state = in_turn(RELIEF, SHUT_IN.replace("32", "7/7"))
    order = "av 1SA/1 with 21/104, brescia supply AxS1 blockers 15/115"
    assert overwhelms(state) == [order]
    state = play(state, order)
    assert refused(state, "move 15/115 R36-R37-R39") == "9.2"
    state = play(state, "done")
    assert at(state, "15/115") == "R36"
    assert refused(state, "attack 1/22, 7/7 with 15/115") == ""


@pytest.mark.case("9.5", "11.9", "14.3", "23.1")
def test_who_stands_in_no_zone_but_the_victims_closes_a_retreat_before_the_walls_without_supply() -> None:
    """15/33 at H26 is out of supply, in the zone of 7A/2 and next to the garrison of Tobruch, which casts none."""
    state = moving("21/5, 21/104 J28, 15/33 H26, AxS1 N30", "7A/2 I27, 7A/1 G25")
    order = "av 7A/2 with 21/5, 21/104 supply AxS1 blockers 15/33"
    assert sustaining(state, "axis", ["15/33"]) is None
    assert refused(state, order) == "" and overwhelms(state) == [order]
    held = moving("21/5, 21/104 J28, 15/33 H26, AxS1 N30", "7A/2 I27, 4I/5 H25")
    assert refused(held, order) == "9.5", "4I/5 must be attacked, at 2 to 1, without supply"


@pytest.mark.case("9.5", "7.4", "11.6")
def test_a_unit_with_nothing_better_than_one_to_six_closes_no_retreat() -> None:
    """folgere attacks with 1; 2/3 on the escarpment R29 defends with 8."""
    text = "21/104, brescia R32, {} R30, AxS1 R35"
    assert (
        refused(
            moving(text.format("folgere"), "7A/2 R31, 2/3 R29"),
            "av 7A/2 with 21/104, brescia supply AxS1 blockers folgere",
        )
        == "9.5"
    )
    assert not overwhelms(moving(text.format("folgere"), "7A/2 R31, 2/3 R29"))
    stronger = moving(text.format("15/33"), "7A/2 R31, 2/3 R29")  # 2 to 8 is 1-4
    assert refused(stronger, "av 7A/2 with 21/104, brescia supply AxS1 blockers 15/33") == ""
    helped = moving(text.format("folgere") + ", 15/33 S29", "7A/2 R31, 2/3 R29")
    assert refused(helped, "av 7A/2 with 21/104, brescia supply AxS1 blockers folgere") == ""


# --- the units of the first example: 21/5 against 7A/2, supply 1, and hex A behind the victim

EXAMPLE = "21/5 R35, AxS1 R32"


@pytest.mark.case("9.7", "9.2")
def test_the_supply_moves_over_the_victim_and_stays_within_five_hexes_of_the_victor() -> None:
    state = moving(EXAMPLE, "7A/2 R36")
    assert refused(state, "move AxS1 R32-R33-R34-R35-R36-R37-R38-R39-R40") in {"5.4", "8.1"}
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move 21/5 R35-R34") == "9.2"
    over = "move AxS1 R32-R33-R34-R35-R36-R37-R38-R39-R40"
    assert refused(state, over) == ""
    assert refused(state, f"{over}-R41") == "14.5"
    assert refused(state, "move AxS1 R32-R33-R34-R35-R36") == "9.1"
    after = play(state, over)
    assert at(after, "AxS1") == "R40"
    assert sustaining(after, "axis", ["21/5"]) == ("AxS1",)


@pytest.mark.case("9.7", "14.5")
def test_the_offered_ends_of_that_supply_are_those_within_reach_of_the_victor() -> None:
    state = play(moving(EXAMPLE, "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    assert "R40" in ends(state, "AxS1")
    assert not {"R41", "R29", "R28"} & ends(state, "AxS1")
    assert {"R41", "R29", "R28"} <= reached(state, "AxS1")


@pytest.mark.case("9.6", "9.7", "14.2")
def test_from_hex_a_it_could_not_have_sustained_the_victory() -> None:
    state = moving(EXAMPLE.replace("R32", "R40"), "7A/2 R36")
    assert refused(state, "av 7A/2 with 21/5 supply AxS1") == "14.2"
    assert not overwhelms(state)


@pytest.mark.case("9.7", "14.4")
def test_the_same_supply_sustains_other_attacks_where_it_went() -> None:
    state = in_turn(f"{EXAMPLE}, 15/8 R34", "7A/2 R36, 9A/20 R42")
    state = play(state, "av 7A/2 with 21/5 supply AxS1", "move 15/8 R34-R35-R36-R41", "move AxS1 R32-R36-R40")
    state = play(state, "done")
    assert refused(state, "attack 9A/20 with 15/8 supply AxS1") == ""


# --- supply at the end of movement


@pytest.mark.case("14.5", "9.7")
def test_the_supply_leaves_when_another_covers_the_victors_or_can_still_come() -> None:
    """V33 is six hexes from R35, and AxS2 has yet to move."""
    state = play(moving("21/5 R35, AxS1 R32, AxS2 V33", "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move AxS1 R32-R26") == "" and "R26" in ends(state, "AxS1")
    state = play(state, "move AxS1 R32-R26")
    assert refused(state, "done") == "14.5" and "is out of supply" in top(state).prompt(state)
    spent = with_trek(state, "AxS1", points=10, road=10)
    assert refused(spent, "move AxS2 V33-X33") == "14.5"  # nobody else could come
    relieved = play(state, "move AxS2 V33-S33")
    assert refused(relieved, "done") == ""
    tired = with_trek(moving("21/5 R35, AxS1 R32, AxS2 V33", "7A/2 R36"), "AxS2", halted=True)
    tired = play(tired, "av 7A/2 with 21/5 supply AxS1")
    assert refused(tired, "move AxS1 R32-R26") == "14.5" and "R26" not in ends(tired, "AxS1")


@pytest.mark.case("14.5", "9.5", "11.9")
def test_an_automatic_victory_that_nothing_sustains_when_movement_ends_does_not_stand() -> None:
    """The relief was there and has gone to sea; 21/5 is left without supply for a 7-1."""
    victory = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))
    state = in_turn("21/5 R35, AxS1 R26, ariete W3", "7A/2 R36, 9A/20 J57", victory)
    state = with_trek(state, "AxS1", points=10, road=10)
    after, events = play_noting(state, "done")
    assert "failed" in kinds(events) and at(after, "21/5") == "dead"


@pytest.mark.case("14.5")
def test_two_supplies_do_not_leave_together_each_counting_on_the_other() -> None:
    state = play(moving("21/5 R35, AxS1, AxS2 R32", "7A/2 R36"), "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "move AxS1 R32-R25") == ""
    assert refused(state, "move AxS1, AxS2 R32-R25") == "14.5"
    assert refused(state, "move AxS1, AxS2 R32-R33") == ""


@pytest.mark.case("14.5", "23.4")
def test_a_supply_with_a_victory_to_sustain_does_not_put_to_sea() -> None:
    state = moving("21/5, AxS1 G25, 15/8 H25", "7A/2 H26")
    assert refused(state, "embark AxS1") == ""
    state = play(state, "av 7A/2 with 15/8 supply AxS1")
    assert refused(state, "embark AxS1") == "14.5"


@pytest.mark.case("14.5", "14.1")
def test_both_supplies_are_spent_when_one_takes_over_from_the_other() -> None:
    state = in_turn("21/5 R35, AxS1, AxS2 R32, AxS3 W3", "7A/2 R36, 9A/20 J57, AlS1 J62")
    state = play(state, "av 7A/2 with 21/5 supply AxS1", "move AxS1 R32-R25", "done")
    while at(state, "7A/2") != "dead":
        state = play(state, next(order for order in orders(state) if order.startswith("fight")))
    assert state.spent == ("AxS1", "AxS2")
    state = play(state, "done")
    assert (at(state, "AxS1"), at(state, "AxS2"), at(state, "AxS3")) == ("pool", "pool", "W3")


@pytest.mark.case("14.5", "15.4")
def test_a_supply_destroyed_after_its_victory_takes_no_part_in_the_battle() -> None:
    state = in_turn("21/5 R35, AxS1, AxS2 R32, AxS3 W3", "7A/2 R36, 9A/20 J57, AlS1 J62")
    state = play(state, "av 7A/2 with 21/5 supply AxS1", "destroy AxS1", "done")
    assert [battle.supplies for battle in Battles.of(state, "axis").battles] == [("AxS2",)]


@pytest.mark.case("14.5", "14.1")
def test_a_supply_that_stays_is_spent_alone() -> None:
    state = in_turn("21/5 R35, AxS1, AxS2 R32", "7A/2 R36, 9A/20 J57, AlS1 J62")
    state = play(state, "av 7A/2 with 21/5 supply AxS1", "done")
    while at(state, "7A/2") != "dead":
        state = play(state, next(order for order in orders(state) if order.startswith("fight")))
    assert state.spent == ("AxS1",)
    state = play(state, "done")
    assert (at(state, "AxS1"), at(state, "AxS2")) == ("pool", "R32")


@pytest.mark.case("9.5", "9.6", "14.2")
def test_who_faces_nobody_but_the_victims_lacks_nothing_but_the_supply() -> None:
    state = moving("15/8, 21/5 R35, AxS1 W3", "7A/2 R36")
    assert refused(state, "av 7A/2 with 15/8, 21/5 supply AxS1") == "14.2"
