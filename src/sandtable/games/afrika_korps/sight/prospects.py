"""[4, 19, 24.5] How the game stands, and the Time Record Card with what each turn brings."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.standing import Due, Goal, Standing, TurnBox
from sandtable.core.title import Neglect
from sandtable.games.afrika_korps.arrivals.phase import controls, ports_controlled
from sandtable.games.afrika_korps.map import board, fortresses, home_base, home_bases
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.pieces.counters import reinforcements
from sandtable.games.afrika_korps.pieces.tables import Turn, limits, sunk_on, time_record
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps, enemy_of

CASES = {"axis": "4.1", "allied": "4.2"}
ANNOUNCED = {
    "no_axis_supply": ("axis", "no supply arrives"),
    "replacements": ("", "replacement factors are received"),
    "substitutes": ("allied", "substitute counters may be used"),
}


def standing(state: AfrikaKorps, side: str) -> Standing:
    """[4.1, 4.2] The Allies have won when time runs out, whoever is ahead on the board."""
    held = {each: _held(state, each) for each in SIDES}
    ahead = next((each for each in SIDES if len(held[each]) == len(_prizes())), "allied")
    goals = (*_places(state), *(_conquest(state, each, held[each]) for each in SIDES), *_armies(state))
    end = f"the Allies win after turn {limits().last_turn} unless the Axis has won before"
    return Standing(end[:1].upper() + end[1:], ahead, goals)


def neglects(state: AfrikaKorps, side: str) -> tuple[Neglect, ...]:
    """[12.4] Who ends his movement without a port has nothing landed in his next turn: how first games are lost."""
    moves = state.phasing == side and isinstance(state.stack[-1], Movement)
    if not moves or state.turn == limits().last_turn or ports_controlled(state, side):
        return ()
    text = "Nothing will land in your next turn, not even supply: none of your units holds the home base or Tobruch"
    return (Neglect(board().name(home_base(side)), text, "12.4"),)


def _prizes() -> tuple[int, ...]:
    """[4.1, 4.2] From west to east."""
    return tuple(sorted(fortresses() | home_bases(), key=lambda at: board().centre[at]))


def _held(state: AfrikaKorps, side: str) -> list[int]:
    return [at for at in _prizes() if controls(state, side, at)]


def _called(at: int) -> str:
    return next(site.name for site in board().sites if site.hex == at)


def _places(state: AfrikaKorps) -> Iterator[Goal]:
    for at in _prizes():
        holder = next((side for side in SIDES if controls(state, side, at)), "")
        kind = "fortress" if at in fortresses() else "home base"
        yield Goal(_called(at), kind, holder, "" if holder else _why_nobody(state, at), (board().name(at),), "4.3")


def _why_nobody(state: AfrikaKorps, at: int) -> str:
    """[4.3]"""
    return "an enemy zone of control reaches it" if state.layout.stacks.get(at) else "no unit is there"


def _conquest(state: AfrikaKorps, side: str, held: list[int]) -> Goal:
    """[4.1, 4.2] All of them at the beginning and the end of two turns running."""
    turns, wanted = state.books[side].held_turns, limits().victory_turns
    lacking = ", ".join(_called(at) for at in _prizes() if at not in held)
    hold = f"hold them for {wanted - turns} more of your turns from beginning to end"
    missing = f"still to take: {lacking}" if lacking else hold
    text = f"holds {len(held)} of {len(_prizes())}"
    return Goal(f"{side.title()} conquest", text, side if not lacking else "", missing, (), CASES[side])


def _armies(state: AfrikaKorps) -> Iterator[Goal]:
    """[4.1, 4.2, 24.5] The ways to lose an army."""
    for side in SIDES:
        units = sum(len(names) for names in state.layout.combat[side].values())
        text = f"{plural(units, 'combat unit')} on the board"
        missing = ""
        if not state.layout.supplies[side]:
            left = limits().isolation_turns - state.books[side].bare_turns
            missing = f"no supply on the board: the army is lost after {plural(left, 'whole turn')} of its own without"
        yield Goal(f"{side.title()} army", text, "" if missing else side, missing, (), CASES[enemy_of(side)])


# --- the Time Record Card


def calendar(state: AfrikaKorps, side: str) -> tuple[TurnBox, ...]:
    """[1.5, 19.1]"""
    return tuple(
        TurnBox(turn.number, turn.date, turn.date.partition(" ")[2], tuple(_dues(turn))) for turn in time_record()
    )


def _dues(turn: Turn) -> Iterator[Due]:
    for side in SIDES:
        units = [counter.id for counter in reinforcements(turn.number, side)]
        if units:
            yield Due("arrives", ", ".join(units), side)
    if turn.number > 1 and sunk_on(turn.number) != sunk_on(turn.number - 1):
        rolls = ", ".join(map(str, sorted(sunk_on(turn.number)))) or "no roll"
        yield Due("changes", f"from now on supply is sunk on {rolls}", "axis")
    before = time_record()[turn.number - 2].announces if turn.number > 1 else frozenset()
    for key, (side, text) in ANNOUNCED.items():
        if key in turn.announces and key not in before:
            yield Due("changes", text, side)
