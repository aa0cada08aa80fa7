"""What the screen is offered for transport: Trucks, trains, convoys with their risk, aircraft, ports."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import Splitting
from sandtable.games.north_africa_41.sea.convoy_chances import percent, risk, strengths, told, voyage
from sandtable.games.north_africa_41.sea.tables import convoy_column
from sandtable.games.north_africa_41.state import DELTA, ITALY, TRIPOLI
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play
from tests.north_africa_41.screens import by_hex, deeds, label, not_proposed, offered, proposed
from tests.playing import top

BENGHAZI = {"3211": "axis"}


@pytest.mark.case("5.8.1", "6.3.4")
def test_a_unit_on_foot_is_carried_where_it_cannot_walk() -> None:
    state = moving("it-19bre, axis-truck-1 1604")
    found = by_hex(state, "it-19bre")
    assert found["1605"].action.startswith("tactical") and found["1708"].action.startswith("move")  # the Road Bonus
    assert any(offer.action.startswith("carry it-19bre with axis-truck-1") for offer in found.values())
    boxed = by_hex(moving("it-27pav, axis-truck-1 tripoli"), "it-27pav")
    assert boxed and all(offer.pieces == ("axis-truck-1", "it-27pav") for offer in boxed.values())
    assert not by_hex(moving("it-27pav tripoli"), "it-27pav")


@pytest.mark.case("13.2.3")
def test_a_disrupted_unit_goes_by_truck_only_tactically() -> None:
    found = by_hex(moving("it-19bre~, axis-truck-1 1604"), "it-19bre", "axis-truck-1")
    assert found and all(board().distance(board().hex("1604"), board().hex(at)) <= 2 for at in found)


@pytest.mark.case("5.8.1", "17.2.4")
def test_a_truck_and_a_load_chosen_together_mean_a_carriage_even_from_another_hex() -> None:
    state = moving("it-19bre 1606, axis-truck-1 1604", supply={"axis": {"1604": 1}})
    assert proposed(state, "it-19bre", "axis-truck-1", at="1708") == "carry it-19bre with axis-truck-1 1604-1606-1708"
    fetched = by_hex(state, "it-19bre", "axis-truck-1")["1708"]
    assert fetched.path[0] == "1604" and "1606" in fetched.path and fetched.path[-1] == "1708"
    assert by_hex(state, "supply@1604")["1708"].action == "carry supply with axis-truck-1 1604-1708"
    assert not_proposed(moving("", supply={"axis": {"1604": 1}}), "supply@1604", at="1605").case == "17.2.1"


@pytest.mark.case("5.8.4", "17.2.4", "17.2.3")
def test_a_truck_transfers_where_it_does_not_drive_and_puts_down_or_burns_its_load() -> None:
    west = dict.fromkeys(("3211", "3212", "3629", "3828"), "axis")
    state = moving("axis-truck-1 tripoli, axis-truck-2^ 1604, ge-dak 1707, ge-mg8 3629", control=west)
    offers = by_hex(state, "axis-truck-1")
    assert offers["3629"].action == "transfer axis-truck-1 to 3629" and "5.8.4" in offers["3629"].label
    assert offers["1707"].action.startswith("move")
    assert {"unload axis-truck-2", "burn axis-truck-2"} <= set(deeds(state, "axis-truck-2"))
    assert not any(action.startswith("burn") for action in deeds(state))  # only what was chosen


@pytest.mark.case("5.9.1")
def test_trains_go_to_their_stops() -> None:
    state = moving("", "br-16 2478", phasing="allied", supply={"allied": {"delta": 1}})
    rails = {offer.at for offer in offered(state, "br-16") if offer.cost == "rail"}
    assert "2560" in rails  # Mersa Matruh
    assert any(offer.action.startswith("rail supply@delta") for offer in offered(state, "supply@delta"))


@pytest.mark.case("21.1.2", "21.1.3", "21.2", "21.3.2", "22.3.5")
def test_freight_chosen_in_a_port_may_sail_with_its_size_and_risk_told() -> None:
    state = moving(
        "ge-i-8, ge-115 italy",
        turn=4,
        impulse=1,
        malta=-2,
        control=BENGHAZI,
        resources={"axis": 1},
        supply={"axis": {"italy": 2, "tripoli": 3}},
    )
    assert "ship ge-i-8, ge-115 from italy to tripoli" in deeds(state, "ge-i-8", "ge-115")
    counts = [action for action in deeds(state, "ge-i-8", "supply@italy") if "to tripoli" in action]
    assert counts == ["ship ge-i-8, supply from italy to tripoli", "ship ge-i-8, supply, supply from italy to tripoli"]
    assert by_hex(state, "ge-115")["3211"].label.count("1 Resource Point") == 1
    everything = "ship ge-115, ge-i-8, supply, supply from italy to tripoli"
    assert everything in deeds(state) and "7 Shipping Points" in label(state, everything)
    assert {offer.panel for offer in offered(state) if offer.action.startswith("ship")} == {"convoys"}
    assert by_hex(state)["3211"].action == "ship supply, supply from tripoli to 3211"


@pytest.mark.case("22.2.1", "22.2.4", "22.2.5")
def test_the_risk_of_a_convoy_is_exact() -> None:
    column = convoy_column("axis", "italy", "tripoli")
    # past Malta at -2 only rolls of 10 and more are seen: strength 2 for 10 to 12
    assert strengths(column, -2) == {0: Fraction(30, 36), 2: Fraction(6, 36)}
    found = risk(column, -2)
    assert (found.attacked, found.cargo, found.troops) == (Fraction(1, 6), Fraction(1, 18), Fraction(1, 36))
    assert told(found) == "attacked 17%, a Supply Point lost 6%, a step 3%"
    assert told(risk(column, -20)) == "never attacked" and percent(Fraction(1, 3)) == "33%"


@pytest.mark.case("22.3.5", "22.2.2")
def test_a_convoy_from_italy_to_benghazi_is_attacked_twice() -> None:
    state = moving("ge-i-8 italy", malta=0, impulse=1, control=BENGHAZI)
    there = board().hex("3211")
    once, coast, both = (voyage(state, "axis", *way) for way in ((ITALY, TRIPOLI), (TRIPOLI, there), (ITALY, there)))
    assert 1 - both.attacked == (1 - once.attacked) * (1 - coast.attacked)
    assert both.cargo > max(once.cargo, coast.cargo)
    allied = moving("", "br-16 delta", phasing="allied", impulse=1)
    assert voyage(allied, "allied", DELTA, board().hex("3138")).attacked > 0


@pytest.mark.case("22.3.5")
def test_past_malta_the_convoy_may_split() -> None:
    state = moving(
        "ge-i-8, ge-115 italy",
        turn=4,
        impulse=1,
        malta=-3,
        control=BENGHAZI,
        resources={"axis": 1},
        supply={"axis": {"italy": 1}},
    )
    split = play(state, "ship ge-i-8, ge-115, supply from italy to 3211", rolls=(1, 1))
    assert isinstance(top(split), Splitting)
    assert "all land at Tripoli" in [offer.label for offer in offered(split)]
    parts = {order.partition(" from")[0] for order in listed(split)}
    assert parts == {"ship ge-i-8", "ship ge-115", "ship supply", "ship ge-i-8, ge-115, supply", "done"}, (
        "as much as finds room"
    )
    assert deeds(split, "ge-115") == ["ship ge-115 from tripoli to 3211", "ship ge-115, supply from tripoli to 3211"]


@pytest.mark.case("18.7.6")
def test_light_troops_may_fly() -> None:
    state = moving("ge-oa300 italy", assets={"axis": {"air-transport": 1}}, control={"3212": "axis"})
    assert by_hex(state, "ge-oa300")["3212"].action == "fly ge-oa300 to 3212"
    assert not by_hex(moving("ge-oa300 italy", control={"3212": "axis"}), "ge-oa300")


@pytest.mark.case("21.4.2", "21.4.4")
def test_ports_are_demolished_with_all_dice_or_by_a_unit_with_fewer() -> None:
    state = moving("", "br-16 3211", phasing="allied", damage={"3211": 2}, resources={"allied": 1})
    assert [action for action in deeds(state) if "3211" in action] == ["repair 3211", "demolish 3211 2"]
    assert {"demolish 3211 1", "demolish 3211 2"} <= set(deeds(state, "br-16"))
    assert "to 5" in label(state, "repair 3211")
