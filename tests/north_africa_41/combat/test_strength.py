"""Strengths, caps, odds and column shifts: what counts in a combat, and the ledger that says why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.ledger import explain
from sandtable.games.north_africa_41.combat.strength import contributors, defence_total, modified, weigh, weigh_best
from sandtable.games.north_africa_41.results.tables import column, odds, odds_name
from tests.north_africa_41.fighting import battle, with_supply, without_supply
from tests.north_africa_41.positions import position, with_unit


@pytest.mark.case("8.3")
@pytest.mark.parametrize(("attack", "defence", "ratio"), [(7, 2, "3-1"), (9, 4, "2-1"), (6, 4, "1-1"), (5, 6, "1-2")])
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, ratio: str) -> None:
    assert odds_name(odds(attack, defence)) == ratio


# --- caps


@pytest.mark.case("8.8.1", "8.5.1")
def test_an_attack_counts_thirty_points_with_attack_supply_and_nine_without() -> None:
    state = position("ge-i-5, ge-ii-5 2929, ge-i-8, ge-ii-8 2829", "au-20 2930")
    units = "ge-i-5, ge-ii-5, ge-i-8, ge-ii-8"
    assert with_supply(state, units).attack == 30
    assert without_supply(state, units).attack == 9


@pytest.mark.case("8.8.2")
def test_a_defence_counts_fifteen_points() -> None:
    state = position("ge-i-5 2929", "au-20, au-26, br-7rtr 2930")
    assert defence_total(state, battle(state, "ge-i-5")) == 20
    assert with_supply(state, "ge-i-5").defence == 15


@pytest.mark.case("8.8.1", "9.1")
def test_the_cap_applies_after_halving() -> None:
    state = position("ge-i-5*, ge-ii-5* 2929, ge-i-8*, ge-ii-8* 2829", "au-20 2930")
    assert with_supply(state, "ge-i-5, ge-ii-5, ge-i-8, ge-ii-8").attack == 20


@pytest.mark.case("8.8.4", "8.8.3")
def test_shifts_are_counted_beyond_the_last_column_before_it_is_applied() -> None:
    assert [column(8 - 1), column(7 + 1), column(9)] == ["7-1", "7-1", "7-1"]


@pytest.mark.case("8.8.4", "9.6")
def test_eight_to_one_into_the_jebel_is_resolved_as_seven_to_one() -> None:
    state = position("ge-115, ge-104-15, ge-200, ge-k15 3724", "br-1thr~ 3725")
    found = with_supply(state, "ge-115, ge-104-15, ge-200, ge-k15", "3725")
    assert (found.attack, found.defence, found.ratio) == (18, 2, 9)
    assert (found.place, column(found.column)) == (8, "7-1")


# --- halving and doubling


@pytest.mark.case("9.1")
@pytest.mark.parametrize(
    ("halved", "doubled", "value"),
    [
        (False, False, 5),
        (True, False, 3),
        (False, True, 10),
        (True, True, 5),
    ],
)
def test_halves_are_rounded_up_and_halving_cancels_doubling(halved: bool, doubled: bool, value: int) -> None:
    assert modified(5, halved, doubled) == value


@pytest.mark.case("9.1", "16.4", "9.7")
def test_a_unit_out_of_supply_attacks_at_half_and_never_below_one() -> None:
    state = position("ge-115* 2929, it-gaf* 2829", "br-1thr 2930")
    assert without_supply(state, "ge-115").attack == 3
    assert without_supply(state, "it-gaf").attack == 1


@pytest.mark.case("9.1", "9.6")
def test_attacks_up_a_ridge_are_halved_and_down_it_doubled() -> None:
    up = position("ge-115 2613", "br-1thr 2714")
    assert without_supply(up, "ge-115", "2714").attack == 3
    down = position("ge-115 2714", "br-1thr 2613")
    assert with_supply(down, "ge-115", "2613").attack == 10


@pytest.mark.case("9.1", "9.6")
def test_attacks_up_an_escarpment_are_halved_even_along_a_road() -> None:
    state = position("ge-115, ge-i-5 3212", "br-1thr 3213")
    assert with_supply(state, "ge-115, ge-i-5", "3213").attack == 3 + 5
    down = position("ge-115, ge-i-5 3213", "br-1thr 3212")
    assert with_supply(down, "ge-115, ge-i-5", "3212").attack == 10 + 18


@pytest.mark.case("9.1")
def test_a_unit_out_of_supply_attacking_down_an_escarpment_has_its_printed_strength() -> None:
    state = position("ge-115* 3213", "br-1thr 3212")
    assert without_supply(state, "ge-115", "3212").attack == 5


@pytest.mark.case("9.1")
def test_two_reasons_for_halving_halve_once() -> None:
    state = position("ge-115* 2613", "br-1thr 2714")
    assert without_supply(state, "ge-115", "2714").attack == 3


@pytest.mark.case("9.1", "9.6")
def test_vehicles_are_halved_into_the_tobruk_perimeter_but_not_out_of_it() -> None:
    inward = position("ge-3rec, ge-i-33flak, ge-115 3036", "au-20 3037")
    assert without_supply(inward, "ge-3rec, ge-i-33flak, ge-115", "3037").attack == 1 + 2 + 5
    outward = position("ge-3rec, ge-115 3037", "au-20 3036")
    assert without_supply(outward, "ge-3rec, ge-115", "3036").attack == 2 + 5


@pytest.mark.case("9.1", "9.5.1")
def test_a_fortification_doubles_all_but_vehicles_and_halves_vehicles_against_it() -> None:
    state = position("ge-i-5, ge-115 2929", "au-20, br-6rtr 2930", forts={"2930": "allied"})
    found = with_supply(state, "ge-i-5, ge-115")
    assert (found.attack, defence_total(state, battle(state, "ge-115"))) == (5 + 5, 14 + 4)


@pytest.mark.case("9.5.1")
def test_a_fortification_under_construction_does_nothing() -> None:
    state = position("ge-i-5 2929", "au-20 2930", works={"2930": "allied"})
    assert (with_supply(state, "ge-i-5").attack, with_supply(state, "ge-i-5").defence) == (9, 7)


@pytest.mark.case("9.6")
def test_alexandria_doubles_all_but_vehicles() -> None:
    state = position("ge-115 2378", "br-16, br-6rtr 2478")
    assert defence_total(state, battle(state, "ge-115", "2478")) == 12 + 4


@pytest.mark.case("9.5.1", "9.6")
def test_fortification_and_city_are_not_cumulative() -> None:
    state = position("ge-115 2378", "br-1thr 2478", forts={"2478": "allied"})
    assert defence_total(state, battle(state, "ge-115", "2478")) == 6


@pytest.mark.case("9.1", "13.2.1", "9.7")
def test_a_disrupted_defender_counts_half_and_in_a_fortification_as_printed() -> None:
    state = position("ge-115 2929", "au-20~ 2930")
    assert with_supply(state, "ge-115").defence == 4
    fort = position("ge-115 2929", "au-20~ 2930", forts={"2930": "allied"})
    assert with_supply(fort, "ge-115").defence == 7


@pytest.mark.case("9.1", "5.9.1", "21.1.5", "18.7.6")
@pytest.mark.parametrize("transport", ["rail", "sea", "air"])
def test_a_defender_under_a_transport_marker_counts_half(transport: str) -> None:
    state = with_unit(position("ge-115 2929", "au-20 2930"), "au-20", transport=transport)
    assert with_supply(state, "ge-115").defence == 4


@pytest.mark.case("13.3.2", "9.7")
def test_units_in_full_retreat_add_nothing_and_alone_are_overwhelmed() -> None:
    state = position("ge-115 2929", "au-20~~, br-1thr 2930")
    assert with_supply(state, "ge-115").defence == 3
    alone = position("ge-3rec 2929", "au-20~~ 2930")
    assert without_supply(alone, "ge-3rec").overwhelming


# --- parentheses


@pytest.mark.case("8.6")
def test_a_parenthesised_strength_counts_only_alone() -> None:
    state = position("ge-115 2929", "al-xiii, br-1thr 2930")
    assert contributors(state, battle(state, "ge-115")) == ["br-1thr"]
    alone = position("ge-115 2929", "al-xiii 2930")
    assert with_supply(alone, "ge-115").defence == 1


@pytest.mark.case("8.6")
def test_of_several_parenthesised_units_one_counts() -> None:
    state = position("ge-115 2929", "al-xiii, al-7med 2930")
    assert with_supply(state, "ge-115").defence == 1


@pytest.mark.case("8.6", "13.3.2")
def test_a_parenthesised_unit_counts_beside_units_that_add_nothing() -> None:
    state = position("ge-115 2929", "al-xiii, au-20~~ 2930")
    assert contributors(state, battle(state, "ge-115")) == ["al-xiii"]


# --- combined arms


@pytest.mark.case("9.3")
def test_elite_tanks_and_elite_infantry_shift_one_column_even_without_attack_supply() -> None:
    state = position("ge-i-5, ge-mg8 2929", "au-20 2930")
    assert [shift.case for shift in without_supply(state, "ge-i-5, ge-mg8").shifts] == ["9.3"]


@pytest.mark.case("9.3")
@pytest.mark.parametrize(
    "units",
    [
        "ge-i-5, it-8b",
        "it-7ar, ge-mg8",
        "ge-i-5, ge-3rec",
        "ge-i-33flak, ge-mg8",
        "ge-mg8",
    ],
)
def test_it_takes_both_and_both_elite(units: str) -> None:
    state = position("ge-i-5, it-8b, it-7ar, ge-mg8, ge-3rec, ge-i-33flak 2929", "au-20 2930")
    assert not without_supply(state, units).shifts


@pytest.mark.case("9.3")
def test_the_defender_never_earns_the_combined_arms_shift() -> None:
    state = position("ge-i-5, ge-mg8 2930", "br-16, br-6rtr 2929", phasing="allied")
    assert not [shift for shift in without_supply(state, "br-16, br-6rtr").shifts if shift.case == "9.3"]


@pytest.mark.case("9.6")
def test_the_jebel_shifts_one_column_to_the_left() -> None:
    state = position("ge-115 3724", "br-1thr 3725")
    assert [(shift.columns, shift.case) for shift in without_supply(state, "ge-115", "3725").shifts] == [(-1, "9.6")]


# --- support


@pytest.mark.case("9.4.1", "18.7.4", "9.7")
def test_artillery_and_aircraft_shift_one_column_each_and_cancel_their_like() -> None:
    state = position("ge-115 2929", "br-1thr 2930")
    plain = battle(state, "ge-115")
    attack = battle(state, "ge-115", artillery="ge-arko104", air="german-air-support")
    assert weigh(state, attack).place == weigh(state, plain).place + 2
    answered = replace(attack, answer=("al-xiii", "air-support"))
    assert weigh(state, answered).place == weigh(state, plain).place


@pytest.mark.case("9.7", "8.3")
def test_all_other_modifiers_of_one_combat_come_together() -> None:
    """The attacker out of supply and the disrupted defender count half; guns and aircraft shift a column each."""
    plain = position("ge-115 2929", "br-16 2930")
    worn = position("ge-115* 2929", "br-16~ 2930")
    before, after = weigh(plain, battle(plain, "ge-115")), weigh(worn, battle(worn, "ge-115"))
    assert (after.attack, after.defence) == ((before.attack + 1) // 2, before.defence / 2)
    helped = weigh(worn, battle(worn, "ge-115", artillery="ge-arko104", air="german-air-support"))
    assert helped.place == after.place + 2
    gone = position("ge-115* 2929", "br-16~~ 2930")
    assert weigh(gone, battle(gone, "ge-115")).defence == 0


# --- ten to one


@pytest.mark.case("8.5.3", "8.8.3")
def test_ten_to_one_needs_no_attack_supply() -> None:
    state = position("ge-i-5, ge-ii-5, ge-115 2929", "br-1thr~ 2930")
    attack = battle(state, "ge-i-5, ge-ii-5, ge-115")
    assert not weigh(state, attack).overwhelming
    assert weigh_best(state, attack).overwhelming


# --- the ledger


@pytest.mark.case("8.3", "9.1")
def test_the_ledger_names_every_strength_and_shift_with_its_case() -> None:
    state = position("ge-i-5, ge-115* 2929", "au-20~, al-xiii 2930", forts={"2930": "allied"})
    lines = explain(state, battle(state, "ge-i-5, ge-115", payer="2929")).lines()
    text = "\n".join(lines)
    assert lines[0] == "ge-i-5, ge-115 on 2930 at 2-1  (8.3)"
    for line in (
        "ge-i-5 at 2929 attacks with 5  (9.1)",
        "halved: against a Fortification  (9.5.1)",
        "halved: Out of Supply  (16.4)",
        "halved: Disrupted  (13.2.1)",
        "doubled: in a Fortification  (9.5.1)",
        "halved and doubled: as printed  (9.1)",
        "al-xiii counts only where it is alone  (8.6)",
        "8 to 7 is 1-1  (8.3)",
        "+1: Elite tanks and Elite infantry together  (9.3)",
    ):
        assert line in text


@pytest.mark.case("8.5.1", "8.8.1", "8.8.2")
def test_the_ledger_tells_of_caps_and_of_attack_supply() -> None:
    state = position("ge-i-5, ge-ii-5 2929", "au-20, au-26, br-7rtr 2930")
    text = str(explain(state, battle(state, "ge-i-5, ge-ii-5")))
    assert "18 is 9, the most without Attack Supply  (8.5.1)" in text
    assert "20 is 15, the most a defence counts  (8.8.2)" in text
    assert "Attack Supply would add more  (8.5.1)" in text
    rich = position("ge-i-5, ge-ii-5 2929, ge-i-8, ge-ii-8 2829", "au-20 2930")
    told = str(explain(rich, battle(rich, "ge-i-5, ge-ii-5, ge-i-8, ge-ii-8", payer="2929")))
    assert "36 is 30, the most an attack counts  (8.8.1)" in told


@pytest.mark.case("8.5.3", "8.8.3", "13.3.2")
def test_the_ledger_tells_of_ten_to_one() -> None:
    state = position("ge-115 2929", "au-20~~ 2930")
    text = str(explain(state, battle(state, "ge-115")))
    assert "au-20 is in Full Retreat: 0  (13.3.2)" in text
    assert "10-1: shattered without a die  (8.8.3)" in text
    assert "no Attack Supply is needed  (8.5.3)" in text
