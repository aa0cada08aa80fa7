"""Replacement points, rebuilding from the cadre, and reinforcing Allied units."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.arrivals.places import Muster
from sandtable.games.panzerarmee_afrika.arrivals.replacements import receive_points, reinforceable
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.phases import after, mustering, noting
from tests.panzerarmee_afrika.positions import listed, play, position, refusal, where, with_books

HERE = "it-19 0702, axis-depot-1 0703"


def with_points(state: PanzerarmeeAfrika, side: Side, **points: int) -> PanzerarmeeAfrika:
    pools = {pool.replace("_", "-"): count for pool, count in points.items()}
    return with_books(state, side, points={**state.books[side].points, **pools})


def allied(text: str, turn: int = 13, infantry: int = 9, armoured: int = 9) -> PanzerarmeeAfrika:
    state = position(HERE, text, turn=turn)
    return mustering(with_points(state, "allied", allied_infantry=infantry, allied_armoured=armoured), "allied")


# --- points


@pytest.mark.case("13.3.1")
def test_each_side_receives_the_points_of_the_turn_in_its_own_pools() -> None:
    state, events = noting(receive_points, position(turn=10), "axis")
    assert state.books["axis"].points == {
        "german-infantry": 2,
        "german-armoured": 2,
        "italian-infantry": 2,
        "italian-armoured": 1,
    }
    assert state.books["allied"].points == {"allied-infantry": 0, "allied-armoured": 0}
    assert [event.kind for event in events] == ["points"]


@pytest.mark.case("13.3.1", "2.1.4")
def test_the_example_nine_points_and_two_more_leave_ten_if_none_is_spent() -> None:
    state = with_points(position(HERE, "au-20 1351", turn=8), "allied", allied_infantry=9)
    state = after(receive_points, state, "allied")
    assert state.books["allied"].points["allied-infantry"] == 11
    phase = mustering(state, "allied")
    assert play(phase, "done").books["allied"].points["allied-infantry"] == 10
    spent = play(phase, "rebuild au-26 at 1351", "done")
    assert spent.books["allied"].points["allied-infantry"] == 9


@pytest.mark.case("13.3.1")
def test_what_is_saved_is_there_on_the_next_turn() -> None:
    state = with_points(position(turn=3), "axis", german_infantry=4)
    assert after(receive_points, state, "axis").books["axis"].points["german-infantry"] == 5


@pytest.mark.case("13.3.1")
def test_turns_without_points_tell_nothing() -> None:
    assert noting(receive_points, position(turn=1), "allied")[1] == []


# --- rebuilding


@pytest.mark.case("13.3.2", "2.1.3", "13.1")
def test_a_unit_of_the_cadre_is_rebuilt_for_as_many_points_as_it_has_factors() -> None:
    state = with_points(position(HERE, turn=5), "axis", german_armoured=5)
    state = play(mustering(state, "axis"), "rebuild de-5-1-a at 0702")
    assert where(state, "de-5-1-a") == "0702" and not state.units["de-5-1-a"].out
    assert state.books["axis"].points["german-armoured"] == 2
    assert refusal(state, "rebuild de-5-2-a at 0702").case == "13.3.2"  # three needed, two left
    assert where(play(state, "rebuild de-3-ar at 0703"), "de-3-ar") == "0703"


@pytest.mark.case("13.3.2", "13.3.1")
def test_points_of_another_category_or_nation_do_not_serve() -> None:
    state = with_points(position(HERE, turn=5), "axis", german_armoured=9, italian_infantry=9)
    state = mustering(state, "axis")
    assert refusal(state, "rebuild de-8 at 0702").case == "13.3.2"  # German infantry
    assert refusal(state, "rebuild it-132-a at 0702").case == "13.3.2"  # Italian armour
    rebuilt = {order.split()[1] for order in listed(state) if order.startswith("rebuild")}
    assert rebuilt == {"de-5-1-a", "de-5-2-a", "de-3-ar", "it-20", "it-27", "it-28", "it-39", "it-40"}


@pytest.mark.case("13.3.2", "13.1", "4")
def test_only_units_of_the_cadre_and_only_where_units_arrive() -> None:
    state = allied("au-20, au-24, au-26 1351")
    assert refusal(state, "rebuild au-20 at 1351").case == "13.3.2"
    assert refusal(state, "rebuild uk-7-a at 1351").case == "13.3.2"
    assert refusal(state, "rebuild it-20 at 1351").case == "13.3.2"
    assert refusal(state, "rebuild axis-depot-1 at 0702").case == "13.3.2"
    assert refusal(state, "rebuild uk-22 at 1925").case == "13.1"
    assert refusal(state, "rebuild uk-22 at 1351").case == "4"
    assert where(play(state, "rebuild uk-22 at 1350"), "uk-22") == "1350"


# --- reinforcing


@pytest.mark.case("13.4", "2.3.1")
def test_a_point_raises_a_unit_in_the_base_by_one_factor() -> None:
    state = play(allied("uk-3-a 1451, au-20 1351"), "reinforce uk-3-a", "reinforce au-20")
    assert (state.units["uk-3-a"].step, state.units["au-20"].step) == (1, 1)
    assert state.books["allied"].points == {"allied-infantry": 8, "allied-armoured": 8}


@pytest.mark.case("13.4")
@pytest.mark.parametrize(
    ("turn", "unit", "most"),
    [
        (6, "uk-3-a", 3),
        (7, "uk-3-a", 4),
        (12, "uk-3-a", 4),
        (13, "uk-3-a", 5),
        (9, "au-20", 2),
        (10, "au-20", 3),
        (20, "au-20", 3),
    ],
)
def test_how_far_units_are_reinforced_depends_on_the_turn(turn: int, unit: str, most: int) -> None:
    state = allied(f"{unit} 1351", turn=turn)
    first = 3 if unit == "uk-3-a" else 2
    for _ in range(most - first):
        state = play(state, f"reinforce {unit}")
    assert refusal(state, f"reinforce {unit}").case == "13.4"


@pytest.mark.case("13.4", "13.3.1")
def test_the_points_must_be_of_the_category() -> None:
    state = allied("uk-3-a, au-20 1351", infantry=0)
    assert refusal(state, "reinforce au-20").case == "13.4"
    assert [order for order in listed(state) if order.startswith("reinforce")] == ["reinforce uk-3-a"]


@pytest.mark.case("13.4")
def test_only_allied_regular_units_in_the_alexandria_base() -> None:
    state = allied("au-20 1925, au-24 1440, allied-lorry-1 1351")
    for name in ("au-20", "au-24", "allied-lorry-1", "uk-22", "it-19", "nobody"):
        assert refusal(state, f"reinforce {name}").case == "13.4"
    axis = with_points(position(HERE, turn=13), "axis", italian_infantry=9)
    assert refusal(mustering(axis, "axis"), "reinforce it-19").case == "13.4"


@pytest.mark.case("13.4")
def test_new_arrivals_and_rebuilt_units_may_be_reinforced_at_once() -> None:
    state = allied("uk-22 1351")
    assert refusal(state, "reinforce in-10").case == "13.4"
    state = play(state, "arrive in-10 at 1451", "reinforce in-10", "rebuild uk-3-a at 1250", "reinforce uk-3-a")
    assert (state.units["in-10"].step, state.units["uk-3-a"].step) == (1, 1)


@pytest.mark.case("13.4", "13.2.4")
def test_a_unit_withdrawn_and_reinstated_in_one_phase_is_offered_once() -> None:
    muster = Muster("allied", present=("au-20", "au-24"), depots=0, arrived=("au-20",), reinstated=("au-20",))
    assert reinforceable(allied("au-20, au-24 1351"), muster) == ["au-20", "au-24"]


@pytest.mark.case("13.4", "8.4", "10.3")
def test_units_out_of_supply_or_command_may_be_reinforced() -> None:
    state = play(allied("au-20* 1351, au-24! 1351"), "reinforce au-20", "reinforce au-24")
    assert state.units["au-20"].step == state.units["au-24"].step == 1
    assert state.units["au-20"].out and state.units["au-24"].adrift
