"""The words of the command line. Every command is a function `arguments -> exit code`, loaded when it is run."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from sandtable import __version__
from sandtable.cli.common import BadInput, keys, title_of
from sandtable.compiled import told

Run = Callable[[argparse.Namespace], int]
LAN = "let guests on the local network join by link; off by default"
LARGEST_NUMBER = 2**63 - 1  # a save keeps its seed in 64 bits


def whole_number(text: str) -> int:
    """A plain number from 0 up, for counts and seeds."""
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_NUMBER:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 to {LARGEST_NUMBER}")
    return int(text)


def positive_number(text: str) -> int:
    if whole_number(text) == 0:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return int(text)


class Parser(argparse.ArgumentParser):
    """One line for a mistake; flags are never guessed from their beginnings."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}; see {self.prog} --help")


class Commands:
    """The subparsers while they are being added."""

    def __init__(self, parser: Parser) -> None:
        self.parsers = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def add(self, name: str, run: str, text: str) -> Parser:
        """A command whose function `run` is written as `module:function`."""
        parser: Parser = self.parsers.add_parser(name, help=text, description=text, allow_abbrev=False)
        parser.set_defaults(run=_lazily(run))
        return parser


def _lazily(run: str) -> Run:
    module, _, function = run.partition(":")

    def load_and_run(arguments: argparse.Namespace) -> int:
        code: int = getattr(import_module(f"sandtable.cli.{module}"), function)(arguments)
        return code

    return load_and_run


def parse(argv: Sequence[str]) -> argparse.Namespace:
    return build(sides_in(argv)).parse_args(argv)


def sides_in(argv: Sequence[str]) -> tuple[str, ...]:
    """The sides of the game an arena is asked for: they are flags there, and every game has its own."""
    if argv[:1] != ["arena"]:
        return ()
    key = next((word for word in argv[1:] if word in keys()), "")
    return title_of(key).sides if key else ()


def build(arena_sides: Sequence[str] = ()) -> Parser:
    parser = Parser(prog="sandtable", allow_abbrev=False, description="Board wargames of the desert war, 1940-43.")
    parser.add_argument("--version", action="version", version=f"sandtable {__version__} ({told()})")
    parser.set_defaults(run=lambda arguments: _help(parser))
    commands = Commands(parser)
    _add_games(commands)
    _add_house(commands)
    _add_admin(commands)
    _add_pictures(commands)
    _add_records(commands)
    _add_measures(commands, arena_sides)
    _add_lab(commands)
    return parser


def _help(parser: Parser) -> int:
    parser.print_help()
    return 0


def _add_games(commands: Commands) -> None:
    play = commands.add("play", "play:play", "play: in the browser, or in the terminal when a game or flag says so")
    play.add_argument("game", nargs="?", metavar="GAME|FILE", help="a game (default: the first) or a save")
    play.add_argument("--side", metavar="SIDE", help="yours: its name, 'both' or 'none' (default: the first)")
    play.add_argument("--against", metavar="PLAYER", help="who plays the other side (default: officer)")
    play.add_argument("--lan", action="store_true", help=LAN)
    play.add_argument("--terminal", action="store_true", help="in the terminal, not the browser")
    _add_setup(play)

    table = commands.add("table", "play:table", "serve the table on this machine and open a browser on it")
    table.add_argument("--port", metavar="N", type=whole_number, default=0, help="default: the usual one or any free")
    table.add_argument("--no-browser", action="store_true", help="only print the address")
    table.add_argument("--lan", action="store_true", help=LAN)
    table.add_argument(
        "--engine", metavar="NAME=COMMAND", action="append", default=[], help="a program that plays; may be repeated"
    )

    new = commands.add("new", "records:new", "make the save of a new game")
    new.add_argument("game", metavar="GAME")
    new.add_argument("file", metavar="FILE", help="the save to make; it must not exist")
    _add_setup(new)

    new_game = commands.add("new-game", "new_game:new_game", "begin a game of your own: a small one that plays at once")
    new_game.add_argument(
        "name", metavar="NAME", help="its key: small letters, digits and hyphens, as in long-range-raid"
    )

    games = commands.add("games", "showing:games", "list the games with their sides, scenarios, options and players")
    games.add_argument("--json", action="store_true")


