"""[3, 11.1.4, 11.1.5, 15.2] Zones of control, and how they stop those who move."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from, front, is_supported
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, ends, offered, refused
from tests.panzerarmee_afrika.positions import play, position, refusal, where, with_books, with_unit


def zone_of(axis: str = "", allied: str = "") -> set[str]:
    """The hexes in the zones of the only side that is placed."""
    state = position(axis, allied)
    return {board().name(at) for at in front(state, "allied" if axis else "axis").controlled}


# --- what is in a zone


@pytest.mark.case("3")
def test_the_zones_of_figure_4() -> None:
    """DE 382 controls six hexes; AU 18 has sea beside it and controls four; 1341 is in both zones."""
    inland = zone_of("de-382 1240")
    coast = zone_of(allied="au-18 1342")
    assert len(inland) == 6 and len(coast) == 4 and "1341" in inland & coast
    assert coast == {"1341", "1343", "1241", "1242"}


@pytest.mark.case("3")
def test_zones_do_not_cross_prohibited_hexsides() -> None:
    assert zone_of("de-104 0842") == {"0841", "0942", "0943"}
    assert zone_of("de-104 1115") == {"1114", "1116", "1014", "1015", "1214", "1215"}


@pytest.mark.case("3")
def test_transport_units_and_installations_have_no_zone() -> None:
    assert zone_of("axis-lorry-1 1530, axis-depot-1 1115") == set()
    state = allies_move("axis-lorry-1 1440", "uk-7-a 1340")
    assert "1439" in ends(state, "uk-7-a")


@pytest.mark.case("3")
@pytest.mark.parametrize("mark", ["*", "_", "!"])
def test_units_in_any_state_have_their_zone(mark: str) -> None:
    assert len(zone_of(allied=f"au-18{mark} 1115")) == 6


@pytest.mark.case("3", "12.1.1")
def test_a_fort_has_its_zone_only_while_it_is_held() -> None:
    held = axis_moves("de-104 1824, de-8 1630", "au-18 1925")
    assert fort_besieged_from(held, "axis", board().hex("1824")) == board().hex("1925")
    assert fort_besieged_from(held, "axis", board().hex("1630")) == -1  # nobody is in Bardia
    lorry = axis_moves("de-104 1824", "allied-lorry-1 1925")
    assert fort_besieged_from(lorry, "axis", board().hex("1824")) == -1


# --- moving through them


@pytest.mark.case("11.1.4")
def test_a_unit_that_enters_a_zone_stops_for_the_phase() -> None:
    state = axis_moves("de-104 1115", "au-18 1118")
    assert refused(state, "move de-104 1115-1116-1117-1216") == "11.1.4"
    after = play(state, "move de-104 1115-1117")
    assert refused(after, "move de-104 1117-1116") == "11.1.4"
    assert "stops at 1117" in refusal(after, "move de-104 1117-1116").why
    assert not ends(after, "de-104") and not offered(after, "move", "de-104")
    gone = with_unit(after, "au-18", at=-1)
    assert refused(gone, "move de-104 1117-1116") == "11.1.4"  # for the whole phase, whatever becomes of the enemy


@pytest.mark.case("11.1.4")
def test_a_unit_that_begins_in_a_zone_leaves_it_by_a_hex_that_is_in_none() -> None:
    state = axis_moves("de-104 1117", "au-18 1118")
    assert refused(state, "move de-104 1117-1217") == "11.1.4"  # both next to 1118
    assert refused(state, "move de-104 1117-1116") == ""
    assert not ends(state, "de-104") & {"1118"} and "1217" in ends(state, "de-104")


@pytest.mark.case("11.1.4")
def test_having_left_a_zone_it_may_enter_another_of_the_same_or_other_enemies_and_stops_there() -> None:
    state = axis_moves("de-104 1117", "au-18 1118, au-20 1413")
    assert refused(state, "move de-104 1117-1116-1216-1217") == ""  # the zone it came from
    assert refused(state, "move de-104 1117-1116-1215-1315-1314") == ""  # another
    after = play(state, "move de-104 1117-1116-1216-1217")
    assert refused(after, "move de-104 1217-1316") == "11.1.4"
    assert refused(state, "move de-104 1117-1116-1216-1217-1317") == "11.1.4"
    assert refused(state, "move de-104 1117-1116-1117-1216") == "11.1.4"  # not even through the hex it began in


@pytest.mark.case("11.1.4")
def test_zones_stop_transport_units_too() -> None:
    state = axis_moves("axis-lorry-1 1922", "au-18 1823")
    assert refused(state, "move axis-lorry-1 1922-1923") == ""
    assert refused(state, "move axis-lorry-1 1922-1923-1924") == "11.1.4"
    assert "1924" not in ends(state, "axis-lorry-1")


@pytest.mark.case("11.1.4")
def test_friends_in_a_zone_do_not_open_it_for_those_who_move() -> None:
    state = axis_moves("de-104 1115, de-8 1117", "au-18 1118")
    assert refused(state, "move de-104 1115-1116-1117-1216") == "11.1.4"


@pytest.mark.case("11.1.5")
def test_the_zone_of_a_held_fort_stops_and_lets_go_like_any_other() -> None:
    state = axis_moves("de-104 1823, de-8 1824", "au-18 1925")
    assert refused(state, "move de-104 1823-1824-1725") == "11.1.4"
    assert refused(state, "move de-8 1824-1725") == ""
    assert refused(state, "move de-8 1824-1825") == "11.1.4"


@pytest.mark.case("11.1.5", "12.4.7")
def test_who_advanced_into_the_zone_of_a_fort_attacks_it_before_he_leaves() -> None:
    state = axis_moves("de-104, de-8 1824", "au-18 1925")
    owing = with_unit(state, "de-104", owes=board().hex("1925"))
    assert refused(owing, "move de-104 1824-1725") == "11.1.5"
    assert refused(owing, "move de-8 1824-1725") == ""
    assert "must attack it" in refusal(owing, "move de-104 1824-1725").why and not offered(owing, "move", "de-104")
    vacated = with_unit(owing, "au-18", at="1727")  # nobody holds the fort any more
    assert refused(vacated, "move de-104 1824-1823") == ""


# --- Italian infantry by itself, by the optional rule


@pytest.mark.case("15.2", "3")
@pytest.mark.parametrize(
    ("lost", "option", "zone"), [(19, "reliability", 6), (20, "reliability", 0), (20, "reaction", 6)]
)
def test_after_twenty_factors_lost_italian_infantry_alone_has_no_zone(lost: int, option: str, zone: int) -> None:
    state = with_books(position("it-19, it-20 1115", options=(option,)), "axis", italian_losses=lost)
    assert len(front(state, "allied").controlled) == zone


@pytest.mark.case("15.2")
@pytest.mark.parametrize("friend", ["de-8", "it-132-a", "it-b8-ai"])
def test_germans_and_italian_armour_in_the_hex_keep_up_its_zone(friend: str) -> None:
    state = position(f"it-19, {friend} 1115, it-20 1130", options=("reliability",))
    state = with_books(state, "axis", italian_losses=30)
    assert is_supported(state, board().hex("1115")) and not is_supported(state, board().hex("1130"))
    assert front(state, "allied").casting == frozenset({board().hex("1115")})


@pytest.mark.case("15.2", "3", "12.1.1")
def test_unreliable_infantry_in_a_fort_keeps_up_the_zone_of_the_fort() -> None:
    state = position("it-19 1925, it-20 1115", "au-20 1824", options=("reliability",), control={"1925": "axis"})
    state = with_books(state, "axis", italian_losses=30)
    assert front(state, "allied").casting == frozenset({board().hex("1925")})
    assert fort_besieged_from(state, "allied", board().hex("1824")) == board().hex("1925")


@pytest.mark.case("15.2", "11.1")
def test_units_pass_by_such_infantry_but_do_not_enter_its_hex() -> None:
    state = allies_move("it-19 1244", "uk-7-a 1246, uk-22 1250", options=("reliability",))
    state = with_books(state, "axis", italian_losses=20)
    assert where(play(state, "move uk-7-a 1246-1245-1145-1144-1243"), "uk-7-a") == "1243"
    assert refused(state, "move uk-7-a 1246-1245-1244") == "11.1"
