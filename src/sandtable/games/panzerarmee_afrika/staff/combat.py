"""The combat phase: what to declare, what to spend, what to fight, and how to pay."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.combat.advance import AdvanceAfterCombat
from sandtable.games.panzerarmee_afrika.combat.calculator import combat_odds
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.orders import Advance, Attack, Cancel, Destroy, Fight, React, Sacrifice
from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.factors.losses import Lose, Losses, loss_sets
from sandtable.games.panzerarmee_afrika.map import board, forts
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.staff.attacks import Planner
from sandtable.games.panzerarmee_afrika.staff.lines import stranded
from sandtable.games.panzerarmee_afrika.staff.survey import Picture, look_around
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, is_german, role_of, strength_of
from sandtable.kit.staff.courses import JUDGEMENT, Course

LORRY, MOBILITY = 0.5, 0.01  # what a lorry and a movement factor are worth when losses are chosen
WAYS = 200  # of paying a loss that are looked at


class Battle:
    """What was decided when the combat phase began."""

    def __init__(self) -> None:
        self.queue: list[Action] = []
        self.spent: list[str] = []

    def plan(self, frame: Declarations, state: PanzerarmeeAfrika, course: Course = JUDGEMENT) -> None:
        picture = look_around(state, frame.side, course)
        offensive = Planner(picture.force, picture.intent, None, {}).offensive()
        for operation in offensive.operations:
            self.queue.append(Attack((board().name(operation.target),), tuple(operation.posts)))
            self.spent += operation.spent
        if picture.intent.closing:
            self.queue += _left_behind(picture, offensive.sources(picture.force))


def _left_behind(picture: Picture, drawn_on: Collection[int]) -> Iterator[Destroy]:
    """[12.3] What an army that has gone home has left to the enemy and nobody lives on. It lands again in the base."""
    force, layout = picture.force, picture.force.state.layout
    depots = frozenset(layout.depots[force.side])
    for at, names in layout.depots[force.side].items():
        if at in drawn_on or at in layout.stands[force.side] or not picture.threats.comes(at):
            continue
        if not stranded(force, depots - {at}):
            depots -= {at}
            yield from map(Destroy, names)


def declare(battle: Battle, frame: Declarations, state: PanzerarmeeAfrika) -> Action:
    while battle.queue:
        action = battle.queue.pop(0)
        if admits(state, frame.side, action):
            return action
    return Done()


def supply(battle: Battle, frame: CombatSupply, state: PanzerarmeeAfrika) -> Action:
    while battle.spent:
        action = Sacrifice(battle.spent.pop(0))
        if admits(state, frame.side, action):
            return action
    return Done()


def resolve(frame: Resolution, state: PanzerarmeeAfrika) -> Action:
    """The surest combats first; what has turned bad is called off."""
    w = weights().postures[frame.side]
    ready = frame.ready(state)
    rated = sorted((_promise(state, frame, number, w.kill, w.loss), -number) for number in ready)
    if rated:
        value, number = rated[-1]
        combat = frame.left[-number]
        if value >= 0 or combat.forced:
            return Fight(-number)
        return Cancel(-number)
    if frame.left:
        return Cancel(next(number for number, combat in frame.left.items() if not combat.forced))
    return Done()


def _promise(state: PanzerarmeeAfrika, frame: Resolution, number: int, kill: float, loss: float) -> float:
    combat = frame.left[number]
    odds = combat_odds(state, combat)
    prize = weights().attack["fort"] * float(odds.clears) if any(at in forts() for at in combat.hexes) else 0.0
    return kill * float(odds.defender_loss) - loss * float(odds.attacker_loss) + prize


# --- losses


def worth(state: PanzerarmeeAfrika, name: str) -> float:
    """What its owner gives up with a unit; a lorry comes back by itself."""
    if role_of(name) != "unit":
        return LORRY
    value = float(strength_of(state, name))
    if is_german(name):
        value *= weights().sites["german"]
    return value + MOBILITY * counters()[name].movement_factor


def pay(frame: Losses, state: PanzerarmeeAfrika) -> Action:
    ways = islice(loss_sets(state, frame.units, frame.due), WAYS)
    return Lose(min(ways, key=lambda names: (sum(worth(state, name) for name in names), names)))


def lose_cheapest(state: PanzerarmeeAfrika, listed: Sequence[Action]) -> Action:
    """[4] What a hex cannot hold."""
    chosen = [action for action in listed if isinstance(action, Lose)]
    return min(chosen, key=lambda action: (sum(worth(state, name) for name in action.units), action.units))


# --- advance and reaction


def advance(frame: AdvanceAfterCombat, state: PanzerarmeeAfrika) -> Action:
    """Into what matters, the strongest first."""
    picture = look_around(state, frame.side)
    wanted = {
        at
        for at in frame.hexes
        if at in picture.intent.prizes or at in picture.holdings.places or at in state.layout.depots[picture.force.foe]
    }
    choices = [(name, at) for name, at in frame.choices(state) if at in wanted]
    if not choices:
        return Done()
    name, at = max(choices, key=lambda choice: (strength_of(state, choice[0]), choice))
    return Advance(name, board().name(at))


def react(frame: Reaction, state: PanzerarmeeAfrika) -> Action:
    """[15.1] Help whoever is attacked, with whoever can come."""
    choices: list[React] = list(frame.choices(state))
    if not choices:
        return Done()
    return max(choices, key=lambda action: (strength_of(state, action.name), action.name))
