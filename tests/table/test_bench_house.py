"""The figures of `bench house`: which there are, and that a small house is measured without an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.table.bench.house import House, bench_house
from tests.table.cluster import Cluster


def test_a_house_in_a_file_has_one_server_and_a_database_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "house"]) == 2
    assert main(["bench", "house", "--database", "some.sqlite", "--servers", "2"]) == 2
    told = capsys.readouterr().err
    assert "--database" in told and "share a PostgreSQL" in told and not Path("some.sqlite").exists()


@pytest.mark.long
def test_a_small_house_is_measured_without_an_error(cluster: Cluster) -> None:
    small = House(cluster.fresh(), servers=2, tables=30, people=6, machines=1, pace=1.0, seconds=4)
    figures = bench_house(small)
    assert (figures["tables"], figures["people"], figures["servers"], figures["errors"]) == (30, 6, 2, 0)
    assert figures["actions"] >= 6 and 0 < figures["action_ms_p50"] <= figures["action_ms_p95"]
    assert figures["one_server_actions"] >= 6 and figures["one_server_errors"] == 0
    assert figures["growth_action_ms_p95"] > 0 < figures["growth_cpu_ms_an_action"]
    json.dumps(figures)
