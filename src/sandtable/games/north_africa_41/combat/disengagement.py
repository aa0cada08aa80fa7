"""[27.5.1] By option the phasing player may try to retreat in his own Combat Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.combat.advance_routes import are_carried
from sandtable.games.north_africa_41.combat.orders import Disengage, Flee
from sandtable.games.north_africa_41.ground.fitness import TRANSPORT_CASES, check_own, is_confined
from sandtable.games.north_africa_41.ground.zones import next_to_enemy
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.losses import Release, becomes_remnant, release, suffer, take_step
from sandtable.games.north_africa_41.results.retreat_orders import Retreat, check_retreat, listed_retreats
from sandtable.games.north_africa_41.results.retreat_routes import Terms
from sandtable.games.north_africa_41.results.retreats import set_off
from sandtable.games.north_africa_41.results.tables import disengagement, disengagement_modifier
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    FULL_RETREAT,
    GOOD,
    NorthAfrica,
    face_of,
    is_combat,
    mark,
    movement_of,
)

# --- who may try


def check_disengage(state: NorthAfrica, side: Side, action: Disengage) -> None:
    """[27.5.3]"""
    if not state.option("disengagement"):
        raise Refusal("27.5.1", "the Disengagement option is not in play")
    if len(set(action.units)) < len(action.units):
        raise Refusal("27.5.3", "a unit is named twice")
    for name in action.units:
        _check_unit(state, side, name)
    if not any(map(is_combat, action.units)):
        raise Refusal("27.5.3", "name a Combat Unit; Trucks go with it")
    if len({state.units[name].at for name in action.units}) > 1:
        raise Refusal("27.5.3", "a group must be part of one stack")


def _check_unit(state: NorthAfrica, side: Side, name: str) -> None:
    check_own(state, side, name)
    unit = state.units[name]
    if unit.at < 0:
        raise Refusal("27.5.3", f"{name} is not on the map")
    if name in state.fought:
        raise Refusal("27.5.3", f"{name} has already attacked, advanced or tried to disengage")
    if any(name in each.units for each in state.shattered):
        raise Refusal("8.9.1", f"{name} takes part in an Automatic DS")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has received a Replacement")
    if unit.transport:
        raise Refusal(TRANSPORT_CASES[unit.transport], f"{name} has been transported")
    if is_confined(state, name):
        raise Refusal("S1.2", f"{name} must stay at {board().name(unit.at)} for now")
    if movement_of(state, name) < limits().disengagement_movement:
        raise Refusal("27.5.3", f"that needs a Movement Allowance of {limits().disengagement_movement}")


def listed_disengage(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """[27.5.3] Each unit next to an enemy by itself and, where there are several, the stack as a group."""
    found: list[Action] = []
    for at, names in state.layout.combat[side].items():
        if at < 0 or not next_to_enemy(state, side, at):
            continue
        able = tuple(name for name in names if may(check_disengage, state, side, Disengage((name,))))
        found += [Disengage((name,)) for name in able]
        if len(able) > 1:
            found.append(Disengage(able))
    return found


# --- the attempt


def do_disengage(draft: Draft[NorthAfrica], side: Side, action: Disengage) -> None:
    """[27.5.2, 27.5.4] One die for the group."""
    draft.change(fought=(*draft.state.fought, *action.units))  # [27.5.3] once
    modifier = modifier_of(draft.state, action.units)
    start = draft.state.units[action.units[0]].at
    die = draft.roll(f"disengagement of {', '.join(action.units)}", by=side)
    result = disengagement(die + modifier)
    facts = {"units": list(action.units), "at": board().name(start), "die": die, "modifier": modifier}
    draft.note("disengaged" if result != "no" else "engaged", **facts, result=result, case="27.5.4")
    if result == "no":
        return
    units = tuple(name for name in action.units if is_combat(name))
    terms = Terms(side, start, units, 1, limits().disengagement_hexes, "disengagement")
    draft.push(SlippingAway(terms, action.units))
    if result == "yes with a loss":
        _lose_step(draft, units)


def modifier_of(state: NorthAfrica, names: Sequence[str]) -> int:
    """[27.5.2] A unit on a Truck is as good as Mechanised [5.8.1]."""
    qualities = [face_of(state, name).quality for name in names if is_combat(name)]
    return disengagement_modifier(
        are_carried(state, names), all(each == "elite" for each in qualities), "low" in qualities
    )


def _lose_step(draft: Draft[NorthAfrica], units: tuple[str, ...]) -> None:
    if len(units) == 1:
        suffer(draft, units[0])
    else:
        draft.push(Straggler(units))


class Straggler(Decision[NorthAfrica], frozen=True):
    """[27.5.4] The group loses a step before it retreats; its owner chooses whose."""

    units: tuple[str, ...]

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (counters()[self.units[0]].side,)

    def prompt(self, state: NorthAfrica) -> str:
        return "The group disengages at the cost of a step: choose which unit loses it."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [*map(Lose, self.units), *(Release(name) for name in self.units if becomes_remnant(state, name))]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if action not in self.actions(state, side):
            raise Refusal("27.5.4", f"one of the group loses a step: {', '.join(self.units)}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Release):
            release(draft, action.name)
        elif isinstance(action, Lose):
            take_step(draft, action.name, "27.5.4", "price of disengagement")


# --- the retreat


class SlippingAway(Step[NorthAfrica], frozen=True):
    """[27.5.4] Units that may retreat one or two hexes; those for whom there is no way stay."""

    terms: Terms
    names: tuple[str, ...]
    gone: tuple[str, ...] = ()  # units that were in Good Order

    def run(self, draft: Draft[NorthAfrica]) -> None:
        units = draft.state.units
        left = tuple(name for name in self.names if units[name].at == self.terms.start)
        here = replace(self, names=left)
        if here.orders(draft.state):
            draft.swap(Disengaging(here))
        else:
            here.end(draft)

    def orders(self, state: NorthAfrica) -> Sequence[Action]:
        units = tuple(name for name in self.names if is_combat(name))
        return listed_retreats(state, self.terms, units, tuple(name for name in self.names if name not in units))

    def end(self, draft: Draft[NorthAfrica]) -> None:
        """[27.5.4] Whoever was in Good Order may choose Full Retreat instead of Disruption, in an Off Map Box too."""
        gone = tuple(name for name in self.gone if draft.state.units[name].order == DISRUPTED)
        if gone:
            draft.swap(Composure(gone))
        else:
            draft.pop()


class Disengaging(Decision[NorthAfrica], frozen=True):
    """[27.5.4] The owner leads units of the group away, or lets them stay after all."""

    exhaustive: ClassVar[bool] = False  # any units of the group may go together, by any way
    slipping: SlippingAway

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.slipping.terms.side,)

    def prompt(self, state: NorthAfrica) -> str:
        return f"Retreat {', '.join(self.slipping.names)} one or two hexes; `done` to stay."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return Listing[Action](self.slipping.orders(state), [Done()])

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Retreat):
            check_retreat(state, self.slipping.terms, self.slipping.names, action)
        elif not isinstance(action, Done):
            raise Refusal("27.5.4", "retreat units of the group, or done")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        slipping = self.slipping
        if not isinstance(action, Retreat):
            slipping.end(draft)
            return
        steady = tuple(
            name for name in action.units if name in slipping.names and draft.state.units[name].order == GOOD
        )
        draft.swap(replace(slipping, gone=(*slipping.gone, *steady)))
        set_off(draft, slipping.terms, action, DISRUPTED, counted=True)


class Composure(Decision[NorthAfrica], frozen=True):
    """[27.5.4] Disrupted, or in Full Retreat by choice."""

    exhaustive: ClassVar[bool] = False  # any of the units together; the list has each and all
    units: tuple[str, ...]

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (counters()[self.units[0]].side,)

    def prompt(self, state: NorthAfrica) -> str:
        return f"Disrupted after disengaging: {', '.join(self.units)}. `flee` for Full Retreat instead, or `done`."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        together = [Flee(self.units)] if len(self.units) > 1 else []
        return [Done(), *together, *(Flee((name,)) for name in self.units)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Flee) or not set(action.units) <= set(self.units):
            raise Refusal("27.5.4", f"`flee` for Full Retreat, of these: {', '.join(self.units)}; or done")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Flee):
            return
        rest = tuple(name for name in self.units if name not in action.units)
        if rest:
            draft.push(Composure(rest))
        for name in action.units:
            mark(draft, name, order=FULL_RETREAT)
        draft.note("fled", units=list(action.units), at=board().name(draft.state.units[action.units[0]].at))
