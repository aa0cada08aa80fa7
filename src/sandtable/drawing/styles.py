"""How each kind of terrain, hexside, line, area and site is drawn, in tables for the screen, the SVG export and the
documentation. Lengths are pixels of a hex 64 across, colours are names of colours of the theme."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec


class Style(msgspec.Struct, frozen=True):
    """How a terrain is drawn: a wash, a pattern over it, and hachures along a ridge or inside the rim."""

    title: str
    wash: str = ""  # the name of a colour of the theme
    pattern: str = ""
    hachures: str = ""  # "ridge" or "rim"


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "clear": Style("clear"),
        "desert": Style("desert", "", "dunes"),
        "gravel": Style("gravel", "", "dots"),
        "escarpment": Style("escarpment", "relief", "", "ridge"),
        "rough": Style("rough", "relief", "strokes"),
        "mountain": Style("mountain", "relief", "humps"),
        "jebel": Style("jebel", "relief", "humps"),
        "hill": Style("hill", "relief", "humps"),
        "sand": Style("sand desert", "", "dunes"),
        "sand_desert": Style("sand desert", "", "dunes"),
        "trackless_desert": Style("trackless desert", "", "dunes"),
        "salt_marsh": Style("salt marsh", "depression", "dashes"),
        "marsh": Style("marsh", "depression", "dashes"),
        "swamp": Style("swamp", "depression", "dashes"),
        "qattara_partial": Style("edge of the Qattara Depression", "depression", "dots"),
        "qattara_full": Style("Qattara Depression", "depression_deep", "salt", "rim"),
        "depression": Style("depression", "depression_deep", "salt", "rim"),
        "delta": Style("delta", "green", "diagonal"),
        "cultivated": Style("cultivated", "green", "diagonal"),
        "heavy_vegetation": Style("heavy vegetation", "green", "dots"),
        "oasis": Style("oasis", "green", "dots"),
        "major_city": Style("major city", "", "blocks"),
        "city": Style("city", "", "blocks"),
        "town": Style("town", "", "blocks"),
        "fortress": Style("fortress"),
        "home_base": Style("home base"),
        "sea": Style("sea"),
    }
)


class HexsideStyle(msgspec.Struct, frozen=True):
    """A feature along a hexside. Teeth point downhill: to the hex one climbs from, else to the one nearer the sea."""

    title: str
    shape: Literal["line", "comb", "ridge", "crenels", "band"] = "line"
    colour: str = "stone"
    width: float = 3
    dashes: tuple[float, ...] = (2, 3)
    teeth: tuple[float, float] = (11, 3)  # how long, how broad


HEXSIDES: Mapping[str, HexsideStyle] = MappingProxyType(
    {
        "escarpment": HexsideStyle("escarpment", "comb", "hachure", 2, (), (11, 3)),
        "slope": HexsideStyle("slope", "comb", "hachure", 2, (), (7, 1.6)),
        "ridge": HexsideStyle("ridge", "ridge", "hachure", 2, (), (7, 2.4)),
        "wadi": HexsideStyle("wadi", "line", "sea_ink", 2.2, (6, 4)),
        "river": HexsideStyle("river", "line", "sea_ink", 3, ()),
        "major_river": HexsideStyle("major river", "line", "sea_ink", 5, ()),
        "minor_river": HexsideStyle("minor river", "line", "sea_ink", 2.4, ()),
        "canal": HexsideStyle("canal", "line", "sea_ink", 3, ()),
        "fortified_line": HexsideStyle("fortified line", "crenels", "ink", 1.8, ()),
        "fortification": HexsideStyle("fortification", "crenels", "ink", 2.4, ()),
        "perimeter": HexsideStyle("perimeter", "crenels", "ink", 2.4, ()),
        "border": HexsideStyle("border", "band", "barrier", 2.2, (11, 5, 1, 5)),
    }
)


def hexside_style(feature: str) -> HexsideStyle:
    """An unheard-of feature is a dotted line, named in the legend."""
    return HEXSIDES.get(feature) or HexsideStyle(feature.replace("_", " "))


class LineStyle(msgspec.Struct, frozen=True):
    """A line from hex to hex. Lines of several kinds across the same hexside run side by side if `beside`."""

    colour: str
    width: float
    casing: float  # width of the pale line below, 0 for none
    dashes: tuple[float, ...] = ()
    sleepers: bool = False
    beside: bool = False
    core: float = 0  # width of a pale line along the middle: a railway that is not built yet is hollow
    over: Literal["land", "sea"] = "land"


# The first key that a kind of line contains is its style: a coast_road is a road, a camel_trail a trail.
LINES: Mapping[str, LineStyle] = MappingProxyType(
    {
        "track": LineStyle("track", 2.4, 5.4, (7, 4)),
        "trail": LineStyle("track", 2.4, 5.4, (7, 4)),
        "unfinished": LineStyle("road", 3.6, 7.6, (13, 7)),
        "extension": LineStyle("ink", 5.2, 0, (), beside=True, core=3),
        "rail": LineStyle("ink", 1.6, 0, (), sleepers=True, beside=True),
        "lane": LineStyle("lane", 2.6, 0, (12, 7), over="sea"),
        "": LineStyle("road", 3.6, 7.6),
    }
)


def line_style(kind: str) -> LineStyle:
    return next(style for word, style in LINES.items() if word in kind)


class AreaStyle(msgspec.Struct, frozen=True):
    """Hexes that belong together: a wash and an outline, in the colour of a side where one owns them.

    Of a "border" only the hexsides between two areas of its kind are drawn; what is "unseen" other things show.
    """

    title: str
    colour: str = "quiet_ink"
    wash: float = 0.16
    pattern: str = ""
    shape: Literal["field", "border", "unseen"] = "field"


AREAS: Mapping[str, AreaStyle] = MappingProxyType(
    {
        "base": AreaStyle("base"),
        "fort_zone": AreaStyle("fort zone", "barrier", 0.07, "diagonal"),
        "perimeter": AreaStyle("perimeter", shape="unseen"),
        "major_city": AreaStyle("major city", shape="unseen"),  # its terrain shows it
        "pass": AreaStyle("pass", shape="unseen"),
        "existing_groundworks": AreaStyle("existing groundworks", "ink", 0.05, "diagonal"),
        "map_section": AreaStyle("border of map sections", "barrier", 0, "", "border"),
        "map_edge": AreaStyle("map edge", wash=0.22),
    }
)


def area_style(kind: str) -> AreaStyle:
    return AREAS.get(kind) or AreaStyle(kind.replace("_", " "))


class SiteStyle(msgspec.Struct, frozen=True):
    """A hex with a part in the rules: a large sign, a mark of its own, its name in a box, or nothing where an anchor
    tells it."""

    title: str
    shape: Literal["base", "bastion", "mark", "label", "unseen"] = "base"  # a label is the site's name in a box
    path: str = ""  # of a mark, around the centre of the hex
    colour: str = "ink"


_AIRCRAFT = (
    "M0 -15Q2.2 -13 2.2 -8V-4L15 2V6L2.2 3V9L6 12V15L0 13.6L-6 15V12L-2.2 9V3L-15 6V2L-2.2 -4V-8Q-2.2 -13 0 -15Z"
)
_PALM = (
    "M-1.6 15Q-3.4 4 -0.6 -4Q-8 -6 -13 1Q-12 -10 -1 -7Q-6 -14 -11 -13Q-3 -17 0 -9Q4 -17 11 -12Q6 -13 2 -7"
    "Q12 -10 13 1Q8 -6 1.4 -4Q-0.6 4 2 15Z"
)

SITES: Mapping[str, SiteStyle] = MappingProxyType(
    {
        "fortress": SiteStyle("fortress", "bastion"),
        "home_base": SiteStyle("home base"),
        "port": SiteStyle("port", "unseen"),
        "entry": SiteStyle("entry hex", "label"),
        "airfield": SiteStyle("airfield", "mark", _AIRCRAFT),
        "oasis": SiteStyle("oasis", "mark", _PALM, "may"),
    }
)


def site_style(kind: str) -> SiteStyle:
    return SITES.get(kind) or SiteStyle(kind.replace("_", " "))
