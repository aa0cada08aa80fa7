"""[19.3, 19.4, 19.5, 19.6] Using Replacements in the Initial Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branches, branch
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.arrivals.orders import Rebuild, Replace
from sandtable.games.north_africa_41.ground.zones import next_to_enemy
from sandtable.games.north_africa_41.lines.tracing import in_full_supply, in_range
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import ReplacementKind, Side, counters
from sandtable.games.north_africa_41.pieces.counters import replacements as pieces
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.any_time import ANY_TIME, at_any_time
from sandtable.games.north_africa_41.state import (
    DELTA,
    ELIMINATED,
    GOOD,
    OFF_MAP,
    POOL,
    RESERVE,
    WITHDRAWN,
    NorthAfrica,
    Unit,
    is_combat,
    mark,
    remnants_left,
    side_of,
)


def kind_of(state: NorthAfrica, name: str) -> ReplacementKind:
    """[19.2.3, 19.2.5] What a Replacement is good for; Heavy Tanks are on the back of the others."""
    return "heavy-tank" if state.units[name].heavy else pieces()[name].kinds[0]


def at_hand(state: NorthAfrica, side: str) -> list[str]:
    """The Replacements of a side in play that may be used."""
    places = state.layout.replacements[side].items()
    return [
        name
        for at, names in places
        if at >= 0 or at in OFF_MAP[side]
        for name in names
        if not state.units[name].transport
    ]


# Who takes what


def _check_match(state: NorthAfrica, side: Side, name: str, replacement: str) -> None:
    """[19.1.2, 19.2.3, 19.2.5, 19.3.2] Refuse a Replacement that is not for this unit."""
    if not is_combat(name) or side_of(name) != side:
        raise Refusal("19.3.1", f"{name} is not a Combat Unit of yours")
    if replacement not in at_hand(state, side):
        raise Refusal("19.3.1", f"{replacement} is not a Replacement of yours that may be used")
    counter, piece, kind = counters()[name], pieces()[replacement], kind_of(state, replacement)
    if counter.support:
        raise Refusal("19.1.2", f"{name} is an ASU and takes no Replacements")
    if counter.nation != piece.nation:
        raise Refusal("19.3.2", f"{replacement} is not of the nationality of {name}")
    if kind in counter.replaced_by:
        return
    raise Refusal("19.2.5" if counter.matilda else "19.2.3", f"{name} cannot use a {kind} Replacement")


def position_of(state: NorthAfrica, name: str) -> int:
    """[19.3.3] Where a unit counts as being: for those withdrawn or in reserve the Nile Delta."""
    at = state.units[name].at
    return DELTA if at in (RESERVE, WITHDRAWN) else at


def check_replace(state: NorthAfrica, side: Side, name: str, replacement: str, served: Sequence[str]) -> None:
    """[19.3.1, 19.3.2] A reduced unit gets a step from a Replacement with it or near it."""
    _check_match(state, side, name, replacement)
    unit = state.units[name]
    at = position_of(state, name)
    if at < 0 and at not in OFF_MAP[side]:
        raise Refusal("19.3.1", f"{name} is not in play")
    if name in served:
        raise Refusal("19.3.2", f"{name} has already received a Replacement this phase")
    if unit.steps >= counters()[name].steps:
        raise Refusal("19.1.1", f"{name} is at full strength")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order")
    if unit.out:
        raise Refusal("16.4", f"{name} is Out of Supply")
    near = state.units[replacement].at
    if not in_range(state, side, near, limits().replacement_range, (at,)):
        raise Refusal(
            "19.3.1", f"{replacement} is not within {plural(limits().replacement_range, 'hex')} of {name} overland"
        )


def check_rebuild(state: NorthAfrica, side: Side, name: str, replacement: str) -> None:
    """[19.4.1, 19.4.2] A unit comes back where the Replacement is: in an Off Map Box, or with a Corps HQ."""
    _check_match(state, side, name, replacement)
    if state.units[name].at != ELIMINATED:
        raise Refusal("19.4.1", f"{name} is not in the Eliminated Box")
    counter, at = counters()[name], state.units[replacement].at
    if counter.remnant and remnants_left(state, counter) <= 0:
        raise Refusal("19.4.1", f"no remnant is left in the display for {name}")
    if at < 0:
        return
    staffs = [each for each in state.at(at, side) if counters()[each].headquarters]
    own = [each for each in staffs if side == "allied" or counters()[each].nation == counter.nation]
    if staffs and not own:
        raise Refusal("19.4.2", f"the Corps HQ at {board().name(at)} is of another nation")
    if not any(state.units[each].order == GOOD and in_full_supply(state, each) for each in own):
        raise Refusal("19.4.1", f"no Corps HQ in Good Order and Full Supply is at {board().name(at)}")
    if next_to_enemy(state, side, at):
        raise Refusal("19.4.2", f"{board().name(at)} is next to enemy Combat Units")


# The decision


def open_replacements(draft: Draft[NorthAfrica], side: Side) -> None:
    """[19.3.1] Asked only when a Replacement can be used."""
    if Replacing(side).uses(draft.state):
        draft.push(Replacing(side))


class Replacing(Decision[NorthAfrica], frozen=True):
    """[3.2, 19] The Initial Phase, as far as there is something to decide."""

    exhaustive: ClassVar[bool] = False  # of like Replacements in one place the list offers the first
    side: Side
    served: tuple[str, ...] = ()  # [19.3.2] units that have had a Replacement in this phase

    def prompt(self, state: NorthAfrica) -> str:
        return "Use Replacements to restore units or to bring some out of the Eliminated Box; `done` keeps the rest."

    def uses(self, state: NorthAfrica) -> list[Action]:
        """Every use of a Replacement; those of one kind in one place are the same."""
        found: list[Action] = []
        for name in dict.fromkeys(self._different(state)):
            fallen = state.at(ELIMINATED, self.side)
            found += [Rebuild(each, name) for each in fallen if may(check_rebuild, state, self.side, each, name)]
            found += [
                Replace(each, name)
                for each in self._reduced(state)
                if may(check_replace, state, self.side, each, name, self.served)
            ]
        return found

    def _different(self, state: NorthAfrica) -> list[str]:
        kinds = {
            (state.units[name].at, pieces()[name].nation, kind_of(state, name)): name
            for name in reversed(at_hand(state, self.side))
        }
        return sorted(kinds.values())

    def _reduced(self, state: NorthAfrica) -> list[str]:
        facts = counters()
        return [
            name
            for at, names in state.layout.combat[self.side].items()
            if at >= 0 or at in OFF_MAP[self.side] or at in (RESERVE, WITHDRAWN)
            for name in names
            if state.units[name].steps < facts[name].steps
        ]

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        done: list[Action] = [Done()]
        return Branches(branch(done), branch(self.uses(state)), *at_any_time(state, self.side))

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Replace):
            check_replace(state, self.side, action.name, action.at, self.served)
        elif isinstance(action, Rebuild):
            check_rebuild(state, self.side, action.name, action.replacement)
        elif type(action) in ANY_TIME:
            ANY_TIME[type(action)].check(state, self.side, action)
        elif not isinstance(action, Done):
            raise Refusal("3.2", f"'{action}' does not belong to the Initial Phase")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Replace):
            self._restore(draft, action)
        elif isinstance(action, Rebuild):
            self._rebuild(draft, action)
        elif not isinstance(action, Done):
            ANY_TIME[type(action)].do(draft, self.side, action)
        top = draft.top
        assert isinstance(top, Replacing)
        if isinstance(action, Done) or not top.uses(draft.state):
            draft.pop()

    def _restore(self, draft: Draft[NorthAfrica], action: Replace) -> None:
        """[19.3.1, 19.5, 19.6] One step more, under a marker."""
        unit = draft.state.units[action.name]
        _use_up(draft, action.at)
        mark(draft, action.name, steps=unit.steps + 1, replaced=True)
        draft.note("replaced", unit=action.name, by=action.at, steps=unit.steps + 1, case="19.3.1")
        draft.swap(replace(self, served=(*self.served, action.name)))

    def _rebuild(self, draft: Draft[NorthAfrica], action: Rebuild) -> None:
        """[19.1.1, 19.4.1, 19.5] On its lowest step, under a marker."""
        at = draft.state.units[action.replacement].at
        _use_up(draft, action.replacement)
        draft.amend("units", action.name, Unit(at, steps=1, replaced=True))
        draft.note("rebuilt", unit=action.name, at=board().name(at), by=action.replacement, case="19.4.1")
        draft.swap(replace(self, served=(*self.served, action.name)))


def _use_up(draft: Draft[NorthAfrica], name: str) -> None:
    """[19.2.2] Back to the pool."""
    draft.amend("units", name, Unit(POOL))
