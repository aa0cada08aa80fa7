"""What is true of every position, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.campaign_for_north_africa.capability.cohesion import BEST
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.contents import IN_PORT
from sandtable.games.campaign_for_north_africa.fleet.tables import warships
from sandtable.games.campaign_for_north_africa.ground.zones import has_friends
from sandtable.games.campaign_for_north_africa.map import board, cities, is_coastal
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, is_made, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.raiders.prowling import allowance
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_names
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, REGION, ROMMEL, SIDES, Campaign, enemy_of

MOST_AMMO, MOST_FUEL = 40, 60  # [32.15]


def broken_invariants(state: Campaign) -> list[str]:
    return [*_units(state), *_stacks(state), *_parts(state), *_supply(state), *_books(state), *_replacements(state)]


def _units(state: Campaign) -> Iterator[str]:
    made = state.units.keys() - counters().keys()
    if counters().keys() - state.units.keys() or not all(is_made(name) for name in made):
        yield "a unit has vanished or appeared from nowhere"
    for name, unit in state.units.items():
        at = unit.at
        if at >= 0 and not board().playable[at]:
            yield f"{name} stands on unplayable {board().name(at)}"
        if at < 0 and at not in REGION and at not in OUT_OF_PLAY:
            yield f"{name} is nowhere"
        if at in REGION and counters()[name].side != "axis":
            yield f"{name} is in an enemy box"  # [8.82]
        if any(points < 1 for points in unit.toe.values()):
            yield f"{name} has an empty weapon system"
        if any(weapon and weapon not in weapons() for weapon in unit.toe):
            yield f"{name} has an unknown weapon"
        if unit.cohesion > BEST:
            yield f"{name} has a Cohesion Level of {unit.cohesion}"  # [6.23]
        if unit.motors < 0:
            yield f"{name} owes Motorization Points"
        if unit.motors and unit.attached:
            yield f"{name} is attached and has Motorization Points of its own"  # [8.96]
        if unit.spent < 0 or unit.breakdown < 0:
            yield f"{name} has done less than nothing"
        if unit.reserve not in (0, 1, 2) or unit.released not in (0, 1, 2):
            yield f"{name} is in no known Reserve"
    if ROMMEL in state.units and state.rommel != state.units[ROMMEL].at:
        yield "Rommel is not where his counter is"


def _stacks(state: Campaign) -> Iterator[str]:
    """[4.25, 8.13] Every counter in play lies in exactly one stack, where it is, and no hex holds both sides."""
    facts = counters()
    placed: dict[str, int] = {}
    for at, names in state.stacks.items():
        if not names:
            yield f"there is an empty stack at {board().name(at)}"
        if len({facts[name].side for name in names}) > 1:
            yield f"{board().name(at)} holds units of both sides"
        for name in names:
            if name in placed:
                yield f"{name} lies in two stacks"
            placed[name] = at
            if state.units[name].at != at:
                yield f"{name} is stacked where it is not"
            if state.units[name].attached:
                yield f"{name} is attached and lies on the map"
    for name, unit in state.units.items():
        if unit.at not in OUT_OF_PLAY and not unit.attached and name not in placed:
            yield f"{name} lies in no stack"
        if unit.at in OUT_OF_PLAY and name in placed:
            yield f"{name} is out of play and on the map"


def _parts(state: Campaign) -> Iterator[str]:
    """[19.12] What is attached is with its parent."""
    seen: set[str] = set()
    for parent, names in state.parts.items():
        if not names:
            yield f"{parent} has an empty list of parts"
        for name in names:
            if name in seen:
                yield f"{name} is attached twice"
            seen.add(name)
            unit = state.units[name]
            if unit.attached != parent:
                yield f"{name} is not attached to {parent}"
            if unit.at != state.units[parent].at:
                yield f"{name} is not with {parent}"
            if counters()[name].side != counters()[parent].side:
                yield f"{name} is attached to the enemy"
    for name, unit in state.units.items():
        if unit.attached and name not in seen:
            yield f"{unit.attached} does not know of {name}"


def _supply(state: Campaign) -> Iterator[str]:
    for name, each in state.supply.items():
        if each.dummy and (each.ammo or each.fuel):
            yield f"{name} is a dummy with contents"
        if not 0 <= each.ammo <= MOST_AMMO or not 0 <= each.fuel <= MOST_FUEL:
            yield f"{name} holds {each.ammo} Ammo and {each.fuel} Fuel"  # [32.15]
        if not each.dummy and not each.ammo and not each.fuel:
            yield f"{name} is empty"
        if has_friends(state, enemy_of(each.side), each.at):
            yield f"{name} lies among the enemy"  # [32.13]


def _books(state: Campaign) -> Iterator[str]:
    for side in SIDES:
        for at, points in state.motors.get(side, {}).items():
            if points < 1:
                yield f"{side} has {points} Motorization Points at {board().name(at)}"
            if has_friends(state, enemy_of(side), at):
                yield f"{side} has Motorization Points among the enemy"
    for name, ship in state.ships.items():
        if ship.at != IN_PORT and not is_coastal(ship.at):
            yield f"{name} lies before no coast"  # [30.14]
        if not 0 <= ship.guns <= warships()[name].guns:
            yield f"{name} has {ship.guns} guns"
    for name, wreck in state.wrecks.items():
        if wreck.points < 1:
            yield f"{name} is an empty wreck"
    for key, points in state.spares.items():
        if points < 1:
            yield f"there are {points} spare points {key}"
    if any(points < 0 for points in state.prisoners.values()):
        yield "somebody has prisoners to give"
    for name, each in state.captives.items():
        if each.points < 1:
            yield f"{name} has {each.points} Prisoner Points"
        if each.at < 0 or not board().playable[each.at]:
            yield f"{name} is not on the map"
    for name, raider in state.raiders.items():
        if name not in raider_names(raider.side):
            yield f"{name} is no desert raider of the {raider.side}"  # [27.11, 27.2]
        if raider.at < 0 or not board().playable[raider.at]:
            yield f"{name} is not on the map"
        if not 0 <= raider.spent <= allowance():
            yield f"{name} has spent {raider.spent} half points"  # [27.37]
    for at, field in state.minefields.items():
        if at < 0 or not board().playable[at] or at in cities():
            yield f"there is a minefield of the {field.side} at {board().name(at)}"  # [24.35]
    yield from _projects(state)
    for guard, origin in state.guards.items():
        if guard not in state.units or origin not in state.units:
            yield f"{guard} is a guard of nobody"


def _projects(state: Campaign) -> Iterator[str]:
    """[24.11, 24.15] Builders are of the side that builds, and on one project each."""
    busy: set[str] = set()
    for name, each in state.projects.items():
        if each.work not in construction_table().works:
            yield f"nobody knows what {name} is"
        elif each.stages > construction_table().works[each.work].stages:
            yield f"{name} was done long ago"
        if not each.builders and not each.stages:
            yield f"{name} is a project on which nothing was ever done"
        if state.holder(each.at) == enemy_of(each.side):
            yield f"{name} is built among the enemy"
        for builder in each.builders:
            if builder in busy:
                yield f"{builder} works on two projects"
            busy.add(builder)
            if counters()[builder].side != each.side:
                yield f"{builder} works for the enemy"
    if len({*state.laid}) < len(state.laid):
        yield "a road was built twice"


def _replacements(state: Campaign) -> Iterator[str]:
    """[20.42, 20.61] Replacement Points are counters of which one knows for whom they are meant."""
    if {name for name in state.units if is_replacement(name)} != state.replacements.keys():
        yield "there are Replacement Points that nobody knows of"
    for name, each in state.replacements.items():
        if each.left < 0 or (each.unit and each.unit not in state.units):
            yield f"{name} is meant for nobody, or trained too well"
    for line, drawn in state.drawn.items():
        if not 0 <= drawn.count <= drawn.total:
            yield f"of {line} {drawn.count} points of {drawn.total} were drawn at a time"
