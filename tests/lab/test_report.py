"""Reports of experiments: the statistics behind them, what they tell, and that a page needs nothing beside it."""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from sandtable import games
from sandtable.cli import main
from sandtable.core.dice import secret_of_seed
from sandtable.lab.course import degrees
from sandtable.lab.experiments import parquet
from sandtable.lab.experiments.columns import TABLES
from sandtable.lab.experiments.design import Experiment, Series
from sandtable.lab.experiments.ledger import Ledger
from sandtable.lab.experiments.playing import Finished, packed
from sandtable.lab.report.figures import TitleFigures, figures
from sandtable.lab.report.heat import heat_map
from sandtable.lab.report.history import day, days, history, line_on
from sandtable.lab.report.page import write_report
from sandtable.lab.report.plots import drawn
from sandtable.lab.report.statistics import interval, likelier, ratings, verdict

# Statistics


def deals(chance: float, number: int, seed: int) -> list[list[float]]:
    random = Random(seed)
    return [[float(random.random() < chance) for _ in range(2)] for _ in range(number)]


def test_the_sequential_test_finds_the_stronger_player_and_says_when_it_needs_more_games() -> None:
    assert verdict("a", "b", deals(0.75, 60, 1)).answer == "a is stronger"
    assert verdict("a", "b", deals(0.25, 60, 2)).answer == "b is stronger"
    assert verdict("a", "b", deals(0.5, 1500, 3)).answer == "neither scores 57%"
    assert verdict("a", "b", deals(0.55, 10, 4)).answer.startswith("not decided")


def test_the_sequential_test_errs_as_rarely_as_it_says() -> None:
    wrong = sum(verdict("a", "b", deals(0.5, 100, seed)).answer.endswith("is stronger") for seed in range(300))
    assert wrong <= 300 * 2 * 0.05


def test_deals_that_one_side_always_wins_do_not_make_a_player_stronger() -> None:
    """Whoever has the strong side wins: the games of a deal cancel out."""
    assert verdict("a", "b", [[1.0, 0.0]] * 200).answer == "neither scores 57%"


def test_a_player_who_wins_more_is_rated_higher_and_nobody_plays_himself() -> None:
    random = Random(5)
    played = [("strong", "weak", float(random.random() < 0.8)) for _ in range(60)] + [("weak", "weak", 1.0)]
    best, worst = ratings(played)
    assert (best.player, worst.player) == ("strong", "weak")
    assert best.mean - worst.mean > 2 * best.deviation


def test_intervals_narrow_with_the_number_of_values_and_comparisons_count_ties_half() -> None:
    wide, narrow = interval([0, 1] * 5), interval([0, 1] * 500)
    assert wide.mean == narrow.mean == 0.5
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)
    assert likelier([2, 3], [1, 2]) == 0.875


# History


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1 April 1941", date(1941, 4, 1)),
        ("18-19 Nov 1941", date(1941, 11, 18)),
        ("April 1941", date(1941, 4, 15)),
        ("June II 1941", date(1941, 6, 23)),
        ("the first day", None),
    ],
)
def test_dates_are_read_as_games_write_them(text: str, meant: date | None) -> None:
    assert day(text) == meant


def test_weeks_of_a_month_are_told_from_halves_by_the_other_dates() -> None:
    assert days(["June I 1941", "June IV 1941"]) == [date(1941, 6, 5), date(1941, 6, 27)]


@pytest.mark.parametrize("key", ["afrika-korps", "north-africa-41", "panzerarmee-afrika"])
def test_history_runs_from_the_west_to_the_east_and_back_on_our_maps(key: str) -> None:
    board = games.title(key).rules.board()
    began, frontier, back, alamein = (
        line_on(board, when) for when in (date(1941, 3, 24), date(1941, 6, 15), date(1942, 1, 10), date(1942, 8, 1))
    )
    assert began is not None and frontier is not None and back is not None and alamein is not None
    assert began < frontier < alamein and back == pytest.approx(began)
    tobruk = next(site for site in board.sites if site.name in ("Tobruk", "Tobruch"))
    assert board.centre[tobruk.hex][0] < frontier
    assert line_on(board, date(1939, 9, 1)) is None


