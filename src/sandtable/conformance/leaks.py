"""Everything that leaves for somebody, compared with what would leave if what is hidden from him were different."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ParamSpec, TypeAlias

import msgspec
from msgspec.structs import replace

from sandtable.bots.advice import PLAN, WARNINGS
from sandtable.conformance.checks import SCRATCH
from sandtable.conformance.failure import Failure
from sandtable.core import frames
from sandtable.core.game import Entry, Game, marks_of
from sandtable.core.journal import Record
from sandtable.core.values import Action, Event, Refusal
from sandtable.kit.staff.order_book import GivenOrder, Order, OrderBook, written
from sandtable.table.live.sight import Sides, Sight
from sandtable.table.thinking.jobs import packed

P = ParamSpec("P")
Told: TypeAlias = list[tuple[str, bytes]]

DISGUISES = 2  # of a position for who asks, and one for everybody else: many looks try every kind
BOOK = 40  # entries that are given other secrets: no more than are kept whole
PIECES = 4  # that are asked about
HEXES = 3
PLANS = 0.05  # of all looks are those in which the staff draws up a plan, which takes a while
QUESTIONS = 5  # of all that can be asked: many looks ask every one

Books: TypeAlias = Mapping[str, OrderBook]
NO_ORDERS: Books = {}
SAID = ("the position", "the enemy's word")  # what changes when the enemy says something that no view shows


class Viewers:
    """Everybody who looks at a game, each with a sight: the sides, and who only looks on. A comrade has that of his
    side, and whoever has lost his seat that of a spectator: there is no other for them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sights = {side: Sight(game, (side,) if side else ()) for side in (*game.title.sides, "")}


