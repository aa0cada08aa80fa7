"""[2.2.1, 5.2.1, 5.5, 5.7, 6.3.3] What a step costs, and that floods and walks agree."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.reach import reach, tactical_reach, walk, walk_tactically
from sandtable.games.north_africa_41.ground.routes import Gait, march_routes, step_cost, steps_from
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.tables import POINT
from sandtable.games.north_africa_41.state import DELTA, TRIPOLI, NorthAfrica
from tests.north_africa_41.positions import position


def cost(gait: Gait, here: str, there: str) -> float | None:
    found = step_cost(gait, board().location(here), board().location(there))
    return None if found is None else found / POINT


@pytest.mark.case("5.1", "2.2.1")
@pytest.mark.parametrize(
    ("here", "there", "mechanised", "foot"),
    [
        ("1604", "1505", 1, 1),  # clear
        ("1606", "1507", 2, 1),  # rough
        ("3114", "3214", 3, 2),  # jebel
        ("1919", "1818", 2, 2),  # trackless desert
    ],
)
def test_the_ground_sets_the_cost_off_the_road(here: str, there: str, mechanised: int, foot: int) -> None:
    assert cost("mechanised", here, there) == cost("vehicle", here, there) == mechanised
    assert cost("foot", here, there) == foot


@pytest.mark.case("5.2.1")
def test_along_a_road_its_rate_holds_whatever_the_ground() -> None:
    assert (cost("mechanised", "1604", "1605"), cost("foot", "1604", "1605")) == (0.25, 1)  # highway
    assert (cost("mechanised", "2011", "2112"), cost("foot", "2011", "2112")) == (0.5, 1)  # track
    assert (cost("vehicle", "3516", "3517"), cost("foot", "3517", "3516")) == (0.25, 1)  # highway in the jebel
    assert cost("mechanised", "1605", "1506") == 1  # a road in the hex one leaves is of no use across country


@pytest.mark.case("5.7")
def test_an_escarpment_costs_foot_units_a_point_and_stops_vehicles_both_ways() -> None:
    assert (cost("foot", "3113", "3013"), cost("foot", "3013", "3113")) == (2, 2)
    for gait in ("mechanised", "vehicle"):
        assert cost(gait, "3113", "3013") is None
        assert cost(gait, "3013", "3113") is None
    assert (cost("vehicle", "2746", "2745"), cost("foot", "2746", "2745")) == (0.25, 1)  # by the highway at Sollum


@pytest.mark.case("2.3.3", "9.6", "5.1")
def test_ridges_and_the_tobruk_perimeter_cost_what_the_chart_says() -> None:
    assert (cost("mechanised", "2413", "2514"), cost("mechanised", "2514", "2413")) == (2, 1)  # up, down
    assert (cost("foot", "2413", "2514"), cost("vehicle", "2413", "2414")) == (1, 2)
    assert (cost("vehicle", "2938", "3038"), cost("vehicle", "3038", "2938")) == (2, 1)  # in, out
    assert (cost("mechanised", "2938", "3038"), cost("foot", "2938", "3038")) == (1, 1)
    assert cost("vehicle", "2937", "3037") == 0.5  # by the track from El Adem


@pytest.mark.case("2.3.3")
def test_trucks_tanks_flak_and_reconnaissance_go_as_vehicles_and_other_motorised_units_do_not() -> None:
    assert {gait_of(name) for name in ("axis-truck-1", "ge-i-5", "ge-i-33flak", "ge-3rec")} == {"vehicle"}
    assert {gait_of(name) for name in ("ge-mg8", "ge-115", "ge-dak", "repl-german-tank-1")} == {"mechanised"}
    assert {gait_of(name) for name in ("it-27pav", "ge-oa300", "repl-italian-infantry-1")} == {"foot"}


@pytest.mark.case("6.3.3")
def test_a_box_costs_a_point_to_enter_and_the_first_hex_to_leave() -> None:
    assert cost("mechanised", "1701", "tripoli") == cost("foot", "1301", "tripoli") == 1
    assert cost("mechanised", "tripoli", "1701") == 0.25  # the Via Balbia
    assert cost("mechanised", "tripoli", "1601") == 1
    assert cost("vehicle", "delta", "2480") == 0.25
    assert cost("foot", "tripoli", "1701") is None
    assert TRIPOLI in steps_from(board().hex("1701"))
    assert DELTA not in steps_from(board().hex("2479"))


@pytest.mark.case("5.6")
def test_no_step_leads_off_the_map_elsewhere() -> None:
    assert set(steps_from(board().hex("1701"))) == {board().hex("1601"), TRIPOLI}
    assert set(steps_from(board().hex("2480"))) == {board().hex("2380"), board().hex("2479"), DELTA}
    edge = [at for at in range(len(board())) if board().playable[at] and -1 in board().neighbours[at]]
    south = [at for at in edge if board().name(at).startswith("05") and board().name(at) not in ("0501", "0580")]
    assert all(there >= 0 for at in south for there in steps_from(at))


@pytest.mark.case("5.5")
def test_no_edge_leads_into_a_third_desert_hex() -> None:
    routes = march_routes("foot")
    second = routes.node(board().hex("1464"), 2)
    assert routes.graph.on_foot[second] == ()
    first = routes.node(board().hex("1464"), 1)
    beyond = {routes.node(at, 2) for at in board().adjacent[board().hex("1464")]}
    assert {target for target, *_ in routes.graph.on_foot[first]} == beyond and len(beyond) == 6


AXIS = (
    "ge-i-5, ge-mg8, it-27pav, axis-truck-1, axis-truck-2^ 2513, ge-3rec, it-28pav~~ 2717, ge-115, it-39bol 2011,"
    " ge-dak, it-7ar 2414, it-40bol* 3013, ge-mg2~ 2814, it-8b tripoli, repl-german-tank-1 2114, it-61tren 2112"
)
ALLIED = (
    "br-3hus 2515, br-5rtr~~ 2616, br-kdg 2918, allied-truck-1 2415, br-1thr 3113, br-6rtr 2817, br-1rnf 2115,"
    " allied-truck-2^ 2012"
)
NAMES = [word.rstrip("~*^") for word in AXIS.replace(",", " ").split() if "-" in word]


def crowded(seed: int) -> NorthAfrica:
    """The same armies, with Delay, Strafing and LRDG markers and Fortifications here and there."""
    random = Random(seed)
    hexes = [at for at in range(len(board())) if board().playable[at]]
    near = [board().name(at) for at in hexes if board().distance(at, board().hex("2515")) < 7]
    random.shuffle(near)
    return position(
        AXIS,
        ALLIED,
        delays={"allied": near[:3]},
        strafing={"allied": near[3:5]},
        patrols={"allied": near[5:6]},
        forts={near[6]: "axis", near[7]: "allied", near[8]: "axis"},
        supply={"allied": {near[9]: 1}},
    )


@pytest.mark.case("5.1", "5.3", "7.2")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_flood_reaches_a_walk_along_its_way_reaches_too(seed: int) -> None:
    state = crowded(seed)
    reached = 0
    for name in NAMES:
        found = reach(state, (name,))
        for end in found.ends:
            assert walk(state, (name,), found.path(end)) == found.mode(end), (name, board().name(end))
            reached += 1
        for end in tactical_reach(state, (name,)).ends:
            walk_tactically(state, (name,), tactical_reach(state, (name,)).path(end))
    assert reached > 500


@pytest.mark.case("5.1", "5.3", "7.2")
@pytest.mark.parametrize("seed", range(4))
def test_wherever_a_walk_leads_the_flood_knows_it(seed: int) -> None:
    state, random = crowded(seed), Random(seed)
    walked = 0
    for name in NAMES:
        for _ in range(150):
            path = [state.units[name].at]
            for _ in range(random.randint(1, 9)):
                path.append(random.choice(steps_from(path[-1])))
            if path[-1] == path[0]:
                continue
            try:
                walk(state, (name,), path)
            except Refusal:
                continue
            walked += 1
            assert path[-1] in reach(state, (name,)), (name, [board().name(at) for at in path])
    assert walked > 100


@pytest.mark.case("5.4")
@pytest.mark.parametrize("seed", range(2))
def test_wherever_a_tactical_walk_leads_its_flood_knows_it(seed: int) -> None:
    state = crowded(seed)
    for name in NAMES:
        start = state.units[name].at
        found = tactical_reach(state, (name,))
        ways: list[tuple[int, ...]] = [(start, there) for there in steps_from(start)]
        ways += [(*way, there) for way in ways for there in steps_from(way[-1])]
        for way in ways:
            if way[-1] == start:
                continue
            try:
                walk_tactically(state, (name,), way)
            except Refusal:
                continue
            assert way[-1] in found, (name, [board().name(at) for at in way])
