"""The key by which answers are remembered: the very same units, and nothing else."""

from __future__ import annotations

from sys import getrefcount

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Replacement
from sandtable.games.campaign_for_north_africa.ground.zones import controlled_from, stands
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.sameness import BLOCK, Kept, by_stacks, same_units
from sandtable.games.campaign_for_north_africa.pieces.units import carried, cpa, size
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import join, leave, mark, place
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
    assert list(Kept(before).since(then)) == []
    others = [0, BLOCK - 1, BLOCK, 2 * BLOCK + 7, 3 * BLOCK + 4]
    assert list(Kept(before | {name: object() for name in others}).since(then)) == others
    fewer = {name: each for name, each in before.items() if name != BLOCK}
    assert list(Kept(fewer).since(then)) == [BLOCK]
    assert list(Kept({-1: object()} | before).since(then)) == [-1]


def test_a_table_that_a_draft_goes_on_writing_in_stays_as_it_was_at_the_look() -> None:
    table = {"a": 1, "b": 2}
    then = Kept(table)
    table["b"] = 3
    assert list(Kept(table).since(then)) == ["b"]


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


# What follows from the composition of units alone


def told(state: Campaign, name: str) -> tuple[object, ...]:
    return size(state, name), cpa(state, name), carried(state, name)


def test_what_a_counter_consists_of_is_the_same_wherever_it_goes_and_another_after_losses() -> None:
    before = position("157Fant+ C4120", "1RNF[6] C3922 motors=6")
    whole = told(before, "1RNF")
    draft = draft_of(before)
    place(draft, "1RNF", board().hex("C3820"))
    mark(draft, "1RNF", spent=8, cohesion=-3)
    assert draft.state.composition is before.composition and told(draft.state, "1RNF") == whole
    mark(draft, "1RNF", toe={"": 1}, motors=0)
    assert draft.state.composition is not before.composition
    assert told(draft.state, "1RNF") == told(position("1RNF[1] C3820"), "1RNF") != whole == told(before, "1RNF")


def test_a_headquarters_is_a_shell_once_its_battalions_have_left_it_and_whole_when_they_are_back() -> None:
    before = position("157Fant+ C4120")
    draft = draft_of(before)
    for name in ("I/157", "II/157", "III/157"):
        leave(draft, name)
    alone, whole = size(draft.state, "157Fant"), size(before, "157Fant")
    assert alone == size(position("157Fant C4120"), "157Fant") < whole
    for name in ("I/157", "II/157", "III/157"):
        join(draft, name, "157Fant")
    assert size(draft.state, "157Fant") == whole


def test_a_side_sees_what_it_expects_of_an_enemy_and_not_what_he_has_lost() -> None:
    before = position("I/157 C4120", "1RNF[6] C3922")
    seen = observe(before, "axis")
    size(before, "1RNF"), size(seen, "1RNF")
    draft = draft_of(before)
    mark(draft, "1RNF", toe={"": 1})
    mark(draft, "I/157", toe={"": 1})
    now = observe(draft.state, "axis")
    assert size(draft.state, "1RNF") < size(now, "1RNF") == size(seen, "1RNF")
    assert size(now, "I/157") == size(draft.state, "I/157") < size(seen, "I/157")
    assert now.composition is not draft.state.composition


def test_a_look_keeps_the_one_before_it_and_none_before_that() -> None:
    first, second, third = (Kept({"a": object()}) for _ in range(3))
    assert second.since(first) == second.since(first) == ("a",)
    held = getrefcount(first)
    assert third.since(second) == ("a",) and third.since(third) == ()
    assert getrefcount(first) == held - 1
