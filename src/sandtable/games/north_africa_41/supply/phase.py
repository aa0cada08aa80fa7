"""[16.1, 16.2, 27.2] The Supply Phase: who is in Full Supply, whom the ports supply, who is Out of Supply; then
Isolation Attrition and ASUs made Ready."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.lines.support_units import (
    Burn,
    Ready,
    check_burn,
    check_flip,
    do_burn,
    do_ready,
    listed_burn,
    listed_flips,
)
from sandtable.games.north_africa_41.lines.tracing import (
    checked_units,
    full_supply,
    mobile_supply,
    port_supply,
    usable_ports,
)
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done, Names
from sandtable.games.north_africa_41.pieces.counters import Side, trucks
from sandtable.games.north_africa_41.resources.orders import Buy
from sandtable.games.north_africa_41.resources.purchases import check_buy, do_buy, listed_buy
from sandtable.games.north_africa_41.state import IN_SUPPLY, LONG_OUT, OFF_MAP, NorthAfrica, mark
from sandtable.games.north_africa_41.supply.isolation import open_attrition


class Supply(Names, frozen=True):
    """[16.2] Name the units that a port supplies."""


def open_supply(draft: Draft[NorthAfrica], side: Side) -> None:
    """[16.1] Everything is judged as it stands now."""
    _allot(draft, side, tuple(usable_ports(draft.state, side)), ())


# Port Supply


def _allot(draft: Draft[NorthAfrica], side: Side, ports: tuple[int, ...], served: tuple[str, ...]) -> None:
    """[16.2] Ports that have room for all who depend on them come first; the owner allots the others."""
    state = draft.state
    places = usable_ports(state, side)
    waiting = list(ports)
    while waiting:
        room = next((port for port in waiting if _fits(dependants(state, side, port, served), places[port])), None)
        if room is None:
            draft.push(Allotment(side, waiting[0], tuple(waiting[1:]), served))
            return
        waiting.remove(room)
        served = (*served, *dependants(state, side, room, served))
    _judge(draft, side, served)


def _fits(names: Collection[str], places: int | None) -> bool:
    return places is None or len(names) <= places


def dependants(
    state: NorthAfrica, side: str, port: int, served: Collection[str], links: frozenset[int] | None = None
) -> list[str]:
    """[16.2, 16.3.4] Units without Full Supply, and not yet served, that can trace a line to a port: by any MSU on the
    way, or by these alone."""
    full = full_supply(state, side)
    reaches = port_supply(state, side, port, links)
    return [
        name
        for name in checked_units(state, side)
        if name not in served and (at := state.units[name].at) not in full and at in reaches
    ]


class Allotment(Decision[NorthAfrica], frozen=True):
    """[16.2] More units depend on a port than it can supply: which of them?"""

    side: Side
    port: int
    ports: tuple[int, ...]  # still to be allotted
    served: tuple[str, ...]  # by other ports
    chosen: tuple[str, ...] = ()

    exhaustive: ClassVar[bool] = False  # any number of units may be named at once; the list names them one by one

    def prompt(self, state: NorthAfrica) -> str:
        place = board().place_at(self.port)
        title = place.name if place else board().name(self.port)
        return f"{title} can supply {plural(self._left(state), 'more unit')}. Which ones?"

    def _left(self, state: NorthAfrica) -> int:
        places = usable_ports(state, self.side)[self.port]
        assert places is not None
        return places - len(self.chosen)

    def _candidates(self, state: NorthAfrica, named: Collection[str]) -> list[str]:
        """Those that can be named now: their lines lead by no MSU that is not supplied itself."""
        supplied = {state.units[name].at for name in (*self.chosen, *named) if name in trucks()}
        links = mobile_supply(state, self.side) & supplied
        return dependants(state, self.side, self.port, (*self.served, *self.chosen), links)

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [*(Supply((name,)) for name in self._candidates(state, ())), Done()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Supply):
            raise Refusal("16.2", "name units for the port to supply, or done")
        if len(set(action.units)) < len(action.units):
            raise Refusal("16.2", "a unit is named twice")
        left = self._left(state)
        if len(action.units) > left:
            raise Refusal("16.2", f"the port can supply only {plural(left, 'more unit')}")
        candidates = self._candidates(state, action.units)
        for name in action.units:
            if name not in candidates:
                raise Refusal("16.2", f"{name} does not need supply from this port, or cannot trace to it")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        named = action.units if isinstance(action, Supply) else ()
        after = replace(self, chosen=(*self.chosen, *named))
        if named and after._left(draft.state) and after._candidates(draft.state, ()):
            draft.swap(after)
            return
        draft.pop()
        _allot(draft, self.side, self.ports, (*self.served, *after.chosen))


# Markers, attrition, ASUs


def _judge(draft: Draft[NorthAfrica], side: Side, served: Collection[str]) -> None:
    """[16.1] Place, flip and remove Out of Supply markers; then attrition and the rest of the phase."""
    full, units = full_supply(draft.state, side), draft.state.units
    in_boxes = [name for box in OFF_MAP[side] for name in _in_box(draft.state, side, box)]  # [6.2]
    supplied = {*served, *in_boxes, *(name for name in checked_units(draft.state, side) if units[name].at in full)}
    restored: list[str] = []
    cut_off: list[str] = []
    for name in (*checked_units(draft.state, side), *in_boxes):
        unit = units[name]
        out = IN_SUPPLY if name in supplied else min(unit.out + 1, LONG_OUT)
        if out == unit.out:
            continue
        (cut_off if out else restored).append(name)
        mark(draft, name, out=out)
    if restored:
        draft.note("restored", side=side, units=restored, case="16.1")
    if cut_off:
        draft.note("cut_off", side=side, units=cut_off, case="16.1")
    draft.push(Aftermath(side))  # [17.1.4]
    open_attrition(draft, side)


def _in_box(state: NorthAfrica, side: str, box: int) -> list[str]:
    return [*state.at(box, side), *state.non_combat_at(box, side)]


class Aftermath(Step[NorthAfrica], frozen=True):
    """[3.2] After attrition ASUs are made Ready; nobody is asked when none can be."""

    side: Side

    def run(self, draft: Draft[NorthAfrica]) -> None:
        draft.pop()
        if listed_flips(draft.state, self.side):
            draft.push(Refit(self.side))


class Refit(Decision[NorthAfrica], frozen=True):
    """[17.1.4] Supply Points are spent to make ASUs Ready."""

    exhaustive: ClassVar[bool] = False  # Supply Points in boxes could be burnt too
    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        return "Spend Supply Points to make Artillery Support Units Ready, or go on."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [*listed_flips(state, side), *listed_burn(state, side), *listed_buy(state, self.side), Done()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Ready):
            check_flip(state, side, action)
        elif isinstance(action, Burn):
            check_burn(state, side, action)
        elif isinstance(action, Buy):
            check_buy(state, self.side, action)
        elif not isinstance(action, Done):
            raise Refusal("3.2", "make ASUs ready, burn Supply Points, or done")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Ready):
            do_ready(draft, side, action)
        elif isinstance(action, Burn):
            do_burn(draft, side, action)
        elif isinstance(action, Buy):
            do_buy(draft, self.side, action)
        if isinstance(action, Done) or not listed_flips(draft.state, side):
            draft.pop()
