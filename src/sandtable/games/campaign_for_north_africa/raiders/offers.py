"""[27.0] What the screen offers to desert raiders, and to those who come upon one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.fields import Reach
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.ground.zones import expected, named_way
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.commandos import OWNER, listed_rides
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.interception import CALLED_OFF, listed_ambushes
from sandtable.games.campaign_for_north_africa.raiders.orders import (
    Ambush,
    Board,
    Conceal,
    Disclose,
    Form,
    Prowl,
    Spot,
    Strike,
    Waylay,
)
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    has_fuel,
    points_left,
    quiet_reach,
    raiders_of,
    reach,
)
from sandtable.games.campaign_for_north_africa.raiders.raids import (
    TARGET,
    guard_strength,
    hunts_left,
    is_escorted,
    listed_strikes,
    listed_waylays,
)
from sandtable.games.campaign_for_north_africa.selection import Selection, spot, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def commando_offers(state: Campaign, name: str) -> Iterator[Offer]:
    """[27.77, 27.88] What Layforce and the SAS can do besides moving; whether it is lawful is for others to say."""
    yield Offer(str(Board(name)), f"{name} goes aboard, back to Alexandria (27.77)", (name,))
    for raider in raiders_of(state, OWNER):
        yield Offer(str(Conceal(name, raider)), f"{name} goes out of sight with {raider} (27.88)", (name,))


def forming_offer(name: str) -> Offer:
    return Offer(str(Form(name)), f"form a desert raider from a point of {name} (27.13)", (name,))


def raider_offers(state: Campaign, side: Side, chosen: Selection) -> list[Offer]:
    """Where the raiders that were chosen can go, and what they can do there."""
    found: list[Offer] = []
    for name in chosen.raiders:
        raider = state.raiders[name]
        found += (_strike(state, each) for each in listed_strikes(state, side) if _names(each, name))
        found += (_waylay(each) for each in listed_waylays(state, side) if _names(each, name))
        found += (_ambush(each) for each in listed_ambushes(state, side) if _names(each, name))
        if raider.passenger and Disclose(name) in listed_rides(state, side):
            found.append(Offer(str(Disclose(name)), f"put {raider.passenger} on the map here (27.88)", (name,)))
        if not raider.halted and has_fuel(state, raider):
            found += _ways(state, name, raider, points_left(raider))
    return found


def _names(action: Action, name: str) -> bool:
    return isinstance(action, Strike | Waylay | Ambush) and action.name == name


def _ways(state: Campaign, name: str, raider: Raider, points: int) -> Iterator[Offer]:
    """[27.32, 27.43] Clear of zones, and those hexes that are only reached through one."""
    quiet, every = quiet_reach(state, raider, points), reach(state, raider, points)
    yield from (_way(name, raider, quiet, goal, "") for goal in quiet)
    zones = expected(state, raider.side)[1]
    for goal in every:
        if goal not in quiet:
            where = "it" if goal in zones else "the way"
            yield _way(name, raider, every, goal, f"expect an enemy Zone of Control on {where} (27.41)")


def _way(name: str, raider: Raider, found: Reach, goal: int, warning: str) -> Offer:
    action, cost = Prowl(name, named_way(found, raider.at, goal)), in_words(found.points(goal))
    return Offer(str(action), f"prowl to {title_of(goal)}: {cost} CP (27.32)", (name,), spot(goal), cost, warning)


def _strike(state: Campaign, action: Action) -> Offer:
    assert isinstance(action, Strike)
    if action.target == TARGET:
        left = hunts_left(state)
        more = f"{left} more" if left > 1 else "the only one left"
        return Offer(str(action), f"raid Rommel: 10 CP, {more} (27.61)", (action.name,))
    dump = state.supply[action.target]
    foe = enemy_of(state.raiders[action.name].side)
    guards = ""
    if is_escorted(state, dump.at, foe):
        guards = f", guards of about {guard_strength(state, dump.at, foe)} against two dice"
    label = f"raid {action.target} at {title_of(dump.at)}{guards} (27.55)"
    return Offer(str(action), label, (action.name,))


def _waylay(action: Action) -> Offer:
    assert isinstance(action, Waylay)
    return Offer(str(action), f"raid the trucks here that carry {action.load} (27.58)", (action.name,))


def _ambush(action: Action) -> Offer:
    assert isinstance(action, Ambush)
    label = "lie in wait no longer" if action.load == CALLED_OFF else f"lie in wait for convoys with {action.load}"
    return Offer(str(action), f"{label} (27.59)", (action.name,))


def meant_prowl(state: Campaign, chosen: Selection, at: str) -> Action:
    """What a raider and a hex mean; the check that follows says why it cannot be."""
    if len(chosen.raiders) != 1:
        raise Refusal("27.32", "choose one desert raider")
    name = chosen.raiders[0]
    return Prowl(name, (board().name(state.raiders[name].at), at))


def encounter_offers(state: Campaign, top: Encounter, pieces: Sequence[str]) -> list[Offer]:
    cost = in_words(cost_of("spot_desert_raider").cost)
    found = [Offer(str(Spot(name)), f"{name} looks for the raider: {cost} CP (27.44)", (name,)) for name in top.units]
    listed = {str(action) for action in top.actions(state, top.side)}
    lawful = [offer for offer in found if offer.action in listed and {*pieces} <= {*offer.pieces}]
    return [*lawful, Offer(str(Done()), "leave the raider alone")] if not pieces else lawful


def getaway_offers(state: Campaign, top: Getaway, chosen: Selection) -> list[Offer]:
    """Where it can make off to, with whatever was chosen."""
    raider = state.raiders[top.raider]
    ways = [*_ways(state, top.raider, raider, top.points)] if top.raider in chosen.raiders or not chosen.own else []
    return ways if chosen.own else [*ways, Offer(str(Done()), "stay where it is")]
