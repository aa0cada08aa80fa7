"""Long lists of actions that are never written out unless somebody reads them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress, zip_longest
from random import Random
from typing import Generic, TypeVar, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")


class Made(Sequence[T], Generic[K, T]):
    """One action for each key, made when it is asked for."""

    def __init__(self, keys: Sequence[K], make: Callable[[K], T]) -> None:
        self.keys, self.make = keys, make

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[T]:
        return map(self.make, self.keys)

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[T]: ...
    def __getitem__(self, i: int | slice) -> T | Sequence[T]:
        if isinstance(i, slice):
            return [self.make(key) for key in self.keys[i]]
        return self.make(self.keys[i])


class Without(Sequence[T]):
    """All entries of a sequence but a few of them; none of it comes twice. How many are left is known at once, which
    they are when somebody asks."""

    def __init__(self, known: Sequence[T], left_out: Collection[T]) -> None:
        self._known, self._left_out = known, left_out

    @cached_property
    def _left(self) -> list[T]:
        left_out = self._left_out
        return [each for each in self._known if each not in left_out]

    def __len__(self) -> int:
        return len(self._known) - len(self._left_out)

    def __iter__(self) -> Iterator[T]:
        return iter(self._left)

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[T]: ...
    def __getitem__(self, i: int | slice) -> T | Sequence[T]:
        return self._left[i]


class Listing(Sequence[T]):
    """Several sequences read as one."""

    def __init__(self, *blocks: Sequence[T]) -> None:
        sizes = list(map(len, blocks))
        self.blocks = list(compress(blocks, sizes))
        self.ends = list(accumulate(filter(None, sizes)))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.blocks)

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[T]: ...
    def __getitem__(self, i: int | slice) -> T | Sequence[T]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(i)
        block = bisect_right(self.ends, i)
        return self.blocks[block][i - (self.ends[block - 1] if block else 0)]


class Branch(Generic[T_co]):
    """A part of a listing that is worked out when somebody looks into it: `most` says how many it holds at most, as far
    as can be told without looking. Where one entry is told more quickly than all of them, `draw` tells it by a number
    below `most`, each under one number; under the others there is nothing."""

    __slots__ = ("draw", "make", "most")

    def __init__(
        self, most: int, make: Callable[[], Sequence[T_co]], draw: Callable[[int], T_co | None] | None = None
    ) -> None:
        self.most, self.make, self.draw = most, make, draw


def branch(known: Sequence[T]) -> Branch[T]:
    """A part that is already worked out."""
    return Branch(len(known), lambda: known)


class Branches(Sequence[T]):
    """Several sequences read as one, each worked out when somebody looks into it and then kept."""

    def __init__(self, *branches: Branch[T]) -> None:
        self.branches = branches
        self._found: dict[int, Sequence[T]] = {}

    def look_into(self, number: int) -> Sequence[T]:
        if number not in self._found:
            self._found[number] = self.branches[number].make()
        return self._found[number]

    def parts(self) -> Iterator[Sequence[T]]:
        return map(self.look_into, range(len(self.branches)))

    def overfull(self) -> list[Sequence[T]]:
        """The parts that hold more than they said, so that their entries are picked too rarely."""
        return [part for part, branch in zip(self.parts(), self.branches, strict=True) if len(part) > branch.most]

    @cached_property
    def listing(self) -> Listing[T]:
        return Listing(*self.parts())

    def __bool__(self) -> bool:
        return any(self.parts())

    def __len__(self) -> int:
        return len(self.listing)

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.parts())

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[T]: ...
    def __getitem__(self, i: int | slice) -> T | Sequence[T]:
        return self.listing[i]


MISSES = 3  # in vain drawn from a branch before it is worked out: as long as floods are that much dearer than draws


def pick(actions: Sequence[T], random: Random) -> T:
    """One of them, each as likely as any other. Only the branches that are drawn are worked out, or the one entry."""
    if not isinstance(actions, Branches):
        return random.choice(actions)
    # Draw among as many as each branch may hold. A draw beyond those it does hold is repeated, which leaves
    # the chances of all others alike; by then we know better what it holds.
    held = [branch.most for branch in actions.branches]
    missed = [0] * len(held)
    ends, last = list(accumulate(held)), len(held) - 1
    while ends and ends[-1]:
        number = bisect_right(ends, random.random() * ends[-1], 0, last)
        place, draw = random.randrange(held[number]), actions.branches[number].draw
        if draw is not None and missed[number] < MISSES:
            drawn: T | None = draw(place)
            if drawn is not None:
                return drawn
            missed[number] += 1
            continue
        found: Sequence[T] = actions.look_into(number)
        if place < len(found):
            return pick(found, random)
        held[number] = len(found)
        ends = list(accumulate(held))
    raise IndexError("there is nothing to pick from")


# A few of many: what is listed where every legal action would fill a book.


def evenly_spaced(found: Sequence[T], count: int, turn: int) -> list[T]:
    """At most this many entries, evenly spread over all of them; each turn of the wheel brings others."""
    total = len(found)
    if total <= count:
        return list(found)
    return [found[(turn + place * total // count) % total] for place in range(count)]


def rotated(found: Sequence[T], turn: int) -> list[T]:
    """All entries in a circle, beginning where the wheel stands."""
    start = turn % len(found) if found else 0
    return [*found[start:], *found[:start]]


def by_turns(one: Iterable[T], other: Iterable[T]) -> list[T]:
    """The first of each, the second of each, and so on; what is in both comes once."""
    woven = (each for pair in zip_longest(one, other) for each in pair if each is not None)
    return list(dict.fromkeys(woven))
