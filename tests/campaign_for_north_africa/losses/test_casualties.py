"""Losses in Close Assault: how many raw points, who bears them, and guns by their vulnerability."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.resolution import exposed
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import full, suggest
from sandtable.games.campaign_for_north_africa.losses.casualties import (
    Losses,
    Part,
    assess,
    exposure,
    extra_percent,
    gun_toll,
    guns_of,
    push_losses_of_standing,
    raw_loss,
    shake,
    sweep,
    take,
)
from sandtable.games.campaign_for_north_africa.order_forms import Points, read_points
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import EVEN, HEX, committed, fight, fought, prompt, toe
from tests.campaign_for_north_africa.combat_segments import options, order, refused, who
from tests.campaign_for_north_africa.positions import asking, where
from tests.playing import Rolls

GUARDS = "C3818 close 2SctGds:6"
REGIMENT = "C3818 close I/125:7, II/125:7, III/125:7"


def counted(state: Campaign, overrun: bool = False) -> dict[str, int]:
    """Raw points of the defenders of C3818 that count for losses, by unit."""
    found: dict[str, int] = {}
    for part in exposed(state, fight(state, "C3818"), overrun):
        if part.counted:
            found[part.unit] = found.get(part.unit, 0) + part.points * part.worth
    return found


def absorbers(state: Campaign, overrun: bool = False) -> set[str]:
    return {part.unit for part in exposed(state, fight(state, "C3818"), overrun)}


# How much


@pytest.mark.case("15.83", "15.77")
def test_the_attacker_rounds_up_the_defender_down_unless_he_is_overrun() -> None:
    assert raw_loss([3510], up=True) == 36 and raw_loss([3510], up=False) == 35
    assert raw_loss([110], up=True) == 2


@pytest.mark.case("15.83")
def test_percentages_are_of_raw_points_and_points_absorb_their_rating() -> None:
    state = committed("I/125, II/125, III/125 C3918", "2SctGds C3818", attack=REGIMENT, defence=GUARDS)
    state, _ = fought(state, *EVEN, 2, 2, 5, 6)  # +5: five percent of 42 for the attacker and of 12 for the defender
    assert "3 raw points" in prompt(state)
    assert refused(state, "axis", "lose I/125:1") == "15.83"
    assert refused(state, "axis", "lose I/125:1, II/125:1, III/125:1") == "15.83"
    assert refused(state, "axis", "lose I/125:8") == "15.83"
    assert refused(state, "axis", "lose I/125:1, I/125:1") == "15.83"
    assert refused(state, "axis", "lose 2SctGds:2") == "15.83"
    assert refused(state, "axis", "yield I/125:2") == "15.83"
    state = order(state, "axis", "lose I/125:1, III/125:1")
    assert toe(state, "I/125") == {"": 6} and toe(state, "2SctGds") == {"": 6}  # 0.6 down is nothing


@pytest.mark.case("15.83")
def test_the_attacker_absorbs_with_his_offensive_and_the_defender_with_his_defensive_rating() -> None:
    state = committed("I/155 C3918", "2SctGds C3818", attack="C3818 close I/155:7", defence=GUARDS)
    assert [(part.worth, part.points) for part in exposed(state, fight(state, "C3818"), False)] == [(2, 6)]
    lost, _ = fought(state, 3, 1, 3, 1, 1, 1, 6, 6)
    assert toe(lost, "I/155")[""] < 7


@pytest.mark.case("15.83", "15.14")
def test_only_committed_points_of_the_attacker_bear_losses() -> None:
    state = committed("I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence=GUARDS)
    state, _ = fought(state, *EVEN, 1, 1, 6, 6)
    assert who(state) == () and toe(state, "I/125") == {"": 5} and toe(state, "II/125") == {"": 7}


@pytest.mark.case("15.83")
def test_losses_are_shared_between_hexes_in_proportion() -> None:
    state = committed("I/125, II/125 C3918, III/125 C3919", "2SctGds C3818", attack=REGIMENT, defence=GUARDS)
    state, _ = fought(state, *EVEN, 1, 1, 6, 6)  # twenty percent of 42: 8.4, so 9
    assert "9 raw points" in prompt(state)
    assert refused(state, "axis", "lose I/125:5") == "15.83"
    assert refused(state, "axis", "lose III/125:3, I/125:2") == "15.83"
    for text in options(state, "axis"):
        assert "III/125:2" in text or "III/125:1" in text
    state = order(state, "axis", "lose I/125:2, II/125:1, III/125:2")
    assert toe(state, "III/125") == {"": 5}


@pytest.mark.case("15.83")
def test_a_hex_that_has_nothing_left_to_give_is_excused() -> None:
    state = committed("I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7")
    parts = [Part("I/125", "", 7, 2, 0), Part("II/125", "", 1, 2, 1)]
    toll = assess(state, parts, {0: 100, 1: 100}, up=True)
    assert toll.need == 16 and suggest(toll) == (Points("I/125", "", 7), Points("II/125", "", 1))


@pytest.mark.case("15.83", "26.25")
def test_what_mines_took_on_the_retreat_cannot_be_lost_again() -> None:
    state = committed("I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7")
    mined = replace(state, units={**state.units, "I/125": replace(state.units["I/125"], toe={"": 1})})
    parts = [Part("I/125", "", 7, 2, 0), Part("II/125", "", 7, 2, 0)]
    toll = assess(mined, parts, {0: 50}, up=False)
    assert toll.quota == 14  # of the strength that stood in the assault
    assert [share.points for share in toll.shares] == [1, 7]
    gone = replace(mined, units={**mined.units, "I/125": replace(mined.units["I/125"], toe={})})
    assert suggest(assess(gone, parts, {0: 50}, up=False)) == (Points("II/125", "", 7),)


# Who of the defenders


@pytest.mark.case("15.12", "13.28")
def test_pinned_units_and_those_who_retreated_here_count_though_they_did_not_defend() -> None:
    units = ("I/125 C3918", "2SctGds, 3CldGds, 1RTR, 4Hus C3818")
    state = committed(*units, attack="C3818 close I/125:7", defence=GUARDS, pinned="1RTR", withdrew="4Hus")
    assert counted(state) == {"2SctGds": 12, "3CldGds": 12, "1RTR": 21, "4Hus": 30}


@pytest.mark.case("15.16", "15.15")
def test_points_withheld_of_a_unit_that_defends_and_infantry_that_could_not_count_as_well() -> None:
    state = committed(
        "I/125 C3918", "2SctGds, 3CldGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:2"
    )
    assert counted(state) == {"2SctGds": 12, "3CldGds": 12}


@pytest.mark.case("15.14", "15.13", "15.83")
def test_withheld_armour_and_guns_count_only_in_an_overrun_but_may_absorb() -> None:
    state = committed(
        "I/125 C3918", "2SctGds, 1RTR, 3RHA, 11RHA C3818", attack="C3818 close I/125:7", defence=GUARDS, back="11RHA"
    )
    assert counted(state) == {"2SctGds": 12}
    assert absorbers(state) == {"2SctGds", "1RTR", "3RHA"}
    assert counted(state, overrun=True) == {"2SctGds": 12, "1RTR": 21, "3RHA": 6, "11RHA": 6}


@pytest.mark.case("15.17")
def test_parenthesised_points_are_not_counted_beside_others_but_may_absorb_a_quarter() -> None:
    state = committed(
        "I/125, II/125, III/125, 2MG, 8MG C3918",
        "2SctGds, 61LAA[Bofors:6] C3818 morale=1",
        defence=GUARDS,
        attack=f"{REGIMENT}, 2MG:9, 8MG:9",
    )
    assert counted(state) == {"2SctGds": 12} and absorbers(state) == {"2SctGds", "61LAA"}
    state, _ = fought(state, *EVEN, 6, 1, 1, 1, 1)  # +14, an Overrun: fifty percent
    state = order(state, "commonwealth", "stand 2SctGds, 61LAA")  # sixty
    assert "8 raw points" in prompt(state)
    assert refused(state, "commonwealth", "lose 61LAA:3, 2SctGds:3") == "15.83"
    state = order(state, "commonwealth", "lose 61LAA:2, 2SctGds:3")
    assert toe(state, "61LAA") == {"Bofors": 4}


@pytest.mark.case("15.18")
def test_parenthesised_units_alone_are_swept_away_by_three_times_their_strength() -> None:
    state = committed(
        "I/125 C3918", "61LAA[Bofors:4] C3818 morale=1", attack="C3818 close I/125:7", defence="C3818 close 61LAA:4"
    )
    state, events = fought(state, *EVEN, 1, 1, 1, 2, 1)  # +3: both lose twenty percent
    assert [event.facts["percent"] for event in events if event.kind == "result"] == [20, 20]
    assert toe(state, "I/125") == {"": 7}
    assert toe(state, "61LAA") == {} and state.captured["axis"] == {"Bofors": 4}


@pytest.mark.case("15.18")
def test_against_less_they_hold_out_as_others_do() -> None:
    state = committed(
        "I/125 C3918", "61LAA[Bofors:6] C3818 morale=1", attack="C3818 close I/125:7", defence="C3818 close 61LAA:6"
    )
    state, _ = fought(state, *EVEN, 1, 2, 2, 1)  # +2: twenty percent of 14 for three of six
    assert toe(state, "I/125") == {"": 5} and toe(state, "61LAA") == {"Bofors": 6}


@pytest.mark.case("15.54")
def test_the_attacker_of_guns_without_a_rating_loses_nothing() -> None:
    state = committed("I/125 C3918", "3Fld[5.5inGun:6] C3818", attack="C3818 close I/125:7")
    state, events = fought(state, *EVEN, 1, 1, 6, 6)
    assert next(event.facts["percent"] for event in events if event.kind == "result") == 20
    assert toe(state, "I/125") == {"": 7}


# Guns


@pytest.mark.case("15.84", "11.12", "11.38")
def test_forward_guns_lose_half_as_many_vulnerability_points_and_one_at_least() -> None:
    state = committed("I/125 C3918", "2SctGds, 3RHA C3818 morale=1", attack="C3818 close I/125:7", defence=GUARDS)
    guns = guns_of(state, ("2SctGds", "3RHA"), overrun=False)
    assert guns == (("3RHA", "2pdr", 6),)
    assert [gun_toll(state, guns, raw, ()).quota for raw in (1, 2, 3, 10)] == [1, 1, 2, 5]
    state, _ = fought(state, *EVEN, 6, 1, 1, 1, 1)  # twenty percent of 12 is two raw points, one of vulnerability
    state = order(state, "commonwealth", "lose 2SctGds:1")
    assert toe(state, "2SctGds") == {"": 5} and toe(state, "3RHA") == {"2pdr": 5}


@pytest.mark.case("15.13", "15.84", "12.17")
def test_guns_that_stand_back_are_safe_unless_overrun() -> None:
    state = committed("I/125 C3918", "2SctGds, 11RHA C3818", attack="C3818 close I/125:7", defence=GUARDS, back="11RHA")
    assert guns_of(state, ("2SctGds", "11RHA"), overrun=False) == ()
    assert guns_of(state, ("2SctGds", "11RHA"), overrun=True) == (("11RHA", "25pdr", 6),)


@pytest.mark.case("15.84", "15.77")
def test_in_an_overrun_back_guns_bear_both_kinds_of_losses() -> None:
    state = committed(
        "I/125, II/125, III/125, 2MG, 8MG C3918",
        "2SctGds, 11RHA C3818 morale=1",
        defence=GUARDS,
        attack=f"{REGIMENT}, 2MG:9, 8MG:9",
        back="11RHA",
    )
    state, _ = fought(state, *EVEN, 6, 1, 5, 6)  # +14: fifteen percent of 18 is 2.7, rounded up, and a retreat
    state = order(state, "commonwealth", "retreat 2SctGds, 11RHA C3818-C3718")
    assert "3 raw points" in prompt(state)
    state = order(state, "commonwealth", "lose 2SctGds:1, 11RHA:1")
    assert toe(state, "11RHA") == {"25pdr": 4}  # one of them for two points of vulnerability


@pytest.mark.case("12.18", "15.13")
def test_artillery_in_an_offensive_assault_is_twice_as_vulnerable() -> None:
    state = committed("I/220Art C3918", "2SctGds C3818", attack="C3818 close I/220Art:6", defence=GUARDS)
    assert exposure(state, "I/220Art", "10.5K18", assaulting=True) == 5
    assert exposure(state, "I/220Art", "10.5K18", assaulting=False) == 9


@pytest.mark.case("12.19", "14.14")
def test_artillery_that_fires_at_armour_has_a_vulnerability_of_two_and_anti_tank_guns_keep_theirs() -> None:
    state = committed(
        "VIII(M) C3918", "11RHA, 3RHA C3818", attack="C3818 anti VIII(M):7", defence="C3818 anti 11RHA:3, 3RHA:6"
    )
    assert exposure(state, "11RHA", "25pdr", assaulting=False) == 2
    assert exposure(state, "3RHA", "2pdr", assaulting=False) == 2
    assert exposure(committed("33PzJg C3918", attack="none"), "33PzJg", "3.7Pak", assaulting=True) == 1
    firing = committed("33PzJg[3.7Pak:3] C3918", "6RTR C3818", attack="C3818 anti 33PzJg:3", defence="none")
    assert exposure(firing, "33PzJg", "3.7Pak", assaulting=False) == 1


@pytest.mark.case("12.0", "12.18", "12.19")
def test_field_guns_in_an_anti_tank_regiment_are_artillery_all_the_same() -> None:
    """Whatever has a Barrage Rating is meant."""
    state = committed(
        "VIII(M) C3918", "73AT[18pdr:6] C3818", attack="C3818 anti VIII(M):7", defence="C3818 anti 73AT:6"
    )
    assert exposure(state, "73AT", "18pdr", assaulting=False) == 2
    quiet = committed("VIII(M) C3918", "73AT[18pdr:6] C3818", attack="none")
    assert exposure(quiet, "73AT", "18pdr", assaulting=False) == 4
    assert exposure(quiet, "73AT", "18pdr", assaulting=True) == 2


@pytest.mark.case("15.84", "3.4")
def test_flak_and_emplaced_guns_have_no_vulnerability() -> None:
    state = committed("606Flak C3918", "2SctGds C3818", attack="none")
    assert exposure(state, "606Flak", "88mm", assaulting=False) == 0
    emplaced = [(name, weapon) for name, unit in counters().items() if unit.emplaced for weapon, _ in unit.toe]
    assert emplaced and all(exposure(state, name, weapon, assaulting=False) == 0 for name, weapon in emplaced)


@pytest.mark.case("15.84", "12.17")
def test_forward_guns_of_the_attacking_hex_are_lost_though_they_took_no_part() -> None:
    state = committed("I/125, I/220Art C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence=GUARDS)
    state, _ = fought(state, *EVEN, 1, 1, 6, 6)
    assert toe(state, "I/220Art") == {"10.5K18": 5}


# Disorganization


@pytest.mark.case("15.87", "6.21")
def test_losses_of_thirty_percent_disorganise_all_who_were_in_it() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds[3], 3CldGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:3",
        pinned="3CldGds",
    )
    state, _ = fought(state, *EVEN, 1, 1, 1, 1, 6)
    while who(state):
        state = order(state, who(state)[0], options(state, who(state)[0])[0])
    lost = 9 - sum(toe(state, "2SctGds").values()) - sum(toe(state, "3CldGds").values())
    assert lost * 10 >= 3 * 3
    assert state.units["2SctGds"].cohesion == state.units["3CldGds"].cohesion == -3
    assert state.units["I/125"].cohesion == 0  # two of seven


@pytest.mark.case("15.87", "14.26")
def test_less_than_thirty_percent_does_not() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence=GUARDS)
    state, _ = fought(state, *EVEN, 6, 1, 1, 1, 1)
    assert toe(state, "2SctGds") == {"": 5} and state.units["2SctGds"].cohesion == 0


# Who is gone


@pytest.mark.case("15.83", "3.34")
def test_a_unit_without_points_is_eliminated_and_a_headquarters_stays() -> None:
    state = committed(
        "104Sch C3918, I/104>104Sch, II/104[1]>104Sch",
        "2SctGds C3818",
        defence=GUARDS,
        attack="C3818 close II/104:1, 104Sch:1",
    )
    draft = Draft(state, Rolls())
    take(draft, "axis", (HEX("C3818"),), (Points("II/104", "", 1), Points("104Sch", "7.5IG18", 1)))
    sweep(draft, ("II/104", "104Sch"))
    assert where(draft.state, "II/104") == "eliminated" and where(draft.state, "104Sch") == "C3918"
    assert [force.unit for force in draft.state.segment.forces] == ["2SctGds"]


@pytest.mark.case("3.62")
def test_the_enemy_does_not_hear_who_lost_what() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence=GUARDS)
    _, events = fought(state, *EVEN, 1, 1, 6, 6)
    (lost,) = [event for event in events if event.kind == "lost"]
    assert lost.heard_by("axis") and not lost.heard_by("commonwealth")


@pytest.mark.case("15.87", "6.21")
def test_three_points_of_ten_are_thirty_percent() -> None:
    state = committed("I/125, II/125 C3918", "2SctGds C3818", attack="none")
    for lost, sent, cohesion in ((3, 10, -3), (2, 7, 0), (0, 0, 0), (10, 10, -3)):
        draft = Draft(state, Rolls())
        shake(draft, "axis", ("I/125",), lost, sent)
        assert (draft.state.units["I/125"].cohesion, draft.state.units["II/125"].cohesion) == (cohesion, 0), lost


@pytest.mark.case("15.82", "15.29")
def test_who_stands_loses_ten_percent_for_every_hex_and_nobody_else_does() -> None:
    state = committed("I/125 C3918", "2SctGds, 3CldGds C3818", attack="none")
    assert [extra_percent(state, name, {"2SctGds": 3}) for name in ("2SctGds", "3CldGds")] == [30, 0]
    draft = Draft(state, Rolls())
    push_losses_of_standing(draft, "commonwealth", (HEX("C3818"),), ("2SctGds", "3CldGds"), [("2SctGds", 3)])
    frame = draft.top
    assert isinstance(frame, Losses) and frame.toll.quota == 3  # thirty percent of twelve raw points, rounded down
    assert [share.unit for share in frame.toll.shares] == ["2SctGds"]
    nobody = Draft(state, Rolls())
    push_losses_of_standing(nobody, "commonwealth", (HEX("C3818"),), ("3CldGds",), [("2SctGds", 3)])
    assert nobody.state.stack == state.stack


@pytest.mark.case("3.34", "32.56")
def test_who_is_gone_is_not_removed_again_and_engineers_without_points_stay() -> None:
    state = committed("I/125[], 16Eng[], II/125 C3918 motors=3", "2SctGds C3818", attack="none")
    draft = Draft(state, Rolls())
    for _ in range(2):
        sweep(draft, ("I/125", "II/125", "16Eng"))
    assert [event.facts["unit"] for event in draft.events] == ["I/125"]
    assert [where(draft.state, name) for name in ("II/125", "16Eng")] == ["C3918"] * 2


@pytest.mark.case("15.83", "15.84", "15.85", "15.86")
def test_without_a_loss_of_raw_points_guns_lose_nothing_and_nobody_is_captured() -> None:
    state = committed("I/125 C3918", "2SctGds, 3RHA C3818", attack="C3818 close I/125:7", defence=GUARDS)
    guns = guns_of(state, ("2SctGds", "3RHA"), overrun=False)
    nothing = Losses("commonwealth", (HEX("C3818"),), assess(state, [], {}, up=False), guns, (), 50)
    after = frames.begin(asking(state, nothing), Rolls())[0]
    assert toe(after, "3RHA") == {"2pdr": 6} and after.prisoners == {} and after.captured == {}


# To the point


@pytest.mark.case("14.26", "15.29")
@pytest.mark.parametrize(
    ("lost", "left"),
    [
        ("3RHA:1", {("anti_armour", "3RHA"): 3, ("close_assault", "3RHA"): 2, ("close_assault", "2SctGds"): 6}),
        ("3RHA:4", {("close_assault", "3RHA"): 2, ("close_assault", "2SctGds"): 6}),  # those at the guns go first
        ("3RHA:5", {("close_assault", "3RHA"): 1, ("close_assault", "2SctGds"): 6}),
        ("3RHA:6", {("close_assault", "3RHA"): 0, ("close_assault", "2SctGds"): 6}),  # it was part of the defence
        ("2SctGds:6", {("anti_armour", "3RHA"): 4, ("close_assault", "3RHA"): 2, ("close_assault", "2SctGds"): 0}),
    ],
)
def test_points_that_are_lost_are_committed_no_longer(lost: str, left: dict[tuple[str, str], int]) -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds, 3RHA C3818",
        attack="C3818 close I/125:7",
        defence="C3818 anti 3RHA:4; C3818 close 3RHA:2, 2SctGds:6",
    )
    draft = Draft(state, Rolls())
    take(draft, "commonwealth", (HEX("C3818"),), full(state, read_points(lost, "")))
    forces = {(force.role, force.unit): force.points for force in draft.state.segment.forces}
    assert forces == left | {("close_assault", "I/125"): 7}


@pytest.mark.case("14.26", "15.29")
@pytest.mark.parametrize(
    ("lost", "there", "elsewhere"), [(1, 2, 4), (3, None, 4), (4, None, 3), (6, None, 1), (7, None, None)]
)
def test_an_attacker_loses_points_of_that_assault_first_and_then_those_he_has_elsewhere(
    lost: int, there: int | None, elsewhere: int | None
) -> None:
    units = ("I/125 C3918", "2SctGds C3818, 3CldGds C3919")
    state = committed(*units, attack="C3919 close I/125:4; C3818 close I/125:3")
    draft = Draft(state, Rolls())
    take(draft, "axis", (HEX("C3818"),), (Points("I/125", "", lost),))
    forces = {force.at: force.points for force in draft.state.segment.forces}
    assert (forces.get(HEX("C3818")), forces.get(HEX("C3919"))) == (there, elsewhere)


@pytest.mark.case("14.26")
def test_points_that_were_kept_back_are_lost_without_weakening_the_attack() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:5", defence=GUARDS)
    for lost, left in ((2, 5), (3, 4)):
        draft = Draft(state, Rolls())
        take(draft, "axis", (HEX("C3818"),), (Points("I/125", "", lost),))
        assert [force.points for force in draft.state.segment.forces] == [left, 6]
    alone = Draft(committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7"), Rolls())
    take(alone, "axis", (HEX("C3818"),), (Points("I/125", "", 1),))
    assert [force.points for force in alone.state.segment.forces] == [6]


@pytest.mark.case("3.34", "32.56", "3.62")
def test_the_enemy_sees_a_counter_disappear_but_not_a_unit_that_is_attached() -> None:
    state = committed("104Sch C3918, I/104[]>104Sch, II/104[] C3918", "2SctGds C3818", attack="none")
    draft = Draft(state, Rolls())
    sweep(draft, ("I/104", "II/104"))
    heard = {event.facts["unit"]: event.heard_by("commonwealth") for event in draft.events}
    assert heard == {"I/104": False, "II/104": True}


@pytest.mark.case("15.83", "15.17", "26.25")
def test_the_loss_of_a_hex_is_exact_and_a_quarter_of_it_is_for_those_in_parentheses() -> None:
    state = committed("I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7")
    parts = [Part("I/125", "", 5, 2, 0), Part("II/125", "", 7, 0, 0)]
    for percent, up, quota, limit in (
        (10, True, 1, 0),
        (11, True, 2, 0),
        (19, False, 1, 0),
        (70, False, 7, 1),
        (80, True, 8, 2),
        (200, True, 10, 2),  # no more than all
    ):
        toll = assess(state, parts, {0: percent}, up=up)
        assert (toll.quota, toll.limit, toll.parts) == (quota, limit, ()), percent
        assert [share.unit for share in toll.shares] == ["I/125"]  # the others absorb nothing
    shared = assess(state, [parts[0], Part("II/125", "", 7, 2, 4)], {0: 10, 4: 20}, up=True)
    assert shared.parts == (100, 280) and shared.quota == 4


@pytest.mark.case("15.82", "15.29")
def test_who_is_gone_loses_nothing_for_standing() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="none")  # 3CldGds are not in play
    draft = Draft(state, Rolls())
    names = ("2SctGds", "3CldGds")
    push_losses_of_standing(draft, "commonwealth", (HEX("C3818"),), names, [(name, 3) for name in names])
    frame = draft.top
    assert isinstance(frame, Losses) and [share.unit for share in frame.toll.shares] == ["2SctGds"]


@pytest.mark.case("15.84", "12.18", "12.0")
def test_guns_that_assault_are_easier_to_destroy_than_those_beside_them() -> None:
    state = committed("I/220Art, II/220Art C3918", "2SctGds C3818", attack="C3818 close I/220Art:6", defence=GUARDS)
    guns = guns_of(state, ("I/220Art", "II/220Art"), overrun=False)
    worths = {share.unit: share.worth for share in gun_toll(state, guns, 10, ("I/220Art",)).shares}
    assert worths == {"I/220Art": 5, "II/220Art": 7}


@pytest.mark.case("12.18", "12.19", "14.14", "15.84")
def test_only_artillery_changes_its_vulnerability_and_only_that_which_fires_itself() -> None:
    state = committed("VIII(M) C3918", "11RHA, 3RHA C3818", attack="C3818 anti VIII(M):7", defence="C3818 anti 3RHA:6")
    assert exposure(state, "3RHA", "2pdr", assaulting=True) == 2
    assert exposure(state, "11RHA", "25pdr", assaulting=False) == 6
    beside = committed("VIII(M) C3918", "11RHA C3818", attack="C3818 anti VIII(M):7", defence="C3818 close 11RHA:6")
    assert exposure(beside, "11RHA", "25pdr", assaulting=False) == 6  # its own points must be at it


@pytest.mark.case("15.83", "15.84", "15.85", "3.34", "32.56")
def test_guns_that_went_as_raw_points_are_not_lost_again_and_their_unit_is_gone() -> None:
    state = committed("I/125 C3918", "3RHA[2pdr:1] C3818", attack="C3818 close I/125:7", defence="C3818 close 3RHA:1")
    toll = assess(state, [Part("3RHA", "2pdr", 1, 1, 0)], {0: 100}, up=False)
    losses = Losses("commonwealth", (HEX("C3818"),), toll, (("3RHA", "2pdr", 1),))
    after = frames.begin(asking(state, losses), Rolls())[0]
    assert where(after, "3RHA") == "eliminated" and after.captured == {}


@pytest.mark.case("15.87", "6.21")
def test_who_is_gone_is_not_disorganised() -> None:
    draft = Draft(committed("I/125 C3918", "2SctGds C3818", attack="none"), Rolls())
    shake(draft, "axis", ("I/125", "II/125"), 3, 10)  # II/125 is not in play
    assert (draft.state.units["I/125"].cohesion, draft.state.units["II/125"].cohesion) == (-3, 0)
