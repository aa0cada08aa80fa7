"""[15.82, 9.35, 10.36, 15.29] Retreats that combat demands: the owner leads his counters out of the hex, or they stand.

Whoever stands loses ten percent more for each hex he should have gone; `Retreats` tells that to the assault below it.
After a forced retreat [10.36] whoever could not go surrenders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import spend
from sandtable.games.campaign_for_north_africa.combat.orders import Retreat, Stand
from sandtable.games.campaign_for_north_africa.combat.retreat_routes import (
    Terms,
    cannot_move,
    check_way,
    find_ways,
    hexes_of,
    missing,
    must_expect,
    party,
)
from sandtable.games.campaign_for_north_africa.ground.contact import break_off
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_for
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING
from sandtable.games.campaign_for_north_africa.ground.zones import hinders
from sandtable.games.campaign_for_north_africa.logistics.baggage import check_carried, fall_back, may_fall_back, split
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import truck_ground
from sandtable.games.campaign_for_north_africa.losses.casualties import Battle, push_losses_of_standing, report
from sandtable.games.campaign_for_north_africa.losses.mines import cross
from sandtable.games.campaign_for_north_africa.losses.surrender import collapse
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.entering import enter, pass_through, seize
from sandtable.games.campaign_for_north_africa.movement.fuel import burn, fuel_due
from sandtable.games.campaign_for_north_africa.movement.march import vacate, wear
from sandtable.games.campaign_for_north_africa.pieces.carriage import carried, need
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import gait, gaits
from sandtable.games.campaign_for_north_africa.raiders.commandos import check_board, do_board, may_board
from sandtable.games.campaign_for_north_africa.raiders.orders import Board
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of, everyone_at, top_of
from sandtable.games.campaign_for_north_africa.verbs import leave, mark, place


def open_retreat(draft: Draft[Campaign], side: Side, at: int, hexes: int, foes: Iterable[int]) -> None:
    """[15.82] Everybody in a hex goes so many hexes, or stands."""
    _begin(draft, Terms(side, at, hexes, tuple(foes)))


def open_forced(draft: Draft[Campaign], at: int, hexes: int, enemy: int) -> None:
    """[10.36, 15.34, 15.29] Phasing units that neither assaulted nor held off an enemy have to go. So do defenders of
    whom nobody was assigned to the defence: they go from all enemies around, and lose points where they cannot."""
    state = draft.state
    side = state.holder(at)
    if side is None:
        return
    if side == state.phasing:
        _begin(draft, Terms(side, at, hexes, (enemy,), forced=True))
        return
    foes = tuple(near for near in neighbours()[at] if state.holder(near) == enemy_of(side))
    draft.push(Rout(side, at, tuple(everyone_at(state, at, side))))
    _begin(draft, Terms(side, at, hexes, foes))


def _begin(draft: Draft[Campaign], terms: Terms) -> None:
    draft.push(Retreats(terms, draft.state.at(terms.start, terms.side)))
    settle(draft)


def settle(draft: Draft[Campaign]) -> None:
    """Those who have no way at all stand without being asked; when nobody is left the retreat is over."""
    frame = draft.top
    assert isinstance(frame, Retreats)
    state = draft.state
    stuck = tuple(name for name in frame.left if not frame.has_way(state, name) and not may_board(state, name))
    if stuck:
        frame.stand(draft, stuck)
        frame = draft.top
        assert isinstance(frame, Retreats)
    if not frame.left:
        frame.close(draft)


class Settling(Step[Campaign], frozen=True):
    """Some have been led away: on with the others."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        settle(draft)


class Rout(Battle, frozen=True):
    """[15.29, 15.82] Defenders to whose defence nobody was assigned: those who could not go lose points."""

    side: Side
    at: int
    units: tuple[str, ...]
    assessed: bool = False

    def run(self, draft: Draft[Campaign]) -> None:
        if self.assessed:
            draft.pop()
            return
        draft.swap(replace(self, assessed=True))
        push_losses_of_standing(draft, self.side, (self.at,), self.units, self.stood)


