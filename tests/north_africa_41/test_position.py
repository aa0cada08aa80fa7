"""A saved position reads back as it was written, whatever frame is on its stack."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import msgspec

from sandtable.core.frames import Frame, Over
from sandtable.core.title import Setup
from sandtable.games import north_africa_41
from sandtable.games.north_africa_41.saved_position import AnyFrame, Position
from sandtable.games.north_africa_41.setup import begin


def frames() -> Iterator[type[Frame]]:
    for module in walk_packages(north_africa_41.__path__, f"{north_africa_41.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Frame) and value.__module__ == module.name:
                yield value


def test_every_frame_of_the_game_may_be_stored() -> None:
    found: set[type[Frame]] = {*frames(), Over}
    shared = {each for each in found if any(each in other.__mro__[1:] for other in found)}  # bases of others
    assert found - shared == set(typing.get_args(AnyFrame))


def test_a_first_position_reads_back() -> None:
    state = begin(Setup("crusader", ("tag-along",)))
    assert msgspec.json.decode(msgspec.json.encode(state), type=Position) == state
