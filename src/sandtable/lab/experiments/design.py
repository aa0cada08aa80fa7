"""What an experiment plays: a file in TOML, and the list of games that it means.

Deal number i has the same dice whoever plays it with whatever options, so that results are compared in pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from sandtable import games
from sandtable.bots.roster import Roster
from sandtable.bots.series import LIMIT
from sandtable.core.title import Title, UnknownChoice
from sandtable.core.typed import from_toml
from sandtable.core.values import BadNotation, Value

ALL = "all"  # in place of a list of scenarios
MOST_GAMES = 10_000_000


class BadExperiment(ValueError):
    """An experiment that cannot be played, in one line."""


class Series(Value, frozen=True, forbid_unknown_fields=True):
    """Games of one title: every scenario with every set of options and every pairing of players."""

    game: str
    label: str = ""  # told apart by it in the report; made from what differs when it is empty
    scenarios: tuple[str, ...] | str = ()  # none: the first; `all`: every one
    options: tuple[tuple[str, ...], ...] = ((),)  # sets of options, each played
    players: tuple[str, ...] = ()  # every one meets every other, on each side
    sides: dict[str, tuple[str, ...]] = {}  # or: who plays which side
    mirror: bool = False  # with `players`: each meets itself as well
    must: dict[str, tuple[str, ...]] = {}  # side -> orders that it gives once, as soon as they are legal
    must_not: dict[str, tuple[str, ...]] = {}  # side -> beginnings of orders that it does not give


class Experiment(Value, frozen=True, forbid_unknown_fields=True):
    """All that is to be played."""

    name: str
    series: tuple[Series, ...]
    games: int = 100  # deals of each pairing
    seed: int = 1
    limit: int = LIMIT  # actions after which a game is left unfinished
    text: str = ""  # what it asks, for the report


class Bout(Value, frozen=True):
    """One game to be played: all that a worker has to know."""

    number: int
    label: str
    game: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]  # by side
    deal: int
    seed: int
    limit: int
    must: dict[str, tuple[str, ...]] = {}
    must_not: dict[str, tuple[str, ...]] = {}


def read(text: str, name: str) -> Experiment:
    """Raises `BadExperiment`."""
    try:
        return from_toml(text, Experiment)
    except msgspec.MsgspecError as error:
        raise BadExperiment(f"{name} is not an experiment: {error}") from None


def bouts(experiment: Experiment, roster: Roster) -> list[Bout]:
    """Every game, by number. All pairings of a deal come before the next deal, so that an unfinished run is even, and
    more deals do not change the numbers of those before. Raises `BadExperiment`."""
    if min(experiment.games, experiment.limit) < 1:
        raise BadExperiment("an experiment needs at least one game, and one action in it")
    try:
        cells = [cell for series in experiment.series for cell in _cells(series, roster)]
    except (UnknownChoice, BadNotation) as error:
        raise BadExperiment(str(error)) from None
    if not cells or len(cells) * experiment.games > MOST_GAMES:
        raise BadExperiment(f"{len(cells) * experiment.games} games are meant; it must be 1 to {MOST_GAMES}")
    return [
        msgspec.structs.replace(
            cell, number=deal * len(cells) + place, deal=deal, seed=experiment.seed, limit=experiment.limit
        )
        for deal in range(experiment.games)
        for place, cell in enumerate(cells)
    ]


def _cells(series: Series, roster: Roster) -> Iterator[Bout]:
    title = games.title(series.game)
    _check_instructions(title, series)
    pairings = _pairings(title, series, roster)
    for scenario, options in product(_scenarios(title, series), series.options):
        setup = title.setup(scenario, options)
        label = series.label or " ".join((setup.scenario, *(f"+{option}" for option in setup.options)))
        for players in pairings:
            yield Bout(
                0, label, title.key, setup.scenario, setup.options, dict(players), 0, 0, 0, series.must, series.must_not
            )


def _scenarios(title: Title[Any], series: Series) -> Sequence[str]:
    if series.scenarios == ALL:
        return tuple(title.scenarios)
    return (series.scenarios,) if isinstance(series.scenarios, str) else series.scenarios or ("",)


def _pairings(title: Title[Any], series: Series, roster: Roster) -> list[Mapping[str, str]]:
    if bool(series.players) == bool(series.sides):
        raise UnknownChoice(f"a series of {title.key} names its 'players', or who plays which of its 'sides'")
    if series.sides and set(series.sides) != set(title.sides):
        raise UnknownChoice(f"the sides of {title.key} are {' and '.join(title.sides)}")
    by_side = [series.sides[side] if series.sides else series.players for side in title.sides]
    for name in sorted({name for names in by_side for name in names}):
        if not roster.is_known(title, name):
            here = ", ".join(roster.names(title))
            raise UnknownChoice(f"{title.key} has no player '{name}'; it has: {here} (--engine NAME=COMMAND adds one)")
    if not all(by_side):
        raise UnknownChoice(f"a side of {title.key} has nobody to play it")
    alone = series.sides or series.mirror or len(series.players) == 1
    return [dict(zip(title.sides, names, strict=True)) for names in product(*by_side) if alone or len(set(names)) > 1]


def _check_instructions(title: Title[Any], series: Series) -> None:
    for side in (*series.must, *series.must_not):
        if side not in title.sides:
            raise UnknownChoice(f"{title.key} has no side '{side}'; it has: {', '.join(title.sides)}")
    for order in (order for orders in series.must.values() for order in orders):
        title.rules.notation.parse(order)
