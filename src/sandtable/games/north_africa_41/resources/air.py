"""[18.6, 18.7] Air Superiority, the range of Air Units, and Axis Air Transport."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.ground.fitness import check_movable
from sandtable.games.north_africa_41.ground.paths import place_of
from sandtable.games.north_africa_41.lines.tracing import full_supply, in_full_supply
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.pieces.assets import has_marker, opponent_has_air, use_marker
from sandtable.games.north_africa_41.pieces.counters import Side, counters, replacements
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.orders import Fly
from sandtable.games.north_africa_41.state import GOOD, ITALY, NorthAfrica, enemy_of, is_combat, mark, role_of

# Range and superiority


def air_bases(state: NorthAfrica, side: str) -> tuple[int, ...]:
    """[18.7.3] Friendly Airfields, and Corps HQs in Good Order, that are in Full Supply."""
    found: tuple[int, ...] | None = state.layout.derived.get(("air bases", side))
    if found is None:
        served = full_supply(state, side)
        fields = [at for at in airfields().values() if state.holder(at) == side and at in served]
        staffs = [at for at, names in state.layout.combat[side].items() if at >= 0 and _has_staff(state, names)]
        found = state.layout.derived["air bases", side] = tuple(sorted({*fields, *staffs}))
    return found


def _has_staff(state: NorthAfrica, names: Iterable[str]) -> bool:
    return any(
        counters()[name].headquarters and state.units[name].order == GOOD and in_full_supply(state, name)
        for name in names
    )


def in_air_range(state: NorthAfrica, side: str, at: int) -> bool:
    """[18.7.3] Whether Air Support and Strafing reach a hex."""
    return at in _covered(air_bases(state, side))


@lru_cache(maxsize=8)  # both sides, a few positions back
def _covered(bases: tuple[int, ...]) -> frozenset[int]:
    return frozenset[int]().union(*map(_disc, bases))


@cache
def _disc(base: int) -> frozenset[int]:
    return frozenset(at for at in range(len(board())) if board().distance(base, at) <= limits().air_range)


def may_fly_in_defence(state: NorthAfrica, side: Side) -> bool:
    """[18.6, 18.7.4] Neither Defensive Air Support nor DD Support by air while the opponent has Air Superiority."""
    return not opponent_has_air(state, side)


# Air Transport


def check_fly(state: NorthAfrica, side: Side, action: Fly) -> None:
    """[18.7.6] An Infantry Replacement or a one-step unit on foot from Italy to an Airfield."""
    _check_passenger(state, side, action.name)
    goal = place_of(action.at, "18.7.6")
    if goal not in airfields().values() or state.holder(goal) != side:
        raise Refusal("18.7.6", f"{action.at} is not a friendly Airfield")
    if goal not in full_supply(state, side):
        raise Refusal("18.7.6", f"{action.at} is not in Full Supply")
    if is_near_enemy(state, side, goal):
        raise Refusal("18.7.6", f"an enemy unit is at or next to {action.at}")


def _check_passenger(state: NorthAfrica, side: Side, name: str) -> None:
    if side != "axis":
        raise Refusal("18.7.6", "only the Axis has Air Transport")
    if not has_marker(state, side, "air-transport"):
        raise Refusal("18.7.6", "no Air Transport marker is ready")
    check_movable(state, side, name)
    if state.units[name].at != ITALY:
        raise Refusal("18.7.6", f"{name} is not in Italy")
    if not _is_light(name):
        raise Refusal("18.7.6", f"{name} is neither an Infantry Replacement nor a one-step unit on foot")
    if state.units[name].replaced:
        raise Refusal("19.5", f"{name} has received a Replacement and stays in Italy")


def _is_light(name: str) -> bool:
    if is_combat(name):
        return counters()[name].steps == 1 and not counters()[name].mechanised
    return role_of(name) == "replacement" and "infantry" in replacements()[name].kinds


def is_near_enemy(state: NorthAfrica, side: str, at: int) -> bool:
    """Whether enemy units of any kind, Supply Points too, are in a hex or next to it."""
    foe = enemy_of(side)
    return any(is_held_by(state, foe, near) for near in (at, *board().adjacent[at]))


def is_held_by(state: NorthAfrica, side: str, at: int) -> bool:
    """[2.3.1] Whether a side has Combat or Non-Combat Units in a hex."""
    return bool(state.at(at, side) or state.non_combat_at(at, side)) or at in state.books[side].stores


def do_fly(draft: Draft[NorthAfrica], side: Side, action: Fly) -> None:
    """[18.7.6] It costs the whole Movement Allowance; the marker stays until the next Initial Phase."""
    goal = board().location(action.at)
    use_marker(draft, side, "air-transport")
    draft.note("moved", units=[action.name], path=["italy", board().name(goal)], mode="air")
    mark(draft, action.name, transport="air")
    draft.change(moved=tuple(sorted({*draft.state.moved, action.name})))
    put_down(draft, side, (action.name,), goal)


def most_flown(state: NorthAfrica, side: Side) -> int:
    return len(_waiting(state, side)) * len(airfields())


def _waiting(state: NorthAfrica, side: Side) -> list[str]:
    """Who could fly from Italy as far as weight goes."""
    if side != "axis" or not has_marker(state, side, "air-transport"):
        return []
    layout = state.layout
    names = [*layout.combat[side].get(ITALY, ()), *layout.replacements[side].get(ITALY, ())]
    return [name for name in names if _is_light(name)]


def listed_fly(state: NorthAfrica, side: Side) -> Sequence[Action]:
    waiting = _waiting(state, side)
    actions = [Fly(name, board().name(at)) for name in waiting for at in airfields().values()]
    return [action for action in actions if may(check_fly, state, side, action)]
