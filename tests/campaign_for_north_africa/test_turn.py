"""[5.0, 8.22] The sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft, Over
from sandtable.games.campaign_for_north_africa import turn
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, with_unit
from tests.playing import Rolls, draft_of

OWN = (
    "begin_turn",
    "begin_stages",
    "begin_stage",
    "first_part",
    "second_part",
    "end_stage",
    "begin_part",
    "move_and_fight",
    "end_part",
)  # what the sequence itself does; all else is recorded


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The phases that others open, in the order in which they come; none of them asks anything."""
    order: list[str] = []

    def recorder(name: str) -> Callable[..., None]:
        def record(draft: Draft[Campaign], *side: str) -> None:
            order.append(" ".join((f"{draft.state.turn}/{draft.state.stage}", *side, name)))

        return record

    for table in ("GAME_TURN", "OPERATIONS_STAGE", "PLAYER_PART", "SEGMENTS"):
        phases: tuple[Callable[..., None], ...] = getattr(turn, table)
        changed = tuple(each if each.__name__ in OWN else recorder(each.__name__) for each in phases)
        monkeypatch.setattr(turn, table, changed)
    monkeypatch.setattr(turn, "judge_automatic_victory", lambda draft: None)
    monkeypatch.setattr(turn, "begin_stage_with_rommel", lambda draft: None)
    return order


def run(state: Campaign, *frames: Any) -> Campaign:
    draft = Draft(asking(state, *frames), Rolls())
    draft.settle()
    return draft.state


@pytest.mark.case("5.2", "7.16")
def test_an_operations_stage_has_its_phases_in_order_and_both_players_their_part(
    walked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "conclude", lambda draft: draft.end(None, "test", "over"))
    run(position(turn=6, stage=3, last_turn=6, first="commonwealth"), turn.OperationsStage())
    shared = [
        "open_declaration",
        "roll_weather",
        "open_organisation",
        "open_arrivals",
        "open_convoy_arrival",
        "open_squadrons",
        "open_allotment",
        "open_withdrawals",
        "open_fleet",
        "open_releases",
    ]
    part = [
        "open_designation",
        "open_movement",
        "check_breakdown",
        "open_combat",
        "open_release",
        "open_truck_phase",
        "open_rail",
        "open_repair",
        "open_patrols",
    ]
    assert walked == [
        *(f"6/3 {name}" for name in shared),
        *(f"6/3 commonwealth {name}" for name in part),
        *(f"6/3 axis {name}" for name in part),
    ]


@pytest.mark.case("5.1", "5.2", "7.12")
def test_a_game_turn_has_three_operations_stages_and_its_own_stages_once(
    walked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "conclude", lambda draft: draft.end(None, "test", "over"))
    state = run(position(turn=5, stage=1, last_turn=6), turn.GameTurn())
    assert isinstance(state.stack[-1], Over) and state.turn == 6
    assert [line for line in walked if "weather" in line] == [
        f"{number}/{stage} roll_weather" for number in (5, 6) for stage in (1, 2, 3)
    ]
    once = [line for line in walked if any(name in line for name in ("initiative", "convoys", "shipping", "rommel"))]
    assert [line for line in once if "truck" not in line] == [
        f"{number}/1 {name}"
        for number in (5, 6)
        for name in ("call_rommel", "determine_initiative", "open_naval_convoys", "open_tactical_shipping")
    ]


