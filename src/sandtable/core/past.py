"""The positions a game has gone through, in little room.

A long game goes through ten thousand positions, more than a machine that serves several tables can hold. The latest
are kept, without what was derived from them. Of those before them every so many is kept; the others are played again
from the record when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, overload

from msgspec.structs import replace

from sandtable.core.frames import S

BLOCK = 64  # positions from one that is kept for good to the next
WHOLE = 4  # blocks at the end of which all positions are kept


class Past(Sequence[S], Generic[S]):
    """Positions by their number. `again` plays an entry of the record on the position before it."""

    def __init__(self, again: Callable[[S, int], S]) -> None:
        self._again = again
        self._blocks: list[list[S]] = []
        self._thin = 0  # how many blocks have only their first position left
        self._opened: tuple[int, list[S]] = (-1, [])  # the block that was last played again

    def __len__(self) -> int:
        return BLOCK * (len(self._blocks) - 1) + len(self._blocks[-1]) if self._blocks else 0

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
        return self._block(number // BLOCK)[number % BLOCK]

    def append(self, state: S) -> None:
        if not self._blocks or len(self._blocks[-1]) == BLOCK:
            self._blocks.append([])
            self._thin_out()
        self._blocks[-1].append(replace(state))

    def pop(self) -> S:
        """The last one, which is no longer past."""
        state = self._blocks[-1].pop()
        if not self._blocks[-1]:
            self._blocks.pop()
            self._fill_up()
        return state

    def _thin_out(self) -> None:
        """Of a block that is no longer among the last the first position is left."""
        if len(self._blocks) - WHOLE > self._thin:
            self._blocks[self._thin] = self._blocks[self._thin][:1]
            self._thin += 1

    def _fill_up(self) -> None:
        """So much was taken back that a thin block is the last: it is whole again, and may go on otherwise."""
        if self._blocks and self._thin == len(self._blocks):
            self._blocks[-1] = self._block(self._thin - 1)
            self._thin -= 1
            self._opened = (-1, [])

    def _block(self, number: int) -> list[S]:
        if number >= self._thin:
            return self._blocks[number]
        opened, found = self._opened
        if opened != number:
            found = list(self._blocks[number])
            while len(found) < BLOCK:
                found.append(self._again(found[-1], number * BLOCK + len(found) - 1))
            self._opened = (number, found)
        return found
