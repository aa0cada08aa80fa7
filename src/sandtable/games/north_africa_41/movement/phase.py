"""[3.2] The Movement Phase: everything its player may do, in any order until he is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Branches, branch
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat import automatic_ds
from sandtable.games.north_africa_41.combat.orders import Flee, Shatter
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines import support_units
from sandtable.games.north_africa_41.lines.support_units import Ready
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement import convoys, moves, rail, rommel, trucks
from sandtable.games.north_africa_41.movement.orders import Carry, Move, Rail, Rommel, Ship, Tactical, Transfer, Unload
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.stacking import open_stacking, overstacked
from sandtable.games.north_africa_41.resources import air, fortifications
from sandtable.games.north_africa_41.resources.any_time import ANY_TIME, Order, at_most
from sandtable.games.north_africa_41.resources.orders import Fly, Fortify
from sandtable.games.north_africa_41.results.retreats import alarm
from sandtable.games.north_africa_41.sea import ports as harbours
from sandtable.games.north_africa_41.sea.ports import Demolish, Repair
from sandtable.games.north_africa_41.state import NorthAfrica, enemy_of, write_books

MARCHING: Mapping[type[Action], Order] = {
    Move: Order(moves.moves, moves.check_move, moves.do_move),
    Tactical: Order(moves.tactical_moves, moves.check_tactical, moves.do_tactical),
    Carry: Order(trucks.carriages, trucks.check_carry, trucks.do_carry),
    Transfer: Order(trucks.transfers, trucks.check_transfer, trucks.do_transfer),
    Rommel: Order(rommel.rommel_moves, rommel.check_rommel, rommel.do_rommel),
}
OTHER: Mapping[type[Action], Order] = {
    Flee: Order(at_most(moves.most_fleeing, moves.listed_flee), moves.check_flee, moves.do_flee),
    Unload: Order(at_most(trucks.most_unloaded, trucks.listed_unload), trucks.check_unload, trucks.do_unload),
    Rail: Order(at_most(rail.most_by_rail, rail.listed_rail), rail.check_rail, rail.do_rail),
    Fly: Order(at_most(air.most_flown, air.listed_fly), air.check_fly, air.do_fly),
    Ship: Order(convoys.convoys, convoys.check_ship, convoys.do_ship),
    Shatter: Order(
        at_most(automatic_ds.most_shattered, automatic_ds.listed_shatter),
        automatic_ds.check_shatter,
        automatic_ds.do_shatter,
    ),
    Ready: Order(
        at_most(support_units.most_readied, support_units.listed_ready),
        support_units.check_ready,
        support_units.do_ready,
    ),
    Fortify: Order(
        at_most(fortifications.most_fortified, fortifications.listed_fortify),
        fortifications.check_fortify,
        fortifications.do_fortify,
    ),
}
CLOSING: Mapping[type[Action], Order] = {  # [3.2, 21.4] done last, after units have moved
    Demolish: Order(
        at_most(harbours.most_demolished, harbours.listed_demolish), harbours.check_demolish, harbours.do_demolish
    ),
    Repair: Order(at_most(harbours.most_repaired, harbours.listed_repair), harbours.check_repair, harbours.do_repair),
}
ORDERS: Mapping[type[Action], Order] = {**MARCHING, **OTHER, **ANY_TIME, **CLOSING}


def open_movement(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.2, 21.1.4] The phase begins: nobody has moved, and the ports of this moment are those that may be used."""
    draft.change(moved=(), railed=False, shattered=())
    write_books(draft, side, ports=harbours.controlled_ports(draft.state, side))
    draft.push(Movement(side))


class Movement(Decision[NorthAfrica], frozen=True):
    """The phasing player moves some, none or all of his units and does what else belongs to the phase."""

    # Several units may move together along any path; the list offers each alone.
    exhaustive: ClassVar[bool] = False
    side: Side
    closing: bool = False  # [3.2] ports are being demolished or repaired: nobody moves any more

    def prompt(self, state: NorthAfrica) -> str:
        text = "Demolish or repair ports" if self.closing else "Move your units"
        if crowded := overstacked(state, self.side):
            text += f"; overstacked, with steps to be lost: {', '.join(board().name(at) for at in crowded)}"
        return f"{text}; `done` ends the phase."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        orders = [*ANY_TIME.values(), *CLOSING.values()]
        if not self.closing:
            orders += [*OTHER.values(), *MARCHING.values()]
        done: list[Action] = [Done()]
        return Branches(branch(done), *(part for order in orders for part in order.branches(state, self.side)))

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        order = ORDERS.get(type(action))
        if order is None:
            raise Refusal("3.2", f"'{action}' does not belong to the Movement Phase")
        if self.closing and not (type(action) in CLOSING or type(action) in ANY_TIME):
            raise Refusal("3.2", "ports have been demolished or repaired: that comes last, after all movement")
        order.check(state, self.side, action)

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.swap(EndOfMovement(self.side))
            return
        if type(action) in CLOSING and not self.closing:
            draft.swap(replace(self, closing=True))
        ORDERS[type(action)].do(draft, self.side, action)


class EndOfMovement(Step[NorthAfrica], frozen=True):
    """[4.4.1, 13.3.2] Units in Full Retreat that were left in an enemy zone give way, then stacks are cut to size."""

    side: Side
    alarmed: tuple[int, ...] = ()  # enemy hexes that have been looked at

    def run(self, draft: Draft[NorthAfrica]) -> None:
        foe = enemy_of(self.side)
        left = front(draft.state, foe).fleeing & front(draft.state, self.side).full
        near = sorted(caster for at in left for caster in front(draft.state, self.side).casters(at))
        caster = next((at for at in near if at not in self.alarmed), None)
        if caster is not None:
            draft.swap(replace(self, alarmed=(*self.alarmed, caster)))
            alarm(draft, foe, caster)
        else:
            draft.pop()
            open_stacking(draft, self.side)
