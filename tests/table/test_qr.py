"""QR codes: every size as another program draws it, and what is asked of the server."""

from __future__ import annotations

import hashlib

import pytest

from sandtable.table.doors.qr import MARGIN, MASKS, VERSIONS, Matrix, TooLong, _data, _Drawing, as_svg, as_text, code
from tests.table.visitors import Table

LINK = "http://192.168.1.5:8741/t/" + "k3Jx9aQz#seat=" * 20

# The first digits of the SHA-256 of each size, of a text that fills it: as segno 1.6 draws it with the same mask.
DRAWN = {
    14: "2f21934e0b544607", 26: "d16883235e89f803", 42: "6c34d817154ba4da", 62: "4f83aa8fac9ac320",
    84: "70b7eddb8459f4ed", 106: "0fb8e6bb569a7273", 122: "c9074881dfbaeab9", 152: "93c34a6ca9703fdb",
    180: "17e6a4afc8f9dec3", 213: "0eecb285fb69d9f4",
}  # fmt: skip


def digest(matrix: Matrix) -> str:
    rows = "\n".join("".join("01"[dark] for dark in row) for row in matrix)
    return hashlib.sha256(rows.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("length", "number"), list(zip(DRAWN, VERSIONS, strict=True)))
def test_every_size_is_drawn_as_another_program_draws_it(length: int, number: int) -> None:
    matrix = code(LINK[:length])
    assert len(matrix) == 17 + 4 * number and digest(matrix) == DRAWN[length]


def test_a_text_that_does_not_fill_its_code_is_filled_up_as_the_standard_says() -> None:
    data = _data(b"hello", 1)
    assert bytes(data[:7]) == bytes([0x40, 0x56, 0x86, 0x56, 0xC6, 0xC6, 0xF0])
    assert data[7:] == [0xEC, 0x11] * 4 + [0xEC]


def read_back(text: str) -> bytes:
    """What a reader finds: the mask from its place, the data from theirs."""
    matrix = code(text)
    drawing = _Drawing((len(matrix) - 17) // 4)
    told = sum(matrix[8][x] << (14 - i) for i, x in enumerate([0, 1, 2, 3, 4, 5, 7])) ^ 0x5412
    mask = MASKS[told >> 10 & 7]
    bits = [matrix[y][x] != mask(y, x) for y, x in drawing._places()]
    number = "".join("01"[bit] for bit in bits)
    length = int(number[4:12], 2)
    return int(number[12 : 12 + 8 * length], 2).to_bytes(length, "big")


@pytest.mark.parametrize("text", ["x", "http://10.0.0.1:8741/invitations"])
def test_a_code_of_one_block_is_read_back(text: str) -> None:
    assert read_back(text) == text.encode()


def test_a_text_that_is_too_long_is_told() -> None:
    with pytest.raises(TooLong, match="214 bytes"):
        code("x" * 214)


def test_a_terminal_shows_two_modules_in_a_character_with_a_margin() -> None:
    lines = as_text("x").splitlines()
    assert {len(line) for line in lines} == {21 + 2 * MARGIN} and len(lines) == 15
    assert set(lines[0]) == {"█"} and lines[2][:MARGIN] == "█" * MARGIN
    assert lines[2][MARGIN : MARGIN + 7] == " ▄▄▄▄▄ ", "the upper edge of a large square, light on dark"


def test_the_server_draws_a_link_and_refuses_what_is_none(table: Table) -> None:
    svg = table.http.post("/api/qr", json={"text": LINK[:60]}).json()["svg"]
    assert svg == as_svg(LINK[:60]) and svg.startswith("<svg")
    assert table.http.post("/api/qr", json={"text": "x" * 201}).status_code == 400
    assert table.http.post("/api/qr", json={"text": "砂" * 200}).json()["case"] == "size"
