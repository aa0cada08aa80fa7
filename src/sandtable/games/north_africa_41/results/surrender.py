"""[12.2.1, 12.5] Units that do not survive a retreat: eliminated, or in captivity if they were on foot or cut off."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.entering import capture_trucks
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.tracing import in_supply, would_be_in_supply
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.losses import abandon
from sandtable.games.north_africa_41.results.retreat_routes import Terms, open_steps, party_of
from sandtable.games.north_africa_41.state import OFF_MAP, SURRENDERED, NorthAfrica, eliminate


def perish(draft: Draft[NorthAfrica], terms: Terms, name: str) -> None:
    """A unit has no way that it survives, or must go farther or oftener than it can on foot."""
    party = party_of(draft.state, terms, (name,))
    if party.on_foot and (party.exhausted or terms.shortest > limits().foot_retreat):
        surrender(draft, name, "no Truck carries it")
    elif is_supplied_at_the_end(draft.state, terms, name):
        eliminate(draft, name, "12.2.1", "no way to retreat")
    else:
        surrender(draft, name, "eliminated Out of Supply")


def surrender(draft: Draft[NorthAfrica], name: str, why: str) -> None:
    """[12.5.1, 12.5.2] Into the left half of the Surrender Box."""
    eliminate(draft, name, "12.5.1", f"{why}: surrendered", SURRENDERED)


def is_supplied_at_the_end(state: NorthAfrica, terms: Terms, name: str) -> bool:
    """[12.5.1] Whether one of the hexes into which a doomed unit can retreat is in supply; it goes to the best of them,
    and without any it is lost where it stands."""
    held = front(state, terms.side).occupied
    steps = [at for at in open_steps(frozenset((gait_of(name),)), terms.start) if at >= 0 and at not in held]
    if not steps:
        return in_supply(state, name)
    return any(would_be_in_supply(state, name, at) for at in steps)


def abandon_hex(draft: Draft[NorthAfrica], terms: Terms) -> None:
    """[10.2.2, 27.1] What the stack leaves behind when nobody of it survived falls to the enemy."""
    units = draft.state.units
    if any(units[name].at >= 0 or units[name].at in OFF_MAP[terms.side] for name in terms.stack):
        return
    if any(units[name].at == SURRENDERED for name in terms.stack):
        capture_trucks(draft, terms.start)
    abandon(draft, terms.side, terms.start)
