"""The tables read as printed, cell by cell."""

from collections.abc import MutableMapping
from fractions import Fraction

import pytest

from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import (
    DRAW,
    CommandMethod,
    SupplyState,
    Verdict,
    attack_column,
    captures,
    certain_loss,
    chances,
    combat_results,
    command_digits,
    counter_attack_column,
    counter_attack_factor,
    defence_factor,
    escarpment_factor,
    limits,
    malta_success,
    option_cost,
    ports,
    reacts,
    regular_costs,
    results,
    sources,
    supply,
    surrenders,
    transport_costs,
    victory,
)

HALF = Fraction(1, 2)
DICE = range(1, 7)


# Combat results


@pytest.mark.case("12.4.3")
@pytest.mark.parametrize(
    ("differential", "losses"),
    [
        (0, [2, 0, 0, 0, 0, 0]),
        (1, [2, 0, 0, 0, 0, 0]),
        (2, [3, 3, 2, 2, 0, 0]),
        (3, [4, 3, 3, 2, 2, 2]),
        (4, [4, 4, 3, 3, 3, 3]),
        (5, [6, 4, 4, 3, 3, 3]),
        (6, [6, 6, 4, 4, 4, 4]),
        (7, [6, 6, 6, 6, 6, 4]),
        (8, [8, 8, 6, 6, 6, 6]),
        (9, [10, 8, 8, 8, 6, 6]),
        (10, [10, 10, 8, 8, 8, 6]),
        (37, [10, 10, 8, 8, 8, 6]),
    ],
)
def test_the_combat_results_table_reads_as_printed(differential: int, losses: list[int]) -> None:
    assert [combat_results(differential, die) for die in DICE] == losses == list(results(differential))


@pytest.mark.case("12.4.3")
def test_an_empty_cell_costs_nothing() -> None:
    empty = [(column, die) for column in range(11) for die in DICE if combat_results(column, die) == 0]
    assert empty == [*((0, die) for die in range(2, 7)), *((1, die) for die in range(2, 7)), (2, 5), (2, 6)]


@pytest.mark.case("12.4.3")
def test_a_higher_die_never_costs_more_and_a_higher_column_never_less() -> None:
    for die in DICE:
        row = [combat_results(column, die) for column in range(11)]
        assert row == sorted(row)
    for column in range(11):
        assert list(results(column)) == sorted(results(column), reverse=True)


@pytest.mark.case("12.4.3")
@pytest.mark.parametrize(("differential", "die"), [(-1, 1), (0, 0), (3, 7)])
def test_there_is_no_column_below_zero_and_no_seventh_face(differential: int, die: int) -> None:
    with pytest.raises(ValueError):
        combat_results(differential, die)


@pytest.mark.case("11.4")
@pytest.mark.parametrize(
    ("differential", "loss"),
    [(-3, 0), (0, 0), (1, 0), (2, 0), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 6), (9, 6), (10, 6), (25, 6)],
)
def test_what_a_column_takes_whatever_the_die_shows(differential: int, loss: int) -> None:
    assert certain_loss(differential) == loss


@pytest.mark.case("12.4.3")
def test_the_chances_of_a_column() -> None:
    sixth = Fraction(1, 6)
    assert dict(chances(3)) == {4: sixth, 3: 2 * sixth, 2: 3 * sixth}
    assert dict(chances(0)) == {2: sixth, 0: 5 * sixth}
    assert all(sum(chances(column).values()) == 1 for column in range(11))


# Differentials


@pytest.mark.case("12.4.2", "12.4.3")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (Fraction(7), Fraction(4), 3),
        (Fraction(7, 2), Fraction(4), -1),  # the attack that figure 8 forbids
        (Fraction(9, 2), Fraction(4), 0),
        (Fraction(4), Fraction(4), 0),
        (Fraction(4), Fraction(7, 2), 0),
    ],
)
def test_the_fraction_of_an_attack_goes_down(attack: Fraction, defence: Fraction, column: int) -> None:
    assert attack_column(attack, defence) == column


