"""The client in rooms: imports go one way, no room is too large, its guide names every module, its page loads them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import sandtable

CLIENT = Path(sandtable.__file__).parent / "client"
GUIDE = Path(__file__).parent.parent / "docs" / "client.md"
ROOMS = ("basics", "map", "company", "play", "panels", "screen", "pages")
MOST = 25  # modules in a room
SCRIPTS = CLIENT / "js"
IMPORT = re.compile(r'^(?:import|export) .*?from "(\.[\w./]+\.js)";', re.MULTILINE | re.DOTALL)


def imports() -> dict[str, set[str]]:
    """What each module of the client imports, by its place: `panels/odds.js`."""
    return {module.relative_to(SCRIPTS).as_posix(): imported(module) for module in SCRIPTS.rglob("*.js")}


def imported(module: Path) -> set[str]:
    places = IMPORT.findall(module.read_text(encoding="utf-8"))
    return {(module.parent / place).resolve().relative_to(SCRIPTS.resolve()).as_posix() for place in places}


def test_no_module_of_the_client_imports_itself_by_a_detour() -> None:
    left = imports()
    assert left["panels/panels.js"] >= {"panels/buttons.js", "basics/dom.js"}
    while free := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in free}
    assert left == {}


def test_a_room_of_the_client_imports_only_rooms_before_it() -> None:
    place = {name: ROOMS.index(name.split("/")[0]) for name in imports()}
    assert [(name, other) for name, others in imports().items() for other in others if place[other] > place[name]] == []


def test_no_room_of_the_client_holds_more_modules_than_one_can_survey() -> None:
    held = Counter(name.split("/")[0] for name in imports())
    assert set(held) == set(ROOMS)
    assert [room for room, modules in held.items() if modules > MOST] == []


def test_the_guide_to_the_client_names_every_module_in_its_room() -> None:
    assert named_in_the_guide() == set(imports())


def named_in_the_guide() -> set[str]:
    """The modules of its table, by their places; a row without a room goes on with the room above."""
    named, room = set[str](), ""
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith(("| `", "| | `")):
            first, modules = line.split("|")[1:3]
            room = first.strip(" `") or room
            named |= {room + module for module in re.findall(r"`(\w+\.js)`", modules)}
    return named


def test_lines_of_the_client_are_short_enough_to_read() -> None:
    files = [path for path in CLIENT.rglob("*") if path.suffix in {".js", ".css", ".html"}]
    lines = [(path.name, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(name, line) for name, line in lines if len(line) > 120] == []


def test_the_page_names_all_its_modules_so_that_they_load_at_once() -> None:
    page = (CLIENT / "table.html").read_text(encoding="utf-8")
    wanted, seen = ["screen/table.js"], set[str]()
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            wanted += imports()[name]
    assert len(seen) > 40
    assert [name for name in sorted(seen) if f"/client/js/{name}" not in page] == []


def test_the_table_and_its_measured_twin_load_every_style_of_the_table_and_the_one_for_phones_last() -> None:
    """`bench.html` is what `bench table` draws: with other styles it would measure another page."""
    styles = {f"table/{path.name}" for path in (CLIENT / "css" / "table").glob("*.css")}
    for page in ("table.html", "bench.html"):
        loaded = re.findall(r'href="/client/css/([\w/]+\.css)"', (CLIENT / page).read_text(encoding="utf-8"))
        parts = [style for style in loaded if style.startswith("table/")]
        assert set(parts) == styles and len(parts) == len(styles)
        assert parts[-1] == "table/phone.css"
