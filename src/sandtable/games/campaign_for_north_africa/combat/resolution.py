"""[15.6, 15.7, 15.8, 15.9] One Close Assault or Probe, from morale to the last loss.

strengths and shifts -> morale of both -> column -> dice of both -> retreat -> losses of both -> what follows
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.capability.cohesion import reorganise
from sandtable.games.campaign_for_north_africa.capability.held_units import free_assaulted
from sandtable.games.campaign_for_north_africa.combat import tables as combat_tables
from sandtable.games.campaign_for_north_africa.combat.differential import (
    Fight,
    Reckoning,
    Shift,
    attack_strength,
    attacking_units,
    defence_strength,
    defending_units,
    is_unrated,
    origins,
    reckon,
)
from sandtable.games.campaign_for_north_africa.combat.morale import Morale, determine, is_overwhelmed
from sandtable.games.campaign_for_north_africa.combat.obligations import fail_probe
from sandtable.games.campaign_for_north_africa.combat.retreats import open_retreat
from sandtable.games.campaign_for_north_africa.combat.segment import defender, refund_defence
from sandtable.games.campaign_for_north_africa.combat.tables import (
    attacker_result,
    column_name,
    column_of,
    defender_result,
    prisoners,
)
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.ground.contact import loosen
from sandtable.games.campaign_for_north_africa.losses.casualties import (
    Battle,
    Losses,
    Part,
    assess,
    extra_percent,
    guns_of,
    shake,
)
from sandtable.games.campaign_for_north_africa.losses.surrender import collapse, surrender
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side
from sandtable.games.campaign_for_north_africa.pieces.strength import rating, worth
from sandtable.games.campaign_for_north_africa.pieces.units import facts, target_class
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, everyone_at, side_of, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import learn, mark

HEARTENED = 3  # [6.24] Reorganization Points of those who took a hex
FEEBLE = -4  # [11.27, 15.96] the differential at which a defence costs next to nothing
FAILED_PROBE = -4  # [10.31] a Basic Differential below this is no attack
RECCE_PROBE = 10  # [15.95] percent less
SPARED, OVERPOWERED, THREEFOLD = 20, 20, 3  # [15.18] percent, percent, times the strength


class Result(combat_tables.Assault, frozen=True):
    """What a side's dice brought it, with the percentage of its losses that is captured."""

    captives: int = 0


