"""Who lacks supplies: how much, how dearly, and how near they have to come."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.baggage import carriers
from sandtable.games.campaign_for_north_africa.map import away, board
from sandtable.games.campaign_for_north_africa.staff.aims import aims, front
from sandtable.games.campaign_for_north_africa.staff.garrison import vanguard
from sandtable.games.campaign_for_north_africa.staff.means import sources
from sandtable.games.campaign_for_north_africa.staff.picture import Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights


class Want:
    """What a stack lacks."""

    def __init__(self, at: int, ammo: float, fuel: float, weight: float, span: int, urgent: bool) -> None:
        self.at, self.ammo, self.fuel, self.weight, self.span = at, ammo, fuel, weight, span
        self.urgent = urgent  # worth a drive that is not quite safe

    def worth(self, unit: SupplyUnit) -> float:
        """Of a Supply Unit that comes."""
        return self.weight * (2 * min(self.ammo, unit.ammo) + min(self.fuel, unit.fuel))

    def serve(self, unit: SupplyUnit) -> None:
        self.ammo, self.fuel = max(0.0, self.ammo - unit.ammo), max(0.0, self.fuel - unit.fuel)


def wants(picture: Picture, rolling: Collection[str], fed: Collection[int] = ()) -> list[Want]:
    """The greatest first; what rolls is not yet anybody's, but who has it is not without. `fed`: where those stand who
    are to be supplied by order."""
    judge = weights().stores
    depots = {
        name: unit
        for name, unit in picture.state.supply.items()
        if unit.side == picture.side and not unit.dummy and unit.at >= 0
    }
    posts, leads = _posts(picture) | {*fed}, _leads(picture)
    found: list[Want] = []
    for at in stands(picture.state, picture.side):
        ammo, fuel = _lack(picture, at, at in posts)
        if ammo <= 0 and fuel <= 0:
            continue
        span = judge.beside if at in posts and _is_small(picture, at) else judge.near
        near = _in_range(picture, at) if span else [name for name, unit in depots.items() if unit.at == at]
        there = {name: depots[name] for name in near}
        without = all(unit.ammo < judge.load for unit in there.values())
        bare = at in posts and without
        lying = [unit for name, unit in there.items() if name not in rolling]
        ammo, fuel = ammo - sum(unit.ammo for unit in lying), fuel - sum(unit.fuel for unit in lying)
        if ammo > 0 or fuel > 0:
            weight = (judge.bare if bare else 1.0) * (judge.ordered if at in fed else 1.0)
            urgent = weight > 1 or (without and ammo > 0)
            found.append(Want(at, max(0.0, ammo), max(0.0, fuel), weight * leads[at], span, urgent))
        lacks = ammo > 0 or fuel > 0
        if (lacks and not _is_safe(picture, at)) or not _strikes(picture, at):
            continue
        if not any(_goes_along(unit, at) for unit in there.values()):
            fuel, weight = (judge.train, judge.through) if lacks else (0.0, judge.rear)
            found.append(Want(at, judge.train, fuel, weight * leads[at], judge.beside, weight > 1))
    return sorted(found, key=lambda want: (-want.ammo - want.fuel, want.at))


def _leads(picture: Picture) -> dict[int, float]:
    """By hex how much more it is worth to supply those who stand there than those at the rear of the army: the more of
    it is behind them, on the way to the place that it wants most."""
    goal, distance = front(picture.state, picture.side), board().distance
    strength = {at: sum(force.offence for force in picture.at(at)) for at in stands(picture.state, picture.side)}
    whole, behind = max(1, sum(strength.values())), 0
    found: dict[int, float] = {}
    for at in sorted(strength, key=lambda at: (-distance(at, goal), at)):
        found[at] = 1 + weights().stores.lead * behind / whole
        behind += strength[at]
    return found


def _lack(picture: Picture, at: int, is_post: bool) -> tuple[float, float]:
    """Ammo and Fuel that a stack should have, the more the nearer the enemy is."""
    judge = weights().stores
    strength: float = sum(force.offence + force.defence for force in picture.at(at) if force.size > 0)
    if is_post or any(aim.at == at and aim.value >= 1 for aim in aims(picture.state.scenario, picture.side)):
        strength = max(strength, judge.least) + judge.place
    if strength < judge.least:
        return 0.0, 0.0
    foes = stands(picture.state, picture.foe)
    far = away(at, foes) if foes else judge.nobody
    stranded = is_stranded(picture, at)
    if far > judge.far:
        return 0.0, strength * judge.stranded if stranded else 0.0
    urgency = 1.0 if is_post or far <= judge.front else judge.rear
    return strength * urgency * judge.ammo, strength * (judge.stranded if stranded else urgency * judge.fuel)


def _is_safe(picture: Picture, at: int) -> bool:
    """Whether the enemies who could come are too few to take what lies there."""
    speed = weights().aims
    threat = picture.threat(at, speed.fast, speed.slow)
    return threat <= weights().combat.share * sum(force.defence for force in picture.at(at))


def _goes_along(unit: SupplyUnit, at: int) -> bool:
    """[32.33] Whether a Supply Unit lies in a hex, loaded and on its trucks."""
    return unit.at == at and unit.ammo >= weights().stores.load and unit.motors >= carriers(unit)


def _strikes(picture: Picture, at: int) -> bool:
    """[32.33, 26.21] Whether a stack could go on through a minefield of the enemy, where no truck follows: it has its
    supplies with it, to take them along."""
    judge, distance = weights().stores, board().distance
    offence = sum(force.offence for force in picture.at(at) if force.mobile)
    if offence < judge.least:
        return False
    mines = (hex for hex, mine in picture.state.minefields.items() if mine.side != picture.side)
    return any(distance(hex, at) <= judge.follow for hex in mines)


def _in_range(picture: Picture, at: int) -> list[str]:
    """Supply Units on the map on which the strongest in a hex can draw."""
    force = max(picture.at(at), key=lambda force: (force.size, force.defence, force.name))
    return [name for name in sources(picture, force, at) if picture.state.supply[name].at >= 0]


def _posts(picture: Picture) -> set[int]:
    """Where the garrisons of places that win stand, and those who are on their way to one where nobody is yet."""
    distance, goals = board().distance, aims(picture.state.scenario, picture.side)
    most = max((aim.own for aim in goals), default=0.0)
    needed = [aim.at for aim in goals if 0 < most <= aim.own and aim.at not in picture.enemies]
    vacant = {at for at in needed if not picture.at(at)}
    coming = (
        hex for at in vacant if (hex := vanguard(picture, at)) >= 0 and distance(hex, at) <= weights().stores.approach
    )
    return {*(at for at in needed if at not in vacant), *coming}


def _is_small(picture: Picture, at: int) -> bool:
    """Whether only battalions stand in a hex, who draw on what is beside them."""
    return all(force.size <= 1 for force in picture.at(at))


def is_stranded(picture: Picture, at: int) -> bool:
    """Whether somebody large who needs Fuel has none in range."""
    return any(force.petrol and force.size > 1 and not _has_fuel(picture, force) for force in picture.at(at))


def _has_fuel(picture: Picture, force: Force) -> bool:
    return any(picture.state.supply[name].fuel > 1 for name in sources(picture, force, force.at))
