"""[15.0, 15.2] Close Assault: hex after hex in the order of the phasing side; `resolution` has what happens in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise
from sandtable.games.campaign_for_north_africa.combat import retreats
from sandtable.games.campaign_for_north_africa.combat.differential import fight_for
from sandtable.games.campaign_for_north_africa.combat.firepower import supplied
from sandtable.games.campaign_for_north_africa.combat.orders import Assault
from sandtable.games.campaign_for_north_africa.combat.resolution import Resolution, hearten
from sandtable.games.campaign_for_north_africa.combat.segment import can_fight, charge_defence, defender, forces_at
from sandtable.games.campaign_for_north_africa.losses.surrender import beaten, collapse, surrender
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.strength import worth
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at, side_of
from sandtable.games.campaign_for_north_africa.verbs import record


def open_assaults(draft: Draft[Campaign]) -> None:
    """[15.22]"""
    draft.push(CloseAssaults())


# The order [15.22, 15.24]


def waiting(state: Campaign) -> tuple[int, ...]:
    """[15.23] Hexes that are assaulted and whose assault has not taken place."""
    return tuple(
        dict.fromkeys(
            force.at
            for force in state.segment.forces
            if force.role == "close_assault"
            and side_of(force.unit) == state.phasing
            and force.at not in state.segment.fought
        )
    )


class CloseAssaults(Step[Campaign], frozen=True):
    """[15.22] One assault after the other."""

    def run(self, draft: Draft[Campaign]) -> None:
        left = waiting(draft.state)
        if not left:
            draft.pop()
        elif len(left) == 1:
            begin(draft, left)
        else:
            draft.push(NextAssault())


class NextAssault(Decision[Campaign], frozen=True):
    """[15.22, 15.24] The phasing side says which assault comes next; `assault C3922+C3923` resolves two as one."""

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return (state.phasing,)

    def prompt(self, state: Campaign) -> str:
        return f"Which assault comes next? {', '.join(board().name(at) for at in waiting(state))}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return tuple(Assault("+".join(board().name(at) for at in hexes)) for hexes in _choices(state))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Assault):
            raise Refusal("15.22", "name the hex to be assaulted next")
        left = {board().name(at): at for at in waiting(state)}
        names = action.name.split("+")
        if len(set(names)) < len(names) or any(name not in left for name in names):
            raise Refusal("15.23", f"no assault is waiting on {action.name}")
        if not may_combine(state, tuple(left[name] for name in names)):
            raise Refusal(
                "15.24", "hexes assaulted together must be adjacent to each other and to every unit that assaults them"
            )

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Assault):
            begin(draft, tuple(board().hex(name) for name in action.name.split("+")))


def _choices(state: Campaign) -> Iterator[tuple[int, ...]]:
    left = waiting(state)
    for number in range(1, min(len(left), 3) + 1):
        for hexes in combinations(left, number):
            if may_combine(state, hexes):
                yield hexes


def may_combine(state: Campaign, hexes: Sequence[int]) -> bool:
    """[15.24] Adjacent to each other and to every hex from which any of them is assaulted."""
    if len(hexes) == 1:
        return True
    if any(b not in neighbours()[a] for a, b in combinations(hexes, 2)):
        return False
    forces = (force for at in hexes for force in forces_at(state, at, state.phasing, "close_assault"))
    bases = {state.units[force.unit].at for force in forces}
    return all(at in neighbours()[base] for base in bases for at in hexes)


def begin(draft: Draft[Campaign], at: tuple[int, ...]) -> None:
    """[15.23, 15.88, 15.29, 11.21] An assault begins: its defenders pay for it, those without cohesion give up, and a
    hex to which nobody was assigned is left. Of several hexes such a one is dealt with by itself."""
    bare = tuple(hex for hex in at if is_undefended(draft.state, hex))
    if bare:
        at = bare[:1]
    record(draft, fought=(*draft.state.segment.fought, *at))
    side = defender(draft.state)
    at = tuple(hex for hex in at if draft.state.holder(hex) == side)
    fight = fight_for(draft.state, at)
    if not fight.attackers:
        return
    for hex in at:
        charge_defence(draft, hex)
        collapse(draft, beaten(draft.state, hex, side), draft.state.phasing)
    fight = fight_for(draft.state, at)
    if not any(draft.state.at(hex, side) for hex in at):
        hearten(draft, fight)
    elif bare:
        yield_hex(draft, at[0])
    else:
        draft.push(Resolution(fight=fight))


def is_undefended(state: Campaign, at: int) -> bool:
    """[15.29] Nobody was assigned to the Close Assault, though somebody might have been: a hex whose rated units are
    all unable, one of them pinned, stays to be assaulted, and so does one in which nobody has a rating."""
    side = defender(state)
    if forces_at(state, at, side, "close_assault"):
        return False
    rated = [name for name in everyone_at(state, at, side) if _is_rated(state, name)]
    if not rated:
        return False
    return any(can_fight(state, name) for name in rated) or not any(name in state.segment.pinned for name in rated)


def yield_hex(draft: Draft[Campaign], at: int) -> None:
    """[15.15, 15.29] Those without Ammo surrender, all others go; who assaulted is the better for it."""
    state = draft.state
    side = defender(state)
    draft.push(Yielded(at))
    if _has_no_ammo(state, at):
        surrender(draft, at, state.phasing)
        return
    draft.note("gave_up", at=board().name(at), side=side, hexes=SCATTERED, case="15.29")
    disorganise(draft, tuple(everyone_at(state, at, side)), SCATTERED)
    _scatter(draft, at, SCATTERED)


def _has_no_ammo(state: Campaign, at: int) -> bool:
    """[15.15] Nobody able has Ammo; what was spent on fire at armour was there."""
    side = defender(state)
    if forces_at(state, at, side, "anti_armour"):
        return False
    fit = [name for name in everyone_at(state, at, side) if _is_rated(state, name) and can_fight(state, name)]
    return bool(fit) and not any(supplied(state, side, (name,), "assault") for name in fit)


def _scatter(draft: Draft[Campaign], at: int, hexes: int) -> None:
    retreats.open_forced(draft, at, hexes, -1)


def _is_rated(state: Campaign, name: str) -> bool:
    """[15.54] Whether anything of it is worth something in defence; a printed nought is no rating."""
    return any(worth(state, name, weapon, "defence") for weapon in state.units[name].toe)


class Yielded(Step[Campaign], frozen=True):
    """[6.24] The hex was vacated because of the assault on it, unless somebody had to stand."""

    at: int

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if draft.state.holder(self.at) is None:
            hearten(draft, fight_for(draft.state, (self.at,)))


SCATTERED = 3  # [15.29] hexes, and Disorganization Points
