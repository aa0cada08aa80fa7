"""Arithmetic on axial hex coordinates: a hex is a pair (q, r).

The third cube coordinate is s = -q - r. The six directions run clockwise. On a pointy-top map they read
E, SE, SW, W, NW, NE; on a flat-top map the same pairs read SE, S, SW, NW, N, NE.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from typing import TypeAlias

Axial: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_HALF_HEIGHT = math.sqrt(3) / 2  # distance between rows of hexes whose centres are one unit apart


def step(hex: Axial, direction: int) -> Axial:
    q, r = DIRECTIONS[direction]
    return hex[0] + q, hex[1] + r


def neighbours(hex: Axial) -> tuple[Axial, ...]:
    """The six surrounding hexes in the order of DIRECTIONS."""
    return tuple((hex[0] + q, hex[1] + r) for q, r in DIRECTIONS)


def distance(a: Axial, b: Axial) -> int:
    """Hexes from a to b, counting b and not a."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def line(a: Axial, b: Axial) -> tuple[Axial, ...]:
    """The hexes of the straight line from a to b, both included.

    A line that runs along a hexside takes the same side in both directions: the nudge off the hexside depends only on
    the grid, not on where the line starts.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    (q0, r0), (q1, r1) = a, b
    return tuple(
        _rounded(q0 + (q1 - q0) * i / steps + 1e-6, r0 + (r1 - r0) * i / steps + 2e-6) for i in range(steps + 1)
    )


def _rounded(q: float, r: float) -> Axial:
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """The hexes exactly `radius` away, clockwise; the centre itself for radius 0."""
    if radius < 0:
        raise ValueError(f"a ring needs a radius of 0 or more, not {radius}")
    if radius == 0:
        return (centre,)
    return tuple(_walk_ring(centre, radius))


def _walk_ring(centre: Axial, radius: int) -> Iterator[Axial]:
    q, r = DIRECTIONS[4]
    hex = (centre[0] + q * radius, centre[1] + r * radius)
    for direction in range(6):
        for _ in range(radius):
            yield hex
            hex = step(hex, direction)


class Layout(enum.Enum):
    """How hexes stand on the sheet. One unit is the width of a hex across its flats, x grows east and y south."""

    POINTY = "pointy"
    FLAT = "flat"

    def centre(self, hex: Axial) -> Point:
        q, r = hex
        if self is Layout.POINTY:
            return q + r / 2, r * _HALF_HEIGHT
        return q * _HALF_HEIGHT, r + q / 2

    def corners(self, hex: Axial) -> tuple[Point, ...]:
        """Six corners, clockwise; the hexside in direction i joins corner i and corner i + 1 (modulo 6)."""
        x, y = self.centre(hex)
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS[self])


def _corner_offsets(first_degrees: int) -> tuple[Point, ...]:
    radius = 1 / math.sqrt(3)
    angles = (math.radians(first_degrees + 60 * i) for i in range(6))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


_CORNERS: dict[Layout, tuple[Point, ...]] = {Layout.POINTY: _corner_offsets(-30), Layout.FLAT: _corner_offsets(0)}
