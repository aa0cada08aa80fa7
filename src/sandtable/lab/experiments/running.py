"""Plays whatever of an experiment is not finished yet, on the processes of this machine or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from sandtable.bots.roster import Roster
from sandtable.core.values import Value
from sandtable.lab.experiments import parquet
from sandtable.lab.experiments.design import BadExperiment, Bout, Experiment, bouts
from sandtable.lab.experiments.ledger import Ledger
from sandtable.lab.experiments.playing import Finished, play
from sandtable.parallel import in_parallel

Task = tuple[Bout, Mapping[str, str]]
Players = Callable[[Sequence[Task]], Iterator[bytes]]  # plays tasks and gives them back packed, as they come
Told = Callable[[int, int, Finished | None], None]  # games finished, games in all, the one that was just finished


class Ran(Value, frozen=True):
    """What a run came to."""

    games: int  # in the folder
    found: int  # that were finished before
    crashed: tuple[int, ...]  # numbers, of those played now


def run(experiment: Experiment, folder: Path, players: Players, engines: Mapping[str, str], told: Told) -> Ran:
    """Raises `BadExperiment`, and `NoLab` before a game is played. An interruption leaves whole games, and tables of
    them."""
    parquet.arrow()
    planned = bouts(experiment, Roster(engines))
    wanted = {bout.number for bout in planned}
    ledger = Ledger(folder, experiment, dict(engines))
    try:
        waiting = [(bout, engines) for bout in planned if bout.number not in ledger.numbers]
        found = len(planned) - len(waiting)
        crashed: list[int] = []
        told(found, len(planned), None)
        try:
            for done, data in enumerate(players(waiting), found + 1):
                finished = ledger.add(data)
                if finished.dump:
                    crashed.append(finished.number)
                told(done, len(planned), finished)
        finally:
            parquet.write(folder, ledger.games(wanted))
        return Ran(len(wanted & ledger.numbers), found, tuple(sorted(crashed)))
    finally:
        ledger.close()


def on_this_machine(workers: int | None = None) -> Players:
    return lambda tasks: in_parallel(play, tasks, workers, stop_at_once=True)


__all__ = ["BadExperiment", "Ran", "on_this_machine", "run"]
