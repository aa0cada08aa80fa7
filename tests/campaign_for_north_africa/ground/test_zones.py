"""[10.1, 10.2] Zones of Control: who exerts one, where it reaches, and what one must expect."""

import pytest

from sandtable.games.campaign_for_north_africa.ground.zones import (
    apparent,
    controlled,
    controlled_from,
    controlled_without,
    controllers,
    exerts,
    expected,
    hinders,
    within_two,
    zone,
)
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position


def hex(name: str) -> int:
    return board().hex(name)


def field(state: Campaign, name: str) -> set[str]:
    """The hexes that the stack in a hex controls."""
    return {board().name(there) for there in controlled_from(state, hex(name))}


AROUND = {"C3511", "C3410", "C3409", "C3509", "C3609", "C3610"}  # of C3510, all clear


@pytest.mark.case("10.0", "10.11")
def test_two_battalions_together_exert_a_zone_over_the_six_hexes_around() -> None:
    state = position("I/157, II/157 C3510")
    assert exerts(state, hex("C3510"))
    assert field(state, "C3510") == AROUND


@pytest.mark.case("10.11", "10.15")
def test_ten_raw_points_are_enough_when_others_have_left() -> None:
    state = position("I/157[5], II/157[5], III/157 C3510")
    assert exerts(state, hex("C3510"), without=("III/157",))
    assert not exerts(position("I/157[5], II/157[4], III/157 C3510"), hex("C3510"), without=("III/157",))


@pytest.mark.case("10.11")
def test_a_single_battalion_exerts_none() -> None:
    state = position("I/157 C3510")
    assert not exerts(state, hex("C3510")) and field(state, "C3510") == set()


@pytest.mark.case("10.11")
def test_a_headquarters_exerts_one_with_its_units_and_none_without() -> None:
    assert exerts(position("157Fant+ C3510"), hex("C3510"))
    assert not exerts(position("157Fant, 7Brs C3510"), hex("C3510"))


@pytest.mark.case("10.11", "9.16", "3.4")
def test_a_garrison_controls_the_ground_around_its_own_town() -> None:
    assert exerts(position("I/31GaF, II/31GaF C4807"), hex("C4807"))
    assert exerts(position("31GaF+ C4807"), hex("C4807"))
    assert not exerts(position("I/31GaF C4807"), hex("C4807"))


@pytest.mark.case("10.12", "10.13")
def test_supply_units_trucks_and_wrecks_exert_none() -> None:
    state = position(
        supply={"AX-S1": ("C3510", 40, 60, 30), "AX-S2": ("C3510", 40, 60)},
        motors={"axis": {"C3510": 60}},
    )
    assert not exerts(state, hex("C3510"))
    assert not any(zone(state, "axis"))


@pytest.mark.case("10.12")
def test_a_warship_in_harbour_adds_nothing_to_the_zone_of_a_battalion() -> None:
    assert not exerts(position("SanGiorgio, I/157 C4807"), hex("C4807"))
    assert exerts(position("SanGiorgio, I/157, II/157 C4807"), hex("C4807"))


@pytest.mark.case("10.14")
def test_units_without_any_cohesion_exert_none() -> None:
    assert exerts(position("I/157, II/157 C3510 cohesion=-25"), hex("C3510"))
    assert not exerts(position("I/157, II/157 C3510 cohesion=-26"), hex("C3510"))


@pytest.mark.case("10.15")
def test_less_than_ten_raw_points_of_defence_exert_none() -> None:
    assert exerts(position("I/157[5], II/157[5] C3510"), hex("C3510"))
    assert not exerts(position("I/157[4], II/157[5] C3510"), hex("C3510"))


@pytest.mark.case("10.21")
@pytest.mark.parametrize(
    ("at", "beyond"), [("C3922", "C3921"), ("C3921", "C3922"), ("E3019", "E2920"), ("E2920", "E3019")]
)
def test_a_zone_does_not_cross_escarpments_and_great_rivers(at: str, beyond: str) -> None:
    state = position(f"I/157, II/157 {at}")
    assert exerts(state, hex(at))
    assert board().names[hex(beyond)] not in field(state, at)


@pytest.mark.case("10.21")
def test_a_zone_crosses_small_rivers_wadis_and_slopes() -> None:
    assert "E4026" in field(position("I/157, II/157 E4127"), "E4127")
    assert "B5823" in field(position("I/157, II/157 B5724"), "B5724")


