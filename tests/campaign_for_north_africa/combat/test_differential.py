"""The Assault Differential and all that moves its column."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.differential import (
    Reckoning,
    _size_of_part,
    fight_for,
    is_pinned,
    is_tank,
    is_unrated,
    reckon,
    terrain_shifts,
    unsupported_tanks,
)
from sandtable.games.campaign_for_north_africa.combat.resolution import exposed
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import HEX, committed, fight
from tests.campaign_for_north_africa.positions import position

AT = "C3818"


def reckoned(state: Campaign, *hexes: str) -> Reckoning:
    return reckon(state, fight(state, *(hexes or (AT,))))


def shifts(state: Campaign, *hexes: str) -> dict[str, int]:
    """Columns by the case that gives them."""
    return {shift.case: shift.columns for shift in reckoned(state, *hexes).shifts}


def plain(germans: int = 7, british: int = 6, **fields: object) -> Campaign:
    return committed(
        "I/125 C3918, II/125 C3918, III/125 C3918",
        "2SctGds, 3CldGds C3818",
        attack=f"C3818 close I/125:{germans}",
        defence=f"C3818 close 2SctGds:{british}",
        **fields,
    )


# Strength


@pytest.mark.case("15.26", "11.34", "11.32")
def test_the_defender_is_subtracted_from_the_attacker() -> None:
    state = committed(
        "I/125, II/125, III/125 C3918",
        "2SctGds C3818",
        attack="C3818 close I/125:7, II/125:7, III/125:7",
        defence="C3818 close 2SctGds:6",
    )
    found = reckoned(state)
    assert (found.attack.raw, found.attack.points, found.defence.raw, found.defence.points) == (42, 4, 12, 1)
    assert found.basic == 3


@pytest.mark.case("15.14", "15.11", "15.21")
def test_only_committed_points_count() -> None:
    assert reckoned(plain()).attack.raw == 14
    assert reckoned(plain(germans=3)).attack.raw == 6


@pytest.mark.case("15.11", "15.17")
def test_points_without_a_rating_add_nothing() -> None:
    state = committed(
        "I/125, 362Art C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    assert reckoned(state).attack.raw == 14


@pytest.mark.case("15.28", "11.33")
def test_fewer_than_five_raw_points_are_nothing() -> None:
    found = reckoned(plain(germans=7, british=2))
    assert (found.defence.raw, found.defence.points, found.basic) == (4, 0, 1)


@pytest.mark.case("15.28", "11.33")
def test_below_ten_on_both_sides_raw_points_count_as_they_are() -> None:
    found = reckoned(plain(germans=4, british=3))
    assert (found.attack.points, found.defence.points, found.basic) == (8, 6, 2)
    assert reckoned(plain(germans=5, british=3)).basic == 0  # ten against six: one against one


@pytest.mark.case("15.51")
def test_24_raw_points_against_12_move_two_columns_to_plus_three() -> None:
    state = committed(
        "I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7, II/125:5", defence="C3818 close 2SctGds:6"
    )
    found = reckoned(state)
    assert (found.attack.raw, found.defence.raw, found.basic, found.name) == (24, 12, 1, "+3")


@pytest.mark.case("15.51")
def test_the_defender_with_twice_the_raw_strength_moves_it_his_way() -> None:
    assert shifts(plain(germans=3, british=6)) == {"15.51": -2, "15.53": -2}  # and less than half a battalion


@pytest.mark.case("15.17", "3.4")
def test_a_parenthesised_rating_defends_only_alone() -> None:
    alone = committed(
        "I/125 C3918", "61LAA[Bofors:6] C3818", attack="C3818 close I/125:7", defence="C3818 close 61LAA:6"
    )
    assert reckoned(alone).defence.raw == 6
    assert [part.counted for part in exposed(alone, fight(alone, "C3818"), False)] == [True]
    beside = committed(
        "I/125 C3918",
        "61LAA[Bofors:6], 2SctGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 61LAA:6, 2SctGds:6",
    )
    assert reckoned(beside).defence.raw == 12


@pytest.mark.case("15.17", "15.24")
def test_in_an_assault_on_two_hexes_it_defends_the_one_in_which_it_is_alone() -> None:
    state = committed(
        "I/125 C3918",
        "61LAA[Bofors:6] C3818, 2SctGds C3919",
        attack="C3818 close I/125:3; C3919 close I/125:4",
        defence="C3818 close 61LAA:6; C3919 close 2SctGds:6",
    )
    assert reckoned(state, "C3818", "C3919").defence.raw == 18


@pytest.mark.case("15.54", "15.51")
def test_guns_without_a_rating_alone_give_three_columns_but_not_two_for_strength() -> None:
    state = committed("I/125 C3918", "3Fld[5.5inGun:6] C3818", attack="C3818 close I/125:7")
    assert shifts(state) == {"15.54": 3}
    assert reckoned(state).defence.points == 0


@pytest.mark.case("15.56", "15.51")
def test_if_all_are_pinned_they_defend_with_nothing_and_two_columns_go_to_the_attacker() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", pinned="2SctGds")
    found = reckoned(state)
    assert found.defence.points == 0 and shifts(state) == {"15.56": 2}
    guns = committed(
        "I/125 C3918", "2SctGds, 11RHA C3818", attack="C3818 close I/125:7", pinned="2SctGds", back="11RHA"
    )
    assert shifts(guns) == {"15.56": 2}


@pytest.mark.case("15.12", "15.56")
def test_pinned_units_do_not_add_to_the_defence() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds, 3CldGds C3818",
        attack="C3818 close I/125:7",
        pinned="2SctGds",
        defence="C3818 close 3CldGds:6",
    )
    assert reckoned(state).defence.raw == 12 and "15.56" not in shifts(state)


# Size


@pytest.mark.case("15.52", "15.53", "9.28")
def test_the_larger_organization_moves_it_its_way() -> None:
    brigade = committed(
        "125PzGr+ C3918",
        "2SctGds C3818",
        attack="C3818 close I/125:7, II/125:7, III/125:7",
        defence="C3818 close 2SctGds:6",
    )
    assert shifts(brigade)["15.53"] == 2
    company = committed("I/125 C3918", "14BdeAT C3818", attack="C3818 close I/125:7", defence="C3818 close 14BdeAT:2")
    assert shifts(company)["15.53"] == 2
    shell = committed("I/125 C3918", "2SctGds[2] C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:2")
    assert shifts(shell)["15.53"] == 2


@pytest.mark.case("15.52", "15.53")
def test_a_larger_defender_moves_it_left() -> None:
    state = committed("I/125[2] C3918", "2SctGds C3818", attack="C3818 close I/125:2", defence="C3818 close 2SctGds:3")
    assert shifts(state)["15.53"] == -2


@pytest.mark.case("15.53", "9.26")
def test_a_battalion_of_which_less_than_half_attacks_a_hex_counts_for_a_company() -> None:
    """By the seven points it may have, and hex by hex; artillery by a quarter. The defender's are all there."""
    units = ("I/125 C3918", "2SctGds C3818, 3CldGds C3919")
    half = committed(*units, attack="C3818 close I/125:4; C3919 close I/125:3", defence="C3818 close 2SctGds:3")
    assert "15.53" not in shifts(half)
    part = committed(*units, attack="C3818 close I/125:3; C3919 close I/125:4", defence="C3818 close 2SctGds:3")
    assert shifts(part)["15.53"] == -2
    few = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:1")
    assert "15.53" not in shifts(few)
    guns = committed(
        "I/220Art C3918", "2SctGds C3818", attack="C3818 close I/220Art:2", defence="C3818 close 2SctGds:6"
    )
    assert "15.53" not in shifts(guns)


