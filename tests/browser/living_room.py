"""`play --lan` on a network that is this machine alone: owner and guest have one address here, so the guest's phone is
known by what it calls itself. For tests."""

from __future__ import annotations

import sys
import webbrowser
from functools import partial

from starlette.datastructures import Headers
from starlette.types import Scope

from sandtable.cli import main
from sandtable.table.doors import security
from sandtable.table.serving import run

PHONE = "the phone of a guest"


def is_here(scope: Scope, lan: str) -> bool:
    return Headers(scope=scope).get("user-agent") != PHONE


if __name__ == "__main__":
    setattr(run, "lan_address", lambda: run.HOST)  # noqa: B010
    setattr(security, "is_here", is_here)  # noqa: B010
    setattr(webbrowser, "open", lambda address: True)  # noqa: B010
    partial(sys.exit, main(["play", "--lan"]))()
