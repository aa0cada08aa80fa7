"""[14.42, 14.43, 15.83, 15.84, 15.86] A loss that TOE Strength Points absorb, each so much: what the owner may choose.

Damage Points are absorbed by armour, raw points by assault ratings, gun losses by vulnerability; prisoners are chosen
in the same way among the points that were lost.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, Value, may
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, ratings
from sandtable.games.campaign_for_north_africa.pieces.strength import Force
from sandtable.games.campaign_for_north_africa.state import Campaign

PERCENT = 100


class Share(Value, frozen=True):
    """Points of one weapon system of a unit that may be chosen."""

    unit: str
    weapon: str
    points: int
    worth: int  # that each absorbs
    group: int = 0
    limited: bool = False  # [14.48, 15.17] may absorb a part of the loss only
    price: int = 1  # what losing one means to its owner, for suggestions


class Toll(Value, frozen=True):
    """So much is to be absorbed. Groups are hexes that bear their parts of it [15.83]."""

    case: str
    quota: int
    shares: tuple[Share, ...]
    limit: int = 0  # what limited points may absorb at most
    parts: tuple[int, ...] = ()  # hundredths due from each group; empty if it does not matter

    @property
    def need(self) -> int:
        """[14.45] What has to be absorbed: not more than there is."""
        return min(self.quota, self._capacity())

    def _capacity(self) -> int:
        plain = sum(share.points * share.worth for share in self.shares if not share.limited)
        left = self.limit
        for share in self.shares:
            if share.limited and share.worth:
                left -= min(share.points, left // share.worth) * share.worth
        return plain + self.limit - left


class Picked:
    """Points picked so far from the shares of a toll."""

    def __init__(self, toll: Toll) -> None:
        self.toll, self.need = toll, toll.need
        self.taken = [0] * len(toll.shares)
        self.absorbed = 0
        self.limited = 0
        self.by_group = [0] * len(toll.parts)

    def take(self, place: int, points: int) -> None:
        share = self.toll.shares[place]
        worth = points * share.worth
        self.taken[place] += points
        self.absorbed += worth
        if share.limited:
            self.limited += worth
        if self.by_group:
            self.by_group[share.group] += worth

    def is_open(self, place: int) -> bool:
        """Whether one more point of this share may be taken."""
        share = self.toll.shares[place]
        if self.taken[place] >= share.points or not share.worth:
            return False
        return not share.limited or self.limited + share.worth <= self.toll.limit

    def owing(self) -> set[int]:
        """[15.83] The groups that have not borne their part and still can."""
        toll = self.toll
        able = {share.group for place, share in enumerate(toll.shares) if self.is_open(place)}
        return {group for group in able if self.by_group[group] * PERCENT < toll.parts[group]}

    def points(self) -> tuple[Points, ...]:
        return tuple(
            Points(share.unit, share.weapon, taken)
            for share, taken in zip(self.toll.shares, self.taken, strict=True)
            if taken
        )


# Choosing


def forced(toll: Toll) -> tuple[Points, ...] | None:
    """The only answer, if there is but one."""
    able = [share for share in toll.shares if share.worth and share.points]
    need = toll.need
    if need <= 0:
        return ()
    if len(able) == 1 or need == sum(share.points * share.worth for share in able):
        return suggest(toll)
    return None


def suggest(toll: Toll, price: Callable[[Share], int] | None = None) -> tuple[Points, ...]:
    """An answer that costs the owner little."""
    prices = [share.price if price is None else price(share) for share in toll.shares]
    chosen = Picked(toll)
    while (left := chosen.need - chosen.absorbed) > 0:
        owing = chosen.owing() if toll.parts else set()
        able = [
            place
            for place, share in enumerate(toll.shares)
            if chosen.is_open(place) and (not owing or share.group in owing)
        ]
        if not able:
            break
        best = min(able, key=lambda place: (prices[place] / min(toll.shares[place].worth, left), place))
        chosen.take(best, 1)
    _spare(chosen, prices)
    return chosen.points()


def _spare(chosen: Picked, prices: Sequence[int]) -> None:
    """Give back points that are not needed."""
    shares = chosen.toll.shares
    for place in sorted(range(len(shares)), key=lambda place: -prices[place]):
        while chosen.taken[place] and chosen.absorbed - shares[place].worth >= chosen.need:
            chosen.take(place, -1)


def check(toll: Toll, points: Iterable[Points]) -> None:
    """[14.43, 15.83] Refuse what does not absorb the loss, or more than is asked for."""
    chosen = Picked(toll)
    places = {(share.unit, share.weapon): place for place, share in enumerate(toll.shares)}
    for each in points:
        _pick(chosen, places.get((each.unit, each.weapon), -1), each)
    if chosen.limited > toll.limit:
        raise Refusal(toll.case, f"points of this kind may absorb at most {toll.limit}, not {chosen.limited}")
    if chosen.absorbed < chosen.need:
        raise Refusal(toll.case, f"these points absorb {chosen.absorbed} of {chosen.need}")
    worths = [share.worth for share, taken in zip(toll.shares, chosen.taken, strict=True) if taken]
    if worths and chosen.absorbed - min(worths) >= chosen.need:
        raise Refusal(toll.case, f"fewer points are enough to absorb {chosen.need}")
    if toll.parts:
        _check_parts(chosen)


def _pick(chosen: Picked, place: int, points: Points) -> None:
    if place < 0:
        raise Refusal(chosen.toll.case, f"{points} may not be chosen here")
    if points.points < 1 or chosen.taken[place]:
        raise Refusal(chosen.toll.case, f"write {points} in full, once")
    if points.points > chosen.toll.shares[place].points:
        raise Refusal(
            chosen.toll.case, f"{points.unit} has {plural(chosen.toll.shares[place].points, 'such point')} here"
        )
    chosen.take(place, points.points)


def _check_parts(chosen: Picked) -> None:
    """[15.83] No hex gives another point while one that has not borne its part could."""
    toll, owing = chosen.toll, chosen.owing()
    if not owing:
        return
    for share, taken in zip(toll.shares, chosen.taken, strict=True):
        given = chosen.by_group[share.group] - share.worth
        if taken and given * PERCENT >= toll.parts[share.group]:
            raise Refusal(toll.case, "losses must be shared between the hexes in proportion to their strength")


def full(state: Campaign, points: Iterable[Points]) -> tuple[Points, ...]:
    """Points with the name of their weapon, where a unit has but one system and it was left out."""
    return tuple(_full(state, each) for each in points)


def _full(state: Campaign, points: Points) -> Points:
    unit = state.units.get(points.unit)
    if points.weapon or unit is None or "" in unit.toe or len(unit.toe) != 1:
        return points
    return Points(points.unit, next(iter(unit.toe)), points.points)


@functools.cache
def price(name: str, weapon: str, turn: int) -> int:
    """What a point is good for, all in all."""
    found = ratings(name, weapon, turn)
    weights = ((found.offence, 3), (found.defence, 3), (found.anti_armour, 2), (found.armour, 2), (found.barrage, 1))
    return 1 + sum(rating.value * weight for rating, weight in weights if rating is not None)


def merge(forces: Iterable[Force]) -> tuple[Force, ...]:
    """Points of the same system together."""
    found: dict[tuple[str, str], int] = {}
    for name, weapon, points in forces:
        found[name, weapon] = found.get((name, weapon), 0) + points
    return tuple((name, weapon, points) for (name, weapon), points in found.items() if points > 0)


# Asking


class Absorbing(Decision[Campaign], frozen=True):
    """The owner says which points absorb a loss. The listing has the answer that costs him least."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True  # [3.62]
    side: Side
    at: tuple[int, ...]
    toll: Toll

    def hexes(self) -> str:
        return " and ".join(board().name(at) for at in self.at)

    def answer(self, points: tuple[Points, ...]) -> Action:
        return Lose(points)

    def answered(self, state: Campaign, action: Action) -> tuple[Points, ...]:
        """The points of an answer in full; refuse any other action."""
        if isinstance(action, Lose):
            return full(state, action.points)
        raise Refusal(self.toll.case, "say which points are lost")

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        answers = (suggest(self.toll), suggest(self.toll, _most_worth), suggest(self.toll, _in_order))
        return tuple(self.answer(points) for points in dict.fromkeys(answers) if may(check, self.toll, points))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        check(self.toll, self.answered(state, action))

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        points = self.answered(draft.state, action)
        draft.pop()
        self.apply(draft, points)

    def apply(self, draft: Draft[Campaign], points: tuple[Points, ...]) -> None:
        """What the loss of these points does; every kind of loss says it for itself."""
        raise NotImplementedError


def _most_worth(share: Share) -> int:
    """As few points as possible, whatever they are."""
    return 1


def _in_order(share: Share) -> int:
    """Everything from the first units that can."""
    return share.worth
