"""[10.2, 10.3, 10.4, 12.5.1, 18.1, 18.2] Step losses: who chooses, from whom, and what becomes of the last step."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.ground.entering import capture_trucks, enter
from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.lines.tracing import in_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Lose, Name
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.results.battle import Battle, holding, present
from sandtable.games.north_africa_41.state import (
    FULL_RETREAT,
    SURRENDERED,
    NorthAfrica,
    eliminate,
    enemy_of,
    lose_step,
    remnants_left,
    side_of,
)


class Release(Name, frozen=True):
    """[10.4.2] Do without a remnant: send a reduced unit to the Eliminated Box when it must lose a step."""


# --- whose steps


def losable(state: NorthAfrica, battle: Battle, loser: Side) -> tuple[str, ...]:
    """[10.2.2] The units of one side from which a step may be chosen."""
    if loser == battle.side:
        return present(state, battle.attackers)
    left = holding(state, battle)
    if battle.kind == "attack":
        left = tuple(name for name in left if name not in battle.inert)  # [12.3]
    return tuple(name for name in left if _counts(state, battle, name)) or left


def _counts(state: NorthAfrica, battle: Battle, name: str) -> bool:
    """[8.6, 10.2.2] Whether a defender has added to the defence; others lose steps only when all of these are gone."""
    return name not in battle.inert and state.units[name].order != FULL_RETREAT and not is_support(name)


def losable_tanks(state: NorthAfrica, battle: Battle, loser: Side) -> tuple[str, ...]:
    """[18.2] The tanks of a side that are involved."""
    facts = counters()
    names = losable(state, battle, loser)
    return tuple(name for name in names if facts[name].tank and (loser == battle.side or _counts(state, battle, name)))


def is_flak_involved(state: NorthAfrica, battle: Battle) -> bool:
    """[18.2] Whether an 88mm Flak unit takes part, on whichever side of the combat."""
    facts = counters()
    names = [*present(state, battle.attackers), *(n for n in holding(state, battle) if _counts(state, battle, n))]
    return any(facts[name].flak for name in names)


def shrugs_off(state: NorthAfrica, battle: Battle, result: str) -> bool:
    """[18.1] Reconnaissance units alone in a hex ignore the step loss of a D1 or DS."""
    if result not in ("D1", "DS"):
        return False
    return all(counters()[name].reconnaissance for name in holding(state, battle))


# --- one loss


class Toll(Step[NorthAfrica], frozen=True):
    """[10.2] A step that one side loses and one side chooses; nobody is asked when there is nothing to choose."""

    battle: Battle
    loser: Side
    chooser: Side
    tanks: bool = False  # [18.2] the additional step, from a tank

    def run(self, draft: Draft[NorthAfrica]) -> None:
        names = candidates(draft.state, self)
        draft.pop()
        if len(names) == 1:
            suffer(draft, names[0])
        elif names:
            draft.push(Casualty(self.battle, self.loser, self.chooser, self.tanks))


def candidates(state: NorthAfrica, toll: Toll | Casualty) -> tuple[str, ...]:
    """[10.2.2, 18.2]"""
    return (losable_tanks if toll.tanks else losable)(state, toll.battle, toll.loser)


class Casualty(Decision[NorthAfrica], frozen=True):
    """[10.2.1] The choice of the unit that loses a step."""

    battle: Battle
    loser: Side
    chooser: Side
    tanks: bool = False

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.chooser,)

    def prompt(self, state: NorthAfrica) -> str:
        whose = "Your own" if self.loser == self.chooser else "The enemy's"
        kind = "an additional tank step" if self.tanks else "a step"
        return f"{self.battle.result} at {board().name(self.battle.at)}. {whose} units lose {kind}: choose which."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        names = candidates(state, self)
        return [*map(Lose, names), *(Release(name) for name in names if self._may_release(state, name))]

    def _may_release(self, state: NorthAfrica, name: str) -> bool:
        return self.loser == self.chooser and becomes_remnant(state, name)

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Lose | Release):
            raise Refusal("10.2.1", "choose the unit that loses a step")
        names = candidates(state, self)
        if action.name not in names:
            case = "18.2" if self.tanks else "10.2.2"
            raise Refusal(case, f"{action.name} cannot take this loss; choose from {', '.join(names)}")
        if isinstance(action, Release) and not self._may_release(state, action.name):
            raise Refusal("10.4.2", f"you are not asked about a remnant of {action.name}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Release):
            release(draft, action.name)
        elif isinstance(action, Lose):
            if self.loser == self.chooser:
                take_step(draft, action.name)
            else:
                suffer(draft, action.name)


# --- remnants


def becomes_remnant(state: NorthAfrica, name: str) -> bool:
    """[10.4.1] Whether the next step lost leaves a remnant, one being in the display."""
    counter = counters()[name]
    return state.units[name].steps == 2 and remnants_left(state, counter) > 0


def suffer(draft: Draft[NorthAfrica], name: str) -> None:
    """[10.3, 10.4.2] A step is lost; the owner is asked whether he uses the remnant."""
    if becomes_remnant(draft.state, name):
        draft.push(RemnantChoice(name))
    else:
        take_step(draft, name)


class RemnantQuestion(Decision[NorthAfrica], frozen=True):
    """[10.4.2] A unit of three steps goes down to its last: does the owner use the remnant?"""

    name: str

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (side_of(self.name),)

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Lose(self.name), Release(self.name)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Lose | Release) or action.name != self.name:
            raise Refusal("10.4.2", f"`lose {self.name}` keeps a remnant, `release {self.name}` does without")


class RemnantChoice(RemnantQuestion, frozen=True):
    """[10.4.2] A unit of three steps goes down to its last: as a remnant, or into the Eliminated Box."""

    def prompt(self, state: NorthAfrica) -> str:
        return f"{self.name} loses its second step: keep a remnant, or release it to the Eliminated Box?"

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Release):
            release(draft, self.name)
        else:
            take_step(draft, self.name)


# --- what becomes of them


def take_step(draft: Draft[NorthAfrica], name: str, case: str = "10.3", why: str = "step loss in combat") -> None:
    """[10.3, 12.5.1] One step; the last one of a unit Out of Supply at that instant sends it into captivity."""
    state = draft.state
    at = state.units[name].at
    if is_last_step(state, name) and not in_supply(state, name):
        draft.note("reduced", unit=name, at=board().name(at), steps=0, case=case, why=why)
        _give_up(draft, name)
    else:
        lose_step(draft, name, case, why)
    leave_behind(draft, name, at)


def is_last_step(state: NorthAfrica, name: str) -> bool:
    """[10.3, 10.4.2] Whether the unit is gone with its next step; without a remnant the second goes for the third."""
    steps = state.units[name].steps
    return steps == 1 or (steps == 2 and bool(counters()[name].remnant) and not becomes_remnant(state, name))


def release(draft: Draft[NorthAfrica], name: str) -> None:
    """[10.4.2] Both steps at once."""
    fall(draft, name, "10.4.2", "without a remnant")


def fall(draft: Draft[NorthAfrica], name: str, case: str, why: str) -> None:
    """[12.5.1] A unit is eliminated in combat; Out of Supply at that instant it surrenders."""
    at = draft.state.units[name].at
    if in_supply(draft.state, name):
        eliminate(draft, name, case, why)
    else:
        _give_up(draft, name)
    leave_behind(draft, name, at)


def _give_up(draft: Draft[NorthAfrica], name: str) -> None:
    """[12.5.1, 12.5.2]"""
    eliminate(draft, name, "12.5.1", "eliminated Out of Supply, surrendered", SURRENDERED)


def leave_behind(draft: Draft[NorthAfrica], name: str, at: int) -> None:
    """[10.2.2, 27.1] Trucks beside a unit that surrendered as the last of its hex may be captured."""
    side = side_of(name)
    if draft.state.units[name].at == SURRENDERED and not draft.state.at(at, side):
        capture_trucks(draft, at)
    abandon(draft, side, at)


def abandon(draft: Draft[NorthAfrica], side: Side, at: int) -> None:
    """[10.2.2] Non-Combat Units whose last companion fell are lost to the enemy at once."""
    if at >= 0 and not draft.state.at(at, side):
        enter(draft, enemy_of(side), at)
