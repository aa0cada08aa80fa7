"""[19.0, 8.97, 17.3, 32.15, 18.1, 20.1] What the screen offers where forces are put in order: the Organization Phase,
Reserves, arrivals and the set-up."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.construction.offers import counter_works, joint_works, stop_offer
from sandtable.games.campaign_for_north_africa.logistics.airlift import airlifts
from sandtable.games.campaign_for_north_africa.logistics.baggage import carriers
from sandtable.games.campaign_for_north_africa.logistics.orders import Airlift, Demotorise, Motorise, Rearrange
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.organisation.absorption import absorptions
from sandtable.games.campaign_for_north_africa.organisation.attaching import attaching_cost
from sandtable.games.campaign_for_north_africa.organisation.attachment_limits import groups
from sandtable.games.campaign_for_north_africa.organisation.designations import allotments, is_astray, needy
from sandtable.games.campaign_for_north_africa.organisation.loans import check_lend, homecomings
from sandtable.games.campaign_for_north_africa.organisation.orders import (
    Absorb,
    Allot,
    Assign,
    Attach,
    Detach,
    Lend,
    Train,
)
from sandtable.games.campaign_for_north_africa.organisation.phase import NOBODY, Organisation
from sandtable.games.campaign_for_north_africa.organisation.rebuilding import revivals
from sandtable.games.campaign_for_north_africa.organisation.training import instructors, trainings
from sandtable.games.campaign_for_north_africa.organisation.upgrading import better_units
from sandtable.games.campaign_for_north_africa.patrols.orders import Feign
from sandtable.games.campaign_for_north_africa.pieces.carriage import carried, motors_needed, need
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import overfull
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import points_in
from sandtable.games.campaign_for_north_africa.raiders.offers import forming_offer
from sandtable.games.campaign_for_north_africa.selection import (
    Selection,
    listed,
    motors_piece,
    spot_named,
    title_named,
    title_of,
)
from sandtable.games.campaign_for_north_africa.state import DUE, Campaign, all_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

LOTS = (10, 30, 50)  # Motorization Points that are offered besides what is needed and all


# The Organization Phase


def organising_offers(state: Campaign, top: Organisation, chosen: Selection) -> list[Offer]:
    """With nothing chosen what stands out; with pieces everything about them. Whatever is not lawful is left out."""
    if not chosen.own:
        return list(_notable(state, top))
    if chosen.foes:
        return []
    found = [offer for offer in _about(state, chosen) if _is_legal(state, top, offer.action)]
    return list({offer.action: offer for offer in found}.values())


def _is_legal(state: Campaign, top: Organisation, action: str) -> bool:
    return may(top.check, state, top.side, NOTATION.parse(action))


def _notable(state: Campaign, top: Organisation) -> Iterator[Offer]:
    """What nobody should overlook: units to be unassigned, repaired points, training."""
    yield Offer(str(Done()), "end organization")
    for parent, name in overfull(state, top.side):
        yield Offer(
            str(Assign(name, NOBODY)),
            f"{name} no longer has a place in {parent}: make it independent (19.25)",
            (top_of(state, name),),
        )
    for taken in absorptions(state, top.side):
        if may(top.check, state, top.side, taken):
            yield _absorption(state, taken)
    for school in trainings(state, top.side):
        if may(top.check, state, top.side, school):
            yield _training(state, school)
    yield from _rebuilding(state, top.side)


def _rebuilding(state: Campaign, side: str) -> Iterator[Offer]:
    """[20.41, 19.63, 20.52, 20.77, 20.9] Replacement Points that lack a unit, headquarters and units for which there
    are points, and battalions that serve elsewhere."""
    for meaning in allotments(state, side):
        label = f"{plural(meaning.points.points, 'point')} of {meaning.points.unit} for {meaning.to} (20.41)"
        yield Offer(str(meaning), label, (meaning.points.unit,))
    for revival in revivals(state, side):
        yield Offer(str(revival), f"form {revival.name} again with {revival.to} (19.63)", (revival.to,))
    for better in better_units(state, side):
        label = f"upgrade {better.name} with {better.to} (20.5)"
        yield Offer(str(better), label, (top_of(state, better.name), better.to))
    for back in homecomings(state, side):
        yield Offer(str(back), f"bring {back.name} back to {title_named(back.to)} (20.9)", (), spot_named(back.to))


def _for_whom(state: Campaign, name: str) -> Iterator[Offer]:
    """[20.41, 20.65] Every unit that could have points which are meant for nobody, or no longer for anybody."""
    if name not in state.replacements or not is_astray(state, name):
        return
    count = points_in(state, name)
    for unit in needy(state, name):
        label = f"{plural(count, 'point')} for {unit} at {title_of(state.units[unit].at)} (20.41)"
        yield Offer(str(Allot(Points(name, "", count), unit)), label, (name,))


def _elsewhere(state: Campaign, name: str) -> Iterator[Offer]:
    """[20.9] A battalion in the Delta."""
    if may(check_lend, state, counters()[name].side, Lend(name)):
        yield Offer(str(Lend(name)), f"send {name} away by choice, for Victory Points (20.9)", (name,))


def _absorption(state: Campaign, action: Absorb) -> Offer:
    each = action.points
    what = f"{each.points} {each.weapon or 'points'}"
    return Offer(str(action), f"{each.unit} absorbs {what} (22.5)", (top_of(state, each.unit),))


def _training(state: Campaign, action: Train) -> Offer:
    pieces = tuple(dict.fromkeys((*action.units, top_of(state, action.by))))
    return Offer(str(action), f"train {listed(action.units)} under {action.by} this Operations Stage (17.33)", pieces)


def _about(state: Campaign, chosen: Selection) -> Iterator[Offer]:
    if len(chosen.counters) == 1:
        name = chosen.counters[0]
        yield from attachments(state, name)
        yield from _battle_groups(state, name)
        yield from detachments(state, name)
        yield from _assignments(state, name)
        yield from _trucks(state, name)
        yield from _schooling(state, name)
        yield from _absorbing(state, name)
        yield from _for_whom(state, name)
        yield from _elsewhere(state, name)
        yield _feint(state, name)
        yield from (forming_offer(each) for each in all_of(state, name) if counters()[each].is_recce_type)
        yield from counter_works(state, name)
    elif chosen.counters:
        yield from _together(state, chosen)
        yield from joint_works(state, chosen.counters)
    for name in chosen.projects:
        yield stop_offer(name)
    for name in chosen.supply:
        yield from _depot(state, name)
    for at in chosen.motors:
        yield from _loading(state, at, _owner(state, at))


def _feint(state: Campaign, name: str) -> Offer:
    """[16.42] Dummy tanks beside a counter."""
    at = board().name(state.units[name].at)
    return Offer(str(Feign(at)), f"set up dummy tanks at {title_named(at)} (16.42)", (name,))


def _owner(state: Campaign, at: int) -> str:
    """Whose Motorization Points these are: an observed state has only one's own."""
    return next((side for side, pool in state.motors.items() if at in pool), "axis")


