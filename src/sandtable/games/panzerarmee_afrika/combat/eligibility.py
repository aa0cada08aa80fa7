"""[12, 12.1, 12.1.1, 12.2, 15.2] Combats: who may attack whom, and who must."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from sandtable.core.values import Refusal, Value
from sandtable.games.panzerarmee_afrika.combat.orders import Attack
from sandtable.games.panzerarmee_afrika.factors.strength import (
    attack_supply,
    attack_value,
    defence_total,
    defenders,
    differential,
    is_unreliable_alone,
    is_uphill,
)
from sandtable.games.panzerarmee_afrika.map import board, fort_zones
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import SupplyState, limits
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from, front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, role_of, side_of, strength_of
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources, in_supply


class Combat(Value, frozen=True):
    """[12.2] One attack as it was declared."""

    hexes: tuple[int, ...]
    attackers: tuple[str, ...]
    forced: bool = False  # [12.1.1] on a fort in whose zone the attackers stand
    supply: tuple[SupplyState, ...] = ()  # [12.3] of the attackers, once it is settled

    def supplied(self) -> dict[str, SupplyState]:
        return dict(zip(self.attackers, self.supply, strict=True))


# --- who may attack


def may_attack(state: PanzerarmeeAfrika, side: Side) -> bool:
    """[12] The Allies attack nobody on the first turn."""
    return side != "allied" or state.turn >= limits().first_allied_attack


def check_able(state: PanzerarmeeAfrika, name: str) -> None:
    """[10.3, 12, 13.6, 15.2] Refuse a unit that cannot attack."""
    unit = state.units[name]
    if unit.dismounted:
        raise Refusal("13.6", f"{name} is dismounted and cannot attack")
    if unit.out:
        raise Refusal("12", f"{name} is out of supply and cannot attack")
    if unit.adrift:
        raise Refusal("10.3", f"{name} is out of command and cannot attack")
    if is_unreliable_alone(state, name, unit.at) and not attack_sources(state, side_of(name), unit.at):
        raise Refusal("15.2", f"{name} attacks only in attack supply or adjacent to German units or Italian armour")


def able_units(state: PanzerarmeeAfrika, side: Side) -> dict[str, SupplyState]:
    """Every unit next to an enemy that may attack, with its supply as things stand."""
    if not may_attack(state, side):
        return {}
    foe = front(state, side).occupied
    return {
        name: how
        for at, names in state.layout.stands[side].items()
        if not foe.isdisjoint(board().adjacent[at])
        for name in names
        if (how := attack_supply(state, name)) != "out"
    }


# --- who must


def besiegers(state: PanzerarmeeAfrika, side: Side, fort: int) -> list[str]:
    """[12.1.1] The regular units in the zone of a fort that the enemy holds, able to attack or not."""
    return [name for at in fort_zones()[fort] for name in state.at(at, side)]


def forced_combats(state: PanzerarmeeAfrika, side: Side, declared: Sequence[Combat]) -> Iterator[Combat]:
    """[12.1.1] The attacks on forts that must be made and are in no combat declared."""
    attacked = {at for combat in declared for at in combat.hexes}
    for fort in front(state, side).forts():
        if fort not in attacked and (units := besiegers(state, side, fort)):
            yield Combat((fort,), tuple(units), forced=True)


# --- one attack


def read_attack(state: PanzerarmeeAfrika, side: Side, action: Attack) -> Combat:
    """The combat that an attack names, or why there is no such combat."""
    hexes = tuple(board().index.get(name, -1) for name in action.hexes)
    if -1 in hexes:
        raise Refusal("12.2", f"there is no hex {action.hexes[hexes.index(-1)]}")
    if len(set(hexes)) < len(hexes):
        raise Refusal("12.2", "a hex is named twice")
    if len(set(action.units)) < len(action.units):
        raise Refusal("12.2", "a unit is named twice")
    forts = front(state, side).forts()
    return Combat(hexes, action.units, forced=any(at in forts for at in hexes))


def check_attack(state: PanzerarmeeAfrika, side: Side, combat: Combat, declared: Sequence[Combat]) -> None:
    """[12, 12.1.1, 12.2] Refuse a combat that may not be declared beside those that are."""
    if not may_attack(state, side):
        raise Refusal("12", "the Allies may not attack on turn 1")
    for at in combat.hexes:
        _check_target(state, side, at, declared)
    for name in combat.attackers:
        _check_attacker(state, side, name, combat, declared)
    for fort in front(state, side).forts():
        if fort not in combat.hexes:
            continue
        missing = [name for name in besiegers(state, side, fort) if name not in combat.attackers]
        if missing:
            why = f"{missing[0]} in the zone of the fort {board().name(fort)} must take part in the attack on it"
            raise Refusal("12.1.1", why)


def _check_target(state: PanzerarmeeAfrika, side: Side, at: int, declared: Sequence[Combat]) -> None:
    name = board().name(at)
    if not defenders(state, enemy_of(side), (at,)):
        if at in state.layout.depots[enemy_of(side)]:
            raise Refusal("12", f"the installation at {name} is undefended: it is captured by moving in, not attacked")
        raise Refusal("12", f"there is no enemy unit at {name}")
    if any(at in combat.hexes for combat in declared):
        raise Refusal("12.2", f"{name} is already under attack; cancel that combat first")


def _check_attacker(
    state: PanzerarmeeAfrika, side: Side, name: str, combat: Combat, declared: Sequence[Combat]
) -> None:
    unit = state.units.get(name)
    if unit is None or side_of(name) != side or unit.at < 0:
        raise Refusal("12", f"{name} is not a unit of yours on the map")
    if role_of(name) != "unit":
        raise Refusal("12", f"{name} is not a regular unit and cannot attack")
    for at in combat.hexes:
        if unit.at in board().adjacent[at]:
            continue
        if unit.at in board().neighbours[at]:
            raise Refusal("2.1.1", f"{name} cannot attack {board().name(at)} over a prohibited hexside")
        raise Refusal("12.2", f"{name} is not adjacent to {board().name(at)}; every attacker must be, to every hex")
    if any(name in other.attackers for other in declared):
        raise Refusal("12.2", f"{name} is already committed to a combat")
    fort = fort_besieged_from(state, side, unit.at)
    if fort in combat.hexes:
        return  # [12.1.1] here even those must attack who cannot
    if fort >= 0:
        raise Refusal("12.1.1", f"{name} is in the zone of the fort {board().name(fort)} and must attack it")
    check_able(state, name)


# --- the list of plain ones


Plain = tuple[tuple[int, ...], tuple[str, ...]]


def attack_of(plain: Plain) -> Attack:
    hexes, units = plain
    return Attack(tuple(board().name(at) for at in hexes), units)


def plain_attacks(
    state: PanzerarmeeAfrika,
    side: Side,
    able: Mapping[str, SupplyState],
    taken: Collection[int],
    spent: Collection[int],
) -> list[Plain]:
    """For every enemy hex each able unit by itself and all together, and for two hexes all who touch both, as far as a
    permissible differential can come of it. Attacks on forts that will be declared anyway are left out."""
    return list(_Plain(state, side, able, taken, spent).attacks())


class _Plain:
    def __init__(
        self,
        state: PanzerarmeeAfrika,
        side: Side,
        able: Mapping[str, SupplyState],
        taken: Collection[int],
        spent: Collection[int],
    ) -> None:
        self.state, self.side, self.able, self.spent = state, side, able, spent
        self.foe = enemy_of(side)
        facing = front(state, side)
        self.forts = [fort for fort in facing.forts() if besiegers(state, side, fort)]
        self.zone = {at for fort in self.forts for at in fort_zones()[fort]}
        self.near: dict[int, list[str]] = {}
        for name in able:
            for there in board().adjacent[state.units[name].at]:
                if there in facing.occupied and there not in taken:
                    self.near.setdefault(there, []).append(name)
        self.best = {name: self._best_supply(name) for name in able}
        self.defence: dict[int, Fraction] = {}

    def _best_supply(self, name: str) -> SupplyState:
        """What a sacrifice could make of it."""
        if self.able[name] != "attack":
            return self.able[name]
        own = self.state.layout.depots[self.side]
        sources = attack_sources(self.state, self.side, self.state.units[name].at)
        hopeful = any(self._may_be_spent(depot) for at in sources for depot in own.get(at, ()))
        return "maximum" if hopeful or any(at in self.spent for at in sources) else "attack"

    def _may_be_spent(self, depot: str) -> bool:
        return depot not in self.state.treks and not self.state.units[depot].adrift

    def attacks(self) -> Iterator[Plain]:
        for there, names in self.near.items():
            if there in self.forts:
                continue
            free = tuple(name for name in names if self.state.units[name].at not in self.zone)
            for name in free:
                if self._hopeful((there,), (name,)):
                    yield (there,), (name,)
            if len(free) > 1 and self._hopeful((there,), free):
                yield (there,), free
        for pair in combinations(self.near, 2):
            units = self._against_both(pair)
            if units and self._hopeful(pair, units):
                yield pair, units

    def _against_both(self, pair: tuple[int, int]) -> tuple[str, ...]:
        one, other = pair
        if board().distance(one, other) > 2:
            return ()
        both = tuple(name for name in self.near[one] if name in self.near[other])
        fort = next((at for at in pair if at in self.forts), -1)
        if fort < 0:
            return tuple(name for name in both if self.state.units[name].at not in self.zone)
        bound = besiegers(self.state, self.side, fort)
        touching = all(self.state.units[name].at in board().adjacent[at] for name in bound for at in pair)
        return tuple(dict.fromkeys((*bound, *both))) if touching else ()

    def _hopeful(self, hexes: tuple[int, ...], units: Sequence[str]) -> bool:
        attack = Fraction(0)
        for name in units:
            uphill = is_uphill(self.state.units[name].at, hexes)
            attack += attack_value(strength_of(self.state, name), self.best.get(name, "out"), uphill)
        return attack >= sum(self._defence(at) for at in hexes)

    def _defence(self, at: int) -> Fraction:
        found = self.defence.get(at)
        if found is None:
            found = self.defence[at] = defence_total(self.state, defenders(self.state, self.foe, (at,)))
        return found


# --- as it stands


def judged(state: PanzerarmeeAfrika, side: Side, hexes: Sequence[int]) -> dict[str, bool]:
    """[12.4.1] Defenders of a side whose supply is no longer what it was judged: now out of it, or not."""
    return {
        name: out
        for name in defenders(state, side, hexes)
        if (out := not in_supply(state, name, side)) != state.units[name].out
    }


def as_judged(state: PanzerarmeeAfrika, side: Side, hexes: Sequence[int]) -> PanzerarmeeAfrika:
    """The position once the supply of these defenders is judged anew."""
    changed = judged(state, side, hexes)
    if not changed:
        return state
    units = {name: replace(state.units[name], out=out) for name, out in changed.items()}
    return replace(state, units={**state.units, **units})


def differential_now(state: PanzerarmeeAfrika, combat: Combat) -> int:
    """[12.4.1, 12.4.2] Of a combat whose supply is settled, if it were resolved now."""
    foe = enemy_of(side_of(combat.attackers[0]))
    seen = as_judged(state, foe, combat.hexes)
    return differential(seen, combat.supplied(), combat.hexes, defenders(seen, foe, combat.hexes))


def title(combat: Combat) -> str:
    """A combat in a few words."""
    hexes = ", ".join(board().name(at) for at in combat.hexes)
    return f"{', '.join(combat.attackers)} on {hexes}"
