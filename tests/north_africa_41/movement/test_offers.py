"""What the screen is offered in the Movement Phase: marches, Rommel, Automatic DS, flight, and what clicks mean."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import asking, play, position
from tests.north_africa_41.screens import by_hex, deeds, label, not_proposed, offered, proposed
from tests.playing import THE_END


def test_nothing_is_offered_to_the_side_that_is_not_asked_nor_for_pieces_nobody_has() -> None:
    state = moving("ge-i-5 1604")
    assert title().screen.offers(state, "allied", ()) == []
    assert title().screen.offers(state, "axis", ["nobody"]) == []
    assert title().screen.offers(asking(state, THE_END), "axis", ()) == []


@pytest.mark.case("5.1")
def test_a_counter_that_is_due_or_lost_may_be_clicked_and_goes_nowhere() -> None:
    for box in ("due", "eliminated", "removed"):
        state = moving("ge-i-5 1604, ge-mg8, it-7ar, axis-truck-1, ge-3rec-21 " + box)
        for name in ("ge-mg8", "it-7ar", "axis-truck-1", "ge-3rec-21"):
            assert not by_hex(state, name) and not by_hex(state, name, "ge-i-5"), (box, name)
            assert not_proposed(state, name, at="1605").case, (box, name)
            assert not_proposed(state, name, "ge-i-5", at="1605").case == "5.1", (box, name)


@pytest.mark.case("5.8.1", "6.3.2", "6.3.3")
@pytest.mark.parametrize("box", ["due", "eliminated", "removed", "pool", "italy"])
def test_a_truck_and_a_regiment_that_are_off_the_map_together_may_be_clicked_and_go_nowhere(box: str) -> None:
    state = moving("ge-i-5 1604, it-7b, captured-truck-2 " + box)
    assert not by_hex(state, "it-7b", "captured-truck-2") and not by_hex(state, "captured-truck-2", "it-7b")
    assert not by_hex(state, "it-7b"), "no Truck that waits with it takes it along"
    for beside in (moving("it-7b, captured-truck-2 tripoli"), moving("it-7b, captured-truck-2 1601")):
        assert "1602" in by_hex(beside, "it-7b") and "1602" in by_hex(beside, "it-7b", "captured-truck-2")


@pytest.mark.case("5.8.1")
def test_a_truck_carries_as_far_as_its_last_movement_point() -> None:
    found = by_hex(moving("it-7b, captured-truck-2 1604", rommel=False), "it-7b", "captured-truck-2")
    assert found["1211"].cost == "8" and found["1211"].action == "carry it-7b with captured-truck-2 1604-1211"


@pytest.mark.case("5.1", "5.4", "7.2")
def test_a_chosen_unit_is_offered_hexes_with_cost_way_and_reason_to_stop() -> None:
    found = by_hex(moving("ge-i-5 1604", "br-1thr 1707"), "ge-i-5")
    assert found["1605"].cost == "T" and found["1605"].action == "tactical ge-i-5 1604-1605"
    assert "7.2" in found["1606"].stop and found["1606"].path == ("1604", "1605", "1606")
    far = by_hex(moving("ge-i-5 1604", rommel=False), "ge-i-5")["1707"]
    assert far.action == "move ge-i-5 1604-1707" and far.cost == "¾" and not far.stop


@pytest.mark.case("5.3", "18.5")
def test_rommel_leads_beyond_the_reach_of_extended_movement() -> None:
    alone, led = (by_hex(moving("ge-i-5 1604", rommel=ready), "ge-i-5") for ready in (False, True))
    assert any("5.3" in offer.label for offer in alone.values())
    beyond = [offer for at, offer in led.items() if at not in alone]
    assert beyond and all(offer.action.startswith("rommel") and offer.cost.endswith("R") for offer in beyond)
    italians = [by_hex(moving("it-7ar 1604", rommel=ready), "it-7ar").keys() for ready in (False, True)]
    assert italians[0] == italians[1]


@pytest.mark.case("5.1", "4.1")
def test_a_stack_goes_where_all_can_and_is_warned_of_crowds() -> None:
    state = moving("ge-i-5, it-19bre 1604, it-20bre, it-27pav, it-28pav 1605", rommel=False)
    together, slow = by_hex(state, "ge-i-5", "it-19bre"), by_hex(state, "it-19bre")
    assert together.keys() == slow.keys()
    assert "4.1" in by_hex(state, "it-19bre")["1605"].stop


@pytest.mark.case("6.3.3", "5.1")
def test_a_box_has_a_button_and_supply_points_stay_behind() -> None:
    state = moving("ge-i-5, ge-mg8 1701", supply={"axis": {"1701": 1}})
    assert "tactical ge-i-5 1701-tripoli" in deeds(state, "ge-i-5")
    assert by_hex(state, "ge-i-5", "supply@1701").keys() == by_hex(state, "ge-i-5").keys()
    gone = moving("ge-i-5, ge-mg8 1701", moved=("ge-mg8",))
    assert {offer.pieces for offer in by_hex(gone, "ge-i-5", "ge-mg8").values()} == {("ge-i-5",)}


@pytest.mark.case("13.3.4", "8.9.1")
def test_flight_and_automatic_ds_are_buttons() -> None:
    state = moving("ge-i-5, ge-ii-5, ge-mg8 2929", "br-kdg 2930")
    assert "flee ge-mg8" in deeds(state, "ge-mg8")
    assert "shatter 2930 with ge-i-5, ge-ii-5, ge-mg8" in deeds(state)
    assert "8.9.1" in label(state, "shatter 2930 with ge-i-5, ge-ii-5, ge-mg8")
    assert deeds(state, "ge-i-5", "ge-ii-5", "ge-mg8", "br-kdg") == ["shatter 2930 with ge-i-5, ge-ii-5, ge-mg8"]


@pytest.mark.case("5.1", "7.2", "5.8.3", "2.3.1")
def test_a_click_on_a_hex_is_a_move_and_a_wrong_one_teaches() -> None:
    state = moving("ge-i-5 1604", "br-1thr 1707")
    assert proposed(state, "ge-i-5", at="1605") == "tactical ge-i-5 1604-1605"
    assert not_proposed(state, "ge-i-5", at="1707").case == "7.2"
    assert not_proposed(state, "ge-i-5", at="3138").case == "5.1"
    assert not_proposed(state, "nobody", at="1605").case == "2.3.1"
    assert not_proposed(state, at="1605").case == "turn"
    apart = moving("ge-i-5 1604, ge-mg8 1603")
    assert not_proposed(apart, "ge-i-5", "ge-mg8", at="1605").case == "5.1"


@pytest.mark.case("8.9.1", "8.1")
def test_own_and_enemy_units_chosen_mean_an_automatic_ds_here() -> None:
    state = moving("ge-i-5, ge-ii-5, ge-mg8 2929, ge-3rec 2926", "br-kdg 2930, br-3hus 2830")
    assert proposed(state, "ge-i-5", "ge-ii-5", "ge-mg8", "br-kdg").startswith("shatter 2930")
    assert not_proposed(state, "ge-mg8", "br-kdg").case == "8.9.1"
    assert not_proposed(state, "ge-i-5", "br-kdg", "br-3hus").case == "8.9.1"


@pytest.mark.case("18.5", "5.9.1", "5.8.1", "21.1")
def test_the_way_of_an_action_is_drawn_hex_by_hex() -> None:
    state = moving("ge-i-5 1604, axis-truck-1, it-19bre tripoli")
    for offer in (*by_hex(state, "ge-i-5").values(), *by_hex(state, "it-19bre", "axis-truck-1").values()):
        path = title().screen.path_of(state, "axis", title().rules.notation.parse(offer.action))
        assert path[-1] == offer.at and path[0] in ("1604", "tripoli")
    trains = moving("", "br-16 2478", phasing="allied")
    train = next(offer for offer in offered(trains, "br-16") if offer.action.startswith("rail"))
    assert title().screen.path_of(trains, "allied", title().rules.notation.parse(train.action))[0] == "2478"
    assert title().screen.path_of(state, "axis", title().rules.notation.parse("done")) == ()


@pytest.mark.case("18.5")
def test_rommel_may_go_on_with_part_of_a_stack() -> None:
    state = play(moving("ge-i-5, ge-mg8 1604"), "rommel ge-i-5, ge-mg8 1604-1707")
    assert "done" in deeds(state) and by_hex(state, "ge-i-5")
    assert {offer.pieces for offer in offered(state, "ge-i-5")} == {("ge-i-5",)}


@pytest.mark.case("3.2", "21.4.4")
def test_when_ports_are_being_repaired_nobody_is_offered_a_move() -> None:
    state = position("ge-i-5 3211", control={"3211": "axis"}, damage={"3211": 2}, resources={"axis": 1})
    assert "repair 3211" in deeds(asking(state, Movement("axis")))
    closing = asking(state, Movement("axis", closing=True))
    assert not by_hex(closing, "ge-i-5") and "repair 3211" in deeds(closing)
