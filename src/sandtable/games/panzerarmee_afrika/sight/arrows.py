"""[12.2, 12.4] Combats that are declared and not yet resolved, as arrows on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.views import Battle
from sandtable.games.panzerarmee_afrika.combat.calculator import supply_of
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat, as_judged, differential_now, forced_combats
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.factors.losses import present
from sandtable.games.panzerarmee_afrika.factors.strength import defenders, differential
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, side_of


def battles(state: PanzerarmeeAfrika) -> Iterator[Battle]:
    """Those that must be made on forts among them."""
    for frame in reversed(state.stack):
        match frame:
            case Declarations():
                forced = forced_combats(state, frame.side, frame.combats)
                yield from (_planned(state, combat, ()) for combat in (*frame.combats, *forced))
                return
            case CombatSupply():
                yield from (_planned(state, combat, frame.spent) for combat in frame.combats)
                return
            case Resolution():
                for combat in frame.left.values():
                    if present(state, combat.attackers):
                        yield _arrow(state, combat, differential_now(state, combat))
                return


def _planned(state: PanzerarmeeAfrika, combat: Combat, spent: Sequence[str]) -> Battle:
    """Its supply is not settled yet."""
    foe = enemy_of(side_of(combat.attackers[0]))
    seen = as_judged(state, foe, combat.hexes)
    supplied = supply_of(state, combat.attackers, spent)
    return _arrow(state, combat, differential(seen, supplied, combat.hexes, defenders(seen, foe, combat.hexes)))


def _arrow(state: PanzerarmeeAfrika, combat: Combat, column: int) -> Battle:
    places = [state.units[name].at for name in combat.attackers]
    origins = dict.fromkeys(board().name(at) for at in places if at >= 0)
    return Battle(side_of(combat.attackers[0]), tuple(origins), tuple(map(board().name, combat.hexes)), f"{column:+d}")