@pytest.mark.case("20.46", "28.13", "30.52", "32.33")
def test_in_the_truck_convoy_phase_trucks_drive_first_and_prisoners_march_last(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    names = ("open_prisoners", "open_marches", "open_transport", "open_truck_convoys")
    for name in names:
        monkeypatch.setattr(turn, name, lambda draft, side, name=name: order.append(f"{name} {side}"))
    turn.open_truck_phase(Draft(position(), Rolls()), "axis")
    assert order == [f"{name} axis" for name in names]  # what is opened last is played first


@pytest.mark.case("6.16", "21.25", "18.14")
def test_what_was_done_in_a_stage_is_over_with_it_and_cohesion_is_not() -> None:
    state = position("11Hus C3922 spent=12 breakdown=9 checked=1 reserve=2 released=1 cohesion=-4, 1RNF C3920")
    state = replace(
        state,
        fought={"axis": True},
        shelled=(5,),
        supply={"CW-S1": SupplyUnit("commonwealth", 5, 40, 60, spent=8, moved="convoy")},
    )
    draft = Draft(state, Rolls())
    turn.clear_stage(draft)
    unit = draft.state.units["11Hus"]
    assert (unit.spent, unit.breakdown, unit.checked, unit.reserve, unit.released) == (0, 0, 0, 0, 0)
    assert unit.cohesion == -4
    assert draft.state.fought == {} and draft.state.shelled == ()
    assert draft.state.supply["CW-S1"].spent == 0 and draft.state.supply["CW-S1"].moved == ""


@pytest.mark.case("8.22", "5.2")
def test_the_segments_may_be_repeated_while_something_is_done(walked: list[str]) -> None:
    """With a unit near the enemy that has moved: the question comes, and each repetition has all four Segments."""
    state = position("11Hus C3922 spent=4", "I/157 C3920", turn=1)
    state = run(state, turn.MovementAndCombat("commonwealth", segment=5))
    assert listed(state) == ["done", "again"]
    again = play(state, "again")
    assert [line.split()[-1] for line in walked] == ["open_movement", "check_breakdown", "open_combat", "open_release"]
    assert again.cycle == 1 and isinstance(again.stack[-1], Over)  # idle this time, so the phase is over
    assert isinstance(play(state, "done").stack[-1], Over)
    assert refusal(state, "stay").case == "8.22"


@pytest.mark.case("8.23")
def test_nobody_asks_for_a_repetition_when_all_have_halted(walked: list[str]) -> None:
    state = position("11Hus C3922 spent=4 halted, 1RNF C3520 halted", "I/157 C3920", turn=1)
    assert isinstance(run(state, turn.MovementAndCombat("commonwealth", segment=5)).stack[-1], Over)


@pytest.mark.case("18.14", "18.24", "8.22")
def test_the_segments_are_repeated_for_the_sake_of_those_who_wait_in_reserve(walked: list[str]) -> None:
    """All others have halted: Reserve II is released in the next repetition, which comes as long as something is done,
    and after the first in any case, for then Reserve I has become Reserve II."""
    held = "11Hus C3922 {} halted, 1RNF C3520 reserve=2"
    for cycle, spent, asked in ((1, "spent=0", True), (2, "spent=4", True), (2, "spent=0", False)):
        state = position(held.format(spent), "I/157 C3920", turn=1, cycle=cycle)
        after = run(state, turn.MovementAndCombat("commonwealth", segment=5))
        assert isinstance(after.stack[-1], turn.Repetition) is asked


@pytest.mark.case("18.25")
def test_a_unit_released_from_reserve_may_go_on_though_nobody_has_done_anything(walked: list[str]) -> None:
    state = position("11Hus C3922 released=1", "I/157 C3920", turn=1)
    assert listed(run(state, turn.MovementAndCombat("commonwealth", segment=5))) == ["done", "again"]


@pytest.mark.case("8.23")
def test_who_halted_in_one_part_may_move_in_the_next() -> None:
    state = with_unit(position("11Hus C3922", "I/157 C3920"), "11Hus", halted=True)
    draft = Draft(state, Rolls())
    turn.begin_part(draft, "commonwealth")
    assert not draft.state.units["11Hus"].halted and draft.state.phasing == "commonwealth"


@pytest.mark.case("6.16", "15.81", "18.14", "21.25")
def test_nothing_of_a_stage_is_left_even_to_who_did_everything_in_it() -> None:
    busy = {field: (none + 1 if isinstance(none, int) else none) for field, none in turn.STAGE_FIELDS.items()}
    busy |= {field: True for field, none in turn.STAGE_FIELDS.items() if none is False}
    state = position("1RNF, 2SctGds C3922")
    tired = replace(state.units["1RNF"], **busy)
    draft = Draft(replace(state, units={**state.units, "1RNF": tired}), Rolls())
    turn.clear_stage(draft)
    assert draft.state.units == state.units


@pytest.mark.case("8.22", "8.23")
def test_nobody_repeats_for_units_that_wait_beside_the_map() -> None:
    for at, again in (("C3922", True), ("tripoli", False)):
        state = position(f"I/157 {at} spent=4", phasing="axis", cycle=1)
        assert turn.may_repeat(state, turn.MovementAndCombat("axis")) == again, at


@pytest.mark.case("8.22", "8.23", "18.14", "18.25")
@pytest.mark.parametrize(
    ("units", "cycle", "again"),
    [
        ("11Hus C3922, I/157 C3920", 1, False),  # nobody has done anything
        ("11Hus C3922 halted, I/157 C3920 released=1", 2, False),  # it is the enemy who was released
        ("11Hus C3922 halted, I/157 C3920 reserve=1", 1, False),  # the enemy's reserve
        ("11Hus C3922 released=1, 1RNF C3520", 2, True),  # one of several is enough
        ("11Hus C3922 released=1 halted, 1RNF C3520", 2, False),  # released, but he has halted
    ],
)
def test_idle_units_repeat_only_for_the_sake_of_their_own_reserve(units: str, cycle: int, again: bool) -> None:
    state = position(units, turn=1, cycle=cycle)
    assert turn.may_repeat(state, turn.MovementAndCombat("commonwealth")) is again


@pytest.mark.case("8.22")
def test_points_spent_before_the_last_repetition_call_for_no_other() -> None:
    state = position("11Hus C3922 spent=4", "I/157 C3920", turn=1, cycle=1)
    before = turn.total_spent(state, "commonwealth")
    assert not turn.may_repeat(state, turn.MovementAndCombat("commonwealth", spent=before))
    assert turn.may_repeat(state, turn.MovementAndCombat("commonwealth", spent=before - 1))


@pytest.mark.case("6.16", "15.81", "18.14", "21.25")
def test_what_was_done_in_a_stage_is_over_with_it() -> None:
    done = {"fought": {"C3818": 1}, "idle": (1,), "shipped": 3, "cycle": 2, "retreating": ("C3818",)}
    state = position("2SctGds C3922 spent=4 engaged breakdown=3 reserve=1", **done)
    draft = draft_of(state)
    turn.clear_stage(draft)
    after = draft.state
    assert (after.fought, after.idle, after.shipped, after.cycle, after.retreating) == ({}, (), 0, 0, ())
    unit = after.units["2SctGds"]
    assert (unit.spent, unit.engaged, unit.breakdown, unit.reserve) == (0, False, 0, 0)
