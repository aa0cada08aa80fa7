"""Experiments: what they mean, that an interruption changes nothing, and that a game that fails is a row."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.roster import Roster
from sandtable.cli import main
from sandtable.cli.lab import Progress
from sandtable.core import journal
from sandtable.core.values import Action
from sandtable.lab.experiments import design, parquet, playing
from sandtable.lab.experiments.columns import TABLES
from sandtable.lab.experiments.design import BadExperiment, Experiment
from sandtable.lab.experiments.instructed import Instructed
from sandtable.lab.experiments.noting import front_line
from sandtable.lab.experiments.playing import play, unpacked
from sandtable.lab.experiments.running import Ran, Task, on_this_machine, run

DOCS = Path(__file__).parents[2] / "docs" / "lab.md"
SHORT = """
name = "A trial"
games = 3
limit = 12
[[series]]
game = "afrika-korps"
options = [[], ["tournament"]]
players = ["random"]
[[series]]
game = "tobruk"
sides = {axis = ["random"], commonwealth = ["random"]}
"""


def experiment(text: str = SHORT) -> Experiment:
    return design.read(text, "trial.toml")


def silently(done: int, total: int, finished: object) -> None:
    pass


def ran(folder: Path, text: str = SHORT, workers: int = 1) -> Ran:
    return run(experiment(text), folder, on_this_machine(workers), {}, silently)


def tables_in(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


# What is meant


def test_every_option_and_pairing_is_played_with_the_same_deals() -> None:
    text = SHORT.replace('commonwealth = ["random"]', 'commonwealth = ["random", "greedy"]')
    bouts = design.bouts(experiment(text), Roster())
    assert [bout.number for bout in bouts] == list(range(12))
    assert [bout.deal for bout in bouts] == [0] * 4 + [1] * 4 + [2] * 4
    assert [(bout.game, bout.options, bout.players) for bout in bouts[:4]] == [
        ("afrika-korps", (), {"axis": "random", "allied": "random"}),
        ("afrika-korps", ("tournament",), {"axis": "random", "allied": "random"}),
        ("tobruk", (), {"axis": "random", "commonwealth": "random"}),
        ("tobruk", (), {"axis": "random", "commonwealth": "greedy"}),
    ]


def test_players_meet_each_other_on_either_side_and_themselves_only_when_asked() -> None:
    text = """name = "x"\ngames = 1\n[[series]]\ngame = "tobruk"\nscenarios = "all"\nplayers = ["random", "greedy"]\n"""
    bouts = design.bouts(experiment(text), Roster())
    assert [bout.scenario for bout in bouts[::2]] == list(games.title("tobruk").scenarios)
    assert [tuple(bout.players.values()) for bout in bouts[:2]] == [("random", "greedy"), ("greedy", "random")]
    assert len(design.bouts(experiment(text + "mirror = true\n"), Roster())) == 2 * len(bouts)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('players = ["napoleon"]', "no player 'napoleon'"),
        ('players = ["cmd:rm"]', "--engine NAME=COMMAND"),
        ('players = ["random"]\nscenarios = ["waterloo"]', "no scenario 'waterloo'"),
        ('players = ["random"]\noptions = [["snow"]]', "no option 'snow'"),
        ('players = ["random"]\nmust = {prussia = []}', "no side 'prussia'"),
        ('players = ["random"]\nmust = {axis = ["charge"]}', "'charge' is not an order"),
        ('sides = {axis = ["random"]}', "sides of tobruk"),
        ("label = 'nobody'", "names its 'players'"),
        ("colour = 'red'", "unknown field"),
    ],
)
def test_an_experiment_that_cannot_be_played_is_refused_in_one_line(line: str, told: str) -> None:
    with pytest.raises(BadExperiment) as refused:
        design.bouts(experiment(f'name = "x"\n[[series]]\ngame = "tobruk"\n{line}\n'), Roster())
    assert told in str(refused.value) and "\n" not in str(refused.value)


def test_a_side_gives_the_orders_that_it_must() -> None:
    text = """
    name = "x"\ngames = 1\nlimit = 40
    [[series]]\ngame = "tobruk"\nscenarios = ["battle-for-tobruk"]\nplayers = ["random"]
    must = {axis = ["bid 17"], commonwealth = ["bid 3"]}
    """
    assert sorted(orders(experiment(text))[:2]) == ["bid 17", "bid 3"]


class Stubborn:
    """Wants one thing only."""

    def __init__(self, order: Action) -> None:
        self.order = order

    def choose(self, observed: Any, side: str) -> Action:
        return self.order


def test_a_side_gives_no_order_that_it_must_not_while_another_is_legal() -> None:
    title = games.title("afrika-korps")
    game = journal.new(title, title.setup(), seed=1).game
    wanted = title.rules.notation.parse("destroy AxS1")
    assert Instructed(Stubborn(wanted), title, (), ("move",), 1).choose(game.state, "axis") == wanted
    other = Instructed(Stubborn(wanted), title, (), ("destroy",), 1).choose(game.state, "axis")
    assert str(other).startswith("move ")
    assert Instructed(Stubborn(wanted), title, (), ("destroy", "move"), 1).choose(game.state, "axis") == wanted


def orders(wanted: Experiment) -> list[str]:
    """Of the first game."""
    kept: list[journal.Record] = []
    new = journal.new

    def keep(*words: Any, **more: Any) -> journal.Record:
        kept.append(new(*words, **more))
        return kept[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "new", keep)
        playing.played(design.bouts(wanted, Roster())[0], Roster())
    return [line.action for line in kept[0].save().lines]


# What comes of it


def test_as_many_processes_as_you_like_write_the_same_tables(tmp_path: Path) -> None:
    assert ran(tmp_path / "one").games == 9
    assert ran(tmp_path / "two", workers=2) == Ran(9, 0, ())
    assert tables_in(tmp_path / "one") == tables_in(tmp_path / "two")


def stopping_after(number: int, handed: list[int]) -> Callable[[Sequence[Task]], Iterator[bytes]]:
    def players(tasks: Sequence[Task]) -> Iterator[bytes]:
        for done, task in enumerate(tasks):
            if done == number:
                raise KeyboardInterrupt
            handed.append(task[0].number)
            yield play(task)

    return players


def test_an_interrupted_experiment_plays_no_finished_game_again_and_ends_with_the_same_tables(tmp_path: Path) -> None:
    handed: list[int] = []
    for number in (4, 1, 2):
        with pytest.raises(KeyboardInterrupt):
            run(experiment(), tmp_path / "often", stopping_after(number, handed), {}, silently)
    assert len(parquet.rows(tmp_path / "often", "games")) == 7
    assert run(experiment(), tmp_path / "often", stopping_after(99, handed), {}, silently).found == 7
    assert handed == list(range(9))
    ran(tmp_path / "never")
    assert tables_in(tmp_path / "often") == tables_in(tmp_path / "never")


def test_a_game_that_was_written_in_part_is_played_again(tmp_path: Path) -> None:
    ran(tmp_path)
    before, ledger = tables_in(tmp_path), tmp_path / "finished.games"
    ledger.write_bytes(ledger.read_bytes()[:-7])
    assert ran(tmp_path).found == 8
    assert tables_in(tmp_path) == before


def test_more_deals_are_added_fewer_are_told_and_other_experiments_refused(tmp_path: Path) -> None:
    ran(tmp_path)
    before = tables_in(tmp_path)
    assert ran(tmp_path, SHORT.replace("games = 3", "games = 4")) == Ran(12, 9, ())
    assert ran(tmp_path) == Ran(9, 9, ())
    assert tables_in(tmp_path) == before
    with pytest.raises(BadExperiment):
        ran(tmp_path, SHORT.replace("limit = 12", "limit = 13"))


def test_a_program_plays_under_the_name_it_is_given_and_what_starts_it_is_written_nowhere(tmp_path: Path) -> None:
    command = f"{sys.executable} {DOCS.parent / 'examples' / 'muddler.py'} --token secret"
    text = 'name = "x"\ngames = 1\nlimit = 3\n[[series]]\ngame = "tobruk"\nplayers = ["muddler"]\n'
    done = run(experiment(text), tmp_path, on_this_machine(1), {"muddler": command}, silently)
    (row,) = parquet.rows(tmp_path, "games")
    assert (done.games, row["player_1"], row["refused_1"]) == (1, "muddler", 0)
    assert not any(b"secret" in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    with pytest.raises(BadExperiment, match="other rules or programs"):
        run(experiment(text), tmp_path, on_this_machine(1), {"muddler": "another"}, silently)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    def players(tasks: Sequence[Task]) -> Iterator[bytes]:
        with pytest.raises(BadExperiment, match="another run is working"):
            ran(tmp_path)
        return iter(())

    run(experiment(), tmp_path, players, {}, silently)


def test_a_game_that_fails_is_a_row_with_a_save_that_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = RandomPlayer.choose
    asked: list[str] = []

    def faulty(player: RandomPlayer, observed: Any, side: str) -> Action:
        asked.append(side)
        if len(asked) == 18:
            raise RuntimeError("the quill broke\nin two")
        return chosen(player, observed, side)

    monkeypatch.setattr(RandomPlayer, "choose", faulty)
    assert ran(tmp_path).crashed == (1,)
    row = parquet.rows(tmp_path, "games")[1]
    assert (row["status"], row["error"], row["actions"]) == ("crashed", "RuntimeError: the quill broke", 5)
    save = journal.read(tmp_path / row["dump"])
    assert len(journal.check(games.title(save.game), save).record) == 5
    assert "the quill broke" in (tmp_path / row["dump"]).with_suffix(".txt").read_text()


def test_rows_tell_what_happened_in_the_game() -> None:
    text = 'name = "x"\ngames = 1\n[[series]]\ngame = "tobruk"\nplayers = ["random"]\n'
    tables = unpacked(play((design.bouts(experiment(text), Roster())[0], {}))).tables
    for name, rows in tables.items():
        assert rows, name
        assert {len(row) for row in rows} == {len(TABLES[name])}, name
    named = {
        name: [dict(zip((c.name for c in TABLES[name]), row, strict=True)) for row in rows]
        for name, rows in tables.items()
    }
    (game,) = named["games"]
    assert game["status"] == "finished" and game["winner"] in ("axis", "commonwealth")
    assert [row["turn"] for row in named["turns"][::2]] == list(range(1, game["turns"] + 2))
    board = games.title("tobruk").rules.board()
    for turn in named["turns"]:
        there = [row for row in named["positions"] if (row["turn"], row["side"]) == (turn["turn"], turn["side"])]
        on_map = [row for row in there if row["at"] in board.index]
        assert (turn["units"], turn["strength"]) == (len(on_map), sum(row["strength"] for row in on_map))
    assert all(row["at"] in board.index for row in named["battles"] + named["traffic"])
    gone = [row for row in named["losses"] if row["kind"] == "eliminated"]
    after = {(row["unit"], row["turn"]): row for row in named["positions"]}
    next_turn = [after[row["unit"], row["turn"] + 1] for row in gone]  # later some come back: headquarters, armour
    assert gone and all(row["at"] not in board.index for row in next_turn)
    assert [row["side"] for row in next_turn] == [row["side"] for row in gone]


@pytest.mark.long
def test_whoever_a_bid_gives_the_other_side_wins_under_his_own_name() -> None:
    text = """
    name = "x"\ngames = 1
    [[series]]\ngame = "tobruk"\nscenarios = ["battle-for-tobruk"]
    sides = {axis = ["random"], commonwealth = ["cadet"]}
    must = {axis = ["bid 98"], commonwealth = ["bid 3"]}
    """
    (row,) = unpacked(play((design.bouts(experiment(text), Roster())[0], {}))).tables["games"]
    game = dict(zip((column.name for column in TABLES["games"]), row, strict=True))
    assert game["status"] == "finished"
    assert (game["winner"], game["winner_player"]) == ("axis", "cadet")  # nobody beats the Axis by 98 points


def test_the_front_runs_where_fewest_counters_are_on_the_wrong_side() -> None:
    assert front_line([1, 2, 3], [5, 6]) == 4
    assert front_line([1, 2, 9], [5, 6, 7]) == 3.5
    assert front_line([1, 1], [1, 1]) == 1
    assert front_line([1, 2], []) is None


# Documents and the command line


def test_the_page_on_the_lab_has_every_column_and_no_other() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name, columns in TABLES.items():
        section = re.search(rf"^### {name}$(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
        assert section, name
        told = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*) \|$", section.group(1), re.MULTILINE)
        assert told == [tuple(column) for column in columns]


def test_the_files_have_the_columns_that_are_told(tmp_path: Path) -> None:
    ran(tmp_path)
    for name, columns in TABLES.items():
        assert parquet.read(tmp_path, name).column_names == [column.name for column in columns]


def test_without_pyarrow_one_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trial.toml").write_text(SHORT)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["lab", "run", str(tmp_path / "trial.toml")]) == 2
    assert capsys.readouterr().err == (
        "sandtable: experiments write Parquet, and that needs pyarrow: pip install 'sandtable[lab]'\n"
    )
    assert not (tmp_path / "trial").exists()


def test_without_ray_one_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trial.toml").write_text(SHORT)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["lab", "run", str(tmp_path / "trial.toml"), "--ray"]) == 2
    assert capsys.readouterr().err == "sandtable: a Ray cluster needs ray: pip install 'sandtable[ray]'\n"


def test_the_command_plays_an_experiment_and_says_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trial.toml").write_text(SHORT)
    assert main(["lab", "run", str(tmp_path / "trial.toml"), "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"9 games are in {tmp_path / 'trial'}")
    assert said.err.endswith("9 of 9 games\n")


@pytest.mark.parametrize("words", [["lab"], ["lab", "run", "no-such-file.toml"], ["lab", "run", "pyproject"]])
def test_bad_words_are_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_progress_tells_the_time_left_by_the_games_played_in_this_run() -> None:
    now = [100.0]
    progress = Progress(lambda: now[0])
    progress.tell(40, 100, None)
    assert progress.line(now[0]) == "40 of 100 games"
    progress.done = 50
    assert progress.line(200.0) == "50 of 100 games, about 8 min left"


@pytest.mark.long
def test_a_run_that_is_killed_is_carried_on_and_leaves_no_process_behind(tmp_path: Path) -> None:
    text = SHORT.replace("games = 3", "games = 30").replace("limit = 12", "limit = 60")
    (tmp_path / "trial.toml").write_text(text)
    command = [sys.executable, "-m", "sandtable", "lab", "run", str(tmp_path / "trial.toml"), "--workers", "2"]
    ledger = tmp_path / "trial" / "finished.games"
    found = 0
    for end in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_until(partial(is_longer, ledger, found))
        os.killpg(child.pid, end) if end == signal.SIGINT else child.kill()
        child.wait(60)
        wait_until(partial(is_empty, child.pid))
        found = ledger.stat().st_size
    assert subprocess.run(command, capture_output=True).returncode == 0
    ran(tmp_path / "never", text)
    assert tables_in(tmp_path / "trial") == tables_in(tmp_path / "never")


def wait_until(true: Callable[[], bool]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("it has not happened")


def is_longer(file: Path, size: int) -> bool:
    return file.exists() and file.stat().st_size > size


def is_empty(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.long
def test_a_cluster_of_two_nodes_writes_the_same_tables(tmp_path: Path) -> None:
    """Needs ray, which is large and in no list of ours: pip install 'sandtable[ray]'."""
    from sandtable.lab.experiments.cluster import on_cluster

    cluster_utils = pytest.importorskip(
        "ray.cluster_utils", reason="ray is not installed: pip install 'sandtable[ray]'"
    )
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        run(experiment(), tmp_path / "cluster", on_cluster(cluster.address), {}, silently)
    finally:
        cluster.shutdown()
    ran(tmp_path / "here")
    assert tables_in(tmp_path / "cluster") == tables_in(tmp_path / "here")
