"""A title that can be played in the browser before it has a line of screen code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import ClassVar, Generic

from sandtable.core.frames import S
from sandtable.core.offers import Offer
from sandtable.core.standing import Standing, TurnBox
from sandtable.core.title import Player, Title
from sandtable.core.values import Action, Event
from sandtable.kit.clicks import Clicks
from sandtable.kit.prospects import bare_track, places_held
from sandtable.kit.staff.player import StaffPlayer
from sandtable.kit.staff.ranks import CADET, OFFICER, commander


class Wargame(Title[S], Generic[S]):
    """What can be clicked follows from the listed actions, the story from the events, how the game stands from who
    holds which place; all of it can be told better. A package `staff` with a class `Staff` beside the title is the
    game's own machine player, in several ranks."""

    ranks: ClassVar[tuple[str, ...]] = (CADET, OFFICER)  # of the machine, the weakest first
    aliases: ClassVar[Mapping[str, str]] = {"staff": OFFICER}

    @property
    def players(self) -> tuple[str, ...]:
        return self.ranks if find_spec(self._staff) else ()

    def player(self, name: str, seed: int) -> Player:
        rank = self.aliases.get(name, name)
        if rank not in self.players:
            return super().player(name, seed)
        staff: type[StaffPlayer] = import_module(self._staff).Staff  # not before it is wanted: it is slow to load
        return commander(self, rank, staff, seed)

    @property
    def _staff(self) -> str:
        return type(self).__module__.rpartition(".")[0] + ".staff"

    def offers(self, state: S, side: str, pieces: Sequence[str]) -> Sequence[Offer]:
        return Clicks(self, state, side).offers(pieces)

    def propose(self, state: S, side: str, pieces: Sequence[str], at: str = "") -> Action:
        return Clicks(self, state, side).proposal(pieces, at)

    def path_of(self, state: S, side: str, action: Action) -> Sequence[str]:
        return Clicks(self, state, side).read(action).path

    def standing(self, state: S, side: str) -> Standing:
        return places_held(self, state, side)

    def calendar(self, state: S, side: str) -> Sequence[TurnBox]:
        return bare_track(self, state, side)

    def tell(self, event: Event) -> str:
        """The kind of the event and its facts; secrets and dice aside, which the table shows in its own way."""
        facts = [_told(fact) for name, fact in event.facts.items() if name != "only"]
        return "" if event.kind == "roll" else " ".join((event.kind, *facts)).capitalize()


def _told(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else str(fact)
