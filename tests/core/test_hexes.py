"""Axial arithmetic and layouts."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import hexes
from sandtable.core.hexes import DIRECTIONS, Axial, Layout

coordinates = st.tuples(st.integers(-80, 80), st.integers(-80, 80))


def test_six_different_directions_that_cancel_out() -> None:
    assert len(set(DIRECTIONS)) == 6
    for i, (q, r) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(i + 3) % 6] == (-q, -r)


@given(coordinates)
def test_neighbours_are_exactly_the_hexes_at_distance_one(hex: Axial) -> None:
    around = [(hex[0] + q, hex[1] + r) for q in range(-2, 3) for r in range(-2, 3)]
    assert {near for near in around if hexes.distance(hex, near) == 1} == set(hexes.neighbours(hex))
    assert hexes.neighbours(hex) == tuple(hexes.step(hex, direction) for direction in range(6))


@given(coordinates, coordinates, coordinates)
def test_distance_is_a_metric(a: Axial, b: Axial, c: Axial) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


def test_distance_across_the_grain_is_longer_than_along_it() -> None:
    assert hexes.distance((0, 0), (3, -3)) == 3
    assert hexes.distance((0, 0), (3, 3)) == 6
    assert hexes.distance((0, 0), (-2, 5)) == 5


@given(coordinates, coordinates)
def test_a_line_is_a_shortest_chain_and_the_same_hexes_from_both_ends(a: Axial, b: Axial) -> None:
    line = hexes.line(a, b)
    assert line[0] == a and line[-1] == b
    assert len(line) == hexes.distance(a, b) + 1
    assert all(hexes.distance(near, far) == 1 for near, far in pairwise(line))
    assert set(line) == set(hexes.line(b, a))


def test_a_straight_line_follows_its_direction() -> None:
    assert hexes.line((0, 0), (0, 3)) == ((0, 0), (0, 1), (0, 2), (0, 3))


@given(coordinates, st.integers(1, 8))
def test_a_ring_holds_every_hex_at_its_radius_once_in_a_closed_walk(centre: Axial, radius: int) -> None:
    ring = hexes.ring(centre, radius)
    assert len(ring) == len(set(ring)) == 6 * radius
    assert all(hexes.distance(centre, hex) == radius for hex in ring)
    assert all(hexes.distance(ring[i - 1], ring[i]) == 1 for i in range(len(ring)))


def test_rings_at_the_limits() -> None:
    assert hexes.ring((2, 3), 0) == ((2, 3),)
    with pytest.raises(ValueError, match="radius of 0 or more"):
        hexes.ring((0, 0), -1)


def test_pointy_rows_run_east_and_flat_columns_run_south() -> None:
    assert Layout.POINTY.centre((4, 0)) == (4, 0)
    assert Layout.POINTY.centre((0, 2)) == pytest.approx((1, math.sqrt(3)))
    assert Layout.FLAT.centre((0, 4)) == (0, 4)
    assert Layout.FLAT.centre((2, 0)) == pytest.approx((math.sqrt(3), 1))


@pytest.mark.parametrize("layout", list(Layout))
def test_adjacent_centres_are_one_unit_apart(layout: Layout) -> None:
    for near in hexes.neighbours((3, -2)):
        assert math.dist(layout.centre((3, -2)), layout.centre(near)) == pytest.approx(1)


@pytest.mark.parametrize("layout", list(Layout))
def test_the_hexside_of_each_direction_lies_between_its_two_corners_and_is_shared(layout: Layout) -> None:
    hex = (3, -2)
    corners = layout.corners(hex)
    for direction, near in enumerate(hexes.neighbours(hex)):
        side = corners[direction], corners[(direction + 1) % 6]
        (ax, ay), (bx, by) = layout.centre(hex), layout.centre(near)
        middle = (side[0][0] + side[1][0]) / 2, (side[0][1] + side[1][1]) / 2
        assert middle == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
        theirs = layout.corners(near)
        opposite = (direction + 3) % 6
        assert side[0] == pytest.approx(theirs[(opposite + 1) % 6])
        assert side[1] == pytest.approx(theirs[opposite])
