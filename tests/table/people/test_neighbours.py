"""Blocking, reporting, limits on talk, and the host's console."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from sandtable.cli import main
from sandtable.table.doors.sockets import RESTART
from sandtable.table.people import allowance, visits
from sandtable.table.people.allowance import Budget
from sandtable.table.people.limits import Rate, limits
from sandtable.table.rooms.room import THOUGHT_OUT
from tests.table.people.house import PublicHouse
from tests.table.people.test_accounts import ANNA, seat_of
from tests.table.visitors import PATIENCE, Visitor


def admin(house: PublicHouse, *words: str) -> int:
    return main(["admin", "--database", house.address, *words])


def ended(visitor: Visitor) -> int:
    """The code with which a socket is closed, whatever comes before that."""
    with pytest.raises(WebSocketDisconnect) as end:
        while True:
            visitor.receive()
    return end.value.code


# Blocking


def test_people_who_keep_apart_do_not_see_each_others_invitations_or_sit_together(house: PublicHouse) -> None:
    anna, berta, carl = house.person("Anna"), house.person("Berta"), house.person("Carl")
    made = anna.make(invite=True)
    anna.post("/api/account/blocks", name="berta")
    assert anna.get("/api/account/blocks")["blocked"] == ["Berta"] and berta.get("/api/account/blocks")["blocked"] == []
    assert berta.get("/api/invitations")["invitations"] == [] and carl.get("/api/invitations")["invitations"]
    with berta.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(seat_of(made))
        assert visitor.ask("claim", side="blue")["case"] == "seat"
    anna.delete("/api/account/blocks", name="Berta")
    assert berta.get("/api/invitations")["invitations"]


def test_who_is_blocked_is_not_heard(house: PublicHouse) -> None:
    anna, berta, carl = house.person("Anna"), house.person("Berta"), house.person("Carl")
    made = anna.make()
    anna.post("/api/account/blocks", name="Berta")
    with anna.socket(made["id"]) as first, berta.socket(made["id"]) as second, carl.socket(made["id"]) as third:
        one, other, last = Visitor(first), Visitor(second), Visitor(third)
        for each in (one, other, last):
            each.join()
        other.ask("chat", text="listen to me")
        last.ask("chat", text="hello")
        one.until(lambda message: message["type"] == "chat" and message["line"]["text"] == "hello")
        assert [line["text"] for line in one.mirror.chat] == ["hello"]
        assert [line["text"] for line in one.ask("snapshot")["chat"]] == ["hello"]
        assert len(last.ask("snapshot")["chat"]) == 2


def test_blocks_are_refused_where_they_make_no_sense(house: PublicHouse) -> None:
    anna = house.person("Anna")
    assert anna.refused("POST", "/api/account/blocks", {"name": "Anna"}) == (400, "name")
    assert anna.refused("POST", "/api/account/blocks", {"name": "Nobody"}) == (404, "unknown")
    assert anna.refused("DELETE", "/api/account/blocks", {"name": "Nobody"}) == (404, "unknown")
    assert house.browser().refused("POST", "/api/account/blocks", {"name": "Anna"}) == (403, "account")
    assert house.browser().refused("POST", "/api/reports", {"name": "Anna", "text": "x"}) == (403, "account")


def test_talk_is_counted(house: PublicHouse) -> None:
    anna = house.person("Anna")
    with anna.socket(anna.make()["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        most = limits().lines.times
        assert {visitor.ask("chat", text="x")["type"] for _ in range(most)} == {"done"}
        assert visitor.ask("chat", text="x")["case"] == "busy"


def test_what_the_staff_looks_at_is_counted(house: PublicHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(limits(), looks=Rate(1, 600.0))
    monkeypatch.setattr(visits, "limits", lambda: few)
    anna = house.person("Anna")
    house.people.visits = visits.Visits(house.people.neighbours)
    with anna.socket(anna.make(seats={"red": "human", "blue": "bot:random"})["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        first = visitor.ask("warnings")
        assert first.get("case") != "busy" and visitor.ask("warnings")["case"] == "busy"


def test_how_long_machines_think_for_somebody_is_counted(house: PublicHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna has none of it left: her machine waits and says why, and her staff looks at nothing."""
    none = replace(limits(), thinking=Rate(0, 600.0))
    anna, ben = house.person("Anna"), house.person("Ben")
    with monkeypatch.context() as patched:
        patched.setattr(visits, "limits", lambda: none)
        house.people.visits = visits.Visits(house.people.neighbours)
    made = anna.make(seats={"red": "bot:random", "blue": "human"})
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        # The machine may have said so before the page had joined.
        visitor.waits(lambda: THOUGHT_OUT in [line["text"] for line in visitor.ask("snapshot")["chat"]])
        assert visitor.ask("warnings")["case"] == "busy"
        store = house.house.store
        assert store.lines(made["id"]) == []
        house.people.visits = visits.Visits(house.people.neighbours)
        with ben.socket(made["id"]) as other:  # it may think for him
            Visitor(other).join()
            ends = monotonic() + PATIENCE
            while not store.lines(made["id"]) and monotonic() < ends:
                visitor.ask("snapshot")
        assert store.lines(made["id"]), "a bid that she does not see"


