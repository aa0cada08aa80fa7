"""[27.3, 27.4] Desert raiders on the move, out of sight, and how they are spotted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.listing import evenly_spaced
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground, sky_of, why_closed
from sandtable.games.campaign_for_north_africa.ground.zones import (
    closed_to,
    controlled,
    expected,
    named_way,
    stands,
    within_two,
)
from sandtable.games.campaign_for_north_africa.map import beyond_marble_arch, board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.units import Gait
from sandtable.games.campaign_for_north_africa.raiders.forming import draw, lose_raider
from sandtable.games.campaign_for_north_africa.raiders.orders import Prowl
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

CARS: tuple[Gait, ...] = ("recce",)  # [27.32]
ENDS = 3  # hexes that a listing names for a raider


class Way(NamedTuple):
    """A way that was looked at, with its cost in half points."""

    path: tuple[int, ...]
    cost: int


# Who


def raiders_of(state: Campaign, side: str) -> list[str]:
    return [name for name, each in state.raiders.items() if each.side == side]


def raiders_at(state: Campaign, at: int, side: str) -> list[str]:
    return [name for name, each in state.raiders.items() if each.side == side and each.at == at]


def own_raider(state: Campaign, side: Side, name: str) -> Raider:
    raider = state.raiders.get(name)
    if raider is None or raider.side != side:
        raise Refusal("27.31", f"you have no desert raider {name} in play")
    return raider


def allowance() -> int:
    """[27.14] Half points of an Operations Stage."""
    return raider_table().allowance.value * POINT


def points_left(raider: Raider) -> int:
    """[27.37, 27.88] Half points, beyond which it never goes, nor who is with it."""
    left = allowance() - raider.spent
    if raider.passenger:
        left = min(left, raider_table().commandos.with_raiders.value * POINT - raider.ridden)
    return left


def has_fuel(state: Campaign, raider: Raider) -> bool:
    """[27.35] Fuel that was drawn in a Game-Turn lasts to the end of the next."""
    return raider.fuelled >= state.turn - 1


def check_mobile(state: Campaign, name: str, raider: Raider) -> None:
    if raider.halted:
        raise Refusal("8.23", f"{name} is far from the enemy and may not move again this phase")
    if not has_fuel(state, raider):
        raise Refusal("27.35", f"{name} has drawn no Fuel since Game-Turn {raider.fuelled} and waits for a dump")


# Where to [27.34, 27.42]


def ground_under(state: Campaign, side: str) -> Ground:
    """[27.32, 26.21] The map as raiders meet it: armoured cars, whom enemy mines cost their whole Allowance."""
    return ground_alone(state, side, CARS, raider_table().allowance.value)


def barred(state: Campaign, side: str) -> frozenset[int]:
    """[27.42, 27.57] Hexes with enemies; Replacement Points on their way are a convoy [20.46], which may be entered."""
    key = "barred to raiders", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        convoys = {at for at in stands(state, enemy_of(side)) if all(map(is_replacement, state.stacks[at]))}
        found = state.derived[key] = closed_to(state, side) - convoys
    return found


def reach(state: Campaign, raider: Raider, points: int) -> Reach:
    """[27.34] Zones do not stop them; they keep out of enemy hexes, and west of Marble Arch the Axis only goes."""
    return ground_under(state, raider.side).reach(raider.at, points, barred(state, raider.side))


def quiet_reach(state: Campaign, raider: Raider, points: int) -> Reach:
    """The same without hexes in which enemy zones must be expected."""
    shut = barred(state, raider.side) | expected(state, raider.side)[1]
    return ground_under(state, raider.side).reach(raider.at, points, shut)


def check_prowl(state: Campaign, side: Side, action: Prowl) -> Way:
    """[27.32, 27.37, 27.42]"""
    raider = own_raider(state, side, action.unit)
    check_mobile(state, action.unit, raider)
    return follow(state, raider, action.unit, action.path, points_left(raider))


def follow(state: Campaign, raider: Raider, name: str, way: Sequence[str], points: int) -> Way:
    """A way from where it is, that may leave out hexes; a refusal where it is barred or too long."""
    places = [_hex(each) for each in way]
    if len(places) < 2 or places[0] != raider.at:
        raise Refusal("27.32", f"the route of {name} must begin where it is, at {board().name(raider.at)}")
    path, cost = [raider.at], 0
    for there in places[1:]:
        leg = _leg(state, replace(raider, at=path[-1]), name, there, points - cost)
        path += leg.path[1:]
        cost += leg.cost
    if cost > points:
        raise Refusal(
            "27.37",
            f"that costs {plural(in_words(cost), 'Capability Point')}, and {name} has {in_words(points)} to spend",
        )
    return Way(tuple(path), cost)


def _hex(name: str) -> int:
    return board().named_hex(name, "27.32")


def _leg(state: Campaign, raider: Raider, name: str, there: int, points: int) -> Way:
    """To a neighbour, or by the cheapest way, clear of zones if there is such a one."""
    check_open(state, raider, there)
    if there in neighbours()[raider.at]:
        return Way((raider.at, there), step_cost(state, raider.side, raider.at, there))
    for reached in (quiet_reach, reach):
        found = reached(state, raider, max(0, points))
        if there in found:
            return Way(found.path(there), found.points(there))
    left = in_words(max(0, points))
    raise Refusal(
        "27.37", f"{name} cannot reach {board().name(there)} with the {plural(left, 'Capability Point')} it can spend"
    )


def step_cost(state: Campaign, side: str, here: int, there: int) -> int:
    cost = ground_under(state, side).cost(here, there)
    if cost is None:
        raise why_closed(CARS, here, there, sky_of(state))
    return cost


def check_open(state: Campaign, raider: Raider, hex: int) -> None:
    where = board().name(hex)
    if state.holder(hex) == enemy_of(raider.side) and hex in barred(state, raider.side):
        raise Refusal("27.42", f"the enemy is at {where}: a desert raider enters his hexes only to raid them")
    if raider.side == "commonwealth" and hex in beyond_marble_arch():
        raise Refusal("8.19", f"{where} is west of Marble Arch")


def do_prowl(draft: Draft[Campaign], side: Side, action: Prowl) -> None:
    go(draft, action.unit, check_prowl(draft.state, side, action).path)


def go(draft: Draft[Campaign], name: str, path: Sequence[int]) -> None:
    """[27.32] Hex by hex, unseen, until it is spotted or there."""
    side, walked = draft.state.raiders[name].side, [path[0]]
    for here, there in pairwise(path):
        walked.append(there)
        step(draft, name, there, step_cost(draft.state, side, here, there))
        if name not in draft.state.raiders:
            break
    draft.note("prowled", only=side, side=side, raider=name, path=[board().name(hex) for hex in walked])


def step(draft: Draft[Campaign], name: str, there: int, cost: int) -> None:
    """[27.32, 27.38, 27.41] Into a hex, without Fuel or wear; in an enemy zone it may be spotted."""
    raider = draft.state.raiders[name]
    ridden = raider.ridden + cost if raider.passenger else 0
    draft.amend("raiders", name, replace(raider, at=there, spent=raider.spent + cost, ridden=ridden, shown=False))
    draw(draft, name)
    if controlled(draft.state, there, enemy_of(raider.side)):
        challenge(draft, name)


def listed_prowls(state: Campaign, side: Side) -> Sequence[Action]:
    """Some hexes for each raider, after every event others."""
    found: list[Action] = []
    for name in raiders_of(state, side):
        raider = state.raiders[name]
        if raider.halted or not has_fuel(state, raider):
            continue
        ways = quiet_reach(state, raider, points_left(raider))
        goals = islice(evenly_spaced(ways.hexes, ENDS, state.count), ENDS)
        found += [Prowl(name, named_way(ways, raider.at, goal)) for goal in goals]
    return found


# Spotting [27.4]


def challenge(draft: Draft[Campaign], name: str) -> bool:
    """[27.43] Its owner announces it and rolls a die; on a six it is spotted, and so lost."""
    show(draft, name)
    where = board().name(draft.state.raiders[name].at)
    if draft.roll(f"spotting a desert raider at {where}") < raider_table().spotted_on.value:
        return False
    lose_raider(draft, name, "spotted")
    return True


def show(draft: Draft[Campaign], name: str) -> None:
    """[27.33, 27.43] Its counter is put on the map where it is, until it moves on."""
    raider = draft.state.raiders[name]
    if not raider.shown:
        draft.amend("raiders", name, replace(raider, shown=True))
        draft.note("raider_announced", side=raider.side, raider=name, at=board().name(raider.at))


# The end of a Movement Segment


def halt_raiders(draft: Draft[Campaign], side: Side) -> None:
    """[8.23, 27.32] As with units: who is more than two hexes from every enemy moves no more in this phase."""
    near = within_two(draft.state, side)
    for name in raiders_of(draft.state, side):
        raider = draft.state.raiders[name]
        if raider.at not in near:
            draft.amend("raiders", name, replace(raider, halted=True))
