"""What the staff warns of before a phase ends: told to its side alone, and nothing waits for it."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.title import Title
from sandtable.core.values import Explanation
from sandtable.kit.staff.warnings import Peril
from sandtable.table.doors import staff_work
from sandtable.table.thinking import lookout
from sandtable.table.thinking.limits import limits
from sandtable.table.thinking.lookout import Outpost
from tests.table.visitors import Table, Visitor

HOT_SEAT = {"axis": "human", "allied": "human"}
PERILS = (
    Peril("over", "", "", 1, 6, "", "no supply left", "4.1"),
    Peril("lost", "21/5", "W6", 5, 6, "5th Panzer Regiment", "21/5 is eliminated at W6", "7.5",
          remedy="move 21/5 W6-W7"),
    Peril("lost", "21/3", "W6", 5, 6, "3rd Reconnaissance Battalion", "21/3 is eliminated at W6", "7.5"),
    Peril("lost", "rommel", "W6", 2, 6, "Rommel", "", ""),
    Peril("neglected", "", "W3", 0, 0, "Nothing will land", "", "12.4"),
)  # fmt: skip


def test_the_warnings_of_a_hex_are_told_together(
    titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "perils", lambda *_: PERILS)
    defeat, stack, rommel, duty = Outpost(titles["afrika-korps"], None, "axis").warnings()
    assert defeat.text == "The game can be lost, in 1 of 6 trials" and defeat.how == ("no supply left",)
    assert stack.text == "5th Panzer Regiment, 3rd Reconnaissance Battalion can be lost, in 5 of 6 trials"
    assert (stack.at, stack.pieces, stack.orders) == ("W6", ("21/5", "21/3"), ("move 21/5 W6-W7",))
    assert len(stack.how) == 2 and rommel.how == ()
    assert (duty.text, duty.at, duty.case) == ("Nothing will land", "W3", "12.4")


def test_others_are_answered_while_the_staff_looks(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Event()
    monkeypatch.setattr(lookout, "perils", lambda *_: found.wait(20) and PERILS)
    made = table.make(game="afrika-korps", seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        session.send_json({"type": "warnings", "id": 900})
        assert visitor.ask("offers", pieces=["21/5"])["type"] == "offers", "while it looks"
        assert visitor.ask("warnings")["case"] == "busy", "one look at a time"
        found.set()
        answer = visitor.until(lambda message: message.get("id") == 900)
        assert answer["type"] == "warnings" and answer["count"] == visitor.mirror.count
        assert [each["at"] for each in answer["warnings"]] == ["", "W6", "W6", "W3"]


def test_duties_are_told_at_once_while_the_staff_looks(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Event()
    monkeypatch.setattr(lookout, "perils", lambda *_: found.wait(20) and PERILS)
    monkeypatch.setattr(lookout, "neglected", lambda *_: PERILS[-1:])
    made = table.make(game="afrika-korps", seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        session.send_json({"type": "warnings", "id": 900})
        told = visitor.ask("duties")
        assert told["type"] == "warnings" and told["count"] == visitor.mirror.count and not found.is_set()
        assert [(each["text"], each["at"], each["case"]) for each in told["warnings"]] == [
            ("Nothing will land", "W3", "12.4")
        ]
        found.set()
        visitor.until(lambda message: message.get("id") == 900)


def test_who_could_still_act_is_told_by_name_before_what_is_left_undone(table: Table) -> None:
    made = table.make(game="afrika-korps", seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        told = visitor.ask("duties", idle=["21/5", "9A/20"])["warnings"]
        assert [(each["text"], each["pieces"]) for each in told[:1]] == [
            ("5th Panzer Regiment can still act", ["21/5"])
        ]
        assert [each["case"] for each in told[1:]] == ["12.4"], "the enemy's 9A/20 is not named"


@pytest.mark.parametrize("question", ["warnings", "plan"])
def test_the_table_does_not_wait_for_a_question_to_the_staff(
    question: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, found = Event(), Event()

    def think(*_: object) -> Explanation:
        asked.set()
        return Explanation("nothing to fear" if found.wait(60) else "nobody was answered meanwhile")

    monkeypatch.setattr(lookout, "answer", think)
    made = table.make(game="afrika-korps", seats=HOT_SEAT)
    with table.socket(made["id"]) as session, table.socket(made["id"]) as second:
        anna, guest = Visitor(session), Visitor(second)
        anna.join(made["token"])
        guest.join()
        session.send_json({"type": "ask", "id": 900, "question": question})
        assert asked.wait(60)
        assert guest.ask("layers")["type"] == "layers", "while it thinks"
        assert anna.ask("offers", pieces=["21/5"])["type"] == "offers"
        found.set()
        answer = anna.until(lambda message: message.get("id") == 900)
        assert answer["type"] == "answer" and answer["answer"]["text"] == "nothing to fear"
        assert guest.ask("ask", question=question)["case"] == "seat"


def test_nobody_looks_out_for_who_watches_or_waits(table: Table) -> None:
    made = table.make(game="afrika-korps", seats={"axis": "human", "allied": "open"}, seed=3)
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        assert watcher.ask("warnings")["case"] == watcher.ask("duties")["case"] == "seat"
    with table.socket(made["id"]) as session:
        guest = Visitor(session)
        guest.join(made["links"]["allied"].partition("#seat=")[2])
        guest.ask("claim", side="allied")
        assert guest.ask("warnings")["case"] == guest.ask("duties")["case"] == "turn"


def test_a_game_is_looked_back_on_when_it_is_over_and_not_before(table: Table) -> None:
    made = table.make(game="afrika-korps", seats=HOT_SEAT, seed=1)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.ask("review")["case"] == "over", "it would tell what is hidden"
        visitor.ask("play", action="resign", count=0, side="axis")
        told = visitor.ask("review")
        assert told["type"] == "review"
        assert told["review"]["winner"] == "allied" and told["review"]["turns"][0]["entry"] == 0
    with table.socket(made["id"]) as session:
        spectator = Visitor(session)
        spectator.join()
        assert spectator.ask("review")["review"] == told["review"], "nothing is hidden any more"


def test_a_game_of_too_many_throws_is_left_to_the_command(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(limits(), throws_at_most=-1)
    monkeypatch.setattr(staff_work, "limits", lambda: few)
    made = table.make(game="afrika-korps", seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("play", action="resign", count=0, side="axis")
        assert visitor.ask("review")["case"] == "size"
