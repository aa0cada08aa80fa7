"""What a player may ask of a position: sheets, reach, the cost of a way, allowances, supply, strengths, assaults,
stacking, zones, victory. Answers rest on what he may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.victory import held, prizes_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import left, level, spent, voluntary_left
from sandtable.games.campaign_for_north_africa.combat import forecasts
from sandtable.games.campaign_for_north_africa.ground.contact import break_off_cost
from sandtable.games.campaign_for_north_africa.ground.minefields import wear
from sandtable.games.campaign_for_north_africa.ground.stacking import COMPANIES, companies, limit, points
from sandtable.games.campaign_for_north_africa.ground.zones import LEAST_STRENGTH, apparent, casters, exerts
from sandtable.games.campaign_for_north_africa.map import board, neighbours, terrain
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    budget,
    leaving_cost,
    party_ground,
    party_of,
    plan,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.counters import NOUNS, counters
from sandtable.games.campaign_for_north_africa.pieces.strength import (
    Role,
    actual,
    forces_of,
    raw,
    raw_attacked,
    zone_strength,
)
from sandtable.games.campaign_for_north_africa.pieces.units import base_cpa, cpa, gait, is_shell, size, stacking
from sandtable.games.campaign_for_north_africa.rommel.rommel import bonus
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Goal
from sandtable.games.campaign_for_north_africa.selection import listed, title_of
from sandtable.games.campaign_for_north_africa.sight.construction_questions import explain_works
from sandtable.games.campaign_for_north_africa.sight.prisoner_questions import explain_prisoners
from sandtable.games.campaign_for_north_africa.sight.raider_questions import explain_raiders
from sandtable.games.campaign_for_north_africa.sight.replacement_questions import explain_replacements
from sandtable.games.campaign_for_north_africa.sight.sheets import explain_sheet
from sandtable.games.campaign_for_north_africa.sight.supply_questions import explain_supply
from sandtable.games.campaign_for_north_africa.state import (
    OUT_OF_PLAY,
    POINT,
    SIDES,
    Campaign,
    Side,
    all_of,
    enemy_of,
    everyone_at,
    top_of,
)
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words
from sandtable.kit.questions import Topic, answered, usages

ROLES: tuple[tuple[Role, str], ...] = (
    ("barrage", "Barrage"),
    ("anti_armour", "Anti-Armour"),
    ("offence", "Offensive Close Assault"),
    ("defence", "Defensive Close Assault"),
)


# Reading


def _side(side: str) -> Side:
    if side not in SIDES:
        raise Refusal("3.6", "only the players are told about their forces")
    return "axis" if side == "axis" else "commonwealth"


def own(state: Campaign, side: str, name: str) -> str:
    """A unit of the side that is in play."""
    if name not in state.units:
        raise Refusal("why", f"there is no unit called {name}")
    if counters()[name].side != side:
        raise Refusal("3.6", f"{name} is the enemy's")
    if state.units[name].at in OUT_OF_PLAY:
        raise Refusal("why", f"{name} is not in play")
    return name


def hexagon(name: str) -> int:
    return board().named_hex(name, "why")


# Movement


def _party(state: Campaign, side: Side, name: str) -> Party:
    top = state.stack[-1]
    started = top.going if isinstance(top, Movement) and top.side == side else ()
    return party_of(state, side, (name,), started=started)


def _reach(state: Campaign, side: Side, name: str) -> Explanation:
    """[8.1] By cost, within the Allowance."""
    party = _party(state, side, name)
    found = reach_of(state, party, budget(state, party))
    costs: dict[int, list[str]] = {}
    for end in found:
        costs.setdefault(-(-found.points(end) // POINT), []).append(board().name(end))
    parts = [Explanation(f"for {cost} CP: {' '.join(sorted(names))}", "8.14") for cost, names in sorted(costs.items())]
    if off := leaving_cost(state, party, name):
        parts.insert(0, Explanation(f"{in_words(off)} CP to break off first", "8.64"))
    here = title_of(party.at)
    return Explanation(
        f"{name} at {here} reaches {plural(len(found), 'hex')} with {in_words(budget(state, party))} CP",
        "8.1",
        tuple(parts),
    )


def _step(state: Campaign, party: Party, there: int, cost: int, worn: int) -> Explanation:
    """[8.31, 26.22] One hex of a way."""
    mined = ", minefield" if there in state.minefields else ""
    worn += wear(state, party.side, there)
    text = (
        f"{board().name(there)} ({terrain(there).replace('_', ' ')}{mined}): {in_words(cost)} CP, {in_words(worn)} BP"
    )
    return Explanation(text, "26.22" if mined else "8.31")


def _why(state: Campaign, side: Side, words: str) -> Explanation:
    """[8.1, 8.3] The cheapest way to a hex and the cost of every step; the refusal where there is none."""
    name, _, way = words.partition(" ")
    goals = way.replace("-", " ").split()
    if not goals:
        raise Refusal("why", f"ask: {QUESTIONS['why']}")
    for goal in goals:
        hexagon(goal)
    party = _party(state, side, own(state, side, name))
    start = board().name(party.at)
    found = plan(state, party, tuple(goals) if goals[0] == start else (start, *goals))
    ground = party_ground(state, party)
    steps = [
        _step(state, party, there, cost, ground.breakdown(here, there))
        for here, there, cost in zip(found.path, found.path[1:], found.costs, strict=False)
    ]
    total, off = sum(found.costs), leaving_cost(state, party, name)
    parts = [*steps]
    if off:
        parts.append(Explanation(f"{in_words(off)} CP to break off", "8.64"))
    over = max(0, total + off - max(0, left(state, name))) // POINT
    if over:
        parts.append(Explanation(f"{over} CP over the Allowance: as many Disorganization Points", "6.21"))
    zones = [board().name(hex) for hex in found.path[1:] if apparent(state, side)[hex]]
    if zones:
        parts.append(Explanation(f"expect an enemy zone at {', '.join(zones)}", "10.23"))
    return Explanation(f"{name} to {title_of(found.path[-1])}: {in_words(total + off)} CP", "8.1", tuple(parts))


def _cpa(state: Campaign, name: str) -> Explanation:
    """[3.32, 6.1]"""
    top = top_of(state, name)
    slowest = base_cpa(state, name)
    parts = [
        Explanation(f"{each}: {base_cpa(state, each)}, {gait(state, each)}", "4.46")
        for each in all_of(state, name)
        if not state.parts.get(each)
    ]
    if more := bonus(state, top):
        parts.append(Explanation(f"General Rommel: +{more}", "31.0"))
    parts.append(Explanation(f"{in_words(spent(state, name))} CP spent in this Operations Stage", "6.14"))
    free = voluntary_left(state, name)
    if free is not None:
        parts.append(Explanation(f"{in_words(free)} CP may still be spent by choice", "8.17"))
    if off := break_off_cost(state, top):
        parts.append(Explanation(f"{in_words(off)} CP to break off", "8.64"))
    parts.append(Explanation(f"Cohesion Level {level(state, (name,)):+d}", "6.28"))
    return Explanation(f"{name}: Allowance {cpa(state, name)}, the slowest part has {slowest}", "3.32", tuple(parts))


# Strength


def _strength(state: Campaign, side: Side, at: int) -> Explanation:
    """[11.32] Raw and Actual Points of everything in a hex."""
    if state.at(at, enemy_of(side)):
        return _expected(state, side, at)
    names = tuple(everyone_at(state, at, side))
    if not names:
        raise Refusal("why", f"nobody is at {board().name(at)}")
    forces = forces_of(state, names)
    parts = []
    for role, label in ROLES:
        total = raw_attacked(state, forces, role) if role == "defence" else raw(state, forces, role)
        parts.append(Explanation(f"{label}: {total} raw, {actual(total)} actual", "11.32"))
    stands = zone_strength(state, at, side)
    control = "it exerts a Zone of Control" if exerts(state, at) else "no Zone of Control"
    parts.append(Explanation(f"{plural(stands, 'raw point')} of {LEAST_STRENGTH} for a zone: {control}", "10.15"))
    return Explanation(f"{title_of(at)}: {listed(state.at(at, side))}", "11.3", tuple(parts))


def _expected(state: Campaign, side: Side, at: int) -> Explanation:
    """[3.6] Of the enemy what his counters and reports lead one to expect."""
    foe = enemy_of(side)
    total = forecasts.expected_defence(state, foe, at)
    parts = []
    for name in state.at(at, foe):
        report = state.known.get(side, {}).get(name)
        told = (
            f"about {plural(report.toe, 'TOE point')} in {report.turn}/{report.stage}"
            if report and report.toe >= 0
            else f"printed {plural(counters()[name].stacking, 'Stacking Point')}"
        )
        parts.append(Explanation(f"{name}: {told}", "16.51" if report else "3.6"))
    parts.append(
        Explanation(f"to be expected: about {plural(total, 'raw point')} of defence, {actual(total)} actual", "3.6")
    )
    return Explanation(f"enemies at {title_of(at)}", "3.6", tuple(parts))


def _assault(state: Campaign, side: Side, words: str) -> Explanation:
    """[15.26] The differential as far as it can be foreseen."""
    where, _, names = words.partition(" with ")
    at = hexagon(where.strip())
    if not state.at(at, enemy_of(side)):
        raise Refusal("why", f"no enemy is at {board().name(at)}")
    attackers = _attackers(state, side, at, names)
    found = forecasts.assault(state, side, attackers, at)
    chances = tuple(
        Explanation(f"{chance.numerator}/{chance.denominator} {chance.text}", "15.73") for chance in found.chances
    )
    parts = (*found.ledger.parts, Explanation("chances", "15.73", chances))
    return Explanation(f"{found.title}: column {found.column}", "15.27", parts)


def _attackers(state: Campaign, side: Side, at: int, names: str) -> Sequence[str]:
    if names:
        return tuple(own(state, side, name.strip()) for name in names.split(","))
    around = tuple(name for near in neighbours()[at] for name in state.at(near, side))
    if not around:
        raise Refusal("15.21", f"none of your units is next to {board().name(at)}")
    return around


# Places


def _stacking(state: Campaign, side: Side, at: int) -> Explanation:
    """[9.14, 9.25] Of enemies what is printed on their counters."""
    if terrain(at) in ("sea", "lake"):
        raise Refusal("9.14", f"{board().name(at)}: nothing stacks there")
    names, room = state.stacks.get(at, ()), limit(at)
    where = f"{title_of(at)}, {terrain(at).replace('_', ' ')}"
    if state.holder(at) == enemy_of(side):
        printed = tuple(Explanation(f"{name}: {counters()[name].stacking} printed", "9.11") for name in names)
        return Explanation(f"{where}: enemies; it holds {plural(room, 'Stacking Point')}", "9.14", printed)
    parts = [Explanation(f"{name}: {stacking(state, name)}{_shell(state, name)}", "9.11") for name in names]
    parts.append(
        Explanation(f"{plural(companies(state, names), 'company', 'companies')} by themselves of {COMPANIES}", "9.25")
    )
    return Explanation(f"{where}: {points(state, names)} of {plural(room, 'Stacking Point')}", "9.14", tuple(parts))


def _shell(state: Campaign, name: str) -> str:
    return ", a shell" if size(state, name) and is_shell(state, name) else ""


def _zones(state: Campaign, side: Side, at: int) -> Explanation:
    """[10.11, 10.6]"""
    foe, where = enemy_of(side), title_of(at)
    enemies = casters(state, at, foe) if apparent(state, side)[at] else []
    mine = [near for near in casters(state, at, side) if exerts(state, near)]
    parts = [Explanation(f"{listed(state.at(near, foe))} at {title_of(near)}", "10.6") for near in enemies]
    parts += [Explanation(f"your {listed(state.at(near, side))} at {title_of(near)}", "10.11") for near in mine]
    head = f"expect an enemy zone at {where}" if enemies else f"expect no enemy zone at {where}"
    return Explanation(head, "10.6", tuple(parts))


def _victory(state: Campaign) -> Explanation:
    """[60.81, 60.82, 61.8, 62.8]"""
    if not state.scenario:
        raise Refusal("why", "this position belongs to no scenario")
    chosen = scenario(state.scenario)
    case = chosen.victory.case
    parts = [_goal(state, goal, case) for goal in chosen.victory.goals]
    scoring = {prize: side for side in SIDES for prize in prizes_of(state, side)}
    parts += [
        Explanation(
            f"{title_of(board().hex(prize.hex))}: {prize.axis} for the Axis, {prize.commonwealth} for the "
            f"Commonwealth; it counts for {_whom(scoring.get(prize))}",
            case,
        )
        for prize in chosen.victory.prizes
    ]
    return Explanation(f"{chosen.name}: Game-Turn {state.turn} of {state.last_turn}", case, tuple(parts))


def _goal(state: Campaign, goal: Goal, case: str) -> Explanation:
    wanted = [f"all of {_places(goal.all_of)}"] if goal.all_of else []
    if goal.any_of:
        wanted.append(f"one of {_places(goal.any_of)}")
    if goal.places_in_egypt:
        wanted.append(f"{plural(goal.places_in_egypt, 'place')} of Egypt")
    if goal.supply != "none":
        wanted.append(f"in supply from {goal.supply.replace('_', ' ')}")
    places = held(state, goal)
    now = Explanation(f"held: {_places(places)}" if places else "none of it is held", case)
    return Explanation(f"{goal.side.title()}, {goal.level}: {'; '.join(wanted)}", case, (now,))


def _places(names: Sequence[str]) -> str:
    return ", ".join(title_of(board().hex(name)) for name in names)


def _whom(side: Side | None) -> str:
    return NOUNS[side] if side else "nobody"


# What may be asked

TOPICS: Mapping[str, Topic[Campaign, Side]] = {
    "sheet": Topic("sheet 7Arm (the TOE sheet of a unit or formation; of an enemy what is known)", explain_sheet),
    "reach": Topic(
        "reach 7Arm (where it can go)", lambda state, side, words: _reach(state, side, own(state, side, words))
    ),
    "why": Topic("why 7Arm C3922 (the way there with the cost of every step, or what forbids it)", _why),
    "cpa": Topic(
        "cpa 7Arm (its Allowance and how it comes about)",
        lambda state, side, words: _cpa(state, own(state, side, words)),
    ),
    "supply": Topic(
        "supply (the whole army) | supply 7Arm (what it can draw on) | supply CW-S3 (who can draw on it)",
        explain_supply,
    ),
    "strength": Topic(
        "strength C3922 (the points of a hex; of enemies what must be expected)",
        lambda state, side, words: _strength(state, side, hexagon(words)),
    ),
    "assault": Topic("assault C3922 (by everybody next to it) | assault C3922 with 7Arm, 4In", _assault),
    "stacking": Topic(
        "stacking C3922 (what stands there and what it holds)",
        lambda state, side, words: _stacking(state, side, hexagon(words)),
    ),
    "zones": Topic(
        "zones C3922 (whose Zones of Control lie on it)", lambda state, side, words: _zones(state, side, hexagon(words))
    ),
    "replacements": Topic(
        "replacements (where your Replacement Points are, for whom, and what may be planned)",
        lambda state, side, words: explain_replacements(state, side),
    ),
    "works": Topic(
        "works (what is under construction, how far roads and railway have come, what could be begun)",
        lambda state, side, words: explain_works(state, side),
    ),
    "prisoners": Topic(
        "prisoners (who is held where, and the guards that takes)", lambda state, side, words: explain_prisoners(state)
    ),
    "raiders": Topic(
        "raiders (what yours can still do and need, and when lost ones return)",
        lambda state, side, words: explain_raiders(state, side),
    ),
    "victory": Topic("victory (what each side needs, and holds)", lambda state, side, words: _victory(state)),
}
QUESTIONS = usages(TOPICS)


def explain(state: Campaign, side: str, question: str) -> Explanation:
    return answered(TOPICS, state, _side(side), question)
