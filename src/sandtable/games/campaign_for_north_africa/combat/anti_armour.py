"""[14.1, 14.2, 14.3, 14.4] Anti-armour fire: both sides fire for each hex that is attacked, then both lose armour.

The fire takes place in the hex of the non-phasing side: what it gives protects whoever is fired on there, the defenders
and those who come at them through its hexsides.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Value
from sandtable.games.campaign_for_north_africa.combat.segment import attacked, forces_at
from sandtable.games.campaign_for_north_africa.combat.tables import anti_armour_column, damage
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.dice import Code
from sandtable.games.campaign_for_north_africa.dice import code as reading
from sandtable.games.campaign_for_north_africa.ground.minefields import hampers
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import (
    Absorbing,
    Share,
    Toll,
    forced,
    merge,
    price,
)
from sandtable.games.campaign_for_north_africa.losses.casualties import sweep, take
from sandtable.games.campaign_for_north_africa.map import board, crossing, link, terrain
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.strength import Force, actual, armour, forces_of, raw_attacked
from sandtable.games.campaign_for_north_africa.pieces.weapons import code, weapons
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, everyone_at, side_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import fortification, hexside, minefield
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart
from sandtable.games.campaign_for_north_africa.verbs import add_wreck, mark

NEED_A_WAY = ("ridge", "down_slope", "down_escarpment")  # [14.34] no fire through these unless a road or track crosses
HALFTRACKS_LOST = 2  # [14.48] in a step of anti-armour fire, at most
ALONE = 2  # [14.48] halftracks without tanks protect so much better


class Fire(Value, frozen=True):
    """[14.22] All that one side fires for a hex, in one."""

    at: int
    side: Side
    raw: int
    points: int  # Actual
    terrain: int  # columns
    hexside: int
    mines: int = 0  # [26.26] columns

    @property
    def shift(self) -> int:
        return self.terrain + self.hexside + self.mines

    def explain(self) -> Explanation:
        column = anti_armour_column(self.points, self.shift)
        parts = [Explanation(f"{plural(self.raw, 'raw point')}, {self.points} actual", "11.32")]
        if self.terrain:
            parts.append(Explanation(f"{board().name(self.at)}: {self.terrain:+}", "14.32"))
        if self.hexside:
            parts.append(Explanation(f"across the hexside: {self.hexside:+}", "14.33"))
        if self.mines:
            parts.append(Explanation(f"minefield: {self.mines:+}", "26.26"))
        return Explanation(f"column {column}", "14.6", tuple(parts))


def open_fire(draft: Draft[Campaign]) -> None:
    """[14.0] All fire, then all losses."""
    harm: list[Harm] = []
    for at in attacked(draft.state):
        for side in (draft.state.phasing, enemy_of(draft.state.phasing)):
            fire = fire_at(draft.state, at, side)
            if fire is not None:
                harm.append(_shoot(draft, fire))
    draft.push(AntiArmour(tuple(harm)))


# The fire


def fire_at(state: Campaign, at: int, side: Side) -> Fire | None:
    """[14.11, 14.12, 14.22] What a side fires for a hex; None where it does not fire or nothing can be hit."""
    from_hexes, firing = _firing(state, at, side)
    foes = enemy_of(side)
    hit = targets(state, at, foes)
    if not firing or not hit:
        return None
    if side != state.phasing:
        from_hexes = {state.units[name].at for name, _, _ in hit}
    strength = raw_attacked(state, firing, "anti_armour")
    across = max(shift for origin in from_hexes if (shift := hexside_shift(origin, at)) is not None)
    return Fire(at, side, strength, actual(strength), hex_shift(state, at), across, mine_shift(state, at, side))


def _firing(state: Campaign, at: int, side: Side) -> tuple[set[int], tuple[Force, ...]]:
    """[14.11, 14.13, 14.15, 14.34] Points that fire, and where from; the phasing ones only through open hexsides."""
    forces = [force for force in forces_at(state, at, side, "anti_armour") if _may_face(state, force.unit, at)]
    hexes = {state.units[force.unit].at for force in forces}
    return hexes, merge((force.unit, force.weapon, force.points) for force in forces)


def targets(state: Campaign, at: int, side: Side) -> tuple[Force, ...]:
    """[14.11, 14.12, 14.21, 14.44, 13.28] Points of a side that fire for a hex can destroy: all armour committed there,
    and of the defender's what retreated into it. Withheld, pinned and Back units are safe."""
    forces: list[Force] = [
        (force.unit, force.weapon, force.points)
        for role in ("anti_armour", "close_assault")
        for force in forces_at(state, at, side, role)
        if _may_face(state, force.unit, at) and not _is_above(state, force.unit, at)
    ]
    if side != state.phasing:
        forces += forces_of(state, (name for name in everyone_at(state, at, side) if name in state.segment.withdrew))
    return merge(each for each in forces if armour(state, each[0], each[1]))