class Resolution(Battle, frozen=True):
    """[15.7] One Close Assault or Probe, from morale to the end."""

    fight: Fight
    stage: int = 0
    column: int = 0
    attack: Result = Result(0, False)
    defence: Result = Result(0, False)
    suffering: tuple[str, ...] = ()  # everybody in the hexes
    exposed: tuple[Part, ...] = ()  # [15.83] what of them counts for losses, by hex
    helpless: bool = False  # [15.18]
    committed: dict[str, int] = {}  # [15.87] TOE Strength Points of each side

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, stage=self.stage + 1))
        (self._resolve, self._retreat, self._attack_losses, self._defence_losses, self._conclude)[self.stage](draft)

    # Morale, column and dice

    def _resolve(self, draft: Draft[Campaign]) -> None:
        fight = self.fight
        tell_types(draft, fight)
        state = draft.state  # for all that is worked out, so that it is once
        attack, defence = morale_of_both(draft, fight)
        if attack.surrendered or defence.surrendered:
            draft.pop()
            surrender_to_morale(draft, fight, attack.surrendered, defence.surrendered)
            return
        shift = Shift(attack.adjusted - defence.adjusted, "Final Adjusted Morale", "15.62")
        found = reckon(state, fight, (shift,) if shift.columns else ())
        self._tell(draft, found, attack, defence)
        for hex in fight.at:
            if found.column <= column_of(FEEBLE):
                refund_defence(draft, hex)
            if fight.probe and found.basic < FAILED_PROBE:
                _fail_probe(draft, hex)
        ours = _throw(draft, state.phasing, found.column)
        theirs = _throw(draft, defender(state), found.column)
        suffering = tuple(name for hex in fight.at for name in everyone_at(state, hex, defender(state)))
        draft.swap(
            replace(
                self,
                stage=self.stage + 1,
                column=found.column,
                defence=theirs,
                suffering=suffering,
                attack=replace(ours, percent=attacker_percent(state, fight, ours.percent)),
                exposed=tuple(exposed(state, fight, found.is_overrun)),
                helpless=is_outclassed(state, fight),
                committed={side: count_committed(state, fight, side) for side in SIDES},
            )
        )

    def _tell(self, draft: Draft[Campaign], found: Reckoning, attack: Morale, defence: Morale) -> None:
        """[3.6, 15.94] Totals are open; whether it is a Probe is told when it is over."""
        phasing = draft.state.phasing
        draft.note(
            "assaulted",
            side=phasing,
            at=_names(self.fight.at),
            attack=found.attack.points,
            defence=found.defence.points,
            basic=found.basic,
            column=found.name,
            ledger=found.explain().lines(),
            morale={phasing: attack.adjusted, defender(draft.state): defence.adjusted},
        )

    # Retreat [15.82]

    def _retreat(self, draft: Draft[Campaign]) -> None:
        if not self.defence.retreat:
            return
        foes = origins(draft.state, self.fight.attackers)
        for hex in self.fight.at:
            if draft.state.at(hex, defender(draft.state)):
                open_retreat(draft, defender(draft.state), hex, self.defence.retreat, foes)

    # Losses [15.83, 15.84]

    def _attack_losses(self, draft: Draft[Campaign]) -> None:
        state, percent = draft.state, self.attack.percent
        if not percent:
            return
        parts = [
            Part(name, weapon, points, value, state.units[name].at)
            for name, weapon, points in self.fight.attackers
            if (value := _offence(state, name, weapon))
        ]
        toll = assess(state, parts, dict.fromkeys({part.group for part in parts}, percent), up=True)
        bases = origins(state, self.fight.attackers)
        guns = guns_of(state, (name for at in bases for name in everyone_at(state, at, state.phasing)), overrun=False)
        assaulting = tuple(dict.fromkeys(name for name, _, _ in self.fight.attackers))
        draft.push(Losses(state.phasing, self.fight.at, toll, guns, assaulting, self.attack.captives))

    def _defence_losses(self, draft: Draft[Campaign]) -> None:
        state, stood, is_overrun = draft.state, dict(self.stood), combat_tables.overrun(self.column)
        names = tuple(name for name in self.suffering if state.units[name].at not in OUT_OF_PLAY)
        percents = {name: self.defence.percent + extra_percent(state, name, stood) for name in names}
        if not any(percents.values()):
            return
        kinds = sorted({(part.group, percents[part.unit]) for part in self.exposed if part.unit in percents})
        parts = [
            replace(part, group=kinds.index((part.group, percents[part.unit])))
            for part in self.exposed
            if part.unit in percents
        ]
        toll = assess(state, parts, {group: percent for group, (_, percent) in enumerate(kinds)}, up=is_overrun)
        guns = guns_of(state, names, is_overrun)
        draft.push(Losses(defender(state), self.fight.at, toll, guns, (), self.defence.captives))

    # The end

    def _conclude(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        state, fight = draft.state, self.fight
        attackers = tuple(dict.fromkeys(name for name, _, _ in fight.attackers))
        alive = any(state.units[name].at not in OUT_OF_PLAY for name in attackers)
        if alive and self.helpless and self.defence.percent >= OVERPOWERED:
            collapse(draft, self.suffering, state.phasing)
        for side, units in ((state.phasing, attackers), (defender(state), self.suffering)):
            committed = self.committed[side] or sum(toe_of(state, name) for name in units)
            shake(draft, side, units, self.lost.get(side, 0), committed)
        if self.attack.engaged and not self.defence.retreat and not fight.probe:  # [15.74, 15.93]
            engage(draft, attackers, self.suffering)
        if fight.probe:
            _part(draft, fight, attackers, self.suffering)
        draft.note("assault_over", at=_names(fight.at), probe=fight.probe, side=draft.state.phasing)
        for hex in fight.at:
            free_assaulted(draft, hex)  # [60.4]
        if all(draft.state.holder(hex) is None for hex in fight.at):
            hearten(draft, fight)


# Morale [15.61, 17.2]


def morale_of_both(draft: Draft[Campaign], fight: Fight) -> tuple[Morale, Morale]:
    """[15.61, 15.64, 6.25] The attacker throws first."""
    state = draft.state
    attack, defence = attack_strength(state, fight).raw, defence_strength(state, fight).raw
    ours = determine(draft, state, state.phasing, attacking_units(state, fight), is_overwhelmed(attack, defence))
    overwhelmed = is_overwhelmed(defence, attack)
    theirs = determine(draft, state, defender(state), defending_units(state, fight), overwhelmed)
    for side, found in ((state.phasing, ours), (defender(state), theirs)):
        draft.note(
            "morale",
            only=side,
            side=side,
            basic=found.basic,
            cohesion=found.cohesion,
            code=found.code,
            modifier=found.modifier,
            adjusted=found.adjusted,
        )
    return ours, theirs


def surrender_to_morale(draft: Draft[Campaign], fight: Fight, attack: bool, defence: bool) -> None:
    """[17.25] Whoever threw it gives up; if both did nobody does, and they are engaged."""
    attackers = tuple(dict.fromkeys(name for name, _, _ in fight.attackers))
    side = defender(draft.state)
    if attack and defence:
        engage(draft, attackers, tuple(name for hex in fight.at for name in everyone_at(draft.state, hex, side)))
    elif attack:
        collapse(draft, attackers, side)
    else:
        for hex in fight.at:
            surrender(draft, hex, draft.state.phasing)
        hearten(draft, fight)


# Dice [15.71, 15.73, 15.75]


def _throw(draft: Draft[Campaign], side: Side, column: int) -> Result:
    """[15.73] Two dice read three ways, and one more where some of the losses are captured."""
    is_attacker = side == draft.state.phasing
    reading = code(*(draft.roll(f"close assault of the {side}", by=side) for _ in range(2)))
    found = (attacker_result if is_attacker else defender_result)(column, reading)
    captives = prisoners(draft.roll("prisoners", by=side)) if found.captured else 0
    draft.note(
        "result",
        side=side,
        column=column_name(column),
        code=reading,
        percent=found.percent,
        captured=captives,
        engaged=found.engaged,
        retreat=found.retreat,
    )
    return Result(found.percent, found.captured, found.engaged, found.retreat, captives)


# Who loses what [15.83]


def attacker_percent(state: Campaign, fight: Fight, percent: int) -> int:
    """[15.18, 15.54, 15.95] What the attacker really loses."""
    if is_unrated(state, fight.at):
        return 0
    if is_outclassed(state, fight):
        percent -= SPARED
    if fight.probe and all(facts(name).counter.is_recce_type for name, _, _ in fight.attackers):
        percent -= RECCE_PROBE
    return max(0, percent)


def is_outclassed(state: Campaign, fight: Fight) -> bool:
    """[15.18] Only parenthesised ratings defend, against three times as many raw points."""
    names = [name for hex in fight.at for name in everyone_at(state, hex, defender(state))]
    ratings = [
        found
        for name in names
        for weapon in state.units[name].toe
        if (found := rating(state, name, weapon, "defence")) is not None and found.value
    ]
    if not ratings or not all(found.parenthesised for found in ratings):
        return False
    defence = defence_strength(state, fight).raw
    return attack_strength(state, fight).raw >= THREEFOLD * defence


def exposed(state: Campaign, fight: Fight, is_overrun: bool) -> Iterator[Part]:
    """[15.12, 15.15, 15.16, 15.17, 15.83, 15.84] What of the defenders counts for losses, and what may absorb them.

    Units that defend count whole, and so do pinned ones, those who retreated here, and infantry however little it did.
    Withheld armour and guns count in an Overrun only, but may absorb losses as long as they are not Back.
    """
    defending = {name for name, _, _ in fight.defenders}
    for hex in fight.at:
        for name in everyone_at(state, hex, defender(state)):
            if name in state.segment.back and not is_overrun:
                continue
            counted = is_overrun or name in defending or suffers(state, name)
            for weapon, points in state.units[name].toe.items():
                value, limited = worth(state, name, weapon, "defence"), False
                if not value and (found := rating(state, name, weapon, "defence")) is not None:
                    value, limited = found.value, True
                if value:
                    yield Part(name, weapon, points, value, hex, counted and not limited, limited)


def suffers(state: Campaign, name: str) -> bool:
    """[15.12, 15.15] Who loses though he did not defend: only armour and guns can be kept out of it."""
    if name in state.segment.pinned or name in state.segment.withdrew:
        return True
    return not any(target_class(name, weapon) in ("armour", "gun") for weapon in state.units[name].toe)


def _offence(state: Campaign, name: str, weapon: str) -> int:
    found = rating(state, name, weapon, "offence")
    return 0 if found is None or found.parenthesised else found.value


def count_committed(state: Campaign, fight: Fight, side: Side) -> int:
    """[15.87] TOE Strength Points that a side has committed for these hexes, in either role."""
    return sum(force.points for force in state.segment.forces if force.at in fight.at and side_of(force.unit) == side)


# What follows


def engage(draft: Draft[Campaign], attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """[15.81, 15.76] All who were in it are engaged, losses or not."""
    names = [name for name in (*attackers, *defenders) if draft.state.units[name].at not in OUT_OF_PLAY]
    for name in names:
        mark(draft, name, engaged=True)
    tops = list(dict.fromkeys(top_of(draft.state, name) for name in names))
    draft.note("engaged", units=tops, case="15.81")


def _part(draft: Draft[Campaign], fight: Fight, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """[15.93] Neither side is in Contact with the other because of a Probe."""
    state = draft.state
    left = tuple(name for name in attackers if state.units[name].at not in OUT_OF_PLAY)
    loosen(draft, left, fight.at)
    loosen(
        draft,
        (name for name in defenders if state.units[name].at in fight.at),
        dict.fromkeys(state.units[name].at for name in left),
    )


def hearten(draft: Draft[Campaign], fight: Fight) -> None:
    """[6.24] The hexes were given up because of this assault: those who made it are the better for it."""
    names = tuple(
        dict.fromkeys(name for name, _, _ in fight.attackers if draft.state.units[name].at not in OUT_OF_PLAY)
    )
    if not names:
        return
    reorganise(draft, names, HEARTENED)
    draft.note("heartened", side=draft.state.phasing, at=_names(fight.at), points=HEARTENED, case="6.24")


def tell_types(draft: Draft[Campaign], fight: Fight) -> None:
    """[3.62] Both learn which types of units take part, and that these counters were there."""
    sides = (
        (draft.state.phasing, fight.attackers, defender(draft.state)),
        (defender(draft.state), fight.defenders, draft.state.phasing),
    )
    for side, forces, other in sides:
        types = sorted({facts(name).counter.kind for name, _, _ in forces})
        draft.note("took_part", side=side, at=_names(fight.at), types=types, case="3.62")
        for top in dict.fromkeys(top_of(draft.state, name) for name, _, _ in forces):
            learn(draft, other, top)


def _fail_probe(draft: Draft[Campaign], at: int) -> None:
    fail_probe(draft, at)


def _names(at: Sequence[int]) -> list[str]:
    return [board().name(hex) for hex in at]
