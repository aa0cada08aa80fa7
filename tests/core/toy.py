"""Wadi, a toy game for tests of the engine: two sides, a handful of hexes, and one of everything.

A turn: both sides bid in secret for the first move out of a purse nobody else sees; the first side moves and fights,
then the other. A beaten defender decides whether to retreat or to stand: an interrupt in the other side's phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.cases import CaseTable
from sandtable.core.fields import Reach
from sandtable.core.frames import Decision, Draft, Over, Sealed, State, Step, veiled
from sandtable.core.listing import Listing, Made
from sandtable.core.title import (
    GeneralStaff,
    Interrupt,
    Player,
    Rulebook,
    Rules,
    Screen,
    Setup,
    Sight,
    Title,
    Trials,
    UnknownChoice,
)
from sandtable.core.values import Action, Event, Refusal, Value
from sandtable.core.views import Fact, Piece, View
from sandtable.kit.wargame import every_site, units_on_map
from tests.core.toy_actions import NOTATION, Attack, Bet, Done, Move, Stand, Withdraw
from tests.core.toy_board import CASES, board, graph

SIDES = ("red", "blue")
NOUNS = {"red": "Red", "blue": "Blue"}
POINTS, ROAD = 2, 1
LOST = -1


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


# State


class Unit(Value, frozen=True):
    side: str
    at: int
    strength: int


class Wadi(State, frozen=True, dict=True):
    stack: tuple[Turn | Bid | Movement | Combat | Retreat | Over, ...] = ()
    scenario: str = "short"
    options: tuple[str, ...] = ()
    turn: int = 0
    first: str = "red"
    units: dict[str, Unit] = {}
    purse: dict[str, int] = {}  # each side knows only its own

    @cached_property
    def taken(self) -> dict[int, str]:
        """Hex -> the unit that stands there."""
        return {unit.at: name for name, unit in self.units.items() if unit.at >= 0}

    @cached_property
    def zones(self) -> dict[str, bytearray]:
        """Side -> the zone that its enemies cast."""
        adjacent = board().adjacent
        return {side: fields.zones(adjacent, self.hexes(other(side))) for side in SIDES}

    def hexes(self, side: str) -> list[int]:
        return [unit.at for unit in self.units.values() if unit.side == side and unit.at >= 0]

    def strength(self, side: str) -> int:
        return sum(unit.strength for unit in self.units.values() if unit.side == side and unit.at >= 0)


def reach(state: Wadi, name: str) -> Reach:
    """[3] Where a unit can go."""
    unit = state.units[name]
    going = fields.Going(POINTS, ROAD, state.taken, state.zones[unit.side])
    return fields.reach(graph("flat" in state.options), unit.at, going)


def own_unit(state: Wadi, name: str, side: str, case: str) -> Unit:
    unit = state.units.get(name)
    if unit is None or unit.side != side or unit.at < 0:
        raise Refusal(case, f"{name} is no unit of {side} on the map")
    return unit


def weaken(draft: Draft[Wadi], name: str, points: int) -> None:
    unit = draft.state.units[name]
    left = max(unit.strength - points, 0)
    draft.amend("units", name, replace(unit, strength=left, at=unit.at if left else LOST))
    draft.note("weakened", unit=name, left=left)


def judge(draft: Draft[Wadi]) -> None:
    """[1.1, 1.2] Whether somebody has won."""
    state = draft.state
    for side in SIDES:
        camp = next(site.hex for site in board().sites if site.side == other(side))
        if camp in state.hexes(side):
            return draft.end(side, "1.1", f"{side} has entered the enemy camp")
        if not state.hexes(other(side)):
            return draft.end(side, "1.2", f"{other(side)} has no units left")
    return None


# Frames


class Turn(Step[Wadi], frozen=True):
    """[1] The sequence of play."""

    stage: int = 0

    def run(self, draft: Draft[Wadi]) -> None:
        stage, state = self.stage, draft.state
        draft.swap(Turn(stage + 1))
        if stage == 0:
            if state.turn == (3 if state.scenario == "short" else 6):
                return self.count_up(draft)
            draft.change(turn=state.turn + 1)
            draft.note("turn", turn=state.turn + 1)
            draft.push(Bid())
        elif stage in (1, 3):
            draft.push(Movement(state.first if stage == 1 else other(state.first)))
        elif stage in (2, 4):
            draft.push(Combat(state.first if stage == 2 else other(state.first)))
        else:
            draft.swap(Turn(0))
        return None

    def count_up(self, draft: Draft[Wadi]) -> None:
        red, blue = draft.state.strength("red"), draft.state.strength("blue")
        winner = None if red == blue else "red" if red > blue else "blue"
        draft.end(winner, "1", "the last turn is over")


class Bid(Sealed[Wadi], frozen=True):
    """[2] Bidding for the first move."""

    answers: dict[str, Bet] = {}

    def sides(self, state: Wadi) -> tuple[str, ...]:
        return SIDES

    def prompt(self, state: Wadi) -> str:
        return "Bid for the first move"

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        return Made(range(state.purse[side] + 1), Bet)

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if not isinstance(action, Bet):
            raise Refusal("2", "a bid is asked for")
        if action.coins > state.purse[side]:
            raise Refusal("2", "there is not so much in the purse")

    def reveal(self, draft: Draft[Wadi], answers: Mapping[str, Action]) -> None:
        coins = {side: bet.coins for side, bet in answers.items() if isinstance(bet, Bet)}
        for side in SIDES:
            draft.amend("purse", side, draft.state.purse[side] - coins[side])
        if coins["red"] == coins["blue"]:
            first = "red" if draft.roll("first move") <= 3 else "blue"
        else:
            first = max(SIDES, key=lambda side: coins[side])
        draft.change(first=first)
        for side in SIDES:
            draft.note("counted", coins=draft.state.purse[side], only=side)


class Movement(Decision[Wadi], frozen=True):
    """[3] Moving."""

    side: str
    moved: tuple[str, ...] = ()

    def prompt(self, state: Wadi) -> str:
        return f"{self.side}: move units"

    def ready(self, state: Wadi) -> list[str]:
        return [
            name for name, unit in state.units.items()
            if unit.side == self.side and unit.at >= 0 and name not in self.moved
        ]  # fmt: skip

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        return Listing(*(self.moves(state, name) for name in self.ready(state)), (Done(),))

    def moves(self, state: Wadi, name: str) -> Sequence[Action]:
        return Made(tuple(reach(state, name)), lambda to: Move(name, board().name(to)))

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Move):
            raise Refusal("3", "now units move")
        own_unit(state, action.unit, side, "3")
        if action.unit in self.moved:
            raise Refusal("3", f"{action.unit} has moved")
        if action.to not in board().index or board().hex(action.to) not in reach(state, action.unit):
            raise Refusal("3", f"{action.unit} cannot reach {action.to}")

    def do(self, draft: Draft[Wadi], side: str, action: Action) -> None:
        if not isinstance(action, Move):
            draft.pop()
            return
        unit = draft.state.units[action.unit]
        draft.amend("units", action.unit, replace(unit, at=board().hex(action.to)))
        draft.note("moved", unit=action.unit, to=action.to)
        draft.swap(Movement(self.side, tuple(sorted((*self.moved, action.unit)))))
        judge(draft)


class Combat(Decision[Wadi], frozen=True):
    """[4] Fighting. Attacks by one unit are listed, attacks by several are legal too."""

    exhaustive: ClassVar[bool] = False
    side: str
    fought: tuple[str, ...] = ()

    def prompt(self, state: Wadi) -> str:
        return f"{self.side}: attack"

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        found: list[Action] = []
        for name, unit in state.units.items():
            if unit.side == side and unit.at >= 0 and name not in self.fought:
                near = [state.taken[at] for at in board().adjacent[unit.at] if at in state.taken]
                found += [Attack(target, (name,)) for target in near if state.units[target].side != side]
        return [*found, Done()]

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Attack):
            raise Refusal("4", "now units attack")
        target = own_unit(state, action.target, other(side), "4")
        if len(set(action.units)) != len(action.units):
            raise Refusal("4", "a unit attacks once")
        for name in action.units:
            unit = own_unit(state, name, side, "4")
            if name in self.fought:
                raise Refusal("4", f"{name} has attacked")
            if target.at not in board().adjacent[unit.at]:
                raise Refusal("4", f"{name} is not adjacent to {action.target}")

    def do(self, draft: Draft[Wadi], side: str, action: Action) -> None:
        if not isinstance(action, Attack):
            draft.pop()
            return
        draft.swap(Combat(self.side, tuple(sorted((*self.fought, *action.units)))))
        die = draft.roll("combat") + len(action.units) - 1
        draft.note("fought", target=action.target, units=list(action.units), die=die)
        if die <= 2:
            weaken(draft, action.units[0], 1)
        elif die <= 4:
            draft.push(Retreat(other(side), action.target))
        else:
            weaken(draft, action.target, 2)
        judge(draft)


class Retreat(Decision[Wadi], frozen=True):
    """[4.1] The defender's answer."""

    side: str
    unit: str

    def prompt(self, state: Wadi) -> str:
        return f"{self.side}: {self.unit} retreats or stands"

    def interrupt(self, state: Wadi, side: str) -> str:
        return "retreat"

    def open_hexes(self, state: Wadi) -> list[int]:
        zone = state.zones[self.side]
        return [at for at in board().adjacent[state.units[self.unit].at] if at not in state.taken and not zone[at]]

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        return [*(Withdraw(self.unit, board().name(at)) for at in self.open_hexes(state)), Stand()]

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if isinstance(action, Stand):
            return
        if not isinstance(action, Withdraw) or action.unit != self.unit:
            raise Refusal("4.1", f"{self.unit} retreats or stands")
        if action.to not in board().index or board().hex(action.to) not in self.open_hexes(state):
            raise Refusal("4.1", f"{self.unit} cannot retreat to {action.to}")

    def do(self, draft: Draft[Wadi], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Withdraw):
            unit = draft.state.units[self.unit]
            draft.amend("units", self.unit, replace(unit, at=board().hex(action.to)))
            draft.note("withdrew", unit=self.unit, to=action.to)
        else:
            weaken(draft, self.unit, 1)
            judge(draft)


