"""[27.5, 27.6] What desert raiders do: to dumps, to trucks, and to Rommel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.map import board, cities, neighbours
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import points_in, use_up
from sandtable.games.campaign_for_north_africa.pieces.strength import everything, rating
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat, may_fight
from sandtable.games.campaign_for_north_africa.raiders.forming import lose_raider
from sandtable.games.campaign_for_north_africa.raiders.orders import Strike, Waylay
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    allowance,
    check_mobile,
    own_raider,
    points_left,
    raiders_of,
    show,
    step,
    step_cost,
)
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import ROMMEL, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply, mark, remove

TARGET = "Rommel"  # as he is named in orders
CAMPAIGN = 64  # the group of the Campaign Game
LOADS = ("ammo", "fuel", "men", "nothing")  # [27.58] what the trucks have aboard that are raided
TRUCKS = "trucks"


# What every raid has in common


def raid_cost() -> int:
    """[27.55, 27.58] Half points."""
    return cost_of("desert_raider_raid").cost


def approach(state: Campaign, raider: Raider, hex: int) -> int:
    """[27.55] Half points to enter the hex of a raid, which is the raider's own or the next."""
    if hex == raider.at:
        return 0
    if hex not in neighbours()[raider.at]:
        raise Refusal("27.51", f"{board().name(hex)} is neither the raider's hex nor next to it")
    return step_cost(state, raider.side, raider.at, hex)


def check_price(name: str, raider: Raider, cost: int) -> None:
    if cost > points_left(raider):
        left = in_words(points_left(raider))
        raise Refusal(
            "27.37", f"the raid costs {plural(in_words(cost), 'Capability Point')}, and {name} has {left} left"
        )


def check_once(name: str, raider: Raider, what: str) -> None:
    if what in raider.raided:
        raise Refusal("27.91", f"{name} has made that raid in this Operations Stage")


def appear(draft: Draft[Campaign], name: str, hex: int, what: str, cost: int) -> bool:
    """[27.33, 27.55] Into the hex, on to the map, and the price is paid; whether it gets so far."""
    raider = draft.state.raiders[name]
    if hex != raider.at:
        step(draft, name, hex, approach(draft.state, raider, hex))
    if name not in draft.state.raiders:
        return False
    show(draft, name)
    raider = draft.state.raiders[name]
    ridden = raider.ridden + cost if raider.passenger else 0
    draft.amend(
        "raiders", name, replace(raider, spent=raider.spent + cost, ridden=ridden, raided=(*raider.raided, what))
    )
    return True


# Dumps [27.55, 27.56] and Rommel [27.6]


def check_strike(state: Campaign, side: Side, action: Strike) -> None:
    raider = own_raider(state, side, action.name)
    if action.target == TARGET:
        _check_hunt(state, raider, action.name)
        return
    dump = state.supply.get(action.target)
    if dump is None or dump.side == side:
        raise Refusal("27.51", f"{action.target} is not an enemy Supply Unit")
    check_mobile(state, action.name, raider)
    cost = approach(state, raider, dump.at)
    if dump.at in cities():
        raise Refusal("27.55", f"{action.target} is in a major city, where dumps are not raided")
    check_once(action.name, raider, action.target)
    check_price(action.name, raider, cost + raid_cost())


def do_strike(draft: Draft[Campaign], side: Side, action: Strike) -> None:
    if action.target == TARGET:
        _hunt(draft, action.name)
        return
    dump = draft.state.supply[action.target]
    if not appear(draft, action.name, dump.at, action.target, raid_cost()):
        return
    where = board().name(dump.at)
    draft.note("raid", side=side, raider=action.name, target=action.target, at=where)
    guarded = any(is_combat(draft.state, each) for each in draft.state.at(dump.at, dump.side))
    if guarded and not _gets_past(draft, action.name, dump.at):
        return
    if dump.dummy:
        _discover(draft, action.target)
        if guarded:
            _flee_guards(draft, action.name, draft.roll(f"raid on {action.target}"))
        return
    die = draft.roll(f"raid on {action.target}")
    if die <= raider_table().dump.succeeds.value:
        _burn(draft, action.target)
    if guarded:
        _flee_guards(draft, action.name, die)


def guard_strength(state: Campaign, at: int, side: str) -> int:
    """[27.55] Raw Defensive Close Assault Points of all who guard a dump, parentheses or not."""
    return sum(
        points * found.value
        for name, weapon, points in everything(state, at, side)
        if (found := rating(state, name, weapon, "defence")) is not None
    )


def _gets_past(draft: Draft[Campaign], name: str, at: int) -> bool:
    """[27.55] Two dice that must be higher than the guards are strong."""
    why = f"guards of the dump at {board().name(at)}"
    if draft.roll(why) + draft.roll(why) > guard_strength(draft.state, at, enemy_of(draft.state.raiders[name].side)):
        return True
    lose_raider(draft, name, "caught by the guards")
    return False


def _flee_guards(draft: Draft[Campaign], name: str, die: int) -> None:
    if die >= raider_table().dump.guarded_loss.value:
        lose_raider(draft, name, "caught by the guards")


