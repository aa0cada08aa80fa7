"""The games, one package each: `afrika_korps` holds the game `afrika-korps`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from sandtable.core.title import Title, UnknownChoice


def keys() -> tuple[str, ...]:
    """The keys of all games; no game is loaded."""
    packages = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    return tuple(name.replace("_", "-") for name in packages if find_spec(f"{__name__}.{name}.title"))


def title(key: str) -> Title[Any]:
    """A game by its key. Raises `UnknownChoice`."""
    if key not in keys():
        raise UnknownChoice(f"there is no game '{key}'; there is: {', '.join(keys())}")
    made = import_module(f"{__name__}.{key.replace('-', '_')}.title").title()
    if not isinstance(made, Title):
        raise TypeError(f"the package of {key} makes no title")
    return made


def titles() -> tuple[Title[Any], ...]:
    """All games."""
    return tuple(title(key) for key in keys())
