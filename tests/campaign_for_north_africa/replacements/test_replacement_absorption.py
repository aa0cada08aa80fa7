"""Replacement Points are taken up, headquarters and engineers formed again [19.63, 20.3, 20.41]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Replacement
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.conversion import line_of, price
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import assigned
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import gather
from sandtable.games.campaign_for_north_africa.state import ELIMINATED
from tests.campaign_for_north_africa.positions import listed, play, position, where, with_unit
from tests.campaign_for_north_africa.replacements.replacing import AXIS, meant, organising, points, refused
from tests.playing import draft_of

# Taken up [20.3, 20.41, 20.48, 20.49]


@pytest.mark.case("20.3", "20.41", "20.43", "20.48", "20.49")
def test_trained_points_become_part_of_the_unit_they_are_meant_for() -> None:
    units = "1Buffs[2] D3714 cohesion=-3, CW-Inf7[4], 1RNF[2] D3714"
    state = organising(units, replacements=meant(CW_Inf7="1Buffs"))
    assert refused(state, "absorb 1RNF:1") == "19.61"
    after = play(state, "absorb 1Buffs:3")
    assert points(after, "1Buffs", "CW-Inf7") == [5, 1]
    assert after.units["1Buffs"].spent == 4 and after.units["1Buffs"].cohesion == -3
    after = play(after, "absorb 1Buffs:1")
    assert "CW-Inf7" not in after.units and not after.replacements


@pytest.mark.case("20.3", "20.41", "20.43", "20.49")
def test_untrained_points_and_those_elsewhere_are_not_taken_up() -> None:
    raw = organising("CW-Inf7[4], 1Buffs[2] D3714", replacements={"CW-Inf7": Replacement("1Buffs", 1)})
    assert refused(raw, "absorb 1Buffs:1") == "19.61"
    away = organising("CW-Inf7[4] D3713, 1Buffs[2] D3714", replacements=meant(CW_Inf7="1Buffs"))
    assert refused(away, "absorb 1Buffs:1") == "19.61"


@pytest.mark.case("20.41")
def test_points_are_taken_up_even_next_to_the_enemy() -> None:
    units = "CW-Inf7[2], 1Buffs[2] C3818, 157Fant+ C3918"
    state = play(organising(units, replacements=meant(CW_Inf7="1Buffs")), "absorb 1Buffs:2")
    assert points(state, "1Buffs") == [4]


@pytest.mark.case("20.3")
@pytest.mark.parametrize(
    ("unit", "line", "cost"),
    [
        ("1Buffs", "other_infantry", {"infantry": 1}),
        ("2Ches", "machinegun", {"infantry": 2}),
        ("5/8Brs", "italian_bersaglieri", {"infantry": 2}),
        ("V/186", "paratroop_infantry", {"infantry": 2}),
        ("VBrc", "paratroop_infantry", {"infantry": 2}),
        ("3/288", "heavy_weapons", {"infantry": 1, "gun": 1}),
        ("Layforce", "commando", {"infantry": 3}),
        ("200Pio", "engineer_battalion", {"infantry": 2}),
        ("288Pio", "engineer_company", {"infantry": 1}),
        ("11Hus", "armoured_car", {"armoured_recce": 2}),
        ("3Aufk", "armoured_recce", {"armoured_recce": 1}),
        ("15Krad", "motorcycle_recce_camel_or_recce", {"infantry": 2}),
        ("1Sno", "motorcycle_recce_camel_or_recce", {"infantry": 2}),
        ("7Arm", "any_headquarters", {"infantry": 2}),
        ("1SARC", "road_or_railroad_construction", {}),
    ],
)
def test_what_a_point_costs(unit: str, line: str, cost: dict[str, int]) -> None:
    assert (line_of(unit), dict(price(unit))) == (line, cost)


@pytest.mark.case("20.3")
def test_machinegunners_and_heavy_weapons_cost_more() -> None:
    state = organising("CW-Inf7[3], 2Ches[1] D3714", replacements=meant(CW_Inf7="2Ches"))
    assert refused(state, "absorb 2Ches:2") == "19.61"
    assert points(play(state, "absorb 2Ches:1"), "2Ches", "CW-Inf7") == [2, 1]
    heavy = organising(
        "GE-Inf7[2], GE-Gun8[5Pak38:1], 3/288[1] C3918", side=AXIS, replacements=meant(GE_Inf7="3/288", GE_Gun8="3/288")
    )
    assert refused(heavy, "absorb 3/288:2") == "19.61"
    after = play(heavy, "absorb 3/288:1")
    assert points(after, "3/288", "GE-Inf7") == [2, 1] and "GE-Gun8" not in after.units


@pytest.mark.case("20.3")
def test_tanks_and_guns_are_what_they_are() -> None:
    state = organising(
        "CW-Tank7[A10:3], CW-Gun8[2pdr:2], 1RTR[A9:4], 65AT[2pdr:1] D3714",
        replacements=meant(CW_Tank7="1RTR", CW_Gun8="65AT"),
    )
    after = play(state, "absorb 1RTR:A10:3", "absorb 65AT:2pdr:2")
    assert after.units["1RTR"].toe == {"A9": 4, "A10": 3} and after.units["65AT"].toe == {"2pdr": 3}
    assert not after.replacements


# Headquarters [19.63]


@pytest.mark.case("19.63", "19.11")
def test_a_headquarters_is_formed_again_while_half_of_its_units_are_left_and_free() -> None:
    state = organising("CW-Inf7[3], 2Cmrn, 1/6RajRf D3714", "4/7Rajpt C3918")
    lost = {**state.units, "11In": replace(state.units["11In"], at=ELIMINATED)}
    state = replace(state, units=lost)
    after = play(state, "revive 11In with CW-Inf7")
    assert where(after, "11In") == "D3714" and points(after, "CW-Inf7") == [1]
    assert refused(after, "revive 11In with CW-Inf7") == "19.63"
    raw = replace(state, replacements={"CW-Inf7": Replacement(left=1)})
    assert refused(raw, "revive 11In with CW-Inf7") == "20.41"
    both_gone = {name: replace(lost[name], at=ELIMINATED) for name in ("2Cmrn", "1/6RajRf")}
    alone = replace(state, units={**lost, **both_gone}, stacks={board().hex("D3714"): ("CW-Inf7",)})
    assert refused(alone, "revive 11In with CW-Inf7") == "19.63"
    assert assigned(alone, "11In") == ("4/7Rajpt",)  # whoever asked this first
    assert refused(alone, "revive 11In with CW-Inf7") == "19.63"


@pytest.mark.case("19.63", "20.3")
def test_a_headquarters_takes_two_infantry_points_of_its_own_nation_and_nothing_else() -> None:
    own = "CW-Inf7[2], CW-Inf8[1], CW-Tank7[A9:3], 2Cmrn, 1/6RajRf, 7Arm D3714"
    state = organising(own, "4/7Rajpt C3918, IT-Inf1[5] C3930")
    lost = {name: replace(state.units[name], at=ELIMINATED) for name in ("11In", "157Fant")}
    state = replace(state, units={**state.units, **lost})
    for piece in ("CW-Inf8", "CW-Tank7", "IT-Inf1", "2Cmrn", "Nobody"):
        assert refused(state, f"revive 11In with {piece}") == "19.63", piece
    for name in ("7Arm", "157Fant", "Nobody"):  # not lost, the enemy's, and no unit
        assert refused(state, f"revive {name} with CW-Inf7") == "19.63", name
    assert refused(with_unit(state, "CW-Inf7", at=ELIMINATED), "revive 11In with CW-Inf7") == "19.63"
    after = play(with_unit(state, "11In", cohesion=-5), "revive 11In with CW-Inf7")
    assert where(after, "11In") == "D3714" and "CW-Inf7" not in after.replacements
    assert after.units["11In"].toe == {} and after.units["11In"].cohesion == 0
    there = organising("CW-Inf7[2], 11In, 2Cmrn, 1/6RajRf D3714")
    assert refused(there, "revive 11In with CW-Inf7") == "19.63"  # it has not been lost


@pytest.mark.case("19.63", "20.3", "23.12")
def test_an_italian_headquarters_is_formed_by_its_owner_out_of_italians() -> None:
    units = "IT-Inf7[2], GE-Inf7[2], I/157, II/157, III/157 C3918"
    lost = with_unit(organising(units, side=AXIS), "157Fant", at=ELIMINATED)
    assert refused(lost, "revive 157Fant with GE-Inf7") == "19.63"
    assert where(play(lost, "revive 157Fant with IT-Inf7"), "157Fant") == "C3918"
    enemy = with_unit(organising(units), "157Fant", at=ELIMINATED)
    assert refused(enemy, "revive 157Fant with IT-Inf7") == "19.63"


@pytest.mark.case("23.12", "19.63", "20.3")
def test_engineers_who_were_lost_are_rebuilt_out_of_infantry_points() -> None:
    state = organising("IT-Inf7[3] C3918", side=AXIS)
    lost = {name: replace(state.units[name], at=ELIMINATED) for name in ("64Eng", "I/157")}
    state = replace(state, units={**state.units, **lost})
    assert [order for order in listed(state) if order.startswith("revive")] == ["revive 64Eng with IT-Inf7"]
    after = play(state, "revive 64Eng with IT-Inf7")
    assert where(after, "64Eng") == "C3918" and points(after, "64Eng", "IT-Inf7") == [1, 1]
    assert refused(state, "revive I/157 with IT-Inf7") == "19.63"  # infantry that is gone stays gone


@pytest.mark.case("23.12", "19.63", "20.3")
def test_the_railway_and_road_companies_have_no_price_and_do_not_come_back() -> None:
    state = organising("CW-Inf7[3] D3714")
    state = replace(state, units={**state.units, "10NZRR": replace(state.units["10NZRR"], at=ELIMINATED)})
    assert refused(state, "revive 10NZRR with CW-Inf7") == "19.63"


# Counters that are made, put together and forgotten


@pytest.mark.case("20.42")
def test_counters_that_are_alike_become_one_and_lost_ones_are_forgotten() -> None:
    state = position(
        "CW-Inf7[3], CW-Inf8[2], CW-Inf9[1] D3714, 1RNF C3920",
        replacements=meant(CW_Inf7="1RNF", CW_Inf8="1RNF", CW_Inf9=""),
    )
    draft = draft_of(state)
    gather(draft)
    assert points(draft.state, "CW-Inf7", "CW-Inf9") == [5, 1] and "CW-Inf8" not in draft.state.units


@pytest.mark.case("20.41")
def test_points_whose_unit_is_lost_are_nobodys_and_go_together_with_others_of_that_kind() -> None:
    state = position("CW-Inf7[3], CW-Inf9[1] D3714", replacements=meant(CW_Inf7="1RNF", CW_Inf9=""))
    draft = draft_of(state)
    gather(draft)
    assert points(draft.state, "CW-Inf7") == [4] and draft.state.replacements == meant(CW_Inf7="")


@pytest.mark.case("21.42")
def test_a_counter_that_has_broken_down_altogether_is_forgotten() -> None:
    draft = draft_of(position("GE-Tank7[] C3918", replacements=meant(GE_Tank7="I/5Pz")))
    gather(draft)
    assert "GE-Tank7" not in draft.state.units and not draft.state.stacks
