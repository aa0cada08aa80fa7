"""What is a person's: taken along whole, and taken away for good."""

from __future__ import annotations

from sandtable.table.people.belongings import ABOUT, OWN, SHARED
from tests.table.people.house import PASSWORD, PublicHouse
from tests.table.people.test_accounts import seat_of
from tests.table.visitors import Visitor

NAMING = ("person_id", "blocked_id", "about_id", "player")  # columns that name a person


def test_whoever_adds_a_table_about_people_says_what_becomes_of_it(house: PublicHouse) -> None:
    """Every column that names a person is among those that go with him."""
    read = house.store.database.read
    if house.store.shared:
        query = "select table_name, column_name from information_schema.columns where table_schema = current_schema()"
        found = {(table, column) for table, column in read(query)}
    else:
        tables = [name for (name,) in read("select name from sqlite_master where type = 'table'")]
        found = {(table, row[1]) for table in tables for row in read(f"pragma table_info({table})")}
    naming = {(table, column) for table, column in found if column in NAMING}
    own = {(table, column) for table, (column, _) in {**OWN, **SHARED}.items()}
    known = own | set(ABOUT.items()) | {("tokens", "person_id")}
    assert naming == known


def test_the_export_has_everything_of_ones_own_and_nothing_of_others(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    house.person("Carl")
    made = anna.make()
    with anna.socket(made["id"]) as here, berta.socket(made["id"]) as there:
        host, guest = Visitor(here), Visitor(there)
        host.join()
        guest.sit(seat_of(made))
        host.ask("chat", text="Good luck")
        guest.ask("chat", text="a secret of Berta's")
        host.ask("snapshot")
        assert host.ask("play", action="bet 2", count=host.mirror.count, side="red")["type"] == "played"
        assert guest.ask("snapshot")["type"] == "snapshot"
        guest.ask("play", action="bet 3", count=guest.mirror.count, side="blue")
    anna.post("/api/account/blocks", name="Carl")
    anna.post("/api/reports", name="Berta", table=made["id"], text="was rude")
    berta.post("/api/reports", name="Anna", text="was rude as well")
    answer = anna.ask("GET", "/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["account"]["name"] == "Anna" and told["blocked"] == ["Carl"]
    assert [report["text"] for report in told["reports"]] == ["was rude"]
    (table,) = told["tables"]
    assert [line["text"] for line in table["said"]] == ["Good luck"] and table["sides"] == ["red"]
    assert {line["side"] for line in table["actions"]} == {"red"}
    for secret in ("Berta's", "as well", made["token"], "argon2", "bet 3"):
        assert secret not in answer.text
    assert house.browser().refused("GET", "/api/account/export") == (403, "account")


def test_who_deletes_his_account_resigns_and_leaves_nothing_behind(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    alone, shared = anna.make(seats={"red": "human", "blue": "bot:random"}), anna.make()
    with berta.socket(shared["id"]) as there:
        guest = Visitor(there)
        guest.sit(seat_of(shared))
        with anna.socket(shared["id"]) as here:
            host = Visitor(here)
            host.join()
            host.ask("chat", text="Good luck")
        assert anna.refused("DELETE", "/api/account", {"password": "another sentence"}) == (403, "password")
        anna.delete("/api/account", password=PASSWORD)
    assert anna.account is None
    with berta.socket(shared["id"]) as there:
        seen = Visitor(there).join()
        assert seen["view"]["over"] and seen["view"]["winner"] == "blue"
        assert seen["table"]["seats"]["red"]["name"] == "former player" and not seen["table"]["seats"]["red"]["account"]
    assert berta.refused("GET", f"/api/tables/{alone['id']}") == (404, "unknown"), "a table of his own goes with him"
    for part in ("persons", "sessions", "letters", "blocks", "reports", "tokens", "chat", "tables", "results"):
        found = [str(row) for row in house.store.database.read(f"select * from {part}")]
        assert not [row for row in found if "Anna" in row or "Good luck" in row], part
    house.browser("203.0.113.80").sign_up("Anna")


def test_what_others_said_about_somebody_goes_with_him(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    berta.post("/api/account/blocks", name="Anna")
    berta.post("/api/reports", name="Anna", text="was rude")
    anna.delete("/api/account", password=PASSWORD)
    assert berta.get("/api/account/blocks")["blocked"] == []
    assert house.store.database.read("select * from reports") == []


def test_a_comrade_who_deletes_his_account_leaves_his_desks_to_the_commander_and_resigns_nothing(
    house: PublicHouse,
) -> None:
    anna, carl = house.person("Anna"), house.person("Carl")
    made = anna.make(comrades={"red": [["treasury"]]})
    with carl.socket(made["id"]) as there:
        comrade = Visitor(there)
        comrade.join(made["comrades"][0]["link"].partition("#seat=")[2])
        comrade.ask("claim", side="red")
        told = carl.get("/api/account/export")["tables"]
        assert [(table["sides"], table["actions"], table["orders"]) for table in told] == [(["red"], [], {})]
    row = house.store.row(made["id"])
    assert row is not None and [each.name for each in row.seats["red"].comrades] == ["Carl"]
    carl.delete("/api/account", password=PASSWORD)
    row = house.store.row(made["id"])
    assert row is not None and row.seats["red"].comrades == () and not row.summary.over
    assert (row.seats["red"].name, row.seats["red"].appointed) == ("Anna", 1)
    assert all(not token.comrade for token in house.store.tokens(made["id"]))


def test_a_guest_takes_his_seat_as_a_comrade_into_his_account(house: PublicHouse) -> None:
    anna, guest = house.person("Anna"), house.browser()
    made = anna.make(comrades={"red": [["treasury"]]})
    with guest.socket(made["id"]) as there:
        comrade = Visitor(there)
        comrade.join(made["comrades"][0]["link"].partition("#seat=")[2])
        token = comrade.ask("claim", side="red")["token"]
    guest.sign_up("Carl")
    assert guest.post("/api/account/claim", held={made["id"]: token}) == {"claimed": [made["id"]]}
    row = house.store.row(made["id"])
    assert row is not None and row.seats["red"].name == "Anna" and row.seats["red"].comrades[0].name == "Carl"
    with guest.socket(made["id"]) as there:
        assert Visitor(there).join()["you"]["comrade"] == 1