def _discover(draft: Draft[Campaign], target: str) -> None:
    """[27.56, 32.18] A dummy is told for what it is, and removed."""
    dump = draft.state.supply[target]
    draft.strike("supply", target)
    if dump.motors:
        add_motors(draft, dump.side, dump.at, dump.motors)
    draft.note("discovered", side=enemy_of(dump.side), supply=target, at=board().name(dump.at))


def _burn(draft: Draft[Campaign], target: str) -> None:
    """[27.55] A tenth of all that is there."""
    dump, percent = draft.state.supply[target], raider_table().dump.percent.value
    draft.note("burnt", side=dump.side, supply=target, at=board().name(dump.at), percent=percent)
    ammo, fuel = (points - _share(points, percent) for points in (dump.ammo, dump.fuel))
    change_supply(draft, target, ammo=ammo, fuel=fuel)


def _share(points: int, percent: int) -> int:
    """[11.32] Rounded to the nearest, half up."""
    return (points * percent + 50) // 100


# Trucks [27.57, 27.58]


def check_waylay(state: Campaign, side: Side, action: Waylay) -> None:
    """[27.57] Trucks without an escort, in the raider's own hex."""
    raider = own_raider(state, side, action.name)
    if action.load not in LOADS:
        raise Refusal("27.58", f"trucks carry {', '.join(LOADS[:-1])} or {LOADS[-1]}")
    where = board().name(raider.at)
    if raider.at in cities():
        raise Refusal("27.91", f"{where} is a major city, where nothing is raided")
    if is_escorted(state, raider.at, enemy_of(side)):
        raise Refusal("27.57", f"the trucks at {where} have an escort")
    if not _has_trucks(state, raider, action.load):
        raise Refusal("27.57", f"there are no trucks with {action.load} aboard at {where}")
    check_once(action.name, raider, trucks_at(raider.at))
    check_price(action.name, raider, raid_cost())


def trucks_at(at: int) -> str:
    """[27.91] Under which a raid on trucks is remembered."""
    return f"{TRUCKS} {board().name(at)}"


def is_escorted(state: Campaign, at: int, side: str) -> bool:
    """[27.57, 20.46] By combat units, as far as one sees; Replacement Points are part of the convoy."""
    return any(may_fight(name) and not is_replacement(name) for name in state.at(at, side))


def _has_trucks(state: Campaign, raider: Raider, load: str) -> bool:
    foe = enemy_of(raider.side)
    if load == "men":
        return any(map(is_replacement, state.at(raider.at, foe)))
    if load == "nothing":
        return state.motors.get(foe, {}).get(raider.at, 0) > 0
    return any(state.supply[name].motors for name in state.supply_at(raider.at, foe))


def do_waylay(draft: Draft[Campaign], side: Side, action: Waylay) -> None:
    at, foe = draft.state.raiders[action.name].at, enemy_of(side)
    appear(draft, action.name, at, trucks_at(at), raid_cost())
    draft.note("raid", side=side, raider=action.name, target=TRUCKS, at=board().name(at))
    train = draft.state.supply_at(at, foe) if action.load in ("ammo", "fuel") else ()
    riders = _riders(draft.state, at, foe)
    if not riders:
        if action.load != "men":
            shoot_up(draft, foe, at, train, action.load)
    elif not _other_trucks(draft.state, at, foe):
        lose_raider(draft, action.name, "against trucks full of men")
    else:
        _shoot_up_with_riders(draft, action, at, train, riders)


def _riders(state: Campaign, at: int, side: str) -> list[str]:
    """[27.58, 20.44] Replacement Points on Motorization Points of their own."""
    return [name for name in state.at(at, side) if is_replacement(name) and state.units[name].motors]


def _other_trucks(state: Campaign, at: int, side: str) -> int:
    laden = sum(state.supply[name].motors for name in state.supply_at(at, side))
    return laden + state.motors.get(side, {}).get(at, 0)


def _shoot_up_with_riders(
    draft: Draft[Campaign], action: Waylay, at: int, train: Sequence[str], riders: Sequence[str]
) -> None:
    """[27.58] Replacement Points ride along: one is added to the die, and a six is the end of the raider."""
    table, foe = raider_table().trucks, enemy_of(draft.state.raiders[action.name].side)
    die = draft.roll(f"raid on trucks at {board().name(at)}") + table.replacements_modifier.value
    if die >= table.replacements_loss.value:
        lose_raider(draft, action.name, "against trucks with men aboard")
    elif die <= table.succeeds.value and action.load == "men":
        _lose_rider(draft, foe, riders[0])
    elif die <= table.succeeds.value:
        _lose_truck(draft, foe, at, train, action.load)


def _lose_rider(draft: Draft[Campaign], owner: Side, name: str) -> None:
    """[27.58] A truck, and the point that it carries."""
    unit, points = draft.state.units[name], raider_table().trucks.points.value
    draft.note("shot_up", side=owner, at=board().name(unit.at), motors=points)
    mark(draft, name, motors=unit.motors - points)
    if points_in(draft.state, name) == points and unit.motors > points:
        add_motors(draft, owner, unit.at, unit.motors - points)
    use_up(draft, name, points)


