"""`show`, `map` and `games`: positions for the eye."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sandtable.cli.common import BadInput, blaming, keys, print_json, read_save, title_of, write_bytes, write_text
from sandtable.cli.telling import beside, heading, ledger, roster, waiting

if TYPE_CHECKING:
    from sandtable.core.board import Board
    from sandtable.core.game import Game
    from sandtable.core.title import Title
    from sandtable.core.views import View
    from sandtable.drawing.colours import ThemeName

PictureKind = Literal["svg", "png", "pdf"]
MADE_BY = "<!-- drawn by sandtable -->"


def show(arguments: Namespace) -> int:
    title, view = position(arguments.source, arguments.side)
    if arguments.json:
        print_json(view)
        return 0
    board = title.rules.board()
    area = around(board, view, arguments.around, arguments.radius) if arguments.around else ""
    print(f"{title.name}, {view.scenario}: {heading(view)}")
    print(waiting(view))
    for line in ledger(view):
        print(line)
    for side in title.sides:
        units = [piece for piece in view.pieces if piece.side == side]
        on_map = [piece for piece in units if piece.at in board.index]
        print(f"\n{side}: {len(on_map)} units on the map")
        for line in (*roster(on_map, board.names), *beside(units, board.boxes)):
            print(f"  {line}")
    if area:
        print(f"\n{area}")
    return 0


def around(board: Board, view: View, name: str, radius: int) -> str:
    """The board around a hex as text."""
    from sandtable.drawing.text import text_board

    return text_board(board, view, board.hex(name), radius)


def plan(arguments: Namespace) -> int:
    """The staff's plan, made from what the side may know."""
    from sandtable.bots.advice import plan as plan_of
    from sandtable.core.values import Refusal
    from sandtable.kit.story import by_name

    title, game = opened(arguments.source)
    if game.outcome is not None:
        raise BadInput("the game is over")
    side = arguments.side or game.state.phasing or game.asked[0]
    known_side(title, side)
    try:
        found = plan_of(title, title.sight.observe(game.state, side), side, arguments.seed)
    except Refusal as refusal:
        raise BadInput(refusal.why) from None
    if arguments.json:
        print_json(found)
    else:
        print(by_name(str(found), title.screen.called()))
    return 0


def position(source: str, side: str) -> tuple[Title[Any], View]:
    """The opening position of a game, or the last one of a save, as a side or a spectator sees it."""
    title, game = opened(source)
    if side:
        known_side(title, side)
    return title, game.view(side)


def opened(source: str) -> tuple[Title[Any], Game[Any]]:
    """A new game by its key, or the one in a save."""
    from sandtable.core import journal

    if source in keys():
        title = title_of(source)
        return title, journal.new(title, title.setup(), seed=0).game
    path = existing(source)
    title, save = read_save(path)
    with blaming(path):
        return title, journal.check(title, save)


def known_side(title: Title[Any], side: str) -> None:
    if side not in title.sides:
        raise BadInput(f"{title.name} has no side '{side}'; it has: {', '.join(title.sides)}")


def existing(source: str) -> Path:
    path = Path(source)
    if not path.exists():
        raise BadInput(f"'{source}' is neither a game ({', '.join(keys())}) nor a file")
    return path


def draw(arguments: Namespace) -> int:
    """Refuses before it draws, and never overwrites what it did not make."""
    from sandtable.drawing.print import CannotPrint, find_chromium, render

    title, view = position(arguments.source, arguments.side)
    if arguments.svg == "-" and not (arguments.png or arguments.pdf):
        sys.stdout.write(picture(title, view, arguments))
        return 0
    outs = targets(arguments)
    for kind, out in outs.items():
        may_write(kind, out, arguments.force)
    try:
        chromium = find_chromium() if set(outs) - {"svg"} else None
        drawn = picture(title, view, arguments)
        for kind, out in outs.items():
            if kind == "svg" or chromium is None:
                write_text(out, drawn)
            else:
                write_bytes(out, render(drawn, kind, chromium))
            print(f"drawn: {out}")
    except CannotPrint as error:
        raise BadInput(str(error)) from None
    return 0


def targets(arguments: Namespace) -> dict[PictureKind, Path]:
    """Each kind of picture that is asked for and its file; an SVG under the name of the source if none is."""
    asked: dict[PictureKind, str] = {"svg": arguments.svg, "png": arguments.png, "pdf": arguments.pdf}
    outs = {kind: Path(out) for kind, out in asked.items() if out}
    if not outs:
        return {"svg": Path(f"{Path(arguments.source).stem}.svg")}
    if Path("-") in outs.values():
        raise BadInput("only an SVG can be printed with '-', and only alone")
    if len({out.resolve() for out in outs.values()}) < len(outs):
        raise BadInput("each picture needs its own file")
    return outs


def may_write(kind: PictureKind, out: Path, force: bool) -> None:
    """An SVG says who made it; any other file in the way might be somebody's own."""
    if force or not out.exists():
        return
    if kind != "svg":
        raise BadInput(f"{out} exists; --force overwrites it")
    if not is_ours(out):
        raise BadInput(f"{out} exists and is not a picture made here; --force overwrites it")


def picture(title: Title[Any], view: View, arguments: Namespace) -> str:
    from sandtable.drawing import draw_map

    theme = theme_called(arguments.theme)
    drawn = draw_map(title.rules.board(), view, hex_ids=arguments.hex_ids, theme=theme, title=title.name)
    return f"{drawn.rstrip()}\n{MADE_BY}\n"


def theme_called(name: str | None) -> ThemeName:
    from sandtable.drawing.colours import THEMES

    for theme in THEMES.values():
        if theme.name == (name or theme.name):
            return theme.name
    raise BadInput(f"there is no theme '{name}'; there are: {', '.join(THEMES)}")


def is_ours(path: Path) -> bool:
    try:
        return path.read_bytes().rstrip().endswith(MADE_BY.encode())
    except OSError:
        return False


def games(arguments: Namespace) -> int:
    titles = [title_of(key) for key in keys()]
    if arguments.json:
        print_json({title.key: facts(title) for title in titles})
        return 0
    for title in titles:
        print(f"{title.key}  {title.name}")
        print(f"    sides: {', '.join(title.sides)}")
        print(f"    players: {', '.join(players(title))}")
        for what, choices in (("scenario", title.scenarios), ("option", title.options)):
            for key, text in choices.items():
                print(f"    {what} {key}: {text}")
    return 0


def facts(title: Title[Any]) -> dict[str, object]:
    return {
        "name": title.name,
        "rules": title.rules_version,
        "sides": list(title.sides),
        "scenarios": dict(title.scenarios),
        "options": dict(title.options),
        "players": list(players(title)),
    }


def players(title: Title[Any]) -> list[str]:
    """Everybody who can play this game, the weakest first."""
    from sandtable.bots import player_names

    return list(player_names(title))