@pytest.mark.case("12.4.4")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (Fraction(4), Fraction(7), 0),  # figure 10
        (Fraction(0), Fraction(12), 0),
        (Fraction(9, 2), Fraction(4), 1),
        (Fraction(16), Fraction(7), 9),
    ],
)
def test_the_fraction_of_a_counter_attack_goes_up_and_its_column_not_below_zero(
    attack: Fraction,
    defence: Fraction,
    column: int,
) -> None:
    assert counter_attack_column(attack, defence) == column


@pytest.mark.case("12.4.4")
def test_germans_strike_back_fourfold_and_all_others_twofold() -> None:
    assert counter_attack_factor("DE") == 4
    assert {counter_attack_factor(nation) for nation in ("IT", "UK", "AU", "US", "PL")} == {2}


@pytest.mark.case("12.4.2")
@pytest.mark.parametrize(
    ("terrain", "fort", "allied", "axis"),
    [
        ("clear", "", 1, 1),
        ("rough", "", 2, 2),
        ("swamp", "", 1, 2),
        ("clear", "bardia", 2, 2),
        ("clear", "tobruk", 5, 5),
        ("rough", "bardia", 2, 2),
        ("rough", "tobruk", 5, 5),
    ],
)
def test_what_the_ground_does_for_the_defender(terrain: str, fort: str, allied: int, axis: int) -> None:
    assert (defence_factor("allied", terrain, fort), defence_factor("axis", terrain, fort)) == (allied, axis)


@pytest.mark.case("12.4.2")
def test_an_escarpment_halves_and_nobody_counts_for_less_than_one() -> None:
    assert escarpment_factor() == HALF
    assert limits().minimum_factor == limits().lorry_factor == 1


@pytest.mark.case("8.5", "8.4", "12.3")
@pytest.mark.parametrize(
    ("state", "movement", "attack", "defence"),
    [("out", 0, 0, HALF), ("general", 1, HALF, 1), ("attack", 1, 1, 1), ("maximum", 1, 2, 1)],
)
def test_what_each_state_of_supply_does(
    state: SupplyState,
    movement: Fraction,
    attack: Fraction,
    defence: Fraction,
) -> None:
    found = supply(state)
    assert (found.movement, found.attack, found.defence) == (movement, attack, defence)


@pytest.mark.case("12.3", "12.4.2")
def test_the_differential_of_the_two_german_units_below_the_escarpment() -> None:
    """Figure 8: with an installation spent, 4 and 3 halved and doubled against 2 and 2."""
    maximum = supply("maximum").attack * escarpment_factor() * (4 + 3)
    assert attack_column(maximum, Fraction(2 + 2)) == 3
    plain = supply("attack").attack * escarpment_factor() * (4 + 3)
    assert attack_column(plain, Fraction(2 + 2)) < limits().minimum_differential


# Movement


@pytest.mark.case("11.1.2", "2.1.1")
def test_the_costs_of_regular_units() -> None:
    costs = regular_costs()
    assert [costs.terrain(terrain) for terrain in ("clear", "rough", "swamp")] == [3, 10, 10]
    assert (costs.road, costs.track, costs.change, costs.escarpment, costs.overrun) == (1, 2, 2, 10, 10)
    with pytest.raises(ValueError, match="sea"):
        costs.terrain("sea")


@pytest.mark.case("11.1.3", "2.1.1")
def test_lorries_know_only_roads_and_tracks() -> None:
    costs = transport_costs()
    assert (costs.road, costs.track) == (1, 8)
    assert [costs.terrain(terrain) for terrain in ("clear", "rough", "swamp")] == [None, None, None]
    assert (costs.change, costs.escarpment, costs.overrun) == (None, None, None)


