from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.core.title import Title
from tests.core.toy import WadiTitle
from tests.table.visitors import Table


@pytest.fixture(scope="session")
def titles() -> dict[str, Title[Any]]:
    return {"wadi": WadiTitle(), "afrika-korps": games.title("afrika-korps")}


@pytest.fixture
def table(tmp_path: Path, titles: dict[str, Title[Any]]) -> Iterator[Table]:
    with Table(tmp_path, titles) as opened:
        yield opened
