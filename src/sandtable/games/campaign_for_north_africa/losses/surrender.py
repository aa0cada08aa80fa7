"""[17.5, 15.15, 15.88, 6.26, 3.36] Units that give up: by their owner's will, or because they can do nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core.board import UnknownHex
from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import may_spend_voluntarily, spend
from sandtable.games.campaign_for_north_africa.ground.movement_record import decline
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing, Share, Toll, forced, price
from sandtable.games.campaign_for_north_africa.losses.captives import take_captives
from sandtable.games.campaign_for_north_africa.losses.casualties import take
from sandtable.games.campaign_for_north_africa.losses.orders import Surrender
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.carriage import is_fixed, need
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import facts, gaits, is_combat, may_fight
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, enemy_of, everyone_at, top_of
from sandtable.games.campaign_for_north_africa.state import side_of as side_of_unit
from sandtable.games.campaign_for_north_africa.verbs import add_motors, mark, remove

BEATEN = -17  # [15.88] the Cohesion Level at which a unit that is assaulted surrenders
TANKS_AND_GUNS, TRUCKS = 10, 20  # [17.56] percent for each pip over one


# Giving up


def collapse(draft: Draft[Campaign], names: Iterable[str], to: Side) -> None:
    """[6.26, 3.36, 15.88, 17.25] These very units become prisoners and booty of a side."""
    gone = tuple(name for name in dict.fromkeys(names) if draft.state.units[name].at not in OUT_OF_PLAY)
    if not gone:
        return
    visible = [name for name in gone if not draft.state.units[name].attached]
    owner = side_of_unit(gone[0])
    places = tuple(dict.fromkeys(draft.state.units[name].at for name in gone))
    draft.note("surrendered", side=owner, to=to, at=[board().name(at) for at in places], counters=visible)
    if len(visible) < len(gone):
        draft.note("surrendered_units", only=owner, side=owner, units=list(gone))
    for at in places:
        _hand_over(draft, [name for name in gone if draft.state.units[name].at == at], at, to)
    for at in places:
        _leave_to(draft, at, owner)


def _hand_over(draft: Draft[Campaign], names: Sequence[str], at: int, to: Side) -> None:
    """[17.51, 28.11, 3.36, 32.56] Infantry, and a headquarters without points as one Prisoner Point; the rest is booty,
    with the Motorization Points that carried them."""
    points = [Points(name, weapon, count) for name in names for weapon, count in draft.state.units[name].toe.items()]
    points += [Points(name, "", 1) for name in names if _is_bare(draft.state, name)]
    motors = 0
    for name in names:
        motors += _unload(draft, name)
        remove(draft, name)
    take_captives(draft, to, at, points, motors)


def _is_bare(state: Campaign, name: str) -> bool:
    """[3.36] A headquarters without any points."""
    return facts(name).counter.is_hq and not state.units[name].toe


def _unload(draft: Draft[Campaign], name: str) -> int:
    """[32.56] The Motorization Points that go with a unit: its own, or of its parent's as many as carry it."""
    top = top_of(draft.state, name)
    motors = draft.state.units[top].motors
    taken = motors if top == name else min(motors, need(draft.state, name))
    if taken:
        mark(draft, top, motors=motors - taken)
    return taken


def surrender(draft: Draft[Campaign], at: int, to: Side) -> None:
    """[15.15, 17.51] Everything in a hex gives up."""
    collapse(draft, tuple(everyone_at(draft.state, at, enemy_of(to))), to)


def _leave_to(draft: Draft[Campaign], at: int, owner: Side) -> None:
    """[10.24] A hex that has become empty may be entered from the next."""
    if at < 0 or draft.state.stacks.get(at) or owner == draft.state.phasing:
        return
    name = board().name(at)
    if name not in draft.state.retreating:
        draft.change(retreating=(*draft.state.retreating, name))


def beaten(state: Campaign, at: int, side: str) -> tuple[str, ...]:
    """[15.88] Units of a hex that surrender when it is assaulted."""
    return tuple(name for name in everyone_at(state, at, side) if state.units[name].cohesion <= BEATEN)


# By the owner's will [17.5]


def check_surrender(state: Campaign, side: Side, action: Surrender) -> None:
    """[17.51, 17.52, 17.53, 17.54] Whether everything in a hex may be surrendered now."""
    at = hex_of(action.name)
    if not state.at(at, side):
        raise Refusal("17.51", f"you have nothing to surrender in {action.name}")
    if state.segment.forces or state.segment.barraged or state.segment.pinned or state.segment.withdrew:
        raise Refusal("17.52", "units may not surrender of their own accord during a Combat Segment")
    if not takers(state, at, side):
        raise Refusal("17.52", f"no enemy combat unit is next to {action.name} to accept the surrender")


