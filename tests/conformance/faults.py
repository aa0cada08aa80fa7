"""Games that do not conform, and what the kit says of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.conformance import Care, Failure, walk
from sandtable.core.title import Sight, Trials
from sandtable.core.views import Fact, View
from tests.core import toy
from tests.core.toy import Wadi, WadiTitle

TITLE = WadiTitle()
Patch = pytest.MonkeyPatch


def caught(title: WadiTitle = TITLE, care: Care | None = None, dumps: Path | None = None) -> Failure:
    """What the kit says in one of a few games, for not every game meets every fault."""
    for seed in range(12):
        try:
            walk(title, seed, care=care or Care(), dumps=dumps)
        except Failure as failure:
            return failure
    pytest.fail("the kit found nothing")


def seen_as(view: Callable[[Wadi, str], View]) -> Sight[Wadi]:
    """The sight of the toy with another view."""
    return dataclasses.replace(WadiTitle.sight, view=view)


def every_purse(state: Wadi, side: str) -> View:
    facts = tuple(Fact("purse", str(coins), each) for each, coins in state.purse.items())
    return replace(toy.view(state, side), facts=facts)


class OpenPurses(WadiTitle):
    """Shows everybody's purse to everybody."""

    sight = seen_as(every_purse)


class Unsound(WadiTitle):
    trials = Trials(lambda state: ["turn two is unlucky"] if state.turn == 2 else [])
