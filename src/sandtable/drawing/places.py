"""Towns, fortresses, home bases, and the lettering: every name where it hides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, product

import msgspec

from sandtable.core.board import Area, Label, Place, Site, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.colours import Theme, side_colour
from sandtable.drawing.counters import CARD, stack_step
from sandtable.drawing.geometry import between, number, outlines, pair, polygon, polyline, smooth_line
from sandtable.drawing.sheet import UNIT, WATER, Sheet, element_id, escape
from sandtable.drawing.styles import area_style, site_style
from sandtable.drawing.terrain import style_of

_EMS = 0.56  # width of a letter of the serif face, on the safe side


class Box(msgspec.Struct, frozen=True):
    """A rectangle on the sheet."""

    x0: float
    y0: float
    x1: float
    y1: float

    def shared(self, other: Box) -> float:
        """The area two rectangles have in common."""
        width, height = min(self.x1, other.x1) - max(self.x0, other.x0), min(self.y1, other.y1) - max(self.y0, other.y0)
        return max(width, 0.0) * max(height, 0.0)


class Bins:
    """What names should not hide, by the squares of the sheet in which it lies: boxes, and points of roads."""

    SIDE = 160.0

    def __init__(self, boxes: Iterable[Box], points: Iterable[Point]) -> None:
        self._boxes: dict[tuple[int, int], list[tuple[int, Box]]] = {}
        self._points: dict[tuple[int, int], list[Point]] = {}
        self._count = 0
        for box in boxes:
            self.add(box)
        for point in points:
            x, y = point
            self._points.setdefault((int(x // self.SIDE), int(y // self.SIDE)), []).append(point)

    def add(self, box: Box) -> None:
        self._count += 1
        for square in self._squares(box):
            self._boxes.setdefault(square, []).append((self._count, box))

    def hidden(self, box: Box) -> float:
        """The area of boxes under another, each counted once though it lies in several squares."""
        near = dict(each for square in self._squares(box) for each in self._boxes.get(square, ()))
        return sum(box.shared(near[number]) for number in sorted(near))

    def crossed(self, box: Box) -> int:
        """Points of roads within a box, or just beside it."""
        wide = Box(box.x0 - 2, box.y0 - 1, box.x1 + 2, box.y1 + 1)
        return sum(
            wide.x0 < x < wide.x1 and wide.y0 < y < wide.y1
            for square in self._squares(wide)
            for x, y in self._points.get(square, ())
        )

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        side = self.SIDE
        return product(
            range(int(box.x0 // side), int(box.x1 // side) + 1), range(int(box.y0 // side), int(box.y1 // side) + 1)
        )


# Areas and sites


def draw_areas(sheet: Sheet) -> str:
    return "".join(
        f'<g id="{element_id("area", f"{area.kind}-{area.name}")}" class="area">'
        f"<title>{escape(f'{area.name}, {area_style(area.kind).title}')}</title>"
        f"{area_shape(sheet.theme, area, _outline(sheet, area))}</g>"
        for area in sheet.board.areas
        if not sheet.shown.isdisjoint(area.hexes)
        if area_style(area.kind).shape != "unseen"
    )


def _outline(sheet: Sheet, area: Area) -> str:
    board = sheet.board
    if area_style(area.kind).shape == "border":
        others = {hex for other in board.areas if other.kind == area.kind and other != area for hex in other.hexes}
        return "".join(
            polyline(sheet.hexside(hex, near))
            for hex in area.hexes
            for near in board.neighbours[hex]
            if near > hex and near in others
        )
    loops = outlines({board.axial[hex] for hex in area.hexes}, board.layout)
    return "".join(polygon(sheet.at(point) for point in loop) for loop in loops)


def area_shape(theme: Theme, area: Area, outline: str) -> str:
    style = area_style(area.kind)
    colour = side_colour(area.side) if area.side else getattr(theme, style.colour)
    if style.shape == "border":
        return (
            f'<path d="{outline}" fill="none" stroke="{colour}" stroke-width="2.6" stroke-opacity="0.7" '
            'stroke-dasharray="14 5 2 5"/>'
        )
    pattern = f'<path d="{outline}" fill="url(#p-{style.pattern})"/>' if style.pattern else ""
    return (
        f'<path d="{outline}" fill="{colour}" fill-opacity="{style.wash}" stroke="{colour}" stroke-width="3.4" '
        f'stroke-opacity="0.75" stroke-linejoin="round"/>{pattern}'
    )


def draw_sites(sheet: Sheet) -> str:
    return "".join(_draw_site(sheet, site) for site in sheet.board.sites if site.hex in sheet.shown)


def _draw_site(sheet: Sheet, site: Site) -> str:
    x, y = sheet.centre(site.hex)
    body = site_sign(sheet.theme, site.kind, x, y, site.side, site.name)
    title = ", ".join((site.name, site_style(site.kind).title, *(("port",) if site.port else ())))
    return (
        f'<g id="{element_id("site", sheet.board.names[site.hex])}" class="site"><title>{escape(title)}</title>'
        f"{body}</g>"
    )


def site_sign(theme: Theme, kind: str, x: float, y: float, side: str | None = None, name: str = "A") -> str:
    style = site_style(kind)
    if style.shape == "label":
        return label(theme, x, y, side, name)
    if style.shape == "bastion":
        return bastion(theme, x, y)
    if style.shape == "base":
        return base(theme, x, y, side)
    if style.shape == "unseen":
        return ""
    colour = getattr(theme, style.colour)
    return (
        f'<path d="{style.path}" transform="translate({pair((x, y))})" fill="{colour}" stroke="{theme.halo}" '
        'stroke-width="3" stroke-linejoin="round" paint-order="stroke"/>'
    )


def bastion(theme: Theme, x: float, y: float) -> str:
    """A fortress: the trace of a fort with six bastions, and its rampart within."""
    outer, inner = _trace(x, y, 1), _trace(x, y, 0.82)
    return (
        f'<path d="{polygon(outer)}" fill="{theme.relief}" stroke="{theme.ink}" stroke-width="2" '
        f'stroke-linejoin="round"/><path d="{polygon(inner)}" fill="{theme.land}" stroke="{theme.ink}" '
        'stroke-width="0.9"/>'
    )


def _trace(x: float, y: float, scale: float) -> list[Point]:
    """Flank, shoulder, point, shoulder and flank of each bastion; the curtains lie between."""
    return [
        _turned(x, y, radius * scale, 60 * corner + turn)
        for corner in range(6)
        for radius, turn in ((26, -11), (28.5, -17), (36.5, 0), (28.5, 17), (26, 11))
    ]


def base(theme: Theme, x: float, y: float, side: str | None = None) -> str:
    """A home base: a hexagon in a hexagon, in the colour of its side."""
    rings = "".join(
        f'<path d="{polygon(hexagon(x, y, radius))}" fill="{fill}" stroke="{theme.ink}" stroke-width="1.2"/>'
        for radius, fill in ((33, side_colour(side)), (26, theme.panel))
    )
    star = [_turned(x, y, radius, 36 * point) for point, radius in enumerate([11.0, 4.6] * 5)]
    return f'{rings}<path d="{polygon(star)}" fill="{theme.ink}"/>'


def label(theme: Theme, x: float, y: float, side: str | None, name: str) -> str:
    """A short name in a box in the colour of its side, above the middle of the hex."""
    half, middle = 6 + 4.5 * len(name), y - 19
    return (
        f'<rect x="{number(x - half)}" y="{number(middle - 10.5)}" width="{number(2 * half)}" height="21" rx="5" '
        f'fill="{side_colour(side)}" stroke="{theme.halo}" stroke-width="2"/>'
        f'<text x="{number(x)}" y="{number(middle + 5.6)}" font-size="16" font-weight="700" text-anchor="middle" '
        f'fill="#fffdf4">{escape(name)}</text>'
    )


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    return [_turned(x, y, radius, 60 * corner) for corner in range(6)]


def _turned(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point at a distance from another, turned clockwise from the top."""
    return x + radius * math.sin(math.radians(degrees)), y - radius * math.cos(math.radians(degrees))


