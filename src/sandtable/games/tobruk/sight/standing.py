"""Where the game stands: the mode of the activation, who is active, who has done his part. For pictures and words."""

from __future__ import annotations

from sandtable.core.frames import Decision
from sandtable.games.tobruk.activation import Order
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.combat.phase import Combat, NextAttack
from sandtable.games.tobruk.combat.resolution import Resolution
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.overruns import OverrunMovement, OverrunMoves
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.movement.reach import can_move
from sandtable.games.tobruk.movement.supply import status
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment
from sandtable.games.tobruk.state import Tobruk, Unit

MOVE, COMBAT = "move", "combat"


def mode(state: Tobruk) -> str:
    """[3.2] What the active formation is doing; empty before it has begun."""
    for frame in reversed(state.stack):
        if isinstance(frame, Movement | Minefield | Overstacked):
            return MOVE
        if isinstance(frame, NextAttack | Combat | Resolution | OverrunMoves | OverrunMovement):
            return COMBAT
    return ""


def phase(state: Tobruk) -> str:
    """In the words of the rulebook; empty when the game is over."""
    top = state.stack[-1]
    match top:
        case Bidding():
            return "The bid"
        case Deployment():
            return "Set-up of the garrison"
        case HeadquartersReturn():
            return "Return of headquarters"
        case Order():
            return f"{chits()[state.active].name}: activation"
        case Recovery():
            return f"{chits()[state.active].name}: recovered armour"
    if not isinstance(top, Decision) or not state.active:
        return ""
    return f"{chits()[state.active].name}: {mode(state)} mode"


def able(state: Tobruk) -> tuple[str, ...]:
    """[9.0, 10.0, 9.4] The active units that can still do something in this mode."""
    top = state.stack[-1]
    if isinstance(top, OverrunMovement):
        return state.overran
    if isinstance(top, Combat):
        return tuple(name for _, names in top.targets(state) for name in names)
    present = tuple(name for name in state.formation if state.units[name].at >= 0)
    if isinstance(top, Movement | Minefield):
        return tuple(name for name in present if can_move(state, name))
    return present if isinstance(top, Order) else ()


def marks(state: Tobruk, name: str, unit: Unit, ready: tuple[str, ...]) -> tuple[str, ...]:
    """[2.7] What lies on a counter: supply first, then the road, then what it did in this activation."""
    if unit.at < 0:
        return ("reduced",) if unit.reduced else ()
    found = [
        *(["reduced"] if unit.reduced else []),
        *([status(state, name)] if unit.unsupplied else []),
        *(["road movement"] if unit.road else []),
        *(["mined"] if name == state.mined else []),
        *(["overran"] if name in state.overran else []),
    ]
    if name in ready:
        found.append("active")
    elif name in state.formation and mode(state) == MOVE and name in state.treks:
        found.append("halted" if state.treks[name].halted else "moved")
    elif name in state.fought:
        found.append("fought")
    elif name in state.activated:
        found.append("activated")
    return tuple(found)


SYMBOLS = {"recon": "armoured_recce", "pioneer": "engineer", "flak": "anti_aircraft"}


def symbol(name: str) -> str:
    kind = counters()[name].kind
    return SYMBOLS.get(kind, kind)
