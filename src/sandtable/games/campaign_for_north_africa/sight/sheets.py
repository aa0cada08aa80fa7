"""[4.45, 6.14, 8.96] TOE sheets: a formation as the tree it is, with the points of every unit, what they are worth, and
what it has done this Operations Stage; and the Field Commander Control Sheet, a line for every counter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.core.views import Column, Panel, Row, Token
from sandtable.games.campaign_for_north_africa.capability.cohesion import level, spent
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.contents import Unit
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, ratings
from sandtable.games.campaign_for_north_africa.pieces.sameness import Same, same_units
from sandtable.games.campaign_for_north_africa.pieces.strength import Role, actual, forces_of, raw, raw_attacked
from sandtable.games.campaign_for_north_africa.pieces.units import (
    carried,
    cpa,
    facts,
    is_shell,
    leads,
    maximum,
    motors_needed,
    size,
    stacking,
)
from sandtable.games.campaign_for_north_africa.selection import title_of
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, SPENT_FORCE, Campaign, all_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

SHEET, CONTROL, SINGLE, ASKED = "sheet", "control", "single", "asked"
STEP = "· "  # one level down in a tree
ROLES: tuple[tuple[Role, str], ...] = (
    ("barrage", "Barrage"),
    ("anti_armour", "Anti-Armour"),
    ("offence", "Offence"),
    ("defence", "Defence"),
)
FUEL = ("", "Fuel paid", "Fuel paid twice")  # [32.23]
SHEETS, LEDGERS = "TOE sheets", "Ledgers"  # under which they lie together
RATINGS = (
    Column("B", "Barrage Rating of a point"),
    Column("A", "Anti-Armour Rating of a point"),
    Column("V", "Vulnerability of a point"),
    Column("P", "Armour Protection of a point"),
    Column("O", "Offensive Close Assault of a point"),
    Column("D", "Defensive Close Assault of a point"),
)
COLUMNS = (
    Column("TOE", "TOE Strength Points"),
    Column("of", "the most it may have"),
    Column("Mor", "Basic Morale"),
    Column("Coh", "Cohesion Level"),
    Column("CP", "Capability Points spent in this Operations Stage"),
    *RATINGS,
)
CONTROL_COLUMNS = (
    Column("CP", "Capability Points spent, of the Allowance"),
    Column("Coh", "Cohesion Level"),
    Column("B", "Actual Points of Barrage"),
    Column("A", "Actual Points of Anti-Armour"),
    Column("O", "Actual Points of Offensive Close Assault"),
    Column("D", "Actual Points of Defensive Close Assault"),
)
LEGEND = (
    "Each point: B Barrage, A Anti-Armour, V Vulnerability, P Armour Protection, O and D Close Assault; a "
    "figure in parentheses counts alone or among its like only (3.4)."
)


# Which sheets there are


def counters_of(state: Campaign, side: str) -> list[str]:
    """Every counter of a side in play, by formation size and place."""
    key = "counters", side
    found: list[str] | None = state.derived.get(key)
    if found is None:
        facts, name_of = counters(), board().name
        there = [
            (name, name_of(at)) for at, names in state.stacks.items() for name in names if facts[name].side == side
        ]
        there.sort(key=lambda each: (-facts[each[0]].stacking, each[1], each[0]))
        found = state.derived[key] = [name for name, _ in there]
    return found


def has_sheet(state: Campaign, name: str) -> bool:
    """A formation with a sheet of its own: something is attached to it, or a division or brigade stands alone."""
    return bool(state.parts.get(name)) or (counters()[name].is_hq and counters()[name].stacking > 1)


def sheets(state: Campaign, side: str, focus: Collection[str] = ()) -> Iterator[Panel]:
    """One sheet for each formation and one for units by themselves; what is in `focus` first and open."""
    found = counters_of(state, side)
    formations = [name for name in found if has_sheet(state, name)]
    single = [name for name in found if not has_sheet(state, name)]
    for name in sorted(formations, key=lambda name: name not in focus):
        yield sheet(state, name, name not in focus)
    asked = [name for name in single if name in focus]
    if asked:
        yield _singles(state, ASKED, "Units in question", asked, folded=False)
    rest = [name for name in single if name not in focus]
    if rest:
        yield _singles(state, SINGLE, "Units by themselves", rest, folded=True)


def sheet(state: Campaign, top: str, folded: bool = True) -> Panel:
    """[4.45] A formation with everything attached to it."""
    counter = counters()[top]
    rows = [
        Row("Formation", standing(state, top), tuple(marks(state, top)), counter.side, (top,)),
        Row("Actual points", strengths(state, top), (), counter.side),
    ]
    for name, depth in tree(state, top):
        rows += _lines(state, name, f"{STEP * depth}{name}", tuple(_own_marks(state, name, top)))
    title = f"{counter.title} at {title_of(state.units[top].at)}"
    return Panel(f"{SHEET}-{top}", title, tuple(rows), LEGEND, folded, COLUMNS, SHEETS, (top,))


def _singles(state: Campaign, key: str, title: str, names: Sequence[str], folded: bool) -> Panel:
    rows = tuple(row for name in names for row in _alone(state, name))
    return Panel(key, title, rows, LEGEND, folded, COLUMNS, SHEETS, tuple(names))


def _alone(state: Campaign, name: str) -> Iterator[Row]:
    """A line for each weapon, and one for what the unit has spent and can still do."""
    side, where = counters()[name].side, title_of(state.units[name].at)
    yield from _lines(state, name, name, tuple(marks(state, name)), (name,))
    yield Row("", f"{where}. {standing(state, name)}", (), side, (name,))


def _lines(
    state: Campaign,
    name: str,
    label: str,
    tokens: tuple[Token, ...],
    pieces: tuple[str, ...] = (),
) -> Iterator[Row]:
    """[4.46] The points of one unit by weapon with their ratings."""
    unit, side = state.units[name], counters()[name].side
    most = "" if counters()[name].is_hq else str(maximum(state, name))
    cohesion = f"{unit.cohesion:+d}" if unit.cohesion else "0"
    now = (most, f"{unit.morale:+d}", cohesion, in_words(unit.spent) if unit.spent else "")
    if not unit.toe:
        kind = "headquarters" if counters()[name].is_hq else "no points"
        yield Row(label, kind, tokens, side, pieces, ("", *now, *NO_RATINGS))
    for number, (weapon, count) in enumerate(unit.toe.items()):
        first = number == 0
        figures = (str(count), *(now if first else BLANK), *_ratings(name, weapon, state.turn))
        yield Row(label if first else "", weapon_name(name, weapon), tokens if first else (), side, pieces, figures)


BLANK = ("",) * 4
NO_RATINGS = ("",) * len(RATINGS)


@cache
def _ratings(name: str, weapon: str, turn: int) -> tuple[str, ...]:
    found = ratings(name, weapon, turn)
    each = (found.barrage, found.anti_armour, found.vulnerability, found.armour, found.offence, found.defence)
    return tuple("" if rating is None else str(rating) for rating in each)


def weapon_name(name: str, weapon: str) -> str:
    return weapon or counters()[name].kind.replace("_", " ")


def tree(state: Campaign, name: str, depth: int = 0) -> Iterator[tuple[str, int]]:
    """A counter and all that is attached to it, each with its level."""
    yield name, depth
    for part in state.parts.get(name, ()):
        yield from tree(state, part, depth + 1)


# What is written in them


class Figures(NamedTuple):
    """Of a counter as a whole: what it has spent and can still do, a line of the control sheet, and Actual Points."""

    standing: str
    line: tuple[str, ...]
    actual: tuple[int, ...]


def _figures(state: Campaign, top: str) -> Figures:
    """From one look to the next most stacks stay the very same, and so do their figures."""
    at = state.units[top].at
    if top not in state.stacks.get(at, ()):
        return _worked_out(state, top)  # attached to another
    key = "figures", at
    found: dict[str, Figures] | None = state.derived.get(key)
    if found is None:
        units = same_units(state, at, state.upgraded)
        found = state.derived[key] = _of_stack(units, state.stacks[at], state.turn, state.escort, state.rommel)
    return found[top]


@lru_cache(maxsize=160)  # of some positions: each keeps its units
def _of_stack(
    units: Same, names: tuple[str, ...], turn: int, escort: tuple[str, ...], rommel: int
) -> dict[str, Figures]:
    """By all that they depend on: the units in the hex, the ratings of the Game-Turn, and whom Rommel leads."""
    state = units.take()
    return {name: _worked_out(state, name) for name in names}


def _worked_out(state: Campaign, top: str) -> Figures:
    forces = forces_of(state, all_of(state, top))
    points = tuple(actual(_raw(state, forces, role)) for role, _ in ROLES)
    used, coherent = f"{in_words(spent(state, top))}/{cpa(state, top)}", f"{level(state, (top,)):+d}"
    return Figures(_standing(state, top), (used, coherent, *map(str, points)), points)


def standing(state: Campaign, top: str) -> str:
    """[6.14, 6.2, 8.95, 9.11] What a counter as a whole has spent and can still do."""
    return _figures(state, top).standing


def _standing(state: Campaign, top: str) -> str:
    unit, points = state.units[top], stacking(state, top)
    parts = [
        f"CP {in_words(spent(state, top))} of {cpa(state, top)}",
        f"Cohesion {level(state, (top,)):+d}",
        f"{points} Stacking Point{'s' * (points != 1)}",
    ]
    if needed := motors_needed(state, top):
        parts.append(f"Motors {unit.motors} of {needed}")
    elif unit.motors:
        parts.append(f"Motors {unit.motors}")
    return ", ".join(parts)


def strengths(state: Campaign, top: str) -> str:
    """[11.32] The Actual Points of all that is attached, as they would count in its hex."""
    return ", ".join(f"{label} {points}" for (_, label), points in zip(ROLES, _figures(state, top).actual, strict=True))


def _raw(state: Campaign, forces: tuple[tuple[str, str, int], ...], role: Role) -> int:
    return raw_attacked(state, forces, role) if role == "defence" else raw(state, forces, role)


def record(state: Campaign, name: str) -> str:
    """[4.46] The points of one unit by weapon with their ratings, its morale and cohesion."""
    unit = state.units[name]
    turn = state.turn
    points = "; ".join(f"{count} {weapon_text(name, weapon, turn)}" for weapon, count in unit.toe.items())
    leading = facts(name).counter.is_hq
    most = "" if leading else f"TOE {sum(unit.toe.values())} of {maximum(state, name)}: "
    parts = [f"{most}{points}" if points else "headquarters" if leading else "no points"]
    parts.append(f"morale {unit.morale:+d}")
    if unit.cohesion:
        parts.append(f"cohesion {unit.cohesion:+d}")
    if unit.spent:
        parts.append(f"CP {in_words(unit.spent)}")
    if unit.breakdown:
        parts.append(f"BP {in_words(unit.breakdown)}")
    return ", ".join(parts)


@cache
def weapon_text(name: str, weapon: str, turn: int) -> str:
    """[3.5] A weapon system and what one point of it is worth: Barrage, Anti-Armour, Vulnerability, Armour, Offence,
    Defence."""
    found = ratings(name, weapon, turn)
    parts = [
        f"{letter}{rating}"
        for letter, rating in (
            ("B", found.barrage),
            ("A", found.anti_armour),
            ("V", found.vulnerability),
            ("P", found.armour),
            ("O", found.offence),
            ("D", found.defence),
        )
        if rating is not None
    ]
    title = weapon_name(name, weapon)
    return f"{title} ({' '.join(parts)})" if parts else title


# Marks


def marks(state: Campaign, top: str) -> Iterator[Token]:
    """What is true of a counter as a whole."""
    unit, side = state.units[top], counters()[top].side
    if unit.reserve:
        yield Token(f"Reserve {'I' * unit.reserve}", side, "chosen", "waits until it is released (18.22)")
    if unit.released:
        yield Token(f"Released {'I' * unit.released}", side, "", "may spend less by choice (18.23)")
    if unit.halted:
        yield Token("Halted", side, "spent", "moves no more in this phase (8.23)")
    names = all_of(state, top)
    if any(state.units[name].engaged for name in names):
        yield Token("Engaged", side, "chosen", "must pay to break off (15.81, 8.64)")
    if state.held and any(name in state.held for name in names):
        yield Token("Held", side, "", "the scenario does not let it move yet")
    if unit.fuel:
        yield Token(FUEL[min(unit.fuel, 2)], side, "", "for this Operations Stage (32.23)")
    if unit.journey is not None:
        way = f"{title_of(unit.journey.start)} to {title_of(unit.journey.goal)}, stage {unit.journey.stages}"
        yield Token("In transit", side, "", way)
    if size(state, top) and is_shell(state, top):
        yield Token("Shell", side, "", "counts one size less (9.26)")


def _own_marks(state: Campaign, name: str, top: str) -> Iterator[Token]:
    """What is true of one unit in a formation."""
    unit, side = state.units[name], counters()[name].side
    if name in carried(state, top):
        yield Token("Motorised", side, "", "carried by Motorization Points (8.95)")
    if unit.engaged and name != top:
        yield Token("Engaged", side, "chosen")
    if name in workers(state):
        yield Token("At work", side, "", "builds or demolishes this Operations Stage (24.12)")
    if unit.school:
        yield Token("Training", side, "", f"{plural(unit.training, 'stage')} so far (17.34)")
    if unit.cohesion <= SPENT_FORCE:
        yield Token("No cohesion", side, "chosen", "can do nothing (6.26)")
    if name in state.segment.pinned:
        yield Token("Pinned", side, "chosen", "until the segment is over (12.44)")
    if name in state.segment.back:
        yield Token("Back", side, "", "fires alone, is hit last (12.11)")
    if name != top and size(state, name) and is_shell(state, name):
        yield Token("Shell", side, "", "(9.26)")


# The Field Commander Control Sheet


def control_sheet(state: Campaign, side: str) -> Panel:
    """[6.14, 11.32] A line for each counter: where, Capability Points, cohesion, Actual Points."""
    rows = tuple(
        Row(
            name,
            f"{title_of(state.units[name].at)}{_short(state.units[name])}",
            (),
            side,
            (name,),
            _figures(state, name).line,
        )
        for name in counters_of(state, side)
        if leads(state, name) or state.units[name].toe
    )
    note = "Capability Points spent of the Allowance, Cohesion Level, Actual Points (11.32)."
    return Panel(CONTROL, "Field Commander Control Sheet", rows, note, True, CONTROL_COLUMNS, LEDGERS)


def _short(unit: Unit) -> str:
    found = [f"Reserve {'I' * unit.reserve}"] if unit.reserve else []
    if unit.engaged:
        found.append("engaged")
    if unit.halted:
        found.append("halted")
    return f", {', '.join(found)}" if found else ""


# The answer to `sheet NAME`


def explain_sheet(state: Campaign, side: str, name: str) -> Explanation:
    """The sheet of one unit or formation; the owner's own only."""
    counter = counters().get(name)
    if counter is None:
        raise Refusal("why", f"there is no unit called {name}")
    if counter.side != side:
        return _explain_report(state, side, name)
    if state.units[name].at in OUT_OF_PLAY:
        return Explanation(f"{name}, {counter.title}: {board().name(state.units[name].at)}", "4.45")
    top = top_of(state, name)
    parts = [
        Explanation(standing(state, name), "6.14"),
        Explanation(f"Actual points: {strengths(state, name)}", "11.32"),
    ]
    if top != name:
        parts.append(Explanation(f"attached to {state.units[name].attached}, under the counter {top}", "19.12"))
    if (above := state.units[name].assigned) and above != state.units[name].attached:
        parts.append(Explanation(f"assigned to {above}", "19.11"))
    parts += [Explanation(f"{STEP * depth}{each}: {record(state, each)}", "4.46") for each, depth in tree(state, name)]
    parts += [Explanation(" ".join(filter(None, (token.text, token.title))), "") for token in marks(state, name)]
    where = title_of(state.units[name].at)
    return Explanation(f"{name}, {counter.title}, at {where}", "4.45", tuple(parts))


def _explain_report(state: Campaign, side: str, name: str) -> Explanation:
    """[3.61, 16.51] Of an enemy only what was learnt."""
    report = state.known.get(side, {}).get(name)
    head = f"{name}, {counters()[name].title}: an enemy"
    if report is None:
        return Explanation(f"{head}; nothing is known of what is in it", "3.6")
    strength = f"about {plural(report.toe, 'TOE point')}" if report.toe >= 0 else "seen"
    carried_text = ", motorised" if report.motorised else ""
    line = f"{strength}{carried_text} at {report.at} in {report.turn}/{report.stage}"
    return Explanation(head, "3.61", (Explanation(line, "16.51"),))
