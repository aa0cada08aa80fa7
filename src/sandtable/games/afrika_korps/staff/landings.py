"""What comes ashore, and where."""

from __future__ import annotations

from sandtable.core.values import Action
from sandtable.games.afrika_korps.arrivals.phase import offered_supply, raisable, reinforcements_due, units_at_sea
from sandtable.games.afrika_korps.map import board, fortresses, home_base
from sandtable.games.afrika_korps.orders import Decline, Done, Land, Raise
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.ground import travel, worth
from sandtable.games.afrika_korps.staff.picture import free_threats
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of


def land_supply(state: AfrikaKorps, side: str) -> Action:
    supply = offered_supply(state, side)
    harbours = state.books[side].ports
    if supply is None or not harbours:
        return Decline()
    return Land(supply, board().name(_supply_port(state, side, harbours)))


def _supply_port(state: AfrikaKorps, side: str, harbours: tuple[int, ...]) -> int:
    """The fortress if it has none and may be cut off; otherwise the port nearest to the army."""
    supplies = set(state.layout.supplies[side].values())
    for port in harbours:
        if port in fortresses() and port not in supplies and state.at(port, side):
            return port
    if side == "allied" and home_base(side) in harbours:
        return home_base(side)
    return min(harbours, key=lambda port: (_distance(state, side, port), port))


def _distance(state: AfrikaKorps, side: str, port: int) -> float:
    field = travel(port)
    stands = state.layout.combat[side]
    return sum(field[at] * len(names) for at, names in stands.items())


def bring_ashore(state: AfrikaKorps, side: str) -> Action:
    """Everything that is due; the best of the dead for the factors in hand."""
    harbours = state.books[side].ports
    coming = [*units_at_sea(state, side), *reinforcements_due(state, side)]
    if coming:
        name = max(coming, key=lambda n: (worth(n), n))
        return Land(name, board().name(_port(state, side, harbours, name)))
    dead = raisable(state, side)
    if dead:
        name = max(dead, key=lambda n: (worth(n), n))
        return Raise(name, board().name(_port(state, side, harbours, name)))
    return Done()


def _port(state: AfrikaKorps, side: str, harbours: tuple[int, ...], name: str) -> int:
    home = home_base(side)
    others = [port for port in harbours if port != home]
    if not others:
        return harbours[0]
    fortress = others[0]
    garrison = state.at(fortress, side)
    facts = counters()
    if side == "axis":
        return fortress
    strength = sum(facts[n].defence for n in garrison)
    threatened = free_threats(state, enemy_of(side)).danger(fortress, strength) > weights().danger["quiet"]
    if home not in harbours:
        return fortress
    return fortress if threatened and len(garrison) < limits().stacking else home
