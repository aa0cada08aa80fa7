"""[28.0] What the screen offers for prisoners, guards and those who have escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.prisoners.escapes import held_by
from sandtable.games.campaign_for_north_africa.prisoners.guards import dismissible, guards_at, may_form
from sandtable.games.campaign_for_north_africa.prisoners.marches import fleeing_reach, leading_ways, marching_reach
from sandtable.games.campaign_for_north_africa.prisoners.orders import Cart, Column, Dismiss, Escort, Flee, Guard, Lead
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.prisoners.tables import departure_points, prisoner_table
from sandtable.games.campaign_for_north_africa.selection import Selection, spot, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def prisoner_offers(state: Campaign, top: Taking | PrisonerMarches, chosen: Selection) -> list[Offer]:
    """With nothing chosen the guards that are missing; with a marker of prisoners where they can go."""
    if chosen.foes:
        return []
    found = list(_columns(state, top, chosen.captives)) if chosen.captives else []
    if not chosen.captives:
        found = [*_guards(state, top, chosen), *_dismissals(state, top, chosen)]
    ending = "leave the prisoners where they are" if isinstance(top, Taking) else "end the marches of prisoners"
    return [*found, Offer(str(Done()), ending)] if not chosen.own else found


def _guards(state: Campaign, top: Taking | PrisonerMarches, chosen: Selection) -> Iterator[Offer]:
    """[28.22] One point of each unit that stands with prisoners."""
    hexes = dict.fromkeys(state.captives[name].at for name in held_by(state, top.side))
    for at in hexes:
        here = may_form(state, at, top.side)
        for name in here if not chosen.counters else [each for each in here if each in chosen.counters]:
            label = f"form a guard from {name} at {title_of(at)}: {len(guards_at(state, at, top.side))} there (28.22)"
            yield Offer(str(Guard(name)), label, (name,))


def _dismissals(state: Campaign, top: Taking | PrisonerMarches, chosen: Selection) -> Iterator[Offer]:
    if isinstance(top, Taking):
        return
    for name in dismissible(state, top.side):
        if not chosen.counters or name in chosen.counters:
            yield Offer(str(Dismiss(name)), f"{name} goes back to {state.guards[name]} (28.22)", (name,))


def _columns(state: Campaign, top: Taking | PrisonerMarches, names: tuple[str, ...]) -> Iterator[Offer]:
    if len(names) != 1:
        return
    name = names[0]
    each = state.captives[name]
    for kind, goals in _kinds(state, top, name).items():
        for goal, cost in goals.items():
            action = _whole_or_guarded(state, top, kind, name, goal)
            if action is None:
                continue
            count = sum(part.points for part in action.points)
            leaving = " and out of the game" if each.captor and goal in departure_points(each.captor) else ""
            label = f"{VERBS[kind]} {count} to {title_of(goal)}{leaving}{cost}"
            yield Offer(str(action), label, (name,), spot(goal))


VERBS: Mapping[type[Column], str] = {Lead: "lead", Escort: "march", Cart: "carry", Flee: "escapees:"}


def _kinds(state: Campaign, top: Taking | PrisonerMarches, name: str) -> dict[type[Column], dict[int, str]]:
    each = state.captives[name]
    if isinstance(top, Taking):
        return {Lead: dict.fromkeys(leading_ways(state, top.side, each.at), " (28.12)")} if each.free else {}
    if each.captor is None:
        return {Flee: {goal: f": {in_words(way.cost)} CP" for goal, way in fleeing_reach(state, each).items()}}
    ways = marching_reach(state, top.side, each.at, each.spent)
    return {Escort: {goal: f": {in_words(way.cost)} CP" for goal, way in ways.items()}}


def _whole_or_guarded(
    state: Campaign, top: Taking | PrisonerMarches, kind: type[Column], name: str, goal: int
) -> Column | None:
    """All of a marker, or as many as there are guards for."""
    each = state.captives[name]
    guarded = len(guards_at(state, each.at, top.side)) * prisoner_table().marching_with_guard.value
    for count in dict.fromkeys((each.points, min(each.points, guarded))):
        if count < 1:
            continue
        action = kind((Points(name, "", count),), board().name(goal))
        if may(top.check, state, top.side, action):
            return action
    return None


def meant_column(state: Campaign, top: Taking | PrisonerMarches, chosen: Selection, at: str) -> Action:
    """What a marker of prisoners and a hex mean; the check that follows says why it cannot be."""
    if not chosen.captives:
        raise Refusal("28.13", "choose a Prisoner marker")
    points = tuple(Points(name, "", state.captives[name].points) for name in chosen.captives)
    if isinstance(top, Taking):
        return Lead(points, at)
    if state.captives[chosen.captives[0]].captor is None:
        return Flee(points, at)
    escort = Escort(points, at)
    on_trucks = Cart(points, at)  # [28.18] where they cannot walk
    lorries = not may(top.check, state, top.side, escort) and may(top.check, state, top.side, on_trucks)
    return on_trucks if lorries else escort