@pytest.mark.case("11.2")
def test_what_passes_through_the_ports() -> None:
    found = {port.name: (hex, port.units, port.installations, port.total) for hex, port in ports().items()}
    assert found == {"Alexandria": ("1351", 2, 1, None), "Tobruk": ("1925", 2, 1, None), "Bardia": ("1730", 1, 1, 1)}
    assert limits().sea_clearance == 20


@pytest.mark.case("11.1.6")
@pytest.mark.parametrize(
    ("captor", "turn", "rolls"),
    [
        ("axis", 1, [1, 2, 3, 4]),
        ("axis", 2, [1, 2]),
        ("axis", 20, [1, 2]),
        ("allied", 1, [1, 2]),
        ("allied", 9, [1, 2]),
    ],
)
def test_the_rolls_that_capture_an_installation(captor: Side, turn: int, rolls: list[int]) -> None:
    assert [die for die in DICE if captures(captor, turn, die)] == rolls
    with pytest.raises(ValueError):
        captures(captor, turn, 0)


# Command and Malta


@pytest.mark.case("10.1", "10.2")
@pytest.mark.parametrize(
    ("method", "digits"),
    [
        ("single-roll", [(1, 3, 7), (2, 4, 8), (3, 5, 9), (4, 6, 0), (5, 7, 1), (6, 0, 2)]),
        ("roll-per-hex", [(1, 7), (2, 8), (3, 9), (4, 0), (5,), (6,)]),
    ],
)
def test_the_last_digits_out_of_command(method: CommandMethod, digits: list[tuple[int, ...]]) -> None:
    assert [command_digits(method, die) for die in DICE] == digits
    with pytest.raises(ValueError):
        command_digits(method, 7)


@pytest.mark.case("10.2")
def test_a_roll_for_each_hex_touches_every_digit_once() -> None:
    digits = [digit for die in DICE for digit in command_digits("roll-per-hex", die)]
    assert sorted(digits) == list(range(10))


@pytest.mark.case("9")
@pytest.mark.parametrize(("allied_in_libya", "rolls"), [(False, [1, 2, 3, 4]), (True, [1, 2])])
def test_malta_falls_more_easily_when_no_allied_unit_is_in_libya(allied_in_libya: bool, rolls: list[int]) -> None:
    assert [die for die in DICE if malta_success(die, allied_in_libya)] == rolls
    with pytest.raises(ValueError):
        malta_success(0, allied_in_libya)
    assert limits().malta_turn == 15


# Optional rules


@pytest.mark.case("15.1")
def test_the_axis_reacts_on_two_and_the_allies_on_three() -> None:
    assert [die for die in DICE if reacts("axis", die)] == [2, 3, 4, 5, 6]
    assert [die for die in DICE if reacts("allied", die)] == [3, 4, 5, 6]
    assert (limits().reaction_armoured, limits().reaction_other) == (6, 3)


@pytest.mark.case("15.2", "15.3")
def test_the_figures_of_italian_reliability() -> None:
    figures = limits()
    assert (figures.reliability_attack, figures.reliability_near, figures.reliability_stacked) == (10, 20, 25)
    assert figures.unreliable_overrun == 5
    assert [die for die in DICE if surrenders(die)] == [1, 2, 3]


# Victory


