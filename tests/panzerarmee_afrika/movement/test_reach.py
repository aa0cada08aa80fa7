"""The flood by which moves are listed and the walk by which they are judged agree, and so do list and check."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision
from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, crowds
from sandtable.games.panzerarmee_afrika.movement.reach import points_left, reach, step, walk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, setup
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, Trek, movement_of, role_of, side_of
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves
from tests.panzerarmee_afrika.positions import asking, position, with_unit

FRONTIER = "it-19 1627, de-104 1822, de-8 1530, axis-lorry-1 1626, axis-depot-1 1530"
GARRISON = "au-18 1925, uk-7-a 1726, uk-22 1528, allied-lorry-1 1825, allied-depot-1 1527, allied-depot-2 1826"


def walked(state: PanzerarmeeAfrika, name: str) -> dict[str, int]:
    """Every hex to which some path can be walked, with the least it costs; found without a flood."""
    found: dict[int, int] = {}
    here = state.units[name].at
    waiting: list[tuple[Trek, tuple[int, ...]]] = [(state.trek(name), (here,))]
    seen: dict[tuple[int, int], int] = {}
    while waiting:
        trek, path = waiting.pop(0)
        for there in board().adjacent[path[-1]]:
            try:
                after = step(state, name, trek, path[-1], there)
                if seen.get((there, after.came), movement_of(name) + 1) <= after.spent:
                    continue
                walk(state, (name,), (*path, there))
            except Refusal:
                continue
            seen[there, after.came] = after.spent
            found[there] = min(found.get(there, after.spent), after.spent)
            waiting.append((after, (*path, there)))
    spent = state.trek(name).spent
    return {board().name(at): cost - spent for at, cost in found.items() if at != here}


def tired(state: PanzerarmeeAfrika, name: str, left: int) -> PanzerarmeeAfrika:
    trek = Trek(state.units[name].at, spent=movement_of(name) - left)
    return asking(replace(state, treks={name: trek}), state.stack[-1])


@pytest.mark.case("11.1", "11.1.4", "11.1.1", "11.1.2", "11.1.3")
@pytest.mark.parametrize(
    ("name", "at", "left"),
    [
        ("de-104", "1822", 14),
        ("de-104", "1724", 14),
        ("de-8", "1530", 14),
        ("de-8", "1725", 12),
        ("it-19", "1627", 14),
        ("axis-lorry-1", "1626", 30),
        ("uk-7-a", "1726", 14),
        ("uk-22", "1528", 14),
        ("uk-22", "1724", 14),
        ("au-18", "1925", 14),
        ("allied-lorry-1", "1825", 12),
        ("allied-lorry-1", "1724", 20),
    ],
)
def test_the_flood_reaches_what_can_be_walked_at_the_same_cost(name: str, at: str, left: int) -> None:
    moving = axis_moves if side_of(name) == "axis" else allies_move
    state = tired(with_unit(moving(FRONTIER, GARRISON), name, at=at), name, left)
    flood = reach(state, (name,))
    assert {board().name(end): flood.points(end) for end in flood} == walked(state, name)
    for end in flood:
        path = flood.path(end)
        assert walk(state, (name,), path)[name].spent - state.trek(name).spent == flood.points(end)
        assert all(there in board().adjacent[here] for here, there in pairwise(path))


def set_up() -> PanzerarmeeAfrika:
    """April 1941, the bases filled hex by hex."""
    bases = {"0702": iter(["0702", "0703", "0602", "0701", "0601"] * 3), "1351": iter(["1351", "1350", "1451"])}
    places: dict[Side, list[str]] = {"allied": [], "axis": []}
    for name, at in setup().items():
        spread = next(bases[at]) if at in bases and role_of(name) == "unit" else at
        places[side_of(name)].append(f"{name} {spread}")
    return position(", ".join(places["axis"]), ", ".join(places["allied"]))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", SIDES)
def test_a_phase_of_listed_actions_ends_within_the_limits(side: Side, seed: int) -> None:
    """Whatever is picked from the list is accepted; sooner or later nothing is left but to be done."""
    chance, dice = random.Random(seed), SecretDice(secret_of_seed(seed))
    state = asking(set_up(), Movement(side))
    for _ in range(300):
        top = state.stack[-1]
        if not isinstance(top, Decision):
            break
        who = top.asked(state)[0]
        offers = top.actions(state, who)
        for offer in chance.sample(list(offers), min(20, len(offers))):
            top.check(state, who, offer)
        busy = [offer for offer in offers if str(offer) != "done"]
        state, _ = frames.play(state, who, chance.choice(busy or list(offers)), dice)
    assert not isinstance(state.stack[-1], Decision) and not crowds(state, side)
    assert all(points_left(state, name) >= 0 for name in state.layout.names(side))


@pytest.mark.case("11.1.2", "11.1.3")
def test_who_has_no_movement_left_is_told_so() -> None:
    state = position("de-8 1408")
    here = board().hex("1408")
    with pytest.raises(Refusal, match="it has 0 left"):
        step(state, "de-8", Trek(here, spent=movement_of("de-8")), here, board().adjacent[here][0])
