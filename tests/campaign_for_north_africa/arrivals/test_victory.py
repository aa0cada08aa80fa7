"""[60.81, 60.82, 61.8, 62.8] Winning."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft, Over
from sandtable.games.campaign_for_north_africa.arrivals.automatic_victory import (
    italians_in_supply,
    judge_automatic_victory,
)
from sandtable.games.campaign_for_north_africa.arrivals.supply_lines import (
    fed_dumps,
    home,
    joined_stores,
    near_supply,
    reached,
    sources,
    within,
)
from sandtable.games.campaign_for_north_africa.arrivals.victory import (
    best_goal,
    campaign_points,
    can_fire,
    can_march,
    conclude,
    garrisons,
    has_brigade,
    is_last_stage,
    margin_of,
    places_in_egypt,
    points,
    ratio_of,
    strength_on,
    unused,
)
from sandtable.games.campaign_for_north_africa.contents import Drawn, Loan
from sandtable.games.campaign_for_north_africa.logistics.supply import ammo_need, fuel_need
from sandtable.games.campaign_for_north_africa.map import board, city, entry_road
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import land_items
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, stacking
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position
from tests.playing import Rolls

GRAZIANI, CAMPAIGN, RACE = "grazianis-offensive", "italian-campaign", "race-for-tobruk"
CRUSADER, WHOLE_WAR = "operation-crusader", "campaign"


def ended(state: Campaign) -> Over:
    draft = Draft(state, Rolls())
    conclude(draft)
    top = draft.top
    assert isinstance(top, Over)
    return top


def graziani(*units: str, **fields: Any) -> Campaign:
    return position(*units, scenario=GRAZIANI, turn=6, stage=3, last_turn=6, **fields)


@pytest.mark.case("60.81")
def test_the_axis_wins_tactically_with_sidi_barrani_and_the_frontier_in_supply_from_tobruk() -> None:
    state = graziani("I/157 C4131, II/157 C4021, III/157 C3019, I/158 C1014, II/158 C4807")
    goal = best_goal(state, "axis")
    assert goal is not None and goal.level == "tactical"
    assert ended(state).winner == "axis" and ended(state).case == "60.81"
    assert best_goal(graziani("I/157 C4131, II/157 C4021, III/157 C3019, II/158 C4807"), "axis") is None


@pytest.mark.case("60.81")
def test_matruh_and_siwa_are_decisive_and_a_hex_of_alexandria_strategic() -> None:
    decisive = best_goal(graziani("I/157 D3714, II/157 C0127, II/158 C4807"), "axis")
    assert decisive is not None and decisive.level == "decisive"
    strategic = best_goal(graziani("I/157 E3714", supply={"AX-S1": ("D3714", 10, 10)}), "axis")
    assert strategic is not None and strategic.level == "strategic"
    assert best_goal(graziani("I/157 E3714", supply={"AX-S1": ("D3714",)}), "axis") is None  # a dummy


@pytest.mark.case("60.81")
def test_a_convoy_is_cut_by_enemy_units_and_their_zones() -> None:
    """Somewhere between Tobruk and Sidi Barrani a line of divisions bars every way."""
    state = graziani("I/157 C4131, II/157 C4021, III/157 C3019, I/158 C1014, 1RNF C4807")
    assert sources(state, "axis", "tobruk") == () and best_goal(state, "axis") is None
    open_way = graziani("I/157 C4131, II/158 C4807")
    line = reached(open_way, "axis", sources(open_way, "axis", "tobruk"))
    assert board().hex("C4131") in line
    ringed = graziani("I/157 C4131, II/158 C4807", "2SctGds, 3CldGds C4130, 1Essex, 1DurLt C4031, 1Buffs, 1Hamp C4132")
    assert board().hex("C4131") not in reached(ringed, "axis", sources(ringed, "axis", "tobruk"))


@pytest.mark.case("60.81")
def test_the_commonwealth_levels_and_the_higher_level_wins() -> None:
    frontier = "1RNF C4021, 2SctGds C3922, 1Essex C0127, 1Buffs E3613"
    tactical = best_goal(graziani(frontier), "commonwealth")
    assert tactical is not None and tactical.level == "tactical"
    strategic = best_goal(graziani("1RNF C4807, 1Buffs E3613"), "commonwealth")
    assert strategic is not None and strategic.level == "strategic"
    assert ended(graziani(frontier, "I/157 C4131")).winner == "commonwealth"


@pytest.mark.case("60.81")
def test_no_level_or_like_levels_are_a_draw() -> None:
    assert ended(graziani("I/157 C3920", "1RNF D3714")).winner is None


@pytest.mark.case("60.81")
def test_a_unit_without_points_holds_nothing() -> None:
    bare = graziani("I/157 C4131, II/157 C4021, III/157 C3019, 158Fant C1014, II/158 C4807")
    assert best_goal(bare, "axis") is None


@pytest.mark.case("60.82")
def test_places_are_worth_points_to_a_garrison_within_a_game_turn_of_supply() -> None:
    state = position(
        "I/157 C4807, II/157 B5925",
        "1RNF D3714",
        scenario=CAMPAIGN,
        turn=20,
        last_turn=20,
        supply={"AX-S1": ("B5925", 10, 10)},
        control={"C4807": "axis", "A4827": "axis"},
    )
    assert points(state)["axis"] == 70
    assert ended(state).winner == "axis" and ended(state).case == "60.82"
    assert points(replace(state, supply={}, control={}))["axis"] == 0


@pytest.mark.case("60.82")
def test_most_points_win_and_equal_ones_are_a_draw() -> None:
    state = position(
        "1RNF C4807",
        "I/157 C1014",
        scenario=CAMPAIGN,
        turn=20,
        last_turn=20,
        supply={"CW-S1": ("C4807", 10, 10)},
        control={},
    )
    assert points(state) == {"axis": 0, "commonwealth": 25}
    assert ended(state).winner == "commonwealth"
    assert ended(position(scenario=CAMPAIGN, turn=20)).winner is None


@pytest.mark.case("60.82")
def test_only_close_assault_ratings_without_parentheses_hold_a_place() -> None:
    at = board().hex("C4807")
    assert garrisons(position("I/157 C4807"), at, "axis")
    assert not garrisons(position("63Cir C4807"), at, "axis")
    assert not garrisons(position("132Art[Breda20:2] C4807"), at, "axis")


@pytest.mark.case("64.73", "32.23")
def test_a_march_within_the_allowance_takes_one_allowance_of_fuel_and_a_longer_one_two() -> None:
    need = fuel_need(position("6RTR C4807"), "6RTR")
    for fuel, march, is_enough in (
        (need, 35, True),
        (need - 1, 35, False),
        (2 * need, 36, True),
        (2 * need - 1, 36, False),
        (1, 0, True),
    ):
        state = position("6RTR C4807", supply={"CW-S1": ("C4807", 1, fuel)})
        assert cpa(state, "6RTR") == 35 and can_march(state, "6RTR", march) is is_enough, (fuel, march)


@pytest.mark.case("60.82")
def test_the_commonwealth_wins_at_once_when_no_italian_is_in_supply() -> None:
    supplied = position("I/157 C4807", "1RNF D3714", scenario=CAMPAIGN, supply={"AX-S1": ("C4807", 10, 10)})
    assert italians_in_supply(supplied)
    draft = Draft(supplied, Rolls())
    judge_automatic_victory(draft)
    assert not isinstance(draft.top, Over) or draft.top.case == "test"
    starved = replace(supplied, supply={})
    draft = Draft(starved, Rolls())
    judge_automatic_victory(draft)
    assert isinstance(draft.top, Over) and draft.top.winner == "commonwealth" and draft.top.case == "60.82"
    other = Draft(replace(starved, scenario=GRAZIANI), Rolls())
    judge_automatic_victory(other)
    assert isinstance(other.top, Over) and other.top.case == "test"


@pytest.mark.case("60.82")
def test_a_dump_counts_only_if_it_is_joined_to_home() -> None:
    state = position("I/157 C4807", scenario=CAMPAIGN, supply={"AX-S1": ("C4807", 10, 10)})
    assert board().hex("C4807") in near_supply(state, "axis")
    cut = position("I/157 C4807", "2SctGds, 3CldGds A2802", scenario=CAMPAIGN, supply={"AX-S1": ("C4807", 10, 10)})
    assert board().hex("C4807") not in near_supply(cut, "axis")


# The Race for Tobruk


def race(control: dict[str, str], *units: str) -> Campaign:
    return position(*units, scenario=RACE, turn=38, stage=3, last_turn=38, control=control)


@pytest.mark.case("61.8")
def test_who_holds_tobruk_wins() -> None:
    assert ended(race({"C4807": "axis"})).winner == "axis"
    assert ended(race({"C4807": "commonwealth"})).winner == "commonwealth"
    assert ended(race({"C4807": "commonwealth"}, "I/5Pz C4807")).winner == "axis"  # who stands there holds it
    assert ended(race({})).winner == "commonwealth"  # anything less than an Axis level


@pytest.mark.case("61.8")
def test_bardia_and_egypt_raise_the_level() -> None:
    decisive = best_goal(race({"C4807": "axis", "C4321": "axis"}), "axis")
    assert decisive is not None and decisive.level == "decisive"
    egypt = {"C4807": "axis", "C4321": "axis", "A4827": "axis", "C4131": "axis", "D3714": "axis"}
    assert set(places_in_egypt(race(egypt), "axis")) == {"Sidi Barrani", "Mersa Matruh"}
    strategic = best_goal(race(egypt), "axis")
    assert strategic is not None and strategic.level == "strategic"
    smashing = best_goal(race(dict.fromkeys(egypt, "commonwealth")), "commonwealth")
    assert smashing is not None and smashing.level == "smashing"


@pytest.mark.case("61.8", "60.81")
def test_the_last_turn_is_the_scenarios() -> None:
    assert is_last_stage(race({})) and not is_last_stage(replace(race({}), turn=37))


# Operation Crusader


def crusader(*units: str, **fields: Any) -> Campaign:
    return position(*units, scenario=CRUSADER, turn=65, stage=1, last_turn=65, **fields)


@pytest.mark.case("62.8")
def test_crusader_ends_with_the_first_stage_of_its_last_turn() -> None:
    assert is_last_stage(crusader()) and not is_last_stage(replace(crusader(), turn=64, stage=3))


@pytest.mark.case("62.8", "32.21")
def test_a_place_of_crusader_counts_for_a_garrison_with_ammo_for_three_rounds() -> None:
    garrison = "I/157 C4807"
    assert points(crusader(garrison, supply={"AX-S1": ("C4807", 3, 0)}))["axis"] == 6
    assert points(crusader(garrison, supply={"AX-S1": ("C4807", 2, 0)}))["axis"] == 0
    assert points(crusader(garrison))["axis"] == 0
    assert points(crusader("63Cir C4807", supply={"AX-S1": ("C4807", 3, 0)}))["axis"] == 0  # a bare headquarters


@pytest.mark.case("62.8")
def test_halfaya_pass_counts_only_with_both_hexes() -> None:
    supply = {"CW-S1": ("C3922", 20, 0)}
    assert points(crusader("1RNF C3922", supply=supply))["commonwealth"] == 0
    assert points(crusader("1RNF C3922, 1Buffs C3821", supply=supply))["commonwealth"] == 1


@pytest.mark.case("62.8")
def test_the_difference_of_points_is_the_level_of_victory_in_crusader() -> None:
    frontier = "1RNF C4807, 1Buffs C4321, 1Essex C4021"
    supply = {f"CW-S{number}": (at, 20, 0) for number, at in enumerate(("C4807", "C4321", "C4021"), 1)}
    over = ended(crusader(frontier, supply=supply))
    assert (over.winner, over.case) == ("commonwealth", "62.8") and over.reason.startswith("decisive victory")
    held = ended(crusader("1RNF C4021", supply=supply))
    assert held.reason.startswith("tactical victory: the Axis has 0 points, the Commonwealth 2")
    assert ended(crusader()).winner is None


# El Alamein


def alamein(key: str, *units: str, **fields: Any) -> Campaign:
    turn = scenario(key).end[0]
    return position(*units, scenario=key, turn=turn, stage=3, last_turn=turn, **fields)


@pytest.mark.case("63.91")
def test_a_brigade_in_alexandria_wins_the_last_chance_without_supply() -> None:
    over = ended(alamein("last-chance", "157Fant+ E3613", "1RNF D3033"))
    assert (over.winner, over.case) == ("axis", "63.91") and over.reason.startswith("strategic")
    alone = ended(alamein("last-chance", "I/157 E3613", "4In+ D3033"))
    assert alone.winner == "commonwealth"  # a battalion is not enough


@pytest.mark.case("63.91", "9.13")
def test_engineers_are_no_part_of_a_brigade_in_alexandria() -> None:
    state = position("64Eng, 62Eng, I/157 E3613")
    assert [stacking(state, name) for name in ("64Eng", "62Eng", "I/157")] == [1, 1, 1]
    assert not has_brigade(state, board().hex("E3613"), "axis")
    assert has_brigade(position("II/157, I/157 E3613"), board().hex("E3613"), "axis")


@pytest.mark.case("63.91")
def test_who_has_more_strength_beyond_the_line_wins_the_last_chance() -> None:
    over = ended(alamein("last-chance", "I/157[5] E2802", "1RNF[3] D3032, 2SctGds E3002, Layforce D3031"))
    assert over.winner == "axis"
    assert over.reason == "tactical victory: the Axis has 5 TOE Strength Points on map E, the Commonwealth 3 on map D"
    assert ended(alamein("last-chance")).winner is None


@pytest.mark.case("63.92")
def test_places_that_the_axis_still_holds_decide_the_long_retreat() -> None:
    stores = {"AX-S1": ("C4807", 20, 20), "AX-S2": ("A4827", 20, 20)}
    over = ended(alamein("long-retreat", "I/157 C4807, II/157 A4827", supply=stores))
    assert (over.winner, over.case) == ("axis", "63.92") and over.reason.startswith(
        "substantive victory: the Axis has 8"
    )
    assert ended(alamein("long-retreat", "I/157 C4807, II/157 A4827")).winner == "commonwealth"  # without Ammo
    assert ended(alamein("long-retreat")).winner == "commonwealth"


# The campaign

DELTA = "I/157 E3613, II/157 E3714, III/157 E1730, I/158 E1829, II/158 E1830, III/158 E1930, I/27 E1931"


def war(*units: str, **fields: Any) -> Campaign:
    return position(*units, **{"scenario": WHOLE_WAR, "turn": 111, "stage": 3, "last_turn": 111} | fields)


def judged(state: Campaign) -> Campaign:
    draft = Draft(state, Rolls())
    judge_automatic_victory(draft)
    return draft.state


@pytest.mark.case("64.73", "32.23")
def test_a_place_of_the_campaign_needs_a_garrison_with_ammo_and_fuel() -> None:
    tanks = "I/5Pz C4807"
    assert points(war(tanks, supply={"AX-S1": ("C4807", 10, 10)}))["axis"] == 200
    assert points(war(tanks, supply={"AX-S1": ("C4807", 10, 0)}))["axis"] == 0
    assert points(war(tanks, supply={"AX-S1": ("C4807", 2, 10)}))["axis"] == 0
    assert points(war("I/157 C4807", supply={"AX-S1": ("C4807", 10, 0)}))["axis"] == 200  # men on foot burn none


@pytest.mark.case("64.76")
def test_the_ratio_of_points_is_the_level_of_victory() -> None:
    victory = scenario(WHOLE_WAR).victory
    ratios = {(100, 100): "", (101, 100): "marginal", (150, 100): "marginal", (151, 100): "decisive"}
    ratios |= {(250, 100): "decisive", (251, 100): "smashing", (10, 0): "smashing", (0, 0): ""}
    assert {pair: ratio_of(victory, *pair) for pair in ratios} == ratios


def spent(*, but: dict[str, int] | None = None) -> dict[str, Drawn]:
    """Charts of which everything has been planned, but for some points of some lines."""
    left = but or {}
    nations: tuple[Nation, ...] = ("italian", "german", "commonwealth")
    lines = {f"{nation}/{name}": item.total for nation in nations for name, item in land_items(nation).items()}
    return {key: Drawn(total - left.get(key, 0), 0, 0) for key, total in lines.items()}


@pytest.mark.case("64.73", "64.76")
def test_the_war_ends_with_its_points() -> None:
    stores = {"AX-S1": ("C4807", 20, 20), "CW-S1": ("A4827", 20, 20)}
    over = ended(war("I/157 C4807", "1RNF A4827", supply=stores, drawn=spent()))
    assert (over.winner, over.case) == ("axis", "64.76")
    assert over.reason == "decisive victory: the Axis has 200 points, the Commonwealth 100"
    assert ended(war(drawn=spent())).winner is None


@pytest.mark.case("64.74")
def test_every_point_of_the_charts_that_was_never_planned_counts() -> None:
    left = {"italian/infantry": 7, "german/PzIIIH": 2, "commonwealth/25pdr": 4}
    assert campaign_points(war(drawn=spent(but=left))) == {"axis": 9, "commonwealth": 4}
    assert unused(war(), "commonwealth") == 868  # nothing was ever planned; infantry is not among it


@pytest.mark.case("64.75", "20.9")
def test_battalions_sent_elsewhere_by_choice_count_and_their_return_costs() -> None:
    loans = (Loan("1RNF", 100), Loan("1Essex", 110), Loan("1Buffs", 60, back=64))
    total = campaign_points(war(drawn=spent(), loans=loans))["commonwealth"]
    assert total == 3 + 0.5 + 2 - 2


@pytest.mark.case("64.71")
def test_the_axis_wins_with_the_whole_delta_in_supply_for_a_game_turn() -> None:
    state = war(DELTA, turn=60, supply={"AX-S1": ("E2320", 10, 10)})
    for stage in range(1, 4):
        before, state = state, judged(state)
        assert state.seized == stage and state.stack == before.stack
    over = judged(state).stack[-1]
    assert isinstance(over, Over) and (over.winner, over.case) == ("axis", "64.71")
    assert judged(war(DELTA, turn=60)).seized == 0  # without a dump
    part = war(DELTA.rpartition(",")[0], turn=60, supply={"AX-S1": ("E2320", 10, 10)})
    assert judged(replace(part, seized=3)).seized == 0  # one hex is missing


@pytest.mark.case("64.72")
def test_the_commonwealth_wins_once_no_axis_unit_can_trace_supply() -> None:
    cut_off = war("I/157 C4131", turn=35, stage=1, supply={"AX-S1": ("A2802", 10, 10)})
    over = judged(cut_off).stack[-1]
    assert isinstance(over, Over) and (over.winner, over.case) == ("commonwealth", "64.72")
    assert judged(replace(cut_off, turn=34, stage=3)) == replace(cut_off, turn=34, stage=3)
    for place in ("C4131", "C4021"):  # within reach of the dump, and with it
        fed = war(f"I/157 {place}", turn=35, stage=1, supply={"AX-S1": ("C4021", 10, 10)})
        assert judged(fed) == fed


@pytest.mark.case("64.71", "64.72")
def test_only_real_dumps_of_ones_own_feed_anybody_and_only_within_reach() -> None:
    dumps = {"AX-S1": ("C4021", 10, 10), "AX-S2": ("C4131",), "CW-S1": ("C3818", 10, 10)}
    state = position("I/157 C4131", scenario=CAMPAIGN, supply=dumps, control={"C4807": "axis"})
    assert fed_dumps(state, "axis") == {board().hex("C4021")}
    enemies = "2SctGds, 3CldGds C4130, 1Essex, 1DurLt C4031, 1Buffs, 1Hamp C4132"
    ringed = position("I/157 C4131", enemies, scenario=CAMPAIGN, supply={"AX-S1": ("C4131", 10, 10)})
    assert fed_dumps(ringed, "axis") == frozenset()
    at, near = board().hex("C3510"), board().hex("C3512")  # four points away
    assert near in within(state, "axis", (at,), 4) and near not in within(state, "axis", (at,), 3)


@pytest.mark.case("60.82", "62.8", "63.92")
def test_the_margin_of_points_and_not_their_sum_is_the_level_of_victory() -> None:
    stores = {"AX-S1": ("C4807", 20, 0), "CW-S1": ("C4321", 20, 0)}
    over = ended(crusader("I/157 C4807", "1RNF C4321", supply=stores))  # six against three
    assert over.winner == "axis" and over.reason.startswith("tactical victory")


@pytest.mark.case("60.82")
def test_the_home_of_the_commonwealth_is_cairo_and_that_of_the_axis_the_road_from_tripoli() -> None:
    assert {board().name(at) for at in home("commonwealth")} == {board().name(at) for at in city("Cairo")}
    assert home("axis") == (entry_road()[0],) and not set(home("axis")) & set(home("commonwealth"))


@pytest.mark.case("60.82")
def test_stores_are_real_dumps_of_ones_own_that_a_convoy_reaches() -> None:
    dumps = {"AX-S1": ("C4021", 10, 10), "AX-S2": ("C4131",), "CW-S1": ("C3818", 10, 10)}
    state = position("I/157 C4131", scenario=CAMPAIGN, supply=dumps)
    assert joined_stores(state, "axis") == {board().hex("C4021")}


@pytest.mark.case("60.81")
def test_dumps_on_section_d_are_sources_of_their_own_side_there() -> None:
    dumps = {
        "CW-S1": ("D3714", 10, 10),
        "CW-S2": ("C4021", 10, 10),
        "CW-S3": ("D3612",),
        "AX-S1": ("D3610", 10, 10),
        "AX-S2": ("tripoli", 10, 10),
    }
    state = position(supply=dumps)
    assert sources(state, "commonwealth", "section_d") == (board().hex("D3714"),)
    assert sources(state, "axis", "section_d") == (board().hex("D3610"),)


@pytest.mark.case("63.91")
def test_who_is_beside_the_map_is_on_no_section_of_it() -> None:
    state = position("I/157 tripoli, II/157 E3613", scenario=CAMPAIGN)
    assert strength_on(state, "axis", "E") == sum(state.units["II/157"].toe.values())


@pytest.mark.case("62.8")
def test_the_least_margin_of_a_level_is_enough_for_it() -> None:
    victory = scenario("operation-crusader").victory
    for margin in victory.margins:
        assert margin_of(victory, margin.least) == margin.level
        assert margin_of(victory, margin.least - 1) != margin.level


@pytest.mark.case("62.8")
def test_ammo_for_every_round_must_lie_within_reach() -> None:
    need = ammo_need(position("I/157 C4807"), "I/157", "assault", is_phasing=False)
    for ammo, is_enough in ((3 * need, True), (3 * need - 1, False)):
        state = position("I/157 C4807", supply={"AX-S1": ("C4807", ammo, 1)})
        assert can_fire(state, "I/157", 3) is is_enough


@pytest.mark.case("62.8", "32.21")
def test_a_company_needs_no_ammo_to_hold_a_place_of_crusader() -> None:
    """Only battalion-equivalents expend any; a battalion without is worth nothing there."""
    assert points(crusader("1Oasis C4807"))["axis"] == 6 and points(crusader("I/157 C4807"))["axis"] == 0
    assert points(crusader("I/157[1] C4807"))["axis"] == 6, "a shell counts for a company"
