"""[60.3, 61.3] Units that a scenario does not let move yet: the garrison of Matruh, and the army in Egypt in 1941."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import fresh_unit
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule, let_go
from sandtable.games.campaign_for_north_africa.capability.orders import Release
from sandtable.games.campaign_for_north_africa.logistics.depots import capture
from sandtable.games.campaign_for_north_africa.map import board, city, neighbours
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, in_land_game, tree
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, all_of, everyone_at, toe_of
from sandtable.games.campaign_for_north_africa.verbs import join, place

MATRUH = "Selby"
MATRUH_FREE = (12, 2)  # [60.4] the Operations Stage from which the garrison may move
HELD_UNTIL = (27, 1)  # [61.3] nothing in Cairo or Alexandria moves before
AUSTRALIANS, AUSTRALIANS_STAND, AUSTRALIANS_FREE = "18Aus", (27, 1), (27, 2)  # [61.3]
ARMOURED, GUARDS = "7Arm", "22Gds"
REPAIRED = 75  # [61.3] percent of a tank battalion of the 7th Armoured Division

Lot: TypeAlias = Literal["battalion", "tanks", "support"]  # of each one a stage


def first_held(state: Campaign) -> tuple[str, ...]:
    """Who is held when the game begins."""
    found: list[str] = []
    if has_rule(state, "matruh_garrison_stands") and state.units[MATRUH].at not in OUT_OF_PLAY:
        found += all_of(state, MATRUH)
    if has_rule(state, "egypt_held_in_26_3"):
        for at in rear_area():
            found += everyone_at(state, at, "commonwealth")
    return tuple(found)


def rear_area() -> tuple[int, ...]:
    """[61.3] Cairo and Alexandria, with the hexes next to Alexandria in which units may be set up."""
    alexandria = city("Alexandria")
    around = {near for hex in alexandria for near in neighbours()[hex]} - set(alexandria)
    return (*city("Cairo"), *alexandria, *sorted(around))


# Stage by stage


def open_releases(draft: Draft[Campaign]) -> None:
    """[60.4, 61.3] What becomes free in this Operations Stage."""
    state = draft.state
    now = (state.turn, state.stage)
    if has_rule(state, "18_australian_at_alexandria"):
        _australians(draft, now)
    if not draft.state.held:
        return
    if has_rule(state, "matruh_garrison_stands") and now >= MATRUH_FREE:
        let_go(draft, draft.state.held)
    if has_rule(state, "one_battalion_released") and now >= HELD_UNTIL:
        facts = counters()
        let_go(draft, [name for name in draft.state.held if facts[name].is_hq and name != GUARDS])
        if candidates(draft.state, ()):
            draft.push(Releasing())


def _australians(draft: Draft[Campaign], now: tuple[int, int]) -> None:
    """[61.3] The 18th Australian Brigade, apart from the others."""
    if now == AUSTRALIANS_STAND:
        names = [name for name in tree(AUSTRALIANS) if in_land_game(name) and draft.state.units[name].at in OUT_OF_PLAY]
        for name in names:
            draft.amend("units", name, fresh_unit(name, draft.state.units[name].at))
            place(draft, name, city("Alexandria")[0])
            capture(draft, counters()[name].side, city("Alexandria")[0])
        for name in names:
            if counters()[name].parent in names:
                join(draft, name, counters()[name].parent)
        draft.change(held=(*draft.state.held, *names))
        if names:
            draft.note("landed", side="commonwealth", units=[AUSTRALIANS], at=board().name(city("Alexandria")[0]))
    elif now == AUSTRALIANS_FREE:
        let_go(draft, tree(AUSTRALIANS))


def lot_of(state: Campaign, name: str) -> Lot:
    """[61.3] By which of the three allowances of a stage a unit leaves."""
    if state.units[name].assigned not in tree(ARMOURED) and name not in tree(ARMOURED):
        return "battalion"
    return "tanks" if counters()[name].kind == "tank" else "support"


def _strength(state: Campaign, name: str) -> int:
    """The points with which a battalion began, all broken down."""
    return sum(lying.points for lying in scenario(state.scenario).broken_down if lying.unit == name)


def candidates(state: Campaign, used: tuple[Lot, ...]) -> list[str]:
    """[61.3] Who may be released now; the 22nd Guards Brigade goes as one battalion."""
    guards = set(all_of(state, GUARDS)) - {GUARDS}
    found = []
    for name in state.held:
        if (name in guards and GUARDS in state.held) or name in tree(AUSTRALIANS):
            continue
        lot = lot_of(state, name)
        if lot in used:
            continue
        if lot == "tanks" and 100 * toe_of(state, name) < REPAIRED * _strength(state, name):
            continue
        found.append(name)
    return found


class Releasing(Decision[Campaign], frozen=True):
    """[61.3] One battalion a stage, and of the 7th Armoured Division one of tanks and one other."""

    used: tuple[Lot, ...] = ()
    exhaustive: ClassVar[bool] = True
    side: ClassVar[Side] = "commonwealth"

    def prompt(self, state: Campaign) -> str:
        return "Release a battalion from Cairo or Alexandria."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action]((Done(),), Made(candidates(state, self.used), lambda name: Release((name,))))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Release) or len(action.units) != 1:
            raise Refusal("61.3", "name one battalion to be released, or: done")
        if action.units[0] not in candidates(state, self.used):
            raise Refusal("61.3", f"{action.units[0]} cannot be released in this Operations Stage")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Release):
            return
        name = action.units[0]
        used = (*self.used, lot_of(draft.state, name))
        let_go(draft, all_of(draft.state, name) if name == GUARDS else (name,))
        draft.note("freed", only=self.side, units=[name])
        if candidates(draft.state, used):
            draft.push(Releasing(used))
