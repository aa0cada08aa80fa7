"""Lazy listings read like the lists they stand for, and are not written out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.listing import Listing, Made

BLOCKS = st.lists(st.lists(st.integers(), max_size=5), max_size=5)


@given(BLOCKS)
def test_listing_is_its_blocks_one_after_the_other(blocks: list[list[int]]) -> None:
    flat = [value for block in blocks for value in block]
    listing = Listing(*blocks)
    assert len(listing) == len(flat)
    assert list(listing) == flat
    assert [listing[i] for i in range(-len(flat), len(flat))] == flat + flat
    assert bool(listing) == bool(flat)


@given(BLOCKS, st.slices(12))
def test_slices_are_those_of_the_flat_list(blocks: list[list[int]], piece: slice) -> None:
    flat = [value for block in blocks for value in block]
    assert list(Listing(*blocks)[piece]) == flat[piece]
    assert list(Made(flat, lambda value: value + 1)[piece]) == [value + 1 for value in flat[piece]]


@pytest.mark.parametrize("place", [3, -4, 100])
def test_places_outside_are_refused(place: int) -> None:
    with pytest.raises(IndexError):
        Listing([1], [2, 3])[place]
    with pytest.raises(IndexError):
        Made([1, 2, 3], str)[place]


def test_only_what_is_read_is_made() -> None:
    made: list[int] = []

    def make(key: int) -> str:
        made.append(key)
        return str(key)

    listing = Listing(Made(range(1_000_000), make), ["done"])
    assert len(listing) == 1_000_001
    assert listing[-1] == "done"
    assert made == []
    assert Random(1).choice(listing) in {str(key) for key in made}
    assert len(made) == 1


def test_listing_of_listings() -> None:
    inner = Listing([1, 2], [3])
    assert list(Listing(inner, [], Listing(), [4])) == [1, 2, 3, 4]
