"""[15.85, 15.86, 28.11, 32.56] What the enemy takes: prisoners, tanks and guns, Motorization Points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Captives
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import PERCENT, Share, Toll
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares
from sandtable.games.campaign_for_north_africa.pieces.units import target_class
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation, weapons
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_captives, add_motors

YIELDING = "15.86"
ANTI_AIR = ("light_aa", "heavy_aa")


def is_prisoner(name: str, weapon: str) -> bool:
    """[15.86, 28.11] Whether a captured point is men: infantry and all others who fight without tanks or guns."""
    return not weapon and target_class(name, weapon) in ("infantry", "gun", None)


def equipment(name: str, weapon: str) -> str:
    """The name under which captured tanks and guns are kept; points of an ID Code by nation and letters."""
    unit = counters()[name]
    return weapon or f"{unit.nation}/{unit.code}"


def is_kept(side: Side, weapon: str) -> bool:
    """[32.81] Anti-air points that the Commonwealth captures are out of the game."""
    return side != "commonwealth" or not weapon or weapons()[weapon].weapon_class not in ANTI_AIR


def take_captives(draft: Draft[Campaign], side: Side, at: int, points: Iterable[Points], motors: int = 0) -> None:
    """[15.86, 32.56] A side takes these enemy points; it is not told of which units they were [3.62]."""
    men, taken, booty = dict[Nation, int](), dict[str, int](), list[Points]()
    for each in points:
        if is_prisoner(each.unit, each.weapon):
            nation = counters()[each.unit].nation
            men[nation] = men.get(nation, 0) + each.points
        elif is_kept(side, each.weapon):
            what = equipment(each.unit, each.weapon)
            taken[what] = taken.get(what, 0) + each.points
            booty.append(each)
    if not (men or taken or motors):
        return
    state = draft.state
    for nation, count in men.items():
        take_prisoners(draft, side, at, nation, count)
    if taken:
        pool = dict(state.captured.get(side, {}))
        for weapon, count in taken.items():
            pool[weapon] = pool.get(weapon, 0) + count
        draft.amend("captured", side, pool)
        _lead_away(draft, side, at, booty)
    if motors:
        _drive_off(draft, side, at, motors)
    draft.note("captured", side=side, at=board().name(at), prisoners=sum(men.values()), equipment=taken, motors=motors)


def take_prisoners(draft: Draft[Campaign], side: Side, at: int, nation: Nation, points: int) -> None:
    """[28.11] Points become Prisoner Points, in the hex or, if their own side still holds it, with the nearest
    captors."""
    state = draft.state
    draft.amend("prisoners", side, state.prisoners.get(side, 0) + points)
    there = at
    if at < 0 or state.holder(at) == enemy_of(side):
        distance = board().distance
        there = min(stands(state, side), key=lambda hex: (distance(hex, at) if at >= 0 else 0, hex), default=-1)
    if there >= 0:
        add_captives(draft, Captives(nation, there, points, side, free=True, fresh=True))


def _lead_away(draft: Draft[Campaign], side: Side, at: int, taken: Iterable[Points]) -> None:
    """[15.86, 17.51, 28.3] Captured tanks and guns are with the captors for units of theirs to take up; what has no
    ratings but those of the unit it was taken from is of no use to them."""
    there = _captors(draft.state, side, at)
    for each in taken:
        if there is not None and each.weapon:
            add_spares(draft, side, there, each.weapon, each.points, counters()[each.unit].nation)


def _drive_off(draft: Draft[Campaign], side: Side, at: int, motors: int) -> None:
    """[32.56] Captured Motorization Points stay in the hex or, if enemies are left in it, come to the captors."""
    if (there := _captors(draft.state, side, at)) is not None:
        add_motors(draft, side, there, motors)


def _captors(state: Campaign, side: Side, at: int) -> int | None:
    """Where what was taken in a hex is put: there or, if enemies are left in it, with captors next to it."""
    if state.holder(at) != enemy_of(side):
        return at
    around = neighbours()[at] if at >= 0 else ()
    return next((near for near in around if state.holder(near) == side), None)


# Which of the losses are captured [15.85]


def captured_share(lost: int, percent: int) -> int:
    """[15.85] Of so many points lost; always rounded up."""
    return ceil(lost * percent / PERCENT)


def yield_toll(lost: Sequence[Share], need: int, percent: int) -> Toll:
    """[15.85, 15.86] The percentage is of the raw or Vulnerability Points that had to be absorbed."""
    return Toll(YIELDING, captured_share(need, percent), tuple(lost))
