"""[3.6] What a player sees: the counters on the map, his own with what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from sandtable.core.frames import Decision, Over
from sandtable.core.nouns import plural
from sandtable.core.views import Fact, Piece, View
from sandtable.games.campaign_for_north_africa.arrivals.deployment import SettingUp
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import open_withdrawals
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import open_arrivals
from sandtable.games.campaign_for_north_africa.arrivals.releases import open_releases
from sandtable.games.campaign_for_north_africa.calendar import date
from sandtable.games.campaign_for_north_africa.capability.initiative import open_declaration
from sandtable.games.campaign_for_north_africa.capability.reserves import open_designation, open_release
from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.construction.progress import NAMES as PROJECT_NAMES
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.contents import (
    Captives,
    Minefield,
    Project,
    Raider,
    SupplyUnit,
    Unit,
    Wreck,
)
from sandtable.games.campaign_for_north_africa.fleet.phase import open_fleet
from sandtable.games.campaign_for_north_africa.logistics.availability import open_naval_convoys
from sandtable.games.campaign_for_north_africa.logistics.convoys import open_convoy_arrival
from sandtable.games.campaign_for_north_africa.logistics.shipping import open_tactical_shipping
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.rail import open_rail
from sandtable.games.campaign_for_north_africa.movement.segment import open_movement
from sandtable.games.campaign_for_north_africa.organisation.phase import open_organisation
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import open_patrols
from sandtable.games.campaign_for_north_africa.pieces.counters import GUARD_NAMES, REPLACEMENT_NAMES, Counter, counters
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.prisoners.escapes import own_side
from sandtable.games.campaign_for_north_africa.prisoners.tables import prisoner_table
from sandtable.games.campaign_for_north_africa.raiders.prowling import points_left
from sandtable.games.campaign_for_north_africa.repair.repair_phase import open_repair
from sandtable.games.campaign_for_north_africa.selection import MINES, MOTORS, TRUCKS
from sandtable.games.campaign_for_north_africa.sight.arrows import battles
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.panels import panels
from sandtable.games.campaign_for_north_africa.sight.story import MONTHS
from sandtable.games.campaign_for_north_africa.state import POINT, SIDES, Campaign, all_of
from sandtable.games.campaign_for_north_africa.turn import (
    GAME_TURN,
    OPERATIONS_STAGE,
    PLAYER_PART,
    SEGMENTS,
    GameTurn,
    MovementAndCombat,
    OperationsStage,
    PlayerPart,
    check_breakdown,
    open_truck_phase,
)

PHASES: dict[Callable[..., None], str] = {  # [5.2]
    open_naval_convoys: "Naval Convoy Schedule",
    open_tactical_shipping: "Tactical Shipping",
    open_declaration: "Initiative Declaration",
    open_organisation: "Organization",
    open_arrivals: "Naval Convoy Arrival",
    open_convoy_arrival: "Naval Convoy Arrival",
    open_withdrawals: "Withdrawals",
    open_fleet: "Commonwealth Fleet",
    open_releases: "Releases",
    open_designation: "Reserve Designation",
    open_movement: "Movement",
    check_breakdown: "Breakdown",
    open_combat: "Combat",
    open_release: "Reserve Release",
    open_truck_phase: "Truck Convoys",
    open_rail: "Rail Movement",
    open_repair: "Repair",
    open_patrols: "Patrols",
}
KINDS: dict[str, str] = {
    "headquarters": "headquarters",
    "infantry": "infantry",
    "tank": "armour",
    "recce": "armoured_recce",
    "artillery": "artillery",
    "anti_tank": "anti_tank",
    "anti_air": "anti_aircraft",
    "engineer": "engineer",
    "construction": "engineer",
    "warship": "naval",
}
SYMBOLS: dict[str, str] = {  # [4.22] what is told before the plain kind
    "machinegun": "machine_gun",
    "parachute": "paratroop",
    "marine": "marine",
    "commando": "commando",
    "camel": "cavalry",
    "mechanised": "armoured_infantry",
    "motorcycle": "motorised_infantry",
    "motorised": "motorised_infantry",
    "self_propelled": "self_propelled_artillery",
}
SIZES = {"corps": "XXX", "division": "XX", "brigade": "X", "battalion": "II", "company": "I"}
WEEKS = ("I", "II", "III", "IV")


def view(state: Campaign, side: str) -> View:
    top = state.stack[-1]
    decision = top if isinstance(top, Decision) else None
    over = top if isinstance(top, Over) else None
    known = observe(state, side)
    shown = known.stack[-1]
    return View(
        game="campaign-for-north-africa",
        scenario=state.scenario,
        side=side,
        turn=state.turn,
        last_turn=state.last_turn,
        date=day(state.turn),
        phase=phase(state),
        prompt=shown.prompt(known) if isinstance(shown, Decision) else "",
        asked=decision.asked(state) if decision else (),
        pieces=tuple(pieces(known, side)),
        facts=tuple(facts(known, side)),
        panels=panels(known, side),
        battles=tuple(battles(known, side)),
        over=over.reason if over else "",
        winner=over.winner if over else None,
    )


def day(turn: int) -> str:
    now = date(turn)
    return f"{MONTHS[now.month - 1]} {WEEKS[now.week - 1]} {now.year}"


def phase(state: Campaign) -> str:
    """[5.2] Where in the sequence of play the game is, whatever has interrupted it."""
    if isinstance(state.stack[-1], Over):
        return ""
    stage = f"Operations Stage {state.stage}"
    for frame in reversed(state.stack):
        if isinstance(frame, SettingUp):
            return "Set-up"
        if isinstance(frame, MovementAndCombat):
            name = PHASES.get(SEGMENTS[max(0, min(frame.segment, len(SEGMENTS) + 1) - 2)], "")
            return f"{stage}: {frame.side.title()} {name}"
        if isinstance(frame, PlayerPart):
            return f"{stage}: {frame.side.title()} {PHASES.get(PLAYER_PART[max(0, frame.phase - 1)], '')}".strip()
        if isinstance(frame, OperationsStage):
            return f"{stage}: {PHASES.get(OPERATIONS_STAGE[max(0, frame.phase - 1)], '')}".strip(": ")
        if isinstance(frame, GameTurn):
            return PHASES.get(GAME_TURN[max(0, frame.phase - 1)], "Initiative")
    return ""


# Pieces


def pieces(known: Campaign, side: str) -> Iterator[Piece]:
    for at, names in known.stacks.items():
        for name in names:
            yield counter_piece(known, name, at, side)
    for name, each in known.supply.items():
        yield _supply(name, each, side)
    for name, wreck in known.wrecks.items():
        yield _wreck(name, wreck, side)
    for owner, pool in known.motors.items():
        for at, points in pool.items():
            yield _motors(at, points, owner, MOTORS if owner == side else TRUCKS)
    for name, each_lot in known.captives.items():
        yield _captives(name, each_lot)
    for name, raider in known.raiders.items():
        yield _raider(known, name, raider, side)
    yield from _works(known, side)
    for at, field in known.minefields.items():
        yield _minefield(at, field, side)
    for at, level in known.forts.items():
        yield _marker(f"fort@{board().name(at)}", f"L{level}", "", "garrison", at, f"Fortification of Level {level}")


def _works(known: Campaign, side: str) -> Iterator[Piece]:
    """[24.11, 24.83, 3.62] What is under way, to the enemy a marker only, and the Repair Facilities built in play."""
    for name, each in known.projects.items():
        own = each.side == side
        title = _site(each) if own else "Under Construction"
        marks = ("halted",) if own and not each.builders else ()
        yield _marker(name, name, each.side, "engineer", each.at, title, marks)
    for at, builder in known.workshops.items():
        key = f"workshop@{board().name(at)}"
        yield _marker(key, "", builder, "maintenance", at, "Temporary Repair Facility")


def _site(each: Project) -> str:
    stages = construction_table().works[each.work].stages
    where = ", ".join(board().name(hex) for hex in each.hexes)
    done = f"{each.stages} of {plural(stages, 'stage')} done"
    return f"{each.work.capitalize()} at {where}: {', '.join(each.builders) or 'nobody'}, {done}"


def _minefield(at: int, field: Minefield, side: str) -> Piece:
    """[26.11, 26.15] Its owner knows what it is, others once it has been turned over."""
    told = field.side == side or field.revealed
    title = ("Dummy minefield" if field.dummy else "Real minefield") if told else "Minefield"
    marks = ("mined", "dummy") if told and field.dummy else ("mined",)
    return _marker(f"{MINES}@{board().name(at)}", "", field.side, "marker", at, title, marks)


@cache
def symbol(counter: Counter) -> str:
    if counter.text == "Rommel":
        return "leader"
    if counter.kind in ("infantry", "artillery", "anti_tank"):
        for each in counter.symbols:
            if each in SYMBOLS:
                return SYMBOLS[each]
    return KINDS[counter.kind]


def counter_piece(known: Campaign, name: str, at: int, side: str) -> Piece:
    """An own counter with its strength and allowance; of an enemy one what is printed or was learnt."""
    counter = counters()[name]
    own = counter.side == side
    report = known.known.get(side, {}).get(name)
    factors: tuple[int, ...] = ()
    if own:
        factors = (strength(known, name), cpa(known, name))
    elif report is not None and report.toe >= 0:
        factors = (report.toe,)
    return Piece(
        id=name,
        name=name,
        side=counter.side,
        nation=counter.nation.title(),
        symbol=symbol(counter),
        size=SIZES[counter.level],
        factors=factors,
        at=board().name(at),
        marks=tuple(_marks(known, name, own)),
        title=counter.title,
    )


def strength(known: Campaign, name: str) -> int:
    """[3.5] All TOE Strength Points of a counter."""
    return sum(sum(known.units[each].toe.values()) for each in all_of(known, name))


def _marks(known: Campaign, name: str, own: bool) -> Iterator[str]:
    unit = known.units[name]
    if unit.reserve:
        yield "reserve " + "I" * unit.reserve
    if unit.engaged:
        yield "engaged"
    if unit.journey is not None:
        yield "in transit"
    if not own:
        return
    yield from _own_marks(known, name, unit)


def _own_marks(known: Campaign, name: str, unit: Unit) -> Iterator[str]:
    """What stops or hinders it first; Cohesion above nothing stands in the sheets only."""
    if any(each in known.held for each in all_of(known, name)):
        yield "held"
    if any(each in workers(known) for each in all_of(known, name)):
        yield "at work"
    if unit.halted:
        yield "halted"
    if unit.cohesion < 0:
        yield f"cohesion {unit.cohesion}"
    if unit.spent:
        yield f"spent {unit.spent / POINT:g}"
    if unit.motors:
        yield f"motors {unit.motors}"


def _supply(name: str, each: SupplyUnit, side: str) -> Piece:
    own = each.side == side
    factors = (each.ammo, each.fuel) if own else ()
    marks = (("dummy",) if own and each.dummy else ()) + ((f"motors {each.motors}",) if each.motors else ())
    title = f"Supply Unit: {each.ammo} Ammo, {each.fuel} Fuel" if own and not each.dummy else "Supply Unit"
    return _marker(name, name, each.side, "supply", each.at, title, marks, factors)


def _wreck(name: str, wreck: Wreck, side: str) -> Piece:
    what = "Destroyed Tanks" if wreck.destroyed else "Broken Down Vehicles"
    if wreck.side == side:
        what = f"{what}: {wreck.points} {wreck.weapon or 'points'} of {wreck.unit or 'nobody'}"
    factors = (wreck.points,) if wreck.side == side else ()
    return _marker(name, name, wreck.side, "maintenance", wreck.at, what, (), factors)


def _captives(name: str, each: Captives) -> Piece:
    """[28.14] Both sides see them; who stands in strength under guard is in a Detention Camp."""
    who = each.nation.title()
    if each.captor is None:
        return _marker(
            name, name, own_side(each.nation), "prisoners", each.at, f"{plural(each.points, f'{who} escapee')}"
        )
    camp = each.points >= prisoner_table().camp.value and not each.spent
    title = f"{plural(each.points, f'{who} Prisoner Point')}{': Detention Camp' if camp else ''}"
    marks = (("camp",) if camp else ()) + (("just taken",) if each.free else ())
    return _marker(name, name, each.captor, "prisoners", each.at, title, marks, (each.points,))


def _raider(known: Campaign, name: str, raider: Raider, side: str) -> Piece:
    """[27.31] One's own with what it can still do, of the enemy the counter on the map."""
    if raider.side != side:
        return _marker(name, name, raider.side, "armoured_recce", raider.at, "Desert raider")
    left = points_left(raider) // POINT
    words = {"hidden": not raider.shown, "halted": raider.halted, "in wait": bool(raider.ambush)}
    words |= {"needs water": raider.watered < known.turn, "needs Fuel": raider.fuelled < known.turn}  # [27.35]
    words |= {f"with {raider.passenger}": bool(raider.passenger)}
    marks = tuple(word for word, holds in words.items() if holds)
    title = f"Desert raider: {plural(left, 'Capability Point')} left"
    return _marker(name, name, side, "armoured_recce", raider.at, title, marks, (left,))


