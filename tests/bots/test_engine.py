"""Programs that play by the engine protocol, and programs that only claim to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.bots.arena import arena
from sandtable.bots.engine import conversation
from sandtable.bots.engine.examination import examine
from sandtable.bots.engine.player import FAULTS, EnginePlayer
from sandtable.bots.roster import Roster, typed_player
from sandtable.cli.common import BadInput
from sandtable.cli.engines import roster_of
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import PlayerFault, Title, UnknownChoice

MUDDLER = f"{sys.executable} {Path(__file__).parents[2] / 'docs' / 'examples' / 'muddler.py'}"
GREETED = "import sys, time\nsys.stdin.readline()\nprint('ready', flush=True)\n"


@pytest.fixture(scope="module")
def tobruk() -> Title[Any]:
    return games.title("tobruk")


@pytest.fixture(scope="module")
def opening(tobruk: Title[Any]) -> Game[Any]:
    return Game(tobruk, tobruk.setup(), SecretDice(secret_of_seed(1)))


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "engine.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def answer(opening: Game[Any], command: str, budget: float = 20.0) -> str:
    """What a program plays in the opening, or what is wrong with it."""
    side = opening.asked[0]
    player = EnginePlayer(opening.title, command, 1, budget)
    try:
        return str(player.choose(opening.title.sight.observe(opening.state, side), side))
    except PlayerFault as fault:
        return f"fault: {fault}"
    finally:
        player.end()


def test_the_example_in_forty_lines_plays_a_whole_game_in_the_arena(tobruk: Title[Any]) -> None:
    score = arena(tobruk, {"axis": f"cmd:{MUDDLER}", "commonwealth": "random"}, 1, 1, workers=1)
    assert score.unfinished == 0 and sum(score.refusals.values()) == 0
    assert len(Path(MUDDLER.split()[-1]).read_text().splitlines()) <= 40


def test_the_same_seed_makes_the_same_choice(opening: Game[Any]) -> None:
    assert answer(opening, MUDDLER) == answer(opening, MUDDLER)


def test_a_program_may_ask_what_is_legal_and_is_told_why_not(tmp_path: Path, opening: Game[Any]) -> None:
    asks = """
while True:
    line = sys.stdin.readline()
    if line.startswith("choose"): break
def ask(words):
    print(words, flush=True)
    return sys.stdin.readline().rstrip()
assert ask("check nonsense").startswith("refused ")
assert ask("play nonsense").startswith("refused ")
first = ask("actions 0 1")
assert first.startswith("action ") and sys.stdin.readline().startswith("end ")
assert ask("check " + first[7:]) == "legal"
print("play " + first[7:], flush=True)
"""
    listed = opening.actions(opening.asked[0])
    assert answer(opening, program(tmp_path, GREETED + asks)) == str(listed[0])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has stopped"),
        ("raise SystemExit(3)", "has stopped"),
        ("print('hello', flush=True)\ninput()", "says 'hello' where it should say its name and 'ready'"),
        (GREETED + "sys.exit()", "has stopped"),
        (GREETED + "print('surrender', flush=True)\ntime.sleep(60)", "says 'surrender', which is not a word"),
        (GREETED + "print('actions many', flush=True)\ntime.sleep(60)", "numbers are meant"),
        (GREETED + "print('x' * 200_000, flush=True)\ntime.sleep(60)", "writes too much"),
        (GREETED + "while True: print('check done')", "writes too much|asks without end|has stopped"),
    ],
    ids=["silent end", "crash", "no handshake", "crash later", "nonsense", "no numbers", "long line", "flood"],
)
def test_what_a_bad_program_does_is_told_in_one_line(tmp_path: Path, opening: Game[Any], text: str, why: str) -> None:
    said = answer(opening, program(tmp_path, text))
    assert said.startswith("fault: ") and "\n" not in said
    assert any(each in said for each in why.split("|")), said


def test_a_program_that_hangs_is_ended_when_its_time_is_up(
    tmp_path: Path, opening: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "GRACE", 0.1)
    assert "has not answered in time" in answer(opening, program(tmp_path, GREETED + "time.sleep(60)"), budget=0.2)


def test_a_program_that_lies_gets_a_legal_order_by_lot_and_is_asked_no_more_after_its_third_fault(
    tmp_path: Path, tobruk: Title[Any]
) -> None:
    grade = examine(tobruk, "commonwealth", program(tmp_path, "print('ready', flush=True)"), 30)
    assert grade.decisions > FAULTS and len(grade.faults) == grade.decisions
    assert f"has failed {FAULTS} times and is no longer asked" in grade.faults[-1]


def test_a_program_that_never_listens_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position of the largest game is more than a pipe holds."""
    monkeypatch.setattr(conversation, "GRACE", 0.1)
    title = games.title("campaign-for-north-africa")
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
    assert "has not answered in time" in answer(game, program(tmp_path, GREETED + "time.sleep(60)"), budget=0.2)


@pytest.mark.parametrize("command", ["", "   ", "'half"])
def test_what_is_no_command_is_refused_before_a_game_begins(tobruk: Title[Any], command: str) -> None:
    with pytest.raises(UnknownChoice, match="command"):
        arena(tobruk, {"axis": f"cmd:{command}"}, 1, 1, workers=1)


def test_a_command_that_cannot_be_run_is_a_fault(opening: Game[Any]) -> None:
    assert "no-such-program does not start" in answer(opening, "no-such-program")


def test_only_what_was_typed_here_is_run(tobruk: Title[Any]) -> None:
    roster = Roster({"muddler": MUDDLER})
    assert roster.names(tobruk)[-1] == "muddler" and roster.is_known(tobruk, "muddler")
    assert isinstance(roster.player(tobruk, "muddler", 1), EnginePlayer)
    assert not roster.is_known(tobruk, f"cmd:{MUDDLER}")
    with pytest.raises(UnknownChoice):
        roster.player(tobruk, f"cmd:{MUDDLER}", 1)
    assert isinstance(typed_player(tobruk, f"cmd:{MUDDLER}", 1), EnginePlayer)


@pytest.mark.parametrize("wish", ["muddler", "=python3", "a b=python3", "officer=python3", "random=x"])
def test_an_engine_of_the_table_has_a_name_of_its_own_and_a_command(wish: str) -> None:
    with pytest.raises(BadInput):
        roster_of([wish])
