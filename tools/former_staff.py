"""Let a game's machine play its own staff as it was at an earlier commit: is the new one better?

    python tools/former_staff.py afrika-korps COMMIT --games 24 --seed 1 --rank officer

Every deal is played from each side with the same dice. The former staff plays under today's rules, so the commit must
be one whose staff still fits them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.bots import player
from sandtable.bots.arena import wilson
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, Setup, Title
from sandtable.kit.staff.blunders import Blunder, Watch, counted

ROOT = Path(__file__).resolve().parents[1]
FORMER = "former_staff_of_the_game"  # the package that the earlier staff becomes


MOVED = {"movement.destinations": "stacking"}  # what earlier staffs look for where it no longer is, and its module


def rewritten(source: str, package: str) -> str:
    """A module of a staff that asks for its own package and weights instead of today's, and finds what has moved."""
    mine = source.replace(f"{package}.staff", FORMER)
    for name, module in MOVED.items():
        before, _, function = name.partition(".")
        if f"{name}(" in mine:
            mine = mine.replace(f"{name}(", f"{function}(")
            known = f"from {package} import {before}\n"
            mine = mine.replace(known, f"{known}from {package}.{module} import {function}\n", 1)
    return mine.replace(f'load("{package}", "staff.toml"', f'load("{FORMER}", "staff.toml"')


def unpack(sources: dict[str, str], weights: str, package: str, folder: Path) -> None:
    """The staff of an earlier commit as a package of its own."""
    home = folder / FORMER
    (home / "data").mkdir(parents=True)
    (home / "data" / "staff.toml").write_text(weights, encoding="utf-8")
    for name, text in sources.items():
        (home / name).write_text(rewritten(text, package), encoding="utf-8")


def at_commit(commit: str, path: str) -> str:
    command = ["git", "show", f"{commit}:{path}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout


def fetch(commit: str, key: str, folder: Path) -> None:
    room = f"src/sandtable/games/{key.replace('-', '_')}"
    listing = ["git", "ls-tree", "--name-only", commit, f"{room}/staff/"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split()
    sources = {Path(name).name: at_commit(commit, name) for name in names if name.endswith(".py")}
    package = room.removeprefix("src/").replace("/", ".")
    unpack(sources, at_commit(commit, f"{room}/data/staff.toml"), package, folder)


def meet(
    title: Title[Any],
    setup: Setup,
    mine: Callable[[int], Player],
    former: Callable[[int], Player],
    pairs: int,
    seed: int,
) -> tuple[dict[str, int], int, dict[str, list[Blunder]]]:
    """Wins of the new one by side, draws, and the blunders of both."""
    wins, draws, blunders = dict.fromkeys(title.sides, 0), 0, {"mine": list[Blunder](), "former": list[Blunder]()}
    for number in range(pairs):
        for side in title.sides:
            game = Game(title, setup, SecretDice(secret_of_seed(seed_for(seed, number, "dice"))))
            watch = Watch(title, game.state)
            seats = {each: (mine if each == side else former)(seed_for(seed, number, each)) for each in title.sides}
            played = play_out(game, seats, watcher=watch.saw)
            wins[side] += played.winner == side
            draws += played.winner is None
            for blunder in watch.blunders:
                blunders["mine" if blunder.side == side else "former"].append(blunder)
            print(f"{number} as {side}: {'won' if played.winner == side else 'not won'}", flush=True)
    return wins, draws, blunders


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.keys())
    parser.add_argument("commit")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rank", default="officer")
    asked = parser.parse_args(argv)
    title = games.title(asked.game)
    with tempfile.TemporaryDirectory() as folder:
        fetch(asked.commit, asked.game, Path(folder))
        sys.path.insert(0, folder)
        former = import_module(FORMER).Staff
        pairs = max(1, asked.games // len(title.sides))
        wins, draws, blunders = meet(
            title,
            title.setup(asked.scenario),
            lambda seed: player(title, asked.rank, seed),
            former,
            pairs,
            asked.seed,
        )
    total = pairs * len(title.sides)
    low, high = wilson(sum(wins.values()), total)
    print(f"{asked.rank} won {sum(wins.values())} of {total} (95%: {low:.0%} to {high:.0%}), {draws} drawn; {wins}")
    for who, made in blunders.items():
        print(f"blunders, {who}: {[counted(made, side) for side in title.sides]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
