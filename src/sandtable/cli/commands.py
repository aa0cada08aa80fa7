"""The words of the table: everything a player may say that is not an order of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.bots.advice import questions
from sandtable.cli.common import BadInput
from sandtable.cli.screen import DIM
from sandtable.cli.seats import loaded
from sandtable.cli.table import Command, Table
from sandtable.cli.telling import beside, case_lines, ledger, roster, speaks_of, story
from sandtable.cli.words import Names
from sandtable.core import journal
from sandtable.core.parley import AcceptDraw, DeclineDraw, OfferDraw, Parley, Resign, WithdrawOffer
from sandtable.kit.staff.order_book import FORMS, OrderBook, cancelled, given

if TYPE_CHECKING:
    from sandtable.core.values import Action, Explanation

LISTED = 20  # orders or events printed at once
SEARCHED = 50_000  # orders looked through by a filter
RADIUS = 3


def number(words: list[str], otherwise: int) -> int:
    if not words:
        return otherwise
    if not (words[0].isascii() and words[0].isdigit()) or int(words[0]) < 1:
        raise BadInput(f"'{words[0]}' is not a number from 1 up")
    return int(words[0])


# Orders


def show_list(table: Table, words: list[str]) -> None:
    wanted = " ".join(words)
    actions = table.orders()
    if wanted:
        found = [str(action) for action in matching(table, wanted)]
    else:
        found = [str(action) for action in actions[:LISTED]]
    count = len(found) if wanted else len(actions)
    table.screen.say_all(found[:LISTED])
    told = f"{count} order{'s' * (count != 1)}" + (f" with '{wanted}'" if wanted else "")
    table.screen.say(told if count <= LISTED else f"{told}, the first {LISTED} shown; 'list WORD' looks for some", DIM)
    decision = table.title.rules.asks(table.game.state)
    if decision is not None and not decision.exhaustive:
        table.screen.say("orders with other combinations of units may also be legal", DIM)


def matching(table: Table, wanted: str) -> Iterator[Action]:
    """The legal orders with this text in them, in upper or lower case."""
    spellings = {wanted.casefold(), Names(table.title.rules.board(), table.view).spelt(wanted).casefold()}
    for action in islice(table.orders(), SEARCHED):
        text = str(action).casefold()
        if any(spelling in text for spelling in spellings):
            yield action


def take_back(table: Table, words: list[str]) -> None:
    entry = table.game.undo(table.side)
    table.left_alone = table.game.state  # the staff does not do at once again what was taken back
    table.keep()
    table.asked_of = ("", "")
    table.screen.say(f"taken back: {entry.action}")


# Orders above the unit, and the desks of a command


def command(table: Table, words: list[str]) -> None:
    """An order to units or formations that stands until it is done, impossible or cancelled."""
    if not words:
        raise BadInput(f"say what is to be done: {'; '.join(FORMS.values())}")
    order = table.situation().understood(" ".join(words))
    orders = given(table.book(table.side), order, table.view.turn)
    keep_orders(table, orders)
    table.screen.say(f"order {orders[-1]}")


def show_orders(table: Table, words: list[str]) -> None:
    table.screen.say_all(map(str, table.book(table.side)))
    if not table.book(table.side):
        table.screen.say("no orders have been given; 'order take PLACE with UNITS' gives one", DIM)


def cancel(table: Table, words: list[str]) -> None:
    if not words:
        raise BadInput("say which order: cancel NUMBER")
    keep_orders(table, cancelled(table.book(table.side), number(words, 0), table.view.turn))


def keep_orders(table: Table, orders: OrderBook) -> None:
    table.keep_book(table.side, orders)
    table.left_alone = None
    table.keep()


def show_desks(table: Table, words: list[str]) -> None:
    """What the machine keeps; with words, hand those desks over or take them back."""
    desks = table.title.staff.desks
    if not desks:
        raise BadInput(f"{table.title.name} has no desks to hand over")
    kept = set(table.record.desks.get(table.side, ()))
    for word in words:
        if word.casefold() not in desks:
            raise BadInput(f"there is no desk '{word}'; there are: {', '.join(desks)}")
        kept ^= {word.casefold()}
    if words:
        table.record.desks[table.side] = tuple(desk for desk in desks if desk in kept)
        table.left_alone = None
        table.keep()
    table.screen.say_all(f"{desk:<10} {'machine' if desk in kept else 'you':<9} {told}" for desk, told in desks.items())


# Between the players


def resign(table: Table, words: list[str]) -> None:
    """Not by one slip of the hand."""
    if words != ["yes"]:
        raise BadInput(f"'resign yes' gives the game up for {table.title.screen.the(table.side)}")
    table.say(Resign())


def draw(table: Table, words: list[str]) -> None:
    """Accept the draw that is offered, else offer one."""
    offered = table.game.offered not in ("", table.side)
    said: dict[str, Parley] = {
        "": AcceptDraw() if offered else OfferDraw(), "decline": DeclineDraw(), "withdraw": WithdrawOffer()
    }  # fmt: skip
    wanted = " ".join(words)
    if wanted not in said:
        raise BadInput("say 'draw', 'draw decline' or 'draw withdraw'")
    table.say(said[wanted])
    table.asked_of = ("", "")


# Looking


def show_board(table: Table, words: list[str]) -> None:
    from sandtable.drawing.text import text_board

    board, view = table.title.rules.board(), table.view
    name = place_meant(table, words[0]) if words else table.centre or first_hex(table)
    area = text_board(board, view, board.hex(name), number(words[1:], RADIUS))
    table.centre = name
    table.screen.say(area)


def first_hex(table: Table) -> str:
    """Somewhere to look: one of the player's own units on the map, else anybody's, else the first hex."""
    board, pieces = table.title.rules.board(), table.view.pieces
    own = [piece.at for piece in pieces if piece.side == table.side]
    return next((at for at in (*own, *(piece.at for piece in pieces)) if at in board.index), board.names[0])


def look(table: Table, words: list[str]) -> None:
    from sandtable.drawing.text import describe_hex

    if not words:
        raise BadInput("say which hex: look HEX")
    board = table.title.rules.board()
    location = board.location(place_meant(table, " ".join(words)))
    table.screen.say(describe_hex(board, table.view, location))
    if board.on_map(location):
        table.centre = board.name(location)


def place_meant(table: Table, text: str) -> str:
    """A hex or box by its name, by its place, or by a unit that is there."""
    name = Names(table.title.rules.board(), table.view).name(text)
    return next((piece.at for piece in table.view.pieces if piece.id == name), name)


def show_units(table: Table, words: list[str]) -> None:
    """The player's own on the map, those that match every word, or all."""
    view, board = table.view, table.title.rules.board()
    wanted = [] if words == ["all"] else [Names(board, view).name(word) for word in words or [table.side] if word]
    units = [piece for piece in view.pieces if all(speaks_of(piece, word) for word in wanted)]
    shown = units if words else [piece for piece in units if piece.at in board.index]
    table.screen.say_all(roster(shown, board.names))
    table.screen.say(f"{len(shown)} unit{'s' * (len(shown) != 1)}", DIM)
    if not words:
        table.screen.say_all(beside(units, board.boxes), DIM)


