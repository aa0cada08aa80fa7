"""Everything a player can read in a game between staffs, gathered without a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from sandtable.bots import player as machine
from sandtable.bots import suggested
from sandtable.bots.advice import answer, plan
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.offers import Forecast, Offer
from sandtable.core.title import Title
from sandtable.core.values import Explanation, Refusal
from sandtable.core.views import View

CLOSE = 20  # decisions from one close look to the next, with pieces chosen and questions asked
PIECES = 6  # that are chosen at a close look
SHOWN = 40  # offers that are read at a time


def of_view(view: View) -> Iterator[str]:
    yield from (view.prompt, view.phase, view.over, view.date)
    for fact in view.facts:
        yield from (fact.label, fact.text)
    for panel in view.panels:
        yield from (panel.title, panel.note, panel.group, *(column.text for column in panel.columns))
        for row in panel.rows:
            yield from (row.label, row.text, *row.cells, *(token.text for token in row.tokens))
    yield from (piece.title for piece in view.pieces)
    yield from (battle.odds for battle in view.battles)


def of_offers(offers: Sequence[Offer]) -> Iterator[str]:
    for offer in islice(offers, SHOWN):
        yield from (offer.label, offer.cost, offer.stop, offer.folded)


def of_explanation(node: Explanation) -> Iterator[str]:
    yield node.text
    for part in node.parts:
        yield from of_explanation(part)


def of_forecast(forecast: Forecast) -> Iterator[str]:
    yield from (forecast.title, forecast.column, *(chance.text for chance in forecast.chances))
    yield from of_explanation(forecast.ledger)


def of_standing(title: Title[Any], known: Any, side: str) -> Iterator[str]:
    standing = title.screen.standing(known, side)
    yield standing.verdict
    for goal in standing.goals:
        yield from (goal.label, goal.text, goal.missing)
    for box in title.screen.calendar(known, side):
        yield from (box.date, box.period, *(due.text for due in box.dues))


class Reader:
    """Looks at a game as its players do, now and then closely."""

    def __init__(self, title: Title[Any], seed: int) -> None:
        self.title, self.random = title, Random(seed)
        self.texts = set[str]()
        self.questions = set[str]()  # what the players were asked
        self.met: dict[str, dict[str, str]] = {}  # the counters that were ever on view

    def look(self, game: Game[Any], side: str) -> None:
        title, known = self.title, self.title.sight.observe(game.state, side)
        view = title.sight.view(game.state, side)
        for piece in view.pieces:
            self.met[piece.id] = {"id": piece.id, "name": piece.name, "title": piece.title}
        self.texts.update(of_view(view))
        self.questions.add(view.prompt)
        self.texts.update(of_offers(title.screen.offers(known, side, ())))

    def look_closely(self, game: Game[Any], side: str) -> None:
        title, known = self.title, self.title.sight.observe(game.state, side)
        pieces = title.sight.view(game.state, side).pieces
        mine = [piece.id for piece in pieces if piece.side == side]
        others = [piece.id for piece in pieces if piece.side not in ("", side)]
        for name in self.random.sample(mine, min(PIECES, len(mine))):
            self.texts.update(of_offers(title.screen.offers(known, side, (name,))))
            hexes = self.random.sample(title.rules.board().names, 2)
            for at in (*hexes, ""):
                self._hear(partial(title.screen.propose, known, side, (name,), at))
            if others:
                pair = (name, self.random.choice(others))
                self._hear(partial(title.screen.forecast, known, side, pair))
        for offer in islice(title.screen.offers(known, side, ()), SHOWN):
            if any(piece in others for piece in offer.pieces):
                self._hear(partial(title.screen.forecast, known, side, offer.pieces))
        self.texts.update(of_standing(title, known, side))
        self.texts.update(layer.label for layer in title.screen.layers(known, side))
        words = [*mine, *self.random.sample(title.rules.board().names, 2), ""]
        for topic in title.screen.questions:
            word = self.random.choice(words)
            self._hear(partial(answer, title, known, side, f"{topic} {word}".strip()), word)

    def hear_plan(self, game: Game[Any], side: str) -> None:
        self._hear(lambda: plan(self.title, self.title.sight.observe(game.state, side), side).explained())

    def _hear(self, ask: Any, word: str = "") -> None:
        """What is answered, or why not; where the asker's own word is quoted to him, he knows it."""
        with suppress(LookupError):
            try:
                found = ask()
            except Refusal as refusal:
                self.texts.update(() if word and f"'{word}'" in refusal.why else (refusal.why,))
                return
            if isinstance(found, Forecast):
                self.texts.update(of_forecast(found))
            elif isinstance(found, Explanation):
                self.texts.update(of_explanation(found))


def read(title: Title[Any], scenario: str, decisions: int, every: int = 5) -> Reader:
    """Who has read all that is said in so many decisions of a game between staffs."""
    game = Game(title, title.setup(scenario), SecretDice(secret_of_seed(5)))
    staffs = {side: machine(title, suggested(title), 5) for side in title.sides}
    reader = Reader(title, 5)
    for count in range(decisions):
        if game.outcome is not None:
            break
        side = game.asked[0]
        if count % every == 0:
            reader.look(game, side)
        if count % CLOSE == 0:
            reader.look_closely(game, side)
        if count == CLOSE:
            reader.hear_plan(game, side)
        game.play(staffs[side].choose(title.sight.observe(game.state, side), side), side)
        reader.texts.update(title.screen.tell(event) for event in game.entries[-1].events)
    reader.look(game, title.sides[0])
    return reader
