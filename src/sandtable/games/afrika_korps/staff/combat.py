"""Declaring, resolving and what follows: who fights whom, where the beaten go, what is lost, who advances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.afrika_korps.arrivals.substitution import Substitution
from sandtable.games.afrika_korps.combat.aftermath import AdvanceAfterCombat, CapturedSupply
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.losses import ExchangeLosses
from sandtable.games.afrika_korps.combat.resolution import Resolution, odds_of
from sandtable.games.afrika_korps.combat.retreats import RetreatRoute
from sandtable.games.afrika_korps.ground.rommel import refuges
from sandtable.games.afrika_korps.map import board, fortresses, home_base
from sandtable.games.afrika_korps.orders import Advance, Attack, Done, Fight, Form, Lose, Move, Retreat, Scrap, Station
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.staff.ground import doubling, travel, worth, worth_of
from sandtable.games.afrika_korps.staff.orders import TurnPlan
from sandtable.games.afrika_korps.staff.picture import free_threats
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of, side_of


def declare(plan: TurnPlan, frame: Battles, state: AfrikaKorps, side: str) -> Action:
    """The planned battles first, then whatever obligations are left."""
    foe, engaged, targets = enemy_of(side), frame.engaged, frame.targets
    for hexagon, names in plan.battles.items():
        defenders = tuple(n for n in state.at(hexagon, foe) if n not in state.defeated)
        attackers = (
            tuple(n for n in names if n in state.units and n not in engaged and hexagon in _around(state.units[n].at))
            if defenders and not targets.intersection(defenders)
            else ()
        )
        if attackers and admits(state, side, attack := Attack(defenders, attackers)):
            return attack
    if frame.unmet(state) is None:
        return Done()
    while plan.division:
        if admits(state, side, attack := plan.division.pop(0)):
            return attack
    for group in frame.division(state) or ():
        fresh = tuple(name for name in group.attackers if name not in engaged)
        if fresh:
            plan.division.append(Attack(group.defenders, fresh))
    if plan.division and admits(state, side, plan.division[0]):
        return plan.division.pop(0)
    if admits(state, side, Done()):
        return Done()
    return _begin_anew(plan, frame, state, side)


def _begin_anew(plan: TurnPlan, frame: Battles, state: AfrikaKorps, side: str) -> Action:
    """The plan leaves somebody without a battle: tear it up once and take any division that fits."""
    plan.battles.clear()
    plan.division.clear()
    if not plan.scrapped and admits(state, side, Scrap()):
        plan.scrapped = True
        return Scrap()
    listed = [action for action in frame.actions(state, side) if isinstance(action, Attack)]
    if listed:
        return max(listed, key=lambda a: (len(a.defenders), -len(a.attackers), str(a)))
    return first_listed(frame, state, side)


def resolve(frame: Resolution, state: AfrikaKorps, side: str) -> Action:
    """Seize what lies open, then the surest battles first: those who block a retreat fight last."""
    fights = [action for action in frame.actions(state, side) if isinstance(action, Fight)]
    if fights:
        return max(fights, key=lambda f: (_certainty(frame, state, f.battle), -f.battle))
    for action in frame.actions(state, side):
        if action.verb == "seize":
            return action
    assaults = [action for action in frame.actions(state, side) if isinstance(action, Attack)]
    if assaults and len(state.layout.supplies[side]) > 1:
        return min(assaults, key=lambda a: (worth_of(a.attackers), str(a)))
    return Done()


def _certainty(frame: Resolution, state: AfrikaKorps, number: int) -> int:
    battle = frame.battles[number - 1]
    attackers = [n for n in battle.attackers if n in state.units and state.units[n].at >= 0]
    defenders = [n for n in battle.defenders if n in state.units and state.units[n].at >= 0]
    if battle.seizes or not attackers or not defenders:
        return -9
    return odds_of(state, battle).index


def lead_retreat(frame: RetreatRoute, state: AfrikaKorps) -> Action:
    """Send the beaten away from what they need, off good ground, never onto our supplies."""
    winner = frame.retreats.winner
    loser = enemy_of(winner)
    home, habits = travel(home_base(loser)), weights().retreat
    ours = {at for at in state.layout.supplies[winner].values() if at not in state.layout.combat[winner]}
    friends = state.layout.combat[loser]

    def merit(path: tuple[int, int]) -> float:
        value = habits["home"] * home[path[1]] - habits["doubled"] * (doubling(path[1]) - 1)
        for step in path:
            if step in ours or any(there in ours for there in board().adjacent[step] if there not in fortresses()):
                value -= habits["supply"]
        if len(friends.get(path[1], ())) >= 3:
            value += habits["full"]  # [7.61] no room there
        elif path[1] in friends:
            value -= habits["friends"]
        return value

    best = max(
        ((name, path) for name in frame.retreats.units for path in frame.retreats.paths(state, name)),
        key=lambda pair: (merit(pair[1]), pair),
    )
    return Retreat(best[0], tuple(board().name(at) for at in best[1]))


def pay(frame: ExchangeLosses, state: AfrikaKorps) -> Action:
    """The cheapest set of units that pays the exchange."""
    choices = frame.choices(state)
    factors = {name: frame.worth(state, name) for name in frame.units}
    best: tuple[float, Sequence[str]] | None = None
    for size in range(1, len(frame.units) + 1):
        for group in combinations(frame.units, size):
            if sum(factors[n] for n in group) >= frame.debt:
                price = sum(map(_price, group))
                if best is None or price < best[0]:
                    best = price, group
    wanted = [name for name in (best[1] if best else ()) if name in choices]
    return Lose((wanted or choices)[0])


def _price(name: str) -> float:
    """A strong unit is dearer than weak ones with as many factors: only so many have room in a hex."""
    return worth(name) * (1 + weights().attack["concentrated"] * counters()[name].attack)


def lose_cheapest(names: Sequence[str]) -> Action:
    return Lose(min(names, key=lambda name: (worth(name), name)))


def advance(frame: AdvanceAfterCombat, state: AfrikaKorps, side: str) -> Action:
    """Into a fortress with the best defenders; onto an escarpment if it is safer there."""
    able = frame.able(state)
    if not able:
        return Done()
    facts = counters()
    threats = free_threats(state, enemy_of(side))
    inside = state.at(frame.hexagon, side)
    name = max(able, key=lambda n: (facts[n].defence, -facts[n].attack, n))
    defence = sum(facts[n].defence for n in inside)
    if frame.hexagon in fortresses():
        safe = inside and threats.danger(frame.hexagon, defence) < weights().danger["quiet"]
        return Done() if safe else Advance(name)
    here = state.units[name].at
    behind = sum(facts[n].defence for n in state.at(here, side))
    there = threats.danger(frame.hexagon, defence + facts[name].defence)
    return Advance(name) if there < threats.danger(here, behind) else Done()


def carry_off(frame: CapturedSupply, state: AfrikaKorps) -> Action:
    """Bring a captured supply to friends or out of reach."""
    owner = side_of(frame.supply)
    threats = free_threats(state, enemy_of(owner))
    here = state.units[frame.supply].at
    stands = state.layout.combat[owner]
    facts = counters()

    def merit(hexagon: int) -> tuple[float, float, int]:
        guards = stands.get(hexagon, ())
        if guards:
            risk = threats.danger(hexagon, sum(facts[n].defence for n in guards))
        else:
            risk = 1.0 if threats.reached(hexagon) else 0.0
        return (-risk, -travel(here)[hexagon], -hexagon)

    best = max((here, *frame.reach(state).hexes), key=merit)
    if best == here:
        return Done()
    move = Move((frame.supply,), (board().name(here), board().name(best)))
    return move if admits(state, owner, move) else Done()


def substitute(frame: Substitution, state: AfrikaKorps, side: str) -> Action:
    """[21] Exchange small units for one large one wherever that thins out a stack."""
    forms = [action for action in frame.actions(state, side) if isinstance(action, Form) and len(action.units) > 1]
    return max(forms, key=lambda form: (len(form.units), str(form)), default=Done())


def station(state: AfrikaKorps) -> Action:
    """Rommel joins the strongest of the stacks he may choose from."""
    best = max(refuges(state), key=lambda at: (worth_of(state.at(at, "axis")), at))
    return Station(board().name(best))


def first_listed(frame: Any, state: AfrikaKorps, side: str) -> Action:
    chosen: Action = frame.actions(state, side)[0]
    return chosen


def _around(location: int) -> Sequence[int]:
    return board().adjacent[location] if location >= 0 else ()
