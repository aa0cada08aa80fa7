"""[3.6] Limited intelligence: the state as one side may know it.

Enemy counters on the map and in the boxes are seen, with their Reserve and Engaged markers; so are Supply Units, wrecks
and whatever is built. What is attached to a counter, its strength, cohesion and transport, what Supply Units and wrecks
hold, and the books of the other side are not. In their place stands what was learnt of a unit, or what its counter and
the charts lead one to expect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Frame, veiled
from sandtable.games.campaign_for_north_africa.arrivals.deployment import Deployment
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import ANY, Departure, Substitution
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import Landing
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.contents import (
    Consignment,
    Minefield,
    Project,
    Raider,
    Replacement,
    Segment,
    Ship,
    Squadron,
    SupplyUnit,
    Wreck,
)
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.delta import DeltaLanding, MotorLanding
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.map import board, neighbours, place
from sandtable.games.campaign_for_north_africa.movement.march import March, Reaction
from sandtable.games.campaign_for_north_africa.movement.reaction import NO_HEX
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import Mission, PatrolLoss, Revelation
from sandtable.games.campaign_for_north_africa.pieces.counters import sides
from sandtable.games.campaign_for_north_africa.pieces.sameness import kept_units, share_stacks
from sandtable.games.campaign_for_north_africa.raiders.encounters import Getaway, lairs
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_names
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.sight.sightings import army, sightings
from sandtable.games.campaign_for_north_africa.sight.tables_seen import tables_seen
from sandtable.games.campaign_for_north_africa.sight.veils import seen_by
from sandtable.games.campaign_for_north_africa.sight.zones_told import asked_about, zones_told
from sandtable.games.campaign_for_north_africa.state import (
    CHARIOTS_SPENT,
    DUE,
    ELIMINATED,
    ROMMEL,
    SIDES,
    Campaign,
    Side,
    enemy_of,
)
from sandtable.games.campaign_for_north_africa.turn import MovementAndCombat

FULL_AMMO, FULL_FUEL = 40, 60  # [32.15] what one expects in a Supply Unit
NO_NEWS = Replacement()  # of Replacement Points of the enemy
LAIR = place("Siwa")  # where a raider could be of whom one knows nothing


def observe(state: Campaign, side: str) -> Campaign:
    """[3.61] What a side, or a spectator without one, may know. Who looks at what he knows sees all of it."""
    if state.derived.get("observed by") == side:
        return state
    key = "observed", side
    found: Campaign | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = _observe(veiled(state, side), side)
        share_stacks(state, found)  # all see them
        found.derived["observed by"] = side
    return found


def _observe(state: Campaign, side: str) -> Campaign:
    hidden = [each for each in SIDES if each != side]
    own = army(state, side)
    kept: dict[str, Mapping[str, Any]] = {
        "known": state.known,
        "plans": state.plans,
        "captured": state.captured,
        "decoys": state.decoys,
        "lifted": state.lifted,
        "motors": state.motors,
        "received": state.received,
        "driven": state.driven,
    }
    books: dict[str, Any] = {
        field: {who: what for who, what in table.items() if who == side} for field, table in kept.items()
    }
    watched = lairs(state, side)
    if watched:
        books["motors"] |= {enemy_of(side): _watched_motors(state, side, watched)}
    look = tables_seen(side).look
    parts = look(
        "parts", state.parts, own, lambda table: {parent: each for parent, each in table.items() if parent in own}
    )
    replacements = look(
        "replacements",
        state.replacements,
        own,
        lambda table: {name: each if name in own else NO_NEWS for name, each in table.items()},
    )
    joined = parts, replacements, state.turn
    units, composition = sightings(side).look(kept_units(state), state.known.get(side, {}), own, joined)
    found = replace(
        state,
        **books,
        viewer=side,
        guards={guard: own_unit if guard in own else guard for guard, own_unit in state.guards.items()},
        replacements=replacements,
        squadrons={name: each if name in own else Squadron() for name, each in state.squadrons.items()},
        drawn=look(
            "drawn",
            state.drawn,
            side,
            lambda table: {line: each for line, each in table.items() if _draws(line) == side},
        ),
        upgraded=state.upgraded if side == "commonwealth" else (),
        told=zones_told(state, side),
        units=units,
        parts=parts,
        supply=look(
            "supply",
            state.supply,
            watched,
            lambda table: {
                name: _sealed(each, each.at in watched) if each.side in hidden else each for name, each in table.items()
            },
        ),
        raiders=_raiders(state, side),
        commandos=state.commandos if side == "commonwealth" else {},
        reforming={name: stage for name, stage in state.reforming.items() if name in _raider_names(side)},
        wrecks=look(
            "wrecks",
            state.wrecks,
            side,
            lambda table: {name: _marker(each) if each.side in hidden else each for name, each in table.items()},
        ),
        projects={name: _site(each) if each.side in hidden else each for name, each in state.projects.items()},
        minefields=look(
            "minefields",
            state.minefields,
            side,
            lambda table: {at: _laid(each) if each.side in hidden else each for at, each in table.items()},
        ),
        spares={key: points for key, points in state.spares.items() if _keeps(state, key) == side},
        escort=state.escort if side == "axis" else (),
        raids=state.raids if side == "axis" else 0,
        ships=state.ships if side == "commonwealth" else look("ships", state.ships, side, _afloat),
        raid=state.raid and side == "axis",
        chariots=state.chariots if side == "axis" or state.chariots == CHARIOTS_SPENT else 0,
        gunned={name: what for name, what in state.gunned.items() if name in own},
        delivered=_those(state.delivered, own),
        seekers=_those(state.seekers, own),
        held=state.held if side == "commonwealth" else (),
        rommel=state.rommel if side == "axis" or _is_visible(state, ROMMEL) else DUE,
        segment=_segment(state, side),
        stack=_frames(state, side),
    )
    found.__dict__["composition"] = composition
    return found


def _is_visible(state: Campaign, name: str) -> bool:
    """[3.62] Whether a counter lies on the map or in its boxes."""
    return name in state.stacks.get(state.units[name].at, ())


def _sealed(each: SupplyUnit, watched: bool) -> SupplyUnit:
    """[3.62, 32.18] Every Supply Unit of the enemy looks like a full one; raiders in its hex see the trucks [27.57]."""
    return _closed_supply(each.side, each.at, each.motors if watched else 0)


@lru_cache(maxsize=1024)
def _closed_supply(side: Side, at: int, motors: int) -> SupplyUnit:
    return SupplyUnit(side, at, FULL_AMMO, FULL_FUEL, motors=motors)


def _watched_motors(state: Campaign, side: str, watched: frozenset[int]) -> dict[int, int]:
    """[27.57] Trucks of the enemy in the hexes of one's own raiders."""
    return {at: points for at, points in state.motors.get(enemy_of(side), {}).items() if at in watched}


