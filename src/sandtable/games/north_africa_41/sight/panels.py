"""What lies beside the map: the combat, Off Map Boxes, convoys and ports, Resource Points, assets."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Decision
from sandtable.core.nouns import plural
from sandtable.core.views import Panel, Row, Token
from sandtable.games.north_africa_41.arrivals.replacements import Replacing
from sandtable.games.north_africa_41.combat.panels import battle_panel, is_fighting
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.movement.convoys import (
    Splitting,
    benghazi,
    is_open,
    room_to_debark,
    room_to_embark,
)
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.pieces.assets import markers_left
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import ASSETS, Item, delay_ids, marker_limit, resource_list
from sandtable.games.north_africa_41.pieces.schedule import crete, turn
from sandtable.games.north_africa_41.pieces.selection import FORTIFICATION, RAID, supply_marker, title_of
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.delay import Delaying, Lifting, in_display
from sandtable.games.north_africa_41.resources.events import BombingRaid
from sandtable.games.north_africa_41.resources.orders import Buy
from sandtable.games.north_africa_41.resources.purchases import ORDERED, is_for_sale, listed_buy
from sandtable.games.north_africa_41.sea.convoy_attacks import modifier
from sandtable.games.north_africa_41.sea.convoy_chances import told, voyage
from sandtable.games.north_africa_41.sea.ports import damage_of, harbours, is_controlled, usable_damage
from sandtable.games.north_africa_41.sea.tables import MALTA_BOXES, malta_needs
from sandtable.games.north_africa_41.state import BASES, ITALY, OFF_MAP, SIDES, NorthAfrica
from sandtable.games.north_africa_41.supply.phase import Refit

BOXES, CONVOYS, RESOURCES, EVENTS = "boxes", "convoys", "resources", "events"
BUYERS = (Movement, Replacing, Combat, Delaying, Refit)  # decisions in which Resource Points may be spent


def panels(state: NorthAfrica) -> tuple[Panel, ...]:
    """Those that matter to what is asked, the most important first."""
    top = state.stack[-1]
    if not isinstance(top, Decision):
        return ()
    battle = battle_panel(state)
    if battle is not None:
        return (battle,)
    if is_fighting(state):
        return ()
    match top:
        case Movement() | Replacing():
            return _boxes(state), _convoys(state), _resources(state), _assets(state)
        case Splitting() | BombingRaid():
            return _convoys(state), _resources(state)
        case Delaying() | Lifting():
            return _assets(state), _resources(state)
    return _resources(state), _assets(state)


# Off Map Boxes


def _boxes(state: NorthAfrica) -> Panel:
    """[6.1] Whatever waits in the boxes of the side whose turn it is."""
    side = state.phasing
    rows = tuple(
        Row(harbours()[box].title, _room(state, side, box), (), side, _in_box(state, side, box))
        for box in OFF_MAP[side]
    )
    note = (
        "Choose what is to move together, then a hex or a button. Units on foot leave only by Truck, rail, "
        "sea or air (6.3.4)."
    )
    return Panel(BOXES, "Off Map Boxes", rows, note, folded=not any(row.pieces for row in rows))


def _in_box(state: NorthAfrica, side: Side, box: int) -> tuple[str, ...]:
    supply = (supply_marker(box),) if state.books[side].stores.get(box) else ()
    return (*state.at(box, side), *state.non_combat_at(box, side), *supply)


def _room(state: NorthAfrica, side: Side, at: int) -> str:
    """[21.3.2] Shipping Points that may still leave and land."""
    if not isinstance(state.stack[-1], Movement):
        return ""
    out, into = room_to_embark(state, side, at), room_to_debark(state, side, at)
    if out is None:
        return ""
    return (
        f"{plural(out, 'Shipping Point')} may sail, {into} may land"
        if at != ITALY
        else f"{plural(out, 'Shipping Point')} may sail"
    )


# Convoys


def _convoys(state: NorthAfrica) -> Panel:
    """[21, 22] Risks and capacities; a lower modifier makes a convoy safer."""
    rows = [
        Row("Malta", _malta_text(state), tuple(_malta(state))),
        *_risks(state),
        *(_harbour(state, at) for at, port in harbours().items() if port.track and at >= 0),
    ]
    note = (
        "A Coastal Convoy carries 2 Shipping Points, one is free each impulse (21.1.2). Choose cargo in a port "
        "to see where it may sail."
    )
    return Panel(CONVOYS, "Convoys and ports", tuple(rows), note, folded=not isinstance(state.stack[-1], Splitting))


def _risks(state: NorthAfrica) -> Iterator[Row]:
    """[22.2] From the base to every port that is open to the side whose turn it is."""
    side = state.phasing
    sailed, owner = state.books[side].convoys, crete(state.turn)
    crete_text = f"Crete is {'yours' if owner == side else 'the enemy’s'}"
    coast = f"{modifier(state, side):+d} to the dice; {crete_text}{f'; {sailed} sailed' if sailed else ''}"
    yield Row("Coast", coast, (), side)
    start = OFF_MAP[side][0]
    if side == "axis" and _may_leave_italy(state):
        for goal in (start, benghazi()):
            if is_open(state, side, goal):
                yield _risk(state, side, BASES[side], goal)
    for goal in state.books[side].ports:
        yield _risk(state, side, start, goal)


def _may_leave_italy(state: NorthAfrica) -> bool:
    """[21.1.3]"""
    return state.impulse == 1 and ITALY not in state.books["axis"].embarked


def _risk(state: NorthAfrica, side: Side, start: int, goal: int) -> Row:
    way = f"{harbours()[start].title} to {harbours()[goal].title}"
    return Row(way, told(voyage(state, side, start, goal)), (), side)


def _harbour(state: NorthAfrica, at: int) -> Row:
    """[21.3.2] A port with its track."""
    holder = state.holder(at)
    text = "" if holder is not None and is_controlled(state, holder, at) else "no garrison (27.4)"
    if usable_damage(state, at) != damage_of(state, at):
        text = "repaired, usable from the next impulse (21.4.4)"
    elif not text and holder == state.phasing:
        text = _room(state, state.phasing, at).replace("Shipping Points ", "")
    return Row(harbours()[at].title, text, tuple(_track(state, at)), holder or "")


def _malta_text(state: NorthAfrica) -> str:
    side = turn(state.turn).malta
    needed = malta_needs(side, state.malta)
    if needed is None:
        return f"{side.title()} side up, in its last box"
    return f"{side.title()} side up, moves {'automatically' if needed == 1 else f'on {needed} or more'}"


def _malta(state: NorthAfrica) -> Iterator[Token]:
    for box in MALTA_BOXES:
        yield Token(f"{box:+d}" if box else "0", "", "chosen" if box == state.malta else "")


def _track(state: NorthAfrica, at: int) -> Iterator[Token]:
    damage = damage_of(state, at)
    for place, capacity in enumerate(harbours()[at].track):
        title = f"{plural(capacity, 'Shipping Point')} in, {capacity} out"
        yield Token(str(capacity), "", "lost" if place < damage else "chosen" if place == damage else "", title)


# Resources and assets


def _resources(state: NorthAfrica) -> Panel:
    """[23] Points in hand, and what they buy."""
    side = state.phasing
    rows = [_points(state, side) for side in SIDES]
    if can_fortify(state):
        label = "Select the marker, then click a hex with a unit of yours in or next to it (9.5.3)"
        rows.append(Row("Fortification", label, (), side, (fortification_marker(side),)))
    if can_raid(state):
        label = "Select the marker, then click an enemy port, or use the button for his base (21.4.3)"
        rows.append(Row("Bombing raid", label, (), side, (raid_marker(side),)))
    missing = tuple(_missing(state, item) for item in resource_list().values() if _is_missing(state, item))
    if missing:
        rows.append(Row("Not now", "", missing, side))
    note = f"Spent in your own Player Turn (23.2.1); at most {limits().resource_points} are kept (23.1)."
    return Panel(RESOURCES, "Resource Points", tuple(rows), note, folded=not can_fortify(state))


def _points(state: NorthAfrica, side: Side) -> Row:
    books = state.books[side]
    tokens = (Token("RP", side),) * books.resources
    return Row(side.title(), "loses the next one (21.4.3)" if books.owes else "" if tokens else "none", tokens, side)


def _is_missing(state: NorthAfrica, item: Item) -> bool:
    """Items of the list that the phasing player cannot press now."""
    side = state.phasing
    if side not in item.sides or item.name == "fortification":
        return False
    return item.name != "bombing-raid" and not any(
        isinstance(action, Buy) and action.item == item.name for action in listed_buy(state, side)
    )


def _missing(state: NorthAfrica, item: Item) -> Token:
    side = state.phasing
    if not is_for_sale(state, side, item):
        why = "not against Air Superiority (18.6)"
    elif state.books[side].resources < item.cost:
        why = f"costs {item.cost}"
    else:
        why = ORDERED.get(item.name, "none available")
    return Token(f"{item.title} {item.cost}", "", "spent", why)


def can_raid(state: NorthAfrica) -> bool:
    """[21.4.3, 23.2.1] Whether the phasing player decides something in which he may buy, and could pay."""
    price = resource_list()["bombing-raid"].cost
    return isinstance(state.stack[-1], BUYERS) and state.books[state.phasing].resources >= price


def raid_marker(side: Side) -> str:
    return f"{RAID}-{side}"


def can_fortify(state: NorthAfrica) -> bool:
    """[9.5.3] Whether the phasing player moves and could pay."""
    top = state.stack[-1]
    return (
        isinstance(top, Movement)
        and not top.closing
        and state.books[top.side].resources >= resource_list()["fortification"].cost
    )


def fortification_marker(side: Side) -> str:
    return f"{FORTIFICATION}-{side}"


def _assets(state: NorthAfrica) -> Panel:
    """[18.7, 23.2.3, 24] Markers ready, in use and on the display."""
    rows: list[Row] = []
    for side in SIDES:
        rows.append(Row("Assets", "", tuple(_markers(state, side)), side))
        rows.append(_delays(state, side))
    return Panel(
        EVENTS,
        "Available assets",
        tuple(rows),
        "From events or bought; faded ones are still on the display.",
        folded=not isinstance(state.stack[-1], Delaying),
    )


def _markers(state: NorthAfrica, side: Side) -> Iterator[Token]:
    for marker, title in ASSETS.items():
        if not marker_limit(marker, side):
            continue
        ready, left = state.books[side].assets.get(marker, 0), markers_left(state, side, marker)
        out = max(0, marker_limit(marker, side) - ready - left)
        for how, count in (("", ready), ("chosen", out), ("spent", left)):
            label = title if count < 2 else f"{title} ×{count}"
            if count:
                yield Token(label, side, how, {"": "ready", "chosen": "in use", "spent": "on the display"}[how])
    if side == "axis":
        yield Token("Rommel", side, "" if state.rommel else "spent", "once a turn (18.5)")


def _delays(state: NorthAfrica, side: Side) -> Row:
    """[24.3.1] In the Delay Phase the markers are taken from here."""
    shown, lying = in_display(state, side), state.books[side].delays
    text = ", ".join(f"{number} at {title_of(at)}" for number, at in lying.items())
    if display_markers(state) and side == state.phasing:
        text = f"Select one, then click a hex (24.3.1). {text}"
    tokens = tuple(Token(str(number), side, "" if number in shown else "chosen") for number in delay_ids())
    pieces = display_markers(state) if side == state.phasing else ()
    return Row("Delay markers", text, () if pieces else tokens, side, pieces)


def display_markers(state: NorthAfrica) -> tuple[str, ...]:
    """[18.7.5, 18.8, 24.3.1] What the phasing player may place now, as pieces."""
    top = state.stack[-1]
    if not isinstance(top, Delaying):
        return ()
    side, assets = top.side, state.books[top.side].assets
    numbers = tuple(f"delay-{side}-{number}" for number in in_display(state, side))
    return (*numbers, *(f"{marker}-{side}" for marker in ("strafing", "lrdg") if assets.get(marker)))
