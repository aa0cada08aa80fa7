"""[16.5] Isolation Attrition."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.isolation import modifier, starving, unprotected
from sandtable.games.north_africa_41.supply.phase import open_supply
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, where, with_unit
from tests.playing import draft_of

# Tobruk cut off and its harbour useless: seven units long Out of Supply, the enemy along the southern perimeter.
POCKET = "in-5**, in-11** 3037, in-7**, br-kdg** 3038, br-16**, br-14** 3139, al-tob** 3138"
RING = "it-19bre 2937, it-20bre 2939, it-27pav 3140"
CUT = dict.fromkeys(("2945", "2560", "3828", "3211", "3212", "3629", "3041", "2751", "2365"), "axis")  # but Tobruk
RUINED = {"3138": 4}


def pocket(axis: str = RING, allied: str = POCKET, **fields: Any) -> NorthAfrica:
    return position(axis, allied, control=CUT, damage=RUINED, **fields)


def after_phase(state: NorthAfrica, *rolls: int) -> NorthAfrica:
    draft = draft_of(state, *rolls)
    open_supply(draft, "allied")
    draft.settle()
    return draft.state


@pytest.mark.case("16.5.1", "16.5.2")
def test_the_example_of_seven_isolated_units() -> None:
    """Everybody rolls but the unit that no enemy is next to and the ASU."""
    safe = with_unit(pocket(), "br-14", at="3138")
    assert sorted(starving(safe, "allied")) == ["br-16", "br-kdg", "in-11", "in-5", "in-7"]
    assert unprotected(safe, "allied") == []


@pytest.mark.case("16.5.1", "16.5.2")
def test_they_roll_from_west_to_east() -> None:
    """3139 lies north of 3037 and 3038, but further east."""
    assert starving(pocket(allied="br-16** 3139, in-7** 3038, in-5** 3037"), "allied") == ["in-5", "in-7", "br-16"]


@pytest.mark.case("16.5.2", "16.5.3")
def test_each_unit_rolls_and_loses_a_step_on_one_to_four() -> None:
    after = after_phase(pocket("it-19bre 2937", "in-5**, in-11** 3037, br-16** 3138"), 4, 5)
    assert [after.units[name].steps for name in ("in-5", "in-11", "br-16")] == [2, 3, 3]


@pytest.mark.case("16.5.2", "12.5.2")
def test_a_unit_that_loses_its_last_step_surrenders() -> None:
    after = after_phase(pocket("it-19bre 2937", "br-kdg** 3037, br-16** 3138"), 1)
    assert where(after, "br-kdg") == "surrendered"


@pytest.mark.case("16.5.2", "10.4.2")
def test_the_owner_may_do_without_a_remnant() -> None:
    asking = after_phase(pocket("it-19bre 2937", "in-5-1** 3037, br-16** 3138"), 1)
    assert listed(asking) == ["lose in-5", "release in-5"]
    assert play(asking, "lose in-5").units["in-5"].steps == 1
    assert where(play(asking, "release in-5"), "in-5") == "surrendered"
    assert refusal(asking, "release br-16").case == "10.4.2"


@pytest.mark.case("16.5.2", "10.2.2")
def test_what_was_stacked_with_a_starved_unit_stays_where_it_is() -> None:
    after = after_phase(pocket("it-19bre 2937", "br-kdg**, allied-truck-1 3037", supply={"allied": {"3037": 1}}), 1)
    assert where(after, "allied-truck-1") == "3037" and supply_at(after, "allied", "3037") == 1


@pytest.mark.case("16.5.1", "16.1")
def test_the_second_phase_without_supply_is_the_first_to_cost_steps() -> None:
    first = after_phase(pocket("it-19bre 2937", "in-5 3037"))
    assert first.units["in-5"].out == 1
    second = after_phase(first, 1)
    assert second.units["in-5"].out == 2 and second.units["in-5"].steps == 2


@pytest.mark.case("16.5.1")
def test_a_line_to_a_unit_in_port_supply_saves_the_others() -> None:
    fed = position("it-19bre 2937", "in-5, in-11 3138, br-16** 3037", control=CUT, damage={"3138": 3})
    after_phase(fed)  # nobody rolls
    assert starving(with_unit(fed, "br-16", out=2), "allied") == []
    assert starving(with_unit(with_unit(fed, "in-5", out=2), "in-11", out=2), "allied") == ["br-16"]


@pytest.mark.case("16.5.1")
def test_an_enemy_truck_next_door_starves_nobody() -> None:
    assert starving(pocket("axis-truck-1 2937", "in-5** 3037"), "allied") == []


@pytest.mark.case("16.5.2", "17.1.5")
def test_an_asu_is_lost_at_once_when_no_other_unit_is_left_to_it() -> None:
    state = pocket("it-19bre 2937", "br-kdg** 3037, al-tob** 3138")
    after = after_phase(state, 1)
    assert where(after, "br-kdg") == where(after, "al-tob") == "surrendered"
    assert where(after_phase(state, 6), "al-tob") == "3138"


@pytest.mark.case("16.5.2")
def test_an_asu_out_of_supply_for_one_phase_only_is_not_lost_yet() -> None:
    assert where(after_phase(pocket("", "al-tob 3138")), "al-tob") == "3138"
    assert where(after_phase(pocket("", "al-tob* 3138, allied-truck-1 3138")), "al-tob") == "surrendered"


@pytest.mark.case("16.5.4")
def test_elite_and_low_quality_change_the_die() -> None:
    state = position("it-19bre** 1763, ge-i-5** 1763, it-7ar** 1763", "au-20** 3037", control=CUT, damage=RUINED)
    names = ("au-20", "ge-i-5", "it-7ar", "it-19bre")
    assert [modifier(state, name) for name in names] == [1, 1, 0, -1]


@pytest.mark.case("16.5.4", "9.5.4")
def test_a_line_to_an_own_fortification_adds_one() -> None:
    assert modifier(pocket(forts={"3138": "allied"}), "in-5") == 1
    assert modifier(pocket(works={"3138": "allied"}), "in-5") == 0 == modifier(pocket(forts={"3138": "axis"}), "in-5")
    assert modifier(pocket(forts={"3037": "allied", "3138": "allied"}), "in-5") == 1


@pytest.mark.case("16.5.4", "17.1.2", "18.3", "18.4")
def test_a_line_to_a_usable_airfield_or_corps_headquarters_adds_one() -> None:
    assert modifier(pocket(), "in-5") == 0  # the artillery of Tobruk is no Corps HQ
    assert modifier(pocket(allied=f"{POCKET}, al-xiii** 3138"), "in-5") == 1
    assert modifier(pocket(allied=f"{POCKET}, al-xiii** 3037"), "in-5") == 0  # next to an enemy
    assert modifier(pocket(allied=f"{POCKET}, al-xiii** 3138", forts={"3138": "allied"}), "in-5") == 2


@pytest.mark.case("16.5.4")
def test_an_airfield_within_a_line_adds_one_unless_an_enemy_is_next_to_it() -> None:
    gambut = {**CUT, "3041": "allied"}
    assert modifier(position("it-19bre 3043", "in-5** 3042", control=gambut), "in-5") == 1
    assert modifier(position("it-19bre 3043, it-20bre 3040", "in-5** 3042", control=gambut), "in-5") == 0
    assert modifier(position("it-19bre 3043", "in-5** 3042", control=CUT), "in-5") == 0


@pytest.mark.case("16.5.3", "16.5.4", "16.5.2")
def test_what_is_added_to_the_die_saves_a_step() -> None:
    sheltered = pocket("it-19bre 2937", "in-5** 3037, br-16** 3138", forts={"3138": "allied"})
    assert modifier(sheltered, "in-5") == 1
    assert after_phase(sheltered, 4).units["in-5"].steps == sheltered.units["in-5"].steps
    assert after_phase(sheltered, 3).units["in-5"].steps == sheltered.units["in-5"].steps - 1
