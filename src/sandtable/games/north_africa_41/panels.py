"""What lies beside the map: ports and convoys, Resource Points, the Available Assets, and what the turns bring."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.views import Panel, Row, Token
from sandtable.games.north_africa_41.assets import markers_left
from sandtable.games.north_africa_41.convoy_attacks import modifier
from sandtable.games.north_africa_41.counters import Side
from sandtable.games.north_africa_41.delay import in_display
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.ports import damage_of, harbours, is_controlled, usable_damage
from sandtable.games.north_africa_41.resource_tables import delay_ids, marker_limit, resource_list
from sandtable.games.north_africa_41.resources import is_for_sale
from sandtable.games.north_africa_41.schedule import crete, turn, turns
from sandtable.games.north_africa_41.sea_tables import MALTA_BOXES, malta_needs
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica
from sandtable.games.north_africa_41.tables import limits

ASSETS: dict[str, str] = {
    "air-support": "Air Support", "german-air-support": "German Air Support",
    "italian-air-support": "Italian Air Support", "strafing": "Strafing", "air-transport": "Air Transport",
    "lrdg": "Long Range Desert Group", "comando-supremo": "Comando Supremo", "coastal-shipping": "Coastal Convoy",
}


def panels(state: NorthAfrica) -> tuple[Panel, ...]:
    return (
        Panel("convoys", "Convoys and ports", tuple(_convoys(state)), "A lower modifier makes a convoy safer."),
        Panel("resources", "Resource Points", tuple(_resources(state)), "Spent in one's own Player Turn."),
        Panel("events", "Available assets", tuple(_assets(state)), "Brought by events or bought."),
        Panel("turns", "Turn Track", tuple(_turns(state))),
    )


# Convoys


def _convoys(state: NorthAfrica) -> Iterator[Row]:
    yield Row("Malta", _malta_text(state), tuple(_malta(state)))
    yield Row("Crete", "1 safer for its holder's Coastal Convoys", (Token("Crete", crete(state.turn)),))
    for side in SIDES:
        books = state.books[side]
        sailed = f"{books.convoys} sailed this impulse" if books.convoys and side == state.phasing else ""
        yield Row("Coastal Convoys", f"{modifier(state, side):+d} to the roll {sailed}".strip(), side=side)
    for at, port in harbours().items():
        if not port.track: continue
        holder = state.holder(at) if at >= 0 else ("axis" if port.name == "tripoli" else "allied")
        held = at < 0 or (holder is not None and is_controlled(state, holder, at))
        text = "" if held else "no garrison"
        if usable_damage(state, at) != damage_of(state, at): text = "repaired, usable from the next impulse"
        yield Row(port.title, text, tuple(_track(state, at)), holder or "")


def _malta_text(state: NorthAfrica) -> str:
    side = turn(state.turn).malta
    needed = malta_needs(side, state.malta)
    if needed is None: return f"{side.title()} side up, in its last box"
    return f"{side.title()} side up, moves {'by itself' if needed == 1 else f'on {needed} or more'}"


def _malta(state: NorthAfrica) -> Iterator[Token]:
    for box in MALTA_BOXES:
        yield Token(f"{box:+d}" if box else "0", turn(state.turn).malta, "chosen" if box == state.malta else "spent")


def _track(state: NorthAfrica, at: int) -> Iterator[Token]:
    damage = damage_of(state, at)
    for place, capacity in enumerate(harbours()[at].track):
        title = f"{capacity} Shipping Points in, {capacity} out"
        yield Token(str(capacity), "", "lost" if place < damage else "chosen" if place == damage else "spent", title)


# Resources and assets


def _resources(state: NorthAfrica) -> Iterator[Row]:
    for side in SIDES:
        books = state.books[side]
        tokens = tuple(
            Token("RP", side, "" if number < books.resources else "spent") for number in range(limits().resource_points)
        )
        yield Row(side.title(), "loses the next one" if books.owes else "", tokens, side)
        for item in resource_list().values():
            if side not in item.sides: continue
            state_of = "" if books.resources >= item.cost and is_for_sale(state, side, item) else "spent"
            text = "" if is_for_sale(state, side, item) else "not against Air Superiority"
            yield Row(item.title, text, (Token(str(item.cost), side, state_of, f"{item.cost} Resource Points"),), side)


def _assets(state: NorthAfrica) -> Iterator[Row]:
    for side in SIDES:
        for marker, title in ASSETS.items():
            if marker_limit(marker, side): yield _asset(state, side, marker, title)
        shown = in_display(state, side)
        yield Row("Delay markers", _lying(state, side), tuple(
            Token(str(number), side, "" if number in shown else "spent") for number in delay_ids()
        ), side)
    rommel = Token("Rommel", "axis", "" if state.rommel else "spent")
    yield Row("Rommel", "ready" if state.rommel else "used this turn", (rommel,), "axis")


def _asset(state: NorthAfrica, side: Side, marker: str, title: str) -> Row:
    ready, left = state.books[side].assets.get(marker, 0), markers_left(state, side, marker)
    out = max(0, marker_limit(marker, side) - ready - left)
    tokens = [Token(title, side, how) for how, count in (("", ready), ("chosen", out), ("spent", left))
              for _ in range(count)]
    return Row(title, "in use" if out else "ready" if ready else "", tuple(tokens), side)


def _lying(state: NorthAfrica, side: Side) -> str:
    return ", ".join(f"{number} at {board().name(at)}" for number, at in state.books[side].delays.items())


# Turns


def _turns(state: NorthAfrica) -> Iterator[Row]:
    for each in turns()[state.turn - 1:state.turn + 2]:
        air = "contested air" if each.air == "contested" else f"{each.air.title()} air"
        summer = ", two impulses" if each.summer else ""
        yield Row(each.label, f"{air}, benchmark {each.benchmark}{summer}")
        if each.number == state.turn: continue
        for side in SIDES:
            coming = [*each.reinforcements[side], *each.replacements[side]]
            if side == "allied": coming += each.upgrades
            if coming: yield Row("arrive", ", ".join(coming), side=side)
        going = [departure.unit for departure in (*each.removals, *each.withdrawals)]
        if going: yield Row("leave", ", ".join(going), side="allied")
