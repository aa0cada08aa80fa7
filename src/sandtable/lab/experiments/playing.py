"""One game of an experiment, from its first order to its rows. A game that fails is a row too, with its save."""

from __future__ import annotations

import traceback
import zlib
from collections.abc import Mapping
from time import perf_counter
from typing import Any

import msgspec

from sandtable import games
from sandtable.bots.engine.player import EnginePlayer
from sandtable.bots.roster import Roster
from sandtable.bots.series import PlayedOut, play_out, seed_for
from sandtable.core import journal
from sandtable.core.title import Player, Title
from sandtable.core.values import Value
from sandtable.lab.experiments.design import Bout
from sandtable.lab.experiments.instructed import Instructed
from sandtable.lab.experiments.noting import Notes, Row

SQUEEZE = 6  # of zlib
MOST_TOLD = 300  # characters of an error


class Finished(Value, frozen=True):
    """A game that is over, one way or another."""

    number: int
    seconds: float
    tables: dict[str, list[Row]]
    dump: bytes = b""  # the save of a game that crashed
    trouble: str = ""  # and what happened, in full


def play(task: tuple[Bout, Mapping[str, str]]) -> bytes:
    """One game, packed; `task` holds the programs that play as well."""
    begun = perf_counter()
    bout, engines = task
    finished = played(bout, Roster(engines))
    return packed(msgspec.structs.replace(finished, seconds=perf_counter() - begun))


def packed(finished: Finished) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(finished), SQUEEZE)


def unpacked(data: bytes) -> Finished:
    return msgspec.msgpack.decode(zlib.decompress(data), type=Finished)


def played(bout: Bout, roster: Roster) -> Finished:
    title = games.title(bout.game)
    setup = title.setup(bout.scenario, bout.options)
    record = journal.new(title, setup, seed=seed_for(bout.seed, bout.deal, "dice"), players=dict(bout.players))
    notes = Notes(title, bout.number, record.game.state)
    players = dict[str, Player]()
    try:
        for side, name in bout.players.items():
            players[side] = _seated(title, bout, roster, side, name)
        result = play_out(record.game, players, bout.limit, seed_for(bout.seed, bout.deal, "stand-in"), notes.saw)
        notes.end(record.game.state)
        return Finished(bout.number, 0.0, {"games": [_row(title, bout, record, result)], **notes.tables})
    except Exception as error:  # whatever is wrong with one game, the others are played
        told = f"{type(error).__name__}: {error}".split("\n")[0][:MOST_TOLD]
        dump = msgspec.json.format(msgspec.json.encode(record.save()), indent=1)
        row = _row(title, bout, record, None, told)
        return Finished(bout.number, 0.0, {"games": [row], **notes.tables}, dump, traceback.format_exc())
    finally:
        for player in players.values():
            if isinstance(player, EnginePlayer):
                player.end()


def _seated(title: Title[Any], bout: Bout, roster: Roster, side: str, name: str) -> Player:
    seed = seed_for(bout.seed, bout.deal, side, name)
    player = roster.player(title, name, seed)
    must, must_not = bout.must.get(side, ()), bout.must_not.get(side, ())
    return Instructed(player, title, must, must_not, seed) if must or must_not else player


def dump_name(number: int) -> str:
    return f"crashes/game-{number}.json"


def _row(title: Title[Any], bout: Bout, record: journal.Record, result: PlayedOut | None, error: str = "") -> Row:
    game = record.game
    over, view = game.outcome, game.view("")
    first, second = title.sides
    status = "crashed" if error else "finished" if over else "unfinished"
    winner = over.winner or "" if over else ""
    seat = result.winner or "" if result else ""  # of whoever played that side
    return (
        bout.number, bout.label, bout.game, bout.scenario, ",".join(bout.options), bout.deal,
        first, bout.players[first], second, bout.players[second], status, winner, bout.players.get(seat, ""),
        over.case if over else "", over.reason if over else "", view.turn, view.last_turn, len(game.record),
        result.refusals[first] if result else 0, result.refusals[second] if result else 0,
        error, dump_name(bout.number) if error else "",
    )  # fmt: skip
