"""What a player has ordered: the moves and attacks of those who have orders, and of nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.orders import Attack, Move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.attacks import Operation, Planner
from sandtable.games.afrika_korps.staff.ground import travel
from sandtable.games.afrika_korps.staff.picture import Picture
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of
from sandtable.kit.staff.marching import MARCHING
from sandtable.kit.staff.plan import Task


@dataclass
class Orders:
    """The moves that the orders of a turn ask for, in their order, and the attacks that are to follow."""

    moves: list[tuple[str, int]] = field(default_factory=list)
    battles: dict[int, list[str]] = field(default_factory=dict)


def commanded(state: AfrikaKorps, side: str, tasks: Sequence[Task]) -> Orders:
    """Attacks that promise well on what is to be taken or is in the way, then everybody else as near as he can get
    without entering an enemy zone or a full hex."""
    goals = {name: board().hex(task.at) for task in tasks if task.verb in MARCHING for name in task.units}
    picture = Picture(state, side).among(goals)
    orders = Orders()
    for operation in _operations(
        picture, goals, {name for task in tasks if task.verb == "take" for name in task.units}
    ):
        orders.moves += operation.places().items()
        orders.battles.setdefault(operation.target, []).extend(operation.posts)
        for at, soakers in operation.soaks.items():
            orders.battles.setdefault(at, []).extend(soakers)
    orders.moves += _marches(picture, goals, dict(orders.moves))
    return orders


def _operations(picture: Picture, goals: dict[str, int], takers: Iterable[str]) -> list[Operation]:
    """Those whose target is no farther from the goal than who attacks it."""
    units = [name for name in picture.free if name in set(takers)]
    if not units or not picture.supplies:
        return []
    intent = Intent(picture)
    intent.goals.update(goals)
    intent.sites.update((goals[name], intent.weights.enemy_base) for name in units)
    staying = Counter(at for name, at in picture.units.items() if name not in goals)
    distance = board().distance
    return [
        operation
        for operation in Planner(picture, intent, units).offensive(dict(staying)).operations
        if any(distance(operation.target, goals[n]) <= distance(picture.units[n], goals[n]) for n in operation.posts)
    ]


def _marches(picture: Picture, goals: dict[str, int], placed: dict[str, int]) -> list[tuple[str, int]]:
    """The nearest to their goals first, so that those behind find room."""
    zone, facts = picture.front.zone, counters()
    places = {name: at for name in goals if (at := picture.state.units[name].at) >= 0}
    going = [name for name in places if name not in placed]
    crowd = Counter(placed.get(name, at) for name, at in picture.units.items())
    found = []
    for name in sorted(going, key=lambda each: (travel(goals[each])[places[each]], each)):
        here, far, counts = places[name], travel(goals[name]), facts[name].is_combat
        ends = [
            hex
            for hex in picture.reach(name)
            if far[hex] < far[here] and not zone[hex] and not (counts and crowd[hex] >= limits().stacking)
        ]
        if not ends:
            continue
        end = min(ends, key=lambda hex: (far[hex], hex))
        crowd[end] += counts
        crowd[here] -= counts
        found.append((name, end))
    return found


def next_move(orders: Orders, state: AfrikaKorps, side: str) -> Action | None:
    """The next move that can be made; who finds no room yet is tried again when the others have gone."""
    for name, there in list(orders.moves):
        here = state.units[name].at
        move = Move((name,), (board().name(here), board().name(there)))
        coming = counters()[name].is_combat
        if coming and len(state.at(there, side)) >= limits().stacking:
            continue
        orders.moves.remove((name, there))
        if here != there and admits(state, side, move):
            return move
    return None


def next_attack(orders: Orders, frame: Battles, state: AfrikaKorps, side: str) -> Action | None:
    """The next attack that was meant and can be made."""
    while orders.battles:
        hexagon, names = orders.battles.popitem()
        defenders = tuple(name for name in state.at(hexagon, enemy_of(side)) if name not in state.defeated)
        attackers = tuple(name for name in names if name in state.units and name not in frame.engaged)
        if defenders and attackers and admits(state, side, attack := Attack(defenders, attackers)):
            return attack
    return None
