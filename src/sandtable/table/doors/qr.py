"""QR codes for links: written out here, because a table at home needs no package for a hundred lines.

Bytes, error correction M (a seventh of the code may be lost), versions 1 to 10: up to 213 characters, which is more
than any link of a table has. The tests compare every code with another program's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

Matrix = list[list[bool]]

MARGIN = 4  # light modules around a code
M_LEVEL = 0b00


class Version(NamedTuple):
    """How a code of this size is divided: data bytes in each block, and correction bytes for each."""

    blocks: tuple[int, ...]
    correction: int
    centres: tuple[int, ...]  # of the small squares


VERSIONS = {
    1: Version((16,), 10, ()),
    2: Version((28,), 16, (6, 18)),
    3: Version((44,), 26, (6, 22)),
    4: Version((32,) * 2, 18, (6, 26)),
    5: Version((43,) * 2, 24, (6, 30)),
    6: Version((27,) * 4, 16, (6, 34)),
    7: Version((31,) * 4, 18, (6, 22, 38)),
    8: Version((38, 38, 39, 39), 22, (6, 24, 42)),
    9: Version((36, 36, 36, 37, 37), 22, (6, 26, 46)),
    10: Version((43, 43, 43, 43, 44), 26, (6, 28, 50)),
}
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


class TooLong(ValueError):
    """A text that no code of ours holds."""


# Bytes


def _multiplied(a: int, b: int) -> int:
    """In the field of 256 elements that the codes are made in."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _generator(degree: int) -> list[int]:
    polynomial, root = [1], 1
    for _ in range(degree):
        longer = [*polynomial, 0]
        for i, factor in enumerate(polynomial):
            longer[i + 1] ^= _multiplied(factor, root)
        polynomial, root = longer, _multiplied(root, 2)
    return polynomial


def _correction(data: list[int], length: int) -> list[int]:
    """The remainder of the data, divided by the generator."""
    generator, rest = _generator(length), [*data, *[0] * length]
    for i in range(len(data)):
        factor = rest[i]
        if factor:
            for j, part in enumerate(generator):
                rest[i + j] ^= _multiplied(part, factor)
    return rest[len(data) :]


def _version_for(length: int) -> int:
    for number, version in VERSIONS.items():
        head = 4 + (8 if number < 10 else 16)
        if head + 8 * length <= 8 * sum(version.blocks):
            return number
    raise TooLong(f"{length} bytes are too many for a code")


def _data(text: bytes, number: int) -> list[int]:
    """The text as data bytes of a version, filled up."""
    room = sum(VERSIONS[number].blocks)
    bits = "0100" + format(len(text), "08b" if number < 10 else "016b") + "".join(format(byte, "08b") for byte in text)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    found = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    return found + [0xEC if i % 2 == 0 else 0x11 for i in range(room - len(found))]


def _interleaved(data: list[int], version: Version) -> list[int]:
    blocks, start = [], 0
    for length in version.blocks:
        blocks.append(data[start : start + length])
        start += length
    corrections = [_correction(block, version.correction) for block in blocks]
    longest = max(version.blocks)
    mixed = [block[i] for i in range(longest) for block in blocks if i < len(block)]
    return mixed + [correction[i] for i in range(version.correction) for correction in corrections]


# Modules