def show_facts(table: Table, words: list[str]) -> None:
    table.screen.say_all(ledger(table.view) or ["nothing is recorded"])


def show_log(table: Table, words: list[str]) -> None:
    table.screen.say_all(story(table.title, table.heard(table.game.events))[-number(words, LISTED) :])


# Asking


def why(table: Table, words: list[str]) -> None:
    """The last refusal or the last figures with the cases behind them; with words, a question."""
    if words:
        table.answer(" ".join(words))
    elif table.refusal is not None:
        table.screen.say(f"refused ({table.refusal.case}): {table.refusal.why}")
        tell_cases(table, {table.refusal.case})
    elif table.figures is not None:
        table.screen.say(str(table.figures))
        tell_cases(table, cases_in(table.figures))
    else:
        table.screen.say("nothing has been refused yet, and no figures asked for")


def cases_in(explanation: Explanation) -> set[str]:
    below = {case for part in explanation.parts for case in cases_in(part)}
    return below | {case.strip() for case in explanation.case.split(",") if case.strip()}


def tell_cases(table: Table, numbers: set[str]) -> None:
    cases = table.title.book.cases()
    for case in cases:
        if case.number in numbers:
            table.screen.say_all(case_lines(cases, case.number))


def show_rules(table: Table, words: list[str]) -> None:
    cases = table.title.book.cases()
    if not words:
        table.screen.say_all(f"{case.number}  {case.title}" for case in cases)
    elif words[0] in cases:
        table.screen.say_all(case_lines(cases, words[0]))
    else:
        found = cases.search(" ".join(words))
        if not found:
            raise BadInput(f"no case has that number or mentions '{' '.join(words)}'")
        for case in found:
            table.screen.say_all(case_lines(cases, case.number))


