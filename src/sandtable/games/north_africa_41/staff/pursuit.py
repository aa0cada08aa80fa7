"""After a combat: who advances where, who breaks through, and where the beaten go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sandtable.core.values import Action
from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.advance_routes import hexes_of
from sandtable.games.north_africa_41.combat.advance_routes import reach as advance_reach
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.combat.breakthrough import BreakthroughGroup, Exploiting, fighters_of
from sandtable.games.north_africa_41.combat.orders import Advance, Break, Group
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.ground.fitness import gait_of, prey
from sandtable.games.north_africa_41.lines.tracing import LAND_BOXES
from sandtable.games.north_africa_41.map import board, edge
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.retreat_orders import Retreat, Surrender
from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.results.tables import LOWEST
from sandtable.games.north_africa_41.staff.chances import judge
from sandtable.games.north_africa_41.staff.ground import around, travel
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Picture, Threats, pace
from sandtable.games.north_africa_41.staff.retreating import is_trapped
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import next_step, worth
from sandtable.games.north_africa_41.state import NorthAfrica, face_of, is_combat

MOST_WAYS = 240
DRAWN = 0.3  # of the worth of a place that lies near the end of an advance


class Eye:
    """How good it is for units to stand in a hex at the end of an advance or a retreat."""

    def __init__(self, state: NorthAfrica, side: str) -> None:
        self.state = state
        self.picture = Picture(state, "axis" if side == "axis" else "allied")
        self.intent = Intent(self.picture)
        self.threats = Threats(self.picture)
        self.stands = {at: names for at, names in state.layout.combat[side].items() if at >= 0}
        self._prey = prey(state, side)

    def value(self, names: Sequence[str], path: Sequence[int]) -> float:
        state, w, intent = self.state, weights().ground, self.intent
        at = path[-1]
        if at < 0:
            return -1.0
        fighters = [name for name in names if name in counters()]
        there = [name for name in self.stands.get(at, ()) if name not in fighters]
        force = [*there, *fighters]
        if not force:
            return 0.0
        total = sum(worth(state, name) for name in fighters)
        value = sum(intent.take * intent.wanted.get(here, 0.0) for here in path[1:])
        value += w.prey * weights().worth.supply * sum(here in self._prey for here in path[1:])
        if at in intent.own:
            before = self.threats.clears(at, there, self.stands)
            value += intent.guard * intent.own[at] * (before - self.threats.clears(at, force, self.stands))
        if intent.last and self.picture.side == "axis":
            return value
        if not any(self.picture.is_served(name, at) for name in fighters):
            value -= w.unsupplied * total
        value -= self.threats.danger(at, force, self.stands, intent.caution)
        left = path[0]
        staying = [name for name in self.stands.get(left, ()) if name not in fighters]
        if left in intent.own and left != at:
            before = self.threats.clears(left, [*staying, *fighters], self.stands)
            value -= intent.guard * intent.own[left] * (self.threats.clears(left, staying, self.stands) - before)
        return value + self._pull(fighters, at)

    def goes_back(self, names: Sequence[str], path: Sequence[int], battle: Battle) -> bool:
        """Whether an advance leads away from everything that is wanted, and not into the hex that was fought for or to
        a place of ours."""
        if path[-1] == battle.at:
            return False
        fighters = [name for name in names if name in counters()]
        return self._pull(fighters, path[-1]) < self._pull(fighters, path[0])

    def _pull(self, fighters: Sequence[str], at: int) -> float:
        """Towards the nearest place worth taking."""
        if not fighters or not self.intent.wanted:
            return 0.0
        name = fighters[0]
        gait, points = gait_of(name), pace(self.state, name)
        w = weights().ground
        drawn = [prized * w.near ** (travel(gait, goal)[at] / points) for goal, prized in self.intent.wanted.items()]
        return DRAWN * float(max(drawn))


# --- advances


def advance(frame: Advancing, state: NorthAfrica) -> Action:
    """Break through where a second attack is good, else occupy what is worth it."""
    battle = frame.battle
    eye = Eye(state, battle.side)
    if not frame.begun:
        best, most = None, weights().combat.threshold + 0.5
        for action in frame.groups(state):
            if not isinstance(action, Group):
                continue
            value = _promise_of_group(state, eye, battle, action.units)
            if value > most:
                best, most = action, value
        if best is not None:
            return best
    choice, most = None, 0.05
    still: dict[tuple[str, ...], float] = {}
    for action in _some(frame.advances(state)):
        if not isinstance(action, Advance) or not any(is_combat(name) for name in action.units):
            continue
        path = [board().location(name) for name in action.path]
        if eye.goes_back(action.units, path, battle):
            continue
        if action.units not in still:
            still[action.units] = eye.value(action.units, path[:1])
        value = eye.value(action.units, path) - still[action.units] + 0.01 * len(action.units)
        if value > most:
            choice, most = action, value
    return choice or Done()


def _some(actions: Sequence[Action]) -> Iterable[Action]:
    if len(actions) <= MOST_WAYS:
        return actions
    step = len(actions) / (MOST_WAYS)
    return [actions[int(i * step)] for i in range(MOST_WAYS)]


def _promise_of_group(state: NorthAfrica, eye: Eye, battle: Battle, units: Sequence[str]) -> float:
    """What the best Breakthrough Combat of such a group would bring."""
    stacks = {state.units[name].at for name in units}
    hexes = hexes_of(state, battle, units)
    if len(stacks) > 1:
        if hexes < 2:
            return -1.0
        starts = [(battle.at, 1)]
    else:
        start = next(iter(stacks))
        trail = (start,)
        found = advance_reach(state, battle, units, trail, hexes - 1)
        starts = [(end, len(path) - 1) for end, path in found.items() if end >= 0]
    best = -1.0
    fighters = [name for name in units if is_combat(name) and face_of(state, name).attack > 0]
    if not fighters:
        return best
    for post, spent in starts:
        if hexes - spent < 1:
            continue
        for target in around(post):
            if not state.at(target, battle.foe):
                continue
            best = max(best, _score_break(state, eye, battle, fighters, post, target))
    return best


def _score_break(
    state: NorthAfrica, eye: Eye, battle: Battle, fighters: Sequence[str], post: int, target: int
) -> float:
    fresh = battle_of(state, battle.side, tuple(fighters), target, "breakthrough")
    assault = replace(fresh, origins=(post,) * len(fighters), supplied=battle.supplied)
    place = weigh_best(state, assault).place
    if place < LOWEST:
        return -1.0
    w = weights().combat
    stake = eye.picture.stake(target, assault.defenders)
    steps = [next_step(state, name) for name in fighters]
    trapped = is_trapped(eye.picture, target, frozenset((post,)), eye.stands)
    promise = judge(place, stake, min(steps), max(steps), trapped, w.stubborn)
    extra = 0.5 * stake.foot * promise.clears  # [12.5.1] whoever retreats twice on foot surrenders
    twice = any(state.retreats.get(name) for name in assault.defenders)
    own = eye.intent.own_loss
    ground = promise.clears * eye.intent.ground(target)
    return promise.gain + (extra if twice else 0.0) - own * promise.loss + ground


def exploit(frame: Exploiting, state: NorthAfrica) -> Action:
    """The group attacks where that is good, goes to where it can, or ends where it had best stand."""
    group = frame.group
    battle, eye = group.battle, Eye(state, group.battle.side)
    fighters = fighters_of(state, group)
    best, most = None, weights().combat.threshold
    for action in frame.targets(state) if fighters else ():
        if not isinstance(action, Break):
            continue
        value = _score_break(state, eye, battle, fighters, group.at, board().hex(action.at))
        if value > most:
            best, most = action, value
    if best is not None:
        return best
    here = eye.value(group.units, (group.at,))
    choice, top = None, 0.05
    for action in _some(frame.ways(state)):
        if not isinstance(action, Advance):
            continue
        path = [board().location(name) for name in action.path]
        if eye.goes_back(action.units, path, battle):
            continue
        value = eye.value(action.units, path) - here
        value = max(value, _break_from(state, eye, group, fighters, path) - 0.2)
        if value > top:
            choice, top = action, value
    return choice or Done()


def _break_from(
    state: NorthAfrica, eye: Eye, group: BreakthroughGroup, fighters: Sequence[str], path: Sequence[int]
) -> float:
    if group.hexes_left(state) - (len(path) - 1) < 1 or path[-1] < 0 or not fighters:
        return -1.0
    scores = [
        _score_break(state, eye, group.battle, fighters, path[-1], target)
        for target in around(path[-1])
        if state.at(target, group.battle.foe)
    ]
    best = max(scores, default=-1.0)
    return best if best > weights().combat.threshold else -1.0


# --- retreats


def fall_back(frame: RetreatRoute, state: NorthAfrica, side: str) -> Action:
    """Together, with whatever carries them, to where they are safest."""
    listed = frame.actions(state, side)
    ways = [action for action in _some(listed) if isinstance(action, Retreat)]
    if not ways:
        others = [action for action in listed if isinstance(action, Surrender | Done)]
        return others[0]
    eye = Eye(state, side)
    home = LAND_BOXES[side]
    best, most = ways[0], -1e9
    for action in ways:
        path = [board().location(name) for name in action.path]
        value = _refuge(state, eye, action.units, path[-1], home)
        if value > most:
            best, most = action, value
    return best


def _refuge(state: NorthAfrica, eye: Eye, names: Sequence[str], at: int, home: int) -> float:
    pieces = [name for name in names if name in state.units]
    fighters = [name for name in pieces if is_combat(name)]
    value = 0.3 * len(pieces)
    if at < 0:
        return value
    there = [name for name in eye.stands.get(at, ()) if name not in fighters]
    value += sum(worth(state, name) for name in fighters) * 0.4 * (at in eye.picture.served)
    if fighters:
        value -= eye.threats.fear(at, [*there, *fighters], eye.stands)
    elif not there and eye.threats.reaches(at):
        value -= 2.0
    if at in eye.intent.own:
        value += 1.0
    if there:
        value += 0.5
    return value - 0.02 * min(board().distance(at, near) for near in edge(board().name(home)))
