"""The board in plain text: an area for the terminal, and a hex in a sentence or two for ears as well as eyes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from sandtable.core.board import Board
from sandtable.core.hexes import Layout
from sandtable.core.views import Piece, View
from sandtable.drawing.counters import factors_text
from sandtable.drawing.glyphs import GLYPHS, SIZE_TITLES, glyph_key
from sandtable.drawing.sheet import strength
from sandtable.drawing.styles import hexside_style, line_style
from sandtable.drawing.terrain import terrain_title

CELL = 8  # signs across a hex; two lines high
_WIDE = 100

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "clear": ".",
        "gravel": ",",
        "escarpment": "^",
        "rough": ":",
        "mountain": "M",
        "jebel": "M",
        "hill": "n",
        "desert": "s",
        "sand": "s",
        "sand_desert": "s",
        "salt_marsh": "%",
        "marsh": "%",
        "swamp": "%",
        "qattara_partial": "q",
        "qattara_full": "Q",
        "depression": "Q",
        "delta": "d",
        "cultivated": "d",
        "heavy_vegetation": "v",
        "oasis": "o",
        "city": "C",
        "major_city": "C",
        "town": "c",
        "fortress": "#",
        "home_base": "@",
        "sea": "~",
        "lake": "~",
    }
)

_COMPASS = {
    Layout.POINTY: ("east", "south-east", "south-west", "west", "north-west", "north-east"),
    Layout.FLAT: ("south-east", "south", "south-west", "north-west", "north", "north-east"),
}


# The text board


def text_board(board: Board, view: View | None, around: int, radius: int) -> str:
    """The hexes within a radius, two lines each: terrain, name and road, then whose units, how many, how strong."""
    if not board.on_map(around):
        raise ValueError(f"{board.name(around)} is not on the map")
    part = [hex for hex in range(len(board)) if board.distance(around, hex) <= radius]
    stacks = _stacks(board, view)
    letters = side_letters(view)
    canvas: dict[tuple[int, int], str] = {}
    for hex in part:
        column, line = _position(board, hex)
        for below, text in enumerate(_cell(board, hex, stacks.get(hex, ()), letters, hex == around)):
            canvas |= {(line + below, column + along): sign for along, sign in enumerate(text)}
    return "\n".join((*_lines(canvas), "", *_notes(board, part, stacks, letters)))


def _position(board: Board, hex: int) -> tuple[int, int]:
    x, y = board.centre[hex]
    half_height = math.sqrt(3) / 2
    if board.layout is Layout.POINTY:
        return round(x * CELL), round(y / half_height) * 2
    return round(x / half_height * CELL), round(y * 2)


def _lines(canvas: Mapping[tuple[int, int], str]) -> Iterator[str]:
    rows, columns = [row for row, _ in canvas], [column for _, column in canvas]
    for row in range(min(rows), max(rows) + 1):
        yield "".join(canvas.get((row, column), " ") for column in range(min(columns), max(columns) + 1)).rstrip()


def _cell(board: Board, hex: int, stack: Iterable[Piece], letters: Mapping[str, str], chosen: bool) -> tuple[str, str]:
    """The left edge shows the way west: a road across it, or that nothing crosses it."""
    symbol, edge = SYMBOLS.get(board.terrain[hex], "?"), _western_edge(board, hex)
    if not board.playable[hex]:
        return edge + symbol * (CELL - 1), edge + symbol * (CELL - 1)
    before = ">" if chosen else "*" if board.place_at(hex) else " "
    upper = f"{edge}{symbol}{before}{board.names[hex]}{'<' if chosen else ''}".ljust(CELL - 1)[: CELL - 1]
    upper += _road_sign(board, hex)
    return upper, (edge + " " + _summary(stack, letters)).ljust(CELL)[:CELL]


def _western_edge(board: Board, hex: int) -> str:
    west = board.neighbours[hex][3]
    if board.layout is Layout.FLAT or west < 0:
        return "|"
    if board.prohibited(hex, west):
        return "!"
    kinds = [kind for kind, steps in board.roads_by_kind.items() if west in steps.get(hex, ())]
    if not kinds or not board.playable[hex] or not board.playable[west]:
        return "|"
    return "-" if all(_is_track(kind) for kind in kinds) else "="


def _summary(stack: Iterable[Piece], letters: Mapping[str, str]) -> str:
    """Side, number of pieces and their strength together, such as X11:26; sides together without a gap."""
    pieces = tuple(stack)
    parts = []
    for side in dict.fromkeys(piece.side for piece in pieces):
        own = [piece for piece in pieces if piece.side == side]
        parts.append(f"{letters[side]}{len(own)}:{sum(map(strength, own))}")
    return "".join(parts)


def side_letters(view: View | None) -> dict[str, str]:
    """A letter for each side that no other side has in its name, so that none is mistaken."""
    sides = sorted({piece.side for piece in view.pieces}) if view else []
    letters: dict[str, str] = {}
    for side in sides:
        others = "".join(other for other in sides if other != side) + "".join(letters.values()).lower()
        letters[side] = next((sign for sign in side if sign not in others), str(len(letters) + 1)).upper()
    return letters


def _notes(
    board: Board, part: list[int], stacks: Mapping[int, list[Piece]], letters: Mapping[str, str]
) -> Iterator[str]:
    """What the signs mean, and what two lines a hex had no room for."""
    seen = dict.fromkeys(board.terrain[hex] for hex in part)
    signs = [f"{SYMBOLS.get(terrain, '?')} {terrain_title(board, terrain)}" for terrain in seen]
    signs.append("= road")
    if any(_is_track(kind) for kind in board.roads_by_kind):
        signs.append("- track")
    signs.append("* place")
    signs += [f"{letter} {side} (units:strength)" for side, letter in letters.items()]
    yield from _wrapped("Signs: ", signs)
    places = [f"{board.names[hex]} {place.name}" for hex in part for place in board.places if place.hex == hex]
    if places:
        yield from _wrapped("Places: ", places)
    shown = set(part)
    barred = sorted((a, b) for a, b in board.prohibited_hexsides if a < b and shown.issuperset((a, b)))
    if barred:
        yield from _wrapped("No passage: ", [f"{board.names[a]}-{board.names[b]}" for a, b in barred])
    features: dict[str, list[str]] = {}
    for a, b in sorted(board.hexsides):
        if not shown.issuperset((a, b)) or board.prohibited(a, b):
            continue
        for feature in sorted(board.features(a, b)):
            both_ways = feature in board.features(b, a)
            if a < b or not both_ways:
                features.setdefault(feature, []).append(f"{board.names[a]}{'-' if both_ways else '>'}{board.names[b]}")
    for feature in sorted(features):
        yield from _wrapped(f"{hexside_style(feature).title.capitalize()}: ", features[feature])
    units = [
        f"{board.names[hex]} " + ", ".join(f"{piece.id} {factors_text(piece)}" for piece in stacks[hex])
        for hex in part
        if hex in stacks
    ]
    if units:
        yield from _wrapped("Units: ", units)


def _wrapped(head: str, items: Iterable[str]) -> Iterator[str]:
    """Items with semicolons between them; no item is broken unless it is longer than a line."""
    line = head
    for index, item in enumerate(items):
        if index:
            line += ";"
            if len(line) + 1 + len(item) >= _WIDE:
                yield line
                line = " " * (len(head) - 1)
            line += " "
        while len(line) + len(item) >= _WIDE and " " in item[: _WIDE - len(line)]:
            cut = item.rindex(" ", 0, _WIDE - len(line))
            yield line + item[:cut]
            line, item = " " * len(head), item[cut + 1 :]
        line += item
    yield line


# One hex in words


def describe_hex(board: Board, view: View | None, hex: int) -> str:
    """One paragraph: what the hex is, where its roads lead, what bars the way, and which units stand there."""
    if not board.on_map(hex):
        return _describe_box(board, view, hex)
    sentences = [_heading(board, hex), *_road_sentences(board, hex), *_barrier_sentences(board, hex)]
    stack = _stacks(board, view).get(hex, [])
    for side in dict.fromkeys(piece.side for piece in stack):
        own = "; ".join(piece_words(piece) for piece in stack if piece.side == side)
        sentences.append(f"{side.replace('_', ' ').capitalize()}: {own}.")
    if view and not stack and board.playable[hex]:
        sentences.append("No units.")
    if board.reconstructed(hex):
        sentences.append("The terrain is reconstructed.")
    return " ".join(sentences)


def _describe_box(board: Board, view: View | None, box: int) -> str:
    name = board.name(box)
    pieces = [piece_words(piece) for piece in view.pieces if piece.at == name] if view else []
    return f"Box '{name}' beside the map: {'; '.join(pieces) or 'no units'}."


def _heading(board: Board, hex: int) -> str:
    places = [place.name for place in board.places if place.hex == hex]
    site = board.site_at(hex)
    what = [terrain_title(board, board.terrain[hex])]
    if site and site.kind != board.terrain[hex]:
        what.append(site.kind.replace("_", " "))
    if site and site.port:
        what.append("port")
    what += [
        f"{area.kind.replace('_', ' ')} of {area.name}"
        for area in board.areas_at(hex)
        if not (site and site.name == area.name)
    ]
    waters = [
        _COMPASS[board.layout][way]
        for way, near in enumerate(board.neighbours[hex])
        if near >= 0 and board.terrain[near] == "sea"
    ]
    if waters and board.playable[hex]:
        what.append(f"sea to the {_joined(waters)}")
    return f"{', '.join((board.names[hex], *places))}: {', '.join(what)}."


def _road_sentences(board: Board, hex: int) -> Iterator[str]:
    for kind, steps in board.roads_by_kind.items():
        if hex not in steps:
            continue
        name = kind.replace("_", " ").capitalize()
        apart = [pair for pair in board.through.get(hex, ()) if set(pair) <= set(steps[hex])]
        if apart:
            ways = [f"from {_neighbour(board, hex, a)} to {_neighbour(board, hex, b)}" for a, b in apart]
            yield f"{name} {_joined(ways)}, without meeting here."
        else:
            yield f"{name} to {_joined([_neighbour(board, hex, near) for near in steps[hex]])}."


def _barrier_sentences(board: Board, hex: int) -> Iterator[str]:
    for near in board.neighbours[hex]:
        if near < 0:
            continue
        features = _joined(sorted(feature.replace("_", " ") for feature in board.features(hex, near)))
        if board.prohibited(hex, near):
            yield f"No passage to {_neighbour(board, hex, near)} ({features})."
        elif features:
            yield f"{features.capitalize()} towards {_neighbour(board, hex, near)}."


def _neighbour(board: Board, hex: int, near: int) -> str:
    return f"{board.names[near]} ({_COMPASS[board.layout][board.direction(hex, near)]})"


def piece_words(piece: Piece) -> str:
    """A counter in words: name, nation, kind, size, factors, marks."""
    kind = GLYPHS[glyph_key(piece.symbol)].title
    words = " ".join(word for word in (piece.nation, kind, SIZE_TITLES.get(piece.size, "")) if word)
    return ", ".join(part for part in (piece.name, words, factors_text(piece), *piece.marks) if part)


def _joined(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def _road_sign(board: Board, hex: int) -> str:
    """A road goes before a track."""
    kinds = [kind for kind, steps in board.roads_by_kind.items() if hex in steps]
    return "=" if any(not _is_track(kind) for kind in kinds) else "-" if kinds else " "


def _is_track(kind: str) -> bool:
    return line_style(kind) == line_style("track")


def _stacks(board: Board, view: View | None) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in view.pieces if view else ():
        if piece.at not in board.boxes:
            found.setdefault(board.hex(piece.at), []).append(piece)
    return found
