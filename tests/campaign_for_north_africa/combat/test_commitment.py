"""Force assignment: who may be committed to what, who must be, and what makes a Probe."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import veiled
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat import commitment
from sandtable.games.campaign_for_north_africa.combat.commitment import has_role, probes_of
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.suggested_commitments import demanded, suggestions
from sandtable.games.campaign_for_north_africa.contents import Commitment, Replacement, Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import (
    COMMITMENT,
    end_after,
    kinds,
    options,
    order,
    ordered,
    refused,
    scene,
)
from tests.campaign_for_north_africa.positions import position

AT, FRONT = board().hex("C3818"), board().hex("C3918")
AXIS = "I/104, II/104, I/5Pz[PzIIIH:8], 39PzJg, I/220Art C3918"
ALLIES = "1RNF, 2SctGds, 6RTR, 3RHA, 11RHA C3818"


def assigning(*units: str, segment: Segment | None = None, **fields: Any) -> Campaign:
    state = scene(*units, step=COMMITMENT, segment=segment, **fields)
    assert isinstance(state.stack[-1], ForceAssignment)
    return state


@pytest.fixture(autouse=True)
def _stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing after the assignment belongs to these tests."""
    end_after(COMMITMENT, monkeypatch)


def both(state: Campaign, attack: str, defence: str) -> Campaign:
    return order(order(state, "axis", f"commit {attack}"), "commonwealth", f"commit {defence}")


# Who may


@pytest.mark.case("15.21", "15.24", "15.11")
@pytest.mark.parametrize(
    "text, case",
    [
        ("C3719 close I/104:7", "15.21"),
        ("C3818 close 1RNF:3", "15.16"),
        ("C3818 close I/104:8", "14.26"),
        ("C3818 close I/104:0", "15.16"),
        ("C3818 anti I/220Art:10.5leFH18:6", "15.16"),
        ("X1 close I/104:7", "15.21"),
    ],
)
def test_an_attack_is_made_by_points_that_exist_on_a_hex_next_to_them(text: str, case: str) -> None:
    assert refused(assigning(AXIS, ALLIES), "axis", f"commit {text}") == case


@pytest.mark.case("20.42")
def test_replacement_points_do_not_attack() -> None:
    state = assigning("GE-Tank7[PzIIIH:8], I/104 C3918", ALLIES)
    for role in ("close", "anti"):
        assert refused(state, "axis", f"commit C3818 {role} GE-Tank7:8") == "20.42"
    assert order(state, "axis", "commit C3818 close I/104:7") != state


@pytest.mark.case("14.26", "15.16", "11.0")
def test_a_unit_is_split_between_roles_but_a_point_is_not() -> None:
    state = assigning(AXIS, ALLIES)
    twice = "commit C3818 close I/5Pz:5; C3818 anti I/5Pz:4"
    assert refused(state, "axis", twice) == "14.26"
    state = both(state, "C3818 close I/5Pz:3, I/104:7; C3818 anti I/5Pz:5", "C3818 close 1RNF:3")
    assert Commitment(AT, "close_assault", "I/5Pz", "PzIIIH", 3) in state.segment.forces
    assert Commitment(AT, "anti_armour", "I/5Pz", "PzIIIH", 5) in state.segment.forces


@pytest.mark.case("12.44", "12.16", "13.28", "6.26", "14.13", "15.12", "15.13")
def test_who_may_not_be_committed() -> None:
    segment = Segment(pinned=("1RNF",), withdrew=("2SctGds",), back=("11RHA",))
    state = assigning(AXIS, ALLIES + ", 1Buffs C3818 cohesion=-26", segment=segment)
    for text, case in (
        ("close 1RNF:3", "12.44"),
        ("close 2SctGds:6", "13.28"),
        ("anti 11RHA:6", "12.16"),
        ("close 1Buffs:6", "6.26"),
    ):
        assert refused(state, "commonwealth", f"commit C3818 {text}") == case
    assert order(state, "commonwealth", "commit C3818 anti 3RHA:6") != state


@pytest.mark.case("12.18", "14.11", "15.13", "11.13", "11.15", "20.42")
def test_forward_guns_take_part_with_the_ratings_they_have() -> None:
    state = assigning(AXIS, ALLIES)
    assert order(state, "axis", "commit C3818 close I/220Art:3, I/104:7; C3818 anti I/220Art:3") != state
    none = assigning("I/125 C3918", "1RNF C3818")
    assert refused(none, "axis", "commit C3818 anti I/125:7") == "14.11"


