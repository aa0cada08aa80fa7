"""What the players see: the same for both, for nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from sandtable.core.frames import Decision
from sandtable.core.nouns import plural
from sandtable.core.views import Fact, Piece, View
from sandtable.games.north_africa_41.arrivals.replacements import kind_of, open_replacements
from sandtable.games.north_africa_41.arrivals.scenarios import scenario_named
from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.combat.phase import open_combat
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement, open_movement
from sandtable.games.north_africa_41.pieces.counters import Counter, Face, Size, Type, counters, replacements, trucks
from sandtable.games.north_africa_41.pieces.resource_tables import ASSETS
from sandtable.games.north_africa_41.pieces.schedule import RECEIVED, turn
from sandtable.games.north_africa_41.resources.delay import open_delay
from sandtable.games.north_africa_41.resources.events import open_event
from sandtable.games.north_africa_41.results.recovery import open_recovery
from sandtable.games.north_africa_41.sight.arrows import battles
from sandtable.games.north_africa_41.sight.panels import (
    can_fortify,
    can_raid,
    display_markers,
    fortification_marker,
    panels,
    raid_marker,
)
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    FULL_RETREAT,
    LONG_OUT,
    OUT,
    POOL,
    SIDES,
    NorthAfrica,
    Unit,
    is_combat,
    side_of,
)
from sandtable.games.north_africa_41.supply.phase import open_supply
from sandtable.games.north_africa_41.turn import SEQUENCE_OF_PLAY, EndOfTurn, PlayerTurn, Preparation
from sandtable.games.north_africa_41.victory.conditions import counted_airfields, held_objectives
from sandtable.kit.screen import Clock, seen

PHASES: dict[Callable[..., None], str] = {
    open_event: "Initial Phase",
    open_replacements: "Initial Phase",
    open_movement: "Movement",
    open_combat: "Combat",
    open_recovery: "Recovery",
    open_supply: "Supply",
    open_delay: "Delay",
}
SYMBOLS: dict[Type, str] = {
    "infantry": "infantry",
    "machine-gun": "machine_gun",
    "motorised-infantry": "motorised_infantry",
    "motorised-machine-gun": "machine_gun",
    "motorised-airborne": "paratroop",
    "motorcycle": "motorised_infantry",
    "reconnaissance": "armoured_recce",
    "flak": "anti_aircraft",
    "tank": "armour",
    "artillery-group": "artillery",
    "headquarters": "headquarters",
}
SIZES: dict[Size, str] = {"battalion": "II", "regiment": "III", "brigade": "X", "group": "", "corps": "XXX"}
TRANSPORTS = {"rail": "landed by rail", "sea": "landed by sea", "air": "landed by air"}


def view(state: NorthAfrica, side: str) -> View:
    last_turn, date = scenario_named(state.scenario).last_turn, turn(state.turn).label + " 1941"
    return seen(
        "north-africa-41",
        state,
        side,
        Clock(state.turn, last_turn, date, _phase(state)),
        (*(_piece(state, name, unit) for name, unit in state.units.items()), *_markers(state), *_display(state)),
        _facts(state),
        panels(state),
        battles(state),
    )


def _phase(state: NorthAfrica) -> str:
    """[3.1, 3.2] Where in the sequence of play the game is, whatever has interrupted it."""
    if not isinstance(state.stack[-1], Decision):
        return ""
    for frame in reversed(state.stack):
        if isinstance(frame, Preparation):
            return "Preparation"
        if isinstance(frame, EndOfTurn):
            return "Supply Attrition"
        if isinstance(frame, PlayerTurn):
            phase = PHASES.get(SEQUENCE_OF_PLAY[max(0, frame.phase - 1)], "")
            return f"Impulse {state.impulse}: {frame.side.title()} {phase}".strip()
    return ""


# Pieces


def _piece(state: NorthAfrica, name: str, unit: Unit) -> Piece:
    at, marks = board().name(unit.at), tuple(_marks(state, name, unit))
    counter = counters().get(name)
    if counter is None:
        return _non_combat(state, name, at, marks)
    face = counter.face(unit.steps or None)
    return Piece(
        id=name,
        name=counter.name,
        side=counter.side,
        nation="Luftwaffe" if counter.colour == "luftwaffe" else _title(counter.nation),  # [2.3.4]
        symbol=SYMBOLS[counter.type],
        size=SIZES[counter.size],
        factors=(face.attack, face.defence, face.movement),
        at=at,
        marks=marks,
        title=_describe(counter, face),
        rating="" if face.tank_rating is None else str(face.tank_rating),
        quality="" if face.quality == "normal" else face.quality,
    )


def _describe(counter: Counter, face: Face) -> str:
    """[2.3.2] What is printed on a counter and means something."""
    parts = [counter.formation, counter.type.replace("-", " ")]
    if face.quality != "normal":
        parts.append(f"{face.quality} quality")
    if counter.matilda:
        parts.append("Matildas")
    if face.tank_rating is not None:
        parts.append(f"Tank Rating {face.tank_rating}")
    if counter.range:
        parts.append(f"range {counter.range}{', artillery' if counter.artillery else ''}")
    if face.stacking:
        parts.append(f"Stacking Value {face.stacking}")
    return ", ".join(part for part in parts if part)


def _non_combat(state: NorthAfrica, name: str, at: str, marks: tuple[str, ...]) -> Piece:
    side = side_of(name)
    if name in trucks():
        truck = trucks()[name]
        loaded = state.units[name].loaded
        kind = "Mobile Supply Unit" if loaded else "Captured Truck" if truck.captured else "Truck"
        return Piece(
            id=name,
            name=f"Truck {truck.number}",
            side=side,
            nation=side.title(),
            symbol="transport",
            size="",
            factors=(truck.movement,),
            at=at,
            marks=marks,
            title=f"{side.title()} {kind} {truck.number}",
        )
    piece, kind = replacements()[name], kind_of(state, name)
    return Piece(
        id=name,
        name="REPL",
        side=side,
        nation=_title(piece.nation),
        symbol="infantry" if kind == "infantry" else "armour",
        size="",
        factors=(piece.movement,),
        at=at,
        marks=marks,
        title=f"{_title(piece.nation)} {kind.replace('-', ' ')} Replacement",
    )


def _title(nation: str) -> str:
    return nation.replace("-", " ").title()


def _marks(state: NorthAfrica, name: str, unit: Unit) -> Iterator[str]:
    if is_combat(name) and unit.steps < counters()[name].steps:
        yield "reduced"
        if unit.steps == 1 and counters()[name].remnant:
            yield "remnant"
    if unit.loaded:
        yield "supply on board"
    if unit.order == DISRUPTED:
        yield "disrupted"
    elif unit.order == FULL_RETREAT:
        yield "full retreat"
    if unit.out == OUT:
        yield "out of supply"
    elif unit.out == LONG_OUT:
        yield "long out of supply"
    if unit.depleted:
        yield "depleted"
    if unit.replaced:
        yield "replacement received"
    if unit.transport:
        yield TRANSPORTS[unit.transport]
    if any(name in each.units for each in state.shattered):
        yield "automatic DS"
    top = state.stack[-1]
    if isinstance(top, Exploiting) and name in top.group.units:
        yield "active"
    elif name in state.fought:
        yield "fought"
    elif name in state.moved and isinstance(top, Movement):
        yield "moved"


def _markers(state: NorthAfrica) -> Iterator[Piece]:
    """Supply Points, Fortifications and the markers of the Delay Phase as pieces in their hexes."""
    for at, fort in state.forts.items():
        marks = () if fort.complete else ("under construction",)
        yield _marker(f"fort@{board().name(at)}", "", fort.side, "garrison", at, "Fortification", marks)
    for side in SIDES:
        books = state.books[side]
        for at, count in books.stores.items():
            landed = books.landed.get(at, 0)
            marks = (f"landed ({landed})",) if landed else ()
            title = f"{count} Supply Point{'s' * (count > 1)}"
            store = _marker(f"supply@{board().name(at)}", "Supply", side, "supply", at, title, marks)
            yield replace(store, factors=(count,))
        for number, at in books.delays.items():
            yield _marker(f"delay-{side}-{number}", f"D{number}", side, "marker", at, f"Delay marker {number}")
        for at in books.strafing:
            yield _marker(f"strafing-{side}@{board().name(at)}", "", side, "air", at, "Strafing")
        for at in books.patrols:
            yield _marker(f"lrdg@{board().name(at)}", "", side, "desert_patrol", at, "Long Range Desert Group")


def _display(state: NorthAfrica) -> Iterator[Piece]:
    """Markers that may be taken from the display now, to be put on the map."""
    side = state.phasing
    if can_fortify(state):
        yield _marker(fortification_marker(side), "", side, "garrison", POOL, "Fortification")
    if can_raid(state):
        yield _marker(raid_marker(side), "", side, "air", POOL, "Bombing raid")
    for marker in display_markers(state):
        kind, number = marker.partition("-")[0], marker.rpartition("-")[2]
        if kind == "delay":
            yield _marker(marker, f"D{number}", side, "marker", POOL, f"Delay marker {number}")
        elif kind == "strafing":
            yield _marker(marker, "", side, "air", POOL, "Strafing")
        else:
            yield _marker(marker, "", side, "desert_patrol", POOL, "Long Range Desert Group")


def _marker(key: str, name: str, side: str, symbol: str, at: int, title: str, marks: tuple[str, ...] = ()) -> Piece:
    return Piece(
        id=key,
        name=name,
        side=side,
        nation=side.title(),
        symbol=symbol,
        size="",
        factors=(),
        at=board().name(at),
        marks=marks,
        title=f"{side.title()} {title}",
    )


# Facts


def _facts(state: NorthAfrica) -> Iterator[Fact]:
    chosen, now = scenario_named(state.scenario), turn(state.turn)
    yield Fact("Impulse", f"{state.impulse}{' (summer: 1 and 3 only)' if now.summer else ''}")
    yield Fact("Air superiority", now.air.title())
    yield Fact("Malta", f"{state.malta:+d} to convoys from Italy")
    yield Fact("Rommel", "ready" if state.rommel else "used this turn", "axis")
    if state.comando:
        yield Fact("Comando Supremo", "in effect", "axis")
    if chosen.victory_points:
        held = f"{plural(counted_airfields(state), 'airfield')} in Full Supply, benchmark {now.benchmark}"
        yield Fact("Victory Points", f"{state.points:+d} ({held})" if state.points else f"0 ({held})")
    for side in SIDES:
        books = state.books[side]
        if chosen.objectives:
            names = held_objectives(state, side, chosen.objectives)
            yield Fact("Objectives", f"{len(names)}: {', '.join(names)}" if names else "none", side)
        yield Fact("Resource Points", f"{books.resources}{', and owes one' if books.owes else ''}", side)
        yield Fact("Supply Points", str(sum(books.stores.values())), side)


def called() -> Mapping[str, str]:
    """What players call the counters: as they are printed, with their formation."""
    units = {name: counter.name for name, counter in counters().items()}
    units |= {name: f"{each.name} ({each.formation})" for name, each in counters().items() if each.formation}
    trains = {f"{side}-truck-#": f"{side.title()} Truck #" for side in SIDES} | {"captured-truck-#": "captured Truck #"}
    spares = {name: f"{_title(each.nation)} Replacement Unit" for name, each in replacements().items()}
    return {**units, **trains, **spares, **RECEIVED, **{name: called for name, called in ASSETS.items() if "-" in name}}
