"""[60.4, 61.3] Units that a scenario holds in place: they may not move until it lets them go."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import SpecialRule
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, everyone_at


def check_free(state: Campaign, counters_: Iterable[str]) -> None:
    """[60.4, 61.3] Refuse to move a counter of which any part is held. Called by every voluntary move."""
    if not state.held:
        return
    held = set(state.held)
    for counter in counters_:
        for name in all_of(state, counter):
            if name in held:
                raise Refusal("61.3" if state.turn > 20 else "60.4", f"{name} may not move yet")


def is_free(state: Campaign, counter: str) -> bool:
    return not state.held or not any(name in state.held for name in all_of(state, counter))


def has_rule(state: Campaign, rule: SpecialRule) -> bool:
    return bool(state.scenario) and rule in scenario(state.scenario).special


def let_go(draft: Draft[Campaign], names: Iterable[str]) -> None:
    freed = set(names)
    draft.change(held=tuple(name for name in draft.state.held if name not in freed))


def free_assaulted(draft: Draft[Campaign], at: int) -> None:
    """[60.4] A garrison that is close assaulted may move from then on."""
    held = set(draft.state.held)
    if has_rule(draft.state, "matruh_garrison_stands"):
        let_go(draft, [name for name in everyone_at(draft.state, at, "commonwealth") if name in held])
