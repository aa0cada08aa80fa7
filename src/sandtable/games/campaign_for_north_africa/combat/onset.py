"""[11.2, 32.22] What follows when both sides have committed their forces: what it costs, and who has no Ammo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.commitment import probes_of
from sandtable.games.campaign_for_north_africa.combat.firepower import pay_ammo, supplied
from sandtable.games.campaign_for_north_africa.combat.obligations import find_unmet
from sandtable.games.campaign_for_north_africa.combat.segment import charge_hex, defender, disturb_reserves, record
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign, Commitment, mark


def begin(draft: Draft[Campaign], forces: Mapping[str, tuple[Commitment, ...]]) -> None:
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
    for name in dict.fromkeys(force.unit for force in attack if force.role == "close_assault"):
        mark(draft, name, assaults=draft.state.units[name].assaults + 1)
