"""[32.13, 32.14, 32.15, 32.17, 32.18] Supply Units where they lie: room for them, rearranging, destroying and capturing
them, dummies among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy, Rearrange
from sandtable.games.campaign_for_north_africa.logistics.supply import check_own
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, stacking
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, add_supply, change_supply

UNLIMITED = 10**6


# Room [32.14]


def capacity(at: int) -> int:
    """[32.14] Supply Units that a hex or box holds."""
    if at in REGION:
        return UNLIMITED
    return limits().city_supply_units if at in cities() else limits().hex_supply_units


def room(state: Campaign, side: str, at: int) -> int:
    """[32.14] How many more Supply Units of a side a place takes."""
    return max(0, capacity(at) - len(state.supply_at(at, side)))


def check_room(state: Campaign, side: str, at: int, coming: int) -> None:
    if coming <= room(state, side, at):
        return
    raise Refusal("32.14", f"{board().name(at)} holds only {plural(capacity(at), 'Supply Unit')}")


# Rearranging [32.15]


def check_rearrange(state: Campaign, side: str, action: Rearrange) -> None:
    """[32.15] In the Organization Phase, at no cost, between Supply Units of one hex."""
    for name in (action.source, action.target):
        check_own(state, side, name)
    if action.source == action.target:
        raise Refusal("32.15", "name two Supply Units")
    source, target = state.supply[action.source], state.supply[action.target]
    if source.at != target.at:
        raise Refusal("32.15", f"{action.source} and {action.target} are not in the same place")
    if action.ammo + action.fuel < 1:
        raise Refusal("32.15", "say how much to move")
    if action.ammo > source.ammo or action.fuel > source.fuel:
        raise Refusal("32.15", f"{action.source} holds {source.ammo} Ammo and {plural(source.fuel, 'Fuel Point')}")
    most = limits()
    if target.ammo + action.ammo > most.ammunition or target.fuel + action.fuel > most.fuel:
        raise Refusal(
            "32.15", f"a Supply Unit holds {most.ammunition} Ammo and {plural(most.fuel, 'Fuel Point')} at the most"
        )


def rearrange(draft: Draft[Campaign], side: str, action: Rearrange) -> None:
    source, target = draft.state.supply[action.source], draft.state.supply[action.target]
    draft.note(
        "rearranged",
        only=side,
        side=side,
        source=action.source,
        target=action.target,
        ammo=action.ammo,
        fuel=action.fuel,
        at=board().name(source.at),
    )
    change_supply(draft, action.target, ammo=target.ammo + action.ammo, fuel=target.fuel + action.fuel)
    change_supply(draft, action.source, ammo=source.ammo - action.ammo, fuel=source.fuel - action.fuel)


def rearrangements(state: Campaign, side: str) -> Iterator[Rearrange]:
    """The plain ways to fill one Supply Unit up from another in the same place."""
    most = limits()
    for at in {unit.at: None for unit in state.supply.values() if unit.side == side}:
        real = [name for name in state.supply_at(at, side) if not state.supply[name].dummy]
        for source in real:
            for target in real:
                if source == target:
                    continue
                giver, taker = state.supply[source], state.supply[target]
                ammo = min(giver.ammo, most.ammunition - taker.ammo)
                fuel = min(giver.fuel, most.fuel - taker.fuel)
                if ammo + fuel:
                    yield Rearrange(source, target, ammo, fuel)


# Destroying [32.17]


def check_destroy(state: Campaign, side: Side, action: Destroy) -> None:
    """[32.17] Once in a Movement Segment; that it is done before anything moves is for the segment to keep."""
    unit = state.supply.get(action.name)
    if unit is None or unit.side != side:
        raise Refusal("32.17", f"there is no Supply Unit {action.name} of yours")
    company = state.at(unit.at, side)
    if not company or unit.at < 0:
        raise Refusal("32.17", f"no unit is with {action.name} to destroy it")
    if unit.tried == segment_now(state):
        raise Refusal("32.17", f"destroying {action.name} has already been tried in this Movement Segment")
    for counter in company:
        check_spending(state, counter, destruction_cost(state, counter))


def destruction_cost(state: Campaign, counter: str) -> int:
    """[32.17] Half points: half the Capability Point Allowance, rounded up."""
    return cost_of("destroy_supply_unit").charge(cpa(state, counter))


def segment_now(state: Campaign) -> str:
    return f"{state.turn}/{state.stage} {state.phasing} {state.cycle}"


def do_destroy(draft: Draft[Campaign], side: Side, action: Destroy) -> None:
    """[32.17] All in the hex spend half their Allowance; a die for each Supply Unit there that was not tried."""
    state = draft.state
    at = state.supply[action.name].at
    company = state.at(at, side)
    modifier = _thinness(state, company)
    for counter in company:
        spend(draft, (counter,), destruction_cost(state, counter))
    for name in state.supply_at(at, side):
        if state.supply[name].tried == segment_now(state):
            continue
        die = draft.roll(f"destroying {name} at {board().name(at)}", by=side) + modifier
        if die > limits().destruction_die:
            draft.amend("supply", name, _tried(draft.state, name))
            draft.note("spared", side=side, supply=name, at=board().name(at))
        else:
            draft.strike("supply", name)  # [32.56] with the points that carried it
            draft.note("destroyed", side=side, supply=name, at=board().name(at))


def _thinness(state: Campaign, company: tuple[str, ...]) -> int:
    """[32.17] One more on the die where hardly anybody is there."""
    points = sum(stacking(state, counter) for counter in company)
    return limits().destruction_thin_modifier if points <= limits().destruction_thin_stack else 0


def _tried(state: Campaign, name: str) -> SupplyUnit:
    return replace(state.supply[name], tried=segment_now(state))


def listed_destroy(state: Campaign, side: Side) -> Sequence[Action]:
    """One order for each hex where something may be tried."""
    found: dict[int, Action] = {}
    for name, unit in state.supply.items():
        if unit.side != side or unit.at in found:
            continue
        try:
            check_destroy(state, side, Destroy(name))
        except Refusal:
            continue
        found[unit.at] = Destroy(name)
    return tuple(found.values())


# Capture [32.13, 32.18, 32.56]


def capture(draft: Draft[Campaign], side: Side, hex: int) -> None:
    """[32.13] Combat units of a side have entered a hex: Supply Units in it are theirs with all they hold and all that
    carries them, unattached Motorization Points too; dummies are found out and removed [32.18]."""
    foe = enemy_of(side)
    for name in draft.state.supply_at(hex, foe):
        _take_over(draft, side, name)
    points = draft.state.motors.get(foe, {}).get(hex, 0)
    if points:  # [32.56]
        add_motors(draft, foe, hex, -points)
        add_motors(draft, side, hex, points)
        draft.note("captured", side=side, motors=points, at=board().name(hex))


def overtake(draft: Draft[Campaign], side: Side, hexes: Iterable[int]) -> None:
    """[32.13, 32.56] Whoever comes into these hexes, if only in passing, takes what lies there."""
    for hex in hexes:
        capture(draft, side, hex)


def _take_over(draft: Draft[Campaign], side: Side, name: str) -> None:
    unit = draft.state.supply[name]
    at = board().name(unit.at)
    if unit.dummy:
        draft.strike("supply", name)
        if unit.motors:
            add_motors(draft, side, unit.at, unit.motors)
        draft.note("discovered", side=side, supply=name, at=at)
        return
    draft.amend("supply", name, replace(unit, side=side, moved=unit.moved, journey=None))
    draft.note("captured", side=side, supply=name, at=at, ammo=unit.ammo, fuel=unit.fuel, motors=unit.motors)


# Receiving [32.15, 32.18]


def receive(draft: Draft[Campaign], side: Side, at: int, count: int) -> tuple[str, ...]:
    """[32.15, 32.18] New Supply Units come in, full, as many as the place has room for; every third brings a dummy. The
    names of the real ones."""
    new = [_bring(draft, side, at) for _ in range(min(count, room(draft.state, side, at)))]
    before = draft.state.received.get(side, 0)
    draft.amend("received", side, before + len(new))
    every = limits().units_for_a_dummy
    feigned = (before + len(new)) // every - before // every
    for _ in range(min(feigned, room(draft.state, side, at))):
        _feign(draft, side, at, new)
    return tuple(new)


def _bring(draft: Draft[Campaign], side: Side, at: int) -> str:
    name = add_supply(draft, SupplyUnit(side, at, limits().ammunition, limits().fuel))
    draft.note("supplied", only=side, side=side, supply=name, at=board().name(at))
    return name


def _feign(draft: Draft[Campaign], side: Side, at: int, real: list[str]) -> None:
    """[32.18] A dummy among the new ones, under a name that does not give it away."""
    dummy = add_supply(draft, SupplyUnit(side, at, dummy=True))
    which = draft.roll("a name for the dummy", len(real) + 1, only=side)
    if which <= len(real):
        twin = real[which - 1]
        mine, its = draft.state.supply[dummy], draft.state.supply[twin]
        draft.amend("supply", twin, mine)
        draft.amend("supply", dummy, its)
        real[which - 1], dummy = dummy, twin
    draft.note("feigned", only=side, side=side, supply=dummy, at=board().name(at))
