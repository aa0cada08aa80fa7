"""[19, 23.4] Reinforcements and units from the sea: where they land, and whether they are in supply."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.core import frames
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, SupplyArrival, open_arrivals, reinforcements_due
from sandtable.games.afrika_korps.ground.reach import can_move, points_left
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.orders import NOTATION, Land
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import Trek
from tests.afrika_korps.arrivals.landings import BESIEGERS, besieged, landing, opened
from tests.afrika_korps.positions import (
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    with_books,
    with_unit,
)

# --- reinforcements


@pytest.mark.case("19.1", "19.3")
@pytest.mark.parametrize(("turn", "case"), [(2, "19.1"), (3, ""), (4, ""), (38, "")])
def test_reinforcement_lands_from_its_turn_on(turn: int, case: str) -> None:
    state = landing("21/5 W3", turn=turn)
    assert refused(state, "land 15/8 at W3") == case
    assert ("land 15/8 at W3" in orders(state)) == (not case)


@pytest.mark.case("19.2", "3.1", "3.3")
def test_reinforcements_land_at_either_port_or_both_and_move_at_once() -> None:
    state = landing("21/5 W3, ariete G25", turn=3)
    state, events = play_noting(state, "land 15/8 at W3", "land 15/115 at G25", "done")
    assert kinds(events) == ["landed", "landed"]
    assert (at(state, "15/8"), at(state, "15/115"), at(state, "15/33")) == ("W3", "G25", "due")
    assert can_move(state, "15/8")
    assert points_left(state, "15/8", state.trek("15/8")) == 10


@pytest.mark.case("19.2", "23.3", "19.7")
@pytest.mark.parametrize(("place", "case"), [("G25", "19.2"), ("W6", "19.2"), ("H2", "23.3"), ("J62", "19.7")])
def test_reinforcements_land_nowhere_else(place: str, case: str) -> None:
    state = landing("21/5 W3, ariete J62, brescia H2, pavia W6", turn=3)
    assert refused(state, f"land 15/8 at {place}") == case


@pytest.mark.case("19.2", "23.44")
def test_control_when_the_turn_began_decides_about_landing() -> None:
    lost = with_books(landing("21/5 W6, trenta sea", turn=3), "axis", ports=["W3"])
    assert refused(lost, "land 15/8 at W3") == ""
    assert refused(lost, "land trenta at W3") == ""
    won = with_books(landing("21/5, ariete G25, trenta sea", turn=3), "axis", ports=["W3"])
    assert refused(won, "land 15/8 at G25") == "19.2"
    assert refused(won, "land trenta at G25") == "23.44"


@pytest.mark.case("19.3", "19.8")
@pytest.mark.parametrize(("turn", "fate"), [(37, "due"), (38, "dead")])
def test_reinforcements_may_wait_until_the_last_turn(turn: int, fate: str) -> None:
    after = play(landing("21/5 W3", turn=turn), "done")
    assert at(after, "15/8") == fate


@pytest.mark.case("19.8")
def test_reinforcements_without_a_port_on_the_last_turn_are_lost_unasked() -> None:
    state, events = opened(open_arrivals, position("21/5 W6", turn=38), "axis")
    assert at(state, "15/8") == "dead"
    assert set(kinds(events)) == {"eliminated"}
    assert at(state, "7/4") == "due"  # the other side has its own last turn


@pytest.mark.case("19.4")
def test_arrivals_pay_no_heed_to_stacking() -> None:
    state = landing("21/5, ariete, brescia W3", turn=3)
    state = play(state, "land 15/8 at W3", "land 15/115 at W3")
    assert len(state.at(board().hex("W3"), "axis")) == 5


@pytest.mark.case("19.5", "19.2")
def test_reinforcements_land_in_besieged_tobruch() -> None:
    assert at(play(besieged(), "land 7/4 at G25"), "7/4") == "G25"


@pytest.mark.case("19.6")
def test_reinforcements_land_only_in_the_turn_of_their_side() -> None:
    state = landing("21/5 W3", "4I/5 J62", turn=5)
    assert refused(state, "land 7/4 at J62") == "19.6"
    with pytest.raises(Refusal, match="turn"):
        frames.check(state, "allied", Land("7/4", "J62"))


@pytest.mark.case("19.2", "20.1")
def test_units_elsewhere_do_not_land() -> None:
    state = landing("21/5 W3", turn=3)
    assert refused(state, "land 21/5 at W3") == "19.2"
    assert refused(state, "land brescia at W3") == "20.1"
    assert refused(state, "land nobody at W3") == "19.1"
    assert refused(state, "move 21/5 W3-W4") == "3.1"


@pytest.mark.case("3.1", "3.3")
def test_nobody_is_asked_when_nothing_can_land() -> None:
    for state in (position("21/5 W3", turn=2), position("21/5 W6", turn=3)):
        after, events = opened(open_arrivals, state, "axis")
        assert not isinstance(after.stack[-1], Arrivals)
        assert events == []
        assert at(after, "15/8") == "due"
    after, _ = opened(open_arrivals, position("21/5 W3", turn=3), "axis")
    assert isinstance(after.stack[-1], Arrivals)


@pytest.mark.case("3.1")
def test_every_landing_that_is_allowed_is_listed() -> None:
    state = landing("21/5 W3, ariete G25, rommel, trenta, AxC1, AxS2 sea", "9A/20 J62", turn=24)
    state = with_books(state, "axis", replacements=2)
    tried = [
        f"{verb} {unit} at {place}"
        for verb, unit, place in product(("land", "raise"), state.units, ("W3", "G25", "H2", "J62", "W6"))
    ]
    assert sorted(order for order in [*tried, "done", "decline"] if not refused(state, order)) == sorted(orders(state))


# --- by sea


@pytest.mark.case("23.4", "23.43", "23.41")
def test_unit_at_sea_lands_at_any_controlled_port_the_one_it_left_included() -> None:
    state = landing(BESIEGERS, "4I/5 J62, 9A/20 G25, 22gds sea", side="allied")
    assert [order for order in orders(state) if "22gds" in order] == ["land 22gds at G25", "land 22gds at J62"]
    for port in ("G25", "J62"):
        after = play(state, f"land 22gds at {port}", "done")
        assert at(after, "22gds") == port
        assert can_move(after, "22gds")


@pytest.mark.case("23.42", "23.41")
def test_who_landed_is_marked_and_does_not_sail_again_this_turn() -> None:
    state = landing("21/5 W3, trenta sea", turn=23)
    state = with_books(state, "axis", replacements=4)
    after = play(state, "land trenta at W3", "land 15/8 at W3", "raise ariete at W3")
    assert after.treks == {name: Trek(landed=True) for name in ("trenta", "15/8", "ariete")}


@pytest.mark.case("23.42")
def test_who_stays_at_sea_is_lost() -> None:
    state = landing("21/5 W3, trenta, AxS1, AxC1 sea", "9A/20 sea")
    after, events = play_noting(state, "done")
    assert kinds(events) == ["eliminated"] * 3
    assert (at(after, "trenta"), at(after, "AxS1"), at(after, "AxC1")) == ("dead", "pool", "")
    assert at(after, "9A/20") == "sea"  # its own turn is still to come


@pytest.mark.case("23.42", "23.44")
def test_without_a_controlled_port_everything_at_sea_is_lost_unasked() -> None:
    state, events = opened(open_arrivals, position("21/5 W6, trenta sea"), "axis")
    assert at(state, "trenta") == "dead"
    assert kinds(events) == ["eliminated"]
    assert not isinstance(state.stack[-1], Arrivals)


@pytest.mark.case("23.44", "23.5", "23.3", "23.4")
@pytest.mark.parametrize(
    ("place", "case"), [("W3", ""), ("G25", "23.44"), ("J62", "23.5"), ("H2", "23.3"), ("W6", "23.4")]
)
def test_units_at_sea_land_only_at_own_controlled_ports(place: str, case: str) -> None:
    state = landing("21/5 W3, ariete J62, brescia H2, trenta sea")
    assert refused(state, f"land trenta at {place}") == case


@pytest.mark.case("23.42", "22.4")
def test_rommel_may_not_be_left_at_sea() -> None:
    state = landing("21/5 W3, rommel sea")
    assert refused(state, "done") == "23.42"
    assert "done" not in orders(state)
    after = play(state, "land rommel at W3", "done")
    assert at(after, "rommel") == "W3"
    theirs = asking(position("21/5 W3, rommel sea", "9A/20 J62", turn=5), Arrivals("allied"))
    assert refused(theirs, "done") == "", "the Allies wait for nobody of the enemy's"


@pytest.mark.case("22.4", "23.42")
def test_rommel_without_a_port_joins_the_closest_combat_unit() -> None:
    state, events = opened(open_arrivals, position("21/5 W11, ariete W6, pavia sea, rommel sea"), "axis")
    assert at(state, "rommel") == "W6" and state.treks["rommel"].landed, "he does not put to sea again"
    assert at(state, "pavia") == "dead"
    assert kinds(events) == ["eliminated", "displaced"]


# --- supply status on landing


@pytest.mark.case("24.3")
@pytest.mark.parametrize("isolated", [0, 1])
def test_who_lands_in_a_cut_off_port_shares_the_status_of_the_garrison(isolated: int) -> None:
    state = with_unit(besieged(), "9A/20", isolated=isolated, cut_off=True)
    landed = play(state, "land 7/4 at G25").units["7/4"]
    assert (landed.isolated, landed.cut_off) == (isolated, True)


@pytest.mark.case("24.3")
def test_where_part_of_the_garrison_is_isolated_longer_it_shares_the_longer_time() -> None:
    state = landing(BESIEGERS, "9A/20, 9A/18 G25, AlS1 J62", turn=5, side="allied")
    for name, isolated in (("9A/20", 1), ("9A/18", 0)):
        state = with_unit(state, name, isolated=isolated, cut_off=True)
    assert play(state, "land 7/4 at G25").units["7/4"].isolated == 1


@pytest.mark.case("24.3")
def test_who_lands_in_a_supplied_port_is_supplied() -> None:
    state = with_unit(besieged(), "9A/20", isolated=1, cut_off=True)
    there = play(state, "land 7/4 at J62").units["7/4"]
    assert (there.isolated, there.cut_off) == (0, False)
    stocked = landing(BESIEGERS, "9A/20, AlS1 G25", turn=5, side="allied")
    here = play(stocked, "land 7/4 at G25").units["7/4"]
    assert (here.isolated, here.cut_off) == (0, False)


@pytest.mark.case("24.3", "24.2")
def test_supply_that_lands_first_feeds_who_lands_after_it_and_undoes_nothing_for_the_garrison() -> None:
    state = with_unit(besieged(), "9A/20", isolated=1, cut_off=True)
    state = play(asking(state, Arrivals("allied"), SupplyArrival("allied")), "land AlS2 at G25", "land 7/4 at G25")
    assert (state.units["7/4"].isolated, state.units["7/4"].cut_off) == (0, False)
    assert (state.units["9A/20"].isolated, state.units["9A/20"].cut_off) == (1, True)


@pytest.mark.case("24.3", "24.4")
def test_unit_isolated_at_sea_takes_the_status_of_the_port() -> None:
    state = with_unit(landing("21/5, AxS1 W3, trenta sea"), "trenta", isolated=1, cut_off=True)
    landed = play(state, "land trenta at W3").units["trenta"]
    assert (landed.isolated, landed.cut_off) == (0, False)


@pytest.mark.case("24.3", "22.5")
def test_cut_off_port_held_by_rommel_alone_counts_from_the_first_turn() -> None:
    landed = play(landing("rommel W3", turn=3), "land 15/8 at W3").units["15/8"]
    assert (landed.isolated, landed.cut_off) == (0, True)


@pytest.mark.case("21.4", "23.4")
def test_substitute_from_the_sea_still_knows_its_components() -> None:
    state = landing("", "9A/20, AlS1 J62, sub_inf_3 sea, 7A/1, 7A/2, pol exchanged", turn=34, side="allied")
    state = with_unit(state, "sub_inf_3", made_of=("7A/1", "7A/2", "pol"))
    assert play(state, "land sub_inf_3 at J62").units["sub_inf_3"].made_of == ("7A/1", "7A/2", "pol")


@pytest.mark.case("3.1", "3.3")
def test_prompts_name_what_waits() -> None:
    state = with_books(landing("21/5 W3, trenta sea", turn=24), "axis", replacements=2)
    prompt = Arrivals("axis").prompt(state)
    assert "15/8" in prompt
    assert "trenta" in prompt
    assert "2" in prompt
    assert "AxS1" in SupplyArrival("axis").prompt(state)


def test_listed_orders_can_be_read_back() -> None:
    state = with_books(landing("21/5 W3, trenta sea", turn=24), "axis", replacements=2)
    assert [str(NOTATION.parse(order)) for order in orders(state)] == orders(state)


@pytest.mark.case("19.1", "19.3")
def test_who_is_on_the_board_or_dead_is_not_due_again() -> None:
    state = landing("21/5, AxS1 W3, 15/8 Q40, 15/115 dead", turn=6)
    assert counters()["15/8"].arrives <= 6 and counters()["15/115"].arrives <= 6
    assert not {"15/8", "15/115"} & set(reinforcements_due(state, "axis"))
    assert refused(state, "land 15/8 at W3") == "19.2"


@pytest.mark.case("19.1")
def test_nobody_lands_who_is_not_in_the_game() -> None:
    assert refused(landing("21/5, AxS1 W3"), "land nobody at W3") == "19.1"


@pytest.mark.case("22.4", "23.42")
def test_rommel_at_sea_waits_for_his_own_turn_and_then_has_to_land() -> None:
    before = position("rommel sea, 21/5 H2, AxS1 W3", "9A/20, AlS1 J62", turn=2)
    after, _ = opened(open_arrivals, before, "allied")
    assert at(after, "rommel") == "sea"


@pytest.mark.case("22.4", "23.42", "23.4")
def test_arrivals_do_not_end_before_rommel_has_landed() -> None:
    state = landing("rommel sea, 21/5, AxS1 W3", "9A/20, AlS1 J62", turn=2)
    assert "done" not in orders(state) and refused(state, "done") == "23.42"
    assert "done" in orders(play(state, "land rommel at W3"))
