"""Tables, seats and clocks as answers tell of them."""

from __future__ import annotations

from sandtable.table.messages.shape import Shape


class ComradeShown(Shape, frozen=True):
    """Somebody who plays a side together with its commander."""

    n: int  # by which requests name him
    kind: str  # `human` or `open`
    name: str
    desks: tuple[str, ...]  # at which he decides, once he has sat down
    windows: int
    account: bool


class SeatShown(Shape, frozen=True):
    kind: str
    bot: str
    name: str
    here: bool
    windows: int  # sockets that hold this side
    desks: tuple[str, ...]  # handed to a machine
    given: int  # how often a link to this seat was made
    promise: str  # the hash of its guest's share in the dice
    share: str  # hidden until the game is over
    account: bool  # whether the name is that of an account
    comrades: tuple[ComradeShown, ...]


class Machines(Shape, frozen=True):
    thinking: str
    queued: bool  # whether it still waits for a worker to be free
    paused: bool
    delay: float


class PaceShown(Shape, frozen=True):
    """What was agreed about time, in seconds."""

    kind: str
    each: int
    reserve: int
    flag: str
    extension: int
    times: int
    leave: int


class HandShown(Shape, frozen=True):
    """The clock of a side: what was left when it was set going, and since when it runs, if it does."""

    turn: int
    reserve: int
    leave: int
    since: int  # seconds since 1970, like the next two
    due: int  # when its flag falls
    away: int  # until when its player is away
    falls: int


class ClockShown(Shape, frozen=True):
    pace: PaceShown
    hands: dict[str, HandShown]
    begun: bool
    adjourned: bool


class Status(Shape, frozen=True):
    """The table as everybody sees it."""

    id: str
    game: str
    name: str
    scenario: str
    options: tuple[str, ...]
    agreed: tuple[str, ...]  # what these optional rules say, a line each
    created: str
    entries: int
    watchers: int
    seats: dict[str, SeatShown]
    machines: Machines
    desks: dict[str, str]  # what a seat of this game may hand over, with a line on each
    commitment: str
    secret: str
    seed: int | None  # open dice: anybody can predict them
    waiting: tuple[str, ...]  # the seats whose share in the dice is still to come; the game begins with the last
    left: int  # games of this scenario begun here with guests before this one, and not finished
    draw: str  # the side whose offer of a draw stands
    clock: ClockShown | None
    since: dict[str, str]  # since when each side that is asked has been asked
    undo: str  # the side that asks the others to let it take back its last action
    adjourn: str  # the side that asks to adjourn
    next: str  # the table on which these players play again
    spectators: bool  # whether anybody may look on
    delay: int  # seconds later than the players, in which he sees it


class OrderShown(Shape, frozen=True):
    """An order above the unit, and what has become of it."""

    number: int
    text: str
    since: int  # the turn
    fate: str  # `standing`, `done`, `impossible` or `cancelled`
    ended: int
    why: str
    at: str  # the hex it points at now, if any
    units: tuple[str, ...]  # the counters that obey it


class You(Shape, frozen=True):
    """The recipient."""

    sides: tuple[str, ...]
    side: str
    host: bool
    name: str
    undo: bool
    desk: str  # the desk that the current question belongs to
    links: dict[str, str]
    invited: str  # the side of an invitation that has not been taken up
    orders: tuple[OrderShown, ...]  # that the side shown has given: nobody else hears of them
    settled: dict[str, str]  # its standing answers: the same
    note: str  # what its player has noted for himself
    again: str  # the way to one's seat at the table on which one plays again
    comrade: int  # one's number, if one plays a side together with its commander, or is invited to
    decides: bool  # whether what the side is asked now lies on a desk of one's own
    comrades: dict[int, str]  # the links to seats for comrades that are still open: for the commander alone


class Summary(Shape, frozen=True):
    """How far a game has come, for the list of tables; kept with the table, so that the list opens no game."""

    entries: int = 0
    turn: int = 0
    last_turn: int = 0
    date: str = ""
    phase: str = ""
    asked: tuple[str, ...] = ()
    over: str = ""
    winner: str | None = None
    where: dict[str, tuple[str, ...]] = {}  # side -> the hexes in which everybody sees it
    since: dict[str, str] = {}  # since when each side that is asked has been asked
    desks: dict[str, str] = {}  # the desk that a side is asked at which is shared out: for that side alone


class Listed(Shape, frozen=True, kw_only=True):
    """A table in the list."""

    id: str
    game: str
    name: str
    scenario: str
    called: str  # the scenario by its name
    options: tuple[str, ...]
    seats: dict[str, SeatShown]
    created: str
    touched: str
    entries: int
    turn: int
    last_turn: int
    date: str
    phase: str
    asked: tuple[str, ...]
    over: str
    winner: str | None
    where: dict[str, tuple[str, ...]]
    token: str
    yours: tuple[str, ...]  # the sides of whoever asks for his own tables
    waits: bool  # whether it waits for him
    trouble: str
    clock: ClockShown | None
    since: dict[str, str]


class Place(Shape, frozen=True):
    """An open seat beside the commander of a side."""

    side: str
    desks: tuple[str, ...]
    link: str


class Invitation(Shape, frozen=True, kw_only=True):
    """Open seats for whoever comes."""

    id: str
    game: str
    name: str
    scenario: str
    called: str  # the scenario by its name
    options: tuple[str, ...]
    agreed: tuple[str, ...]  # what these optional rules say, a line each
    host: str
    links: dict[str, str]
    comrades: tuple[Place, ...]
    created: str
    pace: PaceShown | None


class Made(Shape, frozen=True):
    """A new table."""

    id: str
    url: str
    token: str
    sides: tuple[str, ...]
    links: dict[str, str]
    comrades: tuple[Place, ...] = ()
