"""What leaves the engine for a player: one shape for every game, so that one screen can draw them all."""

from __future__ import annotations

from sandtable.core.values import Value


class Piece(Value, frozen=True):
    """A counter as it is on the table."""

    id: str
    name: str
    side: str
    nation: str
    symbol: str  # key of the glyph: infantry, armour, supply, ...
    size: str  # the marks above the symbol: XX, III, ...
    factors: tuple[int, ...]
    at: str  # a hex or an off-map box
    marks: tuple[str, ...] = ()
    title: str = ""  # the long name
    stripe: str = ""  # the colour of its formation, where the game prints one
    rating: str = ""  # a figure raised beside the first factor
    quality: str = ""  # `elite` or `low`: marked under the second factor


class Fact(Value, frozen=True):
    """A line of the ledger beside the map."""

    label: str
    text: str
    side: str = ""


class Token(Value, frozen=True):
    """A marker lying in a panel: a chit, an air unit, a point on a track."""

    text: str
    side: str = ""
    state: str = ""  # empty: ready; `spent`, `lost`, `chosen`
    title: str = ""


class Row(Value, frozen=True):
    """A line of a panel: what it says and what is in it."""

    label: str
    text: str = ""
    tokens: tuple[Token, ...] = ()
    side: str = ""
    pieces: tuple[str, ...] = ()  # counters in it, to be chosen as on the map
    cells: tuple[str, ...] = ()  # figures under the columns of the panel


class Column(Value, frozen=True):
    """The head of a column, short, and what it means."""

    text: str
    title: str = ""


class Panel(Value, frozen=True):
    """Something beside the map with a place of its own: a cup, a track, an allotment. Offers that name its key are
    pressed in it."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    note: str = ""
    folded: bool = False  # shut until somebody opens it
    columns: tuple[Column, ...] = ()  # a table: heads for the cells of its rows
    group: str = ""  # panels of one group without buttons are shown together under this title
    about: tuple[str, ...] = ()  # pieces: when one of them is chosen the panel comes first and opens


class Battle(Value, frozen=True):
    """An attack that is declared and not yet over, to be drawn on the map."""

    side: str  # whose attack
    attackers: tuple[str, ...]  # their hexes
    targets: tuple[str, ...]  # the hexes attacked
    odds: str  # in a word or two


class View(Value, frozen=True):
    """A game as one side may see it. `side` is empty for a spectator."""

    game: str
    scenario: str
    side: str
    turn: int
    last_turn: int
    date: str
    phase: str
    prompt: str
    asked: tuple[str, ...]
    pieces: tuple[Piece, ...]
    facts: tuple[Fact, ...] = ()
    panels: tuple[Panel, ...] = ()
    battles: tuple[Battle, ...] = ()
    over: str = ""
    winner: str | None = None
