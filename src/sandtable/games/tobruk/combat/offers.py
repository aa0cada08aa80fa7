"""[10, 9.4, 13.0] What the screen offers in the combat mode: attacks, overruns, fire, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.air import AirAllocation
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.forecasts import hits
from sandtable.games.tobruk.combat.odds import attacking_side, odds
from sandtable.games.tobruk.combat.orders import Advance, Attack, Cancel, Down, Fire, Fly, Press, Retreat, Support
from sandtable.games.tobruk.combat.panels import AIR, BATTLE
from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.combat.retreats import RetreatRoute
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.overruns import may_overrun
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.order_forms import Done, Lose
from sandtable.games.tobruk.pieces.casualties import steps_left
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import air_modifier, casualty_points, modifiers
from sandtable.games.tobruk.pieces.words import flight_text
from sandtable.games.tobruk.state import Tobruk, enemy_of, objectives, side_of, strength

Names = tuple[str, ...]

FEW = 3  # units that are also offered one by one

# --- attacks


def combat_offers(state: Tobruk, top: Combat, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen everybody's attack on each hex, and the end of the mode; with own units whom they can attack,
    with enemies who can do so."""
    if not pieces:
        found = [_attack(state, top, target, tuple(able)) for target, able in top.targets(state)]
        return [*found, Offer(str(Done()), "no more attacks")]
    own = tuple(name for name in pieces if side_of(name) == top.side)
    foes = {state.units[name].at for name in pieces if side_of(name) != top.side}
    found = []
    for target, able in top.targets(state):
        if (foes and foes != {target}) or not set(own) <= set(able):
            continue
        found += _attacks(state, top, target, own or tuple(able))
    return found


def _attacks(state: Tobruk, top: Combat, target: int, attackers: Names) -> Iterator[Offer]:
    """[9.4] The attack, with an overrun by all who may, and by each of a few."""
    runners = tuple(name for name in attackers if may_overrun(state, top.side, name, target))
    groups: list[Names] = [(), runners] if runners else [()]
    if 1 < len(runners) <= FEW:
        groups += [(name,) for name in runners]
    for overrun in groups:
        yield _attack(state, top, target, attackers, overrun)


def _attack(state: Tobruk, top: Combat, target: int, attackers: Names, overrun: Names = ()) -> Offer:
    defenders = state.everybody(target, enemy_of(top.side))
    where, column = board().name(target), odds(state, attackers, defenders, target)
    deed = f"overrun {where} with {', '.join(overrun)}" if overrun else f"attack {where} with {', '.join(attackers)}"
    return Offer(str(Attack(where, attackers, overrun)), f"{deed} at {column}", (*attackers, *defenders))


def meant_attack(state: Tobruk, side: str, own: Names, foes: Names, at: str) -> Action:
    """Own and enemy units chosen mean an attack on the hex of the enemies."""
    targets = sorted({board().name(state.units[name].at) for name in foes}) or [at]
    if len(targets) > 1:
        raise Refusal("10.0", f"an attack is made on one hex, not {' and '.join(targets)}")
    return Attack(targets[0], own)


# --- fire and support


def battle_offer(state: Tobruk, action: Action, top: object) -> Offer:
    """One answer during a battle, where to press it and what it means."""
    text = str(action)
    match action:
        case Fire(gun=gun, unit=unit):
            return Offer(text, f"{gun} fires at {unit}, hits {hits(gun)} times in 6", (gun, unit))
        case Press():
            return Offer(text, "press the attack")
        case Cancel():
            return Offer(text, "call the attack off")
        case Fly() if isinstance(top, AirAllocation):
            return Offer(text, _flight_label(state, top, action), panel=AIR)
        case Down(kind=kind) if isinstance(top, AirLoss):
            what = "fighter" if kind == "fighter" else "close air support unit"
            own = top.chosen % 2 == 0
            return Offer(text, f"lose a {what}" if own else f"shoot down a {what}")
        case Support(markers=0):
            return Offer(text, "no artillery", panel=BATTLE)
        case Support(markers=markers):
            return Offer(text, f"{plural(markers, 'marker')}: {markers * modifiers().artillery:+d}", panel=BATTLE)
        case Lose(unit=name):
            return Offer(text, _loss_label(state, name), (name,))
    return Offer(text, text)


