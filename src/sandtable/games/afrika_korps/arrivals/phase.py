"""[3.1, 3.3, 12, 19, 20, 23.4, 24.3] Who controls a port, and what comes ashore there before a side moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.ground.zones import front, in_enemy_zone
from sandtable.games.afrika_korps.map import board, fortresses, home_base, home_bases, is_port, ports
from sandtable.games.afrika_korps.orders import Decline, Destroy, Done, Land, Raise
from sandtable.games.afrika_korps.pieces.counters import Counter, counters, own_supplies
from sandtable.games.afrika_korps.pieces.tables import limits, sunk_on
from sandtable.games.afrika_korps.state import (
    DEAD,
    DUE,
    EXCHANGED,
    POOL,
    ROMMEL,
    SEA,
    AfrikaKorps,
    Trek,
    Unit,
    eliminate,
    enemy_of,
    place,
    side_of,
    write_books,
)

# --- control


def controls(state: AfrikaKorps, side: str, hexagon: int) -> bool:
    """[4.3, 22.5] Units of any kind stand there, and no enemy's; a home base must also lie outside every enemy zone."""
    occupied = {side_of(name) for name in state.layout.stacks.get(hexagon, ())} == {side}
    return occupied and not (hexagon in home_bases() and in_enemy_zone(state, side, hexagon))


def own_ports(side: str) -> tuple[int, ...]:
    """[4.3, 19.7, 23.3, 23.5] Tobruch and the side's own home base; never the enemy's, never Bengasi."""
    return tuple(sorted((ports() & fortresses()) | {home_base(side)}))


def ports_controlled(state: AfrikaKorps, side: str) -> tuple[int, ...]:
    """[19.2, 23.44] The ports a side may land at, as they stand now."""
    return tuple(port for port in own_ports(side) if controls(state, side, port))


# --- supply


def open_supply_arrival(draft: Draft[AfrikaKorps], side: str) -> None:
    """[12.1, 12.2] Offer the supply of this turn, unless there is no port, no room for it, or it is sunk; room can be
    made by destroying one [15.4]."""
    state = draft.state
    if not state.books[side].ports:
        draft.note("no_supply", side=side, case="12.4", why="no port is controlled")
    elif not no_room_for_supply(state, side):
        _bring_supply(draft, side)
    elif own_supplies_on_board(state, side):
        draft.push(FullStores(side))
    else:
        _go_without(draft, side)


def no_room_for_supply(state: AfrikaKorps, side: str) -> str:
    """[12.1, 12.2] Why no further supply of one's own may come, or nothing."""
    if own_supplies_on_board(state, side) >= limits().own_supplies[side]:
        return "as many supplies as the limit allows are already on the board"
    return "" if offered_supply(state, side) else "every supply counter is on the board or at sea"


def _bring_supply(draft: Draft[AfrikaKorps], side: str) -> None:
    if side == "axis" and (roll := draft.roll("axis supply")) in sunk_on(draft.state.turn):
        draft.note("sunk", side=side, case=_supply_case(side), roll=roll)
    else:
        draft.push(SupplyArrival(side))


def _go_without(draft: Draft[AfrikaKorps], side: str) -> None:
    why = no_room_for_supply(draft.state, side)
    draft.note("no_supply", side=side, case=_supply_case(side), why=why)


def _check_burning(state: AfrikaKorps, side: str, supply: str) -> None:
    """[15.4] At any time of one's own turn, so also before anything has landed."""
    if supply not in state.layout.supplies[side]:
        raise Refusal("15.4", f"{supply} is not one of your supplies on the map")


def _burn(draft: Draft[AfrikaKorps], supply: str) -> None:
    eliminate(draft, supply, "15.4", "destroyed by its owner")


class FullStores(Decision[AfrikaKorps], frozen=True):
    """[15.4, 12.1, 12.2] At the limit a player may destroy a supply before the one of this turn is due."""

    side: str

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (self.side,)

    def prompt(self, state: AfrikaKorps) -> str:
        return f"No supply can arrive: {no_room_for_supply(state, self.side)}. Destroy one to make room, or carry on."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Listing([Done()], Made(list(state.layout.supplies[side]), Destroy))

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Destroy):
            _check_burning(state, side, action.unit)
        elif not isinstance(action, Done):
            raise Refusal(_phase_case(side), "first this turn's supply: destroy one to make room for it, or carry on")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        if isinstance(action, Destroy):
            _burn(draft, action.unit)
            if not no_room_for_supply(draft.state, side):
                draft.pop()
                _bring_supply(draft, side)
        else:
            draft.pop()
            _go_without(draft, side)