class Retreats(Decision[Campaign], frozen=True):
    """[15.82] The owner leads counters of a beaten stack away, some here and some there; formations may be split."""

    exhaustive: ClassVar[bool] = False
    terms: Terms
    left: tuple[str, ...]  # counters that have neither gone nor stood
    stood: tuple[tuple[str, int], ...] = ()
    through: dict[int, tuple[str, ...]] = {}  # [9.35]

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return (self.terms.side,)

    def prompt(self, state: Campaign) -> str:
        hexes = f"{self.terms.hexes} hex{'es' if self.terms.hexes > 1 else ''}"
        otherwise = (
            "units that cannot retreat surrender"
            if self.terms.forced
            else "or stand and lose ten percent more for each hex"
        )
        return f"Retreat {hexes} from {board().name(self.terms.start)}: {', '.join(self.left)}; {otherwise}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        found: list[Action] = [*self._together(state)]
        if len(self.left) > 1 or not found:
            for name in self.left:
                found += self.parties(state, name)
        found += [Board(name) for name in self.left if may_board(state, name)]  # [27.77]
        ways = tuple(dict.fromkeys(found))
        # [10.36] Nobody chooses to stay; but others who fell back before may have barred the last way.
        stands = [Stand(self.left)] if not self.terms.forced or not ways else []
        return (*stands, *ways) if not missing(self.terms, self.terms.start) else (*ways, *stands)

    def _together(self, state: Campaign) -> Iterator[Action]:
        """All that can move; with their Supply Units first [32.58]."""
        movable = tuple(name for name in self.left if not cannot_move(state, name))
        if not movable:
            return
        ways, train = tuple(self._ways(state, movable)), may_fall_back(state, self.terms.side, self.terms.start)
        if train:
            yield from (Retreat((*way.units, *train), way.path) for way in ways)
        yield from ways

    def parties(self, state: Campaign, counter: str) -> Iterator[Action]:
        """[9.35] Ways for one counter; if it cannot go as it is, for each of its parts."""
        whole = False
        for action in self._ways(state, (counter,)):
            whole = True
            yield action
        if whole:
            return
        for part in state.parts.get(counter, ()):
            yield from self.parties(state, part)

    def has_way(self, state: Campaign, counter: str) -> bool:
        """[10.6] Whether the counter or a part of it can go anywhere by the true zones, which the enemy tells."""
        if any(True for _ in find_ways(state, self.terms, (counter,), self.through, hinders)):
            return True
        return any(self.has_way(state, part) for part in state.parts.get(counter, ()))

    def _ways(self, state: Campaign, names: tuple[str, ...]) -> Iterator[Retreat]:
        """Clear of all zones that one must expect, or if there is no such way of those that the enemy tells of."""
        for held in (must_expect, hinders):
            found = False
            for way in find_ways(state, self.terms, names, self.through, held):
                found = True
                yield Retreat(names, tuple(board().name(hex) for hex in way))
            if found:
                return

    # Answers

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Retreat):
            self._check_retreat(state, action)
        elif isinstance(action, Stand):
            self._check_stand(state, action)
        elif isinstance(action, Board) and action.name in self.left:
            check_board(state, self.terms.side, action)
        else:
            raise Refusal("15.82", "retreat them or let them stand")

    def _check_retreat(self, state: Campaign, action: Retreat) -> None:
        if len(set(action.units)) < len(action.units):
            raise Refusal("15.82", "a unit is named twice")
        company, train = split(state, action.units)
        if not company:
            raise Refusal("32.58", "Supply Units may retreat only with units of their hex")
        for name in train:
            check_carried(state, self.terms.side, name, self.terms.start, 0)
        for name in company:
            if name not in state.units or top_of(state, name) not in self.left:
                raise Refusal("15.82", f"{name} does not have to retreat from {board().name(self.terms.start)}")
            if any(other != name and name in all_of(state, other) for other in company):
                raise Refusal("15.82", f"{name} is part of another counter named here")
        check_way(state, self.terms, company, action.path, self.through)

    def _check_stand(self, state: Campaign, action: Stand) -> None:
        for name in action.units:
            if name not in self.left:
                raise Refusal("15.82", f"{name} does not have to retreat")
            if self.terms.forced and (may_board(state, name) or any(True for _ in self.parties(state, name))):
                raise Refusal("10.36", f"{name} can retreat and must")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Retreat):
            self._retreat(draft, action)
        elif isinstance(action, Stand):
            self.stand(draft, action.units)
            settle(draft)
        elif isinstance(action, Board):
            draft.swap(replace(self, left=tuple(name for name in self.left if name != action.name)))
            do_board(draft, self.terms.side, action)
            settle(draft)

    # What happens

    def stand(self, draft: Draft[Campaign], names: Sequence[str]) -> None:
        hexes = missing(self.terms, self.terms.start)
        draft.note("stood", side=self.terms.side, units=list(names), at=board().name(self.terms.start), hexes=hexes)
        left = tuple(name for name in self.left if name not in names)
        draft.swap(replace(self, left=left, stood=(*self.stood, *((name, hexes) for name in names))))

    def _retreat(self, draft: Draft[Campaign], action: Retreat) -> None:
        way = hexes_of(action.path)
        company, train = split(draft.state, action.units)
        for name in company:
            _split_off(draft, name)
        short = missing(self.terms, way[-1])
        through = dict(self.through)
        for hex in way[1:]:
            through[hex] = (*through.get(hex, ()), *company)
        draft.swap(
            replace(
                self,
                through=through,
                left=tuple(name for name in self.left if name not in company),
                stood=(*self.stood, *((name, short) for name in company if short)),
            )
        )
        draft.push(Settling())  # what they come upon on their way may be asked about first [14.52]
        _fall_back(draft, self.terms, company, way)
        fall_back(draft, train, way, truck_ground(draft.state, self.terms.side))

    def close(self, draft: Draft[Campaign]) -> None:
        """[15.82, 10.24, 10.36] Nobody is left to be led: the hex may have become empty, who stands pays for it."""
        terms, stood = self.terms, self.stood
        draft.pop()
        if not draft.state.stacks.get(terms.start) and terms.side != draft.state.phasing:
            _vacate(draft, terms.start)
        if terms.forced:
            _give_up(draft, terms, tuple(name for name, _ in stood))
        else:
            report(draft, terms.side, stood=stood)


