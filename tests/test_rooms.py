"""The house in rooms: only a game's own package knows its name, imports go one way, and no room is too large."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from sandtable import games, table

HOUSE = Path(__file__).parent.parent / "src" / "sandtable"
SHARED = ("core", "kit", "client", "table", "bots", "cli", "drawing", "conformance", "lab")
GAMES = tuple(sorted(path.name for path in (HOUSE / "games").iterdir() if (path / "title.py").exists()))
MEASURING = ("sandtable.bots", "sandtable.parallel")  # series of games that a staff learns its figures from
MOST = 25  # modules in a folder, besides its door


@pytest.mark.parametrize("room", SHARED)
def test_no_game_is_named_in_the_rooms_that_serve_all(room: str) -> None:
    words = {word for title in games.titles() for word in (title.key, title.key.replace("-", "_"), title.name)}
    files = [path for path in (HOUSE / room).rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    assert files
    found = [f"{path.name}: {word}" for path in files for word in words if word in path.read_text(encoding="utf-8")]
    assert not found


# Imports, wherever in a module they stand: at its top, inside functions, or for type checkers only.


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in HOUSE.rglob("*.py"):
        name = ".".join(("sandtable", *path.relative_to(HOUSE).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = path
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    return {name: frozenset(_imported(path)) - {name} for name, path in modules().items()}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in modules():
                    yield inner
                elif node.module in modules():
                    yield node.module


def circle(graph: dict[str, frozenset[str]]) -> list[str]:
    """Nodes of which each leads to the next and the last to the first; none where there is no such way."""
    done: set[str] = set()
    for start in graph:
        way, ahead = [start], [iter(graph[start])] if start not in done else []
        while ahead:
            there = next(ahead[-1], None)
            if there is None:
                done.add(way.pop())
                ahead.pop()
            elif there in way:
                return way[way.index(there) :]
            elif there not in done:
                way.append(there)
                ahead.append(iter(graph[there]))
    return []


def test_the_search_for_circles_finds_them() -> None:
    assert circle({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("b")}) == ["b", "c"]
    assert not circle({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset()})


def test_no_module_imports_itself_by_a_detour() -> None:
    assert not circle(imports())


def test_core_knows_no_kit_and_neither_knows_a_game() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if (name.startswith("sandtable.core.") and not other.startswith("sandtable.core"))
        or (name.startswith("sandtable.kit.") and not other.startswith(("sandtable.core", "sandtable.kit")))
    ]
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_only_core_kit_and_itself(game: str) -> None:
    own = f"sandtable.games.{game}"
    allowed = ("sandtable.core", "sandtable.kit", own, *MEASURING)
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if (name == own or name.startswith(f"{own}.")) and not other.startswith(allowed)
    ]
    assert not wrong


# The rooms of a game: its package names them in order, and each says at its door what it may import.


def rooms(game: str) -> tuple[str, ...]:
    """As its package has them in `ROOMS`; a small game has none."""
    return getattr(import_module(f"sandtable.games.{game}"), "ROOMS", ())


def folders(game: str) -> set[str]:
    return {path.parent.name for path in (HOUSE / "games" / game).glob("*/__init__.py")}


@pytest.mark.parametrize("game", GAMES)
def test_every_room_of_a_game_has_its_place_in_the_order(game: str) -> None:
    assert set(rooms(game)) == folders(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_room_imports_only_rooms_before_it(game: str) -> None:
    own, order = f"sandtable.games.{game}.", rooms(game)
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        if name.startswith(own) and (room := name.removeprefix(own).split(".")[0]) in order
        for other in others
        if other.startswith(own)
        and (there := other.removeprefix(own).split(".")[0]) in order
        and order.index(there) > order.index(room)
    ]
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_room_says_at_its_door_what_it_is_and_what_it_may_import(game: str) -> None:
    for room in rooms(game):
        door = import_module(f"sandtable.games.{game}.{room}").__doc__ or ""
        assert 3 <= len(door.strip().splitlines()) <= 8, room
        assert "May import: " in door, room


@pytest.mark.parametrize("game", [game for game in GAMES if rooms(game)])
def test_no_folder_of_a_game_holds_more_modules_than_one_can_survey(game: str) -> None:
    assert not crowded(HOUSE / "games" / game)


def crowded(house: Path) -> list[str]:
    folders = {path.parent for path in house.rglob("*.py")}
    return [folder.name for folder in folders if len([*folder.glob("*.py")]) - 1 > MOST]


# The table's rooms, likewise.


def test_every_module_of_the_table_is_in_a_room_of_a_size_to_survey() -> None:
    assert {path.parent.name for path in (HOUSE / "table").glob("*/__init__.py")} == set(table.ROOMS)
    assert [path.name for path in (HOUSE / "table").glob("*.py")] == ["__init__.py"]
    assert not crowded(HOUSE / "table")


def test_a_room_of_the_table_imports_only_rooms_before_it() -> None:
    own, order = "sandtable.table.", table.ROOMS
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        if name.startswith(own)
        for other in others
        if other.startswith(own) and order.index(other.split(".")[2]) > order.index(name.split(".")[2])
    ]
    assert not wrong


def test_every_room_of_the_table_says_at_its_door_what_it_is_and_what_it_may_import() -> None:
    for room in table.ROOMS:
        door = import_module(f"sandtable.table.{room}").__doc__ or ""
        assert 3 <= len(door.strip().splitlines()) <= 8, room
        assert "May import: " in door, room
