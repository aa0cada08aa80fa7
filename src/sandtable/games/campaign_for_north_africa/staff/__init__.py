"""The machine player: one plan for each Movement Segment, and a plain answer to every other question."""

from sandtable.games.campaign_for_north_africa.staff.player import Staff

__all__ = ["Staff"]
