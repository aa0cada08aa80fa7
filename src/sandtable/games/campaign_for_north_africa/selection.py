"""What a player has picked up on the screen, and how places and orders are called there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import NamedTuple

from sandtable.core.board import UnknownHex
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.state import Campaign, top_of

MOTORS = "motors"  # unattached Motorization Points are the piece motors@PLACE
TRUCKS = "trucks"  # [27.57] those of the enemy, where raiders see them
FORT, WORKSHOP, MINES = "fort", "workshop", "mines"  # what is built has pieces of the same form
WAYS = 16  # to share out counters among several targets
CONVOYS = "convoys"  # the panel that ships are clicked in


class Selection(NamedTuple):
    """Own pieces by kind, and those of the enemy."""

    counters: tuple[str, ...]
    supply: tuple[str, ...]
    wrecks: tuple[str, ...]
    captives: tuple[str, ...]  # prisoners whom the side holds, and its own men who have escaped
    projects: tuple[str, ...]  # of the side, under construction
    motors: tuple[int, ...]  # the places of unattached Motorization Points
    raiders: tuple[str, ...]
    foes: tuple[str, ...]
    foe_supply: tuple[str, ...]
    at: int | None  # the one place of all that is one's own; None when there are several, or nothing

    @property
    def own(self) -> tuple[str, ...]:
        motors = (motors_piece(at) for at in self.motors)
        return (*self.counters, *self.supply, *self.wrecks, *self.captives, *self.raiders, *self.projects, *motors)


def selection_from(state: Campaign, side: str, names: Sequence[str]) -> Selection:
    """Sort what was chosen; a refusal for what is not on the table."""
    kinds = ("counters", "supply", "wrecks", "captives", "raiders", "projects", "foes", "depots")
    own: dict[str, list[str]] = {kind: [] for kind in kinds}
    motors: list[int] = []
    facts, places = counters(), dict[int, None]()
    for name in names:
        if name in state.units:
            mine = facts[name].side == side
            own["counters" if mine else "foes"].append(name)
            if mine:
                places[state.units[name].at] = None
        elif name in state.supply:
            mine = state.supply[name].side == side
            own["supply" if mine else "depots"].append(name)
            if mine:
                places[state.supply[name].at] = None
        elif name in state.wrecks:
            own["wrecks"].append(name)
            places[state.wrecks[name].at] = None
        elif name in state.captives:
            own["captives"].append(name)
            places[state.captives[name].at] = None
        elif name in state.raiders:
            if state.raiders[name].side == side:
                own["raiders"].append(name)
                places[state.raiders[name].at] = None
        elif name in state.projects:
            if state.projects[name].side == side:
                own["projects"].append(name)
                places[state.projects[name].at] = None
        elif name.startswith(f"{MOTORS}@"):
            motors.append(place_of(name))
            places[motors[-1]] = None
        elif not name.startswith((f"{FORT}@", f"{WORKSHOP}@", f"{MINES}@", f"{TRUCKS}@")):
            raise Refusal("4.21", f"there is no piece called {name}")
    at = next(iter(places)) if len(places) == 1 else None
    return Selection(
        tuple(own["counters"]),
        tuple(own["supply"]),
        tuple(own["wrecks"]),
        tuple(own["captives"]),
        tuple(own["projects"]),
        tuple(motors),
        tuple(own["raiders"]),
        tuple(own["foes"]),
        tuple(own["depots"]),
        at,
    )


def foe_hexes(state: Campaign, chosen: Selection) -> tuple[int, ...]:
    """The hexes of the enemies chosen, in the order in which they were."""
    units = [state.units[name].at for name in chosen.foes]
    return tuple(dict.fromkeys((*units, *(state.supply[name].at for name in chosen.foe_supply))))


def foe_hex(state: Campaign, chosen: Selection) -> int | None:
    """The one hex of the enemies chosen."""
    found = foe_hexes(state, chosen)
    return found[0] if len(found) == 1 else None


def shared_out(state: Campaign, names: Sequence[str], targets: Sequence[int]) -> Iterator[dict[int, list[str]]]:
    """Every way to send units against several hexes, those of one counter together, each against a hex next to it;
    only those ways that leave out no hex. A few of them, where there are many."""
    beside: dict[str, list[int]] = {}
    for name in names:
        near = neighbours()[state.units[name].at]
        beside.setdefault(top_of(state, name), [at for at in targets if at in near])
    groups = [(counter, hexes) for counter, hexes in beside.items() if hexes]
    for sent in islice(product(*(hexes for _, hexes in groups)), WAYS):
        if {*sent} != {*targets}:
            continue
        goal = dict(zip((counter for counter, _ in groups), sent, strict=True))
        found: dict[int, list[str]] = {at: [] for at in targets}
        for name in names:
            if top_of(state, name) in goal:
                found[goal[top_of(state, name)]].append(name)
        yield found


def motors_piece(at: int) -> str:
    return f"{MOTORS}@{board().name(at)}"


def place_of(name: str) -> int:
    """Where a piece lies whose name tells it."""
    return board().named_location(name.partition("@")[2], "4.21")


def spot(at: int) -> str:
    """Where on the map an offer is pointed at; boxes lie beside it and have buttons."""
    return board().name(at) if at >= 0 else ""


def spot_named(name: str) -> str:
    return name if name in board().index else ""


def named(hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple(board().name(at) for at in hexes)


@cache
def title_of(at: int) -> str:
    """A place as players call it: by its name if it has one, with its hex."""
    if at < 0:
        return board().name(at).title()
    place = board().place_at(at)
    return f"{place.name} ({board().name(at)})" if place else board().name(at)


def title_named(name: str) -> str:
    try:
        return title_of(board().location(name))
    except UnknownHex:
        return name


def listed(names: Iterable[str], most: int = 6) -> str:
    """Some names in a line, not too many."""
    found = list(names)
    return ", ".join(found) if len(found) <= most else f"{', '.join(found[:most])} and {len(found) - most} more"


def told(points: Iterable[Points]) -> str:
    """Points of units as one would say it: two infantry of this, one A9 of that."""
    return ", ".join(f"{each.points} {_weapon(each)} of {each.unit}" for each in points) or "nothing"


def _weapon(each: Points) -> str:
    if each.weapon:
        return each.weapon
    counter = counters().get(each.unit)
    return counter.kind.replace("_", " ") if counter is not None else "Motorization Points"


def of_counters(state: Campaign, names: Iterable[str], counters: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if top_of(state, name) in counters)


def suggested_first(number: int, text: str) -> str:
    return f"{text} (suggested)" if number == 0 else text


def so_many(points: Iterable[Points]) -> str:
    total = sum(each.points for each in points)
    return f"{total} point{'s' * (total != 1)}"
