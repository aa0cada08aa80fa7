"""[27.1, 27.2] Desert raiders are formed out of armoured cars, are lost, and come back."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.map import board, place_kind
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import raider_returns
from sandtable.games.campaign_for_north_africa.raiders.orders import Form
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_names, raider_table
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import change_supply, lose_points, remove

CARS = frozenset(("armoured_car", "armoured_recce"))  # [27.13]
WELLS = ("oasis", "bir")  # [27.35]
STAGES = 3  # [5.1] in a Game-Turn


# Forming [27.12, 27.13]


def stage_of_war(turn: int, stage: int) -> int:
    """Operations Stages counted from the first of the war."""
    return STAGES * (turn - 1) + stage


def free_counter(state: Campaign, side: Side) -> str:
    """[27.11, 27.16, 27.2] A raider that could be formed now; a refusal says why there is none."""
    waiting = [name for name in raider_names(side) if name not in state.raiders]
    if not waiting:
        case, most = ("27.11", "two desert raiders") if side == "commonwealth" else ("27.2", "one desert raider")
        raise Refusal(case, f"you may have only {most} in play")
    now = stage_of_war(state.turn, state.stage)
    ready = [name for name in waiting if name not in state.reforming or state.reforming[name] <= now]
    if not ready:
        raise Refusal("27.16", f"a desert raider that was lost is formed again {raider_returns(0)} Game-Turns later")
    return ready[0]


def check_form(state: Campaign, side: Side, action: Form) -> None:
    """[27.12, 27.13, 27.2] From one point of a trained unit of armoured cars, of the Axis a German one."""
    unit = state.units.get(action.name)
    if unit is None or counters()[action.name].side != side or unit.at < 0:
        raise Refusal("27.13", f"you have no unit {action.name} on the map")
    counter = counters()[action.name]
    if CARS.isdisjoint(counter.symbols):
        raise Refusal("27.13", f"{action.name} has no armoured cars, from which desert raiders are formed")
    if counter.nation == "italian":
        raise Refusal("27.2", f"{action.name} is Italian; the Axis raiders are German")
    if not unit.toe:
        raise Refusal("27.13", f"{action.name} has no point left")
    assert counter.morale is not None
    if unit.morale < counter.morale:
        raise Refusal("27.12", f"{action.name} has not reached its highest morale by training")
    free_counter(state, side)


def form(draft: Draft[Campaign], side: Side, action: Form) -> str:
    """[27.13, 27.15] It takes the place of the point, at no cost, with the Fuel that its unit had [27.35]."""
    unit = draft.state.units[action.name]
    name = free_counter(draft.state, side)
    lose_points(draft, action.name, next(iter(unit.toe)), 1)
    if not draft.state.units[action.name].toe:
        remove(draft, action.name)
    draft.amend("raiders", name, Raider(side, unit.at, fuelled=draft.state.turn - 1))
    draft.note("raider_formed", side=side, raider=name, at=board().name(unit.at))
    draw(draft, name)
    return name


def formations(state: Campaign, side: Side) -> Iterator[Form]:
    """Units that could give up a point, the strongest first."""
    try:
        free_counter(state, side)
    except Refusal:
        return
    able = [name for name in _cars(side) if state.units[name].at >= 0 and state.units[name].toe]
    for name in sorted(able, key=lambda name: (-sum(state.units[name].toe.values()), name)):
        yield Form(name)


def _cars(side: Side) -> list[str]:
    return [
        name
        for name, each in counters().items()
        if each.side == side and each.nation != "italian" and not CARS.isdisjoint(each.symbols)
    ]


# Lost [27.16, 27.35]


def lose_raider(draft: Draft[Campaign], name: str, why: str, **only: str) -> None:
    """[27.16] A new one may be formed four Game-Turns later, in the next Organization Phase."""
    raider = draft.state.raiders[name]
    back = stage_of_war(raider_returns(draft.state.turn), draft.state.stage) + 1
    draft.strike("raiders", name)
    if raider.passenger:  # [27.88]
        remove(draft, raider.passenger)
    draft.amend("reforming", name, back)
    draft.note("raider_lost", side=raider.side, raider=name, at=board().name(raider.at), why=why, **only)


def die_of_thirst(draft: Draft[Campaign]) -> None:
    """[27.35] Who has not drawn water by the end of a Game-Turn is lost; the enemy hears nothing of it."""
    if draft.state.stage < STAGES:
        return
    for name, raider in tuple(draft.state.raiders.items()):
        draw(draft, name)
        if draft.state.raiders[name].watered < draft.state.turn:
            lose_raider(draft, name, "without water", only=raider.side)


# Supplies [27.35, 27.38]


def draw(draft: Draft[Campaign], name: str) -> None:
    """[27.35] Once in a Game-Turn, where they pass: Water at a dump, an oasis or a bir, Ammo and Fuel at a dump."""
    raider, table, turn = draft.state.raiders[name], raider_table(), draft.state.turn
    dumps = [each for each in draft.state.supply_at(raider.at, raider.side) if not draft.state.supply[each].dummy]
    if dumps or place_kind(raider.at) in WELLS:
        raider = replace(raider, watered=turn)
    ammo, fuel = table.ammo.value, table.fuel.value
    full = [each for each in dumps if draft.state.supply[each].ammo >= ammo and draft.state.supply[each].fuel >= fuel]
    if raider.fuelled < turn and full:
        raider = replace(raider, fuelled=turn)
        dump = draft.state.supply[full[0]]
        change_supply(draft, full[0], ammo=dump.ammo - ammo, fuel=dump.fuel - fuel)
    if raider != draft.state.raiders[name]:
        draft.amend("raiders", name, raider)
        where = board().name(raider.at)
        draft.note("raider_supplied", only=raider.side, raider=name, at=where, fuel=raider.fuelled == turn)


# The Operations Stage


def begin_raiders_part(draft: Draft[Campaign], side: Side) -> None:
    """[8.23, 27.35] Who had halted may move again, and who stands at a well or dump draws from it."""
    for name, raider in tuple(draft.state.raiders.items()):
        if raider.halted:
            draft.amend("raiders", name, replace(raider, halted=False))
        if raider.side == side:
            draw(draft, name)


def end_raiders_stage(draft: Draft[Campaign]) -> None:
    """[27.14, 27.44, 27.91] What was done in an Operations Stage is over with it."""
    die_of_thirst(draft)
    for name, raider in tuple(draft.state.raiders.items()):
        rested = replace(raider, spent=0, ridden=0, halted=False, raided=())
        if rested != raider:
            draft.amend("raiders", name, rested)
    if draft.state.seekers:
        draft.change(seekers=())
