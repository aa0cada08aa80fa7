"""[10.1, 10.2] An attack step by step in the printed order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.games.tobruk.combat.advance import open_advance
from sandtable.games.tobruk.combat.air import send_attacking_air, send_defending_air
from sandtable.games.tobruk.combat.anti_tank import ask_to_press_on, fire_guns
from sandtable.games.tobruk.combat.artillery import give_artillery
from sandtable.games.tobruk.combat.dogfights import fight_in_the_air
from sandtable.games.tobruk.combat.losses import take_losses
from sandtable.games.tobruk.combat.odds import attacking_side, odds, support
from sandtable.games.tobruk.combat.retreats import open_retreats
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.tables import Ratio, Result, combat_result
from sandtable.games.tobruk.state import Battle, Tobruk, enemy_of, present, write_battle


class Resolution(Step[Tobruk], frozen=True):
    """[10.1] The battle of the state, one step after the other until it is over or called off."""

    stage: int = 0

    def run(self, draft: Draft[Tobruk]) -> None:
        battle = draft.state.battle
        if battle is None or self.stage == len(STEPS) or _shot_to_pieces(draft.state, battle):
            draft.change(battle=None)
            draft.pop()
            return
        draft.swap(replace(self, stage=self.stage + 1))
        STEPS[self.stage](draft, battle)


def _shot_to_pieces(state: Tobruk, battle: Battle) -> bool:
    """[13.0] Anti-tank guns have left no attacker."""
    return not battle.result and not present(state, battle.attackers)


def throw_dice(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.1] Two dice, artillery, air units, and the excess beyond 4:1, in the column that terrain leaves."""
    side, state = attacking_side(battle), draft.state
    attackers, defenders = present(state, battle.attackers), present(state, battle.defenders)
    found = odds(state, attackers, defenders, battle.target)
    where = board().name(battle.target)
    dice = [draft.roll(f"combat at {where}, die {number}", by=side) for number in (1, 2)]
    added = support(battle, side)
    roll = sum(dice) + sum(modifier for _, modifier in added)
    result = combat_result(state.results, Ratio(found.column, found.modifier), roll)
    write_battle(draft, result=str(result))
    draft.note(
        "fought",
        target=where,
        attackers=list(attackers),
        defenders=list(defenders),
        odds=str(found),
        dice=dice,
        modifiers=dict(added),
        total=roll + found.modifier,
        result=str(result),
        case="10.1",
    )


def attacker_losses(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.2] Left of the stroke."""
    take_losses(draft, battle.attackers, Result.parse(battle.result).attacker)


def defender_losses(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.2] Right of it; the attackers may be gone by now."""
    take_losses(draft, battle.defenders, Result.parse(battle.result).defender)


def retreat(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.3]"""
    open_retreats(draft, battle.defenders, Result.parse(battle.result).retreat)


def follow_up(draft: Draft[Tobruk], battle: Battle) -> None:
    """[9.4, 10.4] The hex is empty: Overrun markers, and the advance."""
    side = attacking_side(battle)
    if draft.state.everybody(battle.target, enemy_of(side)):
        return
    runners = present(draft.state, battle.overrun)
    if runners:
        draft.change(overran=(*draft.state.overran, *runners))
        draft.note("overran", units=list(runners), hex=board().name(battle.target), case="9.4")
    open_advance(draft, side, present(draft.state, battle.attackers), battle.target)


STEPS: tuple[Callable[[Draft[Tobruk], Battle], None], ...] = (
    fire_guns,  # [13.0]
    ask_to_press_on,
    send_attacking_air,  # [10.1] step 4
    send_defending_air,
    fight_in_the_air,  # [11.1]
    give_artillery,
    throw_dice,
    attacker_losses,
    defender_losses,
    retreat,
    follow_up,
)
