"""A plan written down: what was worked out for a turn, as the value that orders follow from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.orders import Haul
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.staff.attacks import Operation
from sandtable.games.panzerarmee_afrika.staff.plans import Plan as Draft
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, side_of, strength_of
from sandtable.kit.staff.plan import Assault, March, Objective, Plan, Risk, Store, Task, percent, tasks_of

FACING = 4  # hexes from an enemy at which a stack faces him
WORTH_SAYING = 0.25  # share of a stack that has to be feared for


def written(draft: Draft, earlier: Plan | None = None) -> Plan:
    intent, force = draft.picture.intent, draft.picture.force
    posture = intent.stance or "as it stands"
    line = _line(draft)
    kept = earlier is not None and earlier.posture == posture
    return Plan(
        force.side,
        force.state.turn,
        earlier.since if earlier is not None and kept else force.state.turn,
        intent.sentence,
        posture,
        f"it stands up best to his answer; we have {intent.odds:.1f} factors in supply to one of his",
        _objectives(draft),
        _tasks(draft),
        tuple(_assault(draft, operation) for operation in draft.offensive.operations),
        tuple(March(name, board().name(at)) for name, at in draft.places.items() if force.units[name] != at),
        tuple(board().name(at) for at in line),
        tuple(name for name, at in draft.places.items() if at not in line and name not in draft.told),
        tuple(Store(name, board().name(at)) for at, names in sorted(_depots(draft).items()) for name in names),
        tuple(_risks(draft)),
    )


def marches_of(
    before: PanzerarmeeAfrika, after: PanzerarmeeAfrika, side: Side, done: Sequence[Action]
) -> tuple[March, ...]:
    """Who has gone where by these actions: of transport units, where they load."""
    loading = {haul.lorry: haul.path[0] for haul in reversed(done) if isinstance(haul, Haul)}
    gone = [
        (name, unit.at)
        for name, unit in after.units.items()
        if side_of(name) == side and min(unit.at, before.units[name].at) >= 0 and unit.at != before.units[name].at
    ]
    return tuple(March(name, loading.get(name, board().name(at))) for name, at in gone)


def _depots(draft: Draft) -> dict[int, list[str]]:
    force = draft.picture.force
    return {at: list(names) for at, names in force.state.layout.depots[force.side].items()}


def _objectives(draft: Draft) -> tuple[Objective, ...]:
    """[14] The bases and Tobruk."""
    intent, last = draft.picture.intent, limits().last_turn
    sites = [("hold", at, worth) for at, worth in intent.possessions.items()]
    sites += [("take", at, worth) for at, worth in intent.prizes.items()]
    return tuple(Objective(verb, board().name(at), _place(at), round(worth, 1), last) for verb, at, worth in sites)


def _place(hexagon: int) -> str:
    found = board().place_at(hexagon)
    return found.name if found else ""


MAIN_TASK = {"press": "take", "hold": "hold", "back": "withdraw"}


def _tasks(draft: Draft) -> tuple[Task, ...]:
    intent = draft.picture.intent

    def assigned() -> Iterator[tuple[str, str, str, str]]:
        for name in draft.places:
            if name in draft.told:
                yield name, "hold", board().name(draft.told[name]), "garrison or guard"
            else:
                yield name, MAIN_TASK.get(intent.stance, "take"), board().name(intent.goal), ""

    return tasks_of(assigned())


def _assault(draft: Draft, operation: Operation) -> Assault:
    state, foe = draft.picture.force.state, draft.picture.force.foe
    defenders = tuple(state.at(operation.target, foe)) or tuple(state.layout.lorries[foe].get(operation.target, ()))
    theirs = sum(strength_of(state, name) for name in defenders)
    ours = sum(draft.picture.force.strength[name] for name in operation.posts)
    return Assault(
        board().name(operation.target),
        defenders,
        tuple(operation.posts),
        tuple(board().name(at) for at in operation.posts.values()),
        f"{operation.column:+d}",
        percent(operation.promise.clears),
        percent(operation.promise.gain / max(1, theirs)),
        percent(operation.promise.loss / max(1, ours)),
        operation.spent,
    )


def _line(draft: Draft) -> list[int]:
    enemies = list(draft.picture.force.state.layout.stands[draft.picture.force.foe])
    stacks = draft.placement.stacks
    return sorted(
        at for at, names in stacks.items() if names and any(board().distance(at, there) <= FACING for there in enemies)
    )


def _risks(draft: Draft) -> Iterator[Risk]:
    strength, holdings = draft.picture.force.strength, draft.placement.holdings
    for at, names in sorted(draft.placement.stacks.items()):
        factors = tuple(sorted(strength[name] for name in names))
        share = holdings.loss(at, factors) / max(1, sum(factors))
        if share >= WORTH_SAYING:
            yield Risk(board().name(at), percent(share), tuple(names))
