"""[9.5] Building, completing and removing Fortifications; their effects are tested with zones, combat and defence."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.ground.zones import in_any_enemy_zone
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.resources.fortifications import complete_fortifications, obstacle
from sandtable.games.north_africa_41.state import Fortification, NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal
from tests.playing import draft_of

TOBRUK = board().hex("3138")


def phase(allied: str = "au-24 3138", points: int = 2, **fields: Any) -> NorthAfrica:
    axis = str(fields.pop("axis", "ge-3rec 1604"))
    state = position(axis, allied, phasing="allied", resources={"allied": points}, **fields)
    return asking(state, Movement("allied"))


@pytest.mark.case("9.5", "9.5.3", "23.2")
def test_a_fortification_is_begun_for_a_point_with_a_supplied_unit_in_or_next_to_the_hex() -> None:
    state = phase()
    after = play(state, "fortify 3138", "fortify 3137")
    assert after.books["allied"].resources == 0
    assert after.forts[TOBRUK] == Fortification("allied", complete=False)
    assert refusal(after, "fortify 3038").case == "23.2"
    assert refusal(state, "fortify 2937").case == "9.5.3"
    assert "fortify 3139" in listed(state) and "fortify 2937" not in listed(state)


@pytest.mark.case("9.5.3", "16.2")
def test_builders_need_supply_and_port_supply_will_do() -> None:
    besieged = phase(axis="it-19bre 2936, it-20bre 3036, ge-mg8 2938, ge-i-5 3039, ge-ii-5 3140, it-8b 3136")
    play(besieged, "fortify 3138")
    starving = phase(
        axis="it-19bre 2936, it-20bre 3036, ge-mg8 2938, ge-i-5 3039, ge-ii-5 3140, it-8b 3136", damage={"3138": 4}
    )
    assert refusal(starving, "fortify 3138").case == "9.5.3"


@pytest.mark.case("9.5.6", "7.2")
def test_one_to_a_hex_fourteen_to_a_side_and_none_in_an_enemy_zone_without_a_unit() -> None:
    assert refusal(phase(forts={"3138": "allied"}), "fortify 3138").case == "9.5.6"
    near = phase("au-24 3138, au-26 3038", axis="ge-i-5 2937")
    assert refusal(near, "fortify 3037").case == "9.5.6"
    play(near, "fortify 3038")  # a unit of ours is there
    hexes = [f"20{column}" for column in range(20, 34)]
    full = phase(forts=dict.fromkeys(hexes, "allied"))
    assert refusal(full, "fortify 3138").case == "9.5.6"
    assert not any(order.startswith("fortify") for order in listed(full))
    thirteen = phase(forts=dict.fromkeys(hexes[1:], "allied") | {"1604": "axis"}, axis="ge-3rec 1604")
    play(thirteen, "fortify 3138")


@pytest.mark.case("9.5.4", "9.5.5")
def test_existing_groundworks_need_no_die_and_other_hexes_a_low_one() -> None:
    state = position(allied="au-24 3138", works={"3137": "allied", "2937": "allied", "2938": "allied", "1604": "axis"})
    draft = draft_of(state, 3, 4)
    complete_fortifications(draft, "allied")
    done = {board().name(at): fort.complete for at, fort in draft.state.forts.items()}
    assert done == {"3137": True, "2937": True, "2938": False, "1604": False}
    draft = draft_of(draft.state, 1)  # it is tried again
    complete_fortifications(draft, "allied")
    assert draft.state.forts[board().hex("2938")].complete


@pytest.mark.case("9.5.7")
def test_the_owner_removes_it_at_will_and_the_enemy_by_entering() -> None:
    state = phase(forts={"3138": "allied", "1707": "axis"})
    assert TOBRUK not in play(state, "dismantle 3138").forts
    assert refusal(state, "dismantle 1707").case == "9.5.7"
    axis = asking(position("ge-3rec 1604", forts={"1707": "allied"}), Movement("axis"))
    assert not play(axis, "move ge-3rec 1604-1707").forts


@pytest.mark.case("9.5.6", "7.3")
def test_a_limited_zone_does_not_forbid_building_and_works_count_towards_fourteen() -> None:
    hexes = [f"20{column}" for column in range(20, 34)]
    assert refusal(phase(works=dict.fromkeys(hexes, "allied")), "fortify 3138").case == "9.5.6"
    above_derna = phase("au-24 3628", axis="ge-i-5 3828", control={"3828": "axis"})
    assert in_any_enemy_zone(above_derna, "allied", board().hex("3728"))
    assert "fortify 3728" in listed(above_derna)


@pytest.mark.case("9.5.7", "16.3.5")
def test_who_enters_an_own_fortification_leaves_it_standing() -> None:
    state = asking(position("ge-i-5 2929", forts={"2930": "axis", "2931": "allied"}), Movement("axis"))
    state = play(state, "move ge-i-5 2929-2930")
    assert set(state.forts) == {board().hex("2930"), board().hex("2931")}


@pytest.mark.case("9.5.6")
def test_nobody_builds_where_anything_of_the_enemy_is() -> None:
    """2930 is next to builders in supply at 2929; enemies of every kind keep it from being built on."""
    for allied, supply in (("br-kdg~~ 2930", {}), ("allied-truck-1 2930", {}), ("", {"allied": {"2930": 1}})):
        state = position("ge-i-5 2929", allied, supply=supply)
        assert obstacle(state, "axis", board().hex("2930")) == "the enemy is at 2930"
    assert obstacle(position("ge-i-5 2929"), "axis", board().hex("2930")) == ""
    assert refusal(phase(), "fortify 3238").why == "3238: nothing is built there"
    beside = position("ge-i-5 2929", "br-3hus 2931")
    assert "Zone of Control" in obstacle(beside, "axis", board().hex("2930"))
    assert obstacle(position("ge-i-5 2930", "br-3hus 2931"), "axis", board().hex("2930")) == ""
