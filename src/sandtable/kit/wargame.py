"""The parts of a title as every board wargame can have them before it has written any of its own.

What can be clicked follows from the listed actions, how the game stands from who holds which place; all of it can be
told better: `replace(plain_screen(...), offers=...)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sandtable.core.frames import S
from sandtable.core.title import GeneralStaff, Player, Rules, Screen, Sight, Title, UnknownChoice
from sandtable.kit.clicks import Clicks
from sandtable.kit.prospects import bare_track, places_held
from sandtable.kit.staff.player import StaffPlayer
from sandtable.kit.staff.ranks import CADET, OFFICER, commander


def plain_screen(nouns: Mapping[str, str], rules: Rules[S], sight: Sight[S], staff: GeneralStaff[S]) -> Screen[S]:
    """A game that can be played in the browser without a line of screen code."""
    sides = tuple(nouns)
    return Screen(
        nouns=nouns,
        offers=lambda state, side, pieces: Clicks(rules, sight, state, side).offers(pieces),
        propose=lambda state, side, pieces, at: Clicks(rules, sight, state, side).proposal(pieces, at),
        path_of=lambda state, side, action: Clicks(rules, sight, state, side).read(action).path,
        standing=lambda state, side: places_held(rules.board(), sight.view(state, side), sides, staff.decisive),
        calendar=lambda state, side: bare_track(sight.view(state, side)),
    )


def plain_staff(
    package: str, rules: Rules[S], sight: Sight[S], ranks: tuple[str, ...] = (CADET, OFFICER)
) -> GeneralStaff[S]:
    """Machines in several ranks, where the game's package has a room `staff` with a class `Staff`; none otherwise."""
    room = f"{package}.staff"

    def player(title: Title[Any], name: str, seed: int) -> Player:
        rank = title.staff.aliases.get(name, name)
        if rank not in title.staff.players:
            raise UnknownChoice(f"{title.name} has no player '{name}'; it has: {', '.join(title.staff.players)}")
        staff: type[StaffPlayer] = import_module(room).Staff  # not before it is wanted: it is slow to load
        return commander(title, rank, staff, seed)

    return GeneralStaff(
        players=ranks if find_spec(room) else (),
        aliases={"staff": OFFICER},
        player=player,
        decisive=lambda side: every_site(rules),
        muster=lambda state, side: units_on_map(rules, sight, state, side),
    )


def every_site(rules: Rules[Any]) -> Sequence[str]:
    """What no side may lose for nothing, unless the game knows better."""
    board = rules.board()
    return tuple(board.name(site.hex) for site in board.sites)


def units_on_map(rules: Rules[S], sight: Sight[S], state: S, side: str) -> Mapping[str, Sequence[str]]:
    """Every unit of a side on the map, by its own name; formations a game must name itself."""
    index = rules.board().index
    return {
        piece.id: (piece.id,) for piece in sight.view(state, side).pieces if piece.side == side and piece.at in index
    }