def _raiders(state: Campaign, side: str) -> dict[str, Raider]:
    """[27.31, 27.32, 27.33] One's own, and of the enemy the counters on the map, not what they did, nor in which order
    they all were formed."""
    return {
        name: each if each.side == side else Raider(each.side, each.at)
        for name, each in sorted(state.raiders.items())
        if each.side == side or each.shown
    }


def _raider_names(side: str) -> tuple[str, ...]:
    return raider_names("axis" if side == "axis" else "commonwealth") if side in SIDES else ()


def _marker(each: Wreck) -> Wreck:
    """[3.62] The contents of the marker are secret."""
    return _closed_marker(each.at, each.side, each.destroyed)


@lru_cache(maxsize=1024)
def _closed_marker(at: int, side: Side, destroyed: bool) -> Wreck:
    nation = "commonwealth" if side == "commonwealth" else "italian"
    return Wreck(at, side, nation, "", 1, destroyed)


def _site(each: Project) -> Project:
    """[3.62] That something is built or demolished is seen, but not what."""
    return Project(each.side, each.at, "")


def _laid(each: Minefield) -> Minefield:
    """[26.11, 26.15] A dummy looks like a real one until somebody has entered it."""
    return each if each.revealed else Minefield(each.side)


def _keeps(state: Campaign, key: str) -> Side:
    """Whose spare points lie in a place: his who stands there, else of their nation."""
    at, nations = _lot(key)
    return state.holder(at) or nations


@lru_cache(maxsize=1024)
def _lot(key: str) -> tuple[int, Side]:
    """Where spare points lie, and to whom their nation belongs."""
    place, nation, _ = key.split("/", 2)
    return board().location(place), "commonwealth" if nation == "commonwealth" else "axis"


def _draws(line: str) -> Side:
    """[20.6, 20.7] Whose charts have a line."""
    return "commonwealth" if line.startswith("commonwealth/") else "axis"


def _afloat(ships: dict[str, Ship]) -> dict[str, Ship]:
    """[30.12] Ships are seen with the guns they have; what they are about to fire is not."""
    return {name: replace(ship, fired=False) for name, ship in ships.items()}


