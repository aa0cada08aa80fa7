"""[8.1, 8.13, 10.23, 10.24] Counters on their way: what every step costs, and what they meet that they could not know.

A march goes on in one stride as far as nothing happens, so that a quiet way is one change of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise, spend
from sandtable.games.campaign_for_north_africa.ground import minefields
from sandtable.games.campaign_for_north_africa.ground.contact import break_off
from sandtable.games.campaign_for_north_africa.ground.movement_record import close
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING, Ground, ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import controlled_without, hinders, near_enemy
from sandtable.games.campaign_for_north_africa.logistics.baggage import WITH_UNITS, carry
from sandtable.games.campaign_for_north_africa.losses.mines import cross
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.entering import claim, enter, near_wrecks, pass_through, prizes
from sandtable.games.campaign_for_north_africa.movement.fuel import burn, fuel_due, fuel_lasts
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Kind,
    Party,
    Plan,
    is_fighting,
    is_held,
    leaving_cost,
    party_ground,
    passes_zones,
    shuns_zones,
    vacated,
)
from sandtable.games.campaign_for_north_africa.movement.reaction import (
    NO_HEX,
    Reacting,
    able,
    able_motors,
    able_parts,
    able_trains,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import Gait, base_cpa, facts, gait, gaits, is_combat
from sandtable.games.campaign_for_north_africa.raiders.encounters import lairs
from sandtable.games.campaign_for_north_africa.rommel.rommel import BONUS, bonus
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, enemy_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import mark, place
from sandtable.games.campaign_for_north_africa.weather.weather import in_sandstorm

VEHICLES: tuple[Gait, ...] = ("motor",)


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
        first = party_ground(draft.state, party).paid(self.path[0], self.path[1])
        for allowance, counters in fuel_due(draft.state, party, first).items():
            try:
                burn(draft, counters, allowance, self.supply, self.train)
            except Refusal as refusal:
                where = board().name(self.path[0])  # [3.62] the enemy is not told that they have no Fuel
                draft.note("stopped", only=self.side, units=list(self.units), at=where, case=refusal.case)
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
        left = cross(draft, self.side, self.units, self.path[1 : steps + 1])
        if left != self.units and not self._go_on_without(draft, left):
            return
        # [10.6] The enemy has said whether he exerts a zone there; nobody goes back to not knowing.
        if eventful:
            draft.note("reveal", at=board().name(there), zone=stops)
        if stops:
            _halt(draft, party._replace(counters=left), there, len(self.path) - 1 - steps)
        if alarm and self.target in neighbours()[there]:
            for name in left:
                draft.amend("promised", name, self.target)
        if eventful:
            enter(draft, self.side, left, there)

    def _go_on_without(self, draft: Draft[Campaign], left: tuple[str, ...]) -> bool:
        """[26.25] Mines have destroyed the last of some counters; whether anybody goes on."""
        if not left:
            draft.pop()
            return False
        top = draft.top
        assert isinstance(top, March)
        draft.swap(replace(top, units=left, started=left))
        return True


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


class Reaction(Reacting, frozen=True):
    """[8.51] The question as it is asked in the middle of a march; whoever reacts sets out on a march of his own."""

    def set_out(self, draft: Draft[Campaign], found: Plan) -> None:
        set_out(draft, found)


def forced_reaction(state: Campaign, side: str) -> Action | None:
    """[8.55] Units with no escape route stay: nobody need be asked."""
    top = state.stack[-1]
    if not isinstance(top, Reaction):
        return None
    answers = top.actions(state, side)
    return answers[0] if len(answers) == 1 else None


def open_reaction(draft: Draft[Campaign], mover: Side, movers: Sequence[str], at: int, target: int = NO_HEX) -> None:
    """[8.51] Combat units have moved into a hex: ask the enemies next to it who may react."""
    state, side = draft.state, enemy_of(mover)
    if not any(is_combat(state, name) for name in movers):
        return
    tops = able(state, side, movers, at, target)
    parts = able_parts(state, side, movers, at, target)
    trains = able_trains(state, side, movers, at)
    motors = able_motors(state, side, movers, at, target)
    if tops or parts or trains or motors:
        draft.push(Reaction(side, tuple(movers), at, target, tops, parts, trains, motors))


# How far a stride goes


def _stride(state: Campaign, party: Party, path: Sequence[int]) -> tuple[int, bool]:
    """[10.25, 8.13, 10.23, 32.23] How many steps are made before something happens, and whether the march ends with the
    last of them."""
    ground, used = party_ground(state, party), 0
    last = len(path) - 1
    fighting, shy, free = is_fighting(state, party), shuns_zones(state, party), passes_zones(party)
    fuelled = fuel_lasts(state, party)
    for i in range(1, last + 1):
        there = path[i]
        zoned = not free and hinders(state, party.side, there)
        if zoned and (shy or (i == 1 and _is_barred(state, party, there))):
            return _with_room(state, party, path, i - 1)
        if state.holder(there) == enemy_of(party.side):
            return _with_room(state, party, path, i - 1)
        used += ground.paid(path[i - 1], there)
        if i > 1 and used > fuelled:  # [32.23]
            return i - 1, False
        if zoned:
            return i, True
        if fighting and _is_eventful(state, party, there):
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
    if hex in near_enemy(state, side) or hex in prizes(state, side) or hex in near_wrecks(state, side):
        return True
    return bool(state.raiders) and hex in lairs(state, enemy_of(side))  # [27.41]


def _halt(draft: Draft[Campaign], party: Party, at: int, left: int) -> None:
    """[8.14, 10.22, 10.23] They have come to an end in an enemy zone, at no extra cost, and move no further in this
    segment."""
    if left:
        draft.note("stopped", units=list(party.counters), at=board().name(at), case="10.23")
    if party.kind == "move":
        close(draft, party.counters)


# The steps themselves


def _go(draft: Draft[Campaign], party: Party, path: Sequence[int]) -> None:
    """[8.0, 6.12, 21.23] Break off if need be, go to the end of a path, and pay for it."""
    state = draft.state
    ground = party_ground(state, party)
    costs = [ground.paid(here, there) for here, there in pairwise(path)]
    total = sum(costs)
    if set(party.counters) - set(party.started):  # [8.64]
        _leave(draft, party)
    worn, sand = wear(state, party.side, ground, path, costs)
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
    pass_through(draft, party.side, path[1:])  # [24.81, 28.25]
    if party.kind != "move" and path[0] not in draft.state.stacks:  # [10.24]
        vacate(draft, path[0])


def _leave(draft: Draft[Campaign], party: Party) -> None:
    """[8.64, 21.41] What counters pay to set out, and where half of what breaks down will be left."""
    fresh = [counter for counter in party.counters if counter not in party.started]
    tolls = {counter: leaving_cost(draft.state, party, counter) for counter in fresh}
    break_off(draft, fresh)
    if passes_zones(party):  # [31.0]
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


def wear(state: Campaign, side: str, ground: Ground, path: Sequence[int], costs: Sequence[int]) -> tuple[int, int]:
    """[21.21, 21.37, 26.21, 29.45] Breakdown Points of a path, and the Capability Points of it within a sandstorm."""
    worn = sand = 0
    for here, there, cost in zip(path, path[1:], costs, strict=False):
        worn += ground.breakdown(here, there) + minefields.wear(state, side, there)
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
