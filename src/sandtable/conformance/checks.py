"""What must hold at every position of every game. Each check raises `Failure`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.conformance.failure import Failure
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision, Sealed, State
from sandtable.core.game import Game
from sandtable.core.learning import teaches
from sandtable.core.listing import Branches, pick
from sandtable.core.title import Title
from sandtable.core.typed import from_json
from sandtable.core.values import Action, BadNotation, Event, Refusal
from sandtable.core.views import View

ENGINE_CASES = frozenset({"turn", "over", "undo"})  # refusals of the engine, which knows no rulebook
SCRATCH = SecretDice(secret_of_seed(0))  # for playing on beside the game


def check_decision(title: Title[Any], state: Any) -> Decision[Any]:
    """Somebody is asked, in a sentence, and has something to answer."""
    decision = check_question(title, state)
    for side in decision.asked(state):
        check_bounds(decision, state, side)
        answers_of(decision, state, side)
    return decision


def check_bounds(decision: Decision[Any], state: Any, side: str) -> None:
    """No branch of a list holds more than it says, and what it says hangs on nothing that was worked out before, for
    the draws of random players follow from it. So it is asked before anything else of a position."""
    listing = decision.actions(state, side)
    if not isinstance(listing, Branches):
        return
    if overfull := listing.overfull():
        raise Failure("listed", f"{side} is offered more than was told: {[*overfull[0]][:3]}")
    _check_draws(listing, side)
    again = decision.actions(state, side)
    told = [branch.most for branch in listing.branches]
    if not isinstance(again, Branches) or [branch.most for branch in again.branches] != told:
        raise Failure("listed", f"once {side} has looked into a list, another number is told that it may hold")


DRAWS = 5  # from each branch: the whole of a small one


def _check_draws(listing: Branches[Action], side: str) -> None:
    """What a branch tells one by one is what it holds, each entry under one number."""
    for branch, part in zip(listing.branches, listing.parts(), strict=True):
        if branch.draw is None:
            continue
        numbers = range(0, branch.most, -(-branch.most // DRAWS) or 1)
        drawn = [entry for number in numbers if (entry := branch.draw(number)) is not None]
        held = [entry for entry in part if entry in drawn] if drawn else []
        if len(held) != len(drawn) or (len(numbers) == branch.most and len(drawn) != len(part)):
            raise Failure("listed", f"what {side} draws from a list one by one is not what it holds: {drawn[:3]}")


def check_question(title: Title[Any], state: Any) -> Decision[Any]:
    """Somebody is asked, in a sentence."""
    decision = title.rules.asks(state)
    if decision is None:
        raise Failure("dead end", f"the game is not over and asks nobody: {state.stack[-1]}")
    asked = decision.asked(state)
    if not asked:
        raise Failure("dead end", f"nobody is asked: {decision}")
    if len(set(asked)) != len(asked) or not set(asked) <= set(title.sides):
        raise Failure("asked", f"these are not sides of the game, each once: {asked}")
    if not decision.prompt(state).strip():
        raise Failure("prompt", f"{asked} are asked nothing: {decision}")
    return decision


def answers_of(decision: Decision[Any], state: Any, side: str) -> Sequence[Action]:
    """What a side can answer, which is something."""
    actions = decision.actions(state, side)
    if not actions:
        raise Failure("dead end", f"{side} is asked and has no action: {decision.prompt(state)}")
    return actions


def check_invariants(title: Title[Any], state: Any, after: str) -> None:
    """What is true of every position of the game is true of this one; `after` says what led here."""
    broken = title.trials.broken_invariants(state)
    if broken:
        raise Failure("invariant", f"{'; '.join(broken)}, after {after}")


def check_worth(title: Title[Any], state: Any) -> None:
    for side in title.sides:
        if not math.isfinite(title.staff.evaluate(state, side)):
            raise Failure("evaluation", f"the position is worth {title.staff.evaluate(state, side)} for {side}")


def check_bytes(title: Title[Any], state: Any) -> None:
    """State to bytes to state."""
    data = title.rules.encode(state)
    again = title.rules.decode(data)
    if again != state:
        raise Failure("bytes", f"another state comes back: {difference(state, again)}")
    if title.rules.encode(again) != data:
        raise Failure("bytes", "equal states have different bytes")


def difference(one: Any, other: Any) -> str:
    """The first fields in which two states differ."""
    if type(one) is not type(other):
        return f"{type(one).__name__} and {type(other).__name__}"
    fields = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return "; ".join(f"{name}: {getattr(one, name)!r} and {getattr(other, name)!r}"[:400] for name in fields[:3])


# Actions


def sample(listing: Sequence[Action], random: Random, count: int) -> list[Action]:
    """A few different entries of a listing, the first and the last among them."""
    if len(listing) <= count:
        return list(listing)
    inner = random.sample(range(1, len(listing) - 1), max(count - 2, 0))
    return [listing[i] for i in sorted({0, *inner, len(listing) - 1})]


def check_listing(title: Title[Any], state: Any, random: Random, accepted: int, read: int) -> list[Action]:
    """Listed actions are accepted, can be written and read back, and no two are written alike."""
    decision = check_question(title, state)
    seen: list[Action] = []
    for side in decision.asked(state):
        listing = answers_of(decision, state, side)
        some = sample(listing, random, read)
        for action in some:
            check_notation(title, action)
        texts = [str(action) for action in some]
        doubles = sorted({text for text in texts if texts.count(text) > 1})
        if doubles:
            raise Failure("notation", f"{side} is offered more than once: {', '.join(doubles)}")
        before = title.rules.encode(state)
        for action in sample(some, random, accepted):
            try:
                frames.check(state, side, action)
            except Refusal as refusal:
                raise Failure("listed", f"{side} is offered '{action}' and refused: {refusal}") from refusal
        if title.rules.encode(state) != before:
            raise Failure("listed", f"checking actions of {side} changed the state")
        if len(decision.actions(state, side)) != len(listing):
            raise Failure("listed", f"{side} is offered another number of actions when asked again")
        seen += some
    return seen


def check_notation(title: Title[Any], action: Action) -> None:
    try:
        again = title.rules.notation.parse(str(action))
    except BadNotation as error:
        raise Failure("notation", f"'{action}' cannot be read back: {error}") from error
    if again != action:
        raise Failure("notation", f"'{action}' is read back as {again!r} and was {action!r}")


class Offers:
    """Everything that is listed at a position, read once and only when somebody asks."""

    def __init__(self, title: Title[Any], state: Any) -> None:
        self._title, self._state = title, state
        self._texts: dict[str, frozenset[str]] = {}

    def holds(self, side: str, action: Action) -> bool:
        if side not in self._texts:
            listing = check_question(self._title, self._state).actions(self._state, side)
            self._texts[side] = frozenset(map(str, listing))
        return str(action) in self._texts[side]


def check_refused_or_listed(game: Game[Any], side: str, action: Action, cases: frozenset[str], offers: Offers) -> bool:
    """An action from elsewhere is refused with a case and changes nothing, or is legal after all: then it is listed,
    if the frame lists everything, and can be played. Says whether it is legal."""
    title, state = game.title, game.state
    before, entries = title.rules.encode(state), len(game.entries)
    try:
        decision = frames.check(state, side, action)
    except Refusal as refusal:
        if refusal.case not in cases or not refusal.why.strip():
            raise Failure("refusal", f"'{action}' of {side} is refused without a case: {refusal}") from refusal
        try:
            game.play(action, side)
        except Refusal:
            pass
        else:
            raise Failure("refusal", f"'{action}' of {side} was refused and then played") from refusal
        if game.state is not state or len(game.entries) != entries or title.rules.encode(state) != before:
            raise Failure("refusal", f"'{action}' of {side} was refused and changed the game") from refusal
        return False
    except Exception as error:
        raise Failure("refusal", f"'{action}' of {side} broke instead of being refused: {error!r}") from error
    if decision.exhaustive and not offers.holds(side, action):
        raise Failure("unlisted", f"'{action}' of {side} is accepted and not listed")
    check_notation(title, action)
    frames.play(state, side, action, SCRATCH)
    if title.rules.encode(state) != before:
        raise Failure("copy", f"playing '{action}' of {side} changed the state it was played on")
    return True


def mutations(texts: Sequence[str], random: Random, count: int) -> list[str]:
    """Texts that are nearly actions."""
    parts = [re.split(r"([\s,-]+)", text) for text in texts]
    words = [word for part in parts for word in part[::2]]
    made = []
    for _ in range(count if words else 0):
        part = list(random.choice(parts))
        place = random.randrange(0, len(part), 2)
        change = random.randrange(4)
        if change == 0:
            del part[place : place + 2]
        elif change == 1:
            part[place + 1 : place + 1] = [random.choice([" ", ", ", "-"]), random.choice(words)]
        elif change == 2:
            part[place] = random.choice(["zz9", "", "0", "-", "done", part[place].swapcase()])
        else:
            part[place] = random.choice(words)
        made.append("".join(part))
    return made


def read_actions(title: Title[Any], texts: Sequence[str]) -> list[Action]:
    """Those of the texts that are actions; the others are reported as not being actions, and nothing worse."""
    found = []
    for text in texts:
        try:
            found.append(title.rules.notation.parse(text))
        except BadNotation:
            continue
        except Exception as error:
            raise Failure("notation", f"'{text}' broke the reader: {error!r}") from error
    return found


# Copies


def check_copy(title: Title[Any], state: Any, random: Random, further: int = 3) -> None:
    """A copy offers the same actions and goes the same way by the same dice, whatever the state has derived and
    remembered; and what is played on the copy leaves the state alone."""
    before = title.rules.encode(state)
    copy = title.rules.decode(before)
    _check_same_offers(title, state, copy, random)
    side, action = random_action(title, state, random)
    after, events = frames.play(state, side, action, SCRATCH)
    there, told = frames.play(copy, side, action, SCRATCH)
    if after != there or title.rules.encode(after) != title.rules.encode(there) or events != told:
        raise Failure("copy", f"'{action}' of {side} ends otherwise on a copy: {difference(after, there)}")
    for _ in range(further):
        if title.rules.outcome(there) is not None:
            break
        there, _ = frames.play(there, *random_action(title, there, random), SCRATCH)
    if title.rules.encode(state) != before:
        raise Failure("copy", f"playing '{action}' of {side} and on from a copy changed the state")


def _check_same_offers(title: Title[Any], state: Any, copy: Any, random: Random) -> None:
    here, there = check_question(title, state), check_question(title, copy)
    for side in here.asked(state):
        listed, offered = here.actions(state, side), there.actions(copy, side)
        places = random.sample(range(len(listed)), min(4, len(listed)))
        if len(listed) != len(offered) or any(listed[i] != offered[i] for i in places):
            raise Failure("copy", f"a copy offers {side} other actions: {here.prompt(state)}")


def random_action(title: Title[Any], state: Any, random: Random) -> tuple[str, Action]:
    decision = check_question(title, state)
    side = random.choice(decision.asked(state))
    return side, pick(answers_of(decision, state, side), random)


# Views


def check_views(title: Title[Any], state: Any, secret: bytes) -> None:
    """Every side and the spectator can look; nobody sees the dice to come."""
    asked = decision.asked(state) if (decision := title.rules.asks(state)) else ()
    for side in (*title.sides, ""):
        view = title.sight.view(state, side)
        data = msgspec.json.encode(view)
        if from_json(data, View) != view:
            raise Failure("view", f"the view of {side or 'a spectator'} does not survive JSON")
        if view.side != side or view.asked != asked:
            raise Failure("view", f"the view of {side or 'a spectator'} is for '{view.side}' and asks {view.asked}")
        _check_no_secret(f"the view of {side or 'a spectator'}", data, secret)
    _check_no_secret("the state", title.rules.encode(state), secret)


def check_hidden(title: Title[Any], state: Any, random: Random) -> None:
    """Nobody sees what another side keeps secret."""
    for side in (*title.sides, ""):
        view = title.sight.view(state, side)
        for hidden in (*title.sight.disguises(state, side), *other_answers(title, state, side, random)):
            _check_same_sight(f"the view of {side or 'a spectator'}", view, title.sight.view(hidden, side))
            if side:
                seen = title.sight.observe(state, side), title.sight.observe(hidden, side)
                _check_same_sight(f"what {side} observes", *seen)


def _check_same_sight(whose: str, one: Any, other: Any) -> None:
    if one != other:
        raise Failure("leak", f"{whose} changes with what is hidden: {difference(one, other)}")


def _check_no_secret(what: str, data: bytes, secret: bytes) -> None:
    if secret in data or secret.hex().encode() in data.lower():
        raise Failure("leak", f"{what} holds the secret of the dice")


def other_answers(title: Title[Any], state: Any, side: str, random: Random) -> list[Any]:
    """The same position with other sealed answers of the other sides."""
    top = state.stack[-1]
    if not isinstance(top, Sealed):
        return []
    made: list[Any] = []
    for other, answer in top.answers.items():
        if other == side:
            continue
        open_frame = replace(top, answers={who: what for who, what in top.answers.items() if who != other})
        before: State = replace(state, stack=(*state.stack[:-1], open_frame))
        for instead in sample(open_frame.actions(before, other), random, 3):
            if instead != answer:
                frame = replace(top, answers={**top.answers, other: instead})
                made.append(replace(state, stack=(*state.stack[:-1], frame)))
    return made


def check_observed(title: Title[Any], state: Any, random: Random) -> None:
    """A player who sees only what it may see is offered what it may do."""
    for side in check_question(title, state).asked(state):
        observed = title.sight.observe(state, side)
        decision = title.rules.asks(observed)
        if decision is None:
            raise Failure("observe", f"{side} is asked and does not see it")
        for action in sample(decision.actions(observed, side), random, 3):
            try:
                frames.check(state, side, action)
            except Refusal as refusal:
                raise Failure("observe", f"by what {side} sees '{action}' is legal: {refusal}") from refusal


def check_events(title: Title[Any], events: Sequence[Event]) -> None:
    """Every event can be told and sent; only where the title says that it hides things is one for a side alone."""
    for event in events:
        if "only" in event.facts and not title.sight.hides:
            raise Failure("leak", f"{event} is for {event.facts['only']} alone, in a game that is said to hide nothing")
        try:
            msgspec.json.encode(event)
            told = title.screen.tell(event)
        except Exception as error:
            raise Failure("event", f"{event} cannot be told: {error!r}") from error
        if not isinstance(told, str):
            raise Failure("event", f"{event} is told as {told!r}")


# Undo


def check_undo(game: Game[Any], before: Any, rolled: bool) -> None:
    """The last action can be taken back by its own side, and only where nothing was rolled, revealed or learnt and
    nobody else is to decide; taken back and played again it leads to the same place."""
    entry, after, entries = game.entries[-1], game.state, len(game.entries)
    if rolled and not entry.rolls:
        raise Failure("dice", f"'{entry.action}' of {entry.side} rolled a die that no event tells")
    revealed = any(event.kind == "reveal" for event in entry.events)
    free = not rolled and not revealed and game.outcome is None
    free = free and not teaches(game.title, before, entry.side, entry.action, after)
    for side in game.title.sides:
        if side == entry.side and free and side in game.asked:
            undone = game.undo(side)
            if (
                undone != entry
                or game.state != before
                or game.title.rules.encode(game.state) != game.title.rules.encode(before)
            ):
                raise Failure("undo", f"taking back '{entry.action}' does not lead back")
            game.play(entry.action, entry.side)
            if game.state != after or game.entries[-1] != entry:
                raise Failure("undo", f"'{entry.action}' leads elsewhere when it is played again")
        else:
            _check_undo_refused(game, side)
    if len(game.entries) != entries:
        raise Failure("undo", "entries were lost")


def _check_undo_refused(game: Game[Any], side: str) -> None:
    state, last = game.state, game.entries[-1]
    try:
        game.undo(side)
    except Refusal:
        if game.state is not state:
            raise Failure("undo", "a refused undo changed the game") from None
        return
    raise Failure("undo", f"{side} took back '{last.action}' of {last.side} across a die, a reveal or a decision")


def check_undo_chain(game: Game[Any], note: Callable[[], int]) -> None:
    """Taking back as long as it is allowed ends at the same side's first free action, and can all be played again.
    `note` counts the dice rolled so far."""
    if not game.entries:
        return
    side, state, rolled = game.entries[-1].side, game.state, note()
    taken = []
    while True:
        try:
            taken.append(game.undo(side))
        except Refusal:
            break
    strangers = [entry for entry in taken if entry.side != side or entry.final]
    if strangers:
        raise Failure("undo", f"{side} took back '{strangers[0].action}' of {strangers[0].side}")
    for entry in reversed(taken):
        game.play(entry.action, entry.side)
    if game.state != state or note() != rolled:
        raise Failure("undo", f"{len(taken)} actions taken back and played again lead elsewhere")
