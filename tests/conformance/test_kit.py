"""The kit passes a game that conforms and catches each way of not conforming."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from sandtable.conformance import LEAKS, Care, Failure, check_same_everywhere, check_title, checks, setups, walk
from sandtable.conformance.leaks import check_unheard
from sandtable.conformance.walk import LEFT
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Draft
from sandtable.core.game import Entry, Game, Marks
from sandtable.core.listing import Branch, Branches
from sandtable.core.title import Rules, Screen, Setup, Trials
from sandtable.core.values import Action, Refusal
from sandtable.core.views import View
from sandtable.table.live.sight import Sight
from sandtable.table.thinking.lookout import Inquiry, Outpost
from tests.conformance.faults import TITLE, OpenPurses, Patch, Unsound, caught, seen_as
from tests.core import toy
from tests.core.toy import SIDES, Bid, Movement, Wadi, WadiTitle
from tests.core.toy_actions import NOTATION, Bet, Move
from tests.core.toy_board import board

# A game that conforms


@pytest.mark.parametrize("seed", range(8))
def test_sound_game_passes(seed: int) -> None:
    walked = walk(TITLE, seed, setups(TITLE)[seed % len(setups(TITLE))])
    assert walked.actions == walked.looks > 10
    assert walked.case in TITLE.book.cases()


def test_a_game_without_end_is_left_after_enough_actions() -> None:
    walked = walk(TITLE, 1, care=Care(enough=3))
    assert (walked.actions, walked.winner, walked.case, walked.reason) == (3, None, "", LEFT)


def test_same_seed_walks_the_same_way() -> None:
    assert walk(TITLE, 3) == walk(TITLE, 3)


def test_every_way_to_end_is_met() -> None:
    assert {walk(TITLE, seed, care=Care(every=50)).case for seed in range(60)} == {"1", "1.1", "1.2"}


def test_sound_title_passes() -> None:
    check_title(TITLE)
    check_same_everywhere(TITLE, 1)


def test_all_setups_are_found() -> None:
    assert setups(TITLE) == [
        Setup("short"), Setup("short", ("flat",)), Setup("long"), Setup("long", ("flat",)),
    ]  # fmt: skip


# Information


def test_every_second_walker_takes_the_dares_of_a_game() -> None:
    asked: list[Wadi] = []

    def daring(state: Wadi, side: str) -> Sequence[Action]:
        """Whoever walks is dared to play what is listed last."""
        asked.append(state)
        decision = TITLE.rules.asks(state)
        assert decision is not None
        return [decision.actions(state, side)[-1]]

    dared = WadiTitle()
    dared.trials = dataclasses.replace(TITLE.trials, daring=daring)
    calm, bold = walk(dared, 2).actions, len(asked)
    assert bold == 0 and calm == walk(TITLE, 2).actions
    walk(dared, 3)
    assert asked


def open_bids(state: Wadi, side: str) -> View:
    top = state.stack[-1]
    return replace(toy.view(state, side), prompt=f"{top.answers}" if isinstance(top, Bid) else "")


class OpenBids(WadiTitle):
    """Shows a bid before it is revealed. The game does not even say what is hidden."""

    sight = dataclasses.replace(TITLE.sight, view=open_bids, disguises=lambda state, side: ())


class SeesAll(WadiTitle):
    """Hands players the whole state."""

    sight = dataclasses.replace(TITLE.sight, observe=lambda state, side: state)


class TellsTheDice(WadiTitle):
    sight = seen_as(lambda state, side: replace(toy.view(state, side), phase=secret_of_seed(0).hex().upper()))


@pytest.mark.parametrize("title", [OpenPurses(), OpenBids(), SeesAll(), TellsTheDice()])
def test_leak_is_caught(title: WadiTitle) -> None:
    assert caught(title).check == "leak"


class Carefree(WadiTitle):
    sight = dataclasses.replace(TITLE.sight, hides=False)


def test_a_title_that_does_not_say_that_it_hides_things_is_caught() -> None:
    assert "alone" in caught(Carefree()).text


@pytest.mark.parametrize(
    ("door", "left_open", "told"),
    [
        ("_reads", lambda sight, number: True, "the log"),
        ("_heard_of", lambda sight, n: sight._game.entries[n - 1].events if n else sight._game.opening, "the log"),
        ("known", property(lambda sight: sight._game.state), "the position"),
        ("may_undo", property(lambda sight: [len(each.events) for each in sight._game.entries]), "the right"),
        ("orders", lambda sight, books: books, "the orders"),
        ("moment", lambda sight, at: sight._game.states[-1], "the moment"),
        ("able", lambda sight, pieces: sight._game.state.purse, "those able"),
        ("outpost", property(lambda sight: Outpost(sight._game.title, sight._game.state, "red")), "the outpost"),
        ("standing", lambda sight: sight._game.state.purse, "the standing"),
        (
            "inquiry",
            lambda sight, question: Inquiry(sight._game.title, sight._game.state, "red", question),
            "the question to the staff",
        ),
    ],
)
def test_a_door_left_open_is_caught(door: str, left_open: object, told: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(Sight, door, left_open)
    assert told in caught().text


def test_who_looks_for_leaks_alone_finds_them_and_nothing_else() -> None:
    assert caught(OpenPurses(), replace(LEAKS, every=1)).check == "leak"
    assert walk(Unsound(), 1, care=replace(LEAKS, every=1)).looks > 10


def test_who_hears_nothing_of_an_action_and_sees_no_change_knows_no_more() -> None:
    blind = WadiTitle()
    game = Game(blind, blind.setup(), SecretDice(secret_of_seed(1)))
    while isinstance(game.state.stack[-1], Bid):
        game.play(game.actions(game.asked[0])[0], game.asked[0])
    before, shown = game.state, toy.view(game.state, "red")
    blind.sight = dataclasses.replace(TITLE.sight, view=lambda state, side: shown)
    game.play(game.actions(game.asked[0])[0], game.asked[0])
    check_unheard(game, before)
    game.record[-1] = replace(game.record[-1], marks=Marks())  # as if it had been done without a word
    with pytest.raises(Failure, match="what is known of"):
        check_unheard(game, before)


def test_orders_are_caught_in_a_record_that_holds_everybodys(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Sight, "record", lambda sight, save: save.orders)
    assert "the record" in caught().text


def test_a_position_that_gets_a_new_name_in_secret_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks, "check_views", lambda *_: None)  # which would want to know who is asked
    monkeypatch.setattr(Sight, "position", property(lambda sight: len(sight._game.record)))
    assert "the name of the position" in caught(Quiet()).text


def always_both_asked(state: Wadi, side: str) -> View:
    view = toy.view(state, side)
    return replace(view, asked=SIDES) if isinstance(state.stack[-1], Bid) else view


class Quiet(WadiTitle):
    """Does not even let on that somebody has bid."""

    sight = seen_as(always_both_asked)


def test_a_number_that_moves_in_secret_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks, "check_views", lambda *_: None)  # which would want to know who is asked
    assert walk(Quiet(), 1).actions
    monkeypatch.setattr(Sight, "summary", lambda sight: len(sight._game.record))
    assert "the summary" in caught(Quiet()).text


class Talkative(Quiet):
    """Its rules have a player say when he has bid, which no view shows."""

    sight = dataclasses.replace(
        Quiet.sight, said=lambda state, side: sorted(top.answers) if isinstance(top := state.stack[-1], Bid) else ()
    )


class TellsPurses(WadiTitle):
    """Passes off a secret as something that the rules have the enemy say."""

    sight = dataclasses.replace(TITLE.sight, said=lambda state, side: state.purse)


def test_what_the_rules_have_the_enemy_say_gives_the_position_another_name_and_moves_nothing_else(
    monkeypatch: Patch,
) -> None:
    monkeypatch.setattr(checks, "check_views", lambda *_: None)  # which would want to know who is asked
    assert walk(Talkative(), 1).actions
    with monkeypatch.context() as patch:
        patch.setattr(Sight, "summary", lambda sight: len(sight._game.record))
        assert re.match("the summary of (red|blue)", caught(Talkative()).text), "of who was told, not of a spectator"
    monkeypatch.setattr(Sight, "serials", property(lambda sight: len(sight._game.record)))
    assert re.match("the name of the position of (red|blue)", caught(Talkative()).text)


def test_a_secret_that_is_passed_off_as_said_by_the_enemy_is_caught() -> None:
    assert "the enemy's word" in caught(TellsPurses()).text


class WrongSide(WadiTitle):
    sight = seen_as(lambda state, side: replace(toy.view(state, side), side="red"))


class BlindPlayers(WadiTitle):
    """Hides a player's own purse from him, so that he would bid what he does not have."""

    sight = dataclasses.replace(
        TITLE.sight, observe=lambda state, side: replace(toy.observe(state, side), purse={"red": 9, "blue": 9})
    )


