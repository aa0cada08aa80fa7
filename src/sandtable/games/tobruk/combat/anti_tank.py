"""[13.0] Anti-tank guns fire at attacking vehicles before air units and artillery are committed."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Cancel, Fire, Press
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.casualties import reduce
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import anti_tank_hit
from sandtable.games.tobruk.state import Battle, Tobruk, enemy_of, present, write_battle


def vehicles(state: Tobruk, battle: Battle) -> tuple[str, ...]:
    """[13.0] The attackers that can be hit."""
    return tuple(name for name in present(state, battle.attackers) if counters()[name].is_mechanised)


def fire_guns(draft: Draft[Tobruk], battle: Battle) -> None:
    """[13.0] Every gun in the hex, once for each attack on it."""
    write_battle(draft, guns=tuple(name for name in battle.defenders if counters()[name].gun))
    _fire_on(draft)


def _fire_on(draft: Draft[Tobruk]) -> None:
    """Ask for targets while there is a choice; a single vehicle draws the fire of all."""
    while True:
        battle = draft.state.battle
        assert battle is not None
        targets = vehicles(draft.state, battle)
        if not battle.guns or not targets:
            return
        if len(targets) > 1:
            draft.push(AntiTankFire(enemy_of(attacking_side(battle))))
            return
        fire(draft, battle.guns[0], targets[0])


def fire(draft: Draft[Tobruk], gun: str, target: str) -> None:
    battle = draft.state.battle
    assert battle is not None
    die = draft.roll(f"anti-tank fire of {gun} at {target}", by=counters()[gun].side)
    hit = anti_tank_hit(counters()[gun].nation, die)
    write_battle(draft, guns=tuple(name for name in battle.guns if name != gun), hit=battle.hit or hit)
    draft.note("fired", gun=gun, unit=target, die=die, hit=hit, case="13.0")
    if hit:
        reduce(draft, target, "13.0", f"hit by {gun}")


class AntiTankFire(Decision[Tobruk], frozen=True):
    """[13.0] The defender nominates a vehicle for each gun."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        battle = state.battle
        assert battle is not None
        return f"Anti-tank guns at {board().name(battle.target)}: {', '.join(battle.guns)}. Choose a target for each."

    def interrupt(self, state: Tobruk, side: str) -> str:
        return "anti-tank-fire"

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        battle = state.battle
        assert battle is not None
        keys = [(gun, target) for gun in battle.guns for target in vehicles(state, battle)]
        return Made(keys, lambda key: Fire(*key))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        battle = state.battle
        assert battle is not None
        if not isinstance(action, Fire):
            raise Refusal("13.0", f"anti-tank guns fire first: {', '.join(battle.guns)}")
        if action.gun not in battle.guns:
            raise Refusal(
                "13.0", f"{action.gun} is not a gun that has still to fire; those are: {', '.join(battle.guns)}"
            )
        if action.unit not in vehicles(state, battle):
            raise Refusal("13.0", f"{action.unit} is not an armoured, reconnaissance or motorised unit in this attack")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Fire)
        draft.pop()
        fire(draft, action.gun, action.unit)
        _fire_on(draft)


def ask_to_press_on(draft: Draft[Tobruk], battle: Battle) -> None:
    """[13.0] After a hit the attacker may call his attack off."""
    if battle.hit:
        draft.push(PressOn(attacking_side(battle)))


class PressOn(Decision[Tobruk], frozen=True):
    """[13.0] Go on without what was lost, or cancel the attack."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        return "The anti-tank guns have scored a hit: `press` the attack anyway, or `cancel` it."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return [Press(), Cancel()]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Press | Cancel):
            raise Refusal("13.0", "press the attack or cancel it")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Cancel):
            battle = draft.state.battle
            assert battle is not None
            draft.note("called_off", target=board().name(battle.target), case="13.0")
            draft.change(battle=None)
