"""Where games were fought and where counters went, on the game's own map."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable import games
from sandtable.drawing import draw_map
from sandtable.lab.course import degrees
from sandtable.lab.report.figures import TitleFigures


def maps(found: TitleFigures) -> dict[str, str]:
    """Every map that there is something to show on, by what it shows."""
    wanted = {"Battles": found.battles, "Traffic": found.traffic}
    return {name: heat_map(found.key, name, counts) for name, counts in wanted.items() if counts}


def heat_map(key: str, name: str, counts: Mapping[str, int]) -> str:
    title = games.title(key)
    return draw_map(title.rules.board(), legend=False, title=f"{title.name}: {name.casefold()}", heat=degrees(counts))