@pytest.mark.case("15.17", "3.4", "14.15", "15.21")
def test_parenthesised_ratings_serve_only_in_a_hex_without_others() -> None:
    state = assigning("Ariete, VII(M) C3918", "1RNF C3818")
    assert refused(state, "axis", "commit C3818 close Ariete:1") == "15.21"
    state = assigning("I/104 C3918", "7Arm C3818")
    assert order(state, "commonwealth", "commit C3818 close 7Arm:1") != state
    crowded = assigning("I/104 C3918", "7Arm, 1RNF C3818")
    assert refused(crowded, "commonwealth", "commit C3818 close 7Arm:1") == "15.17"


@pytest.mark.case("15.34", "14.34", "14.12", "15.21")
def test_motorised_units_do_not_assault_up_an_escarpment() -> None:
    supply = {"AX-S1": ("A5533", 40, 0)}
    state = assigning("I/5Pz, I/35 A5533", "1RNF A5433", supply=supply)
    assert refused(state, "axis", "commit A5433 close I/5Pz:PzIIIH:7") == "15.34"
    assert refused(state, "axis", "commit A5433 anti I/5Pz:PzIIIH:7") == "14.34"
    assert order(state, "axis", "commit A5433 close I/35:7") != state


@pytest.mark.case("15.34", "8.44", "8.37")
def test_motorised_units_fight_neither_into_a_salt_marsh_nor_out_of_it() -> None:
    supply = {"AX-S1": ("A3928", 40, 0)}
    state = assigning("I/5Pz, I/35 A3928", "1RNF A3827", supply=supply)
    assert refused(state, "axis", "commit A3827 close I/5Pz:PzIIIH:7") == "15.34"
    assert order(state, "axis", "commit A3827 close I/35:7") != state
    out = assigning("I/5Pz, I/35 A3827", "1RNF A3928", supply={"AX-S1": ("A3827", 40, 0)})
    assert refused(out, "axis", "commit A3928 close I/5Pz:PzIIIH:7") == "15.34"
    assert order(out, "axis", "commit A3928 close I/35:7") != out


@pytest.mark.case("15.16", "14.27", "18.23", "8.17")
def test_the_points_of_a_unit_may_go_into_several_hexes() -> None:
    state = assigning("I/104 C3818", "1RNF C3918", "1Buffs C3718", supply={"AX-S1": ("C3818", 40, 0)})
    assert order(state, "axis", "commit C3918 close I/104:4; C3718 close I/104:3") != state
    assert refused(state, "axis", "commit C3918 close I/104:4; C3718 close I/104:4") == "14.26"


@pytest.mark.case("15.24", "15.23", "11.34", "15.22")
def test_units_from_several_hexes_assault_one_hex_together() -> None:
    state = assigning("I/104 C3918, I/125 C3919", "1RNF C3818")
    state = both(state, "C3818 close I/104:7, I/125:7", "C3818 close 1RNF:3")
    assert {force.unit for force in state.segment.forces if force.at == AT} == {"I/104", "I/125", "1RNF"}


@pytest.mark.case("15.14")
def test_a_defender_is_committed_to_the_hex_he_stands_in() -> None:
    state = assigning("I/104 C3918", "1RNF C3818, 2SctGds C3718")
    assert refused(state, "commonwealth", "commit C3918 close 1RNF:3") == "15.14"
    assert refused(state, "commonwealth", "commit C3718 close 2SctGds:6") == "15.14"


@pytest.mark.case("15.15", "32.21", "32.22")
def test_each_battalion_takes_ammunition_twice_as_much_for_the_attacker() -> None:
    supply = {"AX-S1": ("C3918", 3, 0), "CW-S1": ("C3818", 9, 0)}
    state = assigning("I/104, II/104 C3918", "1RNF, 2SctGds C3818", supply=supply)
    assert refused(state, "axis", "commit C3818 close I/104:7, II/104:7") == "32.21"
    state = both(state, "C3818 close I/104:7", "C3818 close 1RNF:3, 2SctGds:6")
    assert state.supply["AX-S1"].ammo == 1 and state.supply["CW-S1"].ammo == 7