def own_supplies_on_board(state: AfrikaKorps, side: str) -> int:
    """[12.1, 12.2, 12.3] Captured supplies do not count, nor do supplies at sea."""
    return sum(not counters()[name].captured for name in state.layout.supplies[side])


def offered_supply(state: AfrikaKorps, side: str) -> str | None:
    return next((c.id for c in own_supplies(side) if state.units[c.id].at == POOL), None)


class SupplyArrival(Decision[AfrikaKorps], frozen=True):
    """[12] The supply that is due this turn lands now or never [12.4]."""

    exhaustive: ClassVar[bool] = False  # supplies may be burnt here too, but the place for it is the movement
    side: str

    def prompt(self, state: AfrikaKorps) -> str:
        return f"Land {offered_supply(state, self.side)} at a controlled port, or decline it."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        supply = offered_supply(state, side)
        landings = [Land(supply, board().name(port)) for port in state.books[side].ports] if supply else []
        return [*landings, Decline()]

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Decline):
            return
        if isinstance(action, Destroy):
            _check_burning(state, side, action.unit)
            return
        if not isinstance(action, Land):
            raise Refusal(_phase_case(side), "this turn's supply comes first: land it or decline it")
        supply = offered_supply(state, side)
        if action.unit != supply:
            raise Refusal(_supply_case(side), f"the supply that may land now is {supply}, not {action.unit}")
        _check_port(state, side, action.at, "12.4", "12.4", "4.3")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        if isinstance(action, Destroy):
            _burn(draft, action.unit)
            return
        draft.pop()
        if isinstance(action, Land):
            _put_ashore(draft, action.unit, action.at)
            draft.note("landed", side=side, unit=action.unit, at=_canonical(action.at), case=_supply_case(side))
        else:
            draft.note("declined", side=side, case="12.5")


# --- replacements in hand


def accrue_replacements(draft: Draft[AfrikaKorps], side: str) -> None:
    """[20.1, 20.2, 20.3, 20.5, 20.6] Add what the ports held when the turn began bring; nothing is ever lost."""
    state = draft.state
    if state.turn < limits().first_replacement_turn:
        return
    rates, books = limits().replacement_rates[side], state.books[side]
    gained = sum(rates.home_base if port == home_base(side) else rates.tobruch for port in books.ports)
    if gained:
        write_books(draft, side, replacements=books.replacements + gained)
        case = "20.2" if side == "axis" else "20.3"
        draft.note("replacements", side=side, gained=gained, in_hand=books.replacements + gained, case=case)


# --- reinforcements, replacements and units at sea


def reinforcements_due(state: AfrikaKorps, side: str) -> list[str]:
    """[19.1, 19.3] Those of this turn and those kept back from earlier ones."""
    return [
        name
        for name, unit in state.units.items()
        if unit.at == DUE and side_of(name) == side and counters()[name].arrives <= state.turn
    ]


def units_at_sea(state: AfrikaKorps, side: str) -> list[str]:
    return [name for name, unit in state.units.items() if unit.at == SEA and side_of(name) == side]


def raisable(state: AfrikaKorps, side: str) -> list[str]:
    """[20.1, 21.6] Eliminated units that the replacement factors in hand suffice for."""
    if state.turn < limits().first_replacement_turn:
        return []
    factors, facts = state.books[side].replacements, counters()
    return [
        name
        for name, unit in state.units.items()
        if unit.at == DEAD
        and facts[name].side == side
        and facts[name].attack <= factors
        and facts[name].is_combat
        and not facts[name].substitute
    ]


def open_arrivals(draft: Draft[AfrikaKorps], side: str) -> None:
    """Ask for the arrivals if any unit can land; otherwise only see to what is lost for lack of a port."""
    state = draft.state
    coming = any(waiting(state, side) for waiting in (reinforcements_due, units_at_sea, raisable))
    if coming and state.books[side].ports:
        draft.push(Arrivals(side))
    else:
        _close_arrivals(draft, side)


