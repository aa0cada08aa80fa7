"""[12] What the screen offers in the combat phase: attacks with their differential, supply, losses, advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.combat import calculator
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat, read_attack
from sandtable.games.panzerarmee_afrika.combat.orders import Advance, Attack, Cancel, Destroy, Fight, React, Sacrifice
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.factors.strength import defenders
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, role_of, side_of

PANEL = "combats"


# --- declaring


def declaring_offers(state: PanzerarmeeAfrika, top: Declarations, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen the attack of everybody who can on each hex; with enemies alone the best units to send."""
    attacks = [action for action in top.actions(state, top.side) if isinstance(action, Attack)]
    chosen = set(pieces)
    if not pieces:
        most = {
            hexes: max((a for a in attacks if a.hexes == hexes), key=lambda a: len(a.units))
            for hexes in dict.fromkeys(action.hexes for action in attacks)
        }
        found = [_attack(state, top, action) for action in most.values()]
        found += [_about(state, top, n, Cancel(n), f"take back {n}") for n in range(1, len(top.combats) + 1)]
        return [*found, Offer(str(Done()), "declare no more combats")]
    if all(side_of(name) != top.side for name in pieces):
        return list(_advised(state, top, pieces))
    found = [offer for offer in (_attack(state, top, action) for action in attacks) if chosen <= set(offer.pieces)]
    return [*found, *_destroyed(state, top, pieces)]


def _attack(state: PanzerarmeeAfrika, top: Declarations | Resolution, action: Attack) -> Offer:
    combat = read_attack(state, top.side, action)
    odds = calculator.joint_odds(state, action.units, combat.hexes)
    found = defenders(state, enemy_of(top.side), combat.hexes)
    label = f"attack {', '.join(action.hexes)} with {', '.join(action.units)} at {odds.differential:+d}"
    return Offer(str(action), label, (*action.units, *found))


def _about(state: PanzerarmeeAfrika, top: Declarations | Resolution, number: int, action: Action, label: str) -> Offer:
    """Something to press about a declared combat; its units show where that is."""
    combat = top.combats[number - 1]
    units = (*combat.attackers, *defenders(state, enemy_of(top.side), combat.hexes))
    return Offer(str(action), label, units, panel=PANEL)


def _advised(state: PanzerarmeeAfrika, top: Declarations, foes: Sequence[str]) -> Iterator[Offer]:
    """The best units against the hexes of the chosen enemies."""
    hexes = tuple(dict.fromkeys(state.units[name].at for name in foes if state.units[name].at >= 0))
    if not hexes:
        return
    advice = calculator.best_stack(state, top.side, hexes)
    if advice is None:
        return
    action = Attack(tuple(board().name(at) for at in hexes), advice.units)
    if not may(top.check, state, top.side, action):
        return
    odds = advice.odds
    label = (
        f"send the best force: {', '.join(advice.units)} at {odds.differential:+d}, to destroy "
        f"{float(odds.defender_loss):.1f} for {float(odds.attacker_loss):.1f}"
    )
    yield Offer(str(action), label, (*advice.units, *foes))


def _destroyed(state: PanzerarmeeAfrika, top: Declarations | CombatSupply, pieces: Sequence[str]) -> Iterator[Offer]:
    """[12.3] Nobody gives up an installation by a slip: it has to be chosen first."""
    if len(pieces) != 1 or not may(top.check, state, top.side, Destroy(pieces[0])):
        return
    yield Offer(str(Destroy(pieces[0])), f"destroy {pieces[0]}", (pieces[0],), folded="Destroy it")


# --- supply


def supplying_offers(state: PanzerarmeeAfrika, top: CombatSupply, pieces: Sequence[str]) -> list[Offer]:
    found = [
        _sacrifice(state, top, action.name) for action in top.actions(state, top.side) if isinstance(action, Sacrifice)
    ]
    if not pieces:
        return [*found, Offer(str(Done()), "spend no more installations")]
    return [*(offer for offer in found if set(pieces) <= set(offer.pieces)), *_destroyed(state, top, pieces)]


