"""[8.1, 8.5, 13.1] What the screen offers to units that move: marches with their cost and what it means, Reaction,
Retreat Before Assault, and what else is done in the Movement Segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import left
from sandtable.games.campaign_for_north_africa.capability.costs import action as cost_of
from sandtable.games.campaign_for_north_africa.combat.orders import Withdraw
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import (
    FARTHER_BACK,
    RetreatBeforeAssault,
    check_may_withdraw,
    is_adjacent,
)
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.ground import ground_of
from sandtable.games.campaign_for_north_africa.movement.march import can_pay, check_fuel, fuel_due, goes_dry
from sandtable.games.campaign_for_north_africa.movement.orders import Depart, Destroy, Move, React, Stay, Surrender
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    Plan,
    budget,
    has_room,
    is_fighting,
    may_part,
    most,
    party_of,
    reach,
    reach_of,
    toll,
)
from sandtable.games.campaign_for_north_africa.movement.reaction import Reaction
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.movement.stacking import crowd
from sandtable.games.campaign_for_north_africa.movement.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.movement.zones import casters, expected, near_enemy
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.attaching import attaching_cost
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import motors_needed
from sandtable.games.campaign_for_north_africa.selection import (
    MOTORS,
    Chosen,
    foe_hex,
    listed,
    may,
    motors_piece,
    named,
    spot,
    title_named,
    title_of,
)
from sandtable.games.campaign_for_north_africa.state import POINT, REGION, Campaign, all_of, enemy_of, top_of

BEYOND = 5 * POINT  # half points over the Allowance that are still offered; farther hexes are pointed at
FEW = 3  # ways that are offered to a part of a counter


# The Movement Segment


def moving_offers(state: Campaign, top: Movement, chosen: Chosen) -> list[Offer]:
    """With nothing chosen how to end it, with counters where they can go and what else they can do."""
    if not chosen.own:
        return [Offer(str(Done()), "end movement")] if may(top.check, state, top.side, Done()) else []
    if chosen.foes:
        return []
    return [*_marches(state, top, chosen), *_deeds(state, top, chosen)]


def _marches(state: Campaign, top: Movement, chosen: Chosen) -> Iterator[Offer]:
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
    within, spare = budget(state, party), _spare(state, party)
    found = reach_of(state, party, min(most(state, party), max(0, within) + BEYOND))
    here, zones, fuel = board().name(party.at), expected(state, top.side)[1], _fuel_text(state, party)
    off = max(toll(state, party, counter) for counter in party.counters)
    near, fighting = near_enemy(state, top.side), is_fighting(state, party)
    paid, beside, own = _pays_everywhere(state, party), board().neighbours[party.at], chosen.own
    for end in found:
        if not _has_room(state, party, end) or not (paid or can_pay(state, party, found, end)):
            continue
        action = Move(names, _way(party.at, here, found.path(end)) if end in beside else (here, board().name(end)))
        if party.train and not may(top.check, state, top.side, action):
            continue
        cost = found.points(end) + off
        if cost > spare and goes_dry(state, party, found, end) is not None:
            continue
        over = max(0, cost - spare) // POINT
        stop = "an enemy zone must be expected (10.23)" if end in zones else ""
        label = f"move to {title_of(end)}: {_price(cost, off, over)}{fuel}"
        yield Offer(str(action), label, own, spot(end), f"{in_words(cost)}{'!' if over else ''}", stop)
        if fighting and end in near:
            yield from _announced(state, top, names, here, end, chosen)


def _spare(state: Campaign, party: Party) -> int:
    """[6.21] Half points within the Allowance of the one who has least left; what is beyond costs cohesion."""
    return max(0, min(left(state, counter) for counter in party.counters))


def _pays_everywhere(state: Campaign, party: Party) -> bool:
    """[32.23] Whether Fuel is no question, whichever step is the first."""
    steps = ground_of(state, party.gaits).steps(party.at)
    return all(may(check_fuel, state, Plan(party, (party.at, there), (cost,)), ()) for there, cost in steps)


def _way(start: int, here: str, path: Sequence[int]) -> tuple[str, ...]:
    """[8.32] To a neighbour hex by hex, for the cheapest way need not be the step into it."""
    return (here, *named(hex for hex in path if hex != start))


def _has_room(state: Campaign, party: Party, end: int) -> bool:
    """[9.31] Several counters may be too many even for an empty hex."""
    if len(party.counters) == 1:
        return has_room(state, party, end)
    return not crowd(state, party.side, end, party.counters)


def _price(cost: int, off: int, over: int) -> str:
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
    chosen: Chosen,
) -> Iterator[Offer]:
    """[8.53] With a Close Assault announced, which pins slower units."""
    for foe in casters(state, end, enemy_of(top.side)):
        action = Move(names, (here, board().name(end), board().name(foe)), (), True)
        if not may(top.check, state, top.side, action):
            continue
        label = f"move to {title_of(end)} and announce a Close Assault on {title_of(foe)} (8.53)"
        yield Offer(str(action), label, chosen.own, spot(end))


def _deeds(state: Campaign, top: Movement, chosen: Chosen) -> Iterator[Offer]:
    """What needs no way: attach, detach, destroy, surrender, depart."""
    for offer in _candidates(state, chosen):
        if may(top.check, state, top.side, NOTATION.parse(offer.action)):
            yield offer


def _candidates(state: Campaign, chosen: Chosen) -> Iterator[Offer]:
    if len(chosen.counters) == 1:
        name = chosen.counters[0]
        yield from attachments(state, name)
        yield from detachments(state, name)
        for goal in (*REGION, None):
            to = MAP if goal is None else board().name(goal)
            label = "on to the map" if goal is None else f"towards {title_of(goal)}"
            yield Offer(str(Depart(name, to)), f"depart {label} (8.84)", (name,))
    for name in chosen.supply:
        yield _burning(name)
    if chosen.counters and chosen.at is not None and chosen.at >= 0:
        where = board().name(chosen.at)
        yield Offer(str(Surrender(where)), f"surrender everything at {title_of(chosen.at)} (17.51)", chosen.counters)


def attachments(state: Campaign, name: str) -> Iterator[Offer]:
    """[19.41, 19.42] To every headquarters in the place, at whatever depth."""
    side, at = counters()[name].side, state.units[name].at
    for counter in state.at(at, side):
        if counter == name:
            continue
        for parent in all_of(state, counter):
            if not counters()[parent].is_hq:
                continue
            cost = in_words(attaching_cost(state, name, parent))
            yield Offer(str(Attach(name, parent)), f"attach {name} to {parent}: {cost} CP each (19.41)", (name,))


def detachments(state: Campaign, name: str) -> Iterator[Offer]:
    """[19.43, 8.97] Every part, with what carries it."""
    cost, there = in_words(cost_of("detach_unit").cost), state.units[name].motors
    for part in tuple(all_of(state, name))[1:]:
        motors = min(motors_needed(state, part), there)
        taken = f" with {motors} Motorization Points" if motors else ""
        action = Detach((part,), motors)
        yield Offer(str(action), f"detach {part}{taken}: {cost} CP (19.43)", (name,))


def meant_march(state: Campaign, top: Movement, chosen: Chosen, at: str) -> Action:
    """[8.1, 8.53] The order that these clicks would be; whether it is lawful is for the segment to say."""
    names = (*chosen.counters, *chosen.supply)
    if not chosen.counters:
        raise Refusal("32.33", "choose a counter of yours that moves")
    if chosen.at is None:
        raise Refusal("8.0", "choose counters that stand together")
    here = board().name(chosen.at)
    if at:
        _check_dry(state, top, names, at)
        return Move(names, (here, at))
    goal = foe_hex(state, chosen)
    if goal is None:
        raise Refusal("8.53", "choose enemies of one hex")
    found = reach(state, names, started=top.started())
    ends = [end for end in found if goal in board().neighbours[end]]
    if not ends:
        raise Refusal("8.53", f"no hex next to {board().name(goal)} is within reach")
    end = min(ends, key=lambda hex: (found.points(hex), hex))
    return Move(names, (here, board().name(end), board().name(goal)), (), True)


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
        f"beyond the Allowance {listed(party.counters)} would need Fuel once more, at "
        f"{board().name(dry)}, and there is not so much within range",
    )


# Reaction [8.5]


def reacting_offers(state: Campaign, top: Reaction, chosen: Chosen) -> list[Offer]:
    """With nothing chosen: stay, or each counter by the best way out; with a counter wherever it gets."""
    own = chosen.own
    ways: dict[str, list[React]] = {}
    for action in top.actions(state, top.side):
        if isinstance(action, React):
            ways.setdefault(_piece(action), []).append(action)
    stay = "stay where you are" if ways else "stay: nobody has a way out, or Fuel for it (8.55)"
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


def _piece(action: React | Withdraw) -> str:
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


def withdrawing_offers(state: Campaign, top: RetreatBeforeAssault, chosen: Chosen) -> list[Offer]:
    """With nothing chosen the cheapest ways of each stack; with counters wherever they may go together."""
    if not chosen.counters:
        found = [Offer(str(Done()), "stand and fight")]
        plain = top.actions(state, top.side)
        ways = [action for action in plain if isinstance(action, Withdraw)]
        if chosen.own:
            return [_withdrawal(action) for action in ways if _piece(action) in chosen.own]
        found += map(_withdrawal, ways)
        return found + [_burning(action.name) for action in plain if isinstance(action, Destroy)]
    try:
        party = party_of(state, top.side, chosen.counters, "withdraw")
    except Refusal:
        return []
    if not all(may(check_may_withdraw, state, top.side, name) for name in chosen.counters):
        return []
    reached = reach(state, chosen.counters, kind="withdraw")
    adjacent, off = is_adjacent(state, party), max(toll(state, party, counter) for counter in party.counters)
    spare, paid = _spare(state, party), _pays_everywhere(state, party)
    offers = []
    for end in reached:
        if not _has_room(state, party, end) or not (paid or can_pay(state, party, reached, end)):
            continue
        path = reached.path(end)
        if not adjacent and reached.points(end) > FARTHER_BACK and len(path) > 2:
            continue
        cost = reached.points(end) + off
        action = Withdraw(chosen.counters, named(path))
        label = f"retreat to {title_of(end)}: {_price(cost, off, max(0, cost - spare) // POINT)} (13.1)"
        offers.append(Offer(str(action), label, chosen.counters, spot(end), in_words(cost)))
    return offers


def _burning(name: str) -> Offer:
    label = f"try to destroy all Supply Units here, for half the Allowance of everybody (32.17): {name}"
    return Offer(str(Destroy(name)), label, (name,))


def _withdrawal(action: Withdraw) -> Offer:
    goal = action.path[-1]
    pieces = (_piece(action), *action.units[1:])
    return Offer(str(action), f"{listed(action.units)} retreat to {title_named(goal)} (13.1)", pieces, goal)


def meant_withdrawal(state: Campaign, chosen: Chosen, at: str) -> Withdraw:
    if chosen.at is None:
        raise Refusal("13.1", "choose counters of yours that stand together")
    ways = reach(state, chosen.counters, kind="withdraw")
    goal = board().index.get(at, -1)
    path = named(ways.path(goal)) if goal in ways else (board().name(chosen.at), at)
    return Withdraw(chosen.counters, path)
