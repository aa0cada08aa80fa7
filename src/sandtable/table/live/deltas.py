"""What changed between two looks at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from sandtable.core.values import Value
from sandtable.core.views import Piece
from sandtable.table.live.showing import Shown
from sandtable.table.messages.answers import Delta
from sandtable.table.messages.positions import Log, LogChange, SeenView


def kept_entries(old: Sequence[int], new: Sequence[int]) -> int:
    """How many log entries both have: where the serials agree, everything before agrees too. Who has come to other
    sides reads another log, which has no serial of this one."""
    keep = min(len(old), len(new))
    while keep and old[keep - 1] != new[keep - 1]:
        keep -= 1
    return keep


def delta(seq: int, old: Shown, new: Shown, keep: int, added: Log) -> Delta | None:
    """The change from one look to the next, or None when there is none."""
    pieces, gone = changed_pieces(old.view.pieces, new.view.pieces)
    view = changed_fields(old.view, new.view)
    log_changed = keep < len(old.serials) or added.entries
    found = Delta(
        seq=seq,
        view=view or UNSET,
        pieces=pieces or UNSET,
        gone=gone or UNSET,
        offers=UNSET if old.offers == new.offers else new.offers,
        log=LogChange(keep, added.entries) if log_changed else UNSET,
        you=UNSET if old.you == new.you else new.you,
        table=UNSET if old.table == new.table else new.table,
    )
    return None if found == Delta(seq=seq) else found


def changed_fields(old: SeenView, new: SeenView) -> dict[str, Any]:
    return _changed(old, new, "pieces")


def changed_pieces(old: dict[str, Piece], new: dict[str, Piece]) -> tuple[dict[str, dict[str, Any]], tuple[str, ...]]:
    """New pieces whole, known ones with the fields that differ; and the ids that are no more."""
    changed: dict[str, dict[str, Any]] = {}
    for name, piece in new.items():
        before = old.get(name)
        if before is None:
            changed[name] = {field: getattr(piece, field) for field in piece.__struct_fields__}
        elif before != piece:
            changed[name] = _changed(before, piece)
    return changed, tuple(name for name in old if name not in new)


def _changed(old: Value, new: Value, leave_out: str = "") -> dict[str, Any]:
    return {
        field: value
        for field in new.__struct_fields__
        if field != leave_out and (value := getattr(new, field)) != getattr(old, field)
    }
