"""Exchanges: who loses everything, who chooses, how much is enough, and substitutes that pay in part."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.afrika_korps.combat.losses import ExchangeLosses, exchange
from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution, odds_of
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import (
    THE_END,
    asked,
    asking,
    at,
    draft_of,
    orders,
    play,
    position,
    refused,
    with_unit,
)

SEVEN = ("7A/1", "7A/2", "4I/5", "4I/7", "4I/11", "pol", "7/4SA")


def exchanged(state: AfrikaKorps, attackers: str, defenders: str) -> AfrikaKorps:
    draft = draft_of(asking(state))
    exchange(draft, attackers.split(", "), defenders.split(", "))
    return draft.state


def over(state: AfrikaKorps) -> bool:
    return state.stack == (THE_END,)


# --- the examples


@pytest.mark.case("7.5", "10.2")
def test_a_doubled_division_costs_six_of_seven_brigades() -> None:
    allied = "7A/1, 7A/2, 4I/5 K39, 4I/7, 4I/11, pol K40, 7/4SA M40"
    state = position("brescia L40", allied, phasing="allied")
    battle = Battle(("brescia",), SEVEN)
    assert str(odds_of(state, battle)) == "1-1"
    state = play(asking(state, Resolution("allied", (battle,))), "fight 1", rolls=(2,))
    assert at(state, "brescia") == "dead"
    for name in SEVEN[:5]:
        state = play(state, f"lose {name}")
    assert refused(state, "lose 7A/1") == "7.5"
    state = play(state, "lose pol")
    assert [at(state, name) for name in SEVEN].count("dead") == 6
    assert at(state, "7/4SA") == "M40"


@pytest.mark.case("7.5")
def test_four_brigades_pay_three_for_a_division() -> None:
    four = ("4I/5", "4I/7", "4I/11", "pol")
    state = position("trieste Q40, bologna W6", "4I/5, 4I/7 Q41, 4I/11, pol P40")
    battle = Battle(four, ("trieste",))
    assert str(odds_of(state, battle)) == "1-2"
    state = play(asking(state, Resolution("axis", (battle,))), "fight 1", rolls=(2,))
    assert at(state, "trieste") == "dead"
    assert asked(state) == "allied"
    state = play(state, *(f"lose {name}" for name in four[:3]))
    assert at(state, "pol") == "P40"
    assert over(state)


# --- who pays


@pytest.mark.case("7.5")
def test_at_equal_strength_both_sides_are_lost() -> None:
    draft = draft_of(asking(position("savena Q40", "9A/20 Q41")))
    exchange(draft, ["savena"], ["9A/20"])
    assert [event.facts["unit"] for event in draft.events] == ["savena", "9A/20"]
    assert (at(draft.state, "savena"), at(draft.state, "9A/20")) == ("dead", "dead")
    assert over(draft.state)


@pytest.mark.case("7.5", "10.2")
def test_terrain_decides_which_side_is_stronger() -> None:
    open_ground = exchanged(position("21/104, 21/3 Q40", "7/7 Q41"), "21/104, 21/3", "7/7")
    assert at(open_ground, "7/7") == "dead"
    assert asked(open_ground) == "axis"
    escarpment = exchanged(position("21/104, 21/3 K40", "7/7 L40"), "21/104, 21/3", "7/7")
    assert [at(escarpment, name) for name in ("21/104", "21/3", "7/7")] == ["dead"] * 3  # 6 doubled against 5


@pytest.mark.case("7.5", "10.2")
def test_doubled_defenders_pay_with_doubled_factors() -> None:
    state = exchanged(position("21/104 K40", "4I/5, 4I/7, 9A/20 L40"), "21/104", "4I/5, 4I/7, 9A/20")
    assert asked(state) == "allied"
    assert over(play(state, "lose 9A/20"))  # four factors for three
    assert not over(play(state, "lose 4I/5"))  # two factors: one is still owed


@pytest.mark.case("7.5")
def test_attackers_pay_with_their_own_factors_wherever_they_stand() -> None:
    state = exchanged(position("21/3, savena L40", "7/7sg, 7A/1 L41"), "21/3, savena", "7A/1")
    assert over(play(state, "lose 21/3"))


@pytest.mark.case("7.5")
def test_nobody_is_asked_when_all_are_needed() -> None:
    state = exchanged(position("21/104, 21/3 Q40", "2/3 Q41"), "21/104, 21/3", "2/3")
    assert [at(state, name) for name in ("21/104", "21/3", "2/3")] == ["dead"] * 3
    assert over(state)


# --- how much


@pytest.mark.case("7.5")
def test_no_unit_is_lost_that_the_debt_does_not_need() -> None:
    state = exchanged(position("folgere, 21/104, ariete Q40", "7/7 Q41"), "folgere, 21/104, ariete", "7/7")
    assert orders(state) == ["lose 21/104", "lose ariete"]
    assert refused(state, "lose folgere") == "7.5"  # either of the others alone would do
    assert refused(state, "lose 7/7") == "7.5"
    assert refused(state, "done") == "7.5"
    assert over(play(state, "lose ariete"))


@pytest.mark.case("7.5")
def test_small_units_pay_together() -> None:
    state = exchanged(position("folgere, savena, ariete Q40", "7/7 Q41"), "folgere, savena, ariete", "7/7")
    state = play(state, "lose folgere")
    assert orders(state) == ["lose savena"]  # ariete would make folgere needless


FACTORS = {"folgere": 1, "savena": 2, "21/3": 2, "21/104": 3, "90/361": 3, "ariete": 4, "51fj": 4, "21/5": 7}


@pytest.mark.case("7.5")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sets(st.sampled_from(sorted(FACTORS)), min_size=2), st.data())
def test_choices_are_exactly_the_sets_with_nothing_to_spare(names: set[str], data: st.DataObject) -> None:
    units = tuple(sorted(names))
    debt = data.draw(st.integers(1, sum(FACTORS[name] for name in units) - 1))
    minimal = [
        set(chosen)
        for size in range(1, len(units) + 1)
        for chosen in combinations(units, size)
        if 0 <= sum(FACTORS[n] for n in chosen) - debt < min(FACTORS[n] for n in chosen)
    ]
    frame: ExchangeLosses | None = ExchangeLosses(units, True, debt)
    state, lost = asking(position(", ".join(f"{name} Q40" for name in units))), set[str]()
    while frame is not None:
        choices = set(frame.choices(state))
        assert choices == {name for chosen in minimal if lost <= chosen for name in chosen - lost}
        name = data.draw(st.sampled_from(sorted(choices)))
        lost.add(name)
        paid = FACTORS[name]
        left, debt = tuple(unit for unit in frame.units if unit != name), frame.debt - paid
        frame = ExchangeLosses(left, True, debt, min(paid, frame.least or paid)) if debt > 0 else None
    assert lost in minimal


# --- substitutes


def with_substitute(axis: str, at_hex: str = "Q41", others: str = "pol J62") -> AfrikaKorps:
    state = position(axis, f"sub_arm_1 {at_hex}, 7/7, 2/2sg exchanged, {others}", turn=34)
    return with_unit(state, "sub_arm_1", made_of=("2/2sg", "7/7"))


@pytest.mark.case("21.3", "7.5")
def test_a_substitute_pays_three_factors_and_a_support_group_remains() -> None:
    state = exchanged(with_substitute("21/104 Q40"), "21/104", "sub_arm_1")
    assert at(state, "21/104") == "dead"
    assert "break sub_arm_1 into 2/2sg" in orders(state)
    assert all(refused(state, order) == "" for order in orders(state))
    state = play(state, "break sub_arm_1 into 2/2sg")
    assert [at(state, name) for name in ("sub_arm_1", "2/2sg", "7/7")] == ["pool", "Q41", "dead"]
    assert over(state)


@pytest.mark.case("21.3", "7.5")
def test_the_parts_may_be_lost_after_breaking_down() -> None:
    state = exchanged(with_substitute("21/104 Q40"), "21/104", "sub_arm_1")
    state = play(state, "break sub_arm_1 into 2/2sg, 7/7")
    assert orders(state) == ["lose 7/7"]
    state = play(state, "lose 7/7")
    assert (at(state, "2/2sg"), at(state, "7/7")) == ("Q41", "dead")
    assert over(state)


@pytest.mark.case("21.3", "7.5")
def test_the_whole_substitute_may_be_lost_instead() -> None:
    state = exchanged(with_substitute("21/104 Q40"), "21/104", "sub_arm_1")
    state = play(state, "lose sub_arm_1")
    assert [at(state, name) for name in ("sub_arm_1", "2/2sg", "7/7")] == ["pool", "dead", "dead"]


@pytest.mark.case("21.3", "21.4", "7.5")
def test_refused_ways_to_break_down() -> None:
    state = exchanged(with_substitute("21/104 Q40", others="2/3 J62"), "21/104", "sub_arm_1")
    assert refused(state, "break sub_arm_2 into 2/2sg") == "21.3"  # not in this battle
    assert refused(state, "break sub_arm_1 into 9A/20") == "21.1"  # no armour
    assert refused(state, "break sub_arm_1 into 2/3") == "21.4"  # on the board itself
    equal = with_unit(state, "2/3", at="dead")
    assert refused(equal, "break sub_arm_1 into 2/3") == "7.5"  # four for four pays nothing


@pytest.mark.case("21.3", "10.2")
def test_a_doubled_substitute_pays_double() -> None:
    state = exchanged(with_substitute("21/104, 21/3 K40", "L40"), "21/104, 21/3", "sub_arm_1")
    state = play(state, "break sub_arm_1 into 2/2sg")  # six factors for five
    assert at(state, "2/2sg") == "L40"
    assert over(state)


@pytest.mark.case("21.3")
def test_breaking_down_can_leave_part_of_the_debt() -> None:
    state = exchanged(with_substitute("21/104 Q40"), "21/104", "sub_arm_1")
    state = play(state, "break sub_arm_1 into 7/7")
    assert at(state, "7/7") == "dead"  # one factor paid, two owed, and it is all that is left
    assert over(state)


@pytest.mark.case("21.3", "16.1")
def test_the_parts_of_a_broken_attacker_may_advance() -> None:
    axis, allied = "21/104 L40, bologna W6", "sub_arm_1, 2/3, 22gds K40, 7/7, 2/2sg exchanged"
    state = with_unit(position(axis, allied, turn=34, phasing="allied"), "sub_arm_1", made_of=("2/2sg", "7/7"))
    battle = Battle(("21/104",), ("sub_arm_1", "2/3", "22gds"))
    state = asking(state, Resolution("allied", (battle,)))
    state = play(state, "fight 1", rolls=(2,))
    assert asked(state) == "allied"
    state = play(state, "break sub_arm_1 into 2/2sg", "lose 2/3")
    assert orders(state) == ["advance 22gds", "advance 2/2sg", "done"]
    assert at(play(state, "advance 2/2sg"), "2/2sg") == "L40"
