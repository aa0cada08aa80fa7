"""[21.3, 21.4, 27.4] Ports: who controls them, what they can take, demolition, repair and Bombing Raids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41 import map as places
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Where
from sandtable.games.north_africa_41.pieces.assets import check_points, lose_point, pay
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.tables import Port, hits_port
from sandtable.games.north_africa_41.sea.tables import ports as port_facts
from sandtable.games.north_africa_41.state import DELTA, TRIPOLI, NorthAfrica, enemy_of, write_books


class Demolish(Phrase, frozen=True):
    """[21.4.2] Roll this many dice for Port Demolition."""

    form: ClassVar[str] = "{at:3212} {dice:4}"
    at: str
    dice: int


class Repair(Where, frozen=True):
    """[21.4.4] Raise the capacity of a port by one box."""


BOMBED_BASES: Mapping[str, int] = {"allied": DELTA, "axis": TRIPOLI}  # [21.4.3] where a raid costs a Resource Point


@cache
def harbours() -> Mapping[int, Port]:
    """[21.3] Every port by its hex or box."""
    on_map = places.ports()
    return {on_map[name] if name in on_map else board().box(name): port for name, port in port_facts().items()}


def port_of(name: str, case: str) -> int:
    """The hex or box of a port that a player has named."""
    at = board().named_location(name, case)
    if at not in harbours():
        raise Refusal(case, f"{name} is not a port")
    return at


# Control


def is_controlled(state: NorthAfrica, side: str, at: int) -> bool:
    """[16.3.5, 27.4] Whether a side controls a port on the map; with the option only while it is garrisoned."""
    if state.holder(at) != side:
        return False
    return not state.option("port-garrisons") or is_garrisoned(state, side, at)


def is_garrisoned(state: NorthAfrica, side: str, at: int) -> bool:
    """[21.4.2, 27.4] A Combat Unit in the port or next to it."""
    stands = state.layout.combat[side]
    return at in stands or any(near in stands for near in board().adjacent[at])


def controlled_ports(state: NorthAfrica, side: str) -> tuple[int, ...]:
    """[21.1.4] The ports on the map that a side controls."""
    return tuple(at for at in sorted(places.ports().values()) if is_controlled(state, side, at))


# Capacity


def damage_of(state: NorthAfrica, at: int) -> int:
    """[21.3.2] The place of the Port Status marker on its track."""
    return state.damage.get(board().name(at), 0)


def usable_damage(state: NorthAfrica, at: int) -> int:
    """[21.4.4] The same without the box that was repaired in this impulse."""
    name, damage = board().name(at), damage_of(state, at)
    fresh = any(books.repaired == name for books in state.books.values())
    return min(harbours()[at].worst, damage + limits().repair_boxes) if fresh else damage


def capacity(state: NorthAfrica, at: int) -> int | None:
    """[21.3.1, 21.3.2] Shipping Points that may be embarked, and again as many debarked; None for any number."""
    return harbours()[at].capacity(usable_damage(state, at))


def supplied_units(state: NorthAfrica, at: int) -> int | None:
    """[16.2] How many units a port supplies; None for any number."""
    return harbours()[at].supplied_units(usable_damage(state, at))


def hit(draft: Draft[NorthAfrica], at: int, why: str) -> bool:
    """[21.4.1] Roll on the Port Demolition and Bombing Table; a hit moves the marker a box to the right."""
    port, name, damage = harbours()[at], board().name(at), damage_of(draft.state, at)
    die = draft.roll(f"{why}, {port.title}")
    if not hits_port(die) or damage >= port.worst:
        return False
    draft.amend("damage", name, damage + 1)
    return True


def _note_capacity(draft: Draft[NorthAfrica], kind: str, side: str, at: int, case: str, hits: int) -> None:
    port = harbours()[at]
    left = port.capacity(damage_of(draft.state, at))
    draft.note(kind, side=side, at=board().name(at), port=port.title, hits=hits, capacity=left, case=case)


# Demolition


def check_demolish(state: NorthAfrica, side: Side, action: Demolish) -> None:
    """[21.4.2] At the end of the Movement Phase, by a Combat Unit in or next to a port that was in hand before it."""
    at = port_of(action.at, "21.4.2")
    port = harbours()[at]
    if not port.damageable:
        raise Refusal("21.4.2", f"{port.title} cannot be damaged")
    _check_at_work(state, side, at, "21.4.2")
    if at in state.books[side].demolished:
        raise Refusal("21.4.2", f"the charges in {port.title} have already been set off")
    boxes = port.worst - damage_of(state, at)
    if boxes == 0:
        raise Refusal("21.4.1", f"{port.title} is already in ruins")
    if not 1 <= action.dice <= boxes:
        raise Refusal(
            "21.4.2",
            f"{port.title} may be demolished with 1 to {plural(boxes, 'die', 'dice')}, one for each box to the right",
        )


def _check_at_work(state: NorthAfrica, side: Side, at: int, case: str) -> None:
    title = harbours()[at].title
    if at not in state.books[side].ports or state.holder(at) != side:
        raise Refusal(case, f"{title} was not in {side} hands when the Movement Phase began")
    if not is_garrisoned(state, side, at):
        raise Refusal(case, f"no Combat Unit is in {title} or next to it")


def do_demolish(draft: Draft[NorthAfrica], side: Side, action: Demolish) -> None:
    at = board().location(action.at)
    hits = sum(hit(draft, at, "demolition") for _ in range(action.dice))
    write_books(draft, side, demolished=(*draft.state.books[side].demolished, at))
    _note_capacity(draft, "demolished", side, at, "21.4.2", hits)


def most_demolished(state: NorthAfrica, side: Side) -> int:
    """A die for every box to the right."""
    held = (at for at in state.books[side].ports if harbours()[at].damageable)
    return sum(harbours()[at].worst - damage_of(state, at) for at in held)


def listed_demolish(state: NorthAfrica, side: Side) -> Sequence[Demolish]:
    return [
        Demolish(board().name(at), dice)
        for at in _workplaces(state, side)
        if at not in state.books[side].demolished
        for dice in range(1, harbours()[at].worst - damage_of(state, at) + 1)
    ]


def _workplaces(state: NorthAfrica, side: Side) -> list[int]:
    """Ports that can be demolished or repaired as far as their garrison goes."""
    return [
        at
        for at in state.books[side].ports
        if harbours()[at].damageable and state.holder(at) == side and is_garrisoned(state, side, at)
    ]


# Repair


def check_repair(state: NorthAfrica, side: Side, action: Repair) -> None:
    """[21.4.4] One box of one port in an impulse, for a Resource Point."""
    at = port_of(action.at, "21.4.4")
    if state.books[side].repaired:
        raise Refusal("21.4.4", "a port has already been repaired this impulse")
    if damage_of(state, at) == 0:
        raise Refusal("21.4.4", f"{harbours()[at].title} is undamaged")
    _check_at_work(state, side, at, "21.4.4")
    check_points(state, side, "port-repair")


def do_repair(draft: Draft[NorthAfrica], side: Side, action: Repair) -> None:
    at = board().location(action.at)
    pay(draft, side, "port-repair")
    draft.amend("damage", board().name(at), damage_of(draft.state, at) - limits().repair_boxes)
    write_books(draft, side, repaired=board().name(at))
    _note_capacity(draft, "repaired", side, at, "21.4.4", 0)


def most_repaired(state: NorthAfrica, side: Side) -> int:
    books = state.books[side]
    return len(books.ports) if books.resources and not books.repaired else 0


def listed_repair(state: NorthAfrica, side: Side) -> Sequence[Repair]:
    if not most_repaired(state, side):
        return ()
    return [Repair(board().name(at)) for at in _workplaces(state, side) if damage_of(state, at)]


# Bombing Raids


def raid_targets(state: NorthAfrica, side: str) -> list[str]:
    """[21.4.3] Enemy ports that can still be damaged, however far, and the enemy's base."""
    foe = enemy_of(side)
    sound = [
        board().name(at)
        for at in places.damageable_ports().values()
        if state.holder(at) == foe and damage_of(state, at) < harbours()[at].worst
    ]
    return [*sound, board().name(BOMBED_BASES[foe])]


def check_raid(state: NorthAfrica, side: str, target: str) -> None:
    if target not in raid_targets(state, side):
        raise Refusal("21.4.3", f"{target} is neither an enemy port that can be damaged nor the enemy's base")


def raid(draft: Draft[NorthAfrica], side: Side, target: str) -> None:
    """[21.4.3] One roll: a box of a port, or a Resource Point at Tripoli or in the Nile Delta."""
    at, foe = board().location(target), enemy_of(side)
    if at >= 0:
        damaged = hit(draft, at, "bombing raid")
        _note_capacity(draft, "bombed", side, at, "21.4.3", int(damaged))
        return
    title = harbours()[at].title
    struck = hits_port(draft.roll(f"bombing raid, {title}"))
    if struck:
        lose_point(draft, foe)
    draft.note("bombed", side=side, at=target, port=title, hits=int(struck), capacity=None, case="21.4.3")
