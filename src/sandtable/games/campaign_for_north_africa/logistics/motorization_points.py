"""[32.32, 32.51, 32.57] Motorization Points: those that carry Supply Units, those that nobody has, and those that are
lost month by month. They never break down [32.55]. Giving them to units is in `motorizing`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.board import UnknownHex
from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.calendar import begins_month, month
from sandtable.games.campaign_for_north_africa.logistics.baggage import carriers
from sandtable.games.campaign_for_north_africa.logistics.orders import Demotorise, Motorise
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import motorization_loss
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.map import board, section
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, POINT, REGION, Campaign, side_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply, mark

FRESH = (0, 0)  # points of a place that have driven, and what they have spent
LOADED = "loaded"  # [8.88] in a box a Supply Unit that is put on its points does not move in the same stage


def loose(state: Campaign, side: str, at: int) -> int:
    """[32.51] Unattached Motorization Points of a side in a place."""
    return state.motors.get(side, {}).get(at, 0)


# Supply Units on wheels [32.32]


def check_motorise(state: Campaign, side: str, action: Motorise) -> None:
    """[32.32, 8.97] In the Organization Phase, from the unattached points of the place."""
    at = _place_of(state, side, action.name)
    there = loose(state, side, at)
    if action.count < 1:
        raise Refusal("32.32", "say how many Motorization Points")
    if action.count > there:
        raise Refusal("32.32", f"{board().name(at)} has {plural(there, 'unattached Motorization Point')}")


def motorise(draft: Draft[Campaign], side: str, action: Motorise) -> None:
    unit = draft.state.supply[action.name]
    moved = LOADED if unit.at in REGION and not unit.moved else unit.moved
    add_motors(draft, side, unit.at, -action.count)
    change_supply(draft, action.name, motors=unit.motors + action.count, moved=moved)
    draft.note("motorised", unit=action.name, motors=action.count, at=board().name(unit.at), only=side)


def check_demotorise(state: Campaign, side: str, action: Demotorise) -> None:
    """[32.32, 8.97]"""
    _place_of(state, side, action.name)
    points = state.supply[action.name].motors
    if not 1 <= action.count <= points:
        raise Refusal("32.32", f"{action.name} has {plural(points, 'Motorization Point')}")


def demotorise(draft: Draft[Campaign], side: str, action: Demotorise) -> None:
    unit = draft.state.supply[action.name]
    change_supply(draft, action.name, motors=unit.motors - action.count)
    add_motors(draft, side, unit.at, action.count)
    if unit.at in REGION:
        _rest(draft, side, unit.at, action.count)
    draft.note("demotorised", unit=action.name, motors=action.count, at=board().name(unit.at), only=side)


def _rest(draft: Draft[Campaign], side: str, at: int, points: int) -> None:
    """[8.88] Points that have unloaded in a box do not move in this stage: they count as having driven."""
    pool = draft.state.driven.get(side, {})
    before, spent = pool.get(at, FRESH)
    draft.amend("driven", side, {**pool, at: (before + points, max(spent, POINT))})


def _place_of(state: Campaign, side: str, name: str) -> int:
    unit = state.supply[name]
    if unit.side != side:
        raise Refusal("32.32", f"there is no Supply Unit {name} of yours")
    if unit.journey is not None:
        raise Refusal("8.84", f"{name} is in transit")
    return unit.at


def motorizations(state: Campaign, side: str) -> Iterator[Motorise | Demotorise]:
    """What makes a difference: all the points that a Supply Unit needs to move, or all that it has."""
    for name, unit in state.supply.items():
        if unit.side != side or unit.journey is not None:
            continue
        lacking = carriers(unit) - unit.motors
        if 0 < lacking <= loose(state, side, unit.at):
            yield Motorise(name, lacking)
        if unit.motors:
            yield Demotorise(name, unit.motors)


# Lost month by month [32.57]


def open_monthly_losses(draft: Draft[Campaign]) -> None:
    """[32.57] In the first Naval Convoy Stage of a month, for the month before."""
    turn = draft.state.turn
    if not begins_month(turn):
        return
    for side in ("commonwealth", "axis"):  # the frame on top is asked first
        percent = motorization_loss(side, month(turn - 1))
        points = total(draft.state, side) * percent // 100
        if not points:
            continue
        draft.note("worn", only=side, side=side, month=month(turn - 1), percent=percent, points=points)
        frame = MonthlyLoss(side, points)
        if frame.is_choice(draft.state):
            draft.push(frame)
        else:
            frame.lose(draft, frame.usual(draft.state))


def total(state: Campaign, side: str) -> int:
    """[32.57] All Motorization Points of a side on the map and in the boxes."""
    return sum(points for _, points in holdings(state, side))


def holdings(state: Campaign, side: str) -> list[tuple[str, int]]:
    """Where Motorization Points are: unattached by place, the largest lots first, with Supply Units, with counters."""
    pools = sorted(state.motors.get(side, {}).items(), key=lambda each: (-each[1], each[0]))
    found = [(board().name(at), points) for at, points in pools]
    found += [(name, unit.motors) for name, unit in state.supply.items() if unit.side == side and unit.motors]
    found += [
        (name, unit.motors)
        for name, unit in state.units.items()
        if unit.motors and unit.at not in OUT_OF_PLAY and side_of(name) == side
    ]
    return found


def is_rear(state: Campaign, side: str, name: str) -> bool:
    """[32.57] Whether a place, Supply Unit or counter lies where losses are taken: section E for the Commonwealth,
    section A and the boxes for the Axis."""
    if name in state.supply:
        at = state.supply[name].at
    elif name in state.units:
        at = state.units[name].at
    else:
        at = board().location(name)
    if at < 0:
        return side == "axis"
    return section(at) == ("A" if side == "axis" else "E")


class MonthlyLoss(Decision[Campaign], frozen=True):
    """[32.57] Where the Motorization Points lost in a month are removed."""

    side: Side
    points: int
    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        return f"Remove {plural(self.points, 'Motorization Point')} lost in the last month."

    def sources(self, state: Campaign) -> list[tuple[str, int]]:
        """The holdings in the rear, or everything where they are too few."""
        everything = holdings(state, self.side)
        rear = [(name, points) for name, points in everything if is_rear(state, self.side, name)]
        return rear if sum(points for _, points in rear) >= self.points else everything

    def is_choice(self, state: Campaign) -> bool:
        return len(self.sources(state)) > 1

    def usual(self, state: Campaign) -> Lose:
        """From the rear, unattached points first, the largest lot of them first."""
        sources = sorted(self.sources(state), key=lambda each: not is_rear(state, self.side, each[0]))
        return _from(sources, self.points)

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        sources = self.sources(state)
        found = [self.usual(state)]
        found += [Lose((Points(name, "", self.points),)) for name, points in sources if points >= self.points]
        return list(dict.fromkeys(found))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Lose):
            raise Refusal("32.57", "say which Motorization Points are lost")
        sources = dict(self.sources(state))
        if len({each.unit for each in action.points}) < len(action.points):
            raise Refusal("32.57", "the same thing is named twice")
        for each in action.points:
            if each.weapon:
                raise Refusal("32.57", "only Motorization Points are lost")
            if each.unit not in sources:
                raise Refusal("32.57", _why_not(state, self.side, each.unit))
            if not 1 <= each.points <= sources[each.unit]:
                raise Refusal("32.57", f"{each.unit} has {plural(sources[each.unit], 'Motorization Point')}")
        if sum(each.points for each in action.points) != self.points:
            raise Refusal("32.57", f"exactly {plural(self.points, 'Motorization Point')} must be lost")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Lose):
            self.lose(draft, action)

    def lose(self, draft: Draft[Campaign], action: Lose) -> None:
        for each in action.points:
            _remove(draft, self.side, each.unit, each.points)
        lost = {each.unit: each.points for each in action.points}
        draft.note("motors_lost", only=self.side, side=self.side, lost=lost)


def _why_not(state: Campaign, side: Side, name: str) -> str:
    try:
        known = name in state.supply or name in state.units or board().location(name) is not None
    except UnknownHex:
        known = False
    if not known:
        return f"there is nothing called {name}"
    where = "section A or the boxes" if side == "axis" else "section E"
    return f"there are no Motorization Points with {name} in {where}"


def _from(sources: Sequence[tuple[str, int]], points: int) -> Lose:
    lost: list[Points] = []
    for name, there in sources:
        if not points:
            break
        some = min(there, points)
        lost.append(Points(name, "", some))
        points -= some
    return Lose(tuple(lost))


def _remove(draft: Draft[Campaign], side: Side, name: str, points: int) -> None:
    state = draft.state
    if name in state.supply:
        change_supply(draft, name, motors=state.supply[name].motors - points)
    elif name in state.units:
        mark(draft, name, motors=state.units[name].motors - points)
    else:
        add_motors(draft, side, board().location(name), -points)
