"""[11.3] Dividing combat: is there a division in which everybody who must attack does, and everybody who must be
attacked is?

A search over groups of defenders and the attackers next to all of them, bounded in effort. It finds a division or
shows that none exists; past its bound it gives the benefit of the doubt and says that none exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.core.values import Value
from sandtable.games.afrika_korps.tables import Odds

EFFORT = 4000


class Attacker(Value, frozen=True):
    name: str
    attack: int
    next_to: frozenset[str]  # the defenders it stands next to
    supplied: bool


class Defender(Value, frozen=True):
    name: str
    defence: int
    at: int


class Group(Value, frozen=True):
    """Defenders fought together. A fixed group is a battle declared already, which others may still join."""

    defenders: tuple[str, ...]
    defence: int
    attack: int = 0
    unsupplied: bool = False
    attackers: tuple[str, ...] = ()
    fixed: bool = False

    @property
    def legal(self) -> bool:
        """[7.4, 14.1] At 1-6 or better, and from 1-2 upwards only with supply for all."""
        odds = Odds.of(self.attack, self.defence)
        return odds.allowed and not (odds.needs_supply and self.unsupplied)

    def joined_by(self, attacker: Attacker) -> Group:
        return Group(
            self.defenders,
            self.defence,
            self.attack + attacker.attack,
            self.unsupplied or not attacker.supplied,
            (*self.attackers, attacker.name),
            self.fixed,
        )


class _Bound:
    def __init__(self) -> None:
        self.left = EFFORT

    def spent(self) -> bool:
        self.left -= 1
        return self.left < 0


def divide(
    attackers: Sequence[Attacker], defenders: Sequence[Defender], fixed: Sequence[Group] = ()
) -> tuple[Group, ...] | None:
    """A complete division, or None."""
    bound = _Bound()
    near = {d.name: frozenset(a.name for a in attackers if d.name in a.next_to) for d in defenders}
    if not all(near.values()):
        return None
    order = sorted(defenders, key=lambda d: (len(near[d.name]), -d.defence))
    return _group(order, tuple(fixed), attackers, near, bound)


def _group(
    defenders: Sequence[Defender],
    groups: tuple[Group, ...],
    attackers: Sequence[Attacker],
    near: Mapping[str, frozenset[str]],
    bound: _Bound,
) -> tuple[Group, ...] | None:
    """Put each defender into a group of its own or with others, then deal out the attackers."""
    if bound.spent():
        return None
    if not defenders:
        return _deal(_by_choice(attackers, groups), groups, bound)
    first, rest = defenders[0], defenders[1:]
    alone = (*groups, Group((first.name,), first.defence))
    if (found := _group(rest, alone, attackers, near, bound)) is not None:
        return found
    for i, group in enumerate(groups):
        if group.fixed or not frozenset.intersection(near[first.name], *(near[d] for d in group.defenders)):
            continue
        merged = Group((*group.defenders, first.name), group.defence + first.defence)
        if (found := _group(rest, (*groups[:i], merged, *groups[i + 1 :]), attackers, near, bound)) is not None:
            return found
    return None


def _by_choice(attackers: Sequence[Attacker], groups: Sequence[Group]) -> list[Attacker]:
    """Those with the fewest groups to join go first, and among them the strongest."""
    return sorted(attackers, key=lambda a: (sum(a.next_to.issuperset(g.defenders) for g in groups), -a.attack))


def _deal(attackers: Sequence[Attacker], groups: tuple[Group, ...], bound: _Bound) -> tuple[Group, ...] | None:
    if bound.spent():
        return None
    if not attackers:
        return groups if all(group.legal for group in groups) else None
    first, rest = attackers[0], attackers[1:]
    choices = [i for i, group in enumerate(groups) if first.next_to.issuperset(group.defenders)]
    choices.sort(key=lambda i: (groups[i].attack > 0 and groups[i].legal, groups[i].attack - groups[i].defence))
    for i in choices:
        dealt = (*groups[:i], groups[i].joined_by(first), *groups[i + 1 :])
        if (found := _deal(rest, dealt, bound)) is not None:
            return found
    return None
