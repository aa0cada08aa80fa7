"""[8] Supply networks: chains of installations, each at most twenty movement factors from the next, to a terminal.

A `Network` is what one side can draw on as it stands. It depends only on where terminals and installations are and
which hexes no line may pass, so that it is worked out once for most moves of a phase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, bardia, base, board, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.routes import regular_routes, supply_graph
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, side_of

SEARCHED = 6  # segments: how far off a source is looked for to say what is wrong with a line


class Network:
    """[8.2] The terminals and installations that hang together, and whom they reach."""

    def __init__(self, side: Side, terminals: frozenset[int], depots: frozenset[int], blocked: frozenset[int]) -> None:
        self.side, self.blocked = side, blocked
        self.terminals = terminals - blocked
        self.live: dict[int, int] = {}  # [8.2] installation -> the installation or terminal it hangs on
        reaches = self._hang(depots)
        # [8.3.2] some terminals are installations too, the others serve units only through an installation
        self.sources: dict[int, Reach] = {
            at: reached for at, reached in reaches.items() if at in self.live or at in installed_terminals(side)
        }
        self.served = _the_same(frozenset(self.sources).union(*(reached.hexes for reached in self.sources.values())))
        # [8.2] what an enemy zone closes to lines from elsewhere still serves whoever comes there and negates the zone
        self.at_home = (terminals & (depots | installed_terminals(side))).union(self.live, _only_occupants(side))

    def _hang(self, depots: frozenset[int]) -> dict[int, Reach]:
        """[8.2] Wave after wave from the terminals, each installation on the nearest before it; what each reaches."""
        reaches = wave = {at: segment(at, self.blocked) for at in sorted(self.terminals)}
        while wave:
            hanging = {
                depot: min(
                    (source for source, reached in wave.items() if depot in reached),
                    default=None,
                    key=lambda source: wave[source].points(depot),
                )
                for depot in sorted(depots - self.live.keys() - self.terminals)
            }
            fresh = {depot: source for depot, source in hanging.items() if source is not None}
            self.live |= fresh
            # a line may not end in an enemy zone either
            wave = {depot: segment(depot, self.blocked) for depot in fresh if depot not in self.blocked}
            reaches |= wave
        self.live |= {terminal: terminal for terminal in self.terminals & depots}
        return reaches

    def supplies(self, hexagon: int) -> bool:
        """[8.5] Whether a line from there makes general supply."""
        return hexagon in self.served

    def would_supply(self, hexagon: int) -> bool:
        """[8.2, 8.3.2] Whether a unit would be in supply if it stood there."""
        return hexagon in self.served or hexagon in self.at_home

    @cached_property
    def unserved(self) -> frozenset[int]:
        """The hexes in which a unit would be out of supply."""
        return _the_same(_everywhere().difference(self.served, self.at_home))

    def nearest(self, hexagon: int) -> tuple[int, int] | None:
        """How many movement factors away the nearest source is for a unit there, and in which hex."""
        offers = [
            (0 if source == hexagon else reached.points(hexagon), source)
            for source, reached in self.sources.items()
            if source == hexagon or hexagon in reached
        ]
        return min(offers, default=None)

    def attack_sources(self, hexagon: int, moved: Collection[int]) -> list[int]:
        """[8.5] What gives attack supply to a unit there: within eight movement factors, not carried this turn."""
        near = limits().attack_range
        return [
            source
            for source, reached in self.sources.items()
            if source not in moved
            if source == hexagon or (hexagon in reached and reached.points(hexagon) <= near)
        ]

    def line(self, hexagon: int) -> tuple[int, ...]:
        """[8.2] From a unit that is in supply along installations to the terminal, hex by hex."""
        found = self.nearest(hexagon)
        assert found is not None, hexagon
        source = found[1]
        way = list(_way(self.sources[source], hexagon, source))
        while source not in self.terminals:
            onward = self.live[source]
            way += _way(segment(onward, self.blocked), source, onward)[1:]
            source = onward
        return tuple(way)


@cache
def _everywhere() -> frozenset[int]:
    return frozenset(range(len(board())))


@lru_cache(maxsize=128)
def _the_same(hexes: frozenset[int]) -> frozenset[int]:
    """One object for equal sets: floods bound by them are known again quickly, and most networks serve the same hexes
    as the one before."""
    return hexes


def _way(reached: Reach, hexagon: int, source: int) -> tuple[int, ...]:
    return (source,) if hexagon == source else tuple(reversed(reached.path(hexagon)))


def segment(source: int, blocked: Collection[int]) -> Reach:
    """[8.1, 8.2] Every hex from which a line reaches this one within twenty movement factors."""
    return _segment(source, _near(source).intersection(blocked))


@lru_cache(maxsize=512)
def _segment(source: int, blocked: frozenset[int]) -> Reach:
    closing = bytearray(len(board()))
    for hexagon in blocked:
        closing[hexagon] = 1  # a unit there may trace a line from its own hex, but none leads through
    going = Going(limits().supply_range, 0, (), closing)
    return fields.reach(supply_graph(), supply_graph().end(source), going).packed()


@lru_cache(maxsize=128)  # some ten kilobytes each
def _near(source: int) -> frozenset[int]:
    """The hexes that can matter for lines to this one: those from which one leads there when none is blocked."""
    return frozenset((source, *_segment(source, frozenset())))


@lru_cache(maxsize=32)
def _network(side: Side, terminals: frozenset[int], depots: frozenset[int], blocked: frozenset[int]) -> Network:
    return Network(side, terminals, depots, blocked)


def forget_networks() -> None:
    """Give up those of the positions seen last, and the segments they were made of."""
    _network.cache_clear()
    _segment.cache_clear()
    _the_same.cache_clear()


# --- what a side has


def terminals(state: PanzerarmeeAfrika, side: Side) -> frozenset[int]:
    """[8.3.1, 8.3.2] The home base, Tobruk and the enemy's base while the side controls them."""
    return _terminals(*(state.holder(at) == side for at in (agheila(), alexandria(), tobruk())))


