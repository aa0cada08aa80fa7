"""What a holder is shown of an open table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from sandtable.core.offers import Offer
from sandtable.core.values import Value
from sandtable.table.live import desks
from sandtable.table.live.clocks import clock_shown
from sandtable.table.live.holder import Holder
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import CHAT_SHOWN, LiveTable
from sandtable.table.messages.positions import LogPart, Moment, Seen, SeenView
from sandtable.table.messages.tables import ComradeShown, Machines, Place, SeatShown, Status, You
from sandtable.table.stores.base import Row, Seat, Token

LOG_SHOWN = 60  # each is told from the positions around it, which takes time in a large game
LOG_ASKED = 500


class Around(Value, frozen=True):
    """What the table knows of the room around it."""

    here: Mapping[str, int] = {}  # seats somebody is connected for (`desks.place`), and from how many windows
    watchers: int = 0
    machines: Machines = Machines("", False, False, 0.0)


NOBODY = Around()


class Shown(Value, frozen=True):
    """What a seat has been shown: enough to tell later what changed."""

    you: You
    table: Status
    view: SeenView
    offers: tuple[Offer, ...]
    serials: tuple[int, ...]


def look(table: LiveTable, holder: Holder, around: Around, name: str = "") -> Shown:
    sight = table.sight(holder.sides)
    you = You(
        holder.sides, sight.side, holder.host, name or table.name(holder),
        sight.may_undo and desks.may_take_back(table, holder), sight.desk,
        links_to(table.row.id, table.row.seats, table.tokens) if holder.host else {}, holder.invited,
        sight.orders(table.books), sight.settled(table.row.seats), _note(table, holder), _again(table, holder),
        holder.comrade, desks.decides(table, holder, sight.side), _links_to_comrades(table, holder),
    )  # fmt: skip
    offers = sight.plain_offers if you.decides and not table.waiting else ()
    return Shown(you, status(table, sight, around), sight.view, offers, sight.serials)


def everything(table: LiveTable, holder: Holder, around: Around, name: str = "") -> tuple[Shown, Seen]:
    """A look at everything."""
    shown, log = look(table, holder, around, name), log_part(table, holder, None, None).log
    return shown, Seen(shown.you, shown.table, shown.view, shown.offers, log, tuple(table.chat[-CHAT_SHOWN:]))


def log_part(table: LiveTable, holder: Holder, first: int | None, last: int | None) -> LogPart:
    sight = table.sight(holder.sides)
    last = sight.entries if last is None else min(last, sight.entries)
    first = last - LOG_SHOWN + 1 if first is None else first
    return LogPart(table.row.id, sight.entries, sight.log(max(first, last - LOG_ASKED + 1), last))


def moment_of(table: LiveTable, holder: Holder, at: int | None) -> Moment:
    """A position of the past, the present one when none is named."""
    sight = table.sight(holder.sides)
    at = sight.entries if at is None else at
    view = sight.moment(at)
    return Moment(table.row.id, at, sight.entries, view, sight.log(at - LOG_SHOWN + 1, at))


def status(table: LiveTable, sight: Sight, around: Around) -> Status:
    row, over, options = table.row, table.game.outcome is not None, table.game.setup.options
    is_late = table.is_delayed and not sight.sides  # whose turn it is now is kept from who sees everything later
    return Status(
        id=row.id, game=row.game, name=table.title.name, scenario=row.setup.scenario, options=options,
        agreed=tuple(table.title.options[key] for key in options), created=row.created,
        entries=sight.entries, watchers=around.watchers,
        seats=seats_shown(row.seats, around.here, over), machines=_machines(table, sight, around.machines),
        desks=dict(table.title.staff.desks),
        commitment=row.commitment,
        secret=table.dice.secret.hex() if over else "", seed=row.seed, waiting=table.waiting, left=table.left,
        draw="" if is_late else table.game.offered, clock=None if is_late else clock_shown(row),
        since={} if is_late else row.summary.since,
        undo=row.accord.undo, adjourn=row.accord.adjourn, next=row.accord.next,
        spectators=row.manners.spectators, delay=row.manners.delay,
    )  # fmt: skip


def _machines(table: LiveTable, sight: Sight, machines: Machines) -> Machines:
    """That somebody's staff thinks about his orders would tell others that he has given some."""
    side = machines.thinking
    if not side:
        return machines
    is_late = table.is_delayed and not sight.sides
    known = side in (*table.machine_sides, *sight.sides) or table.row.seats[side].desks
    return machines if known and not is_late else replace(machines, thinking="", queued=False)


def _note(table: LiveTable, holder: Holder) -> str:
    if holder.comrade and holder.sides:
        return desks.comrade_of(table, holder.sides[0], holder.comrade).note
    return next((table.row.seats[side].note for side in holder.sides), "")


def _again(table: LiveTable, holder: Holder) -> str:
    places = (desks.place(side, holder.comrade) for side in holder.sides)
    return next((table.row.accord.links[each] for each in places if each in table.row.accord.links), "")


def seats_shown(seats: Mapping[str, Seat], here: Mapping[str, int], over: bool) -> dict[str, SeatShown]:
    return {side: _seat_shown(seat, side, here, over) for side, seat in seats.items()}


def _seat_shown(seat: Seat, side: str, here: Mapping[str, int], over: bool) -> SeatShown:
    windows = here.get(side, 0)
    comrades = tuple(
        ComradeShown(
            each.n, each.kind, each.name, each.desks, here.get(desks.place(side, each.n), 0), bool(each.person)
        )
        for each in seat.comrades
    )  # fmt: skip
    return SeatShown(
        seat.kind, seat.bot, seat.name, seat.kind == "bot" or windows > 0, windows, seat.desks, seat.given,
        seat.promise, seat.share if over else "", bool(seat.person), comrades,
    )  # fmt: skip


def links_to(table: str, seats: Mapping[str, Seat], tokens: Mapping[str, Token]) -> dict[str, str]:
    """The invitations to seats that are still open."""
    return {
        side: f"/t/{table}#seat={token.secret}"
        for token in tokens.values()
        if not token.host and not token.comrade
        for side in token.sides
        if seats[side].kind == "open"
    }


def _links_to_comrades(table: LiveTable, holder: Holder) -> dict[int, str]:
    """For whoever commands the side that is shown: nobody else invites into it."""
    if holder.comrade or not holder.sides:
        return {}
    places = places_at(table.row, table.tokens.values())
    return {n: place.link for n, place in places if place.side == table.side(holder)}


def places_at(row: Row, tokens: Iterable[Token]) -> list[tuple[int, Place]]:
    """The seats for comrades that are still open, with their numbers at their sides."""
    links = {(*token.sides, token.comrade): f"/t/{row.id}#seat={token.secret}" for token in tokens if token.comrade}
    return [
        (each.n, Place(side, each.desks, links[side, each.n]))
        for side, seat in row.seats.items()
        for each in seat.comrades
        if each.kind == "open"
    ]