def _segment(state: Campaign, side: str) -> Segment:
    """[3.62] In combat only totals are told."""
    segment = state.segment
    if segment == Segment():
        return segment
    own = army(state, side)
    trains = frozenset(name for name, unit in state.supply.items() if unit.side == side)
    return replace(
        segment,
        back=_those(segment.back, own),
        pinned=_those(segment.pinned, own),
        withdrew=_those(segment.withdrew, own | trains),
        salvo=segment.salvo if side == "commonwealth" else (),
        coast=segment.coast if side == "axis" else (),
        at_ships=segment.at_ships if side == "axis" else (),
        manned=_those(segment.manned, own),
        fired=tuple(at for at in segment.fired if state.holder(at) == side),
        charged={name: points for name, points in segment.charged.items() if name in own},
        forces=tuple(each for each in segment.forces if each.unit in own),
        probes=segment.probes if side == state.phasing else (),  # [15.94]
        unmet=segment.unmet if side == state.phasing else (),  # which would tell of a Probe that has failed
        # one that found nobody any more took place in silence, and nobody else asks which are over
        fought=segment.fought if side == state.phasing else (),
    )


def _those(names: tuple[str, ...], own: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in own)


# Frames that carry secrets of the side they belong to


VEILS: Mapping[type[Frame], Mapping[str, object]] = {
    Deployment: {"lots": {}, "pools": {}, "aside": {}, "walls": {}, "cars": (), "deployed": ()},
    Movement: {"contact": ()},
    MovementAndCombat: {"spent": 0},
    Patrols: {"sent": {}},
    Mission: {"points": (), "besides": ()},
    PatrolLoss: {"killed": 0, "captured": 0, "points": ()},
    Revelation: {"besides": ()},
    TruckConvoys: {"driven": {}},
    MonthlyLoss: {"points": 0},
    MotorLanding: {"points": 0},
    DeltaLanding: {"units": (), "left": 0},
    Landing: {"units": ()},
    Departure: {"units": (), "left": (), "motors": 0, "gone": ()},
    Substitution: {"name": ANY, "leaving": ()},
    Maintenance: {"tried": ()},
    OffShore: {"told": ()},
    ShoreFire: {"told": ()},
    Getaway: {"points": 0},
    Releasing: {"used": ()},
    Sailing: {"supply": 0, "motors": 0, "points": ()},
    Foundering: {"convoy": Consignment(0, 0), "owed": ()},
    Reaction: {"tops": (), "parts": (), "trains": (), "motors": ()},
    Reassignment: {"at": NO_HEX},
}


def _frames(state: Campaign, side: str) -> tuple[Frame, ...]:
    """[14.23] How often the other side is still to be asked about its guns is as secret as where."""
    top = state.stack[-1:]
    waiting = (each for each in state.stack[:-1] if not isinstance(each, Reassignment) or each.side == side)
    return tuple(_frame(frame, side, state.phasing) for frame in (*waiting, *top))


def _frame(frame: Frame, side: str, phasing: str) -> Frame:
    if isinstance(frame, March) and frame.side != side:
        return replace(frame, path=frame.path[:1], supply=(), target=_announced(frame.target, frame.path[0]))
    if isinstance(frame, Reaction) and side != enemy_of(frame.side):
        frame = replace(frame, target=_announced(frame.target, frame.at))
    veil = VEILS.get(type(frame))
    return replace(frame, **veil) if veil and getattr(frame, "side", side) != side else seen_by(frame, side, phasing)


def _announced(target: int, at: int) -> int:
    """[8.53] A Close Assault is announced by those who have come next to the hex."""
    return target if target in neighbours()[at] else NO_HEX


# Disguises


def disguises(state: Campaign, side: str) -> Iterator[Campaign]:
    """States that differ from this one only in what the side may not know."""
    for enemy in SIDES:
        if enemy == side:
            continue
        foes = frozenset(name for name in army(state, enemy) if not _is_faced(state, name, side))
        yield _weakened(state, foes)
        yield _rearranged(state, foes)
        yield _other_books(state, side, enemy)


def _is_faced(state: Campaign, name: str, side: str) -> bool:
    """[10.6] Whether an enemy stands next to a unit of this side, which is told of his zone and so of his strength."""
    at = state.units[name].at
    return at >= 0 and not asked_about(state, side).isdisjoint(neighbours()[at])


