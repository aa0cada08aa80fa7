"""Players read names: no text of a whole game shows what only orders call a counter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import Any

import pytest

from sandtable import games
from sandtable.bots import player as machine
from sandtable.bots import suggested
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.views import View
from sandtable.table.process import ServerProcess
from tests.browser.player import Player

Sit = Callable[..., Player]

READ = """async ([game, texts]) => {
  const { Board } = await import("/client/js/board.js");
  const { names } = await import("/client/js/names.js");
  names.learn(new Board(await (await fetch(`/api/games/${game}/board`)).json()));
  return texts.map((text) => names.plain(text));
}"""
# What is left of texts when the names are taken out of them.
LEFT = READ.replace(
    "names.plain(text)",
    'names.read(text).filter((word) => !word.piece && !word.hex).map((word) => word.text).join("")',
)


AK, NA, CAMPAIGN = "afrika-korps", "north-africa-41", "campaign-for-north-africa"


@pytest.mark.parametrize(
    ("game", "text", "read"),
    [
        (AK, "brescia: W6 to W9", "Brescia Infantry Division: El Agheila to Mersa Brega"),
        (AK, "2/3 (67%) D back 2", "2/3 (67%) D back 2"),
        (AK, "2/3, AxS1 (15.2)", "3rd Armoured Brigade, Axis supply 1 (15.2)"),
        (AK, "21/5 retreats along W6-W7-W9", "5th Panzer Regiment retreats along El Agheila to Mersa Brega"),
        (AK, "to W8", "to 1 W of Mersa Brega"),
        (NA, "axis-truck-12 leaves El Agheila (1604), April 1941.", "Axis Truck 12 leaves El Agheila, April 1941."),
        (CAMPAIGN, "AX-S24 at Bardia (C4321): I/157", "Axis Supply Unit 24 at Bardia: I/157 Infantry Bn"),
    ],
)
def test_orders_name_shortly_and_players_read_names(
    sit: Sit, server: ServerProcess, game: str, text: str, read: str
) -> None:
    page = sit().page
    page.goto(server.origin)
    assert page.evaluate(READ, [game, [text]]) == [read]


def shown(view: View) -> Iterator[str]:
    yield from (view.prompt, view.phase, view.over)
    yield from (fact.text for fact in view.facts)
    for panel in view.panels:
        yield from (panel.title, panel.note)
        yield from (text for row in panel.rows for text in (row.label, row.text, *row.cells))


def said(title: Title[Any], scenario: str, seconds: float) -> tuple[set[str], set[str]]:
    """All that is said in a game between staffs, and the names that orders used in it."""
    game = Game(title, title.setup(scenario), SecretDice(secret_of_seed(5)))
    staffs = {side: machine(title, suggested(title), 5) for side in title.sides}
    texts, pieces, end = set[str](), set[str](), monotonic() + seconds
    while game.outcome is None and monotonic() < end:
        side = game.asked[0]
        known = title.observe(game.state, side)
        if len(game.entries) % 5 == 0:
            view = title.view(game.state, side)
            pieces.update(piece.id for piece in view.pieces)
            texts.update(shown(view))
            texts.update(offer.label for offer in islice(title.offers(known, side, ()), 40))
        game.play(staffs[side].choose(known, side), side)
        texts.update(title.tell(event) for event in game.entries[-1].events)
    return texts, pieces | {name for name in title.called() if "#" not in name}


ENGLISH = "counter-attack broken-down set-up anti-tank anti-aircraft machine-gun follow-up in-supply sea-borne"
# Words that only orders use: names of counters, and words that are joined as no sentence joins them.
OFFENDING = r"""([left, ids, english]) => {
  const known = new Set(ids), usual = new Set(english.split(" "));
  const joined = (word) => /[a-z]_[a-z]|^[a-z]+\/|^[a-z]+-\d+$/.test(word) || /^[a-z]+(-[a-z]+)+$/.test(word);
  const offends = (word) => (known.has(word) && !/^[A-Z]?[a-z]+$/.test(word)) || (joined(word) && !usual.has(word));
  return left.flatMap((text) => (text.match(/[\w&@/()'#-]+/g) ?? [])
    .map((word) => word.replace(/^[(']+|[)']+$/g, "")).filter(offends).map((word) => `${word}: ${text.slice(0, 120)}`));
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", games.keys())
def test_no_name_of_an_order_is_left_in_a_whole_game_between_staffs(sit: Sit, server: ServerProcess, game: str) -> None:
    title = games.title(game)
    texts, ids = said(title, next(iter(title.scenarios)), 600)
    page = sit().page
    page.goto(server.origin)
    left = page.evaluate(LEFT, [game, sorted(texts)])
    assert page.evaluate(OFFENDING, [left, sorted(ids), ENGLISH]) == []
