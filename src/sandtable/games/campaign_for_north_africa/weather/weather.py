"""[29.0] The weather of an Operations Stage and the map sections it falls upon."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.calendar import season
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.map import section, terrain
from sandtable.games.campaign_for_north_africa.state import Campaign, Weather
from sandtable.games.campaign_for_north_africa.weather.tables import foul_sections
from sandtable.games.campaign_for_north_africa.weather.tables import weather as weather_table

LOCAL: tuple[Weather, ...] = ("sandstorm", "rainstorm")  # [29.1] these fall on some map sections only


def roll_weather(draft: Draft[Campaign]) -> None:
    """[29.1, 29.61] Two dice read one after the other in the row of the season; a storm needs a third for its place."""
    state = draft.state
    now = season(state.turn)
    tens = draft.roll(f"weather, tens, by the {state.initiative} player", by=state.initiative)
    dice = code(tens, draft.roll("weather, units", by=state.initiative))
    weather = weather_table(now, dice)
    foul = tuple(foul_sections(draft.roll(f"where the {weather} is", by=state.initiative))) if weather in LOCAL else ()
    draft.change(weather=weather, foul=foul)  # [29.34] heat does not touch the Fuel of Supply Units: see the rulings
    draft.note("weather", weather=weather, sections=list(foul), season=now, dice=int(dice))


def weather_at(state: Campaign, hex: int) -> Weather:
    """[29.2, 29.31, 29.41, 29.51, 29.1] In one hex: heat is everywhere, a storm on its map sections and elsewhere the
    weather is normal, as it always is in the boxes beside the map; no sandstorm blows over the delta."""
    if hex < 0:
        return "normal"
    if state.weather not in LOCAL:
        return state.weather
    if section(hex) not in state.foul:
        return "normal"
    return "normal" if state.weather == "sandstorm" and terrain(hex) == "delta" else state.weather


def in_sandstorm(state: Campaign, hex: int) -> bool:
    """[29.44, 29.46] On land: a storm ends at the coast."""
    return weather_at(state, hex) == "sandstorm"


def may_build(state: Campaign, hex: int) -> bool:
    """[29.42, 29.54] Nothing is built where there is a storm."""
    return weather_at(state, hex) not in LOCAL
