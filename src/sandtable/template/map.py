"""The map and the cost of moving on it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.core.board import Board
from sandtable.core.fields import Graph
from sandtable.core.map_file import load_board

COST = {"clear": 1, "rough": 2}  # [2]


@cache
def board() -> Board:
    return load_board((files(__package__) / "data" / "map.toml").read_bytes())


@cache
def well() -> int:
    return board().sites[0].hex


@cache
def ground() -> Graph:
    """[2] What each step costs."""
    land = board()
    edges = tuple(tuple((to, to, COST[land.terrain[to]], 0) for to in near) for near in land.adjacent)
    return Graph(tuple(range(len(land))), edges)
