"""Orders above the unit at the table: carried out, kept, cancelled, and a secret of the side that gave them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.journal import SaveError
from sandtable.core.title import Title
from sandtable.table.live import command, seating, showing
from sandtable.table.live.holder import SPECTATOR, Holder
from sandtable.table.live.showing import Around
from sandtable.table.live.table import LiveTable
from sandtable.table.messages.tables import Machines
from sandtable.table.stores.base import Seating
from tests.table.test_deltas import live
from tests.table.visitors import Table, Visitor

ORDER = "move brescia, bologna to Mechili"
AXIS, ALLIED = Holder(("axis",)), Holder(("allied",))


def test_an_order_is_carried_out_and_the_rest_of_the_phase_is_left_to_the_player(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "bot:officer"}, seed=3)
    with table.socket(made["id"]) as session:
        anna = Visitor(session)
        assert anna.join(made["token"])["you"]["orders"] == []
        assert anna.ask("order", order=ORDER)["type"] == "done"
        anna.waits(lambda: anna.mirror.entries == 2)
        [order] = anna.mirror.known["you"]["orders"]
        assert order == {
            "number": 1, "text": "move brescia, bologna to H15", "since": 1, "fate": "standing", "ended": 0, "why": "",
            "at": "H15", "units": ["brescia", "bologna"],
        }  # fmt: skip
        assert anna.mirror.known["view"]["asked"] == ["axis"]
        anna.ask("cancel", number=1)
        anna.waits(lambda: anna.mirror.known["you"]["orders"][0]["fate"] == "cancelled")
    assert {line.action.split()[1] for line in table.store.lines(made["id"])} == {"brescia", "bologna"}


def test_what_the_player_takes_back_is_not_done_again_at_once(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "bot:officer"}, seed=3)
    with table.socket(made["id"]) as session:
        anna = Visitor(session)
        anna.join(made["token"])
        anna.ask("order", order="move brescia to Mechili")
        anna.waits(lambda: anna.mirror.entries == 1)
        assert anna.ask("undo")["type"] == "undone"
        assert anna.ask("snapshot")["log"]["entries"][-1]["n"] == 0
        anna.play("move brescia W6-W7")
        anna.waits(lambda: anna.mirror.entries >= 1)
    assert [line.kind for line in table.store.lines(made["id"])][:3] == ["play", "undo", "play"]


@pytest.mark.parametrize(
    ("request_of", "case"),
    [
        ({"kind": "order", "order": "storm Tobruch"}, "order"),
        ({"kind": "order", "order": "take Tobruch with 2SA/3"}, "order"),
        ({"kind": "cancel", "number": 1}, "order"),
    ],
)
def test_nonsense_is_refused(table: Table, request_of: dict[str, Any], case: str) -> None:
    made = table.make(seats={"axis": "human", "allied": "human"}, seed=3)
    with table.socket(made["id"]) as session, table.socket(made["id"]) as other:
        anna, guest = Visitor(session), Visitor(other)
        anna.join(made["token"])
        guest.join()
        assert anna.ask(**request_of)["case"] == case
        assert guest.ask(**request_of)["case"] == "seat"


def test_whom_an_order_may_name_is_told_to_its_side_alone(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "human"}, seed=3)
    with table.socket(made["id"]) as session, table.socket(made["id"]) as other:
        anna, guest = Visitor(session), Visitor(other)
        anna.join(made["token"])
        guest.join()
        named = {each["name"]: each["units"] for each in anna.ask("muster")["names"]}
        assert sorted(named["21st Panzer Division"]) == ["21/104", "21/3", "21/5"] and named["ariete"] == ["ariete"]
        assert "21" not in named, "a formation has one name, the one that players know"
        assert guest.ask("muster")["case"] == "seat"


def test_the_plan_of_the_staff_comes_with_the_orders_that_carry_it_out(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "human"}, seed=3)
    with table.socket(made["id"]) as session, table.socket(made["id"]) as other:
        anna, guest = Visitor(session), Visitor(other)
        anna.join(made["token"])
        guest.join()
        found = anna.ask("plan")
        assert found["plan"]["side"] == "axis" and found["answer"]["parts"] and found["count"] == anna.mirror.count
        marches = {march["piece"]: march["at"] for march in found["plan"]["marches"]}
        moved = {unit: order["at"] for order in found["orders"] for unit in order["units"] if order["verb"] == "move"}
        assert moved and all(marches[unit] == at for unit, at in moved.items())
        assert guest.ask("plan")["case"] == "seat"


def test_the_enemy_and_spectators_never_hear_of_an_order(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "open"}, seed=3)
    link = made["links"]["allied"].partition("=")[2]
    with (
        table.socket(made["id"]) as first,
        table.socket(made["id"]) as second,
        table.socket(made["id"]) as third,
    ):
        anna, ben, guest = Visitor(first), Visitor(second), Visitor(third)
        anna.join(made["token"])
        ben.sit(link)
        guest.join()
        anna.ask("order", order="hold W6 with pavia")
        anna.waits(lambda: bool(anna.mirror.known["you"]["orders"]))
        for other in (ben, guest):
            assert other.ask("snapshot")["you"]["orders"] == []
            other.ask("ask", question="dangers") if other is ben else None
            assert not any("hold W6" in text for text in other.heard)
        for token in (ben.token, ""):
            for address in ("", "/record", "/replay?at=0", "/log"):
                assert "hold W6" not in str(table.get(f"/api/tables/{made['id']}{address}", token))
        own = table.get(f"/api/tables/{made['id']}/record", made["token"])
        assert own["orders"] == {"axis": ["1. hold W6 with pavia; since turn 1"]}


def test_that_a_staff_thinks_about_orders_is_shown_to_their_side_alone(
    titles: dict[str, Title[Any]], tmp_path: Path
) -> None:
    table, thinking = live(titles["afrika-korps"], tmp_path, 3), Around(machines=Machines("axis", False, False, 0.0))
    command.give_order(table, AXIS, "hold W6 with pavia")
    shown = {
        holder: showing.everything(table, holder, thinking)[1].table.machines.thinking
        for holder in (AXIS, ALLIED, SPECTATOR)
    }
    assert shown == {AXIS: "axis", ALLIED: "", SPECTATOR: ""}
    seating.relieve(table, AXIS, "axis", machine=True)
    assert showing.everything(table, ALLIED, thinking)[1].table.machines.thinking == "axis", (
        "a machine is known to think"
    )


def test_orders_are_there_when_the_table_is_opened_again(titles: dict[str, Title[Any]], tmp_path: Path) -> None:
    title = titles["afrika-korps"]
    table = live(title, tmp_path, 3)
    command.give_order(table, AXIS, "hold W6 with pavia")
    again = LiveTable.open(title, table.row, table.store)
    assert again.books["axis"] == table.books["axis"] and again.books["allied"] == ()
    assert again.sight(AXIS.sides).orders(again.books)[0].text == "hold W6 with pavia"
    assert again.sight(ALLIED.sides).orders(again.books) == again.sight(()).orders(again.books) == ()


def test_damaged_orders_are_named_when_the_table_is_opened(titles: dict[str, Title[Any]], tmp_path: Path) -> None:
    title = titles["afrika-korps"]
    table = live(title, tmp_path, 3)
    seats = {**table.row.seats, "axis": replace(table.row.seats["axis"], orders=("hold everything",))}
    table.store.seat(table.row, Seating(seats, ()))
    row = table.store.row(table.row.id)
    assert row is not None
    with pytest.raises(SaveError, match="standing orders are damaged"):
        LiveTable.open(title, row, table.store)
