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
from tests.layouts import check_followed
from tests.north_africa_41.positions import position, with_unit


def told(layout: Layout) -> tuple[object, ...]:
    return layout.combat, layout.trucks, layout.replacements


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    check_followed(title(), scenario, told, limit=150)


def steady(state: NorthAfrica, side: str) -> set[int]:
    units = state.units
    at_home = [name for names in state.layout.combat[side].values() for name in names if units[name].at >= 0]
    return {units[name].at for name in at_home if units[name].order != FULL_RETREAT}


def check(before: NorthAfrica, after: NorthAfrica, events: object) -> None:
    for side in SIDES:
        assert steady_hexes(after, side) == steady(after, side)
        assert {at for at in range(len(board())) if is_prey(after, side, at)} == prey(after, side)
    for name, unit in after.units.items():
        assert is_able_to_march(unit) == may(check_able_to_march, after, name)


@pytest.mark.parametrize("scenario", title().scenarios)
def test_what_is_worked_out_from_a_layout_is_as_if_everybody_were_asked(scenario: str) -> None:
    game: Game[NorthAfrica] = Game(title(), title().setup(scenario), SecretDice(secret_of_seed(3)))
    play_out(game, {side: RandomPlayer(title(), 3) for side in title().sides}, limit=150, watcher=check)
    assert len(game.record) > 100


@pytest.mark.case("13.3.2")
def test_who_falls_into_full_retreat_where_he_stands_holds_his_hex_no_longer() -> None:
    state = position("ge-i-5 2533", "br-3hus 2536")
    at = board().hex("2533")
    assert at in steady_hexes(state, "axis")
    after = with_unit(state, "ge-i-5", order=FULL_RETREAT)
    kept = Layout(after.units, state.layout)
    assert "axis" not in kept.postures and at not in steady_hexes(after, "axis")
