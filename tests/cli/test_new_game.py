"""`new-game`: a sixth game from the template, played and clicked as soon as it is made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.cli.common import BadInput
from sandtable.cli.new_game import make

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
title = games.title("long-range-raid")
game = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
print(title.name, game.view("red").prompt)
game.play(title.screen.propose(game.state, "red", ("red-1",), "0202"), "red")
print(game.entries[-1].action)
"""


CALLED = """
import json
from sandtable import games
from sandtable.table.doors.boards import board_json
title = games.title("long-range-raid")
print(json.loads(board_json(title.key, title.rules.board(), title.screen))["sides"])
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as a new game needs."""
    for name in ("src", "tests/template", "tests/playing.py", "tests/__init__.py", "pyproject.toml"):
        source, target = ROOT / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "client", "data"))
        else:
            shutil.copy(source, target)
    shutil.copytree(ROOT / "src/sandtable/template/data", tmp_path / "src/sandtable/template/data")
    return tmp_path


def run(checkout: Path, *words: str) -> str:
    surroundings = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(
        [sys.executable, *words], cwd=checkout, env=surroundings, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_is_listed_clickable_and_passes_its_own_tests(checkout: Path) -> None:
    make("long-range-raid", checkout)
    assert run(checkout, "-c", PLAY).splitlines() == [
        "Long Range Raid Move your units, then end the phase",
        "move red-1 to 0202",
    ]
    assert "9 passed" in run(checkout, "-m", "pytest", "-p", "no:cacheprovider", "tests/long_range_raid")


def test_what_a_side_of_a_new_game_is_called_is_said_by_the_game_alone(checkout: Path) -> None:
    made = make("long-range-raid", checkout)
    for file in (*made.rglob("*.py"), *made.rglob("*.toml")):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('"Red"', '"the Germans"').replace("red", "german"), encoding="utf-8")
    assert run(checkout, "-c", CALLED) == "{'german': 'the Germans', 'blue': 'Blue'}\n"


def test_the_imports_of_a_new_game_are_in_order(checkout: Path) -> None:
    made = make("long-range-raid", checkout)
    for file in made.glob("*.py"):
        imports = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("from sandtable.")]
        assert imports == sorted(imports), file.name


@pytest.mark.parametrize("name", ["Raid", "raid!", "", "1raid", "raid--two", "raid-"])
def test_a_name_that_is_not_a_key_makes_nothing(name: str, checkout: Path) -> None:
    with pytest.raises(BadInput, match="is not a key"):
        make(name, checkout)


def test_a_game_that_is_there_already_is_left_alone(checkout: Path) -> None:
    with pytest.raises(BadInput, match="already"):
        make("tobruk", checkout)
