"""[32.37] Supply Units carried by air, one a Game-Turn for each side."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room
from sandtable.games.campaign_for_north_africa.logistics.orders import Airlift
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board, place_kind
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts
from sandtable.games.campaign_for_north_africa.pieces.units import may_fight
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply
from sandtable.games.campaign_for_north_africa.weather.weather import weather_at

FLOWN = "air"  # it does not move again in the Operations Stage
AIRFIELDS = ("city", "village")
HEADQUARTERS = ("division", "brigade")


def check_airlift(state: Campaign, side: str, action: Airlift) -> None:
    """[32.37]"""
    unit = state.supply.get(action.name)
    if unit is None or unit.side != side:
        raise Refusal("32.37", "only your own Supply Units may be carried by air")
    if state.lifted.get(side) == state.turn:
        raise Refusal("32.37", "only one Supply Unit may be carried by air in a Game-Turn")
    goal = board().named_location(action.to, "32.37")
    _check_origin(state, side, action.name)
    _check_goal(state, side, goal)
    if goal == unit.at:
        raise Refusal("32.37", f"{action.name} is already there")
    check_room(state, side, goal, 1)


def _check_origin(state: Campaign, side: str, name: str) -> None:
    unit = state.supply[name]
    if unit.journey is not None:
        raise Refusal("8.84", f"{name} is in transit")
    _check_sky(state, unit.at)
    if not has_airfield(unit.at):
        raise Refusal("32.37", f"aircraft cannot take off from {board().name(unit.at)}")
    if is_threatened(state, side, unit.at):
        raise Refusal(
            "32.37", f"enemies are within {plural(limits().air_enemy_distance, 'hex')} of {board().name(unit.at)}"
        )
    if not _fuel(state, side, name):
        raise Refusal("32.37", f"it takes {plural(limits().air_fuel, 'Fuel Point')} where it takes off")


def _check_goal(state: Campaign, side: str, goal: int) -> None:
    where = board().name(goal)
    if goal in REGION and side == "commonwealth":
        raise Refusal("8.82", f"Commonwealth supplies may not go to {where}")
    _check_sky(state, goal)
    if not has_airfield(goal):
        raise Refusal("32.37", f"aircraft cannot land at {where}")
    if not any(_is_headquarters(name) for name in state.at(goal, side)):
        raise Refusal("32.37", f"no headquarters of a division or brigade is at {where}")
    front = frontier(state, side)
    if front is None or _ahead(side, goal) > front:
        raise Refusal("32.37", f"{where} lies beyond the foremost division")


def _check_sky(state: Campaign, at: int) -> None:
    """[29.43, 29.52] No aircraft flies into or out of a storm."""
    found = weather_at(state, at)
    if found == "sandstorm":
        raise Refusal("29.43", f"there is a sandstorm over {board().name(at)}")
    if found == "rainstorm":
        raise Refusal("29.52", f"there is a rainstorm over {board().name(at)}")


def has_airfield(at: int) -> bool:
    """[32.37] Major cities, villages and the boxes."""
    return at in REGION or place_kind(at) in AIRFIELDS


def is_threatened(state: Campaign, side: str, at: int) -> bool:
    """[32.37] Whether enemy combat units are too near; a headquarters may be one for all that can be seen."""
    if at < 0:
        return False
    distance = board().distance
    return any(
        distance(at, hex) <= limits().air_enemy_distance and any(may_fight(name) for name in state.stacks[hex])
        for hex in stands(state, enemy_of(side))
    )


def frontier(state: Campaign, side: str) -> float | None:
    """[32.37] How far forward the foremost division is, shells included; None where there is none."""
    key = "frontier", side
    if key not in state.derived:
        places = (
            hex
            for hex in (*stands(state, side), *REGION)
            if any(_is_division(state, name) for name in state.at(hex, side))
        )
        state.derived[key] = max((_ahead(side, hex) for hex in places), default=None)
    found: float | None = state.derived[key]
    return found


def _ahead(side: str, at: int) -> float:
    """East for the Axis, west for the Commonwealth; the boxes are west of the map."""
    x = board().centre[at][0] if at >= 0 else -1e9
    return x if side == "axis" else -x


def _is_division(state: Campaign, name: str) -> bool:
    return facts(name).counter.level == "division" and facts(name).counter.is_hq and bool(state.parts.get(name))


def _is_headquarters(name: str) -> bool:
    own = facts(name).counter
    return own.is_hq and own.level in HEADQUARTERS and not own.is_battle_group


def _fuel(state: Campaign, side: str, name: str) -> str:
    """The Supply Unit in the place of origin that pays: another one if it can, else the one that flies."""
    here = state.supply_at(state.supply[name].at, side)
    return next(
        (each for each in sorted(here, key=lambda each: each == name) if state.supply[each].fuel >= limits().air_fuel),
        "",
    )


def airlift(draft: Draft[Campaign], side: str, action: Airlift) -> None:
    """[32.37] It is simply put down elsewhere; what carried it stays behind."""
    state = draft.state
    unit, goal = state.supply[action.name], board().location(action.to)
    payer = _fuel(state, side, action.name)
    draft.note(
        "drawn",
        only=side,
        side=side,
        supply=payer,
        at=board().name(unit.at),
        store="fuel",
        points=limits().air_fuel,
        units={action.name: limits().air_fuel},
        why="to fly it",
    )
    change_supply(draft, payer, fuel=state.supply[payer].fuel - limits().air_fuel)
    draft.amend("lifted", side, state.turn)
    draft.note("flown", side=side, supply=action.name, path=[board().name(unit.at), action.to])
    if action.name not in draft.state.supply:
        return  # it has burnt all it held
    if unit.motors:
        add_motors(draft, unit.side, unit.at, unit.motors)
    change_supply(draft, action.name, at=goal, motors=0, moved=FLOWN)


def airlifts(state: Campaign, side: str) -> Iterator[Airlift]:
    if state.lifted.get(side) == state.turn:
        return
    goals = [hex for hex in (*stands(state, side), *REGION) if _may_land(state, side, hex)]
    if not goals:
        return
    for name, unit in state.supply.items():
        if unit.side != side or not has_airfield(unit.at):
            continue
        try:
            _check_origin(state, side, name)
        except Refusal:
            continue
        for goal in goals:
            action = Airlift(name, board().name(goal))
            try:
                check_airlift(state, side, action)
            except Refusal:
                continue
            yield action


def _may_land(state: Campaign, side: str, hex: int) -> bool:
    if not has_airfield(hex):
        return False
    return may(_check_goal, state, side, hex)
