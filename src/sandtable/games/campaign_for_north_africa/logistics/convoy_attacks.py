"""[32.63, 32.64, 32.65] Attacks on the convoys of the Axis, and what goes down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal, Value
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import column_named, convoy_percent_lost
from sandtable.games.campaign_for_north_africa.logistics.freight import check_part, land_convoy, without
from sandtable.games.campaign_for_north_africa.logistics.orders import Forfeit, write_lots
from sandtable.games.campaign_for_north_africa.logistics.shipping import AXIS, COMMONWEALTH
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import Threshold, convoy_bombing, limits
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import class_of
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_shell
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation, ReplacementClass
from sandtable.games.campaign_for_north_africa.state import Campaign


def qualifying_division(state: Campaign) -> Threshold | None:
    """[32.64, 32.66] Where the second most westerly Commonwealth division stands that is no shell."""
    places = sorted(
        (
            _threshold(hex)
            for hex in stands(state, COMMONWEALTH)
            for name in state.stacks[hex]
            if facts(name).counter.level == "division" and not is_shell(state, name)
        ),
        key=lambda where: where.easting,
    )
    return places[1] if len(places) > 1 else None


def _threshold(hex: int) -> Threshold:
    name = board().name(hex)
    return Threshold(name[0], int(name[3:]))


def attack(
    draft: Draft[Campaign], convoy: Consignment, division: Threshold | None
) -> tuple[Consignment, tuple[Due, ...]]:
    """[32.63, 32.64] One convoy under attack, whatever the weather; what is left of it, and what the Axis Player has
    still to choose of it."""
    points = convoy_bombing(convoy.lane, division) if division is not None else None
    if points is None:
        return convoy, ()
    dice = code(
        *(draft.roll(f"bombing of lane {convoy.lane}, {which}", by=COMMONWEALTH) for which in ("tens", "units"))
    )
    percent = convoy_percent_lost(column_named(points), dice)
    draft.note("bombed", side=COMMONWEALTH, lane=convoy.lane, points=points, dice=int(dice), percent=percent)
    left = replace(
        convoy,
        supply=convoy.supply - supply_lost(percent, convoy.supply),
        motors=convoy.motors - motors_lost(percent, convoy.motors),
        points=without(convoy.points, plain_losses(convoy.points, percent)),
    )
    if left != convoy:
        gone = without(convoy.points, left.points)
        told = {"points": write_lots(gone)} if gone else {}
        draft.note(
            "sunk",
            only=AXIS,
            side=AXIS,
            lane=convoy.lane,
            supply=convoy.supply - left.supply,
            motors=convoy.motors - left.motors,
            **told,
        )
    return left, tuple(due for due in dues(convoy.points, percent) if len(due.items) > 1)


def supply_lost(percent: int, units: int) -> int:
    """[32.65] None by a small result; by a great one at least one."""
    if percent < limits().great_convoy_loss or not units:
        return 0
    return max(1, units * percent // 100)


def motors_lost(percent: int, points: int) -> int:
    """[32.65] Rounded down; by a great result at least one."""
    if not points:
        return 0
    least = 1 if percent >= limits().great_convoy_loss else 0
    return max(least, points * percent // 100)


def replacements_lost(percent: int, points: int) -> int:
    """[32.65] Of the Replacement Points of one nationality and class together: rounded up by a small result, down by a
    great one but never to nothing."""
    if percent >= limits().great_convoy_loss:
        return motors_lost(percent, points)
    return -(-points * percent // 100)


class Due(Value, frozen=True):
    """[32.65] Points of one nation and class that go down: any of the types that sail together. No two nations have a
    type of tank or gun in common."""

    nation: Nation
    items: tuple[str, ...]
    points: int


def dues(lots: Sequence[Cargo], percent: int) -> list[Due]:
    """[32.65] Within each nationality all tanks together, all guns together."""
    found: dict[tuple[Nation, ReplacementClass], list[Cargo]] = {}
    for each in lots:
        found.setdefault((each.nation, class_of(each.nation, each.item)), []).append(each)
    return [
        Due(nation, tuple(each.item for each in some), lost)
        for (nation, _), some in found.items()
        if (lost := replacements_lost(percent, sum(each.points for each in some)))
    ]


def plain_losses(lots: Sequence[Cargo], percent: int) -> list[Cargo]:
    """[32.65] Where there is nothing to choose."""
    return [Cargo(due.nation, due.items[0], due.points) for due in dues(lots, percent) if len(due.items) == 1]


class Foundering(Decision[Campaign], frozen=True):
    """[32.65] The Axis Player chooses which types of tanks and guns a convoy has lost; then the rest comes ashore."""

    side: Side
    convoy: Consignment
    owed: tuple[Due, ...]
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        what = "; ".join(f"{due.points} of {due.nation} {', '.join(due.items)}" for due in self.owed)
        return f"Choose what the convoy of lane {self.convoy.lane} has lost: {what}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        due = self.owed[0]
        there = {each.item: each.points for each in self.convoy.points}
        return [Forfeit((Cargo(due.nation, item, 1),)) for item in due.items if there.get(item)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Forfeit):
            raise Refusal("32.65", "choose which points have gone down")
        check_part(action.lots, self.convoy.points, "32.65")
        left = {(due.nation, item): due for due in self.owed for item in due.items}
        for due in self.owed:
            some = sum(each.points for each in action.lots if left.get((each.nation, each.item)) == due)
            if some > due.points:
                raise Refusal("32.65", f"{due.points} of {due.nation} {', '.join(due.items)} are lost, not {some}")
        if any((each.nation, each.item) not in left for each in action.lots):
            raise Refusal("32.65", "nothing else has gone down")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Forfeit)
        draft.pop()
        draft.note("foundered", only=self.side, side=self.side, lane=self.convoy.lane, points=write_lots(action.lots))
        convoy = replace(self.convoy, points=without(self.convoy.points, action.lots))
        owed = []
        for due in self.owed:
            paid = sum(each.points for each in action.lots if each.item in due.items)
            if paid < due.points:
                owed.append(replace(due, points=due.points - paid))
        if owed:
            draft.push(Foundering(self.side, convoy, tuple(owed)))
        else:
            land_convoy(draft, convoy)
