"""The tables of an experiment and their columns; docs/lab.md lists the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal["int", "number", "text"]


class Column(NamedTuple):
    name: str
    kind: Kind
    text: str  # what it holds


NUMBER = Column("number", "int", "of the game in its experiment, from 0")
TURN = Column("turn", "int", "of the game; one more than the last is how it stood at the end")
SIDE = Column("side", "text", "whose")

TABLES: Mapping[str, tuple[Column, ...]] = {
    "games": (
        NUMBER,
        Column("label", "text", "of the series, or what was set up"),
        Column("game", "text", "key of the title"),
        Column("scenario", "text", "key of the scenario"),
        Column("options", "text", "keys of the options, with commas"),
        Column("deal", "int", "games of one deal have the same dice"),
        Column("side_1", "text", "the first side of the title"),
        Column("player_1", "text", "who sat down for it"),
        Column("side_2", "text", "the second side"),
        Column("player_2", "text", "who sat down for it"),
        Column("status", "text", "`finished`, `unfinished` (the limit of actions came first) or `crashed`"),
        Column("winner", "text", "the side that won; empty for a draw or no end"),
        Column("winner_player", "text", "who played it: a bid may have swapped the sides that players sat down for"),
        Column("case", "text", "of the rulebook by which it ended"),
        Column("reason", "text", "how it ended, in a sentence"),
        Column("turns", "int", "the turn in which it ended"),
        Column("last_turn", "int", "the last turn it could have had"),
        Column("actions", "int", "that were played"),
        Column("refused_1", "int", "orders of the first player that were refused: each is a fault of the player"),
        Column("refused_2", "int", "those of the second"),
        Column("error", "text", "why it crashed, in one line"),
        Column("dump", "text", "the save of the crashed game, beside the tables"),
    ),
    "turns": (
        NUMBER,
        TURN,
        Column("date", "text", "as the game tells it"),
        Column("entry", "int", "actions played before the turn began"),
        SIDE,
        Column("units", "int", "counters of the side on the map when it began"),
        Column("strength", "int", "the sum of their first factors"),
        Column("worth", "number", "of the position for the side, in the staff's points"),
        Column("front", "number", "where the line between the sides runs, west to east, in hexes of the map"),
    ),
    "battles": (
        NUMBER,
        TURN,
        Column("entry", "int", "the action it belongs to, from 0"),
        Column("kind", "text", "of the event: fought, attacked, overran, barraged, retreated, ..."),
        Column("side", "text", "who attacked, or whose unit it was"),
        Column("at", "text", "hex, where the event names one or a unit that stands in one"),
        Column("attackers", "text", "counters, with commas"),
        Column("defenders", "text", "counters, with commas"),
        Column("odds", "text", "or the column of the table, as the game tells it"),
        Column("result", "text", "as the table of the game has it"),
        Column("case", "text", "of the rulebook"),
    ),
    "losses": (
        NUMBER,
        TURN,
        Column("entry", "int", "the action it belongs to, from 0"),
        Column("kind", "text", "of the event: eliminated, reduced, surrendered, sunk, ..."),
        SIDE,
        Column("unit", "text", "the counter"),
        Column("symbol", "text", "its kind: infantry, armour, supply, ..."),
        Column("strength", "int", "its first factor before"),
        Column("at", "text", "where"),
        Column("why", "text", "as the game tells it"),
        Column("case", "text", "of the rulebook"),
    ),
    "supply": (
        NUMBER,
        TURN,
        SIDE,
        Column(
            "label",
            "text",
            "what is counted as the turn begins: units short of supply, supply counters, lines of the ledger; and in "
            "the turn: `landed`, `sunk`, `no_supply`",
        ),
        Column("figure", "number", "how many"),
    ),
    "positions": (
        NUMBER,
        TURN,
        SIDE,
        Column("unit", "text", "the counter"),
        Column("symbol", "text", "its kind"),
        Column("strength", "int", "its first factor"),
        Column("at", "text", "hex or box when the turn began"),
        Column("marks", "text", "what lies on it, with commas"),
    ),
    "traffic": (
        NUMBER,
        SIDE,
        Column("at", "text", "a hex"),
        Column("passages", "int", "counters of the side that went through it or into it in the whole game"),
    ),
}
