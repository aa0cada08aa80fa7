"""The staff: the machine player, with a desk for each part of a command.

One plan for each Movement Segment, and a plain answer to every other question, from what its side may know.
May import: every room of the rules, never `sight`.
"""

from sandtable.games.campaign_for_north_africa.staff.player import Staff

__all__ = ["Staff"]
