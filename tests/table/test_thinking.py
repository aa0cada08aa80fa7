"""Machines think elsewhere: on what their side knows, with what they remember, and the page says when they wait."""

from __future__ import annotations

import io
import os
import pickle
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from sandtable import bots, games
from sandtable.bots.roster import Roster
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.kit.staff.order_book import GivenOrder, Order, written
from sandtable.table.live.table import LiveTable
from sandtable.table.rooms.machines import Crew
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.thinking import lookout
from sandtable.table.thinking.jobs import (
    AnyReply,
    Choose,
    Chosen,
    Drawn,
    Failed,
    Job,
    Perils,
    Refused,
    See,
    job_in,
    packed,
    reply_in,
)
from sandtable.table.thinking.lookout import Outpost
from sandtable.table.thinking.memory import BadMemory, recalled, remembered
from sandtable.table.thinking.pool import Threads
from sandtable.table.thinking.thinker import Thinker
from tests.table.visitors import PATIENCE, Table, Visitor

HOT_SEAT = {"axis": "human", "allied": "human"}
EVERY_RANK = [(title.key, rank) for title in games.titles() for rank in (*bots.GENERIC, *title.staff.players)]


def choice(title: Title[Any], state: Any, side: str, player: str, memory: bytes = b"") -> Choose:
    known = title.rules.encode(title.sight.observe(state, side))
    return Choose(
        game=title.key, rules=title.rules_version, known=known, side=side, player=player, seed=5, memory=memory
    )


def thought(job: Job) -> AnyReply:
    """By somebody who has never heard of the game before, through bytes both ways."""
    return reply_in(packed(Thinker(games.title).do(job_in(packed(job)))))


def same_game(title: Title[Any], rank: str, actions: int) -> None:
    """Machines that are asked by bytes, each time of another worker, play as those do that stay at the table."""
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    stay = {side: bots.player(title, rank, 5) for side in title.sides}
    memories = dict.fromkeys(title.sides, b"")
    for _ in range(actions):
        if game.outcome is not None:
            break
        side = game.asked[0]
        reply = thought(choice(title, game.state, side, rank, memories[side]))
        assert isinstance(reply, Chosen), reply
        action = stay[side].choose(title.sight.observe(game.state, side), side)
        assert reply.action == str(action)
        memories[side] = reply.memory
        game.play(action, side)


@pytest.mark.parametrize("rank", ["random", "greedy", "cadet", "officer"])
def test_the_same_seed_plays_the_same_game_wherever_it_is_thought(rank: str, titles: dict[str, Title[Any]]) -> None:
    same_game(titles["afrika-korps"], rank, 12)


@pytest.mark.parametrize("game", ["panzerarmee-afrika", "tobruk", "north-africa-41"])
def test_every_staff_remembers_its_plan(game: str) -> None:
    same_game(games.title(game), "officer", 8)


@pytest.mark.long
@pytest.mark.parametrize(("game", "rank"), EVERY_RANK)
def test_every_rank_of_every_game_remembers_its_plans(game: str, rank: str) -> None:
    same_game(games.title(game), rank, 8 if rank in ("general", "marshal") else 150)


def test_a_staff_sees_to_orders_elsewhere(titles: dict[str, Title[Any]]) -> None:
    title = titles["afrika-korps"]
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    side = game.asked[0]
    book = (GivenOrder(1, Order("hold", "W3", ("21/5",)), 1),)
    known = title.rules.encode(title.sight.observe(game.state, side))
    job = See(
        game=title.key, rules=title.rules_version, known=known, side=side, player="officer", seed=5,
        orders=written(book),
    )  # fmt: skip
    reply = thought(job)
    assert isinstance(reply, Chosen) and len(reply.orders) == 1


def test_warnings_and_plans_come_back_as_they_were_found(titles: dict[str, Title[Any]]) -> None:
    title = titles["afrika-korps"]
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    outpost = Outpost(title, title.sight.observe(game.state, "axis"), "axis")
    drawn = thought(outpost.drawing)
    assert isinstance(drawn, Drawn) and (drawn.plan, drawn.orders) == outpost.plan()
    assert isinstance(thought(outpost.warning), Perils)
    refused = thought(Outpost(title, outpost.known, "allied").drawing)
    assert isinstance(refused, Refused) and refused.case == "turn"


def test_a_worker_with_other_rules_or_without_the_game_says_so(titles: dict[str, Title[Any]]) -> None:
    title = titles["afrika-korps"]
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    job = choice(title, game.state, "axis", "officer")
    old = Choose(game=job.game, rules="0", known=job.known, side=job.side, player=job.player, seed=1)
    unknown = Choose(game="chess", rules="0", known=job.known, side=job.side, player=job.player, seed=1)
    for wrong, why in ((old, "not 0"), (unknown, "there is no game 'chess'")):
        reply = thought(wrong)
        assert isinstance(reply, Failed) and why in reply.text


# Memory


class Wrecker:
    def __init__(self, call: Any, *words: object) -> None:
        self.call, self.words = call, words

    def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
        return self.call, self.words


def opened(path: str) -> None:
    Path(path).touch()


