"""[12.0] The Barrage Step: both sides plot in secret, all barrages are rolled for, then their results are applied
together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.frames import Draft, Sealed
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import (
    check_plot,
    fire,
    gunners,
    hold_off,
    resolve_all,
    shots_of,
)
from sandtable.games.campaign_for_north_africa.combat.barrage.suggested_barrages import suggestions
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated, stated
from sandtable.games.campaign_for_north_africa.combat.obligations import obliging
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage
from sandtable.games.campaign_for_north_africa.combat.segment import defender
from sandtable.games.campaign_for_north_africa.contents import Shot
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.state import Campaign


def open_barrage(draft: Draft[Campaign]) -> None:
    """[5.2 III G 3b] Whoever has guns that can fire is told what there is to fire at, and asked."""
    state = draft.state
    told: dict[str, tuple[Stated, ...]] = {}
    for side in SIDES:
        hexes = _gun_hexes(state, side)
        if hexes and (targets := stated(state, side, hexes)):
            told[side] = targets
    if told:
        draft.push(Plot(who=tuple(told), told=told, obliged=tuple(obliging(state))))


def _gun_hexes(state: Campaign, side: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(state.units[name].at for name in gunners(state, side)))


class Plot(Sealed[Campaign], frozen=True):
    """[12.23] All barrages of a side. What each may fire at was stated by the other; names stay with their owner."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    answers: dict[str, Barrage] = {}
    who: tuple[str, ...] = ()
    told: dict[str, tuple[Stated, ...]] = {}
    obliged: tuple[int, ...] = ()  # [10.6, 10.31] the enemy hexes that the Phasing Player must attack

    def sides(self, state: Campaign) -> tuple[str, ...]:
        return self.who

    def prompt(self, state: Campaign) -> str:
        return "Plot your barrages by hex, class and number of the target, or: barrage none."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return suggestions(state, side, self.told[side], self.obliged)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Barrage):
            raise Refusal("12.23", "plot your barrages, or: barrage none")
        check_plot(state, side, action, self.told.get(side, ()), self.obliged)

    def reveal(self, draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
        state = draft.state
        shots: dict[str, tuple[Shot, ...]] = {
            side: shots_of(state, side, answers[side]) for side in (state.phasing, defender(state)) if side in answers
        }
        for side, fired in shots.items():
            fire(draft, side, fired)
        resolve_all(draft, shots)
        if state.phasing in shots:
            hold_off(draft, state, shots[state.phasing])