def shoot_up(draft: Draft[Campaign], owner: Side, at: int, train: Sequence[str], load: str) -> None:
    """[27.58] A die decides."""
    if draft.roll(f"raid on trucks at {board().name(at)}") <= raider_table().trucks.succeeds.value:
        _lose_truck(draft, owner, at, train, load)


def _lose_truck(draft: Draft[Campaign], owner: Side, at: int, train: Sequence[str], load: str) -> None:
    """[27.58] Of several Supply Units on wheels it is the one with most of the load that is wanted."""
    where, points = board().name(at), raider_table().trucks.points.value
    laden = [name for name in train if draft.state.supply[name].motors]
    if not laden:
        add_motors(draft, owner, at, -points)
        draft.note("shot_up", side=owner, at=where, motors=points)
        return
    name = max(laden, key=lambda each: (getattr(draft.state.supply[each], load), each))
    unit = draft.state.supply[name]
    draft.note("shot_up", side=owner, at=where, motors=points)
    ammo, fuel = (_aboard(getattr(unit, each), unit.motors) if each == load else 0 for each in ("ammo", "fuel"))
    change_supply(draft, name, motors=unit.motors - points, ammo=unit.ammo - ammo, fuel=unit.fuel - fuel)


def _aboard(points: int, motors: int) -> int:
    """[27.58] What one Motorization Point carries of a load: its share, rounded up."""
    return -(-points // motors)


# Rommel [27.6]


def hunts_left(state: Campaign) -> int:
    """[27.64, 63.3]"""
    if has_rule(state, "no_raid_on_rommel"):
        return 0
    whole = bool(state.scenario) and scenario(state.scenario).group == CAMPAIGN
    return raider_table().hunts.value["campaign" if whole else "scenario"] - state.hunts


def hunt_cost() -> int:
    """[27.63] Half points."""
    return cost_of("raid_on_rommel").cost


def _check_hunt(state: Campaign, raider: Raider, name: str) -> None:
    """[27.61, 27.62, 27.63, 27.64]"""
    if raider.side != "commonwealth":
        raise Refusal("27.61", "only the Long Range Desert Group raids Rommel")
    if hunts_left(state) < 1:
        raise Refusal("27.64", "Rommel may not be raided again in this game")
    check_mobile(state, name, raider)
    if state.rommel < 0 or ROMMEL not in state.stacks.get(state.rommel, ()):
        raise Refusal("27.62", "Rommel's counter is not on the map")
    check_price(name, raider, approach(state, raider, state.rommel) + hunt_cost())


def _hunt(draft: Draft[Campaign], name: str) -> None:
    """[27.63] Two dice on the table, ten Capability Points, and no way out without any left."""
    at, table = draft.state.rommel, raider_table().rommel
    if not appear(draft, name, at, TARGET, hunt_cost()):
        return
    draft.change(hunts=draft.state.hunts + 1)
    draft.note("raid", side="commonwealth", raider=name, target=TARGET, at=board().name(at))
    result = table.result(sum(draft.roll("raid on Rommel", by="commonwealth") for _ in range(2)))
    if result == "wounded":
        draft.change(wounded=draft.state.turn + table.turns.value)
        draft.note("rommel_wounded", turns=table.turns.value, rating=table.initiative.value)
    elif result == "removed":
        remove(draft, ROMMEL)
        draft.note("rommel_removed", at=board().name(at))
    elif result == "repelled" and _has_company(draft.state, at):
        lose_raider(draft, name, "caught by Rommel's escort")
    if name in draft.state.raiders and draft.state.raiders[name].spent >= allowance():
        lose_raider(draft, name, "without Capability Points left")


def _has_company(state: Campaign, at: int) -> bool:
    """[27.92] Whether a combat unit or headquarters is with him."""
    others = (name for name in state.at(at, "axis") if name != ROMMEL)
    return any(counters()[name].is_hq or is_combat(state, name) for name in others) or bool(state.parts.get(ROMMEL))


# Listing


def listed_strikes(state: Campaign, side: Side) -> Sequence[Action]:
    return [order for order in _strikes(state, side) if is_lawful_strike(state, side, order)]


def _strikes(state: Campaign, side: Side) -> Iterator[Strike]:
    for name in raiders_of(state, side):
        at = state.raiders[name].at
        for hex in (at, *neighbours()[at]):
            yield from (Strike(name, each) for each in state.supply_at(hex, enemy_of(side)))
            if hex == state.rommel:
                yield Strike(name, TARGET)


def is_lawful_strike(state: Campaign, side: Side, action: Strike) -> bool:
    return may(check_strike, state, side, action)


def listed_waylays(state: Campaign, side: Side) -> Sequence[Action]:
    return [
        order
        for name in raiders_of(state, side)
        for order in (Waylay(name, load) for load in LOADS)
        if is_lawful_waylay(state, side, order)
    ]


def is_lawful_waylay(state: Campaign, side: Side, action: Waylay) -> bool:
    return may(check_waylay, state, side, action)
