"""What a machine player remembers from one decision to the next, as bytes: its plan, its dice, where it stands in them.

The bytes go from a worker to the server and back with the next job, to whichever worker is free. They are Python's own
(pickle), because every game's staff has its own kind of plan; so that bytes from a shared database can do no more than
make plans, nothing is read from them but values of the house and of the game in question.
"""

from __future__ import annotations

import copyreg
import io
import pickle
import zlib
from collections import ChainMap
from importlib import import_module
from typing import Any

from sandtable.core.board import Board
from sandtable.core.title import Player, Title

PLAIN = {
    "array": ("array", "_array_reconstructor"),
    "builtins": ("bytearray", "complex", "frozenset", "range", "set", "slice"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque"),
    "random": ("Random",),
}
OURS = ("sandtable.core.", "sandtable.kit.", "sandtable.bots.greedy", "sandtable.bots.random_player")
MOST_BYTES = 64_000_000  # of a memory; the largest known has half a million


class BadMemory(ValueError):
    """Bytes that are no memory of this game's players, in one line."""


def the_title() -> None:
    """Stands in a memory for the game itself."""


def the_board() -> None:
    """Stands in a memory for the map."""


def remembered(title: Title[Any], player: Player) -> bytes:
    """All that a player knows beside the position. Raises what pickle raises where it holds what cannot be kept."""
    out = io.BytesIO()
    pickler = pickle.Pickler(out, 5)
    own = {type(title): lambda _: (the_title, ()), Board: lambda _: (the_board, ())}
    pickler.dispatch_table = ChainMap(own, copyreg.dispatch_table)  # type: ignore[arg-type]
    pickler.dump(player)
    return zlib.compress(out.getvalue(), 1)


def recalled(title: Title[Any], memory: bytes) -> Player:
    """The player that remembers this. Raises `BadMemory`."""
    try:
        unpacked = zlib.decompressobj()
        data = unpacked.decompress(memory, MOST_BYTES)
        if not unpacked.eof:
            raise BadMemory("it does not end")
        player: Player = _Reader(io.BytesIO(data), title).load()
        return player
    except BadMemory:
        raise
    except Exception as error:  # whatever a damaged pickle may raise
        raise BadMemory(f"{type(error).__name__}: {error}") from None


class _Reader(pickle.Unpickler):
    """Reads nothing but plain containers, values of the core and the kit, and what the game in question has itself."""

    def __init__(self, file: io.BytesIO, title: Title[Any]) -> None:
        super().__init__(file)
        self._title = title
        self._own = type(title).__module__.rpartition(".")[0] + "."

    def find_class(self, module: str, name: str) -> Any:
        if module == __name__ and name in ("the_title", "the_board"):
            return lambda: self._title if name == "the_title" else self._title.rules.board()
        if name in PLAIN.get(module, ()):
            return getattr(import_module(module), name)
        if "." in name or not module.startswith((*OURS, self._own)):
            raise BadMemory(f"{module}.{name} is nothing that a machine player remembers")
        found = getattr(import_module(module), name, None)
        # Only what is made there, not what was imported there; and functions only where a plan has some: in the game.
        if getattr(found, "__module__", "") != module or not (isinstance(found, type) or module.startswith(self._own)):
            raise BadMemory(f"{module}.{name} is nothing that a machine player remembers")
        return found
