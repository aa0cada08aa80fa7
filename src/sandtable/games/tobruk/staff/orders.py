"""An activation as one operation: move or fight first, who attacks what, where everybody else goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.actions import Begin, Done, Enter, Move
from sandtable.games.tobruk.counters import chits, counters
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.staff.assault import named
from sandtable.games.tobruk.staff.chances import ratio
from sandtable.games.tobruk.staff.garrison import guard
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import Mover, movers_of
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.placement import Placement
from sandtable.games.tobruk.staff.planner import Offensive, Operation, Planner
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.tables import COLUMNS, limits

ROUNDS = 2  # times that the line is looked at again


@dataclass
class Plan:
    """What the staff means to do with one chit, and how far it has come."""

    turn: int
    chit: str
    offensive: Offensive = field(default_factory=Offensive)
    fights_next: bool = True  # the combat mode is still to come
    drawn_up: bool = False
    prepared: Prepared | None = None  # what was worked out when the order was chosen
    queue: list[Action] = field(default_factory=list)
    intent: str = ""
    dropped: list[str] = field(default_factory=list)


def admits(state: Tobruk, side: str, action: Action) -> bool:
    frame: Any = state.stack[-1]
    try:
        frame.check(state, side, action)
    except Refusal:
        return False
    return True


class Prepared:
    """The position as an activation finds it, and the attacks that a move would allow."""

    def __init__(self, state: Tobruk, side: str) -> None:
        self.state = state
        self.picture = Picture(state, side)
        self.threats = Threats(state, self.picture)
        self.intent = Intent(self.picture, self.threats)
        self.movers = movers_of(self.picture, moving=True)
        self.held = _holders(self.picture, self.intent, self.movers)

    def offensive(self) -> Offensive:
        """Those who must hold their place may only fight from there."""
        released = [
            Mover(self.picture, mover.name, mover.at, frozenset((self.held[mover.name],)), {})
            if mover.name in self.held
            else mover
            for mover in self.movers
        ]
        return Planner(self.picture, self.threats, self.intent, released).offensive()


def choose_order(plan: Plan, state: Tobruk, side: str) -> Action:
    """[3.2] Fight first where the attacks that are possible at once are as good as any that a move would bring."""
    prepared = plan.prepared = Prepared(state, side)
    standing = movers_of(prepared.picture, moving=False)
    at_once = Planner(prepared.picture, prepared.threats, prepared.intent, standing).offensive()
    plan.offensive = prepared.offensive()
    plan.fights_next = at_once.score + weights().combat.stay * len(at_once.operations) < plan.offensive.score
    if plan.fights_next or not at_once.operations:
        plan.fights_next = True
        return Begin("move")
    plan.intent = _sentence(state, at_once)
    return Begin("combat")


def next_order(plan: Plan, state: Tobruk, side: str) -> Action:
    """The next action of the move mode."""
    if not plan.drawn_up:
        plan.drawn_up = True
        draw_up(plan, state, side)
    while plan.queue:
        action = plan.queue.pop(0)
        if admits(state, side, action):
            return action
        plan.dropped.append(str(action))
    return Done()


# --- the plan of the move mode


def _holders(picture: Picture, intent: Intent, movers: list[Mover]) -> dict[str, int]:
    """Who stays where he is, or goes to the town of Tobruk."""
    state, found = picture.state, dict[str, int]()
    names = [mover.name for mover in movers if mover.at >= 0]
    mine = set(names)
    for at, count in intent.pinned(names).items():
        there = state.at(at, picture.side)
        others = sum(name not in mine for name in there)
        able = sorted((name for name in there if name in mine), key=lambda n: (-picture.defence(n), picture.attack(n), n))
        found.update(dict.fromkeys(able[: max(0, count - others)], at))
    found.update(guard(picture, movers))
    return found


def draw_up(plan: Plan, state: Tobruk, side: str) -> None:
    """Plan the whole move mode as a queue of actions."""
    prepared = plan.prepared
    if prepared is None or prepared.state.units is not state.units:
        prepared = Prepared(state, side)
        if plan.fights_next:
            plan.offensive = prepared.offensive()
    picture, threats, intent, movers = prepared.picture, prepared.threats, prepared.intent, prepared.movers
    offensive = plan.offensive if plan.fights_next else Offensive()
    placement = Placement(picture, threats, intent, movers)
    by_name = {mover.name: mover for mover in movers}
    _station(picture, placement, offensive, movers)
    for operation in offensive.operations:
        for name, at in operation.posts.items():
            placement.put(by_name[name], at)
    for name, at in prepared.held.items():
        if name not in placement.at:
            placement.put(by_name[name], at)
    others = [mover for mover in movers if mover.name not in placement.at and not mover.is_headquarters]
    others.sort(key=lambda mover: (-mover.defence, mover.name))
    for mover in others:
        if mover.at >= 0 and placement.has_room(mover, mover.at):
            placement.put(mover, mover.at)
        else:
            placement.place(mover)
    for _ in range(ROUNDS):
        _reconsider(state, picture, placement, others)
    _queue(plan, placement, movers, offensive)
    if plan.fights_next:
        plan.intent = _sentence(state, offensive)


def _station(picture: Picture, placement: Placement, offensive: Offensive, movers: list[Mover]) -> None:
    """Headquarters first: every attacker must be in range, then as many others as can be. Attacks out of range of
    all of them are given up."""
    staffs = [mover for mover in movers if mover.is_headquarters]
    uncovered = list(offensive.operations)
    exempt = {mover.name for mover in movers if mover.free_range}
    for mover in staffs:
        far = counters()[mover.name].range
        best, most = -1, -1e9
        for hexagon in mover.reach:
            value = _post_value(picture, placement, movers, uncovered, exempt, hexagon, far, mover)
            if value > most:
                best, most = hexagon, value
        placement.put(mover, best)
        placement.posts.append((best, far))
        uncovered = [op for op in uncovered if not _covers(op, exempt, best, far)]
    for operation in uncovered:
        if any(name not in exempt for name in operation.posts):
            offensive.operations.remove(operation)


def _covers(operation: Operation, exempt: set[str], at: int, far: int) -> bool:
    return all(name in exempt or board().distance(post, at) <= far for name, post in operation.posts.items())


def _post_value(
    picture: Picture,
    placement: Placement,
    movers: list[Mover],
    operations: list[Operation],
    exempt: set[str],
    hexagon: int,
    far: int,
    mover: Mover,
) -> float:
    w = weights()
    value = sum(op.score + 1.0 for op in operations if _covers(op, exempt, hexagon, far))
    friends = hexagon in placement.stacks or any(hexagon in op.posts.values() for op in operations)
    if placement._zone[hexagon] and not friends:
        return -1e6 + value
    threatened = len(placement.threats.on(hexagon))
    lone = w.danger.lone_headquarters * (1 if picture.left else 3)
    value -= threatened * (lone if not friends else lone / 4)
    value += w.ground.company * sum(
        board().distance(each.at, hexagon) <= far for each in movers if each.at >= 0 and not each.is_headquarters
    )
    return value + placement._pull(mover)[hexagon]


def _reconsider(state: Tobruk, picture: Picture, placement: Placement, others: list[Mover]) -> None:
    """See what the enemy could do to the line as it will stand, and change what can be bettered."""
    units = dict(state.units)
    for name, at in placement.at.items():
        units[name] = replace(units[name], at=at)
    placement.look_again(Threats(replace(state, units=units), picture))
    for mover in others:
        placement.take_away(mover)
        placement.place(mover)


def _queue(plan: Plan, placement: Placement, movers: list[Mover], offensive: Offensive) -> None:
    """Moves of units that go the same way are made together; attackers go last, when the enemy has shown his
    minefield."""
    attackers = offensive.places()
    groups: dict[tuple[int, int, bool, int, int], list[Mover]] = {}
    for mover in movers:
        there = placement.at.get(mover.name, mover.at)
        counter = counters()[mover.name]
        first = mover.firsts.get(there, -1)
        key = (mover.at, there, counter.motorised, counter.movement, first)
        groups.setdefault(key, []).append(mover)
    ordered = sorted(groups.items(), key=lambda item: (any(m.name in attackers for m in item[1]), item[0]))
    for (_, there, _, _, _), group in ordered:
        action = group[0].order(there)
        if action is None:
            continue
        names = tuple(mover.name for mover in group)
        made = Enter(names, action.path) if isinstance(action, Enter) else Move(names, action.path)
        plan.queue.append(made)
        if len(names) > 1:  # should the stack not be able to go together
            plan.queue.extend(order for mover in group if (order := mover.order(there)) is not None)


def _sentence(state: Tobruk, offensive: Offensive) -> str:
    """What the activation is about, for whoever asks."""
    told = [
        f"{named(op.target.hexagon)} at {COLUMNS[ratio(op_attack(op), op.target.defence)[0]]}"
        for op in offensive.operations
    ]
    text = f"attacking {', '.join(told)}" if told else "no attack worth its losses; taking up positions"
    return f"{chits()[state.active].name}: {text}"


def op_attack(operation: Operation) -> int:
    facts = counters()
    return sum(facts[name].attack for name in operation.posts)


def most_battalions() -> int:
    return limits().stacking
