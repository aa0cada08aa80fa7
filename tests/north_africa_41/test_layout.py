"""Who stands where, taken over from state to state."""

from __future__ import annotations

import pytest

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.values import may
from sandtable.games.north_africa_41.ground.fitness import check_able_to_march, is_able_to_march, is_prey, prey
from sandtable.games.north_africa_41.ground.zones import steady_hexes
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import FULL_RETREAT, SIDES, Layout, NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.positions import position, with_unit


def gathered(layout: Layout) -> str:
    """With the order of everything, on which the lists of actions rest."""
    return repr((layout.combat, layout.trucks, layout.replacements))


def steady(state: NorthAfrica, side: str) -> set[int]:
    units = state.units
    at_home = [name for names in state.layout.combat[side].values() for name in names if units[name].at >= 0]
    return {units[name].at for name in at_home if units[name].order != FULL_RETREAT}


def check(before: NorthAfrica, after: NorthAfrica, events: object) -> None:
    assert gathered(after.layout) == gathered(Layout(after.units))
    for side in SIDES:
        assert steady_hexes(after, side) == steady(after, side)
        assert {at for at in range(len(board())) if is_prey(after, side, at)} == prey(after, side)
    for name, unit in after.units.items():
        assert is_able_to_march(unit) == may(check_able_to_march, after, name)


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    game: Game[NorthAfrica] = Game(title(), title().setup(scenario), SecretDice(secret_of_seed(3)))
    play_out(game, {side: RandomPlayer(title(), 3) for side in title().sides}, limit=150, watcher=check)
    assert len(game.record) > 100


def test_pieces_of_which_none_has_gone_anywhere_stand_as_they_stood() -> None:
    state = position("ge-i-5, ge-mg8, axis-truck-1 2533", "br-3hus 2536")
    former, after = state.layout, with_unit(state, "ge-i-5", at=board().hex("2532"))
    moved = Layout(after.units, former)
    assert moved.combat["allied"] is former.combat["allied"] and moved.trucks["axis"] is former.trucks["axis"]
    assert moved.combat["axis"][board().hex("2532")] == ["ge-i-5"]
    assert former.combat["axis"][board().hex("2533")] == ["ge-i-5", "ge-mg8"]


@pytest.mark.case("13.3.2")
def test_who_falls_into_full_retreat_where_he_stands_holds_his_hex_no_longer() -> None:
    state = position("ge-i-5 2533", "br-3hus 2536")
    at = board().hex("2533")
    assert at in steady_hexes(state, "axis")
    after = with_unit(state, "ge-i-5", order=FULL_RETREAT)
    kept = Layout(after.units, state.layout)
    assert "axis" not in kept.postures and at not in steady_hexes(after, "axis")


def test_a_table_in_another_order_is_gathered_afresh() -> None:
    units = title().rules.start(title().setup("crusader")).units
    turned = dict(reversed(units.items()))
    assert gathered(Layout(turned, Layout(units))) == gathered(Layout(turned))
