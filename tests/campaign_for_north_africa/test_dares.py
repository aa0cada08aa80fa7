"""Walkers that look for faults are led to contact, into battle and away with the supplies."""

from __future__ import annotations

from sandtable.core.frames import admits
from sandtable.games.campaign_for_north_africa.dares import dares
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from tests.campaign_for_north_africa.combat.test_retreats import beaten
from tests.campaign_for_north_africa.positions import asking, position

NEAR = asking(
    position("1RTR C3818", "I/125 C4118", phasing="commonwealth", supply={"CW-S1": ("C3818", 40, 60)}),
    Movement("commonwealth"),
)


def test_a_dare_of_movement_ends_next_to_the_enemy() -> None:
    found = dares(NEAR, "commonwealth")
    ends = [str(action).rpartition("-")[2].split()[0] for action in found]
    assert found and all(admits(NEAR, "commonwealth", action) for action in found)
    assert all(board().hex("C4118") in neighbours()[board().hex(end)] for end in ends)


def test_a_dare_of_a_retreat_takes_the_supplies_along() -> None:
    state = beaten("1RTR C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 0, 2, 30)})
    found = dares(state, "commonwealth")
    assert found and all("CW-S1" in str(action) for action in found)
