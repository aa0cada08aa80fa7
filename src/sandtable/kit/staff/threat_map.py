"""The last look at a plan: what the enemy could take in his next turn, and who can still do something about it.

A stake is what must not be left alone: a headquarters, a supply, a depot, a lorry, a commander, a town that decides the
game. It is as safe as its hex: with nobody beside it the enemy has it as soon as he can come, with a guard only if he
beats the guard, who is lost as well. Mending tries who else could stand there and where the stake could go instead, and
takes what saves most after what it costs and what it lays open elsewhere. How far the enemy comes and whom he beats is
what each game's staff knows; worth is in its own currency.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Stake(NamedTuple):
    """Something that is lost with its hex."""

    name: str
    at: int
    worth: float


class Foe(Protocol):
    """The enemy in his next turn."""

    def enters(self, at: int) -> float:
        """The chance that he can come into a hex in which nobody stands."""

    def takes(self, at: int, guards: Sequence[str]) -> float:
        """The chance that he drives out or destroys these guards of a hex."""


class Exposure(NamedTuple):
    """A hex with something to lose."""

    at: int
    chance: float
    loss: float  # to be expected
    stakes: tuple[str, ...]
    guards: tuple[str, ...]


class Change(NamedTuple):
    """Pieces that stand somewhere else than was planned, and what that gives up."""

    names: tuple[str, ...]
    to: int
    cost: float = 0.0


class ThreatMap:
    """Guards and stakes where they will be when the phase ends."""

    def __init__(
        self, foe: Foe, guards: Mapping[str, int], stakes: Iterable[Stake], worth: Callable[[str], float]
    ) -> None:
        """`worth`: of a guard."""
        self._foe, self._worth = foe, worth
        self.at: dict[str, int] = dict(guards)
        self._guards: dict[int, tuple[str, ...]] = {}
        self._stakes: dict[int, tuple[Stake, ...]] = {}
        for name, at in guards.items():
            self._guards[at] = (*self._guards.get(at, ()), name)
        for stake in stakes:
            self.at[stake.name] = stake.at
            self._stakes[stake.at] = (*self._stakes.get(stake.at, ()), stake)

    def guards(self, at: int) -> tuple[str, ...]:
        return self._guards.get(at, ())

    def exposures(self) -> list[Exposure]:
        """Every hex where a stake is in danger, the worst first."""
        found = [self._exposure(at) for at in self._stakes]
        return sorted((each for each in found if each.loss > 0), key=lambda each: (-each.loss, each.at))

    def _exposure(self, at: int) -> Exposure:
        guards, stakes = self._guards.get(at, ()), self._stakes.get(at, ())
        chance = self._chance(at, guards)
        return Exposure(
            at, chance, self._loss(at, guards, stakes), tuple(each.name for each in stakes if each.worth), guards
        )

    def _chance(self, at: int, guards: Sequence[str]) -> float:
        return self._foe.takes(at, guards) if guards else self._foe.enters(at)

    def _loss(self, at: int, guards: Sequence[str], stakes: Sequence[Stake]) -> float:
        if not guards and not stakes:
            return 0.0
        return self._chance(at, guards) * (sum(map(self._worth, guards)) + sum(stake.worth for stake in stakes))

    # Mending

    def saving(self, change: Change) -> float:
        """What a change saves: the loss to be expected in the hexes it touches, before and after, less its cost."""
        touched = {change.to, *(self.at[name] for name in change.names)}
        before = sum(self._loss(at, self.guards(at), self._stakes.get(at, ())) for at in touched)
        return before - sum(self._after(at, change) for at in touched) - change.cost

    def _after(self, at: int, change: Change) -> float:
        guards = [name for name in self.guards(at) if name not in change.names]
        stakes = [stake for stake in self._stakes.get(at, ()) if stake.name not in change.names]
        if at == change.to:
            guards += [name for name in change.names if name in self._guards.get(self.at[name], ())]
            stakes += self._moved(change)
        return self._loss(at, guards, stakes)

    def _moved(self, change: Change) -> Iterator[Stake]:
        for name in change.names:
            yield from (stake for stake in self._stakes.get(self.at[name], ()) if stake.name == name)

    def make(self, change: Change) -> None:
        for name in change.names:
            here, there = self.at[name], change.to
            if name in self._guards.get(here, ()):
                self._guards[here] = tuple(each for each in self._guards[here] if each != name)
                self._guards[there] = (*self._guards.get(there, ()), name)
            for stake in [each for each in self._stakes.get(here, ()) if each.name == name]:
                self._stakes[here] = tuple(each for each in self._stakes[here] if each.name != name)
                self._stakes[there] = (*self._stakes.get(there, ()), stake._replace(at=there))
            self.at[name] = there

    def mend(self, offers: Callable[[Exposure], Iterable[Change]], least: float, most: int) -> list[Change]:
        """The changes that help, the worst exposure first; each must save at least so much."""
        made: list[Change] = []
        given_up: set[int] = set()
        while len(made) < most:
            worst = next((each for each in self.exposures() if each.at not in given_up), None)
            if worst is None:
                break
            best = self._best(offers(worst))
            if best is None or best[0] < least:
                given_up.add(worst.at)
                continue
            self.make(best[1])
            made.append(best[1])
        return made

    def _best(self, offers: Iterable[Change]) -> tuple[float, Change] | None:
        found = [(self.saving(change), change) for change in offers]
        return max(found, key=lambda each: (each[0], each[1].names, -each[1].to), default=None)