class SilentEnd(WadiTitle):
    sight = seen_as(lambda state, side: replace(toy.view(state, side), over=""))


@pytest.mark.parametrize(
    ("title", "check"), [(WrongSide(), "view"), (BlindPlayers(), "observe"), (SilentEnd(), "view")]
)
def test_wrong_sight_is_caught(title: WadiTitle, check: str) -> None:
    assert caught(title).check == check


# Decisions and listings


def patched_actions(patch: Patch, change: Callable[[Wadi, list[Action]], Sequence[Action]]) -> None:
    honest = Movement.actions
    patch.setattr(Movement, "actions", lambda self, state, side: change(state, list(honest(self, state, side))))


def test_dead_end_is_caught(monkeypatch: Patch) -> None:
    patched_actions(monkeypatch, lambda state, actions: actions if state.turn < 2 else [])
    failure = caught()
    assert failure.check == "dead end"
    assert "has no action" in failure.text


def test_decision_that_asks_nobody_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Movement, "asked", lambda self, state: ())
    assert caught().check == "dead end"


def test_decision_that_asks_a_stranger_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Movement, "asked", lambda self, state: ("green",))
    assert caught().check == "asked"


def test_listing_that_offers_what_is_refused_is_caught(monkeypatch: Patch) -> None:
    patched_actions(monkeypatch, lambda state, actions: [*actions, Move("b1", "A1")])
    failure = caught()
    assert failure.check == "listed"
    assert "is offered 'move b1 A1' and refused" in failure.text


