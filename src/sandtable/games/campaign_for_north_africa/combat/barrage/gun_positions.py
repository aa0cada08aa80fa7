"""[12.1] Forward or Back: where each side puts its guns for a Combat Segment. Neither learns where the other's are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from sandtable.core.frames import Draft, Sealed
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.orders import Back
from sandtable.games.campaign_for_north_africa.combat.segment import fronts
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.pieces.strength import rating, vulnerability
from sandtable.games.campaign_for_north_africa.pieces.units import facts, target_class
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at
from sandtable.games.campaign_for_north_africa.verbs import record


def open_positions(draft: Draft[Campaign]) -> None:
    """[5.2 III G 3a] Whoever has guns next to the enemy is asked."""
    who = tuple(side for side in SIDES if guns(draft.state, side))
    if who:
        draft.push(Positions(who=who))


def is_gun(state: Campaign, name: str) -> bool:
    """[12.0, 12.16, 11.0] Gun-class units, and all others with a Barrage Rating: self-propelled, heavy weapons,
    headquarters with guns."""
    return any(
        rating(state, name, weapon, "barrage") is not None or target_class(name, weapon) == "gun"
        for weapon in state.units[name].toe
    )


def guns(state: Campaign, side: str) -> tuple[str, ...]:
    """[12.11] The gun units of a side in hexes next to the enemy."""
    key = ("guns", side)
    if key not in state.derived:
        state.derived[key] = tuple(_guns(state, side))
    found: tuple[str, ...] = state.derived[key]
    return found


def _guns(state: Campaign, side: str) -> Iterator[str]:
    for at in fronts(state, side):
        for name in everyone_at(state, at, side):
            if is_gun(state, name):
                yield name


class Positions(Sealed[Campaign], frozen=True):
    """[12.11, 12.12] The whole unit stands Forward or Back, until the Combat Segment is over."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    answers: dict[str, Back] = {}
    who: tuple[str, ...] = ()

    def sides(self, state: Campaign) -> tuple[str, ...]:
        return self.who

    def prompt(self, state: Campaign) -> str:
        return "Which guns take Back positions? The others are Forward: they combine and split fire, but can be lost."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        mine = guns(state, side)
        return tuple(dict.fromkeys((suggest(state, side), Back(()), Back(mine))))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Back):
            raise Refusal("12.11", "name the guns that take Back positions, or: back none")
        if len(set(action.units)) < len(action.units):
            raise Refusal("12.11", "each unit may be named only once")
        mine = guns(state, side)
        for name in action.units:
            if name not in mine:
                raise Refusal("12.11", f"{name} is not a gun unit of yours next to the enemy")

    def reveal(self, draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
        back: list[str] = []
        for side, answer in answers.items():
            if not isinstance(answer, Back):
                continue
            back += answer.units
            draft.note("positioned", only=side, side=side, back=list(answer.units), case="12.11")
        record(draft, back=tuple(back))


def suggest(state: Campaign, side: str) -> Back:
    """Artillery of the defender that is no use against armour goes Back, where only an Overrun reaches it; the attacker
    keeps his guns Forward, so that they fire together."""
    if side == state.phasing:
        return Back(())
    return Back(tuple(name for name in guns(state, side) if _is_rear_artillery(state, name)))


def _is_rear_artillery(state: Campaign, name: str) -> bool:
    if not facts(name).counter.is_artillery_type:
        return False
    return all(
        (found := rating(state, name, weapon, "anti_armour")) is None or found.value <= 2
        for weapon in state.units[name].toe
        if vulnerability(state, name, weapon) is not None
    )
