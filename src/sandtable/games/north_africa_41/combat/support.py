"""[8.5.1, 9.4.1, 11.3, 18.7.3, 18.7.4] What stands behind a combat: Attack Supply, Artillery Support and Air Support.

Sources of Attack Supply are named as in `support_units`, Air Support markers as on the Available Assets disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.combat.strength import nations_of
from sandtable.games.north_africa_41.lines.support_units import (
    attack_sources,
    consume,
    gives_artillery,
    gives_defence_support,
    is_support,
    source_at,
    source_range,
    use_support,
)
from sandtable.games.north_africa_41.lines.tracing import in_range
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.assets import has_marker, use_marker
from sandtable.games.north_africa_41.pieces.counters import Nation, Side, counters, trucks
from sandtable.games.north_africa_41.resources.air import in_air_range, may_fly_in_defence
from sandtable.games.north_africa_41.results.battle import Battle, holding
from sandtable.games.north_africa_41.state import NorthAfrica, side_of

AIR_SUPPORT: Mapping[str, tuple[Side, Nation | None]] = {  # [18.7.1, 18.7.4] whose it is, and who must take part
    "air-support": ("allied", None),
    "german-air-support": ("axis", "german"),
    "italian-air-support": ("axis", "italian"),
}


# --- Attack Supply


def payers(state: NorthAfrica, side: Side, units: Sequence[str], hexes: Sequence[int]) -> list[str]:
    """[8.5.1, 8.5.2, 17.3] Who can give Attack Supply to these attackers in these hexes: first those who pay for
    another attack anyway, then Supply Points on the ground."""
    found = [name for name in attack_sources(state, side) if gives_attack_supply(state, name, units, hexes)]
    return sorted(found, key=lambda name: (not pays_already(state, name), name in state.units))


def gives_attack_supply(state: NorthAfrica, source: str, units: Sequence[str], hexes: Sequence[int]) -> bool:
    """[8.5.2, 17.1.3, 17.3] Whether a source serves these attackers: an Axis ASU only beside its own nation."""
    side = side_of(units[0])
    if not serves(source, units):
        return False
    return in_range(state, side, source_at(state, source), source_range(state, side, source), hexes)


def serves(source: str, units: Sequence[str]) -> bool:
    """[8.5.2, 9.4.2, 17.1.3] A German or Italian ASU needs a unit of its nation in the combat."""
    if not is_support(source) or counters()[source].side == "allied":
        return True
    return counters()[source].nation in nations_of(units)


def check_payer(state: NorthAfrica, side: Side, source: str, units: Sequence[str], hexes: Sequence[int]) -> None:
    """[8.5.1, 8.5.2, 17.3] Refuse who cannot give Attack Supply to these attackers."""
    if source not in attack_sources(state, side):
        raise Refusal("8.5.1", f"{source} is not a Ready ASU, MSU or Supply Point of yours that can give Attack Supply")
    if not serves(source, units):
        raise Refusal("8.5.2", f"{source} gives Attack Supply only if a unit of its nation takes part")
    if not gives_attack_supply(state, source, units, hexes):
        reach = source_range(state, side, source)
        raise Refusal("17.3", f"{source} has a range of {plural(reach, 'hex')}, and none of the attackers is in range")


def pays_already(state: NorthAfrica, source: str) -> bool:
    """[8.5.1] One Supply Point or ASU serves every attack in range."""
    return source in state.supplying or (source not in state.units and board().location(source) in state.attack_supply)


def commit(draft: Draft[NorthAfrica], source: str) -> None:
    """[8.5.1] From now on this source pays for Attack Supply; it is taken when the phase ends."""
    state = draft.state
    if pays_already(state, source):
        return
    if source in state.units:
        draft.change(supplying=(*state.supplying, source))
    else:
        draft.change(attack_supply=(*state.attack_supply, board().location(source)))
    draft.note("supplied", by=source, at=board().name(source_at(state, source)), case="8.5.1")


def pay(draft: Draft[NorthAfrica], side: Side) -> None:
    """[8.5.1] At the end of the Combat Phase: ASUs are flipped, Supply Points go."""
    state = draft.state
    for name in state.supplying:
        if state.units[name].at >= 0 and (state.units[name].loaded or name not in trucks()):
            use_support(draft, side, name)
    for at in state.attack_supply:
        if draft.state.books[side].stores.get(at, 0) > 0:
            consume(draft, side, at)
    draft.change(supplying=(), attack_supply=())


# --- Artillery Support


def artillery(state: NorthAfrica, side: Side, units: Sequence[str], hexes: Sequence[int], payer: str = "") -> list[str]:
    """[9.4.1, 9.4.2, 17.3] The ASUs that can give Artillery Support to units of a side in these hexes, beside the
    Attack Supply of `payer`."""
    return [
        name
        for at, names in state.layout.combat[side].items()
        if at >= 0
        for name in names
        if is_support(name) and has_guns(state, name, payer) and serves(name, units)
        if in_range(state, side, at, counters()[name].range, hexes)
    ]


def has_guns(state: NorthAfrica, name: str, payer: str = "") -> bool:
    """[9.4.1, 17.1.3] Whether an ASU has a shift to give without what was promised as Attack Supply: the two cost two
    Supply Points."""
    if not gives_artillery(state, name):
        return False
    unit = state.units[name]
    if not unit.depleted and name not in state.supplying and name != payer:
        return True
    promised = unit.at in state.attack_supply or payer == board().name(unit.at)
    return not unit.out and state.stores_at(unit.at, side_of(name)) > promised


def check_artillery(
    state: NorthAfrica, side: Side, name: str, units: Sequence[str], hexes: Sequence[int], payer: str = ""
) -> None:
    """[9.4.1, 9.4.2, 17.3, 18.4] Refuse an ASU that cannot give Artillery Support to these units."""
    if not is_support(name) or side_of(name) != side:
        raise Refusal("9.4.1", f"{name} is not an ASU of yours")
    if not counters()[name].artillery:
        raise Refusal("18.4", f"{name} has no artillery")
    if has_guns(state, name) and not has_guns(state, name, payer):
        raise Refusal("9.4.1", f"{name} cannot provide both Attack Supply and Artillery Support")
    if not has_guns(state, name, payer):
        raise Refusal("17.1.3", f"{name} must be on the map, in Good Order, and Ready or with a Supply Point to spare")
    if not serves(name, units):
        raise Refusal("9.4.2", f"{name} fires only if a unit of its nation takes part")
    if not in_range(state, side, state.units[name].at, counters()[name].range, hexes):
        raise Refusal(
            "17.3",
            f"{name} has a range of {plural(counters()[name].range, 'hex')}, and no unit in the combat is in range",
        )


def fire(draft: Draft[NorthAfrica], side: Side, name: str, payer: str = "") -> None:
    """[9.4.1, 18.3] The ASU is flipped, or a Supply Point with it goes where it is Depleted or promised."""
    if name == payer or name in draft.state.supplying:
        consume(draft, side, draft.state.units[name].at)
    else:
        use_support(draft, side, name)


# --- Air Support


def air_support(state: NorthAfrica, side: Side, units: Sequence[str], at: int) -> list[str]:
    """[18.7.2, 18.7.4] The Air Support markers, whenever acquired, that a side can use in an attack of these units on a
    hex."""
    markers = [name for name in AIR_SUPPORT if _is_ready(state, side, name) and _escorts(name, units)]
    return markers if markers and in_air_range(state, side, at) else []


def defensive_air_support(state: NorthAfrica, side: Side, units: Sequence[str], at: int) -> list[str]:
    """[18.6, 18.7.4] The same for a defence: none while the enemy has Air Superiority."""
    return air_support(state, side, units, at) if may_fly_in_defence(state, side) else []


def _is_ready(state: NorthAfrica, side: Side, marker: str) -> bool:
    return AIR_SUPPORT[marker][0] == side and has_marker(state, side, marker)


def _escorts(marker: str, units: Sequence[str]) -> bool:
    """[18.7.4] Axis markers need a unit of their nation in the combat."""
    nation = AIR_SUPPORT[marker][1]
    return nation is None or nation in nations_of(units)


def check_air(state: NorthAfrica, side: Side, marker: str, units: Sequence[str], at: int) -> None:
    """[18.7.3, 18.7.4] Refuse an Air Support marker that cannot be used in this combat."""
    if marker not in AIR_SUPPORT or AIR_SUPPORT[marker][0] != side:
        raise Refusal("18.7.4", f"'{marker}' is not an Air Support marker of yours")
    if not _is_ready(state, side, marker):
        raise Refusal("18.7.1", f"no {marker} is ready")
    if not _escorts(marker, units):
        raise Refusal("18.7.4", f"{marker} flies only if a unit of its nation takes part")
    if not in_air_range(state, side, at):
        raise Refusal("18.7.3", f"{board().name(at)} is out of range of your Airfields and Corps HQs in Full Supply")


# --- the defender


def defensive_support(state: NorthAfrica, battle: Battle) -> tuple[list[str], list[str]]:
    """[8.3, 9.4.1, 18.7.4] The defender's ASUs and Air Support markers for a combat."""
    guns = artillery(state, battle.foe, battle.defenders, (battle.at,))
    return guns, defensive_air_support(state, battle.foe, battle.defenders, battle.at)


def defence_support(state: NorthAfrica, battle: Battle) -> list[str]:
    """[11.3] What can give DD Support: ASUs on their Ready side in range, and Air Support markers."""
    side, units = battle.foe, holding(state, battle)
    guns = [
        name
        for at, names in state.layout.combat[side].items()
        if at >= 0
        for name in names
        if is_support(name) and gives_defence_support(state, name) and serves(name, units)
        if in_range(state, side, at, counters()[name].range, (battle.at,))
    ]
    return [*guns, *defensive_air_support(state, side, units, battle.at)]


def use(draft: Draft[NorthAfrica], side: Side, name: str) -> None:
    """Use an ASU's guns or an Air Support marker."""
    if is_support(name):
        fire(draft, side, name)
    else:
        use_marker(draft, side, name)  # [18.7.4, 23.2.3]
