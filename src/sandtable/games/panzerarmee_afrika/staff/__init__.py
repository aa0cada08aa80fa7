"""The staff: a machine player that plans each turn as one operation, from nothing but the position it is shown."""

from sandtable.games.panzerarmee_afrika.staff.player import Staff

__all__ = ["Staff"]
