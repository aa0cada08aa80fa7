"""[20] Replacements: factors that add up, and units brought back for them."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.arrivals.phase import accrue_replacements
from sandtable.games.afrika_korps.ground.reach import can_move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.arrivals.landings import BESIEGERS, landing
from tests.afrika_korps.positions import at, draft_of, kinds, orders, play, play_noting, position, refused, with_books


def accrued(state: AfrikaKorps, side: str) -> int:
    draft = draft_of(state)
    accrue_replacements(draft, side)
    assert (kinds(draft.events) == ["replacements"]) == (draft.state.books[side] != state.books[side])
    assert {event.facts["case"] for event in draft.events} <= {"20.2" if side == "axis" else "20.3"}
    return draft.state.books[side].replacements


@pytest.mark.case("20.1")
@pytest.mark.parametrize(("turn", "factors"), [(22, 0), (23, 2)])
def test_replacements_accrue_from_march_1942(turn: int, factors: int) -> None:
    assert accrued(position("21/5 W3, ariete G25", turn=turn), "axis") == factors


@pytest.mark.case("20.2", "20.3")
@pytest.mark.parametrize(
    ("side", "ports", "factors"),
    [
        ("axis", ["W3"], 1),
        ("axis", ["G25"], 1),
        ("axis", ["W3", "G25"], 2),
        ("axis", [], 0),
        ("allied", ["J62"], 2),
        ("allied", ["G25"], 1),
        ("allied", ["J62", "G25"], 3),
        ("allied", [], 0),
    ],
)
def test_replacements_follow_the_ports_of_the_beginning(side: str, ports: list[str], factors: int) -> None:
    assert accrued(with_books(position(turn=23), side, ports=ports), side) == factors


@pytest.mark.case("20.2", "4.3")
def test_enemy_home_base_brings_no_replacements() -> None:
    assert accrued(position("21/5 J62", turn=23), "axis") == 0


@pytest.mark.case("20.5", "20.6")
def test_replacements_are_saved_and_never_lost() -> None:
    held = with_books(position("21/5 W3", turn=23), "axis", replacements=5)
    assert accrued(held, "axis") == 6
    lost = with_books(position("21/5 W6", turn=23), "axis", replacements=5)
    assert accrued(lost, "axis") == 5


@pytest.mark.case("20.1", "20.4", "20.5")
def test_eliminated_unit_comes_back_for_its_attack_factor() -> None:
    state = with_books(landing("21/5 W3", turn=23), "axis", replacements=5)
    enough = counters()["ariete"].attack
    assert "raise ariete at W3" in orders(with_books(state, "axis", replacements=enough))
    assert "raise ariete at W3" not in orders(with_books(state, "axis", replacements=enough - 1))
    after, events = play_noting(state, "raise ariete at W3")
    assert kinds(events) == ["raised"]
    assert at(after, "ariete") == "W3"
    assert after.books["axis"].replacements == 1
    assert can_move(after, "ariete")
    assert refused(after, "raise brescia at W3") == "20.2"


@pytest.mark.case("20.1")
def test_no_replacement_before_march_1942() -> None:
    state = with_books(landing("21/5 W3", turn=22), "axis", replacements=5)
    assert refused(state, "raise ariete at W3") == "20.1"
    assert not any(order.startswith("raise") for order in orders(state))


@pytest.mark.case("20.1")
@pytest.mark.parametrize("unit", ["21/5", "folgere", "rommel", "AxS1", "9A/20", "trenta"])
def test_only_eliminated_combat_units_of_the_side_come_back(unit: str) -> None:
    state = with_books(landing("21/5 W3, trenta sea, rommel dead", turn=23), "axis", replacements=9)
    assert refused(state, f"raise {unit} at W3") == "20.1"
    assert f"raise {unit} at W3" not in orders(state)


@pytest.mark.case("20.2", "20.3")
@pytest.mark.parametrize(
    ("side", "unit", "port", "factors", "case"),
    [
        ("axis", "ariete", "W3", 4, ""),
        ("axis", "ariete", "W3", 3, "20.2"),
        ("allied", "2/3", "J62", 4, ""),
        ("allied", "2/3", "J62", 3, "20.3"),
    ],
)
def test_factors_in_hand_must_suffice(side: str, unit: str, port: str, factors: int, case: str) -> None:
    state = with_books(landing("21/5 W3", "9A/20 J62", turn=23, side=side), side, replacements=factors)
    assert refused(state, f"raise {unit} at {port}") == case


@pytest.mark.case("20.4", "19.7", "23.3")
@pytest.mark.parametrize(
    ("place", "case"), [("W3", ""), ("G25", "20.4"), ("W6", "20.4"), ("H2", "23.3"), ("J62", "19.7")]
)
def test_replacements_land_where_reinforcements_do(place: str, case: str) -> None:
    state = with_books(landing("21/5 W3, brescia J62", turn=23), "axis", replacements=9)
    assert refused(state, f"raise ariete at {place}") == case


@pytest.mark.case("20.4", "19.4", "19.5")
def test_replacements_land_under_siege_above_the_stacking_limit() -> None:
    state = landing(BESIEGERS, "9A/20, 22gds, 7A/1 G25", turn=23, side="allied")
    state = with_books(state, "allied", replacements=1)
    assert at(play(state, "raise pol at G25"), "pol") == "G25"


@pytest.mark.case("21.6")
def test_substitutes_neither_land_nor_come_as_replacements() -> None:
    state = with_books(landing("", "9A/20 J62", turn=33, side="allied"), "allied", replacements=9)
    assert refused(state, "raise sub_inf_3 at J62") == "21.6"
    assert refused(state, "land sub_inf_3 at J62") == "21.6"
    assert not any("sub_" in order for order in orders(state))


@pytest.mark.case("21.6", "20.1")
def test_units_behind_a_substitute_are_not_eliminated() -> None:
    state = landing("", "9A/20 J62, 7A/1 exchanged", turn=33, side="allied")
    state = with_books(state, "allied", replacements=9)
    assert refused(state, "raise 7A/1 at J62") == "20.1"
    assert refused(state, "land 7A/1 at J62") == "21.6"
