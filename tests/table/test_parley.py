"""A game is given up, and a draw is offered, at the table."""

from __future__ import annotations

from tests.core.test_game import RED_FIRST
from tests.table.visitors import Table, Visitor


def test_a_draw_is_offered_out_of_turn_declined_and_accepted_and_the_list_shows_it(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        said: list[tuple[str, str]] = [("blue", "offer-draw"), ("red", "decline-draw"), ("red", "offer-draw")]
        for side, text in said:
            assert visitor.ask("play", action=text, count=0, side=side)["type"] == "played", "never stale"
        visitor.waits(lambda: visitor.mirror.known["table"]["draw"] == "red")
        visitor.ask("play", action="accept-draw", count=0, side="blue")
        visitor.waits(lambda: visitor.mirror.known["view"]["over"] != "")
        assert visitor.mirror.known["view"]["winner"] is None
        assert visitor.mirror.known["table"]["secret"], "the dice are open when the game is over"
        assert visitor.ask("play", action="resign", count=0, side="red")["case"] == "over"
        assert [entry["lines"][-1] for entry in visitor.mirror.known["log"]["entries"][1:]] == [
            "The Blue player offers a draw",
            "The Red player declines the draw",
            "The Red player offers a draw",
            "The players agree to a draw",
        ]
    [listed] = table.get("/api/tables")["tables"]
    assert listed["over"] == "the players agree to a draw" and listed["winner"] is None


def test_nobody_speaks_for_a_side_that_is_not_his(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "bot:random"})
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        assert watcher.ask("play", action="resign", count=0, side="red")["case"] == "seat"
    with table.socket(made["id"]) as session:
        player = Visitor(session)
        player.join(made["token"])
        assert player.ask("play", action="resign", count=0, side="blue")["case"] == "seat"
        assert player.mirror.known["view"]["over"] == ""


def test_a_machine_takes_a_draw_when_it_is_behind_and_not_before(table: Table) -> None:
    """Red has come nearer to the camp of Blue and thinks itself ahead; then Blue has done the same, and better."""
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"}, seed=1)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("pause")
        for order in (*RED_FIRST, "red> move r2 C3"):
            side, _, action = order.partition("> ")
            answered = visitor.ask("play", action=action, count=visitor.mirror.known["view"]["count"], side=side)
            visitor.catch_up(answered["entry"], answered["count"])
        for machine, player, answer in (("red", "blue", "declines the draw"), ("blue", "red", "agree to a draw")):
            visitor.ask("relieve", side=machine)
            entries = visitor.mirror.entries
            assert visitor.ask("play", action="offer-draw", count=0, side=player)["type"] == "played"
            visitor.ask("step")
            visitor.catch_up(entries + 2)
            assert answer in visitor.mirror.known["log"]["entries"][-1]["lines"][-1]
            visitor.ask("relieve", side=machine, machine=False)
