"""Let a game's machine play its own staff as it was at an earlier commit: is the new one better?

    python tools/former_staff.py afrika-korps COMMIT --games 24 --seed 1 --rank officer

Every deal is played from each side with the same dice. The former staff plays under today's rules, so the commit must
be one whose staff still fits them.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.bots import player
from sandtable.bots.arena import wilson
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, Setup, Title
from sandtable.kit.staff.blunders import Blunder, Watch, counted

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
FORMER = "former_staff_of_the_game"  # the package that the earlier staff becomes


FLOODS = '''"""Floods, asked for as they were before where one may go was one value."""

from typing import Any

from sandtable.core import fields
from sandtable.core.fields import *
from sandtable.core.fields import Going


def reach(graph: Any, start: int, *going: Any, **more: Any) -> fields.Reach:
    return fields.reach(graph, start, going[0] if isinstance(going[0], Going) else Going(*going, **more))
'''


# What earlier staffs asked for that nothing answers any more, and what says the same today.
GONE = {
    "list(frame.actions_without_moves(state, plan.side))": (
        "[*listed_demolish(state, plan.side), *listed_repair(state, plan.side)]",
        ("listed_demolish", "listed_repair"),
    )
}


class Whereabouts:
    """In which module of today a name stands that an earlier staff looks for: of its game, then of the kit or core."""

    def __init__(self, package: str) -> None:
        self.modules: dict[str, list[str]] = {}
        for room in (package, "sandtable.kit", "sandtable.core"):
            self._look_in(room, f"{package}.staff")

    def _look_in(self, room: str, passed_over: str) -> None:
        folder = SOURCES.joinpath(*room.split("."))
        for path in sorted(folder.rglob("*.py")):
            module = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
            if not module.startswith(passed_over):
                for name in _defined(ast.parse(path.read_text(encoding="utf-8"))):
                    self.modules.setdefault(name, []).append(module)

    def of(self, name: str, before: str) -> str:
        """Where the name is now: where it was if it still is there, otherwise in the first module that has it."""
        found = self.modules.get(name, [before])
        return before if before in found else found[0]


def _defined(module: ast.Module) -> Iterator[str]:
    for part in module.body:
        match part:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


class Forwarding(ast.NodeTransformer):
    """Lets a module of an earlier staff ask for its own package, and for the rules where they are now."""

    def __init__(self, package: str, whereabouts: Whereabouts) -> None:
        self.package, self.whereabouts = package, whereabouts
        self.rooms: dict[str, str] = {}  # by the name it goes by here: a module of which names are asked for
        self.asked: dict[str, str] = {}  # names that such a module no longer has, and the module that has them

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.ImportFrom]:
        module = node.module or ""
        if module.startswith(f"{self.package}.staff"):
            node.module = module.replace(f"{self.package}.staff", FORMER)
            return node
        if not module.startswith("sandtable."):
            return node
        rooms = [each for each in node.names if _is_there(f"{module}.{each.name}") or module == self.package]
        self.rooms |= {each.asname or each.name: f"{module}.{each.name}" for each in rooms}
        names = [each for each in node.names if each not in rooms]
        kept = [self._room(module, each) for each in rooms if _is_there(f"{module}.{each.name}")]
        return [*kept, *(ast.ImportFrom(self.whereabouts.of(each.name, module), [each], 0) for each in names)]

    def _room(self, module: str, name: ast.alias) -> ast.ImportFrom:
        if f"{module}.{name.name}" == "sandtable.core.fields":
            return ast.ImportFrom(FORMER, [ast.alias("floods", "fields")], 0)
        return ast.ImportFrom(module, [name], 0)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in self.rooms:
            before = self.rooms[node.value.id]
            now = self.whereabouts.of(node.attr, before)
            if now != before:
                self.asked[node.attr] = now
                return ast.Name(node.attr, node.ctx)
        self.generic_visit(node)
        return node


def rewritten(source: str, package: str, whereabouts: Whereabouts) -> str:
    """A module of a staff that asks for its own package and weights instead of today's, and finds what has moved."""
    forwarding = Forwarding(package, whereabouts)
    for before, (now, names) in GONE.items():
        if before in source:
            source = source.replace(before, now)
            forwarding.asked |= {name: whereabouts.of(name, package) for name in names}
    module = forwarding.visit(ast.parse(source))
    imports = [part for part in module.body if isinstance(part, ast.ImportFrom)]
    place = module.body.index(imports[-1]) + 1 if imports else 0
    module.body[place:place] = [ast.ImportFrom(now, [ast.alias(name)], 0) for name, now in forwarding.asked.items()]
    text = ast.unparse(ast.fix_missing_locations(module))
    return text.replace(f"load('{package}', 'staff.toml'", f"load('{FORMER}', 'staff.toml'")


