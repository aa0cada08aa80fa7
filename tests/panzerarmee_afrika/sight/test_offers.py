"""What the screen is offered in the movement phase: clicks as orders, ways, refusals that teach."""

from __future__ import annotations

import pytest

from sandtable.core.frames import check
from sandtable.core.offers import Offer
from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Overrun, Rail, Ship
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.sight.offers import offers, path_of, propose
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves
from tests.panzerarmee_afrika.positions import play
from tests.playing import asked


def offered(state: PanzerarmeeAfrika, *pieces: str) -> list[Offer]:
    """What is offered, all of it lawful."""
    found = offers(state, asked(state), pieces)
    for offer in found:
        check(state, asked(state), NOTATION.parse(offer.action))
    return found


def placed(state: PanzerarmeeAfrika, *pieces: str) -> dict[str, Offer]:
    return {offer.at: offer for offer in offered(state, *pieces) if offer.at}


def refused(state: PanzerarmeeAfrika, pieces: list[str], at: str = "") -> Refusal:
    with pytest.raises(Refusal) as caught:
        propose(state, asked(state), pieces, at)
    return caught.value


# --- moves


@pytest.mark.case("11.1", "11.1.2", "11.1.4")
def test_a_chosen_unit_is_offered_hexes_with_cost_way_and_reason_to_stop() -> None:
    state = axis_moves("de-104 1115", "uk-sg-2 1118")
    found = placed(state, "de-104")
    assert (found["1116"].cost, found["1116"].path, found["1116"].stop) == ("3", ("1115", "1116"), "")
    assert "11.1.4" in found["1117"].stop and found["1117"].action == "move de-104 1115-1117"
    assert "1118" not in found and set(found) == {offer.path[-1] for offer in found.values()}


@pytest.mark.case("11.1")
def test_a_unit_that_has_moved_is_offered_what_its_factors_still_pay_for() -> None:
    state = play(axis_moves("de-104 1115"), "move de-104 1115-1116")
    left = {offer.at: int(offer.cost) for offer in offered(state, "de-104")}
    assert max(left.values()) <= 47 and left["1117"] == 3


@pytest.mark.case("11.1", "4")
def test_a_stack_is_offered_where_all_can_go_and_told_where_it_cannot_stay() -> None:
    state = axis_moves("de-104, de-5-1-a 1115, it-19, it-20 1116, axis-depot-1 1114, axis-depot-2 0906")
    both = placed(state, "de-104", "de-5-1-a")
    assert len(both) == len(reach(state, ("de-104", "de-5-1-a")))
    assert both["1117"].pieces == ("de-104", "de-5-1-a") and "(4)" in both["1116"].stop
    assert not placed(state, "de-104", "it-19"), "they stand in different hexes"


@pytest.mark.case("11.3", "11.1")
def test_transport_and_installations_chosen_with_units_stay_behind() -> None:
    state = axis_moves("de-104, axis-lorry-1, axis-depot-1 0803")
    together = placed(state, "de-104", "axis-lorry-1", "axis-depot-1")
    assert together["0804"].action == "move de-104 0803-0804" and "leaving" in together["0804"].label


def test_nothing_is_offered_to_the_side_that_is_not_asked_nor_for_enemies() -> None:
    state = axis_moves("de-104 1115", "uk-sg-2 1118")
    assert offers(state, "allied", []) == offers(state, "axis", ["uk-sg-2"]) == offers(state, "axis", ["nobody"]) == []


@pytest.mark.case("11.1.5", "12.1.1")
def test_a_hex_in_the_zone_of_a_fort_says_what_it_brings() -> None:
    state = axis_moves("de-104 1624", "au-24 1925")
    stops = [offer.stop for offer in placed(state, "de-104").values()]
    assert any("fort 1925" in stop and "12.1.1" in stop for stop in stops)


# --- overruns

STACK = ("de-104", "de-115", "de-5-1-a")
PANZERS = f"{', '.join(STACK)} 1115"


@pytest.mark.case("11.4")
def test_without_a_choice_overruns_and_the_end_are_offered() -> None:
    state = axis_moves(PANZERS, "uk-sg-2 1117")
    found = offered(state)
    assert [offer.action.split()[0] for offer in found] == ["overrun", "done"]
    assert found[0].at == "1117" and "uk-sg-2" in found[0].pieces and found[0].path == ("1115", "1116", "1117")
    assert int(found[0].cost) == 3 + 3 + 10
    assert found[0].label.endswith(": 16 MF, and a die for the counter-attack at +0 (11.4)")


