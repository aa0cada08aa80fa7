"""The air units: how many to send to a battle, for the attacker and for the defender, and which to lose."""

from __future__ import annotations

from sandtable.core.values import Action
from sandtable.games.tobruk.combat.air import at_hand
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Down, Fly
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import chits
from sandtable.games.tobruk.pieces.tables import air_modifier, victory
from sandtable.games.tobruk.staff.battle import judgement
from sandtable.games.tobruk.staff.chances import dogfight
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Flight, Tobruk, enemy_of

SUPPORT, FIGHTER = air_modifier("close_air_support", True), air_modifier("fighter", True)


def send(state: Tobruk, side: str) -> Action:
    """[10.1] What betters the battle by more than it might be worth elsewhere this turn."""
    battle = state.battle
    assert battle is not None
    sky = _Sky(state, side)
    fighters, support = at_hand(state, side)
    best, gain = Fly(0, 0), 0.0
    nothing = sky.value(Flight())
    for more in range(support + 1):
        for escort in range(fighters + 1):
            value = sky.value(Flight(escort, more)) - nothing - sky.price * (more + escort / 2)
            if value > gain + 1e-9:
                best, gain = Fly(escort, more), value
    return best


class _Sky:
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
        self._there, self._hunters = battle.flight(foe), state.pool(foe).fighters
        self._cost, self._bounty = _loss(state, side), _loss(state, foe)
        self.price = _price(state, side)

    def value(self, ours: Flight) -> float:
        """What the battle is worth to this side with such a flight. The attacker flies first: fighters may be sent
        against him."""
        if not self._attacking:
            return self._against(ours, self._there)
        calm = self._against(ours, Flight())
        if not self._hunters or not ours.size:
            return calm
        enough = min(self._hunters, ours.fighters + 1 if ours.fighters else ours.support)
        worst = min(self._against(ours, Flight(hunters)) for hunters in {enough, self._hunters})
        reply = weights().air.reply
        return (1 - reply) * calm + reply * worst

    def _against(self, ours: Flight, theirs: Flight) -> float:
        value, lost, downed = self._expected(ours, theirs)
        return value - lost * self._cost + downed * self._bounty

    def _at(self, ours: int, theirs: int) -> float:
        """The worth with these modifiers of either side."""
        mine, his = (ours if self._covered else 0), (theirs if self._theirs_count else 0)
        dice = self._base + (mine - his if self._attacking else his - mine)
        found = self._known.get(dice)
        if found is None:
            found = self._known[dice] = self._worth(dice) if self._attacking else -self._worth(dice)
        return found

    def _expected(self, ours: Flight, theirs: Flight) -> tuple[float, float, float]:
        """[11.1] The worth of the battle, and the air units that both sides lose."""
        if not (ours.size and theirs.size and ours.fighters + theirs.fighters):
            return self._at(_modifier(ours), _modifier(theirs)), 0.0, 0.0
        if not ours.fighters:
            gone = min(ours.support, theirs.fighters)
            return self._at(SUPPORT * (ours.support - gone), SUPPORT * theirs.support), float(gone), 0.0
        if not theirs.fighters:
            gone = min(theirs.support, ours.fighters)
            return self._at(SUPPORT * ours.support, SUPPORT * (theirs.support - gone)), 0.0, float(gone)
        value = lost_in_all = downed_in_all = 0.0
        for chance, lost, downed in dogfight(ours.fighters, theirs.fighters):
            lost, downed = min(lost, ours.size), min(downed, theirs.size)
            left, against = max(0, ours.support - lost // 2), max(0, theirs.support - downed // 2)
            value += chance * self._at(SUPPORT * left, SUPPORT * against)
            lost_in_all += chance * lost
            downed_in_all += chance * downed
        return value, lost_in_all, downed_in_all


def _modifier(flight: Flight) -> int:
    return SUPPORT * flight.support + FIGHTER * flight.fighters


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
    return w.loss + w.spoiling * 0.5 ** abs(victory().draw_air_losses - behind)


def shoot(frame: AirLoss, state: Tobruk, side: str) -> Action:
    """[11.1] The loser gives up a fighter, whose part is over; the victor takes a bomber."""
    return Down("fighter" if side == frame.loser else "support")
