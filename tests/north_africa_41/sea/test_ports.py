"""[21.3, 21.4, 27.4] Ports: capacity, demolition, repair, Bombing Raids, garrisons."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.lines.tracing import usable_ports
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement, open_movement
from sandtable.games.north_africa_41.sea.ports import (
    capacity,
    controlled_ports,
    harbours,
    hit,
    is_controlled,
    raid,
    raid_targets,
)
from sandtable.games.north_africa_41.sea.tables import hits_port
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal, with_books
from tests.playing import draft_of

BENGHAZI, TOBRUK, DERNA = (board().hex(name) for name in ("3211", "3138", "3828"))


def allied(units: str = "au-20 3212", **fields: Any) -> NorthAfrica:
    return asking(position("ge-3rec 1604", units, phasing="allied", **fields), Movement("allied"))


@pytest.mark.case("21.4.1", "21.4.2")
def test_the_example_of_benghazi_two_hits_of_four_dice_leave_capacity_three() -> None:
    state = allied()
    assert capacity(state, BENGHAZI) == 7
    after = play(state, "demolish 3211 4", rolls=(5, 4, 2, 1))
    assert capacity(after, BENGHAZI) == 3


@pytest.mark.case("21.4.2", "3.2")
def test_fewer_dice_may_be_rolled_but_only_once_and_nobody_moves_afterwards() -> None:
    after = play(allied(), "demolish 3211 1", rolls=(6,))
    assert capacity(after, BENGHAZI) == 5
    assert refusal(after, "demolish 3211 1").case == "21.4.2"
    assert refusal(after, "move au-20 3212-3213").case == "3.2"
    assert {order.split()[0] for order in listed(after)} <= {"done", "demolish", "repair", "burn", "buy", "dismantle"}


@pytest.mark.case("21.4.2", "21.4.1")
def test_what_cannot_be_demolished() -> None:
    assert refusal(allied(), "demolish 3211 5").case == "21.4.2"  # four boxes to the right
    assert refusal(allied(), "demolish 3211 0").case == "21.4.2"
    assert refusal(allied("au-20 3013"), "demolish 3211 1").case == "21.4.2"  # nobody near
    assert refusal(allied("au-20 2478"), "demolish 2478 1").case == "21.4.2"  # Alexandria
    assert refusal(allied(), "demolish tripoli 1").case == "21.4.2"
    assert refusal(allied(damage={"3211": 4}), "demolish 3211 1").case == "21.4.1"
    taken = with_books(allied(), "allied", ports=())
    assert refusal(taken, "demolish 3211 1").case == "21.4.2"  # not in hand when the phase began


@pytest.mark.case("21.4.1")
def test_no_port_is_damaged_beyond_its_last_box() -> None:
    after = play(allied(damage={"3828": 1}, units="au-20 3828"), "demolish 3828 1", rolls=(6,))
    assert capacity(after, DERNA) == 0
    draft = draft_of(after, 6)
    raid(draft, "axis", "3211")
    assert draft.state.damage == {"3828": 2, "3211": 1}


@pytest.mark.case("21.4.4")
def test_repair_costs_a_point_and_serves_only_from_the_next_impulse() -> None:
    state = allied(damage={"3211": 2}, resources={"allied": 2})
    after = play(state, "repair 3211")
    assert after.damage["3211"] == 1 and after.books["allied"].resources == 1
    assert capacity(after, BENGHAZI) == 3  # still
    assert capacity(with_books(after, "allied", repaired=""), BENGHAZI) == 5
    assert refusal(after, "repair 3211").case == "21.4.4"


@pytest.mark.case("21.4.4", "23.2")
def test_what_cannot_be_repaired() -> None:
    assert refusal(allied(damage={"3211": 2}), "repair 3211").case == "23.2"
    assert refusal(allied(resources={"allied": 1}), "repair 3211").case == "21.4.4"  # undamaged
    assert refusal(allied("au-20 3013", damage={"3211": 2}, resources={"allied": 1}), "repair 3211").case == "21.4.4"


@pytest.mark.case("21.4.3")
def test_a_raid_damages_any_enemy_port_or_costs_the_base_a_resource_point() -> None:
    state = position(phasing="axis", resources={"allied": 1}, damage={"3138": 4})
    assert raid_targets(state, "axis") == ["3211", "3828", "2945", "2560", "delta"]  # Tobruk is in ruins
    draft = draft_of(state, 4, 3, 5, 5)
    raid(draft, "axis", "2560")
    raid(draft, "axis", "2560")
    assert draft.state.damage["2560"] == 1
    raid(draft, "axis", "delta")
    assert draft.state.books["allied"].resources == 0 and not draft.state.books["allied"].owes
    raid(draft, "axis", "delta")
    assert draft.state.books["allied"].owes


@pytest.mark.case("27.4")
def test_with_the_option_a_port_without_garrison_is_out_of_control() -> None:
    for options, held in (((), True), (("port-garrisons",), False)):
        state = position(allied="au-24 3138, au-26 2844", phasing="allied", options=options)
        ports = {board().name(at) for at in controlled_ports(state, "allied")}
        assert "3138" in ports and "2945" in ports  # Bardia has a unit next to it
        assert ("3211" in ports) is held
        assert (BENGHAZI in usable_ports(state, "allied")) is held


@pytest.mark.case("27.4", "21.1.4")
def test_an_uncontrolled_port_takes_no_convoy() -> None:
    stock, options = {"allied": {"delta": 1}}, ("port-garrisons",)
    state = position(allied="au-24 3138", phasing="allied", options=options, supply=stock)
    draft = draft_of(asking(state))
    open_movement(draft, "allied")
    assert refusal(draft.state, "ship supply from delta to 2560").case == "21.1.4"
    play(draft.state, "ship supply from delta to 3138", rolls=(1, 1))


@pytest.mark.case("21.4.1")
def test_a_port_that_can_get_no_worse_takes_no_further_hit() -> None:
    worst = harbours()[BENGHAZI].worst
    die = next(die for die in range(1, 7) if hits_port(die))
    for damage, is_hit in ((worst - 1, True), (worst, False)):
        draft = draft_of(position(damage={"3211": damage}), die)
        assert hit(draft, BENGHAZI, "bombing") is is_hit and draft.state.damage["3211"] == worst


@pytest.mark.case("16.3.5", "27.4")
def test_a_port_is_controlled_by_who_holds_it_and_by_option_only_with_a_garrison() -> None:
    tobruk, option = board().hex("3138"), ("port-garrisons",)
    assert is_controlled(position(), "allied", tobruk) and not is_controlled(position(), "axis", tobruk)
    assert not is_controlled(position(options=option), "allied", tobruk)
    assert is_controlled(position("", "au-20 3138", options=option), "allied", tobruk)
    assert not is_controlled(position("ge-i-5 3138", "", options=option), "axis", tobruk)
