"""[24.0] What a player may ask about construction: what is under way, and what could be begun."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.campaign_for_north_africa.construction.choices import works_here
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.construction.works import railhead
from sandtable.games.campaign_for_north_africa.contents import Project
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import unfinished_hexes
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.selection import listed, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at
from sandtable.games.campaign_for_north_africa.weather.weather import may_build


def explain_works(state: Campaign, side: Side) -> Explanation:
    """One's own projects, the enemy's markers, how far railway and roads have come, what could be begun where."""
    going = tuple(_project(state, side, name, each) for name, each in state.projects.items())
    return Explanation("construction", "24.11", (*going, *_ways(state), *_possible(state, side)))


def _project(state: Campaign, side: Side, name: str, each: Project) -> Explanation:
    if each.side != side:
        return Explanation(f"{name}: the enemy builds or demolishes something at {title_of(each.at)}", "3.62")
    stages = construction_table().works[each.work].stages
    who = listed(each.builders) if each.builders else "nobody: it is halted"
    text = (
        f"{name}: {each.work} at {listed(map(title_of, each.hexes))}, {each.stages} of {plural(stages, 'stage')}; {who}"
    )
    if not may_build(state, each.at):
        return Explanation(f"{text}; the storm over it makes this stage not count", "24.22")
    return Explanation(text, "24.11")


def _ways(state: Campaign) -> Iterator[Explanation]:
    head = railhead(state)
    if head is not None:
        yield Explanation(f"the railway ends at {title_of(head[0])}; {title_of(head[1])} is next", "24.67")
    for name, hexes in unfinished_hexes().items():
        done = len(hexes) if name in state.built else len(hexes.intersection(state.laid))
        yield Explanation(f"{name}: {done} of {plural(len(hexes), 'hex')} of road are built", "24.53")


def _possible(state: Campaign, side: Side) -> Iterator[Explanation]:
    for at in stands(state, side):
        for order in works_here(state, side, tuple(everyone_at(state, at, side))):
            yield Explanation(f"could begin: {str(order).replace('dummy-minefield', 'dummy minefield')}", "24.17")
