"""[12, 13.3.2] Retreats: the owner leads his units out of a hex, one after the other or together, and whoever cannot go
is lost. Enemies in Full Retreat whom they meet give way in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side, trucks
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.retreat_orders import (
    Order,
    Retreat,
    Surrender,
    check_retreat,
    has_way,
    listed_retreats,
    only_way,
    order_for,
)
from sandtable.games.north_africa_41.results.retreat_routes import SUPPLY, Terms, is_lost_anywhere, told_length, ways_of
from sandtable.games.north_africa_41.results.surrender import abandon_hex, perish
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    FULL_RETREAT,
    GOOD,
    NorthAfrica,
    enemy_of,
    is_combat,
    mark,
    take_supply,
)


def open_retreat(
    draft: Draft[NorthAfrica], battle: Battle, units: Sequence[str], shortest: int, longest: int, order: int
) -> None:
    """[12.1.1] These defenders leave their hex for so many hexes and come into this order. An Automatic DS is no
    retreat of a Combat Phase and is not counted [8.9.1, 12.5.1]."""
    terms = _terms(battle, units, shortest, longest)
    draft.push(Retreats(terms, tuple(units), order=order, counted=battle.kind != "automatic"))


def has_way_out(state: NorthAfrica, battle: Battle, units: Sequence[str], shortest: int, longest: int) -> bool:
    """[11.5.2, 12.2.1] Whether one of the defenders would not be eliminated if they retreated."""
    terms = _terms(battle, units, shortest, longest)
    return any(not is_lost_anywhere(state, terms, (name,)) for name in units)


def _terms(battle: Battle, units: Sequence[str], shortest: int, longest: int) -> Terms:
    return Terms(battle.foe, battle.at, tuple(units), shortest, longest)


class Retreats(Step[NorthAfrica], frozen=True):
    """Units that are to leave a hex. Whoever has no way is lost; whoever has but one goes by himself."""

    terms: Terms
    units: tuple[str, ...]  # Combat Units still in the hex
    order: int = GOOD  # [13.1.2, 13.1.3] what they come into; GOOD for no change
    counted: bool = False  # [12.3, 12.5.1] whether it is a retreat of this Combat Phase

    def run(self, draft: Draft[NorthAfrica]) -> None:
        terms, train = self.terms, self.train(draft.state)
        units = tuple(name for name in self.units if draft.state.units[name].at == terms.start)
        here = replace(self, units=units)
        lost = next((name for name in units if not has_way(draft.state, terms, name, train)), None)
        if lost is not None:
            draft.swap(here)
            perish(draft, terms, lost)
        elif not units:
            draft.pop()
            abandon_hex(draft, terms)
            left = self.train(draft.state)
            if left and listed_retreats(draft.state, terms, (), left):
                draft.push(RetreatRoute(here))
        elif not train and (order := _forced(draft.state, terms, units)):
            draft.swap(here)
            here.set_off(draft, order)
        else:
            draft.swap(RetreatRoute(here))

    def set_off(self, draft: Draft[NorthAfrica], action: Retreat) -> None:
        set_off(draft, self.terms, action, self.order, self.counted)

    def train(self, state: NorthAfrica) -> tuple[str, ...]:
        """[12.1.5] Trucks, MSUs and Replacements in the hex, which may retreat."""
        return tuple(state.non_combat_at(self.terms.start, self.terms.side))


def _forced(state: NorthAfrica, terms: Terms, units: Sequence[str]) -> Retreat | None:
    """The order of a unit that has no choice."""
    for name in units:
        path = only_way(state, terms, name)
        if path is not None:
            return order_for((name,), path)
    return None


class RetreatRoute(Decision[NorthAfrica], frozen=True):
    """[12.1.2] The owner leads some or all of the units that retreat; at last the train may follow or stay."""

    exhaustive: ClassVar[bool] = False  # any units may go together, by any way; the list has one way for each end
    retreats: Retreats

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.retreats.terms.side,)

    def prompt(self, state: NorthAfrica) -> str:
        terms = self.retreats.terms
        where = board().name(terms.start)
        if not self.retreats.units:
            return f"What else retreats from {where}? `done` leaves the rest behind."
        return f"Retreat {', '.join(self.retreats.units)} from {where} by {plural(told_length(terms), 'hex')}."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        terms, units = self.retreats.terms, self.retreats.units
        ways = listed_retreats(state, terms, units, self.retreats.train(state))
        others = [Surrender((name,)) for name in units if not ways_of(state, terms, (name,)).allowed]
        return Listing[Action](ways, others if units else [Done()])

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        terms, units = self.retreats.terms, self.retreats.units
        if isinstance(action, Retreat):
            check_retreat(state, terms, (*units, *self.retreats.train(state)), action)
        elif isinstance(action, Surrender) and units:
            for name in action.units:
                if name not in units or ways_of(state, terms, (name,)).allowed:
                    raise Refusal("12.5.1", f"{name} does not have to surrender")
        elif not isinstance(action, Done) or units:
            raise Refusal("12.1.1", f"units retreat first: {', '.join((*units, *self.retreats.train(state)))}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.pop()
            return
        draft.swap(self.retreats)
        if isinstance(action, Retreat):
            self.retreats.set_off(draft, action)
        elif isinstance(action, Surrender):  # [12.5.1]
            for name in action.units:
                perish(draft, self.retreats.terms, name)  # [12.5.1]


# --- on the way


def set_off(draft: Draft[NorthAfrica], terms: Terms, action: Retreat, order: int, counted: bool) -> None:
    """[12.1.5, 13.1.2, 13.1.3] Supply Points are loaded, the state of the units is marked, and they go."""
    read = Order(draft.state, terms, action)
    draft.note("retreated", units=list(action.units), path=list(action.path), case="12.1.1")
    _load(draft, terms.side, read)
    for name in read.core:
        if not is_combat(name):
            continue
        disorder(draft, name, order)
        if counted:
            draft.amend("retreats", name, draft.state.retreats.get(name, 0) + 1)
    for name in read.joining:
        if is_combat(name):  # [27.3.2]
            disorder(draft, name, DISRUPTED)
    draft.push(FallingBack(terms.side, read.core, read.joining, read.path))


def disorder(draft: Draft[NorthAfrica], name: str, order: int) -> None:
    """[13.1.2, 13.1.3] Disrupted, or in Full Retreat by the result or because it was Disrupted already."""
    before = draft.state.units[name].order
    after = order if before == GOOD else FULL_RETREAT
    if after == before:
        return
    mark(draft, name, order=after)
    draft.note("disrupted" if after == DISRUPTED else "routed", unit=name, case="13.1.3" if before else "13.1.2")


def _load(draft: Draft[NorthAfrica], side: Side, order: Order) -> None:
    """[12.1.5] Supply Points on Trucks, from the first places on the way that have any."""
    empty = [name for name in order.core if name in trucks() and not draft.state.units[name].loaded]
    for truck in empty[: order.names.count(SUPPLY)]:
        at = next(at for at in order.path if at >= 0 and draft.state.stores_at(at, side) > 0)
        take_supply(draft, side, at)
        mark(draft, truck, loaded=True)
        draft.note("loaded", truck=truck, load=SUPPLY, at=board().name(at))


class FallingBack(Step[NorthAfrica], frozen=True):
    """Pieces at the first hex of their way, the rest of it before them. Where it ends may be too many [12.1.4]."""

    side: Side
    units: tuple[str, ...]
    joining: tuple[str, ...]  # [27.3.2] each where the way passes it
    path: tuple[int, ...]
    alarmed: bool = True  # [13.3.2] whether enemies in Full Retreat next to the first hex have given way

    def run(self, draft: Draft[NorthAfrica]) -> None:
        if not self.alarmed:  # [13.3.2]
            draft.swap(replace(self, alarmed=True))
            alarm(draft, self.side, self.path[0])
        elif len(self.path) == 1:
            draft.pop()
        else:
            at = self.path[1]
            picked = tuple(name for name in self.joining if draft.state.units[name].at == at)  # [27.3.2]
            draft.swap(FallingBack(self.side, (*self.units, *picked), self.joining, self.path[1:], alarmed=False))
            put_down(draft, self.side, self.units, at)


# --- those who give way


def giving_way(state: NorthAfrica, mover: Side, at: int) -> list[int]:
    """[13.3.2] Hexes next to one in which enemies of the mover stand, all of them in Full Retreat; those already on
    their way do not count."""
    if at < 0:
        return []
    under_way = {name for frame in state.stack if isinstance(frame, FallingBack) for name in frame.units}
    return [
        there
        for there in board().adjacent[at]
        if there in front(state, mover).fleeing and not under_way.intersection(state.at(there, enemy_of(mover)))
    ]


def alarm(draft: Draft[NorthAfrica], mover: Side, at: int) -> None:
    """[13.3.2] A Combat Unit of the mover is at a hex: each stack next to it that is all in Full Retreat retreats two
    hexes, or one if that ends with a friend who is not; then the mover may go on."""
    if giving_way(draft.state, mover, at):
        draft.push(Alarm(mover, at))


class Alarm(Step[NorthAfrica], frozen=True):
    """[13.3.2] Stack after stack gives way, each once."""

    mover: Side
    at: int
    gone: tuple[str, ...] = ()

    def run(self, draft: Draft[NorthAfrica]) -> None:
        foe = enemy_of(self.mover)
        for there in giving_way(draft.state, self.mover, self.at):
            units = tuple(draft.state.at(there, foe))
            if self.gone and set(units) <= set(self.gone):
                continue
            draft.swap(replace(self, gone=(*self.gone, *units)))
            hexes = limits().automatic_retreat
            draft.push(Retreats(Terms(foe, there, units, hexes, hexes, "automatic"), units))
            return
        draft.pop()
