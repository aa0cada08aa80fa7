"""A machine takes over in the middle of a game, and gives back."""

from __future__ import annotations

from tests.table.visitors import Table, Visitor


def test_a_machine_plays_on_for_who_asks_it_to_and_he_takes_his_side_back(table: Table) -> None:
    made = table.make(game="afrika-korps", seats={"axis": "human", "allied": "bot:random"}, seed=3)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("pause", paused=True)
        assert visitor.ask("relieve", side="allied")["case"] == "seat", "not his to give"
        assert visitor.ask("relieve", side="axis")["type"] == "done"
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["axis"]["kind"] == "bot")
        assert visitor.mirror.known["you"]["sides"] == ["axis"], "he keeps the seat"
        before = visitor.mirror.entries
        visitor.ask("step")
        visitor.waits(lambda: visitor.mirror.entries > before)
        assert visitor.mirror.known["log"]["entries"][-1]["side"] == "axis", "the machine has moved for him"
        assert visitor.ask("relieve", side="axis", machine=False)["type"] == "done"
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["axis"]["kind"] == "human")
        assert [line.text for line in table.store.chat(made["id"])] == [
            "The machine now plays the Axis.",
            "A player again plays the Axis.",
        ]


def test_a_spectator_relieves_nobody(table: Table) -> None:
    made = table.make(game="afrika-korps", seats={"axis": "human", "allied": "human"})
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        assert watcher.ask("relieve", side="axis")["case"] == "seat"
