"""What may be laid over the map: the supply networks, what they reach, zones of control, forts, places that count."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.offers import Layer
from sandtable.games.panzerarmee_afrika.map import base, board, fort_zones
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, counted_hexes, enemy_of
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources, in_supply, network, segment


def layers(state: PanzerarmeeAfrika) -> list[Layer]:
    return [
        *(_network_layer(state, side) for side in SIDES),
        *(_general_layer(state, side) for side in SIDES),
        *(_attack_layer(state, side) for side in SIDES),
        *(_zones_layer(state, side) for side in SIDES),
        _forts_layer(state),
        _control_layer(state),
    ]


def _named(hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple(board().name(at) for at in hexes)


def _network_layer(state: PanzerarmeeAfrika, side: Side) -> Layer:
    """[8.2] From each installation to that on which it hangs, from each stack to its nearest source; broken where
    installations or units have no line."""
    net, layout = network(state, side), state.layout
    chain = [segment(onward, net.blocked).path(at) for at, onward in net.live.items() if at != onward]
    stacks = sorted({*layout.stands[side], *layout.lorries[side]})
    spurs = [net.sources[found[1]].path(at) for at in stacks if (found := net.nearest(at)) and found[0]]
    stray = {at for at in layout.depots[side] if at not in net.live}
    return Layer(
        f"network-{side}",
        f"Supply network, {side.title()}",
        dict.fromkeys(_named(sorted(net.sources)), side),
        tuple(_named(line) for line in (*chain, *spurs)),
        _named(sorted(stray | _hungry(state, side))),
    )


def _hungry(state: PanzerarmeeAfrika, side: Side) -> set[int]:
    """Hexes with units or transport units that have no line now."""
    layout = state.layout
    return {
        at
        for group in (layout.stands[side], layout.lorries[side])
        for at, names in group.items()
        if not all(in_supply(state, name, side) for name in names)
    }


def _general_layer(state: PanzerarmeeAfrika, side: Side) -> Layer:
    """[8.2, 8.5]"""
    net = network(state, side)
    hexes = [at for at in range(len(board())) if board().playable[at] and net.would_supply(at)]
    return Layer(f"general-{side}", f"General supply, {side.title()}", dict.fromkeys(_named(hexes), side))


def _attack_layer(state: PanzerarmeeAfrika, side: Side) -> Layer:
    """[8.5]"""
    hexes = [at for at in range(len(board())) if board().playable[at] and attack_sources(state, side, at)]
    return Layer(f"attack-{side}", f"Attack supply, {side.title()}", dict.fromkeys(_named(hexes), side))


def _zones_layer(state: PanzerarmeeAfrika, side: Side) -> Layer:
    """[3]"""
    zone = front(state, enemy_of(side)).controlled
    return Layer(f"zones-{side}", f"Zones of control, {side.title()}", dict.fromkeys(_named(sorted(zone)), side))


def _forts_layer(state: PanzerarmeeAfrika) -> Layer:
    """[3, 12.1.1] The zones of forts, by who holds the fort: the other side must attack from there."""
    hexes = {board().name(at): state.holder(fort) for fort, zone in fort_zones().items() for at in (fort, *zone)}
    return Layer("forts", "Zones of the forts", dict(hexes))


def _control_layer(state: PanzerarmeeAfrika) -> Layer:
    """[5, 5.1] Whoever holds the centre of a base has the base."""
    held: dict[str, str] = {board().name(at): state.holder(at) for at in counted_hexes()}
    for side in SIDES:
        hexes = base(side)
        held |= dict.fromkeys(_named(hexes), state.holder(hexes[0]))
    return Layer("control", "Control of bases and forts", held)
