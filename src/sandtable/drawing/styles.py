"""How each kind of terrain is drawn, in one table for the screen, the SVG export and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Style(msgspec.Struct, frozen=True):
    """How a terrain is drawn: a wash, a pattern over it, and hachures along a ridge or inside the rim."""

    title: str
    wash: str = ""  # the name of a colour of the theme
    pattern: str = ""
    hachures: str = ""  # "ridge" or "rim"


STYLES: Mapping[str, Style] = MappingProxyType({
    "clear": Style("clear"),
    "desert": Style("clear"),
    "escarpment": Style("escarpment", "relief", "", "ridge"),
    "rough": Style("rough", "", "strokes"),
    "mountain": Style("mountain", "relief", "humps"),
    "jebel": Style("jebel", "relief", "humps"),
    "hill": Style("hill", "relief", "humps"),
    "sand": Style("sand desert", "", "dunes"),
    "sand_desert": Style("sand desert", "", "dunes"),
    "salt_marsh": Style("salt marsh", "depression", "dashes"),
    "marsh": Style("marsh", "depression", "dashes"),
    "swamp": Style("swamp", "depression", "dashes"),
    "qattara_partial": Style("edge of the Qattara Depression", "depression", "dots"),
    "qattara_full": Style("Qattara Depression", "depression_deep", "salt", "rim"),
    "depression": Style("depression", "depression_deep", "salt", "rim"),
    "delta": Style("delta", "green", "diagonal"),
    "cultivated": Style("cultivated", "green", "diagonal"),
    "oasis": Style("oasis", "green", "dots"),
    "city": Style("city", "", "blocks"),
    "town": Style("town", "", "blocks"),
    "fortress": Style("fortress"),
    "home_base": Style("home base"),
    "sea": Style("sea"),
})
