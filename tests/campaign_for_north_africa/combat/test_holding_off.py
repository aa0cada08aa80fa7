"""Who must attack, how a hex is held off, and what becomes of those who can do neither."""

from __future__ import annotations

import pytest

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat import obligations
from sandtable.games.campaign_for_north_africa.combat.obligations import (
    battalions_to_hold_off,
    fail_probe,
    find_unmet,
    holds_off,
    is_barred,
    must_fight,
    obliging,
)
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, COMMITMENT, order, refused, scene
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of

AT, FRONT = board().hex("C3818"), board().hex("C3918")
STRONG = "1RNF, 2SctGds, 1Buffs C3818"  # exerts a zone: 18 + 12 + 12 raw points
AXIS = "I/104, II/104 C3918"


@pytest.mark.case("10.3", "10.31")
def test_a_hex_whose_zone_lies_on_phasing_combat_units_must_be_attacked() -> None:
    assert obliging(position(AXIS, STRONG, phasing="axis")) == {AT: (FRONT,)}
    assert obliging(position(AXIS, STRONG, phasing="commonwealth")) == {FRONT: (AT,)}


@pytest.mark.case("10.31", "10.11", "10.15")
def test_a_neighbour_without_a_zone_need_not_be_attacked() -> None:
    assert obliging(position(AXIS, "1RNF C3818", phasing="axis")) == {}
    assert obliging(position(AXIS, "1RNF[1], 2SctGds[1] C3818", phasing="axis")) == {}


@pytest.mark.case("10.32")
def test_guns_by_themselves_and_pinned_units_are_excused() -> None:
    assert obliging(position("I/220Art, 39PzJg C3918", STRONG, phasing="axis")) == {}
    pinned = Segment(pinned=("I/104", "II/104"))
    assert obliging(position(AXIS, STRONG, phasing="axis", segment=pinned)) == {}
    one = Segment(pinned=("I/104",))
    assert obliging(position(AXIS, STRONG, phasing="axis", segment=one)) == {AT: (FRONT,)}


@pytest.mark.case("10.34")
def test_battalions_count_and_guns_and_companies_do_not() -> None:
    state = position("I/104 C3918", "1Spt+ C3818", phasing="axis")
    assert battalions_to_hold_off(state, AT) == 2  # infantry and armoured cars; neither anti-tank guns nor field guns
    company = position("I/104 C3918", "Kopnski, 1FrMar, 1RNF C3818", phasing="axis")
    assert battalions_to_hold_off(company, AT) == 1


@pytest.mark.case("10.34")
def test_eleven_battalions_need_eleven_actual_points() -> None:
    """holding-off"""
    names = "1RNF, 2SctGds, 1Buffs, 3CldGds, 1Hamp, 1SoStff, 2KRRC, 1THRf, 1Ranger, 6RTR, 2RTR, 11RHA, 3RHA C3818"
    state = position("I/104 C3918", names, phasing="axis")
    assert battalions_to_hold_off(state, AT) == 11
    assert holds_off(state, AT, 11) and not holds_off(state, AT, 10)


@pytest.mark.case("10.33", "10.34", "12.0", "12.23")
def test_a_barrage_that_is_strong_enough_holds_a_hex_off() -> None:
    def after(points: str) -> Campaign:
        state = scene(AXIS + ", I/220Art C3918", STRONG, step=BARRAGE)
        return order(state, "axis", f"barrage C3818 infantry 1 with {points}", (1, 1))

    assert after("I/220Art:3").segment.held_off == (AT,)  # 27 raw points, 3 actual, against three battalions
    assert after("I/220Art:2").segment.held_off == ()


@pytest.mark.case("10.33", "10.34")
def test_points_at_several_targets_of_the_hex_are_added() -> None:
    state = scene(AXIS + ", I/220Art C3918", STRONG, step=BARRAGE)
    text = "barrage C3818 infantry 1 with I/220Art:2; C3818 infantry 2 with I/220Art:1"
    state = order(state, "axis", text, (1, 1, 1, 1))
    assert state.segment.held_off == (AT,)


@pytest.mark.case("10.33")
def test_fire_at_a_dump_or_by_the_other_side_holds_nothing_off() -> None:
    state = scene(AXIS + ", I/220Art C3918", STRONG + ", 11RHA C3818", step=BARRAGE)
    state = order(state, "commonwealth", "barrage C3918 infantry 1 with 11RHA:6")
    state = order(state, "axis", "barrage C3818 dump 1 with I/220Art:6", (1, 1, 1, 1))
    assert state.segment.held_off == ()


@pytest.mark.case("10.31", "10.35")
def test_a_hex_that_is_not_held_off_must_be_assaulted() -> None:
    state = scene(AXIS, STRONG, step=COMMITMENT)
    assert refused(state, "axis", "commit none") == "10.31"
    held = scene(AXIS, STRONG, step=COMMITMENT, segment=Segment(held_off=(AT,)))
    assert order(held, "axis", "commit none") != held


@pytest.mark.case("10.35", "10.31", "10.36")
def test_any_assault_will_do_but_anti_armour_fire_will_not() -> None:
    state = scene(AXIS + ", 39PzJg C3918", STRONG, step=COMMITMENT)
    assert refused(state, "axis", "commit C3818 anti 39PzJg:3.7Pak:5") == "10.31"
    assert order(state, "axis", "commit C3818 close I/104:1") != state


