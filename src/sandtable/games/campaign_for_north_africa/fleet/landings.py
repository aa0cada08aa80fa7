"""[27.72, 27.73, 27.83] Commando units that the fleet puts ashore."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Commando
from sandtable.games.campaign_for_north_africa.ground.stacking import check_room
from sandtable.games.campaign_for_north_africa.map import board, ports, terrain
from sandtable.games.campaign_for_north_africa.movement.entering import enter, pass_through
from sandtable.games.campaign_for_north_africa.raiders.commandos import COMMANDOS, OWNER, check_ready
from sandtable.games.campaign_for_north_africa.raiders.forming import stage_of_war
from sandtable.games.campaign_for_north_africa.raiders.orders import Disembark
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart
from sandtable.games.campaign_for_north_africa.verbs import place

NEAR = 3  # hexes from a coast to a dump or port of the enemy that make it worth a landing


def ready_commandos(state: Campaign) -> list[str]:
    """Who could go to sea in this Operations Stage."""
    return [name for name in COMMANDOS if name in state.units and may(check_ready, state, name)]


def landing_cost(at: int, sea_hexes: int) -> int:
    """[27.73, 27.83] Half points: five Capability Points for every fifty hexes of sea, and the terrain."""
    charge = cost_of("commando_landing_for_each_50_hexes").cost
    ground = chart(terrain(at)).cost("non_motorized") or 0
    return charge * ceil(sea_hexes / raider_table().commandos.landing_hexes.value) + ground


def check_disembark(state: Campaign, action: Disembark, sea_hexes: int) -> None:
    """[27.72, 27.73, 27.83] By a ship that has gone to its coastal hex in this Operations Stage."""
    ship = state.ships[action.to]
    if ship.at == IN_PORT:
        raise Refusal("27.77", f"{action.to} has not been assigned to a coastal hex")
    check_ready(state, action.name)
    if state.holder(ship.at) == enemy_of(OWNER):
        raise Refusal("8.13", f"the enemy holds {board().name(ship.at)}")
    check_room(state, OWNER, ship.at, (action.name,))
    check_spending(state, action.name, landing_cost(ship.at, sea_hexes))


def disembark(draft: Draft[Campaign], action: Disembark, sea_hexes: int) -> None:
    at = draft.state.ships[action.to].at
    known = draft.state.commandos.get(action.name, Commando())
    landed = stage_of_war(draft.state.turn, draft.state.stage)
    place(draft, action.name, at)
    spend(draft, (action.name,), landing_cost(at, sea_hexes))
    draft.amend("commandos", action.name, replace(known, since=0, landed=landed, ship=action.to))
    draft.note("put_ashore", side=OWNER, unit=action.name, ship=action.to, at=board().name(at))
    pass_through(draft, OWNER, (at,))
    enter(draft, OWNER, (action.name,), at)


def landing_places(state: Campaign, coast: Iterator[int]) -> list[int]:
    """Coastal hexes without enemies that are near a dump or a port of his."""
    foe = enemy_of(OWNER)
    prizes = {each.at for each in state.supply.values() if each.side == foe and each.at >= 0}
    prizes |= {at for at in ports() if state.control.get(board().name(at)) == foe}
    distance = board().distance
    return [at for at in coast if state.holder(at) != foe and any(distance(at, there) <= NEAR for there in prizes)]