@pytest.mark.case("15.15", "32.22", "15.22")
def test_the_defence_of_a_hex_that_is_not_attacked_takes_nothing() -> None:
    state = assigning("I/104 C3918, I/125 C3817", "1RNF C3818, 2SctGds C3719", "1Buffs C3717")
    state = both(state, "C3818 close I/104:7", "C3818 close 1RNF:3; C3717 close 1Buffs:6")
    assert state.supply["CW-S1"].ammo == 39
    assert not any(force.unit == "1Buffs" for force in state.segment.forces)


@pytest.mark.case("15.15")
def test_when_ammunition_does_not_last_for_every_hex_the_last_named_go_without() -> None:
    state = assigning(
        "I/104, II/104 C3818", "1RNF C3918, 2SctGds C3919", supply={"AX-S1": ("C3818", 40, 0), "CW-S1": ("C3918", 1, 0)}
    )
    state, events = ordered(
        order(state, "axis", "commit C3918 close I/104:7; C3919 close II/104:7"),
        "commonwealth",
        "commit C3918 close 1RNF:3; C3919 close 2SctGds:6",
    )
    assert "without_ammo" in kinds(events)
    assert {force.unit for force in state.segment.forces} >= {"I/104", "1RNF"}
    assert not any(force.unit == "2SctGds" for force in state.segment.forces)


# Choice and duty


@pytest.mark.case("8.17", "10.31")
def test_men_on_foot_do_not_attack_beyond_their_limit_unless_they_must() -> None:
    tired = "I/35 C3918 spent=11"
    state = assigning(tired, "1RNF C3818")
    assert refused(state, "axis", "commit C3818 close I/35:7") == "8.17"
    bound = assigning(tired, "1RNF, 2SctGds C3818")
    assert refused(bound, "axis", "commit none") == "10.31"
    assert order(bound, "axis", "commit C3818 close I/35:7") != bound


@pytest.mark.case("18.23", "18.24")
def test_units_from_reserve_make_one_close_assault() -> None:
    for released, case in ((1, "18.23"), (2, "18.24")):
        state = assigning(f"I/5Pz C3918 released={released} assaults=1", "1RNF C3818")
        assert refused(state, "axis", "commit C3818 close I/5Pz:PzIIIH:7") == case
        fresh = assigning(f"I/5Pz C3918 released={released}", "1RNF C3818")
        assert order(fresh, "axis", "commit C3818 close I/5Pz:PzIIIH:7") != fresh


@pytest.mark.case("8.53")
def test_an_announced_close_assault_must_be_made_and_is_no_probe() -> None:
    state = assigning("I/104, II/104 C3918", "1RNF C3818", promised={"I/104": AT})
    assert refused(state, "axis", "commit none") == "8.53"
    assert refused(state, "axis", "commit C3818 close II/104:7") == "8.53"
    assert refused(state, "axis", "commit C3818 close I/104:3") == "8.53"
    assert order(state, "axis", "commit C3818 close I/104:4") != state
    tired = assigning("I/35 C3918 spent=13", "1RNF C3818", promised={"I/35": AT})  # beyond what it may choose [8.17]
    assert order(tired, "axis", "commit C3818 close I/35:7") != tired
    gone = assigning("I/104 C3918", "1RNF C3817", promised={"I/104": AT})
    assert order(gone, "axis", "commit none") != gone


# Probes


def probes(*forces: tuple[str, str, int]) -> tuple[str, ...]:
    state = position("I/104, II/104, I/5Pz[PzIIIH:8] C3818", "1RNF C3918", "2SctGds C3919", phasing="axis")
    sent = [Commitment(board().hex(at), "close_assault", unit, "", points) for unit, at, points in forces]
    return tuple(board().name(at) for at in probes_of(state, sent))


@pytest.mark.case("15.25", "15.91", "15.16")
def test_seven_points_of_which_three_attack_make_probes_and_four_full_assaults() -> None:
    """probe-3-of-7, assault-4-of-7"""
    assert probes(("I/104", "C3918", 2), ("I/104", "C3919", 1)) == ("C3918", "C3919")
    assert probes(("I/104", "C3918", 3), ("I/104", "C3919", 1)) == ()


@pytest.mark.case("15.92", "15.25")
def test_the_units_of_a_probe_are_counted_together() -> None:
    assert probes(("I/104", "C3918", 1), ("II/104", "C3918", 7)) == ()
    assert probes(("I/104", "C3918", 1), ("II/104", "C3918", 5)) == ("C3918",)


