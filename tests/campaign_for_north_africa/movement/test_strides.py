"""[10.25, 32.23] How far a march goes before something happens: enemies, their zones, Fuel, hexes that are full."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.ground.movement_record import close
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction, _stride, faces_large_enemy, open_reaction
from sandtable.games.campaign_for_north_africa.movement.reach import Kind, party_of
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import draft_of

HEX = board().hex
COLUMN = "C3510 C3511 C3512 C3513 C3514 C3515 C3516"  # two Capability Points a step, on foot or on wheels


def stride(
    *units: str,
    names: str = "1KRRC",
    way: str = COLUMN,
    kind: Kind = "move",
    side: Side = "commonwealth",
    **fields: Any,
) -> tuple[int, bool]:
    state = position(*units, **fields)
    party = party_of(state, side, names.split(), kind)
    return _stride(state, party, tuple(HEX(name) for name in way.split()))


@pytest.mark.case("10.25", "8.13", "10.23")
@pytest.mark.parametrize(
    ("enemy", "steps", "stops"),
    [
        ("I/157 C3530", 6, False),  # nobody in the way
        ("I/157, II/157 C3515", 4, True),  # their zone lies on C3514
        ("157Fant+ C3515", 4, True),
        ("I/157, II/157 C3511", 0, True),  # the enemy himself: no step at all
        ("63AT C3513", 2, False),  # a company without a zone: at C3512, next to it, something may happen
        ("63AT C3614", 4, False),  # next to C3514
        ("63AT C3516", 5, False),
    ],
)
def test_how_far_a_battalion_goes_before_something_happens(enemy: str, steps: int, stops: bool) -> None:
    assert stride("1KRRC C3510", enemy) == (steps, stops)


@pytest.mark.case("10.25")
def test_a_headquarters_alone_passes_enemies_without_a_zone_and_nothing_happens() -> None:
    assert stride("7Spt[] C3510 fuel=1", "63AT C3614", names="7Spt") == (6, False)
    assert stride("7Spt[] C3510 fuel=1", "63AT C3513", names="7Spt") == (2, True)  # but not through them
    assert stride("7Spt C3510 fuel=1, 1KRRC>7Spt fuel=1", "63AT C3614", names="7Spt") == (4, False)


@pytest.mark.case("10.25", "10.24", "10.23")
def test_straight_from_zone_to_zone_nobody_goes_but_by_way_of_a_free_hex() -> None:
    """Enemies at C3509 hold the start, others at C3513 the second hex of the way."""
    enemies = "I/157, II/157 C3509, I/158, II/158 C3514"
    assert stride("1KRRC C3510", enemies) == (3, True)  # C3511 and C3512 are free
    near = "I/157, II/157 C3509, I/158, II/158 C3512"
    assert stride("1KRRC C3510", near) == (0, True)


@pytest.mark.case("10.25", "10.23", "9.31")
def test_who_reacts_keeps_out_of_zones_and_ends_where_there_is_room() -> None:
    enemy = "I/157, II/157 C3515"
    assert stride("11Hus C3510 fuel=1", enemy, names="11Hus", kind="react") == (3, True)
    assert stride("11Hus C3510 fuel=1", enemy, names="11Hus") == (4, True)
    friends = ("2NZ+, 1KRRC C3513", "4In+, 2KRRC C3512", "50Inf+, 1RNF C3511")
    for full, steps in ((1, 2), (2, 1), (3, 0)):
        found = stride("11Hus C3510 fuel=1", enemy, *friends[:full], names="11Hus", kind="react")
        assert found == (steps, True)


@pytest.mark.case("32.23", "10.25")
@pytest.mark.parametrize(
    ("unit", "steps"),
    [
        ("6RTR C3510 spent=25 fuel=1", 5),  # ten points are left of the Allowance of 35
        ("6RTR C3510 spent=25.5 fuel=1", 4),
        ("6RTR C3510 spent=25 fuel=2", 6),
        ("6RTR C3510 spent=34 fuel=1", 1),  # what is due for the first step is asked before it
        ("6RTR C3510 spent=31 fuel=1", 2),
        ("6RTR C3510", 1),  # nothing has been paid yet
    ],
)
def test_a_stride_ends_where_fuel_falls_due(unit: str, steps: int) -> None:
    assert stride(unit, names="6RTR") == (steps, False)


@pytest.mark.case("8.51")
def test_only_combat_units_that_come_next_to_enemies_make_them_react() -> None:
    supply = {"CW-S1": ("C3511", 40, 60)}
    state = asking(position("104Sch[], I/5Pz C3510", "11Hus C3511", phasing="axis", supply=supply))
    for movers, is_asked in ((("104Sch",), False), (("I/5Pz",), True), (("104Sch", "I/5Pz"), True)):
        draft = draft_of(state)
        open_reaction(draft, "axis", movers, HEX("C3510"))
        assert isinstance(draft.state.stack[-1], Reaction) is is_asked, movers


@pytest.mark.case("21.41")
@pytest.mark.parametrize(
    ("units", "is_faced"),
    [
        ("157Fant+ C3511", True),
        ("I/157 C3511", False),  # a battalion
        ("157Fant+ C3512", True),  # two hexes away
        ("157Fant+ C3513", False),
        (
            "157Fant+ C3512, 1KRRC C3511, 2KRRC C3611, 2RflBde C3411, 1RflBde C3610, 1RNF C3410",
            False,
        ),  # friends between
    ],
)
def test_whether_a_large_enemy_is_near_with_nobody_between(units: str, is_faced: bool) -> None:
    assert faces_large_enemy(position("11Hus C3510", units), "commonwealth", HEX("C3510")) is is_faced


@pytest.mark.case("8.14", "10.23")
def test_who_has_stopped_is_written_down_once() -> None:
    state = asking(position("1KRRC, 2KRRC C3510"), Movement("commonwealth"))
    draft = draft_of(state)
    close(draft, ("1KRRC",))
    close(draft, ("1KRRC", "2KRRC"))
    frame = draft.state.stack[-1]
    assert isinstance(frame, Movement) and frame.done == ("1KRRC", "2KRRC")