@pytest.mark.case("10.21")
def test_tanks_do_not_control_salt_marsh_without_a_road_or_track_and_men_do() -> None:
    assert "B5530" not in field(position("2RTR, 6RTR B5630"), "B5630")
    assert "A3827" in field(position("2RTR, 6RTR A3928"), "A3928")
    assert "B5530" in field(position("1RNF, 1KRRC B5630"), "B5630")
    assert "B5530" not in field(position("2RTR, 1KRRC B5630"), "B5630")  # one battalion that could go is not enough


@pytest.mark.case("10.21", "29.31", "29.55")
def test_rain_in_the_wadis_cuts_zones_as_nobody_can_cross() -> None:
    state = position("I/157, II/157 B5724", weather="rainstorm", foul=("B",))
    assert "B5823" not in field(state, "B5724")


@pytest.mark.case("10.27", "10.28")
def test_a_hex_may_be_controlled_by_both_and_twice_is_no_more_than_once() -> None:
    state = position("I/157, II/157 C3510, I/158, II/158 C3512", "1RNF, 1KRRC C3611")
    assert controlled(state, hex("C3511"), "axis") and controlled(state, hex("C3511"), "commonwealth")
    assert zone(state, "axis")[hex("C3511")] == 1
    assert controlled(state, hex("C3611"), "axis") and controlled(state, hex("C3510"), "commonwealth") is False


@pytest.mark.case("10.26", "10.21")
def test_a_friendly_combat_unit_cancels_the_enemy_zone_for_movement_and_a_bare_headquarters_does_not() -> None:
    state = position("I/157, II/157 C3510", "1RNF C3511, 7Arm C3410")
    assert controlled(state, hex("C3511"), "axis")
    assert not hinders(state, "commonwealth", hex("C3511"))
    assert hinders(state, "commonwealth", hex("C3410")) and hinders(state, "commonwealth", hex("C3609"))


@pytest.mark.case("10.26")
def test_ones_own_zone_never_hinders() -> None:
    state = position("I/157, II/157 C3510")
    assert not hinders(state, "axis", hex("C3511"))


@pytest.mark.case("10.6", "10.11", "10.0")
def test_what_one_must_expect_goes_by_the_counters_and_is_never_less_than_the_truth() -> None:
    bare, full = position("157Fant C3510"), position("157Fant+ C3510")
    assert apparent(bare, "commonwealth") == apparent(full, "commonwealth")
    assert apparent(bare, "commonwealth")[hex("C3511")]
    assert not zone(bare, "axis")[hex("C3511")] and zone(full, "axis")[hex("C3511")]
    assert not apparent(position("I/157 C3510"), "commonwealth")[hex("C3511")]


@pytest.mark.case("10.6", "10.27", "10.28")
def test_beside_ones_own_units_one_is_told_of_zones_and_elsewhere_one_must_expect_them() -> None:
    """The headquarters leads nobody and so has no zone, which only who stands next to it learns."""
    state = position("7Spt C3510, I/157 C3511")
    seen = observe(state, "axis")
    assert not controlled(state, hex("C3511"), "commonwealth") and not controlled(seen, hex("C3511"), "commonwealth")
    assert not controlled(state, hex("C3509"), "commonwealth") and controlled(seen, hex("C3509"), "commonwealth")


@pytest.mark.case("10.6", "10.26")
def test_what_one_must_expect_leaves_out_hexes_with_friends() -> None:
    state = position("157Fant C3510", "1RNF C3511")
    field, hexes = expected(state, "commonwealth")
    assert not field[hex("C3511")] and field[hex("C3609")]
    assert hexes == {hex(name) for name in AROUND - {"C3511"}}


@pytest.mark.case("8.23")
def test_two_hexes_are_counted_over_whatever_lies_between() -> None:
    state = position("I/157 C3922")
    near = within_two(state, "commonwealth")
    assert hex("C3921") in near and hex("C3920") in near and hex("C3919") not in near


@pytest.mark.case("8.53", "10.1")
@pytest.mark.parametrize(
    ("units", "without", "left"),
    [
        ("I/157, II/157", (), {"I/157", "II/157"}),
        ("I/157, II/157", ("I/157",), set()),  # one battalion exerts no zone
        ("I/157, II/157, I/158", ("I/157",), {"II/157", "I/158"}),
        ("I/157, II/157", ("I/158",), {"I/157", "II/157"}),  # who is not there takes nothing away
        ("I/157", (), set()),
    ],
)
def test_whose_zone_it_is_when_some_are_thought_away(units: str, without: tuple[str, ...], left: set[str]) -> None:
    state = position(f"{units} C3512", "2RTR C3511")
    assert set(controllers(state, board().hex("C3511"), "axis", without)) == left
    assert controlled_without(state, board().hex("C3511"), "axis", without) is bool(left)
