"""The air units: how many to send to a battle, for the attacker and for the defender, and which to lose."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core.values import Action
from sandtable.games.tobruk.actions import Down, Fly
from sandtable.games.tobruk.air import at_hand
from sandtable.games.tobruk.command import artillery_left
from sandtable.games.tobruk.counters import chits
from sandtable.games.tobruk.dogfights import AirLoss
from sandtable.games.tobruk.odds import attacking_side
from sandtable.games.tobruk.staff.battle import judgement
from sandtable.games.tobruk.staff.chances import dogfight
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Flight, Tobruk, enemy_of
from sandtable.games.tobruk.tables import air_modifier, victory

SUPPORT, FIGHTER = air_modifier("close_air_support", True), air_modifier("fighter", True)


def send(state: Tobruk, side: str) -> Action:
    """[10.1] What betters the battle by more than it might be worth elsewhere this turn."""
    battle = state.battle
    assert battle is not None
    attacking = side == attacking_side(battle)
    worth = judgement(state, side)
    fighters, support = at_hand(state, side)
    price = _price(state, side)
    base = _artillery(state, attacking)
    sign = 1 if attacking else -1
    there = battle.flight(enemy_of(side))
    cover = 0 if battle.overrun else 1
    best, gain = Fly(0, 0), 0.0
    nothing = sign * _expected(worth, base, Flight(), there, attacking, cover)[0]
    for more in range(support + 1):
        for escort in range(fighters + 1):
            if not more + escort:
                continue
            value, lost, downed = _expected(worth, base, Flight(escort, more), there, attacking, cover)
            value = sign * value - nothing - price * (more + escort / 2)
            value -= lost * _loss(state, side) - downed * _loss(state, enemy_of(side))
            if attacking:
                value -= _risk(state, side, escort, more)
            if value > gain + 1e-9:
                best, gain = Fly(escort, more), value
    return best


def _artillery(state: Tobruk, attacking: bool) -> int:
    """Markers that the attack will have: the attacker keeps some for others, the defender fears them all."""
    battle = state.battle
    assert battle is not None
    if battle.overrun:
        return 0
    return min(2, artillery_left(state)) if attacking else artillery_left(state)


def _price(state: Tobruk, side: str) -> float:
    """What a close air support unit is worth later in the turn: nothing when no chit is left."""
    w = weights().air
    own = sum(chits()[chit].side == side for chit in state.cup)
    theirs = len(state.cup) - own
    return w.price * min(1.0, 0.2 * own + 0.1 * theirs + (0.1 if state.cup else 0.0)) + w.reserve


def _loss(state: Tobruk, side: str) -> float:
    """What it costs a side to have an air unit shot down: its use, and the Commonwealth's losses beyond those of the
    Axis, which may turn its victory into a draw."""
    w = weights().air
    behind = state.pool("commonwealth").lost - state.pool("axis").lost + (1 if side == "commonwealth" else 0)
    return w.loss + w.spoiling / 2 ** abs(victory().draw_air_losses - behind)


def _risk(state: Tobruk, side: str, escort: int, more: int) -> float:
    """What the enemy's fighters may do to a flight that is on its way first."""
    hunters = state.pool(enemy_of(side)).fighters
    if not hunters or not more:
        return 0.0
    exposed = more if not escort else max(0.0, 1.0 - escort / 4)
    return weights().air.reserve * min(exposed, hunters)


def _expected(
    worth: Callable[[int], float], base: int, ours: Flight, theirs: Flight, attacking: bool, cover: int
) -> tuple[float, float, float]:
    """The worth of the battle to its attacker, and the air units both sides lose."""
    mine, his = (1, -1) if attacking else (-1, 1)
    if not attacking and not cover:
        his = 0  # an overrun has no support of its own

    def dice(support: int, against: int, fighters: int, foes: int) -> int:
        return base + mine * (SUPPORT * support + FIGHTER * fighters) + his * (SUPPORT * against + FIGHTER * foes)

    if not (ours.size and theirs.size and ours.fighters + theirs.fighters):
        return worth(dice(ours.support, theirs.support, ours.fighters, theirs.fighters)), 0.0, 0.0
    if not ours.fighters:
        lost = min(ours.support, theirs.fighters)
        return worth(dice(ours.support - lost, theirs.support, 0, 0)), float(lost), 0.0
    if not theirs.fighters:
        downed = min(theirs.support, ours.fighters)
        return worth(dice(ours.support, theirs.support - downed, 0, 0)), 0.0, float(downed)
    value = lost_in_all = downed_in_all = 0.0
    for chance, lost, downed in dogfight(ours.fighters, theirs.fighters):
        lost, downed = min(lost, ours.size), min(downed, theirs.size)
        support = max(0, ours.support - lost // 2)
        against = max(0, theirs.support - downed // 2)
        value += chance * worth(dice(support, against, 0, 0))
        lost_in_all += chance * lost
        downed_in_all += chance * downed
    return value, lost_in_all, downed_in_all


def shoot(frame: AirLoss, state: Tobruk, side: str) -> Action:
    """[11.1] The loser gives up a fighter, whose part is over; the victor takes a bomber."""
    return Down("fighter" if side == frame.loser else "support")
