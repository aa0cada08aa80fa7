"""Seats at a table: people, machines, open links, spectators; playing, taking back, being refused."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from sandtable.bots.roster import Roster
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.table.live.table import LiveTable
from sandtable.table.rooms.machines import Crew
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.stores.base import Row
from sandtable.table.thinking.jobs import AnyReply, Job
from sandtable.table.thinking.pool import Threads
from sandtable.table.thinking.thinker import Thinker
from tests.table.visitors import PATIENCE, Table, Visitor

HOT_SEAT = {"axis": "human", "allied": "human"}
OPEN = {"axis": "human", "allied": "open"}
WATCH = {"axis": "bot:random", "allied": "bot:random"}


def seat_of(link: str) -> str:
    return link.partition("#seat=")[2]


def an_offer(visitor: Visitor) -> str:
    action: str = visitor.mirror.known["offers"][-1]["action"]
    return action


def test_a_snapshot_shows_the_seat_its_table(table: Table) -> None:
    made = table.make(seats=OPEN, name="Anna")
    with table.socket(made["id"]) as session:
        seen = Visitor(session).join(made["token"])
    assert seen["you"]["sides"] == ["axis"] and seen["you"]["side"] == "axis" and seen["you"]["host"]
    assert seen["view"]["side"] == "axis"
    assert seen["table"]["seats"]["axis"] == {
        "kind": "human", "bot": "", "name": "Anna", "here": True, "windows": 1, "desks": [], "given": 0, "promise": "",
        "share": "", "account": False, "comrades": [],
    }  # fmt: skip
    assert seen["table"]["seats"]["allied"]["kind"] == "open"
    assert list(seen["you"]["links"]) == ["allied"]
    assert seen["view"]["asked"] == ["axis"] and seen["offers"] == [], "the game waits for the guest"
    assert [entry["n"] for entry in seen["log"]["entries"]] == [0]


def test_an_accepted_action_is_answered_and_then_told(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        action = an_offer(visitor)
        played = visitor.play(action)
        assert played["type"] == "played" and played["entry"] == 1
        visitor.catch_up(1, played["count"])
        assert visitor.mirror.known["log"]["entries"][-1]["action"] == action
        assert [line.action for line in table.store.lines(made["id"])] == [action]


def test_a_move_is_proposed_with_its_path_and_told_with_it(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        piece, offers = movable(visitor)
        offer = max(offers, key=lambda each: len(each["path"]))
        proposed = visitor.ask("propose", pieces=[piece], at=offer["at"])
        assert proposed["type"] == "proposed" and proposed["action"] == offer["action"]
        assert proposed["path"] == offer["path"]
        played = visitor.play(proposed["action"])
        visitor.catch_up(played["entry"], played["count"])
        (move,) = visitor.mirror.known["log"]["entries"][-1]["moves"]
        assert move == {"piece": piece, "from": offer["path"][0], "to": offer["at"], "path": offer["path"]}
        assert visitor.mirror.known["view"]["pieces"][piece]["at"] == offer["at"]


def movable(visitor: Visitor) -> tuple[str, list[dict[str, Any]]]:
    """A piece that can go somewhere; decisions before the movement are answered with what is offered last."""
    for _ in range(20):
        for name, piece in visitor.mirror.known["view"]["pieces"].items():
            if piece["side"] != visitor.mirror.known["you"]["side"]:
                continue
            found = [offer for offer in visitor.ask("offers", pieces=[name])["offers"] if offer["path"]]
            if found:
                return name, found
        played = visitor.play(an_offer(visitor))
        visitor.catch_up(played["entry"], played["count"])
    raise AssertionError("nothing can move")


def test_who_can_act_is_told_to_the_side_that_is_asked_alone(table: Table) -> None:
    made = table.make(seats={"axis": "human", "allied": "open"})
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
        anna, ben = Visitor(first), Visitor(second)
        anna.join(made["token"])
        ben.join(seat_of(made["links"]["allied"]))
        piece, _ = movable(anna)
        pieces = anna.mirror.known["view"]["pieces"]
        enemy = next(name for name, each in pieces.items() if each["side"] == "allied")
        assert anna.ask("able", pieces=[enemy, piece])["able"] == [piece]
        assert ben.ask("able", pieces=[enemy, piece])["able"] == []


def test_a_refused_proposal_teaches_its_case(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        piece, _ = movable(visitor)
        far = table.get("/api/games/afrika-korps/board")["sites"][-1]["hex"]
        refused = visitor.ask("propose", pieces=[piece], at=far)
        assert refused["type"] == "refused"
        assert table.http.get(f"/api/games/afrika-korps/cases/{refused['case']}").status_code == 200
        assert len(refused["why"].split()) > 3


def test_illegal_and_unreadable_actions_change_nothing(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        before = table.get(f"/api/tables/{made['id']}", made["token"])
        assert visitor.play("fly to the moon")["case"] == "message"
        assert visitor.play("attack nobody with nothing")["type"] == "refused"
        assert table.get(f"/api/tables/{made['id']}", made["token"]) == before
        assert table.store.lines(made["id"]) == []


def test_a_stale_action_is_refused(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        refused = visitor.ask("play", action=an_offer(visitor), count=visitor.mirror.count + 1, side="axis")
        assert (refused["type"], refused["case"]) == ("refused", "stale")
        assert visitor.play(an_offer(visitor))["type"] == "played"


def test_a_message_sent_twice_does_not_play_for_both_sides(table: Table) -> None:
    """A sealed bid moves no count, so that the same message would fit the other side's bid as well."""
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        bid = {"action": "bet 1", "count": visitor.mirror.count}
        assert visitor.ask("play", **bid)["case"] == "message"
        assert visitor.ask("play", side="red", **bid)["type"] == "played"
        assert visitor.ask("play", side="red", **bid)["type"] == "refused"
        assert [line.side for line in table.store.lines(made["id"])] == ["red"]


