"""[17, 18] The coast road and the escarpments as a graph of ways to move.

The same hex can be several nodes: what a unit did before decides how it may go on.
- plain: it may leave as the terrain allows [18.2], by either road if it begins its turn on two [17.31], in any
  direction if it came by road [18.42];
- beside: it has crossed on or off a coast-road escarpment beside the road and may not do so again [18.5];
- halted: it may move no further this turn [18.1];
- on one of two roads that do not meet inside the hex [17.3].
"""

from __future__ import annotations

from functools import cache

from sandtable.core.fields import Graph
from sandtable.core.ways import Distances
from sandtable.games.afrika_korps.map import board, coast_road, coast_road_escarpments, escarpments
from sandtable.games.afrika_korps.state import Trek


class Routes:
    """The graph and the way between a unit's trek and its node."""

    def __init__(self) -> None:
        self.size = len(board())
        # [17.3] hexes with separate roads: hex -> {came from: hexes that the same road leads to}
        self.separate: dict[int, dict[int, frozenset[int]]] = {}
        for hexagon, pairs in board().through.items():
            ends = {end for pair in pairs for end in pair}
            self.separate[hexagon] = {
                end: frozenset(other for pair in pairs if end in pair for other in pair) - {end} for end in ends
            }
        self._roaded: dict[tuple[int, int, bool], int] = {}
        for hexagon, arrivals in self.separate.items():
            for came_from in sorted(arrivals):
                for beside in (False, True):
                    self._roaded[hexagon, came_from, beside] = 3 * self.size + len(self._roaded)
        self._hexes = tuple(range(self.size)) * 3 + tuple(hexagon for hexagon, _, _ in self._roaded)
        self.graph = Graph(self._hexes, tuple(self._edges(node) for node in range(len(self._hexes))))
        self.distances = Distances(self.graph)

    def node(self, hexagon: int, trek: Trek) -> int:
        if trek.halted:
            return 2 * self.size + hexagon
        if (hexagon, trek.road_from, trek.off_road) in self._roaded:
            return self._roaded[hexagon, trek.road_from, trek.off_road]
        return hexagon + self.size * trek.off_road

    def describe(self, node: int) -> tuple[bool, bool, int]:
        """Whether a node is beside the road, halted, and the hex its road came from (-1 when that does not matter)."""
        for (_, came_from, beside), number in self._roaded.items():
            if number == node:
                return beside, False, came_from
        layer = node // self.size
        return layer == 1, layer == 2, -1

    def _edges(self, node: int) -> tuple[tuple[int, int, int, int], ...]:
        here = self._hexes[node]
        beside, halted, came_from = self.describe(node)
        if halted:
            return ()
        return tuple(
            edge for there in board().adjacent[here] if (edge := self._edge(here, there, beside, came_from)) is not None
        )

    def _edge(self, here: int, there: int, beside: bool, came_from: int) -> tuple[int, int, int, int] | None:
        if there in coast_road().get(here, ()):
            extra = 0
            if came_from >= 0 and there != came_from and there not in self.separate[here][came_from]:
                # [17.32] over the escarpment to the other road: one factor more, and it counts as the step of 18.5
                if beside:
                    return None
                beside, extra = True, 1
            return self._arrive(here, there, beside), there, extra, 1
        # [17.2] not by the road
        leaves, enters = here in coast_road_escarpments(), there in coast_road_escarpments()
        if leaves and beside:
            return None  # [18.41, 18.5]
        stops = there in escarpments() and (not enters or beside)  # [18.1], and a second step beside the road
        if stops:
            return 2 * self.size + there, there, 1, 0
        return there + self.size * (beside or leaves or enters), there, 1, 0

    def _arrive(self, here: int, there: int, beside: bool) -> int:
        return self._roaded.get((there, here, beside), there + self.size * beside)


@cache
def routes() -> Routes:
    return Routes()