def test_listing_that_leaves_something_out_is_caught(monkeypatch: Patch) -> None:
    patched_actions(monkeypatch, lambda state, actions: actions[:-1] or actions)
    failure = caught()
    assert failure.check == "unlisted"
    assert "'done'" in failure.text


def test_listing_that_holds_more_than_it_tells_is_caught(monkeypatch: Patch) -> None:
    patched_actions(monkeypatch, lambda state, actions: Branches(Branch(1, lambda: actions)))
    failure = caught()
    assert failure.check == "listed"
    assert "more than was told" in failure.text


Drawing = Callable[[Sequence[Action], int], Action | None]


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(lambda actions, number: actions[0], id="the same under every number"),
        pytest.param(lambda actions, number: actions[number] if number else None, id="not all"),
    ],
)
def test_listing_whose_draws_are_not_what_it_holds_is_caught(monkeypatch: Patch, draw: Drawing) -> None:
    def astray(state: Wadi, actions: Sequence[Action]) -> Sequence[Action]:
        return Branches(Branch(len(actions), lambda: actions, lambda number: draw(actions, number)))

    patched_actions(monkeypatch, astray)
    failure = caught()
    assert failure.check == "listed"
    assert "draws from a list" in failure.text


def test_listing_whose_bound_hangs_on_what_was_looked_into_before_is_caught(monkeypatch: Patch) -> None:
    remembered: dict[str, int] = {}

    def remembering(state: Wadi, actions: Sequence[Action]) -> Sequence[Action]:
        def look() -> Sequence[Action]:
            remembered[str([*actions])] = len(actions)
            return actions

        return Branches(Branch(remembered.get(str([*actions]), 1_000), look))

    patched_actions(monkeypatch, remembering)
    failure = caught()
    assert failure.check == "listed"
    assert "another number" in failure.text


