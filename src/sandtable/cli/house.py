"""`serve`: a house on the internet."""

from __future__ import annotations

from argparse import Namespace


def serve(arguments: Namespace) -> int:
    from sandtable.table.serving import Plan, serve

    return serve(
        Plan(arguments.database, arguments.public_url, arguments.host, arguments.port, arguments.trusted_proxy)
    )
