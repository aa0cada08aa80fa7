"""[20.4, 20.6, 20.7] What the screen offers for Replacement Points: what may be planned, for whom it is and where it
goes."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.orders import Forfeit
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land, Points
from sandtable.games.campaign_for_north_africa.organisation.designations import needy
from sandtable.games.campaign_for_north_africa.organisation.orders import Allot, Train
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import item_in, points_in
from sandtable.games.campaign_for_north_africa.pieces.units import is_immobile, need
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment, fresh
from sandtable.games.campaign_for_north_africa.replacements.crews import ready_crews
from sandtable.games.campaign_for_north_africa.replacements.marches import carry_reach, forward_reach
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Forward, Request
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.selection import CONVOYS, Selection, spot, title_named, title_of
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def planning_offers(state: Campaign, top: Planning) -> list[Offer]:
    """Every line that is open, all of it or a point."""
    found = []
    for action in top.actions(state, top.side):
        if isinstance(action, Request):
            lot = action.lots[0]
            label = f"plan {lot.points} {lot.nation.title()} {lot.item.replace('_', ' ')} (20.6)"
            found.append(Offer(str(action), label, panel=CONVOYS))
    return [*found, Offer(str(Done()), "plan nothing more")]


def foundering_offers(state: Campaign, top: Foundering) -> list[Offer]:
    """[32.65] A point of each type that may have gone down."""
    found = []
    for action in top.actions(state, top.side):
        if isinstance(action, Forfeit):
            lot = action.lots[0]
            found.append(Offer(str(action), f"lose a point of {lot.nation.title()} {lot.item} (32.65)", panel=CONVOYS))
    return found


def allotment_offers(state: Campaign, top: Allotment, chosen: Selection) -> list[Offer]:
    """With nothing chosen what is suggested; with a counter every unit that could use it, and where it may land."""
    if chosen.foes:
        return []
    names = [name for name in fresh(state, top.side) if not chosen.counters or name in chosen.counters]
    found = [offer for name in names for offer in _meanings(state, name, 0 if chosen.counters else SOME)]
    for action in top.actions(state, top.side):
        match action:
            case Land(name=name, to=to) if name in chosen.counters:
                label = f"{name} lands at {title_named(to)} (20.76)"
                found.append(Offer(str(action), label, (name,), spot(board().location(to))))
            case Train(units=units, by=by) if set(units) & set(names):
                found.append(Offer(str(action), f"{', '.join(units)} train under {by} (20.43)", units))
    ending = "the rest goes to the units that lack most"
    return found if chosen.own else [*found, Offer(str(Done()), ending)]


def _meanings(state: Campaign, name: str, most: int) -> Iterator[Offer]:
    if state.replacements[name].unit:
        return
    count = points_in(state, name)
    units = needy(state, name)
    for unit in units[:most] if most else units:
        label = (
            f"{count} {item_in(state, name).replace('_', ' ')} for {unit} at {title_of(state.units[unit].at)} (20.41)"
        )
        yield Offer(str(Allot(Points(name, "", count), unit)), label, (name,))


def march_offers(state: Campaign, top: ReplacementMarches, chosen: Selection) -> list[Offer]:
    """With a counter of Replacement Points every hex that it reaches, by itself or on trucks."""
    if chosen.foes:
        return []
    if not chosen.own:
        manned = [
            Offer(str(each), f"man {each.points} {each.weapon} at {title_named(each.at)} (22.5)")
            for each in ready_crews(state, top.side)
        ]
        return [*manned, Offer(str(Done()), "end the moves of Replacement Points")]
    names = [name for name in chosen.counters if name in state.replacements]
    return [offer for name in names[:1] for offer in _moves(state, top, name)]


def _moves(state: Campaign, top: ReplacementMarches, name: str) -> Iterator[Offer]:
    at, meant = state.units[name].at, state.replacements[name].unit
    goal_of_all = f" (meant for {meant})" if meant else ""
    if at < 0:
        for to in (MAP, *map(board().name, REGION)):
            for order in (Forward(name, to), Carry(name, to)):
                if may(top.check, state, top.side, order):
                    how = " on trucks" if isinstance(order, Carry) else ""
                    yield Offer(str(order), f"{name} sets out for {to}{how} (8.84)", (name,))
        return
    if not is_immobile(state, name):
        found = forward_reach(state, top.side, name)
        for goal in found:
            action: Action = Forward(name, board().name(goal))
            if goal != at and may(top.check, state, top.side, action):
                label = f"{name} to {title_of(goal)}: {in_words(found.points(goal))} CP{goal_of_all}"
                yield Offer(str(action), label, (name,), spot(goal))
    if need(state, name):
        found = carry_reach(state, top.side, name)
        for goal in found:
            action = Carry(name, board().name(goal))
            if goal != at and may(top.check, state, top.side, action):
                yield Offer(str(action), f"carry {name} to {title_of(goal)}{goal_of_all}", (name,), spot(goal))


def meant_march_of(state: Campaign, top: ReplacementMarches, chosen: Selection, at: str) -> Action:
    """What a counter and a hex mean; the check that follows says why it cannot be."""
    name = next((each for each in chosen.counters if each in state.replacements), "")
    if not name:
        raise Refusal("20.46", "choose a counter of Replacement Points")
    on_trucks = Carry(name, at)
    by_itself = Forward(name, at)
    lorries = not may(top.check, state, top.side, by_itself) and may(top.check, state, top.side, on_trucks)
    return on_trucks if lorries else by_itself


SOME = 2  # units that are named for a counter before it is chosen