def test_an_undo_sent_twice_takes_back_once(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        for _ in range(2):
            played = visitor.play(movable(visitor)[1][0]["action"])
            visitor.catch_up(played["entry"], played["count"])
        assert visitor.ask("undo", count=played["count"])["type"] == "undone"
        assert visitor.ask("undo", count=played["count"])["case"] == "stale"


def test_undo_takes_back_a_move_and_says_when_it_may(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        _, offers = movable(visitor)
        before = json.loads(json.dumps(visitor.mirror.known["view"]))
        entries = visitor.mirror.entries
        played = visitor.play(offers[0]["action"])
        visitor.catch_up(played["entry"], played["count"])
        assert visitor.mirror.known["you"]["undo"]
        undone = visitor.ask("undo")
        assert (undone["type"], undone["entry"]) == ("undone", entries)
        visitor.catch_up(undone["entry"], undone["count"])
        assert visitor.mirror.known["view"] == before | {"count": undone["count"]}
        for old in (before["count"], played["count"]):  # what was meant for a position before the undo
            assert visitor.ask("play", action=offers[0]["action"], count=old, side="axis")["case"] == "stale"
        assert table.store.lines(made["id"])[-1].kind == "undo"


def test_undo_with_nothing_to_take_back_is_refused(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        assert not visitor.join(made["token"])["you"]["undo"]
        assert visitor.ask("undo")["case"] == "undo"


def test_two_browsers_and_a_spectator_share_one_game(table: Table) -> None:
    made = table.make(seats=OPEN, name="Anna")
    with (
        table.socket(made["id"]) as first,
        table.socket(made["id"]) as second,
        table.socket(made["id"]) as third,
    ):
        anna, ben, guest = Visitor(first), Visitor(second), Visitor(third)
        anna.join(made["token"])
        assert ben.sit(seat_of(made["links"]["allied"]))["you"]["sides"] == ["allied"]
        assert guest.join()["you"] == {
            "sides": [], "side": "", "host": False, "name": "", "undo": False, "desk": "", "links": {}, "invited": "",
            "orders": [], "settled": {}, "note": "", "again": "", "comrade": 0, "decides": False, "comrades": {},
        }  # fmt: skip
        anna.waits(lambda: bool(anna.mirror.known["offers"]))
        ben.ask("name", name="Ben")
        assert ben.play(an_offer(anna))["case"] == "turn"
        assert guest.play(an_offer(anna))["case"] == "seat"
        anna.play(an_offer(anna))
        for visitor in (anna, ben, guest):
            visitor.catch_up(1)
        assert guest.mirror.known["offers"] == [] == ben.mirror.known["offers"]
        seats = table.get(f"/api/tables/{made['id']}")["table"]["seats"]
        assert (seats["allied"]["kind"], seats["allied"]["name"], seats["allied"]["windows"]) == ("human", "Ben", 1)


def test_an_action_for_another_side_is_refused(table: Table) -> None:
    made = table.make(seats=OPEN)
    with table.socket(made["id"]) as session:
        ben = Visitor(session)
        ben.sit(seat_of(made["links"]["allied"]))
        refused = ben.ask("play", action="done", count=ben.mirror.count, side="axis")
        assert (refused["type"], refused["case"]) == ("refused", "seat")
        assert table.store.lines(made["id"]) == []


def test_a_token_of_another_table_closes_the_socket(table: Table) -> None:
    made, other = table.make(), table.make()
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        assert visitor.join(other["token"])["case"] == "seat"
        with pytest.raises(WebSocketDisconnect) as closed:
            visitor.receive()
    assert closed.value.code == 4401
    response = table.http.get(f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {other['token']}"})
    assert (response.status_code, response.json()["case"]) == (403, "seat")


def test_the_host_may_take_an_open_seat_and_its_link_dies(table: Table) -> None:
    made = table.make(seats=OPEN)
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
        host, guest = Visitor(first), Visitor(second)
        host.join(made["token"])
        assert guest.join(seat_of(made["links"]["allied"]))["you"]["invited"] == "allied"
        assert host.ask("claim", side="allied")["type"] == "seated"
        host.waits(lambda: host.mirror.known["you"]["sides"] == ["axis", "allied"])
        assert host.mirror.known["offers"], "nobody else is to come: the game begins"
        guest.waits(lambda: guest.mirror.known["you"]["invited"] == "")
    response = table.http.get(
        f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {seat_of(made['links']['allied'])}"}
    )
    assert response.status_code == 403


def test_a_spectator_cannot_claim_without_the_link(table: Table) -> None:
    made = table.make(seats=OPEN)
    with table.socket(made["id"]) as session:
        guest = Visitor(session)
        guest.join()
        assert guest.ask("claim", side="allied")["case"] == "seat"
        requests: list[dict[str, Any]] = [
            {"kind": "speed", "delay": 1}, {"kind": "pause"}, {"kind": "step"}, {"kind": "undo"},
            {"kind": "forecast", "pieces": []}, {"kind": "ask", "question": "supply"},
        ]  # fmt: skip
        for request in requests:
            assert guest.ask(**request)["case"] == "seat"
        assert guest.ask("offers", pieces=[])["offers"] == []
        assert guest.ask("layers")["layers"]


def test_a_machine_answers_a_person(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "bot:random"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.play("bet 3")
        visitor.waits(lambda: {line.side for line in table.store.lines(made["id"])} == {"red", "blue"})
        visitor.waits(lambda: "move" in visitor.mirror.known["view"]["prompt"])


def test_a_desk_is_handed_to_the_machine_and_taken_back(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "bot:greedy"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        joined = visitor.join(made["token"])
        assert joined["table"]["desks"] == {"treasury": "the bids for the first move", "rearguard": "retreats"}
        assert visitor.ask("delegate", desks=["kitchen"])["case"] == "unknown"
        assert visitor.ask("delegate", desks=["treasury"])["type"] == "done"
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["red"]["desks"] == ["treasury"])
        visitor.waits(lambda: "red" in {line.side for line in table.store.lines(made["id"])})
        visitor.ask("delegate", desks=[])
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["red"]["desks"] == [])
    bids = [line.action for line in table.store.lines(made["id"]) if line.side == "red"]
    assert len(bids) == 1 and bids[0].startswith("bet ")


def test_a_player_without_a_choice_is_not_asked(
    table: Table, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = titles["wadi"].rules.notation.parse("bet 0")

    def forced(state: Any, side: str) -> Action | None:
        return nothing if side == "blue" and state.turn == 1 else None

    monkeypatch.setattr(titles["wadi"], "rules", replace(titles["wadi"].rules, forced=forced))
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        played = visitor.play("bet 3")
        visitor.catch_up(played["entry"], played["count"])
        assert visitor.mirror.known["view"]["asked"] == ["red"]
    assert [line.action for line in table.store.lines(made["id"])] == ["bet 3", "bet 0"]


def test_a_spectator_has_no_desk(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "bot:greedy"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        assert visitor.ask("delegate", desks=["treasury"])["case"] == "seat"


def test_a_secret_is_told_to_its_own_side_alone(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"})
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second, table.socket(made["id"]) as third:
        red, blue, guest = Visitor(first), Visitor(second), Visitor(third)
        red.join(made["token"])
        blue.sit(seat_of(made["links"]["blue"]))
        guest.join()
        red.waits(lambda: not red.mirror.known["table"]["waiting"])
        red.play("bet 3")
        red.waits(lambda: red.mirror.entries >= 1)
        blue.waits(lambda: blue.mirror.known["view"]["asked"] == ["blue"])
        assert blue.mirror.entries == 0, "that red has bid is seen, and no entry tells what"
        blue.play("bet 1")
        for visitor, entries in ((red, 2), (blue, 1), (guest, 1)):
            visitor.catch_up(entries)
        told = [
            [line for entry in visitor.mirror.known["log"]["entries"] for line in entry["lines"] if "counted" in line]
            for visitor in (red, blue, guest)
        ]
    assert told == [["counted coins 0 only red"], ["counted coins 2 only blue"], []]


def test_a_game_of_machines_is_watched_paused_and_stepped(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:greedy"})
    assert made["sides"] == []
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        assert host.join(made["token"])["you"]["host"]
        host.ask("pause", paused=True)
        host.waits(lambda: host.mirror.known["table"]["machines"]["paused"])
        entries = host.mirror.entries
        for _ in range(2):  # a first bet is sealed, and a spectator hears nothing of it
            host.ask("step")
        host.waits(lambda: host.mirror.entries > entries)
        host.ask("speed", delay=0)
        host.ask("pause", paused=False)
        host.waits(lambda: host.mirror.known["view"]["over"])
        assert host.mirror.known["table"]["secret"] == table.store.secret(made["id"]).hex()


def test_a_pause_holds_what_a_machine_is_thinking_of(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer, do = Event(), Event(), Thinker.do

    def slowly(thinker: Thinker, job: Job) -> AnyReply:
        asked.set()
        assert answer.wait(PATIENCE)
        return do(thinker, job)

    monkeypatch.setattr(Thinker, "do", slowly)
    made = table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:greedy"})
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        assert asked.wait(PATIENCE)
        host.waits(lambda: bool(host.mirror.known["table"]["machines"]["thinking"]))
        host.ask("pause", paused=True)
        answer.set()
        host.waits(lambda: not host.mirror.known["table"]["machines"]["thinking"])
        assert len(host.mirror.known["view"]["asked"]) == 2
        host.ask("step")
        host.waits(lambda: len(host.mirror.known["view"]["asked"]) == 1)


def test_a_machine_that_fails_is_replaced_for_that_decision(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "bot:rude", "blue": "bot:rude"})
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.known["view"]["over"])
        said = [line["text"] for line in host.mirror.chat if line["from"] == "the table"]
        assert any("plays for Red failed" in text for text in said) and len(said) <= 2 + host.mirror.entries // 25


def test_nobody_foresees_a_machine_from_the_commitment(table: Table, titles: dict[str, Title[Any]]) -> None:
    """Two tables that promise the same have machines of their own, each the same whenever its table is opened."""
    made = [table.make(game="wadi", seats=dict.fromkeys(("red", "blue"), "bot:random"), seed=seed) for seed in (1, 2)]
    rows = [row for one in made if (row := table.store.row(one["id"]))]

    def bids(row: Row) -> list[str]:
        same_promise = msgspec.structs.replace(row, commitment=rows[0].commitment)
        live = LiveTable.open(titles["wadi"], same_promise, table.store)
        crew = Crew(live, Mishaps(None), Roster(), Threads(titles.__getitem__), ThreadPoolExecutor(1))
        return [str(crew.choose(live.game.state, side).action) for side in ("red", "blue") for _ in range(10)]

    assert bids(rows[0]) == bids(rows[0])
    assert bids(rows[0]) != bids(rows[1])


def test_machines_rest_while_nobody_is_there(table: Table) -> None:
    made = table.make(seats=WATCH)
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.entries >= 3)
    kept = len(table.store.lines(made["id"]))
    for _ in range(20):
        table.get("/api/tables")
    assert len(table.store.lines(made["id"])) <= kept + 1


def test_a_machine_answers_a_player_who_has_left(table: Table) -> None:
    made = table.make(game="afrika-korps", seats={"axis": "bot:random", "allied": "human"}, seed=3)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("speed", delay=10)  # so that it is not done before he leaves
    end = monotonic() + 30
    while table.get(f"/api/tables/{made['id']}", made["token"])["view"]["asked"] != ["allied"]:
        assert monotonic() < end, "the machine waits for somebody to come back"


def test_the_game_goes_on_after_a_restart(table: Table, tmp_path: Any, titles: Any) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        _, offers = movable(visitor)
        for _ in range(2):  # an action, taken back, and played again
            visitor.catch_up(visitor.mirror.entries, visitor.mirror.count)
            played = visitor.play(offers[0]["action"])
            visitor.catch_up(played["entry"], played["count"])
            undone = visitor.ask("undo")
            visitor.catch_up(undone["entry"], undone["count"])
        visitor.play(offers[-1]["action"])
        before = table.get(f"/api/tables/{made['id']}", made["token"])
    with Table(tmp_path, titles, address=table.address) as again, again.socket(made["id"]) as session:
        after = Visitor(session).join(made["token"])
        assert after["view"].pop("count") != before["view"].pop("count")  # what was meant for it then is too late now
        assert (after["view"], after["log"], after["offers"]) == (before["view"], before["log"], before["offers"])
        assert after["you"] == before["you"]


def test_chat_reaches_everybody_and_stays(table: Table) -> None:
    made = table.make(seats=OPEN, name="Anna")
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
        anna, guest = Visitor(first), Visitor(second)
        anna.join(made["token"])
        guest.join()
        assert anna.ask("chat", text="  <b>Good\nluck</b>\u202e\x00 ")["type"] == "done"
        line = guest.until(lambda message: message["type"] == "chat")["line"]
        assert (line["from"], line["side"], line["text"]) == ("Anna", "axis", "<b>Good luck</b>")
        assert guest.ask("chat", text=" \n ")["case"] == "message"
        guest.ask("name", name="Zoe\t\x07")
        guest.ask("chat", text="hello")
    chat = table.get(f"/api/tables/{made['id']}")["chat"]
    assert [line["from"] for line in chat] == ["Anna", "Zoe"]
    assert [line["n"] for line in chat] == [1, 2]


def test_forecast_layers_standing_and_questions_are_answered(table: Table) -> None:
    made = table.make(seats=HOT_SEAT)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        pieces = visitor.mirror.known["view"]["pieces"].values()
        fighters = {side: next(p["id"] for p in pieces if p["side"] == side and len(p["factors"]) == 3
                               and p["at"] in table.get("/api/games/afrika-korps/board")["hexes"]["names"])
                    for side in ("axis", "allied")}  # fmt: skip
        forecast = visitor.ask("forecast", pieces=list(fighters.values()))["forecast"]
        assert forecast["ledger"]["text"]
        assert visitor.ask("forecast", pieces=[])["type"] == "refused"
        assert visitor.ask("layers")["layers"]
        stood = visitor.ask("standing")
        assert stood["standing"]["ahead"] == "allied" and len(stood["calendar"]) == 38
        assert visitor.ask("ask", question="supply")["answer"]["text"]
        assert visitor.ask("ask", question="what is love")["case"] == "why"
