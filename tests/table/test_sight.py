"""What leaves the table tells nobody what he may not know: texts, dice, numbers, and what could be taken back."""

from __future__ import annotations

import dataclasses
import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.conformance.leaks import disguised
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.journal import Record, Save
from sandtable.core.listing import pick
from sandtable.core.title import Title
from sandtable.core.values import Event, Refusal
from sandtable.table.doors import api, app, connection
from sandtable.table.doors.questions import consulted
from sandtable.table.live import deltas, playing, records, showing
from sandtable.table.live.holder import Holder
from sandtable.table.live.showing import NOBODY
from sandtable.table.live.sight import SEALED, Sight
from sandtable.table.live.table import LiveTable
from sandtable.table.messages import requests
from tests.core.toy import WadiTitle
from tests.table.test_deltas import holders, live

RED, BLUE, BOTH, NOBODYS = Holder(("red",)), Holder(("blue",)), Holder(("red", "blue")), Holder()
AXIS, COMMONWEALTH = Holder(("axis",)), Holder(("commonwealth",))


@pytest.fixture(scope="module")
def campaign() -> Title[Any]:
    return games.title("campaign-for-north-africa")


def told(table: LiveTable, holder: Holder) -> bytes:
    """All that is told of a game that goes on, but for the name of the position and since when somebody is asked."""
    seen = msgspec.to_builtins(showing.everything(table, holder, NOBODY)[1])
    seen["view"].pop("count")
    seen["table"].pop("since")
    log, record = showing.log_part(table, holder, None, None), records.record_for(table, holder)
    return msgspec.json.encode([seen, showing.moment_of(table, holder, None), log, record])


# Under seal


def test_an_answer_under_seal_is_told_to_its_side_alone(titles: dict[str, Title[Any]], tmp_path: Path) -> None:
    title, heard = titles["wadi"], {}
    for bet in ("bet 0", "bet 3"):
        table = live(title, tmp_path, 7, bet)
        playing.act(table, "red", title.rules.notation.parse(bet))
        heard[bet] = {holder.sides: told(table, holder) for holder in holders(title)}
        assert records.record_for(table, RED)["lines"][0][1] == bet
        assert records.record_for(table, BOTH)["lines"][0][1] == SEALED
        assert "lines" not in records.record_for(table, BLUE)
    for sides in [(), ("blue",), ("red", "blue")]:
        assert heard["bet 0"][sides] == heard["bet 3"][sides]
    assert heard["bet 0"][("red",)] != heard["bet 3"][("red",)]


# Dice and orders


def test_dice_rolled_in_secret_are_in_nobody_elses_record(campaign: Title[Any]) -> None:
    game: Game[Any] = Game(campaign, campaign.setup("race-for-tobruk"), SecretDice(secret_of_seed(3)))
    secret = [event for event in game.opening if event.kind == "roll" and "only" in event.facts]
    assert len(secret) > 20, "dice for dummy Supply Units"
    for sides in [("axis",), ("commonwealth",), (), ("axis", "commonwealth")]:
        table = Sight(game, sides)
        seen = table.record(record_of(game)).opening
        assert len(seen) == sum(event.kind == "roll" and heard(event, sides) for event in game.opening)
        assert [roll.n for roll in seen] == list(range(len(seen))), "their numbers leave no gap to count"


def test_the_log_tells_who_threw_each_die() -> None:
    tobruk = games.title("tobruk")
    game: Game[Any] = Game(tobruk, tobruk.setup("second-sidi-rezegh"), SecretDice(secret_of_seed(3)))
    (entry,) = Sight(game, ("axis",)).log(0, 0).entries
    assert [(line, by) for line, by in zip(entry.lines, entry.whose, strict=True) if by] == [
        ("Die for Axis close air support, turn 6: 3", "axis"),
        ("Die for Commonwealth close air support, turn 6: 4", "commonwealth"),
    ]
    assert [entry.lines[die.line] for die in entry.rolls] == [
        "Die for Axis close air support, turn 6: 3", "Die for Commonwealth close air support, turn 6: 4",
        "The chit of XXX Corps is drawn",
    ]  # fmt: skip


def heard(event: Event, sides: tuple[str, ...]) -> bool:
    return all(event.heard_by(side) for side in sides or ("",))


def record_of(game: Game[Any]) -> Save:
    assert isinstance(game.dice, SecretDice)
    return Record(game, game.dice, None, {}).save()


