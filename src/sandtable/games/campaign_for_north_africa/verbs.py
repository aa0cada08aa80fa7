"""The verbs: the only ways in which rules change the position."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Captives, Report, SupplyUnit, Unit, Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, OUT_OF_PLAY, ROMMEL, Campaign, all_of, top_of


def mark(draft: Draft[Campaign], name: str, **fields: Any) -> None:
    """Change what is known of a unit where it stands; place and attachment have verbs of their own."""
    unit = draft.state.units[name]
    changed = replace(unit, **fields)
    if changed != unit:
        draft.amend("units", name, changed)


def place(draft: Draft[Campaign], counter: str, at: int) -> None:
    """Put a counter with all that is attached to it somewhere else."""
    before = draft.state.units[counter].at
    for name in tuple(all_of(draft.state, counter)):
        draft.amend("units", name, replace(draft.state.units[name], at=at))
        if name == ROMMEL:
            draft.change(rommel=at)
    _unstack(draft, counter, before)
    if at not in OUT_OF_PLAY:
        draft.amend("stacks", at, (*draft.state.stacks.get(at, ()), counter))


def _unstack(draft: Draft[Campaign], counter: str, at: int) -> None:
    if at in OUT_OF_PLAY:
        return
    left = tuple(name for name in draft.state.stacks.get(at, ()) if name != counter)
    if left:
        draft.amend("stacks", at, left)
    else:
        draft.strike("stacks", at)


def join(draft: Draft[Campaign], name: str, parent: str) -> None:
    """[19.12] A counter becomes part of another; its Motorization Points go to the highest counter [8.96]."""
    unit = draft.state.units[name]
    _unstack(draft, name, unit.at)
    draft.amend("parts", parent, (*draft.state.parts.get(parent, ()), name))
    mark(draft, name, attached=parent, motors=0)
    if unit.motors:
        top = top_of(draft.state, parent)
        mark(draft, top, motors=draft.state.units[top].motors + unit.motors)


def leave(draft: Draft[Campaign], name: str, motors: int = 0) -> None:
    """[19.43] A unit becomes a counter of its own in the same hex, with some of the Motorization Points [8.97]."""
    unit = draft.state.units[name]
    parent = unit.attached
    if motors:
        top = top_of(draft.state, parent)
        mark(draft, top, motors=draft.state.units[top].motors - motors)
    left = tuple(each for each in draft.state.parts[parent] if each != name)
    if left:
        draft.amend("parts", parent, left)
    else:
        draft.strike("parts", parent)
    mark(draft, name, attached="", motors=motors)
    draft.amend("stacks", unit.at, (*draft.state.stacks.get(unit.at, ()), name))


def lose_points(draft: Draft[Campaign], name: str, weapon: str, points: int) -> None:
    """Take TOE Strength Points off a unit. Who has none left is removed by `sweep`."""
    toe = dict(draft.state.units[name].toe)
    left = toe[weapon] - points
    if left < 0:
        raise ValueError(f"{name} has not {points} points of '{weapon}'")
    if left:
        toe[weapon] = left
    else:
        del toe[weapon]
    mark(draft, name, toe=toe)


def remove(draft: Draft[Campaign], name: str, box: int = ELIMINATED) -> None:
    """Take one unit out of play. What is attached to it stays where it is, as counters or with its parent."""
    state = draft.state
    above = state.units[name].attached
    for part in state.parts.get(name, ()):
        leave(draft, part)
        if above:
            join(draft, part, above)
    if draft.state.units[name].attached:
        leave(draft, name)
    place(draft, name, box)
    unit = draft.state.units[name]
    draft.amend("units", name, Unit(box, assigned=unit.assigned, morale=unit.morale))


def unmake(draft: Draft[Campaign], name: str) -> None:
    """[20.44, 28.22] A unit that was made in play and is out of it exists no more, not even as Rommel's company."""
    draft.strike("units", name)
    if name in draft.state.escort:
        draft.change(escort=tuple(each for each in draft.state.escort if each != name))


def change_supply(draft: Draft[Campaign], name: str, **fields: Any) -> None:
    """[32.15] Change a Supply Unit; a real one without Ammo and Fuel is removed."""
    unit = replace(draft.state.supply[name], **fields)
    if unit.dummy or unit.ammo or unit.fuel:
        draft.amend("supply", name, unit)
        return
    draft.strike("supply", name)
    if unit.motors:
        add_motors(draft, unit.side, unit.at, unit.motors)
    draft.note("emptied", supply=name, at=board().name(unit.at))


def add_supply(draft: Draft[Campaign], unit: SupplyUnit) -> str:
    """[32.12] A new Supply Unit; its name."""
    serial = draft.state.serial + 1
    name = f"{'AX' if unit.side == 'axis' else 'CW'}-S{serial}"
    draft.change(serial=serial)
    draft.amend("supply", name, unit)
    return name


def add_motors(draft: Draft[Campaign], side: str, at: int, points: int) -> None:
    """[32.51] Put down unattached Motorization Points, or with a minus take them away."""
    pool = dict(draft.state.motors.get(side, {}))
    left = pool.pop(at, 0) + points
    if left < 0:
        raise ValueError(f"there are not {-points} Motorization Points at {board().name(at)}")
    if left:
        pool[at] = left
    draft.amend("motors", side, pool)


def add_wreck(draft: Draft[Campaign], wreck: Wreck) -> str:
    serial = draft.state.serial + 1
    name = f"W{serial}"
    draft.change(serial=serial)
    draft.amend("wrecks", name, wreck)
    return name


def add_captives(draft: Draft[Campaign], each: Captives) -> str:
    """[28.11] Prisoner Points that are put down; the name of their marker."""
    serial = draft.state.serial + 1
    name = f"POW-{serial}"
    draft.change(serial=serial)
    draft.amend("captives", name, each)
    return name


def learn(
    draft: Draft[Campaign],
    side: str,
    name: str,
    toe: int = -1,
    motorised: bool = False,
    at: int | None = None,
) -> None:
    """[3.61, 16.51] A side learns about an enemy unit, where it is or is said to be."""
    state = draft.state
    where = board().name(state.units[name].at if at is None else at)
    report = Report(state.turn, state.stage, where, toe, motorised)
    draft.amend("known", side, {**state.known.get(side, {}), name: report})


def record(draft: Draft[Campaign], **fields: Any) -> None:
    """Change what the Combat Segment has come to."""
    draft.change(segment=replace(draft.state.segment, **fields))
