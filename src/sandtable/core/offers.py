"""What a screen may offer a player: actions behind clicks, forecasts, layers over the map. No rules are needed to draw
them, so one client serves every game."""

from __future__ import annotations

from sandtable.core.values import Explanation, Value


class Offer(Value, frozen=True):
    """A legal action and where to click for it: its pieces, and the hex or box it points at. What a label says after a
    colon is what the action costs."""

    action: str
    label: str
    pieces: tuple[str, ...] = ()
    at: str = ""
    cost: str = ""
    stop: str = ""  # why the move ends there, with its case
    path: tuple[str, ...] = ()
    panel: str = ""  # the key of the panel it is pressed in
    folded: str = ""  # lies under this title until somebody opens it: what gives something up, what comes by the dozen


class Chance(Value, frozen=True):
    """One result of a die roll, with its exact probability as a fraction."""

    result: str
    text: str
    numerator: int
    denominator: int


class Forecast(Value, frozen=True):
    """An attack weighed before it is made."""

    title: str
    column: str
    ledger: Explanation  # strengths and every modifier with its case
    chances: tuple[Chance, ...]
    attacker_loss: float  # expected, in the factors the game counts
    defender_loss: float
    cost: str = ""  # what it takes of supply, ammunition or points; empty where nothing is spent
    deed: str = ""  # what the order is called, where its first word does not say it


class Layer(Value, frozen=True):
    """Something to lay over the map: hexes by side, lines hex by hex, a broken line in `broken`."""

    key: str
    label: str
    hexes: dict[str, str] = {}
    lines: tuple[tuple[str, ...], ...] = ()
    broken: tuple[str, ...] = ()  # hexes of pieces without a line