def _battle_groups(state: Campaign, name: str) -> Iterator[Offer]:
    """[19.71] A battle group that does not exist yet."""
    nation = counters()[name].nation
    group = next((each for each in groups(nation) if state.units[each].at == DUE), "")
    if group:
        yield Offer(str(Attach(name, group)), f"form the battle group {group} with {name} (19.71)", (name,))


def _together(state: Campaign, chosen: Selection) -> Iterator[Offer]:
    """[19.41] One of them takes the other."""
    for parent in chosen.counters:
        if not counters()[parent].is_hq:
            continue
        for name in chosen.counters:
            if name == parent:
                continue
            yield Offer(str(Attach(name, parent)), f"attach {name} to {parent} (19.41)", (name, parent))


def _assignments(state: Campaign, name: str) -> Iterator[Offer]:
    """[19.21] Parts that are attached but not assigned here."""
    for part in tuple(all_of(state, name))[1:]:
        parent = state.units[part].attached
        if state.units[part].assigned != parent:
            yield Offer(str(Assign(part, parent)), f"assign {part} to {parent} (19.21)", (name,))


def _trucks(state: Campaign, name: str) -> Iterator[Offer]:
    """[8.97, 32.53] What is missing, what is idle, all, and round lots."""
    unit, side = state.units[name], counters()[name].side
    there = state.motors.get(side, {}).get(unit.at, 0)
    missing = motors_needed(state, name) - unit.motors
    for count in _lots(there, missing):
        why = ", as it needs" if count == missing else ""
        text = f"give {name} {count} of {plural(there, 'Motorization Point')}{why} (8.97)"
        yield Offer(str(Motorise(name, count)), text, (name,))
    idle = unit.motors - sum(need(state, each) for each in carried(state, name))
    for count in _lots(unit.motors, idle):
        unused = ", which carry nobody" if count == idle else ""
        text = f"take {plural(count, 'Motorization Point')} from {name}{unused} (8.97)"
        yield Offer(str(Demotorise(name, count)), text, (name,))


