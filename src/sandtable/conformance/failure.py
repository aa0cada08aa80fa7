"""What the kit says when a game does not conform, and the dump that lets one look at it."""

from __future__ import annotations

import traceback
from pathlib import Path

from sandtable.core import journal
from sandtable.core.journal import Record


class Failure(AssertionError):
    """A check that failed: its name and a sentence. `dump` is the save of the game up to there, if one was written."""

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check, self.text = check, text
        self.dump: Path | None = None


def write_dump(record: Record, failure: Failure, folder: Path) -> Path:
    """The game up to the failing entry as a save that loads, and beside it what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record.game.title.key}-{record.seed}.json"
    journal.write(record, path)
    told = [f"after entry {len(record.game.entries)}: {failure}", "", *traceback.format_exception(failure)]
    path.with_suffix(".txt").write_text("\n".join(told), encoding="utf-8")
    return path
