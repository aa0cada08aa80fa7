"""The staff: a machine player that plans each turn as one operation.

It plays from nothing but the position it is shown.
May import: every room of the rules, never `sight`.
"""

from sandtable.games.afrika_korps.staff.player import Staff

__all__ = ["Staff"]
