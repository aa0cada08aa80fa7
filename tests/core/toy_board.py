"""The map and the rulebook of the toy game."""

from __future__ import annotations

from functools import cache

from sandtable.core.board import Board
from sandtable.core.fields import Graph
from sandtable.core.map_file import load_board

MAP = """
boxes = ["lost"]
rows = [
    { first = "A1", cells = "....." },
    { first = "B1", cells = "..^.." },
    { first = "C2", cells = "....." },
]
[grid]
layout = "pointy"
source = "toy"
numbering = { scheme = "letter-diagonal", letters = "ABC", numbers = [1, 6] }
[[terrain]]
symbol = "."
terrain = "clear"
[[terrain]]
symbol = "^"
terrain = "hill"
[default]
source = "toy"
confidence = "certain"
[[roads]]
id = "road"
kind = "road"
name = "the road"
hexes = ["B1", "B2", "B3", "B4"]
source = "toy"
[[prohibited]]
kind = "wadi"
pairs = [["A3", "B4"]]
source = "toy"
[[sites]]
hex = "A1"
kind = "camp"
name = "red camp"
side = "red"
source = "toy"
[[sites]]
hex = "C6"
kind = "camp"
name = "blue camp"
side = "blue"
source = "toy"
"""

CASES = """
[[case]]
number = "1"
title = "Turns"
summary = "A game has a number of turns; who has more strength then has won."
kind = "rule"
[[case]]
number = "1.1"
title = "Camps"
summary = "Who enters the enemy camp has won."
kind = "rule"
[[case]]
number = "1.2"
title = "Annihilation"
summary = "A side without units has lost."
kind = "rule"
[[case]]
number = "2"
title = "Bids"
summary = "Bids are secret and are paid from the purse."
kind = "rule"
[[case]]
number = "3"
title = "Movement"
summary = "Each unit moves once, as far as its points and enemy zones allow."
kind = "rule"
[[case]]
number = "4"
title = "Combat"
summary = "Units attack adjacent enemies, each unit once."
kind = "rule"
[[case]]
number = "4.1"
title = "Retreat"
summary = "A beaten defender retreats one hex or stands and loses a strength point."
kind = "rule"
"""


@cache
def board() -> Board:
    return load_board(MAP)


@cache
def graph(flat: bool) -> Graph:
    """A node is a hex; road steps are paid by the road allowance first."""
    here = board()
    road = here.road_steps("road")

    def edge(a: int, b: int) -> tuple[int, int, int, int]:
        if b in road.get(a, ()):
            return b, b, 0, 1
        return b, b, 2 if here.terrain[b] == "hill" and not flat else 1, 0

    edges = tuple(tuple(edge(a, b) for b in near) for a, near in enumerate(here.adjacent))
    return Graph(tuple(range(len(here))), edges)
