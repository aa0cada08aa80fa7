"""What a player may ask of a position: odds, the best units to send, reach, supply, zones, the standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.panzerarmee_afrika.combat import calculator
from sandtable.games.panzerarmee_afrika.factors.strength import defenders
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.orders import Move
from sandtable.games.panzerarmee_afrika.movement.phase import marched
from sandtable.games.panzerarmee_afrika.movement.reach import check_free, check_leaving, points_left, reach
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import NOUNS, PanzerarmeeAfrika, enemy_of, role_of, side_of
from sandtable.games.panzerarmee_afrika.supply.network import (
    Network,
    attack_sources,
    broken_line,
    in_supply,
    moved_depots,
    network,
    segment,
)
from sandtable.games.panzerarmee_afrika.victory.standing import explain_victory
from sandtable.kit.questions import Topic, answered, by_cost, usages, zones_on

# --- reading


def _unit(state: PanzerarmeeAfrika, name: str) -> str:
    if name not in state.units:
        raise Refusal("why", f"there is no counter called {name}")
    if state.units[name].at < 0:
        raise Refusal("why", f"{name} is not on the map but {_box(state, name)}")
    return name


def _box(state: PanzerarmeeAfrika, name: str) -> str:
    return {"due": "on the order of battle", "cadre": "in the cadre"}.get(board().name(state.units[name].at), "away")


def _hex(name: str) -> int:
    return board().named_hex(name, "why")


def _names(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def _targets(state: PanzerarmeeAfrika, side: Side, words: str) -> list[int]:
    """Enemy hexes, by name or by a unit in them."""
    found = []
    for word in _names(words):
        at = state.units[_unit(state, word)].at if word in state.units else _hex(word)
        if not defenders(state, enemy_of(side), (at,)):
            raise Refusal("why", f"no enemy defends {board().name(at)}")
        if at not in found:
            found.append(at)
    if not found:
        raise Refusal("why", f"ask: {QUESTIONS['odds']}")
    return found


def _spending(state: PanzerarmeeAfrika, side: Side, words: str) -> tuple[str, list[str]]:
    """The question without its last part, and the installations named there."""
    question, _, depots = words.partition(" spending ")
    names = [_unit(state, name) for name in _names(depots)]
    for name in names:
        if role_of(name) != "depot" or side_of(name) != side:
            raise Refusal("why", f"{name} is not an installation of yours")
    return question, names


# --- combat


def _odds(state: PanzerarmeeAfrika, side: Side, words: str) -> Explanation:
    question, spent = _spending(state, side, words)
    where, _, who = question.partition(" with ")
    hexes = _targets(state, side, where)
    attackers = [_unit(state, name) for name in _names(who)] if who else _neighbours(state, side, hexes)
    if not attackers:
        raise Refusal("why", f"none of your units is adjacent to {where}")
    for name in attackers:
        if role_of(name) != "unit" or side_of(name) != side:
            raise Refusal("why", f"{name} is not a combat unit of yours")
    return calculator.explain_odds(state, attackers, hexes, spent)


def _neighbours(state: PanzerarmeeAfrika, side: Side, hexes: Sequence[int]) -> list[str]:
    """Own units next to all these hexes."""
    near = set.intersection(*(set(board().adjacent[at]) for at in hexes))
    return [name for at in sorted(near) for name in state.at(at, side)]


def _best(state: PanzerarmeeAfrika, side: Side, words: str) -> Explanation:
    question, spent = _spending(state, side, words)
    hexes = _targets(state, side, question)
    advice = calculator.best_stack(state, side, hexes, spent)
    if advice is None:
        return Explanation(f"no attack on {question} is permissible as things stand", "12.4.3")
    ledger = calculator.explain_odds(state, advice.units, hexes, spent)
    return Explanation(advice.explanation.text, "12.4", ledger.parts)


# --- movement


def _reach(state: PanzerarmeeAfrika, side: Side, asked: str) -> Explanation:
    words = asked.split()
    if len(words) not in (1, 2):
        raise Refusal("why", f"ask: {QUESTIONS['reach']}")
    name = _unit(state, words[0])
    if role_of(name) == "depot":
        raise Refusal("11.3", f"{name} cannot move by itself: it must be carried")
    if len(words) == 2:
        return _way(state, name, words[1])
    check_free(state, name)
    check_leaving(state, (name,))
    found = reach(state, (name,))
    parts = by_cost((found.points(end), board().name(end)) for end in found)
    here = board().name(state.units[name].at)
    text = f"{name} at {here} has {points_left(state, name)} MF left and can reach {plural(len(found), 'hex')}"
    return Explanation(text, "11.1.2", parts)


def _way(state: PanzerarmeeAfrika, name: str, goal: str) -> Explanation:
    _hex(goal)
    here = board().name(state.units[name].at)
    path, treks = marched(state, side_of(name), Move((name,), (here, goal)))
    cost = treks[name].spent - state.trek(name).spent
    parts = [Explanation(f"{plural(cost, 'movement factor')}, {points_left(state, name) - cost} left", "11.1.2")]
    if treks[name].halted:
        parts.append(Explanation("it enters an enemy zone and stops there", "11.1.4"))
    return Explanation(f"{name} goes {'-'.join(board().name(at) for at in path)}", "11.1", tuple(parts))


# --- supply


def _supply_of(state: PanzerarmeeAfrika, name: str) -> Explanation:
    """[8.2, 8.4, 8.5] The line of a unit or an installation as it runs now, or where it breaks."""
    side, at = side_of(_unit(state, name)), state.units[name].at
    net = network(state, side)
    if role_of(name) == "depot":
        return _explain_depot(state, net, at, name)
    parts = []
    if state.units[name].dismounted:
        parts.append(Explanation("it is dismounted, and so out of supply", "13.6"))
    if net.supplies(at):
        line = net.line(at)
        parts.append(Explanation(f"its line: {_route(line)}", "8.2", tuple(_legs(net, at))))
    elif net.would_supply(at):
        parts.append(Explanation("Bardia supplies the Allied unit in it", "8.3.2"))
    else:
        parts.append(Explanation(broken_line(state, side, at), "8.2"))
    sources = attack_sources(state, side, at)
    places = ", ".join(board().name(source) for source in sources)
    missing = f"no attack supply: no installation that has not moved is within {limits().attack_range} MF"
    parts.append(Explanation(f"attack supply from {places}" if sources else missing, "8.5"))
    judged = "out of supply" if state.units[name].out else "in supply"
    if state.units[name].out == in_supply(state, name, side):
        parts.append(Explanation(f"it was judged {judged}, and that holds until it is judged again", "8.4"))
    now = "in supply" if in_supply(state, name, side) else "out of supply"
    return Explanation(f"{name} at {board().name(at)} is {now}", "8.2", tuple(parts))


def _route(line: Sequence[int]) -> str:
    return "-".join(board().name(at) for at in line)


def _legs(net: Network, at: int) -> list[Explanation]:
    """From source to source to the terminal, with the length of each segment."""
    found = net.nearest(at)
    assert found is not None
    far, source = found
    legs = [Explanation(f"{far} MF to {board().name(source)}", "8.1")] if far else []
    while source not in net.terminals:
        onward = net.live[source]
        far = segment(onward, net.blocked).points(source)
        legs.append(Explanation(f"{far} MF from {board().name(source)} to {board().name(onward)}", "8.1"))
        source = onward
    legs.append(Explanation(f"{board().name(source)} is a terminal", "8.3"))
    return legs


def _explain_depot(state: PanzerarmeeAfrika, net: Network, at: int, name: str) -> Explanation:
    where = board().name(at)
    if at not in net.live:
        return Explanation(
            f"{name} at {where} is cut off and supplies no one",
            "8.2",
            (Explanation(broken_line(state, net.side, at), "8.2"),),
        )
    fed = [
        other
        for group in (state.layout.stands, state.layout.lorries)
        for names in group[net.side].values()
        for other in names
        if (found := net.nearest(state.units[other].at)) and found[1] == at
    ]
    parts = [Explanation(f"supplies {', '.join(fed) or 'no one'}", "8.2"), *_legs(net, at)]
    if at in moved_depots(state, net.side):
        parts.append(Explanation("was moved: no attack supply this turn", "8.5"))
    return Explanation(f"{name} at {where} is in the network", "8.2", tuple(parts))


def _network(state: PanzerarmeeAfrika, side: Side, words: str) -> Explanation:
    net = network(state, side)
    terminals = ", ".join(board().name(at) for at in sorted(net.terminals)) or "none"
    parts = [Explanation(f"terminals: {terminals}", "8.3")]
    parts += [
        _explain_depot(state, net, at, name)
        for at, names in sorted(state.layout.depots[side].items())
        for name in names
    ]
    return Explanation(f"The supply network of {NOUNS[side]}", "8.2", tuple(parts))


def _supply(state: PanzerarmeeAfrika, side: Side, words: str) -> Explanation:
    return _supply_of(state, words) if words else _army(state, side)


def _army(state: PanzerarmeeAfrika, side: Side) -> Explanation:
    layout = state.layout
    parts = []
    for group in (layout.stands[side], layout.lorries[side]):
        for at, names in sorted(group.items()):
            hungry = [name for name in names if not in_supply(state, name, side)]
            if hungry:
                parts.append(Explanation(f"{', '.join(hungry)}: {broken_line(state, side, at)}", "8.2"))
    if not parts:
        return Explanation(f"Every unit of {NOUNS[side]} is in supply", "8.2")
    return Explanation(f"Out of supply, {side.title()}", "8.2", tuple(parts))


# --- zones


def _zones(state: PanzerarmeeAfrika, side: Side, words: str) -> Explanation:
    here = _hex(words)
    casters = front(state, side).casters(here)
    return zones_on(board(), words, NOUNS[side], casters, lambda there: state.at(there, enemy_of(side)), "3")


# What may be asked

TOPICS: Mapping[str, Topic[PanzerarmeeAfrika, Side]] = {
    "odds": Topic(
        "odds 1509 (all that can) | odds 1509, 1608 with de-104, de-5-1-a | ... spending axis-depot-1", _odds
    ),
    "best": Topic("best 1509 (the units to send against it) | best 1509 spending axis-depot-1", _best),
    "reach": Topic(
        "reach de-104 (where it can go) | reach de-104 1509 (the route and its cost, or what forbids it)", _reach
    ),
    "supply": Topic("supply (the whole army) | supply de-104 (its line, or where it breaks)", _supply),
    "network": Topic("network (every installation and what it depends on)", _network),
    "zones": Topic("zones 1509 (whose zones the hex lies in)", _zones),
    "victory": Topic(
        "victory (what the armies are worth today, and what each side needs)",
        lambda state, side, words: explain_victory(state),
    ),
}
QUESTIONS = usages(TOPICS)


def explain(state: PanzerarmeeAfrika, side: str, question: str) -> Explanation:
    return answered(TOPICS, state, "axis" if side == "axis" else "allied", question)
