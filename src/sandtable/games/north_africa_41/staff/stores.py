"""Supply Points, Trucks, ships and trains: what goes forward, and by which way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sandtable.core.values import Action, may
from sandtable.games.north_africa_41.ground.reach import options
from sandtable.games.north_africa_41.lines.tracing import LAND_BOXES, full_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import is_open, room_to_debark, room_to_embark
from sandtable.games.north_africa_41.movement.orders import Carry, Move, Rail, Ship, Transfer, Unload
from sandtable.games.north_africa_41.movement.rail import listed_rail
from sandtable.games.north_africa_41.movement.trucks import SUPPLY, check_carry, check_transferable, range_with
from sandtable.games.north_africa_41.pieces.counters import counters, replacements
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.convoy_attacks import points_of
from sandtable.games.north_africa_41.sea.convoy_chances import voyage
from sandtable.games.north_africa_41.staff.ground import FAR, travel
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Picture, Threats
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.state import DISRUPTED, GOOD, ITALY, TRIPOLI, face_of, is_combat, is_mechanised

KEPT_MOBILE = 6  # hexes within which one MSU is enough
IN_HARM, ENOUGH = 2, 2  # impulses within which the enemy is near a port, and Supply Points that lie there then
ALARM = 0.5  # fear from which on a unit is not brought to a hex, and chance of losing a hex from which it is not safe


class Quartermaster:
    """What a side's Trucks, ships and trains do in one Movement Phase."""

    def __init__(self, picture: Picture, threats: Threats, intent: Intent, stands: dict[str, int]) -> None:
        self.picture, self.threats, self.intent, self.stands = picture, threats, intent, stands
        self.state, self.side = picture.state, picture.side
        self.base = LAND_BOXES[self.side]
        self.focus = self._focus()

    def _focus(self) -> int:
        """Where supply is wanted: the ASU nearest to the enemy, else the strongest stack."""
        state, side = self.state, self.side
        goal = max(self.intent.wanted, key=lambda at: self.intent.wanted[at], default=-1)
        staffs = [
            state.units[name].at
            for at, names in state.layout.combat[side].items()
            if at >= 0
            for name in names
            if counters()[name].headquarters and at in self.picture.served
        ]
        foes = self.picture.facing.casting
        if staffs and foes:
            return min(staffs, key=lambda at: (min(board().distance(at, foe) for foe in foes), at))
        stacks = {
            at: sum(face_of(state, name).attack for name in names)
            for at, names in state.layout.combat[side].items()
            if at >= 0 and at in self.picture.served
        }
        if stacks:
            return max(stacks, key=lambda at: (stacks[at], -at))
        return goal

    # --- ships

    def ships(self) -> Iterator[Action]:
        if self.side == "axis":
            yield from self._from_italy()
        yield from self._coastal()

    def _from_italy(self) -> Iterator[Action]:
        state = self.state
        if state.impulse != 1 or ITALY in state.books["axis"].embarked:
            return
        room = room_to_debark(state, "axis", TRIPOLI)
        freight = [name for name in state.at(ITALY, "axis") if not state.units[name].replaced]
        freight.sort(key=lambda name: -worth(state, name))
        others = [name for name in state.non_combat_at(ITALY, "axis") if not state.units[name].replaced]
        cargo: list[str] = []
        supply = [SUPPLY] * state.stores_at(ITALY, "axis")
        for name in (*freight[:6], *supply, *freight[6:], *others):
            after = (*cargo, name)
            if self._size(after) <= (room or 0):
                cargo.append(name)
        if cargo:
            yield Ship(tuple(cargo), board().name(ITALY), board().name(TRIPOLI))

    def _size(self, cargo: tuple[str, ...]) -> int:
        return sum(points_of(self.state, name) for name in cargo)

    def _coastal(self) -> Iterator[Action]:
        """Supply, then units on foot, to the port nearest to where they are wanted; not where the sea is too
        dangerous."""
        state, side, w = self.state, self.side, weights().stores
        if state.books[side].convoys >= limits().free_coastal_convoys:
            return
        if self.focus < 0:
            return
        goals = [at for at in state.books[side].ports if is_open(state, side, at) and self._will_be_held(at)]
        way = travel("mechanised", self.focus)
        goals.sort(key=lambda at: (way[at], at))
        for goal in goals:
            if way[goal] + 2 >= way[self.base]:
                continue
            risk = voyage(state, side, self.base, goal)
            rooms = [limits().coastal_points]
            rooms += [
                each
                for each in (room_to_embark(state, side, self.base), room_to_debark(state, side, goal))
                if each is not None
            ]
            room = min(rooms)
            if room <= 0:
                continue
            if float(risk.cargo) <= w.cargo_risk and state.stores_at(self.base, side):
                count = min(room, state.stores_at(self.base, side), self._lacking(goal))
                if count > 0:
                    yield Ship((SUPPLY,) * count, board().name(self.base), board().name(goal))
            if float(risk.troops) <= w.troop_risk:
                for name in self._waiting():
                    if self._size((name,)) <= room:
                        yield Ship((name,), board().name(self.base), board().name(goal))

    def _will_be_held(self, port: int) -> bool:
        """Whether what is landed there stays ours: nobody can come, or the garrison is a match for him."""
        return self.threats.clears(port, self.state.at(port, self.side), self._friends) <= ALARM

    def _lacking(self, port: int) -> int:
        """Supply Points that are to lie there: as many as come, but few where the enemy could be before they are
        used [17.2.3]."""
        if not self.threats.coming(port, IN_HARM):
            return limits().coastal_points
        return max(0, ENOUGH - self.state.books[self.side].stores.get(port, 0))

    def _waiting(self) -> list[str]:
        """Units on foot in the box beside the map."""
        state = self.state
        found = [
            name
            for name in state.at(self.base, self.side)
            if not is_mechanised(name)
            and state.units[name].order == GOOD
            and name not in state.moved
            and not state.units[name].replaced
        ]
        return sorted(found, key=lambda name: (-worth(state, name), name))

    # --- the railway

    def trains(self) -> Iterator[Action]:
        found = [action for action in listed_rail(self.state, self.side) if isinstance(action, Rail)]
        from_box = [a for a in found if self._starts_at_base(a)]
        if not from_box or self.focus < 0:
            return
        way = travel("mechanised", self.focus)
        from_box.sort(key=lambda action: (way[board().location(action.at)], self._rank(action), action.name))
        for action in from_box[:12]:
            if not self.threats.blows(board().location(action.at), frozenset()):
                yield action

    def _starts_at_base(self, action: Rail) -> bool:
        if action.name.startswith(SUPPLY):
            return board().location(action.name.partition("@")[2]) == self.base
        return self.state.units[action.name].at == self.base

    def _rank(self, action: Rail) -> float:
        if action.name.startswith(SUPPLY):
            return -3.0
        if action.name in replacements():
            return 0.0
        if is_mechanised(action.name):
            return 1.0
        return -worth(self.state, action.name)

    # --- Trucks

    def trucks(self) -> Iterator[Action]:
        """Whoever is laden goes to where supply is wanted, whoever is empty fetches what waits."""
        state, side = self.state, self.side
        for at in sorted(state.layout.trucks[side]):
            if at < 0 and at != self.base:
                continue
            for name in state.layout.trucks[side][at]:
                if name in state.moved or state.units[name].transport:
                    continue
                yield from self._laden(name, at) if state.units[name].loaded else self._empty(name, at)

    def _laden(self, name: str, at: int) -> Iterator[Action]:
        if self.focus < 0:
            return
        if at >= 0 and self._is_depot(at) and self._other_mobile(name, at):
            yield Unload(name)
            return
        if at == self.focus:
            return
        found = options(self.state, name).marching
        end = self._best_end(found.ends, at)
        if end is not None:
            yield Move((name,), (board().name(at), board().name(end)))

    def _is_depot(self, at: int) -> bool:
        """A hex with an ASU, or the place where supply is wanted."""
        return at == self.focus or any(counters()[name].support for name in self.state.at(at, self.side))

    def _other_mobile(self, name: str, at: int) -> bool:
        """Whether another MSU is near: one is kept on its wheels."""
        units = self.state.units
        return any(
            units[other].loaded and other != name and there >= 0 and board().distance(there, at) <= KEPT_MOBILE
            for there, names in self.state.layout.trucks[self.side].items()
            for other in names
        )

    def _best_end(self, ends: tuple[int, ...], start: int, gait_goal: int = -1) -> int | None:
        """The hex nearest to the goal that is safe: with own units, or out of the enemy's reach."""
        goal = gait_goal if gait_goal >= 0 else self.focus
        way = travel("vehicle", goal)
        here = way[start]
        best: tuple[float, int] | None = None
        for end in ends:
            if end < 0 or way[end] >= here - 0.4 or not self._is_safe(end):
                continue
            key = way[end], end
            if best is None or key < best:
                best = key
        return None if best is None else best[1]

    def _is_safe(self, at: int) -> bool:
        """Out of the enemy's reach, or with units that are a match for him."""
        if not (self.threats.reaches(at) or at in self.picture.facing.near):
            return True
        coming = (name for name, there in self.stands.items() if there == at and is_combat(name))
        guards = list(dict.fromkeys((*self.state.at(at, self.side), *coming)))
        return bool(guards) and self.threats.clears(at, guards, self._friends) <= ALARM

    def guard(self, at: int) -> str:
        """Who has to stay in a hex that Trucks were sent to: its best defender, where the enemy can come."""
        able = [n for n in self.state.at(at, self.side) if n not in self.stands and not counters()[n].support]
        if not self.threats.reaches(at) or any(there == at for there in self.stands.values()):
            return ""
        return max(able, key=lambda name: (face_of(self.state, name).defence, name), default="")

    @cached_property
    def _friends(self) -> list[int]:
        return [at for at in self.state.layout.combat[self.side] if at >= 0]

    def _empty(self, name: str, at: int) -> Iterator[Action]:
        state = self.state
        if state.units[name].replaced or state.units[name].out:
            return
        loads = self._loads(at)
        for load in loads[:4]:
            yield from self._carry(name, load, at)
        if at == self.base or loads:
            return
        yield from self._fetch(name, at)
        wanted = self._waiting() or state.stores_at(self.base, self.side)
        if wanted and may(check_transferable, state, self.side, name):
            yield Transfer(name, board().name(self.base))

    def _fetch(self, truck: str, at: int) -> Iterator[Action]:
        """[5.8.1] Supply that lies on the way or near it."""
        state = self.state
        alone = options(state, truck).marching
        stocks = [
            there
            for there in state.books[self.side].stores
            if there >= 0
            and there in alone
            and state.stores_at(there, self.side) > 0
            and not self._is_depot(there)
            and not self.picture.facing.zone[there]
        ]
        for there in sorted(stocks, key=lambda there: (alone.reach(there).points(there), there)):
            found = range_with(state, truck, SUPPLY, alone.reach(there), there)
            end = self._end_with_load(found.ends, there, self.focus, SUPPLY) if self.focus >= 0 else None
            if end is None:
                continue
            action = Carry(truck, SUPPLY, (board().name(at), board().name(there), board().name(end)))
            if may(check_carry, state, self.side, action):
                yield action

    def park(self) -> Iterator[Action]:
        """Trucks that would stand alone within reach of the enemy go to friends, or out of his reach."""
        state, side = self.state, self.side
        for at, names in state.layout.trucks[side].items():
            if at < 0 or self._is_safe(at):
                continue
            for name in names:
                if name in state.moved:
                    continue
                ends = [end for end in options(state, name).marching.ends if end >= 0 and self._is_safe(end)]
                if ends and self.focus >= 0:
                    way = travel("vehicle", self.focus)
                    end = min(ends, key=lambda end: (way[end], end))
                    yield Move((name,), (board().name(at), board().name(end)))
                if may(check_transferable, state, side, name):
                    yield Transfer(name, board().name(self.base))

    def _loads(self, at: int) -> list[str]:
        """What waits beside a Truck: in the box supply and units in turn, on the map units far from their goal."""
        state = self.state
        if at < 0:
            units, supply = self._waiting(), state.stores_at(at, self.side) > 0
            short = self._shortage()
            if supply and (short or not units):
                return [SUPPLY, *units]
            return [*units, *([SUPPLY] if supply else [])]
        found = [
            name
            for name in state.at(at, self.side)
            if not is_mechanised(name)
            and name not in state.moved
            and state.units[name].order != DISRUPTED
            and name not in self.stands
            and self._is_far(name, at)
        ]
        if state.stores_at(at, self.side) > 0 and not self._is_depot(at):
            found.append(SUPPLY)
        return found

    def _shortage(self) -> bool:
        """Whether the front has less than two Supply Points or Ready ASUs at hand."""
        state, side = self.state, self.side
        stock = sum(count for at, count in state.books[side].stores.items() if at >= 0 and at in self.picture.served)
        stock += sum(state.units[name].loaded for names in state.layout.trucks[side].values() for name in names)
        return stock < 2

    def _is_far(self, name: str, at: int) -> bool:
        mover = self.picture.movers.get(name)
        if mover is None:
            return False
        goal, _ = self.intent.goal(mover)
        return goal >= 0 and 12 < travel("mechanised", goal)[at] * 4 < FAR and at not in self.intent.own

    def _carry(self, truck: str, load: str, at: int) -> Iterator[Action]:
        found = range_with(self.state, truck, load)
        goal = self.focus
        if load != SUPPLY:
            mover = self.picture.movers.get(load)
            if mover is None:
                return
            goal = self.intent.goal(mover)[0]
            if goal < 0:
                goal = self.focus
        if goal < 0:
            return
        end = self._end_with_load(found.ends, at, goal, load)
        if end is None:
            return
        action = Carry(truck, load, (board().name(at), board().name(end)))
        if may(check_carry, self.state, self.side, action):
            yield action

    def _end_with_load(self, ends: tuple[int, ...], start: int, goal: int, load: str) -> int | None:
        way, served = travel("vehicle", goal), full_supply(self.state, self.side)
        zone, near = self.picture.facing.zone, self.picture.facing.near
        here = way[start]
        best: tuple[float, int] | None = None
        for end in ends:
            if end < 0 or way[end] >= here - 1.0 or zone[end] or end in near:
                continue
            if best is not None and (way[end], end) > best:
                continue
            if load == SUPPLY:
                fit = self._is_safe(end)
            else:
                fit = end in served and not self._is_crowded(end) and self._is_quiet(end, load)
            if fit:
                best = way[end], end
        return None if best is None else best[1]

    def _is_quiet(self, at: int, name: str) -> bool:
        return self.threats.fear(at, (name,), self.stands.values()) <= ALARM

    def _is_crowded(self, at: int) -> bool:
        coming = (name for name, there in self.stands.items() if there == at and is_combat(name))
        names = {*self.state.at(at, self.side), *coming}
        return sum(face_of(self.state, name).stacking for name in names) > limits().stacking - 2
