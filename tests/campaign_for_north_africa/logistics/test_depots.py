"""[32.13, 32.14, 32.15, 32.17, 32.18] Supply Units where they lie."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.logistics.depots import (
    capacity,
    capture,
    check_destroy,
    check_rearrange,
    check_room,
    do_destroy,
    listed_destroy,
    rearrange,
    rearrangements,
    receive,
    room,
)
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy, Rearrange
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from tests.campaign_for_north_africa.positions import asking, play, position, spent
from tests.playing import draft_of


def hex(name: str) -> int:
    return board().hex(name)


def case_of(state: Campaign, name: str) -> str:
    with pytest.raises(Refusal) as refusal:
        check_destroy(state, "axis", Destroy(name))
    return refusal.value.case


# Room


@pytest.mark.case("32.14")
def test_three_in_a_hex_five_in_a_major_city_any_number_in_a_box() -> None:
    assert (capacity(hex("B2222")), capacity(hex("C4807"))) == (3, 5)
    state = position(supply={f"CW-S{n}": ("B2222", 1, 1) for n in range(3)})
    assert (room(state, "commonwealth", hex("B2222")), room(state, "axis", hex("B2222"))) == (0, 3)
    with pytest.raises(Refusal, match=r"32\.14"):
        check_room(state, "commonwealth", hex("B2222"), 1)
    check_room(state, "commonwealth", hex("B2223"), 3)
    crowd = position(supply={f"AX-S{n}": ("tripoli", 1, 1) for n in range(30)})
    check_room(crowd, "axis", TRIPOLI, 30)


# Rearranging


@pytest.mark.case("32.15", "5.2")
def test_supplies_of_one_hex_are_rearranged_at_no_cost() -> None:
    state = position(supply={"CW-S1": ("B2222", 30, 20), "CW-S2": ("B2222", 20, 60), "CW-S3": ("B2223", 1, 1)})
    draft = draft_of(state)
    order = Rearrange("CW-S2", "CW-S1", 10, 40)
    check_rearrange(draft.state, "commonwealth", order)
    rearrange(draft, "commonwealth", order)
    after = draft.state.supply
    assert [(after[name].ammo, after[name].fuel) for name in ("CW-S1", "CW-S2")] == [(40, 60), (10, 20)]


@pytest.mark.case("32.15")
@pytest.mark.parametrize(
    "order",
    [
        Rearrange("CW-S2", "CW-S1", 11, 0),  # more than 40
        Rearrange("CW-S2", "CW-S1", 0, 41),  # more than 60
        Rearrange("CW-S1", "CW-S2", 31, 0),  # more than there is
        Rearrange("CW-S3", "CW-S1", 1, 0),  # elsewhere
        Rearrange("CW-S1", "CW-S1", 1, 0),
        Rearrange("CW-S1", "CW-S2", 0, 0),
        Rearrange("CW-S1", "AX-S5", 1, 0),
    ],
)
def test_supplies_are_not_heaped_up_conjured_or_sent_away(order: Rearrange) -> None:
    state = position(
        supply={
            "CW-S1": ("B2222", 30, 20),
            "CW-S2": ("B2222", 20, 60),
            "CW-S3": ("B2223", 1, 1),
            "AX-S5": ("B2230", 1, 1),
        }
    )
    with pytest.raises(Refusal) as refusal:
        check_rearrange(state, "commonwealth", order)
    assert refusal.value.case == "32.15"


@pytest.mark.case("32.15", "32.18")
def test_an_emptied_supply_unit_disappears_and_a_dummy_takes_nothing() -> None:
    state = position(supply={"CW-S1": ("B2222", 5, 5, 30), "CW-S2": ("B2222", 20, 40), "CW-S3": ("B2222",)})
    draft = draft_of(state)
    to_another = Rearrange("CW-S1", "CW-S2", 5, 5)
    check_rearrange(state, "commonwealth", to_another)
    rearrange(draft, "commonwealth", to_another)
    assert "CW-S1" not in draft.state.supply
    assert draft.state.motors["commonwealth"] == {hex("B2222"): 30}
    to_dummy = Rearrange("CW-S1", "CW-S3", 1, 0)
    with pytest.raises(Refusal, match=r"32\.18"):
        check_rearrange(state, "commonwealth", to_dummy)


@pytest.mark.case("32.15")
def test_the_list_of_rearrangements_is_legal() -> None:
    state = position(supply={"CW-S1": ("B2222", 30, 20), "CW-S2": ("B2222", 20, 60), "CW-S3": ("B2222",)})
    found = list(rearrangements(state, "commonwealth"))
    assert found == [Rearrange("CW-S1", "CW-S2", 20, 0), Rearrange("CW-S2", "CW-S1", 10, 40)]
    for order in found:
        check_rearrange(state, "commonwealth", order)


# Destroying


@pytest.mark.case("32.17", "6.3")
def test_a_die_of_three_destroys_and_a_four_does_not() -> None:
    state = position(
        "157Fant+ B2222",
        "63AT B2222",
        supply={
            "AX-S1": ("B2222", 40, 60, 30),
            "AX-S2": ("B2222", 1, 1),
            "AX-S3": ("B2222",),
            "AX-S4": ("B2223", 1, 1),
        },
        phasing="axis",
        cycle=1,
    )
    check_destroy(state, "axis", Destroy("AX-S2"))
    draft = draft_of(state, 3, 4, 1)
    do_destroy(draft, "axis", Destroy("AX-S2"))
    assert sorted(draft.state.supply) == ["AX-S2", "AX-S4"]
    assert spent(draft.state, "I/157") == 5
    assert spent(draft.state, "63AT") == 8  # half of 15, rounded up
    assert "axis" not in draft.state.motors  # what carried it is gone with it


@pytest.mark.case("32.17")
def test_one_stacking_point_or_less_makes_it_harder() -> None:
    state = position("I/157 B2222", supply={"AX-S1": ("B2222", 40, 60)}, phasing="axis", cycle=1)
    draft = draft_of(state, 3)
    do_destroy(draft, "axis", Destroy("AX-S1"))
    assert "AX-S1" in draft.state.supply
    draft = draft_of(state, 2)
    do_destroy(draft, "axis", Destroy("AX-S1"))
    assert draft.state.supply == {}


@pytest.mark.case("32.17")
def test_once_in_a_movement_segment_and_again_in_the_next() -> None:
    draft = draft_of(position("I/157 B2222", supply={"AX-S1": ("B2222", 40, 60)}, phasing="axis", cycle=1), 6)
    do_destroy(draft, "axis", Destroy("AX-S1"))
    assert case_of(draft.state, "AX-S1") == "32.17"
    assert listed_destroy(draft.state, "axis") == ()
    draft.change(cycle=2)
    check_destroy(draft.state, "axis", Destroy("AX-S1"))
    assert listed_destroy(draft.state, "axis") == (Destroy("AX-S1"),)


@pytest.mark.case("32.17", "8.17")
def test_nobody_destroys_what_he_is_not_with_or_has_not_the_points_for() -> None:
    state = position(
        "I/157 B2222 spent=11",
        "1Buffs B2225",
        supply={
            "AX-S1": ("B2222", 1, 1),
            "AX-S2": ("B2223", 1, 1),
            "CW-S3": ("B2225", 1, 1),
            "AX-S4": ("tripoli", 1, 1),
        },
        phasing="axis",
        cycle=1,
    )
    assert case_of(state, "AX-S2") == "32.17"
    assert case_of(state, "CW-S3") == "32.17"
    assert case_of(state, "AX-S4") == "32.17"
    assert case_of(state, "AX-S1") == "8.17"


# Capture


@pytest.mark.case("32.13", "32.56")
def test_entering_captures_supplies_with_all_they_hold_and_all_that_carries_them() -> None:
    state = position(
        "I/157 B2222",
        supply={"CW-S1": ("B2222", 7, 9, 30), "CW-S2": ("B2223", 1, 1)},
        motors={"commonwealth": {"B2222": 12}},
    )
    draft = draft_of(state)
    capture(draft, "axis", hex("B2222"))
    taken = draft.state.supply["CW-S1"]
    assert (taken.side, taken.ammo, taken.fuel, taken.motors) == ("axis", 7, 9, 30)
    assert draft.state.supply["CW-S2"].side == "commonwealth"
    assert draft.state.motors == {"axis": {hex("B2222"): 12}, "commonwealth": {}}


@pytest.mark.case("32.13", "32.16")
def test_captured_supplies_are_used_at_once() -> None:
    from sandtable.games.campaign_for_north_africa.logistics.supply_range import reachable

    draft = draft_of(position("I/157 B2222", supply={"CW-S1": ("B2222", 7, 9)}))
    capture(draft, "axis", hex("B2222"))
    assert dict(reachable(draft.state, "I/157")) == {"CW-S1": 0}


@pytest.mark.case("32.18")
def test_a_dummy_is_removed_when_it_is_found_out() -> None:
    draft = draft_of(position("I/157 B2222", supply={"CW-S1": ("B2222", 0, 0, 6)}))
    capture(draft, "axis", hex("B2222"))
    assert draft.state.supply == {}
    assert draft.state.motors["axis"] == {hex("B2222"): 6}
    assert draft.events[-1].kind == "discovered"


# Receiving


@pytest.mark.case("32.15", "32.12")
def test_a_new_supply_unit_is_full() -> None:
    draft = draft_of(position())
    (name,) = receive(draft, "commonwealth", hex("E1829"), 1)
    unit = draft.state.supply[name]
    assert (unit.ammo, unit.fuel, unit.dummy, unit.motors) == (40, 60, False, 0)


@pytest.mark.case("32.18", "32.12")
def test_every_third_unit_received_brings_a_dummy_that_looks_like_the_others() -> None:
    draft = draft_of(position(), 2)
    assert receive(draft, "axis", TRIPOLI, 2) == ("AX-S1", "AX-S2")
    real = receive(draft, "axis", TRIPOLI, 2)
    assert sorted(draft.state.supply) == ["AX-S1", "AX-S2", "AX-S3", "AX-S4", "AX-S5"]
    assert [name for name, unit in draft.state.supply.items() if unit.dummy] == ["AX-S4"]
    assert real == ("AX-S3", "AX-S5")
    assert draft.state.received == {"axis": 4}
    assert all(event.facts.get("only") == "axis" for event in draft.events)


@pytest.mark.case("32.14", "32.18")
def test_a_full_place_takes_no_more_and_no_dummy() -> None:
    draft = draft_of(position(supply={"CW-S91": ("C4807", 1, 1), "CW-S92": ("C4807", 1, 1)}))
    assert len(receive(draft, "commonwealth", hex("C4807"), 5)) == 3
    assert sum(unit.dummy for unit in draft.state.supply.values()) == 0


@pytest.mark.case("32.13", "10.29")
def test_a_bare_headquarters_captures_nothing_and_a_combat_unit_does() -> None:
    stores = {"CW-S1": ("C3511", 4, 6), "AX-S1": ("C3510", 40, 60)}
    state = asking(position("5Le, I/157 C3510", supply=stores, motors={"commonwealth": {"C3511": 9}}), Movement("axis"))
    passing = play(state, "move 5Le C3510-C3511")
    assert passing.supply["CW-S1"].side == "commonwealth" and passing.motors["commonwealth"] == {hex("C3511"): 9}
    assert broken_invariants(passing) == []
    taken = play(state, "move I/157 C3510-C3511")
    assert "CW-S1" not in taken.supply or taken.supply["CW-S1"].side == "axis"
    assert not taken.motors.get("commonwealth") and broken_invariants(taken) == []
