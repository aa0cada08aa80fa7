"""[8, 9, 10, 11] What the screen offers in a combat: attacks with their odds, support, losses, Determined Defence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Action, Explanation, Refusal, may
from sandtable.games.north_africa_41.combat import defence_chances, forecasts
from sandtable.games.north_africa_41.combat.attacks import battle_of, check_attack, read_attack
from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.combat.determined_defence import DefenceReroll, DeterminedDefence, outcome_of
from sandtable.games.north_africa_41.combat.disengagement import check_disengage, listed_disengage
from sandtable.games.north_africa_41.combat.ledger import told
from sandtable.games.north_africa_41.combat.listed_attacks import commanded, reach
from sandtable.games.north_africa_41.combat.orders import Accept, Attack, Disengage, Reroll, Stand, Support
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.combat.strength import Odds, weigh_best
from sandtable.games.north_africa_41.combat.support import air_support, artillery, has_guns, payers
from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.selection import RAID, Selection, selection_from, title_of
from sandtable.games.north_africa_41.resources.offers import purchases, raids
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.losses import Release
from sandtable.games.north_africa_41.results.tables import chances, effect, result
from sandtable.games.north_africa_41.sea.convoy_chances import DICE, percent
from sandtable.games.north_africa_41.state import NorthAfrica, face_of, is_combat

# --- attacks


def fighting_offers(state: NorthAfrica, top: Combat, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen the attack of all who can on each hex; with units and enemies every way to make theirs."""
    side = top.side
    if not pieces:
        return [*_openings(state, side), *purchases(state, side), Offer(str(Done()), "end combat")]
    chosen = selection_from(state, side, pieces)
    if chosen.markers and not chosen.pieces:
        return list(raids(state, side, pieces[0])) if _is_raid(pieces[0]) else []
    if not chosen.foes:
        wider = [offer for offer in _openings(state, side) if {*pieces} <= {*offer.pieces}]
        return [*wider, *_breaking_away(state, side, chosen)]
    target = _target(state, chosen)
    if target is None:
        return []
    units = fighters(state, chosen) or next(iter(_gatherings(state, side, target)), ())
    behind = [*_mobile(state, chosen), *filter(is_support, chosen.units), *map(board().name, chosen.stores)]
    orders = variants(state, side, target, units) if units else ()
    return [
        attack_offer(state, side, order, pieces) for order in orders if {*behind} <= {order.supply, order.artillery}
    ]


def _is_raid(piece: str) -> bool:
    return piece.startswith(f"{RAID}-")


def _openings(state: NorthAfrica, side: Side) -> Iterator[Offer]:
    for at in reach(state, side):
        for units in _gatherings(state, side, at):
            order = supported(state, side, at, units)
            if may(check_attack, state, side, order):
                yield attack_offer(state, side, order)
    yield from (_disengage(action) for action in listed_disengage(state, side) if isinstance(action, Disengage))


def _gatherings(state: NorthAfrica, side: Side, at: int) -> list[tuple[str, ...]]:
    """[8.4] All who may attack a hex together; of Germans and Italians without Comando Supremo one or the other."""
    return list(commanded(state, side, reach(state, side).get(at, [])))


def variants(state: NorthAfrica, side: Side, at: int, units: tuple[str, ...]) -> Iterator[Attack]:
    """[8.5, 9.4, 18.7.4] An attack without support, with each who can pay for it, with guns, with aircraft."""
    origins, name = [state.units[unit].at for unit in units], board().name(at)
    bare, best = Attack(name, units), supported(state, side, at, units)
    found = [bare, *(replace(bare, supply=payer) for payer in payers(state, side, units, origins) if best.supply)]
    guns = artillery(state, side, units, origins, best.supply)
    planes = air_support(state, side, units, at)
    found += [replace(best, artillery=gun, air=plane) for gun in ("", *guns) for plane in ("", *planes)]
    return (order for order in dict.fromkeys(found) if may(check_attack, state, side, order))


def supported(state: NorthAfrica, side: Side, at: int, units: tuple[str, ...]) -> Attack:
    """[8.5.1] An attack with Attack Supply where that brings more and somebody can give it."""
    bare, origins = Attack(board().name(at), units), [state.units[unit].at for unit in units]
    plain = weigh_best(state, battle_of(state, side, units, at))
    if plain.overwhelming:
        return bare
    for payer in payers(state, side, units, origins)[:1]:
        if weigh_best(state, battle_of(state, side, units, at, payer=payer)).place > plain.place:
            return replace(bare, supply=payer)
    return bare


