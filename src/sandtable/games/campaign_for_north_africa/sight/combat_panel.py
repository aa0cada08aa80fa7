"""[11.0, 12.2, 15.2] The Combat Segment beside the map: who faces whom, what is told of targets, what must be attacked,
what has been committed, and what a loss may be taken from."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import question_to
from sandtable.core.nouns import plural
from sandtable.core.views import Panel, Row, Token
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions, guns
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.commitment import able
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.forecasts import expected_defence
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.combat.segment import fronts
from sandtable.games.campaign_for_north_africa.combat_segment import CombatSegment
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing
from sandtable.games.campaign_for_north_africa.pieces.counters import sides
from sandtable.games.campaign_for_north_africa.pieces.strength import actual, forces_of, raw, raw_attacked
from sandtable.games.campaign_for_north_africa.selection import listed, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of, everyone_at, side_of

COMBAT = "combat"
HOW = "A plan is one order for the whole segment. Choose counters, and enemies with them, to change it for these."


def combat_panel(state: Campaign, side: str) -> Panel | None:
    """Only while a Combat Segment lasts."""
    if not any(isinstance(frame, CombatSegment) for frame in state.stack):
        return None
    top = state.stack[-1]
    asked = question_to(state, side) is not None
    rows = list(_rows(state, side, top)) if asked else list(_fronts(state, side))
    rows += _segment(state, side)
    note = HOW if isinstance(top, Plot | ForceAssignment) and asked else ""
    return Panel(COMBAT, "Combat Segment", tuple(rows), note, folded=not asked)


def _rows(state: Campaign, side: str, top: object) -> Iterator[Row]:
    match top:
        case Positions():
            yield from _guns(state, side)
        case Plot():
            yield from _told(state, side, top)
            yield from _fronts(state, side, top.obliged)
        case ForceAssignment():
            yield from _fronts(state, side, top.obliged)
        case Absorbing():
            yield from _tolls(top, side)
        case Retreats():
            pass
        case _:
            yield from _fronts(state, side)


# Who faces whom


def _fronts(state: Campaign, side: str, obliged: tuple[int, ...] = ()) -> Iterator[Row]:
    """[15.21] Attacking: each enemy hex with those around it. Defending: each own hex with the enemies around it."""
    own = fronts(state, side)
    if side != state.phasing:
        for at, foes in own.items():
            yield _defended(state, side, at, foes)
        return
    targets: dict[int, list[int]] = {}
    for at, foes in own.items():
        for foe in foes:
            targets.setdefault(foe, []).append(at)
    for foe, origins in targets.items():
        yield _attacked(state, side, foe, origins, foe in obliged)


def _attacked(state: Campaign, side: str, foe: int, origins: list[int], obliged: bool) -> Row:
    mine = [name for at in origins for name in state.at(at, side)]
    units = [name for name in able(state, side) if state.units[name].at in origins]
    offence = raw(state, forces_of(state, units), "offence")
    defence = expected_defence(state, enemy_of(side), foe)
    text = f"expect {plural(defence, 'raw point')} of defence; {offence} could assault"
    tokens = []
    if obliged:
        tokens.append(Token("must be attacked", side, "chosen", "your units are in its zone (10.31)"))
    if foe in state.segment.held_off:
        tokens.append(Token("held off", side, "", "by barrage (10.33)"))
    if foe in state.promised.values():
        tokens.append(Token("announced", side, "chosen", "a Close Assault (8.53)"))
    return Row(title_of(foe), text, tuple(tokens), enemy_of(side), (*mine, *state.stacks.get(foe, ())))


def _defended(state: Campaign, side: str, at: int, foes: tuple[int, ...]) -> Row:
    defence = raw_attacked(state, forces_of(state, everyone_at(state, at, side)), "defence")
    text = (
        f"{plural(defence, 'raw point')} of defence, {actual(defence)} actual; enemies at {listed(map(title_of, foes))}"
    )
    return Row(title_of(at), text, (), side, state.at(at, side))


def _guns(state: Campaign, side: str) -> Iterator[Row]:
    """[12.11]"""
    by_hex: dict[int, list[str]] = {}
    for name in guns(state, side):
        by_hex.setdefault(state.units[name].at, []).append(name)
    for at, names in by_hex.items():
        barrage = actual(raw(state, forces_of(state, names), "barrage"))
        pieces = tuple(top for top in state.at(at, side) if any(name in names for name in all_of(state, top)))
        yield Row(title_of(at), f"{listed(names)}: {plural(barrage, 'Actual Barrage Point')}", (), side, pieces)


def _told(state: Campaign, side: str, plot: Plot) -> Iterator[Row]:
    """[12.23] What the enemy has stated."""
    by_hex: dict[int, list[str]] = {}
    for each in plot.told.get(side, ()):
        names = f" ({listed(each.named)})" if each.named else ""
        by_hex.setdefault(each.at, []).append(f"{each.count} {each.target}{names}")
    for at, parts in by_hex.items():
        yield Row(f"Targets at {title_of(at)}", "; ".join(parts), (), enemy_of(side))


def _tolls(top: Absorbing, side: str) -> Iterator[Row]:
    """[14.43, 15.83] What a loss may be taken from."""
    yield Row("To be absorbed", f"{top.toll.need} ({top.toll.case})", (), side)
    for share in top.toll.shares:
        points = plural(share.points, f"{share.weapon} point".strip())
        limited = ", part of the loss only" if share.limited else ""
        yield Row(share.unit, f"{points}, each absorbs {share.worth}{limited}", (), side)


# What has come to pass


def _segment(state: Campaign, side: str) -> Iterator[Row]:
    """[12.44, 13.28, 11.0] Pins, positions, who has left, what was committed; one's own."""
    segment = state.segment
    marked = (("Pinned", segment.pinned), ("Back", segment.back), ("Retreated before assault", segment.withdrew))
    for label, names in marked:
        own = [name for name in names if _whose(state, name) == side]
        if own:
            yield Row(label, listed(own, 12), (), side)
    committed: dict[tuple[int, str], list[str]] = {}
    for force in segment.forces:
        if side_of(force.unit) != side:
            continue
        role = "Anti-Armour" if force.role == "anti_armour" else "Close Assault"
        committed.setdefault((force.at, role), []).append(f"{force.unit} {force.points}")
    for (at, role), parts in committed.items():
        yield Row(f"{role} at {title_of(at)}", listed(parts, 20), (), side)


def _whose(state: Campaign, name: str) -> str:
    """Of a unit, or of a Supply Unit that may be gone by now."""
    if name in sides():
        return side_of(name)
    return state.supply[name].side if name in state.supply else ""
