"""The staff: a machine player that plans each activation as one operation, from nothing but the position it is
shown."""

from sandtable.games.tobruk.staff.player import Staff

__all__ = ["Staff"]
