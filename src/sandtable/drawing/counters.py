"""Counters: a square card with symbol, size mark, factors and formation; stacks as offset cards with a count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sandtable.core.views import Piece
from sandtable.drawing.colours import STRIPES, Theme, contrast, nation
from sandtable.drawing.geometry import number
from sandtable.drawing.glyphs import GLYPHS, MARKS, OUTLINE, SIZE_TITLES, SIZES, glyph_key, mark_key
from sandtable.drawing.sheet import Sheet, attributes, element_id, escape

CARD = 40  # pixels a side
SHORT = 3  # signs of a name that stands where others have their factors
_HALF = CARD / 2
_STEP = 3.4  # from card to card in a stack
_REACH = 18.0  # and no further altogether

# Widths of signs in ems, on the safe side for the faces a reader may have.
_NARROW, _WIDE = 0.34, 0.64
_THIN = "-.,'iljtfrI /()⁰¹²³⁴⁵⁶⁷⁸⁹"


def draw_stacks(sheet: Sheet) -> str:
    return "".join(draw_stack(stack, *sheet.centre(hex)) for hex, stack in sheet.stacks.items())


def draw_stack(stack: Sequence[Piece], x: float, y: float) -> str:
    """The strongest on top and in full, the others peeping out behind it."""
    step = stack_step(len(stack))
    shift = step * (len(stack) - 1) / 2
    left, low = x - shift, y + shift
    cards = [draw_counter(piece, left + step * depth, low - step * depth) for depth, piece in enumerate(stack)]
    body = "".join(reversed(cards))
    if len(stack) == 1:
        return body
    badge_x, badge_y = x + shift + _HALF - 1, y - shift - _HALF + 1
    return (
        f'{body}<g class="count" transform="translate({number(badge_x)} {number(badge_y)})">'
        f'<circle r="7.5"/><text y="3.4">{len(stack)}</text></g>'
    )


def stack_step(count: int) -> float:
    return min(_STEP, _REACH / (count - 1)) if count > 1 else 0.0


def draw_counter(piece: Piece, x: float, y: float) -> str:
    place = f"translate({number(x)} {number(y)})"
    opening = attributes(id=element_id("unit", piece.id), class_=f"unit {nation_class(piece.nation)}", transform=place)
    size = f'<use href="#z-{piece.size}"/>' if piece.size in SIZES else ""
    reduced = '<use href="#reduced" class="r"/>' if "reduced" in piece.marks else ""
    return (
        f"<g{opening}><title>{escape(tooltip(piece))}</title>"
        f'<use href="#card"/>{reduced}<use href="#stripe"{_stripe(piece)}/><use href="#field" class="w"/>{size}'
        f'<use href="#g-{glyph_key(piece.symbol)}"/>{_names(piece)}{_factors(piece)}'
        f"{_marks(piece)}</g>"
    )


def _stripe(piece: Piece) -> str:
    """In the colour of the formation where the game prints one, else in that of the nation."""
    return attributes(fill=STRIPES[piece.stripe]) if piece.stripe in STRIPES else attributes(class_="s")


def tooltip(piece: Piece) -> str:
    """Name and long name, what it is, its factors, where it stands, what is marked on it."""
    kind = " ".join(
        word for word in (piece.nation, GLYPHS[glyph_key(piece.symbol)].title, SIZE_TITLES.get(piece.size, "")) if word
    )
    parts = [piece.title or piece.name, kind, factors_text(piece), f"at {piece.at}", *piece.marks]
    if piece.title and piece.title != piece.name:
        parts.insert(0, piece.name)
    return ", ".join(part for part in parts if part)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def factors_text(piece: Piece) -> str:
    """As they are printed, the rating raised beside the first."""
    first, *others = (*map(str, piece.factors), "")
    return "-".join([first + piece.rating.translate(_RAISED), *others[:-1]]) if piece.factors else ""


def nation_class(name: str) -> str:
    return "n-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _is_bare(piece: Piece) -> bool:
    """Whether a short name stands where other counters have their factors."""
    return not piece.factors and len(piece.name) <= SHORT


def _factors(piece: Piece) -> str:
    text = piece.name if _is_bare(piece) else factors_text(piece)
    if not text:
        return ""
    largest, line = (13.0, 16.5) if "/" in piece.name else (11.0, 17.8)
    size = min(largest, (CARD - 4) / text_width(text))
    return f'<text class="f" y="{line}" font-size="{number(size)}">{escape(text)}</text>{_quality(piece, size, line)}'


def _quality(piece: Piece, size: float, line: float) -> str:
    """A line under the second factor: whole for the elite, broken for the low."""
    if not piece.quality or len(piece.factors) < 2:
        return ""
    text, real = factors_text(piece), 0.87  # of the careful guess
    first, second, *_ = text.split("-")
    start = (text_width(f"{first}-") - text_width(text) / 2) * size * real
    length = text_width(second) * size * real
    dashes = "" if piece.quality == "elite" else f' stroke-dasharray="{number(length * 0.36)} {number(length * 0.28)}"'
    return f'<path class="glyph" d="M{number(start)} {number(line + 1.8)}h{number(length)}"{dashes}/>'


def _names(piece: Piece) -> str:
    """Formation to the left and unit to the right as the counter is lettered; a single name below the symbol."""
    if _is_bare(piece):
        return ""
    formation, slash, unit = (part.strip() for part in piece.name.partition("/"))
    if not slash:
        return _lettered(formation, 36, 5.6, "d", 'y="8.6"')
    return _lettered(formation, 24, 6.4, "d", 'transform="translate(-13 -3)rotate(-90)"') + _lettered(
        unit, 24, 6.4, "d", 'transform="translate(17.5 -3)rotate(-90)"'
    )


def _lettered(text: str, room: float, largest: float, kind: str, place: str) -> str:
    if not text:
        return ""
    size = min(largest, room / text_width(text))
    return f'<text class="{kind}" {place} font-size="{number(size)}">{escape(text)}</text>'


def text_width(text: str) -> float:
    """A careful guess in ems."""
    return sum(_NARROW if sign in _THIN else _WIDE for sign in text)


def _marks(piece: Piece) -> str:
    shown = [mark for mark in piece.marks if mark != "reduced"]
    return "".join(
        f'<g class="mark" transform="translate({number(-17 + 11.5 * place)} -20)"><circle r="5.6"/>'
        f'<use href="#m-{mark_key(mark)}"/></g>'
        for place, mark in enumerate(shown[:3])
    )


# Definitions


def counter_defs(pieces: Iterable[Piece]) -> str:
    """The card and whatever glyphs these pieces need."""
    pieces = tuple(pieces)
    if not pieces:
        return ""
    symbols = sorted({glyph_key(piece.symbol) for piece in pieces})
    sizes = sorted({piece.size for piece in pieces} & SIZES.keys())
    marks = sorted({mark_key(mark) for piece in pieces for mark in piece.marks})
    return "".join((_CARD_DEFS, *map(_glyph_def, symbols), *map(_size_def, sizes), *map(_mark_def, marks)))


_CARD_DEFS = (
    '<g id="card"><rect class="shade" x="-18.5" y="-18" width="40" height="40" rx="4"/>'
    '<rect class="edge" x="-20" y="-20" width="40" height="40" rx="3.5"/>'
    '<path class="light" d="M-18.8 17V-16.5A2.3 2.3 0 0 1 -16.5 -18.8H17"/>'
    '<path class="dark" d="M18.8 -17V16.5A2.3 2.3 0 0 1 16.5 18.8H-17"/></g>'
    '<path id="stripe" d="M-19.5 -15.8V-16.5A3 3 0 0 1 -16.5 -19.5H16.5A3 3 0 0 1 19.5 -16.5V-15.8Z"/>'
    '<path id="field" d="M-10.5 -9.5H10.5V4.5H-10.5Z" transform="translate(0 -1)"/>'
    '<path id="reduced" d="M-20 12L12 -20H20V-18L-18 20H-20Z" fill-opacity="0.3"/>'
)


def _glyph_def(key: str) -> str:
    glyph = GLYPHS[key]
    fill = f'<path d="{glyph.fill}" fill="currentColor" stroke="none"/>' if glyph.fill else ""
    return (
        f'<g id="g-{key}" class="glyph" transform="translate(-10.5 -10.5)scale(.875)">'
        f'<path d="{OUTLINE}{glyph.stroke}"/>{fill}</g>'
    )


def _size_def(key: str) -> str:
    return f'<path id="z-{key}" class="glyph" transform="translate(0 -13.2)scale(.9)" d="{SIZES[key]}"/>'


def _mark_def(key: str) -> str:
    glyph = MARKS[key]
    fill = f'<path d="{glyph.fill}" fill="currentColor" stroke="none"/>' if glyph.fill else ""
    stroke = f'<path d="{glyph.stroke}"/>' if glyph.stroke else ""
    return f'<g id="m-{key}" class="glyph">{stroke}{fill}</g>'


def counter_style(theme: Theme, pieces: Iterable[Piece]) -> str:
    """The rules for counters, and two for each nation among these pieces."""
    names = sorted({piece.nation for piece in pieces})
    if not names:
        return ""
    edge = "#1d1711" if theme.name == "paper" else theme.quiet_ink
    colours = {"SHADOW": theme.shadow, "INK": theme.ink, "PANEL": theme.panel, "EDGE": edge}
    rules = [re.sub("SHADOW|INK|PANEL|EDGE", lambda word: colours[word.group()], _COUNTER_RULES)]
    for name in names:
        look, key = nation(name), nation_class(name)
        # The band of a reduced counter goes away from the ink, so that the figures over it stay legible.
        band = "#000" if contrast(look.ink, "#000000") > contrast(look.ink, "#ffffff") else "#fff"
        rules.append(
            f".{key}{{fill:{look.ground};color:{look.ink}}}.{key} .s{{fill:{look.stripe}}}"
            f".{key} .w{{fill:{look.field}}}.{key} .r{{fill:{band}}}"
        )
    return "".join(rules)


_COUNTER_RULES = (
    ".shade{fill:SHADOW;fill-opacity:.28}.edge{stroke:EDGE;stroke-opacity:.75;stroke-width:.8}"
    ".light{fill:none;stroke:#fff;stroke-opacity:.45}.dark{fill:none;stroke:#000;stroke-opacity:.22}"
    ".glyph{fill:none;stroke:currentColor;stroke-width:1.45;stroke-linejoin:round}"
    ".unit text{fill:currentColor;text-anchor:middle}"
    ".f{font-weight:700;font-variant-numeric:tabular-nums;letter-spacing:-.2px}.d{font-weight:600}"
    ".count circle{fill:INK;stroke:PANEL;stroke-width:1}"
    ".count text{fill:PANEL;font-size:10px;font-weight:700;text-anchor:middle}"
    ".mark{color:#2b2118}.mark circle{fill:#fffdf4;stroke:#2b2118;stroke-width:.9}"
)
