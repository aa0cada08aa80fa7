"""The lab: what games tell when they are over, and what thousands of them tell together.

`chances` reads off a position how likely each side is to win, by curves fitted to games that machines have played
(`fitting`). `luck` plays every die of a game again with all that it could have shown. `review` puts both together into
a report, `page` draws it.

The room `experiments` plays many games and writes down what happens in them, the room `report` tells what they show.
The room `environment` makes games playable for programs that learn: `env`, `gym_env` and `vector_env` below need the
extra `sandtable[env]`; the room `spiel` does so for OpenSpiel. The lab knows no game; it may import core, kit, bots and
drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gymnasium.vector import AsyncVectorEnv

    from sandtable.lab.environment.several import SandtableEnv
    from sandtable.lab.environment.single import SandtableGym

MISSING = "environments need more packages: pip install 'sandtable[env]'"


def env(game: str, **settings: Any) -> SandtableEnv:
    """A game as PettingZoo plays it: `scenario`, `options`, `render_mode`, `limit`. Raises `ImportError`."""
    try:
        from sandtable.lab.environment.several import SandtableEnv
    except ImportError as error:
        raise ImportError(MISSING) from error
    return SandtableEnv(game, **settings)


def gym_env(game: str, **settings: Any) -> SandtableGym:
    """One side of a game as Gymnasium plays it, against a machine: `side` and `opponent` as well. Raises
    `ImportError`."""
    try:
        from sandtable.lab.environment.single import SandtableGym
    except ImportError as error:
        raise ImportError(MISSING) from error
    return SandtableGym(game, **settings)


def vector_env(game: str, processes: int, **settings: Any) -> AsyncVectorEnv:
    """So many games at once, each in a process of its own. Raises `ImportError`."""
    try:
        from gymnasium.vector import AsyncVectorEnv
    except ImportError as error:
        raise ImportError(MISSING) from error
    return AsyncVectorEnv([lambda: gym_env(game, **settings)] * processes, context="spawn")
