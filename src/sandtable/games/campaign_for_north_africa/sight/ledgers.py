"""[32.1, 32.4, 22.1, 3.61] The ledgers a quartermaster keeps: Supply Units, transport, what is planned and due, wrecks
and repair, prisoners, and what is known of the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.core.views import Column, Panel, Row, Token
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Consignment, Ship, SupplyUnit, Wreck
from sandtable.games.campaign_for_north_africa.fleet.chariots import stage_number
from sandtable.games.campaign_for_north_africa.fleet.tables import warships
from sandtable.games.campaign_for_north_africa.logistics.baggage import carriers
from sandtable.games.campaign_for_north_africa.logistics.depots import capacity
from sandtable.games.campaign_for_north_africa.logistics.freight import open_lanes
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_need
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import lane, limits
from sandtable.games.campaign_for_north_africa.movement.rail import line
from sandtable.games.campaign_for_north_africa.patrols.decoys import decoys
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import replacements_of
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.prisoners.escapes import own_side
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.repair.repair_phase import objection
from sandtable.games.campaign_for_north_africa.selection import CONVOYS, listed, motors_piece, title_named, title_of
from sandtable.games.campaign_for_north_africa.sight.replacement_questions import text_of
from sandtable.games.campaign_for_north_africa.sight.sheets import LEDGERS
from sandtable.games.campaign_for_north_africa.sight.story import spoils
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, REGION, Campaign, everyone_at, top_of

SUPPLY, TRANSPORT, WRECKS, FLEET, DECOYS, ENEMY, BOXES = (
    "supply",
    "transport",
    "wrecks",
    "fleet",
    "decoys",
    "enemy",
    "boxes",
)
MOVED = {
    "movement": "moved with units",
    "trucks": "moved by truck",
    "rail": "came by rail",
    "sea": "came by sea",
    "air": "came by air",
    "loaded": "just loaded",
}


STORES = (
    Column("Ammo"),
    Column("Fuel"),
    Column("Motors", "Motorization Points that carry it, of those it needs"),
)


# Supply Units [32.12, 32.15]


def supply_ledger(state: Campaign, side: str, folded: bool = True) -> Panel:
    """Every Supply Unit by place: what it holds, what carries it, how it moved."""
    own = {name: unit for name, unit in state.supply.items() if unit.side == side}
    rows = [_totals(state, side, own), _fuel_row(state, side)]
    by_place: dict[int, list[str]] = {}
    for name, unit in own.items():
        by_place.setdefault(unit.at, []).append(name)
    for at, names in sorted(by_place.items(), key=lambda each: (each[0] < 0, title_of(each[0]))):
        room = "" if at in REGION else f", room for {capacity(at) - len(names)} more"
        rows.append(Row(title_of(at), f"{len(names)} Supply Unit{'s' * (len(names) > 1)}{room}", (), side))
        rows += [Row(f"· {name}", _state_of(own[name]), (), side, (name,), _contents(own[name])) for name in names]
    note = "A unit draws within half its Allowance, by its own way of moving (32.16). The story tells who drew what."
    return Panel(SUPPLY, f"Supply dumps ({len(own)})", tuple(rows), note, folded, STORES, LEDGERS)


def _totals(state: Campaign, side: str, own: dict[str, SupplyUnit]) -> Row:
    real = [unit for unit in own.values() if not unit.dummy]
    text = (
        f"{sum(unit.ammo for unit in real)} Ammo and {sum(unit.fuel for unit in real)} Fuel in {len(real)} Supply "
        f"Units, {len(own) - len(real)} dummies"
    )
    return Row("In all", text, (), side)


def _fuel_row(state: Campaign, side: str) -> Row:
    """[32.23, 32.24] What moving everybody costs, and what has been paid this Operations Stage."""
    due = paid = 0
    for at in state.stacks:
        for name in everyone_at(state, at, side):
            need = fuel_need(state, name)
            due += need
            paid += need * state.units[name].fuel
    return Row("Fuel", f"{due} to move every unit once; {paid} paid in this Operations Stage", (), side)


def _contents(unit: SupplyUnit) -> tuple[str, ...]:
    motors = f"{unit.motors}/{carriers(unit)}" if unit.motors else ""
    return ("", "", motors) if unit.dummy else (str(unit.ammo), str(unit.fuel), motors)


def _state_of(unit: SupplyUnit) -> str:
    parts = ["dummy"] if unit.dummy else []
    if unit.moved:
        parts.append(MOVED.get(unit.moved, unit.moved))
    if unit.journey is not None:
        parts.append(f"on its way to {title_of(unit.journey.goal)}")
    return ", ".join(parts)


# Transport [32.51, 8.95]


def transport_ledger(state: Campaign, side: str, folded: bool = True) -> Panel:
    """Unattached Motorization Points by place, and how many each counter has."""
    pool = state.motors.get(side, {})
    rows = [
        Row(title_of(at), f"{points} unattached", (), side, (motors_piece(at),)) for at, points in sorted(pool.items())
    ]
    carriers_ = [
        (name, state.units[name].motors)
        for names in state.stacks.values()
        for name in names
        if counters()[name].side == side and state.units[name].motors
    ]
    total = sum(points for _, points in carriers_)
    shares = listed((f"{name} {points}" for name, points in carriers_), 40)
    rows.append(Row("With counters", f"{total}: {shares}" if total else "none", (), side))
    moving = sum(unit.motors for unit in state.supply.values() if unit.side == side)
    rows.append(Row("With Supply Units", str(moving), (), side))
    load = limits().real_unit_transport
    note = f"A point carries one point of infantry or guns (8.95); {load} carry a Supply Unit (32.32)."
    return Panel(TRANSPORT, "Motorization Points", tuple(rows), note, folded, (), LEDGERS)


# The region west of the map [8.81]


def boxes(state: Campaign, side: str, folded: bool = True) -> Panel | None:
    """What stands in the Tripoli/Tunisia region, to be chosen as on the map."""
    rows = []
    for box in REGION:
        stores = state.supply_at(box, side)
        motors = (motors_piece(box),) if state.motors.get(side, {}).get(box) else ()
        here = (*state.at(box, side), *stores, *motors)
        if here:
            rows.append(Row(title_of(box), "", (), side, here))
    if not rows:
        return None
    note = "A journey takes whole Operations Stages (8.84): choose a counter, then a button."
    return Panel(BOXES, "Tripoli and Tunisia", tuple(rows), note, folded)


# Plans and convoys [32.43, 32.61]


def convoy_ledger(state: Campaign, side: str, folded: bool = True) -> Panel:
    """What is planned to arrive, by which lane, and what else carries supplies."""
    rows = [_planned(each, side) for each in sorted(state.plans.get(side, ()), key=lambda each: (each.turn, each.lane))]
    rows.append(Row("Received", f"{plural(state.received.get(side, 0), 'Supply Unit')} since the game began", (), side))
    rows += _lanes(state) if side == "axis" else _lines(state)
    flown = state.lifted.get(side) == state.turn
    air = "used in this Game-Turn" if flown else "one Supply Unit in a Game-Turn (32.37)"
    rows.append(Row("By air", air, (), side))
    ahead = limits().axis_plans_ahead if side == "axis" else limits().commonwealth_plans_ahead
    note = f"Planned {ahead} Game-Turns ahead (32.43); every third Supply Unit received brings a dummy (32.18)."
    return Panel(CONVOYS, "Convoys and plans", tuple(rows), note, folded, (), LEDGERS)


def _planned(each: Consignment, side: str) -> Row:
    where = f" by lane {each.lane} to {lane(each.lane).port}" if each.lane else ""
    points = ", ".join(f"{lot.points} {lot.nation.title()} {lot.item.replace('_', ' ')}" for lot in each.points)
    stores = (
        f"{plural(each.supply, 'Supply Unit')}{_with_motors(each.motors)}"
        if each.supply or each.motors or not points
        else ""
    )
    return Row(f"Game-Turn {each.turn}", f"{', '.join(filter(None, (stores, points)))}{where}", (), side)


def _lanes(state: Campaign) -> list[Row]:
    lanes = [f"{number}: {lane(number).origin} to {lane(number).port}" for number in open_lanes(state)]
    return [Row("Open lanes", "; ".join(lanes) or "none", (), "axis")]


def _lines(state: Campaign) -> list[Row]:
    """[8.72, 32.36]"""
    rail = ", ".join(state.railed) or f"{plural(len(line(state)), 'hex')}, not used in this Operations Stage"
    sea = "used in this Operations Stage" if state.shipped else "one Supply Unit in an Operations Stage (32.36)"
    return [Row("Railway", rail, (), "commonwealth"), Row("By sea", sea, (), "commonwealth")]


def _with_motors(points: int) -> str:
    return f", {plural(points, 'Motorization Point')}" if points else ""


# Wrecks [21.42, 14.46, 22.1]


def wreck_ledger(state: Campaign, side: str, folded: bool = True) -> Panel | None:
    """Own wrecks, whether they can be repaired where they lie, and points that are ready for units."""
    rows = [_wreck(state, side, name, wreck) for name, wreck in state.wrecks.items() if wreck.side == side]
    for key, points in state.spares.items():
        at, nation, weapon = key.split("/", 2)
        what = f"{points} {weapon if weapon in weapons() else 'points'} ({nation.title()})"
        rows.append(Row("Ready", f"{what} at {title_named(at)}", (), side))
    rows += [Row("Replacements", text_of(state, name), (), side, (name,)) for name in replacements_of(state, side)]
    taken = state.captured.get(side, {})
    if taken:
        rows.append(Row("Captured", spoils(taken), (), side))
    if men := state.prisoners.get(side):
        rows.append(Row("Prisoners", f"{plural(men, 'point')} taken", (), side))
    for name, lot in state.captives.items():
        if lot.captor == side:
            rows.append(
                Row(
                    name,
                    f"{plural(lot.points, f'{lot.nation.title()} Prisoner Point')} at {title_of(lot.at)}",
                    (),
                    side,
                )
            )
    rows += [
        Row("Escaped", f"{plural(back.points, f'{back.nation.title()} point')}, back in turn {back.turn}", (), side)
        for back in state.returning
        if own_side(back.nation) == side
    ]
    if not rows:
        return None
    shops = ", ".join(f"{title_of(at)} ({kind})" for at, kind in facilities(state, side).items())
    note = f"Repair Facilities: {shops or 'none'} (22.31)."
    return Panel(WRECKS, "Wrecks and repair", tuple(rows), note, folded, (), LEDGERS)


def _lying(wreck: Wreck) -> str:
    """Vehicles by their model; those of an ID code are points."""
    return f"{wreck.points} {wreck.weapon or ('point' if wreck.points == 1 else 'points')}"


def _wreck(state: Campaign, side: str, name: str, wreck: Wreck) -> Row:
    what = "destroyed" if wreck.destroyed else "broken down"
    whose = f" of {wreck.unit}" if wreck.unit else ""
    found: Refusal | None = objection(state, side, wreck)
    state_text = "can be repaired here" if found is None else f"{found.why} ({found.case})"
    text = f"{title_of(wreck.at)}: {_lying(wreck)} {what}{whose}; {state_text}"
    return Row(name, text, (Token("Towed", side, "spent"),) if wreck.towed else (), side)


# The fleet [30.1]


def fleet_ledger(state: Campaign, side: str) -> Panel | None:
    """Every ship: its guns, where it is, what keeps it in port; and the raids that the Axis may still fly."""
    rows = [Row(name, _ship(name, ship), (), "commonwealth") for name, ship in state.ships.items()]
    if side == "axis":
        rows.append(Row("Raids", f"{state.raids} may still be made on Alexandria (32.72)", (), side))
        if state.chariots > 0:
            left = state.chariots - stage_number(state)
            rows.append(
                Row("Chariots", f"they raid Alexandria {plural(left, 'Operations Stage')} from now (30.42)", (), side)
            )
    if not state.ships:
        return None
    note = "A ship fires once in an Operations Stage and then rests in port for two (30.24, 30.25)."
    return Panel(FLEET, "The Mediterranean Fleet", tuple(rows), note, folded=True)


def _ship(name: str, ship: Ship) -> str:
    if not ship.guns:
        return "sunk"
    facts = warships()[name]
    where = ship.port.title() if ship.at == IN_PORT else f"off {title_of(ship.at)}"
    parts = [f"{facts.kind}, {ship.guns} of {plural(facts.guns, 'gun')}, {where}"]
    if ship.at == IN_PORT and ship.owed:
        parts.append(f"{plural(ship.owed, 'more Operations Stage')} in port")
    if ship.crippled:
        parts.append("under repair")
    return ", ".join(parts)


# Dummy tanks [16.41]


def decoy_ledger(state: Campaign, side: str) -> Panel | None:
    """Where dummy tanks are set up."""
    rows = tuple(Row(title_of(at), "a dummy tank battalion", (), side) for at in decoys(state, side))
    note = "Patrols may be told of it under the name of any tank battalion in play (16.45)."
    return Panel(DECOYS, "Dummy tanks", rows, note, folded=True) if rows else None


# The enemy [3.61, 16.51]


def enemy_ledger(state: Campaign, side: str) -> Panel | None:
    """Reports about enemy units, the latest first."""
    reports = sorted(state.known.get(side, {}).items(), key=lambda each: (-each[1].turn, -each[1].stage, each[0]))
    foe = "commonwealth" if side == "axis" else "axis"
    rows = tuple(
        _report(state, foe, name, each.toe, each.motorised, each.at, f"{each.turn}/{each.stage}")
        for name, each in reports
    )
    if not rows:
        return None
    return Panel(ENEMY, "Known enemy units", rows, "Strengths are told within two points (16.51).", True, (), LEDGERS)


def _report(state: Campaign, foe: str, name: str, toe: int, motorised: bool, at: str, when: str) -> Row:
    strength = f"about {plural(toe, 'TOE point')}" if toe >= 0 else "seen"
    counter = counters()[name]
    seen = state.units[name].at not in OUT_OF_PLAY and top_of(state, name) == name
    now = f"; its counter is at {title_of(state.units[name].at)}" if seen else ""
    text = f"{counter.title}: {strength}{', motorised' if motorised else ''} at {title_named(at)} in {when}{now}"
    return Row(name, text, (), foe, (name,) if seen else ())


def ledgers(state: Campaign, side: str) -> Iterator[Panel]:
    """All of them, folded."""
    yield supply_ledger(state, side)
    yield transport_ledger(state, side)
    yield convoy_ledger(state, side)
    for found in (
        wreck_ledger(state, side),
        fleet_ledger(state, side),
        decoy_ledger(state, side),
        enemy_ledger(state, side),
    ):
        if found is not None:
            yield found
