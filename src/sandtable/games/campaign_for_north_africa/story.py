"""Events as lines of the story. Those with the fact `only` are told to that side alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.core.values import Event

Facts = Mapping[str, Any]

MODES = {"react": " in reaction", "withdraw": " before the assault", "rail": " by rail"}


def tell(event: Event) -> str:
    teller = TELLERS.get(event.kind)
    return teller(event.facts) if teller else ""


def _list(names: Any) -> str:
    return ", ".join(str(name) for name in names)


def _side(facts: Facts, key: str = "side") -> str:
    return "The Axis" if facts[key] == "axis" else "The Commonwealth"


def _points(facts: Facts) -> str:
    weapon = str(facts.get("weapon") or "").strip()
    return f"{facts['points']} {weapon}" if weapon else f"{facts['points']} point{'s' * (facts['points'] != 1)}"


def _turn(facts: Facts) -> str:
    week = ("I", "II", "III", "IV")[int(facts["week"]) - 1]
    return f"=== Game-Turn {facts['turn']}: {facts['year']}-{int(facts['month']):02}, week {week} ==="


def _initiative(facts: Facts) -> str:
    totals = facts.get("totals") or {}
    rolled = f" ({totals['axis']} to {totals['commonwealth']})" if totals else ""
    return f"{_side(facts)} has the Initiative{rolled}"


def _strained(facts: Facts) -> str:
    return (f"Breakdown of {facts['vehicles']} at {facts['at']}: {facts['percent']} percent, {facts['lost']} of "
            f"{facts['points']} (column {facts['column']})")


def _arrived(facts: Facts) -> str:
    who, motors = _list(facts["units"]), facts.get("motors")
    text = f"{who or 'Transport'} at {facts['at']}"
    return f"{text}, {motors} Motorization Points" if motors else text


def _fell(facts: Facts) -> str:
    taken = f", {facts['captured']} captured" if facts.get("captured") else ""
    return f"{facts['unit']} loses {_points(facts)} at {facts['at']}{taken}"


def _places(facts: Facts, key: str = "at") -> str:
    found = facts.get(key, "")
    return _list(found) if isinstance(found, list | tuple) else str(found)


def _with(facts: Facts, **labels: str) -> str:
    """The facts that are not nothing, each with its word."""
    parts = [f"{facts[key]} {label}" for key, label in labels.items() if facts.get(key)]
    return ", ".join(parts)


def _captured(facts: Facts) -> str:
    what = facts.get("supply") or ""
    more = _with(facts, ammo="Ammo", fuel="Fuel", motors="Motorization Points", prisoners="Prisoner Points")
    gear = facts.get("equipment")
    if isinstance(gear, Mapping) and gear: more = ", ".join(filter(None, (more, _list(gear))))
    return f"{_side(facts)} captures at {_places(facts)}: {', '.join(filter(None, (str(what), more))) or 'nothing'}"


def _moved(facts: Facts) -> str:
    how = MODES.get(str(facts.get("mode")), "")
    return f"{_list(facts['units'])}: {facts['path'][0]} to {facts['path'][-1]}{how}"


def _weather(facts: Facts) -> str:
    where = f" over sections {_list(facts['sections'])}" if facts.get("sections") else ""
    return f"Weather: {facts['weather']}{where}"


def _barraged(facts: Facts) -> str:
    effect = "pinned" if facts.get("pinned") else f"{facts['lost']} lost" if facts.get("lost") else "no effect"
    aim = " ".join(str(facts[key]) for key in ("target", "number") if facts.get(key))
    return f"Barrage on {_places(facts)}, {aim}: {effect}"


def _assaulted(facts: Facts) -> str:
    odds = f"{facts.get('attack', '')} to {facts.get('defence', '')}".strip()
    return f"{_side(facts)} assaults {_places(facts)}: {odds}"


def _result(facts: Facts) -> str:
    more = [f"{facts['percent']} percent lost"]
    if facts.get("captured"): more.append("some captured")
    if facts.get("engaged"): more.append("engaged")
    if facts.get("retreat"): more.append(f"retreats {facts['retreat']}")
    return f"{_side(facts)}: {', '.join(more)} (column {facts.get('column', '')}, dice {facts.get('code', '')})"


def _morale(facts: Facts) -> str:
    return f"Morale {facts['adjusted']} (basic {facts['basic']}, cohesion {facts['cohesion']}, dice {facts['code']})"


def _revealed(facts: Facts) -> str:
    return f"At {facts['at']}: {facts['unit']}, about {facts['points']}{', motorised' if facts['motorised'] else ''}"


def _over(facts: Facts) -> str:
    winner = f"{str(facts['winner']).title()} victory" if facts["winner"] else "A draw"
    return f"{winner}: {facts['reason']} ({facts['case']})"


TELLERS: Mapping[str, Callable[[Facts], str]] = {
    "turn": _turn,
    "stage": lambda f: f"== Operations Stage {f['stage']} ==",
    "part": lambda f: f"--- {_side(f)} ---",
    "over": _over,
    "deployed": lambda f: f"{_side(f)} has deployed",
    "initiative": _initiative,
    "tied": lambda f: "The Initiative is tied and rolled again",
    "declared": lambda f: f"{_side(f)} chooses: {_side(f, 'first').lower()} moves first",
    "recalled": lambda f: "Rommel is in Germany for this Game-Turn",
    "returned": lambda f: f"Rommel is back, at {f['at']}",
    # arrivals
    "arrived": _arrived,
    "landed": lambda f: f"{_list(f['units'])} land at {f['at']}",
    "renamed": lambda f: f"{_list(f['units'])} becomes {_list(f['into'])}",
    "withdrawn": lambda f: f"Withdrawn from the theatre: {_list(f['units'])}",
    "forfeited": lambda f: f"{f['unit']} was to be withdrawn and is lost for good",
    "freed": lambda f: f"{_list(f['units'])} may move from now on",
    # reserves
    "reserved": lambda f: f"In Reserve I: {_list(f['units'])}",
    "released": lambda f: f"Released from Reserve: {_list(f['units'])}",
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
    "reconnoitred": lambda f: f"The patrol learns about {f['units']} units at {f['at']}",
    "revealed": _revealed,
    "fell": _fell,
    # weather, organisation, training
    "weather": _weather,
    "attached": lambda f: f"{f['unit']} is attached to {f['to']}",
    "detached": lambda f: f"{_list(f['units'])} detached at {f['at']}",
    "disbanded": lambda f: f"{f['unit']} is disbanded",
    "assigned": lambda f: f"{f['unit']} is assigned to {f['to'] or 'nobody'}",
    "absorbed": lambda f: f"{f['unit']} takes up {_points(f)}",
    "motorised": lambda f: f"{f['unit']} gets {f['motors']} Motorization Points",
    "demotorised": lambda f: f"{f['unit']} gives up {f['motors']} Motorization Points",
    "trained": lambda f: f"{_list(f['units'])} train under {f['by']}",
    "improved": lambda f: f"{f['unit']} has a Basic Morale of {f['morale']}",
    # movement
    "moved": _moved,
    "stopped": lambda f: f"{_list(f['units'])} must stop at {f['at']} ({f['case']})",
    "travelled": lambda f: f"{_list(f['units'])} are on the way from {f['start']} to {f['goal']}",
    "hauled": lambda f: f"{_list(f['units'])}: {f['path'][0]} to {f['path'][-1]}",
    "driven": lambda f: f"{f['motors']} Motorization Points: {f['path'][0]} to {f['path'][-1]}",
    "disengaged": lambda f: f"Contact is broken at {f['at']}",
    # supply
    "planned": lambda f: f"{f['supply']} Supply Units are planned for Game-Turn {f['arrives']}",
    "opened": lambda f: f"The port of {f['port']} is open to the Axis",
    "announced": lambda f: f"Axis convoys by lanes {_list(f['lanes'])}" if f["lanes"] else "",
    "assigned_lane": lambda f: f"Lane {f['lane']}: {f['supply']} Supply Units, {f['motors']} Motorization Points",
    "bombed": lambda f: f"The convoy of lane {f['lane']} is bombed with {f['points']} points: {f['percent']} percent",
    "sunk": lambda f: f"Sunk: {f['supply']} Supply Units, {f['motors']} Motorization Points",
    "landed_convoy": lambda f: f"The convoy of lane {f['lane']} lands at {f['at']}",
    "landed_supply": lambda f: f"{f['supply']} lands at {f['at']}",
    "supplied": lambda f: f"{f['supply']} is set down at {f['at']}",
    "feigned": lambda f: f"{f['supply']}, a dummy, is set down at {f['at']}",
    "drawn": lambda f: f"{f['supply']} gives {f['points']} {str(f['store']).title()} to {_list(f['units'])}",
    "rearranged": lambda f: f"{f['source']} gives {f['target']} {f['ammo']} Ammo and {f['fuel']} Fuel",
    "emptied": lambda f: f"{f['supply']} at {f['at']} is empty",
    "destroyed": lambda f: f"{f['supply']} at {f['at']} is destroyed",
    "spared": lambda f: f"{f['supply']} at {f['at']} does not burn",
    "discovered": lambda f: f"{f['supply']} at {f['at']} was a dummy",
    "shipped": lambda f: f"{f['supply']} is shipped from {f['path'][0]} to {f['path'][-1]}",
    "flown": lambda f: f"{f['supply']} is flown from {f['path'][0]} to {f['path'][-1]}",
    "worn": lambda f: f"{f['percent']} percent of the Motorization Points are worn out: {f['points']}",
    "captured": _captured,
    "seized": lambda f: f"{_side(f)} takes {f['wreck']} at {f['at']}",
    "spoils": lambda f: f"{f['wreck']} holds {_points(f)}",
    # combat
    "positioned": lambda f: f"In Back positions: {_list(f['back'])}" if f["back"] else "",
    "barraged": _barraged,
    "pinned": lambda f: f"{f['unit']} is pinned",
    "shelled": lambda f: f"{f['supply']} at {f['at']} is shelled: {f['percent']} percent",
    "battered": lambda f: f"The fortification at {f['at']} {'is reduced' if f['reduced'] else 'holds'}",
    "held_off": lambda f: f"{_side(f)} holds off {_places(f, 'hexes')}",
    "gave_way": lambda f: f"{_side(f)} must give way at {f['at']}",
    "gave_up": lambda f: f"{_side(f)} has assigned nobody to defend {f['at']}",
    "attacked": lambda f: f"{_side(f)} attacks {_places(f, 'hexes')}",
    "committed": lambda f: f"{f['unit']} commits {_points(f)} against {f['at']}",
    "without_ammo": lambda f: f"{f['unit']} has no Ammo",
    "fired": lambda f: f"{_side(f)} fires at the armour of {_places(f)} with {f['points']}",
    "wrecked": lambda f: f"Destroyed tanks lie at {f['at']}",
    "assaulted": _assaulted,
    "took_part": lambda f: f"{_side(f)} fights at {_places(f)} with {_list(f['types'])}" if f["types"] else "",
    "morale": _morale,
    "result": _result,
    "lost": lambda f: f"Lost at {_places(f)}: {_list(f['points'])}",
    "eliminated": lambda f: f"{f['unit']} is eliminated at {f['at']}",
    "shaken": lambda f: f"{_list(f['units'])} are shaken",
    "heartened": lambda f: f"{_side(f)} is heartened by the victory at {_places(f)}",
    "engaged": lambda f: f"Engaged: {_list(f['units'])}",
    "retreated": lambda f: f"{_list(f['units'])} retreat along {'-'.join(map(str, f['path']))}",
    "stood": lambda f: f"{_list(f['units'])} stand at {f['at']}",
    "surrendered": lambda f: f"{_list(f['counters']) or 'Units'} surrender at {_places(f)}",
    "surrendered_units": lambda f: f"Surrendered: {_list(f['units'])}",
    "accepted": lambda f: f"{f['unit']} accepts the surrender of {f['at']}",
    "demolished": lambda f: f"{f['motors']} Motorization Points are destroyed",
}
