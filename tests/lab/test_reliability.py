"""Whether the chances we tell come true: every curve against the positions that it was fitted to and tried on.

They are in `positions`, a file for each curve, as `train --positions` writes them. A position is never foretold by a
curve that was fitted to games of its own half.
"""

from __future__ import annotations

import re
from pathlib import Path
from statistics import fmean

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.cli import main
from sandtable.kit.staff.chances import Curve, curves
from sandtable.lab.fitting import Forecast, Sample, bands, fit, fitted, forecasts, missed, read, tried

FOLDER = Path(__file__).parent / "positions"
CURVES = {f"{title.key}.{scenario}": curve for title in games.titles() for scenario, curve in curves(title).items()}
MISSED = 0.12  # by so much the forecasts of one curve may miss on average, by the number of positions
ALL_MISSED = 0.10  # and those of all curves together in each fifth of the scale


def positions(name: str) -> list[Sample]:
    return read((FOLDER / f"{name}.csv").read_text(encoding="utf-8"))


def error(found: list[Forecast]) -> float:
    return Curve(0, {}, {}, 0, "", tried=tuple(bands(found))).error()


def test_every_curve_has_its_positions_and_no_position_is_without_a_curve() -> None:
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(CURVES)


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_is_what_its_positions_make_of_it(name: str) -> None:
    told = CURVES[name]
    made = fitted(positions(name), int(told.source.rsplit(" ", 1)[1]))
    assert (made.games, made.source) == (told.games, told.source)
    assert made.bias == pytest.approx(told.bias, abs=1e-4)
    assert dict(made.begin) == pytest.approx(dict(told.begin), abs=1e-4)
    assert dict(made.end) == pytest.approx(dict(told.end), abs=1e-4)
    for band, kept in zip(made.tried, told.tried, strict=True):
        assert (band.samples, band.games) == (kept.samples, kept.games)
        assert (band.forecast, band.came) == pytest.approx((kept.forecast, kept.came), abs=1e-3)


@pytest.mark.parametrize("name", CURVES)
def test_no_feature_ever_makes_a_chance_worse_and_some_make_it_better(name: str) -> None:
    curve = CURVES[name]
    for weights in (curve.begin, curve.end):
        assert min(weights.values()) >= 0 < max(weights.values())


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
    curve = fit(found)
    turned = replace(
        curve,
        bias=-curve.bias,
        begin={key: -weight for key, weight in curve.begin.items()},
        end={key: -weight for key, weight in curve.end.items()},
    )
    for wrong in (replace(curve, bias=curve.bias + 2), replace(curve, bias=curve.bias - 2), turned):
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
