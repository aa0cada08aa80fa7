"""[32.1] Which Supply Units a combat unit may draw upon."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Journey
from sandtable.games.campaign_for_north_africa.ground.zones import casting, hexes_around
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import FOOT, TRUCK, Front
from sandtable.games.campaign_for_north_africa.logistics.supply_range import (
    Tracing,
    asked_for_lines,
    front_of,
    in_range,
    reachable,
    supply_range,
)
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.zones_told import zones_told
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from sandtable.games.campaign_for_north_africa.verbs import change_supply, place
from tests.campaign_for_north_africa.positions import position, with_unit
from tests.campaign_for_north_africa.replacements.replacing import meant
from tests.playing import draft_of

# Along row B22 from B2210 to B2233 every step costs two points, on foot and by truck.


def near(state: Campaign, name: str) -> dict[str, float]:
    """The Supply Units a unit may draw upon, and how many points away they are."""
    return {supply: halves / POINT for supply, halves in reachable(state, name).items()}


@pytest.mark.case("32.16")
@pytest.mark.parametrize(("cpa", "points"), [(10, 5), (20, 10), (45, 23)])
def test_supply_range_is_half_the_allowance_rounded_up(cpa: int, points: int) -> None:
    assert supply_range(cpa) == points * POINT


@pytest.mark.case("32.16", "32.12")
def test_infantry_on_foot_draws_within_five_points() -> None:
    state = position("I/157 B2212", supply={"AX-S1": ("B2214", 40, 60), "AX-S2": ("B2215", 40, 60)})
    assert near(state, "I/157") == {"AX-S1": 4}


@pytest.mark.case("32.16", "32.51")
def test_infantry_on_motorization_points_draws_within_ten() -> None:
    state = position("1KRRC B2212 motors=6", supply={"CW-S1": ("B2217", 40, 60), "CW-S2": ("B2218", 40, 60)})
    assert near(state, "1KRRC") == {"CW-S1": 10}


@pytest.mark.case("32.16")
def test_armoured_cars_draw_within_twenty_three() -> None:
    state = position("11Hus B2212", supply={"CW-S1": ("B2223", 40, 60), "CW-S2": ("B2224", 40, 60)})
    assert near(state, "11Hus") == {"CW-S1": 22}


@pytest.mark.case("32.16", "32.15")
def test_the_nearest_comes_first_and_all_of_a_hex() -> None:
    state = position(
        "11Hus B2212",
        supply={
            "CW-S1": ("B2216", 40, 60),
            "CW-S2": ("B2212", 0, 5),
            "CW-S3": ("B2216", 1, 0),
            "CW-S4": ("B2214", 40, 60),
        },
    )
    assert list(near(state, "11Hus").items()) == [("CW-S2", 0), ("CW-S4", 4), ("CW-S1", 8), ("CW-S3", 8)]


@pytest.mark.case("32.16")
def test_infantry_traces_as_it_walks_and_others_as_a_truck_drives() -> None:
    # B5530 is a salt marsh without a track
    state = position("I/157, 45Art B5529", supply={"AX-S1": ("B5530", 40, 60)})
    assert near(state, "I/157") == {"AX-S1": 3}
    assert near(state, "45Art") == {}


@pytest.mark.case("32.16")
def test_the_way_to_the_supply_unit_counts_not_the_way_back() -> None:
    # B6113 is up a slope from B6012, and rough ground like it
    low, high = board().hex("B6012"), board().hex("B6113")
    up = in_range(position(supply={"AX-S1": ("B6113", 1, 1)}), "axis", low, 10, True)
    down = in_range(position(supply={"AX-S1": ("B6012", 1, 1)}), "axis", high, 10, True)
    assert (up["AX-S1"], down["AX-S1"]) == (4 * POINT, 5 * POINT)


@pytest.mark.case("32.16")
def test_an_enemy_zone_without_friends_cuts_the_line() -> None:
    supply = {"AX-S1": ("B2224", 40, 60)}
    assert near(position("I/157 B2222", "1Buffs B2323", supply=supply), "I/157") == {"AX-S1": 4}
    assert near(position("I/157 B2222", "7Arm+ B2323", supply=supply), "I/157") == {}
    assert near(position("I/157 B2222", "7Arm+ B2323", "II/157 B2223", supply=supply), "I/157") == {"AX-S1": 4}


@pytest.mark.case("32.16", "10.11", "10.15")
def test_a_bare_headquarters_or_two_shattered_battalions_have_no_zone_and_cut_no_line() -> None:
    supply = {"AX-S1": ("B2224", 40, 60)}
    assert near(position("I/157 B2222", "7Arm B2323", supply=supply), "I/157") == {"AX-S1": 4}
    assert near(position("I/157 B2222", "1KRRC[1], 2KRRC[1] B2323", supply=supply), "I/157") == {"AX-S1": 4}
    assert near(position("I/157 B2222", "1KRRC, 2KRRC B2323", supply=supply), "I/157") == {}
    held = position("I/157 B2222", "1KRRC[1], 2KRRC[1] B2223", supply=supply)
    assert near(held, "I/157") == {}  # but no line leads through them


@pytest.mark.case("32.16", "10.6", "3.61")
def test_the_enemy_says_where_his_zones_are_only_if_there_is_no_other_way_for_a_line() -> None:
    supply = {"AX-S1": ("B2224", 40, 60)}
    bare = position("I/157 B2222", "7Arm B2323", supply=supply)
    whole = position("I/157 B2222", "7Arm+ B2323", supply=supply)
    for state, zone in ((bare, False), (whole, True)):
        seen = observe(state, "axis")
        assert seen.told[board().hex("B2223")] is zone
        assert dict(seen.told.items()) == zones_told(state, "axis"), "asked hex by hex and for all at once"
        assert near(seen, "I/157") == near(state, "I/157")
        assert observe(state, "").told == {}
    behind = {"AX-S1": ("B2220", 40, 60)}
    for units in ("7Arm", "7Arm+"):
        seen = observe(position("I/157 B2222", f"{units} B2323", supply=behind), "axis")
        assert board().hex("B2223") not in seen.told and near(seen, "I/157") == {"AX-S1": 4}


@pytest.mark.case("32.16", "10.6")
def test_the_enemy_is_asked_only_about_hexes_next_to_him() -> None:
    state = position("1KRRC B2212 motors=6", "157Fant B2317", supply={"CW-S1": ("B2217", 40, 60)})
    asked = asked_for_lines(state, "commonwealth")
    assert board().hex("B2216") in asked
    assert all(board().distance(hex, board().hex("B2317")) == 1 for hex in asked)


@pytest.mark.case("32.16", "10.6")
def test_the_enemy_is_asked_for_those_who_have_come_and_no_more_for_those_who_have_gone() -> None:
    both = position(
        "1KRRC B2212 motors=6", "2KRRC B2213 motors=6", "157Fant B2317", supply={"CW-S1": ("B2217", 40, 60)}
    )
    gone = draft_of(both)
    place(gone, "1KRRC", board().hex("B2001"))
    nobody = draft_of(gone.state)
    place(nobody, "2KRRC", board().hex("B2002"))
    known = []
    for state in (both, gone.state, nobody.state, both):
        known.append(asked_for_lines(state, "commonwealth"))
        afresh = Tracing().asked(state, "commonwealth", front_of(state, "commonwealth"))
        assert known[-1] == (hexes_around(casting(state, "commonwealth")) & afresh) - state.stacks.keys()
    assert known[0] == known[3] and known[0] and not known[2]


@pytest.mark.case("32.16", "10.6")
def test_where_nobody_stands_yet_a_line_is_reckoned_by_the_zones_that_must_be_expected() -> None:
    """An order is not refused or allowed by what its owner cannot know."""
    state = position("I/157 B2210", "7Arm B2323", supply={"AX-S1": ("B2224", 40, 60)})
    assert in_range(state, "axis", board().hex("B2222"), 10, True) == {}


@pytest.mark.case("32.16")
def test_a_supply_unit_alone_in_an_enemy_zone_cannot_be_drawn_upon() -> None:
    supply = {"AX-S1": ("B2224", 40, 60)}
    assert near(position("45Art B2222", "7Arm+ B2225", supply=supply), "45Art") == {}
    assert near(position("45Art B2222", "7Arm+ B2225", "I/157 B2224", supply=supply), "45Art") == {"AX-S1": 4}


@pytest.mark.case("32.16")
def test_a_line_goes_around_the_enemy() -> None:
    state = position("1KRRC B2222 motors=6", "I/157 B2223", supply={"CW-S1": ("B2224", 40, 60)})
    assert near(state, "1KRRC") == {"CW-S1": 6}


@pytest.mark.case("32.16", "29.44")
def test_a_sandstorm_doubles_the_distance() -> None:
    state = position("1KRRC B2212 motors=6", supply={"CW-S1": ("B2214", 40, 60)}, weather="sandstorm", foul=("B",))
    assert near(state, "1KRRC") == {"CW-S1": 8}


@pytest.mark.case("32.18", "32.15")
def test_neither_a_dummy_nor_an_enemys_supply_is_drawn_upon() -> None:
    state = position("I/157 B2212", supply={"AX-S1": ("B2212",), "CW-S1": ("B2213", 40, 60)})
    assert near(state, "I/157") == {}


@pytest.mark.case("32.16", "8.83")
def test_in_a_box_units_draw_on_what_is_there_and_not_on_its_way() -> None:
    state = position("I/157 tripoli", supply={"AX-S1": ("tripoli", 5, 60), "AX-S2": ("tripolitania", 5, 60)})
    assert near(state, "I/157") == {"AX-S1": 0}
    draft = draft_of(state)
    tripoli, tripolitania = board().box("tripoli"), board().box("tripolitania")
    change_supply(draft, "AX-S1", journey=Journey(tripoli, tripolitania, 1))
    assert near(draft.state, "I/157") == {}


@pytest.mark.case("32.16")
def test_a_changed_position_is_looked_at_anew() -> None:
    state = position("I/157 B2212", supply={"AX-S1": ("B2214", 40, 60)})
    assert near(state, "I/157")
    draft = draft_of(state)
    change_supply(draft, "AX-S1", at=board().hex("B2220"))
    assert near(draft.state, "I/157") == {}
    assert near(state, "I/157") == {"AX-S1": 4}


@pytest.mark.case("32.16")
def test_lines_that_are_taken_over_are_those_one_would_find_anew() -> None:
    """The enemy comes, then a friend into his zone, then a depot goes, then the enemy."""
    supply = {"AX-S1": ("B2224", 40, 60), "AX-S2": ("B2220", 40, 60)}
    enemy = "1KRRC, 2KRRC B2323"
    one_depot = {"AX-S1": supply["AX-S1"]}
    now: Front | None = None
    for state, limit in (  # half points: who comes later may draw from farther away
        (position("I/157 B2222", supply=supply), 4),
        (position("I/157 B2222", enemy, supply=supply), 4),
        (position("I/157 B2222", enemy, supply=supply), 20),
        (position("I/157 B2222", "II/157 B2223", enemy, supply=supply), 8),
        (position("I/157 B2222", "II/157 B2223", enemy, supply=one_depot), 20),
        (position("I/157 B2222", supply=one_depot), 20),
    ):
        met = front_of(state, "axis").met
        now, anew = Front(met, now), Front(met)
        for hex in (board().hex("B2222"), board().hex("B2223"), board().hex("B2227")):
            for gaits in (FOOT, TRUCK):
                taken_over, found = now.lines(hex, limit, gaits), anew.lines(hex, limit, gaits)
                for one, other in zip(taken_over, found, strict=True):
                    assert (one.at, one.length(hex, limit)) == (other.at, other.length(hex, limit))
                    assert one.asked(hex, limit) == other.asked(hex, limit)
                asked = {lines.at for lines in found if lines.asked(hex, limit)}
                assert asked <= {lines.at for lines in now.barred(hex, limit, gaits)}


@pytest.mark.case("20.42", "32.16", "10.6")
def test_replacement_points_draw_as_far_as_the_unit_they_are_meant_for_whoever_changes() -> None:
    """First they are meant for others, then those get faster tanks."""
    first = position(
        "CW-Tank7[A9:2] D3714, 7RTR[Matilda:3] D3720, 1RTR[A9:3] D3725", replacements=meant(CW_Tank7="1RTR")
    )
    recast = replace(first, replacements=meant(CW_Tank7="7RTR"))
    faster = with_unit(recast, "7RTR", toe={"A9": 3})
    tracing, ranges = Tracing(), []
    for state in (first, recast, faster):
        ranges.append(tracing.look(state, "commonwealth"))
        assert ranges[-1] == Tracing().look(state, "commonwealth")
    points, tanks = board().hex("D3714"), board().hex("D3720")
    assert ranges[0][points] != ranges[1][points] == ranges[1][tanks]
    assert ranges[1][points] != ranges[2][points] == ranges[2][tanks]