def anchor(theme: Theme, x: float, y: float) -> str:
    """The mark of a port."""
    path = f"M{pair((x, y - 6))}v13m-4 -10h8m-10 5.5q1 5 6 5q5 0 6 -5"
    return (
        f'<g fill="none" stroke="{theme.sea_ink}" stroke-width="1.7" stroke-linecap="round">'
        f'<path d="{path}"/><circle cx="{number(x)}" cy="{number(y - 8)}" r="1.9"/></g>'
    )


def _ports(sheet: Sheet) -> Iterator[tuple[Site, Point]]:
    """Ports, and where their anchor lies: across the middle of a hexside to the sea."""
    for site in sheet.board.sites:
        if not site.port or site.hex not in sheet.shown:
            continue
        waters = [near for near in sheet.board.neighbours[site.hex] if near >= 0 and sheet.board.terrain[near] == "sea"]
        if waters:
            yield site, between(sheet.centre(site.hex), sheet.centre(waters[-1]), 0.78)


# Towns and their names


def draw_places(sheet: Sheet) -> str:
    """Marks of the towns, then names from the weightiest to the least, each in the freest spot around its town."""
    places = _one_each([place for place in sheet.board.places if place.hex in sheet.shown], sheet)
    boxes = [
        *_stack_boxes(sheet),
        *(_around(sheet.centre(place.hex), 5, 5) for place in places),
        *(_around(point, 7, 9) for _, point in _ports(sheet)),
        *_site_boxes(sheet),
    ]
    taken = Bins(boxes, chain(_road_points(sheet), _ridge_points(sheet)))
    marks = "".join(_mark(sheet, place) for place in places)
    names = []
    for place in sorted(places, key=lambda place: (-_size(sheet, place), place.hex)):
        text, box = _set_name(sheet, place, taken)
        taken.add(box)
        names.append(text)
    anchors = "".join(anchor(sheet.theme, *point) for _, point in _ports(sheet))
    return f'<g id="places">{marks}{anchors}{"".join(names)}</g>'


