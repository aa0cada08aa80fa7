"""`engine`, and `--engine` of the table: programs that play."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput, keys, title_of

if TYPE_CHECKING:
    from sandtable.bots.roster import Roster

FAULTY = 1


def roster_of(wishes: list[str]) -> Roster:
    from sandtable.bots.roster import Roster

    return Roster(engines_of(wishes))


def engines_of(wishes: list[str]) -> dict[str, str]:
    """From `NAME=COMMAND` each."""
    from sandtable.bots import GENERIC

    engines: dict[str, str] = {}
    for wish in wishes:
        name, _, command = wish.partition("=")
        if not (name.isascii() and name.replace("-", "").isalnum() and command.strip()):
            raise BadInput(f"an engine is named NAME=COMMAND, not '{wish}'")
        taken = {*GENERIC, *(player for key in keys() for player in title_of(key).staff.players), *engines}
        if name in taken:
            raise BadInput(f"there is a player called '{name}' already")
        engines[name] = command
    return engines


def examine(arguments: Namespace) -> int:
    """Each side of each game for a while; what went wrong, a line each."""
    from sandtable.bots.engine.examination import examine as graded

    failed = False
    for key in [arguments.game] if arguments.game else keys():
        title = title_of(key)
        for side in title.sides:
            grade = graded(title, side, arguments.command, arguments.actions)
            print(grade.line(), *(f"  {fault}" for fault in grade.faults[:3]), sep="\n", flush=True)
            failed = failed or bool(grade.faults)
    return FAULTY if failed else 0
