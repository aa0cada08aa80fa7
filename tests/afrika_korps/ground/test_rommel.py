"""Rommel alone: when he is put elsewhere, and with whom."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.ground.rommel import (
    RommelPlacement,
    cut_off,
    displace,
    displace_if_isolated,
    in_danger,
    refuges,
)
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.positions import THE_END, asked, asking, at, draft_of, orders, play, position, refused


def displaced(state: AfrikaKorps) -> AfrikaKorps:
    draft = draft_of(asking(state))
    displace(draft)
    return draft.state


def closest(axis: str, allied: str = "") -> set[str]:
    return {board().name(hexagon) for hexagon in refuges(position(axis, allied))}


# --- when


@pytest.mark.case("22.4", "22.42")
def test_alone_in_a_zone_he_goes_to_the_closest_unit() -> None:
    state = displaced(position("rommel Q40, ariete Q37, savena Q30", "9A/20 Q41"))
    assert at(state, "rommel") == "Q37"
    assert state.stack == (THE_END,)


@pytest.mark.case("22.4")
def test_with_a_combat_unit_he_stays() -> None:
    assert not in_danger(position("rommel, savena Q40, ariete Q37", "9A/20 Q41"))
    assert at(displaced(position("rommel, savena Q40, ariete Q37", "9A/20 Q41")), "rommel") == "Q40"


@pytest.mark.case("22.4")
def test_a_supply_does_not_protect_him() -> None:
    assert in_danger(position("rommel, AxS1 Q40, ariete Q37", "9A/20 Q41"))


@pytest.mark.case("22.4")
def test_out_of_zones_he_may_be_alone() -> None:
    assert at(displaced(position("rommel Q40, ariete Q37", "9A/20 Q42")), "rommel") == "Q40"


@pytest.mark.case("22.3", "22.4")
def test_an_enemy_who_moves_onto_him_displaces_him_even_in_a_fortress() -> None:
    assert at(displaced(position("rommel G25, ariete G20", "9A/20 G25")), "rommel") == "G20"


@pytest.mark.case("22.4", "23.1")
def test_alone_in_a_fortress_he_feels_no_zone() -> None:
    assert at(displaced(position("rommel G25, ariete W6", "9A/20 H25")), "rommel") == "G25"


@pytest.mark.case("22.4", "9.1")
def test_the_zone_of_a_unit_under_automatic_victory_does_not_move_him() -> None:
    state = position("rommel Q40, ariete Q37", "9A/20 Q41", victories=(AutomaticVictory(("9A/20",), ("ariete",), ()),))
    assert not in_danger(state)


@pytest.mark.case("22.4")
def test_off_the_map_nothing_happens_to_him() -> None:
    state = position("rommel sea, ariete Q37", "9A/20 Q41")
    assert not in_danger(state)
    assert not cut_off(state)


@pytest.mark.case("22.4")
def test_without_any_combat_unit_he_stays() -> None:
    assert at(displaced(position("rommel Q40", "9A/20 Q41")), "rommel") == "Q40"


# --- where to


@pytest.mark.case("22.42")
def test_hexes_in_allied_zones_are_not_counted_if_there_is_another_way() -> None:
    """Q43 is nearer, but only through the zone of 9A/20; P36 is reached freely."""
    assert closest("rommel Q40, ariete Q43, savena P36", "9A/20 Q41") == {"P36"}


@pytest.mark.case("22.42")
def test_a_unit_that_stands_in_a_zone_is_passed_over_for_a_free_one() -> None:
    assert closest("rommel Q40, ariete R41, savena P36", "9A/20 Q41") == {"P36"}


@pytest.mark.case("22.42")
def test_zones_are_crossed_when_there_is_no_other_way() -> None:
    assert closest("rommel Q40, ariete R41, savena R42", "9A/20 Q41") == {"R41"}


@pytest.mark.case("22.42", "5.7")
def test_prohibited_hexsides_are_not_crossed() -> None:
    """F19 borders E18 across water; over land it is as far as G19."""
    assert closest("rommel E18, ariete F19, savena G19", "9A/20 D17") == {"F19", "G19"}


@pytest.mark.case("22.42")
def test_the_axis_player_chooses_among_equally_close_units() -> None:
    state = displaced(position("rommel Q40, ariete Q37, savena P37, brescia Q30", "9A/20 Q41", phasing="allied"))
    assert state.stack[-1] == RommelPlacement("alone in an enemy zone")
    assert asked(state) == "axis"
    assert sorted(orders(state)) == ["station P37", "station Q37"]
    assert refused(state, "station Q30") == "22.42"
    assert refused(state, "station Z99") == "22.42"
    assert refused(state, "done") == "22.42"
    state = play(state, "station P37")
    assert at(state, "rommel") == "P37"
    assert state.stack == (THE_END,)


@pytest.mark.case("22.42")
def test_he_is_asked_for_once_however_often_it_is_noticed() -> None:
    draft = draft_of(asking(position("rommel Q40, ariete Q37, savena P37", "9A/20 Q41")))
    displace(draft)
    displace(draft)
    assert len(draft.state.stack) == 2


# --- isolation


def ring(axis: str) -> AfrikaKorps:
    """Six hexes around Q40 kept by brigades two hexes away."""
    return position(axis, "9A/20 Q42, 22gds S42, 7A/1 S40, 7A/2 Q38, 4I/5 O38, 4I/7 O40")


@pytest.mark.case("22.4", "24.1")
def test_isolated_alone_he_is_put_with_the_closest_unit() -> None:
    state = ring("rommel Q40, ariete Q35, AxS1 Q34")
    assert cut_off(state)
    draft = draft_of(asking(state))
    displace_if_isolated(draft)
    assert at(draft.state, "rommel") == "Q35"


@pytest.mark.case("22.4")
def test_isolated_with_a_combat_unit_he_stays() -> None:
    assert not cut_off(ring("rommel, savena Q40, ariete Q35, AxS1 Q34"))


@pytest.mark.case("22.4", "24.1")
def test_with_a_line_to_supply_he_is_not_isolated() -> None:
    assert not cut_off(position("rommel Q40, ariete Q35, AxS1 Q34", "9A/20 Q42"))


@pytest.mark.case("22.4")
def test_lack_of_supply_alone_does_not_move_him() -> None:
    assert not cut_off(position("rommel W3, ariete W6", "9A/20 Q42"))


@pytest.mark.case("22.4", "22.42")
def test_he_stays_within_an_encirclement_that_holds_a_combat_unit() -> None:
    """Shut in at Tobruch with savena two hexes away; ariete next to him, but across the zones of the siege."""
    state = position("rommel H26, savena G24, ariete H27, AxS1 W3", "9A/20 I25, 22gds I28, 7A/1 G22")
    assert not cut_off(state)
    assert {board().name(hexagon) for hexagon in refuges(state)} == {"G24"}
