"""The key by which answers are remembered: the very same units, and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.ground.zones import controlled_from
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.sameness import same_units
from sandtable.games.campaign_for_north_africa.state import Replacement, mark
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
