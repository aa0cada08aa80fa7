"""Supplies: forward with the spearhead, never alone where an enemy can come."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.staff.attacks import Offensive
from sandtable.games.afrika_korps.staff.ground import travel
from sandtable.games.afrika_korps.staff.picture import Picture, Threats
from sandtable.games.afrika_korps.staff.placement import Placement
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights

FAR_OFF = 25  # hexes from the enemy that are as good as any more


def place_supplies(
    picture: Picture, intent: Intent, placement: Placement, threats: Threats, offensive: Offensive
) -> dict[str, int]:
    """A hex for each supply on the board."""
    found: dict[str, int] = {}
    for supply, sources in offensive.supplies.items():
        found[supply] = min(sources, key=lambda h: (threats.reached(h), travel(intent.own_base)[h], h))
    others = [name for name in sorted(picture.supplies) if name not in found]
    kept = _for_the_garrison(picture, intent, placement, others)
    if kept is not None:
        others.remove(kept)
        found[kept] = intent.citadel
    if len(others) >= (2 if picture.side == "allied" else 4):
        reserve = max(others, key=lambda name: (travel(intent.main)[picture.supplies[name]], name))
        others.remove(reserve)
        found[reserve] = _safest(picture, intent, placement, threats, reserve)
    focus, shaken = spearhead(intent, placement), offensive.shaken(placement.stacks)
    for number, supply in enumerate(others):
        there = list(found.values())
        found[supply] = _best(picture, intent, placement, threats, supply, focus, number, there, shaken)
    return found


def _for_the_garrison(picture: Picture, intent: Intent, placement: Placement, free: list[str]) -> str | None:
    """[23.6] A fortress that may be surrounded keeps one supply, unless it is the last there is."""
    if not placement.stacks.get(intent.citadel) or len(free) < 2:
        return None
    if picture.side == "axis" and not placement.threats.reached(intent.citadel):
        return None
    there = [name for name in free if intent.citadel in picture.reach(name)]
    return min(there, key=lambda name: (picture.supplies[name] != intent.citadel, name), default=None)


def _safest(picture: Picture, intent: Intent, placement: Placement, threats: Threats, supply: str) -> int:
    """[24.5] A place for the supply that must not be lost: behind, guarded or far from every enemy."""
    enemies = list(picture.enemies)
    home = travel(intent.own_base)
    price, habits = weights().worth.last_supply, weights().stores

    def value(hexagon: int) -> float:
        guards = placement.stacks.get(hexagon)
        if guards:
            lost = threats.danger(hexagon, sum(counters()[n].defence for n in guards))
        else:
            lost = 1.0 if threats.reached(hexagon) else 0.0
        away = min((board().distance(hexagon, there) for there in enemies), default=FAR_OFF)
        return -price * lost + habits["away"] * min(away, FAR_OFF) - habits["home"] * home[hexagon]

    choices = [h for h in picture.reach(supply) if not picture.front.zone[h]] or [picture.supplies[supply]]
    return max(choices, key=lambda h: (value(h), -h))


def spearhead(intent: Intent, placement: Placement) -> int:
    """The hex of the strongest stack, those near the goal counting more, garrisons not at all."""
    stacks = {at: names for at, names in placement.stacks.items() if names}
    stacks = {at: names for at, names in stacks.items() if at not in intent.sites or at == intent.main} or stacks
    if not stacks:
        return intent.own_base
    field = travel(intent.main)
    return max(stacks, key=lambda at: (_punch(stacks[at]) - weights().stores["front"] * field[at], at))


def _punch(names: list[str]) -> float:
    return sum(counters()[name].attack for name in names)


def _best(
    picture: Picture,
    intent: Intent,
    placement: Placement,
    threats: Threats,
    supply: str,
    focus: int,
    number: int,
    others: list[int],
    shaken: Mapping[int, float],
) -> int:
    zone = picture.front.zone
    field = travel(focus)
    base, habits = travel(intent.own_base), weights().stores
    rear = 0.0 if number == 0 or picture.side == "axis" else habits["rear"]
    price = weights().worth.supply if len(picture.supplies) > 1 else weights().worth.last_supply

    def value(hexagon: int) -> float:
        guards = placement.stacks.get(hexagon)
        if guards:
            factor = sum(counters()[n].defence for n in guards)
            lost = max(threats.danger(hexagon, factor), shaken.get(hexagon, 0.0))
        else:
            lost = weights().danger["unguarded"] if threats.reached(hexagon) else 0.0
            if hexagon in fortresses():
                lost = max(lost, 0.3 if threats.reached(hexagon) else 0.0)
        near = (1 - rear) * field[hexagon] + rear * base[hexagon]
        crowd = others.count(hexagon)  # one blow should not take them all
        company = (habits["guarded"] if guards else 0.0) - habits["crowd"] * crowd
        return -price * lost * (1 + crowd) - habits["pull"] * max(0.0, near - habits["close"]) + company

    choices = [h for h in picture.reach(supply) if not zone[h]] or [picture.supplies[supply]]
    return max(choices, key=lambda h: (value(h), -h))