def _may_face(state: Campaign, name: str, at: int) -> bool:
    """[14.34] Some hexsides allow no such fire, neither way; nothing is between those in the hex and the hex."""
    return hexside_shift(state.units[name].at, at) is not None


def _is_above(state: Campaign, name: str, at: int) -> bool:
    """[14.34, 14.6, 8.37] Nobody fires up an escarpment at those who come down it, not even where a track leads."""
    return "down_escarpment" in crossing(state.units[name].at, at)


# The ground [14.3]


def hex_shift(state: Campaign, at: int) -> int:
    """[14.32, 14.33] The best of what the hex offers: its terrain or its fortification."""
    ground, works = chart(terrain(at)).shifts.anti_armour, fortification(works_at(state, at)).anti_armour
    return min(filter(None, (ground, works)), default=0)


def mine_shift(state: Campaign, at: int, side: Side) -> int:
    """[26.26] A column in favour of the defender, whoever fires, where mines hamper the attack."""
    attackers = {state.units[force.unit].at for force in state.segment.forces if force.at == at}
    if not hampers(state, state.phasing, at, attackers):
        return 0
    column = minefield("friendly").shifts.anti_armour or 0
    return column if side == state.phasing else -column


def hexside_shift(here: int, there: int) -> int | None:
    """[14.31, 14.33, 14.34] Columns for fire through a hexside that is assaulted from one hex to the next; None where
    there is none, either way."""
    shift = 0
    for name in crossing(here, there):
        columns = hexside(name).shifts.anti_armour
        if columns is None or (name in NEED_A_WAY and not link(here, there)):
            return None
        shift += columns
    return shift


# The dice


def _shoot(draft: Draft[Campaign], fire: Fire) -> Harm:
    """[14.25, 14.41, 14.6, 3.62] The phasing player reads one row lower, in a column shifted before. The
    enemy sees what kinds of armour are there."""
    first, second = (draft.roll(f"anti-armour fire at {board().name(fire.at)}", by=fire.side) for _ in range(2))
    points = damage_of(draft.state, fire, reading(first, second))
    suffering = enemy_of(fire.side)
    draft.note(
        "fired",
        side=fire.side,
        at=board().name(fire.at),
        points=fire.points,
        shift=fire.shift,
        first=first,
        second=second,
        damage=points,
        seen=kinds(draft.state, targets(draft.state, fire.at, suffering)),
    )
    return Harm(suffering, fire.at, points)


def damage_of(state: Campaign, fire: Fire, code: Code) -> int:
    return damage(fire.points, fire.shift, code, phasing=fire.side == state.phasing)


def kinds(state: Campaign, forces: Iterable[Force]) -> list[str]:
    """[3.62] Types of tanks and self-propelled guns; of armoured recce and halftracks only that they are there."""
    found = {weapon or ("halftracks" if _is_halftrack(name) else "armoured recce") for name, weapon, _ in forces}
    return sorted(found)


# The losses [14.4]


class Harm(Value, frozen=True):
    """[14.41] Damage Points for one side at a hex."""

    side: Side
    at: int
    points: int


