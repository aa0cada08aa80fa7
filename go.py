"""Sets Sandtable up and runs it: needs nothing but Python 3.11 or newer.

    python3 go.py play                           set everything up and start a game
    python3 go.py test [--all] [pytest options]  set everything up and run lint, types and tests; with Node on the
                                                 machine layout and types of the browser client too
    python3 go.py WORD ...                       any other word goes to the command line: python -m sandtable WORD ...

Everything is installed into .venv beside this file and nothing outside it is touched. A set-up that was interrupted,
copied from another place or made by another Python is repaired by the next run.

This file must be readable by Python 3.8, so that an old Python can be told that it is too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
LOCKED_PYTHONS = [(3, 11), (3, 12), (3, 13)]  # those that the lists in requirements/ were made for
BAD_SET_UP = 2
NO_SUCH_PROGRAM = 127
INTERRUPTED = 130

# What each kind of set-up installs; "test" contains "play".
EXTRAS = {"play": "", "test": "[test,browser,serve,lab,env]"}
CONTAINS = {"play": ["play"], "test": ["play", "test"]}

# What pip says of a network that is not there.
NO_NETWORK = [
    "NewConnectionError", "Failed to establish a new connection", "NameResolutionError", "name resolution",
    "ConnectTimeoutError", "Network is unreachable", "ProxyError",
]  # fmt: skip

TEST_STEPS = [["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy"]]
CLIENT = "src/sandtable/client"
CLIENT_TOOLS = ["prettier@3.6.2", "typescript@5.9.3"]  # layout, and the types in comments; nothing of it is ever served
# A file of tests stays together, and files come in their order, folder by folder: their fixtures are dear. In the order
# of their sizes every file that needs a browser would start one of its own, and a server.
EVERY_CORE = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]


class SetUpError(Exception):
    """The set-up cannot go on; the text is one line for the user."""


# Where things are


def venv_folder(root: Path) -> Path:
    return root / ".venv"


def interpreter(root: Path) -> Path:
    return venv_folder(root) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def unfinished_marker(root: Path) -> Path:
    """Stands while .venv is being changed. It lies outside .venv so that an interrupted removal is noticed too."""
    return root / ".venv-unfinished"


def client_tool(root: Path, name: str) -> Path:
    return venv_folder(root) / "client-tools" / "node_modules" / name


def stamp_file(root: Path, kind: str) -> Path:
    return venv_folder(root) / (".ready-to-" + kind)


# What state the set-up is in


def python_version() -> str:
    return "{}.{}.{}".format(*sys.version_info)


def fingerprint(root: Path) -> str:
    """Changes with the dependencies, with the Python that runs and with the place of the checkout: an editable install
    remembers where it was made."""
    parts = [(root / "pyproject.toml").read_bytes(), sys.version.encode(), str(root).encode()]
    parts += [path.read_bytes() for path in sorted((root / "requirements").glob("*.txt"))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_ready(root: Path, kind: str) -> bool:
    stamp = stamp_file(root, kind)
    return (
        not unfinished_marker(root).exists()
        and interpreter(root).exists()
        and stamp.exists()
        and stamp.read_text(encoding="utf-8") == fingerprint(root)
    )


def is_sound(root: Path) -> bool:
    """Whether .venv can be installed into: whole, of the Python that runs now, with a pip of its own."""
    if unfinished_marker(root).exists() or not interpreter(root).exists():
        return False
    question = "import pip, sys; print('{}.{}.{}'.format(*sys.version_info))"
    try:
        answer = subprocess.run([str(interpreter(root)), "-c", question], capture_output=True)
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.decode().strip() == python_version()


# Setting up


def check_python(version: tuple[int, ...]) -> None:
    if version < OLDEST_PYTHON:
        here = ".".join(str(number) for number in version[:3])
        raise SetUpError(f"Sandtable needs Python 3.11 or newer and this is {here}; try python3.12 go.py")


def check_venv_module() -> None:
    if any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip")):
        raise SetUpError("this Python lacks its venv module; on Debian or Ubuntu: sudo apt install python3-venv")


def set_up(root: Path, kind: str) -> None:
    if is_ready(root, kind):
        return
    check_venv_module()
    say(f"setting up in {venv_folder(root).name} (the first time this takes some seconds)")
    sound = is_sound(root)
    unfinished_marker(root).touch()
    if not sound:
        remove_venv(root)
        create_venv(root)
    install(root, kind)
    for contained in CONTAINS[kind]:
        stamp_file(root, contained).write_text(fingerprint(root), encoding="utf-8")
    unfinished_marker(root).unlink()


def remove_venv(root: Path) -> None:
    folder = venv_folder(root)
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def create_venv(root: Path) -> None:
    import venv  # here, because some systems ship Python without it: see check_venv_module

    try:
        venv.create(venv_folder(root), with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError as error:
        raise SetUpError(f"this Python could not make a virtual environment: {error}") from error


def install_steps(root: Path, kind: str) -> list[list[str]]:
    """What pip is told: the packages by name, version and hash, then this checkout; what builds it is among them. A
    Python that the list was not made for takes what it finds."""
    locked = root / "requirements" / (kind + ".txt")
    if sys.version_info[:2] not in LOCKED_PYTHONS or not locked.exists():
        return [["--editable", str(root) + EXTRAS[kind]]]
    return [
        ["--require-hashes", "--requirement", str(locked)],
        ["--no-deps", "--no-build-isolation", "--editable", str(root)],
    ]


def install(root: Path, kind: str) -> None:
    for step in install_steps(root, kind):
        run_pip(root, step)


def run_pip(root: Path, step: list[str]) -> None:
    options = ["--quiet", "--no-input", "--disable-pip-version-check"]
    pip = [str(interpreter(root)), "-m", "pip", "install", *options, *step]
    done = subprocess.run(pip, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    log = venv_folder(root) / "pip.log"
    log.write_bytes(done.stdout)
    if done.returncode == 0:
        return
    # pip fetches everything before it changes anything: when it gave up by itself (no network, say), what was there
    # still works. Only a pip that was killed leaves the marker, and with it a set-up to be made afresh.
    if done.returncode > 0:
        unfinished_marker(root).unlink()
    answer = done.stdout.decode(errors="replace")
    if any(sign in answer for sign in NO_NETWORK):
        raise SetUpError(f"the packages must be fetched once, and the network is not there; pip's answer is in {log}")
    raise SetUpError(f"pip could not install the packages ({last_error(answer)}); its full answer is in {log}")


def last_error(answer: str) -> str:
    errors = [line.partition("ERROR:")[2].strip() for line in answer.splitlines() if "ERROR:" in line]
    return errors[-1] if errors else "it gave no reason"


# Running


def run_tests(root: Path, words: list[str]) -> int:
    """Lint, types, tests, in this order; the first that fails ends it with its exit code."""
    tier = [] if "--all" in words else ["-m", "not long"]
    options = [word for word in words if word != "--all"]
    python = [str(interpreter(root)), "-m"]
    commands = [[*python, *step] for step in TEST_STEPS]
    commands += [*check_client(root), [*python, "pytest", *EVERY_CORE, *tier, *options]]
    for command in commands:
        step = command[2:] if command[:2] == python else [Path(command[0]).name, *command[1:]]
        say("test: " + " ".join(step))
        code = run(command, root, surroundings())
        if code != 0:
            say(f"test: {step[0]} failed (exit code {code})")
            return code
    return 0


def surroundings() -> dict[str, str]:
    """Of the tests, which start many programs: what is compiled is kept, or each of them would compile the house."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def check_client(root: Path) -> list[list[str]]:
    """The commands that check layout and types of the client: none without Node, which is said aloud."""
    node = shutil.which("node")
    if not node:
        say("test: there is no node on this machine: LAYOUT AND TYPES OF THE BROWSER CLIENT ARE NOT CHECKED")
        return []
    prettier = client_tool(root, "prettier/bin/prettier.cjs")
    tsc = client_tool(root, "typescript/bin/tsc")
    fetch = [] if prettier.exists() and tsc.exists() else [fetch_client_tools(root)]
    files = [f"{CLIENT}/js/**/*.js", f"{CLIENT}/css/**/*.css"]
    layout = [node, str(prettier), "--log-level", "warn", "--print-width", "120", "--check", *files]
    return [*fetch, layout, [node, str(tsc), "-p", f"{CLIENT}/jsconfig.json"]]