@pytest.mark.case("15.91")
def test_points_that_fire_at_armour_are_not_withheld() -> None:
    state = position("I/5Pz[PzIIIH:8] C3918", "1RNF C3818", phasing="axis")
    close = Commitment(AT, "close_assault", "I/5Pz", "PzIIIH", 2)
    assert probes_of(state, (close,)) == (AT,)
    assert probes_of(state, (close, Commitment(AT, "anti_armour", "I/5Pz", "PzIIIH", 2))) == ()


# Nobody attacks


@pytest.mark.case("15.29", "15.22")
def test_an_attacker_who_assigns_nobody_makes_no_assault() -> None:
    state = both(assigning("I/104 C3918", "1RNF C3818"), "none", "C3818 close 1RNF:3")
    assert state.segment.forces == () and state.fought == {} and state.supply["CW-S1"].ammo == 40


# The question


@pytest.mark.case("11.0", "11.36", "3.62", "15.94")
def test_nobody_hears_what_the_other_has_committed() -> None:
    state = order(assigning(AXIS, ALLIES), "axis", "commit C3818 close I/104:3")
    top = veiled(state, "commonwealth").stack[-1]
    assert isinstance(top, ForceAssignment) and top.answers == {}
    state, events = ordered(state, "commonwealth", "commit C3818 close 1RNF:3")
    heard = [event for event in events if event.heard_by("commonwealth")]
    assert not any("I/104" in str(event.facts) for event in heard)
    assert not any("probe" in str(event.facts) for event in heard) and state.segment.probes == (AT,)
    assert [event.facts["hexes"] for event in heard if event.kind == "attacked"] == [["C3818"]]


@pytest.mark.case("15.22", "16.21", "18.23")
def test_an_attack_is_remembered_for_the_stage() -> None:
    state = both(assigning("I/104 C3918", "1RNF C3818"), "C3818 close I/104:7", "C3818 close 1RNF:3")
    assert state.fought == {"axis": True} and state.units["I/104"].assaults == 1 and state.units["1RNF"].assaults == 0


@pytest.mark.case("10.31", "8.53", "15.14")
def test_what_is_listed_is_legal() -> None:
    state = assigning(AXIS, ALLIES)
    question, listed = state.stack[-1], options(state, "axis")
    assert isinstance(question, ForceAssignment)
    assert listed[0] == str(suggestions(state, "axis", question.obliged)[0])
    assert "close" in listed[0] and "commit none" not in listed
    assert options(state, "commonwealth") == [
        "commit C3818 anti 11RHA:6, 3RHA:6; C3818 close 6RTR:10, 2SctGds:6, 1RNF:3",
        "commit C3818 close 11RHA:6, 6RTR:10, 3RHA:6, 2SctGds:6, 1RNF:3",
        "commit none",
    ]
    promised = assigning("I/104, II/104 C3918", "1RNF C3818", promised={"I/104": AT})
    assert all("I/104" in text for text in options(promised, "axis"))
    assert commitment.able(promised, "axis") == ("I/104", "II/104")


@pytest.mark.case("8.53", "10.31")
def test_the_least_that_is_demanded_is_who_announced_it_and_one_unit_against_each_other_hex() -> None:
    other = board().hex("C3719")
    fields: dict[str, Any] = {"promised": {"I/104": FRONT}, "supply": {"AX-S1": ("C3818", 40, 0)}}
    state = assigning("I/104, II/104, I/125 C3818", "1RNF C3918, 2SctGds C3719", **fields)
    close = "close_assault"
    assert demanded(state, "axis", ()) == {(FRONT, close): ["I/104"]}
    assert demanded(state, "axis", (FRONT, other)) == {(FRONT, close): ["I/104"], (other, close): ["II/104"]}
    away = replace(state, promised={"I/104": board().hex("C3618")})  # nobody is there any more
    assert demanded(away, "axis", ()) == {}
    engineers = assigning("16Eng C3918, I/104 C3918", "1RNF C3818")
    assert demanded(engineers, "axis", (AT,)) == {(AT, close): ["I/104"]}


