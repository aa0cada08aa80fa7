"""Where the units that do not attack go: sites held, ground gained, nothing left where it is lost cheaply."""

from __future__ import annotations

from heapq import nlargest

from sandtable.core import fields
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.ground import worth
from sandtable.games.afrika_korps.staff.picture import Picture, Threats
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights

CHOICES = 14


class Placement:
    """An assignment of units to hexes, improved one unit at a time."""

    def __init__(self, picture: Picture, intent: Intent, fixed: dict[str, int]) -> None:
        self.picture, self.intent, self.weights = picture, intent, intent.weights
        self.habits = weights().ground
        self.facts = counters()
        self.threats: Threats = picture.threats
        self.at: dict[str, int] = {}
        self.stacks: dict[int, list[str]] = {}
        self._looked_at: dict[object, list[int]] = {}
        self.supplied = self._supplied_area()
        self.fed = frozenset[int]().union(*(picture.reach(supply) for supply in picture.supplies))
        for name, at in fixed.items():
            self._put(name, at)
        self.fixed = set(fixed)

    def _supplied_area(self) -> dict[int, int]:
        """[24.1] The hexes from which a line leads to a supply as things stand."""
        cut = self.picture.front.cut
        return fields.spread(board().adjacent, self.picture.supplies.values(), cut)

    # --- the whole

    def place(self, names: list[str], rounds: int) -> None:
        sites, goals = self.intent.sites, self.intent.goals
        garrisons = {n for n in names if goals.get(n) in sites and goals.get(n) != self.intent.main}
        names = sorted(names, key=lambda n: (n not in garrisons, -self.facts[n].defence, -self.facts[n].attack, n))
        choices = {name: self._choices(name) for name in names}
        for name in names:
            self._settle(name, choices[name])
        for _ in range(rounds):
            changed = False
            for name in names:
                before = self.at[name]
                self._lift(name)
                self._settle(name, choices[name])
                changed = changed or self.at[name] != before
            if not changed:
                break

    def replace_all(self, names: list[str], threats: Threats) -> None:
        """Look again at everybody with a better idea of what the enemy can do."""
        self.threats = threats
        self._looked_at.clear()
        for name in sorted(names, key=lambda n: (-self.facts[n].defence, n)):
            here = self.at[name]
            self._lift(name)
            self._settle(name, [here, *self._choices(name)])

    def move(self, name: str, at: int) -> None:
        """Send somebody elsewhere after all."""
        self._lift(name)
        self._put(name, at)

    def _put(self, name: str, at: int) -> None:
        self.at[name] = at
        self.stacks.setdefault(at, []).append(name)

    def _lift(self, name: str) -> None:
        self.stacks[self.at.pop(name)].remove(name)

    def _settle(self, name: str, choices: list[int]) -> None:
        reach = self.picture.reach(name)
        best, best_value = -1, -1e9
        for hexagon in dict.fromkeys((*choices, *(h for h, stack in self.stacks.items() if stack and h in reach))):
            stack = self.stacks.get(hexagon, ())
            if len(stack) >= limits().stacking:
                continue
            if self.picture.front.zone[hexagon] and hexagon not in choices:
                continue
            value = self._value(name, hexagon, list(stack))
            if value > best_value + 1e-9:
                best, best_value = hexagon, value
        if best < 0:
            best = self._anywhere(name)
        self._put(name, best)

    def _anywhere(self, name: str) -> int:
        """Room at last: the quietest hex in reach."""
        here = self.picture.units[name]
        free = [h for h in self.picture.reach(name) if len(self.stacks.get(h, ())) < limits().stacking]
        quiet = [h for h in free if not self.picture.front.zone[h]]
        return min(quiet or free or [here], key=lambda h: (self.threats.attack(h), h))

    # --- one unit in one hex

    def _choices(self, name: str) -> list[int]:
        """The hexes most worth looking at, for the unit alone and as part of a strong stack."""
        reach = self.picture.reach(name)
        key = (reach, self.intent.goals.get(name), self.facts[name].factors)
        found = self._looked_at.get(key)
        if found is None:
            found = self._looked_at[key] = self._look(name, reach)
        return found

    def _look(self, name: str, reach: frozenset[int]) -> list[int]:
        field, zone = self.intent.field(name), self.picture.front.zone
        open_hexes = [h for h in reach if not zone[h]]
        if not open_hexes:
            return [self.picture.units[name]]
        defence, fear, danger = self.facts[name].defence, self.intent.risk * worth(name), self.threats.danger
        ahead = nlargest(CHOICES, [(field[h], h) for h in open_hexes])
        alone = nlargest(CHOICES, [(field[h] - fear * danger(h, defence), h) for h in open_hexes])
        sites = [site for site in self.intent.sites if site in reach and not zone[site]]
        return list(dict.fromkeys((*(h for _, h in ahead), *(h for _, h in alone), *sites)))

    def _value(self, name: str, hexagon: int, stack: list[str]) -> float:
        """What adding the unit to the stack in this hex changes."""
        w, facts = self.weights, self.facts
        before = sum(facts[n].defence for n in stack)
        after = before + facts[name].defence
        held = sum(worth(n) for n in stack)
        danger_before = self.threats.danger(hexagon, before) if stack else 0.0
        danger_after = self.threats.danger(hexagon, after)
        value = self.intent.position(name, hexagon)
        value -= self.intent.risk * (danger_after * (held + worth(name)) - danger_before * held)
        site = self.intent.sites.get(hexagon, 0.0)
        if site and (stack or self.intent.goals.get(name) == hexagon):
            value += site * ((1 - danger_after) - ((1 - danger_before) if stack else 0.0))
        if stack:
            value += w.company
        if hexagon not in self.supplied and self.picture.supplies:
            dying = self.habits["dying"] if self.picture.state.units[name].isolated else 1.0
            value -= self.habits["isolated"] * worth(name) * dying
        if self.intent.strikes(name) and hexagon not in self.fed:
            value -= self.habits["unfed"] * worth(name)
        return value
