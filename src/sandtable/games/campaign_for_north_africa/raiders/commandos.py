"""[27.7, 27.8] Layforce and the Special Air Service: where they wait, what they need ashore, how they get away."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Commando
from sandtable.games.campaign_for_north_africa.ground.contact import break_off
from sandtable.games.campaign_for_north_africa.ground.stacking import check_room, crowd
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.forming import STAGES, stage_of_war
from sandtable.games.campaign_for_north_africa.raiders.orders import Board, Conceal, Disclose
from sandtable.games.campaign_for_north_africa.raiders.prowling import own_raider, raiders_of
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.state import DUE, POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import mark, place

LAYFORCE, SAS = "Layforce", "SAS"
COMMANDOS = (LAYFORCE, SAS)
OWNER: Side = "commonwealth"


# In Alexandria [27.72, 27.73]


def muster_commandos(draft: Draft[Campaign]) -> None:
    """[27.72, 27.73] Since when Layforce stands in Alexandria, looked at when an Operations Stage begins."""
    known = draft.state.commandos.get(LAYFORCE, Commando())
    now = stage_of_war(draft.state.turn, draft.state.stage)
    since = (known.since or now) if is_in_alexandria(draft.state, LAYFORCE) else 0
    if since != known.since:
        draft.amend("commandos", LAYFORCE, replace(known, since=since))


def is_in_alexandria(state: Campaign, name: str) -> bool:
    return state.units[name].at in city("Alexandria")


def check_ready(state: Campaign, name: str) -> None:
    """[27.71, 27.72, 27.73, 27.75, 27.81] Whether a ship may take it along."""
    if name not in COMMANDOS:
        raise Refusal("27.71", f"{name} is not a commando unit")
    unit = state.units[name]
    if not is_in_alexandria(state, name):
        raise Refusal("27.72", f"{name} is not in Alexandria")
    if unit.attached:
        raise Refusal("27.72", f"{name} is attached to {unit.attached}")
    if unit.motors:
        raise Refusal("27.75" if name == LAYFORCE else "27.81", f"{name} lands without trucks, and has {unit.motors}")
    if name == LAYFORCE and not _has_waited(state):
        raise Refusal("27.73", "Layforce must spend a whole Game-Turn in Alexandria before it lands")


def _has_waited(state: Campaign) -> bool:
    """[27.73] From the first stage of an earlier Game-Turn to its last."""
    since = state.commandos.get(LAYFORCE, Commando()).since
    first_whole_turn = -(-(since - 1) // STAGES) + 1
    return bool(since) and first_whole_turn < state.turn


# Ashore [27.74, 27.84]


def is_self_supplied(state: Campaign, name: str) -> bool:
    """[27.74, 27.84] For three Operations Stages from the landing on they have all they need along."""
    if name not in state.commandos:
        return False
    landed = state.commandos[name].landed
    return (
        bool(landed) and stage_of_war(state.turn, state.stage) - landed < raider_table().commandos.self_supplied.value
    )


# Aboard again [27.77]


def check_board(state: Campaign, side: Side, action: Board) -> None:
    """[27.77] Layforce goes aboard the ship that put it ashore and still lies there."""
    if side != OWNER or action.name != LAYFORCE:
        raise Refusal("27.77", f"{action.name} may not re-embark: only Layforce may")
    unit, known = state.units[LAYFORCE], state.commandos.get(LAYFORCE, Commando())
    ship = state.ships.get(known.ship)
    if unit.at < 0 or ship is None or ship.at != unit.at:
        raise Refusal("27.77", "the ship that landed Layforce is not off its hex")
    if unit.attached:
        raise Refusal("27.77", f"Layforce is attached to {unit.attached}")


def may_board(state: Campaign, name: str) -> bool:
    return may(check_board, state, OWNER, Board(name))


def do_board(draft: Draft[Campaign], side: Side, action: Board) -> None:
    """[27.77] Freely, and the ship takes it back to Alexandria at once; the stage at sea counts all the same."""
    known = draft.state.commandos[LAYFORCE]
    ship, start = draft.state.ships[known.ship], draft.state.units[LAYFORCE].at
    break_off(draft, (LAYFORCE,))
    place(draft, LAYFORCE, city("Alexandria")[0])
    draft.amend("ships", known.ship, replace(ship, at=IN_PORT, owed=ship.owed + 1))
    draft.amend("commandos", LAYFORCE, replace(known, ship=""))
    draft.note("reembarked", side=side, unit=LAYFORCE, ship=known.ship, at=board().name(start))


def listed_boardings(state: Campaign, side: Side) -> Sequence[Action]:
    return [Board(LAYFORCE)] if side == OWNER and may_board(state, LAYFORCE) else []


# The SAS with a raiding group [27.88]


def check_conceal(state: Campaign, side: Side, action: Conceal) -> None:
    """[27.88] In the hex of the group, with no more spent than it has then."""
    raider = own_raider(state, side, action.to)
    if action.name != SAS:
        raise Refusal("27.88", "only the SAS may ride with a raiding group")
    unit = state.units[SAS]
    if unit.at != raider.at or unit.attached:
        raise Refusal("27.88", f"the SAS is not with {action.to}")
    if unit.motors:
        raise Refusal("27.88", "the SAS leaves its trucks behind")
    if unit.spent > hidden_allowance():
        raise Refusal("27.88", f"the SAS has spent more than {plural(hidden_allowance() // POINT, 'Capability Point')}")


def hidden_allowance() -> int:
    """[27.88] Half points of the SAS with a raiding group."""
    return raider_table().commandos.with_raiders.value * POINT


def do_conceal(draft: Draft[Campaign], side: Side, action: Conceal) -> None:
    """[27.88] Out of sight, and on as the raiders go."""
    spent, raider = draft.state.units[SAS].spent, draft.state.raiders[action.to]
    break_off(draft, (SAS,))
    place(draft, SAS, DUE)
    draft.amend("raiders", action.to, replace(raider, passenger=SAS, ridden=spent))
    draft.note("concealed", only=side, unit=SAS, raider=action.to, at=board().name(raider.at))


def check_disclose(state: Campaign, side: Side, action: Disclose) -> None:
    raider = own_raider(state, side, action.name)
    if not raider.passenger:
        raise Refusal("27.88", f"nobody is with {action.name}")
    if state.holder(raider.at) == enemy_of(side):
        raise Refusal("8.13", f"the enemy holds {board().name(raider.at)}")
    check_room(state, side, raider.at, (raider.passenger,))


def do_disclose(draft: Draft[Campaign], side: Side, action: Disclose) -> None:
    """[27.88] Back on the map, home or not."""
    raider = draft.state.raiders[action.name]
    draft.amend("raiders", action.name, replace(raider, passenger="", ridden=0))
    place(draft, raider.passenger, raider.at)
    mark(draft, raider.passenger, spent=raider.ridden)
    draft.note("disclosed", side=side, unit=raider.passenger, at=board().name(raider.at))


def listed_rides(state: Campaign, side: Side) -> Sequence[Action]:
    """To take the SAS along, or to set it down."""
    found: list[Action] = []
    for name in raiders_of(state, side):
        raider = state.raiders[name]
        if raider.passenger:
            crowded = state.holder(raider.at) == enemy_of(side) or crowd(state, side, raider.at, (raider.passenger,))
            found += [] if crowded else [Disclose(name)]
        elif may_ride(state, side, name):
            found.append(Conceal(SAS, name))
    return found


def may_ride(state: Campaign, side: Side, raider: str) -> bool:
    return may(check_conceal, state, side, Conceal(SAS, raider))
