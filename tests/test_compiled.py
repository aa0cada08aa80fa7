"""Compiled modules: run only while their source is the one that was compiled, and play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from sandtable import compiled, compiling
from sandtable.cli import main

NAME = "sandtable.core.hexes"
FOLDER = [str(Path(compiled.__file__).parent / "core")]

PLAYED = """
import sys
from hashlib import blake2b
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.compiled import running
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.games import title as title_of

title, heard = title_of(sys.argv[1]), blake2b()
for seed in range(1, 9):
    game = Game(title, title.setup(), SecretDice(secret_of_seed(seed)))
    play_out(game, {side: RandomPlayer(title, seed) for side in title.sides}, limit=400)
    for entry in game.entries:
        heard.update(f"{entry.side}> {entry.action} {entry.events}".encode())
    heard.update(title.rules.encode(game.state))
print(running(), heard.hexdigest())
"""


def kept(place: Path, source: bytes) -> Path:
    """A file as it stands there when this source of the module has been compiled."""
    file = compiled.file_for(place, NAME, source)
    file.write_bytes(b"")
    return file


def source() -> bytes:
    return compiled.source_of(NAME).read_bytes()


def test_a_module_compiled_from_its_source_of_today_runs_compiled(tmp_path: Path) -> None:
    kept(tmp_path, source())
    spec = compiled.Finder(tmp_path).find_spec(NAME, FOLDER)
    assert spec is not None
    assert isinstance(spec.loader, compiled.Loader)
    assert spec.origin == str(compiled.source_of(NAME))


def test_a_module_whose_source_has_changed_since_runs_as_python(tmp_path: Path) -> None:
    kept(tmp_path, source() + b"\n")
    assert compiled.Finder(tmp_path).find_spec(NAME, FOLDER) is None


def test_a_module_that_was_never_compiled_runs_as_python(tmp_path: Path) -> None:
    kept(tmp_path, source())
    assert compiled.Finder(tmp_path).find_spec("sandtable.core.fields", FOLDER) is None


def test_whoever_asks_a_compiled_module_for_its_source_gets_it(tmp_path: Path) -> None:
    kept(tmp_path, source())
    spec = compiled.Finder(tmp_path).find_spec(NAME, FOLDER)
    assert spec is not None
    assert isinstance(spec.loader, SourceFileLoader)
    assert spec.loader.get_source(NAME) == source().decode()


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ((), "pure Python"),
        ((b"",), "modules compiled: 1"),
        ((b"", b"\n"), "modules compiled: 1, 1 out of date and not used"),
    ],
)
def test_the_version_says_what_is_compiled(
    texts: tuple[bytes, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(compiled.VARIABLE, str(tmp_path))
    for added in texts:
        kept(tmp_path, source() + added)
    assert main(["--version"]) == 0
    assert f"({words})" in capsys.readouterr().out


def test_what_is_out_of_date_is_cleared_away_and_wanted_again(tmp_path: Path) -> None:
    late, unfinished = kept(tmp_path, source() + b"\n"), tmp_path / "half.123"
    unfinished.write_bytes(b"")
    assert compiling.wanting([NAME], tmp_path) == (NAME,)
    assert compiling.clear_away(tmp_path) == 2
    assert not late.exists()
    fresh = kept(tmp_path, source())
    assert compiling.wanting([NAME], tmp_path) == ()
    assert compiling.clear_away(tmp_path) == 0
    assert fresh.exists()


def test_the_modules_in_which_a_short_game_spends_its_time_are_found() -> None:
    names = set(compiling.measured("afrika-korps"))
    assert {"sandtable.core.frames", "sandtable.core.game", "sandtable.games.afrika_korps.movement.phase"} <= names
    assert "sandtable.games.afrika_korps.sight.offers" not in names


def test_compiling_says_what_must_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(compiled.VARIABLE, str(tmp_path))
    monkeypatch.setattr(compiling, "NEEDED", ("no_such_compiler",))
    assert main(["compile"]) == 2
    assert "no_such_compiler must be installed: pip install 'sandtable[fast]'" in capsys.readouterr().err


def test_compiling_needs_a_folder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(compiled.VARIABLE, "")
    assert main(["compile"]) == 2
    assert "SANDTABLE_COMPILED is empty" in capsys.readouterr().err


@pytest.mark.long
def test_a_compiled_game_is_the_same_to_the_byte(tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="there is no compiler: pip install 'sandtable[fast]'")
    pure = {**os.environ, compiled.VARIABLE: "", "PYTHONPATH": str(compiled.HOUSE.parent)}
    compiled_too = {**pure, compiled.VARIABLE: str(tmp_path)}
    subprocess.run([sys.executable, "-m", "sandtable", "compile", "afrika-korps"], env=compiled_too, check=True)
    answers = [
        subprocess.run(
            [sys.executable, "-c", PLAYED, "afrika-korps"], env=env, check=True, capture_output=True, text=True
        ).stdout.split()
        for env in (pure, compiled_too)
    ]
    assert answers[0][0] == "0"
    assert int(answers[1][0]) > 10
    assert answers[0][1] == answers[1][1]
