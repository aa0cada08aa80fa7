"""What a player may ask of a position: odds, stands, reach, supply, convoys, zones, victory."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.north_africa_41.combat import defence_chances
from sandtable.games.north_africa_41.combat.attacks import check_attack, read_attack
from sandtable.games.north_africa_41.combat.forecasts import meaning
from sandtable.games.north_africa_41.combat.ledger import explain as explain_battle
from sandtable.games.north_africa_41.combat.offers import supported
from sandtable.games.north_africa_41.combat.orders import Attack
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.ground.fitness import check_movable
from sandtable.games.north_africa_41.ground.reach import check_marchers, reach, tactical_reach
from sandtable.games.north_africa_41.map import board, ports
from sandtable.games.north_africa_41.movement.convoys import is_open, room_to_debark, room_to_embark
from sandtable.games.north_africa_41.movement.moves import marched
from sandtable.games.north_africa_41.movement.offers import cost_of
from sandtable.games.north_africa_41.movement.orders import Move
from sandtable.games.north_africa_41.pieces.counters import NOUNS, Side
from sandtable.games.north_africa_41.pieces.selection import title_of
from sandtable.games.north_africa_41.results.tables import Result, chances, effect
from sandtable.games.north_africa_41.sea import convoy_chances
from sandtable.games.north_africa_41.sea.ports import harbours, port_of
from sandtable.games.north_africa_41.state import ITALY, NorthAfrica, enemy_of, face_of, side_of
from sandtable.games.north_africa_41.supply.questions import army, supply_of
from sandtable.games.north_africa_41.victory.questions import explain_victory, explain_zones
from sandtable.kit.questions import Topic, answered, read_as, usages

MODES: Mapping[str, str] = {
    "normal": "by normal movement",
    "extended": "by Extended Movement",
    "road-bonus": "with the Road Bonus",
    "tactical": "by Tactical Movement",
}


# --- reading


def unit(state: NorthAfrica, name: str) -> str:
    if name not in state.units:
        raise Refusal("why", f"there is no piece called {name}")
    if state.units[name].at < 0:
        raise Refusal("why", f"{name} is not on the map but in the box {board().name(state.units[name].at)}")
    return name


def hexagon(name: str) -> int:
    return board().named_hex(name, "why")


# --- combat


def _odds(state: NorthAfrica, side: Side, words: str) -> Explanation:
    order = read_as(Attack, words) if " with " in words else None
    at = hexagon(order.at if order else words)
    if not state.at(at, enemy_of(side)):
        raise Refusal("why", f"no enemy Combat Unit is at {board().name(at)}")
    if order is None:
        order = supported(state, side, at, _everybody(state, side, at))
    for name in order.units:
        _check_attacker(state, side, unit(state, name), at)
    battle = read_attack(state, side, order)
    odds = weigh_best(state, battle)
    found = explain_battle(state, battle)
    place = odds.place if odds.overwhelming else odds.column
    results = tuple(
        Explanation(f"{chance} ({round(100 * chance)}%) {each}: {meaning(effect(each))}", "10.1")
        for each, chance in chances(place).items()
    )
    parts = (*found.parts, Explanation("chances", "8.3", results), *_obstacle(state, side, order))
    return Explanation(found.text, found.case, parts)


def _everybody(state: NorthAfrica, side: Side, at: int) -> tuple[str, ...]:
    near = [name for there in board().adjacent[at] for name in state.at(there, side)]
    found = tuple(name for name in near if face_of(state, name).attack > 0)
    if not found:
        raise Refusal("why", f"none of your units that can attack is next to {board().name(at)}")
    return found


def _check_attacker(state: NorthAfrica, side: Side, name: str, at: int) -> None:
    if side_of(name) != side or face_of(state, name).attack == 0:
        raise Refusal("why", f"{name} is not a unit of yours with Attack Strength")
    if at not in board().adjacent[state.units[name].at]:
        raise Refusal("why", f"{name} is not next to {board().name(at)}")


def _obstacle(state: NorthAfrica, side: Side, order: Attack) -> tuple[Explanation, ...]:
    """What would forbid the attack now."""
    try:
        check_attack(state, side, order)
    except Refusal as refusal:
        return (Explanation(f"not allowed now: {refusal.why}", refusal.case),)
    return ()


def _stand(state: NorthAfrica, side: Side, words: str) -> Explanation:
    """[11] For every result that a Determined Defence may answer."""
    at = hexagon(words)
    holder: Side = "axis" if state.at(at, "axis") else "allied"
    if not state.at(at, holder):
        raise Refusal("why", f"no Combat Unit is at {words}")
    battle = read_attack(state, enemy_of(holder), Attack(board().name(at), ()))
    results: tuple[Result, ...] = ("DR2", "A1/DR2", "A1/D1", "DRX", "D1", "DR4", "DS")
    parts = tuple(
        defence_chances.explain(state, replace(battle, defenders=tuple(state.at(at, holder))), each) for each in results
    )
    return Explanation(f"a Determined Defence of {title_of(at)}", "11.1", parts)


# --- movement


def _reach(state: NorthAfrica, side: Side, asked: str) -> Explanation:
    words = asked.split()
    if len(words) not in (1, 2):
        raise Refusal("why", f"ask: {QUESTIONS['reach']}")
    name = words[0]
    if name not in state.units:
        raise Refusal("why", f"there is no piece called {name}")
    check_movable(state, side_of(name), name)
    if len(words) == 2:
        return _way(state, name, words[1])
    near, far = tactical_reach(state, (name,)), reach(state, (name,))
    if not far.ends and not near.ends:
        check_marchers(state, (name,))
    costs: dict[str, list[str]] = {}
    for end in far.ends:
        costs.setdefault(f"for {cost_of(far, end)}, {MODES[far.mode(end)]}", []).append(board().name(end))
    parts = [Explanation(f"tactically: {' '.join(sorted(map(board().name, near.ends)))}", "5.4")]
    parts += [Explanation(f"{cost}: {' '.join(sorted(names))}", "5.1") for cost, names in costs.items()]
    here = board().name(state.units[name].at)
    count = len({*near.ends, *far.ends})
    return Explanation(f"{name} at {here} can reach {plural(count, 'place')}", "5.1", tuple(parts))


def _way(state: NorthAfrica, name: str, goal: str) -> Explanation:
    hexagon(goal)
    here = board().name(state.units[name].at)
    path, mode = marched(state, side_of(name), Move((name,), (here, goal)))
    found = reach(state, (name,))
    cost = f"{cost_of(found, path[-1])} {MODES[mode]}" if path[-1] in found else MODES[mode]
    return Explanation(f"{name} goes {'-'.join(map(board().name, path))}", "5.1", (Explanation(cost, "5.1"),))


# --- supply and the sea


def _supply(state: NorthAfrica, side: Side, words: str) -> Explanation:
    return supply_of(state, unit(state, words)) if words else army(state, side)


def _convoy(state: NorthAfrica, side: Side, words: str) -> Explanation:
    return _interception(state, side, words) if words else _harbours(state, side)


def _interception(state: NorthAfrica, side: Side, words: str) -> Explanation:
    start, found, goal = (part.strip() for part in words.partition(" to "))
    if not found or not goal:
        raise Refusal("why", f"ask: {QUESTIONS['convoy']}")
    from_, to = port_of(start, "21.1.1"), port_of(goal, "21.1.1")
    if to == ITALY or from_ == to:
        raise Refusal("21.1.2", "a convoy sails from one port to another, never to Italy")
    if from_ == ITALY and board().name(to) not in ("tripoli", board().name(ports()["Benghazi"])):
        raise Refusal("21.1.3", "a convoy from Italy lands at Tripoli or, for a Resource Point, at Benghazi")
    try:
        return convoy_chances.explain(state, side, from_, to)
    except ValueError as error:
        raise Refusal("why", str(error)) from None


def _harbours(state: NorthAfrica, side: Side) -> Explanation:
    """[21.3.2] What is left of each port's capacity this phase."""
    parts = []
    for at, port in harbours().items():
        if not is_open(state, side, at):
            continue
        out, into = room_to_embark(state, side, at), room_to_debark(state, side, at)
        room = "any number" if out is None else f"{out} out, {into} in"
        parts.append(Explanation(f"{port.title}: {room}", "21.3.2"))
    return Explanation(f"Shipping Points that the ports of {NOUNS[side]} can take", "21.3.2", tuple(parts))


# What may be asked

TOPICS: Mapping[str, Topic[NorthAfrica, Side]] = {
    "odds": Topic("odds 1707 (all that can) | odds 1707 with ge-i-5, ge-mg8 supply ge-dak artillery ge-arko104", _odds),
    "stand": Topic("stand 1707 (what a Determined Defence there could do)", _stand),
    "reach": Topic(
        "reach ge-i-5 (where it can go) | reach ge-i-5 1707 (the route and its cost, or what forbids it)", _reach
    ),
    "supply": Topic("supply (the whole army) | supply ge-i-5 (its line, or where it breaks)", _supply),
    "convoy": Topic("convoy (what each port can take) | convoy tripoli to 3211 (the chances of interception)", _convoy),
    "zones": Topic(
        "zones 1707 (whose zones the hex is in, and of which kind)",
        lambda state, side, words: explain_zones(state, side, hexagon(words)),
    ),
    "victory": Topic("victory (what each side holds and needs)", lambda state, side, words: explain_victory(state)),
}
QUESTIONS = usages(TOPICS)


def explain(state: NorthAfrica, side: str, question: str) -> Explanation:
    return answered(TOPICS, state, "axis" if side == "axis" else "allied", question)
