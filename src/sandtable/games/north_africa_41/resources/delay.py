"""[24, 18.7.5, 18.8] The Delay Phase: Delay, Strafing and Long Range Desert Group markers are placed and removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Made, branch
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.map import airfields, board, ports
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.assets import has_marker, use_marker
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import delay_ids
from sandtable.games.north_africa_41.resources.air import in_air_range, is_held_by
from sandtable.games.north_africa_41.resources.any_time import ANY_TIME, at_any_time
from sandtable.games.north_africa_41.resources.orders import Buy, Delay, Lift
from sandtable.games.north_africa_41.resources.purchases import listed_buy
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of, write_books

STRAFING, LRDG = "strafing", "lrdg"


# Where markers may lie


def in_display(state: NorthAfrica, side: str) -> list[int]:
    """[24.1, 24.3.1] The Delay markers that may be placed."""
    return [number for number in delay_ids() if number not in state.books[side].delays]


def enemy_places(state: NorthAfrica, side: str) -> frozenset[int]:
    """[24.3.1] Hexes with enemy Combat or Non-Combat Units."""
    foe, layout = enemy_of(side), state.layout
    groups = (layout.combat[foe], layout.trucks[foe], layout.replacements[foe], state.books[foe].stores)
    return frozenset(at for group in groups for at in group if at >= 0)


def _with_neighbours(hexes: Iterable[int]) -> set[int]:
    return {there for at in hexes for there in (at, *board().adjacent[at])}


def _closed_to_delay(state: NorthAfrica, side: str) -> set[int]:
    forts = (at for at, fort in state.forts.items() if fort.complete)  # [9.5.4] works have no effect
    held = {at for at in (*ports().values(), *airfields().values()) if state.holder(at) == enemy_of(side)}
    near = (enemy_places(state, side), forts, tuple(state.books[side].delays.values()))
    return held.union(state.books[side].strafing, *map(_with_neighbours, near))


def _why_not(state: NorthAfrica, side: str, at: int) -> str:
    """[24.3.1] Why a Delay marker may not lie in a hex; empty when it may."""
    around = (at, *board().adjacent[at])
    if not enemy_places(state, side).isdisjoint(around):
        return "an enemy unit is there or next to it"
    if any(at in state.forts and state.forts[at].complete for at in around):
        return "a Fortification is there or near"
    if any(at in state.books[side].delays.values() for at in around):
        return "another Delay marker is there or near"
    site = at in ports().values() or at in airfields().values()
    return "the enemy controls that port or airfield" if site and state.holder(at) == enemy_of(side) else ""


def check_delay(state: NorthAfrica, side: Side, action: Delay) -> None:
    """[24.3.1, 18.7.5, 18.8]"""
    at = board().named_hex(action.at, "24.3.1")
    if not board().playable[at]:
        raise Refusal("24.3.1", f"{action.at}: no marker is laid there")
    if action.marker == STRAFING:
        _check_strafing(state, side, at)
    elif action.marker == LRDG:
        _check_lrdg(state, side, at)
    elif action.marker not in map(str, in_display(state, side)):
        raise Refusal("24.3.1", f"Delay marker {action.marker} is not on your display")
    elif at in state.books[side].strafing:
        raise Refusal("18.7.5", f"a Strafing marker of yours is at {action.at}")
    elif why := _why_not(state, side, at):
        raise Refusal("24.3.1", f"no Delay marker at {action.at}: {why}")


def _check_strafing(state: NorthAfrica, side: Side, at: int) -> None:
    """[18.7.3, 18.7.5]"""
    books, name = state.books[side], board().name(at)
    if not has_marker(state, side, STRAFING):
        raise Refusal("18.7.5", "no Strafing marker is ready")
    if at in books.strafing:
        raise Refusal("18.7.5", f"there is already a Strafing marker at {name}")
    if at in books.delays.values():
        raise Refusal("18.7.5", f"a Delay marker of yours is at {name}")
    if not in_air_range(state, side, at):
        raise Refusal("18.7.3", f"{name} is out of range of your Airfields and Corps HQs in Full Supply")


def _check_lrdg(state: NorthAfrica, side: Side, at: int) -> None:
    """[18.8]"""
    if not has_marker(state, side, LRDG):
        raise Refusal("18.8", "no Long Range Desert Group marker is ready")
    if not enemy_places(state, side).isdisjoint((at, *board().adjacent[at])):
        raise Refusal("18.8", f"an enemy unit is at {board().name(at)} or next to it")


def place_marker(draft: Draft[NorthAfrica], side: Side, action: Delay) -> None:
    at, books = board().hex(action.at), draft.state.books[side]
    if action.marker == STRAFING:
        use_marker(draft, side, STRAFING)
        write_books(draft, side, strafing=(*books.strafing, at))
    elif action.marker == LRDG:
        use_marker(draft, side, LRDG)
        write_books(draft, side, patrols=(*books.patrols, at))
    else:
        write_books(draft, side, delays={**books.delays, int(action.marker): at})
    draft.note("delayed", side=side, marker=action.marker, at=board().name(at), case="24.3.1")


def placements(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """Every marker in every hex where it may lie."""
    return Branches(*_placing(state, side))


def _placing(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    markers = [*map(str, in_display(state, side))]
    markers += [name for name in (STRAFING, LRDG) if has_marker(state, side, name)]
    return (Branch(len(_land()), partial(_placements_of, state, side, marker)) for marker in markers)


def _placements_of(state: NorthAfrica, side: Side, marker: str) -> Sequence[Action]:
    return Made(_free_for(state, side, marker), lambda at: Delay(marker, board().name(at)))


def _free_for(state: NorthAfrica, side: Side, marker: str) -> list[int]:
    """The hexes where a marker may lie: one Delay marker where another may."""
    derived, key = state.layout.derived, ("free", side, marker if marker in (STRAFING, LRDG) else "delay")
    found: list[int] | None = derived.get(key)
    if found is None:
        found = derived[key] = _land_for(state, side, marker)
    return found


def _land_for(state: NorthAfrica, side: Side, marker: str) -> list[int]:
    books = state.books[side]
    if marker == STRAFING:
        taken = {*books.strafing, *books.delays.values()}
        return [at for at in _land() if at not in taken and in_air_range(state, side, at)]
    closed = _with_neighbours(enemy_places(state, side)) if marker == LRDG else _closed_to_delay(state, side)
    return [at for at in _land() if at not in closed]


@cache
def _land() -> tuple[int, ...]:
    return tuple(at for at, playable in enumerate(board().playable) if playable)


# The phase


def open_delay(draft: Draft[NorthAfrica], side: Side) -> None:
    """[18.7.5, 18.8, 24.3] What was placed a Player Turn ago comes off before anything new is placed."""
    books = draft.state.books[side]
    if books.strafing or books.patrols:
        hexes = [board().name(at) for at in (*books.strafing, *books.patrols)]
        write_books(draft, side, strafing=(), patrols=())
        draft.note("lifted", side=side, hexes=hexes, why="their time is over", case="24.3.5")
    if _has_choice(draft.state, side):  # [24.3.1]
        draft.push(Delaying(side))
    else:
        _roll(draft, side)


def _has_choice(state: NorthAfrica, side: Side) -> bool:
    """Whether a marker can be placed, or one for this phase be bought; other purchases had their time before."""
    return bool(placements(state, side)) or any(
        isinstance(action, Buy) and action.item in (STRAFING, LRDG) for action in listed_buy(state, side)
    )


class Delaying(Decision[NorthAfrica], frozen=True):
    """[24.3.1, 24.3.5] The phasing player places the markers he has."""

    exhaustive: ClassVar[bool] = False  # Supply Points in boxes could be burnt too
    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        books = state.books[self.side]
        markers = [f"Delay {number}" for number in in_display(state, self.side)]
        markers += [f"{count} {name}" for name in (STRAFING, LRDG) if (count := books.assets.get(name, 0))]
        return f"Place your markers ({', '.join(markers) or 'none ready'}), then `done`."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        done: list[Action] = [Done()]
        return Branches(branch(done), *at_any_time(state, self.side), *_placing(state, self.side))

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Delay):
            check_delay(state, self.side, action)
        elif type(action) in ANY_TIME:
            ANY_TIME[type(action)].check(state, self.side, action)
        elif not isinstance(action, Done):
            raise Refusal("24.3.1", f"'{action}' does not belong to the Delay Phase")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Delay):
            place_marker(draft, self.side, action)
        elif not isinstance(action, Done):
            ANY_TIME[type(action)].do(draft, self.side, action)  # [23.2.1]
        if not isinstance(action, Done) and _has_choice(draft.state, self.side):
            return
        draft.pop()
        _roll(draft, self.side)


def _roll(draft: Draft[NorthAfrica], side: Side) -> None:
    """[24.3.2] Two dice take off the markers with their numbers; without markers there is nothing to roll for."""
    if draft.state.books[side].delays:
        rolled = [draft.roll(f"delay markers, {side}", by=side) for _ in range(2)]
        for number in dict.fromkeys(rolled):
            _lift(draft, side, number, "by the dice", "24.3.2")
    _remove_overrun(draft)
    if draft.state.books[side].delays:  # [24.3.3]
        draft.push(Lifting(side))


def _lift(draft: Draft[NorthAfrica], side: Side, number: int, why: str, case: str) -> None:
    delays = dict(draft.state.books[side].delays)
    at = delays.pop(number, None)
    if at is None:
        return
    write_books(draft, side, delays=delays)
    draft.note("lifted", side=side, hexes=[board().name(at)], why=why, case=case)


def _remove_overrun(draft: Draft[NorthAfrica]) -> None:
    """[24.3.4] Delay markers of either side with enemy units in their hex."""
    for side in SIDES:
        for number, at in list(draft.state.books[side].delays.items()):
            if is_held_by(draft.state, enemy_of(side), at):
                _lift(draft, side, number, "the enemy is there", "24.3.4")


class Lifting(Decision[NorthAfrica], frozen=True):
    """[24.3.3] The phasing player may take back Delay markers that lie where they are of no use."""

    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        lying = ", ".join(f"{n} at {board().name(at)}" for n, at in state.books[self.side].delays.items())
        return f"Remove Delay markers of your own ({lying}), or go on."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Done(), *(Lift(str(number)) for number in state.books[self.side].delays)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Lift):
            raise Refusal("24.3.3", "lift a Delay marker, or done")
        if action.name not in map(str, state.books[self.side].delays):
            raise Refusal("24.3.3", f"Delay marker {action.name} of yours is not on the map")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Lift):
            _lift(draft, self.side, int(action.name), "by its owner", "24.3.3")
        if isinstance(action, Done) or not draft.state.books[self.side].delays:
            draft.pop()
