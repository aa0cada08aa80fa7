"""[30.1, 30.3] Commonwealth ships: where they are sent, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made, evenly_spaced
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.contents import IN_PORT
from sandtable.games.campaign_for_north_africa.fleet.landings import (
    check_disembark,
    disembark,
    landing_places,
    ready_commandos,
)
from sandtable.games.campaign_for_north_africa.fleet.orders import Sail
from sandtable.games.campaign_for_north_africa.fleet.tables import fleet_limits, warships
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board, is_coastal, ports, terrain
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.orders import Disembark
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

OWNER: Side = "commonwealth"
ALEXANDRIA, VALLETTA = "alexandria", "valletta"
LISTED = 3  # hexes that a listing names for a ship


# Where ships go [30.15]


@cache
def roads() -> Mapping[int, int]:
    """[30.14, 30.15] The coastal hexes within range of Alexandria, and how many sea hexes away."""
    start = next(hex for hex, name in ports().items() if name.casefold() == ALEXANDRIA)
    found, seen, edge = dict[int, int](), {start}, [start]
    for distance in range(1, fleet_limits().range + 1):
        near = dict.fromkeys(hex for here in edge for hex in board().neighbours[here] if hex not in seen)
        seen.update(near)
        edge = [hex for hex in near if terrain(hex) == "sea"]
        found |= {hex: distance for hex in near if is_coastal(hex)}
    return found


def in_reach(name: str, at: int) -> tuple[int, ...]:
    """[30.21] The hexes that a ship lying before a coastal hex can bombard."""
    if not warships()[name].far:
        return (at,)
    return (at, *(hex for hex in board().neighbours[at] if hex >= 0))


def targets_from(state: Campaign, name: str, at: int) -> bool:
    """Whether an enemy stands within reach of a ship before this hex."""
    return any(state.holder(hex) == enemy_of(OWNER) for hex in in_reach(name, at))


def why_not_sail(state: Campaign, name: str) -> Refusal | None:
    """[30.16, 30.18, 30.25, 30.36, 60.4, 61.3] What keeps a ship in port."""
    ship = state.ships[name]
    if not ship.guns:
        return Refusal("30.36", f"{name} is sunk")
    if has_rule(state, "fleet_stays_at_first") and state.turn <= scenario(state.scenario).start[0]:
        case = "61.3" if scenario(state.scenario).group == 61 else "60.4"
        return Refusal(case, "the fleet does not sail in the first Game-Turn of a scenario")
    if ship.port != ALEXANDRIA:
        return Refusal("30.18", f"{name} is at Valletta and may go only to Alexandria")
    if ship.crippled:
        return Refusal("30.36", f"{name} has lost more than half of its guns and is under repair")
    if ship.owed and not 0 < ship.sea < fleet_limits().longest_at_sea:
        return Refusal("30.16", f"{name} must stay in port for {plural(ship.owed, 'more Operations Stage')}")
    return None


def has_choice(state: Campaign) -> bool:
    """Whether anybody could be shot at or put ashore, or has reason to hide at Malta."""
    ships = state.ships.items()
    if any(ship.port == VALLETTA or ship.guns < warships()[name].guns for name, ship in ships):
        return True
    ready = [name for name in state.ships if why_not_sail(state, name) is None]
    if ready and ready_commandos(state):
        return True
    return any(targets_from(state, name, at) for name in ready for at in _front(state))


def _front(state: Campaign) -> list[int]:
    """Coastal hexes within range with enemies in them or next to them."""
    near = {hex for at in stands(state, enemy_of(OWNER)) for hex in (at, *board().neighbours[at])}
    return sorted(near & roads().keys())


class FleetAssignment(Decision[Campaign], frozen=True):
    """[5.2 III E 1] Which ships go to sea, and before which hexes."""

    sent: tuple[str, ...] = ()
    exhaustive: ClassVar[bool] = False
    side: ClassVar[Side] = OWNER

    def prompt(self, state: Campaign) -> str:
        return "Assign ships to coastal hexes; `done` keeps the others in port."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """Some hexes for each ship, after every event others."""
        ways = [
            (name, at) for name, hexes in self.goals(state).items() for at in evenly_spaced(hexes, LISTED, state.count)
        ]
        ports = [Sail(name, port) for name in state.ships for port in (ALEXANDRIA, VALLETTA)]
        return Listing[Action](
            (Done(),),
            Made(ways, lambda way: Sail(way[0], board().name(way[1]))),
            [order for order in ports if may(self.check, state, self.side, order)],
            [order for order in self.landings(state) if may(self.check, state, self.side, order)],
        )

    def landings(self, state: Campaign) -> list[Sail | Disembark]:
        """[27.72] Ashore from ships that have sailed, and one more ship to the coasts that are worth it."""
        if not (names := ready_commandos(state)):
            return []
        ashore = [Disembark(name, ship) for name in names for ship in self.sent]
        ship = next((name for name in state.ships if name not in self.sent and not why_not_sail(state, name)), "")
        places = evenly_spaced(landing_places(state, iter(roads())), LISTED, state.count) if ship else ()
        return [*ashore, *(Sail(ship, board().name(at)) for at in places)]

    def goals(self, state: Campaign) -> dict[str, list[int]]:
        """For each ship that may sail the hexes before which it finds enemies."""
        ready = [name for name in state.ships if name not in self.sent and why_not_sail(state, name) is None]
        front = _front(state) if ready else []
        return {name: [at for at in front if targets_from(state, name, at)] for name in ready}

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if isinstance(action, Disembark):
            self._check_disembark(state, action)
            return
        if not isinstance(action, Sail):
            raise Refusal("5.2", "assign ships, or: done")
        if action.name not in state.ships:
            raise Refusal("30.12", f"there is no ship {action.name}")
        if action.name in self.sent:
            raise Refusal("30.15", f"{action.name} has already been assigned")
        if action.to in (ALEXANDRIA, VALLETTA):
            _check_port(state, action)
        else:
            _check_coast(state, action)

    def _check_disembark(self, state: Campaign, action: Disembark) -> None:
        if action.to not in self.sent:
            raise Refusal("27.72", f"{action.to} has not sailed in this Operations Stage")
        check_disembark(state, action, roads().get(state.ships[action.to].at, 0))

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Disembark):
            disembark(draft, action, roads()[draft.state.ships[action.to].at])
            return
        if not isinstance(action, Sail):
            draft.pop()
            return
        ship = draft.state.ships[action.name]
        if action.to in (ALEXANDRIA, VALLETTA):
            ship = replace(ship, port=action.to, mending=0)
        else:
            owed = ship.owed + fleet_limits().port_for_a_stage
            ship = replace(ship, at=board().hex(action.to), sea=ship.sea + 1, owed=owed, mending=0)
        draft.amend("ships", action.name, ship)
        draft.note("sailed", side=self.side, ship=action.name, to=action.to)
        draft.swap(replace(self, sent=(*self.sent, action.name)))


def _check_port(state: Campaign, action: Sail) -> None:
    """[30.18] Between Alexandria and Malta."""
    ship = state.ships[action.name]
    if not ship.guns:
        raise Refusal("30.36", f"{action.name} is sunk")
    if ship.port == action.to:
        raise Refusal("30.18", f"{action.name} is already there")
    if ship.crippled:
        raise Refusal("30.36", f"{action.name} has lost more than half of its guns and is under repair")
    there = sum(each.port == VALLETTA and each.guns > 0 for each in state.ships.values())
    if action.to == VALLETTA and there >= fleet_limits().in_valletta:
        raise Refusal("30.18", "Valletta is full")


def _check_coast(state: Campaign, action: Sail) -> None:
    """[30.14, 30.15]"""
    if (refusal := why_not_sail(state, action.name)) is not None:
        raise refusal
    at = board().named_hex(action.to, "30.15")
    if not is_coastal(at):
        raise Refusal("30.14", f"{action.to} is not on the coast")
    if at not in roads():
        raise Refusal("30.15", f"{action.to} is out of range")


# Damage [30.13, 30.36]


def hit(draft: Draft[Campaign], name: str, damage: int) -> None:
    """[30.34, 30.36] Damage Points come off the Gun Rating; at nothing the ship is sunk."""
    ship, full = draft.state.ships[name], warships()[name].guns
    guns = max(0, ship.guns - damage)
    draft.amend("ships", name, replace(ship, guns=guns, crippled=ship.crippled or 2 * guns < full))
    draft.note("sunk_ship" if not guns else "damaged_ship", side=OWNER, ship=name, guns=guns)


def in_harbour(state: Campaign) -> dict[str, int]:
    """[32.71] The ships in Alexandria and their guns."""
    return {
        name: ship.guns
        for name, ship in state.ships.items()
        if ship.port == ALEXANDRIA and ship.at == IN_PORT and ship.guns
    }
