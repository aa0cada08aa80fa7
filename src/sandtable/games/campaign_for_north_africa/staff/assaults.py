"""Assaults: what one promises, which enemy stacks are worth one, and who makes it from where."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sandtable.core.fields import Reach
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action
from sandtable.games.campaign_for_north_africa.combat.differential import AT_MOST, PER_POINT, TWICE
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred
from sandtable.games.campaign_for_north_africa.combat.tables import (
    attacker_result,
    column_of,
    defender_result,
    shifted,
    size_shift,
)
from sandtable.games.campaign_for_north_africa.dice import CODES
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd, limit
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import away, crossing, neighbours, terrain
from sandtable.games.campaign_for_north_africa.movement.reach import NOWHERE, budget, party_of, reach_of
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts
from sandtable.games.campaign_for_north_africa.pieces.strength import RAW
from sandtable.games.campaign_for_north_africa.staff.aims import held_up
from sandtable.games.campaign_for_north_africa.staff.means import ATTACK, Rations, is_dry, rounds
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of
from sandtable.games.campaign_for_north_africa.terrain_chart import fortification, hexside
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart

ASSAULT_COST = action("phasing_barrage_or_assault").cost  # [11.22]


class Strike(NamedTuple):
    """Who goes where to assault an enemy hex."""

    value: float
    target: int
    by: tuple[tuple[str, int], ...]


def strikes(picture: Picture, guards: dict[str, int], worth: dict[int, float]) -> list[Strike]:
    """Assaults that promise more than they cost, the best first, as far as Ammo goes; nobody takes part in two."""
    ways = _ways(picture, guards)
    rations = Rations(picture)
    plans: list[Strike] = []
    for enemy in picture.enemies.values():
        near = [(force, hexes) for force, reached in ways if (hexes := _next_to(picture, enemy, force, reached))]
        if not near:
            continue
        found = _best_assault(picture, enemy, near, worth, rations)
        if found is not None:
            plans.append(found)
    plans.sort(key=lambda each: (-each.value, each.target))
    chosen: list[Strike] = []
    busy: set[str] = set()
    for plan in plans:
        if any(name in busy for name, _ in plan.by):
            continue
        left = rations.copy()
        if not all(left.draw(picture.force(name), hex, 0.0) for name, hex in plan.by):
            continue
        rations = left
        busy |= {name for name, _ in plan.by}
        chosen.append(plan)
    return chosen


def _next_to(picture: Picture, enemy: Enemy, force: Force, reached: Reach) -> list[int]:
    """The hexes in which a counter stands or to which it comes and from which it can assault an enemy."""
    near = [hex for hex in neighbours()[enemy.at] if hex == force.at or hex in reached]
    return [hex for hex in near if can_assault(picture.state, force.name, hex, enemy.at)]


def can_assault(state: Campaign, name: str, here: int, at: int) -> bool:
    """[15.34] Whether the ground lets some unit of a counter assault a hex from another."""
    return any(not is_barred(state, each, here, at) for each in all_of(state, name) if facts(each).combat)


def _ways(picture: Picture, guards: dict[str, int]) -> list[tuple[Force, Reach]]:
    """For each counter that could assault somebody the hexes it gets to with enough left to fight, besides its own."""
    found: list[tuple[Force, Reach]] = []
    foes = stands(picture.state, picture.foe)
    for force in picture.forces.values():
        if force.offence < 5 or force.cohesion < weights().combat.tired:
            continue
        if force.left < ASSAULT_COST:
            continue
        span = min(weights().combat.span, (force.left - ASSAULT_COST) // POINT)
        if away(force.at, foes) > max(span, 0) + 1:
            continue
        goes = force.mobile and force.name not in guards and span > 0
        found.append((force, _reached(picture, force) if goes else NOWHERE))
    return found


def _reached(picture: Picture, force: Force) -> Reach:
    state = picture.state
    try:
        party = party_of(state, picture.side, (force.name,))
    except Refusal:
        return NOWHERE
    return reach_of(state, party, budget(state, party) - ASSAULT_COST)


def _best_assault(
    picture: Picture,
    enemy: Enemy,
    near: list[tuple[Force, list[int]]],
    worth: dict[int, float],
    rations: Rations,
) -> Strike | None:
    """Add counters, the strongest first, while it gets better; against who has no Ammo a small one will do. A place
    that is taken on the way counts as well."""
    judge, state, reserve = weights().combat, picture.state, weights().stores.reserve
    ground = ground_worth(picture, enemy, worth.get(enemy.at, 0.0))
    best, left = Strike(weights().combat.threshold, enemy.at, ()), rations.copy()
    dry = is_dry(picture, enemy.at)
    kept = 0.0 if dry else reserve
    room: dict[int, int] = {}
    chosen: list[tuple[str, int]] = []
    sent: list[Force] = []
    bare: dict[int, list[int]] = {}
    offence, largest, origins, danger, ammo = 0, 0, set[int](), 0.0, 0
    if not dry and sum(force.offence for force, _ in near) < judge.vain * enemy.defence:
        return None
    order = sorted(near, key=lambda each: (each[0].offence if dry else -each[0].offence, each[0].name))
    for force, hexes in order[: judge.candidates]:
        fed = [hex for hex in hexes if left.copy().draw(force, hex, kept)]
        hex = _position(picture, enemy, force, fed, room, worth)
        if hex < 0 or not left.draw(force, hex, kept):
            continue
        chosen.append((force.name, hex))
        sent.append(force)
        bare.setdefault(hex, []).append(force.bare)
        offence += force.offence
        largest = max(largest, force.size)
        origins.add(hex)
        danger += judge.flank * sum(_must_attack(other, force) for other in _others(picture, enemy, hex))
        strong = offence >= judge.even * enemy.defence
        taken = sum(worth.get(hex, 0.0) for hex in origins if strong and state.holder(hex) is None)
        ammo += ATTACK * rounds(state, force.name)
        lost = unsupported(bare.values())
        fought = outlook(picture, enemy, offence, largest, origins, ground, ammo, largest_morale(sent), lost)
        value = fought.value + judge.aim * taken - danger
        if value > best.value + (judge.another if best.by else 0.0):
            best = Strike(value, enemy.at, tuple(chosen))
        elif best.by:
            break
    return best if best.by else None


def ground_worth(picture: Picture, enemy: Enemy, worth: float) -> float:
    """Raw points that it is worth to drive the enemy out of a hex: for the hex, for what it brings to hold it, and for
    those whom he holds up, be it with guns that defend nothing."""
    judge = weights().combat
    return min(judge.ground, enemy.defence) + judge.aim * worth + judge.passage * held_up(picture).get(enemy.at, 0.0)


def _others(picture: Picture, enemy: Enemy, hex: int) -> list[Enemy]:
    """Other enemies next to a hex from which one is assaulted."""
    return [picture.enemies[near] for near in neighbours()[hex] if near != enemy.at and near in picture.enemies]


def _must_attack(other: Enemy, force: Force) -> float:
    """[10.31] Raw points that are at stake where a zone forces one to attack somebody stronger."""
    return force.offence if other.size > 1 and other.defence > force.offence / 2 else 0.0


class Outlook(NamedTuple):
    """What an assault is worth with the share of those next to the enemy that is best sent."""

    value: float  # in raw points, less the Ammo for it
    share: float


def outlook(
    picture: Picture,
    enemy: Enemy,
    offence: float,
    largest: int,
    origins: set[int],
    ground: float,
    ammo: int,
    morale: float,
    lost: float,
) -> Outlook:
    """With no more than pays: against a few guns a battalion of a division will do."""
    by, judge = shifts(picture.state, enemy.at, origins) + spirit(morale, enemy.morale), weights().combat
    dry = judge.dry if is_dry(picture, enemy.at) else 0.0

    def value(share: float) -> float:
        at_column = column(max(0.0, share * offence - lost), enemy.defence, largest, enemy.size, by)
        fought = merit(share * offence, enemy.defence, at_column, ground) - judge.ammo * share * ammo
        return dry * (enemy.defence + ground) + (1 - dry) * fought

    enough = [share for share in judge.shares if share == 1 or share * offence >= judge.ample * enemy.defence]
    best = max(enough, key=lambda share: (value(share), share))
    return Outlook(value(best), best)


def _position(
    picture: Picture,
    enemy: Enemy,
    force: Force,
    hexes: list[int],
    room: dict[int, int],
    worth: dict[int, float],
) -> int:
    """Where it goes to assault: where it stands, else where fewest other enemies are near and there is room, above all
    into a place that is worth having."""
    if force.at in hexes:
        return force.at
    state = picture.state
    best, found = 99.0, -1
    for hex in hexes:
        if hex not in room:
            room[hex] = (limit(hex) or 0) - sum(each.size for each in picture.at(hex))
        if room[hex] < force.size or crowd(state, picture.side, hex, (force.name,)):
            continue
        others = sum(near in picture.enemies for near in neighbours()[hex]) - 1
        hard = -shifts(state, enemy.at, (hex,))
        value = 2 * others + hard - worth.get(hex, 0.0)
        if value < best:
            best, found = value, hex
    if found >= 0:
        room[found] -= force.size
    return found


# What it promises: the column in which it is likely to be resolved, and what that column brings on average


class Mean(NamedTuple):
    """Shares of the raw points lost, and how likely the defender is to give way."""

    attacker: float
    defender: float
    retreat: float


@cache
def mean(column: int) -> Mean:
    attack, defence = ([read(column, code) for code in CODES] for read in (attacker_result, defender_result))
    count = len(CODES)
    return Mean(
        sum(each.percent for each in attack) / count / 100,
        sum(each.percent for each in defence) / count / 100,
        sum(each.retreat > 0 for each in defence) / count,
    )


def shifts(state: Campaign, at: int, origins: Iterable[int]) -> int:
    """[15.32, 15.33, 15.35] Columns for the ground."""
    found = chart(terrain(at)).shifts.close_assault or 0
    found += fortification(works_at(state, at)).close_assault or 0
    hard = 0
    for origin in origins:
        sides = [hexside(each).shifts.close_assault for each in crossing(origin, at)]
        hard = min(hard, sum(columns for columns in sides if columns < 0))
    return found + hard


def spirit(attack: float, defence: float) -> int:
    """[15.62] Columns for the morale that is to be expected."""
    return round(attack - defence)


def largest_morale(stacks: Iterable[Force | Enemy]) -> float:
    """[15.63] Of those who prevail."""
    stacks = tuple(stacks)
    most = max((each.size for each in stacks), default=0)
    found = [each.morale for each in stacks if each.size == most]
    return sum(found) / len(found) if found else 0.0


def unsupported(by_hex: Iterable[Iterable[int]]) -> float:
    """[15.4] Raw points that tanks without infantry in their hex cost, by what each counter in a hex has of them."""
    lost = sum(-(-max(0, sum(bare)) // PER_POINT) for bare in by_hex)
    return RAW * float(min(lost, AT_MOST))


def column(offence: float, defence: float, larger: int, smaller: int, ground: int) -> int:
    """The column of raw strengths, the sizes of attacker and defender and the ground."""
    basic = int(offence + 5) // 10 - int(defence + 5) // 10
    by = ground
    if offence >= 2 * defence:
        by += TWICE
    elif defence >= 2 * offence:
        by -= TWICE
    if larger > smaller:
        by += size_shift(larger, smaller)
    elif smaller > larger:
        by -= size_shift(smaller, larger)
    return shifted(column_of(basic), by)


def merit(offence: float, defence: float, at_column: int, ground: float) -> float:
    """Raw points gained on average; `ground` is what it is worth that the enemy leaves."""
    found, judge = mean(at_column), weights().combat
    gain = found.defender * defence + found.retreat * ground
    return gain - judge.own_loss * found.attacker * offence