def test_listing_that_offers_something_twice_is_caught(monkeypatch: Patch) -> None:
    patched_actions(monkeypatch, lambda state, actions: [*actions, actions[0]])
    failure = caught()
    assert failure.check == "notation"
    assert "more than once" in failure.text


def test_check_that_changes_the_state_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Movement, "check", lambda self, state, side, action: state.purse.update(red=1, blue=0))
    assert "changed" in caught().text


def test_refusal_without_a_case_is_caught(monkeypatch: Patch) -> None:
    def check(self: Movement, state: Wadi, side: str, action: Action) -> None:
        if action not in self.actions(state, side):
            raise Refusal("somewhere", "no")

    monkeypatch.setattr(Movement, "check", check)
    failure = caught()
    assert failure.check == "refusal"
    assert "without a case" in failure.text


def test_check_that_breaks_is_caught(monkeypatch: Patch) -> None:
    honest = Movement.check

    def check(self: Movement, state: Wadi, side: str, action: Action) -> None:
        if isinstance(action, Move):
            state.units[action.unit]
        honest(self, state, side, action)

    monkeypatch.setattr(Movement, "check", check)
    failure = caught()
    assert failure.check == "refusal"
    assert "broke instead of being refused" in failure.text


def test_side_that_acts_out_of_turn_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr("sandtable.core.frames.check", lambda state, side, action: state.stack[-1])
    monkeypatch.setattr(Movement, "exhaustive", False)
    monkeypatch.setattr(Bid, "exhaustive", False)
    assert caught().check == "turn"


# Notation


def test_notation_that_does_not_come_back_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Bet, "words", lambda self: str(self.coins + 1))
    failure = caught()
    assert failure.check == "notation"
    assert "is read back as" in failure.text


def test_notation_that_cannot_be_read_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Move, "words", lambda self: self.unit)
    failure = caught()
    assert failure.check == "notation"
    assert "cannot be read back" in failure.text


def test_reader_that_breaks_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Bet, "read", classmethod(lambda cls, words: cls(int(words))))
    failure = caught()
    assert failure.check == "notation"
    assert "broke the reader" in failure.text


# State


class ForgetfulRules(Rules[Wadi]):
    def decode(self, data: bytes) -> Wadi:
        return replace(super().decode(data), purse={"red": 3, "blue": 3})


class ForgetsPurses(WadiTitle):
    rules = ForgetfulRules(Wadi, board, NOTATION, toy.start)


class Endless(WadiTitle):
    staff = dataclasses.replace(TITLE.staff, evaluate=lambda state, side: float("inf"))


class Speechless(WadiTitle):
    screen = Screen(tell=lambda event: str({"turn": "a turn", "reveal": "bids"}[event.kind]))


@pytest.mark.parametrize(
    ("title", "check"),
    [(ForgetsPurses(), "bytes"), (Unsound(), "invariant"), (Endless(), "evaluation"), (Speechless(), "event")],
)
def test_unsound_title_is_caught(title: WadiTitle, check: str) -> None:
    assert caught(title).check == check


def test_a_bad_position_is_caught_wherever_in_a_walk_it_is_and_with_the_order_that_led_there() -> None:
    """A walker that never looks passes through turn two on its way."""
    rarely = Care(every=10_000, undo_every=10_000, chain_every=10_000)
    failure = caught(Unsound(), rarely)
    assert failure.check == "invariant" and re.fullmatch("turn two is unlucky, after \\w+> .+", failure.text)


