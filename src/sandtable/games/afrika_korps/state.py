"""The position: units, what they spent this turn, the books each side keeps, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import captured_supplies, counters
from sandtable.kit.layout import Following, Gathered, by_place

SIDES = ("axis", "allied")
NOUNS: Mapping[str, str] = {"axis": "the Axis", "allied": "the Allies"}  # in a sentence
DUE, SEA, DEAD, POOL, EXCHANGED = (board().box(name) for name in ("due", "sea", "dead", "pool", "exchanged"))
ROMMEL = next(counter.id for counter in counters().values() if counter.is_rommel)


def enemy_of(side: str) -> str:
    return "allied" if side == "axis" else "axis"


class Unit(Value, frozen=True):
    """Where a counter is and how it is supplied."""

    at: int  # a hex, or one of the boxes
    isolated: int = 0  # [24.2] own turns in a row that began and ended in isolation
    cut_off: bool = False  # [24.2] isolated when this player turn began
    made_of: tuple[str, ...] = ()  # [21.4] the units a substitute was formed from


class Trek(Value, frozen=True):
    """What a unit has done of its move this turn."""

    points: int = 0  # movement factors spent
    road: int = 0  # coast-road hexes of the bonus used [17.1]
    together: int = 0  # hexes moved with Rommel [22.1]
    off_road: bool = False  # has crossed on or off a coast-road escarpment beside the road [18.5]
    road_from: int = -1  # the hex it came from by road, where that matters [17.32]
    halted: bool = False  # may move no further: a zone [8.1] or an escarpment [18.1]
    landed: bool = False  # came ashore this turn [23.42]


FRESH = Trek()


class AutomaticVictory(Value, frozen=True):
    """[9] An elimination that is certain before the dice are thrown."""

    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...]  # that sustained it at the instant [9.2]
    blockers: tuple[str, ...] = ()  # that close the retreat [9.3]


class Books(Value, frozen=True):
    """What one side writes down."""

    replacements: int = 0  # factors in hand [20.5]
    ports: tuple[int, ...] = ()  # controlled at the beginning of the player turn [4.3]
    holds_all: bool = False  # held both fortresses and both home bases when the turn began [4.1]
    held_turns: int = 0  # turns in a row that began and ended so
    bare: bool = False  # no supply on the board when the turn began [24.5]
    bare_turns: int = 0


@cache
def _roles() -> dict[str, tuple[str, str]]:
    return {counter.id: (counter.side, counter.kind) for counter in counters().values()}


@cache
def _sides() -> dict[str, str]:
    return {name: side for name, (side, _) in _roles().items()}


class Layout(Gathered[Unit, str]):
    """Who stands where, by sides."""

    def __init__(self, units: dict[str, Unit], defeated: frozenset[str], former: Layout | None = None) -> None:
        self._defeated = defeated
        self.forces: dict[str, list[str]] = {}  # everybody on the map
        self.combat: dict[str, dict[int, list[str]]] = {}
        self.supplies: dict[str, dict[str, int]] = {}
        self.rommel = units[ROMMEL].at if ROMMEL in units and units[ROMMEL].at >= 0 else DEAD
        # [9.1] a hex all of whose defenders are defeated casts no zone and may be passed over
        self.live: dict[str, frozenset[int]] = {}
        self.beaten: dict[str, frozenset[int]] = {}
        super().__init__(units, _sides(), former)

    def _keep(self, known: Layout, group: str) -> None:
        self.forces[group], self.combat[group] = known.forces[group], known.combat[group]
        self.supplies[group] = known.supplies[group]
        if known._defeated == self._defeated:
            self.live[group], self.beaten[group] = known.live[group], known.beaten[group]
        else:
            self._judge(group)

    def _gather(self, group: str) -> None:
        units, roles = self._units, _roles()
        forces, combat, supplies = list[str](), list[str](), dict[str, int]()
        for name in self._members[group]:
            at = units[name].at
            if at < 0:
                continue
            forces.append(name)
            kind = roles[name][1]
            # [22.2] neither supplies nor Rommel stack, cast zones or block
            if kind == "supply":
                supplies[name] = at
            elif kind != "headquarters":
                combat.append(name)
        self.forces[group], self.supplies[group] = forces, supplies
        self.combat[group] = by_place(units, combat)
        self._judge(group)

    def _judge(self, side: str) -> None:
        stands, defeated = self.combat[side], self._defeated
        beaten = (at for at, names in stands.items() if defeated.issuperset(names))
        self.beaten[side] = frozenset(beaten) if defeated else frozenset()
        self.live[side] = frozenset(stands) - self.beaten[side]


class AfrikaKorps(Following, frozen=True, dict=True):
    """A game in progress."""

    stack: tuple[Any, ...] = ()
    scenario: str = "campaign"
    options: tuple[str, ...] = ()
    turn: int = 1
    phasing: str = "axis"
    units: dict[str, Unit] = {}
    treks: dict[str, Trek] = {}
    books: dict[str, Books] = {}
    victories: tuple[AutomaticVictory, ...] = ()
    spent: tuple[str, ...] = ()  # supplies used this turn; they leave when it ends [14.1]
    fought: tuple[str, ...] = ()  # units that had their battle this turn [11.7, 11.8]

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.units, self.defeated, self.take_former())

    @cached_property
    def defeated(self) -> frozenset[str]:
        """Units under automatic victory: their zones are ignored [9.1]."""
        return frozenset(name for victory in self.victories for name in victory.defenders)

    @cached_property
    def frozen(self) -> frozenset[str]:
        """Units that gained an automatic victory, or closed a retreat for one, stay where they are [9.2, 9.3]."""
        return frozenset(name for v in self.victories for name in (*v.attackers, *v.blockers))

    def option(self, name: str) -> bool:
        return name in self.options or "tournament" in self.options

    def at(self, hexagon: int, side: str) -> list[str]:
        """The combat units of a side in a hex."""
        return self.layout.combat[side].get(hexagon, [])

    def trek(self, name: str) -> Trek:
        return self.treks.get(name, FRESH)


def side_of(name: str) -> str:
    return counters()[name].side


def attack_of(names: Iterable[str]) -> int:
    """[8.7] Attack factors are never changed by terrain."""
    facts = counters()
    return sum(facts[name].attack for name in names)


# Verbs: the only ways in which rules change units.


def place(draft: Draft[AfrikaKorps], name: str, at: int) -> None:
    """Put a unit somewhere else, keeping what is known of it."""
    draft.amend("units", name, replace(draft.state.units[name], at=at))


def eliminate(draft: Draft[AfrikaKorps], name: str, case: str, why: str) -> None:
    """Take a unit out of play; what becomes of the counter depends on what it is."""
    unit, counter = draft.state.units[name], counters()[name]
    draft.note("eliminated", unit=name, at=board().name(unit.at), case=case, why=why)
    if counter.captured:
        draft.strike("units", name)
    elif counter.is_supply:
        draft.amend("units", name, Unit(POOL))
    elif counter.substitute:
        draft.amend("units", name, Unit(POOL))
        for part in unit.made_of:
            draft.amend("units", part, Unit(DEAD))
    else:
        draft.amend("units", name, Unit(DEAD))


def capture(draft: Draft[AfrikaKorps], supply: str, by: str, case: str) -> str:
    """[15.21] Exchange an enemy supply for a captured one in the same hex; its own counter may come again."""
    at = draft.state.units[supply].at
    taken = next(c.id for c in captured_supplies(by) if c.id not in draft.state.units)
    if counters()[supply].captured:
        draft.strike("units", supply)
    else:
        draft.amend("units", supply, Unit(POOL))
    draft.strike("treks", supply)
    draft.strike("treks", taken)
    draft.amend("units", taken, Unit(at))
    draft.note("captured", supply=supply, by=by, at=board().name(at), becomes=taken, case=case)
    return taken


def write_books(draft: Draft[AfrikaKorps], side: str, **entries: Any) -> None:
    draft.amend("books", side, replace(draft.state.books[side], **entries))


def spend(draft: Draft[AfrikaKorps], supplies: Iterable[str]) -> None:
    """[14.1] Note supplies as used; they leave at the end of the player turn."""
    draft.change(spent=tuple(sorted({*draft.state.spent, *supplies})))


def destroy(draft: Draft[AfrikaKorps], name: str) -> None:
    """[15.4] The owner burns one of his supplies."""
    eliminate(draft, name, "15.4", "destroyed by its owner")