def campaign_at(campaign: Title[Any], folder: Path, entries: int, seed: int = 1) -> LiveTable:
    """A table of the Campaign after so many random orders, in which all look on."""
    table, random = live(campaign, folder, seed), Random(seed)
    for holder in (AXIS, COMMONWEALTH, NOBODYS):
        showing.look(table, holder, NOBODY)
    for _ in range(entries):
        side = random.choice(table.game.asked)
        playing.act(table, side, pick(table.game.actions(side), random))
    return table


def test_an_enemys_order_is_never_read_where_things_are_hidden(campaign: Title[Any], tmp_path: Path) -> None:
    table = campaign_at(campaign, tmp_path, 150, seed=4)  # in which all that is hidden comes early
    kinds = {entry.action.verb for entry in table.game.entries if entry.marks.only}
    assert {"detach", "feign", "rearrange"} <= kinds, "orders of which the enemy hears nothing"
    for side, holder in (("axis", AXIS), ("commonwealth", COMMONWEALTH)):
        lines = records.record_for(table, holder)["lines"]
        assert {text for who, text, _ in lines if who != side} == {SEALED}
        assert all(text != SEALED for who, text, _ in lines if who == side)
        log = showing.log_part(table, holder, 0, None).log.entries
        assert all(bool(entry.action) == (entry.side == side) for entry in log[1:])
    assert {text for _, text, _ in records.record_for(table, NOBODYS)["lines"]} == {SEALED}


def test_what_happens_in_secret_moves_no_number_that_others_see(campaign: Title[Any], tmp_path: Path) -> None:
    table, random, unheard = campaign_at(campaign, tmp_path, 40), Random(2), 0
    for _ in range(80):
        looks = {holder: numbers(table, holder) for holder in (AXIS, COMMONWEALTH, NOBODYS)}
        questions = {holder: question(table, holder) for holder in looks}
        side, before = random.choice(table.game.asked), len(table.game.entries)
        playing.act(table, side, pick(table.game.actions(side), random))
        new = table.game.entries[before:]
        for holder, look in looks.items():
            if side in holder.sides:
                assert numbers(table, holder) != look
            elif not any(entry.marks.heard(holder.sides) or entry.side in holder.sides for entry in new):
                unheard += 1
                assert numbers(table, holder)[1:] == look[1:]
                assert (numbers(table, holder) == look) == (question(table, holder) == questions[holder])
    assert unheard > 20


