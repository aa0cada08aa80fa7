"""What units count for: figures 7, 8 and 10, terrain, supply, fractions and the least factor."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.games.panzerarmee_afrika.factors.strength import (
    attack_factor,
    attack_supply,
    counter_differential,
    defence_of,
    defence_total,
    defenders,
    differential,
    explain_counter,
    explain_differential,
    stack_differential,
    written,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import SupplyState
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek, enemy_of, side_of
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, at, figure_8
from tests.panzerarmee_afrika.positions import position, with_books, with_unit

HALF = Fraction(1, 2)
GERMANS = ("de-104", "de-5-1-a")


def against(state: PanzerarmeeAfrika, attackers: tuple[str, ...], hexes: tuple[int, ...], *spent: int) -> int:
    supplied = {name: attack_supply(state, name, spent) for name in attackers}
    return differential(state, supplied, hexes, defenders(state, enemy_of(side_of(attackers[0])), hexes))


# --- the figures


@pytest.mark.case("12.3", "12.4.2", "8.5")
def test_figure_8_makes_three_with_maximum_supply() -> None:
    assert against(figure_8(), GERMANS, at("1509", "1608"), *at("1406")) == 3


@pytest.mark.case("12.4.2", "12.4.3")
def test_figure_8_is_no_permissible_attack_without_the_sacrifice() -> None:
    state = figure_8()
    assert against(state, GERMANS, at("1509", "1608")) == -1
    hexes = at("1509", "1608")
    supplied = dict.fromkeys(GERMANS, attack_supply(state, "de-104"))
    text = str(explain_differential(state, supplied, hexes, defenders(state, "allied", hexes)))
    assert "attack 3½" in text
    assert "−½ is below zero" in text


@pytest.mark.case("11.4", "12.4.2")
def test_the_italians_of_figure_7_overrun_at_three() -> None:
    state = position("it-b8-ai, it-132-a 0906, axis-depot-1 0804", "uk-sg-2 1006", phasing="axis")
    assert stack_differential(state, ("it-b8-ai", "it-132-a"), *at("1006", "0906")) == 3


@pytest.mark.case("12.4.4")
def test_the_brigade_of_figure_10_strikes_back_in_the_first_column() -> None:
    state = figure_8()
    assert counter_differential(state, ["au-20"], GERMANS) == 0
    text = str(explain_counter(state, ["au-20"], GERMANS))
    assert "au-20 strikes with 4: 2 ×2" in text
    assert "defence 7" in text


# --- supply of attackers


@pytest.mark.case("8.5", "12.3")
def test_attack_supply_reaches_eight_movement_factors_and_general_supply_further() -> None:
    state = position(f"de-104 1508, de-8 1409, {AXIS_DEPOT}", "uk-sg-2 1509", phasing="axis")
    assert attack_supply(state, "de-104") == "attack"
    assert attack_supply(state, "de-8") == "general"
    bardia = position("de-8 1925", "uk-sg-2 1730, uk-3-a 1729", phasing="allied")
    assert attack_supply(bardia, "uk-sg-2") == "attack"  # by the port itself, which serves nobody outside
    assert attack_supply(bardia, "uk-3-a") == "general"


@pytest.mark.case("12.3")
@pytest.mark.parametrize(("how", "factor"), [("general", 2), ("attack", 4), ("maximum", 8)])
def test_supply_halves_leaves_or_doubles_an_attacker(how: SupplyState, factor: int) -> None:
    state = position("de-104 1408", "uk-sg-2 1409")
    assert attack_factor(state, "de-104", how, at("1408")[0], at("1409")) == factor


@pytest.mark.case("8.5", "12.3")
def test_an_installation_that_was_carried_gives_no_attack_supply_this_turn() -> None:
    state = figure_8()
    moved = replace(state, treks={"axis-depot-1": Trek(at("1307")[0])})
    assert attack_supply(moved, "de-104") == "general"
    assert attack_supply(moved, "de-104", at("1406")) == "general"


@pytest.mark.case("8.4.2", "12.3")
def test_a_german_who_has_left_supply_this_turn_attacks_as_in_general_supply() -> None:
    state = position("de-104 1609", "uk-sg-2 1610", phasing="axis")
    assert attack_supply(state, "de-104") == "general"


@pytest.mark.case("8.5", "10.3", "13.6")
@pytest.mark.parametrize("mark", ["*", "_"])
def test_out_of_supply_or_dismounted_a_unit_attacks_with_nothing(mark: str) -> None:
    state = position(f"de-104{mark} 1508, {AXIS_DEPOT}", "uk-sg-2 1509", phasing="axis")
    assert attack_supply(state, "de-104") == "out"
    assert against(state, ("de-104",), at("1509")) == -2


@pytest.mark.case("10.3")
def test_out_of_command_a_unit_attacks_with_nothing() -> None:
    state = position("de-104 1824", "uk-sg-2!, uk-sg-7 1925")
    assert attack_supply(state, "uk-sg-2") == "out"
    assert attack_supply(state, "uk-sg-7") == "attack"


@pytest.mark.case("15.2")
def test_italian_infantry_without_support_holds_back_in_general_supply_once_ten_factors_are_lost() -> None:
    state = position(f"it-19 1409, {AXIS_DEPOT}", "uk-sg-2 1410", phasing="axis", options=("reliability",))
    assert attack_supply(state, "it-19") == "general"
    lost = with_books(state, "axis", italian_losses=10)
    assert attack_supply(lost, "it-19") == "out"
    assert attack_supply(with_unit(lost, "de-8", at="1409"), "it-19") == "general"
    assert attack_supply(with_unit(lost, "it-19", at="1408"), "it-19") == "attack"
    assert attack_supply(replace(lost, options=()), "it-19") == "general"


# --- escarpments


@pytest.mark.case("12.4.2")
def test_one_open_hexside_spares_an_attacker_the_escarpment() -> None:
    state = position("de-104 1408", "uk-sg-2 1509, au-20 1409")
    assert attack_factor(state, "de-104", "attack", at("1408")[0], at("1509")) == 2
    assert attack_factor(state, "de-104", "attack", at("1408")[0], at("1509", "1409")) == 4


@pytest.mark.case("12.4.2")
def test_the_escarpment_halves_only_those_who_have_it_before_them() -> None:
    state = position(f"de-104 1508, de-115 1409, {AXIS_DEPOT}", "uk-sg-2 1509", phasing="axis")
    assert against(state, ("de-104", "de-115"), at("1509")) == 2 + 2 - 2


@pytest.mark.case("12.4.2")
def test_no_attacker_counts_for_less_than_one() -> None:
    state = position("it-19 1508", "uk-sg-2 1509")
    assert attack_factor(state, "it-19", "general", at("1508")[0], at("1509")) == 1


# --- defenders


@pytest.mark.case("12.4.2", "2.1.1")
@pytest.mark.parametrize(
    ("place", "factor"),
    [
        ("1409", 2),
        ("1709", 4),
        ("1730", 4),
        ("1925", 10),
        ("0905", 2),
    ],
)
def test_ground_multiplies_an_allied_defender(place: str, factor: int) -> None:
    assert defence_of(position("", f"uk-sg-2 {place}"), "uk-sg-2") == factor


@pytest.mark.case("12.4.2", "2.1.1")
@pytest.mark.parametrize(("place", "factor"), [("1409", 2), ("1709", 4), ("1730", 4), ("1925", 10), ("0905", 4)])
def test_the_swamp_helps_the_axis_only(place: str, factor: int) -> None:
    assert defence_of(position(f"de-8 {place}"), "de-8") == factor


@pytest.mark.case("8.5", "12.4.2")
@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("uk-sg-2* 1409", 1),
        ("uk-3-a* 1409", 1 + HALF),
        ("uk-3-a* 1709", 3),
        ("uk-3-a_ 1925", 7 + HALF),
        ("uk-3-a++ 1409", 5),
    ],
)
def test_out_of_supply_a_defender_is_halved_whatever_the_ground(text: str, factor: Fraction) -> None:
    state = position("", text)
    name = text.partition(" ")[0].rstrip("*_+")
    assert defence_of(state, name) == factor


@pytest.mark.case("12.4.2")
def test_no_defender_counts_for_less_than_one() -> None:
    assert defence_of(position("it-19* 1409"), "it-19") == 1


@pytest.mark.case("12.4.2")
def test_halves_of_defenders_are_kept_until_they_are_added() -> None:
    state = position("", "uk-3-a*, uk-7-a* 1409")
    assert defence_total(state, ["uk-3-a", "uk-7-a"]) == 3


@pytest.mark.case("12.4.2")
def test_a_transport_unit_defends_only_where_it_is_alone() -> None:
    state = position("", "uk-sg-2, allied-lorry-1 1609, allied-lorry-2 1709, allied-depot-1 1709")
    assert defenders(state, "allied", at("1609", "1709")) == ["uk-sg-2", "allied-lorry-2"]
    assert defence_total(state, ["uk-sg-2", "allied-lorry-2"]) == 2 + 2


# --- the differential


@pytest.mark.case("12.4.3")
def test_a_fraction_is_dropped_from_the_differential() -> None:
    state = position("de-5-1-a 1409", "uk-sg-2* 1410", phasing="axis")
    assert against(state, ("de-5-1-a",), at("1410")) == 0  # 1½ to 1


@pytest.mark.case("11.4")
def test_an_overrun_counts_supply_where_it_starts_and_defenders_as_last_judged() -> None:
    state = position(f"de-104 1307, {AXIS_DEPOT}", "uk-sg-2 1409", phasing="axis")
    assert stack_differential(state, ("de-104",), *at("1409", "1408")) == 2  # attack supply at 1408
    assert stack_differential(state, ("de-104",), *at("1409", "1410")) == 0  # general supply beyond
    assert stack_differential(with_unit(state, "uk-sg-2", out=True), ("de-104",), *at("1409", "1408")) == 3


# --- striking back


@pytest.mark.case("12.4.4")
def test_germans_strike_back_fourfold_and_others_twofold() -> None:
    state = position("de-8, it-61 1409", f"uk-sg-2 1509, {ALLIED_DEPOTS}")
    assert counter_differential(state, ["de-8"], ["uk-sg-2"]) == 2 * 4 - 2
    assert counter_differential(state, ["it-61"], ["uk-sg-2"]) == 2 * 2 - 2


@pytest.mark.case("12.4.4")
def test_units_strike_back_with_full_factors_out_of_supply_on_any_ground() -> None:
    state = position("de-8_ 1709", "uk-sg-2* 1609", phasing="allied")
    assert counter_differential(state, ["de-8"], ["uk-sg-2"]) == 2 * 4 - 2


@pytest.mark.case("12.4.4")
def test_the_first_column_serves_when_nobody_is_left_to_strike() -> None:
    assert counter_differential(figure_8(), [], GERMANS) == 0


@pytest.mark.case("12.4.4")
def test_a_transport_unit_alone_strikes_back_with_one() -> None:
    state = position("it-19 1408", "allied-lorry-1 1409")
    assert counter_differential(state, ["allied-lorry-1"], ["it-19"]) == 2 - 1


@pytest.mark.case("12.4.2")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3), "3"),
        (7 * HALF, "3½"),
        (-HALF, "−½"),
        (Fraction(3, 4), "¾"),
        (Fraction(-5, 4), "−1¼"),
        (Fraction(0), "0"),
    ],
)
def test_fractions_are_written_as_players_write_them(value: Fraction, text: str) -> None:
    assert written(value) == text


@pytest.mark.case("12.4.2")
def test_who_is_dismounted_defends_as_one_out_of_supply() -> None:
    state = position("de-104 1408")
    whole = defence_of(state, "de-104")
    for mark in ("dismounted", "out"):
        assert defence_of(with_unit(state, "de-104", **{mark: True}), "de-104") < whole
