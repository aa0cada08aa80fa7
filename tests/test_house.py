"""The house: the bootstrap file, the licence, the promises of the README, and what must never be committed."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
BULKY = {".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "build", "dist"}

# Built from pieces, so that this file does not find itself.
MACHINE_PATHS = re.compile(
    r"(?<!\w)/(work" + "/main|work" + "/shared|home" + r"/\w|Users" + r"/\w)|\.\./" + r"shared\b|\b[A-Z]:\\" + "Users"
)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project_files() -> list[Path]:
    """Everything that is or would be committed; a copy without git history is walked instead."""
    if (ROOT / ".git").exists():
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    found = [path for path in ROOT.rglob("*") if not BULKY.intersection(path.relative_to(ROOT).parts)]
    return [path for path in found if path.is_file()]


# Papers


def test_licence_is_mit() -> None:
    assert read("LICENSE").startswith("MIT License\n")
    assert "2026 Sandtable contributors" in read("LICENSE")
    assert tomllib.loads(read("pyproject.toml"))["project"]["license"] == "MIT"


def test_notice_credits_the_designers() -> None:
    for name in ["Charles S. Roberts", "James F. Dunnigan", "Mark Simonitch", "Richard Berg"]:
        assert name in read("NOTICE")


def test_readme_gives_the_two_commands_and_a_picture() -> None:
    readme = read("README.md")
    assert "python3 go.py play" in readme
    assert "python3 go.py test" in readme
    assert "docs/pictures/afrika-korps.svg" in readme


def test_ci_runs_the_test_command() -> None:
    lines = read(".ci/run").splitlines()
    assert lines[0].endswith("bash")
    assert any(re.match(r"(exec )?python3 go\.py test\b", line) for line in lines)
    assert os.name == "nt" or os.access(ROOT / ".ci/run", os.X_OK)


@pytest.mark.skipif(os.name == "nt", reason="a script of Unix")
@pytest.mark.parametrize("words", [(), ("--all",)])
def test_ci_brings_what_the_tests_need_that_it_runs(words: tuple[str, ...], tmp_path: Path) -> None:
    """On a machine of root's that has apt and little else; what would be installed is written down instead."""
    asked = tmp_path / "asked"
    for program, does in (("apt-get", f'echo "$@" >> "{asked}"'), ("id", "echo 0"), ("python3", "true")):
        (tmp_path / program).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / program).chmod(0o755)
    for program in ("bash", "dirname"):
        (tmp_path / program).symlink_to(shutil.which(program) or "")
    subprocess.run([ROOT / ".ci/run", *words], env={"PATH": str(tmp_path)}, check=True)
    installed = asked.read_text(encoding="utf-8").split()
    assert {"chromium", "firefox-esr"} <= set(installed) and ("caddy" in installed) == ("--all" in words)


def test_every_dependency_is_justified_in_one_line_and_no_other() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    rows = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", read("docs/dependencies.md"), re.MULTILINE)
    names = [re.split(r"[^A-Za-z0-9_.-]", requirement)[0] for requirement in wanted]
    assert sorted(name for name, _ in rows) == sorted(set(names))
    assert all(len(reason.split()) >= 3 for _, reason in rows)


def test_no_path_of_a_machine_is_committed() -> None:
    found = []
    for path in project_files():
        match = MACHINE_PATHS.search(path.read_bytes().decode("utf-8", errors="ignore"))
        if match:
            found.append(f"{path.relative_to(ROOT)}: {match.group()}")
    assert found == []


def test_the_search_for_machine_paths_finds_them() -> None:
    for text in ["/work" + "/main/src", "see ../" + "shared/x", "/home" + "/anna/games", "C:\\" + "Users\\anna"]:
        assert MACHINE_PATHS.search(text)
    assert not MACHINE_PATHS.search("homework/mainly, the shared board, docs/home/x")


# Kinds of files: a downloaded tool was committed once. Whoever brings a new kind says here where it belongs.

