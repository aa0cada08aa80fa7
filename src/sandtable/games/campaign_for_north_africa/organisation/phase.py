"""[5.2 III C, 19.0] The Organization Phase: both players attach, detach, assign, motorise and train, Player A first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, branch, rotated
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.construction.choices import listed_works
from sandtable.games.campaign_for_north_africa.construction.dumps import (
    check_dump,
    check_sham,
    set_up_dump,
    set_up_sham,
)
from sandtable.games.campaign_for_north_africa.construction.orders import Build, Cease, Demolish, Dump, Rebuild, Sham
from sandtable.games.campaign_for_north_africa.construction.progress import (
    begin_work,
    cease,
    check_cease,
    complete_construction,
)
from sandtable.games.campaign_for_north_africa.construction.works import check_work
from sandtable.games.campaign_for_north_africa.logistics import motorization_points
from sandtable.games.campaign_for_north_africa.logistics.airlift import airlift, airlifts, check_airlift
from sandtable.games.campaign_for_north_africa.logistics.depots import check_rearrange, rearrange, rearrangements
from sandtable.games.campaign_for_north_africa.logistics.orders import Airlift, Demotorise, Motorise, Rearrange
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.absorption import absorb, absorptions, check_absorb
from sandtable.games.campaign_for_north_africa.organisation.attaching import (
    check_attach,
    check_detach,
    disband,
    do_attach,
    do_detach,
    own,
)
from sandtable.games.campaign_for_north_africa.organisation.attachment_limits import RANKS, groups
from sandtable.games.campaign_for_north_africa.organisation.designations import allot, allotments, check_allot
from sandtable.games.campaign_for_north_africa.organisation.loans import (
    check_lend,
    check_recall,
    homecomings,
    lend,
    lendings,
    recall,
)
from sandtable.games.campaign_for_north_africa.organisation.motorising import (
    check_demotorise,
    check_motorise,
    demotorise,
    motorise,
    motorizations,
)
from sandtable.games.campaign_for_north_africa.organisation.orders import (
    Absorb,
    Allot,
    Assign,
    Attach,
    Detach,
    Lend,
    Recall,
    Revive,
    Train,
    Upgrade,
)
from sandtable.games.campaign_for_north_africa.organisation.rebuilding import check_revive, revivals, revive
from sandtable.games.campaign_for_north_africa.organisation.training import (
    check_train,
    complete_training,
    train,
    trainings,
)
from sandtable.games.campaign_for_north_africa.organisation.upgrading import better_units, check_upgrade, upgrade
from sandtable.games.campaign_for_north_africa.patrols.decoys import check_feign, deceptions, feign
from sandtable.games.campaign_for_north_africa.patrols.orders import Feign
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import (
    belongs_to,
    excess,
    formation_of,
    has_place,
    is_independent,
    may_be_shuffled,
    may_shift,
    overfull,
    relieved_by,
)
from sandtable.games.campaign_for_north_africa.raiders.forming import check_form, form, formations
from sandtable.games.campaign_for_north_africa.raiders.orders import Form
from sandtable.games.campaign_for_north_africa.state import DUE, Campaign, all_of, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import mark

NOBODY = "none"  # [19.25] assigned to it, a unit is independent
REGROUPINGS, FEW = 8, 2  # how many orders of each kind are listed at a time


def open_organisation(draft: Draft[Campaign]) -> None:
    """[5.2 III C] Work and Training are completed, then both players organise."""
    complete_construction(draft)
    complete_training(draft)
    disband(draft)
    draft.push(Organisation(enemy_of(draft.state.first)))
    draft.push(Organisation(draft.state.first))


class Organisation(Decision[Campaign], frozen=True):
    """[19.0] One player's Organization Phase."""

    side: Side
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Organise your forces: choose a counter to attach, detach, assign, motorise or train it, or to build."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """Done, then some of every kind."""
        kinds = (Branch(FEW, partial(_few, state, side, choices)) for choices in CHOICES)
        regrouped = Branch(REGROUPINGS, partial(_regrouped, state, side))
        return Branches[Action](branch((Done(),)), regrouped, *kinds)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        found = ORDERS.get(type(action))
        if found is None:
            raise Refusal("5.2", "that cannot be done in the Organization Phase")
        found[0](state, side, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Done):
            _unassign_excess(draft, side)
            draft.pop()
        else:
            ORDERS[type(action)][1](draft, side, action)


# Orders


def _check_attach(state: Campaign, side: str, action: Attach) -> None:
    check_attach(state, side, action, "organization")


def _check_detach(state: Campaign, side: str, action: Detach) -> None:
    check_detach(state, side, action, "organization")


def check_assign(state: Campaign, side: str, action: Assign) -> None:
    """[19.21, 19.24, 19.25, 19.26, 19.27, 19.28, 19.66]"""
    own(state, side, action.name, "19.2")
    if action.to == NOBODY:
        if action.name in excess(state, formation_of(state, action.name) or action.name):
            return
        raise Refusal("19.26", f"{action.name} may not simply be made independent")
    own(state, side, action.to, "19.2")
    if counters()[action.to].is_battle_group:
        raise Refusal("19.71", "nothing is assigned to a battle group")
    if formation_of(state, action.name) == action.to:
        raise Refusal("19.2", f"{action.name} is assigned to it already")
    if not has_place(state, action.to, action.name) and not relieved_by(state, action.name, action.to):
        raise Refusal("19.3", f"{action.to} has no room for {action.name}")
    if state.units[action.name].attached != action.to:
        raise Refusal("19.21", f"{action.name} must be attached to {action.to} first")
    if is_independent(state, action.name) or may_be_shuffled(state, action.name, action.to):
        return
    if may_shift(state, action.name, action.to):
        return
    if not formation_of(state, action.name):
        raise Refusal("19.27", f"{action.name} belongs to a formation that never arrived")
    raise Refusal("19.28", f"{action.name} is assigned to {formation_of(state, action.name)}")


def assign(draft: Draft[Campaign], side: str, action: Assign) -> None:
    to = "" if action.to == NOBODY else action.to
    if to and not has_place(draft.state, to, action.name):  # [19.26]
        relieved = relieved_by(draft.state, action.name, to)
        mark(draft, relieved, assigned="")
        draft.note("assigned", unit=relieved, to="", only=side)
    mark(draft, action.name, assigned=to)
    draft.note("assigned", unit=action.name, to=to, only=side)


def _unassign_excess(draft: Draft[Campaign], side: str) -> None:
    """[19.25] What the player has not unassigned himself when he must, goes by itself."""
    while found := next(overfull(draft.state, side), None):
        assign(draft, side, Assign(found[1], NOBODY))


def _check_motorise(state: Campaign, side: str, action: Motorise) -> None:
    """[8.97, 32.32] A counter or a Supply Unit."""
    (motorization_points.check_motorise if action.name in state.supply else check_motorise)(state, side, action)


def _motorise(draft: Draft[Campaign], side: str, action: Motorise) -> None:
    (motorization_points.motorise if action.name in draft.state.supply else motorise)(draft, side, action)


def _check_demotorise(state: Campaign, side: str, action: Demotorise) -> None:
    (motorization_points.check_demotorise if action.name in state.supply else check_demotorise)(state, side, action)


def _demotorise(draft: Draft[Campaign], side: str, action: Demotorise) -> None:
    (motorization_points.demotorise if action.name in draft.state.supply else demotorise)(draft, side, action)


Order = tuple[Callable[[Campaign, Any, Any], object], Callable[[Draft[Campaign], Any, Any], object]]
ORDERS: dict[type[Action], Order] = {
    Attach: (_check_attach, do_attach),
    Detach: (_check_detach, do_detach),
    Assign: (check_assign, assign),
    Motorise: (_check_motorise, _motorise),
    Demotorise: (_check_demotorise, _demotorise),
    Train: (check_train, train),
    Absorb: (check_absorb, absorb),
    Allot: (check_allot, allot),
    Revive: (check_revive, revive),
    Upgrade: (check_upgrade, upgrade),
    Lend: (check_lend, lend),
    Recall: (check_recall, recall),
    Rearrange: (check_rearrange, rearrange),
    Airlift: (check_airlift, airlift),
    Feign: (check_feign, feign),
    Form: (check_form, form),
    Build: (check_work, begin_work),
    Rebuild: (check_work, begin_work),
    Demolish: (check_work, begin_work),
    Cease: (check_cease, cease),
    Dump: (check_dump, set_up_dump),
    Sham: (check_sham, set_up_sham),
}


# Listing


def _regrouped(state: Campaign, side: str) -> Sequence[Action]:
    """Some of what may be regrouped, after every event others."""
    hexes = rotated([at for at in state.stacks if state.holder(at) == side], state.count)
    regroupings = (action for at in hexes for action in _regroupings(state, at, side))
    return list(islice(_lawful(state, side, regroupings), REGROUPINGS))


def _few(state: Campaign, side: Any, choices: Choices) -> Sequence[Action]:
    """Some of the plain choices of a kind, after every event others."""
    return list(islice(_lawful(state, side, rotated(tuple(choices(state, side)), state.count)), FEW))


def _lawful(state: Campaign, side: str, found: Iterable[Action]) -> Iterator[Action]:
    """Each once, though a brigade may be offered to its division by two chapters."""
    told: set[Action] = set()
    for action in found:
        if action in told:
            continue
        told.add(action)
        try:
            ORDERS[type(action)][0](state, side, action)
        except Refusal:
            continue
        yield action


def _excess(state: Campaign, side: Any) -> Iterator[Action]:
    return (Assign(name, NOBODY) for _, name in overfull(state, side))


def _works(state: Campaign, side: Any) -> Iterator[Action]:
    return islice(listed_works(state, side), REGROUPINGS)


Choices: TypeAlias = Callable[[Campaign, Any], Iterable[Action]]
CHOICES: tuple[Choices, ...] = (
    _excess,
    motorizations,
    trainings,
    absorptions,
    allotments,
    revivals,
    better_units,
    lendings,
    homecomings,
    rearrangements,
    motorization_points.motorizations,
    airlifts,
    deceptions,
    formations,
    _works,
)


def _regroupings(state: Campaign, at: int, side: str) -> Iterator[Action]:
    """What can be attached and detached in a hex, and assigned to the formation it is with: units that have done
    nothing yet, and of a counter its own parts."""
    here = state.at(at, side)
    for nation in ("german", "italian"):
        yield from _new_groups(state, here, nation)
    parents = [name for counter in here for name in all_of(state, counter) if counters()[name].is_hq]
    for name in here:
        for parent in parents:
            if _may_hold(parent, name) and not state.units[name].spent:
                yield Attach(name, parent)
        for part in state.parts.get(name, ()):
            if not state.units[part].spent:
                yield Detach((part,))
        for part in tuple(all_of(state, name))[1:]:
            parent = state.units[part].attached
            if not belongs_to(state, part, parent):
                yield Assign(part, parent)


def _new_groups(state: Campaign, here: tuple[str, ...], nation: str) -> Iterator[Action]:
    """The next battle group, formed by any battalion that stands with others."""
    alone = [name for name in here if counters()[name].nation == nation and counters()[name].level == "battalion"]
    group = next((name for name in groups(nation) if state.units[name].at == DUE), "")
    if group and len(alone) > 1:
        yield from (Attach(name, group) for name in alone)


def _may_hold(parent: str, name: str) -> bool:
    return name != parent and RANKS[counters()[parent].level] >= RANKS[counters()[name].level]
