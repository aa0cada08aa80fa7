"""Frames and drafts: one way from a state to the next, refusals that change nothing, sealed choices, steps."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Draft, Over, State, Step
from sandtable.core.title import Setup
from sandtable.core.values import Action, Refusal
from tests.core.toy import Bid, Combat, Movement, Retreat, Turn, Wadi, WadiTitle
from tests.core.toy_actions import Attack, Bet, Done, Move, Stand, Withdraw
from tests.core.toy_board import board

TITLE = WadiTitle()
DICE = SecretDice(secret_of_seed(1))


class FixedDice:
    """Always the same face."""

    def __init__(self, value: int) -> None:
        self.value = value

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return self.value


def opening() -> Wadi:
    return frames.begin(TITLE.rules.start(Setup("short")), DICE)[0]


def at(state: Wadi, **places: str) -> Wadi:
    """The position with some units elsewhere."""
    moved = {name: replace(state.units[name], at=board().hex(place)) for name, place in places.items()}
    return replace(state, units={**state.units, **moved})


def in_frame(frame: Movement | Combat | Retreat, **places: str) -> Wadi:
    return replace(at(opening(), **places), stack=(Turn(3), frame))


# Play


def test_game_runs_its_steps_to_the_first_decision() -> None:
    state, events = frames.begin(TITLE.rules.start(Setup("short")), DICE)
    assert isinstance(state.stack[-1], Bid)
    assert [event.kind for event in events] == ["turn"]
    assert state.count == 1


def test_playing_leaves_the_state_before_alone() -> None:
    before = in_frame(Movement("red"))
    data = TITLE.rules.encode(before)
    after, events = frames.play(before, "red", Move("r1", "A2"), DICE)
    assert TITLE.rules.encode(before) == data
    assert after.units["r1"].at == board().hex("A2")
    assert [(event.n, event.kind, event.facts) for event in events] == [(1, "moved", {"unit": "r1", "to": "A2"})]
    assert after.count == 2


@pytest.mark.parametrize(
    ("side", "action", "case"),
    [
        ("red", Move("b1", "C5"), "3"),
        ("red", Move("r1", "C6"), "3"),
        ("red", Move("zz", "A2"), "3"),
        ("red", Move("r1", "Z9"), "3"),
        ("red", Bet(1), "3"),
        ("blue", Move("b1", "C5"), "turn"),
        ("blue", Done(), "turn"),
        ("nobody", Done(), "turn"),
    ],
)
def test_refusal_names_its_case_and_changes_nothing(side: str, action: Action, case: str) -> None:
    before = in_frame(Movement("red"))
    data = TITLE.rules.encode(before)
    with pytest.raises(Refusal) as refused:
        frames.play(before, side, action, DICE)
    assert refused.value.case == case
    assert refused.value.why
    assert str(refused.value) == f"({case}) {refused.value.why}"
    assert TITLE.rules.encode(before) == data


def test_finished_game_refuses_everything() -> None:
    over = replace(opening(), stack=(Over("red", "1.1", "the camp fell"),))
    with pytest.raises(Refusal, match="over"):
        frames.play(over, "red", Done(), DICE)
    assert TITLE.rules.asks(over) is None
    assert TITLE.rules.outcome(over) == Over("red", "1.1", "the camp fell")


# An interrupt


def test_defender_is_asked_in_the_attackers_phase_and_the_attacker_goes_on() -> None:
    before = in_frame(Combat("red"), r1="B2", b1="B3")
    asked, _ = frames.play(before, "red", Attack("b1", ("r1",)), FixedDice(3))
    assert asked.stack[-1] == Retreat("blue", "b1")
    assert asked.stack[-2] == Combat("red", ("r1",))
    with pytest.raises(Refusal, match="waiting for the Blue player"):
        frames.play(asked, "red", Done(), DICE)
    after, _ = frames.play(asked, "blue", Withdraw("b1", "B4"), DICE)
    assert after.stack[-1] == Combat("red", ("r1",))
    assert after.units["b1"].at == board().hex("B4")
    stood, _ = frames.play(asked, "blue", Stand(), DICE)
    assert stood.units["b1"].strength == 1


@pytest.mark.parametrize(("die", "red", "blue"), [(1, 1, 2), (2, 1, 2), (5, 2, 0), (6, 2, 0)])
def test_die_decides(die: int, red: int, blue: int) -> None:
    before = in_frame(Combat("red"), r1="B2", b1="B3")
    after, events = frames.play(before, "red", Attack("b1", ("r1",)), FixedDice(die))
    assert (after.units["r1"].strength, after.units["b1"].strength) == (red, blue)
    assert events[0].kind == "roll"
    assert events[0].facts == {"purpose": "combat", "sides": 6, "value": die, "by": ""}


def test_legal_action_that_is_not_listed_is_accepted() -> None:
    state = in_frame(Combat("red"), r1="B2", r2="C3", b1="B3")
    together = Attack("b1", ("r1", "r2"))
    assert together not in Combat("red").actions(state, "red")
    assert isinstance(frames.check(state, "red", together), Combat)
    with pytest.raises(Refusal, match="once"):
        frames.check(state, "red", Attack("b1", ("r1", "r1")))


def test_a_question_is_put_to_those_who_are_asked_and_to_nobody_once_the_game_is_over() -> None:
    state = in_frame(Combat("red"), r1="B2", b1="B3")
    assert frames.question_to(state, "red") == Combat("red") and frames.question_to(state, "blue") is None
    draft = Draft(state, DICE)
    draft.end("red", "1.1", "the camp fell")
    assert frames.question_to(draft.state, "red") is None


# Sealed choices


def test_sealed_answers_wait_for_the_last_one() -> None:
    state = opening()
    first, events = frames.play(state, "blue", Bet(2), DICE)
    assert events == []
    assert isinstance(first.stack[-1], Bid)
    assert first.stack[-1].asked(first) == ("red",)
    with pytest.raises(Refusal, match="waiting for the Red player"):
        frames.play(first, "blue", Bet(1), DICE)
    revealed, events = frames.play(first, "red", Bet(1), DICE)
    assert (events[0].kind, events[0].facts) == ("reveal", {"blue": "bet 2", "red": "bet 1"})
    assert revealed.purse == {"red": 2, "blue": 1}
    assert revealed.stack[-1] == Movement("blue")


class QuietBid(Bid, frozen=True):
    secret: ClassVar[bool] = True


def test_answers_to_a_secret_question_are_noted_as_given_but_not_told() -> None:
    state = replace(opening(), stack=(*opening().stack[:-1], QuietBid()))
    first, _ = frames.play(state, "blue", Bet(2), DICE)
    revealed, events = frames.play(first, "red", Bet(1), DICE)
    assert (events[0].kind, events[0].facts) == ("reveal", {})
    assert revealed.purse == {"red": 2, "blue": 1}


def test_a_secret_die_is_heard_by_its_own_side() -> None:
    draft = Draft(opening(), DICE)
    draft.roll("spying", only="red")
    draft.roll("weather")
    assert [[event.heard_by(side) for side in ("red", "blue", "")] for event in draft.events] == [
        [True, False, False], [True, True, True],
    ]  # fmt: skip


class OfRed(State, frozen=True):
    phasing: str = "red"


def test_a_die_is_thrown_by_the_side_whose_turn_it_is_unless_it_is_anothers() -> None:
    draft = Draft(OfRed(), DICE)
    draft.roll("weather")
    draft.roll("spying", only="blue")
    draft.roll("rally", by="blue")
    assert [event.facts["by"] for event in draft.events] == ["red", "blue", "blue"]
    nobodys = Draft(opening(), DICE)
    nobodys.roll("weather")
    assert nobodys.events[0].facts["by"] == ""


def test_order_of_sealed_answers_does_not_matter() -> None:
    state = opening()
    one, other = state, state
    for side, bet in (("red", Bet(1)), ("blue", Bet(2))):
        one, _ = frames.play(one, side, bet, DICE)
    for side, bet in (("blue", Bet(2)), ("red", Bet(1))):
        other, _ = frames.play(other, side, bet, DICE)
    assert one == other


def test_sealed_answer_survives_bytes() -> None:
    state, _ = frames.play(opening(), "blue", Bet(2), DICE)
    assert TITLE.rules.decode(TITLE.rules.encode(state)) == state


def test_a_sealed_answer_is_seen_by_nobody_else() -> None:
    state, _ = frames.play(opening(), "blue", Bet(2), DICE)
    assert frames.veiled(state, "blue") == state
    assert frames.veiled(state, "red") == frames.veiled(state, "") == opening()


# Drafts


def test_amended_table_is_copied_once_and_the_state_before_keeps_its_own() -> None:
    before = opening()
    draft = Draft(before, DICE)
    draft.amend("purse", "red", 1)
    own = draft.state.purse
    draft.amend("purse", "blue", 0)
    assert draft.state.purse is own
    assert own == {"red": 1, "blue": 0}
    assert before.purse == {"red": 3, "blue": 3}


def test_amending_after_a_change_starts_from_the_changed_table() -> None:
    draft = Draft(opening(), DICE)
    draft.amend("purse", "red", 1)
    draft.change(purse={"red": 7, "blue": 7})
    draft.amend("purse", "blue", 0)
    assert draft.state.purse == {"red": 7, "blue": 0}


def test_struck_entry_is_gone_and_striking_it_again_does_no_harm() -> None:
    before = opening()
    draft = Draft(before, DICE)
    draft.strike("units", "r2")
    draft.strike("units", "r2")
    assert "r2" not in draft.state.units
    assert "r2" in before.units


def test_what_a_state_derived_is_derived_anew_after_an_amendment() -> None:
    draft = Draft(opening(), DICE)
    assert board().hex("A1") in draft.state.taken
    draft.amend("units", "r1", replace(draft.state.units["r1"], at=board().hex("A3")))
    assert board().hex("A1") not in draft.state.taken
    assert draft.state.taken[board().hex("A3")] == "r1"
    draft.amend("units", "r1", replace(draft.state.units["r1"], at=board().hex("A4")))
    assert draft.state.taken[board().hex("A4")] == "r1"


def test_events_are_numbered_and_name_the_dice() -> None:
    rolls: list[tuple[int, str, int]] = []

    class Listening:
        def roll(self, n: int, purpose: str, sides: int) -> int:
            rolls.append((n, purpose, sides))
            return 1

    draft = Draft(opening(), Listening())
    draft.note("first")
    draft.roll("combat")
    draft.roll("sinking", 10)
    assert [event.n for event in draft.events] == [1, 2, 3]
    assert rolls == [(2, "combat", 6), (3, "sinking", 10)]


def test_a_remark_takes_no_number_so_that_the_dice_after_it_stay() -> None:
    silent, telling = (Draft(opening(), SecretDice(b"dice")) for _ in range(2))
    telling.remark("seen")
    assert telling.roll("combat") == silent.roll("combat")
    assert [event.kind for event in telling.events] == ["seen", "roll"]
    assert telling.state == silent.state


def test_a_draft_knows_which_of_its_tables_were_written_on() -> None:
    draft = Draft(opening(), DICE)
    assert not draft.has_written("units")
    draft.alter("units", "r1")
    assert not draft.has_written("units"), "nothing was other than before"
    draft.amend("units", "r1", draft.state.units["r2"])
    assert draft.has_written("units") and not draft.has_written("purse")
    draft.change(units=dict(draft.state.units))
    assert not draft.has_written("units"), "another table stands in its place"


def test_end_clears_the_stack_and_tells() -> None:
    draft = Draft(opening(), DICE)
    draft.end(None, "1", "nobody is left")
    assert draft.state.stack == (Over(None, "1", "nobody is left"),)
    assert draft.events[-1].facts == {"winner": None, "case": "1", "reason": "nobody is left"}


class Forever(Step[Wadi], frozen=True):
    def run(self, draft: Draft[Wadi]) -> None:
        draft.swap(Forever())


def test_steps_that_never_ask_are_stopped() -> None:
    draft = Draft(opening(), DICE)
    draft.push(Forever())
    with pytest.raises(RuntimeError, match="without a decision"):
        draft.settle()
