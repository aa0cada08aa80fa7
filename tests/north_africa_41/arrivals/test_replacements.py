"""[19] Replacements."""

from typing import Any

import pytest

from sandtable.games.north_africa_41.arrivals.replacements import Replacing, open_replacements
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal, where, with_unit
from tests.playing import THE_END, draft_of


def initial(axis: str = "", allied: str = "", side: Side = "axis", **fields: Any) -> NorthAfrica:
    return asking(position(axis, allied, phasing=side, **fields), Replacing(side))


@pytest.mark.case("19.1.1", "19.3.1", "19.5", "19.2.2")
def test_a_replacement_within_five_hexes_restores_a_step_and_goes_back_to_its_pool() -> None:
    """The example of the book: a Tank Replacement five hexes away restores a German Tank Unit."""
    state = initial("ge-i-5-1 1609, repl-german-tank-1 1604")
    after = play(state, "replace ge-i-5 with repl-german-tank-1")
    assert after.units["ge-i-5"].steps == 3 and after.units["ge-i-5"].replaced
    assert where(after, "repl-german-tank-1") == "pool"
    far = initial("ge-i-5-1 1610, repl-german-tank-1 1604")
    assert refusal(far, "replace ge-i-5 with repl-german-tank-1").case == "19.3.1"


@pytest.mark.case("19.3.1")
@pytest.mark.parametrize(
    ("unit", "is_asked"), [("ge-i-5-1 1609", True), ("ge-i-5-1 1610", False), ("ge-i-5 1609", False)]
)
def test_a_side_is_asked_when_a_replacement_can_be_used(unit: str, is_asked: bool) -> None:
    draft = draft_of(position(f"{unit}, repl-german-tank-1 1604"))
    open_replacements(draft, "axis")
    assert isinstance(draft.state.stack[-1], Replacing) is is_asked


@pytest.mark.case("19.3.1", "16.3.2")
def test_the_way_to_the_replacement_is_an_overland_supply_path() -> None:
    barred = initial("ge-i-5-1 1709, repl-german-tank-1 1704", "br-3hus 1707, br-kdg 1607, br-11hus 1807")
    assert refusal(barred, "replace ge-i-5 with repl-german-tank-1").case == "19.3.1"


@pytest.mark.case("19.2.3", "19.2.5", "19.3.2", "19.1.2")
def test_each_kind_of_replacement_has_its_units() -> None:
    state = initial(
        allied="br-2rtr-1, br-7rtr-1, nz-6-1, br-11hus-1, al-xiii, repl-allied-tank-1, repl-british-infantry-1 delta",
        side="allied",
    )
    assert refusal(state, "replace br-7rtr with repl-allied-tank-1").case == "19.2.5"  # a Matilda
    assert refusal(state, "replace nz-6 with repl-british-infantry-1").case == "19.3.2"
    assert refusal(state, "replace br-2rtr with repl-british-infantry-1").case == "19.2.3"
    assert refusal(state, "replace al-xiii with repl-british-infantry-1").case == "19.1.2"
    play(state, "replace br-2rtr with repl-allied-tank-1")
    play(state, "replace br-11hus with repl-british-infantry-1")  # reconnaissance
    heavy = with_unit(state, "repl-allied-tank-1", heavy=True)
    play(heavy, "replace br-7rtr with repl-allied-tank-1")
    play(heavy, "replace br-2rtr with repl-allied-tank-1")


@pytest.mark.case("19.3.1", "19.3.2", "13.2.1", "16.4", "19.1.1")
def test_who_cannot_take_a_replacement() -> None:
    state = initial(
        "ge-i-5-1~, ge-ii-5-1*, ge-i-8-2, ge-ii-8, repl-german-tank-1, repl-german-tank-2, repl-german-tank-3 1604"
    )
    assert refusal(state, "replace ge-i-5 with repl-german-tank-1").case == "13.2.1"
    assert refusal(state, "replace ge-ii-5 with repl-german-tank-1").case == "16.4"
    assert refusal(state, "replace ge-ii-8 with repl-german-tank-1").case == "19.1.1"
    once = play(state, "replace ge-i-8 with repl-german-tank-1")
    assert once.units["ge-i-8"].steps == 2  # [19.6] the remnant is a reduced unit again
    assert once.stack == (THE_END,)  # nobody else could take one


