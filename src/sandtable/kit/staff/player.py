"""A staff as a player: it prepares, answers each kind of decision, and always has an answer."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from sandtable.core.frames import admits
from sandtable.core.title import Title
from sandtable.core.values import Action, Value
from sandtable.kit.staff.assaulting import next_assault
from sandtable.kit.staff.courses import Budget, Course, course_named
from sandtable.kit.staff.marching import Way, as_the_crow_flies, next_march
from sandtable.kit.staff.plan import Plan, Task


class Command(Value, frozen=True):
    """What a player leaves to his staff: units with the tasks he has ordered, and desks."""

    tasks: tuple[Task, ...] = ()
    desks: tuple[str, ...] = ()


class StaffPlayer:
    """Plans and carries the plan out. An answer that the rules do not admit is a bug: it is kept in `strayed`, and a
    listed action is played instead, so that the game goes on."""

    sure: ClassVar[tuple[type, ...]] = ()  # decisions whose answers are checked while they are worked out
    deliberates: ClassVar[tuple[type, ...]] = ()  # decisions before which a course may be chosen, once on each occasion
    budget: ClassVar[Budget] = Budget()  # of a general with this staff

    def __init__(self, seed: int, course: str = "") -> None:
        self._random = Random(seed)
        self._seed, self._course = seed, course
        self.strayed: list[str] = []
        self.command: Command | None = None  # of a player beside whom it works; none while it plays a side by itself

    @classmethod
    def known_courses(cls, side: str) -> tuple[Course, ...]:
        """Ways to play besides its own judgement, from a data file of the game."""
        return ()

    @classmethod
    def courses(cls, side: str) -> tuple[str, ...]:
        """The names of these, for whoever tries several."""
        return tuple(course.name for course in cls.known_courses(side))

    @property
    def course(self) -> str:
        """The name of the course that it follows; empty: its own judgement."""
        return self._course

    def course_for(self, side: str) -> Course:
        return course_named(self.known_courses(side), self._course)

    def occasion(self, observed: Any) -> object:
        """What a course is chosen for: the turn, or a smaller part of it that is planned by itself."""
        return observed.turn

    def following(self, course: str) -> Self:
        """A staff like this one that follows a course from its next turn on, and remembers the plan before."""
        return self

    def plan(self, observed: Any, side: str) -> Plan | None:
        """What it means to do from here on; nothing where its plans are not written down."""
        return None

    def prepare(self, observed: Any, side: str) -> None:
        """Make a plan where a new one is due."""

    def answer(self, frame: Any, observed: Any, side: str) -> Action:
        """One answer for each kind of decision."""
        raise NotImplementedError

    def first_listed(self, frame: Any, observed: Any, side: str) -> Action:
        """For decisions in which little hangs on the answer."""
        first: Action = frame.actions(observed, side)[0]
        return first

    def way(self, title: Title[Any]) -> Way:
        """How far it is to a place, as this game's units go."""
        return as_the_crow_flies(title)

    def obey(self, title: Title[Any], observed: Any, side: str) -> Action | None:
        """The next action that the player's orders ask for; nothing when what is left of the decision is his."""
        tasks = self.command.tasks if self.command else ()
        march = next_march(title, observed, side, tasks, self.way(title))
        return march or next_assault(title, observed, side, tasks)

    def choose(self, observed: Any, side: str) -> Action:
        frame = observed.stack[-1]
        self.prepare(observed, side)
        action = self.answer(frame, observed, side)
        if isinstance(frame, self.sure) or admits(observed, side, action):
            return action
        self.strayed.append(f"turn {observed.turn} {side}> {action}")
        chosen: Action = self._random.choice(frame.actions(observed, side))
        return chosen
