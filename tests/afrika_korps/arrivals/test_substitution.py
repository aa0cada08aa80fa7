"""Allied substitute counters: when they may be formed, what they may break into, what becomes of the parts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.arrivals.substitution import (
    Substitution,
    available_parts,
    break_down,
    breakdowns,
    check_break,
    open_substitution,
)
from sandtable.games.afrika_korps.ground.reach import can_move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, eliminate
from tests.afrika_korps.positions import (
    asking,
    at,
    draft_of,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refusal,
    refused,
    with_unit,
)


def substituting(allied: str, axis: str = "", turn: int = 33) -> AfrikaKorps:
    return asking(position(axis, allied, turn, phasing="allied"), Substitution())


def formed(substitute: str, parts: str, others: str = "", place: str = "K50") -> AfrikaKorps:
    """A position with a substitute that was made of these parts."""
    state = substituting(
        f"{others}, {substitute} {place}, {parts} exchanged" if others else f"{substitute} {place}, {parts} exchanged"
    )
    return with_unit(state, substitute, made_of=tuple(sorted(parts.split(", "))))


def infantry(others: str = "") -> AfrikaKorps:
    return formed("sub_inf_3", "7A/1, 7A/2, pol", others)


# --- when


@pytest.mark.case("21.1", "21.2")
@pytest.mark.parametrize(("turn", "offered"), [(32, False), (33, True), (38, True)])
def test_substitution_is_offered_from_august_1942(turn: int, offered: bool) -> None:
    draft = draft_of(position("", "7A/1, 7A/2, pol K50", turn, phasing="allied"))
    open_substitution(draft)
    assert isinstance(draft.state.stack[-1], Substitution) == offered


@pytest.mark.case("21.1")
def test_no_substitute_is_formed_before_august_1942() -> None:
    assert refused(substituting("7A/1, 7A/2, pol K50", turn=32), "form sub_inf_3 from 7A/1, 7A/2, pol") == "21.1"


@pytest.mark.case("21.2", "21.3")
def test_nobody_is_asked_when_nothing_can_be_exchanged() -> None:
    draft = draft_of(position("", "7A/1, 7A/2 K50, pol K51", 33, phasing="allied"))
    open_substitution(draft)
    assert not isinstance(draft.state.stack[-1], Substitution)


@pytest.mark.case("21.3")
def test_a_substitute_alone_is_reason_enough_to_ask() -> None:
    draft = draft_of(position("", "sub_inf_3 K50", 33, phasing="allied"))
    open_substitution(draft)
    assert isinstance(draft.state.stack[-1], Substitution)


@pytest.mark.case("21.2")
def test_done_ends_substitution_and_nothing_else_is_ordered() -> None:
    state = substituting("7A/1, 7A/2, pol K50")
    assert refused(state, "move 7A/1 K50-K51") == "21.2"
    assert not isinstance(play(state, "done").stack[-1], Substitution)


# --- forming


@pytest.mark.case("21.1", "21.2", "21.4")
def test_units_of_one_hex_are_exchanged_for_a_substitute() -> None:
    state = substituting("7A/1, 7A/2, pol K50")
    state = with_unit(state, "7A/2", isolated=1, cut_off=True)
    after, events = play_noting(state, "form sub_inf_3 from 7A/1, 7A/2, pol")
    assert kinds(events) == ["formed"]
    assert at(after, "sub_inf_3") == "K50"
    assert [at(after, unit) for unit in ("7A/1", "7A/2", "pol")] == ["exchanged"] * 3
    substitute = after.units["sub_inf_3"]
    assert substitute.made_of == ("7A/1", "7A/2", "pol")
    assert (substitute.isolated, substitute.cut_off) == (1, True)


@pytest.mark.case("21.2")
def test_new_substitute_does_not_move_that_turn() -> None:
    after = play(substituting("7A/1, 7A/2, pol K50"), "form sub_inf_3 from 7A/1, 7A/2, pol")
    assert not can_move(after, "sub_inf_3")


@pytest.mark.case("21.2")
def test_substitute_is_formed_in_an_enemy_zone() -> None:
    state = substituting("7A/1, 7A/2, pol K50", axis="21/5 K51")
    assert refused(state, "form sub_inf_3 from 7A/1, 7A/2, pol") == ""


@pytest.mark.case("21.1")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        ("7A/1, 7A/2, pol", ""),
        ("7A/1, 7A/2, 2SA/7", ""),  # recce goes with infantry
        ("22gds, pol", ""),
        ("7A/1, 7A/2", "21.1"),  # too little
        ("22gds, 7A/1, 7A/2", "21.1"),  # too much
        ("7/7", "21.1"),  # armoured infantry
        ("10/8", "21.1"),  # armour
        ("2/2sg, 7A/1, 7A/2", "21.1"),
        ("7A/1, 7A/1, 7A/2", "21.1"),
        ("brescia, 7A/1", "21.1"),
        ("AlS1, 7A/1, 22gds", "21.1"),
        ("nobody, 22gds", "21.1"),
    ],
)
def test_infantry_substitute_stands_for_exactly_three_factors_of_infantry_and_recce(units: str, case: str) -> None:
    named = [name for name in dict.fromkeys(units.split(", ")) if name not in ("nobody", "brescia")]
    state = substituting(f"{', '.join(named)} K50", axis="brescia K52")
    assert refused(state, f"form sub_inf_3 from {units}") == case


@pytest.mark.case("21.1")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        ("2/3", ""),
        ("1arm, 32", ""),
        ("7/7, 7/7sg", ""),
        ("1arm, 2/2sg, 7/7sg", ""),
        ("10/8", "21.1"),
        ("10/8, 32", "21.1"),
        ("22gds, 9A/20", "21.1"),
        ("1arm, 22gds", "21.1"),
    ],
)
def test_armour_substitute_stands_for_exactly_four_factors_of_armour_and_armoured_infantry(
    units: str, case: str
) -> None:
    assert refused(substituting(f"{units} K50"), f"form sub_arm_1 from {units}") == case


@pytest.mark.case("21.2")
def test_units_of_several_hexes_form_nothing() -> None:
    assert refused(substituting("7A/1, 7A/2 K50, pol K51"), "form sub_inf_3 from 7A/1, 7A/2, pol") == "21.2"


@pytest.mark.case("21.5")
def test_nothing_is_formed_in_a_hex_above_the_stacking_limit() -> None:
    state = substituting("7A/1, 7A/2, pol, 22gds K50")
    assert refused(state, "form sub_inf_3 from 7A/1, 7A/2, pol") == "21.5"
    assert orders(state) == ["done"]
    full = substituting("22gds, pol, 9A/20 K50")
    assert refused(full, "form sub_inf_3 from 22gds, pol") == ""


@pytest.mark.case("21.6")
@pytest.mark.parametrize("box", ["sea", "dead", "due"])
def test_nothing_is_formed_off_the_board(box: str) -> None:
    assert refused(substituting(f"22gds K50, pol {box}"), "form sub_inf_3 from 22gds, pol") == "21.6"
    assert refused(substituting(f"22gds, pol {box}"), "form sub_inf_3 from 22gds, pol") == "21.6"


@pytest.mark.case("21.7")
def test_only_idle_substitute_counters_are_formed_and_never_from_each_other() -> None:
    state = substituting("7A/1, 7A/2 K50, sub_arm_1 K51, sub_inf_3 K52")
    assert refused(state, "form 9A/20 from 7A/1, 7A/2") == "21.7"
    assert refused(state, "form nobody from 7A/1, 7A/2") == "21.7"
    assert refused(state, "form sub_arm_2 from sub_arm_1") == "21.7"
    assert refused(state, "form sub_inf_3 from 7A/1, 7A/2") == "21.7"


@pytest.mark.case("21.1")
def test_every_exact_total_is_listed_with_the_first_idle_counter() -> None:
    state = substituting("22gds, pol, 7A/1 K50, 1arm, 32 L50, sub_arm_1 M50")
    forming = [order for order in orders(state) if order.startswith("form")]
    assert sorted(forming) == [
        "form sub_arm_2 from 1arm, 32",
        "form sub_inf_3 from 22gds, 7A/1",
        "form sub_inf_3 from 22gds, pol",
    ]
    assert all(not refused(state, order) for order in orders(state))


@pytest.mark.case("9.2", "21.1")
def test_units_of_an_automatic_victory_are_exchanged_together_and_keep_it() -> None:
    state = substituting("1arm, 32, 10/8 K50, AlS1 L50", axis="brescia K51, 21/5 K53")
    victory = AutomaticVictory(("brescia",), ("10/8", "1arm", "32"), ("AlS1",))
    after = play(replace(state, victories=(victory,)), "form sub_arm_1 from 1arm, 32")
    assert after.victories == (AutomaticVictory(("brescia",), ("10/8", "sub_arm_1"), ("AlS1",)),)


@pytest.mark.case("9.2", "9.3")
def test_units_of_an_automatic_victory_are_not_exchanged_with_outsiders() -> None:
    state = substituting("1arm, 32 K50, AlS1 L50", axis="brescia K51")
    attacker = replace(state, victories=(AutomaticVictory(("brescia",), ("32",), ("AlS1",)),))
    blocker = replace(state, victories=(AutomaticVictory(("brescia",), (), ("AlS1",), ("1arm",)),))
    for mixed in (attacker, blocker):
        assert refused(mixed, "form sub_arm_1 from 1arm, 32") == "9.2"
        assert orders(mixed) == ["done"]


# --- breaking down


@pytest.mark.case("21.3", "21.4")
def test_substitute_breaks_down_into_its_components() -> None:
    state = with_unit(infantry(), "sub_inf_3", isolated=1, cut_off=True)
    after, events = play_noting(state, "break sub_inf_3 into 7A/1, 7A/2, pol")
    assert kinds(events) == ["broken"]
    assert at(after, "sub_inf_3") == "pool"
    assert after.units["sub_inf_3"].made_of == ()
    for part in ("7A/1", "7A/2", "pol"):
        assert at(after, part) == "K50"
        assert (after.units[part].isolated, after.units[part].cut_off) == (1, True)
        assert not can_move(after, part)


@pytest.mark.case("21.3", "21.4")
def test_components_that_do_not_come_back_are_eliminated() -> None:
    after, events = play_noting(infantry(), "break sub_inf_3 into 9A/20")
    assert at(after, "9A/20") == "K50"
    assert [at(after, part) for part in ("7A/1", "7A/2", "pol")] == ["dead"] * 3
    assert events[0].facts["lost"] == ["7A/1", "7A/2", "pol"]


@pytest.mark.case("21.1", "21.3", "21.4", "21.7")
@pytest.mark.parametrize(
    ("parts", "case"),
    [
        ("7A/1, 7A/2, pol", ""),
        ("7A/1", ""),
        ("22gds, 4I/5", ""),  # eliminated ones serve as well
        ("22gds, 9A/20", "21.4"),  # four factors out of three
        ("22gds, 7A/1, 7A/2", "21.4"),
        ("2/2sg", "21.1"),  # armoured infantry out of infantry
        ("7/3I", "21.4"),  # on the board
        ("9A/24", "21.4"),  # not arrived
        ("4I/7", "21.4"),  # part of another substitute
        ("7A/1, 7A/1", "21.1"),
        ("sub_inf_5", "21.7"),
        ("brescia", "21.1"),
        ("nobody", "21.1"),
    ],
)
def test_what_an_infantry_substitute_may_break_into(parts: str, case: str) -> None:
    state = formed("sub_inf_3", "7A/1, 7A/2, pol", "7/3I L50, sub_inf_4 L51, 4I/7, 4I/11, 5I/9 exchanged")
    state = with_unit(state, "sub_inf_4", made_of=("4I/11", "4I/7", "5I/9"))
    assert refused(state, f"break sub_inf_3 into {parts}") == case


@pytest.mark.case("21.4")
def test_recce_comes_only_out_of_the_substitute_it_went_into() -> None:
    stranger = formed("sub_inf_3", "7A/1, 7A/2, pol", "2SA/7 dead")
    assert refused(stranger, "break sub_inf_3 into 2SA/7") == "21.4"
    assert "2SA/7" not in available_parts(stranger, "sub_inf_3")
    others = formed("sub_inf_3", "7A/1, 7A/2, pol", "5I/9 dead, 4I/7 L50")
    assert "5I/9" in available_parts(others, "sub_inf_3") and "4I/7" not in available_parts(others, "sub_inf_3")
    member = formed("sub_inf_3", "7A/1, 7A/2, 2SA/7")
    assert refused(member, "break sub_inf_3 into 2SA/7, 7A/1") == ""
    assert "2SA/7" in available_parts(member, "sub_inf_3")


@pytest.mark.case("21.1", "21.3")
def test_armour_breaks_into_armour_and_armoured_infantry_only() -> None:
    state = formed("sub_arm_1", "1arm, 32", "7/7 dead")
    assert refused(state, "break sub_arm_1 into 7/7, 2/2sg") == ""
    assert refused(state, "break sub_arm_1 into 2/3") == ""
    assert refused(state, "break sub_arm_1 into 1arm, pol") == "21.1"


@pytest.mark.case("21.5")
@pytest.mark.parametrize(
    ("others", "parts", "case"),
    [
        ("", "7A/1, 7A/2, pol", ""),
        ("22gds K50", "7A/1, 7A/2, pol", "21.5"),
        ("22gds K50", "7A/1, 7A/2", ""),
        ("22gds, 9A/20 K50", "7A/1, 7A/2", "21.5"),
        ("22gds, 9A/20 K50", "7A/1", ""),
        ("22gds, 9A/20, 4I/5 K50", "7A/1", "21.5"),  # above the limit before
        ("22gds, 9A/20 K51", "7A/1, 7A/2, pol", ""),
    ],
)
def test_breaking_down_keeps_the_stacking_limit(others: str, parts: str, case: str) -> None:
    assert refused(infantry(others), f"break sub_inf_3 into {parts}") == case


@pytest.mark.case("21.6")
@pytest.mark.parametrize("place", ["sea", "pool"])
def test_nothing_breaks_down_off_the_board(place: str) -> None:
    state = formed("sub_inf_3", "7A/1, 7A/2, pol", place=place)
    assert refused(state, "break sub_inf_3 into 7A/1") == "21.6"
    assert orders(state) == ["done"]


@pytest.mark.case("21.7")
def test_only_substitutes_break_down() -> None:
    assert refused(substituting("22gds K50"), "break 22gds into 7A/1, 7A/2") == "21.7"


@pytest.mark.case("9.2")
def test_substitute_in_an_automatic_victory_does_not_break_down() -> None:
    state = formed("sub_arm_1", "1arm, 32", "10/8 K50")
    victory = AutomaticVictory(("brescia",), ("10/8", "sub_arm_1"), ("AlS1",))
    state = replace(state, victories=(victory,))
    assert refused(state, "break sub_arm_1 into 1arm, 32") == "9.2"
    assert orders(state) == ["done"]


@pytest.mark.case("21.3", "21.4")
def test_listed_breaks_are_few_and_permitted() -> None:
    state = formed("sub_inf_3", "22gds, 2SA/7", "1SA/3R dead")
    listed = orders(state)
    assert listed[0] == "break sub_inf_3 into 22gds, 2SA/7"
    assert len(listed) < 10
    assert len(set(listed)) == len(listed)
    assert all(not refused(state, order) for order in listed)
    assert "break sub_inf_3 into 1SA/3R" not in listed
    assert [f"break sub_inf_3 into {', '.join(parts)}" for parts in breakdowns(state, "sub_inf_3")] == listed[:-1]


@pytest.mark.case("21.3")
def test_loss_in_battle_leaves_room_for_a_small_part() -> None:
    state = formed("sub_arm_1", "1arm, 32")
    check_break(state, "sub_arm_1", ("2/2sg",), most_attack=1)
    with pytest.raises(Refusal, match=r"21\.4"):
        check_break(state, "sub_arm_1", ("1arm",), most_attack=1)
    draft = draft_of(replace(state, fought=("10/8", "sub_arm_1")))
    break_down(draft, "sub_arm_1", ("2/2sg",))
    assert at(draft.state, "2/2sg") == "K50"
    assert (at(draft.state, "1arm"), at(draft.state, "32"), at(draft.state, "sub_arm_1")) == ("dead", "dead", "pool")
    assert draft.state.fought == ("10/8", "2/2sg")  # the part has had the battle of the whole


@pytest.mark.case("21.3")
def test_eliminated_substitute_takes_its_components_with_it() -> None:
    draft = draft_of(infantry())
    eliminate(draft, "sub_inf_3", "7.5", "lost in battle")
    assert [at(draft.state, part) for part in ("7A/1", "7A/2", "pol")] == ["dead"] * 3
    assert at(draft.state, "sub_inf_3") == "pool"


@pytest.mark.case("21.1", "21.3")
def test_what_was_formed_can_be_broken_again() -> None:
    state = substituting("7A/1, 7A/2, pol K50")
    there = play(state, "form sub_inf_3 from 7A/1, 7A/2, pol")
    back = play(there, "break sub_inf_3 into 7A/1, 7A/2, pol")
    assert back.units == state.units


@pytest.mark.case("21.4", "21.1")
def test_nothing_but_eliminated_allied_units_of_its_type_fits_a_substitute() -> None:
    state = with_unit(substituting("sub_inf_3 K50, 7A/1, 22gds, 7/4 dead"), "sub_inf_3", made_of=("7A/2",))
    parts = available_parts(state, "sub_inf_3")
    assert {"7A/2", "7A/1", "22gds"} <= set(parts) and not {"7/4", "brescia", "AlS1"} & set(parts)
    assert {counters()[name].side for name in parts} == {"allied"}


@pytest.mark.case("21.1")
def test_who_is_no_allied_combat_unit_is_told_so() -> None:
    state = substituting("7A/1, AlS1 K50", axis="brescia K52")
    for name in ("brescia", "AlS1"):
        assert "not an Allied combat unit" in str(refusal(state, f"form sub_inf_3 from {name}, 7A/1"))
