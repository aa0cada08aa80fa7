"""[3.1, 3.2] The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.games.north_africa_41.arrivals.conversions import convert_units, open_amalgamations, open_upgrades
from sandtable.games.north_africa_41.arrivals.reinforcements import (
    advance_surrendered,
    open_departures,
    receive_reinforcements,
    receive_replacements,
    receive_supply,
    release_reserves,
)
from sandtable.games.north_africa_41.arrivals.replacements import open_replacements
from sandtable.games.north_africa_41.combat.phase import open_combat
from sandtable.games.north_africa_41.movement.phase import open_movement
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.schedule import turn
from sandtable.games.north_africa_41.resources.delay import open_delay
from sandtable.games.north_africa_41.resources.events import open_event
from sandtable.games.north_africa_41.resources.fortifications import complete_fortifications
from sandtable.games.north_africa_41.results.recovery import open_recovery
from sandtable.games.north_africa_41.sea.malta import roll_for_malta
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of, mark, side_of, write_books
from sandtable.games.north_africa_41.supply.attrition import open_supply_attrition
from sandtable.games.north_africa_41.supply.phase import open_supply
from sandtable.games.north_africa_41.victory.conditions import (
    award_points,
    conclude,
    is_last_turn,
    judge_automatic_victory,
)


class Preparation(Step[NorthAfrica], frozen=True):
    """[3.1] The Preparation Phase of both players."""

    phase: int = 0

    def run(self, draft: Draft[NorthAfrica]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        PREPARATION[self.phase](draft)


def begin_turn(draft: Draft[NorthAfrica]) -> None:
    number = draft.state.turn
    now = turn(number)
    draft.note("turn", turn=number, date=now.label, air=now.air, summer=now.summer)


def wake_rommel(draft: Draft[NorthAfrica]) -> None:
    """[18.5]"""
    draft.change(rommel=True)


def begin_impulses(draft: Draft[NorthAfrica]) -> None:
    draft.change(impulse=turn(draft.state.turn).impulses[0])
    draft.swap(PlayerTurn(SIDES[0]))


PREPARATION: tuple[Callable[[Draft[NorthAfrica]], None], ...] = (
    begin_turn,
    receive_supply,  # [3.1]
    receive_reinforcements,  # [20.1, 20.3]
    release_reserves,  # [S2.2]
    receive_replacements,  # [19.1.1]
    roll_for_malta,  # [22.3]
    wake_rommel,  # [18.5]
    advance_surrendered,  # [12.5.2]
    open_departures,  # [20.2, 20.3]
    convert_units,  # [20.4.2, 20.4.4]
    open_upgrades,  # [20.4.1]
    open_amalgamations,  # [20.4.3]
    begin_impulses,
)


class PlayerTurn(Step[NorthAfrica], frozen=True):
    """[3.2] One player's half of an Action Impulse, phase by phase."""

    side: Side
    phase: int = 0

    def run(self, draft: Draft[NorthAfrica]) -> None:
        release_reserves(draft)  # [S2.2] whoever entered a hex in the phase before
        draft.swap(replace(self, phase=self.phase + 1))
        SEQUENCE_OF_PLAY[self.phase](draft, self.side)


def begin_player_turn(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.2] The other player is done: what was noted of his turn, and of this one's last, is wiped."""
    state = draft.state
    draft.change(phasing=side, comando=False)
    draft.note("player_turn", turn=state.turn, impulse=state.impulse, side=side)
    if side == SIDES[0]:  # [21.4.4] a new impulse
        for each in SIDES:
            write_books(draft, each, repaired="")
    write_books(draft, side, convoys=0, embarked={}, debarked={}, demolished=(), restful=True)


def remove_transport_markers(draft: Draft[NorthAfrica], side: Side) -> None:
    """[5.9.1, 18.7.6, 21.1.5] Rail, Air and Naval Transport markers come off."""
    for name, unit in list(draft.state.units.items()):
        if unit.transport and side_of(name) == side:
            mark(draft, name, transport="")
    if draft.state.books[side].landed:
        write_books(draft, side, landed={})


def end_player_turn(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.1] The other player, the next impulse, or the end of the turn."""
    if side != SIDES[-1]:
        draft.swap(PlayerTurn(enemy_of(side)))
        return
    later = [impulse for impulse in turn(draft.state.turn).impulses if impulse > draft.state.impulse]
    if later:
        draft.change(impulse=later[0])
        draft.swap(PlayerTurn(SIDES[0]))
    else:
        draft.swap(EndOfTurn())


SEQUENCE_OF_PLAY: tuple[Callable[[Draft[NorthAfrica], Side], None], ...] = (
    begin_player_turn,
    remove_transport_markers,  # Initial Phase [5.9.1, 18.7.6, 21.1.5]
    complete_fortifications,  # [9.5.4, 9.5.5]
    open_event,  # [23.1]
    open_replacements,  # [19]
    open_movement,  # [5]
    open_combat,  # [8]
    open_recovery,  # [13.4]
    open_supply,  # [16.1]
    judge_automatic_victory,  # [26.1]
    open_delay,  # [24.3]
    end_player_turn,
)


class EndOfTurn(Step[NorthAfrica], frozen=True):
    """[3.1] The Supply Attrition Phase and the Victory Point Phase."""

    phase: int = 0

    def run(self, draft: Draft[NorthAfrica]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        END_OF_TURN[self.phase](draft)


def end_turn(draft: Draft[NorthAfrica]) -> None:
    if is_last_turn(draft.state):
        conclude(draft)
        return
    draft.change(turn=draft.state.turn + 1)
    draft.swap(Preparation())


END_OF_TURN: tuple[Callable[[Draft[NorthAfrica]], None], ...] = (
    lambda draft: open_supply_attrition(draft, SIDES[0]),  # [25.1]
    lambda draft: open_supply_attrition(draft, SIDES[1]),
    award_points,  # [S2.3]
    end_turn,
)
