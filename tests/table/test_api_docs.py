"""docs/api.md and the server say the same: every route, every message, every example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from sandtable.table.doors import sockets
from sandtable.table.messages import answers, requests
from sandtable.table.messages.answers import AnyAnswer
from tests.table.visitors import KEY, Table, Visitor

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json ([a-z-]+)\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)


def examples(kind: str) -> list[Any]:
    return [json.loads(text) for name, text in EXAMPLES if name == kind]


def section(title: str) -> str:
    return DOCS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def headings(text: str) -> list[str]:
    return re.findall(r"^### (.+)$", text, re.MULTILINE)


def test_every_route_is_documented_and_every_documented_one_exists(table: Table) -> None:
    assert isinstance(table.app.app, Starlette)
    routes = set()
    for route in table.app.app.routes:
        if isinstance(route, WebSocketRoute):
            routes.add(f"WEBSOCKET {route.path}")
        elif isinstance(route, Mount):
            routes.add(f"GET {route.path}/{{path}}")
        elif isinstance(route, Route):
            routes |= {f"{method} {route.path}" for method in (route.methods or set()) - {"HEAD"}}
    written = [heading for heading in headings(DOCS) if re.match(r"[A-Z]+ /", heading)]
    assert sorted(written) == sorted(routes)


def tags(classes: Any) -> list[str]:
    return [str(each.__struct_config__.tag) for each in classes]


def test_every_message_is_documented_and_every_documented_one_exists() -> None:
    assert headings(section("Messages from the client")) == tags(requests.REQUESTS)
    assert sorted(headings(section("Messages from the server"))) == sorted(tags(answers.ANSWERS))


def test_every_message_has_an_example_that_the_server_reads_and_writes() -> None:
    sent = [requests.read(json.dumps(example)) for example in examples("client")]
    assert tags(type(message) for message in sent) == tags(requests.REQUESTS)
    for example in examples("server"):
        message = msgspec.convert(example, AnyAnswer)
        assert json.loads(msgspec.json.encode(message)) == example
    assert {example["type"] for example in examples("server")} == set(tags(answers.ANSWERS))


def test_every_field_of_a_request_is_in_its_section() -> None:
    text = section("Messages from the client")
    for each in requests.REQUESTS:
        own = text.split(f"### {each.__struct_config__.tag}\n")[1].split("\n### ")[0]
        for field in each.__struct_fields__:
            assert field in own, f"{each.__name__}.{field}"


def test_closing_codes_and_words_of_refusal_are_in_their_tables(table: Table) -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \|", section("Closing codes"), re.MULTILINE)}
    used = {sockets.TOO_LONG, sockets.RESTART, sockets.UNREADABLE, sockets.WRONG_TOKEN,
            sockets.NO_TABLE, sockets.LATE, sockets.FULL}  # fmt: skip
    assert codes == used
    words = set(re.findall(r"^\| `([a-z]+)` \|", section("Rules of the house"), re.MULTILINE))
    source = "\n".join(path.read_text() for path in Path(sockets.__file__).parents[1].rglob("*.py"))
    said = set(re.findall(r'Refus(?:al|ed)\(\s*"([a-z]+)"', source))
    assert said <= words
    assert words <= said | {"why", "undo", "draw"}  # these three the core says


# Dictionaries whose keys are names, not fields.
MAPS = {"called", "sides", "seats", "pieces", "links", "beyond", "hexes", "questions", "players", "desks"}


def same_shape(example: Any, real: Any, where: str = "$") -> None:
    """The same fields all the way down; where both have a list, their first elements."""
    if isinstance(example, dict) and isinstance(real, dict):
        if where.rpartition(".")[2] in MAPS and example.keys() != real.keys():
            example, real = list(example.values()), list(real.values())
            same_shape(example, real, where + "[]")
            return
        assert set(example) == set(real), where
        for key in example:
            same_shape(example[key], real[key], f"{where}.{key}")
    elif isinstance(example, list) and isinstance(real, list):
        if example and real:
            same_shape(example[0], real[0], where + "[]")
    elif example is not None and real is not None:
        assert type(example) is type(real) or {type(example), type(real)} <= {int, float}, where


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("games", "/api/games"),
        ("game", "/api/games/afrika-korps"),
        ("board", "/api/games/afrika-korps/board"),
        ("cases", "/api/games/afrika-korps/cases?q=zone"),
        ("case", "/api/games/afrika-korps/cases/8.3"),
        ("tables", "/api/tables"),
        ("replay", "/api/tables/TABLE/replay?at=0"),
        ("log", "/api/tables/TABLE/log"),
    ],
)
def test_every_answer_over_http_has_the_documented_shape(table: Table, kind: str, address: str) -> None:
    made = table.make()
    (example,) = examples(kind)
    same_shape(example, table.get(address.replace("TABLE", made["id"]), KEY if kind == "tables" else ""))


def test_making_a_table_and_looking_at_it_have_the_documented_shape(table: Table) -> None:
    (wish,) = examples("new-table")
    made = table.make(**wish)
    same_shape(examples("made-table")[0], made)
    with table.socket(made["id"]) as session:
        snapshot = Visitor(session).join(made["token"])
    documented = next(example for example in examples("server") if example["type"] == "snapshot")
    same_shape(documented, snapshot)
    twin = table.get(f"/api/tables/{made['id']}", made["token"])
    assert set(twin) == set(documented) - {"type", "id", "seq"}
    record = table.get(f"/api/tables/{made['id']}/record")
    (documented,) = examples("record")
    assert set(documented) <= set(record) | {"lines"}
    (refusal,) = examples("refusal")
    same_shape(refusal, table.http.get("/api/tables/none").json())


def test_the_lobby_has_the_documented_shape(table: Table) -> None:
    made = table.make(name="Anna", seats={"axis": "human", "allied": "open"}, invite=True)
    same_shape(examples("invitations")[0], table.get("/api/invitations"))
    held = {"held": {made["id"]: made["token"]}}
    same_shape(examples("held")[0]["held"], {"k3Jx9aQz": made["token"]})
    same_shape(examples("tables")[0], table.http.post("/api/mine", json=held).json())


def test_boards_cases_and_glyphs_are_kept_by_their_tag(table: Table) -> None:
    for address in ("/api/games/afrika-korps/board", "/api/games/afrika-korps/cases", "/api/glyphs"):
        first = table.http.get(address)
        again = table.http.get(address, headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_a_board_is_told_whole(table: Table, titles: Any) -> None:
    for game in ("wadi", "afrika-korps"):
        board, told = titles[game].rules.board(), table.get(f"/api/games/{game}/board")
        hexes = told["hexes"]
        assert {len(column) for column in hexes.values()} == {len(board)}
        for number, name in enumerate(hexes["names"]):
            assert told["terrains"][hexes["terrain"][number]] == board.terrain[board.hex(name)]
            assert hexes["reconstructed"][number] == board.reconstructed(number)
        told_sides = {tuple(side["hexes"]): side for side in told["hexsides"]}
        for (a, b), features in board.hexsides.items():
            first, second = min(a, b), max(a, b)
            side = told_sides[board.name(first), board.name(second)]
            assert sorted(features) == (side["forth"] if a == first else side["back"])
        assert sum(side["prohibited"] for side in told["hexsides"]) * 2 == len(board.prohibited_hexsides)
        assert [road["id"] for road in told["roads"]] == [road.id for road in board.roads]


def test_cases_are_found_by_word_and_by_number(table: Table) -> None:
    found = table.get("/api/games/wadi/cases?q=RETREAT")["cases"]
    assert [case["number"] for case in found] == ["4.1"]
    assert [case["number"] for case in table.get("/api/games/wadi/cases?q=1.")["cases"]] == ["1.1", "1.2"]
    assert len(table.get("/api/games/wadi/cases")["cases"]) == 7
    case = table.get("/api/games/wadi/cases/1.1")
    assert (case["before"], case["after"], case["rulings"]) == ("1", "1.2", [])
