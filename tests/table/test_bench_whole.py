"""The figures of `bench table --whole`: which there are, and that a whole game stays within what the table promises."""

from __future__ import annotations

import pytest

from sandtable.table.bench.whole import bench_whole


@pytest.mark.long
def test_a_whole_game_leaves_the_server_small_and_is_soon_open_again() -> None:
    figures = bench_whole("campaign-for-north-africa", "grazianis-offensive", 600)
    assert figures["entries"] > 500
    assert 0 < figures["server_mb"] < 300
    assert figures["resume_cpu_s"] < 1
    assert figures["other_ms_p95"] < 50
