"""Events as lines of the story."""

from __future__ import annotations

from sandtable.core.values import Event
from sandtable.games.afrika_korps.combat.resolution import RESULTS
from sandtable.kit.story import Facts, Tellers, joined, over, told


def tell(event: Event) -> str:
    return told(event, TELLERS)


def _declared(facts: Facts) -> str:
    if "seizes" in facts:
        return f"{joined(facts['attackers'])} will take {facts['seizes']}"
    text = f"{joined(facts['attackers'])} will attack {joined(facts['defenders'])} at {facts['odds']}"
    return f"{text}, supplied by {joined(facts['supplies'])}" if facts.get("supplies") else text


def _overwhelmed(facts: Facts) -> str:
    text = f"Automatic victory of {joined(facts['attackers'])} over {joined(facts['defenders'])}"
    return f"{text}, retreat blocked by {joined(facts['blockers'])}" if facts.get("blockers") else text


def _fought(facts: Facts) -> str:
    result = RESULTS.get(str(facts["result"]), "automatic victory: the defenders are eliminated")
    return f"{joined(facts['attackers'])} against {joined(facts['defenders'])} at {facts['odds']}: {result}"


TELLERS: Tellers = {
    "turn": lambda f: f"--- Turn {f['turn']}, {f['date']}: {str(f['side']).title()} ---",
    "roll": lambda f: f"Die for {f['purpose']}: {f['value']}",
    "no_supply": lambda f: f"No {str(f['side']).title()} supply: {f['why']}",
    "sunk": lambda f: f"The {str(f['side']).title()} supply is sunk",
    "declined": lambda f: f"The {str(f['side']).title()} supply is declined",
    "landed": lambda f: f"{f['unit']} lands at {f['at']}",
    "raised": lambda f: f"{f['unit']} returns at {f['at']}",
    "moved": lambda f: f"{joined(f['units'])}: {f['path'][0]} to {f['path'][-1]}",
    "embarked": lambda f: f"{f['unit']} puts to sea from {f['at']}",
    "captured": lambda f: f"{f['supply']} is captured at {f['at']}",
    "eliminated": lambda f: f"{f['unit']} is eliminated at {f['at']}: {f['why']} ({f['case']})",
    "replacements": lambda f: f"{str(f['side']).title()} replacement factors in hand: {f['in_hand']}",
    "formed": lambda f: f"{joined(f['units'])} form {f['substitute']} at {f['at']}",
    "broken": lambda f: f"{f['substitute']} breaks down into {joined(f['into'])} at {f['at']}",
    "displaced": lambda f: f"Rommel, {f['why']}, joins the units at {f['at']}",
    "overwhelmed": _overwhelmed,
    "declared": _declared,
    "fought": _fought,
    "retreated": lambda f: f"{f['unit']} retreats along {'-'.join(f['path'])}",
    "advanced": lambda f: f"{f['unit']} advances to {f['at']}",
    "failed": lambda f: f"The automatic victory over {joined(f['defenders'])} no longer holds: now an ordinary attack",
    "lapsed": lambda f: f"Battle {f['battle']} is not fought: one side has left",
    "over": over,
}
