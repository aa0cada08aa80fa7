"""[15.1, 15.3] What is decided before the first turn: the bid, with what the house would bid, and the garrison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.forms import Phrase
from sandtable.core.frames import Decision, Draft, Sealed
from sandtable.core.listing import Listing, Made
from sandtable.core.tables import load
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.map import board, perimeter
from sandtable.games.tobruk.order_forms import Done, Place, SmallNumber
from sandtable.games.tobruk.pieces import tables
from sandtable.games.tobruk.pieces.stacking import room_in_battle
from sandtable.games.tobruk.state import SIDES, Tobruk, enemy_of, place


class Bid(Phrase, frozen=True):
    """[15.3] Bid the points by which you would beat the Axis."""

    form: ClassVar[str] = "{points:15}"
    points: SmallNumber


HIGHEST_BID = 99  # [15.3] more than all the points there are

# --- the bid


class Bidding(Sealed[Tobruk], frozen=True):
    """[15.3] Both players bid in secret; the higher bid commands the Commonwealth and must make it good."""

    answers: dict[str, Bid] = {}

    def sides(self, state: Tobruk) -> tuple[str, ...]:
        return SIDES

    def prompt(self, state: Tobruk) -> str:
        return (
            "Bid in secret: by how many points would you beat the Axis?"
            " The higher bidder plays the Commonwealth and must win by that many."
        )

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return Made(range(tables.limits().least_bid, HIGHEST_BID + 1), Bid)

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Bid):
            raise Refusal("15.3", "bid a number of points first: bid 15")
        if not tables.limits().least_bid <= action.points <= HIGHEST_BID:
            raise Refusal("15.3", f"a bid must be at least {tables.limits().least_bid} point and at most {HIGHEST_BID}")

    def reveal(self, draft: Draft[Tobruk], answers: Mapping[str, Action]) -> None:
        bids = {side: answer.points for side, answer in answers.items() if isinstance(answer, Bid)}
        margin = max(bids.values())
        keen = [side for side in SIDES if bids[side] == margin]
        bidder = keen[0]
        if len(keen) > 1:
            bidder = keen[0] if draft.roll("who plays the Commonwealth") <= 3 else keen[1]
        draft.change(margin=margin, bidder=bidder)
        draft.note("seated", commonwealth=bidder, axis=enemy_of(bidder), margin=margin, case="15.3")


# --- the garrison


def garrison_hexes(state: Tobruk, name: str) -> tuple[int, ...]:
    """[15.1] Within one hex of the listed one, inside the fortification hexlines, with room."""
    home = listed_hex(state, name)
    return tuple(
        hexagon
        for hexagon in (home, *board().adjacent[home])
        if hexagon in perimeter() and hexagon != state.units[name].at
        if room_in_battle(state, "commonwealth", hexagon, (name,))
    )


def listed_hex(state: Tobruk, name: str) -> int:
    return next(board().hex(each.hex) for each in tables.setup(state.scenario) if each.unit == name)


def garrison(scenario: str) -> tuple[str, ...]:
    return tuple(each.unit for each in tables.setup(scenario) if each.garrison)


class Deployment(Decision[Tobruk], frozen=True):
    """[15.1] Units of the Tobruk garrison may start one hex away from where the list puts them, each moved once."""

    placed: tuple[str, ...] = ()

    def asked(self, state: Tobruk) -> tuple[str, ...]:
        return ("commonwealth",)

    def prompt(self, state: Tobruk) -> str:
        return "Units of the Tobruk garrison may start one hex away, inside the perimeter; then `done`."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        free = [name for name in garrison(state.scenario) if name not in self.placed]
        keys = [(name, hexagon) for name in free for hexagon in garrison_hexes(state, name)]
        return Listing(Made(keys, lambda key: Place(key[0], board().name(key[1]))), [Done()])

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Done():
                pass
            case Place(unit=name, at=at):
                if name not in garrison(state.scenario):
                    raise Refusal("15.1", f"{name} does not belong to the Tobruk garrison")
                if name in self.placed:
                    raise Refusal("15.1", f"{name} has already been moved")
                if board().index.get(at, -1) not in garrison_hexes(state, name):
                    raise Refusal(
                        "15.1",
                        f"{name} cannot start at {at}: one hex away, inside the perimeter, where there is room",
                    )
            case _:
                raise Refusal("15.1", "place a unit of the garrison, or done")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        if not isinstance(action, Place):
            draft.pop()
            return
        place(draft, action.unit, board().hex(action.at))
        draft.note("deployed", unit=action.unit, at=action.at, case="15.1")
        draft.swap(replace(self, placed=(*self.placed, action.unit)))


class BidAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    games: int  # of the machine against itself, with what each side wins of them at that margin
    commonwealth: int
    axis: int
    source: str


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bid: BidAdvice


@cache
def advice() -> Advice:
    return load(__package__, "advice.toml", Advice)


def seat(state: Tobruk, side: str) -> str:
    """[15.3] The higher bid plays the Commonwealth, whichever side its bidder sat down at."""
    bidder = state.bidder or "commonwealth"
    return bidder if side == "commonwealth" else enemy_of(bidder)
