"""Dismounting: units that give up their transport for a lorry, and take it back."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.arrivals.dismount import beside, spare_lorry
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.phases import mustering, turn_of
from tests.panzerarmee_afrika.positions import listed, play, position, refusal, where, with_unit

GERMANS = "de-104, de-115 1107, de-5-1-a 1207, axis-depot-1 0703"  # 4 + 4 + 3 factors on the road


def phase(axis: str = GERMANS, allied: str = "au-24 1925", side: Side = "axis", **due: int) -> PanzerarmeeAfrika:
    """The reinforcement phase of turn 8; lorries that were lost, with the turn on which they come back."""
    state = position(axis, allied, turn=8)
    for name, turn in due.items():
        state = with_unit(state, name.replace("_", "-"), due=turn)
    return mustering(state, side)


def dismounted(state: PanzerarmeeAfrika) -> set[str]:
    return {name for name, unit in state.units.items() if unit.dismounted}


@pytest.mark.case("13.6")
def test_ten_factors_beside_each_other_on_one_road_free_a_lorry() -> None:
    state = play(phase(), "dismount de-104, de-115, de-5-1-a at 1307")
    assert dismounted(state) == {"de-104", "de-115", "de-5-1-a"}
    assert where(state, "axis-lorry-1") == "1307"
    assert all(state.units[name].out for name in dismounted(state))


@pytest.mark.case("13.6", "8.4")
def test_the_lorry_that_is_freed_is_in_supply_where_an_installation_reaches_it_and_nowhere_else() -> None:
    order = "dismount de-104, de-115, de-5-1-a at 1307"
    assert not play(phase(), order).units["axis-lorry-1"].out
    assert play(phase(GERMANS.replace(", axis-depot-1 0703", "")), order).units["axis-lorry-1"].out


@pytest.mark.case("13.6")
def test_the_listed_ways_are_the_plain_ones() -> None:
    dismounts = [order for order in listed(phase()) if order.startswith("dismount")]
    assert dismounts == [f"dismount de-104, de-115, de-5-1-a at {at}" for at in ("1307", "1207", "1107", "1007")]


@pytest.mark.case("13.6")
@pytest.mark.parametrize(
    ("axis", "order"),
    [
        ("de-104, de-115 1107, de-8 1207", "dismount de-104, de-115 at 1207"),  # 8 factors
        ("de-104, de-115 1107, de-5-1-a 1307", "dismount de-104, de-115, de-5-1-a at 1207"),  # not adjacent
        ("de-104, de-115 1108, de-5-1-a 1109", "dismount de-104, de-115, de-5-1-a at 1107"),  # no road
        ("de-104, de-115 1007, de-5-1-a 1108", "dismount de-104, de-115, de-5-1-a at 1107"),  # road and track meet
        ("de-104, de-115 1107, de-5-1-a 1207", "dismount de-104, de-115, de-5-1-a at 1407"),  # lorry too far off
        ("de-104, de-115 1107, de-5-1-a 1207", "dismount de-104, de-115, de-5-1-a at 1108"),  # lorry off the road
        ("de-104, de-115 1107, de-5-1-a 1207", "dismount de-104, de-115, de-104 at 1207"),
        ("de-104, de-115 1107, de-5-1-a 1207", "dismount de-104, de-115, de-5-1-a at 9999"),
        ("de-104, de-115 1107, de-5-1-a_ 1207", "dismount de-104, de-115, de-5-1-a at 1307"),
        ("de-104, de-115 1107", "dismount de-104, de-115, de-5-1-a at 1207"),  # one is in the cadre
        ("de-104, de-115 1107, axis-depot-1 1207", "dismount de-104, de-115, axis-depot-1 at 1307"),
        ("de-104, de-115 1107", "dismount de-104, de-115, au-24 at 1207"),
    ],
)
def test_what_does_not_free_a_lorry(axis: str, order: str) -> None:
    assert refusal(phase(axis), order).case == "13.6"


@pytest.mark.case("13.6")
def test_a_track_serves_as_well_as_a_road() -> None:
    state = phase("de-104, de-115 1108, de-5-1-a 1208")
    assert where(play(state, "dismount de-104, de-115, de-5-1-a at 1007"), "axis-lorry-1") == "1007"
    assert [board().name(at) for at in beside((board().hex("1108"), board().hex("1208")))] == [
        "1309",
        "1208",
        "1108",
        "1007",
    ]


@pytest.mark.case("13.6")
def test_no_more_than_three_lorries_and_none_beside_an_enemy_in_the_hex() -> None:
    full = phase(f"{GERMANS}, axis-lorry-1, axis-lorry-2, axis-lorry-3 0702")
    assert refusal(full, "dismount de-104, de-115, de-5-1-a at 1307").case == "13.6"
    assert not any(order.startswith("dismount") for order in listed(full))
    for enemy in ("au-20", "allied-lorry-1", "allied-depot-1"):
        held = phase(allied=f"{enemy} 1307")
        assert refusal(held, "dismount de-104, de-115, de-5-1-a at 1307").case == "13.6"


@pytest.mark.case("13.6", "12.4.6")
def test_an_eliminated_lorry_is_rebuilt_and_does_not_come_back_a_second_time() -> None:
    state = phase(f"{GERMANS}, axis-lorry-3 0702", axis_lorry_1=9, axis_lorry_2=10)
    assert spare_lorry(state, "axis") == "axis-lorry-2"  # the one that would be longest away
    state = play(state, "dismount de-104, de-115, de-5-1-a at 1307")
    assert state.units["axis-lorry-2"].due == 0
    free = phase(axis_lorry_1=9)
    assert spare_lorry(free, "axis") == "axis-lorry-2"  # rather one that nobody waits for


@pytest.mark.case("13.6", "8.4", "10.3")
def test_units_out_of_supply_or_command_may_dismount() -> None:
    starving = phase("de-104*, de-115* 1634, de-5-1-a* 1535")
    assert len(dismounted(play(starving, "dismount de-104, de-115, de-5-1-a at 1536"))) == 3
    allied = phase("it-19 0702", "uk-3-a++!, uk-7-a++! 1440", side="allied")
    assert len(dismounted(play(allied, "dismount uk-3-a, uk-7-a at 1439"))) == 2


@pytest.mark.case("13.6", "8.4", "11")
def test_dismounted_units_stand_out_of_supply_in_the_turns_to_come() -> None:
    state = play(phase(), "dismount de-104, de-115, de-5-1-a at 1307", "done")
    later = turn_of("axis", state)
    assert all(later.units[name].out for name in ("de-104", "de-115", "de-5-1-a"))
    assert refusal(later, "move de-104 1107-1207").case == "13.6"


# --- remounting

FOOT = "de-104_, de-115_ 1107, de-5-1-a_ 1207, axis-depot-1 0703"


@pytest.mark.case("13.6")
def test_a_lorry_in_supply_beside_them_lets_them_remount() -> None:
    state = phase(f"{FOOT}, axis-lorry-2 1307")
    assert "remount de-5-1-a, de-104, de-115 with axis-lorry-2" in listed(state)
    state = play(state, "remount de-104, de-115, de-5-1-a with axis-lorry-2")
    assert dismounted(state) == set()
    assert not any(state.units[name].out for name in ("de-104", "de-115", "de-5-1-a"))
    assert (where(state, "axis-lorry-2"), state.units["axis-lorry-2"].due) == ("due", 0)


@pytest.mark.case("13.6", "8.4")
def test_who_remounts_without_a_line_stays_out_of_supply() -> None:
    state = phase("de-104_, de-115_ 1440, de-5-1-a_ 1439, axis-lorry-2 1341")
    state = play(state, "remount de-104, de-115, de-5-1-a with axis-lorry-2")
    assert dismounted(state) == set() and state.units["de-104"].out


@pytest.mark.case("13.6")
@pytest.mark.parametrize(
    ("axis", "order"),
    [
        (f"{FOOT}, axis-lorry-2* 1307", "remount de-104, de-115, de-5-1-a with axis-lorry-2"),  # out of supply
        (f"{FOOT}, axis-lorry-2 1407", "remount de-104, de-115, de-5-1-a with axis-lorry-2"),  # too far
        (FOOT, "remount de-104, de-115, de-5-1-a with axis-lorry-2"),  # not on the map
        (f"{FOOT}, axis-lorry-2 1307", "remount de-104, de-115, de-5-1-a with axis-depot-1"),
        (f"{FOOT}, axis-depot-2 1307", "remount de-104, de-115, de-5-1-a with axis-depot-2"),  # a depot is no lorry
        (f"{FOOT}, axis-lorry-2 1307", "remount de-104, de-115, de-5-1-a with allied-lorry-1"),
        ("de-104 1107, axis-lorry-2 1207", "remount de-104 with axis-lorry-2"),  # never dismounted
        (
            "de-104_, de-115_, de-5-1-a_ 1107, de-5-2-a_, de-8-1-a_, de-8-2-a_ 1207, axis-lorry-2 1307",
            "remount de-104, de-115, de-5-1-a, de-5-2-a, de-8-1-a, de-8-2-a with axis-lorry-2",
        ),  # twenty factors
    ],
)
def test_what_does_not_remount(axis: str, order: str) -> None:
    assert refusal(phase(axis), order).case == "13.6"


@pytest.mark.case("13.6")
def test_nobody_dismounts_and_remounts_in_one_phase() -> None:
    state = play(phase(), "dismount de-104, de-115, de-5-1-a at 1307")
    assert refusal(state, "remount de-104, de-115, de-5-1-a with axis-lorry-1").case == "13.6"
    state = play(phase(f"{FOOT}, axis-lorry-2 1307"), "remount de-104, de-115, de-5-1-a with axis-lorry-2")
    assert refusal(state, "dismount de-104, de-115, de-5-1-a at 1307").case == "13.6"
