"""Positions are reached without a screen: over the socket of the table, before anybody opens a window on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.table.bench.process import Caller, ServerProcess


class Opening:
    """A table as the holder of a token hears of it."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        snapshot = next(message for message in reversed(caller.heard) if message["type"] == "snapshot")
        self.view: dict[str, Any] = snapshot["view"]
        self.offers: list[dict[str, Any]] = snapshot["offers"]
        self.sides: list[str] = snapshot["you"]["sides"]

    def play(self, action: str) -> None:
        """For the side that is asked; over when the new position was told."""
        side = next(side for side in self.view["asked"] if side in self.sides)
        answer = self.caller.ask("play", action=action, count=self.view["count"], side=side)
        assert answer["type"] == "played", f"{action}: {answer}"
        while self.view["count"] != answer["count"]:
            self._hear(self.caller.receive())

    def _hear(self, told: dict[str, Any]) -> None:
        if told["type"] == "delta":
            self.view.update(told.get("view") or {})
            self.offers = told["offers"] if told.get("offers") is not None else self.offers

    def go_on_to(self, phase: str) -> None:
        """Leave everything as it is until a phase comes."""
        while phase not in self.view["phase"]:
            actions = [offer["action"] for offer in self.offers]
            self.play("done" if "done" in actions else actions[0])


def open_with(server: ServerProcess, table: dict[str, Any], played: Iterable[str] = (), until: str = "") -> None:
    with server.socket(table["id"], table["token"]) as caller:
        opening = Opening(caller)
        for action in played:
            opening.play(action)
        if until:
            opening.go_on_to(until)
