"""`sandtable new-game NAME`: a copy of the template under the name of a new game, with its tests."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from sandtable import template
from sandtable.cli.common import BadInput, keys

KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
IMPORTS = re.compile(r"(?:^from sandtable\.[^\n(]*\n)+", re.MULTILINE)


def new_game(arguments: Namespace) -> int:
    made = make(arguments.name, checkout())
    print(f"made {made.relative_to(checkout())}; next:")
    print("  python3 go.py play                      it is on the start page, and every counter can be clicked")
    print(f"  python3 go.py test tests/{made.name}    its rules are tested; change one and its test")
    print("  docs/add-a-game.md                      how to go on from here")
    return 0


def checkout() -> Path:
    """The folder in which Sandtable is being developed."""
    root = Path(template.__file__).resolve().parents[3]
    if not (root / "go.py").exists() or not (root / "tests" / "template").is_dir():
        raise BadInput("a new game is made in a checkout of Sandtable, and this is an installed copy")
    return root


def make(key: str, root: Path) -> Path:
    """Copy the template; the folder of the new game."""
    if not KEY.fullmatch(key):
        raise BadInput(f"'{key}' is not a key: small letters, digits and hyphens, beginning with a letter")
    package = key.replace("-", "_")
    game, tests = root / "src/sandtable/games" / package, root / "tests" / package
    if key in keys() or game.exists() or tests.exists():
        raise BadInput(f"there is already a '{key}'")
    source = root / "src/sandtable/template"
    for folder, target in ((source, game), (root / "tests/template", tests)):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                copied = target / file.relative_to(folder)
                copied.parent.mkdir(parents=True, exist_ok=True)
                copied.write_text(renamed(file.read_text(encoding="utf-8"), key), encoding="utf-8")
    return game


def renamed(text: str, key: str) -> str:
    """The text of a file of the template with the new game's names in it."""
    package, words = key.replace("-", "_"), key.split("-")
    text = text.replace("sandtable.template", f"sandtable.games.{package}").replace(
        "tests.template", f"tests.{package}"
    )
    text = _in_order(text)
    text = text.replace('"Outpost"', '"{}"'.format(" ".join(word.capitalize() for word in words)))
    text = text.replace('"outpost"', f'"{key}"')
    return text.replace("Outpost", "".join(word.capitalize() for word in words))


def _in_order(text: str) -> str:
    """The imports from this project sorted again: the package of a game stands before the kit."""
    return IMPORTS.sub(lambda found: "".join(sorted(found[0].splitlines(keepends=True))), text)
