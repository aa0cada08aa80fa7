"""Fields against slow references that follow the definition and nothing else."""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.fields import Going, Graph, Marked, reach, rings, spread, trace, zones


@st.composite
def adjacency(draw: st.DrawFn) -> list[list[int]]:
    """A map without coordinates: some hexes and who borders whom."""
    count = draw(st.integers(1, 9))
    pairs = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=20))
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return [sorted(each) for each in near]


def flags(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from([0, 0, 1]), min_size=count, max_size=count)


# Reach


@st.composite
def journeys(draw: st.DrawFn) -> tuple[Graph, int, Going]:
    """A graph with up to two nodes a hex, and everything that `reach` asks for."""
    count = draw(st.integers(1, 6))
    hexes = tuple(draw(st.lists(st.integers(0, count - 1), min_size=count, max_size=2 * count)))
    nodes = st.integers(0, len(hexes) - 1)
    price = st.tuples(st.integers(0, 3), st.integers(0, 1))
    drawn = draw(st.dictionaries(st.tuples(nodes, nodes), price, max_size=30))
    edges: list[list[tuple[int, int, int, int]]] = [[] for _ in hexes]
    for (a, b), (cost, along) in drawn.items():
        if hexes[a] != hexes[b]:
            edges[a].append((b, hexes[b], cost, along))
    start = draw(nodes)
    halting = draw(flags(count))
    barred = draw(st.sets(st.integers(0, count - 1), max_size=2))
    if barred:
        halting[hexes[start]] = 1  # what bars the first step holds the hex it starts in, too
    going = Going(
        points=draw(st.integers(0, 6)),
        road=draw(st.integers(0, 3)),
        closed=draw(st.frozensets(st.integers(0, count - 1), max_size=3)),
        halting=halting,
        first_barred=frozenset(barred),
        no_stop=frozenset(draw(st.sets(st.integers(0, count - 1), max_size=2))),
        entering=draw(st.dictionaries(st.integers(0, count - 1), st.integers(1, 2), max_size=2)),
        leaving=draw(st.dictionaries(st.integers(0, count - 1), st.integers(1, 2), max_size=2)),
    )
    return Graph(hexes, tuple(tuple(each) for each in edges)), start, going


def toll(going: Going, here: int, there: int) -> int:
    return going.leaving.get(here, 0) + going.entering.get(there, 0)


def price(points: int, road: int, cost: int, along: int) -> tuple[int, int]:
    """Points and road allowance left after one step."""
    if along and road:
        return points - cost, road - 1
    return points - cost - along, road


def slow_reach(graph: Graph, start: int, going: Going) -> dict[int, tuple[int, int]]:
    """Hex -> (points spent, road left) of the best arrival, by walking every way there is."""
    arrivals: dict[int, tuple[int, int]] = {}
    points, road = going.points, going.road
    seen = {(start, points, road)}
    waiting = [(start, points, road, True)]
    while waiting:
        node, left, allowance, first = waiting.pop()
        here = graph.hexes[node]
        if not first and going.halting[here]:
            continue
        for target, cost, length in graph.with_road[node]:
            there, along = graph.hexes[target], length - cost
            if there in going.closed or (first and there in going.first_barred):
                continue
            after, spared = price(left, allowance, cost + toll(going, here, there), along)
            if after < 0:
                continue
            value = points - after, -spared
            arrivals[there] = min(arrivals.get(there, value), value)
            if (target, after, spared) not in seen:
                seen.add((target, after, spared))
                waiting.append((target, after, spared, False))
    unwanted = {graph.hexes[start], *going.no_stop}
    return {there: (spent, -spared) for there, (spent, spared) in arrivals.items() if there not in unwanted}


@settings(max_examples=400)
@given(journeys())
def test_reach_finds_what_walking_every_way_finds(journey: tuple[Graph, int, Going]) -> None:
    found = reach(*journey)
    assert {there: (found.points(there), found.road_left(there)) for there in found} == slow_reach(*journey)
    assert len(found) == len(list(found.hexes))
    assert all(there in found for there in found.hexes)


