"""What comes ashore, and where."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.values import Action
from sandtable.games.afrika_korps.arrivals.phase import offered_supply, raisable, reinforcements_due, units_at_sea
from sandtable.games.afrika_korps.ground.reach import reach
from sandtable.games.afrika_korps.ground.zones import front
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
    roomy = _roomy(state, side)
    if sailing := units_at_sea(state, side):
        return Land(_best(sailing), board().name(_port(state, side, roomy or state.books[side].ports)))
    if not roomy:
        return Done()
    if due := reinforcements_due(state, side):
        return Land(_best(due), board().name(_port(state, side, roomy)))
    if dead := raisable(state, side):
        return Raise(_best(dead), board().name(_port(state, side, roomy)))
    return Done()


def _best(names: Iterable[str]) -> str:
    return max(names, key=lambda name: (worth(name), name))


def _roomy(state: AfrikaKorps, side: str) -> tuple[int, ...]:
    """[6.1, 19.3] The ports where whoever lands finds room or a way on: elsewhere he would only be given up again."""
    return tuple(port for port in state.books[side].ports if _has_room(state, side, port))


def _has_room(state: AfrikaKorps, side: str, port: int) -> bool:
    """Whether those above the limit, and one more, find room where the enemy's zones do not reach."""
    there, most, zone = state.at(port, side), limits().stacking, front(state, side).zone
    if len(there) < most:
        return True
    ways_out = (at for at in reach(state, there[0]).hexes if at != port and not zone[at])
    return len(there) - most < sum(max(0, most - len(state.at(at, side))) for at in ways_out)


def _port(state: AfrikaKorps, side: str, harbours: tuple[int, ...]) -> int:
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
