"""[12.1, 12.23] What the screen offers in the Barrage Step: where the guns stand, and what they fire at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import gunners
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions, guns
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated
from sandtable.games.campaign_for_north_africa.combat.firepower import ammo_text, written
from sandtable.games.campaign_for_north_africa.combat.orders import Back, Barrage, Fire
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.strength import rating
from sandtable.games.campaign_for_north_africa.selection import (
    Selection,
    foe_hexes,
    listed,
    of_counters,
    shared_out,
    so_many,
    suggested_first,
    title_named,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

PLANS = 12  # of barrages at several hexes


def position_offers(state: Campaign, side: str, top: Positions, chosen: Selection) -> list[Offer]:
    if chosen.counters:
        mine = of_counters(state, guns(state, side), chosen.counters)
        others = tuple(name for name in guns(state, side) if name not in mine)
        if not mine:
            return []
        return [
            Offer(str(Back(mine)), f"{listed(mine)} Back, all others Forward", chosen.counters),
            Offer(str(Back(others)), f"{listed(mine)} Forward, all others Back", chosen.counters),
        ]
    found = []
    for number, action in enumerate(top.actions(state, side)):
        if not isinstance(action, Back):
            continue
        text = f"{listed(action.units)} Back, the others Forward" if action.units else "all guns Forward"
        if action.units == guns(state, side):
            text = "all guns Back"
        found.append(Offer(str(action), suggested_first(number, text)))
    return found


def plot_offers(state: Campaign, side: str, top: Plot, chosen: Selection) -> list[Offer]:
    if chosen.counters:
        return list(_barrage_blocks(state, side, top, chosen))
    plans = [action for action in top.actions(state, side) if isinstance(action, Barrage)]
    return [
        Offer(str(action), suggested_first(number, plan_text(state, side, action)))
        for number, action in enumerate(plans)
    ]


def plan_text(state: Campaign, side: str, action: Barrage) -> str:
    """What fires at what, and the Ammo it takes."""
    fires = [
        f"{fire.target} {fire.number} at {title_named(fire.at)} with {so_many(fire.guns)} "
        f"of {listed(dict.fromkeys(each.unit for each in fire.guns), 3)}"
        for fire in action.fires
    ]
    if not fires:
        return "no barrage"
    spent = ammo_text(state, side, (gun.unit for fire in action.fires for gun in fire.guns), "barrage")
    return f"barrage {'; '.join(fires)}{f': {spent}' if spent else ''}"


def _barrage_blocks(state: Campaign, side: str, top: Plot, chosen: Selection) -> Iterator[Offer]:
    """[12.15] The chosen guns at the chosen hexes, each division at its own where there are several."""
    mine = of_counters(state, gunners(state, side), chosen.counters)
    if not mine:
        return
    rest = _other_fires(_plan(state, side, top), mine)
    pieces = (*chosen.counters, *chosen.foes)
    hexes = foe_hexes(state, chosen)
    if not hexes:
        silent = Barrage(rest)
        if may(top.check, state, side, silent):
            yield Offer(str(silent), f"{listed(mine)} do not fire; the others as suggested", pieces)
        yield from _possible_barrages(state, side, top, mine, rest, chosen)
        return
    seen = set[str]()
    for fires in _fires_at_each(state, side, top, mine, hexes):
        text = plan_text(state, side, Barrage(fires))
        for others, tail in ((rest, "; the others as suggested" if rest else ""), ((), "; nobody else fires")):
            action = Barrage((*fires, *others))
            if str(action) in seen or not may(top.check, state, side, action):
                continue
            seen.add(str(action))
            yield Offer(str(action), f"{text}{tail}", pieces)
            if not rest:
                break


def _possible_barrages(
    state: Campaign, side: str, top: Plot, mine: Sequence[str], rest: tuple[Fire, ...], chosen: Selection
) -> Iterator[Offer]:
    """While no enemy is chosen: each target beside them, with the enemies who stand there."""
    near = {there for name in mine for there in neighbours()[state.units[name].at]}
    for target in top.told.get(side, ()):
        fires = _fires_at(state, mine, target) if target.at in near else ()
        action = Barrage((*fires, *rest))
        if fires and may(top.check, state, side, action):
            tail = "; the others as suggested" if rest else ""
            pieces = (*chosen.counters, *state.at(target.at, enemy_of(side)))
            yield Offer(str(action), f"{plan_text(state, side, Barrage(fires))}{tail}", pieces)


def _fires_at_each(
    state: Campaign, side: str, top: Plot, mine: Sequence[str], hexes: Sequence[int]
) -> Iterator[tuple[Fire, ...]]:
    """Every class of target in the hex; of several hexes one class in each."""
    for shares in shared_out(state, mine, hexes):
        ways = [
            [_fires_at(state, names, each) for each in top.told.get(side, ()) if each.at == at]
            for at, names in shares.items()
        ]
        for fires in islice(product(*ways), PLANS):
            if all(fires):
                yield tuple(fire for some in fires for fire in some)


def _plan(state: Campaign, side: str, top: Plot) -> Barrage:
    return next((action for action in top.actions(state, side) if isinstance(action, Barrage)), Barrage(()))


def _other_fires(plan: Barrage, mine: Sequence[str]) -> tuple[Fire, ...]:
    """What a plan leaves to others; a fire that loses some guns goes on with those it keeps."""
    found = []
    for fire in plan.fires:
        kept = tuple(points for points in fire.guns if points.unit not in mine)
        if kept:
            found.append(Fire(fire.at, fire.target, fire.number, kept))
    return tuple(found)


def _fires_at(state: Campaign, mine: Sequence[str], target: Stated) -> tuple[Fire, ...]:
    """[12.13, 12.16] Forward guns at the first number, those of a hex together, each gun in a Back position at one by
    itself."""
    near = [name for name in mine if target.at in neighbours()[state.units[name].at]]
    forward: dict[int, list[str]] = {}
    for name in near:
        if name not in state.segment.back:
            forward.setdefault(state.units[name].at, []).append(name)
    alone = [[name] for name in near if name in state.segment.back]
    numbered = [(1, group) for group in forward.values()]
    numbered += list(enumerate(alone, 2 if forward else 1))
    fires = []
    for number, group in numbered:
        if number > target.count:
            break
        points = tuple(
            written(state, (name, weapon, count))
            for name in group
            for weapon, count in state.units[name].toe.items()
            if rating(state, name, weapon, "barrage") is not None
        )
        fires.append(Fire(board().name(target.at), target.target, number, points))
    return tuple(fires)
