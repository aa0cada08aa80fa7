"""[16.1, 16.2, 16.4, 27.2] The Supply Phase: markers, Port Supply, ASUs made Ready."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.phase import Allotment, Refit, open_supply
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, with_unit
from tests.playing import draft_of

OTHER_PORTS = dict.fromkeys(("2945", "2560", "3828", "3211"), "axis")  # all but Tobruk and Alexandria
GARRISON = ("au-20", "au-26", "au-24", "au-18", "br-7rtr", "br-1rnf", "al-tob", "allied-truck-1", "br-kdg")


def besieged(*units: str, **fields: Any) -> NorthAfrica:
    """Units in Tobruk, with a line to no port but its own."""
    return position("", f"{', '.join(units)} 3138", phasing="allied", control=OTHER_PORTS, **fields)


def after_phase(state: NorthAfrica, side: Side, *rolls: int) -> NorthAfrica:
    draft = draft_of(state, *rolls)
    open_supply(draft, side)
    draft.settle()
    return draft.state


def out(state: NorthAfrica, name: str) -> int:
    return state.units[name].out


# Markers


@pytest.mark.case("16.1", "3.2")
def test_a_marker_is_placed_then_flipped_then_stays_red() -> None:
    state = position("", "br-kdg 1763, br-trd* 1763, br-12rl** 1763")
    after = after_phase(state, "allied")
    assert [out(after, name) for name in ("br-kdg", "br-trd", "br-12rl")] == [1, 2, 2]
    draft = draft_of(state)
    open_supply(draft, "allied")
    assert [event.facts["units"] for event in draft.events if event.kind == "cut_off"] == [["br-kdg", "br-trd"]]
    assert not any(unit.out for unit in after.units.values() if unit.at < 0), "nobody who is not on the map"


@pytest.mark.case("16.1")
def test_a_unit_that_can_trace_a_line_again_loses_its_marker() -> None:
    after = after_phase(position("", "br-kdg* 1855, br-trd** 1857"), "allied")
    assert out(after, "br-kdg") == out(after, "br-trd") == 0


@pytest.mark.case("16.1")
def test_trucks_and_replacements_are_checked_too_and_the_enemy_is_not() -> None:
    state = position("it-7ar 0763", "allied-truck-1, repl-indian-infantry-1 1763")
    after = after_phase(state, "allied")
    assert out(after, "allied-truck-1") == out(after, "repl-indian-infantry-1") == 1
    assert out(after, "it-7ar") == 0


@pytest.mark.case("16.1", "16.2", "6.2")
def test_whoever_reached_an_off_map_box_is_in_supply() -> None:
    after = after_phase(position("it-7ar** tripoli, axis-truck-1* tripoli"), "axis")
    assert out(after, "it-7ar") == out(after, "axis-truck-1") == 0


# Port Supply


@pytest.mark.case("16.2")
def test_at_a_capacity_of_four_tobruk_supplies_eight_units_of_the_owners_choice() -> None:
    assert not any(out(after_phase(besieged(*GARRISON[:8]), "allied"), name) for name in GARRISON[:8])
    asking = after_phase(besieged(*GARRISON), "allied")
    assert isinstance(asking.stack[-1], Allotment)
    over = play(asking, f"supply {', '.join(name for name in GARRISON if name != 'br-7rtr')}")
    assert not isinstance(over.stack[-1], Allotment)
    after = play(asking, f"supply {', '.join(name for name in GARRISON if name != 'br-7rtr')}")
    assert [name for name in GARRISON if out(after, name)] == ["br-7rtr"]


@pytest.mark.case("16.2")
def test_units_may_be_named_one_by_one_and_fewer_than_the_port_could_supply() -> None:
    asking = after_phase(besieged("au-20", "au-26", "au-24", damage={"3138": 3}), "allied")
    assert listed(asking) == ["supply au-20", "supply au-26", "supply au-24", "done"]
    once = play(asking, "supply au-26")
    assert listed(once) == ["supply au-20", "supply au-24", "done"]
    fewer, full = play(once, "done"), play(once, "supply au-24")
    assert [out(fewer, name) for name in ("au-20", "au-26", "au-24")] == [1, 0, 1]
    assert [out(full, name) for name in ("au-20", "au-26", "au-24")] == [1, 0, 0]


@pytest.mark.case("16.2")
def test_a_port_takes_no_more_units_than_it_has_places_and_none_without_a_line() -> None:
    state = position("", "au-20, au-26, au-24 3138, br-kdg 1763", control=OTHER_PORTS, damage={"3138": 3})
    asking = after_phase(state, "allied")
    assert refusal(asking, "supply au-20, au-26, au-24").case == "16.2"
    assert refusal(asking, "supply au-20, au-20").case == "16.2"
    assert refusal(asking, "supply br-kdg").case == "16.2" == refusal(asking, "supply nobody").case
    assert refusal(asking, "supply ge-i-5").case == "16.2"
    assert refusal(asking, "ready al-tob").case == "16.2"


@pytest.mark.case("16.2")
def test_a_port_at_zero_supplies_nobody() -> None:
    after = after_phase(besieged("au-20", damage={"3138": 4}), "allied")
    assert out(after, "au-20") == 1


@pytest.mark.case("16.2")
def test_units_in_full_supply_take_no_place_at_a_port() -> None:
    """The only port of the Axis is Benghazi, which could supply two; all five have a line to Tripoli."""
    names = ("ge-i-5", "it-7ar", "it-19bre", "it-20bre", "axis-truck-1")
    benghazi: dict[str, Any] = {"control": {"3211": "axis"}, "damage": {"3211": 3}}
    after = after_phase(position(f"{', '.join(names)} 3211", **benghazi), "axis")
    assert not isinstance(after.stack[-1], Allotment)  # nobody is asked which of them
    assert not any(out(after, name) for name in names)
    cut = after_phase(position(f"{', '.join(names)} 3211", "br-3hus 1604", **benghazi), "axis")
    assert isinstance(cut.stack[-1], Allotment)


@pytest.mark.case("16.2")
def test_two_ports_share_the_units_that_can_trace_to_both() -> None:
    control = {**OTHER_PORTS, "2945": "allied"}
    state = position("", "au-20, au-26, au-24, au-18 3138", control=control, damage={"3138": 3, "2945": 1})
    after = after_phase(state, "allied")
    assert isinstance(after.stack[-1], Allotment)  # each of them supplies two
    after = play(after, "supply au-20, au-26")
    assert not any(out(after, name) for name in ("au-20", "au-26", "au-24", "au-18"))


@pytest.mark.case("16.3.4", "16.2")
def test_an_msu_serves_only_if_the_port_supplies_it_as_well() -> None:
    # the roads by Siwa and Jarabub lead from the MSU to Tobruk
    units = "au-20, au-26 3138, allied-truck-1^ 1759, br-kdg 1763"
    state = position("", units, control=OTHER_PORTS, damage={"3138": 3})
    asking = after_phase(state, "allied")
    assert "supply br-kdg" not in listed(asking)
    assert refusal(asking, "supply br-kdg").case == "16.2"
    assert "supply br-kdg" in listed(play(asking, "supply allied-truck-1"))
    after = play(asking, "supply br-kdg, allied-truck-1")
    assert [out(after, name) for name in ("au-20", "br-kdg", "allied-truck-1")] == [1, 0, 0]


@pytest.mark.case("27.2")
def test_an_oasis_supplies_one_unit_by_option_only() -> None:
    raiders, pair = "ge-i-5 1251, ge-ii-5 1043", "in-3mot, in-cih 0748"
    plain = after_phase(position(raiders, pair), "allied")
    assert out(plain, "in-3mot") == out(plain, "in-cih") == 1
    asking = after_phase(position(raiders, pair, options=("oasis-supply",)), "allied")
    after = play(asking, "supply in-cih")
    assert [out(after, "in-3mot"), out(after, "in-cih")] == [1, 0]


# ASUs


@pytest.mark.case("17.1.4", "3.2")
def test_asus_are_made_ready_at_the_end_of_the_phase() -> None:
    asking = after_phase(position("ge-dak!, it-x! 1604", supply={"axis": {"1604": 2}}), "axis")
    assert isinstance(asking.stack[-1], Refit)
    assert listed(asking) == ["ready ge-dak", "ready it-x", "burn 1604", "done"]
    after = play(asking, "ready it-x")
    assert not after.units["it-x"].depleted and after.units["ge-dak"].depleted
    assert supply_at(after, "axis", "1604") == 1
    assert supply_at(play(asking, "burn 1604"), "axis", "1604") == 1
    assert refusal(after, "ready it-x").case == "17.1.4"
    assert not isinstance(play(after, "ready ge-dak").stack[-1], Refit)  # nothing is left to flip
    assert refusal(after, "move it-x 1604-1605").case == "3.2"


@pytest.mark.case("17.1.4")
def test_having_moved_this_turn_does_not_matter_in_the_supply_phase() -> None:
    state = position("ge-dak! 1604", supply={"axis": {"1604": 1}}, moved=("ge-dak",))
    assert not play(after_phase(state, "axis"), "ready ge-dak").units["ge-dak"].depleted


@pytest.mark.case("23.2.1", "3.2", "17.1.4")
def test_resource_points_may_be_spent_meanwhile() -> None:
    state = position("ge-dak! 1604", supply={"axis": {"1604": 1}}, resources={"axis": 1})
    asking = after_phase(state, "axis")
    assert "buy comando-supremo" in listed(asking)
    bought = play(asking, "buy comando-supremo")
    assert bought.books["axis"].resources == 0 and "ready ge-dak" in listed(bought)
    assert refusal(asking, "buy lrdg").case == "23.2.2"
    assert refusal(asking, "buy fortification").case == "23.2.2", "it is paid for when ordered"


@pytest.mark.case("3.2", "17.1.4")
def test_without_an_asu_to_flip_nobody_is_asked() -> None:
    after = after_phase(position("ge-dak 1604, it-x! 1606", supply={"axis": {"1604": 1}}), "axis")
    assert len(after.stack) == 1


@pytest.mark.case("16.5.1", "16.1")
def test_nobody_off_the_map_suffers_from_isolation() -> None:
    state = with_unit(position("", "br-kdg 1855"), "in-5", at="eliminated", out=2)
    assert after_phase(state, "allied").units["in-5"].at == state.units["in-5"].at
