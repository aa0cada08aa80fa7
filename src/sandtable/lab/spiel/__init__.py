"""Games for OpenSpiel, after `pip install "sandtable[spiel]"`: `position` turns dice into chance nodes, `adapter` is
what OpenSpiel loads once `register` has been called.
"""

from __future__ import annotations

MISSING = "the adapter needs OpenSpiel: pip install 'sandtable[spiel]'"


def register() -> None:
    """Make `sandtable(game=KEY,scenario=...)` a game that OpenSpiel loads. Raises `ImportError`."""
    try:
        from sandtable.lab.spiel.adapter import SHORT_NAME, TYPE, SpielGame, is_registered
    except ImportError as error:
        raise ImportError(MISSING) from error
    if not is_registered(SHORT_NAME):
        import pyspiel

        pyspiel.register_game(TYPE, SpielGame)
