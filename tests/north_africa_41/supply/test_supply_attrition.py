"""[25] The Supply Attrition Phase."""

import pytest

from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.attrition import open_supply_attrition
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, where
from tests.playing import draft_of

# The example: Axis Combat Units in the Tobruk and Mersa Matruh sections, A and B in those of Benghazi and Tobruk.
A, B = "2011", "2937"
EXAMPLE = position("ge-i-5 3037, ge-mg8 2751", supply={"axis": {A: 1, B: 1}})


def after_roll(state: NorthAfrica, side: Side, *dice: int) -> NorthAfrica:
    draft = draft_of(state, *dice)
    open_supply_attrition(draft, side)
    return draft.state


@pytest.mark.case("25.1.1", "25.0")
@pytest.mark.parametrize(
    ("roll", "left"),
    [
        (2, [0, 1]),
        (5, [0, 1]),
        (6, [1, 0]),
        (7, [1, 0]),
        (8, [1, 0]),
        (9, [1, 0]),
        (10, [1, 1]),
        (12, [1, 1]),
    ],
)
def test_the_example_of_two_supply_points(roll: int, left: list[int]) -> None:
    after = after_roll(EXAMPLE, "axis", roll // 2, roll - roll // 2)
    assert [supply_at(after, "axis", place) for place in (A, B)] == left


@pytest.mark.case("25.1.1")
def test_the_owner_chooses_between_a_supply_point_an_msu_and_an_asu_in_the_section() -> None:
    state = position(
        "ge-i-5 3037, ge-dak 2937, it-x! 2937, axis-truck-1^ 3037, axis-truck-2 3037", supply={"axis": {B: 1, A: 1}}
    )
    asking = after_roll(state, "axis", 3, 4)
    assert listed(asking) == [f"deplete {B}", "deplete axis-truck-1", "deplete ge-dak"]
    assert play(asking, "deplete ge-dak").units["ge-dak"].depleted
    assert not play(asking, "deplete axis-truck-1").units["axis-truck-1"].loaded
    assert supply_at(play(asking, f"deplete {B}"), "axis", B) == 0
    assert refusal(asking, f"deplete {A}").case == refusal(asking, "deplete it-x").case == "25.1.1"
    assert refusal(asking, "done").case == "25.1.1"


@pytest.mark.case("25.1.1")
def test_a_side_with_no_combat_unit_in_the_section_or_beyond_pays_nothing() -> None:
    state = position("axis-truck-1^ 3037, ge-i-5 2011", "br-kdg 2560", supply={"allied": {"2560": 1}})
    assert after_roll(state, "axis", 3, 4).units["axis-truck-1"].loaded
    assert supply_at(after_roll(state, "allied", 4, 4), "allied", "2560") == 1  # Tobruk is west of Matruh
    assert supply_at(after_roll(state, "allied", 1, 1), "allied", "2560") == 0  # Alexandria is east of it


@pytest.mark.case("25.1.1")
def test_without_any_in_the_section_the_closest_by_land_is_taken() -> None:
    state = position("ge-i-5 2751", supply={"axis": {"2011": 1, "3331": 1, "3628": 1}})
    after = after_roll(state, "axis", 4, 4)
    assert [supply_at(after, "axis", place) for place in ("2011", "3331", "3628")] == [1, 0, 1]


@pytest.mark.case("25.1.2", "25.1.1")
def test_off_map_boxes_belong_to_no_section_but_a_box_beside_the_map_may_be_the_closest() -> None:
    near = position("ge-i-5 2011", supply={"axis": {"tripoli": 2, "2937": 1}})
    after = after_roll(near, "axis", 1, 1)
    assert supply_at(after, "axis", "tripoli") == 1
    inside = position("ge-i-5 2011", supply={"axis": {"tripoli": 2, "2011": 1}})
    assert supply_at(after_roll(inside, "axis", 1, 1), "axis", "tripoli") == 2


@pytest.mark.case("25.1.1", "6.2")
def test_with_nothing_to_give_all_units_on_the_map_are_out_of_supply() -> None:
    state = position(
        "ge-i-5 2011, it-7ar** 2011, it-x! 2011, axis-truck-1 2011, it-8ar tripoli",
        "br-kdg 2560",
        supply={"axis": {"italy": 3}},
    )
    after = after_roll(state, "axis", 1, 1)
    outs = {name: after.units[name].out for name in ("ge-i-5", "it-7ar", "it-x", "axis-truck-1", "it-8ar", "br-kdg")}
    assert outs == {"ge-i-5": 1, "it-7ar": 2, "it-x": 1, "axis-truck-1": 1, "it-8ar": 0, "br-kdg": 0}


@pytest.mark.case("27.1", "25.1.1")
def test_captured_trucks_break_down_on_eleven_or_twelve() -> None:
    state = position("captured-truck-1^ 1604, captured-truck-2 tripoli, axis-truck-1 1604")
    after = after_roll(state, "axis", 5, 6)
    assert where(after, "captured-truck-1") == where(after, "captured-truck-2") == "removed"
    assert where(after, "axis-truck-1") == "1604" and supply_at(after, "axis", "1604") == 1
    assert where(after_roll(state, "axis", 5, 5), "captured-truck-1") == "1604"
    assert where(after_roll(state, "allied", 6, 6), "captured-truck-1") == "1604"
