"""[8.1, 8.5, 13.1] What the screen offers to units that move: marches with their cost and what it means, Reaction,
Retreat Before Assault, and what else is done in the Movement Segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import left
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.ground.zones import casters, expected, near_enemy
from sandtable.games.campaign_for_north_africa.logistics.offers import destroying_offer
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan
from sandtable.games.campaign_for_north_africa.losses.orders import Surrender
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.fuel import can_pay, check_fuel, fuel_due, goes_dry
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.orders import Depart, Move, Rail, React, Stay, Withdraw
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement, check_end, direction, ways
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    Plan,
    budget,
    has_room,
    is_fighting,
    leaving_cost,
    may_part,
    most,
    party_ground,
    party_of,
    reach,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.offers import attachments, detachments
from sandtable.games.campaign_for_north_africa.raiders.offers import commando_offers
from sandtable.games.campaign_for_north_africa.selection import (
    MOTORS,
    Selection,
    foe_hex,
    listed,
    motors_piece,
    named,
    spot,
    title_named,
    title_of,
)
from sandtable.games.campaign_for_north_africa.state import POINT, REGION, Campaign, enemy_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

BEYOND = 5 * POINT  # half points over the Allowance that are still offered; farther hexes are pointed at
FEW = 3  # ways that are offered to a part of a counter


# The Movement Segment


def moving_offers(state: Campaign, top: Movement, chosen: Selection) -> list[Offer]:
    """With nothing chosen how to end it, with counters where they can go and what else they can do."""
    if not chosen.own:
        return [Offer(str(Done()), "end movement")] if may(top.check, state, top.side, Done()) else []
    if chosen.foes:
        return []
    return [*_marches(state, top, chosen), *_deeds(state, top, chosen)]


def _marches(state: Campaign, top: Movement, chosen: Selection) -> Iterator[Offer]:
    """[8.1, 6.21] Within the Allowance, and a little beyond it at the price of cohesion."""
    names = (*chosen.counters, *chosen.supply)
    if not chosen.counters or any(name in top.done for name in chosen.counters):
        return
    try:
        party = party_of(state, top.side, names, started=top.started())
    except Refusal:
        return
    if not may_part(state, party):
        return
    within, spare = budget(state, party), points_to_spare(state, party)
    found = reach_of(state, party, min(most(state, party), max(0, within) + BEYOND))
    here, zones, fuel = board().name(party.at), expected(state, top.side)[1], _fuel_text(state, party)
    off = max(leaving_cost(state, party, counter) for counter in party.counters)
    near, fighting = near_enemy(state, top.side), is_fighting(state, party)
    paid, beside, own = pays_everywhere(state, party), board().neighbours[party.at], chosen.own
    for end in found:
        if not holds_all(state, party, end) or not (paid or can_pay(state, party, found, end)):
            continue
        action = Move(names, _way(party.at, here, found.path(end)) if end in beside else (here, board().name(end)))
        if party.train and not may(top.check, state, top.side, action):
            continue
        cost = found.points(end) + off
        if cost > spare and goes_dry(state, party, found, end) is not None:
            continue
        over = max(0, cost - spare) // POINT
        stop = "expect an enemy Zone of Control (10.23)" if end in zones else ""
        label = f"move to {title_of(end)}: {cost_text(cost, off, over)}{fuel}"
        yield Offer(str(action), label, own, spot(end), f"{in_words(cost)}{'!' if over else ''}", stop)
        if fighting and end in near:
            yield from _announced(state, top, names, here, end, chosen)


def points_to_spare(state: Campaign, party: Party) -> int:
    """[6.21] Half points within the Allowance of the one who has least left; what is beyond costs cohesion."""
    return max(0, min(left(state, counter) for counter in party.counters))


def pays_everywhere(state: Campaign, party: Party) -> bool:
    """[32.23] Whether Fuel is no question, whichever step is the first."""
    steps = party_ground(state, party).steps(party.at)
    return all(may(check_fuel, state, Plan(party, (party.at, there), (cost,)), ()) for there, cost in steps)


def _way(start: int, here: str, path: Sequence[int]) -> tuple[str, ...]:
    """[8.32] To a neighbour hex by hex, for the cheapest way need not be the step into it."""
    return (here, *named(hex for hex in path if hex != start))


def holds_all(state: Campaign, party: Party, end: int) -> bool:
    """[9.31] Several counters may be too many even for an empty hex."""
    if len(party.counters) == 1:
        return has_room(state, party, end)
    return not crowd(state, party.side, end, party.counters)


def cost_text(cost: int, off: int, over: int) -> str:
    parts = [f"{in_words(cost)} CP"]
    if off:
        parts.append(f"{in_words(off)} of them to break off (8.64)")
    if over:
        parts.append(f"{over} over the Allowance: {over} Disorganization Point{'s' * (over > 1)} (6.21)")
    return ", ".join(parts)


def _fuel_text(state: Campaign, party: Party) -> str:
    """[32.23] What the first step costs in Fuel, and from where."""
    parts = []
    for allowance, names in fuel_due(state, party, 1).items():
        try:
            plan = fuel_plan(state, names, allowance)
        except Refusal:
            continue
        parts += [f"{points} Fuel from {supply}" for supply, points in plan]
    return f"; {', '.join(parts)} (32.23)" if parts else ""


def _announced(
    state: Campaign,
    top: Movement,
    names: tuple[str, ...],
    here: str,
    end: int,
    chosen: Selection,
) -> Iterator[Offer]:
    """[8.53] With a Close Assault announced, which pins slower units."""
    for foe in casters(state, end, enemy_of(top.side)):
        action = Move(names, (here, board().name(end), board().name(foe)), (), True)
        if not may(top.check, state, top.side, action):
            continue
        label = f"move to {title_of(end)} and announce a Close Assault on {title_of(foe)} (8.53)"
        yield Offer(str(action), label, chosen.own, spot(end))


def _deeds(state: Campaign, top: Movement, chosen: Selection) -> Iterator[Offer]:
    """What needs no way: attach, detach, destroy, surrender, depart."""
    for offer in _candidates(state, chosen):
        if may(top.check, state, top.side, NOTATION.parse(offer.action)):
            yield offer


def _candidates(state: Campaign, chosen: Selection) -> Iterator[Offer]:
    if len(chosen.counters) == 1:
        name = chosen.counters[0]
        yield from attachments(state, name)
        yield from detachments(state, name)
        for goal in (*REGION, None):
            to = MAP if goal is None else board().name(goal)
            label = "on to the map" if goal is None else f"towards {title_of(goal)}"
            yield Offer(str(Depart(name, to)), f"depart {label} (8.84)", (name,))
        yield from commando_offers(state, name)
    for name in chosen.supply:
        yield destroying_offer(name)
    if chosen.counters and chosen.at is not None and chosen.at >= 0:
        where = board().name(chosen.at)
        label = f"surrender everything at {title_of(chosen.at)} (17.51)"
        yield Offer(str(Surrender(where)), label, chosen.counters, folded="Surrender")


def meant_march(state: Campaign, top: Movement, chosen: Selection, at: str) -> Action:
    """[8.1, 8.53] The order that these clicks would be; whether it is lawful is for the segment to say."""
    names = (*chosen.counters, *chosen.supply)
    if not chosen.counters:
        raise Refusal("32.33", "choose a counter of yours to move")
    if chosen.at is None:
        raise Refusal("8.0", "choose counters in the same hex")
    here = board().name(chosen.at)
    if at:
        _check_dry(state, top, names, at)
        return Move(names, (here, at))
    goal = foe_hex(state, chosen)
    if goal is None:
        raise Refusal("8.53", "choose enemies in a single hex")
    found = reach(state, names, started=top.started())
    ends = [end for end in found if goal in board().neighbours[end]]
    if not ends:
        raise Refusal("8.53", f"no hex next to {board().name(goal)} is within reach")
    end = min(ends, key=lambda hex: (found.points(hex), hex))
    return Move(names, (here, board().name(end), board().name(goal)), (), True)


def check_marches(state: Campaign, top: Movement, chosen: Selection) -> None:
    """[8.0, 32.33] Say why nothing can be done with what was chosen."""
    if not chosen.counters and chosen.supply:
        raise Refusal("32.33", "a Supply Unit moves with a counter here, or by itself in the Truck Convoy Phase")
    if chosen.counters and chosen.at is None:
        raise Refusal("8.0", "these stand in different hexes: only counters in the same hex move together")
    if chosen.counters:
        party_of(state, top.side, (*chosen.counters, *chosen.supply), started=top.started())
    if moved := [name for name in chosen.counters if name in top.done]:
        raise Refusal("8.0", f"{listed(moved)}: the move is over in this segment")


def _check_dry(state: Campaign, top: Movement, names: tuple[str, ...], at: str) -> None:
    """[32.23] Who points so far beyond the Allowance that the Fuel ends on the way is told before they set out."""
    try:
        party = party_of(state, top.side, names, started=top.started())
    except Refusal:
        return  # the segment says it better
    goal, found = board().index.get(at, -1), reach_of(state, party, most(state, party))
    if goal not in found:
        return
    if (dry := goes_dry(state, party, found, goal)) is None:
        return
    raise Refusal(
        "32.23",
        f"beyond the Allowance {listed(party.counters)} would need Fuel again at "
        f"{board().name(dry)}, and there is not enough in range",
    )


# Reaction [8.5]


def reacting_offers(state: Campaign, top: Reaction, chosen: Selection) -> list[Offer]:
    """With nothing chosen: stay, or each counter by the best way out; with a counter wherever it gets."""
    own = chosen.own
    ways: dict[str, list[React]] = {}
    for action in top.actions(state, top.side):
        if isinstance(action, React):
            ways.setdefault(piece_of(action), []).append(action)
    stay = "stay where you are" if ways else "stay: no unit has an escape route, or the Fuel for one (8.55)"
    found = [] if own else [Offer(str(Stay()), stay)]
    for name, actions in ways.items():
        piece = top_of(state, name) if name in state.units else name
        if own and piece not in own:
            continue
        whole = piece == name and bool(own)
        for action in actions if whole else _best_escapes(state, top, actions, FEW if own else 1):
            goal = action.path[-1]
            verb = "react to" if piece == name else f"detach {name}, which reacts to"
            found.append(Offer(str(action), f"{verb} {title_named(goal)} (8.51)", (piece,), goal))
    return found


def piece_of(action: React | Withdraw) -> str:
    """[8.53] What goes, as it lies on the map."""
    name = action.units[0]
    return motors_piece(board().hex(action.path[0])) if name == MOTORS else name


def _best_escapes(state: Campaign, top: Reaction, actions: Sequence[React], most_: int) -> list[React]:
    """Out of the enemy's way, and not farther than need be."""
    front, distance, hex = near_enemy(state, top.side), board().distance, board().hex
    start = hex(actions[0].path[0])
    order = sorted(
        actions,
        key=lambda each: (
            hex(each.path[-1]) in front,
            distance(start, hex(each.path[-1])),
            -distance(top.at, hex(each.path[-1])),
            each.path[-1],
        ),
    )
    return order[:most_]


# Retreat Before Assault [13.1]


def rail_offers(state: Campaign, top: RailMovement, chosen: Selection) -> list[Offer]:
    if not chosen.own:
        return [Offer(str(Done()), "no more trains")]
    return [offer for name in (*chosen.counters, *chosen.supply) for offer in _trains(state, top, name)]


def _trains(state: Campaign, top: RailMovement, name: str) -> Iterator[Offer]:
    """[8.72, 8.75] Along the line either way; one goal with room tells whether the train of its direction takes it."""
    start = state.supply[name].at if name in state.supply else state.units[name].at
    taken: dict[str, bool] = {}
    for goal in ways(state, start):
        if goal == start or not may(check_end, state, name, goal):
            continue
        way, action = direction(start, goal), Rail(name, board().name(goal))
        if way not in taken:
            taken[way] = may(top.check, state, top.side, action)
        if taken[way]:
            yield Offer(str(action), f"by rail to {title_of(goal)} (8.72)", (name,), spot(goal))