@cache
def _terminals(west: bool, east: bool, fort: bool) -> frozenset[int]:
    """Of who holds the base of the Axis, that of the Allies and Tobruk."""
    return frozenset((*base("axis") * west, *base("allied") * east, *(tobruk(),) * fort))


@cache
def installed_terminals(side: Side) -> frozenset[int]:
    """[8.3.2] The terminals that are installations too: for the Allies the Alexandria base and Tobruk."""
    return frozenset((*base("allied"), tobruk())) if side == "allied" else frozenset()


@cache
def _only_occupants(side: Side) -> frozenset[int]:
    """[8.3.2] Bardia supplies the Allied units in it and nobody else."""
    return frozenset((bardia(),)) if side == "allied" else frozenset()


def blocked_hexes(state: PanzerarmeeAfrika, side: Side, without: Collection[str] = ()) -> frozenset[int]:
    """[8.2] Enemy units, and enemy zones that no friendly unit negates. `without`: own units that are not counted."""
    facing, groups = front(state, side), (state.layout.stands[side], state.layout.lorries[side])
    found: frozenset[int] | None = state.layout.derived.get(("blocked", side))
    if found is None:
        negated = facing.controlled.intersection(chain(*groups))
        found = state.layout.derived["blocked", side] = facing.blocking(negated)
    if not without:
        return found
    left = {state.units[name].at for name in without} & facing.controlled
    return found | {at for at in left if all(name in without for group in groups for name in group.get(at, ()))}


def network(state: PanzerarmeeAfrika, side: Side) -> Network:
    """[8.2] The network of a side as it stands."""
    found: Network | None = state.layout.derived.get(("network", side))
    if found is None:
        found = network_with(state, side, frozenset(state.layout.depots[side]))
        state.layout.derived["network", side] = found
    return found


def network_with(
    state: PanzerarmeeAfrika, side: Side, depots: frozenset[int], without: Collection[str] = ()
) -> Network:
    """The network if the installations stood in these hexes and some own units were elsewhere."""
    return network_between(state, side, depots, blocked_hexes(state, side, without))


def network_between(state: PanzerarmeeAfrika, side: Side, depots: frozenset[int], blocked: frozenset[int]) -> Network:
    """The network if the installations stood in these hexes and no line passed those."""
    return _network(side, terminals(state, side), depots, blocked)


def depots_without(state: PanzerarmeeAfrika, side: Side, gone: Collection[str]) -> frozenset[int]:
    """The hexes with installations when some are not counted."""
    held = state.layout.depots[side]
    return frozenset(at for at, names in held.items() if any(name not in gone for name in names))


def network_after_leaving(state: PanzerarmeeAfrika, side: Side, names: Collection[str]) -> Network:
    """The network once these units have left their hex: an enemy zone they negated may close it."""
    at = state.units[next(iter(names))].at
    if not front(state, side).zone[at] or _others_at(state, side, at, names):
        return network(state, side)
    key = ("network without", tuple(names))
    found: Network | None = state.layout.derived.get(key)
    if found is None:
        found = network_with(state, side, frozenset(state.layout.depots[side]), names)
        state.layout.derived[key] = found
    return found


def _others_at(state: PanzerarmeeAfrika, side: Side, hexagon: int, names: Collection[str]) -> bool:
    """[8.2] Whether somebody but these is in a hex to negate a zone."""
    groups = (state.layout.stands[side], state.layout.lorries[side])
    return any(name not in names for group in groups for name in group.get(hexagon, ()))


