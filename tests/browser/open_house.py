"""A house that may speak to servers of this machine, and does so at once: what no other house does. For tests."""

from __future__ import annotations

import sys
from functools import partial

from msgspec.structs import replace

from sandtable.cli import main
from sandtable.table.house import sweep
from sandtable.table.house.limits import limits as limits_of_house
from sandtable.table.notices import herald
from sandtable.table.notices.limits import limits
from tests.table.notices.catching import LOCAL

if __name__ == "__main__":
    setattr(herald, "Outside", lambda: LOCAL)  # noqa: B010
    at_once = replace(limits(), grace_seconds=0, look_seconds=0.2)
    setattr(herald, "limits", lambda: at_once)  # noqa: B010
    often = replace(limits_of_house(), sweep_seconds=0.5)
    setattr(sweep, "limits", lambda: often)  # noqa: B010
    partial(sys.exit, main(["serve"]))()
