"""[6.1, 6.3] Three combat units in a hex, when movement ends: overstacking a hex before that must leave room to clear
it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.values import Refusal, may
from sandtable.games.afrika_korps.combat.obligations import captures_in_vain, tempting_hexes
from sandtable.games.afrika_korps.ground.reach import can_move, reach, walk, way_from
from sandtable.games.afrika_korps.ground.zones import in_enemy_zone
from sandtable.games.afrika_korps.map import board, fortresses, home_base, ports
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import ROMMEL, SEA, AfrikaKorps, Trek, enemy_of, side_of


def overstacked(state: AfrikaKorps, side: str) -> list[int]:
    """[6.1] Hexes with too many combat units."""
    return sorted(at for at, names in state.layout.combat[side].items() if len(names) > limits().stacking)


def check_sailing(state: AfrikaKorps, side: str, name: str) -> None:
    """[23.3-23.5, 9.2] Whether a unit may put to sea from where it is."""
    unit = state.units.get(name)
    if unit is None or counters()[name].side != side or unit.at < 0:
        raise Refusal("23.4", f"{name} is not yours to embark")
    where = board().name(unit.at)
    if unit.at in fortresses() - ports():
        raise Refusal("23.3", f"no unit may put to sea from {where}")
    if unit.at == home_base(enemy_of(side)):
        raise Refusal("23.5", "no unit may put to sea from the enemy's home base")
    if unit.at not in ports():
        raise Refusal("23.4", f"{where} is not a port")
    if state.trek(name).landed:
        raise Refusal("23.42", f"{name} came ashore this turn")
    if in_enemy_zone(state, side, unit.at):
        raise Refusal("23.44", f"{where} lies in an enemy zone")
    if name in state.frozen:
        raise Refusal("9.2", f"{name} takes part in an automatic victory and stays where it is")


class Quarters:
    """A place for every combat unit of a side, as far as what is left of their moves and the limit allow.

    Friends never stand in each other's way, so any such arrangement can be carried out in any order, one unit after
    the other, and it stays possible until the last has gone."""

    def __init__(self, state: AfrikaKorps, side: str) -> None:
        self._side = side  # the state is told anew each time: it keeps its quarters, and they do not keep it
        self._billets = state.layout.combat[side]
        self._shifted: dict[str, int] = {}  # those who find room elsewhere, and where
        self._chains: dict[int, tuple[bool, frozenset[int]]] = {}
        crowded = overstacked(state, side)
        self.calm = not crowded
        if crowded:
            self._billets = {at: list(names) for at, names in self._billets.items()}
        self.homeless = 0  # units for which no room can be found
        most = limits().stacking
        self.excess = sum(len(self._billets[at]) - most for at in crowded)  # units above the limit as they stand
        for at in crowded:
            while len(self._billets[at]) > most and self._move_one_out(state, at):
                pass
            self.homeless += max(0, len(self._billets[at]) - most)
        # [6.1] the hexes where no other unit finds room unless one leaves
        self.full = frozenset(at for at, names in self._billets.items() if len(names) >= most)

    def has_room(self, state: AfrikaKorps, name: str, there: int) -> bool:
        """Whether as many find a place as before when this unit goes there and no farther."""
        home = self._shifted.get(name, state.units[name].at)
        if there == home or self._is_free(there) or len(self._billets.get(home, ())) > limits().stacking:
            return True
        chain = self._chains.get(there)
        if chain is None:
            came = self._search(state, there)
            chain = self._chains[there] = any(map(self._is_free, came)), frozenset(came)
        return chain[0] or home in chain[1]

    def _is_free(self, hexagon: int) -> bool:
        return hexagon == SEA or len(self._billets.get(hexagon, ())) < limits().stacking

    def _open_to(self, state: AfrikaKorps, name: str) -> Sequence[int]:
        """Where a unit could still be when movement ends, beside where it is."""
        found = list[int]()
        if can_move(state, name):
            found += _lawful_ends(state, self._side, name)
        if state.units[name].at in ports() and may(check_sailing, state, self._side, name):
            found.append(SEA)
        return found

    def _search(self, state: AfrikaKorps, start: int) -> dict[int, tuple[str, int]]:
        """The hexes to which one unit can be shifted out of this one, each by pushing on another: for each the unit
        that goes there and from where. It ends with the first that has room."""
        came: dict[int, tuple[str, int]] = {start: ("", start)}
        queue = [start]
        for here in queue:
            for name in self._billets.get(here, ()):
                for there in self._open_to(state, name):
                    if there not in came:
                        came[there] = (name, here)
                        if self._is_free(there):
                            return came
                        queue.append(there)
        return came

    def _move_one_out(self, state: AfrikaKorps, start: int) -> bool:
        came = self._search(state, start)
        there = next(reversed(came))
        if not self._is_free(there):
            return False
        while there != start:
            name, here = came[there]
            self._billets[here].remove(name)
            self._billets.setdefault(there, []).append(name)
            self._shifted[name] = there
            there = here
        return True


def _lawful_ends(state: AfrikaKorps, side: str, name: str) -> Sequence[int]:
    found = reach(state, name)
    if not state.option("capture-needs-attack") or found.misses(tempting_hexes(state, side)):
        return found.hexes
    return [end for end in found.hexes if not captures_in_vain(state, side, (name,), end)]


def quarters(state: AfrikaKorps, side: str) -> Quarters:
    found: Quarters | None = state.layout.derived.get(("quarters", side))
    if found is None:
        found = state.layout.derived["quarters", side] = Quarters(state, side)
    return found


def finds_room(state: AfrikaKorps, side: str, treks: Mapping[str, Trek], there: int) -> bool:
    """[6.3] Whether units that go there, and have then spent this much, leave room for everybody by the end of
    movement: in that hex or by going on, theirs or another's."""
    coming = [name for name in treks if counters()[name].is_combat]
    now = quarters(state, side)
    if now.calm and len(state.at(there, side)) + len(coming) <= limits().stacking:
        return True
    if len(coming) == 1 and now.has_room(state, coming[0], there):
        return True
    units = {**state.units, **{name: replace(state.units[name], at=there) for name in treks}}
    after = replace(state, units=units, treks={**state.treks, **treks})
    return quarters(after, side).homeless <= now.homeless


