"""The way to one hex against the flood that finds all of them."""

from __future__ import annotations

from hypothesis import given
from msgspec.structs import replace

from sandtable.core.fields import Going, Graph, reach
from sandtable.core.ways import FAR, Distances, way
from tests.core.test_fields import journeys


def without_tolls(going: Going) -> Going:
    return replace(going, entering={}, leaving={})


@given(journeys())
def test_the_way_to_a_hex_is_the_path_that_the_flood_has_to_it(journey: tuple[Graph, int, Going]) -> None:
    graph, start, going = journey[0], journey[1], without_tolls(journey[2])
    found, distances = reach(graph, start, going), Distances(graph)
    for goal in range(max(graph.hexes) + 1):
        assert way(graph, distances, start, goal, going) == (found.path(goal) if goal in found else ())


@given(journeys())
def test_whatever_a_flood_reaches_is_among_the_ends_told_beforehand(journey: tuple[Graph, int, Going]) -> None:
    graph, going = journey[0], without_tolls(journey[2])
    start, distances = graph.hexes[journey[1]], Distances(graph)
    ends = distances.ends(start, going.points, going.road)
    assert len(ends) == len({*ends}) == distances.most_ends(start, going.points, going.road) and start not in ends
    assert {*reach(graph, journey[1], going)} <= {*ends}


def line(costs: list[tuple[int, int]]) -> Graph:
    """Hexes in a row, a step from each to the next."""
    edges = [[(here + 1, here + 1, cost, along)] for here, (cost, along) in enumerate(costs)]
    return Graph(range(len(costs) + 1), [*edges, []])


def test_distances_count_a_road_as_length_and_not_as_points() -> None:
    distances = Distances(line([(1, 0), (0, 1), (2, 0)]))
    by_points, by_length = distances.beyond(0)
    assert ([*by_points.up_to(9)], [*by_length.up_to(9)]) == ([0, 1, 1, 3], [0, 1, 2, 4])
    assert [*distances.before(3)[1].up_to(9)] == [4, 3, 2, 0]
    assert [by_length.within(most) for most in (-1, 0, 1, 3, 4, 99)] == [0, 1, 2, 3, 4, 4]


def test_where_no_step_leads_is_far() -> None:
    by_points, _ = Distances(line([(1, 0)])).beyond(1)
    assert (by_points.up_to(9)[0], by_points.within(99)) == (FAR, 1)


def test_ends_are_the_fewer_of_those_near_by_points_and_those_near_by_way() -> None:
    distances = Distances(line([(0, 1), (0, 1), (0, 1), (2, 0)]))
    assert [*distances.ends(0, points=1, road=2)] == [1, 2, 3]
    assert [*distances.ends(0, points=0, road=9)] == [1, 2, 3]
    assert [*distances.ends(0, points=-1, road=9)] == []
    assert [distances.most_ends(0, points, road=2) for points in (1, 0, -1)] == [3, 2, 0]
