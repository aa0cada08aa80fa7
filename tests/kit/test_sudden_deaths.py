"""Sudden deaths of each title: the warning at the end of the loser's moves names what ends the game, with its case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots import player, suggested
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title as afrika_korps
from sandtable.games.afrika_korps.turn import PlayerTurn
from sandtable.games.north_africa_41.state import TRIPOLI
from sandtable.games.north_africa_41.title import title as north_africa_41
from sandtable.games.panzerarmee_afrika.state import DUE
from sandtable.games.panzerarmee_afrika.title import title as panzerarmee_afrika
from sandtable.games.tobruk.map import perimeter
from sandtable.games.tobruk.state import DEAD
from sandtable.games.tobruk.title import title as tobruk
from sandtable.kit.staff.warnings import Peril, explained, warnings
from tests.afrika_korps.positions import asking, position

LOOKS, MOST = 3, 500


def begun(title: Title[Any], scenario: str, side: str) -> Any:
    """The first movement of a side."""
    state = Game(title, title.setup(scenario), SecretDice(secret_of_seed(1))).state
    players, dice = {each: player(title, "officer", 1) for each in title.sides}, SecretDice(secret_of_seed(1))
    for _ in range(MOST):
        if state.phasing == side and type(state.stack[-1]).__name__ == "Movement":
            return state
        decision = title.rules.asks(state)
        assert decision is not None
        who = decision.asked(state)[0]
        state, _ = frames.play(state, who, players[who].choose(title.sight.observe(state, who), who), dice)
    raise AssertionError("it does not move")


def elsewhere(state: Any, places: Mapping[str, int]) -> Any:
    """The same with these units in other places."""
    moved = {name: replace(state.units[name], at=at) for name, at in places.items() if name in state.units}
    return replace(state, units={**state.units, **moved})


def on_map(title: Title[Any], state: Any, side: str) -> dict[str, str]:
    """Where the units of a side stand."""
    pieces = title.sight.view(state, side).pieces
    return {piece.id: piece.at for piece in pieces if piece.side == side and piece.at in title.rules.board().index}


def warned(title: Title[Any], state: Any, side: str) -> tuple[Peril, ...]:
    rank = suggested(title)
    return warnings(title, state, side, lambda seed: player(title, rank, seed), LOOKS)


def graves(found: Sequence[Peril]) -> set[tuple[str, str]]:
    """What ends the game or decides it, by its case."""
    return {(peril.kind, peril.case) for peril in found if peril.kind != "lost"}


# --- Afrika Korps


def desert(axis: str, allied: str, **books: Any) -> AfrikaKorps:
    state = asking(position(axis, allied, phasing="allied"), PlayerTurn("allied", 4), Movement("allied"))
    return replace(state, books={**state.books, "allied": replace(state.books["allied"], **books)})


def test_afrika_korps_the_last_unit_of_an_army() -> None:
    """[4.1] Nobody is left after it."""
    panzers = "21/5, 15/8, 21/104, AxS1 H8"
    doomed = desert(panzers, "1SA/1 H9")
    assert ("over", "4.1") in graves(warned(afrika_korps(), doomed, "allied"))
    assert not graves(warned(afrika_korps(), desert(panzers, "1SA/1, 9A/20, AlS1 J62"), "allied"))


def test_afrika_korps_a_second_turn_without_supply() -> None:
    starving = desert("21/5, AxS1 W3", "9A/20 J62", bare=True, bare_turns=1)
    assert ("over", "24.5") in graves(warned(afrika_korps(), starving, "allied"))
    assert not graves(warned(afrika_korps(), desert("21/5, AxS1 W3", "9A/20 J62"), "allied"))


# --- Tobruk


@pytest.mark.long
def test_tobruk_an_empty_town() -> None:
    title = tobruk()
    state = begun(title, "first-sidi-rezegh", "commonwealth")
    garrison = [
        name for name, at in on_map(title, state, "commonwealth").items() if title.rules.board().hex(at) in perimeter()
    ]
    empty = elsewhere(state, dict.fromkeys(garrison, DEAD))
    assert not graves(warned(title, state, "commonwealth"))
    assert ("over", "15.1") in graves(warned(title, empty, "commonwealth"))


# --- Panzerarmee Afrika

CHAIN = ("0702", "1311", "1317", "1323", "1530", "1247")  # installations from El Agheila to the Nile


@pytest.mark.long
def test_panzerarmee_afrika_alexandria_before_the_panzers() -> None:
    title = panzerarmee_afrika()
    state = begun(title, "", "allied")
    rear = [name for name in on_map(title, state, "allied") if name != "au-18"]
    depots = {f"axis-depot-{number}": title.rules.board().hex(at) for number, at in enumerate(CHAIN, 1)}
    panzers = dict.fromkeys(("de-5-1-a", "de-5-2-a", "de-3-ar"), title.rules.board().hex("1350"))
    before = elsewhere(
        state, {**dict.fromkeys(rear, DUE), **depots, **panzers, "au-18": title.rules.board().hex("1906")}
    )
    assert not graves(warned(title, state, "allied"))
    assert ("over", "14") in graves(warned(title, before, "allied"))


# --- North Africa '41


@pytest.mark.long
def test_north_africa_41_an_open_way_to_el_agheila() -> None:
    """[26.1.2] The place is named with what its loss means, for it is judged a phase later."""
    title = north_africa_41()
    state = begun(title, "campaign", "axis")
    fled = elsewhere(state, dict.fromkeys(on_map(title, state, "axis"), TRIPOLI))
    assert not graves(warned(title, state, "axis"))
    found = warned(title, fled, "axis")
    assert ("place", "26.1.2") in graves(found)
    assert any("wins at once" in line for line in explained(found).lines())
