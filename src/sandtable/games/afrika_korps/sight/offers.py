"""What the screen offers in each decision: clicks as actions, odds weighed, zones and supply laid over the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core import fields
from sandtable.core.frames import Decision, question_to
from sandtable.core.offers import Chance, Forecast, Layer, Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.arrivals.phase import controls
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.obligations import defence_of
from sandtable.games.afrika_korps.combat.resolution import RESULTS, Resolution, explain_odds, title_of
from sandtable.games.afrika_korps.combat.retreats import can_survive_retreat, surrounded
from sandtable.games.afrika_korps.ground.reach import reach
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, escarpments, fortresses, full_qattara, home_bases
from sandtable.games.afrika_korps.movement.automatic_victory import candidates
from sandtable.games.afrika_korps.movement.phase import Movement, check_move, route
from sandtable.games.afrika_korps.movement.stacking import destinations, full_hexes
from sandtable.games.afrika_korps.orders import (
    NOTATION,
    Advance,
    Attack,
    Break,
    Decline,
    Destroy,
    Done,
    Embark,
    Fight,
    Form,
    Land,
    Lose,
    Move,
    Overwhelm,
    Raise,
    Retreat,
    Scrap,
    Seize,
    Station,
)
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, combat_results, limits
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps, attack_of, enemy_of
from sandtable.kit.clicks import offered, proposed

# --- offers


def offers(state: AfrikaKorps, side: str, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen, everything but moves; with pieces chosen, what can be done with them."""
    top = question_to(state, side)
    if top is None:
        return []
    chosen = set(pieces)
    if isinstance(top, Movement):
        found = [*_moves(state, side, pieces)] if pieces else []
        found += [_offer(state, action, top) for action in top.actions_without_moves(state, side)]
    else:
        found = [_offer(state, action, top) for action in top.actions(state, side)]
    if not chosen:
        return found
    return [offer for offer in found if chosen.issubset(offer.pieces)]


def _moves(state: AfrikaKorps, side: str, pieces: Sequence[str]) -> Iterator[Offer]:
    """Where these pieces can go together; the slowest sets the pace [6.2]."""
    own = [name for name in pieces if name in state.units and counters()[name].side == side]
    if len(own) < len(pieces) or len({state.units[name].at for name in own}) != 1 or state.units[own[0]].at < 0:
        return
    here = board().name(state.units[own[0]].at)
    ends = set.union(*(set(destinations(state, name)) for name in own)) if len(own) > 1 else destinations(state, own[0])
    for end in ends:
        action = Move(tuple(own), (here, board().name(end)))
        if len(own) == 1:
            yield _single(state, own[0], end, action)
            continue
        try:
            check_move(state, side, action)
        except Refusal:
            continue
        yield Offer(str(action), f"to {action.path[-1]}", tuple(own), action.path[-1])


def _single(state: AfrikaKorps, name: str, end: int, action: Move) -> Offer:
    found = reach(state, name)
    stop = ""
    if front(state, counters()[name].side).zone[end]:
        stop = "enters an enemy zone (8.1)"
    elif end in escarpments() and not found.node(end) < len(board()):
        stop = "climbs an escarpment (18.1)"
    if counters()[name].is_combat and end in full_hexes(state, counters()[name].side):
        stop = f"{stop}, and fills" if stop else "fills"
        stop += " the hex: one of the four must leave before movement ends (6.3)"
    path = tuple(board().name(h) for h in found.path(end))
    return Offer(str(action), f"to {path[-1]}", (name,), path[-1], str(found.points(end)), stop, path)


# What ending each decision means; elsewhere play simply carries on.
ENDINGS = {"Movement": "end movement", "Battles": "declare no more attacks", "Resolution": "end the turn",
           "AdvanceAfterCombat": "stay where they are"}  # fmt: skip


