"""What leaves the engine: the same table for both players, and a line for everything that happens."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over
from sandtable.core.game import Game
from sandtable.core.values import Event
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.sight.story import TELLERS
from sandtable.games.afrika_korps.state import AutomaticVictory, Trek
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.positions import Rolls, asking, play, position, with_books, with_unit

STATE = asking(position("21/5, rommel P40, AxS1 P39", "9A/20 P42, AlS1 J62", turn=5), Movement("axis"))


def test_a_view_tells_the_turn_the_date_the_phase_and_what_is_asked() -> None:
    view = title().sight.view(STATE, "axis")
    assert (view.game, view.scenario, view.side) == ("afrika-korps", "campaign", "axis")
    assert (view.turn, view.last_turn, view.date) == (5, 38, "1 June 1941")
    assert view.phase == "Axis Movement"
    assert view.asked == ("axis",)
    assert view.prompt.startswith("Move your units")
    assert (view.over, view.winner) == ("", None)


@pytest.mark.case("3.1", "3.3")
def test_the_phase_has_its_name_all_through_a_turn() -> None:
    state = position("21/5 P40, AxS1 P39, AxS2 W3, brescia W8", "9A/20 P41, pol J60", turn=3)
    state, _ = frames.begin(asking(state, PlayerTurn("axis")), Rolls(4))
    phases = []
    for order in ("decline", "done", "done", "attack 9A/20 with 21/5", "done"):
        phases.append(title().sight.view(state, "axis").phase)
        state = play(state, order)
    assert phases == [
        "Axis Supply",
        "Axis Reinforcements and replacements",
        "Axis Movement",
        "Axis Declaration of attacks",
        "Axis Declaration of attacks",
    ]
    assert title().sight.view(state, "axis").phase == "Axis Combat"


def test_both_players_and_a_spectator_see_the_same_table() -> None:
    axis, allied, anybody = (title().sight.view(STATE, side) for side in ("axis", "allied", ""))
    assert replace(axis, side="") == replace(allied, side="") == anybody


@pytest.mark.case("1.25", "1.26", "1.27")
def test_every_counter_is_shown_where_it_lies_with_what_is_printed_on_it() -> None:
    pieces = {piece.id: piece for piece in title().sight.view(STATE, "axis").pieces}
    assert set(pieces) == set(STATE.units)
    tank = pieces["21/5"]
    assert (tank.at, tank.side, tank.symbol, tank.size) == ("P40", "axis", "armour", "III")
    assert tank.factors == (7, 7, 10)
    assert pieces["rommel"].factors == (12,) and pieces["AxS1"].factors == (10,)
    assert pieces["15/8"].at == "due" and pieces["AlS2"].at == "pool"


@pytest.mark.case("24.2", "9.1", "9.2", "14.1")
def test_marks_show_isolation_victories_spent_supplies_and_finished_moves() -> None:
    state = replace(
        with_unit(STATE, "9A/20", isolated=1),
        victories=(AutomaticVictory(("9A/20",), ("21/5",), ("AxS1",)),),
        spent=("AxS1",),
        treks={"rommel": Trek(points=12, road=10, halted=True)},
    )
    marks = {piece.id: set(piece.marks) for piece in title().sight.view(state, "axis").pieces}
    assert marks["9A/20"] == {"isolated", "defeated"}
    assert "frozen" in marks["21/5"] and "spent" in marks["AxS1"] and "moved" in marks["rommel"]
    assert marks["AlS1"] == set()


@pytest.mark.case("20.5", "4.1", "24.5")
def test_the_ledger_holds_supplies_ports_factors_and_the_counts_that_decide_the_game() -> None:
    state = with_books(STATE, "allied", replacements=3, bare_turns=1, held_turns=1)
    facts = {(fact.side, fact.label): fact.text for fact in title().sight.view(state, "axis").facts}
    assert facts["axis", "Supplies on the board"] == "1"
    assert facts["allied", "Ports"] == "J62"
    assert facts["allied", "Replacement factors"] == "3"
    assert facts["allied", "Turns without supply"] == "1"
    assert facts["allied", "Turns holding all fortresses and bases"] == "1"
    assert ("axis", "Ports") not in facts


@pytest.mark.case("4.1")
def test_the_end_names_the_winner_and_the_reason() -> None:
    state = replace(STATE, stack=(Over("axis", "4.1", "no combat unit is left"),))
    view = title().sight.view(state, "allied")
    assert (view.over, view.winner, view.asked, view.prompt) == ("no combat unit is left", "axis", (), "")


# --- the story


def test_a_game_is_told_without_gaps() -> None:
    """Random play of a few turns: every event has a line, and no line shows the workings."""
    for seed in (2, 5):
        game, random = Game(title(), title().setup(), SecretDice(secret_of_seed(seed))), Random(seed)
        while game.outcome is None and len(game.entries) < 120:
            listed = game.actions()
            quiet = [action for action in listed if str(action) in ("done", "decline")]
            game.play(quiet[0] if quiet and random.random() < 0.25 else random.choice(listed))
        for event in game.events:
            line = title().screen.tell(event)
            assert line and "{" not in line and "[" not in line and "None" not in line, event


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event(0, "turn", {"turn": 2, "side": "axis", "date": "15 April 1941"}), "--- Turn 2, 15 April 1941: Axis ---"),
        (
            Event(0, "declared", {"attackers": ["21/5"], "defenders": ["7A/1"], "odds": "7-1", "supplies": ["AxS1"]}),
            "21/5 will attack 7A/1 at 7-1, supplied by AxS1",
        ),
        (Event(0, "declared", {"seizes": "AxS1", "attackers": ["2SA/4"]}), "2SA/4 will take AxS1"),
        (
            Event(0, "over", {"winner": "allied", "case": "4.2", "reason": "it is October"}),
            "Allied victory: it is October (4.2)",
        ),
        (Event(0, "an unknown kind", {}), ""),
    ],
)
def test_events_read_as_sentences(event: Event, line: str) -> None:
    assert title().screen.tell(event) == line


def test_every_kind_of_event_has_a_teller() -> None:
    sources = "".join(path.read_text("utf-8") for path in title().book.package.glob("*.py"))
    noted = set(re.findall(r'\.note\(\s*"([a-z_]+)"', sources))
    assert noted - set(TELLERS) == set()
