"""The Movement Phase: attacks first, then supply, then everybody else, as a queue of actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.north_africa_41.combat.automatic_ds import listed_shatter
from sandtable.games.north_africa_41.combat.orders import Shatter
from sandtable.games.north_africa_41.ground.reach import options
from sandtable.games.north_africa_41.lines.support_units import Ready, listed_burn, listed_ready
from sandtable.games.north_africa_41.map import board, ports
from sandtable.games.north_africa_41.movement.orders import Carry, Move
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side, counters, replacements
from sandtable.games.north_africa_41.pieces.stacking import fits, losable, overstacked
from sandtable.games.north_africa_41.sea.ports import listed_demolish, listed_repair
from sandtable.games.north_africa_41.staff.ground import travel
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.last_look import LastLook
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, Threats
from sandtable.games.north_africa_41.staff.placement import Placement, title_of
from sandtable.games.north_africa_41.staff.planner import Offensive, Planner
from sandtable.games.north_africa_41.staff.purchases import purchase
from sandtable.games.north_africa_41.staff.stores import Quartermaster
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.staff.writing import written
from sandtable.games.north_africa_41.state import NorthAfrica, face_of
from sandtable.kit.staff.courses import JUDGEMENT, Course
from sandtable.kit.staff.plan import Plan as Written

MOST_TRUCKS, MOST_SHATTERINGS, MOST_PURCHASES, MOST_SURPLUS = 12, 6, 3, 8
ALONE = 40.0  # against leaving a headquarters where it is surely lost: more than any support it gives there
SERVICE = 20.0  # for standing where a headquarters supports the whole army
DOOMED = 0.6  # the chance of losing a hex from which on its port is wrecked and its supply burnt
SAFE = 0.35  # the chance of losing a place with which its garrison is content


@dataclass
class Plan:
    """What the staff means to do in one Player Turn, and how far it has come."""

    turn: tuple[int, int]
    side: Side
    course: Course = JUDGEMENT
    stage: int = 0
    queue: list[Action] = field(default_factory=list)
    rounds: int = 0  # of a stage that looks again after each action
    attackers: dict[str, int] = field(default_factory=dict)
    stands: dict[str, int] = field(default_factory=dict)
    intent: str = ""
    dropped: list[str] = field(default_factory=list)
    threats: Threats | None = None  # as they were when the hauls began


def next_order(plan: Plan, state: NorthAfrica) -> Action:
    """The next action of the Movement Phase."""
    while True:
        while plan.queue:
            action = plan.queue.pop(0)
            if admits(state, plan.side, action):
                return action
            plan.dropped.append(str(action))
        if plan.stage >= len(STAGES):
            return Done()
        STAGES[plan.stage](plan, state)


# --- stages


def _refit(plan: Plan, state: NorthAfrica) -> None:
    """[17.1.4] ASUs that stand with a Supply Point are made Ready before they move."""
    plan.stage += 1
    ready = [action for action in listed_ready(state, plan.side) if isinstance(action, Ready)]
    plan.queue += ready[:1]
    if len(ready) > 1:
        plan.stage -= 1


def _attack(plan: Plan, state: NorthAfrica) -> None:
    plan.stage += 1
    picture = Picture(state, plan.side, plan.course)
    threats, intent = Threats(picture), Intent(picture)
    free = garrisoned(picture, threats, intent)
    planner = Planner(picture, intent, threats, free)
    offensive = planner.offensive()
    plan.intent = sentence(intent, offensive)
    for operation in offensive.operations:
        if operation.source in picture.movers and operation.depot != picture.movers[operation.source].at:
            plan.queue += _going(picture.movers[operation.source], operation.depot)
            plan.stands[operation.source] = operation.depot
        elif operation.source in state.units:
            at = state.units[operation.source].at
            plan.stands[operation.source] = operation.depot
            if operation.depot != at:
                plan.queue.append(Move((operation.source,), (board().name(at), board().name(operation.depot))))
    for name, at in offensive.places().items():
        plan.attackers[name] = at
        plan.queue += _going(picture.movers[name], at)
    for name, at in offensive.places().items():
        plan.stands[name] = at


def drawn_up(state: NorthAfrica, side: Side, course: Course = JUDGEMENT, earlier: Written | None = None) -> Written:
    """The plan of the Player Turn as it looks before anybody has moved."""
    picture = Picture(state, side, course)
    threats, intent = Threats(picture), Intent(picture)
    offensive = Planner(picture, intent, threats, garrisoned(picture, threats, intent)).offensive()
    facts, busy = counters(), offensive.places()
    fresh = Picture(state, side, course)  # garrisons were pinned for the attacks only
    movers = {
        name: mover
        for name, mover in fresh.movers.items()
        if name not in busy and mover.reach and not facts[name].immobile and not facts[name].support
    }
    intent.assign(movers.values())
    placement = Placement(fresh, threats, intent, movers)
    placement.place_all(list(movers.values()))
    LastLook(placement, movers).mend()
    return written(intent, offensive, placement, movers, earlier)


def _going(mover: Mover, at: int) -> list[Action]:
    order = mover.order(at)
    return [] if order is None else [order]


def garrisoned(picture: Picture, threats: Threats, intent: Intent) -> dict[str, Mover]:
    """All movers; those without whom a place would be lost may only attack from where they stand."""
    free = dict(picture.movers)
    state, stacks = picture.state, picture.state.layout.combat[picture.side]
    friends = [at for at in stacks if at >= 0]
    for at in intent.own:
        names = [name for name in stacks.get(at, ()) if name in free]
        if not names or threats.clears(at, (), friends) <= 0 or intent.guard <= 0:
            continue
        kept: list[str] = []
        for name in sorted(names, key=lambda name: (-face_of(state, name).defence, name)):
            kept.append(name)
            if threats.clears(at, kept, friends) <= SAFE:
                break
        for name in kept:
            free[name] = _pinned(free[name])
    return free


def _pinned(mover: Mover) -> Mover:
    mover.reach = frozenset((mover.at,))
    return mover


def _shatter(plan: Plan, state: NorthAfrica) -> None:
    """[8.9] Whoever can be shattered at once, by as few as will do."""
    plan.rounds += 1
    offers = [action for action in listed_shatter(state, plan.side) if isinstance(action, Shatter)]
    if offers and plan.rounds <= MOST_SHATTERINGS:
        chosen = min(offers, key=lambda action: (len(action.units), action.at, action.units))
        plan.queue.append(chosen)
        for name in chosen.units:
            plan.stands[name] = state.units[name].at
    else:
        plan.stage, plan.rounds = plan.stage + 1, 0


def _haul(plan: Plan, state: NorthAfrica) -> None:
    """Ships and trains, then Trucks, one after the other."""
    plan.rounds += 1
    if plan.rounds <= MOST_TRUCKS:
        picture = Picture(state, plan.side, plan.course)
        intent = Intent(picture)
        intent.assign(picture.movers.values())
        if plan.threats is None:
            plan.threats = Threats(picture)
        master = Quartermaster(picture, plan.threats, intent, plan.stands)
        for action in _first(master):
            if admits(state, plan.side, action):
                plan.queue.append(action)
                _guard(plan, master, action)
                return
    plan.stage, plan.rounds, plan.threats = plan.stage + 1, 0, None


def _guard(plan: Plan, master: Quartermaster, action: Action) -> None:
    """Who makes a hex safe for a Truck does not leave it in the same phase."""
    if isinstance(action, Move | Carry):
        end = board().location(action.path[-1])
        if guard := master.guard(end):
            plan.stands[guard] = end


def _park(plan: Plan, state: NorthAfrica) -> None:
    """Nothing on wheels is left alone before the enemy."""
    plan.stage += 1
    picture = Picture(state, plan.side, plan.course)
    plan.queue += Quartermaster(picture, Threats(picture), Intent(picture), {}).park()


def _first(master: Quartermaster) -> Iterator[Action]:
    yield from master.ships()
    yield from master.trains()
    yield from master.trucks()


def _spread(plan: Plan, state: NorthAfrica) -> None:
    """Everybody who is left, where he serves best."""
    plan.stage += 1
    picture = Picture(state, plan.side, plan.course)
    threats, intent = Threats(picture), Intent(picture)
    facts = counters()
    movers = {
        name: mover
        for name, mover in picture.movers.items()
        if name not in plan.stands and mover.reach and not facts[name].immobile
    }
    intent.assign(mover for mover in movers.values() if not facts[mover.name].support)
    placement = Placement(picture, threats, intent, movers)
    placement.place_all([mover for name, mover in movers.items() if not facts[name].support])
    LastLook(placement, movers).mend()
    for name, at in placement.at.items():
        plan.queue += _going(movers[name], at)
    plan.queue += _drafts(picture, threats)


def _thin(plan: Plan, state: NorthAfrica) -> None:
    """[4.4.1] Whoever stands beyond the limit goes somewhere else if he still can, the least of them first."""
    plan.rounds += 1
    picture = Picture(state, plan.side, plan.course)
    for at in overstacked(state, plan.side) if plan.rounds <= MOST_SURPLUS else ():
        names = sorted(
            losable(state, plan.side, at), key=lambda name: (name in plan.attackers, worth(state, name), name)
        )
        for name in names:
            mover = picture.movers.get(name)
            free = [end for end in mover.reach if _has_room(state, plan.side, name, end)] if mover else []
            if mover and free:
                zone = picture.facing.zone
                plan.queue += _going(mover, min(free, key=lambda end: (zone[end], board().distance(at, end), end)))
                return
    plan.stage, plan.rounds = plan.stage + 1, 0


def _has_room(state: NorthAfrica, side: Side, name: str, at: int) -> bool:
    return 0 <= at != state.units[name].at and fits(state, [*state.at(at, side), name])


def _shelter(plan: Plan, state: NorthAfrica) -> None:
    """Headquarters and artillery last, when it is known who stands where."""
    plan.stage += 1
    picture = Picture(state, plan.side, plan.course)
    facts = counters()
    movers = {
        name: mover
        for name, mover in picture.movers.items()
        if name not in plan.stands and mover.reach and facts[name].support and not facts[name].immobile
    }
    placement = Placement(picture, Threats(picture), Intent(picture), movers)
    plan.queue += staffs(placement, movers, plan.attackers)


def staffs(placement: Placement, movers: Mapping[str, Mover], leaving: Collection[str] = ()) -> list[Action]:
    """ASUs stand with others who will not advance from there, in supply, near the most strength and not in the first
    line if that can be helped."""
    found: list[Action] = []
    state, picture, threats = placement.picture.state, placement.picture, placement.threats
    strength = {at: sum(face_of(state, name).attack for name in names) for at, names in placement.stacks.items()}
    total = max(1, sum(strength.values()))
    for name, mover in movers.items():
        best, most = mover.at, -1e9
        reach = counters()[name].range
        for at in mover.reach:
            stack = placement.stacks.get(at, ())
            if not stack and picture.facing.zone[at]:
                continue
            near = sum(value for there, value in strength.items() if board().distance(there, at) <= reach)
            value = SERVICE * near / total + (0.5 if stack else 0.0) - 3.0 * (at in picture.facing.near)
            if not picture.is_served(name, at):
                value -= 20.0
            guards = [each for each in stack if each not in leaving and not counters()[each].support]
            value -= ALONE * _risk(threats, at, guards, placement.stacks)
            value += 0.1 * (at == mover.at)
            if value > most:
                best, most = at, value
        if best >= 0:
            found += _going(mover, best)
    return found


def _risk(threats: Threats, at: int, guards: Sequence[str], friends: Mapping[int, Sequence[str]]) -> float:
    """How likely a headquarters is lost with such guards; alone also where only our own units bar the way, as they may
    be beaten or go on."""
    if guards:
        return threats.clears(at, guards, friends)
    if threats.approaches(at):
        return 1.0
    danger = threats.picture.weights.danger
    return danger.breakthrough * min(1.0, threats.nearby(at) / danger.host)


def _drafts(picture: Picture, threats: Threats) -> list[Action]:
    """Replacements with vehicles go to a reduced unit of their kind."""
    state, side = picture.state, picture.side
    found: list[Action] = []
    for at, names in state.layout.replacements[side].items():
        for name in names:
            if name in state.moved or at < -3:
                continue
            piece = replacements()[name]
            needy = [
                unit.at
                for other, unit in state.units.items()
                if unit.at >= 0
                and other in counters()
                and counters()[other].nation == piece.nation
                and unit.steps < counters()[other].steps
                and unit.at in picture.served
                and any(kind in counters()[other].replaced_by for kind in piece.kinds)
            ]
            ends = [end for end in options(state, name).marching.ends if end >= 0 and not threats.reaches(end)]
            if not needy or not ends:
                continue
            goal = min(needy, key=lambda there: (travel("mechanised", there)[at], there))
            if at >= 0 and board().distance(at, goal) <= 4:
                continue
            end = min(ends, key=lambda end: (travel("mechanised", goal)[end], end))
            found.append(Move((name,), (board().name(at), board().name(end))))
    return found


def _spend(plan: Plan, state: NorthAfrica) -> None:
    """[23.2] Resource Points, one purchase after the other."""
    plan.rounds += 1
    action = purchase(state, Picture(state, plan.side, plan.course)) if plan.rounds <= MOST_PURCHASES else None
    if action is not None:
        plan.queue.append(action)
    else:
        plan.stage, plan.rounds = plan.stage + 1, 0


def _close(plan: Plan, state: NorthAfrica) -> None:
    """[21.4] Wreck a port that is about to be lost; mend one that is needed."""
    plan.stage += 1
    if not isinstance(state.stack[-1], Movement):
        return
    picture = Picture(state, plan.side, plan.course)
    threats = Threats(picture)
    friends = tuple(state.layout.combat[plan.side])
    wrecks = listed_demolish(state, plan.side)
    doomed = [
        action
        for action in wrecks
        if threats.clears(board().hex(action.at), state.at(board().hex(action.at), plan.side), friends) > DOOMED
    ]
    if doomed:
        plan.queue.append(max(doomed, key=lambda action: (action.dice, action.at)))
    # [17.2.3] What lies open to him is burnt: he would fight with it.
    for burning in listed_burn(state, plan.side):
        at = board().index.get(burning.at)  # a Truck may be named instead
        if at is not None and lies_open(state, plan.side, threats, at):
            plan.queue += [burning] * state.stores_at(at, plan.side)
    wanted = [ports()["Benghazi"]] if plan.side == "axis" else [ports()["Tobruk"], ports()["Mersa Matruh"]]
    for mending in listed_repair(state, plan.side):
        at = board().hex(mending.at)
        if at in wanted and state.books[plan.side].resources >= 2:
            plan.queue.append(mending)


def lies_open(state: NorthAfrica, side: Side, threats: Threats, at: int) -> bool:
    """Whether nobody guards it who will be there tomorrow."""
    return threats.clears(at, state.at(at, side), tuple(state.layout.combat[side])) > DOOMED


def sentence(intent: Intent, offensive: Offensive) -> str:
    """What the staff is about."""
    wanted = sorted(intent.wanted, key=lambda at: -intent.wanted[at])[:2]
    aim = f"towards {' and '.join(title_of(at) for at in wanted)}" if wanted else "holding what we have"
    told = [f"{title_of(each.target)} at {each.place}-1" for each in offensive.operations]
    return f"{aim}; attacking {', '.join(told)}" if told else f"{aim}; no attack worth its losses"


STAGES = (_refit, _attack, _shatter, _haul, _spread, _shatter, _thin, _shelter, _park, _spend, _close)
