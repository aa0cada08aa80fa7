"""[16.3, 16.5] A patrol on its way: whether it survives, what it sees, whom it hurts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.losses.captives import take_prisoners
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.patrols.decoys import disguised, is_pretended
from sandtable.games.campaign_for_north_africa.patrols.orders import Reveal
from sandtable.games.campaign_for_north_africa.patrols.tables import objective_losses, patrol_losses, units_revealed
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import carried, is_motorised
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, everyone_at, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, learn, lose_points, mark, remove

MARGIN = 2  # [16.51] TOE Strength Points by which a report may err
FEW = 20  # answers that a listing names


class Mission(Step[Campaign], frozen=True):
    """[16.31] A patrol on its way: does it survive, what does it see, whom does it hurt."""

    side: Side
    at: int
    points: tuple[Points, ...]  # those still there
    besides: tuple[str, ...] = ()
    step: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, step=self.step + 1))
        if self.step < len(MISSION):
            MISSION[self.step](draft, self)
        else:
            draft.pop()

    @property
    def survivors(self) -> int:
        return sum(each.points for each in self.points)


def defenders(state: Campaign, at: int, side: str) -> list[str]:
    """[16.32] Combat units in a hex; anti-air units and engineers are none here."""
    facts = counters()
    return [
        name
        for name in everyone_at(state, at, side)
        if facts[name].is_combat_unit and not facts[name].is_anti_air_type and state.units[name].toe
    ]


def survive(draft: Draft[Campaign], mission: Mission) -> None:
    """[16.32, 16.33] One die against losses, unless nobody is there to inflict them."""
    facts = counters()
    if not defenders(draft.state, mission.at, enemy_of(mission.side)):
        draft.note("unopposed", side=mission.side, at=board().name(mission.at), case="16.32")
        return
    all_recce = all(facts[each.unit].is_recce_type for each in mission.points)
    lost = patrol_losses(draft.roll("patrol survival", by=mission.side), all_recce)
    killed = min(lost.killed, mission.survivors)
    captured = min(lost.captured, mission.survivors - killed)
    if killed + captured:
        draft.push(PatrolLoss(mission.side, killed, captured, mission.points))


def reconnoitre(draft: Draft[Campaign], mission: Mission) -> None:
    """[16.33, 16.5] What is left of the patrol looks around."""
    top = draft.top
    assert isinstance(top, Mission)
    if not top.survivors:
        return
    count = units_revealed(top.survivors, draft.roll("reconnaissance", by=top.side))
    enemy = enemy_of(top.side)
    there = reportable(draft.state, top.at, enemy, top.besides)
    wanted = len(there) if count is None else min(count, len(there))
    draft.note("reconnoitred", side=top.side, at=board().name(top.at), units=wanted)
    if wanted:
        draft.push(Revelation(enemy, top.at, wanted, top.besides))


def hurt(draft: Draft[Campaign], mission: Mission) -> None:
    """[16.34] Another die, whatever became of the patrol."""
    top = draft.top
    assert isinstance(top, Mission)
    lost = objective_losses(draft.roll("objective loss", by=top.side), not top.survivors)
    if lost.killed or lost.captured:
        draft.push(ObjectiveLoss(enemy_of(top.side), top.at, lost.captured > 0))


MISSION = (survive, reconnoitre, hurt)


# Losses


def strike_off(draft: Draft[Campaign], each: Points, captured: int, taken_to: int = -1) -> None:
    """[16.33, 32.56] Points lost, with the Motorization Points that carried them; the captured are prisoners [28.11],
    and their trucks are in the hex where they were caught."""
    top = top_of(draft.state, each.unit)
    on_trucks = each.unit in carried(draft.state, top)
    side = counters()[each.unit].side
    lose_points(draft, each.unit, each.weapon, each.points)
    if on_trucks:
        lost = min(draft.state.units[top].motors, each.points)
        mark(draft, top, motors=draft.state.units[top].motors - lost)
        if taken_to >= 0 and captured:
            add_motors(draft, enemy_of(side), taken_to, min(lost, captured))
    if captured:
        where = taken_to if taken_to >= 0 else draft.state.units[each.unit].at
        take_prisoners(draft, enemy_of(side), where, counters()[each.unit].nation, captured)
    draft.note(
        "fell",
        only=side,
        unit=each.unit,
        weapon=each.weapon,
        points=each.points,
        captured=captured,
        at=board().name(draft.state.units[each.unit].at),
    )
    lying = any(wreck.unit == each.unit for wreck in draft.state.wrecks.values())
    if not draft.state.units[each.unit].toe and not counters()[each.unit].is_hq and not lying:
        remove(draft, each.unit)


class PatrolLoss(Decision[Campaign], frozen=True):
    """[16.33] The Phasing Player says which of the patrol are lost."""

    secret: ClassVar[bool] = True
    side: Side
    killed: int
    captured: int
    points: tuple[Points, ...]

    def prompt(self, state: Campaign) -> str:
        return f"The patrol loses {self.killed + self.captured}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Lose(choice) for choice in _choices(self.points, self.killed + self.captured)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Lose):
            raise Refusal("16.33", "say which points of the patrol are lost")
        if sum(each.points for each in action.points) != self.killed + self.captured:
            raise Refusal("16.33", f"the patrol loses {self.killed + self.captured}")
        there = {(each.unit, each.weapon): each.points for each in self.points}
        named = [(each.unit, each.weapon) for each in action.points]
        if len(set(named)) != len(named):
            raise Refusal("16.33", "the same points are named twice")
        for each in action.points:
            if not 0 < each.points <= there.get((each.unit, each.weapon), 0):
                raise Refusal("16.33", f"{each.unit} does not have that many points on this patrol")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        draft.pop()
        mission, captured = draft.top, self.captured
        assert isinstance(mission, Mission)
        lost = {(each.unit, each.weapon): each.points for each in action.points}
        left = [replace(each, points=each.points - lost.get((each.unit, each.weapon), 0)) for each in mission.points]
        draft.swap(replace(mission, points=tuple(each for each in left if each.points)))
        for each in action.points:
            strike_off(draft, each, min(captured, each.points), mission.at)
            captured -= min(captured, each.points)


def _choices(points: tuple[Points, ...], total: int) -> list[tuple[Points, ...]]:
    """Every way to take so many from these points."""
    if not points:
        return [()] if not total else []
    first, rest = points[0], points[1:]
    return [
        ((replace(first, points=count),) if count else ()) + others
        for count in range(min(first.points, total), -1, -1)
        for others in _choices(rest, total - count)
    ]


class ObjectiveLoss(Decision[Campaign], frozen=True):
    """[16.34] The patrolled player loses a point of a combat unit of his choice; without one, Motorization Points,
    anti-air, engineers or headquarters, in this order."""

    secret: ClassVar[bool] = True
    side: Side
    at: int
    captured: bool

    def prompt(self, state: Campaign) -> str:
        return f"The patrol costs you a point in {board().name(self.at)}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Lose((each,)) for each in victims(state, self.at, self.side)] or [Done()]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        there = victims(state, self.at, self.side)
        if not there and isinstance(action, Done):
            return
        if not isinstance(action, Lose) or len(action.points) != 1 or action.points[0] not in there:
            raise Refusal("16.34", "name one point of a unit in that hex that may be lost")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Lose):
            return
        each = action.points[0]
        if each.weapon != MOTORS:
            strike_off(draft, each, int(self.captured))
        elif each.unit in draft.state.units:
            mark(draft, each.unit, motors=draft.state.units[each.unit].motors - 1)
        else:
            add_motors(draft, self.side, self.at, -1)


MOTORS = "motors"  # a Motorization Point among the losses


def victims(state: Campaign, at: int, side: str) -> list[Points]:
    """[16.34] The single points of which one is lost."""
    facts = counters()
    fighting = _points(state, defenders(state, at, side))
    if fighting:
        return fighting
    trucks = [Points(name, MOTORS, 1) for name in state.at(at, side) if state.units[name].motors]
    if state.motors.get(side, {}).get(at):
        trucks.append(Points("unattached", MOTORS, 1))
    if trucks:
        return trucks
    here = list(everyone_at(state, at, side))
    for kind in ("anti_air", "engineer", "headquarters"):
        found = _points(state, [name for name in here if facts[name].kind == kind])
        if found:
            return found
    return []


def _points(state: Campaign, names: list[str]) -> list[Points]:
    return [Points(name, weapon, 1) for name in names for weapon in state.units[name].toe]


# Reports


def reportable(state: Campaign, at: int, side: str, besides: tuple[str, ...]) -> list[str]:
    """[16.53, 16.54, 16.55] Units of a hex about which the owner may be made to speak: battalions if there are any, no
    headquarters or anti-air units beside combat units, none that the patrol was told to leave out."""
    facts = counters()
    here = [name for name in everyone_at(state, at, side) if state.units[name].toe or facts[name].is_hq]
    if defenders(state, at, side):
        here = [name for name in here if not facts[name].is_hq and not facts[name].is_anti_air_type]
    here = [name for name in here if name not in besides]
    battalions = [name for name in here if facts[name].level == "battalion"]
    return battalions or here


class Revelation(Decision[Campaign], frozen=True):
    """[16.51, 16.52] The patrolled player chooses units and tells their strength, give or take two."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    side: Side
    at: int
    count: int
    besides: tuple[str, ...] = ()

    def prompt(self, state: Campaign) -> str:
        return f"Tell the enemy about {self.count} of your units in {board().name(self.at)}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        there = reportable(state, self.at, self.side, self.besides)
        some = list(islice(combinations(there, self.count), FEW))
        lies = [false for names in some[:1] if (false := disguised(state, self.side, self.at, names))]
        return [Reveal(tuple(Points(name, "", toe_of(state, name)) for name in names)) for names in (*some, *lies)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Reveal):
            raise Refusal("16.51", "reveal units with their strength")
        there = reportable(state, self.at, self.side, self.besides)
        names = [each.unit for each in action.points]
        if len(names) != self.count or len(set(names)) != self.count:
            raise Refusal("16.5", f"you must report {plural(self.count, 'unit')}")
        if len([name for name in names if name not in there]) > 1:
            raise Refusal("16.43", "there is only one dummy in a hex")
        for each in action.points:
            if each.weapon:
                raise Refusal("16.51", "weapons are not reported, only strength")
            if each.unit not in there:
                if is_pretended(state, self.side, self.at, each.unit):
                    continue  # [16.45] of any strength
                raise Refusal("16.53", f"{each.unit} is not a unit that may be reported here")
            if abs(each.points - toe_of(state, each.unit)) > MARGIN:
                raise Refusal("16.51", f"the strength of {each.unit} must be reported within two of the truth")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Reveal)
        draft.pop()
        enemy = enemy_of(self.side)
        for each in action.points:
            motorised = is_motorised(draft.state, each.unit)
            learn(draft, enemy, each.unit, each.points, motorised, self.at)
            draft.note(
                "revealed",
                only=enemy,
                unit=each.unit,
                at=board().name(self.at),
                points=each.points,
                motorised=motorised,
            )
