"""[25] The Supply Attrition Phase: two dice name a section of the map, and whoever stands there or beyond it pays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sandtable.core import fields
from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.lines.support_units import deplete, in_play, is_support, source_at
from sandtable.games.north_africa_41.lines.tracing import LAND_BOXES, checked_units
from sandtable.games.north_africa_41.map import board, edge, section_hexes, sections
from sandtable.games.north_africa_41.order_forms import Name
from sandtable.games.north_africa_41.pieces.counters import Side, trucks
from sandtable.games.north_africa_41.pieces.tables import (
    SECTIONS,
    Section,
    beyond,
    captured_trucks_leave,
    supply_attrition,
)
from sandtable.games.north_africa_41.state import OUT, NorthAfrica, add_supply, eliminate, mark, take_supply


class Deplete(Name, frozen=True):
    """[25.1.1] Give up a Supply Point (a place) or flip an ASU (its name)."""


def open_supply_attrition(draft: Draft[NorthAfrica], side: Side) -> None:
    """[25.1.1] Roll and pay."""
    roll = sum(draft.roll(f"supply attrition, {side}", by=side) for _ in range(2))
    if side == "axis" and captured_trucks_leave(roll):
        _lose_captured_trucks(draft)
    section = supply_attrition(side, roll)
    engaged = is_engaged(draft.state, side, section)
    draft.note("drained", side=side, roll=roll, section=section, engaged=engaged, case="25.1.1")
    if not engaged:
        return
    found = payers(draft.state, side, section)
    if not found:
        _mark_all(draft, side)
    elif len(found) == 1:
        pay(draft, side, found[0])
    else:
        draft.push(Forfeit(side, section))


def is_engaged(state: NorthAfrica, side: Side, section: Section) -> bool:
    """[25.1.1] Whether the side has a Combat Unit in the section or beyond it."""
    stands = state.layout.combat[side]
    return any(not hexes_of(there).isdisjoint(stands) for there in beyond(side, section))


def payers(state: NorthAfrica, side: str, section: Section) -> list[str]:
    """[25.1.1, 25.1.2] The Supply Points, MSUs and Ready ASUs in the section; failing these the closest by land."""
    far = distances(section)
    near = [(far[at], name) for name in _holdings(state, side) if (at := source_at(state, name)) in far]
    least = min((distance for distance, _ in near), default=0)
    return [name for distance, name in near if distance == least]


def _holdings(state: NorthAfrica, side: str) -> list[str]:
    """Whatever a side has to give: Supply Points by place, those just landed too, MSUs and ASUs by name."""
    layout, units = state.layout, state.units
    places = [board().name(at) for at in state.books[side].stores]
    mobile = [name for names in layout.trucks[side].values() for name in names if units[name].loaded]
    combat = (name for names in layout.combat[side].values() for name in names)
    support = [name for name in combat if is_support(name) and not units[name].depleted]
    return [*places, *mobile, *support]


def hexes_of(section: Section) -> frozenset[int]:
    """[25.1.2] No Off Map Box belongs to a section."""
    return section_hexes(sections()[SECTIONS.index(section)])


@cache
def distances(section: Section) -> dict[int, int]:
    """[25.1.1] Land hexes from every place to the section. A box beside the map is one hex beyond its edge [6.3.3];
    from Italy nothing leads here by land."""
    found = fields.spread(board().adjacent, sorted(hexes_of(section)), bytes(len(board())))
    for box in LAND_BOXES.values():
        found[box] = 1 + min(found[at] for at in edge(board().name(box)))
    return found


def pay(draft: Draft[NorthAfrica], side: str, name: str) -> None:
    """[25.1.1] A Supply Point is removed or an ASU flipped."""
    if is_support(name):
        deplete(draft, name)
        return
    if name in trucks():
        mark(draft, name, loaded=False)
    else:
        take_supply(draft, side, board().location(name))
    draft.note("forfeited", side=side, what=name, case="25.1.1")


def _mark_all(draft: Draft[NorthAfrica], side: str) -> None:
    """[25.1.1, 6.2] Nothing to give: all units on the map are marked Out of Supply."""
    units = [name for name in checked_units(draft.state, side) if not draft.state.units[name].out]
    for name in units:
        mark(draft, name, out=OUT)
    draft.note("cut_off", side=side, units=units, case="25.1.1")


def _lose_captured_trucks(draft: Draft[NorthAfrica]) -> None:
    """[27.1] For want of spare parts; what they carry is put down."""
    for name, truck in trucks().items():
        unit = draft.state.units[name]
        if not truck.captured or not in_play(draft.state, name):
            continue
        if unit.loaded:
            add_supply(draft, truck.side, unit.at)
        eliminate(draft, name, "27.1", "no spare parts")


class Forfeit(Decision[NorthAfrica], frozen=True):
    """[25.1.1] Which Supply Point goes, or which ASU is flipped."""

    side: Side
    section: Section

    def prompt(self, state: NorthAfrica) -> str:
        title = sections()[SECTIONS.index(self.section)]
        return f"Supply attrition in the {title} section: give up a Supply Point or deplete an ASU."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Deplete(name) for name in payers(state, self.side, self.section)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Deplete):
            raise Refusal("25.1.1", "deplete an ASU, an MSU or a Supply Point")
        if action.name not in payers(state, self.side, self.section):
            raise Refusal("25.1.1", f"{action.name} is not a Supply Point or Ready ASU in or closest to the section")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        assert isinstance(action, Deplete)
        pay(draft, self.side, action.name)
