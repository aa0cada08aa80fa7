"""[22.3, 22.4] Rommel alone among enemies: he cannot be harmed and is put with the closest Axis combat units."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.core import fields
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, fortresses, home_base
from sandtable.games.afrika_korps.orders import Station
from sandtable.games.afrika_korps.state import ROMMEL, AfrikaKorps, place


def displace(draft: Draft[AfrikaKorps]) -> None:
    """[22.4] Move Rommel away from enemies if no combat unit is with him. Call it after anything moved or died."""
    if in_danger(draft.state):
        _relocate(draft, "alone in an enemy zone")


def displace_if_isolated(draft: Draft[AfrikaKorps]) -> None:
    """[22.4] The same when he is encircled alone. Lack of supply by itself does not move him."""
    if cut_off(draft.state):
        _relocate(draft, "alone in isolation")


def in_danger(state: AfrikaKorps) -> bool:
    here = state.layout.rommel
    if here < 0 or state.at(here, "axis"):
        return False
    foes, immune = state.layout.live["allied"], fortresses()
    beside = () if here in immune else board().adjacent[here]  # a fortress neither feels nor casts a zone
    return here in foes or any(there in foes and there not in immune for there in beside)


def cut_off(state: AfrikaKorps) -> bool:
    here = state.layout.rommel
    if here < 0 or state.at(here, "axis"):
        return False
    stands = state.layout.combat["axis"].keys()  # a unit on the rim is company, zone or not
    return all(map(stands.isdisjoint, fields.rings(board().adjacent, [here], front(state, "axis").cut)))


def held_in(state: AfrikaKorps) -> bool:
    """[22.4] Isolated in an encirclement that he shares with combat units: no way that is free of Allied zones leads to
    a supply or home."""
    within = fields.spread(board().adjacent, [state.layout.rommel], front(state, "axis").cut)
    outside = {home_base("axis"), *state.layout.supplies["axis"].values()}
    return within.keys().isdisjoint(outside) and not within.keys().isdisjoint(state.layout.combat["axis"])


def refuges(state: AfrikaKorps) -> list[int]:
    """[22.42] The hexes of the closest Axis combat units: over free hexes, else over any passable ones. No part of the
    map is out of reach of the others."""
    here, stands = state.layout.rommel, state.layout.combat["axis"]
    return _nearest(here, stands, front(state, "axis").cut) or _nearest(here, stands, bytearray(len(board())))


def _nearest(start: int, goals: Collection[int], closed: Sequence[int]) -> list[int]:
    seen, ring = {start}, [start]
    while ring:
        ring = sorted({there for here in ring for there in board().adjacent[here] if not closed[there]} - seen)
        seen.update(ring)
        found = [there for there in ring if there in goals]
        if found:
            return found
    return []


def _relocate(draft: Draft[AfrikaKorps], why: str) -> None:
    hexes = refuges(draft.state)
    if len(hexes) == 1:
        _station(draft, hexes[0], why)
    elif hexes and not isinstance(draft.top, RommelPlacement):
        draft.push(RommelPlacement(why))


def _station(draft: Draft[AfrikaKorps], hexagon: int, why: str) -> None:
    origin = board().name(draft.state.layout.rommel)
    place(draft, ROMMEL, hexagon)
    draft.note("displaced", unit=ROMMEL, origin=origin, at=board().name(hexagon), case="22.4", why=why)


class RommelPlacement(Decision[AfrikaKorps], frozen=True):
    """[22.42] Several Axis hexes are equally close: the Axis player chooses."""

    why: str

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return ("axis",)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Rommel is {self.why}: choose the combat units he joins."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Made(refuges(state), lambda hexagon: Station(board().name(hexagon)))

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        names = [board().name(hexagon) for hexagon in refuges(state)]
        if not isinstance(action, Station):
            raise Refusal("22.42", f"Rommel is {self.why}; place him at {' or '.join(names)}")
        if action.at not in names:
            raise Refusal("22.42", f"the closest Axis combat units are at {', '.join(names)}, not at {action.at}")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        assert isinstance(action, Station)
        draft.pop()
        _station(draft, board().hex(action.at), self.why)