def test_a_bad_set_up_is_caught_before_anybody_acts() -> None:
    class Misplaced(WadiTitle):
        trials = Trials(lambda state: ["nobody has acted yet"] if state.turn == 1 else [])

    assert caught(Misplaced()).text == "nobody has acted yet, after the set-up"


def test_rule_that_writes_on_the_state_before_is_caught(monkeypatch: Patch) -> None:
    def weaken(draft: Draft[Wadi], name: str, points: int) -> None:
        unit = draft.state.units[name]
        draft.state.units[name] = replace(unit, strength=max(unit.strength - points, 1))
        draft.note("weakened", unit=name)

    monkeypatch.setattr(toy, "weaken", weaken)
    assert caught().check in ("copy", "undo", "replay")  # whichever looks first


def test_rule_that_remembers_outside_the_state_is_caught(monkeypatch: Patch) -> None:
    memory: list[int] = []

    def weaken(draft: Draft[Wadi], name: str, points: int) -> None:
        memory.append(1)
        draft.note("weakened", unit=name, times=len(memory))

    monkeypatch.setattr(toy, "weaken", weaken)
    assert caught().check in ("copy", "undo", "replay")


def test_rule_that_forgets_what_is_derived_is_caught(monkeypatch: Patch) -> None:
    def moved(self: Movement, draft: Draft[Wadi], side: str, action: Action) -> None:
        if not isinstance(action, Move):
            return draft.pop()
        stale = draft.state.taken
        unit = draft.state.units[action.unit]
        draft.amend("units", action.unit, replace(unit, at=board().hex(action.to)))
        draft.swap(Movement(self.side, (*self.moved, action.unit)))
        draft.state.__dict__["taken"] = stale
        return None

    monkeypatch.setattr(Movement, "do", moved)
    monkeypatch.setattr(WadiTitle, "trials", Trials())
    assert caught().check == "copy"


def test_endless_game_is_caught() -> None:
    failure = caught(care=Care(limit=5))
    assert failure.check == "step overflow"


def test_end_without_a_case_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(toy.Turn, "count_up", lambda self, draft: draft.end("green", "1", "time is up"))
    assert caught().check == "outcome"
    monkeypatch.setattr(toy.Turn, "count_up", lambda self, draft: draft.end("red", "99", "time is up"))
    assert caught().check == "outcome"


# Undo


def test_undo_behind_a_die_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Entry, "final", False)
    monkeypatch.setattr(Game, "_taught", lambda game, last: False)
    failure = caught()
    assert failure.check == "undo"
    assert "across a die, a reveal or a decision" in failure.text


def lenient_undo(self: Game[Wadi], side: str = "") -> Entry:
    """Takes back whatever was last, unless dice were rolled."""
    if not self.entries or self.entries[-1].final:
        raise Refusal("undo", "no")
    last = self.entries[-1]
    self.state = self._past.pop()
    self.record.pop()
    return last


def test_undo_of_anothers_action_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Game, "undo", lenient_undo)
    assert caught().check == "undo"


def test_undo_across_anothers_decision_is_caught(monkeypatch: Patch) -> None:
    def undo(self: Game[Wadi], side: str = "") -> Entry:
        if not self.entries or self.entries[-1].side != side:
            raise Refusal("undo", "not yours")
        return lenient_undo(self, side)

    monkeypatch.setattr(Game, "undo", undo)
    assert caught().check == "undo"


def test_undo_that_leads_elsewhere_is_caught(monkeypatch: Patch) -> None:
    honest = Game.undo

    def undo(self: Game[Wadi], side: str = "") -> Entry:
        entry = honest(self, side)
        self.state = replace(self.state, turn=self.state.turn + 1)
        return entry

    monkeypatch.setattr(Game, "undo", undo)
    assert caught().check == "undo"


def test_die_that_nobody_writes_down_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Draft, "roll", lambda self, purpose, sides=6: self._dice.roll(self.state.count, purpose, sides))
    assert caught().check == "dice"
