"""[5.2 II B, 32.35, 32.36] Supply Units by sea between African ports: Axis coastal ships, and Commonwealth transports.

By rail they go in `rail` [32.34].
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room
from sandtable.games.campaign_for_north_africa.logistics.orders import Ship
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import coastal_ships, limits
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import port
from sandtable.games.campaign_for_north_africa.map import LIBYA, board, country, ports
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.scenario_files import scenarios
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TUNIS, Campaign
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply

AXIS: Side = "axis"
COMMONWEALTH: Side = "commonwealth"
BIZERTA = "Bizerta"
BOX_PORTS = {TRIPOLI: "Tripoli", TUNIS: BIZERTA}
SEA_PORTS = ("Alexandria", "Benghazi", "Tobruk")  # [32.36]
STAGES = 3  # [5.1] in which a port works in a Game-Turn
TENTHS = 10
SUPPLIES, TROOPS = "supplies", "troops"  # [30.53, 32.36] what has gone by sea


# Ports


def port_name(at: int) -> str:
    """The port in a hex or box; nothing elsewhere."""
    return BOX_PORTS.get(at, "") if at < 0 else ports().get(at, "")


def efficiency(state: Campaign, name: str) -> Fraction:
    """[55.3] The share of its capacity that a port has; a level above its own is printed in tenths."""
    full = port(name).level
    found = scenarios()[state.scenario].ports.get(name, full) if state.scenario in scenarios() else full
    return Fraction(found, full if found <= full else TENTHS)


def is_friendly(state: Campaign, side: str, at: int) -> bool:
    """[32.35, 32.36] Who was there last; where nobody has been, Libya is Italian and Egypt British."""
    name = port_name(at)
    if at == TRIPOLI:
        return side == AXIS
    if at == TUNIS:
        return side == AXIS and state.control.get(board().name(at)) == AXIS
    holder = state.holder(at) or state.control.get(board().name(at))
    if holder is None:
        holder = AXIS if country(at) == LIBYA else COMMONWEALTH
    return bool(name) and holder == side


def turn_tons(state: Campaign, name: str) -> int:
    """[55.3] Tons that a port handles in the three Operations Stages of a Game-Turn."""
    return int(STAGES * port(name).tons * efficiency(state, name))


def _goal(action: Ship, case: str) -> int:
    at = board().named_location(action.to, case)
    if not port_name(at):
        raise Refusal(case, f"{action.to} is not a port")
    return at


def _check_cargo(state: Campaign, side: Side, name: str, case: str) -> None:
    unit = state.supply.get(name)
    if unit is None or unit.side != side:
        raise Refusal(case, f"there is no Supply Unit {name} of yours")
    if unit.journey is not None:
        raise Refusal("8.84", f"{name} is in transit")
    if not port_name(unit.at):
        raise Refusal(case, f"{name} is not in a port")
    if unit.moved:
        raise Refusal(case, f"{name} has moved in this Operations Stage")


def _check_ends(state: Campaign, side: Side, start: int, goal: int, case: str) -> None:
    if port_name(goal) == port_name(start):
        raise Refusal(case, "a ship sails from one port to another")
    for at in (start, goal):
        if not is_friendly(state, side, at):
            raise Refusal(case, f"{port_name(at)} is not in {side} hands")


def _sail(draft: Draft[Campaign], name: str, goal: int) -> None:
    """What carried it stays behind."""
    unit = draft.state.supply[name]
    if unit.motors:
        add_motors(draft, unit.side, unit.at, unit.motors)
    change_supply(draft, name, at=goal, motors=0)
    draft.note("shipped", side=unit.side, supply=name, path=[board().name(unit.at), board().name(goal)])


# Axis coastal shipping [32.35]


def open_tactical_shipping(draft: Draft[Campaign]) -> None:
    """[5.2 II B, 32.35] Once in a Game-Turn, if anything could be shipped."""
    frame = CoastalShipping(AXIS)
    if len(frame.actions(draft.state, AXIS)) > 1:
        draft.push(frame)


def coastal_loads() -> int:
    """[32.35] Supply Units that the coastal ships carry: a large one alone, small ones in pairs."""
    tons = coastal_ships().values()
    need = limits().coastal_tons
    alone = [each for each in tons if each >= need]
    small = iter([each for each in tons if each < need])
    return len(alone) + sum(a + b >= need for a, b in zip(small, small, strict=False))


class CoastalShipping(Decision[Campaign], frozen=True):
    """[32.35] Which Supply Units go by coastal ships in this Game-Turn, and where to."""

    side: Side
    sailed: tuple[tuple[str, str], ...] = ()  # from port to port

    def prompt(self, state: Campaign) -> str:
        return f"Ship Supply Units along the coast: {coastal_loads() - len(self.sailed)} more may go."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        places = (*BOX_PORTS, *ports())
        orders = [
            Ship(name, board().name(goal))
            for name, unit in state.supply.items()
            if unit.at in places
            for goal in places
        ]
        return Listing[Action]((Done(),), [order for order in orders if may(self.check, state, self.side, order)])

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Ship):
            raise Refusal("32.35", "say what to ship and where, or: done")
        if len(self.sailed) >= coastal_loads():
            raise Refusal("32.35", "the coastal ships can carry no more Supply Units")
        goal = _goal(action, "32.35")
        _check_cargo(state, self.side, action.name, "32.35")
        start = state.supply[action.name].at
        _check_ends(state, self.side, start, goal, "32.35")
        for at in (start, goal):
            self._check_port(state, at)
        check_room(state, self.side, goal, 1)

    def _check_port(self, state: Campaign, at: int) -> None:
        if self._works(state, at):
            return
        name = port_name(at)
        raise Refusal("32.35", f"{name} handles {turn_tons(state, name)} tons in a Game-Turn")

    def _works(self, state: Campaign, at: int) -> bool:
        """Whether a port can handle one more Supply Unit in this Game-Turn."""
        used = sum(port_name(at) in ends for ends in self.sailed)
        return used < turn_tons(state, port_name(at)) // limits().coastal_tons

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Ship):
            draft.pop()
            return
        start, goal = draft.state.supply[action.name].at, board().location(action.to)
        _sail(draft, action.name, goal)
        left = replace(self, sailed=(*self.sailed, (port_name(start), port_name(goal))))
        if len(left.actions(draft.state, side)) > 1:
            draft.swap(left)
        else:
            draft.pop()


# Commonwealth sea transport [32.36]


def open_sea_transport(draft: Draft[Campaign]) -> None:
    """[5.2 III D, 32.36] If anything could sail."""
    frame = SeaTransport(COMMONWEALTH)
    if len(frame.actions(draft.state, COMMONWEALTH)) > 1:
        draft.push(frame)


class SeaTransport(Decision[Campaign], frozen=True):
    """[32.36] Which Supply Unit goes by sea in this Operations Stage, and where to."""

    side: Side

    def prompt(self, state: Campaign) -> str:
        return "Ship a Supply Unit between Alexandria, Benghazi and Tobruk."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        orders = [Ship(name, board().name(goal)) for name in state.supply for goal in ports()]
        return Listing[Action]((Done(),), [order for order in orders if may(self.check, state, self.side, order)])

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Ship):
            raise Refusal("32.36", "say what to ship and where, or: done")
        if state.shipped >= limits().sea_supply_units:
            raise Refusal("32.36", "only one Supply Unit may sail in an Operations Stage")
        goal = _goal(action, "32.36")
        _check_cargo(state, self.side, action.name, "32.36")
        start = state.supply[action.name].at
        for at in (start, goal):
            if port_name(at) not in SEA_PORTS:
                raise Refusal("32.36", f"no transport calls at {port_name(at)}")
        _check_ends(state, self.side, start, goal, "32.36")
        if efficiency(state, port_name(goal)) * 100 < limits().sea_port_percent:
            raise Refusal("32.36", f"{port_name(goal)} works at less than half of its capacity")
        check_room(state, self.side, goal, 1)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Ship):
            return
        start, goal = draft.state.supply[action.name].at, board().location(action.to)
        _sail(draft, action.name, goal)
        sailing = SUPPLIES, port_name(start), port_name(goal)
        draft.change(shipped=draft.state.shipped + 1, sailings=(*draft.state.sailings, sailing))
