"""`compile`: games from modules that are compiled."""

from __future__ import annotations

import sys
from argparse import Namespace

from sandtable.cli.common import BadInput, title_of
from sandtable.cli.measures import FOUND_SOMETHING, show_progress


def compile_games(arguments: Namespace) -> int:
    from sandtable import compiled, compiling
    from sandtable.games import keys
    from sandtable.parallel import in_parallel

    place = compiled.folder()
    if place is None:
        raise BadInput(f"{compiled.VARIABLE} is empty: there is no folder for what is compiled")
    if lacking := compiling.missing():
        raise BadInput(f"{' and '.join(lacking)} must be installed: pip install 'sandtable[fast]'")
    games = [title_of(key).key for key in arguments.game or keys()]
    try:
        names = sorted({name for key in games for name in compiling.hot_modules(key)})
    except compiling.CannotCompile as error:
        raise BadInput(str(error)) from error
    compiling.clear_away(place)
    tasks = [compiling.Task(name, str(place)) for name in compiling.wanting(names, place)]
    faults = [text for text in in_parallel(compiling.compile_module, tasks, arguments.workers, show_progress) if text]
    for text in faults:
        print(f"left as Python: {text}", file=sys.stderr)
    print(f"compiled now: {len(tasks) - len(faults)}; {compiled.told()}")
    return FOUND_SOMETHING if faults else 0