@pytest.mark.case("19.3.2", "19.6")
def test_a_remnant_becomes_the_reduced_unit_and_takes_no_second_one_in_the_phase() -> None:
    state = initial("ge-i-8-2, ge-i-5-1, repl-german-tank-1, repl-german-tank-2 1604")
    once = play(state, "replace ge-i-8 with repl-german-tank-1")
    assert once.units["ge-i-8"].steps == 2
    assert refusal(once, "replace ge-i-8 with repl-german-tank-2").case == "19.3.2"
    assert play(once, "replace ge-i-5 with repl-german-tank-2").units["ge-i-5"].steps == 3


@pytest.mark.case("19.4.1", "19.1.1", "19.5", "3.2")
def test_a_unit_returns_on_its_lowest_step_in_a_box_or_with_a_corps_headquarters() -> None:
    fallen = with_unit(initial("repl-german-tank-1 tripoli"), "ge-i-5", at="eliminated", steps=1)
    after = play(fallen, "rebuild ge-i-5 with repl-german-tank-1")
    assert (where(after, "ge-i-5"), after.units["ge-i-5"].steps, after.units["ge-i-5"].replaced) == ("tripoli", 1, True)
    two = initial("repl-german-tank-1, repl-german-tank-2, ge-ii-5-1 tripoli")
    two = with_unit(two, "ge-i-5", at="eliminated", steps=1)
    again = play(two, "rebuild ge-i-5 with repl-german-tank-1")
    assert refusal(again, "replace ge-i-5 with repl-german-tank-2").case == "19.3.2", "one in a phase"
    assert where(again, "repl-german-tank-1") == "pool"
    forward = with_unit(initial("repl-german-tank-1, ge-dak 1604"), "ge-i-5", at="eliminated", steps=1)
    assert where(play(forward, "rebuild ge-i-5 with repl-german-tank-1"), "ge-i-5") == "1604"
    bare = with_unit(initial("repl-german-tank-1, ge-mg8 1604"), "ge-i-5", at="eliminated", steps=1)
    assert refusal(bare, "rebuild ge-i-5 with repl-german-tank-1").case == "19.4.1"
    shaken = with_unit(initial("repl-german-tank-1, ge-dak~ 1604"), "ge-i-5", at="eliminated", steps=1)
    assert refusal(shaken, "rebuild ge-i-5 with repl-german-tank-1").case == "19.4.1"
    hussars = initial("", "br-11hus eliminated, repl-british-infantry-1 delta", side="allied")
    assert where(play(hussars, "rebuild br-11hus with repl-british-infantry-1"), "br-11hus") == "delta", (
        "no remnant kind"
    )


@pytest.mark.case("19.4.2")
def test_not_next_to_the_enemy_and_not_with_another_nations_headquarters() -> None:
    near = with_unit(initial("repl-german-tank-1, ge-dak 1604", "br-kdg 1605"), "ge-i-5", at="eliminated", steps=1)
    assert refusal(near, "rebuild ge-i-5 with repl-german-tank-1").case == "19.4.2"
    foreign = with_unit(initial("repl-german-tank-1, it-x 1604"), "ge-i-5", at="eliminated", steps=1)
    assert refusal(foreign, "rebuild ge-i-5 with repl-german-tank-1").case == "19.4.2"


