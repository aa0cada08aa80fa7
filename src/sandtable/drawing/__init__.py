"""Pictures of any board and position. Nothing here knows a game."""

from sandtable.drawing.svg import draw_map

__all__ = ["draw_map"]
