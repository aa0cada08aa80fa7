"""The positions a game has gone through, in little memory.

A long game goes through ten thousand positions, and what the rules derive from one for a look at it is a hundred times
what tells it from the next. The latest positions are kept as they are, without what was derived from them. Of those
before them every so many is kept, packed; the others are played again from the record when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, overload

from msgspec.structs import replace

from sandtable.core.frames import S

BLOCK = 64  # positions from one that is kept for good to the next
WHOLE = 4  # blocks at the end of which all positions are kept
READ = 4  # positions that were read last: they keep what was derived from them


class Past(Sequence[S], Generic[S]):
    """Positions by their number. `again` plays an entry of the record on the position before it; `packed` are the
    first positions of the blocks that a game begins with when it is taken up again."""

    def __init__(
        self,
        again: Callable[[S, int], S],
        pack: Callable[[S], bytes],
        unpack: Callable[[bytes], S],
        packed: Iterable[bytes] = (),
    ) -> None:
        self._again, self._pack, self._unpack = again, pack, unpack
        self._packed = list(packed)
        self._blocks: list[list[S]] = []  # the whole ones, which come after the packed ones
        self._opened: tuple[int, list[S]] = (-1, [])  # the packed block that was last replayed
        self._read: dict[int, S] = {}

    def __len__(self) -> int:
        whole = BLOCK * (len(self._blocks) - 1) + len(self._blocks[-1]) if self._blocks else 0
        return BLOCK * len(self._packed) + whole

    @overload
    def __getitem__(self, i: int) -> S: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[S]: ...
    def __getitem__(self, i: int | slice) -> S | Sequence[S]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        number = i + len(self) if i < 0 else i
        if not 0 <= number < len(self):
            raise IndexError(i)
        if number == len(self) - 1 and self._blocks:
            return self._blocks[-1][-1]
        return self._reading(number)

    def _reading(self, number: int) -> S:
        """A copy, so that what the reader derives from it is not kept here."""
        found = self._read.pop(number, None)
        if found is None:
            found = replace(self._block(number // BLOCK)[number % BLOCK])
            if len(self._read) == READ:
                del self._read[next(iter(self._read))]
        self._read[number] = found
        return found

    def append(self, state: S) -> None:
        """The last one keeps what was derived from it: it is what the present is compared with."""
        if self._blocks:
            self._blocks[-1][-1] = replace(self._blocks[-1][-1])
        if not self._blocks or len(self._blocks[-1]) == BLOCK:
            self._blocks.append([])
        if len(self._blocks) > WHOLE:
            self._packed.append(self._pack(self._blocks.pop(0)[0]))
        self._blocks[-1].append(state)

    def pop(self) -> S:
        """The last one, which is no longer past."""
        if not self._blocks:
            self._blocks.append(self._block(len(self._packed) - 1))
            self._packed.pop()
        self._opened = (-1, [])
        self._read.clear()
        state = self._blocks[-1].pop()
        if not self._blocks[-1]:
            self._blocks.pop()
        return state

    def copy(self, again: Callable[[S, int], S]) -> Past[S]:
        """The same past with a record of its own, to be read while this one carries on."""
        same: Past[S] = Past(again, self._pack, self._unpack, self._packed)
        same._blocks = [list(block) for block in self._blocks]
        same._read = dict(self._read)
        return same

    def _block(self, number: int) -> list[S]:
        if number >= len(self._packed):
            return self._blocks[number - len(self._packed)]
        opened, found = self._opened
        if opened != number:
            state = self._unpack(self._packed[number])
            found = [replace(state)]
            while len(found) < BLOCK:
                state = self._again(state, number * BLOCK + len(found) - 1)
                found.append(replace(state))
            self._opened = (number, found)
        return found
