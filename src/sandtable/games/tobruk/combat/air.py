"""[2.5, 3.3, 10.1, 11.0] Air units: the allotment of a turn, and what is sent to a battle."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Fly
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import Side, air_strength
from sandtable.games.tobruk.pieces.tables import air_die_needed, allotment
from sandtable.games.tobruk.pieces.words import flight_text
from sandtable.games.tobruk.state import Battle, Flight, Tobruk, enemy_of, write_air, write_battle

ORDER: tuple[Side, Side] = ("axis", "commonwealth")

# --- allotment


def allot(draft: Draft[Tobruk], turn: int) -> None:
    """[3.3, 15.1, 15.2, 15.3] The air units of a turn: what the scenario and the die give, as far as they survive."""
    scenario = draft.state.scenario
    for side in ORDER:
        die = draft.roll(f"{side} close air support, turn {turn}", by=side) if air_die_needed(scenario, turn) else 0
        given, pool = allotment(scenario, turn, side, die), draft.state.pool(side)
        fighters = min(given.fighters, air_strength(side, "fighter") - pool.lost_fighters)
        support = min(given.close_air_support, air_strength(side, "close_air_support") - pool.lost_support)
        write_air(draft, side, fighters=fighters, support=support)
        draft.note("allotted", side=side, turn=turn, fighters=fighters, support=support, case="3.3")


class FirstAllotment(Step[Tobruk], frozen=True):
    """[3.3] Before the first turn: its air units."""

    def run(self, draft: Draft[Tobruk]) -> None:
        draft.pop()
        allot(draft, draft.state.turn)


# --- to a battle


def send_attacking_air(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.1, 9.4] The attacker first; in an overrun fighters only, and only to fight in the air."""
    _ask(draft, attacking_side(battle))


def send_defending_air(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.1] The defender knows what the attacker has sent."""
    _ask(draft, enemy_of(attacking_side(battle)))


def _ask(draft: Draft[Tobruk], side: str) -> None:
    fighters, support = at_hand(draft.state, side)
    if fighters + support:
        draft.push(AirAllocation(side))


def at_hand(state: Tobruk, side: str) -> tuple[int, int]:
    """[11.0] Fighters and close air support that this side could send to the battle."""
    battle, pool = state.battle, state.pool(side)
    assert battle is not None
    overrunning = battle.overrun and side == attacking_side(battle)
    return pool.fighters, 0 if overrunning else pool.support


class AirAllocation(Decision[Tobruk], frozen=True):
    """[10.1] A side sends any of its ready air units to the battle."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        battle = state.battle
        assert battle is not None
        fighters, support = at_hand(state, self.side)
        there = battle.flight(enemy_of(self.side))
        against = f" The enemy has sent {flight_text(there.fighters, there.support)}." if there.size else ""
        return (
            f"Battle at {board().name(battle.target)}: send air units?"
            f" You have {flight_text(fighters, support)} ready.{against}"
        )

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        fighters, support = at_hand(state, self.side)
        keys = [(f, s) for f in range(fighters + 1) for s in range(support + 1)]
        return Made(keys, lambda key: Fly(*key))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Fly):
            raise Refusal("10.1", "say how many air units you send: fly 0 fighters 0 support")
        fighters, support = at_hand(state, self.side)
        if action.support > support:
            if support == 0 and state.pool(self.side).support:
                raise Refusal("9.4", "an overrun has no close air support")
            raise Refusal("11.0", f"you have {plural(support, 'close air support unit')} ready")
        if action.fighters > fighters:
            raise Refusal("11.0", f"you have {plural(fighters, 'fighter')} ready")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Fly)
        battle, pool = draft.state.battle, draft.state.pool(self.side)
        assert battle is not None
        draft.pop()
        if not action.fighters + action.support:
            return
        write_air(draft, self.side, fighters=pool.fighters - action.fighters, support=pool.support - action.support)
        write_battle(draft, flights={**battle.flights, self.side: Flight(action.fighters, action.support)})
        draft.note("flew", side=self.side, fighters=action.fighters, support=action.support, case="10.1")
