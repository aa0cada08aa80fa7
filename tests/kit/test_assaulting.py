"""Who is ordered to take a place attacks it in the combat phase, in every game, and only where that promises well."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.turn import PlayerTurn
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import given
from sandtable.kit.staff.situation import Situation
from tests.afrika_korps.positions import asking, position
from tests.north_africa_41.fighting import phase as north_africa
from tests.panzerarmee_afrika.combats import phase as panzerarmee
from tests.tobruk.positions import attacking


def ordered(key: str, state: Any, order: str) -> str:
    """What the staff does first for the Axis, whose only order this is; empty when it leaves the decision alone."""
    title = games.title(key)
    book = given((), Situation(title, state, "axis").understood(order), state.turn)
    chief = ChiefOfStaff(title, title.staff.player(title, "officer", 1))
    return str(chief.answer(state, "axis", book).action or "")


STRONG: dict[str, Any] = {
    "north-africa-41": north_africa("ge-i-5, ge-ii-5, ge-mg8 2929", "br-3hus 2930", supply={"2929": 2}),
    "panzerarmee-afrika": panzerarmee("de-104, de-5-1-a 1508, axis-depot-1 1406", "uk-sg-2 1509"),
    "tobruk": attacking("I/8/15 2820, II/8/15 2822", "18/4NZ 2821", "15pz"),
}
TAKEN = [
    ("north-africa-41", "take 2930 with ge-i-5, ge-ii-5, ge-mg8", "attack 2930 with ge-i-5, ge-ii-5, ge-mg8"),
    ("panzerarmee-afrika", "take 1509 with de-104, de-5-1-a", "attack 1509 with de-104, de-5-1-a"),
    ("tobruk", "take 2821 with I/8/15, II/8/15", "attack 2821 with I/8/15, II/8/15"),
]


@pytest.mark.parametrize(("game", "order", "attack"), TAKEN)
def test_who_is_to_take_a_place_attacks_the_enemy_in_it(game: str, order: str, attack: str) -> None:
    assert ordered(game, STRONG[game], order).startswith(attack)


@pytest.mark.parametrize(("game", "order", "_"), TAKEN)
def test_who_is_only_to_go_there_does_not_attack(game: str, order: str, _: str) -> None:
    units, at = order.partition(" with ")[2], order.split()[1]
    assert ordered(game, STRONG[game], f"move {units} to {at}") == ""


CERTAIN = asking(position("15/8, 21/5, AxS1 H25, ariete W6", "4I/23 G25"), PlayerTurn("axis", 4), Movement("axis"))


def test_an_attack_that_cannot_fail_is_declared_while_units_still_move() -> None:
    """[9.1] An automatic victory opens the way for others, so it comes before their moves."""
    said = ordered("afrika-korps", CERTAIN, "take G25 with 15/8, 21/5, ariete")
    assert said == "av 4I/23 with 15/8, 21/5 supply AxS1"
    assert ordered("afrika-korps", CERTAIN, "move 15/8, 21/5 to H25") == ""


def test_an_attack_that_needs_somebody_who_is_still_under_way_waits_for_him() -> None:
    state = asking(position("15/8, AxS1 H25, 21/5 I41", "4I/23 G25"), PlayerTurn("axis", 4), Movement("axis"))
    assert ordered("afrika-korps", state, "take G25 with 15/8, 21/5").startswith("move 21/5 ")


def test_an_attack_that_nothing_sustains_is_left_to_the_player() -> None:
    state = asking(position("15/8, 21/5 H25, AxS1 W6", "4I/23 G25"), PlayerTurn("axis", 4), Movement("axis"))
    assert ordered("afrika-korps", state, "take G25 with 15/8, 21/5") == ""


def test_an_attack_that_would_cost_more_than_it_brings_is_left_to_the_player() -> None:
    weak = north_africa("it-19bre, it-20bre 2929", "br-16 2930", supply={"2929": 2})
    means = games.title("north-africa-41").screen.propose(weak, "axis", ("it-19bre", "it-20bre", "br-16"), "")
    assert str(means) == "attack 2930 with it-19bre, it-20bre", "it could be made"
    assert ordered("north-africa-41", weak, "take 2930 with it-19bre, it-20bre") == ""
