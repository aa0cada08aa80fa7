"""The figures of `bench`: which there are, not how good they are."""

from sandtable.bench import bench
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
