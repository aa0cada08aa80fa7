"""The key by which answers are remembered: the very same units, and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.ground.zones import controlled_from, stands
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.sameness import BLOCK, Kept, by_stacks, changed, same_units
from sandtable.games.campaign_for_north_africa.state import Replacement, mark, place
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of


def test_a_stack_is_the_same_until_one_of_its_units_does_something() -> None:
    before = position("63Cir+ C4120", "1RNF C3922")
    at = board().hex("C4120")
    elsewhere = draft_of(before)
    mark(elsewhere, "1RNF", spent=2)
    assert same_units(before, at) == same_units(elsewhere.state, at)
    here = draft_of(before)
    mark(here, "I/157", spent=2)
    assert same_units(before, at) != same_units(here.state, at)
    assert same_units(before, at, "more") != same_units(before, at)


def test_replacement_points_meant_for_another_unit_are_not_the_same() -> None:
    before = position("1RNF C3922")
    at = board().hex("C3922")
    meant = replace(before, replacements={"1RNF": Replacement("2SctGds")})
    other = replace(before, replacements={"1RNF": Replacement("3CldGds")})
    assert same_units(meant, at) == same_units(replace(meant, turn=7), at)
    assert same_units(meant, at) != same_units(other, at) != same_units(before, at)


def test_a_zone_is_lost_with_the_strength_of_a_unit_deep_in_the_stack() -> None:
    """[10.15] Ten raw points of defence."""
    before = position("157Fant+ C4120")
    at = board().hex("C4120")
    assert controlled_from(before, at)
    draft = draft_of(before)
    for name in ("157Fant", "I/157", "II/157", "III/157"):
        mark(draft, name, toe={})
    assert not controlled_from(draft.state, at)


def test_what_has_changed_is_found_wherever_it_stands_in_a_table() -> None:
    before: dict[int, object] = {name: object() for name in range(3 * BLOCK + 5)}
    then = Kept(before)
    assert changed(Kept(before), then) == []
    others = [0, BLOCK - 1, BLOCK, 2 * BLOCK + 7, 3 * BLOCK + 4]
    assert changed(Kept(before | {name: object() for name in others}), then) == others
    fewer = {name: each for name, each in before.items() if name != BLOCK}
    assert changed(Kept(fewer), then) == [BLOCK]
    assert changed(Kept({-1: object()} | before), then) == [-1]


def test_a_table_that_a_draft_goes_on_writing_in_stays_as_it_was_at_the_look() -> None:
    table = {"a": 1, "b": 2}
    then = Kept(table)
    table["b"] = 3
    assert changed(Kept(table), then) == ["b"]


def test_what_hangs_on_the_stacks_alone_holds_until_a_counter_goes_somewhere() -> None:
    before = position("63Cir+ C4120", "1RNF C3922")
    spent = draft_of(before)
    mark(spent, "1RNF", spent=2)
    assert by_stacks(spent.state) is by_stacks(before)
    assert stands(before, "commonwealth") == (board().hex("C3922"),)
    gone = draft_of(before)
    place(gone, "1RNF", board().hex("C3921"))
    assert by_stacks(gone.state) is not by_stacks(before)
    assert stands(gone.state, "commonwealth") == (board().hex("C3921"),)
