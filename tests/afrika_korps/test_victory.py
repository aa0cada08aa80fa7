"""Winning: an army without units, everything held for two turns, an army without supply, the end of the campaign."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.frames import Over
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.arrivals.phase import controls
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.orders import Decline, Done
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn, holds_all
from tests.afrika_korps.positions import asking, play, position, refused, with_books, with_unit


class Fours:
    """No ship is sunk."""

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return 4


def begun(state: AfrikaKorps) -> AfrikaKorps:
    """The first decision of the turn of the phasing player."""
    return frames.begin(asking(state, PlayerTurn(state.phasing)), Fours())[0]


def skip(state: AfrikaKorps, side: str) -> AfrikaKorps:
    """Say no to everything until the other side is on turn or the game is over."""
    while state.phasing == side and not isinstance(state.stack[-1], Over):
        action = Decline() if refused(state, "decline") == "" else Done()
        state = frames.play(state, side, action, Fours())[0]
    return state


def over(state: AfrikaKorps) -> tuple[str | None, str]:
    """The winner and the case, or nobody and nothing while the game goes on."""
    end = state.stack[-1]
    return (end.winner, end.case) if isinstance(end, Over) and end.case != "test" else (None, "")


# --- no combat unit left


@pytest.mark.case("4.1")
def test_axis_wins_when_the_last_allied_combat_unit_falls_though_supplies_are_left() -> None:
    state = begun(position("21/5, 15/8 P40, AxS1 P39", "7A/1 P41, AlS1 J60, AlS2 G25"))
    state = play(state, "done", "attack 7A/1 with 21/5, 15/8", "done", "fight 1")
    assert over(state) == ("axis", "4.1")


@pytest.mark.case("4.2", "22.5")
def test_allies_win_when_the_last_axis_combat_unit_falls_though_rommel_and_supplies_are_left() -> None:
    state = begun(position("folgere P41, rommel R50, AxS1 S50", "1/2, 1/22 P40, AlS1 P39", phasing="allied"))
    state = play(state, "done", "attack folgere with 1/2, 1/22", "done", "fight 1")
    assert over(state) == ("allied", "4.2")


@pytest.mark.case("4.1", "4.2")
def test_one_combat_unit_anywhere_on_the_map_keeps_its_side_in_the_game() -> None:
    state = begun(position("21/5, 15/8 P40, AxS1 P39", "7A/1 P41, 2SA/7 X69, AlS1 J60"))
    state = play(state, "done", "attack 7A/1 with 21/5, 15/8", "done", "fight 1")
    assert over(state) == (None, "")


@pytest.mark.case("4.1", "19.3", "23.4")
def test_units_at_sea_and_units_still_due_do_not_save_an_army() -> None:
    state = begun(position("21/5, 15/8 P40, AxS1 P39", "7A/1 P41, 2/3, AlS1 sea, AlS2 J62", turn=8))
    state = play(state, "done", "attack 7A/1 with 21/5, 15/8", "done", "fight 1")
    assert over(state) == ("axis", "4.1")


@pytest.mark.case("4.1", "8.6")
def test_the_game_ends_with_the_battle_that_decides_it_whatever_else_is_declared() -> None:
    """The garrison of Tobruch has sailed; a lone supply in it could still be taken."""
    state = begun(position("21/5, 15/8 P40, AxS1 P39, ariete G24", "7A/1 P41, AlS1 G25"))
    state = play(state, "done", "attack 7A/1 with 21/5, 15/8", "done")
    assert refused(state, "seize AlS1 with ariete") == ""
    assert over(play(state, "fight 1")) == ("axis", "4.1")


@pytest.mark.case("4.1", "7.4")
def test_an_attacker_who_loses_his_last_unit_before_combat_has_lost() -> None:
    state = begun(position("21/5 P41, AxS1 P42", "7A/1 P40, AlS1 P39", phasing="allied"))
    assert over(play(state, "done")) == ("axis", "4.1")


@pytest.mark.case("4.1", "4.2", "7.5")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_when_both_armies_die_in_one_exchange_the_player_on_turn_wins(side: str) -> None:
    axis, allied = "savena P40, AxS1 P39", "9A/20 P41, AlS1 P42"
    state = begun(position(axis, allied, phasing=side))
    attack = "attack 9A/20 with savena" if side == "axis" else "attack savena with 9A/20"
    state = play(state, "done", attack, "done", "fight 1", rolls=(2,))
    assert over(state) == (side, "4.1" if side == "axis" else "4.2")


# --- control


@pytest.mark.case("4.3", "22.5")
@pytest.mark.parametrize("unit", ["savena", "AxS1", "AxC1", "rommel"])
@pytest.mark.parametrize("place", ["G25", "H2", "W3", "J62"])
def test_a_combat_unit_a_supply_or_rommel_controls_by_standing_there(unit: str, place: str) -> None:
    state = position(f"{unit} {place}", "9A/20 P41")
    assert controls(state, "axis", board().hex(place))
    assert not controls(state, "allied", board().hex(place))


@pytest.mark.case("4.3")
@pytest.mark.parametrize("place", ["G25", "H2", "W3", "J62"])
def test_nobody_controls_what_nobody_occupies(place: str) -> None:
    state = position("savena P40", "9A/20 P41")
    assert not controls(state, "axis", board().hex(place)) and not controls(state, "allied", board().hex(place))


@pytest.mark.case("4.3")
def test_a_zone_takes_a_home_base_out_of_control_and_a_fortress_not() -> None:
    base = position("savena W3", "9A/20 W4")
    assert not controls(base, "axis", board().hex("W3")) and not controls(base, "allied", board().hex("W3"))
    fortress = position("savena G25", "9A/20 H26")
    assert controls(fortress, "axis", board().hex("G25"))


@pytest.mark.case("4.3", "13.3")
def test_a_hex_shared_by_rommel_and_an_enemy_supply_is_nobodys() -> None:
    state = position("rommel G25", "AlS1 G25")
    assert not controls(state, "axis", board().hex("G25")) and not controls(state, "allied", board().hex("G25"))


# --- everything held


EVERYTHING = {
    "axis": ("savena W3, 21/5 J62, ariete G25, rommel H2, AxS1 W3, AxS2 J60", "9A/20 P41, AlS1 P42"),
    "allied": ("savena P40, AxS1 P39", "9A/20 W3, 7/4 J62, AlS1 G25, 2/2sg H2, AlS2 P60"),
}
WIN = {"axis": ("axis", "4.1"), "allied": ("allied", "4.2")}


def holding(side: str, held_turns: int = 0) -> AfrikaKorps:
    state = position(*EVERYTHING[side], phasing=side, turn=20)
    assert holds_all(state, side)
    return with_books(state, side, held_turns=held_turns)


@pytest.mark.case("4.1", "4.2", "4.3")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_both_fortresses_and_both_bases_held_for_two_turns_of_ones_own_win(side: str) -> None:
    state = begun(holding(side))
    state = skip(state, side)
    assert over(state) == (None, "") and state.books[side].held_turns == 1
    other = "allied" if side == "axis" else "axis"
    state = skip(state, other)
    assert over(state) == (None, "")
    assert over(skip(state, side)) == WIN[side]


@pytest.mark.case("4.1", "4.2")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_first_turn_that_only_ends_with_everything_does_not_count(side: str) -> None:
    state = holding(side, held_turns=1)
    base = "9A/20" if side == "allied" else "savena"
    state = begun(with_unit(with_unit(state, base, at="W4"), "AxS1", at="P39"))
    while refused(state, f"move {base} W4-W3"):
        state = play(state, "decline" if refused(state, "decline") == "" else "done")
    state = skip(play(state, f"move {base} W4-W3"), side)
    assert over(state) == (None, "") and state.books[side].held_turns == 0


@pytest.mark.case("4.1", "4.2", "4.3")
@pytest.mark.parametrize(("side", "unit", "way"), [("axis", "rommel", "H2-H3"), ("allied", "2/2sg", "H2-H3")])
def test_a_unit_that_leaves_a_fortress_before_the_end_breaks_the_hold(side: str, unit: str, way: str) -> None:
    state = begun(holding(side, held_turns=1))
    while refused(state, f"move {unit} {way}"):
        state = play(state, "decline" if refused(state, "decline") == "" else "done")
    state = skip(play(state, f"move {unit} {way}"), side)
    assert over(state) == (None, "") and state.books[side].held_turns == 0


@pytest.mark.case("4.1", "4.3")
@pytest.mark.parametrize(("side", "unit", "place"), [("axis", "9A/20", "K62"), ("allied", "savena", "W4")])
def test_an_enemy_zone_over_a_home_base_breaks_the_hold(side: str, unit: str, place: str) -> None:
    state = with_unit(holding(side, held_turns=1), unit, at=place)
    state = begun(state)
    assert not state.books[side].holds_all
    held = with_unit(begun(holding(side, held_turns=1)), unit, at=place)
    assert held.books[side].holds_all and not holds_all(held, side)


@pytest.mark.case("4.1", "19.5")
def test_a_siege_does_not_break_the_hold_of_a_fortress() -> None:
    state = begun(with_unit(holding("axis", held_turns=1), "9A/20", at="H26"))
    assert over(skip(state, "axis")) == ("axis", "4.1")


@pytest.mark.case("4.1", "4.2")
def test_the_turns_must_follow_each_other() -> None:
    state = begun(with_unit(holding("axis", held_turns=1), "rommel", at="P30"))
    state = skip(state, "axis")
    assert state.books["axis"].held_turns == 0
    again = begun(with_unit(skip(state, "allied"), "rommel", at="H2"))
    assert over(skip(again, "axis")) == (None, "")


@pytest.mark.case("4.1")
def test_three_of_the_four_are_not_enough() -> None:
    state = position("savena W3, ariete G25, rommel H2, AxS1 W3", "9A/20 P41")
    assert not holds_all(state, "axis")


# --- no supply


@pytest.mark.case("24.5")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_an_army_without_supply_for_two_turns_of_its_own_has_lost(side: str) -> None:
    state = begun(position("21/5 P40", "9A/20 P50", phasing=side))
    state = skip(state, side)
    assert over(state) == (None, "") and state.books[side].bare_turns == 1
    other = "allied" if side == "axis" else "axis"
    supplied = with_unit(state, "AlS1" if other == "allied" else "AxS1", at="X69")
    state = skip(supplied, other)
    assert over(state) == (None, "")
    state = skip(state, side)
    assert over(state) == (other, "24.5")
    assert state.layout.combat[side] == {} != state.layout.combat[other]


@pytest.mark.case("24.5", "12.1")
def test_a_supply_that_lands_before_the_second_turn_ends_saves_the_army() -> None:
    state = begun(with_books(position("21/5 P40, AxS1 P39", "9A/20 J62", phasing="allied"), "allied", bare_turns=1))
    saved = skip(play(state, "land AlS1 at J62"), "allied")
    assert over(saved) == (None, "") and saved.books["allied"].bare_turns == 0
    assert over(skip(state, "allied")) == ("axis", "24.5")


@pytest.mark.case("24.5", "23.4")
def test_a_supply_at_sea_is_not_on_the_board() -> None:
    state = with_books(position("21/5 P40, AxS1 P39", "9A/20 P50, AlS1 J62", phasing="allied"), "allied", bare_turns=1)
    state = begun(with_unit(state, "AlS1", at="sea"))
    assert over(skip(state, "allied")) == ("axis", "24.5")


@pytest.mark.case("24.5", "14.1")
def test_a_supply_landed_and_used_up_in_the_turn_does_not_count() -> None:
    state = position("savena H26, ariete R50, AxS1 P39", "2/3 G25, pol J62", phasing="allied")
    state = play(begun(with_books(state, "allied", bare_turns=1)), "land AlS1 at G25", "done")
    assert over(skip(state, "allied")) == (None, "")
    state = play(state, "attack savena with 2/3", "done", "fight 1", rolls=(1,))
    assert over(skip(state, "allied")) == ("axis", "24.5")


@pytest.mark.case("24.5", "15.4")
def test_a_turn_that_began_with_a_supply_does_not_count_though_it_is_burnt() -> None:
    state = begun(with_books(position("21/5 P40, AxS1 P39", "9A/20 P50"), "axis", bare_turns=1))
    state = skip(play(state, "destroy AxS1"), "axis")
    assert over(state) == (None, "") and state.books["axis"].bare_turns == 0


@pytest.mark.case("24.5", "12.3")
def test_a_captured_supply_feeds_an_army_as_well_as_its_own() -> None:
    state = with_books(position("21/5 P40, AxC1 P39", "9A/20 P50"), "axis", bare_turns=1)
    assert over(skip(begun(state), "axis")) == (None, "")


# --- the end of the campaign


@pytest.mark.case("4.2", "4.1", "3.5")
def test_after_the_allied_half_of_the_last_october_turn_the_allies_have_won() -> None:
    state = begun(position("21/5 P40, AxS1 P39", "9A/20 P50, AlS1 P51", phasing="axis", turn=38))
    state = skip(state, "axis")
    assert over(state) == (None, "")
    assert over(skip(state, "allied")) == ("allied", "4.2")


@pytest.mark.case("4.2", "3.5")
def test_the_turn_before_does_not_end_the_game() -> None:
    state = skip(begun(position("21/5 P40, AxS1 P39", "9A/20 P50, AlS1 P51", phasing="allied", turn=37)), "allied")
    assert over(state) == (None, "") and (state.turn, state.phasing) == (38, "axis")


@pytest.mark.case("4.1")
def test_the_axis_may_still_complete_its_hold_in_the_last_turn() -> None:
    state = position(*EVERYTHING["axis"], phasing="axis", turn=38)
    state = begun(with_books(state, "axis", held_turns=1))
    assert over(skip(state, "axis")) == ("axis", "4.1")


@pytest.mark.case("4.1", "4.2")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_nobody_does_anything_after_the_end(side: str) -> None:
    state = skip(begun(position("21/5 P40, AxS1 P39", "9A/20 P50, AlS1 P51", phasing="allied", turn=38)), "allied")
    assert len(state.stack) == 1
    with pytest.raises(Refusal) as caught:
        frames.check(state, side, Done())
    assert caught.value.case == "over"


@pytest.mark.case("4.1", "4.2")
def test_what_decides_the_game_for_each_side() -> None:
    """The Axis need all four sites; the Allies may leave Bengasi, which is no port."""
    assert set(title().staff.decisive("axis")) == {"W3", "J62", "G25", "H2"}
    assert set(title().staff.decisive("allied")) == {"W3", "J62", "G25"}
