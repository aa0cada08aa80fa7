"""Random play to the end of a game with the checks of the kit on the way."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from sandtable.bots.greedy import GreedyPlayer, plain_actions, resting
from sandtable.conformance import checks
from sandtable.conformance.failure import Failure, write_dump
from sandtable.conformance.leaks import Curiosity, Viewers, Witness, check_leaks, check_unheard
from sandtable.core import journal
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over
from sandtable.core.game import Game
from sandtable.core.journal import Record, Save, SaveError
from sandtable.core.title import Setup, Title
from sandtable.core.typed import from_json
from sandtable.core.values import Action, Refusal, Value


class Care(Value, frozen=True):
    """How closely to look."""

    limit: int = 20_000  # actions in a game
    enough: int = 20_000  # actions after which a game is left as it stands
    every: int = 1  # positions from one look to the next
    long: int = 20_000  # actions after which a game is long and is looked at less often
    undo_every: int = 1
    chain_every: int = 25
    listed: int = 8  # listed actions that are checked
    unlisted: int = 8  # actions from elsewhere, of each kind
    read: int = 64  # texts read back
    leaks_only: bool = False  # of all checks only whether anybody is told what he may not know


THOROUGH = Care()
BRISK = Care(every=20, long=2_000, undo_every=5, chain_every=100, listed=6, unlisted=4, read=24)  # for many games
LEAKS = Care(every=20, long=2_000, leaks_only=True)

# Walkers differ: how often one rests where it may (`done` and the like), how often it looks where it goes.
# Those that do neither wreck their armies in a few turns; the others last long enough to see the late game.
MOODS = ((0.0, 0.0), (0.5, 0.0), (0.8, 0.0), (0.0, 0.8))
# Every second one takes the dares of its game for as long as it likes them.
BOLD = 0.4
GLANCE = 5  # actions a walker tries when it looks where it goes


LEFT = "left before its end"
ORDERS = 8  # that are tried to learn from their refusals, and as many that are nearly orders


class Walked(Value, frozen=True):
    """A game that conformed."""

    seed: int
    setup: Setup
    actions: int
    looks: int  # positions that were looked at closely
    unlisted: int  # legal actions that were not listed and were tried
    winner: str | None
    case: str
    reason: str
    is_clean: ClassVar[bool] = True

    def lines(self) -> list[str]:
        """For a reader."""
        return [f"seed {self.seed}: clean, {self.actions} actions"]


class WatchedDice(SecretDice):
    """Dice that count, so that a roll nobody wrote down is noticed."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.rolled = 0

    def roll(self, n: int, purpose: str, sides: int) -> int:
        self.rolled += 1
        return super().roll(n, purpose, sides)


def walk(
    title: Title[Any], seed: int, setup: Setup | None = None, care: Care = THOROUGH, dumps: Path | None = None
) -> Walked:
    """Play one random game with all checks. A `Failure` has been dumped to the folder `dumps`, if one is named."""
    dice = WatchedDice(secret_of_seed(seed))
    try:
        game: Game[Any] = Game(title, setup or title.setup(), dice)
    except Exception as error:
        raise Failure("exception", f"the game does not start: {error!r}") from error
    record = Record(game, dice, seed, dict.fromkeys(title.sides, "random"))
    try:
        return _Walker(record, dice, seed, care).run()
    except Failure as failure:
        _dump(record, failure, dumps)
        raise
    except Exception as error:
        crash = Failure("exception", f"after entry {len(game.entries)}: {error!r}")
        crash.__cause__ = error
        _dump(record, crash, dumps)
        raise crash from error


def _dump(record: Record, failure: Failure, dumps: Path | None) -> None:
    if dumps is not None:
        failure.dump = write_dump(record, failure, dumps)


