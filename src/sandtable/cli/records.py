"""`new`, `replay`, `verify`, `check`: games as files."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from sandtable.cli.common import BAD_INPUT, BadInput, blaming, command_name, one_line, read_save, title_of
from sandtable.cli.telling import ending, heading, story, waiting

if TYPE_CHECKING:
    from sandtable.core.game import Entry, Game
    from sandtable.core.journal import Record, Save

NOT_PROVEN = 1


def new(arguments: Namespace) -> int:
    from sandtable.core import journal

    title = title_of(arguments.game)
    path = Path(arguments.file)
    if path.exists():
        raise BadInput(f"{path} exists; nothing was written")
    record = journal.new(
        title,
        title.setup(arguments.scenario or "", arguments.option),
        seed=arguments.seed,
        keyring=journal.Keyring(),
    )
    journal.write(record, path)
    print(f"{path}: {title.name}, {record.game.setup.scenario}. {dice_line(record)}")
    print(f"play it with: {command_name()} play {quote(str(path))}")
    return 0


def dice_line(record: Record) -> str:
    if record.seed is not None:
        return f"The dice are open (seed {record.seed}): anyone can predict them."
    return f"The dice are sealed until the game ends (commitment {record.commitment[:12]})."


def replay(arguments: Namespace) -> int:
    from sandtable.core import journal

    path = Path(arguments.file)
    title, save = read_save(path)
    if arguments.upto is not None and arguments.upto > len(save.lines):
        raise BadInput(f"{path} has {len(save.lines)} entries, not {arguments.upto}")
    with blaming(path):
        game = journal.replay(title, save, journal.recorded_dice(save), arguments.upto)
    lines = story(title, game.events) if arguments.story else orders(game)
    print("\n".join(lines))
    view = game.view("")
    print(f"after {len(game.entries)} of {len(save.lines)} entries: {heading(view)}")
    print(waiting(view))
    return 0


def orders(game: Game[Any]) -> list[str]:
    return [order(number, entry) for number, entry in enumerate(game.entries, 1)]


def order(number: int, entry: Entry) -> str:
    rolls = ", ".join(f"{roll.purpose} {roll.value}" for roll in entry.rolls)
    return f"{number:>5}  {entry.side}> {entry.action}" + (f"  [{rolls}]" if rolls else "")


def verify(arguments: Namespace) -> int:
    """A file that cannot be read is bad input; a game that cannot be proven is a verdict."""
    from sandtable.core import journal

    path = Path(arguments.file)
    title, save = read_save(path)
    try:
        game = journal.verify(title, save)
    except ValueError as error:
        print(f"{path}: not proven: {one_line(error)}")
        return NOT_PROVEN
    rolls = sum(event.kind == "roll" for event in game.events)
    print(
        f"{path}: proven: {len(game.entries)} actions legal under rules {title.rules_version}, {rolls} dice as "
        f"promised by {promised_by(save)}; {waiting(game.view(''))}"
    )
    return 0


def promised_by(save: Save) -> str:
    """What the dice follow from: a guest finds the promise of his own share here, as his screen showed it."""
    if save.seed is not None:
        return f"commitment {save.commitment[:12]} (open dice, seed {save.seed}: anybody could foresee them)"
    guests = " and ".join(promise[:12] for promise in save.promises)
    return f"commitment {save.commitment[:12]}" + (f" and the guests' shares {guests}" if guests else "")


def check(arguments: Namespace) -> int:
    return max(check_one(Path(name)) for name in arguments.files)


def check_one(path: Path) -> int:
    from sandtable.core import journal

    try:
        title, save = read_save(path)
    except ValueError as error:
        print(one_line(error))
        return BAD_INPUT
    try:
        game = journal.check(title, save)
    except ValueError as error:
        print(f"{path}: breaks: {one_line(error)}")
        return NOT_PROVEN
    view = game.view("")
    end = f"; {ending(view)}" if view.over else ""
    print(f"{path}: plays: {len(game.entries)} entries, written by rules {save.rules}; {heading(view)}{end}")
    return 0
