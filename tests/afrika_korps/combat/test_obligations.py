"""Who must attack, who must be attacked, and who is lost before combat because no attack is left for it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.values import Event
from sandtable.games.afrika_korps.combat.declarations import open_battles
from sandtable.games.afrika_korps.combat.obligations import (
    defence_of,
    forced_losses,
    mandatory_attackers,
    mandatory_defenders,
    outmatched,
)
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.positions import at, draft_of, position


def field(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    return position(f"{axis}, trenta W6", f"{allied}, pol J62", phasing=phasing, **fields)


def opened(state: AfrikaKorps) -> tuple[AfrikaKorps, list[Event]]:
    draft = draft_of(state)
    open_battles(draft, state.phasing)
    draft.settle()
    return draft.state, draft.events


def lost(state: AfrikaKorps) -> dict[str, str]:
    """The units lost when movement ends, in order, each with its case."""
    _, events = opened(state)
    return {str(e.facts["unit"]): str(e.facts["case"]) for e in events if e.kind == "eliminated"}


# --- who is in contact


@pytest.mark.case("8.4", "11.33", "7.2")
def test_every_combat_unit_in_a_zone_must_attack_and_nobody_else() -> None:
    state = field("21/5, ariete, rommel, AxS1 P40, savena P39", "9A/20 P41, 7A/1 P42")
    assert set(mandatory_attackers(state, "axis")) == {"21/5", "ariete"}
    assert set(mandatory_defenders(state, "axis")) == {"9A/20"}


@pytest.mark.case("8.4", "11.31")
def test_every_unit_of_a_stack_in_whose_zone_one_stands_must_be_attacked() -> None:
    state = field("21/5 P40", "9A/20, 7A/1, AlS1 P41, 9A/18 O40")
    assert set(mandatory_defenders(state, "axis")) == {"9A/20", "7A/1", "9A/18"}


@pytest.mark.case("23.1", "23.2", "7.1")
def test_neither_a_garrison_nor_its_besiegers_are_obliged() -> None:
    state = field("21/5 H26, ariete G24", "9A/20 G25")
    for side in ("axis", "allied"):
        assert mandatory_attackers(state, side) == [] == mandatory_defenders(state, side)


@pytest.mark.case("7.1", "5.7")
def test_no_zone_and_no_duty_across_a_water_hexside() -> None:
    state = field("21/5 E18", "9A/20 F19")
    assert mandatory_attackers(state, "axis") == [] == mandatory_defenders(state, "axis")


@pytest.mark.case("9.1", "9.4")
def test_a_beaten_unit_obliges_nobody() -> None:
    victory = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))
    state = field("21/5, AxS1 P40, ariete Q42", "7A/2 P41, 9A/20 P42", victories=(victory,))
    assert set(mandatory_attackers(state, "axis")) == {"ariete"}
    assert set(mandatory_defenders(state, "axis")) == {"9A/20"}


@pytest.mark.case("10.2", "11.2", "14.7")
@pytest.mark.parametrize(
    ("place", "defence"), [("P41", 3), ("L40", 6), ("G25", 6), ("H2", 6), ("H25", 6), ("W3", 3), ("Q60", 3)]
)
def test_defence_is_doubled_in_a_fortress_and_on_an_escarpment_only(place: str, defence: int) -> None:
    state = position(allied=f"9A/20, 7A/1 {place}")
    assert defence_of(state, ["9A/20", "7A/1"]) == defence


# --- lost before combat


@pytest.mark.case("7.4", "11.6")
def test_a_unit_that_could_attack_only_at_worse_than_1_6_is_lost() -> None:
    assert lost(field("21/5 P41", "7A/1 P40, AlS1 P39", "allied")) == {"7A/1": "7.4"}
    assert lost(field("ariete, folgere P41", "7A/1 P40, AlS1 P39", "allied")) == {}


@pytest.mark.case("7.4", "10.2")
def test_doubled_ground_counts_towards_the_1_6() -> None:
    assert lost(field("ariete L40", "7A/1 K40, AlS1 J39", "allied")) == {"7A/1": "7.4"}
    assert lost(field("ariete K40", "7A/1 L40, AlS1 M40", "allied")) == {}


@pytest.mark.case("11.9", "14.1", "14.3")
@pytest.mark.parametrize(
    ("axis", "case"),
    [("savena P41", "11.9"), ("bologna, savena P41", "11.9"), ("bologna, savena, folgere P41", "")],
    ids=["1-1", "1-2", "1-3"],
)
def test_without_supply_only_an_attack_at_1_3_or_worse_saves_a_unit(axis: str, case: str) -> None:
    assert lost(field(axis, "9A/20 P40", "allied")) == ({"9A/20": case} if case else {})
    assert lost(field(axis, "9A/20, AlS1 P40", "allied")) == {}


@pytest.mark.case("11.9", "14.2")
def test_a_supply_beyond_five_hexes_does_not_help() -> None:
    assert lost(field("savena P41", "9A/20 P40, AlS1 P35", "allied")) == {}
    assert lost(field("savena P41", "9A/20 P40, AlS1 P34", "allied")) == {"9A/20": "11.9"}


ENCIRCLED = "15/115 P41, 21/104, brescia P43, AxS1 P46"


@pytest.mark.case("11.9", "9.5")
def test_the_encircled_15_115_cannot_attack_at_1_2_and_is_lost_before_the_5_1_beside_it() -> None:
    """The second example under chapter 9: those outside fight 1SA/1, so that 1/22 and 32 are left to it."""
    state, events = opened(field(ENCIRCLED, "1SA/1 P42, 1/22 O40, 32 Q41"))
    assert [(event.facts["unit"], event.facts["case"]) for event in events] == [("15/115", "11.9")]
    assert set(mandatory_defenders(state, "axis")) == {"1SA/1"}


@pytest.mark.case("11.9", "14.3")
def test_the_same_15_115_is_saved_if_the_armour_beside_it_has_one_factor_more() -> None:
    assert lost(field(ENCIRCLED, "1SA/1 P42, 1/22 O40, 7/7 Q41")) == {}


@pytest.mark.case("11.9", "23.1")
def test_a_garrison_next_door_lowers_the_odds_that_need_no_supply() -> None:
    assert lost(field("21/104 H26", "9A/20 H27")) == {"21/104": "11.9"}
    assert lost(field("21/104 H26", "9A/20 H27, 9A/18 G25")) == {}


@pytest.mark.case("7.4", "9.1", "9.5")
def test_a_victor_without_a_soak_off_fights_all_its_neighbours_in_an_ordinary_battle() -> None:
    """7 to 13 is a lawful 1-2, so nobody is lost; but 7A/2 is not beaten for certain."""
    victory = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))
    alone, events = opened(field("21/5 P40, AxS1 Q40", "7A/2 P41, 1/2, 1/22, 2/3 O39", victories=(victory,)))
    assert [event.kind for event in events] == ["failed"] and alone.victories == ()
    assert set(mandatory_defenders(alone, "axis")) == {"7A/2", "1/2", "1/22", "2/3"}
    soaked_off = field("21/5 P40, AxS1 Q40, 21/3 O38", "7A/2 P41, 1/2 O39", victories=(victory,))
    assert opened(soaked_off)[0].victories == (victory,)


@pytest.mark.case("7.4", "9.2", "9.5")
def test_a_victor_is_lost_when_not_even_an_ordinary_battle_is_left_to_it() -> None:
    """Folgere beside two armoured brigades: 1 to 9 with its victim, 1 to 8 without."""
    victory = AutomaticVictory(("7A/2",), ("21/5", "folgere"), ("AxS1", "AxS2"))
    state = field("21/5 P40, folgere Q42, AxS1 P39, AxS2 Q42", "7A/2 P41, 1/2, 1/22 R42", victories=(victory,))
    after, events = opened(state)
    assert [event.facts["unit"] for event in events if event.kind == "eliminated"] == ["folgere"]
    assert after.victories == (victory,)


@pytest.mark.case("9.3", "7.4")
def test_who_only_closed_a_retreat_may_still_attack_its_neighbour() -> None:
    victory = AutomaticVictory(("9A/20",), ("21/5", "21/104"), ("AxS1",), ("ariete",))
    state = field("21/5, 21/104, AxS1 P40, ariete, AxS2 Q43", "9A/20 P41, 1/2 Q44", victories=(victory,))
    assert forced_losses(state, "axis") == []


@pytest.mark.case("7.4", "11.6", "23.2")
def test_a_garrison_that_could_sally_keeps_its_neighbour_from_being_lost_at_once() -> None:
    assert lost(field("15/8 H25", "7A/1 I25, AlS1 G25", "allied")) == {"7A/1": "7.4"}
    assert lost(field("15/8 H25", "7A/1 I25, 2/3, AlS1 G25", "allied")) == {}


@pytest.mark.case("7.4", "23.2")
def test_a_garrison_too_weak_to_help_is_not_lost_with_its_neighbour() -> None:
    assert lost(field("15/8 H25", "7A/1 I25, 4I/5, AlS1 G25", "allied")) == {"7A/1": "7.4"}


# --- each loss may doom another


@pytest.mark.case("7.4", "11.9")
def test_the_loss_of_one_dooms_the_next() -> None:
    """The armour has no supply for a 1-2; without it the brigade is alone with an armoured regiment."""
    state = field("21/5 P41", "2/3 P40, 7A/1 P42, AlS1 P46", "allied")
    assert list(lost(state).items()) == [("2/3", "11.9"), ("7A/1", "7.4")]
    supplied = field("21/5 P41", "2/3 P40, 7A/1 P42, AlS1 P46, AlS2 P39", "allied")
    assert lost(supplied) == {}


@pytest.mark.case("7.4")
def test_losses_come_to_an_end_and_leave_a_complete_division() -> None:
    state, events = opened(field("21/5 P41", "2/3 P40, 7A/1, 1/2 P42, AlS1 P46", "allied"))
    assert [event.facts["unit"] for event in events] == ["2/3"]
    assert forced_losses(state, "allied") == []
    assert at(state, "7A/1") == "P42"


@pytest.mark.case("7.4", "8.4", "11.31")
def test_no_more_are_lost_than_the_rules_demand() -> None:
    """Of three brigades at odds without supply, one has to go; which one is its owner's choice."""
    state, events = opened(field("ariete P41", "1SA/1, 1SA/2, 1SA/3 P40", "allied"))
    assert events == []
    top = state.stack[-1]
    assert {str(action) for action in top.actions(state, "allied") if action.verb == "lose"} == {
        "lose 1SA/1", "lose 1SA/2", "lose 1SA/3",
    }  # fmt: skip