@pytest.mark.case("8.53", "15.15", "32.21", "10.36")
def test_of_two_who_announced_an_assault_one_makes_it_when_there_is_ammo_for_one() -> None:
    stores = {"AX-S1": ("C3918", 3, 60), "CW-S1": ("C3818", 40, 60)}
    state = assigning("I/104, II/104 C3918", "1RNF C3818", promised={"I/104": AT, "II/104": AT}, supply=stores)
    assert options(state, "axis") == ["commit C3818 close I/104:7"]
    assert refused(state, "axis", "commit none") == "8.53"


@pytest.mark.case("8.53", "15.92", "10.36")
def test_who_announced_an_assault_with_few_men_and_many_guns_sends_the_men() -> None:
    state = assigning("I/5Pz[PzIIIH:1, LightFlak:6] C3918", "1RNF C3818", promised={"I/5Pz": AT})
    assert refused(state, "axis", "commit none") == "8.53"
    assert options(state, "axis")


@pytest.mark.case("11.13", "11.15", "14.11", "14.15", "15.11", "15.17", "15.21")
def test_ratings_in_parentheses_serve_the_defence_of_a_hex_without_others_and_no_attack() -> None:
    """Breda guns: (1) in assault, 2 against armour; a divisional headquarters: 0 in attack, (1) in defence."""
    alone = position("132Art[Breda20:2] C3922, 16Pist C3919", phasing="commonwealth")
    assert has_role(alone, "132Art", "Breda20", "close_assault") and has_role(alone, "16Pist", "", "close_assault")
    attacking = replace(alone, phasing="axis")
    assert not has_role(attacking, "132Art", "Breda20", "close_assault")
    assert has_role(attacking, "16Pist", "", "close_assault")
    beside = position("132Art[Breda20:2], I/157 C3922, 16Pist, II/157 C3919", phasing="commonwealth")
    assert not has_role(beside, "132Art", "Breda20", "close_assault")
    assert not has_role(beside, "16Pist", "", "close_assault")
    recruits = position("IT-Inf7[3] C3922", phasing="axis", replacements={"IT-Inf7": Replacement()})
    assert not has_role(recruits, "IT-Inf7", "", "close_assault")  # a dash


@pytest.mark.case("11.13", "14.11", "14.15")
def test_fire_at_armour_takes_a_rating_and_one_in_parentheses_only_where_nobody_has_a_better() -> None:
    """An 18-pounder: (2); a light tank: 0; machine guns: none."""
    alone = position("73AT[18pdr:2] C3922, XXI(L) C3919, 1RNF C3916", phasing="commonwealth")
    assert has_role(alone, "73AT", "18pdr", "anti_armour")
    assert not has_role(alone, "XXI(L)", "CV33", "anti_armour") and not has_role(alone, "1RNF", "", "anti_armour")
    beside = position("73AT[18pdr:2], 3RHA C3922", phasing="commonwealth")
    assert has_role(beside, "3RHA", "2pdr", "anti_armour") and not has_role(beside, "73AT", "18pdr", "anti_armour")


@pytest.mark.case("8.17")
def test_what_men_on_foot_may_still_spend_is_measured_by_what_they_do() -> None:
    """A Probe costs two points, fire at armour and an assault five; an Allowance of ten allows fifteen."""
    probe, fire = "C3818 close 1Buffs:2", "C3818 anti 1KRRC:2pdr:2"
    for spent, order_given, is_allowed in ((13, probe, True), (14, probe, False), (11, f"{probe}; {fire}", False)):
        units = f"1KRRC[6, 2pdr:2] C3918 spent={spent}, 1Buffs C3918 spent={spent if order_given == probe else 0}"
        stores = {"CW-S1": ("C3918", 40, 60)}
        state = assigning(units, "I/104 C3818", phasing="commonwealth", supply=stores)
        if is_allowed:
            assert order(state, "commonwealth", f"commit {order_given}") != state
        else:
            assert refused(state, "commonwealth", f"commit {order_given}") == "8.17"


@pytest.mark.case("18.23", "18.24")
def test_units_from_reserve_make_a_second_close_assault_where_they_must() -> None:
    state = assigning("I/5Pz C3918 released=1 assaults=1", "1RNF, 2SctGds C3818")
    assert refused(state, "axis", "commit none") == "10.31"
    assert order(state, "axis", "commit C3818 close I/5Pz:PzIIIH:7") != state


