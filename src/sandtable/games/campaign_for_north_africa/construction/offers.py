"""[24.0] What the screen offers to builders, and to who stops them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.games.campaign_for_north_africa.construction.choices import dumps_here, projects_of, works_here
from sandtable.games.campaign_for_north_africa.construction.orders import Cease, Dump, Sham, WorkOrder
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.selection import listed, spot_named, title_named
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, everyone_at, top_of

CASES = {
    "fortification": "24.42",
    "road": "24.53",
    "railway": "24.6",
    "facility": "24.8",
    "minefield": "24.33",
    "dummy-minefield": "24.34",
}


def counter_works(state: Campaign, name: str) -> Iterator[Offer]:
    """What a counter can do here: by itself or with others of its hex, and what it can stop."""
    side, at = counters()[name].side, state.units[name].at
    if at < 0:
        return
    own = all_of(state, name)
    others = [each for each in everyone_at(state, at, side) if each not in own]
    for action in (*works_here(state, side, own), *works_here(state, side, (*own, *others))):
        if not {*own}.isdisjoint(action.units):
            yield _work(state, action)
    for stop in projects_of(state, side, at):
        if not {*own}.isdisjoint(state.projects[stop.name].builders):
            yield stop_offer(stop.name)
    for dump in dumps_here(state, side, name):
        yield _dump(state, dump)


def joint_works(state: Campaign, names: Sequence[str]) -> Iterator[Offer]:
    """What several counters of a hex can do together."""
    if len({state.units[name].at for name in names}) == 1 and state.units[names[0]].at >= 0:
        units = tuple(each for name in names for each in all_of(state, name))
        yield from (_work(state, action) for action in works_here(state, counters()[names[0]].side, units))


def stop_offer(name: str) -> Offer:
    return Offer(str(Cease(name)), f"stop the work on {name} (24.16)", (name,))


def _work(state: Campaign, action: WorkOrder) -> Offer:
    stages = construction_table().works[action.work].stages
    where = ", ".join(map(title_named, action.hexes))
    label = f"{action.verb} {action.what.replace('-', ' ')} at {where} with {listed(action.units)}: {_some(stages)}"
    pieces = tuple(dict.fromkeys(top_of(state, name) for name in action.units))
    return Offer(str(action), f"{label} ({CASES[action.what]})", pieces, spot_named(action.hexes[0]))


def _some(stages: int) -> str:
    return f"{plural(stages, 'Operations Stage')} of work"


def _dump(state: Campaign, action: Dump | Sham) -> Offer:
    cost = f"{construction_table().dump_cost.value} CP (24.9)"
    if isinstance(action, Sham):
        return Offer(str(action), f"set up a dummy Supply Dump: {cost}", (top_of(state, action.name),))
    what = f"{action.ammo} Ammo and {action.fuel} Fuel of {action.source}"
    return Offer(str(action), f"set up a Supply Dump with {what}: {cost}", (top_of(state, action.by),))
