"""Lazy listings read like the lists they stand for, and are not written out."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.listing import MISSES, Branch, Branches, Listing, Made, Without, branch, pick


def _some_of(known: list[int]) -> st.SearchStrategy[frozenset[int]]:
    return st.frozensets(st.sampled_from(known)) if known else st.just(frozenset())


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


@given(
    st.lists(st.integers(), unique=True, max_size=8).flatmap(lambda known: st.tuples(st.just(known), _some_of(known)))
)
def test_without_a_few_the_others_stay_in_their_order(known_and_some: tuple[list[int], frozenset[int]]) -> None:
    known, some = known_and_some
    left = [value for value in known if value not in some]
    without = Without(known, some)
    assert len(without) == len(left)
    assert bool(without) == bool(left)
    assert list(without) == left
    assert [without[i] for i in range(-len(left), len(left))] == left + left
    assert without[1:] == left[1:]


def test_listing_of_listings() -> None:
    inner = Listing([1, 2], [3])
    assert list(Listing(inner, [], Listing(), [4])) == [1, 2, 3, 4]


# Branches


class Tree:
    """Branches of which some hold less than was told, and a note of those that were worked out."""

    def __init__(self, blocks: Sequence[Sequence[int]], slack: int = 3) -> None:
        self.looked: list[int] = []
        makers = [partial(self._make, number, block) for number, block in enumerate(blocks)]
        most = [len(block) + number % (slack + 1) for number, block in enumerate(blocks)]
        self.branches = Branches(*map(Branch, most, makers))

    def _make(self, number: int, block: Sequence[int]) -> Sequence[int]:
        self.looked.append(number)
        return block


@given(BLOCKS, st.slices(12))
def test_branches_are_read_like_a_listing(blocks: list[list[int]], piece: slice) -> None:
    flat = [value for block in blocks for value in block]
    branches = Tree(blocks).branches
    assert bool(branches) == bool(flat)
    assert len(branches) == len(flat)
    assert list(branches) == flat
    assert [branches[i] for i in range(-len(flat), len(flat))] == flat + flat
    assert list(branches[piece]) == flat[piece]
    with pytest.raises(IndexError):
        branches[len(flat)]


def test_branch_is_worked_out_once_and_only_when_somebody_looks() -> None:
    tree = Tree([[], [1], [2, 3]])
    assert tree.looked == []
    assert tree.branches
    assert tree.looked == [0, 1]
    assert [*tree.branches, len(tree.branches), tree.branches[-1]] == [1, 2, 3, 3, 3]
    assert tree.looked == [0, 1, 2]


def test_one_pick_works_out_few_of_many_branches() -> None:
    tree = Tree([range(number, number + 10) for number in range(0, 1000, 10)])
    assert pick(tree.branches, Random(1)) in range(1000)
    assert len(tree.looked) < 5


def test_every_entry_is_picked_as_often_as_any_other_however_much_was_told() -> None:
    blocks, random = [[0], [], [1, 2, 3, 4, 5], [6, 7], [], [8, 9]], Random(1)
    picked = [pick(Tree(blocks, slack=40).branches, random) for _ in range(10_000)]
    assert {value: 900 < picked.count(value) < 1100 for value in set(picked)} == dict.fromkeys(range(10), True)


def test_an_entry_is_drawn_as_often_as_any_other_by_itself_or_after_its_branch_was_worked_out() -> None:
    def drawing(entries: list[int], most: int) -> Branch[int]:
        return Branch(
            most, lambda: entries, lambda number: dict(zip(range(0, most, 3), entries, strict=False)).get(number)
        )

    random = Random(1)
    tree = [drawing([0, 1], 50), branch([2, 3]), drawing([], 9), drawing([4], 1), drawing([5, 6, 7, 8, 9], 15)]
    picked = [pick(Branches(*tree), random) for _ in range(10_000)]
    assert {value: 900 < picked.count(value) < 1100 for value in set(picked)} == dict.fromkeys(range(10), True)


def test_a_branch_that_tells_one_entry_is_not_worked_out_for_it() -> None:
    assert pick(Branches(Branch(3, list[int], lambda number: 7)), Random(1)) == 7


def test_a_branch_from_which_nothing_can_be_drawn_is_worked_out_in_the_end() -> None:
    asked: list[int] = []
    assert pick(Branches(Branch(9, lambda: [5], lambda number: asked.append(number))), Random(1)) == 5
    assert len(asked) == MISSES
    with pytest.raises(IndexError):
        pick(Branches(Branch(9, list[int], lambda number: None)), Random(1))


def test_pick_from_a_list_is_a_plain_choice_and_from_branches_of_branches_too() -> None:
    assert pick("abc", Random(7)) == Random(7).choice("abc")
    inner = Tree([[1], [2, 3]]).branches
    assert {pick(Branches(branch(inner), branch([4])), Random(seed)) for seed in range(50)} == {1, 2, 3, 4}


@pytest.mark.parametrize("nothing", [[], Branches[int](), Tree([[], []]).branches, Tree([[]] * 9, slack=0).branches])
def test_nothing_can_be_picked_where_nothing_is(nothing: Sequence[int]) -> None:
    with pytest.raises(IndexError):
        pick(nothing, Random(1))


def test_branches_that_hold_more_than_was_told_are_named() -> None:
    assert Branches(branch([1, 2]), Branch(5, lambda: [3])).overfull() == []
    assert Branches(branch([1, 2]), Branch(1, lambda: [3, 4])).overfull() == [[3, 4]]
