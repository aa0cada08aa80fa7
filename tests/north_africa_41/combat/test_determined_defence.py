"""Determined Defence and Desperate Defence: holding a hex against a retreat, step by step."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.determined_defence import Yielding, defence_column, is_desperate
from sandtable.games.north_africa_41.combat.phase import Victor
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.tables import Result, effect
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import battle, facts, is_over
from tests.north_africa_41.positions import asking, listed, play, play_noting, position, refusal, where, with_unit
from tests.playing import asked, draft_of

GERMANS, BRITONS = "ge-115, ge-104-15", "br-16, br-14"


def pressed(allied: str = "au-20 2930", result: Result = "DR2", **fields: Any) -> NorthAfrica:
    """Two German regiments at 2929 have this result against the defenders at 2930."""
    return after(position(f"{GERMANS} 2929", allied, **{"rommel": False} | fields), GERMANS, result)


def pressed_axis(axis: str, result: Result = "DR2", **fields: Any) -> NorthAfrica:
    """Two British brigades at 2929 have this result against the defenders at 2930."""
    state = position(axis, f"{BRITONS} 2929", phasing="allied", **{"rommel": False} | fields)
    return after(state, BRITONS, result)


def after(state: NorthAfrica, units: str, result: Result, at: str = "2930") -> NorthAfrica:
    draft = draft_of(asking(state, Victor(), Yielding(fought(state, at, units, result))))
    draft.settle()
    return draft.state


def fought(state: NorthAfrica, at: str, units: str = "ge-115", result: Result = "DR2") -> Battle:
    return replace(battle(state, units, at), result=result, allowance=effect(result).advance)


# --- who and where


@pytest.mark.case("11.1", "11.2.1")
def test_the_defender_is_asked_before_he_retreats(fates: Fates) -> None:
    state = pressed("au-20, br-1thr 2930")
    assert (asked(state), listed(state)) == ("allied", ["stand br-1thr", "stand au-20", "accept"])
    assert refusal(state, "done").case == "11.2.1"
    state = play(state, "accept")
    assert fates.retreats[0][0] == ("br-1thr", "au-20")
    assert is_over(state)


@pytest.mark.case("11.2.3", "13.1.1", "13.2.1")
def test_neither_an_asu_nor_a_disrupted_unit_leads(fates: Fates) -> None:
    state = pressed("au-20, br-1thr~, al-xiii!, br-16~~ 2930")
    assert listed(state) == ["stand au-20", "accept"]
    assert refusal(state, "stand br-1thr").case == "13.2.1"
    assert refusal(state, "stand al-xiii").case == "11.2.3"
    assert refusal(state, "stand br-2rb").case == "11.2.1"


@pytest.mark.case("11.2.3")
def test_without_a_lead_unit_the_defender_retreats_at_once(fates: Fates) -> None:
    pressed("au-20~, al-xiii! 2930")
    assert fates.retreats[0][0] == ("al-xiii", "au-20")


@pytest.mark.case("11.2.2")
def test_a_red_result_leaves_no_choice(fates: Fates) -> None:
    pressed("br-16 2930", "DS")
    assert len(fates.retreats) == 1


@pytest.mark.case("11.2.1")
@pytest.mark.parametrize(
    ("at", "origin", "column"),
    [
        ("2930", "2929", "clear"),
        ("3526", "3527", "clear"),
        ("2227", "2228", "clear"),
        ("3725", "3724", "other"),
        ("2011", "2010", "other"),
        ("3037", "3036", "other"),
        ("2945", "2946", "other"),
        ("2478", "2378", "fortified"),
        ("3629", "3630", "clear"),
    ],
)
def test_the_column_is_that_of_the_ground(at: str, origin: str, column: str) -> None:
    state = position(f"ge-115 {origin}", f"au-20 {at}")
    assert defence_column(state, fought(state, at)) == column


@pytest.mark.case("11.2.1")
def test_a_fortification_makes_it_the_last_column() -> None:
    fort = position("ge-115 3036", "au-20 3037", forts={"3037": "allied"})
    assert defence_column(fort, fought(fort, "3037")) == "fortified"
    works = position("ge-115 3036", "au-20 3037", works={"3037": "allied"})
    assert defence_column(works, fought(works, "3037")) == "other"


# --- the die


@pytest.mark.case("11.2.4", "11.4")
@pytest.mark.parametrize(
    ("lead", "result", "modifier"),
    [
        ("au-20", "DR2", 1),
        ("br-16", "DRX", 0),
        ("br-16", "D1", -1),
        ("br-16", "DR4", -1),
        ("au-20", "D1", 0),
    ],
)
def test_elite_lead_units_roll_one_more_and_an_orange_result_costs_one(
    fates: Fates, lead: str, result: Result, modifier: int
) -> None:
    _, events = play_noting(pressed(f"{lead} 2930", result), f"stand {lead}", rolls=(2,))
    assert facts(events, "failed")[0]["modifier"] == modifier


@pytest.mark.case("11.2.4")
def test_low_quality_rolls_one_less(fates: Fates) -> None:
    state = pressed_axis("it-19bre 2930", "D1")
    assert asked(state) == "axis"
    _, events = play_noting(state, "stand it-19bre", rolls=(3,))
    assert facts(events, "failed")[0]["modifier"] == -2


@pytest.mark.case("11.1", "11.4.1")
def test_a_success_cancels_retreat_disruption_and_advance(fates: Fates) -> None:
    state, events = play_noting(pressed(), "stand au-20", rolls=(4,))  # 5 with the elite brigade
    assert facts(events, "held")[0]["lead_steps"] == 1
    assert (where(state, "au-20"), state.units["au-20"].steps, state.units["au-20"].order) == ("2930", 2, 0)
    assert (fates.retreats, fates.advances) == ([], [])


@pytest.mark.case("11.4.3", "11.5.1")
def test_a_failure_ends_in_retreat(fates: Fates) -> None:
    state = play(pressed(), "stand au-20", rolls=(1,))
    assert fates.retreats == [(("au-20",), 2, 2, 1)]
    assert state.units["au-20"].steps == 3


@pytest.mark.case("11.4.3", "11.4")
def test_the_worst_failure_costs_the_lead_unit_a_step_before_the_retreat(fates: Fates) -> None:
    state = play(pressed("br-16 2930"), "stand br-16", rolls=(1,))
    assert state.units["br-16"].steps == 2
    assert len(fates.retreats) == 1


@pytest.mark.case("11.4.1", "11.4")
def test_the_best_success_in_the_open_costs_an_attacker_of_the_defenders_choice(fates: Fates) -> None:
    state = play(pressed(), "stand au-20", rolls=(6,))
    assert (asked(state), listed(state)) == ("allied", ["lose ge-115", "lose ge-104-15"])
    state = play(state, "lose ge-115")
    assert (state.units["au-20"].steps, state.units["ge-115"].steps) == (2, 1)


@pytest.mark.case("11.4.1", "11.4")
def test_elsewhere_the_attacker_chooses_his_own_loss(fates: Fates) -> None:
    state = after(position(f"{GERMANS} 2010", "br-16 2011", rommel=False), GERMANS, "DR2", "2011")
    state = play(state, "stand br-16", rolls=(6,))
    assert (asked(state), listed(state)) == ("axis", ["lose ge-115", "lose ge-104-15"])


@pytest.mark.case("11.4.2", "14.2.2")
def test_a_success_that_costs_the_last_step_gives_a_limited_advance(fates: Fates) -> None:
    state = play(pressed("br-1thr, al-xiii~~ 2930"), "stand br-1thr", rolls=(5,))
    assert (where(state, "br-1thr"), fates.advances) == ("eliminated", [])  # the HQ still holds the hex
    play(pressed("br-1thr 2930"), "stand br-1thr", rolls=(5,))
    (outcome,) = fates.advances
    assert (outcome.allowance, outcome.limited) == (1, True)


@pytest.mark.case("11.4.1")
def test_the_weakest_hold_costs_a_fortification(fates: Fates) -> None:
    state = play(pressed("br-1thr, br-5rtr 2930", forts={"2930": "allied"}), "stand br-1thr", rolls=(4,))
    assert not state.forts
    assert where(state, "br-1thr") == "eliminated"
    assert fates.retreats == []


@pytest.mark.case("11.4.1")
def test_a_better_hold_leaves_the_fortification(fates: Fates) -> None:
    state = play(pressed("br-1thr, br-5rtr 2930", forts={"2930": "allied"}), "stand br-1thr", rolls=(6,))
    assert state.forts and fates.retreats == []


@pytest.mark.case("11.4.1", "11.2.1")
def test_the_weakest_hold_in_a_city_has_no_fortification_to_cost(fates: Fates) -> None:
    begun = position(f"{GERMANS} 2378", "br-16 2478", rommel=False, works={"2478": "allied"})
    state, events = play_noting(after(begun, GERMANS, "DR2", "2478"), "stand br-16", rolls=(4,))
    assert (where(state, "br-16"), state.units["br-16"].steps) == ("2478", 2)
    assert state.forts == begun.forts and not facts(events, "dismantled")


# --- DD Support


@pytest.mark.case("11.3")
def test_dd_support_comes_from_a_ready_asu_in_range_or_an_air_marker(fates: Fates) -> None:
    state = pressed("au-20 2930, al-xiii 2932", turn=10, assets={"allied": {"air-support": 1}})
    assert listed(state) == ["stand au-20", "stand au-20 support al-xiii", "stand au-20 support air-support", "accept"]
    fired, events = play_noting(state, "stand au-20 support al-xiii", rolls=(1,))
    assert facts(events, "failed")[0]["modifier"] == 2
    assert fired.units["al-xiii"].depleted
    flown = play(state, "stand au-20 support air-support", rolls=(1,))
    assert flown.books["allied"].assets == {}


@pytest.mark.case("11.3", "17.1.1", "13.2.1", "18.6")
def test_who_gives_no_dd_support(fates: Fates) -> None:
    state = pressed(
        "au-20 2930, al-xiii! 2932, al-xxx~ 2931, al-7med 2640",
        supply={"allied": {"2932": 1}},
        assets={"allied": {"air-support": 1}},
    )
    assert listed(state) == ["stand au-20", "accept"]
    for name in ("al-xiii", "al-xxx", "al-7med", "air-support", "ge-dak"):
        assert refusal(state, f"stand au-20 support {name}").case == "11.3"


@pytest.mark.case("11.3")
def test_axis_dd_support_needs_its_nation_in_the_hex(fates: Fates) -> None:
    state = pressed_axis("it-8b 2930, ge-arko104, it-x 2931")
    assert listed(state) == ["stand it-8b", "stand it-8b support it-x", "accept"]


# --- Rommel


@pytest.mark.case("18.5")
def test_rommel_rolls_an_axis_determined_defence_again(fates: Fates) -> None:
    state = play(pressed_axis("it-8b 2930", rommel=True), "stand it-8b", rolls=(2,))
    assert (asked(state), listed(state)) == ("axis", ["accept", "reroll"])
    state = play(state, "reroll", rolls=(5,))
    assert (where(state, "it-8b"), state.rommel) == ("2930", False)
    assert fates.retreats == []


@pytest.mark.case("18.5", "11.2.1")
def test_without_him_and_for_the_allies_nothing_is_rolled_again(fates: Fates) -> None:
    play(pressed_axis("it-8b 2930"), "stand it-8b", rolls=(2,))
    play(pressed(rommel=True), "stand au-20", rolls=(1,))
    assert [units for units, *_ in fates.retreats] == [("it-8b",), ("au-20",)]


# --- Desperate Defence


@pytest.mark.case("11.5.1", "11.5.2", "11.5.3", "11.5")
def test_the_example_of_a_desperate_defence(fates: Fates) -> None:
    fates.way_out = False
    state = pressed_axis("it-19bre, it-7ar-1, ge-i-33flak 2930, it-x 2932")
    state = play(state, "stand it-19bre support it-x", rolls=(2,))
    assert state.units["it-x"].depleted
    assert listed(state) == ["lose it-19bre", "accept"]
    state = play(state, "lose it-19bre", "stand it-19bre", rolls=(3,))
    assert state.units["it-19bre"].steps == 1
    state = play(state, "lose it-19bre")
    assert where(state, "it-19bre") == "eliminated"
    state, events = play_noting(state, "stand it-7ar", rolls=(4,))
    assert (facts(events, "held")[0]["modifier"], where(state, "it-7ar")) == (1, "eliminated")
    assert where(state, "ge-i-33flak") == "2930"
    assert (fates.retreats, fates.advances) == ([], [])


@pytest.mark.case("11.5.3")
def test_support_once_given_cannot_be_given_again(fates: Fates) -> None:
    fates.way_out = False
    state = pressed("au-20, br-1thr 2930, al-xiii 2932, al-7med 2931")
    state = play(state, "stand au-20 support al-xiii", rolls=(1,))
    state = play(state, "lose au-20")
    assert listed(state) == ["stand br-1thr", "stand au-20"]
    assert refusal(state, "stand au-20 support al-7med").case == "11.5.3"
    assert refusal(state, "accept").case == "11.2.1"


@pytest.mark.case("11.5.3", "11.4")
def test_a_failure_that_is_ignored_costs_one_step_whatever_the_table_says(fates: Fates) -> None:
    fates.way_out = False
    state = play(pressed("br-16, br-1thr 2930"), "stand br-16", "lose br-16", rolls=(1,))  # F -/1
    assert state.units["br-16"].steps == 2
    given_in = play(pressed("br-16, br-1thr 2930"), "stand br-16", "accept", rolls=(1,))
    assert given_in.units["br-16"].steps == 2


@pytest.mark.case("11.5.3", "11.3")
def test_support_may_come_with_a_later_attempt(fates: Fates) -> None:
    fates.way_out = False
    state = play(pressed("au-20 2930, al-xiii 2932"), "stand au-20", "lose au-20", rolls=(1,))
    assert listed(state) == ["stand au-20", "stand au-20 support al-xiii"]


@pytest.mark.case("11.5.3", "11.5.1", "11.4.3")
def test_the_defender_may_give_in_after_a_failure(fates: Fates) -> None:
    fates.way_out = False
    state = play(pressed(), "stand au-20", rolls=(1,))
    assert refusal(state, "stand au-20").case == "11.5.3"
    state = play(state, "accept")
    assert fates.retreats[0][0] == ("au-20",)


@pytest.mark.case("11.5.1", "11.5.3")
def test_the_last_lead_unit_has_no_further_attempt(fates: Fates) -> None:
    fates.way_out = False
    play(pressed("br-1thr 2930"), "stand br-1thr", rolls=(2,))
    assert fates.retreats[0][0] == ("br-1thr",)
    two = play(pressed("br-1thr, br-1krrc 2930"), "stand br-1thr", rolls=(2,))
    assert listed(two) == ["lose br-1thr", "accept"], "the other battalion can lead after it"


@pytest.mark.case("11.5.3")
def test_with_one_lead_unit_the_next_attempt_is_rolled_at_once(fates: Fates) -> None:
    fates.way_out = False
    state = play(pressed(), "stand au-20", "lose au-20", "lose au-20", rolls=(1, 5))
    assert (where(state, "au-20"), state.units["au-20"].steps) == ("2930", 1)


@pytest.mark.case("11.5.3", "10.4.2")
def test_a_lead_unit_may_pay_without_a_remnant_if_others_can_lead(fates: Fates) -> None:
    fates.way_out = False
    state = play(pressed("au-20-1, br-1thr 2930"), "stand au-20", rolls=(1,))
    assert listed(state) == ["lose au-20", "release au-20", "accept"]
    alone = play(pressed("au-20-1 2930"), "stand au-20", rolls=(1,))
    assert listed(alone) == ["lose au-20", "accept"]
    state = play(state, "release au-20", rolls=(6,))
    assert (where(state, "au-20"), where(state, "br-1thr")) == ("eliminated", "eliminated")


@pytest.mark.case("11.5.2")
def test_a_port_without_which_the_garrison_would_starve_is_defended_desperately(fates: Fates) -> None:
    ring = "ge-115 3036, ge-k15 2938, ge-mg8 3039, ge-mg2 3136"
    tobruk = position(f"{ring}, ge-3rec 3037", "au-20 3138")
    assert is_desperate(tobruk, fought(tobruk, "3138", "ge-3rec"))
    free = position("ge-3rec 3037", "au-20 3138")
    assert not is_desperate(free, fought(free, "3138", "ge-3rec"))


@pytest.mark.case("11.1", "12.6")
def test_nobody_is_asked_where_nobody_is_left(fates: Fates) -> None:
    state = position(f"{GERMANS} 2929", "br-1thr 2930", rommel=False)
    fight = fought(state, "2930", GERMANS, "D1")
    draft = draft_of(asking(with_unit(state, "br-1thr", at="eliminated"), Victor(), Yielding(fight)))
    draft.settle()
    assert fates.retreats == []
    assert fates.advances[0].allowance == 3
