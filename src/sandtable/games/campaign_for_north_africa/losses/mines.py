"""[26.14, 26.15, 26.25] What happens to those who enter an enemy minefield, and to the minefield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.ground.minefields import is_mined, with_engineers
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING
from sandtable.games.campaign_for_north_africa.losses.casualties import sweep, take
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.strength import rating
from sandtable.games.campaign_for_north_africa.pieces.units import BATTALION, facts, gait, target_class
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, all_of

BLOWN_UP = 5  # [26.25] on this die or a higher one
WITH_MOTORS = ("armour", "infantry")  # [26.25] tanks and motorized infantry


# Entering [26.15, 26.25]


def cross(draft: Draft[Campaign], side: Side, counters: Sequence[str], hexes: Iterable[int]) -> tuple[str, ...]:
    """[26.15, 26.25] Counters have entered some hexes: every enemy minefield in them is turned over, and real ones may
    destroy vehicles. Who of them is left. Trucks by themselves never get into one: it costs them their whole Allowance
    besides the ground, and they may not exceed it [32.58]."""
    guided = with_engineers(draft.state, counters)
    for hex in _hostile(draft.state, side, hexes):
        turn_over(draft, hex)
        if is_mined(draft.state, hex, side) and not guided:
            for name in tuple(_vehicles(draft.state, counters)):
                _run_on_mines(draft, side, name, hex)
    return tuple(name for name in counters if draft.state.units[name].at not in OUT_OF_PLAY)


def _hostile(state: Campaign, side: str, hexes: Iterable[int]) -> list[int]:
    return [hex for hex in hexes if hex in state.minefields and state.minefields[hex].side != side]


def turn_over(draft: Draft[Campaign], hex: int) -> None:
    """[26.15, 26.23] The counter shows what it is."""
    each = draft.state.minefields[hex]
    if each.revealed:
        return
    draft.amend("minefields", hex, replace(each, revealed=True))
    draft.note("turned_over", side=each.side, at=board().name(hex), dummy=each.dummy, case="26.15")


def _vehicles(state: Campaign, counters: Iterable[str]) -> Iterator[str]:
    """[26.25] Combat units of battalion size or less that move by vehicles, and have points to lose."""
    for counter in counters:
        for name in all_of(state, counter):
            own = facts(name)
            if not own.combat or own.counter.stacking > BATTALION or gait(state, name) in WALKING:
                continue
            if any(target_class(name, weapon) in WITH_MOTORS for weapon in state.units[name].toe):
                yield name


def _run_on_mines(draft: Draft[Campaign], side: Side, name: str, hex: int) -> None:
    """[26.25] A die for each unit; on a five or six its least point of tanks or motorized infantry is lost."""
    if draft.roll("mines", only=side) < BLOWN_UP:
        return
    toe = draft.state.units[name].toe
    exposed = [weapon for weapon in toe if target_class(name, weapon) in WITH_MOTORS]
    weapon = min(exposed, key=lambda each: (_worth(draft.state, name, each), each))
    draft.note("blown_up", only=side, unit=name, at=board().name(hex), points=1)
    take(draft, side, (hex,), (Points(name, weapon, 1),))
    sweep(draft, (name,))


def _worth(state: Campaign, name: str, weapon: str) -> int:
    found = (rating(state, name, weapon, "offence"), rating(state, name, weapon, "defence"))
    return sum(each.value for each in found if each is not None)


# Dummies [26.14]


def lift_dummies(draft: Draft[Campaign]) -> None:
    """[26.14, 26.23] When a Movement Segment is over, dummies that an enemy has entered are gone."""
    for hex, each in tuple(draft.state.minefields.items()):
        if each.dummy and each.revealed:
            draft.strike("minefields", hex)
            draft.note("lifted_dummy", side=each.side, at=board().name(hex), case="26.14")