def _add_house(commands: Commands) -> None:
    serve = commands.add("serve", "house:serve", "open a house on the internet, behind a proxy that speaks TLS")
    serve.add_argument("--database", metavar="URL", default="", help="postgresql://... or a file (default: the usual)")
    serve.add_argument("--public-url", metavar="URL", default="", help="as browsers call it: https://house.example")
    serve.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="to listen on (default: this machine)")
    serve.add_argument("--port", metavar="N", type=whole_number, default=0, help="default: the usual one or any free")
    serve.add_argument(
        "--trusted-proxy", metavar="ADDRESS", default="127.0.0.1", help="whose forwarded headers are believed"
    )

    serve.add_argument(
        "--workers", metavar="N", type=whole_number, help="processes that think here; 0: 'worker' does (PostgreSQL)"
    )

    worker = commands.add("worker", "house:worker", "think for the machines of a house, on any machine")
    worker.add_argument("--database", metavar="URL", required=True, help="postgresql://..., that of the house")
    worker.add_argument(
        "--processes", metavar="N", type=positive_number, help="that think at once (default: one a core)"
    )

    backup = commands.add("backup", "house:backup", "copy all tables into a file, and open every one of the copy")
    restore = commands.add("restore", "house:restore", "take a backup into an empty database, and open every table")
    for each, text in ((backup, "to make; it must not exist"), (restore, "that backup has made")):
        each.add_argument("file", metavar="FILE", help=f"the file {text}")
        each.add_argument(
            "--database", metavar="URL", default="", help="postgresql://... or a file (default: the usual)"
        )


ADMIN = {
    "users": ("[TEXT]", "people whose names have this part, the newest first"),
    "user": ("NAME", "one of them: sessions and tables"),
    "ban": ("NAME WHY...", "end all sessions of somebody, who cannot sign in again"),
    "unban": ("NAME", "let somebody in again"),
    "reset": ("NAME", "a link for a new password, for somebody you know"),
    "tables": ("[TEXT]", "tables by id, game or player, the last used first"),
    "close": ("TABLE WHY...", "nobody can enter a table any more"),
    "reopen": ("TABLE", "people can enter it again"),
    "reports": ("[all]", "what people have reported, and is not settled"),
    "settle": ("REPORT", "a report is done with"),
    "announce": ("TEXT...", "say something to everybody, for a day unless --hours says otherwise"),
    "retract": ("", "take back what was announced"),
}


def _add_admin(commands: Commands) -> None:
    admin = commands.add("admin", "admin:admin", "people, tables and announcements of a house, from its own machine")
    listed = "; ".join(f"{name} {words}: {text}".replace(" :", ":") for name, (words, text) in ADMIN.items())
    admin.add_argument("deed", metavar="DEED", choices=sorted(ADMIN), help=listed)
    admin.add_argument("words", metavar="WORD", nargs="*", help="what the deed is about")
    admin.add_argument("--database", metavar="URL", default="", help="postgresql://... or a file (default: the usual)")
    admin.add_argument("--public-url", metavar="URL", default="", help="with 'reset': as browsers call the house")
    admin.add_argument("--hours", metavar="N", type=positive_number, default=24, help="with 'announce' (default: 24)")


def _add_setup(parser: Parser) -> None:
    parser.add_argument("--scenario", metavar="NAME", help="default: the first of the game")
    parser.add_argument("--option", metavar="NAME", action="append", default=[], help="a rule option; may be repeated")
    parser.add_argument("--seed", metavar="N", type=whole_number, help="open dice that anyone can predict, for study")


