"""Colours: the two themes of the map, the grounds of the nations, and how well a figure stands out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

ThemeName = Literal["paper", "night"]


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """What the map is painted with."""

    name: ThemeName
    page: str
    panel: str
    ink: str
    quiet_ink: str
    halo: str
    sea: tuple[str, str, str]  # from the deep to the shore
    water_line: str
    sea_ink: str
    land: str
    grain: tuple[str, str]
    coast: str
    grid: str
    relief: str
    hachure: str
    stone: str
    depression: str
    depression_deep: str
    green: str
    road: str
    road_casing: str
    track: str
    lane: str
    barrier: str
    may: str
    may_not: str
    look: str
    shadow: str


PAPER = Theme(
    name="paper",
    page="#e9dfc8",
    panel="#f6eedb",
    ink="#2b2118",
    quiet_ink="#6a5a45",
    halo="#f4ead2",
    sea=("#a3c1c3", "#b6d0ce", "#c9ddd7"),
    water_line="#8fb1b4",
    sea_ink="#1f4b57",
    land="#f1e5c8",
    grain=("#d9c79d", "#fbf4e0"),
    coast="#4d5f5e",
    grid="#8a744d",
    relief="#dfc08b",
    hachure="#7a4a23",
    stone="#8a6f4a",
    depression="#d6cba6",
    depression_deep="#bdb592",
    green="#b9c48c",
    road="#a33a22",
    road_casing="#fbf3df",
    track="#b07a2a",
    lane="#fbf6e6",
    barrier="#7b1f1f",
    may="#2f7d5b",
    may_not="#a8322a",
    look="#c9820a",
    shadow="#2b2118",
)

NIGHT = Theme(
    name="night",
    page="#12161c",
    panel="#1b212a",
    ink="#efe4cb",
    quiet_ink="#a8997e",
    halo="#2a2822",
    sea=("#131f2e", "#182839", "#1f3345"),
    water_line="#2d475b",
    sea_ink="#86abc0",
    land="#35302a",
    grain=("#2b2722", "#413a31"),
    coast="#93a9ae",
    grid="#857658",
    relief="#4a3d2c",
    hachure="#c8935a",
    stone="#a58a62",
    depression="#443f33",
    depression_deep="#2c2a25",
    green="#4a5433",
    road="#e0734f",
    road_casing="#1d1a17",
    track="#c99a4d",
    lane="#6f93a6",
    barrier="#ff7a66",
    may="#5cc795",
    may_not="#ff7566",
    look="#f3b33d",
    shadow="#000000",
)

THEMES: Mapping[str, Theme] = MappingProxyType({"paper": PAPER, "night": NIGHT})


class Nation(msgspec.Struct, frozen=True):
    """How the counters of a nation are printed: ground, figures, the stripe along the top, the field of the symbol."""

    ground: str
    ink: str
    stripe: str
    field: str


# The Axis is dark with light figures and the Allies are light with dark ones, so that greyscale tells them apart.
_LIGHT, _DARK = "#fffdf4", "#241b12"

NATIONS: Mapping[str, Nation] = MappingProxyType(
    {
        "German": Nation("#59655b", _LIGHT, "#2f3831", "#6d7a6e"),
        "Luftwaffe": Nation("#4d667d", _LIGHT, "#2b3c4d", "#5f7a93"),
        "Italian": Nation("#776429", _LIGHT, "#4a3d14", "#8f7a38"),
        "Axis": Nation("#f3efe3", _DARK, "#59655b", "#c4ccc2"),
        "British": Nation("#dec48c", _DARK, "#9c2f27", "#efdcb0"),
        "Australian": Nation("#e2b66f", _DARK, "#2f6b3a", "#f1d097"),
        "Indian": Nation("#dfbfa0", _DARK, "#b8612a", "#f0dac3"),
        "South African": Nation("#cfc183", _DARK, "#35618a", "#e3d8a6"),
        "New Zealand": Nation("#d3c6a9", _DARK, "#1f1b18", "#e8dec7"),
        "Palestinian Jewish": Nation("#e6d9b4", _DARK, "#3a74b5", "#f4ebd0"),
        "Polish": Nation("#f5f1e8", _DARK, "#c0262d", "#ffffff"),
        "Free French": Nation("#9fbbdb", _DARK, "#23407a", "#bfd4ec"),
        "Czech": Nation("#dd988c", _DARK, "#7c1d20", "#efbcb3"),
        "Belgian": Nation("#e0cf9a", _DARK, "#8a6d00", "#f1e5be"),
        "Greek": Nation("#bcd3dc", _DARK, "#2f6e9c", "#d6e6ec"),
        "American": Nation("#b6b98c", _DARK, "#4b5320", "#cfd2ab"),
        "Commonwealth": Nation("#dec48c", _DARK, "#6a5a45", "#efdcb0"),
        "Allied": Nation("#f7f2e2", _DARK, "#c9a55a", "#efdcb0"),
    }
)

# Colours of formations, as games name them, for the stripe of a counter.
STRIPES: Mapping[str, str] = MappingProxyType(
    {
        "white": "#fbf8ef",
        "black": "#171310",
        "red": "#b32d25",
        "blue": "#2c5f9e",
        "green": "#3c7a3a",
        "tan": "#d8b070",
        "yellow": "#e3bd2c",
        "orange": "#cf6f1f",
        "brown": "#6d4526",
        "grey": "#8b8b86",
        "purple": "#6b4a8c",
    }
)

UNKNOWN_NATION = Nation("#ece6d8", _DARK, "#6a6258", "#faf6ec")

SIDE_COLOURS: Mapping[str, str] = MappingProxyType({"axis": "#4b574d", "allied": "#b07d2b", "commonwealth": "#b07d2b"})


def nation(name: str) -> Nation:
    return NATIONS.get(name, UNKNOWN_NATION)


def side_colour(side: str | None) -> str:
    return SIDE_COLOURS.get(side or "", "#6a6258")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as the Web Content Accessibility Guidelines define it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
