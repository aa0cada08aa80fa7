"""A table is deleted by its host or the owner, for good; one with a guest counts as begun and stays."""

from __future__ import annotations

from tests.table.visitors import KEY, Table, Visitor

HOT_SEAT = {"axis": "human", "allied": "human"}


def delete(table: Table, name: str, token: str = "") -> tuple[int, str]:
    answer = table.http.delete(f"/api/tables/{name}", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("case", "")


def test_its_host_deletes_a_table_and_nobody_else_does(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert delete(table, made["id"]) == (403, "seat")
        assert delete(table, made["id"], "nobody") == (403, "seat")
        assert delete(table, made["id"], made["token"]) == (200, "")
    assert table.http.get(f"/api/tables/{made['id']}").status_code == 404
    assert table.store.row(made["id"]) is None and table.store.lines(made["id"]) == []
    assert delete(table, made["id"], made["token"]) == (404, "unknown")


def test_the_owner_deletes_any_table_but_not_one_begun_with_a_guest(table: Table) -> None:
    made, with_guest = table.make(seats=HOT_SEAT), table.make(seats={"axis": "human", "allied": "open"})
    assert delete(table, made["id"], KEY) == (200, "")
    assert delete(table, with_guest["id"], KEY) == (403, "seat")
    assert [row.id for row in table.store.rows()] == [with_guest["id"]]
