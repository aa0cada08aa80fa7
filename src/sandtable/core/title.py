"""What a game package offers to everything outside it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol

import msgspec

from sandtable.core.board import Board
from sandtable.core.cases import BadCaseTable, CaseTable
from sandtable.core.frames import Decision, Over, S, veiled
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.standing import Standing, TurnBox
from sandtable.core.typed import from_json, from_toml
from sandtable.core.values import Action, Event, Explanation, Notation, Refusal, Value
from sandtable.core.views import View


class Setup(Value, frozen=True):
    """What is chosen before the first move."""

    scenario: str
    options: tuple[str, ...] = ()


class GuideStep(Value, frozen=True):
    """One step of a guided first turn. It is done when `until` has happened: `choose` a piece, `act` in any way,
    `act VERB|VERB WORD` give such an order, `hold HEX|HEX` have a piece in one of these hexes, `hold 2 HEX` two of
    them, `weigh` an attack, `opponent` has moved, `phase ONE|OTHER` is reached, one `or` another; empty: when the
    player says so."""

    title: str
    text: str
    until: str = ""
    show: tuple[str, ...] = ()  # hexes to light up
    side: str = ""  # whose first turn; empty for everybody's
    scenarios: tuple[str, ...] = ()  # in which it is told; empty for all
    danger: bool = False  # what beginners lose by


class Card(Value, frozen=True):
    """What a player wants to know of a game before choosing it."""

    hours: str = ""  # that it takes
    complexity: int = 0  # of five
    special: str = ""  # what no other game has


class Guide(Value, frozen=True):
    """For the first minutes: what the game is about, and a first turn step by step."""

    introduction: str = ""
    card: Card = Card()
    first_turn: tuple[GuideStep, ...] = ()


class Interrupt(Value, frozen=True):
    """A kind of question with which a side is asked in the other's turn, and the answers that a player may leave to it
    beforehand. To be asked is always one, and so is that the staff answers."""

    text: str
    choices: dict[str, str] = {}


class UnknownChoice(ValueError):
    """A scenario, option, side or player that this game does not have."""


class PlayerFault(Exception):
    """A player gives no answer that can be used; why, in one line."""


class Player(Protocol):
    """Somebody who answers decisions, seeing only what `Title.observe` shows. May raise `PlayerFault`."""

    def choose(self, observed: Any, side: str) -> Action: ...


class Title(ABC, Generic[S]):
    """One game: immutable facts and the functions through which the rest of the program talks to it.

    A title is made without arguments, so that every process can make its own.
    """

    key: ClassVar[str]  # as the command line and saves name it
    name: ClassVar[str]  # as players name it
    rules_version: ClassVar[str]  # raised whenever an earlier save would play differently
    sides: ClassVar[tuple[str, ...]]  # in the order in which seats are offered
    scenarios: ClassVar[Mapping[str, str]]  # key -> one line in our words
    options: ClassVar[Mapping[str, str]]  # key -> one line: rules that players may agree on
    notation: ClassVar[Notation]  # all orders of the game, as text both ways
    questions: ClassVar[Mapping[str, str]] = {}  # what `explain` answers, with a line on how to ask
    hides: ClassVar[bool] = False  # whether sides have secrets besides sealed answers
    crowding: ClassVar[str] = ""  # the case under which units are lost because a hex holds too many
    aliases: ClassVar[Mapping[str, str]] = {}  # other names of machine players, as older saves have them
    interrupts: ClassVar[Mapping[str, Interrupt]] = {}  # what may be answered once and for all
    desks: ClassVar[Mapping[str, str]] = {}  # key -> one line: parts of a command that may be handed to a machine

    @property
    @abstractmethod
    def state_type(self) -> type[S]:
        """What `decode` reads; a plain class attribute will do."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The map: what never changes in play."""

    def prepare(self) -> None:
        """Work out what every game needs, so that nobody waits for it at the first click."""
        return

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The state before the first step is run."""

    @abstractmethod
    def view(self, state: S, side: str) -> View:
        """The game as a side may see it; the empty side is a spectator."""

    @abstractmethod
    def tell(self, event: Event) -> str:
        """An event as a line of the story; empty when it is not worth telling."""

    @abstractmethod
    def evaluate(self, state: S, side: str) -> float:
        """How good the position is for a side; zero is even."""

    @abstractmethod
    def broken_invariants(self, state: S) -> list[str]:
        """Whatever is true and must never be, a sentence each; for tests."""

    def cases(self) -> CaseTable:
        """The rulebook and our rulings on it: `cases.toml` and `rulings.toml` of the game's data."""
        return _case_table(self.package / "data")

    def called(self) -> Mapping[str, str]:
        """What players call each counter, by the name that orders have for it; `truck-#` stands for a whole series. A
        piece that is not listed goes by what its view says."""
        return {}

    def player(self, name: str, seed: int) -> Player:
        """A machine player of this game's own, or `UnknownChoice`."""
        raise UnknownChoice(f"{self.name} has no player '{name}'; it has: {', '.join(self.players)}")

    @property
    def players(self) -> tuple[str, ...]:
        """The names `player` knows."""
        return ()

    def explain(self, state: S, side: str, question: str) -> Explanation:
        """Answer a question about the position, such as `odds`, `reach`, `supply`."""
        raise Refusal("why", f"{self.name} has no answer to '{question}'")

    def offers(self, state: S, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        """What can be clicked: with no pieces chosen all but their moves, with pieces what can be done with them."""
        return ()

    def propose(self, state: S, side: str, pieces: Sequence[str], at: str = "") -> Action:
        """The legal action that choosing these pieces and this hex means, or the refusal that teaches why not."""
        raise Refusal("turn", f"{self.name} does not read clicks")

    def forecast(self, state: S, side: str, pieces: Sequence[str]) -> Forecast:
        """The odds of the chosen attackers against the chosen defenders."""
        raise Refusal("turn", f"{self.name} has no odds")

    def layers(self, state: S, side: str) -> Sequence[Layer]:
        """What this side may lay over its map: zones, supply lines, control."""
        return ()

    def standing(self, state: S, side: str) -> Standing:
        """What counts for victory, who is ahead and what is missing."""
        return Standing()

    def calendar(self, state: S, side: str) -> Sequence[TurnBox]:
        """The turn track: every turn of this game with what it brings and takes."""
        return ()

    def path_of(self, state: S, side: str, action: Action) -> Sequence[str]:
        """The hexes an action passes, for drawing it; none for most actions."""
        return ()

    def guide(self) -> Guide:
        """An introduction in our words and a guided first turn: `guide.toml` of the game's data."""
        return _guide(self.package / "data" / "guide.toml")

    def bench_reach(self) -> int:
        """Work out some reaches with nothing remembered and say how many; 0 when there is nothing to measure."""
        return 0

    def bench_start(self) -> S | None:
        """A position of the game's full size, from which turns between staffs are timed; none where every game begins
        with one."""
        return None

    def observe(self, state: S, side: str) -> S:
        """The state as this side may know it: whole except for the sealed answers of others. Games with other secrets
        hide those as well."""
        return veiled(state, side)

    def disguises(self, state: S, side: str) -> Iterable[S]:
        """States that differ from this one only in what the side may not know; for tests of `view`."""
        return ()

    def daring(self, state: S, side: str) -> Sequence[Action]:
        """Legal actions of this decision that lead where random play rarely goes; walkers that look for faults take
        them more often than chance would."""
        return ()

    def decisive(self, side: str) -> Sequence[str]:
        """The hexes that a side must not lose for nothing; every site of the board unless the game says otherwise."""
        return tuple(self.board.name(site.hex) for site in self.board.sites)

    def seating(self, state: S) -> Mapping[str, str]:
        """Who plays each side, named by the side they sat down as: a bid or a draw may swap them."""
        return {side: side for side in self.sides}

    def desk(self, state: S, side: str) -> str:
        """The desk that the decision before this side lies on; empty when it is the commander's own."""
        return ""

    def muster(self, state: S, side: str) -> Mapping[str, Sequence[str]]:
        """Whom an order above the unit may name: every unit of a side on the map and every formation, each with
        the counters that answer to it."""
        pieces = self.view(state, side).pieces
        return {piece.id: (piece.id,) for piece in pieces if piece.side == side and piece.at in self.board.index}

    def forced(self, state: S, side: str) -> Action | None:
        """The only possible answer to a question that is asked as a formality; a table gives it for
        the player."""
        return None

    def asks(self, state: S) -> Decision[S] | None:
        """The decision the game waits for, or None when it is over."""
        top = state.stack[-1]
        return top if isinstance(top, Decision) else None

    def outcome(self, state: S) -> Over | None:
        """How the game ended, or None while it goes on."""
        top = state.stack[-1]
        return top if isinstance(top, Over) else None

    def setup(self, scenario: str = "", options: Iterable[str] = ()) -> Setup:
        """A checked set-up; the first scenario when none is named."""
        scenario = scenario or next(iter(self.scenarios))
        if scenario not in self.scenarios:
            raise UnknownChoice(f"{self.name} has no scenario '{scenario}'; it has: {', '.join(self.scenarios)}")
        chosen = tuple(sorted(set(options)))
        for option in chosen:
            if option not in self.options:
                raise UnknownChoice(f"{self.name} has no option '{option}'; it has: {', '.join(self.options)}")
        return Setup(scenario, chosen)

    def encode(self, state: S) -> bytes:
        """A state as bytes; equal states have equal bytes."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The inverse of `encode`."""
        return from_json(data, self.state_type)

    @property
    def package(self) -> Path:
        """Where this game's rules are written."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent


@cache
def _case_table(data: Path) -> CaseTable:
    """A game without rulings has no file of them; one without cases cannot say which rule refuses an order."""
    cases, rulings = data / "cases.toml", data / "rulings.toml"
    if not cases.exists():
        raise BadCaseTable(f"{data.parent.name} has no data/cases.toml: every refusal names a case of the rulebook")
    return CaseTable.read(_text(cases), _text(rulings) if rulings.exists() else "")


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def _guide(file: Path) -> Guide:
    return from_toml(file.read_bytes(), Guide) if file.exists() else Guide()
