"""[5.2 III D, 20.41, 20.76] Replacement Points that have come ashore: where they stand, for whom they are meant, and
who begins to train them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Cargo
from sandtable.games.campaign_for_north_africa.logistics.depots import capture
from sandtable.games.campaign_for_north_africa.logistics.freight import disembark
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land, Points
from sandtable.games.campaign_for_north_africa.organisation.designations import allot, check_meaning, needy, suggested
from sandtable.games.campaign_for_north_africa.organisation.orders import Allot, Train
from sandtable.games.campaign_for_north_africa.organisation.training import check_train, train, trainings
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import points_in, replacements_of
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import INFANTRY
from sandtable.games.campaign_for_north_africa.prisoners.escapes import own_side
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from sandtable.games.campaign_for_north_africa.verbs import place

CHOICES = 3  # units that are listed for a counter


def fresh(state: Campaign, side: Side) -> list[str]:
    """What has come in this Operations Stage."""
    return [name for name in replacements_of(state, side) if state.units[name].landed]


def bring_home(draft: Draft[Campaign]) -> None:
    """[28.24] Escaped prisoners, a month after they were with their own side again, are Replacement Points to be
    trained."""
    state = draft.state
    back = [each for each in state.returning if each.turn <= state.turn]
    if not back:
        return
    draft.change(returning=tuple(each for each in state.returning if each.turn > state.turn))
    for each in back:
        side = own_side(each.nation)
        at = TRIPOLI if side == "axis" else city("Cairo")[0]
        disembark(draft, side, at, (Cargo(each.nation, INFANTRY, each.points),))


def open_allotment(draft: Draft[Campaign]) -> None:
    """[20.41] Immediately upon arrival."""
    bring_home(draft)
    for side in reversed(SIDES):
        if fresh(draft.state, side):
            draft.push(Allotment(side))


class Allotment(Decision[Campaign], frozen=True):
    """[20.41, 20.43, 20.76] New Replacement Points: for whom they are, in which hex of the Delta they land, and whether
    they begin to train at once. Whoever is not named goes to the unit that lacks most."""

    side: Side
    secret: ClassVar[bool] = True
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Say for which units the new Replacement Points are meant, and train them; `done` decides the rest."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *self._allotments(state), *self._landings(state), *self._trainings(state)]

    def _allotments(self, state: Campaign) -> Iterator[Action]:
        for name in fresh(state, self.side):
            if not state.replacements[name].unit:
                for unit in needy(state, name)[:CHOICES]:
                    yield Allot(Points(name, "", points_in(state, name)), unit)

    def _landings(self, state: Campaign) -> Iterator[Action]:
        for name in fresh(state, self.side):
            for at in landings(self.side):
                if at != state.units[name].at and not self._why_not_land(state, name, at):
                    yield Land(name, board().name(at))

    def _trainings(self, state: Campaign) -> Iterator[Action]:
        new = fresh(state, self.side)
        return (action for action in trainings(state, self.side) if set(action.units) <= set(new))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                return
            case Allot():
                self._check_fresh(state, action.points.unit)
                check_meaning(state, self.side, action)
            case Land():
                self._check_fresh(state, action.name)
                at = board().named_location(action.to, "20.76")
                if why := self._why_not_land(state, action.name, at):
                    raise Refusal("20.76", why)
            case Train():
                for name in action.units:
                    self._check_fresh(state, name)
                check_train(state, self.side, action)
            case _:
                raise Refusal("20.41", "allot, land or train new Replacement Points, or: done")

    def _check_fresh(self, state: Campaign, name: str) -> None:
        if name not in fresh(state, self.side):
            raise Refusal("20.41", f"{name} has not just arrived")

    def _why_not_land(self, state: Campaign, name: str, at: int) -> str:
        if at not in landings(self.side):
            return f"{name} cannot land at {board().name(at)}"
        if state.units[name].school:
            return f"{name} has begun to train"
        holder = state.holder(at) or state.control.get(board().name(at), self.side)
        return "" if holder == self.side else f"the enemy holds {board().name(at)}"

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        match action:
            case Allot():
                allot(draft, self.side, action)
            case Land():
                at = board().location(action.to)
                place(draft, action.name, at)
                draft.note("landed", side=self.side, units=[action.name], at=action.to)
                capture(draft, self.side, at)  # [32.13]
            case Train():
                train(draft, self.side, action)
            case _:
                draft.pop()
                allot_the_rest(draft, self.side)


def landings(side: Side) -> tuple[int, ...]:
    """[20.76] Any hex of Cairo or Alexandria; the Axis lands where its convoys do."""
    return (*city("Cairo"), *city("Alexandria")) if side == "commonwealth" else ()


def allot_the_rest(draft: Draft[Campaign], side: Side) -> None:
    """[20.41] Nothing is left without a unit, as long as there is one with room."""
    for name in fresh(draft.state, side):
        while not draft.state.replacements[name].unit:
            action = suggested(draft.state, name)
            if action is None:
                break
            allot(draft, side, action)
