"""[14.5, 21.5] Enemy wrecks that combat units come upon: destroyed tanks in the hex they enter, broken-down vehicles
next to it. They are taken and pulled away, or destroyed tanks done away with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.board import UnknownHex
from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import controlled
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import Gait, gaits, is_combat, size
from sandtable.games.campaign_for_north_africa.repair.orders import Capture
from sandtable.games.campaign_for_north_africa.repair.towing import nearest, unsafe
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

PULL = 3  # [14.53, 21.55] hexes
TOWED: tuple[Gait, ...] = ("motor",)  # [21.55] as vehicles
NOWHERE = "none"  # the word for removing them


def come_upon(draft: Draft[Campaign], side: Side, counters: Sequence[str], hex: int) -> None:
    """[14.52, 21.51, 21.52] Ask at once about what combat units have come upon."""
    found = found_by(draft.state, side, counters, hex)
    if found:
        draft.push(Spoils(side, found))


def found_by(state: Campaign, side: Side, counters: Sequence[str], hex: int) -> tuple[str, ...]:
    return tuple(
        name
        for name, wreck in state.wrecks.items()
        if wreck.side != side and _is_found(state, side, counters, hex, wreck)
    )


def _is_found(state: Campaign, side: Side, counters: Sequence[str], hex: int, wreck: Wreck) -> bool:
    """[14.51, 14.52, 14.55] Destroyed tanks are taken by entering their hex, in which then nobody of the owner's is."""
    return wreck.at == hex if wreck.destroyed else _is_seized(state, side, counters, hex, wreck)


def _is_seized(state: Campaign, side: Side, counters: Sequence[str], hex: int, wreck: Wreck) -> bool:
    """[21.52, 21.53, 21.54] By a battalion or more, not out of a hex that their owner holds or controls, nor over
    ground that the captors could not cross."""
    large = [name for name in counters if is_combat(state, name) and size(state, name) >= 1]
    if hex == wreck.at:
        return bool(large)
    if not any(ground_of(state, gaits(state, (name,))).cost(hex, wreck.at) is not None for name in large):
        return False
    return not state.stacks.get(wreck.at) and not controlled(state, wreck.at, enemy_of(side))


class Spoils(Decision[Campaign], frozen=True):
    """[14.52, 14.53, 21.55] Where captured vehicles are put; destroyed tanks may be removed for good instead."""

    exhaustive: ClassVar[bool] = False
    side: Side
    names: tuple[str, ...]

    def prompt(self, state: Campaign) -> str:
        return f"Capture {', '.join(self.names)}: pull each up to {PULL} hexes away; destroyed tanks may be removed."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return tuple(action for name in self.names for action in suggestions(state, self.side, name))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Capture) or action.name not in self.names:
            raise Refusal("14.52", f"decide about {', '.join(self.names)}")
        wreck = state.wrecks[action.name]
        if action.to == NOWHERE:
            if not wreck.destroyed:
                raise Refusal("21.52", f"{action.name} may be captured but not removed")
            return
        try:
            there = board().hex(action.to)
        except UnknownHex as unknown:
            raise Refusal("14.53", f"there is no hex {action.to}") from unknown
        if there not in within_pull(state, self.side, wreck.at):
            raise Refusal(
                "14.53" if wreck.destroyed else "21.55",
                f"{action.to} is not within {PULL} hexes by a safe, open route",
            )

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Capture)
        left = tuple(name for name in self.names if name != action.name)
        draft.pop()
        if left:
            draft.push(replace(self, names=left))
        carry_off(draft, self.side, action)


def carry_off(draft: Draft[Campaign], side: Side, action: Capture) -> None:
    """[14.52, 14.54] From now on they are the captor's to repair."""
    wreck = draft.state.wrecks[action.name]
    draft.note("seized", side=side, wreck=action.name, at=board().name(wreck.at), to=action.to)
    if action.to == NOWHERE:
        draft.strike("wrecks", action.name)
        return
    draft.amend("wrecks", action.name, replace(wreck, side=side, at=board().hex(action.to)))
    draft.note(
        "spoils",
        only=side,
        wreck=action.name,
        nation=wreck.nation,
        weapon=wreck.weapon or wreck.code,
        points=wreck.points,
    )


def within_pull(state: Campaign, side: Side, start: int) -> Collection[int]:
    """[14.53, 21.55] As vehicles, not through enemy units or zones."""
    ground, closed = ground_of(state, TOWED), unsafe(state, side)
    reached = {start: 0}
    for hex in (edge := [start]):
        if reached[hex] == PULL:
            continue
        for there, _ in ground.steps(hex):
            if there in reached or closed[there]:
                continue
            reached[there] = reached[hex] + 1
            edge.append(there)
    return reached


def suggestions(state: Campaign, side: Side, name: str) -> list[Action]:
    """Towards the nearest facility of one's own, to leave them, or to remove them."""
    wreck = state.wrecks[name]
    best = min(within_pull(state, side, wreck.at), key=lambda at: (nearest(state, side, at), at))
    places = dict.fromkeys((board().name(best), board().name(wreck.at)))
    found: list[Action] = [Capture(name, place) for place in places]
    return [*found, Capture(name, NOWHERE)] if wreck.destroyed else found