class AntiArmour(Step[Campaign], frozen=True):
    """[14.0, 14.41] Both sides take their losses when all have fired."""

    harm: tuple[Harm, ...]
    halftracks: dict[str, int] = {}  # [14.48] lost so far by each side
    hurt: tuple[str, ...] = ()

    def run(self, draft: Draft[Campaign]) -> None:
        if not self.harm:
            draft.pop()
            sweep(draft, dict.fromkeys(self.hurt))
            return
        first, rest = self.harm[0], self.harm[1:]
        after = replace(self, harm=rest)
        draft.swap(after)
        toll = armour_toll(draft.state, first, HALFTRACKS_LOST - self.halftracks.get(first.side, 0))
        only = forced(toll)
        if only is None:
            draft.push(Damage(first.side, (first.at,), toll))
        else:
            after.take(draft, first.side, first.at, only)

    def take(self, draft: Draft[Campaign], side: Side, at: int, points: tuple[Points, ...]) -> None:
        """[14.43, 14.46, 14.48] Points are destroyed: tanks lie where their unit stands, halftracks take Motorization
        Points with them."""
        take(draft, side, (at,), points)
        lost = 0
        for each in points:
            if _is_halftrack(each.unit) and not each.weapon:
                lost += _burn_halftracks(draft, each)
            else:
                leave_wreck(draft, each)
        count = {**self.halftracks, side: self.halftracks.get(side, 0) + lost}
        draft.swap(replace(self, halftracks=count, hurt=(*self.hurt, *(each.unit for each in points))))


def armour_toll(state: Campaign, harm: Harm, halftracks: int) -> Toll:
    """[14.42, 14.43, 14.44, 14.45, 14.48] What the owner may lose: points absorb as much as they are protected,
    self-propelled guns too [14.47]; of halftracks only a few, which are worth twice as much by themselves."""
    forces = targets(state, harm.at, harm.side)
    factor = ALONE if all(_is_halftrack(name) and not weapon for name, weapon, _ in forces) else 1
    shares: list[Share] = []
    for name, weapon, points in forces:
        protection = armour(state, name, weapon)
        assert protection is not None  # or it would be no target
        light = _is_halftrack(name) and not weapon
        shares.append(
            Share(
                name,
                weapon,
                points,
                protection * (factor if light else 1),
                limited=light,
                price=price(name, weapon, state.turn),
            )
        )
    worth = sum({share.worth for share in shares if share.limited})  # all halftracks are protected alike
    return Toll("14.43", harm.points, tuple(shares), limit=halftracks * worth)


def _is_halftrack(name: str) -> bool:
    unit = counters()[name]
    return bool(unit.code) and code(unit.nation, unit.code).halftracks


def _burn_halftracks(draft: Draft[Campaign], points: Points) -> int:
    """[14.48] The vehicles that carried the infantry are lost with it."""
    top = top_of(draft.state, points.unit)
    motors = draft.state.units[top].motors
    mark(draft, top, motors=max(0, motors - points.points))
    return points.points


def leave_wreck(draft: Draft[Campaign], points: Points) -> None:
    """[14.46, 14.51] Only tanks are left as wrecks."""
    unit = counters()[points.unit]
    is_tank = weapons()[points.weapon].weapon_class == "tank" if points.weapon else unit.is_tank_type
    if not is_tank:
        return
    at = draft.state.units[points.unit].at
    name = add_wreck(
        draft,
        Wreck(
            at,
            side_of(points.unit),
            unit.nation,
            points.weapon,
            points.points,
            destroyed=True,
            unit=points.unit,
            code="" if points.weapon else unit.code,
        ),
    )
    draft.note("wrecked", wreck=name, at=board().name(at), side=side_of(points.unit))


class Damage(Absorbing, frozen=True):
    """[14.43] The owner says which armour is destroyed."""

    def prompt(self, state: Campaign) -> str:
        return f"Lose armour at {self.hexes()} to absorb {plural(self.toll.need, 'Damage Point')}."

    def apply(self, draft: Draft[Campaign], points: tuple[Points, ...]) -> None:
        below = draft.top
        assert isinstance(below, AntiArmour)
        below.take(draft, self.side, self.at[0], points)