def _offer(state: AfrikaKorps, action: Action, top: Decision[AfrikaKorps]) -> Offer:
    text = str(action)
    match action:
        case Done():
            return Offer(text, ENDINGS.get(type(top).__name__, "carry on"))
        case Decline():
            return Offer(text, "decline the supply", folded="Do without it")
        case Scrap():
            return Offer(text, "take back the declared attacks")
        case Raise(unit=unit, at=at):
            return Offer(text, f"bring back {unit} at {at}", (unit,), at)
        case Land(unit=unit, at=at):
            return Offer(text, text, (unit,), at)
        case Embark(unit=unit):
            return Offer(text, f"put {unit} to sea", (unit,), folded="Put to sea")
        case Advance(unit=unit):
            return Offer(text, f"advance with {unit}", (unit,))
        case Destroy(unit=unit):
            return Offer(text, text, (unit,), folded="Destroy supplies of your own")
        case Lose(unit=unit):
            return Offer(text, text, (unit,))
        case Retreat(unit=unit, path=path):
            return Offer(text, f"retreat {unit} by {', '.join(path)}", (unit,), path[-1], path=path)
        case Overwhelm(defenders=defenders, attackers=attackers):
            label = f"automatic victory by {', '.join(attackers)} over {', '.join(defenders)}"
            return Offer(text, label, (*attackers, *defenders))
        case Attack(defenders=defenders, attackers=attackers):
            odds = Odds.of(attack_of(attackers), defence_of(state, defenders))
            return Offer(text, f"{text} at {odds}", (*attackers, *defenders))
        case Seize(supply=supply, unit=unit):
            return Offer(text, text, (unit, supply))
        case Form(substitute=substitute, units=units) | Break(substitute=substitute, units=units):
            return Offer(text, text, (substitute, *units))
        case Station(at=at):
            return Offer(text, text, (), at)
        case Fight(battle=number) if isinstance(top, Resolution):
            return Offer(text, f"resolve battle {number}: {title_of(state, top.left[number])}")
    return Offer(text, text)


# --- what a player means by a choice of pieces and a hex


def propose(state: AfrikaKorps, side: str, pieces: Sequence[str], at: str = "") -> Action:
    """The action these clicks mean here; a refusal says why it cannot be."""
    for name in pieces:
        if name not in state.units:
            raise Refusal("5.1", f"there is no unit '{name}' in play")
    own = tuple(name for name in pieces if counters()[name].side == side)
    foes = tuple(name for name in pieces if counters()[name].side != side)
    return proposed(state, side, lambda top: _meant(state, side, top, own, foes, at))


def _meant(
    state: AfrikaKorps, side: str, top: Decision[AfrikaKorps], own: tuple[str, ...], foes: tuple[str, ...], at: str
) -> Action:
    if isinstance(top, Movement) and own and foes:
        supplies = sustaining(state, side, own, foes) or ()
        ready = [c for c in candidates(state, side) if set(c.defenders) == set(foes)]
        blockers = ready[0].blockers if ready else ()
        return Overwhelm(foes, own, supplies or ("none",), tuple(name for name in blockers if name not in own))
    if isinstance(top, Movement) and own and at:
        return Move(own, (board().name(state.units[own[0]].at), at))
    if isinstance(top, Battles) and own and foes:
        supply = [name for name in foes if counters()[name].is_supply]
        return Seize(supply[0], own[0]) if supply else Attack(foes, own)
    if isinstance(top, Resolution) and own and foes and all(counters()[name].is_combat for name in foes):
        return Attack(foes, own)
    if action := offered(offers(state, side, (*own, *foes)), at, NOTATION):
        return action
    raise Refusal("turn", f"nothing can be done with {', '.join((*own, *foes)) or 'that'} now")


def path_of(state: AfrikaKorps, side: str, action: Action) -> tuple[str, ...]:
    """The hexes a proposed move passes, for drawing it."""
    if isinstance(action, Move):
        return tuple(board().name(h) for h in route(state, side, action))
    return ()


# --- forecasts