def test_equal_edges_are_one_object_and_graphs_share_their_nodes() -> None:
    """A map has tens of thousands of edges for each kind of mover."""
    edges = (((2, 2, 7, 0), (1, 1, 7, 1)), ((2, 2, 7, 0),), ((1, 1, 7, 1),))
    graph = Graph((0, 1, 2), edges)
    assert graph.with_road[0][0] is graph.with_road[1][0] and graph.on_foot[0][1] is graph.on_foot[2][0]
    assert Graph((0, 1, 2), ((), (), ())).nodes is graph.nodes


@given(journeys())
def test_every_path_is_a_way_there_at_the_price_told(journey: tuple[Graph, int, Going]) -> None:
    graph, start, going = journey
    found = reach(*journey)
    for there in found:
        nodes, hexes = found.nodes(there), found.path(there)
        assert nodes[0] == start and nodes[-1] == found.node(there)
        assert hexes == tuple(graph.hexes[node] for node in nodes) and hexes[-1] == there
        points, road = going.points, going.road
        for step, (a, b) in enumerate(pairwise(nodes)):
            cost, length = next((cost, length) for target, cost, length in graph.with_road[a] if target == b)
            points, road = price(points, road, cost + toll(going, graph.hexes[a], graph.hexes[b]), length - cost)
            assert graph.hexes[b] not in going.closed
            assert step > 0 or graph.hexes[b] not in going.first_barred
            assert step == 0 or not going.halting[graph.hexes[a]]
        assert (going.points - points, road) == (found.points(there), found.road_left(there))
        assert points >= 0 and road >= 0


@given(journeys())
def test_a_packed_reach_says_the_same(journey: tuple[Graph, int, Going]) -> None:
    found = reach(*journey)
    packed = found.packed()
    assert tuple(packed) == tuple(found)
    for there in found:
        assert (packed.points(there), packed.road_left(there)) == (found.points(there), found.road_left(there))
        assert (packed.path(there), packed.node(there)) == (found.path(there), found.node(there))


def line_graph(costs: list[tuple[int, int]]) -> Graph:
    """Hexes in a row; `costs[i]` is the price of the step from i to i + 1, and back."""
    edges: list[tuple[tuple[int, int, int, int], ...]] = []
    for i in range(len(costs) + 1):
        back = [(i - 1, i - 1, *costs[i - 1])] if i else []
        forth = [(i + 1, i + 1, *costs[i])] if i < len(costs) else []
        edges.append((*back, *forth))
    return Graph(tuple(range(len(costs) + 1)), tuple(edges))


def test_road_allowance_is_spent_before_points() -> None:
    found = reach(line_graph([(0, 1)] * 5), 0, Going(2, 2, (), [0] * 6))
    assert {there: (found.points(there), found.road_left(there)) for there in found} == {
        1: (0, 1), 2: (0, 0), 3: (1, 0), 4: (2, 0)
    }  # fmt: skip


def test_of_equally_cheap_ways_the_one_that_spares_the_road_is_taken() -> None:
    # From 0 to 3 by 1 (one point, then along the road) or by 2 (one point, then for nothing).
    edges = (((1, 1, 1, 0), (2, 2, 1, 0)), ((3, 3, 0, 1),), ((3, 3, 0, 0),), ())
    found = reach(Graph((0, 1, 2, 3), edges), 0, Going(2, 1, (), [0] * 4))
    assert (found.points(3), found.road_left(3), found.path(3)) == (1, 1, (0, 2, 3))


def test_halting_hex_is_entered_and_not_left_but_a_start_in_one_is() -> None:
    row = line_graph([(1, 0)] * 4)
    going = Going(4, 0, (), [0, 0, 1, 0, 0])
    assert set(reach(row, 0, going)) == {1, 2}
    assert set(reach(row, 2, going)) == {0, 1, 3, 4}


def test_barred_first_step_is_allowed_later_and_no_stop_hex_is_passed() -> None:
    ring = Graph((0, 1, 2), (((1, 1, 1, 0), (2, 2, 1, 0)), ((2, 2, 1, 0),), ()))
    found = reach(ring, 0, Going(2, 0, (), [0] * 3, first_barred={2}))
    assert found.points(2) == 2 and found.path(2) == (0, 1, 2)
    assert set(reach(line_graph([(1, 0)] * 2), 0, Going(2, 0, (), [0] * 3, no_stop={1}))) == {2}


