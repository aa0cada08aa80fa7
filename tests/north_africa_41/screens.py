"""What the screen is offered, for tests: offers by the hex they point at, and that each may be played."""

from __future__ import annotations

from sandtable.core.frames import check
from sandtable.core.offers import Offer
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.playing import asked


def offered(state: NorthAfrica, *pieces: str) -> list[Offer]:
    """The offers to whoever is asked; every one is accepted by the rules as it is written."""
    side = asked(state)
    found = list(title().screen.offers(state, side, pieces))
    shown = {piece.id for piece in title().sight.view(state, side).pieces}
    for offer in found:
        check(state, side, NOTATION.parse(offer.action))
        assert set(offer.pieces) <= shown, offer
        assert not offer.at or offer.at in title().rules.board().index, offer
    return found


def by_hex(state: NorthAfrica, *pieces: str) -> dict[str, Offer]:
    """The offers that point at a hex, one for each."""
    return {offer.at: offer for offer in offered(state, *pieces) if offer.at}


def deeds(state: NorthAfrica, *pieces: str) -> list[str]:
    """The actions of those that have a button."""
    return [offer.action for offer in offered(state, *pieces) if not offer.at]


def label(state: NorthAfrica, action: str, *pieces: str) -> str:
    return next(offer.label for offer in offered(state, *pieces) if offer.action == action)


def proposed(state: NorthAfrica, *pieces: str, at: str = "") -> str:
    return str(title().screen.propose(state, asked(state), pieces, at))


def not_proposed(state: NorthAfrica, *pieces: str, at: str = "") -> Refusal:
    """The refusal that a click meets; a test fails when it means something."""
    try:
        action = title().screen.propose(state, asked(state), pieces, at)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"it means {action}")