def hex_of(name: str) -> int:
    try:
        return board().hex(name)
    except UnknownHex as unknown:
        raise Refusal("17.51", f"there is no hex {name}") from unknown


def takers(state: Campaign, at: int, side: Side) -> list[str]:
    """[17.52, 17.53, 3.62] Enemy counters next to a hex into whose hex its units could move: combat units of any size,
    as far as one sees."""
    ground = ground_of(state, gaits(state, state.at(at, side)))
    return [
        name
        for near in neighbours()[at]
        if ground.cost(at, near) is not None
        for name in state.at(near, enemy_of(side))
        if may_fight(name)
    ]


def taker(state: Campaign, at: int, side: Side) -> str | None:
    """[17.54] Who accepts the surrender: of those who can, the one that has done least."""
    cost = cost_of("accept_surrender").cost
    able = [
        name for name in takers(state, at, side) if is_combat(state, name) and may_spend_voluntarily(state, name, cost)
    ]
    return min(able, key=lambda name: (state.units[name].spent, name), default=None)


def do_surrender(draft: Draft[Campaign], side: Side, action: Surrender) -> None:
    """[17.54, 17.55] The enemy accepts; what can be destroyed first may be. If he cannot, nobody surrenders."""
    at = hex_of(action.name)
    accepting = taker(draft.state, at, side)
    if accepting is None:
        draft.note("declined", at=action.name, side=enemy_of(side), case="17.54")
        decline(draft, action.name)
        return
    spend(draft, (accepting,), cost_of("accept_surrender").cost)
    draft.note("accepted", unit=accepting, at=action.name, side=enemy_of(side), case="17.54")
    _destroy_trucks(draft, at, side)
    toll = demolition(draft, at, side)
    only = forced(toll)
    if only is None:
        draft.push(Demolition(side, (at,), toll))
    else:
        destroy(draft, at, side, only)


# What is destroyed first [17.55, 17.56]


def demolition(draft: Draft[Campaign], at: int, side: Side) -> Toll:
    """[17.55, 17.56] One die for all tanks and guns that can move: so many of them are destroyed."""
    state = draft.state
    shares = tuple(
        Share(name, weapon, points, 1, price=-price(name, weapon, state.turn))
        for name in everyone_at(state, at, side)
        if not is_fixed(state, name)
        for weapon, points in state.units[name].toe.items()
        if weapon and weapons()[weapon].weapon_class != "recce"
    )
    if not shares:
        return Toll("17.56", 0, ())
    percent = (draft.roll("destroying tanks and guns", by=side) - 1) * TANKS_AND_GUNS
    return Toll("17.56", sum(share.points for share in shares) * percent // 100, shares)


def _destroy_trucks(draft: Draft[Campaign], at: int, side: Side) -> None:
    """[17.56] Motorization Points with units; those that stand alone move in the Truck Convoy Phase only [17.55]."""
    counters = draft.state.at(at, side)
    motors = sum(draft.state.units[name].motors for name in counters)
    if not motors:
        return
    percent = (draft.roll("destroying Motorization Points", by=side) - 1) * TRUCKS
    lost = motors * percent // 100
    if lost:
        draft.note("demolished", side=side, at=board().name(at), only=side, motors=lost, case="17.56")
    for name in counters:
        gone = min(lost, draft.state.units[name].motors)
        mark(draft, name, motors=draft.state.units[name].motors - gone)
        lost -= gone


class Demolition(Absorbing, frozen=True):
    """[17.56] Which tanks and guns are destroyed before the surrender."""

    def prompt(self, state: Campaign) -> str:
        return f"Destroy {plural(self.toll.need, 'point')} of tanks and guns in {self.hexes()} before the surrender."

    def apply(self, draft: Draft[Campaign], points: tuple[Points, ...]) -> None:
        destroy(draft, self.at[0], self.side, points)


def destroy(draft: Draft[Campaign], at: int, side: Side, points: tuple[Points, ...]) -> None:
    take(draft, side, (at,), points)
    surrender(draft, at, enemy_of(side))
    _abandon_motors(draft, at, side)


def _abandon_motors(draft: Draft[Campaign], at: int, side: Side) -> None:
    """[17.52] Motorization Points that stood alone in the hex are handed over with the rest."""
    motors = draft.state.motors.get(side, {}).get(at, 0)
    if not motors:
        return
    add_motors(draft, side, at, -motors)
    take_captives(draft, enemy_of(side), at, (), motors)
