"""[30.17, 30.35, 30.39] Guns ashore against ships, and the San Giorgio, half sunk in the harbour of Tobruk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import CLASSES, Stated, stated_in
from sandtable.games.campaign_for_north_africa.combat.firepower import check_ammo, check_used, named, pay_ammo, written
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Fire
from sandtable.games.campaign_for_north_africa.combat.segment import charge_hex, check_free_choice, disturb_reserves
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Shot
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.fleet.orders import Engage
from sandtable.games.campaign_for_north_africa.fleet.ships import OWNER, hit
from sandtable.games.campaign_for_north_africa.fleet.tables import fleet_limits
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    bombardment_column,
    bombardment_column_name,
    points_hit,
)
from sandtable.games.campaign_for_north_africa.map import board, is_coastal, terrain
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.strength import Force, rating, raw, vulnerability
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.state import (
    AT_LAND,
    AT_SHIPS,
    SPENT_FORCE,
    Campaign,
    enemy_of,
    everyone_at,
)
from sandtable.games.campaign_for_north_africa.verbs import record

ASHORE: Side = enemy_of(OWNER)
SAN_GIORGIO = "SanGiorgio"


# Who can fire at what


def at_sea(state: Campaign) -> dict[str, int]:
    """The ships that lie before a coast, and where."""
    return {name: ship.at for name, ship in state.ships.items() if ship.at != IN_PORT and ship.guns}


def batteries(state: Campaign, at: int) -> list[str]:
    """[30.35] The units in a hex whose guns could fire at ships before it, each with Ammo of its own."""
    return [name for name in everyone_at(state, at, ASHORE) if why_not_engage(state, name) is None]


def why_not_engage(state: Campaign, name: str) -> Refusal | None:
    """[30.35] What keeps a unit from firing at ships."""
    if state.units[name].cohesion <= SPENT_FORCE:
        return Refusal("6.26", f"{name} has lost all cohesion")
    if state.gunned.get(name) == AT_LAND:
        return Refusal("30.35", f"{name} has fired at land units in this Operations Stage")
    if not any(is_heavy(state, name, weapon) for weapon in state.units[name].toe):
        return Refusal("30.35", f"{name} has neither heavy artillery nor emplaced guns")
    try:
        check_ammo(state, ASHORE, (name,), "barrage")
        if state.phasing == ASHORE:
            check_free_choice(state, name, "attack")
    except Refusal as found:
        return found
    return None


def is_heavy(state: Campaign, name: str, weapon: str) -> bool:
    """[30.35] Emplaced guns, and artillery with a Vulnerability of six or more."""
    if rating(state, name, weapon, "barrage") is None:
        return False
    if facts(name).emplaced:
        return True
    found = vulnerability(state, name, weapon) or 0
    return facts(name).counter.is_artillery_type and found >= fleet_limits().heavy_guns


def bomb_points(state: Campaign, forces: Sequence[Force]) -> int:
    """[30.35] Raw Points: of emplaced guns all, of others half, rounded down."""
    sited = [force for force in forces if facts(force[0]).emplaced]
    mobile = [force for force in forces if not facts(force[0]).emplaced]
    return raw(state, sited, "barrage") + raw(state, mobile, "barrage") // 2


def hulk(state: Campaign) -> int:
    """[30.17] Where the San Giorgio lies; nowhere once she is lost, and at nothing when she has fired."""
    if SAN_GIORGIO in state.segment.manned:
        return IN_PORT
    return state.units[SAN_GIORGIO].at


def in_view(state: Campaign, ship: str) -> bool:
    """[30.17, 30.39] Whether the San Giorgio reaches a ship: in her own hex, or in the next across the water."""
    here, there = hulk(state), at_sea(state).get(ship, IN_PORT)
    if here < 0 or there < 0 or state.gunned.get(SAN_GIORGIO) == AT_LAND:
        return False
    return there == here or there in across_water(here)


def across_water(at: int) -> list[int]:
    """[30.17] The coastal hexes next to one that share some sea with it."""
    around = board().neighbours
    sea = {near for near in around[at] if terrain(near) == "sea"}
    return [near for near in around[at] if is_coastal(near) and not sea.isdisjoint(around[near])]


def hulk_targets(state: Campaign) -> tuple[Stated, ...]:
    """[30.17] What the San Giorgio could barrage in the hexes next to her."""
    here = hulk(state)
    if here < 0 or state.gunned.get(SAN_GIORGIO) == AT_SHIPS:
        return ()
    found = stated_in(state, ASHORE, board().neighbours[here])
    return tuple(each for each in found if each.target in CLASSES)


def open_shore_fire(draft: Draft[Campaign]) -> None:
    """[30.35] In a Barrage Step, if there is anything to fire at."""
    told = hulk_targets(draft.state)
    if told or can_engage(draft.state):
        draft.push(ShoreFire(told))


def can_engage(state: Campaign) -> bool:
    """Whether any gun ashore could fire at a ship."""
    return any(batteries(state, at) or in_view(state, name) for name, at in at_sea(state).items())


# The orders


def check_engage(state: Campaign, action: Engage) -> int:
    """[30.35, 30.39] The Bomb Points of guns that fire at a ship."""
    at = at_sea(state).get(action.ship)
    if at is None:
        raise Refusal("30.35", f"{action.ship} is not off the coast")
    if not action.guns:
        raise Refusal("30.35", f"say which guns fire at {action.ship}")
    mobile = [points for points in action.guns if points.unit != SAN_GIORGIO]
    forces = [named(state, ASHORE, points, "30.35") for points in mobile]
    for name, weapon, _ in forces:
        if state.units[name].at != at:
            raise Refusal("30.35", f"{name} is not at {board().name(at)}, off which {action.ship} lies")
        if name in state.segment.manned:
            raise Refusal("30.35", f"{name} has fired in this Barrage Step")
        if (refusal := why_not_engage(state, name)) is not None:
            raise refusal
        if not is_heavy(state, name, weapon):
            raise Refusal("30.35", f"these points of {name} are not heavy artillery")
    used: dict[tuple[str, str], int] = {}
    for name, weapon, points in forces:
        used[name, weapon] = used.get((name, weapon), 0) + points
    check_used(state, used, "30.35")
    check_ammo(state, ASHORE, [name for name, _, _ in forces], "barrage")
    hulks = [each for each in action.guns if each.unit == SAN_GIORGIO]
    for each in hulks:
        _check_hulk(each)
        if not in_view(state, action.ship):
            raise Refusal("30.39", f"the San Giorgio cannot fire at {action.ship} now")
    if len(hulks) > 1:
        raise Refusal("30.39", "the San Giorgio fires once")
    return bomb_points(state, forces) + sum(each.points for each in hulks)


def _check_hulk(points: Points) -> None:
    guns = fleet_limits().san_giorgio
    if points.weapon or points.points != guns:
        raise Refusal("30.17", f"the San Giorgio must fire with {plural(guns, 'point')}")


def engage(draft: Draft[Campaign], action: Engage) -> None:
    """[30.35] The guns are charged as for a barrage, and are spoken for; what they do is seen with the barrages."""
    bombs = check_engage(draft.state, action)
    crews = [points.unit for points in action.guns if points.unit != SAN_GIORGIO]
    _fire(draft, crews)
    _note_fired(draft, (points.unit for points in action.guns), AT_SHIPS)
    record(draft, at_ships=(*draft.state.segment.at_ships, (action.ship, bombs)))


def _fire(draft: Draft[Campaign], crews: Sequence[str]) -> None:
    """[11.21, 11.22, 32.22] Ammo and Capability Points."""
    if not crews:
        return
    is_phasing = draft.state.phasing == ASHORE
    pay_ammo(draft, ASHORE, crews, "barrage")
    if is_phasing:
        disturb_reserves(draft, crews)
    origins = tuple(dict.fromkeys(draft.state.units[name].at for name in crews))
    for at in origins:
        charge_hex(draft, at, "attack" if is_phasing else "defend")


def _note_fired(draft: Draft[Campaign], names: Iterator[str] | Sequence[str], at_what: str) -> None:
    found = dict.fromkeys(names)
    for name in found:
        draft.amend("gunned", name, at_what)
    record(draft, manned=tuple(dict.fromkeys((*draft.state.segment.manned, *found))))


def check_hulk_barrage(action: Barrage, told: Sequence[Stated]) -> Fire:
    """[30.17] The San Giorgio into a hex next to her, as artillery that needs no Ammo."""
    if len(action.fires) != 1 or [points.unit for points in action.fires[0].guns] != [SAN_GIORGIO]:
        raise Refusal("30.17", "only the San Giorgio fires now, at one target; other guns are plotted afterwards")
    (fire,) = action.fires
    found = [each for each in told if board().name(each.at) == fire.at and each.target == fire.target]
    if not found:
        raise Refusal("30.17", f"there is no target {fire.target} at {fire.at} next to the San Giorgio")
    if not 1 <= fire.number <= found[0].count:
        raise Refusal("12.24", f"{fire.target} targets at {fire.at} are numbered 1 to {found[0].count}")
    _check_hulk(fire.guns[0])
    return fire


def hulk_barrage(draft: Draft[Campaign], fire: Fire) -> None:
    shot = Shot(board().hex(fire.at), fire.target, fire.number, (), fire.guns[0].points)
    _note_fired(draft, (SAN_GIORGIO,), AT_LAND)
    record(draft, coast=(*draft.state.segment.coast, shot))


def resolve_at_ships(draft: Draft[Campaign]) -> None:
    """[30.34, 30.35] Damage Points by the table of bombardment."""
    segment, units = draft.state.segment, draft.state.units
    shots = segment.at_ships
    origins = dict.fromkeys(units[name].at for name in segment.manned if name in units) if shots else ()
    record(draft, at_ships=(), fired=(*segment.fired, *origins))  # [12.23] till now nobody knew where guns would fire
    for ship, bombs in shots:
        if not bombs:
            continue
        column = bombardment_column("bomb", bombs)
        aim = f"guns ashore at {ship}"
        dice = code(*(draft.roll(f"{aim}, {which}", by=ASHORE) for which in ("tens", "units")))
        guns = draft.state.ships[ship].guns
        damage = min(points_hit(column, dice), guns)
        facts = {"ship": ship, "points": bombardment_column_name("bomb", column), "damage": damage}
        draft.note("engaged_ship", side=ASHORE, dice=int(dice), **facts, case="30.35")
        if damage:
            hit(draft, ship, damage)


class ShoreFire(Decision[Campaign], frozen=True):
    """[30.17, 30.35] Which guns fire at ships, and the San Giorgio at what she likes, before barrages are plotted."""

    told: tuple[Stated, ...] = ()
    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    side: ClassVar[Side] = ASHORE

    def prompt(self, state: Campaign) -> str:
        return "Fire at ships off the coast with heavy or emplaced guns, which then fire at nothing else; or: done."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *self.engagements(state), *self.barrages(state)]

    def engagements(self, state: Campaign) -> Iterator[Engage]:
        """At each ship everything that reaches it, and each battery alone."""
        for ship, at in at_sea(state).items():
            guns = [self._guns(state, name) for name in batteries(state, at) if name not in state.segment.manned]
            if in_view(state, ship):
                guns.append((Points(SAN_GIORGIO, "", fleet_limits().san_giorgio),))
            together = tuple(points for each in guns for points in each)
            orders = [Engage(ship, together), *(Engage(ship, each) for each in guns)] if guns else []
            yield from (order for order in dict.fromkeys(orders) if may(check_engage, state, order))

    def _guns(self, state: Campaign, name: str) -> tuple[Points, ...]:
        return tuple(
            written(state, (name, weapon, points))
            for weapon, points in state.units[name].toe.items()
            if is_heavy(state, name, weapon)
        )

    def barrages(self, state: Campaign) -> Iterator[Barrage]:
        if hulk(state) < 0:
            return
        guns = (Points(SAN_GIORGIO, "", fleet_limits().san_giorgio),)
        for each in self.told:
            yield Barrage((Fire(board().name(each.at), each.target, 1, guns),))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                return
            case Engage():
                check_engage(state, action)
            case Barrage():
                if hulk(state) < 0:
                    raise Refusal("30.17", "the San Giorgio has fired in this Barrage Step")
                check_hulk_barrage(action, self.told)
            case _:
                raise Refusal("30.35", "say which guns fire at ships, or: done")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        match action:
            case Engage():
                engage(draft, action)
            case Barrage():
                hulk_barrage(draft, check_hulk_barrage(action, self.told))
            case _:
                draft.pop()
