"""Events as lines of the story."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.nouns import plural
from sandtable.core.values import Event
from sandtable.games.panzerarmee_afrika.pieces.schedule import pool_name
from sandtable.games.panzerarmee_afrika.state import NOUNS
from sandtable.kit.story import Facts, Tellers, acting, joined, over, told


def tell(event: Event) -> str:
    return told(event, TELLERS)


def _side(facts: Facts) -> str:
    return NOUNS[facts["side"]]


def _roll(facts: Facts) -> str:
    """[10.2] Of the many rolls for command only those that leave a hex without orders are told, by their effect."""
    purpose = str(facts["purpose"]).partition(",")[0]
    return "" if purpose.startswith("Allied command at") else f"Die for {purpose}: {facts['value']}"


def _pools(points: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {pool_name(pool)}" for pool, count in points.items() if count) or "none"


def _malta(facts: Facts) -> str:
    return {
        "not-attempted": "The Axis does not invade Malta",
        "success": "Malta falls",
        "failure": "The invasion of Malta fails",
    }[facts["outcome"]]


def _fought(facts: Facts) -> str:
    text = f"{joined(facts['attackers'])} against {joined(facts['defenders'])} at {facts['differential']:+d}"
    return f"{text}: {plural(facts['loss'], 'factor')} to lose" if facts["loss"] else f"{text}: no effect"


def _countered(facts: Facts) -> str:
    text = f"Counter-attack at {facts['differential']:+d}"
    return f"{text}: {plural(facts['loss'], 'factor')} to lose" if facts["loss"] else f"{text}: no effect"


def _declared(facts: Facts) -> str:
    must = "must" if facts["forced"] else "will"
    return f"{joined(facts['attackers'])} {must} attack {joined(facts['hexes'])}"


def _reacted(facts: Facts) -> str:
    return f"{facts['unit']} reacts to {facts['path'][-1]}{'' if facts['success'] else ', but arrives too late'}"


def _weighed(facts: Facts) -> str:
    text = (
        f"Factors in supply: {facts['allied']} Allied, less {facts['allied_penalty']} for options, and "
        f"{facts['axis']} Axis, less {facts['axis_penalty']}"
    )
    return f"{text}; Tobruk counts for {NOUNS[facts['tobruk']]}" if facts["tobruk"] else text


TELLERS: Tellers = {
    "turn": lambda f: f"--- Turn {f['turn']}, {f['date']}: {str(f['side']).title()} ---",
    "roll": _roll,
    "placed": lambda f: f"{f['unit']} begins at {f['at']}",
    "cut_off": lambda f: f"Out of supply: {joined(f['units'])}",
    "restored": lambda f: f"In supply again: {joined(f['units'])}",
    "judged": lambda f: f"{f['unit']} is now {'out of' if f['out'] else 'in'} supply",
    "malta": _malta,
    "adrift": lambda f: f"Out of command at {f['at']}: {joined(f['units'])}",
    "moved": lambda f: f"{joined(f['units'])}: {f['path'][0]} to {f['path'][-1]}",
    "overran": lambda f: f"{joined(f['units'])} overrun {joined(f['enemies'])} at {f['path'][-1]}",
    "shipped": lambda f: f"{f['unit']} sails from {f['start']} to {f['end']}",
    "hauled": lambda f: f"{f['lorry']} carries {f['depot']} from {f['path'][0]} to {f['path'][-1]}",
    "railed": lambda f: f"{f['depot']} goes by rail from {f['path'][0]} to {f['path'][-1]}",
    "captured": lambda f: f"{f['depot']} is captured at {f['at']} and serves as {f['prize']}",
    "controlled": lambda f: f"{f['at']} falls to {_side(f)}",
    "eliminated": lambda f: f"{f['unit']} is lost at {f['at']}: {f['why']} ({f['case']})",
    "declared": _declared,
    "cancelled": lambda f: f"Combat {f['combat']} is called off",
    "sacrificed": lambda f: f"{f['unit']} at {f['at']} is spent for maximum supply of {joined(f['attackers'])}",
    "reacted": _reacted,
    "surrendered": lambda f: f"{joined(f['units'])} surrender",
    "fought": _fought,
    "ineffective": lambda f: f"{acting(f['attackers'], 'attack')} {joined(f['hexes'])} without effect",
    "countered": _countered,
    "lapsed": lambda f: f"Combat {f['combat']} does not take place: {f['why']}",
    "advanced": lambda f: f"{f['unit']} advances to {f['at']}",
    "points": lambda f: f"Points for {_side(f)}: {_pools(f['gained'])}; in hand {_pools(f['held'])}",
    "points_lost": lambda f: f"Points above the limit, lost by {_side(f)}: {_pools(f['lost'])}",
    "withdrawn": lambda f: f"{f['unit']} is withdrawn from {f['at']}",
    "reinstated": lambda f: f"{f['unit']} returns at {f['at']}",
    "arrived": lambda f: f"{f['unit']} arrives at {f['at']}",
    "rebuilt": lambda f: f"{f['unit']} is rebuilt at {f['at']} for {plural(f['points'], 'point')}",
    "reinforced": lambda f: f"{f['unit']} is reinforced to {plural(f['factors'], 'factor')}",
    "exercised": lambda f: f"Option {f['option']} for {_side(f)}: {f['title']}",
    "dismounted": lambda f: f"{joined(f['units'])} dismount and form {f['lorry']} at {f['at']}",
    "remounted": lambda f: f"{joined(f['units'])} remount with {f['lorry']}",
    "weighed": _weighed,
    "over": over,
}
