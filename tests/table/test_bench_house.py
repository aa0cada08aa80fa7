"""The figures of `bench house`: which there are, and that a small house is measured without an error."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.table.bench.house import House, bench_house
from sandtable.table.stores.opening import opened
from tests.table.cluster import SMALL, Cluster


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
    assert not figures["waits_for_disk"], "the tests' own database does not"
    assert figures["one_server_actions"] >= 6 and figures["one_server_errors"] == 0
    assert figures["growth_action_ms_p95"] > 0 < figures["growth_cpu_ms_an_action"]
    json.dumps(figures)


@pytest.mark.long
@pytest.mark.parametrize(
    ("settings", "waits"), [((), True), (("fsync=off",), False), (("synchronous_commit=off",), False)]
)
def test_a_database_says_whether_it_waits_for_the_disk(settings: tuple[str, ...], waits: bool, tmp_path: Path) -> None:
    cluster = Cluster((*SMALL, *settings))
    try:
        for address, so in ((cluster.fresh(), waits), (str(tmp_path / "tables.sqlite"), True)):
            with closing(opened(address)) as store:
                assert store.database.waits_for_disk() is so
    finally:
        cluster.stop()