# Files


def save(table: Table, words: list[str]) -> None:
    path = one_path(words, "save")
    if path not in table.kept:
        refuse_other_course(table, path)
    journal.write(table.record, path)
    table.kept.add(path)
    table.screen.say(f"saved as {path}; this game continues in {table.path}")


def refuse_other_course(table: Table, path: Path) -> None:
    """Games of one seed have the same dice; a file with another course of the game is not an earlier save of it."""
    if not path.exists():
        return
    mine, there = table.record.save(), journal.read(path)
    if there.commitment == mine.commitment and there.lines != mine.lines[: len(there.lines)]:
        raise BadInput(f"{path} holds a different course of this game; nothing was written")


def load(table: Table, words: list[str]) -> None:
    path = one_path(words, "load")
    record = loaded(path)
    table.keep()
    table.sit_down(record, path)
    table.greet()


def one_path(words: list[str], word: str) -> Path:
    if not words:
        raise BadInput(f"say which file: {word} FILE")
    return Path(" ".join(words)).expanduser()


def leave(table: Table, words: list[str]) -> None:
    table.finished = True


# Help


def show_help(table: Table, words: list[str]) -> None:
    if words:
        help_on(table, words[0].casefold())
        return
    table.screen.say("Orders of the game ('help ORDER' tells more, 'list' shows those that are legal now):")
    table.screen.say(f"  {', '.join(table.title.rules.notation.classes)}")
    table.screen.say("Questions:")
    table.screen.say_all(f"  {key:<10} {text}" for key, text in questions(table.title).items())
    table.screen.say("Commands:")
    table.screen.say_all(f"  {usage:<22} {text}" for usage, text in USAGES.items())


def help_on(table: Table, word: str) -> None:
    order = table.title.rules.notation.classes.get(word)
    if order is not None:
        table.screen.say(f"{word}: {' '.join((order.__doc__ or '').split())}")
        example = next((str(action) for action in matching(table, f"{word} ") if action.verb == word), "")
        table.screen.say(f"legal now: {example}" if example else "not legal now, or it needs more words", DIM)
    elif word in questions(table.title):
        table.screen.say(f"{word}: {questions(table.title)[word]}")
    else:
        usages = [f"{usage}: {text}" for usage, text in USAGES.items() if usage.split()[0] == word]
        table.screen.say_all(usages or [f"'{word}' is not a command"])


USAGES: Mapping[str, str] = {
    "list [WORD]": "the legal orders, or those with a word in them",
    "board [HEX] [RADIUS]": "the board around a hex, a place or a unit",
    "look HEX": "everything about one hex, place or box",
    "units [WORD]...": "yours on the map; those of a side, hex, kind or name; or 'all'",
    "facts": "the ledger beside the map",
    "why": "the cases behind the last refusal or the last figures",
    "log [N]": "recent events",
    "rules [CASE|WORD]": "the rules by number or by word",
    "order ORDER": "tell units or formations to take, hold, screen or move to a place, to follow or to be supplied",
    "orders": "the orders you have given, and what has become of them",
    "cancel NUMBER": "cancel an order; '/cancel' where the game has an order of that name",
    "desk [DESK]...": "the desks of your command; those named are handed to the machine or taken back",
    "undo": "take back your last order, but not past a die roll or another player's decision",
    "resign yes": "give the game up",
    "draw": "offer a draw, or accept the one that is offered; 'draw decline', 'draw withdraw'",
    "save FILE": "save a copy; the game is saved automatically as well",
    "load FILE": "switch to another game",
    "help [WORD]": "this list, or one word of it",
    "quit": "leave; the game is saved",
}

COMMANDS: Mapping[str, Command] = {
    "list": show_list,
    "board": show_board,
    "look": look,
    "units": show_units,
    "facts": show_facts,
    "why": why,
    "log": show_log,
    "rules": show_rules,
    "order": command,
    "orders": show_orders,
    "cancel": cancel,
    "desk": show_desks,
    "undo": take_back,
    "resign": resign,
    "draw": draw,
    "save": save,
    "load": load,
    "help": show_help,
    "?": show_help,
    "quit": leave,
    "exit": leave,
}