def _split_off(draft: Draft[Campaign], name: str) -> None:
    """[9.35] A part that goes its own way is a counter of its own, with the Motorization Points that carry it."""
    if not draft.state.units[name].attached:
        return
    riding = carried(draft.state, top_of(draft.state, name))
    leave(draft, name, sum(need(draft.state, each) for each in all_of(draft.state, name) if each in riding))


def _fall_back(draft: Draft[Campaign], terms: Terms, names: Sequence[str], way: tuple[int, ...]) -> None:
    """[8.12, 15.82, 21.22] A retreat costs Capability Points, Fuel and Breakdown Points like any movement, but nothing
    to break off."""
    state = draft.state
    ground = ground_for(state, terms.side, names, gaits(state, names))
    costs = [ground.paid(here, there) for here, there in pairwise(way)]
    for allowance, counters in fuel_due(state, party(state, terms, names), sum(costs)).items():
        burn(draft, counters, allowance, ())
    worn, sand = wear(state, terms.side, ground, way, costs)
    rolling = [name for counter in names for name in all_of(state, counter) if gait(state, name) not in WALKING]
    break_off(draft, names)
    for name in names:
        place(draft, name, way[-1])
    spend(draft, names, sum(costs))
    for name in rolling:
        unit, marched = draft.state.units[name], draft.state.units[name].marched + sum(costs)
        mark(draft, name, breakdown=unit.breakdown + worn, marched=marched, in_sand=unit.in_sand + sand)
    draft.note("retreated", side=terms.side, units=list(names), path=[board().name(hex) for hex in way])
    pass_through(draft, terms.side, way[1:])
    left = cross(draft, terms.side, names, way[1:])  # [26.25]
    seize(draft, terms.side, left, way[1:-1])
    enter(draft, terms.side, left, way[-1])


def _vacate(draft: Draft[Campaign], hex: int) -> None:
    vacate(draft, hex)


def _give_up(draft: Draft[Campaign], terms: Terms, counters: Sequence[str]) -> None:
    """[10.36] Units that could retreat only into an enemy zone surrender; guns that never move stay [10.32]."""
    lost = tuple(
        name for counter in counters if not cannot_move(draft.state, counter) for name in all_of(draft.state, counter)
    )
    collapse(draft, lost, enemy_of(terms.side))


def suggest(state: Campaign) -> Action:
    """For the machine: the first way that is listed, or to stand."""
    frame = state.stack[-1]
    assert isinstance(frame, Retreats)
    return frame.actions(state, frame.terms.side)[0]


__all__ = ["Retreats", "Rout", "Settling", "open_forced", "open_retreat", "settle", "suggest"]
