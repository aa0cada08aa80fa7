"""The lobby: open invitations for whoever comes, and the games of a browser by what is urgent."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

import msgspec

from sandtable.core.title import options_under
from sandtable.table.house.house import House
from sandtable.table.house.limits import limits
from sandtable.table.live.clocks import pace_shown
from sandtable.table.live.desks import is_asked
from sandtable.table.live.showing import links_to, places_at
from sandtable.table.live.table import days_ago
from sandtable.table.messages.tables import Invitation, Listed
from sandtable.table.people.seats import is_for, own_token
from sandtable.table.people.values import GUEST, Who
from sandtable.table.stores.base import Row, StoreError, Token


class Lobby:
    def __init__(self, house: House) -> None:
        self.house = house

    def invitations(self, who: Who = GUEST) -> list[Invitation]:
        """To seats that nobody has taken yet, the newest first; not those of people who keep apart from who asks."""
        rows = self.house.store.invitations(days_ago(limits().invitation_days), limits().invitations_shown)
        near = [row for row in rows if not row.closed and not self._apart(row, who)]
        return [invitation for row in near if (invitation := self._invitation(row)) is not None]

    def _apart(self, row: Row, who: Who) -> bool:
        people = self.house.people
        if people is None or not who:
            return False
        return people.visits.are_apart(who, (person for seat in row.seats.values() for person in seat.persons))

    def _invitation(self, row: Row) -> Invitation | None:
        title = self.house.titles.get(row.game)
        if title is None:
            return None
        tokens = {token.secret: token for token in self._tokens(row.id)}
        found = links_to(row.id, row.seats, tokens)
        public = {(side, each.n) for side, seat in row.seats.items() for each in seat.comrades if each.public}
        places = places_at(row, tokens.values())
        hosts = [seat.name for seat in row.seats.values() if seat.kind == "human" and seat.name]
        options = options_under(title, row.setup, row.rules)
        return Invitation(
            id=row.id, game=row.game, name=title.name, scenario=row.setup.scenario,
            called=title.book.guide().scenario(row.setup.scenario).name, options=options,
            agreed=tuple(title.options[key] for key in options),
            host=hosts[0] if hosts else "", links=found, created=row.created,
            comrades=tuple(place for n, place in places if (place.side, n) in public),
            pace=pace_shown(row.pace) if row.pace else None,
        )  # fmt: skip

    def mine(self, held: Mapping[str, str], who: Who = GUEST) -> list[Listed]:
        """The tables whose tokens are shown and those of the person who asks, those that wait for their holder first,
        those that are over last."""
        asked = {**dict.fromkeys(self._tables_of(who), ""), **held}
        found = [listed for table, secret in asked.items() if (listed := self._own(table, secret, who)) is not None]
        found.sort(key=lambda one: one[1].touched, reverse=True)
        found.sort(key=lambda one: _urgency(one[1]))
        return [listed for _, listed in found]

    def _tables_of(self, who: Who) -> list[str]:
        return self.house.accounts.store.tables(who.id) if self.house.accounts and who else []

    def _own(self, table: str, secret: str, who: Who) -> tuple[Token, Listed] | None:
        tokens = self._tokens(table)
        shown = (each for each in tokens if hmac.compare_digest(each.secret.encode(), secret.encode()))
        token = next((each for each in shown if is_for(each, who)), None) or own_token(tokens, who)
        if token is None:
            return None
        row = self.house.store.row(table)
        if row is None:
            return None
        own = {"token": token.secret, "yours": token.sides, "waits": _waits(row, token)}
        return token, msgspec.structs.replace(self.house.listing.told(row), **own)

    def _tokens(self, table: str) -> list[Token]:
        """A table with damaged tokens is nobody's."""
        try:
            return self.house.store.tokens(table)
        except (StoreError, msgspec.MsgspecError, ValueError):
            return []


def _urgency(one: Listed) -> tuple[bool, bool, float]:
    """What goes on before what is over, what waits for its holder before the rest, the least time left first."""
    own = set(one.yours) & set(one.asked) if one.waits else ()
    due = [one.clock.hands[side].due for side in own] if one.clock else []
    return bool(one.over), not one.waits, min((each for each in due if each), default=float("inf"))


def _waits(row: Row, token: Token) -> bool:
    """Whether a table waits for who has this token."""
    plays = (side for side in token.sides if row.seats[side].kind != "bot")
    return any(is_asked(row, side, token.comrade) for side in plays)
