"""Whom the house tells what: notes it when the game turns to somebody, and sends it when its time has come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.live.desks import is_asked, place
from sandtable.table.live.dice import waiting_for
from sandtable.table.notices import push, webhooks
from sandtable.table.notices.hours import ready_at
from sandtable.table.notices.limits import limits
from sandtable.table.notices.outside import NotTaken, Outside
from sandtable.table.notices.store import AlertStore
from sandtable.table.notices.values import Alert, Subscription, Wishes
from sandtable.table.notices.words import Message, together, told
from sandtable.table.pace import moment
from sandtable.table.people.mail import Letter, NotSent
from sandtable.table.people.people import People
from sandtable.table.people.values import Person
from sandtable.table.rooms.room import Room
from sandtable.table.stores.base import EventStore, Row, StoreError

log = logging.getLogger("sandtable.table")

LEAVE = "\n\nYou get this because you have asked for it: {page} says how to have no more."


class House(Protocol):
    """As far as the herald is concerned."""

    store: EventStore
    titles: Mapping[str, Title[Any]]
    rooms: dict[str, Room]


class Herald:
    def __init__(self, house: House, people: People, public: str, alerts: AlertStore) -> None:
        self.house, self.people, self.public = house, people, public
        self.alerts, self.outside, self.limits = alerts, Outside(), limits()

    @cached_property
    def key(self) -> str:
        """The private key that messages to browsers are signed with."""
        return self.alerts.secret("push", push.fresh_key())

    # What there is to tell

    def moved(self, before: Row, row: Row) -> None:
        """A table has changed: whoever is asked from now on is to be told, unless he comes; who is no longer is not.
        That a game is over everybody is told."""
        now, ended = int(moment.seconds()), bool(row.summary.over and not before.summary.over)
        was, waits = _waited_for(before), _waited_for(row)
        for person in sorted(waits if ended else waits - was):
            self.alerts.add(person, row.id, now, now + self.limits.grace_seconds)
        for person in sorted(was - waits):
            self.alerts.drop(person, row.id)

    # Telling it

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self.limits.look_seconds)
            try:
                await self.send_due()
            except Exception as error:  # the next look comes
                log.error("nobody was told that he is waited for: %s", error, exc_info=error)

    async def send_due(self) -> int:
        """All that is due; how many were told something."""
        now = int(moment.seconds())
        found = await asyncio.to_thread(self.alerts.due, now, self.limits.together_at_most)
        sent = 0
        for person in dict.fromkeys(alert.person for alert in found):
            sent += await self._tell(person, [alert for alert in found if alert.person == person], now)
        return sent

    async def _tell(self, name: str, alerts: Sequence[Alert], now: int) -> int:
        person = await asyncio.to_thread(self.people.store.person, name)
        wishes = wishes_of(person) if person else Wishes()
        ready = [alert for alert in alerts if ready_at(wishes, alert.made, now) <= now]
        for alert in alerts:
            if alert not in ready:
                await asyncio.to_thread(self.alerts.postpone, alert, ready_at(wishes, alert.made, now))
        taken = [await asyncio.to_thread(self.alerts.take, alert, now + self._wait_after(alert)) for alert in ready]
        mine = [alert for alert in taken if alert is not None]
        messages = [one for alert in mine if (one := await asyncio.to_thread(self._message, alert)) is not None]
        is_sent = False
        if person is not None and not person.banned and messages and has_a_way(person, wishes):
            is_sent = await self.send(person, wishes, together(messages, self.public))
            if not is_sent:  # those that may be tried again are due again by themselves
                mine = [alert for alert in mine if alert.tries > len(self.limits.again_seconds)]
        for alert in mine:
            await asyncio.to_thread(self.alerts.told, alert)
        return int(is_sent)

    def _wait_after(self, alert: Alert) -> int:
        """Seconds until it is tried again, should nobody take it or this server be gone by then."""
        again = self.limits.again_seconds
        return again[min(alert.tries, len(again) - 1)]

    def _message(self, alert: Alert) -> Message | None:
        """What is still true of an alert, and not known to somebody who is there."""
        row = self.house.store.row(alert.table)
        title = self.house.titles.get(row.game) if row else None
        if row is None or title is None:
            return None
        room = self.house.rooms.get(alert.table)
        here = room.around().here if room else {}
        seats = [(side, n) for side, n, person in _waiting(row) if person == alert.person]
        side = next((side for side, n in seats if not here.get(place(side, n))), "")
        return told(title, row, side, self.public) if side else None

    async def send(self, person: Person, wishes: Wishes, message: Message) -> bool:
        """By every way he wishes; whether one of them took it."""
        ways: list[Awaitable[None]] = [self._by_letter(person, message)] if wishes.mail and person.verified else []
        if wishes.webhook is not None:
            ways.append(asyncio.to_thread(webhooks.post, self.outside, wishes.webhook, message))
        ways += [self._by_push(person, subscription, message) for subscription in subscriptions_of(person)]
        done = await asyncio.gather(*ways, return_exceptions=True)
        for error in done:
            if isinstance(error, NotTaken | NotSent | Refusal | StoreError):
                log.info("a message to a person was not taken: %s", error)
            elif isinstance(error, BaseException):
                log.error("a message to a person failed", exc_info=error)
        return any(not isinstance(error, BaseException) for error in done)

    async def _by_letter(self, person: Person, message: Message) -> None:
        if self.people.post is None:
            raise NotSent("this house has no mail server")
        page = f"{self.public}/"
        text = f"{message.text}\n\n{message.link}{LEAVE.format(page=page)}"
        await self.people.post.send(Letter(person.email, message.title, text, page))

    async def _by_push(self, person: Person, subscription: Subscription, message: Message) -> None:
        try:
            await asyncio.to_thread(push.post, self.outside, subscription, message, self.key, self.public)
        except NotTaken as error:
            if error.status in (404, 410):  # the browser has ended it
                await asyncio.to_thread(self.unsubscribe, person.id, subscription.endpoint)
            raise

    # Wishes

    def set_wishes(self, person: Person, wishes: Wishes) -> None:
        if wishes.webhook is not None:
            host, port, *_ = self.outside.checked(wishes.webhook.url)
            self.outside.address_of(host, port)
        self.people.accounts.set_settings(person, notices=msgspec.to_builtins(wishes))

    def subscribe(self, person: Person, subscription: Subscription) -> None:
        push.check(self.outside, subscription)
        others = [each for each in subscriptions_of(person) if each.endpoint != subscription.endpoint]
        self._keep(person, [*others, subscription][-self.limits.browsers_at_most :])

    def unsubscribe(self, person: str, endpoint: str) -> None:
        found = self.people.store.person(person)
        if found is not None:
            self._keep(found, [each for each in subscriptions_of(found) if each.endpoint != endpoint])

    def _keep(self, person: Person, subscriptions: Sequence[Subscription]) -> None:
        self.people.accounts.set_settings(person, push=msgspec.to_builtins(list(subscriptions)) or None)


def _waiting(row: Row) -> list[tuple[str, int, str]]:
    """Whom a table waits for, or who has seen its end: side, number among those who play it, person."""
    if waiting_for(row) or any(seat.kind == "open" for seat in row.seats.values()):
        return []
    players = [
        (side, n, person)
        for side, seat in row.seats.items()
        if seat.kind == "human"
        for n, person in ((0, seat.person), *((each.n, each.person) for each in seat.comrades))
        if person
    ]
    return [one for one in players if row.summary.over or is_asked(row, *one[:2])]


def _waited_for(row: Row) -> set[str]:
    return {person for _, _, person in _waiting(row)}


def wishes_of(person: Person) -> Wishes:
    try:
        return msgspec.convert(person.settings.get("notices", {}), Wishes, strict=False)
    except msgspec.ValidationError:
        return Wishes()


def has_a_way(person: Person, wishes: Wishes) -> bool:
    return bool((wishes.mail and person.verified) or wishes.webhook is not None or subscriptions_of(person))


def subscriptions_of(person: Person) -> list[Subscription]:
    try:
        return msgspec.convert(person.settings.get("push", []), list[Subscription])
    except msgspec.ValidationError:
        return []
