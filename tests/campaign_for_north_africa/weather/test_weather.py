"""[29] The weather of an Operations Stage."""

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from sandtable.games.campaign_for_north_africa.weather.weather import in_sandstorm, may_build, roll_weather, weather_at
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of

SPRING, SUMMER, FALL, WINTER = 27, 38, 1, 14  # Game-Turns in each season


def hex(name: str) -> int:
    return board().hex(name)


def rolled(turn: int, *dice: int) -> Campaign:
    draft = draft_of(position(turn=turn), *dice)
    roll_weather(draft)
    return draft.state


@pytest.mark.case("29.0", "29.1", "29.2")
def test_two_dice_read_in_order_give_the_weather_of_the_season() -> None:
    state = rolled(FALL, 1, 1)
    assert (state.weather, state.foul) == ("normal", ())
    assert weather_at(state, hex("C4807")) == "normal"


@pytest.mark.case("29.1", "29.31")
def test_weather_summer_53_is_hot_and_hot_everywhere() -> None:
    state = rolled(SUMMER, 5, 3)
    assert state.weather == "hot"
    assert {weather_at(state, hex(name)) for name in ("A2109", "B5925", "C4807", "D3714", "E1829")} == {"hot"}


@pytest.mark.case("29.1", "29.61")
@pytest.mark.parametrize(
    ("turn", "dice", "weather"),
    [
        (SPRING, (6, 5), "rainstorm"),
        (SUMMER, (6, 5), "sandstorm"),
        (FALL, (6, 5), "rainstorm"),
        (WINTER, (6, 5), "rainstorm"),
        (WINTER, (5, 2), "normal"),
        (SPRING, (5, 6), "sandstorm"),
    ],
)
def test_the_same_dice_mean_other_weather_in_another_season(turn: int, dice: tuple[int, ...], weather: str) -> None:
    state = rolled(turn, *dice, *((6,) if weather in ("sandstorm", "rainstorm") else ()))
    assert state.weather == weather


@pytest.mark.case("29.1", "29.41", "29.51")
def test_a_storm_needs_a_third_die_and_leaves_the_other_sections_alone() -> None:
    state = rolled(FALL, 6, 6, 2)
    assert (state.weather, state.foul) == ("rainstorm", ("C", "D"))
    assert weather_at(state, hex("C3510")) == "rainstorm"
    assert weather_at(state, hex("B5504")) == weather_at(state, hex("E1829")) == "normal"


@pytest.mark.case("29.41", "29.46")
def test_no_sandstorm_blows_over_the_delta_but_rain_falls_there() -> None:
    sand = position(weather="sandstorm", foul=("D", "E"))
    assert not in_sandstorm(sand, hex("E3822"))
    assert in_sandstorm(sand, hex("E2111"))
    assert weather_at(position(weather="rainstorm", foul=("D", "E")), hex("E3822")) == "rainstorm"


@pytest.mark.case("29.1")
def test_the_boxes_off_the_map_never_have_any_weather() -> None:
    assert weather_at(position(weather="hot"), TRIPOLI) == "normal"


@pytest.mark.case("29.42", "29.54")
@pytest.mark.parametrize("storm", ["sandstorm", "rainstorm"])
def test_nothing_is_built_in_a_storm(storm: str) -> None:
    state = position(weather=storm, foul=("C",))
    assert not may_build(state, hex("C3510"))
    assert may_build(state, hex("B5504"))
    assert may_build(position(weather="hot"), hex("C3510"))


@pytest.mark.case("29.1")
def test_the_event_tells_the_weather_and_its_sections() -> None:
    draft = draft_of(position(turn=FALL), 5, 5, 4)
    roll_weather(draft)
    event = draft.events[-1]
    assert event.kind == "weather"
    assert (event.facts["weather"], event.facts["sections"], event.facts["dice"]) == ("sandstorm", ["B", "C"], 55)


@pytest.mark.case("29.34")
def test_nothing_evaporates_in_the_land_game() -> None:
    draft = draft_of(position(turn=SUMMER, supply={"AX-S1": ("C4807", 40, 60)}), 5, 3)
    roll_weather(draft)
    assert draft.state.weather == "hot" and draft.state.supply["AX-S1"].fuel == 60
