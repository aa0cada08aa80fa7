"""What several commands need: titles, saves, folders, files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.core.journal import Save
    from sandtable.core.title import Title

BAD_INPUT = 2
MOST_TOLD = 500  # characters of one complaint


class BadInput(ValueError):
    """What the user asked for cannot be done; the text is one line for them."""


def title_of(key: str) -> Title[Any]:
    """The game of this key."""
    from sandtable import games

    return games.title(key)


def keys() -> tuple[str, ...]:
    from sandtable import games

    return games.keys()


def read_save(path: Path) -> tuple[Title[Any], Save]:
    """A save and the game it is of."""
    from sandtable.core import journal

    save = journal.read(path)
    if save.game not in keys():
        raise BadInput(f"{path} is a save of '{save.game}', which is not here; there is: {', '.join(keys())}")
    return title_of(save.game), save


def one_line(error: Exception) -> str:
    """What went wrong, for a terminal: whatever a damaged file says is kept to one short line."""
    text = " ".join(str(error).split())
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]}..."


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Whatever goes wrong with the record in this file is reported with the name of the file."""
    try:
        yield
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from error


def home() -> Path:
    """Where games and sealed dice are kept; see `journal.Keyring`."""
    folder = os.environ.get("SANDTABLE_HOME")
    return Path(folder) if folder else Path.home() / ".local" / "share" / "sandtable"


def checkout() -> Path | None:
    """The folder with `src` and `tests` that this package runs from; None when it was installed without them."""
    import sandtable

    source = Path(str(sandtable.__file__)).resolve().parents[1]
    return source.parent if source.name == "src" and (source.parent / "tests").is_dir() else None


def command_name() -> str:
    """What the user types before a command."""
    if Path(sys.argv[0]).stem == "sandtable":
        return "sandtable"
    root = checkout()
    return "python3 go.py" if root and (root / "go.py").is_file() else "python -m sandtable"


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from None


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """All at once, so that an interrupted run leaves the old file or the new one."""
    scratch = path.with_name(path.name + ".part")
    try:
        scratch.write_bytes(content)
        scratch.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def print_json(value: object) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
