"""[10.1] The battle that is being fought, as arrows on the map: this game resolves each attack when it is declared."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import views
from sandtable.games.tobruk.combat.odds import attacking_side, odds
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.state import Tobruk, present


def battles(state: Tobruk) -> Iterator[views.Battle]:
    """With its result once the dice have fallen."""
    battle = state.battle
    if battle is None:
        return
    attackers, defenders = present(state, battle.attackers), present(state, battle.defenders)
    if not attackers:
        return
    told = battle.result or (str(odds(state, attackers, defenders, battle.target)) if defenders else "")
    origins = dict.fromkeys(board().name(state.units[name].at) for name in attackers)
    yield views.Battle(attacking_side(battle), tuple(origins), (board().name(battle.target),), told)
