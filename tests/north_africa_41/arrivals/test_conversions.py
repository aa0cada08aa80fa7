"""[20.4] Upgrades and conversions."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.north_africa_41.arrivals.conversions import (
    convert_units,
    open_amalgamations,
    open_upgrades,
    pending_upgrades,
)
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal, where, with_unit
from tests.playing import THE_END, asked, draft_of

BESIEGERS = "it-19bre 2936, it-20bre 3036, ge-mg8 2938, ge-i-5 3039, ge-ii-5 3140, it-8b 3136"


def prepared(work: Callable[..., None], *args: Any, **fields: Any) -> NorthAfrica:
    draft = draft_of(asking(position(*args, **fields)))
    work(draft)
    return draft.state


# Tank upgrades


def turn_six(allied: str = "br-6rtr 3138, br-3hus-1 2560, br-7hus-1 2365") -> NorthAfrica:
    """The example of the book: the old 6 RTR is besieged in Tobruk, the 3rd Hussars give their crews."""
    return prepared(open_upgrades, BESIEGERS, allied, turn=6)


@pytest.mark.case("20.4.1", "20.4")
def test_the_example_old_light_tanks_of_the_third_hussars_go_to_the_seventh() -> None:
    state = turn_six()
    assert refusal(state, "upgrade br-6rtr-u from br-6rtr").case == "20.4.1"  # only Port Supply
    assert refusal(state, "upgrade br-5rtr from br-3hus").case == "20.4.1"  # no new tanks for them
    for nobody in ("ge-i-5", "br-kdg", "nobody"):
        assert "not an Allied Tank Unit" in refusal(state, f"upgrade br-6rtr-u from {nobody}").why
    after = play(state, "upgrade br-6rtr-u from br-3hus tanks br-7hus")
    assert where(after, "br-6rtr-u") == "delta" and where(after, "br-3hus") == "removed"
    assert after.units["br-7hus"].steps == 2 and after.units["br-7hus"].replaced
    assert not after.units["br-6rtr-u"].replaced  # it may move in this turn
    assert pending_upgrades(after) == ["br-2rtr-u"] and asked(after) == "allied"
    assert play(after, "upgrade br-2rtr-u from br-7hus").stack == (THE_END,)  # nothing is left to ask for


@pytest.mark.case("20.4.1")
def test_an_upgrade_may_be_put_off_to_a_later_turn() -> None:
    state = turn_six()
    assert pending_upgrades(state) == ["br-2rtr-u", "br-6rtr-u"]
    later = play(state, "done")
    assert pending_upgrades(later) == ["br-2rtr-u", "br-6rtr-u"]
    assert prepared(open_upgrades, "", "", turn=6).stack == (THE_END,)  # nobody to take the crews from
    assert prepared(open_upgrades, "", "br-3hus delta", turn=5).stack == (THE_END,)


@pytest.mark.case("20.4.1", "19.2.5")
def test_old_tanks_go_only_to_units_of_no_better_rating_that_need_them() -> None:
    state = turn_six("br-3hus 2560, br-7hus 2365, br-2rtr-1 delta, br-7rtr-1 delta, br-6rtr-1 3138")
    order = "upgrade br-6rtr-u from br-3hus tanks"
    assert refusal(state, f"{order} br-7hus").case == "20.4.1"  # full strength
    assert refusal(state, f"{order} br-2rtr").case == "20.4.1"  # a better rating
    assert refusal(state, f"{order} br-3hus").case == "20.4.1"
    assert refusal(state, f"{order} ge-i-5").case == "20.4.1"
    assert not any(line.startswith(order) for line in listed(state))


@pytest.mark.case("20.4.1", "2.3.5")
def test_an_eliminated_unit_gives_crews_but_no_tanks_and_may_be_formed_anew() -> None:
    state = with_unit(turn_six("br-3hus 2560, br-2rtr 2365"), "br-7hus", at="eliminated", steps=1)
    assert refusal(state, "upgrade br-2rtr-u from br-7hus tanks br-3hus").case == "20.4.1"
    assert "no tanks left" in refusal(state, "upgrade br-2rtr-u from br-7hus tanks br-3hus").why
    assert where(play(state, "upgrade br-2rtr-u from br-7hus"), "br-7hus") == "removed"
    formed = play(state, "upgrade br-2rtr-u from br-3hus tanks br-7hus")
    assert (where(formed, "br-7hus"), formed.units["br-7hus"].steps) == ("delta", 2)
    reduced = with_unit(turn_six("br-3hus-1 2560, br-2rtr 2365"), "br-7hus", at="eliminated", steps=1)
    assert play(reduced, "upgrade br-2rtr-u from br-3hus tanks br-7hus").units["br-7hus"].steps == 1


@pytest.mark.case("20.4.1")
def test_who_has_surrendered_or_is_still_to_come_takes_no_tanks() -> None:
    for box in ("surrendered", "due"):
        state = with_unit(turn_six("br-3hus 2560, br-2rtr 2365"), "br-7hus", at=box, steps=1)
        assert "not in play" in refusal(state, "upgrade br-2rtr-u from br-3hus tanks br-7hus").why


@pytest.mark.case("20.4.1", "19.2.5", "13.2.1", "16.4")
def test_a_matilda_takes_old_tanks_only_from_a_matilda_and_nobody_in_disorder_takes_any() -> None:
    state = turn_six("br-4rtr, br-7rtr-1, br-6rtr, br-2rtr-1~ delta")
    assert refusal(state, "upgrade br-6rtr-u from br-6rtr tanks br-7rtr").case in ("19.2.5", "20.4.1")
    assert refusal(state, "upgrade br-6rtr-u from br-6rtr tanks br-2rtr").case == "13.2.1"
    assert play(state, "upgrade br-6rtr-u from br-4rtr tanks br-7rtr").units["br-7rtr"].steps == 2
    hungry = turn_six("br-6rtr delta, br-2rtr-1* 2560")
    assert refusal(hungry, "upgrade br-6rtr-u from br-6rtr tanks br-2rtr").case == "16.4"


# Conversions where they stand


@pytest.mark.case("20.4.2")
def test_on_turn_ten_the_fifth_light_division_becomes_the_twenty_first_panzer() -> None:
    state = prepared(
        convert_units, "ge-i-5-1, ge-mg8~ 2937, ge-ii-5 eliminated, ge-3rec surrendered, ge-mg2 tripoli", turn=10
    )
    assert (where(state, "ge-i-5-21"), state.units["ge-i-5-21"].steps) == ("2937", 2)
    assert state.units["ge-mg8-21"].order == 1 and not state.units["ge-i-5-21"].replaced
    assert [where(state, f"{name}-21") for name in ("ge-ii-5", "ge-3rec", "ge-mg2")] == [
        "eliminated",
        "surrendered",
        "tripoli",
    ]
    assert where(state, "ge-i-5") == "removed"


@pytest.mark.case("20.4.4")
def test_on_turn_six_the_guards_become_motorised() -> None:
    state = prepared(convert_units, "", "br-22gds-1 3138", turn=6)
    assert (where(state, "br-22gds-m"), where(state, "br-22gds")) == ("3138", "removed")
    assert state.units["br-22gds-m"].steps == position(allied="br-22gds-1 3138").units["br-22gds"].steps


# Two that become others


def turn_thirteen(axis: str, **fields: Any) -> NorthAfrica:
    return prepared(open_amalgamations, axis, **{"turn": 13} | fields)


@pytest.mark.case("20.4.3")
def test_pairs_in_full_supply_and_stacked_together_may_be_converted_on_turn_thirteen_or_later() -> None:
    state = turn_thirteen("ge-mg2-21, ge-k15 1604, ge-mg8-21, ge-104-15 1603")
    assert listed(state) == ["convert ge-200", "convert ge-104-21", "done"]
    after = play(state, "convert ge-200", "convert ge-104-21")
    assert [(where(after, name), after.units[name].steps) for name in ("ge-200", "ge-104-21", "ge-bach")] == [
        ("1604", 2),
        ("1603", 2),
        ("1603", 1),
    ]
    assert all(where(after, name) == "removed" for name in ("ge-mg2-21", "ge-k15", "ge-mg8-21", "ge-104-15"))
    assert play(state, "done").stack == (THE_END,)
    assert turn_thirteen("ge-mg2-21, ge-k15 1604", turn=12).stack == (THE_END,)
    assert turn_thirteen("ge-mg2-21, ge-k15 1604", turn=15).stack != (THE_END,)


@pytest.mark.case("20.4.3")
def test_apart_or_without_full_supply_they_stay_as_they_are() -> None:
    state = turn_thirteen("ge-mg2-21, ge-k15 1604, ge-mg8-21 1603, ge-104-15 1602")
    assert refusal(state, "convert ge-104-21").case == "20.4.3"
    assert refusal(state, "convert ge-i-5").case == "20.4.3"
    cut = turn_thirteen("ge-mg2-21, ge-k15 1604, ge-mg8-21, ge-104-15 2011", allied="br-kdg 1708, br-11hus 1909")
    assert refusal(cut, "convert ge-104-21").case == "20.4.3"


@pytest.mark.case("20.4.3")
def test_one_eliminated_need_not_be_there_and_two_make_eliminated_units() -> None:
    one = turn_thirteen("ge-mg2-21 1604, ge-k15 eliminated")
    after = play(one, "convert ge-200")
    assert (where(after, "ge-200"), after.units["ge-200"].steps) == ("1604", 1)
    both = play(turn_thirteen("ge-mg2-21, ge-k15 eliminated"), "convert ge-200")
    assert where(both, "ge-200") == "eliminated" and both.stack == (THE_END,)


@pytest.mark.case("20.4.3")
def test_where_steps_are_missing_the_owner_says_whose() -> None:
    state = play(turn_thirteen("ge-mg8-21, ge-104-15-1 1604"), "convert ge-104-21")
    assert listed(state) == ["choose ge-104-21", "choose ge-bach"]
    assert refusal(state, "choose ge-i-5").case == refusal(state, "done").case == "20.4.3"
    weak = play(state, "choose ge-104-21")
    assert weak.units["ge-104-21"].steps == 1 and where(weak, "ge-bach") == "1604"
    gone = play(state, "choose ge-bach")
    assert where(gone, "ge-bach") == "eliminated" and gone.units["ge-104-21"].steps == 2
    assert gone.stack == (THE_END,)
