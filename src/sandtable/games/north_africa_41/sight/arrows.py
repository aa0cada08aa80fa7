"""[8.3] The combat that is being fought, as arrows on the map: this game resolves each attack when it is declared."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import views
from sandtable.games.north_africa_41.combat.ledger import told
from sandtable.games.north_africa_41.combat.panels import current_battle
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.results.battle import holding
from sandtable.games.north_africa_41.state import NorthAfrica


def battles(state: NorthAfrica) -> Iterator[views.Battle]:
    """With its result once the die has fallen."""
    battle = current_battle(state.stack[-1])
    if battle is None:
        return
    odds = battle.result or (told(weigh_best(state, battle)) if holding(state, battle) else "")
    origins = dict.fromkeys(board().name(at) for at in battle.origins if at >= 0)
    yield views.Battle(battle.side, tuple(origins), (board().name(battle.at),), odds)
