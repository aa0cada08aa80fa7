"""[19.6, 19.8, 19.9, 20.3, 20.48, 20.49, 22.5] Units that take up Replacement Points and other spare points of their
hex."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend, spend_alone
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.organisation.attaching import own
from sandtable.games.campaign_for_north_africa.organisation.conversion import on_hand, payment, price, reserves
from sandtable.games.campaign_for_north_africa.organisation.orders import Absorb
from sandtable.games.campaign_for_north_africa.pieces.counters import Counter, counters, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import assigned, formation_of
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import replacements_of, use_up, weapon_in
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares, spares_at
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.pieces.weapons import Allotment, code, weapons
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import lose_points, mark

BATTERY_LEAST, BATTERY_MOST = 3, 6  # [19.81, 19.83]
AUGMENTED_FROM = 75  # [19.91]
AUGMENTED = ((1, 2), (2, 2))  # [19.92] offensive and defensive ratings
AUGMENTED_CPA = 10  # [19.92]


def check_absorb(state: Campaign, side: str, action: Absorb) -> None:
    """[19.61, 19.62, 19.67, 19.68] In the hex of a unit that is still in play, up to its maximum."""
    taken = action.points
    own(state, side, taken.unit, "19.62")
    if taken.points < 1:
        raise Refusal("19.61", "say how many points")
    there = _there(state, taken)
    if taken.points > there:
        raise Refusal("19.61", f"the hex of {taken.unit} has {plural(there, 'such point')}")
    why = unfit(state, taken.unit, taken.weapon, taken.points) or _unfit_booty(state, taken)  # [19.86]
    if why:
        raise Refusal(*why)
    check_spending(state, top_of(state, taken.unit), cost(taken.points))


def _there(state: Campaign, taken: Points) -> int:
    """[20.41] In the hex of the unit, whatever enemy zone it lies in."""
    return sum(_lots(state, taken.unit, taken.weapon).values()) + on_hand(state, taken.unit, taken.weapon)


def _lots(state: Campaign, name: str, kind: str) -> dict[str, int]:
    """[19.61, 15.86, 14.54] The points of a kind in the hex of a unit that it may take up, by nation: those of its own,
    then tanks and guns that were captured."""
    unit = counters()[name]
    wanted = kind or unit.code
    found = {nation: points for nation, weapon, points in spares_at(state, state.units[name].at) if weapon == wanted}
    usable = [nation for nation in found if nation == unit.nation or (kind and _is_enemy(unit, nation))]
    return {nation: found[nation] for nation in sorted(usable, key=lambda nation: nation != unit.nation)}


def _is_enemy(unit: Counter, nation: str) -> bool:
    return (nation == "commonwealth") != (unit.nation == "commonwealth")


def _unfit_booty(state: Campaign, taken: Points) -> tuple[str, str] | None:
    """[19.86] Batteries of headquarters have no captured guns."""
    unit = counters()[taken.unit]
    own_points = _lots(state, taken.unit, taken.weapon).get(unit.nation, 0)
    if not taken.weapon or unit.nation in weapons()[taken.weapon].nations:
        own_points += on_hand(state, taken.unit, taken.weapon)
    if taken.points <= own_points or not taken.weapon:
        return None
    if weapons()[taken.weapon].weapon_class == "anti_tank" and _may_form_battery(unit):
        return "19.86", f"{taken.unit} cannot use captured guns"
    return None


def cost(points: int) -> int:
    """[19.68, 20.48] Half points: one Capability Point for every two points taken."""
    return ceil(points / 2) * cost_of("absorb_two_replacement_points").cost


def unfit(state: Campaign, name: str, weapon: str, points: int) -> tuple[str, str] | None:
    """[19.64, 19.65] The case that keeps a unit from taking points, and why; None if it may."""
    unit = counters()[name]
    toe = state.units[name].toe
    if not unit.code or is_replacement(name):
        return "19.64", f"{name} cannot absorb points"
    if weapon and weapons()[weapon].weapon_class == "anti_tank":
        if _may_form_battery(unit):  # [19.81]
            return _unfit_battery(state, name, weapon, points)
        if unit.nation == "commonwealth" and unit.is_infantry_type:
            return _unfit_battalion(state, name, points)
    if not weapon:
        if not price(name):
            return "20.3", f"no Replacement Points become part of {name}"
        if not code(unit.nation, unit.code).ratings.blank:
            return _over(state, name, points)
        return "19.64", f"{name} cannot absorb points without a weapon"
    room = _room(unit, weapon)
    if not room:
        return "19.65" if unit.is_recce_type else "19.64", f"{name} does not use {weapon}"
    kind = weapons()[weapon].weapon_class
    if sum(count for each, count in toe.items() if each and weapons()[each].weapon_class == kind) + points > room:
        return "19.61", f"{name} has room for {plural(room, 'point')} of that kind"
    return _over(state, name, points, weapon)


def _over(state: Campaign, name: str, points: int, weapon: str = "") -> tuple[str, str] | None:
    """[19.6, 19.61, 4.46]"""
    most = maximum(state, name)
    if weapon and not weapons()[weapon].us_tank:
        most = max(most, counters()[name].maximum)
    return (
        ("19.61", f"{name} never has more than {plural(most, 'point')}")
        if toe_of(state, name) + points > most
        else None
    )


def _room(unit: Counter, weapon: str) -> int:
    """[4.46, 19.64] How many points of its class an ID Code allows: any tanks in tank units, any guns in artillery."""
    allowed = code(unit.nation, unit.code).assigned
    kind = weapons()[weapon].weapon_class
    names: tuple[Allotment, ...] = (kind, "aa") if kind in ("light_aa", "heavy_aa") else (kind,)
    if weapons()[weapon].airdroppable and kind == "artillery":
        names = (kind, "airdroppable_artillery")
    return max(allowed.get(name, 0) for name in names)


# Axis batteries and Commonwealth battalions [19.8, 19.9]


def _may_form_battery(unit: Counter) -> bool:
    """[19.81] Headquarters of infantry brigades and battle groups."""
    return unit.side == "axis" and unit.level == "brigade" and "infantry" in unit.symbols


def _unfit_battery(state: Campaign, name: str, weapon: str, points: int) -> tuple[str, str] | None:
    """[19.81, 19.82, 19.83, 19.86]"""
    toe = state.units[name].toe
    guns = {each: count for each, count in toe.items() if each and weapons()[each].weapon_class == "anti_tank"}
    if not guns and points < BATTERY_LEAST:
        return "19.83", f"a battery begins with {plural(BATTERY_LEAST, 'point')}"
    if guns and weapon not in guns:
        return "19.86", f"{name} has guns of another type"
    if sum(guns.values()) + points > BATTERY_MOST:
        return "19.81", f"{name} holds {plural(BATTERY_MOST, 'point')} of guns"
    weak = next(_weak_anti_tank(state, "axis"), "")
    return ("19.82", f"{weak} is below two thirds of its strength") if weak else None


def _weak_anti_tank(state: Campaign, side: str) -> Iterator[str]:
    """[19.82] Anti-tank units in play with less than 67 percent."""
    for at in state.stacks:
        for name in everyone_at(state, at, side):
            if counters()[name].is_anti_tank_type and 100 * toe_of(state, name) < 67 * maximum(state, name):
                yield name


def _unfit_battalion(state: Campaign, name: str, points: int) -> tuple[str, str] | None:
    """[19.91, 19.92, 19.93, 19.94, 19.95, 19.96]"""
    unit = counters()[name]
    row = code(unit.nation, unit.code)
    offence, defence = row.ratings.offence, row.ratings.defence
    assert offence is not None and defence is not None  # as all infantry of the Commonwealth has both
    if state.turn < AUGMENTED_FROM:
        return "19.91", f"infantry takes anti-tank guns from Game-Turn {AUGMENTED_FROM} on"
    if row.cpa != AUGMENTED_CPA or (offence.value, defence.value) not in AUGMENTED:
        return "19.92", f"{name} is not one of the battalions that take anti-tank guns"
    most = 2 if unit.plus else 1
    guns = sum(count for weapon, count in state.units[name].toe.items() if weapon)
    if guns + points > most:
        return "19.94", f"{name} takes {plural(most, 'point')} of anti-tank guns"
    weak = next(_parents_guns(state, name), "")
    return ("19.96", f"{weak} is not at full strength yet") if weak else None


def _parents_guns(state: Campaign, name: str) -> Iterator[str]:
    """[19.96] Anti-tank regiments of its Parent Formations that are not complete."""
    while name := formation_of(state, name):
        for each in assigned(state, name):
            if counters()[each].is_anti_tank_type and toe_of(state, each) < maximum(state, each):
                yield each


def absorb(draft: Draft[Campaign], side: str, action: Absorb) -> None:
    """[19.68, 20.49] The points become part of the unit; it and the unit it is attached to pay."""
    taken = action.points
    unit = draft.state.units[taken.unit]
    weapon = taken.weapon or counters()[taken.unit].code
    left = taken.points
    for nation, points in _lots(draft.state, taken.unit, taken.weapon).items():
        if count := min(left, points):
            add_spares(draft, side, unit.at, weapon, -count, nation)
        left -= count
    for name, points in tuple(payment(draft.state, taken.unit, taken.weapon, left)):
        if name in draft.state.squadrons:  # [22.64]
            lose_points(draft, name, taken.weapon, points)
        else:
            use_up(draft, name, points)
    mark(draft, taken.unit, toe={**unit.toe, taken.weapon: unit.toe.get(taken.weapon, 0) + taken.points})
    spend(draft, (taken.unit,), cost(taken.points))
    if unit.attached:
        spend_alone(draft, unit.attached, cost(taken.points))
    draft.note("absorbed", unit=taken.unit, weapon=weapon, points=taken.points, at=board().name(unit.at), only=side)


def absorptions(state: Campaign, side: str) -> Iterator[Absorb]:
    """For every unit beside spare points, or Replacement Points that are meant for it, as many as it can take."""
    yield from _deliveries(state, side)
    for at in {board().location(key.split("/", 2)[0]): None for key in state.spares}:
        for nation, weapon, points in tuple(spares_at(state, at)):
            for name in everyone_at(state, at, side):
                unit = counters()[name]
                kind = "" if weapon == unit.code and nation == unit.nation else weapon
                if (kind not in weapons() and kind) or nation not in _lots(state, name, kind):
                    continue
                offers = (Points(name, kind, n) for n in range(points, 0, -1))
                found = next((each for each in offers if _may_take(state, each)), None)
                if found:
                    yield Absorb(found)


def _deliveries(state: Campaign, side: str) -> Iterator[Absorb]:
    """What has reached the unit that it is meant for, and the reserves of squadrons."""
    for squadron in state.squadrons:
        for weapon, points in state.units[squadron].toe.items():
            for name in everyone_at(state, state.units[squadron].at, side):
                if name in state.squadrons or squadron not in reserves(state, name, weapon):
                    continue
                lots = (Points(name, weapon, count) for count in range(points, 0, -1))
                if (best := next((each for each in lots if _may_take(state, each)), None)) is not None:
                    yield Absorb(best)
    done: set[tuple[str, str]] = set()
    for name in replacements_of(state, side):
        meant = state.replacements[name].unit
        if meant not in state.units or state.units[meant].at != state.units[name].at:
            continue
        weapon = weapon_in(state, name)
        for kind in dict.fromkeys((weapon, "")):
            if (meant, kind) in done:
                continue
            done.add((meant, kind))
            offers = (Points(meant, kind, count) for count in range(on_hand(state, meant, kind), 0, -1))
            found = next((each for each in offers if _may_take(state, each)), None)
            if found:
                yield Absorb(found)


def _may_take(state: Campaign, taken: Points) -> bool:
    return unfit(state, taken.unit, taken.weapon, taken.points) is None and _unfit_booty(state, taken) is None
