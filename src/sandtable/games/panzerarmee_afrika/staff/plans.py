"""Plans of a whole turn: attacks, garrisons and everybody's place, and what the enemy's answer makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sandtable.games.panzerarmee_afrika.staff.attacks import Offensive, Planner
from sandtable.games.panzerarmee_afrika.staff.forces import Force, RoughForce, Threats, next_turn
from sandtable.games.panzerarmee_afrika.staff.lines import cuts, within_reach
from sandtable.games.panzerarmee_afrika.staff.placement import Placement
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.recall import recalled
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.staff.stores import Quartermaster
from sandtable.games.panzerarmee_afrika.staff.survey import Picture, ferries
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.supply.network import network_with


@dataclass
class Plan:
    """Where everybody is to be, and whom they attack from there."""

    picture: Picture
    placement: Placement
    others: list[str]  # who stand where it seemed best and are bound by nothing
    offensive: Offensive
    depots: frozenset[int]  # where installations will be, as far as that is known
    told: dict[str, int]  # garrisons and guards

    @property
    def places(self) -> dict[str, int]:
        return self.placement.at

    @cached_property
    def gone(self) -> frozenset[str]:
        """The enemies who have probably fallen."""
        force = self.picture.force
        return frozenset(
            name
            for operation in self.offensive.operations
            if operation.promise.clears > 0.5
            for name in force.state.at(operation.target, force.foe)
        )

    @cached_property
    def enemy(self) -> Force:
        """The enemy as he would answer, without those who have probably fallen."""
        force = self.picture.force
        return Force(next_turn(force.state, force.foe, self.places, self.gone), force.foe)

    @cached_property
    def own(self) -> Force:
        """Everybody where he is to be, and the installations as well."""
        found = Force(self.enemy.state, self.picture.force.side)
        found.net = network_with(found.state, found.side, self.depots)
        return found


def attacks(picture: Picture, told: Mapping[str, int]) -> Offensive:
    """The attacks of all who are not told off to garrisons; these attack from where they stay."""
    return Planner(picture.force, picture.intent, picture.threats, told).offensive()


def tell_off(picture: Picture) -> dict[str, int]:
    """Garrisons, those who are wanted in the base, and guards for installations that stand or are wanted somewhere."""
    holdings = picture.holdings
    keep = holdings.garrisons(ferries(picture))
    keep |= recalled(picture.force, keep)
    if picture.intent.stance != "back":
        holdings.add_needs(Quartermaster(picture.force, picture.threats, picture.intent.front).needs)
    return holdings.guards(keep)


def still_bound(picture: Picture, told: Mapping[str, int]) -> dict[str, int]:
    """Those told off who can still get to where they were told."""
    force, ships = picture.force, ferries(picture)
    return {name: at for name, at in told.items() if at in force.reach(name) or at in ships.get(name, ())}


def draft(picture: Picture, keep: Mapping[str, int], offensive: Offensive) -> Plan:
    """A plan for the whole turn around garrisons, guards and attacks."""
    force, holdings, ships = picture.force, picture.holdings, ferries(picture)
    holdings.add_gaps(picture.lines.endangered)
    holdings.add_cuts(picture.lines.openings)
    fixed = {name: at for name, at in force.units.items() if force.reach(name) == frozenset((at,))}
    fixed |= holdings.pickets({**keep, **offensive.places()})
    others = [name for name in force.units if name not in fixed]
    placement = Placement(force, picture.intent, holdings, fixed, ships)
    placement.place(others)
    depots = frozenset(force.state.layout.depots[force.side]) | (holdings.needs & set(keep.values()))
    return Plan(picture, placement, others, offensive, depots, dict(keep))


def polish(plan: Plan) -> None:
    """Look again at those who are free, with what the enemy could do about the plan, its lines of supply above all."""
    plan.picture.holdings.add_gaps(cuts(plan.own, within_reach(plan.enemy)))
    plan.placement.look_again(plan.others, Threats(plan.enemy))


# --- what a plan is worth


class Judge:
    """What the plans of a turn are worth for one purpose. Many drafts come to the same position, which is looked at
    once."""

    def __init__(self, purpose: Intent) -> None:
        self._purpose = purpose
        self._known: dict[object, tuple[float, ...]] = {}

    def worth(self, plan: Plan) -> float:
        """The exchange of this turn, and what comes after it."""
        position = frozenset(plan.places.items()), plan.gone, plan.depots
        found = self._known.get(position)
        if found is None:
            found = self._known[position] = tuple(_outlook(plan, self._purpose))
        value: float = sum(op.score for op in plan.offensive.operations)
        for part in found:  # one after the other: the same plan is worth the same to the last digit
            value += part
        return value


def _outlook(plan: Plan, purpose: Intent) -> Iterator[float]:
    """The exchange of the enemy's answer, supply on both sides, what is held, and ground gained towards the purpose."""
    w, figures = purpose.weights, weights().outlook
    enemy, own = plan.enemy, plan.own
    yield -figures["answer"] * purpose.caution * _answer(enemy, own, w.loss, w.kill)
    yield purpose.sever * sum(s for name, s in enemy.strength.items() if not enemy.is_fit(name))
    yield -figures["idle"] * sum(s for name, s in own.strength.items() if not own.net.supplies(own.units[name]))
    worst = max((cut.factors for cut in cuts(own, within_reach(enemy))), default=0)
    yield -figures["cut"] * purpose.caution * worst
    yield _held(own, purpose, Threats(enemy))
    yield -w.pull * sum(purpose.field[at] for at in own.units.values())


def _answer(enemy: Force, own: Force, loss: float, kill: float) -> float:
    """What the enemy's best attacks would cost, less what they cost him; he too thinks of what comes after."""
    again = Threats(RoughForce(next_turn(enemy.state, own.side), own.side))
    reply = Planner(enemy, Intent(enemy, own), again, {}).offensive()
    return sum(loss * op.promise.gain - kill * op.promise.loss for op in reply.operations)


def _held(own: Force, purpose: Intent, threats: Threats) -> float:
    """Bases, Tobruk and installations, as far as they are safe."""
    holdings = Holdings(own, purpose, threats)
    stacks = own.state.layout.stands[own.side]
    value = 0.0
    for at in holdings.places:
        value += holdings.hold(at, tuple(sorted(own.strength[name] for name in stacks.get(at, ()))))
    figures = weights().sites
    lost = [at for at in own.state.layout.depots[own.side] if at not in stacks and threats.comes(at)]
    return value - figures["depot"] * len(lost)