def check_stacking(state: AfrikaKorps, side: str) -> None:
    """[6.1, 6.3] Movement ends within the limit, unless no unit can find room."""
    if (now := quarters(state, side)).excess > now.homeless:
        raise Refusal("6.1", f"{describe_crowds(state, side)}; no more than three may be in a hex when movement ends")


def describe_crowds(state: AfrikaKorps, side: str) -> str:
    crowds = [f"{len(state.at(at, side))} at {board().name(at)}" for at in overstacked(state, side)]
    return f"too many combat units: {', '.join(crowds)}"


# --- where a move may end


def destinations(state: AfrikaKorps, name: str) -> Sequence[int]:
    """Where this unit may end a move by itself, including an overstacked hex that can be cleared again."""
    if not can_move(state, name):
        return ()
    found, side = reach(state, name), counters()[name].side
    if not counters()[name].is_combat:
        return found.hexes
    full = found.among(quarters(state, side).full)
    shut = {end for end in full if not _fits_in(state, name, found.path(end))}
    return [end for end in found.hexes if end not in shut] if shut else found.hexes


def is_destination(state: AfrikaKorps, name: str, end: int) -> bool:
    """Whether a hex is one of them, told without the others."""
    way = way_from(state, name, state.units[name].at, state.trek(name), end) if can_move(state, name) else ()
    if not way or not counters()[name].is_combat:
        return bool(way)
    return end not in quarters(state, counters()[name].side).full or _fits_in(state, name, way)


def _fits_in(state: AfrikaKorps, name: str, path: Sequence[int]) -> bool:
    """Whether there is room for a unit at the end of its way, or will be."""
    side, end = counters()[name].side, path[-1]
    return quarters(state, side).has_room(state, name, end) or finds_room(
        state, side, {name: walk(state, name, path, (name,))}, end
    )


def full_hexes(state: AfrikaKorps, side: str) -> frozenset[int]:
    """[6.1] Hexes that hold all the combat units they may."""
    return frozenset(at for at, names in state.layout.combat[side].items() if len(names) >= limits().stacking)


def joint_destinations(state: AfrikaKorps, name: str) -> Sequence[int]:
    """[22.1] Where this unit may go together with Rommel when they set out from the same hex on the same road."""
    at, trek, guide = state.units[name].at, state.trek(name), state.trek(ROMMEL)
    if state.units[ROMMEL].at != at or trek.road_from != guide.road_from:
        return ()
    key = ("joint", counters()[name].kind == "supply", counters()[name].movement, trek, guide, at)
    found: Sequence[int] | None = state.layout.derived.get(key)
    if found is None:
        found = state.layout.derived[key] = _joint_ends(state, name, at)
    return found


def _joint_ends(state: AfrikaKorps, name: str, at: int) -> Sequence[int]:
    found = reach(state, name, (ROMMEL,))
    beside = board().adjacent[at]  # any other hex is two steps away at least, which earn the whole bonus
    now, needs_room = quarters(state, side_of(name)), counters()[name].is_combat
    return [
        end
        for end in found.hexes
        if (end not in beside and (not needs_room or now.has_room(state, name, end)))
        or _joins(state, name, found.path(end))
    ]


def _joins(state: AfrikaKorps, name: str, path: Sequence[int]) -> bool:
    """Whether they can walk there together and stay, or make room."""
    pair = (name, ROMMEL)
    try:
        treks = {each: walk(state, each, path, pair) for each in pair}
    except Refusal:
        return False
    return finds_room(state, side_of(name), treks, path[-1])
