"""Who goes back to the base leaves room for those who arrive there."""

from __future__ import annotations

from sandtable.games.panzerarmee_afrika.arrivals.places import expected
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.staff.berths import berths
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, room_in
from tests.panzerarmee_afrika.positions import position, with_books
from tests.panzerarmee_afrika.staff.test_staff import carried_out

HOME = (
    "it-19, it-20, it-27 0702, axis-depot-1 0702, it-28, it-39, it-40 0701, it-61, it-62, it-b7 0601, "
    "it-15, it-16, de-2 0602, de-8, de-3-ar, de-33-ar 0703, axis-depot-2 0703, "
    "de-104, de-115 0803, de-5-1-a, de-5-2-a 0905"
)


def test_the_dead_who_can_be_brought_back_have_their_places() -> None:
    state = position(HOME, "uk-22 1351", 2, "axis")
    due = sum(role_of(name) == "unit" for name in expected(state, "axis"))
    assert sum(berths(state, "axis").values()) == due > 0
    rich = with_books(state, "axis", points={**state.books["axis"].points, "italian-armoured": 5})  # it-132-a, it-b8-ai
    assert sum(berths(rich, "axis").values()) == due + 2


def test_the_base_is_not_filled_by_those_who_have_gone_back_to_it() -> None:
    """The Axis stood three deep in every hex of its base while fourteen factors waited to land."""
    home = in_threes("axis", "0702 0701 0703 0601 0602 0803 0404 0704 0905 0804 0805 0706 0806 0907")
    away = in_threes("allied", "1351 1350 1451 1250 1251 1249 1149 1248 1148 1247 1147 1049 1048 1246 1047")
    state = position(f"{home}, axis-depot-1 0702, axis-depot-2 0703", f"{away}, allied-depot-1 1250", 16, "axis")
    before, after = state, carried_out(state, Movement("axis"))[0]
    due = sum(role_of(name) == "unit" for name in expected(after, "axis"))
    assert free_places(before) < due <= free_places(after)


def in_threes(side: Side, hexes: str) -> str:
    """Everybody who has come before turn 16."""
    names = [each.id for each in counters().values() if each.side == side and each.arrives < 16 and not each.option]
    stacks = [names[first : first + 3] for first in range(0, len(names), 3)]
    return ", ".join(f"{', '.join(stack)} {at}" for at, stack in zip(hexes.split(), stacks, strict=False))


def free_places(state: PanzerarmeeAfrika) -> int:
    return sum(room_in(at) - len(state.layout.stands["axis"].get(at, ())) for at in base("axis"))
