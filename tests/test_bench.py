"""The figures of `bench`: which there are, not how good they are."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable import bench as measures
from sandtable.bench import bench
from sandtable.bots.series import PlayedOut
from sandtable.core.values import Action
from tests.core.toy import Bid, Wadi, WadiTitle, reach
from tests.core.toy_actions import Bet, Done
from tests.core.toy_board import graph


def bench_reach() -> int:
    state = WadiTitle.rules.start(WadiTitle().setup())
    graph.cache_clear()
    for name in state.units:
        reach(state, name)
    return len(state.units)


class MeasuredWadi(WadiTitle):
    trials = dataclasses.replace(WadiTitle.trials, bench_reach=bench_reach)


class StaffedWadi(WadiTitle):
    """Its staff bids nothing and does nothing, six times in a turn of both sides; the turns are written down."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.staff = dataclasses.replace(WadiTitle.staff, players=("officer",), player=lambda title, name, seed: self)

    def choose(self, observed: Any, side: str) -> Action:
        self.turns.append(observed.turn)
        return Bet(0) if isinstance(observed.stack[-1], Bid) else Done()


def third_turn() -> Wadi:
    return replace(WadiTitle.rules.start(WadiTitle().setup("long")), turn=2)


class FullWadi(StaffedWadi):
    trials = dataclasses.replace(WadiTitle.trials, bench_start=third_turn)


def test_figures_of_a_game_without_staff_and_reach() -> None:
    figures = bench(WadiTitle(), seconds=0.05)
    assert set(figures) == {"random_actions_per_s", "random_game_s", "copy_us"}
    assert all(figure > 0 for figure in figures.values())


def test_reach_is_measured_where_the_game_can() -> None:
    assert bench(MeasuredWadi(), seconds=0.05)["reach_us"] > 0


def test_game_is_timed_by_all_rounds_and_actions_by_the_quickest(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each game takes one second longer than the one before it, and has ten actions.
    now, played = [0.0], [0]

    def play_out(game: object, players: object) -> PlayedOut:
        now[0], played[0] = now[0] + played[0], played[0] + 1
        return PlayedOut(None, None, 10)

    monkeypatch.setattr(measures, "perf_counter", lambda: now[0])
    monkeypatch.setattr(measures, "play_out", play_out)
    rate, game_time = measures._random_games(WadiTitle(), WadiTitle().setup(), seconds=0.0, seed=1)
    assert played[0] == 1 + 3 + 3 + 2 + 2 + 1  # one to warm up; later rounds last longer than patience
    assert (rate, game_time) == (30 / (1 + 2 + 3), sum(range(1, 12)) / 11)


def test_turns_of_staffs_are_timed_in_their_games() -> None:
    title = StaffedWadi()
    assert {"staff_game_s", "staff_turn_s"} <= set(bench(title, seconds=0.05))
    assert set(title.turns) == {1, 2, 3}


def test_turns_of_staffs_are_timed_from_a_position_of_full_size_where_the_game_has_one() -> None:
    title = FullWadi()
    assert {"staff_game_s", "staff_turn_s"} <= set(bench(title, seconds=0.05))
    assert set(title.turns) == {1, 2, 3, 4, 5}


def test_a_staff_turn_is_the_mean_of_the_first_few_and_the_calendar_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # To choose takes a second, to look at the position a minute.
    title, now = FullWadi(), [0.0]
    choose, view = title.choose, title.sight.view

    def chosen(observed: Any, side: str) -> Action:
        now[0] += 1
        return choose(observed, side)

    def seen(state: Wadi, side: str) -> Any:
        now[0] += 60
        return view(state, side)

    monkeypatch.setattr(measures, "perf_counter", lambda: now[0])
    monkeypatch.setattr(title, "choose", chosen)
    title.sight = dataclasses.replace(title.sight, view=seen)
    assert measures._staff_turn(title, third_turn(), seed=1) == 6.0
    assert title.turns == [turn for turn in (3, 4, 5) for _ in range(6)] * (1 + measures.STARTS)
