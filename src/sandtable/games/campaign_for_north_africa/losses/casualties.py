"""[15.83, 15.84, 15.87, 3.62] Losses in Close Assault: so many raw points, and guns by their vulnerability.

`Losses` is pushed for one side of an assault. It asks the owner where he has a choice, takes the points away, lets him
say which of them are captured, and tells the frame below how many points he has lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.core.values import Action, Refusal, Value
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import (
    PERCENT,
    Absorbing,
    Share,
    Toll,
    forced,
    price,
)
from sandtable.games.campaign_for_north_africa.losses.captives import YIELDING, take_captives, yield_toll
from sandtable.games.campaign_for_north_africa.losses.orders import Yield
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.strength import Force, rating, vulnerability, worth
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, enemy_of, side_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import lose_points, remove

HEAVY, SHAKEN = 30, 3  # [15.87] percent of the points committed, Disorganization Points
IN_PARENTHESES = 25  # [15.17] percent of a loss that such units may absorb beside combat units
EXTRA = 10  # [15.82] percent for each hex of a retreat that is not made
EXPOSED = 2  # [12.19, 14.14] vulnerability of artillery that fired at armour


class Part(Value, frozen=True):
    """[15.83] Some points of a side, what each is worth in raw points, and to which hex they belong."""

    unit: str
    weapon: str
    points: int
    worth: int
    group: int
    counted: bool = True  # in the strength of which a percentage is lost
    limited: bool = False  # [15.17] in parentheses


# Taking points away


def take(draft: Draft[Campaign], side: Side, at: Sequence[int], points: Iterable[Points]) -> None:
    """[14.43, 15.83] Take points off units, and off what they have committed to the fight for these hexes first."""
    points = tuple(points)
    for each in points:
        lose_points(draft, each.unit, each.weapon, each.points)
    _uncommit(draft, at, {each.unit for each in points})
    if points:
        draft.note("lost", only=side, side=side, at=_names(at), points=[str(each) for each in points])


def _uncommit(draft: Draft[Campaign], at: Sequence[int], names: set[str]) -> None:
    """[14.26] Nobody has more points committed than he has; those that fired at armour are done and go first."""
    state = draft.state
    forces = list(state.segment.forces)
    order = sorted(range(len(forces)), key=lambda i: (forces[i].at not in at, forces[i].role == "close_assault"))
    over = dict[tuple[str, str], int]()
    for force in forces:
        if force.unit in names:
            over[_system(force)] = over.get(_system(force), 0) + force.points
    for system in over:
        over[system] -= state.units[system[0]].toe.get(system[1], 0)
    for i in order:
        excess = min(over.get(_system(forces[i]), 0), forces[i].points)
        if excess <= 0:
            continue
        over[_system(forces[i])] -= excess
        forces[i] = replace(forces[i], points=forces[i].points - excess)
    if any(left != force for left, force in zip(forces, state.segment.forces, strict=True)):
        kept = tuple(force for force in forces if force.points or _was_defence(state, force))
        draft.change(segment=replace(state.segment, forces=kept))


def _was_defence(state: Campaign, force: Commitment) -> bool:
    """[15.29] Somebody was assigned to the defence, though nothing may be left of him."""
    return force.role == "close_assault" and side_of(force.unit) != state.phasing


def _system(force: Commitment) -> tuple[str, str]:
    return force.unit, force.weapon


def sweep(draft: Draft[Campaign], names: Iterable[str]) -> None:
    """[3.34, 32.56] Remove combat units that have no points left, with Motorization Points of their own; a
    headquarters stays."""
    for name in tuple(names):
        unit = draft.state.units[name]
        if unit.toe or unit.at in OUT_OF_PLAY or not facts(name).combat:
            continue
        at, secret = unit.at, {"only": side_of(name)} if unit.attached else {}
        remove(draft, name)
        draft.note("eliminated", **secret, unit=name, at=board().name(at))


# How much is lost [15.83]


def raw_loss(parts: Sequence[int], up: bool) -> int:
    """[15.83, 15.77] Hundredths of raw points in whole ones: up for the attacker and in an Overrun, else down."""
    return (ceil if up else floor)(sum(parts) / PERCENT)


def assess(state: Campaign, parts: Sequence[Part], percents: Mapping[int, int], up: bool) -> Toll:
    """[15.83] What a side loses: of each group its percentage, in all whole raw points. Mines may have taken some of
    them on a retreat [26.25]; what is left bears the loss."""
    groups = sorted({part.group for part in parts})
    places = {group: place for place, group in enumerate(groups)}
    due = [0] * len(groups)
    for part in parts:
        if part.counted:
            due[places[part.group]] += part.points * part.worth * min(PERCENT, percents[part.group])
    quota = raw_loss(due, up)
    shares = tuple(
        Share(
            part.unit,
            part.weapon,
            min(part.points, left),
            part.worth,
            places[part.group],
            part.limited,
            price(part.unit, part.weapon, state.turn),
        )
        for part in parts
        if part.worth and (left := state.units[part.unit].toe.get(part.weapon, 0))
    )
    return Toll("15.83", quota, shares, quota * IN_PARENTHESES // PERCENT, tuple(due) if len(due) > 1 else ())


def extra_percent(state: Campaign, name: str, stood: Mapping[str, int]) -> int:
    """[15.82] Ten percent for each hex that the counter of a unit should have gone further."""
    return EXTRA * stood.get(top_of(state, name), 0)


def push_losses_of_standing(
    draft: Draft[Campaign], side: Side, at: tuple[int, ...], names: Iterable[str], stood: Iterable[tuple[str, int]]
) -> None:
    """[15.82, 15.29] What units lose only because they did not retreat."""
    state, hexes = draft.state, dict(stood)
    parts = [
        Part(name, weapon, points, worth(state, name, weapon, "defence"), extra_percent(state, name, hexes))
        for name in names
        if state.units[name].at not in OUT_OF_PLAY
        for weapon, points in state.units[name].toe.items()
        if extra_percent(state, name, hexes)
    ]
    if parts:
        draft.push(Losses(side, at, assess(state, parts, {part.group: part.group for part in parts}, up=False)))


# Guns [15.84]


def gun_toll(state: Campaign, guns: Iterable[Force], raw_lost: int, assaulting: Iterable[str]) -> Toll:
    """[15.84] What the guns of a side lose besides."""
    attacking = frozenset(assaulting)
    shares = tuple(
        Share(name, weapon, points, worth, price=price(name, weapon, state.turn))
        for name, weapon, points in guns
        if (worth := exposure(state, name, weapon, name in attacking))
    )
    return Toll("15.84", vulnerable(raw_lost), shares)


def vulnerable(raw_lost: int) -> int:
    """[15.84] Half as many Vulnerability Points as raw points were lost, at least one."""
    return (raw_lost + 1) // 2


def exposure(state: Campaign, name: str, weapon: str, assaulting: bool) -> int:
    """[12.18, 12.19, 14.14, 15.84] The vulnerability of a gun in this Combat Segment; 0 for what is no such gun. Of all
    points with a Barrage Rating [12.0] half, rounded up, in an offensive Close Assault; two when the unit fires at
    armour."""
    printed = vulnerability(state, name, weapon)
    if printed is None or facts(name).counter.is_anti_air_type:
        return 0
    if rating(state, name, weapon, "barrage") is None:
        return printed
    if any(force.unit == name and force.role == "anti_armour" for force in state.segment.forces):
        return EXPOSED
    return (printed + 1) // 2 if assaulting else printed


def guns_of(state: Campaign, names: Iterable[str], overrun: bool) -> tuple[Force, ...]:
    """[12.17, 15.13, 15.84] Forward guns; of the defender all guns in an Overrun."""
    return tuple(
        (name, weapon, points)
        for name in names
        if overrun or name not in state.segment.back
        for weapon, points in state.units[name].toe.items()
        if vulnerability(state, name, weapon) is not None
    )


# The losses of one side


class Battle(Step[Campaign], frozen=True, kw_only=True):
    """A frame that is told what became of the sides; close assaults are such."""

    lost: dict[str, int] = {}  # TOE Strength Points
    stood: tuple[tuple[str, int], ...] = ()  # [15.82] counters, and the hexes they should have gone further


def report(draft: Draft[Campaign], side: Side, lost: int = 0, stood: Sequence[tuple[str, int]] = ()) -> None:
    """Tell the battle that is being fought, if there is one."""
    stack = draft.state.stack
    for depth in reversed(range(len(stack))):
        frame = stack[depth]
        if not isinstance(frame, Battle):
            continue
        told = replace(frame, lost=frame.lost | {side: frame.lost.get(side, 0) + lost}, stood=(*frame.stood, *stood))
        draft.change(stack=(*stack[:depth], told, *stack[depth + 1 :]))
        return


class Losses(Step[Campaign], frozen=True):
    """[15.83, 15.84, 15.85] What one side loses in a Close Assault, from the first raw point to the last prisoner."""

    side: Side
    at: tuple[int, ...]  # the hexes assaulted
    toll: Toll
    guns: tuple[Force, ...] = ()
    assaulting: tuple[str, ...] = ()  # units in an offensive Close Assault
    captured: int = 0  # percent
    stage: int = 0
    taken: tuple[Share, ...] = ()  # raw points
    wrecked: tuple[Share, ...] = ()  # guns

    def run(self, draft: Draft[Campaign]) -> None:
        (self._raw, self._guns, self._yield, self._yield_guns, self._end)[self.stage](draft)

    def _raw(self, draft: Draft[Campaign]) -> None:
        self._ask(draft, Casualties(self.side, self.at, self.toll))

    def _guns(self, draft: Draft[Campaign]) -> None:
        left = tuple((name, weapon, draft.state.units[name].toe.get(weapon, 0)) for name, weapon, _ in self.guns)
        toll = gun_toll(draft.state, left, self.toll.need, self.assaulting)
        self._ask(draft, Casualties(self.side, self.at, toll))

    def _yield(self, draft: Draft[Campaign]) -> None:
        self._ask_captured(draft, self.taken, self.toll.need)

    def _yield_guns(self, draft: Draft[Campaign]) -> None:
        self._ask_captured(draft, self.wrecked, vulnerable(self.toll.need))

    def _ask_captured(self, draft: Draft[Campaign], lost: tuple[Share, ...], need: int) -> None:
        self._ask(draft, Yielding(self.side, self.at, yield_toll(lost, need, self.captured)))

    def _ask(self, draft: Draft[Campaign], decision: Absorbing) -> None:
        only = forced(decision.toll)
        if only is None:
            draft.push(decision)
        else:
            self.take(draft, only, decision.toll)

    def take(self, draft: Draft[Campaign], points: tuple[Points, ...], toll: Toll | None = None) -> None:
        """Carry out what was chosen at this stage, and go on."""
        after = replace(self, stage=self.stage + 1)
        if self.stage < 2:
            take(draft, self.side, self.at, points)
            chosen = _as_shares(points, toll)
            after = replace(after, taken=chosen) if self.stage == 0 else replace(after, wrecked=chosen)
        elif points:
            take_captives(draft, enemy_of(self.side), self.at[0], points)
        draft.swap(after)

    def _end(self, draft: Draft[Campaign]) -> None:
        lost = sum(share.points for share in (*self.taken, *self.wrecked))
        draft.pop()
        sweep(draft, {share.unit: None for share in (*self.taken, *self.wrecked)})
        report(draft, self.side, lost)


def _as_shares(points: Iterable[Points], toll: Toll | None) -> tuple[Share, ...]:
    worth = {(share.unit, share.weapon): share for share in toll.shares} if toll else {}
    return tuple(replace(worth[each.unit, each.weapon], points=each.points, limited=False, group=0) for each in points)


class Casualties(Absorbing, frozen=True):
    """[15.83, 15.84] The owner takes his losses from units that took part, or suffered the assault."""

    def prompt(self, state: Campaign) -> str:
        kind = "Vulnerability Points of guns" if self.toll.case == "15.84" else "raw points"
        return f"Take the losses of the assault on {self.hexes()}: {self.toll.need} {kind}."

    def apply(self, draft: Draft[Campaign], points: tuple[Points, ...]) -> None:
        below = draft.top
        assert isinstance(below, Losses)
        below.take(draft, points, self.toll)


class Yielding(Absorbing, frozen=True):
    """[15.86] The loser says which of his lost points were captured."""

    def prompt(self, state: Campaign) -> str:
        return f"Which of the points lost at {self.hexes()} are captured? They must add up to {self.toll.need}."

    def answer(self, points: tuple[Points, ...]) -> Action:
        return Yield(points)

    def answered(self, state: Campaign, action: Action) -> tuple[Points, ...]:
        if isinstance(action, Yield):
            return _named(self.toll, action.points)
        raise Refusal(YIELDING, "say which of the lost points are captured")

    def apply(self, draft: Draft[Campaign], points: tuple[Points, ...]) -> None:
        below = draft.top
        assert isinstance(below, Losses)
        below.take(draft, points)


def _named(toll: Toll, points: tuple[Points, ...]) -> tuple[Points, ...]:
    """Points with their weapon, where the unit lost points of one system only; what it has left tells nothing of it."""
    systems: dict[str, list[str]] = {}
    for share in toll.shares:
        systems.setdefault(share.unit, []).append(share.weapon)
    return tuple(
        Points(each.unit, systems[each.unit][0], each.points)
        if not each.weapon and len(systems.get(each.unit, ())) == 1
        else each
        for each in points
    )


# Disorganization [15.87, 6.21]


def shake(draft: Draft[Campaign], side: Side, units: Iterable[str], lost: int, committed: int) -> None:
    """[15.87, 6.21] Losses of thirty percent of the points committed, wherever they came from."""
    if not lost or lost * PERCENT < HEAVY * committed:
        return
    names = tuple(name for name in units if draft.state.units[name].at not in OUT_OF_PLAY)
    disorganise(draft, names, SHAKEN)
    counters = list(dict.fromkeys(top_of(draft.state, name) for name in names))
    if names:
        draft.note("shaken", only=side, side=side, units=counters, points=SHAKEN, case="15.87")


def _names(at: Iterable[int]) -> list[str]:
    return [board().name(hex) for hex in at]
