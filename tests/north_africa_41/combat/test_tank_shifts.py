"""Tank Shifts: the better tanks, the 88s that deny them, and the ground that forbids them."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.combat.strength import Odds
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.fighting import with_supply, without_supply
from tests.north_africa_41.positions import position


def tank_shift(found: Odds) -> int:
    return sum(shift.columns for shift in found.shifts if shift.case == "9.2.3")


def german(defenders: str) -> NorthAfrica:
    return position("ge-i-5, it-7ar, ge-mg8, ge-i-33flak, ge-115 2929", f"{defenders} 2930")


# The examples of 9.2.3: a panzer battalion is rated 3, A13 cruisers 1, Crusaders 2, Matildas 3.


@pytest.mark.case("9.2.3", "9.2.1")
@pytest.mark.parametrize(
    ("example", "defenders", "shift"),
    [
        ("A", "br-1thr", 2),
        ("B", "br-5rtr", 2),
        ("C", "br-6rtr-u", 1),
        ("D", "br-7rtr", 0),
    ],
)
def test_the_examples_of_a_better_or_equal_rating(example: str, defenders: str, shift: int) -> None:
    assert tank_shift(with_supply(german(defenders), "ge-i-5")) == shift


@pytest.mark.case("9.2.3", "9.1")
def test_example_e_the_better_defender_halves_the_tanks_and_earns_no_shift() -> None:
    found = with_supply(german("br-6rtr-u"), "it-7ar, ge-mg8")
    assert (tank_shift(found), found.attack) == (0, 2 + 3)


@pytest.mark.case("9.2.3")
def test_example_f_without_tanks_against_tanks_is_one_shift_to_the_left() -> None:
    assert tank_shift(with_supply(german("br-5rtr"), "ge-mg8")) == -1
    assert tank_shift(without_supply(german("br-5rtr"), "ge-mg8")) == -1


@pytest.mark.case("9.2.3")
def test_only_the_best_ratings_are_compared() -> None:
    assert tank_shift(with_supply(german("br-3hus, br-6rtr-u"), "it-7ar, ge-i-5")) == 1


@pytest.mark.case("9.2.3")
def test_a_rating_of_nought_is_a_tank_all_the_same() -> None:
    assert tank_shift(with_supply(german("br-3hus"), "ge-mg8")) == -1
    state = position("it-aosta 2929", "br-3hus 2930")
    assert tank_shift(with_supply(state, "it-aosta")) == 0


@pytest.mark.case("8.5.1", "9.2.1")
def test_without_attack_supply_a_shift_is_lost_but_still_denied_to_the_defender() -> None:
    state = german("br-5rtr")
    assert tank_shift(without_supply(state, "ge-i-5")) == 0
    assert tank_shift(without_supply(state, "ge-mg8")) == -1


# --- 88mm Flak


@pytest.mark.case("9.2.4", "18.2")
def test_flak_never_earns_a_shift() -> None:
    assert tank_shift(with_supply(german("br-1thr"), "ge-i-33flak, ge-115")) == 0


@pytest.mark.case("9.2.4", "18.2")
def test_flak_in_an_attack_denies_the_shift_of_defending_tanks() -> None:
    assert tank_shift(with_supply(german("br-5rtr"), "ge-i-33flak, ge-115")) == 0


@pytest.mark.case("9.2.4", "18.2", "9.2.3")
def test_flak_in_defence_denies_the_shift_and_outclasses_lesser_tanks() -> None:
    state = position("it-19bre, ge-i-33flak 2930", "br-7rtr, br-5rtr 2929", phasing="allied")
    assert tank_shift(with_supply(state, "br-7rtr")) == 0
    found = with_supply(state, "br-5rtr")
    assert (tank_shift(found), found.attack) == (0, 3)


@pytest.mark.case("18.2", "9.2.3")
def test_flak_is_no_tank_that_infantry_would_suffer_from() -> None:
    state = position("it-19bre, ge-i-33flak 2930", "br-16 2929", phasing="allied")
    assert tank_shift(with_supply(state, "br-16")) == 0


@pytest.mark.case("13.2.2")
def test_disrupted_tanks_keep_their_rating_in_defence() -> None:
    assert tank_shift(with_supply(german("br-7rtr~"), "ge-i-5")) == 0


@pytest.mark.case("13.3.2")
def test_tanks_in_full_retreat_have_none() -> None:
    assert tank_shift(with_supply(german("br-7rtr~~, br-1thr"), "ge-i-5")) == 2


@pytest.mark.case("12.3", "9.2.3")
def test_tanks_that_retreated_into_the_hex_this_phase_have_none() -> None:
    state = position("ge-i-5 2929", "br-7rtr~, br-1thr 2930", retreats={"br-7rtr": 1})
    assert tank_shift(with_supply(state, "ge-i-5")) == 2


# --- the ground


@pytest.mark.case("9.2.2", "9.5.1")
def test_a_fortification_bars_tank_shifts_for_either_side() -> None:
    state = position("ge-i-5, ge-mg8 2929", "br-5rtr, au-20 2930", forts={"2930": "allied"})
    assert tank_shift(with_supply(state, "ge-i-5")) == 0
    assert tank_shift(with_supply(state, "ge-mg8")) == 0


@pytest.mark.case("9.2.2", "9.6")
@pytest.mark.parametrize(("origin", "at"), [("3724", "3725"), ("2378", "2478")])
def test_the_jebel_and_the_city_bar_tank_shifts(origin: str, at: str) -> None:
    state = position(f"ge-i-5, ge-mg8 {origin}", f"br-5rtr {at}")
    assert tank_shift(with_supply(state, "ge-i-5", at)) == 0
    assert tank_shift(with_supply(state, "ge-mg8", at)) == 0


@pytest.mark.case("9.1", "9.2.2")
def test_the_better_rating_halves_tanks_even_in_the_jebel() -> None:
    state = position("it-7ar 3724", "br-5rtr, br-7rtr 3725")
    assert with_supply(state, "it-7ar", "3725").attack == 2


@pytest.mark.case("9.2.2")
def test_tanks_across_an_escarpment_gain_nothing_but_deny_the_defender_his_shift() -> None:
    state = position("ge-i-5, ge-mg8 3213", "br-5rtr 3212")
    assert tank_shift(with_supply(state, "ge-i-5", "3212")) == 0
    assert tank_shift(with_supply(state, "ge-mg8", "3212")) == -1


@pytest.mark.case("9.2.2", "9.6")
def test_tanks_into_the_tobruk_perimeter_gain_nothing_and_out_of_it_they_do() -> None:
    inward = position("ge-i-5 3036", "au-20 3037")
    assert tank_shift(with_supply(inward, "ge-i-5", "3037")) == 0
    outward = position("it-19bre 3036", "br-7rtr 3037", phasing="allied")
    assert tank_shift(with_supply(outward, "br-7rtr", "3036")) == 2


@pytest.mark.case("9.2.2", "9.2.4")
def test_flak_that_attacks_into_the_perimeter_still_denies_the_defender_his_shift() -> None:
    state = position("ge-i-33flak, ge-115 3036", "br-5rtr 3037")
    assert tank_shift(with_supply(state, "ge-i-33flak, ge-115", "3037")) == 0
    assert tank_shift(with_supply(state, "ge-115", "3037")) == -1


@pytest.mark.case("9.2.2")
def test_other_tanks_of_the_same_attack_still_gain_theirs() -> None:
    state = position("ge-i-5 3036, it-7ar 3038", "br-16 3037")
    assert tank_shift(with_supply(state, "ge-i-5, it-7ar", "3037")) == 1


@pytest.mark.case("9.2.3", "8.3", "9.7")
def test_infantry_against_infantry_in_the_open_is_shifted_by_nothing() -> None:
    state = position("ge-mg8 2929", "au-20 2930")
    assert not list(without_supply(state, "ge-mg8").shifts)
    assert not list(with_supply(state, "ge-mg8").shifts)
