"""Compiling with Cython, from the sources as they are, the modules in which games spend their time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import chdir
from cProfile import Profile
from importlib.util import find_spec
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory

from sandtable.compiled import HOUSE, VARIABLE, file_for, is_fresh, source_of
from sandtable.core.values import Value

NEEDED = ("Cython", "setuptools")
ROOMS = ("core", "kit", "bots", "games")  # of which modules are compiled
SHARE = 0.003  # of the time of the games that are looked at; a module with less is not worth its compilation
RANDOM_ACTIONS, STAFF_ACTIONS = 2_000, 100  # that are looked at, in short games one after the other
MOST_GAMES = 20
FLAGS = () if os.name == "nt" else ("-O2", "-g0", "-w")
# Annotations stay words: as types they would refuse what Python takes, such as a whole number in place of a fraction.
DIRECTIVES = {"language_level": 3, "annotation_typing": False, "binding": True}


class CannotCompile(Exception):
    """Why, in one line."""


class Task(Value, frozen=True):
    name: str  # of a module
    place: str  # the folder for what is compiled


def missing() -> tuple[str, ...]:
    """The packages that compiling needs and that are not there."""
    return tuple(name for name in NEEDED if find_spec(name) is None)


def hot_modules(key: str) -> tuple[str, ...]:
    """Where a game spends its time: found out in a process in which everything runs as Python."""
    words = [sys.executable, "-m", "sandtable.compiling", key]
    done = subprocess.run(words, env={**os.environ, VARIABLE: ""}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"{key} could not be played: {(done.stderr.splitlines() or [''])[-1]}")
    return tuple(done.stdout.split())


def measured(key: str) -> Iterator[str]:
    """The modules that count in a game between players who choose at random and between officers."""
    from sandtable.bots import player
    from sandtable.bots.random_player import RandomPlayer
    from sandtable.bots.series import play_out
    from sandtable.core.dice import SecretDice, secret_of_seed
    from sandtable.core.game import Game
    from sandtable.games import title as title_of
    from sandtable.kit.staff.ranks import OFFICER

    title = title_of(key)
    profiles = []
    for staff in (False, True) if OFFICER in title.staff.players else (False,):
        profile, left = Profile(), STAFF_ACTIONS if staff else RANDOM_ACTIONS
        for seed in range(1, MOST_GAMES + 1):
            players = {
                side: player(title, OFFICER, seed) if staff else RandomPlayer(title, seed) for side in title.sides
            }
            game = Game(title, title.setup(), SecretDice(secret_of_seed(seed)))
            left -= profile.runcall(play_out, game, players, left).actions
            if left <= 0:
                break
        profiles.append(profile)
    yield from sorted({name for profile in profiles for name in _heavy(profile)})


def _heavy(profile: Profile) -> Iterator[str]:
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in Stats(profile).stats.items():  # type: ignore[attr-defined]
        path = Path(file)
        if path.is_relative_to(HOUSE) and path.stem != "__init__":
            inner = path.relative_to(HOUSE).with_suffix("").parts
            if inner[0] in ROOMS:
                spent[".".join(("sandtable", *inner))] += own
    return (name for name, own in spent.items() if own > SHARE * spent.total())


def wanting(names: Sequence[str], place: Path) -> tuple[str, ...]:
    """Those of these modules that are not compiled from their source of today."""
    return tuple(name for name in names if not file_for(place, name, source_of(name).read_bytes()).exists())


def compile_module(task: Task) -> str:
    """Compile one; what hindered it, or nothing. A file is whole as soon as it has its name."""
    from Cython.Compiler.Errors import CompileError
    from setuptools.errors import BaseError

    source = source_of(task.name).read_bytes()
    file = file_for(Path(task.place), task.name, source)
    with TemporaryDirectory() as aside, chdir(aside):
        try:
            built = _built(task.name, source)
        except (CompileError, BaseError) as error:
            return f"{task.name}: {(str(error).splitlines() or ['it does not compile'])[-1]}"
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f"{file.name}.{os.getpid()}")
        shutil.copyfile(built, unfinished)
        unfinished.replace(file)
    return ""


def _built(name: str, source: bytes) -> Path:
    """The compiled file, made of a copy of the source in the folder in which we are."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    copy = Path(*name.split(".")).with_suffix(".py")
    copy.parent.mkdir(parents=True)
    copy.write_bytes(source)
    extensions = cythonize(
        [Extension(name, [str(copy)], extra_compile_args=[*FLAGS])], compiler_directives=DIRECTIVES, quiet=True
    )
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = "built", "between"
    command.ensure_finalized()
    command.run()
    return Path(command.get_ext_fullpath(name))


def clear_away(place: Path) -> int:
    """Delete what is out of date or was left unfinished, and say how many files that were."""
    late = [file for file in place.iterdir() if not is_fresh(file)] if place.is_dir() else []
    for file in late:
        file.unlink(missing_ok=True)
    return len(late)


if __name__ == "__main__":
    print("\n".join(measured(sys.argv[1])))
