"""[12.1, 12.3] Barrages: who may fire at what and with whom, what it costs, and what it holds off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import guns
from sandtable.games.campaign_for_north_africa.combat.barrage.shelling import resolve
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import FACILITIES, Stated
from sandtable.games.campaign_for_north_africa.combat.firepower import check_ammo, check_used, named, pay_ammo, supplied
from sandtable.games.campaign_for_north_africa.combat.obligations import holds_off
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Fire
from sandtable.games.campaign_for_north_africa.combat.segment import charge_hex, check_free_choice, disturb_reserves
from sandtable.games.campaign_for_north_africa.contents import Shot
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.strength import Force, actual, rating, raw
from sandtable.games.campaign_for_north_africa.state import AT_LAND, AT_SHIPS, SPENT_FORCE, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import record

FLEET = "commonwealth"  # [30.1] whose ships fire


def can_barrage(state: Campaign, name: str) -> bool:
    """[12.0, 6.26, 30.35] A unit with a Barrage Rating whose guns are not busy with ships."""
    unit = state.units[name]
    if unit.cohesion <= SPENT_FORCE or state.gunned.get(name) == AT_SHIPS:
        return False
    return any(rating(state, name, weapon, "barrage") is not None for weapon in unit.toe)


def gunners(state: Campaign, side: str) -> tuple[str, ...]:
    """The units of a side that could barrage, as far as there is Ammo for each by itself."""
    key = ("gunners", side)
    if key not in state.derived:
        state.derived[key] = tuple(
            name for name in guns(state, side) if can_barrage(state, name) and supplied(state, side, (name,), "barrage")
        )
    found: tuple[str, ...] = state.derived[key]
    return found


def resolve_all(draft: Draft[Campaign], shots: Mapping[str, tuple[Shot, ...]]) -> None:
    """[12.45, 12.55, 30.17, 30.22] The barrages of both sides, with those of ships and of the San Giorgio."""
    salvos = {FLEET: draft.state.segment.salvo, enemy_of(FLEET): draft.state.segment.coast}
    every = dict(shots)
    for side, salvo in salvos.items():
        if salvo:
            suffer(draft, side, salvo)
            every[side] = (*shots.get(side, ()), *salvo)
    record(draft, salvo=(), coast=())
    resolve(draft, every)


def shots_of(state: Campaign, side: str, action: Action) -> tuple[Shot, ...]:
    """What an order that was checked says."""
    if not isinstance(action, Barrage):
        return ()
    return tuple(
        Shot(
            board().hex(fire.at),
            fire.target,
            fire.number,
            tuple(named(state, side, points, "12.23") for points in fire.guns),
        )
        for fire in action.fires
    )


# Checking a plot


def check_plot(
    state: Campaign,
    side: str,
    action: Barrage,
    told: Sequence[Stated],
    obliged: tuple[int, ...],
) -> None:
    """[12.15, 12.16, 12.32] Every barrage by itself, then all of them together."""
    used: dict[tuple[str, str], int] = {}
    aims: dict[str, set[tuple[int, str, int]]] = {}
    origins: set[tuple[int, str, int, int]] = set()
    for fire in action.fires:
        shot = _check_fire(state, side, fire, told)
        aim = shot.at, shot.target, shot.number
        for name, weapon, points in shot.guns:
            used[name, weapon] = used.get((name, weapon), 0) + points
            aims.setdefault(name, set()).add(aim)
        for origin in {state.units[name].at for name, _, _ in shot.guns}:
            if (*aim, origin) in origins:
                raise Refusal(
                    "12.32",
                    f"{fire.at} {fire.target} {fire.number} is barraged from {board().name(origin)} "
                    "already: only one barrage from each hex",
                )
            origins.add((*aim, origin))
    for name, each in aims.items():
        if len(each) > 1 and name in state.segment.back:
            raise Refusal("12.16", f"{name} is in a Back position and fires at one target only")
    check_used(state, used, "12.15")
    check_ammo(state, side, aims, "barrage")
    if side == state.phasing:
        _check_spending(state, aims, obliged)


def _check_fire(state: Campaign, side: str, fire: Fire, told: Sequence[Stated]) -> Shot:
    at = board().index.get(fire.at, -1)
    found = [each for each in told if each.at == at and each.target == fire.target]
    if not found:
        raise Refusal("12.31", f"there is no target {fire.target} at {fire.at} next to guns of yours")
    if not 1 <= fire.number <= found[0].count:
        raise Refusal("12.24", f"{fire.target} targets at {fire.at} are numbered 1 to {found[0].count}")
    if not fire.guns:
        raise Refusal("12.23", f"say which guns barrage {fire.at} {fire.target} {fire.number}")
    forces = tuple(named(state, side, points, "12.23") for points in fire.guns)
    for name, weapon, _ in forces:
        _check_gun(state, name, weapon, at)
    _check_together(state, fire, tuple(dict.fromkeys(name for name, _, _ in forces)))
    return Shot(at, fire.target, fire.number, forces)


def _check_gun(state: Campaign, name: str, weapon: str, at: int) -> None:
    if state.units[name].cohesion <= SPENT_FORCE:
        raise Refusal("6.26", f"{name} has lost all cohesion")
    if state.gunned.get(name) == AT_SHIPS:
        raise Refusal("30.35", f"{name} has fired at ships in this Operations Stage")
    if rating(state, name, weapon, "barrage") is None:
        raise Refusal("11.11", f"{name} has no Barrage Rating{f' with {weapon}' if weapon else ''}")
    if at not in neighbours()[state.units[name].at]:
        raise Refusal("12.31", f"{name} is not next to {board().name(at)}")


def _check_together(state: Campaign, fire: Fire, names: tuple[str, ...]) -> None:
    """[12.13, 12.14, 12.16]"""
    if len(names) < 2:
        return
    for name in names:
        if name in state.segment.back:
            raise Refusal("12.16", f"{name} is in a Back position and fires alone")
    if len({state.units[name].at for name in names}) < 2:
        return
    for name in names:
        if counters()[name].nation == "italian":
            raise Refusal("12.14", f"{name} is Italian and combines fire only with units in its own hex")


def _check_spending(
    state: Campaign,
    aims: Mapping[str, Iterable[tuple[int, str, int]]],
    obliged: tuple[int, ...],
) -> None:
    for name, each in aims.items():
        if not any(at in obliged for at, _, _ in each):
            check_free_choice(state, name, "attack")


# What firing costs, and what it holds off


def fire(draft: Draft[Campaign], side: str, shots: tuple[Shot, ...]) -> None:
    """[11.21, 11.22, 11.25, 32.22] Ammo and Capability Points, of those who fire and of those who are fired at."""
    names = tuple(dict.fromkeys(name for shot in shots for name, _, _ in shot.guns))
    is_phasing = side == draft.state.phasing
    pay_ammo(draft, side, names, "barrage")
    if is_phasing:
        disturb_reserves(draft, names)
    origins = tuple(dict.fromkeys(draft.state.units[name].at for name in names))
    for at in origins:
        charge_hex(draft, at, "attack" if is_phasing else "defend")
    record(draft, fired=(*draft.state.segment.fired, *origins))
    if side != FLEET:
        _note_fired_at_land(draft, names)
    suffer(draft, side, shots)


def _note_fired_at_land(draft: Draft[Campaign], names: Iterable[str]) -> None:
    """[30.35] Guns that could have fired at the ships off their hex and have not."""
    off = {ship.at for ship in draft.state.ships.values()}
    for name in names:
        if draft.state.units[name].at in off:
            draft.amend("gunned", name, AT_LAND)


def suffer(draft: Draft[Campaign], side: str, shots: tuple[Shot, ...]) -> None:
    """[11.21, 11.23] Who is fired at pays as well."""
    hit = tuple(dict.fromkeys(shot.at for shot in shots))
    for at in hit:
        charge_hex(draft, at, "defend" if side == draft.state.phasing else "barraged")
    record(draft, barraged=tuple(dict.fromkeys((*draft.state.segment.barraged, *hit))))
    draft.change(shelled=tuple(dict.fromkeys((*draft.state.shelled, *hit))))


def hold_off(draft: Draft[Campaign], before: Campaign, shots: tuple[Shot, ...]) -> None:
    """[10.33, 10.34] Every hex that enough Actual Points of phasing guns were directed at is held off."""
    against: dict[int, list[Force]] = {}
    for shot in shots:
        if shot.target not in FACILITIES:
            against.setdefault(shot.at, []).extend(shot.guns)
    held = tuple(at for at, forces in against.items() if holds_off(before, at, actual(raw(before, forces, "barrage"))))
    if not held:
        return
    record(draft, held_off=held)
    draft.note("held_off", side=before.phasing, hexes=[board().name(at) for at in held], case="10.34")
