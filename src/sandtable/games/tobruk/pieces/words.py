"""[2.5, 10.2, 10.3] Counts, results and air units in words, as prompts, panels and the log all have them."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.games.tobruk.pieces.tables import Result


def result_text(result: Result) -> str:
    """[10.2, 10.3] A result of the combat table in words."""
    parts = []
    if result.attacker:
        parts.append(f"attacker loses {result.attacker}")
    if result.defender and result.retreat:
        parts.append(f"defender loses {result.defender} and retreats {result.retreat}")
    elif result.defender:
        parts.append(f"defender loses {result.defender}")
    elif result.retreat:
        parts.append(f"defender retreats {result.retreat}")
    return ", ".join(parts) or "no effect"


def flight_text(fighters: int, support: int) -> str:
    """[2.5] Air units in words."""
    parts = [plural(fighters, "fighter")] if fighters else []
    parts += [plural(support, "close air support unit")] if support else []
    return " and ".join(parts) or "no air units"


def support_text(what: str) -> str:
    """Whose support it is, with its capital."""
    return what[:1].upper() + what[1:] if what.startswith(("axis", "commonwealth")) else what
