"""Counted nouns: one helper knows the plural, and whatever is told to players goes through it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import games
from sandtable.core.nouns import player, plural, proper
from sandtable.core.title import Screen

TOLD = [Path(sandtable.__file__).parent / room for room in ("games", "kit", "table")]
COUNTED = re.compile(
    r"\{(?!plural)([^{}]+)\} (?:(?:[A-Z]\w+|raw|movement|combat|attack|more|half|whole|full) ){0,2}"
    r"(?:[Pp]oints|hexes|units|factors|turns|steps|markers|Stages)\b"
)
SIDE = re.compile(
    r"\b[Tt]he \$?\{[\w.(]*?(?:\b(?:side|winner|earner|loser|whose)|enemy_of\(\w+\)|\['side'\])\)*"
    r"(?:\.(?:title|capitalize)\(\))?\)*\}(?! (?:player|side|supply|supplies)\b)"
)
# Words that stand before a plural, and figures of a rulebook that are never one.
WORDS = {
    "board().name(here)",
    "kind.title()",
    "each.nation.title()",
    "whose",
    "counter.category",
    "loser.title()",
    "side.title()",
}
NEVER_ONE = {"PULL", "limits().stacking", "limits().dismount_factors", "limits().overrun_move", "intent.odds:.1f"}


@pytest.mark.parametrize(
    ("count", "noun", "told"),
    [
        (1, ("Actual Barrage Point",), "1 Actual Barrage Point"),
        (0, ("hex",), "0 hexes"),
        (2, ("loss",), "2 losses"),
        (1, ("company", "companies"), "1 company"),
        (3, ("game waits", "games wait"), "3 games wait"),
        ("1", ("point",), "1 point"),
        ("1½", ("point",), "1½ points"),
    ],
)
def test_one_is_singular_and_all_else_plural(count: object, noun: tuple[str, ...], told: str) -> None:
    assert plural(count, *noun) == told


def uncounted(text: str) -> list[str]:
    """Plurals behind a figure that might be one; errors in code and what docstrings say are told to nobody."""
    lines = [line for line in text.splitlines() if "ValueError" not in line and '"""' not in line]
    return [match[0] for line in lines for match in COUNTED.finditer(line) if match[1] not in WORDS | NEVER_ONE]


def test_a_bare_plural_behind_a_figure_is_found() -> None:
    assert uncounted('f"{count} Actual Barrage Points"') and uncounted('f"it is {far} hexes away"')
    assert not uncounted("f\"{plural(count, 'Actual Barrage Point')} in {where}\"")


def test_counted_nouns_everywhere_go_through_the_helper() -> None:
    files = [path for room in TOLD for path in room.rglob("*.py") if path.name != "invariants.py"]
    assert len(files) > 300
    assert {f"{path.name}: {each}" for path in files for each in uncounted(path.read_text(encoding="utf-8"))} == set()


def test_a_side_in_a_sentence_is_called_as_its_game_says() -> None:
    told = {title.screen.the(side) for title in games.titles() for side in title.sides}
    assert told == {"the Axis", "the Allies", "the Commonwealth"}


def test_who_plays_a_side_is_told_where_no_game_is_at_hand() -> None:
    assert player("allied") == "the Allied player"
    assert Screen[Any]().the("german") == "the German player"


def unspoken(text: str) -> list[str]:
    """Sides written out by hand with an article, and no noun behind them whose adjective they could be. What a die is
    for is part of the dice and stays."""
    return [match[0] for line in text.splitlines() if "draft.roll(" not in line for match in SIDE.finditer(line)]


def test_a_side_written_out_by_hand_is_found() -> None:
    assert unspoken('f"no enemy of the {side.title()} exerts a zone"') and unspoken('f"You play the {side}: go"')
    assert unspoken("`whoever plays the ${capital(you.side)} is ready`")
    assert not unspoken('f"the {side.title()} player"') and not unspoken('f"no enemy of {NOUNS[side]}"')


def test_sides_everywhere_are_called_as_their_game_says() -> None:
    package = Path(sandtable.__file__).parent
    every = (*package.rglob("*.py"), *package.rglob("*.js"))
    files = [path for path in every if path.name not in ("nouns.py", "invariants.py")]
    assert len(files) > 600
    assert {f"{path.name}: {each}" for path in files for each in unspoken(path.read_text(encoding="utf-8"))} == set()


def test_a_side_has_its_capital_wherever_a_die_is_named() -> None:
    assert proper("axis supply: 5 rolled", ("axis", "allied")) == "Axis supply: 5 rolled"
    assert proper("delay markers, allied", ("axis", "allied")) == "delay markers, Allied"
    assert proper("taxis and axistas", ("axis", "allied")) == "taxis and axistas"
