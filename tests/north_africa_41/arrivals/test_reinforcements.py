"""[3.1, 12.5.2, 19.1.1, 19.2, 20.1, 20.2, 20.3, S2.2] What comes and goes in the Preparation Phase."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.north_africa_41.arrivals.reinforcements import (
    advance_surrendered,
    open_departures,
    receive_reinforcements,
    receive_replacements,
    receive_supply,
    release_reserves,
)
from sandtable.games.north_africa_41.pieces.counters import replacements
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, position, refusal, supply_at, where, with_unit
from tests.playing import THE_END, draft_of


def prepared(work: Callable[..., None], *args: Any, **fields: Any) -> NorthAfrica:
    draft = draft_of(asking(position(*args, **fields)))
    work(draft)
    return draft.state


@pytest.mark.case("3.1", "6.1.3")
def test_each_side_receives_two_supply_points_in_its_base() -> None:
    state = prepared(receive_supply, turn=4)
    assert (supply_at(state, "axis", "italy"), supply_at(state, "allied", "delta")) == (2, 2)
    assert not prepared(receive_supply, turn=1).books["axis"].stores


@pytest.mark.case("20.1", "20.0", "6.1.3")
def test_reinforcements_come_to_the_base_and_some_reduced() -> None:
    state = prepared(receive_reinforcements, turn=4)
    assert [where(state, name) for name in ("ge-i-8", "ge-104-15", "br-8hus", "ge-ii-8")] == [
        "italy",
        "italy",
        "delta",
        "due",
    ]
    assert state.units["ge-i-8"].steps == 3
    later = prepared(receive_reinforcements, turn=3)
    assert later.units["br-2rtr"].steps == 1 and later.units["br-4rtr"].steps == 2


@pytest.mark.case("S2.2")
def test_brigades_in_reserve_wait_for_their_turn_or_for_the_axis_at_the_gate() -> None:
    state = prepared(receive_reinforcements, turn=5)
    assert where(state, "nz-6") == "reserve"
    for fields, place in (
        ({"turn": 11}, "reserve"),
        ({"turn": 12}, "delta"),
        ({"turn": 7, "control": {"2751": "axis"}}, "delta"),
    ):
        released = prepared(release_reserves, "", "nz-6 reserve, sa-3 reserve", **fields)
        assert where(released, "nz-6") == place
        assert where(released, "sa-3") == "reserve"
    gone = prepared(release_reserves, "", "nz-6 2930, nz-4 eliminated, nz-5 reserve", turn=12)
    assert (where(gone, "nz-6"), where(gone, "nz-4"), where(gone, "nz-5")) == ("2930", "eliminated", "delta")
    matruh = prepared(release_reserves, "", "nz-6 reserve, sa-3 reserve", turn=8, control={"2560": "axis"})
    assert (where(matruh, "nz-6"), where(matruh, "sa-3")) == ("reserve", "delta")


@pytest.mark.case("S2.2")
def test_once_released_a_reserve_does_not_fill_again() -> None:
    draft = draft_of(position(turn=4, control={"2751": "axis"}))
    release_reserves(draft)
    draft.change(turn=5, control={**draft.state.control, "2751": "allied"})
    receive_reinforcements(draft)
    assert where(draft.state, "nz-6") == "delta"
    release_reserves(draft)
    assert draft.state.released == ("2751",), "it is released once"
    draft.change(control={**draft.state.control, "2751": "axis"})
    release_reserves(draft)
    assert draft.state.released == ("2751",), "even where the Axis comes back"


@pytest.mark.case("12.5.2")
def test_surrendered_units_are_out_for_two_turns() -> None:
    state = prepared(advance_surrendered, "ge-mg8 surrendered, ge-mg2 captive, ge-i-5 eliminated")
    assert [where(state, name) for name in ("ge-mg8", "ge-mg2", "ge-i-5")] == ["captive", "eliminated", "eliminated"]


# Replacements


@pytest.mark.case("19.1.1", "19.2.2", "19.2.3", "2.2.3", "6.1.3")
def test_replacements_come_from_the_pool_to_the_base() -> None:
    state = prepared(receive_replacements, turn=5)
    assert where(state, "repl-german-tank-1") == "italy" and where(state, "repl-italian-infantry-1") == "italy"
    assert where(state, "repl-allied-tank-1") == "delta" and state.units["repl-allied-tank-1"].heavy
    empty = prepared(
        receive_replacements,
        "repl-german-tank-1, repl-german-tank-2, repl-german-tank-3 1604",
        turn=9,
        allied="repl-british-infantry-1 3138",
    )
    assert where(empty, "repl-german-tank-1") == "1604"  # forfeited: none in the pool


def numbers(kind: str) -> list[str]:
    return [name.removeprefix(kind) for name in replacements() if name.startswith(kind)]


@pytest.mark.case("19.2.4", "19.2.2", "2.2.3")
def test_the_allied_player_picks_the_nation_where_the_track_leaves_it_open() -> None:
    either = prepared(receive_replacements, turn=2)
    assert listed(either) == ["choose british", "choose indian"]
    indian = play(either, "choose indian")
    assert where(indian, "repl-indian-infantry-1") == "delta" and indian.stack == (THE_END,)
    assert refusal(either, "choose australian").case == refusal(either, "done").case == "19.2.4"
    spent = "".join(f", repl-indian-infantry-{number} 2930" for number in numbers("repl-indian-infantry-"))
    british = prepared(receive_replacements, "", spent[2:], turn=2)
    assert where(british, "repl-british-infantry-1") == "delta", "the pool leaves no choice"
    every = prepared(receive_replacements, turn=9)
    assert len(listed(every)) == 5
    chosen = play(every, "choose new-zealand")
    assert where(chosen, "repl-new-zealand-infantry-1") == "delta" and where(chosen, "repl-german-tank-1") == "italy"


# Removals and Withdrawals


def called_away(allied: str, turn: int, axis: str = "", **fields: Any) -> NorthAfrica:
    return prepared(open_departures, axis, allied, turn=turn, **fields)


@pytest.mark.case("20.2")
def test_any_unit_like_the_one_called_away_may_leave_for_good() -> None:
    state = called_away("au-18 delta, au-24 3138, nz-4 delta", 12)
    assert set(listed(state)) == {"remove au-18", "remove au-24"}
    assert refusal(state, "remove nz-4").case == "20.2"
    assert where(play(state, "remove au-24"), "au-24") == "removed"


@pytest.mark.case("20.2")
def test_units_in_supply_go_before_those_without_then_remnants_then_the_eliminated() -> None:
    besiegers = "it-19bre 2936, it-20bre 3036, ge-mg8 2938, ge-i-5 3039, ge-ii-5 3140, it-8b 3136"
    state = called_away("au-18 3138, au-24-1 delta", 12, besiegers, damage={"3138": 4})
    assert where(state, "au-24") == "removed" and where(state, "au-18") == "3138"
    cut_off = called_away("au-18 3138, au-24-2 delta", 12, besiegers, damage={"3138": 4})
    assert where(cut_off, "au-18") == "removed"
    remnant = called_away("au-18-2 delta, au-24 eliminated", 12)
    assert where(remnant, "au-18") == "removed"
    fallen = called_away("au-24 eliminated", 12)
    assert where(fallen, "au-24") == "removed"
    assert called_away("br-1rtr delta", 12).stack == (THE_END,)


@pytest.mark.case("20.3")
def test_a_withdrawn_unit_keeps_its_steps_and_returns_to_the_delta() -> None:
    full = position(allied="in-5 2937").units["in-5"].steps
    state = called_away("in-5-1 2937", 5)
    assert (where(state, "in-5"), state.units["in-5"].steps) == ("withdrawn", full - 1)
    fallen = called_away(f"in-5-{full - 1} eliminated", 5)
    assert (where(fallen, "in-5"), fallen.units["in-5"].steps) == ("withdrawn", 1)
    back = prepared(receive_reinforcements, "", "in-11 withdrawn", turn=9)
    assert where(back, "in-11") == "delta"
    nobody = prepared(receive_reinforcements, "", "in-11 2937", turn=9)
    assert where(nobody, "in-11") == "2937", "who did not leave does not return"


@pytest.mark.case("20.3", "20.2")
def test_withdrawal_asks_which_of_several() -> None:
    state = called_away("in-5 2937, in-11 delta", 5)
    assert set(listed(state)) == {"remove in-5", "remove in-11"}
    after = play(state, "remove in-11")
    assert where(after, "in-11") == "withdrawn" and where(after, "in-5") == "2937"
    assert after.stack == (THE_END,), "one is enough"
    assert refusal(with_unit(state, "in-7", at="due"), "remove in-7").case == "20.3"


@pytest.mark.case("20.2", "12.5.2")
def test_units_in_the_surrender_box_leave_as_eliminated_ones_do() -> None:
    state = called_away("au-18 surrendered, au-24 eliminated", 12)
    assert set(listed(state)) == {"remove au-18", "remove au-24"}
    assert where(called_away("au-18 captive", 12), "au-18") == "removed"