@pytest.mark.case("9.5", "7.4")
def test_nobody_is_lost_for_want_of_units_that_are_out_of_reach_of_the_enemy() -> None:
    assert lost(field("21/5, 15/8 P40, AxS1 P39", "7A/1 P42, 9A/20 R42")) == {}


@pytest.mark.case("7.4", "9.5")
def test_an_enemy_whom_others_take_outmatches_nobody() -> None:
    """Folgere's one factor against 7/4 doubled on the slope of R29 is worse than 1-6."""
    state = position("folgere R30", "7/4 R29")
    assert outmatched(state, "axis", "folgere")
    assert not outmatched(state, "axis", "folgere", besides=("7/4",))
    assert not outmatched(position("folgere, 21/5 R30", "7/4 R29"), "axis", "folgere")
    assert outmatched(position("folgere, 21/5 R30", "7/4 R29"), "axis", "folgere", engaged=("21/5",))


@pytest.mark.case("8.4", "11.31")
def test_of_two_in_a_hex_the_one_that_is_beaten_need_not_be_attacked_again() -> None:
    victory = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))
    state = field("21/5, AxS1 P40, ariete Q42", "7A/2, 9A/20 P41", victories=(victory,))
    assert mandatory_defenders(state, "axis") == ["9A/20"]
