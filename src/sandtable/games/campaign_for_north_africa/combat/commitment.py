"""[15.1, 15.2] Which points may be committed to Anti-Armour and Close Assault, and which must be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.anti_armour import hexside_shift
from sandtable.games.campaign_for_north_africa.combat.firepower import check_ammo, check_used, named, supplied
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred, must_fight
from sandtable.games.campaign_for_north_africa.combat.orders import ROLES, Commit
from sandtable.games.campaign_for_north_africa.combat.segment import Kind, can_fight, check_free_choice, fronts
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.strength import may_use_parentheses, rating
from sandtable.games.campaign_for_north_africa.state import SPENT_FORCE, Campaign, everyone_at, side_of, toe_of, top_of

Role = Literal["anti_armour", "close_assault"]
ONE_ASSAULT = 1  # [18.23, 18.24] for units released from Reserve


# What an order says


def forces_of(state: Campaign, side: str, action: Action) -> tuple[Commitment, ...]:
    """The points of an order, those named twice added up."""
    found: dict[tuple[int, Role, str, str], int] = {}
    if not isinstance(action, Commit):
        return ()
    for force in action.forces:
        at = board().index.get(force.at, -1)
        for points in force.points:
            unit, weapon, count = named(state, side, points, "15.16")
            key = (at, _role(force.role), unit, weapon)
            found[key] = found.get(key, 0) + count
    return tuple(Commitment(at, role, unit, weapon, count) for (at, role, unit, weapon), count in found.items())


def _role(word: str) -> Role:
    """[11.0] An order says close or anti."""
    return "anti_armour" if word == "anti" else "close_assault"


# Who may be committed


def able(state: Campaign, side: str) -> tuple[str, ...]:
    """[15.11] The units of a side next to the enemy that could be committed to something, as far as there is Ammo."""
    key = ("able", side)
    if key not in state.derived:
        state.derived[key] = tuple(
            name
            for at in fronts(state, side)
            for name in everyone_at(state, at, side)
            if can_fight(state, name) and _has_any_role(state, name) and supplied(state, side, (name,), "assault")
        )
    found: tuple[str, ...] = state.derived[key]
    return found


def _has_any_role(state: Campaign, name: str) -> bool:
    return any(has_role(state, name, weapon, role) for weapon in state.units[name].toe for role in ROLES.values())


def has_role(state: Campaign, name: str, weapon: str, role: str) -> bool:
    """[11.13, 11.15, 15.11, 15.17, 15.21, 14.11, 14.15] Whether points of a unit have the rating; parenthesised ratings
    serve only in defence of a hex without others, those for Anti-Armour fire where nobody in the hex has a better."""
    is_attack = _is_phasing(state, name)
    if role == "anti_armour":
        found = rating(state, name, weapon, "anti_armour")
        if found is None or not found.value:
            return False
        return not found.parenthesised or may_use_parentheses(state, name, "anti_armour")
    found = rating(state, name, weapon, "offence" if is_attack else "defence")
    if found is None:
        return False
    return not found.parenthesised or (not is_attack and may_use_parentheses(state, name, "defence"))


def _is_phasing(state: Campaign, name: str) -> bool:
    return side_of(name) == state.phasing


def check_unit(state: Campaign, name: str) -> None:
    """[12.44, 12.16, 14.13, 13.28, 6.26] Whether a unit may be committed at all."""
    segment = state.segment
    if name in segment.pinned:
        raise Refusal("12.44", f"{name} is pinned")
    if name in segment.back:
        raise Refusal("12.16", f"{name} is in a Back position")
    if name in segment.withdrew:
        raise Refusal("13.28", f"{name} has retreated before assault")
    if state.units[name].cohesion <= SPENT_FORCE:
        raise Refusal("6.26", f"{name} has lost all cohesion")


def _check_role(state: Campaign, force: Commitment) -> None:
    if has_role(state, force.unit, force.weapon, force.role):
        return
    if force.unit in state.replacements:
        raise Refusal("20.42", f"{force.unit} consists of Replacement Points, which only defend against Close Assault")
    if force.role == "anti_armour":
        raise Refusal("14.11", f"{force.unit} has no Anti-Armour rating")
    case = "15.21" if _is_phasing(state, force.unit) else "15.17"
    raise Refusal(case, f"{force.unit} has no rating for Close Assault")


def _check_points(state: Campaign, forces: Iterable[Commitment]) -> None:
    """[14.26, 15.16] A point has one role against one hex."""
    used: dict[tuple[str, str], int] = {}
    for force in forces:
        used[force.unit, force.weapon] = used.get((force.unit, force.weapon), 0) + force.points
    check_used(state, used, "14.26")


# The attack


def check_attack(state: Campaign, side: str, action: Commit, obliged: tuple[int, ...]) -> None:
    """[15.2, 14.27] What the Phasing Player may do, must do and has promised to do."""
    forces = forces_of(state, side, action)
    for force in forces:
        _check_attacker(state, side, force)
    _check_points(state, forces)
    units = tuple(dict.fromkeys(force.unit for force in forces))
    check_ammo(state, side, units, "assault")
    probes = probes_of(state, forces)
    # [8.53] What was announced has to be done, and so is no longer voluntary.
    _check_choice(state, forces, (*obliged, *state.promised.values()), probes)
    _check_promises(state, side, forces, probes)
    _check_obligations(state, side, forces, obliged)


def _check_attacker(state: Campaign, side: str, force: Commitment) -> None:
    """[15.21, 14.12, 15.34, 14.34]"""
    here, where = state.units[force.unit].at, board().name(force.at) if force.at >= 0 else "?"
    if force.at not in fronts(state, side).get(here, ()):
        raise Refusal("15.21", f"{force.unit} is not next to enemy units at {where}")
    check_unit(state, force.unit)
    _check_role(state, force)
    if force.role == "close_assault" and is_barred(state, force.unit, here, force.at):
        raise Refusal("15.34", f"{force.unit} is motorised and cannot assault {where} across this terrain")
    if force.role == "anti_armour":
        _check_fire(state, here, force)


def _check_fire(state: Campaign, here: int, force: Commitment) -> None:
    if hexside_shift(here, force.at) is None:
        where = f"{board().name(here)} and {board().name(force.at)}"
        raise Refusal("14.34", f"the terrain between {where} blocks Anti-Armour fire")


def probes_of(state: Campaign, forces: Iterable[Commitment]) -> tuple[int, ...]:
    """[15.25, 15.91, 15.92] The hexes assaulted by units of which less than half the points attack, there or
    elsewhere."""
    sent: dict[str, int] = {}
    units: dict[int, dict[str, None]] = {}
    for force in forces:
        sent[force.unit] = sent.get(force.unit, 0) + force.points
        if force.role == "close_assault":
            units.setdefault(force.at, {})[force.unit] = None
    return tuple(
        at
        for at, names in units.items()
        if 2 * sum(sent[name] for name in names) < sum(toe_of(state, name) for name in names)
    )


def _check_choice(
    state: Campaign,
    forces: Iterable[Commitment],
    obliged: tuple[int, ...],
    probes: tuple[int, ...],
) -> None:
    """[8.17, 18.23, 18.24]"""
    kinds: dict[str, Kind] = {}
    assaults: dict[str, set[int]] = {}
    for force in forces:
        if force.role == "close_assault":
            assaults.setdefault(force.unit, set()).add(force.at)
        if force.at in obliged:
            continue
        probing = force.role == "close_assault" and force.at in probes
        if not probing or force.unit not in kinds:
            kinds[force.unit] = "probe" if probing else "attack"
    for name, kind in kinds.items():
        check_free_choice(state, name, kind)
    for name, hexes in assaults.items():
        unit = state.units[name]
        if unit.released and len(hexes) + unit.assaults > ONE_ASSAULT and not hexes <= set(obliged):
            raise Refusal(
                f"18.2{unit.released + 2}", f"{name} was released from Reserve and may make only one Close Assault"
            )


def _check_promises(state: Campaign, side: str, forces: Sequence[Commitment], probes: tuple[int, ...]) -> None:
    """[8.53] A Close Assault that was announced is made, and is no Probe, if anybody still stands there. Who sends his
    points elsewhere could have made it."""
    for counter, at in state.promised.items():
        here = state.units[counter].at
        if at not in fronts(state, side).get(here, ()):
            continue
        kept = any(is_assault_on(force, at) and top_of(state, force.unit) == counter for force in forces)
        if kept and at not in probes:
            continue
        besides = [force for force in forces if is_assault_on(force, at) or top_of(state, force.unit) != counter]
        if could_assault(state, side, at, (here,), besides, counter):
            raise Refusal("8.53", f"{counter} has announced a Close Assault on {board().name(at)} and must make it")


def is_assault_on(force: Commitment, at: int) -> bool:
    return force.at == at and force.role == "close_assault"


def _check_obligations(state: Campaign, side: str, forces: Sequence[Commitment], obliged: tuple[int, ...]) -> None:
    """[10.31, 10.35] Whoever can assault a hex that must be attacked does."""
    assaulted = {force.at for force in forces if force.role == "close_assault"}
    for at in obliged:
        if at in assaulted:
            continue
        around = tuple(here for here, enemies in fronts(state, side).items() if at in enemies)
        if could_assault(state, side, at, around, forces):
            raise Refusal("10.31", f"{board().name(at)} must be assaulted: your units are in its Zone of Control")


def could_assault(
    state: Campaign,
    side: str,
    at: int,
    hexes: Iterable[int],
    forces: Sequence[Commitment],
    counter: str = "",
) -> bool:
    """[10.36] Whether anybody in some hexes (or of a counter) could assault a hex besides what an order sends out."""
    sent: dict[str, int] = {}
    for force in forces:
        points = force.points if has_role(state, force.unit, force.weapon, "close_assault") else 0
        sent[force.unit] = sent.get(force.unit, 0) + points
    for here in hexes:
        for name in everyone_at(state, here, side):
            if counter and top_of(state, name) != counter:
                continue
            if not counter and not must_fight(state, name):
                continue
            if not can_fight(state, name) or is_barred(state, name, here, at):
                continue
            toe = state.units[name].toe.items()
            able = sum(points for weapon, points in toe if has_role(state, name, weapon, "close_assault"))
            if sent.get(name, 0) >= able:
                continue
            if name in supplied(state, side, (*sent, name), "assault"):
                return True
    return False


# The defence


def check_defence(state: Campaign, side: str, action: Commit) -> None:
    """[15.14, 15.12, 15.15] Units defend the hex in which they stand. Ammo is needed only where an attack comes: each
    hex is looked at by itself."""
    forces = forces_of(state, side, action)
    units: dict[int, dict[str, None]] = {}
    for force in forces:
        if force.at != state.units[force.unit].at or force.at not in fronts(state, side):
            where = board().name(force.at) if force.at >= 0 else "there"
            raise Refusal("15.14", f"{force.unit} is not next to the enemy at {where}")
        check_unit(state, force.unit)
        _check_role(state, force)
        units.setdefault(force.at, {})[force.unit] = None
    _check_points(state, forces)
    for names in units.values():
        check_ammo(state, side, names, "assault")