def _sacrifice(state: PanzerarmeeAfrika, top: CombatSupply, depot: str) -> Offer:
    """[12.3] With what it does to each combat."""
    changes = []
    for number, combat in enumerate(top.combats, 1):
        before = awaited(state, combat, top.spent)
        after = awaited(state, combat, (*top.spent, depot))
        if before != after:
            changes.append(f"combat {number} from {before:+d} to {after:+d}")
    where = board().name(state.units[depot].at)
    return Offer(
        str(Sacrifice(depot)), f"spend {depot} at {where}: {', '.join(changes) or 'no change'}", (depot,), panel=PANEL
    )


def awaited(state: PanzerarmeeAfrika, combat: Combat, spent: Sequence[str]) -> int:
    """The differential of a declared combat if these installations are spent."""
    return calculator.joint_odds(state, combat.attackers, combat.hexes, spent).differential


# --- resolving


def resolving_offers(state: PanzerarmeeAfrika, top: Resolution, pieces: Sequence[str]) -> list[Offer]:
    found: list[Offer] = []
    for action in top.actions(state, top.side):
        match action:
            case Fight(combat=number):
                found.append(_about(state, top, number, action, f"fight {number}"))
            case Cancel(combat=number):
                found.append(_about(state, top, number, action, f"cancel {number}"))
            case Attack():
                found.append(_attack(state, top, action))
            case Done():
                found.append(Offer(str(action), "end combat"))
    chosen = set(pieces)
    return [offer for offer in found if chosen <= set(offer.pieces)] if pieces else found


def advance_offer(state: PanzerarmeeAfrika, action: Advance) -> Offer:
    path = (board().name(state.units[action.name].at), action.at)
    return Offer(str(action), f"advance with {action.name} to {action.at}", (action.name,), action.at, path=path)


def react_offer(state: PanzerarmeeAfrika, action: React) -> Offer:
    goal, reached = board().index[action.at], reach(state, (action.name,))
    path = tuple(board().name(at) for at in reached.path(goal))
    return Offer(
        str(action),
        f"react with {action.name} to {action.at}",
        (action.name,),
        action.at,
        str(reached.points(goal)),
        "",
        path,
    )


# --- odds


def weighed(state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> tuple[list[str], list[int], list[str]]:
    """The chosen attackers, the hexes of the chosen enemies, and the chosen installations, taken as spent."""
    on_map = [name for name in pieces if name in state.units and state.units[name].at >= 0]
    own = [name for name in on_map if side_of(name) == side]
    hexes = list(dict.fromkeys(state.units[name].at for name in on_map if side_of(name) != side))
    return (
        [name for name in own if role_of(name) == "unit"],
        hexes,
        [name for name in own if role_of(name) == "depot"],
    )


def forecast(state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> Forecast:
    """[12.4] Both rolls together; an installation among the chosen is weighed as spent [12.3]."""
    attackers, hexes, spent = weighed(state, side, pieces)
    if not attackers or not hexes:
        raise Refusal("12.2", "choose at least one of your units and one enemy hex")
    foe = enemy_of(side)
    for at in hexes:
        if not defenders(state, foe, (at,)):
            raise Refusal("12", f"the installation at {board().name(at)} is undefended: it is captured by moving in")
    return calculator.forecast(state, attackers, hexes, spent)


def meant_attack(state: PanzerarmeeAfrika, side: str, own: Sequence[str], foes: Sequence[str]) -> Action:
    """The attack that these pieces mean."""
    attackers, hexes, _ = weighed(state, side, (*own, *foes))
    if not attackers:
        raise Refusal("12.2", "choose the units that attack")
    return Attack(tuple(board().name(at) for at in hexes), tuple(attackers))