def _add_pictures(commands: Commands) -> None:
    show = commands.add("show", "showing:show", "print a position as text")
    show.add_argument("source", metavar="GAME|FILE")
    show.add_argument("--side", metavar="SIDE", default="", help="as this side sees it (default: as a spectator does)")
    show.add_argument("--around", metavar="HEX", help="print the board around this hex, too")
    show.add_argument("--radius", metavar="N", type=positive_number, default=4, help="how far around (default: 4)")
    show.add_argument("--json", action="store_true", help="the view as JSON")

    plan = commands.add("plan", "showing:plan", "print what the staff would do with a side's turn, and why")
    plan.add_argument("source", metavar="GAME|FILE")
    plan.add_argument("--side", metavar="SIDE", default="", help="whose plan (default: who is on the move)")
    plan.add_argument("--seed", metavar="N", type=whole_number, default=1, help="of the staff (default: 1)")
    plan.add_argument("--json", action="store_true")

    chart = commands.add("map", "showing:draw", "draw the board and a position: SVG, PNG or PDF")
    chart.add_argument("source", metavar="GAME|FILE")
    chart.add_argument("--svg", metavar="OUT", help="where to; '-' prints it (default: the name of the game or save)")
    chart.add_argument("--png", metavar="OUT", help="a picture of dots, sharp on A3; needs Chromium on this machine")
    chart.add_argument("--pdf", metavar="OUT", help="a sheet of A3 for the printer; needs Chromium on this machine")
    chart.add_argument("--hex-ids", action="store_true", help="print the name into every hex")
    chart.add_argument("--theme", metavar="NAME", help="another set of colours")
    chart.add_argument("--side", metavar="SIDE", default="", help="as this side sees it (default: as a spectator does)")
    chart.add_argument("--force", action="store_true", help="overwrite OUT, whatever it is")

    rules = commands.add("rules", "rules:rules", "every numbered case: what it says, where it lives, what proves it")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("case", nargs="?", metavar="CASE", help="only this case, with the rulings on it")
    rules.add_argument("--search", metavar="WORD", help="only the cases that mention this word")
    rules.add_argument("--mutate", metavar="CASE", nargs="?", const="", help="which faults in this case's lines live?")
    rules.add_argument(
        "--sample", metavar="N", type=positive_number, help="mutate N lines of the case, or of all cases"
    )
    rules.add_argument("--room", metavar="NAME", help="only the mutants of this folder or module of the game")
    rules.add_argument("--seed", metavar="N", type=whole_number, default=1, help="of the sample (default: 1)")
    rules.add_argument("--workers", metavar="N", type=positive_number, help="processes (default: one for each core)")
    rules.add_argument("--json", action="store_true", help="total, tested, descriptive, missing; or what was asked for")


def _add_records(commands: Commands) -> None:
    replay = commands.add("replay", "records:replay", "print the record of a game, entry by entry")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--upto", metavar="N", type=whole_number, help="stop after this entry")
    replay.add_argument("--story", action="store_true", help="tell what happened instead of the orders")

    verify = commands.add("verify", "records:verify", "prove the dice and every action of a finished game")
    verify.add_argument("file", metavar="FILE")

    check = commands.add("check", "records:check", "do these saves still play under the current rules?")
    check.add_argument("files", metavar="FILE", nargs="+")

    review = commands.add(
        "review", "looking_back:review", "look back on a finished game: chances, luck, what decided it"
    )
    review.add_argument("file", metavar="FILE")
    written = review.add_mutually_exclusive_group()
    written.add_argument(
        "--html", metavar="OUT", help="write it as a page with its curve, the front line and heat maps"
    )
    written.add_argument("--pdf", metavar="OUT", help="the same page printed, by a Chromium that is on the machine")
    review.add_argument("--json", action="store_true")


