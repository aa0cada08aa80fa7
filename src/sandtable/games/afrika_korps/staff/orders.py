"""The movement portion of a turn: captures, automatic victories, then what the plan says, as a queue of actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.afrika_korps.combat.obligations import forced_losses
from sandtable.games.afrika_korps.ground.reach import can_move, reach
from sandtable.games.afrika_korps.map import board, coast_road, escarpments, fortresses
from sandtable.games.afrika_korps.movement.stacking import destinations, overstacked
from sandtable.games.afrika_korps.orders import Attack, Done, Move, Overwhelm
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.attacks import Offensive, Operation, Planner
from sandtable.games.afrika_korps.staff.ground import travel, worth
from sandtable.games.afrika_korps.staff.last_look import LastLook
from sandtable.games.afrika_korps.staff.picture import Picture, screened_threats
from sandtable.games.afrika_korps.staff.placement import Placement
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.shield import shield
from sandtable.games.afrika_korps.staff.stores import place_supplies, spearhead
from sandtable.games.afrika_korps.staff.writing import written
from sandtable.games.afrika_korps.state import ROMMEL, AfrikaKorps
from sandtable.kit.staff.courses import JUDGEMENT, Course
from sandtable.kit.staff.plan import Plan

MOST_CAPTURES, MOST_VICTORIES, ROUNDS = 4, 5, 1
NEAR = 10  # hexes: so near the enemy units go straight to where they are needed


class Draft(NamedTuple):
    """A position, what is wanted in it, and the attacks that serve it best."""

    picture: Picture
    intent: Intent
    offensive: Offensive


@dataclass
class TurnPlan:
    """What the staff means to do in one player turn, and how far it has come."""

    turn: int
    side: str
    stage: str = "ride"
    queue: list[Action] = field(default_factory=list)
    battles: dict[int, list[str]] = field(default_factory=dict)
    committed: set[str] = field(default_factory=set)
    captures: int = 0
    victories: int = 0
    rescues: int = 0
    later: int = 0  # moves put off in a row
    course: Course = JUDGEMENT
    earlier: Plan | None = None  # the plan of the turn before
    value: Plan | None = None  # what is being carried out
    ready: Draft | None = None  # worked out for a position and not yet needed
    division: list[Attack] = field(default_factory=list)  # attacks that complete the declared ones
    scrapped: bool = False
    dropped: list[str] = field(default_factory=list)


def next_order(plan: TurnPlan, state: AfrikaKorps) -> Action:
    """The next action of the movement portion."""
    while True:
        while plan.queue:
            action = plan.queue.pop(0)
            waits = plan.later < len(plan.queue)  # its place may be taken by a unit that is still to leave
            if admits(state, plan.side, action) and not (waits and _overfills(state, plan.side, action)):
                plan.later = 0
                return action
            if isinstance(action, Move) and waits:
                plan.later += 1
                plan.queue.append(action)
            else:
                plan.dropped.append(str(action))
        if plan.stage == "ride":
            _ride_ahead(plan, state)
        elif plan.stage == "captures":
            _capture(plan, state)
        elif plan.stage == "victories":
            _overwhelm(plan, state)
        elif plan.stage == "main":
            _main(plan, state)
        elif plan.stage == "rescue":
            _rescue(plan, state)
        else:
            return _finish(plan, state)


def _overfills(state: AfrikaKorps, side: str, action: Action) -> bool:
    """[6.3] Allowed while movement lasts, but only two who change places need it."""
    if not isinstance(action, Move):
        return False
    coming = sum(counters()[name].is_combat for name in action.units)
    return coming > 0 and len(state.at(board().hex(action.path[-1]), side)) + coming > limits().stacking


def _go(state: AfrikaKorps, name: str, there: int) -> Move | None:
    at = state.units[name].at
    return Move((name,), (board().name(at), board().name(there))) if at != there else None


# --- Rommel's bonus


def _ride_ahead(plan: TurnPlan, state: AfrikaKorps) -> None:
    """[22.1] Far from the enemy Rommel first takes the strongest units two hexes along: they go two farther after."""
    plan.stage = "captures"
    here = state.layout.rommel
    if plan.side != "axis" or here < 0:
        return
    picture = Picture(state, plan.side)
    intent = _intent(plan, picture)
    field = travel(intent.main)
    if field[here] < NEAR or any(board().distance(here, there) < NEAR for there in picture.enemies):
        return
    riders = [n for n in state.at(here, "axis") if intent.goals.get(n) == intent.main and can_move(state, n)]
    riders = sorted(riders, key=lambda n: (-worth(n), n))[: limits().stacking]
    path = [here]
    for _ in range(limits().rommel_bonus):
        path.append(min(board().adjacent[path[-1]], key=lambda h: (field[h], h)))
    if riders and field[path[-1]] < field[here] and not any(h in escarpments() - coast_road().keys() for h in path):
        plan.queue.append(Move((*riders, ROMMEL), tuple(board().name(h) for h in path)))


# --- lone supplies of the enemy


def _capture(plan: TurnPlan, state: AfrikaKorps) -> None:
    """[15.21] Take supplies that nobody guards; the captor may go on afterwards."""
    plan.stage = "victories"
    if plan.captures >= MOST_CAPTURES:
        return
    picture = Picture(state, plan.side)
    zone = picture.front.zone
    guarded = state.layout.combat[picture.foe]
    for _, at in sorted(state.layout.supplies[picture.foe].items()):
        if at in guarded:
            continue
        spots = [at] if at in fortresses() else [at, *board().adjacent[at]]
        choices = [
            (worth(name), reach(state, name).points(spot), name, spot)
            for name in picture.free
            if can_move(state, name)
            for spot in spots
            if spot in picture.reach(name) and not zone[spot] and spot != picture.units[name]
        ]
        if choices:
            _, _, name, spot = min(choices)
            move = _go(state, name, spot)
            if move is not None:
                plan.queue.append(move)
                plan.captures += 1
                plan.stage = "captures"
                return


# --- automatic victories first: they open the road


def _free(plan: TurnPlan, picture: Picture) -> list[str]:
    return [name for name in picture.free if name not in plan.committed]


def _staying(plan: TurnPlan, picture: Picture) -> dict[str, int]:
    free = set(_free(plan, picture))
    return {name: at for name, at in picture.units.items() if name not in free}


def _crowd(places: dict[str, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for at in places.values():
        found[at] = found.get(at, 0) + 1
    return found


def _intent(plan: TurnPlan, picture: Picture) -> Intent:
    return Intent(picture, plan.course, plan.value or plan.earlier)


def _draft(plan: TurnPlan, state: AfrikaKorps) -> Draft:
    """What was worked out for this very position, or a fresh one."""
    if plan.ready is not None and plan.ready.picture.state is state:
        return plan.ready
    picture = Picture(state, plan.side)
    intent = _intent(plan, picture)
    return Draft(picture, intent, _offensive(plan, picture, intent))


def _offensive(plan: TurnPlan, picture: Picture, intent: Intent) -> Offensive:
    keepers = _keepers(picture, intent)
    free = [name for name in _free(plan, picture) if name not in keepers]
    held = _staying(plan, picture) | keepers
    return Planner(picture, intent, free).offensive(_crowd(held))


def _keepers(picture: Picture, intent: Intent) -> dict[str, int]:
    """[4.3, 12.4] Who holds the home base, or can go into it when nobody does, stays there: without it no supply lands.
    So does one in each other site that an enemy can come to. While he stands next to it everybody may fight him."""
    found: dict[str, int] = {}
    for site in intent.sites:
        own = site == intent.own_base
        if picture.front.zone[site] or not (own or (intent.held(site) and picture.threats.reached(site))):
            continue
        able = [name for name in picture.free if name not in found and site in picture.reach(name)]
        able = [name for name in able if own or picture.units[name] == site]
        found |= {name: site for *_, name in sorted((picture.units[n] != site, worth(n), n) for n in able)[:1]}
    return found


def _overwhelm(plan: TurnPlan, state: AfrikaKorps) -> None:
    plan.stage = "main"
    if plan.victories >= MOST_VICTORIES or not state.layout.supplies[plan.side]:
        return
    plan.ready = _draft(plan, state)
    offensive = plan.ready.offensive
    for operation in offensive.operations:
        if operation.automatic:
            _queue_victory(plan, state, operation, offensive)
            plan.victories += 1
            plan.stage = "victories"
            return


def _queue_victory(plan: TurnPlan, state: AfrikaKorps, operation: Operation, offensive: Offensive) -> None:
    for name, there in operation.places().items():
        if (move := _go(state, name, there)) is not None:
            plan.queue.append(move)
    supply = next(s for s, sources in offensive.supplies.items() if sources <= operation.sources)
    sources = offensive.supplies[supply]
    there = state.units[supply].at
    if there not in sources:
        there = min(sources)
        if (move := _go(state, supply, there)) is not None:
            plan.queue.append(move)
    plan.queue.append(Overwhelm(operation.defenders, tuple(operation.posts), (supply,)))
    _commit(plan, operation)


def _commit(plan: TurnPlan, operation: Operation) -> None:
    plan.committed.update(operation.places())
    plan.battles.setdefault(operation.target, []).extend(operation.posts)
    for hexagon, soakers in operation.soaks.items():
        plan.battles.setdefault(hexagon, []).extend(soakers)


# --- the plan of the turn


def _main(plan: TurnPlan, state: AfrikaKorps) -> None:
    plan.stage = "rescue"
    plan.value = plan.value or drawn_up(plan, state)
    carry_out(plan, state, plan.value)


def carry_out(plan: TurnPlan, state: AfrikaKorps, value: Plan) -> None:
    """The orders that follow from a plan: its marches, and its attacks when the time comes."""
    for assault in value.assaults:
        plan.committed.update(assault.attackers)
        fought = plan.battles.setdefault(board().hex(assault.at), [])
        fought.extend(name for name in assault.attackers if name not in fought)
    for march in value.marches:
        if march.piece in state.units and (move := _go(state, march.piece, board().hex(march.at))) is not None:
            plan.queue.append(move)


def drawn_up(plan: TurnPlan, state: AfrikaKorps) -> Plan:
    """The plan for the moves and attacks that are left in this turn."""
    picture, intent, offensive = _draft(plan, state)
    fixed = _staying(plan, picture)
    keepers = {name: at for name, at in _keepers(picture, intent).items() if name not in plan.committed}
    fixed.update(offensive.places() | keepers)
    busy = plan.committed | offensive.places().keys() | keepers.keys()
    others = [name for name in picture.free if name not in busy]
    placement = Placement(picture, intent, fixed)
    placement.place(others, ROUNDS)
    gone = {op.target for op in offensive.operations if op.index >= 3}
    sure = {op.target for op in offensive.operations if op.automatic}
    placement.replace_all(others, screened_threats(state, picture.foe, placement.at, gone))
    if intent.stance.name == "delay":
        _bar_the_way(picture, intent, placement, others)
    # as everybody stands now; a supply is lost for good if its enemies are only driven back
    threats = placement.threats = screened_threats(state, picture.foe, placement.at, sure)
    stores = place_supplies(picture, intent, placement, threats, offensive) if picture.supplies else {}
    LastLook(intent, placement, stores, threats, others, offensive.supplies.keys()).mend()
    headquarters = _ride(picture, intent, placement, offensive)
    return written(intent, offensive, placement, stores, headquarters, plan.earlier)


def _bar_the_way(picture: Picture, intent: Intent, placement: Placement, others: list[str]) -> None:
    """Send somebody to keep the enemy away from the home base."""
    for name, at in shield(picture, intent.own_base, placement.at, others).items():
        placement.move(name, at)


def _ride(picture: Picture, intent: Intent, placement: Placement, offensive: Offensive) -> int | None:
    """[22] Rommel goes where the strongest stack is, but not with attackers who may leave him alone there."""
    if picture.side != "axis" or picture.state.units[ROMMEL].at < 0:
        return None
    reach = [h for h in picture.reach(ROMMEL) if placement.stacks.get(h)]
    if not reach:
        return None
    focus, shaken = spearhead(intent, placement), offensive.shaken(placement.stacks)
    return min(reach, key=lambda h: (shaken.get(h, 0.0) > 0, board().distance(h, focus), h))


# --- second thoughts


def _rescue(plan: TurnPlan, state: AfrikaKorps) -> None:
    """[7.4, 11.9] Whoever would be lost before combat walks away if he can."""
    plan.stage = "done"
    if plan.rescues >= 6:
        return
    picture = Picture(state, plan.side)
    for name, _, _ in forced_losses(state, plan.side):
        away = [h for h in picture.reach(name) if not picture.front.zone[h] and h != picture.units[name]]
        away = [h for h in away if len(state.at(h, plan.side)) < limits().stacking]
        if away:
            there = min(away, key=lambda h: (picture.threats.attack(h), h))
            move = _go(state, name, there)
            if move is not None:
                plan.queue.append(move)
                plan.rescues += 1
                plan.stage = "rescue"
                return


def _finish(plan: TurnPlan, state: AfrikaKorps) -> Action:
    """End the movement, or first thin out a stack that is too high."""
    if admits(state, plan.side, Done()):
        return Done()
    picture = Picture(state, plan.side)
    choices = [
        (len(state.at(end, plan.side)) >= limits().stacking, picture.front.zone[end], worth(name), end, name)
        for at in overstacked(state, plan.side)
        for name in state.at(at, plan.side)
        for end in destinations(state, name)
    ]
    for *_, end, name in sorted(choices):
        if (move := _go(state, name, end)) is not None and admits(state, plan.side, move):
            return move
    frame: Any = state.stack[-1]
    listed: Action = frame.actions(state, plan.side)[0]
    return listed
