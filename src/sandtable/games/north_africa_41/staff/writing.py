"""A plan written down: what was worked out for a Player Turn, as a value that anybody can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Mover
from sandtable.games.north_africa_41.staff.placement import Placement, title_of
from sandtable.games.north_africa_41.staff.planner import Offensive, Operation
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.kit.staff.plan import Assault, March, Objective, Plan, Risk, Store, Task, percent, tasks_of

FACING = 3  # hexes from an enemy at which a stack faces him
WORTH_SAYING = 0.25  # chance of losing a hex that is worth a word


def written(
    intent: Intent,
    offensive: Offensive,
    placement: Placement,
    movers: Mapping[str, Mover],
    earlier: Plan | None = None,
) -> Plan:
    picture = intent.picture
    state, side = picture.state, picture.side
    places = {**placement.at, **offensive.places()}
    posture = "attack" if offensive.operations else "advance" if intent.drive > 1 else "hold"
    line = _line(placement)
    kept = earlier is not None and earlier.posture == posture
    return Plan(
        side,
        state.turn,
        earlier.since if earlier is not None and kept else state.turn,
        _aim(intent),
        posture,
        "as things stand the game would be lost" if intent.drive > 1 else "as things stand the game would be won",
        _objectives(intent),
        _tasks(intent, offensive, placement, movers),
        tuple(_assault(state, picture.foe, operation) for operation in offensive.operations),
        tuple(March(name, board().name(at)) for name, at in places.items() if state.units[name].at != at),
        tuple(board().name(at) for at in line),
        tuple(name for name, at in placement.at.items() if at not in line and at not in intent.own),
        tuple(_stores(state, side)),
        tuple(_risks(placement)),
    )


def _aim(intent: Intent) -> str:
    wanted = sorted(intent.wanted, key=lambda at: (-intent.wanted[at], at))[:2]
    return f"towards {' and '.join(title_of(at) for at in wanted)}" if wanted else "hold what we have"


def _objectives(intent: Intent) -> tuple[Objective, ...]:
    sites = [("hold", at, value) for at, value in intent.own.items() if at >= 0]
    sites += [("take", at, value) for at, value in intent.wanted.items() if at >= 0]
    ranked = sorted(sites, key=lambda site: (-site[2], site[1]))
    return tuple(Objective(verb, board().name(at), title_of(at), round(value, 1)) for verb, at, value in ranked)


def _tasks(intent: Intent, offensive: Offensive, placement: Placement, movers: Mapping[str, Mover]) -> tuple[Task, ...]:
    attackers = {name: op.target for op in offensive.operations for name in op.posts}

    def assigned() -> Iterator[tuple[str, str, str, str]]:
        for name, target in attackers.items():
            yield name, "take", board().name(target), ""
        for name in placement.at:
            goal, _ = intent.goal(movers[name])
            if goal >= 0:
                yield name, "hold" if goal in intent.own else "take", board().name(goal), ""

    return tasks_of(assigned())


def _assault(state: NorthAfrica, foe: str, operation: Operation) -> Assault:
    defenders = tuple(state.at(operation.target, foe))
    theirs = sum(worth(state, name) for name in defenders)
    ours = sum(worth(state, name) for name in operation.posts)
    return Assault(
        board().name(operation.target),
        defenders,
        tuple(operation.posts),
        tuple(board().name(at) for at in operation.posts.values()),
        "automatic" if operation.automatic else _odds(operation.place),
        percent(operation.promise.clears),
        percent(operation.promise.gain / theirs if theirs else 0.0),
        percent(operation.promise.loss / ours if ours else 0.0),
        (operation.source,) if operation.source else (),
    )


def _odds(place: int) -> str:
    return f"{place}-1" if place >= 1 else f"1-{2 - place}"


def _line(placement: Placement) -> list[int]:
    enemies = list(placement.picture.facing.casting)
    return sorted(
        at
        for at, names in placement.stacks.items()
        if names and any(board().distance(at, there) <= FACING for there in enemies)
    )


def _stores(state: NorthAfrica, side: str) -> Iterator[Store]:
    for at, count in sorted(state.books[side].stores.items()):
        if at >= 0 and count:
            yield Store("supply", board().name(at), f"{count} Supply Point{'s' if count > 1 else ''}")
    for at, names in sorted(state.layout.trucks[side].items()):
        for name in names:
            if at >= 0 and state.units[name].loaded:
                yield Store(name, board().name(at), "on wheels")


def _risks(placement: Placement) -> Iterator[Risk]:
    for at, names in sorted(placement.stacks.items()):
        fighting = [name for name in names if not counters()[name].support]
        share = placement.threats.clears(at, names, placement.stacks) if fighting else 0.0
        if share >= WORTH_SAYING:
            yield Risk(board().name(at), percent(share), tuple(names), "the chance that the hex is lost")
