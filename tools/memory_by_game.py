"""Which game lets a server grow: mutated messages at the tables of one game at a time, each with a server of its own,
and how much the server holds as they come in.

    python -m tools.memory_by_game                          every game
    python -m tools.memory_by_game tobruk --messages 20000

Whoever adds a table that nothing bounds finds here whose it is; the long test of a hundred thousand messages has all
games at once and only says that there is one. Linux only: the memory of a process is read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.table.doors import Besieged, knock, memory

from sandtable import games

KNOCKERS = 4
PARTS = 6  # in which the messages come; the first third is for warming up


def grown(game: str, messages: int, seed: str) -> Iterator[int]:
    """Kilobytes that a server of one game holds after each part of the messages."""
    with TemporaryDirectory() as home:
        server = Besieged(Path(home), [game])
        try:
            knockers = server.knockers(KNOCKERS, seed)
            for _ in range(PARTS):
                asyncio.run(knock(knockers, messages // PARTS))
                server.check()
                yield memory(server.server.process.pid)
        finally:
            server.close()


def per_thousand(held: Sequence[int], messages: int) -> float:
    """Kilobytes that a thousand messages more have cost since the server was warm."""
    warm = len(held) // 3
    return (held[-1] - held[warm - 1]) / (messages / len(held) * (len(held) - warm)) * 1000


def main(words: Sequence[str]) -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    reading.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    reading.add_argument("--messages", type=int, default=12_000, help="at each game (default 12000)")
    reading.add_argument("--seed", default="1")
    asked = reading.parse_args(words)
    for game in asked.games or games.keys():
        held = list(grown(game, asked.messages, asked.seed))
        told = ", ".join(f"{each:,}" for each in held)
        print(f"{game}: {per_thousand(held, asked.messages):+,.0f} kB for each 1,000 messages; held {told}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