# Zones, lines, spreads


@given(adjacency(), st.data())
def test_zone_counts_the_occupied_neighbours(near: list[list[int]], data: st.DataObject) -> None:
    hexes = st.sets(st.integers(0, len(near) - 1))
    occupied, immune = data.draw(hexes), data.draw(hexes)
    expected = [
        0 if there in immune else sum(there in near[at] for at in occupied - immune) for there in range(len(near))
    ]
    assert list(zones(near, occupied, immune)) == expected


def distances(near: list[list[int]], starts: set[int], closed: list[int], enter_closed: bool) -> dict[int, int]:
    """Lengths of lines by relaxing until nothing changes."""
    length = dict.fromkeys(starts, 0)
    changed = True
    while changed:
        changed = False
        for here in list(length):
            if closed[here] and not (here in starts and not enter_closed):
                continue
            for there in near[here]:
                if (not closed[there] or enter_closed) and length[here] + 1 < length.get(there, 99):
                    length[there] = length[here] + 1
                    changed = True
    return length


@given(adjacency(), st.data())
def test_trace_is_a_shortest_open_line_within_the_limit(near: list[list[int]], data: st.DataObject) -> None:
    hexes = st.integers(0, len(near) - 1)
    start, goals = data.draw(hexes), data.draw(st.sets(hexes, max_size=3))
    closed, limit = data.draw(flags(len(near))), data.draw(st.none() | st.integers(0, 5))
    reached = distances(near, {start}, closed, enter_closed=False)
    nearest = min((reached[goal] for goal in goals if goal in reached), default=None)
    line = trace(near, start, goals, closed, limit)
    if nearest is None or (limit is not None and nearest > limit):
        assert line is None
        return
    assert line is not None
    assert line[0] == start and line[-1] in goals and len(line) == nearest + 1
    assert all(b in near[a] and not closed[b] for a, b in pairwise(line))


@given(adjacency(), st.data())
def test_spread_reaches_closed_hexes_and_goes_no_further(near: list[list[int]], data: st.DataObject) -> None:
    starts = data.draw(st.sets(st.integers(0, len(near) - 1), max_size=3))
    closed, limit = data.draw(flags(len(near))), data.draw(st.none() | st.integers(0, 5))
    expected = distances(near, starts, closed, enter_closed=True)
    found = spread(near, starts, closed, limit)
    assert found == {there: length for there, length in expected.items() if limit is None or length <= limit}


@given(adjacency(), st.data())
def test_rings_are_what_spread_reaches_by_length(near: list[list[int]], data: st.DataObject) -> None:
    starts = data.draw(st.lists(st.integers(0, len(near) - 1), max_size=3))
    closed = data.draw(flags(len(near)))
    lengths = spread(near, starts, closed)
    found = list(rings(near, starts, closed))
    assert {there: length for length, ring in enumerate(found) for there in ring} == lengths
    assert sum(map(len, found)) == len(lengths)


def test_line_may_start_in_a_closed_hex_and_not_end_in_one() -> None:
    row = [[1], [0, 2], [1, 3], [2]]
    assert trace(row, 0, {3}, [1, 0, 0, 0]) == (0, 1, 2, 3)
    assert trace(row, 0, {3}, [0, 0, 0, 1]) is None
    assert trace(row, 0, {0}, [1, 0, 0, 0]) == (0,)
    assert trace(row, 0, {3}, [0, 0, 0, 0], limit=3) is not None
    assert trace(row, 0, {3}, [0, 0, 0, 0], limit=2) is None


@given(st.sets(st.integers(0, 99)), st.sets(st.integers(-3, 120)))
def test_marked_hexes_are_the_same_set_as_any(hexes: set[int], others: set[int]) -> None:
    marked: Set[int] = Marked(bytes(hexagon in hexes for hexagon in range(100)))
    assert set(marked) == hexes and len(marked) == len(hexes) and marked == hexes
    assert all((each in marked) == (each in hexes) for each in others)
    assert marked & others == others & marked == hexes & others and (others <= marked) == (others <= hexes)
