"""[12.3, 12.3.1] Combat supply: installations are spent for maximum attack supply, or given up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Branch, Branches, Made, branch
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat, may_attack
from sandtable.games.panzerarmee_afrika.combat.orders import Attack, Destroy, Sacrifice
from sandtable.games.panzerarmee_afrika.combat.resolution import NextCombat, Resolution
from sandtable.games.panzerarmee_afrika.factors.strength import attack_supply
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.reach import check_parting, stranded_without
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, depots
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, eliminate
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources


def open_supply(draft: Draft[PanzerarmeeAfrika], side: Side, combats: Sequence[Combat]) -> None:
    """[12.3] Ask for sacrifices where one can be made; otherwise go on with what there is."""
    frame = CombatSupply(side, tuple(combats))
    if frame.sacrificeable(draft.state):
        draft.push(frame)
    else:
        settle(draft, frame)


def settle(draft: Draft[PanzerarmeeAfrika], frame: CombatSupply) -> None:
    """[12.3] Fix the supply of every attacker and begin to resolve."""
    combats = tuple(_supplied(draft.state, frame.side, combat, frame.spent) for combat in frame.combats)
    draft.push(EndOfCombat(frame.spent))
    draft.push(NextCombat(Resolution(frame.side, combats, spent=frame.spent)))


def _supplied(state: PanzerarmeeAfrika, side: Side, combat: Combat, spent: Iterable[str]) -> Combat:
    """A combat with the supply of its attackers. [15.2] Italian infantry whose installation was given up after all
    takes no part; before a fort [12.1.1] those who cannot attack stay in it and count for nothing."""
    hexes = [state.units[depot].at for depot in spent]
    states = {name: attack_supply(state, name, hexes) for name in combat.attackers}
    if not may_attack(state, side):
        states = dict.fromkeys(states, "out")
    if not combat.forced:
        states = {name: how for name, how in states.items() if how != "out"}
    return replace(combat, attackers=tuple(states), supply=tuple(states.values()))


# --- what may be given up


def own_depots(state: PanzerarmeeAfrika, side: Side) -> list[str]:
    return [name for name in depots(side) if state.units[name].at >= 0]


def check_destroy(state: PanzerarmeeAfrika, side: Side, depot: str, spent: Collection[str] = ()) -> None:
    """[12.3, 12.3.1] Refuse to give up an installation."""
    _check_own(state, side, depot, spent)
    if side == "allied":
        _check_allied(state, depot, spent)


def demolitions(state: PanzerarmeeAfrika, side: Side, spent: Collection[str] = ()) -> Branch[Action]:
    return Branch(len(own_depots(state, side)), lambda: Made(destroyable(state, side, spent), Destroy))


def destroyable(state: PanzerarmeeAfrika, side: Side, spent: Collection[str] = ()) -> list[str]:
    if side == "allied" and state.turn < limits().first_allied_demolition:
        return []
    left = [depot for depot in own_depots(state, side) if depot not in spent]
    return left if side == "axis" else [depot for depot in left if not stranded_without(state, side, (*spent, depot))]


def destroy(draft: Draft[PanzerarmeeAfrika], depot: str) -> None:
    eliminate(draft, depot, "12.3", "given up")


def _check_own(state: PanzerarmeeAfrika, side: Side, depot: str, spent: Collection[str]) -> None:
    if depot not in own_depots(state, side):
        raise Refusal("12.3", f"{depot} is not an installation of yours on the map")
    if depot in spent:
        raise Refusal("12.3", f"{depot} is already spent")


def _check_allied(state: PanzerarmeeAfrika, depot: str, spent: Collection[str]) -> None:
    """[8.4.1, 12.3.1]"""
    if state.turn < limits().first_allied_demolition:
        raise Refusal("12.3.1", "the Allies may not give up an installation on turn 1")
    check_parting(state, "allied", (*spent, depot), "12.3.1")


def _where(state: PanzerarmeeAfrika, name: str) -> str:
    return board().name(state.units[name].at)


class CombatSupply(Decision[PanzerarmeeAfrika], frozen=True):
    """[12.3] When all combats are declared the attacker spends installations, or gives them up."""

    side: Side
    combats: tuple[Combat, ...]
    spent: tuple[str, ...] = ()

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        spent = f" Spent so far: {', '.join(self.spent)}." if self.spent else ""
        return f"Sacrifice installations for maximum attack supply, or `done`.{spent}"

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Branches[Action](
            branch(Made(self.sacrificeable(state), Sacrifice)),
            demolitions(state, self.side, self.spent),
            branch([Done()]),
        )

    def sacrificeable(self, state: PanzerarmeeAfrika) -> list[str]:
        return [depot for depot in own_depots(state, self.side) if may(self._check_sacrifice, state, depot)]

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        match action:
            case Sacrifice(name=depot):
                self._check_sacrifice(state, depot)
            case Destroy(name=depot):
                check_destroy(state, self.side, depot, self.spent)
            case Done():
                return
            case Attack():
                raise Refusal("12.3", "all combats are declared; supply is being settled")
            case _:
                raise Refusal("12.3", f"'{action}' does not belong here: sacrifice or destroy installations, or done")

    def _check_sacrifice(self, state: PanzerarmeeAfrika, depot: str) -> None:
        _check_own(state, self.side, depot, self.spent)
        if state.units[depot].adrift:
            raise Refusal("10.3", f"{depot} is out of command and gives no maximum attack supply")
        if depot in state.treks:
            raise Refusal("8.5", f"{depot} was moved this turn and gives no attack supply")
        if not self._users(state, depot):
            raise Refusal("12.3", f"{depot} at {_where(state, depot)} would double no one: no attacker draws on it")
        if self.side == "allied":
            _check_allied(state, depot, self.spent)

    def _users(self, state: PanzerarmeeAfrika, depot: str) -> list[str]:
        """The attackers whom it would double."""
        at = state.units[depot].at
        spent = [state.units[other].at for other in self.spent]
        return [
            name
            for combat in self.combats
            for name in combat.attackers
            if attack_supply(state, name, spent) == "attack"
            if at in attack_sources(state, self.side, state.units[name].at)
        ]

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        match action:
            case Sacrifice(name=depot):
                users = self._users(draft.state, depot)
                draft.swap(replace(self, spent=(*self.spent, depot)))
                draft.note("sacrificed", unit=depot, at=_where(draft.state, depot), attackers=users, case="12.3")
            case Destroy(name=depot):
                destroy(draft, depot)
            case Done():
                draft.pop()
                settle(draft, self)


class EndOfCombat(Step[PanzerarmeeAfrika], frozen=True):
    """[12.3] Installations that were spent leave the map when all combats are over."""

    spent: tuple[str, ...] = ()

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        draft.pop()
        for depot in self.spent:
            eliminate(draft, depot, "12.3", "spent for maximum attack supply")
