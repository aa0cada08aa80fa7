"""A plan as orders above the unit: what a player gives to his formations who accepts what the staff would do."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kit.staff.order_book import Order
from sandtable.kit.staff.plan import Plan
from sandtable.kit.staff.situation import ALONE, Situation


def as_orders(plan: Plan, situation: Situation) -> tuple[Order, ...]:
    """Who attacks is to take the place, and who marches to move; who stays where he is needs no order."""
    blows = [(blow.at, blow.attackers) for blow in plan.assaults]
    busy = {name for _, names in blows for name in names}
    bound: dict[str, list[str]] = {}
    for march in plan.marches:
        if march.piece not in busy and situation.own.get(march.piece, march.at) != march.at:
            bound.setdefault(march.at, []).append(march.piece)
    return (
        *(Order("take", at, who) for at, names in blows if (who := _spelt(names, situation))),
        *(Order("move", at, who) for at, names in bound.items() if (who := _spelt(names, situation))),
    )


def _spelt(names: Iterable[str], situation: Situation) -> tuple[str, ...]:
    """Those on the map, each so that nobody else answers to the name."""
    known = (name for name in names if name in situation.roll)
    return tuple(name if tuple(situation.roll[name]) == (name,) else f"{name}{ALONE}" for name in known)
