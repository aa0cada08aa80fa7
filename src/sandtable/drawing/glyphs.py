"""Unit symbols as path data, in one table for the screen, the SVG export and the documentation.

A symbol lies in a field of 24 by 16, origin at the top left, and is drawn over the outline of that field: `stroke` is
drawn as a line, `fill` is filled with the same ink. Size marks and status marks are centred on the origin.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from sandtable.drawing.colours import NATIONS, SIDE_COLOURS, STRIPES, THEMES
from sandtable.drawing.styles import AREAS, HEXSIDES, LINES, SITES, STYLES

FIELD = (24, 16)
OUTLINE = "M0 0H24V16H0Z"


class Glyph(msgspec.Struct, frozen=True):
    title: str
    stroke: str = ""
    fill: str = ""


_CROSS = "M0 0L24 16M0 16L24 0"
_SLASH = "M0 16L24 0"
_TRACK = "M7 4H17A4 4 0 0 1 17 12H7A4 4 0 0 1 7 4Z"
_DOT = "M14.2 8A2.2 2.2 0 1 1 9.8 8A2.2 2.2 0 1 1 14.2 8Z"
_WINGS = "M7 13.4Q9.5 10 12 13.4Q14.5 10 17 13.4"
_STAR = "M12 2.4L13.4 6.3L17.5 6.4L14.3 8.9L15.4 12.9L12 10.6L8.6 12.9L9.7 8.9L6.5 6.4L10.6 6.3Z"
_WHEEL = "M16.5 8A4.5 4.5 0 1 1 7.5 8A4.5 4.5 0 1 1 16.5 8ZM12 3.5V12.5M7.5 8H16.5M8.8 4.8L15.2 11.2M8.8 11.2L15.2 4.8"
_PROPELLER = "M12 8C9.6 4.4 5 4.2 5 8C5 11.8 9.6 11.6 12 8C14.4 4.4 19 4.2 19 8C19 11.8 14.4 11.6 12 8Z"
_ANCHOR = "M12 4.6V13.2M9.4 6.6H14.6M7.2 10.2Q8 13.4 12 13.4Q16 13.4 16.8 10.2"

GLYPHS: Mapping[str, Glyph] = MappingProxyType(
    {
        "infantry": Glyph("infantry", _CROSS),
        "motorised_infantry": Glyph("motorised infantry", _CROSS + "M12 0V16"),
        "armour": Glyph("armour", _TRACK),
        "armoured_infantry": Glyph("armoured infantry", _CROSS + _TRACK),
        "recce": Glyph("reconnaissance", _SLASH),
        "armoured_recce": Glyph("armoured reconnaissance", _SLASH + _TRACK),
        "headquarters": Glyph("headquarters", "M0 5H24M0 16V21", "M0 0H24V5H0Z"),
        "leader": Glyph("leader", "", _STAR),
        "supply": Glyph("supply", "M0 11.6H24"),
        "transport": Glyph("transport", _WHEEL),
        "prisoners": Glyph("prisoners of war", "M6 0V16M10 0V16M14 0V16M18 0V16"),
        "artillery": Glyph("artillery", "", _DOT),
        "self_propelled_artillery": Glyph("self-propelled artillery", _TRACK, _DOT),
        "rocket_artillery": Glyph(
            "rocket artillery",
            "M9 5.4L12 2.6L15 5.4M9 8.2L12 5.4L15 8.2",
            "M14 11.4A2 2 0 1 1 10 11.4A2 2 0 1 1 14 11.4Z",
        ),
        "anti_tank": Glyph("anti-tank", "M0 16L12 0L24 16"),
        "anti_aircraft": Glyph("anti-aircraft", "M0 16C1 6.6 6 3.4 12 3.4C18 3.4 23 6.6 24 16"),
        "machine_gun": Glyph("machine gun", "M12 2.6V13.4M9.2 5.4L12 2.6L14.8 5.4M8.6 13.4H15.4"),
        "mortar": Glyph("mortar", "M12 3V9.2M9.6 5.4L12 3L14.4 5.4M14 11.2A2 2 0 1 1 10 11.2A2 2 0 1 1 14 11.2Z"),
        "engineer": Glyph("engineers", "M6 12.4V5H18V12.4M12 5V10.8"),
        "paratroop": Glyph("paratroops", _CROSS + _WINGS),
        "glider": Glyph("glider infantry", _CROSS + "M6 13.2H18"),
        "marine": Glyph("marines", _CROSS + _ANCHOR),
        "commando": Glyph("commandos", _CROSS, "M9.4 5.6H14.6V10.4H9.4Z"),
        "cavalry": Glyph("cavalry", _SLASH, "M0 0H9L0 6Z"),
        "desert_patrol": Glyph(
            "desert patrol", _SLASH + "M8.4 13.6A1.6 1.6 0 1 1 5.2 13.6M18.8 13.6A1.6 1.6 0 1 1 15.6 13.6"
        ),
        "garrison": Glyph("garrison", "M5 12.6V4.4H8V6.4H10.5V4.4H13.5V6.4H16V4.4H19V12.6Z"),
        "signals": Glyph("signals", "M0 0L14 9.6L10 6.4L24 16"),
        "medical": Glyph("medical", "M12 0V16M0 8H24"),
        "maintenance": Glyph("repair", "M7.6 5.4A2.6 2.6 0 1 1 7.6 10.6M16.4 5.4A2.6 2.6 0 1 0 16.4 10.6M10.2 8H13.8"),
        "air": Glyph("air unit", _PROPELLER),
        "naval": Glyph("naval unit", _ANCHOR),
        "marker": Glyph("marker", "M12 3L19 8L12 13L5 8Z"),
        "unknown": Glyph(
            "unknown unit",
            "M9 5.6Q9 3 12 3Q15 3 15 5.6Q15 7.6 12 8.6V10.4",
            "M13 12.6A1 1 0 1 1 11 12.6A1 1 0 1 1 13 12.6Z",
        ),
    }
)

# Other words for the same symbol.
SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "mechanised": "armoured_infantry",
        "mechanised_infantry": "armoured_infantry",
        "panzer": "armour",
        "tank": "armour",
        "tanks": "armour",
        "motorised": "motorised_infantry",
        "motor_infantry": "motorised_infantry",
        "reconnaissance": "recce",
        "hq": "headquarters",
        "truck": "transport",
        "parachute": "paratroop",
        "airborne": "paratroop",
        "engineers": "engineer",
        "pioneer": "engineer",
        "anti-tank": "anti_tank",
        "flak": "anti_aircraft",
        "fighter": "air",
        "bomber": "air",
        "ship": "naval",
    }
)


def glyph_key(symbol: str) -> str:
    """The key of the glyph for a symbol; the question mark for one that nobody drew."""
    key = SYNONYMS.get(symbol, symbol)
    return key if key in GLYPHS else "unknown"


# Size marks: strokes four high, side by side.
_BAR, _SAW = "M{0} -2V2", "M{0} -2L{1} 2M{0} 2L{1} -2"
SIZE_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "I": "company",
        "II": "battalion",
        "III": "regiment",
        "X": "brigade",
        "XX": "division",
        "XXX": "corps",
        "XXXX": "army",
    }
)


def _bars(count: int) -> str:
    return "".join(_BAR.format(_short(2.2 * (i - (count - 1) / 2))) for i in range(count))


def _crosses(count: int) -> str:
    starts = (4.8 * (i - (count - 1) / 2) - 2 for i in range(count))
    return "".join(_SAW.format(_short(x), _short(x + 4)) for x in starts)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


SIZES: Mapping[str, str] = MappingProxyType(
    {"I" * n: _bars(n) for n in (1, 2, 3)} | {"X" * n: _crosses(n) for n in (1, 2, 3, 4)}
)

# Status marks: ten across, one shape each, so that none depends on its colour.
MARKS: Mapping[str, Glyph] = MappingProxyType(
    {
        "moved": Glyph("moved", "M-2.6 -3L1.4 0L-2.6 3M1 -3L4.2 0L1 3"),
        "halted": Glyph("may move no further", "M-2 -3V3M2 -3V3"),
        "fought": Glyph("has fought", "M-3 -3L3 3M-3 3L3 -3"),
        "engaged": Glyph("engaged", "M-3.4 -1.4H3.4M-3.4 1.4H3.4"),
        "isolated": Glyph(
            "isolated",
            "M3.4 0A3.4 3.4 0 1 1 -3.4 0A3.4 3.4 0 1 1 3.4 0Z",
            "M1.2 0A1.2 1.2 0 1 1 -1.2 0A1.2 1.2 0 1 1 1.2 0Z",
        ),
        "low_supply": Glyph("low supply", "M-3 3.2L0 -3.4L3 3.2Z", "M-1.6 0.1H1.6L3 3.2H-3Z"),
        "out_of_supply": Glyph("out of supply", "M-3 3.2L0 -3.4L3 3.2Z"),
        "long_out_of_supply": Glyph("long out of supply", "", "M-3.2 3.2L0 -3.6L3.2 3.2Z"),
        "supply_on_board": Glyph("carries supply", "M-3.2 -2.6H3.2V2.8H-3.2ZM-3.2 0.6H3.2"),
        "depleted": Glyph("depleted", "M-3.4 -1.2A3.4 3.4 0 0 1 3.4 -1.2ZM-3.4 2.8L3.4 1"),
        "replacement": Glyph(
            "has received a replacement",
            "M-3.2 -0.8A3.2 3.2 0 0 1 3 -1.4M3.2 0.8A3.2 3.2 0 0 1 -3 1.4",
            "M1.4 -1.4H4.4L3.4 -4.2ZM-1.4 1.4H-4.4L-3.4 4.2Z",
        ),
        "out_of_command": Glyph("out of command", "M0 -4V0.8", "M1 3.2A1 1 0 1 1 -1 3.2A1 1 0 1 1 1 3.2Z"),
        "dismounted": Glyph("dismounted", "M2.8 0A2.8 2.8 0 1 1 -2.8 0A2.8 2.8 0 1 1 2.8 0ZM-3.6 3.6L3.6 -3.6"),
        "reinforced_twice": Glyph(
            "reinforced twice", "", "M-1.3 -3.8H1.3V-1.3H3.8V1.3H1.3V3.8H-1.3V1.3H-3.8V-1.3H-1.3Z"
        ),
        "reinforced": Glyph("reinforced", "M0 -3V3M-3 0H3"),
        "disrupted": Glyph("disrupted", "M1.4 -4L-2 0.4H2L-1.4 4"),
        "full_retreat": Glyph("in full retreat", "M2.6 -3L-1.4 0L2.6 3M-1 -3L-4.2 0L-1 3"),
        "frozen": Glyph("frozen in place", "M0 -4V4M-3.5 -2L3.5 2M-3.5 2L3.5 -2"),
        "pinned": Glyph("pinned", "M0 -3.6V3.6M-3 -3.6H3"),
        "surrounded": Glyph("surrounded", "M-3.4 -3.4H3.4V3.4H-3.4Z"),
        "defeated": Glyph("defeated", "", "M-3.4 -3.4H3.4V3.4H-3.4Z"),
        "captured": Glyph("captured", "M-3 4V-4L3.4 -1.8L-3 0.4"),
        "spent": Glyph("spent this turn", "", "M-3.4 0A3.4 3.4 0 0 0 3.4 0Z"),
        "landed_by_rail": Glyph("came by rail", "M-2 -4V4M2 -4V4M-3.6 -2.4H3.6M-3.6 0H3.6M-3.6 2.4H3.6"),
        "landed_by_air": Glyph("came by air", "M0 -4V4M-4 0.6L0 -1.4L4 0.6M-1.8 3.8L0 2.6L1.8 3.8"),
        "landed": Glyph("came ashore", "M-3.6 2.6Q-1.8 0.6 0 2.6T3.6 2.6M0 -3.8V0M-1.8 -1.6L0 0.4L1.8 -1.6"),
        "with_leader": Glyph("moving with the leader", "M-3.2 2.8H3.2M-3.2 2.8L-3.2 -2.4L0 0.6L3.2 -2.4V2.8"),
        "road_movement": Glyph("road movement", "M-3 4L-1.4 -4M3 4L1.4 -4M0 4V2M0 0.6V-1M0 -2.4V-4"),
        "active": Glyph("active", "", "M-2.6 -3.4L3.8 0L-2.6 3.4Z"),
        "activated": Glyph("activated this turn", "M-3.2 0.2L-0.8 2.8L3.4 -2.8"),
        "overran": Glyph("has overrun the enemy", "M-3.8 2Q-0.4 -5.4 3 0.8M3.4 -2.6L3 1.2L-0.6 0.2"),
        "mined": Glyph(
            "in a minefield",
            "M0 -4.2V4.2M-4.2 0H4.2M-2.6 -2.6L2.6 2.6M-2.6 2.6L2.6 -2.6",
            "M2.2 0A2.2 2.2 0 1 1 -2.2 0A2.2 2.2 0 1 1 2.2 0Z",
        ),
        "automatic": Glyph(
            "automatic result", "M-3.4 -3.4L-0.8 -0.8M3.4 -3.4L0.8 -0.8M-3.4 3.4L-0.8 0.8M3.4 3.4L0.8 0.8"
        ),
        "under_construction": Glyph(
            "under construction", "M-3.4 3.4V-0.6L0 -3.6L3.4 -0.6V3.4", "M-1.2 3.4V0.8H1.2V3.4Z"
        ),
        "remnant": Glyph("remnant", "M-2.8 -2.8L2.8 2.8", "M1 -1A1.4 1.4 0 1 1 -1 1A1.4 1.4 0 1 1 1 -1Z"),
        "cohesion": Glyph("disorganised", "M-3.6 -3.6H3.6V3.6H-3.6ZM-1 -3.6L1.2 -0.8L-1.2 1L0.8 3.6"),
        "reserve": Glyph("in reserve", "M-3.4 -3.4H3.4V1L0 4L-3.4 1Z"),
        "motors": Glyph(
            "motorised",
            "M-4 -2.8H0.8V1.2H-4ZM0.8 -1.2H3L4 0V1.2H0.8",
            "M-1.2 2A1.3 1.3 0 1 1 -3.8 2A1.3 1.3 0 1 1 -1.2 2ZM3.6 2A1.3 1.3 0 1 1 1 2A1.3 1.3 0 1 1 3.6 2Z",
        ),
        "held": Glyph("may not move yet", "M-2 0V-1.8A2 2 0 0 1 2 -1.8V0", "M-3.2 -0.2H3.2V3.8H-3.2Z"),
        "in_transit": Glyph("on the way", "M-4 0H2.6M0 -2.8L3 0L0 2.8"),
        "dummy": Glyph("dummy", "M-3 -3L3 3M-3 3L3 -3M-3.6 -3.6H3.6V3.6H-3.6Z"),
        "other": Glyph("marked", "", "M0 -3.4L3.4 0L0 3.4L-3.4 0Z"),
    }
)


def mark_key(mark: str) -> str:
    """The key of the shape for a status, whatever else it says; a plain lozenge for one without its own shape."""
    key = mark.strip().lower().replace(" ", "_").replace("-", "_")
    return next((known for known in MARKS if key == known or key.startswith(f"{known}_")), "other")


def glyphs_json() -> str:
    """Everything of this table and the colours, for the screen and the documentation."""
    table = {
        "field": FIELD,
        "outline": OUTLINE,
        "glyphs": dict(GLYPHS),
        "synonyms": dict(SYNONYMS),
        "sizes": {size: {"title": SIZE_TITLES[size], "stroke": path} for size, path in SIZES.items()},
        "marks": dict(MARKS),
        "nations": dict(NATIONS),
        "stripes": dict(STRIPES),
        "themes": dict(THEMES),
        "sides": dict(SIDE_COLOURS),
        "terrains": dict(STYLES),
        "hexsides": dict(HEXSIDES),
        "lines": dict(LINES),
        "areas": dict(AREAS),
        "sites": dict(SITES),
    }
    return msgspec.json.format(msgspec.json.encode(table), indent=1).decode()
