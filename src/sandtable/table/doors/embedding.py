"""A position as a picture, for pages of others. It is made of a view that somebody may have: nothing else goes in."""

from __future__ import annotations

from typing import Any

from sandtable.core.title import Title
from sandtable.core.views import View
from sandtable.drawing import draw_map
from sandtable.table.messages.positions import SeenView


def position_svg(title: Title[Any], seen: SeenView) -> str:
    plain = {name: getattr(seen, name) for name in seen.__struct_fields__ if name not in ("pieces", "count")}
    view = View(**plain, pieces=tuple(seen.pieces.values()))
    return draw_map(title.rules.board(), view, title=title.name)