def attack_offer(state: NorthAfrica, side: Side, order: Attack, chosen: Sequence[str] = ()) -> Offer:
    battle = read_attack(state, side, order)
    odds = weigh_best(state, battle)
    promise = f"{told(odds)}, {percent(drives_off(odds))} to dislodge the defender"
    label = f"attack {title_of(battle.at)} with {', '.join(order.units)}{backing(order)} at {promise}"
    if chosen and set(order.units) <= set(chosen):
        label = f"{_behind(order)}: {promise}"
    return Offer(str(order), label, tuple(dict.fromkeys((*order.units, *battle.defenders, *chosen))))


def backing(order: Attack) -> str:
    """What stands behind an attack, for a reader."""
    parts = [f"Attack Supply from {order.supply}"] if order.supply else []
    if order.artillery:
        parts.append(f"the guns of {order.artillery}")
    if order.air:
        parts.append(order.air.replace("-", " "))
    return f" and {', '.join(parts)}" if parts else ""


def _behind(order: Attack) -> str:
    return backing(order).removeprefix(" and ") or "without support"


def drives_off(odds: Odds) -> Fraction:
    """The chance of a result that clears the hex, if the defender does not stand."""
    found = chances(odds.place if odds.overwhelming else odds.column)
    return sum((chance for each, chance in found.items() if effect(each).retreats), Fraction(0))


