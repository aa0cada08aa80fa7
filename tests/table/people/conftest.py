from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.title import Title
from sandtable.table.people import passwords
from sandtable.table.people.limits import limits
from tests.table.people.house import PublicHouse


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = replace(limits(), passwords=replace(limits().passwords, kilobytes=64))
    monkeypatch.setattr(passwords, "limits", lambda: cheap)


@pytest.fixture
def house(tmp_path: Path, titles: dict[str, Title[Any]], fresh_address: Callable[[], str]) -> Iterator[PublicHouse]:
    with PublicHouse(tmp_path, titles, fresh_address()) as opened:
        yield opened