@pytest.mark.case("11.4")
def test_chosen_units_are_offered_what_they_can_overrun_alone_and_what_needs_their_stack() -> None:
    state = axis_moves(PANZERS, "uk-sg-2 1117")
    all_of_them = [offer for offer in offered(state, *STACK) if offer.action.startswith("overrun")]
    one = [offer for offer in offered(state, "de-104") if offer.action.startswith("overrun")]
    assert all_of_them[0].at == "1117"
    assert one[0].at == "" and set(one[0].pieces) >= {*STACK}, "a click on the enemy does not move the other units"


@pytest.mark.case("11.4")
def test_own_and_enemy_units_mean_an_overrun_and_a_weak_one_teaches() -> None:
    state = axis_moves(PANZERS, "uk-sg-2 1117")
    action = propose(state, "axis", [*STACK, "uk-sg-2"])
    assert action == Overrun(STACK, ("1115", "1117"))
    assert path_of(state, "axis", action) == ("1115", "1116", "1117")
    why = refused(state, ["de-104", "uk-sg-2"])
    assert why.case == "11.4" and "1117 holds 2" in why.why
    assert refused(state, ["de-104"], "1117").case == "11.4"


# --- transport


@pytest.mark.case("11.3", "11.1.3")
def test_a_lorry_is_offered_its_own_way_and_that_of_the_installation_with_it() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 0803")
    kinds = {offer.action.split()[0] for offer in offered(state, "axis-lorry-1") if offer.at == "0804"}
    assert kinds == {"move", "haul"}
    load = placed(state, "axis-depot-1")["0804"]
    assert load.action == "haul axis-depot-1 with axis-lorry-1 0803-0804" and load.cost == "1"
    assert placed(state, "axis-lorry-1", "axis-depot-1") == placed(state, "axis-depot-1")


@pytest.mark.case("11.3", "11.3.1", "11.2")
def test_an_installation_and_a_hex_mean_whatever_carries_it_there() -> None:
    by_lorry = axis_moves("axis-lorry-1, axis-depot-1 0803")
    assert propose(by_lorry, "axis", ["axis-depot-1"], "0804") == Haul("axis-lorry-1", "axis-depot-1", ("0803", "0804"))
    alone = axis_moves("axis-depot-1 0803")
    assert refused(alone, ["axis-depot-1"], "0804").case == "11.3"
    by_rail = allies_move(allied="allied-depot-1 1351")
    goal = next(offer.at for offer in offered(by_rail, "allied-depot-1") if offer.action.startswith("rail"))
    assert propose(by_rail, "allied", ["allied-depot-1"], goal) == Rail("allied-depot-1", goal)
    assert propose(by_rail, "allied", ["allied-depot-1"], "1925") == Ship("allied-depot-1", "1925")


@pytest.mark.case("11.2")
def test_a_unit_in_port_is_offered_its_voyages() -> None:
    state = allies_move(allied="au-18, uk-22 1351")
    found = placed(state, "au-18")
    assert found["1925"].action == "ship au-18 to 1925" and found["1925"].path == ("1351", "1925")
    assert path_of(state, "allied", NOTATION.parse(found["1925"].action)) == ("1351", "1925")


# --- what clicks mean


@pytest.mark.case("11.1")
def test_a_click_on_a_hex_is_a_move_and_its_way_is_drawn() -> None:
    state = axis_moves("de-104 1115")
    action = propose(state, "axis", ["de-104"], "1118")
    assert action == Move(("de-104",), ("1115", "1118"))
    assert path_of(state, "axis", action) == ("1115", "1116", "1117", "1118")


@pytest.mark.case("11.1.1", "8.4.2", "8.2")
def test_a_move_out_of_supply_is_refused_with_the_line_that_breaks() -> None:
    state = axis_moves("it-132-a 0907, axis-depot-1 0803")
    why = refused(state, ["it-132-a"], "1215")
    assert why.case == "11.1.1" and "0803" in why.why and "-" in why.why.partition("(")[2]


@pytest.mark.case("10.3", "11")
@pytest.mark.parametrize(("unit", "case"), [("au-20!", "10.3"), ("au-20*", "11")])
def test_units_that_cannot_move_say_why(unit: str, case: str) -> None:
    state = allies_move(allied=f"{unit} 1925")
    assert offered(state, "au-20") == []
    assert refused(state, ["au-20"], "1924").case == case


@pytest.mark.case("2.3", "11.1")
def test_choices_that_mean_nothing_are_refused() -> None:
    state = axis_moves("de-104 1115, de-8 1215", "uk-sg-2 1118, au-20 1315")
    assert refused(state, ["nobody"], "1116").case == "2.3"
    assert refused(state, ["de-104", "de-8"], "1116").case == "11.1"
    assert refused(state, ["de-104", "uk-sg-2", "au-20"]).case == "11.4"
    assert refused(state, ["de-104"], "9999").case == "11.1"
    assert refused(state, ["uk-sg-2"]).case == "turn"
