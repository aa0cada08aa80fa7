"""[9] Automatic victory: certain eliminations that open the way before a die is thrown."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.combat.eligibility import check_sides, check_supplies
from sandtable.games.afrika_korps.combat.obligations import defence_of, outmatched, trapped_without_supply
from sandtable.games.afrika_korps.combat.retreats import surrounded
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.movement.stacking import describe_crowds, quarters
from sandtable.games.afrika_korps.orders import Overwhelm
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, limits
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, attack_of, capture, enemy_of


def check_overwhelm(state: AfrikaKorps, side: str, action: Overwhelm) -> None:
    check_sides(state, side, action.attackers, action.defenders)
    for name in action.defenders:
        if name in state.defeated:
            raise Refusal("9.4", f"{name} is already beaten; more units may join that attack when attacks are declared")
    _check_blockers(state, side, action)
    for name in (*action.attackers, *action.blockers):
        if name in state.frozen:
            raise Refusal("9.4", f"{name} is already part of another automatic victory")
        if trapped_without_supply(state, side, name, action.defenders):
            raise Refusal("9.5", f"{name} would be eliminated before combat and cannot take part")
    for name in action.blockers:
        if outmatched(state, side, name, action.defenders, action.attackers):
            raise Refusal("9.5", f"{name} has no attack at 1-6 or better and would be eliminated before combat")
    odds = Odds.of(attack_of(action.attackers), defence_of(state, action.defenders))
    if odds.automatic:
        if action.blockers:
            raise Refusal("9.3", f"at {odds} no blockers are needed")
    elif odds.index < limits().surrounded_automatic:
        raise Refusal("9.1", f"the odds are {odds}; it takes 7-1, or 5-1 against a surrounded defender")
    elif not surrounded(state, action.defenders, (*action.attackers, *action.blockers)):
        raise Refusal("9.1", f"{', '.join(action.defenders)} could still retreat two hexes")
    # [9.6] the victims' own zone counts here, whatever the options say of battles
    check_supplies(state, side, action.attackers, (), action.supplies)
    _check_room(state, side, action)
    _check_sortie(state, side, action)


def _check_room(state: AfrikaKorps, side: str, action: Overwhelm) -> None:
    """[6.3, 9.2] Attackers and blockers stay in place: not in a hex that could no longer be cleared."""
    if (now := quarters(state, side)).calm:
        return
    after = replace(state, victories=(*state.victories, _victory(action)))
    if quarters(after, side).homeless > now.homeless:
        raise Refusal(
            "6.1", f"{describe_crowds(state, side)}; with these units held in place they could no longer spread out"
        )


def _check_blockers(state: AfrikaKorps, side: str, action: Overwhelm) -> None:
    for name in action.blockers:
        unit = state.units.get(name)
        if name in action.attackers or unit is None or unit.at < 0 or not counters()[name].is_combat:
            raise Refusal("9.3", f"{name} is not another combat unit that could block a retreat")
        if counters()[name].side != side:
            raise Refusal("9.3", f"{name} is not yours")


def _check_sortie(state: AfrikaKorps, side: str, action: Overwhelm) -> None:
    """[23.2] Units attacking out of a fortress attack all around it: some of the garrison must be left to do it."""
    victories = (*state.victories, _victory(action))
    for fortress in fortresses():
        garrison = set(state.at(fortress, side))
        gained = [victory for victory in victories if garrison & set(victory.attackers)]
        busy = {name for victory in gained for name in victory.attackers} & garrison
        beaten = {name for victory in gained for name in victory.defenders}
        if len(busy) < limits().stacking:
            continue
        for there in board().adjacent[fortress]:
            if left := [name for name in state.at(there, enemy_of(side)) if name not in beaten]:
                where = board().name(fortress)
                raise Refusal(
                    "23.2", f"units attacking out of {where} must attack {left[0]} too, and none would be left to do it"
                )


def _victory(action: Overwhelm) -> AutomaticVictory:
    return AutomaticVictory(action.defenders, action.attackers, action.supplies, action.blockers)


def overwhelm(draft: Draft[AfrikaKorps], side: str, action: Overwhelm) -> None:
    draft.change(victories=(*draft.state.victories, _victory(action)))
    draft.note(
        "overwhelmed",
        defenders=list(action.defenders),
        attackers=list(action.attackers),
        supplies=list(action.supplies),
        blockers=list(action.blockers),
    )
    # [15.31] a supply whose last guards are beaten falls at once, outside a fortress [15.23]
    foe = enemy_of(side)
    for supply, at in sorted(draft.state.layout.supplies[foe].items()):
        if at in draft.state.layout.beaten[foe] and at not in fortresses():
            capture(draft, supply, side, "15.31")


def first_unsupplied(state: AfrikaKorps, side: str) -> AutomaticVictory | None:
    """[9.7, 14.5] The first automatic victory that no supply sustains any more, if there is one."""
    for victory in state.victories:
        if sustaining(state, side, victory.attackers) is None:
            return victory
    return None


def candidates(state: AfrikaKorps, side: str) -> list[Overwhelm]:
    """One automatic victory for each enemy hex that can be had with everyone next to it who is in supply."""
    found = []
    foe = enemy_of(side)
    stands = state.layout.combat[side]
    for at in sorted(state.layout.live[foe]):
        near = [n for there in board().adjacent[at] if there in stands for n in stands[there] if n not in state.frozen]
        if not near:
            continue
        defenders = [name for name in state.at(at, foe) if name not in state.defeated]
        odds = Odds.of(attack_of(near), defence_of(state, defenders))
        if odds.index >= limits().surrounded_automatic and (action := _candidate(state, side, near, defenders)):
            found.append(action)
    return found


def _candidate(state: AfrikaKorps, side: str, near: list[str], defenders: list[str]) -> Overwhelm | None:
    attackers = [name for name in near if sustaining(state, side, [name]) is not None]
    supplies = sustaining(state, side, attackers)
    if not supplies:
        return None
    blockers: tuple[str, ...] = ()
    if not Odds.of(attack_of(attackers), defence_of(state, defenders)).automatic:
        blockers = _blockers(state, side, attackers, defenders)
    action = Overwhelm(tuple(defenders), tuple(attackers), supplies, blockers)
    try:
        check_overwhelm(state, side, action)
    except Refusal:
        return None
    return action


def _blockers(state: AfrikaKorps, side: str, attackers: Sequence[str], defenders: Sequence[str]) -> tuple[str, ...]:
    """Few units that close the retreat: everyone close enough, less those not needed."""
    at = state.units[defenders[0]].at
    close = [
        name
        for there, names in state.layout.combat[side].items()
        if board().distance(at, there) <= limits().retreat + 1
        for name in names
        if name not in attackers and name not in state.frozen
        if not trapped_without_supply(state, side, name, defenders)
        if not outmatched(state, side, name, defenders, attackers)
    ]
    for name in list(close):
        rest = [other for other in close if other != name]
        if surrounded(state, defenders, (*attackers, *rest)):
            close = rest
    return tuple(close)
