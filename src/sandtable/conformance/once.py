"""What is checked once per game: its title, that it is the same on every run, and its playthrough."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from random import Random
from typing import Any

from sandtable.conformance.checks import random_action
from sandtable.conformance.failure import Failure
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.journal import fingerprint
from sandtable.core.title import Setup, Title, UnknownChoice


def setups(title: Title[Any]) -> list[Setup]:
    """Every scenario without options, with each option alone, and with all of them."""
    found = []
    for scenario in title.scenarios:
        choices: list[tuple[str, ...]] = [(), *((option,) for option in title.options), tuple(title.options)]
        found += [title.setup(scenario, options) for options in dict.fromkeys(choices)]
    return found


def check_title(title: Title[Any]) -> None:
    """The title can be made anywhere, every set-up starts, every player exists and unknown choices are refused."""
    if type(title)().key != title.key:
        raise Failure("title", f"another {title.key} is made elsewhere")
    if len(title.sides) < 2 or len(set(title.sides)) != len(title.sides):
        raise Failure("title", f"the sides are {title.sides}")
    if set(title.screen.nouns) != set(title.sides):
        raise Failure("title", f"what each side is called in a sentence is said of {sorted(title.screen.nouns)}")
    for setup in setups(title):
        Game(title, setup, SecretDice(secret_of_seed(0)))
    for name in title.staff.players:
        title.staff.player(title, name, 0)
    for what, ask in (
        ("scenario", lambda: title.setup("no such thing")),
        ("option", lambda: title.setup(options=["no such thing"])),
        ("player", lambda: title.staff.player(title, "no such thing", 0)),
    ):
        try:
            ask()
        except UnknownChoice:
            continue
        raise Failure("title", f"an unknown {what} is not refused")


def _random_game(title: Title[Any], seed: int, setup: Setup | None) -> tuple[Game[Any], Random]:
    return Game(title, setup or title.setup(), SecretDice(secret_of_seed(seed))), Random(seed)


def trail(title: Title[Any], seed: int, limit: int) -> str:
    """Where a random game leads."""
    game, random = _random_game(title, seed, None)
    while game.outcome is None and len(game.entries) < limit:
        side, action = random_action(title, game.state, random)
        game.play(action, side)
    return f"{len(game.entries)} {fingerprint(title, game.state)}"


def check_same_everywhere(title: Title[Any], seed: int, limit: int = 400) -> None:
    """A random game goes the same way in every process, however sets happen to be ordered there."""
    here = trail(title, seed, limit)
    maker = f"{type(title).__module__}:{type(title).__qualname__}"
    for salt in ("1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", __name__, maker, str(seed), str(limit)]
        there = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
        if there.returncode or there.stdout.strip() != here:
            raise Failure("reproducible", f"here {here}, elsewhere {there.stdout.strip()} {there.stderr.strip()}")


def playthrough(title: Title[Any], seed: int, limit: int = 200, setup: Setup | None = None) -> str:
    """A random game as a text to commit: at each decision all that the engine answers. A change of rules, of listings
    or of wording shows as a difference."""
    game, random = _random_game(title, seed, setup)
    lines = [f"{title.key} {title.rules_version}, {game.setup.scenario}, seed {seed}"]
    lines += [f"    {event.kind} {title.screen.tell(event)}".rstrip() for event in game.opening]
    while game.outcome is None and len(game.entries) < limit:
        side, action = random_action(title, game.state, random)
        decision = title.rules.asks(game.state)
        listing = game.actions(side)
        lines += [
            "",
            f"{len(game.entries) + 1}. {', '.join(game.asked)}: {decision.prompt(game.state) if decision else ''}",
            f"    {len(listing)} actions, {listing[0]} ... {listing[-1]}",
            f"    {', '.join(f'{each} {title.staff.evaluate(game.state, each):.3f}' for each in title.sides)}",
            f"  {side}> {action}",
        ]
        lines += [f"    {event.kind} {title.screen.tell(event)}".rstrip() for event in game.play(action, side)]
        lines.append(f"    {fingerprint(title, game.state)}")
    over = game.outcome
    lines += ["", f"over: {over.winner or 'nobody'} ({over.case}) {over.reason}" if over else "to be continued"]
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    """The far end of `check_same_everywhere`."""
    module, _, name = words[0].partition(":")
    print(trail(getattr(import_module(module), name)(), int(words[1]), int(words[2])))


if __name__ == "__main__":
    main(sys.argv[1:])
