"""What the staff judges by stands in its file."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.games.campaign_for_north_africa import staff

NUMBER = re.compile(r"^[A-Z_]+(?:: [^=]+)? = \(?-?[\d.].*$", re.MULTILINE)
# No judgement: a column beyond the last, and what the rules count.
KNOWN = {"HELPLESS = 99  # worse than the worst column", "BATTALION = 1  # Stacking Point"}


def test_no_module_of_the_staff_keeps_a_number_of_its_own() -> None:
    files = [*Path(staff.__file__).parent.glob("*.py")]
    assert len(files) > 20
    assert {found[0] for file in files for found in NUMBER.finditer(file.read_text(encoding="utf-8"))} == KNOWN


def test_a_number_of_its_own_is_found() -> None:
    assert NUMBER.findall("RANGE = 15  # hexes\nSHARES = (0.1, 0.5)\nNEAR: int = 3\nFOOT = ('foot',)\n") == [
        "RANGE = 15  # hexes", "SHARES = (0.1, 0.5)", "NEAR: int = 3",
    ]  # fmt: skip
