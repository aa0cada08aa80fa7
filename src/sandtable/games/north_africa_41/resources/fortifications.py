"""[9.5] Fortifications: begun in the Movement Phase, completed in an Initial Phase, removed at will."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.frames import Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.ground.zones import in_enemy_zone
from sandtable.games.north_africa_41.lines.tracing import in_supply
from sandtable.games.north_africa_41.map import board, groundworks
from sandtable.games.north_africa_41.pieces.assets import check_points, pay
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import resource_list
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.orders import Dismantle, Fortify
from sandtable.games.north_africa_41.results.tables import completes_fortification
from sandtable.games.north_africa_41.state import Fortification, NorthAfrica, enemy_of


def fortifications(state: NorthAfrica, side: str) -> list[int]:
    """[9.5.6] The hexes of a side's markers, those under construction among them."""
    return [at for at, fort in state.forts.items() if fort.side == side]


# Building


def check_fortify(state: NorthAfrica, side: Side, action: Fortify) -> None:
    """[9.5.3, 9.5.6] Begin a Fortification where a supplied Combat Unit is at hand."""
    check_points(state, side, "fortification")
    if len(fortifications(state, side)) >= limits().fortifications:
        raise Refusal("9.5.6", f"all {limits().fortifications} Fortifications of the {side} side are in play")
    at = board().named_hex(action.at, "9.5.3")
    why = obstacle(state, side, at)
    if why:
        raise Refusal("9.5.6", why)
    if not any(_has_builders(state, side, near) for near in (at, *board().adjacent[at])):
        raise Refusal("9.5.3", f"no Combat Unit in Full or Port Supply is at {action.at} or next to it")


def obstacle(state: NorthAfrica, side: Side, at: int) -> str:
    """[9.5.6] Why a hex is no place to build; empty when it is one."""
    name, foe = board().name(at), enemy_of(side)
    if not board().playable[at]:
        return f"{name}: nothing is built there"
    if at in state.forts:
        return f"there is already a Fortification at {name}"
    if state.at(at, foe) or state.non_combat_at(at, foe) or at in state.books[foe].stores:
        return f"the enemy is at {name}"
    if in_enemy_zone(state, side, at) and not state.at(at, side):
        return f"{name} is in an enemy Zone of Control and no Combat Unit of yours is there"
    return ""


def _has_builders(state: NorthAfrica, side: Side, at: int) -> bool:
    return any(in_supply(state, name) for name in state.at(at, side))


def do_fortify(draft: Draft[NorthAfrica], side: Side, action: Fortify) -> None:
    pay(draft, side, "fortification")
    draft.amend("forts", board().hex(action.at), Fortification(side, complete=False))
    draft.note("begun", side=side, at=action.at, case="9.5.3")


def most_fortified(state: NorthAfrica, side: Side) -> int:
    """The hexes of Combat Units and those beside them, if there is a marker left to pay for."""
    if state.books[side].resources < resource_list()["fortification"].cost:
        return 0
    if len(fortifications(state, side)) >= limits().fortifications:
        return 0
    return sum(1 + len(board().adjacent[at]) for at in state.layout.combat[side] if at >= 0)


def listed_fortify(state: NorthAfrica, side: Side) -> Sequence[Action]:
    if not most_fortified(state, side):
        return ()
    key = "sites", side, tuple(state.forts)
    sites: list[int] | None = state.layout.derived.get(key)
    if sites is None:
        sites = state.layout.derived[key] = list(_sites(state, side))
    return Made(sites, lambda at: Fortify(board().name(at)))


def _sites(state: NorthAfrica, side: Side) -> Iterator[int]:
    builders = [at for at in state.layout.combat[side] if at >= 0 and _has_builders(state, side, at)]
    near = {there for at in builders for there in (at, *board().adjacent[at])}
    return (at for at in sorted(near) if not obstacle(state, side, at))


# Completion


def complete_fortifications(draft: Draft[NorthAfrica], side: Side) -> None:
    """[9.5.4, 9.5.5] At once on Existing Groundworks, elsewhere on a low die; a failure is tried again next time."""
    for at in fortifications(draft.state, side):
        if draft.state.forts[at].complete:
            continue
        name = board().name(at)
        if at not in groundworks() and not completes_fortification(draft.roll(f"fortification at {name}", by=side)):
            continue
        draft.amend("forts", at, Fortification(side, complete=True))
        draft.note("fortified", side=side, at=name, case="9.5.5" if at in groundworks() else "9.5.4")


# Removal


def check_dismantle(state: NorthAfrica, side: Side, action: Dismantle) -> None:
    """[9.5.7] One's own, at any time of one's Player Turn."""
    fort = state.forts.get(board().named_hex(action.at, "9.5.7"))
    if fort is None or fort.side != side:
        raise Refusal("9.5.7", f"no Fortification of yours is at {action.at}")


def do_dismantle(draft: Draft[NorthAfrica], side: Side, action: Dismantle) -> None:
    draft.strike("forts", board().hex(action.at))
    draft.note("dismantled", at=action.at, side=side)


def most_dismantled(state: NorthAfrica, side: Side) -> int:
    return len(state.forts)


def listed_dismantle(state: NorthAfrica, side: Side) -> Sequence[Action]:
    return [Dismantle(board().name(at)) for at in fortifications(state, side)]
