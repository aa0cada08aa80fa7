"""[12.55, 30.2] Off-shore bombardment: ships barrage the coast, as guns that need no ammunition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import evenly_spaced
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import resolve_all
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import CLASSES, Stated, stated_in
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Fire
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Shot
from sandtable.games.campaign_for_north_africa.fleet.ships import OWNER, in_reach
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import open_shore_fire, resolve_at_ships
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import record

NONE = Barrage(())
LISTED = 3  # targets that a listing names for a ship


def ready(state: Campaign) -> tuple[str, ...]:
    """[30.24] Ships before the coast that have not fired in this Operations Stage."""
    return tuple(name for name, ship in state.ships.items() if ship.at != IN_PORT and not ship.fired and ship.guns)


def strength(state: Campaign, name: str, at: int) -> int:
    """[30.22] Actual Barrage Points against a hex: half, rounded up, at the next one."""
    ship = state.ships[name]
    return ship.guns if at == ship.at else -(-ship.guns // 2)


def aims(state: Campaign) -> tuple[Stated, ...]:
    """[30.21] What the ships could bombard."""
    hexes = dict.fromkeys(hex for name in ready(state) for hex in in_reach(name, state.ships[name].at))
    return stated_in(state, OWNER, tuple(hexes))


def open_salvo(draft: Draft[Campaign], open_barrage: Callable[[Draft[Campaign]], None]) -> None:
    """[30.24, 30.35] In a Barrage Step the Commonwealth says first what its ships fire at, then the Axis which guns
    fire at ships; it is resolved with the barrages that both sides plot."""
    told = aims(draft.state) if ready(draft.state) else ()
    draft.push(Broadside())
    open_barrage(draft)
    open_shore_fire(draft)
    if told:
        draft.push(OffShore(told))


class Broadside(Step[Campaign], frozen=True):
    """After the plots of both sides: what no other barrage was resolved with, and what was fired at ships."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if draft.state.segment.salvo or draft.state.segment.coast:
            resolve_all(draft, {})
        resolve_at_ships(draft)


class OffShore(Decision[Campaign], frozen=True):
    """[30.21, 30.24] The barrages of ships, each of which fires once in an Operations Stage."""

    told: tuple[Stated, ...]
    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    side: ClassVar[Side] = OWNER

    def prompt(self, state: Campaign) -> str:
        return f"Bombard the coast with {', '.join(ready(state))}, or: barrage none."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """Every ship at the first unit it reaches, each alone at some of what it reaches, nothing."""
        alone = [
            Barrage((fire,))
            for name in ready(state)
            for fire in evenly_spaced(self.fires(state, name), LISTED, state.count)
        ]
        first: dict[str, Fire] = {}
        for name in ready(state):
            found = next((fire for fire in self.fires(state, name) if fire.target in CLASSES), None)
            if found is None:
                continue
            key = f"{found.at} {found.target} {found.number}"
            guns = (*first[key].guns, *found.guns) if key in first else found.guns
            first[key] = replace(found, guns=guns)
        together = [Barrage(tuple(first.values()))] if len(ready(state)) > 1 and first else []
        return list(dict.fromkeys((*together, *alone, NONE)))

    def fires(self, state: Campaign, name: str) -> list[Fire]:
        """What one ship can do."""
        reach = in_reach(name, state.ships[name].at)
        return [
            Fire(board().name(each.at), each.target, 1, (Points(name, "", strength(state, name, each.at)),))
            for each in self.told
            if each.at in reach
        ]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Barrage):
            raise Refusal("30.21", "say what the ships barrage, or: barrage none")
        used: list[str] = []
        for fire in action.fires:
            self._check_aim(fire)
            for each in fire.guns:
                _check_ship(state, each, board().hex(fire.at))
            used += (each.unit for each in fire.guns)
        if len(set(used)) < len(used):
            raise Refusal("30.24", "a ship may fire only once in an Operations Stage")
        if len({(fire.at, fire.target, fire.number) for fire in action.fires}) < len(action.fires):
            raise Refusal("12.32", "ships firing at the same target must fire together")

    def _check_aim(self, fire: Fire) -> None:
        found = [each for each in self.told if board().name(each.at) == fire.at and each.target == fire.target]
        if not found:
            raise Refusal("30.21", f"there is no target {fire.target} at {fire.at} in range of your ships")
        if not 1 <= fire.number <= found[0].count:
            raise Refusal("12.24", f"{fire.target} targets at {fire.at} are numbered 1 to {found[0].count}")
        if not fire.guns:
            raise Refusal("30.21", f"say which ships fire at {fire.at}")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Barrage) or not action.fires:
            return
        for fire in action.fires:
            for each in fire.guns:
                draft.amend("ships", each.unit, replace(draft.state.ships[each.unit], fired=True))
        record(
            draft,
            salvo=tuple(
                Shot(board().hex(fire.at), fire.target, fire.number, (), sum(each.points for each in fire.guns))
                for fire in action.fires
            ),
        )


def _check_ship(state: Campaign, each: Points, at: int) -> None:
    if each.unit not in ready(state):
        raise Refusal("30.24", f"{each.unit} cannot fire now")
    if at not in in_reach(each.unit, state.ships[each.unit].at):
        raise Refusal("30.21", f"{board().name(at)} is out of range of {each.unit}")
    if each.weapon or each.points != strength(state, each.unit, at):
        raise Refusal("30.22", f"{each.unit} must fire with {plural(strength(state, each.unit, at), 'point')}")