def _weakened(state: Campaign, foes: frozenset[str]) -> Campaign:
    """These units at another strength, tired, and without transport."""
    units = {
        name: replace(
            unit,
            toe=dict.fromkeys(unit.toe, 1) if name not in state.replacements else {"": 1},
            cohesion=unit.cohesion - 3,
            spent=unit.spent + 6,
            motors=0,
            breakdown=8,
            training=1,
        )
        if name in foes and unit.at not in (DUE, ELIMINATED)
        else unit
        for name, unit in state.units.items()
    }
    return replace(state, units=units)


def _rearranged(state: Campaign, foes: frozenset[str]) -> Campaign:
    """Nothing is attached to any of these: all that was has been lost."""
    parts = {parent: names for parent, names in state.parts.items() if parent not in foes}
    units = {
        name: replace(unit, at=ELIMINATED, attached="", toe={}) if unit.attached and name in foes else unit
        for name, unit in state.units.items()
    }
    return replace(state, units=units, parts=parts, escort=tuple(name for name in state.escort if name not in foes))


def _other_books(state: Campaign, side: str, enemy: Side) -> Campaign:
    """Other contents of Supply Units and wrecks, other works and minefields, other transport, plans and reports, guards
    from other units, Replacement Points for others, other raiders."""
    watched = lairs(state, side)  # [27.57] what raiders see there stays as it is
    supply = {
        name: replace(each, ammo=1, fuel=1, dummy=not each.dummy, motors=each.motors if each.at in watched else 0)
        if each.side == enemy
        else each
        for name, each in state.supply.items()
    }
    wrecks = {
        name: replace(each, points=each.points + 1, unit="") if each.side == enemy else each
        for name, each in state.wrecks.items()
    }
    projects = {
        name: replace(each, work="build minefield", builders=(), hexes=(each.at,), stages=0, shaken=not each.shaken)
        if each.side == enemy
        else each
        for name, each in state.projects.items()
    }
    minefields = {
        at: replace(each, dummy=not each.dummy) if each.side == enemy and not each.revealed else each
        for at, each in state.minefields.items()
    }
    return replace(
        state,
        supply=supply,
        wrecks=wrecks,
        projects=projects,
        minefields=minefields,
        motors={**state.motors, enemy: {0: 7} | _watched_motors(state, side, watched)},
        plans={**state.plans, enemy: ()},
        guards={guard: own if sides()[guard] != enemy else guard for guard, own in state.guards.items()},
        replacements={
            name: each if sides()[name] != enemy else Replacement(left=each.left + 1)
            for name, each in state.replacements.items()
        },
        squadrons={
            name: each if sides()[name] != enemy else replace(each, tired=not each.tired)
            for name, each in state.squadrons.items()
        },
        drawn={line: each for line, each in state.drawn.items() if _draws(line) != enemy},
        upgraded=() if enemy == "commonwealth" else state.upgraded,
        known={**state.known, enemy: {}},
        captured={**state.captured, enemy: {}},
        decoys={**state.decoys, enemy: ()},
        lifted={**state.lifted, enemy: 1},
        held=() if enemy == "commonwealth" else state.held,
        escort=() if enemy == "axis" else state.escort,
        raids=state.raids + (enemy == "axis"),
        chariots=_other_raid(state.chariots) if enemy == "axis" else state.chariots,
        gunned={name: what for name, what in state.gunned.items() if sides()[name] != enemy},
        raid=state.raid != (enemy == "axis"),
        spares={key: points for key, points in state.spares.items() if _keeps(state, key) != enemy},
        raiders=_other_raiders(state, enemy),
        commandos={} if enemy == "commonwealth" else state.commandos,
        reforming={**state.reforming, raider_names(enemy)[0]: 7},
    )


def _other_raiders(state: Campaign, enemy: Side) -> dict[str, Raider]:
    """[27.32] The raiders of the enemy that nobody sees are gone, those on the map have other plans, and there is
    one more where nobody looks for it."""
    found = {name: each for name, each in state.raiders.items() if each.side != enemy}
    found |= {
        name: replace(each, spent=9, watered=1, fuelled=1, ambush="ammo", raided=("trucks",), halted=True, passenger="")
        for name, each in state.raiders.items()
        if each.side == enemy and each.shown
    }
    spare = next((name for name in raider_names(enemy) if name not in state.raiders), "")
    return found | {spare: Raider(enemy, LAIR, shown=False, fuelled=9, watered=9)} if spare else found


def _other_raid(chariots: int) -> int:
    """[30.42] A raid planned for another stage, or one that nobody has planned."""
    return chariots if chariots == CHARIOTS_SPENT else chariots + 1
