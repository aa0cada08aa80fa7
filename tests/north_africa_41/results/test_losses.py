"""Step losses: who chooses, who may be chosen, remnants, 88s, reconnaissance, and what falls with the last unit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.resolution import tolls
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.losses import Toll, becomes_remnant, is_last_step, losable
from sandtable.games.north_africa_41.results.tables import Result
from sandtable.games.north_africa_41.state import ELIMINATED, NorthAfrica, lose_step, remove
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import battle, is_over, phase
from tests.north_africa_41.positions import asking, listed, play, position, refusal, supply_at, where
from tests.playing import asked, draft_of


def lose(
    state: NorthAfrica, fight: Battle, loser: Side, chooser: Side, tanks: bool = False, rolls: tuple[int, ...] = ()
) -> NorthAfrica:
    """The position once a side is to lose a step."""
    draft = draft_of(asking(state, Toll(fight, loser, chooser, tanks)), *rolls)
    draft.settle()
    return draft.state


def hit(allied: str, chooser: Side = "allied", kind: str = "attack", **fields: Any) -> NorthAfrica:
    """The defenders at 2930 lose a step."""
    state = position("ge-115, ge-i-5 2929", allied, **fields)
    return lose(state, battle(state, "ge-115, ge-i-5", kind=kind), "allied", chooser)


def orders(state: NorthAfrica, result: Result, units: str = "ge-115, ge-i-5") -> list[tuple[str, str, bool]]:
    """Loser, chooser and whether it is a tank, in order."""
    fight = replace(battle(state, units), result=result)
    return [(toll.loser, toll.chooser, toll.tanks) for toll in tolls(state, fight)]


# --- who picks


@pytest.mark.case("10.2.1", "10.2.2")
@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("A1", [("axis", "axis", False)]),
        ("D1", [("allied", "allied", False)]),
        ("A1/D1", [("allied", "allied", False), ("axis", "axis", False)]),
        ("EX", [("allied", "axis", False), ("axis", "allied", False)]),
        ("DRX", [("allied", "axis", False), ("axis", "allied", False)]),
        ("DS", [("allied", "axis", False)]),
        ("DR2", []),
    ],
)
def test_owners_pick_except_for_ex_drx_and_ds_and_the_defender_loses_first(
    result: Result, expected: list[tuple[str, str, bool]]
) -> None:
    assert orders(position("ge-115, ge-i-5 2929", "br-1thr, au-20 2930"), result) == expected


@pytest.mark.case("10.2.1")
def test_the_chooser_is_asked_and_any_unit_will_do() -> None:
    state = hit("br-1thr, au-20, br-5rtr 2930", chooser="axis")
    assert (asked(state), listed(state)) == ("axis", ["lose br-5rtr", "lose br-1thr", "lose au-20"])
    assert refusal(state, "lose ge-115").case == "10.2.2"
    assert refusal(state, "done").case == "10.2.1"
    assert play(state, "lose au-20").units["au-20"].steps == 2


@pytest.mark.case("10.2.1")
def test_nobody_is_asked_when_there_is_nothing_to_choose() -> None:
    state = hit("au-20 2930")
    assert is_over(state)
    assert state.units["au-20"].steps == 2


# --- who may be picked


@pytest.mark.case("10.2.2", "8.6", "13.3.2")
def test_parenthesised_units_and_units_in_full_retreat_come_last() -> None:
    assert hit("au-20, al-xiii, au-26~~ 2930").units["au-20"].steps == 2
    assert listed(hit("al-xiii, au-26~~ 2930")) == ["lose al-xiii", "lose au-26"]


@pytest.mark.case("12.3", "10.2.2")
def test_units_that_retreated_before_are_never_picked() -> None:
    state = position("ge-115 2929", "au-20, br-1thr~ 2930", retreats={"br-1thr": 1})
    fight = battle(state, "ge-115")
    assert losable(state, fight, "allied") == ("au-20",)
    assert losable(position("ge-115 2929", "br-1thr~ 2930"), fight, "allied") == ()


@pytest.mark.case("15.3", "10.2.2")
def test_in_breakthrough_combat_units_too_many_for_the_hex_come_last() -> None:
    state = position("ge-115 2929", "au-20, au-26, br-16 2930")
    fight = replace(battle(state, "ge-115", kind="breakthrough"), inert=("br-16",))
    assert losable(state, fight, "allied") == ("au-20", "au-26")
    assert losable(state, replace(fight, inert=("au-20", "au-26", "br-16")), "allied") == ("br-16", "au-20", "au-26")


@pytest.mark.case("10.2.2")
def test_only_units_that_took_part_in_the_attack_lose_steps() -> None:
    state = position("ge-115, ge-i-5 2929", "au-20 2930")
    after = lose(state, battle(state, "ge-115"), "axis", "axis")
    assert (after.units["ge-115"].steps, after.units["ge-i-5"].steps) == (1, 3)


# --- steps


@pytest.mark.case("10.3", "2.3.5")
def test_a_reduced_two_step_unit_and_a_one_step_unit_are_eliminated() -> None:
    assert where(hit("br-5rtr-1 2930"), "br-5rtr") == "eliminated"
    assert where(hit("br-1thr 2930"), "br-1thr") == "eliminated"


@pytest.mark.case("12.5.1", "10.3")
def test_a_unit_out_of_supply_that_loses_its_last_step_surrenders() -> None:
    axis = "ge-115, ge-i-5 2929, ge-k15 2829, ge-mg8 2830, ge-mg2 2931, ge-200 3030, ge-3rec 3029"
    state = position(axis, "br-1thr 2930")
    state = lose(state, battle(state, "ge-115, ge-i-5"), "allied", "allied")
    assert where(state, "br-1thr") == "surrendered"


@pytest.mark.case("27.1", "10.2.2", "12.5.1")
def test_a_truck_beside_the_last_unit_that_surrenders_is_captured_by_option() -> None:
    ring = "ge-115, ge-i-5 2929, ge-k15 2829, ge-mg8 2830, ge-mg2 2931, ge-200 3030, ge-3rec 3029"
    for options, where_to in (((), "due"), (("truck-capture",), "2930")):
        state = position(ring, "br-1thr, allied-truck-1 2930", options=options)
        state = lose(state, battle(state, "ge-115, ge-i-5"), "allied", "allied")
        assert (where(state, "allied-truck-1"), where(state, "captured-truck-1")) == ("eliminated", where_to)


# --- remnants


@pytest.mark.case("10.4.1", "10.4.2", "10.4", "12.5.1")
def test_the_owner_may_do_without_a_remnant() -> None:
    state = hit("au-20-1 2930")
    assert (asked(state), listed(state)) == ("allied", ["lose au-20", "release au-20"])
    kept = play(state, "lose au-20")
    assert (where(kept, "au-20"), kept.units["au-20"].steps) == ("2930", 1)
    assert where(play(state, "release au-20"), "au-20") == "eliminated"
    assert refusal(state, "lose au-26").case == "10.4.2"


@pytest.mark.case("10.4.2", "10.2.1")
def test_the_owner_who_chooses_decides_in_one_answer() -> None:
    state = hit("au-20-1, br-1thr 2930")
    assert listed(state) == ["lose br-1thr", "lose au-20", "release au-20"]
    assert where(play(state, "release au-20"), "au-20") == "eliminated"
    kept = play(state, "lose au-20")
    assert is_over(kept) and kept.units["au-20"].steps == 1
    assert refusal(state, "release br-1thr").case == "10.4.2"


@pytest.mark.case("10.4.2", "10.2.1")
def test_when_the_enemy_chooses_the_owner_still_decides_about_the_remnant() -> None:
    state = hit("au-20-1, br-1thr 2930", chooser="axis")
    assert listed(state) == ["lose br-1thr", "lose au-20"]
    state = play(state, "lose au-20")
    assert (asked(state), listed(state)) == ("allied", ["lose au-20", "release au-20"])


@pytest.mark.case("10.3", "10.4.1", "10.4.2")
def test_without_a_remnant_in_the_display_the_unit_is_eliminated() -> None:
    remnants = "ge-155-2, it-19bre 2626"
    state = position(f"ge-361-1 2930, {remnants}", "br-16 2929", phasing="allied")
    state = lose(state, battle(state, "br-16"), "axis", "axis")
    assert is_over(state)
    assert where(state, "ge-361") == "eliminated"


@pytest.mark.case("10.3", "10.4.2", "12.5.1")
def test_without_a_remnant_in_the_display_a_unit_out_of_supply_surrenders_with_its_second_step() -> None:
    ring = "br-16 2929, br-14 2829, br-3hus 2830, br-5rtr 2931, br-1thr 3030, br-kdg 3029"
    state = position("ge-361-1 2930, ge-155-2, it-19bre 2626", ring, phasing="allied")
    state = lose(state, battle(state, "br-16"), "axis", "axis")
    assert where(state, "ge-361") == "surrendered"


@pytest.mark.case("10.4.1")
def test_a_remnant_that_falls_is_eliminated() -> None:
    assert where(hit("au-20-2 2930"), "au-20") == "eliminated"


# --- Non-Combat Units


@pytest.mark.case("10.2.2", "17.2.3")
def test_non_combat_units_are_lost_with_the_last_unit_beside_them() -> None:
    state = position(
        "ge-115, ge-i-5 2929", "br-1thr, allied-truck-1, repl-british-infantry-1 2930", supply={"allied": {"2930": 2}}
    )
    state = lose(state, battle(state, "ge-115, ge-i-5"), "allied", "allied", rolls=(3, 2))
    assert [where(state, name) for name in ("allied-truck-1", "repl-british-infantry-1")] == ["eliminated", "pool"]
    assert (supply_at(state, "axis", "2930"), supply_at(state, "allied", "2930")) == (1, 0)


@pytest.mark.case("10.2.2")
def test_non_combat_units_survive_beside_any_unit() -> None:
    assert where(hit("br-1thr, au-20~~, allied-truck-1 2930"), "allied-truck-1") == "2930"


# --- 88mm Flak


@pytest.mark.case("18.2")
@pytest.mark.parametrize("result", ["EX", "DRX"])
def test_with_flak_the_allies_first_lose_a_tank_step_of_their_choice(result: Result) -> None:
    state = position("ge-i-33flak, ge-115 2929", "br-5rtr, br-3hus, au-20 2930")
    assert orders(state, result, "ge-i-33flak, ge-115")[0] == ("allied", "allied", True)
    assert orders(state, result, "ge-115")[0] == ("allied", "axis", False)
    fight = battle(state, "ge-i-33flak, ge-115")
    chosen = lose(state, fight, "allied", "allied", tanks=True)
    assert (asked(chosen), listed(chosen)) == ("allied", ["lose br-3hus", "lose br-5rtr"])
    assert refusal(chosen, "lose au-20").case == "18.2"


@pytest.mark.case("18.2")
def test_other_results_do_not_call_for_it() -> None:
    state = position("ge-i-33flak, ge-115 2929", "br-5rtr, au-20 2930")
    assert orders(state, "A1/D1", "ge-i-33flak, ge-115")[0] == ("allied", "allied", False)


@pytest.mark.case("18.2")
def test_flak_in_defence_costs_an_attacking_tank_a_step(fates: Fates) -> None:
    state = phase("it-19bre, ge-i-33flak 2930", "br-7rtr, br-16 2929", phasing="allied")
    state = play(state, "attack 2930 with br-7rtr, br-16", "lose it-19bre", "lose br-16", rolls=(3,))  # 9 to 8, EX
    assert (state.units["br-7rtr"].steps, state.units["br-16"].steps) == (1, 2)


@pytest.mark.case("18.2")
def test_without_allied_tanks_the_additional_loss_is_ignored() -> None:
    state = position("ge-i-33flak 2929", "au-20 2930")
    assert is_over(lose(state, battle(state, "ge-i-33flak"), "allied", "allied", tanks=True))


@pytest.mark.case("18.2", "13.3.2")
def test_flak_in_full_retreat_takes_no_part() -> None:
    state = position("it-19bre, ge-i-33flak~~ 2930", "br-7rtr 2929", phasing="allied")
    assert orders(state, "EX", "br-7rtr")[0] == ("axis", "allied", False)


# --- reconnaissance


@pytest.mark.case("18.1")
@pytest.mark.parametrize(
    ("result", "spared"),
    [
        ("D1", True),
        ("DS", True),
        ("EX", False),
        ("DRX", False),
        ("A1/D1", False),
    ],
)
def test_reconnaissance_alone_ignores_the_loss_of_a_d1_or_ds(result: Result, spared: bool) -> None:
    state = position("ge-115, ge-i-5 2929", "br-kdg 2930")
    assert ("allied" not in [loser for loser, *_ in orders(state, result)]) == spared


@pytest.mark.case("18.1")
def test_reconnaissance_in_company_does_not() -> None:
    mixed = position("ge-115, ge-i-5 2929", "br-kdg, br-1thr 2930")
    assert orders(mixed, "D1") == [("allied", "allied", False)]
    pair = position("ge-115, ge-i-5 2929", "br-kdg, br-11hus 2930")
    assert orders(pair, "D1") == []
    lorried = position("ge-115, ge-i-5 2929", "br-kdg, allied-truck-1 2930")
    assert orders(lorried, "D1") == []


@pytest.mark.case("10.4.1")
def test_only_units_with_a_remnant_in_the_display_become_one() -> None:
    state = position("ge-i-5-1, ge-115 2930")
    assert becomes_remnant(state, "ge-i-5") and not becomes_remnant(state, "ge-115")
    assert not becomes_remnant(position("ge-i-5 2930"), "ge-i-5"), "with three steps it is reduced first"
    assert becomes_remnant(position("ge-361-1 2930"), "ge-361"), "the last remnant of its kind will do"
    assert not becomes_remnant(position("ge-361-1, ge-155-2 2930"), "ge-361")


@pytest.mark.case("10.3", "10.4.2")
def test_the_last_step_is_the_first_or_the_second_of_a_unit_whose_remnant_is_not_to_be_had() -> None:
    state = position("ge-i-5, ge-ii-5-1, ge-i-8-2, ge-115 2929")
    assert [state.units[name].steps for name in ("ge-i-5", "ge-ii-5", "ge-i-8", "ge-115")] == [3, 2, 1, 2]
    assert [is_last_step(state, name) for name in ("ge-i-5", "ge-ii-5", "ge-i-8", "ge-115")] == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.case("10.3", "10.4")
def test_while_there_are_remnants_a_unit_of_three_steps_is_left_with_one() -> None:
    draft = draft_of(position("ge-i-5-1 2929"))
    lose_step(draft, "ge-i-5", "10.3", "test")
    assert (where(draft.state, "ge-i-5"), draft.state.units["ge-i-5"].steps) == ("2929", 1)


@pytest.mark.case("19.1.1", "2.3.5")
def test_a_unit_keeps_one_step_for_its_return_and_a_truck_has_none() -> None:
    draft = draft_of(position("ge-i-5, axis-truck-1^ 2929"))
    for name in ("ge-i-5", "axis-truck-1"):
        remove(draft, name, ELIMINATED)
    gone = draft.state.units
    assert (gone["ge-i-5"].steps, gone["axis-truck-1"].steps, gone["axis-truck-1"].loaded) == (1, 0, False)
