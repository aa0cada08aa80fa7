"""Anti-armour fire and Close Assaults for tests: from forces that both sides have committed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.values import Event
from sandtable.games.campaign_for_north_africa.combat.commitment import forces_of
from sandtable.games.campaign_for_north_africa.combat.differential import Fight, fight_for
from sandtable.games.campaign_for_north_africa.combat_segment import CombatSegment
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of
from tests.campaign_for_north_africa.combat_segments import STORES
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import Rolls

ANTI_ARMOUR, CLOSE_ASSAULT = 5, 6  # the steps of a Combat Segment
EVEN = (3, 1, 3, 1)  # morale of both sides that changes nothing at a Cohesion Level of 0
HEX = board().hex

# C3818 and the six hexes around it (C3819, C3719, C3718, C3817, C3918, C3919) are clear, nothing lies between them.


def committed(*units: str, attack: str, defence: str = "none", **fields: Any) -> Campaign:
    """A Combat Segment in which both sides have committed forces, written as in orders."""
    back, pinned, withdrew = (tuple(fields.pop(key, "").split()) for key in ("back", "pinned", "withdrew"))
    probes = tuple(HEX(name) for name in fields.pop("probes", "").split())
    fields.setdefault("supply", STORES)
    fields.setdefault("phasing", "axis")
    state = position(*units, **fields)
    forces = tuple(
        force
        for side, text in ((state.phasing, attack), (enemy_of(state.phasing), defence))
        for force in forces_of(state, side, NOTATION.parse(f"commit {text}"))
    )
    return replace(state, segment=Segment(back, pinned, withdrew, forces=forces, probes=probes))


def fight(state: Campaign, *hexes: str) -> Fight:
    return fight_for(state, tuple(HEX(name) for name in hexes))


def fought(state: Campaign, *rolls: int, step: int = CLOSE_ASSAULT) -> tuple[Campaign, list[Event]]:
    """The position at the first question from a step on, or after the segment, and what came to pass."""
    dice = Rolls(*rolls)
    found = frames.begin(asking(state, CombatSegment(step)), dice)
    assert not dice.values, f"not thrown: {dice.values}"
    return found


def fired(state: Campaign, *rolls: int) -> tuple[Campaign, list[Event]]:
    return fought(state, *rolls, step=ANTI_ARMOUR)


def told(events: list[Event], kind: str) -> dict[str, Any]:
    """The facts of the one event of a kind."""
    (facts,) = (event.facts for event in events if event.kind == kind)
    return dict(facts)


def toe(state: Campaign, name: str) -> dict[str, int]:
    return state.units[name].toe


def prompt(state: Campaign) -> str:
    top = state.stack[-1]
    assert isinstance(top, frames.Decision)
    return top.prompt(state)
