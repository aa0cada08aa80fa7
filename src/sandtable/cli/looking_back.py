"""`review`, `train`: what the lab makes of games."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput, blaming, print_json, read_save, title_of
from sandtable.cli.measures import show_progress

if TYPE_CHECKING:
    from sandtable.kit.staff.chances import Curve

NO_CURVE = 1


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
    """Fit a curve of winning chances to games of machines; it is printed as it stands in the game's data. Exit code 1
    where a curve would be worth nothing."""
    from sandtable.lab.fitting import Worthless, fitted, positions, written

    title = title_of(arguments.game)
    scenario = title.setup(arguments.scenario or "").scenario
    target = Path(arguments.positions) if arguments.positions else None
    if target is not None and target.exists():
        raise BadInput(f"{target} exists; nothing was played")
    found = positions(title, scenario, arguments.games, arguments.seed, arguments.workers, show_progress)
    if target is not None:
        target.write_text(written(found), encoding="utf-8")
    try:
        curve = fitted(found, arguments.seed)
    except Worthless as reason:
        print(f"# {scenario}: no curve, for {reason}")
        return NO_CURVE
    print(in_toml(scenario, curve))
    return 0


def in_toml(scenario: str, curve: Curve) -> str:
    tried = "".join(
        f"    {{samples = {band.samples}, games = {band.games}, forecast = {band.forecast:.3f}, "
        f"came = {band.came:.3f}}},\n"
        for band in curve.tried
    )
    return (
        f'[{scenario}]\nbias = {curve.bias:.4f}\ngames = {curve.games}\nsource = "{curve.source}"\n'
        f"tried = [\n{tried}]\n\n{_weights(scenario, 'begin', curve.begin)}\n{_weights(scenario, 'end', curve.end)}"
    )


def _weights(scenario: str, when: str, weights: Mapping[str, float]) -> str:
    return f"[{scenario}.{when}]\n" + "".join(f"{name} = {weight:.6f}\n" for name, weight in weights.items())