def test_every_day_of_the_history_comes_after_the_one_before() -> None:
    line = [point.date for point in history().line]
    assert line == sorted(line) and len(set(line)) == len(line)


# A report of games that were made up


def row(table: str, **cells: Any) -> tuple[Any, ...]:
    empty: dict[str, Any] = {"int": 0, "number": 0.0, "text": ""}
    columns = TABLES[table]
    assert set(cells) <= {column.name for column in columns}
    return tuple(cells.get(column.name, empty[column.kind]) for column in columns)


def game(number: int, label: str, deal: int, winner: str, players: tuple[str, str], turns: int) -> Finished:
    won = dict(zip(("axis", "allied"), players, strict=True)).get(winner, "")
    told = row(
        "games", number=number, label=label, game="afrika-korps", scenario=label.split()[0], deal=deal, side_1="axis",
        player_1=players[0], side_2="allied", player_2=players[1], status="finished", winner=winner, winner_player=won,
        case="4.2", reason=f"the last turn was turn {turns}", turns=turns, last_turn=38, actions=100,
    )  # fmt: skip
    each = [("axis", 3), ("allied", 1)]
    return Finished(
        number,
        0.0,
        {
            "games": [told],
            "turns": [
                row("turns", number=number, turn=turn, date="1 May 1941", side=side, units=10, front=20.0 + turn + deal)
                for turn in range(1, turns + 2)
                for side, _ in each
            ],
            "losses": [
                row("losses", number=number, turn=turn, kind="eliminated", side=side, unit=f"{side}{turn}{n}")
                for turn in range(1, turns + 1)
                for side, lost in each
                for n in range(lost)
            ],
            "supply": [
                row("supply", number=number, turn=turn, side="axis", label=label, figure=float(winner != "axis"))
                for turn in range(1, turns + 1)
                for label in ("sunk", "the same in a ledger")
            ],
            "battles": [row("battles", number=number, turn=1, kind="fought", at="G25")],
            "traffic": [row("traffic", number=number, side="axis", at="H2", passages=4)],
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Officers and cadets meet in thirty deals with plain rules and with an option that helps the Allies."""
    series = Series("afrika-korps", players=("officer", "cadet"), options=((), ("tournament",)))
    ledger = Ledger(tmp_path, Experiment("A <trial>", (series,), 30, text="Who & what?"), {})
    number = 0
    for deal in range(30):
        for label, chance in (("campaign", 70), ("campaign +tournament", 20)):
            for players in (("officer", "cadet"), ("cadet", "officer")):
                luck = secret_of_seed(deal)[0] % 100
                axis = luck < chance if players[0] == "officer" else luck < chance - 40
                ledger.add(packed(game(number, label, deal, "axis" if axis else "allied", players, 3 + deal % 4)))
                number += 1
    parquet.write(tmp_path, ledger.games(ledger.numbers))
    ledger.close()
    return tmp_path


@pytest.fixture
def found(folder: Path) -> TitleFigures:
    (title,) = figures(folder).titles
    return title


def test_series_are_counted_with_their_intervals_and_endings(found: TitleFigures) -> None:
    assert [(each.label, *each.players.values(), each.games) for each in found.series] == [
        ("campaign", "officer", "cadet", 30),
        ("campaign", "cadet", "officer", 30),
        ("campaign +tournament", "officer", "cadet", 30),
        ("campaign +tournament", "cadet", "officer", 30),
    ]
    for each in found.series:
        assert each.wins["axis"] + each.wins["allied"] == each.finished == 30
        assert each.rates["axis"].low <= each.rates["axis"].mean <= each.rates["axis"].high
        assert sum(ending.games for ending in each.endings) == 30
        assert len(each.endings) <= 2  # which differ in nothing but the turn they name


def test_an_option_is_weighed_deal_by_deal_and_players_against_each_other(found: TitleFigures) -> None:
    (difference,) = found.differences
    assert (difference.label, difference.base, difference.deals) == ("campaign +tournament", "campaign", 60)
    assert difference.change.high < 0
    assert [each.answer for each in found.verdicts] == ["officer is stronger"]
    assert [each.player for each in found.ratings] == ["officer", "cadet"]


def test_two_scenarios_are_not_compared_as_if_an_option_had_changed(tmp_path: Path) -> None:
    series = Series("afrika-korps", players=("officer",))
    ledger = Ledger(tmp_path, Experiment("A trial", (series,), 2), {})
    for number, label in enumerate(("campaign", "race", "race +tournament") * 2):
        ledger.add(packed(game(number, label, number // 3, "axis", ("officer", "officer"), 3)))
    parquet.write(tmp_path, ledger.games(ledger.numbers))
    ledger.close()
    (title,) = figures(tmp_path).titles
    assert [(each.label, each.base) for each in title.differences] == [("race +tournament", "race")]


def test_curves_are_averages_over_games_that_lasted_so_long(found: TitleFigures) -> None:
    assert found.losses["axis"] == [(turn, 3.0 * turn) for turn in range(1, 7)]
    assert found.losses["allied"][-1] == (6, 6.0)
    assert found.front[0] == (1, 28.0, 35.5, 43.0)
    assert [turn for turn, _ in found.history] == list(range(1, 7))


def test_scenarios_of_different_years_are_not_drawn_as_one_line(found: TitleFigures) -> None:
    assert {"losses", "front"} <= set(drawn(found))
    apart = structs.replace(found, front=[*found.front, (102, 28.0, 35.5, 43.0)])
    assert set(drawn(found)) - set(drawn(apart)) == {"losses", "front"}


def test_supply_is_compared_between_games_won_and_lost_and_what_is_counted_twice_is_told_once(
    found: TitleFigures,
) -> None:
    (sunk,) = found.supply
    assert (sunk.side, sunk.label, sunk.won, sunk.lost, sunk.more) == ("axis", "sunk", 0.0, 1.0, 0.0)


def test_a_page_needs_nothing_beside_it_and_tells_what_markdown_tells(folder: Path) -> None:
    page, text = write_report(folder)
    html, markdown = page.read_text(encoding="utf-8"), text.read_text(encoding="utf-8")
    assert "<h1>A &lt;trial&gt;</h1>" in html and "Who &amp; what?" in html
    assert not re.search(r"(?:src|href)=[\"'](?!data:)", html) and "@import" not in html
    for heading in ("Results", "Who is stronger", "Ratings", "What the options change", "How games end"):
        assert f"<h3>{heading}</h3>" in html and f"### {heading}" in markdown
    named = re.findall(r"\]\((plots/[\w-]+\.svg)\)", markdown)
    assert len(named) == 4 and all((folder / name).read_text().startswith("<?xml") for name in named)
    assert html.count("<figure>") == 6
    before = html
    write_report(folder)
    assert page.read_text(encoding="utf-8") == before
    write_report(folder, with_maps=False)
    assert page.read_text(encoding="utf-8").count("<figure>") == 4


def test_the_hottest_hex_of_a_map_is_painted_thickest() -> None:
    assert degrees({"G25": 4, "H2": 1}) == {"G25": 1.0, "H2": 0.5}
    svg = heat_map("afrika-korps", "Battles", {"G25": 4, "H2": 1})
    heat = re.search(r'<g id="heat">(.*?)</g>', svg)
    assert heat and re.findall(r'fill-opacity="([\d.]+)"', heat.group(1)) == ["0.85", "0.50"]


def test_the_command_writes_the_report_or_says_in_one_line_why_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "report", str(folder), "--no-maps"]) == 0
    assert (folder / "report.html").exists()
    assert main(["lab", "report", str(folder / "nothing")]) == 2
    whole = (folder / "turns.parquet").read_bytes()
    for damaged in (b"PAR1", None):
        (folder / "turns.parquet").unlink() if damaged is None else (folder / "turns.parquet").write_bytes(damaged)
        capsys.readouterr()
        assert main(["lab", "report", str(folder)]) == 2
        said = capsys.readouterr().err
        assert f"{folder / 'turns.parquet'} cannot be read" in said and len(said.splitlines()) == 1
    (folder / "turns.parquet").write_bytes(whole)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["lab", "report", str(folder)]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "sandtable: ratings need openskill: pip install 'sandtable[lab]'"
    )