class RudePlayer:
    """Answers everything with `done`, whatever was asked."""

    def choose(self, observed: Any, side: str) -> Action:
        return Done()


def start(setup: Setup) -> Wadi:
    places = {"r1": ("red", "A1", 2), "r2": ("red", "B1", 1), "b1": ("blue", "C6", 2), "b2": ("blue", "B5", 1)}
    units = {name: Unit(side, board().hex(at), strength) for name, (side, at, strength) in places.items()}
    return Wadi(
        stack=(Turn(),), scenario=setup.scenario, options=setup.options, units=units, purse={"red": 3, "blue": 3}
    )


def view(state: Wadi, side: str) -> View:
    top = state.stack[-1]
    decision, over = top if isinstance(top, Decision) else None, top if isinstance(top, Over) else None
    pieces = tuple(
        Piece(name, name, unit.side, unit.side, "infantry", "III", (unit.strength, POINTS), board().name(unit.at))
        for name, unit in state.units.items()
    )
    facts = (Fact("purse", str(state.purse[side]), side),) if side else ()
    return View(
        game="wadi", scenario=state.scenario, side=side, turn=state.turn, last_turn=6, date="", phase="",
        prompt=decision.prompt(state) if decision else "", asked=decision.asked(state) if decision else (),
        pieces=pieces, facts=facts, over=over.reason if over else "", winner=over.winner if over else None,
    )  # fmt: skip