def test_the_list_of_tables_does_not_tell_when_something_was_done_in_secret(
    campaign: Title[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, random, clock, unheard = campaign_at(campaign, tmp_path, 40), Random(2), count(), 0
    monkeypatch.setattr("sandtable.table.live.table.now", lambda: str(next(clock)))
    for _ in range(60):
        before, summary = table.row.touched, table.row.summary
        side = random.choice(table.game.asked)
        playing.act(table, side, pick(table.game.actions(side), random))
        unheard += summary == table.row.summary
        assert (table.row.touched == before) == (table.row.summary == summary)
    assert 0 < unheard < 60


def question(table: LiveTable, holder: Holder) -> Any:
    """What is seen, and whether one is asked."""
    view = table.sight(holder.sides).view
    return replace(view, count=0, asked=()), view.side in view.asked


def numbers(table: LiveTable, holder: Holder) -> tuple[int, ...]:
    seen, record = showing.everything(table, holder, NOBODY)[1], records.record_for(table, holder)
    dice = [roll[0] for line in record["lines"] for roll in line[2]]
    return (
        seen.view.count, seen.table.entries, seen.log.entries[-1].n, len(record["lines"]), *dice,
        showing.moment_of(table, holder, None).entries,
    )  # fmt: skip


# What was meant for another position


def test_an_action_for_a_position_before_an_undo_is_stale(titles: dict[str, Title[Any]], tmp_path: Path) -> None:
    table = live(titles["afrika-korps"], tmp_path, 1)
    axis = Holder(("axis",))
    names = [table.sight(axis.sides).position]
    move = str(table.game.actions("axis")[0])
    for _ in range(3):
        playing.act(table, "axis", table.title.rules.notation.parse(move))
        names.append(table.sight(axis.sides).position)
        playing.undo(table, axis)
        names.append(table.sight(axis.sides).position)
    assert len(set(names)) == len(names)
    for old in names[:-1]:
        with pytest.raises(Refusal, match="the position has changed"):
            playing.play(table, axis, move, old)


# Doors


def test_nothing_that_speaks_to_a_client_gets_at_the_game_itself() -> None:
    """A new door has the sight of its holder and nothing else."""
    for door in (api, app, connection, deltas):
        source = Path(str(door.__file__)).read_text(encoding="utf-8")
        assert not re.search(r"table\.game\b|\.title\.(sight|screen)\b", source), door


TOLD = {requests.Join, requests.Snapshot}  # with all that a table tells of itself
ACTED = {requests.Play, requests.Undo, requests.Order, requests.Cancel}  # answered with what the sender himself did
LOOKED = {requests.Warnings, requests.Plan}  # worked out of an outpost, which holds what is known and no more
LOOKED_BACK = {requests.Review}  # refused until the game is over, when nothing is hidden any more
OF_THE_ROOM = {
    requests.Chat, requests.Name, requests.Claim, requests.Promise, requests.Share, requests.Reissue,
    requests.Delegate, requests.Appoint, requests.Hand, requests.Dismiss, requests.Relieve, requests.Settle,
    requests.Accord, requests.Resume, requests.Rematch, requests.Note, requests.Away, requests.Speed, requests.Pause,
    requests.Step,
}  # fmt: skip


def asked_of(table: LiveTable, units: tuple[str, ...]) -> list[requests.AnyRequest]:
    """Every question that is answered with something about the game."""
    names, topics = table.title.rules.board().names, table.title.screen.questions
    near = names[len(names) // 2]
    return [
        requests.Layers(), requests.Standing(), requests.Muster(), requests.Duties(), requests.Able(pieces=units),
        requests.Offers(),
        *(requests.Offers(pieces=(unit,)) for unit in units),
        *(requests.Forecast(pieces=(unit,)) for unit in units),
        *(requests.Propose(pieces=(unit,), at=near) for unit in units),
        *(requests.Ask(question=f"{topic} {word}") for topic in topics for word in (units[0], near)),
    ]  # fmt: skip


def answer(table: LiveTable, holder: Holder, request: requests.AnyRequest) -> bytes:
    """As it leaves for a socket, but for the name of the position."""
    try:
        told = consulted(table.sight(holder.sides), request)
    except Refusal as refusal:
        return str(refusal).encode()
    return msgspec.json.encode({**msgspec.to_builtins(told), "count": 0})


def test_no_answer_to_any_question_tells_what_is_hidden(campaign: Title[Any], tmp_path: Path) -> None:
    table = campaign_at(campaign, tmp_path, 60)
    game, asked = table.game, set()
    for holder in (AXIS, COMMONWEALTH, NOBODYS):
        sight = table.sight(holder.sides)
        pieces = [piece for piece in sight.view.pieces.values() if piece.side]
        units = tuple(piece.id for side in campaign.sides for piece in pieces if piece.side == side)[::40][:6]
        plain = [answer(table, holder, request) for request in asked_of(table, units)]
        state = Random(1).choice([*campaign.sight.disguises(game.state, sight.side)])
        table.game, table._sights = disguised(game, state, holder.sides), {}
        for request, honest in zip(asked_of(table, units), plain, strict=True):
            assert answer(table, holder, request) == honest, (holder, request)
            asked.add(type(request))
        table.game, table._sights = game, {}
    assert asked | TOLD | ACTED | LOOKED | LOOKED_BACK | OF_THE_ROOM == set(requests.REQUESTS), (
        "a new door is asked here as well"
    )


def test_a_disguise_that_breaks_a_rule_leaves_the_action_final(titles: dict[str, Title[Any]]) -> None:
    impossible = WadiTitle()
    impossible.sight = dataclasses.replace(impossible.sight, disguises=lambda state, side: [replace(state, units={})])
    game: Game[Any] = Game(impossible, titles["wadi"].setup(), SecretDice(secret_of_seed(1)))
    for order in ("bet 3", "bet 0", "move r1 A2"):
        game.play_text(order)
    assert not Sight(game, ("red",)).may_undo


class TalkativeWadi(WadiTitle):
    """Its rules have the enemy say something that no view shows."""

    sight = dataclasses.replace(WadiTitle.sight, said=lambda state, side: state.count)


@pytest.mark.parametrize("title", [WadiTitle(), TalkativeWadi()])
def test_a_position_has_another_name_once_the_enemy_has_said_something_that_no_view_shows(title: WadiTitle) -> None:
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
    red, spectator = Sight(game, ("red",)), Sight(game, ())
    before = red.position, spectator.position
    game.state = replace(game.state, count=game.state.count + 1)
    assert red.seen_at(game.state) == red.seen_at(replace(game.state, count=0))
    assert (red.position != before[0]) is isinstance(title, TalkativeWadi)
    assert spectator.position == before[1]