def _flight_label(state: Tobruk, top: AirAllocation, action: Fly) -> str:
    """[10.1, 11.1] What the flight does to the dice if nobody meets it in the air."""
    if not action.fighters + action.support:
        return "send none"
    battle = state.battle
    assert battle is not None
    sent = f"send {flight_text(action.fighters, action.support)}"
    attacking = top.side == attacking_side(battle)
    if attacking and battle.overrun:
        return f"{sent} to fight in the air"
    there = battle.flight(enemy_of(top.side))
    cover = 0 if there.size and (action.fighters or there.fighters) else action.fighters
    added = cover * air_modifier("fighter", attacking)
    added += action.support * air_modifier("close_air_support", attacking)
    dogfight = there.size and (action.fighters or there.fighters)
    return f"{sent}: {added:+d} on the dice{', after a dogfight' if dogfight else ''}"


def _loss_label(state: Tobruk, name: str) -> str:
    """[10.2, 14.0] What a loss means to a unit."""
    counter = counters()[name]
    if steps_left(state, name) > 1 and counter.reduced:
        return f"reduce {name} from {strength(state, name)} to {counter.reduced}"
    points = casualty_points(counter.nation, counter.is_armour)
    return f"lose {name}: {plural(points, 'point')} to the enemy"


# --- retreats and advances


def retreat_offers(state: Tobruk, top: RetreatRoute, pieces: Sequence[str]) -> list[Offer]:
    """[10.3] One way to each hex; another only where it leads through an objective."""
    found: dict[tuple[object, ...], Offer] = {}
    zone = front(state, top.retreats.side).zone
    for action in top.actions(state, top.retreats.side):
        assert isinstance(action, Retreat)
        if pieces and set(pieces) != {action.unit}:
            continue
        hexes = [board().hex(name) for name in action.path]
        passed = tuple(hexagon for hexagon in hexes if hexagon in objectives())
        here, end = board().name(state.units[action.unit].at), action.path[-1]
        stop = "an enemy zone, where it is reduced (10.3)" if zone[hexes[-1]] else ""
        offer = Offer(str(action), f"{action.unit} retreats to {end}", (action.unit,), end, stop=stop,
                      path=(here, *action.path))  # fmt: skip
        found.setdefault((action.unit, end, passed), offer)
    return list(found.values())


def advance_offers(state: Tobruk, top: Advances, pieces: Sequence[str]) -> list[Offer]:
    """[10.4]"""
    found = []
    for action in top.actions(state, top.side):
        if isinstance(action, Advance):
            here = board().name(state.units[action.unit].at)
            label = f"{action.unit} advances to {action.path[-1]}"
            found.append(Offer(str(action), label, (action.unit,), action.path[-1], path=(here, *action.path)))
        else:
            found.append(Offer(str(action), "end the advance"))
    return [offer for offer in found if set(pieces) == set(offer.pieces)] if pieces else found


def meant_way(state: Tobruk, top: RetreatRoute | Advances, own: Names, at: str) -> Action | None:
    """The lawful way of this unit to that hex, else the plainest one for the sake of its refusal."""
    if not own or not at:
        return None
    side = top.retreats.side if isinstance(top, RetreatRoute) else top.side
    for action in top.actions(state, side):
        if isinstance(action, Retreat | Advance) and action.unit == own[0] and action.path[-1] == at:
            return action
    if isinstance(top, RetreatRoute):
        return Retreat(own[0], (at,))
    target = board().name(top.target)
    return Advance(own[0], (at,) if at == target else (target, at))
