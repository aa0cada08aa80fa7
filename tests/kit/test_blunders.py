"""Blunders: what is counted while machines play each other, and what is not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.bots.arena import arena
from sandtable.games.afrika_korps.movement.phase import Movement, Overstacked
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from sandtable.kit.staff.blunders import ALONE, CROWDED, EMPTY, Blunder, Watch, counted
from tests.afrika_korps.positions import asking, play_noting, position
from tests.core.toy import WadiTitle


def watched(state: AfrikaKorps, order: str) -> list[Blunder]:
    """What a watcher of this position makes of an order."""
    watch = Watch(title(), state)
    after, events = play_noting(state, order)
    watch.saw(state, after, events)
    return watch.blunders


@pytest.mark.parametrize(("axis", "blamed"), [("21/5 W3, AxS1 L20", ["AxS1"]), ("21/5 W3, 21/3, AxS1 L20", [])])
def test_a_supply_that_was_left_alone_and_taken(axis: str, blamed: list[str]) -> None:
    state = asking(position(axis, "2/3 L23, AlS1 J62", 3, "allied"), Movement("allied"))
    found = watched(state, "move 2/3 L23-L21")
    assert [(blunder.piece, blunder.kind) for blunder in found] == [(name, ALONE) for name in blamed]


def test_a_supply_lost_in_ones_own_turn_is_no_blunder_of_the_enemy() -> None:
    state = asking(position("21/5 L22, AxS1 W3", "2/3 J62, AlS1 L26", 3, "axis"), Movement("axis"))
    (found,) = watched(state, "move 21/5 L22-L25")
    assert (found.side, found.piece) == ("allied", "AlS1")


def test_units_lost_because_a_hex_held_too_many() -> None:
    state = asking(position("21/5, 15/8, 21/104, savena L20, AxS1 W3", "2/3 J62"), Overstacked("axis"))
    assert watched(state, "lose savena") == [Blunder(CROWDED, "axis", 1, "savena", "L20")]


def test_a_town_that_was_left_empty_and_entered() -> None:
    held = position("21/5 H24, AxS1 W3", "2/3 G25, 9A/20 J62", 3, "allied")
    left = position("21/5 H24, AxS1 W3", "2/3 I33, 9A/20 J62", 3, "axis")
    lost = position("21/5 G25, AxS1 W3", "2/3 I33, 9A/20 J62", 3, "allied")
    watch = Watch(title(), held)
    watch.saw(held, left, ())
    assert not watch.blunders
    watch.saw(left, lost, ())
    assert watch.blunders == [Blunder(EMPTY, "allied", 3, "Tobruch", "G25")]


def test_a_town_that_was_never_held_is_not_lost() -> None:
    before = position("21/5 H24, AxS1 W3", "9A/20 J62", 3, "axis")
    watch = Watch(title(), before)
    watch.saw(before, replace(position("21/5 G25, AxS1 W3", "9A/20 J62", 3, "allied")), ())
    assert not watch.blunders


def test_the_allies_may_give_up_bengasi() -> None:
    assert set(title().staff.decisive("axis")) - set(title().staff.decisive("allied")) == {"H2"}


def test_the_arena_counts_for_each_side() -> None:
    score = arena(WadiTitle(), {}, 2, 1, workers=1)
    assert set(score.blunders) == {"red", "blue"} and "blunders" in score.report()
    some = [
        Blunder(ALONE, "red", 1, "a", "A1"),
        Blunder(ALONE, "red", 2, "b", "A1"),
        Blunder(EMPTY, "blue", 1, "c", "A2"),
    ]
    assert counted(some, "red") == {ALONE: 2}
