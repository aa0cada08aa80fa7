"""Finished games of an experiment, one after another in a file that outlives any interruption."""

from __future__ import annotations

import os
from collections.abc import Iterator, Set
from hashlib import blake2b
from pathlib import Path

import msgspec

from sandtable import games
from sandtable.core.values import Value
from sandtable.lab.experiments.design import BadExperiment, Experiment
from sandtable.lab.experiments.playing import Finished, dump_name, unpacked
from sandtable.lock import lock

HEAD = 16  # bytes before each game: its number and its length
FORMAT = "sandtable-experiment"


class Sheet(Value, frozen=True):
    """What the games in a folder are of."""

    format: str
    experiment: Experiment
    rules: dict[str, str]  # version by title
    engines: dict[str, str] = {}  # fingerprints of command lines and addresses, which may hold a token


class Ledger:
    """The folder of an experiment is ours while this is open. Raises `BadExperiment`."""

    def __init__(self, folder: Path, experiment: Experiment, engines: dict[str, str]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / "finished.games").open("a+b")
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise BadExperiment(f"another run is working in {folder}") from None
        try:
            self._sign(experiment, engines)
        except BadExperiment:
            self._file.close()
            raise
        self._places = dict(self._whole())

    @property
    def numbers(self) -> set[int]:
        return set(self._places)

    def add(self, data: bytes) -> Finished:
        """On the disk before it counts."""
        finished = unpacked(data)
        if finished.dump:
            _write(self.folder / dump_name(finished.number), finished.dump)
            _write((self.folder / dump_name(finished.number)).with_suffix(".txt"), finished.trouble.encode())
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(finished.number.to_bytes(8, "big") + len(data).to_bytes(8, "big") + data)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._places[finished.number] = (place + HEAD, len(data))
        return finished

    def games(self, wanted: Set[int]) -> Iterator[Finished]:
        """Of these numbers, in their order, whatever the order in which they were finished."""
        for number in sorted(wanted & self._places.keys()):
            place, length = self._places[number]
            self._file.seek(place)
            yield unpacked(self._file.read(length))

    def close(self) -> None:
        self._file.close()

    def _sign(self, experiment: Experiment, engines: dict[str, str]) -> None:
        """Games of another experiment, or of other rules, are not mixed with these. The number of deals may change."""
        rules = {key: games.title(key).rules_version for key in sorted({each.game for each in experiment.series})}
        sheet, path = Sheet(FORMAT, experiment, rules, _fingerprints(engines)), self.folder / "experiment.json"
        if path.exists():
            found = read_sheet(self.folder)
            if msgspec.structs.replace(found.experiment, games=experiment.games) != experiment:
                raise BadExperiment(f"{self.folder} holds another experiment: '{found.experiment.name}'")
            if found.rules != rules or found.engines != sheet.engines:
                raise BadExperiment(f"{self.folder} was begun with other rules or programs; begin in another folder")
        _write(path, msgspec.json.format(msgspec.json.encode(sheet), indent=1))

    def _whole(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """The games that were written to their end; what is left of another is cut off."""
        self._file.seek(0, os.SEEK_END)
        size, place = self._file.tell(), 0
        while place + HEAD <= size:
            self._file.seek(place)
            number, length = (int.from_bytes(self._file.read(8), "big") for _ in range(2))
            if place + HEAD + length > size:
                break
            yield number, (place + HEAD, length)
            place += HEAD + length
        self._file.truncate(place)


def _fingerprints(engines: dict[str, str]) -> dict[str, str]:
    return {name: blake2b(command.encode(), digest_size=8).hexdigest() for name, command in sorted(engines.items())}


def read_sheet(folder: Path) -> Sheet:
    path = folder / "experiment.json"
    try:
        sheet = msgspec.json.decode(path.read_bytes(), type=Sheet)
    except OSError as error:
        raise BadExperiment(f"{path} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise BadExperiment(f"{path} is not of an experiment: {error}") from None
    if sheet.format != FORMAT:
        raise BadExperiment(f"{path} is not of an experiment")
    return sheet


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".part")
    scratch.write_bytes(data)
    scratch.replace(path)
