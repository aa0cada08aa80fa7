"""[3, 4, 10.1, 24] The sequence of play, and what is judged when a player turn begins and ends."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Over, Step
from sandtable.games.afrika_korps.arrivals.phase import (
    accrue_replacements,
    controls,
    open_arrivals,
    open_supply_arrival,
    ports_controlled,
)
from sandtable.games.afrika_korps.arrivals.substitution import open_substitution
from sandtable.games.afrika_korps.combat.declarations import open_battles
from sandtable.games.afrika_korps.ground.rommel import displace_if_isolated
from sandtable.games.afrika_korps.ground.supply import isolated_units
from sandtable.games.afrika_korps.map import fortresses, home_bases
from sandtable.games.afrika_korps.movement.phase import Movement, capture_in_passing
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import date, limits
from sandtable.games.afrika_korps.state import NOUNS, SIDES, AfrikaKorps, eliminate, enemy_of, write_books


class PlayerTurn(Step[AfrikaKorps], frozen=True):
    """[3] One player's turn, phase by phase in the order of the book."""

    side: str
    phase: int = 0

    def run(self, draft: Draft[AfrikaKorps]) -> None:
        if annihilated(draft):  # [4.1, 4.2] at once, whatever the phase
            return
        draft.swap(replace(self, phase=self.phase + 1))
        SEQUENCE_OF_PLAY[self.phase](draft, self.side)


def begin_turn(draft: Draft[AfrikaKorps], side: str) -> None:
    """What is judged at the beginning: ports [23.44], control [4.1], isolation [24.2], lack of supply [24.5]."""
    draft.change(phasing=side, treks={}, victories=(), spent=(), fought=())
    draft.note("turn", turn=draft.state.turn, side=side, date=date(draft.state.turn))
    displace_if_isolated(draft)
    state = draft.state
    write_books(
        draft,
        side,
        ports=ports_controlled(state, side),
        holds_all=holds_all(state, side),
        bare=not state.layout.supplies[side],
    )
    cut_off = set(isolated_units(state, side))
    for name, unit in state.units.items():
        if unit.cut_off != (name in cut_off):
            draft.amend("units", name, replace(draft.state.units[name], cut_off=name in cut_off))
    accrue_replacements(draft, side)  # [20.1]


def move_units(draft: Draft[AfrikaKorps], side: str) -> None:
    for at in sorted(draft.state.layout.combat[side]):
        capture_in_passing(draft, side, at)  # a lone supply that was left next to the enemy
    draft.push(Movement(side))


def substitute_units(draft: Draft[AfrikaKorps], side: str) -> None:
    if side == "allied":
        open_substitution(draft)


def end_turn(draft: Draft[AfrikaKorps], side: str) -> None:
    """What is judged at the end, after spent supplies have left [14.1]."""
    for supply in draft.state.spent:
        if supply in draft.state.layout.supplies[side]:
            eliminate(draft, supply, "14.1", "used to sustain attacks")
    if starved(draft, side):
        return
    judge_isolation(draft, side)
    if annihilated(draft) or conquered(draft, side):  # [4.1, 4.2]
        return
    state = draft.state
    if side == SIDES[-1] and state.turn == limits().last_turn:  # [4.2]
        draft.end("allied", "4.2", "the Axis did not reach its goals by the last October 1942 turn")
        return
    if side == SIDES[-1]:  # [3.5]
        draft.change(turn=state.turn + 1)
    draft.swap(PlayerTurn(enemy_of(side)))


SEQUENCE_OF_PLAY: tuple[Callable[[Draft[AfrikaKorps], str], None], ...] = (
    begin_turn,
    open_supply_arrival,  # [3.1, 3.3]
    open_arrivals,  # [3.1, 3.3]
    move_units,  # [3.1, 3.3]
    substitute_units,  # [21.2]
    open_battles,  # [3.2, 3.4]
    end_turn,
)


def judge_isolation(draft: Draft[AfrikaKorps], side: str) -> None:
    """[24.2] Isolated at the beginning and the end of two turns running: eliminated."""
    now = set(isolated_units(draft.state, side))
    for name, unit in list(draft.state.units.items()):
        if counters()[name].side != side:
            continue
        turns = unit.isolated + 1 if unit.cut_off and name in now else 0
        if turns >= limits().isolation_turns:
            eliminate(draft, name, "24.2", "isolated for two turns")
        elif turns != unit.isolated or unit.cut_off:
            draft.amend("units", name, replace(unit, isolated=turns, cut_off=False))


def starved(draft: Draft[AfrikaKorps], side: str) -> bool:
    """[24.5] No supply on the board at the beginning and the end of two turns running: the army is lost."""
    books = draft.state.books[side]
    turns = books.bare_turns + 1 if books.bare and not draft.state.layout.supplies[side] else 0
    write_books(draft, side, bare_turns=turns)
    if turns < limits().isolation_turns:
        return False
    for names in list(draft.state.layout.combat[side].values()):
        for name in names:
            eliminate(draft, name, "24.5", "no supply on the board for two turns")
    draft.end(enemy_of(side), "24.5", f"{NOUNS[side]} had no supply on the board for two turns")
    return True


def holds_all(state: AfrikaKorps, side: str) -> bool:
    """[4.1, 4.2] Both fortresses and both home bases."""
    return all(controls(state, side, site) for site in fortresses() | home_bases())


def conquered(draft: Draft[AfrikaKorps], side: str) -> bool:
    """[4.1, 4.2] Everything held at the beginning and the end of two turns running."""
    books = draft.state.books[side]
    turns = books.held_turns + 1 if books.holds_all and holds_all(draft.state, side) else 0
    write_books(draft, side, held_turns=turns)
    if turns < limits().victory_turns:
        return False
    case = "4.1" if side == "axis" else "4.2"
    draft.end(side, case, f"{NOUNS[side]} held both fortresses and both home bases for two turns")
    return True


def annihilated(draft: Draft[AfrikaKorps]) -> bool:
    """[4.1, 4.2] No combat unit of the other side left on the board; the phasing player is judged first."""
    if isinstance(draft.top, Over):
        return True
    state = draft.state
    for side in (state.phasing, enemy_of(state.phasing)):
        if not state.layout.combat[enemy_of(side)]:
            case = "4.1" if side == "axis" else "4.2"
            draft.end(side, case, f"no combat unit of {NOUNS[enemy_of(side)]} is left on the board")
            return True
    return False