@pytest.mark.case("19.4.1", "10.4.2")
def test_a_three_step_unit_needs_a_remnant_from_the_display() -> None:
    state = initial("repl-german-tank-1 tripoli, ge-i-8-2, ge-ii-8-2, ge-ii-5-2, ge-i-5-21-2 1604")
    state = with_unit(state, "ge-i-5", at="eliminated", steps=1)
    assert refusal(state, "rebuild ge-i-5 with repl-german-tank-1").case == "19.4.1"
    last = initial("repl-german-tank-1 tripoli, ge-i-8-2, ge-ii-8-2, ge-ii-5-2, ge-i-5-21 1604")
    last = with_unit(last, "ge-i-5", at="eliminated", steps=1)
    assert where(play(last, "rebuild ge-i-5 with repl-german-tank-1"), "ge-i-5") == "tripoli"


@pytest.mark.case("19.3.3")
def test_units_in_the_withdrawn_and_reserve_boxes_count_as_in_the_nile_delta() -> None:
    state = initial(allied="nz-6-1 reserve, in-5-1 withdrawn, repl-indian-infantry-1 delta", side="allied")
    after = play(state, "replace in-5 with repl-indian-infantry-1")
    assert after.units["in-5"].steps == state.units["in-5"].steps + 1 and where(after, "in-5") == "withdrawn"
    away = initial(allied="in-5-1 withdrawn, repl-indian-infantry-1 3138", side="allied")
    assert refusal(away, "replace in-5 with repl-indian-infantry-1").case == "19.3.1"


@pytest.mark.case("19.2", "19.2.1")
def test_a_transported_replacement_waits_for_its_marker_to_come_off() -> None:
    state = with_unit(initial("ge-i-5-1, repl-german-tank-1 1604"), "repl-german-tank-1", transport="sea")
    assert refusal(state, "replace ge-i-5 with repl-german-tank-1").case == "19.3.1"


@pytest.mark.case("19.5", "6.3.4", "21.1.4")
def test_a_restored_unit_moves_one_hex_and_leaves_no_box() -> None:
    state = asking(position("ge-i-5+ 1604, ge-ii-5+ tripoli", impulse=1, control={"3211": "axis"}), Movement("axis"))
    assert refusal(state, "move ge-i-5 1604-1706").case == "19.5"
    assert refusal(state, "tactical ge-i-5 1604-1605-1606").case == "19.5"
    assert refusal(state, "move ge-ii-5 tripoli-1701").case == "19.5"
    assert refusal(state, "ship ge-ii-5 from tripoli to 3211").case == "19.5"
    play(state, "tactical ge-i-5 1604-1605")


def test_nobody_is_asked_without_a_use_for_replacements() -> None:
    draft = draft_of(asking(position("ge-i-5 1604, repl-german-tank-1 1604")))
    open_replacements(draft, "axis")
    assert draft.state.stack == (THE_END,)
    draft = draft_of(asking(position("ge-i-5-1 1604, repl-german-tank-1, repl-german-tank-2 1604")))
    open_replacements(draft, "axis")
    assert listed(draft.state) == ["done", "replace ge-i-5 with repl-german-tank-1"]


@pytest.mark.case("19.3.1", "19.4.1")
def test_a_replacement_that_waits_in_the_pool_rebuilds_nobody() -> None:
    state = initial("ge-i-5 eliminated, repl-german-tank-2 tripoli")
    assert refusal(state, "rebuild ge-i-5 with repl-german-tank-1").case == "19.3.1"
    assert where(play(state, "rebuild ge-i-5 with repl-german-tank-2"), "ge-i-5") == "tripoli"


@pytest.mark.case("19.3.1", "19.1.2")
def test_neither_a_truck_nor_an_enemy_is_replaced() -> None:
    state = initial("repl-german-tank-1, axis-truck-1, ge-i-5-1 tripoli", "br-3hus-1 delta")
    assert refusal(state, "replace axis-truck-1 with repl-german-tank-1").case == "19.3.1"
    assert refusal(state, "replace br-3hus with repl-german-tank-1").case == "19.3.1"
    assert refusal(state, "replace ge-i-5 with nothing").case == "19.3.1"