def _one_each(places: list[Place], sheet: Sheet) -> list[Place]:
    """A hex has one name: that of the first place in it."""
    found: dict[int, Place] = {}
    for place in places:
        found.setdefault(place.hex, place)
    return list(found.values())


def _size(sheet: Sheet, place: Place) -> float:
    """By importance; a whole map is looked at from further away."""
    weight = place.confidence
    if weight != "certain" and place.kind:
        weight = place.kind
    if sheet.board.site_at(place.hex):
        weight = "seat"
    size = {"seat": 22.0, "city": 22.0, "certain": 21.0, "town": 19.5, "high": 18.5, "medium": 16.5}.get(weight, 15.0)
    return size * 1.35 if sheet.whole else size


def _mark(sheet: Sheet, place: Place) -> str:
    if _sign_reach(sheet, place.hex):
        return ""
    x, y = sheet.centre(place.hex)
    large = place.kind in ("city", "town") if place.kind else place.confidence in ("certain", "high")
    half = 3.6 if large else 2.8
    shape = f"M{pair((x - half, y - half))}h{number(2 * half)}v{number(2 * half)}h{number(-2 * half)}z"
    return f'<path class="town" d="{shape}"/>'


def _set_name(sheet: Sheet, place: Place, taken: Bins) -> tuple[str, Box]:
    size = _size(sheet, place)
    width = len(place.name) * size * _EMS
    x, y = sheet.centre(place.hex)
    room = 33.0 if place.hex in sheet.stacks else _sign_reach(sheet, place.hex) or 8.0
    spots = list(_spots(x, y, width, size, room)) + list(_spots(x, y, width, size, room + 14))
    best = min(range(len(spots)), key=lambda index: (_cost(sheet, spots[index], taken) + index * 2, index))
    box = spots[best]
    on_water = _is_water(sheet, place.hex, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    style = ["place", "reasoned" if is_reconstructed(place.source) else "seat", *(["on-water"] if on_water else [])]
    middle = (box.x0 + box.x1) / 2
    return (
        f'<text class="{" ".join(style)}" x="{number(middle)}" y="{number(box.y1 - size * 0.24)}" '
        f'font-size="{number(size)}">{escape(place.name)}</text>'
    ), box


def _is_water(sheet: Sheet, hex: int, x: float, y: float) -> bool:
    """Whether a point near a hex lies on water: one goes from neighbour to neighbour as long as that is nearer."""
    board, point = sheet.board, (sheet.left + x / UNIT, sheet.top + y / UNIT)
    while True:
        around = (near for near in board.neighbours[hex] if near in sheet.shown)
        nearest = min((hex, *around), key=lambda near: math.dist(board.centre[near], point))
        if nearest == hex:
            return board.terrain[hex] in WATER
        hex = nearest


def _spots(x: float, y: float, width: float, size: float, room: float) -> Iterator[Box]:
    """Right, left, above, below, and the four corners."""
    half, across = size / 2, width / 2
    for centre_x, centre_y in (
        (x + room + across, y),
        (x - room - across, y),
        (x, y - room - half),
        (x, y + room + half),
        (x + room * 0.8 + across, y - room * 0.7 - half),
        (x - room * 0.8 - across, y - room * 0.7 - half),
        (x + room * 0.8 + across, y + room * 0.7 + half),
        (x - room * 0.8 - across, y + room * 0.7 + half),
    ):
        yield Box(centre_x - across, centre_y - half, centre_x + across, centre_y + half)


def _cost(sheet: Sheet, box: Box, taken: Bins) -> float:
    """What a name would hide: others' names and counters most of all, then roads."""
    inside = sheet.contains((box.x0, box.y0), -4) and sheet.contains((box.x1, box.y1), -4)
    return taken.hidden(box) * 2 + taken.crossed(box) * 9 + (0 if inside else 5000)


def _around(point: Point, across: float, high: float) -> Box:
    return Box(point[0] - across, point[1] - high, point[0] + across, point[1] + high)


def _stack_boxes(sheet: Sheet) -> Iterator[Box]:
    for hex, stack in sheet.stacks.items():
        half = CARD / 2 + stack_step(len(stack)) * (len(stack) - 1) / 2 + (7 if len(stack) > 1 else 2)
        yield _around(sheet.centre(hex), half, half)


def _site_boxes(sheet: Sheet) -> Iterator[Box]:
    for site in sheet.board.sites:
        reach = _sign_reach(sheet, site.hex)
        if reach and site.hex in sheet.shown:
            yield _around(sheet.centre(site.hex), reach - 3, reach - 3)


_REACHES = {"base": 33.0, "bastion": 33.0, "mark": 19.0, "label": 30.0}


def _sign_reach(sheet: Sheet, hex: int) -> float:
    """How far the signs of sites reach from the middle of a hex; 0 where there is none."""
    shapes = [site_style(site.kind).shape for site in sheet.board.sites if site.hex == hex]
    return max((_REACHES.get(shape, 0.0) for shape in shapes), default=0.0)


def _road_points(sheet: Sheet) -> Iterator[Point]:
    for road in sheet.board.roads:
        for a, b in pairwise(road.hexes):
            if a in sheet.shown:
                yield from (between(sheet.centre(a), sheet.centre(b), step / 8) for step in range(8))


def _ridge_points(sheet: Sheet) -> Iterator[Point]:
    for hex in sheet.hexes:
        if style_of(sheet.board.terrain[hex]).hachures != "ridge":
            continue
        x, y = sheet.centre(hex)
        yield from ((x + across, y + 4) for across in (-18, 0, 18))


# Names of seas and regions


def draw_labels(sheet: Sheet) -> str:
    shown = [label for label in sheet.board.labels if any(hex in sheet.shown for hex in label.hexes)]
    return "".join(_draw_label(sheet, label, f"way-{index}") for index, label in enumerate(shown))


def _draw_label(sheet: Sheet, label: Label, way: str) -> str:
    """Letters spread along a curve through the hexes."""
    points = [sheet.centre(hex) for hex in label.hexes]
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    size = min(1.05 * UNIT if label.kind == "sea" else 0.62 * UNIT, length / (len(label.text) * 0.75))
    spacing = min(size, max(0.0, length / len(label.text) - size * 0.55) * 0.92)
    return (
        f'<path id="{way}" d="{smooth_line(points)}" fill="none"/>'
        f'<text class="{label.kind}-name" font-size="{number(size)}" letter-spacing="{number(spacing)}">'
        f'<textPath href="#{way}" startOffset="50%">{escape(label.text)}</textPath></text>'
    )
