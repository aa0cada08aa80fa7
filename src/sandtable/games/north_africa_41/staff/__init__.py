"""The machine opponent of North Africa '41."""

from sandtable.games.north_africa_41.staff.player import Staff

__all__ = ["Staff"]
