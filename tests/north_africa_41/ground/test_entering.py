"""[8.7, 9.5.7, 16.3.5, 17.2.3] Entering hexes where the enemy has something without a Combat Unit."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.map import board
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, supply_at, where
from tests.playing import draft_of


@pytest.mark.case("8.7", "19.2.1")
def test_non_combat_units_alone_are_lost_when_a_combat_unit_passes_through() -> None:
    state = moving("ge-mg8 1604", "allied-truck-1, repl-british-infantry-1 1606")
    after, events = play_noting(state, "move ge-mg8 1604-2010")
    assert where(after, "ge-mg8") == "2010"  # neither stopped nor slowed
    assert where(after, "allied-truck-1") == "eliminated"
    assert where(after, "repl-british-infantry-1") == "pool"
    assert {event.facts["unit"] for event in events if event.kind == "eliminated"} == {
        "allied-truck-1",
        "repl-british-infantry-1",
    }


@pytest.mark.case("8.7", "5.1")
def test_with_a_combat_unit_they_are_safe() -> None:
    assert refusal(moving("ge-mg8 1605", "allied-truck-1, br-3hus 1606"), "move ge-mg8 1605-1606").case == "5.1"


@pytest.mark.case("17.2.3", "8.7")
def test_a_die_for_each_supply_point_says_whether_it_is_captured() -> None:
    state = moving("ge-mg8 1604", supply={"allied": {"1606": 3}})
    after = play(state, "move ge-mg8 1604-1606-1707", rolls=(2, 3, 6))
    assert supply_at(after, "allied", "1606") == 0
    assert supply_at(after, "axis", "1606") == 2
    assert where(after, "ge-mg8") == "1707"
    assert supply_at(play(state, "tactical ge-mg8 1604-1606", rolls=(1, 2, 1)), "axis", "1606") == 0


@pytest.mark.case("17.2.3", "8.7")
def test_the_supply_point_of_a_lone_msu_is_rolled_for_and_the_truck_lost() -> None:
    state = moving("ge-mg8 1604", "allied-truck-1^ 1606")
    after = play(state, "move ge-mg8 1604-1606", rolls=(5,))
    assert where(after, "allied-truck-1") == "eliminated"
    assert supply_at(after, "axis", "1606") == 1
    assert supply_at(play(state, "move ge-mg8 1604-1606", rolls=(1,)), "axis", "1606") == 0


@pytest.mark.case("17.2.3")
def test_supply_points_in_the_next_hex_are_left_alone() -> None:
    after = play(moving("ge-mg8 1604", supply={"allied": {"1506": 1}}), "move ge-mg8 1604-1606")
    assert supply_at(after, "allied", "1506") == 1


@pytest.mark.case("17.2.3")
def test_an_msu_is_burnt_on_the_map_and_not_in_a_box() -> None:
    state = moving("axis-truck-1^ 1604, axis-truck-2^ tripoli, axis-truck-3 1604")
    assert [order for order in listed(state) if order.startswith("burn")] == ["burn axis-truck-1"]


@pytest.mark.case("16.3.5")
def test_whoever_passes_through_a_port_or_airfield_controls_it() -> None:
    state = moving("ge-mg8 3111")
    after = play(state, "move ge-mg8 3111-3211-3312")  # by the highway through Benghazi
    assert after.control["3211"] == "axis"
    assert after.control["3212"] == "allied"
    truck = play(moving("axis-truck-1 3111"), "move axis-truck-1 3111-3211-3312")
    assert truck.control["3211"] == "allied"  # no Combat Unit


@pytest.mark.case("9.5.7")
def test_an_enemy_fortification_is_removed_when_a_combat_unit_enters_it() -> None:
    state = moving("ge-mg8 1604", forts={"1606": "allied", "1605": "axis"}, works={"1707": "allied"})
    after = play(state, "move ge-mg8 1604-1605-1606-1707-1708")
    assert set(after.forts) == {board().hex("1605")}
    assert where(after, "ge-mg8") == "1708"


@pytest.mark.case("9.5.7")
def test_nobody_removes_a_fortification_that_is_not_there_or_not_his() -> None:
    state = moving("ge-mg8 1604", forts={"1606": "allied", "1605": "axis"})
    assert refusal(state, "dismantle 1604").case == "9.5.7" == refusal(state, "dismantle 1606").case
    assert set(play(state, "dismantle 1605").forts) == {board().hex("1606")}


@pytest.mark.case("8.7")
def test_boxes_hold_nothing_to_overtake() -> None:
    after = play(moving("ge-mg8 1701", supply={"axis": {"tripoli": 2}}), "move ge-mg8 1701-tripoli")
    assert supply_at(after, "axis", "tripoli") == 2


@pytest.mark.case("8.7", "5.8.3")
def test_whatever_puts_pieces_down_combat_units_overtake_and_others_meet_nobody() -> None:
    """In one step, whichever of them is named first; an order that would let others meet an enemy is a fault."""
    state, there = moving("ge-mg8, axis-truck-1 1604", "allied-truck-1 1606"), board().hex("1606")
    draft = draft_of(state)
    put_down(draft, "axis", ("axis-truck-1", "ge-mg8"), there)
    assert where(draft.state, "allied-truck-1") == "eliminated" and where(draft.state, "ge-mg8") == "1606"
    with pytest.raises(ValueError, match="1606 without a Combat Unit"):
        put_down(draft_of(state), "axis", ("axis-truck-1",), there)
    guarded = draft_of(moving("axis-truck-1 1604", "allied-truck-1 1607"))
    put_down(guarded, "axis", ("axis-truck-1",), there)
    assert where(guarded.state, "axis-truck-1") == "1606" and where(guarded.state, "allied-truck-1") == "1607"
