"""The Combat Phase: which attack next and with what behind it, who pays for a result, and whether to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.values import Action
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.combat.defence_chances import prospect
from sandtable.games.north_africa_41.combat.determined_defence import DefenceReroll, DeterminedDefence, outcome_of
from sandtable.games.north_africa_41.combat.listed_attacks import commanded, reach
from sandtable.games.north_africa_41.combat.orders import Accept, Attack, Reroll, Stand, Support
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.combat.support import (
    air_support,
    artillery,
    defensive_support,
    payers,
    pays_already,
)
from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.resources.orders import Buy
from sandtable.games.north_africa_41.resources.purchases import listed_buy
from sandtable.games.north_africa_41.results.battle import Battle, holding
from sandtable.games.north_africa_41.results.losses import Casualty, candidates
from sandtable.games.north_africa_41.results.tables import LOWEST, effect, result
from sandtable.games.north_africa_41.staff.chances import judge
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Picture
from sandtable.games.north_africa_41.staff.retreating import is_trapped
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import Stake, next_step
from sandtable.games.north_africa_41.state import NorthAfrica, face_of
from sandtable.kit.staff.courses import JUDGEMENT, Course


class Assessor:
    """Judges attacks as they could be declared now."""

    def __init__(self, state: NorthAfrica, picture: Picture, intent: Intent) -> None:
        self.state, self.picture, self.intent = state, picture, intent
        self.stays = {at: names for at, names in state.layout.combat[picture.side].items() if at >= 0}

    def score(self, battle: Battle) -> float:
        """What the attack is worth, without the price of what supports it."""
        w, odds = self.picture.weights.combat, weigh_best(self.state, battle)
        if odds.place < LOWEST:
            return -99.0
        place = odds.place
        stake = self.picture.stake(battle.at, battle.defenders)
        steps = [next_step(self.state, name) for name in battle.attackers]
        trapped = is_trapped(self.picture, battle.at, frozenset(battle.origins), self.stays)
        promise = judge(place, stake, min(steps), max(steps), trapped, w.stubborn)
        own = self.intent.own_loss
        return promise.gain - own * promise.loss + promise.clears * self.intent.ground(battle.at)

    def price(self, battle: Battle) -> float:
        w, price = self.picture.weights.combat, 0.0
        if battle.payer and not pays_already(self.state, battle.payer):
            price += w.supply
        if battle.artillery:
            price += w.supply
        if battle.air:
            price += w.air
        price += w.effort * sum(face_of(self.state, name).attack for name in battle.attackers)
        return price


def next_attack(frame: Combat, state: NorthAfrica, course: Course = JUDGEMENT) -> Action:
    """The best attack that is left, or the end of the phase."""
    picture = Picture(state, frame.side, course)
    assessor = Assessor(state, picture, Intent(picture))
    best, most = None, picture.weights.combat.threshold
    for at, names in reach(state, frame.side).items():
        for battle in _battles(assessor, at, names):
            value = assessor.score(battle) - assessor.price(battle)
            if value > most + 1e-9:
                best, most = battle, value
    if best is None:
        return Done()
    bought = _buy_air(state, picture, assessor, best)
    if bought is not None:
        return bought
    spare = _spare(assessor, best)
    return Attack(board().name(best.at), spare.attackers, best.payer, best.artillery, best.air)


def _battles(assessor: Assessor, at: int, names: Sequence[str]) -> Iterator[Battle]:
    """An attack by all who may attack together, and by each stack; with and without what can support it."""
    state, side = assessor.state, assessor.picture.side
    for units in _forces(state, assessor, names):
        plain = battle_of(state, side, units, at)
        offers = ["", *payers(state, side, units, plain.origins)[:2]]
        planes = ["", *air_support(state, side, units, at)[:1]]
        for payer in offers:
            paid = replace(plain, payer=payer, supplied=bool(payer))
            guns = ["", *artillery(state, side, units, plain.origins, payer)[:1]]
            for gun in guns:
                for plane in planes:
                    yield replace(paid, artillery=gun, air=plane)


def _forces(state: NorthAfrica, assessor: Assessor, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    side = assessor.picture.side
    stacks: dict[int, list[str]] = {}
    for name in names:
        stacks.setdefault(state.units[name].at, []).append(name)
    seen: set[tuple[str, ...]] = set()
    for group in (list(names), *(stacks.values() if len(stacks) > 1 else ())):
        for units in commanded(state, side, group):
            if units and units not in seen:
                seen.add(units)
                yield units


def _spare(assessor: Assessor, battle: Battle) -> Battle:
    """Leave out whoever does not change the odds and could attack somebody else, or need not be risked."""
    state = assessor.state
    place = weigh_best(state, battle).place
    kept = battle
    for name in sorted(battle.attackers, key=lambda each: (face_of(state, each).attack, each)):
        if len(kept.attackers) <= 2:
            break
        rest = tuple(each for each in kept.attackers if each != name)
        smaller = replace(kept, attackers=rest, origins=tuple(state.units[each].at for each in rest))
        if set(smaller.origins) != set(kept.origins):
            continue
        targets = [at for at in board().adjacent[state.units[name].at] if at in assessor.picture.facing.casting]
        if len(targets) < 2:
            continue
        if battle.payer and not _still_paid(state, smaller):
            continue
        if battle.air and not air_support(state, battle.side, rest, battle.at):
            continue
        if battle.artillery and battle.artillery not in artillery(
            state, battle.side, rest, smaller.origins, battle.payer
        ):
            continue
        if weigh_best(state, smaller).place >= place:
            kept = smaller
    return kept


def _still_paid(state: NorthAfrica, battle: Battle) -> bool:
    return battle.payer in payers(state, battle.side, battle.attackers, battle.origins)


def _buy_air(state: NorthAfrica, picture: Picture, assessor: Assessor, battle: Battle) -> Action | None:
    """[18.7.4] Air Support for a point, where one shift more is worth it."""
    if battle.air or state.books[battle.side].resources < 2:
        return None
    if weigh_best(state, battle).overwhelming:
        return None
    for action in listed_buy(state, battle.side):
        if not isinstance(action, Buy) or action.item != "air-support":
            continue
        marker = action.what or "air-support"
        nation = {"german-air-support": "german", "italian-air-support": "italian"}.get(marker)
        if nation and all(counters()[name].nation != nation for name in battle.attackers):
            continue
        better = replace(battle, air=marker)
        if assessor.score(better) - assessor.score(battle) > 1.0:
            return action
    return None


# --- dice


def reroll_attack(frame: AttackReroll, state: NorthAfrica) -> Action:
    """[18.5] Rommel rolls again what turned out worse than it promised."""
    battle = frame.battle
    picture = Picture(state, battle.side)
    intent = Intent(picture)
    got = _worth_of_result(state, picture, intent, battle, frame.column, frame.die)
    mean = sum(_worth_of_result(state, picture, intent, battle, frame.column, die) for die in range(1, 7)) / 6
    return Reroll() if mean - got > 1.5 else Accept()


def _worth_of_result(
    state: NorthAfrica, picture: Picture, intent: Intent, battle: Battle, column: int, die: int
) -> float:
    told = effect(result(column, die))
    stake = picture.stake(battle.at, battle.defenders)
    steps = [next_step(state, name) for name in battle.attackers]
    value = (stake.dear if told.opponent_chooses else stake.cheap) * told.defender_steps
    value -= (max(steps) if told.opponent_chooses else min(steps)) * told.attacker_steps
    if told.retreats:
        value += intent.ground(battle.at)
        value += stake.foot + 0.3 * (stake.total - stake.foot) if told.order == "full-retreat" else 0.15 * stake.total
    return value


def reroll_defence(frame: DefenceReroll, state: NorthAfrica) -> Action:
    outcome = outcome_of(state, frame.battle, frame.lead, frame.support, frame.die)
    if outcome.holds:
        return Accept()
    holds = prospect(state, frame.battle, frame.lead, frame.support).holds
    picture = Picture(state, frame.battle.foe)
    place = Intent(picture).own.get(frame.battle.at, 0.0)
    stake = Stake(state, frame.battle.at, holding(state, frame.battle))
    return Reroll() if float(holds) * (place + stake.foot + 0.2 * stake.total) > 2.0 else Accept()


# --- losses


def choose_casualty(frame: Casualty, state: NorthAfrica) -> Action:
    """The cheapest own step, the dearest of the enemy."""
    names = candidates(state, frame)
    steps = {name: next_step(state, name) for name in names}
    if frame.loser == frame.chooser:
        return Lose(min(names, key=lambda name: (steps[name], name)))
    return Lose(max(names, key=lambda name: (steps[name], name)))


def lose_cheapest(names: Sequence[str], state: NorthAfrica) -> Action:
    return Lose(min(names, key=lambda name: (next_step(state, name), name)))


# --- the defender


def support_defence(frame: DefensiveSupport, state: NorthAfrica) -> Action:
    """Guns and aircraft where a column less saves more than they cost."""
    battle, w = frame.battle, weights().combat
    picture = Picture(state, battle.foe)
    held = Intent(picture).own.get(battle.at, 0.0)
    stake = picture.stake(battle.at, battle.defenders)
    steps = [next_step(state, name) for name in battle.attackers]

    def danger(by: tuple[str, ...]) -> float:
        place = weigh_best(state, replace(battle, answer=by)).place
        found = judge(max(LOWEST, place), stake, min(steps), max(steps), False, 1.0)
        price = sum(w.supply if is_support(name) else w.air for name in by)
        return found.gain - 0.7 * found.loss + found.clears * held + price

    guns, planes = defensive_support(state, battle)
    offers: list[tuple[str, ...]] = [(), *((gun,) for gun in guns[:2]), *((plane,) for plane in planes[:1])]
    offers += [(gun, plane) for gun in guns[:1] for plane in planes[:1]]
    return Support(min(offers, key=lambda by: (danger(by), len(by))))


def defend(frame: DeterminedDefence, state: NorthAfrica) -> Action:
    """[11] Hold where what would be lost is worth more than the steps that holding costs."""
    battle, told = frame.battle, frame.battle.effect
    picture = Picture(state, battle.foe)
    held = Intent(picture).own.get(battle.at, 0.0)
    names = holding(state, battle)
    stake = Stake(state, battle.at, names)
    w = weights().combat
    if told.order == "full-retreat":
        cost = stake.foot + w.routed * (stake.total - stake.foot)
    else:
        cost = w.disrupted * stake.total
    stays = {at: each for at, each in state.layout.combat[battle.side].items() if at >= 0}
    if is_trapped(Picture(state, battle.side), battle.at, frozenset(battle.origins), stays):
        cost = stake.total
    cost += held + stake.baggage
    offers = [action for action in frame.actions(state, battle.foe) if isinstance(action, Stand)]
    best, most = None, 0.0 if not frame.again else -1e9
    for action in offers:
        found = prospect(state, battle, action.lead, action.support or frame.support)
        value = float(found.holds) * cost - float(found.lead) * next_step(state, action.lead)
        value += 0.5 * float(found.attacker)
        if action.support:
            value -= w.supply if is_support(action.support) else w.air
        if value > most:
            best, most = action, value
    if best is None:
        return Accept()
    return best
