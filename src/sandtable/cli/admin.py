"""`admin`: the console of whoever runs a house."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput
from sandtable.cli.house import open_store

if TYPE_CHECKING:
    from sandtable.table.people.console import Console


def admin(arguments: Namespace) -> int:
    try:
        from sandtable.table.people.console import Console, NoSuch
    except ImportError as error:
        raise BadInput(f"a house needs more packages: pip install 'sandtable[serve]' ({error})") from None
    from sandtable.table.stores.base import StoreError

    store = open_store(arguments.database)
    try:
        lines = list(_done(Console(store, arguments.public_url), arguments))
    except (NoSuch, StoreError) as error:
        raise BadInput(str(error)) from None
    finally:
        store.close()
    print("\n".join(lines) or "there is nothing to show")
    return 0


def _done(console: Console, arguments: Namespace) -> Iterator[str]:
    deed, words = arguments.deed, arguments.words
    match deed:
        case "users" | "tables":
            return (console.users if deed == "users" else console.tables)(" ".join(words))
        case "ban" | "close":
            if len(words) < 2:
                raise BadInput(f"{deed} whom or what, and why?")
            return (console.ban if deed == "ban" else console.close)(words[0], " ".join(words[1:]))
        case "reports":
            return console.reports(all_of_them=words == ["all"])
        case "announce":
            return console.announce(" ".join(words), arguments.hours)
        case "retract":
            return console.retract()
    return _one(getattr(console, deed), deed, words)


def _one(work: Callable[[str], Iterator[str]], deed: str, words: Sequence[str]) -> Iterator[str]:
    if len(words) != 1:
        raise BadInput(f"{deed} needs one name")
    return work(words[0])
