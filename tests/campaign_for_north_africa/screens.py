"""What the screen is offered, for tests: from what the side may know, and every offer is accepted by the rules."""

from __future__ import annotations

from sandtable.core.frames import Decision, check
from sandtable.core.offers import Offer
from sandtable.core.values import Refusal
from sandtable.core.views import Panel, Row
from sandtable.games.campaign_for_north_africa import offers
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.sight import view
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.panels import panels
from sandtable.games.campaign_for_north_africa.state import Campaign


def asked(state: Campaign) -> str:
    top = state.stack[-1]
    assert isinstance(top, Decision), top
    return top.asked(state)[0]


def offered(state: Campaign, *pieces: str, side: str = "") -> list[Offer]:
    """The offers to a side, of those who are asked the first."""
    side = side or asked(state)
    found = offers.offers(observe(state, side), side, pieces)
    shown = {piece.id for piece in view.pieces(observe(state, side), side)}
    for offer in found:
        check(state, side, NOTATION.parse(offer.action))
        assert set(offer.pieces) <= shown, offer
        assert not offer.at or offer.at in board().index, offer
    assert len({offer.action for offer in found}) == len(found)
    return found


def by_hex(state: Campaign, *pieces: str, side: str = "") -> dict[str, Offer]:
    """The first offer that points at each hex."""
    found: dict[str, Offer] = {}
    for offer in offered(state, *pieces, side=side):
        if offer.at:
            found.setdefault(offer.at, offer)
    return found


def deeds(state: Campaign, *pieces: str, side: str = "") -> list[str]:
    """The actions of those that have a button."""
    return [offer.action for offer in offered(state, *pieces, side=side) if not offer.at]


def labels(state: Campaign, *pieces: str, side: str = "") -> list[str]:
    return [offer.label for offer in offered(state, *pieces, side=side)]


def proposed(state: Campaign, *pieces: str, at: str = "", side: str = "") -> str:
    side = side or asked(state)
    return str(offers.propose(observe(state, side), side, pieces, at))


def not_proposed(state: Campaign, *pieces: str, at: str = "", side: str = "") -> str:
    """The case of the refusal that a click meets; a test fails when it means something."""
    side = side or asked(state)
    try:
        action = offers.propose(observe(state, side), side, pieces, at)
    except Refusal as refusal:
        return refusal.case
    raise AssertionError(f"it means {action}")


def way(state: Campaign, action: str, side: str = "") -> tuple[str, ...]:
    side = side or asked(state)
    return offers.path_of(observe(state, side), side, NOTATION.parse(action))


def panel(state: Campaign, side: str, key: str) -> Panel:
    return next(each for each in panels(observe(state, side), side) if each.key == key)


def keys(state: Campaign, side: str) -> list[str]:
    return [each.key for each in panels(observe(state, side), side)]


def row(state: Campaign, side: str, key: str, label: str) -> Row:
    return next(each for each in panel(state, side, key).rows if each.label == label)