def fetch_client_tools(root: Path) -> list[str]:
    folder = venv_folder(root) / "client-tools"
    return [shutil.which("npm") or "npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), *CLIENT_TOOLS]


def run(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> int:
    try:
        child = subprocess.Popen(command, cwd=str(folder), env=environment)
    except OSError as error:
        say(str(error))
        return NO_SUCH_PROGRAM
    while True:
        try:
            code = child.wait()
        except KeyboardInterrupt:
            continue  # the child got the same Ctrl-C and ends in its own way
        return code if code >= 0 else 128 - code


def hand_over(root: Path, words: list[str]) -> int:
    """Becomes the game where the system can do that; the user's own folder stays the current one."""
    command = [str(interpreter(root)), "-m", "sandtable", *words]
    if os.name != "nt":
        os.execv(command[0], command)
    return run(command, Path.cwd())


def say(text: str) -> None:
    print("go.py: " + text, file=sys.stderr, flush=True)


def main(words: list[str]) -> int:
    root = Path(__file__).resolve().parent
    words = words or ["play"]
    testing = words[0] == "test"
    try:
        check_python(sys.version_info[:3])
        set_up(root, "test" if testing else "play")
    except (SetUpError, OSError) as error:
        say(str(error))
        return BAD_SET_UP
    except KeyboardInterrupt:
        say("set-up interrupted; the same command starts it again")
        return INTERRUPTED
    return run_tests(root, words[1:]) if testing else hand_over(root, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
