"""[60.3, 60.4, 61.3, 61.4, 62.3, 62.4, 32.41] Deploying: what has a choice of places is put where its player likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made, evenly_spaced
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.deployment_zones import hexes
from sandtable.games.campaign_for_north_africa.arrivals.orders import Deploy
from sandtable.games.campaign_for_north_africa.arrivals.releases import first_held
from sandtable.games.campaign_for_north_africa.contents import Minefield, SupplyUnit
from sandtable.games.campaign_for_north_africa.fleet.raids import count_raids
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.availability import plan_supply
from sandtable.games.campaign_for_north_africa.map import board, cities, places
from sandtable.games.campaign_for_north_africa.map import place as named_place
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, in_land_game
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Fortification, Scenario, Stack, Zone
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, add_supply, change_supply, join, mark, place

IN_A_CITY, ELSEWHERE = 5, 3  # [32.14] Supply Units in a hex
FEW = 40  # hexes that a listing names all
LISTED = 5  # things that are listed at a time
LOT = "motors-"  # what an order calls unattached Motorization Points
CARS = "AB40"  # [60.3] points that the Axis may give to any two units
Lots: TypeAlias = dict[str, int]  # Supply Unit: the row of the scenario it comes from


class SettingUp(Step[Campaign], frozen=True):
    """Supply Units get their counters, the players deploy, and the first supplies are planned."""

    phase: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        SETTING_UP[self.phase](draft)


def deploy_commonwealth(draft: Draft[Campaign]) -> None:
    _open(draft, "commonwealth")


def deploy_axis(draft: Draft[Campaign]) -> None:
    _open(draft, "axis")


def plan_first_supplies(draft: Draft[Campaign]) -> None:
    """[32.43] A game that begins within a Game-Turn is past its planning: the next supplies are on their way."""
    if draft.state.stage == 1:
        return
    for side in SIDES:
        plan_supply(draft, side)


def attach_to_divisions(draft: Draft[Campaign]) -> None:
    """[62.4] Units that the scenario attaches to a headquarters of their player's choice."""
    for stack in scenario(draft.state.scenario).stacks:
        for name in stack.units if stack.joins else ():
            at = draft.state.units[name].at
            parent = next((each for each in stack.joins if draft.state.units[each].at == at), "")
            if parent:
                join(draft, name, parent)


def begin_play(draft: Draft[Campaign]) -> None:
    attach_to_divisions(draft)
    draft.change(held=first_held(draft.state))
    draft.pop()


SETTING_UP: tuple[Callable[[Draft[Campaign]], None], ...] = (
    deploy_commonwealth,
    deploy_axis,
    plan_first_supplies,
    count_raids,
    begin_play,
)


def _open(draft: Draft[Campaign], side: Side) -> None:
    lots = lay_out_supplies(draft, side)
    lay_minefields(draft, side)
    draft.push(Deployment(side, lots))


def lay_out_supplies(draft: Draft[Campaign], side: Side) -> Lots:
    """[32.41, 32.18, 60.92, 61.72, 62.62, 63.82] Every Supply Unit of the set-up. Which counter is which, and so
    which is a dummy, the dice decide, for the enemy sees the numbers on them."""
    planned: list[tuple[int, SupplyUnit]] = []
    for row, supplies in enumerate(scenario(draft.state.scenario).supplies):
        if supplies.side != side:
            continue
        for number, at in enumerate(supplies.at):
            dummy = number >= supplies.count
            ammo, fuel = (0, 0) if dummy else (supplies.ammo, supplies.fuel)
            planned.append((row, SupplyUnit(side, board().location(at), ammo, fuel, dummy)))
    lots: Lots = {}
    while planned:
        row, unit = planned.pop(draft.roll("numbers of Supply Units", len(planned), only=side) - 1)
        lots[add_supply(draft, unit)] = row
    return lots


def lay_minefields(draft: Draft[Campaign], side: Side) -> None:
    """[63.7, 26.11] Which of those that are laid before the game are dummies, secret dice decide."""
    for row in scenario(draft.state.scenario).minefields:
        if row.side != side:
            continue
        left = [board().hex(name) for name in row.at]
        for _ in range(row.dummies):
            at = left.pop(draft.roll("dummy minefields", len(left), only=side) - 1)
            draft.amend("minefields", at, Minefield(side, dummy=True))
        for at in left:
            draft.amend("minefields", at, Minefield(side))


