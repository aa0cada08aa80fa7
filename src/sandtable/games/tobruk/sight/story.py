"""Events as lines of the story."""

from __future__ import annotations

from typing import Any

from sandtable.core.nouns import plural
from sandtable.core.values import Event
from sandtable.games.tobruk.pieces.counters import chits
from sandtable.games.tobruk.pieces.tables import Result
from sandtable.games.tobruk.pieces.words import flight_text, result_text, support_text
from sandtable.games.tobruk.state import NOUNS
from sandtable.kit.story import Facts, Tellers, acting, joined, over, told


def tell(event: Event) -> str:
    return told(event, TELLERS)


def _side(side: Any) -> str:
    return NOUNS[side].replace("the", "The", 1)


def _chit(chit: Any) -> str:
    return chits()[str(chit)].name


# Dice that the line of their own event tells, and chits, which are told by their name.
_TOLD = ("combat at ", "anti-tank fire ", "dogfight, ", "activation chit", "recovery of ")


def _roll(facts: Facts) -> str:
    purpose = str(facts["purpose"])
    return "" if purpose.startswith(_TOLD) else f"Die for {purpose}: {facts['value']}"


def _cut_off(facts: Facts) -> str:
    turns = int(facts["turns"])
    return f"{facts['unit']} has no supply path, the {_ordinal(turns)} turn (5.2)"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _moved(facts: Facts) -> str:
    path = facts["path"]
    return f"{joined(facts['units'])}: {path[0]} to {path[-1]}"


def _entered(facts: Facts) -> str:
    path = facts["path"]
    on = f" and {'go' if len(facts['units']) > 1 else 'goes'} to {path[-1]}" if len(path) > 1 else ""
    return f"{joined(facts['units'])} {'enter' if len(facts['units']) > 1 else 'enters'} at {path[0]}{on}"


def _attacked(facts: Facts) -> str:
    text = f"{acting(facts['attackers'], 'attack')} {joined(facts['defenders'])} at {facts['target']}, {facts['odds']}"
    hurry = "tries" if len(facts["overrun"]) == 1 else "try"
    return f"{text}; {joined(facts['overrun'])} {hurry} to overrun" if facts["overrun"] else text


def _fired(facts: Facts) -> str:
    hit = "a hit" if facts["hit"] else "no hit"
    return f"{facts['gun']} fires at {facts['unit']}, die {facts['die']}: {hit} (13.0)"


def _dogfight(facts: Facts) -> str:
    totals = ", ".join(f"{side.title()} {total}" for side, total in facts["totals"].items())
    return f"Dogfight, totals of the dice: {totals} (11.1)"


def _fought(facts: Facts) -> str:
    added = "".join(f" {modifier:+d} {support_text(what)}" for what, modifier in facts["modifiers"].items())
    result = result_text(Result.parse(str(facts["result"])))
    dice = " and ".join(str(die) for die in facts["dice"])
    beyond = facts["total"] - sum(facts["dice"]) - sum(facts["modifiers"].values())
    over = f" {beyond:+d} beyond 4:1" if beyond else ""
    thrown = f"dice {dice}{added}{over} make {facts['total']}"
    return f"Combat at {facts['target']}, {facts['odds']}: {thrown}: {result} ({facts['result']})"


def _eliminated(facts: Facts) -> str:
    return f"{facts['unit']} is lost at {facts['at']}: {facts['why']} ({facts['case']})"


def _written_off(facts: Facts) -> str:
    why = facts.get("why") or "it cannot be recovered"
    return f"{facts['unit']} is gone for good: {why} ({facts['case']})"


def _allotted(facts: Facts) -> str:
    flight = flight_text(facts["fighters"], facts["support"])
    return f"{str(facts['side']).title()} air units for turn {facts['turn']}: {flight}"


def _revealed(facts: Facts) -> str:
    bids = [f"{side.title()} {str(bid).removeprefix('bid ')}" for side, bid in facts.items()]
    return f"The bids: {', '.join(bids)}"


def _seated(facts: Facts) -> str:
    who = "the player who sat at the Axis" if facts["commonwealth"] == "axis" else "the player who sat there already"
    return f"The higher bid is {facts['margin']}: the Commonwealth is played by {who} (15.3)"


TELLERS: Tellers = {
    "turn": lambda f: f"--- Turn {f['turn']}, {f['date']} ---",
    "roll": _roll,
    "reveal": _revealed,
    "seated": _seated,
    "deployed": lambda f: f"{f['unit']} begins at {f['at']}",
    "cut_off": _cut_off,
    "returned": lambda f: f"{f['unit']} is set up again at {f['at']}",
    "written_off": _written_off,
    "filled_cup": lambda f: f"Into the cup: {joined(map(_chit, f['chits']))}",
    "drawn": lambda f: f"The chit of {_chit(f['chit'])} is drawn",
    "idle": lambda f: f"{_chit(f['chit'])} has no units to activate",
    "ordered": lambda f: f"{_chit(f['chit'])} will {'move' if f['first'] == 'move' else 'fight'} first",
    "mode": lambda f: f"{_chit(f['chit'])}: {f['mode']} mode",
    "recovered": lambda f: f"{f['unit']} comes out of the workshop at {f['at']}",
    "moved": _moved,
    "entered": _entered,
    "mined": lambda f: f"{f['unit']} runs into a minefield at {f['at']} (9.6)",
    "left_road": lambda f: f"{f['unit']} leaves the road at {f['at']}",
    "attacked": _attacked,
    "fired": _fired,
    "called_off": lambda f: f"The attack on {f['target']} is called off (13.0)",
    "flew": lambda f: f"{_side(f['side'])} sends {flight_text(f['fighters'], f['support'])}",
    "dogfight": _dogfight,
    "aborted": lambda f: "A tie: the fighters of both sides turn back (11.1)",
    "intercepted": lambda f: f"{plural(f['fighters'], 'fighter')} against bombers without escort (11.1)",
    "shot_down": lambda f: f"{_side(f['side'])} loses a "
    f"{'fighter' if f['plane'] == 'fighter' else 'close air support unit'}",
    "bombarded": lambda f: f"Artillery support: {plural(f['markers'], 'marker')}",
    "fought": _fought,
    "reduced": lambda f: f"{f['unit']} is reduced at {f['at']}: {f['why']} ({f['case']})",
    "eliminated": _eliminated,
    "sent_to_workshop": lambda f: f"{f['unit']} goes into the workshop until turn {f['due']} (12.0)",
    "retreated": lambda f: f"{f['unit']} retreats along {'-'.join(f['path'])}",
    "overran": lambda f: f"{joined(f['units'])} overrun {f['hex']} (9.4)",
    "advanced": lambda f: f"{f['unit']} advances along {'-'.join(f['path'])}"
    if len(f["path"]) > 1 else f"{f['unit']} advances to {f['path'][-1]}",
    "moved_on": lambda f: f"{joined(f['units'])}: after the overrun on to {f['path'][-1]}",
    "seized": lambda f: f"{_side(f['side'])} takes {f['hex']} (15.1)",
    "allotted": _allotted,
    "scored": lambda f: f"Points: Commonwealth {f['commonwealth']}, Axis {f['axis']}; lead needed {f['margin']}",
    "over": over,
}  # fmt: skip
