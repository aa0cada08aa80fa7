"""Events as lines of the story. Those with the fact `only` are told to that side alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandtable.core.nouns import plural
from sandtable.core.values import Event
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.selection import listed, title_named
from sandtable.games.campaign_for_north_africa.state import REGION
from sandtable.kit.story import Facts, Tellers, joined, over, told

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
PLACE = re.compile(rf"(?<![\w-])(?:[A-E]\d{{4}}|{'|'.join(board().name(box) for box in REGION)})(?![\w-])")
MODES = {
    "react": " in reaction",
    "withdraw": " before the assault",
    "rail": " by rail",
    "sea": " by sea",
    "convoy": " with the truck convoys",
    "trucks": " on trucks",
}


def tell(event: Event) -> str:
    return PLACE.sub(lambda found: title_named(found[0]), told(event, TELLERS))


def _do(names: Any, verb: str) -> str:
    """Who does it."""
    return f"{joined(names)} {verb}{'s' * (len(names) == 1)}"


def _surrendering(names: Any) -> str:
    return _do(names, "surrender") if names else "Units surrender"


def _some(number: Any, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _side(facts: Facts, key: str = "side") -> str:
    return "The Axis" if facts[key] == "axis" else "The Commonwealth"


def _points(facts: Facts) -> str:
    """Vehicles and guns by their model; the points of an ID code are points."""
    weapon = str(facts.get("weapon") or "").strip()
    return f"{facts['points']} {weapon}" if weapon in weapons() else _some(facts["points"], "point")


def _lots(written: object) -> str:
    """Replacement Points as an order writes them, such as italian/light_aa:1, as one would say it."""
    lots = [text.replace("/", " ", 1).rpartition(":") for text in str(written).split(", ")]
    return ", ".join(f"{points} {line[:1].upper()}{line[1:]}".replace("_", " ") for line, _, points in lots)


def _loss(written: object) -> str:
    """Points as an order writes them, such as 45Art:75/18:2, as one would say it."""
    unit, *rest = str(written).split(":")
    return f"{_some(int(rest[-1]), 'point')}{f' of {rest[0]}' if len(rest) > 1 else ''} of {unit}" if rest else unit


def _kinds(types: Any) -> str:
    return ", ".join(str(kind).replace("_", " ") for kind in types)


def _turn(facts: Facts) -> str:
    week = ("I", "II", "III", "IV")[int(facts["week"]) - 1]
    return f"--- Game-Turn {facts['turn']}: {MONTHS[int(facts['month']) - 1]} {week} {facts['year']} ---"


def _initiative(facts: Facts) -> str:
    totals = facts.get("totals") or {}
    rolled = f" ({totals['axis']} to {totals['commonwealth']})" if totals else ""
    return f"{_side(facts)} has the Initiative{rolled}"


def _strained(facts: Facts) -> str:
    kind = re.sub(r"[+-][0-9]+$", "", str(facts["vehicles"]))  # without its shift on the table
    return (
        f"Breakdown of {kind} at {facts['at']}: {facts['percent']} percent, {facts['lost']} of "
        f"{facts['points']} (column {facts['column']})"
    )


def _arrived(facts: Facts) -> str:
    who, motors = joined(facts["units"]), facts.get("motors")
    text = f"{who or 'Transport'} at {facts['at']}"
    return f"{text}, {plural(motors, 'Motorization Point')}" if motors else text


def _fell(facts: Facts) -> str:
    taken = f", {facts['captured']} captured" if facts.get("captured") else ""
    return f"{facts['unit']} loses {_points(facts)} at {facts['at']}{taken}"


def _places(facts: Facts, key: str = "at") -> str:
    found = facts.get(key, "")
    return joined(found) if isinstance(found, list | tuple) else str(found)


def _off(place: Any) -> str:
    """[8.84] A journey begins or ends on the map."""
    return "the map" if place == "map" else str(place)


def _with(facts: Facts, **labels: str) -> str:
    """The facts that are not nothing, each with its word."""
    parts = [f"{facts[key]} {label}" for key, label in labels.items() if facts.get(key)]
    return ", ".join(parts)


def spoils(taken: Mapping[str, int]) -> str:
    """Captured equipment by its model; what has only its nation and an ID code is told as vehicles."""
    named = [(points, what.partition("/")) for what, points in taken.items()]
    return ", ".join(
        f"{points} {what[0].title()} vehicle{'s' * (points != 1)}" if what[0].islower() else f"{points} {''.join(what)}"
        for points, what in named
    )


def _captured(facts: Facts) -> str:
    what = facts.get("supply") or ""
    more = _with(facts, ammo="Ammo", fuel="Fuel", motors="Motorization Points", prisoners="Prisoner Points")
    gear = facts.get("equipment")
    if isinstance(gear, Mapping) and gear:
        more = ", ".join(filter(None, (more, spoils(gear))))
    return f"{_side(facts)} captures at {_places(facts)}: {', '.join(filter(None, (str(what), more))) or 'nothing'}"


def _prisoners(facts: Facts) -> str:
    return _some(facts["points"], "Prisoner Point")


def _rejoined(facts: Facts) -> str:
    who, place = _some(facts["points"], "Prisoner Point"), facts["at"]
    return f"{_side(facts)}: {who} back with their own side from {place}, replacements in turn {facts['turn']}"


def _moved(facts: Facts) -> str:
    how = MODES.get(str(facts.get("mode")), "")
    return f"{joined(facts['units'])}: {facts['path'][0]} to {facts['path'][-1]}{how}"


def _weather(facts: Facts) -> str:
    where = f" over sections {joined(facts['sections'])}" if facts.get("sections") else ""
    return f"Weather: {facts['weather']}{where}"


def _barraged(facts: Facts) -> str:
    effect = "pinned" if facts.get("pinned") else f"{facts['lost']} lost" if facts.get("lost") else "no effect"
    aim = " ".join(str(facts[key]) for key in ("target", "number") if facts.get(key))
    return f"Barrage on {_places(facts)}, {aim}: {effect}"


def _assaulted(facts: Facts) -> str:
    odds = f"{facts.get('attack', '')} to {facts.get('defence', '')}".strip()
    return f"{_side(facts)} assaults {_places(facts)}: {odds}"


def _hexes(number: Any) -> str:
    return f"{number} hex{'es' * (number != 1)}"


def _result(facts: Facts) -> str:
    more = [f"{facts['percent']} percent lost"]
    if facts.get("captured"):
        more.append("some captured")
    if facts.get("engaged"):
        more.append("engaged")
    if facts.get("retreat"):
        more.append(f"retreats {_hexes(facts['retreat'])}")
    return f"{_side(facts)}: {', '.join(more)} (column {facts.get('column', '')}, dice {facts.get('code', '')})"


def _morale(facts: Facts) -> str:
    thrown = f"basic {facts['basic']}, cohesion {facts['cohesion']}, dice {facts['code']}"
    return f"{_side(facts)} has a morale of {facts['adjusted']} ({thrown})"


def _revealed(facts: Facts) -> str:
    return f"At {facts['at']}: {facts['unit']}, about {facts['points']}{', motorised' if facts['motorised'] else ''}"


def _drawn(facts: Facts) -> str:
    """[32.2] Who drew what, and why."""
    shares = ", ".join(f"{unit} {points}" for unit, points in facts["units"].items())
    return (
        f"{facts['supply']} at {facts['at']} gives {facts['points']} {str(facts['store']).title()} "
        f"{facts['why']}: {shares}"
    )


def _with_motors(facts: Facts) -> str:
    return f" and {_some(facts['motors'], 'Motorization Point')}" if facts.get("motors") else ""


def _planned(facts: Facts) -> str:
    what, is_one = _some(facts["supply"], "Supply Unit"), facts["supply"] == 1 and not facts.get("motors")
    return f"{what}{_with_motors(facts)} {'is' if is_one else 'are'} planned for Game-Turn {facts['arrives']}"


def _cargo(facts: Facts) -> str:
    points = f", {_lots(facts['points'])}" if facts.get("points") else ""
    return f"{_some(facts['supply'], 'Supply Unit')}, {_some(facts['motors'], 'Motorization Point')}{points}"


def _committed(facts: Facts) -> str:
    if facts["role"] != "close_assault":
        role = "to Anti-Armour fire at"
    else:
        role = "to the Close Assault on" if facts["attacks"] else "to the defence of"
    return (
        f"{listed(facts['units'])} {'commits' if len(facts['units']) == 1 else 'commit'} "
        f"{_some(facts['points'], 'point')} {role} {facts['at']}"
    )


DONE = {
    "build": "builds",
    "rebuild": "rebuilds",
    "demolish": "demolishes",
}
WORKS = {
    "fortification": "a level of fortification",
    "road": "the road",
    "railway": "the railway",
    "facility": "a Repair Facility",
    "minefield": "a minefield",
}


def _completed(facts: Facts) -> str:
    verb, _, what = str(facts["work"]).partition(" ")
    return f"{_side(facts)} {DONE[verb]} {WORKS[what]} at {joined(facts['hexes'])}"


TELLERS: Tellers = {
    "turn": _turn,
    "stage": lambda f: f"--- Operations Stage {f['stage']} ---",
    "part": lambda f: f"--- {_side(f)} ---",
    "over": over,
    "deployed": lambda f: f"{_side(f)} has deployed",
    "initiative": _initiative,
    "tied": lambda f: "The Initiative is tied and rolled again",
    "declared": lambda f: f"{_side(f)} chooses: {_side(f, 'first').replace('The', 'the')} moves first",
    "recalled": lambda f: "Rommel is in Germany for this Game-Turn",
    "returned": lambda f: f"Rommel is back, at {f['at']}",
    # arrivals
    "arrived": _arrived,
    "landed": lambda f: f"{_do(f['units'], 'land')} at {f['at']}",
    "renamed": lambda f: f"{joined(f['units'])} becomes {joined(f['into'])}",
    "withdrawn": lambda f: f"Withdrawn from the theatre: {joined(f['units'])}",
    "forfeited": lambda f: f"{f['unit']} could not be withdrawn and is lost for good",
    "freed": lambda f: f"{joined(f['units'])} may move from now on",
    # reserves
    "reserved": lambda f: f"In Reserve I: {joined(f['units'])}",
    "released": lambda f: f"Released from Reserve: {joined(f['units'])}",
    # breakdown and repair
    "strained": _strained,
    "broke_down": lambda f: f"{f['unit']} leaves {_points(f)} broken down at {f['at']}" if f["unit"] else "",
    "towed": lambda f: f"{f['wreck']} is towed to {f['path'][-1]}",
    "mended": lambda f: f"Repairs at {f['at']}: {f['mended']} of {f['points']} {f['vehicles']}",
    "restored": lambda f: f"{_points(f)} ready at {f['at']}",
    "junked": lambda f: f"A tank of {f['wreck']} at {f['at']} is beyond repair",
    # patrols
    "patrolled": lambda f: f"{_side(f)} sends a patrol of {f['points']} to {f['at']}",
    "unopposed": lambda f: f"No combat unit is at {f['at']}",
    "reconnoitred": lambda f: f"The patrol learns about {plural(f['units'], 'unit')} at {f['at']}",
    "revealed": _revealed,
    "fell": _fell,
    # weather, organisation, training
    "weather": _weather,
    "attached": lambda f: f"{f['unit']} is attached to {f['to']}",
    "detached": lambda f: f"{joined(f['units'])} detached at {f['at']}",
    "disbanded": lambda f: f"{f['unit']} is disbanded",
    "assigned": lambda f: f"{f['unit']} is assigned to {f['to'] or 'nobody'}",
    "absorbed": lambda f: f"{f['unit']} absorbs {_points(f)}",
    "motorised": lambda f: f"{f['unit']} gets {plural(f['motors'], 'Motorization Point')}",
    "demotorised": lambda f: f"{f['unit']} gives up {plural(f['motors'], 'Motorization Point')}",
    "trained": lambda f: f"{_do(f['units'], 'train')} under {f['by']}",
    "improved": lambda f: f"{f['unit']} has a Basic Morale of {f['morale']}",
    "mocked_up": lambda f: f"Dummy tanks are set up at {f['at']}",
    "unmasked": lambda f: f"The tanks at {f['at']} are dummies (16.46)",
    # movement
    "moved": _moved,
    "stopped": lambda f: f"{joined(f['units'])} must stop at {f['at']} ({f['case']})",
    "travelled": lambda f: f"{joined(f['units'])} on the way from {_off(f['start'])} to {_off(f['goal'])}",
    "hauled": lambda f: f"{joined(f['units'])}: {f['path'][0]} to {f['path'][-1]}",
    "driven": lambda f: f"{plural(f['motors'], 'Motorization Point')}: {f['path'][0]} to {f['path'][-1]}",
    "disengaged": lambda f: f"Contact is broken at {f['at']}",
    # supply
    "planned": _planned,
    "opened": lambda f: f"The port of {f['port']} is open to the Axis",
    "announced": lambda f: f"Axis convoys by lanes {joined(f['lanes'])}" if f["lanes"] else "",
    "assigned_lane": lambda f: f"Lane {f['lane']}: {_cargo(f)}",
    "bombed": lambda f: (
        f"The convoy of lane {f['lane']} is bombed with {plural(f['points'], 'point')}: {f['percent']} percent"
    ),
    "sunk": lambda f: f"Sunk: {_cargo(f)}",
    "foundered": lambda f: f"The convoy of lane {f['lane']} has lost {_lots(f['points'])}",
    "requested": lambda f: f"Planned for Game-Turn {f['arrives']}: {_lots(f['points'])}",
    "replaced": lambda f: (
        f"{f['counter']}, {f['points']} {str(f['item']).replace('_', ' ')}, comes ashore at {f['at']}"
    ),
    "allotted": lambda f: f"{f['counter']}, {_some(f['points'], 'point')}, is meant for {f['unit']}",
    "upgraded": lambda f: f"{f['unit']} is upgraded at {f['at']}",
    "manned": lambda f: f"{f['counter']} is formed at {f['at']}: {_points(f)}",
    "revived": lambda f: f"{f['unit']} is formed again at {f['at']}",
    "landed_convoy": lambda f: f"The convoy of lane {f['lane']} lands at {f['at']}",
    "sailed": lambda f: f"{f['ship']} sails to {str(f['to']).title() if str(f['to']).islower() else f['to']}",
    "refitted": lambda f: f"{f['ship']} has {plural(f['guns'], 'gun')} again",
    "raided": lambda f: (
        f"Axis aircraft raid Alexandria with {plural(f['points'], 'Bomb Point')}: {plural(f['damage'], 'Damage Point')}"
    ),
    "damaged_ship": lambda f: f"{f['ship']} is hit and has {plural(f['guns'], 'gun')} left",
    "sunk_ship": lambda f: f"{f['ship']} is sunk",
    "engaged_ship": lambda f: f"Guns ashore fire at {f['ship']}: {_some(f['damage'], 'Damage Point')}",
    "turned_over": lambda f: f"The minefield at {f['at']} is {'a dummy' if f['dummy'] else 'real'} (26.15)",
    "lifted_dummy": lambda f: f"The dummy minefield at {f['at']} is removed (26.14)",
    "blown_up": lambda f: f"{f['unit']} loses {_some(f['points'], 'point')} to mines at {f['at']} (26.25)",
    "chariots": lambda f: f"Chariots raid Alexandria: {_some(f['damage'], 'Damage Point')} (30.44)",
    "landed_motors": lambda f: (
        f"{plural(f['motors'], 'Motorization Point lands', 'Motorization Points land')} at {f['at']}"
    ),
    "landed_supply": lambda f: f"{f['supply']} lands at {f['at']}",
    "supplied": lambda f: f"{f['supply']} is set down at {f['at']}",
    "feigned": lambda f: f"{f['supply']}, a dummy, is set down at {f['at']}",
    "drawn": _drawn,
    "rearranged": lambda f: f"{f['source']} gives {f['target']} {f['ammo']} Ammo and {f['fuel']} Fuel",
    "emptied": lambda f: f"{f['supply']} at {f['at']} is empty",
    "destroyed": lambda f: f"{f['supply']} at {f['at']} is destroyed",
    "spared": lambda f: f"{f['supply']} at {f['at']} is not destroyed",
    "discovered": lambda f: f"{f['supply']} at {f['at']} was a dummy",
    "shipped": lambda f: f"{f['supply']} is shipped from {f['path'][0]} to {f['path'][-1]}",
    "flown": lambda f: f"{f['supply']} is flown from {f['path'][0]} to {f['path'][-1]}",
    "worn": lambda f: f"{f['percent']} percent of the Motorization Points are worn out: {f['points']}",
    "captured": _captured,
    "began_work": lambda f: f"{_do(f['units'], 'begin')} to {f['work']} at {joined(f['hexes'])} ({f['project']})",
    "ceased_work": lambda f: f"{_do(f['units'], 'stop')} work on {f['project']}",
    "completed_work": _completed,
    "overran_work": lambda f: f"{_side(f)} overruns what was under construction at {f['at']}",
    "razed": lambda f: f"{_side(f)} loses the Repair Facility at {f['at']}",
    "set_up_dump": lambda f: f"{f['supply']} is set up at {f['at']}",
    "guard_formed": lambda f: f"{f['unit']} gives up a point as guard {f['guard']} at {f['at']}",
    "guard_dismissed": lambda f: f"Guard {f['guard']} returns to {f['unit']} at {f['at']}",
    "led": lambda f: f"{_prisoners(f)} are led from {f['path'][0]} to {f['path'][-1]}",
    "escorted": lambda f: f"{_prisoners(f)} are marched from {f['path'][0]} to {f['path'][-1]}",
    "carted": lambda f: f"{_prisoners(f)} are carried from {f['path'][0]} to {f['path'][-1]}",
    "departed": lambda f: f"{_prisoners(f)} leave the map at {f['at']} for good",
    "escaped": lambda f: f"{_side(f)}: {_prisoners(f)} escape at {f['at']}",
    "fled": lambda f: f"{_side(f)}: escapees get from {f['path'][0]} to {f['path'][-1]}",
    "recaptured": lambda f: f"{_side(f)} recaptures {_prisoners(f)} at {f['at']}",
    "rejoined": _rejoined,
    # desert raiders
    "raider_formed": lambda f: f"{f['raider']} is formed at {f['at']}",
    "raider_supplied": lambda f: f"{f['raider']} takes on water{' and Fuel' if f['fuel'] else ''} at {f['at']}",
    "raider_announced": lambda f: f"{f['raider']} is at {f['at']}",
    "raider_lost": lambda f: f"{f['raider']} is lost at {f['at']}: {f['why']}",
    "prowled": lambda f: f"{f['raider']}: {f['path'][0]} to {f['path'][-1]}",
    "ambush_laid": lambda f: f"{f['raider']} lies in wait for {f['load']}",
    "raid": lambda f: f"{f['raider']} raids {f['target']} at {f['at']}",
    "burnt": lambda f: f"{f['percent']} percent of {f['supply']} at {f['at']} goes up in flames",
    "shot_up": lambda f: f"{_side(f)} loses {_some(f['motors'], 'Motorization Point')} at {f['at']}",
    "put_ashore": lambda f: f"{f['ship']} puts {f['unit']} ashore at {f['at']}",
    "reembarked": lambda f: f"{f['unit']} goes aboard {f['ship']} at {f['at']} and is back in Alexandria",
    "concealed": lambda f: f"{f['unit']} goes out of sight with {f['raider']} at {f['at']}",
    "disclosed": lambda f: f"{f['unit']} is at {f['at']}",
    "rommel_wounded": lambda f: f"Rommel is wounded: an Initiative of {f['rating']} for {f['turns']} Game-Turns",
    "rommel_removed": lambda f: f"Rommel is out of the game, taken or killed at {f['at']}",
    "seized": lambda f: f"{_side(f)} takes {f['wreck']} at {f['at']}",
    "spoils": lambda f: f"{f['wreck']} holds {_points(f)}",
    # combat
    "positioned": lambda f: f"In Back positions: {joined(f['back'])}" if f["back"] else "",
    "barraged": _barraged,
    "pinned": lambda f: f"{f['unit']} is pinned",
    "shelled": lambda f: f"{f['supply']} at {f['at']} is shelled: {f['percent']} percent",
    "battered": lambda f: f"The {f['target']} at {f['at']} {'is wrecked' if f['reduced'] else 'holds'}",
    "held_off": lambda f: f"{_side(f)} holds off {_places(f, 'hexes')}",
    "gave_way": lambda f: f"{_side(f)} must give way at {f['at']}",
    "gave_up": lambda f: f"{_side(f)} has assigned nobody to defend {f['at']}",
    "attacked": lambda f: f"{_side(f)} attacks {_places(f, 'hexes')}",
    "committed": _committed,
    "without_ammo": lambda f: f"{f['unit']} has no Ammo",
    "fired": lambda f: f"{_side(f)} fires at the armour of {_places(f)} with {f['points']}",
    "wrecked": lambda f: f"Destroyed tanks lie at {f['at']}",
    "assaulted": _assaulted,
    "took_part": lambda f: f"{_side(f)} fights at {_places(f)} with {_kinds(f['types'])}" if f["types"] else "",
    "morale": _morale,
    "result": _result,
    "lost": lambda f: f"Lost at {_places(f)}: {', '.join(map(_loss, f['points']))}",
    "eliminated": lambda f: f"{f['unit']} is eliminated at {f['at']}",
    "shaken": lambda f: f"{joined(f['units'])} {'is' if len(f['units']) == 1 else 'are'} shaken",
    "heartened": lambda f: f"{_side(f)} is heartened by the victory at {_places(f)}",
    "engaged": lambda f: f"Engaged: {joined(f['units'])}",
    "retreated": lambda f: f"{_do(f['units'], 'retreat')} along {'-'.join(map(str, f['path']))}",
    "stood": lambda f: f"{_do(f['units'], 'stand')} at {f['at']}",
    "surrendered": lambda f: f"{_surrendering(f['counters'])} at {_places(f)}",
    "surrendered_units": lambda f: f"Surrendered: {joined(f['units'])}",
    "declined": lambda f: f"No unit can accept the surrender of {f['at']}",
    "accepted": lambda f: f"{f['unit']} accepts the surrender of {f['at']}",
    "demolished": lambda f: f"{plural(f['motors'], 'Motorization Point is', 'Motorization Points are')} destroyed",
}
