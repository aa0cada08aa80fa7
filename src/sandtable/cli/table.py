"""A game at the terminal: orders in the game's notation, and words for everything around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeAlias

from sandtable.bots import player, suggested
from sandtable.bots.advice import answer, is_for_the_staff, questions
from sandtable.bots.draws import answer_to_draw
from sandtable.cli.common import BadInput, command_name
from sandtable.cli.records import dice_line
from sandtable.cli.screen import BOLD, DIM, RED, Screen
from sandtable.cli.seats import HUMAN, machines
from sandtable.cli.telling import ending, heading, story
from sandtable.cli.words import Names
from sandtable.core import frames, journal
from sandtable.core.board import UnknownHex
from sandtable.core.journal import Record, SaveError
from sandtable.core.title import PlayerFault
from sandtable.core.values import BadNotation, Explanation, Refusal
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import BadOrder, OrderBook, read_orders, still_standing, written
from sandtable.kit.staff.situation import Situation
from sandtable.kit.story import by_name

if TYPE_CHECKING:
    from sandtable.core.game import Game
    from sandtable.core.parley import Parley
    from sandtable.core.title import Title
    from sandtable.core.values import Action, Event
    from sandtable.core.views import View

Command: TypeAlias = "Callable[[Table, list[str]], None]"


class Table:
    """One sitting: a game, the people and machines at it, the commands around it, and the file that is saved after
    every action."""

    def __init__(self, screen: Screen, record: Record, path: Path, commands: Mapping[str, Command]) -> None:
        self.screen = screen
        self.commands = commands
        self.sit_down(record, path)

    def sit_down(self, record: Record, path: Path) -> None:
        self.record, self.path = record, path
        self.title: Title[Any] = record.game.title
        self.machines = machines(record)
        self.books = {side: read_orders(lines) for side, lines in record.orders.items()}  # standing orders
        self.chiefs: dict[str, ChiefOfStaff] = {}
        self.left_alone: Any = None  # the position in which the staff has nothing more to do for who is asked
        self.asked_of = ("", "")  # the heading and the prompt printed last
        self.centre = ""  # the hex looked at last
        self.refusal: Refusal | None = None
        self.figures: Explanation | None = None
        self.kept: set[Path] = set()  # copies saved in this sitting
        self.finished = False

    # Who sees and decides

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(side for side, seat in self.seating.items() if self.record.players.get(seat) == HUMAN)

    @property
    def seating(self) -> Mapping[str, str]:
        return {side: self.title.rules.seat(self.game.state, side) for side in self.title.sides}

    @property
    def side(self) -> str:
        """The side at the keyboard: the one that is asked, else the only one a person plays."""
        asked = [side for side in self.game.asked if side in self.people]
        return asked[0] if asked else (self.people[0] if len(self.people) == 1 else "")

    @property
    def view(self) -> View:
        return self.game.view(self.side)

    def heard(self, events: Iterable[Event]) -> list[Event]:
        """What the people here may learn: no secret of anybody who is not at the keyboard."""
        here = self.people if len(self.people) == 1 else ("",)
        return [event for event in events if all(event.heard_by(side) for side in here)]

    # The sitting

    def run(self) -> None:
        try:
            self.greet()
            while not self.finished:
                self.go_on()
        except KeyboardInterrupt:
            self.screen.say("")
        finally:
            self.keep()
        self.leave()

    def greet(self) -> None:
        who = ", ".join(f"{side}: {self.record.players[side]}" for side in self.title.sides)
        self.screen.say(f"{self.title.name}, {self.game.setup.scenario} ({who}). {dice_line(self.record)}")
        self.screen.say(f"The game is saved in {self.path}.")
        self.screen.say("'help' lists the commands, 'board' shows the map, 'list' the legal orders.")
        if not self.game.entries:
            self.screen.say_all(story(self.title, self.heard(self.game.opening)), DIM)

    def go_on(self) -> None:
        self.let_machines_play()
        self.let_staff_obey()
        if self.game.outcome is not None:
            self.finished = True
            return
        self.announce()
        text = self.screen.ask(f"{self.side}> ")
        if text is None:
            self.finished = True
        else:
            self.obey(text)

    def leave(self) -> None:
        view = self.game.view("")
        if view.over:
            self.screen.say(ending(view), BOLD)
            self.screen.say(f"prove its dice with: {command_name()} verify {quote(str(self.path))}")
        else:
            self.screen.say(f"saved in {self.path}; continue with: {command_name()} play {quote(str(self.path))}")

    def announce(self) -> None:
        """The heading and what is asked, when they are new."""
        view = self.view
        named = view.prompt.casefold().startswith(self.side.casefold())
        asked = (heading(view), view.prompt if named else f"{self.side}: {view.prompt}")
        if asked == self.asked_of:
            return
        if asked[0] != self.asked_of[0]:
            self.screen.say(f"\n{asked[0]}", BOLD)
        self.screen.say(asked[1])
        if self.game.offered not in ("", self.side):
            self.screen.say("A draw is offered: 'draw' accepts it, 'draw decline' declines it.")
        self.asked_of = asked

    def let_machines_play(self) -> None:
        self.let_machine_answer()
        while side := next((side for side in self.game.asked if self.seating[side] in self.machines), ""):
            machine, action = self.machines[self.seating[side]], None
            try:
                action = machine.choose(self.title.sight.observe(self.game.state, side), side)
                self.tell(self.game.play(action, side))
            except (Refusal, PlayerFault) as fault:  # a bug in the player; the game carries on with a legal action
                what = f"tried '{action}', refused" if action else "gave no answer:"
                self.screen.say(f"{side} {what} {fault}", RED)
                self.tell(self.game.play(self.game.actions(side)[-1], side))
            self.keep()

    def let_machine_answer(self) -> None:
        """A machine that has been offered a draw says whether it takes it."""
        game = self.game
        for side, seat in self.seating.items():
            if game.offered not in ("", side) and seat in self.machines and game.outcome is None:
                self.tell(game.play(answer_to_draw(game, side), side))
                self.keep()

    def say(self, spoken: Parley) -> None:
        """What the player at the keyboard says to the other side. Raises `Refusal`."""
        self.tell(self.game.play(spoken, self.side))
        self.keep()

    # The staff beside a player

    def book(self, side: str) -> OrderBook:
        return self.books.get(side, ())

    def keep_book(self, side: str, orders: OrderBook) -> None:
        """The orders of a side as they stand now; the player hears what has become of them."""
        before = {each.number: each for each in self.book(side) if each.stands}
        self.books[side] = orders
        self.record.orders[side] = written(orders)
        over = [each for each in orders if each.number in before and not each.stands]
        self.screen.say_all((f"order {each}" for each in over), BOLD)

    def situation(self) -> Situation:
        return Situation(self.title, self.observed(), self.side)

    def let_staff_obey(self) -> None:
        """What the player at the keyboard has ordered or handed over, until the decision is his own."""
        while (side := self.side) in self.game.asked and self.game.state is not self.left_alone:
            desks = self.record.desks.get(side, ())
            if not (desks or still_standing(self.book(side))):
                return
            action, orders = self._chief(side).answer(self.observed(), side, self.book(side), desks)
            if orders != self.book(side):
                self.keep_book(side, orders)
            if action is None:
                self.left_alone = self.game.state
            else:
                self.screen.say(f"staff of {side}> {action}", DIM)
                self.tell(self.game.play(action, side))
                self.let_machines_play()
            self.keep()

    def _chief(self, side: str) -> ChiefOfStaff:
        if side not in self.chiefs:
            name = suggested(self.title)
            self.chiefs[side] = ChiefOfStaff(
                self.title, player(self.title, name, self.record.dice.seed(side, "chief of staff"))
            )
        return self.chiefs[side]

    def tell(self, events: Iterable[Event]) -> None:
        self.screen.say_all((f"  {line}" for line in story(self.title, self.heard(events))), DIM)

    def keep(self) -> None:
        """The game on disk is the game on the table."""
        try:
            journal.write(self.record, self.path)
        except SaveError as error:
            self.screen.say(f"not saved: {error}; 'save FILE' saves it elsewhere", RED)

    # Orders and words

    def obey(self, text: str) -> None:
        """An order of the game, a question to it, or a word of the table; `/word` is always the table's."""
        if not text:
            self.asked_of = ("", "")
            return
        word, *rest = text.split()
        command = self.commands.get(word.removeprefix("/").casefold())
        if word.casefold() in self.title.rules.notation.classes:
            self.order(text)
        elif word.casefold() in questions(self.title):
            self.answer(text)
        elif command:
            self.try_to(command, rest)
        else:
            self.screen.say(f"'{word}' is not a command; 'help' lists the commands, 'list' the orders", RED)

    def try_to(self, command: Command, words: list[str]) -> None:
        try:
            command(self, words)
        except Refusal as refusal:
            self.refuse(refusal)
        except (BadInput, BadOrder, SaveError, UnknownHex) as error:
            self.screen.say(str(error), RED)

    def order(self, text: str) -> None:
        try:
            action = self.title.rules.notation.parse(self.spelt(text))
            if self.side in self.game.asked:
                frames.check(self.observed(), self.side, action)  # a refusal tells no more than may be known
            events = self.game.play(action, self.side)
        except (BadNotation, UnknownHex) as error:
            self.screen.say(f"not understood: {error}", RED)
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            self.tell(events)
            self.keep()

    def answer(self, text: str) -> None:
        try:
            self.figures = answer(self.title, self.observed(), self.side, self.spelt(text))
        except Refusal as refusal:
            self.refuse(refusal)
        except ValueError as error:
            self.screen.say(f"not understood: {error}", RED)
        else:
            self.refusal = None
            self.screen.say(self.in_words(self.figures) if is_for_the_staff(text) else str(self.figures))

    def in_words(self, figures: Explanation) -> str:
        """What the staff says: it calls counters as players do, where the rules keep to the names that are typed."""
        return by_name(str(figures), self.title.screen.called())

    def orders(self) -> Sequence[Action]:
        """What may be ordered, as far as that can be known."""
        known = self.observed()
        decision = self.title.rules.asks(known)
        return decision.actions(known, self.side) if decision and self.side in self.game.asked else ()

    def observed(self) -> Any:
        return self.title.sight.observe(self.game.state, self.side)

    def spelt(self, text: str) -> str:
        word, _, rest = text.partition(" ")
        return f"{word.casefold()} {Names(self.title.rules.board(), self.view).spelt(rest)}".strip()

    def refuse(self, refusal: Refusal) -> None:
        self.refusal = refusal
        self.screen.say(f"refused ({refusal.case}): {refusal.why}", RED)
