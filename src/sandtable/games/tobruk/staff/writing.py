"""A plan written down: what was worked out for one activation, as the value that orders follow from."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.tables import COLUMNS
from sandtable.games.tobruk.staff.chances import ratio
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.planner import Operation
from sandtable.games.tobruk.staff.scheme import Scheme
from sandtable.kit.staff.plan import Assault, March, Objective, Plan, Task, percent, tasks_of

FACING = 3  # hexes from an enemy at which a stack faces him


def written(scheme: Scheme, earlier: Plan | None = None) -> Plan:
    prepared, intent = scheme.prepared, scheme.prepared.intent
    state, side = prepared.state, prepared.picture.side
    posture = "attack" if scheme.offensive.operations else "advance" if intent.behind else "hold"
    kept = earlier is not None and earlier.posture == posture
    line = _line(scheme)
    places = scheme.placement.at
    return Plan(
        side,
        state.turn,
        earlier.since if earlier is not None and kept else state.turn,
        f"{chits()[state.active].name}: {_aim(intent)}",
        posture,
        "as things stand the game would be lost" if intent.behind else "as things stand the game would be won",
        _objectives(intent),
        _tasks(scheme),
        tuple(_assault(operation) for operation in scheme.offensive.operations),
        tuple(March(m.name, board().name(places[m.name])) for m in prepared.movers if places.get(m.name, m.at) != m.at),
        tuple(board().name(at) for at in line),
        tuple(m.name for m in prepared.movers if not m.is_headquarters and places.get(m.name, m.at) not in line),
    )


def _aim(intent: Intent) -> str:
    if intent.picture.side == "axis":
        return "keep Tobruk shut in and its relief away"
    return "open the road to Tobruk"


def _objectives(intent: Intent) -> tuple[Objective, ...]:
    """[14.0] The places that count, the dearest first."""
    sites = [("hold", at, points) for at, points in intent.own.items()]
    sites += [("take", at, points) for at, points in intent.wanted.items()]
    ranked = sorted(sites, key=lambda site: (-site[2], site[1]))
    return tuple(Objective(verb, board().name(at), _place(at), float(points)) for verb, at, points in ranked)


def _place(hexagon: int) -> str:
    found = board().place_at(hexagon)
    return found.name if found else ""


def _tasks(scheme: Scheme) -> tuple[Task, ...]:
    attackers = {name: op.target.hexagon for op in scheme.offensive.operations for name in op.posts}
    prepared = scheme.prepared

    def assigned() -> Iterator[tuple[str, str, str, str]]:
        for mover in prepared.movers:
            at = scheme.placement.at.get(mover.name, mover.at)
            if mover.name in attackers:
                yield mover.name, "take", board().name(attackers[mover.name]), ""
            elif mover.name in prepared.held:
                yield mover.name, "hold", board().name(prepared.held[mover.name]), "it must not be left"
            elif at >= 0:
                yield mover.name, "hold" if at == mover.at else "screen", board().name(at), ""

    return tasks_of(assigned())


def _assault(operation: Operation) -> Assault:
    attack = sum(counters()[name].attack for name in operation.posts)
    column, _ = ratio(attack, operation.target.defence)
    return Assault(
        board().name(operation.target.hexagon),
        operation.target.names,
        tuple(operation.posts),
        tuple(board().name(at) for at in operation.posts.values()),
        COLUMNS[column],
        percent(operation.chance),
    )


def _line(scheme: Scheme) -> list[int]:
    picture = scheme.prepared.picture
    enemies = list(picture.state.layout.held[picture.foe])
    stacks = scheme.placement.stacks
    return sorted(
        at for at, names in stacks.items() if names and any(board().distance(at, there) <= FACING for there in enemies)
    )
