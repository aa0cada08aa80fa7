from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.core.title import Title
from tests.core.toy import WadiTitle
from tests.table.cluster import Cluster, NoPostgres
from tests.table.visitors import Table


@pytest.fixture(scope="session")
def titles() -> dict[str, Title[Any]]:
    return {"wadi": WadiTitle(), "afrika-korps": games.title("afrika-korps")}


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        started = Cluster()
    except NoPostgres as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def fresh_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Addresses of empty databases: every test of a table is one of each kind of store."""
    if request.param == "sqlite":
        return lambda: str(tmp_path / "tables.sqlite")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh


@pytest.fixture
def in_a_file(tmp_path: Path, titles: dict[str, Title[Any]]) -> Iterator[Table]:
    with Table(tmp_path, titles) as opened:
        yield opened


@pytest.fixture
def table(tmp_path: Path, titles: dict[str, Title[Any]], fresh_address: Callable[[], str]) -> Iterator[Table]:
    with Table(tmp_path, titles, address=fresh_address()) as opened:
        yield opened