def _is_there(module: str) -> bool:
    place = SOURCES.joinpath(*module.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def unpack(sources: dict[str, str], weights: str, package: str, folder: Path) -> None:
    """The staff of an earlier commit as a package of its own."""
    home, whereabouts = folder / FORMER, Whereabouts(package)
    (home / "data").mkdir(parents=True)
    (home / "data" / "staff.toml").write_text(weights, encoding="utf-8")
    (home / "floods.py").write_text(FLOODS, encoding="utf-8")
    for name, text in sources.items():
        (home / name).write_text(rewritten(text, package, whereabouts), encoding="utf-8")


def at_commit(commit: str, path: str) -> str:
    command = ["git", "show", f"{commit}:{path}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout


def fetch(commit: str, key: str, folder: Path) -> None:
    room = f"src/sandtable/games/{key.replace('-', '_')}"
    listing = ["git", "ls-tree", "--name-only", commit, f"{room}/staff/"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split()
    sources = {Path(name).name: at_commit(commit, name) for name in names if name.endswith(".py")}
    package = room.removeprefix("src/").replace("/", ".")
    unpack(sources, at_commit(commit, f"{room}/data/staff.toml"), package, folder)


def meet(
    title: Title[Any],
    setup: Setup,
    mine: Callable[[int], Player],
    former: Callable[[int], Player],
    pairs: int,
    seed: int,
) -> tuple[dict[str, int], int, dict[str, list[Blunder]]]:
    """Wins of the new one by side, draws, and the blunders of both."""
    wins, draws, blunders = dict.fromkeys(title.sides, 0), 0, {"mine": list[Blunder](), "former": list[Blunder]()}
    for number in range(pairs):
        for side in title.sides:
            game = Game(title, setup, SecretDice(secret_of_seed(seed_for(seed, number, "dice"))))
            watch = Watch(title, game.state)
            seats = {each: (mine if each == side else former)(seed_for(seed, number, each)) for each in title.sides}
            played = play_out(game, seats, watcher=watch.saw)
            wins[side] += played.winner == side
            draws += played.winner is None
            for blunder in watch.blunders:
                blunders["mine" if blunder.side == side else "former"].append(blunder)
            print(f"{number} as {side}: {'won' if played.winner == side else 'not won'}", flush=True)
    return wins, draws, blunders


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.keys())
    parser.add_argument("commit")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rank", default="officer")
    asked = parser.parse_args(argv)
    title = games.title(asked.game)
    with tempfile.TemporaryDirectory() as folder:
        fetch(asked.commit, asked.game, Path(folder))
        sys.path.insert(0, folder)
        former = import_module(FORMER).Staff
        pairs = max(1, asked.games // len(title.sides))
        wins, draws, blunders = meet(
            title,
            title.setup(asked.scenario),
            lambda seed: player(title, asked.rank, seed),
            former,
            pairs,
            asked.seed,
        )
    total = pairs * len(title.sides)
    low, high = wilson(sum(wins.values()), total)
    print(f"{asked.rank} won {sum(wins.values())} of {total} (95%: {low:.0%} to {high:.0%}), {draws} drawn; {wins}")
    for who, made in blunders.items():
        print(f"blunders, {who}: {[counted(made, side) for side in title.sides]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