def held(known: Campaign, side: str) -> int:
    return sum(each.points for each in known.captives.values() if each.captor == side)


def _motors(at: int, points: int, side: str, kind: str) -> Piece:
    """One's own; of the enemy those that stand with one's raiders [27.57]."""
    title = plural(points, "Motorization Point")
    return _marker(f"{kind}@{board().name(at)}", "", side, "transport", at, title, (), (points,))


def _marker(
    key: str,
    name: str,
    side: str,
    symbol: str,
    at: int,
    title: str,
    marks: tuple[str, ...] = (),
    factors: tuple[int, ...] = (),
) -> Piece:
    return Piece(
        id=key,
        name=name,
        side=side,
        nation=side.title(),
        symbol=symbol,
        size="",
        factors=factors,
        at=board().name(at),
        marks=marks,
        title=title,
    )


# Facts


def facts(known: Campaign, side: str) -> Iterator[Fact]:
    sky = known.weather.title() + (f" over {', '.join(known.foul)}" if known.foul else "")
    yield Fact("Weather", sky)
    yield Fact("Initiative", known.initiative.title(), known.initiative)
    yield Fact("Player A", known.first.title(), known.first)
    if side not in SIDES:
        return
    own = [each for each in known.supply.values() if each.side == side and not each.dummy]
    yield Fact("Ammo and Fuel", f"{sum(each.ammo for each in own)} and {sum(each.fuel for each in own)}", side)
    yield Fact("Motorization Points", f"{sum(known.motors.get(side, {}).values())} unattached", side)
    for each in known.plans.get(side, ()):
        if each.supply or each.motors:
            yield Fact(f"Due in turn {each.turn}", plural(each.supply, "Supply Unit"), side)
    if known.prisoners.get(side):
        yield Fact("Prisoners taken", f"{known.prisoners[side]}, {held(known, side)} on the map", side)


def called() -> Mapping[str, str]:
    """What players call the counters, and what comes into being in play."""
    made = {
        "AX-S#": "Axis Supply Unit #",
        "CW-S#": "Commonwealth Supply Unit #",
        "W#": "wreck #",
        "POW-#": "prisoners #",
        "LRDG#": "Long Range Desert Group #",
    }
    works = {f"{name}#": f"{side.title()} works #" for side, name in PROJECT_NAMES.items()}
    guards = {f"{name}#": f"{nation.title()} guard #" for nation, name in GUARD_NAMES.items()}
    spares = {
        f"{name}#": f"{nation.title()} {kind} replacements #" for (nation, kind), name in REPLACEMENT_NAMES.items()
    }
    return {name: each.title for name, each in counters().items()} | made | works | guards | spares