def _lots(there: int, wanted: int) -> list[int]:
    """Counts worth a button, the wanted one first."""
    return [count for count in dict.fromkeys((wanted, *LOTS, there)) if 0 < count <= there]


def _schooling(state: Campaign, name: str) -> Iterator[Offer]:
    for by in instructors(state, name):
        yield _training(state, Train((name,), by))


def _absorbing(state: Campaign, name: str) -> Iterator[Offer]:
    """[20.49, 22.5] Points that lie in the place, as many as fit."""
    if not state.spares and not state.replacements:
        return
    for action in absorptions(state, counters()[name].side):
        if top_of(state, action.points.unit) == name:
            yield _absorption(state, action)


def _depot(state: Campaign, name: str) -> Iterator[Offer]:
    """[32.15, 32.32, 32.37] One Supply Unit: on wheels, filled up, or flown."""
    unit = state.supply[name]
    there = state.motors.get(unit.side, {}).get(unit.at, 0)
    lacking = carriers(unit) - unit.motors
    if 0 < lacking <= there:
        yield Offer(
            str(Motorise(name, lacking)), f"put {name} on {plural(lacking, 'Motorization Point')} (32.32)", (name,)
        )
    if unit.motors:
        yield Offer(
            str(Demotorise(name, unit.motors)), f"take {plural(unit.motors, 'Motorization Point')} from {name}", (name,)
        )
    most = limits()
    for other in state.supply_at(unit.at, unit.side):
        if other == name or state.supply[other].dummy:
            continue
        ammo = min(unit.ammo, most.ammunition - state.supply[other].ammo)
        fuel = min(unit.fuel, most.fuel - state.supply[other].fuel)
        for some_ammo, some_fuel in dict.fromkeys(((ammo, fuel), (ammo, 0), (0, fuel), (ammo // 2, fuel // 2))):
            text = f"move {some_ammo} Ammo and {some_fuel} Fuel from {name} to {other} (32.15)"
            yield Offer(str(Rearrange(name, other, some_ammo, some_fuel)), text, (name,))
    for flight in airlifts(state, unit.side):
        if flight.name == name:
            yield _flight(flight)


def _flight(action: Airlift) -> Offer:
    return Offer(str(action), f"fly to {title_named(action.to)} (32.37)", (action.name,), spot_named(action.to))


def _loading(state: Campaign, at: int, side: str) -> Iterator[Offer]:
    """[8.97, 32.32] What unattached Motorization Points may carry in their place."""
    piece, there = motors_piece(at), state.motors.get(side, {}).get(at, 0)
    for name in state.at(at, side):
        missing = motors_needed(state, name) - state.units[name].motors
        if 0 < missing <= there:
            yield Offer(
                str(Motorise(name, missing)), f"carry {name} with {plural(missing, 'point')} (8.97)", (piece, name)
            )
    for name in state.supply_at(at, side):
        lacking = carriers(state.supply[name]) - state.supply[name].motors
        if 0 < lacking <= there:
            yield Offer(
                str(Motorise(name, lacking)), f"put {name} on {plural(lacking, 'point')} (32.32)", (piece, name)
            )


# Reserves [18.1]


# The set-up


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
        taken = f" with {plural(motors, 'Motorization Point')}" if motors else ""
        action = Detach((part,), motors)
        yield Offer(str(action), f"detach {part}{taken}: {cost} CP (19.43)", (name,), folded="Detach a unit")
