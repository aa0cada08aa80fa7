"""What a game package offers to everything outside it: a title, which is put together out of a few parts.

`Rules` are how the game is played, `Sight` is what each side may know, `Screen` is how the game is told and clicked,
`GeneralStaff` are its machine players and what they judge by, `Trials` are what tests and measurements need, and
`Rulebook` is where its cases and its guide are written. Whatever has a default may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, NoReturn, Protocol

import msgspec

from sandtable.core.board import Board
from sandtable.core.cases import BadCaseTable, CaseTable
from sandtable.core.frames import Decision, Over, S, veiled
from sandtable.core.nouns import player
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


class ScenarioCard(Value, frozen=True):
    """A scenario as players speak of it."""

    name: str
    hours: str = ""  # that it takes; as all of the game where nothing is said
    complexity: int = 0  # of five; likewise


class Guide(Value, frozen=True):
    """For the first minutes: what the game is about, and a first turn step by step."""

    introduction: str = ""
    card: Card = Card()
    scenarios: dict[str, ScenarioCard] = {}
    first_turn: tuple[GuideStep, ...] = ()

    def scenario(self, key: str) -> ScenarioCard:
        """What is said of a scenario, by its key at worst."""
        told = self.scenarios.get(key) or ScenarioCard(key.replace("-", " ").capitalize())
        hours, complexity = told.hours or self.card.hours, told.complexity or self.card.complexity
        return ScenarioCard(told.name, hours, complexity)


class Interrupt(Value, frozen=True):
    """A kind of question with which a side is asked in the other's turn, and the answers that a player may leave to it
    beforehand. To be asked is always one, and so is that the staff answers."""

    text: str
    choices: dict[str, str] = {}
    desk: str = ""  # on which such questions lie


class Neglect(Value, frozen=True):
    """Something that a side leaves undone in its turn and pays for later, whatever the enemy does."""

    at: str  # where it should see to it
    text: str
    case: str


class UnknownChoice(ValueError):
    """A scenario, option, side or player that this game does not have."""


class PlayerFault(Exception):
    """A player gives no answer that can be used; why, in one line."""


class Player(Protocol):
    """Somebody who answers decisions, seeing only what `Sight.observe` shows. May raise `PlayerFault`."""

    def choose(self, observed: Any, side: str) -> Action: ...


# What a part does where a game has nothing to say


def _nothing(*asked: Any) -> tuple[()]:
    return ()


def _no_names(*asked: Any) -> Mapping[str, Any]:
    return {}


def _even(state: Any, side: str) -> float:
    return 0.0


def _no_features(state: Any) -> Mapping[str, float]:
    return {}


def _as_seated(state: Any, side: str) -> str:
    return side


def _commanders_own(state: Any, side: str) -> str:
    return ""


def _not_forced(state: Any, side: str) -> Action | None:
    return None


def _no_answer(state: Any, side: str, question: str) -> NoReturn:
    raise Refusal("why", f"there is no answer to '{question}'")


def _no_clicks(state: Any, side: str, pieces: Sequence[str], at: str) -> NoReturn:
    raise Refusal("turn", "this game does not read clicks")


def _no_odds(state: Any, side: str, pieces: Sequence[str]) -> NoReturn:
    raise Refusal("turn", "this game has no odds")


def _no_standing(state: Any, side: str) -> Standing:
    return Standing()


def _no_player(title: Title[Any], name: str, seed: int) -> NoReturn:
    raise UnknownChoice(f"{title.name} has no player '{name}'; it has: {', '.join(title.staff.players)}")


def _ready() -> None:
    return


def _no_reaches() -> int:
    return 0


def _no_position() -> None:
    return None


def bare_facts(event: Event) -> str:
    """The kind of the event and its facts; secrets and dice aside, which the table shows in its own way."""
    facts = [_told(fact) for name, fact in event.facts.items() if name != "only"]
    return "" if event.kind == "roll" else " ".join((event.kind, *facts)).capitalize()


def _told(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else str(fact)


# The parts


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """How the game is played."""

    state_type: type[S]  # what `decode` reads
    board: Callable[[], Board]  # the map: what never changes in play
    notation: Notation  # all orders of the game, as text both ways
    start: Callable[[Setup], S]  # the state before the first step is run
    # The only possible answer to a question that is asked as a formality; a table gives it for the player.
    forced: Callable[[S, str], Action | None] = _not_forced
    # Who plays a side, named by the side they sat down as: a bid or a draw may swap them.
    seat: Callable[[S, str], str] = _as_seated
    interrupts: Mapping[str, Interrupt] = field(default_factory=dict)  # what may be answered once and for all
    # By earlier version of the rules the options under which its games go on.
    implied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Works out what every game needs, so that nobody waits for it at the first click.
    prepare: Callable[[], None] = _ready
    # Each gives something up that is remembered of positions, to save time while the game is played.
    forgetting: Sequence[Callable[[], None]] = ()

    def forget(self) -> None:
        """Nobody plays this game at the moment."""
        for forget in self.forgetting:
            forget()

    def asks(self, state: S) -> Decision[S] | None:
        """The decision the game waits for, or None when it is over."""
        top = state.stack[-1]
        return top if isinstance(top, Decision) else None

    def outcome(self, state: S) -> Over | None:
        """How the game ended, or None while it goes on."""
        top = state.stack[-1]
        return top if isinstance(top, Over) else None

    def encode(self, state: S) -> bytes:
        """A state as bytes; equal states have equal bytes."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The inverse of `encode`."""
        return from_json(data, self.state_type)


