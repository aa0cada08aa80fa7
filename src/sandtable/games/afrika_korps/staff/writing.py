"""A plan written down: what was worked out for a turn, as the value that orders follow from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, limits
from sandtable.games.afrika_korps.staff.attacks import Offensive, Operation
from sandtable.games.afrika_korps.staff.chances import forecast, odds_index
from sandtable.games.afrika_korps.staff.ground import doubling
from sandtable.games.afrika_korps.staff.placement import Placement
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.state import ROMMEL
from sandtable.kit.staff.plan import Assault, March, Objective, Plan, Risk, Store, Task, percent, tasks_of

FACING = 4  # hexes from an enemy at which a stack faces him
WORTH_SAYING = 0.1  # share of a stack that has to be feared for


def written(
    intent: Intent,
    offensive: Offensive,
    placement: Placement,
    stores: Mapping[str, int],
    headquarters: int | None,
    earlier: Plan | None,
) -> Plan:
    picture, stance = intent.picture, intent.stance
    kept = earlier is not None and earlier.posture == stance.name
    line = _line(placement)
    tasks = _tasks(intent)
    places = {**placement.at, **stores, **({} if headquarters is None else {ROMMEL: headquarters})}
    return Plan(
        picture.side,
        picture.state.turn,
        earlier.since if earlier is not None and kept else picture.state.turn,
        stance.aim,
        stance.name,
        stance.why,
        _objectives(intent),
        tasks,
        tuple(_assaults(intent, offensive)),
        tuple(March(name, board().name(at)) for name, at in places.items() if picture.state.units[name].at != at),
        tuple(board().name(at) for at in line),
        _reserve(intent, placement, line),
        tuple(_stores(offensive, placement, stores)),
        tuple(_risks(placement)),
    )


def _objectives(intent: Intent) -> tuple[Objective, ...]:
    """[4.1, 4.2] The four sites of victory, the dearest first. The own base is nobody's to take until he has it."""
    last = limits().last_turn

    def ours(at: int) -> bool:
        return intent.held(at) or (at == intent.own_base and not intent.hostile(at))

    ranked = sorted(intent.sites.items(), key=lambda site: (-site[1], site[0]))
    return tuple(
        Objective("hold" if ours(at) else "take", board().name(at), _place(at), round(value, 1), last)
        for at, value in ranked
    )


def _place(hexagon: int) -> str:
    found = board().place_at(hexagon)
    return found.name if found else ""


MAIN_TASK = {
    "siege": "besiege",
    "stroke": "take",
    "drive": "take",
    "hunt": "take",
    "attack": "take",
    "delay": "screen",
    "hold": "hold",
}


def _tasks(intent: Intent) -> tuple[Task, ...]:
    def assigned() -> Iterator[tuple[str, str, str, str]]:
        for name, goal in intent.goals.items():
            at = board().name(goal)
            if goal == intent.main:
                yield name, MAIN_TASK[intent.stance.name], at, ""
            else:
                yield name, "take" if intent.hostile(goal) else "hold", at, ""

    return tasks_of(assigned())


def _assaults(intent: Intent, offensive: Offensive) -> Iterator[Assault]:
    for operation in offensive.operations:
        fed = tuple(name for name, sources in offensive.supplies.items() if sources & operation.sources)[:1]
        yield _assault(intent, operation.target, operation.posts, operation, fed)
        for at, soakers in operation.soaks.items():
            yield _assault(intent, at, soakers, None, ())


def _assault(
    intent: Intent, target: int, posts: Mapping[str, int], operation: Operation | None, supply: tuple[str, ...]
) -> Assault:
    facts, defenders = counters(), tuple(intent.picture.enemies[target])
    attack = sum(facts[name].attack for name in posts)
    defence = doubling(target) * sum(facts[name].defence for name in defenders)
    chances = forecast(attack, defence, operation is not None and operation.sealed)
    certain = operation is not None and operation.automatic
    return Assault(
        board().name(target),
        defenders,
        tuple(posts),
        tuple(board().name(at) for at in posts.values()),
        "automatic" if certain else str(Odds(odds_index(attack, defence))),
        100 if certain else percent(chances.cleared),
        100 if certain else percent(chances.defenders_lost),
        0 if certain else percent(chances.attackers_lost),
        supply,
        operation is None,
    )


def _line(placement: Placement) -> list[int]:
    """The stacks that face the enemy, from north to south as the map is read."""
    enemies = list(placement.picture.enemies)
    return sorted(
        at
        for at, names in placement.stacks.items()
        if names and any(board().distance(at, there) <= FACING for there in enemies)
    )


def _reserve(intent: Intent, placement: Placement, line: list[int]) -> tuple[str, ...]:
    return tuple(name for name, at in placement.at.items() if at not in line and intent.goals.get(name) == intent.main)


def _stores(offensive: Offensive, placement: Placement, stores: Mapping[str, int]) -> Iterator[Store]:
    for name, at in stores.items():
        if name in offensive.supplies:
            use = "sustains the attacks of this turn"
        elif placement.stacks.get(at):
            use = f"with {', '.join(placement.stacks[at])}"
        else:
            use = "kept out of his reach" if not placement.threats.reached(at) else "alone"
        yield Store(name, board().name(at), use)


def _risks(placement: Placement) -> Iterator[Risk]:
    facts = counters()
    for at, names in sorted(placement.stacks.items()):
        share = placement.threats.danger(at, sum(facts[name].defence for name in names)) if names else 0.0
        if share >= WORTH_SAYING:
            yield Risk(board().name(at), percent(share), tuple(names))
