"""Who stands where, taken over from state to state, and the moves that are drawn without the others."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.listing import Branches
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.state import Layout, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.title import title
from tests.layouts import check_followed


def told(layout: Layout) -> tuple[object, ...]:
    return layout.stands, layout.lorries, layout.depots


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    check_followed(title(), scenario, told, limit=300)


@pytest.mark.case("4", "8.4.1", "8.4.2", "11.1", "11.1.1", "11.1.4")
def test_what_is_drawn_move_by_move_is_what_is_listed() -> None:
    """Before anything was flooded, every number of every branch in some positions of a random game."""
    game: Game[PanzerarmeeAfrika] = Game(title(), title().setup(), SecretDice(secret_of_seed(8)))
    positions: list[PanzerarmeeAfrika] = []

    def keep(before: PanzerarmeeAfrika, after: PanzerarmeeAfrika, events: object) -> None:
        if isinstance(after.stack[-1], Movement):
            positions.append(after)

    play_out(game, {side: RandomPlayer(title(), 8) for side in title().sides}, limit=400, watcher=keep)
    random, drawn = Random(8), 0
    for state in random.sample(positions, 8):
        top = state.stack[-1]
        assert isinstance(top, Movement)
        listing = top.actions(state, top.side)
        assert isinstance(listing, Branches)
        drawing = [number for number, branch in enumerate(listing.branches) if branch.draw is not None]
        for number in random.sample(drawing, min(4, len(drawing))):
            branch = listing.branches[number]
            assert branch.draw is not None
            told = [str(action) for place in range(branch.most) if (action := branch.draw(place)) is not None]
            assert sorted(told) == sorted(map(str, listing.look_into(number)))
            drawn += len(told)
    assert drawn > 1000
