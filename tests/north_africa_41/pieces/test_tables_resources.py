"""Events, the Resource List and the number of markers."""

from collections import Counter as Tally
from typing import get_args

import pytest

from sandtable.games.north_africa_41.pieces.counters import SIDES, Side
from sandtable.games.north_africa_41.pieces.resource_tables import (
    Event,
    Marker,
    Purchase,
    assets_of,
    delay_ids,
    event,
    for_sale,
    marker_limit,
    markers_received,
    resource_list,
    resource_sources,
)

ROLLS = range(2, 13)
BOTH = {"fortification", "port-repair", "bombing-raid", "truck", "corps-headquarters", "air-support", "strafing"}


@pytest.mark.case("23.1")
@pytest.mark.parametrize("side", SIDES)
def test_every_roll_of_two_dice_brings_something(side: Side) -> None:
    brought = Tally(event(side, roll) for roll in ROLLS)
    assert brought["resource-point"] == 4
    assert {event(side, roll) for roll in (6, 7, 8, 9)} == {"resource-point"}
    for roll in (1, 13):
        with pytest.raises(ValueError, match="two dice"):
            event(side, roll)


@pytest.mark.case("23.1", "21.4.3")
def test_events_that_reports_have_seen_are_on_the_tables() -> None:
    assert "german-air-support" in {event("axis", roll) for roll in ROLLS}
    assert "bombing-raid" in {event("allied", roll) for roll in ROLLS}


@pytest.mark.case("23.1", "8.4.1", "18.7.6", "18.8")
def test_no_event_brings_what_belongs_to_the_other_side() -> None:
    axis, allied = ({event(side, roll) for roll in ROLLS} for side in ("axis", "allied"))
    assert {"comando-supremo", "air-transport", "italian-air-support"} <= axis - allied
    assert {"lrdg", "coastal-shipping", "air-support"} <= allied - axis


@pytest.mark.case("18.7.5", "23.1")
def test_strafing_comes_as_two_markers_and_every_other_asset_as_one() -> None:
    counts = {what: markers_received(what) for what in get_args(Event)}
    assert (counts["strafing"], counts["resource-point"], counts["bombing-raid"]) == (2, 0, 0)
    assert {counts[what] for what in counts if what not in ("strafing", "resource-point", "bombing-raid")} == {1}


@pytest.mark.case("23.2.2")
@pytest.mark.parametrize(
    ("side", "own"),
    [
        ("axis", {"comando-supremo", "benghazi-convoy", "u-boats", "air-transport"}),
        ("allied", {"coastal-convoy", "malta-reinforced", "lrdg"}),
    ],
)
def test_what_a_side_can_buy(side: Side, own: set[Purchase]) -> None:
    assert {item.name for item in for_sale(side, opponent_has_air=False)} == BOTH | own


@pytest.mark.case("18.6", "18.7.4", "18.7.5")
@pytest.mark.parametrize("side", SIDES)
def test_without_the_air_neither_support_nor_strafing_is_for_sale(side: Side) -> None:
    every, left = ({item.name for item in for_sale(side, opponent_has_air=air)} for air in (False, True))
    assert every - left == {"air-support", "strafing"}


@pytest.mark.case("23.2.2", "9.5.3", "8.4.1", "21.1.2", "22.3.5", "21.4.4", "21.4.3", "19.1.2", "17.1.2", "22.3.4")
def test_everything_costs_one_point_but_malta_and_the_u_boats() -> None:
    costs = {name: item.cost for name, item in resource_list().items()}
    assert {name for name, cost in costs.items() if cost == 2} == {"malta-reinforced", "u-boats"}
    assert {cost for name, cost in costs.items() if name not in ("malta-reinforced", "u-boats")} == {1}


@pytest.mark.case("23.2.3")
def test_what_has_a_marker_may_be_saved() -> None:
    assert {name for name, item in resource_list().items() if item.assets} == {
        "air-support",
        "strafing",
        "air-transport",
        "lrdg",
        "comando-supremo",
        "coastal-convoy",
    }
    assert resource_list()["strafing"].markers == 2


@pytest.mark.case("18.7.1")
def test_the_air_support_markers_of_both_sides() -> None:
    assert [marker_limit("german-air-support", "axis"), marker_limit("italian-air-support", "axis")] == [1, 1]
    assert marker_limit("air-support", "allied") == 2
    assert marker_limit("air-support", "axis") == 0
    item = resource_list()["air-support"]
    assert assets_of(item, "axis") == ("german-air-support", "italian-air-support")
    assert assets_of(item, "allied") == ("air-support",)


@pytest.mark.case("23.2.3", "9.5.6", "24.1", "18.5", "5.9.1")
@pytest.mark.parametrize(
    ("marker", "allied", "axis"),
    [
        ("fortification", 14, 14),
        ("delay", 2, 2),
        ("strafing", 2, 2),
        ("rommel", 0, 1),
        ("rail", 1, 0),
        ("lrdg", 1, 0),
        ("air-transport", 0, 1),
        ("comando-supremo", 0, 1),
        ("coastal-shipping", 1, 0),
    ],
)
def test_the_number_of_markers(marker: Marker, allied: int, axis: int) -> None:
    assert (marker_limit(marker, "allied"), marker_limit(marker, "axis")) == (allied, axis)


@pytest.mark.case("24.1", "24.3.2")
def test_the_delay_markers_are_numbered() -> None:
    assert delay_ids() == (1, 2)
    assert len(delay_ids()) == marker_limit("delay", "axis")


@pytest.mark.case("23.2.2")
def test_every_entry_names_its_source() -> None:
    assert all(source.startswith(("rulebook", "published", "reconstructed")) for source in resource_sources().values())
