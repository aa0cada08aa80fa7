"""The lobby: invitations for whoever comes, and the games of a browser by what is urgent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.doors import lobby
from sandtable.table.doors.app import make_app
from sandtable.table.house.limits import limits
from sandtable.table.people import allowance
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.limits import Rate
from sandtable.table.stores.opening import opened
from tests.table.visitors import Table, Visitor

FOR_ANYBODY = {"game": "wadi", "seats": {"red": "human", "blue": "open"}, "name": "Anna"}


def invitations(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.get("/api/invitations")["invitations"]
    return found


def mine(table: Table, **held: str) -> list[dict[str, Any]]:
    response = table.http.post("/api/mine", json={"held": held})
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["tables"]
    return found


def seat_of(link: str) -> str:
    return link.partition("#seat=")[2]


def test_an_invitation_stands_in_the_lobby_until_somebody_takes_it(table: Table) -> None:
    private, made = table.make(**FOR_ANYBODY), table.make(**FOR_ANYBODY, invite=True)
    (invitation,) = invitations(table)
    assert (invitation["id"], invitation["host"], invitation["name"]) == (made["id"], "Anna", "Wadi")
    assert invitation["links"] == made["links"], "a table whose link is sent is in no lobby"
    with table.socket(made["id"]) as session:
        Visitor(session).sit(seat_of(invitation["links"]["blue"]))
        assert invitations(table) == []
    with table.socket(private["id"]) as session:
        assert Visitor(session).join(seat_of(private["links"]["blue"]))["you"]["invited"] == "blue"


def test_optional_rules_stand_in_the_lobby_and_at_the_table_in_words(table: Table) -> None:
    made = table.make(**FOR_ANYBODY, invite=True, options=["flat"])
    (invitation,) = invitations(table)
    assert invitation["options"] == ["flat"] and invitation["agreed"] == ["hills cost nothing extra"]
    with table.socket(made["id"]) as session:
        assert Visitor(session).join(made["token"])["table"]["agreed"] == ["hills cost nothing extra"]


def test_a_host_who_takes_the_seat_himself_withdraws_his_invitation(table: Table) -> None:
    made = table.make(**FOR_ANYBODY, invite=True)
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("claim", side="blue")
    assert invitations(table) == []


def test_a_new_link_for_a_guest_who_was_lost_is_for_him_alone(table: Table) -> None:
    made = table.make(**FOR_ANYBODY, invite=True)
    with table.socket(made["id"]) as here, table.socket(made["id"]) as there:
        host, guest = Visitor(here), Visitor(there)
        host.join(made["token"])
        guest.sit(seat_of(made["links"]["blue"]))
        host.ask("reissue", side="blue")
        assert host.ask("snapshot")["you"]["links"].keys() == {"blue"} and invitations(table) == []


def test_an_invitation_needs_an_open_seat(table: Table) -> None:
    refused = table.http.post("/api/tables", json={"game": "wadi", "invite": True})
    assert (refused.status_code, refused.json()["case"]) == (400, "message")


def test_the_newest_invitation_is_first_and_old_ones_are_not_shown(table: Table) -> None:
    first, second = table.make(**FOR_ANYBODY, invite=True)["id"], table.make(**FOR_ANYBODY, invite=True)["id"]
    assert [one["id"] for one in invitations(table)] == [second, first]
    table.tamper("update tables set created = ? where id = ?", "2026-01-01T00:00:00Z", first)
    assert [one["id"] for one in invitations(table)] == [second]


def test_a_lobby_shows_so_many_and_survives_a_damaged_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [table.make(**FOR_ANYBODY, invite=True)["id"] for _ in range(4)]
    table.tamper("update tables set seats = 'nonsense' where id = ?", made[3])
    few = replace(limits(), invitations_shown=3)
    monkeypatch.setattr(lobby, "limits", lambda: few)
    assert [one["id"] for one in invitations(table)] == [made[2], made[1]]


def test_a_browser_finds_its_own_games_and_no_others(table: Table) -> None:
    own, other = table.make(**FOR_ANYBODY), table.make(**FOR_ANYBODY)
    found = mine(table, **{own["id"]: own["token"], other["id"]: "a guess", "nothing": own["token"]})
    assert [(one["id"], one["token"]) for one in found] == [(own["id"], own["token"])]
    assert mine(table) == []


def test_what_waits_for_the_player_is_first_and_what_is_over_last(table: Table) -> None:
    waiting, theirs, over = (table.make(game="wadi", seats={"red": "human", "blue": "human"}) for _ in range(3))
    with table.socket(over["id"]) as session:
        visitor = Visitor(session)
        visitor.join(over["token"])
        assert visitor.ask("play", action="resign", count=visitor.mirror.count, side="red")["type"] == "played"
    table.tamper("update tokens set sides = '[]' where secret = ?", theirs["token"])
    for made, at in ((waiting, "2026-01-01"), (theirs, "2026-01-02"), (over, "2026-01-03")):
        table.tamper("update tables set touched = ? where id = ?", at, made["id"])
    found = mine(table, **{made["id"]: made["token"] for made in (over, theirs, waiting)})
    assert [one["id"] for one in found] == [waiting["id"], theirs["id"], over["id"]]


def test_a_list_of_tokens_has_its_limit(table: Table) -> None:
    many = {f"table-{n}": "token" for n in range(201)}
    assert table.http.post("/api/mine", json={"held": many}).status_code == 400


# Strangers


def test_one_address_makes_so_many_tables_and_another_goes_on(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    public = "https://house.example"
    app = make_app(opened(str(tmp_path / "tables.sqlite")), titles, client=tmp_path, public=public)
    one, other = (
        TestClient(app, base_url=public, headers={"origin": public}, client=(address, 40_000))
        for address in ("203.0.113.9", "203.0.113.10")
    )
    codes = [one.post("/api/tables", json={"game": "wadi"}).status_code for _ in range(21)]
    assert codes == [201] * 20 + [503]
    assert other.post("/api/tables", json={"game": "wadi"}).status_code == 201
    assert one.get("/api/games").json()["public"]


def test_an_allowance_is_renewed_with_time_and_forgets_who_has_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(allowance, "monotonic", lambda: now[0])
    monkeypatch.setattr(allowance, "REMEMBERED", 2)
    allowed = Allowance(Rate(2, 60), "too much")
    for name in ("a", "a", "b", "c"):
        allowed.take(name)
    with pytest.raises(Refusal, match="too much"):
        allowed.take("a")
    now[0] += 60
    allowed.take("a")
    assert set(allowed._budget._spent) == {"a"}