def test_thinking_is_counted_in_seconds_and_forgotten_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(allowance, "monotonic", lambda: now[0])
    budget = Budget(Rate(10, 60.0))
    for _ in range(100):
        budget.spend("anna", 0.09)
    assert not budget.is_spent("anna")
    budget.spend("anna", 1.5)
    assert budget.is_spent("anna") and not budget.is_spent("ben")
    now[0] += 61
    assert not budget.is_spent("anna")


# The console


def test_the_host_bans_somebody_who_is_playing(house: PublicHouse, capsys: pytest.CaptureFixture[str]) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    made, invited = anna.make(), berta.make(invite=True)
    with berta.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.sit(seat_of(made))
        assert admin(house, "ban", "berta", "spoils", "games") == 0
        house.look_round()
        assert ended(visitor) == RESTART
    assert berta.account is None
    refused = berta.ask("POST", "/api/account/session", {**ANNA, "name": "Berta"})
    assert refused.status_code == 403 and "spoils games" in refused.text
    assert anna.get("/api/invitations")["invitations"] == [], "his invitations are withdrawn"
    with berta.socket(invited["id"]) as session:
        assert Visitor(session).join(invited["token"])["case"] == "account"
    assert "Berta is banned: spoils games" in capsys.readouterr().out
    assert admin(house, "unban", "Berta") == 0
    berta.sign_in("Berta")


def test_a_session_that_ends_elsewhere_ends_its_sockets(house: PublicHouse) -> None:
    anna, elsewhere = house.person("Anna"), house.browser()
    elsewhere.sign_in("Anna")
    made = anna.make()
    with elsewhere.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        (other,) = [each["id"] for each in anna.get("/api/account/sessions")["sessions"] if not each["here"]]
        anna.delete(f"/api/account/sessions/{other}")
        house.look_round()
        assert ended(visitor) == RESTART


def test_the_host_closes_a_table_and_opens_it_again(house: PublicHouse) -> None:
    anna = house.person("Anna")
    made = anna.make(invite=True)
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        assert admin(house, "close", made["id"], "foul", "names") == 0
        house.look_round()
        assert ended(visitor) == RESTART
    answer = anna.ask("GET", f"/api/tables/{made['id']}")
    assert (answer.status_code, answer.json()["case"]) == (403, "closed") and "foul names" in answer.text
    assert "foul names" in anna.post("/api/mine", held={})["tables"][0]["trouble"]
    assert admin(house, "reopen", made["id"]) == 0
    assert anna.get(f"/api/tables/{made['id']}")["you"]["sides"] == ["red"]


def test_what_the_host_announces_is_heard_at_every_table(house: PublicHouse) -> None:
    anna = house.person("Anna")
    with anna.socket(anna.make()["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        assert admin(house, "announce", "The", "house", "moves", "at", "nine.") == 0
        house.look_round()
        house.look_round()
        line = visitor.until(lambda message: message["type"] == "chat")["line"]
        assert (line["from"], line["text"]) == ("the house", "The house moves at nine.")
        visitor.ask("snapshot")
        assert visitor.ask("name", name="The House")["case"] == "name"
    assert [notice["text"] for notice in house.browser().get("/api/notices")["notices"]] == ["The house moves at nine."]
    assert admin(house, "retract") == 0
    assert house.browser().get("/api/notices") == {"notices": []}


def test_the_console_shows_people_tables_and_reports(house: PublicHouse, capsys: pytest.CaptureFixture[str]) -> None:
    anna = house.person("Anna")
    house.person("Berta")
    made = anna.make()
    anna.post("/api/reports", name="Berta", table=made["id"], text="was\nrude")

    def told(*words: str) -> str:
        capsys.readouterr()
        assert admin(house, *words) == 0
        return capsys.readouterr().out

    assert "Anna" in told("users") and "Berta" not in told("users", "ann")
    assert made["id"] in told("user", "Anna") and "Firefox on Linux" in told("user", "Anna")
    assert made["id"] in told("tables", "Anna") and "nothing" in told("tables", "no such thing")
    report = told("reports")
    assert "Anna about Berta" in report and "was rude" in report
    assert "settled" in told("settle", report.split()[0]) and "nothing" in told("reports")
    assert "(settled)" in told("reports", "all")
    link = told("reset", "Anna", "--public-url", "https://house.example").split()[-1]
    secret = link.partition("#reset=")[2]
    assert link.startswith("https://house.example/account#reset=")
    house.browser().post("/api/account/reset", secret=secret, password="my newest sentence")


@pytest.mark.parametrize(
    "words",
    [("ban", "Nobody", "why"), ("ban", "Anna"), ("unban", "Anna"), ("close", "none", "why"), ("user", "Nobody"),
     ("settle", "none"), ("reset", "a", "b"), ("announce",), ("close", "none")],
)  # fmt: skip
def test_the_console_says_in_one_line_what_it_cannot_do(
    house: PublicHouse, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    house.person("Anna")
    assert admin(house, *words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "Traceback" not in told


def test_a_watch_survives_a_database_that_does_not_answer(house: PublicHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.table.stores.base import Busy

    def fails(*words: Any) -> Any:
        raise Busy

    monkeypatch.setattr(house.people.neighbours, "notices", fails)
    asyncio.run(house.people.watch.look({}))