def _add_measures(commands: Commands, arena_sides: Sequence[str]) -> None:
    fuzz = commands.add("fuzz", "measures:fuzz", "play games at random and check everything that must hold")
    fuzz.add_argument("game", metavar="GAME")
    fuzz.add_argument("--scenario", metavar="NAME", help="default: all of them in turn, with every option")
    fuzz.add_argument("--games", metavar="N", type=positive_number, default=10, help="how many (default: 10)")
    fuzz.add_argument("--seed", metavar="N", type=whole_number, default=1, help="of the first game (default: 1)")
    fuzz.add_argument(
        "--actions", metavar="N", type=positive_number, default=2_000, help="then a game is left (default: 2000)"
    )
    fuzz.add_argument("--leaks", action="store_true", help="only look whether anybody is told what he may not know")
    fuzz.add_argument("--workers", metavar="N", type=positive_number, help="processes (default: one for each core)")
    fuzz.add_argument("--dumps", metavar="FOLDER", help="where a failing game is put (default: 'dumps' with the saves)")
    fuzz.add_argument("--json", action="store_true")

    bench = commands.add("bench", "measures:bench", "measure the speed of a game, or of the table")
    bench.add_argument("game", metavar="GAME|table|house")
    bench.add_argument("--scenario", metavar="NAME", help="default: the first of the game")
    bench.add_argument("--whole", metavar="GAME", help="with 'table': a whole game of machines at the table")
    bench.add_argument("--seconds", type=float, metavar="N", help="with --whole as far as that allows; with 'house'")
    bench.add_argument("--database", metavar="URL", default="", help="with 'house': postgresql://... or a new file")
    bench.add_argument("--tables", metavar="N", type=positive_number, default=1000, help="with 'house' (default: 1000)")
    bench.add_argument("--people", metavar="N", type=positive_number, default=200, help="with 'house' (default: 200)")
    bench.add_argument("--servers", metavar="N", type=positive_number, default=1, help="with 'house' (default: 1)")
    bench.add_argument("--json", action="store_true")

    compiling = commands.add("compile", "compiling:compile_games", "make games faster by compiling their hot modules")
    compiling.add_argument("game", metavar="GAME", nargs="*", help="default: all of them")
    compiling.add_argument(
        "--workers", metavar="N", type=positive_number, help="processes (default: one for each core)"
    )

    train = commands.add("train", "looking_back:train", "fit a curve of winning chances to games between machines")
    train.add_argument("game", metavar="GAME")
    train.add_argument("--scenario", metavar="NAME", help="default: the first of the game")
    train.add_argument("--games", metavar="N", type=positive_number, default=40, help="how many (default: 40)")
    train.add_argument("--seed", metavar="N", type=whole_number, default=1, help="of the games (default: 1)")
    train.add_argument("--workers", metavar="N", type=positive_number, help="processes (default: one for each core)")
    train.add_argument("--positions", metavar="OUT", help="also write what the curve was fitted to, as CSV")

    engine = commands.add("engine", "engines:examine", "try a program that plays by the engine protocol in every game")
    engine.add_argument("command", metavar="COMMAND", help="its command line, in quotation marks")
    engine.add_argument("--game", metavar="GAME", help="only this game")
    engine.add_argument("--actions", metavar="N", type=positive_number, default=60, help="of each game (default: 60)")

    arena = commands.add("arena", "measures:arena", "let machine players play each other")
    arena.add_argument("game", metavar="GAME")
    if not arena_sides:
        arena.epilog = "Name the player of each side by its flag: --SIDE PLAYER (default: officer)."
    for side in arena_sides:
        arena.add_argument(f"--{side}", metavar="PLAYER", dest=f"player_{side}", help=f"who plays {side}")
    arena.add_argument("--match", metavar=("A", "B"), nargs=2, help="these two players, the sides taken in turn")
    arena.add_argument("--scenario", metavar="NAME", help="default: the first of the game")
    arena.add_argument("--option", metavar="NAME", action="append", default=[], help="a rule option; may be repeated")
    arena.add_argument("--games", metavar="N", type=positive_number, default=100, help="how many (default: 100)")
    arena.add_argument("--seed", metavar="N", type=whole_number, default=1, help="of the first game (default: 1)")
    arena.add_argument("--workers", metavar="N", type=positive_number, help="processes (default: one for each core)")
    arena.add_argument("--json", action="store_true")


def _add_lab(commands: Commands) -> None:
    lab = commands.add("lab", "lab:overview", "experiments: many games between machines, their tables and reports")
    words = Commands(lab)

    run = words.add("run", "lab:run", "play whatever of an experiment is not finished yet")
    run.add_argument("file", metavar="FILE", help="the experiment, in TOML")
    run.add_argument("--out", metavar="FOLDER", help="where results go (default: beside FILE, under its name)")
    run.add_argument("--workers", metavar="N", type=positive_number, help="processes (default: one for each core)")
    run.add_argument(
        "--ray", metavar="ADDRESS", nargs="?", const="", help="on a Ray cluster (default: one of this machine)"
    )
    run.add_argument(
        "--engine", metavar="NAME=COMMAND", action="append", default=[], help="a program that plays; may be repeated"
    )

    report = words.add("report", "lab:report", "tell what an experiment found out: a page and Markdown")
    report.add_argument("folder", metavar="FOLDER", help="the folder of its results")
    report.add_argument("--no-maps", action="store_true", help="leave out the heat maps, which are large")

    chances = words.add("chances", "lab:chances", "draw how often forecasts of who wins came true, for every curve")
    chances.add_argument(
        "--svg", metavar="OUT", required=True, help="where to; only a picture made here is overwritten"
    )
