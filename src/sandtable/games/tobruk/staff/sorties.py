"""The air units: how many to send to a battle, for the attacker and for the defender, and which to lose."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.tobruk.combat.air import at_hand
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Down, Fly
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import chits
from sandtable.games.tobruk.pieces.tables import air_modifier, scenarios, victory
from sandtable.games.tobruk.scenario.victory import lead
from sandtable.games.tobruk.staff.battle import judgement
from sandtable.games.tobruk.staff.chances import dogfight
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Flight, Tobruk, enemy_of

SUPPORT, FIGHTER = air_modifier("close_air_support", True), air_modifier("fighter", True)


def send(state: Tobruk, side: str) -> Action:
    """[10.1] What betters the battle by more than it might be worth elsewhere this turn."""
    battle = state.battle
    assert battle is not None
    sky = Sky(state, side)
    fighters, support = at_hand(state, side)
    best, gain = Fly(0, 0), 0.0
    nothing = sky.value(Flight())
    for more in range(support + 1):
        for escort in range(fighters + 1):
            value = sky.value(Flight(escort, more)) - nothing - sky.price.of(escort, more)
            if value > gain + 1e-9:
                best, gain = Fly(escort, more), value
    return best


class Sky:
    """The battle at hand as seen from the air."""

    def __init__(self, state: Tobruk, side: str) -> None:
        battle = state.battle
        assert battle is not None
        foe = enemy_of(side)
        self._worth, self._known = judgement(state), dict[int, float]()
        self._attacking = side == attacking_side(battle)
        self._base = _artillery(state, self._attacking)
        self._covered = not battle.overrun or not self._attacking  # [9.4] an overrun has no support of its own
        self._theirs_count = not battle.overrun or self._attacking
        self._there, self._pool = battle.flight(foe), state.pool(foe)
        self._balance = Balance(state, side)
        self.price, self._theirs = Price(state, side), Price(state, foe)

    def value(self, ours: Flight) -> float:
        """What the battle is worth to this side with such a flight. The attacker flies first, and is
        answered by fighters, just enough of them or all, and by bombers, as it pays the enemy."""
        if not self._attacking:
            return self._against(ours, self._there)
        calm = self._against(ours, Flight())
        if not self._pool.ready or not ours.size:
            return calm
        answers = [
            (self._against(ours, theirs), self._theirs.of(theirs.fighters, theirs.support), theirs)
            for theirs in self._answers(ours)
        ]
        answered, _, _ = min(answers, key=lambda each: (each[0] + each[1], each[2].fighters, each[2].support))
        reply = weights().air.reply
        return (1 - reply) * calm + reply * answered

    def _answers(self, ours: Flight) -> set[Flight]:
        most = self._pool.fighters
        enough = min(most, ours.fighters + 1 if ours.fighters else ours.support)
        support = self._pool.support
        return {
            Flight(fighters, bombers) for fighters in (0, enough, most) for bombers in (0, (support + 1) // 2, support)
        }

    def _against(self, ours: Flight, theirs: Flight) -> float:
        return sum(
            chance * (value + self._balance.after(lost, downed))
            for chance, value, lost, downed in self._fights(ours, theirs)
        )

    def _at(self, ours: int, theirs: int) -> float:
        """The worth with these modifiers of either side."""
        mine, his = (ours if self._covered else 0), (theirs if self._theirs_count else 0)
        dice = self._base + (mine - his if self._attacking else his - mine)
        found = self._known.get(dice)
        if found is None:
            found = self._known[dice] = self._worth(dice) if self._attacking else -self._worth(dice)
        return found

    def _fights(self, ours: Flight, theirs: Flight) -> Iterator[tuple[float, float, int, int]]:
        """[11.1] Every outcome in the air: its chance, the worth of the battle, and the air units that both lose."""
        if not (ours.size and theirs.size and ours.fighters + theirs.fighters):
            yield 1.0, self._at(_modifier(ours), _modifier(theirs)), 0, 0
        elif not ours.fighters:
            gone = min(ours.support, theirs.fighters)
            yield 1.0, self._at(SUPPORT * (ours.support - gone), SUPPORT * theirs.support), gone, 0
        elif not theirs.fighters:
            gone = min(theirs.support, ours.fighters)
            yield 1.0, self._at(SUPPORT * ours.support, SUPPORT * (theirs.support - gone)), 0, gone
        else:
            for chance, lost, downed in dogfight(ours.fighters, theirs.fighters):
                lost, downed = min(lost, ours.size), min(downed, theirs.size)
                left, against = max(0, ours.support - lost // 2), max(0, theirs.support - downed // 2)
                yield chance, self._at(SUPPORT * left, SUPPORT * against), lost, downed


class Balance:
    """[15.1] The account of air units lost, which may turn a victory of the Commonwealth into a draw."""

    def __init__(self, state: Tobruk, side: str) -> None:
        w = weights().air
        self._loss, self._sign = w.loss, 1 if side == "axis" else -1
        self._beyond = state.pool("commonwealth").lost - state.pool("axis").lost
        last = scenarios()[state.scenario].last_turn
        self._draw = w.spoiling * (1.0 if lead(state) >= state.margin else w.idle if state.turn < last else 0.0)
        self._now = self._spoilt(self._beyond)

    def after(self, lost: int, downed: int) -> float:
        """What so many lost of ours and so many of theirs are worth to this side."""
        spoilt = self._spoilt(self._beyond + self._sign * (downed - lost)) - self._now
        return self._loss * (downed - lost) + self._sign * self._draw * spoilt

    def _spoilt(self, beyond: int) -> float:
        """How likely so many Commonwealth losses beyond those of the Axis make a draw of it: two times in three
        when there are just enough, half as often for each that is missing."""
        away = beyond - victory().draw_air_losses
        return 1 - 0.5 ** (away + 2) * 4 / 3 if away >= 0 else 0.5 ** (-away) * 2 / 3


def _modifier(flight: Flight) -> int:
    return SUPPORT * flight.support + FIGHTER * flight.fighters


def _artillery(state: Tobruk, attacking: bool) -> int:
    """Markers that the attack will have: the attacker keeps some for others, the defender fears them all."""
    battle = state.battle
    assert battle is not None
    if battle.overrun:
        return 0
    return min(2, artillery_left(state)) if attacking else artillery_left(state)


class Price:
    """What air units are worth later in the turn: bombers in the battles to come, nothing when no chit is left;
    fighters also because bombers that the enemy has not flown yet dare not come while they are there."""

    def __init__(self, state: Tobruk, side: str) -> None:
        w = weights().air
        own = sum(chits()[chit].side == side for chit in state.cup)
        theirs = len(state.cup) - own
        self._support = w.price * min(1.0, 0.2 * own + 0.1 * theirs + (0.1 if state.cup else 0.0)) + w.reserve
        watched = bool(theirs and state.pool(enemy_of(side)).support)
        self._fighter = self._support / 2 + (w.watch if watched else 0.0)

    def of(self, fighters: int, support: int) -> float:
        return self._support * support + self._fighter * fighters


def shoot(frame: AirLoss, state: Tobruk, side: str) -> Action:
    """[11.1] The loser gives up a fighter, whose part is over; the victor takes a bomber."""
    return Down("fighter" if side == frame.loser else "support")