@pytest.mark.case("15.55", "15.52", "15.25")
def test_a_formation_counts_when_half_of_it_takes_part() -> None:
    units = ("125PzGr+ C3918", "2SctGds C3818")
    one = committed(*units, attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6")
    assert "15.53" not in shifts(one)
    two = committed(*units, attack="C3818 close I/125:7, II/125:5", defence="C3818 close 2SctGds:6")
    assert shifts(two)["15.53"] == 2


@pytest.mark.case("15.55", "15.53", "9.26", "9.28")
def test_nine_battalions_without_the_headquarters_of_their_brigades_make_a_shell_of_a_division() -> None:
    nine = ("18NZ", "19NZ", "20NZ", "21NZ", "22NZ", "23NZ", "24NZ", "25NZ", "26NZ")
    orders = {"attack": "C3818 close I/125:7", "defence": "C3818 close 18NZ:6"}
    bare = committed("I/125 C3918", "2NZ C3818, " + ", ".join(f"{name}>2NZ" for name in nine), **orders)
    assert shifts(bare)["15.53"] == -2  # as any brigade against a battalion
    led = committed("I/125 C3918", "2NZ C3818, 4NZ+>2NZ, 5NZ+>2NZ, 6NZ+>2NZ", **orders)
    assert shifts(led)["15.53"] == -4


@pytest.mark.case("15.55", "15.53")
def test_an_italian_brigade_that_is_one_counter_is_a_whole_brigade() -> None:
    state = committed("54Ter C3918", "2SctGds C3818", attack="C3818 close 54Ter:10", defence="C3818 close 2SctGds:6")
    assert shifts(state)["15.53"] == 2


# Terrain


def into(at: str, *bases: str, **fields: object) -> Campaign:
    names = ("I/125", "II/125", "III/125")[: len(bases)]
    units = ", ".join(f"{name} {base}" for name, base in zip(names, bases, strict=True))
    orders = ", ".join(f"{name}:7" for name in names)
    return committed(units, f"2SctGds {at}", attack=f"{at} close {orders}", defence=f"{at} close 2SctGds:6", **fields)


def columns(state: Campaign, at: str) -> list[int]:
    return [shift.columns for shift in terrain_shifts(state, fight(state, at))]


@pytest.mark.case("15.31", "15.32")
def test_the_ground_of_the_defender_moves_columns() -> None:
    assert columns(into("C3818", "C3918"), "C3818") == []
    assert columns(into("C4403", "C4503"), "C4403") == [-2]
    assert columns(into("B5917", "B5916"), "B5917")[0] == -3
    assert columns(into("C3902", "C3903"), "C3902")[0] == 1  # a salt marsh favours the attacker


@pytest.mark.case("15.33")
def test_if_any_come_through_a_hexside_all_do() -> None:
    assert columns(into("C4607", "C4707"), "C4607") == [-2]
    assert columns(into("C4607", "C4707", "C4606"), "C4607") == [-2]


@pytest.mark.case("15.35")
def test_ca_fort_rough_ridge_hex_and_works_and_one_hexside_add_up() -> None:
    """Seven by the chart, six in the text."""
    assert sorted(columns(into("C4606", "C4507", forts={"C4606": 2}), "C4606")) == [-3, -2, -2]
    assert columns(into("C4403", "C4503", forts={"C4403": 2}), "C4403") == [-2, -3]
    assert columns(into("C4504", "C4603", forts={"C4504": 2}), "C4504") == [-3, -2]
    assert columns(into("C4807", "C4806"), "C4807")[0] == -3  # Tobruk


@pytest.mark.case("15.35")
def test_the_defender_has_one_kind_of_hexside_unless_two_lie_on_one() -> None:
    both = into("B5810", "B5809")
    assert columns(both, "B5810")[-1] == -3  # up a slope and over a wadi


@pytest.mark.case("15.36")
def test_ca_slope_escarpment_downhill_offsets_uphill() -> None:
    state = into("C4806", "C4906", "C4706")
    assert columns(state, "C4806") == [-3, 1]
    assert columns(into("C4806", "C4706"), "C4806") == [1]


@pytest.mark.case("15.24", "15.32")
def test_of_two_hexes_assaulted_together_the_harder_one_counts() -> None:
    state = committed(
        "I/125 C4503",
        "2SctGds C4403, 3CldGds C4504",
        attack="C4403 close I/125:3; C4504 close I/125:4",
        defence="C4403 close 2SctGds:6; C4504 close 3CldGds:6",
    )
    found = fight_for(state, (HEX("C4403"), HEX("C4504")))
    assert terrain_shifts(state, found)[0].columns == -2


# The ledger


@pytest.mark.case("15.27")
def test_all_shifts_add_up_and_the_ledger_tells_each_with_its_case() -> None:
    found = reckoned(plain(germans=7, british=3, forts={"C3818": 1}))
    assert (found.basic, found.name) == (0, "0")  # two columns left for the works, two right for the strength
    assert found.explain().lines() == [
        "column 0  (15.27)",
        "  Basic Differential +0  (15.26)",
        "    attack 1  (15.26)",
        "      14 raw points  (11.32)",
        "    defence 1  (15.26)",
        "      6 raw points  (11.32)",
        "  C3818 is fortified, level 1: -2  (15.35)",
        "  twice the raw strength: +2  (15.51)",
    ]


@pytest.mark.case("9.26", "9.28", "15.53")
def test_half_a_battalion_is_no_shell_and_a_quarter_of_an_artillery_regiment_is_none() -> None:
    state = position("2SctGds C3922, V/3Art C3930")
    assert [_size_of_part(state, "2SctGds", points) for points in (2, 3, 6)] == [0, 1, 1]
    most = maximum(state, "V/3Art")
    assert most % 4 == 0 and [_size_of_part(state, "V/3Art", points) for points in (most // 4 - 1, most // 4)] == [0, 1]


# To the point


@pytest.mark.case("15.4", "15.26", "15.28", "11.32")
@pytest.mark.parametrize(
    ("forces", "bare"),
    [
        ((("I/5Pz", "PzIIIH", 4),), 4),
        ((("I/5Pz", "PzIIIH", 4), ("I/104", "", 3)), 1),
        ((("I/5Pz", "PzIIIH", 4), ("I/104", "", 5)), 0),
        ((("I/5Pz", "PzIIIH", 4), ("33Aufk", "", 3)), 4),  # armoured cars are no infantry
        ((("I/5Pz", "PzIIIH", 4), ("I/104", "5Pak38", 3)), 4),  # nor are the guns of infantry
        ((("15PzDiv", "PzIIIH", 1), ("I/104", "", 0)), 1),  # tanks of a headquarters are tanks
        ((("104Sch", "7.5IG18", 2),), 0),  # and its guns are guns
        ((("V/3Art", "Semovente", 2),), 0),  # self-propelled ones too
    ],
)
def test_tanks_beyond_the_infantry_beside_them(forces: tuple[tuple[str, str, int], ...], bare: int) -> None:
    state = position("I/5Pz, I/104[:5, 5Pak38:3], 33Aufk, 15PzDiv, 104Sch, V/3Art C3918", turn=30)
    assert unsupported_tanks(state, forces) == bare


@pytest.mark.case("15.4", "15.26", "15.28", "11.32")
def test_tanks_that_are_few_lose_no_more_than_they_are_worth() -> None:
    """One Actual Point for three tanks without infantry or a part of three, at most four."""
    for tanks, lost in ((1, 0), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (18, 4)):
        state = committed(
            f"I/8Pz[PzIIIH:{tanks}], I/125, II/125 C3918, III/125 C3919",
            "2SctGds, 3CldGds C3818",
            attack=f"C3818 close I/8Pz:{tanks}, III/125:7",  # infantry of another hex does not help
            defence="C3818 close 2SctGds:6",
        )
        found = reckoned(state)
        assert (found.attack.unsupported, found.attack.lost) == (tanks, lost)
        lines = [line.strip() for line in found.explain().lines()]
        assert (f"tanks without infantry: -{lost}  (15.4)" in lines) is bool(lost)


@pytest.mark.case("15.28", "15.26", "15.27", "15.4")
@pytest.mark.parametrize(
    ("germans", "british", "points"), [(4, 4, (8, 8)), (4, 5, (1, 1)), (5, 4, (1, 1)), (5, 5, (1, 1))]
)
def test_raw_points_count_as_they_are_only_if_both_sides_have_fewer_than_ten(
    germans: int, british: int, points: tuple[int, int]
) -> None:
    found = reckoned(plain(germans, british))
    assert (found.attack.points, found.defence.points) == points


@pytest.mark.case("15.28", "15.4")
def test_where_few_fight_tanks_without_infantry_cost_whole_points_as_well() -> None:
    for tanks, left in ((1, 3), (2, 7)):  # four raw points each, less one
        state = committed(
            f"I/5Pz[PzIIIH:{tanks}] C3918",
            "2SctGds[4] C3818",
            attack=f"C3818 close I/5Pz:{tanks}",
            defence="C3818 close 2SctGds:4",
        )
        assert reckoned(state).attack.points == left


@pytest.mark.case("15.51", "15.54", "15.56")
def test_nothing_is_not_twice_as_much_as_nothing() -> None:
    state = committed("16Pist C3918", "2SctGds C3818", attack="C3818 close 16Pist:1")
    found = reckoned(state)
    assert (found.attack.raw, found.defence.raw) == (0, 0)
    assert not {"15.51", "15.54", "15.56"} & set(shifts(state))


@pytest.mark.case("15.54")
def test_of_two_hexes_one_that_can_defend_is_enough() -> None:
    state = committed("I/125 C3918", "3Fld[5.5inGun:6] C3818, 2SctGds C3919", attack="none")
    assert is_unrated(state, (HEX("C3818"),)) and not is_unrated(state, (HEX("C3919"),))
    assert not is_unrated(state, (HEX("C3818"), HEX("C3919")))


@pytest.mark.case("15.56")
def test_where_nobody_can_be_pinned_nobody_is() -> None:
    guns = committed("I/125 C3918", "3RHA C3818", attack="none")
    assert not is_pinned(guns, (HEX("C3818"),))
    both = committed("I/125 C3918", "3RHA, 2SctGds C3818", attack="none", pinned="2SctGds")
    assert is_pinned(both, (HEX("C3818"),))


@pytest.mark.case("15.14", "15.24", "15.91")
def test_two_hexes_are_probed_together_only_if_each_is_probed() -> None:
    for probes, is_probe in (("", False), ("C3818", False), ("C3919", False), ("C3818 C3919", True)):
        state = committed("I/125 C3918", "2SctGds C3818, 3CldGds C3919", attack="none", probes=probes)
        assert fight(state, "C3818", "C3919").probe is is_probe


@pytest.mark.case("15.4")
def test_what_a_tank_is() -> None:
    state = position("I/5Pz, 33Aufk, 15PzDiv, 104Sch, V/3Art C3918", turn=30)
    tanks = [("I/5Pz", "PzIIIH"), ("15PzDiv", "PzIIIH")]
    others = [("33Aufk", ""), ("104Sch", "7.5IG18"), ("V/3Art", "Semovente"), ("15PzDiv", "")]
    assert all(is_tank(state, *each) for each in tanks) and not any(is_tank(state, *each) for each in others)


@pytest.mark.case("15.53", "9.26", "9.28")
def test_artillery_is_a_shell_below_a_quarter_of_its_points() -> None:
    state = position("30Art, I/125 C3918")  # nine points and seven
    assert maximum(state, "30Art") == 9
    assert [_size_of_part(state, "30Art", points) for points in (2, 3)] == [0, 1]
    assert [_size_of_part(state, "I/125", points) for points in (3, 4)] == [0, 1]


@pytest.mark.case("15.52", "15.53")
def test_the_ledger_says_whose_organization_is_the_larger() -> None:
    brigade = "C3818 close I/125:7, II/125:7, III/125:7"
    attack = committed("125PzGr+ C3918", "2SctGds C3818", attack=brigade, defence="C3818 close 2SctGds:6")
    (ours,) = (shift for shift in reckoned(attack).shifts if shift.case == "15.53")
    defence = committed("I/104 C3918", "4NZ+ C3818", attack="C3818 close I/104:7")
    (theirs,) = (shift for shift in reckoned(defence).shifts if shift.case == "15.53")
    assert ours.columns > 0 > theirs.columns
    assert ours.text == "the attacker has the larger organization"
    assert theirs.text == "the defender has the larger organization"
