"""Advance after combat: who, where to, how many, what they take and what they owe."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.combat.advance import AdvanceAfterCombat, OfferAdvance
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import DUE, PanzerarmeeAfrika, Trek
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, at, facts, figure_8, is_over, opened
from tests.panzerarmee_afrika.manoeuvres import axis_moves, refused
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where, with_unit
from tests.playing import asked, draft_of


def won(axis: str, allied: str, units: str, *hexes: str, side: Side = "axis", **fields: Any) -> PanzerarmeeAfrika:
    """After a combat of these attackers for these hexes."""
    state = position(axis, allied, phasing=side, **fields)
    draft = draft_of(asking(state, OfferAdvance(side, tuple(units.split(", ")), at(*hexes))))
    draft.settle()
    return draft.state


# --- when


@pytest.mark.case("12.4.7", "12.4")
def test_attackers_may_enter_every_hex_they_emptied_each_once() -> None:
    both = "attack 1509, 1608 with de-104, de-5-1-a"
    state = play(opened(figure_8()), both, "done", "sacrifice axis-depot-1", "done", "fight 1", rolls=(1, 6))
    assert asked(state) == "axis"
    state = play(state, "advance de-104 to 1509")
    assert refusal(state, "advance de-104 to 1608").case == "12.4.7"
    state = play(state, "advance de-5-1-a to 1608")
    assert (where(state, "de-104"), where(state, "de-5-1-a")) == ("1509", "1608")
    assert is_over(state)


@pytest.mark.case("12.4.7")
def test_only_the_hexes_that_were_emptied_are_open() -> None:
    state = won(f"de-104 1508, {AXIS_DEPOT}", f"au-20 1608, {ALLIED_DEPOTS}", "de-104", "1509", "1608")
    assert listed(state) == ["advance de-104 to 1509", "done"]
    assert refusal(state, "advance de-104 to 1608").case == "12.4.7"


@pytest.mark.case("12.4.7")
def test_nobody_advances_while_a_defender_stands_or_after_the_last_attacker_fell() -> None:
    assert is_over(won("de-104 1508", "au-20 1608", "de-104", "1608"))
    assert is_over(won("de-104 1508", "allied-lorry-1 1608", "de-104", "1608"))
    assert is_over(won("de-8 1508", "", "de-104", "1608"))


@pytest.mark.case("12.4.7")
def test_an_advance_is_never_forced_and_nothing_else_happens_meanwhile() -> None:
    state = won("de-104 1508", "", "de-104", "1608")
    assert refusal(state, "fight 1").case == "12.4.7"
    assert refusal(state, "advance de-5-1-a to 1608").case == "12.4.7"
    assert where(play(state, "done"), "de-104") == "1508"


# --- how many


@pytest.mark.case("12.4.7", "4")
def test_stacking_limits_the_advance() -> None:
    axis = "de-104, de-115, de-8 1508, de-2 1408"
    state = won(axis, "", "de-104, de-115, de-8, de-2", "1509")
    state = play(state, "advance de-104 to 1509", "advance de-8 to 1509", "advance de-2 to 1509")
    assert is_over(state)  # no room for a fourth
    assert where(state, "de-115") == "1508"


@pytest.mark.case("12.4.7", "4")
def test_bardia_takes_in_two() -> None:
    control = {"1925": "axis"}
    state = won("de-104, de-115, de-8 1729, axis-depot-1 1925", "", "de-104, de-115, de-8", "1730", control=control)
    state = play(state, "advance de-104 to 1730", "advance de-8 to 1730")
    assert is_over(state)
    assert state.control["1730"] == "axis"


@pytest.mark.case("4")
def test_a_hex_with_friends_of_the_attackers_may_be_full() -> None:
    state = won("de-104, de-8 1508, de-115, de-2 1509", "", "de-104, de-8", "1509", "1608")
    state = play(state, "advance de-104 to 1509")
    assert refusal(state, "advance de-8 to 1509").case == "4"
    play(state, "advance de-8 to 1608")


# --- who


@pytest.mark.case("8.5", "10.3", "12.4.7")
@pytest.mark.parametrize(("mark", "case"), [("*", "8.5"), ("!", "10.3")])
def test_besiegers_who_cannot_move_stay_when_the_others_advance(mark: str, case: str) -> None:
    state = won("", f"uk-sg-2{mark}, uk-3-a 1729", "uk-sg-2, uk-3-a", "1730", side="allied")
    assert refusal(state, "advance uk-sg-2 to 1730").case == case
    play(state, "advance uk-3-a to 1730")


@pytest.mark.case("8.4.1", "12.4.7")
def test_an_allied_unit_does_not_advance_out_of_supply() -> None:
    assert is_over(won("", f"uk-3-a 1307, {ALLIED_DEPOTS}", "uk-3-a", "1206", side="allied"))
    near = won("", f"uk-3-a 1307, {ALLIED_DEPOTS}, allied-depot-3 1409", "uk-3-a", "1206", side="allied")
    assert listed(near) == ["advance uk-3-a to 1206", "done"]


@pytest.mark.case("8.4.2", "12.4.7")
def test_italians_do_not_advance_out_of_supply_and_germans_may() -> None:
    state = won(f"de-104, it-61 1508, {AXIS_DEPOT}", "", "de-104, it-61", "1509")
    assert listed(state) == ["advance de-104 to 1509", "advance it-61 to 1509", "done"]
    far = won(f"de-104, it-61 1412, {AXIS_DEPOT}", "", "de-104, it-61", "1413")
    found = refusal(far, "advance it-61 to 1413")
    assert found.case == "8.4.2" and "1406, is 21 MF away" in found.why
    play(far, "advance de-104 to 1413")


@pytest.mark.case("8.4.1", "12.4.7")
def test_nobody_advances_whose_place_holds_open_the_line_of_another() -> None:
    # The installation at 1614 lies in an Italian zone; it serves the brigade at 1509 only while somebody is with it.
    allied = f"uk-3-a 1509, uk-sg-2, au-20 1614, {ALLIED_DEPOTS}"
    state = won("it-19 1714", allied, "uk-sg-2, au-20", "1615", side="allied")
    state = play(state, "advance uk-sg-2 to 1615")
    assert is_over(state)  # au-20 must stay
    alone = asking(position("it-19 1714", allied), AdvanceAfterCombat("allied", ("au-20",), at("1615")))
    alone = with_unit(alone, "uk-sg-2", at="1515")
    assert refusal(alone, "advance au-20 to 1615").case == "8.4.1"


@pytest.mark.case("5", "8.3.2", "12.4.7")
def test_an_advance_into_tobruk_takes_the_terminal_that_supplies_it() -> None:
    state = won("", "uk-3-a 1824", "uk-3-a", "1925", side="allied", control={"1925": "axis"})
    state = play(state, "advance uk-3-a to 1925")
    assert state.control["1925"] == "allied"


# --- what they take and owe


@pytest.mark.case("11.1.6", "12.4.7")
@pytest.mark.parametrize(("die", "captured"), [(2, True), (5, False)])
def test_the_first_to_enter_takes_the_installation(die: int, captured: bool) -> None:
    state = won(f"de-104, de-8 1508, {AXIS_DEPOT}", f"allied-depot-3 1608, {ALLIED_DEPOTS}", "de-104, de-8", "1608")
    state = play(state, "advance de-104 to 1608", "advance de-8 to 1608", rolls=(die,))
    assert state.units["allied-depot-3"].at == DUE
    assert (at("1608")[0] in state.layout.depots["axis"]) == captured


@pytest.mark.case("11.1.5", "12.4.7")
def test_a_unit_that_advances_into_the_zone_of_a_fort_owes_it_an_attack() -> None:
    axis = "de-104 1628, axis-depot-1 1925"
    state = won(axis, "uk-sg-2 1730", "de-104", "1629", control={"1925": "axis"})
    state = play(state, "advance de-104 to 1629")
    assert state.units["de-104"].owes == at("1730")[0]
    assert refused(asking(state, Movement("axis")), "move de-104 1629-1628") == "11.1.5"


@pytest.mark.case("11.1.5")
def test_a_unit_that_moved_into_the_zone_of_a_fort_owes_nothing() -> None:
    axis, control = "de-104 1628, axis-depot-1 1925", {"1925": "axis"}
    state = play(axis_moves(axis, "uk-sg-2 1730", control=control), "move de-104 1628-1629")
    assert state.units["de-104"].owes == -1
    later = axis_moves(axis.replace("1628", "1629"), "uk-sg-2 1730", control=control)
    assert refused(later, "move de-104 1629-1628") == ""


@pytest.mark.case("12.4.7")
def test_an_advance_costs_no_movement() -> None:
    treks = {"de-104": Trek(at("1508")[0], spent=50, halted=True)}
    state, events = play_noting(
        won(f"de-104 1508, {AXIS_DEPOT}", "", "de-104", "1509", treks=treks), "advance de-104 to 1509"
    )
    assert facts(events, "advanced") == [{"unit": "de-104", "origin": "1508", "at": "1509", "case": "12.4.7"}]
    assert state.treks == treks
