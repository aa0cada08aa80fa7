"""What an army has to fight with: Ammo within range of a hex, and enemies who have none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.core.fields import Reach
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import NOTHING, Ground
from sandtable.games.campaign_for_north_africa.logistics.baggage import allowance, carriers, check_carried, check_phase
from sandtable.games.campaign_for_north_africa.logistics.supply import ammo_need
from sandtable.games.campaign_for_north_africa.logistics.supply_range import in_range
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import truck_ground
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import CARRIED_CPA
from sandtable.games.campaign_for_north_africa.staff.fields import FOOT
from sandtable.games.campaign_for_north_africa.staff.picture import Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of

ATTACK = limits().phasing_factor  # [32.21] Ammo of a battalion that assaults, for each point in defence


def sources(picture: Picture, force: Force, hex: int) -> Iterable[str]:
    """[32.16] Own Supply Units on which it could draw in a hex, the nearest first."""
    return in_range(picture.state, picture.side, hex, force.cpa, force.gaits == FOOT)


def ammo(picture: Picture, force: Force, hex: int) -> int:
    """Points within its range."""
    supply = picture.state.supply
    return sum(supply[name].ammo for name in sources(picture, force, hex))


def rounds(state: Campaign, name: str) -> int:
    """[32.21] Ammo that a counter with all that is attached to it needs to defend itself."""
    key = "rounds", name
    found: int | None = state.derived.get(key)
    if found is None:
        units = (each for each in all_of(state, name) if facts(each).combat)
        found = state.derived[key] = sum(ammo_need(state, each, "assault", False) for each in units)
    return found


def baggage(picture: Picture, force: Force) -> list[str]:
    """[32.33] Loaded Supply Units that could go along with it, those with most Ammo first."""
    state = picture.state
    if not force.mobile or force.size < 1:
        return []
    there = [
        (name, state.supply[name])
        for name in state.supply_at(force.at, picture.side)
        if may(check_carried, state, picture.side, name, force.at, 0) and may(check_phase, state, (name,))
    ]
    judge = weights().stores
    loaded = [
        (name, unit)
        for name, unit in there
        if not unit.dummy and (unit.ammo >= judge.load or unit.fuel >= judge.empty_fuel)
    ]
    return [name for name, unit in sorted(loaded, key=lambda each: (-each[1].ammo, each[0]))]


def can_defend(picture: Picture, force: Force, hex: int) -> bool:
    """[15.15] Whether it has Ammo in a hex for most of its units; who has none surrenders when he is assaulted."""
    need = rounds(picture.state, force.name)
    return need == 0 or ammo(picture, force, hex) >= weights().stores.rounds * need


def has_along(picture: Picture, force: Force) -> bool:
    """[32.33] Whether Supply Units in its hex could go with it that hold Ammo to defend itself and Fuel to go on."""
    supply, judge = [picture.state.supply[name] for name in baggage(picture, force)], weights().stores
    ammo, fuel = sum(unit.ammo for unit in supply), sum(unit.fuel for unit in supply)
    return ammo >= judge.rounds * rounds(picture.state, force.name) and fuel >= force.petrol


def is_running_out(picture: Picture, force: Force) -> bool:
    """Whether it should go while it can: too little Ammo for all its units where it stands, or Fuel for few marches."""
    state, there = picture.state, list(sources(picture, force, force.at))
    return sum(state.supply[name].ammo for name in there) < rounds(state, force.name) or not has_petrol(picture, force)


def has_petrol(picture: Picture, force: Force) -> bool:
    """Whether there is Fuel in range for some marches."""
    fuel = (picture.state.supply[name].fuel for name in sources(picture, force, force.at))
    return force.petrol == 0 or sum(fuel) >= weights().stores.marches * force.petrol


def has_fuel(picture: Picture, force: Force) -> bool:
    """[32.23] Whether it has paid for its marches in this stage, or can pay for one."""
    fuel = (picture.state.supply[name].fuel for name in sources(picture, force, force.at))
    return bool(picture.state.units[force.name].fuel) or sum(fuel) >= force.petrol


def is_followed(picture: Picture, force: Force, hex: int) -> bool:
    """Whether loaded trucks can bring enough Ammo to a hex before the enemy moves: no minefield holds them up."""
    judge, distance, land = weights().stores, board().distance, truck_ground(picture.state, picture.side)
    following = sum(
        unit.ammo
        for unit in picture.state.supply.values()
        if unit.side == picture.side
        and not unit.dummy
        and unit.ammo >= judge.load
        and unit.motors >= carriers(unit)
        and unit.at >= 0
        and distance(unit.at, hex) <= judge.follow
        and _can_drive(land, unit.at, hex)
    )
    return following >= max(judge.load, rounds(picture.state, force.name))


@lru_cache(maxsize=4096)
def _can_drive(land: Ground, start: int, hex: int) -> bool:
    """[26.21] Whether trucks get from one hex to another in a stage if no enemy is in the way."""
    return start == hex or hex in _drives(land, start)


@lru_cache(maxsize=128)
def _drives(land: Ground, start: int) -> Reach:
    return land.reach(start, allowance(), NOTHING)


def is_dry(picture: Picture, hex: int) -> bool:
    """[15.15, 32.16, 6.17] Whether no Supply Unit, real or not, lies within range of the enemies in a hex, who draw on
    the widest if they are on trucks: they surrender to whoever assaults them."""
    state = picture.state
    return not in_range(state, picture.foe, hex, CARRIED_CPA, False) and _is_large(state, hex)


def _is_large(state: Campaign, hex: int) -> bool:
    """[32.21] Companies need no Ammo."""
    printed = counters()
    return all(printed[name].stacking >= 1 or printed[name].is_hq for name in state.stacks[hex])


class Rations:
    """Ammo as it is promised to one assault after another."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._left = {
            name: unit.ammo
            for name, unit in picture.state.supply.items()
            if unit.side == picture.side and not unit.dummy
        }

    def copy(self) -> Rations:
        other = Rations.__new__(Rations)
        other._picture, other._left = self._picture, dict(self._left)
        return other

    def draw(self, force: Force, hex: int, reserve: float) -> bool:
        """For an assault, all or nothing; so many rounds must be left to defend what was won, and Fuel to get away.
        What it can take along counts as if it lay there."""
        state, own = self._picture.state, rounds(self._picture.state, force.name)
        need, there = ATTACK * own, [name for name in sources(self._picture, force, hex) if name in self._left]
        if hex != force.at:
            there += [name for name in baggage(self._picture, force) if name in self._left and name not in there]
        if sum(self._left[name] for name in there) < need + reserve * own:
            return False
        if reserve and sum(state.supply[name].fuel for name in there) < force.petrol:
            return False
        for name in there:
            points = min(need, self._left[name])
            self._left[name] -= points
            need -= points
        return True
