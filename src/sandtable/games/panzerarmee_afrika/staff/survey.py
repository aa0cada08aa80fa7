"""One look at the board: both sides as they could move next, what is wanted, and what must be held."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core.values import may
from sandtable.games.panzerarmee_afrika.map import sea_lanes
from sandtable.games.panzerarmee_afrika.movement.sea import check_lane
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.staff.forces import Force, StandingForce, Threats, next_turn
from sandtable.games.panzerarmee_afrika.staff.lines import Lines
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.kit.staff.courses import JUDGEMENT, Course


@dataclass
class Picture:
    """What a plan is made from."""

    force: Force
    foe: Force  # as he will find the board if nothing more happens
    threats: Threats
    intent: Intent
    holdings: Holdings
    lines: Lines


def look(state: PanzerarmeeAfrika, side: Side, stance: str = "", course: Course = JUDGEMENT) -> Picture:
    return _survey(Force(state, side), stance, course)


def look_around(state: PanzerarmeeAfrika, side: Side, course: Course = JUDGEMENT) -> Picture:
    """When the movement is over."""
    return _survey(StandingForce(state, side), "", course)


def _survey(force: Force, stance: str, course: Course) -> Picture:
    foe = Force(next_turn(force.state, force.foe), force.foe)
    return _picture(force, foe, Threats(foe), Lines(force, foe), stance, course)


def look_again(picture: Picture, stance: str, course: Course | None = None) -> Picture:
    """The same board seen with other intentions."""
    return _picture(picture.force, picture.foe, picture.threats, picture.lines, stance, course or picture.intent.course)


def _picture(force: Force, foe: Force, threats: Threats, lines: Lines, stance: str, course: Course) -> Picture:
    intent = Intent(force, foe, stance, course)
    holdings = Holdings(force, intent, threats)
    intent.vital = holdings.add_depots()
    return Picture(force, foe, threats, intent, holdings, lines)


def ferries(picture: Picture) -> dict[str, list[int]]:
    """[11.2] The ports to which units in port can be shipped."""
    state, side = picture.force.state, picture.force.side
    lanes = {
        here: [goal for goal in goals if may(check_lane, state, side, here, goal)]
        for here, goals in sea_lanes().items()
        if state.at(here, side)
    }
    return {
        name: lanes[at]
        for name, at in picture.force.units.items()
        if at in lanes and name not in state.treks and picture.force.is_fit(name)
    }
