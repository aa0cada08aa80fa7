"""[11.0, 15.14] Force Assignment: both sides commit points to Anti-Armour and Close Assault in secret.

The Phasing Player names the hexes he attacks, the other his own hexes that he defends; what is not named is withheld.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from sandtable.core.frames import Draft, Sealed
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.commitment import (
    able,
    check_attack,
    check_defence,
    forces_of,
    probes_of,
)
from sandtable.games.campaign_for_north_africa.combat.firepower import pay_ammo, supplied
from sandtable.games.campaign_for_north_africa.combat.obligations import find_unmet, obliging
from sandtable.games.campaign_for_north_africa.combat.orders import Commit
from sandtable.games.campaign_for_north_africa.combat.segment import charge_hex, defender, disturb_reserves
from sandtable.games.campaign_for_north_africa.combat.suggested_commitments import suggestions
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import mark, record


def open_commitment(draft: Draft[Campaign]) -> None:
    """[5.2 III G 3d] A side with nobody to commit is not asked; if nobody attacks, nobody defends."""
    state = draft.state
    obliged = tuple(at for at in obliging(state) if at not in state.segment.held_off)
    who = tuple(side for side in SIDES if able(state, side))
    if state.phasing in who:
        draft.push(ForceAssignment(who=who, obliged=obliged))
    else:
        settle(draft, {})


def settle(draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
    announce(draft, {side: forces_of(draft.state, side, answers[side]) for side in SIDES if side in answers})


class ForceAssignment(Sealed[Campaign], frozen=True):
    """[11.0, 15.14, 15.16] Everything that a side commits in this Combat Segment."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    answers: dict[str, Commit] = {}
    who: tuple[str, ...] = ()
    obliged: tuple[int, ...] = ()  # [10.31, 10.35, 10.6] the hexes that the Phasing Player must assault

    def sides(self, state: Campaign) -> tuple[str, ...]:
        return self.who

    def prompt(self, state: Campaign) -> str:
        return "Commit points to Close Assault (close) and Anti-Armour (anti) by hex; the rest is withheld."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return suggestions(state, side, self.obliged)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Commit):
            raise Refusal("15.14", "commit points by hex, or: commit none")
        if side == state.phasing:
            check_attack(state, side, action, self.obliged)
        else:
            check_defence(state, side, action)

    def reveal(self, draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
        settle(draft, answers)


def announce(draft: Draft[Campaign], forces: Mapping[str, tuple[Commitment, ...]]) -> None:
    """[15.22] The hexes that are attacked are announced; only their defenders count."""
    state = draft.state
    attack = forces.get(state.phasing, ())
    assaulted = tuple(dict.fromkeys(force.at for force in attack if force.role == "close_assault"))
    record(draft, unmet=find_unmet(state, assaulted))
    if not attack:
        return
    hexes = tuple(dict.fromkeys(force.at for force in attack))
    draft.note("attacked", side=state.phasing, hexes=[board().name(at) for at in hexes], case="15.22")
    defence = _supplied_defence(draft, [force for force in forces.get(defender(state), ()) if force.at in hexes])
    record(draft, forces=(*attack, *defence), probes=probes_of(state, attack))
    _tell(draft, state.phasing, attack)
    _tell(draft, defender(state), defence)
    _spend(draft, attack, defence)
    _count_assaults(draft, attack)
    draft.amend("fought", state.phasing, True)


def _supplied_defence(draft: Draft[Campaign], forces: list[Commitment]) -> tuple[Commitment, ...]:
    """[15.15] When Ammo does not last for every hex that is attacked, those named last go without."""
    side = defender(draft.state)
    served = supplied(draft.state, side, (force.unit for force in forces), "assault")
    without = dict.fromkeys(force.unit for force in forces if force.unit not in served)
    for name in without:
        draft.note("without_ammo", only=side, unit=name, case="15.15")
    return tuple(force for force in forces if force.unit in served)


def _tell(draft: Draft[Campaign], side: str, forces: Iterable[Commitment]) -> None:
    together: dict[tuple[int, str], list[Commitment]] = {}
    for force in forces:
        together.setdefault((force.at, force.role), []).append(force)
    for (at, role), some in together.items():
        units = list(dict.fromkeys(force.unit for force in some))
        draft.note(
            "committed",
            only=side,
            side=side,
            at=board().name(at),
            role=role,
            units=units,
            points=sum(force.points for force in some),
            attacks=side == draft.state.phasing,
            case="15.14",
        )


def _spend(draft: Draft[Campaign], attack: tuple[Commitment, ...], defence: tuple[Commitment, ...]) -> None:
    """[11.21, 11.22, 11.23, 11.25, 11.26, 32.22] Ammo of those who fight; Capability Points of all in their hexes.
    What Close Assault costs its defenders beyond a Probe falls due when it begins [15.94]."""
    state = draft.state
    pay_ammo(draft, state.phasing, (force.unit for force in attack), "assault")
    pay_ammo(draft, defender(state), (force.unit for force in defence), "assault")
    disturb_reserves(draft, (force.unit for force in attack))
    probes = draft.state.segment.probes
    probing: dict[int, bool] = {}
    for force in attack:
        at = state.units[force.unit].at
        is_probe = force.role == "close_assault" and force.at in probes
        probing[at] = probing.get(at, True) and is_probe
    for at, only in probing.items():
        charge_hex(draft, at, "probe" if only else "attack")
    for force in attack:
        charge_hex(draft, force.at, "defend" if force.role == "anti_armour" else "defend_probe")


def _count_assaults(draft: Draft[Campaign], attack: tuple[Commitment, ...]) -> None:
    """[18.23] Units released from Reserve make one."""
    for name in dict.fromkeys(force.unit for force in attack if force.role == "close_assault"):
        mark(draft, name, assaults=draft.state.units[name].assaults + 1)
