"""`play`: who sits at the table, with which game, and where it is kept."""

from __future__ import annotations

import datetime
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.cli.common import BadInput, home, keys, make_folder, title_of
from sandtable.cli.engines import roster_of
from sandtable.cli.screen import Screen
from sandtable.cli.seats import loaded, seats
from sandtable.cli.showing import existing

if TYPE_CHECKING:
    from sandtable.core.journal import Record
    from sandtable.core.title import Title


def table(arguments: Namespace) -> int:
    """The table in the browser."""
    from sandtable.table.serving.run import lan_address, run

    lan = lan_address() if arguments.lan else ""
    if arguments.lan and not lan:
        raise BadInput("this machine is not on a local network")
    return run(arguments.port, browser=not arguments.no_browser, roster=roster_of(arguments.engine), lan=lan)


def prefers_browser(arguments: Namespace) -> bool:
    """A person who asked for nothing in particular gets the map; scripts and the particular get the terminal."""
    particular = (arguments.game, arguments.side, arguments.against, arguments.scenario, arguments.option)
    return sys.stdin.isatty() and not arguments.terminal and arguments.seed is None and not any(particular)


def play(arguments: Namespace) -> int:
    from sandtable.cli.commands import COMMANDS
    from sandtable.cli.table import Table
    from sandtable.core import journal

    if arguments.lan or prefers_browser(arguments):
        return table(Namespace(port=0, no_browser=False, engine=[], lan=arguments.lan))
    source = arguments.game or keys()[0]
    if source in keys():
        record = begun(arguments, title_of(source))
        path = fresh_path(record)
    else:
        path = existing(source)
        record = loaded(path)
        refuse_new_setup(arguments)
        record.players = seats(record.game.title, arguments.side, arguments.against, record.players)
    journal.write(record, path)
    Table(Screen(), record, path, COMMANDS).run()
    return 0


def begun(arguments: Namespace, title: Title[Any]) -> Record:
    from sandtable.core import journal

    setup = title.setup(arguments.scenario or "", arguments.option)
    seated = seats(title, arguments.side, arguments.against, {})
    make_folder(home())
    return journal.new(title, setup, seed=arguments.seed, keyring=journal.Keyring(), players=seated)


def refuse_new_setup(arguments: Namespace) -> None:
    for flag in ("scenario", "option", "seed"):
        if getattr(arguments, flag) not in (None, []):
            raise BadInput(f"--{flag} is chosen when a game begins; {arguments.game} has begun")


def fresh_path(record: Record) -> Path:
    """A file of its own for a new game, named after the game and the day."""
    folder = home() / "games"
    make_folder(folder)
    stem = f"{record.game.title.key}-{datetime.date.today()}-{record.commitment[:6]}"
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    return path