def forecast(state: AfrikaKorps, side: str, pieces: Sequence[str]) -> Forecast:
    """The odds of the chosen attackers against the chosen defenders, with what each side may expect to lose."""
    on_map = [name for name in pieces if name in state.units and state.units[name].at >= 0]
    known = [name for name in on_map if counters()[name].is_combat]
    attackers = [name for name in known if counters()[name].side == side]
    defenders = [name for name in known if counters()[name].side != side]
    if not attackers or not defenders:
        raise Refusal("8.5", "choose at least one attacker and one defender")
    attack, defence = attack_of(attackers), defence_of(state, defenders)
    odds = Odds.of(attack, defence)
    ledger = explain_odds(state, attackers, defenders)
    cost = _supply_cost(state, side, attackers, defenders) if odds.needs_supply else "no supply (14.3)"
    if not odds.allowed:
        return Forecast(ledger.text, str(odds), ledger, (), 0.0, 0.0)
    if odds.automatic or _is_automatic_victory(state, odds, attackers, defenders):
        certain = Chance("DE", "automatic victory: eliminated without a die roll", 1, 1)
        deed = "automatic victory" if isinstance(state.stack[-1], Movement) else ""
        return Forecast(ledger.text, str(odds), ledger, (certain,), 0.0, float(_factors(defenders)), cost, deed)
    chances = combat_results().chances(str(odds))
    trapped = sum(counters()[name].defence for name in defenders if not can_survive_retreat(state, name))
    own_paid = _least_payment([counters()[name].attack for name in attackers], defence)
    foe_paid = _least_payment([defence_of(state, [name]) for name in defenders], attack)
    own_loss = {"AE": attack, "EX": own_paid}
    foe_loss = {"DE": _factors(defenders), "DB2": trapped, "EX": foe_paid * _factors(defenders) / defence}
    return Forecast(
        ledger.text,
        str(odds),
        ledger,
        tuple(Chance(key, RESULTS[key], c.numerator, c.denominator) for key, c in chances.items()),
        float(sum(own_loss.get(key, 0) * chance for key, chance in chances.items())),
        float(sum(foe_loss.get(key, 0) * chance for key, chance in chances.items())),
        cost,
    )


def _supply_cost(state: AfrikaKorps, side: str, attackers: Sequence[str], defenders: Sequence[str]) -> str:
    """[14.1, 14.4] The supplies that would be spent, if there are any in reach."""
    found = sustaining(state, side, attackers, defenders)
    if found is None:
        return "a supply, and none is in reach (14.2)"
    return f"{', '.join(found)} (14.4)"


def _is_automatic_victory(state: AfrikaKorps, odds: Odds, attackers: Sequence[str], defenders: Sequence[str]) -> bool:
    """[9.1] While units move, an attack on surrounded defenders is weighed as the automatic victory it would be."""
    moving = isinstance(state.stack[-1], Movement)
    return moving and odds.index >= limits().surrounded_automatic and surrounded(state, defenders, attackers)


def _least_payment(strengths: Sequence[int], due: int) -> int:
    """[7.5] The least that whole units lose in an exchange: enough for the debt, or everything."""
    sums = {0}
    for strength in strengths:
        sums |= {paid + strength for paid in sums}
    return min((paid for paid in sums if paid >= due), default=sum(strengths))


def _factors(names: Sequence[str]) -> int:
    return sum(counters()[name].defence for name in names)


# --- layers


def layers(state: AfrikaKorps) -> list[Layer]:
    found = []
    for side in SIDES:
        enemy = enemy_of(side)
        zone = front(state, enemy).controlled
        hexes = {board().name(h): side for h in sorted(zone)}
        found.append(Layer(f"zones-{side}", f"Zones of control, {side.title()}", hexes))
    found.extend(_supply_layer(state, side) for side in SIDES)
    return [*found, _control_layer(state), _strong_ground(), _closed_ground()]


def _control_layer(state: AfrikaKorps) -> Layer:
    """[4.3] Who controls the fortresses and home bases."""
    sites = sorted(fortresses() | home_bases())
    held = {board().name(site): side for site in sites for side in SIDES if controls(state, side, site)}
    return Layer("control", "Control of fortresses and home bases", held)


def _strong_ground() -> Layer:
    """[10.2] Where a defender counts double."""
    strong = sorted(fortresses() | escarpments())
    return Layer("terrain-strong", "Terrain that doubles the defence", dict.fromkeys(map(board().name, strong), ""))


def _closed_ground() -> Layer:
    """[5.6] Land that nobody may enter."""
    closed = sorted(full_qattara())
    return Layer("terrain-closed", "Impassable terrain", dict.fromkeys(map(board().name, closed), ""))


def _supply_layer(state: AfrikaKorps, side: str) -> Layer:
    """The line of every stack to its nearest supply [24.1], and the stacks without one."""
    goals = set(state.layout.supplies[side].values())
    lines, broken = [], []
    for at in sorted(state.layout.combat[side]):
        line = fields.trace(board().adjacent, at, goals, front(state, side).cut)
        if line is None:
            broken.append(board().name(at))
        elif len(line) > 1:
            lines.append(tuple(board().name(h) for h in line))
    return Layer(f"supply-{side}", f"Supply lines, {side.title()}", {}, tuple(lines), tuple(broken))
