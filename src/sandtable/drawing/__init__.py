"""Pictures of any board and position. Nothing here knows a game."""

from sandtable.drawing.picture import Film, Picture
from sandtable.drawing.svg import draw_map

__all__ = ["Film", "Picture", "draw_map"]