# What there is to deploy


def free_stacks(chosen: Scenario, side: str) -> Mapping[str, Stack]:
    """Stacks with a choice, by each of their units in play."""
    return _free_stacks(chosen.key, side)


@cache
def _free_stacks(key: str, side: str) -> Mapping[str, Stack]:
    stacks = [stack for stack in scenario(key).stacks if stack.side == side and stack.free]
    return {name: stack for stack in stacks for name in stack.units if in_land_game(name)}


def free_pools(chosen: Scenario, side: str) -> dict[str, Zone]:
    """Unattached Motorization Points with a choice."""
    pools = [pool for pool in chosen.pools if pool.side == side and pool.shared_by is None and not pool.zone.fixed]
    return {f"{LOT}{number}": pool.zone for number, pool in enumerate(pools, 1)}


def free_forts(chosen: Scenario, side: str) -> dict[str, tuple[Fortification, str]]:
    """[61.6] Fortifications with a choice, and the hex that serves when nobody chooses."""
    rows = [each for each in chosen.fortifications if each.side == side and each.free]
    sites = [(each, at) for each in rows for at in each.at]
    return {f"fort-{number}": site for number, site in enumerate(sites, 1)}


@cache
def awaited(key: str, side: Side) -> frozenset[int]:
    """Hexes into which the enemy may put units after this side has set up; nobody comes after the Axis."""
    if side == "axis":
        return frozenset()
    return frozenset(at for stack in _free_stacks(key, enemy_of(side)).values() for at in hexes(stack.zone))