@dataclass(frozen=True, eq=False)
class Sight(Generic[S]):
    """What each side may know."""

    view: Callable[[S, str], View]  # the game as a side may see it; the empty side is a spectator
    hides: bool = False  # whether sides have secrets besides sealed answers
    # The state as a side may know it: whole except for the sealed answers of others, and other secrets of the game.
    observe: Callable[[S, str], S] = veiled
    # States that differ from this one only in what the side may not know; for tests of `view`.
    disguises: Callable[[S, str], Iterable[S]] = _nothing
    # What the rules have the enemy say to a side at any time, as far as its view does not show it.
    said: Callable[[S, str], object] = _not_forced


@dataclass(frozen=True, eq=False)
class Screen(Generic[S]):
    """How the game is told, shown and clicked."""

    tell: Callable[[Event], str] = bare_facts  # a line of the story; empty when the event is not worth telling
    # What each side is called in a sentence: the Axis, the Allies. Before a noun its name stands: Allied units.
    nouns: Mapping[str, str] = field(default_factory=dict)
    # What players call each counter, by the name that orders have for it; `truck-#` stands for a whole series. A
    # piece that is not listed goes by what its view says.
    called: Callable[[], Mapping[str, str]] = _no_names
    # What can be clicked: with no pieces chosen all but their moves, with pieces what can be done with them.
    offers: Callable[[S, str, Sequence[str]], Sequence[Offer]] = _nothing
    # The legal action that choosing these pieces and this hex means, or the refusal that teaches why not.
    propose: Callable[[S, str, Sequence[str], str], Action] = _no_clicks
    path_of: Callable[[S, str, Action], Sequence[str]] = _nothing  # the hexes an action passes, for drawing it
    # The odds of the chosen attackers against the chosen defenders.
    forecast: Callable[[S, str, Sequence[str]], Forecast] = _no_odds
    layers: Callable[[S, str], Sequence[Layer]] = _nothing  # what a side may lay over its map: zones, supply lines
    standing: Callable[[S, str], Standing] = _no_standing  # what counts for victory, who is ahead, what is missing
    calendar: Callable[[S, str], Sequence[TurnBox]] = _nothing  # the turn track, with what each turn brings and takes
    questions: Mapping[str, str] = field(default_factory=dict)  # what `explain` answers, with a line on how to ask
    explain: Callable[[S, str, str], Explanation] = _no_answer  # a question about the position, such as `odds`

    def the(self, side: str) -> str:
        """A side that does something or has something done to it."""
        return self.nouns.get(side) or player(side)


