"""Who stands where, taken over from state to state."""

from __future__ import annotations

import pytest

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.games.tobruk.state import Layout, Tobruk, Unit
from sandtable.games.tobruk.title import title


def gathered(layout: Layout) -> str:
    """With the order of everything, on which the lists of actions rest."""
    return repr((layout.forces, layout.combat, layout.headquarters, layout.stacks))


def check(before: Tobruk, after: Tobruk, events: object) -> None:
    fresh = Layout(after.units)
    assert gathered(after.layout) == gathered(fresh)
    assert (after.layout.fronts, after.layout.held) == (fresh.fronts, fresh.held)


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    game: Game[Tobruk] = Game(title(), title().setup(scenario), SecretDice(secret_of_seed(3)))
    play_out(game, {side: RandomPlayer(title(), 3) for side in title().sides}, limit=250, watcher=check)
    assert len(game.record) > 100


def test_a_side_that_has_not_moved_stands_as_it_stood() -> None:
    units = title().rules.start(title().setup("first-sidi-rezegh")).units
    former = Layout(units)
    name = former.forces["axis"][0]
    moved = Layout({**units, name: Unit(units[name].at + 1)}, former)
    assert moved.combat["commonwealth"] is former.combat["commonwealth"]
    assert moved.combat["axis"] != former.combat["axis"] or moved.headquarters["axis"] != former.headquarters["axis"]


def test_a_table_in_another_order_is_gathered_afresh() -> None:
    units = title().rules.start(title().setup("first-sidi-rezegh")).units
    turned = dict(reversed(units.items()))
    assert gathered(Layout(turned, Layout(units))) == gathered(Layout(turned))