@pytest.mark.case("10.31", "10.35")
def test_only_those_next_to_a_hex_that_must_be_assaulted_have_to_do_it() -> None:
    """Who stands next to it is pinned; another faces a weaker enemy elsewhere."""
    units = ("I/104 C3918, II/104 C3614", "1RNF, 2SctGds C3818, 1Buffs C3514")
    free, bound = Segment(pinned=("I/104",)), Segment()
    for segment, is_bound in ((free, False), (bound, True)):
        state = assigning(*units, segment=segment, supply={"AX-S1": ("C3918", 40, 0), "AX-S2": ("C3614", 40, 0)})
        if is_bound:
            assert refused(state, "axis", "commit none") == "10.31"
        else:
            assert order(state, "axis", "commit none") != state


@pytest.mark.case("15.14", "15.12", "15.15")
def test_nobody_defends_the_hex_of_another_or_with_a_rating_he_has_not() -> None:
    stores = {"AX-S1": ("C3818", 40, 0), "CW-S1": ("C3918", 40, 0)}
    state = assigning("I/104 C3818", "1RNF C3918, 2SctGds C3919", supply=stores)
    assert refused(state, "commonwealth", "commit C3919 close 1RNF:3") == "15.14"
    assert refused(state, "commonwealth", "commit C3918 anti 1RNF:3") == "14.11"


# To the point


@pytest.mark.case("12.44", "13.28", "6.26", "12.16", "14.12", "15.21", "15.34")
@pytest.mark.parametrize(
    ("segment", "cohesion", "case"),
    [
        (Segment(pinned=("I/104",)), 0, "12.44"),
        (Segment(back=("I/104",)), 0, "12.16"),
        (Segment(withdrew=("I/104",)), 0, "13.28"),
        (Segment(), -26, "6.26"),
        (Segment(), -25, ""),
    ],
)
def test_who_may_not_attack(segment: Segment, cohesion: int, case: str) -> None:
    state = assigning(f"I/104 C3918 cohesion={cohesion}, II/104 C3918", "1RNF C3818", segment=segment)
    if case:
        assert refused(state, "axis", "commit C3818 close I/104:7") == case
    else:
        assert order(state, "axis", "commit C3818 close I/104:7") != state


@pytest.mark.case("15.11")
def test_who_could_be_committed_has_a_rating_his_wits_and_ammunition() -> None:
    stores = {"AX-S1": ("C3918", 40, 0)}
    units = ("I/104, II/104, 104Sch[], 132Art[Breda20:2], I/35 C3918, I/125 C3930", "1RNF C3818")
    state = position(*units, phasing="axis", supply=stores, segment=Segment(pinned=("II/104",)))
    assert set(commitment.able(state, "axis")) == {"I/104", "I/35", "132Art"}  # Breda guns fire at armour
    assert not {"I/104", "I/35"} & set(commitment.able(position(*units, phasing="axis"), "axis"))


@pytest.mark.case("15.21", "14.12", "15.14", "15.12")
def test_a_refusal_names_the_hex_that_is_meant() -> None:
    state = assigning(AXIS, ALLIES)
    for side, text, words in (
        ("axis", "commit C3719 close I/104:7", "at C3719"),
        ("axis", "commit X1 close I/104:7", r"at \?"),
        ("commonwealth", "commit C3719 close 1RNF:3", "at C3719"),
        ("commonwealth", "commit X1 close 1RNF:3", "at there"),
    ):
        with pytest.raises(Refusal, match=words):
            frames.check(state, side, NOTATION.parse(text))


@pytest.mark.case("15.14", "15.12", "15.15", "14.26", "32.21")
def test_a_defender_has_no_more_points_and_no_more_ammunition_than_he_has() -> None:
    state = assigning("I/104 C3918", "1RNF, 2SctGds C3818")
    assert refused(state, "commonwealth", "commit C3818 close 1RNF:4") == "14.26"
    short = {"AX-S1": ("C3918", 40, 0), "CW-S1": ("C3818", 1, 0)}
    state = assigning("I/104 C3918", "1RNF, 2SctGds C3818", supply=short)
    assert refused(state, "commonwealth", "commit C3818 close 1RNF:3, 2SctGds:6") == "32.21"
    assert order(state, "commonwealth", "commit C3818 close 2SctGds:6") != state


