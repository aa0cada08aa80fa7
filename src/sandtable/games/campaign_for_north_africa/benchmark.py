"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.dice import SecretDice
from sandtable.core.frames import Draft
from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import fresh_unit
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit, Unit
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.reach import reach
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, in_land_game
from sandtable.games.campaign_for_north_africa.pieces.units import is_immobile
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.state import DUE, SIDES, Campaign
from sandtable.games.campaign_for_north_africa.turn import GameTurn
from sandtable.games.campaign_for_north_africa.verbs import add_supply, join, place

FULL_TURN = 80  # [4.43] by then 800 counters have arrived: the campaign at its full size
FRONTIER = "C3922"  # Halfaya Pass
NO_MANS_LAND = 2  # hexes on either side of it
ABREAST = 2  # formations beside one on the coast road
DUMPS = 12  # of each side, one behind so many formations


def bench_reach() -> int:
    """The reach of every counter on the map at the start, nothing remembered of the position; returns how many."""
    state = begin(Setup("grazianis-offensive"))
    done = 0
    for side in SIDES:
        for at in stands(state, side):
            for name in state.stacks[at]:
                if is_immobile(state, name):
                    continue
                reach(replace(state), (name,))
                done += 1
    return done


def muster() -> Campaign:
    """Both armies of a campaign at its full size, from the frontier to the rear, a formation in each hex."""
    empty = begin(Setup("race-for-tobruk"))
    draft: Draft[Campaign] = Draft(
        replace(
            empty,
            stack=(GameTurn(),),
            turn=FULL_TURN,
            stage=1,
            last_turn=FULL_TURN + 10,
            stacks={},
            parts={},
            wrecks={},
            supply={},
            motors={side: {} for side in SIDES},
            units={name: Unit(DUE, assigned=each.parent) for name, each in counters().items()},
        ),
        SecretDice(b""),
    )  # nothing is rolled
    for side in SIDES:
        hexes = list(_front(side))
        for number, formation in enumerate(_formations(side)):
            _stand(draft, formation, hexes[number])
        for at in hexes[::DUMPS][:DUMPS]:
            add_supply(draft, SupplyUnit(side, at, limits().ammunition, limits().fuel))
    return draft.state


def _front(side: Side) -> Iterator[int]:
    """Along the coast road and beside it, from the frontier to the rear."""
    middle, roads, distance = board().hex(FRONTIER), board().road_steps("road"), board().distance
    own = [hex for hex in roads if (_column(hex) > _column(middle)) == (side == "commonwealth")]
    seen: set[int] = set()
    for hex in sorted(own, key=lambda hex: (distance(hex, middle), hex)):
        if distance(hex, middle) <= NO_MANS_LAND:
            continue
        beside = [near for near in board().adjacent[hex] if near not in roads and near not in seen][:ABREAST]
        for each in (hex, *beside):
            if each in seen:
                continue
            seen.add(each)
            yield each


def _column(hex: int) -> tuple[str, str]:
    """How far to the east: the map section and the last two figures of its number."""
    name = board().name(hex)
    return name[0], name[-2:]


def _formations(side: Side) -> list[list[str]]:
    """Counters that have arrived, each that leads others followed by them."""
    below: dict[str, list[str]] = {}
    here = [
        name
        for name, each in counters().items()
        if each.side == side and in_land_game(name) and each.arrival and each.arrival[0] <= FULL_TURN
    ]
    for name in here:
        parent = counters()[name].parent
        below.setdefault(parent if parent in here else "", []).append(name)

    def with_parts(name: str) -> list[str]:
        return [name, *(each for part in below.get(name, ()) for each in with_parts(part))]

    return [with_parts(top) for top in below[""]]


def _stand(draft: Draft[Campaign], formation: list[str], at: int) -> None:
    for name in formation:
        draft.amend("units", name, fresh_unit(name, draft.state.units[name].at))
        place(draft, name, at)
    for name in formation[1:]:
        join(draft, name, counters()[name].parent)
