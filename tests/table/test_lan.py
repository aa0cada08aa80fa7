"""A table in the living room: guests on the local network come in by a link, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from sandtable.cli.common import BadInput
from sandtable.cli.parser import parse
from sandtable.core.title import Title
from sandtable.table.doors.app import make_app
from sandtable.table.stores.sqlite import SqliteStore
from tests.table.visitors import KEY, Visitor

LAN, PORT = "192.168.1.5", 8741
ORIGIN = f"http://{LAN}:{PORT}"
HERE, PHONE = LAN, "192.168.1.7"


class House:
    """A server whose door to the local network is open, as different machines see it."""

    def __init__(self, folder: Path, titles: dict[str, Title[Any]], lan: str = LAN) -> None:
        self.app = make_app(SqliteStore(folder / "tables.sqlite"), titles, KEY, folder, lan=lan)

    def seen_from(self, machine: str) -> TestClient:
        return TestClient(self.app, base_url=ORIGIN, headers={"origin": ORIGIN}, client=(machine, 50_000))


@pytest.fixture
def house(tmp_path: Path, titles: dict[str, Title[Any]]) -> House:
    return House(tmp_path, titles)


def made(house: House) -> dict[str, Any]:
    wish = {"game": "wadi", "seats": {"red": "human", "blue": "open"}}
    table: dict[str, Any] = house.seen_from(HERE).post("/api/tables", json=wish).json()
    return table


def test_a_guest_on_the_network_joins_by_the_link_to_an_open_seat(house: House) -> None:
    table = made(house)
    phone = house.seen_from(PHONE)
    assert phone.get("/api/games/wadi").status_code == 200
    assert phone.get(f"/api/tables/{table['id']}").status_code == 200
    with phone.websocket_connect(f"ws://{LAN}:{PORT}/api/tables/{table['id']}/socket") as session:
        guest = Visitor(session)
        guest.join(table["links"]["blue"].partition("#seat=")[2])
        assert guest.mirror.known["you"]["invited"] == "blue"


def test_a_guest_who_follows_the_code_finds_the_seats_for_whoever_comes(house: House) -> None:
    made(house)
    wish = {"game": "wadi", "seats": {"red": "human", "blue": "open"}, "invite": True}
    table = house.seen_from(HERE).post("/api/tables", json=wish).json()
    phone = house.seen_from(PHONE)
    (found,) = phone.get("/api/invitations").json()["invitations"]
    assert found["links"] == table["links"] and phone.get("/api/games").json()["invites"]
    assert phone.get("/invitations").status_code == 404, "these tests have no pages, but the door is open"


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/api/tables"), ("POST", "/api/tables")])
def test_a_guest_can_neither_list_nor_make_tables(house: House, method: str, path: str) -> None:
    response = house.seen_from(PHONE).request(method, path, json={"game": "wadi"})
    assert (response.status_code, response.json()["case"]) == (403, "origin")
    assert "link" in response.json()["why"]


@pytest.mark.parametrize("path", ["/api/key", "/api/tickets"])
def test_the_owners_doors_are_shut_to_the_network_even_with_the_key(house: House, path: str) -> None:
    response = house.seen_from(PHONE).post(path, headers={"authorization": f"Bearer {KEY}"})
    assert response.status_code == 403


@pytest.mark.parametrize("machine", [HERE, "127.0.0.1"])
def test_this_machine_keeps_all_its_rights(house: House, machine: str) -> None:
    owner = house.seen_from(machine)
    assert owner.get("/api/tables").status_code == 200
    assert owner.post("/api/tickets", headers={"authorization": f"Bearer {KEY}"}).status_code == 201


def test_with_the_door_shut_the_address_on_the_network_is_not_this_servers(
    tmp_path: Path, titles: dict[str, Title[Any]]
) -> None:
    shut = House(tmp_path, titles, lan="")
    for machine in (HERE, PHONE):
        assert shut.seen_from(machine).get("/api/games").status_code == 403


def test_another_name_or_origin_is_turned_away_on_the_network_too(house: House) -> None:
    phone, table = house.seen_from(PHONE), made(house)
    assert phone.get("/api/games", headers={"host": f"evil.example:{PORT}"}).status_code == 403
    with pytest.raises(WebSocketDisconnect):
        phone.websocket_connect(
            f"ws://{LAN}:{PORT}/api/tables/{table['id']}/socket", headers={"origin": "http://evil.example"}
        ).__enter__()


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.serving.run.lan_address", lambda: "")
    arguments = parse(["table", "--lan"])
    with pytest.raises(BadInput, match="not on a local network"):
        arguments.run(arguments)