@pytest.mark.case("8.17", "18.23", "18.24")
def test_a_unit_that_probes_here_and_assaults_there_is_measured_by_the_assault() -> None:
    """A Probe costs two Capability Points, an assault five; I/35 may spend fifteen."""
    stores = {"AX-S1": ("C3918", 40, 0)}
    both_ways = "C3818 close I/35:3, II/35:1; C3919 close I/35:1, I/104:7"
    for spent, case in ((10, ""), (11, "8.17"), (13, "8.17")):
        units = (f"I/35 C3918 spent={spent}, I/104 C3918, II/35 C3918", "1RNF C3818, 2SctGds C3919")
        state = assigning(*units, supply=stores)
        for text in (both_ways, "; ".join(reversed(both_ways.split("; ")))):
            if case:
                assert refused(state, "axis", f"commit {text}") == case
            else:
                assert order(state, "axis", f"commit {text}") != state


@pytest.mark.case("8.53")
def test_an_announced_assault_is_kept_only_by_a_close_assault_on_that_hex() -> None:
    units = ("I/104, I/5Pz C3918", "1RNF C3818, 6RTR C3919")
    state = assigning(*units, promised={"I/104": AT})
    for text in ("C3919 close I/104:7", "C3818 close I/5Pz:PzIIIH:7"):
        assert refused(state, "axis", f"commit {text}") == "8.53"
    assert order(state, "axis", "commit C3818 close I/104:4; C3919 close I/104:3") != state
    tanks = assigning(*units, promised={"I/5Pz": AT})
    assert refused(tanks, "axis", "commit C3818 anti I/5Pz:PzIIIH:4, I/5Pz:PzII:2") == "8.53"


@pytest.mark.case("15.22", "10.31", "15.14", "18.23")
def test_only_what_is_attacked_is_announced_and_both_learn_of_their_own() -> None:
    state = assigning("I/104, 39PzJg C3918", "1RNF C3818, 6RTR C3919")
    state = order(state, "axis", "commit C3818 close I/104:7; C3919 anti 39PzJg:3.7Pak:5")
    state, events = ordered(state, "commonwealth", "commit C3818 close 1RNF:3; C3919 close 6RTR:10")
    (attacked,) = (event.facts["hexes"] for event in events if event.kind == "attacked")
    assert attacked == ["C3818", "C3919"]
    told = [(event.facts["side"], event.facts["at"]) for event in events if event.kind == "committed"]
    assert told == [("axis", "C3818"), ("axis", "C3919"), ("commonwealth", "C3818"), ("commonwealth", "C3919")]
    assert state.units["I/104"].assaults == 1 and state.units["39PzJg"].assaults == 0


@pytest.mark.case("15.22", "10.31", "10.36")
def test_fire_at_armour_alone_does_not_meet_the_duty_to_assault() -> None:
    """The enemy's zone lies on them: fire is no assault, and who makes none falls back."""
    state = assigning("39PzJg, I/104 C3918", "1RNF, 6RTR C3818", segment=Segment(pinned=("I/104",)))
    fire = order(order(state, "axis", "commit C3818 anti 39PzJg:3.7Pak:5"), "commonwealth", "commit none")
    assert fire.segment.unmet == ()  # only guns are free to fight: they are excused
    stores = {"AX-S1": ("C3918", 2, 0), "CW-S1": ("C3818", 40, 0)}
    bound = assigning("I/5Pz, I/104 C3918", "1RNF, 6RTR C3818", supply=stores)
    nothing = replace(bound.stack[-1], obliged=()) if isinstance(bound.stack[-1], ForceAssignment) else None
    assert nothing is not None
    free = replace(bound, stack=(*bound.stack[:-1], nothing))
    after = order(order(free, "axis", "commit C3818 anti I/5Pz:PzIIIH:7"), "commonwealth", "commit none")
    assert after.segment.unmet == ((FRONT, AT, 3),)


@pytest.mark.case("15.15")
def test_only_those_who_go_without_are_told_of_it() -> None:
    state = assigning(
        "I/104, II/104 C3818", "1RNF C3918, 2SctGds C3919", supply={"AX-S1": ("C3818", 40, 0), "CW-S1": ("C3918", 1, 0)}
    )
    _, events = ordered(
        order(state, "axis", "commit C3918 close I/104:7; C3919 close II/104:7"),
        "commonwealth",
        "commit C3918 close 1RNF:3; C3919 close 2SctGds:6",
    )
    assert [event.facts["unit"] for event in events if event.kind == "without_ammo"] == ["2SctGds"]