class Arrivals(Decision[AfrikaKorps], frozen=True):
    """[19.2, 20.4, 23.4] Units come ashore at ports controlled when the turn began, in any number [19.4] and also where
    they embarked [23.43], whoever stands around Tobruch [23.41]."""

    exhaustive: ClassVar[bool] = False  # the same
    side: str

    def prompt(self, state: AfrikaKorps) -> str:
        due, afloat = reinforcements_due(state, self.side), units_at_sea(state, self.side)
        parts = []
        if due:
            parts.append(f"reinforcements: {', '.join(due)}")
        if afloat:
            parts.append(f"at sea, lost unless they land: {', '.join(afloat)}")
        if factors := state.books[self.side].replacements:
            parts.append(f"replacement factors in hand: {factors}")
        return f"Bring units ashore at a controlled port ({'; '.join(parts) or 'nothing more is due'})."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        harbours = [board().name(port) for port in state.books[side].ports]
        landing = list(product([*reinforcements_due(state, side), *units_at_sea(state, side)], harbours))
        raising = list(product(raisable(state, side), harbours))
        finish = [] if self._awaits_rommel(state) else [Done()]
        return Listing[Action](
            Made(landing, lambda pair: Land(*pair)), Made(raising, lambda pair: Raise(*pair)), finish
        )

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Land):
            _check_land(state, side, action)
        elif isinstance(action, Raise):
            _check_raise(state, side, action)
        elif isinstance(action, Destroy):
            _check_burning(state, side, action.unit)
        elif not isinstance(action, Done):
            raise Refusal(
                _phase_case(side), "arrivals come before movement: land units, bring back replacements, or enter done"
            )
        elif self._awaits_rommel(state):
            raise Refusal("23.42", "Rommel is at sea and must land now; he cannot be given up (22.4)")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        if isinstance(action, Land):
            case = "23.4" if draft.state.units[action.unit].at == SEA else "19.2"
            _put_ashore(draft, action.unit, action.at)
            draft.note("landed", side=side, unit=action.unit, at=_canonical(action.at), case=case)
        elif isinstance(action, Raise):
            left = draft.state.books[side].replacements - counters()[action.unit].attack
            write_books(draft, side, replacements=left)
            _put_ashore(draft, action.unit, action.at)
            draft.note("raised", side=side, unit=action.unit, at=_canonical(action.at), in_hand=left, case="20.4")
        elif isinstance(action, Destroy):
            _burn(draft, action.unit)
        else:
            draft.pop()
            _close_arrivals(draft, side)

    def _awaits_rommel(self, state: AfrikaKorps) -> bool:
        """[22.4, 23.42] Other units may be abandoned at sea, Rommel may not."""
        return self.side == side_of(ROMMEL) and state.units[ROMMEL].at == SEA and bool(state.books[self.side].ports)


def _check_land(state: AfrikaKorps, side: str, action: Land) -> None:
    counter = _known(state, action.unit)
    at = state.units[counter.id].at
    if counter.side != side:
        raise Refusal("19.6", f"{counter.id} is an enemy unit: it lands in its own side's turn")
    if at >= 0:
        raise Refusal("19.2", f"{counter.id} is already on the board, at {board().name(at)}")
    if at == SEA:
        _check_port(state, side, action.at, "23.4", "23.44", "23.5")
        return
    if counter.substitute:
        raise Refusal("21.6", f"{counter.id} is a substitute: it only comes in exchange for units on the board")
    if counter.is_supply:
        raise Refusal("12.4", f"{counter.id} is not due: supplies cannot be held off the board to land later")
    if at == EXCHANGED:
        raise Refusal("21.6", f"{counter.id} is part of a substitute and comes back only when that is broken down")
    if at != DUE:
        raise Refusal("20.1", f"{counter.id} is not a reinforcement: an eliminated unit comes back as a replacement")
    if counter.arrives > state.turn:
        raise Refusal("19.1", f"{counter.id} arrives on turn {counter.arrives} at the earliest")
    _check_port(state, side, action.at, "19.2", "19.2", "19.7")


