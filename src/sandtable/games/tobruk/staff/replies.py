"""The single questions outside moves and battles: bids, placements, minefields."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.values import Action
from sandtable.games.tobruk.arrivals.recovery import hexes_for_armour
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn, hexes_for_headquarters
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.orders import Mine, Pass, Waive
from sandtable.games.tobruk.movement.reach import allowance
from sandtable.games.tobruk.movement.routes import prices
from sandtable.games.tobruk.movement.zones import in_enemy_zone
from sandtable.games.tobruk.order_forms import Place
from sandtable.games.tobruk.pieces.counters import chits, counters, of_command
from sandtable.games.tobruk.scenario.opening import Bid, advice
from sandtable.games.tobruk.staff.intent import objective_hexes
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.state import Tobruk, enemy_of

STRONG = 5  # attack factors from which a unit is worth the minefield of the turn


def bid() -> Action:
    """[15.3] What both sides win equally often with."""
    return Bid(advice().bid.points)


def return_headquarters(frame: HeadquartersReturn, state: Tobruk, side: str) -> Action:
    """[4.1] Where its units are and the enemy is not."""
    action = frame.actions(state, side)[0]
    assert isinstance(action, Place)
    name = action.unit
    spots = hexes_for_headquarters(state, name)
    return Place(name, board().name(_safest(state, side, name, spots)))


def place_armour(name: str, state: Tobruk, side: str) -> Action:
    """[12.0] The same for armour out of the workshop."""
    return Place(name, board().name(_safest(state, side, name, hexes_for_armour(state, name))))


def _safest(state: Tobruk, side: str, name: str, spots: Sequence[int]) -> int:
    picture = Picture(state, side)
    threats = Threats(state, picture)
    kin = [state.units[c.id].at for c in of_command(counters()[name].command) if c.id in state.units]
    kin = [at for at in kin if at >= 0]

    def merit(hexagon: int) -> tuple[float, int]:
        near = sum(board().distance(hexagon, at) <= 9 for at in kin)
        fear = len(threats.on(hexagon)) + 2 * in_enemy_zone(state, side, hexagon)
        return near / 10 - fear + (1 if state.at(hexagon, side) else 0), -hexagon

    return max(spots, key=merit)


def lay_mines(frame: Minefield, state: Tobruk, side: str) -> Action:
    """[9.6] Stop a strong unit that would otherwise reach our line or an objective."""
    end, foe = frame.path[-1], enemy_of(side)
    if not (in_enemy_zone(state, foe, end) or end in objective_hexes()):
        return Pass() if _more_to_come(state) else Waive()
    facts = counters()
    strong = [name for name in frame.units if facts[name].is_combat and _falls_short(frame, state, foe, name)]
    if not strong:
        return Pass()
    name = max(strong, key=lambda unit: (facts[unit].attack, unit))
    if facts[name].attack < STRONG and _more_to_come(state):
        return Pass()
    return Mine(name, board().name(frame.hexes[0]))


def _more_to_come(state: Tobruk) -> bool:
    return state.active != "" or any(chits()[chit].side == "commonwealth" for chit in state.cup)


def _falls_short(frame: Minefield, state: Tobruk, side: str, name: str) -> bool:
    """Whether half of its movement does not take the unit to the end of its path."""
    motorised = counters()[name].motorised
    price = prices(side, motorised)
    spent = sum(price[here, there][0] for here, there in zip(frame.path, frame.path[1:], strict=False))
    return spent > allowance(state, name) // 2
