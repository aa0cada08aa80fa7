"""[24.9] Supply Dumps and dummies that are set up in play."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Side
from tests.campaign_for_north_africa.positions import play, play_noting, refusal, spent
from tests.campaign_for_north_africa.sites import site

AXIS: Side = "axis"
CW: Side = "commonwealth"
FULL = {"AX-S1": ("C3818", 40, 60)}


@pytest.mark.case("24.9")
def test_a_unit_sets_up_a_dump_with_part_of_another_for_three_points() -> None:
    state = play(site("I/157 C3818", supply=FULL), "dump AX-S1 ammo 10 fuel 20 by I/157")
    first, second = state.supply["AX-S1"], state.supply["AX-S11"]
    assert (first.ammo, first.fuel, second.ammo, second.fuel) == (30, 40, 10, 20)
    assert first.at == second.at and spent(state, "I/157") == 3 and not broken_invariants(state)


@pytest.mark.case("24.9")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("dump AX-S1 ammo 41 fuel 0 by I/157", "32.15"),
        ("dump AX-S1 ammo 0 fuel 0 by I/157", "32.15"),
        ("dump AX-S1 ammo 40 fuel 60 by I/157", "24.9"),
        ("dump AX-S2 ammo 1 fuel 1 by I/157", "24.9"),
        ("dump AX-S1 ammo 1 fuel 1 by Allegri", "24.9"),
        ("dump AX-S1 ammo 1 fuel 1 by II/157", "24.9"),
    ],
)
def test_no_dump_out_of_nothing_and_none_by_who_has_no_point(order: str, case: str) -> None:
    state = site("I/157, Allegri C3818", "II/157 C3510", supply={**FULL, "AX-S2": ("C3510", 5, 5)})
    assert refusal(state, order).case == case


@pytest.mark.case("24.9", "32.14")
def test_a_hex_holds_three_dumps_and_no_more() -> None:
    state = site("I/157 C3818", supply={f"AX-S{number}": ("C3818", 5, 5) for number in (1, 2, 3)})
    assert refusal(state, "dump AX-S1 ammo 1 fuel 1 by I/157").case == "32.14"


@pytest.mark.case("24.9", "32.18")
def test_a_dummy_is_set_up_for_three_points_while_the_supply_units_received_allow_one() -> None:
    state = site("I/157, II/157 C3818", received={AXIS: 3}, supply={"AX-S1": ("C3510", 40, 60)})
    one = play(state, "sham I/157")
    assert one.supply["AX-S11"].dummy and spent(one, "I/157") == 3
    assert refusal(one, "sham II/157").case == "32.18"
    assert refusal(site("I/157 C3818", received={AXIS: 2}), "sham I/157").case == "32.18"


@pytest.mark.case("24.9")
def test_the_enemy_cannot_tell_a_dummy_from_a_dump() -> None:
    state = site("I/157 C3818", received={AXIS: 3}, supply=FULL)
    real, told = play_noting(state, "dump AX-S1 ammo 10 fuel 20 by I/157")
    sham, said = play_noting(state, "sham I/157")
    assert observe(real, CW).supply == observe(sham, CW).supply
    assert [event.facts for event in told] == [event.facts for event in said]


@pytest.mark.case("24.9", "24.15")
def test_who_is_at_work_sets_up_nothing() -> None:
    state = play(site("I/157 B5527", received={AXIS: 3}), "build road at B5527 with I/157")
    assert refusal(state, "sham I/157").case == "24.15"
