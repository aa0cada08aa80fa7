"""What went wrong while somebody played: a save that loads and, beside it, how it happened. Few of them are kept."""

from __future__ import annotations

import logging
import os
import traceback
from pathlib import Path

import msgspec

from sandtable.core.journal import Record, Save
from sandtable.table.live.table import LiveTable

log = logging.getLogger("sandtable.table")

KEPT = 20  # dumps in the folder; the oldest goes first


class Mishaps:
    """A folder for the owner's eyes: what is in it is the whole truth of a game."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, table: LiveTable, side: str, action: str, error: BaseException) -> None:
        """The game as it stood before the action. Even if the disk fails, the table carries on."""
        name = f"{table.row.id}-{len(table.game.record)}"
        log.error("table %s: %s> %s failed", table.row.id, side, action or "(choosing)", exc_info=error)
        if self._folder is None:
            return
        told = [f"{side}> {action or '(choosing)'}", "", *traceback.format_exception(error)]
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._write(f"{name}.json", msgspec.json.format(msgspec.json.encode(_save(table)), indent=1))
            self._write(f"{name}.txt", "\n".join(told).encode("utf-8", "replace"))
            self._thin_out()
        except OSError as trouble:
            log.error("table %s: the dump was not written: %s", table.row.id, trouble)

    def _write(self, name: str, data: bytes) -> None:
        assert self._folder is not None
        descriptor = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)

    def _thin_out(self) -> None:
        assert self._folder is not None
        found = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-KEPT]:
            path.unlink(missing_ok=True)
            path.with_suffix(".txt").unlink(missing_ok=True)


def _save(table: LiveTable) -> Save:
    players = {side: str(seat.kind) for side, seat in table.row.seats.items()}
    return Record(table.game, table.dice, table.row.seed, players).save()
