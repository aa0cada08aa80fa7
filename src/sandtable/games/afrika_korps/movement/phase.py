"""[3.1, 5.3, 6, 8.2, 9, 13, 15.2, 23.4] The movement portion of a player turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.core.ways import straight
from sandtable.games.afrika_korps.combat.obligations import captures_in_vain, forced_losses, tempting_hexes
from sandtable.games.afrika_korps.ground.reach import (
    can_move,
    check_land,
    ends_by_map,
    follow,
    most_ends,
    open_way,
    points_left,
    reach,
    road_left,
    walk,
    way_from,
)
from sandtable.games.afrika_korps.ground.rommel import displace, held_in
from sandtable.games.afrika_korps.ground.supply import served_from, sustaining
from sandtable.games.afrika_korps.ground.zones import in_enemy_zone
from sandtable.games.afrika_korps.map import board, fortresses, ports
from sandtable.games.afrika_korps.movement.automatic_victory import (
    candidates,
    check_overwhelm,
    first_unsupplied,
    overwhelm,
)
from sandtable.games.afrika_korps.movement.stacking import (
    check_sailing,
    check_stacking,
    describe_crowds,
    destinations,
    finds_room,
    is_destination,
    joint_destinations,
    overstacked,
)
from sandtable.games.afrika_korps.orders import Destroy, Done, Embark, Lose, Move, Overwhelm
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import (
    ROMMEL,
    SEA,
    AfrikaKorps,
    AutomaticVictory,
    Trek,
    capture,
    destroy,
    eliminate,
    enemy_of,
    place,
    spend,
)


class Movement(Decision[AfrikaKorps], frozen=True):
    """The phasing player moves all, some or none of his units, in any order and in instalments."""

    # Several units may move together along any path; the list offers each alone and each with Rommel.
    exhaustive: ClassVar[bool] = False
    side: str

    def prompt(self, state: AfrikaKorps) -> str:
        text = "Move your units, then `done`."
        if lost := forced_losses(state, self.side):
            text += (
                f" As things stand, these would be eliminated before combat: {', '.join(name for name, _, _ in lost)}."
            )
        if (victory := first_unsupplied(state, self.side)) is not None:
            text += f" The automatic victory over {', '.join(victory.defenders)} is out of supply."
        if overstacked(state, self.side):
            text += f" Make room first ({describe_crowds(state, self.side)})."
        return text

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Branches[Action](*self._others(state, side), *_moves(state, side))

    def actions_without_moves(self, state: AfrikaKorps, side: str) -> list[Action]:
        """Embarking, burning supplies, automatic victories, the end of movement."""
        return [action for part in self._others(state, side) for action in part.make()]

    def _others(self, state: AfrikaKorps, side: str) -> Iterator[Branch[Action]]:
        layout = state.layout
        ashore = [name for name in layout.forces[side] if state.units[name].at in ports()]
        ashore.sort(key=lambda name: state.units[name].at)
        yield Branch(len(ashore), lambda: [Embark(n) for n in ashore if may(check_embark, state, side, Embark(n))])
        own = layout.supplies[side]
        yield Branch(len(own), lambda: [Destroy(s) for s in own if may(check_destroy, state, side, Destroy(s))])
        yield Branch(len(layout.live[enemy_of(side)]), lambda: candidates(state, side))
        yield Branch(1, lambda: [Done()] if may(self.check, state, side, Done()) else [])

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        match action:
            case Move():
                check_move(state, side, action)
            case Embark():
                check_embark(state, side, action)
            case Destroy():
                check_destroy(state, side, action)
            case Overwhelm():
                check_overwhelm(state, side, action)
            case Done():
                check_stacking(state, side)
                check_victories(state, side)
            case _:
                raise Refusal("5.3", f"'{action}' is not an order for the movement phase")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        match action:
            case Move():
                move(draft, side, action)
            case Embark(unit=name):
                embark(draft, name)
            case Destroy(unit=name):
                destroy(draft, name)
            case Overwhelm():
                overwhelm(draft, side, action)
            case Done():
                draft.pop()
                if overstacked(draft.state, side):
                    draft.push(Overstacked(side))
                displace(draft)


def _moves(state: AfrikaKorps, side: str) -> Iterator[Branch[Action]]:
    """Each unit alone, and each that stands with Rommel with him."""
    layout, units = state.layout, state.units
    for name in layout.forces[side]:
        if can_move(state, name):
            most = most_ends(state, name)
            yield Branch(most, partial(_moves_of, state, name), partial(_move_of, state, name))
        if side == "axis" and units[name].at == layout.rommel and name != ROMMEL and name not in state.frozen:
            yield Branch(most_ends(state, name, (ROMMEL,)), partial(_moves_with_rommel, state, name))


def _moves_of(state: AfrikaKorps, name: str) -> Sequence[Action]:
    ends = _allowed(state, name, destinations(state, name))
    return _made((name,), state.units[name].at, ends)


def _move_of(state: AfrikaKorps, name: str, number: int) -> Action | None:
    """One of these without the others, by its number among the hexes that the map allows."""
    end = ends_by_map(state, name)[number]
    if not is_destination(state, name, end) or not _allowed(state, name, (end,)):
        return None
    return Move((name,), (board().name(state.units[name].at), board().name(end)))


def _moves_with_rommel(state: AfrikaKorps, name: str) -> Sequence[Action]:
    ends = _allowed(state, name, joint_destinations(state, name))
    return _made((name, ROMMEL), state.units[name].at, ends)


def _made(names: tuple[str, ...], at: int, ends: Sequence[int]) -> Sequence[Action]:
    start, name_of = board().name(at), board().names
    return Made(ends, lambda end: Move(names, (start, name_of[end])))


def _allowed(state: AfrikaKorps, name: str, ends: Sequence[int]) -> Sequence[int]:
    """Drop the ends that rules beyond the flood forbid; they matter only for a few units."""
    if not (state.victories or state.options):
        return ends
    side = counters()[name].side
    if state.victories and counters()[name].is_supply and _uncovers(state, side, (name,), SEA):
        return [end for end in ends if first_unsupplied(_shifted(state, (name,), end), side) is None]
    if not state.option("capture-needs-attack") or not counters()[name].is_combat:
        return ends
    if tempting_hexes(state, side).isdisjoint(ends):
        return ends
    return [end for end in ends if not captures_in_vain(state, side, (name,), end)]


# --- moving


def route(state: AfrikaKorps, side: str, action: Move) -> tuple[int, ...]:
    """The hexes of a move. Adjacent hexes are a step, gaps are filled the cheapest way; so is a step that cannot be
    taken when no other hex is named."""
    points = [board().named_hex(name, "5.8") for name in action.path]
    for name in action.units:
        unit = state.units.get(name)
        if unit is None or counters()[name].side != side:
            raise Refusal("5.1", f"{name} is not yours to move")
        if unit.at != points[0]:
            raise Refusal("5.1", f"{name} is at {board().name(unit.at)}, not at {action.path[0]}")
    if len(set(action.units)) < len(action.units):
        raise Refusal("5.1", "the same unit is named twice")
    path = [points[0]]
    for there in points[1:]:
        step = (path[-1], there)
        if there in board().neighbours[path[-1]] and (len(points) > 2 or may(_walk_all, state, action.units, step)):
            path.append(there)
        else:
            path.extend(_way(state, action.units, path, there)[1:])
    return tuple(path)


def _walk_all(state: AfrikaKorps, names: Sequence[str], path: Sequence[int]) -> None:
    for name in names:
        walk(state, name, path, names)


def _way(state: AfrikaKorps, names: Sequence[str], path: Sequence[int], there: int) -> tuple[int, ...]:
    """The cheapest way to a hex for all who go there, from where a path has brought them."""
    lead, others = names[0], names[1:]
    if len(path) > 1:
        state = replace(state, treks={**state.treks, **{name: follow(state, name, path, names) for name in names}})
    if way := way_from(state, lead, path[-1], state.trek(lead), there, others):
        return way
    check_land(there)
    slowest = min(names, key=lambda name: points_left(state, name, state.trek(name)))
    _check_distance(state, slowest, state.trek(slowest), path[-1], there)
    return open_way(path[-1], state.trek(slowest), there) or straight(board(), path[-1], there)


def _check_distance(state: AfrikaKorps, name: str, trek: Trek, here: int, there: int) -> None:
    """Say plainly when no way could be short enough."""
    factors, road, far = points_left(state, name, trek), road_left(trek), board().distance(here, there)
    if far > max(factors, 0) + road + limits().rommel_bonus:
        raise Refusal(
            "5.2",
            f"{board().name(there)} is {plural(far, 'hex')} away; {name} has {plural(factors, 'movement factor')} left"
            f" and {plural(road, 'hex')} of coast road",
        )


def marched(state: AfrikaKorps, side: str, action: Move) -> tuple[tuple[int, ...], dict[str, Trek]]:
    """The path of a move and what each unit will have spent, worked out once: to check it and to carry it out."""
    found: tuple[tuple[int, ...], dict[str, Trek]] | None = state.layout.derived.get(action)
    if found is None:
        path = route(state, side, action)
        found = path, {name: walk(state, name, path, action.units) for name in action.units}
        state.layout.derived[action] = found
    return found


def check_move(state: AfrikaKorps, side: str, action: Move) -> None:
    path, treks = marched(state, side, action)
    if path[-1] == path[0]:
        raise Refusal("5.2", f"the move ends where it began, at {action.path[0]}")
    facts = counters()
    if not finds_room(state, side, treks, path[-1]):
        raise Refusal("6.1", f"only three may stay at {board().name(path[-1])}, and no unit could leave it again")
    supplies = [name for name in action.units if facts[name].is_supply]
    if supplies and _uncovers(state, side, supplies, path[-1]):
        raise Refusal("14.5", f"{supplies[0]} sustains an automatic victory and no other supply covers it")
    fighters = [name for name in action.units if facts[name].is_combat]
    if fighters and state.option("capture-needs-attack") and captures_in_vain(state, side, fighters, path[-1]):
        raise Refusal("7.4", f"{fighters[0]} would capture a supply where it has no legal attack")


def _uncovers(state: AfrikaKorps, side: str, supplies: Sequence[str], there: int) -> bool:
    """[14.5] Whether supplies may not go there because an automatic victory would be left without one for good."""
    if not state.victories or first_unsupplied(_shifted(state, supplies, there), side) is None:
        return False
    away = _shifted(state, supplies, SEA)
    return (victory := first_unsupplied(away, side)) is not None and not _reliefs(away, side, victory)


def _shifted(state: AfrikaKorps, supplies: Sequence[str], there: int) -> AfrikaKorps:
    moved = {supply: replace(state.units[supply], at=there) for supply in supplies}
    return replace(state, units={**state.units, **moved})


def _reliefs(state: AfrikaKorps, side: str, victory: AutomaticVictory) -> list[tuple[str, int]]:
    """[14.5] The supplies that can still come to where they sustain it, and those hexes."""
    found = []
    for supply in state.layout.supplies[side]:
        near = served_from(state, side, victory.attackers) if can_move(state, supply) else frozenset()
        ends = [end for end in reach(state, supply).hexes if end in near] if near else []
        found += [(supply, end) for end in ends if sustaining(_shifted(state, (supply,), end), side, victory.attackers)]
    return found


def check_victories(state: AfrikaKorps, side: str) -> None:
    """[14.5] Movement does not end while a supply can still come that an automatic victory lacks."""
    victory = first_unsupplied(state, side)
    if victory is not None:
        for supply, end in _reliefs(state, side, victory):
            if not _uncovers(state, side, (supply,), end):
                beaten = ", ".join(victory.defenders)
                raise Refusal(
                    "14.5", f"the automatic victory over {beaten} is out of supply: {supply} can still reach it"
                )


def move(draft: Draft[AfrikaKorps], side: str, action: Move) -> None:
    facts, before = counters(), draft.state
    path, treks = marched(before, side, action)
    for name, trek in treks.items():
        draft.amend("treks", name, trek)
        if facts[name].is_supply and in_enemy_zone(before, side, path[-1]):
            spend(draft, (name,))  # [13.2] it came to sustain an attack
    draft.note("moved", units=list(action.units), path=[board().name(h) for h in path])
    fights = any(facts[name].is_combat for name in action.units)
    for there in path[1:]:
        meets = fights and _meets(before, side, there)
        if meets or there == path[-1]:
            for name in action.units:
                place(draft, name, there)
            if meets:
                capture_in_passing(draft, side, there)
            if fights and side != "axis":
                displace(draft)


def _meets(state: AfrikaKorps, side: str, here: int) -> bool:
    """Whether a unit passing this hex comes upon supplies, or upon Rommel."""
    near = (*state.layout.supplies[enemy_of(side)].values(), state.layout.rommel if side != "axis" else -1)
    return any(at == here or at in board().adjacent[here] for at in near)


def capture_in_passing(draft: Draft[AfrikaKorps], side: str, here: int) -> None:
    """[15.21, 15.211, 15.23] A combat unit takes every unguarded enemy supply it comes next to, whoever else is near;
    in a fortress only on entry. The prize is bound at once by zones that were friendly [15.212]."""
    foe = enemy_of(side)
    supplies = draft.state.layout.supplies[foe]
    for supply, at in sorted(supplies.items()):
        guarded = at in draft.state.layout.combat[foe]
        if at == here and at in fortresses():
            capture(draft, supply, side, "15.23")
        elif not guarded and at not in fortresses() and (at == here or at in board().adjacent[here]):
            capture(draft, supply, side, "15.21")


# --- the sea


def check_embark(state: AfrikaKorps, side: str, action: Embark) -> None:
    check_sailing(state, side, action.unit)
    if action.unit == ROMMEL and held_in(state):
        where = board().name(state.units[ROMMEL].at)
        raise Refusal("22.4", f"Rommel is encircled at {where} with combat units and stays with them")
    if any(action.unit in victory.supplies for victory in state.victories):
        raise Refusal("14.5", f"{action.unit} has sustained an automatic victory and is expended this turn")
    if _uncovers(state, side, (action.unit,), SEA):
        raise Refusal("14.5", f"{action.unit} sustains an automatic victory and no other supply covers it")


def embark(draft: Draft[AfrikaKorps], name: str) -> None:
    draft.note("embarked", unit=name, at=board().name(draft.state.units[name].at))
    place(draft, name, SEA)


# --- burning supplies


def check_destroy(state: AfrikaKorps, side: str, action: Destroy) -> None:
    if action.unit not in state.layout.supplies[side]:
        raise Refusal("15.4", f"{action.unit} is not one of your supplies on the map")
    if _uncovers(state, side, (action.unit,), SEA):
        raise Refusal("14.5", f"{action.unit} sustains an automatic victory and no other supply covers it")


# --- stacking


class Overstacked(Decision[AfrikaKorps], frozen=True):
    """[6.1] Nobody can leave a hex that holds too many: the owner gives up the excess."""

    side: str

    def prompt(self, state: AfrikaKorps) -> str:
        at = overstacked(state, self.side)[0]
        return f"{board().name(at)} holds more than three combat units and none can leave: choose one to eliminate."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return [Lose(name) for name in state.at(overstacked(state, side)[0], side)]

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        at = overstacked(state, side)[0]
        if not isinstance(action, Lose) or action.unit not in state.at(at, side):
            raise Refusal("6.1", f"choose a combat unit at {board().name(at)} to eliminate")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        eliminate(draft, action.unit, "6.1", "no room in the stack")
        victories = tuple(
            replace(v, attackers=tuple(n for n in v.attackers if n != action.unit)) for v in draft.state.victories
        )
        draft.change(victories=victories)
        if not overstacked(draft.state, side):
            draft.pop()
