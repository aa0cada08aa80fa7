"""Curves of winning chances, fitted to positions whose end is known."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.core.frames import Over
from sandtable.kit.staff.chances import Band, Curve, NoCurve, chance, chance_of, curves, features, logistic
from sandtable.lab.fitting import Sample, Worthless, bands, fit, fitted, forecasts, read, tried, written

TRUE = Curve(0.4, {"worth": 0.05}, {"worth": 0.15}, 0, "")


def worth(points: float) -> dict[str, float]:
    return {"worth": points}


def drawn(number: int, seed: int) -> list[Sample]:
    random = Random(seed)
    found = []
    for game in range(number):
        played, told = random.random(), worth(random.gauss(0, 20))
        found.append(Sample(game, played, told, float(random.random() < TRUE.chance(played, told))))
    return found


def test_a_curve_is_found_again_from_positions_drawn_by_it() -> None:
    made = fit(drawn(3000, 1))
    for played, points in ((0.1, 10), (0.5, -15), (0.9, 20)):
        assert made.chance(played, worth(points)) == pytest.approx(TRUE.chance(played, worth(points)), abs=0.06)


def test_a_feature_that_tells_nothing_counts_for_little_and_one_that_harms_for_nothing() -> None:
    random = Random(3)
    found = [
        replace(each, features={**each.features, "noise": random.gauss(0, 1), "harm": -each.features["worth"]})
        for each in drawn(3000, 1)
    ]
    made = fit(found)
    assert made.begin["harm"] == made.end["harm"] == 0
    assert abs(made.begin["noise"]) < 0.15 and abs(made.end["noise"]) < 0.15
    told = {**worth(20), "noise": 0.0, "harm": -20.0}
    assert made.chance(0.5, told) == pytest.approx(TRUE.chance(0.5, worth(20)), abs=0.06)


def test_what_it_forecasts_comes_true_about_as_often() -> None:
    found = bands(forecasts(fit(drawn(3000, 1)), drawn(3000, 2)))
    assert len(found) == 5 and sum(band.samples for band in found) == 3000
    for band in found:
        assert band.games == band.samples
        assert band.came == pytest.approx(band.forecast, abs=0.08)


def test_a_game_that_is_always_won_makes_nobody_certain() -> None:
    assert 0.5 < fit([Sample(0, 0.5, worth(10), 1)] * 4).chance(0.5, worth(10)) < 0.999


def test_no_position_is_foretold_by_a_curve_from_games_of_its_own_half() -> None:
    """In games 0 to 3 the side ahead wins, in 4 to 7 the side behind: neither half foretells the other."""
    found = [
        Sample(game, 0.5, worth(points), float((points > 0) == (game < 4)))
        for game in range(8)
        for points in (-10, 10)
        for _ in range(9)
    ]
    assert len(tried(found)) == len(found)
    for each in tried(found):
        if each.game < 4:
            assert each.chance == pytest.approx(0.5), "to be behind is no help, so these games taught nothing"
        else:
            assert (each.chance > 0.5) != (each.won == 1)


def test_positions_of_one_game_count_as_one_game() -> None:
    (band,) = bands(forecasts(TRUE, [Sample(7, 0.1, worth(n), n % 2) for n in (3, 4)] + [Sample(8, 0.1, worth(3), 0)]))
    assert (band.samples, band.games) == (3, 2)


def test_no_curve_is_made_where_a_side_has_won_fewer_than_four_games() -> None:
    def ends(won: int) -> list[Sample]:
        winners = [game for game in range(40) if game * won % 40 < won]
        assert len(winners) == won
        return [Sample(game, 0.5, worth(10 if game in winners else -10), float(game in winners)) for game in range(40)]

    with pytest.raises(Worthless, match="of 40 games the first side won 3 and lost 37"):
        fitted(ends(3), 1)
    with pytest.raises(Worthless):
        fitted(ends(37), 1)
    assert fitted(ends(4), 1).games == 40


def test_no_curve_is_made_whose_forecasts_are_no_better_than_how_often_a_side_wins() -> None:
    """Either half says the opposite of the other."""
    ends = [(game, 9 if game % 2 == 0 else -9) for game in range(16)]
    found = [Sample(game, 0.5, worth(points), float((points > 0) == (game % 8 < 4))) for game, points in ends]
    with pytest.raises(Worthless, match="no better than always saying 50%; 16 games"):
        fitted(found, 1)


def test_positions_are_read_as_they_were_written() -> None:
    found = [Sample(0, 0.0, {"power": -12.345, "ratio": 0.5}, 1), Sample(11, 0.027, {"power": 7, "ratio": 0}, 0.5)]
    assert read(written(found)) == found


def test_the_better_position_has_the_better_chance_in_every_scenario_with_a_curve() -> None:
    for title in games.titles():
        for scenario, curve in curves(title).items():
            assert scenario in title.scenarios
            better, worse = (dict.fromkeys(curve.begin, points) for points in (10, -10))
            assert curve.chance(0.5, better) > curve.chance(0.5, worse), (title.key, scenario)


def test_afrika_korps_has_a_curve_that_was_tried_on_other_games() -> None:
    curve = curves(games.title("afrika-korps"))["campaign"]
    assert curve.games >= 40 and sum(band.samples for band in curve.tried) >= 200
    assert curve.begin.keys() == curve.end.keys() and len(curve.begin) > 1


def test_every_curve_weighs_what_its_game_tells_of_a_position() -> None:
    for title in games.titles():
        for scenario, curve in curves(title).items():
            assert features(title, title.rules.start(title.setup(scenario))).keys() == curve.begin.keys()


def test_a_game_that_is_over_is_won_lost_or_half_won(monkeypatch: pytest.MonkeyPatch) -> None:
    title = games.title("afrika-korps")
    state, curve = title.rules.start(title.setup()), curves(title)["campaign"]
    assert chance_of("axis", curve, title, state) == pytest.approx(1 - chance_of("allied", curve, title, state))
    for winner, axis in (("axis", 1.0), ("allied", 0.0), (None, 0.5)):
        over = replace(state, stack=(Over(winner, "4.1", "so it ended"),))
        assert chance_of("axis", curve, title, over) == axis == 1 - chance_of("allied", curve, title, over)


def test_the_error_of_a_curve_is_how_far_its_forecasts_missed_by_the_number_of_positions() -> None:
    found = (Band(30, 9, 0.2, 0.1), Band(10, 3, 0.7, 1.0))
    assert replace(TRUE, tried=found).error() == pytest.approx((30 * 0.1 + 10 * 0.3) / 40)
    assert TRUE.error() == 0


def test_a_scenario_without_a_curve_says_so() -> None:
    title = games.title("campaign-for-north-africa")
    with pytest.raises(NoCurve):
        chance(title, "no such scenario", title.rules.start(title.setup()))


def test_the_logistic_bears_anything() -> None:
    assert logistic(-1e9) == pytest.approx(0, abs=1e-9) and logistic(1e9) == pytest.approx(1)
