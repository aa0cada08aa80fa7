"""The Campaign for North Africa against its model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat.differential import reckon
from sandtable.games.campaign_for_north_africa.combat.retreat_routes import Terms, check_way, find_ways, missing
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import controlled_from, hinders
from sandtable.games.campaign_for_north_africa.logistics.supply_range import reachable
from sandtable.games.campaign_for_north_africa.map import board, crossing, neighbours, section
from sandtable.games.campaign_for_north_africa.movement.reach import reach
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, gait
from sandtable.games.campaign_for_north_africa.state import Campaign, side_of
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain
from tests.campaign_for_north_africa.assaults import committed, fight
from tests.campaign_for_north_africa.positions import position
from tests.models import campaign_for_north_africa as model
from tests.models.placing import FEW, MANY, Placed, crowds, without_meetings

NAMES = list(model.BATTALIONS)
SIDE: dict[str, str] = {name: side_of(name) for name in NAMES}
STORES = {"axis": [f"AX-S{n}" for n in (1, 2, 3)], "commonwealth": [f"CW-S{n}" for n in (1, 2, 3)]}
SIDE |= {name: side for side, names in STORES.items() for name in names}
ground = [at for at in range(len(board())) if neighbours()[at] and section(at) in ("A", "B", "C", "D", "E")]
cliffs = [at for at in ground if any("escarpment" in name for near in neighbours()[at] for name in crossing(at, near))]
marshes = [at for at in ground if board().terrain[at] == "salt_marsh"]
pieces = [*NAMES, *(name for names in STORES.values() for name in names)]
thick = crowds(board(), NAMES, most=len(NAMES), far=1, centres=ground)  # where friends and full hexes are in the way
crowded = st.one_of(
    thick,
    crowds(board(), pieces, most=14, far=4, centres=ground),
    crowds(board(), pieces, most=14, far=2, centres=cliffs),
    crowds(board(), pieces, most=14, far=2, centres=marshes),
)


def check(placed: Placed) -> None:
    placed = {name: at for name, at in without_meetings(placed, SIDE, limit=5).items() if neighbours()[at]}
    battalions = {name: at for name, at in placed.items() if name in model.BATTALIONS}
    supply = {name: (board().name(at), 40, 60) for name, at in placed.items() if name not in battalions}
    state = position(*(f"{name} {board().name(at)}" for name, at in battalions.items()), supply=supply)
    stacks: dict[int, list[str]] = {}
    for name, at in battalions.items():
        stacks.setdefault(at, []).append(name)
    zoned: dict[str, set[int]] = {"axis": set(), "commonwealth": set()}
    for at, names in stacks.items():
        lawful = model.controlled([model.BATTALIONS[name] for name in names], at)
        assert set(controlled_from(state, at)) == lawful, board().name(at)
        zoned[SIDE[names[0]]] |= lawful
    for name, at in battalions.items():
        unit, side = model.BATTALIONS[name], SIDE[name]
        assert (cpa(state, name), gait(state, name) == "foot") == (unit.allowance, unit.on_foot), name
        foe = "axis" if side == "commonwealth" else "commonwealth"
        friends = {there for other, there in battalions.items() if SIDE[other] == side}
        enemies = {there for other, there in battalions.items() if SIDE[other] == foe}
        near = model.supplied(at, unit, enemies | (zoned[foe] - friends))
        lawful_stores = {store for store in STORES[side] if store in placed and placed[store] in near}
        assert set(reachable(state, name)) == lawful_stores, name


def on_the_map(placed: Placed) -> tuple[Campaign, Placed, dict[int, list[str]]]:
    """A position of battalions alone, where each is, and who stands together."""
    kept = without_meetings(placed, SIDE, limit=5).items()
    battalions = {name: at for name, at in kept if name in model.BATTALIONS and neighbours()[at]}
    stacks: dict[int, list[str]] = {}
    for name, at in battalions.items():
        stacks.setdefault(at, []).append(name)
    return position(*(f"{name} {board().name(at)}" for name, at in battalions.items())), battalions, stacks


def enemy_of(side: str, stacks: Mapping[int, list[str]]) -> model.Enemy:
    """What this side has against it, and where it stands itself."""
    foes = {at: [model.BATTALIONS[name] for name in names] for at, names in stacks.items() if SIDE[names[0]] != side}
    return model.Enemy(
        frozenset(foes),
        frozenset(there for at, stack in foes.items() for there in model.controlled(stack, at)),
        frozenset(there for at, stack in foes.items() for there in model.feared(stack, at)),
        frozenset(stacks) - frozenset(foes),
    )


def check_moves(placed: Placed, movers: int = 99) -> None:
    state, battalions, stacks = on_the_map(placed)
    for name, at in list(battalions.items())[:movers]:
        enemy = enemy_of(SIDE[name], stacks)
        barred = enemy.bars(SIDE[name] == "commonwealth")
        lawful = model.reach(at, model.BATTALIONS[name], enemy, barred)
        assert set(reach(state, (name,))) - {at} == lawful, name


def check_retreats(placed: Placed, steps: list[int], units: int = 99) -> None:
    """Battalions on foot, for vehicles ask for fuel as well: one way that wanders, and the best there is."""
    state, battalions, stacks = on_the_map(placed)
    walkers = [name for name in battalions if model.BATTALIONS[name].on_foot]
    for name in walkers[:units]:
        at, side, unit = battalions[name], side_of(name), model.BATTALIONS[name]
        enemy = enemy_of(side, stacks)
        barred, foes = enemy.bars(side == "commonwealth"), tuple(sorted(enemy.hexes & {*neighbours()[at]}))
        full = {
            there
            for there in stacks
            if there != at and len(stacks[there]) >= (terrain(board().terrain[there]).stacking)
        }
        for hexes in (1, 2, 3):
            terms, retreat = Terms(side, at, hexes, foes), model.Retreat(at, hexes, foes)
            way = wandering(at, steps[: hexes + 2])
            lawful = model.is_lawful_retreat(way, retreat, unit, enemy, barred, full)
            assert is_allowed(state, terms, name, way) == lawful, (name, [board().name(hex) for hex in way])
            best = next(find_ways(state, terms, (name,), {}, hinders), None)
            least = model.least_left(retreat, unit, enemy, barred, full)
            assert (None if best is None else missing(terms, best[-1])) == least, (name, hexes)


def wandering(start: int, steps: list[int]) -> list[int]:
    """A way by the numbers of the neighbours that it goes to."""
    way = [start]
    for number in steps:
        near = neighbours()[way[-1]]
        way.append(near[number % len(near)])
    return way


def is_allowed(state: Campaign, terms: Terms, name: str, way: list[int]) -> bool:
    try:
        check_way(state, terms, (name,), [board().name(hex) for hex in way], {})
    except Refusal:
        return False
    return True


def check_route(hexes: list[int]) -> None:
    """Every step of a route that wanders."""
    state = position()
    for on_foot in (True, False):
        way = ground_of(state, ("foot" if on_foot else "motor",))
        for here, there in pairwise(hexes):
            assert way.cost(here, there) == model.step(on_foot, here, there), (board().name(here), board().name(there))


@st.composite
def routes(draw: st.DrawFn) -> list[int]:
    hexes = [draw(st.sampled_from(draw(st.sampled_from([ground, cliffs, marshes]))))]
    for _ in range(12):
        hexes.append(draw(st.sampled_from(neighbours()[hexes[-1]])))
    return hexes


OFFENCE = {"I/125": 2, "II/125": 2, "III/125": 2}  # seven points each
DEFENCE = {"2SctGds": 2, "1Buffs": 2, "1RNF": 6}


def check_differential(attack: tuple[int, ...], defence: tuple[int, ...]) -> None:
    """Infantry with so many points committed on each side, on open ground."""

    def orders(names: Iterable[str], points: tuple[int, ...]) -> str:
        found = [f"{name}:{count}" for name, count in zip(names, points, strict=True) if count]
        return f"C3818 close {', '.join(found)}" if found else "none"

    state = committed(
        "I/125, II/125, III/125 C3918",
        "2SctGds, 1Buffs, 1RNF C3818",
        attack=orders(OFFENCE, attack),
        defence=orders(DEFENCE, defence),
    )
    raw = [
        sum(rating * count for rating, count in zip(ratings.values(), points, strict=True))
        for ratings, points in ((OFFENCE, attack), (DEFENCE, defence))
    ]
    found = reckon(state, fight(state, "C3818"))
    assert [found.attack.raw, found.defence.raw] == raw
    assert found.basic == model.basic_differential(*raw)


attacks = st.tuples(*[st.integers(0, 7)] * 3).filter(any)
defences = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3))


@pytest.mark.case("11.32", "11.33", "15.26", "15.28")
@FEW
@given(attacks, defences)
def test_the_basic_differential_is_that_of_the_book(attack: tuple[int, ...], defence: tuple[int, ...]) -> None:
    check_differential(attack, defence)


@pytest.mark.long
@MANY
@given(attacks, defences)
def test_the_basic_differential_is_that_of_the_book_for_many_forces(
    attack: tuple[int, ...], defence: tuple[int, ...]
) -> None:
    check_differential(attack, defence)


@pytest.mark.case("8.31", "8.32", "8.33", "8.37", "8.42", "8.44", "8.46")
@FEW
@given(routes())
def test_a_route_costs_what_the_chart_says(hexes: list[int]) -> None:
    check_route(hexes)


@pytest.mark.case("10.11", "10.15", "10.21", "32.16")
@FEW
@given(crowded)
def test_zones_and_supply_range_are_those_of_the_book(placed: Placed) -> None:
    check(placed)


@pytest.mark.long
@MANY
@given(routes())
def test_a_route_costs_what_the_chart_says_on_many_ways(hexes: list[int]) -> None:
    check_route(hexes)


@pytest.mark.long
@MANY
@given(crowded)
def test_zones_and_supply_range_are_those_of_the_book_in_many_positions(placed: Placed) -> None:
    check(placed)


@pytest.mark.case("8.13", "8.14", "8.15", "8.19", "8.65", "10.23", "10.24", "10.25", "10.26")
@FEW
@given(crowded)
def test_battalions_go_where_the_book_lets_them(placed: Placed) -> None:
    check_moves(placed, movers=3)


@pytest.mark.long
@MANY
@given(crowded)
def test_battalions_go_where_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check_moves(placed)


wanderings = st.lists(st.integers(0, 5), min_size=5, max_size=5)


@pytest.mark.case("9.35", "15.82", "10.23")
@FEW
@given(crowded, wanderings)
def test_beaten_battalions_retreat_where_the_book_lets_them(placed: Placed, steps: list[int]) -> None:
    check_retreats(placed, steps, units=3)


@pytest.mark.long
@MANY
@given(crowded, wanderings)
def test_beaten_battalions_retreat_where_the_book_lets_them_in_many_positions(placed: Placed, steps: list[int]) -> None:
    check_retreats(placed, steps)
