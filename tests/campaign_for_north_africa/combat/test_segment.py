"""The Combat Segment: when there is one, its steps, and what it leaves behind."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision, Draft, Step
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.combat.segment import attacked, can_fight, forces_at, fronts
from sandtable.games.campaign_for_north_africa.combat_segment import STEPS, CombatSegment, close, open_combat
from sandtable.games.campaign_for_north_africa.contents import Commitment, Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import EVEN
from tests.campaign_for_north_africa.combat_segments import COMMITMENT, STORES, order, scene, who
from tests.campaign_for_north_africa.positions import asking, position, spent, where
from tests.playing import Rolls


def opened(state: Campaign) -> Draft[Campaign]:
    draft = Draft(asking(state), Rolls())
    open_combat(draft, state.phasing)
    return draft


@pytest.mark.case("11.0")
def test_without_adjacent_opponents_a_combat_segment_passes() -> None:
    state = position("I/104 C3918", "1RNF C3718", phasing="axis", promised={"I/104": 7})
    draft = opened(state)
    assert draft.state.stack == asking(state).stack
    assert draft.state.promised == {}


@pytest.mark.case("11.0", "5.2")
def test_adjacent_opponents_make_a_combat_segment() -> None:
    draft = opened(position("I/104 C3918", "1RNF C3818", phasing="axis"))
    assert isinstance(draft.top, CombatSegment)


@pytest.mark.case("11.0", "15.21")
def test_fronts_are_the_hexes_next_to_the_enemy() -> None:
    state = position("I/104 C3918, I/125 C3919", "1RNF C3818, 2SctGds C3618", phasing="axis")
    hex = board().hex
    assert fronts(state, "axis") == {hex("C3918"): (hex("C3818"),), hex("C3919"): (hex("C3818"),)}
    assert set(fronts(state, "commonwealth")[hex("C3818")]) == {hex("C3918"), hex("C3919")}
    assert hex("C3618") not in fronts(state, "commonwealth")


@pytest.mark.case("5.2")
def test_the_steps_come_in_the_order_of_the_sequence_of_play() -> None:
    state = scene("I/104, I/220Art C3918", "1RNF, 11RHA C3818")
    assert isinstance(state.stack[-1], Positions) and who(state) == ("axis", "commonwealth")
    state = order(order(state, "axis", "back none"), "commonwealth", "back none")
    assert isinstance(state.stack[-1], Plot)
    state = order(order(state, "axis", "barrage none"), "commonwealth", "barrage none")
    assert isinstance(state.stack[-1], RetreatBeforeAssault) and who(state) == ("commonwealth",)
    state = order(state, "commonwealth", "done")
    assert isinstance(state.stack[-1], ForceAssignment)
    assert len(STEPS) == 8


@pytest.mark.case("11.0", "12.11")
def test_a_side_without_guns_is_asked_neither_for_positions_nor_for_barrages() -> None:
    state = scene("I/104 C3918", "1RNF, 11RHA C3818")
    assert isinstance(state.stack[-1], Positions) and who(state) == ("commonwealth",)
    state = order(state, "commonwealth", "back none")
    assert isinstance(state.stack[-1], Plot) and who(state) == ("commonwealth",)
    assert isinstance(scene("I/104 C3918", "1RNF C3818").stack[-1], RetreatBeforeAssault)


@pytest.mark.case("12.0", "32.21")
def test_guns_without_ammunition_are_not_asked_for_barrages() -> None:
    state = scene("I/104 C3918", "1RNF, 11RHA C3818", supply={"AX-S1": ("C3918", 40, 60)})
    state = order(state, "commonwealth", "back none")
    assert not isinstance(state.stack[-1], Plot)


@pytest.mark.case("12.44", "12.12")
def test_pins_and_positions_end_with_the_segment() -> None:
    segment = Segment(back=("I/104",), pinned=("1RNF",))
    state = position("I/104 C3918", "1RNF C3818", segment=segment, promised={"I/104": 3})
    draft = Draft(asking(state), Rolls())
    close(draft)
    assert draft.state.segment == Segment() and draft.state.promised == {}


@pytest.mark.case("6.26", "12.44", "13.28", "12.16")
def test_who_can_still_fight() -> None:
    state = position(
        "I/104 C3918, II/104 C3918 cohesion=-26",
        "1RNF, 2SctGds, 11RHA C3818",
        segment=Segment(pinned=("1RNF",), withdrew=("2SctGds",), back=("11RHA",)),
    )
    assert [name for name in ("I/104", "II/104", "1RNF", "2SctGds", "11RHA") if can_fight(state, name)] == ["I/104"]


@pytest.mark.case("11.0", "15.14")
def test_forces_are_found_by_hex_side_and_role() -> None:
    at, other = board().hex("C3818"), board().hex("C3719")
    forces = (
        Commitment(at, "close_assault", "I/104", "", 7),
        Commitment(at, "anti_armour", "39PzJg", "3.7Pak", 5),
        Commitment(at, "close_assault", "1RNF", "", 3),
        Commitment(other, "close_assault", "II/104", "", 7),
    )
    state = position("I/104 C3918", "1RNF C3818", phasing="axis", segment=Segment(forces=forces))
    assert forces_at(state, at, "axis", "close_assault") == forces[:1]
    assert forces_at(state, at, "commonwealth", "close_assault") == forces[2:3]
    assert attacked(state) == (at, other)


@pytest.mark.case("11.0", "15.29")
def test_a_phasing_side_that_can_commit_nobody_is_not_asked_and_neither_is_the_other() -> None:
    state = scene("I/220Art C3918", "1RNF C3818", step=COMMITMENT, segment=Segment(back=("I/220Art",)))
    assert not isinstance(state.stack[-1], Step) and not isinstance(state.stack[-1], ForceAssignment)


@pytest.mark.case("5.2", "11.0")
def test_a_whole_segment_is_played_by_what_is_listed_first() -> None:
    dice = SecretDice(secret_of_seed(7))
    state = scene("I/104, II/104 C3918, I/125, I/5Pz C3919", "1RNF, 2SctGds, 6RTR, 11RHA C3818, 1Buffs C3718")
    for _ in range(40):
        top = state.stack[-1]
        if not isinstance(top, Decision):
            break
        side = top.asked(state)[0]
        state, _ = frames.play(state, side, top.actions(state, side)[0], dice)
    assert state.stack == asking(state).stack and state.segment == Segment()
    assert state.fought == {"axis": True} and all(state.units[name].spent for name in ("I/104", "I/5Pz"))


@pytest.mark.case("8.25", "8.21")
def test_the_same_hex_is_attacked_again_and_again_without_anybody_moving() -> None:
    """Two Probes, each with its own cost and ammunition."""
    state = position("I/104, II/104 C3918", "1RNF, 2SctGds C3818", phasing="axis", supply=STORES)
    for probes in (1, 2):
        state = frames.begin(opened(state).state, Rolls())[0]
        if isinstance(state.stack[-1], RetreatBeforeAssault):
            state = order(state, "commonwealth", "done")
        state = order(state, "axis", "commit C3818 close I/104:3")
        state = order(state, "commonwealth", "commit C3818 close 1RNF:3, 2SctGds:6", rolls=(*EVEN, 6, 6, 6, 6))
        assert (where(state, "I/104"), spent(state, "I/104")) == ("C3918", 2 * probes)
        assert state.supply["AX-S1"].ammo == 40 - 2 * probes
