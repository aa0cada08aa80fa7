"""Long lists of actions that are never written out unless somebody reads them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Generic, TypeVar, overload

T = TypeVar("T")
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


class Listing(Sequence[T]):
    """Several sequences read as one."""

    def __init__(self, *blocks: Sequence[T]) -> None:
        self.blocks = [block for block in blocks if block]
        self.ends = list(accumulate(len(block) for block in self.blocks))

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
