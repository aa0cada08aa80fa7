"""The command line: `main` reads the words, runs one command and answers with its exit code.

0 is success, 1 is an adverse verdict (a game not proven, a save that breaks, a failed fuzz), 2 is bad input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from sandtable.cli.common import BAD_INPUT, BadInput, one_line
from sandtable.cli.parser import parse
from sandtable.memory import look_seldom

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    look_seldom()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows a question mark instead of ending the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        arguments = parse(sys.argv[1:] if argv is None else argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # argparse, after --help and --version
        return end.code if isinstance(end.code, int) else 0
    except BrokenPipeError:  # `rules GAME | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BadInput as error:
        return refuse(error)
    except ValueError as error:
        if not is_about_input(error):
            raise
        return refuse(error)


def is_about_input(error: ValueError) -> bool:
    """Whether a file or a word from outside is to blame, and not the program."""
    from sandtable.core.board import UnknownHex
    from sandtable.core.journal import SaveError
    from sandtable.core.title import UnknownChoice

    return isinstance(error, SaveError | UnknownChoice | UnknownHex)


def refuse(error: Exception) -> int:
    print(f"sandtable: {one_line(error)}", file=sys.stderr)
    return BAD_INPUT
