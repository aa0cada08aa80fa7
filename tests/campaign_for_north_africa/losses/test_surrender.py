"""Units that give up: by themselves, or by the will of their owner."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat_segment import close
from sandtable.games.campaign_for_north_africa.contents import Commitment, Segment
from sandtable.games.campaign_for_north_africa.losses.orders import Surrender
from sandtable.games.campaign_for_north_africa.losses.surrender import (
    Demolition,
    beaten,
    check_surrender,
    collapse,
    demolition,
    do_surrender,
    surrender,
    taker,
)
from sandtable.games.campaign_for_north_africa.movement.entering import enter
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import HEX, prompt, toe, told
from tests.campaign_for_north_africa.combat_segments import options, refused
from tests.campaign_for_north_africa.positions import asking, listed, play_noting, position, spent, where
from tests.campaign_for_north_africa.positions import refusal as rejected
from tests.playing import Rolls


def refusal(state: Campaign, name: str) -> str:
    try:
        check_surrender(state, "commonwealth", Surrender(name))
    except Refusal as found:
        return found.case
    return ""


def given_up(
    *units: str, rolls: tuple[int, ...] = (), answer: str = "", **fields: Any
) -> tuple[Draft[Campaign], Campaign]:
    """After the Commonwealth has surrendered C3818."""
    state = asking(position(*units, **fields))
    check_surrender(state, "commonwealth", Surrender("C3818"))
    dice = Rolls(*rolls)
    draft = Draft(state, dice)
    do_surrender(draft, "commonwealth", Surrender("C3818"))
    if answer:
        action = NOTATION.parse(answer)
        top = frames.check(draft.state, "commonwealth", action)
        top.do(draft, "commonwealth", action)
    assert not dice.values
    return draft, draft.state


# What becomes of them


@pytest.mark.case("17.51", "15.15")
def test_infantry_becomes_prisoners_and_material_booty() -> None:
    draft = Draft(asking(position("2SctGds, 1RTR, 11RHA C3818", "I/125 C3918", phasing="axis")), Rolls())
    surrender(draft, HEX("C3818"), "axis")
    state = draft.state
    assert state.prisoners == {"axis": 6} and state.captured == {"axis": {"A9": 7, "25pdr": 6}}
    assert {where(state, name) for name in ("2SctGds", "1RTR", "11RHA")} == {"eliminated"}
    assert HEX("C3818") not in state.stacks and state.retreating == ("C3818",)


@pytest.mark.case("32.56")
def test_motorization_points_are_captured_with_the_unit_they_carry() -> None:
    draft = Draft(asking(position("1Spt C3818 motors=20, 2SctGds>1Spt, 3CldGds>1Spt", "I/125 C3918")), Rolls())
    collapse(draft, ("2SctGds",), "axis")
    assert draft.state.units["1Spt"].motors == 14 and draft.state.motors["axis"] == {HEX("C3918"): 6}
    collapse(draft, ("1Spt", "3CldGds"), "axis")
    assert draft.state.motors["axis"] == {HEX("C3918"): 6, HEX("C3818"): 14}


@pytest.mark.case("3.36")
def test_a_headquarters_without_any_points_is_one_prisoner_point() -> None:
    draft = Draft(asking(position("1Spt C3818", "I/125 C3918")), Rolls())
    collapse(draft, ("1Spt",), "axis")
    assert draft.state.prisoners == {"axis": 1}


@pytest.mark.case("3.36", "10.29")
def test_a_helpless_headquarters_is_taken_when_an_enemy_zone_reaches_it() -> None:
    state = asking(position("1Spt C3818", "125PzGr+ C3918"))
    draft = Draft(state, Rolls())
    enter(draft, "axis", ("125PzGr",), HEX("C3918"))
    assert draft.state.prisoners == {"axis": 1}


@pytest.mark.case("3.36", "10.29", "12.44")
def test_who_is_left_without_any_strength_is_taken_when_the_combat_segment_is_over() -> None:
    draft = Draft(asking(position("1Spt C3818", "125PzGr+ C3918", phasing="axis")), Rolls())
    close(draft)
    assert draft.state.prisoners == {"axis": 1}
    other = Draft(asking(position("1Spt C3818", "125PzGr+ C3918", phasing="commonwealth")), Rolls())
    close(other)
    assert where(other.state, "1Spt") == "C3818"


@pytest.mark.case("6.26")
def test_a_unit_at_minus_26_surrenders_to_whoever_comes_next_to_it() -> None:
    draft = Draft(asking(position("2SctGds C3818 cohesion=-26, 3CldGds C3818", "I/125[1] C3918")), Rolls())
    enter(draft, "axis", ("I/125",), HEX("C3918"))
    assert draft.state.prisoners == {"axis": 6} and toe(draft.state, "3CldGds") == {"": 6}


@pytest.mark.case("15.88", "6.26")
def test_at_minus_17_it_takes_an_assault() -> None:
    state = position("2SctGds C3818 cohesion=-17, 3CldGds C3818 cohesion=-16", "I/125 C3918")
    assert beaten(state, HEX("C3818"), "commonwealth") == ("2SctGds",)
    draft = Draft(asking(state), Rolls())
    enter(draft, "axis", ("I/125",), HEX("C3918"))
    assert draft.state.prisoners == {}


# By the owner's will


@pytest.mark.case("17.52", "17.53", "17.51")
def test_one_surrenders_to_an_adjacent_combat_unit_of_any_size() -> None:
    assert refusal(position("2SctGds C3818", "362Art C3918"), "C3818") == ""
    assert refusal(position("2SctGds C3818", "I/125 C4018"), "C3818") == "17.52"
    assert refusal(position("2SctGds C3818", "60Eng C3918"), "C3818") == "17.52"  # engineers are no combat units
    assert refusal(position("2SctGds C3818", "I/125 C3918"), "C3817") == "17.51"
    assert refusal(position("2SctGds C3818", "I/125 C3918"), "X9999") == "17.51"


@pytest.mark.case("17.52")
def test_the_way_to_the_enemy_must_be_passable() -> None:
    foot = position("2SctGds A5432", "I/125 A5433")
    assert refusal(foot, "A5432") == ""
    assert refusal(position("1RTR A5432", "I/125 A5433"), "A5432") == "17.52"  # tanks below an escarpment


@pytest.mark.case("17.52", "15.88")
def test_not_in_the_middle_of_a_combat_segment() -> None:
    forces = (Commitment(HEX("C3818"), "close_assault", "I/125", "", 7),)
    begun = (
        Segment(forces=forces),
        Segment(pinned=("2SctGds",)),
        Segment(withdrew=("2SctGds",)),
        Segment(barraged=(HEX("C3818"),)),
    )
    for segment in begun:
        assert refusal(position("2SctGds C3818", "I/125 C3918", segment=segment), "C3818") == "17.52"


@pytest.mark.case("17.54")
def test_the_enemy_needs_two_capability_points_to_accept() -> None:
    _, state = given_up("2SctGds C3818", "I/125 C3918 spent=13")
    assert spent(state, "I/125") == 15 and state.units["I/125"].cohesion == -2
    two = position("2SctGds C3818", "I/125 C3918 spent=3, II/125 C3919")
    assert taker(two, HEX("C3818"), "commonwealth") == "II/125"


@pytest.mark.case("17.54", "17.52", "3.62", "17.51")
@pytest.mark.parametrize("enemy", ["I/125 C3918 spent=14", "125PzGr C3918"])  # one worn out, a bare headquarters
def test_a_surrender_that_nobody_can_accept_is_found_out_by_offering_it(enemy: str) -> None:
    state = asking(position("2SctGds C3818", enemy), Movement("commonwealth"))
    for known in (state, observe(state, "commonwealth")):
        assert "surrender C3818" in listed(known)
    after, told = play_noting(state, "surrender C3818")
    assert where(after, "2SctGds") == "C3818" and "declined" in [event.kind for event in told]
    assert rejected(after, "surrender C3818").case == "17.54" and "surrender C3818" not in listed(after)


@pytest.mark.case("17.51", "17.52")
def test_everything_in_the_hex_is_surrendered() -> None:
    draft, state = given_up(
        "1Spt C3818, 2SctGds>1Spt, 3CldGds C3818", "I/125 C3918", motors={"commonwealth": {"C3818": 9}}
    )
    assert state.prisoners == {"axis": 13} and state.at(HEX("C3818"), "commonwealth") == ()
    assert state.motors == {"commonwealth": {}, "axis": {HEX("C3818"): 9}}
    assert told(draft.events, "accepted")["unit"] == "I/125"
    _, bare = given_up("2SctGds C3818", "I/125 C3918")
    assert not any(bare.motors.values())


@pytest.mark.case("17.55", "17.56")
def test_surrender_destroy_a_four_destroys_thirty_percent_of_tanks_and_guns() -> None:
    _, state = given_up("1RTR[A9:10], 2SctGds C3818", "I/125 C3918", rolls=(4,))
    assert state.captured == {"axis": {"A9": 7}} and state.prisoners == {"axis": 6}


@pytest.mark.case("17.56")
def test_surrender_destroy_trucks_go_by_twenty_percent_a_pip_rounded_down() -> None:
    _, state = given_up("2SctGds C3818 motors=6", "I/125 C3918", rolls=(4,))
    assert state.motors["axis"] == {HEX("C3818"): 3}  # sixty percent of six is three
    _, state = given_up("2SctGds C3818 motors=6", "I/125 C3918", rolls=(1,))
    assert state.motors["axis"] == {HEX("C3818"): 6}
    _, state = given_up("2SctGds C3818 motors=50", "I/125 C3918", rolls=(3,))
    assert state.motors["axis"] == {HEX("C3818"): 30}


@pytest.mark.case("17.55", "17.56")
def test_the_owner_says_which_of_several_weapons_are_destroyed() -> None:
    units = ("1RTR[A9:6], 11RHA[25pdr:4] C3818", "I/125 C3918")
    draft, state = given_up(*units, rolls=(4,))
    assert isinstance(draft.top, Demolition) and "Destroy 3 points" in prompt(state)
    assert options(state, "commonwealth")
    assert refused(state, "commonwealth", "lose 1RTR:2") == "17.56"
    assert refused(state, "commonwealth", "lose 1RTR:4") == "17.56"
    _, state = given_up(*units, rolls=(4,), answer="lose 11RHA:3")
    assert state.captured == {"axis": {"A9": 6, "25pdr": 1}}


@pytest.mark.case("17.55")
def test_guns_that_cannot_be_moved_cannot_be_destroyed() -> None:
    _, state = given_up("11RHA[Sited75:4] C3818", "I/125 C3918")
    assert state.captured == {"axis": {"Sited75": 4}}


@pytest.mark.case("17.55", "17.56")
def test_armoured_cars_and_infantry_are_not_destroyed_before_they_are_handed_over() -> None:
    draft = Draft(asking(position("RECAM C3818, I/157 C3818", "2SctGds C3918")), Rolls(6))
    toll = demolition(draft, HEX("C3818"), "axis")
    assert toe(draft.state, "RECAM")["AB41"]
    assert {(share.unit, share.weapon) for share in toll.shares}.isdisjoint({("RECAM", "AB41"), ("I/157", "")})
    men = Draft(asking(position("I/157 C3818", "2SctGds C3918")), Rolls())
    assert demolition(men, HEX("C3818"), "axis").need == 0, "no die is thrown"


@pytest.mark.case("17.56")
def test_trucks_of_several_counters_are_destroyed_one_after_the_other() -> None:
    _, state = given_up("2SctGds C3818 motors=2, 3CldGds C3818 motors=4", "I/125 C3918", rolls=(4,))
    assert state.motors["axis"] == {HEX("C3818"): 3}  # of six three are burnt
    _, state = given_up("2SctGds C3818 motors=2, 3CldGds C3818 motors=4", "I/125 C3918", rolls=(6,))
    assert "axis" not in state.motors or not state.motors["axis"].get(HEX("C3818"))


@pytest.mark.case("10.24")
def test_a_hex_is_left_open_only_when_nobody_stays_and_the_enemy_is_moving() -> None:
    for phasing, others, is_open in (
        ("axis", "", True),
        ("commonwealth", "", False),
        ("axis", ", 3CldGds C3818", False),
    ):
        state = asking(position(f"2SctGds C3818{others}", "I/125 C3918", phasing=phasing))
        draft = Draft(state, Rolls())
        collapse(draft, ("2SctGds",), "axis")
        assert draft.state.retreating == (("C3818",) if is_open else ())


@pytest.mark.case("6.26", "3.36", "15.88", "17.25")
def test_who_has_gone_already_does_not_surrender_again() -> None:
    draft = Draft(asking(position("2SctGds C3818", "I/125 C3918")), Rolls())
    for _ in range(2):
        collapse(draft, ("2SctGds", "2SctGds"), "axis")
    assert draft.state.prisoners == {"axis": 6}
    assert [event.kind for event in draft.events].count("surrendered") == 1


@pytest.mark.case("3.36", "6.26", "15.88", "17.25")
def test_the_enemy_is_told_of_counters_and_prisoners_are_taken_in_every_hex() -> None:
    units = position("1Spt C3818, 2SctGds>1Spt, 3CldGds C3817", "I/125 C3918", phasing="axis")
    draft = Draft(asking(units), Rolls())
    collapse(draft, ("1Spt", "2SctGds", "3CldGds"), "axis")
    (event,) = [event for event in draft.events if event.kind == "surrendered"]
    assert event.facts["counters"] == ["1Spt", "3CldGds"] and event.facts["at"] == ["C3818", "C3817"]
    held = {each.at: each.points for each in draft.state.captives.values()}
    assert held == {HEX("C3818"): 7, HEX("C3817"): 6}
    assert draft.state.retreating == ("C3818", "C3817")


@pytest.mark.case("3.36", "17.51", "28.11", "32.56")
def test_only_a_headquarters_without_points_is_a_prisoner_point() -> None:
    draft = Draft(asking(position("104Sch[7.5IG18:2], I/104[] C3818", "2SctGds C3918")), Rolls())
    collapse(draft, ("104Sch", "I/104"), "commonwealth")
    assert draft.state.prisoners == {} and draft.state.captured == {"commonwealth": {"7.5IG18": 2}}


@pytest.mark.case("3.36", "17.51", "28.11", "32.56")
def test_the_trucks_of_a_whole_formation_are_handed_over_with_it() -> None:
    draft = Draft(asking(position("1Spt C3818 motors=20, 2SctGds>1Spt, 3CldGds>1Spt", "I/125 C3918")), Rolls())
    collapse(draft, ("1Spt", "2SctGds", "3CldGds"), "axis")
    assert draft.state.motors == {"axis": {HEX("C3818"): 20}} and draft.state.prisoners == {"axis": 13}
