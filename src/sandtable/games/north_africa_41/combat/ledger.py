"""[8.3] The odds of a combat as a reader sees them: every strength, every shift and the column, each with its case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.values import Explanation
from sandtable.games.north_africa_41.combat.strength import (
    Odds,
    Reason,
    attack_doublings,
    attack_halvings,
    attack_of,
    attack_strengths,
    contributors,
    defence_doublings,
    defence_halvings,
    defence_of,
    defence_total,
    is_outclassed,
    weigh_best,
    weigh_supplied,
)
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.tables import HIGHEST, LOWEST, column, odds_name
from sandtable.games.north_africa_41.state import FULL_RETREAT, NorthAfrica, face_of


def explain(state: NorthAfrica, battle: Battle) -> Explanation:
    """Every strength with what changes it, every shift, and the column they make."""
    found = weigh_best(state, battle)
    parts = [_explain_attack(state, battle, found), _explain_defence(state, battle, found)]
    head = f"{found.attack} to {found.defence} is {odds_name(found.ratio)}" if found.defence else "no defence at all"
    parts.append(Explanation(head, "8.3"))
    parts += [Explanation(f"{shift.columns:+d}: {shift.why}", shift.case) for shift in found.shifts]
    parts += _explain_column(found)
    if found.overwhelming and not battle.supplied:
        parts.append(Explanation("no Attack Supply is needed", "8.5.3"))
    elif not battle.supplied and weigh_supplied(state, battle).place > found.place:
        parts.append(Explanation("Attack Supply would add more", "8.5.1"))
    return Explanation(f"{battle.title} at {told(found)}", "8.3", tuple(parts))


def told(found: Odds) -> str:
    """For a reader."""
    return "10-1 or more" if found.overwhelming else column(found.column)


def _explain_column(found: Odds) -> Iterator[Explanation]:
    if found.overwhelming:
        yield Explanation(f"{odds_name(found.place)}: shattered without a die", "8.8.3")
    elif found.place > HIGHEST:
        yield Explanation(f"{odds_name(found.place)} is resolved as {column(HIGHEST)}", "8.8.4")
    elif found.place < LOWEST:
        yield Explanation(f"{odds_name(found.place)} is below {column(LOWEST)}", "8.8.3")


def _explain_attack(state: NorthAfrica, battle: Battle, found: Odds) -> Explanation:
    outclassed = is_outclassed(state, battle)
    lines = [
        _explain_unit(
            f"{name} at {board().name(origin)} attacks with {attack_of(state, battle, name, origin, outclassed)}",
            face_of(state, name).attack,
            [*attack_halvings(state, battle, name, origin, outclassed)],
            [*attack_doublings(battle, origin)],
        )
        for name, origin in zip(battle.attackers, battle.origins, strict=True)
    ]
    total = sum(attack_strengths(state, battle))
    if total > found.attack:
        capped = found.attack == limits().attack_cap
        why = "the most an attack counts" if capped else "the most without Attack Supply"
        lines.append(Explanation(f"{total} is {found.attack}, {why}", "8.8.1" if capped else "8.5.1"))
    return Explanation(f"attack {found.attack}", "8.3", tuple(lines))


def _explain_defence(state: NorthAfrica, battle: Battle, found: Odds) -> Explanation:
    counted = contributors(state, battle)
    lines = [
        _explain_unit(
            f"{name} defends with {defence_of(state, battle, name)}",
            face_of(state, name).defence,
            [*defence_halvings(state, name)],
            [*defence_doublings(state, battle, name)],
        )
        for name in counted
    ]
    lines += [_explain_absence(state, battle, name) for name in battle.defenders if name not in counted]
    total = defence_total(state, battle)
    if total > found.defence:
        lines.append(Explanation(f"{total} is {found.defence}, the most a defence counts", "8.8.2"))
    return Explanation(f"defence {found.defence}", "8.3", tuple(lines))


def _explain_absence(state: NorthAfrica, battle: Battle, name: str) -> Explanation:
    if name in battle.inert:
        if battle.kind == "breakthrough":
            return Explanation(f"{name} is over the stacking limit", "15.3")
        return Explanation(f"{name} has retreated already this phase and adds nothing", "12.3")
    if state.units[name].order == FULL_RETREAT:
        return Explanation(f"{name} is in Full Retreat: 0", "13.3.2")
    return Explanation(f"{name} counts only where it is alone", "8.6")


def _explain_unit(head: str, strength: int, halved: Sequence[Reason], doubled: Sequence[Reason]) -> Explanation:
    parts = [Explanation(f"{strength} on the counter", "2.3.2")]
    parts += [Explanation(f"halved: {reason.why}", reason.case) for reason in halved]
    parts += [Explanation(f"doubled: {reason.why}", reason.case) for reason in doubled]
    if halved and doubled:
        parts.append(Explanation("halved and doubled: as printed", "9.1"))
    elif len(halved) > 1 or len(doubled) > 1:
        parts.append(Explanation("but only once", "9.1"))
    return Explanation(head, "9.1" if halved or doubled else "8.3", tuple(parts))
