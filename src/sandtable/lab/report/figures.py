"""What the tables of an experiment say, by title and series: plain figures for pages, plots and other programs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from sandtable import games as titles
from sandtable.bots.arena import wilson
from sandtable.core.values import Value
from sandtable.lab.course import places
from sandtable.lab.experiments import parquet
from sandtable.lab.experiments.ledger import read_sheet
from sandtable.lab.experiments.noting import REDUCED
from sandtable.lab.report.history import days, line_on
from sandtable.lab.report.statistics import Interval, Rating, Verdict, interval, likelier, ratings, verdict

Record = Mapping[str, Any]
ENDINGS = 10  # that are told of a series
ENOUGH = 5  # games won and lost, before supply is compared


class Ending(Value, frozen=True):
    winner: str
    case: str
    reason: str  # an example, with its figures
    games: int


class SeriesFigures(Value, frozen=True):
    """Games of one label between the same players."""

    label: str
    players: dict[str, str]  # by side
    games: int
    finished: int
    crashed: int
    wins: dict[str, int]
    draws: int
    rates: dict[str, Interval]  # of winning, among all that were not crashed
    turns: list[int]  # in which games ended
    endings: list[Ending]
    refused: int


class Difference(Value, frozen=True):
    """How much more often the first side scores than with the label that stands first, deal by deal."""

    label: str
    base: str
    deals: int
    change: Interval


class SupplyFigure(Value, frozen=True):
    """A figure of supply, a turn on average, in the games a side won and in those it lost."""

    side: str
    label: str
    won: float
    lost: float
    more: float  # how often a game that was won had more of it than one that was lost


class TitleFigures(Value, frozen=True):
    key: str
    name: str
    sides: tuple[str, ...]
    series: list[SeriesFigures]
    differences: list[Difference]
    verdicts: list[Verdict]
    ratings: list[Rating]
    losses: dict[str, list[tuple[int, float]]]  # by side: turn, counters lost until then on average
    front: list[tuple[int, float, float, float]]  # turn, and a quarter, half, three quarters of the games west of it
    history: list[tuple[int, float]]  # turn, and where the line ran
    places: Sequence[tuple[str, float]]  # west to east, to read the front by
    supply: list[SupplyFigure]
    battles: dict[str, int]  # by hex
    traffic: dict[str, int]


class Figures(Value, frozen=True):
    name: str
    text: str
    seed: int
    games: int
    rules: dict[str, str]
    titles: list[TitleFigures]


def figures(folder: Path) -> Figures:
    """Raises `BadExperiment` and `NoLab`."""
    sheet = read_sheet(folder)
    games = parquet.rows(folder, "games")
    by_title = _grouped(games, lambda row: row["game"])
    tables = {name: parquet.rows(folder, name) for name in ("turns", "battles", "losses", "supply", "traffic")}
    return Figures(
        sheet.experiment.name,
        sheet.experiment.text,
        sheet.experiment.seed,
        len(games),
        sheet.rules,
        [_title(key, rows, tables) for key, rows in by_title.items()],
    )


def _title(key: str, games: Sequence[Record], tables: Mapping[str, Sequence[Record]]) -> TitleFigures:
    title = titles.title(key)
    numbers = {row["number"] for row in games}
    own = {name: [row for row in rows if row["number"] in numbers] for name, rows in tables.items()}
    cells = _grouped(games, lambda row: (row["label"], row["player_1"], row["player_2"]))
    front = _front(own["turns"])
    dates = _dates(own["turns"])
    past = [(turn, line_on(title.rules.board(), when)) for turn, when in dates.items() if when]
    return TitleFigures(
        key,
        title.name,
        title.sides,
        [_series(title.sides, rows) for rows in cells.values()],
        _differences(games),
        _verdicts(games),
        ratings((row["player_1"], row["player_2"], won(row)) for row in games if row["status"] == "finished"),
        _losses(title.sides, games, own["losses"]),
        front,
        [(turn, x) for turn, x in past if x is not None],
        places(title.rules.board()),
        _supply(games, own["supply"]),
        _summed(own["battles"], lambda row: 1),
        _summed(own["traffic"], lambda row: row["passages"]),
    )


def score(game: Record) -> float:
    """Of the first side: an unfinished game counts as a draw."""
    return 0.5 if not game["winner"] else float(game["winner"] == game["side_1"])


def won(game: Record) -> float:
    """The score of the first player, whichever side he came to play."""
    return 0.5 if not game["winner_player"] else float(game["winner_player"] == game["player_1"])


# By series


def _series(sides: Sequence[str], games: Sequence[Record]) -> SeriesFigures:
    first = games[0]
    sound = [game for game in games if game["status"] != "crashed"]
    wins = Counter(game["winner"] for game in sound)
    rates = {}
    for side in sides:
        low, high = wilson(wins[side], len(sound))
        rates[side] = Interval(wins[side] / len(sound) if sound else 0.0, low, high)
    finished = [game for game in sound if game["status"] == "finished"]
    return SeriesFigures(
        first["label"],
        {first["side_1"]: first["player_1"], first["side_2"]: first["player_2"]},
        len(games),
        len(finished),
        len(games) - len(sound),
        {side: wins[side] for side in sides},
        len(finished) - sum(wins[side] for side in sides),
        rates,
        sorted(game["turns"] for game in finished),
        _endings(finished),
        sum(game["refused_1"] + game["refused_2"] for game in games),
    )


def _endings(games: Sequence[Record]) -> list[Ending]:
    """Alike but for their figures they are one."""
    groups = _grouped(games, lambda row: (row["winner"], row["case"], re.sub(r"\d+", "#", row["reason"])))
    told = [Ending(winner, case, rows[0]["reason"], len(rows)) for (winner, case, _), rows in groups.items()]
    return sorted(told, key=lambda each: -each.games)[:ENDINGS]


def _differences(games: Sequence[Record]) -> list[Difference]:
    """Each label against the first of its scenario, where the same players met with the same dice."""
    scores: dict[str, dict[tuple[Any, ...], float]] = defaultdict(dict)
    bases: dict[str, str] = {}  # by scenario
    found: dict[str, str] = {}  # what each label is compared with
    for row in games:
        if row["status"] != "crashed":
            scores[row["label"]][row["deal"], row["player_1"], row["player_2"]] = score(row)
            found[row["label"]] = bases.setdefault(row["scenario"], row["label"])
    differences = []
    for label, base in found.items():
        shared = [scores[label][deal] - scores[base][deal] for deal in scores[label] if deal in scores[base]]
        if shared and label != base:
            differences.append(Difference(label, base, len(shared), interval(shared)))
    return differences


def _verdicts(games: Sequence[Record]) -> list[Verdict]:
    """Every two players that met."""
    names = list(dict.fromkeys(name for row in games for name in (row["player_1"], row["player_2"])))
    found = []
    for a, b in combinations(names, 2):
        deals: dict[tuple[str, int], list[float]] = defaultdict(list)
        for row in games:
            if row["status"] != "crashed" and {row["player_1"], row["player_2"]} == {a, b}:
                deals[row["label"], row["deal"]].append(won(row) if row["player_1"] == a else 1 - won(row))
        if deals:
            found.append(verdict(a, b, list(deals.values())))
    return found


# By turn


def _losses(
    sides: Sequence[str], games: Sequence[Record], losses: Sequence[Record]
) -> dict[str, list[tuple[int, float]]]:
    """Counters lost until the end of a turn, on average over the games that lasted so long."""
    lasted = {row["number"]: row["turns"] for row in games if row["status"] == "finished"}
    counts = Counter(
        (row["side"], row["number"], row["turn"])
        for row in losses
        if row["kind"] != REDUCED and row["number"] in lasted
    )
    curves: dict[str, list[tuple[int, float]]] = {side: [] for side in sides}
    for side in sides:
        so_far = dict.fromkeys(lasted, 0)
        for turn in range(1, max(lasted.values(), default=0) + 1):
            still = [number for number, last in lasted.items() if last >= turn]
            for number in still:
                so_far[number] += counts[side, number, turn]
            curves[side].append((turn, fmean(so_far[number] for number in still)))
    return curves


def _front(turns: Sequence[Record]) -> list[tuple[int, float, float, float]]:
    """Where the line ran when each turn began: a row in each game for either side has it."""
    by_turn: dict[int, list[float]] = defaultdict(list)
    seen = set()
    for row in turns:
        if row["front"] is not None and (row["number"], row["turn"]) not in seen:
            seen.add((row["number"], row["turn"]))
            by_turn[row["turn"]].append(row["front"])
    return [
        (turn, _quantile(found, 0.25), _quantile(found, 0.5), _quantile(found, 0.75))
        for turn, found in sorted(by_turn.items())
    ]


def _quantile(values: Iterable[float], share: float) -> float:
    found = sorted(values)
    place = share * (len(found) - 1)
    below = int(place)
    above = min(below + 1, len(found) - 1)
    return found[below] + (place - below) * (found[above] - found[below])


def _dates(turns: Sequence[Record]) -> dict[int, Any]:
    texts = {row["turn"]: row["date"] for row in sorted(turns, key=lambda row: row["turn"])}
    last = max(texts, default=0)
    return {turn: when for turn, when in zip(texts, days(list(texts.values())), strict=True) if turn < last}


# Supply, battles, traffic


def _supply(games: Sequence[Record], supply: Sequence[Record]) -> list[SupplyFigure]:
    winners = {row["number"]: row["winner"] for row in games if row["winner"]}
    lengths = {row["number"]: row["turns"] for row in games}
    sums: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for row in supply:
        if row["number"] in winners and row["turn"] <= lengths[row["number"]]:
            sums[row["side"], row["label"]][row["number"]] += row["figure"]
    found = []
    told = set()  # a ledger may count what lies on the map once more
    for (side, label), totals in sorted(sums.items()):
        means = {number: totals[number] / lengths[number] for number in winners}
        same = (side, *means.values())
        if same in told:
            continue
        told.add(same)
        with_it = [mean for number, mean in means.items() if winners[number] == side]
        without = [mean for number, mean in means.items() if winners[number] != side]
        if min(len(with_it), len(without)) >= ENOUGH and len({*with_it, *without}) > 1:
            found.append(SupplyFigure(side, label, fmean(with_it), fmean(without), likelier(with_it, without)))
    return found


def _summed(rows: Sequence[Record], weight: Callable[[Record], int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for row in rows:
        if row["at"]:
            found[row["at"]] += weight(row)
    return dict(found)


def _grouped(rows: Iterable[Record], key: Callable[[Record], Any]) -> dict[Any, list[Record]]:
    groups: dict[Any, list[Record]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
