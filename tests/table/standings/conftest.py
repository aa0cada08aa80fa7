from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.table.people import passwords
from sandtable.table.people.limits import limits


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = replace(limits(), passwords=replace(limits().passwords, kilobytes=64))
    monkeypatch.setattr(passwords, "limits", lambda: cheap)