class Deployment(Decision[Campaign], frozen=True):
    """Put counters, Supply Units, Motorization Points and fortifications into a hex of their zone; done leaves the rest
    where they are. The listing names each once; what has been deployed may be moved again."""

    side: Side
    lots: Lots = {}
    pools: dict[str, int] = {}  # where lots of Motorization Points were put
    aside: dict[str, int] = {}  # how many of a lot were put elsewhere before
    walls: dict[str, int] = {}  # where fortifications were put
    cars: tuple[str, ...] = ()  # [60.3] units that got a point of armoured cars
    deployed: tuple[str, ...] = ()
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Place whatever has a choice of hexes, or leave the set-up as it stands: it is a sound one."

    # Listing

    def items(self, state: Campaign) -> list[str]:
        chosen = scenario(state.scenario)
        supplies = [name for name, row in self.lots.items() if not chosen.supplies[row].zone.fixed]
        return [*self.counters(state), *supplies, *free_pools(chosen, self.side), *free_forts(chosen, self.side)]

    def counters(self, state: Campaign) -> list[str]:
        """The counters of the stacks with a choice, each of which goes where it likes in the zone of its stack."""
        free = free_stacks(scenario(state.scenario), self.side)
        return [name for name in free if not state.units[name].attached]

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """Some of what has a choice, after every event others."""
        left = evenly_spaced([name for name in self.items(state) if name not in self.deployed], LISTED, state.count)
        ways = [(name, at) for name in left for at in self.places(state, name)]
        return Listing[Action]((Done(),), Made(ways, lambda way: Deploy(way[0], board().name(way[1]))))

    def places(self, state: Campaign, name: str) -> Iterator[int]:
        """Where something may be put: anywhere in a small zone, in a large one where there is a place or own units."""
        there: Sequence[int] = hexes(self.zone(state, name))
        if len(there) > FEW:
            known = _named_hexes().union(stands(state, self.side))
            there = [at for at in there if at in known]
        now = self.where(state, name)
        return (at for at in there if at != now and not self.objection(state, name, at))

    # Facts about one item

    def zone(self, state: Campaign, name: str) -> Zone:
        chosen = scenario(state.scenario)
        if name in self.lots:
            return chosen.supplies[self.lots[name]].zone
        stacks, pools = free_stacks(chosen, self.side), free_pools(chosen, self.side)
        if name in stacks:
            return stacks[name].zone
        if name in pools:
            return pools[name]
        return free_forts(chosen, self.side)[name][0].zone

    def where(self, state: Campaign, name: str) -> int:
        chosen = scenario(state.scenario)
        if name in self.lots:
            return state.supply[name].at
        if name in state.units:
            return state.units[name].at
        if name in self.pools:
            return self.pools[name]
        if name in self.walls:
            return self.walls[name]
        if name in free_forts(chosen, self.side):
            return board().hex(free_forts(chosen, self.side)[name][1])
        pools = [pool for pool in chosen.pools if pool.side == self.side and pool.shared_by is None]
        free = [pool for pool in pools if not pool.zone.fixed]
        return board().location(free[list(free_pools(chosen, self.side)).index(name)].at)

    def objection(self, state: Campaign, name: str, at: int) -> str:
        """What speaks against a hex of the zone, in words; nothing if all is well."""
        zone, where = self.zone(state, name), board().name(at)
        if not board().playable[at]:
            return f"{where}: nobody can stand there"
        if state.holder(at) == enemy_of(self.side):
            return f"the enemy is in {where}"
        if state.supply_at(at, enemy_of(self.side)):  # [32.13]
            return f"the enemy has Supply Units in {where}"
        if zone.clear_of_enemy and _near_enemy(state, self.side, at, zone.clear_of_enemy):
            return f"{where} is too near the enemy"
        if name in self.lots:
            return self._full(state, name, at)
        if name in state.units:
            if alone := self._leaves_trucks_alone(state, name):
                return alone
            if zone.apart and self._near_others(state, name, at, zone):
                return f"{where} is too near another division"
            if not self._is_with_parent(state, name, at):
                return f"none of the divisions that {name} may join is in {where}"
            return crowd(state, self.side, at, (name,))
        if name.startswith("fort-"):
            return f"{where} is fortified" if at in state.forts or at in cities() else ""
        if state.holder(at) is None and at in awaited(state.scenario, self.side):
            return f"the enemy may yet set up units in {where}, where nobody guards the trucks"
        return ""

    def _leaves_trucks_alone(self, state: Campaign, name: str) -> str:
        """[32.56] Whether trucks that belong to no unit lose their only company where the enemy may come."""
        here = state.units[name].at
        if here not in state.motors.get(self.side, {}) or here not in awaited(state.scenario, self.side):
            return ""
        return f"{name} guards the trucks in {board().name(here)}" if state.stacks[here] == (name,) else ""

    def _full(self, state: Campaign, name: str, at: int) -> str:
        """[32.14] and the limit of the scenario."""
        chosen = scenario(state.scenario)
        row = chosen.supplies[self.lots[name]]
        moving = self.group(state, name)
        here = [each for each in state.supply_at(at, self.side) if each not in moving]
        limit = IN_A_CITY if at in cities() else ELSEWHERE
        if len(here) + len(moving) > limit:
            return f"{board().name(at)} holds no more than {plural(limit, 'Supply Unit')}"
        if row.most_in_a_hex and sum(self.lots[each] == self.lots[name] for each in here) >= row.most_in_a_hex:
            return f"only {row.most_in_a_hex} of them may be in {board().name(at)}"
        return ""

    def group(self, state: Campaign, name: str) -> list[str]:
        """Supply Units that are put down together."""
        row = self.lots[name]
        together = scenario(state.scenario).supplies[row].zone.together
        return [each for each, other in self.lots.items() if other == row] if together else [name]

    def _near_others(self, state: Campaign, name: str, at: int, zone: Zone) -> bool:
        """Divisions that share a zone and have to stand apart."""
        facts, stacks = counters(), free_stacks(scenario(state.scenario), self.side)
        if facts[name].level != "division":
            return False
        others = [
            each
            for each in self.counters(state)
            if each != name and facts[each].level == "division" and stacks[each].zone == zone
        ]
        return any(board().distance(at, self.where(state, each)) < zone.apart for each in others)

    def _is_with_parent(self, state: Campaign, name: str, at: int) -> bool:
        """Whether a unit that has to be attached to a headquarters of some kind can be, here."""
        joins = free_stacks(scenario(state.scenario), self.side)[name].joins
        return not joins or any(state.units[each].at == at for each in joins)

    # Playing

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        case = scenario(state.scenario).case
        if not isinstance(action, Deploy):
            raise Refusal(case, "deploy something, or: done")
        if action.name == CARS:
            self._check_cars(state, action.to)
            return
        name, part = _part(action.name)
        if name not in self.items(state):
            raise Refusal(case, f"{name} has no choice of hexes")
        if part and (not name.startswith(LOT) or not part.isdigit() or not 1 <= int(part) < self._points(state, name)):
            raise Refusal(case, f"there are not that many of {name} to put elsewhere")
        at = board().named_location(action.to, case)
        if at not in hexes(self.zone(state, name)):
            raise Refusal(case, f"{name} may not be set up at {action.to}")
        if at == self.where(state, name):
            raise Refusal(case, f"{name} is already at {action.to}")
        if found := self.objection(state, name, at):
            raise Refusal(case, found)

    def _check_cars(self, state: Campaign, unit: str) -> None:
        """[60.3] One point each for two different units, whatever their limits."""
        if self.side != "axis" or "autoblinda_points" not in scenario(state.scenario).special or len(self.cars) == 2:
            raise Refusal("60.3", "there are no armoured cars left to give out")
        found = counters().get(unit)
        if found is None or found.nation != "italian" or not found.is_combat_unit or not state.units[unit].toe:
            raise Refusal("60.3", f"{unit} cannot take armoured cars")
        if unit in self.cars:
            raise Refusal("60.3", f"{unit} already has its point")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Deploy):
            draft.pop()
            draft.note("deployed", side=self.side)
            return
        after = self._give_cars(draft, action.to) if action.name == CARS else self._put(draft, action)
        draft.swap(after)

    def _give_cars(self, draft: Draft[Campaign], unit: str) -> Deployment:
        add_spares(draft, "axis", named_place("Tobruk"), CARS, -1)
        toe = draft.state.units[unit].toe
        mark(draft, unit, toe={**toe, CARS: toe.get(CARS, 0) + 1})
        return replace(self, cars=(*self.cars, unit))

    def _put(self, draft: Draft[Campaign], action: Deploy) -> Deployment:
        (name, part), at = _part(action.name), board().location(action.to)
        if part:
            return self._put_aside(draft, name, int(part), at)
        deployed = (*self.deployed, name) if name not in self.deployed else self.deployed
        if name in self.lots:
            group = self.group(draft.state, name)
            for each in group:
                change_supply(draft, each, at=at)
            return replace(self, deployed=tuple(dict.fromkeys((*deployed, *group))))
        if name in draft.state.units:
            place(draft, name, at)
            return replace(self, deployed=deployed)
        before = self.where(draft.state, name)
        if name.startswith("fort-"):
            works = free_forts(scenario(draft.state.scenario), self.side)
            sites = {each: self.where(draft.state, each) for each in works}
            sites[name] = at
            draft.strike("forts", before)
            draft.amend("forts", at, works[name][0].level)
            return replace(self, walls=sites, deployed=deployed)
        pool = self._points(draft.state, name)
        add_motors(draft, self.side, before, -pool)
        add_motors(draft, self.side, at, pool)
        return replace(self, pools={**self.pools, name: at}, deployed=deployed)

    def _put_aside(self, draft: Draft[Campaign], name: str, points: int, at: int) -> Deployment:
        """Some Motorization Points of a lot go elsewhere and stay there."""
        add_motors(draft, self.side, self.where(draft.state, name), -points)
        add_motors(draft, self.side, at, points)
        return replace(self, aside={**self.aside, name: self.aside.get(name, 0) + points})

    def _points(self, state: Campaign, name: str) -> int:
        chosen = scenario(state.scenario)
        free = [
            pool for pool in chosen.pools if pool.side == self.side and pool.shared_by is None and not pool.zone.fixed
        ]
        return free[list(free_pools(chosen, self.side)).index(name)].points - self.aside.get(name, 0)


def _part(name: str) -> tuple[str, str]:
    """A lot of Motorization Points and how many of it: `motors-1:30`."""
    lot, _, points = name.partition(":")
    return lot, points


@cache
def _named_hexes() -> frozenset[int]:
    return frozenset(places().values())


def _near_enemy(state: Campaign, side: str, at: int, limit: int) -> bool:
    return any(board().distance(at, there) <= limit for there in stands(state, enemy_of(side)))
