"""[7.0] Initiative: who may choose to move first or last."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.calendar import AxisCommand, axis_initiative, commonwealth_initiative
from sandtable.games.campaign_for_north_africa.capability.orders import GoFirst, GoLast
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.rommel.rommel import rommel_at, rommel_is_away
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, all_of, enemy_of


def axis_command(state: Campaign) -> AxisCommand:
    """[7.2, 31.0] Who leads the Axis on the map; the Tripoli/Tunisia boxes are no part of it."""
    if rommel_is_away(state) or state.turn <= state.wounded:
        return "germans"  # [31.0, 27.92] the rating of an army whose leader is in Germany, or wounded
    if rommel_at(state) >= 0:
        return "rommel"
    facts = counters()
    for at, names in state.stacks.items():
        if at < 0:
            continue
        for name in names:
            if any(facts[each].nation == "german" and facts[each].is_combat_unit for each in all_of(state, name)):
                return "germans"
    return "neither"


def rating(state: Campaign, side: Side) -> int:
    """[7.13]"""
    return axis_initiative(axis_command(state)) if side == "axis" else commonwealth_initiative(state.turn)


def determine_initiative(draft: Draft[Campaign]) -> None:
    """[7.12, 7.14, 7.15, 60.6, 61.5, 62.7, 63.6] By the scenario, or by a die and the rating of each side; ties roll
    again."""
    given = scenario(draft.state.scenario)
    if draft.state.turn <= given.initiative_until:
        _give(draft, given.initiative)
        return
    while True:
        totals = {side: draft.roll(f"initiative of {side}", by=side) + rating(draft.state, side) for side in SIDES}
        if totals["axis"] != totals["commonwealth"]:
            break
        draft.note("tied", totals=totals, case="7.14")
    _give(draft, "axis" if totals["axis"] > totals["commonwealth"] else "commonwealth", totals)


def _give(draft: Draft[Campaign], side: Side, totals: dict[Side, int] | None = None) -> None:
    draft.change(initiative=side)
    draft.note("initiative", side=side, totals=totals or {})


def open_declaration(draft: Draft[Campaign]) -> None:
    """[7.11, 5.2]"""
    draft.push(Declaration())


class Declaration(Decision[Campaign], frozen=True):
    """[7.11, 7.16] The player with Initiative is Player A or Player B in this Operations Stage."""

    ANSWERS: ClassVar[tuple[Action, ...]] = (GoFirst(), GoLast())

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return (state.initiative,)

    def prompt(self, state: Campaign) -> str:
        return f"Move first or last in Operations Stage {state.stage}."

    def actions(self, state: Campaign, side: str) -> tuple[Action, ...]:
        return self.ANSWERS

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if action not in self.ANSWERS:
            raise Refusal("7.11", "say whether to move first or last")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        holder = draft.state.initiative
        first = holder if isinstance(action, GoFirst) else enemy_of(holder)
        draft.pop()
        draft.change(first=first, phasing=first)
        draft.note("declared", side=holder, first=first)
