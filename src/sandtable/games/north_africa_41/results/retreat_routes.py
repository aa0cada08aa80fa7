"""[12.1, 12.2] Where units may retreat: every way they survive, and the guidelines that choose among these.

A hex in a Limited ZOC counts as free of zones here, as it is to units on the move [7.3].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, Value
from sandtable.games.north_africa_41.ground.fitness import enemy_holdings, gait_of, prey
from sandtable.games.north_africa_41.ground.routes import Gait, step_cost, steps_from
from sandtable.games.north_africa_41.ground.zones import Front, front, steady_hexes
from sandtable.games.north_africa_41.lines.tracing import would_be_in_supply
from sandtable.games.north_africa_41.map import board, desert
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.tables import limits, terrain
from sandtable.games.north_africa_41.sea.ports import controlled_ports
from sandtable.games.north_africa_41.state import FULL_RETREAT, NorthAfrica, is_combat, is_mechanised, role_of

SUPPLY = "supply"  # a Supply Point that a Truck takes along
EXTRA = 1  # [12.2.1] hexes more for Mechanised units, if they save them
ONE_ZONE = 1  # [12.1.3] enemy zones that a retreat may enter

Cause = Literal["combat", "automatic", "disengagement"]  # [12.1], [13.3.2], [27.5]
Path = tuple[int, ...]


class Terms(Value, frozen=True):
    """What a retreat asks of the units in a hex."""

    side: Side  # whose units retreat
    start: int
    stack: tuple[str, ...]  # the Combat Units that retreat together
    shortest: int
    longest: int
    cause: Cause = "combat"


class Party(NamedTuple):
    """What matters of pieces that retreat together."""

    gaits: frozenset[Gait]
    on_foot: bool  # [12.1.1] two hexes at the most, unless and until a Truck carries everybody
    lifts: frozenset[int]  # where on the way Trucks wait that do
    exhausted: bool  # [12.5.1] on foot, and retreated already this Combat Phase
    fleeing: bool  # [13.3.2] somebody is already in Full Retreat
    immobile: bool  # [17.1.2]
    escorted: bool  # [5.8.3] a Combat Unit is among them


class Way(NamedTuple):
    """A way that is survived."""

    path: Path  # the hex that is left first
    zones: int  # [12.1.3] the third guideline: enemy zones entered
    backward: int  # the fourth: hexes that lead no farther away
    early: bool  # [12.4, 13.3.2] it stops short by choice

    @property
    def end(self) -> int:
        return self.path[-1]


class Ways(NamedTuple):
    """The ways of a party: all that it survives, and those the guidelines leave."""

    found: tuple[Way, ...]
    allowed: tuple[Way, ...]

    def ends(self) -> dict[int, Path]:
        """One allowed way for each end."""
        return {way.end: way.path for way in reversed(self.allowed)}


NO_WAYS = Ways((), ())


# --- who


def party_of(state: NorthAfrica, terms: Terms, names: Sequence[str]) -> Party:
    """[12.1.1, 12.1.5] Each empty Truck carries one Combat Unit or one Supply Point; one that waits on the way joins
    those who come [27.3.2]."""
    core = [name for name in names if name != SUPPLY and state.units[name].at == terms.start]
    walkers = [name for name in core if not is_mechanised(name)]
    lack = len(walkers) - len(_empty_trucks(state, core)) + names.count(SUPPLY)
    # [12.5.1] on foot, and whether for the second time in a Combat Phase
    on_foot = bool(walkers) and (lack > 0 or any(not is_combat(name) for name in walkers))
    again = terms.cause == "combat" and any(state.retreats.get(name) for name in walkers)  # [12.5.1]
    waiting = [state.units[name].at for name in _empty_trucks(state, [n for n in names if n not in core])]
    return Party(
        gaits=frozenset(gait_of(name) for name in core),
        on_foot=on_foot,
        lifts=frozenset(at for at in waiting if waiting.count(at) >= lack) if on_foot else frozenset(),
        exhausted=on_foot and again,
        fleeing=any(state.units[name].order == FULL_RETREAT for name in core),
        immobile=any(is_combat(name) and counters()[name].immobile for name in core),
        escorted=any(is_combat(name) for name in core),
    )


def _empty_trucks(state: NorthAfrica, names: Sequence[str]) -> list[str]:
    return [n for n in names if n != SUPPLY and role_of(n) == "truck" and not state.units[n].loaded]


# --- every way that is survived


def ways_of(state: NorthAfrica, terms: Terms, names: Sequence[str]) -> Ways:
    """The ways on which these pieces survive, and those they may take."""
    party = party_of(state, terms, names)
    if party.immobile or party.exhausted:
        return NO_WAYS
    found = _surviving(state, terms, party)
    pieces = tuple(n for n in names if n != SUPPLY and state.units[n].at == terms.start)
    return Ways(found, _guided(state, pieces, found))


def is_lost_anywhere(state: NorthAfrica, terms: Terms, names: Sequence[str]) -> bool:
    """[12.2.1] Whether these pieces would be eliminated wherever they went; how far units on foot get is another
    matter [12.5.1]."""
    party = party_of(state, terms, names)
    if party.immobile:
        return True
    return not _surviving(state, terms, party._replace(on_foot=False), mechanised=not party.on_foot)


def _surviving(state: NorthAfrica, terms: Terms, party: Party, mechanised: bool = True) -> tuple[Way, ...]:
    derived, key = state.layout.derived, ("retreat ways", terms, party, mechanised)
    known: tuple[Way, ...] | None = derived.get(key)
    if known is None:
        known = tuple(Search(state, terms, party, terms.shortest, terms.longest).ways())
        if not known and mechanised and terms.cause != "disengagement":
            farther = terms.longest + EXTRA  # [12.2.1] if nothing else saves them; on foot nobody gets so far
            known = tuple(Search(state, terms, party, farther, farther).ways())
        derived[key] = known
    return known


class Search:
    """All ways of a party, hex by hex; those that end in elimination are not followed."""

    def __init__(self, state: NorthAfrica, terms: Terms, party: Party, shortest: int, longest: int) -> None:
        facing = front(state, terms.side)
        self.terms, self.party, self.shortest, self.longest = terms, party, shortest, longest
        self.havens = havens(state, terms)
        friends = _friends(state, terms)
        self.peril = facing.full - friends  # [12.2.1] friends who are not part of the stack negate zones
        self.deadly = facing.overlapping - friends
        # [12.1.3] for the third guideline those who have retreated this phase do not
        self.unquiet = facing.full - frozenset(at for at in friends if _stands_fresh(state, terms, at))
        self.closed = barred(state, terms, party, facing)

    def ways(self) -> Iterator[Way]:
        return self._onward(Way((self.terms.start,), 0, 0, False), 0, 0, self.party.on_foot)

    def _onward(self, way: Way, row: int, perils: int, walking: bool) -> Iterator[Way]:
        here, length = way.end, len(way.path)
        walking = walking and here not in self.party.lifts
        if walking and length > limits().foot_retreat:
            return
        away = board().distance(self.terms.start, here)
        for there in open_steps(self.party.gaits, here):
            if there in way.path or there in self.closed:
                continue
            path = (*way.path, there)
            if there < 0:  # [12.2.1] an Off Map Box fulfils the retreat
                yield Way(path, way.zones, way.backward, False)
                continue
            sand = row + 1 if there in desert() else 0
            crossed = perils + (there in self.peril)
            if sand > terrain("trackless_desert").consecutive or crossed > ONE_ZONE or there in self.deadly:
                continue
            backward = way.backward + (board().distance(self.terms.start, there) <= away)
            onward = Way(path, way.zones + (there in self.unquiet), backward, False)
            if there not in self.peril:
                if length >= self.shortest:
                    yield onward
                elif there in self.havens:
                    yield onward._replace(early=True)
            if length < self.longest:
                yield from self._onward(onward, sand, crossed, walking)


def havens(state: NorthAfrica, terms: Terms) -> frozenset[int]:
    """[12.4, 13.3.2] Where a retreat may stop early: own ports and Fortifications, and for an automatic one friends who
    are not in Full Retreat."""
    harbours = controlled_ports(state, terms.side)
    forts = {at for at, fort in state.forts.items() if fort.complete and fort.side == terms.side}
    friends = _friends(state, terms) if terms.cause == "automatic" else frozenset()
    return frozenset((*harbours, *forts, *friends))


def barred(state: NorthAfrica, terms: Terms, party: Party, facing: Front) -> frozenset[int]:
    """[12.2.1] Hexes with enemy Combat Units and enemy boxes; for units already in Full Retreat all that the enemy
    holds [13.3.2], for Non-Combat Units by themselves his [5.8.3]; for those who disengage enemy zones without a
    friend [27.5.4]."""
    closed = facing.closed | facing.fleeing
    if party.fleeing:
        closed |= enemy_holdings(state, terms.side)
    if party.fleeing or not party.escorted:
        closed |= prey(state, terms.side)
    if terms.cause == "disengagement":
        closed |= facing.full - _friends(state, terms)
    return closed


def _friends(state: NorthAfrica, terms: Terms) -> frozenset[int]:
    """[12.2.1] Hexes with Combat Units, not in Full Retreat, that are no part of the retreating stack."""
    units = state.units
    own = {units[name].at for name in terms.stack}
    alone = {
        at for at in own if all(n in terms.stack or units[n].order == FULL_RETREAT for n in state.at(at, terms.side))
    }
    return steady_hexes(state, terms.side) - alone


def _stands_fresh(state: NorthAfrica, terms: Terms, at: int) -> bool:
    """[12.1.3] Whether somebody there has not retreated in this Combat Phase."""
    return any(
        name not in terms.stack and not state.retreats.get(name) and state.units[name].order != FULL_RETREAT
        for name in state.at(at, terms.side)
    )


@cache
def open_steps(gaits: frozenset[Gait], here: int) -> Path:
    """[12.2.1] The places next to one to which all of these gaits may go."""
    return tuple(there for there in steps_from(here) if all(step_cost(gait, here, there) is not None for gait in gaits))


# --- the guidelines


def _guided(state: NorthAfrica, names: Sequence[str], found: Sequence[Way]) -> tuple[Way, ...]:
    """[12.1.3] The first two guidelines have made the search; the others in turn. To stop early is an option that must
    only be no worse than going on in zones and direction [12.4]."""
    whole = [way for way in found if not way.early]
    early = [way for way in found if way.early]
    if not found:
        return ()
    best = min((way.zones, way.backward) for way in whole or early)
    straight = [way for way in whole if (way.zones, way.backward) == best]
    stops = [way for way in early if (way.zones, way.backward) <= best]
    supplied = {end: ends_in_supply(state, names, end) for end in sorted({way.end for way in straight})}
    if any(supplied.values()):
        straight = [way for way in straight if supplied[way.end]]
    return (*straight, *stops)


def ends_in_supply(state: NorthAfrica, names: Sequence[str], end: int) -> bool:
    """[12.1.3] The fifth guideline, for all who go there."""
    return all(would_be_in_supply(state, name, end) for name in names)


# --- what is wrong with a way


def check_way(state: NorthAfrica, terms: Terms, names: Sequence[str], path: Path) -> None:
    """Refuse a way that these pieces may not take, with the guideline that it breaks."""
    ways = ways_of(state, terms, names)
    if any(way.path == path for way in ways.allowed):
        return
    _check_steps(path)
    if not ways.found:
        raise Refusal("12.2.1", f"{_told(names)} cannot survive this retreat or any other")
    way = next((each for each in ways.found if each.path == path), None)
    if way is None:
        raise _why_lost(state, terms, names, path)
    fellows = [each for each in ways.found if not each.early] or ways.found
    if way.zones > min(each.zones for each in fellows):
        raise Refusal("12.1.3", "third guideline: another retreat enters fewer enemy Zones of Control")
    if (way.zones, way.backward) > min((each.zones, each.backward) for each in fellows):
        raise Refusal(
            "12.1.3", "fourth guideline: in another retreat each hex is farther from where they were attacked"
        )
    raise Refusal("12.1.3", f"fifth guideline: at {board().name(way.end)} they would be Out of Supply, elsewhere not")


def _check_steps(path: Path) -> None:
    for here, there in pairwise(path):
        if there not in steps_from(here):
            raise Refusal("12.1.1", f"{board().name(here)} and {board().name(there)} are not adjacent")
    if len(set(path)) < len(path):
        raise Refusal("12.1.3", "first guideline: each hex is entered only once")


def _why_lost(state: NorthAfrica, terms: Terms, names: Sequence[str], path: Path) -> Refusal:
    """Why a way of single steps is not one of those that are survived."""
    party = party_of(state, terms, names)
    search = Search(state, terms, party, terms.shortest, terms.longest)
    perils = row = 0
    for here, there in pairwise(path):
        where = board().name(there)
        if there in search.closed:
            return _why_closed(state, terms, party, there)
        if there not in open_steps(party.gaits, here):
            return Refusal("12.2.1", f"{_told(names)} may not cross from {board().name(here)} to {where}")
        row = row + 1 if there in desert() else 0
        if row > terrain("trackless_desert").consecutive:
            return Refusal("12.2.1", f"{where} would be the third desert hex in a row")
        if there in search.deadly:
            return Refusal("12.2.1", f"enemy zones overlap in {where}")
        perils += there in search.peril
        if perils > ONE_ZONE:
            return Refusal("12.2.1", f"{where} would be the second enemy zone entered")
    length = len(path) - 1
    if party.on_foot and length > limits().foot_retreat:
        return Refusal("12.5.1", f"units on foot may not retreat more than {plural(limits().foot_retreat, 'hex')}")
    if length not in range(terms.shortest, terms.longest + 1):
        return Refusal("12.1.1", f"the retreat is {plural(told_length(terms), 'hex')}, not {length}")
    return Refusal("12.2.1", f"a retreat that ends in the enemy zone at {board().name(path[-1])} is fatal")


def told_length(terms: Terms) -> str:
    """For a reader."""
    if terms.shortest == terms.longest:
        return str(terms.shortest)
    return f"{terms.shortest} to {terms.longest}"


def _why_closed(state: NorthAfrica, terms: Terms, party: Party, there: int) -> Refusal:
    facing, where = front(state, terms.side), board().name(there)
    if there < 0:
        return Refusal("12.2.1", f"{where} is not one of their boxes")
    if there in facing.occupied:
        return Refusal("12.2.1", f"enemy Combat Units are at {where}")
    if not party.escorted and there in prey(state, terms.side):
        return Refusal("5.8.3", f"without a Combat Unit they may not enter {where}, where enemy Non-Combat Units are")
    if terms.cause == "disengagement":
        return Refusal("27.5.4", f"{where} is in an enemy zone with no friendly unit")
    return Refusal("13.3.2", f"units in Full Retreat may not enter {where}, which the enemy holds")


def _told(names: Sequence[str]) -> str:
    return ", ".join(names)