@pytest.mark.case("14.1")
@pytest.mark.parametrize(
    ("allied", "axis", "axis_bases", "winner", "level"),
    [
        (50, 10, "", "allied", "decisive"),
        (50, 10, "el_agheila", "allied", "decisive"),
        (49, 10, "", "allied", "decisive"),
        (49, 10, "el_agheila", "allied", "substantive"),
        (30, 10, "", "allied", "decisive"),
        (30, 10, "el_agheila", "allied", "substantive"),
        (29, 10, "", "allied", "substantive"),
        (29, 10, "el_agheila", "allied", "marginal"),
        (21, 10, "el_agheila", "allied", "marginal"),
        (20, 10, "el_agheila", "axis", "marginal"),
        (20, 10, "alexandria el_agheila", "axis", "marginal"),
        (11, 10, "alexandria", "axis", "marginal"),
        (20, 10, "", "", "draw"),
        (11, 10, "", "", "draw"),
        (10, 10, "el_agheila", "axis", "substantive"),
        (10, 10, "alexandria", "axis", "substantive"),
        (10, 10, "alexandria el_agheila", "axis", "decisive"),
        (3, 10, "", "", "draw"),
        (50, 10, "alexandria", "", "draw"),
        (30, 10, "alexandria el_agheila", "", "draw"),
    ],
)
def test_the_victory_table_reads_as_printed(allied: int, axis: int, axis_bases: str, winner: str, level: str) -> None:
    alexandria: Side = "axis" if "alexandria" in axis_bases else "allied"
    el_agheila: Side = "axis" if "el_agheila" in axis_bases else "allied"
    verdict = victory(allied, axis, alexandria, el_agheila)
    assert (verdict.winner, verdict.level) == (winner, level)


@pytest.mark.case("14.1")
def test_less_than_nothing_counts_as_nothing() -> None:
    assert victory(1, -6, "allied", "axis") == victory(1, 0, "allied", "axis") == Verdict("allied", "decisive")
    assert victory(-9, 4, "allied", "axis") == victory(0, 0, "allied", "axis") == Verdict("axis", "substantive")


@pytest.mark.case("14.1")
@pytest.mark.parametrize(
    ("before", "holder", "after"),
    [
        (Verdict("axis", "marginal"), "allied", DRAW),  # the first example of the rulebook
        (Verdict("allied", "substantive"), "axis", Verdict("allied", "marginal")),  # the second
        (Verdict("allied", "marginal"), "allied", Verdict("allied", "substantive")),
        (Verdict("axis", "substantive"), "axis", Verdict("axis", "decisive")),
        (DRAW, "axis", Verdict("axis", "marginal")),
        (Verdict("axis", "decisive"), "axis", Verdict("axis", "decisive")),
        (Verdict("allied", "decisive"), "allied", Verdict("allied", "decisive")),
    ],
)
def test_tobruk_long_held_moves_the_level_by_one(before: Verdict, holder: Side, after: Verdict) -> None:
    assert before.shifted(holder) == after


@pytest.mark.case("14.1")
def test_only_one_side_can_have_held_tobruk_long_enough() -> None:
    assert limits().tobruk_turns == 21
    assert 2 * limits().tobruk_turns > 2 * limits().last_turn


@pytest.mark.case("13.5.3")
def test_an_option_costs_one_and_a_half_times_what_it_brings() -> None:
    assert option_cost() == Fraction(3, 2)


# Single figures


@pytest.mark.case("4", "7", "8.2", "8.5", "12", "12.3.1", "12.4.6", "13.2.1", "13.3.1", "13.5.2", "13.6")
def test_the_single_figures_of_the_rules() -> None:
    figures = limits()
    assert figures.last_turn == 20
    assert (figures.stacking, figures.bardia_stacking, figures.depots_in_a_hex) == (3, 2, 1)
    assert (figures.supply_range, figures.attack_range) == (20, 8)
    assert (figures.first_allied_attack, figures.first_allied_demolition) == (2, 2)
    assert (figures.minimum_differential, figures.minimum_counter_differential) == (0, 0)
    assert (figures.lorry_return, figures.depots_per_turn, figures.most_points) == (2, 1, 10)
    assert (figures.axis_options_per_turn, figures.dismount_factors) == (2, 10)


def test_every_table_and_figure_comes_from_the_rulebook() -> None:
    assert set(limits().__struct_fields__) < set(sources())
    assert all(source.startswith("rulebook") for source in sources().values())
    assert not isinstance(sources(), MutableMapping) and not isinstance(ports(), MutableMapping)