def _check_raise(state: AfrikaKorps, side: str, action: Raise) -> None:
    counter = _known(state, action.unit)
    first, factors = limits().first_replacement_turn, state.books[side].replacements
    if state.turn < first:
        raise Refusal("20.1", f"there are no replacements before turn {first}")
    if counter.side != side:
        raise Refusal("20.1", f"{counter.id} is an enemy unit")
    if counter.substitute:
        raise Refusal("21.6", f"{counter.id} is a substitute and never comes as a replacement")
    if not counter.is_combat or state.units[counter.id].at != DEAD:
        raise Refusal("20.1", f"{counter.id} is not among the eliminated combat units")
    if counter.attack > factors:
        raise Refusal(
            "20.2" if side == "axis" else "20.3",
            f"{counter.id} takes {plural(counter.attack, 'replacement factor')}, and {factors} are in hand",
        )
    _check_port(state, side, action.at, "20.4", "20.4", "19.7")


def _check_port(state: AfrikaKorps, side: str, name: str, no_port: str, no_control: str, enemy_base: str) -> None:
    """The hex must be a port of this side controlled at the beginning of the turn; the cases say why it is not."""
    hexagon = board().named_hex(name, no_port)
    if hexagon in state.books[side].ports:
        return
    if hexagon == home_base(enemy_of(side)):
        raise Refusal(enemy_base, f"{name} is the enemy home base and never a port for this side, even when held")
    if hexagon in fortresses() and not is_port(hexagon):
        raise Refusal("23.3", f"there is no sea movement to Bengasi, {name}")
    if hexagon not in own_ports(side):
        raise Refusal(no_port, f"{name} is not a port: units land at Tobruch or at their home base")
    raise Refusal(no_control, f"{name} was not controlled when this player turn began")


def _known(state: AfrikaKorps, name: str) -> Counter:
    if name not in state.units:
        raise Refusal("19.1", f"there is no unit called {name} in this game")
    return counters()[name]


def _put_ashore(draft: Draft[AfrikaKorps], name: str, at: str) -> None:
    """[13.1, 19.2, 23.42] Landing costs no movement, but a unit that landed may not put to sea again this turn."""
    counter, port = counters()[name], board().hex(at)
    arrived = _status(draft.state, counter.side, port) if counter.is_combat else Unit(port)  # [24.3]
    made_of = draft.state.units[name].made_of
    draft.amend("units", name, replace(arrived, made_of=made_of))
    draft.amend("treks", name, Trek(landed=True))


def _canonical(name: str) -> str:
    return board().name(board().hex(name))


def _status(state: AfrikaKorps, side: str, port: int) -> Unit:
    """[24.3] A unit that lands is in supply if the port has a line to a supply as it lands, one that landed before it
    included; if not it shares the garrison's isolation."""
    if port in fields.spread(board().adjacent, state.layout.supplies[side].values(), front(state, side).cut):
        return Unit(port)
    isolated = max((state.units[name].isolated for name in state.at(port, side)), default=0)
    return Unit(port, isolated=isolated, cut_off=True)


def _close_arrivals(draft: Draft[AfrikaKorps], side: str) -> None:
    """[19.8, 22.4, 23.42] What is still at sea is lost, on the last turn whatever never came as well."""
    for name in units_at_sea(draft.state, side):
        if name != ROMMEL:
            eliminate(draft, name, "23.42", "it did not land in the turn after it put to sea")
    if side == side_of(ROMMEL) and draft.state.units[ROMMEL].at == SEA:
        _fetch_rommel(draft)
    if draft.state.turn >= limits().last_turn:
        for name in reinforcements_due(draft.state, side):
            eliminate(draft, name, "19.8", "it was not in play by the last turn")


def _fetch_rommel(draft: Draft[AfrikaKorps]) -> None:
    """[22.4] Without a port to land at he joins the combat units closest to the ports he could have sailed from."""
    stands = draft.state.layout.combat[side_of(ROMMEL)]
    if stands:
        at = min(stands, key=lambda there: (_sailing_distance(there), there))
        place(draft, ROMMEL, at)
        draft.amend("treks", ROMMEL, Trek(landed=True))
        why = "no port to land at"
        draft.note("displaced", unit=ROMMEL, origin=board().name(SEA), at=board().name(at), case="22.4", why=why)


def _sailing_distance(hexagon: int) -> int:
    return min(board().distance(port, hexagon) for port in own_ports(side_of(ROMMEL)))


def _supply_case(side: str) -> str:
    return "12.2" if side == "axis" else "12.1"


def _phase_case(side: str) -> str:
    return "3.1" if side == "axis" else "3.3"