def _breaking_away(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[27.5] The chosen stack as a group."""
    order = Disengage((*chosen.units, *chosen.trucks))
    if chosen.units and may(check_disengage, state, side, order):
        yield _disengage(order)


def _disengage(order: Disengage) -> Offer:
    return Offer(str(order), f"try to disengage {', '.join(order.units)} (27.5.3)", order.units)


# --- odds


def _target(state: NorthAfrica, chosen: Selection) -> int | None:
    """The one hex of the chosen enemies."""
    hexes = {state.units[name].at for name in chosen.foes if name in state.units and is_combat(name)}
    return hexes.pop() if len(hexes) == 1 and min(hexes) >= 0 else None


def fighters(state: NorthAfrica, chosen: Selection) -> tuple[str, ...]:
    """[8.1] Of the chosen units those with Attack Strength."""
    return tuple(name for name in chosen.units if state.units[name].at >= 0 and face_of(state, name).attack > 0)


def meant_attack(state: NorthAfrica, side: Side, chosen: Selection) -> Attack:
    """[8.5, 9.4] The attack that these pieces mean: a Supply Point, MSU or ASU among them stands behind it."""
    target, units = _target(state, chosen), fighters(state, chosen)
    if target is None:
        raise Refusal("8.2", "choose the enemy Combat Units of one hex")
    if not units:
        raise Refusal("8.1", "choose the units that attack")
    order = supported(state, side, target, units)
    if chosen.stores:
        order = replace(order, supply=board().name(chosen.stores[0]))
    for name in _mobile(state, chosen):
        order = replace(order, supply=name)
    for name in filter(is_support, chosen.units):
        order = _seconded(state, order, name)
    return order


def _mobile(state: NorthAfrica, chosen: Selection) -> list[str]:
    """[17.2.4] The MSUs among what was chosen; empty Trucks have nothing to give."""
    return [name for name in chosen.trucks if state.units[name].loaded]


def _seconded(state: NorthAfrica, order: Attack, name: str) -> Attack:
    """[9.4.1] A chosen ASU fires if it can, otherwise it pays."""
    return replace(order, artillery=name) if has_guns(state, name, order.supply) else replace(order, supply=name)


def forecast(state: NorthAfrica, side: Side, pieces: Sequence[str]) -> Forecast:
    """[8.3] The odds of the chosen units, what other support would make of them, and what a Determined Defence
    could do."""
    chosen = selection_from(state, side, pieces)
    top = state.stack[-1]
    target, units = _target(state, chosen), fighters(state, chosen)
    if target is None or not units:
        raise Refusal("8.2", "choose units of yours and the enemies of one hex")
    for name in units:
        if target not in board().adjacent[state.units[name].at]:
            raise Refusal("8.1", f"{name} is not adjacent to {board().name(target)}")
    if isinstance(top, Exploiting):
        assault = battle_of(state, side, units, target, "breakthrough")
        return _weighed(state, replace(assault, supplied=top.group.battle.supplied), ())
    order = meant_attack(state, side, chosen)
    battle = read_attack(state, side, order)
    others = [each for each in variants(state, side, target, units) if each != order]
    behind = f" with {_behind(order)}" if backing(order) else ""
    weighed = _weighed(state, battle, [_alternative(state, side, each) for each in others], behind)
    return replace(weighed, cost=f"{_behind(order)} (8.5.1)" if order.supply else "no Attack Supply (8.5.1)")


def _alternative(state: NorthAfrica, side: Side, order: Attack) -> Explanation:
    odds = weigh_best(state, read_attack(state, side, order))
    what = _behind(order)
    case = "18.7.4" if order.air else "9.4.1" if order.artillery else "8.5.1"
    return Explanation(f"{what}: {told(odds)}, {percent(drives_off(odds))} to dislodge the defender", case)


def _weighed(state: NorthAfrica, battle: Battle, others: Sequence[Explanation], behind: str = "") -> Forecast:
    found = forecasts.forecast(state, battle)
    parts = list(found.ledger.parts)
    if others:
        parts.append(Explanation("with other support", "8.3", tuple(others)))
    odds = weigh_best(state, battle)
    possible = [each for each in chances(odds.place if odds.overwhelming else odds.column) if effect(each).retreats]
    if possible:
        stands = tuple(defence_chances.explain(state, battle, each) for each in possible)
        parts.append(Explanation("if the defender stands", "11.1", stands))
    return replace(found, title=f"{found.title}{behind}", ledger=replace(found.ledger, parts=tuple(parts)))


# --- while a combat is fought


def supporting(state: NorthAfrica, top: DefensiveSupport, action: Action) -> Offer:
    """[8.3] The defender's answer with the odds it makes."""
    assert isinstance(action, Support)
    odds = told(weigh_best(state, replace(top.battle, answer=action.by)))
    label = f"answer with {' and '.join(action.by)}: {odds}" if action.by else f"no support: {odds}"
    return Offer(str(action), label, tuple(name for name in action.by if name in state.units))


def standing(state: NorthAfrica, top: DeterminedDefence, action: Action) -> Offer:
    """[11.2] The exact chances of each Lead Unit and support."""
    if not isinstance(action, Stand):
        return Offer(str(action), f"accept and retreat ({top.battle.result})")
    found = defence_chances.prospect(state, top.battle, action.lead, action.support or top.support)
    helped = f" with {action.support}" if action.support else ""
    pieces = (action.lead, *((action.support,) if action.support in state.units else ()))
    return Offer(str(action), f"stand with {action.lead}{helped}: {defence_chances.told(found)}", pieces)


def rerolling(state: NorthAfrica, top: AttackReroll | DefenceReroll, action: Action) -> Offer:
    """[18.5] What stands now, and what another die may bring."""
    if isinstance(top, AttackReroll):
        now = result(top.column, top.die)
        again = ", ".join(f"{each} {percent(chance)}" for each, chance in chances(top.column).items())
        return Offer(str(action), f"accept {now}" if isinstance(action, Accept) else f"reroll with Rommel: {again}")
    outcomes = [outcome_of(state, top.battle, top.lead, top.support, die) for die in DICE]
    holds = "it holds" if outcomes[top.die - 1].holds else "it fails"
    count = sum(each.holds for each in outcomes)
    return Offer(
        str(action), f"accept: {holds}" if isinstance(action, Accept) else f"reroll with Rommel: holds {count} of 6"
    )


def losing(state: NorthAfrica, action: Action) -> Offer | None:
    """[10.2, 10.4] Who loses a step, and what is left of him."""
    match action:
        case Lose(name=name):
            left = state.units[name].steps - 1
            return Offer(str(action), f"{name} loses {f'a step, {left} left' if left else 'its last step'}", (name,))
        case Release(name=name):
            return Offer(str(action), f"give {name} up without a remnant (10.4.2)", (name,))
        case Reroll():
            return Offer(str(action), "reroll with Rommel")
    return None