class Curiosity:
    """What somebody asks about at a position, the same of the true one and of its disguises; and what every side has
    ordered there, which is no part of the position."""

    def __init__(self, viewers: Viewers, orders: Sequence[Action], random: Random) -> None:
        title = viewers.game.title
        self.random = random
        self.asking = random.choice((*title.sides, ""))
        shown = viewers.sights[self.asking].seen_at(viewers.game.state).pieces
        pieces, board = [piece.id for piece in shown], title.rules.board()
        self.pieces = random.sample(pieces, min(PIECES, len(pieces)))
        self.hexes = random.sample(board.names, HEXES)
        self.orders = random.sample(orders, min(PIECES, len(orders)))
        words = [*self.pieces, *self.hexes]
        verbs = [*title.screen.questions, ""]
        asked = random.sample(verbs, min(QUESTIONS, len(verbs)))
        self.questions = [f"{verb} {random.choice(words)}" for verb in asked] if words else []
        self.pages = random.randrange(BOOK // 2)  # that are turned back
        self.asks_the_staff = random.random() < PLANS
        own = {side: [piece.id for piece in shown if piece.side == side] for side in title.sides}
        self._books: Books = {side: self._book(names, 1) for side, names in own.items()}
        self._others: Books = {side: self._book(names, 2) for side, names in own.items()}

    def _book(self, names: Sequence[str], length: int) -> OrderBook:
        unit = self.random.choice(names) if names else "nobody"
        hexes = self.random.sample(self.hexes, length)
        return tuple(GivenOrder(n, Order("hold", at, (unit,)), 0) for n, at in enumerate(hexes, 1))

    def books(self, side: str, *, others: bool) -> Books:
        """What the sides have ordered, or had the others ordered something else. What one's own orders come to, which
        takes a while to find out, only who asks is told."""
        own = self._books.get(side, ()) if side == self.asking else ()
        return {each: own if each == side else (self._others if others else self._books)[each] for each in self._books}


def check_leaks(viewers: Viewers, others: Callable[[str], Sequence[Any]], curiosity: Curiosity) -> None:
    """What everybody is told, and one of them answered. `others` gives more positions a side cannot tell from this one;
    where nothing is hidden in the position, orders that were given beside it are."""
    game, random = viewers.game, curiosity.random
    for side, sight in viewers.sights.items():
        sides, asks = sight.sides, side == curiosity.asking
        every = [*game.title.sight.disguises(game.state, side), *others(side)]
        positions = random.sample(every, min(DISGUISES if asks else 1, len(every))) or [game.state]
        honest = told_by(sight, game, curiosity.books(side, others=False), curiosity)
        for state in positions:
            other = disguised(game, state, sides)
            # What was seen of the past is the same: only the position of now is another.
            there = Sight(other, sides, sight.views)
            _check_same(side, honest, told_by(there, other, curiosity.books(side, others=True), curiosity))
        if asks and every:
            _check_same(side, answered(sight, game, curiosity), answered(there, other, curiosity))


class Witness:
    """Those who do not act. What happens without their hearing of it, and without a change that they see, changes
    nothing that they are told, no number either, nor the name of the position. Where the rules have the enemy say
    something at that moment the position is known otherwise and has another name; nothing else changes with it."""

    def __init__(self, viewers: Viewers, acting: str) -> None:
        self.game, self.before = viewers.game, viewers.game.state
        self.sights = {side: sight for side, sight in viewers.sights.items() if side != acting}
        self.told = {side: told_by(sight, self.game) for side, sight in self.sights.items()}
        self.names = {side: (sight.position, sight.serials) for side, sight in self.sights.items()}

    def check(self) -> None:
        marks = self.game.record[-1].marks
        for side, sight in self.sights.items():
            sight.follow()
            if marks.heard(sight.sides) or sight.seen_at(self.before) != sight.seen_at(self.game.state):
                continue
            said = sight.said_at(self.before) != sight.said_at(self.game.state)
            name, serials = self.names[side]
            if serials != sight.serials or (name != sight.position and not said):
                raise Failure("leak", f"the name of the position of {_whose(side)} changes with what is hidden")
            changing = SAID if said else ()
            _check_same(side, _without(changing, self.told[side]), _without(changing, told_by(sight, self.game)))


def check_unheard(game: Game[Any], before: Any) -> None:
    """Whoever hears nothing of what was just done, and sees no change, knows what he knew before. Of all that a
    `Witness` compares only that, for which one need not have looked: cheap enough to be asked after every action."""
    entry, sight, after = game.record[-1], game.title.sight, game.state
    for side in game.title.sides:
        if side == entry.side or entry.marks.heard((side,)):
            continue
        one, other = (replace(sight.observe(state, side), count=0) for state in (before, after))
        if one == other or sight.said(before, side) != sight.said(after, side):
            continue
        if sight.view(before, side) == sight.view(after, side):
            told = [[("what is known", msgspec.json.encode(each))] for each in (one, other)]
            _check_same(side, *told)


def _without(names: Sequence[str], told: Told) -> Told:
    return [(what, each) for what, each in told if what not in names]


def _whose(side: str) -> str:
    return side or "a spectator"


def _check_same(side: str, honest: Told, found: Told) -> None:
    for (what, one), (_, other) in zip(honest, found, strict=True):
        if one != other:
            raise Failure("leak", f"{what} of {_whose(side)} changes with what is hidden: {_difference(one, other)}")


def _difference(one: bytes, other: bytes) -> str:
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return " and ".join(each[max(0, place - 60) : place + 100].decode(errors="replace") for each in (one, other))


def disguised(game: Game[Any], state: Any, sides: Sides) -> Game[Any]:
    """The same game, had other things happened of which these sides learn nothing. Whoever has changed sides learnt
    what a spectator did before that."""
    other = game.still()
    if state is not game.state:
        other.state = replace(state, count=state.count + 1)
    first = max(0, len(other.record) - BOOK)
    for number in range(first, len(other.record)):
        entry = other.entry(number)
        then: Sides = () if number < game.exchanged else sides
        if entry.side not in then:
            other.record[number] = _other_entry(game, entry, then)
    other.opening = tuple(event for event in other.opening if _hears(event, () if game.exchanged else sides))
    return other


def _other_entry(game: Game[Any], entry: Entry, sides: Sides) -> Entry:
    """Without what was done in secret; and an order that is not read was another one."""
    events = tuple(event for event in entry.events if _hears(event, sides))
    marks = replace(marks_of(events), secret=entry.marks.secret)
    unread = entry.marks.secret or game.title.sight.hides
    return Entry(entry.side, Action() if unread else entry.action, events, marks)


def _hears(event: Event, sides: Sides) -> bool:
    return all(event.heard_by(side) for side in sides or ("",))


def told_by(sight: Sight, game: Game[Any], books: Books = NO_ORDERS, curiosity: Curiosity | None = None) -> Told:
    """All that a table would send by itself, by name. Only the name of the position is left out: it is drawn by lot."""
    sides, last = sight.sides, sight.entries
    record = Record(game, SCRATCH, None, {})
    record.orders = {side: written(book) for side, book in books.items()}
    found: dict[str, Any] = {
        "the view": replace(sight.view, count=0),
        "the summary": sight.summary(),
        "the log": sight.log(last, last),
        "the moment": sight.moment(last),
        "the record": sight.record(record.save()),
        "the orders": sight.orders(books),
        "the desk": sight.desk,
        "the right to take back": sight.may_undo,
        "the refusal to take back": _asked(_taken_back, game, sight),
        "the position": _asked(lambda: sight.known) if sides else None,
        "the enemy's word": sight.said_at(game.state),
    }
    if curiosity is not None and sight.sides == ((curiosity.asking,) if curiosity.asking else ()):
        at = max(0, last - curiosity.pages)
        found |= {"the history": sight.log(at, at), "the replay": sight.moment(at)}
        for order in curiosity.orders if sides else ():
            found[f"the reply to '{order}'"] = _asked(_tried, game, sight, order)
    return _written(found)


def answered(sight: Sight, game: Game[Any], curiosity: Curiosity) -> Told:
    """All that it would answer. This is worked out from the position as it is known, and equal when that is: one
    disguise, of one who looks, proves that nothing else goes into it."""
    found: dict[str, Any] = {"the offers": sight.plain_offers, "the layers": _asked(sight.layers)}
    found |= {"the standing": _asked(sight.standing), "the calendar": _asked(sight.calendar)}
    found |= {"those able": sight.able(curiosity.pieces), "the muster": _asked(sight.muster)}
    found["the outpost"] = _asked(_looked_from, sight)
    for question in (PLAN, WARNINGS):
        found[f"the question to the staff for {question}"] = _asked(_put_to_the_staff, sight, question)
    if curiosity.asks_the_staff and hasattr(game.state, "phasing"):  # in a game of turns
        found["the plan of the staff"] = _asked(sight.explanation, PLAN)
    for pieces in (curiosity.pieces, *([piece] for piece in curiosity.pieces)):
        found[f"the offers for {pieces}"] = _asked(sight.offers, pieces)
        found[f"the forecast for {pieces}"] = _asked(sight.forecast, pieces)
        for at in curiosity.hexes:
            found[f"the proposal {pieces} {at}"] = _asked(_proposed, sight, pieces, at)
    for question in curiosity.questions:
        found[f"the answer to '{question}'"] = _asked(sight.explanation, question)
    if sight.side in game.asked:
        found["the answer given without asking"] = str(game.title.rules.forced(sight.known, sight.side))
    return _written(found)


def _written(found: Mapping[str, Any]) -> Told:
    return [(what, msgspec.json.encode(each)) for what, each in found.items()]


def _asked(ask: Callable[P, Any], *words: P.args, **named: P.kwargs) -> Any:
    try:
        return ask(*words, **named)
    except Refusal as refusal:
        return [refusal.case, refusal.why]


def _proposed(sight: Sight, pieces: Sequence[str], at: str) -> list[Any]:
    action, path = sight.proposal(pieces, at)
    return [str(action), path]


def _tried(game: Game[Any], sight: Sight, order: Action) -> str:
    sight.check(sight.side, order)
    frames.check(game.state, sight.side, order)
    return "accepted"


def _taken_back(game: Game[Any], sight: Sight) -> str:
    refused = sight.side and game.undo_refused(sight.side)
    if refused:
        raise refused
    return "granted"


def _put_to_the_staff(sight: Sight, question: str) -> bytes:
    """All that whoever works the answer out is given, in another process: equal where this is."""
    return packed(sight.inquiry(question).job)


def _looked_from(sight: Sight) -> list[Any]:
    """Where the staff looks ahead from, and what it is asked about: what is known, and nothing else."""
    outpost = sight.outpost
    return [outpost.side, outpost.known]