def observe(state: Wadi, side: str) -> Wadi:
    return veiled(replace(state, purse={side: state.purse[side], other(side): 0}), side)


def disguises(state: Wadi, side: str) -> Iterable[Wadi]:
    for each in SIDES:
        if each != side:
            yield replace(state, purse={**state.purse, each: state.purse[each] + 2})


def tell(event: Event) -> str:
    return " ".join([event.kind, *(f"{key} {fact}" for key, fact in event.facts.items())])


def evaluate(state: Wadi, side: str) -> float:
    worth = {each: 10.0 * state.strength(each) for each in SIDES}
    for each in SIDES:
        camp = next(site.hex for site in board().sites if site.side == other(each))
        worth[each] -= min((board().distance(at, camp) for at in state.hexes(each)), default=0)
    return worth[side] - worth[other(side)]


def broken_invariants(state: Wadi) -> list[str]:
    broken = [f"{name} has strength {unit.strength}" for name, unit in state.units.items() if unit.strength < 0]
    on_map = [unit.at for unit in state.units.values() if unit.at >= 0]
    if len(set(on_map)) != len(on_map):
        broken.append("two units share a hex")
    broken += [f"{side} owes money" for side, coins in state.purse.items() if coins < 0]
    return broken


def player(title: Title[Any], name: str, seed: int) -> Player:
    if name != "rude":
        raise UnknownChoice(f"Wadi has no player '{name}'; it has: rude")
    return RudePlayer()


def desk(state: Wadi, side: str) -> str:
    top = state.stack[-1]
    return "treasury" if isinstance(top, Bid) else "rearguard" if isinstance(top, Retreat) else ""


class WadiBook(Rulebook):
    def cases(self) -> CaseTable:
        return CaseTable.read(CASES)


class WadiTitle(Title[Wadi]):
    key = "wadi"
    name = "Wadi"
    rules_version = "1"
    sides = SIDES
    scenarios = {"short": "three turns", "long": "six turns"}
    options = {"flat": "hills cost nothing extra"}
    book = WadiBook(Path(__file__).parent)
    rules = Rules(
        Wadi,
        board,
        NOTATION,
        start,
        interrupts={"retreat": Interrupt("Retreat or stand (4.1)", {"never": "never retreat"}, "rearguard")},
    )
    sight = Sight(view, hides=True, observe=observe, disguises=disguises)
    screen = Screen(tell=tell, nouns=NOUNS)
    staff = GeneralStaff(
        players=("rude",),
        player=player,
        evaluate=evaluate,
        decisive=lambda side: every_site(WadiTitle.rules),
        muster=lambda state, side: units_on_map(WadiTitle.rules, WadiTitle.sight, state, side),
        desks={"treasury": "the bids for the first move", "rearguard": "retreats"},
        desk=desk,
    )
    trials = Trials(broken_invariants)
