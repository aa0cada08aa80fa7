"""[8.53, 8.54, 8.56] Who may react to those who have come next to him: unit by unit. They have come to C3510."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.reach import has_room, party_of
from sandtable.games.campaign_for_north_africa.movement.reaction import (
    able_motors,
    able_parts,
    able_trains,
    is_pinned,
    why_not_react,
)
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position

COME, HERE = board().hex("C3510"), board().hex("C3511")
SLOW, FAST, FASTEST = "I/5Pz", "5DPtl", "33Aufk"  # 24, 35 and 45 Capability Points


def met(*units: str, movers: str = SLOW, **fields: Any) -> Campaign:
    return position(f"{', '.join(movers.split())} C3510", *units, phasing="axis", **fields)


@pytest.mark.case("6.26", "8.53", "8.54", "31.0")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        ("2RTR C3511", ""),
        ("2RTR C3511 cohesion=-26", "6.26"),
        ("2RTR C3511 cohesion=-25", ""),
        ("4ArmBde C3511, 2RTR>4ArmBde, 6RTR>4ArmBde cohesion=-26", "6.26"),  # one of them
        ("1KRRC C3511", "8.53"),  # on foot
        ("1KRRC C3511 motors=6", ""),
        ("4ArmBde C3511, 2RTR>4ArmBde, 1KRRC>4ArmBde", "8.53"),
        ("2RTR C3511 engaged", "8.53"),
    ],
)
def test_what_keeps_a_unit_from_reacting(units: str, case: str) -> None:
    found = why_not_react(met(units), units.split()[0], (SLOW,))
    assert (found.case if found else "") == case


@pytest.mark.case("8.53", "8.54")
@pytest.mark.parametrize(
    ("own", "movers", "pins"),
    [
        ("I/5Pz", "5RTR", True),  # 30 against 24: six more
        ("XXI(L)", "5RTR", False),  # against 25: five
        ("XXI(L)", "6RTR", True),
        ("XXI(L)", "5RTR 6RTR", True),  # one of them is enough
        ("XXI(L)", "6RTR 5RTR", True),
        ("XXI(L)", "5RTR 2RTR", False),
    ],
)
def test_six_points_more_pin(own: str, movers: str, pins: bool) -> None:
    state = position(f"{own} C3511", f"{', '.join(movers.split())} C3510")
    assert is_pinned(state, own, movers.split()) is pins
    assert cpa(state, "I/5Pz" if own == "I/5Pz" else "XXI(L)") == (24 if own == "I/5Pz" else 25)


@pytest.mark.case("8.53", "8.54")
def test_a_headquarters_pins_nobody_however_fast_it_is() -> None:
    state = position("XXI(L) C3511", "7Arm[] C3510")
    assert not is_pinned(state, "XXI(L)", ("7Arm",))


@pytest.mark.case("8.56")
@pytest.mark.parametrize(("motors", "parts"), [(5, ()), (6, ("1KRRC", "2KRRC")), (12, ("1KRRC", "2KRRC"))])
def test_parts_that_the_trucks_can_carry_react_by_themselves(motors: int, parts: tuple[str, ...]) -> None:
    state = met(f"7Spt C3511 motors={motors}, 1KRRC>7Spt, 2KRRC>7Spt")
    assert able_parts(state, "commonwealth", (SLOW,), COME, -1) == parts


@pytest.mark.case("8.56")
def test_parts_that_do_not_fight_or_cannot_move_do_not_react_by_themselves() -> None:
    state = met("7Arm C3511, 4ArmBde[]>7Arm, 2RTR>7Arm, 6RTR>7Arm cohesion=-26")
    assert able_parts(state, "commonwealth", (SLOW,), COME, -1) == ("2RTR",)


@pytest.mark.case("8.53", "32.58")
@pytest.mark.parametrize(
    ("movers", "guard", "motors", "is_able"),
    [
        (SLOW, "2RTR", 30, True),
        (SLOW, "2RTR", 0, False),  # nothing carries it
        (SLOW, "", 30, False),  # nobody is with it
        (SLOW, "7Arm[]", 30, False),
        (FAST, "2RTR", 30, False),  # 35 points are too fast for it
        (FASTEST, "2RTR", 30, False),
        (f"{SLOW} {FASTEST}", "2RTR", 30, False),
    ],
)
def test_a_supply_unit_reacts_on_wheels_with_a_guard_to_enemies_who_are_not_too_fast(
    movers: str, guard: str, motors: int, is_able: bool
) -> None:
    guards = (f"{guard} C3511",) if guard else ()
    state = met(*guards, movers=movers, supply={"CW-S1": ("C3511", 0, 2, motors)})
    found = able_trains(state, "commonwealth", movers.split(), COME)
    assert found == (("CW-S1",) if is_able else ())


@pytest.mark.case("8.53", "32.58")
def test_neither_supply_units_nor_trucks_react_out_of_the_zone_of_others() -> None:
    others = "I/157, II/157 C3512"
    state = met("2RTR C3511", others, supply={"CW-S1": ("C3511", 0, 2, 30)}, motors={"commonwealth": {"C3511": 5}})
    assert able_trains(state, "commonwealth", (SLOW,), COME) == ()
    assert able_motors(state, "commonwealth", (SLOW,), COME, -1) == ()


@pytest.mark.case("8.53", "8.98")
@pytest.mark.parametrize(
    ("movers", "guard", "target", "is_able"),
    [
        (SLOW, "2RTR", HERE, True),
        (SLOW, "", HERE, False),
        (FAST, "2RTR", HERE, True),  # 35 is one short of pinning thirty
        (FASTEST, "2RTR", HERE, False),
        (FASTEST, "2RTR", -1, True),  # no assault on them was announced
        (f"{SLOW} {FASTEST}", "2RTR", HERE, False),
    ],
)
def test_loose_trucks_react_with_a_guard_unless_they_are_pinned(
    movers: str, guard: str, target: int, is_able: bool
) -> None:
    guards = (f"{guard} C3511",) if guard else ()
    state = met(*guards, movers=movers, motors={"commonwealth": {"C3511": 1}})
    found = able_motors(state, "commonwealth", movers.split(), COME, target)
    assert found == ((HERE,) if is_able else ())
    assert able_motors(met("2RTR C3511"), "commonwealth", (SLOW,), COME, target) == ()  # there are none


@pytest.mark.case("9.31")
def test_whether_a_hex_has_room() -> None:
    state = position("2NZ+ C3510, 4In+ C3510, 1KRRC C3510, 50Inf+, 1RNF C3514")
    empty, full = board().hex("C3512"), board().hex("C3514")
    for names, at, fits in ((("1KRRC",), empty, True), (("1KRRC",), full, False), (("2NZ", "4In"), empty, False)):
        assert has_room(state, party_of(state, "commonwealth", names), at) is fits, names


@pytest.mark.case("9.31")
def test_a_whole_division_finds_no_room_on_a_mountain() -> None:
    state = position("7Arm+ C3922, 1KRRC C3920")
    mountain, plain = board().hex("B5916"), board().hex("C3510")
    for names, hexes in ((("7Arm",), {plain}), (("1KRRC",), {plain, mountain})):
        party = party_of(state, "commonwealth", names)
        assert {at for at in (mountain, plain) if has_room(state, party, at)} == hexes
