"""[8.1, 8.13, 10.23, 10.24] Counters on their way: what every step costs, and what they meet that they could not know.

A march goes on in one stride as far as nothing happens, so that a quiet way is one change of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft, Step
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise, spend, spent
from sandtable.games.campaign_for_north_africa.logistics.baggage import WITH_UNITS, carry
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan, haul_plans, take_fuel
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.contact import break_off
from sandtable.games.campaign_for_north_africa.movement.entering import claim, enter, near_wrecks, pass_through, prizes
from sandtable.games.campaign_for_north_africa.movement.ground import WALKING, Ground, ground_of
from sandtable.games.campaign_for_north_africa.movement.reach import (
    FAR,
    Kind,
    Party,
    Plan,
    burns_fuel,
    is_fighting,
    is_held,
    passes_zones,
    shuns_zones,
    toll,
    vacated,
)
from sandtable.games.campaign_for_north_africa.movement.segment_record import close
from sandtable.games.campaign_for_north_africa.movement.stacking import crowd
from sandtable.games.campaign_for_north_africa.movement.zones import controlled_without, hinders, near_enemy
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import Gait, base_cpa, cpa, facts, gait, gaits
from sandtable.games.campaign_for_north_africa.rommel.rommel import BONUS, bonus
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    Campaign,
    all_of,
    enemy_of,
    mark,
    place,
    top_of,
)
from sandtable.games.campaign_for_north_africa.weather.weather import in_sandstorm

NO_HEX = -1
VEHICLES: tuple[Gait, ...] = ("motor",)
WITHIN_CPA, BEYOND_CPA = 1, 2  # [32.23] allowances of Fuel


class March(Step[Campaign], frozen=True):
    """Counters at the first hex of a path, with the rest of it before them."""

    side: Side
    units: tuple[str, ...]
    path: tuple[int, ...]
    kind: Kind = "move"
    train: tuple[str, ...] = ()  # [32.33] Supply Units
    supply: tuple[str, ...] = ()  # [32.23] named for the Fuel
    target: int = NO_HEX  # [8.53] the hex on which they have announced a Close Assault
    started: tuple[str, ...] = ()
    alarm: bool = False  # [8.51] whether enemies next to the first hex are still to be asked
    answered: bool = False  # [10.29] whether they have been, and those left without strength are to be taken

    def run(self, draft: Draft[Campaign]) -> None:
        if self.alarm:
            from sandtable.games.campaign_for_north_africa.movement.reaction import (
                open_reaction,  # whoever reacts marches in turn
            )

            draft.swap(replace(self, alarm=False, answered=True))
            open_reaction(draft, self.side, self.units, self.path[0], self.target)
        elif self.answered:
            draft.swap(replace(self, answered=False))
            claim(draft, self.side, self.path[0])
        elif len(self.path) == 1 or not self._pay_fuel(draft):
            draft.pop()
        else:
            self._stride(draft)

    def party(self, state: Campaign) -> Party:
        found: tuple[Gait, ...] = gaits(state, self.units)
        if self.train and "motor" not in found:
            found = (*found, "motor")
        return Party(self.side, self.units, self.train, self.path[0], found, self.kind, self.started)

    def _pay_fuel(self, draft: Draft[Campaign]) -> bool:
        """[32.23] For the next step; whether it can be paid."""
        party = self.party(draft.state)
        first = ground_of(draft.state, party.gaits).cost(self.path[0], self.path[1])
        for allowance, counters in fuel_due(draft.state, party, first or 0).items():
            try:
                burn(draft, counters, allowance, self.supply, self.train)
            except Refusal as refusal:
                draft.note("stopped", units=list(self.units), at=board().name(self.path[0]), case=refusal.case)
                return False
        return True

    def _stride(self, draft: Draft[Campaign]) -> None:
        party = self.party(draft.state)
        steps, stops = _stride(draft.state, party, self.path)
        if steps == 0:
            draft.note("stopped", units=list(self.units), at=board().name(self.path[0]), case="10.24")
            draft.pop()
            return
        there = self.path[steps]
        eventful = is_fighting(draft.state, party) and _is_eventful(draft.state, party, there)
        rest = (there,) if stops else self.path[steps:]
        alarm = eventful and self.kind == "move"
        draft.swap(replace(self, path=rest, started=self.units, alarm=alarm))
        _go(draft, party, self.path[: steps + 1])
        # [10.6] The enemy has said whether he exerts a zone there; nobody goes back to not knowing.
        if eventful:
            draft.note("reveal", at=board().name(there), zone=stops)
        if stops:
            _halt(draft, party, there, len(self.path) - 1 - steps)
        if alarm and self.target in neighbours()[there]:
            for name in self.units:
                draft.amend("promised", name, self.target)
        if eventful:
            enter(draft, self.side, self.units, there)


def set_out(draft: Draft[Campaign], found: Plan, supply: Sequence[str] = (), target: int = NO_HEX) -> None:
    """[8.1] Start counters along a way that was looked at."""
    party = found.party
    draft.push(
        March(
            party.side,
            party.counters,
            found.path,
            party.kind,
            party.train,
            tuple(supply),
            target,
            party.started,
        )
    )


# How far a stride goes


def _stride(state: Campaign, party: Party, path: Sequence[int]) -> tuple[int, bool]:
    """[10.25] How many steps are made before something happens, and whether the march ends with the last of them."""
    ground, used = ground_of(state, party.gaits), 0
    last = len(path) - 1
    fighting, shy, free = is_fighting(state, party), shuns_zones(state, party), passes_zones(party)
    for i in range(1, last + 1):
        there = path[i]
        zoned = not free and hinders(state, party.side, there)
        if zoned and (shy or (i == 1 and _is_barred(state, party, there))):
            return _with_room(state, party, path, i - 1)
        if state.holder(there) == enemy_of(party.side):
            return _with_room(state, party, path, i - 1)
        used += ground.cost(path[i - 1], there) or 0
        if i > 1 and fuel_due(state, party, used):
            return i - 1, False
        if zoned:
            return i, True
        if fighting and i < last and _is_eventful(state, party, there):
            return i, False
    return last, False


def _is_barred(state: Campaign, party: Party, there: int) -> bool:
    """[10.24] Straight from one enemy zone into another, unless the enemy has just left the hex."""
    return is_held(state, party) and there not in vacated(state, party)


def _with_room(state: Campaign, party: Party, path: Sequence[int], steps: int) -> tuple[int, bool]:
    """[9.31] Where a march that cannot go on ends: the last hex before that has room."""
    while steps and crowd(state, party.side, path[steps], party.counters):
        steps -= 1
    return steps, True


def _is_eventful(state: Campaign, party: Party, hex: int) -> bool:
    side = party.side
    return hex in near_enemy(state, side) or hex in prizes(state, side) or hex in near_wrecks(state, side)


def _halt(draft: Draft[Campaign], party: Party, at: int, left: int) -> None:
    """[8.14, 10.22, 10.23] They have come to an end in an enemy zone, at no extra cost, and move no further in this
    segment."""
    if left:
        draft.note("stopped", units=list(party.counters), at=board().name(at), case="10.23")
    if party.kind == "move":
        close(draft, party.counters)


# Fuel


def fuel_due(state: Campaign, party: Party, used: int) -> dict[int, tuple[str, ...]]:
    """[32.23] The allowances of Fuel still to be paid before so many half points are spent: by allowance, counters."""
    if not burns_fuel(party):
        return {}
    due: dict[int, tuple[str, ...]] = {}
    for counter in party.counters:
        total = spent(state, counter) + toll(state, party, counter) + used
        allowance = BEYOND_CPA if total > cpa(state, counter) * POINT else WITHIN_CPA
        if _paid(state, counter) < allowance:
            due[allowance] = (*due.get(allowance, ()), counter)
    return due


def _paid(state: Campaign, counter: str) -> int:
    """[32.23] The allowances of Fuel that everybody in a counter has paid; who was attached on the way may owe some."""
    if counter not in state.parts:
        return state.units[counter].fuel
    key = "fuel paid", counter
    found: int | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = min(state.units[name].fuel for name in all_of(state, counter))
    return found


def check_fuel(state: Campaign, found: Plan, named: Sequence[str]) -> None:
    """[32.23] Refuse a way whose first step nobody can pay."""
    hauled = haul_plans(state, found.party.train)  # [32.24] besides what the Supply Units burn that go along
    for allowance, counters in fuel_due(state, found.party, found.costs[0]).items():
        fuel_plan(state, counters, allowance, tuple(named), taken=hauled)


def can_start(state: Campaign, party: Party) -> bool:
    """[32.23] Whether the cheapest step there is could be paid."""
    return all(_is_paid(state, *due) for due in fuel_due(state, party, 1).items())


def can_pay(state: Campaign, party: Party, found: Reach, end: int) -> bool:
    """[32.23] Whether the first step of a way to one of its ends can be paid."""
    if _can_pay_all(state, party):
        return True
    first = found.path(end)[1]
    known: dict[int, bool] = state.derived.setdefault(("fuel", party), {})
    if first not in known:
        cost = ground_of(state, party.gaits).cost(party.at, first) or 0
        known[first] = all(_is_paid(state, *due) for due in fuel_due(state, party, cost).items())
    return known[first]


def goes_dry(state: Campaign, party: Party, found: Reach, end: int) -> int | None:
    """[32.23] Where on the way to one of its ends the Fuel for what is beyond an Allowance is due and out of range."""
    if not burns_fuel(party):
        return None
    known: dict[tuple[str, int], bool] = state.derived.setdefault(("dry", party), {})
    for counter in party.counters:
        room = cpa(state, counter) * POINT - spent(state, counter) - toll(state, party, counter)
        if found.points(end) <= room or _paid(state, counter) >= BEYOND_CPA:
            continue
        brink = _last_within(ground_of(state, party.gaits), found.path(end), room)
        if brink == party.at:
            continue  # due at the first step
        key = counter, brink
        if key not in known:
            known[key] = not _is_paid_at(state, party, counter, brink)
        if known[key]:
            return brink
    return None


def _last_within(ground: Ground, path: Sequence[int], room: int) -> int:
    """The last hex of a way that is reached for so many half points."""
    for here, there in pairwise(path):
        room -= ground.cost(here, there) or 0
        if room < 0:
            return here
    return path[-1]


def _is_paid_at(state: Campaign, party: Party, counter: str, at: int) -> bool:
    """[32.23] Whether a counter that has come to the end of its Allowance finds Fuel to go on; what it and the others
    set out with is gone then."""
    fresh = [each for each in party.counters if _paid(state, each) < WITHIN_CPA]
    owed = WITHIN_CPA if counter in fresh else BEYOND_CPA
    try:
        fuel_plan(state, (counter,), owed, at=at, taken=fuel_plan(state, fresh, WITHIN_CPA))
    except Refusal:
        return False
    return True


def _can_pay_all(state: Campaign, party: Party) -> bool:
    """[32.23] Whether there is Fuel for whatever they could spend, so that no way has to be looked at."""
    key = "fuel for all", party
    found: bool | None = state.derived.get(key)
    if found is None:
        due = fuel_due(state, party, FAR)
        found = state.derived[key] = all(_is_paid(state, *each) for each in due.items())
    return found


def _is_paid(state: Campaign, allowance: int, counters: tuple[str, ...]) -> bool:
    key = "paid", allowance, counters
    found: bool | None = state.derived.get(key)
    if found is None:
        try:
            fuel_plan(state, counters, allowance, ())
        except Refusal:
            found = False
        else:
            found = True
        state.derived[key] = found
    return found


def burn(
    draft: Draft[Campaign],
    counters: Sequence[str],
    allowance: int,
    named: Sequence[str],
    train: Sequence[str] = (),
) -> None:
    """[32.23] Take the Fuel that counters still owe for one or two allowances; from any Supply Unit in range when the
    named ones are not. What a train of theirs will burn is left to it."""
    hauled = haul_plans(draft.state, train)
    try:
        taken = fuel_plan(draft.state, counters, allowance, tuple(named), taken=hauled)
    except Refusal:
        if not named:
            raise
        taken = fuel_plan(draft.state, counters, allowance, (), taken=hauled)
    take_fuel(draft, taken, counters, allowance)


# The steps themselves


def _go(draft: Draft[Campaign], party: Party, path: Sequence[int]) -> None:
    """[8.0, 6.12, 21.23] Break off if need be, go to the end of a path, and pay for it."""
    state = draft.state
    ground = ground_of(state, party.gaits)
    costs = [ground.cost(here, there) or 0 for here, there in pairwise(path)]
    total = sum(costs)
    if len(party.started) < len(party.counters):
        _leave(draft, party)
    worn, sand = wear(state, ground, path, costs)
    rolling = [
        name for counter in party.counters for name in all_of(state, counter) if gait(state, name) not in WALKING
    ]
    for counter in party.counters:
        place(draft, counter, path[-1])
    for name in party.train:  # [32.33] what is done in the enemy's part does not count
        phase = WITH_UNITS if party.kind == "move" else draft.state.supply[name].moved
        carry(draft, (name,), path[-1], total, phase)
    spend(draft, party.counters, total)
    for name in rolling:
        _wear_out(draft, name, worn, sand, total)
    names = [*party.counters, *party.train]
    draft.note("moved", units=names, path=[board().name(hex) for hex in path], mode=party.kind)
    pass_through(draft, party.side, path[1:])
    if party.kind != "move" and path[0] not in draft.state.stacks:
        vacate(draft, path[0])


def _leave(draft: Draft[Campaign], party: Party) -> None:
    """[8.64, 21.41] What counters pay to set out, and where half of what breaks down will be left."""
    fresh = [counter for counter in party.counters if counter not in party.started]
    tolls = {counter: toll(draft.state, party, counter) for counter in fresh}
    break_off(draft, fresh)
    if passes_zones(party):
        _forsake(draft)
    for counter, cost in tolls.items():
        spend(draft, (counter,), cost)
    if not faces_large_enemy(draft.state, party.side, party.at):
        return
    for counter in fresh:
        for name in tuple(all_of(draft.state, counter)):
            if draft.state.units[name].began < 0:
                mark(draft, name, began=party.at)


def _forsake(draft: Draft[Campaign]) -> None:
    """[31.0] Rommel gets away from units that have used what he adds to their Allowance: it disorganises them."""
    state = draft.state
    for name in state.escort:
        if not bonus(state, name):
            continue
        over = state.units[name].spent // POINT - base_cpa(state, top_of(state, name))
        disorganise(draft, (name,), max(0, min(over, BONUS)))


def faces_large_enemy(state: Campaign, side: str, hex: int) -> bool:
    """[21.41] Whether an enemy larger than a battalion stands within two hexes, with no unit or zone of ours and no
    impassable ground between. The zone of those who set out does not count."""
    foe = enemy_of(side)
    for near in neighbours()[hex]:
        if state.holder(near) == foe and _is_large(state, near) and _is_passable(state, hex, near):
            return True
        if state.holder(near) == side:
            continue
        large = [far for far in neighbours()[near] if state.holder(far) == foe and _is_large(state, far)]
        if not any(_is_passable(state, near, far) for far in large) or not _is_passable(state, hex, near):
            continue
        if not controlled_without(state, near, side, state.stacks.get(hex, ())):
            return True
    return False


def _is_passable(state: Campaign, here: int, there: int) -> bool:
    """Whether vehicles could go from one hex to the other, or back."""
    ground = ground_of(state, VEHICLES)
    return ground.cost(here, there) is not None or ground.cost(there, here) is not None


def _is_large(state: Campaign, hex: int) -> bool:
    """By what is printed, which is all that one sees."""
    return any(facts(name).counter.stacking > 1 for name in state.stacks[hex])


def wear(state: Campaign, ground: Ground, path: Sequence[int], costs: Sequence[int]) -> tuple[int, int]:
    """[21.21, 21.37, 29.45] Breakdown Points of a path, and the Capability Points of it that lie in a sandstorm."""
    worn = sand = 0
    for here, there, cost in zip(path, path[1:], costs, strict=False):
        worn += ground.breakdown(here, there)
        if in_sandstorm(state, there):
            sand += cost
    return worn, sand


def _wear_out(draft: Draft[Campaign], name: str, worn: int, sand: int, cost: int) -> None:
    unit = draft.state.units[name]
    mark(draft, name, breakdown=unit.breakdown + worn, marched=unit.marched + cost, in_sand=unit.in_sand + sand)


def vacate(draft: Draft[Campaign], hex: int) -> None:
    """[10.24] Note a hex that units of the non-Phasing side have left without anybody staying."""
    name = board().name(hex)
    if name not in draft.state.retreating:
        draft.change(retreating=(*draft.state.retreating, name))


__all__ = ["March", "burn", "check_fuel", "fuel_due", "set_out", "vacate", "wear"]