# --- who is in supply


def in_supply(state: PanzerarmeeAfrika, name: str, side: Side) -> bool:
    """[8.2] A unit on the map, as things stand now; a dismounted unit never is [13.6]."""
    unit = state.units[name]
    return not unit.dismounted and network(state, side).would_supply(unit.at)


def attack_sources(state: PanzerarmeeAfrika, side: Side, hexagon: int) -> list[int]:
    """[8.5, 12.3] The hexes of the installations that put a unit here in attack supply."""
    net, moved = network(state, side), moved_depots(state, side)
    sources = net.attack_sources(hexagon, moved)
    at_home = (hexagon in net.at_home and hexagon not in moved) or hexagon in _only_occupants(side)
    if at_home and hexagon not in sources:
        sources.append(hexagon)
    return sources


def moved_depots(state: PanzerarmeeAfrika, side: Side) -> frozenset[int]:
    """[8.5] Hexes whose installation was carried this turn; a terminal there serves all the same."""
    found: frozenset[int] | None = state.layout.derived.get(("moved depots", side))
    if found is None:
        hexes = state.layout.depots[side]
        serving = terminals(state, side) & installed_terminals(side)
        found = state.layout.derived["moved depots", side] = frozenset(
            at for at, names in hexes.items() if all(name in state.treks for name in names) and at not in serving
        )
    return found


def dependants(state: PanzerarmeeAfrika, side: Side, net: Network, moving: Mapping[str, int] = {}) -> list[str]:
    """[8.4.1, 8.4.2] Units in supply now that would be out of it by this network, of those whom their side may not put
    out: every Allied regular and transport unit, Italian regular units. `moving` ones are taken as elsewhere."""
    return [
        name
        for name in bound_units(state, side)
        if not state.units[name].out
        if (at := moving.get(name, state.units[name].at)) >= 0
        if not net.would_supply(at)
        if in_supply(state, name, side)
    ]


def bound_units(state: PanzerarmeeAfrika, side: Side) -> Iterable[str]:
    """[8.4.1, 8.4.2] The units on the map that their side may never put out of supply."""
    for names in state.layout.stands[side].values():
        for name in names:
            if is_bound(name):
                yield name
    if side == "allied":
        for names in state.layout.lorries[side].values():
            yield from names


@cache
def is_bound(name: str) -> bool:
    """[8.4.1, 8.4.2, 11.1.1] Allied units and lorries and Italian units must stay in supply; Germans need not."""
    return side_of(name) == "allied" or (role_of(name) == "unit" and counters()[name].nation == "IT")


def broken_line(state: PanzerarmeeAfrika, side: Side, hexagon: int, network_then: Network | None = None) -> str:
    """What is wrong with the nearest line from a hex, in words: now, or in a network to come."""
    net, name = network_then or network(state, side), board().name
    sources = set(net.sources)
    if hexagon in state.layout.depots[side]:
        sources |= net.terminals  # an installation may hang on any terminal
    if not sources:
        return f"there is no installation in supply for {name(hexagon)} to draw on"
    everywhere = Going(SEARCHED * limits().supply_range, 0, (), bytes(len(board())))
    wide = fields.reach(regular_routes().graph, hexagon, everywhere)
    near = min((at for at in sources if at in wide), key=wide.points, default=None)
    if near is None:
        return f"there is no source of supply anywhere near {name(hexagon)}"
    way = "-".join(name(at) for at in wide.path(near))
    cut = next((at for at in wide.path(near)[1:] if at in net.blocked), None)
    if cut is not None and wide.points(near) <= limits().supply_range:
        held = "enemy units" if cut in front(state, side).occupied else "an enemy zone"
        return f"the line {way} is cut at {name(cut)} by {held}"
    allowed = limits().supply_range
    return f"the nearest installation, at {name(near)}, is {wide.points(near)} MF away ({way}); {allowed} are allowed"


# --- the two times at which supply is judged


def judge(state: PanzerarmeeAfrika, side: Side) -> dict[str, bool]:
    """[8.4] For every regular and transport unit of a side on the map, whether it is out of supply."""
    layout, net = state.layout, network(state, side)
    verdict: dict[str, bool] = {}
    for group in (layout.stands[side], layout.lorries[side]):
        for at, names in group.items():
            served = net.would_supply(at)
            for name in names:
                verdict[name] = state.units[name].dismounted or not served
    return verdict


def allied_in_supply_within(state: PanzerarmeeAfrika, hexagon: int, far: int) -> bool:
    """[11.2] Whether an in-supply Allied unit stands within so many hexes."""
    return any(
        board().distance(at, hexagon) <= far and any(not state.units[name].out for name in names)
        for at, names in state.layout.stands["allied"].items()
    )
