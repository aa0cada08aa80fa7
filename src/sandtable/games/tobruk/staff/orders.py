"""An activation: move or fight first, the best of a few schemes for the move mode, and its moves one by one."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.orders import Enter, Move
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.order_forms import Begin, Done
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.stacking import battalions, limit, overstacked_by
from sandtable.games.tobruk.pieces.tables import COLUMNS
from sandtable.games.tobruk.staff.assault import named
from sandtable.games.tobruk.staff.chances import ratio
from sandtable.games.tobruk.staff.movers import Mover, movers_of
from sandtable.games.tobruk.staff.picture import Picture
from sandtable.games.tobruk.staff.planner import Offensive
from sandtable.games.tobruk.staff.scheme import Prepared, Scheme
from sandtable.games.tobruk.staff.weights import weights_for
from sandtable.games.tobruk.staff.writing import written
from sandtable.games.tobruk.state import Tobruk
from sandtable.kit.staff.courses import JUDGEMENT, Course
from sandtable.kit.staff.plan import Plan as Written


@dataclass
class Plan:
    """What the staff means to do with one chit, and how far it has come."""

    turn: int
    chit: str
    course: Course = JUDGEMENT
    scheme: Scheme | None = None  # of the move mode
    fights_next: bool = True  # the combat mode is still to come
    drawn_up: bool = False
    queue: list[list[Action]] = field(default_factory=list)  # the first of each that the rules admit
    later: int = 0  # moves put off in a row
    intent: str = ""
    earlier: Written | None = None  # the plan of the activation before
    value: Written | None = None  # what is being carried out


def choose_order(plan: Plan, state: Tobruk, side: str) -> Action:
    """[3.2] Fight first where the attacks that are possible at once are as good as any that a move would bring."""
    prepared = Prepared(state, side, weights_for(plan.course))
    at_once = prepared.at_once()
    plan.scheme = best_scheme(prepared, prepared.offensive())
    later = plan.scheme.offensive.score
    plan.fights_next = at_once.score + prepared.picture.weights.combat.stay * len(at_once.operations) < later
    if plan.fights_next or not at_once.operations:
        plan.fights_next = True
        return Begin("move")
    plan.scheme = None
    plan.intent = _sentence(state, at_once)
    return Begin("combat")


def best_scheme(prepared: Prepared, offensive: Offensive) -> Scheme:
    """All attacks that looked good, the best of them only, or none: whichever leaves the side best off."""
    ranked = sorted(offensive.operations, key=lambda op: -op.score)
    choices = [offensive, Offensive(ranked[:1])] if len(ranked) > 1 else [offensive]
    schemes = [Scheme(prepared, each) for each in choices if each.operations] + [Scheme(prepared, Offensive([]))]
    return max(schemes, key=lambda scheme: scheme.worth())


def drawn_up(state: Tobruk, side: str, course: Course = JUDGEMENT, earlier: Written | None = None) -> Written:
    """The plan for the formation that is active."""
    prepared = Prepared(state, side, weights_for(course))
    return written(best_scheme(prepared, prepared.offensive()), earlier)


def next_order(plan: Plan, state: Tobruk, side: str) -> Action:
    """The next action of the move mode."""
    if not plan.drawn_up:
        plan.drawn_up = True
        if plan.scheme is None:
            plan.scheme = Scheme(Prepared(state, side, weights_for(plan.course)), Offensive([]))
        plan.value = written(plan.scheme, plan.earlier)
        plan.queue = _queue(plan.scheme)
        if plan.fights_next:
            plan.intent = _sentence(state, plan.scheme.offensive)
    while plan.queue:
        choices = plan.queue.pop(0)
        if plan.later < len(plan.queue) and any(_overfills(state, side, action) for action in choices):
            plan.later += 1  # somebody else may make room first
            plan.queue.append(choices)
            continue
        plan.later = 0
        while choices:
            action = choices.pop(0)
            if admits(state, side, action) and not _overfills(state, side, action):
                if not isinstance(action, Move | Enter) or len(action.units) == 1:
                    plan.queue[:0] = [[other] for other in choices]
                return action
    return _making_room(state, side) or Done()


def _making_room(state: Tobruk, side: str) -> Action | None:
    """[7.1] Who was stopped on a minefield may stand where there is no room: somebody goes, the least of them first,
    to the nearest hex that is free."""
    crowded = overstacked_by(state, side, state.formation)
    if not crowded:
        return None
    picture, zone = Picture(state, side), front(state, side).zone
    able = [mover for mover in movers_of(picture, moving=True) if mover.at in crowded and not mover.is_headquarters]
    for mover in sorted(able, key=lambda each: (sum(picture.steps(each.name)), each.name)):
        for there in sorted(mover.reach, key=lambda at: (zone[at], board().distance(at, mover.at), at)):
            order = mover.order(there)
            if order is not None and admits(state, side, order) and not _overfills(state, side, order):
                return order
    return None


def _overfills(state: Tobruk, side: str, action: Action) -> bool:
    """[7.1] Allowed while movement lasts, but who was to make room may not get away, and the surplus is lost."""
    if not isinstance(action, Move | Enter):
        return False
    there = {*state.at(board().hex(action.path[-1]), side), *action.units}
    return battalions(there) > limit(state, there)


def _queue(scheme: Scheme) -> list[list[Action]]:
    """Moves of units that go the same way are made together, or one by one if that cannot be; attackers go last, when
    the enemy has shown his minefield."""
    attackers = scheme.offensive.places()
    groups: dict[tuple[int, int, bool, int, int], list[Mover]] = {}
    for mover in scheme.prepared.movers:
        there = scheme.placement.at.get(mover.name, mover.at)
        counter = counters()[mover.name]
        key = (mover.at, there, counter.motorised, counter.movement, mover.firsts.get(there, -1))
        groups.setdefault(key, []).append(mover)
    ordered = sorted(groups.items(), key=lambda item: (any(m.name in attackers for m in item[1]), item[0]))
    found: list[list[Action]] = []
    for (_, there, _, _, _), group in ordered:
        orders = [order for mover in group if (order := mover.order(there)) is not None]
        if len(orders) > 1:
            names = tuple(mover.name for mover in group)
            together = Enter(names, orders[0].path) if isinstance(orders[0], Enter) else Move(names, orders[0].path)
            found.append([together, *orders])
        elif orders:
            found.append([*orders])
    return found


def _sentence(state: Tobruk, offensive: Offensive) -> str:
    """What the activation is about, for whoever asks."""
    facts = counters()
    told = []
    for operation in offensive.operations:
        column, _ = ratio(sum(facts[name].attack for name in operation.posts), operation.target.defence)
        told.append(f"{named(operation.target.hexagon)} at {COLUMNS[column]}")
    text = f"attacking {', '.join(told)}" if told else "no attack worth its losses; taking up positions"
    return f"{chits()[state.active].name}: {text}"
