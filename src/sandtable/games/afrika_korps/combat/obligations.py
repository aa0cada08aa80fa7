"""[7.4, 8.4, 9.5, 11.9] Who must be attacked, who must attack, and who cannot and is lost before combat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, escarpments, fortresses
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, limits
from sandtable.games.afrika_korps.state import AfrikaKorps, attack_of, enemy_of


def defence_of(state: AfrikaKorps, names: Iterable[str]) -> int:
    """[10.2, 11.2, 14.7] Defence factors together, doubled in a fortress and on an escarpment, supplied or not."""
    facts, total = counters(), 0
    for name in names:
        at = state.units[name].at
        doubled = at in fortresses() or at in escarpments()
        total += facts[name].defence * (limits().doubled_defence if doubled else 1)
    return total


def mandatory_attackers(state: AfrikaKorps, side: str) -> list[str]:
    """[7.2, 8.4, 11.33, 23.2] Every combat unit in an enemy zone; a fortress feels none, so its units may choose."""
    zone = front(state, side).zone
    return [name for at, names in state.layout.combat[side].items() if zone[at] for name in names]


def mandatory_defenders(state: AfrikaKorps, side: str) -> list[str]:
    """[8.4, 11.31, 23.1] Every enemy unit, not beaten already, in whose zone one of ours stands."""
    facing, found = front(state, side), set[int]()
    for at in state.layout.combat[side]:
        found.update(facing.casters(at))
    foe = enemy_of(side)
    return [name for at in sorted(found) for name in state.at(at, foe) if name not in state.defeated]


def adjacent_attackers(state: AfrikaKorps, side: str, defender: str) -> list[str]:
    at = state.units[defender].at
    return [name for there in board().adjacent[at] for name in state.at(there, side)]


def victors(state: AfrikaKorps) -> frozenset[str]:
    """[9.2, 11.7] Who has its battle already by automatic victory; those who only closed a retreat may still fight."""
    return frozenset(name for victory in state.victories for name in victory.attackers)


def guarded_supplies(state: AfrikaKorps, side: str, at: int) -> list[str]:
    """[15.322] Enemy supplies that a unit in this hex could take beside the fight for them; never in a fortress.

    One of each hex: the one unit that goes for it takes all that lies there."""
    foe = enemy_of(side)
    found: dict[int, str] = {}
    for supply, there in sorted(state.layout.supplies[foe].items()):
        if there in board().adjacent[at] and there not in fortresses() and state.at(there, foe):
            found.setdefault(there, supply)
    return list(found.values())


def trapped_without_supply(state: AfrikaKorps, side: str, name: str, besides: Collection[str] = ()) -> bool:
    """[11.9, 9.5] In an enemy zone, out of supply, and too strong for the one attack that needs none [14.3].

    The weakest odds it can have are alone against everyone next to it; `besides` are defenders taken by others, who
    oblige nobody any more.
    """
    at, foe, beaten = state.units[name].at, enemy_of(side), state.defeated.union(besides)
    if all(beaten.issuperset(state.at(caster, foe)) for caster in front(state, side).casters(at)):
        return False
    near = [enemy for there in board().adjacent[at] for enemy in state.at(there, foe)]
    if sustaining(state, side, [name], near) is not None:
        return False
    foes = [enemy for enemy in near if enemy not in beaten]
    return Odds.of(counters()[name].attack, defence_of(state, foes)).needs_supply


def outmatched(
    state: AfrikaKorps, side: str, name: str, besides: Collection[str] = (), engaged: Collection[str] = ()
) -> bool:
    """[7.4, 9.5] In the zone of an enemy whom all who are free next to him attack only at worse than 1-6.

    `besides` are defenders taken by others, `engaged` units that have their battle."""
    busy = victors(state).union(engaged)
    for caster in front(state, side).casters(state.units[name].at):
        for foe in state.at(caster, enemy_of(side)):
            if foe in besides or foe in state.defeated:
                continue
            free = [other for other in adjacent_attackers(state, side, foe) if other not in busy]
            if not Odds.of(attack_of(free), defence_of(state, [foe])).allowed:
                return True
    return False


def forced_losses(state: AfrikaKorps, side: str) -> list[tuple[str, str, str]]:
    """Units that have no legal attack whatever the division: each with its case and the reason."""
    lost: dict[str, tuple[str, str, str]] = {}
    taken = victors(state)
    for name in mandatory_attackers(state, side):
        if name in taken or guarded_supplies(state, side, state.units[name].at):
            continue
        if trapped_without_supply(state, side, name):
            lost[name] = (name, "11.9", "in an enemy zone without supply for the attack it must make")
    for defender in mandatory_defenders(state, side):
        near = adjacent_attackers(state, side, defender)
        free = [name for name in near if name not in taken and name not in lost]
        if Odds.of(attack_of(free), defence_of(state, [defender])).allowed:
            continue
        for name in near:
            if state.units[name].at not in fortresses():
                lost.setdefault(name, (name, "7.4", f"could only attack {defender} at worse than 1-6"))
    return list(lost.values())


def tempting_hexes(state: AfrikaKorps, side: str) -> frozenset[int]:
    """[15.21] Hexes in an enemy zone from which a lone enemy supply can be taken."""
    found: frozenset[int] | None = state.layout.derived.get(("tempting", side))
    if found is None:
        foe, zone = enemy_of(side), front(state, side).zone
        lone = {at for at in state.layout.supplies[foe].values() if at not in state.layout.combat[foe]}
        near = {there for at in lone - fortresses() for there in (at, *board().adjacent[at])}
        found = state.layout.derived["tempting", side] = frozenset(there for there in near if zone[there])
    return found


def captures_in_vain(state: AfrikaKorps, side: str, names: Sequence[str], there: int) -> bool:
    """[7.4, 15.21] Tournament ruling: nobody takes a lone supply from an enemy zone where he then has no attack
    at 1-6 or better."""
    if there not in tempting_hexes(state, side):
        return False
    foe = enemy_of(side)
    for caster in front(state, side).casters(there):
        friends = [n for h in board().adjacent[caster] for n in state.at(h, side) if n not in names]
        weakest = min(state.at(caster, foe), key=lambda n: counters()[n].defence)
        if not Odds.of(attack_of([*names, *friends]), defence_of(state, [weakest])).allowed:
            return True
    return False
