"""The orders of battle turn by turn and the reinforcement options."""

import pytest

from sandtable.games.panzerarmee_afrika.pieces.counters import Category, Side, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import (
    POOLS,
    RESERVE,
    Malta,
    Pool,
    arriving,
    axis_choices,
    depots_arriving,
    open_options,
    options,
    points,
    pool_of,
    reinforcing_limit,
    reinstatements,
    reserve_turn,
    schedule_sources,
    scheduled,
    turn,
    turns,
    withdrawals,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import limits

NUMBERS = range(1, 21)
STATES: tuple[Malta, ...] = ("not-attempted", "success", "failure")

ALLIED_ARRIVALS = {
    1: "in-11",
    2: "uk-7-a uk-4-a sa-1",
    3: "in-5 sa-5 sa-2",
    4: "nz-4 nz-5 nz-6 sa-3",
    5: "sa-4 sa-6 pl-carp uk-14",
    6: "uk-16 uk-23 uk-32-a in-7",
    7: "uk-22-a uk-1-a in-29",
    8: "uk-150",
    9: "uk-2-a uk-sg-1",
    10: "fr-1",
    11: "uk-69 uk-151",
    12: "uk-7-ai in-9",
    13: "in-10 fr-2",
    14: "in-20 in-21",
    15: "in-25 in-18",
    16: "in-161 uk-23-a uk-8-a",
    17: "uk-131 uk-132 uk-9-a gk-1",
    18: "uk-152 uk-153 uk-154 uk-24-a",
    19: "uk-133-ai gk-2",
}
AXIS_ARRIVALS = {
    1: "de-104 it-61 it-62 it-b7",
    2: "de-8-1-a de-8-2-a de-33-ar de-115 it-15 it-16",
    3: "de-15",
    6: "it-65 it-66 it-b9 de-155",
    7: "de-361 de-200 it-gf",
    8: "de-580-ar",
    11: "it-85 it-86",
    12: "it-133-a",
    13: "it-b12-ai de-288",
    16: "de-125 de-382",
    17: "de-433",
}


# Turns


@pytest.mark.case("7", "2.1.4")
def test_twenty_months_from_april_1941_to_november_1942() -> None:
    assert [each.number for each in turns()] == list(NUMBERS)
    assert (turn(1).month, turn(15).month, turn(20).month) == ("April 1941", "June 1942", "November 1942")
    assert len({each.month for each in turns()}) == limits().last_turn == 20
    assert turn(limits().malta_turn).month == "June 1942"


@pytest.mark.parametrize("number", [-1, 0, 21])
def test_there_are_no_other_turns(number: int) -> None:
    with pytest.raises(ValueError, match="no turn"):
        turn(number)


# Units


@pytest.mark.case("2.2", "13.2", "13.2.2")
@pytest.mark.parametrize("number", NUMBERS)
def test_the_units_of_each_turn(number: int) -> None:
    assert " ".join(scheduled(number, "allied")) == ALLIED_ARRIVALS.get(number, "")
    assert " ".join(scheduled(number, "axis")) == AXIS_ARRIVALS.get(number, "")
    assert (turn(number).allied, turn(number).axis) == (scheduled(number, "allied"), scheduled(number, "axis"))


@pytest.mark.case("13.2.2")
def test_every_unit_is_in_the_set_up_on_a_turn_or_in_an_option_and_in_one_of_them_only() -> None:
    start = [counter.id for counter in counters().values() if counter.at_start]
    announced = [unit for number in NUMBERS for side in ("allied", "axis") for unit in scheduled(number, side)]
    optional = [unit for option in options().values() for unit in option.units]
    assert sorted([*start, *announced, *optional]) == sorted(counters())


@pytest.mark.case("2.2", "13.2.2")
def test_nobody_arrives_on_turn_zero() -> None:
    assert scheduled(0, "axis") == scheduled(0, "allied") == ()


# Installations


@pytest.mark.case("13.2.1")
@pytest.mark.parametrize("malta", STATES)
def test_each_side_receives_one_installation_a_turn(malta: Malta) -> None:
    assert {depots_arriving(number, "allied", malta) for number in NUMBERS} == {1}
    without = [number for number in NUMBERS if depots_arriving(number, "axis", malta) == 0]
    assert without == ([15, 16] if malta == "failure" else [])


# Replacement points


@pytest.mark.case("13.3.1")
def test_the_axis_has_pools_by_nation_and_the_allies_have_not() -> None:
    assert len(POOLS["axis"]) == 4 and len(POOLS["allied"]) == 2
    assert set(points(1, "axis")) == set(POOLS["axis"]) and set(points(1, "allied")) == set(POOLS["allied"])


@pytest.mark.case("13.3.1")
def test_the_allies_receive_two_infantry_points_on_turn_eight() -> None:
    assert points(8, "allied")["allied-infantry"] == 2


@pytest.mark.case("13.3.1")
@pytest.mark.parametrize(
    ("pool", "received"),
    [
        ("german-infantry", "0 0 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1"),
        ("german-armoured", "0 0 1 0 1 0 1 0 1 2 1 1 1 2 1 1 1 1 1 0"),
        ("italian-infantry", "0 1 1 1 1 2 1 2 1 2 1 1 1 2 1 1 1 1 1 0"),
        ("italian-armoured", "0 0 0 1 0 0 1 0 0 1 0 1 0 1 0 1 0 1 0 0"),
        ("allied-infantry", "0 0 1 1 1 1 2 2 2 2 2 2 2 2 2 3 3 3 3 2"),
        ("allied-armoured", "0 0 1 1 1 2 2 3 2 2 2 3 3 4 3 4 5 5 4 2"),
    ],
)
def test_the_points_of_each_turn(pool: Pool, received: str) -> None:
    assert " ".join(str(turn(number).points[pool]) for number in NUMBERS) == received


@pytest.mark.case("13.3.2")
@pytest.mark.parametrize(
    ("unit", "pool"),
    [
        ("de-104", "german-infantry"),
        ("de-33-ar", "german-armoured"),
        ("it-186", "italian-infantry"),
        ("it-b8-ai", "italian-armoured"),
        ("au-20", "allied-infantry"),
        ("uk-7-ai", "allied-armoured"),
        ("us-1-a", "allied-armoured"),
    ],
)
def test_the_pool_that_rebuilds_a_unit(unit: str, pool: Pool) -> None:
    assert pool_of(counters()[unit]) == pool


# Withdrawals, reinstatements, reinforcing


@pytest.mark.case("13.2.3")
def test_the_units_the_allies_must_give_up() -> None:
    found = {
        number: [(each.count, each.category, each.from_cadre) for each in withdrawals(number)]
        for number in NUMBERS
        if withdrawals(number)
    }
    assert found == {
        3: [(2, "infantry", False)],
        7: [(3, "infantry", True)],
        10: [(1, "armoured", True)],
        11: [(3, "infantry", True)],
        12: [(1, "infantry", True)],
    }


@pytest.mark.case("13.2.4")
def test_the_units_that_come_back() -> None:
    found = {
        number: [(each.count, each.category) for each in reinstatements(number)]
        for number in NUMBERS
        if reinstatements(number)
    }
    assert found == {5: [(2, "infantry")], 16: [(3, "infantry")]}


@pytest.mark.case("13.2.3", "13.2.4")
def test_no_more_comes_back_than_has_left() -> None:
    gone = {"infantry": 0, "armoured": 0}
    for number in NUMBERS:
        for left in withdrawals(number):
            gone[left.category] += left.count
        for back in reinstatements(number):
            gone[back.category] -= back.count
        assert min(gone.values()) >= 0, number


@pytest.mark.case("13.4")
@pytest.mark.parametrize(
    ("category", "ceilings"), [("infantry", [0] * 9 + [3] * 11), ("armoured", [0] * 6 + [4] * 6 + [5] * 8)]
)
def test_how_far_units_may_be_reinforced(category: Category, ceilings: list[int]) -> None:
    assert [reinforcing_limit(number, category) for number in NUMBERS] == ceilings
    with pytest.raises(ValueError):
        reinforcing_limit(21, category)


@pytest.mark.case("13.4")
def test_every_reinforced_counter_can_be_used_some_day() -> None:
    for counter in counters().values():
        if counter.reinforced:
            assert counter.reinforced[-1] == reinforcing_limit(20, counter.category)


# Options


@pytest.mark.case("13.5")
def test_the_letters_of_both_sides() -> None:
    letters = {
        side: "".join(letter for letter, option in options().items() if option.side == side)
        for side in ("allied", "axis")
    }
    assert letters == {"allied": "ABCDE", "axis": "FGHJKLM"}
    assert all(counters()[unit].side == option.side for option in options().values() for unit in option.units)


@pytest.mark.case("13.5", "13.5.3", "14.1")
@pytest.mark.parametrize(
    ("letter", "factors"),
    [
        ("A", 6),
        ("B", 2),
        ("C", 2),
        ("D", 6),
        ("E", 11),
        ("F", 12),
        ("G", 14),
        ("H", 9),
        ("J", 4),
        ("K", 5),
        ("L", 4),
        ("M", 8),
    ],
)
def test_the_combat_factors_of_each_option(letter: str, factors: int) -> None:
    assert options()[letter].factors == factors


@pytest.mark.case("13.5.3")
def test_the_units_of_option_f_are_those_of_the_example() -> None:
    assert options()["F"].units == ("de-10-1-a", "de-10-2-a", "de-8-ar", "de-28-ai")


@pytest.mark.case("13.5.1")
@pytest.mark.parametrize(
    ("letter", "when"), [("A", [8]), ("B", [13, 15]), ("C", [15]), ("D", [14, 15, 16, 17, 18, 19, 20]), ("E", [17])]
)
def test_the_turns_of_the_allied_options(letter: str, when: list[int]) -> None:
    assert [number for number in NUMBERS if letter in open_options("allied", number, "not-attempted", {})] == when


@pytest.mark.case("13.5.1")
@pytest.mark.parametrize("taken", ["B", "C", "D"])
def test_of_b_c_and_d_only_one_can_be_taken(taken: str) -> None:
    for number in NUMBERS:
        assert not set(open_options("allied", number, "not-attempted", {taken: 13})) & set("BCD")
    assert open_options("allied", 17, "not-attempted", {taken: 13}) == ("E",)


@pytest.mark.case("13.5.1")
def test_option_d_costs_two_indian_brigades_and_no_other_option_costs_units() -> None:
    leaving = options()["D"].withdraws
    assert leaving is not None and (leaving.nation, leaving.category, leaving.count) == ("IN", "infantry", 2)
    assert [letter for letter, option in options().items() if option.withdraws] == ["D"]
    assert not [unit for unit in options()["D"].units if counters()[unit].nation == "IN"]


@pytest.mark.case("13.5")
def test_an_option_is_taken_once() -> None:
    assert open_options("allied", 8, "not-attempted", {}) == ("A",)
    assert open_options("allied", 8, "not-attempted", {"A": 8}) == ()


@pytest.mark.case("13.5.2")
@pytest.mark.parametrize(("malta", "letters"), [("not-attempted", "FGHJKL"), ("success", "FGHJK"), ("failure", "FGK")])
def test_malta_decides_which_axis_options_are_open(malta: Malta, letters: str) -> None:
    assert "".join(open_options("axis", 16, malta, {})) == letters
    assert not any(open_options("axis", number, malta, {}) for number in range(1, 16))
    assert "".join(open_options("axis", 20, malta, {})) == letters


@pytest.mark.case("13.5.2")
def test_without_an_attempt_one_of_f_and_g_and_one_of_the_rest() -> None:
    assert axis_choices("not-attempted") == (("F", "G"), ("H", "J", "K", "L"))
    assert open_options("axis", 17, "not-attempted", {"F": 16}) == ("H", "J", "K", "L")
    assert open_options("axis", 17, "not-attempted", {"J": 16}) == ("F", "G")
    assert open_options("axis", 17, "not-attempted", {"G": 16, "L": 16}) == ()


@pytest.mark.case("13.5.2")
def test_after_a_success_one_option_closes_no_other_but_two_a_turn_are_the_most() -> None:
    assert open_options("axis", 16, "success", {"F": 16}) == ("G", "H", "J", "K")
    assert open_options("axis", 16, "success", {"F": 16, "G": 16}) == ()
    assert open_options("axis", 17, "success", {"F": 16, "G": 16}) == ("H", "J", "K")


@pytest.mark.case("13.5.2")
def test_option_l_is_open_only_when_malta_was_left_alone() -> None:
    assert [malta for malta in STATES if "L" in open_options("axis", 18, malta, {})] == ["not-attempted"]


@pytest.mark.case("13.5.2")
def test_after_a_failure_there_is_one_option_in_all() -> None:
    assert open_options("axis", 17, "failure", {"K": 16}) == ()


@pytest.mark.case("13.5.2")
@pytest.mark.parametrize(("malta", "when"), [("not-attempted", 16), ("success", 18), ("failure", None)])
def test_the_units_marked_m_come_when_malta_lets_them(malta: Malta, when: int | None) -> None:
    reserve = options()[RESERVE].units
    assert reserve_turn(malta) == when
    came = [number for number in NUMBERS if set(reserve) <= set(arriving(number, "axis", malta))]
    assert came == ([] if when is None else [when])
    assert not any(set(reserve) & set(arriving(number, "allied", malta)) for number in NUMBERS)


@pytest.mark.case("13.5.2")
@pytest.mark.parametrize("malta", STATES)
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_m_is_nobodys_choice(side: Side, malta: Malta) -> None:
    assert not any(RESERVE in open_options(side, number, malta, {}) for number in NUMBERS)


def test_everything_says_where_it_comes_from() -> None:
    tags = ("rulebook", "published", "history", "recalled", "reconstructed")
    texts = [option.source for option in options().values()]
    texts += [each.source for number in NUMBERS for each in withdrawals(number)]
    texts += [each.source for number in NUMBERS for each in reinstatements(number)]
    assert all(text.startswith(tags) for text in (*texts, *schedule_sources().values()))


@pytest.mark.case("13.5", "13.5.1", "13.5.2")
def test_the_units_marked_m_are_no_option_on_any_turn() -> None:
    sides: tuple[Side, ...] = ("axis", "allied")
    for malta in STATES:
        for number in NUMBERS:
            assert all(RESERVE not in open_options(side, number, malta, {}) for side in sides)
