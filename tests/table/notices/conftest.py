from __future__ import annotations

import pytest

from sandtable.table.people import passwords


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "KILOBYTES", 64)
