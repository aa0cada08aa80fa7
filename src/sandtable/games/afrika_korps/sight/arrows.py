"""[8.4, 8.6, 9] Attacks that are declared and not yet fought, as arrows on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core import views
from sandtable.games.afrika_korps.combat.aftermath import present
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.resolution import Battle, NextBattle, Resolution, odds_of
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps


def battles(state: AfrikaKorps) -> Iterator[views.Battle]:
    """Automatic victories while units still move; then all that is declared, until it is fought."""
    declared = _declared(state)
    if declared is None:
        for victory in state.victories:
            yield from _arrow(state, victory.attackers, victory.defenders, "automatic")
        return
    for battle in declared:
        if battle.seizes:
            yield from _arrow(state, battle.attackers, (battle.seizes,), "capture")
        elif present(state, battle.defenders) and present(state, battle.attackers):
            yield from _arrow(state, battle.attackers, battle.defenders, str(odds_of(state, battle)))


def _declared(state: AfrikaKorps) -> Sequence[Battle] | None:
    for frame in reversed(state.stack):
        match frame:
            case Battles():
                return frame.battles
            case Resolution():
                return tuple(frame.left.values())
            case NextBattle():
                return tuple(frame.resolution.left.values())
    return None


def _arrow(state: AfrikaKorps, attackers: Sequence[str], defenders: Sequence[str], odds: str) -> Iterator[views.Battle]:
    origins, targets = _hexes(state, attackers), _hexes(state, defenders)
    if origins and targets:
        yield views.Battle(state.phasing, origins, targets, odds)


def _hexes(state: AfrikaKorps, names: Sequence[str]) -> tuple[str, ...]:
    places = [state.units[name].at for name in names if name in state.units]
    return tuple(dict.fromkeys(board().name(at) for at in places if at >= 0))
