"""[11.3] Dividing combat: is there a division in which everybody who must attack does, and everybody who must be
attacked is? And if there is none, who has to be given up?

A search over groups of defenders and the attackers next to all of them, contact by contact. It finds a division or
shows that none exists; past its bound it says that it is too hard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable.core.values import Value
from sandtable.games.afrika_korps.pieces.tables import Odds

EFFORT = 3_000  # steps of one search


class TooHard(Exception):
    """The search was given up before it came to an answer."""


class _Effort:
    """What is left of the steps that a search may take."""

    def __init__(self) -> None:
        self.left = EFFORT

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooHard


class Attacker(Value, frozen=True):
    name: str
    attack: int
    next_to: frozenset[str]  # the defenders, and the guarded supplies [15.322], it stands next to
    supplied: bool = True


class Defender(Value, frozen=True):
    name: str
    defence: int
    at: int


class Group(Value, frozen=True):
    """Defenders fought together. A fixed group is a battle declared already, which others may still join; a prize is
    a guarded supply, which one unit may take instead of fighting [15.322]."""

    defenders: tuple[str, ...]
    defence: int
    attack: int = 0
    unsupplied: bool = False
    attackers: tuple[str, ...] = ()
    fixed: bool = False
    prize: bool = False

    @property
    def legal(self) -> bool:
        """[7.4, 14.1] At 1-6 or better, and from 1-2 upwards only with supply for all."""
        if self.prize:
            return len(self.attackers) <= 1
        odds = Odds.of(self.attack, self.defence)
        return odds.allowed and not (odds.needs_supply and self.unsupplied)

    def joined_by(self, attacker: Attacker, supplied: bool) -> Group:
        """[7.4, 11.3, 14.1] One more attacker, who adds his strength and, it may be, the lack of supply."""
        return Group(
            self.defenders,
            self.defence,
            self.attack + attacker.attack,
            self.unsupplied or not supplied,
            (*self.attackers, attacker.name),
            self.fixed,
            self.prize,
        )


Sustained = Callable[[Attacker, tuple[str, ...]], bool]


def _wherever_it_fights(attacker: Attacker, defenders: tuple[str, ...]) -> bool:
    return attacker.supplied


class Sortie(NamedTuple):
    """[23.2] A garrison that attacks, and the enemies around it: each must be fought by one of the garrison."""

    garrison: frozenset[str]
    owed: frozenset[str]

    def is_met_by(self, group: Group) -> bool:
        return self.owed.isdisjoint(group.defenders) or not self.garrison.isdisjoint(group.attackers)


class Contact(NamedTuple):
    """Who must attack and whom, beside battles that stand already."""

    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]
    fixed: tuple[Group, ...] = ()
    prizes: tuple[str, ...] = ()
    victors: tuple[Attacker, ...] = ()  # of the fixed groups; they too bring the enemies next to them into contact
    victims: tuple[Defender, ...] = ()  # of the fixed groups
    volunteers: tuple[Attacker, ...] = ()  # who may attack and need not [23.1, 23.2]
    sorties: tuple[Sortie, ...] = ()
    owed: frozenset[str] = frozenset()  # defenders who must be attacked whoever is left [23.1, 23.2]
    sustained: Sustained = _wherever_it_fights

    def without(self, lost: Collection[str]) -> Contact:
        """[7.4] What is left when units are given up: enemies with nobody in their zone need not be attacked."""
        attackers = tuple(a for a in self.attackers if a.name not in lost)
        victors = tuple(v for v in self.victors if v.name not in lost)
        strength = {v.name: v.attack for v in self.victors}
        fixed = []
        for group in self.fixed:
            left = tuple(name for name in group.attackers if name not in lost)
            if left:
                attack = group.attack - sum(strength[name] for name in group.attackers if name not in left)
                fixed.append(Group(group.defenders, group.defence, attack, group.unsupplied, left, True))
        taken = {name for group in fixed for name in group.defenders}
        defenders = tuple(
            d
            for d in (*self.defenders, *(v for v in self.victims if v.name not in taken))
            if d.name in self.owed or any(d.name in a.next_to for a in (*attackers, *victors))
        )
        return self._replace(attackers=attackers, defenders=defenders, fixed=tuple(fixed), victors=victors)

    def parts(self) -> Iterator[Contact]:
        """The separate fights, which do not touch each other."""
        homes: dict[str, str] = {}

        def home(name: str) -> str:
            while (above := homes.setdefault(name, name)) != name:
                name = above
            return name

        def tie(names: Iterable[str]) -> None:
            roots = [home(name) for name in names]
            for root in roots[1:]:
                homes[home(root)] = home(roots[0])

        tied = {d.name for d in self.defenders} | set(self.prizes)
        for group in self.fixed:
            tie((*group.defenders, *group.attackers))
        for attacker in (*self.attackers, *self.victors, *self.volunteers):
            joinable = (g.defenders[0] for g in self.fixed if attacker.next_to.issuperset(g.defenders))
            tie((attacker.name, *sorted(attacker.next_to & tied), *joinable))
        heads = [a.name for a in (*self.attackers, *self.victors)] + [d.name for d in self.defenders]
        heads += [group.defenders[0] for group in self.fixed if self.sorties]
        for root in dict.fromkeys(map(home, heads)):
            yield self._replace(
                attackers=tuple(a for a in self.attackers if home(a.name) == root),
                defenders=tuple(d for d in self.defenders if home(d.name) == root),
                fixed=tuple(g for g in self.fixed if home(g.defenders[0]) == root),
                prizes=tuple(prize for prize in self.prizes if home(prize) == root),
                victors=tuple(v for v in self.victors if home(v.name) == root),
                victims=tuple(v for v in self.victims if home(v.name) == root),
                volunteers=tuple(v for v in self.volunteers if home(v.name) == root),
            )


def divide(contact: Contact) -> tuple[Group, ...] | None:
    """A complete division, or None if there is none. Raises `TooHard`."""
    return _divide(contact, _Effort())


def _divide(contact: Contact, effort: _Effort) -> tuple[Group, ...] | None:
    met = {name for a in (*contact.attackers, *contact.victors, *contact.volunteers) for name in a.next_to}
    if any(d.name not in met for d in contact.defenders):
        return None
    found: list[Group] = []
    for part in contact.parts():
        division = _Search(part, effort).run()
        if division is None:
            return None
        found += division
    return tuple(group for group in found if group.attackers)


class Losses(NamedTuple):
    """A fight without a complete division: the sets of units whose loss leaves one and of which none could be spared,
    the smallest first; no set where no loss would."""

    fight: Contact
    sets: list[frozenset[str]]
    certain: bool = True  # if not, it was too hard to say, and every unit of the fight is such a set


def least_losses(contact: Contact) -> list[Losses]:
    """[7.4, 11.6] Who has to be given up, fight by fight; nothing if every fight can be divided."""
    found = []
    for part in contact.parts():
        effort = _Effort()
        try:
            if _divide(part, effort) is None:
                found.append(Losses(part, _least_sets(part, effort)))
        except TooHard:
            found.append(Losses(part, [frozenset({a.name}) for a in part.attackers], certain=False))
    return found


def _least_sets(part: Contact, effort: _Effort) -> list[frozenset[str]]:
    """All that the effort finds; those of the smallest size are always complete."""
    names = [a.name for a in (*part.attackers, *part.victors)]
    unsupplied = {a.name for a in part.attackers if not a.supplied}
    found: list[frozenset[str]] = []
    for count in range(1, len(names) + 1):
        # [11.9] who has no supply goes before whoever has it: nobody chooses beyond sets that need such a unit
        if any(unsupplied & lost for lost in found):
            break
        try:
            found += [lost for lost in _sets_of(names, count, found) if _leaves_room(part.without(lost), effort)]
        except TooHard:
            if not found:
                raise
            break
    return found


def _sets_of(names: Sequence[str], count: int, found: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """The sets of this size that hold none of the smaller ones."""
    sets = map(frozenset, combinations(names, count))
    return [each for each in sets if not any(smaller <= each for smaller in found)]


def _leaves_room(contact: Contact, effort: _Effort) -> bool:
    effort.spend()
    return _divide(contact, effort) is not None


class _Search:
    """One fight: deal the defenders into groups, then the attackers to the groups."""

    def __init__(self, part: Contact, effort: _Effort) -> None:
        self.part = part
        self.effort = effort
        able = (*part.attackers, *part.volunteers)
        self.volunteers = frozenset(a.name for a in part.volunteers)
        self.near = {d.name: frozenset(a.name for a in able if d.name in a.next_to) for d in part.defenders}
        self.at = {d.name: (d.at, d.defence) for d in part.defenders}
        self.attack = {a.name: a.attack for a in able}
        self.tried: set[object] = set()

    def run(self) -> tuple[Group, ...] | None:
        order = sorted(self.part.defenders, key=lambda d: (len(self.near[d.name]), -d.defence))
        prizes = (Group((prize,), 0, prize=True) for prize in self.part.prizes)
        return self._group(order, (*self.part.fixed, *prizes))

    def _group(self, defenders: Sequence[Defender], groups: tuple[Group, ...]) -> tuple[Group, ...] | None:
        """Put each defender into a group of its own or with others."""
        self.effort.spend()
        if not defenders:
            return self._deal_out(groups)
        first, rest = defenders[0], defenders[1:]
        for merged in self._with(first, groups):
            if (found := self._group(rest, merged)) is not None:
                return found
        return None

    def _with(self, first: Defender, groups: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
        dealt = sum(not (group.fixed or group.prize) for group in groups)
        if dealt < len(self.attack) and self._within_reach(self.near[first.name], first.defence):
            yield (*groups, Group((first.name,), first.defence))
        for i, group in enumerate(groups):
            if not (group.fixed or group.prize):
                common = frozenset.intersection(self.near[first.name], *(self.near[d] for d in group.defenders))
                defence = group.defence + first.defence
                if self._within_reach(common, defence):
                    yield (*groups[:i], Group((*group.defenders, first.name), defence), *groups[i + 1 :])

    def _within_reach(self, attackers: Iterable[str], defence: int) -> bool:
        """[7.4] Whether all who could attack would have 1-6; a larger group never fares better."""
        return Odds.of(sum(self.attack[name] for name in attackers), defence).allowed

    def _deal_out(self, groups: tuple[Group, ...]) -> tuple[Group, ...] | None:
        shape = frozenset((tuple(sorted(self.at[d] for d in g.defenders)), i) for i, g in self._open(groups))
        if shape in self.tried:  # units alike on one hex make divisions alike
            return None
        self.tried.add(shape)
        if not self._each_has_an_attacker(groups):
            return None
        # those with the fewest groups to join go first, and among them the strongest
        order = sorted(
            self.part.attackers, key=lambda a: (sum(a.next_to.issuperset(g.defenders) for g in groups), -a.attack)
        )
        return self._deal((*order, *self.part.volunteers), groups, set())

    def _each_has_an_attacker(self, groups: tuple[Group, ...]) -> bool:
        """Whether there is a different attacker for each group, whatever the odds."""
        holders: dict[str, int] = {}

        def settle(i: int, tried: set[str]) -> bool:
            for name in frozenset.intersection(*(self.near[d] for d in groups[i].defenders)) - tried:
                tried.add(name)
                if name not in holders or settle(holders[name], tried):
                    holders[name] = i
                    return True
            return False

        return all(settle(i, set()) for i, group in enumerate(groups) if not (group.fixed or group.prize))

    def _open(self, groups: tuple[Group, ...]) -> Iterator[tuple[int, Group]]:
        """The groups dealt here, with a number that tells groups alike apart."""
        counts: dict[object, int] = {}
        for group in groups:
            if not (group.fixed or group.prize):
                key = tuple(sorted(self.at[d] for d in group.defenders))
                counts[key] = counts.get(key, 0) + 1
                yield counts[key], group

    def _deal(
        self, attackers: Sequence[Attacker], groups: tuple[Group, ...], failed: set[object]
    ) -> tuple[Group, ...] | None:
        sorties = self.part.sorties
        if not attackers:
            legal = all(g.legal or (g.fixed and g in self.part.fixed) for g in groups)
            return groups if legal and all(sortie.is_met_by(g) for sortie in sorties for g in groups) else None
        met = tuple(sortie.is_met_by(g) for sortie in sorties for g in groups)
        here = (len(attackers), met, *((g.attack, g.unsupplied, len(g.attackers) * g.prize) for g in groups))
        if here in failed:
            return None
        self.effort.spend()
        first, rest = attackers[0], attackers[1:]
        choices = [
            i
            for i, group in enumerate(groups)
            if first.next_to.issuperset(group.defenders) and not (group.prize and group.attackers)
        ]
        choices.sort(
            key=lambda i: (
                groups[i].prize,
                groups[i].attack > 0 and groups[i].legal,
                groups[i].attack - groups[i].defence,
            )
        )
        for i in choices:
            joined = groups[i].joined_by(first, self.part.sustained(first, groups[i].defenders))
            if (found := self._deal(rest, (*groups[:i], joined, *groups[i + 1 :]), failed)) is not None:
                return found
        if first.name in self.volunteers and (found := self._deal(rest, groups, failed)) is not None:
            return found
        failed.add(here)
        return None
