"""[14.1, 27.3.1] Who may advance after a combat: the attackers, Trucks that carry them, and by option who stood with
them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.combat.advance_routes import empty_trucks
from sandtable.games.north_africa_41.ground.fitness import is_confined
from sandtable.games.north_africa_41.pieces.counters import (
    british_mechanised_battalions,
    counters,
    same_formation,
    trucks,
)
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Battle, present
from sandtable.games.north_africa_41.state import GOOD, NorthAfrica, is_combat, is_mechanised


def advancers(state: NorthAfrica, battle: Battle) -> tuple[str, ...]:
    """Whatever may advance after this combat."""
    fighters = present(state, battle.attackers)
    hexes = dict.fromkeys(state.units[name].at for name in fighters)
    others = [name for at in hexes for name in _companions(state, battle, at) if name not in fighters]
    free = (name for name in fighters if name != battle.artillery and not is_confined(state, name))
    return (*free, *others)


def _companions(state: NorthAfrica, battle: Battle, at: int) -> list[str]:
    """[14.1, 27.3.1] Trucks in the hex and, by option, everything in Good Order that has not fought or advanced and is
    not to follow up an Automatic DS [8.9.2]."""
    along = state.non_combat_at(at, battle.side)
    if state.option("tag-along"):
        along = [*state.at(at, battle.side), *along]
    else:
        along = [name for name in along if name in trucks()]
    engaged = {*state.fought, *(name for each in state.shattered for name in each.units), battle.artillery}
    return [name for name in along if name not in engaged and _is_fit(state, name)]


def _is_fit(state: NorthAfrica, name: str) -> bool:
    unit = state.units[name]
    if unit.order != GOOD or unit.transport or unit.replaced:
        return False  # [19.5, 21.1.5]
    return not (is_confined(state, name) or (is_combat(name) and counters()[name].immobile))


def check_company(state: NorthAfrica, names: Sequence[str], waiting: Sequence[str]) -> None:
    """Refuse pieces that may not advance, or Trucks that only the option would let go without a unit to carry."""
    if len(set(names)) < len(names):
        raise Refusal("14.1", "a unit is named twice")
    for name in names:
        if name not in waiting:
            raise Refusal("14.1", f"{name} may not advance; these may: {', '.join(waiting)}")
    if state.option("tag-along"):
        return
    carried = [name for name in names if is_combat(name) and not is_mechanised(name)]
    idle = [name for name in names if name in trucks()]
    if len(idle) > len(carried) or len(empty_trucks(state, idle)) < len(idle):
        raise Refusal("27.3.1", "a Truck advances only with a unit that it carries")


def engage(draft: Draft[NorthAfrica], names: Sequence[str]) -> None:
    """[27.3.1] Note that pieces have advanced, so that they neither attack nor advance again."""
    fought = draft.state.fought
    draft.change(fought=(*fought, *(name for name in names if name not in fought)))


def largest_formation(units: Sequence[str]) -> int:
    """[15.4.2, 15.4.3] How many of these Combat Units belong to one Formation: of a division, or up to six British
    Mechanised battalions whatever their divisions."""
    of_division = max((sum(same_formation(name, other) for other in units) for name in units), default=0)
    battalions = sum(name in british_mechanised_battalions() for name in units)
    return max(of_division, min(limits().british_division, battalions))


def is_one_formation(units: Sequence[str]) -> bool:
    """[15.2.3, 15.4.1] All but one Attached Unit; nothing else asks for Formations."""
    return len(units) - largest_formation(units) <= limits().attached_units


def by_formation(units: Sequence[str]) -> list[tuple[str, ...]]:
    """The units of each Formation among these, the British battalions together as well."""
    found = [tuple(other for other in units if same_formation(name, other)) for name in units]
    found.append(tuple(name for name in units if name in british_mechanised_battalions())[: limits().british_division])
    return [names for names in dict.fromkeys(found) if names]