KINDS = {
    ".": {".py", ".md", ".toml", ".gitignore", "LICENSE", "NOTICE"},
    ".ci": {"run"},
    "docs": {".md"},
    "docs/examples": {".py"},
    "docs/notebooks": {".ipynb"},
    "docs/pictures": {".jpg", ".svg"},
    "docs/studies": {".md", ".svg", ".toml"},
    "requirements": {".txt"},
    "src/sandtable": {".py", "py.typed"},
    "src/sandtable/client": {".js", ".css", ".html", ".svg", "jsconfig.json", "manifest.webmanifest"},
    "src/sandtable/games": {".py", ".toml"},
    "src/sandtable/lab": {".py", ".toml"},
    "src/sandtable/table": {".py", ".toml"},
    "src/sandtable/template": {".py", ".toml"},
    "tests": {".py"},
    "tests/afrika_korps": {".py", ".json", ".txt"},
    "tests/campaign_for_north_africa": {".py", ".txt"},
    "tests/cli": {".py", ".json"},
    "tests/lab": {".py", ".csv"},
    "tests/north_africa_41": {".py", ".json", ".txt"},
    "tests/panzerarmee_afrika": {".py", ".json", ".txt"},
    "tests/tobruk": {".py", ".json", ".txt"},
    "tools": {".py"},
}


def is_of_its_folder(name: str) -> bool:
    """Whether a file is of a kind that the nearest known folder holds; nothing but what lies there is the root's."""
    path = Path(name)
    home = next(str(folder) for folder in path.parents if str(folder) in KINDS)
    if home == "." and path.parent != Path():
        return False
    return path.name in KINDS[home] or path.suffix in KINDS[home]


def test_no_file_of_an_unknown_kind_is_committed() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in project_files()]
    assert len(names) > 1500
    assert [name for name in names if not is_of_its_folder(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "tool-1.0-py3-none-any.whl", "game.json", "downloads/tool.py", "docs/picture.png", "docs/pictures/notes.md",
        "src/sandtable/core/data.toml", "src/sandtable/client/lib.wasm", "tests/table/save.json", "tools/run",
    ],
)  # fmt: skip
def test_a_file_of_an_unknown_kind_is_found(name: str) -> None:
    assert not is_of_its_folder(name)


# go.py


