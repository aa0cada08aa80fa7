"""Who stands where, taken over from state to state."""

from __future__ import annotations

import pytest

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.games.afrika_korps.state import AfrikaKorps, Layout, Unit
from sandtable.games.afrika_korps.title import title


def gathered(layout: Layout) -> str:
    """With the order of everything, on which the lists of actions rest."""
    return repr((layout.forces, layout.combat, layout.supplies, layout.stacks, layout.rommel))


def check(before: AfrikaKorps, after: AfrikaKorps, events: object) -> None:
    fresh = Layout(after.units, after.defeated)
    assert gathered(after.layout) == gathered(fresh)
    assert (after.layout.live, after.layout.beaten) == (fresh.live, fresh.beaten)


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    game: Game[AfrikaKorps] = Game(title(), title().setup(scenario), SecretDice(secret_of_seed(3)))
    play_out(game, {side: RandomPlayer(title(), 3) for side in title().sides}, limit=250, watcher=check)
    assert len(game.record) > 100


def test_a_side_that_has_not_moved_stands_as_it_stood() -> None:
    units = title().rules.start(title().setup()).units
    former = Layout(units, frozenset())
    name = next(iter(former.combat["axis"].values()))[0]
    moved = Layout({**units, name: Unit(units[name].at + 1)}, frozenset(), former)
    assert moved.combat["allied"] is former.combat["allied"]
    assert repr((moved.combat["axis"], moved.supplies["axis"])) != repr(
        (former.combat["axis"], former.supplies["axis"])
    )


def test_a_table_in_another_order_is_gathered_afresh() -> None:
    units = title().rules.start(title().setup()).units
    turned = dict(reversed(units.items()))
    assert gathered(Layout(turned, frozenset(), Layout(units, frozenset()))) == gathered(Layout(turned, frozenset()))
