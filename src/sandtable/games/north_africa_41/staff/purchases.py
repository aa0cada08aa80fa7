"""What Resource Points are spent on: lost Trucks and staffs, works, and what is left over before more are forfeited."""

from __future__ import annotations

from sandtable.core.values import Action, may
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.fortifications import check_fortify
from sandtable.games.north_africa_41.resources.orders import Buy, Fortify
from sandtable.games.north_africa_41.resources.purchases import listed_buy
from sandtable.games.north_africa_41.sea.ports import BOMBED_BASES, capacity
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Picture, Threats
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.state import OFF_MAP, NorthAfrica, enemy_of, face_of

LEAST_DEFENCE = 3  # of a garrison for which works are built


def purchase(state: NorthAfrica, picture: Picture) -> Action | None:
    """The next thing worth a Resource Point, if there is one."""
    side, held = picture.side, state.books[picture.side].resources
    if not held:
        return None
    offers = [action for action in listed_buy(state, side) if isinstance(action, Buy)]
    staffs = [action for action in offers if action.item == "corps-headquarters"]
    if staffs:
        return staffs[0]
    if _trucks_in_play(state, side) < weights().stores.trucks:
        lorry = next((action for action in offers if action.item == "truck"), None)
        if lorry is not None:
            return lorry
    works = fortification(state, picture)
    if works is not None:
        return works
    if held < limits().resource_points:
        return None
    return _luxury(state, side, offers)


def _trucks_in_play(state: NorthAfrica, side: str) -> int:
    places = state.layout.trucks[side]
    return sum(len(names) for at, names in places.items() if at >= 0 or at in OFF_MAP[side])


def _luxury(state: NorthAfrica, side: str, offers: list[Buy]) -> Action | None:
    """[23.1] A fifth point would be forfeited: aircraft for the next attack, or a raid on the enemy's best port."""
    planes = [action for action in offers if action.item == "air-support"]
    if planes:
        return planes[0]
    raids = [action for action in offers if action.item == "bombing-raid"]
    bases = [board().name(at) for at in BOMBED_BASES.values()]
    useful = [action for action in raids if action.what not in bases or state.books[enemy_of(side)].resources]

    def value(action: Buy) -> tuple[int, str]:
        at = board().location(action.what)
        return (2 if at < 0 else capacity(state, at) or 0), action.what

    return max(useful, key=value, default=None)


def fortification(state: NorthAfrica, picture: Picture) -> Action | None:
    """[9.5.3] Works where a garrison on foot holds something that is threatened."""
    w, side = weights().stores, picture.side
    intent, threats = Intent(picture), Threats(picture)
    if intent.last:
        return None
    friends = tuple(state.layout.combat[side])
    best: Action | None = None
    most = w.least_fortification
    for at, prized in intent.own.items():
        names = state.at(at, side)
        foot = sum(face_of(state, name).defence for name in names if not counters()[name].vehicle)
        if foot < LEAST_DEFENCE or at in state.forts:
            continue
        value = w.fortification * prized * (w.foresight + threats.clears(at, names, friends))
        action = Fortify(board().name(at))
        if value > most and may(check_fortify, state, side, action):
            best, most = action, value
    return best
