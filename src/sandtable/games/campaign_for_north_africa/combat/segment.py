"""[11.0, 11.2] What the steps of a Combat Segment share: who stands next to whom, and what fighting action_costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability import action_costs
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, disorganise, give_back, spend
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import neighbours
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import SPENT_FORCE, Campaign, all_of, enemy_of, side_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.verbs import mark, record

Kind = Literal["attack", "probe", "barraged", "defend", "defend_probe"]
COSTS: Mapping[Kind, str] = MappingProxyType(
    {
        "attack": "phasing_barrage_or_assault",  # [11.22]
        "probe": "phasing_probe",  # [11.23]
        "barraged": "phasing_undergo_barrage",  # [11.23]
        "defend": "non_phasing_barrage_or_barraged_or_defend_assault",  # [11.21]
        "defend_probe": "non_phasing_defend_probe",  # [11.21]
    }
)
RESERVE_TWO = 2  # [18.24]


# Who stands next to whom


def fronts(state: Campaign, side: str) -> Mapping[int, tuple[int, ...]]:
    """[12.31, 15.21] For each hex with units of the side that is next to enemy units: the hexes of these."""
    key = ("fronts", side)
    if key not in state.derived:
        state.derived[key] = _fronts(state, side)
    found: Mapping[int, tuple[int, ...]] = state.derived[key]
    return found


def _fronts(state: Campaign, side: str) -> Mapping[int, tuple[int, ...]]:
    foes, around = frozenset(stands(state, enemy_of(side))), neighbours()
    beside = [at for at in sorted(stands(state, side)) if not foes.isdisjoint(around[at])]
    return {at: tuple(near for near in around[at] if near in foes) for at in beside}


def defender(state: Campaign) -> Side:
    """[11.0] The non-phasing side."""
    return enemy_of(state.phasing)


def can_fight(state: Campaign, name: str) -> bool:
    """[6.26, 12.44, 12.16, 13.25, 13.28] Not pinned, in a Back position, retreated before assault or a spent force."""
    segment = state.segment
    if name in segment.pinned or name in segment.back or name in segment.withdrew:
        return False
    return state.units[name].cohesion > SPENT_FORCE


def forces_at(state: Campaign, at: int, side: str, role: str) -> tuple[Commitment, ...]:
    """[11.0] What a side has committed against a hex, or in its defence."""
    return tuple(
        force for force in state.segment.forces if force.at == at and force.role == role and side_of(force.unit) == side
    )


def attacked(state: Campaign) -> tuple[int, ...]:
    """The hexes against which the Phasing Player has committed anything, in the order of his orders."""
    return tuple(dict.fromkeys(force.at for force in state.segment.forces if side_of(force.unit) == state.phasing))


# What fighting costs [11.2]


def cost_in_words(state: Campaign, units: Iterable[str], kind: Kind) -> str:
    """In words, what counters still have to pay for it in this segment, the dearest first."""
    full = action_costs.action(COSTS[kind]).cost
    tops = dict.fromkeys(top_of(state, name) for name in units)
    due = max((full - state.segment.charged.get(counter, 0) for counter in tops), default=0)
    return f"{in_words(due)} CP each (11.2)" if due > 0 else "no more CP (11.2)"


def charge(draft: Draft[Campaign], units: Iterable[str], kind: Kind) -> None:
    """[11.21, 11.22, 11.23, 11.24, 11.25] Charge counters for what they do or suffer. Costs of one Combat Segment are
    not added up: the highest counts."""
    cost = action_costs.action(COSTS[kind]).cost
    for counter in dict.fromkeys(top_of(draft.state, name) for name in units):
        before = draft.state.segment.charged.get(counter, 0)
        due = max(cost, before)
        spend(draft, (counter,), due - before)
        _set_charged(draft, counter, due)


def charge_hex(draft: Draft[Campaign], at: int, kind: Kind) -> None:
    """[11.25] Everybody in a hex pays, whether he took part or not."""
    charge(draft, draft.state.stacks.get(at, ()), kind)


def charge_defence(draft: Draft[Campaign], at: int) -> None:
    """[11.21, 15.94] A Close Assault begins: its defenders have paid what a Probe costs; against more they pay more."""
    charge_hex(draft, at, "defend_probe" if at in draft.state.segment.probes else "defend")


def refund_defence(draft: Draft[Campaign], at: int) -> None:
    """[11.27, 15.96] The final differential was minus four or worse: the defence cost next to nothing, unless the hex
    barraged or was barraged."""
    segment = draft.state.segment
    if at in segment.barraged or at in segment.fired:
        return
    back = action_costs.action(COSTS["defend"]).refund  # a Probe refunds as much
    for counter in draft.state.stacks.get(at, ()):
        if counter in segment.charged:
            give_back(draft, (counter,), back)
            _set_charged(draft, counter, segment.charged[counter] - back)


def _set_charged(draft: Draft[Campaign], counter: str, cost: int) -> None:
    charged = draft.state.segment.charged | dict.fromkeys(all_of(draft.state, counter), cost)
    record(draft, charged=charged)


def check_free_choice(state: Campaign, name: str, kind: Kind) -> None:
    """[8.17, 18.23, 18.24] Limits on what one does by choice do not forbid what one must do [10.31]: this is asked only
    for attacks that nothing demands."""
    if state.units[name].reserve:
        raise Refusal("18.23", f"{name} is in Reserve until it is released")
    counter = top_of(state, name)
    due = action_costs.action(COSTS[kind]).cost - state.segment.charged.get(counter, 0)
    if due > 0:
        check_spending(state, counter, due)


def disturb_reserves(draft: Draft[Campaign], units: Iterable[str]) -> None:
    """[18.24] Units of Reserve II that attack earn one Disorganization Point in the Operations Stage; before they are
    charged."""
    for name in dict.fromkeys(units):
        if draft.state.units[name].released != RESERVE_TWO or draft.state.units[name].stirred:
            continue
        disorganise(draft, (name,), 1)
        mark(draft, name, stirred=True)