@pytest.mark.case("10.33", "10.35")
def test_one_of_two_hexes_is_held_off_and_the_other_assaulted() -> None:
    both = "1RNF, 2SctGds, 1Buffs C3818, 3CldGds, 1Hamp, 1SoStff C3817"
    state = scene(AXIS, both, step=COMMITMENT, segment=Segment(held_off=(AT,)))
    assert refused(state, "axis", "commit C3818 close I/104:7") == "10.31"
    assert order(state, "axis", "commit C3817 close I/104:7") != state


@pytest.mark.case("10.36", "32.21")
def test_without_ammunition_nobody_can_be_made_to_assault_but_they_must_give_way() -> None:
    state = position(AXIS, STRONG, phasing="axis", supply={})
    assert find_unmet(state, ()) == ((FRONT, AT, 3),)
    assert find_unmet(state, (AT,)) == ()


@pytest.mark.case("15.34", "10.36")
def test_motorised_units_that_the_ground_keeps_from_assaulting_give_way_one_hex() -> None:
    below, above = board().hex("A5533"), board().hex("A5433")
    tanks = position("I/5Pz, II/5Pz A5533", "1RNF, 2SctGds A5433", phasing="axis")
    assert is_barred(tanks, "I/5Pz", below, above) and not is_barred(tanks, "I/5Pz", above, below)
    foot = position("I/35 A5533", "1RNF, 2SctGds A5433", phasing="axis")
    assert not is_barred(foot, "I/35", below, above)
    marsh, beside = board().hex("B4517"), board().hex("B4417")
    assert is_barred(position("I/5Pz B4417", phasing="axis"), "I/5Pz", beside, marsh)
    state = position("I/5Pz, II/5Pz B4417", "1RNF, 2SctGds, 1Buffs B4517", phasing="axis")
    assert find_unmet(state, ()) == ((beside, marsh, 1),)


@pytest.mark.case("10.31", "10.36")
def test_a_probe_that_was_too_weak_is_no_attack() -> None:
    draft = draft_of(position(AXIS, STRONG, phasing="axis"))
    fail_probe(draft, AT)
    assert draft.state.segment.unmet == ((FRONT, AT, 3),)


@pytest.mark.case("10.36")
def test_who_could_do_neither_retreats_three_hexes_and_is_disorganised(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[int, int]] = []
    monkeypatch.setattr(obligations, "_retreat", lambda draft, at, hexes, enemy: called.append((at, hexes)))
    draft: Draft[Campaign] = draft_of(position(AXIS, STRONG, phasing="axis", segment=Segment(unmet=((FRONT, AT, 3),))))
    obligations.open_unmet(draft)
    assert called == [(FRONT, 3)]
    assert draft.state.units["I/104"].cohesion == -3 and draft.state.units["1RNF"].cohesion == 0


@pytest.mark.case("10.36", "15.34")
def test_nobody_gives_way_to_an_enemy_who_is_gone_or_has_no_zone_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(obligations, "_retreat", lambda draft, at, hexes, enemy: called.append(at))
    for units in ((AXIS,), (AXIS, "1RNF C3818")):
        draft = draft_of(position(*units, phasing="axis", segment=Segment(unmet=((FRONT, AT, 3),))))
        obligations.open_unmet(draft)
    assert called == []


# To the point


@pytest.mark.case("6.26", "10.32")
def test_who_must_fight() -> None:
    units = "104Sch[] C3918, I/104 C3918, 190PzJg C3918, II/104 C3918 cohesion=-26, I/125 C3918 cohesion=-25"
    state = position(units, phasing="axis", segment=Segment(pinned=("III/125",)))
    names = ("104Sch", "I/104", "190PzJg", "II/104", "I/125")
    assert [must_fight(state, name) for name in names] == [False, True, False, False, True]
    assert not must_fight(state, "III/125")


@pytest.mark.case("10.36")
@pytest.mark.parametrize(
    ("unmet", "told"),
    [
        (((FRONT, AT, 1),), [(FRONT, 1, AT)]),
        (((FRONT, AT, 1), (FRONT, AT, 3)), [(FRONT, 3, AT)]),  # the farthest
        (((FRONT, AT, 3), (FRONT, AT, 1)), [(FRONT, 3, AT)]),
        (((FRONT, AT, 3), (FRONT, board().hex("C3919"), 3)), [(FRONT, 3, AT)]),  # from the first of them
        (((FRONT, board().hex("C3919"), 3), (FRONT, AT, 3)), [(FRONT, 3, board().hex("C3919"))]),
    ],
)
def test_of_several_duties_unmet_the_longest_way_is_gone(
    unmet: tuple[tuple[int, int, int], ...], told: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[int, int, int]] = []
    monkeypatch.setattr(obligations, "_retreat", lambda draft, at, hexes, enemy: called.append((at, hexes, enemy)))
    units = (AXIS, STRONG, "1KRRC, 2KRRC, 2RflBde C3919")
    obligations.open_unmet(draft_of(position(*units, phasing="axis", segment=Segment(unmet=unmet))))
    assert called == told


@pytest.mark.case("10.36")
def test_nobody_gives_way_to_friends_who_have_taken_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(obligations, "_retreat", lambda draft, at, hexes, enemy: called.append(at))
    segment = Segment(unmet=((FRONT, AT, 3),))
    obligations.open_unmet(draft_of(position(AXIS, "125PzGr+ C3818", phasing="axis", segment=segment)))
    assert called == []
