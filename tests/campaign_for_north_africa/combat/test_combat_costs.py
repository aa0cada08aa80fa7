"""What combat costs in Capability Points, when, and whom."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat.segment import (
    charge,
    charge_defence,
    check_free_choice,
    disturb_reserves,
    refund_defence,
)
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, COMMITMENT, end_after, order, scene
from tests.campaign_for_north_africa.positions import position, spent
from tests.playing import draft_of

AT, FRONT = board().hex("C3818"), board().hex("C3918")


@pytest.fixture(autouse=True)
def _stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    end_after(COMMITMENT, monkeypatch)


def costs(state: Campaign, *names: str) -> list[float]:
    return [spent(state, name) for name in names]


# Barrage


@pytest.mark.case("11.21", "11.22", "11.25")
def test_a_barrage_costs_five_to_the_phasing_hex_and_three_to_the_other() -> None:
    state = scene("I/104, I/220Art C3918, I/125 C3919", "1RNF, 2SctGds C3818, 1Buffs C3718", step=BARRAGE)
    state = order(state, "axis", "barrage C3818 infantry 1 with I/220Art:6", (1, 1))
    assert costs(state, "I/104", "I/220Art", "I/125") == [5, 5, 0]
    assert costs(state, "1RNF", "2SctGds", "1Buffs") == [3, 3, 0]


@pytest.mark.case("11.21", "11.23")
def test_a_barrage_by_the_other_side_costs_three_and_three() -> None:
    state = scene("I/104 C3918", "1RNF, 11RHA C3818", step=BARRAGE)
    state = order(state, "commonwealth", "barrage C3918 infantry 1 with 11RHA:6", (1, 1))
    assert costs(state, "I/104", "1RNF", "11RHA") == [3, 3, 3]


@pytest.mark.case("11.24", "11.22")
def test_nobody_pays_more_than_five_or_three_in_a_segment() -> None:
    state = scene("I/104, I/220Art C3918", "1RNF, 11RHA C3818", step=BARRAGE)
    state = order(state, "axis", "barrage C3818 infantry 1 with I/220Art:6")
    state = order(state, "commonwealth", "barrage C3918 infantry 1 with 11RHA:6", (1, 1, 1, 1))
    state = order(state, "commonwealth", "done")
    state = order(state, "axis", "commit C3818 close I/104:7")
    state = order(state, "commonwealth", "commit C3818 close 1RNF:3")
    assert costs(state, "I/104", "I/220Art", "1RNF", "11RHA") == [5, 5, 3, 3]


# Assault


def assaulted(attack: str, defence: str = "C3818 close 1RNF:3", **fields: Any) -> Campaign:
    state = scene(
        "104Sch C3918, I/104>104Sch, II/104>104Sch, 39PzJg C3918, I/125 C3919",
        "1RNF, 2SctGds C3818",
        step=COMMITMENT,
        segment=Segment(held_off=(AT,)),
        **fields,
    )
    return order(order(state, "axis", f"commit {attack}"), "commonwealth", f"commit {defence}")


@pytest.mark.case("11.22", "11.25")
def test_an_assault_costs_everybody_in_the_hex_five_even_who_is_withheld() -> None:
    state = assaulted("C3818 close I/104:7")
    assert costs(state, "104Sch", "I/104", "II/104", "39PzJg", "I/125") == [5, 5, 5, 5, 0]


@pytest.mark.case("11.23", "11.26", "15.91")
def test_a_probe_costs_two_but_fire_at_armour_beside_it_five() -> None:
    assert costs(assaulted("C3818 close I/104:3"), "I/104", "II/104") == [2, 2]
    assert costs(assaulted("C3818 close I/104:3; C3818 anti 39PzJg:3.7Pak:5"), "I/104") == [5]


@pytest.mark.case("11.22", "11.26")
def test_a_probe_beside_an_assault_out_of_the_same_hex_costs_five_like_it() -> None:
    state = scene(
        "104Sch C3918, I/104>104Sch, II/104>104Sch", "1RNF C3818, 2SctGds C3919", step=COMMITMENT, segment=Segment()
    )
    for attack in ("C3818 close I/104:7; C3919 close II/104:3", "C3919 close II/104:3; C3818 close I/104:7"):
        after = order(state, "axis", f"commit {attack}")
        after = order(after, "commonwealth", "commit C3818 close 1RNF:3; C3919 close 2SctGds:6")
        assert costs(after, "I/104", "II/104") == [5, 5]


@pytest.mark.case("11.26")
def test_guns_that_barrage_make_a_probe_as_dear_as_an_assault() -> None:
    state = scene("I/104, I/220Art C3918", "1RNF C3818", step=BARRAGE)
    state = order(state, "axis", "barrage C3818 infantry 1 with I/220Art:6", (1, 1))
    state = order(order(state, "commonwealth", "done"), "axis", "commit C3818 close I/104:3")
    state = order(state, "commonwealth", "commit C3818 close 1RNF:3")
    assert costs(state, "I/104") == [5]


@pytest.mark.case("11.23", "11.24")
def test_who_is_barraged_and_probes_pays_the_higher_of_the_two() -> None:
    draft = draft_of(position("I/104 C3918", "1RNF C3818", phasing="axis"))
    charge(draft, ("I/104",), "barraged")
    charge(draft, ("I/104",), "probe")
    assert costs(draft.state, "I/104") == [3]
    charge(draft, ("I/104",), "attack")
    assert costs(draft.state, "I/104") == [5]


@pytest.mark.case("11.21", "15.94")
def test_the_defence_costs_two_until_an_assault_shows_itself_to_be_more_than_a_probe() -> None:
    for attack, cost in (("C3818 close I/104:7", 3.0), ("C3818 close I/104:3", 2.0)):
        draft = draft_of(assaulted(attack))
        assert costs(draft.state, "1RNF", "2SctGds") == [2, 2]
        charge_defence(draft, AT)
        assert costs(draft.state, "1RNF", "2SctGds") == [cost, cost]


@pytest.mark.case("11.21")
def test_anti_armour_fire_costs_its_target_three_at_once() -> None:
    assert costs(assaulted("C3818 anti 39PzJg:3.7Pak:5"), "1RNF", "2SctGds") == [3, 3]


@pytest.mark.case("11.27", "15.96")
def test_a_weak_assault_costs_the_defender_one_and_a_weak_probe_nothing() -> None:
    for attack, cost in (("C3818 close I/104:7", 1.0), ("C3818 close I/104:3", 0.0)):
        draft = draft_of(assaulted(attack))
        charge_defence(draft, AT)
        refund_defence(draft, AT)
        assert costs(draft.state, "1RNF", "2SctGds") == [cost, cost]


@pytest.mark.case("11.27", "11.21")
def test_a_hex_that_barraged_or_was_barraged_gets_nothing_back() -> None:
    for segment in (Segment(barraged=(AT,), charged={"1RNF": 6}), Segment(fired=(AT,), charged={"1RNF": 6})):
        draft = draft_of(position("I/104 C3918", "1RNF C3818 spent=3", phasing="axis", segment=segment))
        refund_defence(draft, AT)
        assert costs(draft.state, "1RNF") == [3]


@pytest.mark.case("11.27", "6.22")
def test_what_is_given_back_gives_back_the_cohesion_it_cost() -> None:
    state = position("I/104 C3918", "1RNF C3818 spent=8", phasing="axis", segment=Segment())
    draft = draft_of(state)
    charge(draft, ("1RNF",), "defend")
    assert draft.state.units["1RNF"].cohesion == -3
    refund_defence(draft, AT)
    assert draft.state.units["1RNF"].cohesion == -1


@pytest.mark.case("6.22", "6.21")
def test_the_fusiliers_of_the_example_lose_two_points_of_cohesion_before_they_assault() -> None:
    """dp-rnf"""
    state = scene("I/104 C3918", "1RNF C3818 cohesion=-2 spent=5", step=COMMITMENT, phasing="commonwealth")
    state = order(state, "commonwealth", "commit C3918 close 1RNF:3")
    assert spent(state, "1RNF") == 5  # nothing is due before both have committed
    state = order(state, "axis", "commit C3918 close I/104:7")
    assert spent(state, "1RNF") == 10 and state.units["1RNF"].cohesion == -4


@pytest.mark.case("6.14", "13.0")
def test_nobody_pays_for_an_assault_on_a_hex_that_was_left() -> None:
    state = scene("I/104 C3918", "1RNF C3818", step=COMMITMENT - 1)
    state = order(state, "commonwealth", "withdraw 1RNF C3818-C3719-C3619")
    state = order(state, "commonwealth", "done")
    assert costs(state, "I/104") == [0] and spent(state, "1RNF") == 4


@pytest.mark.case("18.24")
def test_units_from_reserve_two_are_disorganised_by_attacking() -> None:
    state = scene("I/5Pz C3918 released=2, II/5Pz C3918", "1RNF C3818", step=COMMITMENT)
    state = order(state, "axis", "commit C3818 close I/5Pz:PzIIIH:7, II/5Pz:PzIIIH:6")
    state = order(state, "commonwealth", "commit C3818 close 1RNF:3")
    assert state.units["I/5Pz"].cohesion == -1 and state.units["II/5Pz"].cohesion == 0


@pytest.mark.case("11.25", "13.28")
def test_a_unit_that_has_paid_elsewhere_is_charged_no_more_than_the_limit() -> None:
    segment = Segment(charged={"2SctGds": 6})
    draft = draft_of(position("I/104 C3918", "1RNF C3818, 2SctGds C3818 spent=3", phasing="axis", segment=segment))
    charge_defence(draft, AT)
    assert costs(draft.state, "1RNF", "2SctGds") == [3, 3]


# To the point


@pytest.mark.case("11.27", "15.96")
@pytest.mark.parametrize(
    ("charged", "spent_before", "spent_after", "charged_after"),
    [
        ({"1RNF": 6}, 3, 1, {"1RNF": 2}),  # three points for the defence, of which two come back
        ({"1RNF": 4}, 2, 0, {"1RNF": 0}),  # two for a Probe
        ({"1RNF": 10}, 5, 3, {"1RNF": 6}),
        ({}, 3, 3, {}),  # nothing was paid in this segment
    ],
)
def test_two_points_of_what_was_paid_come_back(
    charged: dict[str, int], spent_before: int, spent_after: int, charged_after: dict[str, int]
) -> None:
    for probes in ((), (AT,)):
        segment = Segment(charged=charged, probes=probes)
        draft = draft_of(position("I/104 C3918", f"1RNF C3818 spent={spent_before}", phasing="axis", segment=segment))
        refund_defence(draft, AT)
        assert costs(draft.state, "1RNF") == [spent_after] and draft.state.segment.charged == charged_after


@pytest.mark.case("8.17", "10.31", "18.23", "18.24")
@pytest.mark.parametrize(
    ("spent_before", "charged", "is_free"),
    [
        (10, 0, True),  # an attack costs five, and fifteen is the limit of men on foot
        (10.5, 0, False),
        (13, 6, True),  # three of the five have been paid in this segment
        (13.5, 6, False),
        (17, 10, True),  # all of them: nothing more is due, however tired they are
        (15, 9, False),
        (14.5, 9, True),
    ],
)
def test_what_has_been_paid_in_the_segment_is_not_due_again(spent_before: float, charged: int, is_free: bool) -> None:
    segment = Segment(charged={"I/35": charged} if charged else {})
    state = position(f"I/35 C3918 spent={spent_before}", "1RNF C3818", phasing="axis", segment=segment)
    if is_free:
        check_free_choice(state, "I/35", "attack")
    else:
        with pytest.raises(Refusal, match=r"8\.17"):
            check_free_choice(state, "I/35", "attack")


@pytest.mark.case("18.24")
def test_reserve_two_is_disturbed_once_and_reserve_one_not_at_all() -> None:
    draft = draft_of(position("I/5Pz C3918 released=2, II/5Pz C3918 released=1, I/8Pz C3918", phasing="axis"))
    for _ in range(2):
        disturb_reserves(draft, ("I/5Pz", "II/5Pz", "I/8Pz", "I/5Pz"))
    assert [draft.state.units[name].cohesion for name in ("I/5Pz", "II/5Pz", "I/8Pz")] == [-1, 0, 0]
    assert [draft.state.units[name].stirred for name in ("I/5Pz", "II/5Pz", "I/8Pz")] == [True, False, False]
