"""The figures of `bench`: which there are, not how good they are."""

import pytest

from sandtable import bench as measures
from sandtable.bench import bench
from sandtable.bots.series import PlayedOut
from tests.core.toy import WadiTitle, graph, reach


class MeasuredWadi(WadiTitle):
    def bench_reach(self) -> int:
        state = self.start(self.setup())
        graph.cache_clear()
        for name in state.units:
            reach(state, name)
        return len(state.units)


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
