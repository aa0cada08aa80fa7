"""`fuzz`, `bench`, `arena`: measuring a game and its players."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from sandtable.cli.common import print_json, title_of
from sandtable.cli.seats import opponent

if TYPE_CHECKING:
    from sandtable.bots.arena import MatchScore


def show_progress(done: int, total: int) -> None:
    """One line that counts up, for a person only."""
    if not sys.stderr.isatty(): return
    print(f"\r{done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def arena(arguments: Namespace) -> int:
    from sandtable.bots.arena import arena as play_games
    from sandtable.bots.arena import match

    title = title_of(arguments.game)
    counts = (arguments.games, arguments.seed, arguments.workers)
    if arguments.match:
        paired = match(title, arguments.match[0], arguments.match[1], *counts, progress=show_progress)
        if arguments.json:
            print_json(paired.report())
        else:
            print("\n".join(match_lines(paired)))
        return 0
    named = {side: getattr(arguments, f"player_{side}") or opponent(title) for side in title.sides}
    score = play_games(title, named, *counts, progress=show_progress)
    if arguments.json:
        print_json(score.report())
    else:
        print("\n".join(score.lines()))
    return 0


def match_lines(paired: MatchScore) -> list[str]:
    low, high = paired.interval
    told = [f"{paired.player} beat {paired.opponent} in {paired.wins} of {paired.games} games, {paired.rate:.1%} "
            f"(95%: {low:.1%} to {high:.1%})"]
    for side, score in paired.by_side.items():
        told += [f"{paired.player} as {side}:", *(f"  {line}" for line in score.lines())]
    return told