@pytest.fixture
def go() -> ModuleType:
    spec = importlib.util.spec_from_file_location("go", ROOT / "go.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path, go: ModuleType) -> Path:
    """A folder whose set-up for playing looks finished."""
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    go.interpreter(tmp_path).parent.mkdir(parents=True)
    go.interpreter(tmp_path).touch()
    go.stamp_file(tmp_path, "play").write_text(go.fingerprint(tmp_path))
    return tmp_path


@pytest.fixture
def sound(go: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Soundness without a real interpreter: whatever is not marked unfinished will do."""
    monkeypatch.setattr(go, "is_sound", lambda root: not go.unfinished_marker(root).exists())


def pip_that_returns(code: int, words: str) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        assert command[1:4] == ["-m", "pip", "install"]
        return subprocess.CompletedProcess(command, code, words.encode())

    return run


def test_old_pythons_can_read_go_py() -> None:
    ast.parse(read("go.py"), feature_version=(3, 8))


def test_go_py_needs_the_standard_library_only() -> None:
    nodes = list(ast.walk(ast.parse(read("go.py"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert "subprocess" in names
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_old_python_is_told_so_in_one_line(go: ModuleType) -> None:
    with pytest.raises(go.SetUpError, match=r"^[^\n]*3\.11 or newer[^\n]*3\.10\.4[^\n]*$"):
        go.check_python((3, 10, 4))
    go.check_python((3, 11, 0))
    go.check_python((3, 13, 1))


def test_missing_venv_module_is_told_in_one_line(go: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    go.check_venv_module()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(go.SetUpError, match=r"^[^\n]*python3-venv$"):
        go.check_venv_module()


def test_finished_set_up_is_left_alone(go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go, "install", lambda root, kind: pytest.fail("nothing was to be installed"))
    assert go.is_ready(checkout, "play")
    go.set_up(checkout, "play")


def test_set_up_for_playing_is_not_one_for_testing(go: ModuleType, checkout: Path) -> None:
    assert not go.is_ready(checkout, "test")


def test_changed_dependencies_ask_for_a_new_set_up(go: ModuleType, checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text("[project]\ndependencies = ['more']\n")
    assert not go.is_ready(checkout, "play")


def test_another_python_asks_for_a_new_set_up(go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version", "3.99.0 (somewhere else)")
    assert not go.is_ready(checkout, "play")


def test_moved_checkout_asks_for_a_new_set_up(go: ModuleType, checkout: Path) -> None:
    moved = checkout.with_name(checkout.name + "-moved")
    checkout.rename(moved)
    assert not go.is_ready(moved, "play")


def test_marker_of_an_interruption_outweighs_the_stamp(go: ModuleType, checkout: Path) -> None:
    go.unfinished_marker(checkout).touch()
    assert not go.is_ready(checkout, "play")
    assert not go.is_sound(checkout)


def test_lost_interpreter_is_noticed(go: ModuleType, checkout: Path) -> None:
    go.interpreter(checkout).unlink()
    assert not go.is_ready(checkout, "play")
    assert not go.is_sound(checkout)


def test_interpreter_that_cannot_run_is_not_sound(go: ModuleType, checkout: Path) -> None:
    assert not go.is_sound(checkout)


def test_venv_without_pip_is_half_made(go: ModuleType, tmp_path: Path) -> None:
    venv.create(go.venv_folder(tmp_path), with_pip=False, symlinks=os.name != "nt")
    assert go.interpreter(tmp_path).exists()
    assert not go.is_sound(tmp_path)


def test_venv_with_pip_of_this_python_is_sound_and_of_another_is_not(
    go: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv.create(go.venv_folder(tmp_path), with_pip=False, symlinks=os.name != "nt")
    site = next(go.venv_folder(tmp_path).rglob("site-packages"))
    (site / "pip.py").touch()
    assert go.is_sound(tmp_path)
    monkeypatch.setattr(go, "python_version", lambda: "3.99.0")
    assert not go.is_sound(tmp_path)


@pytest.mark.usefixtures("sound")
def test_half_made_venv_is_removed_and_made_afresh(
    go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go.unfinished_marker(checkout).touch()
    litter = go.venv_folder(checkout) / "litter"
    litter.touch()
    monkeypatch.setattr(go, "create_venv", lambda root: go.interpreter(root).parent.mkdir(parents=True))
    monkeypatch.setattr(go, "install", lambda root, kind: go.interpreter(root).touch())
    go.set_up(checkout, "test")
    assert not litter.exists()
    assert not go.unfinished_marker(checkout).exists()
    assert go.is_ready(checkout, "test")
    assert go.is_ready(checkout, "play"), "what tests need includes what playing needs"


@pytest.mark.usefixtures("sound")
def test_interruption_leaves_the_marker(go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(root: Path, kind: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(go, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        go.set_up(checkout, "test")
    assert go.unfinished_marker(checkout).exists()


@pytest.mark.usefixtures("sound")
def test_failing_pip_is_told_in_one_line_and_spoils_nothing(
    go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = "ERROR: first\nmore words\n  ERROR: No matching distribution found for msgspec\nnote: more\n"
    monkeypatch.setattr(subprocess, "run", pip_that_returns(1, answer))
    with pytest.raises(go.SetUpError, match=r"^[^\n]*\(No matching distribution found for msgspec\)[^\n]*$"):
        go.set_up(checkout, "test")
    assert (go.venv_folder(checkout) / "pip.log").read_text() == answer
    assert go.is_ready(checkout, "play")
    assert not go.is_ready(checkout, "test")


@pytest.mark.usefixtures("sound")
def test_a_network_that_is_not_there_is_told_in_one_line(
    go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = "WARNING: Retrying after: NewConnectionError('...')\nERROR: No matching distribution found for msgspec\n"
    monkeypatch.setattr(subprocess, "run", pip_that_returns(1, answer))
    with pytest.raises(go.SetUpError, match=r"^[^\n]*must be fetched once, and the network is not there[^\n]*$"):
        go.set_up(checkout, "test")
    assert go.is_ready(checkout, "play")


@pytest.mark.parametrize("kind", ["play", "test"])
def test_packages_are_installed_by_their_hashes(go: ModuleType, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in go.LOCKED_PYTHONS:
        monkeypatch.setattr(sys, "version_info", (*version, 1))
        packages, checkout = go.install_steps(ROOT, kind)
        assert packages == ["--require-hashes", "--requirement", str(ROOT / "requirements" / f"{kind}.txt")]
        assert checkout == ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    monkeypatch.setattr(sys, "version_info", (3, 99, 1))
    assert go.install_steps(ROOT, kind) == [["--editable", str(ROOT) + go.EXTRAS[kind]]]


ASIDE = ("ray", "spiel", "fast")  # extras that only tests of the long tier use, and only where they are installed


def test_the_lists_of_hashes_hold_every_dependency_and_no_address() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    playing = project["build-system"]["requires"] + project["project"]["dependencies"]
    extras = project["project"]["optional-dependencies"]
    testing = playing + [one for extra in extras if extra not in ASIDE for one in extras[extra]]
    for kind, wanted in (("play", playing), ("test", testing)):
        text = read(f"requirements/{kind}.txt")
        locked = re.findall(r"^([A-Za-z0-9._-]+)==[^ \n]+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
        assert {re.split(r"[^A-Za-z0-9_.-]", one)[0] for one in wanted} <= set(locked)
        assert len(locked) == text.count("==") - text.count("python_full_version ==") - text.count("_platform ==")
        assert "://" not in text


def test_a_new_list_of_hashes_asks_for_a_new_set_up(go: ModuleType, checkout: Path) -> None:
    (checkout / "requirements").mkdir()
    (checkout / "requirements" / "play.txt").write_text("msgspec==1\n")
    assert not go.is_ready(checkout, "play")


@pytest.mark.usefixtures("sound")
def test_killed_pip_leaves_the_marker(go: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", pip_that_returns(-9, ""))
    with pytest.raises(go.SetUpError):
        go.set_up(checkout, "test")
    assert go.unfinished_marker(checkout).exists()


@pytest.mark.parametrize(("trouble", "code"), [("SetUpError", 2), ("OSError", 2), ("KeyboardInterrupt", 130)])
def test_trouble_in_set_up_is_one_line_and_an_exit_code(
    go: ModuleType, trouble: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {"SetUpError": go.SetUpError, "OSError": OSError, "KeyboardInterrupt": KeyboardInterrupt}

    def fail(root: Path, kind: str) -> None:
        raise kinds[trouble]("no luck")

    monkeypatch.setattr(go, "set_up", fail)
    assert go.main(["play"]) == code
    assert len(capsys.readouterr().err.splitlines()) == 1


LINT_AND_TYPES = ["ruff format --check .", "ruff check .", "mypy"]


def steps_run(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], codes: dict[str, int], node: str = ""
) -> tuple[int, list[str]]:
    ran: list[str] = []

    def run(command: list[str], folder: Path, environment: dict[str, str]) -> int:
        assert "PYTHONDONTWRITEBYTECODE" not in environment and environment.keys() <= os.environ.keys()
        ran.append(" ".join(command[2:] if command[1] == "-m" else command))
        return codes.get(command[2] if command[1] == "-m" else command[0], 0)

    monkeypatch.setattr(go, "run", run)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # every program that a test starts would compile the house anew
    monkeypatch.setattr(go.shutil, "which", lambda name: name if node else None)
    monkeypatch.setattr(go, "client_tool", lambda root, name: Path(node) / name)
    return go.run_tests(ROOT, words), ran


def test_tests_are_lint_types_then_the_quick_tier(go: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ran = steps_run(go, monkeypatch, ["-x", "tests/core"], {})
    assert code == 0
    assert ran == [*LINT_AND_TYPES, "pytest -n auto --dist loadfile --no-loadscope-reorder -m not long -x tests/core"]


def test_all_adds_the_long_tier(go: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_run(go, monkeypatch, ["--all"], {})[1][-1] == "pytest -n auto --dist loadfile --no-loadscope-reorder"


def test_first_failing_step_ends_the_tests_with_its_code(go: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_run(go, monkeypatch, [], {"mypy": 7}) == (7, LINT_AND_TYPES)


def test_where_there_is_node_layout_and_types_of_the_client_are_checked(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("prettier/bin/prettier.cjs", "typescript/bin/tsc"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    ran = steps_run(go, monkeypatch, [], {}, node=str(tmp_path))[1]
    assert ran[-3].startswith(f"node {tmp_path}/prettier/") and "--check" in ran[-3]
    assert ran[-2] == f"node {tmp_path}/typescript/bin/tsc -p src/sandtable/client/jsconfig.json"
    assert steps_run(go, monkeypatch, [], {"node": 2}, node=str(tmp_path))[0] == 2


def test_where_there_is_node_but_its_tools_cannot_be_had_the_tests_fail(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, ran = steps_run(go, monkeypatch, [], {"npm": 1}, node=str(tmp_path))
    assert code == 1
    assert ran[-1].startswith("npm install") and ran[-1].endswith(" ".join(go.CLIENT_TOOLS))


def test_without_node_it_is_said_aloud_that_the_client_is_not_checked(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert steps_run(go, monkeypatch, [], {})[0] == 0
    assert "NOT CHECKED" in capsys.readouterr().err


def test_a_program_that_is_not_there_fails_in_one_line(go: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert go.run(["no-such-program-anywhere"], ROOT) == 127
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "passed_on"),
    [([], ["play"]), (["play"], ["play"]), (["rules", "afrika-korps"], ["rules", "afrika-korps"])],
)
def test_any_word_but_test_goes_to_the_command_line(
    go: ModuleType, words: list[str], passed_on: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: list[str] = []
    monkeypatch.setattr(go, "set_up", lambda root, kind: kinds.append(kind))
    monkeypatch.setattr(go, "hand_over", lambda root, words: 0 if words == passed_on else 1)
    assert go.main(words) == 0
    assert kinds == ["play"]
