"""What can be clicked, worked out from the actions that a decision lists.

An order names counters and hexes in its fields. The counters of the player who gives it are what he chooses, the hex
it names last, or the hex of the enemy it names, is where he clicks. Games with more to say about a click (costs,
where a march must stop) write offers of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.offers import Offer
from sandtable.core.title import Rules, Sight
from sandtable.core.values import Action, Notation, Refusal
from sandtable.core.views import Piece

MOST_READ = 5_000  # actions of one decision that are looked through for a click


class Click(NamedTuple):
    """An order as hands give it: these counters of the player's own, those of others, this place."""

    action: Action
    own: frozenset[str]
    others: frozenset[str]
    at: str
    path: tuple[str, ...]


class Clicks:
    """The listed actions of one side at one position."""

    def __init__(self, rules: Rules[Any], sight: Sight[Any], state: Any, side: str) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.pieces: Mapping[str, Piece] = {piece.id: piece for piece in sight.view(state, side).pieces}

    @cached_property
    def listed(self) -> tuple[Click, ...]:
        decision = frames.question_to(self.state, self.side)
        if decision is None:
            return ()
        return tuple(map(self.read, islice(decision.actions(self.state, self.side), MOST_READ)))

    def read(self, action: Action) -> Click:
        named = words_in(action)
        pieces = [name for name in named if name in self.pieces]
        own = frozenset(name for name in pieces if self.pieces[name].side == self.side)
        others = frozenset(pieces) - own
        board = self.rules.board()
        path = tuple(name for name in named if name not in self.pieces and (name in board.index or name in board.boxes))
        at = path[-1] if path else next((self.pieces[name].at for name in pieces if name in others), "")
        return Click(action, own, others, at, path if len(path) > 1 else ())

    # What can be done

    def offers(self, chosen: Sequence[str]) -> tuple[Offer, ...]:
        """With nothing chosen whatever needs no counter or no place; with counters chosen what they can do."""
        if not chosen:
            return tuple(self.offer(click) for click in self.listed if not click.own or not click.at)
        own = frozenset(chosen)
        return tuple(self.offer(click) for click in self.listed if click.own and click.own <= own)

    def offer(self, click: Click) -> Offer:
        return Offer(str(click.action), self.label(click), tuple(sorted(click.own)), click.at, path=click.path)

    def label(self, click: Click) -> str:
        """The order as it is written, with counters by their names."""
        words = str(click.action)
        for piece in sorted((*click.own, *click.others), key=len, reverse=True):
            words = words.replace(piece, self.pieces[piece].name or piece)
        return words[:1].upper() + words[1:]

    # What a click means

    def proposal(self, chosen: Sequence[str], at: str) -> Action:
        """The action that these counters and this place mean, or the refusal that teaches why not."""
        own = frozenset(name for name in chosen if name in self.pieces and self.pieces[name].side == self.side)
        others = frozenset(chosen) - own
        meant = [click for click in self.listed if click.own & own and self._aims(click, others, at)]
        for click in meant:
            if click.own == own:
                return click.action
        for click in meant:
            wider = _with_units(click, tuple(name for name in chosen if name in own))
            if wider is not None and frames.admits(self.state, self.side, wider):
                return wider
        return self._refused(own, at)

    def _aims(self, click: Click, others: frozenset[str], at: str) -> bool:
        return (not at or click.at == at) and (not others or click.others == others)

    def _refused(self, own: frozenset[str], at: str) -> Action:
        """The nearest order there is, sent to this place, so that the rule that forbids it can say why."""
        for click in self.listed:
            if click.own == own and click.at and at:
                elsewhere = _sent_to(click, at)
                if elsewhere is not None:
                    frames.check(self.state, self.side, elsewhere)
                    return elsewhere
        names = ", ".join(sorted(self.pieces[name].name or name for name in own)) or "nothing that is yours"
        raise Refusal("turn", f"{names}: there is nothing to be done with that {f'at {at}' if at else 'now'}")


def words_in(action: Action) -> list[str]:
    """The words in the fields of an action, in their order."""
    found: list[str] = []
    _gather(action, found)
    return found


def _gather(value: object, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, str):
                found.append(each)
            else:
                _gather(each, found)
    elif isinstance(value, Action):
        for field in value.__struct_fields__:
            _gather(getattr(value, field), found)


def _with_units(click: Click, units: tuple[str, ...]) -> Action | None:
    """The same order for more counters, where it has room for several."""
    for field in click.action.__struct_fields__:
        value = getattr(click.action, field)
        if isinstance(value, tuple) and value and frozenset(value) <= click.own:
            return replace(click.action, **{field: units})
    return None


def _sent_to(click: Click, at: str) -> Action | None:
    """The same order with another place at its end, where the place is a field of its own."""
    for field in reversed(click.action.__struct_fields__):
        if getattr(click.action, field) == click.at:
            return replace(click.action, **{field: at})
    return None


# What games share that read clicks themselves


def proposed(state: Any, side: str, meant: Callable[[frames.Decision[Any]], Action]) -> Action:
    """The action that some clicks mean in the decision before a side; a refusal says why it cannot be."""
    top = state.stack[-1]
    if not isinstance(top, frames.Decision):
        raise Refusal("over", "the game is over")
    action = meant(top)
    top.check(state, side, action)
    return action


def offered(offers: Iterable[Offer], at: str, notation: Notation) -> Action | None:
    """The first that can be done there, or at all where no place is named."""
    return next((notation.parse(offer.action) for offer in offers if not at or offer.at == at), None)