@dataclass(frozen=True, eq=False)
class GeneralStaff(Generic[S]):
    """The machine players of a game, and what they and their warnings judge by."""

    players: tuple[str, ...] = ()  # the names that `player` knows, the weakest first
    aliases: Mapping[str, str] = field(default_factory=dict)  # other names of theirs, as older saves have them
    player: Callable[[Title[S], str, int], Player] = _no_player  # by name and seed, or `UnknownChoice`
    evaluate: Callable[[S, str], float] = _even  # how good the position is for a side; zero is even
    # What chances to win are told from, for the first side: the more of each, the better. None: from `evaluate`.
    features: Callable[[S], Mapping[str, float]] = _no_features
    decisive: Callable[[str], Sequence[str]] = _nothing  # the hexes that a side must not lose for nothing
    crowding: str = ""  # the case under which units are lost because a hex holds too many
    neglects: Callable[[S, str], Sequence[Neglect]] = _nothing  # what a side is reminded of before it ends its phase
    # Whom an order above the unit may name: units of a side and formations, each with the counters that answer to it.
    muster: Callable[[S, str], Mapping[str, Sequence[str]]] = _no_names
    desks: Mapping[str, str] = field(default_factory=dict)  # parts of a command that may be handed to a machine
    desk: Callable[[S, str], str] = _commanders_own  # the desk that the decision before a side lies on


@dataclass(frozen=True, eq=False)
class Trials(Generic[S]):
    """What tests and measurements want of a game."""

    broken_invariants: Callable[[S], Sequence[str]] = _nothing  # whatever is true and must never be, a sentence each
    # Legal actions of this decision that lead where random play rarely goes; walkers that look for faults take them
    # more often than chance would.
    daring: Callable[[S, str], Sequence[Action]] = _nothing
    bench_reach: Callable[[], int] = _no_reaches  # works out reaches with nothing remembered and says how many
    # A position of the game's full size, from which turns between staffs are timed; none where every game begins so.
    bench_start: Callable[[], S | None] = _no_position


@dataclass(frozen=True, eq=False)
class Rulebook:
    """The texts of a game."""

    package: Path  # where this game's rules are written

    def cases(self) -> CaseTable:
        """The rulebook and our rulings on it: `cases.toml` and `rulings.toml` of the game's data."""
        return _case_table(self.package / "data")

    def guide(self) -> Guide:
        """An introduction in our words and a guided first turn: `guide.toml` of the game's data."""
        return _guide(self.package / "data" / "guide.toml")


class Title(Generic[S]):
    """One game: immutable facts and the parts through which the rest of the program talks to it.

    A title is made without arguments, so that every process can make its own.
    """

    key: ClassVar[str]  # as the command line and saves name it
    name: ClassVar[str]  # as players name it
    rules_version: ClassVar[str]  # raised whenever an earlier save would play differently
    sides: ClassVar[tuple[str, ...]]  # in the order in which seats are offered
    scenarios: ClassVar[Mapping[str, str]]  # key -> one line in our words
    options: ClassVar[Mapping[str, str]] = {}  # key -> one line: rules that players may agree on
    book: ClassVar[Rulebook]  # its cases and its guide
    rules: Rules[S]  # how it is played
    sight: Sight[S]  # what each side may know
    screen: Screen[S] = Screen()  # how it is told and clicked
    staff: GeneralStaff[S] = GeneralStaff()  # its machine players
    trials: Trials[S] = Trials()  # for tests and measurements

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


def begun(title: Title[Any], setup: Setup, rules: str) -> Setup:
    """The checked set-up of a game that was begun under this version of the rules."""
    return title.setup(setup.scenario, options_under(title, setup, rules))


def options_under(title: Title[Any], setup: Setup, rules: str) -> tuple[str, ...]:
    """Those that were agreed on, and those that stand for this version of the rules, under which a game was begun."""
    return tuple(sorted({*setup.options, *title.rules.implied.get(rules, ())}))


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
