"""[20.83] Units that the schedule withdraws soon: out of their formations, to Cairo or Alexandria, and no farther."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import ports_of_withdrawal
from sandtable.games.campaign_for_north_africa.arrivals.schedules import withdrawals
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach
from sandtable.games.campaign_for_north_africa.pieces.units import motors_needed
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, Side, top_of


def leaving(state: Campaign, side: Side) -> list[str]:
    """The units in play that are named in a withdrawal of the next turns, each headquarters for all that is with it."""
    if side != "commonwealth":
        return []
    key = "leaving"
    found: list[str] | None = state.derived.get(key)
    if found is None:
        now = state.turn, state.stage
        rows = [row for row in withdrawals() if now <= row.when and row.when[0] <= state.turn + weights().aims.leave]
        names = dict.fromkeys(name for row in rows for name in row.units)
        in_play = [name for name in names if state.units[name].at not in OUT_OF_PLAY]
        found = state.derived[key] = [name for name in in_play if state.units[name].attached not in in_play]
    return found


def detachments(state: Campaign, side: Side) -> Iterator[Action]:
    """[19.43] Those who are part of a counter that stays, with trucks for their men."""
    for name in leaving(state, side):
        if state.units[name].attached and state.units[name].at not in ports_of_withdrawal():
            there = state.units[top_of(state, name)].motors
            yield Detach((name,), min(there, motors_needed(state, name)))


def marches(picture: Picture) -> list[tuple[str, int]]:
    """[20.83] To the nearest hex of the two cities; who has come there stays."""
    ports, distance = ports_of_withdrawal(), board().distance
    found = []
    for name in leaving(picture.state, picture.side):
        unit = picture.state.units[name]
        if unit.attached or unit.at < 0 or name not in picture.forces:
            continue
        goal = unit.at if unit.at in ports else min(ports, key=lambda hex: (distance(hex, unit.at), hex))
        found.append((name, goal))
    return found
