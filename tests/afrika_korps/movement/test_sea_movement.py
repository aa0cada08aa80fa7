"""[23.3-23.5] Putting to sea. What lands is tested with the arrivals."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.arrivals.phase import Arrivals
from sandtable.games.afrika_korps.movement.phase import Movement
from tests.afrika_korps.movement.moves import moving, with_trek
from tests.afrika_korps.positions import (
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refusal,
    refused,
    with_books,
)


@pytest.mark.case("23.3")
@pytest.mark.parametrize("unit", ["21/5", "AxS1", "rommel"])
def test_nobody_sails_from_bengasi(unit: str) -> None:
    state = moving("21/5, AxS1, rommel H2")
    assert refused(state, f"embark {unit}") == "23.3"
    assert not [order for order in orders(state) if order.startswith("embark")]


@pytest.mark.case("23.4")
@pytest.mark.parametrize(
    ("side", "unit", "port"),
    [("axis", "21/5", "W3"), ("axis", "rommel", "G25"), ("axis", "AxS1", "W3"), ("allied", "9A/20", "J62")],
)
def test_units_of_every_kind_put_to_sea_from_tobruch_and_their_home_base(side: str, unit: str, port: str) -> None:
    text = f"{unit} {port}"
    state = moving(text if side == "axis" else "", text if side == "allied" else "", side=side)
    assert f"embark {unit}" in orders(state)
    after, events = play_noting(state, f"embark {unit}")
    assert at(after, unit) == "sea"
    assert kinds(events) == ["embarked"]
    assert not [order for order in orders(after) if unit in order]


@pytest.mark.case("23.4")
@pytest.mark.parametrize("where", ["H26", "W4", "J57", "F19"])
def test_only_a_port_serves(where: str) -> None:
    state = moving(f"21/5 {where}")
    assert refused(state, "embark 21/5") == "23.4"
    assert "embark 21/5" not in orders(state)


@pytest.mark.case("23.4")
def test_only_own_units_on_the_map_embark() -> None:
    state = moving("21/5 W3, 15/8 sea", "9A/20 G25")
    for unit in ("9A/20", "15/8", "21/104", "AxC1", "nobody"):
        assert refused(state, f"embark {unit}") == "23.4"
        assert "not yours to embark" in str(refusal(state, f"embark {unit}"))


@pytest.mark.case("23.4")
def test_a_unit_moves_to_the_port_and_then_off_the_board_however_far_it_came() -> None:
    state = moving("brescia T10")
    state = play(state, "move brescia T10-W3")  # eleven hexes of road
    assert state.trek("brescia").points == 1
    assert at(play(state, "embark brescia"), "brescia") == "sea"
    spent = with_trek(moving("brescia W3"), "brescia", points=4, road=10)
    assert refused(spent, "embark brescia") == ""


@pytest.mark.case("23.4", "5.2")
def test_a_unit_at_sea_does_not_move() -> None:
    state = play(moving("21/5 W3"), "embark 21/5")
    assert refused(state, "move 21/5 W3-W4") == "5.1"


@pytest.mark.case("23.5", "4.3")
def test_nobody_sails_from_the_enemys_home_base() -> None:
    assert refused(moving("21/5 J62"), "embark 21/5") == "23.5"
    assert refused(moving(allied="9A/20 W3", side="allied"), "embark 9A/20") == "23.5"


@pytest.mark.case("23.5", "23.4")
@pytest.mark.parametrize("port", ["J62", "W6", "H2"])
def test_nor_does_anybody_land_there_or_where_there_is_no_port(port: str) -> None:
    state = with_books(asking(position("21/5 sea, 15/8 J62, ariete W3"), Arrivals("axis")), "axis", ports=("W3",))
    assert refused(state, f"land 21/5 at {port}") != ""
    assert refused(state, "land 21/5 at W3") == ""


@pytest.mark.case("23.41", "23.1")
def test_units_leave_tobruch_by_sea_with_the_enemy_at_the_gates() -> None:
    state = moving("21/5 H25, 15/8 G24, ariete H26", "9A/20, AlS1 G25", side="allied")
    assert refused(state, "embark 9A/20") == ""
    assert refused(state, "embark AlS1") == ""


@pytest.mark.case("23.41", "23.42")
@pytest.mark.parametrize(("unit", "port"), [("9A/20", "G25"), ("9A/20", "J62"), ("AlS1", "G25")])
def test_a_unit_that_came_ashore_does_not_put_out_again_that_turn(unit: str, port: str) -> None:
    base = asking(position("", f"{unit} sea, 22gds {port}", phasing="allied"), Movement("allied"), Arrivals("allied"))
    state = play(base, f"land {unit} at {port}", "done")
    assert refused(state, f"embark {unit}") == "23.42"
    assert f"embark {unit}" not in orders(state)
    assert refused(state, "embark 22gds") == ""


@pytest.mark.case("23.42", "19.2")
def test_nor_does_a_reinforcement_that_landed() -> None:
    base = asking(position("ariete W3", turn=3), Movement("axis"), Arrivals("axis"))
    state = play(base, "land 15/8 at W3", "done")
    assert refused(state, "embark 15/8") == "23.42"
    assert refused(play(state, "move 15/8 W3-W4", "move 15/8 W4-W3"), "embark 15/8") == "23.42"


@pytest.mark.case("23.43")
def test_a_unit_may_come_back_to_the_port_it_sailed_from() -> None:
    state = play(asking(position("21/5, ariete W3"), Arrivals("axis"), Movement("axis")), "embark 21/5", "done")
    assert refused(state, "land 21/5 at W3") == ""


@pytest.mark.case("23.44")
def test_a_port_won_this_turn_serves_to_leave_but_not_to_land() -> None:
    """Nobody held Tobruch when the turn began."""
    state = with_books(moving("21/5 H24, 15/8 sea, ariete W3"), "axis", ports=("W3",))
    landing = asking(state, Arrivals("axis"))
    assert refused(landing, "land 15/8 at G25") != ""
    assert refused(landing, "land 15/8 at W3") == ""
    state = play(state, "move 21/5 H24-G25")
    assert refused(state, "embark 21/5") == ""


@pytest.mark.case("23.44", "8.1")
def test_nobody_embarks_in_an_enemy_zone() -> None:
    """A home base feels zones, a fortress does not."""
    base = moving("21/5 W3", "9A/20 W4")
    assert refused(base, "embark 21/5") == "23.44"
    assert "embark 21/5" not in orders(base)
    assert refused(moving("21/5 W3", "9A/20 W5"), "embark 21/5") == ""
    assert refused(moving("21/5 G25", "9A/20 H25"), "embark 21/5") == ""


@pytest.mark.case("22.4", "23.41")
def test_rommel_does_not_sail_out_of_an_encirclement_that_he_shares() -> None:
    """One brigade at H25 closes every way out of Tobruch."""
    shut_in = moving("rommel, ariete G25, savena W3, AxS1 W3", "9A/20 H25")
    assert refused(shut_in, "embark rommel") == "22.4" and "embark rommel" not in orders(shut_in)
    assert refused(shut_in, "embark ariete") == ""
    assert refused(play(shut_in, "embark ariete"), "embark rommel") == ""  # nobody is left to stay with
    for free in ("rommel, ariete, AxS2 G25, savena W3", "rommel, ariete W3, AxS1 W3"):  # in supply; at home
        assert refused(moving(free, "9A/20 H25"), "embark rommel") == ""
    assert refused(moving("rommel, ariete G25, AxS1 W3", "9A/20 H27"), "embark rommel") == ""  # the road is open


@pytest.mark.case("23.44", "9.1")
def test_a_zone_that_automatic_victory_removed_no_longer_keeps_units_in_port() -> None:
    state = moving("21/5 W5, ariete W3, AxS1 W7", "7A/2 W4")
    assert refused(state, "embark ariete") == "23.44"
    state = play(state, "av 7A/2 with 21/5 supply AxS1")
    assert refused(state, "embark ariete") == ""