class _Drawing:
    """A code while it is drawn; what is no data is known from the beginning."""

    def __init__(self, number: int) -> None:
        self.number, self.size = number, 17 + 4 * number
        self.dark: Matrix = [[False] * self.size for _ in range(self.size)]
        self.fixed: Matrix = [[False] * self.size for _ in range(self.size)]
        for y, x in ((3, 3), (3, self.size - 4), (self.size - 4, 3)):
            self._square(y, x, 4)
        self._small_squares()
        for i in range(8, self.size - 8):
            self._fix(6, i, i % 2 == 0)
            self._fix(i, 6, i % 2 == 0)
        self._formats(0)  # their places
        if number >= 7:
            self._version()

    def _fix(self, y: int, x: int, dark: bool) -> None:
        self.dark[y][x], self.fixed[y][x] = dark, True

    def _square(self, y: int, x: int, radius: int) -> None:
        """Rings around a middle, the outermost light."""
        for dy in range(-radius, radius + 1):
            for dx in range(-radius, radius + 1):
                if 0 <= y + dy < self.size and 0 <= x + dx < self.size:
                    ring = max(abs(dy), abs(dx))
                    self._fix(y + dy, x + dx, ring not in (2, 4) if radius == 4 else ring != 1)

    def _small_squares(self) -> None:
        centres = VERSIONS[self.number].centres
        corners = {(6, 6), (6, self.size - 7), (self.size - 7, 6)}
        for y in centres:
            for x in centres:
                if (y, x) not in corners:
                    self._square(y, x, 2)

    def _formats(self, mask: int) -> None:
        """Level and mask, twice, with a code of their own."""
        told = M_LEVEL << 3 | mask
        bits = (told << 10 | _remainder(told << 10, 0x537)) ^ 0x5412
        for i in range(15):
            dark = bool(bits >> i & 1)
            self._fix(i if i < 6 else i + 1 if i < 8 else self.size - 15 + i, 8, dark)
            self._fix(8, self.size - 1 - i if i < 8 else 7 if i == 8 else 14 - i, dark)
        self._fix(self.size - 8, 8, True)

    def _version(self) -> None:
        bits = self.number << 12 | _remainder(self.number << 12, 0x1F25)
        for i in range(18):
            dark = bool(bits >> i & 1)
            self._fix(i // 3, self.size - 11 + i % 3, dark)
            self._fix(self.size - 11 + i % 3, i // 3, dark)

    def _places(self) -> Iterator[tuple[int, int]]:
        """Where data goes: up and down in double columns, from the right, leaving out the column of the timing."""
        upwards = True
        for right in [*range(self.size - 1, 6, -2), 5, 3, 1]:
            rows = range(self.size - 1, -1, -1) if upwards else range(self.size)
            yield from ((y, x) for y in rows for x in (right, right - 1) if not self.fixed[y][x])
            upwards = not upwards

    def fill(self, data: list[int]) -> None:
        for i, (y, x) in enumerate(self._places()):
            self.dark[y][x] = i < 8 * len(data) and bool(data[i // 8] >> (7 - i % 8) & 1)

    def masked(self, mask: int) -> Matrix:
        self._formats(mask)
        turn = MASKS[mask]
        return [
            [dark != (not self.fixed[y][x] and turn(y, x)) for x, dark in enumerate(row)]
            for y, row in enumerate(self.dark)
        ]


def _remainder(value: int, divisor: int) -> int:
    while value.bit_length() >= divisor.bit_length():
        value ^= divisor << (value.bit_length() - divisor.bit_length())
    return value


# Which mask is read best


def _penalty(matrix: Matrix) -> int:
    lines = [*matrix, *map(list, zip(*matrix, strict=True))]
    runs = sum(length - 2 for line in lines for length in _runs(line) if length >= 5)
    alike = sum(
        3
        for above, below in pairwise(matrix)
        for x in range(len(matrix) - 1)
        if above[x] == above[x + 1] == below[x] == below[x + 1]
    )
    finders = sum(40 * _finders("".join("01"[dark] for dark in line)) for line in lines)
    dark = sum(map(sum, matrix))
    share = abs(100 * dark // len(matrix) ** 2 - 50) // 5 * 10
    return runs + alike + finders + share


def _runs(line: list[bool]) -> Iterator[int]:
    yield from (len(list(run)) for _, run in groupby(line))


def _finders(line: str) -> int:
    """What looks like the large squares and is none."""
    return sum(line[i : i + 11] in ("10111010000", "00001011101") for i in range(len(line) - 10))


def code(text: str) -> Matrix:
    """The modules of a code, rows from above. Raises `TooLong`."""
    data = text.encode()
    number = _version_for(len(data))
    drawing = _Drawing(number)
    drawing.fill(_interleaved(_data(data, number), VERSIONS[number]))
    return min((drawing.masked(mask) for mask in range(len(MASKS))), key=_penalty)


# Showing


def _framed(matrix: Matrix) -> Matrix:
    side = [False] * MARGIN
    empty = [False] * (len(matrix) + 2 * MARGIN)
    return [empty] * MARGIN + [side + row + side for row in matrix] + [empty] * MARGIN


def as_text(text: str) -> str:
    """For a terminal, two modules in a character; dark ones are gaps, as most terminals write light on dark."""
    rows = _framed(code(text))
    if len(rows) % 2:
        rows.append([False] * len(rows))
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[pair] for pair in zip(above, below, strict=True)) for above, below in pairs)


def as_svg(text: str) -> str:
    matrix = code(text)
    size = len(matrix) + 2 * MARGIN
    places = ((x + MARGIN, y + MARGIN) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark)
    modules = "".join(f"M{x} {y}h1v1h-1z" for x, y in places)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{modules}"/></svg>'
    )
