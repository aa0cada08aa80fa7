"""Games at the terminal, typed by a script."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import main
from sandtable.cli.seats import machines
from sandtable.core import journal
from sandtable.core.journal import Record
from sandtable.core.values import Action, Explanation, Refusal
from tests.cli.conftest import Keyboard, Typed
from tests.core.toy import Bid, Wadi
from tests.core.toy_actions import Bet

pytestmark = pytest.mark.usefixtures("table")


def kept(table: Path) -> Path:
    """The one game that is kept."""
    [path] = (table / "home" / "games").iterdir()
    return path


def actions_in(path: Path) -> list[str]:
    return [f"{line.side}> {line.action}" for line in journal.read(path).lines]


def test_turn_prompt_and_side_are_shown_and_an_empty_line_repeats_them(typed: Typed) -> None:
    code, out = typed("wadi --seed 3 --against random", "", "quit")
    assert code == 0
    assert out.count("turn 1 of 6\nred: Bid for the first move\n") == 2
    assert "red> quit" in out


def test_the_first_game_and_side_are_played_against_the_strongest_player_it_has(typed: Typed, table: Path) -> None:
    typed("", "quit")
    save = journal.read(kept(table))
    assert (save.game, save.players) == ("wadi", {"red": "human", "blue": "greedy"})


def test_an_order_is_carried_out_and_the_answer_of_the_machine_told(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --against random", "bet 1", "quit")
    assert "  reveal blue bet" in out
    first, second, *_ = actions_in(kept(table))
    assert first.startswith("blue> bet ") and second == "red> bet 1"


def test_capitals_do_not_matter(typed: Typed, table: Path) -> None:
    typed("wadi --seed 3 --side both", "BET 3", "Bet 0", "MOVE R1 a2", "quit")
    assert actions_in(kept(table)) == ["red> bet 3", "blue> bet 0", "red> move r1 A2"]


def test_orders_and_refusals_tell_nothing_of_the_enemy(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def talkative(bid: Bid, state: Wadi, side: str, action: Action) -> None:
        if side == "red":
            raise Refusal("2", f"blue has {state.purse['blue']}")

    monkeypatch.setattr(Bid, "check", talkative)
    monkeypatch.setattr(Bid, "actions", lambda bid, state, side: [Bet(state.purse["blue"] + 4)])
    _, out = typed("wadi --seed 3 --side red --against random", "list", "bet 1", "quit")
    assert "bet 4" in out and "bet 7" not in out
    assert "refused (2): blue has 0" in out


def test_a_game_is_given_up_by_two_words_and_the_record_proves_it(
    typed: Typed, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out = typed("wadi --seed 3 --side both", "resign", "bet 1", "resign yes")
    assert "'resign yes' gives the game up for Red" in out
    assert "the game is over, Red victory: the Blue player resigns" in out
    assert actions_in(kept(table)) == ["red> bet 1", "blue> resign"]
    for command in ("verify", "check"):
        assert main([command, str(kept(table))]) == 0
        assert "the Blue player resigns" in capsys.readouterr().out


def test_a_draw_is_offered_and_accepted_at_one_keyboard(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --side both", "draw", "draw", "bet 1", "draw now", "draw")
    assert "refused (draw): your offer of a draw has not been answered yet" in out
    assert "A draw is offered: 'draw' accepts it" in out and "say 'draw', 'draw decline'" in out
    assert "the game is over, a draw: the players agree to a draw" in out
    assert actions_in(kept(table)) == ["red> offer-draw", "red> bet 1", "blue> accept-draw"]


def test_the_machine_answers_an_offer_at_once(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --against random", "draw", "quit")
    assert "The Red player offers a draw" in out and "The Blue player declines the draw" in out
    assert actions_in(kept(table))[-2:] == ["red> offer-draw", "blue> decline-draw"]


def test_an_illegal_order_is_refused_with_its_case_and_changes_nothing(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --side both", "bet 9", "why", "quit")
    assert "refused (2): there is not so much in the purse" in out
    assert "2  Bids\n    Bids are secret and are paid from the purse." in out
    assert actions_in(kept(table)) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bet much", "not understood: write it as: bet 2"),
        ("march", "'march' is not a command"),
        ("move nobody A2", "refused (2): a bid is asked for"),
        ("strength nobody", "refused (why): there is no answer"),
        ("strength r1", "strength 2  (4)\n  of red  (1.2)"),
        ("/list bet 3", "bet 3\n1 order with 'bet 3'"),
        ("list BET", "4 orders with 'BET'"),
        ("list", "bet 0\nbet 1\nbet 2\nbet 3\n4 orders"),
        ("why", "nothing has been refused"),
        ("board", ">A1<"),
        ("board b3 1", ">B3<"),
        ("board r2", ">B1<"),
        ("board lost", "'lost' is not a hex"),
        ("board z9", "'z9' is not a hex"),
        ("board b3 wide", "'wide' is not a number"),
        ("look", "say which hex"),
        ("look b3", "B3: hill"),
        ("look B1", "r2"),
        ("look lost", "Box 'lost' beside the map: no units"),
        ("look z9", "'z9' is not a hex"),
        ("units", "2 units"),
        ("units blue", "b2           1-2      B5       blue III infantry"),
        ("units c6", "1 unit\n"),
        ("units all", "4 units"),
        ("facts", "red purse: 3"),
        ("log", "turn turn 1"),
        ("log many", "'many' is not a number"),
        ("rules", "4.1  Retreat"),
        ("rules 1.1", "1.1  Camps\n    Who enters the enemy camp has won."),
        ("rules camp", "1.1  Camps"),
        ("rules 9.9", "no case has that number or mentions '9.9'"),
        ("undo", "refused (undo): there is nothing to undo: no decision of yours is left to take back"),
        ("save", "say which file: save FILE"),
        ("load", "say which file: load FILE"),
        ("load nothing.json", "nothing.json cannot be read"),
        ("help", "board [HEX] [RADIUS]"),
        ("?", "strength r1"),
        ("help bet", "legal now: bet 0"),
        ("help attack", "not legal now"),
        ("help strength", "strength: strength r1"),
        ("help undo", "undo: take back"),
        ("help foo", "'foo' is not a command"),
    ],
)
def test_a_word_at_the_table_is_answered(line: str, answer: str, typed: Typed) -> None:
    code, out = typed("wadi --seed 3", line, "quit")
    assert code == 0
    assert answer in out


def test_why_tells_the_cases_behind_figures(typed: Typed) -> None:
    _, out = typed("wadi --seed 3", "strength R1", "why", "quit")
    assert out.index("1.2  Annihilation") < out.index("4  Combat")


def test_a_plan_calls_units_as_players_do(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.table.answer", lambda *_: Explanation("r2 to A2: it holds the wadi"))
    _, out = typed("wadi --seed 3", "plan", "strength r2", "quit")
    assert out.count("2nd Camel Company to A2") == 1 and out.count("r2 to A2") == 1


def test_undo_takes_back_ones_own_order_also_on_disk(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --side both", "bet 3", "bet 0", "move r1 A2", "undo", "undo", "quit")
    assert "taken back: move r1 A2" in out
    assert "refused (undo): there is nothing to undo: no decision of yours is left to take back" in out
    assert actions_in(kept(table)) == ["red> bet 3", "blue> bet 0"]


@pytest.mark.parametrize("end", [["quit"], ["exit"], []])
def test_leaving_says_where_the_game_is_and_how_to_go_on(end: list[str], typed: Typed, table: Path) -> None:
    code, out = typed("wadi", "bet 1", *end)
    assert code == 0
    assert f"continue with: python3 go.py play {kept(table)}" in out.splitlines()[-1]


def test_the_way_out_can_be_taken(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --side both", "bet 2", "quit")
    again = re.findall(r"continue with: python3 go.py play (\S+)", out)[0]
    code, out = typed(again, "bet 1", "quit")
    assert code == 0 and "red: human, blue: human" in out
    assert actions_in(kept(table)) == ["red> bet 2", "blue> bet 1"]


def test_ctrl_c_ends_cleanly_and_keeps_the_game(typed: Typed, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Impatient(Keyboard):
        def readline(self) -> str:
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("tests.cli.conftest.Keyboard", Impatient)
    code, out = typed("wadi --side both", "bet 2")
    assert code == 0
    assert "continue with" in out
    assert actions_in(kept(table)) == ["red> bet 2"]


def test_the_game_is_on_disk_before_the_next_order_is_typed(
    typed: Typed, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    class Watching(Keyboard):
        def readline(self) -> str:
            seen.append(len(actions_in(kept(table))))
            return super().readline()

    monkeypatch.setattr("tests.cli.conftest.Keyboard", Watching)
    typed("wadi --side both", "bet 2", "bet 1", "move r1 A2", "undo", "quit")
    assert seen == [0, 1, 2, 3, 2]


def test_the_secret_is_not_in_the_save_of_a_game_in_progress(typed: Typed, table: Path) -> None:
    _, out = typed("wadi", "bet 1", "quit")
    save = journal.read(kept(table))
    assert save.secret is None and save.seed is None
    assert "sealed" in out
    assert journal.Keyring().find(save.commitment).hex() not in kept(table).read_text()


def test_a_seed_makes_open_dice_and_says_so(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 7", "quit")
    assert "The dice are open (seed 7)" in out
    assert journal.read(kept(table)).seed == 7


def test_machines_play_to_the_end_and_the_game_can_be_verified(
    typed: Typed, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = typed("wadi --side none --against greedy")
    assert code == 0
    assert "the game is over, " in out and "verify" in out.splitlines()[-1]
    assert journal.read(kept(table)).secret is not None
    assert main(["verify", str(kept(table))]) == 0
    assert "proven" in capsys.readouterr().out


def test_a_finished_game_is_shown_and_left(typed: Typed, table: Path) -> None:
    typed("wadi --side none --against random")
    code, out = typed(str(kept(table)), "bet 1")
    assert code == 0
    assert "the game is over" in out and "bet 1" not in out


def test_a_machine_that_asks_for_the_illegal_does_not_stop_the_game(typed: Typed, table: Path) -> None:
    code, out = typed("wadi --seed 1 --side none --against rude")
    assert code == 0
    assert "tried 'done', refused (2)" in out and "the game is over" in out


def test_a_save_of_another_seat_order_can_be_taken_over(typed: Typed, table: Path) -> None:
    typed("wadi --seed 3 --side both", "bet 2", "quit")
    typed(f"{kept(table)} --side blue --against random", "quit")
    assert journal.read(kept(table)).players == {"red": "random", "blue": "human"}
    typed(f"{kept(table)} --against greedy", "quit")
    assert journal.read(kept(table)).players == {"red": "greedy", "blue": "human"}


def test_save_and_load(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --side both", "bet 3", "save a.json", "bet 0", "save a.json", "load a.json", "quit")
    assert "saved in a.json" in out
    assert actions_in(table / "a.json") == ["red> bet 3", "blue> bet 0"]
    assert "continue with: python3 go.py play a.json" in out


def test_save_overwrites_nothing_but_an_earlier_save_of_the_same_game(typed: Typed, table: Path) -> None:
    (table / "letter.txt").write_text("dear")
    typed("wadi --seed 3 --side both", "bet 1", "save other.json", "quit")
    _, out = typed("wadi --seed 3 --side both", "bet 2", "save letter.txt", "save other.json", "quit")
    assert "letter.txt is not one of our saves" in out
    assert "other.json holds a different course of this game" in out
    assert (table / "letter.txt").read_text() == "dear"
    assert actions_in(table / "other.json") == ["red> bet 1"]


def test_two_games_of_one_seed_are_kept_apart(typed: Typed, table: Path) -> None:
    typed("wadi --seed 3 --side both", "bet 1", "quit")
    typed("wadi --seed 3 --side both", "bet 2", "quit")
    found = sorted((table / "home" / "games").iterdir())
    assert sorted(actions_in(path)[0] for path in found) == ["red> bet 1", "red> bet 2"]


def test_scenario_and_options_are_those_asked_for(typed: Typed, table: Path) -> None:
    typed("wadi --scenario long --option flat", "quit")
    assert json.loads(kept(table).read_text())["setup"] == {"scenario": "long", "options": ["flat"]}


def test_a_person_gets_colours_only_where_they_are_wanted(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in typed("wadi", "bet 9", "quit")[1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[31mrefused (2)" in typed("wadi", "bet 9", "quit")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in typed("wadi", "bet 9", "quit")[1]


def test_a_person_is_asked_by_a_prompt_and_may_end_by_ctrl_d(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(Keyboard):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("tests.cli.conftest.Keyboard", Terminal)
    code, out = typed("wadi --side both", "bet 1")
    assert code == 0
    assert "red> " in out and "continue with" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("nothing.json", "'nothing.json' is neither a game (wadi) nor a file"),
        ("chess", "'chess' is neither a game"),
        (".", "cannot be read"),
        ("wadi --side green", "Wadi has no side 'green'; it has: red, blue, both, none"),
        ("wadi --against napoleon", "Wadi has no player 'napoleon'"),
        ("wadi --scenario winter", "Wadi has no scenario 'winter'"),
        ("wadi --option snow", "Wadi has no option 'snow'"),
        ("wadi --seed x", "'x' is not a whole number"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    words: str, complaint: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1
    assert not list(table.rglob("*.json"))


def test_a_game_that_has_begun_cannot_be_set_up_anew(
    typed: Typed, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("wadi --seed 3", "quit")
    before = kept(table).read_bytes()
    for flag in ("--seed 4", "--scenario long", "--option flat"):
        assert main(["play", str(kept(table)), *flag.split()]) == 2
        assert "is chosen when a game begins" in capsys.readouterr().err
    assert kept(table).read_bytes() == before


def test_a_game_whose_dice_are_sealed_elsewhere_cannot_be_played_on(
    typed: Typed, table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("wadi", "bet 1", "quit")
    path = kept(table)
    monkeypatch.setenv("SANDTABLE_HOME", str(table / "elsewhere"))
    assert main(["play", str(path)]) == 2
    assert "sealed on another machine" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (table / "file").write_text("no folder")
    monkeypatch.setenv("SANDTABLE_HOME", str(table / "file"))
    assert main(["play", "wadi"]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_play_alone_opens_the_table_for_a_person_and_the_terminal_for_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.cli.parser import parse
    from sandtable.cli.play import prefers_browser

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert prefers_browser(parse(["play"]))
    assert not prefers_browser(parse(["play", "--terminal"]))
    assert not prefers_browser(parse(["play", "--seed", "0"]))
    assert not prefers_browser(parse(["play", "--side", "both"]))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert not prefers_browser(parse(["play"]))


def test_nobody_foresees_a_machine_from_the_commitment(table: Path) -> None:
    """Two games whose commitments are the same to the eye have machines of their own, each the same when taken up."""
    title = games.title("wadi")
    players = dict.fromkeys(title.sides, "random")
    one, other = (journal.new(title, title.setup(), seed=seed, players=players) for seed in (1, 2))
    other.commitment = one.commitment

    def bids(record: Record) -> list[list[str]]:
        state = record.game.state
        return [
            [str(machine.choose(title.sight.observe(state, side), side)) for _ in range(20)]
            for side, machine in machines(record).items()
        ]

    assert bids(one) == bids(one)
    assert bids(one) != bids(other)
    assert bids(one)[0] != bids(one)[1], "the two machines of a game do not think alike"


# Orders above the unit


def test_orders_are_given_shown_cancelled_and_kept_in_the_save(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --side both", "orders", "order hold a2 with R1", "order follow r1 with r2", "quit")
    assert "no orders have been given" in out
    assert "order 1. hold A2 with r1; since turn 1\n" in out
    save = journal.read(kept(table))
    assert save.orders == {"red": ("1. hold A2 with r1; since turn 1", "2. follow r1 with r2; since turn 1")}
    _, out = typed(str(kept(table)), "cancel 2", "cancel 2", "cancel", "orders", "quit")
    assert "order 2 no longer stands: it is cancelled" in out and "say which order: cancel NUMBER" in out
    assert "1. hold A2 with r1; since turn 1\n2. follow r1 with r2; since turn 1; cancelled in turn 1" in out


def test_the_orders_of_one_side_are_not_shown_to_the_other(typed: Typed) -> None:
    _, out = typed(
        "wadi --seed 3 --side both", "order hold a2 with r1", "bet 1", "orders", "order hold a2 with r1", "quit"
    )
    told = out.partition("blue> orders")[2]
    assert told.startswith("\nno orders have been given") and "refused (order): r1 is not yours to command" in told


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("order", "say what is to be done: take PLACE with UNITS; hold PLACE with UNITS"),
        ("order march on", "refused (order): 'march' is not an order to a formation"),
        ("order take b9 with r1", "refused (order): there is no place or hex called 'b9' on the map"),
        ("cancel 7", "there is no order 7"),
        ("desk kitchen", "there is no desk 'kitchen'; there are: treasury"),
    ],
)
def test_a_nonsensical_order_is_refused_in_one_line(typed: Typed, line: str, answer: str) -> None:
    _, out = typed("wadi --seed 3", line, "quit")
    assert answer in out


def test_a_desk_is_handed_over_in_the_terminal_and_kept_in_the_save(typed: Typed, table: Path) -> None:
    _, out = typed("wadi --seed 3 --against random", "desk treasury", "desk treasury", "quit")
    assert "treasury   machine" in out and "staff of red> bet" in out and "treasury   you" in out
    typed("wadi --seed 4 --against random", "desk treasury", "quit")
    assert {"red": ("treasury",)} in [journal.read(path).desks for path in (table / "home" / "games").iterdir()]


def test_a_save_with_a_damaged_order_is_bad_input(
    typed: Typed, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("wadi --seed 3 --side both", "order hold a2 with r1", "quit")
    path = kept(table)
    path.write_text(path.read_text().replace("1. hold A2", "first, hold A2"))
    assert main(["play", str(path)]) == 2
    assert "is not an order that was given" in capsys.readouterr().err