class _Walker:
    def __init__(self, record: Record, dice: WatchedDice, seed: int, care: Care) -> None:
        self.record, self.dice, self.care = record, dice, care
        self.game = record.game
        self.title = record.game.title
        self.seed, self.random = seed, Random(seed)
        self.calm, self.shrewd = self.random.choice(MOODS)
        self.bold = BOLD if seed % 2 else 0.0
        self.plain = plain_actions(self.title)
        self.guide = GreedyPlayer(self.title, seed, breadth=GLANCE, throws=1)
        self.seen: deque[Action] = deque(maxlen=300)  # actions of this game, legal somewhere
        self.cases = frozenset(self.title.book.cases().cases) | checks.ENGINE_CASES
        self.looks = self.found = 0
        self.spare: tuple[str, Action] | None = None  # legal here, but not listed
        self.viewers: Viewers | None = None  # those who have just looked

    def run(self) -> Walked:
        checks.check_events(self.title, self.game.opening)
        if not self.care.leaks_only:
            checks.check_invariants(self.title, self.game.state, "the set-up")
        while self.game.outcome is None and len(self.game.entries) < self.care.enough:
            step = len(self.game.entries)
            if step >= self.care.limit:
                raise Failure("step overflow", f"no end after {step} actions")
            if self.is_due(step, self.care.every):
                self.look()
            self.act(step)
        over = self.game.outcome
        if over is not None:
            self.finish(over)
        if not self.care.leaks_only:
            self.check_journal()
        ending = (over.winner, over.case, over.reason) if over else (None, "", LEFT)
        return Walked(self.seed, self.game.setup, len(self.game.entries), self.looks, self.found, *ending)

    def is_due(self, step: int, every: int) -> bool:
        """Games look at different positions, so that many of them look at all. In a very long one the looks grow rarer:
        it is much the same for thousands of actions."""
        return (step + self.seed) % (every * (1 + step // self.care.long)) == 0

    def look(self) -> None:
        """Everything that can be checked without playing on."""
        title, state, random = self.title, self.game.state, self.random
        self.looks += 1
        if self.care.leaks_only:
            return self.check_leaks()
        checks.check_decision(title, state)
        checks.check_worth(title, state)
        checks.check_bytes(title, state)
        here = checks.check_listing(title, state, random, self.care.listed, self.care.read)
        self.seen += here
        checks.check_copy(title, state, random)
        checks.check_views(title, state, self.dice.secret)
        checks.check_observed(title, state, random)
        self.check_unlisted(here)
        return self.check_leaks()

    def check_leaks(self) -> None:
        """All that a table would tell, to everybody."""
        title, state = self.title, self.game.state
        random = Random(f"{self.seed} {len(self.game.record)}")
        orders = random.sample(list(self.seen), min(ORDERS, len(self.seen)))
        probes = checks.read_actions(title, checks.mutations([str(order) for order in orders], random, ORDERS))
        viewers = Viewers(self.game)
        curiosity = Curiosity(viewers, [*orders, *probes], random)
        check_leaks(viewers, lambda side: checks.other_answers(title, state, side, random), curiosity)
        self.viewers = viewers

    def check_unlisted(self, here: list[Action]) -> None:
        """Actions of other positions, of the other side, and texts that are nearly actions."""
        asked, count = self.game.asked, self.care.unlisted
        elsewhere = self.random.sample(list(self.seen), min(count, len(self.seen)))
        texts = [
            *checks.mutations([str(action) for action in here], self.random, count),
            *checks.mutations([str(action) for action in elsewhere], self.random, count),
        ]
        actions = [*elsewhere, *checks.read_actions(self.title, texts)]
        offers = checks.Offers(self.title, self.game.state)
        self.spare = None
        for action in actions:
            side = self.random.choice(asked)
            legal = checks.check_refused_or_listed(self.game, side, action, self.cases, offers)
            if legal and not offers.holds(side, action):
                self.found += 1
                self.spare = side, action
        for side in [side for side in (*self.title.sides, "nobody") if side not in asked]:
            for action in checks.sample(self.game.actions(asked[0]), self.random, 2):
                if checks.check_refused_or_listed(self.game, side, action, self.cases, offers):
                    raise Failure("turn", f"{side} played '{action}' without being asked")

    def act(self, step: int) -> None:
        side, action = self.choose()
        before, rolled = self.game.state, self.dice.rolled
        viewers, self.viewers = self.viewers, None
        witness = Witness(viewers, side) if self.title.sight.hides and viewers is not None else None
        try:
            events = self.game.play(action, side)
        except Refusal as refusal:
            raise Failure("listed", f"{side} is offered '{action}' and refused: {refusal}") from refusal
        except Exception as error:
            raise Failure("exception", f"{side}> {action}: {error!r}") from error
        checks.check_events(self.title, events)
        if witness is not None:
            witness.check()
        if self.care.leaks_only:
            self.seen.append(action)
            if self.title.sight.hides:
                check_unheard(self.game, before)
        else:
            # After every action and not only where the walker looks: a bad position may soon be over.
            checks.check_invariants(self.title, self.game.state, f"{side}> {action}")
            self.check_taking_back(step, before, self.dice.rolled != rolled)

    def check_taking_back(self, step: int, before: Any, has_rolled: bool) -> None:
        if self.is_due(step, self.care.undo_every) or self.game.outcome is not None:
            checks.check_undo(self.game, before, has_rolled)
        if self.is_due(step, self.care.chain_every):
            checks.check_undo_chain(self.game, lambda: self.dice.rolled)

    def choose(self) -> tuple[str, Action]:
        spare, self.spare = self.spare, None
        if spare is not None and self.random.random() < 0.5:
            return spare
        side, action = checks.random_action(self.title, self.game.state, self.random)
        dared = self.title.trials.daring(self.game.state, side) if self.bold else ()
        if dared and self.random.random() < self.bold:
            return side, self.random.choice(dared)
        if self.random.random() < self.calm:
            decision = checks.check_question(self.title, self.game.state)
            return side, resting(decision, self.game.state, side, self.plain) or action
        if self.random.random() < self.shrewd:
            return side, self.guide.choose(self.title.sight.observe(self.game.state, side), side)
        return side, action

    def finish(self, over: Over) -> None:
        """The end: a known winner by a known case, and nothing more can be done."""
        game, title, state = self.game, self.title, self.game.state
        if over.winner is not None and over.winner not in title.sides:
            raise Failure("outcome", f"'{over.winner}' has won and is no side")
        if over.case not in title.book.cases() or not over.reason.strip():
            raise Failure("outcome", f"the game ends by no case: {over}")
        if game.asked or game.actions():
            raise Failure("outcome", f"the game is over and still asks {game.asked}")
        checks.check_worth(title, state)
        checks.check_bytes(title, state)
        checks.check_views(title, state, self.dice.secret)
        checks.check_hidden(title, state, self.random)
        for side in title.sides:
            view = title.sight.view(state, side)
            if not view.over or view.winner != over.winner:
                raise Failure("view", f"{side} does not see how the game ended: '{view.over}', {view.winner}")
        for side in title.sides:
            offers = checks.Offers(title, state)
            if checks.check_refused_or_listed(game, side, game.entries[-1].action, self.cases, offers):
                raise Failure("outcome", "an action is legal after the end")

    def check_journal(self) -> None:
        """The record survives the disk, replays to the same end, and its dice are proved when all is over."""
        game, title = self.game, self.title
        save = from_json(msgspec.json.encode(self.record.save()), Save)
        try:
            again = journal.check(title, save)
            if game.outcome is not None:
                journal.verify(title, save)
            upto = self.random.randrange(len(save.lines) + 1)
            part = journal.replay(title, save, journal.recorded_dice(save), upto)
        except SaveError as error:
            raise Failure("replay", str(error)) from error
        if again.state != game.state or again.events != game.events:
            raise Failure("replay", f"another game comes back: {checks.difference(game.state, again.state)}")
        if part.state != game.states[upto]:
            raise Failure("replay", f"replayed up to entry {upto} the position is another")
