"""[6.0, 6.1, 6.2, 4.0] Which units a headquarters can activate, and which may attack."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import Counter, chits, counters, headquarters, of_command
from sandtable.games.tobruk.state import DUE, TURN_TRACK, Tobruk, out_of_supply


def headquarters_of(state: Tobruk, command: str) -> list[str]:
    """The headquarters of this colour on the map."""
    return [hq.id for hq in headquarters(command) if hq.id in state.units and state.units[hq.id].at >= 0]


def in_range(state: Tobruk, command: str, hexagon: int) -> bool:
    """[6.0] Within the range of one of them, whatever lies between."""
    facts = counters()
    return any(
        board().distance(state.units[hq].at, hexagon) <= facts[hq].range for hq in headquarters_of(state, command)
    )


def formation_of(state: Tobruk) -> tuple[str, ...]:
    """[6.0, 6.1, 6.2] The units that the drawn chit activates, its headquarters included."""
    return tuple(_activated(state, state.active))


def _activated(state: Tobruk, command: str) -> Iterator[str]:
    if not headquarters_of(state, command):
        return
    for counter in of_command(command):
        unit = state.units.get(counter.id)
        if unit is not None and unit.at >= 0 and _answers(state, command, counter, unit.at):
            yield counter.id
    for counter in of_command(None):
        unit = state.units.get(counter.id)
        if unit is None or unit.at < 0 or counter.id in state.activated:
            continue
        if may_lead(command, counter) and in_range(state, command, unit.at):
            yield counter.id


def _answers(state: Tobruk, command: str, counter: Counter, at: int) -> bool:
    """[6.0] Headquarters and reconnaissance are activated wherever they are."""
    return not counter.is_combat or counter.is_recon or in_range(state, command, at)


def may_lead(command: str, unassigned: Counter) -> bool:
    """[6.1, 6.2] A chit of the same nation; a German chit leads unassigned Italians too, never the reverse."""
    chit = chits()[command]
    if chit.side != unassigned.side:
        return False
    return chit.nation == unassigned.nation or (chit.nation == "german" and unassigned.nation == "italian")


def reinforcements_of(state: Tobruk, command: str) -> list[str]:
    """[4.0] Units of this colour that may enter this turn; whoever was not brought on in time may come later."""
    return [
        counter.id
        for counter in of_command(command)
        if (unit := state.units.get(counter.id)) is not None and unit.at == DUE and unit.due <= state.turn
    ]


def activates(state: Tobruk) -> bool:
    """Whether the chit brings anybody onto the map."""
    return bool(reinforcements_of(state, state.active))


def has_business(state: Tobruk, command: str) -> bool:
    """[2.6, 3.2] A chit goes into the cup while its corps has a headquarters or reinforcements."""
    return bool(headquarters_of(state, command) or reinforcements_of(state, command))


def recovered_armour(state: Tobruk, command: str) -> list[str]:
    """[12.0] Armour of this colour that comes out of the workshop this turn."""
    return [
        counter.id
        for counter in of_command(command)
        if counter.is_armour
        and (unit := state.units.get(counter.id)) is not None
        and unit.at == TURN_TRACK
        and unit.due == state.turn
    ]


def may_attack_from(state: Tobruk, name: str) -> bool:
    """[10.0, 4.0] At the time of an attack the unit must be in range; neither reconnaissance nor reinforcements on
    their turn of entry."""
    if counters()[name].is_recon or name in state.arrived:
        return True
    return in_range(state, state.active, state.units[name].at)


def artillery_left(state: Tobruk) -> int:
    """[2.4, 5.2, 10.1] Support markers that the activating headquarters still have."""
    facts = counters()
    every = sum(facts[hq].artillery for hq in headquarters_of(state, state.active) if not out_of_supply(state, hq))
    return max(0, every - state.artillery)


def explain_command(state: Tobruk, name: str) -> Explanation:
    """Which chits can activate a unit where it stands, and from which headquarters."""
    counter, at = counters()[name], state.units[name].at
    if at < 0:
        return Explanation(f"{name} is not on the map", "6.0")
    commands = [counter.command] if counter.command else [chit for chit in chits() if may_lead(chit, counter)]
    lines = [
        Explanation(
            f"{hq} of {chits()[command].name} is {plural(far, 'hex')} away, its range is {counters()[hq].range}", "6.0"
        )
        for command in commands
        for hq in headquarters_of(state, command)
        for far in [board().distance(state.units[hq].at, at)]
    ]
    if counter.is_recon:
        lines.append(Explanation("reconnaissance is activated at any distance", "6.0"))
    if name in state.activated:
        lines.append(Explanation("it has been activated this turn", "6.1"))
    able = any(_answers(state, command, counter, at) for command in commands if headquarters_of(state, command))
    verdict = "can be activated" if able and name not in state.activated else "cannot be activated"
    return Explanation(f"{name} at {board().name(at)} {verdict}", "6.0", tuple(lines))
