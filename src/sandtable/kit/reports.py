"""What a report of a turn has under which heading, by the kinds of events that games share."""

from __future__ import annotations

from collections.abc import Mapping

MOVED, FOUGHT, LOST, TAKEN = "moved", "fought", "lost", "taken"

HEADINGS: Mapping[str, str] = {
    "moved": MOVED, "hauled": MOVED, "shipped": MOVED, "railed": MOVED, "landed": MOVED, "embarked": MOVED,
    "arrived": MOVED, "driven": MOVED, "sailed": MOVED, "moved_on": MOVED,
    "fought": FOUGHT, "attacked": FOUGHT, "overran": FOUGHT, "overwhelmed": FOUGHT, "shattered": FOUGHT,
    "countered": FOUGHT, "barraged": FOUGHT, "assaulted": FOUGHT, "fired": FOUGHT, "bombed": FOUGHT,
    "retreated": FOUGHT, "reduced": FOUGHT, "fled": FOUGHT,
    "eliminated": LOST, "surrendered": LOST, "surrendered_units": LOST, "sunk": LOST, "lost": LOST, "disbanded": LOST,
    "captured": TAKEN, "controlled": TAKEN, "seized": TAKEN, "recaptured": TAKEN, "over": TAKEN,
}  # fmt: skip


def heading(kind: str) -> str:
    """Where a report tells of an event; empty for what it leaves to the log."""
    return HEADINGS.get(kind, "")
