"""[63.92, 64.53, 64.54] What a scenario has left of the pool and of production when it begins."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.campaign_for_north_africa.contents import Drawn
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import land_items
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.replacements.pool import line
from sandtable.games.campaign_for_north_africa.scenarios import Scenario


def drawn_before(chosen: Scenario) -> dict[str, Drawn]:
    """Lines of which points are gone before the game, as if they had been planned."""
    gone: dict[str, int] = {}
    for nation, turn in chosen.halved_through.items():
        gone |= {line(nation, name): -(-item.plannable(turn) // 2) for name, item in land_items(nation).items()}
    for nation, percent in chosen.percent_left.items():
        gone |= {
            line(nation, name): item.total - item.total * percent // 100 for name, item in land_items(nation).items()
        }
    totals = _totals(chosen.points_left)
    gone |= {key: totals[key] - left for key, left in chosen.points_left.items()}
    return {key: Drawn(points, 0, 0) for key, points in gone.items() if points}


def _totals(lines: Mapping[str, int]) -> dict[str, int]:
    nations: tuple[Nation, ...] = ("italian", "german", "commonwealth")
    return {
        line(nation, name): item.total
        for nation in nations
        for name, item in land_items(nation).items()
        if line(nation, name) in lines
    }
