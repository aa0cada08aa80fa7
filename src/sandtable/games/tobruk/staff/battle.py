"""The combat mode: which attack next, and the questions that an attack asks of both sides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sandtable.core.values import Action
from sandtable.games.tobruk.combat.advance import Advances, advance_paths
from sandtable.games.tobruk.combat.anti_tank import vehicles
from sandtable.games.tobruk.combat.losses import Losses
from sandtable.games.tobruk.combat.odds import attacking_side, counted, shift, support
from sandtable.games.tobruk.combat.orders import Advance, Attack, Cancel, Fire, Press, Retreat, Support
from sandtable.games.tobruk.combat.phase import Combat, NextAttack
from sandtable.games.tobruk.combat.retreats import RetreatRoute, retreat_paths
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.movement.orders import Move
from sandtable.games.tobruk.movement.overruns import OverrunMovement, may_overrun, overrun_reach
from sandtable.games.tobruk.movement.supply import supplied_if_held
from sandtable.games.tobruk.order_forms import Done, Lose
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.stacking import room_in_battle
from sandtable.games.tobruk.staff.assault import Target, assess
from sandtable.games.tobruk.staff.ground import zone_of
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import movers_of
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.planner import Planner, support_at_hand
from sandtable.games.tobruk.staff.weights import Weights, weights
from sandtable.games.tobruk.state import Tobruk, present


def next_attack(frame: Combat, state: Tobruk, side: str, values: Weights | None = None) -> Action:
    """The best attack from where everybody stands, or none."""
    picture = Picture(state, side, values)
    threats = Threats(state, picture)
    able = set(frame.able(state))
    movers = [mover for mover in movers_of(picture, moving=False) if mover.name in able]
    planner = Planner(picture, threats, Intent(picture, threats), movers)
    operations = planner.offensive().operations
    if not operations:
        return Done()
    best = max(operations, key=lambda op: (op.score, -op.target.hexagon))
    names, hexagon = tuple(best.posts), best.target.hexagon
    runners: tuple[str, ...] = ()
    if support_at_hand(state, side) == 0:  # nothing is given away by an overrun
        runners = tuple(name for name in names if may_overrun(state, side, name, hexagon))
    return Attack(board().name(hexagon), names, runners)


def judgement(state: Tobruk) -> Callable[[int], float]:
    """The battle at hand as its attacker sees it, for any sum of modifiers."""
    battle = state.battle
    assert battle is not None
    attacker = attacking_side(battle)
    picture = Picture(state, attacker)
    intent = Intent(picture, Threats(state, picture))
    ground, beyond = intent.ground(battle.target), intent.beyond(battle.target)
    target = Target(picture, battle.target, present(state, battle.defenders), ground, beyond)
    attackers = present(state, battle.attackers)
    zone = zone_of(attacker, state.layout.fronts[attacker])
    target.guns = ()  # they have fired
    return assess(state, picture, target, attackers, zone, shift(state, attackers, battle.target))


def press_on(state: Tobruk, side: str) -> Action:
    """[13.0] Go on while the attack is still worth it."""
    worth = judgement(state)
    return Press() if worth(min(4, support_at_hand(state, side))) > 0 else Cancel()


def open_fire(state: Tobruk, side: str) -> Action:
    """[13.0] At the vehicle that hurts most: what it is worth, and what the attack loses with it."""
    battle = state.battle
    assert battle is not None
    picture = Picture(state, side)
    facts = counters()

    def hurt(name: str) -> float:
        rest = facts[name].reduced
        after = rest.attack if rest and not state.units[name].reduced else 0
        return picture.steps(name)[0] + weights().worth.factor * (picture.attack(name) - after)

    guns = sorted(battle.guns, key=lambda gun: (-facts[gun].attack, gun))
    return Fire(guns[0], max(vehicles(state, battle), key=lambda name: (hurt(name), name)))


def bombard(state: Tobruk, side: str) -> Action:
    """[10.1] Markers where each is worth most: to this attack or to those that may follow it."""
    battle = state.battle
    assert battle is not None
    worth = judgement(state)
    given = sum(modifier for _, modifier in support(battle, side))
    left, price = artillery_left(state), weights().air.artillery
    elsewhere = worth_elsewhere(state, side, left)
    return Support(max(range(left + 1), key=lambda n: (worth(given + n) + elsewhere[left - n] - price * n, -n)))


def worth_elsewhere(state: Tobruk, side: str, markers: int) -> list[float]:
    """What so many markers or fewer can do for the attacks that the others of the formation could still make."""
    picture = Picture(state, side)
    able = set(_yet_to_fight(state))
    movers = [mover for mover in movers_of(picture, moving=False) if mover.name in able]
    found = [0.0] * (markers + 1)
    if not movers or not markers:
        return found
    threats = Threats(state, picture)
    planner = Planner(picture, threats, Intent(picture, threats), movers)
    zone, reply = zone_of(side, state.layout.fronts[side]), planner.reply()
    for operation in planner.offensive(apart=state.battle.target if state.battle else -1).operations:
        names, target = tuple(operation.posts), operation.target
        worth = assess(state, picture, target, names, zone, shift(state, names, target.hexagon))
        values = [max(0.0, worth(count - reply)) for count in range(markers + 1)]
        found = [max(found[n - count] + values[count] for count in range(n + 1)) for n in range(markers + 1)]
    return found


def _yet_to_fight(state: Tobruk) -> list[str]:
    """Who may still attack in this combat mode."""
    return [
        name
        for frame in state.stack
        if isinstance(frame, NextAttack)
        for name in Combat(frame.side, frame.eligible).able(state)
    ]


# --- losses, retreats, advances


def lose(names: Sequence[str], state: Tobruk, side: str) -> Action:
    """The step that is worth least."""
    picture = Picture(state, side)
    return Lose(min(names, key=lambda name: (picture.steps(name)[0], -len(picture.steps(name)), name)))


def give_up(names: Sequence[str], state: Tobruk, side: str) -> Action:
    """[7.1] The unit that is worth least, with all its steps."""
    picture = Picture(state, side)
    return Lose(min(names, key=lambda name: (sum(picture.steps(name)), name)))


def take_loss(frame: Losses, state: Tobruk, side: str) -> Action:
    return lose(counted(present(state, frame.units)), state, side)


def fall_back(frame: RetreatRoute, state: Tobruk, side: str) -> Action:
    """[10.3] The unit with the fewest ways first, to where it is needed and safe."""
    picture = Picture(state, side)
    threats = Threats(state, picture)
    retreats = frame.retreats
    ways = {name: retreat_paths(state, name, retreats.hexes) for name in retreats.units}
    name = min(ways, key=lambda unit: (len(ways[unit]), unit))
    best = max(ways[name], key=lambda path: (_comfort(state, picture, threats, name, path[-1]), path))
    return Retreat(name, tuple(board().name(hexagon) for hexagon in best))


def _comfort(state: Tobruk, picture: Picture, threats: Threats, name: str, hexagon: int) -> float:
    """What it is worth to stand in a hex with those who are there."""
    w = weights()
    together = [*(n for n in state.at(hexagon, picture.side) if n != name), name]
    stake = picture.stake(together)
    value = (
        -w.danger.weight
        * threats.cost(hexagon, picture.defence_of_stack(together), stake, state.layout.fronts[picture.side])
        / len(together)
    )
    if hexagon not in supplied_if_held(state, picture.side):
        value -= w.ground.unsupplied
    return value + (w.ground.inner if hexagon == tobruk() else 0.0)


def follow(frame: Advances, state: Tobruk, side: str) -> Action:
    """[10.4] Into the hex that was won, and on, where that betters the position."""
    picture = Picture(state, side)
    threats = Threats(state, picture)
    intent = Intent(picture, threats)
    best, gain = None, 0.0
    for name in frame.units:
        stays = _standing(state, picture, threats, intent, name, state.units[name].at, ())
        for path in advance_paths(state, side, name, frame.target):
            value = _standing(state, picture, threats, intent, name, path[-1], path) - stays
            if value > gain + 1e-9:
                best, gain = (name, path), value
    if best is None:
        return Done()
    return Advance(best[0], tuple(board().name(hexagon) for hexagon in best[1]))


def _standing(
    state: Tobruk,
    picture: Picture,
    threats: Threats,
    intent: Intent,
    name: str,
    hexagon: int,
    path: Collection[int],
) -> float:
    w = weights().ground
    value = _comfort(state, picture, threats, name, hexagon) + intent.doorstep(name, hexagon)
    for there in path:
        value += w.objective * intent.wanted.get(there, 0)
        if there == tobruk() and picture.side == "axis":
            value += w.town
    if hexagon in intent.own and not [n for n in state.at(hexagon, picture.side) if n != name]:
        value += w.guard * intent.own[hexagon]
    return value


def move_on(frame: OverrunMovement, state: Tobruk, side: str) -> Action:
    """[9.4] Four hexes to where it is better."""
    picture = Picture(state, side)
    threats = Threats(state, picture)
    intent = Intent(picture, threats)
    for name in present(state, state.overran):
        at = state.units[name].at
        reached = overrun_reach(state, side, at)
        stays = _standing(state, picture, threats, intent, name, at, ())
        best, gain = -1, 0.05
        for there in reached.hexes:
            if not room_in_battle(state, side, there, (name,)):
                continue
            value = _standing(state, picture, threats, intent, name, there, reached.path(there)) - stays
            if value > gain:
                best, gain = there, value
        if best >= 0:
            return Move((name,), (board().name(at), board().name(best)))
    return Done()
