"""The staff: the machine opponent of North Africa '41.

It plans a whole turn as one operation and answers every other question from its plan, knowing what its side may know.
May import: every room of the rules, never `sight`.
"""

from sandtable.games.north_africa_41.staff.player import Staff

__all__ = ["Staff"]
