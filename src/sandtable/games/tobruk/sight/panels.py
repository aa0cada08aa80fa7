"""What lies beside the map: the chit cup, reinforcements, the bid; battle and air are in `panels_fighting`."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Over
from sandtable.core.nouns import plural
from sandtable.core.views import Panel, Row, Token
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn, schedule
from sandtable.games.tobruk.combat.air import AirAllocation
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.panels import air_panel, battle_panel, targets_panel
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.command import artillery_left, headquarters_of, reinforcements_of
from sandtable.games.tobruk.pieces.counters import chits, counters, of_command
from sandtable.games.tobruk.pieces.tables import victory
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment, advice
from sandtable.games.tobruk.state import DUE, SIDES, TURN_TRACK, Tobruk, out_of_supply, side_of

BID, CUP, ARRIVALS = "bid", "cup", "arrivals"


def panels(state: Tobruk) -> tuple[Panel, ...]:
    """What the question is about comes first; the cup and the air only while a turn is on."""
    arrivals, top = _arrivals(state), state.stack[-1]
    if isinstance(top, Bidding):
        return (_bid(),)
    if isinstance(top, Over):
        return (air_panel(state),)
    if isinstance(top, Deployment):
        return () if arrivals is None else (arrivals,)
    entering = isinstance(top, HeadquartersReturn | Recovery) or _may_enter(state)
    flying = isinstance(top, AirAllocation | AirLoss)
    return tuple(
        panel
        for panel in (
            targets_panel(state),
            air_panel(state) if flying else None,
            battle_panel(state),
            arrivals if entering else None,
            _cup(state),
            None if flying else air_panel(state),
            None if entering else arrivals,
        )
        if panel is not None
    )


# --- the bid


def _bid() -> Panel:
    """[15.3]"""
    values = ", ".join(f"{objective.name} {objective.points}" for objective in victory().objectives)
    lost = victory().casualties
    axis = f"{lost['german']} for a German unit, {lost['italian']} for an Italian one"
    ours = f"{lost['commonwealth_armour']} for Commonwealth armour, {lost['commonwealth_other']} for any other unit"
    rows = (
        Row("Advice", _advice()),
        Row("Higher bid", "plays the Commonwealth and must lead by that many points at the end"),
        Row("Objectives", values),
        Row("Route", f"{victory().supply_route} for a supply route overland to Tobruk"),
        Row("Losses", f"{axis}; to the Axis {ours}"),
    )
    return Panel(BID, "Your bid", rows, "Sealed until both have bid; a die decides between equal bids (15.3).")


def _advice() -> str:
    """What simulation says of a fair margin."""
    bid = advice().bid
    won = f"the Commonwealth won {bid.commonwealth} of {bid.games} games between machines and the Axis {bid.axis}"
    return f"the house would bid {bid.points}: with it {won}"


# --- the cup


def _cup(state: Tobruk) -> Panel:
    """[2.6, 3.2] Each chit comes once a turn."""
    rows = []
    if state.active:
        rows.append(_active(state))
        rows += _left_behind(state)
    waiting = tuple(_chit(command) for command in state.cup)
    rows.append(Row("In the cup", "" if waiting else "empty", waiting))
    drawn = tuple(_chit(command, "chosen" if command == state.active else "spent") for command in state.drawn)
    if drawn:
        rows.append(Row("Drawn", "", drawn))
    rows.append(Row("Minefield", _minefield(state)))
    return Panel(CUP, "The chit cup", tuple(rows), "Every chit is drawn once a turn (3.2).")


def _chit(command: str, state: str = "") -> Token:
    chit = chits()[command]
    return Token(SHORT.get(command, chit.name), chit.side, state, chit.name)


SHORT = {"15pz": "15th Panzer", "21pz": "21st Panzer"}


def _active(state: Tobruk) -> Row:
    facts, chit = counters(), chits()[state.active]
    every = sum(facts[hq].artillery for hq in headquarters_of(state, state.active) if not out_of_supply(state, hq))
    units = sum(state.units[name].at >= 0 for name in state.formation)
    guns = f", artillery {artillery_left(state)} of {every}" if every else ""
    return Row("Active", f"{chit.name}: {plural(units, 'unit')} activated{guns}", side=chit.side)


def _left_behind(state: Tobruk) -> Iterator[Row]:
    """[6.0] Units of the corps that no headquarters reached when the chit was drawn."""
    names = [
        counter.id
        for counter in of_command(state.active)
        if (unit := state.units.get(counter.id)) and unit.at >= 0 and counter.id not in state.formation
    ]
    if names:
        tokens = tuple(Token(name, side_of(name), "lost", f"at {board().name(state.units[name].at)}") for name in names)
        yield Row("Out of range", "", tokens)


def _minefield(state: Tobruk) -> str:
    """[9.6]"""
    if state.mined:
        return f"laid this turn: {state.mined}"
    return "waived in this activation" if state.unmined else "the Axis may still lay one this turn"


# --- units off the map


def _arrivals(state: Tobruk) -> Panel | None:
    """[4.0, 4.1, 12.0, 15.4, 15.5]"""
    rows = [*_entering(state), *_coming(state), *_returning(state)]
    if not rows:
        return None
    note = "Choose units, then a marked hex: the cost counts from the map edge (4.0)." if _may_enter(state) else ""
    return Panel(ARRIVALS, "Reinforcements and repairs", tuple(rows), note)


def _may_enter(state: Tobruk) -> bool:
    return isinstance(state.stack[-1], Movement) and bool(reinforcements_of(state, state.active))


def _entering(state: Tobruk) -> Iterator[Row]:
    """Those that may be brought on now first, by where they enter."""
    due: dict[tuple[bool, str], list[str]] = {}
    ours = reinforcements_of(state, state.active) if _may_enter(state) else []
    for name, unit in state.units.items():
        if unit.at == DUE and unit.due <= state.turn:
            due.setdefault((name not in ours, _where(state, name)), []).append(name)
    for (later, where), names in sorted(due.items()):
        if later:
            yield Row(f"Due at {where}", ", ".join(names), side=side_of(names[0]))
        else:
            yield Row(f"May enter at {where}", side=side_of(names[0]), pieces=tuple(names))


def _where(state: Tobruk, name: str) -> str:
    entries = schedule(state.scenario)[name].entries
    return f"{' to '.join(sorted(entries))}"


def _coming(state: Tobruk) -> Iterator[Row]:
    later: dict[tuple[int, str, str], list[str]] = {}
    for name, unit in state.units.items():
        if unit.at == DUE and unit.due > state.turn:
            later.setdefault((unit.due, side_of(name), _where(state, name)), []).append(name)
    for (turn, side, where), names in sorted(later.items()):
        yield Row(f"Turn {turn}, entry {where}", ", ".join(names), side=side)


def _returning(state: Tobruk) -> Iterator[Row]:
    """[4.1, 12.0]"""
    for side in SIDES:
        waiting = {
            name: unit.due for name, unit in state.units.items() if unit.at == TURN_TRACK and side_of(name) == side
        }
        if waiting:
            tokens = tuple(Token(f"{name}: turn {due}", side) for name, due in sorted(waiting.items()))
            yield Row("Workshop and track", "", tokens, side)
