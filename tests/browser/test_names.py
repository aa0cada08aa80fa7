"""Players read names: no text of a whole game shows what only orders call a counter, and questions are sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import games
from sandtable.core.title import Title
from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player
from tests.browser.reading import read

Sit = Callable[..., Player]

READ = """async ([game, texts, met]) => {
  const { Board } = await import("/client/js/map/board.js");
  const { names } = await import("/client/js/basics/names.js");
  names.learn(new Board(await (await fetch(`/api/games/${game}/board`)).json()));
  names.meet(met ?? {});
  return texts.map((text) => names.plain(text));
}"""
# What is left of texts when the names are taken out of them.
LEFT = READ.replace(
    "names.plain(text)",
    'names.read(text).filter((word) => !word.piece && !word.hex).map((word) => word.text).join("")',
)


WHOLE = 20_000  # decisions: more than any first scenario takes
AK, NA, CAMPAIGN = "afrika-korps", "north-africa-41", "campaign-for-north-africa"


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (
            AK,
            {
                "brescia: W6 to W9": "Brescia Infantry Division: El Agheila to Mersa Brega",
                "2/3 (67%) D back 2": "2/3 (67%) D back 2",
                "2/3, AxS1 (15.2)": "3rd Armoured Brigade, Axis supply 1 (15.2)",
                "21/5 retreats along W6-W7-W9": "5th Panzer Regiment retreats from El Agheila to Mersa Brega",
                "to W8": "to 1 W of Mersa Brega",
                "B3: no unit may enter": "a sea hex 4 N of Barce: no unit may enter",
                "no way to B3": "no way to a sea hex 4 N of Barce",
            },
        ),
        (NA, {"axis-truck-12 leaves El Agheila (1604), May 1941.": "Axis Truck 12 leaves El Agheila, May 1941."}),
        (
            CAMPAIGN,
            {
                "Maletti Div HQ at C3617": "Maletti Div HQ at 1 W of Sidi Omar",
                "AX-S24 at Bardia (C4321): I/157": "Axis Supply Unit 24 at Bardia: I/157 Infantry Bn",
            },
        ),
    ],
    ids=[AK, NA, CAMPAIGN],
)
def test_orders_name_shortly_and_players_read_names(
    sit: Sit, server: ServerProcess, game: str, texts: dict[str, str]
) -> None:
    page = sit().page
    assert page.evaluate(READ, [game, list(texts)]) == list(texts.values())


SAID = """async () => {
  const { Cursor } = await import("/client/js/map/cursor.js"), { Board } = await import("/client/js/map/board.js");
  const { names } = await import("/client/js/basics/names.js");
  const board = new Board(await (await fetch("/api/games/afrika-korps/board")).json());
  names.learn(board);
  const cursor = new Cursor({ board });
  return ["B3", "C5"].map((name) => cursor.inWords(board.hex(name)));
}"""


def test_the_hex_under_the_pointer_is_said_to_be_sea_once(sit: Sit, server: ServerProcess) -> None:
    assert sit().page.evaluate(SAID) == ["A sea hex 4 N of Barce (B3)", "3 NE of Barce (C5), clear"]


SIDES = """async () => {
  const { Names } = await import("/client/js/basics/names.js"), names = new Names();
  names.meet({ one: { id: "one", side: "axis" }, other: { id: "other", side: "" } });
  return ["Die for axis supply: 4", "initiative of axis, allied", "taxis"].map((text) => names.plain(text));
}"""


def test_sides_are_written_large(sit: Sit) -> None:
    assert sit().page.evaluate(SIDES) == ["Die for Axis supply: 4", "initiative of Axis, allied", "taxis"]


ENGLISH = (
    "counter-attack broken-down set-up anti-tank anti-aircraft machine-gun follow-up in-supply sea-borne truck-mounted"
)
# Words that only orders use: names of counters, and words that are joined as no sentence joins them.
OFFENDING = r"""([left, ids, english]) => {
  const known = new Set(ids), usual = new Set(english.split(" "));
  const joined = (word) => /[a-z]_[a-z]|^[a-z]+\/|^[a-z]+-\d+$/.test(word) || /^[a-z]+(-[a-z]+)+$/.test(word);
  const offends = (word) => (known.has(word) && !/^[A-Z]?[a-z]+$/.test(word)) || (joined(word) && !usual.has(word));
  const chance = /\d+\/\d+ \(\d+%\)/g;
  return left.flatMap((text) => (text.replace(chance, "").match(/[\w&@/()'#-]+/g) ?? [])
    .map((word) => word.replace(/^[(']+|[)']+$/g, "")).filter(offends).map((word) => `${word}: ${text.slice(0, 120)}`));
}"""


def offending(sit: Sit, server: ServerProcess, title: Title[Any], scenario: str, decisions: int) -> list[str]:
    reader = read(title, scenario, decisions)
    ids = {*reader.met, *(name for name in title.screen.called() if "#" not in name)}
    page = sit().page
    left = page.evaluate(LEFT, [title.key, sorted(reader.texts), reader.met])
    found: list[str] = page.evaluate(OFFENDING, [left, sorted(ids), ENGLISH])
    return found + [f"no sentence: {question}" for question in reader.questions if question[-1:] not in ("", *".?!")]


@pytest.mark.parametrize("game", [AK, "panzerarmee-afrika", "tobruk"])  # of the others in their whole games
def test_no_name_of_an_order_is_left_in_the_first_decisions(sit: Sit, server: ServerProcess, game: str) -> None:
    title = games.title(game)
    assert offending(sit, server, title, next(iter(title.scenarios)), 41) == []


@pytest.mark.long
@pytest.mark.parametrize("game", games.keys())
def test_no_name_of_an_order_is_left_in_a_whole_game_between_staffs(sit: Sit, server: ServerProcess, game: str) -> None:
    title = games.title(game)
    assert offending(sit, server, title, next(iter(title.scenarios)), WHOLE) == []


ALL_PLACES = """async (game) => {
  const { Board } = await import("/client/js/map/board.js");
  const { names } = await import("/client/js/basics/names.js");
  const board = new Board(await (await fetch(`/api/games/${game}/board`)).json());
  names.learn(board);
  return board.names.map((name) => names.place(name));
}"""


@pytest.mark.parametrize(
    "game", ["panzerarmee-afrika", "tobruk", *(pytest.param(key, marks=pytest.mark.long) for key in (AK, NA, CAMPAIGN))]
)
def test_no_two_hexes_go_by_the_same_name(sit: Sit, server: ServerProcess, game: str) -> None:
    called = Counter(sit().page.evaluate(ALL_PLACES, game))
    own = Counter(place.name for place in games.title(game).rules.board().places)
    assert [name for name, bearers in called.items() if bearers > 1 and own[name] < 2] == []
