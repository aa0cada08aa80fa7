"""Curves of winning chances, fitted to positions whose end is known."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import games
from sandtable.lab.chances import Band, Curve, NoCurve, chance, curves, logistic
from sandtable.lab.fitting import Sample, fit, reliability

TRUE = Curve(0.4, 0.05, 0.1, 0, "")


def drawn(number: int, seed: int) -> list[Sample]:
    random = Random(seed)
    found = []
    for _ in range(number):
        played, worth = random.random(), random.gauss(0, 20)
        found.append(Sample(played, worth, float(random.random() < TRUE.chance(played, worth))))
    return found


def test_a_curve_is_found_again_from_positions_drawn_by_it() -> None:
    fitted = Curve(*fit(drawn(3000, 1)), 0, "")
    for played, worth in ((0.1, 10), (0.5, -15), (0.9, 20)):
        assert fitted.chance(played, worth) == pytest.approx(TRUE.chance(played, worth), abs=0.06)


def test_what_it_forecasts_comes_true_about_as_often() -> None:
    bands = reliability(fit(drawn(3000, 1)), drawn(3000, 2))
    assert len(bands) == 5 and sum(band.samples for band in bands) == 3000
    for band in bands:
        assert band.came == pytest.approx(band.forecast, abs=0.08)


def test_a_game_that_is_always_won_makes_nobody_certain() -> None:
    bias, slope, growth = fit([Sample(0.5, 10, 1)] * 4)
    assert 0.5 < Curve(bias, slope, growth, 0, "").chance(0.5, 10) < 0.999


def test_the_better_position_has_the_better_chance_in_every_scenario_with_a_curve() -> None:
    for title in games.titles():
        for scenario, curve in curves(title).items():
            assert scenario in title.scenarios
            assert curve.chance(0.5, 10) > curve.chance(0.5, -10), (title.key, scenario)


def test_afrika_korps_has_a_curve_that_was_tried_on_other_games() -> None:
    curve = curves(games.title("afrika-korps"))["campaign"]
    assert curve.games >= 40 and sum(band.samples for band in curve.tried) >= 200
    assert curve.chance(0.9, 20) > curve.chance(0.1, 20) > curve.chance(0.1, 0)


def test_the_error_of_a_curve_is_how_far_its_forecasts_missed_by_the_number_of_positions() -> None:
    tried = (Band(30, 0.2, 0.1), Band(10, 0.7, 1.0))
    assert Curve(0, 1, 1, 8, "", tried).error() == pytest.approx((30 * 0.1 + 10 * 0.3) / 40)
    assert Curve(0, 1, 1, 8, "").error() == 0


def test_a_scenario_without_a_curve_says_so() -> None:
    title = games.title("campaign-for-north-africa")
    with pytest.raises(NoCurve):
        chance(title, "no such scenario", title.rules.start(title.setup()))


def test_the_logistic_bears_anything() -> None:
    assert logistic(-1e9) == pytest.approx(0, abs=1e-9) and logistic(1e9) == pytest.approx(1)
