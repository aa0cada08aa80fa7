"""Whether the chances we tell come true: every curve against the positions that it was fitted to and tried on.

They are in `positions`, a file for each curve, as `train --positions` writes them. A position is never foretold by a
curve that was fitted to games of its own half.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from sandtable import games
from sandtable.cli import main
from sandtable.lab.chances import Curve, curves
from sandtable.lab.fitting import Forecast, Sample, bands, fit, fitted, forecasts, missed, read, tried

FOLDER = Path(__file__).parent / "positions"
CURVES = {f"{title.key}.{scenario}": curve for title in games.titles() for scenario, curve in curves(title).items()}
MISSED = 0.12  # by so much the forecasts of one curve may miss on average, by the number of positions
ALL_MISSED = 0.10  # and those of all curves together in each fifth of the scale
TENTHS = [tenth / 10 for tenth in range(11)]


def positions(name: str) -> list[Sample]:
    return read((FOLDER / f"{name}.csv").read_text(encoding="utf-8"))


def error(found: list[Forecast]) -> float:
    return Curve(0, 0, 0, 0, "", tuple(bands(found))).error()


def test_every_curve_has_its_positions_and_no_position_is_without_a_curve() -> None:
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(CURVES)


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_is_what_its_positions_make_of_it(name: str) -> None:
    told = CURVES[name]
    made = fitted(positions(name), int(told.source.rsplit(" ", 1)[1]))
    assert (made.games, made.source) == (told.games, told.source)
    assert (made.bias, made.slope, made.growth) == pytest.approx((told.bias, told.slope, told.growth), abs=1e-4)
    for band, kept in zip(made.tried, told.tried, strict=True):
        assert (band.samples, band.games) == (kept.samples, kept.games)
        assert (band.forecast, band.came) == pytest.approx((kept.forecast, kept.came), abs=1e-3)


@pytest.mark.parametrize("name", CURVES)
def test_more_points_mean_a_better_chance_at_every_moment_of_a_game(name: str) -> None:
    worths = sorted({sample.worth for sample in positions(name)})
    for played in TENTHS:
        chances = [CURVES[name].chance(played, worth) for worth in worths[:: len(worths) // 10]]
        assert all(before < after for before, after in pairwise(chances)), played


@pytest.mark.parametrize("name", CURVES)
def test_forecasts_of_other_games_come_true_about_as_often_as_they_say(name: str) -> None:
    assert error(tried(positions(name))) <= MISSED


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_knows_more_than_how_often_a_side_wins(name: str) -> None:
    found = tried(positions(name))
    always = fmean(each.won for each in found)
    assert missed(found) < missed([each._replace(chance=always) for each in found])


def test_all_forecasts_together_come_true_in_every_fifth_of_the_scale() -> None:
    found = bands([each for name in CURVES for each in tried(positions(name))])
    assert len(found) == 5 and min(band.samples for band in found) >= 100
    for band in found:
        assert band.came == pytest.approx(band.forecast, abs=ALL_MISSED)


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_that_is_too_hopeful_or_takes_sides_for_the_other_would_be_found_out(name: str) -> None:
    found = positions(name)
    bias, slope, growth = fit(found)
    for wrong in ((bias + 2, slope, growth), (bias - 2, slope, growth), (-bias, -slope, -growth)):
        assert error(forecasts(wrong, found)) > MISSED


def test_the_picture_is_drawn_by_one_command_and_overwrites_nothing_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "chances.svg"
    assert main(["lab", "chances", "--svg", str(out)]) == 0
    drawn = out.read_text(encoding="utf-8")
    assert len(re.findall(r'<g id="axes_\d+">', drawn)) == len(CURVES)
    assert main(["lab", "chances", "--svg", str(out)]) == 0, "its own picture may be drawn again"
    assert out.read_text(encoding="utf-8") == drawn
    out.write_text("<svg/>", encoding="utf-8")
    assert main(["lab", "chances", "--svg", str(out)]) == 2
    assert out.read_text(encoding="utf-8") == "<svg/>" and "not a picture made here" in capsys.readouterr().err
