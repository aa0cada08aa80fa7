"""Asking and consenting: what is said, and what it comes to. Whoever is asked answers; whoever asks may withdraw."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from sandtable.core.game import Game
from sandtable.core.values import Refusal
from sandtable.table.accord.values import Accord

Matter = Literal["undo", "adjourn"]
Word = Literal["ask", "grant", "refuse", "withdraw"]

SAID = {
    ("undo", "ask"): "The {side} player asks to take the last action back.",
    ("undo", "grant"): "The {side} player agrees: the last action is taken back.",
    ("undo", "refuse"): "The {side} player does not agree to take back.",
    ("undo", "withdraw"): "The {side} player no longer asks to take back.",
    ("adjourn", "ask"): "The {side} player asks to adjourn.",
    ("adjourn", "grant"): "The {side} player agrees: the game is adjourned, and the clocks stand.",
    ("adjourn", "refuse"): "The {side} player does not agree to adjourn.",
    ("adjourn", "withdraw"): "The {side} player no longer asks to adjourn.",
}


def said(accord: Accord, matter: Matter, word: Word, side: str, both: bool) -> tuple[Accord, bool]:
    """What stands after it was said, and whether it is agreed. `both`: who speaks holds every side that a person plays,
    and agrees with himself. Raises `Refusal`."""
    asking = accord.undo if matter == "undo" else accord.adjourn
    match word:
        case "ask" if asking:
            raise Refusal("accord", "that has been asked already and not been answered")
        case "ask" if both:
            return _standing(accord, matter, ""), True
        case "ask":
            return _standing(accord, matter, side), False
        case "withdraw" if asking != side:
            raise Refusal("accord", "you have not asked for that")
        case "grant" | "refuse" if not asking or asking == side:
            raise Refusal("accord", "the other side has not asked for that")
    return _standing(accord, matter, ""), word == "grant"


def _standing(accord: Accord, matter: Matter, side: str) -> Accord:
    return replace(accord, undo=side) if matter == "undo" else replace(accord, adjourn=side)


def to_take_back(game: Game[Any], side: str) -> int:
    """How many entries a side's last action lies back, itself included. What others have decided since is taken back
    with it; never a die, nor what was revealed, nor what was said. Raises `Refusal`."""
    if game.outcome is not None:
        raise Refusal("undo", "the game is over and the secret of its dice is open")
    for back, told in enumerate(reversed(game.record), 1):
        if game.is_final(len(game.record) - back):
            raise Refusal("undo", "a die was rolled or something was revealed or said since")
        if told.side == side:
            return back
    raise Refusal("undo", "there is nothing to take back")
