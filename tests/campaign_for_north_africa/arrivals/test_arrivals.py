"""[20.1, 20.8] Reinforcements and withdrawals."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.arrivals import reinforcements
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import open_withdrawals
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import (
    Landing,
    commonwealth_is_west,
    exchange,
    open_arrivals,
    receive,
)
from sandtable.games.campaign_for_north_africa.arrivals.schedules import arrivals_on
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, TRIPOLI, WITHDRAWN, Campaign, top_of
from tests.campaign_for_north_africa.positions import listed, play, position, refusal, where, with_unit
from tests.playing import THE_END, Rolls


def arriving(turn: int, stage: int, *units: str, **fields: Any) -> Campaign:
    given = {"scenario": "italian-campaign"} | fields
    draft = Draft(position(*units, turn=turn, stage=stage, **given), Rolls())
    open_arrivals(draft)
    draft.settle()
    return draft.state


def leaving(turn: int, stage: int, *units: str, **fields: Any) -> Campaign:
    draft = Draft(position(*units, turn=turn, stage=stage, **fields), Rolls())
    open_withdrawals(draft)
    draft.settle()
    return draft.state


def _axis_asked(state: Campaign) -> bool:
    return any(isinstance(frame, Landing) and frame.side == "axis" for frame in state.stack)


# Reinforcements


@pytest.mark.case("20.11", "20.12", "20.13", "20.14", "4.45", "17.31")
def test_a_brigade_arrives_whole_in_cairo_and_may_move_at_once() -> None:
    state = arriving(1, 3)
    assert where(state, "Polish") == "E1829" and set(state.parts["Polish"]) >= {"1Pol", "2Pol", "3Pol", "1PolArt"}
    unit = state.units["1Pol"]
    assert unit.spent == 0 and unit.toe == {"": unit.toe[""]} and unit.morale == -1  # [17.31] untrained
    assert "Polish" in state.stacks[board().hex("E1829")]


@pytest.mark.case("20.14", "32.13")
def test_who_lands_takes_what_the_enemy_left_in_the_city() -> None:
    cairo = board().name(city("Cairo")[0])
    state = arriving(5, 1, supply={"AX-S1": (cairo, 20, 20)})
    assert state.supply["AX-S1"].side == "commonwealth"


@pytest.mark.case("20.12", "20.14")
def test_the_player_chooses_among_the_hexes_of_cairo() -> None:
    state = arriving(1, 3)
    assert isinstance(state.stack[-1], Landing)
    assert "land Polish at E1730" in listed(state) and "land Polish at E3613" not in listed(state)
    assert where(play(state, "land Polish at E1730"), "1Pol") == "E1730"
    assert play(state, "done").stack == (THE_END,)
    assert refusal(state, "land Polish at E3613").case == "20.14"
    assert refusal(state, "land 1Pol at E1730").case == "20.12"
    assert refusal(state, "land Polish at Z1").case == "20.14"


@pytest.mark.case("20.11", "32.52")
def test_motorization_points_come_with_the_units_that_need_them() -> None:
    state = arriving(5, 1)  # 7th Indian Brigade with 20 Medium Truck Points
    assert state.units["7In"].motors == 18 and state.motors["commonwealth"] == {board().hex("E1829"): 2}


@pytest.mark.case("20.12")
def test_who_is_in_play_already_does_not_arrive_again() -> None:
    assert where(arriving(1, 3, "Polish+ D3714"), "Polish") == "D3714"
    assert arriving(1, 2).stack == (THE_END,)


@pytest.mark.case("32.81")
def test_anti_air_units_never_arrive_in_the_land_game() -> None:
    state = arriving(31, 1, scenario="race-for-tobruk")
    assert where(state, "1Royals") == "E1829" and state.units["1LAA"].at == DUE


@pytest.mark.case("20.15", "20.12")
def test_the_axis_lands_in_tripoli_and_one_battalion_at_benghazi_while_the_enemy_is_far() -> None:
    row = next(
        row
        for turn in range(1, 60)
        for stage in (1, 2, 3)
        for row in arrivals_on(turn, stage)
        if row.side == "axis" and row.kind == "arrive" and row.units == ("33Art",)
    )
    turn, stage = row.when
    far = arriving(turn, stage, "1RNF E1829", control={"A4827": "axis"})
    assert where(far, "33Art") == "tripoli" and listed(far) == ["done", "land 33Art at A4827"]
    assert where(play(far, "land 33Art at A4827"), "33Art") == "A4827"
    assert where(play(far, "done"), "33Art") == "tripoli"
    assert refusal(far, "land 33Art at A1816").case == "20.15"
    near = arriving(turn, stage, "1RNF D3714", control={"A4827": "axis"})
    assert not _axis_asked(near)
    lost = arriving(turn, stage, "1RNF E1829", control={"A4827": "commonwealth"})
    assert not _axis_asked(lost)
    wrecked = arriving(turn, stage, "1RNF E1829", control={"A4827": "axis"}, scenario="race-for-tobruk")
    assert not _axis_asked(wrecked)  # the port begins at efficiency 0


@pytest.mark.case("20.15")
def test_a_battalion_is_diverted_without_the_formation_it_arrives_with_and_with_ten_trucks_at_most() -> None:
    """The Ariete comes in one piece, with transport for its Bersaglieri."""
    row = next(
        row
        for turn in range(1, 60)
        for stage in (1, 2, 3)
        for row in arrivals_on(turn, stage)
        if row.side == "axis" and "8Brs" in row.units
    )
    far = arriving(*row.when, "1RNF E1829", control={"A4827": "axis"})
    assert far.units["3/8Brs"].attached == "8Brs" and "land 3/8Brs at A4827" in listed(far)
    assert "land 8Brs at A4827" not in listed(far)  # neither a regiment nor a headquarters by itself
    after = play(far, "land 3/8Brs at A4827")
    assert (where(after, "3/8Brs"), after.units["3/8Brs"].attached, where(after, "5/8Brs")) == ("A4827", "", "tripoli")
    top = top_of(far, "3/8Brs")
    taken = after.units["3/8Brs"].motors
    assert taken <= 10 and after.units[top].motors == far.units[top].motors - taken
    assert refusal(after, "land 5/8Brs at A4827").case == "20.15"


@pytest.mark.case("20.15", "9.14")
def test_nobody_is_diverted_to_a_benghazi_that_is_full() -> None:
    row = next(
        row
        for turn in range(1, 60)
        for stage in (1, 2, 3)
        for row in arrivals_on(turn, stage)
        if row.side == "axis" and row.kind == "arrive" and row.units == ("33Art",)
    )
    crowd = "17Pav+, 25Bol+, 27Bre+, 55Sav+, 102Trn+ A4827"
    full = arriving(*row.when, "1RNF E1829", crowd, control={"A4827": "axis"})
    assert not _axis_asked(full)


@pytest.mark.case("20.15")
def test_mersa_matruh_itself_counts_as_west_and_headquarters_without_units_do_not() -> None:
    assert commonwealth_is_west(position("1RNF D3714")) and not commonwealth_is_west(position("1RNF E1829"))
    assert not commonwealth_is_west(position("Polish D3714"))


@pytest.mark.case("20.15")
def test_two_companies_or_one_battalion_land_at_benghazi() -> None:
    state = position(
        "1Oasis tripoli motors=12, 2Oasis, 3Oasis tripoli",
        turn=26,
        stage=3,
        scenario="italian-campaign",
        control={"A4827": "axis"},
    )
    frame = Landing("axis", ("1Oasis", "2Oasis", "3Oasis"))
    asked = replace(state, stack=(THE_END, frame))
    patch = pytest.MonkeyPatch()
    patch.setattr(reinforcements, "choices", lambda state, name: (TRIPOLI, board().hex("A4827")))
    try:
        two = play(asked, "land 1Oasis at A4827", "land 2Oasis at A4827")
        assert refusal(two, "land 3Oasis at A4827").case == "20.15"
        assert "land 3Oasis at A4827" not in listed(two)
        assert two.units["1Oasis"].motors == 10 and two.motors["axis"] == {TRIPOLI: 2}
    finally:
        patch.undo()


@pytest.mark.case("20.14", "20.83")
def test_withdrawn_units_return_to_cairo_or_alexandria_and_the_eliminated_never() -> None:
    away = position("4In, 5InBde, 1RFslr E1829", turn=28, stage=3, scenario="race-for-tobruk")
    units = dict(away.units)
    for name in ("4In", "5InBde"):
        units[name] = replace(units[name], at=WITHDRAWN)
    units["1RFslr"] = replace(units["1RFslr"], at=ELIMINATED)
    draft = Draft(replace(away, units=units, stacks={}), Rolls())
    open_arrivals(draft)
    draft.settle()
    state = draft.state
    assert where(state, "4In") == "E1829" and "5InBde" in state.parts["4In"]
    assert state.units["1RFslr"].at == ELIMINATED
    assert "land 4In at E3613" in listed(state)


@pytest.mark.case("20.14", "20.22", "20.75")
def test_the_tiger_convoy_brings_tanks_of_its_types_to_alexandria() -> None:
    state = arriving(32, 3, scenario="race-for-tobruk")
    tanks = {weapon: points for name in state.replacements for weapon, points in state.units[name].toe.items()}
    assert tanks == {"MarkVI": 4, "CrusaderI": 13, "Matilda": 27, "A13": 3}
    assert {where(state, name) for name in state.replacements} == {"E3613"}
    assert {each.left for each in state.replacements.values()} == {6}


@pytest.mark.case("20.11")
def test_a_counter_takes_the_place_of_another() -> None:
    name = next(each.name for each in counters().values() if each.replaces)
    old = counters()[name].replaces
    state = with_unit(position(f"{old} A1816 cohesion=-3"), old, motors=0)
    draft = Draft(state, Rolls())
    exchange(draft, name)
    assert where(draft.state, name) == "A1816" and draft.state.units[name].cohesion == -3
    assert draft.state.units[old].at == WITHDRAWN
    row = next(
        row
        for turn in range(1, 112)
        for stage in (1, 2, 3)
        for row in arrivals_on(turn, stage)
        if row.kind == "counter_change"
    )
    assert receive(Draft(position(), Rolls()), row) == []


@pytest.mark.case("3.62", "20.11")
def test_the_enemy_hears_of_a_counter_that_changes_and_not_of_what_is_attached() -> None:
    for text, heard in (("7Spt C3920", True), ("7Arm C3920, 7Spt>7Arm", False)):
        draft = Draft(position(text), Rolls())
        exchange(draft, "7Mtr")
        assert [event.heard_by("axis") for event in draft.events if event.kind == "renamed"] == [heard]


@pytest.mark.case("3.62", "20.83", "20.84")
@pytest.mark.parametrize(("text", "kind"), [("5InBde+ E1829", "withdrawn"), ("5InBde+ D3714", "forfeited")])
def test_the_enemy_sees_which_counters_leave_and_does_not_hear_what_is_in_them(text: str, kind: str) -> None:
    draft = Draft(position(text, turn=13, stage=3), Rolls())
    open_withdrawals(draft)
    draft.settle()
    told = [event for event in draft.events if event.kind == kind]
    assert told and all(event.heard_by("commonwealth") for event in told)
    assert not any(event.heard_by(side) for event in draft.events for side in ("axis", ""))


# Withdrawals


@pytest.mark.case("20.81", "20.83", "20.84")
def test_units_that_are_ready_in_cairo_leave_with_their_transport() -> None:
    state = leaving(13, 3, "5InBde+ E1829 motors=14")
    for name in ("5InBde", "1RFslr", "3/1Pjb", "4/6RajRf"):
        assert state.units[name].at == WITHDRAWN
    assert state.motors["commonwealth"] == {board().hex("E1829"): 4}  # ten go along
    assert state.stack == (THE_END,) and board().hex("E1829") not in state.stacks
    apart = leaving(13, 3, "5InBde, 3/1Pjb, 4/6RajRf E1829 motors=6, 1RFslr E1829 motors=10")
    assert apart.motors["commonwealth"] == {board().hex("E1829"): 18}  # ten in all, whoever has them


@pytest.mark.case("20.83")
def test_who_is_not_there_in_time_is_eliminated() -> None:
    state = leaving(13, 3, "5InBde E1829, 1RFslr E3613, 3/1Pjb D3714, 4/6RajRf[2] E1829")
    assert state.units["1RFslr"].at == WITHDRAWN and state.units["3/1Pjb"].at == ELIMINATED
    assert state.units["4/6RajRf"].at == ELIMINATED  # less than three quarters of its strength


@pytest.mark.case("20.82", "20.83")
def test_three_quarters_of_eight_points_are_enough_to_leave() -> None:
    state = leaving(46, 1, "7AusCav[6] E1829, 2/1AusAT[2pdr:5] E1829")
    assert maximum(state, "7AusCav") == maximum(state, "2/1AusAT") == 8
    assert state.units["7AusCav"].at == WITHDRAWN and state.units["2/1AusAT"].at == ELIMINATED


@pytest.mark.case("20.85", "20.82", "20.83", "20.84")
def test_a_like_unit_of_sufficient_strength_may_go_instead() -> None:
    state = leaving(13, 3, "5InBde E1829, 1RFslr E3613, 3/1Pjb E1829, 4/6RajRf D3714, 1Buffs E1829, 2SctGds[3] E1829")
    assert listed(state) == ["substitute 1Buffs for 4/6RajRf", "done"]
    sent = play(state, "substitute 1Buffs for 4/6RajRf")
    assert sent.units["1Buffs"].at == WITHDRAWN and where(sent, "4/6RajRf") == "D3714"
    lost = play(state, "done")
    assert lost.units["4/6RajRf"].at == ELIMINATED and where(lost, "1Buffs") == "E1829"
    assert lost.stack == (THE_END,)
    command = leaving(13, 3, "5InBde D3714, 22Gds E1829")
    assert command.stack == (THE_END,) and command.units["5InBde"].at == ELIMINATED  # no other headquarters goes
    assert refusal(state, "substitute 2SctGds for 4/6RajRf").case == "20.85"
    assert refusal(state, "substitute 1Buffs for 1RFslr").case == "20.85"
    assert refusal(state, "stay").case == "20.85"


@pytest.mark.case("20.82", "20.83", "20.85")
def test_a_withdrawal_by_type_takes_ready_battalions_of_the_players_choice() -> None:
    state = leaving(97, 2, "22Gds E1829, 1Buffs E1829, 2SctGds E1829, 3CldGds E1829, 1Essex E1829, 1RTR, Kopnski E1829")
    assert "substitute 1Essex for any" in listed(state) and refusal(state, "done").case == "20.85"
    for other in ("1RTR", "Kopnski"):  # tanks, and a company
        assert refusal(state, f"substitute {other} for any").case == "20.85"
    state = play(state, "substitute 1Essex for any", "substitute 1Buffs for any", "substitute 2SctGds for any")
    assert [name for name in ("1Essex", "1Buffs", "2SctGds", "22Gds") if state.units[name].at != WITHDRAWN] == []
    assert where(state, "3CldGds") == "E1829"


@pytest.mark.case("20.81")
def test_rows_of_units_that_are_not_in_play_pass() -> None:
    assert leaving(13, 3).stack == (THE_END,)
    assert city("Cairo")[0] == board().hex("E1829")
