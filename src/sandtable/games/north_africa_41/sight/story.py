"""Events as lines of the story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.core.nouns import plural
from sandtable.core.values import Event
from sandtable.games.north_africa_41.map import SPOKEN
from sandtable.games.north_africa_41.pieces.counters import NOUNS
from sandtable.games.north_africa_41.pieces.resource_tables import ASSETS
from sandtable.kit.story import Facts, Tellers, over, told

RESULTS: Mapping[str, str] = {  # [10.1]
    "DS": "the defender is shattered and routed",
    "DR4": "the defender retreats four hexes",
    "D1": "the defender loses a step and retreats",
    "A1/D1": "both lose a step, the defender retreats",
    "A1/DR2": "the attacker loses a step, the defender retreats",
    "DR2": "the defender retreats",
    "DRX": "both lose a step by the other's choice, the defender retreats",
    "EX": "both lose a step by the other's choice",
    "A1": "the attacker loses a step",
}
MODES: Mapping[str, str] = {
    "extended": " by Extended Movement",
    "road-bonus": " along the road",
    "tactical": " tactically",
    "rail": " by rail",
    "air": " by air",
    "rommel": " with Rommel",
}


def tell(event: Event) -> str:
    return told(replace(event, facts={key: _spoken(fact) for key, fact in event.facts.items()}), TELLERS)


def _spoken(fact: Any) -> Any:
    """Boxes beside the map as players say them, alone and along a way."""
    if isinstance(fact, list | tuple):
        return [_spoken(each) for each in fact]
    return SPOKEN.get(fact, fact) if isinstance(fact, str) else fact


def _list(names: Any) -> str:
    """Names one after the other, those that repeat with their number."""
    counted = Counter(str(name) for name in names)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items())


def _do(names: Any, verb: str) -> str:
    """One advances, two advance."""
    return f"{_list(names)} {_third(verb) if len(names) == 1 else verb}"


def _side(facts: Facts) -> str:
    return "The Axis" if facts["side"] == "axis" else "The Allies"


def _steps(facts: Facts) -> str:
    return f"a step ({facts['steps']} left)" if facts["steps"] else "its last step"


def _does(facts: Facts, verb: str) -> str:
    """The Axis takes, the Allies take."""
    return f"{_side(facts)} {verb if facts['side'] == 'allied' else _third(verb)}"


def _third(verb: str) -> str:
    return verb + ("es" if verb.endswith(("s", "ch", "sh", "o")) else "s")


def _word(what: Any) -> str:
    return ASSETS.get(str(what), str(what).replace("-", " "))


def _turn(facts: Facts) -> str:
    air = "the air is contested" if facts["air"] == "contested" else f"{str(facts['air']).title()} air superiority"
    return f"=== Turn {facts['turn']}, {facts['date']}: {air}{', summer' if facts['summer'] else ''} ==="


def _attacked(facts: Facts) -> str:
    through = facts.get("combat") == "breakthrough"
    who = f"{_do(facts['attackers'], 'break')} through against" if through else _do(facts["attackers"], "attack")
    text = f"{who} {_list(facts['defenders'])} at {facts['at']}"
    backing = [
        f"{label} {facts[key]}"
        for key, label in (("supply", "Attack Supply"), ("artillery", "guns of"), ("air", "aircraft,"))
        if facts.get(key)
    ]
    return f"{text} ({', '.join(backing)})" if backing else text


def _fought(facts: Facts) -> str:
    die = f", die {facts['die']}" if facts.get("die") else ""
    return f"At {facts['odds']}{die}: {facts['result']}, {RESULTS.get(str(facts['result']), '')}"


def _stood(facts: Facts) -> str:
    how = "holds" if facts["case"] == "11.4.1" else "cannot hold"
    return f"{facts['lead']} {how} {facts['at']} (die {facts['die']}, {facts['modifier']:+d})"


def _recovered(facts: Facts) -> str:
    return f"{facts['unit']} recovers" if facts["order"] != "disrupted" else f"{facts['unit']} rallies, still Disrupted"


def _received(facts: Facts) -> str:
    count = "" if facts["count"] == 1 else f"{facts['count']} "
    what = f"{count}{_word(facts['what'])}"
    if facts["what"] == "resource-point":
        what = f"{count}Resource Points" if count else "a Resource Point"
    return f"{_does(facts, 'receive')} {what}, {facts['held']} in hand"


def _bombed(facts: Facts) -> str:
    where = f"{_does(facts, 'bomb')} {facts['port']}"
    if not facts["hits"]:
        return f"{where} without effect"
    if facts["capacity"] is None:
        return f"{where}: a Resource Point is lost"
    return f"{where}: its capacity falls to {facts['capacity']}"


def _spotted(facts: Facts) -> str:
    where = "past Malta" if facts["where"] == "Malta" else f"to {facts['where']}"
    roll = f"{facts['roll']}{facts['modifier']:+d}" if facts["modifier"] else str(facts["roll"])
    found = f"is attacked with strength {facts['strength']}" if facts["strength"] else "is not seen"
    return f"The convoy {where} {found} (dice {roll})"


def _drained(facts: Facts) -> str:
    text = f"Supply attrition of {NOUNS[facts['side']]}: {facts['section']} (dice {facts['roll']})"
    return text if facts["engaged"] else f"{text}, and no unit is there"


def _captured(facts: Facts) -> str:
    if facts["what"] == "supply":
        return f"{_does(facts, 'capture')} a Supply Point at {facts['at']}"
    return f"{_does(facts, 'capture')} a Truck at {facts['at']}"


def _withdrawn(facts: Facts) -> str:
    back = f"until turn {facts['returns']}" if facts["returns"] else "for good"
    return f"{facts['unit']} is withdrawn from {facts['at']} {back}"


def _scored(facts: Facts) -> str:
    count = f"{plural(facts['airfields'], 'airfield')} in Axis supply against a benchmark of {facts['benchmark']}"
    return f"{count}: {facts['change']:+d}, the marker stands at {facts['points']:+d}"


TELLERS: Tellers = {
    "turn": _turn,
    "player_turn": lambda f: f"--- Impulse {f['impulse']}: {str(f['side']).title()} ---",
    "roll": lambda f: f"Die for {f['purpose']}: {f['value']}",
    "over": over,
    # preparation
    "delivered": lambda f: f"{plural(f['count'], 'Supply Point arrives', 'Supply Points arrive')} in {f['at']}",
    "arrived": lambda f: f"{f['unit']} arrives in {f['at']}",
    "released": lambda f: f"{f['unit']} is released from the reserve",
    "withdrawn": _withdrawn,
    "upgraded": lambda f: f"{f['unit']} takes over from {f['crew']} in {f['at']}",
    "converted": lambda f: f"{_do(f['units'], 'become')} {_list(f['into'])} at {f['at']}",
    "weakened": lambda f: f"{f['unit']} has {plural(f['steps'], 'step')}",
    "malta": lambda f: f"Malta: the convoy modifier is now {f['modifier']:+d}" if f["modifier"] else "Malta: now 0",
    # events and resources
    "event": lambda f: f"Event for {_side(f)[0].lower()}{_side(f)[1:]}, {f['roll']}: {_word(f['what'])}",
    "received": _received,
    "wasted": lambda f: f"{_does(f, 'forfeit')} {_word(f['what'])} ({f['case']})",
    "paid": lambda f: f"{_does(f, 'spend')} {f['cost']} on {f['title']}, {f['left']} left",
    "bombed": _bombed,
    "replaced": lambda f: f"{f['unit']} is restored to {plural(f['steps'], 'step')} by {f['by']}",
    "rebuilt": lambda f: f"{f['unit']} is rebuilt in {f['at']}",
    "begun": lambda f: f"{_does(f, 'begin')} to fortify {f['at']}",
    "fortified": lambda f: f"The Fortification at {f['at']} is complete",
    "dismantled": lambda f: f"The Fortification at {f['at']} is gone",
    "demolished": lambda f: f"{_does(f, 'demolish')} {f['port']}: {plural(f['hits'], 'hit')}, capacity {f['capacity']}",
    "repaired": lambda f: f"{_does(f, 'repair')} {f['port']} to capacity {f['capacity']}",
    # movement
    "moved": lambda f: f"{_list(f['units'])}: {f['path'][0]} to {f['path'][-1]}{MODES.get(str(f['mode']), '')}",
    "loaded": lambda f: f"{f['truck']} picks up {f['load']} at {f['at']}",
    "unloaded": lambda f: f"{f['truck']} puts down its Supply Point at {f['at']}",
    "transferred": lambda f: f"{f['unit']} is transferred from {f['path'][0]} to {f['path'][-1]}",
    "fled": lambda f: f"{_do(f['units'], 'go')} into Full Retreat at {f['at']}",
    "controlled": lambda f: f"{_does(f, 'take')} {f['at']}",
    "captured": _captured,
    "destroyed": lambda f: f"A Supply Point is destroyed at {f['at']}",
    "burnt": lambda f: f"{_does(f, 'burn')} a Supply Point at {f['at']}",
    "sailed": lambda f: f"A convoy sails from {f['path'][0]} to {f['path'][-1]}: {_list(f['units'])}",
    "spotted": _spotted,
    "unseen": _spotted,
    "sunk": lambda f: f"A {_word(f['what'])} point is sunk",
    "turned": lambda f: f"{_list(f['units'])} have lost their escort and turn back to {f['at']}",
    "landed": lambda f: f"{_do(f['units'], 'land')} at {f['at']}",
    # combat
    "attacked": _attacked,
    "shattered": lambda f: f"{_do(f['attackers'], 'shatter')} {_list(f['defenders'])} at {f['at']}",
    "commanded": lambda f: "Comando Supremo: Germans and Italians attack together",
    "supplied": lambda f: f"{f['by']} gives Attack Supply",
    "supported": lambda f: f"{f['by']} supports the defence of {f['at']}",
    "fought": _fought,
    "rerolled": lambda f: f"Rommel rerolls the die for {f['purpose']}",
    "held": _stood,
    "failed": _stood,
    "reduced": lambda f: f"{f['unit']} loses {_steps(f)} at {f['at']}: {f['why']} ({f['case']})",
    "eliminated": lambda f: f"{f['unit']} is lost at {f['at']}: {f['why']} ({f['case']})",
    "retreated": lambda f: (
        f"{_list(f['units'])} {'retreats' if len(f['units']) == 1 else 'retreat'} along {'-'.join(map(str, f['path']))}"
    ),
    "disrupted": lambda f: f"{f['unit']} is Disrupted",
    "routed": lambda f: f"{f['unit']} is in Full Retreat",
    "disengaged": lambda f: f"{_list(f['units'])} can disengage at {f['at']} ({f['die']}{f['modifier']:+d})",
    "engaged": lambda f: f"{_list(f['units'])} cannot disengage at {f['at']} ({f['die']}{f['modifier']:+d})",
    "grouped": lambda f: f"{_do(f['units'], 'form')} the Breakthrough Group",
    "dropped": lambda f: f"{_do(f['units'], 'stay')} behind at {f['at']}",
    "advanced": lambda f: f"{_do(f['units'], 'advance')} to {f['path'][-1]}",
    # recovery and supply
    "recovered": _recovered,
    "wavered": lambda f: f"{f['unit']} does not rally ({f['die']}{f['modifier']:+d})",
    "restored": lambda f: f"In supply again: {_list(f['units'])}",
    "cut_off": lambda f: f"Out of Supply: {_list(f['units'])}",
    "isolated": lambda f: f"{f['unit']} {'starves' if f['lost'] else 'holds out'} ({f['die']}{f['modifier']:+d})",
    "depleted": lambda f: f"{f['unit']} is Depleted",
    "readied": lambda f: f"{f['unit']} is Ready again",
    "consumed": lambda f: f"A Supply Point is used at {f['at']}",
    "deposited": lambda f: f"{_does(f, 'earn')} a Supply Point at {f['at']}",
    "drained": _drained,
    "forfeited": lambda f: f"{_does(f, 'give')} up {f['what']}",
    # delay and victory
    "delayed": lambda f: f"{_does(f, 'place')} {_marker(f['marker'])} at {f['at']}",
    "lifted": lambda f: f"Markers come off at {_list(f['hexes'])}: {f['why']}",
    "scored": _scored,
}


def _marker(marker: Any) -> str:
    return (
        f"Delay marker {marker}"
        if str(marker).isdigit()
        else {"lrdg": "the Long Range Desert Group"}.get(str(marker), "a Strafing marker")
    )