@pytest.mark.parametrize(
    "wreck",
    [
        lambda path: pickle.dumps(Wrecker(os.system, f"touch {path}")),
        lambda path: pickle.dumps(Wrecker(opened, path)),
        lambda path: b"\x80\x04\x8c\x16sandtable.core.journal\x94\x8c\tos.system\x94\x93\x94\x8c\x05touch\x85R.",
        lambda path: b"\x80\x04\x8c\x16sandtable.core.journal\x94\x8c\x04Path\x94\x93\x94\x8c\x01/\x85R.",
        lambda path: b"\x80\x04\x8c\x1csandtable.bots.engine.program\x94\x8c\x07Program\x94\x93\x94)R.",
        lambda path: b"\x80\x04\x8c\x16sandtable.core.journal\x94\x8c\x05write\x94\x93\x94)R.",
        lambda path: b"no pickle at all",
        lambda path: b"",
    ],
)
def test_a_memory_can_do_nothing_but_make_plans(wreck: Any, tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    path = tmp_path / "touched"
    with pytest.raises(BadMemory):
        recalled(titles["afrika-korps"], zlib.compress(wreck(path)))
    assert not path.exists()


def test_a_memory_that_is_cut_off_is_refused(titles: dict[str, Title[Any]]) -> None:
    title = titles["afrika-korps"]
    memory = remembered(title, title.staff.player(title, "officer", 1))
    assert type(recalled(title, memory)) is type(title.staff.player(title, "officer", 1))
    with pytest.raises(BadMemory):
        recalled(title, memory[:-5])
    with pytest.raises(BadMemory):
        recalled(title, b"")


def test_a_memory_holds_neither_the_game_nor_its_map(titles: dict[str, Title[Any]]) -> None:
    title = titles["afrika-korps"]
    data = zlib.decompress(remembered(title, title.staff.player(title, "general", 1)))
    assert len(data) < 10_000 and b"the_title" in data
    names = {str(word) for _, word, _ in pickle_words(data)}
    assert not any("Board" in name for name in names)


def pickle_words(data: bytes) -> list[tuple[str, object, int | None]]:
    import pickletools

    return [(code.name, word, place) for code, word, place in pickletools.genops(io.BytesIO(data))]


def test_a_machine_that_cannot_be_reminded_begins_anew(
    tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinker, "_kept", lambda thinker, title, player: b"no memory")
    with Table(tmp_path, titles) as table:
        row = table.store.row(table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:random"})["id"])
        assert row is not None
        live = LiveTable.open(titles["wadi"], row, table.store)
        crew = Crew(live, Mishaps(None), Roster(), Threads(titles.__getitem__, 1), ThreadPoolExecutor(1))
        faults = [crew.choose(live.game.state, "red").fault for _ in range(4)]
    assert [fault is None for fault in faults] == [True, False, True, False]
    assert "BadMemory" in str(faults[1])


# The page


def test_who_waits_for_a_free_worker_is_told_so(
    tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Event()
    monkeypatch.setattr(lookout, "perils", lambda *_: found.wait(60) and ())
    with Table(tmp_path, titles, pool=Threads(titles.__getitem__, 1)) as table:
        made = [table.make(game="afrika-korps", seats=HOT_SEAT) for _ in range(2)]
        watched = table.make(game="afrika-korps", seats={"axis": "bot:officer", "allied": "human"})
        with (
            table.socket(made[0]["id"]) as one,
            table.socket(made[1]["id"]) as two,
            table.socket(watched["id"]) as three,
        ):
            busy, waiting, idle = Visitor(one), Visitor(two), Visitor(three)
            busy.join(made[0]["token"])
            one.send_json({"type": "warnings", "id": 900})
            waiting.join(made[1]["token"])
            two.send_json({"type": "plan", "id": 901})
            assert waiting.until(lambda message: message["type"] == "queued")["request"] == 901
            idle.join(watched["token"])
            idle.waits(lambda: idle.mirror.known["table"]["machines"]["queued"])
            assert idle.mirror.known["table"]["machines"]["thinking"] == "axis"
            found.set()
            assert busy.until(lambda message: message.get("id") == 900)["type"] == "warnings"
            assert waiting.until(lambda message: message.get("id") == 901)["type"] == "plan"
            idle.waits(lambda: idle.mirror.entries > 0)
            idle.waits(lambda: not idle.mirror.known["table"]["machines"]["queued"])


class Noting(Threads):
    """Keeps what it was asked."""

    def __init__(self, titles: dict[str, Title[Any]]) -> None:
        super().__init__(titles.__getitem__, 1)
        self.asked: list[Future[AnyReply]] = []

    def think(self, job: Job) -> Future[AnyReply]:
        self.asked.append(super().think(job))
        return self.asked[-1]


def test_what_somebody_asked_who_has_left_is_not_thought_about(
    tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, pool = Event(), Noting(titles)
    monkeypatch.setattr(lookout, "perils", lambda *_: found.wait(60) and ())
    with Table(tmp_path, titles, pool=pool) as table:
        made = [table.make(game="afrika-korps", seats=HOT_SEAT) for _ in range(2)]
        with table.socket(made[0]["id"]) as one:
            busy = Visitor(one)
            busy.join(made[0]["token"])
            one.send_json({"type": "warnings", "id": 900})
            with table.socket(made[1]["id"]) as two:
                leaving = Visitor(two)
                leaving.join(made[1]["token"])
                two.send_json({"type": "plan", "id": 901})
                leaving.until(lambda message: message["type"] == "queued")
            ends = monotonic() + PATIENCE
            while not pool.asked[1].cancelled() and monotonic() < ends:
                sleep(0.01)
            assert pool.asked[1].cancelled() and not pool.asked[0].cancelled()
            found.set()
            assert busy.until(lambda message: message.get("id") == 900)["type"] == "warnings"
