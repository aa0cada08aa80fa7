"""`review`, `train`: what the lab makes of games."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sandtable.cli.common import BadInput, blaming, print_json, read_save, title_of
from sandtable.cli.measures import show_progress


def review(arguments: Namespace) -> int:
    from sandtable.core import journal
    from sandtable.drawing.print import CannotPrint, find_chromium, render_page
    from sandtable.lab.page import on_paper, page
    from sandtable.lab.review import Unfinished
    from sandtable.lab.review import review as looked_back
    from sandtable.lab.telling import lines

    path = Path(arguments.file)
    target = Path(arguments.html or arguments.pdf) if arguments.html or arguments.pdf else None
    if target is not None and target.exists():
        raise BadInput(f"{target} exists; nothing was written")
    try:
        chromium = find_chromium() if arguments.pdf else None
    except CannotPrint:
        raise BadInput("a PDF needs Chromium, and there is none on this machine; a page does not: use --html") from None
    title, save = read_save(path)
    with blaming(path):
        game = journal.check(title, save)
    try:
        found = looked_back(game, show_progress)
    except Unfinished as unfinished:
        raise BadInput(str(unfinished)) from None
    if target is not None:
        written = page(title, found)
        target.write_bytes(render_page(on_paper(written), chromium) if chromium else written.encode())
        print(f"{target} is written")
    elif arguments.json:
        print_json(found)
    else:
        print("\n".join(lines(title, found)))
    return 0


def train(arguments: Namespace) -> int:
    """Fit a curve of winning chances to games of machines; it is printed as it stands in the game's data."""
    from sandtable.lab.fitting import fitted

    title = title_of(arguments.game)
    scenario = title.setup(arguments.scenario or "").scenario
    curve = fitted(title, scenario, arguments.games, arguments.seed, arguments.workers, show_progress)
    print(f"[{scenario}]\nbias = {curve.bias:.4f}\nslope = {curve.slope:.6f}\ngrowth = {curve.growth:.6f}")
    print(f'games = {curve.games}\nsource = "{curve.source}"\ntried = [')
    for band in curve.tried:
        print(f"    {{samples = {band.samples}, forecast = {band.forecast:.3f}, came = {band.came:.3f}}},")
    print("]")
    return 0
