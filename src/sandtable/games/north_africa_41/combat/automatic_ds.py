"""[8.9] Automatic DS: in the Movement Phase units that make 10-1 shatter a defender at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat.attacks import battle_of, call_comando, check_units, read_hex
from sandtable.games.north_africa_41.combat.listed_attacks import commanded, reach
from sandtable.games.north_africa_41.combat.orders import Shatter
from sandtable.games.north_africa_41.combat.resolution import open_battle
from sandtable.games.north_africa_41.combat.strength import attack_of, defence_total, weigh_supplied
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.stacking import excess
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Awaiting
from sandtable.games.north_africa_41.results.tables import AUTOMATIC, odds_name
from sandtable.games.north_africa_41.state import NorthAfrica, Shattering, write_books

MOST_SHIFTS = 1  # [9.3] that an Automatic DS can have beside Tank Shifts


class Shattered(Awaiting, frozen=True):
    """[8.9.2] The defender is gone; the advance waits for the end of the Combat Phase."""

    def run(self, draft: Draft[NorthAfrica]) -> None:
        draft.pop()


def check_shatter(state: NorthAfrica, side: Side, action: Shatter) -> None:
    """[4.4.1, 8.9.1]"""
    at = read_hex(action.at)
    check_units(state, side, action.units, at)
    for origin in sorted({state.units[name].at for name in action.units}):
        if excess(state, side, origin) > 0:
            raise Refusal("4.4.1", f"{board().name(origin)} is overstacked: no Automatic DS from there")
    odds = weigh_supplied(state, battle_of(state, side, action.units, at, "automatic"))
    if not odds.overwhelming:
        raise Refusal("8.9.1", f"these units reach {odds_name(odds.place)}, and {odds_name(AUTOMATIC)} is needed")


def do_shatter(draft: Draft[NorthAfrica], side: Side, action: Shatter) -> None:
    """[8.9.1, 17.4] The units are marked, and the defender suffers a DS."""
    at = board().hex(action.at)
    battle = battle_of(draft.state, side, action.units, at, "automatic")
    draft.change(shattered=(*draft.state.shattered, Shattering(at, action.units)))
    if draft.state.books[side].restful:
        write_books(draft, side, restful=False)
    call_comando(draft, action.units)
    draft.note("shattered", at=action.at, attackers=list(action.units), defenders=list(battle.defenders), case="8.9.1")
    draft.push(Shattered())
    open_battle(draft, battle)


def most_shattered(state: NorthAfrica, side: Side) -> int:
    """All of them and as few as will do, for each nation and for all together, against every hex next to one's own."""
    facing, stands = front(state, side), state.layout.combat[side]
    targets = {at for here in stands if here in facing.near for at in board().adjacent[here] if at in facing.occupied}
    return _most_against(side) * len(targets)


@cache
def _most_against(side: Side) -> int:
    return 2 * (1 + len({each.nation for each in counters().values() if each.side == side}))


def listed_shatter(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """For each enemy hex that can be shattered: by all units that can, and by as few of them as will do."""
    return list(_listed(state, side))


def _listed(state: NorthAfrica, side: Side) -> Iterator[Shatter]:
    for at, names in reach(state, side).items():
        orderly = [name for name in names if excess(state, side, state.units[name].at) == 0]
        for units in commanded(state, side, orderly) if orderly else ():
            if not is_shattered_by(state, side, at, units):
                continue
            yield Shatter(board().name(at), units)
            few = fewest(state, side, at, units)
            if few != units:
                yield Shatter(board().name(at), few)


def is_shattered_by(state: NorthAfrica, side: Side, at: int, units: Sequence[str]) -> bool:
    """[8.9.1] Tank and Elite Combined Arms Shifts count, without Attack Supply [8.5.3]."""
    battle = battle_of(state, side, units, at, "automatic")
    needed = (AUTOMATIC - limits().tank_shifts - MOST_SHIFTS) * defence_total(state, battle)
    if needed > limits().attack_cap:
        return False  # spare the rest: no shifts will make it 10-1
    return weigh_supplied(state, battle).overwhelming


def fewest(state: NorthAfrica, side: Side, at: int, units: Sequence[str]) -> tuple[str, ...]:
    """The weakest units left out, one by one, as long as the rest makes 10-1."""
    battle = battle_of(state, side, units, at, "automatic")
    kept = tuple(units)
    for name in sorted(units, key=lambda each: attack_of(state, battle, each, state.units[each].at, False)):
        rest = tuple(each for each in kept if each != name)
        if rest and is_shattered_by(state, side, at, rest):
            kept = rest
    return kept
