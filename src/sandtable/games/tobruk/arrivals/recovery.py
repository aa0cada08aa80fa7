"""[12.0] Recovered armour comes back when the chit of its corps is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.map import board, fort_owner, fortification
from sandtable.games.tobruk.order_forms import Place
from sandtable.games.tobruk.pieces.casualties import write_off
from sandtable.games.tobruk.pieces.command import headquarters_of, recovered_armour
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.stacking import make_way, room_in_battle
from sandtable.games.tobruk.state import Tobruk, enemy_of, occupy, place, side_of


def hexes_for_armour(state: Tobruk, name: str) -> tuple[int, ...]:
    """[12.0] The hex of a headquarters of its corps or one next to it: no enemy beside it, no enemy fortification in
    between, and room."""
    side = side_of(name)
    foes = state.layout.held[enemy_of(side)]
    found = {
        there
        for hq in headquarters_of(state, str(counters()[name].command))
        for here in [state.units[hq].at]
        for there in (here, *board().adjacent[here])
        if there not in foes
        and foes.isdisjoint(board().adjacent[there])
        and not _behind_works(side, here, there)
        and room_in_battle(state, side, there, (name,))
    }
    return tuple(sorted(found))


def _behind_works(side: str, here: int, there: int) -> bool:
    if here == there or not fortification(here, there):
        return False
    return enemy_of(side) in (fort_owner(here), fort_owner(there))


def open_recovery(draft: Draft[Tobruk]) -> None:
    """Whoever finds no place is gone for good; the owner places the others."""
    for name in recovered_armour(draft.state, draft.state.active):
        if not hexes_for_armour(draft.state, name):
            write_off(draft, name, "12.0", "no place for it beside a headquarters of its corps")
    if recovered_armour(draft.state, draft.state.active):
        draft.push(Recovery(draft.state.phasing))


def end_recovery(draft: Draft[Tobruk]) -> None:
    """[12.0] The turn is over: armour whose corps had no chit cannot be placed any more."""
    for command in chits():
        for name in recovered_armour(draft.state, command):
            write_off(draft, name, "12.0", "its corps has no headquarters on the map")


class Recovery(Decision[Tobruk], frozen=True):
    """[12.0] The owner places recovered armour."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        waiting = recovered_armour(state, state.active)
        return f"Recovered: {', '.join(waiting)}. Place in or next to a headquarters of its corps."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        waiting = recovered_armour(state, state.active)
        keys = [(name, at) for name in waiting for at in hexes_for_armour(state, name)]
        return Made(keys, lambda key: Place(key[0], board().name(key[1])))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        waiting = recovered_armour(state, state.active)
        if not isinstance(action, Place) or action.unit not in waiting:
            raise Refusal("12.0", f"recovered armour to place: {', '.join(waiting)}")
        if board().index.get(action.at, -1) not in hexes_for_armour(state, action.unit):
            raise Refusal(
                "12.0",
                f"{action.unit} must be placed in or next to a headquarters of its corps, with room, no enemy adjacent"
                f" and no enemy fortification in between; {action.at} is no such hex",
            )

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Place)
        at = board().hex(action.at)
        place(draft, action.unit, at)
        make_way(draft, self.side, at)
        draft.note("recovered", unit=action.unit, at=action.at, case="12.0")
        draft.pop()
        open_recovery(draft)
        occupy(draft, self.side, (at,))
