"""[17.3, 20.43] Commonwealth units that arrive with a lower morale than they may reach, and Replacement Points of
both sides: how they are trained."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.morale_tables import training
from sandtable.games.campaign_for_north_africa.map import cities, place
from sandtable.games.campaign_for_north_africa.organisation.orders import Train
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import class_named
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.raiders.commandos import COMMANDOS, LAYFORCE, is_in_alexandria
from sandtable.games.campaign_for_north_africa.state import (
    OUT_OF_PLAY,
    TRIPOLI,
    Campaign,
    all_of,
    everyone_at,
    side_of,
    toe_of,
    top_of,
)
from sandtable.games.campaign_for_north_africa.verbs import mark

TRAINER = "commonwealth"  # [17.3]
SCHOOLS = ("Helwan", "Amiriya", "Aboukir", "Dekheila")  # [17.32] besides all of Cairo and Alexandria


@functools.cache
def training_areas(side: str = TRAINER) -> frozenset[int]:
    """[17.32, 17.37, 20.43] The Delta; for the Axis Tripoli and any major city."""
    if side != TRAINER:
        return frozenset((TRIPOLI, *cities()))
    hexes = {at for at, city in cities().items() if city in ("Cairo", "Alexandria", "Helwan")}
    return frozenset(hexes | {place(name) for name in SCHOOLS})


def needs_training(state: Campaign, name: str) -> bool:
    """[17.31, 17.34, 20.43] Whether its morale is still below its designated Basic Morale; of Replacement Points,
    whether they lack Operations Stages of Training."""
    if name in state.replacements:
        return state.replacements[name].left > 0
    best = counters()[name].morale
    return best is not None and state.units[name].morale < best


def trainees(state: Campaign, counter: str) -> tuple[str, ...]:
    """The units of a counter that still need Training and are not in it."""
    return tuple(
        name for name in all_of(state, counter) if needs_training(state, name) and not state.units[name].school
    )


def may_instruct(state: Campaign, name: str, tanks: bool) -> bool:
    """[17.35] A combat battalion with its designated Basic Morale and a third of its strength: infantry, or tanks for
    whoever has tanks."""
    unit = counters()[name]
    if unit.level != "battalion" or not (unit.is_tank_type if tanks else unit.is_infantry_type):
        return False
    return not needs_training(state, name) and 3 * toe_of(state, name) >= maximum(state, name)


def has_tanks(state: Campaign, counter: str) -> bool:
    """[17.35] So have points of armoured cars and recce, which take as long [20.43]."""
    if counter in state.replacements:
        return class_named(counter) in ("tank", "recce")
    return any(
        weapon and weapons()[weapon].weapon_class == "tank"
        for name in all_of(state, counter)
        for weapon in state.units[name].toe
    )


def instructors(state: Campaign, counter: str, at: int | None = None) -> Iterator[str]:
    """[17.35] Who may instruct a counter in its hex, or would in another; a battalion that instructs already may go on
    with more units."""
    there, tanks = state.units[counter].at if at is None else at, has_tanks(state, counter)
    if own := meant_commando(state, counter):
        yield from (name for name in (own,) if may_teach_its_own(state, name, there))
        return
    for name in everyone_at(state, there, side_of(counter)):
        unit = state.units[name]
        if not unit.spent and unit.school in ("", name) and may_instruct(state, name, tanks):
            yield name


def meant_commando(state: Campaign, counter: str) -> str:
    """[27.76, 27.89] The commando unit for which Replacement Points are meant, who alone trains them."""
    meant = state.replacements[counter].unit if counter in state.replacements else ""
    return meant if meant in COMMANDOS else ""


def may_teach_its_own(state: Campaign, name: str, at: int) -> bool:
    """[27.76] Where it is, Layforce in Alexandria alone."""
    unit = state.units[name]
    if unit.at != at or unit.spent or unit.school not in ("", name):
        return False
    return name != LAYFORCE or is_in_alexandria(state, name)


# The Training Segment [5.2 III C 3]


def check_train(state: Campaign, side: str, action: Train) -> None:
    """[17.32, 17.33, 17.35, 20.43]"""
    if side != TRAINER and not all(name in state.replacements for name in action.units):
        raise Refusal("17.3", "of the Axis only Replacement Points are trained")
    for counter in action.units:
        if counter not in state.units or side_of(counter) != side or state.units[counter].at in OUT_OF_PLAY:
            raise Refusal("17.3", f"{counter} is not available for Training")
        if state.units[counter].at not in training_areas(side):
            raise Refusal("17.37" if side != TRAINER else "17.32", f"{counter} is not in a training area")
        found = trainees(state, counter)
        if not found:
            raise Refusal("17.31", f"nothing in {counter} still needs Training")
        if any(state.units[name].spent for name in found):
            raise Refusal("17.33", f"{counter} has spent Capability Points this Operations Stage")
        if is_crated(state, counter):
            raise Refusal("20.43", f"{counter} is only being uncrated and needs no instruction")
        if action.by not in instructors(state, counter):
            raise Refusal("17.35", f"{action.by} cannot instruct {counter}")


def train(draft: Draft[Campaign], side: str, action: Train) -> None:
    """[17.33, 17.35] They and their instructor stay in school for this Operations Stage."""
    for counter in action.units:
        for name in trainees(draft.state, counter):
            mark(draft, name, school=action.by)
    mark(draft, action.by, school=action.by)
    draft.note("trained", units=list(action.units), by=action.by, only=side)


def trainings(state: Campaign, side: str) -> Iterator[Train]:
    """One order for each counter that may begin or go on, with the first battalion that may teach it."""
    if side != TRAINER and not state.replacements:
        return
    for at in sorted(training_areas(side)):
        for counter in state.at(at, side):
            if (side != TRAINER and counter not in state.replacements) or is_crated(state, counter):
                continue
            if counter in state.replacements and counter != _first_alike(state, counter):
                continue
            found = trainees(state, counter)
            if not found or any(state.units[name].spent for name in found):
                continue
            by = next(instructors(state, counter), "")
            if by:
                yield Train(_alike(state, counter) if counter in state.replacements else (counter,), by)


def _alike(state: Campaign, counter: str) -> tuple[str, ...]:
    """Replacement Points in a place that the same battalion may instruct together."""
    tanks, own = has_tanks(state, counter), meant_commando(state, counter)
    return tuple(
        name
        for name in state.at(state.units[counter].at, side_of(counter))
        if name in state.replacements
        and not is_crated(state, name)
        and trainees(state, name)
        and not state.units[name].spent
        and has_tanks(state, name) == tanks
        and meant_commando(state, name) == own
    )


def _first_alike(state: Campaign, counter: str) -> str:
    return next(iter(_alike(state, counter)), "")


def count_training(draft: Draft[Campaign]) -> None:
    """[17.33, 17.35, 20.43] At the end of an Operations Stage: it counts for whoever spent nothing while its instructor
    was there. School is over in any case."""
    for name, unit in draft.state.units.items():
        if not unit.school and not is_crated(draft.state, name):
            continue
        instructor = draft.state.units[unit.school or name]
        counts = unit.school != name and not unit.spent and instructor.at == unit.at
        if name in draft.state.replacements:
            each = draft.state.replacements[name]
            draft.amend("replacements", name, replace(each, left=each.left - counts))
            mark(draft, name, school="")
            continue
        mark(draft, name, school="", training=unit.training + counts)


def is_crated(state: Campaign, name: str) -> bool:
    """[20.43] Guns that are still in their crates are unpacked in a training area, with nobody to teach them."""
    if name not in state.replacements or not state.replacements[name].left or class_named(name) != "gun":
        return False
    return state.units[name].at in training_areas(side_of(name))


def complete_training(draft: Draft[Campaign]) -> None:
    """[17.34, 17.36] In the next Organization Phase, after every six Operations Stages, Basic Morale rises by one."""
    stages = training("commonwealth_unit_per_morale_point")
    for name, unit in draft.state.units.items():
        if unit.training < stages:
            continue
        mark(draft, name, training=0, morale=unit.morale + 1)
        draft.note("improved", unit=name, counter=top_of(draft.state, name), morale=unit.morale + 1, only=TRAINER)
